/* SM4 (GB/T 32907-2016) and its modes of operation (GB/T 17964-2021,
 * GB/T 36624-2018, GB/T 15852.1-2020, IEEE 1619).
 *
 * In this header `out` has exactly `len` bytes unless said otherwise and may be
 * the same buffer as `in` ("in place"); a partial overlap is an argument error.
 * One-shot calls take the IV as input and leave it unchanged; to go on with a
 * message that comes in pieces use the streaming objects.
 */
#ifndef GUOMI_SM4_H
#define GUOMI_SM4_H

#include <guomi/base.h>

GM_BEGIN_DECLS

#define GM_SM4_BLOCK_SIZE 16
#define GM_SM4_KEY_SIZE 16
#define GM_SM4_IV_SIZE 16

/* ---- Key and single block ---- */

/** An expanded SM4 key, both directions: 256 bytes. Secret: wipe it after use.
 *  Copyable, no pointers; one key may serve many threads. */
typedef struct gm_sm4_key {
    uint32_t enc_[32];
    uint32_t dec_[32];
} gm_sm4_key;

/** Expand a key. Every 16-byte string is a valid key.
 *  Returns GM_OK, or GM_ERR_ARGUMENT when a pointer is NULL. */
GM_API GM_NODISCARD gm_status gm_sm4_key_init(gm_sm4_key *key, const uint8_t bytes[GM_SM4_KEY_SIZE]);

/** Encrypt or decrypt one block, in place or not. */
GM_API GM_NODISCARD gm_status gm_sm4_encrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16]);
GM_API GM_NODISCARD gm_status gm_sm4_decrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16]);

/* ---- Plain modes, whole messages ----
 * All return GM_OK, or GM_ERR_ARGUMENT (NULL, partial overlap, a length the mode
 * does not take) with out untouched. ECB, CBC, BC, OFBNLF: len a multiple of 16,
 * no padding is added. CFB, CFB8, OFB, CTR: any len. */

GM_API GM_NODISCARD gm_status gm_sm4_ecb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_ecb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_cbc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_cbc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);
/** CFB with 128-bit feedback. */
GM_API GM_NODISCARD gm_status gm_sm4_cfb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_cfb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);
/** CFB with 8-bit feedback. */
GM_API GM_NODISCARD gm_status gm_sm4_cfb8_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                  const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_cfb8_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                  const uint8_t iv[16]);
/** CFB with 1-bit feedback over `bits` bits, most significant bit of each byte
 *  first; out and in have (bits + 7) / 8 bytes, unused low bits of out are zero. */
GM_API GM_NODISCARD gm_status gm_sm4_cfb1_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                                  uint64_t bits, const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_cfb1_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                                  uint64_t bits, const uint8_t iv[16]);
/** OFB and CTR: the same call encrypts and decrypts. CTR's counter is one 128-bit
 *  big-endian number that wraps modulo 2^128. */
GM_API GM_NODISCARD gm_status gm_sm4_ofb(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                         const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_ctr(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                         const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_bc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_bc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_ofbnlf_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                                    size_t len, const uint8_t iv[16]);
GM_API GM_NODISCARD gm_status gm_sm4_ofbnlf_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                                    size_t len, const uint8_t iv[16]);

/* ---- Padding ---- */

typedef enum gm_sm4_padding {
    GM_SM4_PAD_NONE = 0,    /* whole blocks only                                          */
    GM_SM4_PAD_PKCS7 = 1,   /* n bytes of value n, 1 to 16                                */
    GM_SM4_PAD_ISO7816 = 2, /* 80 00 … 00, 1 to 16 bytes (ISO 7816-4, ISO 9797-1 method 2) */
    GM_SM4_PAD_X923 = 3,    /* 00 … 00 n, 1 to 16 bytes                                   */
    GM_SM4_PAD_ZERO = 4     /* 00 … 00, 0 to 15 bytes; removal drops all trailing zeros of
                               the last block: ambiguous, for old data only               */
} gm_sm4_padding;

/** Pad the last block of a message.
 *
 *  block    in/out: 16 bytes of which the first `used` are data; the rest is written.
 *  used     0 to 15. With GM_SM4_PAD_NONE it must be 0 (nothing is written).
 *
 *  block_len out:   16, or 0 where the padding adds no block (NONE, and ZERO with used = 0).
 *
 *  Returns  GM_OK or GM_ERR_ARGUMENT (block untouched). Timing: used is public.
 */
