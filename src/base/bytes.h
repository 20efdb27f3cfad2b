/* Words in byte order, and small helpers on byte strings. */
#ifndef GMI_BASE_BYTES_H
#define GMI_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Compilers see through shifts and bytes when they load, not always when they store (gcc 12 stores
 * byte by byte, and a wider load soon after then waits): so swap and copy where there is a swap. */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define GMI_BE32(x) __builtin_bswap32(x)
#define GMI_BE64(x) __builtin_bswap64(x)
#define GMI_LE32(x) (x)
#define GMI_LE64(x) (x)
#elif defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GMI_BE32(x) (x)
#define GMI_BE64(x) (x)
#define GMI_LE32(x) __builtin_bswap32(x)
#define GMI_LE64(x) __builtin_bswap64(x)
#endif

#ifdef GMI_BE32

static inline uint32_t load32be(const uint8_t *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return GMI_BE32(x);
}

static inline uint64_t load64be(const uint8_t *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return GMI_BE64(x);
}

static inline uint32_t load32le(const uint8_t *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return GMI_LE32(x);
}

static inline uint64_t load64le(const uint8_t *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return GMI_LE64(x);
}

static inline void store32be(uint8_t *p, uint32_t x)
{
    x = GMI_BE32(x);
    memcpy(p, &x, sizeof x);
}

static inline void store64be(uint8_t *p, uint64_t x)
{
    x = GMI_BE64(x);
    memcpy(p, &x, sizeof x);
}

static inline void store32le(uint8_t *p, uint32_t x)
{
    x = GMI_LE32(x);
    memcpy(p, &x, sizeof x);
}

static inline void store64le(uint8_t *p, uint64_t x)
{
    x = GMI_LE64(x);
    memcpy(p, &x, sizeof x);
}

#else

static inline uint32_t load32be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void store32be(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

static inline uint64_t load64be(const uint8_t *p)
{
    return (uint64_t)load32be(p) << 32 | load32be(p + 4);
}

static inline void store64be(uint8_t *p, uint64_t x)
{
    store32be(p, (uint32_t)(x >> 32));
    store32be(p + 4, (uint32_t)x);
}

static inline uint32_t load32le(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t load64le(const uint8_t *p)
{
    return (uint64_t)load32le(p + 4) << 32 | load32le(p);
}

static inline void store64le(uint8_t *p, uint64_t x)
{
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(x >> (8 * i));
}

static inline void store32le(uint8_t *p, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (8 * i));
}

#endif

static inline uint32_t rol32(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

/* out = a ^ b over 16 bytes; out may be either operand. */
static inline void xor16(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
    uint64_t x[2], y[2];
    memcpy(x, a, 16);
    memcpy(y, b, 16);
    x[0] ^= y[0];
    x[1] ^= y[1];
    memcpy(out, x, 16);
}

/* Do two ranges share a byte without being the same range start? Such a call is
 * refused: only "in place" (a == b) and disjoint buffers are allowed. */
static inline int overlaps_partly(const void *a, size_t a_len, const void *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    if (a_len == 0 || b_len == 0 || x == y)
        return 0;
    return x < y ? y - x < a_len : x - y < b_len;
}

/* Do two ranges share a byte at all? */
static inline int overlaps(const void *a, size_t a_len, const void *b, size_t b_len)
{
    return a_len > 0 && b_len > 0 && (a == b || overlaps_partly(a, a_len, b, b_len));
}

/* Two buffers of `len` bytes that a cipher may read (in) and write (out): the same or disjoint. */
static inline int text_ok(const uint8_t *out, const uint8_t *in, size_t len)
{
    return len == 0 || (out != NULL && in != NULL && !overlaps_partly(out, len, in, len));
}

/* A buffer that may be absent when it is empty. */
static inline int bytes_ok(const void *p, size_t len)
{
    return p != NULL || len == 0;
}

#endif
