/* Signatures: the DER reader takes what the writer makes and nothing else; verification agrees in all its forms. */
/* covers: src/sm2/signature_der.c src/sm2/verify.c */
#include <guomi/sm2_many.h>
#include <guomi/sm2_prepared.h>
#include <string.h>

#include "cpu/cpu.h"
#include "fuzz.h"
#include "sm2/sm2_core.h"

/* Keys and a table are the same for all inputs: made once. */
static gm_sm2_private_key key;
static gm_sm2_prepared *prepared;

static void make_key(void)
{
    uint8_t d[32];
    if (prepared != NULL)
        return;
    for (size_t i = 0; i < sizeof d; i++)
        d[i] = (uint8_t)(17 * i + 3);
    size_t size = gm_sm2_prepared_size(GM_SM2_PREPARED_WIDTH);
    FUZZ_CHECK(gm_sm2_private_key_read(&key, d, sizeof d) == GM_OK);
    FUZZ_CHECK(gm_sm2_prepare(&prepared, malloc(size), size, &key.public_, GM_SM2_PREPARED_WIDTH) == GM_OK);
}

/* Every row and every form says the same of a signature. */
static int verdict(const uint8_t signature[64], const uint8_t e[32])
{
    const gm_sm2_public_key *keys[1] = {&key.public_};
    gm_status result, status = gm_sm2_verify_digest(&key.public_, signature, e);
    FUZZ_CHECK(status == GM_OK || status == GM_ERR_VERIFY);
    FUZZ_CHECK(gm_sm2_verify_digest_prepared(prepared, signature, e) == status);
    FUZZ_CHECK(gm_sm2_verify_digest_many(&result, keys, signature, e, 1) == status && result == status);
    for (size_t i = 0; i < gmi_ec_sm2_rows; i++) {
        struct sm2_env env = gmi_sm2_env();
        env.row = gmi_ec_sm2_table[i];
        if (gmi_cpu_has(env.row->needs))
            FUZZ_CHECK(gmi_sm2_verify_digest(&env, &key.public_, signature, e) == (status == GM_OK));
    }
    return status == GM_OK;
}

/* Each key that is recovered verifies. */
static void recover(const uint8_t signature[64], const uint8_t e[32])
{
    gm_sm2_public_key found[GM_SM2_RECOVER_MAX];
    size_t count = 99;
    gm_status status = gm_sm2_recover(found, &count, signature, e);
    FUZZ_CHECK(count <= GM_SM2_RECOVER_MAX && status == (count > 0 ? GM_OK : GM_ERR_VERIFY));
    for (size_t i = 0; i < count; i++)
        FUZZ_CHECK(gm_sm2_verify_digest(&found[i], signature, e) == GM_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    uint8_t e[32], signature[64], der[GM_SM2_SIGNATURE_DER_MAX];
    unsigned steer = fuzz_byte(&in);
    size_t len = 0;
    make_key();
    for (size_t i = 0; i < sizeof e; i++)
        e[i] = (uint8_t)(i * steer);
    if (gm_sm2_signature_from_der(signature, in.data, in.size) == GM_OK) {
        FUZZ_CHECK(gm_sm2_signature_to_der(der, &len, signature) == GM_OK);
        FUZZ_CHECK(len == in.size && memcmp(der, in.data, len) == 0);
        (void)verdict(signature, e);
        if (steer % 8 == 0)
            recover(signature, e);
    }
    /* A right signature, and one with a change that the input chooses. */
    FUZZ_CHECK(gm_sm2_sign_digest_deterministic(&key, signature, e) == GM_OK);
    if (steer % 4 == 0)
        FUZZ_CHECK(verdict(signature, e));
    size_t at = fuzz_byte(&in) % 64;
    uint8_t change = (uint8_t)fuzz_byte(&in);
    signature[at] ^= change;
    FUZZ_CHECK(verdict(signature, e) == (change == 0));
    return 0;
}
