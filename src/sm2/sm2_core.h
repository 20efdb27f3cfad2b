/* The workers of the SM2 room. Each takes the environment it works in, so that tests walk all rows and other
 * curves; only the public functions ask gmi_sm2_env(). No argument is checked here but by GM_ASSERT: keys are
 * valid, of the environment's curve. */
#ifndef GMI_SM2_SM2_CORE_H
#define GMI_SM2_SM2_CORE_H

#include <guomi/sm2.h>
#include <guomi/sm2_prepared.h>
#include <string.h>

#include "base/check.h"
#include "bn/u256.h"
#include "ec_sm2/curve.h"
#include "ec_sm2/ec_sm2_impl.h"
#include "sm3/sm3_core.h"

/* Where an operation runs. */
struct sm2_env {
    const struct ec_sm2_impl *row;
    const struct ec_curve *curve;
    const struct sm3_impl *sm3;
    uint64_t tag;  /* curve_ of the curve's keys                                               */
    uint64_t wide; /* for gmi_sm2_wide: gmi_bn_wide_constant() of the top word of n              */
};

#define GMI_SM2_TAG 1                      /* curve_ of keys on SM2's own curve */
#define GMI_SM2_WIDE UINT64_C(0x100000001) /* t + 1 = 2^64 - 2^32               */
#define GMI_SM2_WIDE_BYTES 48              /* 128 bits more than n has          */

static inline struct sm2_env gmi_sm2_env(void)
{
    return (struct sm2_env){gmi_ec_sm2(), &gmi_ec_sm2_curve, gmi_sm3(), GMI_SM2_TAG, GMI_SM2_WIDE};
}

/* Is this object a key of this curve? The answer is public, as all of a public key is. */
static inline int gmi_sm2_is_key(const struct sm2_env *env, const gm_sm2_public_key *key)
{
    return key->curve_ == env->tag;
}

/* A private key is secret but for its public half. */
static inline void gmi_sm2_mark(const gm_sm2_private_key *key)
{
    gmi_secret(key->d_, sizeof key->d_);
    gmi_secret(key->inverse_, sizeof key->inverse_);
}

/* What a caller gave as his private key: GM_ERR_ARGUMENT for NULL, GM_ERR_KEY for what is none; else marks it. */
static inline gm_status gmi_sm2_owner(const struct sm2_env *env, const gm_sm2_private_key *key)
{
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(env, &key->public_))
        return GM_ERR_KEY;
    gmi_sm2_mark(key);
    return GM_OK;
}

/* ---- keys (key.c) ---- */

static inline void gmi_sm2_point(struct ec_point *P, const gm_sm2_public_key *key)
{
    memcpy(P->x.w, key->x_, sizeof key->x_);
    memcpy(P->y.w, key->y_, sizeof key->y_);
}

static inline void gmi_sm2_public_set(const struct sm2_env *env, gm_sm2_public_key *key, const struct ec_point *P)
{
    memset(key, 0, sizeof *key);
    memcpy(key->x_, P->x.w, sizeof key->x_);
    memcpy(key->y_, P->y.w, sizeof key->y_);
    key->curve_ = env->tag;
}

/* The private key of a number d in [1, n-2]; marks the public half as public. */
void gmi_sm2_private_set(const struct sm2_env *env, gm_sm2_private_key *key, const u256 *d);

/* The same, the public key known already: P = d G; inverse = (1 + d)^-1 times R mod n. */
void gmi_sm2_private_fill(const struct sm2_env *env, gm_sm2_private_key *key, const u256 *d, const u256 *inverse,
                          const struct ec_point *P);

/* All ones if d is in [1, n-2]. */
uint64_t gmi_sm2_private_valid(const struct sm2_env *env, const u256 *d);

gm_status gmi_sm2_private_read(const struct sm2_env *env, gm_sm2_private_key *key, const uint8_t *in, size_t len);
gm_status gmi_sm2_private_write(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t out[32]);
gm_status gmi_sm2_public_read(const struct sm2_env *env, gm_sm2_public_key *key, const uint8_t *in, size_t len);
gm_status gmi_sm2_public_write(const struct sm2_env *env, const gm_sm2_public_key *key, uint8_t out[65]);
gm_status gmi_sm2_keygen(const struct sm2_env *env, gm_sm2_private_key *key);

/* The key that these 48 random bytes stand for: d = 1 + (their number mod (n-2)). */
void gmi_sm2_keygen_derand(const struct sm2_env *env, gm_sm2_private_key *key,
                           const uint8_t random[GMI_SM2_WIDE_BYTES]);

/* A point as an octet string of 33 or 65 bytes, checked: GM_OK, GM_ERR_ENCODING or GM_ERR_KEY, P then untouched.
 * The string is public. */
gm_status gmi_sm2_point_read(const struct sm2_env *env, struct ec_point *P, const uint8_t *in, size_t len);
void gmi_sm2_point_write(uint8_t out[65], const struct ec_point *P);
void gmi_sm2_point_write_compressed(uint8_t out[33], const struct ec_point *P);

