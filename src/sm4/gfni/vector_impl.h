/* The vector operations of the GFNI rows for one width, written once.
 *
 * Include after the target is raised, with VECTOR = the type, BITS = 128, 256 or 512.
 * Defines v128_xor(), v256_xor() or v512_xor() and so on; undefines its parameters.
 * SM4_AVX512 = 1 if the row has AVX-512VL: three-way logic and rotations are then
 * single instructions. Rotations are of words in memory order. */
#define V_GLUE_(a, b) a##b
#define V_GLUE(a, b) V_GLUE_(a, b)
#define V_GLUE3_(a, b, c) a##b##c
#define V_GLUE3(a, b, c) V_GLUE3_(a, b, c)
#if BITS == 128
#define MM(operation) V_GLUE(_mm_, operation)
#else
#define MM(operation) V_GLUE(V_GLUE3(_mm, BITS, _), operation)
#endif
#define SI(operation) MM(V_GLUE(operation, BITS))
#define V_NAME(operation) V_GLUE3(v, BITS, _##operation)
#define V_BLOCKS (BITS / 128)

GMI_INLINE VECTOR V_NAME(load)(const void *p)
{
    return SI(loadu_si)((const VECTOR *)p);
}

GMI_INLINE void V_NAME(store)(void *p, VECTOR x)
{
    SI(storeu_si)((VECTOR *)p, x);
}

GMI_INLINE VECTOR V_NAME (xor)(VECTOR a, VECTOR b)
{
    return SI(xor_si)(a, b);
}

/* (a ^ b) ^ c: c may come last. */
GMI_INLINE VECTOR V_NAME(xor3)(VECTOR a, VECTOR b, VECTOR c)
{
#if SM4_AVX512
    return V_GLUE(GMI_TERNLOG, BITS)(a, b, c, 0x96);
#else
    return V_NAME(xor)(V_NAME(xor)(a, b), c);
#endif
}

/* The same 128 bits in every lane. */
GMI_INLINE VECTOR V_NAME(dup)(__m128i x)
{
#if BITS == 128
    return x;
#elif BITS == 256
    return _mm256_broadcastsi128_si256(x);
#else
    return _mm512_broadcast_i32x4(x);
#endif
}

GMI_INLINE __m128i V_NAME(low)(VECTOR x)
{
#if BITS == 128
    return x;
#else
    return MM(V_GLUE3(castsi, BITS, _si128))(x);
#endif
}

GMI_INLINE VECTOR V_NAME(set64)(uint64_t x)
{
#if BITS == 512
    return _mm512_set1_epi64((long long)x);
#else
    return MM(set1_epi64x)((long long)x);
#endif
}

GMI_INLINE VECTOR V_NAME(set32)(uint32_t x)
{
    return MM(set1_epi32)((int)x);
}

GMI_INLINE VECTOR V_NAME(shuffle)(VECTOR x, __m128i order)
{
    return MM(shuffle_epi8)(x, V_NAME(dup)(order));
}

/* Byte i of a word takes byte i + 1, i + 2, i + 3. */
GMI_INLINE VECTOR V_NAME(take1)(VECTOR x)
{
#if SM4_AVX512
    return MM(ror_epi32)(x, 8);
#else
    return V_NAME(shuffle)(x, _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12));
#endif
}

