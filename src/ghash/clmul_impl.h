/* GHASH by carry-less multiplication, over vectors of GH_LANES blocks.
 *
 * Define GH_WIDTH (128, 256 or 512) before including; the including file has raised its
 * target (pclmul and ssse3; with vpclmulqdq avx2 or avx512f, avx512bw). The rows of this room
 * and fused GCM kernels include it. doc/ghash.md has the mathematics.
 *
 * Numbers are byte strings reversed, so that bit 127 - k of a register is the coefficient
 * of x^k. The product of two such numbers falls one bit short; powers of H are therefore
 * divided by x first (gh_over_x), and the 256-bit product is then exactly aligned. */
#ifndef GMI_GHASH_CLMUL_IMPL_H
#define GMI_GHASH_CLMUL_IMPL_H

#include "base/target.h"
#include "base/x86.h"
#include "ghash/ghash_impl.h"

#if GH_WIDTH == 512
typedef __m512i gh_v;
#define GH_LANES 4
#define GH_GROUP 16
#define GH_XOR(a, b) _mm512_xor_si512(a, b)
#define GH_XOR3(a, b, c) GMI_TERNLOG512(a, b, c, 0x96)
#define GH_AND(a, b) _mm512_and_si512(a, b)
#define GH_CLMUL(a, b, which) _mm512_clmulepi64_epi128(a, b, which)
#define GH_SWAP_HALVES(a) _mm512_shuffle_epi32(a, 0x4e)
#define GH_SIGNS(a) _mm512_srai_epi32(_mm512_shuffle_epi32(a, 0xff), 31)
#define GH_DOUBLE(a) _mm512_add_epi64(a, a)
#define GH_TOP_BITS_UP(a) _mm512_bslli_epi128(_mm512_srli_epi64(a, 63), 8)
#define GH_REVERSE_BYTES(a, mask) _mm512_shuffle_epi8(a, mask)
#define GH_REVERSE_LANES(a) _mm512_shuffle_i64x2(a, a, 0x1b)
#define GH_LOAD(p) _mm512_loadu_si512(p)
#define GH_ALL_LANES(x) _mm512_broadcast_i32x4(x)
#define GH_ONE_LANE(x) _mm512_zextsi128_si512(x)
#define GH_LOAD_FIRST(p, n) _mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * (n)) - 1), p)
#elif GH_WIDTH == 256
typedef __m256i gh_v;
#define GH_LANES 2
#define GH_GROUP 16
#define GH_XOR(a, b) _mm256_xor_si256(a, b)
#define GH_XOR3(a, b, c) _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define GH_AND(a, b) _mm256_and_si256(a, b)
#define GH_CLMUL(a, b, which) _mm256_clmulepi64_epi128(a, b, which)
#define GH_SWAP_HALVES(a) _mm256_shuffle_epi32(a, 0x4e)
#define GH_SIGNS(a) _mm256_srai_epi32(_mm256_shuffle_epi32(a, 0xff), 31)
#define GH_DOUBLE(a) _mm256_add_epi64(a, a)
#define GH_TOP_BITS_UP(a) _mm256_slli_si256(_mm256_srli_epi64(a, 63), 8)
#define GH_REVERSE_BYTES(a, mask) _mm256_shuffle_epi8(a, mask)
#define GH_REVERSE_LANES(a) _mm256_permute2x128_si256(a, a, 1)
#define GH_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define GH_ALL_LANES(x) _mm256_broadcastsi128_si256(x)
#define GH_ONE_LANE(x) _mm256_zextsi128_si256(x)
#define GH_LOAD_FIRST(p, n) GH_ONE_LANE(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#else
typedef __m128i gh_v;
#define GH_LANES 1
#define GH_GROUP 8
#define GH_XOR(a, b) _mm_xor_si128(a, b)
#define GH_XOR3(a, b, c) _mm_xor_si128(_mm_xor_si128(a, b), c)
#define GH_AND(a, b) _mm_and_si128(a, b)
#define GH_CLMUL(a, b, which) _mm_clmulepi64_si128(a, b, which)
#define GH_SWAP_HALVES(a) _mm_shuffle_epi32(a, 0x4e)
#define GH_SIGNS(a) _mm_srai_epi32(_mm_shuffle_epi32(a, 0xff), 31)
#define GH_DOUBLE(a) _mm_add_epi64(a, a)
#define GH_TOP_BITS_UP(a) _mm_slli_si128(_mm_srli_epi64(a, 63), 8)
#define GH_REVERSE_BYTES(a, mask) _mm_shuffle_epi8(a, mask)
#define GH_REVERSE_LANES(a) (a)
#define GH_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define GH_ALL_LANES(x) (x)
#define GH_ONE_LANE(x) (x)
#endif

