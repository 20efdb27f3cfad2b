/* Numbers for the targets of SM2. */
#ifndef FUZZ_SM2_H
#define FUZZ_SM2_H

#include <string.h>

#include "fuzz.h"

#include "bn/u256.h"

/* A number below 2^248 that is not 0: up to 31 bytes off the front, and `tail` set in the last one. */
static inline void fuzz_number(struct fuzz_input *in, u256 *k, uint8_t tail)
{
    uint8_t bytes[32] = {0};
    struct fuzz_input part = fuzz_part(in, 31);
    if (part.size > 0)
        memcpy(bytes + 1, part.data, part.size);
    bytes[31] |= tail;
    u256_from_be(k, bytes);
}

#endif
