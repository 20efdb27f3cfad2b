/* CCM (GB/T 36624-2018; SP 800-38C, 6): CBC-MAC of lengths, additional data and plaintext; CTR for
 * the text from counter 1, counter 0 hides the tag. q = 15 - nonce_len bytes hold the text length
 * and the counter, and since the length fits, so does every counter: nothing wraps. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

#define PIECE 128 /* blocks between cipher and MAC: 2 KiB */

int gmi_sm4_ccm_tag_ok(size_t tag_len)
{
    return tag_len >= 4 && tag_len <= 16 && tag_len % 2 == 0;
}

int gmi_sm4_ccm_lengths_ok(size_t nonce_len, uint64_t text_len)
{
    if (nonce_len < 7 || nonce_len > 13)
        return 0;
    unsigned bits = 8 * (15 - (unsigned)nonce_len);
    return bits == 64 || text_len >> bits == 0;
}

size_t gmi_sm4_ccm_head(uint8_t b0[16], uint8_t a0[16], uint8_t prefix[10], size_t tag_len, const uint8_t *nonce,
                        size_t nonce_len, uint64_t aad_len, uint64_t text_len)
{
    size_t q = 15 - nonce_len;
    store64be(b0 + 8, text_len); /* its high bytes are zero where the nonce goes over them */
    b0[0] = (uint8_t)((aad_len > 0 ? 64 : 0) + 8 * ((tag_len - 2) / 2) + (q - 1));
    memcpy(b0 + 1, nonce, nonce_len);
    memset(a0, 0, 16);
    a0[0] = (uint8_t)(q - 1);
    memcpy(a0 + 1, nonce, nonce_len);
    if (aad_len == 0)
        return 0;
    prefix[0] = 0xff;
    if (aad_len < 0xff00) {
        prefix[0] = (uint8_t)(aad_len >> 8);
        prefix[1] = (uint8_t)aad_len;
        return 2;
    }
    if (aad_len >> 32 == 0) {
        prefix[1] = 0xfe;
        store32be(prefix + 2, (uint32_t)aad_len);
        return 6;
    }
    prefix[1] = 0xff;
    store64be(prefix + 2, aad_len);
    return 10;
}

void gmi_sm4_ccm_blocks(const struct sm4_impl *row, const uint32_t rk[32], uint8_t mac[16], uint8_t counter[16],
                        int decrypt, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (row->ccm != NULL) {
        row->ccm(rk, mac, counter, decrypt, out, in, nblocks);
        return;
    }
    while (nblocks > 0) {
        size_t n = nblocks < PIECE ? nblocks : PIECE;
        if (!decrypt)
            row->cbcmac(rk, mac, in, n);
        row->ctr(rk, counter, out, in, n);
        if (decrypt)
            row->cbcmac(rk, mac, out, n);
        in += 16 * n, out += 16 * n, nblocks -= n;
    }
}

/* tag is the whole 16-byte tag. */
static void crypt(const struct sm4_impl *row, const gm_sm4_key *key, int decrypt, uint8_t *out, uint8_t tag[16],
                  size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *aad, size_t aad_len,
                  const uint8_t *in, size_t len)
{
    struct {
        uint8_t head[32];   /* B0, then prefix and the first additional data */
        uint8_t stream[32]; /* E(A0) and the key stream of a short last block */
        uint8_t counter[16], last[16], prefix[10];
    } w;
    const uint32_t *rk = key->enc_;
    size_t n = len / 16, tail = len % 16;
    gmi_secret(in, len);

    size_t p = gmi_sm4_ccm_head(w.head, w.counter, w.prefix, tag_len, nonce, nonce_len, aad_len, len);
    memcpy(w.stream, w.counter, 16);
    memcpy(w.stream + 16, w.counter, 16);
    store64be(w.stream + 24, load64be(w.counter + 8) + n + 1);
    row->ecb(rk, w.stream, w.stream, tail == 0 ? 1 : 2);

    memset(tag, 0, 16);
    if (p == 0) {
        row->cbcmac(rk, tag, w.head, 1);
    } else {
        size_t first = aad_len < 16 - p ? aad_len : 16 - p;
        memset(w.head + 16, 0, 16);
        memcpy(w.head + 16, w.prefix, p);
        memcpy(w.head + 16 + p, aad, first);
        row->cbcmac(rk, tag, w.head, 2);
        size_t rest = aad_len - first, rest_tail = rest % 16;
        row->cbcmac(rk, tag, aad + first, rest / 16);
        if (rest_tail != 0) {
            memset(w.last, 0, 16);
            memcpy(w.last, aad + aad_len - rest_tail, rest_tail);
            row->cbcmac(rk, tag, w.last, 1);
        }
    }

    w.counter[15] = 1;
    if (n > 0)
        gmi_sm4_ccm_blocks(row, rk, tag, w.counter, decrypt, out, in, n);
    if (tail != 0) {
        memset(w.last, 0, 16);
        if (!decrypt)
            memcpy(w.last, in + 16 * n, tail);
        xor_bytes(out + 16 * n, in + 16 * n, w.stream + 16, tail);
        if (decrypt)
            memcpy(w.last, out + 16 * n, tail);
        row->cbcmac(rk, tag, w.last, 1);
    }
    xor16(tag, tag, w.stream);
    gm_wipe(&w, sizeof w);
}

static int arguments_ok(const gm_sm4_key *key, const uint8_t *out, const uint8_t *tag, size_t tag_len,
                        const uint8_t *nonce, size_t nonce_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                        size_t len)
{
    return key != NULL && tag != NULL && gmi_sm4_ccm_tag_ok(tag_len) && nonce != NULL &&
           gmi_sm4_ccm_lengths_ok(nonce_len, len) && bytes_ok(aad, aad_len) && text_ok(out, in, len) &&
           !overlaps(out, len, tag, tag_len) && !overlaps(out, len, nonce, nonce_len) &&
           !overlaps(out, len, aad, aad_len);
}

gm_status gmi_sm4_ccm_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, uint8_t *tag,
                              size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *aad,
                              size_t aad_len, const uint8_t *in, size_t len)
{
    uint8_t full[16];
    if (!arguments_ok(key, out, tag, tag_len, nonce, nonce_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    crypt(row, key, 0, out, full, tag_len, nonce, nonce_len, aad, aad_len, in, len);
    memcpy(tag, full, tag_len);
    gm_wipe(full, sizeof full);
    return GM_OK;
}

gm_status gmi_sm4_ccm_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *aad, size_t aad_len)
{
    uint8_t full[16];
    gm_status st = GM_OK;
    if (!arguments_ok(key, out, tag, tag_len, nonce, nonce_len, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    crypt(row, key, 1, out, full, tag_len, nonce, nonce_len, aad, aad_len, in, len);
    if (!gm_equal(full, tag, tag_len)) {
        gm_wipe(out, len);
        st = GM_ERR_VERIFY;
    }
    gm_wipe(full, sizeof full);
    return st;
}

gm_status gm_sm4_ccm_encrypt(const gm_sm4_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                             size_t nonce_len, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    return gmi_sm4_ccm_encrypt(gmi_sm4(), key, out, tag, tag_len, nonce, nonce_len, aad, aad_len, in, len);
}

gm_status gm_sm4_ccm_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag,
                             size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *aad, size_t aad_len)
{
    return gmi_sm4_ccm_decrypt(gmi_sm4(), key, out, in, len, tag, tag_len, nonce, nonce_len, aad, aad_len);
}
