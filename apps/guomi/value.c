/* Values of options. */
#include "value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <guomi/codec.h>

#include "error.h"
#include "input.h"
#include "options.h"
#include "parse.h"
#include "secret.h"

uint64_t value_number(const char *option, const char *text, uint64_t min, uint64_t max)
{
    uint64_t n;
    if (number_parse(&n, text) != 0)
        die_usage("%s: expected a number, found %s", option, text[0] == '\0' ? "nothing" : shown(text));
    if (n < min || n > max)
        die_usage("%s: expected %" PRIu64 " to %" PRIu64 ", found %" PRIu64, option, min, max, n);
    return n;
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

uint8_t *value_bytes(const char *option, const char *text, size_t max, size_t *len)
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
        from_file = input_all(&in, form == VALUE_FILE ? max : 4 * max + 4096, &coded_len);
        snprintf(name, sizeof name, "%s %s", option, input_shown(&in));
        input_close(&in);
        coded = (const char *)from_file;
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
