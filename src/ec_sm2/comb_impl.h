/* Multiples from tables, over any field: included after mul_impl.h.
 *
 * A table of width w holds, for each window i of w bits, the points (2 j + 1) 2^(w i) P, j < 2^(w - 1): affine and
 * in Montgomery's form. So a multiple is a sum of entries, one a window, and no doubling. The sum is kept as
 * x = X/ZZ, y = Y/ZZZ with ZZ^3 = ZZZ^2 (gez), where adding an affine point costs the least. */

typedef struct {
    fe x, y, zz, zzz;
} gez;

#define COMB_MAX 64 /* windows of the narrowest table */

static inline unsigned comb_windows(unsigned width)
{
    static const unsigned char count[] = {(EC_BITS + 3) / 4, (EC_BITS + 4) / 5, (EC_BITS + 5) / 6, (EC_BITS + 6) / 7};
    return count[width - GMI_EC_WIDTH_MIN];
}

static size_t table_bytes(unsigned width)
{
    if (width < GMI_EC_WIDTH_MIN || width > GMI_EC_WIDTH_MAX)
        return 0;
    return sizeof(ge) * comb_windows(width) << (width - 1);
}

/* ---- building ---- */

/* x[i] = 1 / x[i] for 0 < i < count, all not 0; t holds count elements. */
static void fe_inv_all(const struct ec_curve *c, fe *x, fe *t, size_t count)
{
    fe i, one;
    t[0] = x[0];
    for (size_t j = 1; j < count; j++)
        fe_mul(c, t + j, t + j - 1, x + j);
    fe_inv(c, &i, t + count - 1);
    for (size_t j = count - 1; j > 0; j--) {
        fe_mul(c, &one, &i, t + j - 1);
        fe_mul(c, &i, &i, x + j);
        x[j] = one;
    }
    x[0] = i;
}

/* r = a + b, all affine, where r->x is 1 / (x_b - x_a) before. */
static inline void ge_add_known(const struct ec_curve *c, ge *r, const ge *a, const ge *b)
{
#if defined(GE_ADD_KNOWN)
    (void)c;
    GE_ADD_KNOWN(&r->x, &a->x, &b->x);
    gmi_written(r, sizeof *r);
#else
    fe l, t;
    fe_sub(c, &l, &b->y, &a->y);
    fe_mul(c, &l, &l, &r->x);
    fe_sqr(c, &t, &l);
    fe_sub(c, &t, &t, &a->x);
    fe_sub(c, &r->x, &t, &b->x);
    fe_sub(c, &t, &a->x, &r->x);
    fe_mul(c, &t, &t, &l);
    fe_sub(c, &r->y, &t, &a->y);
#endif
}

/* All windows advance together, so that one inversion serves them all. No two points that are added are the same or
 * opposite: they are multiples of one point by different numbers far below n. */
static void prepare(const struct ec_curve *c, void *table, unsigned width, const struct ec_point *P)
{
    ge *const out = table;
    const size_t entries = (size_t)1 << (width - 1), windows = comb_windows(width);
    gej base[COMB_MAX], twice[COMB_MAX];
    ge step[COMB_MAX];
    fe d[2 * COMB_MAX], t[2 * COMB_MAX], l;
    ge p;
    ge_from(c, &p, P);
    gej_from_ge(c, base, &p);
    for (size_t i = 0; i < windows; i++) {
        gej_double(c, twice + i, base + i);
        if (i + 1 < windows) {
            base[i + 1] = twice[i];
            for (unsigned j = 1; j < width; j++)
                gej_double(c, base + i + 1, base + i + 1);
        }
        d[2 * i] = base[i].z;
        d[2 * i + 1] = twice[i].z;
    }
    fe_inv_all(c, d, t, 2 * windows);
    for (size_t i = 0; i < windows; i++) {
        for (int which = 0; which < 2; which++) {
            const gej *from = which ? twice + i : base + i;
            ge *to = which ? step + i : out + i * entries;
            fe_sqr(c, &l, d + 2 * i + (size_t)which);
            fe_mul(c, &to->x, &from->x, &l);
            fe_mul(c, &l, &l, d + 2 * i + (size_t)which);
            fe_mul(c, &to->y, &from->y, &l);
        }
    }
    for (size_t j = 1; j < entries; j++) {
        for (size_t i = 0; i < windows; i++)
            fe_sub(c, d + i, &step[i].x, &out[i * entries + j - 1].x);
        fe_inv_all(c, d, t, windows);
        for (size_t i = 0; i < windows; i++) {
            ge *r = out + i * entries + j;
            r->x = d[i];
            ge_add_known(c, r, r - 1, step + i);
        }
    }
}

