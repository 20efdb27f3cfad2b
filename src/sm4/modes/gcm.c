/* GCM (GB/T 36624-2018; SP 800-38D, 7): CTR with a 32-bit counter, GHASH over the ciphertext.
 *
 * Short messages are laid out in one buffer, so that E(J0) and the whole text are one call of
 * the cipher, and additional data, ciphertext and lengths are one call of GHASH. Longer ones
 * go through the back end in place, in pieces that stay in the first-level cache. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

#define PIECE 128 /* blocks between cipher and hash: 2 KiB */

/* A short message: E(J0) and the text make 16 blocks at most, which the back ends do for little more than one
 * block; with additional data and lengths it fits the buffer. */
#define SHORT_TEXT (15 * 16)
#define SHORT_BLOCKS 20

int gmi_sm4_gcm_tag_ok(size_t tag_len)
{
    return tag_len == 4 || tag_len == 8 || (tag_len >= 12 && tag_len <= 16);
}

/* The counter block n steps on: the last 32 bits wrap by themselves. */
static void counter_at(uint8_t out[16], const uint8_t counter[16], uint64_t n)
{
    memcpy(out, counter, 12);
    store32be(out + 12, load32be(counter + 12) + (uint32_t)n);
}

static void store_lengths(uint8_t block[16], uint64_t aad_len, uint64_t text_len)
{
    store64be(block, aad_len * 8);
    store64be(block + 8, text_len * 8);
}

/* p, padded with zeros to whole blocks. */
static void absorb(const struct ghash_impl *hash, const gm_sm4_gcm_key *key, uint8_t y[16], const uint8_t *p,
                   size_t len)
{
    uint8_t last[16] = {0};
    size_t tail = len % 16;
    if (len >= 16)
        hash->update(y, key->h_, p, len / 16);
    if (tail != 0) {
        memcpy(last, p + len - tail, tail);
        hash->update(y, key->h_, last, 1);
    }
}

void gmi_sm4_gcm_j0(const struct ghash_impl *hash, const gm_sm4_gcm_key *key, uint8_t j0[16], const uint8_t *iv,
                    size_t iv_len)
{
    uint8_t lengths[16];
    if (iv_len == 12) {
        memcpy(j0, iv, 12);
        store32be(j0 + 12, 1);
        return;
    }
    memset(j0, 0, 16);
    absorb(hash, key, j0, iv, iv_len);
    store_lengths(lengths, 0, iv_len);
    hash->update(j0, key->h_, lengths, 1);
}

void gmi_sm4_gcm_blocks(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                        uint8_t y[16], uint8_t counter[16], int decrypt, uint8_t *out, const uint8_t *in,
                        size_t nblocks)
{
    const uint32_t *rk = key->key_.enc_;
    if (row->gcm != NULL) {
        row->gcm(rk, key->h_, y, counter, decrypt, out, in, nblocks);
        return;
    }
    while (nblocks > 0) {
        size_t n = nblocks < PIECE ? nblocks : PIECE;
        if (decrypt)
            hash->update(y, key->h_, in, n);
        row->ctr32(rk, counter, out, in, n);
        if (!decrypt)
            hash->update(y, key->h_, out, n);
        in += 16 * n, out += 16 * n, nblocks -= n;
    }
}

/* Any length. tag is the whole 16-byte tag. */
static void crypt_long(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                       int decrypt, uint8_t *out, uint8_t tag[16], const uint8_t j0[16], const uint8_t *aad,
                       size_t aad_len, const uint8_t *in, size_t len)
{
    struct {
        uint8_t stream[32]; /* E(J0) and the key stream of a short last block */
        uint8_t counter[16];
        uint8_t last[32]; /* short last block of ciphertext, and the lengths */
    } w;
    size_t n = len / 16, tail = len % 16;
    memcpy(w.stream, j0, 16);
    if (tail != 0) {
        counter_at(w.stream + 16, j0, (uint64_t)n + 1);
        row->ecb(key->key_.enc_, w.stream, w.stream, 2);
    } else {
        row->block(key->key_.enc_, w.stream, w.stream);
    }
    memset(tag, 0, 16);
    absorb(hash, key, tag, aad, aad_len);
    counter_at(w.counter, j0, 1);
    if (n > 0)
        gmi_sm4_gcm_blocks(row, hash, key, tag, w.counter, decrypt, out, in, n);
    store_lengths(w.last + 16, aad_len, len);
    if (tail != 0) {
        memset(w.last, 0, 16);
        if (decrypt)
            memcpy(w.last, in + 16 * n, tail);
        xor_bytes(out + 16 * n, in + 16 * n, w.stream + 16, tail);
        if (!decrypt)
            memcpy(w.last, out + 16 * n, tail);
        hash->update(tag, key->h_, w.last, 2);
    } else {
        hash->update(tag, key->h_, w.last + 16, 1);
    }
    xor16(tag, tag, w.stream);
    gm_wipe(&w, sizeof w);
}

/* A message within both limits of SHORT.
 * buffer: AAD, one slot for J0, text, lengths; with AAD the slot is AAD's last block, which is
 * written (encryption) or overwritten (decryption) when the slot is not in use. */
