/* The GHASH rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "ghash/ghash_impl.h"

const struct ghash_impl *const gmi_ghash_table[] = {
#if GM_BUILD_X86
    &gmi_ghash_vpclmul, &gmi_ghash_vpclmul_avx2, &gmi_ghash_pclmul,
#endif
    &gmi_ghash_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(ghash);
