/* Prepared public keys: a head with the key, and behind it the table of the row that made it. */
#include <guomi/sm2_prepared.h>

#include "sm2/sm2_core.h"

_Static_assert(sizeof(gm_sm2_prepared) == 128, "the table behind the head is at a multiple of 64 bytes");

unsigned gmi_sm2_prepared_width(const struct sm2_env *env)
{
    static const unsigned best[] = {5, 4, 6, 7}; /* a step is worth a tenth, and takes caches from others */
    size_t i = 0;
    while (env->row->table_bytes(best[i]) == 0)
        i++; /* every row offers some width */
    return best[i];
}

size_t gmi_sm2_prepared_bytes(const struct sm2_env *env, unsigned width)
{
    size_t table;
    if (width < GM_SM2_PREPARED_WIDTH_MIN || width > GM_SM2_PREPARED_WIDTH_MAX)
        return 0;
    table = env->row->table_bytes(width);
    return table == 0 ? 0 : sizeof(gm_sm2_prepared) + table;
}

void gmi_sm2_prepare(const struct sm2_env *env, gm_sm2_prepared *prepared, const gm_sm2_public_key *key, unsigned width)
{
    struct ec_point P;
    *prepared =
        (gm_sm2_prepared){.key_ = *key, .tag_ = env->row->table_tag, .width_ = width, .state_ = GMI_SM2_PREPARED};
    gmi_sm2_point(&P, key);
    env->row->prepare(env->curve, prepared + 1, width, &P);
}

const void *gmi_sm2_table(const struct sm2_env *env, const gm_sm2_prepared *prepared)
{
    if ((uintptr_t)prepared % GMI_SM2_ALIGN != 0 || prepared->state_ != GMI_SM2_PREPARED ||
        prepared->tag_ != env->row->table_tag || !gmi_sm2_is_key(env, &prepared->key_) ||
        gmi_sm2_prepared_bytes(env, prepared->width_) == 0)
        return NULL;
    return prepared + 1;
}

int gmi_sm2_verify_digest_prepared(const struct sm2_env *env, const gm_sm2_prepared *prepared,
                                   const uint8_t signature[64], const uint8_t e[32])
{
    u256 s, t, v;
    return gmi_sm2_signature_vartime(env, &s, &t, &v, signature, e) &&
           env->row->check_table_vartime(env->curve, &s, &t, prepared + 1, prepared->width_, &v);
}

size_t gm_sm2_prepared_size(unsigned width)
{
    const struct sm2_env env = gmi_sm2_env();
    size_t bytes = gmi_sm2_prepared_bytes(&env, width == GM_SM2_PREPARED_WIDTH ? gmi_sm2_prepared_width(&env) : width);
    return bytes == 0 ? 0 : bytes + GMI_SM2_ALIGN;
}

gm_status gm_sm2_prepare(gm_sm2_prepared **prepared, void *memory, size_t size, const gm_sm2_public_key *key,
                         unsigned width)
{
    const struct sm2_env env = gmi_sm2_env();
    if (width == GM_SM2_PREPARED_WIDTH)
        width = gmi_sm2_prepared_width(&env);
    size_t bytes = gmi_sm2_prepared_bytes(&env, width);
    if (prepared == NULL)
        return GM_ERR_ARGUMENT;
    *prepared = NULL;
    if (memory == NULL || key == NULL || bytes == 0)
        return GM_ERR_ARGUMENT;
    if (size < bytes + GMI_SM2_ALIGN)
        return GM_ERR_BUFFER;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    gm_sm2_prepared *place = gmi_sm2_align(memory);
    gmi_sm2_prepare(&env, place, key, width);
    *prepared = place;
    return GM_OK;
}

gm_status gm_sm2_prepared_key(const gm_sm2_prepared *prepared, gm_sm2_public_key *key)
{
    const struct sm2_env env = gmi_sm2_env();
    if (prepared == NULL || key == NULL)
        return GM_ERR_ARGUMENT;
    if (gmi_sm2_table(&env, prepared) == NULL)
        return GM_ERR_STATE;
    *key = prepared->key_;
    return GM_OK;
}

gm_status gm_sm2_verify_digest_prepared(const gm_sm2_prepared *prepared, const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                        const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (prepared == NULL || signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    if (gmi_sm2_table(&env, prepared) == NULL)
        return GM_ERR_STATE;
    return gmi_sm2_verify_digest_prepared(&env, prepared, signature, e) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm2_verify_prepared(const gm_sm2_prepared *prepared, const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                 const uint8_t *id, size_t id_len, const uint8_t *data, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (prepared == NULL || signature == NULL || !gmi_sm2_id_valid(id, id_len) || !gmi_sm2_data_valid(data, len))
        return GM_ERR_ARGUMENT;
    if (gmi_sm2_table(&env, prepared) == NULL)
        return GM_ERR_STATE;
    gmi_sm2_digest(&env, &prepared->key_, e, id, id_len, data, len);
    return gmi_sm2_verify_digest_prepared(&env, prepared, signature, e) ? GM_OK : GM_ERR_VERIFY;
}
