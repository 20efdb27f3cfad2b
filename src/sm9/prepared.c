/* Prepared keys: a head with the key, and behind it the tables of the row that made them. */
#include <guomi/mem.h>

#include "sm9/prepared_core.h"

_Static_assert(sizeof(gm_sm9_sign_master_prepared) == 192 && sizeof(gm_sm9_enc_master_prepared) == 128 &&
                   sizeof(gm_sm9_enc_user_prepared) == 192,
               "the tables behind the heads are at multiples of 64 bytes");

static size_t round_up(size_t n)
{
    return (n + GMI_SM9_ALIGN - 1) / GMI_SM9_ALIGN * GMI_SM9_ALIGN;
}

size_t gmi_sm9_sign_master_bytes(const struct sm9_env *env)
{
    return sizeof(gm_sm9_sign_master_prepared) + round_up(env->row->lines_bytes) + round_up(env->row->gt_table_bytes);
}

size_t gmi_sm9_enc_master_bytes(const struct sm9_env *env)
{
    return sizeof(gm_sm9_enc_master_prepared) + round_up(env->row->gt_table_bytes);
}

size_t gmi_sm9_enc_user_bytes(const struct sm9_env *env)
{
    return sizeof(gm_sm9_enc_user_prepared) + round_up(env->row->lines_bytes);
}

/* The table of g, behind the lines. */
static size_t table_at(const struct sm9_env *env)
{
    return sizeof(gm_sm9_sign_master_prepared) + round_up(env->row->lines_bytes);
}

/* ---- made ---- */

void gmi_sm9_sign_master_prepare(const struct sm9_env *env, gm_sm9_sign_master_prepared *prepared,
                                 const gm_sm9_sign_public_key *key)
{
    struct sm9_g2 Q;
    struct sm9_gt g;
    *prepared = (gm_sm9_sign_master_prepared){.key_ = *key, .tag_ = env->row->table_tag, .state_ = GMI_SM9_PREPARED};
    gmi_sm9_sign_public(&Q, key);
    env->row->lines_prepare(prepared + 1, &Q);
    env->row->pair(&g, &gmi_sm9.P1, &Q);
    env->row->gt_prepare((uint8_t *)prepared + table_at(env), &g);
}

void gmi_sm9_enc_master_prepare(const struct sm9_env *env, gm_sm9_enc_master_prepared *prepared,
                                const gm_sm9_enc_public_key *key)
{
    struct sm9_g1 P;
    struct sm9_gt g;
    *prepared = (gm_sm9_enc_master_prepared){.key_ = *key, .tag_ = env->row->table_tag, .state_ = GMI_SM9_PREPARED};
    gmi_sm9_enc_public(&P, key);
    env->row->pair(&g, &P, &gmi_sm9.P2);
    env->row->gt_prepare(prepared + 1, &g);
}

void gmi_sm9_enc_user_prepare(const struct sm9_env *env, gm_sm9_enc_user_prepared *prepared,
                              const gm_sm9_enc_user_key *key)
{
    struct {
        struct sm9_g2 Q;
    } w;
    *prepared = (gm_sm9_enc_user_prepared){.key_ = *key, .tag_ = env->row->table_tag, .state_ = GMI_SM9_PREPARED};
    gmi_sm9_enc_user(&w.Q, key);
    env->row->lines_prepare(prepared + 1, &w.Q);
    gm_wipe(&w, sizeof w);
}

/* ---- found again ---- */

static int is_prepared(const struct sm9_env *env, const void *prepared, uint64_t tag, uint64_t state)
{
    return (uintptr_t)prepared % GMI_SM9_ALIGN == 0 && state == GMI_SM9_PREPARED && tag == env->row->table_tag;
}

gm_status gmi_sm9_sign_master_of(const struct sm9_env *env, struct sm9_sign_master *master,
                                 const gm_sm9_sign_master_prepared *prepared)
{
    if (prepared == NULL)
        return GM_ERR_ARGUMENT;
    if (!is_prepared(env, prepared, prepared->tag_, prepared->state_) ||
        gmi_sm9_sign_master_key(master, &prepared->key_) != GM_OK)
        return GM_ERR_STATE;
    master->lines = prepared + 1;
    master->table = (const uint8_t *)prepared + table_at(env);
    return GM_OK;
}

