/* CFB with 1-bit feedback (GB/T 17964-2021, 7; j = k = 1, 128-bit register): one block a bit,
 * bits from the top of each byte down. Decryption knows all registers beforehand. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

#define WINDOWS 64 /* registers in one call of the back end: 8 bytes */

/* The register as one 128-bit number. */
struct reg {
    uint64_t hi, lo;
};

static void shift_in(struct reg *r, unsigned bit)
{
    r->hi = r->hi << 1 | r->lo >> 63;
    r->lo = r->lo << 1 | bit;
}

/* Up to 8 bits of one byte; the rest of the result is zero. */
static uint8_t encrypt_byte(const struct sm4_impl *row, const uint32_t rk[32], struct reg *r, uint8_t in, unsigned bits)
{
    uint8_t stream[16], out = 0;
    for (unsigned i = 0; i < bits; i++) {
        store64be(stream, r->hi);
        store64be(stream + 8, r->lo);
        row->block(rk, stream, stream);
        unsigned bit = (unsigned)(in >> (7 - i) ^ stream[0] >> 7) & 1;
        shift_in(r, bit);
        out = (uint8_t)(out | bit << (7 - i));
    }
    gm_wipe(stream, sizeof stream);
    return out;
}

/* 1 to WINDOWS bits. */
static void decrypt_some(const struct sm4_impl *row, const uint32_t rk[32], struct reg *r, uint8_t *out,
                         const uint8_t *in, unsigned bits)
{
    uint8_t stream[WINDOWS][16];
    unsigned n = 0;
    do { /* bits is not 0 */
        store64be(stream[n], r->hi);
        store64be(stream[n] + 8, r->lo);
        shift_in(r, in[n / 8] >> (7 - n % 8) & 1);
    } while (++n < bits);
    row->ecb(rk, stream[0], stream[0], bits);
    for (unsigned i = 0; i < bits; i += 8) {
        unsigned left = bits - i < 8 ? bits - i : 8, mask = 0;
        for (unsigned j = 0; j < left; j++)
            mask |= (unsigned)(stream[i + j][0] >> 7) << (7 - j);
        out[i / 8] = (uint8_t)((in[i / 8] ^ mask) & 0xff << (8 - left));
    }
    gm_wipe(stream, sizeof stream);
}

void gmi_sm4_cfb1_bits(const struct sm4_impl *row, const uint32_t rk[32], uint8_t reg[16], int decrypt, uint8_t *out,
                       const uint8_t *in, uint64_t bits)
{
    struct reg r = {load64be(reg), load64be(reg + 8)};
    unsigned step = decrypt ? WINDOWS : 8;
    for (; bits > 0; in += step / 8, out += step / 8) {
        unsigned n = bits < step ? (unsigned)bits : step;
        if (decrypt)
            decrypt_some(row, rk, &r, out, in, n);
        else
            *out = encrypt_byte(row, rk, &r, *in, n);
        bits -= n;
    }
    store64be(reg, r.hi);
    store64be(reg + 8, r.lo);
}

static gm_status crypt(const struct sm4_impl *row, const gm_sm4_key *key, int decrypt, uint8_t *out, const uint8_t *in,
                       uint64_t bits, const uint8_t iv[16])
{
    uint8_t reg[16]; /* ciphertext: not secret */
    uint64_t len = bits / 8 + (bits % 8 != 0);
    if (key == NULL || iv == NULL || len > SIZE_MAX || !text_ok(out, in, (size_t)len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, (size_t)len);
    memcpy(reg, iv, 16);
    gmi_sm4_cfb1_bits(row, key->enc_, reg, decrypt, out, in, bits);
    return GM_OK;
}

gm_status gmi_sm4_cfb1_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               uint64_t bits, const uint8_t iv[16])
{
    return crypt(row, key, 0, out, in, bits, iv);
}

gm_status gmi_sm4_cfb1_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               uint64_t bits, const uint8_t iv[16])
{
    return crypt(row, key, 1, out, in, bits, iv);
}

gm_status gm_sm4_cfb1_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, uint64_t bits,
                              const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 0, out, in, bits, iv);
}

gm_status gm_sm4_cfb1_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, uint64_t bits,
                              const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 1, out, in, bits, iv);
}
