/* F_q2 = F_q[u]/(u^2 + 2), over a field that has: fe, fe_mul, fe_sqr, fe_add, fe_sub, fe_neg, fe_double, fe_set_one,
 * fe_inv. FE2_… are a row's own ways. */

typedef struct {
    fe c[2]; /* c[0] + c[1] u */
} fe2;

static inline void fe2_add(fe2 *r, const fe2 *a, const fe2 *b)
{
    fe_add(r->c, a->c, b->c);
    fe_add(r->c + 1, a->c + 1, b->c + 1);
}

static inline void fe2_sub(fe2 *r, const fe2 *a, const fe2 *b)
{
    fe_sub(r->c, a->c, b->c);
    fe_sub(r->c + 1, a->c + 1, b->c + 1);
}

static inline void fe2_double(fe2 *r, const fe2 *a)
{
    fe2_add(r, a, a);
}

static inline void fe2_neg(fe2 *r, const fe2 *a)
{
    fe_neg(r->c, a->c);
    fe_neg(r->c + 1, a->c + 1);
}

static inline void fe2_conj(fe2 *r, const fe2 *a)
{
    r->c[0] = a->c[0];
    fe_neg(r->c + 1, a->c + 1);
}

static inline void fe2_set_one(fe2 *r)
{
    memset(r, 0, sizeof *r);
    fe_set_one(r->c);
}

/* r = a u. */
static inline void fe2_mul_u(fe2 *r, const fe2 *a)
{
#if defined(FE2_MUL_U)
    FE2_MUL_U(r->c, a->c);
#else
    fe t;
    fe_double(&t, a->c + 1);
    r->c[1] = a->c[0];
    fe_neg(r->c, &t);
#endif
}

static inline void fe2_mul_fe(fe2 *r, const fe2 *a, const fe *b)
{
    fe_mul(r->c, a->c, b);
    fe_mul(r->c + 1, a->c + 1, b);
}

static void fe2_mul(fe2 *r, const fe2 *a, const fe2 *b)
{
#if defined(FE2_MUL)
    FE2_MUL(r->c, a->c, b->c);
    gmi_written(r, sizeof *r);
#else
    fe s, t, low, high;
    fe_add(&s, a->c, a->c + 1);
    fe_add(&t, b->c, b->c + 1);
    fe_mul(&low, a->c, b->c);
    fe_mul(&high, a->c + 1, b->c + 1);
    fe_mul(&s, &s, &t);
    fe_sub(&s, &s, &low);
    fe_sub(r->c + 1, &s, &high);
    fe_double(&high, &high);
    fe_sub(r->c, &low, &high);
#endif
}

/* (a0 + a1) (a0 - 2 a1) = a0^2 - 2 a1^2 - a0 a1. */
static void fe2_sqr(fe2 *r, const fe2 *a)
{
#if defined(FE2_SQR)
    FE2_SQR(r->c, a->c);
    gmi_written(r, sizeof *r);
#else
    fe s, t, m;
    fe_add(&s, a->c, a->c + 1);
    fe_sub(&t, a->c, a->c + 1);
    fe_sub(&t, &t, a->c + 1);
    fe_mul(&m, a->c, a->c + 1);
    fe_mul(&s, &s, &t);
    fe_add(r->c, &s, &m);
    fe_double(r->c + 1, &m);
#endif
}

/* 1/a = conj(a) / (a0^2 + 2 a1^2), and 0 for 0. */
static void fe2_inv(fe2 *r, const fe2 *a)
{
    fe s, t;
    fe_sqr(&s, a->c);
    fe_sqr(&t, a->c + 1);
    fe_double(&t, &t);
    fe_add(&s, &s, &t);
    fe_inv(&s, &s);
    fe_mul(r->c, a->c, &s);
    fe_mul(&t, a->c + 1, &s);
    fe_neg(r->c + 1, &t);
}
