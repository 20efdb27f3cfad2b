/* The workers behind <guomi/sm9_many.h>: they check the items' lengths, and nothing else. They return 1 if all items
 * are right. */
#ifndef GMI_SM9_MANY_CORE_H
#define GMI_SM9_MANY_CORE_H

#include <guomi/sm9_many.h>

#include "sm9/prepared_core.h"

/* Of items that have an identity, and perhaps a message. */
struct sm9_items {
    const uint8_t *const *ids;
    const size_t *id_lens;
    uint8_t hid;
    const uint8_t *const *data; /* NULL: none */
    const size_t *lens;
};

int gmi_sm9_verify_many(const struct sm9_env *env, gm_status *results, const struct sm9_sign_master *master,
                        const uint8_t *signatures, const struct sm9_items *items, size_t n);
int gmi_sm9_sign_extract_many(const struct sm9_env *env, gm_sm9_sign_user_key *keys, gm_status *results,
                              const gm_sm9_sign_master_key *master, const struct sm9_items *items, size_t n);
int gmi_sm9_enc_extract_many(const struct sm9_env *env, gm_sm9_enc_user_key *keys, gm_status *results,
                             const gm_sm9_enc_master_key *master, const struct sm9_items *items, size_t n);

#endif
