/* The two ways in which a point lies across lanes, and the formulas over them. Included after fe.h.
 *
 * G2: four slots of two lanes, elements of F_q2, constants in even lanes and coefficients of u in odd ones: one point.
 * G1: four lanes of each half: two points at once. */
#ifndef GMI_EC_SM9_AVX512IFMA_UNITS_H
#define GMI_EC_SM9_AVX512IFMA_UNITS_H

#include "ec_sm9/avx512ifma/fe.h"

#define FE_SELECT(a, b, c, d) ((a) | (b) << 2 | (c) << 4 | (d) << 6)
#define FE_EACH(x, operation, imm)                                                                                   \
    ((fe_t){{operation((x).l[0], imm), operation((x).l[1], imm), operation((x).l[2], imm), operation((x).l[3], imm), \
             operation((x).l[4], imm)}})
#define FE_SHUFFLE_SLOTS(x, imm) _mm512_shuffle_i64x2(x, x, imm)

enum { EVEN = 0x55, ODD = 0xaa };

#define FE_SHUFFLE(name, expression)          \
    GMI_INLINE fe_t fe_##name(fe_t a)         \
    {                                         \
        FE_UNROLL for (int i = 0; i < 5; i++) \
        {                                     \
            vec x = a.l[i];                   \
            a.l[i] = expression;              \
        }                                     \
        return a;                             \
    }
/* {x1, x0, x3, x2, …}, {x0, x0, x2, x2, …}, {x1, x1, x3, x3, …}, {x4, x5, x6, x7, x0, …}. */
FE_SHUFFLE(swap, _mm512_shuffle_epi32(x, 0x4e))
FE_SHUFFLE(evens, _mm512_unpacklo_epi64(x, x))
FE_SHUFFLE(odds, _mm512_unpackhi_epi64(x, x))
FE_SHUFFLE(halves, _mm512_shuffle_i64x2(x, x, 0x4e))

/* n x for n = 1, 2, 3. */
GMI_INLINE fe_t fe_times(fe_t x, int n)
{
    fe_t r = n > 1 ? fe_add(x, x) : x;
    return n > 2 ? fe_add(r, x) : r;
}

/* ---- F_q2 in slots ---- */

/* c += a b: a0 b + a1 (u b). */
GMI_INLINE void g2_acc_mul(acc_t *c, fe_t a, fe_t b)
{
    fe_t s = fe_swap(b), ub = fe_carry(fe_sub_in(s, EVEN, fe_lanes(bias_all5), fe_add(s, s)));
    GM_ASSERT(fe_is_tidy(a) && fe_is_tidy(b));
    acc_add(c, fe_evens(a), b);
    acc_add(c, fe_odds(a), ub);
}

/* a b, loose, below 2.9 q. */
FE_INLINE fe_t f2_mul(fe_t a, fe_t b)
{
    acc_t c;
    acc_clear(&c);
    g2_acc_mul(&c, a, b);
    return acc_reduce(&c);
}

/* s + n u x, s - n u x in the slots of the mask; u x = -2 x1 + x0 u. */
GMI_INLINE fe_t g2_plus(fe_t s, __mmask8 mask, fe_t x, int n)
{
    fe_t t = fe_times(fe_swap(x), n);
    s = fe_sub_in(s, mask & EVEN, s, fe_add(t, t));
    return fe_add_in(s, mask & ODD, s, t);
}

GMI_INLINE fe_t g2_minus(fe_t s, __mmask8 mask, fe_t x, int n)
{
    fe_t t = fe_times(fe_swap(x), n);
    s = fe_add_in(s, mask & EVEN, s, fe_add(t, t));
    return fe_sub_in(s, mask & ODD, s, t);
}

GMI_INLINE vec g2_by(int a, int b, int c, int d)
{
    return _mm512_setr_epi64(a, a, b, b, c, c, d, d);
}

#define GE(name) g2_##name
#define UNITS(x, a, b, c, d) FE_EACH(x, FE_SHUFFLE_SLOTS, FE_SELECT(a, b, c, d))
#define U0 0x03
#define U1 0x0c
#define U2 0x30
#define U3 0xc0
#include "ec_sm9/avx512ifma/ge_impl.h"
#define fe_slots(x, a, b, c, d) UNITS_OF_SLOTS(x, FE_SELECT(a, b, c, d))
#define UNITS_OF_SLOTS(x, imm) FE_EACH(x, FE_SHUFFLE_SLOTS, imm)
enum { S0 = U0, S1 = U1, S2 = U2, S3 = U3 };
#undef GE
#undef UNITS
#undef U0
#undef U1
#undef U2
#undef U3

/* ---- F_q in the lanes of each half ---- */

GMI_INLINE void g1_acc_mul(acc_t *c, fe_t a, fe_t b)
{
    GM_ASSERT(fe_is_tidy(a) && fe_is_tidy(b));
    acc_add(c, a, b);
}

GMI_INLINE fe_t g1_plus(fe_t s, __mmask8 mask, fe_t x, int n)
{
    return fe_add_in(s, mask, s, fe_times(x, n));
}

GMI_INLINE fe_t g1_minus(fe_t s, __mmask8 mask, fe_t x, int n)
{
    return fe_sub_in(s, mask, s, fe_times(x, n));
}

GMI_INLINE vec g1_by(int a, int b, int c, int d)
{
    return _mm512_setr_epi64(a, b, c, d, a, b, c, d);
}

#define GE(name) g1_##name
#define UNITS(x, a, b, c, d) FE_EACH(x, _mm512_permutex_epi64, FE_SELECT(a, b, c, d))
#define U0 0x11
#define U1 0x22
#define U2 0x44
#define U3 0x88
#include "ec_sm9/avx512ifma/ge_impl.h"
#define fe_quads(x, a, b, c, d) UNITS_OF_QUADS(x, FE_SELECT(a, b, c, d))
#define UNITS_OF_QUADS(x, imm) FE_EACH(x, _mm512_permutex_epi64, imm)
#undef GE
#undef UNITS
#undef U0
#undef U1
#undef U2
#undef U3

#endif
