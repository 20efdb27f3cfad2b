/* The avx512ifma row's verification of eight items from within: the field of eight numbers at the ends of the ranges
 * that its comments state, the tower and the points over it in long chains, against the portable row. */
#include <guomi/mem.h>

#include "sm9_rows.h"

#include "base/target.h"

#if GM_BUILD_X86

#include "base/check.h"
#include "base/x86.h"
#include "ec_sm9/loop.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")
#include "ec_sm9/avx512ifma/fe.h"
/* the field, points, the tower */
#include "ec_sm9/avx512ifma/eight_fe.h"
#include "ec_sm9/avx512ifma/eight_g1.h"
#include "ec_sm9/avx512ifma/eight_tower.h"
GMI_TARGET_POP

#include "sm9_limbs.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

/* a + q where that is tidy: bounds are to be met, not averages. */
static void enlarge(fe *a)
{
    const fe larger = fe_carry(fe_add(*a, fe_same(fe_q)));
    if (is_tidy(larger))
        *a = larger;
}

#include "ec_sm9/avx512ifma/eight_names.h"
/* each on top of those before it */
#include "ec_sm9/fp2_impl.h"
/* */
#include "ec_sm9/fp12_impl.h"
/* */
#include "ec_sm9/final_impl.h"
/* */
#include "ec_sm9/avx512ifma/eight_verify.h"

/* Eight numbers below 2^256 + q, and the same mod q. */
static void operand(fe *r, u256 plain[8], size_t round)
{
    uint64_t l[8][5];
    for (size_t j = 0; j < 8; j++) {
        uint64_t high = rand_below(2);
        number(&plain[j], round + j);
        if (round % 3 == 1) /* the largest */
            plain[j] = (u256){{q->m.w[0] - 1 - rand_below(3), q->m.w[1], q->m.w[2], q->m.w[3]}}, high = 1;
        limbs(l[j], &plain[j], high, 0);
        residue(&plain[j], &plain[j], high);
    }
    *r = gather(l);
    CHECK(is_tidy(*r));
}

static void check_numbers(fe a, const u256 want[8], int shrinks)
{
    u256 got[8], t;
    CHECK(is_tidy(a));
    numbers(got, a);
    for (int j = 0; j < 8; j++) {
        t = want[j];
        for (int i = 0; i < shrinks; i++)
            shrink(&t, &t);
        CHECK_MEM(&got[j], &t, sizeof t);
    }
}

/* Sums and differences, also 0 and what has borrowed in every limb; products. */
static void field(void)
{
    for (size_t round = 0; round < 3000; round++) {
        u256 a[8], b[8], want[8];
        fe x, y, r;
        operand(&x, a, round);
        operand(&y, b, round / 3);
        if (round % 5 == 4) {
            y = x;
            memcpy(b, a, sizeof b);
        }
        fe_add(&r, &x, &y);
        for (int j = 0; j < 8; j++)
            mod_add(&want[j], &a[j], &b[j], q);
        check_numbers(r, want, 1);
        fe_sub(&r, &x, &y);
        for (int j = 0; j < 8; j++)
            mod_sub(&want[j], &a[j], &b[j], q);
        check_numbers(r, want, 1);
        fe_neg(&r, &x);
        for (int j = 0; j < 8; j++)
            mod_neg(&want[j], &a[j], q);
        check_numbers(r, want, 1);
        fe_mul(&r, &x, &y);
        for (int j = 0; j < 8; j++)
            mod_mul(&want[j], &a[j], &b[j], q);
        check_numbers(r, want, 2);
    }
}

