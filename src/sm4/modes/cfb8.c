/* CFB with 8-bit feedback (GB/T 17964-2021, 7; j = k = 8, 128-bit register): one block a byte.
 * Decryption knows all registers beforehand, they are windows of IV || C: many blocks at once. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

#define WINDOWS 64 /* registers in one call of the back end */

static void encrypt(const struct sm4_impl *row, const uint32_t rk[32], uint8_t reg[16], uint8_t *out, const uint8_t *in,
                    size_t len)
{
    uint8_t stream[16];
    for (size_t i = 0; i < len; i++) {
        row->block(rk, stream, reg);
        memmove(reg, reg + 1, 15);
        out[i] = reg[15] = in[i] ^ stream[0];
    }
    gm_wipe(stream, sizeof stream);
}

static void decrypt(const struct sm4_impl *row, const uint32_t rk[32], uint8_t reg[16], uint8_t *out, const uint8_t *in,
                    size_t len)
{
    uint8_t line[16 + WINDOWS]; /* the register and the ciphertext that enters it */
    uint8_t stream[WINDOWS][16];
    memcpy(line, reg, 16);
    while (len > 0) {
        size_t n = len < WINDOWS ? len : WINDOWS;
        memcpy(line + 16, in, n);
        for (size_t i = 0; i < n; i++)
            memcpy(stream[i], line + i, 16);
        row->ecb(rk, stream[0], stream[0], n);
        for (size_t i = 0; i < n; i++)
            out[i] = line[16 + i] ^ stream[i][0];
        memmove(line, line + n, 16);
        in += n;
        out += n;
        len -= n;
    }
    memcpy(reg, line, 16);
    gm_wipe(stream, sizeof stream);
}

void gmi_sm4_cfb8_bytes(const struct sm4_impl *row, const uint32_t rk[32], uint8_t reg[16], int is_decrypt,
                        uint8_t *out, const uint8_t *in, size_t len)
{
    (is_decrypt ? decrypt : encrypt)(row, rk, reg, out, in, len);
}

static gm_status crypt(const struct sm4_impl *row, const gm_sm4_key *key, int is_decrypt, uint8_t *out,
                       const uint8_t *in, size_t len, const uint8_t iv[16])
{
    uint8_t reg[16]; /* ciphertext: not secret */
    if (key == NULL || iv == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(reg, iv, 16);
    gmi_sm4_cfb8_bytes(row, key->enc_, reg, is_decrypt, out, in, len);
    return GM_OK;
}

gm_status gmi_sm4_cfb8_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 0, out, in, len, iv);
}

gm_status gmi_sm4_cfb8_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 1, out, in, len, iv);
}

gm_status gm_sm4_cfb8_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 0, out, in, len, iv);
}

gm_status gm_sm4_cfb8_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 1, out, in, len, iv);
}
