/* SM9's groups and pairing: known answers of the reference model, the laws of a pairing, and each row against the
 * portable one. */
#include "sm9_rows.h"
#include "vectors.h"

static _Alignas(64) uint8_t lines[1 << 17], table[1 << 19];

static void check_scalar_block(const struct ec_sm9_impl *row, const struct vec_block *b)
{
    u256 k;
    u256_from_be(&k, vec_need(b, "k")->bytes);
    if (vec_is(b, "op", "g1-mul")) {
        struct sm9_g1 P, want, got;
        sm9_g1_from(&P, vec_need(b, "p")->bytes);
        sm9_g1_from(&want, vec_need(b, "r")->bytes);
        row->g1_mul(&got, &k, &P);
        CHECK_MEM(&got, &want, sizeof got);
        if (memcmp(&P, &gmi_sm9.P1, sizeof P) == 0) {
            row->g1_mul_base(&got, &k);
            CHECK_MEM(&got, &want, sizeof got);
        }
        row->g1_mul(&P, &k, &P); /* in place */
        CHECK_MEM(&P, &want, sizeof P);
    } else if (vec_is(b, "op", "g2-mul")) {
        struct sm9_g2 P, want, got;
        sm9_g2_from(&P, vec_need(b, "p")->bytes);
        sm9_g2_from(&want, vec_need(b, "r")->bytes);
        row->g2_mul(&got, &k, &P);
        CHECK_MEM(&got, &want, sizeof got);
        if (memcmp(&P, &gmi_sm9.P2, sizeof P) == 0) {
            row->g2_mul_base(&got, &k);
            CHECK_MEM(&got, &want, sizeof got);
        }
        row->g2_mul(&P, &k, &P);
        CHECK_MEM(&P, &want, sizeof P);
    } else {
        struct sm9_gt f, want, got;
        sm9_gt_from(&f, vec_need(b, "f")->bytes);
        sm9_gt_from(&want, vec_need(b, "r")->bytes);
        row->gt_pow(&got, &f, &k);
        CHECK_MEM(&got, &want, sizeof got);
        row->gt_prepare(table, &f);
        row->gt_pow_table(&got, table, &k);
        CHECK_MEM(&got, &want, sizeof got);
        row->gt_pow(&f, &f, &k);
        CHECK_MEM(&f, &want, sizeof f);
    }
}

static void check_member_block(const struct ec_sm9_impl *row, const struct vec_block *b)
{
    const int valid = vec_is(b, "result", "valid");
    struct sm9_g1 P;
    struct sm9_g2 Q;
    struct sm9_gt f;
    if (vec_is(b, "op", "g1-point")) {
        sm9_g1_from(&P, vec_need(b, "p")->bytes);
        CHECK_EQ(row->g1_on_curve_vartime(&P), valid);
    } else if (vec_is(b, "op", "g2-point")) {
        sm9_g2_from(&Q, vec_need(b, "p")->bytes);
        CHECK_EQ(row->g2_in_group_vartime(&Q), valid);
    } else {
        sm9_gt_from(&f, vec_need(b, "f")->bytes);
        CHECK_EQ(row->gt_in_group_vartime(&f), valid);
    }
}

static void check_pairing_block(const struct ec_sm9_impl *row, const struct vec_block *b)
{
    struct sm9_g1 P;
    struct sm9_g2 Q;
    struct sm9_gt want, got;
    sm9_g1_from(&P, vec_need(b, "p")->bytes);
    sm9_g2_from(&Q, vec_need(b, "q")->bytes);
    sm9_gt_from(&want, vec_need(b, "r")->bytes);
    row->pair(&got, &P, &Q);
    CHECK_MEM(&got, &want, sizeof got);
    memset(&got, 0, sizeof got);
    row->lines_prepare(lines, &Q);
    row->pair_lines(&got, &P, lines);
    CHECK_MEM(&got, &want, sizeof got);
}

static void check_lift_block(const struct ec_sm9_impl *row, const struct vec_block *b)
{
    const struct vec_field *answer = vec_need(b, "r");
    struct sm9_g1 P, want;
    u256 x;
    u256_from_be(&x, vec_need(b, "x")->bytes);
    CHECK_EQ(row->g1_lift_x_vartime(&P, &x, vec_need(b, "odd")->bytes[0]), answer->len == 64);
    if (answer->len == 64) {
        sm9_g1_from(&want, answer->bytes);
        CHECK_MEM(&P, &want, sizeof P);
    }
}

