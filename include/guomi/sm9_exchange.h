/* SM9 key exchange (GM/T 0044.3).
 *
 * Both sides have user keys under one master key for encryption, with the same hid. Each calls gm_sm9_exchange_init()
 * and sends the point; each calls gm_sm9_exchange_derive() with the other's point. Confirmations are optional: the
 * responder sends its own (S_B) with its point, the initiator its own (S_A) afterwards, and each checks the other's
 * with gm_sm9_exchange_confirm(). Without them a wrong key shows only when it is used.
 *
 *     initiator                                      responder
 *     init -> R_A                 R_A ->             init -> R_B; derive(R_A) -> key, S_B
 *     derive(R_B) -> key, S_A     <- R_B, S_B
 *     confirm(S_B)                S_A ->             confirm(S_A)
 *
 * Stack: at most 80 KB. Nothing allocates. */
#ifndef GUOMI_SM9_EXCHANGE_H
#define GUOMI_SM9_EXCHANGE_H

#include <guomi/base.h>
#include <guomi/sm9.h>

GM_BEGIN_DECLS

#define GM_SM9_EPHEMERAL_SIZE 32

/** The two sides: they enter the hashes in this order. The numbers are frozen. */
typedef enum gm_sm9_role { GM_SM9_INITIATOR = 1, GM_SM9_RESPONDER = 2 } gm_sm9_role;

/** One side of one exchange. One use: it stores its own address, and a moved or copied object answers GM_ERR_STATE.
 *  Secret: wipe it when the exchange is over, unless gm_sm9_exchange_confirm() did. */
typedef struct gm_sm9_exchange {
    uint64_t r_[4];
    uint64_t own_[12][4];  /* e(Ppub-e, P2)^r                    */
    uint64_t peer_[4];     /* H1 of the other side's identity    */
    uint8_t point_[64];    /* own R, as x || y                   */
    uint8_t expected_[32]; /* the confirmation of the other side */
    uintptr_t self_;
    uint8_t role_, state_, hid_, fill_[5];
    uint64_t reserved_[2];
} gm_sm9_exchange;

