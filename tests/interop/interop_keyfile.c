/* Key files between this library and OpenSSL, both ways: every form and text that both know, random keys, numbers
 * and coordinates with leading zeros among them. */
#include <guomi/keyfile.h>

#include "gmtest.h"

#if GM_HAVE_OPENSSL
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/encoder.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#endif

#if !GM_HAVE_OPENSSL || OPENSSL_VERSION_NUMBER < 0x30000000L

static void absent(void)
{
    SKIP("no OpenSSL 3");
}

TEST_SUITE(interop_keyfile, CASE(absent));

#else

static const char password[] = "a pass phrase";

struct pair {
    gm_sm2_private_key key;
    gm_sm2_public_key point;
    uint8_t number[32], octets[65];
};

/* A random key; every fourth has a number with a leading zero, and some points have coordinates that begin so. */
static struct pair random_pair(int round)
{
    struct pair pair;
    rand_bytes(pair.number, 32);
    pair.number[0] = round % 4 == 0 ? 0 : pair.number[0] & 0x7f;
    CHECK_OK(gm_sm2_private_key_read(&pair.key, pair.number, 32));
    CHECK_OK(gm_sm2_private_key_public(&pair.key, &pair.point));
    CHECK_OK(gm_sm2_public_key_write(&pair.point, pair.octets));
    return pair;
}

/* ---- written here, read there ---- */

static void same_private(EVP_PKEY *theirs, const struct pair *ours)
{
    BIGNUM *number = NULL;
    uint8_t bytes[32], octets[65];
    size_t n = 0;
    CHECK(theirs != NULL);
    if (theirs == NULL)
        return;
    CHECK_EQ(EVP_PKEY_get_bn_param(theirs, OSSL_PKEY_PARAM_PRIV_KEY, &number), 1);
    CHECK_EQ(BN_bn2binpad(number, bytes, 32), 32);
    CHECK_MEM(bytes, ours->number, 32);
    CHECK_EQ(EVP_PKEY_get_octet_string_param(theirs, OSSL_PKEY_PARAM_PUB_KEY, octets, sizeof octets, &n), 1);
    CHECK_EQ(n, 65);
    CHECK_MEM(octets, ours->octets, 65);
    BN_free(number);
    EVP_PKEY_free(theirs);
}

static void same_public(EVP_PKEY *theirs, const struct pair *ours)
{
    uint8_t octets[65];
    size_t n = 0;
    CHECK(theirs != NULL);
    if (theirs == NULL)
        return;
    EVP_PKEY_set_utf8_string_param(theirs, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "uncompressed");
    CHECK_EQ(EVP_PKEY_get_octet_string_param(theirs, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, octets, sizeof octets, &n), 1);
    CHECK_EQ(n, 65);
    CHECK_MEM(octets, ours->octets, n == 65 ? 65 : 0);
    EVP_PKEY_free(theirs);
}

static EVP_PKEY *pem_private(const uint8_t *text, size_t n, const char *pass)
{
    BIO *bio = BIO_new_mem_buf(text, (int)n);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, NULL, (void *)(uintptr_t)pass);
    BIO_free(bio);
    return key;
}

static void ours_private(void)
{
    for (int round = 0; round < 40; round++) {
        struct pair pair = random_pair(round);
        for (int form = GM_SM2_KEY_SEC1; form <= GM_SM2_KEY_PKCS8; form++) {
            uint8_t out[GM_SM2_SAVED_MAX];
            const uint8_t *at = out;
            size_t n;
            CHECK_OK(gm_sm2_key_save(&pair.key, out, sizeof out, &n, (gm_sm2_key_form)form, GM_SM2_TEXT_NONE));
            same_private(d2i_AutoPrivateKey(NULL, &at, (long)n), &pair);
            CHECK(at == out + n);
            CHECK_OK(gm_sm2_key_save(&pair.key, out, sizeof out, &n, (gm_sm2_key_form)form, GM_SM2_TEXT_PEM));
            same_private(pem_private(out, n, NULL), &pair);
        }
    }
}

static void ours_public(void)
{
    for (int round = 0; round < 40; round++) {
        struct pair pair = random_pair(round);
        for (int compressed = 0; compressed < 2; compressed++) {
            uint8_t out[GM_SM2_SAVED_MAX];
            const uint8_t *at = out;
            size_t n;
            CHECK_OK(gm_sm2_key_save_public(&pair.point, out, sizeof out, &n, GM_SM2_KEY_SPKI, GM_SM2_TEXT_NONE,
                                            compressed));
            same_public(d2i_PUBKEY(NULL, &at, (long)n), &pair);
            CHECK(at == out + n);
            CHECK_OK(
                gm_sm2_key_save_public(&pair.point, out, sizeof out, &n, GM_SM2_KEY_SPKI, GM_SM2_TEXT_PEM, compressed));
            BIO *bio = BIO_new_mem_buf(out, (int)n);
            same_public(PEM_read_bio_PUBKEY(bio, NULL, NULL, NULL), &pair);
            BIO_free(bio);
        }
    }
}

