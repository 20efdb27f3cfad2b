/* Numbers in [1, N-1]: drawn at random, and hashed to (GM/T 0044.2-2016, 5.2 of its hash functions). */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "bn/wide.h"
#include "sm9/sm9_core.h"

#define WIDE UINT64_C(0x67980e0beb5759a6) /* gmi_bn_wide_constant() of the top word of N */

/* r = 1 + (a number of 32 + 8 more bytes mod (N-1)). No value is more likely than another by more than 2^-(64 more). */
static void into_range(u256 *r, const uint8_t *in, size_t more)
{
    const u256 one = {{1}};
    u256 m;
    (void)u256_sub(&m, &gmi_sm9.n.m, &one);
    gmi_bn_wide(r, in, more, &m, WIDE);
    (void)u256_add(r, r, &one);
}

void gmi_sm9_number(u256 *r, const uint8_t in[GMI_SM9_WIDE_BYTES])
{
    into_range(r, in, 2);
}

gm_status gmi_sm9_random_number(u256 *r)
{
    struct {
        uint8_t random[GMI_SM9_WIDE_BYTES];
    } w;
    gm_status status = gm_random_bytes(w.random, sizeof w.random);
    if (status == GM_OK)
        gmi_sm9_number(r, w.random);
    else
        memset(r, 0, sizeof *r);
    gm_wipe(&w, sizeof w);
    return status;
}

uint64_t gmi_sm9_number_valid(const u256 *k)
{
    return ~u256_is_zero(k) & u256_less(k, &gmi_sm9.n.m);
}

gm_status gmi_sm9_nonce(struct sm9_nonces *nonces, u256 *r)
{
    gm_status status = GM_OK;
    if (nonces->list == NULL) {
        status = gmi_sm9_random_number(r);
    } else if (nonces->left == 0) {
        memset(r, 0, sizeof *r);
        status = GM_ERR_RANDOM;
    } else {
        *r = *nonces->list++;
        nonces->left--;
    }
    gmi_secret(r, sizeof *r);
    return status;
}

/* ---- H1 and H2: 40 bytes of two hashes, into the range ---- */

/* h of what hash has absorbed; hash is wiped. */
static void hash_to_range(const struct sm9_env *env, u256 *h, gm_sm3_ctx *hash)
{
    struct {
        gm_sm3_ctx copy;
        uint8_t ha[64];
    } w;
    static const uint8_t counter[2][4] = {{0, 0, 0, 1}, {0, 0, 0, 2}};
    w.copy = *hash;
    gmi_sm3_absorb(env->sm3, &w.copy, counter[0], 4);
    gmi_sm3_close(env->sm3, &w.copy, w.ha);
    gmi_sm3_absorb(env->sm3, hash, counter[1], 4);
    gmi_sm3_close(env->sm3, hash, w.ha + 32);
    into_range(h, w.ha, 1);
    gm_wipe(&w, sizeof w);
}

void gmi_sm9_h1(const struct sm9_env *env, u256 *h, const uint8_t *id, size_t id_len, uint8_t hid)
{
    static const uint8_t prefix = 1;
    gm_sm3_ctx hash;
    gm_sm3_init(&hash);
    gmi_sm3_absorb(env->sm3, &hash, &prefix, 1);
    gmi_sm3_absorb(env->sm3, &hash, id, id_len);
    gmi_sm3_absorb(env->sm3, &hash, &hid, 1);
    hash_to_range(env, h, &hash);
}

void gmi_sm9_h2_start(const struct sm9_env *env, gm_sm3_ctx *hash)
{
    static const uint8_t prefix = 2;
    gm_sm3_init(hash);
    gmi_sm3_absorb(env->sm3, hash, &prefix, 1);
}

void gmi_sm9_h2(const struct sm9_env *env, u256 *h, const gm_sm3_ctx *hash, const struct sm9_gt *f)
{
    struct {
        gm_sm3_ctx hash;
        uint8_t bytes[GMI_SM9_GT_BYTES];
    } w;
    w.hash = *hash;
    gmi_sm9_gt_write(w.bytes, f);
    gmi_sm3_absorb(env->sm3, &w.hash, w.bytes, sizeof w.bytes);
    hash_to_range(env, h, &w.hash);
    gm_wipe(&w, sizeof w);
}

void gmi_sm9_hash(const struct sm9_env *env, gm_sm3_ctx *hash, const uint8_t *data, size_t len)
{
    gmi_sm9_h2_start(env, hash);
    gmi_sm3_absorb(env->sm3, hash, data, len);
}

void gmi_sm9_kdf_start(struct sm3_kdf *kdf, const gm_sm3_ctx *hash)
{
    memcpy(kdf->start, hash->h_, sizeof kdf->start);
    gmi_sm3_kdf_tail(kdf, hash->buf_, (size_t)hash->bytes_);
}
