/* SM9 with keys in frequent use: prepared tables for a master public key of signatures, for one of encryption, and for
 * a user's decryption key. Everything works without them; with them an operation does not begin with a pairing that is
 * the same every time, or finds the lines of its pairing ready.
 *
 * Making one takes as long as one or two of the operations that it speeds. A prepared key lies in memory of the
 * caller's, where it begins at a multiple of 64 bytes: a head (the key, and whose layout this is), then the tables.
 * It holds no pointers: as a whole it may be copied to another such place. It belongs to the back end that made it: on
 * a machine or in a build with another one, functions say GM_ERR_STATE. Once made, many threads may use it.
 *
 * Stack: at most 80 KB. Nothing allocates.
 *
 * Every function here does what its namesake without _prepared does, and returns the same, with GM_ERR_STATE in place
 * of GM_ERR_KEY where the prepared key is none or of another back end. */
#ifndef GUOMI_SM9_PREPARED_H
#define GUOMI_SM9_PREPARED_H

#include <guomi/base.h>
#include <guomi/sm9.h>
#include <guomi/sm9_encrypt.h>
#include <guomi/sm9_exchange.h>

GM_BEGIN_DECLS

/* ---- The master public key of signatures: for signing and verifying ---- */

/** A master public key of signatures with the lines of its pairings and a table of powers of g = e(P1, Ppub-s). All of
 *  it is public. The tables follow this head of 192 bytes. */
typedef struct gm_sm9_sign_master_prepared {
    gm_sm9_sign_public_key key_;
    uint64_t tag_, state_;
    uint64_t reserved_[2];
} gm_sm9_sign_master_prepared;

/** How much memory one takes on this machine, its place in it chosen at a multiple of 64 bytes.
 *
 *  Returns  the number of bytes: about 50 KB.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API size_t gm_sm9_sign_master_prepared_size(void);

/** Prepare a master public key.
 *
 *  prepared  out: where in memory the prepared key is; NULL on an error.
 *  memory    out: `size` bytes, at least gm_sm9_sign_master_prepared_size(), of any alignment; no overlap with key.
 *  key       in:  the public key.
 *
 *  The memory must stay as long as *prepared is used; there is nothing to release.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_BUFFER    size is too small.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on the key, which is public.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_master_prepare(gm_sm9_sign_master_prepared **prepared, void *memory,
                                                         size_t size, const gm_sm9_sign_public_key *key);

/** Give the public key of a prepared one.
 *
 *  prepared  in:  from gm_sm9_sign_master_prepare().
 *  key       out: its public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; key is untouched.
 *           GM_ERR_STATE     prepared is none, or of another back end; key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_master_prepared_key(const gm_sm9_sign_master_prepared *prepared,
                                                              gm_sm9_sign_public_key *key);

/** Sign a message. Returns as gm_sm9_sign(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_sign_prepared(const gm_sm9_sign_user_key *key,
                                                   uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                                   const gm_sm9_sign_master_prepared *master, const uint8_t *data,
                                                   size_t len);

/** Check the signature of a message. Returns as gm_sm9_verify(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_verify_prepared(const gm_sm9_sign_master_prepared *master,
                                                     const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id,
                                                     size_t id_len, uint8_t hid, const uint8_t *data, size_t len);

/** Finish a message and sign it. Returns as gm_sm9_message_sign(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_message_sign_prepared(gm_sm9_message *message, const gm_sm9_sign_user_key *key,
                                                           uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                                           const gm_sm9_sign_master_prepared *master);

/** Finish a message and check its signature. Returns as gm_sm9_message_verify(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_message_verify_prepared(gm_sm9_message *message,
                                                             const gm_sm9_sign_master_prepared *master,
                                                             const uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                                                             const uint8_t *id, size_t id_len, uint8_t hid);

/* ---- The master public key of encryption: for encapsulating, encrypting, and beginning an exchange ---- */

/** A master public key of encryption with a table of powers of g = e(Ppub-e, P2). All of it is public. The table
 * follows this head of 128 bytes. */
typedef struct gm_sm9_enc_master_prepared {
    gm_sm9_enc_public_key key_;
    uint64_t tag_, state_;
    uint64_t reserved_[2];
} gm_sm9_enc_master_prepared;

