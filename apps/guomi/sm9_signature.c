#include "sm9_signature.h"

#include <string.h>

#include <guomi/sm2.h>
#include <guomi/sm9_format.h>

#include "coded.h"
#include "error.h"
#include "input.h"
#include "secret.h"
#include "sm2_signature.h"
#include "sm9_what.h"
#include "text.h"
#include "value.h"

/* More is no signature in any form, line ends included. */
#define FILE_MAX ((size_t)4096)

enum sm9_signature_form sm9_signature_form(const char *option, const char *text)
{
    static const char *const names[] = {"der", "raw", "hex", "base64", NULL};
    return (enum sm9_signature_form)value_choice(option, text, names);
}

static bool is_point(const uint8_t point[GM_SM9_G1_SIZE])
{
    gm_sm9_enc_public_key P;
    return gm_sm9_enc_public_key_read(&P, point, GM_SM9_G1_SIZE) == GM_OK;
}

bool sm9_signature_parse(uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *file, size_t len, bool sure,
                         const char **text)
{
    static const char *const texts[CODINGS][2] = {
        {"h || S", "DER"}, {"h || S in hex", "DER in hex"}, {"h || S in Base64", "DER in Base64"}};
    for (int coding = CODING_RAW; coding < CODINGS; coding++) {
        size_t n;
        uint8_t *bytes = coded_bytes((enum coding)coding, file, len, &n);
        bool der, raw;
        if (bytes == NULL)
            continue;
        der = gm_sm9_signature_from_der(signature, bytes, n) == GM_OK;
        raw = !der && n == GM_SM9_SIGNATURE_SIZE && bytes[32] == 4 && (!sure || is_point(bytes + 32));
        if (raw)
            memcpy(signature, bytes, GM_SM9_SIGNATURE_SIZE);
        secret_free(bytes);
        *text = texts[coding][der];
        if (der || raw)
            return true;
    }
    return false;
}

void sm9_signature_read(uint8_t signature[GM_SM9_SIGNATURE_SIZE], const char *path)
{
    uint8_t other[GM_SM2_SIGNATURE_SIZE], *file;
    enum sm2_signature_form form;
    struct input in;
    const char *name, *text, *what;
    size_t len;

    input_open(&in, path, "a signature");
    name = input_shown(&in);
    file = input_all(&in, FILE_MAX, EXIT_CHECK, &len);
    if (!sm9_signature_parse(signature, file, len, false, &text)) {
        if (len == 0)
            die(EXIT_CHECK, "%s: expected a signature, found an empty file", name);
        if (sm2_signature_parse(other, SM2_SIGNATURE_ANY, file, len, &form))
            die(EXIT_CHECK, "%s: expected an SM9 signature, found one of SM2 (see 'guomi sm2 verify')", name);
        what = sm9_what(file, len);
        if (what != NULL)
            die(EXIT_CHECK, "%s: expected a signature, found %s", name, what);
        die(EXIT_CHECK,
            "%s: expected a signature (DER or h || S of 97 bytes, also in hex or Base64), found %zu other bytes", name,
            len);
    }
    secret_free(file);
    input_close(&in);
}

void sm9_signature_write(struct output *out, enum sm9_signature_form form,
                         const uint8_t signature[GM_SM9_SIGNATURE_SIZE])
{
    static const enum text_form texts[] = {TEXT_RAW, TEXT_RAW, TEXT_HEX, TEXT_BASE64};
    bool is_der = form == SM9_SIGNATURE_DER || form == SM9_SIGNATURE_BASE64;
    uint8_t der[GM_SM9_SIGNATURE_DER_SIZE];

    must(gm_sm9_signature_to_der(der, signature));
    text_write(out, texts[form], is_der ? der : signature, is_der ? sizeof der : GM_SM9_SIGNATURE_SIZE);
    text_end(out, texts[form]);
}
