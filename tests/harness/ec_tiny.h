/* The bodies of src/ec_sm2 over a field so small that every case can be tried: all scalars, all points, all sums.
 * The including test defines TINY_P, TINY_A, TINY_B, TINY_N (a prime), TINY_GX, TINY_GY and GE_A_IS_MINUS_3. */
#ifndef EC_TINY_H
#define EC_TINY_H

#include "gmtest.h"

#include "ec_sm2/curve.h"

typedef u256 fe; /* the first word, below p; Montgomery's factor is 1 */

static inline void fe_mul(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    (void)c;
    *r = (fe){{a->w[0] * b->w[0] % TINY_P}};
}

static inline void fe_sqr(const struct ec_curve *c, fe *r, const fe *a)
{
    fe_mul(c, r, a, a);
}

static inline void fe_add(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    (void)c;
    *r = (fe){{(a->w[0] + b->w[0]) % TINY_P}};
}

static inline void fe_sub(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    (void)c;
    *r = (fe){{(a->w[0] + TINY_P - b->w[0]) % TINY_P}};
}

static inline void fe_half(const struct ec_curve *c, fe *r, const fe *a)
{
    (void)c;
    *r = (fe){{(a->w[0] + (a->w[0] % 2 ? TINY_P : 0)) / 2}};
}

static inline void fe_select(fe *r, uint64_t mask, const fe *a, const fe *b)
{
    u256_select(r, mask, a, b);
}

static inline uint64_t fe_is_zero(const fe *a)
{
    return u256_is_zero(a);
}

#define EC_BITS 10
#define EC_HAS_BASE_TABLE 0
#include "ec_sm2/row_impl.h"

static struct ec_curve tiny;
static struct ec_point multiple[TINY_N]; /* multiple[k] = k G for k > 0, by the textbook */
static const struct ec_sm2_impl tiny_row = {.name = "tiny", EC_SM2_ENTRIES};

static uint64_t inverse(uint64_t a)
{
    for (uint64_t i = 1; i < TINY_P; i++)
        if (a * i % TINY_P == 1)
            return i;
    return 0;
}

static struct ec_point textbook_add(struct ec_point u, struct ec_point v)
{
    uint64_t x1 = u.x.w[0], y1 = u.y.w[0], x2 = v.x.w[0], y2 = v.y.w[0], l, x, y;
    if (x1 == x2 && y1 == y2)
        l = (3 * x1 * x1 + TINY_A) % TINY_P * inverse(2 * y1 % TINY_P) % TINY_P;
    else
        l = (y2 + TINY_P - y1) % TINY_P * inverse((x2 + TINY_P - x1) % TINY_P) % TINY_P;
    x = (l * l + 2 * TINY_P - x1 - x2) % TINY_P;
    y = (l * (x1 + TINY_P - x) + TINY_P - y1) % TINY_P;
    return (struct ec_point){{{x}}, {{y}}};
}

static u256 small(uint64_t k)
{
    return (u256){{k % TINY_N}};
}

static void tiny_setup(void)
{
    uint64_t inv = 1;
    for (int i = 0; i < 6; i++)
        inv *= 2 - TINY_P * inv;
    tiny.p.m = tiny.p_inv.m = (u256){{TINY_P}};
    tiny.p_inv.inv = inv;
    tiny.p.one = tiny.p.r2 = (u256){{1}};
    tiny.n.m = (u256){{TINY_N}};
    tiny.a = tiny.a_mont = (u256){{TINY_A}};
    tiny.b = tiny.b_mont = (u256){{TINY_B}};
    tiny.G = multiple[1] = (struct ec_point){{{TINY_GX}}, {{TINY_GY}}};
    for (unsigned k = 2; k < TINY_N; k++)
        multiple[k] = textbook_add(multiple[k - 1], tiny.G);
    /* The order is TINY_N: (n - 1) G = -G. */
    CHECK_EQ(multiple[TINY_N - 1].x.w[0], TINY_GX);
    CHECK_EQ(multiple[TINY_N - 1].y.w[0], TINY_P - TINY_GY);
}

/* Does a call with these outcomes give j G? */
static void check_point(int finite, const struct ec_point *r, uint64_t j)
{
    j %= TINY_N;
    CHECK_EQ(finite, j != 0);
    if (finite && j != 0)
        CHECK_MEM(r, &multiple[j], sizeof *r);
}

