/* Prepared keys: they say what unprepared ones say, wherever they lie; strangers are refused. */
#include <guomi/sm2_prepared.h>

#include "sm2test.h"

static void *memory_for(size_t size)
{
    void *p = malloc(size);
    if (p == NULL)
        exit(2);
    return p;
}

/* Every vector of a verification, on every row, with every width. */
static void vector_files(void)
{
    sm2_report_missing_rows();
    for (unsigned width = GM_SM2_PREPARED_WIDTH_MIN; width <= GM_SM2_PREPARED_WIDTH_MAX; width++) {
        struct vec_walk w = {.seen = 0};
        while (vec_walk_next(&w, "sm2-edge.txt", "verify_e")) {
            const struct vec_field *pub = vec_need(&w.block, "pub");
            int valid = vec_is(&w.block, "result", "valid");
            uint8_t signature[64];
            gm_sm2_public_key key;
            vec_signature(&w.block, signature);
            if (gm_sm2_public_key_read(&key, pub->bytes, pub->len) != GM_OK)
                continue;
            FOR_EACH_ENV(env)
            {
                size_t bytes = gmi_sm2_prepared_bytes(&env, width);
                if (bytes == 0)
                    continue;
                void *memory = memory_for(bytes + GMI_SM2_ALIGN);
                gm_sm2_prepared *prepared = gmi_sm2_align(memory);
                gmi_sm2_prepare(&env, prepared, &key, width);
                CHECK(gmi_sm2_table(&env, prepared) != NULL);
                CHECK_MSG(gmi_sm2_verify_digest_prepared(&env, prepared, signature, vec_32(&w.block, "e")) == valid,
                          "line %zu, width %u, %s", w.block.line, width, env.row->name);
                free(memory);
            }
        }
        CHECK(w.seen >= 19);
    }
}

static void round_trip(void)
{
    for (unsigned width = 0; width < 12; width++) {
        size_t size = gm_sm2_prepared_size(width);
        gm_sm2_private_key key = random_key();
        gm_sm2_public_key got;
        gm_sm2_prepared *prepared;
        uint8_t signature[64], e[32], msg[50];
        if (width == GM_SM2_PREPARED_WIDTH)
            CHECK(size > 0);
        else if (width < GM_SM2_PREPARED_WIDTH_MIN || width > GM_SM2_PREPARED_WIDTH_MAX)
            CHECK_EQ(size, 0);
        if (size == 0)
            continue;
        uint8_t *memory = memory_for(size + 7);
        size_t shift = rand_below(8);
        rand_bytes(e, sizeof e);
        rand_bytes(msg, sizeof msg);
        CHECK_OK(gm_sm2_prepare(&prepared, memory + shift, size, &key.public_, width));
        CHECK_EQ((uintptr_t)prepared % 64, 0);
        CHECK((uint8_t *)prepared >= memory + shift && (uint8_t *)prepared < memory + shift + 64);
        CHECK_OK(gm_sm2_prepared_key(prepared, &got));
        CHECK(gm_sm2_public_key_equal(&got, &key.public_));
        CHECK_OK(gm_sm2_sign_digest(&key, signature, e));
        CHECK_OK(gm_sm2_verify_digest_prepared(prepared, signature, e));
        e[5] ^= 4;
        CHECK_EQ(gm_sm2_verify_digest_prepared(prepared, signature, e), GM_ERR_VERIFY);
        CHECK_OK(gm_sm2_sign(&key, signature, NULL, GM_SM2_ID_DEFAULT, msg, sizeof msg));
        CHECK_OK(gm_sm2_verify_prepared(prepared, signature, NULL, GM_SM2_ID_DEFAULT, msg, sizeof msg));
        CHECK_EQ(gm_sm2_verify_prepared(prepared, signature, NULL, 0, msg, sizeof msg), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm2_verify_prepared(prepared, signature, NULL, GM_SM2_ID_DEFAULT, msg, 49), GM_ERR_VERIFY);

        /* A copy at another multiple of 64 works, elsewhere it does not, nor with a tag of another row. */
        uint8_t *other = memory_for(size + 128);
        gm_sm2_prepared *copy = gmi_sm2_align(other);
        memcpy(copy, prepared, size - 64);
        CHECK_OK(gm_sm2_sign_digest(&key, signature, e));
        CHECK_OK(gm_sm2_verify_digest_prepared(copy, signature, e));
        copy->tag_ ^= 1;
        CHECK_EQ(gm_sm2_verify_digest_prepared(copy, signature, e), GM_ERR_STATE);
        copy->tag_ ^= 1;
        copy->width_ += 8;
        CHECK_EQ(gm_sm2_verify_digest_prepared(copy, signature, e), GM_ERR_STATE);
        copy->width_ -= 8;
        copy->state_++;
        CHECK_EQ(gm_sm2_verify_prepared(copy, signature, NULL, 0, msg, 1), GM_ERR_STATE);
        copy->state_--;
        copy->key_.curve_++;
        CHECK_EQ(gm_sm2_prepared_key(copy, &got), GM_ERR_STATE);
        memcpy((uint8_t *)copy + 8, prepared, sizeof *prepared);
        CHECK_EQ(gm_sm2_prepared_key((gm_sm2_prepared *)(void *)((uint8_t *)copy + 8), &got), GM_ERR_STATE);

        CHECK_EQ(gm_sm2_prepare(&prepared, memory, size - 1, &key.public_, width), GM_ERR_BUFFER);
        CHECK(prepared == NULL);
        free(other);
        free(memory);
    }
}

static void refused(void)
{
    size_t size = gm_sm2_prepared_size(GM_SM2_PREPARED_WIDTH);
    gm_sm2_private_key key = random_key();
    gm_sm2_public_key none = {.x_ = {0}};
    gm_sm2_prepared *prepared, *good;
    uint8_t *memory = memory_for(size), signature[64] = {0}, e[32] = {0};
    CHECK(size > 0);
    CHECK_OK(gm_sm2_prepare(&good, memory, size, &key.public_, GM_SM2_PREPARED_WIDTH));
    CHECK_EQ(gm_sm2_prepare(NULL, memory, size, &key.public_, GM_SM2_PREPARED_WIDTH), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_prepare(&prepared, NULL, size, &key.public_, GM_SM2_PREPARED_WIDTH), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_prepare(&prepared, memory, size, NULL, GM_SM2_PREPARED_WIDTH), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_prepare(&prepared, memory, size, &key.public_, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_prepare(&prepared, memory, size, &none, GM_SM2_PREPARED_WIDTH), GM_ERR_KEY);
    CHECK(prepared == NULL);
    CHECK_EQ(gm_sm2_prepared_key(NULL, &none), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_prepared_key(good, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest_prepared(NULL, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest_prepared(good, NULL, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest_prepared(good, signature, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_prepared(NULL, signature, NULL, 0, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_prepared(good, NULL, NULL, 0, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_prepared(good, signature, NULL, 1, e, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_prepared(good, signature, NULL, 0, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest_prepared(good, signature, e), GM_ERR_VERIFY);
    free(memory);
}

TEST_SUITE(sm2_prepared, CASE(vector_files), CASE(round_trip), CASE(refused));
