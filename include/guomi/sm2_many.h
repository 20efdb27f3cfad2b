/* SM2 in bulk: many signatures, verifications, keys and key agreements in one call, and nonces computed ahead.
 *
 * The functions on many items compute eight at a time where the processor can, else one after another. Each item
 * has its own result: results[i] is what the call for that item alone would have returned, and its output is the
 * same bytes. The call as a whole returns GM_OK if all items did, and GM_ERR_VERIFY if any did not.
 *
 * n may be any number, also 0 (all pointers may then be NULL). Arrays of pointers may name an object more than once.
 * Outputs overlap with no input and with no other output. Stack: at most 32 KB. */
#ifndef GUOMI_SM2_MANY_H
#define GUOMI_SM2_MANY_H

#include <guomi/base.h>
#include <guomi/sm2.h>

GM_BEGIN_DECLS

/** Make many key pairs.
 *
 *  keys     out: n private keys; all zeros on GM_ERR_RANDOM.
 *  results  out: n results.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or outputs overlap; nothing is changed.
 *           GM_ERR_RANDOM    no randomness; so are all results.
 *  Timing   depends on n alone.
 *  Threads  any.   Standard: GB/T 32918.1-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_keygen_many(gm_sm2_private_key *keys, gm_status *results, size_t n);

/** Sign many digests, each with its own key and its own nonce.
 *
 *  signatures  out: n signatures, r || s; zeros for an item that failed.
 *  results     out: n results.
 *  keys        in:  n pointers to private keys.
 *  digests     in:  n digests of 32 bytes, one after another, as for gm_sm2_sign_digest().
 *
 *  The operating system is asked for randomness once, for 32 bytes an item.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  a pointer is NULL, also one in an array, or there is an overlap; nothing is changed.
 *           GM_ERR_RANDOM    no randomness; so are all results.
 *  Timing   depends on n, and on which objects hold keys.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1, A3 to A7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_digest_many(uint8_t (*signatures)[GM_SM2_SIGNATURE_SIZE], gm_status *results,
                                                      const gm_sm2_private_key *const *keys, const uint8_t *digests,
                                                      size_t n);

/** Sign many messages, each with its own key, ID and nonce.
 *
 *  signatures  out: n signatures, r || s; zeros for an item that failed.
 *  results     out: n results.
 *  keys        in:  n pointers to private keys.
 *  ids         in:  n pointers to IDs; NULL in the place of the array: the default ID for all.
 *  id_lens     in:  their lengths, each as for gm_sm2_sign(); not read when ids is NULL.
 *  data        in:  n pointers to messages; an entry may be NULL when its length is 0.
 *  lens        in:  their lengths.
 *
 *  The operating system is asked for randomness once, for 32 bytes an item.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  an array, key or message is NULL, or there is an overlap; nothing is changed.
 *           GM_ERR_RANDOM    no randomness; so are all results.
 *  Timing   depends on n and the lengths, and on which objects hold keys.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_many(uint8_t (*signatures)[GM_SM2_SIGNATURE_SIZE], gm_status *results,
                                               const gm_sm2_private_key *const *keys, const uint8_t *const *ids,
                                               const size_t *id_lens, const uint8_t *const *data, const size_t *lens,
                                               size_t n);

/** Check the signatures of many digests.
 *
 *  results     out: n results.
 *  keys        in:  n pointers to public keys.
 *  signatures  in:  n signatures of 64 bytes, one after another.
 *  digests     in:  n digests of 32 bytes, one after another.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  a pointer is NULL, also one in an array, or there is an overlap; nothing is changed.
 *  Timing   depends on the inputs, which are public.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1, B3 to B7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_verify_digest_many(gm_status *results, const gm_sm2_public_key *const *keys,
                                                        const uint8_t *signatures, const uint8_t *digests, size_t n);

/** Check the signatures of many messages.
 *
 *  results     out: n results.
 *  keys        in:  n pointers to public keys.
 *  signatures  in:  n signatures of 64 bytes, one after another.
 *  ids         in:  n pointers to IDs; NULL in the place of the array: the default ID for all.
 *  id_lens     in:  their lengths, each as for gm_sm2_verify(); not read when ids is NULL.
 *  data        in:  n pointers to messages; an entry may be NULL when its length is 0.
 *  lens        in:  their lengths.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  an array, key or message is NULL, or there is an overlap; nothing is changed.
 *  Timing   depends on keys, signatures and digests, which are public; on data by its lengths alone.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_verify_many(gm_status *results, const gm_sm2_public_key *const *keys,
                                                 const uint8_t *signatures, const uint8_t *const *ids,
                                                 const size_t *id_lens, const uint8_t *const *data, const size_t *lens,
                                                 size_t n);

/** Agree on many secrets: x of d P, as gm_sm2_ecdh() gives it.
 *
 *  shared   out: n secrets of 32 bytes; zeros for an item that failed.
 *  results  out: n results.
 *  keys     in:  n pointers to private keys.
 *  peers    in:  n pointers to public keys.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  a pointer is NULL, also one in an array, or there is an overlap; nothing is changed.
 *  Timing   depends on n, and on which objects hold keys.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_ecdh_many(uint8_t (*shared)[32], gm_status *results,
                                               const gm_sm2_private_key *const *keys,
                                               const gm_sm2_public_key *const *peers, size_t n);

/* ---- Nonces computed ahead ---- */

