/* Many items: signatures checked in the lanes of the row where it has such, user keys with one inversion for eight. */
#include <guomi/mem.h>

#include "sm9/many_core.h"

/* ---- arguments ---- */

/* Are the arrays, identities and messages there, and apart from an output? */
static int items_valid(const struct sm9_items *items, int messages, size_t n, const void *out, size_t out_len)
{
    if (items->ids == NULL || items->id_lens == NULL || (messages && (items->data == NULL || items->lens == NULL)) ||
        overlaps(out, out_len, items->ids, n * sizeof *items->ids) ||
        overlaps(out, out_len, items->id_lens, n * sizeof *items->id_lens))
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!bytes_ok(items->ids[i], items->id_lens[i]) ||
            (items->id_lens[i] <= GM_SM9_ID_MAX && overlaps(out, out_len, items->ids[i], items->id_lens[i])))
            return 0;
    if (!messages)
        return 1;
    if (overlaps(out, out_len, items->data, n * sizeof *items->data) ||
        overlaps(out, out_len, items->lens, n * sizeof *items->lens))
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!bytes_ok(items->data[i], items->lens[i]) || overlaps(out, out_len, items->data[i], items->lens[i]))
            return 0;
    return 1;
}

/* ---- signatures ---- */

/* What of up to GMI_EC_SM9_LANES signatures may be right, and which items these are. */
struct batch {
    struct sm9_g1 S[GMI_EC_SM9_LANES];
    u256 h[GMI_EC_SM9_LANES], h1[GMI_EC_SM9_LANES];
    size_t place[GMI_EC_SM9_LANES], count;
};

/* Items from `at` on, until the batch is full; what comes behind is left for the next one. Those that are not even
 * taken have their results. */
static size_t batch_fill(const struct sm9_env *env, struct batch *b, gm_status *results, const uint8_t *signatures,
                         const struct sm9_items *items, size_t at, size_t n)
{
    for (b->count = 0; at < n && b->count < GMI_EC_SM9_LANES; at++) {
        const size_t i = b->count;
        results[at] = GM_ERR_ARGUMENT;
        if (!gmi_sm9_id_valid(items->ids[at], items->id_lens[at]) ||
            !gmi_sm9_data_valid(items->data[at], items->lens[at]))
            continue;
        results[at] = GM_ERR_VERIFY;
        if (!gmi_sm9_signature_vartime(env, &b->h[i], &b->S[i], signatures + GM_SM9_SIGNATURE_SIZE * at))
            continue;
        gmi_sm9_h1(env, &b->h1[i], items->ids[at], items->id_lens[at], items->hid);
        b->place[b->count++] = at;
    }
    return at;
}

/* All at once. A single call refuses identities for which [h1] P2 + Ppub-s is infinity; here w' = g^h then, and
 * h = H2(M || g^h) for one h in 2^256. */
static void batch_verify(const struct sm9_env *env, const struct batch *b, gm_status *results,
                         const struct sm9_sign_master *master, const struct sm9_items *items)
{
    struct sm9_gt f[GMI_EC_SM9_LANES];
    env->row->verify_many_vartime(f, b->S, b->h, b->h1, master->lines, b->count);
    for (size_t i = 0; i < b->count; i++) {
        const size_t at = b->place[i];
        gm_sm3_ctx hash;
        u256 h2;
        gmi_sm9_hash(env, &hash, items->data[at], items->lens[at]);
        gmi_sm9_h2(env, &h2, &hash, &f[i]);
        gm_wipe(&hash, sizeof hash);
        results[at] = u256_equal(&h2, &b->h[i]) != 0 ? GM_OK : GM_ERR_VERIFY;
    }
}

static gm_status verify_item(const struct sm9_env *env, const struct sm9_sign_master *master, const uint8_t *signatures,
                             const struct sm9_items *items, size_t i)
{
    return gmi_sm9_verify_data(env, master, signatures + GM_SM9_SIGNATURE_SIZE * i, items->ids[i], items->id_lens[i],
                               items->hid, items->data[i], items->lens[i]);
}

