/* SM2's curve in plain C with 64-bit products. */
#include "ec_sm2/ec_sm2_impl.h"

#if defined(__SIZEOF_INT128__)

#include "ec_sm2/portable64/fe_portable64.h"
#include "ec_sm2/tables/sm2_base.h"

#define GE_A_IS_MINUS_3 1
#define EC_HAS_BASE_TABLE 1
#include "ec_sm2/row_impl.h"

const struct ec_sm2_impl gmi_ec_sm2_portable64 = {
    .name = "portable64",
    .needs = 0,
    EC_SM2_ENTRIES,
};

#endif
