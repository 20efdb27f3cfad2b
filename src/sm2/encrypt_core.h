/* The workers behind <guomi/sm2_encrypt.h> and <guomi/sm2_exchange.h>. Each takes the environment it works in, so
 * that tests walk all rows and other curves, and where it needs nonces, their source. Keys are valid, of the
 * environment's curve; of other arguments each worker says which it checks. */
#ifndef GMI_SM2_ENCRYPT_CORE_H
#define GMI_SM2_ENCRYPT_CORE_H

#include <guomi/sm2_encrypt.h>
#include <guomi/sm2_exchange.h>

#include "base/check.h"
#include "sm2/sm2_core.h"

/* ---- who receives, and with which nonces ---- */

/* A public point, and perhaps a table that multiplies it faster on this row. */
struct sm2_receiver {
    struct ec_point P;
    const void *table; /* NULL: none */
    unsigned width;
};

/* Where nonces come from: the operating system, or a list that a test gives; one that is used up is an error. */
struct sm2_nonces {
    const u256 *list; /* NULL: the operating system; else numbers in [1, n-1] */
    size_t left;
};

static inline struct sm2_receiver gmi_sm2_receiver(const gm_sm2_public_key *key)
{
    struct sm2_receiver to = {.table = NULL, .width = 0};
    gmi_sm2_point(&to.P, key);
    return to;
}

/* What a caller gave as a receiver: GM_ERR_ARGUMENT for NULL, GM_ERR_KEY or GM_ERR_STATE for what is none. */
static inline gm_status gmi_sm2_receiver_key(const struct sm2_env *env, struct sm2_receiver *to,
                                             const gm_sm2_public_key *key)
{
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(env, key))
        return GM_ERR_KEY;
    *to = gmi_sm2_receiver(key);
    return GM_OK;
}

static inline gm_status gmi_sm2_receiver_prepared(const struct sm2_env *env, struct sm2_receiver *to,
                                                  const gm_sm2_prepared *prepared)
{
    const void *table;
    if (prepared == NULL)
        return GM_ERR_ARGUMENT;
    if ((table = gmi_sm2_table(env, prepared)) == NULL)
        return GM_ERR_STATE;
    *to = gmi_sm2_receiver(&prepared->key_);
    to->table = table;
    to->width = prepared->width_;
    return GM_OK;
}

/* A nonce k and C1 = k G: GM_OK or GM_ERR_RANDOM. Marks C1 as public. */
gm_status gmi_sm2_ephemeral(const struct sm2_env *env, struct sm2_nonces *nonces, u256 *k, struct ec_point *C1);

/* The shared point as x || y, from the sender's side and from the receiver's. */
void gmi_sm2_shared_send(const struct sm2_env *env, uint8_t xy[64], const u256 *k, const struct sm2_receiver *to);
void gmi_sm2_shared_receive(const struct sm2_env *env, uint8_t xy[64], const gm_sm2_private_key *key,
                            const struct ec_point *C1);

/* x || y of a point. */
static inline void gmi_sm2_xy(uint8_t xy[64], const struct ec_point *P)
{
    u256_to_be(xy, &P->x);
    u256_to_be(xy + 32, &P->y);
}

/* All ones if some of the len bytes is not 0. */
static inline uint64_t gmi_sm2_some(const uint8_t *p, size_t len)
{
    uint64_t all = 0;
    for (size_t i = 0; i < len; i++)
        all |= p[i];
    return ct_nonzero(all);
}

/* ---- forms of a ciphertext (layout.c) ---- */

/* The longest plaintext: the KDF numbers its blocks with 32 bits. */
#define GMI_SM2_PLAINTEXT_MAX (GMI_SM3_MAX_COUNTER * GM_SM3_DIGEST_SIZE)

/* A form in its parts; 0 if it is none. */
enum sm2_c1 { SM2_C1_NONE, SM2_C1_DER, SM2_C1_FULL, SM2_C1_SHORT, SM2_C1_BARE };
enum sm2_c1 gmi_sm2_form_c1(gm_sm2_form form);

/* Lay out a ciphertext with C2 of c2_len bytes, 1 to GMI_SM2_PLAINTEXT_MAX: 1, or 0 where its size is no size_t. */
int gmi_sm2_layout_write(gm_sm2_layout *layout, gm_sm2_form form, const struct ec_point *C1, uint64_t c2_len);

/* Find the parts of a ciphertext of `size` bytes that begins with `head`. 0 if the form is not that, or C1 is not on
 * the curve. C1 is public. */
