/* SM2 (GB/T 32918.1, .2 and .5): keys and signatures on the curve sm2p256v1.
 *
 * Key objects are valid by construction: they are made by the functions below and by nothing else, a public
 * key is a point on the curve that is not infinity, a private key is in [1, n - 2]. A function that is given an
 * object of another making (zeros, a wiped key) returns GM_ERR_KEY. See also sm2_prepared.h (tables for public
 * keys in frequent use), sm2_many.h (many at once), sm2_encrypt.h and sm2_exchange.h.
 *
 * Signer IDs  A signature covers the signer's name. `id_len` is 0 to 8191 bytes, or GM_SM2_ID_DEFAULT, which
 *             stands for the 16 characters 1234567812345678 (GM/T 0009); `id` is then not read. An ID of no bytes
 *             is not the default ID: some libraries sign with it when they are given none.
 * Nonces      Signing takes 32 fresh random bytes and hashes them with the private key and the digest, so that
 *             neither a weak random source nor a copied virtual machine alone gives the key away. The
 *             deterministic variant (RFC 6979, 3.2, with HMAC-SM3) takes none.
 * Stack       At most 16 KB. Nothing allocates. */
#ifndef GUOMI_SM2_H
#define GUOMI_SM2_H

#include <guomi/base.h>
#include <guomi/sm3.h>

GM_BEGIN_DECLS

#define GM_SM2_PRIVATE_SIZE 32           /* d, big-endian                     */
#define GM_SM2_PUBLIC_SIZE 65            /* 04 || x || y                      */
#define GM_SM2_PUBLIC_COMPRESSED_SIZE 33 /* 02 or 03 || x                     */
#define GM_SM2_SIGNATURE_SIZE 64         /* r || s, big-endian                */
#define GM_SM2_SIGNATURE_DER_MAX 72      /* SEQUENCE { INTEGER r, INTEGER s } */
#define GM_SM2_ID_MAX 8191               /* its length in bits has 16 bits    */
#define GM_SM2_ID_DEFAULT ((size_t)-1)   /* as id_len: the ID 1234567812345678 */
#define GM_SM2_RECOVER_MAX 4             /* keys that one signature may have  */

/* ---- Keys ---- */

/** A public key: a point on the curve, never infinity. 96 bytes, 8-byte aligned (both are ABI). Copied with `=`;
 *  holds no pointers. */
typedef struct gm_sm2_public_key {
    uint64_t x_[4], y_[4]; /* canonical, lowest word first */
    uint64_t curve_;       /* which curve; 0 = no key      */
    uint64_t reserved_[3];
} gm_sm2_public_key;

/** A private key with all that signing wants ready: d, (1 + d)^-1 and the public key. 192 bytes, 8-byte aligned
 *  (both are ABI). Copied with `=`; holds no pointers. Wipe it after use. */
typedef struct gm_sm2_private_key {
    uint64_t d_[4];
    uint64_t inverse_[4];
    gm_sm2_public_key public_;
    uint64_t reserved_[4];
} gm_sm2_private_key;

