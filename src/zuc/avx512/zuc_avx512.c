/* ZUC with AVX-512, GFNI and VBMI: one stream with S0 as permutations of two registers, 16 streams in dword lanes. */
#include "base/target.h"
#include "zuc/zuc_impl.h"

#if GM_BUILD_X86

#include "base/bytes.h"
#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,pclmul,bmi,bmi2")

#define ZUC_S1_GFNI
#define ZUC_S0_BYTES
#include "zuc/x86/zuc_sbox_tables.inc"

/* R1 above R2 in the low half, as two parts to be added: the bytes from S0, and those from S1 with the next X1 */
typedef struct {
    __m128i s0, s1;
} f_reg;

struct f_tables {
    __m512i s0[4];
    __m128i in, out;
    __m128i turn[4];
    __mmask64 odd, even;
};

GMI_INLINE void f_load_tables(struct f_tables *t)
{
    for (int i = 0; i < 4; i++)
        t->s0[i] = _mm512_loadu_si512(s0_bytes + 64 * i);
    t->in = _mm_set1_epi64x((long long)ZUC_S1_IN);
    t->out = _mm_set1_epi64x((long long)ZUC_S1_OUT);
    t->turn[0] = _mm_set_epi32(0, 0, 2, 8);
    t->turn[1] = _mm_set_epi32(0, 0, 10, 14);
    t->turn[2] = _mm_set_epi32(0, 0, 18, 22);
    t->turn[3] = _mm_set_epi32(0, 0, 24, 30);
    for (int i = 0; i < 4; i++)
        GMI_PIN("v", t->s0[i]);
    GMI_PIN("v", t->in);
    GMI_PIN("v", t->out);
    t->odd = 0xaaaa;
    t->even = 0x5555;
    GMI_PIN("Yk", t->odd);
    GMI_PIN("Yk", t->even);
    for (int i = 0; i < 4; i++)
        GMI_PIN("v", t->turn[i]);
}

#define BATCH 16

struct f_batch {
    uint64_t x1[16], l2[16]; /* X1 above 0; L1 and L2 of what X2 adds */
    uint64_t w[16];          /* W1 above R2 of each step */
    __m512i x0, x1_words, x3;
};

GMI_INLINE f_reg f_enter(uint32_t r1, uint32_t r2)
{
    f_reg q = {_mm_cvtsi64_si128((long long)((uint64_t)r1 << 32 | r2)), _mm_setzero_si128()};
    return q;
}

GMI_INLINE uint64_t f_leave(f_reg q)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm_add_epi32(q.s0, q.s1));
}

GMI_INLINE __m128i xor3(__m128i a, __m128i b, __m128i c)
{
    return GMI_TERNLOG128(a, b, c, 0x96);
}

GMI_INLINE __m512i xor3_wide(__m512i a, __m512i b, __m512i c)
{
    return GMI_TERNLOG512(a, b, c, 0x96);
}

/* Two vectors of words as one of qwords, the first in the upper halves; stored in order. */
GMI_INLINE void store_pairs(uint64_t out[16], __m512i upper, __m512i lower)
{
    const __m512i first = _mm512_setr_epi32(16, 0, 17, 1, 18, 2, 19, 3, 20, 4, 21, 5, 22, 6, 23, 7);
    const __m512i second = _mm512_setr_epi32(24, 8, 25, 9, 26, 10, 27, 11, 28, 12, 29, 13, 30, 14, 31, 15);
    _mm512_storeu_si512(out, _mm512_permutex2var_epi32(upper, first, lower));
    _mm512_storeu_si512(out + 8, _mm512_permutex2var_epi32(upper, second, lower));
}

/* The lower halves of 16 cells above the upper halves of 16 others (bit reorganisation). */
GMI_INLINE __m512i halves(const uint32_t *low, const uint32_t *high)
{
    return _mm512_shldi_epi32(_mm512_loadu_si512(low), _mm512_slli_epi32(_mm512_loadu_si512(high), 1), 16);
}

