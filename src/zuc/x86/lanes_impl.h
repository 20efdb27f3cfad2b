/* Many key streams of ZUC at once, one in each dword lane: steps_many of a row (doc/zuc.md).
 *
 * The register is 16 vectors, renamed instead of moved: a pass is 16 steps. Before it is included, the row defines
 *   vec, LANES                          the vector and its count of dwords;
 *   V_LOAD(p), V_STORE(p, x)            at any alignment;
 *   V_SET1(word), V_ADD, V_SUB, V_AND, V_XOR, V_XOR3, V_MIN, V_SRL(x, n), V_ROL(x, n);
 *   V_SELECT(mask, x, y)                bits of x where the mask has ones, else of y;
 *   V_JOIN(x, y2, n)                    x << n | y2 >> (32 - n);
 *   struct s_tables, s_load_tables(t)   the constants of the S-boxes;
 *   V_SUBSTITUTE(t, x, y)               S on both vectors;
 *   store_words(out, stride, at, x)     lane i of x[0] to x[15] as 64 bytes at out + i stride + at, each word with its
 *                                       highest byte first. */
#include <guomi/mem.h>
#include <string.h>

struct lanes_state {
    vec s[16]; /* cells */
    vec d[16]; /* the same, doubled: the lowest bit is 0 */
    vec r1, r2;
};

#define V_P V_SET1(0x7fffffff)

/* 2^k x modulo 2^31 - 1: a rotation of 31 bits. */
#define V_TURN(x, doubled, k) V_AND(V_JOIN(x, doubled, k), V_P)

/* x + y modulo 2^31 - 1 in [0, 2^31 - 1], for x and y in that range. Should x + y - p wrap, it is the larger. */
GMI_INLINE vec add_mod(vec x, vec y)
{
    vec sum = V_ADD(x, y);
    return V_MIN(sum, V_SUB(sum, V_P));
}

/* One step of all lanes; j the index of s0. u: what initialisation adds to the register is W >> 1 AND u. Returns Z. */
GMI_INLINE vec lanes_step(const struct s_tables *t, struct lanes_state *z, const int j, const vec u, const int init)
{
#define CELL(i) z->s[((i) + j) & 15]
#define TWICE(i) z->d[((i) + j) & 15]
    vec x0 = V_SELECT(V_SET1(0xffff0000u), TWICE(15), CELL(14));
    vec x1 = V_JOIN(CELL(11), TWICE(9), 16), x2 = V_JOIN(CELL(7), TWICE(5), 16), x3 = V_JOIN(CELL(2), TWICE(0), 16);
    vec w = V_ADD(V_XOR(x0, z->r1), z->r2), w1 = V_ADD(z->r1, x1), w2 = V_XOR(z->r2, x2);
    vec a = V_JOIN(w1, w2, 16), b = V_JOIN(w2, w1, 16);
    a = V_XOR3(V_XOR3(a, V_ROL(a, 2), V_ROL(a, 10)), V_ROL(a, 18), V_ROL(a, 24));
    b = V_XOR3(V_XOR3(b, V_ROL(b, 8), V_ROL(b, 14)), V_ROL(b, 22), V_ROL(b, 30));
    /* The last sum has s0 in it, so that it is not 0; folding then leaves it in [1, 2^31 - 1]. */
    vec v = add_mod(V_TURN(CELL(15), TWICE(15), 15), V_TURN(CELL(13), TWICE(13), 17));
    v = add_mod(v, add_mod(V_TURN(CELL(10), TWICE(10), 21), V_TURN(CELL(4), TWICE(4), 20)));
    v = add_mod(v, V_TURN(CELL(0), TWICE(0), 8));
    if (init)
        v = add_mod(v, V_AND(V_SRL(w, 1), u));
    v = V_ADD(v, CELL(0));
    v = V_ADD(V_AND(v, V_P), V_SRL(v, 31));
    CELL(0) = v;
    TWICE(0) = V_ADD(v, v);
    V_SUBSTITUTE(t, a, b);
    z->r1 = a;
    z->r2 = b;
    return V_XOR(w, x3);
#undef CELL
#undef TWICE
}

#define FOUR_STEPS(j)                                      \
    do {                                                   \
        x[j] = lanes_step(&t, &z, j, u, init);             \
        x[(j) + 1] = lanes_step(&t, &z, (j) + 1, u, init); \
        x[(j) + 2] = lanes_step(&t, &z, (j) + 2, u, init); \
        x[(j) + 3] = lanes_step(&t, &z, (j) + 3, u, init); \
    } while (0)

/* out: not NULL unless init. */
GMI_INLINE void lanes_passes(struct zuc_lanes *lanes, const vec u, uint8_t *out, size_t stride, size_t steps,
                             const int init)
{
    struct lanes_state z;
    struct s_tables t;
    vec x[16];
    s_load_tables(&t);
    for (int i = 0; i < 16; i++) {
        z.s[i] = V_LOAD(lanes->word[i]);
        z.d[i] = V_ADD(z.s[i], z.s[i]);
    }
    z.r1 = V_LOAD(lanes->word[GMI_ZUC_R1]);
    z.r2 = V_LOAD(lanes->word[GMI_ZUC_R2]);
    memset(x, 0, sizeof x);
    for (size_t at = 0;; at += GMI_ZUC_PASS, steps -= 16) {
        FOUR_STEPS(0);
        if (steps > 4)
            FOUR_STEPS(4);
        if (steps > 8)
            FOUR_STEPS(8);
        if (steps > 12)
            FOUR_STEPS(12);
        if (!init || out != NULL)
            store_words(out, stride, at, x);
        if (steps <= 16)
            break;
    }
    if (init) { /* one more step in the lanes that were initialised; u is all ones there, and 0 in the others */
        struct {
            vec s0, r1, r2;
        } old = {z.s[0], z.r1, z.r2};
        lanes_step(&t, &z, 0, u, 0);
        V_STORE(lanes->word[0], V_SELECT(u, z.s[1], old.s0));
        for (int i = 1; i < 16; i++)
            V_STORE(lanes->word[i], V_SELECT(u, z.s[(i + 1) & 15], z.s[i]));
        z.r1 = V_SELECT(u, z.r1, old.r1);
        z.r2 = V_SELECT(u, z.r2, old.r2);
        gm_wipe(&old, sizeof old);
    } else {
        for (int i = 0; i < 16; i++)
            V_STORE(lanes->word[((size_t)i - steps) & 15], z.s[i]);
    }
    V_STORE(lanes->word[GMI_ZUC_R1], z.r1);
    V_STORE(lanes->word[GMI_ZUC_R2], z.r2);
    gm_wipe(&z, sizeof z);
    gm_wipe(x, sizeof x);
}

static void steps_many(struct zuc_lanes *lanes, uint32_t init_lanes, uint8_t *out, size_t stride, size_t steps)
{
    const uint32_t all = (UINT32_C(1) << LANES) - 1;
    if (init_lanes == 0) {
        lanes_passes(lanes, V_SET1(0), out, stride, steps, 0);
        return;
    }
    _Alignas(64) uint32_t u[LANES];
    for (int i = 0; i < LANES; i++)
        u[i] = 0 - (init_lanes >> i & 1);
    lanes_passes(lanes, V_LOAD(u), (init_lanes & all) == all ? NULL : out, stride, steps, 1);
}