/** sizeof(gm_sm2_public_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm2_public_key_size(void);

/** sizeof(gm_sm2_private_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm2_private_key_size(void);

/** Make a new key pair from the operating system's randomness: d is uniform in [1, n - 2] but for 2^-128.
 *
 *  key      out: the new private key, with its public key inside.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  key is NULL.
 *           GM_ERR_RANDOM    no randomness; key is all zeros.
 *  Timing   constant.
 *  Threads  any.   Standard: GB/T 32918.1-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_keygen(gm_sm2_private_key *key);

/** Take a private key from its number, and derive the public key.
 *
 *  key      out: the private key; all zeros on an error.
 *  in       in:  `len` bytes, big-endian; must not overlap key.
 *  len      32. Also 1 to 31, where leading zeros were dropped, and 33 with a first byte of 0, as some
 *           libraries write integers.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  len is 0 or above 33, or of 33 bytes the first is not 0.
 *           GM_ERR_KEY       the number is not in [1, n - 2].
 *  Timing   depends on len, and on whether there is an error; never on the key.
 *  Threads  any.   Standard: GB/T 32918.1-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_private_key_read(gm_sm2_private_key *key, const uint8_t *in, size_t len);

/** Give the number of a private key.
 *
 *  key      in:  a private key.
 *  out      out: 32 bytes, big-endian, leading zeros kept.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_private_key_write(const gm_sm2_private_key *key, uint8_t out[GM_SM2_PRIVATE_SIZE]);

/** Give the public key of a private key; nothing is computed.
 *
 *  key         in:  a private key.
 *  public_key  out: its public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; public_key is untouched.
 *           GM_ERR_KEY       key holds no key; public_key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_private_key_public(const gm_sm2_private_key *key, gm_sm2_public_key *public_key);

/** Take a public key from an octet string, and check it.
 *
 *  key      out: the public key; all zeros on an error.
 *  in       in:  `len` bytes; must not overlap key: 04 || x || y; 02 or 03 || x, the parity of y in the first byte;
 *                or 06 or 07 || x || y, where that parity must be right.
 *  len      33 or 65.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  none of these forms.
 *           GM_ERR_KEY       a coordinate is not below p, the point is not on the curve, or a parity is wrong.
 *  Timing   depends on the key, which is public.
 *  Threads  any.   Standard: GB/T 32918.1-2016, 4.2.10 and 6.2.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_public_key_read(gm_sm2_public_key *key, const uint8_t *in, size_t len);

/** Give a public key as 04 || x || y.
 *
 *  key      in:  a public key.
 *  out      out: 65 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GB/T 32918.1-2016, 4.2.9.
 */
GM_API GM_NODISCARD gm_status gm_sm2_public_key_write(const gm_sm2_public_key *key, uint8_t out[GM_SM2_PUBLIC_SIZE]);

/** Give a public key in its short form, 02 or 03 || x.
 *
 *  key      in:  a public key.
 *  out      out: 33 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GB/T 32918.1-2016, 4.2.9.
 */
GM_API GM_NODISCARD gm_status gm_sm2_public_key_write_compressed(const gm_sm2_public_key *key,
                                                                 uint8_t out[GM_SM2_PUBLIC_COMPRESSED_SIZE]);

/** Are two public keys the same?
 *
 *  a, b     in: public keys; may be the same object.
 *
 *  Returns  1 if they are, 0 if not, if a pointer is NULL or if either holds no key.
 *  Timing   depends on the keys, which are public.
 *  Threads  any.
 */
GM_API GM_NODISCARD int gm_sm2_public_key_equal(const gm_sm2_public_key *a, const gm_sm2_public_key *b);

/* ---- What is signed: e = SM3(Z || message) ---- */

/** The hash Z of a signer: of the ID, the curve and the public key.
 *
 *  key      in:  the signer's public key.
 *  z        out: 32 bytes; no overlap with id.
 *  id       in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or the ID is too long; z is untouched.
 *           GM_ERR_KEY       key holds no key; z is untouched.
 *  Timing   depends on id_len alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 5.5.
 */
GM_API GM_NODISCARD gm_status gm_sm2_z(const gm_sm2_public_key *key, uint8_t z[GM_SM3_DIGEST_SIZE], const uint8_t *id,
                                       size_t id_len);

/** The digest e of a message, as the functions on digests take it.
 *
 *  key      in:  the signer's public key.
 *  e        out: 32 bytes; may overlap data, not id.
 *  id       in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data     in:  `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, the ID is too long or len too large; e is untouched.
 *           GM_ERR_KEY       key holds no key; e is untouched.
 *  Timing   depends on the lengths alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_digest(const gm_sm2_public_key *key, uint8_t e[GM_SM3_DIGEST_SIZE],
                                            const uint8_t *id, size_t id_len, const uint8_t *data, size_t len);

/* ---- Sign ---- */

