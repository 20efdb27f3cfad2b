/* The vectors of lanes_impl.h with AVX2: 8 streams. S0 by nibbles; S1 as ZUC_S1_AES or ZUC_S1_GFNI says. */
typedef __m256i vec;
#define LANES 8
#define V_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define V_STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define V_SET1(word) _mm256_set1_epi32((int)(word))
#define V_ADD _mm256_add_epi32
#define V_SUB _mm256_sub_epi32
#define V_AND _mm256_and_si256
#define V_XOR _mm256_xor_si256
#define V_XOR3(a, b, c) _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define V_MIN _mm256_min_epu32
#define V_SRL(x, n) _mm256_srli_epi32(x, n)
#define V_ROL(x, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))
#define V_SELECT(mask, x, y) _mm256_or_si256(_mm256_and_si256(mask, x), _mm256_andnot_si256(mask, y))
#define V_JOIN(x, y, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(y, 32 - (n)))

struct s_tables {
    __m256i nibble, p1, p2, t2;
#if defined(ZUC_S1_GFNI)
    __m256i in, out;
#else
    __m256i rows, in_low, in_high, out_low, out_high;
#endif
};

GMI_INLINE __m256i both_halves(const uint8_t table[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

GMI_INLINE void s_load_tables(struct s_tables *t)
{
    t->nibble = _mm256_set1_epi8(15);
    t->p1 = both_halves(s0_p1);
    t->p2 = both_halves(s0_p2);
    t->t2 = both_halves(s0_t2);
#if defined(ZUC_S1_GFNI)
    t->in = _mm256_set1_epi64x((long long)ZUC_S1_IN);
    t->out = _mm256_set1_epi64x((long long)ZUC_S1_OUT);
#else
    t->rows = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3));
    t->in_low = both_halves(s1_in_low);
    t->in_high = both_halves(s1_in_high);
    t->out_low = both_halves(s1_out_low);
    t->out_high = both_halves(s1_out_high);
#endif
}

GMI_INLINE __m256i map_nibbles(__m256i x, __m256i low, __m256i high, __m256i nibble)
{
    return V_XOR(_mm256_shuffle_epi8(low, V_AND(x, nibble)),
                 _mm256_shuffle_epi8(high, V_AND(_mm256_srli_epi16(x, 4), nibble)));
}

/* The bytes of both words are sorted by box, each box is applied once, and they go back. */
GMI_INLINE void substitute_many(const struct s_tables *t, vec *x, vec *y)
{
    const __m256i high_bytes = _mm256_set1_epi16((short)0xff00);
    __m256i x0 = V_SELECT(high_bytes, *x, _mm256_srli_epi16(*y, 8));
    __m256i x1 = V_SELECT(high_bytes, _mm256_slli_epi16(*x, 8), *y);
    __m256i l = V_AND(x0, t->nibble), h = V_AND(_mm256_srli_epi16(x0, 4), t->nibble);
    __m256i a = V_XOR(h, _mm256_shuffle_epi8(t->p1, l)), b = V_XOR(l, _mm256_shuffle_epi8(t->p2, a));
    x0 = V_XOR(_mm256_shuffle_epi8(t->t2, b), _mm256_add_epi8(a, a));
#if defined(ZUC_S1_GFNI)
    x1 = GMI_GFAFFINEINV256(GMI_GFAFFINE256(x1, t->in, 0), t->out, ZUC_S1_C);
#else
    x1 = _mm256_shuffle_epi8(map_nibbles(x1, t->in_low, t->in_high, t->nibble), t->rows);
    const __m128i zero = _mm_setzero_si128();
    x1 = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_aesenclast_si128(_mm256_castsi256_si128(x1), zero)),
                                 _mm_aesenclast_si128(_mm256_extracti128_si256(x1, 1), zero), 1);
    x1 = map_nibbles(x1, t->out_low, t->out_high, t->nibble);
#endif
    *x = V_SELECT(high_bytes, x0, _mm256_srli_epi16(x1, 8));
    *y = V_SELECT(high_bytes, _mm256_slli_epi16(x0, 8), x1);
}
#define V_SUBSTITUTE(t, x, y) substitute_many(t, &(x), &(y))

GMI_INLINE void store_words(uint8_t *out, size_t stride, size_t at, vec x[16])
{
    const __m256i swap =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    for (int i = 0; i < 16; i += 8) { /* 8 by 8 words */
        __m256i y[8];
        for (int k = 0; k < 8; k += 4) {
            const __m256i *p = x + i + k;
            __m256i a = _mm256_unpacklo_epi32(p[0], p[1]), b = _mm256_unpackhi_epi32(p[0], p[1]);
            __m256i c = _mm256_unpacklo_epi32(p[2], p[3]), d = _mm256_unpackhi_epi32(p[2], p[3]);
            y[k] = _mm256_shuffle_epi8(_mm256_unpacklo_epi64(a, c), swap);
            y[k + 1] = _mm256_shuffle_epi8(_mm256_unpackhi_epi64(a, c), swap);
            y[k + 2] = _mm256_shuffle_epi8(_mm256_unpacklo_epi64(b, d), swap);
            y[k + 3] = _mm256_shuffle_epi8(_mm256_unpackhi_epi64(b, d), swap);
        }
        uint8_t *p = out + at + 4 * (size_t)i;
        for (int k = 0; k < 4; k++) { /* lanes k and k + 4 */
            _mm256_storeu_si256((__m256i *)(void *)(p + (size_t)k * stride),
                                _mm256_permute2x128_si256(y[k], y[k + 4], 0x20));
            _mm256_storeu_si256((__m256i *)(void *)(p + (size_t)(k + 4) * stride),
                                _mm256_permute2x128_si256(y[k], y[k + 4], 0x31));
        }
    }
}
