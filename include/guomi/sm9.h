/* SM9 (GM/T 0044, GB/T 38635): identity-based cryptography. Keys and signatures are here; sm9_encrypt.h has
 * encapsulation and encryption, sm9_exchange.h the key exchange, sm9_prepared.h tables for keys in frequent use,
 * sm9_many.h many items at once.
 *
 * A key centre makes a master key pair and gives out its public key. A user's public key is its identity (a name, an
 * address) and nothing else; its user key is extracted by the centre with the master key. There are two separate
 * systems: signatures (sign), and encryption with key exchange (enc). A key of one is of no use in the other.
 *
 * Key objects are valid by construction: they are made by the functions below and by nothing else. Numbers are in
 * [1, N-1]; points are on their curve, in the group of order N and not infinity. A function that is given an object of
 * another making (zeros, a wiped key) returns GM_ERR_KEY.
 *
 * Identities  `id_len` is 0 to 8191 bytes, any bytes; `id` may be NULL when id_len is 0.
 * hid         One byte that separates the uses of an identity: user keys of one identity under another hid are other
 *             keys. The standard's examples have 1 for signatures, 2 for exchange and 3 for encryption.
 * Points      are octet strings: 04 || x || y, 65 bytes in the first group; 04 || x1 || x0 || y1 || y0, 129 bytes in
 *             the second, the coefficient of u first.
 * Randomness  Signing takes 32 fresh random bytes and hashes them with the user key and the message, so that a weak
 *             random source alone does not give the key away.
 * Stack       At most 80 KB. Nothing allocates. */
#ifndef GUOMI_SM9_H
#define GUOMI_SM9_H

#include <guomi/base.h>
#include <guomi/sm3.h>

GM_BEGIN_DECLS

#define GM_SM9_MASTER_SIZE 32    /* a master private key, big-endian                        */
#define GM_SM9_G1_SIZE 65        /* 04 || x || y                                            */
#define GM_SM9_G2_SIZE 129       /* 04 || x1 || x0 || y1 || y0                              */
#define GM_SM9_SIGNATURE_SIZE 97 /* h, 32 bytes big-endian, then S as 04 || x || y           */
#define GM_SM9_ID_MAX 8191       /* bytes of an identity                                    */
#define GM_SM9_HID_SIGN 1        /* the hid of the standard's examples: of signatures,      */
#define GM_SM9_HID_EXCHANGE 2    /* of key exchange,                                        */
#define GM_SM9_HID_ENCRYPT 3     /* and of encryption                                       */

/* ---- Keys of signatures ---- */

/** The public key of a master key for signatures: a point of the second group. 160 bytes, 8-byte aligned (both are
 *  ABI). Copied with `=`; holds no pointers. */
typedef struct gm_sm9_sign_public_key {
    uint64_t x_[2][4], y_[2][4]; /* canonical, lowest word first, the constant first */
    uint64_t kind_;              /* 0 = no key                                       */
    uint64_t reserved_[3];
} gm_sm9_sign_public_key;

/** A master key for signatures: it makes every user's key. 192 bytes, 8-byte aligned (both are ABI). Copied with `=`;
 *  holds no pointers. Wipe it after use. */
typedef struct gm_sm9_sign_master_key {
    uint64_t s_[4];
    gm_sm9_sign_public_key public_;
} gm_sm9_sign_master_key;

/** A user's key for signatures: a point of the first group, all of it secret. 96 bytes, 8-byte aligned (both are ABI).
 *  Copied with `=`; holds no pointers. Wipe it after use. */
typedef struct gm_sm9_sign_user_key {
    uint64_t x_[4], y_[4];
    uint64_t kind_;
    uint64_t reserved_[3];
} gm_sm9_sign_user_key;

