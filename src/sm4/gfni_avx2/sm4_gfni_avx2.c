/* SM4 with GFNI and AVX2: byte-sliced from 17 blocks on, words of 8 or 2 x 8 blocks below. */
#include "base/target.h"
#include "sm4/sm4_impl.h"

#if GM_BUILD_X86

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("avx2,gfni,pclmul,vpclmulqdq")

#define SM4_AVX512 0
#include "sm4/gfni/sm4_gfni_constants.inc"

#define VECTOR __m128i
#define BITS 128
#include "sm4/gfni/vector_impl.h"
#define VECTOR __m256i
#define BITS 256
#include "sm4/gfni/vector_impl.h"
#define V v128
#define VECTOR __m128i
#include "sm4/gfni/words_impl.h"
#define V v256
#define VECTOR __m256i
#include "sm4/gfni/lanes_impl.h"
#include "sm4/gfni/words_impl.h"

#include "sm4/gfni/keys_impl.h"

#define V v256
#define VECTOR __m256i
#include "sm4/gfni/sliced_impl.h"

struct keys {
    const uint32_t *rk;
    uint32_t words[36];
    uint32_t sliced[33 * 4];
};

#define GROUP_MAX 32

/* Groups of up to four blocks take the canonical keys: nothing to make, nothing to wipe. */
GMI_INLINE void prepare(struct keys *w, const uint32_t rk[32], size_t nblocks)
{
    size_t rest = nblocks % GROUP_MAX;
    w->rk = rk;
    if (nblocks > 16)
        sliced_keys(w->sliced, rk);
    if (rest > 4 && rest <= 16)
        word_keys(w->words, rk);
}

GMI_INLINE void wipe_keys(struct keys *w, size_t nblocks)
{
    if (nblocks > 4)
        gm_wipe(w, sizeof *w);
}

#define BY_GROUP(name, m, ...)      \
    do {                            \
        if ((m) > 16)               \
            name##_32(__VA_ARGS__); \
        else if ((m) > 8)           \
            name##_16(__VA_ARGS__); \
        else if ((m) > 4)           \
            name##_8(__VA_ARGS__);  \
        else                        \
            name##_4(__VA_ARGS__);  \
    } while (0)

#define GROUP 4
#define V v128
#define VECTOR __m128i
#define BLOCKS 1
#define CRYPT(k, x) lane_crypt4((k)->rk, x)
#include "sm4/gfni/group_impl.h"

#define GROUP 8
#define V v256
#define VECTOR __m256i
#define BLOCKS 2
#define CRYPT(k, x) v256_words1((k)->words, x)
#include "sm4/gfni/group_impl.h"

#define GROUP 16
#define V v256
#define VECTOR __m256i
#define BLOCKS 2
#define CRYPT(k, x) v256_words2((k)->words, x)
#include "sm4/gfni/group_impl.h"

#define GROUP 32
#define V v256
#define VECTOR __m256i
#define BLOCKS 2
#define CRYPT(k, x) sliced_crypt((k)->sliced, x)
#define SLICED
#include "sm4/gfni/group_impl.h"

#define VX v256
#define VX_TYPE __m256i
#define VX_BLOCKS 2
#include "sm4/gfni/row_impl.h"

GMI_TARGET_POP

const struct sm4_impl gmi_sm4_gfni_avx2 = {
    .name = "gfni-avx2",
    .needs = GMI_CPU(AVX2) | GMI_CPU(GFNI) | GMI_CPU(PCLMUL) | GMI_CPU(VPCLMUL),
    .expand_key = expand_key,
    .block = block,
    .ecb = ecb,
    .ctr = ctr,
    .ctr32 = ctr32,
    .cbc_decrypt = cbc_decrypt,
    .cfb_decrypt = cfb_decrypt,
    .xts = xts,
    .hctr_ctr = hctr_ctr,
    .cbc_encrypt = cbc_encrypt,
    .cfb_encrypt = cfb_encrypt,
    .ofb = ofb,
    .cbcmac = cbcmac,
    .ccm = ccm,
};

#endif
