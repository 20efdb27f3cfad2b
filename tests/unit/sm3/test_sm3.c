/* SM3, one-shot and streaming: the standard's examples, every length, every cut. */
#include <guomi/sm3.h>

#include "gmtest.h"
#include "sm3_rows.h"
#include "vectors.h"

#include "cpu/cpu.h"
#include "sm3/sm3_core.h"

static void vector_on_row(const struct sm3_impl *row, const struct vec_block *b)
{
    const struct vec_field *digest = vec_need(b, "digest"), *msg = vec_get(b, "msg");
    uint8_t got[32];
    CHECK_EQ(digest->len, 32);
    if (msg != NULL) {
        gmi_sm3_hash(row, got, msg->bytes, msg->len);
        CHECK_MEM(got, digest->bytes, 32);
        return;
    }
    msg = vec_need(b, "msg_unit");
    gm_sm3_ctx ctx;
    gm_sm3_init(&ctx);
    for (uint64_t i = vec_number(b, "msg_repeat_dec", 0); i > 0; i--)
        gmi_sm3_absorb(row, &ctx, msg->bytes, msg->len);
    gmi_sm3_close(row, &ctx, got);
    CHECK_MEM(got, digest->bytes, 32);
}

static void vector_files(void)
{
    sm3_report_missing_rows();
    static const char *const names[] = {"sm3.txt", "generated-sm3.txt"};
    for (size_t f = 0; f < GM_COUNT(names); f++) {
        struct vec_file v = vec_open(names[f]);
        struct vec_block b = {.count = 0};
        size_t seen = 0;
        while (vec_next(&v, &b)) {
            if (!vec_is(&b, "op", "sm3"))
                continue;
            seen++;
            FOR_EACH_ROW(row)
            vector_on_row(row, &b);
            const struct vec_field *msg = vec_get(&b, "msg");
            uint8_t got[32];
            if (msg != NULL) {
                CHECK_OK(gm_sm3(got, msg->bytes, msg->len));
                CHECK_MEM(got, vec_need(&b, "digest")->bytes, 32);
            }
        }
        CHECK_MSG(seen >= 20, "only %zu blocks in %s", seen, names[f]);
    }
}