GMI_INLINE void f_prepare(struct f_batch *b, const uint32_t *s)
{
    const __m512i x2 = halves(s + 7, s + 5), top = _mm512_slli_epi32(_mm512_loadu_si512(s + 15), 1);
    __m512i u = _mm512_srli_epi32(x2, 16), v = _mm512_slli_epi32(x2, 16);
    u = xor3_wide(xor3_wide(u, _mm512_rol_epi32(u, 2), _mm512_rol_epi32(u, 10)), _mm512_rol_epi32(u, 18),
                  _mm512_rol_epi32(u, 24));
    v = xor3_wide(xor3_wide(v, _mm512_rol_epi32(v, 8), _mm512_rol_epi32(v, 14)), _mm512_rol_epi32(v, 22),
                  _mm512_rol_epi32(v, 30));
    b->x1_words = halves(s + 11, s + 9);
    store_pairs(b->x1, b->x1_words, _mm512_setzero_si512());
    store_pairs(b->l2, u, v);
    b->x0 = GMI_TERNLOG512(_mm512_set1_epi32(0xffff), _mm512_loadu_si512(s + 14), top, 0xca);
    b->x3 = halves(s + 2, s);
}

GMI_INLINE void f_finish(const struct f_batch *b, uint8_t *out, const uint8_t *in, size_t n)
{
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i swap = _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    __m512i q0 = _mm512_loadu_si512(b->w), q1 = _mm512_loadu_si512(b->w + 8);
    __m512i r1 = _mm512_sub_epi32(_mm512_permutex2var_epi32(q0, odd, q1), b->x1_words),
            r2 = _mm512_permutex2var_epi32(q0, even, q1);
    __m512i key = _mm512_xor_si512(_mm512_add_epi32(_mm512_xor_si512(b->x0, r1), r2), b->x3);
    __mmask16 mask = (__mmask16)((1u << n) - 1);
    key = _mm512_shuffle_epi8(key, swap);
    if (in != NULL)
        key = _mm512_xor_si512(key, _mm512_maskz_loadu_epi32(mask, in));
    _mm512_mask_storeu_epi32(out, mask, key);
}

/* S0 in the odd bytes of q.s0, S1 in the even ones of q.s1, zeros in the others. */
GMI_INLINE f_reg substitute(const struct f_tables *t, __m128i x)
{
    f_reg q;
#if defined(GM_CTIME_MSAN) /* which does not look into assembly */
    __m512i wide = _mm512_zextsi128_si512(x);
    __m128i low = _mm512_castsi512_si128(_mm512_permutex2var_epi8(t->s0[0], wide, t->s0[1]));
    __m128i high = _mm512_castsi512_si128(_mm512_permutex2var_epi8(t->s0[2], wide, t->s0[3]));
    q.s0 = _mm_maskz_mov_epi8(0xaaaa, GMI_TERNLOG128(_mm_srai_epi16(x, 15), high, low, 0xca));
    q.s1 = _mm_maskz_mov_epi8(0x5555, GMI_GFAFFINEINV128(GMI_GFAFFINE128(x, t->in, 0), t->out, ZUC_S1_C));
#else
    /* In this order, since lookups and affine maps compete and the former are the longer way. Compilers change the
     * order, make an AND of a zeroing mask, or copy x, and lose up to three cycles of 19. */
    __m128i high;
    __asm__("vmovdqa64 %[t0], %g[low]\n\t"
            "vmovdqa64 %[t2], %g[high]\n\t"
            "vpermt2b %[t1], %g[x], %g[low]%{%[odd]%}%{z%}\n\t"
            "vpermt2b %[t3], %g[x], %g[high]%{%[odd]%}%{z%}\n\t"
            "vgf2p8affineqb $0, %[in], %[x], %[s1]\n\t"
            "vpsraw $15, %[x], %[x]\n\t"
            "vgf2p8affineinvqb %[c], %[out], %[s1], %[s1]%{%[even]%}%{z%}\n\t"
            "vpternlogd $0xb8, %[high], %[x], %[low]" /* low = x ? high : low */
            : [low] "=&x"(q.s0), [high] "=&x"(high), [s1] "=&x"(q.s1), [x] "+x"(x)
            : [t0] "v"(t->s0[0]), [t1] "v"(t->s0[1]), [t2] "v"(t->s0[2]), [t3] "v"(t->s0[3]), [in] "v"(t->in),
              [out] "v"(t->out), [odd] "Yk"(t->odd), [even] "Yk"(t->even), [c] "i"(ZUC_S1_C));
#endif
    return q;
}

