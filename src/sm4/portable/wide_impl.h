/* Many blocks of the portable row, bitsliced over a word type: define SLICE_BITS before including. */
#ifndef GMI_SM4_PORTABLE_WIDE_IMPL_H
#define GMI_SM4_PORTABLE_WIDE_IMPL_H

#include <string.h>

#include <guomi/mem.h>

#include "sm4/portable/bitslice_impl.h"

#define GROUP (2 * SLICE_BLOCKS)

struct keys {
    struct sliced_keys sliced;
};

static void prepare(struct keys *k, const uint32_t rk[32])
{
    slice_keys(&k->sliced, rk);
}

static void wide(const struct keys *k, uint8_t *out, const uint8_t *in, size_t n)
{
    if (n == GROUP) {
        slice_crypt_two(&k->sliced, out, in);
    } else {
        uint8_t part[16 * GROUP];
        const size_t filled = n <= SLICE_BLOCKS ? SLICE_BLOCKS : GROUP;
        memcpy(part, in, 16 * n);
        memset(part + 16 * n, 0, 16 * (filled - n));
        if (filled == SLICE_BLOCKS)
            slice_crypt(&k->sliced, part, part);
        else
            slice_crypt_two(&k->sliced, part, part);
        memcpy(out, part, 16 * n);
        gm_wipe(part, 16 * filled);
    }
}

struct counters {
    struct slice_counters sliced;
};

static void counters_at(struct counters *c, const uint8_t counter[16], int bits)
{
    slice_counters_at(&c->sliced, counter, bits);
}

static void stream(const struct keys *k, struct counters *c, uint8_t *out, const uint8_t *in)
{
    slice_stream_two(&k->sliced, &c->sliced, out, in);
}

#endif
