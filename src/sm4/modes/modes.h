/* The modes as workers: a public gm_sm4_X() is gmi_sm4_X() with the rows of this machine.
 *
 * Tests, secrecy checks and benchmarks call the workers with every row. Arguments, errors
 * and promises are those of <guomi/sm4.h>. The `_blocks` workers at the end check nothing:
 * they are the loops that the one-shot and the streaming forms of a mode share. */
#ifndef GMI_SM4_MODES_MODES_H
#define GMI_SM4_MODES_MODES_H

#include <guomi/sm4.h>

#include "ghash/ghash_impl.h"
#include "sm4/sm4_impl.h"

gm_status gmi_sm4_key_init(const struct sm4_impl *row, gm_sm4_key *key, const uint8_t bytes[GM_SM4_KEY_SIZE]);
gm_status gmi_sm4_encrypt_block(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t out[16],
                                const uint8_t in[16]);
gm_status gmi_sm4_decrypt_block(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t out[16],
                                const uint8_t in[16]);
gm_status gmi_sm4_ecb_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len);
gm_status gmi_sm4_ecb_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len);
gm_status gmi_sm4_cbc_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cbc_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cfb_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cfb_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cfb8_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cfb8_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cfb1_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               uint64_t bits, const uint8_t iv[16]);
gm_status gmi_sm4_cfb1_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                               uint64_t bits, const uint8_t iv[16]);
gm_status gmi_sm4_ofb(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                      const uint8_t iv[16]);
gm_status gmi_sm4_ctr(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                      const uint8_t iv[16]);
gm_status gmi_sm4_bc_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                             size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_bc_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                             size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_ofbnlf_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                 size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_ofbnlf_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                 size_t len, const uint8_t iv[16]);
gm_status gmi_sm4_cipher_init(const struct sm4_impl *row, gm_sm4_cipher *ctx, gm_sm4_mode mode,
                              gm_sm4_direction direction, gm_sm4_padding padding, const uint8_t *key, size_t key_len,
                              const uint8_t *iv, size_t iv_len);
gm_status gmi_sm4_cipher_update(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, size_t out_size,
                                size_t *out_len, const uint8_t *in, size_t len);
gm_status gmi_sm4_cipher_finish(const struct sm4_impl *row, gm_sm4_cipher *ctx, uint8_t *out, size_t out_size,
                                size_t *out_len);
gm_status gmi_sm4_xts_key_init(const struct sm4_impl *row, gm_sm4_xts_key *key, const uint8_t bytes[32]);
gm_status gmi_sm4_xts_encrypt(const struct sm4_impl *row, const gm_sm4_xts_key *key, gm_sm4_xts_standard standard,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t tweak[16]);
gm_status gmi_sm4_xts_decrypt(const struct sm4_impl *row, const gm_sm4_xts_key *key, gm_sm4_xts_standard standard,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t tweak[16]);
gm_status gmi_sm4_hctr_encrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_key *key,
                               const uint8_t hash_key[16], uint8_t *out, const uint8_t *in, size_t len,
                               const uint8_t tweak[16]);
gm_status gmi_sm4_hctr_decrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_key *key,
                               const uint8_t hash_key[16], uint8_t *out, const uint8_t *in, size_t len,
                               const uint8_t tweak[16]);
gm_status gmi_sm4_gcm_key_init(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_key *key,
                               const uint8_t bytes[16]);
gm_status gmi_sm4_gcm_encrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                              uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                              const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_sm4_gcm_decrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len,
                              const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len);
gm_status gmi_sm4_gcm_init(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx,
                           gm_sm4_direction direction, const gm_sm4_gcm_key *key, size_t tag_len, const uint8_t *iv,
                           size_t iv_len);
gm_status gmi_sm4_gcm_aad(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, const uint8_t *aad, size_t len);
gm_status gmi_sm4_gcm_encrypt_update(const struct sm4_impl *row, const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx,
                                     uint8_t *out, const uint8_t *in, size_t len);
gm_status gmi_sm4_gcm_decrypt_update_unverified(const struct sm4_impl *row, const struct ghash_impl *hash,
                                                gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len);
gm_status gmi_sm4_gcm_encrypt_finish(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, uint8_t *tag, size_t tag_len);
gm_status gmi_sm4_gcm_decrypt_finish(const struct ghash_impl *hash, gm_sm4_gcm_ctx *ctx, const uint8_t *tag,
                                     size_t tag_len);
gm_status gmi_sm4_ccm_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, uint8_t *tag,
                              size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *aad,
                              size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_sm4_ccm_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *aad, size_t aad_len);
gm_status gmi_sm4_ccm_init(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, gm_sm4_direction direction,
                           const gm_sm4_key *key, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                           uint64_t aad_len, uint64_t text_len);
gm_status gmi_sm4_ccm_aad(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, const uint8_t *aad, size_t len);
gm_status gmi_sm4_ccm_encrypt_update(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                     size_t len);
gm_status gmi_sm4_ccm_decrypt_update_unverified(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *out,
                                                const uint8_t *in, size_t len);
