/* Lines of checksums. */
#include "listing.h"

#include <stdio.h>
#include <string.h>

bool listing_escapes(const char *name)
{
    return strpbrk(name, "\\\n\r") != NULL;
}

void listing_name(const char *name, bool escape)
{
    if (!escape) {
        fputs(name, stdout);
        return;
    }
    for (; *name != '\0'; name++)
        if (*name == '\n')
            fputs("\\n", stdout);
        else if (*name == '\r')
            fputs("\\r", stdout);
        else if (*name == '\\')
            fputs("\\\\", stdout);
        else
            putchar(*name);
}

void listing_hex(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        printf("%02x", bytes[i]);
}

void listing_line(const uint8_t *bytes, size_t len, const char *mark, const char *name)
{
    bool escape = listing_escapes(name);
    if (escape)
        putchar('\\');
    listing_hex(bytes, len);
    fputs(mark, stdout);
    listing_name(name, escape);
    putchar('\n');
}

void listing_result(const char *name, const char *text)
{
    bool escape = strchr(name, '\n') != NULL; /* sha256sum escapes here only what would break the line */
    if (escape)
        putchar('\\');
    listing_name(name, escape);
    printf(": %s\n", text);
}
