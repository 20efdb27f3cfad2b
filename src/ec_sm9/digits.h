/* Odd signed digits of secret scalars, and tables read by secret indices: what all ladders share.
 *
 * Digit i, of width w, of an odd k is ((k >> w i) mod 2^(w + 1) | 1) - 2^w, the last one (k >> w i) | 1: none is 0. */
#ifndef GMI_EC_SM9_DIGITS_H
#define GMI_EC_SM9_DIGITS_H

#include <string.h>

#include <guomi/mem.h>

#include "ec_sm9/constants.h"

#define DIGIT_ENTRIES (1 << (SM9_WINDOW - 1)) /* of a table of 1, 3, 5, … */
#define COMB_ENTRIES (1 << (SM9_COMB_WIDTH - 1))

/* Overwrite what an entry has left of its values on the stack, secret ones too: the small functions do not wipe,
 * whoever has called them wipes once. The deepest uses less than this. */
#ifndef SM9_STACK_BYTES
#define SM9_STACK_BYTES 8192
#endif
GMI_UNUSED static GMI_NOINLINE void wipe_stack(void)
{
    uint8_t below[SM9_STACK_BYTES];
    gm_wipe(below, sizeof below);
}

/* Digit i of count, of `width` bits: its index (|d| - 1) / 2, and a mask that says whether d is negative. */
static inline uint64_t odd_digit(const u256 *k, unsigned i, unsigned width, unsigned count, uint64_t *negative)
{
    uint64_t x = u256_bits(k, width * i, width + 1) | 1, mask;
    if (i + 1 == count) {
        *negative = 0;
        return x >> 1;
    }
    mask = ct_barrier((x >> width) - 1); /* the top bit is 0: x - 2^width is negative */
    *negative = mask;
    return ((x ^ mask) & ((UINT64_C(1) << width) - 1)) >> 1;
}

/* out = entry `index` of a table of `count` entries of `size` bytes, all words of 64 bits; all of them are read. */
static inline void table_scan(void *out, const void *table, size_t count, size_t size, uint64_t index)
{
    uint64_t *r = out;
    const uint64_t *from = table;
    const size_t words = size / sizeof *r;
    memset(out, 0, size);
    for (size_t i = 0; i < count; i++, from += words) {
        uint64_t mask = ~ct_nonzero(i ^ index);
        for (size_t j = 0; j < words; j++)
            r[j] |= from[j] & mask;
    }
}

#endif
