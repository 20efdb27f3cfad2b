/* The rows for SM9's curve and pairing, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "ec_sm9/ec_sm9_impl.h"

extern const struct ec_sm9_impl gmi_ec_sm9_avx512ifma, gmi_ec_sm9_bmi2, gmi_ec_sm9_portable64;

const struct ec_sm9_impl *const gmi_ec_sm9_table[] = {
#if GM_BUILD_X86
    &gmi_ec_sm9_avx512ifma, &gmi_ec_sm9_bmi2,
#endif
#if defined(__SIZEOF_INT128__)
    &gmi_ec_sm9_portable64,
#endif
    &gmi_ec_sm9_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(ec_sm9);
