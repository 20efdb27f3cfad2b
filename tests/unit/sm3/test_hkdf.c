/* HKDF-SM3: vectors, the definition, limits. */
#include <guomi/sm3.h>

#include "gmtest.h"
#include "sm3_rows.h"
#include "vectors.h"

#include "sm3/sm3_core.h"

#define MOST (255 * 32)

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
            if (!vec_is(&b, "op", "hkdf"))
                continue;
            const struct vec_field *salt = vec_need(&b, "salt"), *ikm = vec_need(&b, "ikm");
            const struct vec_field *info = vec_need(&b, "info"), *okm = vec_need(&b, "okm"), *p = vec_need(&b, "prk");
            uint8_t prk[32];
            seen++;
            FOR_EACH_ROW(row)
            {
                gmi_hkdf_sm3_extract(row, prk, salt->bytes, salt->len, ikm->bytes, ikm->len);
                CHECK_MEM(prk, p->bytes, 32);
                memset(got, 0xa5, sizeof got);
                gmi_hkdf_sm3_expand(row, got, okm->len, prk, 32, info->bytes, info->len);
                CHECK_MEM(got, okm->bytes, okm->len);
                CHECK_EQ(got[okm->len], 0xa5);
            }
            CHECK_OK(gm_hkdf_sm3_extract(prk, salt->bytes, salt->len, ikm->bytes, ikm->len));
            CHECK_MEM(prk, p->bytes, 32);
            CHECK_OK(gm_hkdf_sm3_expand(got, okm->len, prk, 32, info->bytes, info->len));
            CHECK_MEM(got, okm->bytes, okm->len);
            memset(got, 0xa5, sizeof got);
            CHECK_OK(gm_hkdf_sm3(got, okm->len, salt->bytes, salt->len, ikm->bytes, ikm->len, info->bytes, info->len));
            CHECK_MEM(got, okm->bytes, okm->len);
            CHECK_EQ(got[okm->len], 0xa5);
        }
        CHECK_MSG(seen >= 10, "only %zu blocks in %s", seen, names[f]);
    }
}

/* RFC 5869, 2.3 over gm_hmac_sm3() alone; every output is a prefix of the longest. */
static void every_output_length(void)
{
    static uint8_t want[MOST], got[MOST + 1];
    uint8_t raw[45], info[200], msg[32 + 200 + 1];
    gm_hmac_sm3_key key;
    rand_bytes(raw, sizeof raw);
    rand_bytes(info, sizeof info);
    for (size_t info_len = 0; info_len <= sizeof info; info_len += 50) {
        CHECK_OK(gm_hmac_sm3_key_init(&key, raw, sizeof raw));
        for (size_t i = 1; i <= 255; i++) {
            size_t at = 0;
            if (i > 1)
                memcpy(msg, want + 32 * (i - 2), at = 32);
            memcpy(msg + at, info, info_len);
            msg[at + info_len] = (uint8_t)i;
            CHECK_OK(gm_hmac_sm3(&key, want + 32 * (i - 1), msg, at + info_len + 1));
        }
        for (size_t len = 0; len <= MOST; len += len < 200 ? 1 : 1 + rand_below(400)) {
            memset(got, 0xa5, sizeof got);
            CHECK_OK(gm_hkdf_sm3_expand(got, len, raw, sizeof raw, info, info_len));
            CHECK_MEM(got, want, len);
            CHECK_EQ(got[len], 0xa5);
        }
        CHECK_OK(gm_hkdf_sm3_expand(got, MOST, raw, sizeof raw, info, info_len));
        CHECK_MEM(got, want, MOST);
    }
}

static void empty_salt_is_32_zeros(void)
{
    static const uint8_t zeros[32];
    uint8_t a[32], b[32];
    CHECK_OK(gm_hkdf_sm3_extract(a, NULL, 0, (const uint8_t *)"key", 3));
    CHECK_OK(gm_hkdf_sm3_extract(b, zeros, 32, (const uint8_t *)"key", 3));
    CHECK_MEM(a, b, 32);
}

static void bad_arguments(void)
{
    static const uint8_t x[1];
    static uint8_t out[MOST + 1], same[MOST + 1];
    rand_bytes(out, sizeof out);
    memcpy(same, out, sizeof out);
    CHECK_EQ(gm_hkdf_sm3_extract(NULL, x, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3_extract(out, NULL, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3_extract(out, x, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3_expand(NULL, 1, x, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3_expand(out, 1, NULL, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3_expand(out, 1, x, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3_expand(out, MOST + 1, x, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3(NULL, 1, x, 1, x, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3(out, 1, NULL, 1, x, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3(out, 1, x, 1, NULL, 1, x, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3(out, 1, x, 1, x, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hkdf_sm3(out, MOST + 1, x, 1, x, 1, x, 1), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4) {
        size_t limit = (size_t)GMI_SM3_LIMIT;
        CHECK_EQ(gm_hkdf_sm3_extract(out, x, limit, x, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_hkdf_sm3_extract(out, x, 1, x, limit - 64), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_hkdf_sm3_expand(out, 1, x, limit, x, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_hkdf_sm3_expand(out, 1, x, 1, x, limit - 97), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(out, same, sizeof out);
    CHECK_OK(gm_hkdf_sm3_expand(NULL, 0, x, 1, NULL, 0));
    CHECK_OK(gm_hkdf_sm3(NULL, 0, NULL, 0, NULL, 0, NULL, 0));
}

TEST_SUITE(hkdf, CASE(vector_files), CASE(every_output_length), CASE(empty_salt_is_32_zeros), CASE(bad_arguments));
