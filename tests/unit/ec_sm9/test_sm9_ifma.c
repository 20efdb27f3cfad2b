/* The avx512ifma row from within: its field at the bounds that its comments state, elements that are not reduced, and
 * long chains, against arithmetic on words and against the portable row. */
#include <guomi/mem.h>

#include "sm9_rows.h"

#include "base/target.h"

#if GM_BUILD_X86

#include "base/check.h"
#include "base/x86.h"
#include "bn/mont.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")
#include "ec_sm9/avx512ifma/fe.h"
/* then, over it */
#include "ec_sm9/avx512ifma/gt.h"
/* */
#include "ec_sm9/avx512ifma/units.h"
/* */
#include "ec_sm9/avx512ifma/g2_lines_impl.h"
/* */
#include "ec_sm9/avx512ifma/pairing_impl.h"
GMI_TARGET_POP

#include "sm9_limbs.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

/* Sums of products, each factor up to some multiple of q above its number, as large as acc_reduce and fe_tidy take. */
static void products(void)
{
    for (size_t round = 0; round < 3000; round++) {
        u256 got[8], want[8], t;
        acc_t c;
        fe_t r;
        acc_clear(&c);
        memset(want, 0, sizeof want);
        for (int term = 0; term < 12; term++) {
            u256 a[8], b[8];
            uint64_t la[8][5], lb[8][5];
            for (size_t j = 0; j < 8; j++) {
                number(&a[j], round + j + (size_t)term);
                number(&b[j], round / 5 + 3 * j);
                limbs(la[j], &a[j], 0, rand_below(6)); /* below 6 q: what is largest, 2 a */
                limbs(lb[j], &b[j], 0, rand_below(5)); /* below 5 q: -2 a + 5 q           */
                mod_mul(&t, &a[j], &b[j], q);
                mod_add(&want[j], &want[j], &t, q);
            }
            acc_add(&c, gather(la), gather(lb));
        }
        r = fe_tidy(acc_reduce(&c));
        CHECK(is_tidy(r));
        numbers(got, r);
        for (int j = 0; j < 8; j++) {
            shrink(&want[j], &want[j]);
            shrink(&want[j], &want[j]);
            CHECK_MEM(&got[j], &want[j], sizeof t);
        }
    }
}

/* Values close to the multiples of 2^256 and of q at which the estimate of the quotient changes, with limbs from which
 * has been borrowed. */
static void tidying(void)
{
    for (size_t round = 0; round < 6000; round++) {
        u256 a[8], got[8], want;
        uint64_t l[8][5], high[8];
        fe_t r;
        for (size_t j = 0; j < 8; j++) {
            high[j] = rand_below(16);
            number(&a[j], 0);
            if (round % 4 == 1)
                a[j] = (u256){{rand_below(3), 0, 0, 0}};
            if (round % 4 == 2)
                a[j] = (u256){{~rand_below(3), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0) >> (high[j] == 15 ? 1 : 0)}};
            limbs(l[j], &a[j], high[j], 0);
            if (round % 4 == 3) { /* c q and c q - 1 */
                uint64_t c = rand_below(22), less = rand_below(2);
                a[j] = (u256){{0}};
                if (c == 0)
                    less = 0;
                limbs(l[j], &a[j], 0, c);
                l[j][0] -= less; /* may borrow: q is odd, 2 q has an even limb that is not 0 */
                high[j] = 0;
                a[j] = (u256){{less, 0, 0, 0}};
                mod_neg(&a[j], &a[j], q);
            }
            if (round % 8 >= 4)
                for (int i = 0; i < 3; i++) {
                    /* The same value, 2^7 units moved from limb to limb; not out of the highest where it is small. */
                    uint64_t move = rand_below(128);
                    l[j][i] += move << 52;
                    l[j][i + 1] -= move;
                }
        }
        r = fe_tidy(gather(l));
        CHECK(is_tidy(r));
        numbers(got, r);
        for (int j = 0; j < 8; j++) {
            residue(&want, &a[j], high[j]);
            shrink(&want, &want);
            CHECK_MEM(&got[j], &want, sizeof want);
        }
    }
}

/* Elements of F_q12 whose coefficients have q added where they stay tidy, so that bounds are met, not averages. */
static void enlarge(gt_t *a)
{
    const fe_t modulus = fe_same(fe_q);
    a->x = fe_carry(fe_add(a->x, modulus));
    a->y = fe_carry(fe_add(a->y, modulus));
    a->x = is_tidy(a->x) ? a->x : fe_tidy(a->x);
    a->y = is_tidy(a->y) ? a->y : fe_tidy(a->y);
}

