/* GXM (GM/T 0001.4-2024): the key stream's first bytes mask the tag, the following ones encrypt; GHASH over additional
 * data and ciphertext. */
#include <guomi/mem.h>

#include "base/check.h"
#include "zuc/aead.h"

static void start(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_gxm_ctx *ctx, gm_zuc_kind kind,
                  gm_zuc_direction direction, const uint8_t h[16], const uint8_t *key, const uint8_t *iv,
                  size_t tag_len)
{
    gmi_secret(h, 16);
    memset(ctx, 0, sizeof *ctx);
    aead_hash_init(hash, &ctx->hash_, h);
    gmi_zuc_init(row, &ctx->stream_, kind, key, iv);
    gmi_zuc_crypt(row, &ctx->stream_, ctx->mask_, NULL, tag_len);
    ctx->self_ = (uintptr_t)ctx;
    ctx->tag_len_ = (uint8_t)tag_len;
    ctx->direction_ = (uint8_t)direction;
    ctx->state_ = AEAD_AAD;
}

static void crypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_gxm_ctx *ctx, uint8_t *out,
                  const uint8_t *in, size_t len)
{
    gm_zuc_hash *x = &ctx->hash_;
    gmi_secret(in, len);
    if (ctx->state_ == AEAD_AAD) {
        aead_hash_flush(hash, x, x->aad_len_);
        ctx->state_ = AEAD_TEXT;
    }
    while (len > 0) {
        size_t n = len < AEAD_PIECE ? len : AEAD_PIECE;
        if (ctx->direction_ == GM_ZUC_DECRYPT)
            aead_hash_add(hash, x, &x->text_len_, in, n);
        gmi_zuc_crypt(row, &ctx->stream_, out, in, n);
        if (ctx->direction_ == GM_ZUC_ENCRYPT)
            aead_hash_add(hash, x, &x->text_len_, out, n);
        in += n, out += n, len -= n;
    }
}

/* The tag, left in the sum; only tag_len_ bytes of it are masked. */
static const uint8_t *close(const struct ghash_impl *hash, gm_zuc_gxm_ctx *ctx)
{
    gm_zuc_hash *x = &ctx->hash_;
    aead_hash_flush(hash, x, ctx->state_ == AEAD_AAD ? x->aad_len_ : x->text_len_);
    aead_hash_close(hash, x);
    xor16(x->y_, x->y_, ctx->mask_);
    return x->y_;
}

gm_status gmi_zuc_gxm_encrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *key, const uint8_t *iv, uint8_t *out, uint8_t *tag,
                              size_t tag_len, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    gm_zuc_gxm_ctx ctx;
    if (h == NULL || key == NULL || !aead_args_ok(kind, iv, out, tag, tag_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    start(row, hash, &ctx, kind, GM_ZUC_ENCRYPT, h, key, iv, tag_len);
    aead_hash_add(hash, &ctx.hash_, &ctx.hash_.aad_len_, aad, aad_len);
    crypt(row, hash, &ctx, out, in, len);
    memcpy(tag, close(hash, &ctx), tag_len);
    gm_wipe(&ctx, sizeof ctx);
    return GM_OK;
}

gm_status gmi_zuc_gxm_decrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *key, const uint8_t *iv, uint8_t *out,
                              const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len, const uint8_t *aad,
                              size_t aad_len)
{
    gm_zuc_gxm_ctx ctx;
    gm_status st = GM_OK;
    if (h == NULL || key == NULL || !aead_args_ok(kind, iv, out, tag, tag_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    start(row, hash, &ctx, kind, GM_ZUC_DECRYPT, h, key, iv, tag_len);
    aead_hash_add(hash, &ctx.hash_, &ctx.hash_.aad_len_, aad, aad_len);
    crypt(row, hash, &ctx, out, in, len);
    if (!gm_equal(close(hash, &ctx), tag, tag_len)) {
        gm_wipe(out, len);
        st = GM_ERR_VERIFY;
    }
    gm_wipe(&ctx, sizeof ctx);
    return st;
}

gm_status gm_zuc_gxm_encrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *key, const uint8_t *iv, uint8_t *out,
                             uint8_t *tag, size_t tag_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                             size_t len)
{
    return gmi_zuc_gxm_encrypt(gmi_zuc(), gmi_ghash(), kind, h, key, iv, out, tag, tag_len, aad, aad_len, in, len);
}

gm_status gm_zuc_gxm_decrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *key, const uint8_t *iv, uint8_t *out,
                             const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len, const uint8_t *aad,
                             size_t aad_len)
{
    return gmi_zuc_gxm_decrypt(gmi_zuc(), gmi_ghash(), kind, h, key, iv, out, in, len, tag, tag_len, aad, aad_len);
}

