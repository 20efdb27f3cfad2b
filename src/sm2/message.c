/* What is signed: e = SM3(Z || message), Z = SM3(ENTL || ID || a || b || xG || yG || xA || yA)
 * (GB/T 32918.2-2016, 5.5 and 6.1). */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm2/sm2_core.h"

/* The state of SM3 after the first two blocks of Z's input with the default ID on SM2's own curve, and how many
 * bytes of yG follow them. test_sm2_message computes it anew. */
static const uint32_t default_state[8] = {
#include "sm2/tables/sm2_default_id.inc"
};
enum { DEFAULT_DONE = 128, DEFAULT_HEAD = 2 + 16 + 4 * 32 };

static const uint8_t default_id[16] = {'1', '2', '3', '4', '5', '6', '7', '8', '1', '2', '3', '4', '5', '6', '7', '8'};

static void z_default(const struct sm2_env *env, const struct ec_point *P, uint8_t z[32])
{
    enum { REST = DEFAULT_HEAD - DEFAULT_DONE };
    uint8_t tail[REST + 64], y[32];
    uint32_t h[8];
    u256_to_be(y, &env->curve->G.y);
    memcpy(tail, y + sizeof y - REST, REST);
    u256_to_be(tail + REST, &P->x);
    u256_to_be(tail + REST + 32, &P->y);
    memcpy(h, default_state, sizeof h);
    gmi_sm3_finish(env->sm3, h, DEFAULT_DONE, tail, sizeof tail);
    gmi_sm3_store(z, h);
}

void gmi_sm2_z(const struct sm2_env *env, const gm_sm2_public_key *key, uint8_t z[32], const uint8_t *id, size_t id_len)
{
    const struct ec_curve *c = env->curve;
    struct ec_point P;
    uint8_t head[2], numbers[6 * 32];
    gm_sm3_ctx hash;
    gmi_sm2_point(&P, key);
    if (id_len == GM_SM2_ID_DEFAULT) {
        if (env->tag == GMI_SM2_TAG) {
            z_default(env, &P, z);
            return;
        }
        id = default_id;
        id_len = sizeof default_id;
    }
    head[0] = (uint8_t)(8 * id_len >> 8);
    head[1] = (uint8_t)(8 * id_len);
    u256_to_be(numbers, &c->a);
    u256_to_be(numbers + 32, &c->b);
    u256_to_be(numbers + 64, &c->G.x);
    u256_to_be(numbers + 96, &c->G.y);
    u256_to_be(numbers + 128, &P.x);
    u256_to_be(numbers + 160, &P.y);
    gm_sm3_init(&hash);
    gmi_sm3_absorb(env->sm3, &hash, head, sizeof head);
    gmi_sm3_absorb(env->sm3, &hash, id, id_len);
    gmi_sm3_absorb(env->sm3, &hash, numbers, sizeof numbers);
    gmi_sm3_close(env->sm3, &hash, z);
}

void gmi_sm2_digest(const struct sm2_env *env, const gm_sm2_public_key *key, uint8_t e[32], const uint8_t *id,
                    size_t id_len, const uint8_t *data, size_t len)
{
    gm_sm3_ctx hash;
    uint8_t z[32];
    gmi_sm2_z(env, key, z, id, id_len);
    gm_sm3_init(&hash);
    gmi_sm3_absorb(env->sm3, &hash, z, sizeof z);
    gmi_sm3_absorb(env->sm3, &hash, data, len);
    gmi_sm3_close(env->sm3, &hash, e);
}

gm_status gm_sm2_z(const gm_sm2_public_key *key, uint8_t z[GM_SM3_DIGEST_SIZE], const uint8_t *id, size_t id_len)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || z == NULL || !gmi_sm2_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    gmi_sm2_z(&env, key, z, id, id_len);
    return GM_OK;
}

gm_status gm_sm2_digest(const gm_sm2_public_key *key, uint8_t e[GM_SM3_DIGEST_SIZE], const uint8_t *id, size_t id_len,
                        const uint8_t *data, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    if (key == NULL || e == NULL || !gmi_sm2_id_valid(id, id_len) || !gmi_sm2_data_valid(data, len))
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    gmi_sm2_digest(&env, key, e, id, id_len, data, len);
    return GM_OK;
}

/* ---- a message in pieces ---- */

size_t gm_sm2_message_size(void)
{
    return sizeof(gm_sm2_message);
}

static int running(const gm_sm2_message *message)
{
    return message->hash_.state_ == GMI_SM3_RUNNING;
}

gm_status gm_sm2_message_init(gm_sm2_message *message, const gm_sm2_public_key *key, const uint8_t *id, size_t id_len)
{
    const struct sm2_env env = gmi_sm2_env();
    uint8_t z[32];
    if (message == NULL || key == NULL || !gmi_sm2_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    gmi_sm2_z(&env, key, z, id, id_len);
    message->key_ = *key;
    gm_sm3_init(&message->hash_);
    gmi_sm3_absorb(env.sm3, &message->hash_, z, sizeof z);
    return GM_OK;
}

gm_status gm_sm2_message_update(gm_sm2_message *message, const uint8_t *data, size_t len)
{
    if (message == NULL)
        return GM_ERR_ARGUMENT;
    return gm_sm3_update(&message->hash_, data, len);
}

gm_status gm_sm2_message_digest(gm_sm2_message *message, uint8_t e[GM_SM3_DIGEST_SIZE])
{
    if (message == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    if (!running(message))
        return GM_ERR_STATE;
    gmi_sm3_close(gmi_sm3(), &message->hash_, e);
    gm_wipe(message, sizeof *message);
    return GM_OK;
}

gm_status gm_sm2_message_sign(gm_sm2_message *message, const gm_sm2_private_key *key,
                              uint8_t signature[GM_SM2_SIGNATURE_SIZE])
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (message == NULL || key == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    if (!running(message))
        return GM_ERR_STATE;
    if (key->public_.curve_ != GMI_SM2_TAG)
        return GM_ERR_KEY;
    if (!gm_sm2_public_key_equal(&message->key_, &key->public_))
        return GM_ERR_ARGUMENT;
    gm_status status = gm_sm2_message_digest(message, e);
    return status == GM_OK ? gm_sm2_sign_digest(key, signature, e) : status;
}

gm_status gm_sm2_message_verify(gm_sm2_message *message, const uint8_t signature[GM_SM2_SIGNATURE_SIZE])
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (message == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    if (!running(message))
        return GM_ERR_STATE;
    const gm_sm2_public_key key = message->key_;
    gm_status status = gm_sm2_message_digest(message, e);
    return status == GM_OK ? gm_sm2_verify_digest(&key, signature, e) : status;
}
