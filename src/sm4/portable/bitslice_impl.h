/* SM4 bitsliced over a word type: 16 blocks in 64 bits, 32 in 128. doc/sm4_bitslice.md.
 *
 * Define SLICE_BITS as 64 or 128 before including; the vector words need GCC's or
 * clang's vector types. Plane b of one of the four words of the state holds bit b of its
 * bytes for all blocks of the group, byte i (i = 0 the first in memory, the highest) in
 * quarter i of a 64-bit word, or in dword i of a vector; in there, bit n is block n.
 * Rotation of the SM4 word by 8 is then one rotation of the plane, and by 2 mostly a renaming of planes.
 * The S-box circuit has no constants: they are in the round keys. */
#ifndef GMI_SM4_BITSLICE_IMPL_H
#define GMI_SM4_BITSLICE_IMPL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "base/ct.h"
#include "base/target.h"

#define SLICE_BLOCKS (SLICE_BITS / 4)

#if SLICE_BITS == 64

typedef uint64_t word;

#define SLICE_ALL(c) (UINT64_C(0x0101010101010101) * (c))

/* One bit for each block: for all four bytes of the word; for its last byte only. */
#define SLICE_EVERY(m) (UINT64_C(0x0001000100010001) * ((m) & 0xffff))
#define SLICE_LAST(m) ((uint64_t)(m) << 48)

/* Byte i takes the place of byte i - n. */
#define SLICE_ROT8(x) ((x) >> 16 | (x) << 48)
#define SLICE_ROT16(x) ((x) >> 32 | (x) << 32)
#define SLICE_ROT24(x) ((x) >> 48 | (x) << 16)

GMI_INLINE uint64_t swap_quarters(uint64_t x, unsigned n, uint64_t mask)
{
    uint64_t t = (x >> n ^ x) & mask;
    return x ^ t ^ t << n;
}

/* Bytes a0 a1 a2 a3 c0 c1 c2 c3 to a0 c0 a1 c1 a2 c2 a3 c3. */
GMI_INLINE uint64_t interleave(uint64_t x)
{
    x = swap_quarters(x, 16, UINT64_C(0x00000000ffff0000));
    return swap_quarters(x, 8, UINT64_C(0x0000ff000000ff00));
}

GMI_INLINE uint64_t deinterleave(uint64_t x)
{
    x = swap_quarters(x, 8, UINT64_C(0x0000ff000000ff00));
    return swap_quarters(x, 16, UINT64_C(0x00000000ffff0000));
}

/* Row k of the four words: the bytes of blocks k and k + 8. */
GMI_INLINE void load_row(word x[4][8], const uint8_t *in, size_t k)
{
    const uint8_t *a = in + 16 * k, *c = a + 128;
    for (size_t j = 0; j < 4; j++)
        x[j][k] = interleave(load32le(a + 4 * j) | (uint64_t)load32le(c + 4 * j) << 32);
}

/* The row and, unless it is NULL, what is to be added. */
GMI_INLINE void store_row(uint8_t *out, word x[4][8], const uint8_t *added, size_t k)
{
    uint8_t *a = out + 16 * k, *c = a + 128;
    for (size_t j = 0; j < 4; j++) {
        uint64_t t = deinterleave(x[3 - j][k]); /* the words leave in reverse order */
        if (added) {
            const uint8_t *b = added + 16 * k + 4 * j;
            t ^= load32le(b) | (uint64_t)load32le(b + 128) << 32;
        }
        store32le(a + 4 * j, (uint32_t)t);
        store32le(c + 4 * j, (uint32_t)(t >> 32));
    }
}

/* Plane b of a word that all blocks share. */
GMI_INLINE void broadcast(word plane[8], uint32_t x)
{
    uint64_t y = interleave((uint64_t)(x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24));
    for (unsigned b = 0; b < 8; b++) {
        uint64_t bits = y >> b & UINT64_C(0x0001000100010001);
        plane[b] = (bits << 16) - bits;
    }
}

#else

typedef uint32_t word __attribute__((vector_size(16)));
typedef uint8_t word_bytes __attribute__((vector_size(16)));
#define SLICE_SHUFFLE(x, a, b, c, d) __builtin_shufflevector(x, x, a, b, c, d)
#define SLICE_LOW(x, y) __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define SLICE_HIGH(x, y) __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

#define SLICE_ALL(c) ((word){0} + UINT32_C(0x01010101) * (c))

