/* ZUC: the stream cipher with keys of 128 bits (GM/T 0001-2012, GB/T 33133) and of 256 bits (public draft of 2018),
 * 128-EEA3 and 128-EIA3 of 3GPP, the MACs of ZUC-256, and the authenticated modes GXM and MUR (GM/T 0001.4-2024).
 *
 * What holds for every function here, unless its own comment says otherwise:
 *
 * Keys, IVs  `kind` says which ZUC: GM_ZUC_128 with a key of 16 and an IV of 16 bytes, or GM_ZUC_256 with a key
 *            of 32 and an IV of 23 bytes (17 bytes, then eight values of 6 bits, the first in the highest bits).
 *            A pair of key and IV must never be used for two messages, except in MUR.
 * Bits       Where lengths are in bits, bit 0 is the highest bit of the first byte. Bits of the last byte beyond
 *            the length are ignored in inputs and zero in outputs.
 * Text       `out` has exactly as many bytes as `in`; both may be NULL when the length is 0. out may be the same
 *            buffer as in ("in place"); a partial overlap is an argument error. Contexts never overlap with
 *            other arguments.
 * Errors     GM_ERR_ARGUMENT: a pointer is NULL that must not be, a length or parameter is outside its range,
 *            buffers overlap in a forbidden way. Outputs are then untouched.
 * Timing     Depends on lengths, kinds, and IVs or what they are made of; never on keys, text, additional data
 *            or tags. Whether a tag is right becomes known: it is the answer.
 * Threads    Any number at once on different contexts; a context one at a time.
 * Wiping     Functions leave no secret behind except in their outputs. Contexts are the caller's: wipe them
 *            with gm_wipe() after use; `finish` and `verify` wipe theirs.
 *
 * Nothing here allocates. Stack: at most 7 KB, 32 KB for the functions named `_many`. */
#ifndef GUOMI_ZUC_H
#define GUOMI_ZUC_H

#include <guomi/base.h>

GM_BEGIN_DECLS

#define GM_ZUC128_KEY_SIZE 16
#define GM_ZUC128_IV_SIZE 16
#define GM_ZUC256_KEY_SIZE 32
#define GM_ZUC256_IV_SIZE 23
#define GM_ZUC_EIA3_SIZE 4

/** Which ZUC: the size of its key. The numbers are frozen. */
typedef enum gm_zuc_kind { GM_ZUC_128 = 1, GM_ZUC_256 = 2 } gm_zuc_kind;

/** The direction of an authenticated message. The numbers are frozen. */
typedef enum gm_zuc_direction { GM_ZUC_ENCRYPT = 1, GM_ZUC_DECRYPT = 2 } gm_zuc_direction;

/* ---- Stream cipher ---- */

/** A running key stream: 184 bytes, 8-byte aligned (ABI). Copyable (the copy goes on by itself), no pointers.
 *  Secret. It keeps the state it began with, so that it can go back. */
typedef struct gm_zuc_ctx {
    uint32_t now_[18], start_[18];
    uint64_t at_;     /* bytes of key stream used */
    uint8_t word_[4]; /* the word that is partly used */
    uint8_t state_, fill_[3];
    uint64_t reserved_[3];
} gm_zuc_ctx;

/** Encrypt or decrypt a whole message: out = in XOR key stream.
 *
 *  key, iv  in:  of the sizes of `kind`.
 *  out      out: `len` bytes, in place allowed.
 *
 *  Returns  GM_OK or GM_ERR_ARGUMENT.
 *  Standard GM/T 0001.1-2012, 6; GB/T 33133.1-2016.
 */
GM_API GM_NODISCARD gm_status gm_zuc(gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv, uint8_t *out,
                                     const uint8_t *in, size_t len);

/** Begin a key stream.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped).   Standard: GM/T 0001.1-2012, 6.6. */
GM_API GM_NODISCARD gm_status gm_zuc_init(gm_zuc_ctx *ctx, gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv);

/** Encrypt or decrypt the next piece, of any length.
 *  Returns GM_OK; GM_ERR_ARGUMENT; GM_ERR_STATE (not begun, or wiped). On an error nothing is changed. */
GM_API GM_NODISCARD gm_status gm_zuc_crypt(gm_zuc_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len);

