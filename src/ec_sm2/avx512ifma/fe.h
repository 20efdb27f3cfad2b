/* The field of SM2's curve in the four lanes of a ymm register (fe4_…) and in
 * the eight of a zmm register (fe8_…), and the way between lanes and numbers.
 * Included after GMI_TARGET_PUSH(IFMA_TARGET). */
#ifndef GMI_EC_SM2_AVX512IFMA_FE_H
#define GMI_EC_SM2_AVX512IFMA_FE_H

#include <guomi/mem.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/target.h"
#include "base/x86.h"
#include "bn/u256.h"
#include "ec_sm2/curve.h"

#define FE_PASTE_(a, b) a##b

/* Products stand where they are used, which is what makes them fast. In builds that check rather than run, where
 * each carries its assertions or shadows, compilers would take minutes for that. */
#if defined(GM_VERIFY) || defined(GM_CTIME_MSAN)
#define FE_INLINE GMI_UNUSED GMI_NOINLINE static
#else
#define FE_INLINE GMI_INLINE
#endif

#define vec __m256i
#define V_LANES 4
#define FE(name) FE_PASTE_(fe4_, name)
#define V_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define V_STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define V_SET1(x) _mm256_set1_epi64x((long long)(x))
#define V_ADD(x, y) _mm256_add_epi64(x, y)
#define V_SUB(x, y) _mm256_sub_epi64(x, y)
#define V_AND(x, y) _mm256_and_si256(x, y)
#define V_SLL(x, n) _mm256_slli_epi64(x, n)
#define V_SRA(x, n) _mm256_srai_epi64(x, n)
#define V_LO(t, a, b) _mm256_madd52lo_epu64(t, a, b)
#define V_HI(t, a, b) _mm256_madd52hi_epu64(t, a, b)
#define V_MASK_MOV(a, k, b) _mm256_mask_mov_epi64(a, k, b)
#define V_MASK_ADD(s, k, a, b) _mm256_mask_add_epi64(s, k, a, b)
#define V_MASK_SUB(s, k, a, b) _mm256_mask_sub_epi64(s, k, a, b)
#include "ec_sm2/avx512ifma/fe_impl.h"
/* and then */
#include "ec_sm2/avx512ifma/fe_end.h"

#define vec __m512i
#define V_LANES 8
#define FE(name) FE_PASTE_(fe8_, name)
#define V_LOAD(p) _mm512_loadu_si512(p)
#define V_STORE(p, x) _mm512_storeu_si512(p, x)
#define V_SET1(x) _mm512_set1_epi64((long long)(x))
#define V_ADD(x, y) _mm512_add_epi64(x, y)
#define V_SUB(x, y) _mm512_sub_epi64(x, y)
#define V_AND(x, y) _mm512_and_si512(x, y)
#define V_SLL(x, n) _mm512_slli_epi64(x, n)
#define V_SRA(x, n) _mm512_srai_epi64(x, n)
#define V_LO(t, a, b) _mm512_madd52lo_epu64(t, a, b)
#define V_HI(t, a, b) _mm512_madd52hi_epu64(t, a, b)
#define V_MASK_MOV(a, k, b) _mm512_mask_mov_epi64(a, k, b)
#define V_MASK_ADD(s, k, a, b) _mm512_mask_add_epi64(s, k, a, b)
#define V_MASK_SUB(s, k, a, b) _mm512_mask_sub_epi64(s, k, a, b)
#include "ec_sm2/avx512ifma/fe_impl.h"
/* and then */
#include "ec_sm2/avx512ifma/fe_end.h"

#endif
