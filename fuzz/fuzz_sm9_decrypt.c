/* Encryption with a nonce of the input on every row: the same ciphertext; it is decrypted; a changed bit, a cut or
 * bytes of the input are refused and leave zeros. The same for encapsulation and hybrid encryption. */
/* covers: src/sm9/encrypt.c */
#include "fuzz_sm9.h"

#define MOST 1000

static uint8_t first[MOST + 200], again[MOST + 200], plain[MOST + 200];
static const gm_sm9_mode modes[] = {GM_SM9_XOR, GM_SM9_ECB, GM_SM9_CBC, GM_SM9_OFB, GM_SM9_CFB, GM_SM9_XOR_HMAC};

static void refused(gm_sm9_mode mode, const uint8_t *data, size_t len)
{
    size_t n = 1;
    memset(plain, 0xa5, sizeof plain);
    FUZZ_CHECK(gm_sm9_decrypt(&enc_user, mode, plain, sizeof plain, &n, FUZZ_ID, 3, data, len) == GM_ERR_VERIFY);
    FUZZ_CHECK(n == 0);
    for (size_t i = 0; i < sizeof plain; i++)
        FUZZ_CHECK(plain[i] == 0);
}

static void hybrid(const struct sm9_receiver *to, const u256 *r, struct fuzz_input text, size_t where, unsigned steer)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {r, 1};
    const size_t n = text.size + GM_SM9_HYBRID_OVERHEAD;
    FUZZ_CHECK(gmi_sm9_hybrid_encrypt(&env, to, &nonces, first, NULL, 0, text.data, text.size) == GM_OK);
    FUZZ_CHECK(gm_sm9_hybrid_decrypt(&enc_user, plain, FUZZ_ID, 3, NULL, 0, first, n) == GM_OK);
    FUZZ_CHECK(memcmp(plain, text.data, text.size) == 0);
    FUZZ_CHECK(gm_sm9_hybrid_decrypt(&enc_user, plain, FUZZ_ID, 3, NULL, 0, first, where % n) == GM_ERR_VERIFY);
    first[where % n] ^= (uint8_t)(1 << steer % 8);
    FUZZ_CHECK(gm_sm9_hybrid_decrypt(&enc_user, plain, FUZZ_ID, 3, NULL, 0, first, n) == GM_ERR_VERIFY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct sm9_receiver to;
    struct sm9_owner owner;
    uint8_t iv[16] = {0};
    size_t n = 0, m = 0;
    fuzz_keys();
    gm_sm9_mode mode = modes[fuzz_byte(&in) % 6];
    unsigned steer = fuzz_byte(&in);
    size_t where = fuzz_byte(&in) + 256 * fuzz_byte(&in);
    const u256 r = fuzz_nonce(&in);
    struct fuzz_input part = fuzz_part(&in, 16), text = fuzz_part(&in, MOST);
    if (part.size > 0)
        memcpy(iv, part.data, part.size);
    if (text.size == 0)
        return 0;
    FUZZ_CHECK(gmi_sm9_receiver_key(&to, &enc_master.public_, FUZZ_ID, 3, 3) == GM_OK);
    FUZZ_CHECK(gmi_sm9_owner_key(&owner, &enc_user, FUZZ_ID, 3) == GM_OK);
    for (size_t i = 0, done = 0; i < gmi_ec_sm9_rows; i++) {
        struct sm9_env env;
        struct sm9_nonces nonces = {&r, 1};
        if (!fuzz_env(&env, i))
            continue;
        gm_status status = gmi_sm9_encrypt(&env, &to, &nonces, iv, mode, again, sizeof again, &m, text.data, text.size);
        if (status == GM_ERR_RANDOM)
            return 0; /* a key of zeros */
        FUZZ_CHECK(status == GM_OK && m == gm_sm9_ciphertext_size(mode, text.size));
        if (done++ == 0)
            memcpy(first, again, n = m);
        FUZZ_CHECK(m == n && memcmp(first, again, n) == 0);
        FUZZ_CHECK(gmi_sm9_decrypt(&env, &owner, mode, plain, text.size, &m, first, n) == GM_OK);
        FUZZ_CHECK(m == text.size && memcmp(plain, text.data, m) == 0);
    }
    FUZZ_CHECK(gm_sm9_encrypt(&enc_master.public_, mode, again, n - 1, &m, FUZZ_ID, 3, 3, text.data, text.size) ==
               GM_ERR_BUFFER);
    FUZZ_CHECK(gm_sm9_encrypt(&enc_master.public_, mode, again, n, &m, FUZZ_ID, 3, 3, text.data, text.size) == GM_OK);
    FUZZ_CHECK(gm_sm9_decrypt(&enc_user, mode, plain, sizeof plain, &m, FUZZ_ID, 3, again, n) == GM_OK);
    FUZZ_CHECK(m == text.size && memcmp(plain, text.data, m) == 0);
    refused(mode, first, where % n);
    first[where % n] ^= (uint8_t)(1 << steer % 8);
    refused(mode, first, n);
    refused(mode, data, size);
    /* A right C1 with the input's bytes behind it. */
    memcpy(first, again, 65);
    memcpy(first + 65, text.data, text.size);
    refused(mode, first, 65 + text.size);
    hybrid(&to, &r, text, where, steer);
    return 0;
}
