/* Numbers, values and near words of the command line.
 * The parser is compiled in: the command line is no library. */
/* covers: apps/guomi/parse.c */
#include <inttypes.h>
#include <string.h>

#include "fuzz.h"

#include "../apps/guomi/parse.c"

static void number(const char *text)
{
    uint64_t n = 7, back;
    char plain[32];

    if (number_parse(&n, text, true) != 0) {
        FUZZ_CHECK(n == 7);
        return;
    }
    FUZZ_CHECK(text[0] >= '0' && text[0] <= '9');
    snprintf(plain, sizeof plain, "%" PRIu64, n);
    FUZZ_CHECK(number_parse(&back, plain, false) == 0 && back == n);
    if (n > 0) { /* one digit more is ten times as much, or too much */
        snprintf(plain, sizeof plain, "%" PRIu64 "0", n);
        FUZZ_CHECK((number_parse(&back, plain, false) == 0) == (n <= UINT64_MAX / 10));
    }
}

static void value(const char *text)
{
    enum value_form form;
    const char *rest = value_split(&form, text);
    FUZZ_CHECK(rest >= text && rest <= text + strlen(text));
    FUZZ_CHECK(form <= VALUE_BASE64_FILE);
    FUZZ_CHECK(rest == text ? form == VALUE_HEX : rest[-1] == ':');
}

static void word(const char *text)
{
    static const char *const names[] = {"sm3",     "sm4",      "hmac",        "kdf", "encrypt",
                                        "decrypt", "key-file", "password-fd", NULL};
    const char *guess = closest(text, names);
    size_t found = 0;
    for (size_t i = 0; names[i] != NULL; i++) {
        found += guess == names[i];
        FUZZ_CHECK(closest(names[i], names) == names[i]);
    }
    FUZZ_CHECK(found == (guess != NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    number(text);
    value(text);
    word(text);
    free(text);
    return 0;
}