/* One step. w: W1 above R2; l2: what X2 adds to L. The chain is counted in doc/zuc.md: adding up S0, S1 and X1, instead
 * of S1 into S0 and then X1, takes one operation from it, and so does adding l2 where rotations compete. */
GMI_INLINE f_reg advance(const struct f_tables *t, __m128i w, __m128i l2)
{
    __m128i x = _mm_rol_epi64(w, 16); /* the halves change places */
    __m128i sum = xor3(_mm_rolv_epi32(x, t->turn[0]), _mm_xor_si128(x, l2), _mm_rolv_epi32(x, t->turn[1]));
    return substitute(t, xor3(_mm_rolv_epi32(x, t->turn[2]), sum, _mm_rolv_epi32(x, t->turn[3])));
}

GMI_INLINE f_reg f_step(const struct f_tables *t, struct f_batch *b, int i, f_reg q)
{
    __m128i w = _mm_add_epi32(q.s0, _mm_add_epi32(q.s1, _mm_loadl_epi64((const __m128i *)(const void *)(b->x1 + i))));
    _mm_storel_epi64((__m128i *)(void *)(b->w + i), w);
    return advance(t, w, _mm_loadl_epi64((const __m128i *)(const void *)(b->l2 + i)));
}

GMI_INLINE f_reg f_round(const struct f_tables *t, f_reg q, uint32_t x1, uint32_t x2)
{
    uint64_t u = x2 >> 16, v = x2 << 16;
    u = u ^ rol32((uint32_t)u, 2) ^ rol32((uint32_t)u, 10) ^ rol32((uint32_t)u, 18) ^ rol32((uint32_t)u, 24);
    v = v ^ rol32((uint32_t)v, 8) ^ rol32((uint32_t)v, 14) ^ rol32((uint32_t)v, 22) ^ rol32((uint32_t)v, 30);
    __m128i w = _mm_add_epi32(q.s0, _mm_add_epi32(q.s1, _mm_cvtsi64_si128((long long)((uint64_t)x1 << 32))));
    return advance(t, w, _mm_cvtsi64_si128((long long)(u << 32 | v)));
}

#include "zuc/x86/stream_impl.h"

/* ---- 16 streams ---- */

typedef __m512i vec;
#define LANES 16
#define V_LOAD(p) _mm512_loadu_si512(p)
#define V_STORE(p, x) _mm512_storeu_si512(p, x)
#define V_SET1(word) _mm512_set1_epi32((int)(word))
#define V_ADD _mm512_add_epi32
#define V_SUB _mm512_sub_epi32
#define V_AND _mm512_and_si512
#define V_XOR _mm512_xor_si512
#define V_XOR3 xor3_wide
#define V_MIN _mm512_min_epu32
#define V_SRL(x, n) _mm512_srli_epi32(x, n)
#define V_ROL(x, n) _mm512_rol_epi32(x, n)
#define V_SELECT(mask, x, y) GMI_TERNLOG512(mask, x, y, 0xca)
#define V_JOIN(x, y, n) _mm512_shldi_epi32(x, y, n)

struct s_tables {
    __m512i s0[4], in, out, top;
};

GMI_INLINE void s_load_tables(struct s_tables *t)
{
    for (int i = 0; i < 4; i++)
        t->s0[i] = _mm512_loadu_si512(s0_bytes + 64 * i);
    t->in = _mm512_set1_epi64((long long)ZUC_S1_IN);
    t->out = _mm512_set1_epi64((long long)ZUC_S1_OUT);
    t->top = _mm512_set1_epi64((long long)0x8080808080808080); /* all bits of the result are bit 7 */
}

