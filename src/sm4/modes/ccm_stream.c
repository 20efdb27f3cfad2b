/* The running CCM message. Both lengths are said at init, so the first block is known there;
 * mac_ takes bytes at mac_used_, and is enciphered whenever it is full. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

enum { DEAD = 0, AAD = 1, TEXT = 2 };

static int alive(const gm_sm4_ccm_ctx *ctx, int direction)
{
    return ctx->state_ != DEAD && ctx->self_ == (uintptr_t)ctx && (direction == 0 || ctx->direction_ == direction);
}

/* Zeros to the end of an unfinished block. */
static void mac_pad(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx)
{
    if (ctx->mac_used_ != 0)
        row->block(ctx->key_.enc_, ctx->mac_, ctx->mac_);
    ctx->mac_used_ = 0;
}

static void mac_bytes(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, const uint8_t *p, size_t len)
{
    if (ctx->mac_used_ != 0) {
        size_t n = 16 - (size_t)ctx->mac_used_ < len ? 16 - (size_t)ctx->mac_used_ : len;
        xor_bytes(ctx->mac_ + ctx->mac_used_, ctx->mac_ + ctx->mac_used_, p, n);
        ctx->mac_used_ = (uint8_t)(ctx->mac_used_ + n);
        if (ctx->mac_used_ < 16)
            return;
        mac_pad(row, ctx);
        p += n, len -= n;
    }
    size_t whole = len - len % 16;
    row->cbcmac(ctx->key_.enc_, ctx->mac_, p, len / 16);
    if (len != whole)
        xor_bytes(ctx->mac_, ctx->mac_, p + whole, len - whole);
    ctx->mac_used_ = (uint8_t)(len - whole);
}

gm_status gmi_sm4_ccm_init(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, gm_sm4_direction direction,
                           const gm_sm4_key *key, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                           uint64_t aad_len, uint64_t text_len)
{
    uint8_t b0[16], prefix[10];
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (key == NULL || (direction != GM_SM4_ENCRYPT && direction != GM_SM4_DECRYPT) || !gmi_sm4_ccm_tag_ok(tag_len) ||
        nonce == NULL || !gmi_sm4_ccm_lengths_ok(nonce_len, text_len)) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    memset(ctx, 0, sizeof *ctx);
    ctx->key_ = *key;
    size_t p = gmi_sm4_ccm_head(b0, ctx->counter_, prefix, tag_len, nonce, nonce_len, aad_len, text_len);
    row->block(key->enc_, ctx->a0_, ctx->counter_); /* a0_ = E(A0) */
    ctx->counter_[15] = 1;
    mac_bytes(row, ctx, b0, 16);
    if (p > 0)
        mac_bytes(row, ctx, prefix, p);
    ctx->aad_left_ = aad_len;
    ctx->text_left_ = text_len;
    ctx->self_ = (uintptr_t)ctx;
    ctx->tag_len_ = (uint8_t)tag_len;
    ctx->direction_ = (uint8_t)direction;
    ctx->state_ = AAD;
    return GM_OK;
}

gm_status gmi_sm4_ccm_aad(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, const uint8_t *aad, size_t len)
{
    if (ctx == NULL || !bytes_ok(aad, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, 0) || ctx->state_ != AAD)
        return GM_ERR_STATE;
    if (len > ctx->aad_left_)
        return GM_ERR_ARGUMENT;
    ctx->aad_left_ -= len;
    if (len > 0)
        mac_bytes(row, ctx, aad, len);
    return GM_OK;
}

/* A part of one block; mac_used_ is also the number of key stream bytes used. */
static void crypt_part(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    int decrypt = ctx->direction_ == GM_SM4_DECRYPT;
    size_t at = ctx->mac_used_;
    for (size_t i = 0; i < len; i++) {
        uint8_t c = in[i], x = c ^ ctx->stream_[at + i];
        ctx->mac_[at + i] ^= decrypt ? x : c;
        out[i] = x;
    }
    ctx->mac_used_ = (uint8_t)(at + len);
    if (ctx->mac_used_ == 16)
        mac_pad(row, ctx);
}

