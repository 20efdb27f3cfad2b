/* SM4 (GB/T 32907-2016) and its modes of operation (GB/T 17964-2021,
 * GB/T 36624-2018, GB/T 15852.1-2020, IEEE 1619).
 *
 * What holds for every function here, unless its own comment says otherwise:
 *
 * Text       `out` has exactly `len` bytes, as many as `in`; both may be NULL when
 *            len is 0. out may be the same buffer as in ("in place"); a partial
 *            overlap is an argument error. Keys and contexts never overlap with
 *            other arguments.
 * IVs        16 bytes, input only: one-shot calls leave them unchanged and read
 *            them before they write. To go on with a message that comes in
 *            pieces use the running objects.
 * Errors     GM_ERR_ARGUMENT: a pointer is NULL that must not be, a length or
 *            parameter is outside its range, buffers overlap in a forbidden way.
 *            Outputs are then untouched.
 * Timing     Depends on lengths, modes and other parameters, never on keys, IVs,
 *            text, additional data or tags. Whether a tag or a padding is right,
 *            and how long unpadded data is, becomes known: it is the answer.
 * Threads    One key may serve any number of threads; a context one at a time.
 * Wiping     Functions leave no secret behind except in their outputs. Keys and
 *            contexts are the caller's: wipe them with gm_wipe() after use;
 *            `finish` wipes its context.
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

/** Expand a key.
 *
 *  key      out: may be used for both directions and all modes at once.
 *  bytes    in:  16 bytes; every string is a valid key.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT (a NULL; key is untouched).
 *  Standard GB/T 32907-2016, 7.3.
 */
GM_API GM_NODISCARD gm_status gm_sm4_key_init(gm_sm4_key *key, const uint8_t bytes[GM_SM4_KEY_SIZE]);

/** Encrypt one block of 16 bytes, in place or not.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (a NULL, a partial overlap).   Standard: GB/T 32907-2016, 7.1. */
GM_API GM_NODISCARD gm_status gm_sm4_encrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16]);

/** Decrypt one block of 16 bytes, in place or not.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (a NULL, a partial overlap).   Standard: GB/T 32907-2016, 7.2. */
GM_API GM_NODISCARD gm_status gm_sm4_decrypt_block(const gm_sm4_key *key, uint8_t out[16], const uint8_t in[16]);

/* ---- Plain modes, whole messages (GB/T 17964-2021) ----
 *
 * None of them finds out that a message was changed: use GCM or CCM where that matters.
 * All return GM_OK or GM_ERR_ARGUMENT (a NULL, a partial overlap, a length the mode does
 * not take) with out untouched. No padding is added or removed. */

/** ECB: each block by itself, so equal blocks show. len: a multiple of 16.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 5. */
GM_API GM_NODISCARD gm_status gm_sm4_ecb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len);
/** The reverse of gm_sm4_ecb_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_ecb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len);

/** CBC. len: a multiple of 16. iv: 16 bytes, not to be guessed beforehand by others.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 6. */
GM_API GM_NODISCARD gm_status gm_sm4_cbc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);
/** The reverse of gm_sm4_cbc_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_cbc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);

/** CFB with 128-bit feedback. len: any; a short last part takes the first bytes of its key
 *  stream block. iv: 16 bytes, never used twice under a key.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 7 (j = k = 128). */
GM_API GM_NODISCARD gm_status gm_sm4_cfb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);
/** The reverse of gm_sm4_cfb_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_cfb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t iv[16]);

/** CFB with 8-bit feedback: a block operation for every byte. len: any.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 7 (j = k = 8). */
GM_API GM_NODISCARD gm_status gm_sm4_cfb8_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                  const uint8_t iv[16]);
/** The reverse of gm_sm4_cfb8_encrypt(), with the same rules; many blocks at once, so much faster.
 *  Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_cfb8_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                  const uint8_t iv[16]);

/** CFB with 1-bit feedback: a block operation for every bit.
 *
 *  bits     any number; the most significant bit of each byte comes first.
 *  out, in  (bits + 7) / 8 bytes; in place allowed. Unused low bits of the last byte are
 *           ignored in `in` and zero in `out`.
 *
 *  Returns  GM_OK or GM_ERR_ARGUMENT, as said above.
 *  Standard GB/T 17964-2021, 7 (j = k = 1).
 */
