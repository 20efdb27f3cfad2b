/* SM9's field by 32-bit products: for processors without a 64-bit multiplier. */
#ifndef GMI_EC_SM9_FE_PORTABLE_H
#define GMI_EC_SM9_FE_PORTABLE_H

#include "ec_sm9/fe_words.h"

/* t += a x over eight words; the ninth takes the carry, and what it cannot hold is returned. */
static inline uint32_t fe_row(uint32_t t[9], const uint32_t a[8], uint32_t x)
{
    uint64_t carry = 0;
    for (int j = 0; j < 8; j++) {
        carry += (uint64_t)a[j] * x + t[j];
        t[j] = (uint32_t)carry;
        carry >>= 32;
    }
    carry += t[8];
    t[8] = (uint32_t)carry;
    return (uint32_t)(carry >> 32);
}

static inline void fe_halves(uint32_t r[8], const fe *a)
{
    for (unsigned i = 0; i < 8; i++)
        r[i] = (uint32_t)(a->w[i / 2] >> (32 * (i % 2)));
}

/* A row of the product, then the multiple of q that clears its lowest word: the sum stays below 2 q 2^32. */
static void fe_mul(fe *r, const fe *a, const fe *b)
{
    uint32_t x[8], y[8], q[8], t[17] = {0};
    fe c;
    fe_halves(x, a);
    fe_halves(y, b);
    fe_halves(q, &fe_q.m);
    for (int i = 0; i < 8; i++) {
        t[i + 9] = fe_row(t + i, y, x[i]);
        t[i + 9] += fe_row(t + i, q, t[i] * (uint32_t)fe_q.m0inv);
    }
    for (int i = 0; i < 4; i++)
        c.w[i] = (uint64_t)t[9 + 2 * i] << 32 | t[8 + 2 * i];
    mont_reduce_once(r, &c, t[16], &fe_q.m);
}

static void fe_sqr(fe *r, const fe *a)
{
    fe_mul(r, a, a);
}

#endif
