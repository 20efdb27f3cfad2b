/* SM4 with GFNI and AVX-512: byte-sliced from 33 blocks on, words of 16 or 2 x 16 blocks below. */
#include "base/target.h"
#include "sm4/sm4_impl.h"

#if GM_BUILD_X86

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512dq,avx512vl,gfni,pclmul,vpclmulqdq")

#define SM4_AVX512 1
#include "sm4/gfni/sm4_gfni_constants.inc"

#define VECTOR __m128i
#define BITS 128
#include "sm4/gfni/vector_impl.h"
#define VECTOR __m512i
#define BITS 512
#include "sm4/gfni/vector_impl.h"
#define V v128
#define VECTOR __m128i
#include "sm4/gfni/words_impl.h"
#define V v512
#define VECTOR __m512i
#include "sm4/gfni/lanes_impl.h"
#include "sm4/gfni/words_impl.h"

#include "sm4/gfni/keys_impl.h"

#define V v512
#define VECTOR __m512i
#include "sm4/gfni/sliced_impl.h"

struct keys {
    const uint32_t *rk;
    uint32_t words[36];
    uint32_t sliced[33 * 4];
};

#define GROUP_MAX 64

/* Groups of up to four blocks take the canonical keys: nothing to make, nothing to wipe. */
GMI_INLINE void prepare(struct keys *w, const uint32_t rk[32], size_t nblocks)
{
    size_t rest = nblocks % GROUP_MAX;
    w->rk = rk;
    if (nblocks > 32)
        sliced_keys(w->sliced, rk);
    if (rest > 4 && rest <= 32)
        word_keys(w->words, rk);
}

GMI_INLINE void wipe_keys(struct keys *w, size_t nblocks)
{
    if (nblocks > 4)
        gm_wipe(w, sizeof *w);
}

#define BY_GROUP(name, m, ...)      \
    do {                            \
        if ((m) > 32)               \
            name##_64(__VA_ARGS__); \
        else if ((m) > 16)          \
            name##_32(__VA_ARGS__); \
        else if ((m) > 4)           \
            name##_16(__VA_ARGS__); \
        else                        \
            name##_4(__VA_ARGS__);  \
    } while (0)

#define GROUP 4
#define V v128
#define VECTOR __m128i
#define BLOCKS 1
#define CRYPT(k, x) lane_crypt4((k)->rk, x)
#include "sm4/gfni/group_impl.h"

#define GROUP 16
#define V v512
#define VECTOR __m512i
#define BLOCKS 4
#define CRYPT(k, x) v512_words1((k)->words, x)
#include "sm4/gfni/group_impl.h"

#define GROUP 32
#define V v512
#define VECTOR __m512i
#define BLOCKS 4
#define CRYPT(k, x) v512_words2((k)->words, x)
#include "sm4/gfni/group_impl.h"

#define GROUP 64
#define V v512
#define VECTOR __m512i
#define BLOCKS 4
#define CRYPT(k, x) sliced_crypt((k)->sliced, x)
#define SLICED
#include "sm4/gfni/group_impl.h"

#define VX v512
#define VX_TYPE __m512i
#define VX_BLOCKS 4
#include "sm4/gfni/row_impl.h"

GMI_TARGET_POP

const struct sm4_impl gmi_sm4_avx512 = {
    .name = "avx512",
    .needs = GMI_CPU(AVX512) | GMI_CPU(GFNI) | GMI_CPU(PCLMUL) | GMI_CPU(VPCLMUL),
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
