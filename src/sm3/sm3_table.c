/* The SM3 rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "sm3/sm3_impl.h"

extern const struct sm3_impl gmi_sm3_avx512, gmi_sm3_avx2, gmi_sm3_bmi2;

const struct sm3_impl *const gmi_sm3_table[] = {
#if GM_BUILD_X86
    &gmi_sm3_avx512, &gmi_sm3_avx2, &gmi_sm3_bmi2,
#endif
    &gmi_sm3_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(sm3);
