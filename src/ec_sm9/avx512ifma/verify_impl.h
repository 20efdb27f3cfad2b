/* What verification computes, e(S, h1 P2 + Q) e(P1, Q)^h = e(S, h1 P2 + Q) e(h P1, Q): two Miller loops that share
 * their squarings, and one final exponentiation. All is public. Included after points_impl.h and pairing_impl.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_VERIFY_IMPL_H
#define GMI_EC_SM9_AVX512IFMA_VERIFY_IMPL_H

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
