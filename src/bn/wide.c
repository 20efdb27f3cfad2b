/* Longer numbers modulo a number of 256 bits, a word at a time. */
#include "bn/wide.h"

#include "base/check.h"

/* From the number top * 2^256 + r subtract 2^shift m if it is not less; returns the new top word. */
static uint64_t subtract_multiple(u256 *r, uint64_t top, const u256 *m, unsigned shift)
{
    u256 part, t;
    uint64_t borrow, high = shift == 0 ? 0 : m->w[3] >> (64 - shift), rest;
    for (int i = 3; i > 0; i--)
        part.w[i] = shift == 0 ? m->w[i] : m->w[i] << shift | m->w[i - 1] >> (64 - shift);
    part.w[0] = m->w[0] << shift;
    borrow = u256_sub(&t, r, &part);
    rest = word_sub(top, high, &borrow);
    uint64_t less = ct_barrier(0 - borrow);
    u256_select(r, less, r, &t);
    return ct_select(less, top, rest);
}

/* r = (r 2^64 + low) mod m for r < m. With t the top word of m, q = r's top word times (2^64 + wide) / 2^64 estimates
 * the quotient from below: it leaves out the second word of r (an error below 2, as t >= 2^63), divides by t + 1 in
 * place of what m begins with (below 2) and rounds down twice (below 2). So the remainder is below 7 m, and the steps
 * 4, 2, 1 end it. A t that is 1 more than m's top word does as well: then m begins with t - 1 and words of ones. */
static void shift_in(u256 *r, uint64_t low, const u256 *m, uint64_t wide)
{
    uint64_t q, carry = 0, borrow = 0, top = r->w[3];
    u256 product;
    (void)word_mul_add(r->w[3], wide, 0, 0, &q);
    q += r->w[3];
    for (int i = 0; i < 4; i++)
        product.w[i] = word_mul_add(q, m->w[i], 0, carry, &carry);
    r->w[3] = r->w[2];
    r->w[2] = r->w[1];
    r->w[1] = r->w[0];
    r->w[0] = low;
    borrow = u256_sub(r, r, &product);
    top = word_sub(top, carry, &borrow);
    GM_ASSERT(borrow == 0);
    top = subtract_multiple(r, top, m, 2);
    top = subtract_multiple(r, top, m, 1);
    top = subtract_multiple(r, top, m, 0);
    GM_ASSERT(top == 0);
    (void)top;
}

void gmi_bn_wide(u256 *r, const uint8_t *in, size_t more, const u256 *m, uint64_t wide)
{
    u256_from_be(r, in);
    (void)subtract_multiple(r, 0, m, 0);
    for (size_t i = 0; i < more; i++)
        shift_in(r, load64be(in + 32 + 8 * i), m, wide);
}

uint64_t gmi_bn_wide_constant(uint64_t t)
{
    /* Long division of 2^64 - d, below d, shifted by 64, for d = t + 1 in (2^63, 2^64]. */
    uint64_t d = t + 1, rest = 0 - d, q = 0;
    if (d == 0)
        return 0;
    for (int i = 0; i < 64; i++) {
        uint64_t carry = rest >> 63;
        rest <<= 1;
        q <<= 1;
        if (carry != 0 || rest >= d) {
            rest -= d;
            q |= 1;
        }
    }
    return q;
}