/* ---- the group law of gez ---- */

static inline void gez_from_ge(const struct ec_curve *c, gez *r, const ge *p)
{
    r->x = p->x, r->y = p->y;
    r->zz = r->zzz = c->p.one;
}

/* r = 2 q. */
static void gez_double_affine(const struct ec_curve *c, gez *r, const ge *q)
{
    fe u, m, s, t;
    fe_add(c, &u, &q->y, &q->y);
    fe_sqr(c, &r->zz, &u);
    fe_mul(c, &r->zzz, &u, &r->zz);
    fe_mul(c, &s, &q->x, &r->zz);
    fe_sqr(c, &t, &q->x);
    fe_add(c, &m, &t, &t);
    fe_add(c, &m, &m, &t);
    fe_add(c, &m, &m, &c->a_mont);
    fe_mul(c, &u, &r->zzz, &q->y);
    fe_sqr(c, &t, &m);
    fe_sub(c, &t, &t, &s);
    fe_sub(c, &r->x, &t, &s);
    fe_sub(c, &s, &s, &r->x);
    fe_mul(c, &s, &s, &m);
    fe_sub(c, &r->y, &s, &u);
}

/* r = p + q, p not infinity. Of opposite points ZZ = 0, as it should be; of the same points X = ZZ = 0. */
static inline void gez_add(const struct ec_curve *c, gez *r, const gez *p, const ge *q)
{
#if defined(GE_ADD_TABLE)
    (void)c;
    GE_ADD_TABLE(&r->x, &p->x, &q->x);
    gmi_written(r, sizeof *r);
#else
    fe h, d, v, s = p->y, hh;
    fe_mul(c, &h, &q->x, &p->zz);
    fe_mul(c, &d, &q->y, &p->zzz);
    fe_sub(c, &h, &h, &p->x);
    fe_sub(c, &d, &d, &p->y);
    fe_sqr(c, &hh, &h);
    fe_mul(c, &v, &p->x, &hh);
    fe_mul(c, &r->zz, &p->zz, &hh);
    fe_mul(c, &hh, &hh, &h);
    fe_mul(c, &r->zzz, &p->zzz, &hh);
    ge_add_end(c, &r->x, &r->y, &d, &v, &s, &hh);
#endif
}

static inline uint64_t gez_is_same(const gez *sum)
{
    return fe_is_zero(&sum->x) & fe_is_zero(&sum->zz);
}

/* r = p as numbers: 1/ZZ = (ZZ/ZZZ)^2. */
static void gez_to(const struct ec_curve *c, struct ec_point *r, const gez *p)
{
    struct {
        fe i, z;
    } w;
    fe_inv(c, &w.i, &p->zzz);
    fe_mul(c, &w.z, &w.i, &p->zz);
    fe_sqr(c, &w.z, &w.z);
    fe_mul(c, &w.z, &w.z, &p->x);
    fe_mul(c, &w.i, &w.i, &p->y);
    fe_to(c, &r->x, &w.z);
    fe_to(c, &r->y, &w.i);
    gm_wipe(&w, sizeof w);
}

/* ---- secret scalars ---- */

/* r = the entry of window i for k, odd. */
static inline void comb_entry(const struct ec_curve *c, ge *r, const u256 *k, const ge *table, unsigned width,
                              unsigned i)
{
    const size_t entries = (size_t)1 << (width - 1);
    uint64_t negative, index = odd_digit(k, width * i, width, i + 1 == comb_windows(width), &negative);
    table_scan(r->x.w, (table + i * entries)->x.w, entries, sizeof *r / sizeof *r->x.w, index);
    fe_negate_if(c, &r->y, negative);
}

