/* Writing keys. Each encoding is described once, from its end to its start (codec/der.h), and then put into text. */
#include <guomi/codec.h>
#include <guomi/mem.h>
#include <guomi/random.h>
#include <guomi/sm4.h>
#include <string.h>

#include "base/check.h"
#include "keyfile/keyfile_core.h"

#define DER_MAX 320 /* no form that is written is longer */

/* What the encodings are made of. */
struct parts {
    uint8_t number[GM_SM2_PRIVATE_SIZE];
    uint8_t point[GM_SM2_PUBLIC_SIZE];
    size_t point_len;
    gm_sm2_key_form form;
    /* and, encrypted: */
    uint8_t salt[16], iv[16], sealed[160];
    size_t sealed_len;
    uint64_t iterations;
    gm_sm2_key_prf prf;
};

/* ECPrivateKey; the curve is left away where PKCS#8 names it outside. */
static void put_sec1(struct der_writer *w, const struct parts *parts, int with_curve)
{
    size_t whole = w->len, since = w->len;
    gmi_der_put_bits(w, parts->point, parts->point_len);
    gmi_der_put_header(w, DER_EXPLICIT(1), since);
    if (with_curve) {
        since = w->len;
        gmi_oid_put(w, &gmi_oid_sm2);
        gmi_der_put_header(w, DER_EXPLICIT(0), since);
    }
    gmi_der_put_element(w, DER_OCTET_STRING, parts->number, sizeof parts->number);
    gmi_der_put_uint64(w, 1);
    gmi_der_put_header(w, DER_SEQUENCE, whole);
}

static void put_pkcs8(struct der_writer *w, const struct parts *parts)
{
    size_t since = w->len;
    put_sec1(w, parts, 0);
    gmi_der_put_header(w, DER_OCTET_STRING, since);
    gmi_key_put_algorithm(w);
    gmi_der_put_uint64(w, 0);
    gmi_der_put_header(w, DER_SEQUENCE, since);
}

static void put_spki(struct der_writer *w, const struct parts *parts)
{
    size_t since = w->len;
    gmi_der_put_bits(w, parts->point, parts->point_len);
    gmi_key_put_algorithm(w);
    gmi_der_put_header(w, DER_SEQUENCE, since);
}

/* EncryptedPrivateKeyInfo. Each PRF has the look that its users give it: keyLength is written beside the OID of
 * GM/T 0006, and left away, as OpenSSL does it, beside the other. */
static void put_encrypted(struct der_writer *w, const struct parts *parts)
{
    size_t whole = w->len;
    gmi_der_put_element(w, DER_OCTET_STRING, parts->sealed, parts->sealed_len);
    size_t algorithm = w->len;
    gmi_der_put_element(w, DER_OCTET_STRING, parts->iv, sizeof parts->iv);
    gmi_oid_put(w, &gmi_oid_cipher[GM_SM2_CIPHER_SM4]);
    gmi_der_put_header(w, DER_SEQUENCE, algorithm);
    size_t kdf = w->len;
    gmi_der_put_element(w, DER_NULL, NULL, 0);
    gmi_oid_put(w, &gmi_oid_prf[parts->prf]);
    gmi_der_put_header(w, DER_SEQUENCE, kdf);
    if (parts->prf == GM_SM2_PRF_SM3_GM)
        gmi_der_put_uint64(w, GM_SM4_KEY_SIZE);
    gmi_der_put_uint64(w, parts->iterations);
    gmi_der_put_element(w, DER_OCTET_STRING, parts->salt, sizeof parts->salt);
    gmi_der_put_header(w, DER_SEQUENCE, kdf);
    gmi_oid_put(w, &gmi_oid_pbkdf2);
    gmi_der_put_header(w, DER_SEQUENCE, kdf);
    gmi_der_put_header(w, DER_SEQUENCE, algorithm);
    gmi_oid_put(w, &gmi_oid_pbes2);
    gmi_der_put_header(w, DER_SEQUENCE, algorithm);
    gmi_der_put_header(w, DER_SEQUENCE, whole);
}