/* ---- the running message ---- */

/* Is this the object that init was given, alive, in this direction (0: either)? */
static int alive(const gm_zuc_gxm_ctx *ctx, int direction)
{
    return ctx->state_ != AEAD_DEAD && ctx->self_ == (uintptr_t)ctx && (direction == 0 || ctx->direction_ == direction);
}

gm_status gm_zuc_gxm_init(gm_zuc_gxm_ctx *ctx, gm_zuc_direction direction, gm_zuc_kind kind, const uint8_t h[16],
                          const uint8_t *key, const uint8_t *iv, size_t tag_len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if ((direction != GM_ZUC_ENCRYPT && direction != GM_ZUC_DECRYPT) || !gmi_zuc_kind_ok(kind) || h == NULL ||
        key == NULL || iv == NULL || !aead_tag_ok(tag_len)) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    start(gmi_zuc(), gmi_ghash(), ctx, kind, direction, h, key, iv, tag_len);
    return GM_OK;
}

gm_status gm_zuc_gxm_aad(gm_zuc_gxm_ctx *ctx, const uint8_t *aad, size_t len)
{
    if (ctx == NULL || !gmi_zuc_bytes_ok(aad, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, 0) || ctx->state_ != AEAD_AAD)
        return GM_ERR_STATE;
    if (len >= GMI_ZUC_AEAD_LIMIT - ctx->hash_.aad_len_)
        return GM_ERR_ARGUMENT;
    aead_hash_add(gmi_ghash(), &ctx->hash_, &ctx->hash_.aad_len_, aad, len);
    return GM_OK;
}

static gm_status update(gm_zuc_gxm_ctx *ctx, gm_zuc_direction direction, uint8_t *out, const uint8_t *in, size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, (int)direction))
        return GM_ERR_STATE;
    if (len >= GMI_ZUC_AEAD_LIMIT - ctx->hash_.text_len_)
        return GM_ERR_ARGUMENT;
    crypt(gmi_zuc(), gmi_ghash(), ctx, out, in, len);
    return GM_OK;
}

gm_status gm_zuc_gxm_encrypt_update(gm_zuc_gxm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(ctx, GM_ZUC_ENCRYPT, out, in, len);
}

gm_status gm_zuc_gxm_decrypt_update_unverified(gm_zuc_gxm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    return update(ctx, GM_ZUC_DECRYPT, out, in, len);
}

static gm_status finish_check(const gm_zuc_gxm_ctx *ctx, gm_zuc_direction direction, const uint8_t *tag, size_t tag_len)
{
    if (ctx == NULL || tag == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, (int)direction))
        return GM_ERR_STATE;
    return tag_len == ctx->tag_len_ ? GM_OK : GM_ERR_ARGUMENT;
}

gm_status gm_zuc_gxm_encrypt_finish(gm_zuc_gxm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    gm_status st = finish_check(ctx, GM_ZUC_ENCRYPT, tag, tag_len);
    if (st != GM_OK)
        return st;
    memcpy(tag, close(gmi_ghash(), ctx), tag_len);
    gm_wipe(ctx, sizeof *ctx);
    return GM_OK;
}

gm_status gm_zuc_gxm_decrypt_finish(gm_zuc_gxm_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    gm_status st = finish_check(ctx, GM_ZUC_DECRYPT, tag, tag_len);
    if (st != GM_OK)
        return st;
    if (!gm_equal(close(gmi_ghash(), ctx), tag, tag_len))
        st = GM_ERR_VERIFY;
    gm_wipe(ctx, sizeof *ctx);
    return st;
}
