/* CTR (GB/T 17964-2021, 9): C = P ^ E(T + i), one 128-bit big-endian counter that wraps. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

gm_status gmi_sm4_ctr(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                      const uint8_t iv[16])
{
    uint8_t counter[16];
    size_t whole = len - len % 16;
    if (key == NULL || iv == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(counter, iv, 16);
    row->ctr(key->enc_, counter, out, in, len / 16);
    if (len != whole) {
        row->block(key->enc_, counter, counter);
        xor_bytes(out + whole, in + whole, counter, len - whole);
        gm_wipe(counter, sizeof counter);
    }
    return GM_OK;
}

gm_status gm_sm4_ctr(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return gmi_sm4_ctr(gmi_sm4(), key, out, in, len, iv);
}