/* The bytes of both words are sorted by box, each box is applied once, and they go back. */
GMI_INLINE void substitute_many(const struct s_tables *t, vec *a, vec *b)
{
    const __m512i high_bytes = _mm512_set1_epi16((short)0xff00);
    __m512i x0 = V_SELECT(high_bytes, *a, _mm512_srli_epi16(*b, 8));
    __m512i x1 = V_SELECT(high_bytes, _mm512_slli_epi16(*a, 8), *b);
    __m512i low = _mm512_permutex2var_epi8(t->s0[0], x0, t->s0[1]);
    __m512i high = _mm512_permutex2var_epi8(t->s0[2], x0, t->s0[3]);
    x0 = V_SELECT(GMI_GFAFFINE512(x0, t->top, 0), high, low);
    x1 = GMI_GFAFFINEINV512(GMI_GFAFFINE512(x1, t->in, 0), t->out, ZUC_S1_C);
    *a = V_SELECT(high_bytes, x0, _mm512_srli_epi16(x1, 8));
    *b = V_SELECT(high_bytes, _mm512_slli_epi16(x0, 8), x1);
}
#define V_SUBSTITUTE(t, x, y) substitute_many(t, &(x), &(y))

GMI_INLINE void store_words(uint8_t *out, size_t stride, size_t at, vec x[16])
{
    const __m512i swap = _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    __m512i y[16];
    for (int i = 0; i < 16; i += 4) { /* 4 by 4 words within the quarters */
        __m512i a = _mm512_unpacklo_epi32(x[i], x[i + 1]), b = _mm512_unpackhi_epi32(x[i], x[i + 1]);
        __m512i c = _mm512_unpacklo_epi32(x[i + 2], x[i + 3]), d = _mm512_unpackhi_epi32(x[i + 2], x[i + 3]);
        y[i] = _mm512_unpacklo_epi64(a, c);
        y[i + 1] = _mm512_unpackhi_epi64(a, c);
        y[i + 2] = _mm512_unpacklo_epi64(b, d);
        y[i + 3] = _mm512_unpackhi_epi64(b, d);
    }
    for (int i = 0; i < 4; i++) { /* 4 by 4 quarters: lanes i, i + 4, i + 8, i + 12 */
        __m512i a = _mm512_shuffle_i32x4(y[i], y[i + 4], 0x44), b = _mm512_shuffle_i32x4(y[i], y[i + 4], 0xee);
        __m512i c = _mm512_shuffle_i32x4(y[i + 8], y[i + 12], 0x44),
                d = _mm512_shuffle_i32x4(y[i + 8], y[i + 12], 0xee);
        uint8_t *p = out + (size_t)i * stride + at;
        _mm512_storeu_si512(p, _mm512_shuffle_epi8(_mm512_shuffle_i32x4(a, c, 0x88), swap));
        _mm512_storeu_si512(p + 4 * stride, _mm512_shuffle_epi8(_mm512_shuffle_i32x4(a, c, 0xdd), swap));
        _mm512_storeu_si512(p + 8 * stride, _mm512_shuffle_epi8(_mm512_shuffle_i32x4(b, d, 0x88), swap));
        _mm512_storeu_si512(p + 12 * stride, _mm512_shuffle_epi8(_mm512_shuffle_i32x4(b, d, 0xdd), swap));
    }
}

#include "zuc/x86/lanes_impl.h"

/* ---- MAC ---- */

#define MAC_WIDTH 512
#define MAC_GFNI
#include "zuc/x86/mac_impl.h"

GMI_TARGET_POP

const struct zuc_impl gmi_zuc_avx512 = {
    .name = "avx512",
    .needs = GMI_CPU(AVX512) | GMI_CPU(VBMI) | GMI_CPU(VBMI2) | GMI_CPU(GFNI) | GMI_CPU(VPCLMUL) | GMI_CPU(PCLMUL),
    .init = init,
    .crypt = crypt,
    .lanes = LANES,
    .steps_many = steps_many,
    .mac = mac,
};

#endif
