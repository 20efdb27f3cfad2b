/* SM2: keys made and taken in, nonces, signatures, and their bulk forms. */
#include <string.h>

#include "ctime.h"
#include "sm2/sm2_core.h"
#include "sm2/sm2_many.h"

/* SM3's rows have cases of their own. */
static struct sm2_env env_of(const void *row)
{
    struct sm2_env env = gmi_sm2_env();
    env.row = row;
    env.sm3 = &gmi_sm3_portable;
    return env;
}

/* A secret number of 32 bytes in [1, n-2], whatever the run. */
static void secret_number(uint8_t out[32])
{
    ct_secret(out, 32);
    out[0] = 0x5a;
    ct_mark_secret(out, 32);
}

/* A private key whose secret half is marked; the public half is another in each run. */
static void secret_key(const struct sm2_env *env, gm_sm2_private_key *key)
{
    uint8_t number[32];
    u256 d;
    secret_number(number);
    ct_release(number, sizeof number);
    u256_from_be(&d, number);
    gmi_sm2_private_set(env, key, &d);
    ct_mark_secret(key->d_, sizeof key->d_);
    ct_mark_secret(key->inverse_, sizeof key->inverse_);
}

static void keygen(const void *row)
{
    const struct sm2_env env = env_of(row);
    gm_sm2_private_key key;
    uint8_t random[GMI_SM2_WIDE_BYTES];
    ct_secret(random, sizeof random);
    memset(&key, 0, sizeof key);
    ct_begin();
    gmi_sm2_keygen_derand(&env, &key, random);
    ct_end();
    ct_result(key.d_, sizeof key.d_);
    ct_result(key.inverse_, sizeof key.inverse_);
}

static void import_key(const void *row)
{
    const struct sm2_env env = env_of(row);
    gm_sm2_private_key key;
    uint8_t number[32];
    secret_number(number);
    memset(&key, 0, sizeof key);
    ct_begin();
    (void)gmi_sm2_private_read(&env, &key, number, sizeof number);
    ct_end();
    ct_result(key.d_, sizeof key.d_);
    ct_result(key.inverse_, sizeof key.inverse_);
}

/* Refused keys: too large, the same in all that is public. */
static void import_bad_key(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    uint8_t number[32];
    secret_number(number);
    memset(number, 0xff, 8);
    ct_mark_secret(number, sizeof number);
    ct_begin();
    (void)gmi_sm2_private_read(&env, &key, number, sizeof number);
    ct_end();
    ct_result(number, sizeof number);
}

static void sign(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    uint8_t e[32], random[32], signature[64];
    u256 k = {{0}};
    ct_public(e, sizeof e);
    secret_key(&env, &key);
    ct_secret(random, sizeof random);
    ct_begin();
    gmi_sm2_hedged_nonce(&env, &k, random, &key, e);
    (void)gmi_sm2_sign_once(&env, &key, signature, e, &k);
    ct_end();
    ct_result(&k, sizeof k);
}

/* The nonces alone: what is done with them is the case before. */
static void deterministic_nonces(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    struct sm2_rfc6979 nonces;
    uint8_t e[32];
    u256 k = {{0}};
    ct_public(e, sizeof e);
    secret_key(&env, &key);
    memset(&nonces, 0, sizeof nonces);
    ct_begin();
    gmi_sm2_rfc6979_start(&env, &nonces, &key, e);
    gmi_sm2_rfc6979_next(&env, &nonces, &k);
    gmi_sm2_rfc6979_next(&env, &nonces, &k);
    ct_end();
    ct_result(&k, sizeof k);
}

/* From a pool: the nonce and its point are there. */
static void sign_with(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key;
    uint8_t e[32], signature[64], number[32];
    u256 k, x;
    ct_public(e, sizeof e);
    secret_key(&env, &key);
    secret_number(number);
    u256_from_be(&k, number);
    secret_number(number);
    u256_from_be(&x, number);
    ct_begin();
    (void)gmi_sm2_sign_with(&env, &key, signature, e, &k, &x);
    ct_end();
    ct_result(&k, sizeof k);
}

enum { N = 5 };

/* A row without lanes does one after another: one shows it. */
static size_t items_for(const void *row)
{
    const struct ec_sm2_impl *p = row;
    return p->mul_base_many != NULL ? N : 1;
}

static void keygen_many(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key keys[N];
    size_t n = items_for(row);
    memset(keys, 0, sizeof keys);
    ct_secret(keys, n * GMI_SM2_WIDE_BYTES);
    ct_begin();
    gmi_sm2_keygen_many(&env, keys, n);
    ct_end();
    for (size_t i = 0; i < n; i++) {
        ct_result(keys[i].d_, sizeof keys[i].d_);
        ct_result(keys[i].inverse_, sizeof keys[i].inverse_);
    }
}

static void sign_many(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key[N];
    static uint8_t digests[N][32], signatures[N][64];
    const struct sm2_items items = {.digests = digests[0]};
    const gm_sm2_private_key *keys[N];
    gm_status results[N];
    size_t n = items_for(row);
    ct_public(digests, sizeof digests);
    for (size_t i = 0; i < n; i++) {
        secret_key(&env, &key[i]);
        keys[i] = &key[i];
    }
    ct_secret(signatures, n * 32);
    ct_begin();
    (void)gmi_sm2_sign_many(&env, signatures, results, keys, &items, n);
    ct_end();
    ct_result(key[0].d_, sizeof key[0].d_);
}

static void ecdh_many(const void *row)
{
    const struct sm2_env env = env_of(row);
    static gm_sm2_private_key key[N], other;
    static uint8_t shared[N][32];
    const gm_sm2_private_key *keys[N];
    const gm_sm2_public_key *peers[N];
    const u256 three = {{3}};
    gm_status results[N];
    size_t n = items_for(row);
    gmi_sm2_private_set(&env, &other, &three);
    for (size_t i = 0; i < n; i++) {
        secret_key(&env, &key[i]);
        keys[i] = &key[i];
        peers[i] = &other.public_;
    }
    memset(shared, 0, sizeof shared);
    ct_begin();
    (void)gmi_sm2_ecdh_many(&env, shared, results, keys, peers, n);
    ct_end();
    ct_result(shared, n * sizeof shared[0]);
}

const struct ct_case ct_sm2_sign_cases[] = {
    {"keygen", keygen},
    {"import", import_key},
    {"import-bad", import_bad_key},
    {"sign", sign},
    {"deterministic-nonces", deterministic_nonces},
    {"sign-with", sign_with},
    {"keygen-many", keygen_many},
    {"sign-many", sign_many},
    {"ecdh-many", ecdh_many},
    {NULL, NULL},
};

/* What gm_ec does with keys on a caller's curve. */
const struct ct_case ct_curve_sign_cases[] = {
    {"keygen", keygen}, {"import", import_key}, {"import-bad", import_bad_key}, {"sign", sign}, {NULL, NULL},
};
