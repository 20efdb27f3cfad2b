/* The seam of the GHASH room: y = (y ^ block) * H in GF(2^128) with GCM's bit order. */
#ifndef GMI_GHASH_GHASH_IMPL_H
#define GMI_GHASH_GHASH_IMPL_H

#include <stddef.h>
#include <stdint.h>

#define GMI_GHASH_POWERS 16

struct ghash_impl {
    const char *name;
    uint64_t needs;

    /* table[i] = H^(i+1) as the 16-byte strings of SP 800-38D: the same for every row. */
    void (*powers)(uint8_t table[GMI_GHASH_POWERS][16], const uint8_t h[16]);

    /* y = GHASH of nblocks 16-byte blocks, starting from y. */
    void (*update)(uint8_t y[16], const uint8_t (*table)[16], const uint8_t *in, size_t nblocks);
};

extern const struct ghash_impl gmi_ghash_portable;
extern const struct ghash_impl gmi_ghash_pclmul;
extern const struct ghash_impl gmi_ghash_vpclmul;
extern const struct ghash_impl gmi_ghash_vpclmul_avx2;
extern const struct ghash_impl *const gmi_ghash_table[]; /* best first, portable last */
extern const size_t gmi_ghash_rows;

const struct ghash_impl *gmi_ghash(void);

#endif
