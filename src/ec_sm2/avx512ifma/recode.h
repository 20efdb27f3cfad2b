/* Scalars as signed digits.
 *
 * Secret ones: for odd k below n, digit i of four bits is ((k >> 4 i) mod 32 |
 * 1) - 16, the last one, i = 63, (k >> 252) | 1: all odd, none 0, sum d[i] 16^i
 * = k. An even k is replaced by n - k. As a place in a table of odd multiples a
 * digit is (|d| - 1) / 2. */
#ifndef GMI_EC_SM2_AVX512IFMA_RECODE_H
#define GMI_EC_SM2_AVX512IFMA_RECODE_H

#include "base/x86.h"
#include "ec_sm2/curve.h"

#define DIGITS 64

/* r odd, with the same multiple up to the sign; the mask returned is -1 where
 * it changed. */
static uint64_t make_odd(u256 *r, const u256 *k)
{
    u256 t;
    uint64_t even = ct_barrier((k->w[0] & 1) - 1);
    (void)u256_sub(&t, &gmi_ec_sm2_curve.n.m, k);
    u256_select(r, even, &t, k);
    gm_wipe(&t, sizeof t);
    return even;
}

/* Five bits x of a scalar to a digit: its place, and all ones where it is
 * negative. */
GMI_INLINE __m512i digit_place(__m512i x, __m512i *negative)
{
    const __m512i one = _mm512_set1_epi64(1);
    x = _mm512_or_si512(_mm512_and_si512(x, _mm512_set1_epi64(31)), one);
    *negative = _mm512_sub_epi64(_mm512_srli_epi64(x, 4), one);
    return _mm512_srli_epi64(_mm512_and_si512(_mm512_xor_si512(x, *negative), _mm512_set1_epi64(15)), 1);
}

/* Lane j: the bits of odd k from 32 j on, 33 of them; with bit 256 set, the
 * last digit needs no rule of its own. */
GMI_INLINE __m512i scalar_lanes(const u256 *k)
{
    const uint64_t *w = k->w;
    const uint64_t low = UINT32_MAX, next = UINT64_C(1) << 32;
    return _mm512_setr_epi64((long long)(w[0] & (low | next)), (long long)(w[0] >> 32 | (w[1] << 32 & next)),
                             (long long)(w[1] & (low | next)), (long long)(w[1] >> 32 | (w[2] << 32 & next)),
                             (long long)(w[2] & (low | next)), (long long)(w[2] >> 32 | (w[3] << 32 & next)),
                             (long long)(w[3] & (low | next)), (long long)(w[3] >> 32 | next));
}

/* Public k in digits of {0, ±1, ±3, … ±15}, each followed by at least four
 * zeros; returns how many there are. */
static int wnaf_vartime(int8_t d[257], const u256 *k)
{
    unsigned carry = 0;
    int n = 0;
    memset(d, 0, 257);
    for (unsigned i = 0; i < 257;) {
        unsigned x = (unsigned)u256_bits(k, i, 5);
        if ((x & 1) == carry) {
            i++;
            continue;
        }
        x += carry;
        carry = x > 16;
        d[i] = (int8_t)((int)x - (carry ? 32 : 0));
        n = (int)i + 1;
        i += 5;
    }
    return n;
}

#endif
