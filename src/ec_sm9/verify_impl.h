/* What verification computes: e(S, h1 P2 + Q) e(P1, Q)^h. */

/* e(P1, Q)^h = e(h P1, Q): two Miller loops that share their squarings, and one final exponent. */
static int verify_vartime(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                          const struct sm9_g2 *Q)
{
    struct sm9_g1 P;
    struct sm9_g2 M;
    g1_affine p[2];
    g2_affine q;
    g2_walk s[2];
    fe12 f;
    if (!g2_base_add_vartime(&M, h1, Q))
        return 0;
    g1_mul_base(&P, h);
    g1_from(p, S);
    g1_from(p + 1, &P);
    g2_from(&q, &M);
    walk_start(s, &q);
    g2_from(&q, Q);
    walk_start(s + 1, &q);
    miller(&f, p, s, 2);
    final_easy(&f);
    final_hard(&f);
    fe12_to(r, &f);
    return 1;
}

static int verify_tables_vartime(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                                 const struct sm9_g2 *Q, const void *lines, const void *table)
{
    struct sm9_g2 M;
    struct sm9_gt power;
    (void)lines; /* the point of the pairing depends on the signer: its own loop is shorter than two of lines */
    if (!g2_base_add_vartime(&M, h1, Q))
        return 0;
    gt_pow_table(&power, table, h);
    pair(r, S, &M);
    gt_mul(r, r, &power);
    return 1;
}
