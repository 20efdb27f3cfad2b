/* SM9 encryption to identities (GM/T 0044.4), key encapsulation and hybrid encryption.
 *
 * Who sends needs the public key of the master key for encryption, the receiver's identity and its hid; who receives
 * needs the user key that was extracted for both, and the identity again.
 *
 * A ciphertext is C1 || C3 || C2: a point made for it as 04 || x || y (65 bytes), a MAC that finds every change (32
 * bytes), and the encrypted text. How C2 is made is said by gm_sm9_mode in every call; nothing else is tried.
 *
 * What to use     gm_sm9_encrypt() with GM_SM9_XOR or GM_SM9_ECB keeps to the standard. gm_sm9_hybrid_encrypt() is for
 *                 long texts, where both sides run this library. gm_sm9_kem_encapsulate() is for a protocol of your
 *                 own. All cost one exponentiation in each of two groups, and a pairing unless the master key is
 *                 prepared (sm9_prepared.h); receiving costs a pairing.
 * Empty texts     are refused by the XOR modes, as by the standard, and by no other.
 * Bad ciphertexts A decryption answers all of them with GM_ERR_VERIFY: too short, C1 not in the group, a wrong C3, bad
 *                 padding, or a key of zeros. Outputs are then zero.
 * Stack           At most 80 KB. Nothing allocates. */
#ifndef GUOMI_SM9_ENCRYPT_H
#define GUOMI_SM9_ENCRYPT_H

#include <guomi/base.h>
#include <guomi/sm4.h>
#include <guomi/sm9.h>

GM_BEGIN_DECLS

#define GM_SM9_C1_SIZE 65 /* 04 || x || y */
#define GM_SM9_C3_SIZE 32
#define GM_SM9_SHARED_MAX (UINT64_C(0xffffffff) * 32) /* bytes: the KDF numbers its blocks with 32 bits */
#define GM_SM9_PLAINTEXT_MAX (GM_SM9_SHARED_MAX - 64) /* bytes, in all modes                            */
#define GM_SM9_HYBRID_TAG_SIZE 16                     /* of SM4-GCM                                     */
#define GM_SM9_HYBRID_OVERHEAD (GM_SM9_C1_SIZE + GM_SM9_HYBRID_TAG_SIZE)
#define GM_SM9_HYBRID_TEXT_MAX ((UINT64_C(1) << 36) - 32) /* bytes: the counter of GCM has 32 bits */

/** How a text is encrypted. The numbers are those of GB/T 41389 (EnType), and are frozen. The standard has the first
 *  two. In CBC, OFB and CFB a random IV of 16 bytes stands in front of C2 and is covered by C3, as gmsm writes it.
 *  C3 = SM3(C2 || K2) but in the last mode, which is what GmSSL 3 writes and calls type 0: C3 = HMAC-SM3(K2, C2).
 *  C3 does not cover the mode: sender and receiver settle it, or put it where it is authentic. */
typedef enum gm_sm9_mode {
    GM_SM9_XOR = 0,       /* C2 = text ^ key stream of the KDF          */
    GM_SM9_ECB = 1,       /* SM4-ECB with PKCS#7 padding                */
    GM_SM9_CBC = 2,       /* SM4-CBC with PKCS#7 padding, IV in front   */
    GM_SM9_OFB = 4,       /* SM4-OFB, IV in front                       */
    GM_SM9_CFB = 8,       /* SM4-CFB, 128 bits, IV in front             */
    GM_SM9_XOR_HMAC = 256 /* as GM_SM9_XOR, C3 by HMAC: for GmSSL alone */
} gm_sm9_mode;

/** The size of a ciphertext, exactly.
 *
 *  mode     one of the modes.
 *  len      bytes of plaintext.
 *
 *  Returns  the size; 0 if there is no such ciphertext (no such mode, len 0 in an XOR mode, len above
 *           GM_SM9_PLAINTEXT_MAX, or a size that is no size_t).
 *  Timing and threads: any.
 */
GM_API size_t gm_sm9_ciphertext_size(gm_sm9_mode mode, size_t len);

