/* SM2: encryption, decryption of right and wrong ciphertexts, key encapsulation, key exchange, Diffie-Hellman. The
 * rows of SM3 and SM4 have cases of their own. */
#include <string.h>

#include "ctime.h"
#include "sm2/encrypt_core.h"

enum { TEXT = 100 };

static struct sm2_env env_of(const void *row)
{
    struct sm2_env env = gmi_sm2_env();
    env.row = row;
    env.sm3 = &gmi_sm3_portable;
    return env;
}

/* A secret number in [1, n-1], whatever the run. */
static void secret_number(u256 *k)
{
    uint8_t bytes[32];
    ct_secret(bytes, 32);
    bytes[0] = 0x5a;
    ct_release(bytes, sizeof bytes);
    u256_from_be(k, bytes);
}

/* A private key, not yet marked; another in each run. */
static void make_key(const struct sm2_env *env, gm_sm2_private_key *key)
{
    u256 d;
    secret_number(&d);
    gmi_sm2_private_set(env, key, &d);
    ct_release(key, sizeof *key);
}

/* Another's point, the same in each run: 7 G. */
static void peer_point(const struct sm2_env *env, struct ec_point *P)
{
    const u256 seven = {{7}};
    env->row->mul_base(env->curve, P, &seven);
    ct_release(P, sizeof *P);
}

static void encrypt(const void *row)
{
    const struct sm2_env env = env_of(row);
    static uint8_t text[TEXT], out[TEXT + 97];
    u256 k;
    struct sm2_nonces nonces = {&k, 1};
    struct sm2_receiver to = {.table = NULL, .width = 0};
    size_t n;
    peer_point(&env, &to.P);
    secret_number(&k);
    ct_mark_secret(&k, sizeof k);
    ct_secret(text, sizeof text);
    memset(out, 0, sizeof out);
    ct_begin();
    (void)gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, out, sizeof out, &n, text, sizeof text);
    ct_end();
    ct_result(out + 65, 32 + TEXT);
}

static void encrypt_stream(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_cipher ctx;
    static uint8_t text[TEXT], out[TEXT];
    uint8_t c1[65], c3[32];
    u256 k;
    struct sm2_nonces nonces = {&k, 1};
    struct sm2_receiver to = {.table = NULL, .width = 0};
    peer_point(&env, &to.P);
    secret_number(&k);
    ct_mark_secret(&k, sizeof k);
    ct_secret(text, sizeof text);
    memset(out, 0, sizeof out);
    memset(c3, 0, sizeof c3);
    ct_begin();
    (void)gmi_sm2_encrypt_init(&env, &ctx, &to, &nonces, c1);
    (void)gmi_sm2_update(&env, &ctx, 0, out, text, 33);
    (void)gmi_sm2_update(&env, &ctx, 0, out + 33, text + 33, TEXT - 33);
    (void)gmi_sm2_encrypt_finish(&env, &ctx, c3);
    ct_end();
    ct_result(out, sizeof out);
    ct_result(c3, sizeof c3);
}

/* What is decrypted: C1 is the same in each run, the rest is right for the run's key. `spoil` is changed in C3. */
struct sealed {
    gm_sm2_private_key key;
    uint8_t text[TEXT], bytes[TEXT + 97];
};

static void seal(const struct sm2_env *env, struct sealed *s, gm_sm2_form form, uint8_t spoil)
{
    const u256 k = {{12345, 6, 7, 8}};
    struct sm2_nonces nonces = {&k, 1};
    size_t n;
    make_key(env, &s->key);
    const struct sm2_receiver to = gmi_sm2_receiver(&s->key.public_);
    ct_secret(s->text, sizeof s->text);
    ct_release(s->text, sizeof s->text);
    (void)gmi_sm2_encrypt(env, &to, &nonces, form, s->bytes, sizeof s->bytes, &n, s->text, TEXT);
    ct_release(s->bytes, sizeof s->bytes);
    s->bytes[80] ^= spoil;
    memset(s->text, 0, sizeof s->text);
    ct_mark_secret(s->key.d_, sizeof s->key.d_);
}

