/* Multiples of eight points, or by eight scalars, at once: one item a lane.
 * Included after single_impl.h. Lanes without an item repeat the first one. */

/* ---- between items and lanes ---- */

/* Scalars made odd, word by word; a lane of negate is all ones where the sign
 * changed. */
struct scalars {
    uint64_t w[5][8];
    __m512i negate;
};

static void scalars_from_items(struct scalars *r, const u256 *k, size_t count)
{
    struct {
        u256 odd;
        uint64_t negate[8];
    } w;
    for (size_t j = 0; j < 8; j++) {
        w.negate[j] = make_odd(&w.odd, k + (j < count ? j : 0));
        for (int i = 0; i < 4; i++)
            r->w[i][j] = w.odd.w[i];
        r->w[4][j] = 1; /* the last digit needs no rule of its own */
    }
    r->negate = _mm512_loadu_si512(w.negate);
    gm_wipe(&w, sizeof w);
}

/* Digit i of each. */
GMI_INLINE __m512i scalars_digit(const struct scalars *k, unsigned i, __m512i *negative)
{
    const unsigned at = 4 * i % 64;
    __m512i x = _mm512_srl_epi64(_mm512_loadu_si512(k->w[i / 16]), _mm_cvtsi32_si128((int)at));
    if (at == 60)
        x = _mm512_or_si512(x, _mm512_slli_epi64(_mm512_loadu_si512(k->w[i / 16 + 1]), 4));
    return digit_place(x, negative);
}

/* r[j] = the point of lane j, whose ZZ is not 0, negated where the lane of
 * negate is all ones. */
static void affine_from_wide8(struct ec_point *r, size_t count, const wide8_t *a, __m512i negate)
{
    struct {
        struct ec_point p[8];
        fe8_t i, t;
    } w;
    u256 *x[8], *y[8];
    for (int j = 0; j < 8; j++) {
        x[j] = &w.p[j].x;
        y[j] = &w.p[j].y;
    }
    w.i = fe8_inverse(a->zzz);
    w.t = fe8_mulc(w.i, a->zz); /* whose square is 1/ZZ */
    fe8_store(x, fe8_to(fe8_mulc(w.t, fe8_mulc(w.t, a->x))));
    fe8_store(y, fe8_to(fe8_tidy(fe8_negate(fe8_mul(w.i, a->y), negate))));
    memcpy(r, w.p, count * sizeof *r);
    gm_wipe(&w, sizeof w);
}

static void wide8_from_jac8(wide8_t *r, const jac8_t *p)
{
    r->x = p->x, r->y = p->y;
    r->zz = fe8_mulc(p->z, p->z);
    r->zzz = fe8_mulc(r->zz, p->z);
}

/* ---- multiples ---- */

/* a = k G, from the last digit to the first, as all that is proved of multiples
 * of P then holds here too. */
static void wide8_mul_base(wide8_t *a, const struct scalars *k)
{
    struct {
        aff8_t q;
        __m512i place, negative;
    } w;
    for (unsigned i = DIGITS; i-- > 0;) {
        w.place = scalars_digit(k, i, &w.negative);
        FE_UNROLL for (int l = 0; l < 5; l++)
        {
            w.q.x.l[l] = _mm512_permutexvar_epi64(w.place, _mm512_load_si512(gmi_ec_sm2_ifma_base[i].l[l]));
            w.q.y.l[l] = _mm512_permutexvar_epi64(w.place, _mm512_load_si512(gmi_ec_sm2_ifma_base[i].l[5 + l]));
        }
        if (i == DIGITS - 1)
            wide8_from_affine(a, &w.q, w.negative);
        else
            wide8_add_affine(a, &w.q, w.negative);
    }
    gm_wipe(&w, sizeof w);
}

/* In each lane the entry that its place names; all are read. */
static void entry8_lookup(entry8_t *r, const entry8_t table[8], __m512i place)
{
    fe8_t *const out[5] = {&r->x, &r->y, &r->z, &r->zz, &r->zzz};
    *r = table[0];
    for (int j = 1; j < 8; j++) {
        const __mmask8 m = _mm512_cmpeq_epi64_mask(place, _mm512_set1_epi64(j));
        const fe8_t *const in[5] = {&table[j].x, &table[j].y, &table[j].z, &table[j].zz, &table[j].zzz};
        FE_UNROLL for (int i = 0; i < 5; i++) * out[i] = fe8_blend(*out[i], m, *in[i]);
    }
}

