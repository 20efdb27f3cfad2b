/* The field of SM2's curve by 64-bit products, for compilers with a 128-bit type.
 *
 * The product of eight words is made first. -1/p = 1 mod 2^64, so the multiple of p that clears a word m is m p, and
 * m p = m (2^256 - 2^224 - 2^96 + 2^64 - 1) takes shifts and sums only. */
#ifndef GMI_EC_SM2_FE_PORTABLE64_H
#define GMI_EC_SM2_FE_PORTABLE64_H

#include "ec_sm2/fe_words.h"

/* r = t / R mod p, below p, for t < p R. */
GMI_INLINE void fe_reduce(const struct ec_curve *c, fe *r, const uint64_t t[8])
{
    uint64_t w0 = t[0], w1 = t[1], w2 = t[2], w3 = t[3], carry = 0;
    WORD_UNROLL
    for (int i = 0; i < 4; i++) { /* (w0 + 2^64 w1 + …  + w0 p) / 2^64, below 2^256 */
        uint64_t m = w0, low, high, borrow = 0;
        low = word_sub(m << 32, m, &borrow);
        high = (m >> 32) - borrow;
        borrow = 0;
        w0 = word_sub(w1, low, &borrow);
        w1 = word_sub(w2, high, &borrow);
        w2 = word_sub(w3, m << 32, &borrow);
        w3 = m - (m >> 32) - borrow;
    }
    r->w[0] = word_add(w0, t[4], &carry);
    r->w[1] = word_add(w1, t[5], &carry);
    r->w[2] = word_add(w2, t[6], &carry);
    r->w[3] = word_add(w3, t[7], &carry);
    mont_reduce_once(r, r, carry, &c->p.m);
}

static void fe_mul(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    uint64_t t[8] = {0};
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        t[i + 4] = mont_row(t + i, b, a->w[i]);
    fe_reduce(c, r, t);
}

/* The products of different words are made once and doubled. */
static void fe_sqr(const struct ec_curve *c, fe *r, const fe *a)
{
    const uint64_t *w = a->w;
    uint64_t t[8], low, high, carry = 0;
    t[1] = word_mul(w[0], w[1], t + 2);
    low = word_mul(w[0], w[2], t + 3);
    t[2] = word_add(t[2], low, &carry);
    low = word_mul(w[0], w[3], t + 4);
    t[3] = word_add(t[3], low, &carry);
    t[4] += carry;
    low = word_mul(w[1], w[2], &high);
    carry = 0;
    t[3] = word_add(t[3], low, &carry);
    t[4] = word_add(t[4], high, &carry);
    t[5] = carry;
    low = word_mul(w[1], w[3], &high);
    carry = 0;
    t[4] = word_add(t[4], low, &carry);
    t[5] += high + carry;
    low = word_mul(w[2], w[3], t + 6);
    carry = 0;
    t[5] = word_add(t[5], low, &carry);
    t[6] += carry;
    t[7] = t[6] >> 63;
    WORD_UNROLL
    for (int i = 6; i > 1; i--)
        t[i] = t[i] << 1 | t[i - 1] >> 63;
    t[1] <<= 1;
    t[0] = 0;
    carry = 0;
    WORD_UNROLL
    for (int i = 0; i < 4; i++) {
        low = word_mul(w[i], w[i], &high);
        t[2 * i] = word_add(t[2 * i], low, &carry);
        t[2 * i + 1] = word_add(t[2 * i + 1], high, &carry);
    }
    fe_reduce(c, r, t);
}

#endif
