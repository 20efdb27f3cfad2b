/* SM9 in bulk: many signatures under one master key, and many users' keys, in one call.
 *
 * Each item has its own result: results[i] is what the call for that item alone would have returned, and its output is
 * the same bytes. The call as a whole returns GM_OK if all items did, and GM_ERR_VERIFY if any did not.
 *
 * n may be any number, also 0 (all pointers may then be NULL). Arrays of pointers may name an object more than once.
 * Outputs overlap with no input and with no other output. Stack: at most 80 KB. */
#ifndef GUOMI_SM9_MANY_H
#define GUOMI_SM9_MANY_H

#include <guomi/base.h>
#include <guomi/sm9.h>
#include <guomi/sm9_prepared.h>

GM_BEGIN_DECLS

/** Check the signatures of many messages under one master key, each signer with its own identity.
 *
 *  results     out: n results.
 *  master      in:  the prepared public key of the signers' master key.
 *  signatures  in:  n signatures of 97 bytes, one after another.
 *  ids         in:  n pointers to identities; an entry may be NULL when its length is 0.
 *  id_lens     in:  their lengths.
 *  hid         which use of the identities, the same for all.
 *  data        in:  n pointers to messages; an entry may be NULL when its length is 0.
 *  lens        in:  their lengths.
 *
 *  With AVX-512 IFMA eight items are checked at once, each in half the time of a single verification with that key; on
 *  other processors an item costs what a single one does. There is no saving beyond lanes: each signature's own element
 *  of the third group is hashed, so that no combination can stand for several (doc/sm9.md).
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  an array, identity or message is NULL, or there is an overlap; nothing is changed.
 *           GM_ERR_STATE     master is none, or of another back end; nothing is changed.
 *  Timing   depends on the inputs, which are public; on data by its lengths alone.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 7.1.
 */
GM_API GM_NODISCARD gm_status gm_sm9_verify_many(gm_status *results, const gm_sm9_sign_master_prepared *master,
                                                 const uint8_t *signatures, const uint8_t *const *ids,
                                                 const size_t *id_lens, uint8_t hid, const uint8_t *const *data,
                                                 const size_t *lens, size_t n);

/** Extract the signing keys of many users.
 *
 *  keys     out: n user keys; zeros for an item that failed.
 *  results  out: n results.
 *  master   in:  the master key.
 *  ids      in:  n pointers to identities; an entry may be NULL when its length is 0.
 *  id_lens  in:  their lengths.
 *  hid      which use of the identities, the same for all.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  a pointer is NULL, also one in an array, or there is an overlap; nothing is changed.
 *           GM_ERR_KEY       master holds no key; nothing is changed.
 *  Timing   depends on n, on the lengths, and on which items fail.
 *  Threads  any.   Standard: GM/T 0044.2-2016, 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_sign_extract_many(gm_sm9_sign_user_key *keys, gm_status *results,
                                                       const gm_sm9_sign_master_key *master, const uint8_t *const *ids,
                                                       const size_t *id_lens, uint8_t hid, size_t n);

/** Extract the decryption keys of many users.
 *
 *  keys     out: n user keys; zeros for an item that failed.
 *  results  out: n results.
 *  master   in:  the master key.
 *  ids      in:  n pointers to identities; an entry may be NULL when its length is 0.
 *  id_lens  in:  their lengths.
 *  hid      which use of the identities, the same for all.
 *
 *  Returns  GM_OK
 *           GM_ERR_VERIFY    some result is not GM_OK.
 *           GM_ERR_ARGUMENT  a pointer is NULL, also one in an array, or there is an overlap; nothing is changed.
 *           GM_ERR_KEY       master holds no key; nothing is changed.
 *  Timing   depends on n, on the lengths, and on which items fail.
 *  Threads  any.   Standard: GM/T 0044.4-2016, 5.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_enc_extract_many(gm_sm9_enc_user_key *keys, gm_status *results,
                                                      const gm_sm9_enc_master_key *master, const uint8_t *const *ids,
                                                      const size_t *id_lens, uint8_t hid, size_t n);

GM_END_DECLS

#endif
