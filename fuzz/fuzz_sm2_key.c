/* Keys: what is read is valid on every row, and comes out again as it went in. */
/* covers: src/sm2/key.c src/sm2/scalar.c */
#include <string.h>

#include "cpu/cpu.h"
#include "fuzz.h"
#include "sm2/sm2_core.h"

static void public_key(struct fuzz_input in)
{
    gm_sm2_public_key key, again;
    uint8_t full[GM_SM2_PUBLIC_SIZE], compressed[GM_SM2_PUBLIC_COMPRESSED_SIZE];
    gm_status status = in.size == 0 ? GM_ERR_ENCODING : gm_sm2_public_key_read(&key, in.data, in.size);
    for (size_t i = 0; i < gmi_ec_sm2_rows && in.size > 0; i++) {
        struct sm2_env env = gmi_sm2_env();
        struct ec_point P;
        env.row = gmi_ec_sm2_table[i];
        if (gmi_cpu_has(env.row->needs))
            FUZZ_CHECK(gmi_sm2_point_read(&env, &P, in.data, in.size) == status);
    }
    if (status != GM_OK) {
        FUZZ_CHECK(status == GM_ERR_ENCODING || status == GM_ERR_KEY);
        FUZZ_CHECK((in.size != 33 && in.size != 65) || status == GM_ERR_KEY || in.data[0] > 7 || in.data[0] < 2 ||
                   (in.size == 33) != (in.data[0] < 4) || in.data[0] == 5);
        return;
    }
    FUZZ_CHECK(gm_sm2_public_key_write(&key, full) == GM_OK && full[0] == 4);
    FUZZ_CHECK(gm_sm2_public_key_write_compressed(&key, compressed) == GM_OK);
    FUZZ_CHECK(memcmp(full + 1, in.data + 1, in.size - 1) == 0 && memcmp(compressed + 1, in.data + 1, 32) == 0);
    FUZZ_CHECK(in.size == 65 || memcmp(compressed, in.data, 33) == 0);
    FUZZ_CHECK(gm_sm2_public_key_read(&again, full, sizeof full) == GM_OK);
    FUZZ_CHECK(memcmp(&key, &again, sizeof key) == 0);
    FUZZ_CHECK(gm_sm2_public_key_read(&again, compressed, sizeof compressed) == GM_OK);
    FUZZ_CHECK(gm_sm2_public_key_equal(&key, &again));
}

static void private_key(struct fuzz_input in)
{
    gm_sm2_private_key key, again;
    uint8_t out[GM_SM2_PRIVATE_SIZE], signature[GM_SM2_SIGNATURE_SIZE];
    gm_status status = in.size == 0 ? GM_ERR_ENCODING : gm_sm2_private_key_read(&key, in.data, in.size);
    if (status != GM_OK) {
        FUZZ_CHECK(status == GM_ERR_ENCODING || status == GM_ERR_KEY);
        return;
    }
    FUZZ_CHECK(in.size <= 33 && gm_sm2_private_key_write(&key, out) == GM_OK);
    FUZZ_CHECK(in.size == 33 ? in.data[0] == 0 && memcmp(out, in.data + 1, 32) == 0
                             : memcmp(out + 32 - in.size, in.data, in.size) == 0);
    FUZZ_CHECK(gm_sm2_private_key_read(&again, out, sizeof out) == GM_OK);
    FUZZ_CHECK(memcmp(&key, &again, sizeof key) == 0);
    FUZZ_CHECK(gm_sm2_sign_digest(&key, signature, out) == GM_OK);
    FUZZ_CHECK(gm_sm2_verify_digest(&key.public_, signature, out) == GM_OK);
}

/* Long numbers: below n less what is asked, and what the others make of it fits. */
static void number(struct fuzz_input in)
{
    const struct sm2_env env = gmi_sm2_env();
    uint8_t text[GMI_SM2_WIDE_BYTES] = {0};
    u256 r, next;
    memcpy(text, in.data, in.size < sizeof text ? in.size : sizeof text);
    for (uint64_t less = 0; less < 3; less++) {
        u256 m = env.curve->n.m;
        m.w[0] -= less;
        gmi_sm2_wide(&env, &r, text, less);
        FUZZ_CHECK(u256_less(&r, &m));
    }
    gmi_sm2_nonce(&env, &next, text);
    FUZZ_CHECK(!u256_is_zero(&next) && u256_less(&next, &env.curve->n.m));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    switch (fuzz_byte(&in) % 3) {
    case 0:
        public_key(in);
        break;
    case 1:
        private_key(in);
        break;
    default:
        if (in.size > 0)
            number(in);
    }
    return 0;
}
