/* Multiples from tables: a sum of 64 entries, one for each digit, and no
 * doubling. Included after across.h, eight.h and recode.h.
 *
 * A table of P: 64 of struct ifma_row, for window i and limb l (of x, then of
 * y) the eight entries (2 j + 1) 16^i P, affine and in Montgomery's form with R
 * = 2^260. One vector holds a limb of all entries of a window, and a
 * permutation by the secret digit finds it. Lane j of the sum takes the windows
 * 8 j to 8 j + 7. */

#define TABLE_TAG 2
#define TABLE_WIDTH 4

/* Lane j: the entry of window 8 j + step that lane j of `place` names. */
GMI_INLINE void comb_lookup(aff8_t *q, const struct ifma_row *table, unsigned step, __m512i place)
{
    fe8_t *const out[2] = {&q->x, &q->y};
    for (unsigned c = 0; c < 2; c++) {
        FE_UNROLL for (unsigned l = 0; l < 5; l++)
        {
            __m512i r = _mm512_permutexvar_epi64(place, _mm512_load_si512(table[step].l[5 * c + l]));
            FE_UNROLL for (unsigned j = 1; j < 8; j++) r = _mm512_mask_permutexvar_epi64(
                r, (__mmask8)(1 << j), place, _mm512_load_si512(table[8 * j + step].l[5 * c + l]));
            out[c]->l[l] = r;
        }
    }
}

/* a += ±k P in the lanes by P's table, or a = that. k odd. */
static void comb_add(wide8_t *a, int first, const u256 *k, const struct ifma_row *table, uint64_t negate)
{
    struct {
        aff8_t q;
        __m512i k, place, negative;
    } w;
    w.k = scalar_lanes(k);
    for (unsigned i = 0; i < 8; i++) {
        w.place = digit_place(w.k, &w.negative);
        w.negative = _mm512_xor_si512(w.negative, _mm512_set1_epi64((long long)negate));
        w.k = _mm512_srli_epi64(w.k, 4);
        comb_lookup(&w.q, table, i, w.place);
        if (first && i == 0)
            wide8_from_affine(a, &w.q, w.negative);
        else
            wide8_add_affine(a, &w.q, w.negative);
    }
    gm_wipe(&w, sizeof w);
}

/* The sum of the eight lanes: j and j + 4, then j and j + 2, at last the even
 * and the odd ones. In this order no two equal or opposite points are added
 * where the lanes hold k P (doc/sm2_ifma.md). */
static fe4_t comb_sum(const wide8_t *a)
{
    struct {
        uint64_t l[5][4][8]; /* limb, {ZZ X | ZZ X of odd lanes | Y ZZZ | Y ZZZ of
                                odd lanes} */
        fe4_t p[8];
    } w;
    fe4_t r;
    for (int i = 0; i < 5; i++) {
        _mm512_storeu_si512(w.l[i][0], _mm512_unpacklo_epi64(a->zz.l[i], a->x.l[i]));
        _mm512_storeu_si512(w.l[i][1], _mm512_unpackhi_epi64(a->zz.l[i], a->x.l[i]));
        _mm512_storeu_si512(w.l[i][2], _mm512_unpacklo_epi64(a->y.l[i], a->zzz.l[i]));
        _mm512_storeu_si512(w.l[i][3], _mm512_unpackhi_epi64(a->y.l[i], a->zzz.l[i]));
    }
    for (unsigned j = 0; j < 8; j++)
        for (int i = 0; i < 5; i++)
            w.p[j].l[i] = _mm256_inserti128_si256(
                _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(w.l[i][j % 2] + j / 2 * 2))),
                _mm_loadu_si128((const __m128i *)(const void *)(w.l[i][2 + j % 2] + j / 2 * 2)), 1);
    for (unsigned half = 4; half > 0; half /= 2)
        for (unsigned j = 0; j < half; j++)
            w.p[j] = wide_add(w.p[j], w.p[j + half]);
    r = w.p[0];
    gm_wipe(&w, sizeof w);
    return r;
}

