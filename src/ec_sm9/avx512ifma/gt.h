/* F_q12 = F_q[w]/(w^12 + 2) across lanes: lane m of x holds the coefficient of w^m, lane m of y that of w^(8 + m mod
 * 4). All is tidy. A coefficient of a product is a sum of twelve products of F_q, reduced once; so there is no tower.
 * Included after fe.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_GT_H
#define GMI_EC_SM9_AVX512IFMA_GT_H

#include "ec_sm9/avx512ifma/fe.h"

typedef struct {
    fe_t x, y;
} gt_t;

/* A factor, laid out for reading anywhere: limb by limb a(m) w^m for m from -12 to 11, which is (5 q - 2 a) for m < 0
 * (carried, below 5 q). Place 12 + m; the last four are not used. */
typedef struct {
    _Alignas(64) uint64_t l[5][32];
} window_t;

/* A factor of which single coefficients are taken. */
typedef struct {
    _Alignas(64) uint64_t l[5][16];
} coefs_t;

GMI_INLINE fe_t fe_twice_minus(fe_t a)
{
    return fe_carry(fe_sub(fe_lanes(bias_all5), fe_add(a, a)));
}

GMI_INLINE fe_t fe_from_window(const window_t *w, size_t place)
{
    fe_t r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = V_LOAD(w->l[i] + place);
    return r;
}

GMI_INLINE fe_t fe_from_coefs(const coefs_t *c, size_t place)
{
    fe_t r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = V_LOAD(c->l[i] + place);
    return r;
}

GMI_INLINE void window_from(window_t *w, const gt_t *a)
{
    fe_t nx = fe_twice_minus(a->x), ny = fe_twice_minus(a->y);
    FE_UNROLL for (int i = 0; i < 5; i++)
    {
        V_STORE(w->l[i], nx.l[i]);
        V_STORE(w->l[i] + 8, ny.l[i]);
        V_STORE(w->l[i] + 12, a->x.l[i]);
        V_STORE(w->l[i] + 20, a->y.l[i]);
    }
}

GMI_INLINE void coefs_from(coefs_t *c, fe_t x, fe_t y)
{
    FE_UNROLL for (int i = 0; i < 5; i++)
    {
        V_STORE(c->l[i], x.l[i]);
        V_STORE(c->l[i] + 8, y.l[i]);
    }
}

/* Which coefficients a factor has, and where they stand: those of w^m and w^(m + 6). */
struct pair_of_terms {
    uint8_t m, at, at6;
};

/* r = (sum of the terms of a) times what w holds. */
GMI_INLINE void gt_product(gt_t *r, const coefs_t *a, const window_t *w, const struct pair_of_terms *terms, int count)
{
    acc_t c;
    fe_t t;
    acc_clear(&c);
    for (int k = 0; k < 2 * count; k++) {
        const struct pair_of_terms *p = &terms[k / 2];
        size_t at = k % 2 ? p->at6 : p->at, m = k % 2 ? p->m + 6 : p->m;
        FE_UNROLL for (int i = 0; i < 5; i++) t.l[i] = V_SET1(a->l[i][at]);
        acc_add(&c, t, fe_from_window(w, 12 - m));
    }
    r->x = fe_tidy(acc_reduce(&c));
    /* The other four, terms w^m in the lower and w^(m + 6) in the upper half. */
    acc_clear(&c);
    for (int k = 0; k < count; k++) {
        const struct pair_of_terms *p = &terms[k];
        fe_t b;
        FE_UNROLL for (int i = 0; i < 5; i++)
        {
            t.l[i] = _mm512_mask_mov_epi64(V_SET1(a->l[i][p->at]), 0xf0, V_SET1(a->l[i][p->at6]));
            b.l[i] = _mm512_inserti64x4(
                _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)(w->l[i] + 20 - p->m))),
                _mm256_loadu_si256((const __m256i *)(const void *)(w->l[i] + 14 - p->m)), 1);
        }
        acc_add(&c, t, b);
    }
    t = acc_reduce(&c);
    FE_UNROLL for (int i = 0; i < 5; i++) t.l[i] = V_ADD(t.l[i], _mm512_shuffle_i64x2(t.l[i], t.l[i], 0x4e));
    r->y = fe_tidy(t);
}

