/* SM9 keys in files: reading the forms that are met, and writing those that others read.
 *
 * Raw        a master key's number (32 bytes); a point, 65 or 129 bytes.
 * ASN.1      GB/T 41389 (GM/T 0080): a master key is an INTEGER, every other key a BIT STRING.
 * SEQUENCE   as GmSSL has it: the master key with its public key, a user's key with the master's public key.
 * PKCS#8     around any of these, plain or encrypted with a password as an SM2 key is (keyfile.h).
 * Text       each as bytes, as hex digits, as Base64, or as PEM.
 *
 * A bare number may be a master key of either system, and a bare point of 65 bytes a public key of encryption as well
 * as a user's key of signatures: the caller says which kinds it takes (gm_sm9_key_options), and what fits two of them
 * is refused. doc/key-formats.md has each form byte by byte, and who writes it. Readers are strict, and every key is
 * checked as sm9.h has it: numbers in [1, N-1], points on their curve and of order N.
 *
 * Nothing allocates. Stack: at most 80 KB. Timing: of a secret key only the form, the DER tags and lengths around it
 * and the outcome come out. Every function may run in many threads at once on different objects. */
#ifndef GUOMI_SM9_KEYFILE_H
#define GUOMI_SM9_KEYFILE_H

#include <guomi/base.h>
#include <guomi/keyfile.h>
#include <guomi/sm9.h>

GM_BEGIN_DECLS

/** No form that gm_sm9_key_save() and its kin write is longer, in any text. */
#define GM_SM9_SAVED_MAX 1024

/** What a key is. The numbers are frozen, and single bits, so that several can be asked for. */
typedef enum gm_sm9_key_kind {
    GM_SM9_KEY_NONE = 0,
    GM_SM9_KEY_SIGN_MASTER = 1,
    GM_SM9_KEY_ENC_MASTER = 2,
    GM_SM9_KEY_SIGN_USER = 4,
    GM_SM9_KEY_ENC_USER = 8,
    GM_SM9_KEY_SIGN_PUBLIC = 16, /* the public key of a master key */
    GM_SM9_KEY_ENC_PUBLIC = 32
} gm_sm9_key_kind;

#define GM_SM9_KEY_SECRET (GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_ENC_MASTER | GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_ENC_USER)
#define GM_SM9_KEY_ANY (GM_SM9_KEY_SECRET | GM_SM9_KEY_SIGN_PUBLIC | GM_SM9_KEY_ENC_PUBLIC)

/** What a key is wrapped in. The numbers are frozen. */
typedef enum gm_sm9_key_form {
    GM_SM9_FORM_NONE = 0,
    GM_SM9_FORM_RAW = 1,             /* the number or the point, as it is      */
    GM_SM9_FORM_ASN1 = 2,            /* INTEGER or BIT STRING of GB/T 41389    */
    GM_SM9_FORM_SEQUENCE = 3,        /* as GmSSL wraps it                      */
    GM_SM9_FORM_PKCS8 = 4,           /* PrivateKeyInfo                         */
    GM_SM9_FORM_PKCS8_ENCRYPTED = 5, /* EncryptedPrivateKeyInfo with PBES2     */
    GM_SM9_FORM_SPKI = 6             /* SubjectPublicKeyInfo: read, not written */
} gm_sm9_key_form;

/** A key of any kind. The member that counts is named by kind; the others are zeros or nonsense. 272 bytes, 8-byte
 *  aligned (both are ABI). Copied with `=`; holds no pointers. Wipe it after use. */
typedef struct gm_sm9_any_key {
    uint32_t kind;       /* a gm_sm9_key_kind                                                            */
    uint32_t has_master; /* of a user's key: 1 if `master` beside it is known, 0 if not; else 0           */
    union {
        gm_sm9_sign_master_key sign_master;
        gm_sm9_enc_master_key enc_master;
        struct {
            gm_sm9_sign_user_key key;
            gm_sm9_sign_public_key master;
        } sign_user;
        struct {
            gm_sm9_enc_user_key key;
            gm_sm9_enc_public_key master;
        } enc_user;
        gm_sm9_sign_public_key sign_public;
        gm_sm9_enc_public_key enc_public;
    } u;
    uint64_t reserved_;
} gm_sm9_any_key;

/** What was found. 64 bytes, 8-byte aligned (both are ABI). Holds no secret. */
typedef struct gm_sm9_key_info {
    uint32_t kind;    /* a gm_sm9_key_kind; also of a key that was not asked for, 0 where that is not known */
    uint32_t form;    /* a gm_sm9_key_form                                                                  */
    uint32_t text;    /* a gm_sm2_key_text                                                                  */
    uint32_t problem; /* a gm_sm2_key_problem; gm_sm9_key_problem_text() has words for it                   */
    uint32_t prf;     /* of an encrypted key: a gm_sm2_key_prf, or 0 if it is another one                   */
    uint32_t cipher;  /* and a gm_sm2_key_cipher                                                            */
    uint64_t iterations;
    uint64_t more_[4];
} gm_sm9_key_info;

/** What a reader should know beside the file; all zeros are a good choice. Points to the password. */
typedef struct gm_sm9_key_options {
    const uint8_t *password; /* NULL: there is none, which is not the same as an empty one                */
    size_t password_len;
    uint64_t max_iterations; /* of PBKDF2; 0 stands for GM_SM2_ITERATIONS_MAX                             */
    uint32_t kinds;          /* the kinds to take, their gm_sm9_key_kind added up; 0 stands for all       */
    uint32_t form;           /* the gm_sm9_key_form that it must have; 0: any */
} gm_sm9_key_options;

