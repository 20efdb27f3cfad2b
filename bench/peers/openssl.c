/* OpenSSL 3, through EVP with everything fetched and keyed beforehand. */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <stdlib.h>
#include <string.h>

#include "peers/openssl_sm2.h"
#include "peers/peers.h"

enum { TAG = 16, NONCE = 12 };

struct state {
    const struct bench_work *w;
    EVP_MD *md;
    EVP_MD_CTX *md_ctx;
    EVP_MAC_CTX *mac;
    EVP_KDF_CTX *kdf;
    EVP_CIPHER_CTX *cipher;
    OSSL_PARAM params[3];
};

static void close_state(void *p)
{
    struct state *s = p;
    EVP_MD_CTX_free(s->md_ctx);
    EVP_MD_free(s->md);
    EVP_MAC_CTX_free(s->mac);
    EVP_KDF_CTX_free(s->kdf);
    EVP_CIPHER_CTX_free(s->cipher);
    free(s);
}

static struct state *new_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s != NULL)
        s->w = w;
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

/* ---- SM3 ---- */

static void *open_md(const struct bench_work *w)
{
    struct state *s = new_state(w);
    return ready(s, s && (s->md = EVP_MD_fetch(NULL, "SM3", NULL)) && (s->md_ctx = EVP_MD_CTX_new()));
}

static int run_md(void *p)
{
    struct state *s = p;
    return !(EVP_DigestInit_ex2(s->md_ctx, s->md, NULL) && EVP_DigestUpdate(s->md_ctx, s->w->in, s->w->bytes) &&
             EVP_DigestFinal_ex(s->md_ctx, s->w->out, NULL));
}

static int run_pbkdf2(void *p)
{
    struct state *s = p;
    return !PKCS5_PBKDF2_HMAC((const char *)s->w->key, 32, s->w->iv, 16, BENCH_PBKDF2_ITERATIONS, s->md, 32, s->w->out);
}

static void *open_kdf(const struct bench_work *w)
{
    struct state *s = new_state(w);
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "X963KDF", NULL); /* the KDF of SM2 under another name */
    if (s != NULL && kdf != NULL && (s->kdf = EVP_KDF_CTX_new(kdf)) != NULL) {
        s->params[0] = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SM3", 0);
        s->params[1] = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)w->in, BENCH_KDF_INPUT);
        s->params[2] = OSSL_PARAM_construct_end();
    }
    EVP_KDF_free(kdf);
    return ready(s, s && s->kdf);
}

static int run_kdf(void *p)
{
    struct state *s = p;
    return !EVP_KDF_derive(s->kdf, s->w->out, s->w->bytes, s->params);
}

/* ---- MACs ---- */

static void *open_mac(const struct bench_work *w, const char *name, const char *parameter, const char *value,
                      size_t key_len)
{
    struct state *s = new_state(w);
    EVP_MAC *mac = EVP_MAC_fetch(NULL, name, NULL);
    int good = s && mac && (s->mac = EVP_MAC_CTX_new(mac));
    EVP_MAC_free(mac);
    OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_string(parameter, (char *)(uintptr_t)value, 0),
                            OSSL_PARAM_construct_end()};
    return ready(s, good && EVP_MAC_init(s->mac, w->key, key_len, params));
}

static void *open_hmac(const struct bench_work *w)
{
    return open_mac(w, "HMAC", OSSL_MAC_PARAM_DIGEST, "SM3", 32);
}

static void *open_cmac(const struct bench_work *w)
{
    return open_mac(w, "CMAC", OSSL_MAC_PARAM_CIPHER, "SM4-CBC", 16);
}

static int run_mac(void *p)
{
    struct state *s = p;
    return !(EVP_MAC_init(s->mac, NULL, 0, NULL) && EVP_MAC_update(s->mac, s->w->in, s->w->bytes) &&
             EVP_MAC_final(s->mac, s->w->out, NULL, s->w->out_len));
}

