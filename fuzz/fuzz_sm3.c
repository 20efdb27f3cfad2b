/* SM3: any chunking equals one-shot, every row equals portable, many equals one by one.
 * covers: src/sm3/sm3.c src/sm3/many.c */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned steer = fuzz_byte(&in);
    uint8_t want[32], got[32];
    gmi_sm3_hash(&gmi_sm3_portable, want, in.data, in.size);
    chunked(want, in.data, in.size, steer);
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