/** The next `len` bytes of key stream: each word of the standard with its highest byte first.
 *  Returns as gm_zuc_crypt(). */
GM_API GM_NODISCARD gm_status gm_zuc_bytes(gm_zuc_ctx *ctx, uint8_t *out, size_t len);

/** The next `n` words of key stream, as numbers. After an odd number of bytes a word is made of the next four.
 *  Returns as gm_zuc_crypt(); GM_ERR_ARGUMENT also if n words are more than memory holds. */
GM_API GM_NODISCARD gm_status gm_zuc_words(gm_zuc_ctx *ctx, uint32_t *out, size_t n);

/** Go to byte `at` of the key stream, counted from where gm_zuc_init() began. ZUC has no short cut: this costs
 *  as much as encrypting from here, or from the start if the position lies behind.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL); GM_ERR_STATE (not begun, or wiped).
 *  Timing  depends on the two positions. */
GM_API GM_NODISCARD gm_status gm_zuc_seek(gm_zuc_ctx *ctx, uint64_t at);

/** Pack the 25 values of a ZUC-256 IV, one a byte, into the 23 bytes that the functions take.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (a NULL, or one of values 17 to 24 above 63; iv is untouched). The IV is
 *  public: time may depend on whether it is valid. */
GM_API GM_NODISCARD gm_status gm_zuc256_pack_iv(uint8_t iv[GM_ZUC256_IV_SIZE], const uint8_t values[25]);

/* ---- 3GPP: 128-EEA3 and 128-EIA3 (GM/T 0001.2 and .3; GB/T 33133.2 and .3) ----
 *
 * count      COUNT, any 32-bit number.
 * bearer     BEARER, 0 to 31.
 * direction  DIRECTION, 0 or 1.
 * bits       LENGTH, the length of the message in bits, at most 2^32 - 1. */

/** Encrypt or decrypt a message of `bits` bits.
 *
 *  key      in:  16 bytes.
 *  out      out: (bits + 7) / 8 bytes, in place allowed; unused bits of the last byte become 0.
 *
 *  Returns  GM_OK or GM_ERR_ARGUMENT.
 *  Standard GM/T 0001.2-2012; ETSI/SAGE 128-EEA3, 3.
 */
GM_API GM_NODISCARD gm_status gm_zuc_eea3(const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                                          uint8_t *out, const uint8_t *in, uint64_t bits);

/** The MAC of a message of `bits` bits. A message of no bits has one too.
 *
 *  key      in:  16 bytes.
 *  mac      out: 4 bytes; may overlap data.
 *  data     in:  (bits + 7) / 8 bytes.
 *
 *  Returns  GM_OK or GM_ERR_ARGUMENT.
 *  Standard GM/T 0001.3-2012; ETSI/SAGE 128-EIA3, 4.
 */
GM_API GM_NODISCARD gm_status gm_zuc_eia3(const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                                          uint8_t mac[GM_ZUC_EIA3_SIZE], const uint8_t *data, uint64_t bits);

/** Check such a MAC in constant time. Returns GM_OK, GM_ERR_VERIFY or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_zuc_eia3_verify(const uint8_t key[16], uint32_t count, uint8_t bearer,
                                                 uint8_t direction, const uint8_t mac[GM_ZUC_EIA3_SIZE],
                                                 const uint8_t *data, uint64_t bits);

/** One message of gm_zuc_eea3_many() or gm_zuc_eia3_many(); the members as above. */
typedef struct gm_zuc_packet {
    const uint8_t *key; /* 16 bytes */
    const uint8_t *in;  /* (bits + 7) / 8 bytes */
    uint8_t *out;       /* as many, in place allowed; 128-EIA3 does not look at it */
    uint64_t bits;
    uint32_t count;
    uint8_t bearer, direction;
    uint8_t reserved_[2];
} gm_zuc_packet;

/** Encrypt or decrypt many independent messages of any lengths, several at a time in vector lanes; a lane takes the
 *  next message when its own ends. Put long messages first when lengths differ much.
 *
 *  packets  in: n of them; may be NULL when n is 0. No output may overlap another message's input or output.
 *
 *  Every result equals that of gm_zuc_eea3().
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT with all outputs untouched.
 *  Standard GM/T 0001.2-2012.
 */
