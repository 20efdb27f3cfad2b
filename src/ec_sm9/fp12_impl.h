/* F_q6 = F_q2[s]/(s^3 - u) and F_q12 = F_q6[w]/(w^2 - s), over fp2_impl.h. Since w^6 = u, the coefficient of w^k is
 * c[k % 2].c[k / 2]: the same numbers are six coefficients of w^k, or three of F_q4 = F_q2[w^3]. The field has
 * fe_mul_frobenius(r, n, k) too, r times the constant that makes w^k w^(k q^n). */

typedef struct {
    fe2 c[3];
} fe6;

typedef struct {
    fe6 c[2];
} fe12;

#define W(f, k) ((f)->c[(k) % 2].c + (k) / 2) /* the coefficient of w^k */

static inline void fe6_add(fe6 *r, const fe6 *a, const fe6 *b)
{
    for (int i = 0; i < 3; i++)
        fe2_add(r->c + i, a->c + i, b->c + i);
}

static inline void fe6_sub(fe6 *r, const fe6 *a, const fe6 *b)
{
    for (int i = 0; i < 3; i++)
        fe2_sub(r->c + i, a->c + i, b->c + i);
}

static inline void fe6_neg(fe6 *r, const fe6 *a)
{
    for (int i = 0; i < 3; i++)
        fe2_neg(r->c + i, a->c + i);
}

/* r = a s. */
static inline void fe6_mul_s(fe6 *r, const fe6 *a)
{
    fe2 t;
    fe2_mul_u(&t, a->c + 2);
    r->c[2] = a->c[1];
    r->c[1] = a->c[0];
    r->c[0] = t;
}

/* r = (x + y) (z + t) - a - b. */
static inline void fe2_cross(fe2 *r, const fe2 *x, const fe2 *y, const fe2 *z, const fe2 *t, const fe2 *a, const fe2 *b)
{
    fe2 l, m;
    fe2_add(&l, x, y);
    fe2_add(&m, z, t);
    fe2_mul(&l, &l, &m);
    fe2_sub(&l, &l, a);
    fe2_sub(r, &l, b);
}

static void fe6_mul(fe6 *r, const fe6 *a, const fe6 *b)
{
#if defined(FE6_MUL)
    FE6_MUL(r->c[0].c, a->c[0].c, b->c[0].c);
    gmi_written(r, sizeof *r);
#else
    fe2 p0, p1, p2, c0, c1, c2;
    fe2_mul(&p0, a->c, b->c);
    fe2_mul(&p1, a->c + 1, b->c + 1);
    fe2_mul(&p2, a->c + 2, b->c + 2);
    fe2_cross(&c0, a->c + 1, a->c + 2, b->c + 1, b->c + 2, &p1, &p2);
    fe2_cross(&c1, a->c, a->c + 1, b->c, b->c + 1, &p0, &p1);
    fe2_cross(&c2, a->c, a->c + 2, b->c, b->c + 2, &p0, &p2);
    fe2_mul_u(&c0, &c0);
    fe2_add(r->c, &c0, &p0);
    fe2_mul_u(&p2, &p2);
    fe2_add(r->c + 1, &c1, &p2);
    fe2_add(r->c + 2, &c2, &p1);
#endif
}

/* r = a (b[0] + b[1] s). */
GMI_UNUSED static void fe6_mul_two(fe6 *r, const fe6 *a, const fe2 b[2])
{
#if defined(FE6_MUL_TWO)
    FE6_MUL_TWO(r->c[0].c, a->c[0].c, b[0].c);
    gmi_written(r, sizeof *r);
#else
    fe2 p0, p1, t;
    fe6 c;
    fe2_mul(&p0, a->c, b);
    fe2_mul(&p1, a->c + 1, b + 1);
    fe2_cross(c.c + 1, a->c, a->c + 1, b, b + 1, &p0, &p1);
    fe2_mul(&t, a->c + 2, b + 1);
    fe2_mul_u(&t, &t);
    fe2_add(c.c, &p0, &t);
    fe2_mul(&t, a->c + 2, b);
    fe2_add(c.c + 2, &p1, &t);
    *r = c;
#endif
}

