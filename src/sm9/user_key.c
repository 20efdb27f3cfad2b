/* User keys: extracted, taken from bytes, checked, given as bytes. */
#include <guomi/mem.h>

#include "sm9/sm9_core.h"

size_t gm_sm9_sign_user_key_size(void)
{
    return sizeof(gm_sm9_sign_user_key);
}

size_t gm_sm9_enc_user_key_size(void)
{
    return sizeof(gm_sm9_enc_user_key);
}

gm_status gmi_sm9_sign_user_ok(const gm_sm9_sign_user_key *key)
{
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    if (key->kind_ != GMI_SM9_SIGN_USER)
        return GM_ERR_KEY;
    gmi_secret(key->x_, sizeof key->x_);
    gmi_secret(key->y_, sizeof key->y_);
    return GM_OK;
}

gm_status gmi_sm9_enc_user_ok(const gm_sm9_enc_user_key *key)
{
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    if (key->kind_ != GMI_SM9_ENC_USER)
        return GM_ERR_KEY;
    gmi_secret(key->x_, sizeof key->x_);
    gmi_secret(key->y_, sizeof key->y_);
    return GM_OK;
}

static void sign_user_fill(gm_sm9_sign_user_key *key, const struct sm9_g1 *P)
{
    memset(key, 0, sizeof *key);
    memcpy(key->x_, P->x.w, sizeof key->x_);
    memcpy(key->y_, P->y.w, sizeof key->y_);
    key->kind_ = GMI_SM9_SIGN_USER;
}

static void enc_user_fill(gm_sm9_enc_user_key *key, const struct sm9_g2 *Q)
{
    memset(key, 0, sizeof *key);
    for (int i = 0; i < 2; i++) {
        memcpy(key->x_[i], Q->x[i].w, sizeof key->x_[i]);
        memcpy(key->y_[i], Q->y[i].w, sizeof key->y_[i]);
    }
    key->kind_ = GMI_SM9_ENC_USER;
}

/* ---- extraction: t1 = H1(id || hid) + s, t2 = s / t1, the key is t2 times the generator ---- */

void gmi_sm9_sign_user_set(const struct sm9_env *env, gm_sm9_sign_user_key *key, const u256 *t2)
{
    struct {
        struct sm9_g1 P;
    } w;
    env->row->g1_mul_base(&w.P, t2);
    sign_user_fill(key, &w.P);
    gm_wipe(&w, sizeof w);
}

void gmi_sm9_sign_users_set(const struct sm9_env *env, gm_sm9_sign_user_key *keys, const size_t *place, const u256 *t2,
                            size_t count)
{
    struct {
        struct sm9_g1 P[GMI_EC_SM9_LANES];
    } w;
    if (env->row->g1_mul_base_many == NULL || count < env->row->many_least) {
        for (size_t i = 0; i < count; i++)
            gmi_sm9_sign_user_set(env, &keys[place[i]], &t2[i]);
        return;
    }
    env->row->g1_mul_base_many(w.P, t2, count);
    for (size_t i = 0; i < count; i++)
        sign_user_fill(&keys[place[i]], &w.P[i]);
    gm_wipe(&w, sizeof w);
}

void gmi_sm9_enc_user_set(const struct sm9_env *env, gm_sm9_enc_user_key *key, const u256 *t2)
{
    struct {
        struct sm9_g2 Q;
    } w;
    env->row->g2_mul_base(&w.Q, t2);
    enc_user_fill(key, &w.Q);
    gm_wipe(&w, sizeof w);
}

/* t2 in [1, N-1]: 0 if there is none, as t1 = 0. */
static int user_number(const struct sm9_env *env, u256 *t2, const uint64_t s[4], const uint8_t *id, size_t id_len,
                       uint8_t hid)
{
    struct {
        u256 s, t1;
    } w;
    uint64_t none;
    memcpy(w.s.w, s, sizeof w.s.w);
    gmi_sm9_h1(env, &w.t1, id, id_len, hid);
    mod_add(&w.t1, &w.t1, &w.s, &gmi_sm9.n);
    none = u256_is_zero(&w.t1);
    gmi_public(&none, sizeof none); /* that there is no such user key: the outcome of the call */
    gmi_mod_inv(&w.t1, &w.t1, &gmi_sm9.n_inv);
    mod_mul(t2, &w.s, &w.t1, &gmi_sm9.n);
    gm_wipe(&w, sizeof w);
    return none == 0;
}

gm_status gmi_sm9_sign_extract(const struct sm9_env *env, gm_sm9_sign_user_key *key,
                               const gm_sm9_sign_master_key *master, const uint8_t *id, size_t id_len, uint8_t hid)
{
    struct {
        u256 t2;
    } w;
    int found = user_number(env, &w.t2, master->s_, id, id_len, hid);
    if (found)
        gmi_sm9_sign_user_set(env, key, &w.t2);
    else
        memset(key, 0, sizeof *key);
    gm_wipe(&w, sizeof w);
    return found ? GM_OK : GM_ERR_UNSUPPORTED;
}

gm_status gmi_sm9_enc_extract(const struct sm9_env *env, gm_sm9_enc_user_key *key, const gm_sm9_enc_master_key *master,
                              const uint8_t *id, size_t id_len, uint8_t hid)
{
    struct {
        u256 t2;
    } w;
    int found = user_number(env, &w.t2, master->s_, id, id_len, hid);
    if (found)
        gmi_sm9_enc_user_set(env, key, &w.t2);
    else
        memset(key, 0, sizeof *key);
    gm_wipe(&w, sizeof w);
    return found ? GM_OK : GM_ERR_UNSUPPORTED;
}