static void ours_encrypted(void)
{
    struct pair pair = random_pair(1);
    uint8_t out[GM_SM2_SAVED_MAX];
    size_t n;
    int nid = OBJ_txt2nid("1.2.156.10197.1.401.3.1");
    if (nid == NID_undef || EVP_PBE_find(EVP_PBE_TYPE_PRF, nid, NULL, NULL, NULL) != 1)
        SKIP("this OpenSSL has no HMAC-SM3 under PBKDF2");
    CHECK_OK(gm_sm2_key_save_encrypted(&pair.key, out, sizeof out, &n, GM_SM2_TEXT_PEM, (const uint8_t *)password,
                                       strlen(password), 1000, GM_SM2_PRF_SM3));
    same_private(pem_private(out, n, password), &pair);
}

/* ---- written there, read here ---- */

static EVP_PKEY *theirs_of(const struct pair *pair)
{
    uint8_t out[GM_SM2_SAVED_MAX];
    const uint8_t *at = out;
    size_t n;
    CHECK_OK(gm_sm2_key_save(&pair->key, out, sizeof out, &n, GM_SM2_KEY_PKCS8, GM_SM2_TEXT_NONE));
    return d2i_AutoPrivateKey(NULL, &at, (long)n);
}

static void read_private(const void *data, size_t len, const struct pair *pair, gm_sm2_key_form form, int encrypted)
{
    const gm_sm2_key_options options = {(const uint8_t *)password, strlen(password), 0, 0, 0};
    gm_sm2_private_key key;
    gm_sm2_key_info info;
    uint8_t number[32];
    gm_status status = gm_sm2_key_load(&key, &info, data, len, encrypted ? &options : NULL);
    CHECK_MSG(status == GM_OK, "%s", gm_sm2_key_problem_text(info.problem));
    CHECK_EQ(info.form, form);
    if (status == GM_OK) {
        CHECK_OK(gm_sm2_private_key_write(&key, number));
        CHECK_MEM(number, pair->number, 32);
    }
}

static void read_public(const void *data, size_t len, const struct pair *pair)
{
    gm_sm2_public_key point;
    gm_sm2_key_info info;
    gm_status status = gm_sm2_key_load_public(&point, &info, data, len, NULL);
    CHECK_MSG(status == GM_OK, "%s", gm_sm2_key_problem_text(info.problem));
    CHECK(gm_sm2_public_key_equal(&point, &pair->point));
}

/* Read what a BIO holds, and empty it. */
static size_t take(BIO *bio, uint8_t *out, size_t size)
{
    int n = BIO_read(bio, out, (int)size);
    return n > 0 ? (size_t)n : 0;
}

/* ECPrivateKey in PEM, in the old encrypted form if a cipher is named. */
static void write_sec1(BIO *bio, EVP_PKEY *key, const char *cipher)
{
    OSSL_ENCODER_CTX *encoder =
        OSSL_ENCODER_CTX_new_for_pkey(key, EVP_PKEY_KEYPAIR | EVP_PKEY_KEY_PARAMETERS, "PEM", "type-specific", NULL);
    if (cipher != NULL) {
        CHECK_EQ(OSSL_ENCODER_CTX_set_cipher(encoder, cipher, NULL), 1);
        CHECK_EQ(OSSL_ENCODER_CTX_set_passphrase(encoder, (const unsigned char *)password, strlen(password)), 1);
    }
    CHECK_EQ(OSSL_ENCODER_to_bio(encoder, bio), 1);
    OSSL_ENCODER_CTX_free(encoder);
}

static void theirs_plain(void)
{
    static const char *const encodings[] = {"named_curve", "explicit"}, *const points[] = {"uncompressed", "compressed",
                                                                                           "hybrid"};
    for (int round = 0; round < 24; round++) {
        struct pair pair = random_pair(round);
        EVP_PKEY *key = theirs_of(&pair);
        BIO *bio = BIO_new(BIO_s_mem());
        uint8_t data[2048];
        CHECK_EQ(EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_ENCODING, encodings[round / 4 % 2]), 1);
        CHECK_EQ(EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, points[round / 8]), 1);
        CHECK_EQ(PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL), 1);
        read_private(data, take(bio, data, sizeof data), &pair, GM_SM2_KEY_PKCS8, 0);
        write_sec1(bio, key, NULL);
        read_private(data, take(bio, data, sizeof data), &pair, GM_SM2_KEY_SEC1, 0);
        CHECK_EQ(i2d_PKCS8PrivateKey_bio(bio, key, NULL, NULL, 0, NULL, NULL), 1);
        read_private(data, take(bio, data, sizeof data), &pair, GM_SM2_KEY_PKCS8, 0);
        CHECK_EQ(PEM_write_bio_PUBKEY(bio, key), 1);
        read_public(data, take(bio, data, sizeof data), &pair);
        CHECK_EQ(i2d_PUBKEY_bio(bio, key), 1);
        read_public(data, take(bio, data, sizeof data), &pair);
        BIO_free(bio);
        EVP_PKEY_free(key);
    }
}

