/* Arithmetic on 64-bit words: carries and double-width products, with or without a 128-bit type. */
#ifndef GMI_BN_WORD_H
#define GMI_BN_WORD_H

#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(GM_PORTABLE_ONLY) && !defined(GM_CTIME_MSAN)
#include "base/x86.h"
#define WORD_CARRY_FLAG 1 /* compilers do not find the flag behind plain C */
#else
#define WORD_CARRY_FLAG 0
#endif

/* Before a loop over the words of a number: gcc at -O2 leaves them in memory otherwise. */
#if defined(__GNUC__)
#define WORD_UNROLL _Pragma("GCC unroll 8")
#else
#define WORD_UNROLL
#endif

#if WORD_CARRY_FLAG

/* a + b + carry; the new carry (0 or 1) goes to *carry. */
static inline uint64_t word_add(uint64_t a, uint64_t b, uint64_t *carry)
{
    unsigned long long r;
    *carry = _addcarry_u64((unsigned char)*carry, a, b, &r);
    return r;
}

/* a - b - borrow; the new borrow (0 or 1) goes to *borrow. */
static inline uint64_t word_sub(uint64_t a, uint64_t b, uint64_t *borrow)
{
    unsigned long long r;
    *borrow = _subborrow_u64((unsigned char)*borrow, a, b, &r);
    return r;
}

#elif defined(__SIZEOF_INT128__)

static inline uint64_t word_add(uint64_t a, uint64_t b, uint64_t *carry)
{
    __extension__ unsigned __int128 s = (unsigned __int128)a + b + *carry;
    *carry = (uint64_t)(s >> 64);
    return (uint64_t)s;
}

static inline uint64_t word_sub(uint64_t a, uint64_t b, uint64_t *borrow)
{
    __extension__ unsigned __int128 s = (unsigned __int128)a - b - *borrow;
    *borrow = (uint64_t)(s >> 64) & 1;
    return (uint64_t)s;
}

#else

static inline uint64_t word_add(uint64_t a, uint64_t b, uint64_t *carry)
{
    uint64_t s = a + b, r = s + *carry;
    *carry = ((a & b) | ((a | b) & ~r)) >> 63;
    return r;
}

static inline uint64_t word_sub(uint64_t a, uint64_t b, uint64_t *borrow)
{
    uint64_t r = a - b - *borrow;
    *borrow = ((~a & b) | ((~a | b) & r)) >> 63;
    return r;
}

#endif

/* The low word of a b + c + d; the high word goes to *high. It always fits. */
static inline uint64_t word_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
#if defined(__SIZEOF_INT128__)
    __extension__ unsigned __int128 s = (unsigned __int128)a * b + c + d;
    *high = (uint64_t)(s >> 64);
    return (uint64_t)s;
#else
    const uint64_t low = UINT32_MAX;
    uint64_t a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
    uint64_t t = a0 * b0 + (c & low) + (d & low);
    uint64_t u = a1 * b0 + (c >> 32) + (t >> 32);
    uint64_t v = a0 * b1 + (d >> 32) + (u & low);
    *high = a1 * b1 + (u >> 32) + (v >> 32);
    return v << 32 | (t & low);
#endif
}

/* The same of a b alone. */
static inline uint64_t word_mul(uint64_t a, uint64_t b, uint64_t *high)
{
    return word_mul_add(a, b, 0, 0, high);
}

#endif