GMI_INLINE VECTOR V_NAME(take2)(VECTOR x)
{
#if SM4_AVX512
    return MM(ror_epi32)(x, 16);
#else
    return V_NAME(shuffle)(x, _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
#endif
}

GMI_INLINE VECTOR V_NAME(take3)(VECTOR x)
{
#if SM4_AVX512
    return MM(ror_epi32)(x, 24);
#else
    return V_NAME(shuffle)(x, _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
#endif
}

GMI_INLINE VECTOR V_NAME(affine)(VECTOR x, uint64_t m)
{
    return V_GLUE(GMI_GFAFFINE, BITS)(x, V_NAME(set64)(m), 0);
}

/* Word k of each of x's four registers becomes register k of one block a lane, and back. */
GMI_INLINE void V_NAME(transpose)(VECTOR x[4])
{
    VECTOR a = MM(unpacklo_epi32)(x[0], x[1]), b = MM(unpackhi_epi32)(x[0], x[1]);
    VECTOR c = MM(unpacklo_epi32)(x[2], x[3]), d = MM(unpackhi_epi32)(x[2], x[3]);
    x[0] = MM(unpacklo_epi64)(a, c);
    x[1] = MM(unpackhi_epi64)(a, c);
    x[2] = MM(unpacklo_epi64)(b, d);
    x[3] = MM(unpackhi_epi64)(b, d);
}

/* ---- byte-sliced registers ---- */

GMI_INLINE VECTOR V_NAME(low_bytes)(VECTOR a, VECTOR b)
{
    return MM(unpacklo_epi8)(a, b);
}

GMI_INLINE VECTOR V_NAME(high_bytes)(VECTOR a, VECTOR b)
{
    return MM(unpackhi_epi8)(a, b);
}

GMI_INLINE VECTOR V_NAME(add_bytes)(VECTOR a, VECTOR b)
{
    return MM(add_epi8)(a, b);
}

/* The number of the block at each place: place r of lane l has V_BLOCKS r + l. */
GMI_INLINE VECTOR V_NAME(sliced_order)(void)
{
#if BITS == 128
    return _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif BITS == 256
    return _mm256_add_epi8(V_NAME(dup)(_mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)),
                           _mm256_setr_epi64x(0, 0, 0x0101010101010101, 0x0101010101010101));
#else
    return _mm512_add_epi8(V_NAME(dup)(_mm_setr_epi8(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60)),
                           _mm512_setr_epi64(0, 0, 0x0101010101010101, 0x0101010101010101, 0x0202020202020202,
                                             0x0202020202020202, 0x0303030303030303, 0x0303030303030303));
#endif
}

/* Lane l: the four bytes of p[l], highest first, each four times. */
GMI_INLINE VECTOR V_NAME(spread_words)(const uint32_t *p)
{
    const __m128i order = _mm_setr_epi8(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
#if BITS == 128
    return _mm_shuffle_epi8(_mm_cvtsi32_si128((int)*p), order);
#elif BITS == 256
    return _mm256_shuffle_epi8(
        V_NAME(dup)(_mm_loadl_epi64((const __m128i *)p)),
        _mm256_add_epi8(V_NAME(dup)(order), _mm256_setr_epi64x(0, 0, 0x0404040404040404, 0x0404040404040404)));
#else
    return _mm512_shuffle_epi8(
        V_NAME(dup)(_mm_loadu_si128((const __m128i *)p)),
        _mm512_add_epi8(V_NAME(dup)(order),
                        _mm512_setr_epi64(0, 0, 0x0404040404040404, 0x0404040404040404, 0x0808080808080808,
                                          0x0808080808080808, 0x0c0c0c0c0c0c0c0c, 0x0c0c0c0c0c0c0c0c)));
#endif
}

/* A1 x + c1: round keys into the form. */
GMI_INLINE VECTOR V_NAME(key_affine)(VECTOR x)
{
    return V_GLUE(GMI_GFAFFINE, BITS)(x, V_NAME(set64)(SM4_IN), SM4_IN_C);
}

/* Byte i of each lane of `here`, or of `next` where low < start. */
GMI_INLINE VECTOR V_NAME(byte_or_next)(VECTOR here, VECTOR next, int i, VECTOR low, VECTOR start)
{
#if BITS == 512
    const VECTOR all_i = _mm512_set1_epi8((char)i);
    return _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(here, all_i), _mm512_cmplt_epu8_mask(low, start), next, all_i);
#else
    VECTOR stays = MM(cmpeq_epi8)(MM(max_epu8)(low, start), low);
    const __m128i all_i = _mm_set1_epi8((char)i);
    return MM(blendv_epi8)(V_NAME(shuffle)(next, all_i), V_NAME(shuffle)(here, all_i), stays);
#endif
}

/* ---- several blocks of memory, as many as there are ---- */

/* The first n blocks at p, if the register holds so many; the rest of the register is 0. */
GMI_INLINE VECTOR V_NAME(load_blocks)(const uint8_t *p, size_t n)
{
    if (n >= V_BLOCKS)
        return V_NAME(load)(p);
#if BITS == 512
    return _mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * n) - 1), p);
#elif BITS == 256
    return n > 0 ? _mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)p)) : _mm256_setzero_si256();
#else
    return _mm_setzero_si128();
#endif
}

