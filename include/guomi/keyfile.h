/* SM2 keys in files: reading every form that is met, and writing those that others read.
 *
 * Private    the number alone (raw, 32 bytes); SM2PrivateKey of GM/T 0009 (an INTEGER); ECPrivateKey of SEC 1
 *            ("EC PRIVATE KEY"); PKCS#8 ("PRIVATE KEY"), also encrypted ("ENCRYPTED PRIVATE KEY").
 * Public     the point alone (raw); SM2PublicKey of GM/T 0009 (a BIT STRING); SubjectPublicKeyInfo ("PUBLIC KEY").
 * Envelopes  SM2EnvelopedKey of GB/T 35276, in which a CA delivers an encryption key.
 * Text       each of them as bytes, as hex digits, as Base64, or (where it has a name) as PEM. A byte order mark, any
 *            line ends, text around PEM blocks and blocks of other kinds before the key are fine.
 *
 * doc/key-formats.md has each form byte by byte, and the rules by which they are told apart. Readers are strict:
 * what is not DER, not SM2's curve or not consistent in itself is refused, and gm_sm2_key_info says why.
 *
 * Nothing allocates. Stack: at most 32 KB. Timing: of a private key only the form, the DER tags and lengths around it
 * and the outcome come out. Every function may run in many threads at once on different objects. */
#ifndef GUOMI_KEYFILE_H
#define GUOMI_KEYFILE_H

#include <guomi/base.h>
#include <guomi/sm2.h>

GM_BEGIN_DECLS

/** No form that gm_sm2_key_save() and its kin write is longer, in any text. */
#define GM_SM2_SAVED_MAX 640
/** The longest DER that is read; a PEM file around it may be longer. */
#define GM_SM2_LOADED_MAX 4096
/** Iterations of PBKDF2 above this are refused unless the caller allows more: a hostile file must not stop a server. */
#define GM_SM2_ITERATIONS_MAX UINT64_C(10000000)
/** Iterations of PBKDF2 in a new file when the caller does not say. */
#define GM_SM2_ITERATIONS_DEFAULT UINT64_C(1000000)

/** What a key is wrapped in. The numbers are frozen; private forms are below 32, public ones below 64. */
typedef enum gm_sm2_key_form {
    GM_SM2_KEY_NONE = 0,            /* nothing that is known; in options: any          */
    GM_SM2_KEY_RAW = 1,             /* the number, big-endian                          */
    GM_SM2_KEY_INTEGER = 2,         /* SM2PrivateKey                                   */
    GM_SM2_KEY_SEC1 = 3,            /* ECPrivateKey                                    */
    GM_SM2_KEY_PKCS8 = 4,           /* PrivateKeyInfo                                  */
    GM_SM2_KEY_PKCS8_ENCRYPTED = 5, /* EncryptedPrivateKeyInfo with PBES2              */
    GM_SM2_KEY_SEC1_ENCRYPTED = 6,  /* ECPrivateKey encrypted as of RFC 1421: not read */
    GM_SM2_KEY_ENVELOPED = 7,       /* SM2EnvelopedKey                                 */
    GM_SM2_KEY_CFCA = 8,            /* key and certificate as CFCA has them: not read  */
    GM_SM2_KEY_PKCS12 = 9,          /* a PKCS#12 file: not read                        */
    GM_SM2_KEY_POINT = 32,          /* the point: 65, 64 (without 04) or 33 bytes      */
    GM_SM2_KEY_BIT_STRING = 33,     /* SM2PublicKey                                    */
    GM_SM2_KEY_SPKI = 34,           /* SubjectPublicKeyInfo                            */
    GM_SM2_KEY_PARAMETERS = 64,     /* a curve without a key                           */
    GM_SM2_KEY_CERTIFICATE = 65,    /* a certificate: its key is not taken out here    */
    GM_SM2_KEY_OTHER = 66           /* PEM of another kind                             */
} gm_sm2_key_form;

/** How the bytes of a form are written down. The numbers are frozen. */
typedef enum gm_sm2_key_text {
    GM_SM2_TEXT_NONE = 0, /* as they are */
    GM_SM2_TEXT_HEX = 1,
    GM_SM2_TEXT_BASE64 = 2,
    GM_SM2_TEXT_PEM = 3
} gm_sm2_key_text;

/** The function under PBKDF2 in an encrypted key. The numbers are frozen. */
typedef enum gm_sm2_key_prf {
    GM_SM2_PRF_NONE = 0,
    GM_SM2_PRF_SM3 = 1,    /* HMAC-SM3 as 1.2.156.10197.1.401.3.1: OpenSSL (not 3.0), Tongsuo */
    GM_SM2_PRF_SM3_GM = 2, /* HMAC-SM3 as 1.2.156.10197.1.401.2: GM/T 0006 and 0091, GmSSL    */
    GM_SM2_PRF_SHA1 = 3,   /* read only, also where no function is named                     */
    GM_SM2_PRF_SHA256 = 4  /* read only                                                       */
} gm_sm2_key_prf;

