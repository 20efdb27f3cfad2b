/* Signatures (GB/T 32918.2-2016, 6.1): s = (1 + d)^-1 (k - r d) = (1 + d)^-1 (k + r) - r mod n. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "base/check.h"
#include "sm2/sign_derand.h"
#include "sm2/sm2_core.h"

int gmi_sm2_sign_with(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                      const uint8_t e[32], const u256 *k, const u256 *x)
{
    const struct mont_modulus *n = &env->curve->n;
    struct {
        u256 r, s, sum, inverse;
    } w;
    uint64_t bad;
    u256_from_be(&w.r, e);
    mod_reduce(&w.r, &w.r, n);
    mod_reduce(&w.s, x, n);
    mod_add(&w.r, &w.r, &w.s, n);
    mod_add(&w.sum, k, &w.r, n);
    memcpy(w.inverse.w, key->inverse_, sizeof key->inverse_);
    mont_mul(&w.s, &w.inverse, &w.sum, n);
    mod_sub(&w.s, &w.s, &w.r, n);
    bad = u256_is_zero(&w.r) | u256_is_zero(&w.sum) | u256_is_zero(&w.s);
    gmi_public(&bad, sizeof bad); /* that a candidate nonce is rejected */
    if (bad == 0) {
        u256_to_be(signature, &w.r);
        u256_to_be(signature + 32, &w.s);
        gmi_public(signature, GM_SM2_SIGNATURE_SIZE); /* it is what the caller publishes */
    }
    gm_wipe(&w, sizeof w);
    return bad == 0;
}

int gmi_sm2_sign_once(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                      const uint8_t e[32], const u256 *k)
{
    struct {
        struct ec_point P;
    } w;
    env->row->mul_base(env->curve, &w.P, k);
    int done = gmi_sm2_sign_with(env, key, signature, e, k, &w.P.x);
    gm_wipe(&w, sizeof w); /* the point of a nonce that was thrown away is as secret as the nonce */
    return done;
}

gm_status gmi_sm2_sign_digest(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                              const uint8_t e[32])
{
    struct {
        uint8_t random[32];
        u256 k;
    } w;
    gm_status status;
    do {
        status = gm_random_bytes(w.random, sizeof w.random);
        if (status != GM_OK) {
            memset(signature, 0, GM_SM2_SIGNATURE_SIZE);
            break;
        }
        gmi_sm2_hedged_nonce(env, &w.k, w.random, key, e);
    } while (!gmi_sm2_sign_once(env, key, signature, e, &w.k));
    gm_wipe(&w, sizeof w);
    return status;
}

void gmi_sm2_sign_digest_deterministic(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                                       const uint8_t e[32])
{
    struct {
        struct sm2_rfc6979 nonces;
        u256 k;
    } w;
    gmi_sm2_rfc6979_start(env, &w.nonces, key, e);
    do
        gmi_sm2_rfc6979_next(env, &w.nonces, &w.k);
    while (!gmi_sm2_sign_once(env, key, signature, e, &w.k));
    gm_wipe(&w, sizeof w);
}

gm_status gmi_sm2_sign_digest_derand(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                                     const uint8_t e[32], const uint8_t (*nonces)[32], size_t count)
{
    struct {
        u256 k;
    } w;
    gm_status status = GM_ERR_RANDOM;
    for (size_t i = 0; i < count && status != GM_OK; i++) {
        u256_from_be(&w.k, nonces[i]);
        if (gmi_sm2_sign_once(env, key, signature, e, &w.k))
            status = GM_OK;
    }
    if (status != GM_OK)
        memset(signature, 0, GM_SM2_SIGNATURE_SIZE);
    gm_wipe(&w, sizeof w);
    return status;
}

/* ---- the public functions ---- */

gm_status gm_sm2_sign_digest(const gm_sm2_private_key *key, uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                             const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_owner(&env, key);
    return status == GM_OK ? gmi_sm2_sign_digest(&env, key, signature, e) : status;
}

gm_status gm_sm2_sign_digest_deterministic(const gm_sm2_private_key *key, uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                           const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_owner(&env, key);
    if (status == GM_OK)
        gmi_sm2_sign_digest_deterministic(&env, key, signature, e);
    return status;
}

gm_status gm_sm2_sign(const gm_sm2_private_key *key, uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                      size_t id_len, const uint8_t *data, size_t len)
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (key == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gm_sm2_digest(&key->public_, e, id, id_len, data, len);
    return status == GM_OK ? gm_sm2_sign_digest(key, signature, e) : status;
}

gm_status gm_sm2_sign_deterministic(const gm_sm2_private_key *key, uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                    const uint8_t *id, size_t id_len, const uint8_t *data, size_t len)
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (key == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gm_sm2_digest(&key->public_, e, id, id_len, data, len);
    return status == GM_OK ? gm_sm2_sign_digest_deterministic(key, signature, e) : status;
}
