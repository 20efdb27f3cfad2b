/* The field of SM2's curve by nine limbs of 29 bits: for machines that multiply 32-bit numbers into 64 bits and have
 * no carry, as WebAssembly. Elements are kept as other rows keep them; a product splits its operands, adds up columns
 * of partial products, which 64 bits hold without a carry, and reduces each column as it comes. */
#ifndef GMI_EC_SM2_FE_PORTABLE29_H
#define GMI_EC_SM2_FE_PORTABLE29_H

#include "ec_sm2/fe_words.h"

#define LIMBS 9
#define LIMB 29
#define LIMB_MASK ((INT64_C(1) << LIMB) - 1)

#if defined(__GNUC__)
#define LIMB_UNROLL _Pragma("GCC unroll 17")
#else
#define LIMB_UNROLL
#endif

GMI_INLINE void fe_split(int64_t l[LIMBS], const fe *a)
{
    const uint64_t *w = a->w;
    l[0] = (int64_t)w[0] & LIMB_MASK;
    l[1] = (int64_t)(w[0] >> 29) & LIMB_MASK;
    l[2] = (int64_t)(w[0] >> 58 | w[1] << 6) & LIMB_MASK;
    l[3] = (int64_t)(w[1] >> 23) & LIMB_MASK;
    l[4] = (int64_t)(w[1] >> 52 | w[2] << 12) & LIMB_MASK;
    l[5] = (int64_t)(w[2] >> 17) & LIMB_MASK;
    l[6] = (int64_t)(w[2] >> 46 | w[3] << 18) & LIMB_MASK;
    l[7] = (int64_t)(w[3] >> 11) & LIMB_MASK;
    l[8] = (int64_t)(w[3] >> 40);
}

/* Add the multiple of p that clears the limb t[0]. -1/p = 1 mod 2^64, so the multiplier m is that limb itself, and
 * m p = m (2^256 - 2^224 - 2^96 + 2^64 - 1). */
GMI_INLINE void fe_clear(int64_t *t)
{
    int64_t m = t[0] & LIMB_MASK;
    t[1] += t[0] >> LIMB;
    t[2] += m << 6;
    t[3] -= m << 9;
    t[7] -= m << 21;
    t[8] += m << 24;
}

/* r = t / 2^24 mod p, below p, after eight steps: the ninth clears 24 bits. What is above them is in [0, 2 p). */
GMI_INLINE void fe_finish(const struct ec_curve *c, fe *r, int64_t t[LIMBS])
{
    int64_t m = t[0] & 0xffffff, low = t[0] >> 24 & 31; /* bits 256 to 260 of the whole */
    u256 a;
    t[1] += t[0] >> LIMB;
    t[2] += m << 6;
    t[3] -= m << 9;
    t[7] -= m << 21;
    t[8] += m << 24;
    LIMB_UNROLL
    for (int j = 1; j < LIMBS - 1; j++) {
        t[j + 1] += t[j] >> LIMB;
        t[j] &= LIMB_MASK;
    }
    a.w[0] = (uint64_t)low | (uint64_t)t[1] << 5 | (uint64_t)t[2] << 34 | (uint64_t)t[3] << 63;
    a.w[1] = (uint64_t)t[3] >> 1 | (uint64_t)t[4] << 28 | (uint64_t)t[5] << 57;
    a.w[2] = (uint64_t)t[5] >> 7 | (uint64_t)t[6] << 22 | (uint64_t)t[7] << 51;
    a.w[3] = (uint64_t)t[7] >> 13 | (uint64_t)t[8] << 16;
    mont_reduce_once(r, &a, (uint64_t)t[8] >> 48, &c->p.m);
}

static void fe_mul(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    int64_t x[LIMBS], y[LIMBS], t[2 * LIMBS - 1] = {0};
    fe_split(x, a);
    fe_split(y, b);
    LIMB_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        LIMB_UNROLL
        for (int j = 0; j < LIMBS; j++)
            t[i + j] += x[i] * y[j];
        if (i < LIMBS - 1)
            fe_clear(t + i);
    }
    fe_finish(c, r, t + LIMBS - 1);
}

/* Products of different limbs are taken once and doubled. */
static void fe_sqr(const struct ec_curve *c, fe *r, const fe *a)
{
    int64_t x[LIMBS], t[2 * LIMBS - 1] = {0};
    fe_split(x, a);
    LIMB_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        int64_t twice = 2 * x[i];
        t[2 * i] += x[i] * x[i];
        LIMB_UNROLL
        for (int j = i + 1; j < LIMBS; j++)
            t[i + j] += twice * x[j];
    }
    LIMB_UNROLL
    for (int i = 0; i < LIMBS - 1; i++)
        fe_clear(t + i);
    fe_finish(c, r, t + LIMBS - 1);
}

#endif
