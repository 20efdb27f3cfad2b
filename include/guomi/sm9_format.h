/* The ASN.1 of SM9's signatures, ciphertexts and key packages (GB/T 41389-2022, GM/T 0080-2020). Keys in files are in
 * sm9_keyfile.h.
 *
 * What is read is strict DER and nothing behind it. What is inside is not checked against the curve here: verifying,
 * decrypting and decapsulating do that. Signatures and ciphertexts are sent in the clear; a key package holds a secret.
 */
#ifndef GUOMI_SM9_FORMAT_H
#define GUOMI_SM9_FORMAT_H

#include <guomi/base.h>
#include <guomi/sm9.h>
#include <guomi/sm9_encrypt.h>

GM_BEGIN_DECLS

#define GM_SM9_SIGNATURE_DER_SIZE 104     /* every signature in DER takes as much        */
#define GM_SM9_CIPHERTEXT_DER_OVERHEAD 32 /* DER is at most so much longer than C1 C3 C2 */
#define GM_SM9_CIPHERTEXT_RAW_OVERHEAD 97 /* C1 and C3                                   */

/** Write a signature as SEQUENCE { h OCTET STRING, S BIT STRING }.
 *
 *  der        out: 104 bytes; no overlap with signature.
 *  signature  in:  97 bytes, h || S.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL; der is untouched.
 *  Timing   constant.
 *  Threads  any.   Standard: GM/T 0080-2020, 7.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_signature_to_der(uint8_t der[GM_SM9_SIGNATURE_DER_SIZE],
                                                      const uint8_t signature[GM_SM9_SIGNATURE_SIZE]);

/** Read a signature from DER: an h of 32 bytes, an S of 65 that begin with 04, and nothing else.
 *
 *  signature  out: 97 bytes, h || S; untouched on an error; no overlap with der.
 *  der        in:  `der_len` bytes; may be NULL when der_len is 0.
 *
 *  Returns  GM_OK            whether it is right gm_sm9_verify() tells.
 *           GM_ERR_ENCODING  not that form.
 *           GM_ERR_ARGUMENT  a pointer is NULL.
 *  Timing   depends on the input, which is public.
 *  Threads  any.   Standard: GM/T 0080-2020, 7.3.
 */
GM_API GM_NODISCARD gm_status gm_sm9_signature_from_der(uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *der,
                                                        size_t der_len);

/** Write a ciphertext as SEQUENCE { EnType INTEGER, C1 BIT STRING, C3 OCTET STRING, CipherText OCTET STRING }.
 *
 *  der       out: `der_size` bytes; len + GM_SM9_CIPHERTEXT_DER_OVERHEAD are always enough; no overlap with in.
 *  der_len   out: bytes that it takes, also on GM_ERR_BUFFER; else 0.
 *  mode      how it was encrypted; GM_SM9_XOR_HMAC is written as type 0, as GmSSL has it.
 *  in        in:  `len` bytes, C1 || C3 || C2 as gm_sm9_encrypt() writes it.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or there is no such mode; the outputs are untouched.
 *           GM_ERR_ENCODING  len is below 97, or C1 does not begin with 04; der is untouched.
 *           GM_ERR_BUFFER    der_size is below *der_len; der is untouched.
 *  Timing   depends on the length.
 *  Threads  any.   Standard: GM/T 0080-2020, 7.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_ciphertext_to_der(uint8_t *der, size_t der_size, size_t *der_len, gm_sm9_mode mode,
                                                       const uint8_t *in, size_t len);

/** Read a ciphertext from DER.
 *
 *  out       out: C1 || C3 || C2 for gm_sm9_decrypt(); `len` bytes are always enough; no overlap with der.
 *  out_size  bytes that out has.
 *  out_len   out: bytes that it takes, also on GM_ERR_BUFFER; else 0.
 *  mode      out: the mode that the type names. Type 0 becomes GM_SM9_XOR, and may be GM_SM9_XOR_HMAC.
 *  der       in:  `der_len` bytes; may be NULL when der_len is 0.
 *
 *  Returns  GM_OK            whether it is right gm_sm9_decrypt() tells.
 *           GM_ERR_ENCODING  not that form, or a type that has no mode; out is untouched.
 *           GM_ERR_ARGUMENT  a pointer is NULL; the outputs are untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *  Timing   depends on the input, which is public.
 *  Threads  any.   Standard: GM/T 0080-2020, 7.4.
 */
GM_API GM_NODISCARD gm_status gm_sm9_ciphertext_from_der(uint8_t *out, size_t out_size, size_t *out_len,
                                                         gm_sm9_mode *mode, const uint8_t *der, size_t der_len);

/* ---- Key packages ---- */

/** No key package is longer than its key by more. */
#define GM_SM9_KEY_PACKAGE_OVERHEAD 96

/** Write what an encapsulation made as SEQUENCE { K OCTET STRING, C BIT STRING }. It holds the key in the clear: it is
 *  what a device hands to its host, not what is sent. To the receiver goes C alone.
 *
 *  der         out: `der_size` bytes; shared_len + GM_SM9_KEY_PACKAGE_OVERHEAD are always enough; no overlap with the
 *                   inputs.
 *  der_len     out: bytes that it takes, also on GM_ERR_BUFFER; else 0.
 *  shared      in:  `shared_len` bytes, 1 and more: the secret of gm_sm9_kem_encapsulate().
 *  c1          in:  65 bytes, its point.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or shared_len is 0 or no length of a secret; the outputs are untouched.
 *           GM_ERR_ENCODING  c1 does not begin with 04; der is untouched.
 *           GM_ERR_BUFFER    der_size is below *der_len; der is untouched.
 *  Timing   depends on shared_len.
 *  Threads  any.   Standard: GM/T 0080-2020, key package.
 */
GM_API GM_NODISCARD gm_status gm_sm9_key_package_to_der(uint8_t *der, size_t der_size, size_t *der_len,
                                                        const uint8_t *shared, size_t shared_len,
                                                        const uint8_t c1[GM_SM9_C1_SIZE]);

/** Read a key package. Whether K belongs to C only the receiver can tell: gm_sm9_kem_decapsulate() of C gives K again.
 *
 *  shared      out: the secret; `der_len` bytes are always enough; may be NULL when shared_size is 0; no overlap with
 *                   der.
 *  shared_size in:  bytes that shared has.
 *  shared_len  out: bytes that it takes, also on GM_ERR_BUFFER; else 0.
 *  c1          out: 65 bytes, 04 || x || y; untouched on an error; no overlap with the others.
 *  der         in:  `der_len` bytes; may be NULL when der_len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ENCODING  not that form, or an empty key; shared is untouched.
 *           GM_ERR_ARGUMENT  a pointer is NULL; the outputs are untouched.
 *           GM_ERR_BUFFER    shared_size is below *shared_len; shared is untouched.
 *  Timing   depends on der_len, on tags and lengths, and on C; never on K.
 *  Threads  any.   Standard: GM/T 0080-2020, key package.
 */
GM_API GM_NODISCARD gm_status gm_sm9_key_package_from_der(uint8_t *shared, size_t shared_size, size_t *shared_len,
                                                          uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *der,
                                                          size_t der_len);

GM_END_DECLS

#endif