GM_API GM_NODISCARD gm_status gm_sm4_pad(gm_sm4_padding padding, uint8_t block[16], size_t *block_len, size_t used);

/** Find how many bytes of the last block are data, in constant time.
 *
 *  data_len out: 0 to 16; 0 on error.
 *
 *  Returns  GM_OK, GM_ERR_VERIFY (bad padding, no reason given), or GM_ERR_ARGUMENT.
 *           Whether removal succeeded, and data_len, are released to the caller.
 */
GM_API GM_NODISCARD gm_status gm_sm4_unpad(gm_sm4_padding padding, size_t *data_len, const uint8_t block[16]);

/* ---- Plain modes, streaming ---- */

typedef enum gm_sm4_mode {
    GM_SM4_ECB = 1,
    GM_SM4_CBC = 2,
    GM_SM4_CFB = 3,
    GM_SM4_CFB8 = 4,
    GM_SM4_CFB1 = 5, /* whole bytes; gm_sm4_cfb1_encrypt() takes bit lengths */
    GM_SM4_OFB = 6,
    GM_SM4_CTR = 7,
    GM_SM4_BC = 8,
    GM_SM4_OFBNLF = 9,
    GM_SM4_XTS = 10,   /* IEEE 1619; key is 32 bytes, one data unit  */
    GM_SM4_XTS_GB = 11 /* GB/T 17964-2021; likewise                   */
} gm_sm4_mode;

typedef enum gm_sm4_direction { GM_SM4_ENCRYPT = 1, GM_SM4_DECRYPT = 2 } gm_sm4_direction;

/** A running cipher in any of the modes above. Copyable, no pointers. Secret.
 *  finish wipes it; wipe it yourself if you drop it earlier. */
typedef struct gm_sm4_cipher {
    gm_sm4_key key_;
    uint8_t chain_[16];  /* IV, feedback, counter or tweak   */
    uint8_t stream_[16]; /* key stream not yet used, or T[m] */
    uint8_t held_[32];   /* input that waits for its block   */
    uint64_t total_;     /* bytes taken so far               */
    uint32_t held_len_;
    uint8_t mode_, direction_, padding_, state_;
    uint64_t reserved_[2];
} gm_sm4_cipher;

/** The most bytes one gm_sm4_cipher_update() of `len` bytes, or one finish (len 0), can write. */
#define GM_SM4_CIPHER_OUT_SIZE(len) ((size_t)(len) + 32)

/** Begin. key: 16 bytes, 32 for XTS (data key, tweak key). iv: 16 bytes (XTS: the
 *  tweak block); NULL for ECB. padding: any for ECB, CBC, BC and OFBNLF; NONE for the rest.
 *  Returns GM_OK, or GM_ERR_ARGUMENT with ctx wiped. */
GM_API GM_NODISCARD gm_status gm_sm4_cipher_init(gm_sm4_cipher *ctx, gm_sm4_mode mode, gm_sm4_direction direction,
                                                 gm_sm4_padding padding, const uint8_t *key, size_t key_len,
                                                 const uint8_t *iv, size_t iv_len);

/** Feed `len` bytes; *out_len becomes the number of bytes written, which may lag
 *  behind the input by up to 32 bytes. In place is allowed only when nothing is held back
 *  (stream modes; or all earlier lengths multiples of 16 and padding not being removed, XTS never).
 *  Returns GM_OK; GM_ERR_ARGUMENT (NULL, forbidden overlap, more than 2^20 blocks in an XTS unit);
 *  GM_ERR_BUFFER (out_size too small: nothing is consumed); GM_ERR_STATE (not begun or finished). */
GM_API GM_NODISCARD gm_status gm_sm4_cipher_update(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len,
                                                   const uint8_t *in, size_t len);

/** End: pad or unpad, write what was held back, wipe the context.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a length the mode or padding does not take);
 *  GM_ERR_VERIFY (bad padding); GM_ERR_BUFFER; GM_ERR_STATE. */
GM_API GM_NODISCARD gm_status gm_sm4_cipher_finish(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size,
                                                   size_t *out_len);

/* ---- XTS and HCTR, whole messages ---- */

typedef enum gm_sm4_xts_standard { GM_SM4_XTS_IEEE1619 = 1, GM_SM4_XTS_GB17964 = 2 } gm_sm4_xts_standard;

