/* The C library that guomi needs, for WebAssembly. Short runs are copied by loads and stores, since engines call out
 * for memory.copy and memory.fill, which the built-in functions become here. Compiled with -fno-builtin, so that no
 * loop becomes a call of itself. */
#include <stdint.h>
#include <string.h>

enum { SHORT = 128 };

typedef uint64_t __attribute__((aligned(1), may_alias)) loose;

void *memcpy(void *restrict to, const void *restrict from, size_t len)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    if (len > SHORT)
        return __builtin_memcpy(to, from, len);
    for (; len >= 8; p += 8, q += 8, len -= 8)
        *(loose *)p = *(const loose *)q;
    for (; len > 0; len--)
        *p++ = *q++;
    return to;
}

void *memmove(void *to, const void *from, size_t len)
{
    return __builtin_memmove(to, from, len);
}

void *memset(void *to, int byte, size_t len)
{
    unsigned char *p = to;
    if (len > SHORT)
        return __builtin_memset(to, byte, len);
    uint64_t eight = (unsigned char)byte * UINT64_C(0x0101010101010101);
    for (; len >= 8; p += 8, len -= 8)
        *(loose *)p = eight;
    for (; len > 0; len--)
        *p++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t len)
{
    const unsigned char *p = a, *q = b;
    for (; len > 0; p++, q++, len--)
        if (*p != *q)
            return *p < *q ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    const char *p = text;
    while (*p != 0)
        p++;
    return (size_t)(p - text);
}

int strcmp(const char *a, const char *b)
{
    for (; *a != 0 && *a == *b; a++, b++)
        continue;
    return (unsigned char)*a - (unsigned char)*b;
}