static gm_status update(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, int direction, uint8_t *out, const uint8_t *in,
                        size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, direction) || ctx->aad_left_ != 0)
        return GM_ERR_STATE;
    if (len > ctx->text_left_)
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    if (ctx->state_ == AAD) {
        mac_pad(row, ctx);
        ctx->state_ = TEXT;
    }
    ctx->text_left_ -= len;
    if (ctx->mac_used_ != 0) {
        size_t n = 16 - (size_t)ctx->mac_used_ < len ? 16 - (size_t)ctx->mac_used_ : len;
        if (n == 0)
            return GM_OK;
        crypt_part(row, ctx, out, in, n);
        in += n, out += n, len -= n;
    }
    if (len >= 16) {
        size_t n = len / 16;
        gmi_sm4_ccm_blocks(row, ctx->key_.enc_, ctx->mac_, ctx->counter_, direction == GM_SM4_DECRYPT, out, in, n);
        in += 16 * n, out += 16 * n, len -= 16 * n;
    }
    if (len > 0) {
        memset(ctx->stream_, 0, 16);
        row->ctr(ctx->key_.enc_, ctx->counter_, ctx->stream_, ctx->stream_, 1);
        crypt_part(row, ctx, out, in, len);
    }
    return GM_OK;
}

gm_status gmi_sm4_ccm_encrypt_update(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                     size_t len)
{
    return update(row, ctx, GM_SM4_ENCRYPT, out, in, len);
}

gm_status gmi_sm4_ccm_decrypt_update_unverified(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *out,
                                                const uint8_t *in, size_t len)
{
    return update(row, ctx, GM_SM4_DECRYPT, out, in, len);
}

/* The whole tag, left in mac_. */
static gm_status make_tag(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, int direction, const uint8_t *tag,
                          size_t tag_len)
{
    if (ctx == NULL || tag == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, direction) || ctx->aad_left_ != 0 || ctx->text_left_ != 0)
        return GM_ERR_STATE;
    if (tag_len != ctx->tag_len_)
        return GM_ERR_ARGUMENT;
    mac_pad(row, ctx);
    xor16(ctx->mac_, ctx->mac_, ctx->a0_);
    return GM_OK;
}

gm_status gmi_sm4_ccm_encrypt_finish(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    gm_status st = make_tag(row, ctx, GM_SM4_ENCRYPT, tag, tag_len);
    if (st != GM_OK)
        return st;
    memcpy(tag, ctx->mac_, tag_len);
    gm_wipe(ctx, sizeof *ctx);
    return GM_OK;
}

gm_status gmi_sm4_ccm_decrypt_finish(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, const uint8_t *tag,
                                     size_t tag_len)
{
    gm_status st = make_tag(row, ctx, GM_SM4_DECRYPT, tag, tag_len);
    if (st != GM_OK)
        return st;
    if (!gm_equal(ctx->mac_, tag, tag_len))
        st = GM_ERR_VERIFY;
    gm_wipe(ctx, sizeof *ctx);
    return st;
}

gm_status gm_sm4_ccm_init(gm_sm4_ccm_ctx *ctx, gm_sm4_direction direction, const gm_sm4_key *key, size_t tag_len,
                          const uint8_t *nonce, size_t nonce_len, uint64_t aad_len, uint64_t text_len)
{
    return gmi_sm4_ccm_init(gmi_sm4(), ctx, direction, key, tag_len, nonce, nonce_len, aad_len, text_len);
}

gm_status gm_sm4_ccm_aad(gm_sm4_ccm_ctx *ctx, const uint8_t *aad, size_t len)
{
    return gmi_sm4_ccm_aad(gmi_sm4(), ctx, aad, len);
}

gm_status gm_sm4_ccm_encrypt_update(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(gmi_sm4(), ctx, GM_SM4_ENCRYPT, out, in, len);
}

gm_status gm_sm4_ccm_decrypt_update_unverified(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(gmi_sm4(), ctx, GM_SM4_DECRYPT, out, in, len);
}

gm_status gm_sm4_ccm_encrypt_finish(gm_sm4_ccm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    return gmi_sm4_ccm_encrypt_finish(gmi_sm4(), ctx, tag, tag_len);
}

gm_status gm_sm4_ccm_decrypt_finish(gm_sm4_ccm_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    return gmi_sm4_ccm_decrypt_finish(gmi_sm4(), ctx, tag, tag_len);
}