GM_API GM_NODISCARD gm_status gm_sm4_cfb1_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, uint64_t bits,
                                                  const uint8_t iv[16]);
/** The reverse of gm_sm4_cfb1_encrypt(), with the same rules; many blocks at once, so much faster.
 *  Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_cfb1_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, uint64_t bits,
                                                  const uint8_t iv[16]);

/** OFB: the same call encrypts and decrypts. len: any. iv: 16 bytes, never used twice under a key.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 8. */
GM_API GM_NODISCARD gm_status gm_sm4_ofb(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                         const uint8_t iv[16]);

/** CTR: the same call encrypts and decrypts. len: any.
 *  iv: the first counter, one 128-bit big-endian number that wraps modulo 2^128. No counter
 *  value may be used twice under a key: messages must not run into one another's counters.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 9. */
GM_API GM_NODISCARD gm_status gm_sm4_ctr(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                         const uint8_t iv[16]);

/** BC, block chaining: each block is chained to all before it. len: a multiple of 16.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 12. */
GM_API GM_NODISCARD gm_status gm_sm4_bc_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                const uint8_t iv[16]);
/** The reverse of gm_sm4_bc_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_bc_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                const uint8_t iv[16]);

/** OFBNLF: each block under a key of its own, which OFB makes. len: a multiple of 16.
 *  Returns GM_OK or GM_ERR_ARGUMENT, as said above.   Standard: GB/T 17964-2021, 13. */
GM_API GM_NODISCARD gm_status gm_sm4_ofbnlf_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                    const uint8_t iv[16]);
/** The reverse of gm_sm4_ofbnlf_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_ofbnlf_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                    const uint8_t iv[16]);

/* ---- Padding ---- */

/** How the last block of ECB, CBC, BC and OFBNLF is filled. */
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
 *  block     in/out: 16 bytes of which the first `used` are data; the rest is written.
 *  used      0 to 15. With GM_SM4_PAD_NONE it must be 0 (nothing is written).
 *
 *  block_len out:    16, or 0 where the padding adds no block (NONE, and ZERO with used = 0).
 *
 *  Returns   GM_OK, or GM_ERR_ARGUMENT (block and block_len untouched).
 *  Timing    used and padding are public.   Standard: GB/T 17964-2021, annex; RFC 5652, 6.3.
 */
GM_API GM_NODISCARD gm_status gm_sm4_pad(gm_sm4_padding padding, uint8_t block[16], size_t *block_len, size_t used);

/** Find how many bytes of the last block are data, in constant time.
 *
 *  data_len out: 0 to 16; 0 on an error. With GM_SM4_PAD_NONE always 16.
 *  block    in:  16 bytes, decrypted.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    bad padding: one code and one time for all that can be wrong.
 *           GM_ERR_ARGUMENT  a NULL or an unknown padding.
 *  Timing   whether removal succeeded, and data_len, are released to the caller and to
 *           nobody else: do not let a sender learn them unless the text was authentic.
 */
GM_API GM_NODISCARD gm_status gm_sm4_unpad(gm_sm4_padding padding, size_t *data_len, const uint8_t block[16]);

/* ---- Plain modes, running ---- */

/** The modes of the running cipher. The numbers are frozen. */
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

/** Which way a running cipher goes. The numbers are frozen. */
typedef enum gm_sm4_direction { GM_SM4_ENCRYPT = 1, GM_SM4_DECRYPT = 2 } gm_sm4_direction;

/** A running cipher in any of the modes above: 352 bytes. Copyable (the copy goes on by
 *  itself), no pointers. Secret: finish wipes it; wipe it yourself if you drop it earlier. */
