/* CBC-MAC (GB/T 15852.1-2020, MAC algorithm 1): the last CBC block, IV 0, no padding of ours. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

static int arguments_ok(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    return key != NULL && tag != NULL && tag_len >= 1 && tag_len <= 16 && data != NULL && len > 0 && len % 16 == 0;
}

gm_status gmi_sm4_cbcmac(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *tag, size_t tag_len,
                         const uint8_t *data, size_t len)
{
    uint8_t mac[16] = {0};
    if (!arguments_ok(key, tag, tag_len, data, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    row->cbcmac(key->enc_, mac, data, len / 16);
    memcpy(tag, mac, tag_len);
    gm_wipe(mac, sizeof mac);
    return GM_OK;
}

gm_status gmi_sm4_cbcmac_verify(const struct sm4_impl *row, const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                                const uint8_t *data, size_t len)
{
    uint8_t mac[16] = {0};
    if (!arguments_ok(key, tag, tag_len, data, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    row->cbcmac(key->enc_, mac, data, len / 16);
    int equal = gm_equal(mac, tag, tag_len);
    gm_wipe(mac, sizeof mac);
    return equal ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm4_cbcmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    return gmi_sm4_cbcmac(gmi_sm4(), key, tag, tag_len, data, len);
}

gm_status gm_sm4_cbcmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *data,
                               size_t len)
{
    return gmi_sm4_cbcmac_verify(gmi_sm4(), key, tag, tag_len, data, len);
}
