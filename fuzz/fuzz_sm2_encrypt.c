/* Encryption with a nonce of the input on every row: the same ciphertext, in pieces too; it is decrypted and its form
 * found; a changed bit, a cut or another form is refused and leaves zeros. */
/* covers: src/sm2/encrypt.c src/sm2/encrypt_stream.c src/sm2/cipher.c */
#include <string.h>

#include "fuzz_sm2.h"

#include "cpu/cpu.h"
#include "sm2/encrypt_core.h"

#define MOST 1500

static uint8_t first[MOST + 200], again[MOST + 200], plain[MOST + 200];

static void refused(const struct sm2_env *env, const gm_sm2_private_key *key, gm_sm2_form form, size_t len)
{
    size_t n = 1;
    memset(plain, 0xa5, sizeof plain);
    FUZZ_CHECK(gmi_sm2_decrypt(env, key, form, plain, sizeof plain, &n, first, len) == GM_ERR_VERIFY && n == 0);
    for (size_t i = 0; i < sizeof plain; i++)
        FUZZ_CHECK(plain[i] == 0);
}

static void in_pieces(const struct sm2_env *env, const gm_sm2_private_key *key, const struct sm2_receiver *to, u256 *k,
                      const uint8_t *text, size_t len, unsigned steer)
{
    struct sm2_nonces nonces = {k, 1};
    gm_sm2_cipher enc, dec;
    uint8_t c1[65], c3[32];
    FUZZ_CHECK(gmi_sm2_encrypt_init(env, &enc, to, &nonces, c1) == GM_OK);
    FUZZ_CHECK(gmi_sm2_decrypt_init(env, &dec, key, c1) == GM_OK);
    for (size_t at = 0; at < len;) {
        size_t n = 1 + (text[at] * steer) % 150;
        n = n < len - at ? n : len - at;
        FUZZ_CHECK(gmi_sm2_update(env, &enc, 0, again + at, text + at, n) == GM_OK);
        memcpy(plain + at, again + at, n);
        FUZZ_CHECK(gmi_sm2_update(env, &dec, 1, plain + at, plain + at, n) == GM_OK);
        at += n;
    }
    FUZZ_CHECK(gmi_sm2_encrypt_finish(env, &enc, c3) == GM_OK);
    FUZZ_CHECK(gmi_sm2_decrypt_finish(env, &dec, c3) == GM_OK);
    FUZZ_CHECK(memcmp(first, c1, 65) == 0 && memcmp(first + 65, c3, 32) == 0 && memcmp(first + 97, again, len) == 0);
    FUZZ_CHECK(memcmp(plain, text, len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct sm2_env env = gmi_sm2_env();
    gm_sm2_private_key key;
    gm_sm2_form found;
    u256 d, k;
    unsigned form = 1 + fuzz_byte(&in) % 7, steer = fuzz_byte(&in);
    size_t n = 0, m, where = fuzz_byte(&in) + 256 * fuzz_byte(&in);
    fuzz_number(&in, &d, 1);
    fuzz_number(&in, &k, 2);
    gmi_sm2_private_set(&env, &key, &d);
    const struct sm2_receiver to = gmi_sm2_receiver(&key.public_);
    struct fuzz_input text = fuzz_part(&in, MOST);
    if (text.size == 0)
        return 0;
    for (size_t i = 0; i < gmi_ec_sm2_rows; i++) {
        struct sm2_nonces nonces = {&k, 1};
        if (!gmi_cpu_has(gmi_ec_sm2_table[i]->needs))
            continue;
        env.row = gmi_ec_sm2_table[i];
        gm_status status = gmi_sm2_encrypt(&env, &to, &nonces, form, again, sizeof again, &m, text.data, text.size);
        if (status == GM_ERR_RANDOM)
            return 0; /* a key stream of zeros */
        FUZZ_CHECK(status == GM_OK);
        if (n == 0) {
            n = m;
            memcpy(first, again, n);
        }
        FUZZ_CHECK(n == m && memcmp(first, again, n) == 0);
        FUZZ_CHECK(gmi_sm2_decrypt(&env, &key, form, plain, text.size, &m, first, n) == GM_OK);
        FUZZ_CHECK(m == text.size && memcmp(plain, text.data, m) == 0);
    }
    FUZZ_CHECK(gmi_sm2_decrypt_detect(&env, &key, &found, plain, sizeof plain, &m, first, n) == GM_OK);
    FUZZ_CHECK(found == form && m == text.size && memcmp(plain, text.data, m) == 0);
    first[where % n] ^= (uint8_t)(1 << steer % 8);
    refused(&env, &key, form, n);
    first[where % n] ^= (uint8_t)(1 << steer % 8);
    refused(&env, &key, form, where % n);
    refused(&env, &key, 1 + form % 7, n);
    FUZZ_CHECK(gm_sm2_ciphertext_convert(GM_SM2_C1C3C2, again, sizeof again, &m, form, first, n) == GM_OK);
    memcpy(first, again, m);
    in_pieces(&env, &key, &to, &k, text.data, text.size, 1 + steer);
    return 0;
}