/** sizeof(gm_sm9_sign_public_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_sign_public_key_size(void);

/** sizeof(gm_sm9_sign_master_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_sign_master_key_size(void);

/** sizeof(gm_sm9_sign_user_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_sign_user_key_size(void);

/** Make a new master key pair for signatures from the operating system's randomness: its number is uniform in
 *  [1, N-1] but for 2^-128.
 *
 *  key      out: the new master key, with its public key inside.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  key is NULL.
 *           GM_ERR_RANDOM    no randomness; key is all zeros.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_keygen(gm_sm9_sign_master_key *key);

/** Take a master key from its number, and derive the public key.
 *
 *  key      out: the master key; all zeros on an error.
 *  in       in:  `len` bytes, big-endian; must not overlap key.
 *  len      32. Also 1 to 31, where leading zeros were dropped, and 33 with a first byte of 0, as some libraries
 *           write integers.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  len is 0 or above 33, or of 33 bytes the first is not 0.
 *           GM_ERR_KEY       the number is not in [1, N-1].
 *  Timing   depends on len, and on whether there is an error; never on the key.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_master_key_read(gm_sm9_sign_master_key *key, const uint8_t *in, size_t len);

/** Give the number of a master key.
 *
 *  key      in:  a master key.
 *  out      out: 32 bytes, big-endian, leading zeros kept.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_master_key_write(const gm_sm9_sign_master_key *key,
                                                           uint8_t out[GM_SM9_MASTER_SIZE]);

/** Give the public key of a master key; nothing is computed.
 *
 *  key         in:  a master key.
 *  public_key  out: its public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; public_key is untouched.
 *           GM_ERR_KEY       key holds no key; public_key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_master_key_public(const gm_sm9_sign_master_key *key,
                                                            gm_sm9_sign_public_key *public_key);

/** Take a public key from an octet string, and check it.
 *
 *  key      out: the public key; all zeros on an error.
 *  in       in:  `len` bytes, 04 || x1 || x0 || y1 || y0; must not overlap key.
 *  len      129.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  not that form.
 *           GM_ERR_KEY       a coordinate is not below q, the point is not on the twist, or it is not of order N.
 *  Timing   depends on the key, which is public.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 4.5 and 6.2.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_public_key_read(gm_sm9_sign_public_key *key, const uint8_t *in, size_t len);

/** Give a public key as 04 || x1 || x0 || y1 || y0.
 *
 *  key      in:  a public key.
 *  out      out: 129 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 6.2.8.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_public_key_write(const gm_sm9_sign_public_key *key,
                                                           uint8_t out[GM_SM9_G2_SIZE]);

/** Are two public keys the same?
 *
 *  a, b     in: public keys; may be the same object.
 *
 *  Returns  1 if they are, 0 if not, if a pointer is NULL or if either holds no key.
 *  Timing   depends on the keys, which are public.
 *  Threads  any.
 */
GM_API GM_NODISCARD int gm_sm9_sign_public_key_equal(const gm_sm9_sign_public_key *a, const gm_sm9_sign_public_key *b);

/** Extract a user's key: the centre's work.
 *
 *  key      out: the user's key; all zeros on GM_ERR_UNSUPPORTED.
 *  master   in:  the master key.
 *  id       in:  `id_len` bytes, the user's identity.
 *  hid      which use of that identity; GM_SM9_HID_SIGN mostly.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL or the identity is too long; key is untouched.
 *           GM_ERR_KEY          master holds no key; key is untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity: H1(id || hid) and its number add up to N.
 *                               The standard has the master key replaced, and all user keys with it. It does not
 *                               happen by chance.
 *  Timing   depends on id_len, and on whether it is the last case.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_extract(gm_sm9_sign_user_key *key, const gm_sm9_sign_master_key *master,
                                                  const uint8_t *id, size_t id_len, uint8_t hid);

/** Take a user's key from an octet string, and check that it is a point of the group. Whose key it is
 *  gm_sm9_sign_user_key_check() tells.
 *
 *  key      out: the user's key; all zeros on an error.
 *  in       in:  `len` bytes, 04 || x || y; must not overlap key.
 *  len      65.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  not that form.
 *           GM_ERR_KEY       a coordinate is not below q, or the point is not on the curve.
 *  Timing   depends on the first byte, and on whether there is an error; never on the key.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 4.5 and 6.2.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_user_key_read(gm_sm9_sign_user_key *key, const uint8_t *in, size_t len);

/** Give a user's key as 04 || x || y.
 *
 *  key      in:  a user's key.
 *  out      out: 65 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 6.2.8.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_user_key_write(const gm_sm9_sign_user_key *key, uint8_t out[GM_SM9_G1_SIZE]);

/** Is this the key of that user under that master key? Two pairings tell.
 *
 *  key      in: a user's key.
 *  master   in: the public key of the master key.
 *  id       in: `id_len` bytes, the user's identity.
 *  hid      which use of that identity.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not.
 *           GM_ERR_ARGUMENT  a pointer is NULL or the identity is too long.
 *           GM_ERR_KEY       key or master holds no key.
 *  Timing   depends on id_len, on what is public, and on the answer; never on the key.
 *  Threads  any.   Standard: e(ds, [H1] P2 + Ppub-s) = e(P1, Ppub-s), which follows from GM/T 0044.2-2016, 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_user_key_check(const gm_sm9_sign_user_key *key,
                                                         const gm_sm9_sign_public_key *master, const uint8_t *id,
                                                         size_t id_len, uint8_t hid);

/* ---- Keys of encryption and key exchange ---- */

