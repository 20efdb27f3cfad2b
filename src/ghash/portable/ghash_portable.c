/* GHASH in plain C by 64-bit integer products with holes: constant time, no table.
 *
 * A word is split into four, each with every fourth bit. In the integer product of two
 * such words a column of the sum holds at most 15 ones below bit 64 (16 only in the last
 * column, whose carry falls out), so its count stays in the four bits up to the next
 * column and its lowest bit is the carry-less product's. The high half of the product is
 * the low half of the product of the bit-reversed words. Since only lowest bits matter,
 * the products of four blocks are added by XOR and masked once. doc/ghash.md. */
#include <string.h>

#include <guomi/mem.h>

#include "base/bytes.h"
#include "ghash/ghash_impl.h"

#define AGGREGATE 4 /* blocks to one masking and one reduction */

/* Six words that stand for a block: its halves, their sum, and the three with their bits reversed. */
enum { HIGH, LOW, SUM, HIGH_REVERSED, LOW_REVERSED, SUM_REVERSED, FORMS };

/* A power of H: each form split into the four classes of bits. */
struct power {
    uint64_t form[FORMS][4];
};

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

/* Bits reversed within each byte. */
static inline uint64_t reverse_in_bytes(uint64_t x)
{
    x = swap_bits(x, 1, UINT64_C(0x5555555555555555));
    x = swap_bits(x, 2, UINT64_C(0x3333333333333333));
    return swap_bits(x, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
}

static inline uint64_t reverse(uint64_t x)
{
    x = reverse_in_bytes(x);
    x = swap_bits(x, 8, UINT64_C(0x00ff00ff00ff00ff));
    x = swap_bits(x, 16, UINT64_C(0x0000ffff0000ffff));
    return x >> 32 | x << 32;
}

static inline void forms(uint64_t f[FORMS], const uint8_t block[16])
{
    f[HIGH] = load64be(block);
    f[LOW] = load64be(block + 8);
    f[SUM] = f[HIGH] ^ f[LOW];
    f[HIGH_REVERSED] = reverse_in_bytes(load64le(block));
    f[LOW_REVERSED] = reverse_in_bytes(load64le(block + 8));
    f[SUM_REVERSED] = f[HIGH_REVERSED] ^ f[LOW_REVERSED];
}

static void split(struct power *p, const uint8_t h[16])
{
    uint64_t f[FORMS];
    forms(f, h);
    for (int i = 0; i < FORMS; i++)
        for (int j = 0; j < 4; j++)
            p->form[i][j] = f[i] & holes[j];
}

/* out = the sum of the n blocks f[i] times p[i], reduced. */
static inline void product_sum(uint8_t out[16], uint64_t (*f)[FORMS], const struct power *const *p, size_t n)
{
    uint64_t z[FORMS];
    for (int i = 0; i < FORMS; i++) {
        uint64_t z0 = 0, z1 = 0, z2 = 0, z3 = 0;
        for (size_t k = 0; k < n; k++) {
            const uint64_t *h = p[k]->form[i];
            uint64_t x0 = f[k][i] & holes[0], x1 = f[k][i] & holes[1];
            uint64_t x2 = f[k][i] & holes[2], x3 = f[k][i] & holes[3];
            z0 ^= (x0 * h[0]) ^ (x1 * h[3]) ^ (x2 * h[2]) ^ (x3 * h[1]);
            z1 ^= (x0 * h[1]) ^ (x1 * h[0]) ^ (x2 * h[3]) ^ (x3 * h[2]);
            z2 ^= (x0 * h[2]) ^ (x1 * h[1]) ^ (x2 * h[0]) ^ (x3 * h[3]);
            z3 ^= (x0 * h[3]) ^ (x1 * h[2]) ^ (x2 * h[1]) ^ (x3 * h[0]);
        }
        z[i] = (z0 & holes[0]) | (z1 & holes[1]) | (z2 & holes[2]) | (z3 & holes[3]);
    }
    /* Karatsuba: the 255 bits as v3 v2 v1 v0, moved up by one so that bit 255 is x^0 (6.3 of
     * SP 800-38D numbers bits from the left). */
    uint64_t top = reverse(z[HIGH_REVERSED]) >> 1, bottom = reverse(z[LOW_REVERSED]) >> 1;
    uint64_t middle = reverse(z[SUM_REVERSED]) >> 1;
    uint64_t v0 = z[LOW], v1 = bottom ^ z[SUM] ^ z[HIGH] ^ z[LOW], v2 = z[HIGH] ^ middle ^ top ^ bottom, v3 = top;
    v3 = v3 << 1 | v2 >> 63;
    v2 = v2 << 1 | v1 >> 63;
    v1 = v1 << 1 | v0 >> 63;
    v0 = v0 << 1;
    /* x^128 = 1 + x + x^2 + x^7, the lowest word (the highest powers) first. */
    v2 ^= v0 ^ v0 >> 1 ^ v0 >> 2 ^ v0 >> 7;
    v1 ^= v0 << 63 ^ v0 << 62 ^ v0 << 57;
    v3 ^= v1 ^ v1 >> 1 ^ v1 >> 2 ^ v1 >> 7;
    v2 ^= v1 << 63 ^ v1 << 62 ^ v1 << 57;
    store64be(out, v3);
    store64be(out + 8, v2);
}

static void powers(uint8_t table[GMI_GHASH_POWERS][16], const uint8_t h[16])
{
    struct {
        struct power p;
        uint64_t f[1][FORMS];
    } w;
    const struct power *const first = &w.p;
    split(&w.p, h);
    memcpy(table[0], h, 16);
    for (int i = 1; i < GMI_GHASH_POWERS; i++) {
        forms(w.f[0], table[i - 1]);
        product_sum(table[i], w.f, &first, 1);
    }
    gm_wipe(&w, sizeof w);
}

static void update(uint8_t y[16], const uint8_t (*table)[16], const uint8_t *in, size_t nblocks)
{
    struct {
        struct power p[AGGREGATE]; /* H^4, H^3, H^2, H */
        uint64_t f[AGGREGATE][FORMS];
        uint8_t first[16];
    } w;
    const size_t highest = nblocks < AGGREGATE ? nblocks : AGGREGATE;
    const struct power *p[AGGREGATE];
    for (size_t i = AGGREGATE - highest; i < AGGREGATE; i++)
        split(&w.p[i], table[AGGREGATE - 1 - i]);
    for (size_t i = 0; i < AGGREGATE; i++)
        p[i] = &w.p[i];
    while (nblocks > 0) {
        /* The odd blocks first, so that the rest are whole groups. */
        size_t n = nblocks % AGGREGATE != 0 ? nblocks % AGGREGATE : AGGREGATE;
        xor16(w.first, in, y);
        forms(w.f[0], w.first);
        for (size_t i = 1; i < n; i++)
            forms(w.f[i], in + 16 * i);
        if (n == AGGREGATE)
            product_sum(y, w.f, p, AGGREGATE);
        else
            product_sum(y, w.f, p + AGGREGATE - n, n);
        nblocks -= n;
        in += 16 * n;
    }
    gm_wipe(&w, sizeof w);
}

const struct ghash_impl gmi_ghash_portable = {
    .name = "portable",
    .powers = powers,
    .update = update,
};
