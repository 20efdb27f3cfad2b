/* Nonces computed ahead. An entry's state is one atomic word that also names the process: what another process
 * left is neither full nor busy here, so that a forked child finds the pool empty and may fill it at once. */
#include <guomi/mem.h>
#include <guomi/random.h>
#include <guomi/sm2_many.h>
#include <stdatomic.h>

#include "base/check.h"
#include "base/process.h"
#include "sm2/sm2_core.h"
#include "sm2/sm2_many.h"

enum { ENTRY_FREE, ENTRY_BUSY, ENTRY_FULL }; /* the low bits of a state; the process is above them */

struct entry {
    _Atomic uint64_t state;
    u256 k, x; /* a nonce, and the x coordinate of its point */
};

struct gm_sm2_point_pool {
    uintptr_t self; /* its own address */
    size_t entries;
    atomic_size_t next; /* where the search for a full entry begins */
    struct entry entry[];
};

static uint64_t state_of(uint64_t process, uint64_t state)
{
    return process << 2 | state;
}

static int in_its_place(const gm_sm2_point_pool *pool)
{
    return pool->self == (uintptr_t)pool;
}

/* Takes an entry for this thread alone, if it is in the state expected. */
static int claim(struct entry *entry, uint64_t expected, uint64_t process)
{
    return atomic_compare_exchange_strong_explicit(&entry->state, &expected, state_of(process, ENTRY_BUSY),
                                                   memory_order_acquire, memory_order_relaxed);
}

/* Moves a nonce out of the pool: 0 if there is none. */
static int take(gm_sm2_point_pool *pool, u256 *k, u256 *x)
{
    uint64_t process = gmi_process();
    size_t i = atomic_load_explicit(&pool->next, memory_order_relaxed);
    for (size_t tries = 0; tries < pool->entries; tries++, i++) {
        if (i >= pool->entries)
            i = 0;
        struct entry *entry = &pool->entry[i];
        if (claim(entry, state_of(process, ENTRY_FULL), process)) {
            *k = entry->k;
            *x = entry->x;
            gm_wipe(&entry->k, sizeof entry->k);
            gm_wipe(&entry->x, sizeof entry->x);
            atomic_store_explicit(&entry->state, ENTRY_FREE, memory_order_release);
            atomic_store_explicit(&pool->next, i + 1, memory_order_relaxed);
            return 1;
        }
    }
    return 0;
}

/* Computes nonces for the entries that this thread has claimed. */
static gm_status fill(const struct sm2_env *env, struct entry *const *entries, size_t count)
{
    struct {
        uint8_t random[GMI_EC_LANES][GMI_SM2_WIDE_BYTES];
        u256 k[GMI_EC_LANES];
        struct ec_point P[GMI_EC_LANES];
    } w;
    gm_status status = gm_random_bytes(w.random[0], count * sizeof w.random[0]);
    if (status != GM_OK)
        goto out;
    for (size_t i = 0; i < count; i++)
        gmi_sm2_nonce(env, &w.k[i], w.random[i]);
    gmi_sm2_mul_base_many(env, w.P, w.k, count);
    for (size_t i = 0; i < count; i++) {
        entries[i]->k = w.k[i];
        entries[i]->x = w.P[i].x;
    }
out:
    gm_wipe(&w, sizeof w);
    return status;
}

size_t gm_sm2_point_pool_size(size_t entries)
{
    if (entries == 0 || entries > GM_SM2_POINT_POOL_MAX)
        return 0;
    return offsetof(gm_sm2_point_pool, entry) + entries * sizeof(struct entry) + GMI_SM2_ALIGN;
}

gm_status gm_sm2_point_pool_init(gm_sm2_point_pool **pool, void *memory, size_t size, size_t entries)
{
    size_t needed = gm_sm2_point_pool_size(entries);
    if (pool == NULL)
        return GM_ERR_ARGUMENT;
    *pool = NULL;
    if (memory == NULL || needed == 0)
        return GM_ERR_ARGUMENT;
    if (size < needed)
        return GM_ERR_BUFFER;
    gm_sm2_point_pool *p = gmi_sm2_align(memory);
    memset(p, 0, needed - GMI_SM2_ALIGN);
    p->self = (uintptr_t)p;
    p->entries = entries;
    *pool = p;
    return GM_OK;
}

gm_status gm_sm2_point_pool_fill(gm_sm2_point_pool *pool)
{
    const struct sm2_env env = gmi_sm2_env();
    const uint64_t process = gmi_process();
    if (pool == NULL)
        return GM_ERR_ARGUMENT;
    if (!in_its_place(pool))
        return GM_ERR_STATE;
    for (size_t i = 0; i < pool->entries;) {
        struct entry *claimed[GMI_EC_LANES];
        size_t count = 0;
        for (; i < pool->entries && count < GMI_EC_LANES; i++) {
            struct entry *entry = &pool->entry[i];
            uint64_t state = atomic_load_explicit(&entry->state, memory_order_relaxed);
            if (state != state_of(process, ENTRY_FULL) && state != state_of(process, ENTRY_BUSY) &&
                claim(entry, state, process))
                claimed[count++] = entry;
        }
        if (count == 0)
            break;
        gm_status status = fill(&env, claimed, count);
        for (size_t j = 0; j < count; j++)
            atomic_store_explicit(&claimed[j]->state, status == GM_OK ? state_of(process, ENTRY_FULL) : ENTRY_FREE,
                                  memory_order_release);
        if (status != GM_OK)
            return status;
    }
    return GM_OK;
}

size_t gm_sm2_point_pool_left(const gm_sm2_point_pool *pool)
{
    size_t left = 0;
    if (pool == NULL || !in_its_place(pool))
        return 0;
    const uint64_t full = state_of(gmi_process(), ENTRY_FULL);
    for (size_t i = 0; i < pool->entries; i++)
        left += atomic_load_explicit(&pool->entry[i].state, memory_order_relaxed) == full;
    return left;
}

void gm_sm2_point_pool_wipe(gm_sm2_point_pool *pool)
{
    if (pool == NULL || !in_its_place(pool))
        return;
    gm_wipe(pool->entry, pool->entries * sizeof pool->entry[0]);
}

gm_status gm_sm2_sign_digest_pool(const gm_sm2_private_key *key, gm_sm2_point_pool *pool,
                                  uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    struct {
        u256 k, x;
    } w;
    gm_status status;
    if (key == NULL || pool == NULL || signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    if (!in_its_place(pool))
        return GM_ERR_STATE;
    status = gmi_sm2_owner(&env, key);
    if (status != GM_OK)
        return status;
    status = GM_ERR_STATE;
    while (status != GM_OK && take(pool, &w.k, &w.x))
        if (gmi_sm2_sign_with(&env, key, signature, e, &w.k, &w.x))
            status = GM_OK;
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_sign_pool(const gm_sm2_private_key *key, gm_sm2_point_pool *pool,
                           uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                           const uint8_t *data, size_t len)
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    if (key == NULL || pool == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gm_sm2_digest(&key->public_, e, id, id_len, data, len);
    return status == GM_OK ? gm_sm2_sign_digest_pool(key, pool, signature, e) : status;
}