/* ---- SM4 ---- */

static EVP_CIPHER *fetch(const struct bench_op *op)
{
    static const struct {
        const char *op, *name;
    } names[] = {{"cbc", "SM4-CBC"}, {"cfb", "SM4-CFB"}, {"ofb", "SM4-OFB"}, {"ctr", "SM4-CTR"},
                 {"xts", "SM4-XTS"}, {"gcm", "SM4-GCM"}, {"ccm", "SM4-CCM"}};
    const char *mode = op->name + 4, *name = "SM4-ECB";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(mode, names[i].op, 3) == 0)
            name = names[i].name;
    return EVP_CIPHER_fetch(NULL, name, NULL);
}

static int offered(const struct bench_op *op, size_t bytes)
{
    (void)bytes;
    EVP_CIPHER *c = fetch(op);
    EVP_CIPHER_free(c);
    return c != NULL;
}

static int decrypts(const struct bench_op *op)
{
    return strstr(op->name, "-dec") != NULL;
}

static void *open_cipher(const struct bench_work *w)
{
    struct state *s = new_state(w);
    EVP_CIPHER *c = fetch(w->op);
    int aead =
        w->op->out_fixed != 0 || strncmp(w->op->name, "sm4-gcm", 7) == 0 || strncmp(w->op->name, "sm4-ccm", 7) == 0;
    int good = s && c && (s->cipher = EVP_CIPHER_CTX_new()) &&
               EVP_CipherInit_ex2(s->cipher, c, NULL, NULL, !decrypts(w->op), NULL);
    if (good && aead && w->op->out_grows) {
        good = EVP_CIPHER_CTX_ctrl(s->cipher, EVP_CTRL_AEAD_SET_IVLEN, NONCE, NULL) > 0;
        if (strncmp(w->op->name, "sm4-ccm", 7) == 0)
            good &= EVP_CIPHER_CTX_ctrl(s->cipher, EVP_CTRL_AEAD_SET_TAG, TAG, NULL) > 0;
    }
    good = good && EVP_CipherInit_ex2(s->cipher, NULL, w->key, w->iv, -1, NULL) &&
           EVP_CIPHER_CTX_set_padding(s->cipher, 0);
    EVP_CIPHER_free(c);
    if (good)
        memcpy(w->out, w->in, w->op->sizes == BENCH_FIXED && w->bytes != 0 ? 16 : 0);
    return ready(s, good);
}

static int run_plain(void *p)
{
    struct state *s = p;
    const struct bench_work *w = s->w;
    int n = 0;
    return !(EVP_CipherInit_ex2(s->cipher, NULL, NULL, w->iv, -1, NULL) &&
             EVP_CipherUpdate(s->cipher, w->out, &n, w->in, (int)w->bytes)) ||
           (size_t)n != w->bytes;
}

/* ECB needs nothing between two messages. */
static int run_ecb(void *p)
{
    struct state *s = p;
    int n = 0;
    return !EVP_CipherUpdate(s->cipher, s->w->out, &n, s->w->in, (int)s->w->bytes) || (size_t)n != s->w->bytes;
}

static int run_gcm(void *p)
{
    struct state *s = p;
    const struct bench_work *w = s->w;
    int n = 0, enc = !decrypts(w->op), good = EVP_CipherInit_ex2(s->cipher, NULL, NULL, w->iv, -1, NULL);
    if (!enc)
        good = good && EVP_CIPHER_CTX_ctrl(s->cipher, EVP_CTRL_AEAD_SET_TAG, TAG, (void *)(uintptr_t)w->tag) > 0;
    good = good && EVP_CipherUpdate(s->cipher, w->out, &n, w->in, (int)w->bytes) &&
           EVP_CipherFinal_ex(s->cipher, w->out + w->bytes, &n);
    if (enc)
        good = good && EVP_CIPHER_CTX_ctrl(s->cipher, EVP_CTRL_AEAD_GET_TAG, TAG, w->out + w->bytes) > 0;
    return !good;
}