static void theirs_encrypted(void)
{
    static const int prfs[] = {NID_hmacWithSHA1, NID_hmacWithSHA256};
    const EVP_CIPHER *ciphers[] = {EVP_sm4_cbc(), EVP_aes_128_cbc(), EVP_aes_192_cbc(), EVP_aes_256_cbc()};
    for (size_t c = 0; c < GM_COUNT(ciphers); c++)
        for (size_t f = 0; f < GM_COUNT(prfs); f++) {
            struct pair pair = random_pair((int)(c + f));
            EVP_PKEY *key = theirs_of(&pair);
            BIO *bio = BIO_new(BIO_s_mem());
            PKCS8_PRIV_KEY_INFO *plain = EVP_PKEY2PKCS8(key);
            X509_ALGOR *algorithm = PKCS5_pbe2_set_iv(ciphers[c], 2048, NULL, 0, NULL, prfs[f]);
            X509_SIG *sealed = PKCS8_set0_pbe(password, (int)strlen(password), plain, algorithm);
            uint8_t data[2048];
            CHECK(sealed != NULL);
            CHECK_EQ(i2d_PKCS8_bio(bio, sealed), 1);
            read_private(data, take(bio, data, sizeof data), &pair, GM_SM2_KEY_PKCS8_ENCRYPTED, 1);
            CHECK_EQ(PEM_write_bio_PKCS8(bio, sealed), 1);
            read_private(data, take(bio, data, sizeof data), &pair, GM_SM2_KEY_PKCS8_ENCRYPTED, 1);
            X509_SIG_free(sealed);
            PKCS8_PRIV_KEY_INFO_free(plain);
            BIO_free(bio);
            EVP_PKEY_free(key);
        }
}

/* The old PEM encryption is named, not read. */
static void theirs_traditional(void)
{
    struct pair pair = random_pair(1);
    EVP_PKEY *key = theirs_of(&pair);
    BIO *bio = BIO_new(BIO_s_mem());
    uint8_t data[2048];
    const gm_sm2_key_options options = {(const uint8_t *)password, strlen(password), 0, 0, 0};
    gm_sm2_private_key read;
    gm_sm2_key_info info;
    write_sec1(bio, key, "AES-128-CBC");
    size_t n = take(bio, data, sizeof data);
    CHECK_EQ(gm_sm2_key_load(&read, &info, data, n, &options), GM_ERR_UNSUPPORTED);
    CHECK_EQ(info.form, GM_SM2_KEY_SEC1_ENCRYPTED);
    CHECK_EQ(info.problem, GM_SM2_PROBLEM_ENCRYPTION);
    BIO_free(bio);
    EVP_PKEY_free(key);
}

/* Keys of other kinds are named as such. */
static void theirs_other(void)
{
    static const char *const curves[] = {"prime256v1", "secp384r1"};
    for (size_t i = 0; i < GM_COUNT(curves); i++) {
        EVP_PKEY *key = EVP_EC_gen(curves[i]);
        BIO *bio = BIO_new(BIO_s_mem());
        uint8_t data[2048];
        gm_sm2_private_key read;
        gm_sm2_public_key point;
        gm_sm2_key_info info;
        CHECK_EQ(PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL), 1);
        size_t n = take(bio, data, sizeof data);
        CHECK_EQ(gm_sm2_key_load(&read, &info, data, n, NULL), GM_ERR_KEY);
        CHECK_EQ(info.problem, GM_SM2_PROBLEM_NOT_SM2);
        CHECK_EQ(PEM_write_bio_PUBKEY(bio, key), 1);
        n = take(bio, data, sizeof data);
        CHECK_EQ(gm_sm2_key_load_public(&point, &info, data, n, NULL), GM_ERR_KEY);
        CHECK_EQ(info.problem, GM_SM2_PROBLEM_NOT_SM2);
        BIO_free(bio);
        EVP_PKEY_free(key);
    }
}

TEST_SUITE(interop_keyfile, CASE(ours_private), CASE(ours_public), CASE(ours_encrypted), CASE(theirs_plain),
           CASE(theirs_encrypted), CASE(theirs_traditional), CASE(theirs_other));

#endif