/* Sums of products not yet reduced: lo + mid * 2^64 + hi * 2^128, in each lane. */
struct gh_sum {
    gh_v lo, mid, hi;
};

GMI_INLINE gh_v gh_byte_order(void)
{
    return GH_ALL_LANES(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

/* GH_LANES blocks in memory as numbers. */
GMI_INLINE gh_v gh_load(const uint8_t *p)
{
    return GH_REVERSE_BYTES(GH_LOAD(p), gh_byte_order());
}

GMI_INLINE __m128i gh_load1(const uint8_t *p)
{
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)p),
                            _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

GMI_INLINE void gh_store1(uint8_t *p, __m128i x)
{
    x = _mm_shuffle_epi8(x, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    _mm_storeu_si128((__m128i *)(void *)p, x);
}

/* h / x in each lane: a shift to the left; a bit that leaves is 1/x = x^127 + x^6 + x + 1. */
GMI_INLINE gh_v gh_over_x(gh_v h)
{
    gh_v inverse = GH_ALL_LANES(_mm_set_epi64x((long long)0xc200000000000000, 1));
    return GH_XOR3(GH_DOUBLE(h), GH_TOP_BITS_UP(h), GH_AND(GH_SIGNS(h), inverse));
}

/* The powers H^n, H^(n-1), … for the GH_LANES blocks that are n-th from last and after, over x. */
GMI_INLINE gh_v gh_powers(const uint8_t (*table)[16], size_t n)
{
    return gh_over_x(GH_REVERSE_LANES(gh_load(table[n - GH_LANES])));
}

/* s = a * h, or s += a * h. */
GMI_INLINE void gh_mul(struct gh_sum *s, gh_v a, gh_v h)
{
    s->lo = GH_CLMUL(a, h, 0x00);
    s->hi = GH_CLMUL(a, h, 0x11);
    s->mid = GH_XOR(GH_CLMUL(a, h, 0x01), GH_CLMUL(a, h, 0x10));
}

GMI_INLINE void gh_mul_add(struct gh_sum *s, gh_v a, gh_v h)
{
    s->lo = GH_XOR(s->lo, GH_CLMUL(a, h, 0x00));
    s->hi = GH_XOR(s->hi, GH_CLMUL(a, h, 0x11));
    s->mid = GH_XOR3(s->mid, GH_CLMUL(a, h, 0x01), GH_CLMUL(a, h, 0x10));
}

/* The sum modulo x^128 + x^7 + x^2 + x + 1, lane by lane. */
GMI_INLINE gh_v gh_reduce_lanes(const struct gh_sum *s)
{
    gh_v poly = GH_ALL_LANES(_mm_set_epi64x(0, (long long)0xc200000000000000));
    gh_v t = GH_XOR3(GH_SWAP_HALVES(s->lo), s->mid, GH_CLMUL(s->lo, poly, 0x00));
    return GH_XOR3(GH_SWAP_HALVES(t), s->hi, GH_CLMUL(t, poly, 0x00));
}

/* The sum over all lanes, reduced. */
GMI_INLINE __m128i gh_reduce(const struct gh_sum *s)
{
    gh_v r = gh_reduce_lanes(s);
#if GH_WIDTH == 512
    __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(r), _mm512_extracti64x4_epi64(r, 1));
    return _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
#elif GH_WIDTH == 256
    return _mm_xor_si128(_mm256_castsi256_si128(r), _mm256_extracti128_si256(r, 1));
#else
    return r;
#endif
}

#if GH_LANES > 1
/* The same for up to three blocks, one by one in 128-bit registers: less latency. */
GMI_INLINE __m128i gh_few(__m128i acc, const uint8_t (*table)[16], const uint8_t *in, size_t nblocks)
{
    const __m128i inverse = _mm_set_epi64x((long long)0xc200000000000000, 1);
    const __m128i poly = _mm_set_epi64x(0, (long long)0xc200000000000000);
    __m128i lo = _mm_setzero_si128(), mid = lo, hi = lo;
    for (; nblocks > 0; nblocks--, in += 16) {
        __m128i h = gh_load1(table[nblocks - 1]), a = _mm_xor_si128(gh_load1(in), acc);
        __m128i sign = _mm_srai_epi32(_mm_shuffle_epi32(h, 0xff), 31);
        __m128i up = _mm_or_si128(_mm_add_epi64(h, h), _mm_slli_si128(_mm_srli_epi64(h, 63), 8));
        h = _mm_xor_si128(up, _mm_and_si128(sign, inverse));
        lo = _mm_xor_si128(lo, _mm_clmulepi64_si128(a, h, 0x00));
        hi = _mm_xor_si128(hi, _mm_clmulepi64_si128(a, h, 0x11));
        mid = _mm_xor_si128(mid, _mm_xor_si128(_mm_clmulepi64_si128(a, h, 0x01), _mm_clmulepi64_si128(a, h, 0x10)));
        acc = _mm_setzero_si128();
    }
    __m128i t = _mm_xor_si128(_mm_shuffle_epi32(lo, 0x4e), _mm_xor_si128(mid, _mm_clmulepi64_si128(lo, poly, 0x00)));
    return _mm_xor_si128(_mm_shuffle_epi32(t, 0x4e), _mm_xor_si128(hi, _mm_clmulepi64_si128(t, poly, 0x00)));
}
#endif

/* ---- the two entries of a row ---- */

GMI_INLINE void gh_row_powers(uint8_t table[GMI_GHASH_POWERS][16], const uint8_t h[16])
{
    /* H^(n+i) = H^n * H^i for n = 1, 2, 4, 8: four steps deep. */
    struct gh_sum s;
    __m128i first = gh_load1(h);
    gh_store1(table[0], first);
    gh_v over = gh_over_x(GH_ALL_LANES(first));
    size_t n = 1;
    for (; n < GH_LANES; n *= 2) {
        over = gh_over_x(GH_ALL_LANES(gh_load1(table[n - 1])));
        for (size_t i = 0; i < n; i++) {
            gh_mul(&s, GH_ONE_LANE(gh_load1(table[i])), over);
            gh_store1(table[n + i], gh_reduce(&s));
        }
    }
    for (; n < GMI_GHASH_POWERS; n *= 2) {
        over = gh_over_x(GH_ALL_LANES(gh_load1(table[n - 1])));
        for (size_t i = 0; i < n; i += GH_LANES) {
            gh_mul(&s, gh_load(table[i]), over);
            gh_v r = GH_REVERSE_BYTES(gh_reduce_lanes(&s), gh_byte_order());
            memcpy(table[n + i], &r, sizeof r);
        }
    }
}

GMI_INLINE void gh_row_update(uint8_t y[16], const uint8_t (*table)[16], const uint8_t *in, size_t nblocks)
{
    struct gh_sum s;
    __m128i acc = gh_load1(y);
    if (nblocks >= GH_GROUP) {
        struct {
            gh_v h[GH_GROUP / GH_LANES];
        } w;
        for (size_t i = 0; i < GH_GROUP / GH_LANES; i++)
            w.h[i] = gh_powers(table, GH_GROUP - i * GH_LANES);
        for (; nblocks >= GH_GROUP; nblocks -= GH_GROUP, in += 16 * GH_GROUP) {
            gh_mul(&s, GH_XOR(gh_load(in), GH_ONE_LANE(acc)), w.h[0]);
            for (size_t i = 1; i < GH_GROUP / GH_LANES; i++)
                gh_mul_add(&s, gh_load(in + 16 * GH_LANES * i), w.h[i]);
            acc = gh_reduce(&s);
        }
        gm_wipe(&w, sizeof w);
    }
#if GH_LANES > 1
    if (nblocks < 4) {
        if (nblocks > 0)
            acc = gh_few(acc, table, in, nblocks);
        nblocks = 0;
    }
#endif
    if (nblocks > 0) {
        s.lo = s.mid = s.hi = GH_ONE_LANE(_mm_setzero_si128());
        gh_v carried = GH_ONE_LANE(acc);
#if GH_LANES > 1
        /* An uneven number begins with a part of a register; the powers of its empty lanes meet zeros. */
        size_t part = nblocks % GH_LANES;
        if (part > 0) {
            gh_v first = GH_REVERSE_BYTES(GH_LOAD_FIRST(in, part), gh_byte_order());
            gh_mul(&s, GH_XOR(first, carried), gh_powers(table, nblocks));
            carried = GH_ONE_LANE(_mm_setzero_si128());
            nblocks -= part;
            in += 16 * part;
        }
#endif
        for (; nblocks >= GH_LANES; nblocks -= GH_LANES, in += 16 * GH_LANES) {
            gh_mul_add(&s, GH_XOR(gh_load(in), carried), gh_powers(table, nblocks));
            carried = GH_ONE_LANE(_mm_setzero_si128());
        }
        acc = gh_reduce(&s);
    }
    gh_store1(y, acc);
}

#endif