GM_API GM_NODISCARD gm_status gm_zuc_eea3_many(const gm_zuc_packet *packets, size_t n);

/** MACs of many independent messages of any lengths, likewise.
 *
 *  macs     out: n MACs; no overlap with packets or messages.
 *
 *  Every MAC equals that of gm_zuc_eia3().
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT with macs untouched.
 *  Standard GM/T 0001.3-2012.
 */
GM_API GM_NODISCARD gm_status gm_zuc_eia3_many(uint8_t (*macs)[GM_ZUC_EIA3_SIZE], const gm_zuc_packet *packets,
                                               size_t n);

/* ---- MACs ---- */

/** A running MAC: 176 bytes, 8-byte aligned (ABI). Copyable, no pointers. Secret; finish and verify wipe it. */
typedef struct gm_zuc_mac_ctx {
    uint32_t now_[18];
    uint8_t ahead_[16]; /* the key stream of the block begun, already made */
    uint8_t held_[16];  /* the bytes of that block */
    uint64_t tag_[2];
    uint64_t bytes_;
    uint8_t tag_len_, words_, state_, fill_[5];
    uint64_t reserved_[5];
} gm_zuc_mac_ctx;

/** The MAC of a message of `bits` bits.
 *
 *  kind, mac_len  GM_ZUC_128 with 4: the computation of 128-EIA3 under an IV given as it is;
 *                 GM_ZUC_256 with 4, 8 or 16. ZUC-256 takes other constants for each length and for encryption, so
 *                 MACs of different lengths have nothing in common.
 *  mac      out: mac_len bytes; may overlap data.
 *  data     in:  (bits + 7) / 8 bytes; bits below 2^63.
 *
 *  Returns  GM_OK or GM_ERR_ARGUMENT.
 *  Standard GM/T 0001.3-2012; ZUC-256 (2018), 4.
 */
GM_API GM_NODISCARD gm_status gm_zuc_mac(gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv, uint8_t *mac,
                                         size_t mac_len, const uint8_t *data, uint64_t bits);

/** Begin a MAC; kind and mac_len as in gm_zuc_mac().
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_zuc_mac_init(gm_zuc_mac_ctx *ctx, gm_zuc_kind kind, const uint8_t *key,
                                              const uint8_t *iv, size_t mac_len);

/** Begin a 128-EIA3 MAC, of 4 bytes.
 *  Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_zuc_eia3_init(gm_zuc_mac_ctx *ctx, const uint8_t key[16], uint32_t count,
                                               uint8_t bearer, uint8_t direction);

/** Feed the next `len` whole bytes.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, or 2^60 bytes or more in all); GM_ERR_STATE (not begun, or finished).
 *  On an error ctx is unchanged. */
GM_API GM_NODISCARD gm_status gm_zuc_mac_update(gm_zuc_mac_ctx *ctx, const uint8_t *data, size_t len);

/** Feed the last `bits` bits of the message, any number of them, also 0, and write the MAC. The context is wiped.
 *
 *  mac      out: exactly the mac_len given to init; may overlap data.
 *  data     in:  (bits + 7) / 8 bytes.
 *
 *  Returns  GM_OK; GM_ERR_ARGUMENT (a NULL, another mac_len, too many bits; ctx is unchanged);
 *           GM_ERR_STATE (not begun, or finished).
 */
GM_API GM_NODISCARD gm_status gm_zuc_mac_finish(gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits, uint8_t *mac,
                                                size_t mac_len);

/** The same, but compare with a MAC in constant time. The context is wiped.
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT and GM_ERR_STATE as gm_zuc_mac_finish(). */
GM_API GM_NODISCARD gm_status gm_zuc_mac_verify(gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits,
                                                const uint8_t *mac, size_t mac_len);

/* ---- Authenticated modes (GM/T 0001.4-2024) ----
 *
 * Both take a GHASH key `h` of 16 bytes beside the cipher keys. tag_len is 8 to 16 and the caller's choice, never the
 * sender's. Additional data is authenticated, not encrypted; it and the text stay below 2^61 bytes each. out must not
 * overlap iv, aad or tag; the tag is written last and may overlap the other inputs. */

