/* Recovery: all keys, in any order, against the model; and the key that signed is always among them. */
#include "sm2test.h"

static void vector_file(void)
{
    struct vec_walk w = {.seen = 0};
    size_t counts[GM_SM2_RECOVER_MAX + 1] = {0};
    while (vec_walk_next(&w, "generated-sm2.txt", "recover")) {
        const struct vec_field *want = vec_need(&w.block, "keys");
        uint8_t signature[64], out[65];
        vec_signature(&w.block, signature);
        FOR_EACH_ENV(env)
        {
            gm_sm2_public_key keys[GM_SM2_RECOVER_MAX];
            size_t count = gmi_sm2_recover(&env, keys, signature, vec_32(&w.block, "e"));
            CHECK_EQ(65 * count, want->len);
            counts[count]++;
            for (size_t i = 0; i < count; i++) {
                int found = 0;
                CHECK_OK(gm_sm2_public_key_write(&keys[i], out));
                for (size_t at = 0; at < want->len; at += 65)
                    found += memcmp(out, want->bytes + at, 65) == 0;
                CHECK_EQ(found, 1);
                CHECK_OK(gm_sm2_verify_digest(&keys[i], signature, vec_32(&w.block, "e")));
                for (size_t j = 0; j < i; j++)
                    CHECK(!gm_sm2_public_key_equal(&keys[i], &keys[j]));
            }
        }
    }
    CHECK(w.seen >= 26 && counts[0] > 0 && counts[2] > 0 && counts[4] > 0);
}

static void signer_is_found(void)
{
    for (int i = 0; i < 6; i++) {
        gm_sm2_private_key key = random_key();
        gm_sm2_public_key keys[GM_SM2_RECOVER_MAX];
        uint8_t e[32], signature[64];
        size_t count = 9, found = 0;
        rand_bytes(e, sizeof e);
        CHECK_OK(gm_sm2_sign_digest(&key, signature, e));
        CHECK_OK(gm_sm2_recover(keys, &count, signature, e));
        for (size_t k = 0; k < count; k++)
            found += (size_t)gm_sm2_public_key_equal(&keys[k], &key.public_);
        CHECK_EQ(found, 1);
    }
}

static void refused(void)
{
    gm_sm2_public_key keys[GM_SM2_RECOVER_MAX];
    uint8_t e[32] = {0}, signature[64] = {0};
    size_t count = 9;
    CHECK_EQ(gm_sm2_recover(keys, &count, signature, e), GM_ERR_VERIFY);
    CHECK_EQ(count, 0);
    count = 9;
    CHECK_EQ(gm_sm2_recover(NULL, &count, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_recover(keys, NULL, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_recover(keys, &count, NULL, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_recover(keys, &count, signature, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(count, 9);
}

TEST_SUITE(sm2_recover, CASE(vector_file), CASE(signer_is_found), CASE(refused));
