/* HMAC-SM3 and the derivations on it: chunked equals one-shot, verification takes the right tag
 * and no other, every row equals portable. */
/* covers: src/sm3/hmac.c src/sm3/hkdf.c src/sm3/pbkdf2.c src/sm3/kdf.c */
#include <guomi/sm3.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm3/sm3_core.h"

#define MOST 700

static void streaming(const gm_hmac_sm3_key *key, const uint8_t want[32], struct fuzz_input in, unsigned steer)
{
    gm_hmac_sm3_ctx ctx;
    uint8_t got[32];
    struct fuzz_input rest = in;
    FUZZ_CHECK(gm_hmac_sm3_init(&ctx, key) == GM_OK);
    while (rest.size > 0) {
        struct fuzz_input part = fuzz_part(&rest, 1 + rest.data[0] % (1 + steer));
        FUZZ_CHECK(gm_hmac_sm3_update(&ctx, part.data, part.size) == GM_OK);
    }
    gm_hmac_sm3_ctx copy = ctx;
    FUZZ_CHECK(gm_hmac_sm3_final_verify(&copy, want, 1 + steer % 32) == GM_OK);
    FUZZ_CHECK(gm_hmac_sm3_final(&ctx, got) == GM_OK);
    FUZZ_CHECK(memcmp(got, want, 32) == 0);
}

static void verification(const gm_hmac_sm3_key *key, const uint8_t want[32], struct fuzz_input in, unsigned steer)
{
    uint8_t mac[32];
    size_t len = 1 + steer % 32;
    memcpy(mac, want, 32);
    FUZZ_CHECK(gm_hmac_sm3_verify(key, mac, len, in.data, in.size) == GM_OK);
    mac[steer % len] ^= (uint8_t)(1 << steer / 32);
    FUZZ_CHECK(gm_hmac_sm3_verify(key, mac, len, in.data, in.size) == GM_ERR_VERIFY);
}

static void derivations(const struct sm3_impl *row, struct fuzz_input secret, struct fuzz_input in, unsigned steer)
{
    uint8_t got[MOST], want[MOST];
    size_t len = 1 + (steer * 11 + in.size) % MOST;
    gmi_sm3_kdf(row, got, len, in.data, in.size);
    gmi_sm3_kdf(&gmi_sm3_portable, want, len, in.data, in.size);
    FUZZ_CHECK(memcmp(got, want, len) == 0);
    gmi_pbkdf2_hmac_sm3(row, got, len, secret.data, secret.size, in.data, in.size, 1 + steer % 3);
    gmi_pbkdf2_hmac_sm3(&gmi_sm3_portable, want, len, secret.data, secret.size, in.data, in.size, 1 + steer % 3);
    FUZZ_CHECK(memcmp(got, want, len) == 0);
    gmi_hkdf_sm3_extract(row, got, secret.data, secret.size, in.data, in.size);
    gmi_hkdf_sm3_extract(&gmi_sm3_portable, want, secret.data, secret.size, in.data, in.size);
    FUZZ_CHECK(memcmp(got, want, 32) == 0);
    gmi_hkdf_sm3_expand(row, got, len, secret.data, secret.size, in.data, in.size);
    gmi_hkdf_sm3_expand(&gmi_sm3_portable, want, len, secret.data, secret.size, in.data, in.size);
    FUZZ_CHECK(memcmp(got, want, len) == 0);
}

