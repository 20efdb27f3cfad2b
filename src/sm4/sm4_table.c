/* The SM4 rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "sm4/sm4_impl.h"

const struct sm4_impl *const gmi_sm4_table[] = {
    &gmi_sm4_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(sm4);
