/* Powers in GT by secret exponents: four short exponents, of f and of its powers by q, q^2 and q^3, which cost a
 * product by constants. Included after pairing_impl.h and digits.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_GT_POW_IMPL_H
#define GMI_EC_SM9_AVX512IFMA_GT_POW_IMPL_H

#include "ec_sm9/avx512ifma/pairing_impl.h"

#define GT_ROWS 5 /* of a prepared table: 40 powers, 25 KB */
#define GT_STRIDE 4

/* x = f^(d q^j) for digit i of part j, d: from f, f^3, f^5, …. All are read. */
static void gt_pick(gt_t *x, const gt_t *row, const u256 *part, unsigned j, unsigned i)
{
    struct {
        gt_t x;
        uint64_t negative;
        vec wanted;
    } w;
    const fe_t bias = fe_lanes(bias_all3);
    __mmask8 minus;
    w.wanted = V_SET1(odd_digit(part + j, i, SM9_WINDOW, SM9_DIGITS4, &w.negative));
    w.x = row[0];
    for (int k = 1; k < DIGIT_ENTRIES; k++) {
        __mmask8 here = _mm512_cmpeq_epi64_mask(w.wanted, V_SET1(k));
        w.x.x = fe_blend(w.x.x, here, row[k].x);
        w.x.y = fe_blend(w.x.y, here, row[k].y);
    }
    minus = _mm512_mask_cmpneq_epi64_mask(ODD, V_SET1(w.negative), V_SET1(0)); /* 1/f is f^(q^6) */
    w.x.x = fe_tidy(fe_sub_in(w.x.x, minus, bias, w.x.x));
    w.x.y = fe_tidy(fe_sub_in(w.x.y, minus, bias, w.x.y));
    if (j > 0)
        gt_frobenius(&w.x, &w.x, j == 1 ? gt_frobenius1 : j == 2 ? gt_frobenius2 : gt_frobenius3);
    *x = w.x;
    gm_wipe(&w, sizeof w);
}

#define LADDER(name) gt_##name
#define ELEMENT gt_t
#define PARTS 4
#define DIGITS SM9_DIGITS4
#define PICK gt_pick
#define TWICE(a) gt_sqr_cyclotomic(a, a)
#define ADD(a, x) gt_mul(a, a, x)
#include "ec_sm9/avx512ifma/ladder_impl.h"
#undef LADDER
#undef ELEMENT
#undef PARTS
#undef DIGITS
#undef PICK
#undef TWICE
#undef ADD

/* row[i] = f^(2 i + 1). */
static void gt_odd_powers(gt_t row[DIGIT_ENTRIES], const gt_t *f)
{
    gt_t square;
    row[0] = *f;
    gt_sqr_cyclotomic(&square, f);
    for (int i = 1; i < DIGIT_ENTRIES; i++)
        gt_mul(row + i, row + i - 1, &square);
    gm_wipe(&square, sizeof square);
}

static void gt_pow(struct sm9_gt *r, const struct sm9_gt *f, const u256 *k)
{
    struct {
        gt_t row[DIGIT_ENTRIES], a;
        u256 part[4];
    } w;
    gmi_sm9_split_scalar(w.part, k, &gmi_sm9_split4);
    gt_load(&w.a, f);
    gt_odd_powers(w.row, &w.a);
    gt_sum(&w.a, w.row, 1, SM9_DIGITS4, w.part);
    gt_store(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

static void gt_prepare(void *table, const struct sm9_gt *f)
{
    gt_t *row = table, a;
    gt_load(&a, f);
    for (int m = 0; m < GT_ROWS; m++) {
        if (m > 0)
            for (int k = 0; k < GT_STRIDE * SM9_WINDOW; k++)
                gt_sqr_cyclotomic(&a, &a);
        gt_odd_powers(row + DIGIT_ENTRIES * m, &a);
    }
    gm_wipe(&a, sizeof a);
    wipe_stack();
}

static void gt_pow_table(struct sm9_gt *r, const void *table, const u256 *k)
{
    struct {
        gt_t a;
        u256 part[4];
    } w;
    gmi_sm9_split_scalar(w.part, k, &gmi_sm9_split4);
    gt_sum(&w.a, table, GT_ROWS, GT_STRIDE, w.part);
    gt_store(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

static void gt_product_of(struct sm9_gt *r, const struct sm9_gt *a, const struct sm9_gt *b)
{
    struct {
        gt_t a, b;
    } w;
    gt_load(&w.a, a);
    gt_load(&w.b, b);
    gt_mul(&w.a, &w.a, &w.b);
    gt_store(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* ---- membership ---- */

static int gt_equal_vartime(const gt_t *a, const gt_t *b)
{
    struct sm9_gt x, y;
    gt_store(&x, a);
    gt_store(&y, b);
    return memcmp(&x, &y, sizeof x) == 0;
}

/* f^q = f^(6 t^2) says f^N = 1, as q - 6 t^2 = N. Powers of t need the cyclotomic subgroup: f^(q^4) f = f^(q^2). */
static int gt_in_group_vartime(const struct sm9_gt *f)
{
    static const struct sm9_gt zero, one = {{{{1}}}};
    gt_t g, a, b;
    if (memcmp(f, &zero, sizeof zero) == 0 || memcmp(f, &one, sizeof one) == 0)
        return 0;
    gt_load(&g, f);
    gt_frobenius(&a, &g, gt_frobenius2);
    gt_frobenius(&b, &a, gt_frobenius2);
    gt_mul(&b, &b, &g);
    if (!gt_equal_vartime(&a, &b))
        return 0;
    gt_pow_t(&a, &g);
    gt_pow_t(&a, &a);
    gt_sqr_cyclotomic(&b, &a);
    gt_mul(&a, &b, &a);
    gt_sqr_cyclotomic(&a, &a);
    gt_frobenius(&b, &g, gt_frobenius1);
    return gt_equal_vartime(&a, &b);
}

#endif
