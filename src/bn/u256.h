/* 256-bit numbers: four 64-bit words, lowest first. The form in which numbers cross every seam.
 *
 * Constant time unless named _vartime. A result may be the same object as any operand. A mask is all
 * ones or 0, and may be secret. */
#ifndef GMI_BN_U256_H
#define GMI_BN_U256_H

#include <stdint.h>

#include "base/bytes.h"
#include "base/ct.h"
#include "base/target.h"
#include "bn/word.h"

typedef struct u256 {
    uint64_t w[4];
} u256;

/* From and to 32 bytes, highest first. */
static inline void u256_from_be(u256 *r, const uint8_t in[32])
{
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        r->w[i] = load64be(in + 24 - 8 * i);
}

static inline void u256_to_be(uint8_t out[32], const u256 *a)
{
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        store64be(out + 24 - 8 * i, a->w[i]);
}

/* r = a + b mod 2^256. Returns the carry, 0 or 1. */
static inline uint64_t u256_add(u256 *r, const u256 *a, const u256 *b)
{
    uint64_t carry = 0;
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        r->w[i] = word_add(a->w[i], b->w[i], &carry);
    return carry;
}

/* r = a - b mod 2^256. Returns the borrow, 0 or 1. */
static inline uint64_t u256_sub(u256 *r, const u256 *a, const u256 *b)
{
    uint64_t borrow = 0;
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        r->w[i] = word_sub(a->w[i], b->w[i], &borrow);
    return borrow;
}

/* r = mask ? a : b. Word by word: wide loads right behind narrow stores wait, and compilers like them. */
static inline void u256_select(u256 *r, uint64_t mask, const u256 *a, const u256 *b)
{
    WORD_UNROLL
    for (int i = 0; i < 4; i++) {
        uint64_t x = ct_select(mask, a->w[i], b->w[i]);
        GMI_PIN("r", x);
        r->w[i] = x;
    }
}

/* r = mask ? a : 0. */
static inline void u256_mask(u256 *r, uint64_t mask, const u256 *a)
{
    WORD_UNROLL
    for (int i = 0; i < 4; i++) {
        uint64_t x = a->w[i] & mask;
        GMI_PIN("r", x);
        r->w[i] = x;
    }
}

/* Masks: a < b, a = 0, a = b. */
static inline uint64_t u256_less(const u256 *a, const u256 *b)
{
    uint64_t borrow = 0;
    WORD_UNROLL
    for (int i = 0; i < 4; i++)
        (void)word_sub(a->w[i], b->w[i], &borrow);
    return ct_barrier(0 - borrow);
}

static inline uint64_t u256_is_zero(const u256 *a)
{
    return ~ct_nonzero(a->w[0] | a->w[1] | a->w[2] | a->w[3]);
}

static inline uint64_t u256_equal(const u256 *a, const u256 *b)
{
    return ~ct_nonzero((a->w[0] ^ b->w[0]) | (a->w[1] ^ b->w[1]) | (a->w[2] ^ b->w[2]) | (a->w[3] ^ b->w[3]));
}

/* `count` bits of a from bit `from` on; 0 < count < 64, bits past the end are 0. Both are public. */
static inline uint64_t u256_bits(const u256 *a, unsigned from, unsigned count)
{
    unsigned i = from / 64, s = from % 64;
    uint64_t x = i < 4 ? a->w[i] >> s : 0;
    if (s + count > 64 && i + 1 < 4)
        x |= a->w[i + 1] << (64 - s);
    return x & ((UINT64_C(1) << count) - 1);
}

#endif