int gmi_sm9_verify_many(const struct sm9_env *env, gm_status *results, const struct sm9_sign_master *master,
                        const uint8_t *signatures, const struct sm9_items *items, size_t n)
{
    int all = 1;
    if (env->row->verify_many_vartime == NULL) {
        for (size_t i = 0; i < n; i++)
            results[i] = verify_item(env, master, signatures, items, i);
    } else {
        for (size_t at = 0; at < n;) {
            struct batch b;
            at = batch_fill(env, &b, results, signatures, items, at, n);
            if (b.count >= env->row->many_least)
                batch_verify(env, &b, results, master, items);
            else
                for (size_t i = 0; i < b.count; i++)
                    results[b.place[i]] = verify_item(env, master, signatures, items, b.place[i]);
        }
    }
    for (size_t i = 0; i < n; i++)
        all &= results[i] == GM_OK;
    return all;
}

gm_status gm_sm9_verify_many(gm_status *results, const gm_sm9_sign_master_prepared *master, const uint8_t *signatures,
                             const uint8_t *const *ids, const size_t *id_lens, uint8_t hid, const uint8_t *const *data,
                             const size_t *lens, size_t n)
{
    const struct sm9_env env = gmi_sm9_env();
    const struct sm9_items items = {ids, id_lens, hid, data, lens};
    struct sm9_sign_master with;
    if (n == 0)
        return GM_OK;
    if (results == NULL || master == NULL || signatures == NULL || n > SIZE_MAX / GM_SM9_SIGNATURE_SIZE ||
        !items_valid(&items, 1, n, results, n * sizeof *results) ||
        overlaps(results, n * sizeof *results, signatures, n * GM_SM9_SIGNATURE_SIZE) ||
        overlaps(results, n * sizeof *results, master, gmi_sm9_sign_master_bytes(&env)))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_sign_master_of(&env, &with, master);
    if (status != GM_OK)
        return status;
    return gmi_sm9_verify_many(&env, results, &with, signatures, &items, n) ? GM_OK : GM_ERR_VERIFY;
}

/* ---- user keys ---- */

#define BATCH GMI_EC_SM9_LANES

/* The t2 of up to BATCH items from their t1, none of which is 0, by one inversion: products of all, then
 * back one by one. */
static void user_numbers(u256 *t2, const u256 *t1, size_t count, const u256 *s)
{
    const struct mont_modulus *n = &gmi_sm9.n;
    struct {
        u256 x[BATCH], product[BATCH], rest;
    } w;
    for (size_t i = 0; i < count; i++) {
        mont_from(&w.x[i], &t1[i], n);
        if (i == 0)
            w.product[0] = w.x[0];
        else
            mont_mul(&w.product[i], &w.product[i - 1], &w.x[i], n);
    }
    /* s over the product of all, in Montgomery's form */
    mont_to(&w.rest, &w.product[count - 1], n);
    gmi_mod_inv(&w.rest, &w.rest, &gmi_sm9.n_inv);
    mod_mul(&w.rest, &w.rest, s, n);
    for (size_t i = count - 1; i > 0; i--) {
        mont_mul(&t2[i], &w.rest, &w.product[i - 1], n);
        mont_mul(&w.rest, &w.rest, &w.x[i], n);
    }
    t2[0] = w.rest;
    gm_wipe(&w, sizeof w);
}

/* Numbers for the items from `at` on: how many of at most BATCH have one, and where these are. What goes
 * beyond is left for the next call; results of all that were looked at are set. */
static size_t next_numbers(const struct sm9_env *env, u256 *t2, size_t *place, gm_status *results, const uint64_t s[4],
                           const struct sm9_items *items, size_t *at, size_t n)
{
    struct {
        u256 s, t1[BATCH];
    } w;
    size_t count = 0;
    memcpy(w.s.w, s, sizeof w.s.w);
    for (; *at < n && count < BATCH; ++*at) {
        uint64_t none;
        results[*at] = GM_ERR_ARGUMENT;
        if (!gmi_sm9_id_valid(items->ids[*at], items->id_lens[*at]))
            continue;
        gmi_sm9_h1(env, &w.t1[count], items->ids[*at], items->id_lens[*at], items->hid);
        mod_add(&w.t1[count], &w.t1[count], &w.s, &gmi_sm9.n);
        none = u256_is_zero(&w.t1[count]);
        gmi_public(&none, sizeof none); /* that there is no such user key: the outcome of the item */
        results[*at] = none != 0 ? GM_ERR_UNSUPPORTED : GM_OK;
        if (none == 0)
            place[count++] = *at;
    }
    if (count > 0)
        user_numbers(t2, w.t1, count, &w.s);
    gm_wipe(&w, sizeof w);
    return count;
}