/** Nonces with their points, computed before they are wanted, so that a signature costs a hundredth. Each is given out
 *  once, whatever the number of threads, and is wiped before its signature is returned.
 *
 *  A pool works only where it was made: moved or copied it says GM_ERR_STATE. It remembers the process that filled
 *  it: in a forked child it is empty until that child fills it.
 *
 *  Two signatures with one nonce give the private key away. What a pool cannot see is a virtual machine, or a
 *  process image, that is restored from a snapshot and runs twice: do not use pools there, or call
 *  gm_sm2_point_pool_wipe() before the snapshot is taken. The nonces are as secret as the keys they sign with. */
typedef struct gm_sm2_point_pool gm_sm2_point_pool;

#define GM_SM2_POINT_POOL_MAX 1048576 /* entries of one pool */

/** How much memory a pool takes on this machine.
 *
 *  entries  1 to GM_SM2_POINT_POOL_MAX.
 *
 *  Returns  the number of bytes, about 72 an entry; 0 if the number of entries is out of range.
 *  Timing   constant.
 *  Threads  any.
 */
GM_API size_t gm_sm2_point_pool_size(size_t entries);

/** Make an empty pool.
 *
 *  pool     out: where in memory the pool is; NULL on an error.
 *  memory   out: `size` bytes, at least gm_sm2_point_pool_size(entries), of any alignment.
 *  entries  as for gm_sm2_point_pool_size().
 *
 *  The memory must stay as long as the pool is used; wipe the pool, or the memory, at the end.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or entries is out of range.
 *           GM_ERR_BUFFER    size is too small.
 *  Timing   depends on entries.
 *  Threads  one at a time, before the pool is shared.
 */
GM_API GM_NODISCARD gm_status gm_sm2_point_pool_init(gm_sm2_point_pool **pool, void *memory, size_t size,
                                                     size_t entries);

/** Fill all free entries, eight at a time; other threads may sign meanwhile.
 *
 *  pool     in/out: from gm_sm2_point_pool_init().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  pool is NULL.
 *           GM_ERR_STATE     the pool was moved or copied.
 *           GM_ERR_RANDOM    no randomness; what was filled before stays.
 *  Timing   depends on how many are free.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_point_pool_fill(gm_sm2_point_pool *pool);

/** How many signatures this process can take from a pool now; other threads may take some at any time.
 *
 *  pool     in: from gm_sm2_point_pool_init().
 *
 *  Returns  the number; 0 if pool is NULL, was moved or copied, or belongs to another process.
 *  Timing   depends on the number of entries.
 *  Threads  any.
 */
GM_API GM_NODISCARD size_t gm_sm2_point_pool_left(const gm_sm2_point_pool *pool);

/** Wipe a pool. It is empty then, and can be filled again. No other thread may use it meanwhile.
 *
 *  pool     in/out: from gm_sm2_point_pool_init(); NULL is ignored, and so is a pool that was moved or copied.
 *
 *  Timing   depends on the number of entries.
 *  Threads  one at a time.
 */
GM_API void gm_sm2_point_pool_wipe(gm_sm2_point_pool *pool);

/** Sign a digest with a nonce from a pool.
 *
 *  key        in:     the signer's private key.
 *  pool       in/out: one entry is used up.
 *  signature  out:    64 bytes, r || s; untouched on an error; may overlap e.
 *  e          in:     32 bytes, as for gm_sm2_sign_digest().
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *           GM_ERR_STATE     the pool is empty, or was moved or copied.
 *           GM_ERR_KEY       key holds no key; no entry is used.
 *  Timing   depends on which entries are free.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1, A3 to A7.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_digest_pool(const gm_sm2_private_key *key, gm_sm2_point_pool *pool,
                                                      uint8_t signature[GM_SM2_SIGNATURE_SIZE],
                                                      const uint8_t e[GM_SM3_DIGEST_SIZE]);

/** Sign a message with a nonce from a pool.
 *
 *  key        in:     the signer's private key.
 *  pool       in/out: one entry is used up.
 *  signature  out:    64 bytes, r || s; untouched on an error; no overlap with the inputs.
 *  id         in:     `id_len` bytes, the signer's ID; may be NULL when id_len is 0 or GM_SM2_ID_DEFAULT.
 *  data       in:     `len` bytes, below 2^61 - 32; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, the ID is too long or len too large.
 *           GM_ERR_STATE     the pool is empty, or was moved or copied.
 *           GM_ERR_KEY       key holds no key.
 *  Timing   depends on the lengths, and on which entries are free.
 *  Threads  any.   Standard: GB/T 32918.2-2016, 6.1.
 */
GM_API GM_NODISCARD gm_status gm_sm2_sign_pool(const gm_sm2_private_key *key, gm_sm2_point_pool *pool,
                                               uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *id,
                                               size_t id_len, const uint8_t *data, size_t len);

GM_END_DECLS

#endif