/** Encrypt a message.
 *
 *  master   in:  the public key of the master key.
 *  mode     how.
 *  out      out: the ciphertext; no overlap with the inputs.
 *  out_size bytes that out has, at least gm_sm9_ciphertext_size(mode, len).
 *  out_len  out: bytes written; 0 on an error.
 *  id       in:  `id_len` bytes, the receiver's identity.
 *  hid      which use of that identity; GM_SM9_HID_ENCRYPT mostly.
 *  in       in:  `len` bytes of plaintext, at most GM_SM9_PLAINTEXT_MAX; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL, there is no such mode, a length is out of range, or the buffers
 *                               overlap; the outputs are untouched.
 *           GM_ERR_BUFFER       out_size is too small; out is untouched.
 *           GM_ERR_KEY          master holds no key; the outputs are untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity, as for gm_sm9_sign_extract(); out is
 *                               untouched.
 *           GM_ERR_RANDOM       no randomness; out is all zeros.
 *  Timing   depends on mode and lengths, and on what is public: master, id, hid, C1. A short message may take a second
 *           nonce (the standard forbids a key of zeros: once in 256 for one byte), and that shows.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_encrypt(const gm_sm9_enc_public_key *master, gm_sm9_mode mode, uint8_t *out,
                                             size_t out_size, size_t *out_len, const uint8_t *id, size_t id_len,
                                             uint8_t hid, const uint8_t *in, size_t len);

/** Decrypt a message.
 *
 *  key      in:  the receiver's user key.
 *  mode     how it was encrypted: nothing else is tried.
 *  out      out: the plaintext; may be NULL when out_size is 0; no overlap with the inputs.
 *  out_size bytes that out has. `len` is always enough; the plaintext's length is public.
 *  out_len  out: bytes of plaintext; 0 on an error.
 *  id       in:  `id_len` bytes, the receiver's identity.
 *  in       in:  `len` bytes of ciphertext; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    not a ciphertext of this mode for this key and identity: one answer for all that can be
 *                            wrong. All out_size bytes of out are zero.
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such mode, the identity is too long, or the buffers
 *                            overlap; the outputs are untouched.
 *           GM_ERR_BUFFER    out_size is less than the plaintext needs; out is untouched or zero.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *  Timing   depends on mode, lengths, C1, and on whether the ciphertext is right; never on key or plaintext.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 7.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_decrypt(const gm_sm9_enc_user_key *key, gm_sm9_mode mode, uint8_t *out,
                                             size_t out_size, size_t *out_len, const uint8_t *id, size_t id_len,
                                             const uint8_t *in, size_t len);

/* ---- Key encapsulation ---- */

/** Make a secret that only the owner of an identity can find again.
 *
 *  master     in:  the public key of the master key.
 *  c1         out: 65 bytes to be sent, 04 || x || y; no overlap with the others.
 *  shared     out: the secret, fit to be used as a key; no overlap with the others.
 *  shared_len bytes of it, 1 to GM_SM9_SHARED_MAX; 16 and more for a key.
 *  id         in:  `id_len` bytes, the receiver's identity.
 *  hid        which use of that identity; GM_SM9_HID_ENCRYPT mostly.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL, a length is out of range, or the buffers overlap; the outputs are
 *                               untouched.
 *           GM_ERR_KEY          master holds no key; the outputs are untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity; the outputs are untouched.
 *           GM_ERR_RANDOM       no randomness; the outputs are all zeros.
 *  Timing   depends on the lengths and on what is public, and on whether a nonce was thrown away because it gave a
 *           secret of zeros.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_kem_encapsulate(const gm_sm9_enc_public_key *master, uint8_t c1[GM_SM9_C1_SIZE],
                                                     uint8_t *shared, size_t shared_len, const uint8_t *id,
                                                     size_t id_len, uint8_t hid);

/** Find the secret again. With another key or identity, or with c1 changed into another point, another secret is
 *  found, without an error: what is done with it must tell.
 *
 *  key        in:  the receiver's user key.
 *  shared     out: the secret; all zeros on GM_ERR_VERIFY; no overlap with the inputs.
 *  shared_len as in gm_sm9_kem_encapsulate().
 *  c1         in:  65 bytes, from gm_sm9_kem_encapsulate().
 *  id         in:  `id_len` bytes, the receiver's identity.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    c1 is no point of the group, or the secret is zero throughout.
 *           GM_ERR_ARGUMENT  a pointer is NULL, a length is out of range, or the buffers overlap; shared is untouched.
 *           GM_ERR_KEY       key holds no key; shared is untouched.
 *  Timing   depends on the lengths and c1, never on the key.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 6.2.
 */
GM_API GM_NODISCARD gm_status gm_sm9_kem_decapsulate(const gm_sm9_enc_user_key *key, uint8_t *shared, size_t shared_len,
                                                     const uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id,
                                                     size_t id_len);

