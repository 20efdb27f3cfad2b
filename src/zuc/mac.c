/* The MACs of ZUC: 128-EIA3 (GM/T 0001.3-2012, 5) and those of ZUC-256 (2018, 4). Both are sums of windows of the key
 * stream, one for each set bit of the message, which rows compute for blocks of 128 bits.
 *
 * Key stream is made one block ahead of the message, since a window begins in one block and ends in the next. */
#include <guomi/mem.h>

#include "base/check.h"
#include "zuc/zuc_core.h"

#define RUNNING 1 /* state_ of a context in use; a wiped one is all zeros */

/* words_: how the MAC ends. */
enum {
    ENDS_ON_WORD = 1, /* EIA3: the window behind the message, and the last whole word of key stream */
    ENDS_ON_BIT,      /* ZUC-256: the window behind the message                                   */
    LIMITED = 4       /* 3GPP: the message is shorter than 2^32 bits                              */
};

#define PIECE 64 /* blocks for which key stream is made at once: 1 KiB */

void gmi_zuc_mac_init(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, gm_zuc_kind kind, const uint8_t *key,
                      const uint8_t *iv, size_t mac_len)
{
    struct {
        uint8_t first[16];
    } w;
    gmi_secret(key, gmi_zuc_key_size(kind));
    memset(ctx, 0, sizeof *ctx);
    gmi_zuc_start(row, ctx->now_, kind, key, iv, mac_len);
    if (kind == GM_ZUC_256) { /* the sum begins with key stream bits that belong to no window */
        memset(w.first, 0, sizeof w.first);
        row->crypt(ctx->now_, w.first, NULL, mac_len / 4);
        ctx->tag_[0] = load64be(w.first);
        ctx->tag_[1] = load64be(w.first + 8);
        gm_wipe(&w, sizeof w);
    }
    row->crypt(ctx->now_, ctx->ahead_, NULL, 4);
    ctx->tag_len_ = (uint8_t)mac_len;
    ctx->words_ = kind == GM_ZUC_128 ? ENDS_ON_WORD : ENDS_ON_BIT;
    ctx->state_ = RUNNING;
}

static void blocks(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, const uint8_t *in, size_t nblocks)
{
    struct {
        uint8_t stream[16 * (PIECE + 1)];
    } w;
    while (nblocks > 0) {
        size_t n = nblocks < PIECE ? nblocks : PIECE;
        memcpy(w.stream, ctx->ahead_, 16);
        row->crypt(ctx->now_, w.stream + 16, NULL, 4 * n);
        row->mac(ctx->tag_, w.stream, in, n, ctx->tag_len_ == 16);
        memcpy(ctx->ahead_, w.stream + 16 * n, 16);
        in += 16 * n, nblocks -= n;
    }
    gm_wipe(&w, sizeof w);
}

void gmi_zuc_mac_update(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, const uint8_t *data, size_t len)
{
    size_t held = ctx->bytes_ % 16;
    gmi_secret(data, len);
    ctx->bytes_ += len;
    if (held > 0) {
        size_t part = 16 - held < len ? 16 - held : len;
        if (part > 0)
            memcpy(ctx->held_ + held, data, part);
        if (held + part < 16)
            return;
        blocks(row, ctx, ctx->held_, 1);
        data += part, len -= part;
    }
    if (len >= 16)
        blocks(row, ctx, data, len / 16);
    if (len % 16 > 0)
        memcpy(ctx->held_, data + (len - len % 16), len % 16);
}

void gmi_zuc_mac_close(uint64_t t[2], const uint8_t stream[32], size_t rest, int words)
{
    const uint8_t *p = stream + rest / 64 * 8;
    unsigned shift = rest % 64;
    uint64_t a = load64be(p), b = load64be(p + 8), c = 0;
    if (shift > 0) {
        c = load64be(p + 16) >> (64 - shift);
        a = a << shift | b >> (64 - shift);
        b = b << shift | c;
    }
    if (words)
        a ^= (uint64_t)load32be(stream + 4 * ((rest + 31) / 32 + 1)) << 32;
    t[0] ^= a;
    t[1] ^= b;
}

void gmi_zuc_mac_finish(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits,
                        uint8_t *mac)
{
    struct {
        uint8_t stream[32], last[16], tag[16];
    } w;
    size_t whole = (size_t)(bits / 8);
    if (whole > 0)
        gmi_zuc_mac_update(row, ctx, data, whole);
    size_t held = ctx->bytes_ % 16, rest = 8 * held + (size_t)(bits % 8);
    memcpy(w.stream, ctx->ahead_, 16);
    row->crypt(ctx->now_, w.stream + 16, NULL, 4);
    if (rest > 0) {
        memset(w.last, 0, 16);
        memcpy(w.last, ctx->held_, held);
        if (bits % 8 > 0)
            w.last[held] = gmi_zuc_last_byte(data[whole], bits);
        row->mac(ctx->tag_, w.stream, w.last, 1, ctx->tag_len_ == 16);
    }
    gmi_zuc_mac_close(ctx->tag_, w.stream, rest, ctx->words_ & ENDS_ON_WORD);
    store64be(w.tag, ctx->tag_[0]);
    store64be(w.tag + 8, ctx->tag_[1]);
    memcpy(mac, w.tag, ctx->tag_len_);
    gm_wipe(&w, sizeof w);
    gm_wipe(ctx, sizeof *ctx);
}

