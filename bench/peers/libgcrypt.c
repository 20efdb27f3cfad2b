/* libgcrypt, with handles opened and keyed beforehand. */
#include <gcrypt.h>
#include <stdlib.h>
#include <string.h>

#include "peers/libgcrypt_sm2.h"
#include "peers/peers.h"

enum { TAG = 16, NONCE = 12 };

struct state {
    const struct bench_work *w;
    gcry_cipher_hd_t cipher;
    gcry_mac_hd_t mac;
    int mode;
};

static const char *version(void)
{
    return gcry_check_version(NULL);
}

void bench_libgcrypt_start(void)
{
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P))
        return;
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
}

static void close_state(void *p)
{
    struct state *s = p;
    gcry_cipher_close(s->cipher);
    gcry_mac_close(s->mac);
    free(s);
}

static void *open_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    bench_libgcrypt_start();
    if (s != NULL)
        s->w = w;
    return s;
}

/* ---- SM3 and MACs ---- */

static int run_md(void *p)
{
    struct state *s = p;
    gcry_md_hash_buffer(GCRY_MD_SM3, s->w->out, s->w->in, s->w->bytes);
    return 0;
}

static int run_pbkdf2(void *p)
{
    const struct bench_work *w = ((struct state *)p)->w;
    return gcry_kdf_derive(w->key, 32, GCRY_KDF_PBKDF2, GCRY_MD_SM3, w->iv, 16, BENCH_PBKDF2_ITERATIONS, 32, w->out) !=
           0;
}

static void *open_mac(const struct bench_work *w, int algorithm, size_t key_len)
{
    struct state *s = open_state(w);
    if (s != NULL && (gcry_mac_open(&s->mac, algorithm, 0, NULL) || gcry_mac_setkey(s->mac, w->key, key_len))) {
        close_state(s);
        s = NULL;
    }
    return s;
}

static void *open_hmac(const struct bench_work *w)
{
    return open_mac(w, GCRY_MAC_HMAC_SM3, 32);
}

static void *open_cmac(const struct bench_work *w)
{
    return open_mac(w, GCRY_MAC_CMAC_SM4, 16);
}

static int run_mac(void *p)
{
    struct state *s = p;
    size_t n = s->w->out_len;
    return gcry_mac_reset(s->mac) || gcry_mac_write(s->mac, s->w->in, s->w->bytes) ||
           gcry_mac_read(s->mac, s->w->out, &n);
}

/* ---- SM4 ---- */

static int decrypts(const struct bench_work *w)
{
    return strstr(w->op->name, "-dec") != NULL;
}

static void *open_cipher(const struct bench_work *w)
{
    static const struct {
        const char *op;
        int mode;
    } modes[] = {{"cbc-", GCRY_CIPHER_MODE_CBC}, {"cfb-", GCRY_CIPHER_MODE_CFB}, {"cfb8", GCRY_CIPHER_MODE_CFB8},
                 {"ofb", GCRY_CIPHER_MODE_OFB},  {"ctr", GCRY_CIPHER_MODE_CTR},  {"xts", GCRY_CIPHER_MODE_XTS},
                 {"gcm", GCRY_CIPHER_MODE_GCM},  {"gmac", GCRY_CIPHER_MODE_GCM}, {"ccm", GCRY_CIPHER_MODE_CCM}};
    struct state *s = open_state(w);
    if (s == NULL)
        return NULL;
    s->mode = GCRY_CIPHER_MODE_ECB;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strncmp(w->op->name + 4, modes[i].op, strlen(modes[i].op)) == 0)
            s->mode = modes[i].mode;
    if (gcry_cipher_open(&s->cipher, GCRY_CIPHER_SM4, s->mode, 0) ||
        gcry_cipher_setkey(s->cipher, w->key, s->mode == GCRY_CIPHER_MODE_XTS ? 32 : 16)) {
        close_state(s);
        return NULL;
    }
    if (w->op->sizes == BENCH_FIXED && w->bytes != 0)
        memcpy(w->out, w->in, 16);
    return s;
}

static gcry_error_t set_iv(const struct state *s)
{
    switch (s->mode) {
    case GCRY_CIPHER_MODE_ECB:
        return 0;
    case GCRY_CIPHER_MODE_CTR:
        return gcry_cipher_setctr(s->cipher, s->w->iv, 16);
    case GCRY_CIPHER_MODE_GCM:
    case GCRY_CIPHER_MODE_CCM:
        return gcry_cipher_setiv(s->cipher, s->w->iv, NONCE);
    default:
        return gcry_cipher_setiv(s->cipher, s->w->iv, 16);
    }
}

