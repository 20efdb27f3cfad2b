/* Keys: made, taken from bytes, checked, given as bytes. */
#include <guomi/mem.h>
#include <guomi/random.h>
#include <guomi/sm2.h>

#include "base/check.h"
#include "sm2/sm2_core.h"

size_t gm_sm2_public_key_size(void)
{
    return sizeof(gm_sm2_public_key);
}

size_t gm_sm2_private_key_size(void)
{
    return sizeof(gm_sm2_private_key);
}

/* ---- private keys ---- */

uint64_t gmi_sm2_private_valid(const struct sm2_env *env, const u256 *d)
{
    const u256 one = {{1}};
    u256 last;
    (void)u256_sub(&last, &env->curve->n.m, &one); /* n - 1 is the first that is too large */
    return ~u256_is_zero(d) & u256_less(d, &last);
}

void gmi_sm2_private_fill(const struct sm2_env *env, gm_sm2_private_key *key, const u256 *d, const u256 *inverse,
                          const struct ec_point *P)
{
    gmi_sm2_public_set(env, &key->public_, P);
    gmi_public(&key->public_, sizeof key->public_); /* a public key is public, also when it was just computed */
    memcpy(key->d_, d->w, sizeof key->d_);
    memcpy(key->inverse_, inverse->w, sizeof key->inverse_);
    memset(key->reserved_, 0, sizeof key->reserved_);
}

void gmi_sm2_private_set(const struct sm2_env *env, gm_sm2_private_key *key, const u256 *d)
{
    const u256 one = {{1}};
    struct {
        u256 inverse;
    } w;
    struct ec_point P;
    env->row->mul_base(env->curve, &P, d);
    (void)u256_add(&w.inverse, d, &one);
    gmi_mod_inv(&w.inverse, &w.inverse, &env->curve->n_inv);
    mont_from(&w.inverse, &w.inverse, &env->curve->n);
    gmi_sm2_private_fill(env, key, d, &w.inverse, &P);
    gm_wipe(&w, sizeof w);
}

gm_status gmi_sm2_private_read(const struct sm2_env *env, gm_sm2_private_key *key, const uint8_t *in, size_t len)
{
    struct {
        uint8_t bytes[33];
        u256 d;
    } w = {{0}, {{0}}};
    gm_status status = GM_ERR_ENCODING;
    uint64_t extra, valid;
    memset(key, 0, sizeof *key);
    if (len == 0 || len > sizeof w.bytes)
        return status;
    gmi_secret(in, len);
    memcpy(w.bytes + sizeof w.bytes - len, in, len);
    extra = ct_nonzero(w.bytes[0]);
    gmi_public(&extra, sizeof extra); /* that a number has no more than 32 bytes: the outcome of the call */
    if (extra != 0)
        goto out;
    status = GM_ERR_KEY;
    u256_from_be(&w.d, w.bytes + 1);
    valid = gmi_sm2_private_valid(env, &w.d);
    gmi_public(&valid, sizeof valid); /* whether it is a key: the outcome of the call */
    if (valid == 0)
        goto out;
    gmi_sm2_private_set(env, key, &w.d);
    status = GM_OK;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

void gmi_sm2_keygen_derand(const struct sm2_env *env, gm_sm2_private_key *key, const uint8_t random[GMI_SM2_WIDE_BYTES])
{
    const u256 one = {{1}};
    struct {
        u256 d;
    } w;
    gmi_sm2_wide(env, &w.d, random, 2);
    (void)u256_add(&w.d, &w.d, &one);
    gmi_sm2_private_set(env, key, &w.d);
    gm_wipe(&w, sizeof w);
}

gm_status gmi_sm2_keygen(const struct sm2_env *env, gm_sm2_private_key *key)
{
    struct {
        uint8_t random[GMI_SM2_WIDE_BYTES];
    } w;
    gm_status status = gm_random_bytes(w.random, sizeof w.random);
    if (status == GM_OK)
        gmi_sm2_keygen_derand(env, key, w.random);
    else
        memset(key, 0, sizeof *key);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_keygen(gm_sm2_private_key *key)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_keygen(&env, key);
}

gm_status gm_sm2_private_key_read(gm_sm2_private_key *key, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    if (in == NULL) {
        memset(key, 0, sizeof *key);
        return GM_ERR_ARGUMENT;
    }
    return gmi_sm2_private_read(&env, key, in, len);
}

gm_status gmi_sm2_private_write(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t out[32])
{
    struct {
        u256 d;
    } w;
    if (!gmi_sm2_is_key(env, &key->public_))
        return GM_ERR_KEY;
    memcpy(w.d.w, key->d_, sizeof key->d_);
    u256_to_be(out, &w.d);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gm_sm2_private_key_write(const gm_sm2_private_key *key, uint8_t out[GM_SM2_PRIVATE_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || out == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_private_write(&env, key, out);
}

gm_status gm_sm2_private_key_public(const gm_sm2_private_key *key, gm_sm2_public_key *public_key)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || public_key == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, &key->public_))
        return GM_ERR_KEY;
    *public_key = key->public_;
    return GM_OK;
}

