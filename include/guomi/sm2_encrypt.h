/* SM2 public key encryption (GB/T 32918.4), key encapsulation and hybrid encryption.
 *
 * A ciphertext has three parts: C1, a point made for it; C2, as long as the plaintext; C3, a hash of 32 bytes that
 * finds every change. Standard and habit put them together in seven ways (gm_sm2_form); every call says which. A
 * decryption is never tried in another form than the one that was named, but by gm_sm2_decrypt_detect().
 *
 * What to use     gm_sm2_encrypt() for keys and short texts: it costs 8 cycles a byte, hashes the text and keeps
 *                 to the standard. gm_sm2_hybrid_encrypt() for long texts, where both sides run this library: it
 *                 costs 1 cycle a byte. gm_sm2_kem_encapsulate() for a protocol of your own.
 * Empty texts     are refused by the standard's encryption, not by the hybrid one.
 * Bad ciphertexts A decryption answers all of them with GM_ERR_VERIFY: too short, another form, C1 not on the
 *                 curve, wrong C3, or a key stream of zeros. Outputs are then zero.
 * Stack           At most 24 KB. Nothing allocates. */
#ifndef GUOMI_SM2_ENCRYPT_H
#define GUOMI_SM2_ENCRYPT_H

#include <guomi/base.h>
#include <guomi/sm2.h>
#include <guomi/sm2_prepared.h>
#include <guomi/sm3.h>
#include <guomi/sm4.h>

GM_BEGIN_DECLS

#define GM_SM2_C1_SIZE 65                                /* 04 || x || y                                    */
#define GM_SM2_C3_SIZE 32                                /* SM3                                             */
#define GM_SM2_PLAINTEXT_MAX (UINT64_C(0xffffffff) * 32) /* bytes: the KDF numbers its blocks with 32 bits  */
#define GM_SM2_LAYOUT_HEAD_MAX 128                       /* what may stand before C2                        */
#define GM_SM2_HYBRID_TAG_SIZE 16                        /* of SM4-GCM                                      */
#define GM_SM2_HYBRID_OVERHEAD (GM_SM2_C1_SIZE + GM_SM2_HYBRID_TAG_SIZE)
#define GM_SM2_HYBRID_TEXT_MAX ((UINT64_C(1) << 36) - 32) /* bytes: the counter of GCM has 32 bits           */

/** The forms of a ciphertext. C1 is 04 || x || y; in the compressed forms 02 or 03 || x, after the parity of y; in
 *  the bare forms x || y with nothing before it. The numbers are frozen. */
typedef enum gm_sm2_form {
    GM_SM2_DER = 1,    /* SEQUENCE { INTEGER x, INTEGER y, OCTET STRING C3, OCTET STRING C2 } (GM/T 0009) */
    GM_SM2_C1C3C2 = 2, /* the order of the standard since 2012                                             */
    GM_SM2_C1C2C3 = 3, /* the order before that                                                            */
    GM_SM2_C1C3C2_COMPRESSED = 4,
    GM_SM2_C1C2C3_COMPRESSED = 5,
    GM_SM2_C1C3C2_BARE = 6, /* as some JavaScript libraries write it */
    GM_SM2_C1C2C3_BARE = 7
} gm_sm2_form;

/** The size of a ciphertext: exact, but in DER, where x and y may be shorter, the largest.
 *
 *  form     one of the forms.
 *  len      bytes of plaintext.
 *
 *  Returns  the size; 0 if there is no such ciphertext (no such form, len 0, len above GM_SM2_PLAINTEXT_MAX, or a
 *           size that is no size_t).
 *  Timing and threads: any.
 */
GM_API size_t gm_sm2_ciphertext_size(gm_sm2_form form, size_t len);

/* ---- Whole messages ---- */

