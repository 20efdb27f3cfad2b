/* Multiples of points, over any field: included after ge_impl.h. Defines the functions of a row of ec_sm2_impl.h.
 *
 * Secret scalars are written in odd signed digits: for odd k below 2^256, digit i of width w is
 * ((k >> w i) mod 2^(w + 1) | 1) - 2^w, the last one (k >> w i) | 1, so no digit is 0. An even k is replaced by
 * n - k. doc/sm2_curve.md proves that all additions but the last are of different points. */

#ifndef EC_BITS /* of n; the tests take smaller groups */
#define EC_BITS 256
#endif
#define MUL_WIDTH 5
#define MUL_DIGITS ((EC_BITS + MUL_WIDTH - 1) / MUL_WIDTH)
#define MUL_ENTRIES (1 << (MUL_WIDTH - 1)) /* P, 3 P, 5 P, … */

/* Overwrite what the functions below have left of their values on the stack, secret ones too: they do not
 * wipe after each sum, whoever has called them wipes once. The deepest uses less than this. */
static GMI_NOINLINE void wipe_stack(void)
{
    uint8_t below[2048];
    gm_wipe(below, sizeof below);
}

/* k odd, with the same multiple up to the sign, which is the mask returned: -1 where it changed. */
static uint64_t make_odd(const struct ec_curve *c, u256 *r, const u256 *k)
{
    u256 t;
    uint64_t even = ct_barrier((k->w[0] & 1) - 1);
    (void)u256_sub(&t, &c->n.m, k);
    u256_select(r, even, &t, k);
    gm_wipe(&t, sizeof t);
    return even;
}

/* The digit at bit `from`: its index (|d| - 1) / 2, and a mask that says whether d is negative. */
static inline uint64_t odd_digit(const u256 *k, unsigned from, unsigned width, int last, uint64_t *negative)
{
    uint64_t x = u256_bits(k, from, width + 1) | 1, mask;
    if (last) {
        *negative = 0;
        return x >> 1;
    }
    mask = ct_barrier((x >> width) - 1); /* the top bit is 0: x - 2^w is negative */
    *negative = mask;
    return ((x ^ mask) & ((UINT64_C(1) << width) - 1)) >> 1;
}

/* table[i] = (2 i + 1) P. */
static void odd_multiples(const struct ec_curve *c, gec *table, size_t count, const ge *p)
{
    struct {
        gej a, twice;
        gec two;
    } w;
    gej_from_ge(c, &w.a, p);
    gej_double(c, &w.twice, &w.a);
    gec_from_gej(c, &w.two, &w.twice);
    gec_from_gej(c, table, &w.a);
    for (size_t i = 1; i < count; i++) {
        gej_add(c, &w.a, &w.a, &w.two);
        gec_from_gej(c, table + i, &w.a);
    }
}

/* out = entry `index` of a table of `count` entries of `words` words; all of them are read. */
static inline void table_scan(uint64_t *out, const uint64_t *table, size_t count, size_t words, uint64_t index)
{
#if defined(GE_SCAN)
    GE_SCAN(out, table, count, words, index);
#else
    memset(out, 0, words * sizeof *out);
    for (size_t i = 0; i < count; i++, table += words) {
        uint64_t mask = ~ct_nonzero(i ^ index);
        for (size_t j = 0; j < words; j++)
            out[j] |= table[j] & mask;
    }
#endif
}

/* y = -y where the mask says so. */
static inline void fe_negate_if(const struct ec_curve *c, fe *y, uint64_t negative)
{
    fe t;
    fe_neg(c, &t, y);
    fe_select(y, negative, &t, y);
}

/* r = the multiple of the digit, by its index and sign. */
static inline void gec_lookup(const struct ec_curve *c, gec *r, const gec *table, uint64_t index, uint64_t negative)
{
    table_scan(r->x.w, table->x.w, MUL_ENTRIES, sizeof *r / sizeof *r->x.w, index);
    fe_negate_if(c, &r->y, negative);
}