/* The padding written out bit by bit, as 5.2 says it, over the portable compression. */
static void plain_sm3(uint8_t digest[32], const uint8_t *data, size_t len)
{
    static uint8_t padded[4096];
    uint32_t h[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
    size_t n = len;
    if (len > 0)
        memcpy(padded, data, len);
    padded[n++] = 0x80;
    while (n % 64 != 56)
        padded[n++] = 0;
    for (int i = 56; i >= 0; i -= 8)
        padded[n++] = (uint8_t)(((uint64_t)len * 8) >> i);
    gmi_sm3_portable.compress(h, padded, n / 64);
    for (int i = 0; i < 32; i++)
        digest[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* Every length, at a moving alignment, each message at the very end of its buffer. */
static void every_length(void)
{
    static uint8_t msg[1100 + 64];
    rand_bytes(msg, sizeof msg);
    for (size_t len = 0; len <= 1100; len++) {
        const uint8_t *m = msg + rand_below(64);
        uint8_t got[32], want[32];
        plain_sm3(want, m, len);
        FOR_EACH_ROW(row)
        {
            gmi_sm3_hash(row, got, m, len);
            CHECK_MEM(got, want, 32);
        }
        CHECK_OK(gm_sm3(got, m, len));
        CHECK_MEM(got, want, 32);
    }
}

static void every_alignment(void)
{
    static uint8_t buf[64 + 300];
    uint8_t msg[300], got[32], want[32];
    rand_bytes(msg, sizeof msg);
    for (size_t at = 0; at < 64; at++) {
        memcpy(buf + at, msg, sizeof msg);
        for (size_t len = 180; len <= sizeof msg; len += 40) {
            plain_sm3(want, msg, len);
            FOR_EACH_ROW(row)
            {
                gmi_sm3_hash(row, got, buf + at, len);
                CHECK_MEM(got, want, 32);
            }
        }
    }
}

/* Every cut of a message in two, then random cuts in many; rows change at each piece,
 * and a copy taken in the middle goes its own way. */
static void any_chunking(void)
{
    uint8_t msg[700], got[32], want[32];
    rand_bytes(msg, sizeof msg);
    for (size_t len = 0; len <= 200; len++) {
        plain_sm3(want, msg, len);
        for (size_t cut = 0; cut <= len; cut++) {
            gm_sm3_ctx ctx;
            gm_sm3_init(&ctx);
            CHECK_OK(gm_sm3_update(&ctx, msg, cut));
            CHECK_OK(gm_sm3_update(&ctx, msg + cut, len - cut));
            CHECK_OK(gm_sm3_final(&ctx, got));
            CHECK_MEM(got, want, 32);
        }
    }
    for (int round = 0; round < 3000; round++) {
        size_t len = rand_below(sizeof msg + 1), at = 0, most = 1 + rand_below(150);
        gm_sm3_ctx ctx, copy;
        size_t copied_at = rand_below(len + 1);
        int copied = 0;
        gm_sm3_init(&ctx);
        while (at < len) {
            size_t part = rand_below(most + 1);
            if (part > len - at)
                part = len - at;
            if (!copied && at >= copied_at) {
                copy = ctx;
                copied_at = at;
                copied = 1;
            }
            gmi_sm3_absorb(random_row(), &ctx, msg + at, part);
            at += part;
        }
        plain_sm3(want, msg, len);
        gmi_sm3_close(random_row(), &ctx, got);
        CHECK_MEM(got, want, 32);
        if (copied) {
            CHECK_OK(gm_sm3_update(&copy, msg + copied_at, len - copied_at));
            CHECK_OK(gm_sm3_final(&copy, got));
            CHECK_MEM(got, want, 32);
        }
    }
}

static void digest_may_overlap_data(void)
{
    uint8_t msg[200], want[32];
    for (size_t at = 0; at <= sizeof msg - 32; at++) {
        rand_bytes(msg, sizeof msg);
        plain_sm3(want, msg, sizeof msg);
        CHECK_OK(gm_sm3(msg + at, msg, sizeof msg));
        CHECK_MEM(msg + at, want, 32);
    }
}

static void final_wipes_the_context(void)
{
    static const gm_sm3_ctx zero;
    gm_sm3_ctx ctx;
    uint8_t digest[32];
    gm_sm3_init(&ctx);
    CHECK_OK(gm_sm3_update(&ctx, (const uint8_t *)"secret", 6));
    CHECK_OK(gm_sm3_final(&ctx, digest));
    CHECK_MEM(&ctx, &zero, sizeof ctx);
}

static void bad_arguments(void)
{
    static const uint8_t byte[1];
    uint8_t digest[32], before[32];
    gm_sm3_ctx ctx, same;
    rand_bytes(digest, sizeof digest);
    memcpy(before, digest, sizeof before);
    CHECK_EQ(gm_sm3(NULL, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3(digest, NULL, 1), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm3(digest, byte, (size_t)GMI_SM3_LIMIT), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm3(digest, byte, SIZE_MAX), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(digest, before, 32);

    gm_sm3_init(NULL); /* ignored */
    memset(&ctx, 0, sizeof ctx);
    gm_sm3_init(&ctx);
    CHECK_OK(gm_sm3_update(&ctx, NULL, 0));
    CHECK_OK(gm_sm3_update(&ctx, byte, 1));
    same = ctx;
    CHECK_EQ(gm_sm3_update(NULL, byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_update(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_final(NULL, digest), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_final(&ctx, NULL), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4)
        CHECK_EQ(gm_sm3_update(&ctx, byte, (size_t)GMI_SM3_LIMIT - 1), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &same, sizeof ctx);
    CHECK_MEM(digest, before, 32);
}

/* A finished, zeroed or foreign context answers with an error and gives nothing. */
static void finished_contexts_are_refused(void)
{
    gm_sm3_ctx ctx;
    uint8_t digest[32], before[32];
    memset(before, 0x5a, 32);
    gm_sm3_init(&ctx);
    CHECK_OK(gm_sm3_final(&ctx, digest));
    for (int fill = 0; fill < 2; fill++) {
        memcpy(digest, before, 32);
        CHECK_EQ(gm_sm3_update(&ctx, before, 3), GM_ERR_STATE);
        CHECK_EQ(gm_sm3_final(&ctx, digest), GM_ERR_STATE);
        CHECK_MEM(digest, before, 32);
        memset(&ctx, 0xff, sizeof ctx);
    }
}

/* The last byte below 2^61 is taken, the next refused; the padding then holds 2^64 - 8 bits. */
static void length_limit(void)
{
    static const uint8_t block[64] = {[63] = 1};
    gm_sm3_ctx ctx, same;
    uint8_t got[32], want[32], last[64] = {0};
    gm_sm3_init(&ctx);
    ctx.bytes_ = GMI_SM3_LIMIT - 64;
    same = ctx;
    CHECK_EQ(gm_sm3_update(&ctx, block, 64), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &same, sizeof ctx);
    CHECK_OK(gm_sm3_update(&ctx, block, 63));
    CHECK_EQ(gm_sm3_update(&ctx, block, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm3_final(&ctx, got));
    memcpy(last, block, 63);
    last[63] = 0x80;
    uint32_t h[8];
    memcpy(h, gmi_sm3_iv, sizeof h);
    gmi_sm3_portable.compress(h, last, 1);
    memset(last, 0, sizeof last);
    memset(last + 56, 0xff, 7);
    last[63] = 0xf8;
    gmi_sm3_portable.compress(h, last, 1);
    gmi_sm3_store(want, h);
    CHECK_MEM(got, want, 32);
}

static void sizes(void)
{
    CHECK_EQ(sizeof(gm_sm3_ctx), 128);
    CHECK_EQ(sizeof(gm_hmac_sm3_key), 64);
    CHECK_EQ(sizeof(gm_hmac_sm3_ctx), 160);
}

TEST_SUITE(sm3, CASE(vector_files), CASE(every_length), CASE(every_alignment), CASE(any_chunking),
           CASE(digest_may_overlap_data), CASE(final_wipes_the_context), CASE(bad_arguments),
           CASE(finished_contexts_are_refused), CASE(length_limit), CASE(sizes));
