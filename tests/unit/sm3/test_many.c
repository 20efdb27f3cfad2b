/* Many messages at a time against one at a time: any count, any mix of lengths, every row. */
#include <guomi/sm3.h>

#include "gmtest.h"
#include "sm3_rows.h"
#include "vectors.h"

#include "sm3/sm3_core.h"

#define COUNT 90

static uint8_t pool[40000];
static const uint8_t *data[COUNT];
static size_t lens[COUNT];
static gm_hmac_sm3_key key_pool[7];
static const gm_hmac_sm3_key *keys[COUNT];

/* Messages i < n get their places, lengths from `len`, and keys that repeat. */
static void lay_out(size_t n, size_t (*len)(size_t i))
{
    for (size_t i = 0; i < GM_COUNT(key_pool); i++) {
        uint8_t raw[40];
        rand_bytes(raw, sizeof raw);
        gmi_hmac_sm3_key(&gmi_sm3_portable, &key_pool[i], raw, rand_below(41));
    }
    for (size_t i = 0; i < n; i++) {
        lens[i] = len(i);
        data[i] = lens[i] == 0 && rand_below(2) ? NULL : pool + rand_below(sizeof pool - lens[i]);
        keys[i] = &key_pool[rand_below(GM_COUNT(key_pool))];
    }
}

static void check_all(size_t n)
{
    static uint8_t got[COUNT + 1][32], digest[COUNT][32], mac[COUNT][32];
    for (size_t i = 0; i < n; i++) {
        gmi_sm3_hash(&gmi_sm3_portable, digest[i], data[i], lens[i]);
        gmi_hmac_sm3(&gmi_sm3_portable, keys[i], mac[i], data[i], lens[i]);
    }
    FOR_EACH_ROW(row)
    {
        memset(got, 0xa5, sizeof got);
        gmi_sm3_many(row, got, data, lens, n);
        CHECK_MEM(got, digest, 32 * n);
        CHECK_EQ(got[n][0], 0xa5);
        memset(got, 0xa5, sizeof got);
        gmi_hmac_sm3_many(row, got, keys, data, lens, n);
        CHECK_MEM(got, mac, 32 * n);
        CHECK_EQ(got[n][0], 0xa5);
    }
    CHECK_OK(gm_sm3_many(got, data, lens, n));
    CHECK_MEM(got, digest, 32 * n);
    CHECK_OK(gm_hmac_sm3_many(got, keys, data, lens, n));
    CHECK_MEM(got, mac, 32 * n);
}

static size_t the_len;

static size_t same_len(size_t i)
{
    (void)i;
    return the_len;
}

static size_t short_len(size_t i)
{
    (void)i;
    return rand_below(130);
}

static size_t mixed_len(size_t i)
{
    (void)i;
    return rand_below(8) == 0 ? rand_below(6000) : rand_below(4) == 0 ? 64 * rand_below(8) : rand_below(400);
}

static size_t one_long(size_t i)
{
    return i == the_len ? 20000 : i % 3 * 100;
}

static void every_count(void)
{
    sm3_report_missing_rows();
    rand_bytes(pool, sizeof pool);
    for (size_t n = 0; n <= COUNT; n++) {
        lay_out(n, short_len);
        check_all(n);
        lay_out(n, mixed_len);
        check_all(n);
    }
}

/* Every length 0 to 1100, as many messages as fill all lanes and some more. */
static void every_length(void)
{
    rand_bytes(pool, sizeof pool);
    for (the_len = 0; the_len <= 1100; the_len += the_len < 300 ? 1 : 1 + rand_below(13)) {
        size_t n = 3 + rand_below(16);
        lay_out(n, same_len);
        check_all(n);
    }
    for (size_t len = 0; len <= 1100; len += COUNT) { /* each length once, side by side with its neighbours */
        size_t n = 0;
        for (; n < COUNT && len + n <= 1100; n++) {
            data[n] = pool + rand_below(64);
            lens[n] = len + n;
            keys[n] = &key_pool[0];
        }
        check_all(n);
    }
}

