/* The running CMAC or CBC-MAC. held_ keeps the last 1 to 16 bytes, because CMAC treats its
 * last block differently and CBC-MAC has to refuse an unfinished one. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

enum { DEAD = 0, RUNNING = 1 };
enum { CMAC = 1, CBCMAC = 2 };

static gm_status init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key, int kind)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    gm_wipe(ctx, sizeof *ctx);
    if (key == NULL)
        return GM_ERR_ARGUMENT;
    ctx->key_ = *key;
    ctx->kind_ = (uint8_t)kind;
    ctx->state_ = RUNNING;
    return GM_OK;
}

gm_status gmi_sm4_mac_update(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, const uint8_t *data, size_t len)
{
    if (ctx == NULL || !bytes_ok(data, len))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    if (len == 0)
        return GM_OK;
    gmi_secret(data, len);
    size_t room = 16 - ctx->held_len_;
    if (len <= room) {
        memcpy(ctx->held_ + ctx->held_len_, data, len);
        ctx->held_len_ += (uint32_t)len;
        return GM_OK;
    }
    if (ctx->held_len_ > 0) {
        memcpy(ctx->held_ + ctx->held_len_, data, room);
        row->cbcmac(ctx->key_.enc_, ctx->mac_, ctx->held_, 1);
        data += room, len -= room;
    }
    size_t head = (len - 1) / 16;
    row->cbcmac(ctx->key_.enc_, ctx->mac_, data, head);
    ctx->held_len_ = (uint32_t)(len - 16 * head);
    memcpy(ctx->held_, data + 16 * head, ctx->held_len_);
    return GM_OK;
}

/* The whole tag, left in mac_. */
static gm_status make_tag(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    if (ctx == NULL || tag == NULL || tag_len < 1 || tag_len > 16)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    if (ctx->kind_ == CMAC) {
        gmi_sm4_cmac_last(row, ctx->key_.enc_, ctx->mac_, ctx->held_, ctx->held_len_);
        return GM_OK;
    }
    if (ctx->held_len_ != 16) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    row->cbcmac(ctx->key_.enc_, ctx->mac_, ctx->held_, 1);
    return GM_OK;
}

gm_status gmi_sm4_mac_finish(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    gm_status st = make_tag(row, ctx, tag, tag_len);
    if (st != GM_OK)
        return st;
    memcpy(tag, ctx->mac_, tag_len);
    gm_wipe(ctx, sizeof *ctx);
    return GM_OK;
}

gm_status gmi_sm4_mac_verify(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    gm_status st = make_tag(row, ctx, tag, tag_len);
    if (st != GM_OK)
        return st;
    if (!gm_equal(ctx->mac_, tag, tag_len))
        st = GM_ERR_VERIFY;
    gm_wipe(ctx, sizeof *ctx);
    return st;
}

gm_status gm_sm4_cmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key)
{
    return init(ctx, key, CMAC);
}

gm_status gm_sm4_cbcmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key)
{
    return init(ctx, key, CBCMAC);
}

gm_status gm_sm4_mac_update(gm_sm4_mac_ctx *ctx, const uint8_t *data, size_t len)
{
    return gmi_sm4_mac_update(gmi_sm4(), ctx, data, len);
}

gm_status gm_sm4_mac_finish(gm_sm4_mac_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    return gmi_sm4_mac_finish(gmi_sm4(), ctx, tag, tag_len);
}

gm_status gm_sm4_mac_verify(gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    return gmi_sm4_mac_verify(gmi_sm4(), ctx, tag, tag_len);
}