static void decrypt(const void *row)
{
    const struct sm2_env env = env_of(row);
    static struct sealed s;
    size_t n;
    seal(&env, &s, GM_SM2_C1C3C2, 0);
    ct_begin();
    gm_status status = gmi_sm2_decrypt(&env, &s.key, GM_SM2_C1C3C2, s.text, TEXT, &n, s.bytes, sizeof s.bytes);
    ct_end();
    if (status == GM_OK)
        ct_result(s.text, TEXT);
}

static void decrypt_wrong(const void *row)
{
    const struct sm2_env env = env_of(row);
    static struct sealed s;
    size_t n;
    seal(&env, &s, GM_SM2_C1C3C2, 0x10);
    ct_begin();
    (void)gmi_sm2_decrypt(&env, &s.key, GM_SM2_C1C3C2, s.text, TEXT, &n, s.bytes, sizeof s.bytes);
    ct_end();
    ct_result(s.key.d_, sizeof s.key.d_); /* the output is wiped */
}

/* The first order that is tried is wrong, the second right. */
static void decrypt_detect(const void *row)
{
    const struct sm2_env env = env_of(row);
    static struct sealed s;
    gm_sm2_form form;
    size_t n;
    seal(&env, &s, GM_SM2_C1C2C3, 0);
    ct_begin();
    gm_status status = gmi_sm2_decrypt_detect(&env, &s.key, &form, s.text, TEXT, &n, s.bytes, sizeof s.bytes);
    ct_end();
    if (status == GM_OK)
        ct_result(s.text, TEXT);
}

static void decrypt_stream(const void *row)
{
    const struct sm2_env env = env_of(row);
    static struct sealed s;
    static gm_sm2_cipher ctx;
    seal(&env, &s, GM_SM2_C1C3C2, 0);
    ct_begin();
    (void)gmi_sm2_decrypt_init(&env, &ctx, &s.key, s.bytes);
    (void)gmi_sm2_update(&env, &ctx, 1, s.text, s.bytes + 97, 41);
    (void)gmi_sm2_update(&env, &ctx, 1, s.text + 41, s.bytes + 97 + 41, TEXT - 41);
    (void)gmi_sm2_decrypt_finish(&env, &ctx, s.bytes + 65);
    ct_end();
    ct_result(s.text, TEXT);
}

static void encapsulate(const void *row)
{
    const struct sm2_env env = env_of(row);
    uint8_t c1[65], shared[40] = {0};
    u256 k;
    struct sm2_nonces nonces = {&k, 1};
    struct sm2_receiver to = {.table = NULL, .width = 0};
    peer_point(&env, &to.P);
    secret_number(&k);
    ct_mark_secret(&k, sizeof k);
    ct_begin();
    (void)gmi_sm2_encapsulate(&env, &to, &nonces, c1, shared, sizeof shared);
    ct_end();
    ct_result(shared, sizeof shared);
}

static void decapsulate(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    uint8_t c1[65], shared[40] = {0};
    struct ec_point P;
    peer_point(&env, &P);
    gmi_sm2_point_write(c1, &P);
    make_key(&env, &key);
    ct_mark_secret(key.d_, sizeof key.d_);
    ct_begin();
    (void)gmi_sm2_decapsulate(&env, &key, shared, sizeof shared, c1);
    ct_end();
    ct_result(shared, sizeof shared);
}

