/* SM2's algorithms on another curve: y^2 = x^3 + ax + b over a prime field of exactly 256 bits, of prime order n, with
 * any a. For test curves, and for what was made on the curve of the standard's examples.
 *
 * A curve is checked once, when it is made; keys belong to it and are refused by functions that are given another
 * one (GM_ERR_KEY). Everything is as in sm2.h and has the same promises about time, at a price: one general body serves
 * all curves, and an operation takes two to four times as long as on SM2's own curve, which needs none of this. */
#ifndef GUOMI_EC_H
#define GUOMI_EC_H

#include <guomi/base.h>
#include <guomi/sm2.h>
#include <guomi/sm2_encrypt.h>
#include <guomi/sm2_exchange.h>

GM_BEGIN_DECLS

/* ---- Curves ---- */

/** A curve that was found good. 640 bytes, 8-byte aligned (both are ABI). Copied with `=`; holds no pointers. */
typedef struct gm_ec_curve {
    uint64_t words_[80];
} gm_ec_curve;

/** sizeof(gm_ec_curve), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_ec_curve_size(void);

/** Take a curve and check it: p and n are odd, have 256 bits and pass a probable-prime test, the discriminant is not
 *  0, G is on the curve, n G is infinity, n is not p, and the embedding degree is not small. Curves over binary fields
 *  have no such p and are refused.
 *
 *  curve    out: the curve; all zeros on an error.
 *  p, a, b  in:  32 bytes each, big-endian: the field and the equation.
 *  gx, gy   in:  32 bytes each: the generator.
 *  n        in:  32 bytes: its order; the cofactor must be 1.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL.
 *           GM_ERR_UNSUPPORTED  not such a curve.
 *  Timing   depends on the inputs, which are public; about 10 ms.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_curve_init(gm_ec_curve *curve, const uint8_t p[32], const uint8_t a[32],
                                               const uint8_t b[32], const uint8_t gx[32], const uint8_t gy[32],
                                               const uint8_t n[32]);

/* ---- Keys ---- */

/** A public key on some curve: as gm_sm2_public_key. */
typedef struct gm_ec_public_key {
    gm_sm2_public_key key_;
} gm_ec_public_key;

/** A private key on some curve: as gm_sm2_private_key. Wipe it after use. */
typedef struct gm_ec_private_key {
    gm_sm2_private_key key_;
} gm_ec_private_key;

/** Make a new key pair, as gm_sm2_keygen().
 *
 *  curve    in:  from gm_ec_curve_init().
 *  key      out: the new private key, with its public key inside.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; key is untouched.
 *           GM_ERR_RANDOM    no randomness; key is all zeros.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_keygen(const gm_ec_curve *curve, gm_ec_private_key *key);

/** Take a private key from its number, as gm_sm2_private_key_read().
 *
 *  curve    in:  from gm_ec_curve_init().
 *  key      out: the private key; all zeros on GM_ERR_ENCODING and GM_ERR_KEY.
 *  in       in:  `len` bytes, big-endian; 1 to 33.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; key is untouched.
 *           GM_ERR_ENCODING  len is 0 or above 33, or of 33 bytes the first is not 0.
 *           GM_ERR_KEY       the number is not in [1, n - 2].
 *  Timing   depends on len, and on whether there is an error; never on the key.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_private_key_read(const gm_ec_curve *curve, gm_ec_private_key *key,
                                                     const uint8_t *in, size_t len);

/** Give the number of a private key.
 *
 *  curve    in:  from gm_ec_curve_init().
 *  out      out: 32 bytes, big-endian.
 *  key      in:  a private key of that curve.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; out is untouched.
 *           GM_ERR_KEY       key is none of this curve; out is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_private_key_write(const gm_ec_curve *curve, uint8_t out[GM_SM2_PRIVATE_SIZE],
                                                      const gm_ec_private_key *key);

/** Give the public key of a private key; nothing is computed.
 *
 *  curve       in:  from gm_ec_curve_init().
 *  public_key  out: the public key.
 *  key         in:  a private key of that curve.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; public_key is untouched.
 *           GM_ERR_KEY       key is none of this curve; public_key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_private_key_public(const gm_ec_curve *curve, gm_ec_public_key *public_key,
                                                       const gm_ec_private_key *key);

/** Take a public key from an octet string and check it, as gm_sm2_public_key_read().
 *
 *  curve    in:  from gm_ec_curve_init().
 *  key      out: the public key; all zeros on GM_ERR_ENCODING and GM_ERR_KEY.
 *  in       in:  `len` bytes, 33 or 65.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; key is untouched.
 *           GM_ERR_ENCODING  not one of the forms.
 *           GM_ERR_KEY       a coordinate is not below p, the point is not on the curve, or a parity is wrong.
 *  Timing   depends on the key, which is public.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_public_key_read(const gm_ec_curve *curve, gm_ec_public_key *key, const uint8_t *in,
                                                    size_t len);

/** Give a public key as 04 || x || y.
 *
 *  curve    in:  from gm_ec_curve_init().
 *  out      out: 65 bytes.
 *  key      in:  a public key of that curve.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; out is untouched.
 *           GM_ERR_KEY       key is none of this curve; out is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_ec_public_key_write(const gm_ec_curve *curve, uint8_t out[GM_SM2_PUBLIC_SIZE],
                                                     const gm_ec_public_key *key);

/* ---- Signatures ---- */

