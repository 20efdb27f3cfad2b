/* SM2's encryption, key encapsulation, hybrid encryption, key exchange and Diffie-Hellman, done by guomi. The private
 * key is work's key. What an encryption makes is random: `out` gets what its decryption gives. */
#include <guomi/sm2.h>
#include <guomi/sm2_encrypt.h>
#include <guomi/sm2_exchange.h>
#include <guomi/sm2_prepared.h>
#include <stdlib.h>
#include <string.h>

#include "core/ops.h"

enum { TEXT = 64, SECRET = 32, HYBRID = 1 << 20, EXTRA = 128 /* C1, C3 or a tag, DER */ };

struct state {
    const struct bench_work *w;
    gm_sm2_private_key key, peer;
    gm_sm2_prepared *prepared;
    void *table;
    uint8_t *sealed; /* a ciphertext, an encapsulation, the peer's point */
    size_t sealed_len, size;
    uint8_t secret[SECRET];
};

static void close_state(void *p)
{
    struct state *s = p;
    free(s->table);
    free(s->sealed);
    free(s);
}

static void *open_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    uint8_t peer[32];
    size_t size = gm_sm2_prepared_size(GM_SM2_PREPARED_WIDTH);
    if (s == NULL)
        return NULL;
    memcpy(peer, w->key, sizeof peer);
    peer[31] ^= 1;
    s->w = w;
    s->size = w->bytes + EXTRA;
    s->sealed = malloc(s->size);
    s->table = malloc(size);
    if (s->sealed == NULL || s->table == NULL || gm_sm2_private_key_read(&s->key, w->key, 32) != GM_OK ||
        gm_sm2_private_key_read(&s->peer, peer, sizeof peer) != GM_OK ||
        gm_sm2_prepare(&s->prepared, s->table, size, &s->key.public_, GM_SM2_PREPARED_WIDTH) != GM_OK) {
        close_state(s);
        return NULL;
    }
    return s;
}

#define RUN(name, call)                    \
    static int name(void *p)               \
    {                                      \
        struct state *s = p;               \
        const struct bench_work *w = s->w; \
        (void)w;                           \
        return call;                       \
    }
RUN(run_encrypt, gm_sm2_encrypt(&s->key.public_, GM_SM2_C1C3C2, s->sealed, s->size, &s->sealed_len, w->in, w->bytes))
RUN(run_encrypt_prepared,
    gm_sm2_encrypt_prepared(s->prepared, GM_SM2_C1C3C2, s->sealed, s->size, &s->sealed_len, w->in, w->bytes))
RUN(run_decrypt, gm_sm2_decrypt(&s->key, GM_SM2_C1C3C2, w->out, w->bytes, &(size_t){0}, s->sealed, s->sealed_len))
RUN(run_kem_enc, gm_sm2_kem_encapsulate(&s->key.public_, s->sealed, s->secret, SECRET))
RUN(run_kem_dec, gm_sm2_kem_decapsulate(&s->key, s->secret, SECRET, s->sealed))
RUN(run_hybrid_enc, gm_sm2_hybrid_encrypt(&s->key.public_, s->sealed, NULL, 0, w->in, w->bytes))
RUN(run_hybrid_dec, gm_sm2_hybrid_decrypt(&s->key, w->out, NULL, 0, s->sealed, w->bytes + GM_SM2_HYBRID_OVERHEAD))
RUN(run_ecdh, gm_sm2_ecdh(&s->key, w->out, &s->peer.public_))
RUN(run_ecdh_prepared, gm_sm2_ecdh_prepared(&s->peer, w->out, s->prepared))

/* One side: its own point, and the key from the other's, both confirmations made. */
static int run_exchange(void *p)
{
    struct state *s = p;
    gm_sm2_exchange ctx;
    uint8_t point[GM_SM2_PUBLIC_SIZE], confirmation[GM_SM3_DIGEST_SIZE];
    gm_status status = gm_sm2_exchange_init(&ctx, GM_SM2_INITIATOR, point, &s->key, NULL, GM_SM2_ID_DEFAULT,
                                            &s->peer.public_, NULL, GM_SM2_ID_DEFAULT);
    if (status == GM_OK)
        status = gm_sm2_exchange_derive(&ctx, s->secret, SECRET, confirmation, s->sealed, GM_SM2_PUBLIC_SIZE);
    return status;
}