/** GXM: encrypt and authenticate a whole message. One (key, iv) serves one message.
 *
 *  key, iv  in:  of the sizes of `kind`.
 *  out      out: `len` bytes, in place allowed.
 *  tag      out: tag_len bytes.
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT with out and tag untouched.
 *  Standard GM/T 0001.4-2024.
 */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_encrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *key,
                                                 const uint8_t *iv, uint8_t *out, uint8_t *tag, size_t tag_len,
                                                 const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);

/** GXM: check and decrypt a whole message. On GM_ERR_VERIFY all `len` bytes of out are zero (in place: the
 *  ciphertext is lost).
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT with out untouched. */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_decrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *key,
                                                 const uint8_t *iv, uint8_t *out, const uint8_t *in, size_t len,
                                                 const uint8_t *tag, size_t tag_len, const uint8_t *aad,
                                                 size_t aad_len);

/** MUR: encrypt and authenticate a whole message. If an IV is used twice, it shows only whether message and additional
 *  data are the same.
 *
 *  data_key, tag_key, iv  in: of the sizes of `kind`; two independent keys.
 *  The rest as in gm_zuc_gxm_encrypt().
 *
 *  Returns  GM_OK, or GM_ERR_ARGUMENT with out and tag untouched.
 *  Standard GM/T 0001.4-2024.
 */
GM_API GM_NODISCARD gm_status gm_zuc_mur_encrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *data_key,
                                                 const uint8_t *tag_key, const uint8_t *iv, uint8_t *out, uint8_t *tag,
                                                 size_t tag_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                                 size_t len);

/** MUR: decrypt and check a whole message. On GM_ERR_VERIFY all `len` bytes of out are zero.
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT with out untouched. */
GM_API GM_NODISCARD gm_status gm_zuc_mur_decrypt(gm_zuc_kind kind, const uint8_t h[16], const uint8_t *data_key,
                                                 const uint8_t *tag_key, const uint8_t *iv, uint8_t *out,
                                                 const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len,
                                                 const uint8_t *aad, size_t aad_len);

/** The GHASH part of a running message; private, 320 bytes. */
typedef struct gm_zuc_hash {
    uint8_t h_[16][16]; /* powers of the GHASH key */
    uint8_t y_[16];     /* GHASH so far */
    uint8_t held_[16];  /* additional data or text not yet hashed */
    uint64_t aad_len_, text_len_;
    uint64_t reserved_[2];
} gm_zuc_hash;

/** A running GXM message: 552 bytes. One use: it stores its own address, and a moved or copied object answers
 *  GM_ERR_STATE. Secret; finish wipes it. */
typedef struct gm_zuc_gxm_ctx {
    gm_zuc_hash hash_;
    gm_zuc_ctx stream_;
    uint8_t mask_[16];
    uintptr_t self_;
    uint8_t tag_len_, state_, direction_, fill_[5];
    uint64_t reserved_[2];
} gm_zuc_gxm_ctx;

/** Begin a GXM message. Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_init(gm_zuc_gxm_ctx *ctx, gm_zuc_direction direction, gm_zuc_kind kind,
                                              const uint8_t h[16], const uint8_t *key, const uint8_t *iv,
                                              size_t tag_len);

/** Additional data, any number of calls, before the first text.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, too many bytes); GM_ERR_STATE (not begun, finished, moved, or text was
 *  given, be it empty). On an error ctx is unchanged. */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_aad(gm_zuc_gxm_ctx *ctx, const uint8_t *aad, size_t len);

/** Encrypt the next piece of the text, of any length.
 *  Returns GM_OK; GM_ERR_ARGUMENT; GM_ERR_STATE (not begun for encryption, finished, moved). On an error nothing is
 *  changed. */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_encrypt_update(gm_zuc_gxm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                        size_t len);

/** Decrypt the next piece. The plaintext is NOT authentic until gm_zuc_gxm_decrypt_finish() has returned GM_OK: do
 *  not act on it, and destroy it if that fails. Returns as gm_zuc_gxm_encrypt_update(). */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_decrypt_update_unverified(gm_zuc_gxm_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                                   size_t len);

/** End an encryption. tag: out, exactly the tag_len given to init. The context is wiped.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, another tag_len; ctx is unchanged); GM_ERR_STATE. */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_encrypt_finish(gm_zuc_gxm_ctx *ctx, uint8_t *tag, size_t tag_len);