#define SLICE_EVERY(m) ((word){0} + (m))
#define SLICE_LAST(m) ((word){0, 0, 0, m})

#define SLICE_ROT8(x) SLICE_SHUFFLE(x, 1, 2, 3, 0)
#define SLICE_ROT16(x) SLICE_SHUFFLE(x, 2, 3, 0, 1)
#define SLICE_ROT24(x) SLICE_SHUFFLE(x, 3, 0, 1, 2)

/* Four vectors of bytes, the register number moved to the lowest position of the byte number and
 * its upper part into the register number: three times is the identity. */
GMI_INLINE void turn(word_bytes v[4])
{
    word_bytes t0 = SLICE_LOW(v[0], v[2]), t1 = SLICE_HIGH(v[0], v[2]);
    word_bytes t2 = SLICE_LOW(v[1], v[3]), t3 = SLICE_HIGH(v[1], v[3]);
    v[0] = SLICE_LOW(t0, t2);
    v[1] = SLICE_HIGH(t0, t2);
    v[2] = SLICE_LOW(t1, t3);
    v[3] = SLICE_HIGH(t1, t3);
}

GMI_INLINE void load_row(word x[4][8], const uint8_t *in, size_t k)
{
    word_bytes v[4];
    for (size_t j = 0; j < 4; j++)
        memcpy(&v[j], in + sizeof(word) * (k + 8 * j), sizeof(word));
    turn(v);
    for (size_t j = 0; j < 4; j++)
        x[j][k] = (word)v[j];
}

GMI_INLINE void store_row(uint8_t *out, word x[4][8], const uint8_t *added, size_t k)
{
    word_bytes v[4];
    for (size_t j = 0; j < 4; j++)
        v[j] = (word_bytes)x[3 - j][k];
    turn(v);
    turn(v);
    for (size_t j = 0; j < 4; j++) {
        const size_t at = sizeof(word) * (k + 8 * j);
        if (added) {
            word_bytes t;
            memcpy(&t, added + at, sizeof(word));
            v[j] ^= t;
        }
        memcpy(out + at, &v[j], sizeof(word));
    }
}

GMI_INLINE void broadcast(word plane[8], uint32_t x)
{
    word bit = {1u << 24, 1u << 16, 1u << 8, 1};
    const word all = (word){0} + x;
    for (unsigned b = 0; b < 8; b++, bit += bit)
        plane[b] = (word)((all & bit) == bit);
}

#endif

/* y = S(x ^ 0x75) ^ 0xd3 in every byte. */
GMI_INLINE void sbox(word y[8], const word x[8])
{
#include "sm4/portable/sm4_sbox_circuit.inc"
}

struct sliced_keys {
    word k[32][8];
};

/* The constants of S, 0x75 and 0xd3, go into the keys: word j of the recurrence is short of
 * rol2(0xd3) in each byte if j / 4 is odd, which ends even (doc/sm4_bitslice.md). */
static void slice_keys(struct sliced_keys *s, const uint32_t rk[32])
{
    for (unsigned i = 0; i < 32; i++) {
        unsigned odd = (((i + 1) >> 2) + ((i + 2) >> 2) + ((i + 3) >> 2)) & 1;
        broadcast(s->k[i], rk[i] ^ 0x75757575 ^ (odd ? 0x4f4f4f4f : 0));
    }
}

/* Bit b of row k <-> bit k of row b, in every byte. */
GMI_INLINE void transpose_bits(word x[8])
{
#define SLICE_EXCHANGE(a, b, n, mask)                   \
    do {                                                \
        word t_ = ((a) >> (n) ^ (b)) & SLICE_ALL(mask); \
        (b) ^= t_;                                      \
        (a) ^= t_ << (n);                               \
    } while (0)
    SLICE_EXCHANGE(x[0], x[4], 4, 0x0f);
    SLICE_EXCHANGE(x[1], x[5], 4, 0x0f);
    SLICE_EXCHANGE(x[2], x[6], 4, 0x0f);
    SLICE_EXCHANGE(x[3], x[7], 4, 0x0f);
    SLICE_EXCHANGE(x[0], x[2], 2, 0x33);
    SLICE_EXCHANGE(x[1], x[3], 2, 0x33);
    SLICE_EXCHANGE(x[4], x[6], 2, 0x33);
    SLICE_EXCHANGE(x[5], x[7], 2, 0x33);
    SLICE_EXCHANGE(x[0], x[1], 1, 0x55);
    SLICE_EXCHANGE(x[2], x[3], 1, 0x55);
    SLICE_EXCHANGE(x[4], x[5], 1, 0x55);
    SLICE_EXCHANGE(x[6], x[7], 1, 0x55);
#undef SLICE_EXCHANGE
}