static void mul(const struct ec_curve *c, struct ec_point *r, const u256 *k, const struct ec_point *P)
{
    struct {
        gec table[MUL_ENTRIES], q;
        ge p;
        gej a;
        u256 k;
        uint64_t negate, negative, index;
    } w;
    w.negate = make_odd(c, &w.k, k);
    ge_from(c, &w.p, P);
    odd_multiples(c, w.table, MUL_ENTRIES, &w.p);
    w.index = odd_digit(&w.k, MUL_WIDTH * (MUL_DIGITS - 1), MUL_WIDTH, 1, &w.negative);
    gec_lookup(c, &w.q, w.table, w.index, w.negative);
    w.a.x = w.q.x, w.a.y = w.q.y, w.a.z = w.q.z;
    for (unsigned i = MUL_DIGITS - 1; i-- > 0;) {
        for (int j = 0; j < MUL_WIDTH; j++)
            gej_double(c, &w.a, &w.a);
        w.index = odd_digit(&w.k, MUL_WIDTH * i, MUL_WIDTH, 0, &w.negative);
        gec_lookup(c, &w.q, w.table, w.index, w.negative);
        if (i > 0)
            gej_add(c, &w.a, &w.a, &w.q);
        else
            gej_add_or_double(c, &w.a, &w.a, &w.q);
    }
    fe_negate_if(c, &w.a.y, w.negate);
    gej_to(c, r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* ---- public scalars ---- */

#define NAF_WIDTH 5
#define NAF_ENTRIES (1 << (NAF_WIDTH - 2))

/* k = sum naf[i] 2^i, each digit 0 or odd and below 2^(width - 1) in absolute value, and the next width - 1 digits
 * are then 0. Returns the number of digits. */
static unsigned naf_vartime(signed char naf[257], const u256 *k, unsigned width)
{
    unsigned carry = 0, used = 0;
    memset(naf, 0, 257);
    for (unsigned i = 0; i < 257;) {
        unsigned x = (unsigned)u256_bits(k, i, width) + carry;
        if ((x & 1) == 0) { /* the carry stays: k's bit and the carry are both 0, or both 1 */
            i++;
            continue;
        }
        carry = x >> (width - 1) & 1;
        naf[i] = (signed char)((int)x - (int)(carry << width));
        used = i + 1;
        i += width;
    }
    return used;
}

static void gec_add_digit_vartime(const struct ec_curve *c, gej *a, const gec *table, int digit)
{
    gec q;
    if (digit == 0)
        return;
    q = table[(digit < 0 ? -digit : digit) / 2];
    if (digit < 0)
        fe_neg(c, &q.y, &q.y);
    gej_add_vartime(c, a, &q);
}

#if EC_HAS_BASE_TABLE
static void ge_add_digit_vartime(const struct ec_curve *c, gej *a, const ge *table, int digit)
{
    ge q;
    if (digit == 0)
        return;
    q = table[(digit < 0 ? -digit : digit) / 2];
    if (digit < 0)
        fe_neg(c, &q.y, &q.y);
    gej_add_affine_vartime(c, a, &q);
}
#endif

/* a = s G + t P, projectively. */
static void mul2_jacobian_vartime(const struct ec_curve *c, gej *a, const u256 *s, const u256 *t,
                                  const struct ec_point *P)
{
    gec of_p[NAF_ENTRIES];
    ge p;
    signed char naf_s[257], naf_t[257];
    unsigned i, j;
#if EC_HAS_BASE_TABLE
    const ge *of_g = gmi_ec_sm2_base; /* its first row */
    i = naf_vartime(naf_s, s, GMI_EC_SM2_BASE_WIDTH + 1);
#else
    gec of_g[NAF_ENTRIES];
    ge_from(c, &p, &c->G);
    odd_multiples(c, of_g, NAF_ENTRIES, &p);
    i = naf_vartime(naf_s, s, NAF_WIDTH);
#endif
    ge_from(c, &p, P);
    odd_multiples(c, of_p, NAF_ENTRIES, &p);
    j = naf_vartime(naf_t, t, NAF_WIDTH);
    memset(a, 0, sizeof *a);
    for (i = i > j ? i : j; i-- > 0;) {
        gej_double(c, a, a);
#if EC_HAS_BASE_TABLE
        ge_add_digit_vartime(c, a, of_g, naf_s[i]);
#else
        gec_add_digit_vartime(c, a, of_g, naf_s[i]);
#endif
        gec_add_digit_vartime(c, a, of_p, naf_t[i]);
    }
}

static int gej_to_vartime(const struct ec_curve *c, struct ec_point *r, const gej *a)
{
    if (fe_is_zero(&a->z))
        return 0;
    gej_to(c, r, a);
    return 1;
}

static int mul2_vartime(const struct ec_curve *c, struct ec_point *r, const u256 *s, const u256 *t,
                        const struct ec_point *P)
{
    gej a;
    mul2_jacobian_vartime(c, &a, s, t, P);
    return gej_to_vartime(c, r, &a);
}

static int mul_add_vartime(const struct ec_curve *c, struct ec_point *r, const u256 *u, const struct ec_point *P,
                           const struct ec_point *Q)
{
    const u256 zero = {{0}};
    gej a, q;
    gec qc;
    ge p;
    mul2_jacobian_vartime(c, &a, &zero, u, P);
    ge_from(c, &p, Q);
    gej_from_ge(c, &q, &p);
    gec_from_gej(c, &qc, &q);
    gej_add_vartime(c, &a, &qc);
    return gej_to_vartime(c, r, &a);
}

/* Has the point with x = X/ZZ an x with x mod n = v? x is v, or v + n where that is below p: n is above 2^255. */
static int fe_has_x_vartime(const struct ec_curve *c, const fe *X, const fe *ZZ, const u256 *v)
{
    fe t;
    u256 x = *v;
    if (fe_is_zero(ZZ))
        return 0;
    for (int i = 0; i < 2; i++) {
        if (u256_less(&x, &c->p.m)) {
            fe_from(c, &t, &x);
            fe_mul(c, &t, &t, ZZ);
            if (fe_equal_vartime(&t, X))
                return 1;
        }
        if (u256_add(&x, &x, &c->n.m) != 0)
            return 0;
    }
    return 0;
}

static int check_vartime(const struct ec_curve *c, const u256 *s, const u256 *t, const struct ec_point *P,
                         const u256 *v)
{
    gej a;
    fe zz;
    mul2_jacobian_vartime(c, &a, s, t, P);
    fe_sqr(c, &zz, &a.z);
    return fe_has_x_vartime(c, &a.x, &zz, v);
}

/* ---- points from numbers ---- */

static int on_curve_vartime(const struct ec_curve *c, const struct ec_point *P)
{
    ge p;
    ge_from(c, &p, P);
    return ge_on_curve_vartime(c, &p);
}

/* r = a^k, k public. */
static void fe_pow_vartime(const struct ec_curve *c, fe *r, const fe *a, const u256 *k)
{
    fe table[16], x = c->p.one;
    table[0] = x;
    for (int i = 1; i < 16; i++)
        fe_mul(c, table + i, table + i - 1, a);
    for (unsigned i = 64; i-- > 0;) {
        for (int j = 0; j < 4; j++)
            fe_sqr(c, &x, &x);
        fe_mul(c, &x, &x, table + u256_bits(k, 4 * i, 4));
    }
    *r = x;
}

static void halve(u256 *r)
{
    for (int i = 0; i < 4; i++)
        r->w[i] = r->w[i] >> 1 | (i < 3 ? r->w[i + 1] << 63 : 0);
}

/* Square root by Tonelli and Shanks; 0 if a is none. For p = 3 mod 4 it is a^((p + 1) / 4) and one test. */
static int fe_sqrt_vartime(const struct ec_curve *c, fe *r, const fe *a)
{
    const u256 one = {{1}};
    u256 q = c->p.m, h;
    unsigned order = 0;
    fe y, t, g, b;
    for ((void)u256_sub(&q, &q, &one); (q.w[0] & 1) == 0; order++)
        halve(&q);
    h = q;
    halve(&h); /* (q - 1) / 2 */
    fe_pow_vartime(c, &t, a, &h);
    fe_mul(c, &y, &t, a);                                /* a^((q + 1) / 2)              */
    fe_mul(c, &t, &t, &y);                               /* a^q = y^2 / a, to be made 1  */
    if (order > 1 && !fe_equal_vartime(&t, &c->p.one)) { /* g = z^q for a non-residue z  */
        fe z = c->p.one, e;
        u256 half = c->p.m;
        halve(&half);
        do {
            fe_add(c, &z, &z, &c->p.one);
            fe_pow_vartime(c, &e, &z, &half);
        } while (fe_equal_vartime(&e, &c->p.one));
        fe_pow_vartime(c, &g, &z, &q);
        while (!fe_is_zero(&t) && !fe_equal_vartime(&t, &c->p.one)) {
            unsigned i = 0;
            for (e = t; !fe_equal_vartime(&e, &c->p.one) && i < order; i++)
                fe_sqr(c, &e, &e);
            if (i >= order)
                break;
            for (b = g; i + 1 < order; i++)
                fe_sqr(c, &b, &b);
            fe_mul(c, &y, &y, &b);
            fe_sqr(c, &g, &b);
            fe_mul(c, &t, &t, &g);
            for (order = 0, e = g; !fe_equal_vartime(&e, &c->p.one); order++)
                fe_sqr(c, &e, &e);
        }
    }
    fe_sqr(c, &t, &y);
    *r = y;
    return fe_equal_vartime(&t, a);
}

static int lift_x_vartime(const struct ec_curve *c, struct ec_point *r, const u256 *x, int odd)
{
    ge p;
    fe t;
    u256 y;
    fe_from(c, &p.x, x);
    fe_sqr(c, &t, &p.x);
    fe_add(c, &t, &t, &c->a_mont);
    fe_mul(c, &t, &t, &p.x);
    fe_add(c, &t, &t, &c->b_mont);
    if (!fe_sqrt_vartime(c, &p.y, &t))
        return 0;
    fe_to(c, &y, &p.y);
    if ((int)(y.w[0] & 1) != (odd != 0)) {
        if (u256_is_zero(&y))
            return 0;
        (void)u256_sub(&y, &c->p.m, &y);
    }
    r->x = *x;
    r->y = y;
    return 1;
}
