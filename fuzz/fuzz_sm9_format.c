/* SM9's keys in every form, with and without a password, and signatures, ciphertexts and key packages in DER: what is
 * read is written and read again as the same; what is refused leaves zeros. */
/* covers: src/keyfile/sm9_load.c src/keyfile/sm9_parse.c src/sm9/format.c */
#include <guomi/sm9_format.h>
#include <guomi/sm9_keyfile.h>
#include <string.h>

#include "fuzz.h"

static void check_key(const uint8_t *data, size_t size, const gm_sm9_key_options *options)
{
    static const gm_sm9_any_key nothing;
    gm_sm9_any_key key, back;
    gm_sm9_key_info info, again;
    uint8_t out[GM_SM9_SAVED_MAX], raw[2][GM_SM9_G2_SIZE];
    size_t n, len[2];
    gm_status status = gm_sm9_key_load(&key, &info, data, size, options);
    FUZZ_CHECK((status == GM_OK) == (info.problem == GM_SM2_PROBLEM_NONE));
    FUZZ_CHECK(status != GM_ERR_ARGUMENT && status != GM_ERR_BUFFER && status != GM_ERR_RANDOM);
    if (status != GM_OK) {
        FUZZ_CHECK(memcmp(&key, &nothing, sizeof key) == 0);
        return;
    }
    FUZZ_CHECK(info.kind == key.kind && (options->kinds == 0 || (options->kinds & key.kind) != 0));
    FUZZ_CHECK(gm_sm9_key_save(&key, raw[0], sizeof raw[0], &len[0], GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE) == GM_OK);
    for (int form = GM_SM9_FORM_RAW; form <= GM_SM9_FORM_PKCS8; form++) {
        gm_sm9_key_options named = {NULL, 0, 0, key.kind, (uint32_t)form};
        status = gm_sm9_key_save(&key, out, sizeof out, &n, (gm_sm9_key_form)form, GM_SM2_TEXT_BASE64);
        if (status == GM_ERR_ARGUMENT && form >= GM_SM9_FORM_SEQUENCE)
            continue;
        FUZZ_CHECK(status == GM_OK && gm_sm9_key_load(&back, &again, out, n, &named) == GM_OK);
        FUZZ_CHECK(again.form == (uint32_t)form && again.kind == key.kind);
        FUZZ_CHECK(gm_sm9_key_save(&back, raw[1], sizeof raw[1], &len[1], GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE) == GM_OK);
        FUZZ_CHECK(len[0] == len[1] && memcmp(raw[0], raw[1], len[0]) == 0);
    }
}

static void check_signature(const uint8_t *data, size_t size)
{
    uint8_t signature[GM_SM9_SIGNATURE_SIZE], der[GM_SM9_SIGNATURE_DER_SIZE];
    if (gm_sm9_signature_from_der(signature, data, size) != GM_OK)
        return;
    FUZZ_CHECK(gm_sm9_signature_to_der(der, signature) == GM_OK);
    FUZZ_CHECK(size == sizeof der && memcmp(der, data, size) == 0);
}

static void check_ciphertext(const uint8_t *data, size_t size)
{
    uint8_t *raw = malloc(size + 1), *der = malloc(size + GM_SM9_CIPHERTEXT_DER_OVERHEAD);
    size_t raw_len, der_len;
    gm_sm9_mode mode;
    FUZZ_CHECK(raw != NULL && der != NULL);
    gm_status status = gm_sm9_ciphertext_from_der(raw, size, &raw_len, &mode, data, size);
    FUZZ_CHECK(status == GM_OK || (status == GM_ERR_ENCODING && raw_len == 0));
    if (status == GM_OK) {
        FUZZ_CHECK(raw_len < size);
        FUZZ_CHECK(gm_sm9_ciphertext_to_der(der, size, &der_len, mode, raw, raw_len) == GM_OK);
        FUZZ_CHECK(der_len == size && memcmp(der, data, size) == 0);
    }
    free(raw);
    free(der);
}

static void check_package(const uint8_t *data, size_t size)
{
    uint8_t *shared = malloc(size + 1), *der = malloc(size + 1), c1[GM_SM9_C1_SIZE];
    size_t n, der_len;
    FUZZ_CHECK(shared != NULL && der != NULL);
    gm_status status = gm_sm9_key_package_from_der(shared, size, &n, c1, data, size);
    FUZZ_CHECK(status == GM_OK || (status == GM_ERR_ENCODING && n == 0));
    if (status == GM_OK) {
        FUZZ_CHECK(gm_sm9_key_package_to_der(der, size, &der_len, shared, n, c1) == GM_OK);
        FUZZ_CHECK(der_len == size && size <= n + GM_SM9_KEY_PACKAGE_OVERHEAD && memcmp(der, data, size) == 0);
    }
    free(shared);
    free(der);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Few iterations, so that a run is short. */
    gm_sm9_key_options options = {(const uint8_t *)"guomi", 5, 100, 0, 0};
    static const uint32_t kinds[] = {0,
                                     GM_SM9_KEY_SECRET,
                                     GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_SIGN_PUBLIC,
                                     GM_SM9_KEY_ENC_MASTER | GM_SM9_KEY_ENC_PUBLIC,
                                     GM_SM9_KEY_SIGN_USER,
                                     GM_SM9_KEY_ENC_USER};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        options.kinds = kinds[i];
        check_key(data, size, &options);
    }
    options = (gm_sm9_key_options){NULL, 0, 0, 0, 0};
    check_key(data, size, &options);
    check_signature(data, size);
    check_ciphertext(data, size);
    check_package(data, size);
    return 0;
}
