/* HMAC-SM3: vectors, the definition, streaming, verification. */
#include <guomi/sm3.h>

#include "gmtest.h"
#include "sm3_rows.h"
#include "vectors.h"

#include "sm3/sm3_core.h"

static void vector_on_row(const struct sm3_impl *row, const struct vec_block *b)
{
    const struct vec_field *k = vec_need(b, "key"), *msg = vec_need(b, "msg"), *mac = vec_need(b, "mac");
    gm_hmac_sm3_key key;
    uint8_t got[32];
    gmi_hmac_sm3_key(row, &key, k->bytes, k->len);
    gmi_hmac_sm3(row, &key, got, msg->bytes, msg->len);
    CHECK_EQ(memcmp(got, mac->bytes, mac->len) == 0, !vec_is(b, "result", "invalid"));
}

static void vector_files(void)
{
    sm3_report_missing_rows();
    static const char *const names[] = {"kdf-mac.txt", "generated-sm3.txt"};
    for (size_t f = 0; f < GM_COUNT(names); f++) {
        struct vec_file v = vec_open(names[f]);
        struct vec_block b = {.count = 0};
        size_t seen = 0, refused = 0;
        while (vec_next(&v, &b)) {
            if (!vec_is(&b, "op", "hmac"))
                continue;
            const struct vec_field *k = vec_need(&b, "key"), *msg = vec_need(&b, "msg"), *mac = vec_need(&b, "mac");
            gm_status want = vec_is(&b, "result", "invalid") ? GM_ERR_VERIFY : GM_OK;
            gm_hmac_sm3_key key;
            gm_hmac_sm3_ctx ctx;
            seen++;
            refused += want != GM_OK;
            CHECK(mac->len >= 16 && mac->len <= 32);
            FOR_EACH_ROW(row)
            vector_on_row(row, &b);
            CHECK_OK(gm_hmac_sm3_key_init(&key, k->bytes, k->len));
            CHECK_EQ(gm_hmac_sm3_verify(&key, mac->bytes, mac->len, msg->bytes, msg->len), want);
            CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
            CHECK_OK(gm_hmac_sm3_update(&ctx, msg->bytes, msg->len));
            CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, mac->bytes, mac->len), want);
        }
        CHECK_MSG(seen >= 20, "only %zu blocks in %s", seen, names[f]);
        CHECK(refused > 0);
    }
}

/* RFC 2104, 2, over gm_sm3() alone. */
static void plain_hmac(uint8_t mac[32], const uint8_t *key, size_t key_len, const uint8_t *msg, size_t len)
{
    static uint8_t inner[64 + 2048];
    uint8_t k[64] = {0}, outer[64 + 32];
    if (key_len > 64)
        CHECK_OK(gm_sm3(k, key, key_len));
    else if (key_len > 0)
        memcpy(k, key, key_len);
    for (int i = 0; i < 64; i++) {
        inner[i] = k[i] ^ 0x36;
        outer[i] = k[i] ^ 0x5c;
    }
    if (len > 0)
        memcpy(inner + 64, msg, len);
    CHECK_OK(gm_sm3(outer + 64, inner, 64 + len));
    CHECK_OK(gm_sm3(mac, outer, sizeof outer));
}

static void every_length(void)
{
    static uint8_t msg[1100 + 64], raw[200];
    rand_bytes(msg, sizeof msg);
    rand_bytes(raw, sizeof raw);
    for (size_t len = 0; len <= 1100; len++) {
        const uint8_t *m = msg + rand_below(64);
        size_t key_len = len <= 200 ? len : rand_below(sizeof raw + 1);
        uint8_t got[32], want[32];
        plain_hmac(want, raw, key_len, m, len);
        FOR_EACH_ROW(row)
        {
            gm_hmac_sm3_key key;
            gmi_hmac_sm3_key(row, &key, raw, key_len);
            gmi_hmac_sm3(row, &key, got, m, len);
            CHECK_MEM(got, want, 32);
        }
        gm_hmac_sm3_key key;
        CHECK_OK(gm_hmac_sm3_key_init(&key, raw, key_len));
        CHECK_OK(gm_hmac_sm3(&key, got, m, len));
        CHECK_MEM(got, want, 32);
    }
}

static void any_chunking(void)
{
    uint8_t msg[500], raw[80], got[32], want[32];
    rand_bytes(msg, sizeof msg);
    rand_bytes(raw, sizeof raw);
    for (int round = 0; round < 3000; round++) {
        size_t len = rand_below(sizeof msg + 1), at = 0, most = 1 + rand_below(150), key_len = rand_below(81);
        size_t copied_at = SIZE_MAX;
        gm_hmac_sm3_key key;
        gm_hmac_sm3_ctx ctx, copy;
        CHECK_OK(gm_hmac_sm3_key_init(&key, raw, key_len));
        CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
        while (at < len) {
            size_t part = rand_below(most + 1);
            if (part > len - at)
                part = len - at;
            if (copied_at == SIZE_MAX && rand_below(4) == 0) {
                copy = ctx;
                copied_at = at;
            }
            CHECK_OK(gm_hmac_sm3_update(&ctx, msg + at, part));
            at += part;
        }
        plain_hmac(want, raw, key_len, msg, len);
        CHECK_OK(gm_hmac_sm3_final(&ctx, got));
        CHECK_MEM(got, want, 32);
        if (copied_at != SIZE_MAX) {
            CHECK_OK(gm_hmac_sm3_update(&copy, msg + copied_at, len - copied_at));
            CHECK_OK(gm_hmac_sm3_final_verify(&copy, want, 32));
        }
    }
}

