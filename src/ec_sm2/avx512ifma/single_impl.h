/* Multiples of one point at a time, in four lanes. Included after across.h, recode.h and table_impl.h. */

/* e[i] = (2 i + 1) P, i < 8. */
static void odd_multiples(entry_t e[8], const struct ec_point *P)
{
    entry_t two;
    fe4_t s = point_from_affine(P);
    e[0] = entry_from_point(s);
    two = entry_from_point(point_double(s));
    for (int i = 1; i < 8; i++) {
        s = point_add(s, &two);
        e[i] = entry_from_point(s);
    }
}

GMI_INLINE fe4_t point_from_entry(const entry_t *e)
{
    return fe4_blend(fe4_pairs(e->a), L2 | L3, fe4_pairs(e->b));
}

/* -a in lane 3, where Y is, if the mask is all ones. */
GMI_INLINE fe4_t negate_y(fe4_t a, uint64_t mask)
{
    const __m256i m = _mm256_setr_epi64x(0, 0, 0, (long long)mask);
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm256_sub_epi64(_mm256_xor_si256(a.l[i], m), m);
    return fe4_tidy(a);
}

/* r = table[index], negated by the mask; every entry is read. */
static void entry_lookup(entry_t *r, const entry_t table[8], uint64_t index, uint64_t negative)
{
    const __m256i wanted = _mm256_set1_epi64x((long long)index);
    entry_t e;
    memset(&e, 0, sizeof e);
    for (int j = 0; j < 8; j++) {
        const __m256i mask = _mm256_cmpeq_epi64(wanted, _mm256_set1_epi64x(j));
        FE_UNROLL for (int i = 0; i < 5; i++)
        {
            e.a.l[i] = _mm256_or_si256(e.a.l[i], _mm256_and_si256(mask, table[j].a.l[i]));
            e.b.l[i] = _mm256_or_si256(e.b.l[i], _mm256_and_si256(mask, table[j].b.l[i]));
        }
    }
    r->a = e.a;
    r->b = negate_y(e.b, negative);
}

static void mul(const struct ec_curve *c, struct ec_point *r, const u256 *k, const struct ec_point *P)
{
    struct {
        entry_t table[8], e;
        fe4_t s;
        u256 k;
        uint64_t negate, digit, negative;
    } w;
    (void)c;
    w.negate = make_odd(&w.k, k);
    odd_multiples(w.table, P);
    entry_lookup(&w.e, w.table, u256_bits(&w.k, 4 * (DIGITS - 1), 4) >> 1, 0);
    w.s = point_from_entry(&w.e);
    for (int i = DIGITS - 2; i >= 0; i--) {
        w.digit = u256_bits(&w.k, 4 * (unsigned)i, 5) | 1;
        w.negative = ct_barrier((w.digit >> 4) - 1); /* d - 16 */
        entry_lookup(&w.e, w.table, ((w.digit ^ w.negative) & 15) >> 1, w.negative);
        w.s = point_double2(point_double2(w.s));
        w.s = point_add(w.s, &w.e);
    }
    w.s = wide_from_point(w.s);
    affine_from_wide(r, w.s, w.negate);
    gm_wipe(&w, sizeof w);
}

/* ---- public scalars ---- */

/* k P in the wide form, k in [1, n-1]. An addition of equal or opposite points on the way makes ZZ = 0. */
static fe4_t wide_mul_vartime(const u256 *k, const struct ec_point *P)
{
    entry_t table[8], e;
    int8_t d[257];
    int n = wnaf_vartime(d, k);
    fe4_t s;
    odd_multiples(table, P);
    s = point_from_entry(&table[d[n - 1] >> 1]);
    for (int i = n - 2, run = 0; i >= 0; i--) {
        int x = d[i];
        run++;
        if (x == 0 && i > 0)
            continue;
        for (; run >= 2; run -= 2)
            s = point_double2(s);
        if (run != 0)
            s = point_double(s);
        run = 0;
        if (x != 0) {
            e = table[(x < 0 ? -x : x) >> 1];
            if (x < 0)
                e.b = negate_y(e.b, UINT64_MAX);
            s = point_add(s, &e);
        }
    }
    return wide_from_point(s);
}

static fe4_t wide_mul_base_vartime(const u256 *k)
{
    wide8_t a;
    u256 odd;
    uint64_t negate = make_odd(&odd, k);
    comb_add(&a, 1, &odd, gmi_ec_sm2_ifma_base, negate);
    return comb_sum(&a);
}

static fe4_t wide_mul2_vartime(const u256 *s, const u256 *t, const struct ec_point *P)
{
    if (u256_is_zero(s))
        return wide_mul_vartime(t, P);
    if (u256_is_zero(t))
        return wide_mul_base_vartime(s);
    return wide_add(wide_mul_vartime(t, P), wide_mul_base_vartime(s));
}

/* The point of p; 0 where ZZ = 0. */
static int affine_from_wide_vartime(struct ec_point *r, fe4_t p)
{
    u256 n[4];
    u256 *const lanes[4] = {n, n + 1, n + 2, n + 3};
    fe4_store(lanes, fe4_to(p));
    if (u256_is_zero(n))
        return 0;
    affine_from_wide(r, p, 0);
    return 1;
}

/* Where the formulas below meet equal or opposite points, which adversaries can arrange, the row without lanes decides.
 */

static int mul2_vartime(const struct ec_curve *c, struct ec_point *r, const u256 *s, const u256 *t,
                        const struct ec_point *P)
{
    (void)c;
    if (u256_is_zero(s) && u256_is_zero(t))
        return 0;
    if (affine_from_wide_vartime(r, wide_mul2_vartime(s, t, P)))
        return 1;
    return gmi_ec_sm2_bmi2.mul2_vartime(&gmi_ec_sm2_curve, r, s, t, P);
}

static int mul_add_vartime(const struct ec_curve *c, struct ec_point *r, const u256 *u, const struct ec_point *P,
                           const struct ec_point *Q)
{
    (void)c;
    if (u256_is_zero(u)) {
        *r = *Q;
        return 1;
    }
    /* Z = 1 serves as ZZZ = 1 too: an affine point has both forms. */
    if (affine_from_wide_vartime(r, wide_add(wide_mul_vartime(u, P), point_from_affine(Q))))
        return 1;
    return gmi_ec_sm2_bmi2.mul_add_vartime(&gmi_ec_sm2_curve, r, u, P, Q);
}

static int check_vartime(const struct ec_curve *c, const u256 *s, const u256 *t, const struct ec_point *P,
                         const u256 *v)
{
    int found;
    (void)c;
    if (u256_is_zero(s) && u256_is_zero(t))
        return 0;
    found = wide_check_vartime(wide_mul2_vartime(s, t, P), v);
    return found >= 0 ? found : gmi_ec_sm2_bmi2.check_vartime(&gmi_ec_sm2_curve, s, t, P, v);
}

static int on_curve_vartime(const struct ec_curve *c, const struct ec_point *P)
{
    (void)c;
    return gmi_ec_sm2_bmi2.on_curve_vartime(&gmi_ec_sm2_curve, P);
}

static int lift_x_vartime(const struct ec_curve *c, struct ec_point *r, const u256 *x, int odd)
{
    (void)c;
    return gmi_ec_sm2_bmi2.lift_x_vartime(&gmi_ec_sm2_curve, r, x, odd);
}
