/* SM2 key exchange (GB/T 32918.3) and plain Diffie-Hellman on its curve.
 *
 * The exchange authenticates both sides by their keys and IDs. Each side calls gm_sm2_exchange_init() and sends the
 * point; each calls gm_sm2_exchange_derive() with the other's point. Confirmations are optional: the responder sends
 * its own (S_B) with its point, the initiator its own (S_A) afterwards, and each checks the other's with
 * gm_sm2_exchange_confirm(). Without them a wrong key shows only when it is used.
 *
 *     initiator                                      responder
 *     init -> R_A                 R_A ->             init -> R_B; derive(R_A) -> key, S_B
 *     derive(R_B) -> key, S_A     <- R_B, S_B
 *     confirm(S_B)                S_A ->             confirm(S_A)
 *
 * Diffie-Hellman as in gm_sm2_ecdh() authenticates nobody.
 * Stack: at most 16 KB. Nothing allocates. */
#ifndef GUOMI_SM2_EXCHANGE_H
#define GUOMI_SM2_EXCHANGE_H

#include <guomi/base.h>
#include <guomi/sm2.h>
#include <guomi/sm2_prepared.h>
#include <guomi/sm3.h>

GM_BEGIN_DECLS

/** The two sides: they enter the hashes in this order. The numbers are frozen. */
typedef enum gm_sm2_role { GM_SM2_INITIATOR = 1, GM_SM2_RESPONDER = 2 } gm_sm2_role;

/** One side of one exchange. One use: it stores its own address, and a moved or copied object answers GM_ERR_STATE.
 *  Secret: wipe it when the exchange is over, unless gm_sm2_exchange_confirm() did. */
typedef struct gm_sm2_exchange {
    uint64_t t_[4]; /* d + half of x, times r */
    gm_sm2_public_key peer_;
    uint8_t point_[64]; /* own R, as x || y            */
    uint8_t z_[32], peer_z_[32];
    uint8_t expected_[32]; /* the confirmation of the peer */
    uintptr_t self_;
    uint8_t role_, state_, fill_[6];
    uint64_t reserved_[2];
} gm_sm2_exchange;

/** sizeof(gm_sm2_exchange), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm2_exchange_size(void);

/** Begin an exchange.
 *
 *  ctx      out: ready for gm_sm2_exchange_derive(); all zeros on GM_ERR_RANDOM.
 *  role     which side this is.
 *  point    out: 65 bytes for the other side, 04 || x || y; all zeros on GM_ERR_RANDOM.
 *  key      in:  the own private key; not needed afterwards.
 *  id       in:  `id_len` bytes, the own ID, as in <guomi/sm2.h>: 0 to 8191 or GM_SM2_ID_DEFAULT; may be NULL when
 *                id_len is 0 or GM_SM2_ID_DEFAULT.
 *  peer     in:  the other side's public key.
 *  peer_id  in:  `peer_id_len` bytes, the other side's ID, likewise.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such role, or an ID is too long; the outputs are
 *                            untouched.
 *           GM_ERR_KEY       key or peer holds no key; the outputs are untouched.
 *           GM_ERR_RANDOM    no randomness.
 *  Timing   depends on the lengths of the IDs.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.3-2016, 6.1, A1 to A5 and B1 to B4.
 */
GM_API GM_NODISCARD gm_status gm_sm2_exchange_init(gm_sm2_exchange *ctx, gm_sm2_role role,
                                                   uint8_t point[GM_SM2_PUBLIC_SIZE], const gm_sm2_private_key *key,
                                                   const uint8_t *id, size_t id_len, const gm_sm2_public_key *peer,
                                                   const uint8_t *peer_id, size_t peer_id_len);

/** Begin an exchange with an ephemeral key pair that was made by gm_sm2_keygen() before: for a side whose steps do not
 *  all happen in one process. The point for the other side is the pair's public key. Use a pair for one exchange, and
 *  destroy it afterwards.
 *
 *  ctx        out: ready for gm_sm2_exchange_derive().
 *  role       which side this is.
 *  ephemeral  in:  the ephemeral private key; not needed afterwards.
 *  key, id, id_len, peer, peer_id, peer_id_len
 *             in:  as for gm_sm2_exchange_init().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, there is no such role, or an ID is too long; ctx is untouched.
 *           GM_ERR_KEY       ephemeral, key or peer holds no key; ctx is untouched.
 *  Timing   depends on the lengths of the IDs.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.3-2016, 6.1, A1 to A5 and B1 to B4.
 */
