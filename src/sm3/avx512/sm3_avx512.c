/* SM3 for AVX-512: 16 messages in the lanes of zmm registers. */
#include "base/target.h"
#include "sm3/sm3_impl.h"

#if GM_BUILD_X86

#include "base/x86.h"
#include "cpu/cpu.h"
#include "sm3/bmi2/sm3_bmi2.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq")

typedef __m512i vec;
#define LANES 16
#define V_REGISTER "v"
#define V_SET1(x) _mm512_set1_epi32((int)(x))
#define V_ADD(x, y) _mm512_add_epi32(x, y)
#define V_XOR(x, y) _mm512_xor_si512(x, y)
#define V_ROL(x, n) _mm512_rol_epi32(x, n)
#define V_SRL(x, n) _mm512_srl_epi32(x, _mm_cvtsi32_si128(n))
#define V_SLL(x, n) _mm512_sll_epi32(x, _mm_cvtsi32_si128(n))
#define V_UNPACK(size, half, x, y) _mm512_unpack##half##_##size(x, y)

/* Truth tables of three operands, bit 4 x + 2 y + z: parity, majority, choice. */
#define V_XOR3(x, y, z) GMI_TERNLOG512(x, y, z, 0x96)
#define V_FF1(x, y, z) GMI_TERNLOG512(x, y, z, 0xe8)
#define V_GG1(x, y, z) GMI_TERNLOG512(x, y, z, 0xca)

GMI_INLINE vec V_P0(vec x)
{
    return V_XOR3(x, V_ROL(x, 9), V_ROL(x, 17));
}

GMI_INLINE vec V_P1(vec x)
{
    return V_XOR3(x, V_ROL(x, 15), V_ROL(x, 23));
}

GMI_INLINE vec V_BSWAP(vec x)
{
    return _mm512_shuffle_epi8(
        x, _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)));
}

GMI_INLINE vec load4(const uint8_t *const *p, size_t at)
{
    vec x = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(p[0] + at)));
    x = _mm512_inserti32x4(x, _mm_loadu_si128((const __m128i *)(p[4] + at)), 1);
    x = _mm512_inserti32x4(x, _mm_loadu_si128((const __m128i *)(p[8] + at)), 2);
    return _mm512_inserti32x4(x, _mm_loadu_si128((const __m128i *)(p[12] + at)), 3);
}

GMI_INLINE void load_block(vec x[4], const uint8_t *const *p, size_t at)
{
    vec r0 = _mm512_loadu_si512(p[0] + at), r1 = _mm512_loadu_si512(p[4] + at);
    vec r2 = _mm512_loadu_si512(p[8] + at), r3 = _mm512_loadu_si512(p[12] + at);
    vec low01 = _mm512_shuffle_i32x4(r0, r1, 0x44), high01 = _mm512_shuffle_i32x4(r0, r1, 0xee);
    vec low23 = _mm512_shuffle_i32x4(r2, r3, 0x44), high23 = _mm512_shuffle_i32x4(r2, r3, 0xee);
    x[0] = _mm512_shuffle_i32x4(low01, low23, 0x88);
    x[1] = _mm512_shuffle_i32x4(low01, low23, 0xdd);
    x[2] = _mm512_shuffle_i32x4(high01, high23, 0x88);
    x[3] = _mm512_shuffle_i32x4(high01, high23, 0xdd);
}

GMI_INLINE void store4(uint8_t *const *p, size_t at, vec x)
{
    _mm_storeu_si128((__m128i *)(p[0] + at), _mm512_castsi512_si128(x));
    _mm_storeu_si128((__m128i *)(p[4] + at), _mm512_extracti32x4_epi32(x, 1));
    _mm_storeu_si128((__m128i *)(p[8] + at), _mm512_extracti32x4_epi32(x, 2));
    _mm_storeu_si128((__m128i *)(p[12] + at), _mm512_extracti32x4_epi32(x, 3));
}

#include "sm3/lanes_impl.h"

GMI_TARGET_POP

const struct sm3_impl gmi_sm3_avx512 = {
    .name = "avx512",
    .needs = GMI_CPU(AVX512) | GMI_CPU(AVX) | GMI_CPU(BMI1) | GMI_CPU(BMI2),
    .compress = gmi_sm3_compress_avx512,
    .lanes = 2 * LANES,
    .compress_many = compress_many,
    .compress_numbered = compress_numbered,
};

#endif