/** Encrypt a message.
 *
 *  key      in:  the receiver's public key.
 *  form     the form of the ciphertext.
 *  out      out: the ciphertext; no overlap with in.
 *  out_size bytes that out has: at least gm_sm2_ciphertext_size(form, len), also where the DER comes out shorter.
 *  out_len  out: bytes written; 0 on an error.
 *  in       in:  `len` bytes of plaintext, 1 to GM_SM2_PLAINTEXT_MAX.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such form, a length is out of range, or the buffers
 *                            overlap; the outputs are untouched.
 *           GM_ERR_BUFFER    out_size is too small; out is untouched.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness; out is all zeros.
 *  Timing   depends on form, len and C1, which is sent. A short message may take a second nonce (the standard
 *           forbids a key stream of zeros: once in 256 for one byte), and that shows.
 *  Threads  any.   Standard: GB/T 32918.4-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_encrypt(const gm_sm2_public_key *key, gm_sm2_form form, uint8_t *out,
                                             size_t out_size, size_t *out_len, const uint8_t *in, size_t len);

/** The same for a prepared key, which takes less than half the time. prepared: in, from gm_sm2_prepare().
 *  Returns  as gm_sm2_encrypt(), with GM_ERR_STATE in place of GM_ERR_KEY: prepared is none, or of another back end. */
GM_API GM_NODISCARD gm_status gm_sm2_encrypt_prepared(const gm_sm2_prepared *prepared, gm_sm2_form form, uint8_t *out,
                                                      size_t out_size, size_t *out_len, const uint8_t *in, size_t len);

/** Decrypt a message.
 *
 *  key      in:  the receiver's private key.
 *  form     the form of the ciphertext: no other is tried.
 *  out      out: the plaintext; may be NULL when out_size is 0; no overlap with in.
 *  out_size bytes that out has. `len` is always enough; the plaintext's length is public.
 *  out_len  out: bytes of plaintext; 0 on an error.
 *  in       in:  `len` bytes of ciphertext; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    not a ciphertext of this form for this key: one answer for all that can be wrong. All
 *                            out_size bytes of out are zero.
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such form, or the buffers overlap; the outputs are
 *                            untouched.
 *           GM_ERR_BUFFER    out_size is less than the plaintext needs; out is untouched.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *  Timing   depends on form, len, C1, and on whether the ciphertext is right; never on key or plaintext.
 *  Threads  any.   Standard: GB/T 32918.4-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_decrypt(const gm_sm2_private_key *key, gm_sm2_form form, uint8_t *out,
                                             size_t out_size, size_t *out_len, const uint8_t *in, size_t len);

/** Decrypt a message of any form, and find out which it was: for tools and for archives of mixed origin. A protocol
 *  names its form.
 *
 *  key      in:  the receiver's private key.
 *  form     out: the form, if the call succeeds.
 *  out      out: the plaintext; may be NULL when out_size is 0; no overlap with in.
 *  out_size bytes that out has. `len` is always enough.
 *  out_len  out: bytes of plaintext; 0 on an error.
 *  in       in:  `len` bytes of ciphertext, all of it; may be NULL when len is 0.
 *
 *  A form is possible when the length fits and its C1 is on the curve, whatever the first byte suggests: a bare
 *  ciphertext may begin with 04 or 30. Of the possible ones that is right whose C3 is.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    no form is right; all out_size bytes of out are zero.
 *           GM_ERR_ARGUMENT  a pointer is NULL or the buffers overlap; the outputs are untouched.
 *           GM_ERR_BUFFER    out_size is too small for a form that is possible; out is untouched.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *  Timing   depends on the ciphertext and on its form, which is asked for; never on key or plaintext.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_decrypt_detect(const gm_sm2_private_key *key, gm_sm2_form *form, uint8_t *out,
                                                    size_t out_size, size_t *out_len, const uint8_t *in, size_t len);

/** Write a ciphertext in another form. It takes no key, so C3 is not checked; that C1 is on the curve is.
 *
 *  to       the form to write.
 *  out      out: the same ciphertext; no overlap with in.
 *  out_size bytes that out has: len + 64 are always enough.
 *  out_len  out: bytes written; 0 on an error.
 *  from     the form that in has.
 *  in       in:  `len` bytes of ciphertext; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ENCODING  in has not that form, or C1 is not on the curve; out is untouched.
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such form, or the buffers overlap; out is untouched.
 *           GM_ERR_BUFFER    out_size is too small; out is untouched.
 *  Timing   depends on the ciphertext, which is public.
 *  Threads  any.   Standard: GM/T 0009-2012, 7.2.
 */
