/* SM4 around AESENCLAST, for processors without GFNI. doc/sm4_bitslice.md, gen/sm4_aesni.py.
 *
 * Define AES_WIDTH (128 or 256) and, for 256, AES_VAES (0: two halves through AES-NI, 1: VAES)
 * before including; the including file has raised its target. A register holds one word of 4 or 8
 * blocks, bytes in memory order, every byte multiplied by M: AESENCLAST follows the round's
 * XOR at once, then two nibble tables give p and q, and the four byte positions of L and
 * the inverse of ShiftRows are one shuffle each:
 * out_i = p_i + q_(i+1) + q_(i+2) + (p + q)_(i+3). */
#ifndef GMI_SM4_AESNI_IMPL_H
#define GMI_SM4_AESNI_IMPL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/target.h"
#include "base/x86.h"

#include "sm4/aesni/sm4_aesni_tables.inc"

/* Byte r of column c comes from byte (r + k) % 4 before rotation, which ShiftRows left in column c - (r + k) % 4. */
#define AES_AT(r, c, k) ((4 * ((4 + (c) - ((r) + (k)) % 4) % 4)) + ((r) + (k)) % 4)
#define AES_COLUMN(c, k) AES_AT(0, c, k), AES_AT(1, c, k), AES_AT(2, c, k), AES_AT(3, c, k)
#define AES_PLACES(k) _mm_setr_epi8(AES_COLUMN(0, k), AES_COLUMN(1, k), AES_COLUMN(2, k), AES_COLUMN(3, k))

#if AES_WIDTH == 256
typedef __m256i aes_v;
#define V_XOR(a, b) _mm256_xor_si256(a, b)
#define V_AND(a, b) _mm256_and_si256(a, b)
#define V_SHR4(a) _mm256_srli_epi16(a, 4)
#define V_ADD32(a, b) _mm256_add_epi32(a, b)
#define V_ADD64(a, b) _mm256_add_epi64(a, b)
#define V_SUB64(a, b) _mm256_sub_epi64(a, b)
#define V_GREATER64(a, b) _mm256_cmpgt_epi64(a, b)
#define V_UP64(a) _mm256_slli_si256(a, 8)
#define V_PAIR(n) _mm256_setr_epi64x(2 * (n), 0, 2 * (n) + 1, 0)
#define V_SHUFFLE(table, index) _mm256_shuffle_epi8(table, index)
#define V_ALL(x) _mm256_broadcastsi128_si256(x)
#define V_WORD(x) _mm256_set1_epi32((int)(x))
#define V_LOW32(a, b) _mm256_unpacklo_epi32(a, b)
#define V_HIGH32(a, b) _mm256_unpackhi_epi32(a, b)
#define V_LOW64(a, b) _mm256_unpacklo_epi64(a, b)
#define V_HIGH64(a, b) _mm256_unpackhi_epi64(a, b)
#define V_AES_LOW(x) _mm256_castsi128_si256(_mm_aesenclast_si128(_mm256_castsi256_si128(x), _mm_setzero_si128()))
#define V_FROM128(x) _mm256_castsi128_si256(x)
#define V_TO128(x) _mm256_castsi256_si128(x)
#if AES_VAES
#define V_AES(x) _mm256_aesenclast_epi128(x, _mm256_setzero_si256())
#else
#define V_AES(x)                                                                                      \
    _mm256_inserti128_si256(                                                                          \
        _mm256_castsi128_si256(_mm_aesenclast_si128(_mm256_castsi256_si128(x), _mm_setzero_si128())), \
        _mm_aesenclast_si128(_mm256_extracti128_si256(x, 1), _mm_setzero_si128()), 1)
