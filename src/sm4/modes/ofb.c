/* OFB (GB/T 17964-2021, 8; 128-bit feedback): O[i] = E(O[i-1]), O[0] = IV, C = P ^ O. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

gm_status gmi_sm4_ofb(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                      const uint8_t iv[16])
{
    uint8_t chain[16]; /* key stream: secret */
    size_t whole = len - len % 16;
    if (key == NULL || iv == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(chain, iv, 16);
    row->ofb(key->enc_, chain, out, in, len / 16);
    if (len != whole) {
        row->block(key->enc_, chain, chain);
        xor_bytes(out + whole, in + whole, chain, len - whole);
    }
    gm_wipe(chain, sizeof chain);
    return GM_OK;
}

gm_status gm_sm4_ofb(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return gmi_sm4_ofb(gmi_sm4(), key, out, in, len, iv);
}
