/* Checks of arguments, and byte strings shorter than a block, for the modes. */
#ifndef GMI_SM4_MODES_ARGS_H
#define GMI_SM4_MODES_ARGS_H

#include "base/bytes.h"

/* Two buffers of `len` bytes that a mode may read (in) and write (out): the same or disjoint. */
static inline int text_ok(const uint8_t *out, const uint8_t *in, size_t len)
{
    return len == 0 || (out != NULL && in != NULL && !overlaps_partly(out, len, in, len));
}

/* The same for modes of whole blocks. */
static inline int blocks_ok(const uint8_t *out, const uint8_t *in, size_t len)
{
    return len % 16 == 0 && text_ok(out, in, len);
}

/* A buffer that may be absent when it is empty. */
static inline int bytes_ok(const uint8_t *p, size_t len)
{
    return p != NULL || len == 0;
}

/* Do two buffers share a byte? */
static inline int overlaps(const void *a, size_t a_len, const void *b, size_t b_len)
{
    return a_len > 0 && b_len > 0 && (a == b || overlaps_partly(a, a_len, b, b_len));
}

/* out = a ^ b over len bytes; out may be either operand. */
static inline void xor_bytes(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = a[i] ^ b[i];
}

#endif