#endif
#else
typedef __m128i aes_v;
#define V_XOR(a, b) _mm_xor_si128(a, b)
#define V_AND(a, b) _mm_and_si128(a, b)
#define V_SHR4(a) _mm_srli_epi16(a, 4)
#define V_ADD32(a, b) _mm_add_epi32(a, b)
#define V_ADD64(a, b) _mm_add_epi64(a, b)
#define V_SUB64(a, b) _mm_sub_epi64(a, b)
#define V_GREATER64(a, b) _mm_cmpgt_epi64(a, b)
#define V_UP64(a) _mm_slli_si128(a, 8)
#define V_PAIR(n) _mm_set_epi64x(0, n)
#define V_SHUFFLE(table, index) _mm_shuffle_epi8(table, index)
#define V_ALL(x) (x)
#define V_WORD(x) _mm_set1_epi32((int)(x))
#define V_LOW32(a, b) _mm_unpacklo_epi32(a, b)
#define V_HIGH32(a, b) _mm_unpackhi_epi32(a, b)
#define V_LOW64(a, b) _mm_unpacklo_epi64(a, b)
#define V_HIGH64(a, b) _mm_unpackhi_epi64(a, b)
#define V_AES(x) _mm_aesenclast_si128(x, _mm_setzero_si128())
#define V_AES_LOW(x) V_AES(x)
#define V_FROM128(x) (x)
#define V_TO128(x) (x)
#endif

#define AES_BLOCKS (AES_WIDTH / 32) /* of one group: four registers */

GMI_INLINE __m128i load128(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

GMI_INLINE void store128(void *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)p, x);
}

/* A linear map of every byte. */
GMI_INLINE aes_v map(aes_v x, const uint8_t table[2][16])
{
    const aes_v nibble = V_ALL(_mm_set1_epi8(0x0f));
    aes_v low = V_SHUFFLE(V_ALL(load128(table[0])), V_AND(x, nibble));
    aes_v high = V_SHUFFLE(V_ALL(load128(table[1])), V_AND(V_SHR4(x), nibble));
    return V_XOR(low, high);
}

GMI_INLINE __m128i map128(__m128i x, const uint8_t table[2][16])
{
    const __m128i nibble = _mm_set1_epi8(0x0f);
    __m128i low = _mm_shuffle_epi8(load128(table[0]), _mm_and_si128(x, nibble));
    __m128i high = _mm_shuffle_epi8(load128(table[1]), _mm_and_si128(_mm_srli_epi16(x, 4), nibble));
    return _mm_xor_si128(low, high);
}

/* Round keys: the bytes in memory order, times M, with the constants of S. */
struct aes_keys {
    uint32_t k[32];
};

static void aes_prepare(struct aes_keys *keys, const uint32_t rk[32])
{
    const __m128i swap = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    const __m128i constant = _mm_set1_epi8((char)KEY_CONSTANT), odd = _mm_set1_epi8((char)KEY_ODD);
    /* ((i + 1) / 4 + (i + 2) / 4 + (i + 3) / 4) % 2 for i = 4 n + 0..3 is n % 2 + 0, 1, 0, 1. */
    __m128i add = _mm_xor_si128(constant, _mm_and_si128(odd, _mm_setr_epi32(0, -1, 0, -1)));
    for (int n = 0; n < 8; n++) {
        __m128i x = _mm_shuffle_epi8(load128(rk + 4 * n), swap);
        store128(keys->k + 4 * n, _mm_xor_si128(map128(x, map_in), add));
        add = _mm_xor_si128(add, odd);
    }
}

/* x0 += L(S(x1 + x2 + x3 + k)); x3 is the newest and enters last. */
#define AES_ROUND(aes, x0, x1, x2, x3, key)                                             \
    do {                                                                                \
        aes_v t_ = aes(V_XOR(x3, V_XOR(V_XOR(x1, x2), key)));                           \
        aes_v low_ = V_AND(t_, nibble), high_ = V_AND(V_SHR4(t_), nibble);              \
        aes_v p_ = V_XOR(V_SHUFFLE(p_low, low_), V_SHUFFLE(p_high, high_));             \
        aes_v q_ = V_XOR(V_SHUFFLE(q_low, low_), V_SHUFFLE(q_high, high_));             \
        x0 = V_XOR(V_XOR(x0, V_SHUFFLE(p_, place0)), V_SHUFFLE(q_, place1));            \
        x0 = V_XOR(V_XOR(x0, V_SHUFFLE(q_, place2)), V_SHUFFLE(V_XOR(p_, q_), place3)); \
    } while (0)

