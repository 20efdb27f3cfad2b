/* SM9's keys, signatures, encapsulation, encryption and key exchange, done by guomi. The master keys are work's key.
 * What an operation makes is mostly random: `out` gets a 1 if it is right, or what the decryption gives. */
#include <guomi/sm9.h>
#include <guomi/sm9_encrypt.h>
#include <guomi/sm9_exchange.h>
#include <guomi/sm9_many.h>
#include <guomi/sm9_prepared.h>
#include <stdlib.h>
#include <string.h>

#include "core/ops.h"

enum { MESSAGE = 64, SECRET = 32, HYBRID = 10240, EXTRA = 160 /* C1, C3 or a tag, padding */ };

static const uint8_t *const alice = (const uint8_t *)"alice@example.com", *const bob =
                                                                              (const uint8_t *)"bob@example.com";
enum { ALICE = 17, BOB = 15 };

struct state {
    const struct bench_work *w;
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    gm_sm9_sign_user_key ds;
    gm_sm9_enc_user_key de, peer;
    uint8_t signature[GM_SM9_SIGNATURE_SIZE];

    void *memory[3]; /* of the prepared keys */
    gm_sm9_sign_master_prepared *sign_prepared;
    gm_sm9_enc_master_prepared *enc_prepared;
    gm_sm9_enc_user_prepared *user_prepared;

    uint8_t *sealed;
    size_t sealed_len, size;
    uint8_t secret[SECRET];

    uint8_t *signatures; /* of many */
    const uint8_t **ids, **data;
    size_t *id_lens, *lens;
    gm_status *results;
};

static void close_state(void *p)
{
    struct state *s = p;
    for (int i = 0; i < 3; i++)
        free(s->memory[i]);
    free(s->sealed);
    free(s->signatures);
    free(s->ids);
    free(s->data);
    free(s->id_lens);
    free(s->lens);
    free(s->results);
    free(s);
}

static void *ready(struct state *s, int good)
{
    if (good)
        return s;
    close_state(s);
    return NULL;
}

/* All keys, a signature, and room for a ciphertext. The number is made small enough for SM9's N. */
static void *open_keys(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    uint8_t number[32];
    if (s == NULL)
        return NULL;
    memcpy(number, w->key, sizeof number);
    number[0] &= 0x7f;
    s->w = w;
    s->size = w->bytes + EXTRA;
    s->sealed = malloc(s->size);
    return ready(s, s->sealed != NULL && gm_sm9_sign_master_key_read(&s->sign, number, sizeof number) == GM_OK &&
                        gm_sm9_enc_master_key_read(&s->enc, number, sizeof number) == GM_OK &&
                        gm_sm9_sign_extract(&s->ds, &s->sign, alice, ALICE, GM_SM9_HID_SIGN) == GM_OK &&
                        gm_sm9_enc_extract(&s->de, &s->enc, bob, BOB, GM_SM9_HID_ENCRYPT) == GM_OK &&
                        gm_sm9_enc_extract(&s->peer, &s->enc, alice, ALICE, GM_SM9_HID_ENCRYPT) == GM_OK &&
                        gm_sm9_sign(&s->ds, s->signature, &s->sign.public_, w->in, w->bytes) == GM_OK);
}

static void *open_prepared(const struct bench_work *w)
{
    struct state *s = open_keys(w);
    const size_t sizes[3] = {gm_sm9_sign_master_prepared_size(), gm_sm9_enc_master_prepared_size(),
                             gm_sm9_enc_user_prepared_size()};
    int good = s != NULL;
    if (!good)
        return NULL;
    for (int i = 0; i < 3; i++)
        good &= (s->memory[i] = malloc(sizes[i])) != NULL;
    return ready(
        s, good && gm_sm9_sign_master_prepare(&s->sign_prepared, s->memory[0], sizes[0], &s->sign.public_) == GM_OK &&
               gm_sm9_enc_master_prepare(&s->enc_prepared, s->memory[1], sizes[1], &s->enc.public_) == GM_OK &&
               gm_sm9_enc_user_prepare(&s->user_prepared, s->memory[2], sizes[2], &s->de) == GM_OK);
}