/* ---- secret numbers (scalar.c) ---- */

/* r = the number of 48 bytes, big-endian, mod n - less; less is 0 to 2. */
void gmi_sm2_wide(const struct sm2_env *env, u256 *r, const uint8_t in[GMI_SM2_WIDE_BYTES], uint64_t less);

/* k = 1 + (48 bytes mod (n-1)): a nonce in [1, n-1]. */
void gmi_sm2_nonce(const struct sm2_env *env, u256 *k, const uint8_t in[GMI_SM2_WIDE_BYTES]);

/* A fresh nonce from the operating system: GM_OK, or GM_ERR_RANDOM and k = 0. */
gm_status gmi_sm2_random_nonce(const struct sm2_env *env, u256 *k);

/* ---- what is signed (message.c) ---- */

static inline int gmi_sm2_id_valid(const uint8_t *id, size_t id_len)
{
    return id_len == GM_SM2_ID_DEFAULT || (id_len <= GM_SM2_ID_MAX && (id != NULL || id_len == 0));
}

/* Z || message must stay below SM3's limit. */
static inline int gmi_sm2_data_valid(const uint8_t *data, size_t len)
{
    return (data != NULL || len == 0) && gmi_sm3_fits(GM_SM3_DIGEST_SIZE, len);
}

void gmi_sm2_z(const struct sm2_env *env, const gm_sm2_public_key *key, uint8_t z[32], const uint8_t *id,
               size_t id_len);
void gmi_sm2_digest(const struct sm2_env *env, const gm_sm2_public_key *key, uint8_t e[32], const uint8_t *id,
                    size_t id_len, const uint8_t *data, size_t len);

/* ---- signatures (sign.c, nonce.c, verify.c, recover.c) ---- */

/* One attempt with the nonce k in [1, n-1]: 1, or 0 if this k must be thrown away, signature then untouched.
 * Marks the signature as public. */
int gmi_sm2_sign_once(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                      const uint8_t e[32], const u256 *k);

/* The same with x = the x coordinate of k G, computed before. */
int gmi_sm2_sign_with(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                      const uint8_t e[32], const u256 *k, const u256 *x);

/* k = 1 + (KDF-SM3(random || d || e, 48 bytes) mod (n-1)). */
void gmi_sm2_hedged_nonce(const struct sm2_env *env, u256 *k, const uint8_t random[32], const gm_sm2_private_key *key,
                          const uint8_t e[32]);

/* The nonces of RFC 6979, 3.2, one after another: as secret as the key. */
struct sm2_rfc6979 {
    uint8_t k[32], v[32];
    int again; /* one was given already */
};
void gmi_sm2_rfc6979_start(const struct sm2_env *env, struct sm2_rfc6979 *g, const gm_sm2_private_key *key,
                           const uint8_t e[32]);
void gmi_sm2_rfc6979_next(const struct sm2_env *env, struct sm2_rfc6979 *g, u256 *k);

gm_status gmi_sm2_sign_digest(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                              const uint8_t e[32]);
void gmi_sm2_sign_digest_deterministic(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                                       const uint8_t e[32]);

/* s, t = r + s, and v = r - e mod n of a signature that may be right: 0 if r, s or t is out of range. */
int gmi_sm2_signature_vartime(const struct sm2_env *env, u256 *s, u256 *t, u256 *v, const uint8_t signature[64],
                              const uint8_t e[32]);
int gmi_sm2_verify_digest(const struct sm2_env *env, const gm_sm2_public_key *key, const uint8_t signature[64],
                          const uint8_t e[32]);
size_t gmi_sm2_recover(const struct sm2_env *env, gm_sm2_public_key keys[GM_SM2_RECOVER_MAX],
                       const uint8_t signature[64], const uint8_t e[32]);

/* ---- prepared keys (prepared.c) ---- */

#define GMI_SM2_PREPARED UINT64_C(0x7072657061726564) /* state_ of a prepared key: "prepared" */
#define GMI_SM2_ALIGN 64

/* The first multiple of GMI_SM2_ALIGN at or behind memory. */
static inline void *gmi_sm2_align(void *memory)
{
    return (uint8_t *)memory + (0 - (uintptr_t)memory) % GMI_SM2_ALIGN;
}

/* The width that GM_SM2_PREPARED_WIDTH stands for on this row. */
unsigned gmi_sm2_prepared_width(const struct sm2_env *env);

/* Of head and table; 0 if the row does not offer that width. */
size_t gmi_sm2_prepared_bytes(const struct sm2_env *env, unsigned width);
void gmi_sm2_prepare(const struct sm2_env *env, gm_sm2_prepared *prepared, const gm_sm2_public_key *key,
                     unsigned width);

/* The table for the row's entries, with prepared->width_; NULL if this is no prepared key, or not this row's. */
const void *gmi_sm2_table(const struct sm2_env *env, const gm_sm2_prepared *prepared);
int gmi_sm2_verify_digest_prepared(const struct sm2_env *env, const gm_sm2_prepared *prepared,
                                   const uint8_t signature[64], const uint8_t e[32]);

#endif
