/* Writing keys. Each encoding is described once, from its end to its start (codec/der.h), and then put into text. */
#include <guomi/codec.h>
#include <guomi/mem.h>
#include <guomi/random.h>
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
    struct key_sealed sealed; /* if it is encrypted */
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
        gmi_key_put_sealed(w, &parts->sealed);
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

/* The private key as PKCS#8, encrypted under the password: parts->sealed. */
static gm_status seal(struct parts *parts, const uint8_t *password, size_t password_len)
{
    struct {
        uint8_t plain[KEY_SEALED_MAX];
    } w;
    struct der_writer writer = {NULL, 0};
    put_pkcs8(&writer, parts);
    size_t n = writer.len;
    GM_ASSERT(n < sizeof w.plain);
    writer = (struct der_writer){w.plain + n, 0};
    put_pkcs8(&writer, parts);
    gm_status status = gmi_key_seal(&parts->sealed, w.plain, n, password, password_len);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_key_save_encrypted(const gm_sm2_private_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                 gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                 uint64_t iterations, gm_sm2_key_prf prf, const uint8_t salt[16], const uint8_t iv[16])
{
    struct parts w;
    w.form = GM_SM2_KEY_PKCS8_ENCRYPTED;
    gmi_key_seal_init(&w.sealed, 138 /* bytes of PKCS#8 */, iterations, prf, salt, iv);
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