/* What fe_settle takes, from end to end. */
static void settling(void)
{
    for (size_t round = 0; round < 4000; round++) {
        uint64_t l[8][5];
        u256 want[8];
        fe r;
        for (size_t j = 0; j < 8; j++) {
            const int64_t high = (int64_t)rand_below(8) - 4;
            u256 a;
            number(&a, round + j);
            if (round % 4 == 1) /* close to a multiple of 2^256, from above */
                a = (u256){{rand_below(3), 0, 0, 0}};
            if (round % 4 == 2)
                a = (u256){{~rand_below(3), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0) >> (high == 3 ? 1 : 0)}};
            if (high == -4)
                a.w[3] |= UINT64_C(1) << 28; /* not at the very end */
            limbs(l[j], &a, 0, 0);
            l[j][4] += (uint64_t)high << 48;
            for (int i = 0; i < 4; i++) { /* the same value, some of it lent to the limb below */
                const uint64_t move = rand_below(64);
                l[j][i] += move << 52;
                l[j][i + 1] -= move;
            }
            residue(&want[j], &a, high > 0 ? (uint64_t)high : 0);
            for (int64_t i = high; i < 0; i++)
                mod_sub(&want[j], &want[j], &q->one, q);
        }
        r = fe_settle(gather(l));
        check_numbers(r, want, 1);
    }
}

/* ---- elements of F_q12 ---- */

static void elements_load(fe12 *r, const struct sm9_gt f[8])
{
    for (size_t m = 0; m < 12; m++) {
        const u256 *in[8];
        for (size_t j = 0; j < 8; j++)
            in[j] = &f[j].c[m];
        W(r, m % 6)->c[m / 6] = fe_load(in);
    }
}

static void enlarge_all(fe12 *f)
{
    for (size_t m = 0; m < 12; m++)
        enlarge(&W(f, m % 6)->c[m / 6]);
}

static void random_elements(struct sm9_gt f[8], size_t round)
{
    for (size_t j = 0; j < 8; j++)
        for (size_t m = 0; m < 12; m++)
            number(&f[j].c[m], round + 7 * j + m);
}

static void check_elements(const fe12 *got, const struct sm9_gt want[8])
{
    struct sm9_gt t[8];
    for (size_t m = 0; m < 12; m++)
        CHECK(is_tidy(W(got, m % 6)->c[m / 6]));
    elements_store(t, got, 8);
    CHECK_MEM(t, want, sizeof t);
}

static void multiply(struct sm9_gt r[8], const struct sm9_gt a[8], const struct sm9_gt b[8])
{
    for (size_t j = 0; j < 8; j++)
        gmi_ec_sm9_portable.gt_mul(&r[j], &a[j], &b[j]);
}

/* Products, squares, products by lines, quotients; all the same number too, the largest. */
static void elements(void)
{
    for (size_t round = 0; round < 120; round++) {
        struct sm9_gt f[8], g[8], line[8], want[8], t[8];
        fe12 a, b, r, l;
        random_elements(f, round);
        random_elements(g, round / 5 + 1);
        if (round % 6 == 5) {
            const u256 one = {{1}};
            for (size_t j = 0; j < 8; j++)
                for (size_t m = 0; m < 12; m++) { /* what is -1 in Montgomery's form has the largest limbs */
                    mod_neg(&f[j].c[m], &one, q);
                    for (size_t i = 0; i < 1 + j % 3; i++)
                        shrink(&f[j].c[m], &f[j].c[m]);
                    g[j].c[m] = f[(j + m) % 8].c[m];
                }
        }
        elements_load(&a, f);
        elements_load(&b, g);
        if (round % 2 == 1) {
            enlarge_all(&a);
            enlarge_all(&b);
        }
        multiply(want, f, g);
        fe12_mul(&r, &a, &b);
        check_elements(&r, want);
        multiply(want, want, want);
        fe12_mul(&r, &r, &r);
        check_elements(&r, want);
        multiply(want, f, f);
        fe12_sqr(&r, &a);
        check_elements(&r, want);
        r = a;
        fe12_sqr(&r, &r);
        check_elements(&r, want);
        memset(line, 0, sizeof line);
        for (size_t j = 0; j < 8; j++) {
            for (size_t m = 0; m < 12; m += m % 6 == 0 ? 2 : 4)
                line[j].c[m] = g[j].c[m];
            line[j].c[3].w[0] = 1;
        }
        l = b;
        multiply(want, f, line);
        r = a;
        fe12_mul_short_line(&r, &r, l.c[0].c);
        check_elements(&r, want);
        /* a / conj(a), times conj(a) */
        for (size_t j = 0; j < 8; j++) {
            f[j].c[round % 12].w[0] |= 1; /* not 0 */
            t[j] = f[j];
            for (size_t m = 1; m < 12; m += 2)
                mod_neg(&t[j].c[m], &t[j].c[m], q);
        }
        elements_load(&a, f);
        fe12_over_conj(&r, &a);
        elements_store(want, &r, 8);
        multiply(want, want, t);
        check_elements(&a, want);
    }
}