/* 1/a: with A = a0^2 - u a1 a2, B = u a2^2 - a0 a1, C = a1^2 - a0 a2 it is (A, B, C) / (a0 A + u (a2 B + a1 C)). */
static void fe6_inv(fe6 *r, const fe6 *a)
{
    fe6 x;
    fe2 t;
    fe2_mul(&t, a->c + 1, a->c + 2);
    fe2_mul_u(&t, &t);
    fe2_sqr(x.c, a->c);
    fe2_sub(x.c, x.c, &t);
    fe2_sqr(&t, a->c + 2);
    fe2_mul_u(x.c + 1, &t);
    fe2_mul(&t, a->c, a->c + 1);
    fe2_sub(x.c + 1, x.c + 1, &t);
    fe2_sqr(x.c + 2, a->c + 1);
    fe2_mul(&t, a->c, a->c + 2);
    fe2_sub(x.c + 2, x.c + 2, &t);
    {
        fe2 norm;
        fe2_mul(&norm, a->c + 2, x.c + 1);
        fe2_mul(&t, a->c + 1, x.c + 2);
        fe2_add(&norm, &norm, &t);
        fe2_mul_u(&norm, &norm);
        fe2_mul(&t, a->c, x.c);
        fe2_add(&norm, &norm, &t);
        fe2_inv(&t, &norm);
    }
    for (int i = 0; i < 3; i++)
        fe2_mul(r->c + i, x.c + i, &t);
}

/* ---- F_q12 ---- */

static inline void fe12_set_one(fe12 *r)
{
    memset(r, 0, sizeof *r);
    fe2_set_one(W(r, 0));
}

/* The conjugate over F_q6: 1/a for a whose norm is 1, as after the easy part of the exponent. */
static inline void fe12_conj(fe12 *r, const fe12 *a)
{
    r->c[0] = a->c[0];
    fe6_neg(r->c + 1, a->c + 1);
}

static void fe12_mul(fe12 *r, const fe12 *a, const fe12 *b)
{
    fe6 s, t, low, high;
    fe6_add(&s, a->c, a->c + 1);
    fe6_add(&t, b->c, b->c + 1);
    fe6_mul(&low, a->c, b->c);
    fe6_mul(&high, a->c + 1, b->c + 1);
    fe6_mul(&s, &s, &t);
    fe6_sub(&s, &s, &low);
    fe6_sub(r->c + 1, &s, &high);
    fe6_mul_s(&high, &high);
    fe6_add(r->c, &low, &high);
}

/* (g + h) (g + s h) = g^2 + s h^2 + g h + s g h. */
static void fe12_sqr(fe12 *r, const fe12 *a)
{
    fe6 s, t, m;
    fe6_mul_s(&t, a->c + 1);
    fe6_add(&t, &t, a->c);
    fe6_add(&s, a->c, a->c + 1);
    fe6_mul(&m, a->c, a->c + 1);
    fe6_mul(&s, &s, &t);
    fe6_sub(&s, &s, &m);
    fe6_add(r->c + 1, &m, &m);
    fe6_mul_s(&m, &m);
    fe6_sub(r->c, &s, &m);
}

/* r = a / conj(a) = a^2 / n: a = g + h w, n = g^2 - s h^2, a^2 = g^2 + s h^2 + 2 g h w. */
static void fe12_over_conj(fe12 *r, const fe12 *a)
{
    fe6 x, y, n;
    fe6_mul(&x, a->c, a->c);
    fe6_mul(&y, a->c + 1, a->c + 1);
    fe6_mul_s(&y, &y);
    fe6_sub(&n, &x, &y);
    fe6_inv(&n, &n);
    fe6_add(&x, &x, &y);
    fe6_mul(&y, a->c, a->c + 1);
    fe6_add(&y, &y, &y);
    fe6_mul(r->c, &x, &n);
    fe6_mul(r->c + 1, &y, &n);
}