typedef struct gm_sm4_cipher {
    gm_sm4_key key_;
    uint8_t chain_[16];  /* IV, feedback, counter or tweak                     */
    uint8_t stream_[16]; /* key stream of a block begun (CFB, OFB, CTR)        */
    uint8_t held_[32];   /* input that waits for its block                     */
    uint64_t total_;     /* bytes taken so far                                 */
    uint32_t held_len_;  /* bytes in held_; CFB, OFB, CTR: used ones of stream_ */
    uint8_t mode_, direction_, padding_, state_;
    uint64_t reserved_[2];
} gm_sm4_cipher;

/** The most bytes one gm_sm4_cipher_update() of `len` bytes, or one finish (len 0), can write. */
#define GM_SM4_CIPHER_OUT_SIZE(len) ((size_t)(len) + 32)

/** Begin a message.
 *
 *  ctx      out: need not be initialised before.
 *  padding  any for ECB, CBC, BC and OFBNLF; GM_SM4_PAD_NONE for the rest.
 *  key      in:  key_len bytes: 16, for XTS 32 (data key, then tweak key).
 *  iv       in:  iv_len bytes: 16 (XTS: the tweak block); for ECB 0, and iv is ignored.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped).
 */
GM_API GM_NODISCARD gm_status gm_sm4_cipher_init(gm_sm4_cipher *ctx, gm_sm4_mode mode, gm_sm4_direction direction,
                                                 gm_sm4_padding padding, const uint8_t *key, size_t key_len,
                                                 const uint8_t *iv, size_t iv_len);

/** Feed the next `len` bytes, any number.
 *
 *  out      out: up to out_size bytes are written, *out_len says how many. CFB, CFB8, CFB1, OFB
 *           and CTR write len bytes. The others write what makes whole blocks and hold the rest
 *           back: up to 15 bytes, up to 16 where padding will be removed, 16 to 31 in XTS.
 *           GM_SM4_CIPHER_OUT_SIZE(len) always suffices.
 *  in       in:  may be NULL when len is 0. In place (out equal to in) is allowed when nothing
 *           is held back from before: always in the five stream modes, at the first call in
 *           all, and where all earlier lengths were multiples of 16 in ECB, CBC, BC and OFBNLF
 *           if no padding is to be removed. Otherwise the bytes written must not overlap in.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a NULL, a forbidden overlap, more than 2^20 blocks in an XTS unit.
 *           GM_ERR_BUFFER    out_size is too small.
 *           GM_ERR_STATE     not begun, or finished.
 *           On an error nothing is consumed or written, and *out_len is 0.
 */
GM_API GM_NODISCARD gm_status gm_sm4_cipher_update(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len,
                                                   const uint8_t *in, size_t len);

/** End the message: pad or unpad, write what was held back, wipe the context.
 *
 *  out      out: *out_len bytes are written, at most 16, in XTS at most 31. The room is checked
 *           first: 16 bytes must be there where padding is added or removed.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the padding to be removed is wrong, or the whole length cannot be
 *                            that of padded text: one code for all. ctx is wiped.
 *           GM_ERR_ARGUMENT  without padding: an unfinished block, or less than 16 bytes in XTS
 *                            (ctx is wiped); a NULL (ctx is untouched).
 *           GM_ERR_BUFFER    out_size is too small; nothing happens, call again.
 *           GM_ERR_STATE     not begun, or finished.
 *           On an error nothing is written and *out_len is 0.
 */
GM_API GM_NODISCARD gm_status gm_sm4_cipher_finish(gm_sm4_cipher *ctx, uint8_t *out, size_t out_size, size_t *out_len);

/* ---- XTS and HCTR, whole messages ---- */

/** The bit order in which tweaks are multiplied: the only difference between the standards. */
typedef enum gm_sm4_xts_standard { GM_SM4_XTS_IEEE1619 = 1, GM_SM4_XTS_GB17964 = 2 } gm_sm4_xts_standard;

