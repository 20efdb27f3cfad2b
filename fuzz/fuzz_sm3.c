/* SM3: any chunking equals one-shot, every row equals portable, many equals one by one. */
/* covers: src/sm3/sm3.c src/sm3/many.c */
#include <guomi/sm3.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm3/sm3_core.h"

/* The first byte steers how the rest is cut: the cut sizes are taken from the message itself. */
static void chunked(const uint8_t *want, const uint8_t *data, size_t size, unsigned steer)
{
    gm_sm3_ctx ctx, copy;
    uint8_t got[32];
    size_t at = 0, copied_at = 0;
    gm_sm3_init(&ctx);
    copy = ctx;
    while (at < size) {
        size_t part = data[at] % (1 + steer);
        if (part > size - at)
            part = size - at;
        if (part == 0)
            part = 1;
        if (data[at] == steer) {
            copy = ctx;
            copied_at = at;
        }
        FUZZ_CHECK(gm_sm3_update(&ctx, data + at, part) == GM_OK);
        at += part;
    }
    FUZZ_CHECK(gm_sm3_final(&ctx, got) == GM_OK);
    FUZZ_CHECK(memcmp(got, want, 32) == 0);
    FUZZ_CHECK(gm_sm3_update(&copy, data + copied_at, size - copied_at) == GM_OK);
    FUZZ_CHECK(gm_sm3_final(&copy, got) == GM_OK);
    FUZZ_CHECK(memcmp(got, want, 32) == 0);
}

/* Messages of many lengths, cut from the same bytes. */
static void many(const struct sm3_impl *row, const uint8_t *data, size_t size, unsigned steer)
{
    const uint8_t *messages[40] = {NULL};
    size_t lens[40] = {0}, n = steer % 41;
    uint8_t got[40][32], want[32];
    for (size_t i = 0; i < n; i++) {
        size_t from = size > 0 ? (i * steer + i * i) % size : 0;
        messages[i] = data + from;
        lens[i] = (size - from) / (1 + i % 5);
    }
    gmi_sm3_many(row, got, messages, lens, n);
    for (size_t i = 0; i < n; i++) {
        gmi_sm3_hash(&gmi_sm3_portable, want, messages[i], lens[i]);
        FUZZ_CHECK(memcmp(got[i], want, 32) == 0);
    }
}

/* The public functions agree with the workers; missing arguments are refused and change nothing. */
static void public_ones(const uint8_t want[32], const uint8_t *data, size_t size)
{
    static const gm_hmac_sm3_key *const no_keys[3] = {NULL, NULL, NULL};
    const uint8_t *messages[3] = {data, data, NULL};
    size_t lens[3] = {size, size / 2, 0};
    gm_hmac_sm3_key key;
    const gm_hmac_sm3_key *keys[3] = {&key, &key, &key};
    uint8_t got[32], all[3][32], mac[32];
    gm_sm3_ctx ctx;
    FUZZ_CHECK(gm_sm3(got, data, size) == GM_OK && memcmp(got, want, 32) == 0);
    FUZZ_CHECK(gm_sm3(NULL, data, size) == GM_ERR_ARGUMENT && gm_sm3(got, NULL, 1) == GM_ERR_ARGUMENT);
    gm_sm3_init(NULL);
    gm_sm3_init(&ctx);
    FUZZ_CHECK(gm_sm3_update(NULL, data, size) == GM_ERR_ARGUMENT && gm_sm3_update(&ctx, NULL, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm3_update(&ctx, NULL, 0) == GM_OK && gm_sm3_update(&ctx, data, size) == GM_OK);
    FUZZ_CHECK(gm_sm3_final(NULL, got) == GM_ERR_ARGUMENT && gm_sm3_final(&ctx, NULL) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm3_final(&ctx, got) == GM_OK && memcmp(got, want, 32) == 0);

    FUZZ_CHECK(gm_sm3_many(NULL, NULL, NULL, 0) == GM_OK && gm_sm3_many(NULL, messages, lens, 3) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm3_many(all, messages, lens, 3) == GM_OK && memcmp(all[0], want, 32) == 0);
    FUZZ_CHECK(gm_hmac_sm3_key_init(&key, data, size) == GM_OK);
    FUZZ_CHECK(gm_hmac_sm3_many(NULL, NULL, NULL, NULL, 0) == GM_OK);
    FUZZ_CHECK(gm_hmac_sm3_many(all, no_keys, messages, lens, 3) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_many(all, keys, messages, lens, 3) == GM_OK);
    for (size_t i = 0; i < 3; i++)
        FUZZ_CHECK(gm_hmac_sm3(&key, mac, messages[i], lens[i]) == GM_OK && memcmp(all[i], mac, 32) == 0);
    lens[2] = 1;
    FUZZ_CHECK(gm_sm3_many(all, messages, lens, 3) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hmac_sm3_many(all, keys, messages, lens, 3) == GM_ERR_ARGUMENT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned steer = fuzz_byte(&in);
    uint8_t want[32], got[32];
    gmi_sm3_hash(&gmi_sm3_portable, want, in.data, in.size);
    chunked(want, in.data, in.size, steer);
    public_ones(want, in.data, in.size);
    for (size_t i = 0; i < gmi_sm3_rows; i++) {
        const struct sm3_impl *row = gmi_sm3_table[i];
        if (!gmi_cpu_has(row->needs))
            continue;
        gmi_sm3_hash(row, got, in.data, in.size);
        FUZZ_CHECK(memcmp(got, want, 32) == 0);
        many(row, in.data, in.size, steer);
    }
    return 0;
}
