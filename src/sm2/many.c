/* Many signatures, made and checked: eight items at a time, the nonces' hashes in the lanes of SM3. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "base/check.h"
#include "sm2/sm2_many.h"

/* ---- digests of items ---- */

/* e of item i; what the single call would say of its message and ID. */
static gm_status item_digest(const struct sm2_env *env, const struct sm2_items *items, size_t i,
                             const gm_sm2_public_key *key, uint8_t e[32])
{
    const uint8_t *id = NULL;
    size_t id_len = GM_SM2_ID_DEFAULT;
    if (items->digests != NULL) {
        if (!gmi_sm2_is_key(env, key))
            return GM_ERR_KEY;
        memcpy(e, items->digests + 32 * i, 32);
        return GM_OK;
    }
    if (items->ids != NULL) {
        id = items->ids[i];
        id_len = items->id_lens[i];
    }
    if (!gmi_sm2_id_valid(id, id_len) || !gmi_sm2_data_valid(items->data[i], items->lens[i]))
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_is_key(env, key))
        return GM_ERR_KEY;
    gmi_sm2_digest(env, key, e, id, id_len, items->data[i], items->lens[i]);
    return GM_OK;
}

/* An output that inputs must not overlap. */
struct output {
    const void *p;
    size_t len;
};

/* Are the arrays and messages there, and apart from the outputs? */
static int items_valid(const struct sm2_items *items, size_t n, const struct output *out, size_t outs)
{
    if (items->digests == NULL &&
        (items->data == NULL || items->lens == NULL || (items->ids != NULL && items->id_lens == NULL)))
        return 0;
    for (size_t o = 0; o < outs; o++) {
        if (items->digests != NULL) {
            if (overlaps(out[o].p, out[o].len, items->digests, 32 * n))
                return 0;
            continue;
        }
        if (overlaps(out[o].p, out[o].len, items->data, n * sizeof *items->data) ||
            overlaps(out[o].p, out[o].len, items->lens, n * sizeof *items->lens))
            return 0;
        for (size_t i = 0; i < n; i++)
            if ((items->data[i] == NULL && items->lens[i] > 0) ||
                overlaps(out[o].p, out[o].len, items->data[i], items->lens[i]))
                return 0;
        if (items->ids == NULL)
            continue;
        if (overlaps(out[o].p, out[o].len, items->ids, n * sizeof *items->ids) ||
            overlaps(out[o].p, out[o].len, items->id_lens, n * sizeof *items->id_lens))
            return 0;
        for (size_t i = 0; i < n; i++)
            if (items->id_lens[i] <= GM_SM2_ID_MAX &&
                overlaps(out[o].p, out[o].len, items->ids[i], items->ids[i] == NULL ? 0 : items->id_lens[i]))
                return 0;
    }
    return 1;
}

/* ---- sign ---- */

/* What was gathered of up to GMI_EC_LANES items. */
struct batch {
    uint8_t e[GMI_EC_LANES][32];
    uint8_t text[2 * GMI_EC_LANES][32 + 32 + 32 + 4]; /* random || d || e || counter, with counters 1 and 2 */
    uint8_t hash[2 * GMI_EC_LANES][32];
    u256 k[GMI_EC_LANES];
    struct ec_point P[GMI_EC_LANES];
};

/* k[i] as gmi_sm2_hedged_nonce() makes it. */
static void hedged_nonces(const struct sm2_env *env, struct batch *w, size_t count)
{
    const uint8_t *texts[2 * GMI_EC_LANES];
    size_t lens[2 * GMI_EC_LANES];
    for (size_t i = 0; i < 2 * count; i++) {
        if (i % 2 == 1)
            memcpy(w->text[i], w->text[i - 1], sizeof w->text[i]);
        store32be(w->text[i] + 96, (uint32_t)(1 + i % 2));
        texts[i] = w->text[i];
        lens[i] = sizeof w->text[i];
    }
    gmi_sm3_many(env->sm3, w->hash, texts, lens, 2 * count);
    for (size_t i = 0; i < count; i++)
        gmi_sm2_nonce(env, &w->k[i], w->hash[2 * i]); /* the first 48 of 64 bytes */
}

