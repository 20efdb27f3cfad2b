/* Keys: what is read is valid on every row, and comes out again as it went in. */
/* covers: src/sm9/point.c */
#include "fuzz_sm9.h"

/* A point of the first group, as a public key and as a user key. */
static void first_group(struct fuzz_input in)
{
    gm_sm9_enc_public_key pub, again;
    gm_sm9_sign_user_key user;
    uint8_t out[GM_SM9_G1_SIZE];
    gm_status status = gm_sm9_enc_public_key_read(&pub, in.data, in.size);
    for (size_t i = 0; i < gmi_ec_sm9_rows; i++) {
        struct sm9_env env;
        if (fuzz_env(&env, i))
            FUZZ_CHECK(gmi_sm9_enc_public_read(&env, &again, in.data, in.size) == status);
    }
    gm_status secret = gm_sm9_sign_user_key_read(&user, in.data, in.size);
    FUZZ_CHECK(in.size == 33 ? secret == GM_ERR_ENCODING : secret == status);
    if (status != GM_OK) {
        FUZZ_CHECK(status == GM_ERR_ENCODING || (status == GM_ERR_KEY && (in.size == 33 || in.size == 65)));
        return;
    }
    FUZZ_CHECK(gm_sm9_enc_public_key_write(&pub, out) == GM_OK && memcmp(out + 1, in.data + 1, in.size - 1) == 0);
    FUZZ_CHECK(in.size == 65 ? in.data[0] == 4 : in.data[0] == (2 | (out[64] & 1)));
    FUZZ_CHECK(gm_sm9_enc_public_key_read(&again, out, sizeof out) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_public_key_equal(&pub, &again) && memcmp(&pub, &again, sizeof pub) == 0);
    FUZZ_CHECK(secret != GM_OK || (gm_sm9_sign_user_key_write(&user, out) == GM_OK && memcmp(out, in.data, 65) == 0));
}

static void second_group(struct fuzz_input in)
{
    gm_sm9_sign_public_key pub, again;
    gm_sm9_enc_user_key user;
    uint8_t out[GM_SM9_G2_SIZE];
    gm_status status = gm_sm9_sign_public_key_read(&pub, in.data, in.size);
    for (size_t i = 0; i < gmi_ec_sm9_rows; i++) {
        struct sm9_env env;
        if (fuzz_env(&env, i))
            FUZZ_CHECK(gmi_sm9_sign_public_read(&env, &again, in.data, in.size) == status);
    }
    FUZZ_CHECK(gm_sm9_enc_user_key_read(&user, in.data, in.size) == status);
    if (status != GM_OK) {
        FUZZ_CHECK(status == GM_ERR_ENCODING || (status == GM_ERR_KEY && in.size == 129 && in.data[0] == 4));
        return;
    }
    FUZZ_CHECK(gm_sm9_sign_public_key_write(&pub, out) == GM_OK && memcmp(out, in.data, sizeof out) == 0);
    FUZZ_CHECK(gm_sm9_enc_user_key_write(&user, out) == GM_OK && memcmp(out, in.data, sizeof out) == 0);
    gmi_sm9_g1_write(out, &gmi_sm9.P1);
    FUZZ_CHECK(gm_sm9_kem_decapsulate(&user, out + 65, 32, out, NULL, 0) == GM_OK);
}

static void master(struct fuzz_input in)
{
    gm_sm9_enc_master_key key;
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_user_key user;
    uint8_t out[GM_SM9_MASTER_SIZE];
    gm_status status = gm_sm9_enc_master_key_read(&key, in.data, in.size);
    FUZZ_CHECK(gm_sm9_sign_master_key_read(&sign, in.data, in.size) == status);
    if (status != GM_OK) {
        FUZZ_CHECK(status == GM_ERR_ENCODING || status == GM_ERR_KEY);
        return;
    }
    FUZZ_CHECK(gm_sm9_enc_master_key_write(&key, out) == GM_OK);
    FUZZ_CHECK(in.size == 33 ? in.data[0] == 0 && memcmp(out, in.data + 1, 32) == 0
                             : memcmp(out + 32 - in.size, in.data, in.size) == 0);
    FUZZ_CHECK(gm_sm9_enc_extract(&user, &key, out, 32, 3) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_user_key_check(&user, &key.public_, out, 32, 3) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_user_key_check(&user, &key.public_, out, 31, 3) == GM_ERR_VERIFY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned which = fuzz_byte(&in) % 3;
    if (in.size == 0)
        return 0;
    if (which == 0)
        first_group(in);
    else if (which == 1)
        second_group(in);
    else
        master(in);
    return 0;
}
