/* Keys in every form, with and without a password: what is read is written and read again as the same key; a file is
 * never both a private and a public key, unless it has both. */
/* covers: src/keyfile/load.c src/keyfile/find.c src/keyfile/shape.c src/keyfile/pbes2.c src/keyfile/envelope.c */
#include <guomi/keyfile.h>
#include <string.h>

#include "fuzz.h"

/* Few iterations, so that a run is short. */
static const gm_sm2_key_options options = {(const uint8_t *)"guomi", 5, 100, 0, 0};

static void check_private(const uint8_t *data, size_t size, const gm_sm2_key_options *with)
{
    static const gm_sm2_private_key nothing;
    static const gm_sm2_key_form forms[] = {GM_SM2_KEY_RAW, GM_SM2_KEY_INTEGER, GM_SM2_KEY_SEC1, GM_SM2_KEY_PKCS8};
    gm_sm2_private_key key, back;
    gm_sm2_key_info info;
    uint8_t out[GM_SM2_SAVED_MAX], d[32], again[32];
    size_t n;
    gm_status status = gm_sm2_key_load(&key, &info, data, size, with);
    FUZZ_CHECK((status == GM_OK) == (info.problem == GM_SM2_PROBLEM_NONE));
    FUZZ_CHECK(status != GM_ERR_ARGUMENT && status != GM_ERR_BUFFER && status != GM_ERR_RANDOM);
    if (status != GM_OK) {
        FUZZ_CHECK(memcmp(&key, &nothing, sizeof key) == 0);
        return;
    }
    FUZZ_CHECK(info.form < GM_SM2_KEY_POINT && gm_sm2_private_key_write(&key, d) == GM_OK);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        gm_sm2_key_options named = {NULL, 0, 0, (uint32_t)forms[i], 0};
        FUZZ_CHECK(gm_sm2_key_save(&key, out, sizeof out, &n, forms[i], GM_SM2_TEXT_HEX) == GM_OK);
        FUZZ_CHECK(gm_sm2_key_load(&back, &info, out, n, &named) == GM_OK && info.form == (uint32_t)forms[i]);
        FUZZ_CHECK(gm_sm2_private_key_write(&back, again) == GM_OK && memcmp(d, again, 32) == 0);
    }
}

static void check_public(const uint8_t *data, size_t size)
{
    gm_sm2_public_key key, back;
    gm_sm2_key_info info;
    uint8_t out[GM_SM2_SAVED_MAX];
    size_t n;
    gm_status status = gm_sm2_key_load_public(&key, &info, data, size, NULL);
    FUZZ_CHECK((status == GM_OK) == (info.problem == GM_SM2_PROBLEM_NONE));
    if (status != GM_OK)
        return;
    FUZZ_CHECK(info.form >= GM_SM2_KEY_POINT && info.form < GM_SM2_KEY_PARAMETERS);
    FUZZ_CHECK(gm_sm2_key_save_public(&key, out, sizeof out, &n, GM_SM2_KEY_SPKI, GM_SM2_TEXT_PEM, 1) == GM_OK);
    FUZZ_CHECK(gm_sm2_key_load_public(&back, NULL, out, n, NULL) == GM_OK && gm_sm2_public_key_equal(&key, &back));
}

/* Opened with the key that the seed is for; sealed again for another key it opens with that one. */
static void check_envelope(const uint8_t *data, size_t size)
{
    static const uint8_t recipient_d[5] = {0x01, 0x23, 0x45, 0x67, 0x89};
    static gm_sm2_private_key recipient;
    static gm_sm2_public_key point;
    gm_sm2_private_key key, back;
    gm_sm2_key_info info;
    uint8_t out[GM_SM2_SAVED_MAX], d[32], again[32];
    size_t n;
    if (recipient.d_[0] == 0) {
        FUZZ_CHECK(gm_sm2_private_key_read(&recipient, recipient_d, sizeof recipient_d) == GM_OK);
        FUZZ_CHECK(gm_sm2_private_key_public(&recipient, &point) == GM_OK);
    }
    gm_status status = gm_sm2_envelope_open(&key, &info, &recipient, data, size);
    FUZZ_CHECK((status == GM_OK) == (info.problem == GM_SM2_PROBLEM_NONE));
    if (status != GM_OK)
        return;
    FUZZ_CHECK(gm_sm2_envelope_seal(&key, out, sizeof out, &n, &point, GM_SM2_TEXT_BASE64) == GM_OK);
    FUZZ_CHECK(gm_sm2_envelope_open(&back, &info, &recipient, out, n) == GM_OK);
    FUZZ_CHECK(gm_sm2_private_key_write(&key, d) == GM_OK && gm_sm2_private_key_write(&back, again) == GM_OK);
    FUZZ_CHECK(memcmp(d, again, 32) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gm_sm2_key_info info;
    gm_status status = gm_sm2_key_detect(&info, data, size);
    FUZZ_CHECK((status == GM_OK) == (info.form != GM_SM2_KEY_NONE && info.problem == GM_SM2_PROBLEM_NONE));
    check_private(data, size, &options);
    check_private(data, size, NULL);
    check_public(data, size);
    check_envelope(data, size);
    return 0;
}
