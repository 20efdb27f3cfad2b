/* The field of SM2's curve, p = 2^256 - 2^224 - 2^96 + 2^64 - 1, by 32-bit products: for processors
 * without a 64-bit multiplier. Elements are canonical, below p, and in Montgomery's form, R = 2^256.
 * Since -1/p = 1 mod 2^32, the multiple of p that clears a word is that word times p: additions only. */
#ifndef GMI_EC_SM2_FE_PORTABLE_H
#define GMI_EC_SM2_FE_PORTABLE_H

#include "ec_sm2/fe_words.h"

/* r = t / R mod p for t < p R, in sixteen words of 32 bits, which are spoilt. */
static void fe_reduce(const struct ec_curve *c, fe *r, uint32_t t[16])
{
    u256 a;
    uint64_t over = 0; /* what the top of the window carries out */
    for (int i = 0; i < 8; i++) {
        /* t += m p 2^(32 i), m = t[i]: words i and i + 1 become 0 and stay, by the terms -1 and 0. */
        int64_t m = t[i], carry = 0;
        static const signed char factor[8] = {0, 0, 1, -1, 0, 0, 0, -1};
        for (int j = 1; j < 8; j++) {
            carry += (int64_t)t[i + j] + factor[j] * m;
            t[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        over += (uint64_t)(carry + (int64_t)t[i + 8] + m);
        t[i + 8] = (uint32_t)over;
        over >>= 32;
    }
    for (int i = 0; i < 4; i++)
        a.w[i] = (uint64_t)t[9 + 2 * i] << 32 | t[8 + 2 * i];
    mont_reduce_once(r, &a, over, &c->p.m);
}

static void fe_mul(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    uint32_t x[8], y[8], t[16] = {0};
    for (unsigned i = 0; i < 8; i++) {
        x[i] = (uint32_t)(a->w[i / 2] >> (32 * (i % 2)));
        y[i] = (uint32_t)(b->w[i / 2] >> (32 * (i % 2)));
    }
    for (int i = 0; i < 8; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < 8; j++) {
            carry += (uint64_t)x[i] * y[j] + t[i + j];
            t[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        t[i + 8] = (uint32_t)carry;
    }
    fe_reduce(c, r, t);
}

static inline void fe_sqr(const struct ec_curve *c, fe *r, const fe *a)
{
    fe_mul(c, r, a, a);
}

#endif
