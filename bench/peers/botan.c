/* Botan 2, through its C interface. */
#include <botan/ffi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers/botan_sm2.h"
#include "peers/peers.h"

enum { TAG = 16, NONCE = 12 };

struct state {
    const struct bench_work *w;
    botan_hash_t hash;
    botan_mac_t mac;
    botan_cipher_t cipher;
    botan_block_cipher_t block;
    size_t in_len, nonce_len;
};

static void close_state(void *p)
{
    struct state *s = p;
    botan_hash_destroy(s->hash);
    botan_mac_destroy(s->mac);
    botan_cipher_destroy(s->cipher);
    botan_block_cipher_destroy(s->block);
    free(s);
}

static void *open_state(const struct bench_work *w)
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

/* ---- SM3 and MACs ---- */

static void *open_hash(const struct bench_work *w)
{
    struct state *s = open_state(w);
    return ready(s, s && botan_hash_init(&s->hash, "SM3", 0) == 0);
}

static int run_hash(void *p)
{
    struct state *s = p;
    return botan_hash_update(s->hash, s->w->in, s->w->bytes) || botan_hash_final(s->hash, s->w->out);
}

static void *open_mac(const struct bench_work *w, const char *name, size_t key_len)
{
    struct state *s = open_state(w);
    return ready(s, s && botan_mac_init(&s->mac, name, 0) == 0 && botan_mac_set_key(s->mac, w->key, key_len) == 0);
}

static void *open_hmac(const struct bench_work *w)
{
    return open_mac(w, "HMAC(SM3)", 32);
}

static void *open_cmac(const struct bench_work *w)
{
    return open_mac(w, "CMAC(SM4)", 16);
}

static void *open_cbcmac(const struct bench_work *w)
{
    return open_mac(w, "CBC-MAC(SM4)", 16);
}

static int run_mac(void *p)
{
    struct state *s = p;
    return botan_mac_update(s->mac, s->w->in, s->w->bytes) || botan_mac_final(s->mac, s->w->out);
}

static int run_kdf(void *p)
{
    const struct bench_work *w = ((struct state *)p)->w;
    return botan_kdf("KDF2(SM3)", w->out, w->bytes, w->in, BENCH_KDF_INPUT, NULL, 0, NULL, 0);
}

static int run_pbkdf2(void *p)
{
    const struct bench_work *w = ((struct state *)p)->w;
    return botan_pwdhash("PBKDF2(SM3)", BENCH_PBKDF2_ITERATIONS, 0, 0, w->out, 32, (const char *)w->key, 32, w->iv, 16);
}

/* ---- SM4 ---- */

static int decrypts(const struct bench_work *w)
{
    return strstr(w->op->name, "-dec") != NULL;
}

static void *open_block(const struct bench_work *w)
{
    struct state *s = open_state(w);
    if (w->op->sizes == BENCH_FIXED && w->bytes != 0)
        memcpy(w->out, w->in, 16);
    return ready(s, s && botan_block_cipher_init(&s->block, "SM4") == 0 &&
                        botan_block_cipher_set_key(s->block, w->key, 16) == 0);
}

static int run_ecb_enc(void *p)
{
    const struct state *s = p;
    return botan_block_cipher_encrypt_blocks(s->block, s->w->in, s->w->out, s->w->bytes / 16);
}

static int run_ecb_dec(void *p)
{
    const struct state *s = p;
    return botan_block_cipher_decrypt_blocks(s->block, s->w->in, s->w->out, s->w->bytes / 16);
}

static int run_block(void *p)
{
    const struct state *s = p;
    return botan_block_cipher_encrypt_blocks(s->block, s->w->out, s->w->out, 1);
}

static int run_key(void *p)
{
    const struct state *s = p;
    return botan_block_cipher_set_key(s->block, s->w->key, 16);
}

static int key_result(void *p)
{
    const struct state *s = p;
    return botan_block_cipher_encrypt_blocks(s->block, s->w->iv, s->w->out, 1);
}