/** sizeof(gm_sm9_exchange), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_exchange_size(void);

/** Begin an exchange.
 *
 *  ctx      out: ready for gm_sm9_exchange_derive(); all zeros on GM_ERR_RANDOM.
 *  role     which side this is.
 *  point    out: 65 bytes for the other side, 04 || x || y; all zeros on GM_ERR_RANDOM.
 *  master   in:  the public key of the master key; not needed afterwards.
 *  peer_id  in:  `peer_id_len` bytes, the other side's identity.
 *  hid      which use of the identities; GM_SM9_HID_EXCHANGE mostly.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL, there is no such role, or the identity is too long; the outputs are
 *                               untouched.
 *           GM_ERR_KEY          master holds no key; the outputs are untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity, as for gm_sm9_sign_extract(); the outputs
 *                               are untouched.
 *           GM_ERR_RANDOM       no randomness.
 *  Timing   depends on what is public: master, identity and point.
 *  Threads  one ctx, one thread at a time.   Standard: GM/T 0044.3-2016, 6.1, A1 to A4, B1 to B4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_init(gm_sm9_exchange *ctx, gm_sm9_role role,
                                                   uint8_t point[GM_SM9_G1_SIZE], const gm_sm9_enc_public_key *master,
                                                   const uint8_t *peer_id, size_t peer_id_len, uint8_t hid);

/** Give the ephemeral number of an exchange that has begun, for a side whose steps do not all happen in one process;
 *  gm_sm9_exchange_resume() takes it. It is as secret as the key that will be derived; destroy it after the exchange.
 *
 *  ctx        in:  from gm_sm9_exchange_init().
 *  ephemeral  out: 32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; ephemeral is untouched.
 *           GM_ERR_STATE     not begun, derived already, or moved; ephemeral is untouched.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_ephemeral(const gm_sm9_exchange *ctx,
                                                        uint8_t ephemeral[GM_SM9_EPHEMERAL_SIZE]);

/** Begin an exchange again with the ephemeral number that gm_sm9_exchange_ephemeral() gave: everything else must be as
 *  it was then. Use a number for one exchange.
 *
 *  ctx        out: ready for gm_sm9_exchange_derive().
 *  role       which side this is.
 *  point      out: 65 bytes, the same as before.
 *  ephemeral  in:  32 bytes.
 *  master, peer_id, peer_id_len, hid
 *             in:  as for gm_sm9_exchange_init().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     a pointer is NULL, there is no such role, or the identity is too long; the outputs are
 *                               untouched.
 *           GM_ERR_KEY          master holds no key, or ephemeral is not in [1, N-1]; the outputs are untouched.
 *           GM_ERR_UNSUPPORTED  this master key cannot serve this identity; the outputs are untouched.
 *  Timing   depends on what is public: master, identity and point.
 *  Threads  one ctx, one thread at a time.   Standard: GM/T 0044.3-2016, 6.1, A1 to A4, B1 to B4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_resume(gm_sm9_exchange *ctx, gm_sm9_role role,
                                                     uint8_t point[GM_SM9_G1_SIZE],
                                                     const uint8_t ephemeral[GM_SM9_EPHEMERAL_SIZE],
                                                     const gm_sm9_enc_public_key *master, const uint8_t *peer_id,
                                                     size_t peer_id_len, uint8_t hid);

/** Derive the key, once.
 *
 *  ctx           in/out: from gm_sm9_exchange_init(); then ready for gm_sm9_exchange_confirm(). All zeros on
 *                        GM_ERR_VERIFY.
 *  shared        out: the key; all zeros on GM_ERR_VERIFY. Where the protocol confirms, do not use it before
 *                gm_sm9_exchange_confirm() has returned GM_OK.
 *  shared_len    bytes of it, 1 to (2^32 - 1) * 32.
 *  confirmation  out: 32 bytes for the other side, S_A or S_B, or NULL; all zeros on GM_ERR_VERIFY.
 *  key           in:  the own user key, extracted with the hid of the exchange.
 *  id            in:  `id_len` bytes, the own identity.
 *  peer_id       in:  `peer_id_len` bytes, the other side's identity, as given to gm_sm9_exchange_init().
 *  peer_point    in:  65 bytes, the other side's point, 04 || x || y.
 *
 *  No overlap between the outputs, and with the inputs.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    peer_point is no point of the group.
 *           GM_ERR_ARGUMENT  a pointer is NULL, a length is out of range, peer_id is another than before, or buffers
 *                            overlap; nothing is changed.
 *           GM_ERR_KEY       key holds no key; nothing is changed.
 *           GM_ERR_STATE     not begun, derived already, or moved; nothing is changed.
 *  Timing   depends on lengths and on what is public: identities and points; never on the own secrets.
 *  Threads  one ctx, one thread at a time.   Standard: GM/T 0044.3-2016, 6.1, A5 to A7, B5 to B7.
 */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_derive(gm_sm9_exchange *ctx, uint8_t *shared, size_t shared_len,
                                                     uint8_t *confirmation, const gm_sm9_enc_user_key *key,
                                                     const uint8_t *id, size_t id_len, const uint8_t *peer_id,
                                                     size_t peer_id_len, const uint8_t peer_point[GM_SM9_G1_SIZE]);

/** Check the other side's confirmation in constant time: that it has the same key. The object is wiped.
 *
 *  ctx           in/out: after gm_sm9_exchange_derive(); all zeros afterwards.
 *  confirmation  in:     32 bytes: S_B for the initiator, S_A for the responder.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the other side has another key, or is not who it says: destroy the derived key.
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     not derived, confirmed already, or moved; nothing is changed.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.   Standard: GM/T 0044.3-2016, 6.1, A6 and B8.
 */
GM_API GM_NODISCARD gm_status gm_sm9_exchange_confirm(gm_sm9_exchange *ctx,
                                                      const uint8_t confirmation[GM_SM3_DIGEST_SIZE]);

GM_END_DECLS

#endif
