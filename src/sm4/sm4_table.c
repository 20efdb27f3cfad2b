/* The SM4 rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "sm4/sm4_impl.h"

extern const struct sm4_impl gmi_sm4_avx512, gmi_sm4_gfni_avx2, gmi_sm4_vaes_avx2, gmi_sm4_avx2, gmi_sm4_aesni;
extern const struct sm4_impl gmi_sm4_wasm_simd;

const struct sm4_impl *const gmi_sm4_table[] = {
#if GM_BUILD_X86
    &gmi_sm4_avx512,    &gmi_sm4_gfni_avx2, &gmi_sm4_vaes_avx2, &gmi_sm4_avx2, &gmi_sm4_aesni,
#endif
#if defined(__wasm_simd128__)
    &gmi_sm4_wasm_simd, /* in place of portable, of which it has the greater part */
#else
    &gmi_sm4_portable, /* needs 0: the search always ends */
#endif
};

GMI_CHOOSE(sm4);