static GMI_NOINLINE void gt_mul(gt_t *r, const gt_t *a, const gt_t *b)
{
    static const struct pair_of_terms all[6] = {{0, 0, 6}, {1, 1, 7}, {2, 2, 8}, {3, 3, 9}, {4, 4, 10}, {5, 5, 11}};
    struct {
        window_t b;
        coefs_t a;
    } w;
    GM_ASSERT(fe_is_tidy(a->x) && fe_is_tidy(a->y) && fe_is_tidy(b->x) && fe_is_tidy(b->y));
    window_from(&w.b, b);
    coefs_from(&w.a, a->x, a->y);
    gt_product(r, &w.a, &w.b, all, 6);
}

/* A line: {a, b, c, -} in F_q2, a w^3 + b w^2 + c, tidy. */
static GMI_NOINLINE void gt_mul_line(gt_t *r, const gt_t *f, fe_t line)
{
    static const struct pair_of_terms of_line[3] = {{0, 4, 5}, {2, 2, 3}, {3, 0, 1}};
    struct {
        window_t b;
        coefs_t a;
    } w;
    GM_ASSERT(fe_is_tidy(f->x) && fe_is_tidy(f->y) && fe_is_tidy(line));
    window_from(&w.b, f);
    coefs_from(&w.a, line, line);
    gt_product(r, &w.a, &w.b, of_line, 3);
}

/* From coefficients of even and of odd powers, six lanes each, loose. */
GMI_INLINE void gt_interleave(gt_t *r, fe_t even, fe_t odd)
{
    r->x = fe_tidy(fe_permute2(even, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), odd));
    r->y = fe_tidy(fe_permute2(even, _mm512_setr_epi64(4, 12, 5, 13, 4, 12, 5, 13), odd));
}

/* a^2: the coefficient of w^(2k) is the sum over s of a(k-s) a(k+s), of w^(2k+1) that of a(k-s) a(k+s+1), all but
 * squares twice. */
static GMI_NOINLINE void gt_sqr(gt_t *r, const gt_t *a)
{
    struct {
        window_t a;
        coefs_t twice;
    } w;
    acc_t c;
    fe_t even, odd;
    GM_ASSERT(fe_is_tidy(a->x) && fe_is_tidy(a->y));
    window_from(&w.a, a);
    coefs_from(&w.twice, fe_carry(fe_add(a->x, a->x)), fe_carry(fe_add(a->y, a->y)));
    acc_clear(&c);
    acc_add(&c, a->x, a->x);
    acc_add(&c, fe_from_window(&w.a, 6), fe_from_window(&w.a, 18));
    for (size_t s = 1; s < 6; s++)
        acc_add(&c, fe_from_window(&w.a, 12 - s), fe_from_coefs(&w.twice, s));
    even = acc_reduce(&c);
    acc_clear(&c);
    for (size_t s = 0; s < 6; s++)
        acc_add(&c, fe_from_window(&w.a, 12 - s), fe_from_coefs(&w.twice, s + 1));
    odd = acc_reduce(&c);
    gt_interleave(r, even, odd);
}

/* a^2 for a with a^(q^4 - q^2 + 1) = 1. With a = A + B w + C w^2 over F_q4 = F_q[v]/(v^4 + 2), v = w^3, it is
 * 3 A^2 - 2 A' + (3 v C^2 + 2 B') w + (3 B^2 - 2 C') w^2, where ' turns the sign of v. For each power of w the table
 * has the products whose sum is the square's part: two factors, the first from a or from n = -2 a, the second from a or
 * d = 2 a. Squares in F_q4: {00 n1d3 n2.2, 0d1 n2d3, 0d2 11 n3.3, 0d3 1d2}; v C^2 begins with {n0d3 n1d2}. */