/** Sign a message.
 *
 *  key        in:  the signer's private key.
 *  signature  out: 64 bytes, r || s; all zeros on GM_ERR_RANDOM; no overlap with the inputs.
 *  id         in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in:  `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, the ID is too long or len too large; signature is untouched.
 *           GM_ERR_KEY       key holds no key; signature is untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   depends on the lengths alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign(const gm_sm2_private_key *key, uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                          const uint8_t *id, size_t id_len, const uint8_t *data, size_t len);

/** Sign a digest. It must be the e of gm_sm2_digest(), or of a running message, not a bare hash of the message:
 *  only then does the signature bind the signer's ID and key.
 *
 *  key        in:  the signer's private key.
 *  signature  out: 64 bytes, r || s; all zeros on GM_ERR_RANDOM; may overlap e.
 *  e          in:  32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; signature is untouched.
 *           GM_ERR_KEY       key holds no key; signature is untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   constant.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1, A3 to A7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_digest(const gm_sm2_private_key *key,
                                                 uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                 const uint8_t e[GM_SM3_DIGEST_SIZE]);

/** Sign a message without randomness: the same key, ID and message give the same signature.
 *
 *  key        in:  the signer's private key.
 *  signature  out: 64 bytes, r || s; no overlap with the inputs.
 *  id         in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in:  `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, the ID is too long or len too large; signature is untouched.
 *           GM_ERR_KEY       key holds no key; signature is untouched.
 *  Timing   depends on the lengths alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1; RFC 6979, 3.2 with HMAC-SM3.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_deterministic(const gm_sm2_private_key *key,
                                                        uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                                                        size_t id_len, const uint8_t *data, size_t len);

/** Sign a digest without randomness.
 *
 *  key        in:  the signer's private key.
 *  signature  out: 64 bytes, r || s; may overlap e.
 *  e          in:  32 bytes, as for gm_sm2_sign_digest().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; signature is untouched.
 *           GM_ERR_KEY       key holds no key; signature is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1; RFC 6979, 3.2 with HMAC-SM3, e in the place of the hash.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_digest_deterministic(const gm_sm2_private_key *key,
                                                               uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                               const uint8_t e[GM_SM3_DIGEST_SIZE]);

/* ---- Verify ---- */

/** Check the signature of a message.
 *
 *  key        in: the signer's public key.
 *  signature  in: 64 bytes, r || s.
 *  id         in: `id_len` bytes, the ID that the signer used; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in: `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a signature of that message under that ID and key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, the ID is too long or len too large.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on key, signature and digest, which are public; on data by its length alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_verify(const gm_sm2_public_key *key,
                                            const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                                            size_t id_len, const uint8_t *data, size_t len);

/** Check the signature of a digest.
 *
 *  key        in: the signer's public key.
 *  signature  in: 64 bytes, r || s.
 *  e          in: 32 bytes, from gm_sm2_digest() or a running message.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a signature of that digest under that key.
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on the inputs, which are public.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1, B3 to B7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_verify_digest(const gm_sm2_public_key *key,
                                                   const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                   const uint8_t e[GM_SM3_DIGEST_SIZE]);

/* ---- A message in pieces ---- */

/** A message that is going to be signed or checked: Z and what came so far, and whose key Z was made of.
 *  224 bytes, 8-byte aligned (both are ABI). Copied with `=`; holds no pointers. Wipe it if the message was secret
 *  and you drop it. */
typedef struct gm_sm2_message {
    gm_sm3_ctx hash_;
    gm_sm2_public_key key_;
} gm_sm2_message;

/** sizeof(gm_sm2_message), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm2_message_size(void);

/** Start a message.
 *
 *  message  out: ready for gm_sm2_message_update(); independent of key from then on.
 *  key      in:  the signer's public key.
 *  id       in:  `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or the ID is too long; message is untouched.
 *           GM_ERR_KEY       key holds no key; message is untouched.
 *  Timing   depends on id_len alone.
 *  Threads  one message, one thread at a time.   Standard: GB/T 32918.2-2016, 5.5.
 */
GM_API GM_NODISCARD gm_status gm_sm2_message_init(gm_sm2_message *message, const gm_sm2_public_key *key,
                                                  const uint8_t *id, size_t id_len);

