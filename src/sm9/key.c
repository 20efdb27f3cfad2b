/* Master keys and their public keys: made, taken from bytes, checked, given as bytes. */
#include <guomi/mem.h>

#include "sm9/sm9_core.h"

size_t gm_sm9_sign_public_key_size(void)
{
    return sizeof(gm_sm9_sign_public_key);
}

size_t gm_sm9_sign_master_key_size(void)
{
    return sizeof(gm_sm9_sign_master_key);
}

size_t gm_sm9_enc_public_key_size(void)
{
    return sizeof(gm_sm9_enc_public_key);
}

size_t gm_sm9_enc_master_key_size(void)
{
    return sizeof(gm_sm9_enc_master_key);
}

/* ---- what callers give ---- */

gm_status gmi_sm9_sign_public_ok(const gm_sm9_sign_public_key *key)
{
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    return key->kind_ == GMI_SM9_SIGN_PUBLIC ? GM_OK : GM_ERR_KEY;
}

gm_status gmi_sm9_enc_public_ok(const gm_sm9_enc_public_key *key)
{
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    return key->kind_ == GMI_SM9_ENC_PUBLIC ? GM_OK : GM_ERR_KEY;
}

gm_status gmi_sm9_sign_master_ok(const gm_sm9_sign_master_key *key)
{
    gm_status status = key == NULL ? GM_ERR_ARGUMENT : gmi_sm9_sign_public_ok(&key->public_);
    if (status == GM_OK)
        gmi_secret(key->s_, sizeof key->s_);
    return status;
}

gm_status gmi_sm9_enc_master_ok(const gm_sm9_enc_master_key *key)
{
    gm_status status = key == NULL ? GM_ERR_ARGUMENT : gmi_sm9_enc_public_ok(&key->public_);
    if (status == GM_OK)
        gmi_secret(key->s_, sizeof key->s_);
    return status;
}

/* ---- public keys ---- */

static void sign_public_set(gm_sm9_sign_public_key *key, const struct sm9_g2 *Q)
{
    memset(key, 0, sizeof *key);
    for (int i = 0; i < 2; i++) {
        memcpy(key->x_[i], Q->x[i].w, sizeof key->x_[i]);
        memcpy(key->y_[i], Q->y[i].w, sizeof key->y_[i]);
    }
    key->kind_ = GMI_SM9_SIGN_PUBLIC;
}

static void enc_public_set(gm_sm9_enc_public_key *key, const struct sm9_g1 *P)
{
    memset(key, 0, sizeof *key);
    memcpy(key->x_, P->x.w, sizeof key->x_);
    memcpy(key->y_, P->y.w, sizeof key->y_);
    key->kind_ = GMI_SM9_ENC_PUBLIC;
}

gm_status gmi_sm9_sign_public_read(const struct sm9_env *env, gm_sm9_sign_public_key *key, const uint8_t *in,
                                   size_t len)
{
    struct sm9_g2 Q;
    gm_status status = gmi_sm9_g2_read(env, &Q, in, len);
    if (status == GM_OK)
        sign_public_set(key, &Q);
    else
        memset(key, 0, sizeof *key);
    return status;
}

gm_status gmi_sm9_enc_public_read(const struct sm9_env *env, gm_sm9_enc_public_key *key, const uint8_t *in, size_t len)
{
    struct sm9_g1 P;
    gm_status status;
    if (len == 33 && (in[0] & 0xfe) == 2) {
        u256 x;
        u256_from_be(&x, in + 1);
        int found = u256_less(&x, &gmi_sm9.q.m) != 0 && env->row->g1_lift_x_vartime(&P, &x, in[0] & 1);
        status = found ? GM_OK : GM_ERR_KEY;
    } else {
        status = gmi_sm9_g1_read(env, &P, in, len);
    }
    if (status == GM_OK)
        enc_public_set(key, &P);
    else
        memset(key, 0, sizeof *key);
    return status;
}

gm_status gm_sm9_sign_public_key_read(gm_sm9_sign_public_key *key, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm9_sign_public_read(&env, key, in, len);
}

gm_status gm_sm9_enc_public_key_read(gm_sm9_enc_public_key *key, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm9_enc_public_read(&env, key, in, len);
}

gm_status gm_sm9_sign_public_key_write(const gm_sm9_sign_public_key *key, uint8_t out[GM_SM9_G2_SIZE])
{
    struct sm9_g2 Q;
    gm_status status = out == NULL ? GM_ERR_ARGUMENT : gmi_sm9_sign_public_ok(key);
    if (status != GM_OK)
        return status;
    gmi_sm9_sign_public(&Q, key);
    gmi_sm9_g2_write(out, &Q);
    return GM_OK;
}

gm_status gm_sm9_enc_public_key_write(const gm_sm9_enc_public_key *key, uint8_t out[GM_SM9_G1_SIZE])
{
    struct sm9_g1 P;
    gm_status status = out == NULL ? GM_ERR_ARGUMENT : gmi_sm9_enc_public_ok(key);
    if (status != GM_OK)
        return status;
    gmi_sm9_enc_public(&P, key);
    gmi_sm9_g1_write(out, &P);
    return GM_OK;
}

int gm_sm9_sign_public_key_equal(const gm_sm9_sign_public_key *a, const gm_sm9_sign_public_key *b)
{
    return gmi_sm9_sign_public_ok(a) == GM_OK && gmi_sm9_sign_public_ok(b) == GM_OK &&
           memcmp(a->x_, b->x_, sizeof a->x_) == 0 && memcmp(a->y_, b->y_, sizeof a->y_) == 0;
}