/* ---- Hybrid encryption: encapsulation of a key and an IV, and SM4-GCM, as SM2's (doc/sm2_hybrid.md) ---- */

/** Encrypt a message of any length up to 64 GB.
 *
 *  master   in:  the public key of the master key.
 *  out      out: len + GM_SM9_HYBRID_OVERHEAD bytes: C1, the text, the tag; no overlap with the inputs.
 *  id       in:  `id_len` bytes, the receiver's identity.
 *  hid      which use of that identity; GM_SM9_HID_ENCRYPT mostly.
 *  aad      in:  `aad_len` bytes, below 2^61, that the receiver must know too; may be NULL when aad_len is 0.
 *  in       in:  `len` bytes of plaintext, at most GM_SM9_HYBRID_TEXT_MAX; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL, a length is too large, or buffers overlap; out is untouched.
 *           GM_ERR_KEY          master holds no key; out is untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity; out is untouched.
 *           GM_ERR_RANDOM       no randomness; out is all zeros.
 *  Timing   depends on the lengths and on what is public.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_encrypt(const gm_sm9_enc_public_key *master, uint8_t *out,
                                                    const uint8_t *id, size_t id_len, uint8_t hid, const uint8_t *aad,
                                                    size_t aad_len, const uint8_t *in, size_t len);

/** Decrypt a message.
 *
 *  key      in:  the receiver's user key.
 *  out      out: len - GM_SM9_HYBRID_OVERHEAD bytes of plaintext; may be NULL where these are none; no overlap with
 *                the inputs. All zeros on GM_ERR_VERIFY.
 *  id       in:  `id_len` bytes, the receiver's identity.
 *  aad      in:  `aad_len` bytes, as given to the encryption; may be NULL when aad_len is 0.
 *  in       in:  `len` bytes: C1, text and tag; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    forged, damaged, too short, for another key or identity, or with other aad.
 *           GM_ERR_ARGUMENT  a pointer is NULL, a length is too large, or buffers overlap; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   depends on the lengths, C1, and whether the message is right; never on key or plaintext.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_decrypt(const gm_sm9_enc_user_key *key, uint8_t *out, const uint8_t *id,
                                                    size_t id_len, const uint8_t *aad, size_t aad_len,
                                                    const uint8_t *in, size_t len);

/** Begin a message in pieces: C1 here, then gm_sm4_gcm_aad(), gm_sm4_gcm_encrypt_update() and
 *  gm_sm4_gcm_encrypt_finish() with a tag of GM_SM9_HYBRID_TAG_SIZE bytes. What comes out is the same as from
 *  gm_sm9_hybrid_encrypt().
 *
 *  ctx      out: a running GCM encryption under a key of its own; all zeros on GM_ERR_RANDOM.
 *  master   in:  the public key of the master key.
 *  c1       out: 65 bytes, the first of the message; all zeros on GM_ERR_RANDOM.
 *  id       in:  `id_len` bytes, the receiver's identity.
 *  hid      which use of that identity.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL or the identity is too long; the outputs are untouched.
 *           GM_ERR_KEY          master holds no key; the outputs are untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity; the outputs are untouched.
 *           GM_ERR_RANDOM       no randomness.
 *  Timing   depends on what is public.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_encrypt_init(gm_sm4_gcm_ctx *ctx, const gm_sm9_enc_public_key *master,
                                                         uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id, size_t id_len,
                                                         uint8_t hid);

/** Begin the decryption of a message in pieces: then gm_sm4_gcm_aad(), gm_sm4_gcm_decrypt_update_unverified() and
 *  gm_sm4_gcm_decrypt_finish(). Nothing is authentic before that has returned GM_OK.
 *
 *  ctx      out: a running GCM decryption; all zeros on GM_ERR_VERIFY.
 *  key      in:  the receiver's user key.
 *  c1       in:  65 bytes, the first of the message.
 *  id       in:  `id_len` bytes, the receiver's identity.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    c1 is no point of the group.
 *           GM_ERR_ARGUMENT  a pointer is NULL or the identity is too long; ctx is untouched.
 *           GM_ERR_KEY       key holds no key; ctx is untouched.
 *  Timing   depends on c1, never on the key.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_decrypt_init(gm_sm4_gcm_ctx *ctx, const gm_sm9_enc_user_key *key,
                                                         const uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id,
                                                         size_t id_len);

GM_END_DECLS

#endif