gm_status gmi_sm4_ccm_encrypt_finish(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, uint8_t *tag, size_t tag_len);
gm_status gmi_sm4_ccm_decrypt_finish(const struct sm4_impl *row, gm_sm4_ccm_ctx *ctx, const uint8_t *tag,
                                     size_t tag_len);
gm_status gmi_sm4_cmac(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *tag, size_t tag_len,
                       const uint8_t *data, size_t len);
gm_status gmi_sm4_cmac_verify(const struct sm4_impl *row, const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                              const uint8_t *data, size_t len);
gm_status gmi_sm4_cbcmac(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *tag, size_t tag_len,
                         const uint8_t *data, size_t len);
gm_status gmi_sm4_cbcmac_verify(const struct sm4_impl *row, const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                                const uint8_t *data, size_t len);
gm_status gmi_sm4_gmac(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                       uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len, const uint8_t *data, size_t len);
gm_status gmi_sm4_gmac_verify(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                              const uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len, const uint8_t *data,
                              size_t len);
gm_status gmi_sm4_mac_update(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, const uint8_t *data, size_t len);
gm_status gmi_sm4_mac_finish(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, uint8_t *tag, size_t tag_len);
gm_status gmi_sm4_mac_verify(const struct sm4_impl *row, gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len);

/* BC, nblocks whole blocks; f is F[i] before and after. rk is reversed for decryption. */
void gmi_sm4_bc_blocks(const struct sm4_impl *row, const uint32_t rk[32], uint8_t f[16], int decrypt, uint8_t *out,
                       const uint8_t *in, size_t nblocks);

/* OFBNLF; k is K[i - 1] before and after. rk is never reversed. */
void gmi_sm4_ofbnlf_blocks(const struct sm4_impl *row, const uint32_t rk[32], uint8_t k[16], int decrypt, uint8_t *out,
                           const uint8_t *in, size_t nblocks);

/* CFB8 over len bytes; reg is the feedback register before and after. */
void gmi_sm4_cfb8_bytes(const struct sm4_impl *row, const uint32_t rk[32], uint8_t reg[16], int decrypt, uint8_t *out,
                        const uint8_t *in, size_t len);

/* CFB1 over bits; reg is the feedback register before and after. Unused low bits of the last byte are zero. */
void gmi_sm4_cfb1_bits(const struct sm4_impl *row, const uint32_t rk[32], uint8_t reg[16], int decrypt, uint8_t *out,
                       const uint8_t *in, uint64_t bits);

/* The last 17 to 31 bytes of an XTS unit, with ciphertext stealing; tweak is that of the
 * first of these two blocks. rk is reversed for decryption. */
void gmi_sm4_xts_tail(const struct sm4_impl *row, const uint32_t rk[32], const uint8_t tweak[16], int gb, int decrypt,
                      uint8_t *out, const uint8_t *in, size_t len);

/* GCM's first counter block (SP 800-38D, 7.1 step 2). */
void gmi_sm4_gcm_j0(const struct ghash_impl *hash, const gm_sm4_gcm_key *key, uint8_t j0[16], const uint8_t *iv,
                    size_t iv_len);

/* GCM text, whole blocks: cipher and hash of the ciphertext. */
void gmi_sm4_gcm_blocks(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_gcm_key *key,
                        uint8_t y[16], uint8_t counter[16], int decrypt, uint8_t *out, const uint8_t *in,
                        size_t nblocks);

/* Tag lengths and text limits of GCM and CCM; all return 1 for a value that is allowed. */
int gmi_sm4_gcm_tag_ok(size_t tag_len);
int gmi_sm4_ccm_tag_ok(size_t tag_len);
int gmi_sm4_ccm_lengths_ok(size_t nonce_len, uint64_t text_len);
#define GMI_SM4_GCM_TEXT_MAX ((UINT64_C(1) << 36) - 32)
#define GMI_SM4_GCM_AAD_MAX ((UINT64_C(1) << 61) - 1)
#define GMI_SM4_XTS_UNIT_MAX (UINT64_C(16) << 20)

/* CCM: the block that starts the MAC (b0), the first counter block (a0), and the prefix of
 * the additional data, whose length is returned (0, 2, 6 or 10). */
size_t gmi_sm4_ccm_head(uint8_t b0[16], uint8_t a0[16], uint8_t prefix[10], size_t tag_len, const uint8_t *nonce,
                        size_t nonce_len, uint64_t aad_len, uint64_t text_len);

/* CCM text, whole blocks: CBC-MAC of the plaintext and CTR. */
void gmi_sm4_ccm_blocks(const struct sm4_impl *row, const uint32_t rk[32], uint8_t mac[16], uint8_t counter[16],
                        int decrypt, uint8_t *out, const uint8_t *in, size_t nblocks);

/* CMAC's last step: mac = E(mac ^ last block), padded and masked (SP 800-38B, 6.2); len is 0 to 16. */
void gmi_sm4_cmac_last(const struct sm4_impl *row, const uint32_t rk[32], uint8_t mac[16], const uint8_t *last,
                       size_t len);

#endif