/** The cipher of an encrypted key, in CBC. The numbers are frozen. */
typedef enum gm_sm2_key_cipher {
    GM_SM2_CIPHER_NONE = 0,
    GM_SM2_CIPHER_SM4 = 1,
    GM_SM2_CIPHER_AES128 = 2, /* AES: read only */
    GM_SM2_CIPHER_AES192 = 3,
    GM_SM2_CIPHER_AES256 = 4
} gm_sm2_key_cipher;

/** Why a key was not read. The numbers are frozen. */
typedef enum gm_sm2_key_problem {
    GM_SM2_PROBLEM_NONE = 0,
    GM_SM2_PROBLEM_NO_KEY = 1,           /* there is no key in it                                           */
    GM_SM2_PROBLEM_DAMAGED = 2,          /* a form that is known, but not sound                             */
    GM_SM2_PROBLEM_AMBIGUOUS = 3,        /* two forms fit: name one in the options                          */
    GM_SM2_PROBLEM_TOO_LONG = 4,         /* more than GM_SM2_LOADED_MAX bytes                               */
    GM_SM2_PROBLEM_IS_PUBLIC = 5,        /* a public key, or a certificate, in place of a private key       */
    GM_SM2_PROBLEM_IS_PRIVATE = 6,       /* a private key in place of a public key                          */
    GM_SM2_PROBLEM_NOT_SM2 = 7,          /* another algorithm or another curve                              */
    GM_SM2_PROBLEM_RANGE = 8,            /* a number or a point that is no key                              */
    GM_SM2_PROBLEM_MISMATCH = 9,         /* its public key is not that of its private key                   */
    GM_SM2_PROBLEM_NO_PASSWORD = 10,     /* it is encrypted, and there is no password                       */
    GM_SM2_PROBLEM_WRONG_PASSWORD = 11,  /* the password is wrong, or the file damaged                     */
    GM_SM2_PROBLEM_ITERATIONS = 12,      /* more iterations than are allowed                                */
    GM_SM2_PROBLEM_ENCRYPTION = 13,      /* encrypted in a way that is not read here                        */
    GM_SM2_PROBLEM_RECIPIENT = 14,       /* an envelope: gm_sm2_envelope_open() with the recipient's key    */
    GM_SM2_PROBLEM_OTHER_FORM = 15,      /* another form than the one named in the options                  */
    GM_SM2_PROBLEM_WRONG_RECIPIENT = 16, /* an envelope for another key, or a damaged one                  */
    GM_SM2_PROBLEM_OTHER_KIND = 17       /* of SM9 alone (sm9_keyfile.h): a key of another kind            */
} gm_sm2_key_problem;

/** What was found. 64 bytes, 8-byte aligned (both are ABI). Holds no secret. */
typedef struct gm_sm2_key_info {
    uint32_t form;    /* a gm_sm2_key_form; of what it is, also when that was not asked for */
    uint32_t text;    /* a gm_sm2_key_text                                                  */
    uint32_t problem; /* a gm_sm2_key_problem                                               */
    uint32_t prf;     /* of an encrypted key: a gm_sm2_key_prf, or 0 if it is another one   */
    uint32_t cipher;  /* and a gm_sm2_key_cipher                                            */
    uint32_t reserved_;
    uint64_t iterations; /* and its number of iterations, as the file has it                   */
    uint64_t more_[4];
} gm_sm2_key_info;

/** What a reader should know beside the file; all zeros are a good choice. Points to the password. */
typedef struct gm_sm2_key_options {
    const uint8_t *password; /* NULL: there is none, which is not the same as an empty one */
    size_t password_len;
    uint64_t max_iterations; /* of PBKDF2; 0 stands for GM_SM2_ITERATIONS_MAX              */
    uint32_t form;           /* the gm_sm2_key_form that it must have; 0: any               */
    uint32_t reserved_;
} gm_sm2_key_options;