static void known_answers(void)
{
    sm9_report_missing_rows();
    FOR_EACH_ROW(row)
    {
        struct vec_file f = vec_open("generated-ec-sm9.txt");
        struct vec_block b = {.count = 0};
        unsigned count = 0;
        while (vec_next(&f, &b)) {
            unsigned before = gmtest_failures;
            if (vec_is(&b, "op", "pairing"))
                check_pairing_block(row, &b);
            else if (vec_is(&b, "op", "g1-lift"))
                check_lift_block(row, &b);
            else if (vec_is(&b, "op", "g1-mul") || vec_is(&b, "op", "g2-mul") || vec_is(&b, "op", "gt-pow"))
                check_scalar_block(row, &b);
            else
                check_member_block(row, &b);
            count++;
            CHECK_MSG(gmtest_failures == before, "row %s, block at line %zu", row->name, b.line);
        }
        CHECK(count > 180);
    }
}

/* e(a P1, b P2) = e(P1, P2)^(a b), not 1 and of order N; products of powers are powers of sums. */
static void pairing_laws(void)
{
    FOR_EACH_ROW(row)
    {
        struct sm9_gt g, f, x, y;
        row->pair(&g, &gmi_sm9.P1, &gmi_sm9.P2);
        CHECK(row->gt_in_group_vartime(&g));
        for (int i = 0; i < 3; i++) {
            struct sm9_g1 P;
            struct sm9_g2 Q;
            u256 a, b, c;
            sm9_random_scalar(&a);
            sm9_random_scalar(&b);
            row->g1_mul_base(&P, &a);
            row->g2_mul_base(&Q, &b);
            CHECK(row->g1_on_curve_vartime(&P));
            CHECK(row->g2_in_group_vartime(&Q));
            row->pair(&f, &P, &Q);
            CHECK(row->gt_in_group_vartime(&f));
            mod_mul(&c, &a, &b, &gmi_sm9.n);
            row->gt_pow(&x, &g, &c);
            CHECK_MEM(&f, &x, sizeof f);
            mod_add(&c, &a, &b, &gmi_sm9.n);
            if (u256_is_zero(&c))
                continue;
            row->gt_pow(&x, &g, &a);
            row->gt_pow(&y, &g, &b);
            row->gt_mul(&x, &x, &y);
            row->gt_pow(&y, &g, &c);
            CHECK_MEM(&x, &y, sizeof x);
        }
        /* f^(N - 1) f = 1. */
        struct sm9_gt one = {.c = {{{1}}}};
        u256 k = {{1}};
        mod_neg(&k, &k, &gmi_sm9.n);
        row->gt_pow(&x, &g, &k);
        row->gt_mul(&x, &g, &x);
        CHECK_MEM(&x, &one, sizeof x);
        CHECK(!row->gt_in_group_vartime(&x));
    }
}

/* Sums, also of a point and itself, and to infinity. */
static void base_sums(void)
{
    FOR_EACH_ROW(row)
    {
        for (int i = 0; i < 6; i++) {
            struct sm9_g1 P, want, got;
            struct sm9_g2 Q, want2, got2;
            u256 h, k, sum;
            sm9_random_scalar(&h);
            sm9_random_scalar(&k);
            if (i == 1)
                k = h;
            mod_add(&sum, &h, &k, &gmi_sm9.n);
            row->g1_mul_base(&P, &k);
            row->g2_mul_base(&Q, &k);
            row->g1_mul_base(&want, &sum);
            row->g2_mul_base(&want2, &sum);
            CHECK(row->g1_base_add_vartime(&got, &h, &P));
            CHECK_MEM(&got, &want, sizeof got);
            CHECK(row->g2_base_add_vartime(&got2, &h, &Q));
            CHECK_MEM(&got2, &want2, sizeof got2);
            mod_neg(&h, &k, &gmi_sm9.n);
            CHECK(!row->g1_base_add_vartime(&got, &h, &P));
            CHECK_MEM(&got, &want, sizeof got);
            CHECK(!row->g2_base_add_vartime(&got2, &h, &Q));
            CHECK_MEM(&got2, &want2, sizeof got2);
            sm9_random_scalar(&h);
            mod_add(&sum, &h, &k, &gmi_sm9.n);
            row->g1_mul_base(&want, &sum);
            row->g2_mul_base(&want2, &sum);
            CHECK(row->g1_base_add_vartime(&P, &h, &P)); /* in place */
            CHECK_MEM(&P, &want, sizeof P);
            CHECK(row->g2_base_add_vartime(&Q, &h, &Q));
            CHECK_MEM(&Q, &want2, sizeof Q);
        }
    }
}

