/* BC (GB/T 17964-2021, 12): C[i] = E(P[i] ^ F[i]), F[i+1] = F[i] ^ C[i], F[1] = IV.
 * Encryption is serial; decryption deciphers many blocks, then runs the sums. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

#define PIECE 64 /* blocks in one call of the back end */

void gmi_sm4_bc_blocks(const struct sm4_impl *row, const uint32_t rk[32], uint8_t f[16], int decrypt, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct {
        uint8_t x[PIECE][16];
    } w;
    if (!decrypt) {
        for (; nblocks > 0; nblocks--, in += 16, out += 16) {
            xor16(w.x[0], in, f);
            row->block(rk, w.x[0], w.x[0]);
            xor16(f, f, w.x[0]);
            memcpy(out, w.x[0], 16);
        }
        return; /* what is left in w is ciphertext */
    }
    while (nblocks > 0) {
        size_t n = nblocks < PIECE ? nblocks : PIECE;
        row->ecb(rk, w.x[0], in, n);
        for (size_t i = 0; i < n; i++, in += 16, out += 16) {
            xor16(w.x[i], w.x[i], f);
            xor16(f, f, in);
            memcpy(out, w.x[i], 16);
        }
        nblocks -= n;
    }
    gm_wipe(&w, sizeof w);
}

static gm_status crypt(const struct sm4_impl *row, const gm_sm4_key *key, int decrypt, uint8_t *out, const uint8_t *in,
                       size_t len, const uint8_t iv[16])
{
    uint8_t f[16]; /* a sum of ciphertext: not secret */
    if (key == NULL || iv == NULL || !blocks_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(f, iv, 16);
    gmi_sm4_bc_blocks(row, decrypt ? key->dec_ : key->enc_, f, decrypt, out, in, len / 16);
    return GM_OK;
}

gm_status gmi_sm4_bc_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                             size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 0, out, in, len, iv);
}

gm_status gmi_sm4_bc_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                             size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 1, out, in, len, iv);
}

gm_status gm_sm4_bc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 0, out, in, len, iv);
}

gm_status gm_sm4_bc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 1, out, in, len, iv);
}
