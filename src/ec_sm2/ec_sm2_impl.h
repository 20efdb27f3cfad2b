/* The seam of the room of prime curves: what a back end supplies.
 *
 * Everything that crosses it is canonical: numbers in [0, p) or [0, n) as four words, points affine and on
 * the curve, never infinity. A back end uses what it likes inside. No entry fails on valid input unless it
 * says so, none allocates, each wipes what it computed from secrets. Outputs may be the same objects as inputs.
 *
 * `c` is the curve. The rows of gmi_ec_sm2_table serve SM2's own curve alone and ignore it;
 * gmi_ec_generic serves any curve that ec_curve_check() accepted, and is in no table. */
#ifndef GMI_EC_SM2_EC_SM2_IMPL_H
#define GMI_EC_SM2_EC_SM2_IMPL_H

#include <stddef.h>
#include <stdint.h>

#include "bn/u256.h"

#define GMI_EC_LANES 8 /* the most items of one call of a `_many` entry */

/* Widths of prepared tables: signed windows of this many bits. */
#define GMI_EC_WIDTH_MIN 4
#define GMI_EC_WIDTH_MAX 7

struct ec_point {
    u256 x, y;
};

struct ec_curve; /* ec_sm2/curve.h: p, a, b, G, n and what a Montgomery multiplication needs */

struct ec_sm2_impl {
    const char *name; /* "avx512ifma": printed by the benchmarks and `guomi cpu` */
    uint64_t needs;   /* CPU bits that must all be set; 0 = runs anywhere        */

    /* Is y^2 = x^3 + ax + b? Coordinates below p. Time may depend on the point. */
    int (*on_curve_vartime)(const struct ec_curve *c, const struct ec_point *P);
    /* r = the point with this x, and y of the parity asked for; 0 if there is none. x below p. */
    int (*lift_x_vartime)(const struct ec_curve *c, struct ec_point *r, const u256 *x, int odd);

    /* r = k G and r = k P; k secret, in [1, n-1]. */
    void (*mul_base)(const struct ec_curve *c, struct ec_point *r, const u256 *k);
    void (*mul)(const struct ec_curve *c, struct ec_point *r, const u256 *k, const struct ec_point *P);

    /* r = s G + t P, and r = u P + Q; scalars in [0, n-1], all public. 0 if the sum is infinity, r then untouched.
     * The second may take advantage of a u of half the length. */
    int (*mul2_vartime)(const struct ec_curve *c, struct ec_point *r, const u256 *s, const u256 *t,
                        const struct ec_point *P);
    int (*mul_add_vartime)(const struct ec_curve *c, struct ec_point *r, const u256 *u, const struct ec_point *P,
                           const struct ec_point *Q);
    /* Has s G + t P an x with x mod n = v? v in [0, n-1]; infinity: no. All public. */
    int (*check_vartime)(const struct ec_curve *c, const u256 *s, const u256 *t, const struct ec_point *P,
                         const u256 *v);

    /* A prepared table of P: 64-byte aligned, of table_bytes(width) bytes, in the layout named by table_tag (the same
     * tag = the same layout, so rows may share tables). width in [GMI_EC_WIDTH_MIN, GMI_EC_WIDTH_MAX]; 0 bytes = width
     * not offered. */
    uint32_t table_tag;
    size_t (*table_bytes)(unsigned width);
    void (*prepare)(const struct ec_curve *c, void *table, unsigned width, const struct ec_point *P);
    void (*mul_table)(const struct ec_curve *c, struct ec_point *r, const u256 *k, const void *table, unsigned width);
    int (*check_table_vartime)(const struct ec_curve *c, const u256 *s, const u256 *t, const void *table,
                               unsigned width, const u256 *v);

    /* The same for count items at once, 1 <= count <= GMI_EC_LANES. NULL = not offered: the caller does one after
     * the other. Bit i of the result of check_many_vartime: item i is right. */
    void (*mul_base_many)(const struct ec_curve *c, struct ec_point *r, const u256 *k, size_t count);
    void (*mul_many)(const struct ec_curve *c, struct ec_point *r, const u256 *k, const struct ec_point *P,
                     size_t count);
    unsigned (*check_many_vartime)(const struct ec_curve *c, const u256 *s, const u256 *t, const struct ec_point *P,
                                   const u256 *v, size_t count);
};

extern const struct ec_sm2_impl *const gmi_ec_sm2_table[]; /* best first, portable last */
extern const size_t gmi_ec_sm2_rows;
extern const struct ec_sm2_impl gmi_ec_sm2_portable;
extern const struct ec_sm2_impl gmi_ec_generic; /* any curve */

const struct ec_sm2_impl *gmi_ec_sm2(void); /* the row this processor runs on SM2's curve */

#endif
