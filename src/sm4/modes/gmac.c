/* GMAC (GB/T 36624-2018; SP 800-38D, 3): GCM of an empty text, the data being additional. */
#include "sm4/modes/modes.h"

gm_status gmi_sm4_gmac(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                       uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len, const uint8_t *data, size_t len)
{
    return gmi_sm4_gcm_encrypt(row, hash, key, NULL, tag, tag_len, iv, iv_len, data, len, NULL, 0);
}

gm_status gmi_sm4_gmac_verify(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                              const uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len, const uint8_t *data,
                              size_t len)
{
    return gmi_sm4_gcm_decrypt(row, hash, key, NULL, NULL, 0, tag, tag_len, iv, iv_len, data, len);
}

gm_status gm_sm4_gmac(const gm_sm4_gcm_key *key, uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                      const uint8_t *data, size_t len)
{
    return gmi_sm4_gmac(gmi_sm4(), gmi_ghash(), key, tag, tag_len, iv, iv_len, data, len);
}

gm_status gm_sm4_gmac_verify(const gm_sm4_gcm_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *iv,
                             size_t iv_len, const uint8_t *data, size_t len)
{
    return gmi_sm4_gmac_verify(gmi_sm4(), gmi_ghash(), key, tag, tag_len, iv, iv_len, data, len);
}
