/* Independent messages side by side in the lanes of compress_many.
 *
 * A lane holds one message and runs through its phases; each phase is a run of blocks that lie
 * one after the other in memory. A pass compresses in all lanes as many blocks as the shortest
 * run has; lanes whose run ended go to the next phase or take the next message. */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

enum phase {
    IDLE,
    BODY, /* whole blocks read in place; the padded end follows */
    TAIL, /* the padded end, from the lane's buffer             */
    OUTER /* the outer hash of an HMAC                          */
};

/* Messages whose padded form fits are copied whole: one run instead of two. */
#define HELD_BLOCKS 4

struct lane {
    enum phase phase;
    const uint8_t *next; /* `ready` blocks to compress */
    size_t ready;
    size_t message;
    uint8_t held[64 * HELD_BLOCKS];
};

/* What is asked for; keys is NULL for plain hashes. */
struct batch {
    uint8_t (*out)[32];
    const gm_hmac_sm3_key *const *keys;
    const uint8_t *const *data;
    const size_t *lens;
    size_t n;
};

static uint64_t total_len(const struct batch *b, size_t message)
{
    return (uint64_t)b->lens[message] + (b->keys != NULL ? 64 : 0);
}

static void run_held(struct lane *lane, enum phase phase, size_t have, uint64_t total)
{
    lane->phase = phase;
    lane->next = lane->held;
    lane->ready = gmi_sm3_pad(lane->held, have, total);
}

static void begin(const struct batch *b, struct lane *lane, uint32_t h[8], size_t message)
{
    size_t len = b->lens[message];
    memcpy(h, b->keys != NULL ? b->keys[message]->inner_ : gmi_sm3_iv, 32);
    lane->message = message;
    if (len <= sizeof lane->held - 9) {
        if (len > 0)
            memcpy(lane->held, b->data[message], len);
        run_held(lane, TAIL, len, total_len(b, message));
        return;
    }
    lane->phase = BODY;
    lane->next = b->data[message];
    lane->ready = len / 64;
}

/* A run has ended: prepare the next, or hand out the result and fall idle. */
static void turn(const struct batch *b, struct lane *lane, uint32_t h[8])
{
    size_t rest = b->lens[lane->message] % 64;
    if (lane->phase == BODY) {
        memcpy(lane->held, lane->next, rest);
        run_held(lane, TAIL, rest, total_len(b, lane->message));
    } else if (lane->phase == TAIL && b->keys != NULL) {
        gmi_sm3_store(lane->held, h);
        memcpy(h, b->keys[lane->message]->outer_, 32);
        run_held(lane, OUTER, 32, 64 + 32);
    } else {
        gmi_sm3_store(b->out[lane->message], h);
        lane->phase = IDLE;
    }
}

/* Passes over all lanes, as long as more than a few hold a message; then what is left, one by one. */
static void run_lanes(const struct sm3_impl *row, const struct batch *b)
{
    struct {
        uint32_t h[GMI_SM3_MAX_LANES][8];
        struct lane lane[GMI_SM3_MAX_LANES];
    } w;
    const uint8_t *in[GMI_SM3_MAX_LANES];
    size_t next = 0;

    for (size_t i = 0; i < row->lanes; i++)
        w.lane[i].phase = IDLE;
    memset(w.h, 0, sizeof w.h);
    for (;;) {
        size_t live = 0, step = SIZE_MAX;
        for (size_t i = 0; i < row->lanes; i++) {
            struct lane *lane = &w.lane[i];
            if (lane->phase == IDLE && next < b->n)
                begin(b, lane, w.h[i], next++);
            if (lane->phase == IDLE)
                continue;
            live++;
            if (lane->ready < step)
                step = lane->ready;
        }
        if (live <= GMI_SM3_FEW)
            break;
        for (size_t i = 0; i < row->lanes; i++)
            in[i] = w.lane[i].phase != IDLE ? w.lane[i].next : NULL;
        row->compress_many(w.h, in, step);
        for (size_t i = 0; i < row->lanes; i++) {
            struct lane *lane = &w.lane[i];
            if (lane->phase == IDLE)
                continue;
            lane->next += 64 * step;
            lane->ready -= step;
            if (lane->ready == 0)
                turn(b, lane, w.h[i]);
        }
    }
    for (size_t i = 0; i < row->lanes; i++) {
        struct lane *lane = &w.lane[i];
        while (lane->phase != IDLE) {
            row->compress(w.h[i], lane->next, lane->ready);
            lane->next += 64 * lane->ready;
            turn(b, lane, w.h[i]);
        }
    }
    gm_wipe(&w, sizeof w);
}

void gmi_sm3_many(const struct sm3_impl *row, uint8_t (*digests)[32], const uint8_t *const *data, const size_t *lens,
                  size_t n)
{
    if (gmi_sm3_lanes(row, n) > 0) {
        run_lanes(row, &(struct batch){.out = digests, .keys = NULL, .data = data, .lens = lens, .n = n});
        return;
    }
    for (size_t i = 0; i < n; i++)
        gmi_sm3_hash(row, digests[i], data[i], lens[i]);
}

void gmi_hmac_sm3_many(const struct sm3_impl *row, uint8_t (*macs)[32], const gm_hmac_sm3_key *const *keys,
                       const uint8_t *const *data, const size_t *lens, size_t n)
{
    if (gmi_sm3_lanes(row, n) > 0) {
        run_lanes(row, &(struct batch){.out = macs, .keys = keys, .data = data, .lens = lens, .n = n});
        return;
    }
    for (size_t i = 0; i < n; i++)
        gmi_hmac_sm3(row, keys[i], macs[i], data[i], lens[i]);
}

static int messages_valid(const uint8_t *const *data, const size_t *lens, size_t n, uint64_t before)
{
    if (n > SIZE_MAX / sizeof *data) /* no array is that long */
        return 0;
    for (size_t i = 0; i < n; i++)
        if ((data[i] == NULL && lens[i] > 0) || !gmi_sm3_fits(before, lens[i]))
            return 0;
    return 1;
}

gm_status gm_sm3_many(uint8_t (*digests)[GM_SM3_DIGEST_SIZE], const uint8_t *const *data, const size_t *lens, size_t n)
{
    if (n == 0)
        return GM_OK;
    if (digests == NULL || data == NULL || lens == NULL || !messages_valid(data, lens, n, 0))
        return GM_ERR_ARGUMENT;
    gmi_sm3_many(gmi_sm3(), digests, data, lens, n);
    return GM_OK;
}

gm_status gm_hmac_sm3_many(uint8_t (*macs)[GM_HMAC_SM3_SIZE], const gm_hmac_sm3_key *const *keys,
                           const uint8_t *const *data, const size_t *lens, size_t n)
{
    if (n == 0)
        return GM_OK;
    if (macs == NULL || keys == NULL || data == NULL || lens == NULL || !messages_valid(data, lens, n, 64))
        return GM_ERR_ARGUMENT;
    for (size_t i = 0; i < n; i++)
        if (keys[i] == NULL)
            return GM_ERR_ARGUMENT;
    for (size_t i = 0; i < n; i++)
        gmi_secret(keys[i], sizeof *keys[i]);
    gmi_hmac_sm3_many(gmi_sm3(), macs, keys, data, lens, n);
    return GM_OK;
}