/** The digest e of a message, as gm_sm2_digest(): Z is hashed with this curve's numbers.
 *
 *  curve    in:  from gm_ec_curve_init().
 *  key      in:  the signer's public key.
 *  e        out: 32 bytes; may overlap data, not id.
 *  id       in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data     in:  `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none, the ID is too long or len too large; e is untouched.
 *           GM_ERR_KEY       key is none of this curve; e is untouched.
 *  Timing   depends on the lengths alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_digest(const gm_ec_curve *curve, const gm_ec_public_key *key,
                                           uint8_t e[GM_SM3_DIGEST_SIZE], const uint8_t *id, size_t id_len,
                                           const uint8_t *data, size_t len);

/** Sign a digest, as gm_sm2_sign_digest().
 *
 *  curve      in:  from gm_ec_curve_init().
 *  key        in:  the signer's private key.
 *  signature  out: 64 bytes, r || s; all zeros on GM_ERR_RANDOM; may overlap e.
 *  e          in:  32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none; signature is untouched.
 *           GM_ERR_KEY       key is none of this curve; signature is untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   constant.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1, A3 to A7.
 */
GM_API GM_NODISCARD gm_status gm_ec_sign_digest(const gm_ec_curve *curve, const gm_ec_private_key *key,
                                                uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                const uint8_t e[GM_SM3_DIGEST_SIZE]);

/** Sign a message, as gm_sm2_sign().
 *
 *  curve      in:  from gm_ec_curve_init().
 *  key        in:  the signer's private key.
 *  signature  out: 64 bytes, r || s; all zeros on GM_ERR_RANDOM; no overlap with the inputs.
 *  id         in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in:  `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none, the ID is too long or len too large; signature is
 *                            untouched.
 *           GM_ERR_KEY       key is none of this curve; signature is untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   depends on the lengths alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_sign(const gm_ec_curve *curve, const gm_ec_private_key *key,
                                         uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                                         const uint8_t *data, size_t len);

/** Check the signature of a digest, as gm_sm2_verify_digest().
 *
 *  curve      in: from gm_ec_curve_init().
 *  key        in: the signer's public key.
 *  signature  in: 64 bytes, r || s.
 *  e          in: 32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a signature of that digest under that key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, or curve is none.
 *           GM_ERR_KEY       key is none of this curve.
 *  Timing   depends on the inputs, which are public.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1, B3 to B7.
 */
GM_API GM_NODISCARD gm_status gm_ec_verify_digest(const gm_ec_curve *curve, const gm_ec_public_key *key,
                                                  const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                  const uint8_t e[GM_SM3_DIGEST_SIZE]);

/** Check the signature of a message, as gm_sm2_verify().
 *
 *  curve      in: from gm_ec_curve_init().
 *  key        in: the signer's public key.
 *  signature  in: 64 bytes, r || s.
 *  id         in: `id_len` bytes, the ID that the signer used; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in: `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a signature of that message under that ID and key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none, the ID is too long or len too large.
 *           GM_ERR_KEY       key is none of this curve.
 *  Timing   depends on key, signature and digest, which are public; on data by its length alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_verify(const gm_ec_curve *curve, const gm_ec_public_key *key,
                                           const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                                           size_t id_len, const uint8_t *data, size_t len);

/* ---- Encryption ---- */