void gmi_zuc_eia3(const struct zuc_impl *row, const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                  uint8_t mac[4], const uint8_t *data, uint64_t bits)
{
    gm_zuc_mac_ctx ctx;
    uint8_t iv[16];
    gmi_secret(data, (size_t)gmi_zuc_whole_bytes(bits));
    gmi_zuc_eia3_iv(iv, count, bearer, direction);
    gmi_zuc_mac_init(row, &ctx, GM_ZUC_128, key, iv, 4);
    gmi_zuc_mac_finish(row, &ctx, data, bits, mac);
}

gm_status gm_zuc_eia3(const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction, uint8_t mac[4],
                      const uint8_t *data, uint64_t bits)
{
    if (key == NULL || mac == NULL || !gmi_zuc_3gpp_ok(bearer, direction) || bits > GMI_ZUC_3GPP_BITS ||
        !gmi_zuc_bytes_ok(data, gmi_zuc_whole_bytes(bits)))
        return GM_ERR_ARGUMENT;
    gmi_zuc_eia3(gmi_zuc(), key, count, bearer, direction, mac, data, bits);
    return GM_OK;
}

gm_status gm_zuc_eia3_verify(const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                             const uint8_t mac[4], const uint8_t *data, uint64_t bits)
{
    uint8_t right[4];
    if (mac == NULL)
        return GM_ERR_ARGUMENT;
    gm_status st = gm_zuc_eia3(key, count, bearer, direction, right, data, bits);
    if (st != GM_OK)
        return st;
    st = gm_equal(right, mac, sizeof right) ? GM_OK : GM_ERR_VERIFY;
    gm_wipe(right, sizeof right);
    return st;
}

gm_status gm_zuc_mac(gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv, uint8_t *mac, size_t mac_len,
                     const uint8_t *data, uint64_t bits)
{
    gm_zuc_mac_ctx ctx;
    if (!gmi_zuc_mac_ok(kind, mac_len) || key == NULL || iv == NULL || mac == NULL || bits / 8 >= GMI_ZUC_MAC_LIMIT ||
        !gmi_zuc_bytes_ok(data, gmi_zuc_whole_bytes(bits)))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, (size_t)gmi_zuc_whole_bytes(bits));
    gmi_zuc_mac_init(gmi_zuc(), &ctx, kind, key, iv, mac_len);
    gmi_zuc_mac_finish(gmi_zuc(), &ctx, data, bits, mac);
    return GM_OK;
}

gm_status gm_zuc_mac_init(gm_zuc_mac_ctx *ctx, gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv, size_t mac_len)
{
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (!gmi_zuc_mac_ok(kind, mac_len) || key == NULL || iv == NULL) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    gmi_zuc_mac_init(gmi_zuc(), ctx, kind, key, iv, mac_len);
    return GM_OK;
}

gm_status gm_zuc_eia3_init(gm_zuc_mac_ctx *ctx, const uint8_t key[16], uint32_t count, uint8_t bearer,
                           uint8_t direction)
{
    uint8_t iv[16];
    if (ctx == NULL)
        return GM_ERR_ARGUMENT;
    if (key == NULL || !gmi_zuc_3gpp_ok(bearer, direction)) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_ARGUMENT;
    }
    gmi_zuc_eia3_iv(iv, count, bearer, direction);
    gmi_zuc_mac_init(gmi_zuc(), ctx, GM_ZUC_128, key, iv, 4);
    ctx->words_ |= LIMITED;
    return GM_OK;
}

/* May `bits` more follow? */
static int fits(const gm_zuc_mac_ctx *ctx, uint64_t bits)
{
    if (bits / 8 >= GMI_ZUC_MAC_LIMIT - ctx->bytes_)
        return 0;
    return !(ctx->words_ & LIMITED) || 8 * ctx->bytes_ + bits <= GMI_ZUC_3GPP_BITS;
}

gm_status gm_zuc_mac_update(gm_zuc_mac_ctx *ctx, const uint8_t *data, size_t len)
{
    if (ctx == NULL || !gmi_zuc_bytes_ok(data, len))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    if (len >= GMI_ZUC_MAC_LIMIT || !fits(ctx, 8 * (uint64_t)len))
        return GM_ERR_ARGUMENT;
    gmi_zuc_mac_update(gmi_zuc(), ctx, data, len);
    return GM_OK;
}

static gm_status finish_check(const gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits, const uint8_t *mac,
                              size_t mac_len)
{
    if (ctx == NULL || mac == NULL || !gmi_zuc_bytes_ok(data, gmi_zuc_whole_bytes(bits)))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != RUNNING)
        return GM_ERR_STATE;
    return mac_len == ctx->tag_len_ && fits(ctx, bits) ? GM_OK : GM_ERR_ARGUMENT;
}

gm_status gm_zuc_mac_finish(gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits, uint8_t *mac, size_t mac_len)
{
    gm_status st = finish_check(ctx, data, bits, mac, mac_len);
    if (st != GM_OK)
        return st;
    gmi_secret(data, (size_t)gmi_zuc_whole_bytes(bits));
    gmi_zuc_mac_finish(gmi_zuc(), ctx, data, bits, mac);
    return GM_OK;
}

gm_status gm_zuc_mac_verify(gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits, const uint8_t *mac, size_t mac_len)
{
    uint8_t right[16];
    gm_status st = finish_check(ctx, data, bits, mac, mac_len);
    if (st != GM_OK)
        return st;
    gmi_secret(data, (size_t)gmi_zuc_whole_bytes(bits));
    gmi_zuc_mac_finish(gmi_zuc(), ctx, data, bits, right);
    st = gm_equal(right, mac, mac_len) ? GM_OK : GM_ERR_VERIFY;
    gm_wipe(right, sizeof right);
    return st;
}
