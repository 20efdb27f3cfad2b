/* Multiples of points: known answers of the reference model, each row against the portable one, and the cases in
 * which the points that are added are the same, opposite or infinity. */
#include "ec_rows.h"
#include "vectors.h"

static const struct ec_curve *const sm2 = &gmi_ec_sm2_curve;

/* s G + t P by every way that a row has, or 0 for infinity. */
static void check_sum(const struct ec_sm2_impl *row, const u256 *s, const u256 *t, const struct ec_point *P,
                      const struct ec_point *want)
{
    struct ec_point r;
    u256 v, other = {{1}};
    int finite = want != NULL;
    memset(&r, 0x5a, sizeof r);
    CHECK_EQ(row->mul2_vartime(sm2, &r, s, t, P), finite);
    if (finite) {
        CHECK_MEM(&r, want, sizeof r);
        mod_reduce(&v, &want->x, &sm2->n);
    } else {
        v = *s;
    }
    mod_add(&other, &other, &v, &sm2->n);
    CHECK_EQ(row->check_vartime(sm2, s, t, P, &v), finite);
    CHECK_EQ(row->check_vartime(sm2, s, t, P, &other), 0);
}

static void run_block(const struct ec_sm2_impl *row, const struct vec_block *b)
{
    struct ec_point P, want, r;
    u256 k, s, t;
    const struct vec_field *answer = vec_need(b, "r");
    ec_point_from(&P, vec_need(b, "p")->bytes);
    if (answer->len == 64)
        ec_point_from(&want, answer->bytes);
    if (vec_is(b, "op", "mul")) {
        u256_from_be(&k, vec_need(b, "k")->bytes);
        row->mul(sm2, &r, &k, &P);
        CHECK_MEM(&r, &want, sizeof r);
        if (memcmp(&P, &sm2->G, sizeof P) == 0) {
            row->mul_base(sm2, &r, &k);
            CHECK_MEM(&r, &want, sizeof r);
        }
        r = P; /* in place */
        row->mul(sm2, &r, &k, &r);
        CHECK_MEM(&r, &want, sizeof r);
    } else if (vec_is(b, "op", "mul2")) {
        u256_from_be(&s, vec_need(b, "s")->bytes);
        u256_from_be(&t, vec_need(b, "t")->bytes);
        check_sum(row, &s, &t, &P, answer->len == 64 ? &want : NULL);
    } else {
        struct ec_point Q;
        u256_from_be(&k, vec_need(b, "u")->bytes);
        ec_point_from(&Q, vec_need(b, "q")->bytes);
        memset(&r, 0x5a, sizeof r);
        CHECK_EQ(row->mul_add_vartime(sm2, &r, &k, &P, &Q), answer->len == 64);
        if (answer->len == 64)
            CHECK_MEM(&r, &want, sizeof r);
    }
}

static void known_answers(void)
{
    ec_report_missing_rows();
    FOR_EACH_ROW(row)
    {
        struct vec_file f = vec_open("generated-ec-sm2.txt");
        struct vec_block b = {.count = 0};
        unsigned count = 0;
        while (vec_next(&f, &b))
            if (vec_is(&b, "mode", "sm2")) {
                unsigned before = gmtest_failures;
                run_block(row, &b);
                count++;
                CHECK_MSG(gmtest_failures == before, "row %s, block at line %zu", row->name, b.line);
            }
        CHECK(count > 200);
    }
}

static void prepared_tables(void)
{
    static _Alignas(64) uint8_t table[200000];
    FOR_EACH_ROW(row)
    {
        for (unsigned width = GMI_EC_WIDTH_MIN; width <= GMI_EC_WIDTH_MAX; width++) {
            struct ec_point P, r, want;
            u256 k, s, v, one = {{1}};
            size_t size = row->table_bytes(width);
            CHECK(size <= sizeof table);
            if (size == 0)
                continue;
            for (int i = 0; i < 3; i++) {
                ec_random_scalar(&k, sm2);
                gmi_ec_sm2_portable.mul_base(sm2, &P, &k);
                row->prepare(sm2, table, width, i == 0 ? &sm2->G : &P);
                if (i == 0)
                    P = sm2->G;
                for (int j = 0; j < 40; j++) {
                    ec_random_scalar(&k, sm2);
                    if (j < 8) /* 1, 2, 3, 4, n - 1, … */
                        k = (u256){{(uint64_t)(j % 4 + 1), 0, 0, 0}};
                    if (j >= 4 && j < 8)
                        mod_neg(&k, &k, &sm2->n);
                    gmi_ec_sm2_portable.mul(sm2, &want, &k, &P);
                    row->mul_table(sm2, &r, &k, table, width);
                    CHECK_MEM(&r, &want, sizeof r);
                    ec_random_below(&s, &sm2->n);
                    if (j < 4)
                        s = k;
                    if (gmi_ec_sm2_portable.mul2_vartime(sm2, &want, &s, &k, &P)) {
                        mod_reduce(&v, &want.x, &sm2->n);
                        CHECK_EQ(row->check_table_vartime(sm2, &s, &k, table, width, &v), 1);
                        mod_add(&v, &v, &one, &sm2->n);
                        CHECK_EQ(row->check_table_vartime(sm2, &s, &k, table, width, &v), 0);
                    }
                    if (i == 0) { /* k G - k G */
                        mod_neg(&s, &k, &sm2->n);
                        CHECK_EQ(row->check_table_vartime(sm2, &s, &k, table, width, &k), 0);
                    }
                }
            }
        }
        CHECK_EQ(row->table_bytes(GMI_EC_WIDTH_MIN - 1), 0);
        CHECK_EQ(row->table_bytes(GMI_EC_WIDTH_MAX + 1), 0);
    }
}

