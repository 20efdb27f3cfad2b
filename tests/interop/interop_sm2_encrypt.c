/* SM2 ciphertexts both ways with OpenSSL, which has DER alone, over many keys: among them are C1 with coordinates that
 * begin with a zero byte. Shared points against its own multiplication. */
#include <guomi/sm2_encrypt.h>
#include <guomi/sm2_exchange.h>

#include "gmtest.h"

#if GM_HAVE_OPENSSL
#include <openssl/ec.h>

#include "openssl_sm2.h"

enum { KEYS = 1000, MOST = 1000 };

/* OpenSSL encrypts or decrypts; 1 = success. */
static int openssl(EVP_PKEY *pkey, int encrypt, uint8_t *out, size_t *out_len, const uint8_t *in, size_t len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(pkey, NULL);
    int good = encrypt ? EVP_PKEY_encrypt_init(ctx) == 1 && EVP_PKEY_encrypt(ctx, out, out_len, in, len) == 1
                       : EVP_PKEY_decrypt_init(ctx) == 1 && EVP_PKEY_decrypt(ctx, out, out_len, in, len) == 1;
    EVP_PKEY_CTX_free(ctx);
    return good;
}

static size_t some_length(int i)
{
    return i < 300 ? 1 + rand_below(40) : 1 + rand_below(MOST);
}

static void ciphertexts(void)
{
    static const gm_sm2_form forms[] = {
        GM_SM2_DER,         GM_SM2_C1C3C2,     GM_SM2_C1C2C3, GM_SM2_C1C3C2_COMPRESSED, GM_SM2_C1C2C3_COMPRESSED,
        GM_SM2_C1C3C2_BARE, GM_SM2_C1C2C3_BARE};
    static uint8_t text[MOST], sealed[MOST + 200], other[MOST + 200], got[MOST + 200];
    size_t short_coordinate = 0;
    for (int i = 0; i < KEYS; i++) {
        gm_sm2_private_key key;
        gm_sm2_layout layout;
        gm_sm2_form form = forms[(size_t)i % GM_COUNT(forms)], found;
        size_t len = some_length(i), n = sizeof sealed, m = sizeof got;
        CHECK_OK(gm_sm2_keygen(&key));
        EVP_PKEY *pkey = to_openssl(&key, 0);
        CHECK(pkey != NULL);
        if (pkey == NULL)
            return;
        rand_bytes(text, len);

        /* Theirs, read as it is and in another form. */
        CHECK(openssl(pkey, 1, sealed, &n, text, len));
        CHECK_OK(gm_sm2_decrypt(&key, GM_SM2_DER, got, sizeof got, &m, sealed, n));
        CHECK_EQ(m, len);
        CHECK_MEM(got, text, len);
        CHECK_OK(gm_sm2_layout_read(&layout, GM_SM2_DER, sealed, n, n));
        short_coordinate += layout.c1[1] == 0 || layout.c1[33] == 0;
        CHECK_OK(gm_sm2_ciphertext_convert(form, other, sizeof other, &m, GM_SM2_DER, sealed, n));
        CHECK_OK(gm_sm2_decrypt_detect(&key, &found, got, sizeof got, &m, other, m));
        CHECK_EQ(found, form);
        CHECK_MEM(got, text, len);

        /* Ours, in any form, as DER. */
        CHECK_OK(gm_sm2_encrypt(&key.public_, form, other, sizeof other, &m, text, len));
        CHECK_OK(gm_sm2_ciphertext_convert(GM_SM2_DER, sealed, sizeof sealed, &n, form, other, m));
        CHECK_OK(gm_sm2_layout_read(&layout, GM_SM2_DER, sealed, n, n));
        short_coordinate += layout.c1[1] == 0 || layout.c1[33] == 0;
        m = sizeof got;
        CHECK(openssl(pkey, 0, got, &m, sealed, n));
        CHECK_EQ(m, len);
        CHECK_MEM(got, text, len);
        EVP_PKEY_free(pkey);
    }
    CHECK_MSG(short_coordinate > 0, "no coordinate began with a zero byte");
}

static void shared_points(void)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_sm2);
    EC_POINT *point = EC_POINT_new(group);
    for (int i = 0; i < 200; i++) {
        gm_sm2_private_key a, b;
        uint8_t octets[65], d[32], x[32];
        BIGNUM *number;
        CHECK_OK(gm_sm2_keygen(&a));
        CHECK_OK(gm_sm2_keygen(&b));
        CHECK_OK(gm_sm2_private_key_write(&a, d));
        CHECK_OK(gm_sm2_public_key_write(&b.public_, octets));
        CHECK_OK(gm_sm2_ecdh(&a, x, &b.public_));
        number = BN_bin2bn(d, sizeof d, NULL);
        CHECK_EQ(EC_POINT_oct2point(group, point, octets, sizeof octets, NULL), 1);
        CHECK_EQ(EC_POINT_mul(group, point, NULL, point, number, NULL), 1);
        CHECK_EQ(EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, octets, sizeof octets, NULL), 65);
        CHECK_MEM(x, octets + 1, 32);
        BN_free(number);
    }
    EC_POINT_free(point);
    EC_GROUP_free(group);
}

#else

static void ciphertexts(void)
{
    SKIP("OpenSSL is not installed");
}

static void shared_points(void)
{
    SKIP("OpenSSL is not installed");
}

#endif

TEST_SUITE(interop_sm2_encrypt, CASE(ciphertexts), CASE(shared_points));
