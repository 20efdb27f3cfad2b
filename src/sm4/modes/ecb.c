/* ECB (GB/T 17964-2021, 5): independent blocks. */
#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

gm_status gmi_sm4_ecb_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len)
{
    if (key == NULL || !blocks_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    row->ecb(key->enc_, out, in, len / 16);
    return GM_OK;
}

gm_status gmi_sm4_ecb_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len)
{
    if (key == NULL || !blocks_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    row->ecb(key->dec_, out, in, len / 16);
    return GM_OK;
}

gm_status gm_sm4_ecb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len)
{
    return gmi_sm4_ecb_encrypt(gmi_sm4(), key, out, in, len);
}

gm_status gm_sm4_ecb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len)
{
    return gmi_sm4_ecb_decrypt(gmi_sm4(), key, out, in, len);
}
