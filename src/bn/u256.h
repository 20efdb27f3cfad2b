/* 256-bit numbers: four 64-bit words, lowest first. The form in which numbers cross every seam.
 *
 * Constant time unless named _vartime. A result may be the same object as any operand. A mask is all
 * ones or 0, and may be secret. */
#ifndef GMI_BN_U256_H
#define GMI_BN_U256_H

#include <stdint.h>

typedef struct u256 {
    uint64_t w[4];
} u256;

#endif
