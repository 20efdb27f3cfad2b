/* The cache of prepared keys and the point pool: alone, moved, in forked children, and with many threads.
 * The preset `tsan` runs this under ThreadSanitizer. */
#include <guomi/sm2_many.h>
#include <guomi/sm2_prepared.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sm2test.h"

static void *memory_for(size_t size)
{
    void *p = malloc(size);
    if (p == NULL)
        exit(2);
    return p;
}

static gm_sm2_cache *new_cache(size_t slots, void **memory)
{
    gm_sm2_cache *cache = NULL;
    *memory = memory_for(gm_sm2_cache_size(slots));
    CHECK_OK(gm_sm2_cache_init(&cache, *memory, gm_sm2_cache_size(slots), slots));
    return cache;
}

/* ---- cache ---- */

static void cache_alone(void)
{
    enum { KEYS = 4 };
    gm_sm2_public_key key[KEYS];
    const gm_sm2_prepared *held[KEYS];
    void *memory;
    gm_sm2_cache *cache = new_cache(3, &memory);
    for (int i = 0; i < KEYS; i++)
        key[i] = random_key().public_;
    CHECK(gm_sm2_cache_acquire(cache, &key[0]) == NULL); /* only preparation fills it */
    for (int i = 0; i < 3; i++)
        CHECK_OK(gm_sm2_cache_prepare(cache, &key[i]));
    for (int i = 0; i < 3; i++) {
        gm_sm2_public_key got;
        held[i] = gm_sm2_cache_acquire(cache, &key[i]);
        CHECK(held[i] != NULL);
        CHECK_OK(gm_sm2_prepared_key(held[i], &got));
        CHECK(gm_sm2_public_key_equal(&got, &key[i]));
    }
    CHECK_OK(gm_sm2_cache_prepare(cache, &key[1]));               /* there already */
    CHECK_EQ(gm_sm2_cache_prepare(cache, &key[3]), GM_ERR_STATE); /* all are held */
    CHECK(gm_sm2_cache_acquire(cache, &key[1]) == held[1]);
    CHECK_OK(gm_sm2_cache_release(cache, held[1]));
    CHECK_EQ(gm_sm2_cache_prepare(cache, &key[3]), GM_ERR_STATE); /* held once more */
    CHECK_OK(gm_sm2_cache_release(cache, held[1]));
    CHECK_EQ(gm_sm2_cache_release(cache, held[1]), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm2_cache_prepare(cache, &key[3])); /* in the place of 1 */
    CHECK(gm_sm2_cache_acquire(cache, &key[1]) == NULL);
    CHECK_OK(gm_sm2_cache_release(cache, held[0]));
    CHECK_OK(gm_sm2_cache_release(cache, held[2]));
    /* The least recently used goes: 0 and 2 were acquired before 3 was filled, 0 first. */
    CHECK_OK(gm_sm2_cache_prepare(cache, &key[1]));
    CHECK(gm_sm2_cache_acquire(cache, &key[0]) == NULL);
    CHECK(gm_sm2_cache_acquire(cache, &key[2]) == held[2]);
    CHECK_OK(gm_sm2_cache_prepare(cache, &key[3]));
    CHECK_OK(gm_sm2_cache_prepare(cache, &key[0])); /* 1 goes */
    CHECK(gm_sm2_cache_acquire(cache, &key[1]) == NULL);
    free(memory);
}