/* Loops over planes are written out, so that every compiler keeps planes in registers. */
#define SLICE_EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)

/* a ^= L(S(t)), L(B) = B + rol2(B) + rol10(B) + rol18(B) + rol24(B) (GB/T 32907-2016, 6.2.2):
 * with Q = B + rol8(B): rol24(Q) = B + rol24(B), and Q + rol16(B) is what rol2 turns into the rest. */
GMI_INLINE void add_lt(word a[8], const word t[8])
{
    word s[8], q[8], p[8];
    sbox(s, t);
#define SLICE_SUMS(b)               \
    q[b] = s[b] ^ SLICE_ROT8(s[b]); \
    p[b] = q[b] ^ SLICE_ROT16(s[b]);
    SLICE_EACH(SLICE_SUMS)
#undef SLICE_SUMS
#define SLICE_ADD(b) a[b] ^= SLICE_ROT24(q[b]) ^ (b < 2 ? SLICE_ROT8(p[(b + 6) % 8]) : p[(b + 6) % 8]);
    SLICE_EACH(SLICE_ADD)
#undef SLICE_ADD
}

/* Two rounds: words x0 and x1 are replaced; x2 + x3 is formed once. */
static void two_rounds(word x01[2][8], word x23[2][8], const word k[2][8])
{
    word shared[8], t[8];
#define SLICE_FIRST(b)                 \
    shared[b] = x23[0][b] ^ x23[1][b]; \
    t[b] = x01[1][b] ^ shared[b] ^ k[0][b];
    SLICE_EACH(SLICE_FIRST)
#undef SLICE_FIRST
    add_lt(x01[0], t);
#define SLICE_SECOND(b) t[b] = x01[0][b] ^ shared[b] ^ k[1][b];
    SLICE_EACH(SLICE_SECOND)
#undef SLICE_SECOND
    add_lt(x01[1], t);
}

GMI_INLINE void transpose_words(word x[4][8])
{
    transpose_bits(x[0]);
    transpose_bits(x[1]);
    transpose_bits(x[2]);
    transpose_bits(x[3]);
}

/* SLICE_BLOCKS blocks. */
GMI_INLINE void slice_load(word x[4][8], const uint8_t *in)
{
#define SLICE_LOAD(k) load_row(x, in, k);
    SLICE_EACH(SLICE_LOAD)
#undef SLICE_LOAD
    transpose_words(x);
}

GMI_INLINE void slice_store(uint8_t *out, word x[4][8], const uint8_t *added)
{
    transpose_words(x);
#define SLICE_STORE(k) store_row(out, x, added, k);
    SLICE_EACH(SLICE_STORE)
#undef SLICE_STORE
}

/* SLICE_BLOCKS blocks; out may equal in. */
static void slice_crypt(const struct sliced_keys *s, uint8_t *out, const uint8_t *in)
{
    word x[4][8];
    slice_load(x, in);
    for (size_t i = 0; i < 32; i += 4) {
        two_rounds(x, x + 2, s->k + i);
        two_rounds(x + 2, x, s->k + i + 2);
    }
    slice_store(out, x, NULL);
}

/* One group is a chain of dependent gates and leaves a wide processor half idle: two that take turns fill it. */
GMI_INLINE void slice_rounds_two(const struct sliced_keys *s, word x[4][8], word y[4][8])
{
    for (size_t i = 0; i < 32; i += 4) {
        two_rounds(x, x + 2, s->k + i);
        two_rounds(y, y + 2, s->k + i);
        two_rounds(x + 2, x, s->k + i + 2);
        two_rounds(y + 2, y, s->k + i + 2);
    }
}

/* Twice SLICE_BLOCKS. */
static void slice_crypt_two(const struct sliced_keys *s, uint8_t *out, const uint8_t *in)
{
    word x[4][8], y[4][8];
    slice_load(x, in);
    slice_load(y, in + 16 * SLICE_BLOCKS);
    slice_rounds_two(s, x, y);
    slice_store(out, x, NULL);
    slice_store(out + 16 * SLICE_BLOCKS, y, NULL);
}

