/* Is this a curve on which SM2 may be done? (GB/T 32918.1-2017, 5.2.2) All of it is public. */
#include "base/bytes.h"
#include "ec_sm2/curve.h"

static const u256 one = {{1}};

/* What Montgomery's multiplication needs to know of m, odd and above 2^255. */
static void modulus(struct mont_modulus *M, struct modinv_modulus *I, const u256 *m)
{
    uint64_t inv = 1;
    u256 x;
    for (int i = 0; i < 6; i++) /* Newton: the number of right bits doubles */
        inv *= 2 - m->w[0] * inv;
    M->m = *m;
    M->m0inv = 0 - inv;
    I->m = *m;
    I->inv = inv;
    (void)u256_sub(&x, &(u256){{0}}, m); /* 2^256 - m = R mod m: m is above 2^255 */
    M->one = x;
    for (int i = 0; i < 256; i++) /* R 2^256 */
        mod_add(&x, &x, &x, M);
    M->r2 = x;
}

/* r = a^k; a and r in Montgomery's form. */
static void power(u256 *r, const u256 *a, const u256 *k, const struct mont_modulus *M)
{
    u256 x = M->one;
    for (unsigned i = 256; i-- > 0;) {
        mont_mul(&x, &x, &x, M);
        if (k->w[i / 64] >> (i % 64) & 1)
            mont_mul(&x, &x, a, M);
    }
    *r = x;
}

/* Miller and Rabin with the first 64 primes as bases. The bases are known to who made the number, so this tells errors
 * from primes, and makes composites that pass hard to find: it is no proof. */
static int is_probable_prime(const struct mont_modulus *M)
{
    u256 even, odd, base, minus_one;
    unsigned twos = 0;
    (void)u256_sub(&even, &M->m, &one);
    mod_neg(&minus_one, &M->one, M);
    for (odd = even; (odd.w[0] & 1) == 0; twos++)
        for (int i = 0; i < 4; i++)
            odd.w[i] = odd.w[i] >> 1 | (i < 3 ? odd.w[i + 1] << 63 : 0);
    for (unsigned b = 2, count = 0; count < 64; b++) {
        unsigned d = 2, i = 0;
        while (d * d <= b && b % d != 0)
            d++;
        if (d * d <= b)
            continue;
        count++;
        mont_from(&base, &(u256){{b}}, M);
        power(&base, &base, &odd, M);
        if (u256_equal(&base, &M->one))
            continue;
        for (; i < twos && !u256_equal(&base, &minus_one); i++)
            mont_mul(&base, &base, &base, M);
        if (i == twos)
            return 0;
    }
    return 1;
}

/* 4 a^3 + 27 b^2 is not 0. */
static int is_smooth(const struct ec_curve *c)
{
    u256 x, y;
    mont_mul(&x, &c->a_mont, &c->a_mont, &c->p);
    mont_mul(&x, &x, &c->a_mont, &c->p);
    mod_add(&x, &x, &x, &c->p);
    mod_add(&x, &x, &x, &c->p);
    mont_mul(&y, &c->b_mont, &c->b_mont, &c->p);
    for (int i = 0; i < 27; i++)
        mod_add(&x, &x, &y, &c->p);
    return !u256_is_zero(&x);
}

/* p^k mod n is 1 for no k up to 100: pairings do not carry the curve into a small field (the condition of
 * Menezes, Okamoto and Vanstone), and n is not p. */
static int has_large_degree(const struct ec_curve *c)
{
    u256 p, x;
    if (u256_equal(&c->p.m, &c->n.m))
        return 0;
    mod_reduce(&p, &c->p.m, &c->n);
    mont_from(&p, &p, &c->n);
    x = p;
    for (int i = 0; i < 100; i++) {
        if (u256_equal(&x, &c->n.one))
            return 0;
        mont_mul(&x, &x, &p, &c->n);
    }
    return 1;
}

/* |n - (p + 1)| is at most 2 sqrt(p) < 2^129. Since n G is infinity and n is that large, n divides the order of
 * the group and two multiples of n do not fit between Hasse's bounds: the order is n, the cofactor 1. */
static int is_near(const u256 *n, const u256 *p)
{
    u256 d;
    if (u256_sub(&d, n, p) != 0)
        (void)u256_sub(&d, p, n);
    return (d.w[3] | d.w[2] >> 1) == 0;
}

int gmi_ec_curve_check(struct ec_curve *c, const u256 *p, const u256 *a, const u256 *b, const struct ec_point *G,
                       const u256 *n)
{
    struct ec_point Q;
    u256 k;
    if ((p->w[0] & n->w[0] & 1) == 0 || (p->w[3] & n->w[3]) >> 63 == 0 || !is_near(n, p))
        return 0;
    if (!u256_less(a, p) || !u256_less(b, p) || !u256_less(&G->x, p) || !u256_less(&G->y, p))
        return 0;
    memset(c, 0, sizeof *c);
    modulus(&c->p, &c->p_inv, p);
    modulus(&c->n, &c->n_inv, n);
    c->a = *a;
    c->b = *b;
    c->G = *G;
    mont_from(&c->a_mont, a, &c->p);
    mont_from(&c->b_mont, b, &c->p);
    if (!is_probable_prime(&c->p) || !is_probable_prime(&c->n) || !is_smooth(c) || !has_large_degree(c) ||
        !gmi_ec_generic.on_curve_vartime(c, G))
        return 0;
    /* n G = infinity: (n - 1) G = -G. */
    (void)u256_sub(&k, n, &one);
    if (!gmi_ec_generic.mul2_vartime(c, &Q, &k, &(u256){{0}}, G))
        return 0;
    mod_neg(&Q.y, &Q.y, &c->p);
    return memcmp(&Q, G, sizeof Q) == 0;
}
