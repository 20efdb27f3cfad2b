/* The running GCM message. Both positions inside a block follow from the two lengths:
 * held_ gathers additional data, later ciphertext, until its block can be hashed. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

enum { DEAD = 0, AAD = 1, TEXT = 2 };

/* Is this the object that init was given, alive, in this direction (0: either)? */
static int alive(const gm_sm4_gcm_ctx *ctx, int direction)
{
    return ctx->state_ != DEAD && ctx->self_ == (uintptr_t)ctx && (direction == 0 || ctx->direction_ == direction);
}

static void hash_blocks(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, const uint8_t *in, size_t n)
{
    const gm_sm4_gcm_key *key = &ctx->key_;
    hash->update(ctx->y_, key->h_, in, n);
}

/* Hash what held_ has of an unfinished block, zeros after it. */
static void flush(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, size_t used)
{
    if (used == 0)
        return;
    memset(ctx->held_ + used, 0, 16 - used);
    hash_blocks(hash, ctx, ctx->held_, 1);
}

gm_status gmi_sm4_gcm_init(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx,
                           gm_sm4_direction direction, const gm_sm4_gcm_key *key, size_t tag_len, const uint8_t *iv,
                           size_t iv_len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (key == NULL || (direction != GM_SM4_ENCRYPT && direction != GM_SM4_DECRYPT) || !gmi_sm4_gcm_tag_ok(tag_len) ||
        iv == NULL || iv_len == 0 || iv_len > GMI_SM4_GCM_AAD_MAX) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    memset(ctx, 0, sizeof *ctx);
    ctx->key_ = *key;
    gmi_sm4_gcm_j0(hash, key, ctx->counter_, iv, iv_len);
    row->block(key->key_.enc_, ctx->j0_, ctx->counter_);
    store32be(ctx->counter_ + 12, load32be(ctx->counter_ + 12) + 1);
    ctx->self_ = (uintptr_t)ctx;
    ctx->tag_len_ = (uint8_t)tag_len;
    ctx->direction_ = (uint8_t)direction;
    ctx->state_ = AAD;
    return GM_OK;
}

gm_status gmi_sm4_gcm_aad(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, const uint8_t *aad, size_t len)
{
    if (ctx == NULL || !bytes_ok(aad, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, 0) || ctx->state_ != AAD)
        return GM_ERR_STATE;
    if (len > GMI_SM4_GCM_AAD_MAX - ctx->aad_len_)
        return GM_ERR_ARGUMENT;
    size_t used = ctx->aad_len_ % 16;
    ctx->aad_len_ += len;
    if (used != 0) {
        size_t n = 16 - used < len ? 16 - used : len;
        if (n == 0)
            return GM_OK;
        memcpy(ctx->held_ + used, aad, n);
        if (used + n == 16)
            hash_blocks(hash, ctx, ctx->held_, 1);
        aad += n, len -= n;
    }
    if (len >= 16)
        hash_blocks(hash, ctx, aad, len / 16);
    if (len % 16 != 0)
        memcpy(ctx->held_, aad + len / 16 * 16, len % 16);
    return GM_OK;
}

/* A part of one block, of which `used` bytes of key stream are gone. */
static void crypt_part(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, size_t used, uint8_t *out, const uint8_t *in,
                       size_t len)
{
    int decrypt = ctx->direction_ == GM_SM4_DECRYPT;
    for (size_t i = 0; i < len; i++) {
        uint8_t c = in[i], x = c ^ ctx->stream_[used + i];
        ctx->held_[used + i] = decrypt ? c : x;
        out[i] = x;
    }
    if (used + len == 16)
        hash_blocks(hash, ctx, ctx->held_, 1);
}