GM_API GM_NODISCARD gm_status gm_sm2_ciphertext_convert(gm_sm2_form to, uint8_t *out, size_t out_size, size_t *out_len,
                                                        gm_sm2_form from, const uint8_t *in, size_t len);

/* ---- Messages in pieces ----
 * An encryption gives C1 first, then C2 as the plaintext comes, and C3 last; the caller puts them where the form has
 * them. A gm_sm2_layout says where that is, for writing and for reading. */

/** Where the parts of a ciphertext are. 256 bytes, 8-byte aligned (both are ABI). Nothing is secret; read the
 *  members. */
typedef struct gm_sm2_layout {
    uint8_t c1[GM_SM2_C1_SIZE]; /* C1 as 04 || x || y, whatever the form                        */
    uint8_t fill_[7];
    uint8_t head[GM_SM2_LAYOUT_HEAD_MAX]; /* the ciphertext up to C2: `head_len` bytes                    */
    uint64_t head_len;                    /* C2 begins here                                               */
    uint64_t c2_len;                      /* bytes of C2, and of the plaintext                            */
    uint64_t c3_at;                       /* the 32 bytes of C3 begin here, in the head (as zeros) or last */
    uint64_t size;                        /* of the whole ciphertext                                      */
    uint64_t reserved_[3];
} gm_sm2_layout;

/** Lay out a ciphertext that is to be written.
 *
 *  layout   out: where its parts go; untouched on an error.
 *  form     the form.
 *  c1       in:  65 bytes, 04 || x || y, from gm_sm2_encrypt_init().
 *  c2_len   bytes of plaintext, 1 to GM_SM2_PLAINTEXT_MAX.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such form, or c2_len is out of range (also where the
 *                            size is no size_t).
 *           GM_ERR_ENCODING  c1 is no point of the curve.
 *  Timing   depends on the input, which is public.
 *  Threads  any.   Standard: GM/T 0009-2012, 7.2.
 */
GM_API GM_NODISCARD gm_status gm_sm2_layout_write(gm_sm2_layout *layout, gm_sm2_form form,
                                                  const uint8_t c1[GM_SM2_C1_SIZE], uint64_t c2_len);

/** Find the parts of a ciphertext from its first bytes and its size.
 *
 *  layout   out: where its parts are; untouched on an error.
 *  form     the form.
 *  head     in:  the first `head_len` bytes: GM_SM2_LAYOUT_HEAD_MAX, or all if there are fewer; may be NULL when
 *                head_len is 0.
 *  size     bytes of the whole ciphertext, at least head_len.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such form, or size is below head_len.
 *           GM_ERR_ENCODING  not that form, a head too short for it, or C1 is not on the curve.
 *  Timing   depends on the input, which is public.
 *  Threads  any.   Standard: GM/T 0009-2012, 7.2.
 */
GM_API GM_NODISCARD gm_status gm_sm2_layout_read(gm_sm2_layout *layout, gm_sm2_form form, const uint8_t *head,
                                                 size_t head_len, uint64_t size);

/** An encryption or decryption that runs. One use: it stores its own address, and a moved or copied object answers
 *  GM_ERR_STATE. Secret; finish wipes it, wipe it yourself if you drop it earlier. */
typedef struct gm_sm2_cipher {
    gm_sm3_ctx c3_;    /* the hash of x2 || plaintext so far       */
    uint32_t kdf_[8];  /* SM3's state after x2 || y2               */
    uint8_t y_[32];    /* y2                                       */
    uint8_t held_[32]; /* key stream of a block begun              */
    uint64_t some_;    /* 0: the key stream so far was zero        */
    uint64_t total_;   /* bytes so far                             */
    uintptr_t self_;
    uint8_t state_, fill_[7];
    uint64_t reserved_[2];
} gm_sm2_cipher;