/** Two expanded keys: 512 bytes. Secret; copyable. Equal halves are accepted here; the
 *  standards advise against them. */
typedef struct gm_sm4_xts_key {
    gm_sm4_key data_;
    gm_sm4_key tweak_;
} gm_sm4_xts_key;

/** Expand an XTS key. bytes: 32, the data key and then the tweak key.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (a NULL; key is untouched). */
GM_API GM_NODISCARD gm_status gm_sm4_xts_key_init(gm_sm4_xts_key *key, const uint8_t bytes[32]);

/** Encrypt one data unit, in place or not.
 *
 *  len      16 bytes to 2^20 blocks (2^24 bytes), any length between: a last part of less than
 *           a block steals ciphertext from the block before.
 *  tweak    in: 16 bytes, one value for each unit; gm_sm4_xts_unit_tweak() makes it from a number.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT (a NULL, a length, an overlap, an unknown standard).
 *  Standard GB/T 17964-2021, 10; IEEE 1619-2007, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm4_xts_encrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, uint8_t *out,
                                                 const uint8_t *in, size_t len, const uint8_t tweak[16]);
/** The reverse of gm_sm4_xts_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_xts_decrypt(const gm_sm4_xts_key *key, gm_sm4_xts_standard standard, uint8_t *out,
                                                 const uint8_t *in, size_t len, const uint8_t tweak[16]);

/** The tweak block of a data unit number: little-endian, as IEEE 1619 says (5.1).
 *  tweak: out, 16 bytes. Cannot fail. */
GM_API void gm_sm4_xts_unit_tweak(uint8_t tweak[16], uint64_t unit);

/** HCTR: a wide-block cipher that keeps the length; a changed bit changes all.
 *
 *  hash_key in: 16 bytes, independent of the block key. Secret.
 *  len      at least 16; in place allowed.
 *  tweak    in: 16 bytes.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT (a NULL, a length, an overlap).
 *  Standard GB/T 17964-2021, 11.
 */
GM_API GM_NODISCARD gm_status gm_sm4_hctr_encrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out,
                                                  const uint8_t *in, size_t len, const uint8_t tweak[16]);
/** The reverse of gm_sm4_hctr_encrypt(), with the same rules. Returns GM_OK or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_hctr_decrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out,
                                                  const uint8_t *in, size_t len, const uint8_t tweak[16]);

/* ---- GCM (GB/T 36624-2018; SP 800-38D, 7; RFC 8998) ---- */

/** A GCM key: SM4 schedule and the first 16 powers of H as 16-byte strings, 512 bytes.
 *  Secret; copyable. */
typedef struct gm_sm4_gcm_key {
    gm_sm4_key key_;
    uint8_t h_[16][16];
} gm_sm4_gcm_key;

/** Prepare a GCM key from 16 bytes.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (a NULL; key is untouched). */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_key_init(gm_sm4_gcm_key *key, const uint8_t bytes[16]);

/** Encrypt and authenticate a whole message.
 *
 *  out      out: len bytes; in place allowed. Must not overlap iv, aad or tag.
 *  tag      out: tag_len bytes: 4, 8 or 12 to 16. Less than 12 only where the
 *           protocol says so.
 *           May overlap in, iv and aad: it is written last.
 *  iv       in:  1 byte to 2^61 - 1, 12 is best; never used twice under a key.
 *  aad      in:  additional data, authenticated and not encrypted; below 2^61 bytes.
 *  len      at most 2^36 - 32.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT with out and tag untouched.
 */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_encrypt(const gm_sm4_gcm_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                                 const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len,
                                                 const uint8_t *in, size_t len);

/** Check and decrypt a whole message.
 *
 *  out      out: written while the tag is computed; on GM_ERR_VERIFY all `len` bytes are
 *           zero (in place: the ciphertext is lost). Must not overlap iv, aad or tag.
 *  tag_len  the length the caller fixed, never the sender's choice.
 *  The rest as in gm_sm4_gcm_encrypt().
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    key, iv, aad, text or tag is not what was encrypted.
 *           GM_ERR_ARGUMENT  out is untouched; also for an absent or empty tag.
 */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_decrypt(const gm_sm4_gcm_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t *tag, size_t tag_len, const uint8_t *iv, size_t iv_len,
                                                 const uint8_t *aad, size_t aad_len);