int gm_sm9_enc_public_key_equal(const gm_sm9_enc_public_key *a, const gm_sm9_enc_public_key *b)
{
    return gmi_sm9_enc_public_ok(a) == GM_OK && gmi_sm9_enc_public_ok(b) == GM_OK &&
           memcmp(a->x_, b->x_, sizeof a->x_) == 0 && memcmp(a->y_, b->y_, sizeof a->y_) == 0;
}

/* ---- master keys ---- */

void gmi_sm9_sign_master_set(const struct sm9_env *env, gm_sm9_sign_master_key *key, const u256 *s)
{
    struct sm9_g2 Q;
    env->row->g2_mul_base(&Q, s);
    gmi_public(&Q, sizeof Q); /* a public key is public, also when it was just computed */
    sign_public_set(&key->public_, &Q);
    memcpy(key->s_, s->w, sizeof key->s_);
}

void gmi_sm9_enc_master_set(const struct sm9_env *env, gm_sm9_enc_master_key *key, const u256 *s)
{
    struct sm9_g1 P;
    env->row->g1_mul_base(&P, s);
    gmi_public(&P, sizeof P); /* a public key is public, also when it was just computed */
    enc_public_set(&key->public_, &P);
    memcpy(key->s_, s->w, sizeof key->s_);
}

/* A number in [1, N-1] from 1 to 33 bytes, big-endian. */
static gm_status read_number(u256 *s, const uint8_t *in, size_t len)
{
    struct {
        uint8_t bytes[33];
    } w = {{0}};
    gm_status status = GM_ERR_ENCODING;
    uint64_t extra, valid;
    if (len == 0 || len > sizeof w.bytes)
        return status;
    gmi_secret(in, len);
    memcpy(w.bytes + sizeof w.bytes - len, in, len);
    extra = ct_nonzero(w.bytes[0]);
    gmi_public(&extra, sizeof extra); /* that a number has no more than 32 bytes: the outcome of the call */
    if (extra == 0) {
        u256_from_be(s, w.bytes + 1);
        valid = gmi_sm9_number_valid(s);
        gmi_public(&valid, sizeof valid); /* whether it is a key: the outcome of the call */
        status = valid != 0 ? GM_OK : GM_ERR_KEY;
    }
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_sign_master_read(const struct sm9_env *env, gm_sm9_sign_master_key *key, const uint8_t *in,
                                   size_t len)
{
    struct {
        u256 s;
    } w;
    gm_status status = read_number(&w.s, in, len);
    memset(key, 0, sizeof *key);
    if (status == GM_OK)
        gmi_sm9_sign_master_set(env, key, &w.s);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_enc_master_read(const struct sm9_env *env, gm_sm9_enc_master_key *key, const uint8_t *in, size_t len)
{
    struct {
        u256 s;
    } w;
    gm_status status = read_number(&w.s, in, len);
    memset(key, 0, sizeof *key);
    if (status == GM_OK)
        gmi_sm9_enc_master_set(env, key, &w.s);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_sign_keygen(gm_sm9_sign_master_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    struct {
        u256 s;
    } w;
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_random_number(&w.s);
    memset(key, 0, sizeof *key);
    if (status == GM_OK)
        gmi_sm9_sign_master_set(&env, key, &w.s);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_enc_keygen(gm_sm9_enc_master_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    struct {
        u256 s;
    } w;
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_random_number(&w.s);
    memset(key, 0, sizeof *key);
    if (status == GM_OK)
        gmi_sm9_enc_master_set(&env, key, &w.s);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_sign_master_key_read(gm_sm9_sign_master_key *key, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm9_sign_master_read(&env, key, in, len);
}

gm_status gm_sm9_enc_master_key_read(gm_sm9_enc_master_key *key, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm9_enc_master_read(&env, key, in, len);
}

static void write_number(uint8_t out[GM_SM9_MASTER_SIZE], const uint64_t s[4])
{
    struct {
        u256 s;
    } w;
    memcpy(w.s.w, s, sizeof w.s.w);
    u256_to_be(out, &w.s);
    gm_wipe(&w, sizeof w);
}

gm_status gm_sm9_sign_master_key_write(const gm_sm9_sign_master_key *key, uint8_t out[GM_SM9_MASTER_SIZE])
{
    gm_status status = out == NULL ? GM_ERR_ARGUMENT : gmi_sm9_sign_master_ok(key);
    if (status == GM_OK)
        write_number(out, key->s_);
    return status;
}

gm_status gm_sm9_enc_master_key_write(const gm_sm9_enc_master_key *key, uint8_t out[GM_SM9_MASTER_SIZE])
{
    gm_status status = out == NULL ? GM_ERR_ARGUMENT : gmi_sm9_enc_master_ok(key);
    if (status == GM_OK)
        write_number(out, key->s_);
    return status;
}

gm_status gm_sm9_sign_master_key_public(const gm_sm9_sign_master_key *key, gm_sm9_sign_public_key *public_key)
{
    gm_status status = public_key == NULL ? GM_ERR_ARGUMENT : gmi_sm9_sign_master_ok(key);
    if (status == GM_OK)
        *public_key = key->public_;
    return status;
}

gm_status gm_sm9_enc_master_key_public(const gm_sm9_enc_master_key *key, gm_sm9_enc_public_key *public_key)
{
    gm_status status = public_key == NULL ? GM_ERR_ARGUMENT : gmi_sm9_enc_master_ok(key);
    if (status == GM_OK)
        *public_key = key->public_;
    return status;
}
