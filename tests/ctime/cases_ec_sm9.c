/* Every entry of the rows of SM9's curve that may take a secret. Points and elements of a case are multiples and powers
 * of other secrets, made before the watch begins. */
#include <string.h>

#include "ctime.h"
#include "ec_sm9/params.h"

static _Alignas(64) uint8_t memory[1 << 19];

/* Below 2^255, so below N; not 0. */
static void secret_scalar(u256 *k)
{
    ct_secret(k, sizeof *k);
    k->w[3] >>= 1;
    k->w[1] |= 1;
}

/* An odd number, another in each run. */
static u256 run_scalar(uint64_t salt)
{
    return (u256){{salt + 2 * ct_run() + 1, salt << ct_run(), 0, salt >> ct_run()}};
}

static void secret_g1(struct sm9_g1 *P)
{
    u256 k = run_scalar(UINT64_C(0x1d8c5a3f0b6e9247));
    gmi_ec_sm9_portable.g1_mul_base(P, &k);
    ct_mark_secret(P, sizeof *P);
}

static void secret_g2(struct sm9_g2 *Q)
{
    u256 k = run_scalar(UINT64_C(0x2b7f90e1c4d85a36));
    gmi_ec_sm9_portable.g2_mul_base(Q, &k);
    ct_mark_secret(Q, sizeof *Q);
}

static void secret_gt(struct sm9_gt *f)
{
    u256 k = run_scalar(UINT64_C(0x3e65d17a92c08fb4));
    struct sm9_gt g;
    gmi_ec_sm9_portable.pair(&g, &gmi_sm9.P1, &gmi_sm9.P2);
    gmi_ec_sm9_portable.gt_pow(f, &g, &k);
    ct_mark_secret(f, sizeof *f);
}

/* One case: the inputs that the call names are made, then the call is watched. */
#define CASE_OF(NAME, RESULT, INPUTS, CALL) \
    static void NAME(const void *p)         \
    {                                       \
        const struct ec_sm9_impl *row = p;  \
        RESULT r;                           \
        INPUTS                              \
        memset(&r, 0, sizeof r);            \
        ct_begin();                         \
        CALL;                               \
        ct_end();                           \
        ct_result(&r, sizeof r);            \
    }
#define SCALAR \
    u256 k;    \
    secret_scalar(&k);
#define IN_G1        \
    struct sm9_g1 P; \
    secret_g1(&P);
#define IN_G2        \
    struct sm9_g2 Q; \
    secret_g2(&Q);
#define IN_GT        \
    struct sm9_gt f; \
    secret_gt(&f);

CASE_OF(g1_mul_base, struct sm9_g1, SCALAR, row->g1_mul_base(&r, &k))
CASE_OF(g1_mul, struct sm9_g1, SCALAR IN_G1, row->g1_mul(&r, &k, &P))
CASE_OF(g2_mul_base, struct sm9_g2, SCALAR, row->g2_mul_base(&r, &k))
CASE_OF(g2_mul, struct sm9_g2, SCALAR IN_G2, row->g2_mul(&r, &k, &Q))
CASE_OF(pairing, struct sm9_gt, IN_G1 IN_G2, row->pair(&r, &P, &Q))
CASE_OF(gt_pow, struct sm9_gt, SCALAR IN_GT, row->gt_pow(&r, &f, &k))
CASE_OF(gt_mul, struct sm9_gt, IN_GT struct sm9_gt g; secret_gt(&g);, row->gt_mul(&r, &f, &g))
CASE_OF(pair_lines, struct sm9_gt, IN_G1 IN_G2 row->lines_prepare(memory, &Q);, row->pair_lines(&r, &P, memory))
CASE_OF(gt_pow_table, struct sm9_gt, SCALAR IN_GT row->gt_prepare(memory, &f);, row->gt_pow_table(&r, memory, &k))

static void gt_prepare(const void *p)
{
    const struct ec_sm9_impl *row = p;
    IN_GT
    ct_begin();
    row->gt_prepare(memory, &f);
    ct_end();
    ct_result(memory, 6); /* limbs of 52 bits leave the top of a word empty */
}

static void lines_prepare(const void *p)
{
    const struct ec_sm9_impl *row = p;
    IN_G2
    ct_begin();
    row->lines_prepare(memory, &Q);
    ct_end();
    ct_result(memory, 6); /* limbs of 52 bits leave the top of a word empty */
}

const struct ct_case ct_ec_sm9_cases[] = {
    {"g1-mul-base", g1_mul_base},
    {"g1-mul", g1_mul},
    {"g2-mul-base", g2_mul_base},
    {"g2-mul", g2_mul},
    {"pair", pairing},
    {"gt-pow", gt_pow},
    {"gt-mul", gt_mul},
    {"gt-prepare", gt_prepare},
    {"gt-pow-table", gt_pow_table},
    {"lines-prepare", lines_prepare},
    {"pair-lines", pair_lines},
    {NULL, NULL},
};
