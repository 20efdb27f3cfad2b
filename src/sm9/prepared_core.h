/* Prepared keys: where their tables are, and what callers gave as such. */
#ifndef GMI_SM9_PREPARED_CORE_H
#define GMI_SM9_PREPARED_CORE_H

#include <guomi/sm9_prepared.h>

#include "sm9/exchange_core.h"

#define GMI_SM9_ALIGN 64
#define GMI_SM9_PREPARED UINT64_C(0x7072657061726564) /* state_ of a prepared key: "prepared" */

/* Bytes from the head on: a multiple of 64. */
size_t gmi_sm9_sign_master_bytes(const struct sm9_env *env);
size_t gmi_sm9_enc_master_bytes(const struct sm9_env *env);
size_t gmi_sm9_enc_user_bytes(const struct sm9_env *env);

/* prepared is at a multiple of 64. */
void gmi_sm9_sign_master_prepare(const struct sm9_env *env, gm_sm9_sign_master_prepared *prepared,
                                 const gm_sm9_sign_public_key *key);
void gmi_sm9_enc_master_prepare(const struct sm9_env *env, gm_sm9_enc_master_prepared *prepared,
                                const gm_sm9_enc_public_key *key);
void gmi_sm9_enc_user_prepare(const struct sm9_env *env, gm_sm9_enc_user_prepared *prepared,
                              const gm_sm9_enc_user_key *key);

/* What a caller gave: GM_ERR_ARGUMENT for NULL or a bad identity, GM_ERR_STATE for what is none of this row. User keys
 * are marked as secret, with their lines. */
gm_status gmi_sm9_sign_master_of(const struct sm9_env *env, struct sm9_sign_master *master,
                                 const gm_sm9_sign_master_prepared *prepared);
gm_status gmi_sm9_receiver_of(const struct sm9_env *env, struct sm9_receiver *to,
                              const gm_sm9_enc_master_prepared *prepared, const uint8_t *id, size_t id_len,
                              uint8_t hid);
gm_status gmi_sm9_owner_of(const struct sm9_env *env, struct sm9_owner *owner, const gm_sm9_enc_user_prepared *prepared,
                           const uint8_t *id, size_t id_len);

#endif