GM_API GM_NODISCARD gm_status gm_sm2_exchange_resume(gm_sm2_exchange *ctx, gm_sm2_role role,
                                                     const gm_sm2_private_key *ephemeral, const gm_sm2_private_key *key,
                                                     const uint8_t *id, size_t id_len, const gm_sm2_public_key *peer,
                                                     const uint8_t *peer_id, size_t peer_id_len);

/** Derive the key, once.
 *
 *  ctx             in/out: from gm_sm2_exchange_init(); then ready for gm_sm2_exchange_confirm(). All zeros on
 *                          GM_ERR_KEY.
 *  shared          out: the key; all zeros on GM_ERR_KEY. Where the protocol confirms, do not use it before
 *                  gm_sm2_exchange_confirm() has returned GM_OK.
 *  shared_len      bytes of it, 1 to (2^32 - 1) * 32.
 *  confirmation    out: 32 bytes for the other side, S_A or S_B, or NULL; all zeros on GM_ERR_KEY.
 *  peer_point      in:  `peer_point_len` bytes, the other side's point as an octet string of 33 or 65 bytes.
 *
 *  No overlap between the buffers.
 *
 *  Returns  GM_OK
 *           GM_ERR_KEY       peer_point is no point of the curve, or the shared point is infinity.
 *           GM_ERR_ARGUMENT  a pointer is NULL, shared_len is out of range, or buffers overlap; nothing is changed.
 *           GM_ERR_STATE     not begun, derived already, or moved; nothing is changed.
 *  Timing   depends on shared_len and on what is public: keys, IDs and points; never on the own secrets.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.3-2016, 6.1, A6 to A8, B5 to B8.
 */
GM_API GM_NODISCARD gm_status gm_sm2_exchange_derive(gm_sm2_exchange *ctx, uint8_t *shared, size_t shared_len,
                                                     uint8_t *confirmation, const uint8_t *peer_point,
                                                     size_t peer_point_len);

/** Check the other side's confirmation in constant time: that it has the same key. The object is wiped.
 *
 *  ctx           in/out: after gm_sm2_exchange_derive(); all zeros afterwards.
 *  confirmation  in:     32 bytes: S_B for the initiator, S_A for the responder.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the other side has another key, or is not who it says: destroy the derived key.
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     not derived, confirmed already, or moved; nothing is changed.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32918.3-2016, 6.1, A9 and B10.
 */
GM_API GM_NODISCARD gm_status gm_sm2_exchange_confirm(gm_sm2_exchange *ctx,
                                                      const uint8_t confirmation[GM_SM3_DIGEST_SIZE]);

/* ---- Diffie-Hellman ---- */

/** The x coordinate of the shared point: what RFC 8998 and other protocols call the shared secret. It is no key:
 *  hash it.
 *
 *  key      in:  the own private key.
 *  x        out: 32 bytes, leading zeros kept.
 *  peer     in:  the other side's public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; x is untouched.
 *           GM_ERR_KEY       key or peer holds no key; x is untouched.
 *  Timing   depends on peer, never on the key.
 *  Threads  any.   Standard: RFC 8998, 3.2.2.
 */
GM_API GM_NODISCARD gm_status gm_sm2_ecdh(const gm_sm2_private_key *key, uint8_t x[32], const gm_sm2_public_key *peer);

/** The same for a prepared key of the other side. peer: in, from gm_sm2_prepare().
 *  Returns  as gm_sm2_ecdh(), and GM_ERR_STATE where peer is none, or of another back end. */
GM_API GM_NODISCARD gm_status gm_sm2_ecdh_prepared(const gm_sm2_private_key *key, uint8_t x[32],
                                                   const gm_sm2_prepared *peer);

/** A key from the shared point: gm_sm3_kdf() over its x coordinate, which is the KDF of ANSI X9.63 with SM3 and
 *  without shared information.
 *
 *  key        in:  the own private key.
 *  shared     out: the key.
 *  shared_len bytes of it, 1 to (2^32 - 1) * 32.
 *  peer       in:  the other side's public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or shared_len is out of range; shared is untouched.
 *           GM_ERR_KEY       key or peer holds no key; shared is untouched.
 *  Timing   depends on shared_len and peer, never on the key.
 *  Threads  any.   Standard: GB/T 32918.4-2016, 5.4.3.
 */
GM_API GM_NODISCARD gm_status gm_sm2_ecdh_kdf(const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                                              const gm_sm2_public_key *peer);

GM_END_DECLS

#endif
