/* ZUC in plain C, constant time: the eight S-boxes of a step are two circuits of gates over bit planes, the MAC is
 * integer products with holes. doc/zuc.md. */
#include <guomi/mem.h>
#include <string.h>

#include "base/bytes.h"
#include "zuc/lfsr.h"
#include "zuc/zuc_impl.h"

/* ---- F ---- */

typedef uint32_t word; /* a bit plane: bits 0 to 7 count */

static inline void s0_planes(word y[8], const word x[8])
{
#include "zuc/portable/zuc_s0_circuit.inc"
}

static inline void s1_planes(word y[8], const word x[8])
{
#include "zuc/portable/zuc_s1_circuit.inc"
}

/* Bit j of byte i becomes bit i of byte j. */
static inline uint64_t transpose8(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

/* S on both words at once: S0 in the odd bytes, S1 in the even ones. */
static inline uint64_t substitute(uint64_t x)
{
    word planes[8], y0[8], y1[8];
    x = transpose8(x);
    for (int b = 0; b < 8; b++)
        planes[b] = (word)(x >> (8 * b));
    s0_planes(y0, planes);
    s1_planes(y1, planes);
    x = 0;
    for (int b = 0; b < 8; b++)
        x |= (uint64_t)((y0[b] & 0xaa) | (y1[b] & 0x55)) << (8 * b);
    return transpose8(x) ^ UINT64_C(0x3e553e553e553e55); /* the constants of the circuits */
}

struct registers {
    uint32_t r1, r2;
};

/* One step of F (GM/T 0001.1-2012, 6.4); returns W. */
static inline uint32_t step(struct registers *r, const uint32_t *s)
{
    uint32_t w = (zuc_x0(s) ^ r->r1) + r->r2, w1 = r->r1 + zuc_x1(s), w2 = r->r2 ^ zuc_x2(s);
    uint32_t u = w1 << 16 | w2 >> 16, v = w2 << 16 | w1 >> 16;
    u ^= rol32(u, 2) ^ rol32(u, 10) ^ rol32(u, 18) ^ rol32(u, 24);
    v ^= rol32(v, 8) ^ rol32(v, 14) ^ rol32(v, 22) ^ rol32(v, 30);
    uint64_t y = substitute((uint64_t)u << 32 | v);
    r->r1 = (uint32_t)(y >> 32);
    r->r2 = (uint32_t)y;
    return w;
}

static void init(uint32_t z[GMI_ZUC_STATE])
{
    struct {
        uint32_t s[16 + 33];
        struct registers r;
    } w;
    memcpy(w.s, z, sizeof(uint32_t) * 16);
    w.r = (struct registers){0, 0};
    for (int i = 0; i < 32; i++) {
        uint32_t u = step(&w.r, w.s + i) >> 1;
        w.s[16 + i] = zuc_fold(zuc_feedback(w.s + i) + u);
    }
    step(&w.r, w.s + 32);
    w.s[48] = zuc_fold(zuc_feedback(w.s + 32));
    memcpy(z, w.s + 33, sizeof(uint32_t) * 16);
    z[GMI_ZUC_R1] = w.r.r1;
    z[GMI_ZUC_R2] = w.r.r2;
    gm_wipe(&w, sizeof w);
}

#define CHUNK 16 /* words between two moves of the register */

static void crypt(uint32_t z[GMI_ZUC_STATE], uint8_t *out, const uint8_t *in, size_t nwords)
{
    struct {
        uint32_t s[16 + CHUNK];
        struct registers r;
    } w;
    memcpy(w.s, z, sizeof(uint32_t) * 16);
    w.r = (struct registers){z[GMI_ZUC_R1], z[GMI_ZUC_R2]};
    while (nwords > 0) {
        size_t n = nwords < CHUNK ? nwords : CHUNK;
        for (size_t i = 0; i < n; i++) {
            const uint32_t *s = w.s + i;
            uint32_t key = step(&w.r, s) ^ zuc_x3(s);
            w.s[16 + i] = zuc_fold(zuc_feedback(s));
            store32be(out + 4 * i, in == NULL ? key : key ^ load32be(in + 4 * i));
        }
        memmove(w.s, w.s + n, sizeof(uint32_t) * 16);
        nwords -= n;
        out += 4 * n;
        if (in != NULL)
            in += 4 * n;
    }
    memcpy(z, w.s, sizeof(uint32_t) * 16);
    z[GMI_ZUC_R1] = w.r.r1;
    z[GMI_ZUC_R2] = w.r.r2;
    gm_wipe(&w, sizeof w);
}

/* ---- MAC ---- */

static const uint64_t holes[4] = {
    UINT64_C(0x1111111111111111),
    UINT64_C(0x2222222222222222),
    UINT64_C(0x4444444444444444),
    UINT64_C(0x8888888888888888),
};

static inline uint64_t swap_bits(uint64_t x, unsigned n, uint64_t mask)
{
    return (x >> n & mask) | (x & mask) << n;
}

static inline uint64_t reverse(uint64_t x)
{
    x = swap_bits(x, 1, UINT64_C(0x5555555555555555));
    x = swap_bits(x, 2, UINT64_C(0x3333333333333333));
    x = swap_bits(x, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    x = swap_bits(x, 8, UINT64_C(0x00ff00ff00ff00ff));
    x = swap_bits(x, 16, UINT64_C(0x0000ffff0000ffff));
    return x >> 32 | x << 32;
}

/* The low half of a carry-less product: of four words with every fourth bit each, the products have room for the
 * carries (doc/ghash.md), and sums of products need no masks between. */
struct sum {
    uint64_t z[4];
};

static inline void add_product(struct sum *s, uint64_t a, uint64_t b)
{
    uint64_t x[4], y[4];
    for (int i = 0; i < 4; i++) {
        x[i] = a & holes[i];
        y[i] = b & holes[i];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            s->z[(i + j) & 3] ^= x[i] * y[j];
}

static inline uint64_t low_half(const struct sum *s)
{
    return (s->z[0] & holes[0]) | (s->z[1] & holes[1]) | (s->z[2] & holes[2]) | (s->z[3] & holes[3]);
}

static void mac(uint64_t t[2], const uint8_t *stream, const uint8_t *in, size_t nblocks, int wide)
{
    struct {
        struct sum low[2], high[2];
        uint64_t key[3], reversed[3];
    } w;
    memset(&w, 0, sizeof w);
    for (int k = 0; k < 2; k++) {
        w.key[k + 1] = load64be(stream + 8 * k);
        w.reversed[k + 1] = reverse(w.key[k + 1]);
    }
    for (size_t i = 0; i < 2 * nblocks; i++) {
        uint64_t m = load64be(in + 8 * i), r = reverse(m);
        for (int k = 0; k < 2; k++) {
            w.key[k] = w.key[k + 1];
            w.reversed[k] = w.reversed[k + 1];
        }
        w.key[2] = load64be(stream + 8 * i + 16);
        w.reversed[2] = reverse(w.key[2]);
        add_product(&w.low[0], r, w.key[0]);
        add_product(&w.high[0], m, w.reversed[1]);
        if (wide) {
            add_product(&w.low[1], r, w.key[1]);
            add_product(&w.high[1], m, w.reversed[2]);
        }
    }
    for (int k = 0; k < 2; k++)
        t[k] ^= low_half(&w.low[k]) ^ reverse(low_half(&w.high[k])) >> 1;
    gm_wipe(&w, sizeof w);
}

const struct zuc_impl gmi_zuc_portable = {
    .name = "portable",
    .init = init,
    .crypt = crypt,
    .mac = mac,
};
