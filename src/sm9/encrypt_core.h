/* The workers behind <guomi/sm9_encrypt.h>. Each takes the environment it works in, so that tests walk all rows, and
 * where it needs nonces, their source. Keys and identities are valid; other arguments are checked by the workers. */
#ifndef GMI_SM9_ENCRYPT_CORE_H
#define GMI_SM9_ENCRYPT_CORE_H

#include <guomi/sm9_encrypt.h>

#include "sm9/sm9_core.h"

/* ---- who receives ---- */

/* To whom: an identity under a master public key, and perhaps a table of e(P, P2) for this row. */
struct sm9_receiver {
    struct sm9_g1 P;
    const void *table; /* NULL: none */
    const uint8_t *id;
    size_t id_len;
    uint8_t hid;
};

/* For whom: a user key with its identity, and perhaps its lines for this row. */
struct sm9_owner {
    const gm_sm9_enc_user_key *key;
    const void *lines; /* NULL: none */
    const uint8_t *id;
    size_t id_len;
};

/* What a caller gave: GM_ERR_ARGUMENT or GM_ERR_KEY for what is none. User keys are marked as secret. */
static inline gm_status gmi_sm9_receiver_key(struct sm9_receiver *to, const gm_sm9_enc_public_key *master,
                                             const uint8_t *id, size_t id_len, uint8_t hid)
{
    gm_status status = gmi_sm9_id_valid(id, id_len) ? gmi_sm9_enc_public_ok(master) : GM_ERR_ARGUMENT;
    if (status == GM_OK) {
        *to = (struct sm9_receiver){.id = id, .id_len = id_len, .hid = hid};
        gmi_sm9_enc_public(&to->P, master);
    }
    return status;
}

static inline gm_status gmi_sm9_owner_key(struct sm9_owner *owner, const gm_sm9_enc_user_key *key, const uint8_t *id,
                                          size_t id_len)
{
    *owner = (struct sm9_owner){key, NULL, id, id_len};
    return gmi_sm9_id_valid(id, id_len) ? gmi_sm9_enc_user_ok(key) : GM_ERR_ARGUMENT;
}

/* ---- what both sides share (kem.c) ---- */

/* A receiver as it is computed with: all public. */
struct sm9_target {
    struct sm9_g1 Q; /* [H1(id || hid)] P1 + Ppub-e: the identity's own public key */
    const struct sm9_receiver *to;
};

/* GM_OK, or GM_ERR_UNSUPPORTED where Q would be infinity. */
gm_status gmi_sm9_target(const struct sm9_env *env, struct sm9_target *target, const struct sm9_receiver *to);

/* A nonce r, C = [r] Q and f = e(Ppub-e, P2)^r: GM_OK or GM_ERR_RANDOM. Marks C as public. */
gm_status gmi_sm9_ephemeral(const struct sm9_env *env, const struct sm9_target *target, struct sm9_nonces *nonces,
                            u256 *r, struct sm9_g1 *C, struct sm9_gt *f);

/* f = e(C, de). */
void gmi_sm9_owner_pair(const struct sm9_env *env, struct sm9_gt *f, const struct sm9_owner *owner,
                        const struct sm9_g1 *C);

/* KDF(C || f || id) of one encapsulation: C as 04 || x || y comes out, or goes in; GM_ERR_VERIFY if that is no point
 * of the group. */
gm_status gmi_sm9_kdf_to(const struct sm9_env *env, struct sm3_kdf *kdf, const struct sm9_target *target,
                         struct sm9_nonces *nonces, uint8_t c1[GM_SM9_C1_SIZE]);
gm_status gmi_sm9_kdf_from(const struct sm9_env *env, struct sm3_kdf *kdf, const struct sm9_owner *owner,
                           const uint8_t c1[GM_SM9_C1_SIZE]);

/* All ones if some of the len bytes is not 0. */
static inline uint64_t gmi_sm9_some(const uint8_t *p, size_t len)
{
    uint64_t all = 0;
    for (size_t i = 0; i < len; i++)
        all |= p[i];
    return ct_nonzero(all);
}

/* ---- operations ---- */

gm_status gmi_sm9_encapsulate(const struct sm9_env *env, const struct sm9_receiver *to, struct sm9_nonces *nonces,
                              uint8_t c1[GM_SM9_C1_SIZE], uint8_t *shared, size_t shared_len);
gm_status gmi_sm9_decapsulate(const struct sm9_env *env, const struct sm9_owner *owner, uint8_t *shared,
                              size_t shared_len, const uint8_t c1[GM_SM9_C1_SIZE]);

/* iv: 16 bytes for the modes that have one; NULL: from the operating system. */
gm_status gmi_sm9_encrypt(const struct sm9_env *env, const struct sm9_receiver *to, struct sm9_nonces *nonces,
                          const uint8_t *iv, gm_sm9_mode mode, uint8_t *out, size_t out_size, size_t *out_len,
                          const uint8_t *in, size_t len);
gm_status gmi_sm9_decrypt(const struct sm9_env *env, const struct sm9_owner *owner, gm_sm9_mode mode, uint8_t *out,
                          size_t out_size, size_t *out_len, const uint8_t *in, size_t len);

gm_status gmi_sm9_hybrid_encrypt(const struct sm9_env *env, const struct sm9_receiver *to, struct sm9_nonces *nonces,
                                 uint8_t *out, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_sm9_hybrid_decrypt(const struct sm9_env *env, const struct sm9_owner *owner, uint8_t *out,
                                 const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_sm9_hybrid_encrypt_init(const struct sm9_env *env, gm_sm4_gcm_ctx *ctx, const struct sm9_receiver *to,
                                      struct sm9_nonces *nonces, uint8_t c1[GM_SM9_C1_SIZE]);
gm_status gmi_sm9_hybrid_decrypt_init(const struct sm9_env *env, gm_sm4_gcm_ctx *ctx, const struct sm9_owner *owner,
                                      const uint8_t c1[GM_SM9_C1_SIZE]);

#endif