/* The same round of each group; written out, so that every compiler keeps the state in registers. */
#define AES_EACH(a, b, c, d, key)                                         \
    do {                                                                  \
        const aes_v k_ = V_WORD(key);                                     \
        if (groups == 0)                                                  \
            AES_ROUND(V_AES_LOW, x[0][a], x[0][b], x[0][c], x[0][d], k_); \
        else                                                              \
            AES_ROUND(V_AES, x[0][a], x[0][b], x[0][c], x[0][d], k_);     \
        if (groups > 1)                                                   \
            AES_ROUND(V_AES, x[1][a], x[1][b], x[1][c], x[1][d], k_);     \
        if (groups > 2) {                                                 \
            AES_ROUND(V_AES, x[2][a], x[2][b], x[2][c], x[2][d], k_);     \
            AES_ROUND(V_AES, x[3][a], x[3][b], x[3][c], x[3][d], k_);     \
        }                                                                 \
    } while (0)

/* Rows to columns of 4x4 dwords, in each 128-bit lane. */
GMI_INLINE void aes_transpose(aes_v x[4])
{
    aes_v a = V_LOW32(x[0], x[1]), b = V_HIGH32(x[0], x[1]), c = V_LOW32(x[2], x[3]), d = V_HIGH32(x[2], x[3]);
    x[0] = V_LOW64(a, c);
    x[1] = V_HIGH64(a, c);
    x[2] = V_LOW64(b, d);
    x[3] = V_HIGH64(b, d);
}