/* r times the constant of w^k under the map q^n. */
static inline void fe2_mul_frobenius(fe2 *r, unsigned n, unsigned k)
{
    fe_mul_frobenius(r->c, n, k);
    fe_mul_frobenius(r->c + 1, n, k);
}

/* r = a^(q^n), n = 1, 2 or 3. */
static void fe12_frobenius(fe12 *r, const fe12 *a, unsigned n)
{
    for (unsigned k = 0; k < 6; k++) {
        if (n % 2 == 1)
            fe2_conj(W(r, k), W(a, k));
        else
            *W(r, k) = *W(a, k);
        if (k > 0)
            fe2_mul_frobenius(W(r, k), n, k);
    }
}

/* r = a (l[0] + l[1] w^2 + w^3). */
static void fe12_mul_short_line(fe12 *r, const fe12 *a, const fe2 l[2])
{
#if defined(FE12_MUL_SHORT_LINE)
    FE12_MUL_SHORT_LINE(r->c[0].c[0].c, a->c[0].c[0].c, l[0].c);
#else
    fe6 x, y, s;
    fe6_mul_two(&x, a->c, l);
    fe6_mul_two(&y, a->c + 1, l);
    fe6_mul_s(&s, a->c);
    fe6_add(&y, &y, &s);
    fe6_mul_s(&s, a->c + 1);
    fe6_mul_s(&s, &s);
    fe6_add(r->c, &x, &s);
    r->c[1] = y;
#endif
}

/* ---- the cyclotomic subgroup: a^(q^4 - q^2 + 1) = 1 ---- */

/* (x + y v)^2 = r[0] + r[1] v in F_q4, v = w^3. */
static inline void fe4_sqr(fe2 r[2], const fe2 *x, const fe2 *y)
{
#if defined(FE4_SQR)
    FE4_SQR(r->c, x->c, y->c);
    gmi_written(r, 2 * sizeof *r);
#else
    fe2 a, b, s;
    fe2_sqr(&a, x);
    fe2_sqr(&b, y);
    fe2_add(&s, x, y);
    fe2_sqr(&s, &s);
    fe2_sub(&s, &s, &a);
    fe2_sub(r + 1, &s, &b);
    fe2_mul_u(&b, &b);
    fe2_add(r, &a, &b);
#endif
}

/* r = 3 t - 2 a, or 3 t + 2 a. */
static inline void fe2_triple_sub(fe2 *r, const fe2 *t, const fe2 *a)
{
    fe2 x;
    fe2_sub(&x, t, a);
    fe2_double(&x, &x);
    fe2_add(r, &x, t);
}

static inline void fe2_triple_add(fe2 *r, const fe2 *t, const fe2 *a)
{
    fe2 x;
    fe2_add(&x, t, a);
    fe2_double(&x, &x);
    fe2_add(r, &x, t);
}

/* Granger and Scott: with a = A + B w + C w^2 over F_q4 the square is 3 A^2 - 2 A', (3 v C^2 + 2 B') w and
 * (3 B^2 - 2 C') w^2, where ' negates v. */
static GMI_NOINLINE void fe12_cyclotomic_sqr(fe12 *r, const fe12 *a)
{
    fe12 b;
#if defined(FE12_CYCLOTOMIC_SQR)
    FE12_CYCLOTOMIC_SQR(b.c[0].c[0].c, a->c[0].c[0].c);
#else
    fe2 s[2], t;
    fe4_sqr(s, W(a, 0), W(a, 3));
    fe2_triple_sub(W(&b, 0), s, W(a, 0));
    fe2_triple_add(W(&b, 3), s + 1, W(a, 3));
    fe4_sqr(s, W(a, 2), W(a, 5));
    fe2_mul_u(&t, s + 1);
    fe2_triple_add(W(&b, 1), &t, W(a, 1));
    fe2_triple_sub(W(&b, 4), s, W(a, 4));
    fe4_sqr(s, W(a, 1), W(a, 4));
    fe2_triple_sub(W(&b, 2), s, W(a, 2));
    fe2_triple_add(W(&b, 5), s + 1, W(a, 5));
#endif
    *r = b;
}
