/* SM3, HMAC, HKDF and PBKDF2 against OpenSSL on random inputs. */
#include <guomi/sm3.h>

#include "gmtest.h"

#if GM_HAVE_OPENSSL

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

static uint8_t data[5000], more[200], got[1000], want[1000];

static void fill(void)
{
    rand_bytes(data, sizeof data);
    rand_bytes(more, sizeof more);
}

static int peer_has_sm3(void)
{
    unsigned n;
    return EVP_Digest("", 0, want, &n, EVP_sm3(), NULL) == 1 && n == 32;
}
#define NEEDS_PEER                                      \
    do {                                                \
        if (!peer_has_sm3())                            \
            SKIP("this OpenSSL was built without SM3"); \
        fill();                                         \
    } while (0)

static void hash(void)
{
    NEEDS_PEER;
    for (int round = 0; round < 3000; round++) {
        size_t len = rand_below(round % 2 ? 300 : sizeof data + 1), at = 0;
        const uint8_t *m = data + rand_below(sizeof data - len + 1);
        gm_sm3_ctx ctx;
        unsigned n;
        CHECK_EQ(EVP_Digest(m, len, want, &n, EVP_sm3(), NULL), 1);
        CHECK_OK(gm_sm3(got, m, len));
        CHECK_MEM(got, want, 32);
        gm_sm3_init(&ctx);
        while (at < len) {
            size_t part = 1 + rand_below(300);
            part = part < len - at ? part : len - at;
            CHECK_OK(gm_sm3_update(&ctx, m + at, part));
            at += part;
        }
        CHECK_OK(gm_sm3_final(&ctx, got));
        CHECK_MEM(got, want, 32);
    }
}

static void many(void)
{
    NEEDS_PEER;
    for (int round = 0; round < 100; round++) {
        const uint8_t *messages[30] = {NULL};
        size_t lens[30] = {0}, n = rand_below(31);
        for (size_t i = 0; i < n; i++) {
            lens[i] = rand_below(rand_below(4) == 0 ? 3000 : 200);
            messages[i] = data + rand_below(sizeof data - lens[i] + 1);
        }
        CHECK_OK(gm_sm3_many((uint8_t(*)[32])(void *)got, messages, lens, n));
        for (size_t i = 0; i < n; i++) {
            CHECK_EQ(EVP_Digest(messages[i], lens[i], want, NULL, EVP_sm3(), NULL), 1);
            CHECK_MEM(got + 32 * i, want, 32);
        }
    }
}

static void hmac(void)
{
    NEEDS_PEER;
    for (int round = 0; round < 2000; round++) {
        size_t len = rand_below(600), key_len = rand_below(sizeof more + 1);
        gm_hmac_sm3_key key;
        unsigned n;
        CHECK(HMAC(EVP_sm3(), more, (int)key_len, data, len, want, &n) != NULL && n == 32);
        CHECK_OK(gm_hmac_sm3_key_init(&key, more, key_len));
        CHECK_OK(gm_hmac_sm3(&key, got, data, len));
        CHECK_MEM(got, want, 32);
    }
}

static void pbkdf2(void)
{
    NEEDS_PEER;
    for (int round = 0; round < 60; round++) {
        size_t len = 1 + rand_below(700), password_len = rand_below(150), salt_len = rand_below(sizeof more + 1);
        int iterations = 1 + (int)rand_below(20);
        CHECK_EQ(PKCS5_PBKDF2_HMAC((const char *)data, (int)password_len, more, (int)salt_len, iterations, EVP_sm3(),
                                   (int)len, want),
                 1);
        CHECK_OK(gm_pbkdf2_hmac_sm3(got, len, data, password_len, more, salt_len, (uint64_t)iterations));
        CHECK_MEM(got, want, len);
    }
}

/* OpenSSL's name of the algorithm, and the parameters it wants; NULL ends `names`. */
static int derive(const char *algorithm, const char *const *names, const uint8_t *const *values, const size_t *lens,
                  size_t len)
{
    OSSL_PARAM params[6];
    size_t n = 0;
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, algorithm, NULL);
    EVP_KDF_CTX *ctx = kdf != NULL ? EVP_KDF_CTX_new(kdf) : NULL;
    params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)"SM3", 0);
    for (size_t i = 0; names[i] != NULL; i++)
        if (lens[i] > 0)
            params[n++] = OSSL_PARAM_construct_octet_string(names[i], (void *)(uintptr_t)values[i], lens[i]);
    params[n] = OSSL_PARAM_construct_end();
    int good = ctx != NULL && EVP_KDF_derive(ctx, want, len, params) == 1;
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    return good;
}

static void hkdf(void)
{
    static const char *const names[] = {OSSL_KDF_PARAM_KEY, OSSL_KDF_PARAM_SALT, OSSL_KDF_PARAM_INFO, NULL};
    NEEDS_PEER;
    for (int round = 0; round < 500; round++) {
        const uint8_t *const values[] = {data, more, data + 1000};
        size_t lens[] = {1 + rand_below(200), rand_below(100), rand_below(100)}, len = 1 + rand_below(900);
        CHECK(derive("HKDF", names, values, lens, len));
        CHECK_OK(gm_hkdf_sm3(got, len, more, lens[1], data, lens[0], data + 1000, lens[2]));
        CHECK_MEM(got, want, len);
    }
}

/* The KDF of SM2 is that of ANSI X9.63 without shared information. */
static void kdf(void)
{
    static const char *const names[] = {OSSL_KDF_PARAM_SECRET, NULL};
    NEEDS_PEER;
    for (int round = 0; round < 500; round++) {
        const uint8_t *const values[] = {data};
        size_t lens[] = {1 + rand_below(200)}, len = 1 + rand_below(900);
        CHECK(derive("X963KDF", names, values, lens, len));
        CHECK_OK(gm_sm3_kdf(got, len, data, lens[0]));
        CHECK_MEM(got, want, len);
    }
}

TEST_SUITE(openssl, CASE(hash), CASE(many), CASE(hmac), CASE(pbkdf2), CASE(hkdf), CASE(kdf));

#else

static void openssl(void)
{
    SKIP("libcrypto was not there when this build was configured");
}

TEST_SUITE(openssl, CASE(openssl));

#endif
