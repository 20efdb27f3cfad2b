/* Verification (GB/T 32918.2-2016, 7.1): with t = r + s, has s G + t P an x with e + x = r mod n? All is public. */
#include "sm2/sm2_core.h"

int gmi_sm2_signature_vartime(const struct sm2_env *env, u256 *s, u256 *t, u256 *v, const uint8_t signature[64],
                              const uint8_t e[32])
{
    const struct mont_modulus *n = &env->curve->n;
    u256 r;
    u256_from_be(&r, signature);
    u256_from_be(s, signature + 32);
    if (u256_is_zero(&r) || u256_is_zero(s) || !u256_less(&r, &n->m) || !u256_less(s, &n->m))
        return 0;
    mod_add(t, &r, s, n);
    u256_from_be(v, e);
    mod_reduce(v, v, n);
    mod_sub(v, &r, v, n);
    return !u256_is_zero(t);
}

int gmi_sm2_verify_digest(const struct sm2_env *env, const gm_sm2_public_key *key, const uint8_t signature[64],
                          const uint8_t e[32])
{
    struct ec_point P;
    u256 s, t, v;
    gmi_sm2_point(&P, key);
    return gmi_sm2_signature_vartime(env, &s, &t, &v, signature, e) &&
           env->row->check_vartime(env->curve, &s, &t, &P, &v);
}

gm_status gm_sm2_verify_digest(const gm_sm2_public_key *key, const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                               const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    return gmi_sm2_verify_digest(&env, key, signature, e) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm2_verify(const gm_sm2_public_key *key, const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                        size_t id_len, const uint8_t *data, size_t len)
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (signature == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gm_sm2_digest(key, e, id, id_len, data, len);
    return status == GM_OK ? gm_sm2_verify_digest(key, signature, e) : status;
}
