/* GHASH in plain C, bit by bit with masks: constant time. */
#include <string.h>

#include "base/bytes.h"
#include "base/ct.h"
#include "ghash/ghash_impl.h"

static void multiply(uint8_t y[16], const uint8_t h[16])
{
    uint64_t x0 = load64be(y), x1 = load64be(y + 8), v0 = load64be(h), v1 = load64be(h + 8), z0 = 0, z1 = 0;
    for (int i = 0; i < 128; i++) {
        uint64_t take = ct_barrier(0 - (i < 64 ? x0 >> (63 - i) & 1 : x1 >> (127 - i) & 1));
        z0 ^= v0 & take;
        z1 ^= v1 & take;
        uint64_t carry = 0 - (v1 & 1);
        v1 = v1 >> 1 | v0 << 63;
        v0 = v0 >> 1 ^ (carry & UINT64_C(0xe1) << 56);
    }
    store64be(y, z0);
    store64be(y + 8, z1);
}

static void powers(uint8_t table[GMI_GHASH_POWERS][16], const uint8_t h[16])
{
    memcpy(table[0], h, 16);
    for (int i = 1; i < GMI_GHASH_POWERS; i++) {
        memcpy(table[i], table[i - 1], 16);
        multiply(table[i], h);
    }
}

static void update(uint8_t y[16], const uint8_t (*table)[16], const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16) {
        xor16(y, y, in);
        multiply(y, table[0]);
    }
}

const struct ghash_impl gmi_ghash_portable = {
    .name = "portable",
    .powers = powers,
    .update = update,
};
