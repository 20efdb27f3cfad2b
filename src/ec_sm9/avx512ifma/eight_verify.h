/* e(S, h1 P2 + Q) e(P1, Q)^h in each lane. It is e(h1 S, P2) e(S + h P1, Q): two points that never change, so that all
 * lanes multiply by the same lines. Included after final_impl.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_EIGHT_VERIFY_H
#define GMI_EC_SM9_AVX512IFMA_EIGHT_VERIFY_H

/* The lines {1, b, c} of a point, four numbers of five limbs each; how far lines and limbs are apart. */
struct lines_of {
    const uint64_t *at;
    size_t line, limb;
};

/* A pair of the loop: lines, and for them x/y and 1/y of the points. */
struct pair_eight {
    struct lines_of lines;
    fe x, y;
};

/* l = c / y, b x / y of line n: w^3 is its third. */
static void line_at_eight(fe2 l[2], const struct pair_eight *p, size_t n)
{
    const uint64_t *const at = p->lines.at + n * p->lines.line;
    fe c[4];
    for (int j = 0; j < 4; j++)
        FE_UNROLL for (int i = 0; i < 5; i++) c[j].l[i] = V_SET1(at[(size_t)i * p->lines.limb + (size_t)j]);
    for (int j = 0; j < 2; j++) {
        fe_mul(l[1].c + j, c + j, &p->x);
        fe_mul(l[0].c + j, c + 2 + j, &p->y);
    }
}

/* The product of both pairs' Miller functions. */
static GMI_NOINLINE void miller_eight(fe12 *f, const struct pair_eight pairs[2])
{
    size_t n = 0;
    fe12_set_one(f);
    for (size_t i = 0; i < LOOP_DIGITS + 2; i++) {
        const int more = i < LOOP_DIGITS && loop_digits[i] != 0;
        if (i > 0 && i < LOOP_DIGITS)
            fe12_sqr(f, f);
        for (int j = 0; j <= more; j++, n++)
            for (int k = 0; k < 2; k++) {
                fe2 l[2];
                line_at_eight(l, pairs + k, n);
                fe12_mul_short_line(f, f, l);
            }
    }
    GM_ASSERT(n == LINES);
}

/* x/y and 1/y of two points: X/Y and Z/Y, which are 0 for infinity, whose lines are then w^3 alone. That is in F_q4,
 * and the final exponent makes it 1. */
static void pairs_at(struct pair_eight pairs[2], const g1_eight p[2])
{
    fe i, t;
    fe_mul(&t, &p[0].y, &p[1].y);
    fe_inv(&i, &t);
    for (int k = 0; k < 2; k++) {
        fe_mul(&t, &i, &p[1 - k].y);
        fe_mul(&pairs[k].x, &p[k].x, &t);
        fe_mul(&pairs[k].y, &p[k].z, &t);
    }
}

static void elements_store(struct sm9_gt *r, const fe12 *f, size_t count)
{
    struct sm9_gt unused;
    for (size_t m = 0; m < 12; m++) {
        u256 *out[8];
        for (size_t j = 0; j < 8; j++)
            out[j] = (j < count ? r + j : &unused)->c + m;
        fe_store(out, W(f, m % 6)->c[m / 6]);
    }
}

/* Lanes without an item repeat the first one. */
static GMI_NOINLINE void points_of(g1_eight p[2], const struct sm9_g1 *S, const u256 *h, const u256 *h1, size_t count)
{
    u256 k[8];
    parts_eight parts;
    g1_eight s;
    points_load(&s, S, count);
    for (size_t j = 0; j < 8; j++)
        k[j] = h1[j < count ? j : 0];
    parts_from(&parts, k);
    g1_eight_mul(p, &parts, &s);
    for (size_t j = 0; j < 8; j++)
        k[j] = h[j < count ? j : 0];
    parts_from(&parts, k);
    g1_eight_mul_base(p + 1, &parts);
    g1_eight_add(p + 1, &s);
}

static void verify_eight(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1, const void *lines,
                         size_t count)
{
    g1_eight p[2];
    struct pair_eight pairs[2];
    fe12 f;
    points_of(p, S, h, h1, count);
    pairs[0].lines = (struct lines_of){&gmi_ec_sm9_ifma_lines[0][0][0], 5 * 4, 4};
    pairs[1].lines = (struct lines_of){(const uint64_t *)lines + 2, 5 * 8, 8};
    pairs_at(pairs, p);
    miller_eight(&f, pairs);
    final_easy(&f);
    final_hard(&f);
    elements_store(r, &f, count);
}

#endif