static void mul_table(const struct ec_curve *c, struct ec_point *r, const u256 *k, const void *table, unsigned width)
{
    const unsigned windows = comb_windows(width);
    struct {
        gez a, sum, twice;
        ge q[2];
        u256 k;
        uint64_t negate, same;
    } w;
    const ge *last;
    w.negate = make_odd(c, &w.k, k);
    comb_entry(c, w.q, &w.k, table, width, 0);
    gez_from_ge(c, &w.a, w.q);
    comb_entry(c, w.q + 1, &w.k, table, width, 1);
    for (unsigned i = 1; i + 1 < windows; i++) {
        comb_entry(c, w.q + (i + 1) % 2, &w.k, table, width, i + 1); /* ahead: the processor does both at once */
        gez_add(c, &w.a, &w.a, w.q + i % 2);
    }
    last = w.q + (windows - 1) % 2;
    gez_add(c, &w.sum, &w.a, last);
    gez_double_affine(c, &w.twice, last);
    w.same = gez_is_same(&w.sum);
    fe_select(&w.a.x, w.same, &w.twice.x, &w.sum.x);
    fe_select(&w.a.y, w.same, &w.twice.y, &w.sum.y);
    fe_select(&w.a.zz, w.same, &w.twice.zz, &w.sum.zz);
    fe_select(&w.a.zzz, w.same, &w.twice.zzz, &w.sum.zzz);
    fe_negate_if(c, &w.a.y, w.negate);
    gez_to(c, r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* ---- public scalars ---- */

/* Complete. Infinity has ZZ = 0. */
static void gez_add_vartime(const struct ec_curve *c, gez *a, const ge *q)
{
    gez sum;
    if (fe_is_zero(&a->zz)) {
        gez_from_ge(c, a, q);
        return;
    }
    gez_add(c, &sum, a, q);
    if (gez_is_same(&sum))
        gez_double_affine(c, &sum, q);
    *a = sum;
}

/* a += k P by P's table. */
static void gez_add_table_vartime(const struct ec_curve *c, gez *a, const u256 *k, const ge *table, unsigned width)
{
    const unsigned windows = comb_windows(width);
    uint64_t negate, negative;
    u256 odd;
    ge q;
    if (u256_is_zero(k))
        return;
    negate = make_odd(c, &odd, k);
    for (unsigned i = 0; i < windows; i++) {
        uint64_t index = odd_digit(&odd, width * i, width, i + 1 == windows, &negative);
        q = table[((size_t)i << (width - 1)) + index];
        if (negative != negate)
            fe_neg(c, &q.y, &q.y);
        gez_add_vartime(c, a, &q);
    }
}

/* ---- multiples of G ---- */

#if EC_HAS_BASE_TABLE

static void mul_base(const struct ec_curve *c, struct ec_point *r, const u256 *k)
{
    mul_table(c, r, k, gmi_ec_sm2_base, GMI_EC_SM2_BASE_WIDTH);
}

static void gez_add_base_vartime(const struct ec_curve *c, gez *a, const u256 *s)
{
    gez_add_table_vartime(c, a, s, gmi_ec_sm2_base, GMI_EC_SM2_BASE_WIDTH);
}

#else

static void mul_base(const struct ec_curve *c, struct ec_point *r, const u256 *k)
{
    mul(c, r, k, &c->G);
}

static void gez_add_base_vartime(const struct ec_curve *c, gez *a, const u256 *s)
{
    const u256 zero = {{0}};
    struct ec_point P;
    ge q;
    if (mul2_vartime(c, &P, s, &zero, &c->G)) {
        ge_from(c, &q, &P);
        gez_add_vartime(c, a, &q);
    }
}

#endif

static int check_table_vartime(const struct ec_curve *c, const u256 *s, const u256 *t, const void *table,
                               unsigned width, const u256 *v)
{
    gez a;
    memset(&a, 0, sizeof a);
    gez_add_table_vartime(c, &a, t, table, width);
    gez_add_base_vartime(c, &a, s);
    return fe_has_x_vartime(c, &a.x, &a.zz, v);
}
