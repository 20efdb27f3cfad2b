/* SM3 (GB/T 32905-2016) and what is built on it: HMAC, KDF, HKDF, PBKDF2. */
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
 *  Timing   depends on len, never on the bytes.   Standard: GB/T 32905-2016, 5.
 */
GM_API GM_NODISCARD gm_status gm_sm3(uint8_t digest[GM_SM3_DIGEST_SIZE], const uint8_t *data, size_t len);

/** A running SM3 hash: 128 bytes, 8-byte aligned (both are ABI). May live on
 *  the stack, be copied with `=`, and be dropped at any time; holds no pointers.
 *  Wipe it if the message was secret. */
typedef struct gm_sm3_ctx {
    uint32_t h_[8];
    uint64_t bytes_;
    uint8_t buf_[64];
    uint64_t reserved_[3];
} gm_sm3_ctx;

/** Start a hash. ctx: out. Cannot fail; a NULL ctx is ignored. */
GM_API void gm_sm3_init(gm_sm3_ctx *ctx);

/** Absorb more of the message.
 *
 *  ctx      in/out: from gm_sm3_init(); must not overlap data.
 *  data     in:     `len` bytes; may be NULL when len is 0.
 *  len      any; the whole message must stay below 2^61 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the message got too long;
 *                            ctx is then unchanged.
 *  Timing   depends on len, never on the bytes.
 *  Threads  one ctx, one thread at a time.   Standard: GB/T 32905-2016, 5.3.
 */
GM_API GM_NODISCARD gm_status gm_sm3_update(gm_sm3_ctx *ctx, const uint8_t *data, size_t len);

/** Finish a hash. The context is wiped; start it anew for another message.
 *
 *  ctx      in/out: from gm_sm3_init().
 *  digest   out:    32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; nothing is changed.
 */
GM_API GM_NODISCARD gm_status gm_sm3_final(gm_sm3_ctx *ctx, uint8_t digest[GM_SM3_DIGEST_SIZE]);

/** Hash many independent messages, several at a time in vector lanes.
 *
 *  digests  out: n digests; no overlap with messages.
 *  data     in:  n pointers; an entry may be NULL when its length is 0.
 *  lens     in:  n lengths in bytes, each below 2^61; they may differ.
 *  n        any, also 0 (all pointers may then be NULL).
 *
 *  Every digest equals that of gm_sm3(). Best with 16 and more messages of similar length.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL or a length too large; digests are untouched.
 *  Timing   depends on n and lens, never on the bytes.
 */
GM_API GM_NODISCARD gm_status gm_sm3_many(uint8_t (*digests)[GM_SM3_DIGEST_SIZE], const uint8_t *const *data,
                                          const size_t *lens, size_t n);

/* ---- HMAC-SM3 (GB/T 15852.2-2012, RFC 2104) ---- */

/** An HMAC-SM3 key, kept as its two midstates: a MAC under it costs two
 *  compressions less than one under the raw key. Secret: wipe it after use. */
typedef struct gm_hmac_sm3_key {
    uint32_t inner_[8];
    uint32_t outer_[8];
} gm_hmac_sm3_key;

/** A running HMAC-SM3. Copyable, no pointers. Wiped by final and verify. */
typedef struct gm_hmac_sm3_ctx {
    gm_sm3_ctx hash_;
    uint32_t outer_[8];
} gm_hmac_sm3_ctx;

/** Prepare a key of any length (longer than 64 bytes: it is hashed, as the standard says).
 *  key: out; data: in, `len` bytes, may be NULL when len is 0.
 *  Returns GM_OK, or GM_ERR_ARGUMENT with key untouched. */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_key_init(gm_hmac_sm3_key *key, const uint8_t *data, size_t len);

/** MAC of a whole message under a prepared key. mac: out, 32 bytes.
 *  Returns GM_OK, or GM_ERR_ARGUMENT with mac untouched. */
GM_API GM_NODISCARD gm_status gm_hmac_sm3(const gm_hmac_sm3_key *key, uint8_t mac[GM_HMAC_SM3_SIZE],
                                          const uint8_t *data, size_t len);

/** Check a MAC of a whole message in constant time. mac_len: 1 to 32 leftmost
 *  bytes; the caller fixes it, never the sender.
 *  Returns GM_OK, GM_ERR_VERIFY, or GM_ERR_ARGUMENT. */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_verify(const gm_hmac_sm3_key *key, const uint8_t *mac, size_t mac_len,
                                                 const uint8_t *data, size_t len);

/** Streaming: init, update any number of times, then final or final_verify. */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_init(gm_hmac_sm3_ctx *ctx, const gm_hmac_sm3_key *key);
GM_API GM_NODISCARD gm_status gm_hmac_sm3_update(gm_hmac_sm3_ctx *ctx, const uint8_t *data, size_t len);
GM_API GM_NODISCARD gm_status gm_hmac_sm3_final(gm_hmac_sm3_ctx *ctx, uint8_t mac[GM_HMAC_SM3_SIZE]);
GM_API GM_NODISCARD gm_status gm_hmac_sm3_final_verify(gm_hmac_sm3_ctx *ctx, const uint8_t *mac, size_t mac_len);

/** MACs of many messages, each under its own key (keys may repeat), in vector lanes. As gm_sm3_many(). */
GM_API GM_NODISCARD gm_status gm_hmac_sm3_many(uint8_t (*macs)[GM_HMAC_SM3_SIZE],
                                               const gm_hmac_sm3_key *const *keys, const uint8_t *const *data,
                                               const size_t *lens, size_t n);

/* ---- Key derivation ---- */

/** The KDF of SM2 and SM9 (GB/T 32918.4-2016, 5.4.3): SM3(z || 00000001) || SM3(z || 00000002) || …
 *  out: `out_len` bytes, at most (2^32 - 1) * 32; z: `z_len` bytes; no overlap.
 *  Returns GM_OK, or GM_ERR_ARGUMENT with out untouched. */
GM_API GM_NODISCARD gm_status gm_sm3_kdf(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len);

/** The same with a length in bits: out has (out_bits + 7) / 8 bytes and the unused low
 *  bits of the last byte are cleared. At most (2^32 - 1) * 256 bits. */
GM_API GM_NODISCARD gm_status gm_sm3_kdf_bits(uint8_t *out, uint64_t out_bits, const uint8_t *z, size_t z_len);

/** HKDF-SM3 (RFC 5869). An empty salt stands for 32 zero bytes; out_len at most 255 * 32. */
GM_API GM_NODISCARD gm_status gm_hkdf_sm3_extract(uint8_t prk[GM_SM3_DIGEST_SIZE], const uint8_t *salt,
                                                  size_t salt_len, const uint8_t *ikm, size_t ikm_len);
GM_API GM_NODISCARD gm_status gm_hkdf_sm3_expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                                                 const uint8_t *info, size_t info_len);
GM_API GM_NODISCARD gm_status gm_hkdf_sm3(uint8_t *out, size_t out_len, const uint8_t *salt, size_t salt_len,
                                          const uint8_t *ikm, size_t ikm_len, const uint8_t *info, size_t info_len);

/** PBKDF2-HMAC-SM3 (RFC 8018, GM/T 0091-2020). iterations at least 1; out_len at least 1 and
 *  at most (2^32 - 1) * 32. */
GM_API GM_NODISCARD gm_status gm_pbkdf2_hmac_sm3(uint8_t *out, size_t out_len, const uint8_t *password,
                                                 size_t password_len, const uint8_t *salt, size_t salt_len,
                                                 uint64_t iterations);

GM_END_DECLS

#endif
