/* The tower over eight_fe.h: products in F_q2, F_q6 and F_q12 whose sums are reduced late. Where Karatsuba's way pays,
 * unreduced numbers of ten columns go through memory; where a sum has few terms, it stays in registers (acc_t).
 * Coefficients are in the order of fp12_impl.h; results may be the same objects as operands where nothing else is said.
 * doc/sm9_ifma.md has the bounds. */
#ifndef GMI_EC_SM9_AVX512IFMA_EIGHT_TOWER_H
#define GMI_EC_SM9_AVX512IFMA_EIGHT_TOWER_H

#include "ec_sm9/avx512ifma/eight_fe.h"

/* ---- numbers that are not reduced ---- */

/* Column k has weight 2^(52 k), and any sign; below 2^60 in absolute value. */
typedef struct {
    vec c[10];
} wide;

#if defined(GM_VERIFY)
static GMI_UNUSED int wide_is_small(const wide *w)
{
    for (int k = 0; k < 10; k++) {
        uint64_t c[8];
        V_STORE(c, w->c[k]);
        for (int j = 0; j < 8; j++)
            if ((c[j] + (UINT64_C(1) << 60)) >> 61 != 0)
                return 0;
    }
    return 1;
}
#endif

/* A factor in F_q2, which Karatsuba's way wants the sum of. */
typedef struct {
    const fe *c;
    fe sum;
} factor;

GMI_INLINE void factor_of(factor *r, const fe *c)
{
    r->c = c;
    r->sum = fe_carry(fe_add(c[0], c[1]));
}

/* Of the sum of two numbers, which is kept in c. */
GMI_INLINE void factor_of_sum(factor *r, fe *c, const fe *a, const fe *b)
{
    c[0] = fe_carry(fe_add(a[0], b[0]));
    c[1] = fe_carry(fe_add(a[1], b[1]));
    factor_of(r, c);
}

/* The product of c0 + c1 u and d0 + d1 u in three: c0 d0, c1 d1, (c0 + c1)(d0 + d1). */
enum { LOW, HIGH, CROSS, THREE };

FE_INLINE void wide_mul(wide *r, const fe *a, const fe *b)
{
    acc_t c;
    acc_clear(&c);
    acc_add(&c, *a, *b);
    r->c[0] = c.lo[0];
    FE_UNROLL for (int k = 1; k < 9; k++) r->c[k] = V_ADD(c.lo[k], c.hi[k]);
    r->c[9] = c.hi[9];
}

static GMI_NOINLINE void wide_mul_two(wide r[THREE], const factor *a, const factor *b)
{
    wide_mul(r + LOW, a->c, b->c);
    wide_mul(r + HIGH, a->c + 1, b->c + 1);
    wide_mul(r + CROSS, &a->sum, &b->sum);
}

/* r = w / 2^260, two numbers, tidy. */
static GMI_NOINLINE void wide_reduce(fe *r, const wide *w)
{
    acc_t c[2];
    fe t[2];
    GM_ASSERT(wide_is_small(w) && wide_is_small(w + 1));
    FE_UNROLL for (int s = 0; s < 2; s++)
    {
        acc_clear(c + s);
        c[s].lo[0] = w[s].c[0];
        FE_UNROLL for (int k = 1; k < 10; k++) c[s].hi[k] = w[s].c[k];
    }
    acc_reduce_each(t, c, 2);
    r[0] = fe_settle(t[0]);
    r[1] = fe_settle(t[1]);
}

/* One column of a number of F_q2. */
typedef struct {
    vec re, im;
} column;

/* Of a product in three. */
GMI_INLINE column column_of(const wide p[THREE], int k)
{
    const vec low = p[LOW].c[k], high = p[HIGH].c[k];
    return (column){V_SUB(V_SUB(low, high), high), V_SUB(V_SUB(p[CROSS].c[k], low), high)};
}

GMI_INLINE column column_add(column a, column b)
{
    return (column){V_ADD(a.re, b.re), V_ADD(a.im, b.im)};
}

GMI_INLINE column column_sub(column a, column b)
{
    return (column){V_SUB(a.re, b.re), V_SUB(a.im, b.im)};
}

/* a + u b. */
GMI_INLINE column column_add_u(column a, column b)
{
    return (column){V_SUB(V_SUB(a.re, b.im), b.im), V_ADD(a.im, b.re)};
}

GMI_INLINE void column_store(wide r[2], int k, column a)
{
    r[0].c[k] = a.re;
    r[1].c[k] = a.im;
}

/* ---- products: results take the place of what they are made of, column by column ---- */

static GMI_NOINLINE void eight_mul2(fe *r, const fe *a, const fe *b)
{
    wide p[THREE];
    factor f, g;
    factor_of(&f, a);
    factor_of(&g, b);
    wide_mul_two(p, &f, &g);
    for (int k = 0; k < 10; k++)
        column_store(p, k, column_of(p, k));
    wide_reduce(r, p);
}