/** How much memory one takes on this machine, its place in it chosen at a multiple of 64 bytes.
 *
 *  Returns  the number of bytes: 25 to 43 KB, by back end.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API size_t gm_sm9_enc_master_prepared_size(void);

/** Prepare a master public key.
 *
 *  prepared, memory, size, key  as for gm_sm9_sign_master_prepare().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_BUFFER    size is too small.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on the key, which is public.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_master_prepare(gm_sm9_enc_master_prepared **prepared, void *memory,
                                                        size_t size, const gm_sm9_enc_public_key *key);

/** Give the public key of a prepared one.
 *
 *  prepared  in:  from gm_sm9_enc_master_prepare().
 *  key       out: its public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; key is untouched.
 *           GM_ERR_STATE     prepared is none, or of another back end; key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_master_prepared_key(const gm_sm9_enc_master_prepared *prepared,
                                                             gm_sm9_enc_public_key *key);

/** Encrypt a message. Returns as gm_sm9_encrypt(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_encrypt_prepared(const gm_sm9_enc_master_prepared *master, gm_sm9_mode mode,
                                                      uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *id,
                                                      size_t id_len, uint8_t hid, const uint8_t *in, size_t len);

/** Make a secret for an identity. Returns as gm_sm9_kem_encapsulate(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_kem_encapsulate_prepared(const gm_sm9_enc_master_prepared *master,
                                                              uint8_t c1[GM_SM9_C1_SIZE], uint8_t *shared,
                                                              size_t shared_len, const uint8_t *id, size_t id_len,
                                                              uint8_t hid);

/** Encrypt a long message. Returns as gm_sm9_hybrid_encrypt(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_encrypt_prepared(const gm_sm9_enc_master_prepared *master, uint8_t *out,
                                                             const uint8_t *id, size_t id_len, uint8_t hid,
                                                             const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                                             size_t len);

/** Begin a long message in pieces. Returns as gm_sm9_hybrid_encrypt_init(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_encrypt_init_prepared(gm_sm4_gcm_ctx *ctx,
                                                                  const gm_sm9_enc_master_prepared *master,
                                                                  uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id,
                                                                  size_t id_len, uint8_t hid);

/** Begin an exchange. Returns as gm_sm9_exchange_init(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_init_prepared(gm_sm9_exchange *ctx, gm_sm9_role role,
                                                            uint8_t point[GM_SM9_G1_SIZE],
                                                            const gm_sm9_enc_master_prepared *master,
                                                            const uint8_t *peer_id, size_t peer_id_len, uint8_t hid);

/* ---- A user's key: for decapsulating, decrypting, and deriving the key of an exchange ---- */

/** A user's key of encryption with the lines of its pairings. All of it is as secret as the key: wipe the memory, all
 *  gm_sm9_enc_user_prepared_size() bytes, after use. The lines follow this head of 192 bytes. */
typedef struct gm_sm9_enc_user_prepared {
    gm_sm9_enc_user_key key_;
    uint64_t tag_, state_;
    uint64_t reserved_[2];
} gm_sm9_enc_user_prepared;

/** How much memory one takes on this machine, its place in it chosen at a multiple of 64 bytes.
 *
 *  Returns  the number of bytes: 10 to 25 KB, by back end.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API size_t gm_sm9_enc_user_prepared_size(void);

/** Prepare a user's key.
 *
 *  prepared  out: where in memory the prepared key is; NULL on an error.
 *  memory    out: `size` bytes, at least gm_sm9_enc_user_prepared_size(), of any alignment; no overlap with key.
 *  key       in:  the user's key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_BUFFER    size is too small.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_user_prepare(gm_sm9_enc_user_prepared **prepared, void *memory, size_t size,
                                                      const gm_sm9_enc_user_key *key);

/** Decrypt a message. Returns as gm_sm9_decrypt(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_decrypt_prepared(const gm_sm9_enc_user_prepared *key, gm_sm9_mode mode,
                                                      uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *id,
                                                      size_t id_len, const uint8_t *in, size_t len);

/** Find a secret again. Returns as gm_sm9_kem_decapsulate(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_kem_decapsulate_prepared(const gm_sm9_enc_user_prepared *key, uint8_t *shared,
                                                              size_t shared_len, const uint8_t c1[GM_SM9_C1_SIZE],
                                                              const uint8_t *id, size_t id_len);

/** Decrypt a long message. Returns as gm_sm9_hybrid_decrypt(), with GM_ERR_STATE as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_decrypt_prepared(const gm_sm9_enc_user_prepared *key, uint8_t *out,
                                                             const uint8_t *id, size_t id_len, const uint8_t *aad,
                                                             size_t aad_len, const uint8_t *in, size_t len);

/** Begin the decryption of a long message in pieces. Returns as gm_sm9_hybrid_decrypt_init(), with GM_ERR_STATE as said
 *  above. */
GM_API GM_NODISCARD gm_status gm_sm9_hybrid_decrypt_init_prepared(gm_sm4_gcm_ctx *ctx,
                                                                  const gm_sm9_enc_user_prepared *key,
                                                                  const uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id,
                                                                  size_t id_len);

/** Derive the key of an exchange. Returns as gm_sm9_exchange_derive(), with GM_ERR_STATE also as said above. */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_derive_prepared(gm_sm9_exchange *ctx, uint8_t *shared, size_t shared_len,
                                                              uint8_t *confirmation,
                                                              const gm_sm9_enc_user_prepared *key, const uint8_t *id,
                                                              size_t id_len, const uint8_t *peer_id, size_t peer_id_len,
                                                              const uint8_t peer_point[GM_SM9_G1_SIZE]);

GM_END_DECLS

#endif
