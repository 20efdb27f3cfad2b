/* Plain Diffie-Hellman on the curve: the x coordinate, and keys made of it. */
#include <guomi/mem.h>

#include "sm2/encrypt_core.h"

gm_status gmi_sm2_ecdh(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t x[32],
                       const struct sm2_receiver *peer)
{
    struct {
        u256 d;
        uint8_t xy[64];
    } w;
    if (x == NULL)
        return GM_ERR_ARGUMENT;
    memcpy(w.d.w, key->d_, sizeof w.d.w);
    gmi_sm2_shared_send(env, w.xy, &w.d, peer);
    memcpy(x, w.xy, 32);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gmi_sm2_ecdh_kdf(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                           const struct sm2_receiver *peer)
{
    struct {
        uint8_t x[32];
    } w;
    if (shared == NULL || shared_len == 0 || shared_len > GMI_SM2_PLAINTEXT_MAX)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_ecdh(env, key, w.x, peer);
    gmi_sm3_kdf(env->sm3, shared, shared_len, w.x, sizeof w.x);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_ecdh(const gm_sm2_private_key *key, uint8_t x[32], const gm_sm2_public_key *peer)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to;
    gm_status status = gmi_sm2_owner(&env, key);
    if (status == GM_OK)
        status = gmi_sm2_receiver_key(&env, &to, peer);
    return status != GM_OK ? status : gmi_sm2_ecdh(&env, key, x, &to);
}

gm_status gm_sm2_ecdh_prepared(const gm_sm2_private_key *key, uint8_t x[32], const gm_sm2_prepared *peer)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to;
    gm_status status = gmi_sm2_owner(&env, key);
    if (status == GM_OK)
        status = gmi_sm2_receiver_prepared(&env, &to, peer);
    return status != GM_OK ? status : gmi_sm2_ecdh(&env, key, x, &to);
}

gm_status gm_sm2_ecdh_kdf(const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                          const gm_sm2_public_key *peer)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to;
    gm_status status = gmi_sm2_owner(&env, key);
    if (status == GM_OK)
        status = gmi_sm2_receiver_key(&env, &to, peer);
    return status != GM_OK ? status : gmi_sm2_ecdh_kdf(&env, key, shared, shared_len, &to);
}