static GMI_NOINLINE void gt_sqr_cyclotomic(gt_t *r, const gt_t *a)
{
    const fe_t x = a->x, y = a->y;
    fe_t nx = fe_twice_minus(x), ny = fe_twice_minus(y);
    fe_t dx = fe_carry(fe_add(x, x)), dy = fe_carry(fe_add(y, y)), even, odd, t;
    acc_t c;
    GM_ASSERT(fe_is_tidy(x) && fe_is_tidy(y));
    /* Lanes: powers 0 2 4 6 8 10 of w: A^2[0], B^2[0], C^2[0], A^2[2], B^2[2], C^2[2]; coefficient i of A is lane 3 i,
     * of B lane 3 i + 1, of C lane 3 i + 2. */
    acc_clear(&c);
    t = fe_permute2(x, _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 0, 1), y);
    acc_add(&c, t, t);
    acc_add(&c,
            fe_blend(fe_permute2(x, _mm512_setr_epi64(0, 1, 2, 0, 1, 2, 0, 1), y), 0x07,
                     fe_permute2(nx, _mm512_setr_epi64(3, 4, 5, 0, 1, 2, 0, 1), ny)),
            fe_permute2(dx, _mm512_setr_epi64(9, 10, 11, 6, 7, 8, 0, 1), dy));
    acc_add(&c, fe_permute2(nx, _mm512_setr_epi64(6, 7, 8, 9, 10, 11, 0, 1), ny),
            fe_permute2(x, _mm512_setr_epi64(6, 7, 8, 9, 10, 11, 0, 1), y));
    even = acc_reduce(&c);
    /* Powers 1 3 5 7 9 11: -2 C^2[3], A^2[1], B^2[1], C^2[1], A^2[3], B^2[3]. */
    acc_clear(&c);
    acc_add(&c,
            fe_blend(fe_permute2(x, _mm512_setr_epi64(2, 0, 1, 2, 0, 1, 0, 1), y), 0x01,
                     fe_permute2(nx, _mm512_setr_epi64(2, 0, 1, 2, 0, 1, 0, 1), ny)),
            fe_permute2(dx, _mm512_setr_epi64(11, 3, 4, 5, 9, 10, 0, 1), dy));
    acc_add(&c,
            fe_blend(fe_permute2(nx, _mm512_setr_epi64(5, 6, 7, 8, 0, 1, 0, 1), ny), 0x30,
                     fe_permute2(x, _mm512_setr_epi64(5, 6, 7, 8, 3, 4, 0, 1), y)),
            fe_permute2(dx, _mm512_setr_epi64(8, 9, 10, 11, 6, 7, 0, 1), dy));
    odd = acc_reduce(&c);
    even = fe_add(even, fe_add(even, even));
    odd = fe_add(odd, fe_add(odd, odd));
    {
        /* Signs of 2 a: A: - + - +, B: + - + -, C: - + - +; n + 5 q or d. Powers: 0 -, 1 +, 2 -, 3 +, 4 -, 5 +, … */
        fe_t sx = fe_add(fe_permute2(even, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), odd), fe_blend(nx, 0xaa, dx));
        fe_t sy = fe_add(fe_permute2(even, _mm512_setr_epi64(4, 12, 5, 13, 4, 12, 5, 13), odd), fe_blend(ny, 0xaa, dy));
        r->x = fe_tidy(sx);
        r->y = fe_tidy(sy);
    }
}

/* ---- without products of two unknowns ---- */

/* a^(q^6): odd powers change their sign. */
GMI_INLINE void gt_conjugate(gt_t *r, const gt_t *a)
{
    const fe_t bias = fe_lanes(bias_all3);
    r->x = fe_tidy(fe_sub_in(a->x, 0xaa, bias, a->x));
    r->y = fe_tidy(fe_sub_in(a->y, 0xaa, bias, a->y));
}

/* a^(q^k), with one of the tables gt_frobenius1, …2, …3. */
static GMI_NOINLINE void gt_frobenius(gt_t *r, const gt_t *a, const uint64_t powers[5][16])
{
    fe_t x, y;
    FE_UNROLL for (int i = 0; i < 5; i++) x.l[i] = V_LOAD(powers[i]), y.l[i] = V_LOAD(powers[i] + 8);
    r->x = fe_tidy(fe_mul(a->x, x));
    r->y = fe_tidy(fe_mul(a->y, y));
}

static void gt_load(gt_t *r, const struct sm9_gt *a)
{
    const u256 *const x[8] = {a->c, a->c + 1, a->c + 2, a->c + 3, a->c + 4, a->c + 5, a->c + 6, a->c + 7};
    const u256 *const y[8] = {a->c + 8, a->c + 9, a->c + 10, a->c + 11, a->c + 8, a->c + 9, a->c + 10, a->c + 11};
    r->x = fe_load(x);
    r->y = fe_load(y);
}

static void gt_store(struct sm9_gt *r, const gt_t *a)
{
    u256 *const x[8] = {r->c, r->c + 1, r->c + 2, r->c + 3, r->c + 4, r->c + 5, r->c + 6, r->c + 7};
    u256 *const y[8] = {r->c + 8, r->c + 9, r->c + 10, r->c + 11, r->c + 8, r->c + 9, r->c + 10, r->c + 11};
    fe_store(x, a->x);
    fe_store(y, a->y);
}

#endif