gm_status gm_sm9_sign_extract(gm_sm9_sign_user_key *key, const gm_sm9_sign_master_key *master, const uint8_t *id,
                              size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || !gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_sign_master_ok(master);
    return status == GM_OK ? gmi_sm9_sign_extract(&env, key, master, id, id_len, hid) : status;
}

gm_status gm_sm9_enc_extract(gm_sm9_enc_user_key *key, const gm_sm9_enc_master_key *master, const uint8_t *id,
                             size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || !gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_enc_master_ok(master);
    return status == GM_OK ? gmi_sm9_enc_extract(&env, key, master, id, id_len, hid) : status;
}

/* ---- bytes ---- */

gm_status gmi_sm9_sign_user_read(const struct sm9_env *env, gm_sm9_sign_user_key *key, const uint8_t *in, size_t len)
{
    struct {
        struct sm9_g1 P;
    } w;
    gmi_secret(in, len);
    gm_status status = gmi_sm9_g1_read(env, &w.P, in, len);
    if (status == GM_OK)
        sign_user_fill(key, &w.P);
    else
        memset(key, 0, sizeof *key);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_enc_user_read(const struct sm9_env *env, gm_sm9_enc_user_key *key, const uint8_t *in, size_t len)
{
    struct {
        struct sm9_g2 Q;
    } w;
    gmi_secret(in, len);
    gm_status status = gmi_sm9_g2_read(env, &w.Q, in, len);
    if (status == GM_OK)
        enc_user_fill(key, &w.Q);
    else
        memset(key, 0, sizeof *key);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_sign_user_key_read(gm_sm9_sign_user_key *key, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm9_sign_user_read(&env, key, in, len);
}

gm_status gm_sm9_enc_user_key_read(gm_sm9_enc_user_key *key, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    if (key == NULL || in == NULL)
        return GM_ERR_ARGUMENT;
    return gmi_sm9_enc_user_read(&env, key, in, len);
}

gm_status gm_sm9_sign_user_key_write(const gm_sm9_sign_user_key *key, uint8_t out[GM_SM9_G1_SIZE])
{
    struct {
        struct sm9_g1 P;
    } w;
    gm_status status = out == NULL ? GM_ERR_ARGUMENT : gmi_sm9_sign_user_ok(key);
    if (status != GM_OK)
        return status;
    gmi_sm9_sign_user(&w.P, key);
    gmi_sm9_g1_write(out, &w.P);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gm_sm9_enc_user_key_write(const gm_sm9_enc_user_key *key, uint8_t out[GM_SM9_G2_SIZE])
{
    struct {
        struct sm9_g2 Q;
    } w;
    gm_status status = out == NULL ? GM_ERR_ARGUMENT : gmi_sm9_enc_user_ok(key);
    if (status != GM_OK)
        return status;
    gmi_sm9_enc_user(&w.Q, key);
    gmi_sm9_g2_write(out, &w.Q);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

/* ---- whose key it is ---- */

int gmi_sm9_sign_user_check(const struct sm9_env *env, const gm_sm9_sign_user_key *key,
                            const gm_sm9_sign_public_key *master, const uint8_t *id, size_t id_len, uint8_t hid)
{
    struct {
        struct sm9_g1 P;
        struct sm9_gt f, g;
    } w;
    struct sm9_g2 Q, user;
    u256 h;
    uint64_t same = 0;
    gmi_sm9_sign_public(&Q, master);
    gmi_sm9_h1(env, &h, id, id_len, hid);
    if (!env->row->g2_base_add_vartime(&user, &h, &Q))
        return 0; /* nobody's */
    gmi_sm9_sign_user(&w.P, key);
    env->row->pair(&w.f, &w.P, &user);
    env->row->pair(&w.g, &gmi_sm9.P1, &Q);
    same = gmi_sm9_gt_equal(&w.f, &w.g);
    gmi_public(&same, sizeof same); /* the answer */
    gm_wipe(&w, sizeof w);
    return same != 0;
}

int gmi_sm9_enc_user_check(const struct sm9_env *env, const gm_sm9_enc_user_key *key,
                           const gm_sm9_enc_public_key *master, const uint8_t *id, size_t id_len, uint8_t hid)
{
    struct {
        struct sm9_g2 Q;
        struct sm9_gt f, g;
    } w;
    struct sm9_g1 P, user;
    u256 h;
    uint64_t same = 0;
    gmi_sm9_enc_public(&P, master);
    gmi_sm9_h1(env, &h, id, id_len, hid);
    if (!env->row->g1_base_add_vartime(&user, &h, &P))
        return 0; /* nobody's */
    gmi_sm9_enc_user(&w.Q, key);
    env->row->pair(&w.f, &user, &w.Q);
    env->row->pair(&w.g, &P, &gmi_sm9.P2);
    same = gmi_sm9_gt_equal(&w.f, &w.g);
    gmi_public(&same, sizeof same); /* the answer */
    gm_wipe(&w, sizeof w);
    return same != 0;
}

gm_status gm_sm9_sign_user_key_check(const gm_sm9_sign_user_key *key, const gm_sm9_sign_public_key *master,
                                     const uint8_t *id, size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    if (!gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_sign_public_ok(master);
    if (status == GM_OK)
        status = gmi_sm9_sign_user_ok(key);
    if (status != GM_OK)
        return status;
    return gmi_sm9_sign_user_check(&env, key, master, id, id_len, hid) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm9_enc_user_key_check(const gm_sm9_enc_user_key *key, const gm_sm9_enc_public_key *master,
                                    const uint8_t *id, size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    if (!gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_enc_public_ok(master);
    if (status == GM_OK)
        status = gmi_sm9_enc_user_ok(key);
    if (status != GM_OK)
        return status;
    return gmi_sm9_enc_user_check(&env, key, master, id, id_len, hid) ? GM_OK : GM_ERR_VERIFY;
}