/** sizeof(gm_sm2_cipher), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm2_cipher_size(void);

/** Begin an encryption.
 *
 *  ctx      out: ready for gm_sm2_encrypt_update(); all zeros on GM_ERR_RANDOM.
 *  key      in:  the receiver's public key.
 *  c1       out: 65 bytes: C1 as 04 || x || y; all zeros on GM_ERR_RANDOM.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; the outputs are untouched.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.4-2016, 6.1, A1 to A4.
 */
GM_API GM_NODISCARD gm_status gm_sm2_encrypt_init(gm_sm2_cipher *ctx, const gm_sm2_public_key *key,
                                                  uint8_t c1[GM_SM2_C1_SIZE]);

/** The same for a prepared key. prepared: in, from gm_sm2_prepare().
 *  Returns  as gm_sm2_encrypt_init(), with GM_ERR_STATE in place of GM_ERR_KEY: prepared is none, or of another back
 *           end. */
GM_API GM_NODISCARD gm_status gm_sm2_encrypt_init_prepared(gm_sm2_cipher *ctx, const gm_sm2_prepared *prepared,
                                                           uint8_t c1[GM_SM2_C1_SIZE]);

/** Encrypt the next piece.
 *
 *  ctx      in/out: from gm_sm2_encrypt_init(); unchanged on an error.
 *  out      out:    `len` bytes of C2; in place allowed.
 *  in       in:     `len` bytes of plaintext; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, the buffers overlap in part, or more than GM_SM2_PLAINTEXT_MAX
 *                            bytes have come.
 *           GM_ERR_STATE     not begun for encryption, finished, or moved.
 *  Timing   depends on the lengths.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.4-2016, 6.1, A5 and A6.
 */
GM_API GM_NODISCARD gm_status gm_sm2_encrypt_update(gm_sm2_cipher *ctx, uint8_t *out, const uint8_t *in, size_t len);

/** End an encryption. The context is wiped.
 *
 *  ctx      in/out: from gm_sm2_encrypt_init().
 *  c3       out:    32 bytes: C3; all zeros on an error of the message.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL (ctx is unchanged), or no byte was encrypted.
 *           GM_ERR_STATE     not begun for encryption, finished, or moved; nothing is changed.
 *           GM_ERR_RANDOM    the key stream was zero throughout, which the standard forbids: drop the ciphertext
 *                            and encrypt anew. It happens once in 256 messages of one byte, once in 65536 of two
 *                            and so on; gm_sm2_encrypt() starts again by itself.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.4-2016, 6.1, A7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_encrypt_finish(gm_sm2_cipher *ctx, uint8_t c3[GM_SM2_C3_SIZE]);

/** Begin a decryption.
 *
 *  ctx      out: ready for gm_sm2_decrypt_update_unverified(); all zeros on GM_ERR_VERIFY.
 *  key      in:  the receiver's private key.
 *  c1       in:  65 bytes, 04 || x || y, as gm_sm2_layout_read() finds it.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    c1 is no point of the curve.
 *           GM_ERR_ARGUMENT  a pointer is NULL; ctx is untouched.
 *           GM_ERR_KEY       key holds no key; ctx is untouched.
 *  Timing   depends on c1, never on the key.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.4-2016, 7.1, B1 to B3.
 */
GM_API GM_NODISCARD gm_status gm_sm2_decrypt_init(gm_sm2_cipher *ctx, const gm_sm2_private_key *key,
                                                  const uint8_t c1[GM_SM2_C1_SIZE]);

/** Decrypt the next piece. The plaintext is NOT authentic until gm_sm2_decrypt_finish() has returned GM_OK: do not
 *  act on it, and destroy it if that fails.
 *
 *  ctx      in/out: from gm_sm2_decrypt_init(); unchanged on an error.
 *  out      out:    `len` bytes of plaintext; in place allowed.
 *  in       in:     `len` bytes of C2; may be NULL when len is 0.
 *
 *  Returns  GM_OK, GM_ERR_ARGUMENT or GM_ERR_STATE, as gm_sm2_encrypt_update().
 *  Timing   depends on the lengths.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.4-2016, 7.1, B4 and B5.
 */
