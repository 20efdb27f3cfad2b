/* GT: the elements of order N of F_q12. Its map is the Frobenius map, which raises to the power q. */

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
            w.index = odd_digit(w.part + j, i, SM9_DIGITS4, &w.negative);
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

/* ---- prepared ---- */

struct gt_table {
    struct sm9_gt f;
};

static void gt_prepare(void *table, const struct sm9_gt *f)
{
    ((struct gt_table *)table)->f = *f;
}

static void gt_pow_table(struct sm9_gt *r, const void *table, const u256 *k)
{
    gt_pow(r, &((const struct gt_table *)table)->f, k);
}
