/* MUR (GM/T 0001.4-2024), which survives an IV used twice: the tag comes from GHASH of additional data and plaintext
 * through the key stream of (tag key, IV ^ sum), and starts the key stream of the text, (data key, IV ^ tag). */
#include <guomi/mem.h>

#include "base/check.h"
#include "zuc/aead.h"

static void start(const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx, gm_zuc_kind kind, gm_zuc_direction direction,
                  const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key, const uint8_t *iv,
                  size_t tag_len)
{
    gmi_secret(h, 16);
    gmi_secret(data_key, gmi_zuc_key_size(kind));
    gmi_secret(tag_key, gmi_zuc_key_size(kind));
    memset(ctx, 0, sizeof *ctx);
    aead_hash_init(hash, &ctx->hash_, h);
    memcpy(ctx->data_key_, data_key, gmi_zuc_key_size(kind));
    memcpy(ctx->tag_key_, tag_key, gmi_zuc_key_size(kind));
    memcpy(ctx->iv_, iv, gmi_zuc_iv_size(kind));
    ctx->self_ = (uintptr_t)ctx;
    ctx->kind_ = (uint8_t)kind;
    ctx->tag_len_ = (uint8_t)tag_len;
    ctx->direction_ = (uint8_t)direction;
    ctx->state_ = AEAD_AAD;
}

/* The key stream of (data key, IV ^ tag). */
static void start_text(const struct zuc_impl *row, gm_zuc_mur_ctx *ctx)
{
    uint8_t iv[24];
    memcpy(iv, ctx->iv_, sizeof iv);
    for (size_t i = 0; i < ctx->tag_len_; i++)
        iv[i] ^= ctx->tag_[i];
    gmi_zuc_init(row, &ctx->stream_, (gm_zuc_kind)ctx->kind_, ctx->data_key_, iv);
}

static void end_aad(const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx)
{
    gm_zuc_hash *x = &ctx->hash_;
    if (ctx->state_ != AEAD_AAD)
        return;
    aead_hash_flush(hash, x, x->aad_len_);
    memcpy(ctx->after_aad_, x->y_, 16);
    ctx->state_ = AEAD_TEXT;
}

static void absorb(const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx, const uint8_t *in, size_t len)
{
    gmi_secret(in, len);
    end_aad(hash, ctx);
    aead_hash_add(hash, &ctx->hash_, &ctx->hash_.text_len_, in, len);
}

/* GHASH of all, left in y_. */
static void close_sum(const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx)
{
    end_aad(hash, ctx);
    aead_hash_flush(hash, &ctx->hash_, ctx->hash_.text_len_);
    aead_hash_close(hash, &ctx->hash_);
}

/* The tag that belongs to the sum in y_. */
static void make_tag(const struct zuc_impl *row, gm_zuc_mur_ctx *ctx, uint8_t tag[16])
{
    struct {
        uint32_t z[GMI_ZUC_STATE];
        uint8_t iv[24];
    } w;
    memcpy(w.iv, ctx->iv_, sizeof w.iv);
    xor16(w.iv, w.iv, ctx->hash_.y_);
    memset(tag, 0, 16);
    gmi_zuc_start(row, w.z, (gm_zuc_kind)ctx->kind_, ctx->tag_key_, w.iv, 0);
    gmi_zuc_run(row, w.z, tag, NULL, ctx->tag_len_);
    gm_wipe(&w, sizeof w);
}

/* From the first reading to the second: the tag, the key stream, and GHASH once more from behind the additional data.
 */
static void turn(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx)
{
    gm_zuc_hash *x = &ctx->hash_;
    close_sum(hash, ctx);
    make_tag(row, ctx, ctx->tag_);
    gmi_public(ctx->tag_, 16); /* the tag goes out with the message, and is from here on a part of an IV */
    memcpy(ctx->sum_, x->y_, 16);
    memcpy(x->y_, ctx->after_aad_, 16);
    ctx->first_len_ = x->text_len_;
    x->text_len_ = 0;
    start_text(row, ctx);
    ctx->state_ = AEAD_SECOND;
}