/* f = f^2 g, g = f g, hundreds of times without leaving the lanes; squares in the group of the pairing. */
static void chains(void)
{
    struct sm9_gt f[8], g[8];
    fe12 a, b;
    random_elements(f, 0);
    random_elements(g, 5);
    elements_load(&a, f);
    elements_load(&b, g);
    for (int round = 0; round < 200; round++) {
        fe12_sqr(&a, &a);
        fe12_mul(&a, &a, &b);
        fe12_mul(&b, &a, &b);
        multiply(f, f, f);
        multiply(f, f, g);
        multiply(g, f, g);
    }
    check_elements(&a, f);
    check_elements(&b, g);
    for (size_t j = 0; j < 8; j++) {
        struct sm9_g1 P;
        u256 k;
        sm9_random_scalar(&k);
        gmi_ec_sm9_portable.g1_mul_base(&P, &k);
        gmi_ec_sm9_portable.pair(&f[j], &P, &gmi_sm9.P2);
    }
    elements_load(&a, f);
    for (int round = 0; round < 400; round++) {
        if (round % 16 == 3)
            enlarge_all(&a);
        fe12_cyclotomic_sqr(&a, &a);
        multiply(f, f, f);
    }
    check_elements(&a, f);
}

/* ---- points ---- */

/* Affine points; infinity as (0, 0). */
static void check_points(const g1_eight *p, const struct sm9_g1 want[8])
{
    u256 z[8], x[8], y[8], zx[8], zy[8];
    const fe *const of[3] = {&p->x, &p->y, &p->z};
    u256 *const out[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        CHECK(is_tidy(*of[k]));
        numbers(out[k], *of[k]);
    }
    /* x and y of the curve that lanes are on, once more by the code under test */
    g1_eight w;
    points_load(&w, want, 8);
    fe_mul(&w.x, &w.x, &p->z);
    fe_mul(&w.y, &w.y, &p->z);
    numbers(zx, w.x);
    numbers(zy, w.y);
    for (int j = 0; j < 8; j++) {
        const int infinite = u256_is_zero(&want[j].x) && u256_is_zero(&want[j].y);
        CHECK_EQ(u256_is_zero(&z[j]) != 0, infinite);
        CHECK(infinite ? u256_is_zero(&x[j]) && !u256_is_zero(&y[j])
                       : u256_equal(&x[j], &zx[j]) && u256_equal(&y[j], &zy[j]));
    }
}

/* Sums in which each lane is another case: of different points, equal, opposite, with infinity on either side or both.
 */
static void points(void)
{
    static const struct sm9_g1 infinity;
    struct sm9_g1 a[8], b[8], sum[8];
    for (int round = 0; round < 8; round++) {
        g1_eight p, s, none;
        __mmask8 left = 0, right = 0;
        for (int j = 0; j < 8; j++) {
            const int kind = (j + round) % 8;
            u256 k, l, m;
            sm9_random_scalar(&k);
            sm9_random_scalar(&l);
            if (kind == 1)
                l = k;
            if (kind == 2)
                mod_neg(&l, &k, &gmi_sm9.n);
            gmi_ec_sm9_portable.g1_mul_base(&a[j], &k);
            gmi_ec_sm9_portable.g1_mul_base(&b[j], &l);
            mod_add(&m, &k, &l, &gmi_sm9.n);
            sum[j] = infinity;
            if (!u256_is_zero(&m))
                gmi_ec_sm9_portable.g1_mul_base(&sum[j], &m);
            if (kind == 3 || kind == 5) {
                left |= (__mmask8)(1 << j);
                sum[j] = b[j];
            }
            if (kind == 4 || kind == 5) {
                right |= (__mmask8)(1 << j);
                sum[j] = kind == 5 ? infinity : a[j];
            }
        }
        points_load(&p, a, 8);
        points_load(&s, b, 8);
        g1_eight_infinity(&none);
        p = (g1_eight){fe_blend(p.x, left, none.x), fe_blend(p.y, left, none.y), fe_blend(p.z, left, none.z)};
        s = (g1_eight){fe_blend(s.x, right, none.x), fe_blend(s.y, right, none.y), fe_blend(s.z, right, none.z)};
        enlarge(&p.x);
        enlarge(&s.y);
        g1_eight_add(&p, &s);
        check_points(&p, sum);
        s = p;
        g1_eight_double(&p);
        g1_eight_add(&s, &s);
        for (int j = 0; j < 8; j++)
            if (memcmp(&sum[j], &infinity, sizeof infinity) != 0) {
                const u256 two = {{2}};
                gmi_ec_sm9_portable.g1_mul(&sum[j], &two, &sum[j]);
            }
        check_points(&p, sum);
        check_points(&s, sum);
    }
}

