/* Each modelled intrinsic once: REAL(bits, name, expression in a, b, c). Included several times. */
/* clang-format off */
#define LOGIC(bits, mm)                                                        \
    REAL(bits, ternlog96, mm##_ternarylogic_epi32(a, b, c, 0x96))              \
    REAL(bits, ternlogca, mm##_ternarylogic_epi32(a, b, c, 0xca))              \
    REAL(bits, ternloge8, mm##_ternarylogic_epi64(a, b, c, 0xe8))              \
    REAL(bits, ternlog1b, mm##_ternarylogic_epi32(a, b, c, 0x1b))              \
    REAL(bits, gfaffine, mm##_gf2p8affine_epi64_epi8(a, b, 0x5a))              \
    REAL(bits, gfaffineinv, mm##_gf2p8affineinv_epi64_epi8(a, b, 0xd3))        \
    REAL(bits, gfmul, mm##_gf2p8mul_epi8(a, b))                                \
    REAL(bits, pshufb, mm##_shuffle_epi8(a, b))                                \
    REAL(bits, multishift, mm##_multishift_epi64_epi8(a, b))                   \
    REAL(bits, perm2b, mm##_permutex2var_epi8(a, b, c))                        \
    REAL(bits, perm2w, mm##_permutex2var_epi16(a, b, c))                       \
    REAL(bits, perm2d, mm##_permutex2var_epi32(a, b, c))                       \
    REAL(bits, perm2q, mm##_permutex2var_epi64(a, b, c))                       \
    REAL(bits, permb, mm##_permutexvar_epi8(a, b))                             \
    REAL(bits, permw, mm##_permutexvar_epi16(a, b))
LOGIC(128, _mm)
LOGIC(256, _mm256)
LOGIC(512, _mm512)
#undef LOGIC
REAL(512, maskpshufb, _mm512_mask_shuffle_epi8(c, 0x123456789abcdef0, a, b))
REAL(512, maskzpshufb, _mm512_maskz_shuffle_epi8(0x123456789abcdef0, a, b))
REAL(256, permd, _mm256_permutexvar_epi32(a, b))
REAL(256, permq, _mm256_permutexvar_epi64(a, b))
REAL(256, permvar8x32, _mm256_permutevar8x32_epi32(a, b))
REAL(512, permd, _mm512_permutexvar_epi32(a, b))
REAL(512, permq, _mm512_permutexvar_epi64(a, b))
REAL(512, maskpermq, _mm512_mask_permutexvar_epi64(c, 0x5a, a, b))
REAL(256, madd52lo, _mm256_madd52lo_epu64(a, b, c))
REAL(256, madd52hi, _mm256_madd52hi_epu64(a, b, c))
REAL(512, madd52lo, _mm512_madd52lo_epu64(a, b, c))
REAL(512, madd52hi, _mm512_madd52hi_epu64(a, b, c))
REAL(128, blendv, _mm_blendv_epi8(a, b, c))
REAL(256, blendv, _mm256_blendv_epi8(a, b, c))
REAL(128, enclast, _mm_aesenclast_si128(a, b))
REAL(256, enclast, _mm256_aesenclast_epi128(a, b))
REAL(512, enclast, _mm512_aesenclast_epi128(a, b))
REAL(128, declast, _mm_aesdeclast_si128(a, b))
REAL(256, declast, _mm256_aesdeclast_epi128(a, b))
REAL(512, declast, _mm512_aesdeclast_epi128(a, b))
REAL(128, clmul00, _mm_clmulepi64_si128(a, b, 0x00))
REAL(128, clmul01, _mm_clmulepi64_si128(a, b, 0x01))
REAL(128, clmul10, _mm_clmulepi64_si128(a, b, 0x10))
REAL(128, clmul11, _mm_clmulepi64_si128(a, b, 0x11))
REAL(256, clmul10, _mm256_clmulepi64_epi128(a, b, 0x10))
REAL(512, clmul01, _mm512_clmulepi64_epi128(a, b, 0x01))
/* clang-format on */
