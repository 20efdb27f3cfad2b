/* XTS (GB/T 17964-2021, 10; IEEE 1619): C = E1(P ^ T[i]) ^ T[i], T[0] = E2(tweak), T[i+1] = T[i] * x.
 * The two standards differ in the bit order of the multiplication only. A last part of
 * 1 to 15 bytes steals ciphertext from the block before it. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

/* t = t * x in GF(2^128). GB has the bit order of GCM, IEEE the reverse (bytes and bits). */
static void times_x(uint8_t t[16], int gb)
{
    if (gb) {
        uint64_t hi = load64be(t), lo = load64be(t + 8), carry = 0 - (lo & 1);
        store64be(t + 8, lo >> 1 | hi << 63);
        store64be(t, hi >> 1 ^ (carry & UINT64_C(0xe1) << 56));
    } else {
        uint64_t lo = load64le(t), hi = load64le(t + 8), carry = 0 - (hi >> 63);
        store64le(t + 8, hi << 1 | lo >> 63);
        store64le(t, lo << 1 ^ (carry & 0x87));
    }
}

void gmi_sm4_xts_tail(const struct sm4_impl *row, const uint32_t rk[32], const uint8_t tweak[16], int gb, int decrypt,
                      uint8_t *out, const uint8_t *in, size_t len)
{
    struct {
        uint8_t first[16], second[16], block[16], stolen[16];
    } w;
    size_t tail = len - 16;
    /* Decryption takes the two tweaks in the other order. */
    memcpy(w.first, tweak, 16);
    memcpy(w.second, tweak, 16);
    times_x(decrypt ? w.first : w.second, gb);
    row->xts(rk, w.first, gb, w.block, in, 1);
    memcpy(w.stolen, in + 16, tail);
    memcpy(w.stolen + tail, w.block + tail, 16 - tail);
    memcpy(out + 16, w.block, tail);
    row->xts(rk, w.second, gb, out, w.stolen, 1);
    gm_wipe(&w, sizeof w);
}

static gm_status crypt(const struct sm4_impl *row, const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, int decrypt,
                       uint8_t *out, const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    uint8_t t[16];
    if (key == NULL || tweak == NULL || (standard != GM_SM4_XTS_IEEE1619 && standard != GM_SM4_XTS_GB17964) ||
        len < 16 || len > GMI_SM4_XTS_UNIT_MAX || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    int gb = standard == GM_SM4_XTS_GB17964;
    const uint32_t *rk = decrypt ? key->data_.dec_ : key->data_.enc_;
    size_t whole = len % 16 == 0 ? len / 16 : len / 16 - 1;
    gmi_secret(in, len);
    row->block(key->tweak_.enc_, t, tweak);
    row->xts(rk, t, gb, out, in, whole);
    if (len % 16 != 0)
        gmi_sm4_xts_tail(row, rk, t, gb, decrypt, out + 16 * whole, in + 16 * whole, len - 16 * whole);
    gm_wipe(t, sizeof t);
    return GM_OK;
}

gm_status gmi_sm4_xts_key_init(const struct sm4_impl *row, gm_sm4_xts_key *key, const uint8_t bytes[32])
{
    if (key == NULL || bytes == NULL)
        return GM_ERR_ARGUMENT;
    gmi_secret(bytes, 32);
    row->expand_key(key->data_.enc_, key->data_.dec_, bytes);
    row->expand_key(key->tweak_.enc_, key->tweak_.dec_, bytes + 16);
    return GM_OK;
}

gm_status gmi_sm4_xts_encrypt(const struct sm4_impl *row, const gm_sm4_xts_key *key, gm_sm4_xts_standard standard,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    return crypt(row, key, standard, 0, out, in, len, tweak);
}

gm_status gmi_sm4_xts_decrypt(const struct sm4_impl *row, const gm_sm4_xts_key *key, gm_sm4_xts_standard standard,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    return crypt(row, key, standard, 1, out, in, len, tweak);
}

gm_status gm_sm4_xts_key_init(gm_sm4_xts_key *key, const uint8_t bytes[32])
{
    return gmi_sm4_xts_key_init(gmi_sm4(), key, bytes);
}

gm_status gm_sm4_xts_encrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, uint8_t *out, const uint8_t *in,
                             size_t len, const uint8_t tweak[16])
{
    return crypt(gmi_sm4(), key, standard, 0, out, in, len, tweak);
}

gm_status gm_sm4_xts_decrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, uint8_t *out, const uint8_t *in,
                             size_t len, const uint8_t tweak[16])
{
    return crypt(gmi_sm4(), key, standard, 1, out, in, len, tweak);
}

void gm_sm4_xts_unit_tweak(uint8_t tweak[16], uint64_t unit)
{
    store64le(tweak, unit);
    memset(tweak + 8, 0, 8);
}
