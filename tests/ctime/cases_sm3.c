/* SM3: the seam, hashing, HMAC and key derivation. */
#include <string.h>

#include "ctime.h"
#include "sm3/sm3_core.h"

static uint8_t data[1100];

static void compress(const void *p)
{
    const struct sm3_impl *row = p;
    uint32_t h[8];
    ct_public(h, sizeof h);
    ct_secret(data, 320);
    ct_begin();
    row->compress(h, data, 1);
    row->compress(h, data + 64, 4);
    ct_end();
    ct_result(h, sizeof h);
}

/* The chaining value is as secret as the message: HMAC's midstates are its key. It is input and
 * output, so only one word is secret before: that all are, afterwards, the tool must have followed. */
static void compress_state(const void *p)
{
    const struct sm3_impl *row = p;
    uint32_t in[8], h[8];
    ct_public(in, sizeof in);
    ct_secret(in, 4);
    ct_public(data, 128);
    memcpy(h, in, sizeof h);
    ct_begin();
    row->compress(h, data, 2);
    ct_end();
    ct_result(h, sizeof h);
}

static void compress_many(const void *p)
{
    const struct sm3_impl *row = p;
    uint32_t h[GMI_SM3_MAX_LANES][8];
    const uint8_t *in[GMI_SM3_MAX_LANES];
    if (row->lanes == 0)
        return;
    ct_public(h, sizeof h);
    ct_secret(data, sizeof data);
    for (unsigned i = 0; i < row->lanes; i++)
        in[i] = data + 60 * i;
    ct_begin();
    row->compress_many(h, in, 3);
    ct_end();
    ct_result(h, 32 * row->lanes);
}

static void compress_numbered(const void *p)
{
    const struct sm3_impl *row = p;
    uint32_t start[8];
    static uint8_t out[35 * 32 + 5];
    if (row->lanes == 0)
        return;
    ct_secret(start, sizeof start);
    ct_secret(data, 128);
    memset(out, 0, sizeof out);
    ct_begin();
    row->compress_numbered(out, sizeof out, start, data, 2, 62, 1);
    row->compress_numbered(out, sizeof out, start, data, 1, 5, 1);
    ct_end();
    ct_result(out, sizeof out);
}

static void hash(const void *row)
{
    uint8_t digest[32];
    ct_secret(data, 200);
    memset(digest, 0, sizeof digest);
    ct_begin();
    gmi_sm3_hash(row, digest, data, 200);
    ct_end();
    ct_result(digest, sizeof digest);
}

static void stream(const void *row)
{
    static gm_sm3_ctx ctx;
    uint8_t digest[32];
    ct_secret(data, 300);
    memset(digest, 0, sizeof digest);
    gm_sm3_init(&ctx);
    ct_begin();
    gmi_sm3_absorb(row, &ctx, data, 13);
    gmi_sm3_absorb(row, &ctx, data + 13, 70);
    gmi_sm3_absorb(row, &ctx, data + 83, 217);
    gmi_sm3_close(row, &ctx, digest);
    ct_end();
    ct_result(digest, sizeof digest);
}

static void many(const void *row)
{
    enum { N = 19 };
    static uint8_t digests[N][32];
    const uint8_t *in[N];
    size_t lens[N];
    ct_secret(data, sizeof data);
    memset(digests, 0, sizeof digests);
    for (size_t i = 0; i < N; i++) {
        in[i] = data + 20 * i;
        lens[i] = 11 + 23 * i;
    }
    ct_begin();
    gmi_sm3_many(row, digests, in, lens, N);
    ct_end();
    ct_result(digests, sizeof digests);
}

static void hmac_length(const void *row, size_t key_len)
{
    static gm_hmac_sm3_key key;
    uint8_t mac[32];
    ct_secret(data, key_len);
    ct_public(data + 200, 100);
    memset(&key, 0, sizeof key);
    memset(mac, 0, sizeof mac);
    ct_begin();
    gmi_hmac_sm3_key(row, &key, data, key_len);
    gmi_hmac_sm3(row, &key, mac, data + 200, 100);
    ct_end();
    ct_result(&key, sizeof key);
    ct_result(mac, sizeof mac);
}

