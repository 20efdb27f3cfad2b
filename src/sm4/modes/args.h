/* Checks of arguments, and byte strings shorter than a block, for the modes. */
#ifndef GMI_SM4_MODES_ARGS_H
#define GMI_SM4_MODES_ARGS_H

#include "base/bytes.h"

/* The same for modes of whole blocks. */
static inline int blocks_ok(const uint8_t *out, const uint8_t *in, size_t len)
{
    return len % 16 == 0 && text_ok(out, in, len);
}

/* out = a ^ b over len bytes; out may be either operand. */
static inline void xor_bytes(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = a[i] ^ b[i];
}

#endif