/* Counters as planes. Over 256 blocks the last byte overflows at most once, so the bytes above it
 * have two values: of a stretch of 256 blocks the first and its sum with the second are kept, without the last byte. */
struct slice_counters {
    word before[4][8], change[4][8];
    struct slice_number {
        uint64_t high, low;
    } at;          /* where the stretch begins */
    int bits;      /* 32 or 128: how many count */
    uint32_t done; /* blocks of the stretch */
};

/* The number 256 blocks on. */
GMI_INLINE struct slice_number slice_next(struct slice_number at, int bits)
{
    const uint64_t low = at.low + 256, kept = UINT64_C(0xffffffff00000000);
    struct slice_number next = {at.high, (low & ~kept) | (at.low & kept)};
    if (bits == 128) {
        next.high += (at.low & ~low) >> 63;
        next.low = low;
    }
    return next;
}

static void slice_stretch(struct slice_counters *c)
{
    const struct slice_number at = c->at, next = slice_next(at, c->bits);
    const uint32_t before[4] = {(uint32_t)(at.high >> 32), (uint32_t)at.high, (uint32_t)(at.low >> 32),
                                (uint32_t)at.low & ~UINT32_C(0xff)};
    const uint64_t high = at.high ^ next.high, low = at.low ^ next.low;
    const uint32_t change[4] = {(uint32_t)(high >> 32), (uint32_t)high, (uint32_t)(low >> 32), (uint32_t)low};
    for (size_t j = 0; j < 4; j++) {
        broadcast(c->before[j], before[j]);
        broadcast(c->change[j], change[j]);
    }
    c->done = 0;
}

static void slice_counters_at(struct slice_counters *c, const uint8_t counter[16], int bits)
{
    c->at.high = load64be(counter);
    c->at.low = load64be(counter + 8);
    c->bits = bits;
    slice_stretch(c);
}

/* The counters from number done of the stretch on: the last byte of block n is the sum of that
 * of the first block and of n, whose bits are constants. */
GMI_INLINE void slice_count(word x[4][8], const struct slice_counters *c, uint32_t done)
{
    const uint32_t first = (uint32_t)ct_barrier((c->at.low & 0xff) + done);
    uint32_t carry = 0, sum[8];
#define SLICE_SUM(b, number)                                             \
    do {                                                                 \
        const uint32_t n_ = SLICE_BLOCKS > 1 << (b) ? (number) : 0;      \
        const uint32_t bit_ = 0 - (first >> (b) & 1), half_ = bit_ ^ n_; \
        sum[b] = half_ ^ carry;                                          \
        carry = (bit_ & n_) | (half_ & carry);                           \
    } while (0)
    SLICE_SUM(0, 0xaaaaaaaa);
    SLICE_SUM(1, 0xcccccccc);
    SLICE_SUM(2, 0xf0f0f0f0);
    SLICE_SUM(3, 0xff00ff00);
    SLICE_SUM(4, 0xffff0000);
    SLICE_SUM(5, 0);
    SLICE_SUM(6, 0);
    SLICE_SUM(7, 0);
#undef SLICE_SUM
    const word over = SLICE_EVERY(carry | (0 - (first >> 8)));
#define SLICE_COUNT(b)                                    \
    x[0][b] = c->before[0][b] ^ (c->change[0][b] & over); \
    x[1][b] = c->before[1][b] ^ (c->change[1][b] & over); \
    x[2][b] = c->before[2][b] ^ (c->change[2][b] & over); \
    x[3][b] = c->before[3][b] ^ (c->change[3][b] & over) ^ SLICE_LAST(sum[b]);
    SLICE_EACH(SLICE_COUNT)
#undef SLICE_COUNT
}

/* out = in ^ the encrypted next 2 * SLICE_BLOCKS counters; out may equal in. */
static void slice_stream_two(const struct sliced_keys *s, struct slice_counters *c, uint8_t *out, const uint8_t *in)
{
    word x[4][8], y[4][8];
    slice_count(x, c, c->done);
    slice_count(y, c, c->done + SLICE_BLOCKS);
    slice_rounds_two(s, x, y);
    slice_store(out, x, in);
    slice_store(out + 16 * SLICE_BLOCKS, y, in + 16 * SLICE_BLOCKS);
    c->done += 2 * SLICE_BLOCKS;
    if (c->done == 256) {
        c->at = slice_next(c->at, c->bits);
        slice_stretch(c);
    }
}

#endif
