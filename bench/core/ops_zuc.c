/* ZUC, done by guomi. Key and IV are set up within the timing, as each message has its own. */
#include <guomi/zuc.h>
#include <stdlib.h>
#include <string.h>

#include "core/ops.h"

enum { TAG = 16, COUNT = 0x12345678, BEARER = 5, DIRECTION = 1 };

struct state {
    const struct bench_work *w;
    uint8_t key[32], iv[23];
    gm_zuc_packet *packets;
    gm_zuc_ctx ctx;
};

static void close_state(void *p)
{
    struct state *s = p;
    free(s->packets);
    free(s);
}

static void *open_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    memcpy(s->key, w->key, sizeof s->key);
    memcpy(s->iv, w->iv, 16); /* of ZUC-256 the rest is 0 */
    s->packets = calloc(w->items, sizeof *s->packets);
    if (s->packets == NULL) {
        free(s);
        return NULL;
    }
    for (size_t i = 0; i < w->items; i++)
        s->packets[i] = (gm_zuc_packet){.key = s->key,
                                        .in = w->in + i * w->bytes,
                                        .out = w->op->out_grows ? w->out + i * w->bytes : NULL,
                                        .bits = 8 * (uint64_t)w->bytes,
                                        .count = COUNT + (uint32_t)i,
                                        .bearer = BEARER,
                                        .direction = DIRECTION};
    return s;
}

#define RUN(name, call)                    \
    static int name(void *p)               \
    {                                      \
        struct state *s = p;               \
        const struct bench_work *w = s->w; \
        return call;                       \
    }
RUN(run_init, gm_zuc_init(&s->ctx, GM_ZUC_128, w->key, w->iv))
RUN(init_result, gm_zuc_bytes(&s->ctx, w->out, 16))
RUN(run_eea3, gm_zuc_eea3(w->key, COUNT, BEARER, DIRECTION, w->out, w->in, 8 * (uint64_t)w->bytes))
RUN(run_eia3, gm_zuc_eia3(w->key, COUNT, BEARER, DIRECTION, w->out, w->in, 8 * (uint64_t)w->bytes))
RUN(run_eea3_many, gm_zuc_eea3_many(s->packets, w->items))
RUN(run_eia3_many, gm_zuc_eia3_many((uint8_t (*)[4])w->out, s->packets, w->items))
RUN(run_256, gm_zuc(GM_ZUC_256, s->key, s->iv, w->out, w->in, w->bytes))
RUN(run_256_mac, gm_zuc_mac(GM_ZUC_256, s->key, s->iv, w->out, 16, w->in, 8 * (uint64_t)w->bytes))
RUN(run_gxm, gm_zuc_gxm_encrypt(GM_ZUC_128, w->hash_key, w->key, w->iv, w->out, w->out + w->bytes, TAG, NULL, 0, w->in,
                                w->bytes))

#define WAY(run) {open_state, run, NULL, close_state}
/* clang-format off */
const struct bench_op bench_ops_zuc[] = {
    /* name            room         sizes       least granule output many */
    {"zuc-init",       "zuc",       BENCH_FIXED, 0, 0, 16, 0, 0, {open_state, run_init, init_result, close_state}},
    {"zuc-eea3",       "zuc",       BENCH_ANY,   0, 0,  0, 1, 0, WAY(run_eea3)},
    {"zuc-eia3",       "zuc",       BENCH_ANY,   0, 0,  4, 0, 0, WAY(run_eia3)},
    {"zuc-eea3-many",  "zuc",       BENCH_ANY,   0, 0,  0, 1, 1, WAY(run_eea3_many)},
    {"zuc-eia3-many",  "zuc",       BENCH_ANY,   0, 0,  4, 0, 1, WAY(run_eia3_many)},
    {"zuc256-enc",     "zuc",       BENCH_ANY,   0, 0,  0, 1, 0, WAY(run_256)},
    {"zuc256-mac128",  "zuc",       BENCH_ANY,   0, 0, 16, 0, 0, WAY(run_256_mac)},
    {"zuc-gxm-enc",    "zuc+ghash", BENCH_ANY,   0, 0, 16, 1, 0, WAY(run_gxm)},
};
/* clang-format on */
const size_t bench_ops_zuc_count = sizeof bench_ops_zuc / sizeof bench_ops_zuc[0];
