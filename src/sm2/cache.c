/* A cache of prepared keys. One short lock guards the slots' states; tables are made and read outside of it: a slot
 * that is being filled or that somebody holds is not chosen for another key. */
#include <guomi/sm2_prepared.h>
#include <stdatomic.h>

#include "base/yield.h"
#include "sm2/sm2_core.h"

enum slot_state { SLOT_FREE, SLOT_FILLING, SLOT_READY };

struct slot {
    gm_sm2_public_key key;
    enum slot_state state;
    uint64_t holders;
    uint64_t used; /* when it was last acquired or filled, by the cache's own count */
};

struct gm_sm2_cache {
    uintptr_t self; /* its own address */
    atomic_flag locked;
    size_t slots, stride; /* bytes from one prepared key to the next */
    uint64_t now;
    gm_sm2_prepared *first;
    struct slot slot[];
};

/* From the start of the cache to its first prepared key. */
static size_t head_bytes(size_t slots)
{
    size_t bytes = offsetof(gm_sm2_cache, slot) + slots * sizeof(struct slot);
    return (bytes + GMI_SM2_ALIGN - 1) / GMI_SM2_ALIGN * GMI_SM2_ALIGN;
}

static size_t slot_stride(void)
{
    const struct sm2_env env = gmi_sm2_env();
    size_t bytes = gmi_sm2_prepared_bytes(&env, gmi_sm2_prepared_width(&env));
    return (bytes + GMI_SM2_ALIGN - 1) / GMI_SM2_ALIGN * GMI_SM2_ALIGN;
}

static gm_sm2_prepared *prepared_of(const gm_sm2_cache *cache, size_t i)
{
    return (gm_sm2_prepared *)(void *)((uint8_t *)cache->first + i * cache->stride);
}

static void lock(gm_sm2_cache *cache)
{
    for (unsigned tries = 0; atomic_flag_test_and_set_explicit(&cache->locked, memory_order_acquire); tries++)
        if (tries >= 64)
            gmi_yield();
}

static void unlock(gm_sm2_cache *cache)
{
    atomic_flag_clear_explicit(&cache->locked, memory_order_release);
}

static int in_its_place(const gm_sm2_cache *cache)
{
    return cache->self == (uintptr_t)cache;
}

/* The slot of a key, ready or being filled; cache->slots if there is none. Under the lock. */
static size_t find(const gm_sm2_cache *cache, const gm_sm2_public_key *key)
{
    size_t i = 0;
    while (i < cache->slots &&
           (cache->slot[i].state == SLOT_FREE || !gm_sm2_public_key_equal(&cache->slot[i].key, key)))
        i++;
    return i;
}

/* A free slot, or the one least recently used that nobody holds; cache->slots if there is none. Under the lock. */
static size_t choose(const gm_sm2_cache *cache)
{
    size_t best = cache->slots;
    for (size_t i = 0; i < cache->slots; i++) {
        const struct slot *slot = &cache->slot[i];
        if (slot->state == SLOT_FREE)
            return i;
        if (slot->state == SLOT_READY && slot->holders == 0 &&
            (best == cache->slots || slot->used < cache->slot[best].used))
            best = i;
    }
    return best;
}

size_t gm_sm2_cache_size(size_t slots)
{
    uint64_t bytes;
    if (slots == 0)
        slots = GM_SM2_CACHE_SLOTS;
    if (slots > GM_SM2_CACHE_SLOTS_MAX)
        return 0;
    bytes = (uint64_t)slots * (slot_stride() + sizeof(struct slot)) + 3 * GMI_SM2_ALIGN + sizeof(gm_sm2_cache);
    return bytes > SIZE_MAX ? 0 : (size_t)bytes;
}

gm_status gm_sm2_cache_init(gm_sm2_cache **cache, void *memory, size_t size, size_t slots)
{
    if (cache == NULL)
        return GM_ERR_ARGUMENT;
    *cache = NULL;
    if (slots == 0)
        slots = GM_SM2_CACHE_SLOTS;
    if (memory == NULL || gm_sm2_cache_size(slots) == 0)
        return GM_ERR_ARGUMENT;
    if (size < gm_sm2_cache_size(slots))
        return GM_ERR_BUFFER;
    gm_sm2_cache *c = gmi_sm2_align(memory);
    memset(c, 0, head_bytes(slots));
    c->self = (uintptr_t)c;
    atomic_flag_clear(&c->locked);
    c->slots = slots;
    c->stride = slot_stride();
    c->first = (gm_sm2_prepared *)(void *)((uint8_t *)c + head_bytes(slots));
    *cache = c;
    return GM_OK;
}

gm_status gm_sm2_cache_prepare(gm_sm2_cache *cache, const gm_sm2_public_key *key)
{
    const struct sm2_env env = gmi_sm2_env();
    size_t i;
    if (cache == NULL || key == NULL)
        return GM_ERR_ARGUMENT;
    if (!in_its_place(cache))
        return GM_ERR_STATE;
    if (!gmi_sm2_is_key(&env, key))
        return GM_ERR_KEY;
    lock(cache);
    i = find(cache, key);
    if (i < cache->slots) {
        cache->slot[i].used = ++cache->now;
        unlock(cache);
        return GM_OK;
    }
    i = choose(cache);
    if (i < cache->slots) {
        cache->slot[i].key = *key;
        cache->slot[i].state = SLOT_FILLING;
    }
    unlock(cache);
    if (i == cache->slots)
        return GM_ERR_STATE;
    gmi_sm2_prepare(&env, prepared_of(cache, i), key, gmi_sm2_prepared_width(&env));
    lock(cache);
    cache->slot[i].state = SLOT_READY;
    cache->slot[i].used = ++cache->now;
    unlock(cache);
    return GM_OK;
}

const gm_sm2_prepared *gm_sm2_cache_acquire(gm_sm2_cache *cache, const gm_sm2_public_key *key)
{
    const gm_sm2_prepared *prepared = NULL;
    if (cache == NULL || key == NULL || !in_its_place(cache))
        return NULL;
    lock(cache);
    size_t i = find(cache, key);
    if (i < cache->slots && cache->slot[i].state == SLOT_READY) {
        cache->slot[i].holders++;
        cache->slot[i].used = ++cache->now;
        prepared = prepared_of(cache, i);
    }
    unlock(cache);
    return prepared;
}

gm_status gm_sm2_cache_release(gm_sm2_cache *cache, const gm_sm2_prepared *prepared)
{
    gm_status status = GM_ERR_ARGUMENT;
    if (cache == NULL || prepared == NULL)
        return status;
    if (!in_its_place(cache))
        return GM_ERR_STATE;
    lock(cache);
    for (size_t i = 0; i < cache->slots; i++)
        if (prepared_of(cache, i) == prepared && cache->slot[i].holders > 0) {
            cache->slot[i].holders--;
            status = GM_OK;
        }
    unlock(cache);
    return status;
}