static void hmac_key(const void *row)
{
    hmac_length(row, 32);
}

static void hmac_long_key(const void *row)
{
    hmac_length(row, 130);
}

/* A key of which one word in each midstate is secret. */
static void make_key(gm_hmac_sm3_key *key)
{
    ct_public(key, sizeof *key);
    ct_secret(key->inner_, 4);
    ct_secret(key->outer_, 4);
}

static void hmac_stream(const void *row)
{
    static gm_hmac_sm3_key key;
    static gm_hmac_sm3_ctx ctx;
    uint8_t mac[32];
    make_key(&key);
    ct_secret(data, 150);
    memset(mac, 0, sizeof mac);
    ct_begin();
    gmi_hmac_sm3_start(&ctx, &key);
    gmi_sm3_absorb(row, &ctx.hash_, data, 33);
    gmi_sm3_absorb(row, &ctx.hash_, data + 33, 117);
    gmi_hmac_sm3_close(row, &ctx, mac);
    ct_end();
    ct_result(mac, sizeof mac);
}

static void hmac_many(const void *row)
{
    enum { N = 11 };
    static uint8_t macs[N][32];
    static gm_hmac_sm3_key keys[N];
    const gm_hmac_sm3_key *key[N];
    const uint8_t *in[N];
    size_t lens[N];
    for (size_t i = 0; i < N; i++)
        make_key(keys + i);
    ct_secret(data, 400);
    memset(macs, 0, sizeof macs);
    for (size_t i = 0; i < N; i++) {
        key[i] = keys + i;
        in[i] = data + i;
        lens[i] = 7 + 31 * i;
    }
    ct_begin();
    gmi_hmac_sm3_many(row, macs, key, in, lens, N);
    ct_end();
    ct_result(macs, sizeof macs);
}

static void kdf(const void *row)
{
    static uint8_t out[19 * 32 + 5];
    ct_secret(data, 64);
    memset(out, 0, sizeof out);
    ct_begin();
    gmi_sm3_kdf(row, out, sizeof out, data, 64);
    ct_end();
    ct_result(out, sizeof out);
}

static void hkdf(const void *row)
{
    uint8_t prk[32], out[80], public_bytes[40];
    ct_secret(data, 50);
    ct_public(public_bytes, sizeof public_bytes);
    memset(prk, 0, sizeof prk);
    memset(out, 0, sizeof out);
    ct_begin();
    gmi_hkdf_sm3_extract(row, prk, public_bytes, 20, data, 50);
    gmi_hkdf_sm3_expand(row, out, sizeof out, prk, sizeof prk, public_bytes, sizeof public_bytes);
    ct_end();
    ct_result(prk, sizeof prk);
    ct_result(out, sizeof out);
}

static void pbkdf2(const void *row)
{
    static uint8_t out[5 * 32 + 3];
    uint8_t salt[16];
    ct_secret(data, 12);
    ct_public(salt, sizeof salt);
    memset(out, 0, sizeof out);
    ct_begin();
    gmi_pbkdf2_hmac_sm3(row, out, 32, data, 12, salt, sizeof salt, 3);
    gmi_pbkdf2_hmac_sm3(row, out, sizeof out, data, 12, salt, sizeof salt, 3);
    ct_end();
    ct_result(out, sizeof out);
}

const struct ct_case ct_sm3_cases[] = {
    {"compress", compress},
    {"compress-state", compress_state},
    {"compress-many", compress_many},
    {"compress-numbered", compress_numbered},
    {"hash", hash},
    {"stream", stream},
    {"many", many},
    {"hmac-key", hmac_key},
    {"hmac-long-key", hmac_long_key},
    {"hmac-stream", hmac_stream},
    {"hmac-many", hmac_many},
    {"kdf", kdf},
    {"hkdf", hkdf},
    {"pbkdf2", pbkdf2},
    {NULL, NULL},
};