int gmi_sm2_layout_read(const struct sm2_env *env, gm_sm2_layout *layout, struct ec_point *C1, gm_sm2_form form,
                        const uint8_t *head, size_t head_len, uint64_t size);

/* ---- key stream and hash (cipher.c) ---- */

/* Begin with the shared point; the mode is the caller's to set. */
void gmi_sm2_cipher_start(const struct sm2_env *env, gm_sm2_cipher *ctx, const uint8_t xy[64]);
/* The next len bytes, of which not more than GMI_SM2_PLAINTEXT_MAX may come in all; in place or not. */
void gmi_sm2_cipher_crypt(const struct sm2_env *env, gm_sm2_cipher *ctx, int decrypt, uint8_t *out, const uint8_t *in,
                          size_t len);
/* C3, and all ones if the key stream was not zero throughout; wipes ctx. */
uint64_t gmi_sm2_cipher_end(const struct sm2_env *env, gm_sm2_cipher *ctx, uint8_t c3[32]);

/* ---- operations: they check their arguments but for keys and environment; the exchange checks its keys too ---- */

gm_status gmi_sm2_encrypt(const struct sm2_env *env, const struct sm2_receiver *to, struct sm2_nonces *nonces,
                          gm_sm2_form form, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                          size_t len);
gm_status gmi_sm2_decrypt(const struct sm2_env *env, const gm_sm2_private_key *key, gm_sm2_form form, uint8_t *out,
                          size_t out_size, size_t *out_len, const uint8_t *in, size_t len);
gm_status gmi_sm2_decrypt_detect(const struct sm2_env *env, const gm_sm2_private_key *key, gm_sm2_form *form,
                                 uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in, size_t len);
gm_status gmi_sm2_convert(const struct sm2_env *env, gm_sm2_form to, uint8_t *out, size_t out_size, size_t *out_len,
                          gm_sm2_form from, const uint8_t *in, size_t len);

gm_status gmi_sm2_encrypt_init(const struct sm2_env *env, gm_sm2_cipher *ctx, const struct sm2_receiver *to,
                               struct sm2_nonces *nonces, uint8_t c1[65]);
gm_status gmi_sm2_decrypt_init(const struct sm2_env *env, gm_sm2_cipher *ctx, const gm_sm2_private_key *key,
                               const uint8_t c1[65]);
gm_status gmi_sm2_update(const struct sm2_env *env, gm_sm2_cipher *ctx, int decrypt, uint8_t *out, const uint8_t *in,
                         size_t len);
gm_status gmi_sm2_encrypt_finish(const struct sm2_env *env, gm_sm2_cipher *ctx, uint8_t c3[32]);
gm_status gmi_sm2_decrypt_finish(const struct sm2_env *env, gm_sm2_cipher *ctx, const uint8_t c3[32]);

gm_status gmi_sm2_encapsulate(const struct sm2_env *env, const struct sm2_receiver *to, struct sm2_nonces *nonces,
                              uint8_t c1[65], uint8_t *shared, size_t shared_len);
gm_status gmi_sm2_decapsulate(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t *shared,
                              size_t shared_len, const uint8_t c1[65]);

gm_status gmi_sm2_hybrid_encrypt(const struct sm2_env *env, const struct sm2_receiver *to, struct sm2_nonces *nonces,
                                 uint8_t *out, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_sm2_hybrid_decrypt(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t *out,
                                 const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_sm2_hybrid_encrypt_init(const struct sm2_env *env, gm_sm4_gcm_ctx *ctx, const struct sm2_receiver *to,
                                      struct sm2_nonces *nonces, uint8_t c1[65]);
gm_status gmi_sm2_hybrid_decrypt_init(const struct sm2_env *env, gm_sm4_gcm_ctx *ctx, const gm_sm2_private_key *key,
                                      const uint8_t c1[65]);

gm_status gmi_sm2_exchange_init(const struct sm2_env *env, gm_sm2_exchange *ctx, gm_sm2_role role,
                                struct sm2_nonces *nonces, uint8_t point[65], const gm_sm2_private_key *key,
                                const uint8_t *id, size_t id_len, const gm_sm2_public_key *peer, const uint8_t *peer_id,
                                size_t peer_id_len);
gm_status gmi_sm2_exchange_derive(const struct sm2_env *env, gm_sm2_exchange *ctx, uint8_t *shared, size_t shared_len,
                                  uint8_t *confirmation, const uint8_t *peer_point, size_t peer_point_len);

/* Keys are there, out is checked. */
gm_status gmi_sm2_ecdh(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t x[32],
                       const struct sm2_receiver *peer);
gm_status gmi_sm2_ecdh_kdf(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                           const struct sm2_receiver *peer);

#endif
