/* The general curve code on NIST P-256, multiple by multiple against OpenSSL. */
#include <guomi/ec.h>

#include "gmtest.h"

#if GM_HAVE_OPENSSL
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>

#include "sm2/curve_env.h"

static void number(uint8_t out[32], const BIGNUM *x)
{
    CHECK_EQ(BN_bn2binpad(x, out, 32), 32);
}

static void p256(void)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *p = BN_new(), *a = BN_new(), *b = BN_new(), *x = BN_new(), *y = BN_new(), *k = BN_new();
    EC_POINT *Q = EC_POINT_new(group), *R = EC_POINT_new(group);
    uint8_t in[6][32];
    gm_ec_curve curve;
    struct sm2_curve copy;
    struct sm2_env env;
    CHECK(EC_GROUP_get_curve(group, p, a, b, NULL) == 1);
    CHECK(EC_POINT_get_affine_coordinates(group, EC_GROUP_get0_generator(group), x, y, NULL) == 1);
    number(in[0], p);
    number(in[1], a);
    number(in[2], b);
    number(in[3], x);
    number(in[4], y);
    number(in[5], EC_GROUP_get0_order(group));
    CHECK_OK(gm_ec_curve_init(&curve, in[0], in[1], in[2], in[3], in[4], in[5]));
    CHECK(gmi_sm2_curve_env(&env, &copy, &curve));
    for (int i = 0; i < 120; i++) {
        gm_ec_private_key key;
        gm_ec_public_key half;
        struct ec_point P;
        uint8_t d[32], want[65], got[65];
        u256 scalar;
        rand_bytes(d, sizeof d);
        if (i < 40) /* near the ends of the range */
            memset(d, i % 2 ? 0xff : 0, 4 + rand_below(20));
        if (i % 2 && i < 40)
            memcpy(d, in[5], 16);
        d[31] &= i < 40 ? 0x3f : 0xff;
        if (gm_ec_private_key_read(&curve, &key, d, 32) != GM_OK)
            continue;
        BN_bin2bn(d, 32, k);
        CHECK(EC_POINT_mul(group, Q, k, NULL, NULL, NULL) == 1);
        CHECK_EQ(EC_POINT_point2oct(group, Q, POINT_CONVERSION_UNCOMPRESSED, want, sizeof want, NULL), 65);
        CHECK_OK(gm_ec_private_key_public(&curve, &half, &key));
        CHECK_OK(gm_ec_public_key_write(&curve, got, &half));
        CHECK_MEM(got, want, 65);
        CHECK_EQ(EC_POINT_point2oct(group, Q, POINT_CONVERSION_COMPRESSED, want, sizeof want, NULL), 33);
        CHECK_OK(gm_ec_public_key_read(&curve, &half, want, 33));
        /* k Q for another k */
        rand_bytes(d, sizeof d);
        d[0] &= 0x7f;
        BN_bin2bn(d, 32, k);
        CHECK(EC_POINT_mul(group, R, NULL, Q, k, NULL) == 1);
        CHECK_EQ(EC_POINT_point2oct(group, R, POINT_CONVERSION_UNCOMPRESSED, want, sizeof want, NULL), 65);
        u256_from_be(&scalar, d);
        gmi_sm2_point(&P, &half.key_);
        env.row->mul(env.curve, &P, &scalar, &P);
        gmi_sm2_point_write(got, &P);
        CHECK_MEM(got, want, 65);
    }
    EC_POINT_free(Q);
    EC_POINT_free(R);
    BN_free(p);
    BN_free(a);
    BN_free(b);
    BN_free(x);
    BN_free(y);
    BN_free(k);
    EC_GROUP_free(group);
}

#else

static void p256(void)
{
    SKIP("OpenSSL is not installed");
}

#endif

TEST_SUITE(interop_ec, CASE(p256));