int gmi_sm2_sign_many(const struct sm2_env *env, uint8_t (*signatures)[64], gm_status *results,
                      const gm_sm2_private_key *const *keys, const struct sm2_items *items, size_t n)
{
    const uint8_t *random = signatures[0];
    struct batch w;
    int all = 1;
    while (n > 0) {
        size_t place[GMI_EC_LANES], count = 0, take = n % GMI_EC_LANES == 0 ? GMI_EC_LANES : n % GMI_EC_LANES;
        n -= take;
        for (size_t i = n; i < n + take; i++) {
            results[i] = item_digest(env, items, i, &keys[i]->public_, w.e[count]);
            if (results[i] != GM_OK)
                continue;
            u256 *d = &w.k[count];
            memcpy(d->w, keys[i]->d_, sizeof keys[i]->d_);
            memcpy(w.text[2 * count], random + 32 * i, 32);
            u256_to_be(w.text[2 * count] + 32, d);
            memcpy(w.text[2 * count] + 64, w.e[count], 32);
            place[count++] = i;
        }
        if (count > 0) {
            hedged_nonces(env, &w, count);
            gmi_sm2_mul_base_many(env, w.P, w.k, count);
        }
        memset(signatures[n], 0, take * sizeof signatures[n]);
        for (size_t j = 0; j < count; j++) {
            size_t i = place[j];
            if (!gmi_sm2_sign_with(env, keys[i], signatures[i], w.e[j], &w.k[j], &w.P[j].x))
                results[i] = gmi_sm2_sign_digest(env, keys[i], signatures[i], w.e[j]); /* with another nonce */
        }
        for (size_t i = n; i < n + take; i++)
            all &= results[i] == GM_OK;
    }
    gm_wipe(&w, sizeof w);
    return all;
}

