/* The seam of the ZUC room: what a back end supplies.
 *
 * A state is 18 words, the same in every row: the cells s0 to s15, each in [1, 2^31 - 1], then R1 and R2. */
#ifndef GMI_ZUC_ZUC_IMPL_H
#define GMI_ZUC_ZUC_IMPL_H

#include <stddef.h>
#include <stdint.h>

#define GMI_ZUC_STATE 18
#define GMI_ZUC_R1 16
#define GMI_ZUC_R2 17
#define GMI_ZUC_MAX_LANES 16

/* The states of up to GMI_ZUC_MAX_LANES streams, word by word: column i is the state of lane i. */
struct zuc_lanes {
    uint32_t word[GMI_ZUC_STATE][GMI_ZUC_MAX_LANES];
};

/* Key stream that one steps_many call may make in a lane: 64 bytes, 16 steps, in each of up to GMI_ZUC_MAX_PASSES
 * passes. */
#define GMI_ZUC_PASS 64
#define GMI_ZUC_MAX_PASSES 17 /* a packet of 1 KiB, and what its MAC reads beyond */

struct zuc_impl {
    const char *name; /* "avx512": printed by the benchmarks and `guomi cpu` */
    uint64_t needs;   /* CPU bits that must all be set; 0 = runs anywhere    */

    /* The 32 rounds of initialisation and the one more whose output is dropped (GM/T 0001.1-2012, 6.6). On entry the
     * cells are loaded and R1 = R2 = 0. */
    void (*init)(uint32_t z[GMI_ZUC_STATE]);

    /* out = in ^ the next nwords words of key stream, big-endian; in == NULL: the key stream itself. In place or
     * disjoint, at any alignment. */
    void (*crypt)(uint32_t z[GMI_ZUC_STATE], uint8_t *out, const uint8_t *in, size_t nwords);

    /* Lanes of steps_many, at most GMI_ZUC_MAX_LANES; 0 = not offered. */
    unsigned lanes;
    /* `steps` steps in every lane, a multiple of 4 from 4 to 16 * GMI_ZUC_MAX_PASSES. The key stream of lane i goes to
     * out + i * stride, 4 bytes a step; what else is written of the last 64 bytes means nothing. If init_lanes is not
     * 0, steps is 32: each lane whose bit is set is initialised as by init(), and its output means nothing. Lanes from
     * `lanes` on are left alone. */
    void (*steps_many)(struct zuc_lanes *z, uint32_t init_lanes, uint8_t *out, size_t stride, size_t steps);

    /* The sum of key stream windows that all MACs are made of. t is a string of 128 bits, t[0] its first 64, each
     * word's highest bit first; m the 128 * nblocks bits at `in`, k the key stream at `stream` (16 bytes more than
     * that are read): for each i with m_i = 1, t_j ^= k_(i+j) for j < 64, or j < 128 if `wide`. */
    void (*mac)(uint64_t t[2], const uint8_t *stream, const uint8_t *in, size_t nblocks, int wide);
};

extern const struct zuc_impl gmi_zuc_portable;
extern const struct zuc_impl *const gmi_zuc_table[]; /* best first, portable last */
extern const size_t gmi_zuc_rows;

const struct zuc_impl *gmi_zuc(void); /* the row this processor runs */

#endif