GMI_INLINE void V_NAME(store_blocks)(uint8_t *p, VECTOR x, size_t n)
{
    if (n >= V_BLOCKS)
        V_NAME(store)(p, x);
#if BITS == 512
    else
        _mm512_mask_storeu_epi64(p, (__mmask8)((1u << 2 * n) - 1), x);
#elif BITS == 256
    else if (n > 0)
        _mm_storeu_si128((__m128i *)p, V_NAME(low)(x));
#endif
}

/* The blocks one place up, first in the lowest. */
GMI_INLINE VECTOR V_NAME(after)(VECTOR x, __m128i first)
{
#if BITS == 128
    (void)x;
    return first;
#elif BITS == 256
    return _mm256_permute2x128_si256(_mm256_castsi128_si256(first), x, 0x20);
#else
    return _mm512_alignr_epi64(x, V_NAME(dup)(first), 6);
#endif
}

/* ---- counters: little-endian 128-bit lanes ---- */

/* n, n + 1, … in the lanes. */
GMI_INLINE VECTOR V_NAME(steps)(uint64_t n)
{
#if BITS == 128
    return _mm_set_epi64x(0, (long long)n);
#elif BITS == 256
    return _mm256_add_epi64(_mm256_set_epi64x(0, 1, 0, 0), _mm256_setr_epi64x((long long)n, 0, (long long)n, 0));
#else
    return _mm512_add_epi64(_mm512_setr_epi64(0, 0, 1, 0, 2, 0, 3, 0), V_NAME(dup)(_mm_set_epi64x(0, (long long)n)));
#endif
}

/* x + y, y below 2^63, in the bits of `counted`; the others stay x's. The low half carries out where its top bit
 * goes from 1 to 0. */
GMI_INLINE VECTOR V_NAME(count)(VECTOR x, VECTOR y, VECTOR counted)
{
    VECTOR sum = MM(add_epi64)(x, y);
    VECTOR carry = MM(srli_epi64)(SI(andnot_si)(sum, x), 63);
    sum = MM(add_epi64)(sum, MM(unpacklo_epi64)(V_NAME(set64)(0), carry));
    return V_NAME(xor)(x, SI(and_si)(V_NAME(xor)(x, sum), counted));
}

/* ---- XTS tweaks: polynomials, the bit of x^i is bit i of the little-endian lane ---- */

/* The sum of a shifted tweak and what left the halves: that of the low half belongs to the high one, that of the high
 * half comes back modulo X^128 + X^7 + X^2 + X + 1. */
GMI_INLINE VECTOR V_NAME(reduce)(VECTOR shifted, VECTOR over)
{
#if BITS == 128
    VECTOR back = _mm_clmulepi64_si128(over, _mm_set1_epi64x(0x87), 0x01);
#else
    VECTOR back = MM(clmulepi64_epi128)(over, V_NAME(set64)(0x87), 0x01);
#endif
    return V_NAME(xor3)(shifted, MM(unpacklo_epi64)(V_NAME(set64)(0), over), back);
}

/* x X^k, 0 < k <= 64. */
GMI_INLINE VECTOR V_NAME(times_power)(VECTOR x, int k)
{
    return V_NAME(reduce)(MM(sll_epi64)(x, _mm_cvtsi32_si128(k)), MM(srl_epi64)(x, _mm_cvtsi32_si128(64 - k)));
}

/* Lane i times X^i. */
GMI_INLINE VECTOR V_NAME(times_lane)(VECTOR x)
{
#if BITS == 128
    return x;
#elif BITS == 256
    return V_NAME(reduce)(_mm256_sllv_epi64(x, _mm256_setr_epi64x(0, 0, 1, 1)),
                          _mm256_srlv_epi64(x, _mm256_setr_epi64x(64, 64, 63, 63)));
#else
    return V_NAME(reduce)(_mm512_sllv_epi64(x, _mm512_setr_epi64(0, 0, 1, 1, 2, 2, 3, 3)),
                          _mm512_srlv_epi64(x, _mm512_setr_epi64(64, 64, 63, 63, 62, 62, 61, 61)));
#endif
}

#undef V_GLUE_
#undef V_GLUE
#undef V_GLUE3_
#undef V_GLUE3
#undef MM
#undef SI
#undef V_NAME
#undef V_BLOCKS
#undef VECTOR
#undef BITS
