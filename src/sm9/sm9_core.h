/* The workers behind <guomi/sm9.h>. Each takes the environment it works in, so that tests walk all rows; only the
 * public functions ask gmi_sm9_env(). No argument is checked here but by GM_ASSERT: keys are valid. */
#ifndef GMI_SM9_SM9_CORE_H
#define GMI_SM9_SM9_CORE_H

#include <guomi/sm9.h>
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"
#include "bn/u256.h"
#include "ec_sm9/ec_sm9_impl.h"
#include "ec_sm9/params.h"
#include "sm3/sm3_core.h"

/* Where an operation runs. */
struct sm9_env {
    const struct ec_sm9_impl *row;
    const struct sm3_impl *sm3;
};

static inline struct sm9_env gmi_sm9_env(void)
{
    return (struct sm9_env){gmi_ec_sm9(), gmi_sm3()};
}

/* kind_ of the key objects: each another number, so that no object passes for one of another type. */
enum { GMI_SM9_SIGN_PUBLIC = 0x391, GMI_SM9_SIGN_USER, GMI_SM9_ENC_PUBLIC, GMI_SM9_ENC_USER, GMI_SM9_MESSAGE };

#define GMI_SM9_GT_BYTES 384
#define GMI_SM9_WIDE_BYTES 48 /* 128 bits more than N has */

static inline int gmi_sm9_id_valid(const uint8_t *id, size_t id_len)
{
    return id_len <= GM_SM9_ID_MAX && (id != NULL || id_len == 0);
}

/* ---- points (point.c) ---- */

static inline void gmi_sm9_g1(struct sm9_g1 *P, const uint64_t x[4], const uint64_t y[4])
{
    memcpy(P->x.w, x, sizeof P->x.w);
    memcpy(P->y.w, y, sizeof P->y.w);
}

static inline void gmi_sm9_g2(struct sm9_g2 *Q, const uint64_t x[2][4], const uint64_t y[2][4])
{
    for (int i = 0; i < 2; i++) {
        memcpy(Q->x[i].w, x[i], sizeof Q->x[i].w);
        memcpy(Q->y[i].w, y[i], sizeof Q->y[i].w);
    }
}

/* A point from its octet string of 65 or 129 bytes, checked: GM_OK, GM_ERR_ENCODING or GM_ERR_KEY, the point then
 * untouched. The string may be secret, all but the form and the answer. */
gm_status gmi_sm9_g1_read(const struct sm9_env *env, struct sm9_g1 *P, const uint8_t *in, size_t len);
gm_status gmi_sm9_g2_read(const struct sm9_env *env, struct sm9_g2 *Q, const uint8_t *in, size_t len);
void gmi_sm9_g1_write(uint8_t out[GM_SM9_G1_SIZE], const struct sm9_g1 *P);
void gmi_sm9_g2_write(uint8_t out[GM_SM9_G2_SIZE], const struct sm9_g2 *Q);

/* An element of the third group: the highest power of w first, in it v before 1, in that u before 1. */
void gmi_sm9_gt_write(uint8_t out[GMI_SM9_GT_BYTES], const struct sm9_gt *f);

/* All ones if the two are the same. */
uint64_t gmi_sm9_gt_equal(const struct sm9_gt *a, const struct sm9_gt *b);

/* ---- numbers (scalar.c) ---- */

/* r = 1 + (the number of 48 bytes mod (N-1)), in [1, N-1]. */
void gmi_sm9_number(u256 *r, const uint8_t in[GMI_SM9_WIDE_BYTES]);

/* The same from the operating system: GM_OK, or GM_ERR_RANDOM and r = 0. */
gm_status gmi_sm9_random_number(u256 *r);

/* All ones if k is in [1, N-1]. */
uint64_t gmi_sm9_number_valid(const u256 *k);

/* Where nonces come from: the operating system, or a list that a test gives; one that is used up is an error. */
struct sm9_nonces {
    const u256 *list; /* NULL: the operating system; else numbers in [1, N-1] */
    size_t left;
};

/* The next nonce, marked as secret: GM_OK, or GM_ERR_RANDOM and r = 0. */
gm_status gmi_sm9_nonce(struct sm9_nonces *nonces, u256 *r);

