/* Lines of a list of checksums or MACs: the parser stays within the line, and what it takes for a
 * checksum can be written and read again.
 * The parser is compiled in: the command line is no library. */
/* covers: apps/guomi/check_line.c */
#include <string.h>

#include "fuzz.h"

#include "../apps/guomi/check_line.c"

static void written_again(size_t size, const uint8_t *digest, const char *name)
{
    size_t len = strlen(name), at;
    char *line = malloc(2 * len + 80), *back;
    struct check_lines lines = {size, "SM3", CHECK_FORM_OPEN};
    uint8_t again[CHECK_DIGEST_MAX];

    FUZZ_CHECK(line != NULL);
    line[0] = '\\';
    for (size_t i = 0; i < size; i++)
        snprintf(line + 1 + 2 * i, 3, "%02X", digest[i]);
    at = 1 + 2 * size;
    line[at++] = ' ', line[at++] = '*';
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (c == '\\' || c == '\n' || c == '\r') {
            line[at++] = '\\';
            c = (char)(c == '\\' ? '\\' : c == '\n' ? 'n' : 'r');
        }
        line[at++] = c;
    }
    line[at] = '\n';
    FUZZ_CHECK(check_line(&lines, line, at, again, &back) == 1);
    FUZZ_CHECK(lines.form == CHECK_FORM_TWO_CHARACTERS);
    FUZZ_CHECK(strcmp(back, name) == 0 && memcmp(again, digest, size) == 0);
    free(line);
}

static void whole_list(struct check_lines lines, const uint8_t *data, size_t size)
{
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t len = end == NULL ? size : (size_t)(end - data);
        char *line = malloc(len + 1), *name = NULL;
        uint8_t digest[CHECK_DIGEST_MAX];
        int is;

        FUZZ_CHECK(line != NULL);
        memcpy(line, data, len);
        line[len] = '\n';
        is = check_line(&lines, line, len, digest, &name);
        FUZZ_CHECK(is == -1 || is == 0 || is == 1);
        if (is == 1) {
            FUZZ_CHECK(name >= line && name <= line + len &&
                       memchr(name, '\0', (size_t)(line + len + 1 - name)) != NULL);
            if (name[0] != '\0')
                written_again(lines.size, digest, name);
        }
        free(line);
        data += len + (end != NULL);
        size -= len + (end != NULL);
    }
}

/* As `guomi sm3 -c` reads it, and as `guomi hmac -c --mac-length` with some length does. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    whole_list((struct check_lines){32, "SM3", CHECK_FORM_OPEN}, data, size);
    whole_list((struct check_lines){1 + size % CHECK_DIGEST_MAX, NULL, CHECK_FORM_OPEN}, data, size);
    return 0;
}