static void rows_agree(void)
{
    const struct ec_sm2_impl *const portable = &gmi_ec_sm2_portable;
    FOR_EACH_ROW(row)
    {
        for (int i = 0; i < 60; i++) {
            struct ec_point P, Q, want, got;
            u256 k, s, t;
            ec_random_scalar(&k, sm2);
            row->mul_base(sm2, &P, &k);
            portable->mul(sm2, &want, &k, &sm2->G);
            CHECK_MEM(&P, &want, sizeof P);
            ec_random_scalar(&k, sm2);
            row->mul(sm2, &Q, &k, &P);
            portable->mul(sm2, &want, &k, &P);
            CHECK_MEM(&Q, &want, sizeof Q);
            ec_random_below(&s, &sm2->n);
            ec_random_below(&t, &sm2->n);
            check_sum(row, &s, &t, &P, portable->mul2_vartime(sm2, &want, &s, &t, &P) ? &want : NULL);
            CHECK_EQ(row->mul_add_vartime(sm2, &got, &s, &P, &Q), portable->mul_add_vartime(sm2, &want, &s, &P, &Q));
            CHECK_MEM(&got, &want, sizeof got);
        }
    }
}

static void curve_points(void)
{
    FOR_EACH_ROW(row)
    {
        unsigned found = 0;
        CHECK(row->on_curve_vartime(sm2, &sm2->G));
        for (int i = 0; i < 60; i++) {
            struct ec_point P, Q;
            u256 x;
            ec_random_below(&x, &sm2->p);
            memset(&P, 0, sizeof P);
            if (!row->lift_x_vartime(sm2, &P, &x, i & 1)) {
                CHECK(u256_is_zero(&P.x));
                continue;
            }
            found++;
            CHECK(row->on_curve_vartime(sm2, &P));
            CHECK_EQ(P.y.w[0] & 1, i & 1);
            CHECK(u256_equal(&P.x, &x));
            CHECK(row->lift_x_vartime(sm2, &Q, &x, !(i & 1)));
            mod_neg(&Q.y, &Q.y, &sm2->p);
            CHECK_MEM(&Q, &P, sizeof P);
            P.y.w[i % 4] ^= 4;
            if (u256_less(&P.y, &sm2->p.m))
                CHECK(!row->on_curve_vartime(sm2, &P));
        }
        CHECK(found > 10 && found < 50);
    }
}

/* Points whose x is n or more: there x mod n is x - n. */
static void large_x(void)
{
    FOR_EACH_ROW(row)
    {
        const u256 zero = {{0}}, one = {{1}};
        u256 v = {{0}};
        unsigned found = 0;
        for (; found < 5; v.w[0]++) {
            struct ec_point P, Q;
            u256 x, wrong;
            CHECK_EQ(u256_add(&x, &v, &sm2->n.m), 0);
            if (!row->lift_x_vartime(sm2, &P, &x, 0))
                continue;
            found++;
            CHECK(row->check_vartime(sm2, &zero, &one, &P, &v));
            mod_add(&wrong, &v, &one, &sm2->n);
            CHECK(!row->check_vartime(sm2, &zero, &one, &P, &wrong));
            /* And the small x itself, which is another point's. */
            if (row->lift_x_vartime(sm2, &Q, &v, 0))
                CHECK(row->check_vartime(sm2, &zero, &one, &Q, &v));
        }
    }
}

TEST_SUITE(ec_sm2, CASE(known_answers), CASE(rows_agree), CASE(prepared_tables), CASE(curve_points), CASE(large_x));