/* Every length of tag, every bit of it wrong. */
static void verify_sees_every_bit(void)
{
    uint8_t msg[70], raw[20], mac[32];
    gm_hmac_sm3_key key;
    rand_bytes(msg, sizeof msg);
    rand_bytes(raw, sizeof raw);
    CHECK_OK(gm_hmac_sm3_key_init(&key, raw, sizeof raw));
    CHECK_OK(gm_hmac_sm3(&key, mac, msg, sizeof msg));
    for (size_t len = 1; len <= 32; len++) {
        CHECK_OK(gm_hmac_sm3_verify(&key, mac, len, msg, sizeof msg));
        for (size_t bit = 0; bit < 256; bit++) {
            gm_status want = bit < 8 * len ? GM_ERR_VERIFY : GM_OK;
            gm_hmac_sm3_ctx ctx;
            mac[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK_EQ(gm_hmac_sm3_verify(&key, mac, len, msg, sizeof msg), want);
            CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
            CHECK_OK(gm_hmac_sm3_update(&ctx, msg, sizeof msg));
            CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, mac, len), want);
            mac[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

static void last_calls_wipe_the_context(void)
{
    static const gm_hmac_sm3_ctx zero;
    gm_hmac_sm3_key key;
    gm_hmac_sm3_ctx ctx;
    uint8_t mac[32];
    CHECK_OK(gm_hmac_sm3_key_init(&key, (const uint8_t *)"key", 3));
    CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
    CHECK_OK(gm_hmac_sm3_update(&ctx, (const uint8_t *)"text", 4));
    CHECK_OK(gm_hmac_sm3_final(&ctx, mac));
    CHECK_MEM(&ctx, &zero, sizeof ctx);
    CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
    CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, mac, 32), GM_ERR_VERIFY);
    CHECK_MEM(&ctx, &zero, sizeof ctx);
}

static void bad_arguments(void)
{
    static const uint8_t byte[1];
    gm_hmac_sm3_key key, same_key;
    gm_hmac_sm3_ctx ctx, same;
    uint8_t mac[32], before[32];
    rand_bytes(mac, sizeof mac);
    memcpy(before, mac, sizeof mac);
    rand_bytes(&key, sizeof key);
    same_key = key;
    CHECK_EQ(gm_hmac_sm3_key_init(NULL, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_key_init(&key, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_MEM(&key, &same_key, sizeof key);
    CHECK_OK(gm_hmac_sm3_key_init(&key, NULL, 0));

    CHECK_EQ(gm_hmac_sm3(NULL, mac, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3(&key, NULL, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3(&key, mac, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_verify(NULL, mac, 32, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_verify(&key, NULL, 32, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_verify(&key, mac, 0, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_verify(&key, mac, 33, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_verify(&key, mac, 32, NULL, 1), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4) {
        size_t too_long = (size_t)GMI_SM3_LIMIT - 64; /* the key block counts */
        CHECK_EQ(gm_hmac_sm3(&key, mac, byte, too_long), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_hmac_sm3_verify(&key, mac, 32, byte, too_long), GM_ERR_ARGUMENT);
    }

    CHECK_EQ(gm_hmac_sm3_init(NULL, &key), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_init(&ctx, NULL), GM_ERR_ARGUMENT);
    CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
    CHECK_OK(gm_hmac_sm3_update(&ctx, NULL, 0));
    same = ctx;
    CHECK_EQ(gm_hmac_sm3_update(NULL, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_update(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4)
        CHECK_EQ(gm_hmac_sm3_update(&ctx, byte, (size_t)GMI_SM3_LIMIT - 64), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_final(NULL, mac), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_final(&ctx, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_final_verify(NULL, mac, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, NULL, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, mac, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, mac, 33), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &same, sizeof ctx);
    CHECK_MEM(mac, before, sizeof mac);
}

static void finished_contexts_are_refused(void)
{
    gm_hmac_sm3_key key;
    gm_hmac_sm3_ctx ctx;
    uint8_t mac[32] = {0}, before[32] = {0};
    CHECK_OK(gm_hmac_sm3_key_init(&key, before, 32));
    CHECK_OK(gm_hmac_sm3_init(&ctx, &key));
    CHECK_OK(gm_hmac_sm3_final(&ctx, mac));
    memset(mac, 0x5a, 32);
    memset(before, 0x5a, 32);
    CHECK_EQ(gm_hmac_sm3_update(&ctx, before, 3), GM_ERR_STATE);
    CHECK_EQ(gm_hmac_sm3_final(&ctx, mac), GM_ERR_STATE);
    CHECK_EQ(gm_hmac_sm3_final_verify(&ctx, mac, 32), GM_ERR_STATE);
    CHECK_MEM(mac, before, 32);
}

TEST_SUITE(hmac, CASE(vector_files), CASE(every_length), CASE(any_chunking), CASE(verify_sees_every_bit),
           CASE(last_calls_wipe_the_context), CASE(bad_arguments), CASE(finished_contexts_are_refused));