/** The public key of a master key for encryption: a point of the first group. 96 bytes, 8-byte aligned (both are
 *  ABI). Copied with `=`; holds no pointers. */
typedef struct gm_sm9_enc_public_key {
    uint64_t x_[4], y_[4]; /* canonical, lowest word first */
    uint64_t kind_;        /* 0 = no key                   */
    uint64_t reserved_[3];
} gm_sm9_enc_public_key;

/** A master key for encryption: it makes every user's key. 128 bytes, 8-byte aligned (both are ABI). Copied with `=`;
 *  holds no pointers. Wipe it after use. */
typedef struct gm_sm9_enc_master_key {
    uint64_t s_[4];
    gm_sm9_enc_public_key public_;
} gm_sm9_enc_master_key;

/** A user's key for decryption or key exchange: a point of the second group, all of it secret. 160 bytes, 8-byte
 *  aligned (both are ABI). Copied with `=`; holds no pointers. Wipe it after use. */
typedef struct gm_sm9_enc_user_key {
    uint64_t x_[2][4], y_[2][4];
    uint64_t kind_;
    uint64_t reserved_[3];
} gm_sm9_enc_user_key;

/** sizeof(gm_sm9_enc_public_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_enc_public_key_size(void);

/** sizeof(gm_sm9_enc_master_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_enc_master_key_size(void);

/** sizeof(gm_sm9_enc_user_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_enc_user_key_size(void);

/** Make a new master key pair for encryption, as gm_sm9_sign_keygen() does for signatures.
 *
 *  key      out: the new master key, with its public key inside.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  key is NULL.
 *           GM_ERR_RANDOM    no randomness; key is all zeros.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_keygen(gm_sm9_enc_master_key *key);

/** Take a master key from its number, and derive the public key.
 *
 *  key, in, len  as for gm_sm9_sign_master_key_read().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  len is 0 or above 33, or of 33 bytes the first is not 0.
 *           GM_ERR_KEY       the number is not in [1, N-1].
 *  Timing   depends on len, and on whether there is an error; never on the key.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_master_key_read(gm_sm9_enc_master_key *key, const uint8_t *in, size_t len);

/** Give the number of a master key.
 *
 *  key      in:  a master key.
 *  out      out: 32 bytes, big-endian, leading zeros kept.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_master_key_write(const gm_sm9_enc_master_key *key,
                                                          uint8_t out[GM_SM9_MASTER_SIZE]);

/** Give the public key of a master key; nothing is computed.
 *
 *  key         in:  a master key.
 *  public_key  out: its public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; public_key is untouched.
 *           GM_ERR_KEY       key holds no key; public_key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_master_key_public(const gm_sm9_enc_master_key *key,
                                                           gm_sm9_enc_public_key *public_key);

/** Take a public key from an octet string, and check it.
 *
 *  key      out: the public key; all zeros on an error.
 *  in       in:  `len` bytes, 04 || x || y, or 02 or 03 || x, the parity of y in the first byte; must not overlap key.
 *  len      65 or 33.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  none of these forms.
 *           GM_ERR_KEY       a coordinate is not below q, or the point is not on the curve.
 *  Timing   depends on the key, which is public.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 4.5 and 6.2.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_public_key_read(gm_sm9_enc_public_key *key, const uint8_t *in, size_t len);

/** Give a public key as 04 || x || y.
 *
 *  key      in:  a public key.
 *  out      out: 65 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 6.2.8.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_public_key_write(const gm_sm9_enc_public_key *key,
                                                          uint8_t out[GM_SM9_G1_SIZE]);

/** Are two public keys the same?
 *
 *  a, b     in: public keys; may be the same object.
 *
 *  Returns  1 if they are, 0 if not, if a pointer is NULL or if either holds no key.
 *  Timing   depends on the keys, which are public.
 *  Threads  any.
 */