GMI_INLINE aes_v aes_load(const uint8_t *p)
{
    aes_v x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* What is added to the output may be NULL. */
GMI_INLINE void aes_store(uint8_t *p, aes_v x, const uint8_t *added)
{
    x = map(x, map_out);
    if (added)
        x = V_XOR(x, aes_load(added));
    memcpy(p, &x, sizeof x);
}

/* Four registers of whole blocks to the four words of the state. */
GMI_INLINE void aes_enter(aes_v x[4])
{
    x[0] = map(x[0], map_in);
    x[1] = map(x[1], map_in);
    x[2] = map(x[2], map_in);
    x[3] = map(x[3], map_in);
    aes_transpose(x);
}

GMI_INLINE void aes_load4(aes_v x[4], const uint8_t *in)
{
    x[0] = aes_load(in);
    x[1] = aes_load(in + sizeof(aes_v));
    x[2] = aes_load(in + 2 * sizeof(aes_v));
    x[3] = aes_load(in + 3 * sizeof(aes_v));
    aes_enter(x);
}

GMI_INLINE void aes_store4(uint8_t *out, const aes_v x[4], const uint8_t *added)
{
    aes_v y[4] = {x[3], x[2], x[1], x[0]};
    aes_transpose(y);
    aes_store(out, y[0], added);
    aes_store(out + sizeof(aes_v), y[1], added ? added + sizeof(aes_v) : NULL);
    aes_store(out + 2 * sizeof(aes_v), y[2], added ? added + 2 * sizeof(aes_v) : NULL);
    aes_store(out + 3 * sizeof(aes_v), y[3], added ? added + 3 * sizeof(aes_v) : NULL);
}

/* 32 rounds of groups (0, 1, 2 or 4, a constant where this is inlined); 0: only the low 128 bits
 * of one, which spares AES-NI the way of the high half out of its register and back. */
GMI_INLINE void aes_rounds(const struct aes_keys *keys, aes_v x[4][4], size_t groups)
{
    const aes_v nibble = V_ALL(_mm_set1_epi8(0x0f));
    const aes_v p_low = V_ALL(load128(map_p[0])), p_high = V_ALL(load128(map_p[1]));
    const aes_v q_low = V_ALL(load128(map_q[0])), q_high = V_ALL(load128(map_q[1]));
    const aes_v place0 = V_ALL(AES_PLACES(0)), place1 = V_ALL(AES_PLACES(1));
    const aes_v place2 = V_ALL(AES_PLACES(2)), place3 = V_ALL(AES_PLACES(3));
    for (size_t i = 0; i < 32; i += 4) {
        AES_EACH(0, 1, 2, 3, keys->k[i]);
        AES_EACH(1, 2, 3, 0, keys->k[i + 1]);
        AES_EACH(2, 3, 0, 1, keys->k[i + 2]);
        AES_EACH(3, 0, 1, 2, keys->k[i + 3]);
    }
}

#define AES_STEP (16 * AES_BLOCKS)

/* groups times AES_BLOCKS blocks; out may equal in. */
GMI_INLINE void aes_crypt(const struct aes_keys *keys, uint8_t *out, const uint8_t *in, size_t groups)
{
    aes_v x[4][4];
    aes_load4(x[0], in);
    if (groups > 1)
        aes_load4(x[1], in + AES_STEP);
    if (groups > 2) {
        aes_load4(x[2], in + 2 * AES_STEP);
        aes_load4(x[3], in + 3 * AES_STEP);
    }
    aes_rounds(keys, x, groups);
    aes_store4(out, x[0], NULL);
    if (groups > 1)
        aes_store4(out + AES_STEP, x[1], NULL);
    if (groups > 2) {
        aes_store4(out + 2 * AES_STEP, x[2], NULL);
        aes_store4(out + 3 * AES_STEP, x[3], NULL);
    }
}

/* One block: every word in all four columns, so ShiftRows changes nothing. t is what comes into the S-boxes; a round
 * leaves the next one, and x_(i+4) in place of x_i. p + q is looked up rather than added. Nothing can be put beside
 * this chain, so what counts is its length; sums that compilers would make longer are hidden from them. */
#define AES_ROUND1(x0, x1, x2, x3, key)                                                               \
    do {                                                                                              \
        __m128i f_ = _mm_xor_si128(_mm_xor_si128(x2, x3), key);                                       \
        __m128i g_ = _mm_xor_si128(x0, f_);                                                           \
        t = _mm_aesenclast_si128(t, _mm_setzero_si128());                                             \
        __m128i low_ = _mm_and_si128(t, nibble), high_ = _mm_and_si128(_mm_srli_epi16(t, 4), nibble); \
        __m128i q_ = _mm_xor_si128(_mm_shuffle_epi8(q_low, low_), _mm_shuffle_epi8(q_high, high_));   \
        __m128i p_ = _mm_xor_si128(_mm_shuffle_epi8(p_low, low_), _mm_shuffle_epi8(p_high, high_));   \
        __m128i r_ = _mm_xor_si128(p_, q_);                                                           \
        p_ = _mm_xor_si128(p_, g_);                                                                   \
        q_ = _mm_xor_si128(_mm_shuffle_epi8(q_, place1), _mm_shuffle_epi8(q_, place2));               \
        q_ = _mm_xor_si128(p_, q_);                                                                   \
        GMI_PIN("x", q_);                                                                             \
        t = _mm_xor_si128(q_, _mm_shuffle_epi8(r_, place3));                                          \
        GMI_PIN("x", t);                                                                              \
        x0 = _mm_xor_si128(t, f_);                                                                    \
    } while (0)

GMI_INLINE __m128i aes_one(const struct aes_keys *keys, __m128i in)
{
    const __m128i nibble = _mm_set1_epi8(0x0f);
    const __m128i p_low = load128(map_p[0]), p_high = load128(map_p[1]);
    const __m128i q_low = load128(map_q[0]), q_high = load128(map_q[1]);
    const __m128i place1 = _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
    const __m128i place2 = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    const __m128i place3 = _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
    in = map128(in, map_in);
    __m128i x0 = _mm_shuffle_epi32(in, 0x00), x1 = _mm_shuffle_epi32(in, 0x55);
    __m128i x2 = _mm_shuffle_epi32(in, 0xaa), x3 = _mm_shuffle_epi32(in, 0xff);
    __m128i t = _mm_xor_si128(_mm_xor_si128(x1, x2), _mm_xor_si128(x3, _mm_set1_epi32((int)keys->k[0])));
    for (size_t i = 0; i < 28; i += 4) {
        AES_ROUND1(x0, x1, x2, x3, _mm_set1_epi32((int)keys->k[i + 1]));
        AES_ROUND1(x1, x2, x3, x0, _mm_set1_epi32((int)keys->k[i + 2]));
        AES_ROUND1(x2, x3, x0, x1, _mm_set1_epi32((int)keys->k[i + 3]));
        AES_ROUND1(x3, x0, x1, x2, _mm_set1_epi32((int)keys->k[i + 4]));
    }
    AES_ROUND1(x0, x1, x2, x3, _mm_set1_epi32((int)keys->k[29]));
    AES_ROUND1(x1, x2, x3, x0, _mm_set1_epi32((int)keys->k[30]));
    AES_ROUND1(x2, x3, x0, x1, _mm_set1_epi32((int)keys->k[31]));
    AES_ROUND1(x3, x0, x1, x2, _mm_setzero_si128());
    return map128(_mm_unpacklo_epi64(_mm_unpacklo_epi32(x3, x2), _mm_unpacklo_epi32(x1, x0)), map_out);
}

/* GB/T 32907-2016, 7.3, in words as integers, each in all four columns. */
static void expand_key(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16])
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    struct {
        __m128i k[4];
    } w;
    for (int i = 0; i < 4; i++)
        w.k[i] = _mm_set1_epi32((int)(load32be(key + 4 * i) ^ fk[i]));
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t ck = 0;
        for (uint32_t j = 0; j < 4; j++)
            ck = ck << 8 | ((4 * i + j) * 7 & 0xff);
        __m128i t = _mm_xor_si128(_mm_xor_si128(w.k[1], w.k[2]), _mm_set1_epi32((int)ck));
        t = map128(_mm_xor_si128(t, w.k[3]), key_pre);
        t = map128(_mm_aesenclast_si128(t, _mm_setzero_si128()), key_post);
        __m128i rol13 = _mm_or_si128(_mm_slli_epi32(t, 13), _mm_srli_epi32(t, 19));
        __m128i rol23 = _mm_or_si128(_mm_slli_epi32(t, 23), _mm_srli_epi32(t, 9));
        t = _mm_xor_si128(_mm_xor_si128(w.k[0], t), _mm_xor_si128(rol13, rol23));
        w.k[0] = w.k[1], w.k[1] = w.k[2], w.k[2] = w.k[3], w.k[3] = t;
        enc[i] = dec[31 - i] = (uint32_t)_mm_cvtsi128_si32(t);
    }
    gm_wipe(&w, sizeof w);
}

