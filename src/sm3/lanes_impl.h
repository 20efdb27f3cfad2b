/* SM3 compression of many messages at once (GB/T 32905-2016, 5.3), one message per 32-bit lane.
 *
 * A body over a vector type. Before it is included, the row defines
 *   vec, LANES                       the vector and its count of 32-bit lanes, a multiple of 4;
 *   V_SET1(word), V_BSWAP(x)         a word in every lane; the bytes of each word reversed;
 *   V_ADD, V_XOR, V_XOR3, V_ROL      V_ROL(x, n) with a constant n;
 *   V_SRL, V_SLL                     shifts by any n from 0 to 32; 32 leaves nothing;
 *   V_REGISTER                       the assembler constraint of a vector register;
 *   V_P0, V_P1, V_FF1, V_GG1         the functions of clauses 4.3 (j >= 16) and 4.4;
 *   V_UNPACK(size, half, x, y)       size epi32 or epi64, half lo or hi, within each 128-bit quarter;
 *   load4(p, at), store4(p, at, x)   quarter q of x = the 16 bytes at p[4 q] + at;
 *   load_block(x, p, at)             x[i] = load4(p, at + 16 i) for i = 0..3, reading each message's 64 bytes at
 *                                    once: messages a power of two apart share cache sets, too few for all.
 * It defines compress_many() and compress_numbered() for up to two vectors of messages. With both full, the
 * rounds of the two alternate: one vector's chain leaves the processor idle half of the time. */
#include <guomi/mem.h>
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"

/* The four words at p[i] + at of every lane i become x[0..3], and back. Loaded by quarters, vector k
 * has the words of lanes k, k + 4, …: each quarter is a 4x4 matrix that wants transposing. */
#define TRANSPOSE(x)                                                                                \
    do {                                                                                            \
        vec lo01 = V_UNPACK(epi32, lo, (x)[0], (x)[1]), hi01 = V_UNPACK(epi32, hi, (x)[0], (x)[1]); \
        vec lo23 = V_UNPACK(epi32, lo, (x)[2], (x)[3]), hi23 = V_UNPACK(epi32, hi, (x)[2], (x)[3]); \
        (x)[0] = V_UNPACK(epi64, lo, lo01, lo23);                                                   \
        (x)[1] = V_UNPACK(epi64, hi, lo01, lo23);                                                   \
        (x)[2] = V_UNPACK(epi64, lo, hi01, hi23);                                                   \
        (x)[3] = V_UNPACK(epi64, hi, hi01, hi23);                                                   \
    } while (0)

GMI_INLINE void load_words(vec x[4], const uint8_t *const *p, size_t at)
{
    for (int k = 0; k < 4; k++)
        x[k] = load4(p + k, at);
    TRANSPOSE(x);
}

GMI_INLINE void store_words(vec x[4], uint8_t *const *p, size_t at)
{
    TRANSPOSE(x);
    for (int k = 0; k < 4; k++)
        store4(p + k, at, x[k]);
}

/* T(j) <<< j. */
#define ROL_CONST(x, n) ((x) << (n) % 32 | (x) >> (32 - (n) % 32) % 32)
#define T1(j) ROL_CONST((j) < 16 ? 0x79cc4519u : 0x7a879d8au, j)
#define T4(j) T1(j), T1((j) + 1), T1((j) + 2), T1((j) + 3)
#define T16(j) {T4(j), T4((j) + 4), T4((j) + 8), T4((j) + 12)}
static const uint32_t round_t[4][16] = {T16(0), T16(16), T16(32), T16(48)};

#define V_FF0 V_XOR3
#define V_GG0 V_XOR3

/* Keep x as one value: compilers regroup sums, and any other grouping than the one written lengthens
 * the chain from one round to the next, which is what bounds this code. E is ready two operations after A,
 * so it joins the sum last. */
#define PIN(x) GMI_PIN(V_REGISTER, x)

/* Register n of group q in round j: 0-3 are A-D, 4-7 E-H; renamed each round instead of moved. */
#define S(q, n, j) s[q][((n) & 4) + (((n) - (j)) & 3)]
#define W(q, j) g[q].w[(j) & 15]

/* W[j + 16] takes the place of W[j]. */
#define EXPAND(q, j)                                                                                            \
    (W(q, j) = V_XOR3(V_P1(V_XOR3(W(q, j), W(q, (j) + 7), V_ROL(W(q, (j) + 13), 15))), V_ROL(W(q, (j) + 3), 7), \
                      W(q, (j) + 10)))

