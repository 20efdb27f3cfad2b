/* SM9's curve and pairing in plain C with 32-bit products. */
#include "ec_sm9/ec_sm9_impl.h"
#include "ec_sm9/portable/fe_portable.h"
#include "ec_sm9/row_impl.h"

const struct ec_sm9_impl gmi_ec_sm9_portable = {
    .name = "portable",
    .needs = 0,
    EC_SM9_ENTRIES,
};