/* ---- what the mode loops are built from ---- */

#define GROUP (4 * AES_BLOCKS)
#define WIDE_FROM 2

struct keys {
    struct aes_keys aes;
};

struct chain {
    struct aes_keys aes;
};

static void prepare(struct keys *k, const uint32_t rk[32])
{
    aes_prepare(&k->aes, rk);
}

static void prepare_chain(struct chain *c, const uint32_t rk[32])
{
    aes_prepare(&c->aes, rk);
}

/* The next counter as a number of two qwords, the low one first, in each 128-bit lane. */
struct counters {
    aes_v next;
    int bits;
};

static void counters_at(struct counters *c, const uint8_t counter[16], int bits)
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    c->next = V_ALL(_mm_shuffle_epi8(load128(counter), reverse));
    c->bits = bits;
}

/* x + n, n below 2^64 and its high half 0. */
GMI_INLINE aes_v plus(aes_v x, aes_v n, int bits)
{
    if (bits == 32)
        return V_ADD32(x, n);
    const aes_v top = V_ALL(_mm_set1_epi64x(INT64_MIN));
    aes_v sum = V_ADD64(x, n);
    aes_v carry = V_GREATER64(V_XOR(x, top), V_XOR(sum, top)); /* unsigned: the sum is less than x */
    return V_SUB64(sum, V_UP64(carry));
}

