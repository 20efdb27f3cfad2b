/* Arithmetic modulo an odd number of 256 bits, with Montgomery's multiplication, R = 2^256.
 *
 * Operands are below the modulus unless said otherwise, and so are results. Constant time; the modulus
 * is public. A result may be the same object as any operand. */
#ifndef GMI_BN_MONT_H
#define GMI_BN_MONT_H

#include "bn/u256.h"

struct mont_modulus {
    u256 m;         /* odd, above 2^255                  */
    u256 r2;        /* R^2 mod m                         */
    u256 one;       /* R mod m                           */
    uint64_t m0inv; /* -1/m mod 2^64                     */
};

/* r = a - m if that is not negative, counting `carry` as bit 256 of a; else a. a < 2 m. */
static inline void mont_reduce_once(u256 *r, const u256 *a, uint64_t carry, const u256 *m)
{
    u256 t;
    uint64_t borrow = u256_sub(&t, a, m);
    u256_select(r, ct_barrier(0 - (borrow & (carry ^ 1))), a, &t);
}

/* r = a mod m for any a of 256 bits: m is above 2^255, so one subtraction is enough. */
static inline void mod_reduce(u256 *r, const u256 *a, const struct mont_modulus *M)
{
    mont_reduce_once(r, a, 0, &M->m);
}

static inline void mod_add(u256 *r, const u256 *a, const u256 *b, const struct mont_modulus *M)
{
    uint64_t carry = u256_add(r, a, b);
    mont_reduce_once(r, r, carry, &M->m);
}

static inline void mod_sub(u256 *r, const u256 *a, const u256 *b, const struct mont_modulus *M)
{
    u256 t;
    uint64_t mask = ct_barrier(0 - u256_sub(r, a, b));
    u256_mask(&t, mask, &M->m);
    (void)u256_add(r, r, &t);
}

static inline void mod_neg(u256 *r, const u256 *a, const struct mont_modulus *M)
{
    const u256 zero = {{0}};
    mod_sub(r, &zero, a, M);
}

/* t += a x. Returns the fifth word of the sum. */
static inline uint64_t mont_row(uint64_t t[4], const u256 *a, uint64_t x)
{
    uint64_t low[4], high[4], carry = 0, top = 0;
    WORD_UNROLL
    for (int j = 0; j < 4; j++)
        low[j] = word_mul(a->w[j], x, high + j);
    WORD_UNROLL
    for (int j = 0; j < 4; j++)
        t[j] = word_add(t[j], low[j], &carry);
    WORD_UNROLL
    for (int j = 0; j < 3; j++)
        t[j + 1] = word_add(t[j + 1], high[j], &top);
    return high[3] + carry + top;
}

/* r = a b / R mod m. One of a and b may be any number of 256 bits: the sum below stays under
 * (a b + R m) / R < 2 m. */
static inline void mont_mul(u256 *r, const u256 *a, const u256 *b, const struct mont_modulus *M)
{
    uint64_t t[4] = {0}, top = 0;
    WORD_UNROLL
    for (int i = 0; i < 4; i++) {
        uint64_t above = mont_row(t, b, a->w[i]), carry = 0;
        uint64_t over = mont_row(t, &M->m, t[0] * M->m0inv);
        t[0] = t[1], t[1] = t[2], t[2] = t[3];
        t[3] = word_add(over, above, &carry);
        over = 0;
        t[3] = word_add(t[3], top, &over);
        top = carry + over;
    }
    *r = (u256){{t[0], t[1], t[2], t[3]}};
    mont_reduce_once(r, r, top, &M->m);
}

/* Into Montgomery's form, a R mod m, and out of it. */
static inline void mont_from(u256 *r, const u256 *a, const struct mont_modulus *M)
{
    mont_mul(r, a, &M->r2, M);
}

static inline void mont_to(u256 *r, const u256 *a, const struct mont_modulus *M)
{
    const u256 one = {{1}};
    mont_mul(r, a, &one, M);
}

/* r = a b mod m, plain numbers. */
static inline void mod_mul(u256 *r, const u256 *a, const u256 *b, const struct mont_modulus *M)
{
    u256 t;
    mont_from(&t, a, M);
    mont_mul(r, &t, b, M);
}

#endif
