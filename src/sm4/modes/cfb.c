/* CFB with 128-bit feedback (GB/T 17964-2021, 7; j = k = 128): C[i] = P[i] ^ E(C[i-1]), C[0] = IV.
 * A short last segment takes the leading bytes of the key stream. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

static gm_status crypt(const struct sm4_impl *row, const gm_sm4_key *key, int decrypt, uint8_t *out, const uint8_t *in,
                       size_t len, const uint8_t iv[16])
{
    struct {
        uint8_t chain[16], stream[16];
    } w;
    size_t whole = len - len % 16;
    if (key == NULL || iv == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(w.chain, iv, 16);
    (decrypt ? row->cfb_decrypt : row->cfb_encrypt)(key->enc_, w.chain, out, in, len / 16);
    if (len != whole) {
        row->block(key->enc_, w.stream, w.chain);
        xor_bytes(out + whole, in + whole, w.stream, len - whole);
        gm_wipe(w.stream, sizeof w.stream);
    }
    return GM_OK; /* the chain is ciphertext */
}

gm_status gmi_sm4_cfb_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 0, out, in, len, iv);
}

gm_status gmi_sm4_cfb_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 1, out, in, len, iv);
}

gm_status gm_sm4_cfb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 0, out, in, len, iv);
}

gm_status gm_sm4_cfb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 1, out, in, len, iv);
}
