/* Eight points of G1, one in each lane, multiples of them by public scalars, and of P1 by secret ones. {X, Y, Z}, x =
 * X/Z, y = Y/Z, on the curve y^2 = x^3 + 1/6 that units.h speaks of, with the formulas of ge_impl.h, which are
 * complete; infinity is {0, Y, 0}. Included after eight_tower.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_EIGHT_G1_H
#define GMI_EC_SM9_AVX512IFMA_EIGHT_G1_H

#include "ec_sm9/avx512ifma/eight_tower.h"
#include "ec_sm9/digits.h"
#include "ec_sm9/tables/ifma_base.h"

typedef struct {
    fe x, y, z;
} g1_eight;

/* n x for n = 2, 3, 4. */
GMI_INLINE fe fe_multiple(fe x, int n)
{
    const fe r = fe_add(x, x);
    return n == 4 ? fe_add(r, r) : n == 3 ? fe_add(r, x) : r;
}

/* p = 2 p. B = Y^2, C = Z^2: 4 X Y (2 B - 3 C), (2 B + 3 C)^2 - 3 (2 C)^2, 4 B 8 Y Z. */
static GMI_NOINLINE void g1_eight_double(g1_eight *p)
{
    fe b, c, s, t, xy, yz;
    eight_mul(&xy, &p->x, &p->y);
    eight_mul(&yz, &p->y, &p->z);
    eight_mul(&b, &p->y, &p->y);
    eight_mul(&c, &p->z, &p->z);
    xy = fe_tidy(fe_multiple(xy, 4));
    s = fe_multiple(b, 2);
    t = fe_multiple(c, 3);
    b = fe_tidy(fe_add(s, s));
    yz = fe_multiple(yz, 4);
    yz = fe_tidy(fe_add(yz, yz));
    c = fe_tidy(fe_multiple(c, 2));
    eight_mul(&p->z, &b, &yz);
    b = fe_tidy(fe_sub(fe_add(s, fe_lanes(bias_all7)), t));
    s = fe_tidy(fe_add(s, t));
    eight_mul(&p->x, &xy, &b);
    eight_mul(&s, &s, &s);
    eight_mul(&c, &c, &c);
    p->y = fe_tidy(fe_sub(fe_add(s, fe_lanes(bias_all7)), fe_multiple(c, 3)));
}

/* p += q. t0 = X X', t1 = Y Y', t2 = Z Z', t3 = X Y' + Y X', t4 = Y Z' + Z Y', t5 = X Z' + Z X'; M = 2 t1 - t2,
 * S = 2 t1 + t2: 2 t3 M - 2 t4 t5, S M + 6 t0 t5, 2 t4 S + 6 t0 2 t3. */
static GMI_NOINLINE void g1_eight_add(g1_eight *p, const g1_eight *q)
{
    fe t0, t1, t2, t3, t4, t5, n;
    eight_mul(&t0, &p->x, &q->x);
    eight_mul(&t1, &p->y, &q->y);
    eight_mul(&t2, &p->z, &q->z);
    eight_sum2(&t3, &p->x, &q->y, &p->y, &q->x);
    eight_sum2(&t4, &p->y, &q->z, &p->z, &q->y);
    eight_sum2(&t5, &p->x, &q->z, &p->z, &q->x);
    t0 = fe_multiple(t0, 3);
    t0 = fe_tidy(fe_add(t0, t0));
    t1 = fe_multiple(t1, 2);
    n = fe_tidy(fe_add(t1, t2));
    t2 = fe_tidy(fe_sub(fe_add(t1, fe_lanes(bias_all3)), t2));
    t1 = n; /* t1 is S, t2 is M */
    n = fe_minus_twice(t4);
    t3 = fe_twice(t3);
    t4 = fe_twice(t4);
    eight_sum2(&p->x, &t3, &t2, &n, &t5);
    eight_sum2(&p->y, &t1, &t2, &t0, &t5);
    eight_sum2(&p->z, &t4, &t1, &t0, &t3);
}

/* ---- multiples ---- */

/* The short scalars of eight, odd ones: part[j] of lane j. */
typedef struct {
    u256 part[8][2];
} parts_eight;

static void parts_from(parts_eight *r, const u256 k[8])
{
    for (int j = 0; j < 8; j++)
        gmi_sm9_split_scalar(r->part[j], &k[j], &gmi_sm9_split2);
}

/* A digit of each: its place in a table of odd multiples, and lanes of ones where it is negative. */
typedef struct {
    uint64_t place[8], negative[8];
} digit_eight;

static void parts_digit(digit_eight *r, const parts_eight *k, unsigned part, unsigned i)
{
    for (int j = 0; j < 8; j++)
        r->place[j] = odd_digit(&k->part[j][part], i, SM9_WINDOW, SM9_DIGITS2, r->negative + j);
}

GMI_INLINE fe fe_negate_where(fe a, const uint64_t negative[8])
{
    return fe_tidy(fe_sub_in(a, _mm512_cmpneq_epi64_mask(V_LOAD(negative), V_SET1(0)), fe_lanes(bias_all3), a));
}

