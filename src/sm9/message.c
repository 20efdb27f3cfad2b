/* Messages that are signed or checked in pieces: 02 || M is absorbed as M comes, w at the end. */
#include <guomi/mem.h>

#include "sm9/sm9_core.h"

size_t gm_sm9_message_size(void)
{
    return sizeof(gm_sm9_message);
}

static int running(const gm_sm9_message *message)
{
    return message->kind_ == GMI_SM9_MESSAGE && message->hash_.state_ == GMI_SM3_RUNNING;
}

void gm_sm9_message_init(gm_sm9_message *message)
{
    const struct sm9_env env = gmi_sm9_env();
    if (message == NULL)
        return;
    gmi_sm9_h2_start(&env, &message->hash_);
    message->kind_ = GMI_SM9_MESSAGE;
}

gm_status gm_sm9_message_update(gm_sm9_message *message, const uint8_t *data, size_t len)
{
    if (message == NULL || (data == NULL && len > 0))
        return GM_ERR_ARGUMENT;
    if (!running(message))
        return GM_ERR_STATE;
    if (!gmi_sm3_fits(message->hash_.bytes_ - 1 + GMI_SM9_H2_MORE, len))
        return GM_ERR_ARGUMENT;
    gmi_sm3_absorb(gmi_sm3(), &message->hash_, data, len);
    return GM_OK;
}

gm_status gmi_sm9_message_sign(const struct sm9_env *env, gm_sm9_message *message, const gm_sm9_sign_user_key *key,
                               uint8_t signature[GM_SM9_SIGNATURE_SIZE], const struct sm9_sign_master *master)
{
    struct sm9_nonces nonces = {NULL, 0};
    if (message == NULL || key == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    if (!running(message))
        return GM_ERR_STATE;
    gm_status status = gmi_sm9_sign_user_ok(key);
    if (status != GM_OK)
        return status;
    status = gmi_sm9_sign(env, key, &nonces, signature, master, &message->hash_);
    gm_wipe(message, sizeof *message);
    return status;
}

gm_status gmi_sm9_message_verify(const struct sm9_env *env, gm_sm9_message *message,
                                 const struct sm9_sign_master *master, const uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                 const uint8_t *id, size_t id_len, uint8_t hid)
{
    if (message == NULL || signature == NULL || !gmi_sm9_id_valid(id, id_len))
        return GM_ERR_ARGUMENT;
    if (!running(message))
        return GM_ERR_STATE;
    int right = gmi_sm9_verify(env, master, signature, id, id_len, hid, &message->hash_);
    gm_wipe(message, sizeof *message);
    return right ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm9_message_sign(gm_sm9_message *message, const gm_sm9_sign_user_key *key,
                              uint8_t signature[GM_SM9_SIGNATURE_SIZE], const gm_sm9_sign_public_key *master)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_key(&with, master);
    return status == GM_OK ? gmi_sm9_message_sign(&env, message, key, signature, &with) : status;
}

gm_status gm_sm9_message_verify(gm_sm9_message *message, const gm_sm9_sign_public_key *master,
                                const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                                uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_key(&with, master);
    return status == GM_OK ? gmi_sm9_message_verify(&env, message, &with, signature, id, id_len, hid) : status;
}