/* Round j of group q; k = 0 for the functions of j < 16, 1 for the later ones; wj4 is W[j + 4]. */
#define ROUND(k, q, j, wj4)                                                                                    \
    do {                                                                                                       \
        vec x = W(q, j), a12 = V_ROL(S(q, 0, j), 12);                                                          \
        vec at = V_ADD(a12, V_SET1(t[(j)])), dx = V_ADD(S(q, 3, j), V_XOR(x, wj4)), hx = V_ADD(S(q, 7, j), x); \
        PIN(at);                                                                                               \
        vec ss1 = V_ROL(V_ADD(S(q, 4, j), at), 7);                                                             \
        PIN(dx);                                                                                               \
        PIN(hx);                                                                                               \
        vec fd = V_ADD(V_FF##k(S(q, 0, j), S(q, 1, j), S(q, 2, j)), dx);                                       \
        vec gh = V_ADD(V_GG##k(S(q, 4, j), S(q, 5, j), S(q, 6, j)), hx);                                       \
        PIN(fd);                                                                                               \
        PIN(gh);                                                                                               \
        vec tt2 = V_ADD(gh, ss1);                                                                              \
        S(q, 3, j) = V_ADD(fd, V_XOR(ss1, a12));                                                               \
        S(q, 1, j) = V_ROL(S(q, 1, j), 9);                                                                     \
        S(q, 5, j) = V_ROL(S(q, 5, j), 19);                                                                    \
        S(q, 7, j) = V_P0(tt2);                                                                                \
    } while (0)

/* Rounds 0 to 11 need no expansion; from 12 on W[j + 4] is made just before its use. */
#define EARLY(q, j) ROUND(0, q, j, W(q, (j) + 4))
#define MIDDLE(q, j) ROUND(0, q, j, EXPAND(q, (j) + 4))
#define LATE(q, j) ROUND(1, q, j, EXPAND(q, (j) + 4))
#define BOTH(kind, j) \
    kind(0, j);       \
    if (groups > 1)   \
    kind(1, j)
#define FOUR(kind, j)  \
    BOTH(kind, j);     \
    BOTH(kind, j + 1); \
    BOTH(kind, j + 2); \
    BOTH(kind, j + 3)

/* One vector of messages. */
struct group {
    vec w[16], v[8]; /* the schedule's last 16 words; the chaining value */
};

/* v = compression of the block in w, for each group; groups is the constant 1 or 2. */
GMI_INLINE void compress_block(const int groups, struct group g[2])
{
    vec s[2][8];
    const uint32_t *t = round_t[0];
    for (int q = 0; q < groups; q++)
        for (int i = 0; i < 8; i++)
            s[q][i] = g[q].v[i];
    FOUR(EARLY, 0);
    FOUR(EARLY, 4);
    FOUR(EARLY, 8);
    FOUR(MIDDLE, 12);
    for (int pass = 1; pass < 4; pass++) { /* kept a loop: the code fits every instruction cache */
        t = round_t[pass];
        FOUR(LATE, 0);
        FOUR(LATE, 4);
        FOUR(LATE, 8);
        FOUR(LATE, 12);
    }
    for (int q = 0; q < groups; q++)
        for (int i = 0; i < 8; i++)
            g[q].v[i] = V_XOR(g[q].v[i], s[q][i]);
}

/* groups * LANES messages. */
GMI_INLINE void compress_groups(const int groups, uint8_t *const *state, const uint8_t *const *in, size_t nblocks)
{
    struct {
        struct group g[2];
    } w;
    for (int q = 0; q < groups; q++) {
        load_words(w.g[q].v, (const uint8_t *const *)state + q * LANES, 0);
        load_words(w.g[q].v + 4, (const uint8_t *const *)state + q * LANES, 16);
    }
    for (size_t at = 0; nblocks > 0; nblocks--, at += 64) {
        for (int q = 0; q < groups; q++) {
            for (int k = 0; k < 4; k++) {
                vec x[4];
                load_block(x, in + q * LANES + k, at);
                for (int i = 0; i < 4; i++)
                    w.g[q].w[4 * i + k] = V_BSWAP(x[i]);
            }
            for (int i = 0; i < 16; i += 4)
                TRANSPOSE(w.g[q].w + i);
        }
        compress_block(groups, w.g);
    }
    for (int q = 0; q < groups; q++) {
        store_words(w.g[q].v, state + q * LANES, 0);
        store_words(w.g[q].v + 4, state + q * LANES, 16);
    }
    gm_wipe(&w, (size_t)groups * sizeof w.g[0]);
}

static GMI_NOINLINE void compress_one(uint8_t *const *state, const uint8_t *const *in, size_t nblocks)
{
    compress_groups(1, state, in, nblocks);
}

static GMI_NOINLINE void compress_two(uint8_t *const *state, const uint8_t *const *in, size_t nblocks)
{
    compress_groups(2, state, in, nblocks);
}

/* The lanes that have a message, moved together; what is left of the last group hashes the first of
 * them again, into a state that nobody reads. */
static void compress_many(uint32_t (*h)[8], const uint8_t *const *in, size_t nblocks)
{
    uint32_t unused[8] = {0};
    uint8_t *state[2 * LANES];
    const uint8_t *from[2 * LANES];
    int n = 0, all;
    for (int i = 0; i < 2 * LANES; i++) {
        if (in[i] != NULL) {
            state[n] = (uint8_t *)h[i];
            from[n++] = in[i];
        }
    }
    if (n == 0)
        return;
    for (all = n <= LANES ? LANES : 2 * LANES; n < all; n++) {
        state[n] = (uint8_t *)unused;
        from[n] = from[0];
    }
    if (n == LANES)
        compress_one(state, from, nblocks);
    else
        compress_two(state, from, nblocks);
    gm_wipe(unused, sizeof unused);
}

/* x into word k of the message, if that lies in this block. */
GMI_INLINE void add_word(vec w[16], size_t block, size_t k, vec x)
{
    if (k / 16 == block)
        w[k % 16] = V_XOR(w[k % 16], x);
}

/* One text in every lane but for a number, which may stand at any byte and so reach into two words. */
GMI_INLINE void number_groups(const int groups, uint8_t *out, size_t out_len, const uint32_t start[8],
                              const uint8_t *in, size_t nblocks, size_t at, uint32_t first)
{
    static const uint32_t lane[2 * LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,
                                             9,  10, 11, 12, 13, 14, 15,
#if LANES == 16
                                             16, 17, 18, 19, 20, 21, 22, 23, 24,
                                             25, 26, 27, 28, 29, 30, 31
#endif
    };
    struct {
        struct group g[2];
        uint32_t text[32];
        uint8_t last[32], unused[32]; /* for a digest that is not wanted whole, and for others past it */
    } w;
    uint8_t *to[2 * LANES];
    const size_t step = 32 * LANES * (size_t)groups;
    int low = (int)(8 * (at % 4)); /* bits of the number that fall into the second word */

    GM_ASSERT(nblocks == 1 || nblocks == 2);
    for (size_t i = 0; i < 16 * nblocks; i++)
        w.text[i] = load32be(in + 4 * i);
    for (size_t done = 0; done < out_len; done += step, first += LANES * (uint32_t)groups) {
        size_t part = out_len - done < step ? out_len - done : step;
        for (size_t i = 0; i < LANES * (size_t)groups; i++)
            to[i] = 32 * i + 32 <= part ? out + done + 32 * i : 32 * i < part ? w.last : w.unused;
        for (int q = 0; q < groups; q++)
            for (int i = 0; i < 8; i++)
                w.g[q].v[i] = V_SET1(start[i]);
        for (size_t block = 0; block < nblocks; block++) {
            for (int q = 0; q < groups; q++) {
                vec number;
                memcpy(&number, lane + q * LANES, sizeof number);
                number = V_ADD(number, V_SET1(first));
                for (size_t i = 0; i < 16; i++)
                    w.g[q].w[i] = V_SET1(w.text[16 * block + i]);
                add_word(w.g[q].w, block, at / 4, V_SRL(number, low));
                add_word(w.g[q].w, block, at / 4 + 1, V_SLL(number, 32 - low));
            }
            compress_block(groups, w.g);
        }
        for (int q = 0; q < groups; q++) {
            for (int i = 0; i < 8; i++)
                w.g[q].v[i] = V_BSWAP(w.g[q].v[i]);
            store_words(w.g[q].v, to + q * LANES, 0);
            store_words(w.g[q].v + 4, to + q * LANES, 16);
        }
    }
    memcpy(out + out_len / 32 * 32, w.last, out_len % 32);
    gm_wipe(&w, sizeof w);
}

static GMI_NOINLINE void number_one(uint8_t *out, size_t out_len, const uint32_t start[8], const uint8_t *in,
                                    size_t nblocks, size_t at, uint32_t first)
{
    number_groups(1, out, out_len, start, in, nblocks, at, first);
}

static GMI_NOINLINE void number_two(uint8_t *out, size_t out_len, const uint32_t start[8], const uint8_t *in,
                                    size_t nblocks, size_t at, uint32_t first)
{
    number_groups(2, out, out_len, start, in, nblocks, at, first);
}

static void compress_numbered(uint8_t *out, size_t out_len, const uint32_t start[8], const uint8_t *in, size_t nblocks,
                              size_t at, uint32_t first)
{
    enum { ONE = 32 * LANES }; /* bytes of output of one vector */
    const size_t rest = out_len % (2 * ONE);
    size_t both = rest > ONE ? out_len : out_len - rest;
    if (both > 0)
        number_two(out, both, start, in, nblocks, at, first);
    if (out_len > both)
        number_one(out + both, out_len - both, start, in, nblocks, at, first + (uint32_t)(both / 32));
}
