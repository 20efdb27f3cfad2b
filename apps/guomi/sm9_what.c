#include "sm9_what.h"

#include <string.h>

#include <guomi/sm9_format.h>
#include <guomi/sm9_keyfile.h>

#include "secret.h"
#include "sm9_signature.h"

/* What is longer is no key and no signature, in any form. */
#define SMALL_MAX ((size_t)4096)

uint8_t *sm9_what_ciphertext(const uint8_t *file, size_t len, size_t *raw_len, gm_sm9_mode *mode, enum coding *coding)
{
    for (int c = CODING_RAW; c < CODINGS; c++) {
        size_t n;
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, &n), *raw;
        gm_status st;
        if (bytes == NULL)
            continue;
        raw = secret_new(n + 1);
        st = gm_sm9_ciphertext_from_der(raw, n, raw_len, mode, bytes, n);
        secret_free(bytes);
        *coding = (enum coding)c;
        if (st == GM_OK)
            return raw;
        secret_free(raw);
    }
    return NULL;
}

size_t sm9_what_package(const uint8_t *file, size_t len, enum coding *coding)
{
    uint8_t c1[GM_SM9_C1_SIZE];
    for (int c = CODING_RAW; c < CODINGS; c++) {
        size_t n, shared_len;
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, &n), *shared;
        gm_status st;
        if (bytes == NULL)
            continue;
        shared = secret_new(n + 1);
        st = gm_sm9_key_package_from_der(shared, n, &shared_len, c1, bytes, n);
        secret_free(shared);
        secret_free(bytes);
        *coding = (enum coding)c;
        if (st == GM_OK)
            return shared_len;
    }
    return 0;
}

static const char *key(const uint8_t *file, size_t len)
{
    gm_sm9_any_key *loaded = secret_new(sizeof *loaded);
    gm_sm9_key_info info;
    gm_status st = gm_sm9_key_load(loaded, &info, file, len, NULL);

    secret_free(loaded);
    if (st == GM_OK)
        return gm_sm9_key_kind_text(info.kind);
    if (info.problem == GM_SM2_PROBLEM_NO_PASSWORD)
        return info.kind != 0 ? gm_sm9_key_kind_text(info.kind) : "an encrypted key";
    return info.problem == GM_SM2_PROBLEM_NOT_SM2 ? "a key of another algorithm than SM9" : NULL;
}

const char *sm9_what(const uint8_t *file, size_t len)
{
    static const char magic[] = "guomi\r\n\x1a";
    uint8_t signature[GM_SM9_SIGNATURE_SIZE], *ciphertext;
    enum coding coding;
    gm_sm9_mode mode;
    const char *text;
    size_t n;

    if (len >= sizeof magic - 1 && memcmp(file, magic, sizeof magic - 1) == 0)
        return "a file of 'guomi encrypt'";
    ciphertext = sm9_what_ciphertext(file, len, &n, &mode, &coding);
    secret_free(ciphertext);
    if (ciphertext != NULL)
        return "an SM9 ciphertext";
    if (len > SMALL_MAX)
        return NULL;
    if (sm9_signature_parse(signature, file, len, true, &text))
        return "an SM9 signature";
    return sm9_what_package(file, len, &coding) > 0 ? "an SM9 key package" : key(file, len);
}
