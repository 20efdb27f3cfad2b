/* The SM3 rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "sm3/sm3_impl.h"

const struct sm3_impl *const gmi_sm3_table[] = {
    &gmi_sm3_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(sm3);
