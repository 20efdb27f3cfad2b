/* What GXM and MUR share: GHASH over additional data and text in pieces, and checks of arguments. */
#ifndef GMI_ZUC_AEAD_H
#define GMI_ZUC_AEAD_H

#include "zuc/zuc_core.h"

#define AEAD_PIECE 4096 /* bytes between cipher and hash: they stay in the first-level cache */

/* state_ of a context; a finished one is all zeros. */
enum { AEAD_DEAD = 0, AEAD_AAD, AEAD_TEXT, AEAD_SECOND };

static inline int aead_tag_ok(size_t tag_len)
{
    return tag_len >= 8 && tag_len <= 16;
}

/* What whole messages ask of their arguments, but for keys and IV. */
static inline int aead_args_ok(gm_zuc_kind kind, const uint8_t *iv, const uint8_t *out, const uint8_t *tag,
                               size_t tag_len, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    return gmi_zuc_kind_ok(kind) && iv != NULL && tag != NULL && aead_tag_ok(tag_len) &&
           (aad != NULL || aad_len == 0) && aad_len < GMI_ZUC_AEAD_LIMIT && len < GMI_ZUC_AEAD_LIMIT &&
           text_ok(out, in, len) && !overlaps(out, len, tag, tag_len) &&
           !overlaps(out, len, iv, gmi_zuc_iv_size(kind)) && !overlaps(out, len, aad, aad_len);
}

static inline void aead_hash_init(const struct ghash_impl *hash, gm_zuc_hash *x, const uint8_t h[16])
{
    memset(x, 0, sizeof *x);
    hash->powers(x->h_, h);
}

static inline void aead_hash_blocks(const struct ghash_impl *hash, gm_zuc_hash *x, const uint8_t *in, size_t n)
{
    hash->update(x->y_, (const uint8_t(*)[16])x->h_, in, n);
}

/* Bytes of the part, additional data or text, that has `*total` so far. */
static inline void aead_hash_add(const struct ghash_impl *hash, gm_zuc_hash *x, uint64_t *total, const uint8_t *in,
                                 size_t len)
{
    size_t used = *total % 16;
    *total += len;
    if (used > 0) {
        size_t n = 16 - used < len ? 16 - used : len;
        if (n > 0)
            memcpy(x->held_ + used, in, n);
        if (used + n < 16)
            return;
        aead_hash_blocks(hash, x, x->held_, 1);
        in += n, len -= n;
    }
    if (len >= 16)
        aead_hash_blocks(hash, x, in, len / 16);
    if (len % 16 > 0)
        memcpy(x->held_, in + (len - len % 16), len % 16);
}

/* The end of a part: an unfinished block is filled with zeros. */
static inline void aead_hash_flush(const struct ghash_impl *hash, gm_zuc_hash *x, uint64_t total)
{
    if (total % 16 == 0)
        return;
    memset(x->held_ + total % 16, 0, 16 - (size_t)(total % 16));
    aead_hash_blocks(hash, x, x->held_, 1);
}

/* The end of both parts; the sum is then y_. */
static inline void aead_hash_close(const struct ghash_impl *hash, gm_zuc_hash *x)
{
    store64be(x->held_, x->aad_len_ * 8);
    store64be(x->held_ + 8, x->text_len_ * 8);
    aead_hash_blocks(hash, x, x->held_, 1);
}

#endif