static void exchange_role(const void *row, gm_sm2_role role)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    static gm_sm2_public_key peer;
    static gm_sm2_exchange ctx;
    uint8_t point[65], peer_bytes[65], shared[40] = {0}, confirmation[32] = {0};
    struct ec_point P;
    u256 r;
    struct sm2_nonces nonces = {&r, 1};
    peer_point(&env, &P);
    gmi_sm2_public_set(&env, &peer, &P);
    gmi_sm2_point_write(peer_bytes, &P);
    make_key(&env, &key);
    secret_number(&r);
    r.w[0] ^= 0x55;
    ct_mark_secret(&r, sizeof r);
    ct_mark_secret(key.d_, sizeof key.d_);
    ct_begin();
    (void)gmi_sm2_exchange_init(&env, &ctx, role, &nonces, point, &key, NULL, GM_SM2_ID_DEFAULT, &peer, NULL, 0);
    (void)gmi_sm2_exchange_derive(&env, &ctx, shared, sizeof shared, confirmation, peer_bytes, 65);
    gm_status status = gm_sm2_exchange_confirm(&ctx, point); /* a wrong one */
    ct_end();
    (void)status;
    ct_result(shared, sizeof shared);
    ct_result(confirmation, sizeof confirmation);
}

static void exchange_initiator(const void *row)
{
    exchange_role(row, GM_SM2_INITIATOR);
}

static void exchange_responder(const void *row)
{
    exchange_role(row, GM_SM2_RESPONDER);
}

static void ecdh(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    uint8_t x[32] = {0}, shared[40] = {0};
    struct sm2_receiver peer = {.table = NULL, .width = 0};
    peer_point(&env, &peer.P);
    make_key(&env, &key);
    ct_mark_secret(key.d_, sizeof key.d_);
    ct_begin();
    (void)gmi_sm2_ecdh(&env, &key, x, &peer);
    (void)gmi_sm2_ecdh_kdf(&env, &key, shared, sizeof shared, &peer);
    ct_end();
    ct_result(x, sizeof x);
    ct_result(shared, sizeof shared);
}

/* With a table of the smallest width that the row has. */
static void ecdh_prepared(const void *row)
{
    static uint8_t memory[1 << 16];
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    gm_sm2_public_key pub;
    gm_sm2_prepared *prepared = gmi_sm2_align(memory);
    uint8_t x[32] = {0};
    struct sm2_receiver peer = {.table = NULL, .width = 0};
    unsigned width = GM_SM2_PREPARED_WIDTH_MIN;
    while (gmi_sm2_prepared_bytes(&env, width) == 0) /* a row has one at least, and the memory fits the smallest */
        width++;
    peer_point(&env, &peer.P);
    gmi_sm2_public_set(&env, &pub, &peer.P);
    gmi_sm2_prepare(&env, prepared, &pub, width);
    (void)gmi_sm2_receiver_prepared(&env, &peer, prepared);
    make_key(&env, &key);
    ct_mark_secret(key.d_, sizeof key.d_);
    ct_begin();
    (void)gmi_sm2_ecdh(&env, &key, x, &peer);
    ct_end();
    ct_result(x, sizeof x);
}

const struct ct_case ct_sm2_encrypt_cases[] = {
    {"encrypt", encrypt},
    {"encrypt-stream", encrypt_stream},
    {"decrypt", decrypt},
    {"decrypt-wrong", decrypt_wrong},
    {"decrypt-detect", decrypt_detect},
    {"decrypt-stream", decrypt_stream},
    {"encapsulate", encapsulate},
    {"decapsulate", decapsulate},
    {"exchange-initiator", exchange_initiator},
    {"exchange-responder", exchange_responder},
    {"ecdh", ecdh},
    {"ecdh-prepared", ecdh_prepared},
    {NULL, NULL},
};

/* What gm_ec does on a caller's curve. */
const struct ct_case ct_curve_encrypt_cases[] = {
    {"encrypt", encrypt},
    {"decrypt", decrypt},
    {"decrypt-wrong", decrypt_wrong},
    {"exchange-initiator", exchange_initiator},
    {"exchange-responder", exchange_responder},
    {NULL, NULL},
};