/** sizeof(gm_sm9_any_key), for languages that cannot ask. Timing and threads: any. */
GM_API size_t gm_sm9_any_key_size(void);

/** Read a key in any form.
 *
 *  key      out: the key; all zeros on an error but GM_ERR_ARGUMENT.
 *  info     out: what was found and, on an error, why it is none; may be NULL. No overlap.
 *  data     in:  `len` bytes, the whole file; may be NULL when len is 0.
 *  options  in:  password, limits, the kinds to take; may be NULL.
 *
 *  In PEM the first key of SM9 counts. The public key of a master key, where the file has it, must be its own; that the
 *  master's public key beside a user's key is the right one only gm_sm9_sign_user_key_check() and its twin can tell.
 *
 *  Returns  GM_OK
 *           GM_ERR_ENCODING     there is no key, it is damaged or too long, or two kinds or forms fit.
 *           GM_ERR_KEY          another algorithm or kind, no valid number or point, or halves that do not match.
 *           GM_ERR_VERIFY       the password is wrong, or the file damaged: which of them cannot be known.
 *           GM_ERR_STATE        it wants a password, and got none.
 *           GM_ERR_UNSUPPORTED  too many iterations, or encrypted in a way that is not read here.
 *           GM_ERR_ARGUMENT     a pointer is NULL, or options make no sense; key and info are untouched.
 *           info->problem is more precise.
 *  Timing   depends on len, on what info says, on tags and lengths in the file, and on whether there is an error; on
 *           the length of the password; never on a secret key or a password.
 *  Threads  any.   Standard: GM/T 0080-2020, 7.1 and 7.2; RFC 5958; RFC 8018.
 */
GM_API GM_NODISCARD gm_status gm_sm9_key_load(gm_sm9_any_key *key, gm_sm9_key_info *info, const uint8_t *data,
                                              size_t len, const gm_sm9_key_options *options);

/** Write a key, not encrypted.
 *
 *  key      in:  a key; of a user's key the master's public key too if has_master is 1.
 *  out      out: `out_size` bytes, the first *out_len of them written; GM_SM9_SAVED_MAX are always enough. May be
 *                NULL when out_size is 0. No NUL is added to text; PEM ends in LF, hex and Base64 are one line without.
 *  out_len  out: how many bytes it takes, also on GM_ERR_BUFFER; else 0.
 *  form     GM_SM9_FORM_RAW, ASN1, SEQUENCE, or PKCS8 of secret keys.
 *  text     GM_SM2_TEXT_PEM for SEQUENCE of public keys and for PKCS8 alone.
 *
 *  A user's key without its master's public key stands in PKCS8 as its ASN1 form; it has no SEQUENCE.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the form is none of these for this key, or has no PEM; out is
 *                            untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *  Timing   depends on kind, form and text; of a master key, but for RAW, on how long the DER of its number is.
 *  Threads  any.   Standard: as gm_sm9_key_load().
 */
GM_API GM_NODISCARD gm_status gm_sm9_key_save(const gm_sm9_any_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                              gm_sm9_key_form form, gm_sm2_key_text text);

/** Write a secret key as encrypted PKCS#8: PBES2 with PBKDF2-HMAC-SM3 and SM4-CBC, salt and IV of 16 random bytes.
 *
 *  key         in:  a master key or a user's key.
 *  out         out: `out_size` bytes, as for gm_sm9_key_save().
 *  out_len     out: how many bytes it takes, also on GM_ERR_BUFFER; else 0.
 *  text        any.
 *  password    in:  `password_len` bytes, below 2^61; may be NULL when password_len is 0.
 *  iterations  of PBKDF2: 1 to GM_SM2_ITERATIONS_MAX; 0 stands for GM_SM2_ITERATIONS_DEFAULT.
 *  prf         GM_SM2_PRF_SM3 or GM_SM2_PRF_SM3_GM: the same function, under the name that the readers expect. GmSSL
 *              reads the latter.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, key is a public key, or a value is none of these; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *           GM_ERR_RANDOM    no randomness; out is untouched.
 *  Timing   depends on kind, text, iterations and password_len; of a master key on how long the DER of its number is.
 *  Threads  any.   Standard: RFC 5958; RFC 8018, 6.2; GM/T 0091-2020.
 */
GM_API GM_NODISCARD gm_status gm_sm9_key_save_encrypted(const gm_sm9_any_key *key, uint8_t *out, size_t out_size,
                                                        size_t *out_len, gm_sm2_key_text text, const uint8_t *password,
                                                        size_t password_len, uint64_t iterations, gm_sm2_key_prf prf);

/** A short English name of a kind, for messages: "a user's signing key"; never NULL. Timing and threads: any. */
GM_API const char *gm_sm9_key_kind_text(uint32_t kind);

/** A short English name of a form, for messages: "encrypted PKCS#8"; never NULL. Timing and threads: any. */
GM_API const char *gm_sm9_key_form_text(uint32_t form);

/** A short English sentence without a full stop for a gm_sm2_key_problem of an SM9 key; never NULL. Timing and threads:
 *  any. */
GM_API const char *gm_sm9_key_problem_text(uint32_t problem);

GM_END_DECLS

#endif