static int run_ccm(void *p)
{
    struct state *s = p;
    const struct bench_work *w = s->w;
    int n = 0, enc = !decrypts(w->op), good = 1;
    if (!enc)
        good = EVP_CIPHER_CTX_ctrl(s->cipher, EVP_CTRL_AEAD_SET_TAG, TAG, (void *)(uintptr_t)w->tag) > 0;
    good = good && EVP_CipherInit_ex2(s->cipher, NULL, NULL, w->iv, -1, NULL) &&
           EVP_CipherUpdate(s->cipher, NULL, &n, NULL, (int)w->bytes) &&
           EVP_CipherUpdate(s->cipher, w->out, &n, w->in, (int)w->bytes);
    if (enc)
        good = good && EVP_CIPHER_CTX_ctrl(s->cipher, EVP_CTRL_AEAD_GET_TAG, TAG, w->out + w->bytes) > 0;
    return !good;
}

static int run_key(void *p)
{
    struct state *s = p;
    return !EVP_CipherInit_ex2(s->cipher, NULL, s->w->key, NULL, -1, NULL);
}

static int key_result(void *p)
{
    struct state *s = p;
    int n = 0;
    return !EVP_CipherUpdate(s->cipher, s->w->out, &n, s->w->iv, 16);
}

static int run_block(void *p)
{
    struct state *s = p;
    int n = 0;
    return !EVP_CipherUpdate(s->cipher, s->w->out, &n, s->w->out, 16);
}

static const char *version(void)
{
    return OpenSSL_version(OPENSSL_VERSION_STRING);
}

#define SM2(run, result) \
    {bench_openssl_sm2_open, bench_openssl_sm2_##run, bench_openssl_sm2_##result, bench_openssl_sm2_close}, NULL
#define CIPHER(run) {open_cipher, run, NULL, close_state}, offered
static const struct bench_lib_way ways[] = {
    {"sm3", {open_md, run_md, NULL, close_state}, NULL},
    {"hmac-sm3", {open_hmac, run_mac, NULL, close_state}, NULL},
    {"sm2-kdf", {open_kdf, run_kdf, NULL, close_state}, NULL},
    {"pbkdf2-sm3", {open_md, run_pbkdf2, NULL, close_state}, NULL},
    {"sm4-key", {open_cipher, run_key, key_result, close_state}, offered},
    {"sm4-block", CIPHER(run_block)},
    {"sm4-ecb-enc", CIPHER(run_ecb)},
    {"sm4-ecb-dec", CIPHER(run_ecb)},
    {"sm4-cbc-enc", CIPHER(run_plain)},
    {"sm4-cbc-dec", CIPHER(run_plain)},
    {"sm4-cfb-enc", CIPHER(run_plain)},
    {"sm4-cfb-dec", CIPHER(run_plain)},
    {"sm4-ofb", CIPHER(run_plain)},
    {"sm4-ctr", CIPHER(run_plain)},
    {"sm4-xts-enc", CIPHER(run_plain)},
    {"sm4-xts-dec", CIPHER(run_plain)},
    {"sm4-gcm-enc", CIPHER(run_gcm)},
    {"sm4-gcm-dec", CIPHER(run_gcm)},
    {"sm4-ccm-enc", CIPHER(run_ccm)},
    {"sm4-ccm-dec", CIPHER(run_ccm)},
    {"sm4-cmac", {open_cmac, run_mac, NULL, close_state}, NULL},
    {"sm2-keygen", SM2(keygen, usable)},
    {"sm2-sign", SM2(sign, signed)},
    {"sm2-sign-message", SM2(sign_message, message_signed)},
    {"sm2-verify", SM2(verify, verified)},
};
const struct bench_lib bench_openssl = {"openssl", version, BENCH_WAYS(ways)};
