/* SM3 over whole and running messages: cutting into blocks, padding, length. */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

/* GB/T 32905-2016, 4.1. */
const uint32_t gmi_sm3_iv[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};

void gmi_sm3_finish(const struct sm3_impl *row, uint32_t h[8], uint64_t before, const uint8_t *data, size_t len)
{
    size_t rest = len % 64, whole = len - rest;
    uint8_t tail[128];
    GM_ASSERT(before % 64 == 0 && gmi_sm3_fits(before, len));
    if (whole > 0)
        row->compress(h, data, whole / 64);
    if (rest == 0) { /* nothing secret: the padding alone */
        gmi_sm3_pad(tail, 0, before + len);
        row->compress(h, tail, 1);
        return;
    }
    memcpy(tail, data + whole, rest);
    row->compress(h, tail, gmi_sm3_pad(tail, rest, before + len));
    gm_wipe(tail, sizeof tail);
}

void gmi_sm3_hash(const struct sm3_impl *row, uint8_t digest[32], const uint8_t *data, size_t len)
{
    uint32_t h[8];
    memcpy(h, gmi_sm3_iv, sizeof h);
    gmi_sm3_finish(row, h, 0, data, len);
    gmi_sm3_store(digest, h);
    gm_wipe(h, sizeof h);
}

void gmi_sm3_absorb(const struct sm3_impl *row, gm_sm3_ctx *ctx, const uint8_t *data, size_t len)
{
    size_t held = ctx->bytes_ % 64;
    if (len == 0)
        return;
    ctx->bytes_ += len;
    if (held > 0) {
        size_t part = 64 - held;
        if (len < part) {
            memcpy(ctx->buf_ + held, data, len);
            return;
        }
        memcpy(ctx->buf_ + held, data, part);
        row->compress(ctx->h_, ctx->buf_, 1);
        data += part;
        len -= part;
    }
    size_t whole = len & ~(size_t)63;
    if (whole > 0)
        row->compress(ctx->h_, data, whole / 64);
    if (len > whole)
        memcpy(ctx->buf_, data + whole, len - whole);
}

void gmi_sm3_close(const struct sm3_impl *row, gm_sm3_ctx *ctx, uint8_t digest[32])
{
    size_t held = ctx->bytes_ % 64;
    gmi_sm3_finish(row, ctx->h_, ctx->bytes_ - held, ctx->buf_, held);
    gmi_sm3_store(digest, ctx->h_);
    gm_wipe(ctx, sizeof *ctx);
}

gm_status gm_sm3(uint8_t digest[GM_SM3_DIGEST_SIZE], const uint8_t *data, size_t len)
{
    if (digest == NULL || (data == NULL && len > 0) || !gmi_sm3_fits(0, len))
        return GM_ERR_ARGUMENT;
    gmi_sm3_hash(gmi_sm3(), digest, data, len);
    return GM_OK;
}

void gm_sm3_init(gm_sm3_ctx *ctx)
{
    if (ctx == NULL)
        return;
    *ctx = (gm_sm3_ctx){.state_ = GMI_SM3_RUNNING};
    memcpy(ctx->h_, gmi_sm3_iv, sizeof ctx->h_);
}

gm_status gm_sm3_update(gm_sm3_ctx *ctx, const uint8_t *data, size_t len)
{
    if (ctx == NULL || (data == NULL && len > 0))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != GMI_SM3_RUNNING)
        return GM_ERR_STATE;
    if (!gmi_sm3_fits(ctx->bytes_, len))
        return GM_ERR_ARGUMENT;
    gmi_sm3_absorb(gmi_sm3(), ctx, data, len);
    return GM_OK;
}

gm_status gm_sm3_final(gm_sm3_ctx *ctx, uint8_t digest[GM_SM3_DIGEST_SIZE])
{
    if (ctx == NULL || digest == NULL)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != GMI_SM3_RUNNING)
        return GM_ERR_STATE;
    gmi_sm3_close(gmi_sm3(), ctx, digest);
    return GM_OK;
}
