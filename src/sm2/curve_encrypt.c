/* Encryption and key exchange on curves of the caller's. */
#include <guomi/ec.h>

#include "sm2/curve_env.h"
#include "sm2/encrypt_core.h"

gm_status gm_ec_encrypt(const gm_ec_curve *curve, const gm_ec_public_key *key, gm_sm2_form form, uint8_t *out,
                        size_t out_size, size_t *out_len, const uint8_t *in, size_t len)
{
    struct sm2_curve c;
    struct sm2_env env;
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_receiver_key(&env, &to, &key->key_);
    return status != GM_OK ? status : gmi_sm2_encrypt(&env, &to, &nonces, form, out, out_size, out_len, in, len);
}

gm_status gm_ec_decrypt(const gm_ec_curve *curve, const gm_ec_private_key *key, gm_sm2_form form, uint8_t *out,
                        size_t out_size, size_t *out_len, const uint8_t *in, size_t len)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_owner(&env, &key->key_);
    return status != GM_OK ? status : gmi_sm2_decrypt(&env, &key->key_, form, out, out_size, out_len, in, len);
}

gm_status gm_ec_exchange_init(const gm_ec_curve *curve, gm_ec_exchange *ctx, gm_sm2_role role,
                              uint8_t point[GM_SM2_PUBLIC_SIZE], const gm_ec_private_key *key, const uint8_t *id,
                              size_t id_len, const gm_ec_public_key *peer, const uint8_t *peer_id, size_t peer_id_len)
{
    struct sm2_curve c;
    struct sm2_env env;
    struct sm2_nonces nonces = {NULL, 0};
    if (!gmi_sm2_curve_env(&env, &c, curve) || ctx == NULL || key == NULL || peer == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_exchange_init(&env, &ctx->exchange_, role, &nonces, point, &key->key_, id, id_len, &peer->key_,
                                 peer_id, peer_id_len);
}

gm_status gm_ec_exchange_derive(const gm_ec_curve *curve, gm_ec_exchange *ctx, uint8_t *shared, size_t shared_len,
                                uint8_t *confirmation, const uint8_t *peer_point, size_t peer_point_len)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || ctx == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_exchange_derive(&env, &ctx->exchange_, shared, shared_len, confirmation, peer_point, peer_point_len);
}

gm_status gm_ec_exchange_confirm(gm_ec_exchange *ctx, const uint8_t confirmation[GM_SM3_DIGEST_SIZE])
{
    return ctx == NULL ? GM_ERR_ARGUMENT : gm_sm2_exchange_confirm(&ctx->exchange_, confirmation);
}