static void *open_cipher(const struct bench_work *w)
{
    static const struct {
        const char *op, *name;
        size_t nonce_len, key_len;
        int tag;
    } modes[] = {
        {"cbc-", "SM4/CBC/NoPadding", 16, 16, 0}, {"cfb-", "SM4/CFB", 16, 16, 0},    {"cfb8", "SM4/CFB(8)", 16, 16, 0},
        {"ofb", "OFB(SM4)", 16, 16, 0},           {"ctr", "CTR-BE(SM4)", 16, 16, 0}, {"xts", "SM4/XTS", 16, 32, 0},
        {"gcm", "SM4/GCM", NONCE, 16, 1},         {"gmac", "SM4/GCM", NONCE, 16, 0}, {"ccm", "SM4/CCM", NONCE, 16, 1},
    };
    struct state *s = open_state(w);
    size_t i = 0;
    while (strncmp(w->op->name + 4, modes[i].op, strlen(modes[i].op)) != 0)
        i++;
    if (s == NULL)
        return NULL;
    s->in_len = w->bytes + (modes[i].tag && decrypts(w) ? TAG : 0); /* the tag follows the text */
    s->nonce_len = modes[i].nonce_len;
    return ready(s, botan_cipher_init(&s->cipher, modes[i].name, decrypts(w)) == 0 &&
                        botan_cipher_set_key(s->cipher, w->key, modes[i].key_len) == 0);
}

static int run_cipher(void *p)
{
    const struct state *s = p;
    const struct bench_work *w = s->w;
    size_t written = 0, consumed = 0;
    return botan_cipher_start(s->cipher, w->iv, s->nonce_len) ||
           botan_cipher_update(s->cipher, BOTAN_CIPHER_UPDATE_FLAG_FINAL, w->out, w->out_len, &written, w->in,
                               s->in_len, &consumed) ||
           written != w->out_len;
}

/* The message as additional data, no text. */
static int run_gmac(void *p)
{
    const struct state *s = p;
    const struct bench_work *w = s->w;
    size_t written = 0, consumed = 0;
    return botan_cipher_set_associated_data(s->cipher, w->in, w->bytes) ||
           botan_cipher_start(s->cipher, w->iv, s->nonce_len) ||
           botan_cipher_update(s->cipher, BOTAN_CIPHER_UPDATE_FLAG_FINAL, w->out, w->out_len, &written, w->in, 0,
                               &consumed);
}

static const char *version(void)
{
    static char text[32];
    snprintf(text, sizeof text, "%u.%u.%u", (unsigned)botan_version_major(), (unsigned)botan_version_minor(),
             (unsigned)botan_version_patch());
    return text;
}

#define SM2(run, result) {bench_botan_sm2_open, bench_botan_sm2_##run, result, bench_botan_sm2_close}, NULL
#define CIPHER {open_cipher, run_cipher, NULL, close_state}, NULL
static const struct bench_lib_way ways[] = {
    {"sm3", {open_hash, run_hash, NULL, close_state}, NULL},
    {"hmac-sm3", {open_hmac, run_mac, NULL, close_state}, NULL},
    {"sm2-kdf", {open_state, run_kdf, NULL, close_state}, NULL},
    {"pbkdf2-sm3", {open_state, run_pbkdf2, NULL, close_state}, NULL},
    {"sm4-key", {open_block, run_key, key_result, close_state}, NULL},
    {"sm4-block", {open_block, run_block, NULL, close_state}, NULL},
    {"sm4-ecb-enc", {open_block, run_ecb_enc, NULL, close_state}, NULL},
    {"sm4-ecb-dec", {open_block, run_ecb_dec, NULL, close_state}, NULL},
    {"sm4-cbc-enc", CIPHER},
    {"sm4-cbc-dec", CIPHER},
    {"sm4-cfb-enc", CIPHER},
    {"sm4-cfb-dec", CIPHER},
    {"sm4-cfb8-enc", CIPHER},
    {"sm4-cfb8-dec", CIPHER},
    {"sm4-ofb", CIPHER},
    {"sm4-ctr", CIPHER},
    {"sm4-xts-enc", CIPHER},
    {"sm4-xts-dec", CIPHER},
    {"sm4-gcm-enc", CIPHER},
    {"sm4-gcm-dec", CIPHER},
    {"sm4-ccm-enc", CIPHER},
    {"sm4-ccm-dec", CIPHER},
    {"sm4-cmac", {open_cmac, run_mac, NULL, close_state}, NULL},
    {"sm4-gmac", {open_cipher, run_gmac, NULL, close_state}, NULL},
    {"sm4-cbcmac", {open_cbcmac, run_mac, NULL, close_state}, NULL},
    {"sm2-keygen", SM2(keygen, bench_botan_sm2_usable)},
    {"sm2-sign", SM2(sign, bench_botan_sm2_signed)},
    {"sm2-sign-message", SM2(sign, bench_botan_sm2_signed)},
    {"sm2-verify", SM2(verify, bench_botan_sm2_verified)},
    {"sm2-encrypt", SM2(encrypt, bench_botan_sm2_encrypted)},
    {"sm2-decrypt", SM2(decrypt, NULL)},
};
const struct bench_lib bench_botan = {"botan", version, BENCH_WAYS(ways)};
