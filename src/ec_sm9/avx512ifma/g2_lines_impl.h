/* The point of a Miller loop, and its lines.
 *
 * A vector holds four elements of F_q2, the slots {x0, x1, x2, x3}: constants in even lanes, coefficients of u in odd
 * ones. The loop runs on the twist y^2 = x^3 + u/6, isomorphic to SM9's by (mu^2 x, mu^3 y), mu^6 = 1/30 in F_q, where
 * three times the curve's constant is u/2: so no formula multiplies by more than 8. A point is {X, Y, Z, -} with
 * x = X/Z, y = Y/Z. A line is {a, b, c, -}: a yP w^3 + b xP w^2 + c up to factors that the final exponentiation kills.
 * doc/sm9_ifma.md has the formulas and their bounds. Included after gt.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_G2_LINES_IMPL_H
#define GMI_EC_SM9_AVX512IFMA_G2_LINES_IMPL_H

#include "ec_sm9/avx512ifma/gt.h"
#include "ec_sm9/avx512ifma/units.h"

/* The line that touches at t; t = 2 t. */
static GMI_NOINLINE fe_t point_double(fe_t *t)
{
    const fe_t s = *t;
    fe_t r, x2, c, line, p;
    *t = g2_double_with(s, &r);
    x2 = f2_mul(s, s);
    /* 4YZ, -6X^2, 2Y^2 - uZ^2 */
    c = fe_slots(r, 2, 2, 2, 2);
    line = fe_blend(fe_slots(r, 3, 3, 1, 1), S1, fe_slots(x2, 0, 0, 0, 0));
    line = fe_shift(line, g2_by(2, 1, 1, 0));
    p = fe_add(fe_lanes(bias_line), line);
    p = fe_sub_in(p, S1, fe_lanes(bias_line), fe_times(line, 3));
    return fe_tidy(g2_minus(p, S2, c, 1));
}

/* The line through t and q = {x, y, x, y}, affine; t = t + q. l = X - xZ, h = Y - yZ: the line is l, -h, hx - ly. */
static GMI_NOINLINE fe_t point_add(fe_t *t, fe_t q)
{
    const fe_t bias = fe_lanes(bias_all6);
    fe_t s = *t, r, d, c, e, line;
    r = f2_mul(q, fe_slots(s, 2, 2, 2, 2));                                              /* xZ, yZ */
    d = fe_tidy(fe_sub(fe_add(bias, fe_slots(s, 0, 1, 0, 1)), fe_slots(r, 0, 1, 0, 1))); /* l, h, l, h */
    /* l^2, h^2, h x, l y */
    r = f2_mul(fe_slots(d, 0, 1, 1, 0), fe_blend(d, S2 | S3, q));
    line = fe_blend(d, S1, fe_sub(bias, d));
    c = fe_slots(r, 3, 3, 3, 3);
    line = fe_tidy(fe_blend(line, S2, fe_add(bias, fe_sub(r, c))));
    c = fe_tidy(r);
    /* E = l^3, F = Z h^2, G = X l^2 */
    r = f2_mul(fe_blend(fe_slots(s, 2, 2, 0, 2), S0, d), fe_slots(c, 0, 1, 0, 0));
    /* H = E + F - 2G, G - H, E, E */
    e = fe_add(fe_slots(r, 0, 0, 0, 0), fe_slots(r, 1, 1, 1, 1)); /* E + F everywhere */
    c = fe_slots(r, 2, 2, 2, 2);
    d = fe_blend(d, S2 | S3, fe_slots(s, 0, 0, 2, 1)); /* l, h, Z, Y */
    r = fe_slots(r, 0, 0, 0, 0);
    e = fe_blend(fe_sub(fe_add(bias, e), fe_add(c, c)), S1, fe_sub(fe_add(bias, fe_times(c, 3)), e));
    e = fe_tidy(fe_blend(e, S2 | S3, r));
    r = f2_mul(d, e); /* lH = X, h(G - H), ZE = Z, YE; Y = the second less the last */
    *t = fe_tidy(fe_sub_in(r, S1, fe_add(bias, r), fe_slots(r, 3, 3, 3, 3)));
    return line;
}

/* ---- all lines of a point ---- */

#define LINES 77 /* 65 doublings, ten additions for the digits of 6t + 2 below the highest, and two */

/* 6t + 2 = 2^65 + 2^62 + 2^25 + 2^21 - 2^19 - 2^17 - 2^13 - 2^11 + 2^8 + 2^6 - 2^1. */
GMI_INLINE int miller_digit(int i)
{
    if (i == 62 || i == 25 || i == 21 || i == 8 || i == 6)
        return 1;
    return i == 19 || i == 17 || i == 13 || i == 11 || i == 1 ? -1 : 0;
}

/* {x, y, x, y} from a point of SM9's twist, on the loop's. */
static fe_t twist_load(const struct sm9_g2 *Q)
{
    const u256 *const lanes[8] = {Q->x, Q->x + 1, Q->y, Q->y + 1, Q->x, Q->x + 1, Q->y, Q->y + 1};
    return fe_tidy(fe_mul(fe_load(lanes), fe_lanes(g2_isomorphism)));
}

/* {X, -Y, Z, -Y} of {X, Y, Z, Y}. */
GMI_INLINE fe_t twist_negate(fe_t q)
{
    return fe_tidy(fe_sub_in(q, S1 | S3, fe_lanes(bias_all3), q));
}

/* {x, y, 1, y} of {x, y, x, y}. */
GMI_INLINE fe_t point_from_affine(fe_t q)
{
    return fe_blend(q, S2, fe_blend(fe_zero(), EVEN, fe_one()));
}

/* The map that multiplies points of G2 by q^k: {X, Y, Z, Y} from and to that. */
GMI_INLINE fe_t g2_map(fe_t p, const uint64_t constants[5][8], int odd)
{
    p = fe_mul(p, fe_lanes(constants));
    return fe_tidy(odd ? fe_sub_in(p, ODD, fe_lanes(bias_all3), p) : p);
}

/* The lines, in the order in which a loop wants them. */
static void lines_compute(fe_t lines[LINES], const struct sm9_g2 *Q)
{
    struct {
        fe_t q, minus, t, f;
    } w;
    int n = 0;
    w.q = twist_load(Q);
    w.minus = twist_negate(w.q);
    w.t = point_from_affine(w.q);
    for (int i = 64; i >= 0; i--) {
        lines[n++] = point_double(&w.t);
        if (miller_digit(i) != 0)
            lines[n++] = point_add(&w.t, miller_digit(i) > 0 ? w.q : w.minus);
    }
    /* The line through pi(Q), and that through -pi^2(Q). */
    w.f = g2_map(point_from_affine(w.q), g2_map1, 1);
    lines[n++] = point_add(&w.t, fe_slots(w.f, 0, 1, 0, 1));
    lines[n++] = point_add(&w.t, fe_tidy(fe_mul(w.q, fe_lanes(g2_minus_map2))));
    GM_ASSERT(n == LINES);
    gm_wipe(&w, sizeof w);
}

#endif
