/* What field elements of four 64-bit words have in common: canonical, below q, and in Montgomery's form with R = 2^256.
 * A row adds fe_mul and fe_sqr. Constant time unless named _vartime; results may be the same objects as operands. */
#ifndef GMI_EC_SM9_FE_WORDS_H
#define GMI_EC_SM9_FE_WORDS_H

#include <string.h>

#include "ec_sm9/constants.h"

typedef u256 fe;

static const struct mont_modulus fe_q = {
#include "ec_sm9/tables/sm9_q.inc"
};

static inline void fe_add(fe *r, const fe *a, const fe *b)
{
    mod_add(r, a, b, &fe_q);
}

static inline void fe_sub(fe *r, const fe *a, const fe *b)
{
    mod_sub(r, a, b, &fe_q);
}

static inline void fe_neg(fe *r, const fe *a)
{
    mod_neg(r, a, &fe_q);
}

/* r = a / 2. */
static inline void fe_half(fe *r, const fe *a)
{
    u256 t;
    uint64_t odd = ct_barrier(0 - (a->w[0] & 1)), carry;
    u256_mask(&t, odd, &fe_q.m);
    carry = u256_add(&t, &t, a);
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        r->w[i] = t.w[i] >> 1 | (i < 3 ? t.w[i + 1] : carry) << 63;
}

/* r = mask ? a : b. */
static inline void fe_select(fe *r, uint64_t mask, const fe *a, const fe *b)
{
    u256_select(r, mask, a, b);
}

/* Mask: a = 0. */
static inline uint64_t fe_is_zero(const fe *a)
{
    return u256_is_zero(a);
}

static inline int fe_equal_vartime(const fe *a, const fe *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

#endif
