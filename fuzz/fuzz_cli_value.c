/* Values of options: numbers within limits, choices, bytes in hex, Base64, text or a file. A mistake leaves by
 * die_usage(), which here jumps back; files are in memory.
 * The parsers are compiled in: the command line is no library. */
/* covers: apps/guomi/value.c apps/guomi/parse.c */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include "fuzz.h"

#include "../apps/guomi/parse.c"
#include "../apps/guomi/value.c"

static jmp_buf refused;
static char message[2048];
static struct fuzz_input file_content;
static void *given[4]; /* what secret_new() gave since the last release() */
static size_t given_count;

static void release(void)
{
    while (given_count > 0)
        free(given[--given_count]);
}

void *secret_new(size_t size)
{
    void *p = calloc(1, size);
    FUZZ_CHECK(p != NULL && given_count < sizeof given / sizeof given[0]);
    return given[given_count++] = p;
}

/* Freed by release() alone. */
void secret_free(void *p)
{
    (void)p;
}

_Noreturn void die_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    longjmp(refused, 1);
}

const char *shown(const char *name)
{
    return name;
}

void input_open(struct input *in, const char *path, const char *role)
{
    (void)role;
    in->name = path;
}

const char *input_shown(const struct input *in)
{
    return in->name;
}

void input_close(struct input *in)
{
    in->name = NULL;
}

uint8_t *input_all(struct input *in, size_t max, int code, size_t *len)
{
    (void)code; /* all refusals are one here */
    uint8_t *p = secret_new(file_content.size);
    if (file_content.size > max)
        die_usage("%s: too long", in->name);
    if (file_content.size > 0)
        memcpy(p, file_content.data, file_content.size);
    *len = file_content.size;
    return p;
}

static void number(const char *text, uint64_t min, uint64_t max)
{
    uint64_t plain = 0, n;
    int is = number_parse(&plain, text, true) == NUMBER_FINE && plain >= min && plain <= max;
    if (setjmp(refused) != 0) {
        FUZZ_CHECK(!is && strncmp(message, "--option: expected ", 19) == 0);
        return;
    }
    n = value_size("--option", text, min, max);
    FUZZ_CHECK(is && n == plain);
}

static void choice(const char *text)
{
    static const char *const names[] = {"hex", "base64", "raw", NULL};
    int is = strcmp(text, "hex") == 0 || strcmp(text, "base64") == 0 || strcmp(text, "raw") == 0;
    if (setjmp(refused) != 0) {
        FUZZ_CHECK(!is && strncmp(message, "--option: expected one of hex, base64, raw; found ", 50) == 0);
        return;
    }
    int i = value_choice("--option", text, names);
    FUZZ_CHECK(is && strcmp(names[i], text) == 0);
}

/* NULL if it was refused. */
static const uint8_t *taken(const char *text, size_t max, size_t *len)
{
    if (setjmp(refused) != 0)
        return NULL;
    return value_bytes("--option", text, max, len);
}

static void bytes(const char *text, size_t max)
{
    size_t len = max + 1, want_len = max + 1;
    enum value_form form;
    struct fuzz_input coded = file_content;
    const char *rest = value_split(&form, text);
    if (form < VALUE_FILE)
        coded = (struct fuzz_input){(const uint8_t *)rest, strlen(rest)};
    uint8_t *want = malloc(coded.size + 1);
    FUZZ_CHECK(want != NULL);
    gm_status st = GM_OK;
    if (form == VALUE_TEXT || form == VALUE_FILE) {
        want_len = coded.size;
        if (want_len > 0)
            memcpy(want, coded.data, want_len);
    } else {
        st = (form == VALUE_BASE64 || form == VALUE_BASE64_FILE ? gm_base64_decode : gm_hex_decode)(
            want, coded.size, &want_len, (const char *)coded.data, coded.size);
    }
    const uint8_t *out = taken(text, max, &len);
    if (out == NULL)
        FUZZ_CHECK(st != GM_OK || want_len > max || coded.size > 4 * max + 4096);
    else
        FUZZ_CHECK(st == GM_OK && len == want_len && len <= max && memcmp(out, want, len) == 0);
    free(want);
    release();
}

static void mac(const char *text, size_t len)
{
    if (setjmp(refused) == 0) {
        uint8_t *out = value_mac("--option", text, len, VALUE_MAC_LENGTH);
        FUZZ_CHECK(out != NULL);
    }
    release();
}

/* A limit, then the text up to its zero; what follows is the content of whatever file it names. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    size_t max = fuzz_byte(&in), len = 0;
    while (len < in.size && in.data[len] != 0)
        len++;
    char *text = malloc(len + 1);
    FUZZ_CHECK(text != NULL);
    if (len > 0)
        memcpy(text, in.data, len);
    text[len] = '\0';
    fuzz_part(&in, len + 1);
    file_content = in;
    number(text, max / 2, (uint64_t)max << max % 56);
    choice(text);
    bytes(text, max);
    mac(text, max % 33);
    free(text);
    return 0;
}
