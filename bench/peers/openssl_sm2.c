/* SM2 by OpenSSL 3: digests through EVP_PKEY_sign, messages through EVP_DigestSign with the default ID. */
#include "peers/openssl_sm2.h"

#include <guomi/sm2.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdlib.h>
#include <string.h>

struct state {
    const struct bench_work *w;
    EVP_PKEY *key;
    EVP_PKEY_CTX *generate, *sign, *verify;
    EVP_MD_CTX *md;
    uint8_t der[GM_SM2_SIGNATURE_DER_MAX];
    size_t der_len;
};

static const char id[] = "1234567812345678";

/* The same key as guomi's. */
static EVP_PKEY *key_of(const struct bench_work *w)
{
    gm_sm2_private_key ours;
    uint8_t point[GM_SM2_PUBLIC_SIZE];
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "SM2", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    BIGNUM *d = BN_bin2bn(w->key, 32, NULL);
    if (gm_sm2_private_key_read(&ours, w->key, 32) == GM_OK && gm_sm2_public_key_write(&ours.public_, point) == GM_OK &&
        ctx && build && d && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "SM2", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point) &&
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, d) &&
        (params = OSSL_PARAM_BLD_to_param(build)) != NULL && EVP_PKEY_fromdata_init(ctx) == 1 &&
        EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    BN_free(d);
    return key;
}

void bench_openssl_sm2_close(void *p)
{
    struct state *s = p;
    EVP_PKEY_CTX_free(s->generate);
    EVP_PKEY_CTX_free(s->sign);
    EVP_PKEY_CTX_free(s->verify);
    EVP_MD_CTX_free(s->md);
    EVP_PKEY_free(s->key);
    free(s);
}

void *bench_openssl_sm2_open(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    if ((s->key = key_of(w)) && (s->generate = EVP_PKEY_CTX_new_from_name(NULL, "SM2", NULL)) &&
        (s->sign = EVP_PKEY_CTX_new(s->key, NULL)) && (s->verify = EVP_PKEY_CTX_new(s->key, NULL)) &&
        (s->md = EVP_MD_CTX_new()) && EVP_PKEY_keygen_init(s->generate) == 1 && EVP_PKEY_sign_init(s->sign) == 1 &&
        EVP_PKEY_verify_init(s->verify) == 1 && bench_openssl_sm2_sign(s) == 0)
        return s;
    bench_openssl_sm2_close(s);
    return NULL;
}

int bench_openssl_sm2_keygen(void *p)
{
    struct state *s = p;
    EVP_PKEY *key = NULL;
    int good = EVP_PKEY_keygen(s->generate, &key) == 1;
    EVP_PKEY_free(s->key);
    s->key = key;
    return !good;
}

int bench_openssl_sm2_sign(void *p)
{
    struct state *s = p;
    s->der_len = sizeof s->der;
    return EVP_PKEY_sign(s->sign, s->der, &s->der_len, s->w->in, 32) != 1;
}

int bench_openssl_sm2_verify(void *p)
{
    struct state *s = p;
    return EVP_PKEY_verify(s->verify, s->der, s->der_len, s->w->in, 32) != 1;
}

/* A context for one message; it is the way to give OpenSSL an ID. */
static EVP_PKEY_CTX *start(struct state *s)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(s->key, NULL);
    EVP_MD_CTX_reset(s->md);
    EVP_MD_CTX_set_pkey_ctx(s->md, ctx);
    if (EVP_PKEY_CTX_set1_id(ctx, id, (int)strlen(id)) != 1) {
        EVP_PKEY_CTX_free(ctx);
        ctx = NULL;
    }
    return ctx;
}

int bench_openssl_sm2_sign_message(void *p)
{
    struct state *s = p;
    EVP_PKEY_CTX *ctx = start(s);
    s->der_len = sizeof s->der;
    int good = ctx && EVP_DigestSignInit(s->md, NULL, EVP_sm3(), NULL, s->key) == 1 &&
               EVP_DigestSign(s->md, s->der, &s->der_len, s->w->in, s->w->bytes) == 1;
    EVP_MD_CTX_reset(s->md);
    EVP_PKEY_CTX_free(ctx);
    return !good;
}

static int say(const struct state *s, int good)
{
    memset(s->w->out, good, s->w->out_len);
    return !good;
}

int bench_openssl_sm2_verified(void *p)
{
    return say(p, 1); /* the run itself said so */
}

int bench_openssl_sm2_signed(void *p)
{
    return say(p, bench_openssl_sm2_verify(p) == 0);
}

int bench_openssl_sm2_message_signed(void *p)
{
    struct state *s = p;
    EVP_PKEY_CTX *ctx = start(s);
    int good = ctx && EVP_DigestVerifyInit(s->md, NULL, EVP_sm3(), NULL, s->key) == 1 &&
               EVP_DigestVerify(s->md, s->der, s->der_len, s->w->in, s->w->bytes) == 1;
    EVP_MD_CTX_reset(s->md);
    EVP_PKEY_CTX_free(ctx);
    return say(s, good);
}

int bench_openssl_sm2_usable(void *p)
{
    struct state *s = p;
    return bench_openssl_sm2_sign_message(s) != 0 || bench_openssl_sm2_message_signed(s) != 0;
}
