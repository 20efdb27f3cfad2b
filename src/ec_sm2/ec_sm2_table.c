/* The rows for SM2's curve, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "ec_sm2/ec_sm2_impl.h"

extern const struct ec_sm2_impl gmi_ec_sm2_avx512ifma, gmi_ec_sm2_bmi2, gmi_ec_sm2_portable64, gmi_ec_sm2_portable29;

const struct ec_sm2_impl *const gmi_ec_sm2_table[] = {
#if GM_BUILD_X86
    &gmi_ec_sm2_avx512ifma, &gmi_ec_sm2_bmi2,
#endif
#if defined(__wasm__)
    &gmi_ec_sm2_portable29, /* needs 0: the search always ends */
#else
#if defined(__SIZEOF_INT128__)
    &gmi_ec_sm2_portable64, &gmi_ec_sm2_portable29,
#endif
    &gmi_ec_sm2_portable, /* needs 0, too */
#endif
};

GMI_CHOOSE(ec_sm2);
