/* The workers behind <guomi/sm9_exchange.h>. They check all their arguments but for what receiver and owner hold. */
#ifndef GMI_SM9_EXCHANGE_CORE_H
#define GMI_SM9_EXCHANGE_CORE_H

#include <guomi/sm9_exchange.h>

#include "sm9/encrypt_core.h"

/* to: the other side. */
gm_status gmi_sm9_exchange_init(const struct sm9_env *env, gm_sm9_exchange *ctx, gm_sm9_role role,
                                struct sm9_nonces *nonces, uint8_t point[GM_SM9_G1_SIZE],
                                const struct sm9_receiver *to);

/* owner: this side. */
gm_status gmi_sm9_exchange_derive(const struct sm9_env *env, gm_sm9_exchange *ctx, uint8_t *shared, size_t shared_len,
                                  uint8_t *confirmation, const struct sm9_owner *owner, const uint8_t *peer_id,
                                  size_t peer_id_len, const uint8_t peer_point[GM_SM9_G1_SIZE]);

#endif