static void random_element(struct sm9_gt *f, size_t i)
{
    for (size_t j = 0; j < 12; j++)
        number(&f->c[j], i + j);
}

static void check_gt(const gt_t *got, const struct sm9_gt *want)
{
    struct sm9_gt t;
    CHECK(is_tidy(got->x) && is_tidy(got->y));
    gt_store(&t, got);
    CHECK_MEM(&t, want, sizeof t);
}

/* Products, squares, lines and inverses of any elements. */
static void elements(void)
{
    static const struct sm9_gt one = {{{{1}}}};
    for (size_t round = 0; round < 300; round++) {
        struct sm9_gt f, g, line, want;
        gt_t a, b, r;
        fe_t l;
        random_element(&f, round);
        random_element(&g, round / 5 + 1);
        gt_load(&a, &f);
        gt_load(&b, &g);
        if (round % 2 == 1) {
            enlarge(&a);
            enlarge(&b);
        }
        gmi_ec_sm9_portable.gt_mul(&want, &f, &g);
        gt_mul(&r, &a, &b);
        check_gt(&r, &want);
        gt_mul(&r, &r, &r);
        gmi_ec_sm9_portable.gt_mul(&want, &want, &want);
        check_gt(&r, &want);
        gt_sqr(&r, &a);
        gmi_ec_sm9_portable.gt_mul(&want, &f, &f);
        check_gt(&r, &want);
        /* {c3 + c9 u, c2 + c8 u, c0 + c6 u} of g as a line */
        line =
            (struct sm9_gt){{g.c[0], {{0}}, g.c[2], g.c[3], {{0}}, {{0}}, g.c[6], {{0}}, g.c[8], g.c[9], {{0}}, {{0}}}};
        l = fe_permute2(b.x, _mm512_setr_epi64(3, 9, 2, 8, 0, 6, 0, 0), b.y);
        gmi_ec_sm9_portable.gt_mul(&want, &f, &line);
        gt_mul_line(&r, &a, l);
        check_gt(&r, &want);
        for (int j = 0; j < 12 && u256_is_zero(&f.c[j]); j++)
            if (j == 11)
                f.c[0].w[0] = 1;
        gt_load(&a, &f);
        gt_invert(&r, &a);
        gt_mul(&r, &r, &a);
        check_gt(&r, &one);
    }
}

/* f = f^2 g, g = f g, thousands of times without leaving the lanes; then the same in the group of the pairing. */
static void chains(void)
{
    struct sm9_gt f, g;
    gt_t a, b;
    random_element(&f, 0);
    random_element(&g, 5);
    gt_load(&a, &f);
    gt_load(&b, &g);
    for (int round = 0; round < 3000; round++) {
        gt_sqr(&a, &a);
        gt_mul(&a, &a, &b);
        gt_mul(&b, &a, &b);
        gmi_ec_sm9_portable.gt_mul(&f, &f, &f);
        gmi_ec_sm9_portable.gt_mul(&f, &f, &g);
        gmi_ec_sm9_portable.gt_mul(&g, &f, &g);
    }
    check_gt(&a, &f);
    check_gt(&b, &g);
    gmi_ec_sm9_portable.pair(&f, &gmi_sm9.P1, &gmi_sm9.P2);
    gt_load(&a, &f);
    for (int round = 0; round < 3000; round++) {
        if (round % 16 == 3)
            enlarge(&a);
        gt_sqr_cyclotomic(&a, &a);
        gmi_ec_sm9_portable.gt_mul(&f, &f, &f);
    }
    check_gt(&a, &f);
}

/* Two Miller loops at once are the product of two pairings, also where an element on the way is not reduced. */
static void loops(void)
{
    static fe_t of_p2[LINES], of_other[LINES];
    const fe_t *const both[2] = {of_p2, of_other};
    for (int round = 0; round < 3; round++) {
        struct sm9_g1 P;
        struct sm9_g2 Q;
        struct sm9_gt want, second;
        fe_t factors[2];
        gt_t f;
        u256 k;
        sm9_random_scalar(&k);
        gmi_ec_sm9_portable.g1_mul_base(&P, &k);
        sm9_random_scalar(&k);
        gmi_ec_sm9_portable.g2_mul_base(&Q, &k);
        gmi_ec_sm9_portable.pair(&want, &gmi_sm9.P1, &gmi_sm9.P2);
        gmi_ec_sm9_portable.pair(&second, &P, &Q);
        gmi_ec_sm9_portable.gt_mul(&want, &want, &second);
        factors[0] = line_factors(&gmi_sm9.P1);
        factors[1] = line_factors(&P);
        lines_compute(of_p2, &gmi_sm9.P2);
        lines_compute(of_other, &Q);
        miller_loop(&f, both, factors, 2);
        enlarge(&f);
        final_exponentiation(&f, &f);
        check_gt(&f, &want);
    }
}

