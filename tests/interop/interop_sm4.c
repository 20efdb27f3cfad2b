/* SM4 modes against OpenSSL, libgcrypt and Botan on random inputs, where each has the mode. */
#include <guomi/sm4.h>

#include "gmtest.h"

#if GM_HAVE_OPENSSL || GM_HAVE_GCRYPT || GM_HAVE_BOTAN
#define MAX 700
#define ROUNDS 400

static uint8_t key[32], iv[64], aad[100], in[MAX], got[MAX + 32], want[MAX + 32];

static size_t some_length(size_t unit)
{
    size_t len = rand_below(3) == 0 ? rand_below(40) : rand_below(MAX - 16);
    rand_bytes(key, sizeof key);
    rand_bytes(iv, sizeof iv);
    rand_bytes(aad, sizeof aad);
    rand_bytes(in, sizeof in);
    return len - len % unit;
}

#endif

#if GM_HAVE_GCRYPT || GM_HAVE_BOTAN
static uint8_t tag[16], want_tag[16];
#endif

#if GM_HAVE_OPENSSL || GM_HAVE_GCRYPT
/* The modes that both have, by our side. */
enum { ECB, CBC, CFB, OFB, CTR };

static gm_status ours(int mode, int decrypt, uint8_t *out, const uint8_t *text, size_t len)
{
    gm_sm4_key k;
    CHECK_OK(gm_sm4_key_init(&k, key));
    switch (mode) {
    case ECB:
        return (decrypt ? gm_sm4_ecb_decrypt : gm_sm4_ecb_encrypt)(&k, out, text, len);
    case CBC:
        return (decrypt ? gm_sm4_cbc_decrypt : gm_sm4_cbc_encrypt)(&k, out, text, len, iv);
    case CFB:
        return (decrypt ? gm_sm4_cfb_decrypt : gm_sm4_cfb_encrypt)(&k, out, text, len, iv);
    case OFB:
        return gm_sm4_ofb(&k, out, text, len, iv);
    default:
        return gm_sm4_ctr(&k, out, text, len, iv);
    }
}

#endif

#if GM_HAVE_OPENSSL
#include <openssl/evp.h>

static void openssl_modes(void)
{
    const EVP_CIPHER *const ciphers[] = {EVP_sm4_ecb(), EVP_sm4_cbc(), EVP_sm4_cfb128(), EVP_sm4_ofb(), EVP_sm4_ctr()};
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    if (c == NULL || EVP_EncryptInit_ex(c, ciphers[0], NULL, key, NULL) != 1) {
        EVP_CIPHER_CTX_free(c);
        SKIP("this OpenSSL was built without SM4");
    }
    for (int mode = ECB; mode <= CTR; mode++)
        for (int round = 0; round < ROUNDS; round++) {
            int n = 0, last = 0, decrypt = round % 2;
            size_t len = some_length(mode <= CBC ? 16 : 1);
            CHECK_EQ(EVP_CipherInit_ex(c, ciphers[mode], NULL, key, iv, !decrypt), 1);
            CHECK_EQ(EVP_CIPHER_CTX_set_padding(c, 0), 1);
            CHECK_EQ(EVP_CipherUpdate(c, want, &n, in, (int)len), 1);
            CHECK_EQ(EVP_CipherFinal_ex(c, want + n, &last), 1);
            CHECK_EQ(n + last, len);
            CHECK_OK(ours(mode, decrypt, got, in, len));
            CHECK_MEM(got, want, len);
        }
    EVP_CIPHER_CTX_free(c);
}

/* PKCS#7, which OpenSSL adds by itself, through the running cipher. */
static void openssl_padding(void)
{
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    if (c == NULL || EVP_EncryptInit_ex(c, EVP_sm4_cbc(), NULL, key, iv) != 1) {
        EVP_CIPHER_CTX_free(c);
        SKIP("this OpenSSL was built without SM4");
    }
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_cipher ctx;
        int n = 0, last = 0;
        size_t len = some_length(1), m, end;
        CHECK_EQ(EVP_EncryptInit_ex(c, EVP_sm4_cbc(), NULL, key, iv), 1);
        CHECK_EQ(EVP_EncryptUpdate(c, want, &n, in, (int)len), 1);
        CHECK_EQ(EVP_EncryptFinal_ex(c, want + n, &last), 1);
        CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_PKCS7, key, 16, iv, 16));
        CHECK_OK(gm_sm4_cipher_update(&ctx, got, sizeof got, &m, in, len));
        CHECK_OK(gm_sm4_cipher_finish(&ctx, got + m, sizeof got - m, &end));
        CHECK_EQ(m + end, n + last);
        CHECK_MEM(got, want, m + end);
    }
    EVP_CIPHER_CTX_free(c);
}
#else
static void openssl_modes(void)
{
    SKIP("no OpenSSL at configure time");
}
static void openssl_padding(void)
{
    SKIP("no OpenSSL at configure time");
}
#endif