static void one_long_among_short(void)
{
    rand_bytes(pool, sizeof pool);
    for (the_len = 0; the_len < 40; the_len += 3) {
        lay_out(40, one_long);
        check_all(40);
    }
}

static void vector_file(void)
{
    struct vec_file v = vec_open("generated-sm3.txt");
    struct vec_block b = {.count = 0};
    size_t seen = 0;
    static uint8_t got[COUNT][32];
    static gm_hmac_sm3_key prefix_keys[25];
    while (vec_next(&v, &b)) {
        if (!vec_is(&b, "op", "many"))
            continue;
        const struct vec_field *unit = vec_need(&b, "unit"), *l = vec_need(&b, "lens"), *k = vec_need(&b, "key");
        const struct vec_field *digests = vec_need(&b, "digests"), *macs = vec_need(&b, "macs");
        size_t n = (size_t)vec_number(&b, "count_dec", 0);
        seen++;
        for (size_t i = 0; i < 25; i++)
            CHECK_OK(gm_hmac_sm3_key_init(&prefix_keys[i], k->bytes, i));
        for (size_t i = 0; i < n; i++) {
            lens[i] = (size_t)l->bytes[2 * i] << 8 | l->bytes[2 * i + 1];
            data[i] = unit->bytes;
            keys[i] = &prefix_keys[i % 25];
        }
        CHECK_EQ(digests->len, 32 * n);
        CHECK_OK(gm_sm3_many(got, data, lens, n));
        CHECK_MEM(got, digests->bytes, 32 * n);
        CHECK_OK(gm_hmac_sm3_many(got, keys, data, lens, n));
        CHECK_MEM(got, macs->bytes, 32 * n);
    }
    CHECK_EQ(seen, 6);
}

static void bad_arguments(void)
{
    uint8_t out[4][32], same[4][32];
    rand_bytes(pool, sizeof pool);
    lay_out(4, short_len);
    for (int i = 0; i < 4; i++) {
        lens[i] = 10;
        data[i] = pool;
    }
    rand_bytes(out, sizeof out);
    memcpy(same, out, sizeof out);
    CHECK_OK(gm_sm3_many(NULL, NULL, NULL, 0));
    CHECK_OK(gm_hmac_sm3_many(NULL, NULL, NULL, NULL, 0));
    CHECK_EQ(gm_sm3_many(out, data, lens, SIZE_MAX), GM_ERR_ARGUMENT); /* more than memory holds */
    CHECK_EQ(gm_hmac_sm3_many(out, keys, data, lens, SIZE_MAX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_many(NULL, data, lens, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_many(out, NULL, lens, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_many(out, data, NULL, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_many(NULL, keys, data, lens, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_many(out, NULL, data, lens, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_many(out, keys, NULL, lens, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_many(out, keys, data, NULL, 4), GM_ERR_ARGUMENT);
    data[3] = NULL;
    CHECK_EQ(gm_sm3_many(out, data, lens, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hmac_sm3_many(out, keys, data, lens, 4), GM_ERR_ARGUMENT);
    data[3] = pool;
    keys[3] = NULL;
    CHECK_EQ(gm_hmac_sm3_many(out, keys, data, lens, 4), GM_ERR_ARGUMENT);
    keys[3] = keys[2];
    if (sizeof(size_t) > 4) {
        lens[3] = (size_t)GMI_SM3_LIMIT;
        CHECK_EQ(gm_sm3_many(out, data, lens, 4), GM_ERR_ARGUMENT);
        lens[3] = (size_t)GMI_SM3_LIMIT - 64;
        CHECK_EQ(gm_hmac_sm3_many(out, keys, data, lens, 4), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(out, same, sizeof out);
}

TEST_SUITE(many, CASE(every_count), CASE(every_length), CASE(one_long_among_short), CASE(vector_file),
           CASE(bad_arguments));
