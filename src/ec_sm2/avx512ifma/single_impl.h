/* Multiples of one point at a time, in four lanes. Included after across.h,
 * recode.h and table_impl.h. */

/* t[i] = (2 i + 1) P, i < 8. */
static void odd_multiples(fe8_t t[8], const struct ec_point *P)
{
    entry_t two;
    fe4_t s = point_from_affine(P);
    t[0] = entry_pack(entry_from_point(s));
    two = entry_from_point(point_double(s));
    for (int i = 1; i < 8; i++) {
        s = point_add(s, &two);
        t[i] = entry_pack(entry_from_point(s));
    }
}

GMI_INLINE fe4_t point_from_entry(const entry_t *e)
{
    return fe4_blend(fe4_pairs(e->a), L2 | L3, fe4_pairs(e->b));
}

/* table[index], negated by the mask; every entry is read. */
GMI_INLINE entry_t entry_lookup(const fe8_t table[8], uint64_t index, uint64_t negative)
{
    const __m512i wanted = _mm512_set1_epi64((long long)index);
    const __m256i sign = _mm256_set1_epi64x((long long)negative);
    fe8_t r = table[0];
    entry_t e;
    for (int j = 1; j < 8; j++)
        r = fe8_blend(r, _mm512_cmpeq_epi64_mask(wanted, _mm512_set1_epi64(j)), table[j]);
    e = entry_unpack(r);
    e.b = fe4_blend(e.b, _mm256_mask_cmpneq_epi64_mask(L3, sign, _mm256_setzero_si256()), fe4_halves(e.b));
    return e;
}

static void mul(const struct ec_curve *c, struct ec_point *r, const u256 *k, const struct ec_point *P)
{
    struct {
        fe8_t table[8];
        entry_t e;
        fe4_t s;
        u256 k;
        uint64_t negate, digit, negative;
    } w;
    (void)c;
    w.negate = make_odd(&w.k, k);
    odd_multiples(w.table, P);
    w.e = entry_lookup(w.table, u256_bits(&w.k, 4 * (DIGITS - 1), 4) >> 1, 0);
    w.s = point_from_entry(&w.e);
    for (int i = DIGITS - 2; i >= 0; i--) {
        w.digit = u256_bits(&w.k, 4 * (unsigned)i, 5) | 1;
        w.negative = ct_barrier((w.digit >> 4) - 1); /* d - 16 */
        w.e = entry_lookup(w.table, ((w.digit ^ w.negative) & 15) >> 1, w.negative);
        w.s = point_double2(point_double2(w.s));
        w.s = point_add(w.s, &w.e);
    }
    w.s = wide_from_point(w.s);
    affine_from_wide(r, w.s, w.negate);
    gm_wipe(&w, sizeof w);
}

/* ---- public scalars ---- */

/* k P in the wide form, k in [1, n-1]. An addition of equal or opposite points
 * on the way makes ZZ = 0. */
static fe4_t wide_mul_vartime(const u256 *k, const struct ec_point *P)
{
    fe8_t table[8];
    entry_t e;
    int8_t d[257];
    int n = wnaf_vartime(d, k);
    fe4_t s;
    odd_multiples(table, P);
    e = entry_unpack(table[d[n - 1] >> 1]);
    s = point_from_entry(&e);
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
            e = entry_unpack(table[(x < 0 ? -x : x) >> 1]);
            if (x < 0)
                e.b = fe4_blend(e.b, L3, fe4_halves(e.b));
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

/* Where the formulas below meet equal or opposite points, which adversaries can
 * arrange, the row without lanes decides.
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
