/* SM3 (GB/T 32905-2016) and what is built on it: HMAC, KDF, HKDF, PBKDF2.
 *
 * Nothing here allocates. Stack: at most 1 KB for one message, 8 KB for the functions that use
 * vector lanes (gm_sm3_many, gm_hmac_sm3_many, the KDF, PBKDF2). Every function may run in many
 * threads at once on different objects. */
#ifndef GUOMI_SM3_H
#define GUOMI_SM3_H

#include <guomi/base.h>

GM_BEGIN_DECLS

#define GM_SM3_DIGEST_SIZE 32
#define GM_SM3_BLOCK_SIZE 64
#define GM_HMAC_SM3_SIZE 32

/* ---- Hash ---- */

/** Hash a whole message.
 *
 *  digest   out: 32 bytes; may overlap data.
 *  data     in:  `len` bytes, below 2^61; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or len is too large; digest is untouched.
 *  Timing   depends on len, never on the bytes.
 *  Threads  any.   Standard: GB/T 32905-2016, 5.
 */
GM_API GM_NODISCARD gm_status gm_sm3(uint8_t digest[GM_SM3_DIGEST_SIZE], const uint8_t *data, size_t len);

/** A running SM3 hash: 128 bytes, 8-byte aligned (both are ABI). May live on
 *  the stack, be copied with `=`, and be dropped at any time; holds no pointers.
 *  Wipe it if the message was secret. */
typedef struct gm_sm3_ctx {
    uint32_t h_[8];
    uint64_t bytes_;
    uint8_t buf_[64];
    uint64_t state_;
    uint64_t reserved_[2];
} gm_sm3_ctx;

/** Start a hash.
 *
 *  ctx      out: ready for gm_sm3_update(); what it held is forgotten.
 *
 *  Cannot fail; a NULL ctx is ignored.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32905-2016, 4.1.
 */
GM_API void gm_sm3_init(gm_sm3_ctx *ctx);

/** Absorb more of the message.
 *
 *  ctx      in/out: from gm_sm3_init(); must not overlap data.
 *  data     in:     `len` bytes; may be NULL when len is 0.
 *  len      any; the whole message must stay below 2^61 bytes.
 *
 *  The digest does not depend on how the message is cut into calls.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the message got too long;
 *           GM_ERR_STATE     ctx was not started, or is finished; in all cases ctx is unchanged.
 *  Timing   depends on len and on the bytes absorbed before, as a number; never on their values.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32905-2016, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm3_update(gm_sm3_ctx *ctx, const uint8_t *data, size_t len);

/** Finish a hash. The context is wiped; start it anew for another message. To
 *  know the digest so far and go on, finish a copy.
 *
 *  ctx      in/out: from gm_sm3_init(); all zeros afterwards.
 *  digest   out:    32 bytes; must not overlap ctx.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     ctx was not started, or is finished; nothing is changed.
 *  Timing   depends on the length of the message, never on its bytes.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32905-2016, 5.2 to 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm3_final(gm_sm3_ctx *ctx, uint8_t digest[GM_SM3_DIGEST_SIZE]);

/** Hash many independent messages, several at a time in vector lanes.
 *
 *  digests  out: n digests; no overlap with messages.
 *  data     in:  n pointers; an entry may be NULL when its length is 0. Messages may overlap each other.
 *  lens     in:  n lengths in bytes, each below 2^61; they may differ.
 *  n        any, also 0 (all pointers may then be NULL).
 *
 *  Every digest equals that of gm_sm3(). Best with 16 and more messages of similar length.
 *  Lanes take the next message as soon as theirs ends; put long messages first when lengths differ much.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; digests are untouched.
 *  Timing   depends on n and lens, never on the bytes.
 *  Threads  any.   Standard: GB/T 32905-2016, 5.
 */
GM_API GM_NODISCARD gm_status gm_sm3_many(uint8_t (*digests)[GM_SM3_DIGEST_SIZE], const uint8_t *const *data,
                                          const size_t *lens, size_t n);

/* ---- HMAC-SM3 (GB/T 15852.2-2012, RFC 2104) ---- */

/** An HMAC-SM3 key, kept as its two midstates: a MAC under it costs two
 *  compressions less than one under the raw key. 64 bytes, 4-byte aligned (ABI);
 *  copied with `=`, no pointers. As secret as the key itself: wipe it after use. */
typedef struct gm_hmac_sm3_key {
    uint32_t inner_[8];
    uint32_t outer_[8];
} gm_hmac_sm3_key;

/** A running HMAC-SM3. 160 bytes, 8-byte aligned (ABI); copied with `=`, no
 *  pointers. Wiped by gm_hmac_sm3_final() and gm_hmac_sm3_final_verify(); wipe it if you drop it earlier. */
typedef struct gm_hmac_sm3_ctx {
    gm_sm3_ctx hash_;
    uint32_t outer_[8];
} gm_hmac_sm3_ctx;