static void *open_many(const struct bench_work *w)
{
    struct state *s = open_prepared(w);
    const size_t n = w->items;
    if (s == NULL)
        return NULL;
    s->signatures = calloc(n, GM_SM9_SIGNATURE_SIZE);
    s->ids = calloc(n, sizeof *s->ids);
    s->data = calloc(n, sizeof *s->data);
    s->id_lens = calloc(n, sizeof *s->id_lens);
    s->lens = calloc(n, sizeof *s->lens);
    s->results = calloc(n, sizeof *s->results);
    int good = s->signatures != NULL && s->ids != NULL && s->data != NULL && s->id_lens != NULL && s->lens != NULL &&
               s->results != NULL;
    for (size_t i = 0; good && i < n; i++) {
        s->ids[i] = alice;
        s->id_lens[i] = ALICE;
        s->data[i] = w->in + i * w->bytes;
        s->lens[i] = w->bytes;
        good = gm_sm9_sign_prepared(&s->ds, s->signatures + i * GM_SM9_SIGNATURE_SIZE, s->sign_prepared, s->data[i],
                                    w->bytes) == GM_OK;
    }
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
RUN(run_master_sign, gm_sm9_sign_keygen(&s->sign))
RUN(run_master_enc, gm_sm9_enc_keygen(&s->enc))
RUN(run_user_sign, gm_sm9_sign_extract(&s->ds, &s->sign, alice, ALICE, GM_SM9_HID_SIGN))
RUN(run_user_enc, gm_sm9_enc_extract(&s->de, &s->enc, bob, BOB, GM_SM9_HID_ENCRYPT))
RUN(run_sign, gm_sm9_sign(&s->ds, s->signature, &s->sign.public_, w->in, w->bytes))
RUN(run_sign_prepared, gm_sm9_sign_prepared(&s->ds, s->signature, s->sign_prepared, w->in, w->bytes))
RUN(run_verify, gm_sm9_verify(&s->sign.public_, s->signature, alice, ALICE, GM_SM9_HID_SIGN, w->in, w->bytes))
RUN(run_verify_prepared,
    gm_sm9_verify_prepared(s->sign_prepared, s->signature, alice, ALICE, GM_SM9_HID_SIGN, w->in, w->bytes))
RUN(run_verify_many, gm_sm9_verify_many(s->results, s->sign_prepared, s->signatures, s->ids, s->id_lens,
                                        GM_SM9_HID_SIGN, s->data, s->lens, w->items))
RUN(run_kem_enc, gm_sm9_kem_encapsulate(&s->enc.public_, s->sealed, s->secret, SECRET, bob, BOB, GM_SM9_HID_ENCRYPT))
RUN(run_kem_enc_prepared,
    gm_sm9_kem_encapsulate_prepared(s->enc_prepared, s->sealed, s->secret, SECRET, bob, BOB, GM_SM9_HID_ENCRYPT))
RUN(run_kem_dec, gm_sm9_kem_decapsulate(&s->de, s->secret, SECRET, s->sealed, bob, BOB))
RUN(run_kem_dec_prepared, gm_sm9_kem_decapsulate_prepared(s->user_prepared, s->secret, SECRET, s->sealed, bob, BOB))
RUN(run_encrypt, gm_sm9_encrypt(&s->enc.public_, GM_SM9_XOR, s->sealed, s->size, &s->sealed_len, bob, BOB,
                                GM_SM9_HID_ENCRYPT, w->in, w->bytes))
RUN(run_decrypt, gm_sm9_decrypt(&s->de, GM_SM9_XOR, w->out, w->bytes, &(size_t){0}, bob, BOB, s->sealed, s->sealed_len))
RUN(run_hybrid_enc,
    gm_sm9_hybrid_encrypt(&s->enc.public_, s->sealed, bob, BOB, GM_SM9_HID_ENCRYPT, NULL, 0, w->in, w->bytes))
RUN(run_hybrid_dec,
    gm_sm9_hybrid_decrypt(&s->de, w->out, bob, BOB, NULL, 0, s->sealed, w->bytes + GM_SM9_HYBRID_OVERHEAD))

/* Both sides, with confirmation: out = 1 if they agree. */
static int run_exchange(void *p)
{
    struct state *s = p;
    gm_sm9_exchange a, b;
    uint8_t ra[GM_SM9_G1_SIZE], rb[GM_SM9_G1_SIZE], sa[32], sb[32], other[SECRET];
    gm_status status = gm_sm9_exchange_init(&a, GM_SM9_INITIATOR, ra, &s->enc.public_, bob, BOB, GM_SM9_HID_ENCRYPT);
    if (status == GM_OK)
        status = gm_sm9_exchange_init(&b, GM_SM9_RESPONDER, rb, &s->enc.public_, alice, ALICE, GM_SM9_HID_ENCRYPT);
    if (status == GM_OK)
        status = gm_sm9_exchange_derive(&b, other, SECRET, sb, &s->de, bob, BOB, alice, ALICE, ra);
    if (status == GM_OK)
        status = gm_sm9_exchange_derive(&a, s->secret, SECRET, sa, &s->peer, alice, ALICE, bob, BOB, rb);
    if (status == GM_OK)
        status = gm_sm9_exchange_confirm(&a, sb);
    if (status == GM_OK)
        status = gm_sm9_exchange_confirm(&b, sa);
    s->w->out[0] = status == GM_OK && memcmp(s->secret, other, SECRET) == 0;
    return status;
}

static void *open_done(const struct bench_work *w, int (*run)(void *))
{
    struct state *s = open_prepared(w);
    return s == NULL ? NULL : ready(s, run(s) == GM_OK);
}

static void *open_kem_dec(const struct bench_work *w)
{
    return open_done(w, run_kem_enc);
}

static void *open_decrypt(const struct bench_work *w)
{
    return open_done(w, run_encrypt);
}

static void *open_hybrid_dec(const struct bench_work *w)
{
    return open_done(w, run_hybrid_enc);
}

static int say(const struct state *s, gm_status status)
{
    memset(s->w->out, status == GM_OK, s->w->out_len);
    return status;
}

/* The new master and user keys belong together. */
static int sign_key_result(void *p)
{
    struct state *s = p;
    gm_status status = gm_sm9_sign_extract(&s->ds, &s->sign, alice, ALICE, GM_SM9_HID_SIGN);
    if (status == GM_OK)
        status = gm_sm9_sign_user_key_check(&s->ds, &s->sign.public_, alice, ALICE, GM_SM9_HID_SIGN);
    return say(s, status);
}

static int enc_key_result(void *p)
{
    struct state *s = p;
    gm_status status = gm_sm9_enc_extract(&s->de, &s->enc, bob, BOB, GM_SM9_HID_ENCRYPT);
    if (status == GM_OK)
        status = gm_sm9_enc_user_key_check(&s->de, &s->enc.public_, bob, BOB, GM_SM9_HID_ENCRYPT);
    return say(s, status);
}

static int verified(void *p)
{
    return say(p, (gm_status)run_verify(p));
}

static int many_verified(void *p)
{
    return say(p, (gm_status)run_verify_many(p));
}

/* Both sides have the same secret. */
static int kem_result(void *p)
{
    struct state *s = p;
    uint8_t again[SECRET];
    gm_status status = gm_sm9_kem_decapsulate(&s->de, again, SECRET, s->sealed, bob, BOB);
    return say(s, status == GM_OK && memcmp(again, s->secret, SECRET) != 0 ? GM_ERR_VERIFY : status);
}

#define OP(name, rooms, sizes, least, fixed, grows, many, open, run, result) \
    {                                                                        \
        name, rooms, sizes, least, 0, fixed, grows, many,                    \
        {                                                                    \
            open, run, result, close_state                                   \
        }                                                                    \
    }
/* clang-format off */
const struct bench_op bench_ops_sm9[] = {
    OP("sm9-master-sign",      "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_keys,       run_master_sign,      sign_key_result),
    OP("sm9-master-enc",       "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_keys,       run_master_enc,       enc_key_result),
    OP("sm9-user-sign",        "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_keys,       run_user_sign,        sign_key_result),
    OP("sm9-user-enc",         "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_keys,       run_user_enc,         enc_key_result),
    OP("sm9-sign",             "ec_sm9",           BENCH_ONE,   MESSAGE, 1, 0, 0, open_keys,       run_sign,             verified),
    OP("sm9-sign-prepared",    "ec_sm9",           BENCH_ONE,   MESSAGE, 1, 0, 0, open_prepared,   run_sign_prepared,    verified),
    OP("sm9-verify",           "ec_sm9",           BENCH_ONE,   MESSAGE, 1, 0, 0, open_keys,       run_verify,           verified),
    OP("sm9-verify-prepared",  "ec_sm9",           BENCH_ONE,   MESSAGE, 1, 0, 0, open_prepared,   run_verify_prepared,  verified),
    OP("sm9-verify-many",      "ec_sm9",           BENCH_ONE,   MESSAGE, 1, 0, 1, open_many,       run_verify_many,      many_verified),
    OP("sm9-kem-enc",          "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_keys,       run_kem_enc,          kem_result),
    OP("sm9-kem-enc-prepared", "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_prepared,   run_kem_enc_prepared, kem_result),
    OP("sm9-kem-dec",          "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_kem_dec,    run_kem_dec,          kem_result),
    OP("sm9-kem-dec-prepared", "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_kem_dec,    run_kem_dec_prepared, kem_result),
    OP("sm9-encrypt",          "ec_sm9",           BENCH_ONE,   MESSAGE, 0, 1, 0, open_keys,       run_encrypt,          run_decrypt),
    OP("sm9-decrypt",          "ec_sm9",           BENCH_ONE,   MESSAGE, 0, 1, 0, open_decrypt,    run_decrypt,          NULL),
    OP("sm9-hybrid-enc",       "ec_sm9+sm4+ghash", BENCH_ONE,   HYBRID,  0, 1, 0, open_keys,       run_hybrid_enc,       run_hybrid_dec),
    OP("sm9-hybrid-dec",       "ec_sm9+sm4+ghash", BENCH_ONE,   HYBRID,  0, 1, 0, open_hybrid_dec, run_hybrid_dec,       NULL),
    OP("sm9-exchange",         "ec_sm9",           BENCH_FIXED, 0,       1, 0, 0, open_keys,       run_exchange,         NULL),
};
/* clang-format on */
const size_t bench_ops_sm9_count = sizeof bench_ops_sm9 / sizeof bench_ops_sm9[0];