gm_status gmi_sm9_receiver_of(const struct sm9_env *env, struct sm9_receiver *to,
                              const gm_sm9_enc_master_prepared *prepared, const uint8_t *id, size_t id_len, uint8_t hid)
{
    if (prepared == NULL || !gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    if (!is_prepared(env, prepared, prepared->tag_, prepared->state_) ||
        gmi_sm9_receiver_key(to, &prepared->key_, id, id_len, hid) != GM_OK)
        return GM_ERR_STATE;
    to->table = prepared + 1;
    return GM_OK;
}

gm_status gmi_sm9_owner_of(const struct sm9_env *env, struct sm9_owner *owner, const gm_sm9_enc_user_prepared *prepared,
                           const uint8_t *id, size_t id_len)
{
    if (prepared == NULL || !gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    if (!is_prepared(env, prepared, prepared->tag_, prepared->state_) ||
        gmi_sm9_owner_key(owner, &prepared->key_, id, id_len) != GM_OK)
        return GM_ERR_STATE;
    owner->lines = prepared + 1;
    gmi_secret(owner->lines, env->row->lines_bytes);
    return GM_OK;
}

/* ---- the public functions on prepared keys themselves ---- */

/* The place in memory of something of `bytes` bytes: GM_OK, GM_ERR_ARGUMENT or GM_ERR_BUFFER. */
static gm_status place_in(void **place, void *memory, size_t size, size_t bytes)
{
    if (memory == NULL)
        return GM_ERR_ARGUMENT;
    if (size < bytes + GMI_SM9_ALIGN)
        return GM_ERR_BUFFER;
    *place = (uint8_t *)memory + (0 - (uintptr_t)memory) % GMI_SM9_ALIGN;
    return GM_OK;
}

size_t gm_sm9_sign_master_prepared_size(void)
{
    const struct sm9_env env = gmi_sm9_env();
    return gmi_sm9_sign_master_bytes(&env) + GMI_SM9_ALIGN;
}

size_t gm_sm9_enc_master_prepared_size(void)
{
    const struct sm9_env env = gmi_sm9_env();
    return gmi_sm9_enc_master_bytes(&env) + GMI_SM9_ALIGN;
}

size_t gm_sm9_enc_user_prepared_size(void)
{
    const struct sm9_env env = gmi_sm9_env();
    return gmi_sm9_enc_user_bytes(&env) + GMI_SM9_ALIGN;
}

gm_status gm_sm9_sign_master_prepare(gm_sm9_sign_master_prepared **prepared, void *memory, size_t size,
                                     const gm_sm9_sign_public_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    void *place;
    if (prepared == NULL)
        return GM_ERR_ARGUMENT;
    *prepared = NULL;
    gm_status status = gmi_sm9_sign_public_ok(key);
    if (status == GM_OK)
        status = place_in(&place, memory, size, gmi_sm9_sign_master_bytes(&env));
    if (status == GM_OK) {
        gmi_sm9_sign_master_prepare(&env, place, key);
        *prepared = place;
    }
    return status;
}

gm_status gm_sm9_enc_master_prepare(gm_sm9_enc_master_prepared **prepared, void *memory, size_t size,
                                    const gm_sm9_enc_public_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    void *place;
    if (prepared == NULL)
        return GM_ERR_ARGUMENT;
    *prepared = NULL;
    gm_status status = gmi_sm9_enc_public_ok(key);
    if (status == GM_OK)
        status = place_in(&place, memory, size, gmi_sm9_enc_master_bytes(&env));
    if (status == GM_OK) {
        gmi_sm9_enc_master_prepare(&env, place, key);
        *prepared = place;
    }
    return status;
}

gm_status gm_sm9_enc_user_prepare(gm_sm9_enc_user_prepared **prepared, void *memory, size_t size,
                                  const gm_sm9_enc_user_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    void *place;
    if (prepared == NULL)
        return GM_ERR_ARGUMENT;
    *prepared = NULL;
    gm_status status = gmi_sm9_enc_user_ok(key);
    if (status == GM_OK)
        status = place_in(&place, memory, size, gmi_sm9_enc_user_bytes(&env));
    if (status == GM_OK) {
        gmi_sm9_enc_user_prepare(&env, place, key);
        *prepared = place;
    }
    return status;
}

gm_status gm_sm9_sign_master_prepared_key(const gm_sm9_sign_master_prepared *prepared, gm_sm9_sign_public_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master master;
    gm_status status = key == NULL ? GM_ERR_ARGUMENT : gmi_sm9_sign_master_of(&env, &master, prepared);
    if (status == GM_OK)
        *key = prepared->key_;
    return status;
}

gm_status gm_sm9_enc_master_prepared_key(const gm_sm9_enc_master_prepared *prepared, gm_sm9_enc_public_key *key)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_receiver to;
    gm_status status = key == NULL ? GM_ERR_ARGUMENT : gmi_sm9_receiver_of(&env, &to, prepared, NULL, 0, 0);
    if (status == GM_OK)
        *key = prepared->key_;
    return status;
}
