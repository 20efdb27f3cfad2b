#include <guomi/mem.h>

#include <string.h>

#include "base/check.h"
#include "base/ct.h"

void gm_wipe(void *p, size_t len)
{
    if (len == 0)
        return;
    memset(p, 0, len);
#if defined(__GNUC__)
    __asm__ volatile("" : : "r"(p) : "memory");
#else
    for (volatile unsigned char *q = p; len > 0; len--)
        *q++ = 0;
#endif
}

int gm_equal(const void *a, const void *b, size_t len)
{
    const unsigned char *x = a, *y = b;
    uint64_t difference = 0;
    for (size_t i = 0; i < len; i++)
        difference |= (uint64_t)(x[i] ^ y[i]);
    int equal = (int)(~ct_nonzero(difference) & 1);
    gmi_public(&equal, sizeof equal); /* the result of a comparison is the caller's to know */
    return equal;
}