/* ---- public keys ---- */

/* A coordinate, which must be below p. */
static int read_coordinate(const struct sm2_env *env, u256 *r, const uint8_t in[32])
{
    u256_from_be(r, in);
    return u256_less(r, &env->curve->p.m) != 0;
}

gm_status gmi_sm2_point_read(const struct sm2_env *env, struct ec_point *P, const uint8_t *in, size_t len)
{
    struct ec_point Q;
    if (len == 33 && (in[0] & 0xfe) == 2) {
        if (!read_coordinate(env, &Q.x, in + 1) || !env->row->lift_x_vartime(env->curve, &Q, &Q.x, in[0] & 1))
            return GM_ERR_KEY;
    } else if (len == 65 && (in[0] == 4 || in[0] == 6 || in[0] == 7)) {
        if (!read_coordinate(env, &Q.x, in + 1) || !read_coordinate(env, &Q.y, in + 33) ||
            !env->row->on_curve_vartime(env->curve, &Q) || (in[0] != 4 && (Q.y.w[0] & 1) != (in[0] & 1)))
            return GM_ERR_KEY;
    } else {
        return GM_ERR_ENCODING;
    }
    *P = Q;
    return GM_OK;
}

void gmi_sm2_point_write(uint8_t out[65], const struct ec_point *P)
{
    out[0] = 4;
    u256_to_be(out + 1, &P->x);
    u256_to_be(out + 33, &P->y);
}

void gmi_sm2_point_write_compressed(uint8_t out[33], const struct ec_point *P)
{
    out[0] = (uint8_t)(2 | (P->y.w[0] & 1));
    u256_to_be(out + 1, &P->x);
}

gm_status gmi_sm2_public_read(const struct sm2_env *env, gm_sm2_public_key *key, const uint8_t *in, size_t len)
{
    struct ec_point P;
    gm_status status = gmi_sm2_point_read(env, &P, in, len);
    if (status == GM_OK)
        gmi_sm2_public_set(env, key, &P);
    else
        memset(key, 0, sizeof *key);
    return status;
}

gm_status gmi_sm2_public_write(const struct sm2_env *env, const gm_sm2_public_key *key, uint8_t out[65])
{
    struct ec_point P;
    if (!gmi_sm2_is_key(env, key))
        return GM_ERR_KEY;
    gmi_sm2_point(&P, key);
    gmi_sm2_point_write(out, &P);
    return GM_OK;
}

gm_status gm_sm2_public_key_read(gm_sm2_public_key *key, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    if (in == NULL) {
        memset(key, 0, sizeof *key);
        return GM_ERR_ARGUMENT;
    }
    return gmi_sm2_public_read(&env, key, in, len);
}

gm_status gm_sm2_public_key_write(const gm_sm2_public_key *key, uint8_t out[GM_SM2_PUBLIC_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || out == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm2_public_write(&env, key, out);
}

gm_status gm_sm2_public_key_write_compressed(const gm_sm2_public_key *key, uint8_t out[GM_SM2_PUBLIC_COMPRESSED_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    struct ec_point P;
    if (key == NULL || out == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    gmi_sm2_point(&P, key);
    gmi_sm2_point_write_compressed(out, &P);
    return GM_OK;
}

int gm_sm2_public_key_equal(const gm_sm2_public_key *a, const gm_sm2_public_key *b)
{
    const struct sm2_env env = gmi_sm2_env();
    return a != NULL && b != NULL && gmi_sm2_is_key(&env, a) && gmi_sm2_is_key(&env, b) &&
           memcmp(a->x_, b->x_, sizeof a->x_) == 0 && memcmp(a->y_, b->y_, sizeof a->y_) == 0;
}
