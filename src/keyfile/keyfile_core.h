/* What the files of the room share. A gm_sm2_key_problem of 0 means that all is well. */
#ifndef GMI_KEYFILE_KEYFILE_CORE_H
#define GMI_KEYFILE_KEYFILE_CORE_H

#include <guomi/keyfile.h>

#include "codec/der.h"

/* ---- algorithms (algorithm.c) ---- */

/* Content octets of an OID. */
struct key_oid {
    uint8_t len, bytes[11];
};

extern const struct key_oid gmi_oid_ec_public_key, gmi_oid_sm2;
extern const struct key_oid gmi_oid_sm9, gmi_oid_sm9_sign, gmi_oid_sm9_exchange, gmi_oid_sm9_encrypt;

int gmi_oid_is(const struct der *content, const struct key_oid *oid);
void gmi_oid_put(struct der_writer *w, const struct key_oid *oid);

/* A curve, as OID or with all its parameters: is it SM2's? Reads one element. */
gm_sm2_key_problem gmi_key_curve(struct der *in);

/* An AlgorithmIdentifier: does it say that a key is one of SM2? */
gm_sm2_key_problem gmi_key_algorithm(struct der *in);

/* SEQUENCE { id-ecPublicKey, sm2p256v1 } */
void gmi_key_put_algorithm(struct der_writer *w);

/* ---- shapes (shape.c) ---- */

/* What the caller asks for. */
enum key_want { WANT_ANY, WANT_PRIVATE, WANT_PUBLIC };

/* Are the bytes one DER element as a whole, by tag and length? That is all that comes out of bytes that are secret. */
int gmi_key_is_element(const uint8_t *p, size_t len);

/* Is the first byte one of these? Of a private number of 33 bytes this says what its length says. */
int gmi_key_first_is(const uint8_t *p, uint64_t a, uint64_t b);

/* Which form is this, if it is one DER element? Decided by tags alone. */
gm_sm2_key_form gmi_key_shape(const uint8_t *p, size_t len);

/* Do the bytes begin as a SEQUENCE of one of the known forms, or as a SM2PublicKey, that goes on where they end? A
 * SM2PrivateKey that was cut cannot be told from a bare number. */
int gmi_key_is_cut(const uint8_t *p, size_t len);

/* Which form is this, DER or raw; NONE with a problem if it is none, or if that cannot be told. */
gm_sm2_key_form gmi_key_form(gm_sm2_key_problem *problem, const uint8_t *p, size_t len, enum key_want want);

/* ---- text (find.c) ---- */

/* A file's key, out of its text. */
struct key_found {
    const uint8_t *p; /* in the file, or in `bytes` */
    size_t len;
    uint8_t bytes[GM_SM2_LOADED_MAX];
};

/* Fill in info (but for an encrypted key's parameters) and found. What is wanted decides which block of PEM counts;
 * `form` is the one that the caller named, or 0. */
gm_sm2_key_problem gmi_key_find(struct key_found *found, gm_sm2_key_info *info, const uint8_t *data, size_t len,
                                enum key_want want, uint32_t form);

/* What the finders of all kinds of keys are made of. Does the text hold a block of PEM, or one that is damaged? */
int gmi_key_has_pem(const char *text, size_t len);

/* Are all bytes printable ASCII or white space? */
int gmi_key_is_text(const uint8_t *data, size_t len);

/* The bytes of hex or Base64 without anything around it, or of one block: into found. *text is the gm_sm2_key_text. */
gm_sm2_key_problem gmi_key_bare_text(struct key_found *found, uint32_t *text, const char *in, size_t len);
gm_sm2_key_problem gmi_key_block(struct key_found *found, const char *body, size_t len);

/* The length of a byte order mark at the beginning of a file. */
size_t gmi_key_mark(const uint8_t *data, size_t len);

/* ---- private keys (private.c) ---- */

/* Where the two halves lie in a private form. */
struct key_halves {
    struct der number;
    struct der point; /* p is NULL if there is none */
};