/** Prepare a key of any length; one longer than 64 bytes is hashed first, as the standard says.
 *
 *  key      out: for any number of MACs; must not overlap data.
 *  data     in:  `len` bytes of key, below 2^61; may be NULL when len is 0. 32 bytes are right for a new key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or len is too large; key is untouched.
 *  Timing   depends on len, never on the bytes.
 *  Threads  any.   Standard: RFC 2104, 2 to 4.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_key_init(gm_hmac_sm3_key *key, const uint8_t *data, size_t len);

/** The MAC of a whole message under a prepared key.
 *
 *  key      in:  from gm_hmac_sm3_key_init().
 *  mac      out: 32 bytes; may overlap data. A shorter MAC is its leftmost bytes.
 *  data     in:  `len` bytes, below 2^61 - 64; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or len is too large; mac is untouched.
 *  Timing   depends on len, never on key or bytes.
 *  Threads  any; one key may serve many threads.   Standard: RFC 2104, 2.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3(const gm_hmac_sm3_key *key, uint8_t mac[GM_HMAC_SM3_SIZE],
                                          const uint8_t *data, size_t len);

/** Check the MAC of a whole message in constant time.
 *
 *  key      in: from gm_hmac_sm3_key_init().
 *  mac      in: `mac_len` bytes, 1 to 32: the leftmost bytes of the MAC. The caller
 *               fixes their number beforehand, never the sender.
 *  data     in: `len` bytes, below 2^61 - 64; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the MAC is not that of the message under this key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, mac_len is 0 or above 32, or len is too large.
 *  Timing   depends on len and mac_len, never on key or bytes nor on where MACs differ.
 *  Threads  any; one key may serve many threads.   Standard: GB/T 15852.2-2012.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_verify(const gm_hmac_sm3_key *key, const uint8_t *mac, size_t mac_len,
                                                 const uint8_t *data, size_t len);

/** Start a MAC of a message that comes in pieces.
 *
 *  ctx      out: ready for gm_hmac_sm3_update(); independent of key from then on.
 *  key      in:  from gm_hmac_sm3_key_init().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; ctx is untouched.
 *  Timing   constant.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_init(gm_hmac_sm3_ctx *ctx, const gm_hmac_sm3_key *key);

/** Absorb more of the message.
 *
 *  ctx      in/out: from gm_hmac_sm3_init(); must not overlap data.
 *  data     in:     `len` bytes; may be NULL when len is 0.
 *  len      any; the whole message must stay below 2^61 - 64 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the message got too long; ctx is then unchanged.
 *           GM_ERR_STATE     ctx was not started, or is finished; ctx is unchanged.
 *  Timing   as gm_sm3_update().
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_update(gm_hmac_sm3_ctx *ctx, const uint8_t *data, size_t len);

/** Finish a MAC. The context is wiped.
 *
 *  ctx      in/out: from gm_hmac_sm3_init(); all zeros afterwards.
 *  mac      out:    32 bytes; must not overlap ctx.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 *           GM_ERR_STATE     ctx was not started, or is finished; nothing is changed.
 *  Timing   depends on the length of the message alone.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_final(gm_hmac_sm3_ctx *ctx, uint8_t mac[GM_HMAC_SM3_SIZE]);

/** Finish a MAC and compare it in constant time. The context is wiped, also when the MAC is wrong.
 *
 *  ctx      in/out: from gm_hmac_sm3_init(); all zeros afterwards.
 *  mac      in:     `mac_len` bytes, 1 to 32, as in gm_hmac_sm3_verify().
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    the MAC is wrong.
 *           GM_ERR_ARGUMENT  a pointer is NULL, or mac_len is 0 or above 32; nothing is changed.
 *           GM_ERR_STATE     ctx was not started, or is finished; nothing is changed.
 *  Timing   depends on mac_len and the length of the message alone.
 *  Threads  one ctx, one thread at a time.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_final_verify(gm_hmac_sm3_ctx *ctx, const uint8_t *mac, size_t mac_len);

/** MACs of many messages, each under its own key, several at a time in vector lanes.
 *
 *  macs     out: n MACs; no overlap with keys or messages.
 *  keys     in:  n pointers to prepared keys; they may repeat.
 *  data     in:  n pointers; an entry may be NULL when its length is 0. Messages may overlap each other.
 *  lens     in:  n lengths in bytes, each below 2^61 - 64; they may differ.
 *  n        any, also 0 (all pointers may then be NULL).
 *
 *  Every MAC equals that of gm_hmac_sm3().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; macs are untouched.
 *  Timing   depends on n and lens, never on keys or bytes.
 *  Threads  any.   Standard: RFC 2104, 2.
 */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_many(uint8_t (*macs)[GM_HMAC_SM3_SIZE], const gm_hmac_sm3_key *const *keys,
                                               const uint8_t *const *data, const size_t *lens, size_t n);

/* ---- Key derivation ---- */