/** Two expanded keys. Equal halves are accepted here; the standards advise against them. */
typedef struct gm_sm4_xts_key {
    gm_sm4_key data_;
    gm_sm4_key tweak_;
} gm_sm4_xts_key;

GM_API GM_NODISCARD gm_status gm_sm4_xts_key_init(gm_sm4_xts_key *key, const uint8_t bytes[32]);

/** One data unit of 16 bytes to 2^20 blocks, any length between (ciphertext stealing); in place allowed. */
GM_API GM_NODISCARD gm_status gm_sm4_xts_encrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard,
                                                 uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t tweak[16]);
GM_API GM_NODISCARD gm_status gm_sm4_xts_decrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard,
                                                 uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t tweak[16]);

/** The tweak block of a data unit number: little-endian, as IEEE 1619 says. */
GM_API void gm_sm4_xts_unit_tweak(uint8_t tweak[16], uint64_t unit);

/** HCTR: a wide-block mode that keeps the length, at least 16 bytes. hash_key: 16 bytes. */
GM_API GM_NODISCARD gm_status gm_sm4_hctr_encrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out,
                                                  const uint8_t *in, size_t len, const uint8_t tweak[16]);
GM_API GM_NODISCARD gm_status gm_sm4_hctr_decrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out,
                                                  const uint8_t *in, size_t len, const uint8_t tweak[16]);

/* ---- GCM ---- */

/** A GCM key: SM4 schedule and the first 16 powers of H as 16-byte strings. Secret; copyable. */
typedef struct gm_sm4_gcm_key {
    gm_sm4_key key_;
    uint8_t h_[16][16];
} gm_sm4_gcm_key;

GM_API GM_NODISCARD gm_status gm_sm4_gcm_key_init(gm_sm4_gcm_key *key, const uint8_t bytes[16]);

/** Encrypt and authenticate. iv: 1 byte or more, 12 is best, never used twice under a key.
 *  tag_len: 4, 8 or 12 to 16. len: at most 2^36 - 32; aad_len below 2^61. In place allowed.
 *  Returns GM_OK, or GM_ERR_ARGUMENT with outputs untouched. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_encrypt(const gm_sm4_gcm_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                                 const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len,
                                                 const uint8_t *in, size_t len);

/** Check and decrypt. tag_len is the length the caller fixed, never the sender's choice.
 *  out is written while the tag is computed; on GM_ERR_VERIFY all `len` bytes are zero
 *  (in place: the ciphertext is lost).
 *  Returns GM_OK, GM_ERR_VERIFY, or GM_ERR_ARGUMENT with out untouched. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_decrypt(const gm_sm4_gcm_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                                                 const uint8_t *aad, size_t aad_len);

/** A running GCM message. One use: it stores its own address, and a moved or
 *  copied object answers GM_ERR_STATE. Secret; finish wipes it. */
typedef struct gm_sm4_gcm_ctx {
    gm_sm4_gcm_key key_;
    uint8_t j0_[16], counter_[16], y_[16], stream_[16], held_[16];
    uint64_t aad_len_, text_len_;
    uintptr_t self_;
    uint8_t tag_len_, state_, direction_, fill_[5];
    uint64_t reserved_[2];
} gm_sm4_gcm_ctx;

GM_API GM_NODISCARD gm_status gm_sm4_gcm_init(gm_sm4_gcm_ctx *ctx, gm_sm4_direction direction,
                                              const gm_sm4_gcm_key *key, size_t tag_len, const uint8_t *iv,
                                              size_t iv_len);
/** Additional data, any number of calls, before the first text. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_aad(gm_sm4_gcm_ctx *ctx, const uint8_t *aad, size_t len);
/** Text in pieces of any length; out gets exactly len bytes; in place allowed. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_encrypt_update(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                        size_t len);
/** The plaintext is NOT authentic until gm_sm4_gcm_decrypt_finish() has returned GM_OK: do not act on it. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_decrypt_update_unverified(gm_sm4_gcm_ctx *ctx, uint8_t *out,
                                                                   const uint8_t *in, size_t len);
/** tag: out, exactly the tag_len given to init. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_encrypt_finish(gm_sm4_gcm_ctx *ctx, uint8_t *tag, size_t tag_len);
/** Returns GM_OK or GM_ERR_VERIFY; GM_ERR_ARGUMENT when tag_len is not the one given to init. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_decrypt_finish(gm_sm4_gcm_ctx *ctx, const uint8_t *tag, size_t tag_len);

/* ---- CCM ---- */