#if GM_HAVE_GCRYPT
#include <gcrypt.h>

static int gcrypt_ready(void)
{
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return gcry_cipher_test_algo(GCRY_CIPHER_SM4) == 0;
}

static gcry_cipher_hd_t gcrypt_open(int mode, size_t key_len, size_t iv_len)
{
    gcry_cipher_hd_t h = NULL;
    CHECK_EQ(gcry_cipher_open(&h, GCRY_CIPHER_SM4, mode, 0), 0);
    CHECK_EQ(gcry_cipher_setkey(h, key, key_len), 0);
    if (mode == GCRY_CIPHER_MODE_CTR)
        CHECK_EQ(gcry_cipher_setctr(h, iv, iv_len), 0);
    else if (mode != GCRY_CIPHER_MODE_ECB)
        CHECK_EQ(gcry_cipher_setiv(h, iv, iv_len), 0);
    return h;
}

static void gcrypt_modes(void)
{
    static const int modes[] = {GCRY_CIPHER_MODE_ECB, GCRY_CIPHER_MODE_CBC, GCRY_CIPHER_MODE_CFB, GCRY_CIPHER_MODE_OFB,
                                GCRY_CIPHER_MODE_CTR};
    if (!gcrypt_ready())
        SKIP("this libgcrypt was built without SM4");
    for (int mode = ECB; mode <= CTR; mode++)
        for (int round = 0; round < ROUNDS; round++) {
            size_t len = some_length(mode <= CBC ? 16 : 1);
            gcry_cipher_hd_t h = gcrypt_open(modes[mode], 16, 16);
            CHECK_EQ((round % 2 ? gcry_cipher_decrypt : gcry_cipher_encrypt)(h, want, len, in, len), 0);
            gcry_cipher_close(h);
            CHECK_OK(ours(mode, round % 2, got, in, len));
            CHECK_MEM(got, want, len);
        }
}

static void gcrypt_gcm(void)
{
    if (!gcrypt_ready())
        SKIP("this libgcrypt was built without SM4");
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_gcm_key k;
        size_t len = some_length(1), aad_len = rand_below(sizeof aad), iv_len = round % 2 ? 12 : 1 + rand_below(64);
        gcry_cipher_hd_t h = gcrypt_open(GCRY_CIPHER_MODE_GCM, 16, iv_len);
        CHECK_EQ(gcry_cipher_authenticate(h, aad, aad_len), 0);
        CHECK_EQ(gcry_cipher_encrypt(h, want, len, in, len), 0);
        CHECK_EQ(gcry_cipher_gettag(h, want_tag, 16), 0);
        gcry_cipher_close(h);
        CHECK_OK(gm_sm4_gcm_key_init(&k, key));
        CHECK_OK(gm_sm4_gcm_encrypt(&k, got, tag, 16, iv, iv_len, aad, aad_len, in, len));
        CHECK_MEM(got, want, len);
        CHECK_MEM(tag, want_tag, 16);
    }
}

static void gcrypt_ccm(void)
{
    if (!gcrypt_ready())
        SKIP("this libgcrypt was built without SM4");
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_key k;
        size_t len = some_length(1), aad_len = rand_below(sizeof aad), nonce_len = 7 + rand_below(7);
        size_t tag_len = 4 + 2 * rand_below(7);
        uint64_t lengths[3] = {len, aad_len, tag_len};
        gcry_cipher_hd_t h = gcrypt_open(GCRY_CIPHER_MODE_CCM, 16, nonce_len);
        CHECK_EQ(gcry_cipher_ctl(h, GCRYCTL_SET_CCM_LENGTHS, lengths, sizeof lengths), 0);
        CHECK_EQ(gcry_cipher_authenticate(h, aad, aad_len), 0);
        CHECK_EQ(gcry_cipher_encrypt(h, want, len, in, len), 0);
        CHECK_EQ(gcry_cipher_gettag(h, want_tag, tag_len), 0);
        gcry_cipher_close(h);
        CHECK_OK(gm_sm4_key_init(&k, key));
        CHECK_OK(gm_sm4_ccm_encrypt(&k, got, tag, tag_len, iv, nonce_len, aad, aad_len, in, len));
        CHECK_MEM(got, want, len);
        CHECK_MEM(tag, want_tag, tag_len);
    }
}