GM_API GM_NODISCARD int gm_sm9_enc_public_key_equal(const gm_sm9_enc_public_key *a, const gm_sm9_enc_public_key *b);

/** Extract a user's key: the centre's work.
 *
 *  key      out: the user's key; all zeros on GM_ERR_UNSUPPORTED.
 *  master   in:  the master key.
 *  id       in:  `id_len` bytes, the user's identity.
 *  hid      which use of that identity: GM_SM9_HID_ENCRYPT or GM_SM9_HID_EXCHANGE mostly.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL or the identity is too long; key is untouched.
 *           GM_ERR_KEY          master holds no key; key is untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity, as for gm_sm9_sign_extract().
 *  Timing   depends on id_len, and on whether it is the last case.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 5.4; GM/T 0044.3-2016, 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_extract(gm_sm9_enc_user_key *key, const gm_sm9_enc_master_key *master,
                                                 const uint8_t *id, size_t id_len, uint8_t hid);

/** Take a user's key from an octet string, and check that it is a point of the group. Whose key it is
 *  gm_sm9_enc_user_key_check() tells.
 *
 *  key      out: the user's key; all zeros on an error.
 *  in       in:  `len` bytes, 04 || x1 || x0 || y1 || y0; must not overlap key.
 *  len      129.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_ENCODING  not that form.
 *           GM_ERR_KEY       a coordinate is not below q, the point is not on the twist, or it is not of order N.
 *  Timing   depends on the first byte, and on whether there is an error; never on the key.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 4.5 and 6.2.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_user_key_read(gm_sm9_enc_user_key *key, const uint8_t *in, size_t len);

/** Give a user's key as 04 || x1 || x0 || y1 || y0.
 *
 *  key      in:  a user's key.
 *  out      out: 129 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0044.1-2016, 6.2.8.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_user_key_write(const gm_sm9_enc_user_key *key, uint8_t out[GM_SM9_G2_SIZE]);

/** Is this the key of that user under that master key? Two pairings tell.
 *
 *  key      in: a user's key.
 *  master   in: the public key of the master key.
 *  id       in: `id_len` bytes, the user's identity.
 *  hid      which use of that identity.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not.
 *           GM_ERR_ARGUMENT  a pointer is NULL or the identity is too long.
 *           GM_ERR_KEY       key or master holds no key.
 *  Timing   depends on id_len, on what is public, and on the answer; never on the key.
 *  Threads  any.   Standard: e([H1] P1 + Ppub-e, de) = e(Ppub-e, P2), which follows from GM/T 0044.4-2016, 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_user_key_check(const gm_sm9_enc_user_key *key,
                                                        const gm_sm9_enc_public_key *master, const uint8_t *id,
                                                        size_t id_len, uint8_t hid);

/* ---- Sign ---- */

/** Sign a message. The identity does not enter the signature but through the key.
 *
 *  key        in:  the signer's user key.
 *  signature  out: 97 bytes, h || S; all zeros on GM_ERR_RANDOM; no overlap with the inputs.
 *  master     in:  the public key of the master key that the user key was extracted with. With another one the
 *                  signature is wrong.
 *  data       in:  `len` bytes, below 2^61 - 512; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or len is too large; signature is untouched.
 *           GM_ERR_KEY       key or master holds no key; signature is untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   depends on len alone.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign(const gm_sm9_sign_user_key *key, uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                          const gm_sm9_sign_public_key *master, const uint8_t *data, size_t len);

/* ---- Verify ---- */

