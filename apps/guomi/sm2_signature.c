#include "sm2_signature.h"

#include <stdlib.h>
#include <string.h>

#include "coded.h"
#include "error.h"
#include "input.h"
#include "secret.h"
#include "text.h"
#include "value.h"

/* More is no signature in any form, line ends included. */
#define FILE_MAX ((size_t)4096)

static const struct form {
    const char *name, *text;
    enum coding coding;
    bool read_der, read_raw, write_der;
} forms[] = {
    [SM2_SIGNATURE_DER] = {"der", "DER", CODING_RAW, true, false, true},
    [SM2_SIGNATURE_RAW] = {"raw", "r || s", CODING_RAW, false, true, false},
    [SM2_SIGNATURE_HEX] = {"hex", "r || s in hex", CODING_HEX, true, true, false},
    [SM2_SIGNATURE_BASE64] = {"base64", "DER in Base64", CODING_BASE64, true, true, true},
    [SM2_SIGNATURE_DER_HEX] = {"der-hex", "DER in hex", CODING_HEX, true, false, true},
    [SM2_SIGNATURE_RAW_BASE64] = {"raw-base64", "r || s in Base64", CODING_BASE64, false, true, false},
};

enum sm2_signature_form sm2_signature_form(const char *option, const char *text)
{
    const char *names[SM2_SIGNATURE_ANY + 1];
    for (size_t i = 0; i < SM2_SIGNATURE_ANY; i++)
        names[i] = forms[i].name;
    names[SM2_SIGNATURE_ANY] = NULL;
    return (enum sm2_signature_form)value_choice(option, text, names);
}

const char *sm2_signature_form_text(enum sm2_signature_form form)
{
    return forms[form].text;
}

bool sm2_signature_is_text(enum sm2_signature_form form)
{
    return forms[form].coding != CODING_RAW;
}

static enum sm2_signature_form form_of(enum coding coding, bool der)
{
    size_t i = 0;
    while (forms[i].coding != coding || forms[i].write_der != der)
        i++;
    return (enum sm2_signature_form)i;
}

/* DER comes first: of 64 bytes that are strict DER hardly any are r || s. */
static bool parse_as(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum coding coding, bool der, bool raw,
                     const uint8_t *file, size_t len, enum sm2_signature_form *found)
{
    size_t n;
    uint8_t *bytes = coded_bytes(coding, file, len, &n);
    bool is_der, is_raw;
    if (bytes == NULL)
        return false;
    is_der = der && gm_sm2_signature_from_der(signature, bytes, n) == GM_OK;
    is_raw = !is_der && raw && n == GM_SM2_SIGNATURE_SIZE;
    if (is_raw)
        memcpy(signature, bytes, GM_SM2_SIGNATURE_SIZE);
    secret_free(bytes);
    *found = form_of(coding, is_der);
    return is_der || is_raw;
}

bool sm2_signature_parse(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum sm2_signature_form form, const uint8_t *file,
                         size_t len, enum sm2_signature_form *found)
{
    if (form != SM2_SIGNATURE_ANY)
        return parse_as(signature, forms[form].coding, forms[form].read_der, forms[form].read_raw, file, len, found);
    for (int coding = CODING_RAW; coding < CODINGS; coding++)
        if (parse_as(signature, (enum coding)coding, true, true, file, len, found))
            return true;
    return false;
}

/* Say what is there instead of a signature. */
static void report_other(const char *name, enum sm2_signature_form form, const uint8_t *file, size_t len)
{
    const char *want =
        form == SM2_SIGNATURE_ANY ? "DER or r || s of 64 bytes, also in hex or Base64" : sm2_signature_form_text(form);
    uint8_t signature[GM_SM2_SIGNATURE_SIZE];
    enum sm2_signature_form found;
    size_t n;

    if (len == 0)
        report("%s: expected a signature, found an empty file", name);
    else if (len > FILE_MAX)
        report("%s: expected a signature (%s), found more than %zu bytes", name, want, FILE_MAX);
    else if (form != SM2_SIGNATURE_ANY && sm2_signature_parse(signature, SM2_SIGNATURE_ANY, file, len, &found))
        report("%s: expected a signature (%s), found one as %s", name, want, sm2_signature_form_text(found));
    else if (file[0] == 0x30 && coded_bytes(CODING_HEX, file, len, &n) == NULL)
        report("%s: expected a signature (%s), found %zu bytes that begin as DER but are not the one way to write two "
               "numbers",
               name, want, len);
    else
        report("%s: expected a signature (%s), found %zu other bytes", name, want, len);
}

bool sm2_signature_try(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum sm2_signature_form form, const char *path)
{
    struct input in;
    uint8_t *file = secret_new(FILE_MAX + 1);
    enum sm2_signature_form found;
    size_t len;
    bool good;

    input_open(&in, path, "a signature");
    len = input_read(&in, file, FILE_MAX + 1);
    good = len <= FILE_MAX && sm2_signature_parse(signature, form, file, len, &found);
    if (!good)
        report_other(input_shown(&in), form, file, len);
    secret_free(file);
    input_close(&in);
    return good;
}

void sm2_signature_read(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum sm2_signature_form form, const char *path)
{
    if (!sm2_signature_try(signature, form, path))
        exit(EXIT_CHECK);
}

void sm2_signature_write(struct output *out, enum sm2_signature_form form,
                         const uint8_t signature[GM_SM2_SIGNATURE_SIZE])
{
    static const enum text_form texts[] = {
        [CODING_RAW] = TEXT_RAW, [CODING_HEX] = TEXT_HEX, [CODING_BASE64] = TEXT_BASE64};
    enum text_form text = texts[forms[form].coding];
    uint8_t der[GM_SM2_SIGNATURE_DER_MAX];
    size_t len = GM_SM2_SIGNATURE_SIZE;

    if (forms[form].write_der)
        must(gm_sm2_signature_to_der(der, &len, signature));
    text_write(out, text, forms[form].write_der ? der : signature, len);
    text_end(out, text);
}