/* Multiples by scalars of all kinds; N P by doublings and sums is infinity. */
static void multiples(void)
{
    struct sm9_g1 a[8], want[8];
    g1_eight p, s;
    parts_eight parts;
    u256 k[8];
    for (size_t round = 0; round < 6; round++) {
        for (size_t j = 0; j < 8; j++) {
            sm9_random_scalar(&k[j]);
            gmi_ec_sm9_portable.g1_mul_base(&a[j], &k[j]);
            sm9_random_scalar(&k[j]);
            if (round % 3 == 1)
                k[j] = (u256){{j + 1, 0, 0, 0}};
            if (round % 3 == 2) {
                k[j] = (u256){{j + 1, 0, 0, 0}};
                mod_neg(&k[j], &k[j], &gmi_sm9.n);
            }
        }
        parts_from(&parts, k);
        points_load(&p, a, 8);
        g1_eight_mul(&s, &parts, &p);
        for (size_t j = 0; j < 8; j++)
            gmi_ec_sm9_portable.g1_mul(&want[j], &k[j], &a[j]);
        check_points(&s, want);
        g1_eight_mul_base(&s, &parts);
        for (size_t j = 0; j < 8; j++)
            gmi_ec_sm9_portable.g1_mul_base(&want[j], &k[j]);
        check_points(&s, want);
        points_store(a, &s, 8);
        CHECK_MEM(a, want, sizeof a);
    }
    g1_eight_infinity(&s);
    for (unsigned i = 256; i-- > 0;) {
        g1_eight_double(&s);
        if (u256_bits(&gmi_sm9.n.m, i, 1) != 0)
            g1_eight_add(&s, &p);
    }
    memset(want, 0, sizeof want);
    check_points(&s, want);
}

/* From end to end: e(S, 2 P2) e(P1, P2)^h. */
static void whole(void)
{
    static _Alignas(64) uint8_t lines[1 << 16];
    const struct ec_sm9_impl *const row = gmi_ec_sm9_table[0];
    struct sm9_g1 S[8];
    struct sm9_gt got[8], want;
    u256 h[8], h1[8];
    CHECK(strcmp(row->name, "avx512ifma") == 0 && row->lines_bytes <= sizeof lines);
    row->lines_prepare(lines, &gmi_sm9.P2);
    for (size_t j = 0; j < 8; j++) {
        sm9_random_scalar(&h[j]);
        gmi_ec_sm9_portable.g1_mul_base(&S[j], &h[j]);
        sm9_random_scalar(&h[j]);
        h1[j] = (u256){{1}};
    }
    verify_eight(got, S, h, h1, lines, 8);
    for (size_t j = 0; j < 8; j++) {
        CHECK(gmi_ec_sm9_portable.verify_vartime(&want, &S[j], &h[j], &h1[j], &gmi_sm9.P2));
        CHECK_MEM(&got[j], &want, sizeof want);
    }
}

GMI_TARGET_POP

TEST_SUITE_IF(sm9_eight, usable(), "this processor lacks AVX-512 IFMA", CASE(field), CASE(settling), CASE(elements),
              CASE(chains), CASE(points), CASE(multiples), CASE(whole));

#else

static void none(void)
{
    SKIP("this build has no x86 rows");
}

TEST_SUITE(sm9_eight, CASE(none));

#endif
