/* The parts of a row whose numbers are words: included after the row's own file, whose bodies it calls. Defines the
 * functions for struct sm9_impl. */
#include "ec_sm9/params.h"
#include "rows_sm9/parts.h"

static struct {
    fe12 f, g;
    g1_affine p;
    g2_affine q;
} parts;

static void parts_open(void)
{
    struct sm9_gt f;
    pair(&f, &gmi_sm9.P1, &gmi_sm9.P2);
    fe12_from(&parts.f, &f);
    parts.g = parts.f;
    g1_from(&parts.p, &gmi_sm9.P1);
    g2_from(&parts.q, &gmi_sm9.P2);
}

static void parts_fp_mul(u256 *r, const u256 *p, const u256 *q)
{
    fe_mul(r, p, q);
}

static void parts_fp2_mul(u256 *r, const u256 *p, const u256 *q)
{
    fe2_mul((fe2 *)(void *)r, (const fe2 *)(const void *)p, (const fe2 *)(const void *)q);
}

static void parts_fp2_sqr(u256 *r, const u256 *p)
{
    fe2_sqr((fe2 *)(void *)r, (const fe2 *)(const void *)p);
}

static void parts_fp6_mul(u256 *r, const u256 *p, const u256 *q)
{
    fe6_mul((fe6 *)(void *)r, (const fe6 *)(const void *)p, (const fe6 *)(const void *)q);
}

static void parts_fp12_mul(void)
{
    fe12_mul(&parts.f, &parts.f, &parts.g);
}

static void parts_miller(void)
{
    g2_walk s;
    walk_start(&s, &parts.q);
    miller(&parts.f, &parts.p, &s, 1);
}

static void parts_final_exp(void)
{
    final_easy(&parts.f);
    final_hard(&parts.f);
}

#define SM9_PARTS                                                                                         \
    .fp_mul = parts_fp_mul, .fp2_mul = parts_fp2_mul, .fp2_sqr = parts_fp2_sqr, .fp6_mul = parts_fp6_mul, \
    .open = parts_open, .fp12_mul = parts_fp12_mul, .miller = parts_miller, .final_exp = parts_final_exp
