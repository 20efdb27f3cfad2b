/* The running cipher: any mode without authentication, fed in pieces.
 *
 * Stream modes (CFB, CFB8, CFB1, OFB, CTR) give each byte at once and keep what is left of a
 * key stream block. Block modes (ECB, CBC, BC, OFBNLF) hold an unfinished block back, and,
 * where padding will be removed, the last whole one. XTS holds back 16 to 31 bytes, since
 * its last two blocks may exchange bytes. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

enum { DEAD = 0, RUNNING = 1 };

static int is_xts(const gm_sm4_cipher *ctx)
{
    return ctx->mode_ == GM_SM4_XTS || ctx->mode_ == GM_SM4_XTS_GB;
}

static int is_stream(const gm_sm4_cipher *ctx)
{
    return ctx->mode_ >= GM_SM4_CFB && ctx->mode_ <= GM_SM4_CTR;
}

static int is_decrypt(const gm_sm4_cipher *ctx)
{
    return ctx->direction_ == GM_SM4_DECRYPT;
}

/* The schedule that deciphers or enciphers the text blocks. */
static const uint32_t *schedule(const gm_sm4_cipher *ctx)
{
    return is_decrypt(ctx) ? ctx->key_.dec_ : ctx->key_.enc_;
}

/* Whole blocks in the middle of a message. */
static void crypt_blocks(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, const uint8_t *in, size_t n)
{
    const uint32_t *enc = ctx->key_.enc_, *rk = schedule(ctx);
    uint8_t *chain = ctx->chain_;
    int decrypt = is_decrypt(ctx);
    switch (ctx->mode_) {
    case GM_SM4_ECB:
        row->ecb(rk, out, in, n);
        break;
    case GM_SM4_CBC:
        (decrypt ? row->cbc_decrypt : row->cbc_encrypt)(rk, chain, out, in, n);
        break;
    case GM_SM4_CFB:
        (decrypt ? row->cfb_decrypt : row->cfb_encrypt)(enc, chain, out, in, n);
        break;
    case GM_SM4_OFB:
        row->ofb(enc, chain, out, in, n);
        break;
    case GM_SM4_CTR:
        row->ctr(enc, chain, out, in, n);
        break;
    case GM_SM4_BC:
        gmi_sm4_bc_blocks(row, rk, chain, decrypt, out, in, n);
        break;
    case GM_SM4_OFBNLF:
        gmi_sm4_ofbnlf_blocks(row, enc, chain, decrypt, out, in, n);
        break;
    default:
        row->xts(rk, chain, ctx->mode_ == GM_SM4_XTS_GB, out, in, n);
        break;
    }
}

/* A part of one block of CFB, OFB or CTR: held_len_ bytes of stream_ are used already. */
static void crypt_part(gm_sm4_cipher *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    int cfb = ctx->mode_ == GM_SM4_CFB, decrypt = is_decrypt(ctx);
    for (size_t i = 0; i < len; i++) {
        uint8_t c = in[i], x = c ^ ctx->stream_[ctx->held_len_];
        if (cfb)
            ctx->chain_[ctx->held_len_] = decrypt ? c : x;
        out[i] = x;
        ctx->held_len_ = (ctx->held_len_ + 1) % 16;
    }
}

static void crypt_stream(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    if (ctx->mode_ == GM_SM4_CFB8) {
        gmi_sm4_cfb8_bytes(row, ctx->key_.enc_, ctx->chain_, is_decrypt(ctx), out, in, len);
        return;
    }
    if (ctx->mode_ == GM_SM4_CFB1) {
        gmi_sm4_cfb1_bits(row, ctx->key_.enc_, ctx->chain_, is_decrypt(ctx), out, in, (uint64_t)len * 8);
        return;
    }
    if (ctx->held_len_ != 0) {
        size_t n = 16 - ctx->held_len_;
        n = n < len ? n : len;
        crypt_part(ctx, out, in, n);
        in += n, out += n, len -= n;
    }
    size_t whole = len - len % 16;
    crypt_blocks(row, ctx, out, in, len / 16);
    if (len == whole)
        return;
    if (ctx->mode_ == GM_SM4_CFB) {
        row->block(ctx->key_.enc_, ctx->stream_, ctx->chain_);
    } else {
        memset(ctx->stream_, 0, 16);
        crypt_blocks(row, ctx, ctx->stream_, ctx->stream_, 1);
    }
    crypt_part(ctx, out + whole, in + whole, len - whole);
}

