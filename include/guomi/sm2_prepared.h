/* SM2 with public keys in frequent use: prepared tables, and a cache of them.
 *
 * A table takes as long to make as two to four verifications, and speeds what is done with that key afterwards:
 * verifying by a factor of three to seven, encrypting and key agreement by two to four. Keys are public; so are all
 * tables. */
#ifndef GUOMI_SM2_PREPARED_H
#define GUOMI_SM2_PREPARED_H

#include <guomi/base.h>
#include <guomi/sm2.h>

GM_BEGIN_DECLS

/* ---- Prepared keys ---- */

#define GM_SM2_PREPARED_WIDTH_MIN 4
#define GM_SM2_PREPARED_WIDTH_MAX 7
#define GM_SM2_PREPARED_WIDTH 0 /* what suits the machine and most uses */

/** A public key with its table, in memory of the caller's, where it begins at a multiple of 64 bytes. The table
 *  follows this head (128 bytes). Neither holds pointers: with its table it may be copied, as
 *  gm_sm2_prepared_size() - 64 bytes, to another such place. It belongs to the back end that made it: on a machine
 *  or in a build with another one, functions say GM_ERR_STATE. */
typedef struct gm_sm2_prepared {
    gm_sm2_public_key key_;
    uint32_t tag_, width_;
    uint64_t state_;
    uint64_t reserved_[2];
} gm_sm2_prepared;

/** How much memory a prepared key takes on this machine, its place in it chosen at a multiple of 64 bytes.
 *
 *  width    GM_SM2_PREPARED_WIDTH, or 4 to 7: each more doubles the table and saves some of the additions. The
 *           smallest tables are best where many keys take turns, as they stay in the cache.
 *
 *  Returns  the number of bytes: about 32, 52, 86 or 148 KB for widths 4 to 7, 40 KB for the one width that the
 *           back end avx512ifma offers; 0 if this width is not offered.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API size_t gm_sm2_prepared_size(unsigned width);

/** Make the table of a public key.
 *
 *  prepared  out: where in memory the prepared key is; NULL on an error.
 *  memory    out: `size` bytes, at least gm_sm2_prepared_size(width), of any alignment; no overlap with key.
 *  key       in:  the public key.
 *  width     as for gm_sm2_prepared_size().
 *
 *  The memory must stay as long as *prepared is used; there is nothing to release.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or width is not offered.
 *           GM_ERR_BUFFER    size is too small.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on the key, which is public.
 *  Threads  any; once made, many threads may use it.
 */
GM_API GM_NODISCARD gm_status gm_sm2_prepare(gm_sm2_prepared **prepared, void *memory, size_t size,
                                             const gm_sm2_public_key *key, unsigned width);

/** Give the public key of a prepared one.
 *
 *  prepared  in:  from gm_sm2_prepare().
 *  key       out: its public key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; key is untouched.
 *           GM_ERR_STATE     prepared is none, or of another back end; key is untouched.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_prepared_key(const gm_sm2_prepared *prepared, gm_sm2_public_key *key);

/** Check the signature of a digest, as gm_sm2_verify_digest().
 *
 *  prepared   in: the signer's public key, prepared.
 *  signature  in: 64 bytes, r || s.
 *  e          in: 32 bytes.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a signature of that digest under that key.
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_STATE     prepared is none, or of another back end.
 *  Timing   depends on the inputs, which are public.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1, B3 to B7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_verify_digest_prepared(const gm_sm2_prepared *prepared,
                                                            const uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                            const uint8_t e[GM_SM3_DIGEST_SIZE]);

/** Check the signature of a message, as gm_sm2_verify().
 *
 *  prepared   in: the signer's public key, prepared.
 *  signature  in: 64 bytes, r || s.
 *  id         in: `id_len` bytes, the ID that the signer used; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in: `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    it is not a signature of that message under that ID and key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, the ID is too long or len too large.
 *           GM_ERR_STATE     prepared is none, or of another back end.
 *  Timing   depends on key, signature and digest, which are public; on data by its length alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_verify_prepared(const gm_sm2_prepared *prepared,
                                                     const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                                                     size_t id_len, const uint8_t *data, size_t len);

/* ---- A cache of prepared keys ---- */

#define GM_SM2_CACHE_SLOTS 8 /* by default */
#define GM_SM2_CACHE_SLOTS_MAX 65536

/** Prepared keys that threads share. Slots are filled by gm_sm2_cache_prepare() and by nothing else; a key that is
 *  not there is verified unprepared. It holds its own address: it works only where it was made, and says GM_ERR_STATE
 *  when it was moved or copied. A process that forked while other threads used the cache makes a new one. */
typedef struct gm_sm2_cache gm_sm2_cache;

/** How much memory a cache takes on this machine.
 *
 *  slots    1 to GM_SM2_CACHE_SLOTS_MAX; 0 stands for GM_SM2_CACHE_SLOTS.
 *
 *  Returns  the number of bytes; 0 if slots is too large.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API size_t gm_sm2_cache_size(size_t slots);

/** Make an empty cache.
 *
 *  cache    out: where in memory the cache is; NULL on an error.
 *  memory   out: `size` bytes, at least gm_sm2_cache_size(slots), of any alignment.
 *  slots    as for gm_sm2_cache_size().
 *
 *  The memory must stay as long as the cache is used; there is nothing to release.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or slots is too large.
 *           GM_ERR_BUFFER    size is too small.
 *  Timing   depends on slots.
 *  Threads  one at a time, before the cache is shared.
 */
GM_API GM_NODISCARD gm_status gm_sm2_cache_init(gm_sm2_cache **cache, void *memory, size_t size, size_t slots);

/** Prepare a key, unless it is there already or another thread is at it: into a free slot, or else into the slot
 *  that was least recently acquired or filled of those that nobody holds.
 *
 *  cache    in/out: from gm_sm2_cache_init().
 *  key      in:     the public key.
 *
 *  The table is made outside the lock: other threads go on meanwhile.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_STATE     every slot is held or being filled, or the cache was moved or copied.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on the keys, which are public.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_cache_prepare(gm_sm2_cache *cache, const gm_sm2_public_key *key);

/** Get a prepared key and hold its slot.
 *
 *  cache    in/out: from gm_sm2_cache_init().
 *  key      in:     the public key.
 *
 *  Returns  the prepared key, which stays until it is given back by gm_sm2_cache_release(), once for each time it
 *           was got; NULL if it is not there, a pointer is NULL, or the cache was moved or copied.
 *  Timing   depends on the keys, which are public.
 *  Threads  any.
 */
GM_API GM_NODISCARD const gm_sm2_prepared *gm_sm2_cache_acquire(gm_sm2_cache *cache, const gm_sm2_public_key *key);

/** Give back a prepared key.
 *
 *  cache     in/out: where it was got.
 *  prepared  in:     from gm_sm2_cache_acquire().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or prepared is not held in this cache.
 *           GM_ERR_STATE     the cache was moved or copied.
 *  Timing   depends on the slot.
 *  Threads  any, also another than the one that got it.
 */
GM_API GM_NODISCARD gm_status gm_sm2_cache_release(gm_sm2_cache *cache, const gm_sm2_prepared *prepared);

GM_END_DECLS

#endif