/* The public functions refuse or agree with the workers. */
static void public_ones(struct fuzz_input secret, struct fuzz_input in, unsigned steer)
{
    uint8_t got[MOST], want[MOST], prk[32];
    size_t len = 1 + steer % 64, bits = 8 * len - steer % 8;
    gmi_sm3_kdf(&gmi_sm3_portable, want, len, in.data, in.size);
    FUZZ_CHECK(gm_sm3_kdf(got, len, in.data, in.size) == GM_OK && memcmp(got, want, len) == 0);
    FUZZ_CHECK(gm_sm3_kdf_bits(got, bits, in.data, in.size) == GM_OK && memcmp(got, want, bits / 8) == 0);
    FUZZ_CHECK((got[len - 1] & (0xff >> (bits - 8 * (len - 1)))) == 0);
    FUZZ_CHECK(gm_hkdf_sm3(got, len, secret.data, secret.size, in.data, in.size, NULL, 0) == GM_OK);
    FUZZ_CHECK(gm_hkdf_sm3_extract(prk, secret.data, secret.size, in.data, in.size) == GM_OK);
    FUZZ_CHECK(gm_hkdf_sm3_expand(want, len, prk, 32, NULL, 0) == GM_OK && memcmp(got, want, len) == 0);
    FUZZ_CHECK(gm_pbkdf2_hmac_sm3(got, len, secret.data, secret.size, in.data, in.size, 2) == GM_OK);
    gmi_pbkdf2_hmac_sm3(&gmi_sm3_portable, want, len, secret.data, secret.size, in.data, in.size, 2);
    FUZZ_CHECK(memcmp(got, want, len) == 0);
    FUZZ_CHECK(gm_sm3_kdf(NULL, len, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hkdf_sm3(got, 255 * 32 + len, NULL, 0, NULL, 0, NULL, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_pbkdf2_hmac_sm3(got, len, NULL, 0, NULL, 0, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm3_kdf_bits(NULL, bits, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hkdf_sm3_extract(NULL, NULL, 0, NULL, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hkdf_sm3_expand(NULL, len, prk, 32, NULL, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hkdf_sm3(got, len, NULL, 1, NULL, 0, NULL, 0) == GM_ERR_ARGUMENT);
}

/* Missing arguments are refused and the running message goes on as if nothing had been asked. */
static void refused(const gm_hmac_sm3_key *key, const uint8_t want[32], struct fuzz_input in)
{
    gm_hmac_sm3_ctx ctx;
    gm_hmac_sm3_key other;
    uint8_t got[32];
    FUZZ_CHECK(gm_hmac_sm3_key_init(NULL, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_key_init(&other, NULL, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3(NULL, got, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_verify(key, want, 33, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_init(NULL, key) == GM_ERR_ARGUMENT && gm_hmac_sm3_init(&ctx, NULL) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_init(&ctx, key) == GM_OK);
    FUZZ_CHECK(gm_hmac_sm3_update(NULL, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_update(&ctx, NULL, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_update(&ctx, in.data, in.size) == GM_OK);
    FUZZ_CHECK(gm_hmac_sm3_final(NULL, got) == GM_ERR_ARGUMENT && gm_hmac_sm3_final(&ctx, NULL) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_final_verify(&ctx, want, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_final(&ctx, got) == GM_OK && memcmp(got, want, 32) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned steer = fuzz_byte(&in), key_len = fuzz_byte(&in);
    struct fuzz_input secret = fuzz_part(&in, key_len);
    gm_hmac_sm3_key key, row_key;
    uint8_t want[32], got[32];
    FUZZ_CHECK(gm_hmac_sm3_key_init(&key, secret.data, secret.size) == GM_OK);
    gmi_hmac_sm3(&gmi_sm3_portable, &key, want, in.data, in.size);
    FUZZ_CHECK(gm_hmac_sm3(&key, got, in.data, in.size) == GM_OK && memcmp(got, want, 32) == 0);
    streaming(&key, want, in, steer);
    verification(&key, want, in, steer);
    public_ones(secret, in, steer);
    refused(&key, want, in);
    for (size_t i = 0; i < gmi_sm3_rows; i++) {
        const struct sm3_impl *row = gmi_sm3_table[i];
        if (!gmi_cpu_has(row->needs))
            continue;
        gmi_hmac_sm3_key(row, &row_key, secret.data, secret.size);
        FUZZ_CHECK(memcmp(&row_key, &key, sizeof key) == 0);
        gmi_hmac_sm3(row, &key, got, in.data, in.size);
        FUZZ_CHECK(memcmp(got, want, 32) == 0);
        derivations(row, secret, in, steer);
    }
    return 0;
}