GM_API GM_NODISCARD gm_status gm_sm2_decrypt_update_unverified(gm_sm2_cipher *ctx, uint8_t *out, const uint8_t *in,
                                                               size_t len);

/** End a decryption: compare C3 in constant time, and wipe the context.
 *
 *  ctx      in/out: from gm_sm2_decrypt_init().
 *  c3       in:     32 bytes: C3.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the ciphertext is forged, damaged, empty or for another key.
 *           GM_ERR_ARGUMENT  a pointer is NULL; ctx is unchanged.
 *           GM_ERR_STATE     not begun for decryption, finished, or moved; nothing is changed.
 *  Timing   depends on whether the ciphertext is right.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.4-2016, 7.1, B6.
 */
GM_API GM_NODISCARD gm_status gm_sm2_decrypt_finish(gm_sm2_cipher *ctx, const uint8_t c3[GM_SM2_C3_SIZE]);

/* ---- Key encapsulation (doc/sm2_hybrid.md) ---- */

/** Make a secret that only the owner of a public key can find again.
 *
 *  key        in:  the receiver's public key.
 *  c1         out: 65 bytes to be sent, 04 || x || y; no overlap with shared.
 *  shared     out: the secret, fit to be used as a key.
 *  shared_len bytes of it, 1 to GM_SM2_PLAINTEXT_MAX; 16 and more for a key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, shared_len is out of range, or the buffers overlap; the outputs are
 *                            untouched.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness; the outputs are all zeros.
 *  Timing   depends on shared_len, and on whether a nonce was thrown away because it gave a secret of zeros.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_kem_encapsulate(const gm_sm2_public_key *key, uint8_t c1[GM_SM2_C1_SIZE],
                                                     uint8_t *shared, size_t shared_len);

/** The same for a prepared key. prepared: in, from gm_sm2_prepare().
 *  Returns  as gm_sm2_kem_encapsulate(), with GM_ERR_STATE in place of GM_ERR_KEY: prepared is none, or of another
 *           back end. */
GM_API GM_NODISCARD gm_status gm_sm2_kem_encapsulate_prepared(const gm_sm2_prepared *prepared,
                                                              uint8_t c1[GM_SM2_C1_SIZE], uint8_t *shared,
                                                              size_t shared_len);

/** Find the secret again. With another key, or with c1 changed into another point, another secret is found, without
 *  an error: what is done with it must tell.
 *
 *  key        in:  the receiver's private key.
 *  shared     out: the secret; all zeros on GM_ERR_VERIFY; no overlap with c1.
 *  shared_len as in gm_sm2_kem_encapsulate().
 *  c1         in:  65 bytes, from gm_sm2_kem_encapsulate().
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    c1 is no point of the curve, or the secret is zero throughout.
 *           GM_ERR_ARGUMENT  a pointer is NULL, shared_len is out of range, or the buffers overlap; shared is
 *                            untouched.
 *           GM_ERR_KEY       key holds no key; shared is untouched.
 *  Timing   depends on shared_len and c1, never on the key.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_kem_decapsulate(const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                                                     const uint8_t c1[GM_SM2_C1_SIZE]);

/* ---- Hybrid encryption: encapsulation and SM4-GCM (doc/sm2_hybrid.md) ---- */

