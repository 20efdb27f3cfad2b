/* Several items at once, for every row that offers it: each item is what it is alone, for every count, whatever the
 * other lanes hold. */
#include "ec_rows.h"

static const struct ec_curve *const sm2 = &gmi_ec_sm2_curve;
static const struct ec_sm2_impl *const portable = &gmi_ec_sm2_portable;

/* Random scalars, with 1, 2, … and n - 1, n - 2, … among them. */
static void scalar(u256 *k, size_t i)
{
    ec_random_scalar(k, sm2);
    if (i % 5 == 1)
        *k = (u256){{i / 5 % 40 + 1, 0, 0, 0}};
    if (i % 5 == 2) {
        *k = (u256){{i / 5 % 40 + 1, 0, 0, 0}};
        mod_neg(k, k, &sm2->n);
    }
}

static void multiples(void)
{
    ec_report_missing_rows();
    FOR_EACH_ROW(row)
    {
        size_t n = 0;
        for (int round = 0; round < 8; round++)
            for (size_t count = 1; count <= GMI_EC_LANES; count++) {
                struct ec_point P[GMI_EC_LANES], r[GMI_EC_LANES + 1], want;
                u256 k[GMI_EC_LANES];
                for (size_t i = 0; i < count; i++) {
                    ec_random_scalar(&k[i], sm2);
                    portable->mul_base(sm2, &P[i], &k[i]);
                    scalar(&k[i], n++);
                }
                if (row->mul_base_many != NULL) {
                    memset(r, 0x5a, sizeof r);
                    row->mul_base_many(sm2, r, k, count);
                    for (size_t i = 0; i < count; i++) {
                        portable->mul_base(sm2, &want, &k[i]);
                        CHECK_MEM(&r[i], &want, sizeof want);
                    }
                    memset(&want, 0x5a, sizeof want);
                    CHECK_MEM(&r[count], &want, sizeof want);
                }
                if (row->mul_many != NULL) {
                    memset(r, 0x5a, sizeof r);
                    row->mul_many(sm2, r, k, P, count);
                    for (size_t i = 0; i < count; i++) {
                        portable->mul(sm2, &want, &k[i], &P[i]);
                        CHECK_MEM(&r[i], &want, sizeof want);
                    }
                    memset(&want, 0x5a, sizeof want);
                    CHECK_MEM(&r[count], &want, sizeof want);
                    row->mul_many(sm2, P, k, P, count); /* in place */
                    CHECK_MEM(P, r, count * sizeof *P);
                }
            }
    }
}

static void checks(void)
{
    FOR_EACH_ROW(row)
    {
        if (row->check_many_vartime == NULL)
            continue;
        for (int round = 0; round < 12; round++)
            for (size_t count = 1; count <= GMI_EC_LANES; count++) {
                struct ec_point P[GMI_EC_LANES], sum;
                u256 s[GMI_EC_LANES], t[GMI_EC_LANES], v[GMI_EC_LANES], d;
                unsigned want = 0;
                for (size_t i = 0; i < count; i++) {
                    const u256 one = {{1}};
                    ec_random_scalar(&d, sm2);
                    portable->mul_base(sm2, &P[i], &d);
                    ec_random_below(&s[i], &sm2->n);
                    ec_random_below(&t[i], &sm2->n);
                    switch (rand_below(8)) {
                    case 0: /* s G = t P */
                        mod_mul(&s[i], &t[i], &d, &sm2->n);
                        break;
                    case 1: /* s G = -t P */
                        mod_mul(&s[i], &t[i], &d, &sm2->n);
                        mod_neg(&s[i], &s[i], &sm2->n);
                        break;
                    case 2:
                        memset(rand_below(2) ? &s[i] : &t[i], 0, sizeof s[i]);
                        break;
                    default:
                        break;
                    }
                    v[i] = s[i];
                    if (portable->mul2_vartime(sm2, &sum, &s[i], &t[i], &P[i])) {
                        mod_reduce(&v[i], &sum.x, &sm2->n);
                        if (rand_below(3) == 0)
                            mod_add(&v[i], &v[i], &one, &sm2->n);
                        else
                            want |= 1u << i;
                    }
                }
                CHECK_EQ(row->check_many_vartime(sm2, s, t, P, v, count), want);
            }
    }
}

TEST_SUITE(ec_sm2_many, CASE(multiples), CASE(checks));