static void cache_refused(void)
{
    void *memory;
    gm_sm2_cache *cache = new_cache(0, &memory), *copy, *none;
    gm_sm2_public_key key = random_key().public_, empty = {.x_ = {0}};
    size_t size = gm_sm2_cache_size(0);
    CHECK_EQ(size, gm_sm2_cache_size(GM_SM2_CACHE_SLOTS));
    CHECK_EQ(gm_sm2_cache_size(GM_SM2_CACHE_SLOTS_MAX + 1), 0);
    CHECK_EQ(gm_sm2_cache_init(NULL, memory, size, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_init(&none, NULL, size, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_init(&none, memory, size, GM_SM2_CACHE_SLOTS_MAX + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_init(&none, memory, size - 1, 0), GM_ERR_BUFFER);
    CHECK(none == NULL);
    CHECK_EQ(gm_sm2_cache_prepare(NULL, &key), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_prepare(cache, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_prepare(cache, &empty), GM_ERR_KEY);
    CHECK(gm_sm2_cache_acquire(NULL, &key) == NULL && gm_sm2_cache_acquire(cache, NULL) == NULL);
    CHECK(gm_sm2_cache_acquire(cache, &empty) == NULL);
    CHECK_OK(gm_sm2_cache_prepare(cache, &key));
    const gm_sm2_prepared *held = gm_sm2_cache_acquire(cache, &key);
    CHECK_EQ(gm_sm2_cache_release(NULL, held), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_release(cache, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_cache_release(cache, held + 1), GM_ERR_ARGUMENT);
    void *elsewhere = memory_for(size);
    copy = gmi_sm2_align(elsewhere);
    memcpy(copy, cache, size - 64);
    CHECK_EQ(gm_sm2_cache_prepare(copy, &key), GM_ERR_STATE);
    CHECK(gm_sm2_cache_acquire(copy, &key) == NULL);
    CHECK_EQ(gm_sm2_cache_release(copy, held), GM_ERR_STATE);
    CHECK_OK(gm_sm2_cache_release(cache, held));
    free(elsewhere);
    free(memory);
}

enum { THREADS = 4, SHARED_KEYS = 5, ROUNDS = 25 };

static gm_sm2_private_key shared_key[SHARED_KEYS];
static uint8_t shared_signature[SHARED_KEYS][64], shared_e[32];
static gm_sm2_cache *shared_cache;

/* Threads fail by their result: checks are not theirs to make. */
static void *use_cache(void *arg)
{
    uintptr_t x = (uintptr_t)arg, wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        x = x * 1103515245 + 12345;
        size_t i = x >> 16 & 0xff;
        i = i * SHARED_KEYS >> 8;
        if ((x >> 28 & 3) == 0) {
            gm_status status = gm_sm2_cache_prepare(shared_cache, &shared_key[i].public_);
            wrong += status != GM_OK && status != GM_ERR_STATE;
        }
        const gm_sm2_prepared *prepared = gm_sm2_cache_acquire(shared_cache, &shared_key[i].public_);
        if (prepared == NULL)
            continue;
        wrong += gm_sm2_verify_digest_prepared(prepared, shared_signature[i], shared_e) != GM_OK;
        wrong += gm_sm2_cache_release(shared_cache, prepared) != GM_OK;
    }
    return (void *)wrong;
}

static void run_threads(void *(*function)(void *))
{
    pthread_t thread[THREADS];
    for (uintptr_t t = 0; t < THREADS; t++)
        CHECK_EQ(pthread_create(&thread[t], NULL, function, (void *)(t + 1)), 0);
    for (int t = 0; t < THREADS; t++) {
        void *wrong = NULL;
        CHECK_EQ(pthread_join(thread[t], &wrong), 0);
        CHECK(wrong == NULL);
    }
}

static void cache_threads(void)
{
    void *memory;
    shared_cache = new_cache(2, &memory);
    rand_bytes(shared_e, sizeof shared_e);
    for (int i = 0; i < SHARED_KEYS; i++) {
        shared_key[i] = random_key();
        CHECK_OK(gm_sm2_sign_digest(&shared_key[i], shared_signature[i], shared_e));
    }
    run_threads(use_cache);
    free(memory);
}

/* ---- pool ---- */

static gm_sm2_point_pool *new_pool(size_t entries, void **memory)
{
    gm_sm2_point_pool *pool = NULL;
    *memory = memory_for(gm_sm2_point_pool_size(entries));
    CHECK_OK(gm_sm2_point_pool_init(&pool, *memory, gm_sm2_point_pool_size(entries), entries));
    return pool;
}

/* x1 = r - e mod n: alike in two signatures if their nonces are. */
static void nonce_mark(uint8_t mark[32], const uint8_t signature[64], const uint8_t e[32])
{
    const struct sm2_env env = gmi_sm2_env();
    u256 s, t, v;
    memset(mark, 0, 32);
    CHECK(gmi_sm2_signature_vartime(&env, &s, &t, &v, signature, e));
    u256_to_be(mark, &v);
}

static int all_differ(uint8_t (*marks)[32], size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (memcmp(marks[i], marks[j], 32) == 0)
                return 0;
    return 1;
}

static void pool_alone(void)
{
    enum { ENTRIES = 21 };
    uint8_t marks[2 * ENTRIES][32], signature[64], before[64], msg[40];
    void *memory;
    gm_sm2_point_pool *pool = new_pool(ENTRIES, &memory);
    gm_sm2_private_key key = random_key();
    CHECK_EQ(gm_sm2_point_pool_left(pool), 0);
    memset(signature, 9, sizeof signature);
    memcpy(before, signature, 64);
    rand_bytes(msg, sizeof msg);
    CHECK_EQ(gm_sm2_sign_digest_pool(&key, pool, signature, msg), GM_ERR_STATE);
    CHECK_MEM(signature, before, 64);
    for (size_t round = 0, n = 0; round < 2; round++) {
        CHECK_OK(gm_sm2_point_pool_fill(pool));
        CHECK_OK(gm_sm2_point_pool_fill(pool));
        CHECK_EQ(gm_sm2_point_pool_left(pool), ENTRIES);
        for (size_t i = 0; i < ENTRIES; i++, n++) {
            uint8_t e[32];
            CHECK_OK(gm_sm2_digest(&key.public_, e, NULL, GM_SM2_ID_DEFAULT, msg, sizeof msg));
            if (i % 2 == 0)
                CHECK_OK(gm_sm2_sign_digest_pool(&key, pool, signature, e));
            else
                CHECK_OK(gm_sm2_sign_pool(&key, pool, signature, NULL, GM_SM2_ID_DEFAULT, msg, sizeof msg));
            CHECK_OK(gm_sm2_verify(&key.public_, signature, NULL, GM_SM2_ID_DEFAULT, msg, sizeof msg));
            CHECK_EQ(gm_sm2_point_pool_left(pool), ENTRIES - 1 - i);
            nonce_mark(marks[n], signature, e);
        }
        CHECK_EQ(gm_sm2_sign_pool(&key, pool, signature, NULL, 0, msg, 1), GM_ERR_STATE);
    }
    CHECK(all_differ(marks, 2 * ENTRIES));
    /* What was taken is wiped: but for its own address and counts the memory holds zeros, also after a wipe. */
    for (int wiped = 0; wiped < 2; wiped++) {
        const uint8_t *p = gmi_sm2_align(memory);
        size_t nonzero = 0;
        for (size_t i = 3 * sizeof(size_t); i < gm_sm2_point_pool_size(ENTRIES) - 64; i++)
            nonzero += p[i] != 0;
        CHECK_EQ(nonzero, 0);
        CHECK_OK(gm_sm2_point_pool_fill(pool));
        gm_sm2_point_pool_wipe(pool);
        CHECK_EQ(gm_sm2_point_pool_left(pool), 0);
    }
    free(memory);
}

static void pool_refused(void)
{
    void *memory;
    gm_sm2_point_pool *pool = new_pool(8, &memory), *none, *copy;
    gm_sm2_private_key key = random_key(), empty = {.d_ = {0}};
    uint8_t signature[64], e[32] = {0};
    size_t size = gm_sm2_point_pool_size(8);
    CHECK_EQ(gm_sm2_point_pool_size(0), 0);
    CHECK_EQ(gm_sm2_point_pool_size(GM_SM2_POINT_POOL_MAX + 1), 0);
    CHECK_EQ(gm_sm2_point_pool_init(NULL, memory, size, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_point_pool_init(&none, NULL, size, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_point_pool_init(&none, memory, size, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_point_pool_init(&none, memory, size - 1, 8), GM_ERR_BUFFER);
    CHECK(none == NULL);
    CHECK_OK(gm_sm2_point_pool_fill(pool));
    CHECK_EQ(gm_sm2_point_pool_fill(NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_point_pool_left(NULL), 0);
    CHECK_EQ(gm_sm2_sign_digest_pool(NULL, pool, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_pool(&key, NULL, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_pool(&key, pool, NULL, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_pool(&key, pool, signature, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_pool(&empty, pool, signature, e), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_sign_pool(NULL, pool, signature, NULL, 0, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_pool(&key, NULL, signature, NULL, 0, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_pool(&key, pool, NULL, NULL, 0, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_pool(&key, pool, signature, NULL, 1, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_point_pool_left(pool), 8);
    gm_sm2_point_pool_wipe(NULL);
    void *elsewhere = memory_for(size);
    copy = gmi_sm2_align(elsewhere);
    memcpy(copy, pool, size - 64);
    CHECK_EQ(gm_sm2_point_pool_left(copy), 0);
    CHECK_EQ(gm_sm2_point_pool_fill(copy), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_sign_digest_pool(&key, copy, signature, e), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_point_pool_left(pool), 8);
    free(elsewhere);
    free(memory);
}

/* What the child does comes back as its exit code; the marks of its nonces through a pipe. */
static void pool_fork(void)
{
    enum { ENTRIES = 9 };
    uint8_t marks[2 * ENTRIES][32], e[32] = {3}, signature[64];
    void *memory;
    gm_sm2_point_pool *pool = new_pool(ENTRIES, &memory);
    gm_sm2_private_key key = random_key();
    int ends[2], status = 0;
    CHECK_OK(gm_sm2_point_pool_fill(pool));
    CHECK_EQ(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        int wrong = gm_sm2_point_pool_left(pool) != 0;
        wrong |= gm_sm2_sign_digest_pool(&key, pool, signature, e) != GM_ERR_STATE;
        wrong |= gm_sm2_point_pool_fill(pool) != GM_OK || gm_sm2_point_pool_left(pool) != ENTRIES;
        for (int i = 0; i < ENTRIES; i++) {
            wrong |= gm_sm2_sign_digest_pool(&key, pool, signature, e) != GM_OK;
            nonce_mark(marks[0], signature, e);
            wrong |= write(ends[1], marks[0], 32) != 32;
        }
        _exit(wrong);
    }
    CHECK(child > 0);
    close(ends[1]);
    CHECK_EQ(gm_sm2_point_pool_left(pool), ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
        CHECK_OK(gm_sm2_sign_digest_pool(&key, pool, signature, e));
        nonce_mark(marks[i], signature, e);
        CHECK_EQ(read(ends[0], marks[ENTRIES + i], 32), 32);
    }
    CHECK(all_differ(marks, 2 * ENTRIES));
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(ends[0]);
    free(memory);
}

enum { TAKES = 30 };
static gm_sm2_point_pool *shared_pool;
static uint8_t shared_marks[THREADS * TAKES][32];

static void *use_pool(void *arg)
{
    uintptr_t first = ((uintptr_t)arg - 1) * TAKES, wrong = 0;
    for (int i = 0; i < TAKES;) {
        uint8_t signature[64];
        gm_status status = gm_sm2_sign_digest_pool(&shared_key[0], shared_pool, signature, shared_e);
        if (status == GM_OK)
            nonce_mark(shared_marks[first + (uintptr_t)i++], signature, shared_e);
        else if (status == GM_ERR_STATE)
            wrong += gm_sm2_point_pool_fill(shared_pool) != GM_OK;
        else
            wrong++;
    }
    return (void *)wrong;
}

static void pool_threads(void)
{
    void *memory;
    shared_pool = new_pool(11, &memory);
    shared_key[0] = random_key();
    rand_bytes(shared_e, sizeof shared_e);
    run_threads(use_pool);
    CHECK(all_differ(shared_marks, THREADS * TAKES));
    free(memory);
}

TEST_SUITE(sm2_threads, CASE(cache_alone), CASE(cache_refused), CASE(cache_threads), CASE(pool_alone),
           CASE(pool_refused), CASE(pool_fork), CASE(pool_threads));
