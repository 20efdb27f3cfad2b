/* HMAC-SM3 (GB/T 15852.2-2012, RFC 2104): a key is the two states after its padded blocks. */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

void gmi_hmac_sm3_key(const struct sm3_impl *row, gm_hmac_sm3_key *key, const uint8_t *data, size_t len)
{
    struct {
        uint8_t block[64];
    } w = {{0}};
    if (len > sizeof w.block)
        gmi_sm3_hash(row, w.block, data, len);
    else if (len > 0)
        memcpy(w.block, data, len);
    memcpy(key->inner_, gmi_sm3_iv, sizeof key->inner_);
    memcpy(key->outer_, gmi_sm3_iv, sizeof key->outer_);
    for (int i = 0; i < 64; i++)
        w.block[i] ^= 0x36;
    row->compress(key->inner_, w.block, 1);
    for (int i = 0; i < 64; i++)
        w.block[i] ^= 0x36 ^ 0x5c;
    row->compress(key->outer_, w.block, 1);
    gm_wipe(&w, sizeof w);
}

void gmi_hmac_sm3_outer(const struct sm3_impl *row, uint32_t h[8], const uint32_t outer[8])
{
    struct {
        uint8_t block[64];
    } w;
    gmi_sm3_store(w.block, h);
    gmi_sm3_pad(w.block, 32, 64 + 32);
    memcpy(h, outer, 32);
    row->compress(h, w.block, 1);
    gm_wipe(&w, sizeof w);
}

void gmi_hmac_sm3(const struct sm3_impl *row, const gm_hmac_sm3_key *key, uint8_t mac[32], const uint8_t *data,
                  size_t len)
{
    struct {
        uint32_t h[8];
    } w;
    memcpy(w.h, key->inner_, sizeof w.h);
    gmi_sm3_finish(row, w.h, 64, data, len);
    gmi_hmac_sm3_outer(row, w.h, key->outer_);
    gmi_sm3_store(mac, w.h);
    gm_wipe(&w, sizeof w);
}

void gmi_hmac_sm3_start(gm_hmac_sm3_ctx *ctx, const gm_hmac_sm3_key *key)
{
    ctx->hash_ = (gm_sm3_ctx){.bytes_ = 64, .state_ = GMI_SM3_RUNNING};
    memcpy(ctx->hash_.h_, key->inner_, sizeof ctx->hash_.h_);
    memcpy(ctx->outer_, key->outer_, sizeof ctx->outer_);
}

void gmi_hmac_sm3_close(const struct sm3_impl *row, gm_hmac_sm3_ctx *ctx, uint8_t mac[32])
{
    gm_sm3_ctx *c = &ctx->hash_;
    size_t held = c->bytes_ % 64;
    gmi_sm3_finish(row, c->h_, c->bytes_ - held, c->buf_, held);
    gmi_hmac_sm3_outer(row, c->h_, ctx->outer_);
    gmi_sm3_store(mac, c->h_);
    gm_wipe(ctx, sizeof *ctx);
}

/* The message follows the padded key block of 64 bytes. */
static int message_fits(size_t len)
{
    return gmi_sm3_fits(64, len);
}

static int mac_len_valid(size_t mac_len)
{
    return mac_len >= 1 && mac_len <= GM_HMAC_SM3_SIZE;
}

gm_status gm_hmac_sm3_key_init(gm_hmac_sm3_key *key, const uint8_t *data, size_t len)
{
    if (key == NULL || (data == NULL && len > 0) || !gmi_sm3_fits(0, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    gmi_hmac_sm3_key(gmi_sm3(), key, data, len);
    return GM_OK;
}

gm_status gm_hmac_sm3(const gm_hmac_sm3_key *key, uint8_t mac[GM_HMAC_SM3_SIZE], const uint8_t *data, size_t len)
{
    if (key == NULL || mac == NULL || (data == NULL && len > 0) || !message_fits(len))
        return GM_ERR_ARGUMENT;
    gmi_secret(key, sizeof *key);
    gmi_hmac_sm3(gmi_sm3(), key, mac, data, len);
    return GM_OK;
}

gm_status gm_hmac_sm3_verify(const gm_hmac_sm3_key *key, const uint8_t *mac, size_t mac_len, const uint8_t *data,
                             size_t len)
{
    struct {
        uint8_t want[GM_HMAC_SM3_SIZE];
    } w;
    if (key == NULL || mac == NULL || !mac_len_valid(mac_len) || (data == NULL && len > 0) || !message_fits(len))
        return GM_ERR_ARGUMENT;
    gmi_secret(key, sizeof *key);
    gmi_hmac_sm3(gmi_sm3(), key, w.want, data, len);
    int equal = gm_equal(w.want, mac, mac_len); /* releases the verdict alone */
    gm_wipe(&w, sizeof w);
    return equal ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_hmac_sm3_init(gm_hmac_sm3_ctx *ctx, const gm_hmac_sm3_key *key)
{
    if (ctx == NULL || key == NULL)
        return GM_ERR_ARGUMENT;
    gmi_secret(key, sizeof *key);
    gmi_hmac_sm3_start(ctx, key);
    return GM_OK;
}

gm_status gm_hmac_sm3_update(gm_hmac_sm3_ctx *ctx, const uint8_t *data, size_t len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    return gm_sm3_update(&ctx->hash_, data, len);
}

gm_status gm_hmac_sm3_final(gm_hmac_sm3_ctx *ctx, uint8_t mac[GM_HMAC_SM3_SIZE])
{
    if (ctx == NULL || mac == NULL)
        return GM_ERR_ARGUMENT;
    if (ctx->hash_.state_ != GMI_SM3_RUNNING)
        return GM_ERR_STATE;
    gmi_hmac_sm3_close(gmi_sm3(), ctx, mac);
    return GM_OK;
}

gm_status gm_hmac_sm3_final_verify(gm_hmac_sm3_ctx *ctx, const uint8_t *mac, size_t mac_len)
{
    struct {
        uint8_t want[GM_HMAC_SM3_SIZE];
    } w;
    if (ctx == NULL || mac == NULL || !mac_len_valid(mac_len))
        return GM_ERR_ARGUMENT;
    if (ctx->hash_.state_ != GMI_SM3_RUNNING)
        return GM_ERR_STATE;
    gmi_hmac_sm3_close(gmi_sm3(), ctx, w.want);
    int equal = gm_equal(w.want, mac, mac_len); /* releases the verdict alone */
    gm_wipe(&w, sizeof w);
    return equal ? GM_OK : GM_ERR_VERIFY;
}
