/* Miller loops over lines, and the final exponentiation. Included after g2_lines_impl.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_PAIRING_IMPL_H
#define GMI_EC_SM9_AVX512IFMA_PAIRING_IMPL_H

#include "bn/modinv.h"
#include "ec_sm9/avx512ifma/g2_lines_impl.h"

/* What a line is multiplied by, lane by lane, at P: {y, y, x, x, 1, 1, -, -} in the coordinates of the loop's twist. */
static fe_t line_factors(const struct sm9_g1 *P)
{
    static const u256 one = {{1}};
    const u256 *const lanes[8] = {&P->y, &P->y, &P->x, &P->x, &one, &one, &one, &one};
    return fe_tidy(fe_mul(fe_load(lanes), fe_lanes(g1_isomorphism)));
}

/* f = the product of the Miller functions of `count` points, whose lines at their P are computed here. */
static void miller_loop(gt_t *f, const fe_t *const lines[], const fe_t factors[], int count)
{
    int n = 0;
    f->x = fe_blend(fe_zero(), 1, fe_one());
    f->y = fe_zero();
    for (int i = 64; i >= -1; i--) {
        int last = i < 0, steps = last || miller_digit(i) != 0 ? 2 : 1;
        if (i < 64 && !last)
            gt_sqr(f, f);
        for (; steps > 0; steps--, n++)
            for (int k = 0; k < count; k++)
                gt_mul_line(f, f, fe_tidy(fe_mul(lines[k][n], factors[k])));
    }
    GM_ASSERT(n == LINES);
}

/* 1/f. f f^(q^6) is in F_q6, its norm over F_q2 has two coefficients, and theirs over F_q one. */
static void gt_invert(gt_t *r, const gt_t *f)
{
    static const u256 zero = {{0}};
    struct {
        gt_t c, n, m, t;
        u256 x[8], inverse;
    } w;
    u256 *const out[8] = {w.x, w.x + 1, w.x + 2, w.x + 3, w.x + 4, w.x + 5, w.x + 6, w.x + 7};
    const u256 *const in[8] = {&w.inverse, &zero, &zero, &zero, &zero, &zero, &w.inverse, &zero};
    fe_t a;
    gt_conjugate(&w.c, f);
    gt_mul(&w.n, f, &w.c);
    gt_frobenius(&w.m, &w.n, gt_frobenius2);
    gt_frobenius(&w.t, &w.m, gt_frobenius2);
    gt_mul(&w.m, &w.m, &w.t);
    gt_mul(&w.t, &w.n, &w.m); /* a + b w^6 */
    gt_mul(&w.m, &w.m, &w.c); /* r = m (a - b w^6) / (a^2 + 2 b^2) */
    a = w.t.x;
    a = fe_permute(a, _mm512_setr_epi64(0, 6, 6, 6, 6, 6, 6, 6)); /* a, b, … */
    a = fe_mul(a, a);
    a = fe_add(a, fe_permute(fe_add(a, a), _mm512_setr_epi64(1, 1, 1, 1, 1, 1, 1, 1)));
    fe_store(out, fe_tidy(a));
    gmi_mod_inv(&w.inverse, w.x, &gmi_sm9.q_inv);
    a = fe_mul(fe_load(in), w.t.x);
    w.t.x = fe_tidy(fe_sub_in(a, 0x40, fe_lanes(bias_all3), a));
    w.t.y = fe_zero();
    gt_mul(r, &w.m, &w.t);
    gm_wipe(&w, sizeof w);
}

/* r = f^t for f in the cyclotomic subgroup; t = 3 2^61 + 3 2^21 - 2^19 + 2^16 - 2^11 + 3 2^7 + 2^3 + 2. */
static GMI_NOINLINE void gt_pow_t(gt_t *r, const gt_t *f)
{
    struct {
        gt_t f, minus, cube, t;
    } w;
    w.f = *f;
    gt_conjugate(&w.minus, f);
    gt_sqr_cyclotomic(&w.cube, f);
    gt_mul(&w.cube, &w.cube, f);
    w.t = w.cube;
    for (int i = 60; i >= 0; i--) {
        gt_sqr_cyclotomic(&w.t, &w.t);
        if (i == 21 || i == 7)
            gt_mul(&w.t, &w.t, &w.cube);
        if (i == 19 || i == 11)
            gt_mul(&w.t, &w.t, &w.minus);
        if (i == 16 || i == 3 || i == 1)
            gt_mul(&w.t, &w.t, &w.f);
    }
    *r = w.t;
    gm_wipe(&w, sizeof w);
}

/* r = f^((q^12 - 1)/N). */
static void final_exponentiation(gt_t *r, const gt_t *f)
{
    struct {
        gt_t f, t1, t2, t3, y, a, b;
    } w;
    /* f^((q^6 - 1)(q^2 + 1)) */
    gt_invert(&w.t1, f);
    gt_conjugate(&w.f, f);
    gt_mul(&w.f, &w.f, &w.t1);
    gt_frobenius(&w.t1, &w.f, gt_frobenius2);
    gt_mul(&w.f, &w.f, &w.t1);
    /* The exponent (q^4 - q^2 + 1)/N in powers of q and t; 1/x is x^(q^6) now. */
    gt_pow_t(&w.t1, &w.f);
    gt_pow_t(&w.t2, &w.t1);
    gt_pow_t(&w.t3, &w.t2);
    gt_frobenius(&w.a, &w.t3, gt_frobenius1);
    gt_mul(&w.y, &w.t3, &w.a);
    gt_conjugate(&w.y, &w.y); /* y6 */
    gt_sqr_cyclotomic(&w.a, &w.y);
    gt_frobenius(&w.y, &w.t2, gt_frobenius1);
    gt_mul(&w.y, &w.y, &w.t1);
    gt_conjugate(&w.y, &w.y); /* y4 */
    gt_mul(&w.a, &w.a, &w.y);
    gt_conjugate(&w.y, &w.t2); /* y5 */
    gt_mul(&w.a, &w.a, &w.y);
    gt_frobenius(&w.b, &w.t1, gt_frobenius1);
    gt_conjugate(&w.b, &w.b); /* y3 */
    gt_mul(&w.b, &w.b, &w.y);
    gt_mul(&w.b, &w.b, &w.a);
    gt_frobenius(&w.y, &w.t2, gt_frobenius2); /* y2 */
    gt_mul(&w.a, &w.a, &w.y);
    gt_sqr_cyclotomic(&w.b, &w.b);
    gt_mul(&w.b, &w.b, &w.a);
    gt_sqr_cyclotomic(&w.b, &w.b);
    gt_conjugate(&w.y, &w.f); /* y1 */
    gt_mul(&w.a, &w.b, &w.y);
    gt_frobenius(&w.y, &w.f, gt_frobenius1);
    gt_frobenius(&w.t1, &w.f, gt_frobenius2);
    gt_mul(&w.y, &w.y, &w.t1);
    gt_frobenius(&w.t1, &w.f, gt_frobenius3);
    gt_mul(&w.y, &w.y, &w.t1); /* y0 */
    gt_mul(&w.b, &w.b, &w.y);
    gt_sqr_cyclotomic(&w.a, &w.a);
    gt_mul(r, &w.a, &w.b);
    gm_wipe(&w, sizeof w);
}

#endif
