/* Signatures (GM/T 0044.2-2016, 6.1): w = g^r, h = H2(M || w), S = [r - h] ds. Without a table of powers g^r is
 * computed as e([r] P1, Ppub-s): a multiple of P1 costs less than a power of g. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "sm9/sm9_core.h"

void gmi_sm9_hedged_nonce(const struct sm9_env *env, u256 *r, const uint8_t random[32], const struct sm9_g1 *ds,
                          const gm_sm3_ctx *hash)
{
    struct {
        gm_sm3_ctx hash;
        uint8_t z[32 + 64 + 32], long_number[GMI_SM9_WIDE_BYTES];
    } w;
    memcpy(w.z, random, 32);
    u256_to_be(w.z + 32, &ds->x);
    u256_to_be(w.z + 64, &ds->y);
    w.hash = *hash;
    gmi_sm3_close(env->sm3, &w.hash, w.z + 96);
    gmi_sm3_kdf(env->sm3, w.long_number, sizeof w.long_number, w.z, sizeof w.z);
    gmi_sm9_number(r, w.long_number);
    gm_wipe(&w, sizeof w);
}

static gm_status next_nonce(const struct sm9_env *env, struct sm9_nonces *nonces, u256 *r, const struct sm9_g1 *ds,
                            const gm_sm3_ctx *hash)
{
    struct {
        uint8_t random[32];
    } w;
    if (nonces->list != NULL)
        return gmi_sm9_nonce(nonces, r);
    gm_status status = gm_random_bytes(w.random, sizeof w.random);
    if (status == GM_OK)
        gmi_sm9_hedged_nonce(env, r, w.random, ds, hash);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_sign(const struct sm9_env *env, const gm_sm9_sign_user_key *key, struct sm9_nonces *nonces,
                       uint8_t signature[GM_SM9_SIGNATURE_SIZE], const struct sm9_sign_master *master,
                       const gm_sm3_ctx *hash)
{
    struct {
        struct sm9_g1 ds, R, S;
        struct sm9_gt f;
        u256 r, h, l;
    } w;
    gm_status status;
    uint64_t again;
    gmi_sm9_sign_user(&w.ds, key);
    do {
        status = next_nonce(env, nonces, &w.r, &w.ds, hash);
        if (status != GM_OK) {
            memset(signature, 0, GM_SM9_SIGNATURE_SIZE);
            goto out;
        }
        if (master->table != NULL) {
            env->row->gt_pow_table(&w.f, master->table, &w.r);
        } else {
            env->row->g1_mul_base(&w.R, &w.r);
            env->row->pair(&w.f, &w.R, &master->Q);
        }
        gmi_sm9_h2(env, &w.h, hash, &w.f);
        mod_sub(&w.l, &w.r, &w.h, &gmi_sm9.n);
        again = u256_is_zero(&w.l);
        gmi_public(&again, sizeof again); /* that a candidate nonce is rejected */
    } while (again != 0);
    env->row->g1_mul(&w.S, &w.l, &w.ds);
    u256_to_be(signature, &w.h);
    gmi_sm9_g1_write(signature + 32, &w.S);
    gmi_public(signature, GM_SM9_SIGNATURE_SIZE); /* it is what the caller publishes */
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_sign_data(const struct sm9_env *env, const gm_sm9_sign_user_key *key,
                            uint8_t signature[GM_SM9_SIGNATURE_SIZE], const struct sm9_sign_master *master,
                            const uint8_t *data, size_t len)
{
    struct sm9_nonces nonces = {NULL, 0};
    gm_sm3_ctx hash;
    gm_status status = gmi_sm9_sign_user_ok(key);
    if (signature == NULL || !gmi_sm9_data_valid(data, len))
        status = GM_ERR_ARGUMENT;
    if (status != GM_OK)
        return status;
    gmi_sm9_hash(env, &hash, data, len);
    status = gmi_sm9_sign(env, key, &nonces, signature, master, &hash);
    gm_wipe(&hash, sizeof hash);
    return status;
}

gm_status gm_sm9_sign(const gm_sm9_sign_user_key *key, uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                      const gm_sm9_sign_public_key *master, const uint8_t *data, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_key(&with, master);
    return status == GM_OK ? gmi_sm9_sign_data(&env, key, signature, &with, data, len) : status;
}