/** A running GCM message: 640 bytes. One use: it stores its own address, and a moved or
 *  copied object answers GM_ERR_STATE. Secret; finish wipes it. */
typedef struct gm_sm4_gcm_ctx {
    gm_sm4_gcm_key key_;
    uint8_t j0_[16];      /* E(J0)                                        */
    uint8_t counter_[16]; /* next counter block                           */
    uint8_t y_[16];       /* GHASH so far                                 */
    uint8_t stream_[16];  /* key stream of a text block begun             */
    uint8_t held_[16];    /* additional data or ciphertext not yet hashed */
    uint64_t aad_len_, text_len_;
    uintptr_t self_;
    uint8_t tag_len_, state_, direction_, fill_[5];
    uint64_t reserved_[2];
} gm_sm4_gcm_ctx;

/** Begin a message. tag_len and iv as in gm_sm4_gcm_encrypt(). key is copied.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_init(gm_sm4_gcm_ctx *ctx, gm_sm4_direction direction,
                                              const gm_sm4_gcm_key *key, size_t tag_len, const uint8_t *iv,
                                              size_t iv_len);

/** Additional data, any number of calls, before the first text.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, 2^61 bytes or more in all);
 *  GM_ERR_STATE (not begun, finished, moved, or text was given, be it empty). On an error ctx is unchanged. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_aad(gm_sm4_gcm_ctx *ctx, const uint8_t *aad, size_t len);

/** Encrypt the next piece of the text, any length; out gets exactly len bytes, in place allowed.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, a partial overlap, more than 2^36 - 32 bytes in all);
 *  GM_ERR_STATE (not begun for encryption, finished, moved). On an error nothing is changed. */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_encrypt_update(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                        size_t len);

/** Decrypt the next piece. The plaintext is NOT authentic until gm_sm4_gcm_decrypt_finish() has
 *  returned GM_OK: do not act on it, and destroy it if that fails.
 *  Returns as gm_sm4_gcm_encrypt_update(). */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_decrypt_update_unverified(gm_sm4_gcm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                                   size_t len);

/** End an encryption. tag: out, exactly the tag_len given to init. The context is wiped.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, another tag_len; ctx is unchanged);
 *  GM_ERR_STATE (not begun for encryption, finished, moved). */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_encrypt_finish(gm_sm4_gcm_ctx *ctx, uint8_t *tag, size_t tag_len);

/** End a decryption: compare the tag in constant time, and wipe the context.
 *  Returns GM_OK; GM_ERR_VERIFY (the text is forged or damaged);
 *  GM_ERR_ARGUMENT (a NULL, another tag_len than given to init; ctx is unchanged);
 *  GM_ERR_STATE (not begun for decryption, finished, moved). */
GM_API GM_NODISCARD gm_status gm_sm4_gcm_decrypt_finish(gm_sm4_gcm_ctx *ctx, const uint8_t *tag, size_t tag_len);

/* ---- CCM (GB/T 36624-2018; SP 800-38C, 6; RFC 8998) ---- */

/** Encrypt and authenticate a whole message.
 *
 *  out      out: len bytes; in place allowed. Must not overlap nonce, aad or tag.
 *  tag      out: tag_len bytes: 4, 6, 8, 10, 12, 14 or 16.
 *  nonce    in:  7 to 13 bytes, never used twice under a key.
 *  aad      in:  additional data of any length.
 *  len      below 2^(8 q), q = 15 - nonce_len.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT with out and tag untouched.
 */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_encrypt(const gm_sm4_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                                 const uint8_t *nonce, size_t nonce_len, const uint8_t *aad,
                                                 size_t aad_len, const uint8_t *in, size_t len);

