/* Multiples of points. Included after g2_lines_impl.h and digits.h.
 *
 * G1: the two halves of the lanes hold the two parts of the split scalar: {X, Y, Z, -} of P and of its map (beta X, Y,
 * Z). G2: four parts one after the other, each mapped by constants. */
#ifndef GMI_EC_SM9_AVX512IFMA_POINTS_IMPL_H
#define GMI_EC_SM9_AVX512IFMA_POINTS_IMPL_H

#include "bn/modinv.h"
#include "ec_sm9/avx512ifma/g2_lines_impl.h"
#include "ec_sm9/tables/ifma_base.h"

/* ---- G1 ---- */

/* The multiples by digit i of both parts, from {P, map of P}, {3 P, …}, …. All are read. */
static void g1_pick(fe_t *x, const fe_t *row, const u256 *part, unsigned j, unsigned i)
{
    struct {
        uint64_t negative[2], index[2];
        vec wanted, minus;
        fe_t x;
    } w;
    (void)j;
    w.index[0] = odd_digit(part, i, SM9_WINDOW, SM9_DIGITS2, w.negative);
    w.index[1] = odd_digit(part + 1, i, SM9_WINDOW, SM9_DIGITS2, w.negative + 1);
    w.wanted = _mm512_mask_mov_epi64(V_SET1(w.index[0]), 0xf0, V_SET1(w.index[1]));
    w.minus = _mm512_mask_mov_epi64(V_SET1(w.negative[0]), 0xf0, V_SET1(w.negative[1]));
    w.x = row[0];
    for (int k = 1; k < DIGIT_ENTRIES; k++)
        w.x = fe_blend(w.x, _mm512_cmpeq_epi64_mask(w.wanted, V_SET1(k)), row[k]);
    *x = fe_tidy(fe_sub_in(w.x, _mm512_mask_cmpneq_epi64_mask(0x22, w.minus, V_SET1(0)), fe_lanes(bias_all3), w.x));
    gm_wipe(&w, sizeof w);
}

#define LADDER(name) g1_##name
#define ELEMENT fe_t
#define PARTS 1
#define DIGITS SM9_DIGITS2
#define PICK g1_pick
#define TWICE g1_twice
#define ADD g1_add
#include "ec_sm9/avx512ifma/ladder_impl.h"
#undef LADDER
#undef PARTS
#undef DIGITS
#undef PICK
#undef TWICE
#undef ADD

static fe_t g1_load(const struct sm9_g1 *P)
{
    static const u256 one = {{1}};
    const u256 *const lanes[8] = {&P->x, &P->y, &one, &one, &P->x, &P->y, &one, &one};
    return fe_tidy(fe_mul(fe_load(lanes), fe_lanes(g1_in)));
}

/* r = the point of the lower half, and not 0; 0 if it is infinity, which only public ones may be. */
static int g1_store(struct sm9_g1 *r, fe_t s, int maybe_infinity)
{
    struct {
        u256 x[8];
        fe_t t;
    } w;
    u256 *const out[8] = {w.x, w.x + 1, w.x + 2, w.x + 3, w.x + 4, w.x + 5, w.x + 6, w.x + 7};
    const u256 *const in[8] = {w.x + 2, w.x + 2, w.x + 2, w.x + 2, w.x + 2, w.x + 2, w.x + 2, w.x + 2};
    fe_store(out, s);
    if (maybe_infinity && u256_is_zero(w.x + 2))
        return 0;
    gmi_mod_inv(w.x + 2, w.x + 2, &gmi_sm9.q_inv);
    w.t = fe_tidy(fe_mul(s, fe_load(in)));
    fe_store(out, fe_tidy(fe_mul(w.t, fe_lanes(g1_out))));
    r->x = w.x[0];
    r->y = w.x[1];
    gm_wipe(&w, sizeof w);
    return 1;
}

/* s = k P, from rows of P's odd multiples; the lower half. */
static void g1_multiple(fe_t *s, const fe_t *table, unsigned rows, unsigned stride, const u256 *k)
{
    struct {
        u256 part[2];
        fe_t t;
    } w;
    gmi_sm9_split_scalar(w.part, k, &gmi_sm9_split2);
    g1_sum(s, table, rows, stride, w.part);
    w.t = fe_halves(*s);
    g1_add(s, &w.t);
    gm_wipe(&w, sizeof w);
}

