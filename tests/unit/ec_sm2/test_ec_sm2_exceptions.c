/* Scalars that make sums on the way to a multiple meet equal or opposite points: what an adversary would choose. For
 * every row, against the portable one. */
#include "ec_rows.h"

static const struct ec_curve *const sm2 = &gmi_ec_sm2_curve;
static const struct ec_sm2_impl *const portable = &gmi_ec_sm2_portable;

static void check_multiple(const struct ec_sm2_impl *row, const u256 *k, const struct ec_point *P)
{
    struct ec_point r, want;
    portable->mul_base(sm2, &want, k);
    row->mul_base(sm2, &r, k);
    CHECK_MEM(&r, &want, sizeof r);
    if (row->mul_base_many != NULL) {
        row->mul_base_many(sm2, &r, k, 1);
        CHECK_MEM(&r, &want, sizeof r);
    }
    portable->mul(sm2, &want, k, P);
    row->mul(sm2, &r, k, P);
    CHECK_MEM(&r, &want, sizeof r);
    if (row->mul_many != NULL) {
        row->mul_many(sm2, &r, k, P, 1);
        CHECK_MEM(&r, &want, sizeof r);
    }
}

static void check_public(const struct ec_sm2_impl *row, const u256 *s, const u256 *t, const struct ec_point *P,
                         const void *table)
{
    struct ec_point r, want;
    u256 v = *s;
    int finite = portable->mul2_vartime(sm2, &want, s, t, P);
    if (finite)
        mod_reduce(&v, &want.x, &sm2->n);
    CHECK_EQ(row->mul2_vartime(sm2, &r, s, t, P), finite);
    if (finite)
        CHECK_MEM(&r, &want, sizeof r);
    CHECK_EQ(row->check_vartime(sm2, s, t, P, &v), finite);
    if (table != NULL)
        CHECK_EQ(row->check_table_vartime(sm2, s, t, table, GMI_EC_WIDTH_MIN, &v), finite);
    if (row->check_many_vartime != NULL)
        CHECK_EQ(row->check_many_vartime(sm2, s, t, P, &v, 1), finite);
}

/* k = n in signed odd digits of `width` bits, some of the digits with their signs turned round: where k is a sum of
 * A, the digits turned, and B, the others, B - A = n, so A and B are the same multiple. */
static int turned(u256 *k, unsigned width, uint64_t chosen)
{
    u256 sum = {{0}};
    int negative = 0;
    for (int i = (int)((255 + width) / width) - 1; i >= 0; i--) {
        const int last = (unsigned)(i + 1) * width >= 256;
        int d = (int)u256_bits(&sm2->n.m, (unsigned)i * width, width + 1) | 1;
        u256 term = {{0}};
        if (!last)
            d -= 1 << width;
        if (chosen >> i & 1)
            d = -d;
        /* sum = 2^width sum + d, as a number with a sign */
        for (unsigned j = 0; j < width; j++)
            if (u256_add(&sum, &sum, &sum))
                return 0;
        term.w[0] = (uint64_t)(d < 0 ? -d : d);
        if ((d < 0) == negative) {
            if (u256_add(&sum, &sum, &term))
                return 0;
        } else if (u256_sub(&sum, &sum, &term)) {
            const u256 zero = {{0}};
            (void)u256_sub(&sum, &zero, &sum);
            negative = !negative;
        }
    }
    *k = sum;
    return !negative && !u256_is_zero(k) && u256_less(k, &sm2->n.m);
}

/* Every row's own order of additions is among these: digits one after another from either end, and in lanes. */
static void secret_multiples(void)
{
    ec_report_missing_rows();
    FOR_EACH_ROW(row)
    {
        struct ec_point P;
        u256 k;
        unsigned found = 0;
        ec_random_scalar(&k, sm2);
        portable->mul_base(sm2, &P, &k);
        for (unsigned width = 4; width <= 7; width++) {
            const int digits = (int)((255 + width) / width);
            for (int i = 1; i < digits; i++)
                for (int side = 0; side < 2; side++) {
                    uint64_t low = (UINT64_C(1) << i) - 1;
                    if (turned(&k, width, side ? ~low : low)) {
                        found++;
                        check_multiple(row, &k, &P);
                    }
                    if (turned(&k, width, UINT64_C(1) << (i - 1))) {
                        check_multiple(row, &k, &P);
                    }
                }
            for (unsigned lanes = 1; lanes <= 8; lanes++)
                for (uint64_t pattern = 1; pattern < 256; pattern = pattern * 2 + 1)
                    for (int spread = 1; spread <= 8; spread++) {
                        uint64_t chosen = 0;
                        for (int i = 0; i < digits; i++)
                            if (pattern >> (i / spread % (int)lanes) & 1)
                                chosen |= UINT64_C(1) << i;
                        if (turned(&k, width, chosen)) {
                            found++;
                            check_multiple(row, &k, &P);
                        }
                    }
        }
        CHECK(found > 20);
        for (uint64_t i = 1; i < 80; i++) {
            k = (u256){{i, 0, 0, 0}};
            check_multiple(row, &k, &P);
            mod_neg(&k, &k, &sm2->n);
            check_multiple(row, &k, &P);
        }
    }
}