static void decrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx, uint8_t *out,
                    const uint8_t *in, size_t len)
{
    end_aad(hash, ctx);
    while (len > 0) {
        size_t n = len < AEAD_PIECE ? len : AEAD_PIECE;
        gmi_zuc_crypt(row, &ctx->stream_, out, in, n);
        aead_hash_add(hash, &ctx->hash_, &ctx->hash_.text_len_, out, n);
        in += n, out += n, len -= n;
    }
}

static gm_status check(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_mur_ctx *ctx)
{
    uint8_t right[16];
    close_sum(hash, ctx);
    make_tag(row, ctx, right);
    gm_status st = gm_equal(right, ctx->tag_, ctx->tag_len_) ? GM_OK : GM_ERR_VERIFY;
    gm_wipe(right, sizeof right);
    return st;
}

gm_status gmi_zuc_mur_encrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key, const uint8_t *iv,
                              uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *aad, size_t aad_len,
                              const uint8_t *in, size_t len)
{
    gm_zuc_mur_ctx ctx;
    if (h == NULL || data_key == NULL || tag_key == NULL ||
        !aead_args_ok(kind, iv, out, tag, tag_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    start(hash, &ctx, kind, GM_ZUC_ENCRYPT, h, data_key, tag_key, iv, tag_len);
    aead_hash_add(hash, &ctx.hash_, &ctx.hash_.aad_len_, aad, aad_len);
    absorb(hash, &ctx, in, len);
    turn(row, hash, &ctx);
    gmi_zuc_crypt(row, &ctx.stream_, out, in, len);
    memcpy(tag, ctx.tag_, tag_len);
    gm_wipe(&ctx, sizeof ctx);
    return GM_OK;
}

gm_status gmi_zuc_mur_decrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key, const uint8_t *iv,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len,
                              const uint8_t *aad, size_t aad_len)
{
    gm_zuc_mur_ctx ctx;
    if (h == NULL || data_key == NULL || tag_key == NULL ||
        !aead_args_ok(kind, iv, out, tag, tag_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    start(hash, &ctx, kind, GM_ZUC_DECRYPT, h, data_key, tag_key, iv, tag_len);
    memcpy(ctx.tag_, tag, tag_len);
    start_text(row, &ctx);
    aead_hash_add(hash, &ctx.hash_, &ctx.hash_.aad_len_, aad, aad_len);
    decrypt(row, hash, &ctx, out, in, len);
    gm_status st = check(row, hash, &ctx);
    if (st != GM_OK)
        gm_wipe(out, len);
    gm_wipe(&ctx, sizeof ctx);
    return st;
}

gm_status gm_zuc_mur_encrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key,
                             const uint8_t *iv, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *aad,
                             size_t aad_len, const uint8_t *in, size_t len)
{
    return gmi_zuc_mur_encrypt(gmi_zuc(), gmi_ghash(), kind, h, data_key, tag_key, iv, out, tag, tag_len, aad, aad_len,
                               in, len);
}

gm_status gm_zuc_mur_decrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key,
                             const uint8_t *iv, uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag,
                             size_t tag_len, const uint8_t *aad, size_t aad_len)
{
    return gmi_zuc_mur_decrypt(gmi_zuc(), gmi_ghash(), kind, h, data_key, tag_key, iv, out, in, len, tag, tag_len, aad,
                               aad_len);
}

/* ---- the running message ---- */

/* Is this the object that init was given, alive, in this direction (0: either)? */
static int alive(const gm_zuc_mur_ctx *ctx, int direction)
{
    return ctx->state_ != AEAD_DEAD && ctx->self_ == (uintptr_t)ctx && (direction == 0 || ctx->direction_ == direction);
}

static int init_ok(gm_zuc_kind kind, const uint8_t *h, const uint8_t *data_key, const uint8_t *tag_key,
                   const uint8_t *iv, size_t tag_len)
{
    return gmi_zuc_kind_ok(kind) && h != NULL && data_key != NULL && tag_key != NULL && iv != NULL &&
           aead_tag_ok(tag_len);
}

gm_status gm_zuc_mur_encrypt_init(gm_zuc_mur_ctx *ctx, gm_zuc_kind kind, const uint8_t h[16], const uint8_t *data_key,
                                  const uint8_t *tag_key, const uint8_t *iv, size_t tag_len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (!init_ok(kind, h, data_key, tag_key, iv, tag_len)) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    start(gmi_ghash(), ctx, kind, GM_ZUC_ENCRYPT, h, data_key, tag_key, iv, tag_len);
    return GM_OK;
}

gm_status gm_zuc_mur_decrypt_init(gm_zuc_mur_ctx *ctx, gm_zuc_kind kind, const uint8_t h[16], const uint8_t *data_key,
                                  const uint8_t *tag_key, const uint8_t *iv, const uint8_t *tag, size_t tag_len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (!init_ok(kind, h, data_key, tag_key, iv, tag_len) || tag == NULL) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    start(gmi_ghash(), ctx, kind, GM_ZUC_DECRYPT, h, data_key, tag_key, iv, tag_len);
    memcpy(ctx->tag_, tag, tag_len);
    start_text(gmi_zuc(), ctx);
    return GM_OK;
}

gm_status gm_zuc_mur_aad(gm_zuc_mur_ctx *ctx, const uint8_t *aad, size_t len)
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

gm_status gm_zuc_mur_absorb(gm_zuc_mur_ctx *ctx, const uint8_t *in, size_t len)
{
    if (ctx == NULL || !gmi_zuc_bytes_ok(in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, GM_ZUC_ENCRYPT) || ctx->state_ == AEAD_SECOND)
        return GM_ERR_STATE;
    if (len >= GMI_ZUC_AEAD_LIMIT - ctx->hash_.text_len_)
        return GM_ERR_ARGUMENT;
    absorb(gmi_ghash(), ctx, in, len);
    return GM_OK;
}

gm_status gm_zuc_mur_tag(gm_zuc_mur_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    if (ctx == NULL || tag == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, GM_ZUC_ENCRYPT) || ctx->state_ == AEAD_SECOND)
        return GM_ERR_STATE;
    if (tag_len != ctx->tag_len_)
        return GM_ERR_ARGUMENT;
    turn(gmi_zuc(), gmi_ghash(), ctx);
    memcpy(tag, ctx->tag_, tag_len);
    return GM_OK;
}

