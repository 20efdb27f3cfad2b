/* Our SM2 keys as OpenSSL's. */
#ifndef OPENSSL_SM2_H
#define OPENSSL_SM2_H

#include <guomi/sm2.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include "gmtest.h"

/* From our key's octets; NULL, and a failed check, when OpenSSL does not take them. */
static inline EVP_PKEY *to_openssl(const gm_sm2_private_key *key, int compressed)
{
    uint8_t d[32], point[65];
    size_t point_len = compressed ? 33 : 65;
    EVP_PKEY *pkey = NULL;
    CHECK_OK(gm_sm2_private_key_write(key, d));
    if (compressed)
        CHECK_OK(gm_sm2_public_key_write_compressed(&key->public_, point));
    else
        CHECK_OK(gm_sm2_public_key_write(&key->public_, point));
    BIGNUM *number = BN_bin2bn(d, sizeof d, NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "SM2", NULL);
    CHECK(OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "SM2", 0));
    CHECK(OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, point_len));
    CHECK(OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number));
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    CHECK(EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_KEYPAIR, params) == 1);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    BN_free(number);
    return pkey;
}

#endif
