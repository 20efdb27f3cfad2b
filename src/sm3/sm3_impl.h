/* The seam of the SM3 room: what a back end supplies. */
#ifndef GMI_SM3_SM3_IMPL_H
#define GMI_SM3_SM3_IMPL_H

#include <stddef.h>
#include <stdint.h>

#define GMI_SM3_MAX_LANES 32

struct sm3_impl {
    const char *name; /* "avx2": printed by the benchmarks and `guomi cpu` */
    uint64_t needs;   /* CPU bits that must all be set; 0 = runs anywhere  */

    /* h = compression of nblocks blocks of 64 bytes at `in`, starting from h. */
    void (*compress)(uint32_t h[8], const uint8_t *in, size_t nblocks);

    /* Messages per compress_many call, at most GMI_SM3_MAX_LANES; 0 = not offered. */
    unsigned lanes;
    /* For each lane i: h[i] = compression of nblocks blocks at in[i], starting from h[i].
     * A lane whose in[i] is NULL is idle: its h[i] is left alone. The fewer lanes work, the less it
     * may cost: a row of two vectors runs one of them when half of its lanes or more are idle. */
    void (*compress_many)(uint32_t (*h)[8], const uint8_t *const *in, size_t nblocks);
    /* out = out_len bytes of digest 0, digest 1, …; digest i = compression, from `start`, of the nblocks (1 or 2)
     * blocks at `in` with the big-endian number `first` + i XORed into the 4 bytes at in[at]. Offered by every
     * row with lanes. */
    void (*compress_numbered)(uint8_t *out, size_t out_len, const uint32_t start[8], const uint8_t *in, size_t nblocks,
                              size_t at, uint32_t first);
};

extern const struct sm3_impl gmi_sm3_portable;
extern const struct sm3_impl *const gmi_sm3_table[]; /* best first, portable last */
extern const size_t gmi_sm3_rows;

const struct sm3_impl *gmi_sm3(void); /* the row this processor runs */

#endif
