/* F of ZUC in 128-bit registers without AVX-512, for stream_impl.h: R1 in dword 2, R2 in dword 0.
 *
 * U and V (GM/T 0001.1-2012, 6.4) are doubled into qwords, of which a shift to the right is a rotation in the lower
 * half. S0 is a Feistel network on nibbles. Before it is included, the row defines
 *   ZUC_S1_AES       S1 by maps of nibbles around AESENCLAST, or
 *   ZUC_S1_GFNI      S1 by affine maps in the field of AES;
 *   NARROW_AVX2      shifts by different counts are at hand. */
#define ZUC_S0_NIBBLES
#include "zuc/x86/zuc_sbox_tables.inc"

#include <string.h>

#include "base/bytes.h"

#define BATCH 16

typedef __m128i f_reg;

struct f_tables {
    __m128i twice, nibble, p1, p2, t2;
#if defined(ZUC_S1_GFNI)
    __m128i in, out;
#else
    __m128i rows, in_low, in_high, out_low, out_high;
#endif
};

struct f_batch {
    __m128i x1[16], l2[16]; /* X1 in dword 2; what X2 adds to L in dwords 2 and 0 */
    __m128i w[16];          /* W1 and R2 of each step */
    __m128i x0[4], x1_words[4], x3[4];
};

GMI_INLINE __m128i load128(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

GMI_INLINE void f_load_tables(struct f_tables *t)
{
    /* dwords 2 and 0 are W1 and W2: V twice, then U twice */
    t->twice = _mm_setr_epi8(10, 11, 0, 1, 10, 11, 0, 1, 2, 3, 8, 9, 2, 3, 8, 9);
    t->nibble = _mm_set1_epi8(15);
    t->p1 = load128(s0_p1);
    t->p2 = load128(s0_p2);
    t->t2 = load128(s0_t2);
#if defined(ZUC_S1_GFNI)
    t->in = _mm_set1_epi64x((long long)ZUC_S1_IN);
    t->out = _mm_set1_epi64x((long long)ZUC_S1_OUT);
#else
    t->rows = _mm_setr_epi8(0, 1, 10, 3, 4, 5, 6, 7, 8, 9, 2, 11, 12, 13, 14, 15); /* undoes ShiftRows in even bytes */
    t->in_low = load128(s1_in_low);
    t->in_high = load128(s1_in_high);
    t->out_low = load128(s1_out_low);
    t->out_high = load128(s1_out_high);
#endif
}

GMI_INLINE f_reg f_enter(uint32_t r1, uint32_t r2)
{
    return _mm_set_epi32(0, (int)r1, 0, (int)r2);
}

GMI_INLINE uint64_t f_leave(f_reg q)
{
    q = _mm_shuffle_epi32(q, 0x08); /* R2, then R1 */
    return (uint64_t)_mm_cvtsi128_si64(q);
}

GMI_INLINE __m128i rotate(__m128i x, const int n)
{
    return _mm_or_si128(_mm_slli_epi32(x, n), _mm_srli_epi32(x, 32 - n));
}

GMI_INLINE __m128i xor_4(__m128i a, __m128i b, __m128i c, __m128i d)
{
    return _mm_xor_si128(_mm_xor_si128(a, b), _mm_xor_si128(c, d));
}

/* The lower halves of four cells above the upper halves of four others (bit reorganisation). */
GMI_INLINE __m128i halves(const uint32_t *low, const uint32_t *high)
{
    return _mm_or_si128(_mm_slli_epi32(load128(low), 16), _mm_srli_epi32(load128(high), 15));
}

GMI_INLINE void f_prepare(struct f_batch *b, const uint32_t *s)
{
    const __m128i zero = _mm_setzero_si128();
    for (int i = 0; i < 4; i++, s += 4) {
        __m128i top = _mm_and_si128(load128(s + 15), _mm_set1_epi32(0x7fff8000));
        __m128i x1 = halves(s + 11, s + 9), x2 = halves(s + 7, s + 5);
        __m128i u = _mm_srli_epi32(x2, 16), v = _mm_slli_epi32(x2, 16);
        u = _mm_xor_si128(u, xor_4(rotate(u, 2), rotate(u, 10), rotate(u, 18), rotate(u, 24)));
        v = _mm_xor_si128(v, xor_4(rotate(v, 8), rotate(v, 14), rotate(v, 22), rotate(v, 30)));
        b->x0[i] = _mm_or_si128(_mm_add_epi32(top, top), _mm_and_si128(load128(s + 14), _mm_set1_epi32(0xffff)));
        b->x1_words[i] = x1;
        b->x3[i] = halves(s + 2, s);
        /* A word to dword 2, by way of the upper qword's lower half. */
        __m128i x1_low = _mm_unpacklo_epi32(x1, zero), x1_high = _mm_unpackhi_epi32(x1, zero);
        b->x1[4 * i] = _mm_unpacklo_epi64(zero, x1_low);
        b->x1[4 * i + 1] = _mm_unpackhi_epi64(zero, x1_low);
        b->x1[4 * i + 2] = _mm_unpacklo_epi64(zero, x1_high);
        b->x1[4 * i + 3] = _mm_unpackhi_epi64(zero, x1_high);
        __m128i low = _mm_unpacklo_epi32(v, u), high = _mm_unpackhi_epi32(v, u); /* the odd dwords mean nothing */
        b->l2[4 * i] = _mm_shuffle_epi32(low, 0x10);
        b->l2[4 * i + 1] = _mm_shuffle_epi32(low, 0x32);
        b->l2[4 * i + 2] = _mm_shuffle_epi32(high, 0x10);
        b->l2[4 * i + 3] = _mm_shuffle_epi32(high, 0x32);
    }
}

/* Dwords 0 and 2 of two registers. */
GMI_INLINE __m128i evens(__m128i a, __m128i b)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88));
}

