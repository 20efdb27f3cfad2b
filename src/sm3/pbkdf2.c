/* PBKDF2-HMAC-SM3 (RFC 8018, 5.2; GM/T 0091-2020). The password is kept as the two states of its
 * HMAC key, and the padding of the 32-byte messages is laid out once: an iteration is exactly two
 * compressions. Output blocks are independent of each other and fill the lanes. */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

#define MAX_OUT (GMI_SM3_MAX_COUNTER * GM_SM3_DIGEST_SIZE)

/* The HMAC context after the salt; each output block goes on from a copy. */
static void first(const struct sm3_impl *row, const gm_hmac_sm3_ctx *salted, uint32_t counter, uint8_t u[32])
{
    gm_hmac_sm3_ctx ctx = *salted;
    uint8_t number[4];
    store32be(number, counter);
    gmi_sm3_absorb(row, &ctx.hash_, number, sizeof number);
    gmi_hmac_sm3_close(row, &ctx, u); /* wipes ctx */
}

/* out = U_1 ^ U_2 ^ … of one output block. */
static void one_block(const struct sm3_impl *row, uint8_t out[32], const gm_hmac_sm3_key *key,
                      const gm_hmac_sm3_ctx *salted, uint32_t counter, uint64_t iterations)
{
    struct {
        uint8_t block[64]; /* the message of either hash: 32 bytes and their padding */
        uint32_t h[8], sum[8];
    } w;
    first(row, salted, counter, w.block);
    gmi_sm3_pad(w.block, 32, 64 + 32);
    for (int i = 0; i < 8; i++)
        w.sum[i] = load32be(w.block + 4 * i);
    while (--iterations > 0) {
        memcpy(w.h, key->inner_, 32);
        row->compress(w.h, w.block, 1);
        gmi_sm3_store(w.block, w.h);
        memcpy(w.h, key->outer_, 32);
        row->compress(w.h, w.block, 1);
        gmi_sm3_store(w.block, w.h);
        for (int i = 0; i < 8; i++)
            w.sum[i] ^= w.h[i];
    }
    gmi_sm3_store(out, w.sum);
    gm_wipe(&w, sizeof w);
}

/* One hash in every lane, from `start`, over the lanes' blocks, which take the digests. */
static void pass(const struct sm3_impl *row, uint32_t (*h)[8], uint8_t (*block)[64], const uint8_t *const *in,
                 const uint32_t start[8])
{
    for (size_t i = 0; i < row->lanes; i++)
        memcpy(h[i], start, 32);
    row->compress_many(h, in, 1);
    for (size_t i = 0; i < row->lanes; i++)
        gmi_sm3_store(block[i], h[i]);
}

/* Up to row->lanes output blocks, `n` of them wanted, counters from `counter` on. */
static void lane_blocks(const struct sm3_impl *row, uint8_t (*out)[32], size_t n, const gm_hmac_sm3_key *key,
                        const gm_hmac_sm3_ctx *salted, uint32_t counter, uint64_t iterations)
{
    struct {
        uint8_t block[GMI_SM3_MAX_LANES][64];
        uint32_t h[GMI_SM3_MAX_LANES][8], sum[GMI_SM3_MAX_LANES][8];
    } w;
    const uint8_t *in[GMI_SM3_MAX_LANES];
    for (size_t i = 0; i < row->lanes; i++) {
        if (i < n)
            first(row, salted, counter + (uint32_t)i, w.block[i]);
        else
            memset(w.block[i], 0, 32); /* an idle lane */
        gmi_sm3_pad(w.block[i], 32, 64 + 32);
        for (int j = 0; j < 8; j++)
            w.sum[i][j] = load32be(w.block[i] + 4 * j);
        in[i] = i < n ? w.block[i] : NULL;
    }
    while (--iterations > 0) {
        pass(row, w.h, w.block, in, key->inner_);
        pass(row, w.h, w.block, in, key->outer_);
        for (size_t i = 0; i < row->lanes; i++)
            for (int j = 0; j < 8; j++)
                w.sum[i][j] ^= w.h[i][j];
    }
    for (size_t i = 0; i < n; i++)
        gmi_sm3_store(out[i], w.sum[i]);
    gm_wipe(&w, sizeof w);
}

void gmi_pbkdf2_hmac_sm3(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *password,
                         size_t password_len, const uint8_t *salt, size_t salt_len, uint64_t iterations)
{
    struct {
        gm_hmac_sm3_key key;
        gm_hmac_sm3_ctx salted;
        uint8_t made[GMI_SM3_MAX_LANES][32];
    } w;
    uint32_t counter = 1;
    gmi_hmac_sm3_key(row, &w.key, password, password_len);
    gmi_hmac_sm3_start(&w.salted, &w.key);
    gmi_sm3_absorb(row, &w.salted.hash_, salt, salt_len);
    while (out_len > 0) {
        size_t wanted = out_len / 32 + (out_len % 32 != 0), lanes = gmi_sm3_lanes(row, wanted);
        size_t n = lanes == 0 ? 1 : wanted < lanes ? wanted : lanes, part = out_len < 32 * n ? out_len : 32 * n;
        if (lanes > 0)
            lane_blocks(row, w.made, n, &w.key, &w.salted, counter, iterations);
        else
            one_block(row, w.made[0], &w.key, &w.salted, counter, iterations);
        memcpy(out, w.made, part);
        counter += (uint32_t)n;
        out += part;
        out_len -= part;
    }
    gm_wipe(&w, sizeof w);
}

gm_status gm_pbkdf2_hmac_sm3(uint8_t *out, size_t out_len, const uint8_t *password, size_t password_len,
                             const uint8_t *salt, size_t salt_len, uint64_t iterations)
{
    if (out == NULL || out_len == 0 || out_len > MAX_OUT || (password == NULL && password_len > 0) ||
        (salt == NULL && salt_len > 0) || iterations == 0)
        return GM_ERR_ARGUMENT;
    /* The padded key and the counter are hashed with the salt. */
    if (!gmi_sm3_fits(0, password_len) || !gmi_sm3_fits(64 + 4, salt_len))
        return GM_ERR_ARGUMENT;
    gmi_secret(password, password_len);
    gmi_pbkdf2_hmac_sm3(gmi_sm3(), out, out_len, password, password_len, salt, salt_len, iterations);
    return GM_OK;
}
