/* SM3 for AVX2: 8 messages in the lanes of ymm registers. */
#include "base/target.h"
#include "sm3/sm3_impl.h"

#if GM_BUILD_X86

#include "base/x86.h"
#include "cpu/cpu.h"
#include "sm3/bmi2/sm3_bmi2.h"

GMI_TARGET_PUSH("avx2")

typedef __m256i vec;
#define LANES 8
#define V_REGISTER "x"
#define V_SET1(x) _mm256_set1_epi32((int)(x))
#define V_ADD(x, y) _mm256_add_epi32(x, y)
#define V_XOR(x, y) _mm256_xor_si256(x, y)
#define V_SRL(x, n) _mm256_srl_epi32(x, _mm_cvtsi32_si128(n))
#define V_SLL(x, n) _mm256_sll_epi32(x, _mm_cvtsi32_si128(n))
#define V_XOR3(x, y, z) V_XOR(V_XOR(y, z), x)
#define V_UNPACK(size, half, x, y) _mm256_unpack##half##_##size(x, y)

GMI_INLINE vec V_ROL(vec x, int n)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - n));
}

GMI_INLINE vec V_BSWAP(vec x)
{
    const __m128i order = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order));
}

/* A rotation by 8 is one shuffle, so P0 and P1 are x ^ rol n (x ^ rol 8 x): one long rotation, not two. */
GMI_INLINE vec xor_rol8(vec x)
{
    const __m128i order = _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
    return V_XOR(x, _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order)));
}

GMI_INLINE vec V_P0(vec x)
{
    return V_XOR(x, V_ROL(xor_rol8(x), 9));
}

GMI_INLINE vec V_P1(vec x)
{
    return V_XOR(x, V_ROL(xor_rol8(x), 15));
}

GMI_INLINE vec V_FF1(vec x, vec y, vec z)
{
    return _mm256_or_si256(_mm256_and_si256(y, z), _mm256_and_si256(x, _mm256_or_si256(y, z)));
}

GMI_INLINE vec V_GG1(vec x, vec y, vec z)
{
    return V_XOR(z, _mm256_and_si256(x, V_XOR(y, z)));
}

GMI_INLINE vec load4(const uint8_t *const *p, size_t at)
{
    __m128i low = _mm_loadu_si128((const __m128i *)(p[0] + at));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), _mm_loadu_si128((const __m128i *)(p[4] + at)), 1);
}

GMI_INLINE void load_block(vec x[4], const uint8_t *const *p, size_t at)
{
    for (int i = 0; i < 4; i++)
        x[i] = load4(p, at + 16 * (size_t)i);
}

GMI_INLINE void store4(uint8_t *const *p, size_t at, vec x)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)(p[4] + at), _mm256_extracti128_si256(x, 1));
}

#include "sm3/lanes_impl.h"

GMI_TARGET_POP

const struct sm3_impl gmi_sm3_avx2 = {
    .name = "avx2",
    .needs = GMI_CPU(AVX) | GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2),
    .compress = gmi_sm3_compress_bmi2,
    .lanes = 2 * LANES,
    .compress_many = compress_many,
    .compress_numbered = compress_numbered,
};

#endif