/* H1(id || hid) in [1, N-1]. */
void gmi_sm9_h1(const struct sm9_env *env, u256 *h, const uint8_t *id, size_t id_len, uint8_t hid);

/* A hash that has absorbed 02; and h = H2(what it has absorbed since || f). hash is left as it was. */
void gmi_sm9_h2_start(const struct sm9_env *env, gm_sm3_ctx *hash);
void gmi_sm9_h2(const struct sm9_env *env, u256 *h, const gm_sm3_ctx *hash, const struct sm9_gt *f);

/* 02 || message || 384 bytes || counter must stay below SM3's limit. */
#define GMI_SM9_H2_MORE 512
static inline int gmi_sm9_data_valid(const uint8_t *data, size_t len)
{
    return (data != NULL || len == 0) && gmi_sm3_fits(GMI_SM9_H2_MORE, len);
}

/* The KDF over what a hash has absorbed. */
void gmi_sm9_kdf_start(struct sm3_kdf *kdf, const gm_sm3_ctx *hash);

/* ---- keys (key.c, user_key.c) ---- */

static inline void gmi_sm9_sign_public(struct sm9_g2 *Q, const gm_sm9_sign_public_key *key)
{
    gmi_sm9_g2(Q, key->x_, key->y_);
}

static inline void gmi_sm9_enc_public(struct sm9_g1 *P, const gm_sm9_enc_public_key *key)
{
    gmi_sm9_g1(P, key->x_, key->y_);
}

static inline void gmi_sm9_sign_user(struct sm9_g1 *P, const gm_sm9_sign_user_key *key)
{
    gmi_sm9_g1(P, key->x_, key->y_);
}

static inline void gmi_sm9_enc_user(struct sm9_g2 *Q, const gm_sm9_enc_user_key *key)
{
    gmi_sm9_g2(Q, key->x_, key->y_);
}

/* What a caller gave as a key: GM_ERR_ARGUMENT for NULL, GM_ERR_KEY for what is none. Secret ones are marked. */
gm_status gmi_sm9_sign_public_ok(const gm_sm9_sign_public_key *key);
gm_status gmi_sm9_enc_public_ok(const gm_sm9_enc_public_key *key);
gm_status gmi_sm9_sign_master_ok(const gm_sm9_sign_master_key *key);
gm_status gmi_sm9_enc_master_ok(const gm_sm9_enc_master_key *key);
gm_status gmi_sm9_sign_user_ok(const gm_sm9_sign_user_key *key);
gm_status gmi_sm9_enc_user_ok(const gm_sm9_enc_user_key *key);

/* The master keys of a number in [1, N-1]; the public half is marked as public. */
void gmi_sm9_sign_master_set(const struct sm9_env *env, gm_sm9_sign_master_key *key, const u256 *s);
void gmi_sm9_enc_master_set(const struct sm9_env *env, gm_sm9_enc_master_key *key, const u256 *s);

gm_status gmi_sm9_sign_master_read(const struct sm9_env *env, gm_sm9_sign_master_key *key, const uint8_t *in,
                                   size_t len);
gm_status gmi_sm9_enc_master_read(const struct sm9_env *env, gm_sm9_enc_master_key *key, const uint8_t *in, size_t len);
gm_status gmi_sm9_sign_public_read(const struct sm9_env *env, gm_sm9_sign_public_key *key, const uint8_t *in,
                                   size_t len);
gm_status gmi_sm9_enc_public_read(const struct sm9_env *env, gm_sm9_enc_public_key *key, const uint8_t *in, size_t len);
gm_status gmi_sm9_sign_user_read(const struct sm9_env *env, gm_sm9_sign_user_key *key, const uint8_t *in, size_t len);
gm_status gmi_sm9_enc_user_read(const struct sm9_env *env, gm_sm9_enc_user_key *key, const uint8_t *in, size_t len);

/* The user keys [t2] P1 and [t2] P2. */
void gmi_sm9_sign_user_set(const struct sm9_env *env, gm_sm9_sign_user_key *key, const u256 *t2);
void gmi_sm9_enc_user_set(const struct sm9_env *env, gm_sm9_enc_user_key *key, const u256 *t2);
/* The first of count users, at most GMI_EC_SM9_LANES: keys[place[i]] is [t2[i]] P1. */
void gmi_sm9_sign_users_set(const struct sm9_env *env, gm_sm9_sign_user_key *keys, const size_t *place, const u256 *t2,
                            size_t count);

