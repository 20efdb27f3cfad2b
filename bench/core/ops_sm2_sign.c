/* SM2's keys and signatures, done by guomi. Digests are the first 32 bytes of an item; the private key is work's
 * key. What is random leaves one byte in `out`: 1 if it is right. */
#include <guomi/sm2.h>
#include <guomi/sm2_many.h>
#include <guomi/sm2_prepared.h>
#include <stdlib.h>
#include <string.h>

#include "core/ops.h"

enum { DIGEST = 32, POOL = 4096 };

struct state {
    const struct bench_work *w;
    gm_sm2_private_key key;
    gm_sm2_public_key found[GM_SM2_RECOVER_MAX];
    uint8_t signature[GM_SM2_SIGNATURE_SIZE];
    uint8_t other[GM_SM2_SIGNATURE_SIZE];

    void *memory; /* of the table, or of the pool */
    size_t memory_size, left;
    gm_sm2_prepared *prepared;
    gm_sm2_point_pool *pool;

    gm_sm2_private_key *new_keys;
    const gm_sm2_private_key **keys;
    const gm_sm2_public_key **publics;
    uint8_t (*signatures)[GM_SM2_SIGNATURE_SIZE];
    gm_status *results;
};

static void close_state(void *p)
{
    struct state *s = p;
    free(s->memory);
    free(s->new_keys);
    free(s->keys);
    free(s->publics);
    free(s->signatures);
    free(s->results);
    free(s);
}

static void *open_key(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    if (gm_sm2_private_key_read(&s->key, w->key, 32) != GM_OK ||
        gm_sm2_sign_digest_deterministic(&s->key, s->signature, w->in) != GM_OK) {
        close_state(s);
        return NULL;
    }
    return s;
}

static void *ready(struct state *s, int good)
{
    if (s != NULL && !good) {
        close_state(s);
        s = NULL;
    }
    return s;
}

static void *open_prepared(const struct bench_work *w)
{
    struct state *s = open_key(w);
    if (s == NULL)
        return NULL;
    s->memory_size = gm_sm2_prepared_size(GM_SM2_PREPARED_WIDTH);
    s->memory = malloc(s->memory_size);
    return ready(s, s->memory != NULL && gm_sm2_prepare(&s->prepared, s->memory, s->memory_size, &s->key.public_,
                                                        GM_SM2_PREPARED_WIDTH) == GM_OK);
}

static void *open_pool(const struct bench_work *w)
{
    struct state *s = open_key(w);
    if (s == NULL)
        return NULL;
    s->memory_size = gm_sm2_point_pool_size(POOL);
    s->memory = malloc(s->memory_size);
    return ready(s, s->memory != NULL && gm_sm2_point_pool_init(&s->pool, s->memory, s->memory_size, POOL) == GM_OK);
}

static void *open_many(const struct bench_work *w)
{
    struct state *s = open_key(w);
    if (s == NULL)
        return NULL;
    size_t n = w->items;
    s->new_keys = calloc(n, sizeof *s->new_keys);
    s->keys = calloc(n, sizeof *s->keys);
    s->publics = calloc(n, sizeof *s->publics);
    s->signatures = calloc(n, sizeof *s->signatures);
    s->results = calloc(n, sizeof *s->results);
    int good = s->new_keys != NULL && s->keys != NULL && s->publics != NULL && s->signatures != NULL &&
               s->results != NULL && gm_sm2_keygen_many(s->new_keys, s->results, n) == GM_OK;
    for (size_t i = 0; good && i < n; i++) {
        s->keys[i] = &s->new_keys[i];
        s->publics[i] = &s->new_keys[i].public_;
    }
    good = good && gm_sm2_sign_digest_many(s->signatures, s->results, s->keys, w->in, n) == GM_OK;
    return ready(s, good);
}

#define RUN(name, call)                    \
    static int name(void *p)               \
    {                                      \
        struct state *s = p;               \
        const struct bench_work *w = s->w; \
        (void)w;                           \
        return call;                       \
    }
RUN(run_keygen, gm_sm2_keygen(&s->key))
RUN(run_pubkey, gm_sm2_private_key_read(&s->key, w->key, 32))
RUN(run_sign, gm_sm2_sign_digest(&s->key, s->signature, w->in))
RUN(run_sign_message, gm_sm2_sign(&s->key, s->signature, NULL, GM_SM2_ID_DEFAULT, w->in, w->bytes))
RUN(run_verify, gm_sm2_verify_digest(&s->key.public_, s->signature, w->in))
RUN(run_verify_prepared, gm_sm2_verify_digest_prepared(s->prepared, s->signature, w->in))
RUN(run_prepare, gm_sm2_prepare(&s->prepared, s->memory, s->memory_size, &s->key.public_, GM_SM2_PREPARED_WIDTH))
RUN(run_recover, gm_sm2_recover(s->found, &s->left, s->signature, w->in))
RUN(run_keygen_many, gm_sm2_keygen_many(s->new_keys, s->results, w->items))
RUN(run_sign_many, gm_sm2_sign_digest_many(s->signatures, s->results, s->keys, w->in, w->items))
RUN(run_verify_many, gm_sm2_verify_digest_many(s->results, s->publics, s->signatures[0], w->in, w->items))
RUN(run_ecdh_many, gm_sm2_ecdh_many((uint8_t (*)[32])w->out, s->results, s->keys, s->publics, w->items))

