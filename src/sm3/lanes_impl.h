/* SM3 compression of many messages at once (GB/T 32905-2016, 5.3), one message per 32-bit lane.
 *
 * A body over a vector type. Before it is included, the row defines
 *   vec, LANES                       the vector and its count of 32-bit lanes, a multiple of 4;
 *   V_SET1(word), V_BSWAP(x)         a word in every lane; the bytes of each word reversed;
 *   V_ADD, V_XOR, V_XOR3, V_ROL      V_ROL(x, n) with a constant n;
 *   V_REGISTER                       the assembler constraint of a vector register;
 *   V_P0, V_P1, V_FF1, V_GG1         the functions of clauses 4.3 (j >= 16) and 4.4;
 *   V_UNPACK(size, half, x, y)       size epi32 or epi64, half lo or hi, within each 128-bit quarter;
 *   load4(p, at), store4(p, at, x)   quarter q of x = the 16 bytes at p[4 q] + at;
 *   load_block(x, p, at)             x[i] = load4(p, at + 16 i) for i = 0..3, reading each message's 64 bytes at
 *                                    once: messages a power of two apart share cache sets, too few for all.
 * It defines compress_many(). */
#include <guomi/mem.h>

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

/* W[j + 16] takes the place of W[j]. */
#define EXPAND(j)                                                                                              \
    (w.w[(j) & 15] = V_XOR3(V_P1(V_XOR3(w.w[(j) & 15], w.w[((j) + 7) & 15], V_ROL(w.w[((j) + 13) & 15], 15))), \
                            V_ROL(w.w[((j) + 3) & 15], 7), w.w[((j) + 10) & 15]))

/* Keep x as one value: compilers regroup sums, and any other grouping than the one written lengthens
 * the chain from one round to the next, which is what bounds this code. */
#define PIN(x) GMI_PIN(V_REGISTER, x)

/* One round; wj is W[j], wj4 is W[j + 4]. */
#define ROUND(k, t, a, b, c, d, e, f, g, h, wj, wj4)                                  \
    do {                                                                              \
        vec x = (wj), a12 = V_ROL(a, 12);                                             \
        vec et = V_ADD(e, V_SET1(t)), dx = V_ADD(d, V_XOR(x, wj4)), hx = V_ADD(h, x); \
        PIN(et);                                                                      \
        vec ss1 = V_ROL(V_ADD(et, a12), 7);                                           \
        PIN(dx);                                                                      \
        PIN(hx);                                                                      \
        vec fd = V_ADD(V_FF##k(a, b, c), dx), gh = V_ADD(V_GG##k(e, f, g), hx);       \
        PIN(fd);                                                                      \
        PIN(gh);                                                                      \
        vec tt1 = V_ADD(fd, V_XOR(ss1, a12)), tt2 = V_ADD(gh, ss1);                   \
        b = V_ROL(b, 9);                                                              \
        d = tt1;                                                                      \
        f = V_ROL(f, 19);                                                             \
        h = V_P0(tt2);                                                                \
    } while (0)

/* Rounds 0 to 11 need no expansion; from 12 on W[j + 4] is made just before its use. */
#define EARLY(j, a, b, c, d, e, f, g, h) ROUND(0, t[j], a, b, c, d, e, f, g, h, w.w[j], w.w[(j) + 4])
#define MIDDLE(j, a, b, c, d, e, f, g, h) ROUND(0, t[j], a, b, c, d, e, f, g, h, w.w[j], EXPAND((j) + 4))
#define LATE(j, a, b, c, d, e, f, g, h) ROUND(1, t[j], a, b, c, d, e, f, g, h, w.w[j], EXPAND((j) + 4))
#define FOUR(kind, j)                    \
    kind(j, a, b, c, d, e, f, g, h);     \
    kind(j + 1, d, a, b, c, h, e, f, g); \
    kind(j + 2, c, d, a, b, g, h, e, f); \
    kind(j + 3, b, c, d, a, f, g, h, e)

static void compress_many(uint32_t (*h_)[8], const uint8_t *const *in, size_t nblocks)
{
    struct {
        vec w[16], v[8];
    } w;
    uint8_t *state[LANES];
    for (int i = 0; i < LANES; i++)
        state[i] = (uint8_t *)h_[i];
    load_words(w.v, (const uint8_t *const *)state, 0);
    load_words(w.v + 4, (const uint8_t *const *)state, 16);

    for (size_t at = 0; nblocks > 0; nblocks--, at += 64) {
        vec a = w.v[0], b = w.v[1], c = w.v[2], d = w.v[3];
        vec e = w.v[4], f = w.v[5], g = w.v[6], h = w.v[7];
        for (int k = 0; k < 4; k++) {
            vec x[4];
            load_block(x, in + k, at);
            for (int i = 0; i < 4; i++)
                w.w[4 * i + k] = V_BSWAP(x[i]);
        }
        for (int i = 0; i < 16; i += 4)
            TRANSPOSE(w.w + i);
        const uint32_t *t = round_t[0];
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
        w.v[0] = V_XOR(w.v[0], a);
        w.v[1] = V_XOR(w.v[1], b);
        w.v[2] = V_XOR(w.v[2], c);
        w.v[3] = V_XOR(w.v[3], d);
        w.v[4] = V_XOR(w.v[4], e);
        w.v[5] = V_XOR(w.v[5], f);
        w.v[6] = V_XOR(w.v[6], g);
        w.v[7] = V_XOR(w.v[7], h);
    }
    store_words(w.v, state, 0);
    store_words(w.v + 4, state, 16);
    gm_wipe(&w, sizeof w);
}