gm_status gm_zuc_mur_encrypt_update(gm_zuc_mur_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, GM_ZUC_ENCRYPT) || ctx->state_ != AEAD_SECOND)
        return GM_ERR_STATE;
    if (len > ctx->first_len_ - ctx->hash_.text_len_)
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    while (len > 0) {
        size_t n = len < AEAD_PIECE ? len : AEAD_PIECE;
        aead_hash_add(gmi_ghash(), &ctx->hash_, &ctx->hash_.text_len_, in, n);
        gmi_zuc_crypt(gmi_zuc(), &ctx->stream_, out, in, n);
        in += n, out += n, len -= n;
    }
    return GM_OK;
}

gm_status gm_zuc_mur_encrypt_finish(gm_zuc_mur_ctx *ctx)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, GM_ZUC_ENCRYPT) || ctx->state_ != AEAD_SECOND)
        return GM_ERR_STATE;
    close_sum(gmi_ghash(), ctx);
    gm_status st = gm_equal(ctx->hash_.y_, ctx->sum_, 16) ? GM_OK : GM_ERR_VERIFY;
    gm_wipe(ctx, sizeof *ctx);
    return st;
}

gm_status gm_zuc_mur_decrypt_update_unverified(gm_zuc_mur_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, GM_ZUC_DECRYPT))
        return GM_ERR_STATE;
    if (len >= GMI_ZUC_AEAD_LIMIT - ctx->hash_.text_len_)
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    decrypt(gmi_zuc(), gmi_ghash(), ctx, out, in, len);
    return GM_OK;
}

gm_status gm_zuc_mur_decrypt_finish(gm_zuc_mur_ctx *ctx)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, GM_ZUC_DECRYPT))
        return GM_ERR_STATE;
    gm_status st = check(gmi_zuc(), gmi_ghash(), ctx);
    gm_wipe(ctx, sizeof *ctx);
    return st;
}
