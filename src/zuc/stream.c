/* The key stream as a cipher: whole messages, running ones, seeking; 128-EEA3. */
#include <guomi/mem.h>

#include "base/check.h"
#include "zuc/zuc_core.h"

#define RUNNING 1 /* state_ of a context in use; a wiped one is all zeros */

void gmi_zuc_run(const struct zuc_impl *row, uint32_t z[GMI_ZUC_STATE], uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t last[4];
    size_t whole = len / 4, rest = len % 4;
    if (whole > 0)
        row->crypt(z, out, in, whole);
    if (rest == 0)
        return;
    row->crypt(z, last, NULL, 1);
    for (size_t i = 4 * whole; i < len; i++)
        out[i] = (uint8_t)((in == NULL ? 0 : in[i]) ^ last[i % 4]);
    gm_wipe(last, sizeof last);
}

void gmi_zuc_init(const struct zuc_impl *row, gm_zuc_ctx *ctx, gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv)
{
    gmi_secret(key, gmi_zuc_key_size(kind));
    memset(ctx, 0, sizeof *ctx);
    gmi_zuc_start(row, ctx->now_, kind, key, iv, 0);
    memcpy(ctx->start_, ctx->now_, sizeof ctx->start_);
    ctx->state_ = RUNNING;
}

void gmi_zuc_crypt(const struct zuc_impl *row, gm_zuc_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    size_t used = ctx->at_ % 4, part;
    ctx->at_ += len;
    for (part = 0; used > 0 && part < len; part++) {
        out[part] = (uint8_t)((in == NULL ? 0 : in[part]) ^ ctx->word_[used]);
        used = (used + 1) % 4;
    }
    size_t whole = (len - part) / 4;
    if (whole > 0) {
        row->crypt(ctx->now_, out + part, in == NULL ? NULL : in + part, whole);
        part += 4 * whole;
    }
    if (part == len)
        return;
    row->crypt(ctx->now_, ctx->word_, NULL, 1);
    for (size_t i = 0; part < len; part++)
        out[part] = (uint8_t)((in == NULL ? 0 : in[part]) ^ ctx->word_[i++]);
}

void gmi_zuc_seek(const struct zuc_impl *row, gm_zuc_ctx *ctx, uint64_t at)
{
    struct {
        uint8_t unused[1024];
    } w;
    if (at < ctx->at_) {
        memcpy(ctx->now_, ctx->start_, sizeof ctx->now_);
        ctx->at_ = 0;
    }
    while (ctx->at_ < at) {
        uint64_t left = at - ctx->at_;
        gmi_zuc_crypt(row, ctx, w.unused, NULL, left < sizeof w.unused ? (size_t)left : sizeof w.unused);
    }
    gm_wipe(&w, sizeof w);
}

gm_status gm_zuc(gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv, uint8_t *out, const uint8_t *in, size_t len)
{
    struct {
        uint32_t z[GMI_ZUC_STATE];
    } w;
    const struct zuc_impl *row = gmi_zuc();
    if (!gmi_zuc_kind_ok(kind) || key == NULL || iv == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(key, gmi_zuc_key_size(kind));
    gmi_secret(in, len);
    gmi_zuc_start(row, w.z, kind, key, iv, 0);
    gmi_zuc_run(row, w.z, out, in, len);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gm_zuc_init(gm_zuc_ctx *ctx, gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_zuc_kind_ok(kind) || key == NULL || iv == NULL) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    gmi_zuc_init(gmi_zuc(), ctx, kind, key, iv);
    return GM_OK;
}

gm_status gm_zuc_crypt(gm_zuc_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    gmi_secret(in, len);
    gmi_zuc_crypt(gmi_zuc(), ctx, out, in, len);
    return GM_OK;
}

gm_status gm_zuc_bytes(gm_zuc_ctx *ctx, uint8_t *out, size_t len)
{
    if (ctx == NULL || !gmi_zuc_bytes_ok(out, len))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    gmi_zuc_crypt(gmi_zuc(), ctx, out, NULL, len);
    return GM_OK;
}

gm_status gm_zuc_words(gm_zuc_ctx *ctx, uint32_t *out, size_t n)
{
    if (ctx == NULL || (out == NULL && n > 0) || n > SIZE_MAX / 4)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    gmi_zuc_crypt(gmi_zuc(), ctx, (uint8_t *)out, NULL, 4 * n);
    for (size_t i = 0; i < n; i++)
        out[i] = load32be((const uint8_t *)(out + i));
    return GM_OK;
}

gm_status gm_zuc_seek(gm_zuc_ctx *ctx, uint64_t at)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    gmi_zuc_seek(gmi_zuc(), ctx, at);
    return GM_OK;
}

void gmi_zuc_eea3(const struct zuc_impl *row, const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                  uint8_t *out, const uint8_t *in, uint64_t bits)
{
    struct {
        uint32_t z[GMI_ZUC_STATE];
    } w;
    uint8_t iv[16];
    size_t len = (size_t)gmi_zuc_whole_bytes(bits);
    gmi_secret(key, 16);
    gmi_secret(in, len);
    gmi_zuc_eea3_iv(iv, count, bearer, direction);
    gmi_zuc_start(row, w.z, GM_ZUC_128, key, iv, 0);
    gmi_zuc_run(row, w.z, out, in, len);
    if (bits % 8 != 0)
        out[len - 1] = gmi_zuc_last_byte(out[len - 1], bits);
    gm_wipe(&w, sizeof w);
}

gm_status gm_zuc_eea3(const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *out,
                      const uint8_t *in, uint64_t bits)
{
    if (key == NULL || !gmi_zuc_3gpp_ok(bearer, direction) || bits > GMI_ZUC_3GPP_BITS ||
        !text_ok(out, in, (size_t)gmi_zuc_whole_bytes(bits)))
        return GM_ERR_ARGUMENT;
    gmi_zuc_eea3(gmi_zuc(), key, count, bearer, direction, out, in, bits);
    return GM_OK;
}
