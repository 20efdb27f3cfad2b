/* Numbers of 256 bits, and every entry of the rows of SM2's curve that takes a secret scalar. */
#include <string.h>

#include "bn/modinv.h"
#include "bn/mont.h"
#include "ctime.h"
#include "ec_sm2/curve.h"

static const struct ec_curve *const curve = &gmi_ec_sm2_curve;

/* Below 2^255, so below p and n; not 0. */
static void secret_number(u256 *k)
{
    ct_secret(k, sizeof *k);
    k->w[3] >>= 1;
    k->w[1] |= 1;
}

static void arithmetic(const void *row)
{
    struct {
        u256 sum, difference, negative, product, reduced;
    } r;
    u256 a, b;
    (void)row;
    secret_number(&a);
    secret_number(&b);
    memset(&r, 0, sizeof r);
    ct_begin();
    mod_add(&r.sum, &a, &b, &curve->n);
    mod_sub(&r.difference, &a, &b, &curve->n);
    mod_neg(&r.negative, &a, &curve->n);
    mod_mul(&r.product, &a, &b, &curve->n);
    mod_reduce(&r.reduced, &r.product, &curve->p);
    ct_end();
    ct_result(&r, sizeof r);
}

static void comparisons(const void *row)
{
    uint64_t mask[3];
    u256 a, b, chosen;
    uint8_t bytes[32];
    (void)row;
    ct_secret(bytes, sizeof bytes);
    secret_number(&b);
    memset(mask, 0, sizeof mask);
    memset(&chosen, 0, sizeof chosen);
    ct_begin();
    u256_from_be(&a, bytes);
    mask[0] = u256_less(&a, &b);
    mask[1] = u256_equal(&a, &b);
    mask[2] = u256_is_zero(&a);
    u256_select(&chosen, mask[0], &a, &b);
    u256_to_be(bytes, &chosen);
    ct_end();
    ct_result(mask, sizeof mask);
    ct_result(bytes, sizeof bytes);
}

static void inverse(const struct modinv_modulus *M)
{
    u256 a, r;
    secret_number(&a);
    memset(&r, 0, sizeof r);
    ct_begin();
    gmi_mod_inv(&r, &a, M);
    ct_end();
    ct_result(&r, sizeof r);
}

static void inverse_p(const void *row)
{
    (void)row;
    inverse(&curve->p_inv);
}

static void inverse_n(const void *row)
{
    (void)row;
    inverse(&curve->n_inv);
}

static void mul_base(const void *p)
{
    const struct ec_sm2_impl *row = p;
    struct ec_point r;
    u256 k;
    secret_number(&k);
    memset(&r, 0, sizeof r);
    ct_begin();
    row->mul_base(curve, &r, &k);
    ct_end();
    ct_result(&r, sizeof r);
}

static void mul(const void *p)
{
    const struct ec_sm2_impl *row = p;
    struct ec_point r;
    u256 k;
    secret_number(&k);
    memset(&r, 0, sizeof r);
    ct_begin();
    row->mul(curve, &r, &k, &curve->G);
    ct_end();
    ct_result(&r, sizeof r);
}

/* The point may be secret too: the key exchange multiplies one that an eavesdropper does not know. */
static void mul_secret_point(const void *p)
{
    const struct ec_sm2_impl *row = p;
    struct ec_point P, r;
    u256 k;
    secret_number(&k);
    gmi_ec_sm2_portable.mul_base(curve, &P, &k);
    ct_mark_secret(&P, sizeof P);
    secret_number(&k);
    memset(&r, 0, sizeof r);
    ct_begin();
    row->mul(curve, &r, &k, &P);
    ct_end();
    ct_result(&r, sizeof r);
}

static void mul_table_of(const struct ec_sm2_impl *row, unsigned width)
{
    static _Alignas(64) uint8_t table[200000];
    struct ec_point r;
    u256 k;
    if (row->table_bytes(width) == 0 || row->table_bytes(width) > sizeof table)
        return;
    row->prepare(curve, table, width, &curve->G);
    secret_number(&k);
    memset(&r, 0, sizeof r);
    ct_begin();
    row->mul_table(curve, &r, &k, table, width);
    ct_end();
    ct_result(&r, sizeof r);
}

static void mul_table_narrow(const void *row)
{
    mul_table_of(row, GMI_EC_WIDTH_MIN);
}

static void mul_table_wide(const void *row)
{
    mul_table_of(row, GMI_EC_WIDTH_MAX);
}

static void many(const struct ec_sm2_impl *row, size_t count, int base)
{
    struct ec_point r[GMI_EC_LANES], P[GMI_EC_LANES];
    u256 k[GMI_EC_LANES];
    if (base ? row->mul_base_many == NULL : row->mul_many == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        secret_number(k + i);
        P[i] = curve->G;
    }
    memset(r, 0, sizeof r);
    ct_begin();
    if (base)
        row->mul_base_many(curve, r, k, count);
    else
        row->mul_many(curve, r, k, P, count);
    ct_end();
    ct_result(r, count * sizeof *r);
}

static void mul_base_many(const void *row)
{
    many(row, GMI_EC_LANES, 1);
}

static void mul_many(const void *row)
{
    many(row, GMI_EC_LANES, 0);
}

static void mul_many_few(const void *row)
{
    many(row, 3, 0);
}

static void generic(const void *row)
{
    struct ec_point r;
    u256 k;
    (void)row;
    secret_number(&k);
    memset(&r, 0, sizeof r);
    ct_begin();
    gmi_ec_generic.mul(curve, &r, &k, &curve->G);
    ct_end();
    ct_result(&r, sizeof r);
}

const struct ct_case ct_bn_cases[] = {
    {"arithmetic", arithmetic}, {"comparisons", comparisons}, {"inverse-p", inverse_p},
    {"inverse-n", inverse_n},   {"generic-curve", generic},   {NULL, NULL},
};

const struct ct_case ct_ec_sm2_cases[] = {
    {"mul-base", mul_base},
    {"mul", mul},
    {"mul-secret-point", mul_secret_point},
    {"mul-table-narrow", mul_table_narrow},
    {"mul-table-wide", mul_table_wide},
    {"mul-base-many", mul_base_many},
    {"mul-many", mul_many},
    {"mul-many-few", mul_many_few},
    {NULL, NULL},
};
