/* Checks of buffers that the operations of this room share. */
#ifndef GMI_SM2_ARGS_H
#define GMI_SM2_ARGS_H

#include "base/bytes.h"

/* A buffer that may be absent when it is empty. */
static inline int buffer_ok(const void *p, size_t len)
{
    return p != NULL || len == 0;
}

/* Do two buffers share a byte? */
static inline int overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
    return a_len > 0 && b_len > 0 && (a == b || overlaps_partly(a, a_len, b, b_len));
}

#endif
