/* Values of options. */
#include "value.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <guomi/codec.h>

#include "error.h"
#include "input.h"
#include "options.h"
#include "parse.h"
#include "secret.h"

static uint64_t number_within(const char *option, const char *text, uint64_t min, uint64_t max, bool units)
{
    uint64_t n = 0;
    switch (number_parse(&n, text, units)) {
    case NUMBER_NONE:
        die_usage("%s: expected a number, found %s", option, text[0] == '\0' ? "nothing" : shown(text));
    case NUMBER_TAIL:
        die_usage("%s: expected %s, found %s", option,
                  units ? "a number, alone or with K, M, G or T" : "a number alone", shown(text));
    case NUMBER_LARGE:
        die_usage("%s: expected at most %" PRIu64 ", found more: %s", option, max, shown(text));
    case NUMBER_FINE:
        break;
    }
    if (n < min || n > max)
        die_usage("%s: expected %" PRIu64 " to %" PRIu64 ", found %" PRIu64, option, min, max, n);
    return n;
}

uint64_t value_number(const char *option, const char *text, uint64_t min, uint64_t max)
{
    return number_within(option, text, min, max, false);
}

uint64_t value_size(const char *option, const char *text, uint64_t min, uint64_t max)
{
    return number_within(option, text, min, max, true);
}

int value_choice(const char *option, const char *text, const char *const *names)
{
    char list[512] = "";
    const char *guess;

    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    guess = closest(text, names);
    for (; *names != NULL; names++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", list[0] == '\0' ? "" : ", ", *names);
    if (guess != NULL)
        die_usage("%s: expected one of %s; found %s, did you mean %s?", option, list, shown(text), guess);
    die_usage("%s: expected one of %s; found %s", option, list, shown(text));
}

/* Of a line that `guomi hmac` and `guomi sm4 mac` print, "DIGITS  NAME", the digits; what is no such line stays. */
static const char *digits_of_line(const char *text, size_t *len)
{
    const char *line_end;
    size_t start = *len > 0 && text[0] == '\\', end = start; /* marks an escaped name */
    while (end < *len && isxdigit((unsigned char)text[end]))
        end++;
    if (*len - end < 3 || memcmp(text + end, "  ", 2) != 0)
        return text;
    line_end = memchr(text, '\n', *len);
    if (line_end != NULL && line_end != text + *len - 1) /* several lines */
        return text;
    *len = end - start;
    return text + start;
}

static uint8_t *bytes_of(const char *option, const char *text, size_t max, bool line, size_t *len)
{
    enum value_form form;
    const char *rest = value_split(&form, text), *coded = rest;
    uint8_t *from_file = NULL, *out;
    size_t coded_len = strlen(rest);
    char name[300];
    gm_status st;

    snprintf(name, sizeof name, "%s", option);
    if (form >= VALUE_FILE) {
        struct input in;
        input_open(&in, rest, option);
        /* Text may hold line ends and double the size. */
        from_file = input_all(&in, form == VALUE_FILE ? max : 4 * max + 4096, EXIT_USAGE, &coded_len);
        snprintf(name, sizeof name, "%s %s", option, input_shown(&in));
        input_close(&in);
        coded = (const char *)from_file;
        if (line && form == VALUE_HEX_FILE)
            coded = digits_of_line(coded, &coded_len);
    }
    if (form == VALUE_FILE) {
        *len = coded_len;
        return from_file;
    }
    out = secret_new(coded_len + 1);
    if (form == VALUE_TEXT) {
        memcpy(out, coded, coded_len);
        *len = coded_len;
        st = GM_OK;
    } else if (form == VALUE_BASE64 || form == VALUE_BASE64_FILE) {
        st = gm_base64_decode(out, coded_len + 1, len, coded, coded_len);
    } else {
        st = gm_hex_decode(out, coded_len + 1, len, coded, coded_len);
    }
    if (st != GM_OK)
        die_usage("%s: expected %s, found other text of %zu characters", name,
                  form == VALUE_BASE64 || form == VALUE_BASE64_FILE ? "Base64" : "hex digits", coded_len);
    if (*len > max)
        die_usage("%s: expected at most %zu bytes, found %zu", name, max, *len);
    secret_free(from_file);
    return out;
}

uint8_t *value_bytes(const char *option, const char *text, size_t max, size_t *len)
{
    return bytes_of(option, text, max, false, len);
}

uint8_t *value_mac(const char *option, const char *text, size_t len, const char *see)
{
    size_t found;
    uint8_t *mac = bytes_of(option, text, 4096, true, &found);
    if (found != len)
        die_usage("%s: expected a MAC of %zu bytes%s, found %zu", option, len, see, found);
    return mac;
}
