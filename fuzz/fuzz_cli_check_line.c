/* Lines of a checksum file: the parser stays within the line, and what it takes for a
 * checksum can be written and read again.
 * The parser is compiled in: the command line is no library. */
/* covers: apps/guomi/check_line.c */
#include <string.h>

#include "fuzz.h"

#include "../apps/guomi/check_line.c"

static void written_again(const uint8_t *digest, const char *name)
{
    size_t len = strlen(name), at;
    char *line = malloc(2 * len + 80), *back;
    enum check_form form = CHECK_FORM_OPEN;
    uint8_t again[CHECK_DIGEST_SIZE];

    FUZZ_CHECK(line != NULL);
    line[0] = '\\';
    for (size_t i = 0; i < CHECK_DIGEST_SIZE; i++)
        snprintf(line + 1 + 2 * i, 3, "%02X", digest[i]);
    at = 1 + 2 * CHECK_DIGEST_SIZE;
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
    FUZZ_CHECK(check_line(&form, line, at, again, &back) == 1);
    FUZZ_CHECK(form == CHECK_FORM_TWO_CHARACTERS);
    FUZZ_CHECK(strcmp(back, name) == 0 && memcmp(again, digest, sizeof again) == 0);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum check_form form = CHECK_FORM_OPEN;
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t len = end == NULL ? size : (size_t)(end - data);
        char *line = malloc(len + 1), *name = NULL;
        uint8_t digest[CHECK_DIGEST_SIZE];
        int is;

        FUZZ_CHECK(line != NULL);
        memcpy(line, data, len);
        line[len] = '\n';
        is = check_line(&form, line, len, digest, &name);
        FUZZ_CHECK(is == -1 || is == 0 || is == 1);
        if (is == 1) {
            FUZZ_CHECK(name >= line && name <= line + len &&
                       memchr(name, '\0', (size_t)(line + len + 1 - name)) != NULL);
            if (name[0] != '\0')
                written_again(digest, name);
        }
        free(line);
        data += len + (end != NULL);
        size -= len + (end != NULL);
    }
    return 0;
}