/** Check and decrypt a whole message. Arguments as in gm_sm4_ccm_encrypt(); tag_len is the
 *  length the caller fixed. On GM_ERR_VERIFY all `len` bytes of out are zero (in place: the
 *  ciphertext is lost).
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT with out untouched, also for an absent or
 *  empty tag. */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                                                 size_t nonce_len, const uint8_t *aad, size_t aad_len);

/** A running CCM message: 368 bytes. The lengths of additional data and text are said
 *  beforehand and must be met. One use: it stores its own address, and a moved or copied
 *  object answers GM_ERR_STATE. Secret; finish wipes it. */
typedef struct gm_sm4_ccm_ctx {
    gm_sm4_key key_;
    uint8_t a0_[16];      /* E(A0)                        */
    uint8_t counter_[16]; /* next counter block           */
    uint8_t mac_[16];     /* CBC-MAC, with a block begun  */
    uint8_t stream_[16];  /* key stream of a block begun  */
    uint64_t aad_left_, text_left_;
    uintptr_t self_;
    uint8_t tag_len_, state_, direction_, mac_used_, fill_[4];
    uint64_t reserved_[2];
} gm_sm4_ccm_ctx;

/** Begin a message of aad_len bytes of additional data and text_len bytes of text. tag_len,
 *  nonce and text_len as in gm_sm4_ccm_encrypt(). key is copied.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_init(gm_sm4_ccm_ctx *ctx, gm_sm4_direction direction, const gm_sm4_key *key,
                                              size_t tag_len, const uint8_t *nonce, size_t nonce_len, uint64_t aad_len,
                                              uint64_t text_len);

/** Additional data, any number of calls, before the first text.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, more than was announced);
 *  GM_ERR_STATE (not begun, finished, moved, or text was given). On an error ctx is unchanged. */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_aad(gm_sm4_ccm_ctx *ctx, const uint8_t *aad, size_t len);

/** Encrypt the next piece of the text, any length; out gets exactly len bytes, in place allowed.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, a partial overlap, more than was announced);
 *  GM_ERR_STATE (not begun for encryption, additional data missing, finished, moved).
 *  On an error nothing is changed. */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_encrypt_update(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                        size_t len);

/** Decrypt the next piece. The plaintext is NOT authentic until gm_sm4_ccm_decrypt_finish() has
 *  returned GM_OK: do not act on it, and destroy it if that fails.
 *  Returns as gm_sm4_ccm_encrypt_update(). */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_decrypt_update_unverified(gm_sm4_ccm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                                   size_t len);

/** End an encryption. tag: out, exactly the tag_len given to init. The context is wiped.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, another tag_len; ctx is unchanged);
 *  GM_ERR_STATE (not begun for encryption, finished, moved, or announced bytes are missing). */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_encrypt_finish(gm_sm4_ccm_ctx *ctx, uint8_t *tag, size_t tag_len);

/** End a decryption: compare the tag in constant time, and wipe the context.
 *  Returns GM_OK; GM_ERR_VERIFY (the text is forged or damaged);
 *  GM_ERR_ARGUMENT (a NULL, another tag_len than given to init; ctx is unchanged);
 *  GM_ERR_STATE (not begun for decryption, finished, moved, or announced bytes are missing). */
GM_API GM_NODISCARD gm_status gm_sm4_ccm_decrypt_finish(gm_sm4_ccm_ctx *ctx, const uint8_t *tag, size_t tag_len);

/* ---- MACs: CMAC, CBC-MAC (GB/T 15852.1-2020), GMAC (GB/T 36624-2018) ----
 *
 * data: `len` bytes, may be NULL when len is 0 (for CBC-MAC never). tag: tag_len bytes, the
 * leftmost ones; the caller fixes tag_len, never the sender. Making a MAC returns GM_OK, or
 * GM_ERR_ARGUMENT with tag untouched; checking one returns GM_OK, GM_ERR_VERIFY or
 * GM_ERR_ARGUMENT, and compares in constant time. */