static gm_status sign_many(uint8_t (*signatures)[64], gm_status *results, const gm_sm2_private_key *const *keys,
                           const struct sm2_items *items, size_t n)
{
    const struct sm2_env env = gmi_sm2_env();
    if (signatures == NULL || results == NULL || keys == NULL || n > SIZE_MAX / sizeof *signatures)
        return GM_ERR_ARGUMENT;
    const struct output out[2] = {{signatures, n * sizeof *signatures}, {results, n * sizeof *results}};
    if (overlaps(out[0].p, out[0].len, out[1].p, out[1].len) || !items_valid(items, n, out, 2))
        return GM_ERR_ARGUMENT;
    for (int o = 0; o < 2; o++) {
        if (overlaps(out[o].p, out[o].len, keys, n * sizeof *keys))
            return GM_ERR_ARGUMENT;
        for (size_t i = 0; i < n; i++)
            if (keys[i] == NULL || overlaps(out[o].p, out[o].len, keys[i], sizeof *keys[i]))
                return GM_ERR_ARGUMENT;
    }
    for (size_t i = 0; i < n; i++)
        gmi_sm2_mark(keys[i]);
    gm_status status = gm_random_bytes(signatures[0], 32 * n);
    if (status != GM_OK) {
        memset(signatures, 0, n * sizeof *signatures);
        for (size_t i = 0; i < n; i++)
            results[i] = status;
        return status;
    }
    return gmi_sm2_sign_many(&env, signatures, results, keys, items, n) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm2_sign_digest_many(uint8_t (*signatures)[GM_SM2_SIGNATURE_SIZE], gm_status *results,
                                  const gm_sm2_private_key *const *keys, const uint8_t *digests, size_t n)
{
    const struct sm2_items items = {.digests = digests};
    if (n == 0)
        return GM_OK;
    return digests == NULL ? GM_ERR_ARGUMENT : sign_many(signatures, results, keys, &items, n);
}

gm_status gm_sm2_sign_many(uint8_t (*signatures)[GM_SM2_SIGNATURE_SIZE], gm_status *results,
                           const gm_sm2_private_key *const *keys, const uint8_t *const *ids, const size_t *id_lens,
                           const uint8_t *const *data, const size_t *lens, size_t n)
{
    const struct sm2_items items = {NULL, ids, id_lens, data, lens};
    return n == 0 ? GM_OK : sign_many(signatures, results, keys, &items, n);
}

/* ---- verify ---- */

int gmi_sm2_verify_many(const struct sm2_env *env, gm_status *results, const gm_sm2_public_key *const *keys,
                        const uint8_t *signatures, const struct sm2_items *items, size_t n)
{
    int all = 1;
    for (size_t at = 0; at < n;) {
        u256 s[GMI_EC_LANES], t[GMI_EC_LANES], v[GMI_EC_LANES];
        struct ec_point P[GMI_EC_LANES];
        size_t place[GMI_EC_LANES], count = 0;
        for (; at < n && count < GMI_EC_LANES; at++) {
            uint8_t e[32];
            results[at] = item_digest(env, items, at, keys[at], e);
            if (results[at] == GM_OK) {
                results[at] = GM_ERR_VERIFY;
                gmi_sm2_point(&P[count], keys[at]);
                if (gmi_sm2_signature_vartime(env, &s[count], &t[count], &v[count], signatures + 64 * at, e))
                    place[count++] = at;
            }
        }
        unsigned right = 0;
        if (env->row->check_many_vartime != NULL && count > GMI_SM2_FEW) {
            right = env->row->check_many_vartime(env->curve, s, t, P, v, count);
        } else {
            for (size_t i = 0; i < count; i++)
                if (env->row->check_vartime(env->curve, &s[i], &t[i], &P[i], &v[i]))
                    right |= 1U << i;
        }
        for (size_t i = 0; i < count; i++)
            if ((right >> i & 1) != 0)
                results[place[i]] = GM_OK;
    }
    for (size_t i = 0; i < n; i++)
        all &= results[i] == GM_OK;
    return all;
}

static gm_status verify_many(gm_status *results, const gm_sm2_public_key *const *keys, const uint8_t *signatures,
                             const struct sm2_items *items, size_t n)
{
    const struct sm2_env env = gmi_sm2_env();
    if (results == NULL || keys == NULL || signatures == NULL || n > SIZE_MAX / 64)
        return GM_ERR_ARGUMENT;
    const struct output out = {results, n * sizeof *results};
    if (!items_valid(items, n, &out, 1) || overlaps(out.p, out.len, keys, n * sizeof *keys) ||
        overlaps(out.p, out.len, signatures, 64 * n))
        return GM_ERR_ARGUMENT;
    for (size_t i = 0; i < n; i++)
        if (keys[i] == NULL || overlaps(out.p, out.len, keys[i], sizeof *keys[i]))
            return GM_ERR_ARGUMENT;
    return gmi_sm2_verify_many(&env, results, keys, signatures, items, n) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm2_verify_digest_many(gm_status *results, const gm_sm2_public_key *const *keys, const uint8_t *signatures,
                                    const uint8_t *digests, size_t n)
{
    const struct sm2_items items = {.digests = digests};
    if (n == 0)
        return GM_OK;
    return digests == NULL ? GM_ERR_ARGUMENT : verify_many(results, keys, signatures, &items, n);
}

gm_status gm_sm2_verify_many(gm_status *results, const gm_sm2_public_key *const *keys, const uint8_t *signatures,
                             const uint8_t *const *ids, const size_t *id_lens, const uint8_t *const *data,
                             const size_t *lens, size_t n)
{
    const struct sm2_items items = {NULL, ids, id_lens, data, lens};
    return n == 0 ? GM_OK : verify_many(results, keys, signatures, &items, n);
}