/** End a decryption: compare the tag in constant time, and wipe the context.
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT (a NULL, another tag_len; ctx is unchanged); GM_ERR_STATE. */
GM_API GM_NODISCARD gm_status gm_zuc_gxm_decrypt_finish(gm_zuc_gxm_ctx *ctx, const uint8_t *tag, size_t tag_len);

/** A running MUR message: 688 bytes. One use, as gm_zuc_gxm_ctx. Encryption reads the text twice: first all of it
 *  through gm_zuc_mur_absorb(), then, after gm_zuc_mur_tag(), all of it again through gm_zuc_mur_encrypt_update(). */
typedef struct gm_zuc_mur_ctx {
    gm_zuc_hash hash_;
    gm_zuc_ctx stream_;
    uint8_t data_key_[32], tag_key_[32];
    uint8_t iv_[24];
    uint8_t tag_[16];
    uint8_t after_aad_[16], sum_[16]; /* GHASH behind the additional data, and of all in the first reading */
    uint64_t first_len_;              /* bytes of the first reading */
    uintptr_t self_;
    uint8_t kind_, tag_len_, state_, direction_, fill_[4];
    uint64_t reserved_[3];
} gm_zuc_mur_ctx;

/** Begin an encryption. Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_encrypt_init(gm_zuc_mur_ctx *ctx, gm_zuc_kind kind, const uint8_t h[16],
                                                      const uint8_t *data_key, const uint8_t *tag_key,
                                                      const uint8_t *iv, size_t tag_len);

/** Begin a decryption; the tag must be known. Returns GM_OK, or GM_ERR_ARGUMENT (ctx, if not NULL, is wiped). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_decrypt_init(gm_zuc_mur_ctx *ctx, gm_zuc_kind kind, const uint8_t h[16],
                                                      const uint8_t *data_key, const uint8_t *tag_key,
                                                      const uint8_t *iv, const uint8_t *tag, size_t tag_len);

/** Additional data, any number of calls, before the first text. Returns as gm_zuc_gxm_aad(). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_aad(gm_zuc_mur_ctx *ctx, const uint8_t *aad, size_t len);

/** Encryption, first reading of the text.
 *  Returns GM_OK; GM_ERR_ARGUMENT; GM_ERR_STATE (not begun for encryption, the tag was made, moved). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_absorb(gm_zuc_mur_ctx *ctx, const uint8_t *in, size_t len);

/** Encryption, between the readings: write the tag, tag_len as given to init.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, another tag_len; ctx is unchanged); GM_ERR_STATE. */
GM_API GM_NODISCARD gm_status gm_zuc_mur_tag(gm_zuc_mur_ctx *ctx, uint8_t *tag, size_t tag_len);

/** Encryption, second reading: the same text again, which gm_zuc_mur_encrypt_finish() checks.
 *  Returns GM_OK; GM_ERR_ARGUMENT (a NULL, an overlap, more text than in the first reading; nothing is changed);
 *  GM_ERR_STATE (no tag yet, or moved). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_encrypt_update(gm_zuc_mur_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                        size_t len);

/** End an encryption. The context is wiped.
 *  Returns GM_OK; GM_ERR_VERIFY (the second reading was not the text of the first: destroy what was encrypted);
 *  GM_ERR_ARGUMENT (a NULL); GM_ERR_STATE (no tag yet, or moved). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_encrypt_finish(gm_zuc_mur_ctx *ctx);

/** Decrypt the next piece. The plaintext is NOT authentic until gm_zuc_mur_decrypt_finish() has returned GM_OK.
 *  Returns GM_OK; GM_ERR_ARGUMENT; GM_ERR_STATE (not begun for decryption, finished, moved). On an error nothing
 *  is changed. */
GM_API GM_NODISCARD gm_status gm_zuc_mur_decrypt_update_unverified(gm_zuc_mur_ctx *ctx, uint8_t *out, const uint8_t *in,
                                                                   size_t len);

/** End a decryption: compare the tag given to init in constant time, and wipe the context.
 *  Returns GM_OK; GM_ERR_VERIFY; GM_ERR_ARGUMENT (a NULL); GM_ERR_STATE (not begun for decryption, finished, moved). */
GM_API GM_NODISCARD gm_status gm_zuc_mur_decrypt_finish(gm_zuc_mur_ctx *ctx);

GM_END_DECLS

#endif