static void *open_done(const struct bench_work *w, int (*run)(void *))
{
    struct state *s = open_state(w);
    if (s != NULL && run(s) != GM_OK) {
        close_state(s);
        s = NULL;
    }
    return s;
}

static void *open_decrypt(const struct bench_work *w)
{
    return open_done(w, run_encrypt);
}

static void *open_kem_dec(const struct bench_work *w)
{
    return open_done(w, run_kem_enc);
}

/* What this state encrypts is decrypted. */
static void *open_hybrid_dec(const struct bench_work *w)
{
    return open_done(w, run_hybrid_enc);
}

static int give_peer_point(void *p)
{
    struct state *s = p;
    return gm_sm2_public_key_write(&s->peer.public_, s->sealed);
}

static void *open_exchange(const struct bench_work *w)
{
    return open_done(w, give_peer_point);
}

/* out = 1: both sides have the same secret. */
static int kem_result(void *p)
{
    struct state *s = p;
    uint8_t again[SECRET];
    gm_status status = gm_sm2_kem_decapsulate(&s->key, again, SECRET, s->sealed);
    s->w->out[0] = status == GM_OK && memcmp(again, s->secret, SECRET) == 0;
    return status;
}

/* out = 1: a key was agreed on. */
static int exchange_result(void *p)
{
    struct state *s = p;
    s->w->out[0] = 1;
    return GM_OK;
}

#define OP(name, rooms, sizes, least, fixed, grows, open, run, result) \
    {                                                                  \
        name, rooms, sizes, least, 0, fixed, grows, 0,                 \
        {                                                              \
            open, run, result, close_state                             \
        }                                                              \
    }
/* clang-format off */
const struct bench_op bench_ops_sm2_encrypt[] = {
    OP("sm2-encrypt",          "ec_sm2",           BENCH_ONE,   TEXT,  0, 1, open_state,      run_encrypt,          run_decrypt),
    OP("sm2-encrypt-prepared", "ec_sm2",           BENCH_ONE,   TEXT,  0, 1, open_state,      run_encrypt_prepared, run_decrypt),
    OP("sm2-decrypt",          "ec_sm2",           BENCH_ONE,   TEXT,  0, 1, open_decrypt,    run_decrypt,          NULL),
    OP("sm2-kem-enc",          "ec_sm2",           BENCH_FIXED, 0,     1, 0, open_state,      run_kem_enc,          kem_result),
    OP("sm2-kem-dec",          "ec_sm2",           BENCH_FIXED, 0,     1, 0, open_kem_dec,    run_kem_dec,          kem_result),
    OP("sm2-hybrid-enc",       "ec_sm2+sm4+ghash", BENCH_ONE,  HYBRID, 0, 1, open_state,      run_hybrid_enc,       run_hybrid_dec),
    OP("sm2-hybrid-dec",       "ec_sm2+sm4+ghash", BENCH_ONE,  HYBRID, 0, 1, open_hybrid_dec, run_hybrid_dec,       NULL),
    OP("sm2-ecdh",             "ec_sm2",           BENCH_FIXED, 0,    32, 0, open_state,      run_ecdh,             NULL),
    OP("sm2-ecdh-prepared",    "ec_sm2",           BENCH_FIXED, 0,    32, 0, open_state,      run_ecdh_prepared,    NULL),
    OP("sm2-exchange",         "ec_sm2",           BENCH_FIXED, 0,     1, 0, open_exchange,   run_exchange,         exchange_result),
};
/* clang-format on */
const size_t bench_ops_sm2_encrypt_count = sizeof bench_ops_sm2_encrypt / sizeof bench_ops_sm2_encrypt[0];
