/* Eight numbers, one in each lane, under the names by which the bodies of the tower (fp2_impl.h, fp12_impl.h,
 * final_impl.h) call a field: from tidy operands to tidy results. EIGHT_NAMES at the end of eight_tower.h. Included
 * after fe.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_EIGHT_FE_H
#define GMI_EC_SM9_AVX512IFMA_EIGHT_FE_H

#include "ec_sm9/avx512ifma/inverse.h"

typedef fe_t fe;

/* Tidy, from limbs of less than 2^61 and a value of any sign, at least -4 * 2^256 + 2^219 and below 4 * 2^256 - 2^219:
 * less the multiple of q next below 2^256 e - 2^219, where e is value >> 256 up to the part of lower limbs. */
FE_INLINE fe_t fe_settle(fe_t a)
{
    const vec e = _mm512_srai_epi64(a.l[4], 48);
    GM_ASSERT(fe_is_loose(a));
    GM_ASSERT(fe_below((fe_t){{V_SET1(0), V_SET1(0), V_SET1(0), V_SET1(0), V_ADD(e, V_SET1(4))}}, 8));
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = V_SUB(a.l[i], _mm512_permutexvar_epi64(e, V_LOAD(fe_nearest[i])));
    a = fe_carry(a);
    GM_ASSERT(fe_is_tidy(a));
    return a;
}

static inline void eight_add(fe *r, const fe *a, const fe *b)
{
    *r = fe_settle(fe_add(*a, *b));
}

static inline void eight_sub(fe *r, const fe *a, const fe *b)
{
    *r = fe_settle(fe_sub(*a, *b));
}

static inline void eight_neg(fe *r, const fe *a)
{
    *r = fe_settle(fe_sub(fe_zero(), *a));
}

static inline void eight_double(fe *r, const fe *a)
{
    *r = fe_settle(fe_add(*a, *a));
}

/* The result is below 2.01 q: there is nothing to take away. */
static GMI_NOINLINE void eight_mul(fe *r, const fe *a, const fe *b)
{
    GM_ASSERT(fe_is_tidy(*a) && fe_is_tidy(*b));
    *r = fe_carry(fe_mul(*a, *b));
    GM_ASSERT(fe_is_tidy(*r));
}

static inline void eight_sqr(fe *r, const fe *a)
{
    eight_mul(r, a, a);
}

static inline void eight_set_one(fe *r)
{
    *r = fe_one();
}

static inline void eight_inv(fe *r, const fe *a)
{
    *r = fe_inverse(*a);
}

/* The constants of all powers of w stand in a table. */
static inline void eight_mul_frobenius(fe *r, unsigned n, unsigned k)
{
    const uint64_t(*const table)[16] = n == 1 ? gt_frobenius1 : n == 2 ? gt_frobenius2 : gt_frobenius3;
    fe_t c;
    FE_UNROLL for (int i = 0; i < 5; i++) c.l[i] = V_SET1(table[i][k]);
    eight_mul(r, r, &c);
}

#endif