/** The KDF of SM2 and SM9: SM3(z || 00000001) || SM3(z || 00000002) || … The same as
 *  the KDF of ANSI X9.63 without shared information.
 *
 *  out      out: `out_len` bytes, at most (2^32 - 1) * 32; may be NULL when out_len is 0; no overlap with z.
 *  z        in:  `z_len` bytes, below 2^61 - 4; may be NULL when z_len is 0.
 *
 *  SM2 and SM9 refuse a key stream of zeros alone: that check is the caller's.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; out is untouched.
 *  Timing   depends on the lengths, never on the bytes.
 *  Threads  any.   Standard: GB/T 32918.4-2016, 5.4.3.
 */
GM_API GM_NODISCARD gm_status gm_sm3_kdf(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len);

/** The KDF of SM2 and SM9 with a length in bits.
 *
 *  out      out: (out_bits + 7) / 8 bytes; the first bit is the highest of the first byte, and the
 *                unused low bits of the last byte are 0. May be NULL when out_bits is 0; no overlap with z.
 *  out_bits at most (2^32 - 1) * 256.
 *  z        in:  `z_len` bytes, below 2^61 - 4; may be NULL when z_len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; out is untouched.
 *  Timing   depends on the lengths, never on the bytes.
 *  Threads  any.   Standard: GB/T 32918.4-2016, 5.4.3.
 */
GM_API GM_NODISCARD gm_status gm_sm3_kdf_bits(uint8_t *out, uint64_t out_bits, const uint8_t *z, size_t z_len);

/** HKDF-SM3, extract: make one uniform key from a secret that is not.
 *
 *  prk      out: 32 bytes; may overlap salt or ikm.
 *  salt     in:  `salt_len` bytes, below 2^61, need not be secret; may be NULL when salt_len
 *                is 0, which stands for 32 zero bytes.
 *  ikm      in:  `ikm_len` bytes of secret, below 2^61 - 64; may be NULL when ikm_len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; prk is untouched.
 *  Timing   depends on the lengths, never on the bytes.
 *  Threads  any.   Standard: RFC 5869, 2.2.
 */
GM_API GM_NODISCARD gm_status gm_hkdf_sm3_extract(uint8_t prk[GM_SM3_DIGEST_SIZE], const uint8_t *salt, size_t salt_len,
                                                  const uint8_t *ikm, size_t ikm_len);

/** HKDF-SM3, expand: as many independent keys from one as there are different infos.
 *
 *  out      out: `out_len` bytes, at most 255 * 32; may be NULL when out_len is 0; no overlap with prk or info.
 *  prk      in:  `prk_len` bytes, below 2^61: a uniform secret, by the RFC of at least 32 bytes (this is not
 *                checked, as keys of other sizes are in use); may be NULL when prk_len is 0.
 *  info     in:  `info_len` bytes, below 2^61 - 97, that name what the key is for; may be NULL when info_len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; out is untouched.
 *  Timing   depends on the lengths, never on the bytes.
 *  Threads  any.   Standard: RFC 5869, 2.3.
 */
GM_API GM_NODISCARD gm_status gm_hkdf_sm3_expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                                                 const uint8_t *info, size_t info_len);

/** HKDF-SM3, both steps: gm_hkdf_sm3_extract(), then gm_hkdf_sm3_expand().
 *
 *  out      out: `out_len` bytes, at most 255 * 32; may be NULL when out_len is 0; no overlap with the inputs.
 *  salt, ikm, info  in: as in the two functions.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; out is untouched.
 *  Timing   depends on the lengths, never on the bytes.
 *  Threads  any.   Standard: RFC 5869, 2.
 */
GM_API GM_NODISCARD gm_status gm_hkdf_sm3(uint8_t *out, size_t out_len, const uint8_t *salt, size_t salt_len,
                                          const uint8_t *ikm, size_t ikm_len, const uint8_t *info, size_t info_len);

/** PBKDF2-HMAC-SM3: a key from a password, slowed down on purpose.
 *
 *  out        out: `out_len` bytes, 1 to (2^32 - 1) * 32; no overlap with the inputs. An attacker
 *                  computes only the first 32: ask for more only if a format says so, else use HKDF on 32.
 *  password   in:  `password_len` bytes, below 2^61; may be NULL when password_len is 0.
 *  salt       in:  `salt_len` bytes, below 2^61 - 68, best 16 random ones; may be NULL when salt_len is 0.
 *  iterations at least 1; for new data as many as can be afforded, 10 000 is the least that is still sensible.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, out_len or iterations is 0, or a length is too large;
 *                            out is untouched.
 *  Timing   depends on the lengths and iterations, never on the bytes.
 *  Threads  any.   Standard: RFC 8018, 5.2; GM/T 0091-2020.
 */
GM_API GM_NODISCARD gm_status gm_pbkdf2_hmac_sm3(uint8_t *out, size_t out_len, const uint8_t *password,
                                                 size_t password_len, const uint8_t *salt, size_t salt_len,
                                                 uint64_t iterations);

GM_END_DECLS

#endif