/* How many of `have` bytes, held and new, can be ciphered now: a multiple of 16. */
static size_t ready(const gm_sm4_cipher *ctx, size_t have)
{
    size_t keep = have % 16;
    if (is_xts(ctx))
        keep += 16; /* the block that a short last part steals from */
    else if (is_decrypt(ctx) && ctx->padding_ != GM_SM4_PAD_NONE && keep == 0)
        keep = 16; /* it may be padding */
    return have > keep ? have - keep : 0;
}

gm_status gmi_sm4_cipher_init(const struct sm4_impl *row, gm_sm4_cipher *ctx, gm_sm4_mode mode,
                              gm_sm4_direction direction, gm_sm4_padding padding, const uint8_t *key, size_t key_len,
                              const uint8_t *iv, size_t iv_len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    gm_wipe(ctx, sizeof *ctx);
    int xts = mode == GM_SM4_XTS || mode == GM_SM4_XTS_GB;
    int pads = mode == GM_SM4_ECB || mode == GM_SM4_CBC || mode == GM_SM4_BC || mode == GM_SM4_OFBNLF;
    if (mode < GM_SM4_ECB || mode > GM_SM4_XTS_GB || (direction != GM_SM4_ENCRYPT && direction != GM_SM4_DECRYPT) ||
        (unsigned)padding > GM_SM4_PAD_ZERO || (padding != GM_SM4_PAD_NONE && !pads))
        return GM_ERR_ARGUMENT;
    if (key == NULL || key_len != (xts ? 32 : 16) || iv_len != (mode == GM_SM4_ECB ? 0 : 16) || !bytes_ok(iv, iv_len))
        return GM_ERR_ARGUMENT;
    gmi_secret(key, key_len);
    if (xts) {
        row->expand_key(ctx->key_.enc_, ctx->key_.dec_, key + 16);
        row->block(ctx->key_.enc_, ctx->chain_, iv);
    } else if (iv_len != 0) {
        memcpy(ctx->chain_, iv, 16);
    }
    row->expand_key(ctx->key_.enc_, ctx->key_.dec_, key);
    ctx->mode_ = (uint8_t)mode;
    ctx->direction_ = (uint8_t)direction;
    ctx->padding_ = (uint8_t)padding;
    ctx->state_ = RUNNING;
    return GM_OK;
}

gm_status gmi_sm4_cipher_update(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, size_t out_size,
                                size_t *out_len, const uint8_t *in, size_t len)
{
    if (out_len == NULL)
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (ctx == NULL || !bytes_ok(in, len))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    if (is_xts(ctx) && len > GMI_SM4_XTS_UNIT_MAX - ctx->total_)
        return GM_ERR_ARGUMENT;
    size_t held = is_stream(ctx) ? 0 : ctx->held_len_;
    if (len > SIZE_MAX - held)
        return GM_ERR_ARGUMENT;
    size_t n = is_stream(ctx) ? len : ready(ctx, held + len);
    if (n > out_size)
        return GM_ERR_BUFFER;
    if (n > 0 && (out == NULL || (overlaps(out, n, in, len) && (out != in || held != 0))))
        return GM_ERR_ARGUMENT;

    gmi_secret(in, len);
    ctx->total_ += len;
    *out_len = n;
    if (is_stream(ctx)) {
        crypt_stream(row, ctx, out, in, len);
        return GM_OK;
    }
    /* Blocks that begin in what was held (one, or two in XTS), then those of the input itself. */
    while (n > 0 && ctx->held_len_ > 0) {
        size_t add = ctx->held_len_ < 16 ? 16 - ctx->held_len_ : 0;
        if (add > 0)
            memcpy(ctx->held_ + ctx->held_len_, in, add);
        crypt_blocks(row, ctx, out, ctx->held_, 1);
        ctx->held_len_ += (uint32_t)add - 16;
        memmove(ctx->held_, ctx->held_ + 16, 16);
        in += add, len -= add, out += 16, n -= 16;
    }
    crypt_blocks(row, ctx, out, in, n / 16);
    if (len > n)
        memcpy(ctx->held_ + ctx->held_len_, in + n, len - n);
    ctx->held_len_ += (uint32_t)(len - n);
    return GM_OK;
}

