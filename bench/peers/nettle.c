/* nettle. Its release in Debian 12 has SM3 only. */
#include <nettle/hmac.h>
#include <nettle/pbkdf2.h>
#include <nettle/sm3.h>
#include <nettle/version.h>
#include <stdio.h>
#include <stdlib.h>

#include "peers/peers.h"

struct state {
    const struct bench_work *w;
    struct sm3_ctx hash;
    struct hmac_sm3_ctx hmac;
};

static void *open_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->w = w;
        sm3_init(&s->hash);
        hmac_sm3_set_key(&s->hmac, 32, w->key);
    }
    return s;
}

static int run_hash(void *p)
{
    struct state *s = p;
    sm3_update(&s->hash, s->w->bytes, s->w->in);
    sm3_digest(&s->hash, 32, s->w->out);
    return 0;
}

static int run_hmac(void *p)
{
    struct state *s = p;
    hmac_sm3_update(&s->hmac, s->w->bytes, s->w->in);
    hmac_sm3_digest(&s->hmac, 32, s->w->out);
    return 0;
}

static int run_pbkdf2(void *p)
{
    struct state *s = p;
    PBKDF2(&s->hmac, hmac_sm3_update, hmac_sm3_digest, 32, BENCH_PBKDF2_ITERATIONS, 16, s->w->iv, 32, s->w->out);
    return 0;
}

static const char *version(void)
{
    static char text[32];
    snprintf(text, sizeof text, "%d.%d", nettle_version_major(), nettle_version_minor());
    return text;
}

static const struct bench_lib_way ways[] = {
    {"sm3", {open_state, run_hash, NULL, free}, NULL},
    {"hmac-sm3", {open_state, run_hmac, NULL, free}, NULL},
    {"pbkdf2-sm3", {open_state, run_pbkdf2, NULL, free}, NULL},
};
const struct bench_lib bench_nettle = {"nettle", version, BENCH_WAYS(ways)};
