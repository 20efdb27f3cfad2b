/* The seam of the room of SM9's curve and pairing: what a back end supplies.
 *
 * Everything that crosses it is canonical: numbers in [0, q) or [0, N) as four words, points affine, on their curve and
 * never infinity (points of G2 in the subgroup of order N too) unless an entry is there to find that out. A back end
 * uses what it likes inside. No entry fails on valid input unless it says so, none allocates, each wipes what it
 * computed from secrets. Outputs may be the same objects as inputs. Entries without `_vartime` are constant time in
 * everything but the numbers of things. */
#ifndef GMI_EC_SM9_EC_SM9_IMPL_H
#define GMI_EC_SM9_EC_SM9_IMPL_H

#include <stddef.h>
#include <stdint.h>

#include "bn/u256.h"

#define GMI_EC_SM9_LANES 8 /* the most items of one call of a `_many` entry */

struct sm9_g1 {
    u256 x, y;
};

/* A point of the twist: [0] is the constant, [1] the coefficient of u. */
struct sm9_g2 {
    u256 x[2], y[2];
};

/* An element of F_q12 = F_q[w]/(w^12 + 2): c[m] is the coefficient of w^m; u^i v^j w^k = w^(6i + 3j + k). */
struct sm9_gt {
    u256 c[12];
};

struct ec_sm9_impl {
    const char *name; /* "avx512ifma": printed by the benchmarks and `guomi cpu` */
    uint64_t needs;   /* CPU bits that must all be set; 0 = runs anywhere        */

    /* Is P on the curve? Is Q on the twist and of order N? Is f of order N, and not 1? Coordinates below q. */
    int (*g1_on_curve_vartime)(const struct sm9_g1 *P);
    int (*g2_in_group_vartime)(const struct sm9_g2 *Q);
    int (*gt_in_group_vartime)(const struct sm9_gt *f);
    /* The y of the parity asked for; 0 if there is none. x below q. */
    int (*g1_lift_x_vartime)(struct sm9_g1 *r, const u256 *x, int odd);

    /* r = k P1, k P, k P2, k Q; k secret, in [1, N-1]; P and Q may be secret. */
    void (*g1_mul_base)(struct sm9_g1 *r, const u256 *k);
    void (*g1_mul)(struct sm9_g1 *r, const u256 *k, const struct sm9_g1 *P);
    void (*g2_mul_base)(struct sm9_g2 *r, const u256 *k);
    void (*g2_mul)(struct sm9_g2 *r, const u256 *k, const struct sm9_g2 *Q);

    /* r = h P1 + P, and h P2 + Q; h in [1, N-1], all public. 0 if the sum is infinity, r then untouched. */
    int (*g1_base_add_vartime)(struct sm9_g1 *r, const u256 *h, const struct sm9_g1 *P);
    int (*g2_base_add_vartime)(struct sm9_g2 *r, const u256 *h, const struct sm9_g2 *Q);

    /* r = e(P, Q), and f^k for f of order N; all may be secret; k in [1, N-1]. r = a b for any a and b. */
    void (*pair)(struct sm9_gt *r, const struct sm9_g1 *P, const struct sm9_g2 *Q);
    void (*gt_pow)(struct sm9_gt *r, const struct sm9_gt *f, const u256 *k);
    void (*gt_mul)(struct sm9_gt *r, const struct sm9_gt *a, const struct sm9_gt *b);

    /* Prepared tables: 64-byte aligned memory of the caller, in a layout of this back end named by table_tag (the same
     * tag = the same layout). Of f: for powers of it. Of Q: the lines of its Miller loop. Q may be secret, and the
     * lines then are. */
    uint32_t table_tag;
    size_t gt_table_bytes, lines_bytes;
    void (*gt_prepare)(void *table, const struct sm9_gt *f);
    void (*gt_pow_table)(struct sm9_gt *r, const void *table, const u256 *k);
    void (*lines_prepare)(void *lines, const struct sm9_g2 *Q);
    void (*pair_lines)(struct sm9_gt *r, const struct sm9_g1 *P, const void *lines);

    /* r = e(S, h1 P2 + Q) e(P1, Q)^h, which verification hashes: Q the master public key, h and h1 in [1, N-1], all
     * public. 0 if h1 P2 + Q is infinity, r then untouched. The second has the lines of Q and the table of e(P1, Q). */
    int (*verify_vartime)(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                          const struct sm9_g2 *Q);
    int (*verify_tables_vartime)(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                                 const struct sm9_g2 *Q, const void *lines, const void *table);

    /* g1_mul_base, and the verification with tables, for count items at once, 1 <= count <= GMI_EC_SM9_LANES. Fewer
     * than many_least go faster one after the other. NULL: not there. Where h1 P2 + Q is infinity the second gives
     * e(P1, Q)^h. */
    size_t many_least;
    void (*g1_mul_base_many)(struct sm9_g1 *r, const u256 *k, size_t count);
    void (*verify_many_vartime)(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                                const void *lines, size_t count);
};

extern const struct ec_sm9_impl *const gmi_ec_sm9_table[]; /* best first, portable last */
extern const size_t gmi_ec_sm9_rows;
extern const struct ec_sm9_impl gmi_ec_sm9_portable;

const struct ec_sm9_impl *gmi_ec_sm9(void); /* the row this processor runs */

#endif