/* The last bytes of an XTS unit: one block, or two with stealing. */
static gm_status finish_xts(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, size_t *out_len)
{
    if (ctx->held_len_ < 16)
        return GM_ERR_ARGUMENT;
    if (ctx->held_len_ == 16)
        crypt_blocks(row, ctx, out, ctx->held_, 1);
    else
        gmi_sm4_xts_tail(row, schedule(ctx), ctx->chain_, ctx->mode_ == GM_SM4_XTS_GB, is_decrypt(ctx), out, ctx->held_,
                         ctx->held_len_);
    *out_len = ctx->held_len_;
    return GM_OK;
}

static gm_status finish_padded(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, size_t *out_len)
{
    gm_sm4_padding padding = (gm_sm4_padding)ctx->padding_;
    if (!is_decrypt(ctx)) {
        gm_status st = gm_sm4_pad(padding, ctx->held_, out_len, ctx->held_len_);
        if (st == GM_OK)
            crypt_blocks(row, ctx, out, ctx->held_, *out_len / 16);
        return st;
    }
    if (padding == GM_SM4_PAD_NONE)
        return ctx->held_len_ == 0 ? GM_OK : GM_ERR_ARGUMENT;
    if (padding == GM_SM4_PAD_ZERO && ctx->total_ == 0)
        return GM_OK; /* an empty message got no block */
    if (ctx->held_len_ != 16)
        return GM_ERR_VERIFY; /* one error for all that is wrong with padded text */
    crypt_blocks(row, ctx, ctx->held_, ctx->held_, 1);
    gm_status st = gm_sm4_unpad(padding, out_len, ctx->held_);
    if (*out_len > 0)
        memcpy(out, ctx->held_, *out_len);
    return st;
}

/* The most that finish can write, so that a short buffer is refused before anything happens. */
static size_t finish_size(const gm_sm4_cipher *ctx)
{
    if (is_stream(ctx))
        return 0;
    if (is_xts(ctx))
        return ctx->held_len_;
    if (is_decrypt(ctx))
        return ctx->padding_ != GM_SM4_PAD_NONE && ctx->held_len_ == 16 ? 16 : 0;
    if (ctx->padding_ == GM_SM4_PAD_NONE || (ctx->padding_ == GM_SM4_PAD_ZERO && ctx->held_len_ == 0))
        return 0;
    return 16;
}

gm_status gmi_sm4_cipher_finish(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, size_t out_size,
                                size_t *out_len)
{
    gm_status st = GM_OK;
    if (out_len == NULL)
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    if (finish_size(ctx) > out_size)
        return GM_ERR_BUFFER;
    if (finish_size(ctx) > 0 && out == NULL)
        return GM_ERR_ARGUMENT;
    if (is_xts(ctx))
        st = finish_xts(row, ctx, out, out_len);
    else if (!is_stream(ctx))
        st = finish_padded(row, ctx, out, out_len);
    gm_wipe(ctx, sizeof *ctx);
    return st;
}

gm_status gm_sm4_cipher_init(gm_sm4_cipher *ctx, gm_sm4_mode mode, gm_sm4_direction direction, gm_sm4_padding padding,
                             const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    return gmi_sm4_cipher_init(gmi_sm4(), ctx, mode, direction, padding, key, key_len, iv, iv_len);
}

gm_status gm_sm4_cipher_update(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                               size_t len)
{
    return gmi_sm4_cipher_update(gmi_sm4(), ctx, out, out_size, out_len, in, len);
}

gm_status gm_sm4_cipher_finish(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len)
{
    return gmi_sm4_cipher_finish(gmi_sm4(), ctx, out, out_size, out_len);
}