/* r = the point of p by i = 1/ZZZ, a number; y negated by the mask. */
static void affine_by_inverse(struct ec_point *r, fe4_t p, const u256 *i, uint64_t negate)
{
    struct {
        u256 n[4], y;
        fe4_t i, t;
    } w;
    u256 *const lanes[4] = {w.n, w.n + 1, w.n + 2, w.n + 3};
    const u256 *const inverse[4] = {i, i, i, i};
    w.i = fe4_carry(fe4_mul(fe4_from(fe4_load(inverse)), p)); /* ZZ/ZZZ, whose square is 1/ZZ; -; y; - */
    w.t = fe4_evens(w.i);
    w.t = fe4_carry(fe4_mul(w.t, fe4_carry(fe4_mul(w.t, p)))); /* lane 1: x */
    fe4_store(lanes, fe4_to(fe4_blend(w.t, L2, w.i)));
    mod_neg(&w.y, &w.n[2], &gmi_ec_sm2_curve.p);
    r->x = w.n[1];
    u256_select(&r->y, negate, &w.y, &w.n[2]);
    gm_wipe(&w, sizeof w);
}

/* r = the point of p, y negated by the mask; ZZ is not 0. */
static void affine_from_wide(struct ec_point *r, fe4_t p, uint64_t negate)
{
    u256 n[4];
    u256 *const lanes[4] = {n, n + 1, n + 2, n + 3};
    fe4_store(lanes, fe4_to(p));
    gmi_mod_inv(n + 3, n + 3, &gmi_ec_sm2_curve.p_inv);
    affine_by_inverse(r, p, n + 3, negate);
    gm_wipe(n, sizeof n);
}

/* The same for public p; 0 where ZZ = 0. */
static int affine_from_wide_vartime(struct ec_point *r, fe4_t p)
{
    u256 n[4];
    u256 *const lanes[4] = {n, n + 1, n + 2, n + 3};
    fe4_store(lanes, fe4_to(p));
    if (u256_is_zero(n))
        return 0;
    gmi_mod_inv_vartime(n + 3, n + 3, &gmi_ec_sm2_curve.p_inv);
    affine_by_inverse(r, p, n + 3, 0);
    return 1;
}

/* Has x = X/ZZ, all numbers and ZZ not 0, x mod n = v? x = v or, where that is
 * below p, v + n. */
static int has_x_vartime(const u256 *X, const u256 *ZZ, const u256 *v)
{
    const struct ec_curve *c = &gmi_ec_sm2_curve;
    u256 t;
    mod_mul(&t, ZZ, v, &c->p);
    if (u256_equal(&t, X))
        return 1;
    if (u256_add(&t, v, &c->n.m) != 0 || !u256_less(&t, &c->p.m))
        return 0;
    mod_mul(&t, ZZ, &t, &c->p);
    return u256_equal(&t, X) != 0;
}

/* The same for p, or -1 where its ZZ is 0. */
static int wide_check_vartime(fe4_t p, const u256 *v)
{
    u256 n[4];
    u256 *const lanes[4] = {n, n + 1, n + 2, n + 3};
    fe4_store(lanes, fe4_to(p));
    return u256_is_zero(n) ? -1 : has_x_vartime(n + 1, n, v);
}

/* ---- the entries of the row ---- */

static void comb_mul(struct ec_point *r, const u256 *k, const struct ifma_row *table)
{
    struct {
        u256 k;
        wide8_t a;
        fe4_t p;
        uint64_t negate;
    } w;
    w.negate = make_odd(&w.k, k);
    comb_add(&w.a, 1, &w.k, table, 0);
    w.p = comb_sum(&w.a);
    affine_from_wide(r, w.p, w.negate);
    gm_wipe(&w, sizeof w);
}

static void mul_base(const struct ec_curve *c, struct ec_point *r, const u256 *k)
{
    (void)c;
    comb_mul(r, k, gmi_ec_sm2_ifma_base);
}

static size_t table_bytes(unsigned width)
{
    return width == TABLE_WIDTH ? DIGITS * sizeof(struct ifma_row) : 0;
}

static void mul_table(const struct ec_curve *c, struct ec_point *r, const u256 *k, const void *table, unsigned width)
{
    (void)c;
    (void)width;
    comb_mul(r, k, table);
}

