/* SM3 and what is built on it, done by guomi. */
#include <guomi/sm3.h>
#include <stdlib.h>
#include <string.h>

#include "core/ops.h"

struct state {
    const struct bench_work *w;
    gm_hmac_sm3_key hmac;
    const uint8_t **data;
    size_t *lens;
};

static void close_state(void *p)
{
    struct state *s = p;
    free(s->data);
    free(s->lens);
    free(s);
}

static void *open_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    s->data = calloc(w->items, sizeof *s->data);
    s->lens = calloc(w->items, sizeof *s->lens);
    if (s->data == NULL || s->lens == NULL || gm_hmac_sm3_key_init(&s->hmac, w->key, 32) != GM_OK) {
        close_state(s);
        return NULL;
    }
    for (size_t i = 0; i < w->items; i++) {
        s->data[i] = w->in + i * w->bytes;
        s->lens[i] = w->bytes;
    }
    return s;
}

#define RUN(name, call)                    \
    static int name(void *p)               \
    {                                      \
        const struct state *s = p;         \
        const struct bench_work *w = s->w; \
        return call;                       \
    }
RUN(run_hash, gm_sm3(w->out, w->in, w->bytes))
RUN(run_many, gm_sm3_many((uint8_t (*)[32])w->out, s->data, s->lens, w->items))
RUN(run_hmac, gm_hmac_sm3(&s->hmac, w->out, w->in, w->bytes))
RUN(run_kdf, gm_sm3_kdf(w->out, w->bytes, w->in, BENCH_KDF_INPUT))
RUN(run_pbkdf2, gm_pbkdf2_hmac_sm3(w->out, 32, w->key, 32, w->iv, 16, BENCH_PBKDF2_ITERATIONS))

#define WAY(run) {open_state, run, NULL, close_state}
/* clang-format off */
const struct bench_op bench_ops_sm3[] = {
    /* name          room   sizes      least granule output     many */
    {"sm3",          "sm3", BENCH_ANY,   0, 0, 32, 0, 0, WAY(run_hash)},
    {"sm3-many",     "sm3", BENCH_ANY,   0, 0, 32, 0, 1, WAY(run_many)},
    {"hmac-sm3",     "sm3", BENCH_ANY,   0, 0, 32, 0, 0, WAY(run_hmac)},
    {"sm2-kdf",      "sm3", BENCH_ANY,   1, 0,  0, 1, 0, WAY(run_kdf)}, /* bytes: of output */
    {"pbkdf2-sm3",   "sm3", BENCH_FIXED, 0, 0, 32, 0, 0, WAY(run_pbkdf2)},
};
/* clang-format on */
const size_t bench_ops_sm3_count = sizeof bench_ops_sm3 / sizeof bench_ops_sm3[0];
