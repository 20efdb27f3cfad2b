/* SM9 with nonces that a test gives, in a module that is not in the package. Nonces are 32 bytes each, big-endian, in
 * [1, N-1], tried in their order. */
#include "bn/u256.h"
#include "sm9/exchange_core.h"

#define EXPORT __attribute__((visibility("default")))

enum { MANY = 8 };

static struct sm9_nonces nonces_of(u256 list[MANY], const uint8_t (*bytes)[32], size_t count)
{
    count = count < MANY ? count : MANY;
    for (size_t i = 0; i < count; i++)
        u256_from_be(&list[i], bytes[i]);
    return (struct sm9_nonces){list, count};
}

EXPORT gm_status wasm_sm9_sign_derand(const gm_sm9_sign_user_key *key, const uint8_t (*bytes)[32], size_t count,
                                      uint8_t signature[GM_SM9_SIGNATURE_SIZE], const gm_sm9_sign_public_key *master,
                                      const uint8_t *data, size_t len)
{
    struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master by;
    u256 list[MANY];
    struct sm9_nonces nonces = nonces_of(list, bytes, count);
    gm_sm3_ctx hash;
    gm_status status = gmi_sm9_sign_master_key(&by, master);
    if (status != GM_OK)
        return status;
    gmi_sm9_hash(&env, &hash, data, len);
    return gmi_sm9_sign(&env, key, &nonces, signature, &by, &hash);
}

EXPORT gm_status wasm_sm9_encrypt_derand(const gm_sm9_enc_public_key *master, const uint8_t (*bytes)[32], size_t count,
                                         const uint8_t *iv, gm_sm9_mode mode, uint8_t *out, size_t out_size,
                                         size_t *out_len, const uint8_t *id, size_t id_len, uint8_t hid,
                                         const uint8_t *in, size_t len)
{
    struct sm9_env env = gmi_sm9_env();
    struct sm9_receiver to;
    u256 list[MANY];
    struct sm9_nonces nonces = nonces_of(list, bytes, count);
    gm_status status = gmi_sm9_receiver_key(&to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_encrypt(&env, &to, &nonces, iv, mode, out, out_size, out_len, in, len);
}

EXPORT gm_status wasm_sm9_encapsulate_derand(const gm_sm9_enc_public_key *master, const uint8_t (*bytes)[32],
                                             size_t count, uint8_t c1[GM_SM9_C1_SIZE], uint8_t *shared,
                                             size_t shared_len, const uint8_t *id, size_t id_len, uint8_t hid)
{
    struct sm9_env env = gmi_sm9_env();
    struct sm9_receiver to;
    u256 list[MANY];
    struct sm9_nonces nonces = nonces_of(list, bytes, count);
    gm_status status = gmi_sm9_receiver_key(&to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_encapsulate(&env, &to, &nonces, c1, shared, shared_len);
}

EXPORT gm_status wasm_sm9_hybrid_encrypt_derand(const gm_sm9_enc_public_key *master, const uint8_t (*bytes)[32],
                                                size_t count, uint8_t *out, const uint8_t *id, size_t id_len,
                                                uint8_t hid, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                                size_t len)
{
    struct sm9_env env = gmi_sm9_env();
    struct sm9_receiver to;
    u256 list[MANY];
    struct sm9_nonces nonces = nonces_of(list, bytes, count);
    gm_status status = gmi_sm9_receiver_key(&to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_hybrid_encrypt(&env, &to, &nonces, out, aad, aad_len, in, len);
}