/* P itself, from its table. */
static void table_point(struct ec_point *P, const struct ifma_row *table)
{
    u256 more[6];
    u256 *const lanes[8] = {&P->x, &P->y, more, more + 1, more + 2, more + 3, more + 4, more + 5};
    fe8_t a;
    for (int l = 0; l < 5; l++)
        a.l[l] = _mm512_setr_epi64((long long)table[0].l[l][0], (long long)table[0].l[5 + l][0], 0, 0, 0, 0, 0, 0);
    fe8_store(lanes, fe8_to(a));
}

static void jac8_from_points(jac8_t *r, const fe4_t s[8])
{
    for (int i = 0; i < 5; i++) {
        uint64_t t[3][8];
        for (int j = 0; j < 8; j++) {
            uint64_t lanes[4];
            _mm256_storeu_si256((__m256i *)(void *)lanes, s[j].l[i]);
            for (int k = 0; k < 3; k++)
                t[k][j] = lanes[k + 1];
        }
        r->x.l[i] = _mm512_loadu_si512(t[0]);
        r->y.l[i] = _mm512_loadu_si512(t[1]);
        r->z.l[i] = _mm512_loadu_si512(t[2]);
    }
}

/* The eight entries of a window are eight lanes; the next window's are 16 times
 * them. All are kept Jacobian until one inversion serves them all. */
static void prepare(const struct ec_curve *c, void *table, unsigned width, const struct ec_point *P)
{
    struct ifma_row *const out = table;
    fe8_t before[DIGITS], z[DIGITS], i;
    entry_t two;
    fe4_t s = point_from_affine(P), odd[8];
    jac8_t a;
    (void)c;
    (void)width;
    odd[0] = s;
    two = entry_from_point(point_double(s));
    for (int j = 1; j < 8; j++)
        odd[j] = point_add(odd[j - 1], &two);
    jac8_from_points(&a, odd);
    i = fe8_one();
    for (int w = 0; w < DIGITS; w++) {
        for (int l = 0; l < 5; l++) {
            _mm512_store_si512(out[w].l[l], a.x.l[l]);
            _mm512_store_si512(out[w].l[5 + l], a.y.l[l]);
        }
        before[w] = i;
        z[w] = a.z;
        i = fe8_mulc(i, a.z);
        for (int j = 0; j < 4 && w + 1 < DIGITS; j++)
            jac8_double(&a);
    }
    i = fe8_inverse(i);
    for (int w = DIGITS - 1; w >= 0; w--) {
        fe8_t one_z = fe8_mulc(i, before[w]), zz = fe8_mulc(one_z, one_z);
        fe8_t x, y;
        i = fe8_mulc(i, z[w]);
        for (int l = 0; l < 5; l++) {
            x.l[l] = _mm512_load_si512(out[w].l[l]);
            y.l[l] = _mm512_load_si512(out[w].l[5 + l]);
        }
        x = fe8_mulc(x, zz);
        y = fe8_mulc(y, fe8_mulc(zz, one_z));
        for (int l = 0; l < 5; l++) {
            _mm512_store_si512(out[w].l[l], x.l[l]);
            _mm512_store_si512(out[w].l[5 + l], y.l[l]);
        }
    }
}

static int check_table_vartime(const struct ec_curve *c, const u256 *s, const u256 *t, const void *table,
                               unsigned width, const u256 *v)
{
    const struct ifma_row *const row = table;
    wide8_t a;
    u256 odd;
    uint64_t negate;
    int has_s = !u256_is_zero(s), has_t = !u256_is_zero(t), found;
    (void)c;
    (void)width;
    if (!has_s && !has_t)
        return 0;
    if (has_s) {
        negate = make_odd(&odd, s);
        comb_add(&a, 1, &odd, gmi_ec_sm2_ifma_base, negate);
    }
    if (has_t) {
        negate = make_odd(&odd, t);
        comb_add(&a, !has_s, &odd, row, negate);
    }
    found = wide_check_vartime(comb_sum(&a), v);
    if (found < 0) { /* a sum on the way was of equal or opposite points */
        struct ec_point P;
        table_point(&P, row);
        found = gmi_ec_sm2_bmi2.check_vartime(&gmi_ec_sm2_curve, s, t, &P, v);
    }
    return found;
}