/* All ways of verification give e(S, h1 P2 + Q) e(P1, Q)^h. */
static void verification(void)
{
    FOR_EACH_ROW(row)
    {
        struct sm9_g1 S;
        struct sm9_g2 Q, M;
        struct sm9_gt g, want, got, x;
        u256 h, h1, k;
        sm9_random_scalar(&k);
        row->g2_mul_base(&Q, &k);
        row->pair(&g, &gmi_sm9.P1, &Q);
        CHECK(row->gt_table_bytes <= sizeof table && row->lines_bytes <= sizeof lines);
        row->gt_prepare(table, &g);
        row->lines_prepare(lines, &Q);
        for (int i = 0; i < 8; i++) {
            sm9_random_scalar(&h);
            sm9_random_scalar(&h1);
            sm9_random_scalar(&x.c[0]);
            row->g1_mul_base(&S, &x.c[0]);
            CHECK(gmi_ec_sm9_portable.g2_base_add_vartime(&M, &h1, &Q));
            gmi_ec_sm9_portable.pair(&want, &S, &M);
            gmi_ec_sm9_portable.gt_pow(&x, &g, &h);
            gmi_ec_sm9_portable.gt_mul(&want, &want, &x);
            CHECK(row->verify_vartime(&got, &S, &h, &h1, &Q));
            CHECK_MEM(&got, &want, sizeof got);
            CHECK(row->verify_tables_vartime(&got, &S, &h, &h1, &Q, lines, table));
            CHECK_MEM(&got, &want, sizeof got);
        }
        mod_neg(&h1, &k, &gmi_sm9.n);
        got = want;
        CHECK(!row->verify_vartime(&got, &S, &h, &h1, &Q));
        CHECK(!row->verify_tables_vartime(&got, &S, &h, &h1, &Q, lines, table));
        CHECK_MEM(&got, &want, sizeof got);
    }
}

/* Many verifications give what each alone does, for every count, random numbers and the ends of their ranges, and where
 * S + h P1, which a row may use, is infinity or 2 S; nothing behind the last is written. */
static void many_verifications(void)
{
    FOR_EACH_ROW(row)
    {
        enum { MOST = GMI_EC_SM9_LANES };
        struct sm9_g1 S[MOST];
        struct sm9_g2 Q;
        struct sm9_gt g, want[MOST], got[MOST + 1], before;
        u256 h[MOST], h1[MOST], k;
        if (row->verify_many_vartime == NULL)
            continue;
        CHECK(row->many_least >= 1 && row->many_least <= MOST);
        sm9_random_scalar(&k);
        row->g2_mul_base(&Q, &k);
        row->pair(&g, &gmi_sm9.P1, &Q);
        row->gt_prepare(table, &g);
        row->lines_prepare(lines, &Q);
        for (size_t round = 0; round < 24; round++) {
            const size_t count = round % MOST + 1;
            for (size_t i = 0; i < count; i++) {
                const u256 small = {{rand_below(3) + 1, 0, 0, 0}};
                u256 s;
                sm9_random_scalar(&s);
                sm9_random_scalar(&h[i]);
                sm9_random_scalar(&h1[i]);
                row->g1_mul_base(&S[i], &s);
                if (round >= MOST && rand_below(2) == 0)
                    switch (rand_below(6)) {
                    case 0:
                        mod_neg(&h[i], &s, &gmi_sm9.n);
                        break;
                    case 1:
                        h[i] = s;
                        break;
                    case 2:
                        h[i] = small;
                        break;
                    case 3:
                        mod_neg(&h[i], &small, &gmi_sm9.n);
                        break;
                    case 4:
                        h1[i] = small;
                        break;
                    default:
                        mod_neg(&h1[i], &small, &gmi_sm9.n);
                        break;
                    }
                CHECK(gmi_ec_sm9_portable.verify_vartime(&want[i], &S[i], &h[i], &h1[i], &Q));
            }
            memset(got, 0x5a, sizeof got);
            before = got[0];
            row->verify_many_vartime(got, S, h, h1, lines, count);
            CHECK_MEM(got, want, count * sizeof got[0]);
            CHECK_MEM(&got[count], &before, sizeof before);
        }
        /* One whose h1 P2 + Q is infinity does not disturb the others. */
        mod_neg(&h1[2], &k, &gmi_sm9.n);
        gmi_ec_sm9_portable.gt_pow(&want[2], &g, &h[2]);
        row->verify_many_vartime(got, S, h, h1, lines, MOST);
        CHECK_MEM(got, want, sizeof want);
    }
}

