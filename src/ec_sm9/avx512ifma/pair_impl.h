/* The entries of the row that pair: one pairing, and the two of a verification. Included after points_impl.h,
 * pairing_impl.h and digits.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_PAIR_IMPL_H
#define GMI_EC_SM9_AVX512IFMA_PAIR_IMPL_H

/* r = e(P, Q) from Q's lines. */
static void pair_lines(struct sm9_gt *r, const struct sm9_g1 *P, const void *lines)
{
    struct {
        fe_t factors;
        gt_t f;
    } w;
    const fe_t *const of_q = lines;
    w.factors = line_factors(P);
    miller_loop(&w.f, &of_q, &w.factors, 1);
    final_exponentiation(&w.f, &w.f);
    gt_store(r, &w.f);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

#define LINE_GROUPS ((LINES + 7) / 8)

/* a of eight lines from the first on: their constants, their coefficients of u. After the last line comes it again. */
static void lines_leading(fe_t r[2], const fe_t *lines, int first)
{
    uint64_t l[2][5][8];
    for (int j = 0; j < 8; j++)
        for (int i = 0; i < 5; i++) {
            uint64_t of_line[8];
            V_STORE(of_line, lines[first + j < LINES ? first + j : LINES - 1].l[i]);
            l[0][i][j] = of_line[0];
            l[1][i][j] = of_line[1];
        }
    r[0] = fe_lanes((const uint64_t(*)[8])l[0]);
    r[1] = fe_lanes((const uint64_t(*)[8])l[1]);
    gm_wipe(l, sizeof l);
}

/* {a, b, c, -} becomes {1, b/a, c/a, -}: what is divided off is in F_q2, and the final exponentiation does not see it.
 * 1/a = (a0 - a1 u)/(a0^2 + 2 a1^2); a is not 0. */
static void lines_divide(fe_t lines[LINES])
{
    struct {
        fe_t a[LINE_GROUPS][2], norm[LINE_GROUPS], product[LINE_GROUPS], rest, inverse;
    } w;
    for (int g = 0; g < LINE_GROUPS; g++) {
        acc_t c;
        lines_leading(w.a[g], lines, 8 * g);
        acc_clear(&c);
        acc_add(&c, w.a[g][0], w.a[g][0]);
        acc_add(&c, w.a[g][1], fe_carry(fe_add(w.a[g][1], w.a[g][1])));
        w.norm[g] = w.product[g] = fe_tidy(acc_reduce(&c));
        if (g > 0)
            w.product[g] = fe_tidy(fe_mul(w.product[g], w.product[g - 1]));
    }
    w.rest = fe_inverse(w.product[LINE_GROUPS - 1]);
    for (int g = LINE_GROUPS - 1; g >= 0; g--) {
        w.inverse = w.rest;
        if (g > 0) {
            w.inverse = fe_tidy(fe_mul(w.rest, w.product[g - 1]));
            w.rest = fe_tidy(fe_mul(w.rest, w.norm[g]));
        }
        w.a[g][0] = fe_tidy(fe_mul(w.a[g][0], w.inverse));
        w.a[g][1] = fe_tidy(fe_sub(fe_lanes(bias_all3), fe_mul(w.a[g][1], w.inverse)));
        for (int j = 0; j < 8 && 8 * g + j < LINES; j++) {
            fe_t *l = lines + 8 * g + j;
            w.inverse = fe_permute2(w.a[g][0], _mm512_setr_epi64(j, j + 8, j, j + 8, j, j + 8, j, j + 8), w.a[g][1]);
            *l = fe_tidy(f2_mul(*l, w.inverse));
        }
    }
    gm_wipe(&w, sizeof w);
}

static void lines_prepare(void *lines, const struct sm9_g2 *Q)
{
    lines_compute(lines, Q);
    lines_divide(lines);
    wipe_stack();
}

static void pair(struct sm9_gt *r, const struct sm9_g1 *P, const struct sm9_g2 *Q)
{
    fe_t lines[LINES];
    lines_compute(lines, Q);
    pair_lines(r, P, lines);
    gm_wipe(lines, sizeof lines);
}

/* ---- verification: e(S, h1 P2 + Q) e(P1, Q)^h = e(S, h1 P2 + Q) e(h P1, Q), two Miller loops that share their
 * squarings and one final exponentiation. All is public. ---- */

/* `lines` are those of Q. */
static void verify_with(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const struct sm9_g2 *M,
                        const fe_t *lines)
{
    fe_t of_m[LINES], factors[2];
    const fe_t *const both[2] = {of_m, lines};
    struct sm9_g1 P;
    gt_t f;
    g1_mul_base(&P, h);
    factors[0] = line_factors(S);
    factors[1] = line_factors(&P);
    lines_compute(of_m, M);
    miller_loop(&f, both, factors, 2);
    final_exponentiation(&f, &f);
    gt_store(r, &f);
}

static int verify_vartime(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                          const struct sm9_g2 *Q)
{
    fe_t lines[LINES];
    struct sm9_g2 M;
    if (!g2_base_add_vartime(&M, h1, Q))
        return 0;
    lines_compute(lines, Q);
    verify_with(r, S, h, &M, lines);
    return 1;
}

/* The loop over the lines costs less than a power by the table. */
static int verify_tables_vartime(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                                 const struct sm9_g2 *Q, const void *lines, const void *table)
{
    struct sm9_g2 M;
    (void)table;
    if (!g2_base_add_vartime(&M, h1, Q))
        return 0;
    verify_with(r, S, h, &M, lines);
    return 1;
}

#endif