/** Encrypt a message of any length up to 64 GB.
 *
 *  key      in:  the receiver's public key.
 *  out      out: len + GM_SM2_HYBRID_OVERHEAD bytes: C1, the text, the tag; no overlap with the inputs.
 *  aad      in:  `aad_len` bytes, below 2^61, that the receiver must know too; may be NULL when aad_len is 0.
 *  in       in:  `len` bytes of plaintext, at most GM_SM2_HYBRID_TEXT_MAX; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, a length is too large, or buffers overlap; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *           GM_ERR_RANDOM    no randomness; out is all zeros.
 *  Timing   depends on the lengths.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_hybrid_encrypt(const gm_sm2_public_key *key, uint8_t *out, const uint8_t *aad,
                                                    size_t aad_len, const uint8_t *in, size_t len);

/** The same for a prepared key. prepared: in, from gm_sm2_prepare().
 *  Returns  as gm_sm2_hybrid_encrypt(), with GM_ERR_STATE in place of GM_ERR_KEY: prepared is none, or of another
 *           back end. */
GM_API GM_NODISCARD gm_status gm_sm2_hybrid_encrypt_prepared(const gm_sm2_prepared *prepared, uint8_t *out,
                                                             const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                                             size_t len);

/** Decrypt a message.
 *
 *  key      in:  the receiver's private key.
 *  out      out: len - GM_SM2_HYBRID_OVERHEAD bytes of plaintext; may be NULL where these are none; no overlap with
 *                the inputs. All zeros on GM_ERR_VERIFY.
 *  aad      in:  `aad_len` bytes, as given to the encryption; may be NULL when aad_len is 0.
 *  in       in:  `len` bytes: C1, text and tag; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    forged, damaged, too short, for another key or with other aad.
 *           GM_ERR_ARGUMENT  a pointer is NULL, a length is too large, or buffers overlap; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *  Timing   depends on the lengths, C1, and whether the message is right; never on key or plaintext.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_hybrid_decrypt(const gm_sm2_private_key *key, uint8_t *out, const uint8_t *aad,
                                                    size_t aad_len, const uint8_t *in, size_t len);

/** Begin a message in pieces: C1 here, then gm_sm4_gcm_aad(), gm_sm4_gcm_encrypt_update() and
 *  gm_sm4_gcm_encrypt_finish() with a tag of GM_SM2_HYBRID_TAG_SIZE bytes. What comes out is the same as from
 *  gm_sm2_hybrid_encrypt().
 *
 *  ctx      out: a running GCM encryption under a key of its own; all zeros on GM_ERR_RANDOM.
 *  key      in:  the receiver's public key.
 *  c1       out: 65 bytes, the first of the message; all zeros on GM_ERR_RANDOM.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; the outputs are untouched.
 *           GM_ERR_KEY       key holds no key; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm2_hybrid_encrypt_init(gm_sm4_gcm_ctx *ctx, const gm_sm2_public_key *key,
                                                         uint8_t c1[GM_SM2_C1_SIZE]);

/** The same for a prepared key. prepared: in, from gm_sm2_prepare().
 *  Returns  as gm_sm2_hybrid_encrypt_init(), with GM_ERR_STATE in place of GM_ERR_KEY: prepared is none, or of
 *           another back end. */
GM_API GM_NODISCARD gm_status gm_sm2_hybrid_encrypt_init_prepared(gm_sm4_gcm_ctx *ctx, const gm_sm2_prepared *prepared,
                                                                  uint8_t c1[GM_SM2_C1_SIZE]);

/** Begin the decryption of a message in pieces: then gm_sm4_gcm_aad(), gm_sm4_gcm_decrypt_update_unverified() and
 *  gm_sm4_gcm_decrypt_finish(). Nothing is authentic before that has returned GM_OK.
 *
 *  ctx      out: a running GCM decryption; all zeros on GM_ERR_VERIFY.
 *  key      in:  the receiver's private key.
 *  c1       in:  65 bytes, the first of the message.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    c1 is no point of the curve.
 *           GM_ERR_ARGUMENT  a pointer is NULL; ctx is untouched.
 *           GM_ERR_KEY       key holds no key; ctx is untouched.
 *  Timing   depends on c1, never on the key.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm2_hybrid_decrypt_init(gm_sm4_gcm_ctx *ctx, const gm_sm2_private_key *key,
                                                         const uint8_t c1[GM_SM2_C1_SIZE]);

GM_END_DECLS

#endif