static void describe(struct der_writer *w, const struct parts *parts)
{
    switch (parts->form) {
    case GM_SM2_KEY_RAW:
        gmi_der_put(w, parts->number, sizeof parts->number);
        break;
    case GM_SM2_KEY_INTEGER:
        gmi_der_put_uint256(w, parts->number);
        break;
    case GM_SM2_KEY_SEC1:
        put_sec1(w, parts, 1);
        break;
    case GM_SM2_KEY_PKCS8:
        put_pkcs8(w, parts);
        break;
    case GM_SM2_KEY_PKCS8_ENCRYPTED:
        put_encrypted(w, parts);
        break;
    case GM_SM2_KEY_POINT:
        gmi_der_put(w, parts->point, parts->point_len);
        break;
    case GM_SM2_KEY_BIT_STRING:
        gmi_der_put_bits(w, parts->point, parts->point_len);
        break;
    default:
        put_spki(w, parts);
        break;
    }
}

/* The name of a form in PEM, or NULL. */
static const char *label_of(gm_sm2_key_form form)
{
    switch (form) {
    case GM_SM2_KEY_SEC1:
        return "EC PRIVATE KEY";
    case GM_SM2_KEY_PKCS8:
        return "PRIVATE KEY";
    case GM_SM2_KEY_PKCS8_ENCRYPTED:
        return "ENCRYPTED PRIVATE KEY";
    case GM_SM2_KEY_SPKI:
        return "PUBLIC KEY";
    default:
        return NULL;
    }
}

size_t gmi_key_text_size(gm_sm2_key_text text, const char *label, size_t n)
{
    switch (text) {
    case GM_SM2_TEXT_HEX:
        return GM_HEX_SIZE(n);
    case GM_SM2_TEXT_BASE64:
        return GM_BASE64_SIZE(n);
    case GM_SM2_TEXT_PEM:
        return GM_PEM_SIZE(strlen(label), n);
    default:
        return n;
    }
}

gm_status gmi_key_put_text(uint8_t *out, size_t out_size, size_t *out_len, gm_sm2_key_text text, const char *label,
                           const uint8_t *der, size_t n)
{
    *out_len = gmi_key_text_size(text, label, n);
    if (out_size < *out_len)
        return GM_ERR_BUFFER;
    switch (text) {
    case GM_SM2_TEXT_HEX:
        return gm_hex_encode((char *)out, der, n);
    case GM_SM2_TEXT_BASE64:
        return gm_base64_encode((char *)out, der, n);
    case GM_SM2_TEXT_PEM:
        return gm_pem_encode((char *)out, *out_len, out_len, label, der, n);
    default:
        memcpy(out, der, n);
        return GM_OK;
    }
}

/* Describe twice, and put into text. */
static gm_status write_out(uint8_t *out, size_t out_size, size_t *out_len, gm_sm2_key_text text,
                           const struct parts *parts)
{
    struct {
        uint8_t der[DER_MAX];
    } w;
    struct der_writer writer = {NULL, 0};
    describe(&writer, parts);
    size_t n = writer.len;
    GM_ASSERT(n <= sizeof w.der);
    writer = (struct der_writer){w.der + n, 0};
    describe(&writer, parts);
    gm_status status = gmi_key_put_text(out, out_size, out_len, text, label_of(parts->form), w.der, n);
    gm_wipe(&w, sizeof w);
    return status;
}

static int good_output(const uint8_t *out, size_t out_size, const size_t *out_len, gm_sm2_key_form form,
                       gm_sm2_key_text text)
{
    int known = text == GM_SM2_TEXT_NONE || text == GM_SM2_TEXT_HEX || text == GM_SM2_TEXT_BASE64 ||
                (text == GM_SM2_TEXT_PEM && label_of(form) != NULL);
    return out_len != NULL && (out != NULL || out_size == 0) && known;
}

/* Number and point of a private key. */
static gm_status take_private(struct parts *parts, const gm_sm2_private_key *key)
{
    gm_sm2_public_key point;
    gm_status status = gm_sm2_private_key_write(key, parts->number);
    parts->point_len = sizeof parts->point;
    if (status == GM_OK)
        status = gm_sm2_private_key_public(key, &point);
    return status == GM_OK ? gm_sm2_public_key_write(&point, parts->point) : status;
}

gm_status gm_sm2_key_save(const gm_sm2_private_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                          gm_sm2_key_form form, gm_sm2_key_text text)
{
    struct parts w;
    if (key == NULL || !good_output(out, out_size, out_len, form, text) ||
        (form != GM_SM2_KEY_RAW && form != GM_SM2_KEY_INTEGER && form != GM_SM2_KEY_SEC1 && form != GM_SM2_KEY_PKCS8))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    w.form = form;
    gm_status status = take_private(&w, key);
    if (status == GM_OK)
        status = write_out(out, out_size, out_len, text, &w);
    gm_wipe(&w, sizeof w);
    return status;
}

