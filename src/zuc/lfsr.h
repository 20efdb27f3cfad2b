/* The register of ZUC (GM/T 0001.1-2012, 6.2): 31-bit cells modulo p = 2^31 - 1, and the words F takes from it. */
#ifndef GMI_ZUC_LFSR_H
#define GMI_ZUC_LFSR_H

#include <stdint.h>

#include "base/target.h"

#define ZUC_P 0x7fffffffu

/* 2^15 s15 + 2^17 s13 + 2^21 s10 + 2^20 s4 + (1 + 2^8) s0, not reduced: below 2^54. */
GMI_INLINE uint64_t zuc_feedback(const uint32_t *s)
{
    return ((uint64_t)s[15] << 15) + ((uint64_t)s[13] << 17) + ((uint64_t)s[10] << 21) + ((uint64_t)s[4] << 20) +
           ((uint64_t)s[0] << 8) + s[0];
}

/* v modulo p, as a cell holds it. 2^31 = 1, so the high bits are added to the low ones: once gives at most
 * 2^31 - 1 + 2^23, twice at most 2^31 - 1; and what is not 0 does not become 0: p stays p. v > 0, below 2^54. */
GMI_INLINE uint32_t zuc_fold(uint64_t v)
{
    v = (v & ZUC_P) + (v >> 31);
    return (uint32_t)((v & ZUC_P) + (v >> 31));
}

/* Bit reorganisation; s is s0 at the time. */
GMI_INLINE uint32_t zuc_x0(const uint32_t *s)
{
    return (s[15] & 0x7fff8000u) << 1 | (s[14] & 0xffffu);
}
GMI_INLINE uint32_t zuc_x1(const uint32_t *s)
{
    return s[11] << 16 | s[9] >> 15;
}
GMI_INLINE uint32_t zuc_x2(const uint32_t *s)
{
    return s[7] << 16 | s[5] >> 15;
}
GMI_INLINE uint32_t zuc_x3(const uint32_t *s)
{
    return s[2] << 16 | s[0] >> 15;
}

#endif
