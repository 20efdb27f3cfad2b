/* Plain Diffie-Hellman on the curve: the x coordinate, and keys made of it. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm2/args.h"
#include "sm2/encrypt_core.h"

void gmi_sm2_ecdh(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t x[32],
                  const struct sm2_receiver *peer)
{
    struct {
        u256 d;
        uint8_t xy[64];
    } w;
    memcpy(w.d.w, key->d_, sizeof w.d.w);
    gmi_sm2_shared_send(env, w.xy, &w.d, peer);
    memcpy(x, w.xy, 32);
    gm_wipe(&w, sizeof w);
}

gm_status gm_sm2_ecdh(const gm_sm2_private_key *key, uint8_t x[32], const gm_sm2_public_key *peer)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || x == NULL || peer == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, &key->public_) || !gmi_sm2_is_key(&env, peer))
        return GM_ERR_KEY;
    gmi_secret(key->d_, sizeof key->d_);
    const struct sm2_receiver to = gmi_sm2_receiver(peer);
    gmi_sm2_ecdh(&env, key, x, &to);
    return GM_OK;
}

gm_status gm_sm2_ecdh_kdf(const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                          const gm_sm2_public_key *peer)
{
    const struct sm2_env env = gmi_sm2_env();
    struct {
        uint8_t x[32];
    } w;
    if (shared == NULL || shared_len == 0 || shared_len > GMI_SM2_PLAINTEXT_MAX)
        return GM_ERR_ARGUMENT;
    gm_status status = gm_sm2_ecdh(key, w.x, peer);
    if (status != GM_OK)
        return status;
    gmi_sm3_kdf(env.sm3, shared, shared_len, w.x, sizeof w.x);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}
