/* SM2 keys and signatures both ways with OpenSSL, over many keys: among them are coordinates, r and s that begin
 * with a zero byte. */
#include <guomi/sm2.h>

#include "gmtest.h"

#if GM_HAVE_OPENSSL
#include "openssl_sm2.h"

enum { KEYS = 1000 };

static const uint8_t default_id[] = "1234567812345678";

/* OpenSSL's key as ours. */
static int from_openssl(gm_sm2_private_key *key, EVP_PKEY *pkey)
{
    uint8_t d[32], point[65];
    size_t len = 0;
    BIGNUM *number = NULL;
    gm_sm2_public_key want;
    int good = EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
               BN_bn2binpad(number, d, sizeof d) == 32 && gm_sm2_private_key_read(key, d, sizeof d) == GM_OK &&
               EVP_PKEY_get_octet_string_param(pkey, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point, &len) == 1 &&
               gm_sm2_public_key_read(&want, point, len) == GM_OK && gm_sm2_public_key_equal(&want, &key->public_);
    BN_free(number);
    return good;
}

/* OpenSSL signs (len of der is set) or verifies; 1 = success. */
static int openssl(EVP_PKEY *pkey, int sign, uint8_t *der, size_t *der_len, const uint8_t *id, size_t id_len,
                   const uint8_t *msg, size_t len)
{
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(pkey, NULL);
    EVP_MD_CTX_set_pkey_ctx(md, ctx);
    int good = EVP_PKEY_CTX_set1_id(ctx, id, (int)id_len) == 1;
    if (sign)
        good = good && EVP_DigestSignInit(md, NULL, EVP_sm3(), NULL, pkey) == 1 &&
               EVP_DigestSign(md, der, der_len, msg, len) == 1;
    else
        good = good && EVP_DigestVerifyInit(md, NULL, EVP_sm3(), NULL, pkey) == 1 &&
               EVP_DigestVerify(md, der, *der_len, msg, len) == 1;
    EVP_MD_CTX_free(md);
    EVP_PKEY_CTX_free(ctx);
    return good;
}

static void both_ways(void)
{
    static uint8_t msg[200], id[50];
    size_t short_coordinate = 0, short_number = 0;
    for (int i = 0; i < KEYS; i++) {
        gm_sm2_private_key key;
        uint8_t signature[64], der[100], point[65];
        size_t len = rand_below(sizeof msg + 1), id_len = i % 4 == 0 ? GM_SM2_ID_DEFAULT : rand_below(sizeof id + 1);
        size_t der_len = sizeof der;
        EVP_PKEY *pkey;
        rand_bytes(msg, sizeof msg);
        rand_bytes(id, sizeof id);
        if (i % 16 != 0) {
            CHECK_OK(gm_sm2_keygen(&key));
            pkey = to_openssl(&key, i % 2);
        } else {
            pkey = EVP_PKEY_Q_keygen(NULL, NULL, "SM2");
            CHECK(pkey != NULL && from_openssl(&key, pkey));
        }
        CHECK(pkey != NULL);
        if (pkey == NULL)
            break;
        const uint8_t *their_id = id_len == GM_SM2_ID_DEFAULT ? default_id : id;
        size_t their_len = id_len == GM_SM2_ID_DEFAULT ? 16 : id_len;
        CHECK_OK(gm_sm2_public_key_write(&key.public_, point));
        short_coordinate += point[1] == 0 || point[33] == 0;

        CHECK(openssl(pkey, 1, der, &der_len, their_id, their_len, msg, len));
        CHECK_OK(gm_sm2_signature_from_der(signature, der, der_len));
        short_number += signature[0] == 0 || signature[32] == 0;
        CHECK_OK(gm_sm2_verify(&key.public_, signature, id, id_len, msg, len));
        signature[rand_below(64)] ^= 0x10;
        CHECK_EQ(gm_sm2_verify(&key.public_, signature, id, id_len, msg, len), GM_ERR_VERIFY);

        if (i % 2 == 0)
            CHECK_OK(gm_sm2_sign(&key, signature, id, id_len, msg, len));
        else
            CHECK_OK(gm_sm2_sign_deterministic(&key, signature, id, id_len, msg, len));
        short_number += signature[0] == 0 || signature[32] == 0;
        CHECK_OK(gm_sm2_signature_to_der(der, &der_len, signature));
        CHECK(openssl(pkey, 0, der, &der_len, their_id, their_len, msg, len));
        EVP_PKEY_free(pkey);
    }
    CHECK(short_coordinate > 0 && short_number > 0);
}

#else

static void both_ways(void)
{
    SKIP("OpenSSL is not installed");
}

#endif

TEST_SUITE(interop_sm2_sign, CASE(both_ways));