/** Nonce 7 to 13 bytes; q = 15 - nonce_len; len below 2^(8 q); tag_len 4, 6, …, 16. Otherwise as GCM. */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_encrypt(const gm_sm4_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                                 const uint8_t *nonce, size_t nonce_len, const uint8_t *aad,
                                                 size_t aad_len, const uint8_t *in, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_ccm_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                                                 size_t nonce_len, const uint8_t *aad, size_t aad_len);

/** A running CCM message: the lengths of AAD and text are said beforehand and must be met. One use, as GCM. */
typedef struct gm_sm4_ccm_ctx {
    gm_sm4_key key_;
    uint8_t a0_[16], counter_[16], mac_[16], stream_[16];
    uint64_t aad_left_, text_left_;
    uintptr_t self_;
    uint8_t tag_len_, state_, direction_, mac_used_, stream_used_, fill_[3];
    uint64_t reserved_[2];
} gm_sm4_ccm_ctx;

GM_API GM_NODISCARD gm_status gm_sm4_ccm_init(gm_sm4_ccm_ctx *ctx, gm_sm4_direction direction, const gm_sm4_key *key,
                                              size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                                              uint64_t aad_len, uint64_t text_len);
GM_API GM_NODISCARD gm_status gm_sm4_ccm_aad(gm_sm4_ccm_ctx *ctx, const uint8_t *aad, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_ccm_encrypt_update(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                        size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_ccm_decrypt_update_unverified(gm_sm4_ccm_ctx *ctx, uint8_t *out,
                                                                   const uint8_t *in, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_ccm_encrypt_finish(gm_sm4_ccm_ctx *ctx, uint8_t *tag, size_t tag_len);
GM_API GM_NODISCARD gm_status gm_sm4_ccm_decrypt_finish(gm_sm4_ccm_ctx *ctx, const uint8_t *tag, size_t tag_len);

/* ---- MACs: CMAC, CBC-MAC (GB/T 15852.1-2020), GMAC (GB/T 36624-2018) ----
 * tag lengths: CMAC 1 to 16 leftmost bytes (fixed by the caller), CBC-MAC 1 to 16,
 * GMAC those of GCM. Verify functions compare in constant time. */

/** A running CMAC or CBC-MAC. Copyable, no pointers; secret; finish wipes it. */
typedef struct gm_sm4_mac_ctx {
    gm_sm4_key key_;
    uint8_t mac_[16], held_[16];
    uint32_t held_len_;
    uint8_t kind_, state_, fill_[2];
    uint64_t reserved_[2];
} gm_sm4_mac_ctx;

GM_API GM_NODISCARD gm_status gm_sm4_cmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data,
                                          size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_cmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                                                 const uint8_t *data, size_t len);
/** Algorithm 1: whole blocks, at least one; safe only where all messages have one fixed length. */
GM_API GM_NODISCARD gm_status gm_sm4_cbcmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data,
                                            size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_cbcmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                                                   const uint8_t *data, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_gmac(const gm_sm4_gcm_key *key, uint8_t *tag, size_t tag_len, const uint8_t *iv,
                                          size_t iv_len, const uint8_t *data, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_gmac_verify(const gm_sm4_gcm_key *key, const uint8_t *tag, size_t tag_len,
                                                 const uint8_t *iv, size_t iv_len, const uint8_t *data, size_t len);

GM_API GM_NODISCARD gm_status gm_sm4_cmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key);
GM_API GM_NODISCARD gm_status gm_sm4_cbcmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key);
GM_API GM_NODISCARD gm_status gm_sm4_mac_update(gm_sm4_mac_ctx *ctx, const uint8_t *data, size_t len);
GM_API GM_NODISCARD gm_status gm_sm4_mac_finish(gm_sm4_mac_ctx *ctx, uint8_t *tag, size_t tag_len);
GM_API GM_NODISCARD gm_status gm_sm4_mac_verify(gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len);
/* Streaming GMAC is gm_sm4_gcm_init(), gm_sm4_gcm_aad() and a finish without text. */

GM_END_DECLS

#endif
