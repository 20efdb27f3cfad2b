/* Signatures: with a nonce of the input every row makes the same one; it is right in every form of verification, and
 * wrong with any change; bytes of the input are no signature, and every form says so. */
/* covers: src/sm9/verify.c */
#include "fuzz_sm9.h"

static gm_sm9_sign_master_prepared *prepared;

static int verdict(const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                   const uint8_t *text, size_t len)
{
    const uint8_t *const texts[1] = {text}, *const ids[1] = {id};
    gm_status result, status = gm_sm9_verify(&sign_master.public_, signature, id, id_len, 1, text, len);
    gm_sm9_message message;
    FUZZ_CHECK(status == GM_OK || status == GM_ERR_VERIFY);
    FUZZ_CHECK(gm_sm9_verify_prepared(prepared, signature, id, id_len, 1, text, len) == status);
    FUZZ_CHECK(gm_sm9_verify_many(&result, prepared, signature, ids, &id_len, 1, texts, &len, 1) == status);
    FUZZ_CHECK(result == status);
    gm_sm9_message_init(&message);
    FUZZ_CHECK(gm_sm9_message_update(&message, text, len / 2) == GM_OK);
    FUZZ_CHECK(gm_sm9_message_update(&message, text + len / 2, len - len / 2) == GM_OK);
    FUZZ_CHECK(gm_sm9_message_verify(&message, &sign_master.public_, signature, id, id_len, 1) == status);
    return status == GM_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    uint8_t first[GM_SM9_SIGNATURE_SIZE], again[GM_SM9_SIGNATURE_SIZE];
    struct sm9_sign_master master;
    fuzz_keys();
    if (prepared == NULL) {
        size_t n = gm_sm9_sign_master_prepared_size();
        FUZZ_CHECK(gm_sm9_sign_master_prepare(&prepared, malloc(n), n, &sign_master.public_) == GM_OK);
    }
    unsigned at = fuzz_byte(&in), change = fuzz_byte(&in);
    const u256 r = fuzz_nonce(&in);
    struct fuzz_input given = fuzz_part(&in, GM_SM9_SIGNATURE_SIZE);
    static const uint8_t none;
    const uint8_t *text = in.size > 0 ? in.data : &none;
    FUZZ_CHECK(gmi_sm9_sign_master_key(&master, &sign_master.public_) == GM_OK);
    for (size_t i = 0, done = 0; i < gmi_ec_sm9_rows; i++) {
        struct sm9_env env;
        struct sm9_nonces nonces = {&r, 1};
        gm_sm3_ctx hash;
        if (!fuzz_env(&env, i))
            continue;
        gmi_sm9_hash(&env, &hash, text, in.size);
        FUZZ_CHECK(gmi_sm9_sign(&env, &sign_user, &nonces, again, &master, &hash) == GM_OK);
        FUZZ_CHECK(gmi_sm9_verify(&env, &master, again, FUZZ_ID, 3, 1, &hash));
        if (done++ == 0)
            memcpy(first, again, sizeof first);
        FUZZ_CHECK(memcmp(first, again, sizeof first) == 0);
    }
    FUZZ_CHECK(verdict(first, FUZZ_ID, 3, text, in.size));
    FUZZ_CHECK(!verdict(first, FUZZ_ID, 2, text, in.size));
    if (in.size > 0)
        FUZZ_CHECK(!verdict(first, FUZZ_ID, 3, text, in.size - 1));
    first[at % sizeof first] ^= (uint8_t)change;
    FUZZ_CHECK(verdict(first, FUZZ_ID, 3, text, in.size) == (change == 0));
    if (given.size == GM_SM9_SIGNATURE_SIZE)
        FUZZ_CHECK(!verdict(given.data, FUZZ_ID, 3, text, in.size));
    return 0;
}
