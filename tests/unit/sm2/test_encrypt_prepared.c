/* What takes a prepared key gives the same as what takes the key itself: on every row, with every width that it has. */
#include "encrypt_test.h"

static uint8_t memory[1 << 18], text[300], one[500], two[500];

static void same_with_tables(void)
{
    sm2_report_missing_rows();
    rand_bytes(text, sizeof text);
    FOR_EACH_ENV(env)
    for (unsigned width = GM_SM2_PREPARED_WIDTH_MIN; width <= GM_SM2_PREPARED_WIDTH_MAX; width++) {
        gm_sm2_prepared *prepared = gmi_sm2_align(memory);
        size_t size = gmi_sm2_prepared_bytes(&env, width), n, m;
        gm_sm2_public_key pub;
        if (size == 0)
            continue; /* a width that the row does not have */
        CHECK(size + GMI_SM2_ALIGN <= sizeof memory);
        for (int round = 0; round < 5; round++) {
            gm_sm2_private_key key = key_pair(&pub), other = random_key();
            struct sm2_receiver plain = gmi_sm2_receiver(&pub), tabled;
            u256 k = {{rand_u64(), rand_u64(), rand_u64(), round == 0 ? 0 : rand_u64() >> 1}};
            struct sm2_nonces a = {&k, 1}, b = {&k, 1};
            uint8_t c1[2][65];
            gmi_sm2_prepare(&env, prepared, &pub, width);
            CHECK_OK(gmi_sm2_receiver_prepared(&env, &tabled, prepared));
            CHECK(tabled.table != NULL && tabled.width == width);

            CHECK_OK(gmi_sm2_encrypt(&env, &plain, &a, GM_SM2_C1C3C2, one, sizeof one, &n, text, sizeof text));
            CHECK_OK(gmi_sm2_encrypt(&env, &tabled, &b, GM_SM2_C1C3C2, two, sizeof two, &m, text, sizeof text));
            CHECK_EQ(n, m);
            CHECK_MEM(two, one, n);
            a = b = (struct sm2_nonces){&k, 1};
            CHECK_OK(gmi_sm2_encapsulate(&env, &plain, &a, c1[0], one, 48));
            CHECK_OK(gmi_sm2_encapsulate(&env, &tabled, &b, c1[1], two, 48));
            CHECK_MEM(c1[1], c1[0], 65);
            CHECK_MEM(two, one, 48);
            a = b = (struct sm2_nonces){&k, 1};
            CHECK_OK(gmi_sm2_hybrid_encrypt(&env, &plain, &a, one, NULL, 0, text, 100));
            CHECK_OK(gmi_sm2_hybrid_encrypt(&env, &tabled, &b, two, NULL, 0, text, 100));
            CHECK_MEM(two, one, 181);
            CHECK_OK(gmi_sm2_ecdh(&env, &other, one, &plain));
            CHECK_OK(gmi_sm2_ecdh(&env, &other, two, &tabled));
            CHECK_MEM(two, one, 32);
            CHECK_OK(gm_sm2_ecdh(&key, one, &other.public_));
            CHECK_MEM(two, one, 32);
        }
    }
}

static void public_functions(void)
{
    gm_sm2_prepared *prepared;
    gm_sm2_public_key pub;
    gm_sm2_private_key key = key_pair(&pub), other = random_key();
    gm_sm2_cipher cipher;
    gm_sm4_gcm_ctx gcm;
    uint8_t c1[65], c3[32], tag[16], a[32], b[32];
    size_t n, m;
    CHECK_OK(gm_sm2_prepare(&prepared, memory, sizeof memory, &pub, GM_SM2_PREPARED_WIDTH));
    for (size_t f = 0; f < FORMS; f++) {
        CHECK_OK(gm_sm2_encrypt_prepared(prepared, all_forms[f], one, sizeof one, &n, text, sizeof text));
        CHECK_OK(gm_sm2_decrypt(&key, all_forms[f], two, sizeof two, &m, one, n));
        CHECK_EQ(m, sizeof text);
        CHECK_MEM(two, text, m);
    }
    CHECK_OK(gm_sm2_encrypt_init_prepared(&cipher, prepared, c1));
    CHECK_OK(gm_sm2_encrypt_update(&cipher, one, text, 100));
    CHECK_OK(gm_sm2_encrypt_finish(&cipher, c3));
    CHECK_OK(gm_sm2_decrypt_init(&cipher, &key, c1));
    CHECK_OK(gm_sm2_decrypt_update_unverified(&cipher, one, one, 100));
    CHECK_OK(gm_sm2_decrypt_finish(&cipher, c3));
    CHECK_MEM(one, text, 100);
    CHECK_OK(gm_sm2_kem_encapsulate_prepared(prepared, c1, a, 32));
    CHECK_OK(gm_sm2_kem_decapsulate(&key, b, 32, c1));
    CHECK_MEM(a, b, 32);
    CHECK_OK(gm_sm2_hybrid_encrypt_prepared(prepared, one, text, 3, text, 150));
    CHECK_OK(gm_sm2_hybrid_decrypt(&key, two, text, 3, one, 150 + GM_SM2_HYBRID_OVERHEAD));
    CHECK_MEM(two, text, 150);
    CHECK_OK(gm_sm2_hybrid_encrypt_init_prepared(&gcm, prepared, one));
    CHECK_OK(gm_sm4_gcm_encrypt_update(&gcm, one + 65, text, 99));
    CHECK_OK(gm_sm4_gcm_encrypt_finish(&gcm, tag, 16));
    memcpy(one + 65 + 99, tag, 16);
    CHECK_OK(gm_sm2_hybrid_decrypt(&key, two, NULL, 0, one, 99 + GM_SM2_HYBRID_OVERHEAD));
    CHECK_MEM(two, text, 99);
    CHECK_OK(gm_sm2_ecdh_prepared(&other, a, prepared));
    CHECK_OK(gm_sm2_ecdh(&key, b, &other.public_));
    CHECK_MEM(a, b, 32);

    CHECK_EQ(gm_sm2_encrypt_prepared(NULL, GM_SM2_DER, one, sizeof one, &n, text, 10), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_prepared(prepared, 0, one, sizeof one, &n, text, 10), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_init_prepared(&cipher, NULL, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_init_prepared(NULL, prepared, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate_prepared(NULL, c1, a, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate_prepared(prepared, c1, a, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_prepared(NULL, one, NULL, 0, text, 10), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_prepared(prepared, NULL, NULL, 0, text, 10), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init_prepared(&gcm, NULL, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init_prepared(&gcm, prepared, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_prepared(&other, a, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_prepared(NULL, a, prepared), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_prepared(&other, NULL, prepared), GM_ERR_ARGUMENT);
    prepared->tag_ ^= 0x80000000; /* another back end's */
    CHECK_EQ(gm_sm2_encrypt_prepared(prepared, GM_SM2_DER, one, sizeof one, &n, text, 10), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_init_prepared(&cipher, prepared, c1), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_kem_encapsulate_prepared(prepared, c1, a, 32), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_hybrid_encrypt_prepared(prepared, one, NULL, 0, text, 10), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init_prepared(&gcm, prepared, c1), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_ecdh_prepared(&other, a, prepared), GM_ERR_STATE);
}

TEST_SUITE(encrypt_prepared, CASE(same_with_tables), CASE(public_functions));