static void gcrypt_xts(void)
{
    if (!gcrypt_ready())
        SKIP("this libgcrypt was built without SM4");
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_xts_key k;
        size_t len = 16 + some_length(1);
        gcry_cipher_hd_t h = gcrypt_open(GCRY_CIPHER_MODE_XTS, 32, 16);
        CHECK_EQ((round % 2 ? gcry_cipher_decrypt : gcry_cipher_encrypt)(h, want, len, in, len), 0);
        gcry_cipher_close(h);
        CHECK_OK(gm_sm4_xts_key_init(&k, key));
        CHECK_OK((round % 2 ? gm_sm4_xts_decrypt : gm_sm4_xts_encrypt)(&k, GM_SM4_XTS_IEEE1619, got, in, len, iv));
        CHECK_MEM(got, want, len);
    }
}

static void gcrypt_macs(void)
{
    if (!gcrypt_ready() || gcry_mac_test_algo(GCRY_MAC_CMAC_SM4) != 0)
        SKIP("this libgcrypt was built without CMAC over SM4");
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_key k;
        gm_sm4_gcm_key g;
        gcry_mac_hd_t h = NULL;
        size_t len = some_length(1), n = 16;
        CHECK_EQ(gcry_mac_open(&h, GCRY_MAC_CMAC_SM4, 0, NULL), 0);
        CHECK_EQ(gcry_mac_setkey(h, key, 16), 0);
        CHECK_EQ(gcry_mac_write(h, in, len), 0);
        CHECK_EQ(gcry_mac_read(h, want_tag, &n), 0);
        gcry_mac_close(h);
        CHECK_OK(gm_sm4_key_init(&k, key));
        CHECK_OK(gm_sm4_cmac(&k, tag, 16, in, len));
        CHECK_MEM(tag, want_tag, 16);
        gcry_cipher_hd_t c = gcrypt_open(GCRY_CIPHER_MODE_GCM, 16, 12);
        CHECK_EQ(gcry_cipher_authenticate(c, in, len), 0);
        CHECK_EQ(gcry_cipher_gettag(c, want_tag, 16), 0);
        gcry_cipher_close(c);
        CHECK_OK(gm_sm4_gcm_key_init(&g, key));
        CHECK_OK(gm_sm4_gmac(&g, tag, 16, iv, 12, in, len));
        CHECK_MEM(tag, want_tag, 16);
    }
}
#else
#define GCRYPT_SKIP(name)                       \
    static void name(void)                      \
    {                                           \
        SKIP("no libgcrypt at configure time"); \
    }
GCRYPT_SKIP(gcrypt_modes)
GCRYPT_SKIP(gcrypt_gcm)
GCRYPT_SKIP(gcrypt_ccm)
GCRYPT_SKIP(gcrypt_xts)
GCRYPT_SKIP(gcrypt_macs)
#endif

#if GM_HAVE_BOTAN
#include <botan/ffi.h>

/* One message through a Botan mode; returns the bytes written to want, 0 where Botan lacks it. */
static size_t botan_run(const char *name, int decrypt, size_t key_len, size_t iv_len, size_t aad_len, size_t len)
{
    botan_cipher_t c;
    size_t written = 0, consumed = 0;
    if (botan_cipher_init(&c, name, decrypt ? 1 : 0) != 0)
        return 0;
    CHECK_EQ(botan_cipher_set_key(c, key, key_len), 0);
    if (aad_len > 0)
        CHECK_EQ(botan_cipher_set_associated_data(c, aad, aad_len), 0);
    CHECK_EQ(botan_cipher_start(c, iv, iv_len), 0);
    CHECK_EQ(botan_cipher_update(c, BOTAN_CIPHER_UPDATE_FLAG_FINAL, want, sizeof want, &written, in, len, &consumed),
             0);
    CHECK_EQ(consumed, len);
    botan_cipher_destroy(c);
    return written;
}

