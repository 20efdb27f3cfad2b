/* SM2's curve in plain C with limbs of 29 bits, for WebAssembly; built also where it is not the best row: so it is
 * tested everywhere. */
#include "ec_sm2/ec_sm2_impl.h"
#include "ec_sm2/portable29/fe_portable29.h"
#include "ec_sm2/tables/sm2_base.h"

#define GE_A_IS_MINUS_3 1
#define EC_HAS_BASE_TABLE 1
#include "ec_sm2/row_impl.h"

const struct ec_sm2_impl gmi_ec_sm2_portable29 = {
    .name = "portable29",
    .needs = 0,
    EC_SM2_ENTRIES,
};
