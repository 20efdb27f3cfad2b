/* SM9's curve and pairing in plain C with 64-bit products. */
#include "ec_sm9/ec_sm9_impl.h"

#if defined(__SIZEOF_INT128__)

#include "ec_sm9/portable64/fe_portable64.h"
#include "ec_sm9/row_impl.h"

const struct ec_sm9_impl gmi_ec_sm9_portable64 = {
    .name = "portable64",
    .needs = 0,
    EC_SM9_ENTRIES,
};

#endif