static void g1_multiple_of_base(fe_t *s, const u256 *k)
{
    g1_multiple(s, (const fe_t *)(const void *)gmi_ec_sm9_ifma_g1, IFMA_G1_ROWS, IFMA_STRIDE, k);
}

static void g1_mul(struct sm9_g1 *r, const u256 *k, const struct sm9_g1 *P)
{
    struct {
        fe_t row[DIGIT_ENTRIES], a;
    } w;
    w.row[0] = w.a = g1_load(P);
    g1_twice(&w.a);
    for (int i = 1; i < DIGIT_ENTRIES; i++) {
        w.row[i] = w.row[i - 1];
        g1_add(w.row + i, &w.a);
    }
    g1_multiple(&w.a, w.row, 1, SM9_DIGITS2, k);
    (void)g1_store(r, w.a, 0);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

static void g1_mul_base(struct sm9_g1 *r, const u256 *k)
{
    fe_t a;
    g1_multiple_of_base(&a, k);
    (void)g1_store(r, a, 0);
    gm_wipe(&a, sizeof a);
    wipe_stack();
}

static int g1_base_add_vartime(struct sm9_g1 *r, const u256 *h, const struct sm9_g1 *P)
{
    fe_t a, p = g1_load(P);
    g1_multiple_of_base(&a, h);
    g1_add(&a, &p);
    return g1_store(r, a, 1);
}

/* ---- G2 ---- */

/* The multiple by digit i of part j, from P, 3 P, …. All are read. */
static void g2_pick(fe_t *x, const fe_t *row, const u256 *part, unsigned j, unsigned i)
{
    struct {
        uint64_t negative;
        vec wanted;
        fe_t x;
    } w;
    w.wanted = V_SET1(odd_digit(part + j, i, SM9_WINDOW, SM9_DIGITS4, &w.negative));
    w.x = row[0];
    for (int k = 1; k < DIGIT_ENTRIES; k++)
        w.x = fe_blend(w.x, _mm512_cmpeq_epi64_mask(w.wanted, V_SET1(k)), row[k]);
    w.x = fe_tidy(
        fe_sub_in(w.x, _mm512_mask_cmpneq_epi64_mask(S1, V_SET1(w.negative), V_SET1(0)), fe_lanes(bias_all3), w.x));
    if (j > 0)
        w.x = g2_map(w.x, j == 1 ? g2_map1 : j == 2 ? g2_map2 : g2_map3, j % 2);
    *x = w.x;
    gm_wipe(&w, sizeof w);
}

#define LADDER(name) g2_##name
#define PARTS 4
#define DIGITS SM9_DIGITS4
#define PICK g2_pick
#define TWICE g2_twice
#define ADD g2_add
#include "ec_sm9/avx512ifma/ladder_impl.h"
#undef LADDER
#undef ELEMENT
#undef PARTS
#undef DIGITS
#undef PICK
#undef TWICE
#undef ADD

/* r = the point, and not 0; 0 if it is infinity, which only public ones may be. 1/Z = (z0 - z1 u)/(z0^2 + 2 z1^2). */
static int g2_store(struct sm9_g2 *r, fe_t s, int maybe_infinity)
{
    struct {
        u256 x[8];
        fe_t t, z;
    } w;
    u256 *const out[8] = {w.x, w.x + 1, w.x + 2, w.x + 3, w.x + 4, w.x + 5, w.x + 6, w.x + 7};
    const u256 *const in[8] = {w.x, w.x, w.x, w.x, w.x, w.x, w.x, w.x};
    w.z = fe_slots(s, 2, 2, 2, 2);
    w.t = fe_mul(w.z, w.z);
    w.t = fe_add(fe_evens(w.t), fe_odds(fe_add(w.t, w.t)));
    fe_store(out, fe_tidy(w.t));
    if (maybe_infinity && u256_is_zero(w.x))
        return 0;
    gmi_mod_inv(w.x, w.x, &gmi_sm9.q_inv);
    w.z = fe_tidy(fe_sub_in(w.z, ODD, fe_lanes(bias_all3), w.z));
    w.z = fe_tidy(fe_mul(w.z, fe_load(in)));
    w.t = fe_tidy(f2_mul(s, w.z));
    fe_store(out, fe_tidy(fe_mul(w.t, fe_lanes(g2_out))));
    memcpy(r->x, w.x, sizeof r->x);
    memcpy(r->y, w.x + 2, sizeof r->y);
    gm_wipe(&w, sizeof w);
    return 1;
}

static void g2_multiple(fe_t *s, const fe_t *table, unsigned rows, unsigned stride, const u256 *k)
{
    u256 part[4];
    gmi_sm9_split_scalar(part, k, &gmi_sm9_split4);
    g2_sum(s, table, rows, stride, part);
    gm_wipe(part, sizeof part);
}

static void g2_multiple_of_base(fe_t *s, const u256 *k)
{
    g2_multiple(s, (const fe_t *)(const void *)gmi_ec_sm9_ifma_g2, IFMA_G2_ROWS, IFMA_STRIDE, k);
}

static void g2_mul(struct sm9_g2 *r, const u256 *k, const struct sm9_g2 *Q)
{
    struct {
        fe_t row[DIGIT_ENTRIES], a;
    } w;
    w.row[0] = w.a = point_from_affine(twist_load(Q));
    g2_twice(&w.a);
    for (int i = 1; i < DIGIT_ENTRIES; i++) {
        w.row[i] = w.row[i - 1];
        g2_add(w.row + i, &w.a);
    }
    g2_multiple(&w.a, w.row, 1, SM9_DIGITS4, k);
    (void)g2_store(r, w.a, 0);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

static void g2_mul_base(struct sm9_g2 *r, const u256 *k)
{
    fe_t a;
    g2_multiple_of_base(&a, k);
    (void)g2_store(r, a, 0);
    gm_wipe(&a, sizeof a);
    wipe_stack();
}

static int g2_base_add_vartime(struct sm9_g2 *r, const u256 *h, const struct sm9_g2 *Q)
{
    fe_t a, q = point_from_affine(twist_load(Q));
    g2_multiple_of_base(&a, h);
    g2_add(&a, &q);
    return g2_store(r, a, 1);
}

/* y^2 = x^3 + u/6 in the coordinates here. */
static int g2_on_twist_vartime(fe_t q)
{
    u256 x[8];
    u256 *const out[8] = {x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7};
    fe_t r = fe_tidy(f2_mul(q, q)), d; /* x^2, y^2 */
    d = fe_slots(r, 1, 1, 1, 1);
    r = f2_mul(r, q); /* x^3 */
    d = fe_add(fe_sub(fe_add(d, fe_lanes(bias_all3)), r), fe_lanes(g2_minus_constant));
    fe_store(out, fe_tidy(d));
    return u256_is_zero(x) && u256_is_zero(x + 1);
}

/* (t + 1) Q + t p(Q) + t p^2(Q) = 2 t p^3(Q), p the map: on the twist that holds for the points of order N and for no
 * others. The formulas hold for all of them: the order of the twist is odd. */
static int g2_in_group_vartime(const struct sm9_g2 *Q)
{
    u256 x[8];
    u256 *const out[8] = {x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7};
    fe_t q = point_from_affine(twist_load(Q)), a = q, b, minus;
    if (!g2_on_twist_vartime(q))
        return 0;
    for (int i = 62; i-- > 0;) { /* t is of 63 bits */
        g2_twice(&a);
        if ((SM9_T >> i & 1) != 0)
            g2_add(&a, &q);
    }
    minus = twist_negate(g2_map(a, g2_map3, 1));
    b = q;
    g2_add(&b, &a);
    q = g2_map(a, g2_map1, 1);
    g2_add(&b, &q);
    q = g2_map(a, g2_map2, 0);
    g2_add(&b, &q);
    g2_add(&b, &minus);
    g2_add(&b, &minus);
    fe_store(out, b);
    return u256_is_zero(x + 4) && u256_is_zero(x + 5);
}

#endif