gm_status gmi_sm9_sign_extract(const struct sm9_env *env, gm_sm9_sign_user_key *key,
                               const gm_sm9_sign_master_key *master, const uint8_t *id, size_t id_len, uint8_t hid);
gm_status gmi_sm9_enc_extract(const struct sm9_env *env, gm_sm9_enc_user_key *key, const gm_sm9_enc_master_key *master,
                              const uint8_t *id, size_t id_len, uint8_t hid);

/* Is it that user's key? The answer is public. */
int gmi_sm9_sign_user_check(const struct sm9_env *env, const gm_sm9_sign_user_key *key,
                            const gm_sm9_sign_public_key *master, const uint8_t *id, size_t id_len, uint8_t hid);
int gmi_sm9_enc_user_check(const struct sm9_env *env, const gm_sm9_enc_user_key *key,
                           const gm_sm9_enc_public_key *master, const uint8_t *id, size_t id_len, uint8_t hid);

/* ---- signatures (sign.c, verify.c) ---- */

/* A master public key of signatures, and the tables of its prepared form where there are some. */
struct sm9_sign_master {
    struct sm9_g2 Q;
    const void *lines, *table; /* NULL: none */
};

/* What a caller gave: GM_ERR_ARGUMENT for NULL, GM_ERR_KEY for what is none. */
static inline gm_status gmi_sm9_sign_master_key(struct sm9_sign_master *master, const gm_sm9_sign_public_key *key)
{
    gm_status status = gmi_sm9_sign_public_ok(key);
    if (status == GM_OK) {
        *master = (struct sm9_sign_master){.lines = NULL, .table = NULL};
        gmi_sm9_sign_public(&master->Q, key);
    }
    return status;
}

/* r = 1 + (KDF(random || ds || SM3(02 || M), 48 bytes) mod (N-1)), hash having absorbed 02 || M. */
void gmi_sm9_hedged_nonce(const struct sm9_env *env, u256 *r, const uint8_t random[32], const struct sm9_g1 *ds,
                          const gm_sm3_ctx *hash);

/* Sign what hash has absorbed since gmi_sm9_h2_start(). With nonces from the operating system they are hedged; those
 * of a list are taken as they are. GM_ERR_RANDOM: the signature is all zeros. */
gm_status gmi_sm9_sign(const struct sm9_env *env, const gm_sm9_sign_user_key *key, struct sm9_nonces *nonces,
                       uint8_t signature[GM_SM9_SIGNATURE_SIZE], const struct sm9_sign_master *master,
                       const gm_sm3_ctx *hash);

/* h and S of a signature that may be right: 0 if h is out of range, or S not in the group. */
int gmi_sm9_signature_vartime(const struct sm9_env *env, u256 *h, struct sm9_g1 *S,
                              const uint8_t signature[GM_SM9_SIGNATURE_SIZE]);
int gmi_sm9_verify(const struct sm9_env *env, const struct sm9_sign_master *master,
                   const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len, uint8_t hid,
                   const gm_sm3_ctx *hash);

/* A message that is signed or checked as a whole: a hash for the two above. */
void gmi_sm9_hash(const struct sm9_env *env, gm_sm3_ctx *hash, const uint8_t *data, size_t len);

/* Behind the public functions, with a master key of either form; they check what is not in the master. */
gm_status gmi_sm9_sign_data(const struct sm9_env *env, const gm_sm9_sign_user_key *key,
                            uint8_t signature[GM_SM9_SIGNATURE_SIZE], const struct sm9_sign_master *master,
                            const uint8_t *data, size_t len);
gm_status gmi_sm9_verify_data(const struct sm9_env *env, const struct sm9_sign_master *master,
                              const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                              uint8_t hid, const uint8_t *data, size_t len);
gm_status gmi_sm9_message_sign(const struct sm9_env *env, gm_sm9_message *message, const gm_sm9_sign_user_key *key,
                               uint8_t signature[GM_SM9_SIGNATURE_SIZE], const struct sm9_sign_master *master);
gm_status gmi_sm9_message_verify(const struct sm9_env *env, gm_sm9_message *message,
                                 const struct sm9_sign_master *master, const uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                 const uint8_t *id, size_t id_len, uint8_t hid);

#endif