static int run_encrypt(void *p)
{
    const struct state *s = p;
    return set_iv(s) || gcry_cipher_encrypt(s->cipher, s->w->out, s->w->bytes, s->w->in, s->w->bytes);
}

static int run_decrypt(void *p)
{
    const struct state *s = p;
    return set_iv(s) || gcry_cipher_decrypt(s->cipher, s->w->out, s->w->bytes, s->w->in, s->w->bytes);
}

static int run_aead(void *p)
{
    const struct state *s = p;
    const struct bench_work *w = s->w;
    if (set_iv(s))
        return 1;
    if (s->mode == GCRY_CIPHER_MODE_CCM) {
        uint64_t lengths[3] = {w->bytes, 0, TAG};
        if (gcry_cipher_ctl(s->cipher, GCRYCTL_SET_CCM_LENGTHS, lengths, sizeof lengths))
            return 1;
    }
    if (decrypts(w))
        return gcry_cipher_decrypt(s->cipher, w->out, w->bytes, w->in, w->bytes) ||
               gcry_cipher_checktag(s->cipher, w->tag, TAG);
    return gcry_cipher_encrypt(s->cipher, w->out, w->bytes, w->in, w->bytes) ||
           gcry_cipher_gettag(s->cipher, w->out + w->bytes, TAG);
}

static int run_gmac(void *p)
{
    const struct state *s = p;
    return set_iv(s) || gcry_cipher_authenticate(s->cipher, s->w->in, s->w->bytes) ||
           gcry_cipher_gettag(s->cipher, s->w->out, TAG);
}

static int run_key(void *p)
{
    const struct state *s = p;
    return gcry_cipher_setkey(s->cipher, s->w->key, 16) != 0;
}

static int key_result(void *p)
{
    const struct state *s = p;
    return gcry_cipher_encrypt(s->cipher, s->w->out, 16, s->w->iv, 16) != 0;
}

static int run_block(void *p)
{
    const struct state *s = p;
    return gcry_cipher_encrypt(s->cipher, s->w->out, 16, NULL, 0) != 0;
}

#define SM2(run, result) {bench_libgcrypt_sm2_open, bench_libgcrypt_sm2_##run, result, bench_libgcrypt_sm2_close}, NULL
#define CIPHER(run) {open_cipher, run, NULL, close_state}, NULL
static const struct bench_lib_way ways[] = {
    {"sm3", {open_state, run_md, NULL, close_state}, NULL},
    {"hmac-sm3", {open_hmac, run_mac, NULL, close_state}, NULL},
    {"pbkdf2-sm3", {open_state, run_pbkdf2, NULL, close_state}, NULL},
    {"sm4-key", {open_cipher, run_key, key_result, close_state}, NULL},
    {"sm4-block", CIPHER(run_block)},
    {"sm4-ecb-enc", CIPHER(run_encrypt)},
    {"sm4-ecb-dec", CIPHER(run_decrypt)},
    {"sm4-cbc-enc", CIPHER(run_encrypt)},
    {"sm4-cbc-dec", CIPHER(run_decrypt)},
    {"sm4-cfb-enc", CIPHER(run_encrypt)},
    {"sm4-cfb-dec", CIPHER(run_decrypt)},
    {"sm4-cfb8-enc", CIPHER(run_encrypt)},
    {"sm4-cfb8-dec", CIPHER(run_decrypt)},
    {"sm4-ofb", CIPHER(run_encrypt)},
    {"sm4-ctr", CIPHER(run_encrypt)},
    {"sm4-xts-enc", CIPHER(run_encrypt)},
    {"sm4-xts-dec", CIPHER(run_decrypt)},
    {"sm4-gcm-enc", CIPHER(run_aead)},
    {"sm4-gcm-dec", CIPHER(run_aead)},
    {"sm4-ccm-enc", CIPHER(run_aead)},
    {"sm4-ccm-dec", CIPHER(run_aead)},
    {"sm4-cmac", {open_cmac, run_mac, NULL, close_state}, NULL},
    {"sm4-gmac", CIPHER(run_gmac)},
    {"sm2-keygen", SM2(keygen, bench_libgcrypt_sm2_usable)},
    {"sm2-sign", SM2(sign, bench_libgcrypt_sm2_signed)},
    {"sm2-verify", SM2(verify, bench_libgcrypt_sm2_verified)},
    {"sm2-encrypt", SM2(encrypt, bench_libgcrypt_sm2_encrypted)},
    {"sm2-decrypt", SM2(decrypt, bench_libgcrypt_sm2_decrypted)},
};
const struct bench_lib bench_libgcrypt = {"libgcrypt", version, BENCH_WAYS(ways)};
