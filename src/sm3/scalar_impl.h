/* SM3 compression of one message in scalar C (GB/T 32905-2016, 5.3): 64 rounds unrolled with the
 * registers renamed instead of moved, and a rolling schedule of 16 words. Compiled by the portable
 * row, and again under a raised target where no assembly is at hand. Defines compress(). */
#include <guomi/mem.h>

#define P0(x) ((x) ^ rol32(x, 9) ^ rol32(x, 17))
#define P1(x) ((x) ^ rol32(x, 15) ^ rol32(x, 23))
#define FF0(x, y, z) ((x) ^ (y) ^ (z))
#define GG0(x, y, z) ((x) ^ (y) ^ (z))
#define FF1(x, y, z) (((y) & (z)) + ((x) & ((y) ^ (z)))) /* no bit is in both: a sum is an OR */
#define GG1(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define T(j) rol32((j) < 16 ? 0x79cc4519u : 0x7a879d8au, (j) % 32)

/* W[j + 16] takes the place of W[j]. */
#define EXPAND(j)                                                                                                      \
    (w[(j) & 15] = P1(w[(j) & 15] ^ w[((j) + 7) & 15] ^ rol32(w[((j) + 13) & 15], 15)) ^ rol32(w[((j) + 3) & 15], 7) ^ \
                   w[((j) + 10) & 15])

/* Keep x as one value: compilers regroup sums and then add early what is ready late. */
#define KEEP(x) GMI_PIN("r", x)

/* One round; wj is W[j], wj4 is W[j + 4]. */
#define ROUND(k, j, a, b, c, d, e, f, g, h, wj, wj4)                       \
    do {                                                                   \
        uint32_t x = (wj), y = x ^ (wj4), a12 = rol32(a, 12);              \
        uint32_t hx = h + x + GG##k(e, f, g), dx = d + y + FF##k(a, b, c); \
        uint32_t ss1 = rol32(a12 + (e + T(j)), 7);                         \
        KEEP(hx);                                                          \
        KEEP(dx);                                                          \
        b = rol32(b, 9);                                                   \
        d = dx + (ss1 ^ a12);                                              \
        f = rol32(f, 19);                                                  \
        h = P0(hx + ss1);                                                  \
    } while (0)

/* Rounds 0 to 11 need no expansion; from 12 on W[j + 4] is made just before its use. */
#define EARLY(j, a, b, c, d, e, f, g, h) ROUND(0, j, a, b, c, d, e, f, g, h, w[j], w[(j) + 4])
#define MIDDLE(j, a, b, c, d, e, f, g, h) ROUND(0, j, a, b, c, d, e, f, g, h, w[j], EXPAND((j) - 12))
#define LATE(j, a, b, c, d, e, f, g, h) ROUND(1, j, a, b, c, d, e, f, g, h, w[(j) & 15], EXPAND((j) - 12))

#define FOUR(kind, j)                    \
    kind(j, a, b, c, d, e, f, g, h);     \
    kind(j + 1, d, a, b, c, h, e, f, g); \
    kind(j + 2, c, d, a, b, g, h, e, f); \
    kind(j + 3, b, c, d, a, f, g, h, e)

static void compress(uint32_t h_[8], const uint8_t *in, size_t nblocks)
{
    uint32_t w[16];
    for (; nblocks > 0; nblocks--, in += 64) {
        uint32_t a = h_[0], b = h_[1], c = h_[2], d = h_[3];
        uint32_t e = h_[4], f = h_[5], g = h_[6], h = h_[7];
        for (int i = 0; i < 16; i++)
            w[i] = load32be(in + 4 * i);
        FOUR(EARLY, 0);
        FOUR(EARLY, 4);
        FOUR(EARLY, 8);
        FOUR(MIDDLE, 12);
        FOUR(LATE, 16);
        FOUR(LATE, 20);
        FOUR(LATE, 24);
        FOUR(LATE, 28);
        FOUR(LATE, 32);
        FOUR(LATE, 36);
        FOUR(LATE, 40);
        FOUR(LATE, 44);
        FOUR(LATE, 48);
        FOUR(LATE, 52);
        FOUR(LATE, 56);
        FOUR(LATE, 60);
        h_[0] ^= a, h_[1] ^= b, h_[2] ^= c, h_[3] ^= d;
        h_[4] ^= e, h_[5] ^= f, h_[6] ^= g, h_[7] ^= h;
    }
    gm_wipe(w, sizeof w);
}