static gm_status update(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, int direction,
                        uint8_t *out, const uint8_t *in, size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, direction))
        return GM_ERR_STATE;
    if (len > GMI_SM4_GCM_TEXT_MAX - ctx->text_len_)
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    if (ctx->state_ == AAD) {
        flush(hash, ctx, ctx->aad_len_ % 16);
        ctx->state_ = TEXT;
    }
    if (len == 0)
        return GM_OK;
    size_t used = ctx->text_len_ % 16;
    ctx->text_len_ += len;
    if (used != 0) {
        size_t n = 16 - used < len ? 16 - used : len;
        crypt_part(hash, ctx, used, out, in, n);
        in += n, out += n, len -= n;
    }
    if (len >= 16) {
        size_t n = len / 16;
        gmi_sm4_gcm_blocks(row, hash, &ctx->key_, ctx->y_, ctx->counter_, direction == GM_SM4_DECRYPT, out, in, n);
        in += 16 * n, out += 16 * n, len -= 16 * n;
    }
    if (len > 0) {
        memset(ctx->stream_, 0, 16);
        row->ctr32(ctx->key_.key_.enc_, ctx->counter_, ctx->stream_, ctx->stream_, 1);
        crypt_part(hash, ctx, 0, out, in, len);
    }
    return GM_OK;
}

gm_status gmi_sm4_gcm_encrypt_update(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx,
                                     uint8_t *out, const uint8_t *in, size_t len)
{
    return update(row, hash, ctx, GM_SM4_ENCRYPT, out, in, len);
}

gm_status gmi_sm4_gcm_decrypt_update_unverified(const struct sm4_impl *row, const struct ghash_impl *hash,
                                                gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(row, hash, ctx, GM_SM4_DECRYPT, out, in, len);
}

/* The whole tag, left in y_. */
static gm_status make_tag(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, int direction, const uint8_t *tag,
                          size_t tag_len)
{
    if (ctx == NULL || tag == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, direction))
        return GM_ERR_STATE;
    if (tag_len != ctx->tag_len_)
        return GM_ERR_ARGUMENT;
    flush(hash, ctx, ctx->state_ == AAD ? ctx->aad_len_ % 16 : ctx->text_len_ % 16);
    store64be(ctx->held_, ctx->aad_len_ * 8);
    store64be(ctx->held_ + 8, ctx->text_len_ * 8);
    hash_blocks(hash, ctx, ctx->held_, 1);
    xor16(ctx->y_, ctx->y_, ctx->j0_);
    return GM_OK;
}

gm_status gmi_sm4_gcm_encrypt_finish(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    gm_status st = make_tag(hash, ctx, GM_SM4_ENCRYPT, tag, tag_len);
    if (st != GM_OK)
        return st;
    memcpy(tag, ctx->y_, tag_len);
    gm_wipe(ctx, sizeof *ctx);
    return GM_OK;
}

gm_status gmi_sm4_gcm_decrypt_finish(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, const uint8_t *tag,
                                     size_t tag_len)
{
    gm_status st = make_tag(hash, ctx, GM_SM4_DECRYPT, tag, tag_len);
    if (st != GM_OK)
        return st;
    if (!gm_equal(ctx->y_, tag, tag_len))
        st = GM_ERR_VERIFY;
    gm_wipe(ctx, sizeof *ctx);
    return st;
}

gm_status gm_sm4_gcm_init(gm_sm4_gcm_ctx *ctx, gm_sm4_direction direction, const gm_sm4_gcm_key *key, size_t tag_len,
                          const uint8_t *iv, size_t iv_len)
{
    return gmi_sm4_gcm_init(gmi_sm4(), gmi_ghash(), ctx, direction, key, tag_len, iv, iv_len);
}

gm_status gm_sm4_gcm_aad(gm_sm4_gcm_ctx *ctx, const uint8_t *aad, size_t len)
{
    return gmi_sm4_gcm_aad(gmi_ghash(), ctx, aad, len);
}

gm_status gm_sm4_gcm_encrypt_update(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(gmi_sm4(), gmi_ghash(), ctx, GM_SM4_ENCRYPT, out, in, len);
}

gm_status gm_sm4_gcm_decrypt_update_unverified(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(gmi_sm4(), gmi_ghash(), ctx, GM_SM4_DECRYPT, out, in, len);
}

gm_status gm_sm4_gcm_encrypt_finish(gm_sm4_gcm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    return gmi_sm4_gcm_encrypt_finish(gmi_ghash(), ctx, tag, tag_len);
}

gm_status gm_sm4_gcm_decrypt_finish(gm_sm4_gcm_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    return gmi_sm4_gcm_decrypt_finish(gmi_ghash(), ctx, tag, tag_len);
}
