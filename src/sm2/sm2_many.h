/* What the bulk files share: items by the lanes of the row, or one after another where it has none. */
#ifndef GMI_SM2_SM2_MANY_H
#define GMI_SM2_SM2_MANY_H

#include <guomi/sm2_many.h>

#include "base/bytes.h"
#include "sm2/sm2_core.h"

/* With as few items the lanes of a row do not pay: eight multiples of G cost as much as three alone, eight of other
 * points and eight verifications as much as two and a half. */
#define GMI_SM2_FEW_BASE 3
#define GMI_SM2_FEW 2

/* P[i] = k[i] G; count <= GMI_EC_LANES. */
void gmi_sm2_mul_base_many(const struct sm2_env *env, struct ec_point *P, const u256 *k, size_t count);

/* Where the digests of the items come from: the digests, or if NULL the messages. */
struct sm2_items {
    const uint8_t *digests;
    const uint8_t *const *ids;
    const size_t *id_lens;
    const uint8_t *const *data;
    const size_t *lens;
};

/* The workers of the public functions. Where these take random bytes, they lie in the output: 48 n in keys, 32 n in
 * signatures, one item's after another's; items are done from the last to the first, and so each is read before its
 * place is needed. */
void gmi_sm2_keygen_many(const struct sm2_env *env, gm_sm2_private_key *keys, size_t n);
int gmi_sm2_sign_many(const struct sm2_env *env, uint8_t (*signatures)[64], gm_status *results,
                      const gm_sm2_private_key *const *keys, const struct sm2_items *items, size_t n);
int gmi_sm2_verify_many(const struct sm2_env *env, gm_status *results, const gm_sm2_public_key *const *keys,
                        const uint8_t *signatures, const struct sm2_items *items, size_t n);
int gmi_sm2_ecdh_many(const struct sm2_env *env, uint8_t (*shared)[32], gm_status *results,
                      const gm_sm2_private_key *const *keys, const gm_sm2_public_key *const *peers, size_t n);

#endif