/* The private key as PKCS#8, padded and encrypted under the password: parts->sealed. */
static gm_status seal(struct parts *parts, const uint8_t *password, size_t password_len)
{
    struct {
        uint8_t plain[sizeof parts->sealed], key[GM_SM4_KEY_SIZE];
        gm_sm4_key sm4;
    } w;
    struct der_writer writer = {NULL, 0};
    put_pkcs8(&writer, parts);
    size_t n = writer.len, padded = n / 16 * 16 + 16;
    GM_ASSERT(padded <= sizeof w.plain);
    writer = (struct der_writer){w.plain + n, 0};
    put_pkcs8(&writer, parts);
    memset(w.plain + n, (int)(padded - n), padded - n);
    gm_status status = gm_pbkdf2_hmac_sm3(w.key, sizeof w.key, password, password_len, parts->salt, sizeof parts->salt,
                                          parts->iterations);
    if (status == GM_OK)
        status = gm_sm4_key_init(&w.sm4, w.key);
    if (status == GM_OK)
        status = gm_sm4_cbc_encrypt(&w.sm4, parts->sealed, w.plain, padded, parts->iv);
    parts->sealed_len = padded;
    gmi_public(parts->sealed, padded); /* a ciphertext */
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_key_save_encrypted(const gm_sm2_private_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                 gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                 uint64_t iterations, gm_sm2_key_prf prf, const uint8_t salt[16], const uint8_t iv[16])
{
    struct parts w;
    w.form = GM_SM2_KEY_PKCS8_ENCRYPTED;
    w.iterations = iterations;
    w.prf = prf;
    w.sealed_len = 144; /* until it is made: PKCS#8 has 138 bytes */
    memcpy(w.salt, salt, sizeof w.salt);
    memcpy(w.iv, iv, sizeof w.iv);
    memset(w.sealed, 0, sizeof w.sealed);
    gm_status status = take_private(&w, key);
    if (status == GM_OK && out_size < GM_SM2_SAVED_MAX) /* a buffer that is too small is known before the long work */
        status = write_out(NULL, 0, out_len, text, &w);
    if (status == GM_ERR_BUFFER && *out_len <= out_size)
        status = GM_OK;
    if (status == GM_OK)
        status = seal(&w, password, password_len);
    if (status == GM_OK)
        status = write_out(out, out_size, out_len, text, &w);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_key_save_encrypted(const gm_sm2_private_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                    gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                    uint64_t iterations, gm_sm2_key_prf prf)
{
    uint8_t fresh[32];
    iterations = iterations != 0 ? iterations : GM_SM2_ITERATIONS_DEFAULT;
    if (key == NULL || !good_output(out, out_size, out_len, GM_SM2_KEY_PKCS8_ENCRYPTED, text) ||
        (password == NULL && password_len > 0) || iterations > GM_SM2_ITERATIONS_MAX ||
        (prf != GM_SM2_PRF_SM3 && prf != GM_SM2_PRF_SM3_GM))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    gm_status status = gm_random_bytes(fresh, sizeof fresh);
    if (status != GM_OK)
        return status;
    return gmi_key_save_encrypted(key, out, out_size, out_len, text, password, password_len, iterations, prf, fresh,
                                  fresh + 16);
}

gm_status gm_sm2_key_save_public(const gm_sm2_public_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                 gm_sm2_key_form form, gm_sm2_key_text text, int compressed)
{
    struct parts parts;
    if (key == NULL || !good_output(out, out_size, out_len, form, text) || (compressed != 0 && compressed != 1) ||
        (form != GM_SM2_KEY_POINT && form != GM_SM2_KEY_BIT_STRING && form != GM_SM2_KEY_SPKI))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    parts.form = form;
    parts.point_len = compressed ? GM_SM2_PUBLIC_COMPRESSED_SIZE : GM_SM2_PUBLIC_SIZE;
    gm_status status =
        compressed ? gm_sm2_public_key_write_compressed(key, parts.point) : gm_sm2_public_key_write(key, parts.point);
    return status == GM_OK ? write_out(out, out_size, out_len, text, &parts) : status;
}
