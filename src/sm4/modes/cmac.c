/* CMAC (GB/T 15852.1-2020, MAC algorithm 5; SP 800-38B): CBC-MAC whose last block is masked
 * by K1 = 2 E(0) if whole, or padded with 80 00 … and masked by K2 = 2 K1. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

/* x = 2 x in GF(2^128), big-endian bits, reduction 87. */
static void twice(uint8_t x[16])
{
    uint64_t hi = load64be(x), lo = load64be(x + 8), carry = 0 - (hi >> 63);
    store64be(x, hi << 1 | lo >> 63);
    store64be(x + 8, lo << 1 ^ (carry & 0x87));
}

void gmi_sm4_cmac_last(const struct sm4_impl *row, const uint32_t rk[32], uint8_t mac[16], const uint8_t *last,
                       size_t len)
{
    struct {
        uint8_t k[16], block[16];
    } w;
    memset(&w, 0, sizeof w);
    row->block(rk, w.k, w.k);
    twice(w.k);
    if (len > 0)
        memcpy(w.block, last, len);
    if (len < 16) {
        w.block[len] = 0x80;
        twice(w.k);
    }
    xor16(w.block, w.block, w.k);
    xor16(mac, mac, w.block);
    row->block(rk, mac, mac);
    gm_wipe(&w, sizeof w);
}

static int arguments_ok(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    return key != NULL && tag != NULL && tag_len >= 1 && tag_len <= 16 && bytes_ok(data, len);
}

static void whole_mac(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t mac[16], const uint8_t *data,
                      size_t len)
{
    size_t head = len > 0 ? (len - 1) / 16 : 0; /* blocks before the last */
    gmi_secret(data, len);
    memset(mac, 0, 16);
    row->cbcmac(key->enc_, mac, data, head);
    gmi_sm4_cmac_last(row, key->enc_, mac, len > 0 ? data + 16 * head : NULL, len - 16 * head);
}

gm_status gmi_sm4_cmac(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *tag, size_t tag_len,
                       const uint8_t *data, size_t len)
{
    uint8_t mac[16];
    if (!arguments_ok(key, tag, tag_len, data, len))
        return GM_ERR_ARGUMENT;
    whole_mac(row, key, mac, data, len);
    memcpy(tag, mac, tag_len);
    gm_wipe(mac, sizeof mac);
    return GM_OK;
}

gm_status gmi_sm4_cmac_verify(const struct sm4_impl *row, const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                              const uint8_t *data, size_t len)
{
    uint8_t mac[16];
    if (!arguments_ok(key, tag, tag_len, data, len))
        return GM_ERR_ARGUMENT;
    whole_mac(row, key, mac, data, len);
    int equal = gm_equal(mac, tag, tag_len);
    gm_wipe(mac, sizeof mac);
    return equal ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm4_cmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    return gmi_sm4_cmac(gmi_sm4(), key, tag, tag_len, data, len);
}

gm_status gm_sm4_cmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    return gmi_sm4_cmac_verify(gmi_sm4(), key, tag, tag_len, data, len);
}
