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

static void lines_prepare(void *lines, const struct sm9_g2 *Q)
{
    lines_compute(lines, Q);
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