/* Registers of counters from number 4 * g on. */
#define AES_COUNTERS(g, bits)                                                 \
    do {                                                                      \
        x[g][0] = V_SHUFFLE(plus(c->next, V_PAIR(4 * g), bits), reverse);     \
        x[g][1] = V_SHUFFLE(plus(c->next, V_PAIR(4 * g + 1), bits), reverse); \
        x[g][2] = V_SHUFFLE(plus(c->next, V_PAIR(4 * g + 2), bits), reverse); \
        x[g][3] = V_SHUFFLE(plus(c->next, V_PAIR(4 * g + 3), bits), reverse); \
        aes_enter(x[g]);                                                      \
    } while (0)

static void stream(const struct keys *k, struct counters *c, uint8_t *out, const uint8_t *in)
{
    const aes_v reverse = V_ALL(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    aes_v x[4][4];
    if (c->bits == 32) {
        AES_COUNTERS(0, 32);
        AES_COUNTERS(1, 32);
        AES_COUNTERS(2, 32);
        AES_COUNTERS(3, 32);
    } else {
        AES_COUNTERS(0, 128);
        AES_COUNTERS(1, 128);
        AES_COUNTERS(2, 128);
        AES_COUNTERS(3, 128);
    }
    c->next = plus(c->next, V_ALL(_mm_set_epi64x(0, GROUP)), c->bits);
    aes_rounds(&k->aes, x, 4);
    aes_store4(out, x[0], in);
    aes_store4(out + AES_STEP, x[1], in + AES_STEP);
    aes_store4(out + 2 * AES_STEP, x[2], in + 2 * AES_STEP);
    aes_store4(out + 3 * AES_STEP, x[3], in + 3 * AES_STEP);
}

static void wide_full(const struct aes_keys *keys, uint8_t *out, const uint8_t *in)
{
    aes_crypt(keys, out, in, 4);
}

static void wide_half(const struct aes_keys *keys, uint8_t *out, const uint8_t *in)
{
    aes_crypt(keys, out, in, 2);
}

static void wide_least(const struct aes_keys *keys, uint8_t *out, const uint8_t *in)
{
    aes_crypt(keys, out, in, 1);
}

/* Four blocks, in the low halves. */
static void wide_four(const struct aes_keys *keys, uint8_t *out, const uint8_t *in)
{
    aes_v x[4][4];
    x[0][0] = V_FROM128(load128(in));
    x[0][1] = V_FROM128(load128(in + 16));
    x[0][2] = V_FROM128(load128(in + 32));
    x[0][3] = V_FROM128(load128(in + 48));
    aes_enter(x[0]);
    aes_rounds(keys, x, 0);
    aes_v y[4] = {x[0][3], x[0][2], x[0][1], x[0][0]};
    aes_transpose(y);
    store128(out, V_TO128(map(y[0], map_out)));
    store128(out + 16, V_TO128(map(y[1], map_out)));
    store128(out + 32, V_TO128(map(y[2], map_out)));
    store128(out + 48, V_TO128(map(y[3], map_out)));
}

/* The fewest blocks that one of the forms takes and that are not less than n. */
GMI_INLINE size_t form(size_t n)
{
    return n <= 4 ? 4 : n <= AES_BLOCKS ? AES_BLOCKS : n <= GROUP / 2 ? GROUP / 2 : GROUP;
}

static void wide_form(const struct aes_keys *keys, uint8_t *out, const uint8_t *in, size_t blocks)
{
    if (blocks == GROUP)
        wide_full(keys, out, in);
    else if (blocks == GROUP / 2)
        wide_half(keys, out, in);
    else if (blocks > 4)
        wide_least(keys, out, in);
    else
        wide_four(keys, out, in);
}

static void wide(const struct keys *k, uint8_t *out, const uint8_t *in, size_t n)
{
    const size_t blocks = form(n);
    if (n == blocks) {
        wide_form(&k->aes, out, in, blocks);
    } else {
        uint8_t part[16 * GROUP];
        memcpy(part, in, 16 * n);
        memset(part + 16 * n, 0, 16 * (blocks - n));
        wide_form(&k->aes, part, part, blocks);
        memcpy(out, part, 16 * n);
        gm_wipe(part, 16 * blocks);
    }
}

static void narrow(const struct chain *c, uint8_t out[16], const uint8_t in[16])
{
    store128(out, aes_one(&c->aes, load128(in)));
}

#include "sm4/sm4_body_impl.h"

/* ---- few blocks: to the 128-bit row, where that is faster ---- */

#if AES_WIDTH == 256

/* As measured (doc/performance.md); compilers differ in how well they order two and four groups of the narrow row. */
GMI_INLINE int few(size_t nblocks)
{
#if AES_VAES
    return nblocks <= 4;
#elif defined(__clang__)
    return nblocks <= 8;
#else
    return nblocks <= 4 || (nblocks > 8 && nblocks <= 16);
#endif
}

extern const struct sm4_impl gmi_sm4_aesni;

/* NAME_by_count(…, nblocks) is this row's entry NAME or the other's. */
#define AES_BY_COUNT(name, parameters, ...)                      \
    static void name##_by_count parameters                       \
    {                                                            \
        (few(nblocks) ? gmi_sm4_aesni.name : name)(__VA_ARGS__); \
    }
AES_BY_COUNT(ecb, (const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t nblocks), rk, out, in, nblocks)
AES_BY_COUNT(ctr, (const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks), rk,
             counter, out, in, nblocks)
AES_BY_COUNT(ctr32, (const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks), rk,
             counter, out, in, nblocks)
AES_BY_COUNT(cbc_decrypt, (const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks), rk,
             iv, out, in, nblocks)
AES_BY_COUNT(cfb_decrypt, (const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks), rk,
             iv, out, in, nblocks)
AES_BY_COUNT(xts, (const uint32_t rk[32], uint8_t tweak[16], int gb, uint8_t *out, const uint8_t *in, size_t nblocks),
             rk, tweak, gb, out, in, nblocks)
AES_BY_COUNT(hctr_ctr,
             (const uint32_t rk[32], const uint8_t s[16], uint64_t first, uint8_t *out, const uint8_t *in,
              size_t nblocks),
             rk, s, first, out, in, nblocks)

#define AES_ENTRIES                                                                                    \
    .block = block, .ecb = ecb_by_count, .ctr = ctr_by_count, .ctr32 = ctr32_by_count,                 \
    .cbc_decrypt = cbc_decrypt_by_count, .cfb_decrypt = cfb_decrypt_by_count, .xts = xts_by_count,     \
    .hctr_ctr = hctr_ctr_by_count, .cbc_encrypt = cbc_encrypt, .cfb_encrypt = cfb_encrypt, .ofb = ofb, \
    .cbcmac = cbcmac

#else
#define AES_ENTRIES SM4_BODY_ENTRIES
#endif

#endif
