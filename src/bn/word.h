/* Arithmetic on 64-bit words: carries and double-width products, with or without a 128-bit type. */
#ifndef GMI_BN_WORD_H
#define GMI_BN_WORD_H

#include <stdint.h>

#if defined(__SIZEOF_INT128__)

__extension__ typedef unsigned __int128 word_wide;

/* a + b + carry; the new carry (0 or 1) goes to *carry. */
static inline uint64_t word_add(uint64_t a, uint64_t b, uint64_t *carry)
{
    word_wide s = (word_wide)a + b + *carry;
    *carry = (uint64_t)(s >> 64);
    return (uint64_t)s;
}

/* a - b - borrow; the new borrow (0 or 1) goes to *borrow. */
static inline uint64_t word_sub(uint64_t a, uint64_t b, uint64_t *borrow)
{
    word_wide s = (word_wide)a - b - *borrow;
    *borrow = (uint64_t)(s >> 64) & 1;
    return (uint64_t)s;
}

/* The low word of a * b + c + d; the high word goes to *high. It always fits. */
static inline uint64_t word_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
    word_wide s = (word_wide)a * b + c + d;
    *high = (uint64_t)(s >> 64);
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

static inline uint64_t word_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
    const uint64_t low = UINT32_MAX;
    uint64_t a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
    uint64_t t = a0 * b0 + (c & low) + (d & low);
    uint64_t u = a1 * b0 + (c >> 32) + (t >> 32);
    uint64_t v = a0 * b1 + (d >> 32) + (u & low);
    *high = a1 * b1 + (u >> 32) + (v >> 32);
    return v << 32 | (t & low);
}

#endif

#endif
