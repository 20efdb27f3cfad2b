/* The final exponent (q^12 - 1) / N, over fp12_impl.h: doc/sm9_pairing.md. */

/* r = a^t, a in the cyclotomic subgroup. t = 3 2^61 + 3 2^21 - 2^19 + 2^16 - 2^11 + 3 2^7 + 2^3 + 2. */
static GMI_NOINLINE void fe12_pow_t(fe12 *r, const fe12 *a)
{
    static const struct {
        unsigned char squarings;
        signed char factor; /* 1, -1: a, 1/a; 3: a^3 */
    } steps[] = {{40, 3}, {2, -1}, {3, 1}, {5, -1}, {4, 3}, {4, 1}, {2, 1}};
    fe12 x, cube, inverse;
    fe12_conj(&inverse, a);
    fe12_cyclotomic_sqr(&x, a);
    fe12_mul(&cube, &x, a);
    x = cube;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        for (int j = 0; j < steps[i].squarings; j++)
            fe12_cyclotomic_sqr(&x, &x);
        fe12_mul(&x, &x, steps[i].factor == 3 ? &cube : steps[i].factor < 0 ? &inverse : a);
    }
    fe12_cyclotomic_sqr(r, &x);
}

/* f = f^((q^6 - 1) (q^2 + 1)), with one inversion. */
static void final_easy(fe12 *f)
{
    fe12 t;
    fe12_conj(&t, f);
    fe12_over_conj(&t, &t);
    fe12_frobenius(f, &t, 2);
    fe12_mul(f, f, &t);
}

/* From f^t, f^(t^2) and f^(t^3) what final_hard says; apart, so that the stack never holds this and a power of t. */
static GMI_NOINLINE void final_product(fe12 *f, const fe12 *ft, const fe12 *ft2, const fe12 *ft3)
{
    fe12 x, t0, t1;
    fe12_frobenius(&x, ft3, 1); /* y6 */
    fe12_mul(&x, &x, ft3);
    fe12_conj(&x, &x);
    fe12_cyclotomic_sqr(&t0, &x);
    fe12_frobenius(&x, ft2, 1); /* y4 */
    fe12_mul(&x, &x, ft);
    fe12_conj(&x, &x);
    fe12_mul(&t0, &t0, &x);
    fe12_conj(&x, ft2); /* y5 */
    fe12_mul(&t0, &t0, &x);
    fe12_frobenius(&t1, ft, 1); /* y3 */
    fe12_conj(&t1, &t1);
    fe12_mul(&t1, &t1, &x);
    fe12_mul(&t1, &t1, &t0);
    fe12_frobenius(&x, ft2, 2); /* y2 */
    fe12_mul(&t0, &t0, &x);
    fe12_cyclotomic_sqr(&t1, &t1);
    fe12_mul(&t1, &t1, &t0);
    fe12_cyclotomic_sqr(&t1, &t1);
    fe12_conj(&x, f); /* y1 */
    fe12_mul(&t0, &t1, &x);
    fe12_frobenius(&x, f, 1); /* y0 */
    fe12_mul(&t1, &t1, &x);
    fe12_frobenius(&x, f, 2);
    fe12_mul(&t1, &t1, &x);
    fe12_frobenius(&x, f, 3);
    fe12_mul(&t1, &t1, &x);
    fe12_cyclotomic_sqr(&t0, &t0);
    fe12_mul(f, &t0, &t1);
}

/* f = f^((q^4 - q^2 + 1) / N), f in the cyclotomic subgroup, by
 * q^3 + (6 t^2 + 1) q^2 + (-36 t^3 - 18 t^2 - 12 t + 1) q + (-36 t^3 - 30 t^2 - 18 t - 2). */
static void final_hard(fe12 *f)
{
    fe12 ft, ft2, ft3;
    fe12_pow_t(&ft, f);
    fe12_pow_t(&ft2, &ft);
    fe12_pow_t(&ft3, &ft2);
    final_product(f, &ft, &ft2, &ft3);
}
