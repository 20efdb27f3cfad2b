/* The field F_q, a little more than a row's fe_*.h gives. It needs: fe, fe_q, fe_mul, fe_sqr, fe_add, fe_sub, fe_neg,
 * fe_select, fe_is_zero, fe_equal_vartime. Here and in the other bodies: constant time unless named _vartime; results
 * may be the same objects as operands. */
#include <guomi/mem.h>

static inline void fe_from(fe *r, const u256 *a)
{
    fe_mul(r, &fe_q.r2, a);
}

static inline void fe_to(u256 *r, const fe *a)
{
    const fe one = {{1}};
    fe_mul(r, a, &one);
}

static inline void fe_set_one(fe *r)
{
    *r = fe_q.one;
}

static inline void fe_double(fe *r, const fe *a)
{
    fe_add(r, a, a);
}

static inline void fe_mul_frobenius(fe *r, unsigned n, unsigned k)
{
    fe_mul(r, r, &gmi_sm9_field.frobenius[n - 1][k]);
}

/* 1/a, and 0 for 0. */
static void fe_inv(fe *r, const fe *a)
{
    u256 t;
    fe_to(&t, a);
    gmi_mod_inv(&t, &t, &gmi_sm9.q_inv);
    fe_from(r, &t);
    gm_wipe(&t, sizeof t);
}

/* r = a^k, k public. */
static void fe_pow_vartime(fe *r, const fe *a, const u256 *k)
{
    fe x = fe_q.one, base = *a;
    for (unsigned i = 256; i-- > 0;) {
        fe_sqr(&x, &x);
        if (u256_bits(k, i, 1))
            fe_mul(&x, &x, &base);
    }
    *r = x;
}

/* A square root, or 0 if there is none. q = 5 mod 8: with v = (2 a)^((q - 5) / 8) and i = 2 a v^2, which is a root of
 * -1 if a is a square, it is a v (i - 1). */
static int fe_sqrt_vartime(fe *r, const fe *a)
{
    u256 k;
    fe twice, v, i, x;
    for (unsigned j = 0; j < 4; j++)
        k.w[j] = u256_bits(&fe_q.m, 64 * j + 3, 32) | u256_bits(&fe_q.m, 64 * j + 35, 32) << 32;
    fe_double(&twice, a);
    fe_pow_vartime(&v, &twice, &k);
    fe_sqr(&i, &v);
    fe_mul(&i, &i, &twice);
    fe_sub(&i, &i, &fe_q.one);
    fe_mul(&x, &v, a);
    fe_mul(&x, &x, &i);
    fe_sqr(&i, &x);
    *r = x;
    return fe_equal_vartime(&i, a);
}