/* Take apart ECPrivateKey, PrivateKeyInfo and SM2PrivateKey. */
gm_sm2_key_problem gmi_key_sec1(struct key_halves *halves, struct der in, int curve_needed);
gm_sm2_key_problem gmi_key_pkcs8(struct key_halves *halves, struct der in);
gm_sm2_key_problem gmi_key_integer(struct key_halves *halves, uint8_t number[32], struct der in);

/* ---- reading (load.c) ---- */

gm_status gmi_key_status(gm_sm2_key_problem problem);

/* The private key of a form, whose public key must be its own. key is wiped by the caller on a problem. */
gm_sm2_key_problem gmi_key_take_halves(gm_sm2_private_key *key, const struct key_halves *halves);

/* What an encrypted key says of its encryption goes into info, whether it can be opened or not. */
gm_sm2_key_problem gmi_key_parse_encrypted(gm_sm2_key_info *info, struct der in);

/* The same, and then open it: the DER of PKCS#8, into plain, which has GM_SM2_LOADED_MAX bytes. */
gm_sm2_key_problem gmi_key_open_encrypted(uint8_t *plain, size_t *plain_len, gm_sm2_key_info *info, struct der in,
                                          const gm_sm2_key_options *options);

/* ---- encryption (pbes2.c) ---- */

extern const struct key_oid gmi_oid_pbes2, gmi_oid_pbkdf2;
extern const struct key_oid gmi_oid_prf[5];    /* by gm_sm2_key_prf */
extern const struct key_oid gmi_oid_cipher[5]; /* by gm_sm2_key_cipher */

struct pbes2 {
    struct der salt, iv, data;
    uint64_t iterations; /* UINT64_MAX also stands for more */
    gm_sm2_key_prf prf;
    gm_sm2_key_cipher cipher;
};

/* Take apart EncryptedPrivateKeyInfo, which is public as a whole. */
gm_sm2_key_problem gmi_pbes2_parse(struct pbes2 *pbes2, struct der in);

/* Decrypt: one DER element of out_len bytes, or the problem. out has room for as much as is encrypted. */
gm_sm2_key_problem gmi_pbes2_open(const struct pbes2 *pbes2, uint8_t *out, size_t *out_len, const uint8_t *password,
                                  size_t password_len);

/* ---- encrypting (seal.c) ---- */

#define KEY_SEALED_MAX 256 /* PKCS#8 of every key that is written, padded */

/* PKCS#8 under a password, and what must be known to open it. */
struct key_sealed {
    uint8_t salt[16], iv[16], bytes[KEY_SEALED_MAX];
    size_t len;
    uint64_t iterations;
    gm_sm2_key_prf prf;
};

/* Everything but the ciphertext, which will be that of n bytes: zeros until it is made, for its length. */
void gmi_key_seal_init(struct key_sealed *sealed, size_t n, uint64_t iterations, gm_sm2_key_prf prf,
                       const uint8_t salt[16], const uint8_t iv[16]);

/* Pad the n bytes of plain and encrypt them under the password. */
gm_status gmi_key_seal(struct key_sealed *sealed, uint8_t plain[KEY_SEALED_MAX], size_t n, const uint8_t *password,
                       size_t password_len);

void gmi_key_put_sealed(struct der_writer *w, const struct key_sealed *sealed);

/* ---- writing (save.c) ---- */

/* How long an encoding of n bytes is as text. */
size_t gmi_key_text_size(gm_sm2_key_text text, const char *label, size_t n);

/* Put n bytes of an encoding into text, if there is room. label is NULL where the text is never PEM. */
gm_status gmi_key_put_text(uint8_t *out, size_t out_size, size_t *out_len, gm_sm2_key_text text, const char *label,
                           const uint8_t *der, size_t n);

/* gm_sm2_key_save_encrypted() after its checks, with salt and IV that are given. */
gm_status gmi_key_save_encrypted(const gm_sm2_private_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                 gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                 uint64_t iterations, gm_sm2_key_prf prf, const uint8_t salt[16], const uint8_t iv[16]);

#endif
