/* The ZUC rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "zuc/zuc_impl.h"

extern const struct zuc_impl gmi_zuc_avx512, gmi_zuc_gfni_avx2, gmi_zuc_avx2, gmi_zuc_aesni;

const struct zuc_impl *const gmi_zuc_table[] = {
#if GM_BUILD_X86
    &gmi_zuc_avx512,   &gmi_zuc_gfni_avx2, &gmi_zuc_avx2, &gmi_zuc_aesni,
#endif
    &gmi_zuc_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(zuc);