static void botan_aead(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_gcm_key g;
        gm_sm4_key k;
        size_t len = some_length(1), aad_len = rand_below(sizeof aad);
        if (botan_run("SM4/GCM", 0, 16, 12, aad_len, len) == 0)
            SKIP("this Botan has no SM4/GCM");
        CHECK_OK(gm_sm4_gcm_key_init(&g, key));
        CHECK_OK(gm_sm4_gcm_encrypt(&g, got, got + len, 16, iv, 12, aad, aad_len, in, len));
        CHECK_MEM(got, want, len + 16);
        CHECK_EQ(botan_run("SM4/CCM(16,3)", 0, 16, 12, aad_len, len), len + 16);
        CHECK_OK(gm_sm4_key_init(&k, key));
        CHECK_OK(gm_sm4_ccm_encrypt(&k, got, got + len, 16, iv, 12, aad, aad_len, in, len));
        CHECK_MEM(got, want, len + 16);
    }
}

static void botan_xts(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_xts_key k;
        size_t len = 16 + some_length(1);
        if (botan_run("SM4/XTS", round % 2, 32, 16, 0, len) == 0)
            SKIP("this Botan has no SM4/XTS");
        CHECK_OK(gm_sm4_xts_key_init(&k, key));
        CHECK_OK((round % 2 ? gm_sm4_xts_decrypt : gm_sm4_xts_encrypt)(&k, GM_SM4_XTS_IEEE1619, got, in, len, iv));
        CHECK_MEM(got, want, len);
    }
}

static void botan_cmac(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        gm_sm4_key k;
        botan_mac_t m;
        size_t len = some_length(1);
        if (botan_mac_init(&m, "CMAC(SM4)", 0) != 0)
            SKIP("this Botan has no CMAC(SM4)");
        CHECK_EQ(botan_mac_set_key(m, key, 16), 0);
        CHECK_EQ(botan_mac_update(m, in, len), 0);
        CHECK_EQ(botan_mac_final(m, want_tag), 0);
        botan_mac_destroy(m);
        CHECK_OK(gm_sm4_key_init(&k, key));
        CHECK_OK(gm_sm4_cmac(&k, tag, 16, in, len));
        CHECK_MEM(tag, want_tag, 16);
    }
}

/* The paddings Botan has, CBC. */
static void botan_padding(void)
{
    static const struct {
        const char *name;
        gm_sm4_padding padding;
    } paddings[] = {{"SM4/CBC/PKCS7", GM_SM4_PAD_PKCS7},
                    {"SM4/CBC/OneAndZeros", GM_SM4_PAD_ISO7816},
                    {"SM4/CBC/X9.23", GM_SM4_PAD_X923}};
    for (size_t p = 0; p < GM_COUNT(paddings); p++)
        for (int round = 0; round < ROUNDS / 4; round++) {
            gm_sm4_cipher ctx;
            size_t len = some_length(1), n, end, written = botan_run(paddings[p].name, 0, 16, 16, 0, len);
            if (written == 0)
                SKIP("this Botan lacks a padding");
            CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_CBC, GM_SM4_ENCRYPT, paddings[p].padding, key, 16, iv, 16));
            CHECK_OK(gm_sm4_cipher_update(&ctx, got, sizeof got, &n, in, len));
            CHECK_OK(gm_sm4_cipher_finish(&ctx, got + n, sizeof got - n, &end));
            CHECK_EQ(n + end, written);
            CHECK_MEM(got, want, n + end);
        }
}
#else
#define BOTAN_SKIP(name)                    \
    static void name(void)                  \
    {                                       \
        SKIP("no Botan at configure time"); \
    }
BOTAN_SKIP(botan_aead)
BOTAN_SKIP(botan_xts)
BOTAN_SKIP(botan_cmac)
BOTAN_SKIP(botan_padding)
#endif

TEST_SUITE(interop_sm4, CASE(openssl_modes), CASE(openssl_padding), CASE(gcrypt_modes), CASE(gcrypt_gcm),
           CASE(gcrypt_ccm), CASE(gcrypt_xts), CASE(gcrypt_macs), CASE(botan_aead), CASE(botan_xts), CASE(botan_cmac),
           CASE(botan_padding));