/** A running CMAC or CBC-MAC: 312 bytes. Copyable (the copy goes on by itself), no
 *  pointers. Secret; finish and verify wipe it. */
typedef struct gm_sm4_mac_ctx {
    gm_sm4_key key_;
    uint8_t mac_[16], held_[16];
    uint32_t held_len_;
    uint8_t kind_, state_, fill_[2];
    uint64_t reserved_[2];
} gm_sm4_mac_ctx;

/** CMAC of a whole message of any length. tag_len: 1 to 16; tag may overlap data.
 *  Returns GM_OK or GM_ERR_ARGUMENT.   Standard: GB/T 15852.1-2020, MAC algorithm 5; SP 800-38B. */
GM_API GM_NODISCARD gm_status gm_sm4_cmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data,
                                          size_t len);
/** Check a CMAC. Returns GM_OK, GM_ERR_VERIFY or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_cmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                                                 const uint8_t *data, size_t len);

/** CBC-MAC: len a multiple of 16, at least 16; tag_len 1 to 16. Safe only where all messages
 *  under a key have one fixed length: otherwise take CMAC.
 *  Returns GM_OK or GM_ERR_ARGUMENT.   Standard: GB/T 15852.1-2020, MAC algorithm 1. */
GM_API GM_NODISCARD gm_status gm_sm4_cbcmac(const gm_sm4_key *key, uint8_t *tag, size_t tag_len, const uint8_t *data,
                                            size_t len);
/** Check a CBC-MAC. Returns GM_OK, GM_ERR_VERIFY or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_cbcmac_verify(const gm_sm4_key *key, const uint8_t *tag, size_t tag_len,
                                                   const uint8_t *data, size_t len);

/** GMAC: GCM's tag over additional data alone; tag_len, iv and the limit on len (below 2^61) as
 *  there. The IV must never be used twice under a key, for GCM messages neither.
 *  Returns GM_OK or GM_ERR_ARGUMENT.   Standard: GB/T 36624-2018; SP 800-38D, 7. */
GM_API GM_NODISCARD gm_status gm_sm4_gmac(const gm_sm4_gcm_key *key, uint8_t *tag, size_t tag_len, const uint8_t *iv,
                                          size_t iv_len, const uint8_t *data, size_t len);
/** Check a GMAC. Returns GM_OK, GM_ERR_VERIFY or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_sm4_gmac_verify(const gm_sm4_gcm_key *key, const uint8_t *tag, size_t tag_len,
                                                 const uint8_t *iv, size_t iv_len, const uint8_t *data, size_t len);
/* A running GMAC is gm_sm4_gcm_init(), gm_sm4_gcm_aad() and a finish without text. */

/** Begin a CMAC. key is copied.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_sm4_cmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key);

/** Begin a CBC-MAC. key is copied.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_sm4_cbcmac_init(gm_sm4_mac_ctx *ctx, const gm_sm4_key *key);

/** Feed the next `len` bytes, any number.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL; ctx is unchanged); GM_ERR_STATE (not begun, finished). */
GM_API GM_NODISCARD gm_status gm_sm4_mac_update(gm_sm4_mac_ctx *ctx, const uint8_t *data, size_t len);

/** End: write the tag, 1 to 16 bytes, and wipe the context.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL or a tag_len: ctx is unchanged; CBC-MAC of nothing or of an
 *  unfinished block: ctx is wiped); GM_ERR_STATE (not begun, finished). */
GM_API GM_NODISCARD gm_status gm_sm4_mac_finish(gm_sm4_mac_ctx *ctx, uint8_t *tag, size_t tag_len);

/** End: compare with a tag of 1 to 16 bytes in constant time, and wipe the context.
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT and GM_ERR_STATE as gm_sm4_mac_finish(). */
GM_API GM_NODISCARD gm_status gm_sm4_mac_verify(gm_sm4_mac_ctx *ctx, const uint8_t *tag, size_t tag_len);

GM_END_DECLS

#endif
