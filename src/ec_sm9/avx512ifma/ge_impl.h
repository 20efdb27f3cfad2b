/* Points across the lanes, of G1 and of G2: included once for each. Before it is included:
 *   GE(name)             the names to define
 *   UNITS(x, a, b, c, d) the units {x[a], x[b], x[c], x[d]} of x: lanes in each half (G1), or slots of F_q2 (G2)
 *   U0, U1, U2           masks of units
 *   GE(acc_mul)(c, a, b) c += a b unit by unit, tidy
 *   GE(plus)(s, mask, x, n), GE(minus): s + n v x, s - n v x in the units of the mask, n = 1, 2 or 3; v is 1 (G1), u
 * (G2) the biases ge_…, where a value could be negative.
 *
 * A point is {X, Y, Z, -}, x = X/Z and y = Y/Z, on a curve y^2 = x^3 + v/6, to which SM9's curves are isomorphic by
 * (mu^2 x, mu^3 y): three times the constant is v/2. Infinity is {0, Y, 0, -}. The formulas are complete: they hold for
 * all points, as no point has order 2. doc/sm9_ifma.md derives them and proves the bounds. */

/* {X, Y, Z, -} of 2 s. *products = {XY, Y^2, Z^2, YZ}, loose. */
FE_INLINE fe_t GE(double_with)(fe_t s, fe_t *products)
{
    acc_t c;
    fe_t r, z, a, b;
    acc_clear(&c);
    GE(acc_mul)(&c, UNITS(s, 0, 1, 2, 1), UNITS(s, 1, 1, 2, 2));
    *products = r = acc_reduce(&c);
    /* With B = Y^2, C = vZ^2: a = 4XY, 2B + 3C, 4B, 2C; b = 2B - 3C, 2B + 3C, 8YZ, 2C. */
    z = UNITS(r, 2, 2, 2, 2);
    a = fe_shift(UNITS(r, 0, 1, 1, 1), GE(by)(2, 1, 2, 64));
    b = fe_shift(UNITS(r, 1, 1, 3, 1), GE(by)(1, 1, 3, 64));
    a = fe_add(a, fe_lanes(GE(bias_a)));
    b = fe_add(b, fe_lanes(GE(bias_b)));
    a = GE(plus)(a, U1, z, 3);
    a = GE(plus)(a, U3, z, 2);
    b = GE(plus)(b, U1, z, 3);
    b = GE(minus)(b, U0, z, 3);
    b = GE(plus)(b, U3, z, 2);
    acc_clear(&c);
    GE(acc_mul)(&c, fe_tidy(a), fe_tidy(b));
    /* X, (2B + 3C)^2, Z, 4C^2; Y = (2B + 3C)^2 - 12C^2 */
    r = acc_reduce(&c);
    z = UNITS(r, 3, 3, 3, 3);
    return fe_tidy(
        fe_sub_in(fe_add(r, fe_lanes(GE(bias_y))), U1, fe_add(r, fe_lanes(GE(bias_y))), fe_add(z, fe_add(z, z))));
}

static GMI_NOINLINE void GE(twice)(fe_t *s)
{
    fe_t products;
    *s = GE(double_with)(*s, &products);
}

/* p += q. */
static GMI_NOINLINE void GE(add)(fe_t *p, const fe_t *q)
{
    const fe_t s = *p, e = *q;
    acc_t c;
    fe_t r, t, z, a, b;
    /* t0 = X X', t1 = Y Y', t2 = Z Z'; t3 = X Y' + Y X', t4 = Y Z' + Z Y', t5 = X Z' + Z X' */
    acc_clear(&c);
    GE(acc_mul)(&c, s, e);
    r = acc_reduce(&c);
    acc_clear(&c);
    GE(acc_mul)(&c, UNITS(s, 0, 1, 0, 0), UNITS(e, 1, 2, 2, 1));
    GE(acc_mul)(&c, UNITS(s, 1, 2, 2, 1), UNITS(e, 0, 1, 0, 0));
    t = acc_reduce(&c);
    /* a = 2t3, 2t4, S = 2t1 + v t2, M = 2t1 - v t2; b = 6t0, -2t4, v t5, 0 */
    z = UNITS(r, 2, 2, 2, 2);
    a = fe_blend(t, U2 | U3, UNITS(r, 1, 1, 1, 1));
    a = fe_add(fe_add(a, a), fe_lanes(GE(bias_s)));
    a = fe_tidy(GE(minus)(GE(plus)(a, U2, z, 1), U3, z, 1));
    z = UNITS(t, 2, 2, 2, 2);
    b = fe_sub_in(fe_lanes(GE(bias_v)), U1, fe_lanes(GE(bias_v)), fe_add(t, t));
    t = fe_add(r, fe_add(r, r));
    b = fe_tidy(GE(plus)(fe_add_in(b, U0, t, t), U2, z, 1));
    /* X = 2t3 M - 2t4 v t5, Y = S M + 6t0 v t5, Z = 2t4 S + 6t0 2t3 */
    acc_clear(&c);
    GE(acc_mul)(&c, UNITS(a, 0, 2, 1, 1), UNITS(a, 3, 3, 2, 2));
    t = UNITS(b, 2, 2, 2, 2);
    GE(acc_mul)(&c, UNITS(b, 1, 0, 0, 0), fe_blend(t, U2, UNITS(a, 0, 0, 0, 0)));
    *p = fe_tidy(acc_reduce(&c));
}
