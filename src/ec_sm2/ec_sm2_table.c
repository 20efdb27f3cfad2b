/* The rows for SM2's curve, best first. */
#include "cpu/choose.h"
#include "ec_sm2/ec_sm2_impl.h"

const struct ec_sm2_impl *const gmi_ec_sm2_table[] = {
    &gmi_ec_sm2_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(ec_sm2);
