/* Longer numbers modulo a number of 256 bits whose top bit is set. Constant time; the modulus is public. */
#ifndef GMI_BN_WIDE_H
#define GMI_BN_WIDE_H

#include <stddef.h>
#include <stdint.h>

#include "bn/u256.h"

/* r = the big-endian number of 32 + 8 more bytes mod m. wide belongs to m: gmi_bn_wide_constant(). */
void gmi_bn_wide(u256 *r, const uint8_t *in, size_t more, const u256 *m, uint64_t wide);

/* floor(2^128 / (t + 1)) - 2^64 for t, the top word of m. */
uint64_t gmi_bn_wide_constant(uint64_t t);

#endif
