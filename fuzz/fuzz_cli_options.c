/* The command line's options: getopt_long() with our messages, repeated and contradicting options, guesses. A mistake
 * leaves by die_usage(), which here jumps back; values are checked by fuzz_cli_value.
 * The parsers are compiled in: the command line is no library. */
/* covers: apps/guomi/options.c */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

#include "../apps/guomi/options.c"
#include "../apps/guomi/parse.c"

#define WORDS 12
#define HELP "the help"

static jmp_buf left;
static char message[8192];

_Noreturn static void leave(const char *format, va_list args)
{
    vsnprintf(message, sizeof message, format, args);
    longjmp(left, 1);
}

_Noreturn void die_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    leave(format, args);
}

_Noreturn void die(int code, const char *format, ...)
{
    va_list args;
    FUZZ_CHECK(code == EXIT_USAGE);
    va_start(args, format);
    leave(format, args);
}

_Noreturn void print_and_leave(const char *text)
{
    FUZZ_CHECK(strcmp(text, HELP) == 0);
    snprintf(message, sizeof message, HELP);
    longjmp(left, 1);
}

const char *shown(const char *name)
{
    return name;
}

uint64_t value_number(const char *option, const char *text, uint64_t min, uint64_t max)
{
    FUZZ_CHECK(option[0] == '-' && text != NULL && min < max);
    return min;
}

int value_choice(const char *option, const char *text, const char *const *names)
{
    FUZZ_CHECK(option[0] == '-' && text != NULL && names[0] != NULL);
    return 0;
}

static const struct option longs[] = {{"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      {"recipient", required_argument, NULL, 'r'},
                                      {"length", required_argument, NULL, OPTION_OWN},
                                      {"bits", required_argument, NULL, OPTION_OWN + 1},
                                      {"hex", no_argument, NULL, OPTION_OWN + 2},
                                      {"base64", no_argument, NULL, OPTION_OWN + 3},
                                      {"id", required_argument, NULL, OPTION_OWN + 4},
                                      {"id-hex", required_argument, NULL, OPTION_OWN + 5},
                                      OPTIONS_KEY,
                                      OPTIONS_PASSWORD,
                                      OPTIONS_COMMON};

#define TEXT_MAX 1024 /* of all words with their zeros */

/* What options_next() said before the end or the mistake: at most one option a character. */
static struct {
    int option;
    const char *value;
} got[TEXT_MAX];
static size_t count;

static const char *long_name(int option)
{
    for (const struct option *o = longs; o->name != NULL; o++)
        if (o->val == option)
            return o->name;
    return NULL;
}

static int is_word(char *const *words, int n, const char *p)
{
    for (int i = 1; i < n; i++)
        if (p >= words[i] && p <= words[i] + strlen(words[i]))
            return 1;
    return 0;
}

/* An option has a value from the words or none, comes once unless it may repeat, and goes with those before it. */
static void check_options(char *const *words, int n)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = long_name(got[i].option);
        FUZZ_CHECK(name != NULL && (got[i].value == NULL || is_word(words, n, got[i].value)));
        for (size_t j = 0; j < i; j++) {
            const char *other = long_name(got[j].option);
            FUZZ_CHECK(got[i].option != got[j].option || got[i].value == NULL || got[i].option == 'r');
            FUZZ_CHECK(!(strcmp(name, "hex") == 0 && strcmp(other, "base64") == 0));
            FUZZ_CHECK(!(strcmp(name, "base64") == 0 && strcmp(other, "hex") == 0));
            FUZZ_CHECK(!(strcmp(name, "length") == 0 && strcmp(other, "bits") == 0));
            FUZZ_CHECK(!(strcmp(name, "key-file") == 0 && strcmp(other, "key-fd") == 0));
        }
    }
}

/* The words may have changed places, no more; those left over are operands. */
static void check_operands(char *const *words, char *const *before, int n)
{
    for (int i = 0; i < n; i++) {
        int found = 0;
        for (int j = 0; j < n; j++)
            found += before[i] == words[j];
        FUZZ_CHECK(found == 1);
    }
    int closed = optind > 1 && strcmp(words[optind - 1], "--") == 0;
    FUZZ_CHECK(optind >= 1 && optind <= n);
    for (int i = optind; i < n && !closed; i++)
        FUZZ_CHECK(words[i][0] != '-' || words[i][1] == '\0');
}

/* Words end in a zero. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[TEXT_MAX + 2], *words[WORDS + 2], *before[WORDS + 2];
    static struct key_source key;
    static struct password_source password;
    static int n;

    if (size > TEXT_MAX)
        return 0;
    memcpy(text, data, size);
    text[size] = text[size + 1] = 0;
    words[0] = "guomi";
    n = 1;
    for (size_t i = 0; i < size && n <= WORDS; i += strlen(text + i) + 1)
        words[n++] = text + i;
    words[n] = NULL;
    memcpy(before, words, sizeof words);

    optind = 0; /* begin again */
    seen_count = count = 0;
    memset(&key, 0, sizeof key);
    memset(&password, 0, sizeof password);
    message[0] = 0;
    if (setjmp(left) == 0) {
        int c;
        while ((c = options_next(n, words, "fo:r:", longs, HELP)) != -1) {
            FUZZ_CHECK(count < sizeof got / sizeof got[0]);
            got[count].option = c;
            got[count++].value = optarg;
            if (!options_key(c, &key))
                (void)options_password(c, &password);
        }
        check_operands(words, before, n);
    } else {
        FUZZ_CHECK(message[0] != 0);
    }
    check_options(words, n);
    return 0;
}