static void wide_reduce_all(fe *r, const wide c[6])
{
    for (int i = 0; i < 6; i += 2)
        wide_reduce(r + i, c + i);
}

/* (a(i) + a(j)) (b(i) + b(j)), of coefficients of F_q6. */
GMI_INLINE void wide_mul_sums(wide r[THREE], const fe *a, const fe *b, int i, int j)
{
    factor f, g;
    fe c[4];
    factor_of_sum(&f, c, a + 2 * i, a + 2 * j);
    factor_of_sum(&g, c + 2, b + 2 * i, b + 2 * j);
    wide_mul_two(r, &f, &g);
}

/* With p(i) = a(i) b(i) and p(ij) = (a(i) + a(j)) (b(i) + b(j)): p(0) + u (p(12) - p(1) - p(2)), p(01) - p(0) - p(1) +
 * u p(2), p(02) - p(0) - p(2) + p(1). */
static GMI_NOINLINE void eight_mul6(fe *r, const fe *a, const fe *b)
{
    wide p[6 * THREE];
    for (int i = 0; i < 3; i++) {
        factor f, g;
        factor_of(&f, a + 2 * i);
        factor_of(&g, b + 2 * i);
        wide_mul_two(p + THREE * i, &f, &g);
    }
    wide_mul_sums(p + 3 * THREE, a, b, 1, 2);
    wide_mul_sums(p + 4 * THREE, a, b, 0, 1);
    wide_mul_sums(p + 5 * THREE, a, b, 0, 2);
    for (int k = 0; k < 10; k++) {
        const column p0 = column_of(p, k), p1 = column_of(p + THREE, k), p2 = column_of(p + 2 * THREE, k);
        const column p12 = column_sub(column_sub(column_of(p + 3 * THREE, k), p1), p2);
        const column p01 = column_sub(column_sub(column_of(p + 4 * THREE, k), p0), p1);
        const column p02 = column_sub(column_sub(column_of(p + 5 * THREE, k), p0), p2);
        column_store(p, k, column_add_u(p0, p12));
        column_store(p + 2, k, column_add_u(p01, p2));
        column_store(p + 4, k, column_add(p02, p1));
    }
    wide_reduce_all(r, p);
}

/* Limb k of a number, as a column of 2^260 times that. */
GMI_INLINE column column_limb(const fe *a, int k)
{
    return (column){a[0].l[k], a[1].l[k]};
}

/* The products in F_q6 that a line needs, where b(0) and b(1) make a number of two coefficients: p(0) + u a(2) b(1),
 * p(01) - p(0) - p(1), p(1) + a(2) b(0); plus the numbers u e, (u) f, g. */
GMI_INLINE void wide_mul_line(wide *p, const fe *a, const factor b[3], const fe *e, const fe *f, int u, const fe *g)
{
    const fe bias = fe_lanes(bias_all2); /* for what u makes negative */
    factor t;
    fe c[2];
    factor_of(&t, a);
    wide_mul_two(p, &t, b);
    factor_of(&t, a + 2);
    wide_mul_two(p + THREE, &t, b + 1);
    factor_of(&t, a + 4);
    wide_mul_two(p + 2 * THREE, &t, b);
    wide_mul_two(p + 3 * THREE, &t, b + 1);
    factor_of_sum(&t, c, a, a + 2);
    wide_mul_two(p + 4 * THREE, &t, b + 2);
    for (int k = 0; k < 10; k++) {
        const column p0 = column_of(p, k), p1 = column_of(p + THREE, k);
        column c0 = column_add_u(p0, column_of(p + 3 * THREE, k));
        column c1 = column_sub(column_sub(column_of(p + 4 * THREE, k), p0), p1);
        column c2 = column_add(p1, column_of(p + 2 * THREE, k));
        if (k >= 5) {
            const column more = {bias.l[k - 5], V_SET1(0)};
            c0 = column_add(column_add_u(c0, column_limb(e, k - 5)), more);
            c1 = u ? column_add(column_add_u(c1, column_limb(f, k - 5)), more) : column_add(c1, column_limb(f, k - 5));
            c2 = column_add(c2, column_limb(g, k - 5));
        }
        column_store(p, k, c0);
        column_store(p + 2, k, c1);
        column_store(p + 4, k, c2);
    }
}

/* r = a (b + w^3): with a = g + h w, g b + s^2 h + (h b + s g) w; the coefficients of s g are u g(2), g(0), g(1), of
 * s^2 h u h(1), u h(2), h(0). */