static void g1_eight_infinity(g1_eight *r)
{
    r->x = r->z = fe_zero();
    r->y = fe_one();
}

/* r = k P, all public. The map of the curve multiplies x by beta. */
static void g1_eight_mul(g1_eight *r, const parts_eight *k, const g1_eight *P)
{
    const fe beta = fe_same(fe_beta);
    g1_eight table[DIGIT_ENTRIES], q;
    fe x[DIGIT_ENTRIES]; /* of the map */
    table[0] = q = *P;
    g1_eight_double(&q);
    for (int i = 1; i < DIGIT_ENTRIES; i++) {
        table[i] = table[i - 1];
        g1_eight_add(table + i, &q);
    }
    for (int i = 0; i < DIGIT_ENTRIES; i++)
        eight_mul(x + i, &table[i].x, &beta);
    g1_eight_infinity(r);
    for (unsigned i = SM9_DIGITS2; i-- > 0;) {
        if (i < SM9_DIGITS2 - 1)
            for (int j = 0; j < SM9_WINDOW; j++)
                g1_eight_double(r);
        for (int part = 0; part < 2; part++) {
            digit_eight digit;
            parts_digit(&digit, k, (unsigned)part, i);
            q = (g1_eight){part == 0 ? table[0].x : x[0], table[0].y, table[0].z};
            for (int j = 1; j < DIGIT_ENTRIES; j++) {
                const __mmask8 here = _mm512_cmpeq_epi64_mask(V_LOAD(digit.place), V_SET1(j));
                q.x = fe_blend(q.x, here, part == 0 ? table[j].x : x[j]);
                q.y = fe_blend(q.y, here, table[j].y);
                q.z = fe_blend(q.z, here, table[j].z);
            }
            q.y = fe_negate_where(q.y, digit.negative);
            g1_eight_add(r, &q);
        }
    }
}

/* Of each lane's entry. A permutation reads all eight. */
GMI_INLINE fe fe_at_places(const uint64_t entries[5][8], const uint64_t place[8])
{
    return fe_permute(fe_lanes(entries), V_LOAD(place));
}

/* r = k P1; k may be secret. Row m of the table is for digit IFMA_STRIDE m; it has x, beta x and y. */
static void g1_eight_mul_base(g1_eight *r, const parts_eight *k)
{
    struct {
        g1_eight q;
        digit_eight digit;
    } w;
    g1_eight_infinity(r);
    w.q.z = fe_one();
    for (unsigned s = IFMA_STRIDE; s-- > 0;) {
        if (s < IFMA_STRIDE - 1)
            for (int j = 0; j < SM9_WINDOW; j++)
                g1_eight_double(r);
        for (unsigned m = 0; m < IFMA_G1_ROWS && s + IFMA_STRIDE * m < SM9_DIGITS2; m++)
            for (unsigned part = 0; part < 2; part++) {
                parts_digit(&w.digit, k, part, s + IFMA_STRIDE * m);
                w.q.x = fe_at_places(gmi_ec_sm9_ifma_places[m][part], w.digit.place);
                w.q.y = fe_negate_where(fe_at_places(gmi_ec_sm9_ifma_places[m][2], w.digit.place), w.digit.negative);
                g1_eight_add(r, &w.q);
            }
    }
    gm_wipe(&w, sizeof w);
}

/* ---- in and out ---- */

/* Lane `lane` of a row's table of constants, in all lanes. */
GMI_INLINE fe fe_lane_of(const uint64_t table[5][8], int lane)
{
    fe r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = V_SET1(table[i][lane]);
    return r;
}

/* Lanes behind count repeat the first point. */
static void points_load(g1_eight *r, const struct sm9_g1 *P, size_t count)
{
    const fe cx = fe_lane_of(g1_in, 0), cy = fe_lane_of(g1_in, 1);
    const u256 *x[8], *y[8];
    for (size_t j = 0; j < 8; j++) {
        x[j] = &P[j < count ? j : 0].x;
        y[j] = &P[j < count ? j : 0].y;
    }
    r->x = fe_load(x);
    r->y = fe_load(y);
    r->z = fe_one();
    eight_mul(&r->x, &r->x, &cx);
    eight_mul(&r->y, &r->y, &cy);
}

/* None of the points is infinity. */
static void points_store(struct sm9_g1 *r, const g1_eight *p, size_t count)
{
    const fe cx = fe_lane_of(g1_out, 0), cy = fe_lane_of(g1_out, 1);
    struct {
        fe i, x, y;
        struct sm9_g1 unused;
    } w;
    u256 *x[8], *y[8];
    for (size_t j = 0; j < 8; j++) {
        x[j] = &(j < count ? r + j : &w.unused)->x;
        y[j] = &(j < count ? r + j : &w.unused)->y;
    }
    w.i = fe_inverse(p->z);
    eight_mul(&w.x, &p->x, &w.i);
    eight_mul(&w.x, &w.x, &cx);
    eight_mul(&w.y, &p->y, &w.i);
    eight_mul(&w.y, &w.y, &cy);
    fe_store(x, w.x);
    fe_store(y, w.y);
    gm_wipe(&w, sizeof w);
}

#endif