/** Say what a file holds, without a password and without taking a key out.
 *
 *  info     out: form and text; of an encrypted key its parameters; problem is NONE, NO_KEY, DAMAGED, AMBIGUOUS or
 *                TOO_LONG. In PEM with several blocks the first key decides.
 *  data     in:  `len` bytes, the whole file; may be NULL when len is 0.
 *
 *  Returns  GM_OK            a form is known; whether the key in it is sound is not said.
 *           GM_ERR_ENCODING  none is; info->problem says why.
 *           GM_ERR_ARGUMENT  a pointer is NULL; info is untouched.
 *  Timing   depends on len and on what info says, never on a private key.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_sm2_key_detect(gm_sm2_key_info *info, const uint8_t *data, size_t len);

/** Read a private key in any form.
 *
 *  key      out: the private key; all zeros on an error but GM_ERR_ARGUMENT.
 *  info     out: what was found and, on an error, why it is none; may be NULL. No overlap.
 *  data     in:  `len` bytes, the whole file; may be NULL when len is 0.
 *  options  in:  password, limits, the form to expect; may be NULL.
 *
 *  In PEM the first private key counts, whatever stands before it. The public key in a file, if there is one, must be
 *  that of the private key.
 *
 *  Returns  GM_OK
 *           GM_ERR_ENCODING     there is no key, it is damaged or too long, or two forms fit.
 *           GM_ERR_KEY          a public key, another curve, a number out of range, or halves that do not match.
 *           GM_ERR_VERIFY       the password is wrong, or the file damaged: which of them cannot be known.
 *           GM_ERR_STATE        it wants a password, or the recipient's key, and got none.
 *           GM_ERR_UNSUPPORTED  too many iterations, or encrypted in a way that is not read here.
 *           GM_ERR_ARGUMENT     a pointer is NULL, or options make no sense; key and info are untouched.
 *           info->problem is more precise.
 *  Timing   depends on len, on what info says, on tags and lengths in the file, and on whether there is an error; on
 *           the length of the password; never on a private key or a password.
 *  Threads  any.   Standard: GM/T 0009-2012, 6.1; RFC 5915; RFC 5958; RFC 8018; GM/T 0091-2020.
 */
GM_API GM_NODISCARD gm_status gm_sm2_key_load(gm_sm2_private_key *key, gm_sm2_key_info *info, const uint8_t *data,
                                              size_t len, const gm_sm2_key_options *options);

/** Read a public key in any form.
 *
 *  key      out: the public key; all zeros on an error but GM_ERR_ARGUMENT.
 *  info     out: what was found and, on an error, why it is none; may be NULL. No overlap.
 *  data     in:  `len` bytes, the whole file; may be NULL when len is 0.
 *  options  in:  the form to expect; may be NULL. A password is not looked at.
 *
 *  In PEM the first public key counts. A private key is refused, although a public key could be had from it: who hands
 *  it over has most likely taken the wrong file.
 *
 *  Returns  GM_OK
 *           GM_ERR_ENCODING  there is no key, it is damaged or too long, or two forms fit.
 *           GM_ERR_KEY       a private key, another curve, or a point that is no key.
 *           GM_ERR_ARGUMENT  a pointer is NULL, or options make no sense; key and info are untouched.
 *           info->problem is more precise.
 *  Timing   depends on the file, which is public; of a private key that is handed in, as gm_sm2_key_load().
 *  Threads  any.   Standard: GM/T 0009-2012, 6.1; RFC 5480.
 */
GM_API GM_NODISCARD gm_status gm_sm2_key_load_public(gm_sm2_public_key *key, gm_sm2_key_info *info, const uint8_t *data,
                                                     size_t len, const gm_sm2_key_options *options);

/** Write a private key, not encrypted.
 *
 *  key      in:  the private key.
 *  out      out: `out_size` bytes, the first *out_len of them written; GM_SM2_SAVED_MAX are always enough. May be
 *                NULL when out_size is 0. No NUL is added to text; PEM ends in LF, hex and Base64 are one line without.
 *  out_len  out: how many bytes it takes, also on GM_ERR_BUFFER; else 0.
 *  form     GM_SM2_KEY_RAW, INTEGER, SEC1 or PKCS8.
 *  text     GM_SM2_TEXT_PEM for SEC1 and PKCS8 alone.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or the form is not one of these, or has no PEM; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *  Timing   depends on form and text; of the key, for INTEGER alone, on how long its DER is.
 *  Threads  any.   Standard: as gm_sm2_key_load().
 */
GM_API GM_NODISCARD gm_status gm_sm2_key_save(const gm_sm2_private_key *key, uint8_t *out, size_t out_size,
                                              size_t *out_len, gm_sm2_key_form form, gm_sm2_key_text text);

/** Write a private key as encrypted PKCS#8: PBES2 with PBKDF2-HMAC-SM3 and SM4-CBC, salt and IV of 16 random bytes.
 *
 *  key         in:  the private key.
 *  out         out: `out_size` bytes, as for gm_sm2_key_save().
 *  out_len     out: how many bytes it takes, also on GM_ERR_BUFFER; else 0.
 *  text        any.
 *  password    in:  `password_len` bytes, below 2^61; may be NULL when password_len is 0.
 *  iterations  of PBKDF2: 1 to GM_SM2_ITERATIONS_MAX; 0 stands for GM_SM2_ITERATIONS_DEFAULT.
 *  prf         GM_SM2_PRF_SM3 or GM_SM2_PRF_SM3_GM: the same function, under the name that the readers expect.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or a value is none of these; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *           GM_ERR_RANDOM    no randomness; out is untouched.
 *  Timing   depends on text, iterations and password_len.
 *  Threads  any.   Standard: RFC 5958; RFC 8018, 6.2; GM/T 0091-2020.
 */
