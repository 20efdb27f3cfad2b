/* PBKDF2-HMAC-SM3: vectors, the definition, on every row. */
#include <guomi/sm3.h>

#include "gmtest.h"
#include "sm3_rows.h"
#include "vectors.h"

#include "sm3/sm3_core.h"

#define MOST (32 * 40)

static void vector_files(void)
{
    sm3_report_missing_rows();
    static const char *const names[] = {"kdf-mac.txt", "generated-sm3.txt"};
    static uint8_t got[MOST + 1];
    for (size_t f = 0; f < GM_COUNT(names); f++) {
        struct vec_file v = vec_open(names[f]);
        struct vec_block b = {.count = 0};
        size_t seen = 0;
        while (vec_next(&v, &b)) {
            if (!vec_is(&b, "op", "pbkdf2"))
                continue;
            const struct vec_field *p = vec_need(&b, "password"), *salt = vec_need(&b, "salt"),
                                   *dk = vec_need(&b, "dk");
            uint64_t iterations = vec_number(&b, "iterations_dec", 0);
            seen++;
            FOR_EACH_ROW(row)
            {
                memset(got, 0xa5, sizeof got);
                gmi_pbkdf2_hmac_sm3(row, got, dk->len, p->bytes, p->len, salt->bytes, salt->len, iterations);
                CHECK_MEM(got, dk->bytes, dk->len);
                CHECK_EQ(got[dk->len], 0xa5);
            }
            CHECK_OK(gm_pbkdf2_hmac_sm3(got, dk->len, p->bytes, p->len, salt->bytes, salt->len, iterations));
            CHECK_MEM(got, dk->bytes, dk->len);
        }
        CHECK_MSG(seen >= 15, "only %zu blocks in %s", seen, names[f]);
    }
}

/* RFC 8018, 5.2 over gm_hmac_sm3() alone. */
static void plain_pbkdf2(uint8_t *out, size_t blocks, const gm_hmac_sm3_key *key, const uint8_t *salt, size_t salt_len,
                         unsigned iterations)
{
    uint8_t msg[200], u[32];
    for (size_t i = 1; i <= blocks; i++, out += 32) {
        memcpy(msg, salt, salt_len);
        store32be(msg + salt_len, (uint32_t)i);
        CHECK_OK(gm_hmac_sm3(key, u, msg, salt_len + 4));
        memcpy(out, u, 32);
        for (unsigned j = 1; j < iterations; j++) {
            CHECK_OK(gm_hmac_sm3(key, u, u, 32));
            for (int k = 0; k < 32; k++)
                out[k] ^= u[k];
        }
    }
}

static void every_output_length(void)
{
    static uint8_t want[MOST], got[MOST + 1];
    uint8_t password[100], salt[100];
    rand_bytes(password, sizeof password);
    rand_bytes(salt, sizeof salt);
    for (unsigned iterations = 1; iterations <= 4; iterations++) {
        size_t password_len = rand_below(101), salt_len = rand_below(101);
        gm_hmac_sm3_key key;
        CHECK_OK(gm_hmac_sm3_key_init(&key, password, password_len));
        plain_pbkdf2(want, MOST / 32, &key, salt, salt_len, iterations);
        FOR_EACH_ROW(row)
        for (size_t len = 1; len <= MOST; len += 1 + rand_below(20)) {
            memset(got, 0xa5, sizeof got);
            gmi_pbkdf2_hmac_sm3(row, got, len, password, password_len, salt, salt_len, iterations);
            CHECK_MEM(got, want, len);
            CHECK_EQ(got[len], 0xa5);
        }
    }
}

static void every_input_length(void)
{
    uint8_t password[140], salt[140], got[100], want[128];
    rand_bytes(password, sizeof password);
    rand_bytes(salt, sizeof salt);
    for (size_t len = 0; len <= sizeof password; len++) {
        gm_hmac_sm3_key key;
        CHECK_OK(gm_hmac_sm3_key_init(&key, password, len));
        plain_pbkdf2(want, 4, &key, salt, sizeof salt - len, 3);
        CHECK_OK(gm_pbkdf2_hmac_sm3(got, sizeof got, password, len, salt, sizeof salt - len, 3));
        CHECK_MEM(got, want, sizeof got);
    }
}

static void bad_arguments(void)
{
    static const uint8_t x[1];
    uint8_t out[40], same[40];
    rand_bytes(out, sizeof out);
    memcpy(same, out, sizeof out);
    CHECK_EQ(gm_pbkdf2_hmac_sm3(NULL, 32, x, 1, x, 1, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pbkdf2_hmac_sm3(out, 0, x, 1, x, 1, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pbkdf2_hmac_sm3(out, 32, NULL, 1, x, 1, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pbkdf2_hmac_sm3(out, 32, x, 1, NULL, 1, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pbkdf2_hmac_sm3(out, 32, x, 1, x, 1, 0), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4) {
        size_t limit = (size_t)GMI_SM3_LIMIT;
        CHECK_EQ(gm_pbkdf2_hmac_sm3(out, (size_t)(UINT64_C(0xffffffff) * 32 + 1), x, 1, x, 1, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_pbkdf2_hmac_sm3(out, 32, x, limit, x, 1, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_pbkdf2_hmac_sm3(out, 32, x, 1, x, limit - 68, 1), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(out, same, sizeof out);
    CHECK_OK(gm_pbkdf2_hmac_sm3(out, 32, NULL, 0, NULL, 0, 1));
}

TEST_SUITE(pbkdf2, CASE(vector_files), CASE(every_output_length), CASE(every_input_length), CASE(bad_arguments));