GMI_INLINE __m128i odds(__m128i a, __m128i b)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0xdd));
}

GMI_INLINE void f_finish(const struct f_batch *b, uint8_t *out, const uint8_t *in, size_t n)
{
    struct {
        uint8_t key[64];
    } w;
    for (int i = 0; i < 4; i++) {
        __m128i low = evens(b->w[4 * i], b->w[4 * i + 1]), high = evens(b->w[4 * i + 2], b->w[4 * i + 3]);
        __m128i r1 = _mm_sub_epi32(odds(low, high), b->x1_words[i]), r2 = evens(low, high);
        __m128i key = _mm_xor_si128(_mm_add_epi32(_mm_xor_si128(b->x0[i], r1), r2), b->x3[i]);
        key = _mm_shuffle_epi8(key, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
        if (n < BATCH) {
            _mm_storeu_si128((__m128i *)(void *)(w.key + 16 * i), key);
            continue;
        }
        if (in != NULL)
            key = _mm_xor_si128(key, load128(in + 16 * i));
        _mm_storeu_si128((__m128i *)(void *)(out + 16 * i), key);
    }
    if (n < BATCH) {
        for (size_t i = 0; i < 4 * n; i++)
            out[i] = (uint8_t)(w.key[i] ^ (in == NULL ? 0 : in[i]));
        gm_wipe(&w, sizeof w);
    }
}

/* S0 in the odd bytes, S1 in the even ones. */
GMI_INLINE __m128i substitute(const struct f_tables *t, __m128i x)
{
    __m128i l = _mm_and_si128(x, t->nibble), h = _mm_and_si128(_mm_srli_epi16(x, 4), t->nibble);
    __m128i a = _mm_xor_si128(h, _mm_shuffle_epi8(t->p1, l));
    __m128i b = _mm_xor_si128(l, _mm_shuffle_epi8(t->p2, a));
    __m128i y0 = _mm_xor_si128(_mm_shuffle_epi8(t->t2, b), _mm_add_epi8(a, a));
#if defined(ZUC_S1_GFNI)
    __m128i y1 = GMI_GFAFFINEINV128(GMI_GFAFFINE128(x, t->in, 0), t->out, ZUC_S1_C);
#else
    __m128i y1 = _mm_xor_si128(_mm_shuffle_epi8(t->in_low, l), _mm_shuffle_epi8(t->in_high, h));
    y1 = _mm_aesenclast_si128(_mm_shuffle_epi8(y1, t->rows), _mm_setzero_si128());
    l = _mm_and_si128(y1, t->nibble);
    h = _mm_and_si128(_mm_srli_epi16(y1, 4), t->nibble);
    y1 = _mm_xor_si128(_mm_shuffle_epi8(t->out_low, l), _mm_shuffle_epi8(t->out_high, h));
#endif
    return _mm_blendv_epi8(y1, y0, _mm_set1_epi16((short)0xff00));
}

GMI_INLINE f_reg advance(const struct f_tables *t, __m128i w, __m128i l2)
{
    __m128i x = _mm_shuffle_epi8(w, t->twice), sum;
#if defined(NARROW_AVX2)
    sum = xor_4(_mm_srlv_epi64(x, _mm_set_epi64x(30, 24)), _mm_srlv_epi64(x, _mm_set_epi64x(22, 18)),
                _mm_srlv_epi64(x, _mm_set_epi64x(14, 10)), _mm_srlv_epi64(x, _mm_set_epi64x(8, 2)));
#else
    __m128i u = xor_4(_mm_srli_epi64(x, 30), _mm_srli_epi64(x, 22), _mm_srli_epi64(x, 14), _mm_srli_epi64(x, 8));
    __m128i v = xor_4(_mm_srli_epi64(x, 24), _mm_srli_epi64(x, 18), _mm_srli_epi64(x, 10), _mm_srli_epi64(x, 2));
    sum = _mm_unpacklo_epi64(v, _mm_unpackhi_epi64(u, u));
#endif
    return substitute(t, _mm_xor_si128(_mm_xor_si128(x, l2), sum));
}

GMI_INLINE f_reg f_step(const struct f_tables *t, struct f_batch *b, int i, f_reg q)
{
    b->w[i] = _mm_add_epi32(q, b->x1[i]);
    return advance(t, b->w[i], b->l2[i]);
}

GMI_INLINE f_reg f_round(const struct f_tables *t, f_reg q, uint32_t x1, uint32_t x2)
{
    uint32_t u = x2 >> 16, v = x2 << 16;
    u = u ^ rol32(u, 2) ^ rol32(u, 10) ^ rol32(u, 18) ^ rol32(u, 24);
    v = v ^ rol32(v, 8) ^ rol32(v, 14) ^ rol32(v, 22) ^ rol32(v, 30);
    return advance(t, _mm_add_epi32(q, _mm_set_epi32(0, (int)x1, 0, 0)), _mm_set_epi32(0, (int)u, 0, (int)v));
}