/** Encrypt a message, as gm_sm2_encrypt().
 *
 *  curve    in:  from gm_ec_curve_init().
 *  key      in:  the receiver's public key.
 *  form     the form of the ciphertext.
 *  out      out: the ciphertext; no overlap with in.
 *  out_size bytes that out has: at least gm_sm2_ciphertext_size(form, len).
 *  out_len  out: bytes written; 0 on an error.
 *  in       in:  `len` bytes of plaintext, 1 to GM_SM2_PLAINTEXT_MAX.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none, there is no such form, a length is out of range, or the
 *                            buffers overlap; the outputs are untouched.
 *           GM_ERR_BUFFER    out_size is too small; out is untouched.
 *           GM_ERR_KEY       key is none of this curve; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness; out is all zeros.
 *  Timing   as gm_sm2_encrypt().
 *  Threads  any.   Standard: GB/T 32918.4-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_encrypt(const gm_ec_curve *curve, const gm_ec_public_key *key, gm_sm2_form form,
                                            uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                                            size_t len);

/** Decrypt a message of a known form, as gm_sm2_decrypt().
 *
 *  curve    in:  from gm_ec_curve_init().
 *  key      in:  the receiver's private key.
 *  form     the form of the ciphertext.
 *  out      out: the plaintext; all zeros on GM_ERR_VERIFY; no overlap with in.
 *  out_size bytes that out has.
 *  out_len  out: bytes written; 0 on an error.
 *  in       in:  `len` bytes of ciphertext.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a ciphertext of that form for this key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none, there is no such form, or the buffers overlap; the
 *                            outputs are untouched.
 *           GM_ERR_BUFFER    out_size is too small; out is untouched.
 *           GM_ERR_KEY       key is none of this curve; the outputs are untouched.
 *  Timing   as gm_sm2_decrypt().
 *  Threads  any.   Standard: GB/T 32918.4-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_decrypt(const gm_ec_curve *curve, const gm_ec_private_key *key, gm_sm2_form form,
                                            uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                                            size_t len);

/* ---- Key exchange ---- */

/** One side of one exchange on some curve: as gm_sm2_exchange. */
typedef struct gm_ec_exchange {
    gm_sm2_exchange exchange_;
} gm_ec_exchange;

/** Begin an exchange, as gm_sm2_exchange_init().
 *
 *  curve    in:  from gm_ec_curve_init().
 *  ctx      out: for one exchange.
 *  role     which side this is.
 *  point    out: 65 bytes, to be sent to the other side.
 *  key      in:  the own private key.
 *  id, peer_id  in: the IDs of both, with their lengths, as for gm_sm2_sign().
 *  peer     in:  the public key of the other side.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none, there is no such role, or an ID is too long; the
 *                            outputs are untouched.
 *           GM_ERR_KEY       a key is none of this curve; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness; the outputs are all zeros.
 *  Timing   depends on the lengths of the IDs alone.
 *  Threads  any.   Standard: GB/T 32918.3-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_exchange_init(const gm_ec_curve *curve, gm_ec_exchange *ctx, gm_sm2_role role,
                                                  uint8_t point[GM_SM2_PUBLIC_SIZE], const gm_ec_private_key *key,
                                                  const uint8_t *id, size_t id_len, const gm_ec_public_key *peer,
                                                  const uint8_t *peer_id, size_t peer_id_len);

/** Derive the key, once, as gm_sm2_exchange_derive().
 *
 *  curve        in:     the one that ctx was begun on.
 *  ctx          in/out: from gm_ec_exchange_init().
 *  shared       out:    `shared_len` bytes of key, 1 to GM_SM2_PLAINTEXT_MAX; all zeros on GM_ERR_KEY.
 *  confirmation out:    32 bytes for the other side, or NULL where none is wanted; all zeros on GM_ERR_KEY.
 *  peer_point   in:     `peer_point_len` bytes that came from the other side; no overlap with the outputs.
 *
 *  Returns  GM_OK
 *           GM_ERR_KEY       peer_point is no point of the curve, or the shared point is infinity; ctx is wiped.
 *           GM_ERR_ARGUMENT  a pointer is NULL, curve is none or another one, a length is out of range, or there is an
 *                            overlap; nothing is changed.
 *           GM_ERR_STATE     ctx was not begun, is used up, or was moved or copied; nothing is changed.
 *  Timing   depends on peer_point, which is public, and on shared_len.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.3-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_ec_exchange_derive(const gm_ec_curve *curve, gm_ec_exchange *ctx, uint8_t *shared,
                                                    size_t shared_len, uint8_t *confirmation, const uint8_t *peer_point,
                                                    size_t peer_point_len);

/** Check the other side's confirmation, as gm_sm2_exchange_confirm(). The object is wiped.
 *
 *  ctx          in/out: after gm_ec_exchange_derive().
 *  confirmation in:     32 bytes from the other side.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is wrong: the other side has not the same key.
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     no key was derived, or ctx was moved or copied; nothing is changed.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.3-2016, 6.1, A9 and B10.
 */
GM_API GM_NODISCARD gm_status gm_ec_exchange_confirm(gm_ec_exchange *ctx,
                                                     const uint8_t confirmation[GM_SM3_DIGEST_SIZE]);

GM_END_DECLS

#endif
