/* SM4 keys and single blocks (GB/T 32907-2016, 6 and 7). */
#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

gm_status gmi_sm4_key_init(const struct sm4_impl *row, gm_sm4_key *key, const uint8_t bytes[16])
{
    if (key == NULL || bytes == NULL)
        return GM_ERR_ARGUMENT;
    gmi_secret(bytes, 16);
    row->expand_key(key->enc_, key->dec_, bytes);
    return GM_OK;
}

gm_status gmi_sm4_encrypt_block(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t out[16],
                                const uint8_t in[16])
{
    if (key == NULL || !text_ok(out, in, 16))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, 16);
    row->block(key->enc_, out, in);
    return GM_OK;
}

gm_status gmi_sm4_decrypt_block(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t out[16],
                                const uint8_t in[16])
{
    if (key == NULL || !text_ok(out, in, 16))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, 16);
    row->block(key->dec_, out, in);
    return GM_OK;
}

gm_status gm_sm4_key_init(gm_sm4_key *key, const uint8_t bytes[16])
{
    return gmi_sm4_key_init(gmi_sm4(), key, bytes);
}

gm_status gm_sm4_encrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16])
{
    return gmi_sm4_encrypt_block(gmi_sm4(), key, out, in);
}

gm_status gm_sm4_decrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16])
{
    return gmi_sm4_decrypt_block(gmi_sm4(), key, out, in);
}