static GMI_NOINLINE void eight_mul_line(fe *r, const fe *a, const fe *b)
{
    const fe *const g = a, *const h = a + 6;
    wide p[5 * THREE];
    factor f[3];
    fe c[2], even[6];
    factor_of(f, b);
    factor_of(f + 1, b + 2);
    factor_of_sum(f + 2, c, b, b + 2);
    wide_mul_line(p, g, f, h + 2, h + 4, 1, h);
    wide_reduce_all(even, p);
    wide_mul_line(p, h, f, g + 4, g, 0, g + 2);
    wide_reduce_all(r + 6, p);
    memcpy(r, even, sizeof even);
}

/* ---- squares: sums in registers ---- */

/* 2 a and 5 q - 2 a, carried. */
GMI_INLINE fe fe_twice(fe a)
{
    return fe_carry(fe_add(a, a));
}

GMI_INLINE fe fe_minus_twice(fe a)
{
    return fe_carry(fe_sub(fe_lanes(bias_all5), fe_add(a, a)));
}

/* r = a b + c d. */
static GMI_NOINLINE void eight_sum2(fe *r, const fe *a, const fe *b, const fe *c, const fe *d)
{
    acc_t t;
    acc_clear(&t);
    acc_add(&t, *a, *b);
    acc_add(&t, *c, *d);
    *r = fe_settle(acc_reduce(&t));
}

/* a0^2 - 2 a1^2, 2 a0 a1. */
static GMI_NOINLINE void eight_sqr2(fe *r, const fe *a)
{
    const fe x = a[0], y = a[1], n = fe_minus_twice(y), d = fe_twice(x);
    eight_sum2(r, &x, &x, &n, &y);
    r[1] = fe_settle(fe_mul(d, y));
}

/* r = 3 (a b + c d) + k, and with e f. */
static GMI_NOINLINE void eight_triple2(fe *r, const fe *a, const fe *b, const fe *c, const fe *d, const fe *k)
{
    acc_t t;
    fe x;
    acc_clear(&t);
    acc_add(&t, *a, *b);
    acc_add(&t, *c, *d);
    x = acc_reduce(&t);
    *r = fe_tidy(fe_add(fe_add(fe_add(x, x), x), *k));
}

static GMI_NOINLINE void eight_triple3(fe *r, const fe *a, const fe *b, const fe *c, const fe *d, const fe *e,
                                       const fe *f, const fe *k)
{
    acc_t t;
    fe x;
    acc_clear(&t);
    acc_add(&t, *a, *b);
    acc_add(&t, *c, *d);
    acc_add(&t, *e, *f);
    x = acc_reduce(&t);
    *r = fe_tidy(fe_add(fe_add(fe_add(x, x), x), *k));
}

/* Where the coefficients of w^k stand. */
#define AT_W(k) ((k) % 2 * 6 + (k) / 2 * 2)

/* fe12_cyclotomic_sqr: for x + y v the square x^2 + u y^2 + 2 x y v, three times that, and twice a coefficient more or
 * less; r apart from a. d = 2 a and m = 5 q - 2 a are factors and terms. */
static GMI_NOINLINE void eight_cyclotomic(fe *r, const fe *a)
{
    static const struct {
        uint8_t x, y, to, to_v, u;
    } squares[3] = {{AT_W(0), AT_W(3), AT_W(0), AT_W(3), 0},
                    {AT_W(2), AT_W(5), AT_W(4), AT_W(1), 1},
                    {AT_W(1), AT_W(4), AT_W(2), AT_W(5), 0}};
    fe d[12], m[12];
    for (int i = 0; i < 12; i++) {
        d[i] = fe_twice(a[i]);
        m[i] = fe_minus_twice(a[i]);
    }
    for (int i = 0; i < 3; i++) {
        const int at = squares[i].x, to = squares[i].to, to_v = squares[i].to_v;
        const fe *const x = a + at, *const y = a + squares[i].y, *const dx = d + at;
        const fe *const mx = m + at, *const my = m + squares[i].y;
        const fe m4x1 = fe_twice(mx[1]), m4y0 = fe_twice(my[0]); /* 10 q - 4 x1, 10 q - 4 y0 */
        eight_triple3(r + to, x, x, mx + 1, x + 1, &m4y0, y + 1, m + to);
        eight_triple3(r + to + 1, dx, x + 1, y, y, my + 1, y + 1, m + to + 1);
        if (squares[i].u) {
            const fe m4y1 = fe_twice(my[1]);
            eight_triple2(r + to_v, x, &m4y1, x + 1, &m4y0, d + to_v);
            eight_triple2(r + to_v + 1, dx, y, &m4x1, y + 1, d + to_v + 1);
        } else {
            eight_triple2(r + to_v, dx, y, &m4x1, y + 1, d + to_v);
            eight_triple2(r + to_v + 1, dx, y + 1, dx + 1, y, d + to_v + 1);
        }
    }
}

/* ---- sums ---- */

/* r = a u. */
static inline void eight_mul_u(fe *r, const fe *a)
{
    const fe t = fe_settle(fe_sub(fe_zero(), fe_add(a[1], a[1])));
    r[1] = a[0];
    r[0] = t;
}

#endif