GM_API GM_NODISCARD gm_status gm_sm2_key_save_encrypted(const gm_sm2_private_key *key, uint8_t *out, size_t out_size,
                                                        size_t *out_len, gm_sm2_key_text text, const uint8_t *password,
                                                        size_t password_len, uint64_t iterations, gm_sm2_key_prf prf);

/** Write a public key.
 *
 *  key         in:  the public key.
 *  out         out: `out_size` bytes, as for gm_sm2_key_save().
 *  out_len     out: how many bytes it takes, also on GM_ERR_BUFFER; else 0.
 *  form        GM_SM2_KEY_POINT, BIT_STRING or SPKI.
 *  text        GM_SM2_TEXT_PEM for SPKI alone.
 *  compressed  0: the point is 04 || x || y; 1: it is 02 or 03 || x, which not every reader takes.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or a value is none of these; out is untouched.
 *           GM_ERR_KEY       key holds no key; out is untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *  Timing   constant for a form and text.
 *  Threads  any.   Standard: GM/T 0009-2012, 6.1; RFC 5480.
 */
GM_API GM_NODISCARD gm_status gm_sm2_key_save_public(const gm_sm2_public_key *key, uint8_t *out, size_t out_size,
                                                     size_t *out_len, gm_sm2_key_form form, gm_sm2_key_text text,
                                                     int compressed);

/** Open an envelope: read the private key that a CA has encrypted for another key of its owner.
 *
 *  key        out: the private key; all zeros on an error but GM_ERR_ARGUMENT.
 *  info       out: what was found and, on an error, why it is none; may be NULL. No overlap.
 *  recipient  in:  the private key that the envelope is for: the owner's signing key.
 *  data       in:  `len` bytes, the whole file, as bytes, hex or Base64; may be NULL when len is 0.
 *
 *  The private key in the envelope is not authenticated by itself: it must belong to the public key beside it.
 *
 *  Returns  GM_OK
 *           GM_ERR_ENCODING     there is no envelope, or it is damaged or too long.
 *           GM_ERR_KEY          recipient holds no key; or what is inside is no key, or not that of the public key.
 *           GM_ERR_VERIFY       it is for another key, or was changed.
 *           GM_ERR_UNSUPPORTED  another cipher than SM4 in ECB.
 *           GM_ERR_ARGUMENT     a pointer is NULL; key and info are untouched.
 *           info->problem is more precise.
 *  Timing   depends on the envelope, which is public, and on whether there is an error; never on the keys.
 *  Threads  any.   Standard: GB/T 35276-2017, 7.4; GM/T 0009-2012, 7.4.
 */
GM_API GM_NODISCARD gm_status gm_sm2_envelope_open(gm_sm2_private_key *key, gm_sm2_key_info *info,
                                                   const gm_sm2_private_key *recipient, const uint8_t *data,
                                                   size_t len);

/** Put a private key into an envelope: a fresh SM4 key encrypts it in ECB, and the recipient's key that one.
 *
 *  key        in:  the private key.
 *  out        out: `out_size` bytes, as for gm_sm2_key_save().
 *  out_len    out: how many bytes were written; on GM_ERR_BUFFER how many are enough; else 0.
 *  recipient  in:  the public key of who shall open it.
 *  text       GM_SM2_TEXT_NONE, HEX or BASE64.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or text is none of these; out is untouched.
 *           GM_ERR_KEY       key or recipient holds no key; out is untouched.
 *           GM_ERR_BUFFER    out_size is too small; out is untouched. GM_SM2_SAVED_MAX is always enough.
 *           GM_ERR_RANDOM    no randomness; out is untouched.
 *  Timing   depends on text, and on the ciphertext, which is sent.
 *  Threads  any.   Standard: GB/T 35276-2017, 7.4; GM/T 0009-2012, 7.4.
 */
GM_API GM_NODISCARD gm_status gm_sm2_envelope_seal(const gm_sm2_private_key *key, uint8_t *out, size_t out_size,
                                                   size_t *out_len, const gm_sm2_public_key *recipient,
                                                   gm_sm2_key_text text);

/** A short English name of a form, for messages: "a PKCS#8 private key"; never NULL. Timing and threads: any. */
GM_API const char *gm_sm2_key_form_text(uint32_t form);

/** A short English sentence without a full stop for a problem; never NULL. Timing and threads: any. */
GM_API const char *gm_sm2_key_problem_text(uint32_t problem);

GM_END_DECLS

#endif
