/* Curves of the caller's: keys and signatures by the workers of SM2's own, in an environment of the curve's. */
#include <guomi/ec.h>

#include "base/check.h"
#include "bn/wide.h"
#include "sm2/curve_env.h"

_Static_assert(sizeof(struct sm2_curve) <= sizeof(gm_ec_curve), "a curve fits its public type");

size_t gm_ec_curve_size(void)
{
    return sizeof(gm_ec_curve);
}

/* curve_ of this curve's keys: a hash of its numbers. It is neither 0 nor that of SM2's own curve. */
static uint64_t tag_of(const uint8_t *const numbers[6])
{
    uint8_t digest[32];
    gm_sm3_ctx hash;
    gm_sm3_init(&hash);
    for (int i = 0; i < 6; i++)
        gmi_sm3_absorb(gmi_sm3(), &hash, numbers[i], 32);
    gmi_sm3_close(gmi_sm3(), &hash, digest);
    return load64be(digest) | UINT64_C(1) << 63;
}

gm_status gm_ec_curve_init(gm_ec_curve *curve, const uint8_t p[32], const uint8_t a[32], const uint8_t b[32],
                           const uint8_t gx[32], const uint8_t gy[32], const uint8_t n[32])
{
    const uint8_t *const numbers[6] = {p, a, b, gx, gy, n};
    struct sm2_curve c;
    struct ec_point G;
    u256 x[6];
    if (curve == NULL)
        return GM_ERR_ARGUMENT;
    for (int i = 0; i < 6; i++) {
        if (numbers[i] == NULL) {
            memset(curve, 0, sizeof *curve);
            return GM_ERR_ARGUMENT;
        }
        u256_from_be(&x[i], numbers[i]);
    }
    memset(&c, 0, sizeof c);
    memset(curve, 0, sizeof *curve);
    G.x = x[3];
    G.y = x[4];
    if (!gmi_ec_curve_check(&c.curve, &x[0], &x[1], &x[2], &G, &x[5]))
        return GM_ERR_UNSUPPORTED;
    c.tag = tag_of(numbers);
    c.wide = gmi_bn_wide_constant(c.curve.n.m.w[3]);
    memcpy(curve, &c, sizeof c);
    return GM_OK;
}

int gmi_sm2_curve_env(struct sm2_env *env, struct sm2_curve *copy, const gm_ec_curve *curve)
{
    if (curve == NULL)
        return 0;
    memcpy(copy, curve, sizeof *copy);
    *env = (struct sm2_env){&gmi_ec_generic, &copy->curve, gmi_sm3(), copy->tag, copy->wide};
    return copy->tag != 0;
}

/* ---- keys ---- */

gm_status gm_ec_keygen(const gm_ec_curve *curve, gm_ec_private_key *key)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_keygen(&env, &key->key_);
}

gm_status gm_ec_private_key_read(const gm_ec_curve *curve, gm_ec_private_key *key, const uint8_t *in, size_t len)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_private_read(&env, &key->key_, in, len);
}

gm_status gm_ec_private_key_write(const gm_ec_curve *curve, uint8_t out[GM_SM2_PRIVATE_SIZE],
                                  const gm_ec_private_key *key)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || out == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_private_write(&env, &key->key_, out);
}

gm_status gm_ec_private_key_public(const gm_ec_curve *curve, gm_ec_public_key *public_key, const gm_ec_private_key *key)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || public_key == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, &key->key_.public_))
        return GM_ERR_KEY;
    public_key->key_ = key->key_.public_;
    return GM_OK;
}

gm_status gm_ec_public_key_read(const gm_ec_curve *curve, gm_ec_public_key *key, const uint8_t *in, size_t len)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_public_read(&env, &key->key_, in, len);
}

gm_status gm_ec_public_key_write(const gm_ec_curve *curve, uint8_t out[GM_SM2_PUBLIC_SIZE], const gm_ec_public_key *key)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || out == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_public_write(&env, &key->key_, out);
}

/* ---- signatures ---- */

gm_status gm_ec_digest(const gm_ec_curve *curve, const gm_ec_public_key *key, uint8_t e[GM_SM3_DIGEST_SIZE],
                       const uint8_t *id, size_t id_len, const uint8_t *data, size_t len)
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || e == NULL || !gmi_sm2_id_valid(id, id_len) ||
        !gmi_sm2_data_valid(data, len))
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, &key->key_))
        return GM_ERR_KEY;
    gmi_sm2_digest(&env, &key->key_, e, id, id_len, data, len);
    return GM_OK;
}

gm_status gm_ec_sign_digest(const gm_ec_curve *curve, const gm_ec_private_key *key,
                            uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_owner(&env, &key->key_);
    return status != GM_OK ? status : gmi_sm2_sign_digest(&env, &key->key_, signature, e);
}

gm_status gm_ec_sign(const gm_ec_curve *curve, const gm_ec_private_key *key, uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                     const uint8_t *id, size_t id_len, const uint8_t *data, size_t len)
{
    struct sm2_curve c;
    struct sm2_env env;
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || signature == NULL || !gmi_sm2_id_valid(id, id_len) ||
        !gmi_sm2_data_valid(data, len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_owner(&env, &key->key_);
    if (status != GM_OK)
        return status;
    gmi_sm2_digest(&env, &key->key_.public_, e, id, id_len, data, len);
    return gmi_sm2_sign_digest(&env, &key->key_, signature, e);
}

gm_status gm_ec_verify_digest(const gm_ec_curve *curve, const gm_ec_public_key *key,
                              const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    struct sm2_curve c;
    struct sm2_env env;
    if (!gmi_sm2_curve_env(&env, &c, curve) || key == NULL || signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, &key->key_))
        return GM_ERR_KEY;
    return gmi_sm2_verify_digest(&env, &key->key_, signature, e) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_ec_verify(const gm_ec_curve *curve, const gm_ec_public_key *key,
                       const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                       const uint8_t *data, size_t len)
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (signature == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gm_ec_digest(curve, key, e, id, id_len, data, len);
    return status == GM_OK ? gm_ec_verify_digest(curve, key, signature, e) : status;
}