/* a = k P. */
static void jac8_mul(jac8_t *a, const struct scalars *k, const aff8_t *P)
{
    struct {
        entry8_t table[8], e;
        __m512i place, negative;
    } w;
    a->x = P->x, a->y = P->y, a->z = fe8_one();
    entry8_from(&w.table[0], a);
    jac8_double(a);
    entry8_from(&w.e, a); /* 2 P */
    a->x = P->x, a->y = P->y, a->z = fe8_one();
    for (int i = 1; i < 8; i++) {
        jac8_add(a, &w.e, _mm512_setzero_si512());
        entry8_from(&w.table[i], a);
    }
    for (unsigned i = DIGITS; i-- > 0;) {
        w.place = scalars_digit(k, i, &w.negative);
        entry8_lookup(&w.e, w.table, w.place);
        if (i == DIGITS - 1) {
            a->x = w.e.x, a->y = w.e.y, a->z = w.e.z;
            continue;
        }
        for (int j = 0; j < 4; j++)
            jac8_double(a);
        jac8_add(a, &w.e, w.negative);
    }
    gm_wipe(&w, sizeof w);
}

/* ---- the entries of the row ---- */

static void mul_base_many(const struct ec_curve *c, struct ec_point *r, const u256 *k, size_t count)
{
    struct {
        struct scalars k;
        wide8_t a;
    } w;
    (void)c;
    scalars_from_items(&w.k, k, count);
    wide8_mul_base(&w.a, &w.k);
    affine_from_wide8(r, count, &w.a, w.k.negate);
    gm_wipe(&w, sizeof w);
}

static void mul_many(const struct ec_curve *c, struct ec_point *r, const u256 *k, const struct ec_point *P,
                     size_t count)
{
    struct {
        struct scalars k;
        aff8_t p;
        jac8_t j;
        wide8_t a;
    } w;
    (void)c;
    scalars_from_items(&w.k, k, count);
    w.p.x = fe8_from_items(&P->x, sizeof *P, count);
    w.p.y = fe8_from_items(&P->y, sizeof *P, count);
    jac8_mul(&w.j, &w.k, &w.p);
    wide8_from_jac8(&w.a, &w.j);
    affine_from_wide8(r, count, &w.a, w.k.negate);
    gm_wipe(&w, sizeof w);
}

static unsigned check_many_vartime(const struct ec_curve *c, const u256 *s, const u256 *t, const struct ec_point *P,
                                   const u256 *v, size_t count)
{
    const struct ec_curve *const sm2 = &gmi_ec_sm2_curve;
    struct scalars ks, kt;
    u256 scalar_s[8], scalar_t[8], zz[8], x[8];
    u256 *zz_out[8], *x_out[8];
    wide8_t a, b;
    aff8_t p;
    jac8_t j8;
    unsigned right = 0;
    (void)c;
    for (size_t j = 0; j < 8; j++) {
        const u256 one = {{1}};
        scalar_s[j] = j < count && !u256_is_zero(&s[j]) ? s[j] : one;
        scalar_t[j] = j < count && !u256_is_zero(&t[j]) ? t[j] : one;
        zz_out[j] = zz + j;
        x_out[j] = x + j;
    }
    scalars_from_items(&ks, scalar_s, 8);
    scalars_from_items(&kt, scalar_t, 8);
    p.x = fe8_from_items(&P->x, sizeof *P, count);
    p.y = fe8_from_items(&P->y, sizeof *P, count);
    wide8_mul_base(&a, &ks);
    jac8_mul(&j8, &kt, &p);
    wide8_from_jac8(&b, &j8);
    a.y = fe8_tidy(fe8_negate(a.y, ks.negate));
    b.y = fe8_tidy(fe8_negate(b.y, kt.negate));
    wide8_add(&a, &b);
    fe8_store(zz_out, fe8_to(a.zz));
    fe8_store(x_out, fe8_to(a.x));
    for (size_t j = 0; j < count; j++) {
        int found;
        if (u256_is_zero(&s[j]) || u256_is_zero(&t[j]) || u256_is_zero(&zz[j]))
            found = check_vartime(sm2, &s[j], &t[j], &P[j], &v[j]);
        else
            found = has_x_vartime(&x[j], &zz[j], &v[j]);
        right |= (unsigned)found << j;
    }
    return right;
}
