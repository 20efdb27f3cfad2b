/* The operations with prepared keys: the workers of the others, told where the tables are. */
#include "sm9/prepared_core.h"

/* ---- signatures ---- */

gm_status gm_sm9_sign_prepared(const gm_sm9_sign_user_key *key, uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                               const gm_sm9_sign_master_prepared *master, const uint8_t *data, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_of(&env, &with, master);
    return status == GM_OK ? gmi_sm9_sign_data(&env, key, signature, &with, data, len) : status;
}

gm_status gm_sm9_verify_prepared(const gm_sm9_sign_master_prepared *master,
                                 const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                                 uint8_t hid, const uint8_t *data, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_of(&env, &with, master);
    return status == GM_OK ? gmi_sm9_verify_data(&env, &with, signature, id, id_len, hid, data, len) : status;
}

gm_status gm_sm9_message_sign_prepared(gm_sm9_message *message, const gm_sm9_sign_user_key *key,
                                       uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                       const gm_sm9_sign_master_prepared *master)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_of(&env, &with, master);
    return status == GM_OK ? gmi_sm9_message_sign(&env, message, key, signature, &with) : status;
}

gm_status gm_sm9_message_verify_prepared(gm_sm9_message *message, const gm_sm9_sign_master_prepared *master,
                                         const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id,
                                         size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_of(&env, &with, master);
    return status == GM_OK ? gmi_sm9_message_verify(&env, message, &with, signature, id, id_len, hid) : status;
}

/* ---- who sends ---- */

gm_status gm_sm9_encrypt_prepared(const gm_sm9_enc_master_prepared *master, gm_sm9_mode mode, uint8_t *out,
                                  size_t out_size, size_t *out_len, const uint8_t *id, size_t id_len, uint8_t hid,
                                  const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_of(&env, &to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_encrypt(&env, &to, &nonces, NULL, mode, out, out_size, out_len, in, len);
}

gm_status gm_sm9_kem_encapsulate_prepared(const gm_sm9_enc_master_prepared *master, uint8_t c1[GM_SM9_C1_SIZE],
                                          uint8_t *shared, size_t shared_len, const uint8_t *id, size_t id_len,
                                          uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_of(&env, &to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_encapsulate(&env, &to, &nonces, c1, shared, shared_len);
}

gm_status gm_sm9_hybrid_encrypt_prepared(const gm_sm9_enc_master_prepared *master, uint8_t *out, const uint8_t *id,
                                         size_t id_len, uint8_t hid, const uint8_t *aad, size_t aad_len,
                                         const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_of(&env, &to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_hybrid_encrypt(&env, &to, &nonces, out, aad, aad_len, in, len);
}

gm_status gm_sm9_hybrid_encrypt_init_prepared(gm_sm4_gcm_ctx *ctx, const gm_sm9_enc_master_prepared *master,
                                              uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id, size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_of(&env, &to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_hybrid_encrypt_init(&env, ctx, &to, &nonces, c1);
}

gm_status gm_sm9_exchange_init_prepared(gm_sm9_exchange *ctx, gm_sm9_role role, uint8_t point[GM_SM9_G1_SIZE],
                                        const gm_sm9_enc_master_prepared *master, const uint8_t *peer_id,
                                        size_t peer_id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_of(&env, &to, master, peer_id, peer_id_len, hid);
    return status != GM_OK ? status : gmi_sm9_exchange_init(&env, ctx, role, &nonces, point, &to);
}

/* ---- who receives ---- */

gm_status gm_sm9_decrypt_prepared(const gm_sm9_enc_user_prepared *key, gm_sm9_mode mode, uint8_t *out, size_t out_size,
                                  size_t *out_len, const uint8_t *id, size_t id_len, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_of(&env, &owner, key, id, id_len);
    return status != GM_OK ? status : gmi_sm9_decrypt(&env, &owner, mode, out, out_size, out_len, in, len);
}

gm_status gm_sm9_kem_decapsulate_prepared(const gm_sm9_enc_user_prepared *key, uint8_t *shared, size_t shared_len,
                                          const uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id, size_t id_len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_of(&env, &owner, key, id, id_len);
    return status != GM_OK ? status : gmi_sm9_decapsulate(&env, &owner, shared, shared_len, c1);
}

gm_status gm_sm9_hybrid_decrypt_prepared(const gm_sm9_enc_user_prepared *key, uint8_t *out, const uint8_t *id,
                                         size_t id_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                         size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_of(&env, &owner, key, id, id_len);
    return status != GM_OK ? status : gmi_sm9_hybrid_decrypt(&env, &owner, out, aad, aad_len, in, len);
}

gm_status gm_sm9_hybrid_decrypt_init_prepared(gm_sm4_gcm_ctx *ctx, const gm_sm9_enc_user_prepared *key,
                                              const uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id, size_t id_len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_of(&env, &owner, key, id, id_len);
    return status != GM_OK ? status : gmi_sm9_hybrid_decrypt_init(&env, ctx, &owner, c1);
}

gm_status gm_sm9_exchange_derive_prepared(gm_sm9_exchange *ctx, uint8_t *shared, size_t shared_len,
                                          uint8_t *confirmation, const gm_sm9_enc_user_prepared *key, const uint8_t *id,
                                          size_t id_len, const uint8_t *peer_id, size_t peer_id_len,
                                          const uint8_t peer_point[GM_SM9_G1_SIZE])
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_of(&env, &owner, key, id, id_len);
    return status != GM_OK ? status
                           : gmi_sm9_exchange_derive(&env, ctx, shared, shared_len, confirmation, &owner, peer_id,
                                                     peer_id_len, peer_point);
}