/* The complete formulas where others fail: infinity, equal and opposite points, in either half of G1's lanes and in G2;
 * and a chain of sums that comes back to where it began. */
static void exceptions(void)
{
    const fe_t infinity1 = fe_blend(fe_zero(), 0x22, fe_one()), infinity2 = fe_blend(fe_zero(), 0x04, fe_one());
    const u256 one = {{1}};
    const u256 *const g1[8] = {&gmi_sm9.P1.x, &gmi_sm9.P1.y, &one, &one, &gmi_sm9.P1.x, &gmi_sm9.P1.y, &one, &one};
    fe_t p = fe_tidy(fe_mul(fe_load(g1), fe_lanes(g1_in))), q2 = point_from_affine(twist_load(&gmi_sm9.P2)), m, s, t;
    u256 a[8], b[8];
    /* P - P */
    m = fe_tidy(fe_sub_in(p, 0x22, fe_lanes(bias_all3), p));
    s = p;
    g1_add(&s, &m);
    numbers(a, s);
    CHECK(u256_is_zero(a) && u256_is_zero(a + 2) && !u256_is_zero(a + 1) && u256_is_zero(a + 4) && u256_is_zero(a + 6));
    g1_add(&s, &p); /* infinity + P, of which X/Z is P's again */
    t = fe_tidy(fe_mul(s, fe_permute(p, _mm512_setr_epi64(2, 2, 0, 2, 6, 6, 4, 6))));
    m = fe_tidy(fe_mul(p, fe_permute(s, _mm512_setr_epi64(2, 2, 0, 2, 6, 6, 4, 6))));
    numbers(a, t);
    numbers(b, m);
    CHECK_MEM(a, b, sizeof a[0] * 3);
    CHECK(!u256_is_zero(b));
    /* P + P and 2 P; infinity twice */
    s = p;
    g1_add(&s, &p);
    t = p;
    g1_twice(&t);
    m = fe_tidy(fe_mul(s, fe_permute(t, _mm512_setr_epi64(2, 2, 0, 2, 6, 6, 4, 6))));
    t = fe_tidy(fe_mul(t, fe_permute(s, _mm512_setr_epi64(2, 2, 0, 2, 6, 6, 4, 6))));
    numbers(a, t);
    numbers(b, m);
    CHECK_MEM(a, b, sizeof a[0] * 3);
    s = infinity1;
    g1_twice(&s);
    g1_add(&s, &infinity1);
    numbers(a, s);
    CHECK(u256_is_zero(a) && u256_is_zero(a + 2) && !u256_is_zero(a + 1));
    /* G2 */
    m = fe_tidy(fe_sub_in(q2, S1, fe_lanes(bias_all3), q2));
    s = q2;
    g2_add(&s, &m);
    numbers(a, s);
    CHECK(u256_is_zero(a) && u256_is_zero(a + 1) && u256_is_zero(a + 4) && u256_is_zero(a + 5));
    CHECK(!u256_is_zero(a + 2) || !u256_is_zero(a + 3));
    s = infinity2;
    g2_twice(&s);
    g2_add(&s, &infinity2);
    numbers(a, s);
    CHECK(u256_is_zero(a + 4) && u256_is_zero(a + 5) && (!u256_is_zero(a + 2) || !u256_is_zero(a + 3)));
    /* N P by doubling and adding is infinity. */
    s = infinity1;
    t = infinity2;
    for (unsigned i = 256; i-- > 0;) {
        g1_twice(&s);
        g2_twice(&t);
        if (u256_bits(&gmi_sm9.n.m, i, 1) != 0) {
            g1_add(&s, &p);
            g2_add(&t, &q2);
        }
    }
    numbers(a, s);
    numbers(b, t);
    CHECK(u256_is_zero(a + 2) && u256_is_zero(a + 6) && u256_is_zero(b + 4) && u256_is_zero(b + 5));
}

GMI_TARGET_POP

TEST_SUITE_IF(sm9_ifma, usable(), "this processor lacks AVX-512 IFMA", CASE(products), CASE(tidying), CASE(elements),
              CASE(chains), CASE(loops), CASE(exceptions));

#else

static void none(void)
{
    SKIP("this build has no x86 rows");
}

TEST_SUITE(sm9_ifma, CASE(none));

#endif