static void public_multiples(void)
{
    static _Alignas(64) uint8_t table[200000];
    FOR_EACH_ROW(row)
    {
        const u256 zero = {{0}};
        int has_table = row->table_bytes(GMI_EC_WIDTH_MIN) != 0;
        for (int i = 0; i < 60; i++) {
            struct ec_point P, Q, r, want;
            u256 d, s, t;
            ec_random_scalar(&d, sm2);
            if (i % 3 == 0)
                d = (u256){{(uint64_t)i / 3 + 1, 0, 0, 0}};
            if (i % 6 == 3)
                mod_neg(&d, &d, &sm2->n);
            portable->mul_base(sm2, &P, &d);
            if (has_table && i % 3 == 0)
                row->prepare(sm2, table, GMI_EC_WIDTH_MIN, &P);
            /* t near n, where windows of several widths meet; s G = ± t P, and around that */
            ec_random_scalar(&t, sm2);
            if (i % 2 == 0) {
                t = (u256){{(uint64_t)i / 2 + 1, 0, 0, 0}};
                mod_neg(&t, &t, &sm2->n);
            }
            check_public(row, &zero, &t, &P, has_table && i % 3 == 0 ? table : NULL);
            mod_mul(&s, &t, &d, &sm2->n);
            check_public(row, &s, &t, &P, has_table && i % 3 == 0 ? table : NULL);
            mod_neg(&s, &s, &sm2->n);
            check_public(row, &s, &t, &P, has_table && i % 3 == 0 ? table : NULL);
            /* u P = ± Q */
            portable->mul(sm2, &Q, &t, &P);
            for (int sign = 0; sign < 2; sign++) {
                int finite = portable->mul_add_vartime(sm2, &want, &t, &P, &Q);
                CHECK_EQ(finite, !sign);
                CHECK_EQ(row->mul_add_vartime(sm2, &r, &t, &P, &Q), finite);
                if (finite)
                    CHECK_MEM(&r, &want, sizeof r);
                mod_neg(&Q.y, &Q.y, &sm2->p);
            }
            CHECK_EQ(row->mul_add_vartime(sm2, &r, &zero, &P, &Q), 1);
            CHECK_MEM(&r, &Q, sizeof r);
        }
        check_public(row, &zero, &zero, &sm2->G, NULL);
    }
}

/* For rows that sum the windows of s and of t in common: in 32-bit part `lane` of s stands a small odd number, and the
 * digit of t there is the same or its opposite. P = G or -G. */
static void shared_windows(void)
{
    static _Alignas(64) uint8_t table[200000];
    FOR_EACH_ROW(row)
    {
        if (row->table_bytes(GMI_EC_WIDTH_MIN) == 0)
            continue;
        for (int which = 0; which < 2; which++) {
            struct ec_point P = sm2->G;
            if (which)
                mod_neg(&P.y, &P.y, &sm2->p);
            row->prepare(sm2, table, GMI_EC_WIDTH_MIN, &P);
            for (unsigned lane = 0; lane < 8; lane++)
                for (uint64_t x = 1; x < 16; x += 2)
                    for (int opposite = 0; opposite < 2; opposite++) {
                        u256 s, t;
                        unsigned at = lane % 2 * 32;
                        ec_random_scalar(&s, sm2);
                        ec_random_scalar(&t, sm2);
                        s.w[3] >>= 1;
                        t.w[3] >>= 1;
                        s.w[0] |= 1;
                        t.w[0] |= 1;
                        s.w[lane / 2] = (s.w[lane / 2] & ~(UINT64_C(0xffffffff) << at)) | x << at;
                        if (lane < 7)
                            s.w[(lane + 1) / 2] |= UINT64_C(1) << (lane + 1) % 2 * 32;
                        t.w[lane / 2] = (t.w[lane / 2] & ~(UINT64_C(31) << at)) | (opposite ? 16 - x : 16 + x) << at;
                        check_public(row, &s, &t, &P, table);
                    }
        }
    }
}

TEST_SUITE(ec_sm2_exceptions, CASE(secret_multiples), CASE(public_multiples), CASE(shared_windows));
