/* GT: the elements of order N of F_q12. Its map is the Frobenius map, which raises to the power q. */

static inline int fe12_equal_vartime(const fe12 *a, const fe12 *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* f^q = f^(6 t^2) says f^N = 1, as q - 6 t^2 = N. Powers of t need the cyclotomic subgroup: f^(q^4) f = f^(q^2). */
static int gt_in_group_vartime(const struct sm9_gt *P)
{
    fe12 f, a, b;
    fe12_from(&f, P);
    fe12_set_one(&a);
    memset(&b, 0, sizeof b);
    if (fe12_equal_vartime(&f, &a) || fe12_equal_vartime(&f, &b))
        return 0;
    fe12_frobenius(&a, &f, 2);
    fe12_frobenius(&b, &a, 2);
    fe12_mul(&b, &b, &f);
    if (!fe12_equal_vartime(&a, &b))
        return 0;
    fe12_pow_t(&a, &f);
    fe12_pow_t(&a, &a);
    fe12_cyclotomic_sqr(&b, &a);
    fe12_mul(&a, &b, &a);
    fe12_cyclotomic_sqr(&a, &a);
    fe12_frobenius(&b, &f, 1);
    return fe12_equal_vartime(&a, &b);
}

/* f = 1/f where the mask says so; f of norm 1. */
static inline void fe12_conj_if(fe12 *f, uint64_t negative)
{
    for (int i = 0; i < 3; i++)
        fe2_negate_if(f->c[1].c + i, negative);
}

static void gt_pow(struct sm9_gt *r, const struct sm9_gt *f, const u256 *k)
{
    struct {
        fe12 table[DIGIT_ENTRIES], a, x;
        u256 part[4];
        uint64_t negative, index;
    } w;
    gmi_sm9_split_scalar(w.part, k, &gmi_sm9_split4);
    fe12_from(w.table, f);
    fe12_cyclotomic_sqr(&w.a, w.table);
    for (size_t i = 1; i < DIGIT_ENTRIES; i++)
        fe12_mul(w.table + i, w.table + i - 1, &w.a);
    for (unsigned i = SM9_DIGITS4; i-- > 0;) {
        if (i < SM9_DIGITS4 - 1)
            for (int j = 0; j < SM9_WINDOW; j++)
                fe12_cyclotomic_sqr(&w.a, &w.a);
        for (unsigned j = 0; j < 4; j++) {
            w.index = odd_digit(w.part + j, i, SM9_WINDOW, SM9_DIGITS4, &w.negative);
            table_scan(&w.x, w.table, DIGIT_ENTRIES, sizeof w.x, w.index);
            fe12_conj_if(&w.x, w.negative);
            if (j > 0)
                fe12_frobenius(&w.x, &w.x, j);
            if (i == SM9_DIGITS4 - 1 && j == 0)
                w.a = w.x;
            else
                fe12_mul(&w.a, &w.a, &w.x);
        }
    }
    fe12_to(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

static void gt_mul(struct sm9_gt *r, const struct sm9_gt *a, const struct sm9_gt *b)
{
    struct {
        fe12 a, b;
    } w;
    fe12_from(&w.a, a);
    fe12_from(&w.b, b);
    fe12_mul(&w.a, &w.a, &w.b);
    fe12_to(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* ---- prepared ----
 *
 * An element g + h w of norm 1 over F_q6 is (c + w) / (c - w), c = (1 + g) / h: the table holds c for its powers, and
 * numerators alone are multiplied. 1/f has -c, and the denominator is the numerator's conjugate. */

typedef fe6 gt_row[COMB_ENTRIES];

struct gt_table {
    gt_row row[SM9_COMB4]; /* entry j of row i: f^((2 j + 1) 2^(SM9_COMB_WIDTH i)) */
};

/* c of count elements, none 1 or -1; t holds count numbers. */
static void fe6_quotients(fe6 *c, fe6 *h, fe6 *t, size_t count)
{
    fe6 i, one;
    t[0] = h[0];
    for (size_t j = 1; j < count; j++)
        fe6_mul(t + j, t + j - 1, h + j);
    fe6_inv(&i, t + count - 1);
    for (size_t j = count - 1; j > 0; j--) {
        fe6_mul(&one, &i, t + j - 1);
        fe6_mul(&i, &i, h + j);
        fe6_mul(c + j, c + j, &one);
    }
    fe6_mul(c, c, &i);
}

static void gt_prepare(void *table, const struct sm9_gt *f)
{
    struct gt_table *out = table;
    struct {
        fe12 base, twice, x;
        fe6 h[COMB_ENTRIES], t[COMB_ENTRIES];
        fe2 one;
    } w;
    fe2_set_one(&w.one);
    fe12_from(&w.base, f);
    for (size_t i = 0; i < SM9_COMB4; i++) {
        fe12_cyclotomic_sqr(&w.twice, &w.base);
        w.x = w.base;
        for (size_t j = 0; j < COMB_ENTRIES; j++) {
            out->row[i][j] = w.x.c[0];
            fe2_add(out->row[i][j].c, out->row[i][j].c, &w.one);
            w.h[j] = w.x.c[1];
            fe12_mul(&w.x, &w.x, &w.twice);
        }
        fe6_quotients(out->row[i], w.h, w.t, COMB_ENTRIES);
        w.base = w.twice;
        for (int j = 1; j < SM9_COMB_WIDTH; j++)
            fe12_cyclotomic_sqr(&w.base, &w.base);
    }
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* r = a (c + w). */
static void fe12_mul_numerator(fe12 *r, const fe12 *a, const fe6 *c)
{
    fe6 x, y;
    fe6_mul(&x, a->c, c);
    fe6_mul(&y, a->c + 1, c);
    fe6_add(&y, &y, a->c);
    fe6_mul_s(r->c + 1, a->c + 1);
    fe6_add(r->c, &x, r->c + 1);
    r->c[1] = y;
}

static void gt_pow_table(struct sm9_gt *r, const void *table, const u256 *k)
{
    const struct gt_table *from = table;
    struct {
        fe12 a;
        fe6 c;
        u256 part[4];
        uint64_t negative, index;
    } w;
    gmi_sm9_split_scalar(w.part, k, &gmi_sm9_split4);
    for (unsigned j = 4; j-- > 0;) {
        if (j < 3)
            fe12_frobenius(&w.a, &w.a, 1);
        for (unsigned i = 0; i < SM9_COMB4; i++) {
            w.index = odd_digit(w.part + j, i, SM9_COMB_WIDTH, SM9_COMB4, &w.negative);
            table_scan(&w.c, from->row[i], COMB_ENTRIES, sizeof w.c, w.index);
            for (int n = 0; n < 3; n++)
                fe2_negate_if(w.c.c + n, w.negative);
            if (i == 0 && j == 3) {
                w.a.c[0] = w.c;
                memset(w.a.c + 1, 0, sizeof w.a.c[1]);
                fe2_set_one(w.a.c[1].c);
            } else {
                fe12_mul_numerator(&w.a, &w.a, &w.c);
            }
        }
    }
    fe12_over_conj(&w.a, &w.a);
    fe12_to(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}
