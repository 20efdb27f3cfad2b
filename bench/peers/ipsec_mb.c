/* ipsec-mb: ZUC-128 by its direct calls, one buffer and many, and ZUC-256 by its job queue. */
#include <intel-ipsec-mb.h>
#include <stdlib.h>
#include <string.h>

#include "peers/peers.h"

struct state {
    const struct bench_work *w;
    IMB_MGR *mgr;
    uint8_t key[32], iv256[23];
    uint8_t (*ivs)[16]; /* of EEA3 or EIA3 */
    const void **keys, **iv, **in;
    void **out;
    uint32_t *lens, **tags;
};

enum { MAX_BITS = 65504 }; /* of a message of ZUC; longer ones it refuses, and leaves the output as it was */

static int offered(const struct bench_op *op, size_t bytes)
{
    (void)op;
    return bytes > 0 && 8 * bytes <= MAX_BITS;
}

static void close_state(void *p)
{
    struct state *s = p;
    if (s->mgr != NULL)
        free_mb_mgr(s->mgr);
    free(s->ivs);
    free(s->keys);
    free(s->iv);
    free(s->in);
    free(s->out);
    free(s->lens);
    free(s->tags);
    free(s);
}

static void *open_state(const struct bench_work *w)
{
    const int mac = strncmp(w->op->name, "zuc-eia3", 8) == 0;
    const size_t n = w->items;
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    s->mgr = alloc_mb_mgr(0);
    s->ivs = calloc(n, sizeof *s->ivs);
    s->keys = calloc(n, sizeof *s->keys);
    s->iv = calloc(n, sizeof *s->iv);
    s->in = calloc(n, sizeof *s->in);
    s->out = calloc(n, sizeof *s->out);
    s->lens = calloc(n, sizeof *s->lens);
    s->tags = calloc(n, sizeof *s->tags);
    if (s->mgr == NULL || s->ivs == NULL || s->keys == NULL || s->iv == NULL || s->in == NULL || s->out == NULL ||
        s->lens == NULL || s->tags == NULL) {
        close_state(s);
        return NULL;
    }
    init_mb_mgr_auto(s->mgr, NULL);
    memcpy(s->key, w->key, sizeof s->key);
    memcpy(s->iv256, w->iv, 16);
    for (size_t i = 0; i < n; i++) {
        const uint32_t count = 0x12345678 + (uint32_t)i;
        if (mac)
            zuc_eia3_iv_gen(count, 5, 1, s->ivs[i]);
        else
            zuc_eea3_iv_gen(count, 5, 1, s->ivs[i]);
        s->keys[i] = s->key;
        s->iv[i] = s->ivs[i];
        s->in[i] = w->in + i * w->bytes;
        s->lens[i] = (uint32_t)(mac ? 8 * w->bytes : w->bytes);
        if (mac)
            s->tags[i] = (uint32_t *)(void *)(w->out + 4 * i);
        else
            s->out[i] = w->out + i * w->bytes;
    }
    return s;
}

static int run_eea3(void *p)
{
    struct state *s = p;
    IMB_ZUC_EEA3_1_BUFFER(s->mgr, s->key, s->ivs[0], s->w->in, s->w->out, (uint32_t)s->w->bytes);
    return 0;
}

static int run_eia3(void *p)
{
    struct state *s = p;
    IMB_ZUC_EIA3_1_BUFFER(s->mgr, s->key, s->ivs[0], s->w->in, s->lens[0], s->tags[0]);
    return 0;
}

static int run_eea3_many(void *p)
{
    struct state *s = p;
    IMB_ZUC_EEA3_N_BUFFER(s->mgr, s->keys, s->iv, s->in, s->out, s->lens, (uint32_t)s->w->items);
    return 0;
}

static int run_eia3_many(void *p)
{
    struct state *s = p;
    IMB_ZUC_EIA3_N_BUFFER(s->mgr, s->keys, s->iv, s->in, s->lens, s->tags, (uint32_t)s->w->items);
    return 0;
}

static int run_job(struct state *s, const IMB_JOB *order)
{
    IMB_JOB *job = IMB_GET_NEXT_JOB(s->mgr);
    *job = *order;
    job = IMB_SUBMIT_JOB(s->mgr);
    if (job == NULL)
        job = IMB_FLUSH_JOB(s->mgr);
    return job == NULL || job->status != IMB_STATUS_COMPLETED;
}

static int run_256(void *p)
{
    struct state *s = p;
    IMB_JOB job;
    memset(&job, 0, sizeof job);
    job.cipher_mode = IMB_CIPHER_ZUC_EEA3;
    job.cipher_direction = IMB_DIR_ENCRYPT;
    job.chain_order = IMB_ORDER_CIPHER_HASH;
    job.hash_alg = IMB_AUTH_NULL;
    job.enc_keys = job.dec_keys = s->key;
    job.key_len_in_bytes = 32;
    job.iv = s->iv256;
    job.iv_len_in_bytes = 23;
    job.src = s->w->in;
    job.dst = s->w->out;
    job.msg_len_to_cipher_in_bytes = s->w->bytes;
    return run_job(s, &job);
}

static int run_256_mac(void *p)
{
    struct state *s = p;
    IMB_JOB job;
    memset(&job, 0, sizeof job);
    job.cipher_mode = IMB_CIPHER_NULL;
    job.cipher_direction = IMB_DIR_ENCRYPT;
    job.chain_order = IMB_ORDER_HASH_CIPHER;
    job.hash_alg = IMB_AUTH_ZUC256_EIA3_BITLEN;
    job.u.ZUC_EIA3._key = s->key;
    job.u.ZUC_EIA3._iv23 = s->iv256;
    job.src = s->w->in;
    job.msg_len_to_hash_in_bits = 8 * s->w->bytes;
    job.auth_tag_output = s->w->out;
    job.auth_tag_output_len_in_bytes = 16;
    return run_job(s, &job);
}

static const char *version(void)
{
    return imb_get_version_str();
}

static const struct bench_lib_way ways[] = {
    {"zuc-eea3", {open_state, run_eea3, NULL, close_state}, offered},
    {"zuc-eia3", {open_state, run_eia3, NULL, close_state}, offered},
    {"zuc-eea3-many", {open_state, run_eea3_many, NULL, close_state}, offered},
    {"zuc-eia3-many", {open_state, run_eia3_many, NULL, close_state}, offered},
    {"zuc256-enc", {open_state, run_256, NULL, close_state}, offered},
    {"zuc256-mac128", {open_state, run_256_mac, NULL, close_state}, offered},
};
const struct bench_lib bench_ipsec_mb = {"ipsec-mb", version, BENCH_WAYS(ways)};