/** Absorb more of the message.
 *
 *  message  in/out: from gm_sm2_message_init(); must not overlap data.
 *  data     in:     `len` bytes; may be NULL when len is 0.
 *  len      any; the whole must stay below 2^61 - 32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the message got too long;
 *           GM_ERR_STATE     message was not started, or is finished; in all cases message is unchanged.
 *  Timing   as gm_sm3_update().
 *  Threads  one message, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm2_message_update(gm_sm2_message *message, const uint8_t *data, size_t len);

/** Finish a message with its digest e. The message is wiped.
 *
 *  message  in/out: from gm_sm2_message_init(); all zeros afterwards.
 *  e        out:    32 bytes; must not overlap message.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     message was not started, or is finished; nothing is changed.
 *  Timing   depends on the length of the message alone.
 *  Threads  one message, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm2_message_digest(gm_sm2_message *message, uint8_t e[GM_SM3_DIGEST_SIZE]);

/** Finish a message and sign it. The message is wiped.
 *
 *  message    in/out: from gm_sm2_message_init(); all zeros afterwards.
 *  key        in:     the private key whose public key the message was started with.
 *  signature  out:    64 bytes, r || s; all zeros on GM_ERR_RANDOM; must not overlap message or key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the message was started with another key; nothing is changed.
 *           GM_ERR_STATE     message was not started, or is finished; nothing is changed.
 *           GM_ERR_KEY       key holds no key; nothing is changed.
 *           GM_ERR_RANDOM    no randomness; the message is wiped all the same.
 *  Timing   depends on the length of the message alone.
 *  Threads  one message, one thread at a time.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_message_sign(gm_sm2_message *message, const gm_sm2_private_key *key,
                                                  uint8_t signature[GM_SM2_SIGNATURE_SIZE]);

/** Finish a message and check its signature under the key that it was started with. The message is wiped, also
 *  when the signature is wrong.
 *
 *  message    in/out: from gm_sm2_message_init(); all zeros afterwards.
 *  signature  in:     64 bytes, r || s.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the signature is wrong.
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     message was not started, or is finished; nothing is changed.
 *  Timing   as gm_sm2_verify().
 *  Threads  one message, one thread at a time.   Standard: GB/T 32918.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_message_verify(gm_sm2_message *message,
                                                    const uint8_t signature[GM_SM2_SIGNATURE_SIZE]);

/* ---- Forms of a signature ---- */

/** Encode a signature in DER: SEQUENCE { INTEGER r, INTEGER s }.
 *
 *  der        out: at most 72 bytes are written; no overlap with signature.
 *  der_len    out: how many.
 *  signature  in:  64 bytes, r || s. They may be any numbers: to check them is the verification's.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; the outputs are untouched.
 *  Timing   depends on the signature, which is public.
 *  Threads  any.   Standard: GM/T 0009-2012, 7.3.
 */
GM_API GM_NODISCARD gm_status gm_sm2_signature_to_der(uint8_t der[GM_SM2_SIGNATURE_DER_MAX], size_t *der_len,
                                                      const uint8_t signature[GM_SM2_SIGNATURE_SIZE]);

/** Decode a signature from DER, strictly: of all the ways to write r and s exactly one is taken, without a byte
 *  more or less.
 *
 *  signature  out: 64 bytes, r || s; untouched on an error; may overlap der.
 *  der        in:  `der_len` bytes; may be NULL when der_len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  not that, or a number is negative or has more than 32 bytes.
 *  Timing   depends on the input, which is public.
 *  Threads  any.   Standard: GM/T 0009-2012, 7.3.
 */
GM_API GM_NODISCARD gm_status gm_sm2_signature_from_der(uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *der,
                                                        size_t der_len);

/* ---- Recovery ---- */

/** Find every public key under which a signature of a digest is right. Only a digest will do: a message is
 *  hashed together with the key that is sought.
 *
 *  keys       out: up to 4 public keys, no two alike; the first `count` are set, the rest untouched.
 *  count      out: how many; mostly 2.
 *  signature  in:  64 bytes, r || s.
 *  e          in:  32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    there is none; *count is 0.
 *           GM_ERR_ARGUMENT  a pointer is NULL; the outputs are untouched.
 *  Timing   depends on the inputs, which are public.
 *  Threads  any.   Standard: what 7.1 of GB/T 32918.2-2016 is solved for.
 */
GM_API GM_NODISCARD gm_status gm_sm2_recover(gm_sm2_public_key keys[GM_SM2_RECOVER_MAX], size_t *count,
                                             const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                             const uint8_t e[GM_SM3_DIGEST_SIZE]);

GM_END_DECLS

#endif
