/* SM4 and its modes, done by guomi. */
#include <guomi/sm4.h>
#include <stdlib.h>
#include <string.h>

#include "core/ops.h"

enum { TAG = 16, NONCE = 12 };

struct state {
    const struct bench_work *w;
    gm_sm4_key key;
    gm_sm4_xts_key xts;
    gm_sm4_gcm_key gcm;
};

static void *open_state(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    if (gm_sm4_key_init(&s->key, w->key) != GM_OK || gm_sm4_xts_key_init(&s->xts, w->key) != GM_OK ||
        gm_sm4_gcm_key_init(&s->gcm, w->key) != GM_OK) {
        free(s);
        return NULL;
    }
    return s;
}

#define RUN(name, call)                    \
    static int name(void *p)               \
    {                                      \
        struct state *s = p;               \
        const struct bench_work *w = s->w; \
        return call;                       \
    }

/* One block after another through the same buffer: each waits for the one before it. */
static void *open_block(const struct bench_work *w)
{
    memcpy(w->out, w->in, GM_SM4_BLOCK_SIZE);
    return open_state(w);
}
RUN(run_block, gm_sm4_encrypt_block(&s->key, w->out, w->out))

RUN(run_key, gm_sm4_key_init(&s->key, w->key))
RUN(key_result, gm_sm4_encrypt_block(&s->key, w->out, w->iv))

#define PLAIN(mode)                                                                         \
    RUN(run_##mode##_enc, gm_sm4_##mode##_encrypt(&s->key, w->out, w->in, w->bytes, w->iv)) \
    RUN(run_##mode##_dec, gm_sm4_##mode##_decrypt(&s->key, w->out, w->in, w->bytes, w->iv))
PLAIN(cbc)
PLAIN(cfb)
PLAIN(cfb8)
PLAIN(bc)
PLAIN(ofbnlf)
RUN(run_ecb_enc, gm_sm4_ecb_encrypt(&s->key, w->out, w->in, w->bytes))
RUN(run_ecb_dec, gm_sm4_ecb_decrypt(&s->key, w->out, w->in, w->bytes))
RUN(run_cfb1_enc, gm_sm4_cfb1_encrypt(&s->key, w->out, w->in, (uint64_t)w->bytes * 8, w->iv))
RUN(run_cfb1_dec, gm_sm4_cfb1_decrypt(&s->key, w->out, w->in, (uint64_t)w->bytes * 8, w->iv))
RUN(run_ofb, gm_sm4_ofb(&s->key, w->out, w->in, w->bytes, w->iv))
RUN(run_ctr, gm_sm4_ctr(&s->key, w->out, w->in, w->bytes, w->iv))

#define XTS(name, standard)                                                                      \
    RUN(run_##name##_enc, gm_sm4_xts_encrypt(&s->xts, standard, w->out, w->in, w->bytes, w->iv)) \
    RUN(run_##name##_dec, gm_sm4_xts_decrypt(&s->xts, standard, w->out, w->in, w->bytes, w->iv))
XTS(xts, GM_SM4_XTS_IEEE1619)
XTS(xts_gb, GM_SM4_XTS_GB17964)

RUN(run_hctr_enc, gm_sm4_hctr_encrypt(&s->key, w->hash_key, w->out, w->in, w->bytes, w->iv))
RUN(run_hctr_dec, gm_sm4_hctr_decrypt(&s->key, w->hash_key, w->out, w->in, w->bytes, w->iv))

RUN(run_gcm_enc, gm_sm4_gcm_encrypt(&s->gcm, w->out, w->out + w->bytes, TAG, w->iv, NONCE, NULL, 0, w->in, w->bytes))
RUN(run_gcm_dec, gm_sm4_gcm_decrypt(&s->gcm, w->out, w->in, w->bytes, w->tag, TAG, w->iv, NONCE, NULL, 0))
RUN(run_ccm_enc, gm_sm4_ccm_encrypt(&s->key, w->out, w->out + w->bytes, TAG, w->iv, NONCE, NULL, 0, w->in, w->bytes))
RUN(run_ccm_dec, gm_sm4_ccm_decrypt(&s->key, w->out, w->in, w->bytes, w->tag, TAG, w->iv, NONCE, NULL, 0))

RUN(run_cmac, gm_sm4_cmac(&s->key, w->out, TAG, w->in, w->bytes))
RUN(run_gmac, gm_sm4_gmac(&s->gcm, w->out, TAG, w->iv, NONCE, w->in, w->bytes))
RUN(run_cbcmac, gm_sm4_cbcmac(&s->key, w->out, TAG, w->in, w->bytes))

#define WAY(run) {open_state, run, NULL, free}
#define BOTH(mode, room, least, granule, tag, name)                                          \
    {"sm4-" mode "-enc", room, BENCH_ANY, least, granule, tag, 1, 0, WAY(run_##name##_enc)}, \
    {                                                                                        \
        "sm4-" mode "-dec", room, BENCH_ANY, least, granule, 0, 1, 0, WAY(run_##name##_dec)  \
    }
/* clang-format off */
const struct bench_op bench_ops_sm4[] = {
    /* name           room         sizes        least granule output   many */
    {"sm4-key",       "sm4",       BENCH_FIXED,  0,  0, 16, 0, 0, {open_state, run_key, key_result, free}},
    {"sm4-block",     "sm4",       BENCH_FIXED, 16,  0, 16, 0, 0, {open_block, run_block, NULL, free}},
    BOTH("ecb",       "sm4",                    16, 16,  0, ecb),
    BOTH("cbc",       "sm4",                    16, 16,  0, cbc),
    BOTH("cfb",       "sm4",                     1,  0,  0, cfb),
    BOTH("cfb8",      "sm4",                     1,  0,  0, cfb8),
    BOTH("cfb1",      "sm4",                     1,  0,  0, cfb1),
    {"sm4-ofb",       "sm4",       BENCH_ANY,    1,  0,  0, 1, 0, WAY(run_ofb)},
    {"sm4-ctr",       "sm4",       BENCH_ANY,    1,  0,  0, 1, 0, WAY(run_ctr)},
    BOTH("xts",       "sm4",                    16,  0,  0, xts),
    BOTH("xts-gb",    "sm4",                    16,  0,  0, xts_gb),
    BOTH("gcm",       "sm4+ghash",               0,  0, 16, gcm),
    BOTH("ccm",       "sm4",                     0,  0, 16, ccm),
    BOTH("hctr",      "sm4+ghash",              16,  0,  0, hctr),
    BOTH("bc",        "sm4",                    16, 16,  0, bc),
    BOTH("ofbnlf",    "sm4",                    16, 16,  0, ofbnlf),
    {"sm4-cmac",      "sm4",       BENCH_ANY,    0,  0, 16, 0, 0, WAY(run_cmac)},
    {"sm4-gmac",      "sm4+ghash", BENCH_ANY,    0,  0, 16, 0, 0, WAY(run_gmac)},
    {"sm4-cbcmac",    "sm4",       BENCH_ANY,   16, 16, 16, 0, 0, WAY(run_cbcmac)},
};
/* clang-format on */
const size_t bench_ops_sm4_count = sizeof bench_ops_sm4 / sizeof bench_ops_sm4[0];