static void crypt_short(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                        int decrypt, uint8_t *out, uint8_t tag[16], const uint8_t j0[16], const uint8_t *aad,
                        size_t aad_len, const uint8_t *in, size_t len)
{
    struct {
        uint8_t buffer[16 * (SHORT_BLOCKS + 1)];
        uint8_t counter[16], mask[16];
    } w;
    size_t aad_size = (aad_len + 15) / 16 * 16, text_size = (len + 15) / 16 * 16;
    uint8_t *slot = aad_size > 0 ? w.buffer + aad_size - 16 : w.buffer, *text = slot + 16;
    uint8_t *hashed = aad_size > 0 ? w.buffer : text;
    size_t ctr_blocks = text_size / 16 + 1, hash_blocks = (aad_size + text_size) / 16 + 1;

    memcpy(w.counter, j0, 16);
    if (len > 0) {
        memset(text + text_size - 16, 0, 16);
        memcpy(text, in, len);
    }
    store_lengths(text + text_size, aad_len, len);
    if (!decrypt) {
        memset(slot, 0, 16);
        row->ctr32(key->key_.enc_, w.counter, slot, slot, ctr_blocks);
        memcpy(w.mask, slot, 16);
        if (len > 0) {
            memcpy(out, text, len);
            memset(text + len, 0, text_size - len);
        }
    }
    if (aad_size > 0) {
        memset(slot, 0, 16);
        memcpy(w.buffer, aad, aad_len);
    }
    memset(tag, 0, 16);
    hash->update(tag, key->h_, hashed, hash_blocks);
    if (decrypt) {
        memset(slot, 0, 16);
        row->ctr32(key->key_.enc_, w.counter, slot, slot, ctr_blocks);
        memcpy(w.mask, slot, 16);
        if (len > 0)
            memcpy(out, text, len);
    }
    xor16(tag, tag, w.mask);
    gm_wipe(&w, sizeof w);
}

static void crypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key, int decrypt,
                  uint8_t *out, uint8_t tag[16], const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len,
                  const uint8_t *in, size_t len)
{
    uint8_t j0[16];
    gmi_secret(in, len);
    gmi_sm4_gcm_j0(hash, key, j0, iv, iv_len);
    if (len <= SHORT_TEXT && aad_len <= 16 * SHORT_BLOCKS && (aad_len + 15) / 16 + (len + 15) / 16 + 1 <= SHORT_BLOCKS)
        crypt_short(row, hash, key, decrypt, out, tag, j0, aad, aad_len, in, len);
    else
        crypt_long(row, hash, key, decrypt, out, tag, j0, aad, aad_len, in, len);
}

/* What both directions ask of their arguments; out may overlap nothing but in, and that wholly. */
static int arguments_ok(const gm_sm4_gcm_key *key, const uint8_t *out, const uint8_t *tag, size_t tag_len,
                        const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                        size_t len)
{
    return key != NULL && tag != NULL && gmi_sm4_gcm_tag_ok(tag_len) && iv != NULL && iv_len > 0 &&
           iv_len <= GMI_SM4_GCM_AAD_MAX && bytes_ok(aad, aad_len) && aad_len <= GMI_SM4_GCM_AAD_MAX &&
           len <= GMI_SM4_GCM_TEXT_MAX && text_ok(out, in, len) && !overlaps(out, len, tag, tag_len) &&
           !overlaps(out, len, iv, iv_len) && !overlaps(out, len, aad, aad_len);
}

gm_status gmi_sm4_gcm_key_init(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_key *key,
                               const uint8_t bytes[16])
{
    struct {
        uint8_t h[16];
    } w;
    if (key == NULL || bytes == NULL)
        return GM_ERR_ARGUMENT;
    gmi_secret(bytes, 16);
    row->expand_key(key->key_.enc_, key->key_.dec_, bytes);
    memset(w.h, 0, 16);
    row->block(key->key_.enc_, w.h, w.h);
    hash->powers(key->h_, w.h);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gmi_sm4_gcm_encrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                              uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                              const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    uint8_t full[16];
    if (!arguments_ok(key, out, tag, tag_len, iv, iv_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    crypt(row, hash, key, 0, out, full, iv, iv_len, aad, aad_len, in, len);
    memcpy(tag, full, tag_len);
    gm_wipe(full, sizeof full);
    return GM_OK;
}

gm_status gmi_sm4_gcm_decrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len,
                              const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len)
{
    uint8_t full[16];
    gm_status st = GM_OK;
    if (!arguments_ok(key, out, tag, tag_len, iv, iv_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    crypt(row, hash, key, 1, out, full, iv, iv_len, aad, aad_len, in, len);
    if (!gm_equal(full, tag, tag_len)) {
        gm_wipe(out, len);
        st = GM_ERR_VERIFY;
    }
    gm_wipe(full, sizeof full);
    return st;
}

gm_status gm_sm4_gcm_key_init(gm_sm4_gcm_key *key, const uint8_t bytes[16])
{
    return gmi_sm4_gcm_key_init(gmi_sm4(), gmi_ghash(), key, bytes);
}

gm_status gm_sm4_gcm_encrypt(const gm_sm4_gcm_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *iv,
                             size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    return gmi_sm4_gcm_encrypt(gmi_sm4(), gmi_ghash(), key, out, tag, tag_len, iv, iv_len, aad, aad_len, in, len);
}

gm_status gm_sm4_gcm_decrypt(const gm_sm4_gcm_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag,
                             size_t tag_len, const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len)
{
    return gmi_sm4_gcm_decrypt(gmi_sm4(), gmi_ghash(), key, out, in, len, tag, tag_len, iv, iv_len, aad, aad_len);
}
