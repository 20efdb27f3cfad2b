/* Many key pairs and many key agreements. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "base/check.h"
#include "sm2/sm2_many.h"

void gmi_sm2_mul_base_many(const struct sm2_env *env, struct ec_point *P, const u256 *k, size_t count)
{
    if (env->row->mul_base_many != NULL && count > GMI_SM2_FEW_BASE) {
        env->row->mul_base_many(env->curve, P, k, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        env->row->mul_base(env->curve, P + i, k + i);
}

/* ---- keys ---- */

/* inverse[i] = R / (1 + d[i]) mod n, by one inversion: products of all, then back one by one. */
static void invert_all(const struct sm2_env *env, u256 *inverse, const u256 *d, size_t count)
{
    const struct mont_modulus *n = &env->curve->n;
    const u256 one = {{1}};
    struct {
        u256 x[GMI_EC_LANES], product[GMI_EC_LANES], rest;
    } w;
    for (size_t i = 0; i < count; i++) {
        (void)u256_add(&w.x[i], &d[i], &one);
        mont_from(&w.x[i], &w.x[i], n);
        if (i == 0)
            w.product[0] = w.x[0];
        else
            mont_mul(&w.product[i], &w.product[i - 1], &w.x[i], n);
    }
    /* The inverse of R times a product is brought to R times the product's inverse. */
    gmi_mod_inv(&w.rest, &w.product[count - 1], &env->curve->n_inv);
    mont_from(&w.rest, &w.rest, n);
    mont_from(&w.rest, &w.rest, n);
    for (size_t i = count - 1; i > 0; i--) {
        mont_mul(&inverse[i], &w.rest, &w.product[i - 1], n);
        mont_mul(&w.rest, &w.rest, &w.x[i], n);
    }
    inverse[0] = w.rest;
    gm_wipe(&w, sizeof w);
}

void gmi_sm2_keygen_many(const struct sm2_env *env, gm_sm2_private_key *keys, size_t n)
{
    const uint8_t *random = (const uint8_t *)keys;
    const u256 one = {{1}};
    struct {
        u256 d[GMI_EC_LANES], inverse[GMI_EC_LANES];
        struct ec_point P[GMI_EC_LANES];
    } w;
    while (n > 0) {
        size_t count = n % GMI_EC_LANES == 0 ? GMI_EC_LANES : n % GMI_EC_LANES;
        n -= count;
        for (size_t i = 0; i < count; i++) {
            gmi_sm2_wide(env, &w.d[i], random + (n + i) * GMI_SM2_WIDE_BYTES, 2);
            (void)u256_add(&w.d[i], &w.d[i], &one);
        }
        gmi_sm2_mul_base_many(env, w.P, w.d, count);
        invert_all(env, w.inverse, w.d, count);
        for (size_t i = 0; i < count; i++)
            gmi_sm2_private_fill(env, keys + n + i, &w.d[i], &w.inverse[i], &w.P[i]);
    }
    gm_wipe(&w, sizeof w);
}

gm_status gm_sm2_keygen_many(gm_sm2_private_key *keys, gm_status *results, size_t n)
{
    const struct sm2_env env = gmi_sm2_env();
    if (n == 0)
        return GM_OK;
    if (keys == NULL || results == NULL || n > SIZE_MAX / sizeof *keys ||
        overlaps(keys, n * sizeof *keys, results, n * sizeof *results))
        return GM_ERR_ARGUMENT;
    gm_status status = gm_random_bytes((uint8_t *)keys, n * GMI_SM2_WIDE_BYTES);
    if (status == GM_OK)
        gmi_sm2_keygen_many(&env, keys, n);
    else
        memset(keys, 0, n * sizeof *keys);
    for (size_t i = 0; i < n; i++)
        results[i] = status;
    return status;
}

/* ---- key agreement ---- */

int gmi_sm2_ecdh_many(const struct sm2_env *env, uint8_t (*shared)[32], gm_status *results,
                      const gm_sm2_private_key *const *keys, const gm_sm2_public_key *const *peers, size_t n)
{
    struct {
        u256 d[GMI_EC_LANES];
        struct ec_point P[GMI_EC_LANES];
    } w;
    int all = 1;
    for (size_t at = 0; at < n;) {
        size_t place[GMI_EC_LANES], count = 0;
        for (; at < n && count < GMI_EC_LANES; at++) {
            int valid = gmi_sm2_is_key(env, &keys[at]->public_) && gmi_sm2_is_key(env, peers[at]);
            results[at] = valid ? GM_OK : GM_ERR_KEY;
            all &= valid;
            if (!valid) {
                memset(shared[at], 0, sizeof shared[at]);
                continue;
            }
            memcpy(w.d[count].w, keys[at]->d_, sizeof keys[at]->d_);
            gmi_sm2_point(&w.P[count], peers[at]);
            place[count++] = at;
        }
        if (env->row->mul_many != NULL && count > GMI_SM2_FEW) {
            env->row->mul_many(env->curve, w.P, w.d, w.P, count);
        } else {
            for (size_t i = 0; i < count; i++)
                env->row->mul(env->curve, &w.P[i], &w.d[i], &w.P[i]);
        }
        for (size_t i = 0; i < count; i++)
            u256_to_be(shared[place[i]], &w.P[i].x);
    }
    gm_wipe(&w, sizeof w);
    return all;
}

gm_status gm_sm2_ecdh_many(uint8_t (*shared)[32], gm_status *results, const gm_sm2_private_key *const *keys,
                           const gm_sm2_public_key *const *peers, size_t n)
{
    const struct sm2_env env = gmi_sm2_env();
    if (n == 0)
        return GM_OK;
    if (shared == NULL || results == NULL || keys == NULL || peers == NULL || n > SIZE_MAX / sizeof *shared)
        return GM_ERR_ARGUMENT;
    const struct {
        const void *p;
        size_t len;
    } out[2] = {{shared, n * sizeof *shared}, {results, n * sizeof *results}};
    if (overlaps(out[0].p, out[0].len, out[1].p, out[1].len))
        return GM_ERR_ARGUMENT;
    for (size_t i = 0; i < n; i++)
        if (keys[i] == NULL || peers[i] == NULL)
            return GM_ERR_ARGUMENT;
    for (int o = 0; o < 2; o++) {
        if (overlaps(out[o].p, out[o].len, keys, n * sizeof *keys) ||
            overlaps(out[o].p, out[o].len, peers, n * sizeof *peers))
            return GM_ERR_ARGUMENT;
        for (size_t i = 0; i < n; i++)
            if (overlaps(out[o].p, out[o].len, keys[i], sizeof *keys[i]) ||
                overlaps(out[o].p, out[o].len, peers[i], sizeof *peers[i]))
                return GM_ERR_ARGUMENT;
    }
    for (size_t i = 0; i < n; i++)
        gmi_sm2_mark(keys[i]);
    return gmi_sm2_ecdh_many(&env, shared, results, keys, peers, n) ? GM_OK : GM_ERR_VERIFY;
}