int gmi_sm9_sign_extract_many(const struct sm9_env *env, gm_sm9_sign_user_key *keys, gm_status *results,
                              const gm_sm9_sign_master_key *master, const struct sm9_items *items, size_t n)
{
    struct {
        u256 t2[BATCH];
    } w;
    int all = 1;
    memset(keys, 0, n * sizeof *keys);
    for (size_t at = 0; at < n;) {
        size_t place[BATCH];
        size_t count = next_numbers(env, w.t2, place, results, master->s_, items, &at, n);
        gmi_sm9_sign_users_set(env, keys, place, w.t2, count);
    }
    for (size_t i = 0; i < n; i++)
        all &= results[i] == GM_OK;
    gm_wipe(&w, sizeof w);
    return all;
}

int gmi_sm9_enc_extract_many(const struct sm9_env *env, gm_sm9_enc_user_key *keys, gm_status *results,
                             const gm_sm9_enc_master_key *master, const struct sm9_items *items, size_t n)
{
    struct {
        u256 t2[BATCH];
    } w;
    int all = 1;
    memset(keys, 0, n * sizeof *keys);
    for (size_t at = 0; at < n;) {
        size_t place[BATCH];
        size_t count = next_numbers(env, w.t2, place, results, master->s_, items, &at, n);
        for (size_t i = 0; i < count; i++)
            gmi_sm9_enc_user_set(env, &keys[place[i]], &w.t2[i]);
    }
    for (size_t i = 0; i < n; i++)
        all &= results[i] == GM_OK;
    gm_wipe(&w, sizeof w);
    return all;
}

static int extract_valid(const void *keys, size_t key_size, const gm_status *results, const void *master,
                         size_t master_size, const struct sm9_items *items, size_t n)
{
    if (keys == NULL || results == NULL || master == NULL || n > SIZE_MAX / key_size)
        return 0;
    return items_valid(items, 0, n, keys, n * key_size) && items_valid(items, 0, n, results, n * sizeof *results) &&
           !overlaps(keys, n * key_size, results, n * sizeof *results) &&
           !overlaps(keys, n * key_size, master, master_size) &&
           !overlaps(results, n * sizeof *results, master, master_size);
}

gm_status gm_sm9_sign_extract_many(gm_sm9_sign_user_key *keys, gm_status *results, const gm_sm9_sign_master_key *master,
                                   const uint8_t *const *ids, const size_t *id_lens, uint8_t hid, size_t n)
{
    const struct sm9_env env = gmi_sm9_env();
    const struct sm9_items items = {.ids = ids, .id_lens = id_lens, .hid = hid};
    if (n == 0)
        return GM_OK;
    if (!extract_valid(keys, sizeof *keys, results, master, sizeof *master, &items, n))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_sign_master_ok(master);
    if (status != GM_OK)
        return status;
    return gmi_sm9_sign_extract_many(&env, keys, results, master, &items, n) ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm9_enc_extract_many(gm_sm9_enc_user_key *keys, gm_status *results, const gm_sm9_enc_master_key *master,
                                  const uint8_t *const *ids, const size_t *id_lens, uint8_t hid, size_t n)
{
    const struct sm9_env env = gmi_sm9_env();
    const struct sm9_items items = {.ids = ids, .id_lens = id_lens, .hid = hid};
    if (n == 0)
        return GM_OK;
    if (!extract_valid(keys, sizeof *keys, results, master, sizeof *master, &items, n))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_enc_master_ok(master);
    if (status != GM_OK)
        return status;
    return gmi_sm9_enc_extract_many(&env, keys, results, master, &items, n) ? GM_OK : GM_ERR_VERIFY;
}