/* The pool is filled inside the timing only when it ran out: a refill in 4096 signatures shows in no median. */
static int run_sign_pool(void *p)
{
    struct state *s = p;
    if (s->left == 0) {
        if (gm_sm2_point_pool_fill(s->pool) != GM_OK)
            return 1;
        s->left = POOL;
    }
    s->left--;
    return gm_sm2_sign_digest_pool(&s->key, s->pool, s->signature, s->w->in);
}

static int say(const struct state *s, gm_status status)
{
    memset(s->w->out, status == GM_OK, s->w->out_len);
    return status;
}

/* Another signature under a new key is right. */
static int key_result(void *p)
{
    struct state *s = p;
    gm_status status = gm_sm2_sign_digest(&s->key, s->other, s->w->in);
    return say(s, status != GM_OK ? status : gm_sm2_verify_digest(&s->key.public_, s->other, s->w->in));
}

static int pubkey_result(void *p)
{
    const struct state *s = p;
    return gm_sm2_public_key_write(&s->key.public_, s->w->out);
}

static int sign_result(void *p)
{
    const struct state *s = p;
    return say(s, gm_sm2_verify_digest(&s->key.public_, s->signature, s->w->in));
}

static int sign_message_result(void *p)
{
    const struct state *s = p;
    return say(s, gm_sm2_verify(&s->key.public_, s->signature, NULL, GM_SM2_ID_DEFAULT, s->w->in, s->w->bytes));
}

static int prepare_result(void *p)
{
    const struct state *s = p;
    return say(s, gm_sm2_verify_digest_prepared(s->prepared, s->signature, s->w->in));
}

static int verified(void *p)
{
    return say(p, GM_OK); /* the run itself said so */
}

static int many_result(void *p)
{
    const struct state *s = p;
    return say(s, gm_sm2_verify_digest_many(s->results, s->publics, s->signatures[0], s->w->in, s->w->items));
}

static int keygen_many_result(void *p)
{
    const struct state *s = p;
    gm_status status = gm_sm2_sign_digest_many(s->signatures, s->results, s->keys, s->w->in, s->w->items);
    return status == GM_OK ? many_result(p) : say(s, status);
}

#define ONE(name, open, run, result)                     \
    {                                                    \
        name, "ec_sm2", BENCH_FIXED, DIGEST, 0, 1, 0, 0, \
        {                                                \
            open, run, result, close_state               \
        }                                                \
    }
#define MANY(name, run, result, out)                       \
    {                                                      \
        name, "ec_sm2", BENCH_FIXED, DIGEST, 0, out, 0, 1, \
        {                                                  \
            open_many, run, result, close_state            \
        }                                                  \
    }
const struct bench_op bench_ops_sm2_sign[] = {
    ONE("sm2-keygen", open_key, run_keygen, key_result),
    {"sm2-pubkey", "ec_sm2", BENCH_FIXED, DIGEST, 0, 65, 0, 0, {open_key, run_pubkey, pubkey_result, close_state}},
    ONE("sm2-sign", open_key, run_sign, sign_result),
    {"sm2-sign-message",
     "ec_sm2",
     BENCH_FIXED,
     64,
     0,
     1,
     0,
     0,
     {open_key, run_sign_message, sign_message_result, close_state}},
    ONE("sm2-sign-pool", open_pool, run_sign_pool, sign_result),
    ONE("sm2-verify", open_key, run_verify, verified),
    ONE("sm2-verify-prepared", open_prepared, run_verify_prepared, verified),
    ONE("sm2-prepare", open_prepared, run_prepare, prepare_result),
    ONE("sm2-recover", open_key, run_recover, verified),
    MANY("sm2-keygen-many", run_keygen_many, keygen_many_result, 1),
    MANY("sm2-sign-many", run_sign_many, many_result, 1),
    MANY("sm2-verify-many", run_verify_many, verified, 1),
    MANY("sm2-ecdh-many", run_ecdh_many, NULL, 32),
};
const size_t bench_ops_sm2_sign_count = sizeof bench_ops_sm2_sign / sizeof bench_ops_sm2_sign[0];