/** Check the signature of a message.
 *
 *  master     in: the public key of the signer's master key.
 *  signature  in: 97 bytes, h || S.
 *  id         in: `id_len` bytes, the signer's identity.
 *  hid        which use of that identity; GM_SM9_HID_SIGN mostly.
 *  data       in: `len` bytes, below 2^61 - 512; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not that signer's signature of that message: one answer for all that can be wrong,
 *                            also h out of range and S not in the group.
 *           GM_ERR_ARGUMENT  a pointer is NULL, the identity is too long or len too large.
 *           GM_ERR_KEY       master holds no key.
 *  Timing   depends on the inputs, which are public; on data by its length alone.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_verify(const gm_sm9_sign_public_key *master,
                                            const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id,
                                            size_t id_len, uint8_t hid, const uint8_t *data, size_t len);

/* ---- A message in pieces ---- */

/** A message that is going to be signed or checked; no key enters it before. 136 bytes, 8-byte aligned (both are ABI).
 *  Copied with `=`; holds no pointers. Wipe it if the message was secret and you drop it. */
typedef struct gm_sm9_message {
    gm_sm3_ctx hash_;
    uint64_t kind_;
} gm_sm9_message;

/** sizeof(gm_sm9_message), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_message_size(void);

/** Start a message.
 *
 *  message  out: ready for gm_sm9_message_update(); what it held is forgotten.
 *
 *  Cannot fail; a NULL message is ignored.
 *  Timing   constant.
 *  Threads  one message, one thread at a time.
 */
GM_API void gm_sm9_message_init(gm_sm9_message *message);

/** Absorb more of the message.
 *
 *  message  in/out: from gm_sm9_message_init(); must not overlap data.
 *  data     in:     `len` bytes; may be NULL when len is 0.
 *  len      any; the whole must stay below 2^61 - 512 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the message got too long;
 *           GM_ERR_STATE     message was not started, or is finished; in all cases message is unchanged.
 *  Timing   as gm_sm3_update().
 *  Threads  one message, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm9_message_update(gm_sm9_message *message, const uint8_t *data, size_t len);

/** Finish a message and sign it. The message is wiped.
 *
 *  message    in/out: from gm_sm9_message_init(); all zeros afterwards.
 *  key        in:     the signer's user key.
 *  signature  out:    97 bytes, h || S; all zeros on GM_ERR_RANDOM; must not overlap the others.
 *  master     in:     the public key of the master key that the user key was extracted with.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     message was not started, or is finished; nothing is changed.
 *           GM_ERR_KEY       key or master holds no key; nothing is changed.
 *           GM_ERR_RANDOM    no randomness; the message is wiped all the same.
 *  Timing   depends on the length of the message alone.
 *  Threads  one message, one thread at a time.   Standard: GM/T 0044.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_message_sign(gm_sm9_message *message, const gm_sm9_sign_user_key *key,
                                                  uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                                  const gm_sm9_sign_public_key *master);

/** Finish a message and check its signature. The message is wiped, also when the signature is wrong.
 *
 *  message    in/out: from gm_sm9_message_init(); all zeros afterwards.
 *  master     in:     the public key of the signer's master key.
 *  signature  in:     97 bytes, h || S.
 *  id         in:     `id_len` bytes, the signer's identity.
 *  hid        which use of that identity.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the signature is wrong.
 *           GM_ERR_ARGUMENT  a pointer is NULL or the identity is too long; nothing is changed.
 *           GM_ERR_STATE     message was not started, or is finished; nothing is changed.
 *           GM_ERR_KEY       master holds no key; nothing is changed.
 *  Timing   as gm_sm9_verify().
 *  Threads  one message, one thread at a time.   Standard: GM/T 0044.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_message_verify(gm_sm9_message *message, const gm_sm9_sign_public_key *master,
                                                    const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id,
                                                    size_t id_len, uint8_t hid);

GM_END_DECLS

#endif
