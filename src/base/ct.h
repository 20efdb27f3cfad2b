/* Masks and selections whose time does not depend on the values. */
#ifndef GMI_BASE_CT_H
#define GMI_BASE_CT_H

#include <stddef.h>
#include <stdint.h>

/* Hide a value from the optimiser, so that it cannot turn a mask into a branch.
 * MemorySanitizer takes inline assembly for a use of x, and its result for public: not there. */
static inline uint64_t ct_barrier(uint64_t x)
{
#if defined(__GNUC__) && !defined(GM_CTIME_MSAN)
    __asm__("" : "+r"(x));
    return x;
#else
    volatile uint64_t v = x;
    return v;
#endif
}

/* All ones if x is not 0, else 0. */
static inline uint64_t ct_nonzero(uint64_t x)
{
    x = ct_barrier(x);
    return ct_barrier(0 - ((x | (0 - x)) >> 63));
}

/* All ones if a < b; both below 2^63. */
static inline uint64_t ct_less(uint64_t a, uint64_t b)
{
    return ct_barrier(0 - ((a - b) >> 63));
}

/* mask ? a : b; mask is all ones or 0. */
static inline uint64_t ct_select(uint64_t mask, uint64_t a, uint64_t b)
{
    return b ^ (mask & (a ^ b));
}

#endif
