/* CBC (GB/T 17964-2021, 6): C[i] = E(P[i] ^ C[i-1]), C[0] = IV. */
#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

gm_status gmi_sm4_cbc_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16])
{
    uint8_t chain[16]; /* ciphertext: not secret, not wiped */
    if (key == NULL || iv == NULL || !blocks_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(chain, iv, 16);
    row->cbc_encrypt(key->enc_, chain, out, in, len / 16);
    return GM_OK;
}

gm_status gmi_sm4_cbc_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16])
{
    uint8_t chain[16];
    if (key == NULL || iv == NULL || !blocks_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(chain, iv, 16);
    row->cbc_decrypt(key->dec_, chain, out, in, len / 16);
    return GM_OK;
}

gm_status gm_sm4_cbc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return gmi_sm4_cbc_encrypt(gmi_sm4(), key, out, in, len, iv);
}

gm_status gm_sm4_cbc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return gmi_sm4_cbc_decrypt(gmi_sm4(), key, out, in, len, iv);
}
