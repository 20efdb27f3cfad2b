/* Until they are written: functions of the public headers that answer "unsupported". */
#include <guomi/sm3.h>
#include <guomi/sm4.h>

#define PENDING __attribute__((weak))
PENDING gm_status gm_sm3(uint8_t digest[GM_SM3_DIGEST_SIZE], const uint8_t *data, size_t len)
{
    (void)digest;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING void gm_sm3_init(gm_sm3_ctx *ctx)
{
    (void)ctx;
}
PENDING gm_status gm_sm3_update(gm_sm3_ctx *ctx, const uint8_t *data, size_t len)
{
    (void)ctx;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm3_final(gm_sm3_ctx *ctx, uint8_t digest[GM_SM3_DIGEST_SIZE])
{
    (void)ctx;
    (void)digest;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm3_many(uint8_t (*digests)[GM_SM3_DIGEST_SIZE], const uint8_t *const *data, const size_t *lens,
                              size_t n)
{
    (void)digests;
    (void)data;
    (void)lens;
    (void)n;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_key_init(gm_hmac_sm3_key *key, const uint8_t *data, size_t len)
{
    (void)key;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3(const gm_hmac_sm3_key *key, uint8_t mac[GM_HMAC_SM3_SIZE], const uint8_t *data,
                              size_t len)
{
    (void)key;
    (void)mac;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_verify(const gm_hmac_sm3_key *key, const uint8_t *mac, size_t mac_len,
                                     const uint8_t *data, size_t len)
{
    (void)key;
    (void)mac;
    (void)mac_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_init(gm_hmac_sm3_ctx *ctx, const gm_hmac_sm3_key *key)
{
    (void)ctx;
    (void)key;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_update(gm_hmac_sm3_ctx *ctx, const uint8_t *data, size_t len)
{
    (void)ctx;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_final(gm_hmac_sm3_ctx *ctx, uint8_t mac[GM_HMAC_SM3_SIZE])
{
    (void)ctx;
    (void)mac;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_final_verify(gm_hmac_sm3_ctx *ctx, const uint8_t *mac, size_t mac_len)
{
    (void)ctx;
    (void)mac;
    (void)mac_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hmac_sm3_many(uint8_t (*macs)[GM_HMAC_SM3_SIZE], const gm_hmac_sm3_key *const *keys,
                                   const uint8_t *const *data, const size_t *lens, size_t n)
{
    (void)macs;
    (void)keys;
    (void)data;
    (void)lens;
    (void)n;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm3_kdf(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    (void)out;
    (void)out_len;
    (void)z;
    (void)z_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm3_kdf_bits(uint8_t *out, uint64_t out_bits, const uint8_t *z, size_t z_len)
{
    (void)out;
    (void)out_bits;
    (void)z;
    (void)z_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hkdf_sm3_extract(uint8_t prk[GM_SM3_DIGEST_SIZE], const uint8_t *salt, size_t salt_len,
                                      const uint8_t *ikm, size_t ikm_len)
{
    (void)prk;
    (void)salt;
    (void)salt_len;
    (void)ikm;
    (void)ikm_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hkdf_sm3_expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                                     const uint8_t *info, size_t info_len)
{
    (void)out;
    (void)out_len;
    (void)prk;
    (void)prk_len;
    (void)info;
    (void)info_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_hkdf_sm3(uint8_t *out, size_t out_len, const uint8_t *salt, size_t salt_len, const uint8_t *ikm,
                              size_t ikm_len, const uint8_t *info, size_t info_len)
{
    (void)out;
    (void)out_len;
    (void)salt;
    (void)salt_len;
    (void)ikm;
    (void)ikm_len;
    (void)info;
    (void)info_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_pbkdf2_hmac_sm3(uint8_t *out, size_t out_len, const uint8_t *password, size_t password_len,
                                     const uint8_t *salt, size_t salt_len, uint64_t iterations)
{
    (void)out;
    (void)out_len;
    (void)password;
    (void)password_len;
    (void)salt;
    (void)salt_len;
    (void)iterations;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_key_init(gm_sm4_key *key, const uint8_t bytes[GM_SM4_KEY_SIZE])
{
    (void)key;
    (void)bytes;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_encrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16])
{
    (void)key;
    (void)out;
    (void)in;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_decrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16])
{
    (void)key;
    (void)out;
    (void)in;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ecb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ecb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cbc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                     const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cbc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                     const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cfb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                     const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cfb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                     const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cfb8_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                      const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cfb8_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                      const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cfb1_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, uint64_t bits,
                                      const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)bits;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cfb1_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, uint64_t bits,
                                      const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)bits;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ofb(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ctr(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_bc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                    const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_bc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                    const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ofbnlf_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                        const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ofbnlf_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                        const uint8_t iv[16])
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)iv;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_pad(gm_sm4_padding padding, uint8_t block[16], size_t *block_len, size_t used)
{
    (void)padding;
    (void)block;
    (void)block_len;
    (void)used;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_unpad(gm_sm4_padding padding, size_t *data_len, const uint8_t block[16])
{
    (void)padding;
    (void)data_len;
    (void)block;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cipher_init(gm_sm4_cipher *ctx, gm_sm4_mode mode, gm_sm4_direction direction,
                                     gm_sm4_padding padding, const uint8_t *key, size_t key_len, const uint8_t *iv,
                                     size_t iv_len)
{
    (void)ctx;
    (void)mode;
    (void)direction;
    (void)padding;
    (void)key;
    (void)key_len;
    (void)iv;
    (void)iv_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cipher_update(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len,
                                       const uint8_t *in, size_t len)
{
    (void)ctx;
    (void)out;
    (void)out_size;
    (void)out_len;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cipher_finish(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len)
{
    (void)ctx;
    (void)out;
    (void)out_size;
    (void)out_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_xts_key_init(gm_sm4_xts_key *key, const uint8_t bytes[32])
{
    (void)key;
    (void)bytes;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_xts_encrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, uint8_t *out,
                                     const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    (void)key;
    (void)standard;
    (void)out;
    (void)in;
    (void)len;
    (void)tweak;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_xts_decrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, uint8_t *out,
                                     const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    (void)key;
    (void)standard;
    (void)out;
    (void)in;
    (void)len;
    (void)tweak;
    return GM_ERR_UNSUPPORTED;
}
PENDING void gm_sm4_xts_unit_tweak(uint8_t tweak[16], uint64_t unit)
{
    (void)tweak;
    (void)unit;
}
PENDING gm_status gm_sm4_hctr_encrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out,
                                      const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    (void)key;
    (void)hash_key;
    (void)out;
    (void)in;
    (void)len;
    (void)tweak;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_hctr_decrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out,
                                      const uint8_t *in, size_t len, const uint8_t tweak[16])
{
    (void)key;
    (void)hash_key;
    (void)out;
    (void)in;
    (void)len;
    (void)tweak;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_key_init(gm_sm4_gcm_key *key, const uint8_t bytes[16])
{
    (void)key;
    (void)bytes;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_encrypt(const gm_sm4_gcm_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                     const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len,
                                     const uint8_t *in, size_t len)
{
    (void)key;
    (void)out;
    (void)tag;
    (void)tag_len;
    (void)iv;
    (void)iv_len;
    (void)aad;
    (void)aad_len;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_decrypt(const gm_sm4_gcm_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                     const uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                                     const uint8_t *aad, size_t aad_len)
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)tag;
    (void)tag_len;
    (void)iv;
    (void)iv_len;
    (void)aad;
    (void)aad_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_init(gm_sm4_gcm_ctx *ctx, gm_sm4_direction direction, const gm_sm4_gcm_key *key,
                                  size_t tag_len, const uint8_t *iv, size_t iv_len)
{
    (void)ctx;
    (void)direction;
    (void)key;
    (void)tag_len;
    (void)iv;
    (void)iv_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_aad(gm_sm4_gcm_ctx *ctx, const uint8_t *aad, size_t len)
{
    (void)ctx;
    (void)aad;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_encrypt_update(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)ctx;
    (void)out;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_decrypt_update_unverified(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)ctx;
    (void)out;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_encrypt_finish(gm_sm4_gcm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    (void)ctx;
    (void)tag;
    (void)tag_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gcm_decrypt_finish(gm_sm4_gcm_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    (void)ctx;
    (void)tag;
    (void)tag_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_encrypt(const gm_sm4_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                     const uint8_t *nonce, size_t nonce_len, const uint8_t *aad, size_t aad_len,
                                     const uint8_t *in, size_t len)
{
    (void)key;
    (void)out;
    (void)tag;
    (void)tag_len;
    (void)nonce;
    (void)nonce_len;
    (void)aad;
    (void)aad_len;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                     const uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                                     const uint8_t *aad, size_t aad_len)
{
    (void)key;
    (void)out;
    (void)in;
    (void)len;
    (void)tag;
    (void)tag_len;
    (void)nonce;
    (void)nonce_len;
    (void)aad;
    (void)aad_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_init(gm_sm4_ccm_ctx *ctx, gm_sm4_direction direction, const gm_sm4_key *key,
                                  size_t tag_len, const uint8_t *nonce, size_t nonce_len, uint64_t aad_len,
                                  uint64_t text_len)
{
    (void)ctx;
    (void)direction;
    (void)key;
    (void)tag_len;
    (void)nonce;
    (void)nonce_len;
    (void)aad_len;
    (void)text_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_aad(gm_sm4_ccm_ctx *ctx, const uint8_t *aad, size_t len)
{
    (void)ctx;
    (void)aad;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_encrypt_update(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)ctx;
    (void)out;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_decrypt_update_unverified(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)ctx;
    (void)out;
    (void)in;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_encrypt_finish(gm_sm4_ccm_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    (void)ctx;
    (void)tag;
    (void)tag_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_ccm_decrypt_finish(gm_sm4_ccm_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    (void)ctx;
    (void)tag;
    (void)tag_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    (void)key;
    (void)tag;
    (void)tag_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *data,
                                     size_t len)
{
    (void)key;
    (void)tag;
    (void)tag_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cbcmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data, size_t len)
{
    (void)key;
    (void)tag;
    (void)tag_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cbcmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *data,
                                       size_t len)
{
    (void)key;
    (void)tag;
    (void)tag_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gmac(const gm_sm4_gcm_key *key, uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                              const uint8_t *data, size_t len)
{
    (void)key;
    (void)tag;
    (void)tag_len;
    (void)iv;
    (void)iv_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_gmac_verify(const gm_sm4_gcm_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *iv,
                                     size_t iv_len, const uint8_t *data, size_t len)
{
    (void)key;
    (void)tag;
    (void)tag_len;
    (void)iv;
    (void)iv_len;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key)
{
    (void)ctx;
    (void)key;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_cbcmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key)
{
    (void)ctx;
    (void)key;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_mac_update(gm_sm4_mac_ctx *ctx, const uint8_t *data, size_t len)
{
    (void)ctx;
    (void)data;
    (void)len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_mac_finish(gm_sm4_mac_ctx *ctx, uint8_t *tag, size_t tag_len)
{
    (void)ctx;
    (void)tag;
    (void)tag_len;
    return GM_ERR_UNSUPPORTED;
}
PENDING gm_status gm_sm4_mac_verify(gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len)
{
    (void)ctx;
    (void)tag;
    (void)tag_len;
    return GM_ERR_UNSUPPORTED;
}