static void all_multiples(void)
{
    tiny_setup();
    for (unsigned j = 1; j < TINY_N; j++)
        for (unsigned k = 1; k < TINY_N; k += j < 8 || j > TINY_N - 8 ? 1 : 1 + (j + k) % 7) {
            struct ec_point r;
            u256 s = small(k);
            tiny_row.mul(&tiny, &r, &s, &multiple[j]);
            check_point(1, &r, (uint64_t)j * k);
        }
}

static void all_table_multiples(void)
{
    static _Alignas(64) uint8_t table[40000];
    tiny_setup();
    for (unsigned width = GMI_EC_WIDTH_MIN; width <= GMI_EC_WIDTH_MAX; width++)
        for (unsigned j = 1; j < TINY_N; j += 1 + j % 97) {
            CHECK(tiny_row.table_bytes(width) <= sizeof table);
            tiny_row.prepare(&tiny, table, width, &multiple[j]);
            for (unsigned k = 1; k < TINY_N; k++) {
                struct ec_point r;
                u256 s = small(k);
                tiny_row.mul_table(&tiny, &r, &s, table, width);
                check_point(1, &r, (uint64_t)j * k);
            }
            for (unsigned i = 0; i < TINY_N; i += 1 + j % 5) /* s, t with s G + t P = 0 and beside it */
                for (unsigned d = 0; d < 3; d++) {
                    u256 s = small((uint64_t)(TINY_N - i) * j + d), t = small(i), v = small(0);
                    if (d > 0)
                        v = small(multiple[d].x.w[0]);
                    CHECK_EQ(tiny_row.check_table_vartime(&tiny, &s, &t, table, width, &v), d > 0);
                }
        }
}

static void all_sums(void)
{
    static const unsigned points[] = {1, 2, 5, TINY_N - 1, TINY_N - 3, 200};
    tiny_setup();
    for (size_t i = 0; i < GM_COUNT(points); i++)
        for (unsigned j = 0; j < TINY_N; j++)
            for (unsigned k = 0; k < TINY_N; k += i == 0 ? 1 : 1 + (j + k) % 5) {
                struct ec_point r;
                u256 s = small(j), t = small(k);
                int finite = tiny_row.mul2_vartime(&tiny, &r, &s, &t, &multiple[points[i]]);
                check_point(finite, &r, j + (uint64_t)k * points[i]);
            }
}

static void all_sums_with_a_point(void)
{
    tiny_setup();
    for (unsigned u = 0; u < TINY_N; u++)
        for (unsigned j = 1; j < TINY_N; j++) {
            unsigned i = 1 + (u * j) % 4;
            struct ec_point r;
            u256 s = small(u);
            int finite = tiny_row.mul_add_vartime(&tiny, &r, &s, &multiple[i], &multiple[j]);
            check_point(finite, &r, (uint64_t)u * i + j);
        }
}

/* Every pair of coordinates: the curve's points are the multiples of G and no others. */
static void all_points(void)
{
    unsigned on = 0, lifted = 0;
    tiny_setup();
    for (uint64_t x = 0; x < TINY_P; x++) {
        struct ec_point P;
        u256 v = {{x}};
        for (uint64_t y = 0; y < TINY_P; y++) {
            struct ec_point Q = {{{x}}, {{y}}};
            on += (unsigned)tiny_row.on_curve_vartime(&tiny, &Q);
        }
        for (int odd = 0; odd < 2; odd++)
            if (tiny_row.lift_x_vartime(&tiny, &P, &v, odd)) {
                lifted++;
                CHECK(P.x.w[0] == x && P.y.w[0] % 2 == (unsigned)odd);
                CHECK(tiny_row.on_curve_vartime(&tiny, &P));
            }
    }
    CHECK_EQ(on, TINY_N - 1);
    CHECK_EQ(lifted, TINY_N - 1);
}

/* x mod n = v: below p there may be two such x. */
static void all_checks(void)
{
    tiny_setup();
    for (unsigned j = 1; j < TINY_N; j++)
        for (unsigned v = 0; v < TINY_N; v++) {
            u256 s = small(j), t = small(0), w = small(v);
            CHECK_EQ(tiny_row.check_vartime(&tiny, &s, &t, &tiny.G, &w), multiple[j].x.w[0] % TINY_N == v);
        }
}

#define TINY_CASES                                                                                                 \
    CASE(all_multiples), CASE(all_table_multiples), CASE(all_sums), CASE(all_sums_with_a_point), CASE(all_points), \
        CASE(all_checks)

#endif