/* Multiples of P1 in lanes are those of one after the other, in place too; nothing behind the last is written. */
static void many_multiples(void)
{
    FOR_EACH_ROW(row)
    {
        enum { MOST = GMI_EC_SM9_LANES };
        struct sm9_g1 got[MOST + 1], want, before;
        u256 k[MOST];
        if (row->g1_mul_base_many == NULL)
            continue;
        for (size_t round = 0; round < 40; round++) {
            const size_t count = round % MOST + 1;
            for (size_t i = 0; i < count; i++) {
                sm9_random_scalar(&k[i]);
                if (round >= 32) /* 1, 2, …; N - 1, N - 2, … */
                    k[i] = (u256){{i + 1, 0, 0, 0}};
                if (round >= 36)
                    mod_neg(&k[i], &k[i], &gmi_sm9.n);
            }
            memset(got, 0x5a, sizeof got);
            before = got[0];
            row->g1_mul_base_many(got, k, count);
            for (size_t i = 0; i < count; i++) {
                gmi_ec_sm9_portable.g1_mul_base(&want, &k[i]);
                CHECK_MEM(&got[i], &want, sizeof want);
            }
            CHECK_MEM(&got[count], &before, sizeof before);
        }
    }
}

static void rows_agree(void)
{
    const struct ec_sm9_impl *const portable = &gmi_ec_sm9_portable;
    FOR_EACH_ROW(row)
    {
        for (int i = 0; i < 12; i++) {
            struct sm9_g1 P, P2, want, got;
            struct sm9_g2 Q, Q2, want2, got2;
            struct sm9_gt f, want12, got12;
            u256 k;
            sm9_random_scalar(&k);
            row->g1_mul_base(&P, &k);
            portable->g1_mul(&want, &k, &gmi_sm9.P1);
            CHECK_MEM(&P, &want, sizeof P);
            sm9_random_scalar(&k);
            row->g2_mul_base(&Q, &k);
            portable->g2_mul(&want2, &k, &gmi_sm9.P2);
            CHECK_MEM(&Q, &want2, sizeof Q);
            sm9_random_scalar(&k);
            row->g1_mul(&got, &k, &P);
            portable->g1_mul(&want, &k, &P);
            CHECK_MEM(&got, &want, sizeof got);
            row->g2_mul(&got2, &k, &Q);
            portable->g2_mul(&want2, &k, &Q);
            CHECK_MEM(&got2, &want2, sizeof got2);
            if (i % 3 != 0)
                continue;
            row->pair(&f, &P, &Q);
            portable->pair(&want12, &P, &Q);
            CHECK_MEM(&f, &want12, sizeof f);
            row->gt_pow(&got12, &f, &k);
            portable->gt_pow(&want12, &f, &k);
            CHECK_MEM(&got12, &want12, sizeof f);
            row->gt_prepare(table, &f);
            row->gt_pow_table(&got12, table, &k);
            CHECK_MEM(&got12, &want12, sizeof f);
            row->lines_prepare(lines, &got2);
            row->pair_lines(&got12, &got, lines);
            portable->pair(&want12, &got, &got2);
            CHECK_MEM(&got12, &want12, sizeof f);
            /* Products of elements of no special order, in place too. */
            for (int j = 0; j < 12; j++) {
                sm9_random_scalar(&f.c[j]);
                sm9_random_scalar(&got12.c[j]);
            }
            portable->gt_mul(&want12, &f, &got12);
            row->gt_mul(&got12, &f, &got12);
            CHECK_MEM(&got12, &want12, sizeof f);
            portable->gt_mul(&want12, &f, &f);
            row->gt_mul(&f, &f, &f);
            CHECK_MEM(&f, &want12, sizeof f);
            P2 = P;
            P2.y.w[i % 4] ^= 2;
            CHECK_EQ(row->g1_on_curve_vartime(&P2), portable->g1_on_curve_vartime(&P2));
            Q2 = Q;
            Q2.y[i % 2].w[0] ^= 2;
            CHECK_EQ(row->g2_in_group_vartime(&Q2), portable->g2_in_group_vartime(&Q2));
        }
    }
}

TEST_SUITE(ec_sm9, CASE(known_answers), CASE(pairing_laws), CASE(base_sums), CASE(verification),
           CASE(many_verifications), CASE(many_multiples), CASE(rows_agree));
