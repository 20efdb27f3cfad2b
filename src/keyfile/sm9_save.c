/* Writing SM9's keys. Each encoding is described once, from its end to its start (codec/der.h), and then put into text.
 */
#include <guomi/mem.h>
#include <guomi/random.h>
#include <string.h>

#include "base/check.h"
#include "keyfile/sm9_keyfile.h"

#define DER_MAX 400 /* no form that is written is longer */

/* What the encodings are made of. */
struct parts {
    uint32_t kind;
    gm_sm9_key_form form;
    uint8_t main[GM_SM9_G2_SIZE], master[GM_SM9_G2_SIZE];
    size_t main_len, master_len; /* master_len is 0 if there is none */
    struct key_sealed sealed;    /* if it is encrypted               */
};

static int is_master(uint32_t kind)
{
    return kind == GM_SM9_KEY_SIGN_MASTER || kind == GM_SM9_KEY_ENC_MASTER;
}

static void put_asn1(struct der_writer *w, const struct parts *parts)
{
    if (is_master(parts->kind))
        gmi_der_put_uint256(w, parts->main);
    else
        gmi_der_put_bits(w, parts->main, parts->main_len);
}

static void put_sequence(struct der_writer *w, const struct parts *parts)
{
    size_t since = w->len;
    if (parts->master_len > 0)
        gmi_der_put_bits(w, parts->master, parts->master_len);
    put_asn1(w, parts);
    gmi_der_put_header(w, DER_SEQUENCE, since);
}

/* A master key is of SM9, with the system as its parameter; a user's key is of the system. */
static void put_pkcs8(struct der_writer *w, const struct parts *parts)
{
    int sign = parts->kind == GM_SM9_KEY_SIGN_MASTER || parts->kind == GM_SM9_KEY_SIGN_USER;
    size_t whole = w->len, since = w->len;
    if (parts->master_len > 0)
        put_sequence(w, parts);
    else
        put_asn1(w, parts);
    gmi_der_put_header(w, DER_OCTET_STRING, since);
    since = w->len;
    gmi_oid_put(w, sign ? &gmi_oid_sm9_sign : &gmi_oid_sm9_encrypt);
    if (is_master(parts->kind))
        gmi_oid_put(w, &gmi_oid_sm9);
    gmi_der_put_header(w, DER_SEQUENCE, since);
    gmi_der_put_uint64(w, 0);
    gmi_der_put_header(w, DER_SEQUENCE, whole);
}

static void describe(struct der_writer *w, const struct parts *parts)
{
    switch (parts->form) {
    case GM_SM9_FORM_RAW:
        gmi_der_put(w, parts->main, parts->main_len);
        break;
    case GM_SM9_FORM_ASN1:
        put_asn1(w, parts);
        break;
    case GM_SM9_FORM_SEQUENCE:
        put_sequence(w, parts);
        break;
    case GM_SM9_FORM_PKCS8:
        put_pkcs8(w, parts);
        break;
    default:
        gmi_key_put_sealed(w, &parts->sealed);
        break;
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
    gm_status status =
        gmi_key_put_text(out, out_size, out_len, text, gmi_sm9_label(parts->kind, parts->form), w.der, n);
    gm_wipe(&w, sizeof w);
    return status;
}

static gm_status sign_master(struct parts *parts, const gm_sm9_sign_public_key *master)
{
    parts->master_len = GM_SM9_G2_SIZE;
    return gm_sm9_sign_public_key_write(master, parts->master);
}

static gm_status enc_master(struct parts *parts, const gm_sm9_enc_public_key *master)
{
    parts->master_len = GM_SM9_G1_SIZE;
    return gm_sm9_enc_public_key_write(master, parts->master);
}

/* Number, points and lengths of a key. */
static gm_status take(struct parts *parts, const gm_sm9_any_key *key)
{
    gm_sm9_sign_public_key sign;
    gm_sm9_enc_public_key enc;
    gm_status status;
    parts->kind = key->kind;
    parts->master_len = 0;
    switch (key->kind) {
    case GM_SM9_KEY_SIGN_MASTER:
        parts->main_len = GM_SM9_MASTER_SIZE;
        status = gm_sm9_sign_master_key_write(&key->u.sign_master, parts->main);
        if (status == GM_OK)
            status = gm_sm9_sign_master_key_public(&key->u.sign_master, &sign);
        return status == GM_OK ? sign_master(parts, &sign) : status;
    case GM_SM9_KEY_ENC_MASTER:
        parts->main_len = GM_SM9_MASTER_SIZE;
        status = gm_sm9_enc_master_key_write(&key->u.enc_master, parts->main);
        if (status == GM_OK)
            status = gm_sm9_enc_master_key_public(&key->u.enc_master, &enc);
        return status == GM_OK ? enc_master(parts, &enc) : status;
    case GM_SM9_KEY_SIGN_USER:
        parts->main_len = GM_SM9_G1_SIZE;
        status = gm_sm9_sign_user_key_write(&key->u.sign_user.key, parts->main);
        return status == GM_OK && key->has_master ? sign_master(parts, &key->u.sign_user.master) : status;
    case GM_SM9_KEY_ENC_USER:
        parts->main_len = GM_SM9_G2_SIZE;
        status = gm_sm9_enc_user_key_write(&key->u.enc_user.key, parts->main);
        return status == GM_OK && key->has_master ? enc_master(parts, &key->u.enc_user.master) : status;
    case GM_SM9_KEY_SIGN_PUBLIC:
        parts->main_len = GM_SM9_G2_SIZE;
        return gm_sm9_sign_public_key_write(&key->u.sign_public, parts->main);
    default:
        parts->main_len = GM_SM9_G1_SIZE;
        return gm_sm9_enc_public_key_write(&key->u.enc_public, parts->main);
    }
}

static int is_kind(uint32_t kind)
{
    return kind != 0 && (kind & (kind - 1)) == 0 && kind <= GM_SM9_KEY_ENC_PUBLIC;
}

static int is_user(uint32_t kind)
{
    return kind == GM_SM9_KEY_SIGN_USER || kind == GM_SM9_KEY_ENC_USER;
}

static int good_output(const gm_sm9_any_key *key, const uint8_t *out, size_t out_size, const size_t *out_len,
                       gm_sm9_key_form form, gm_sm2_key_text text)
{
    int known = text == GM_SM2_TEXT_NONE || text == GM_SM2_TEXT_HEX || text == GM_SM2_TEXT_BASE64;
    if (key == NULL || out_len == NULL || (out == NULL && out_size > 0) || !is_kind(key->kind) || key->has_master > 1)
        return 0;
    return known || (text == GM_SM2_TEXT_PEM && gmi_sm9_label(key->kind, form) != NULL);
}

static int good_form(const gm_sm9_any_key *key, gm_sm9_key_form form)
{
    switch (form) {
    case GM_SM9_FORM_RAW:
    case GM_SM9_FORM_ASN1:
        return 1;
    case GM_SM9_FORM_SEQUENCE:
        return !is_user(key->kind) || key->has_master;
    default:
        return form == GM_SM9_FORM_PKCS8 && (key->kind & GM_SM9_KEY_SECRET) != 0;
    }
}

gm_status gm_sm9_key_save(const gm_sm9_any_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                          gm_sm9_key_form form, gm_sm2_key_text text)
{
    struct parts w;
    if (!good_output(key, out, out_size, out_len, form, text) || !good_form(key, form))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    w.form = form;
    gm_status status = take(&w, key);
    if (status == GM_OK)
        status = write_out(out, out_size, out_len, text, &w);
    gm_wipe(&w, sizeof w);
    return status;
}

/* PKCS#8 into plain: its length. */
static size_t plain_pkcs8(uint8_t plain[KEY_SEALED_MAX], const struct parts *parts)
{
    struct der_writer writer = {NULL, 0};
    put_pkcs8(&writer, parts);
    size_t n = writer.len;
    GM_ASSERT(n < KEY_SEALED_MAX);
    writer = (struct der_writer){plain + n, 0};
    put_pkcs8(&writer, parts);
    return n;
}

gm_status gmi_sm9_key_save_encrypted(const gm_sm9_any_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                     gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                     uint64_t iterations, gm_sm2_key_prf prf, const uint8_t salt[16],
                                     const uint8_t iv[16])
{
    struct {
        struct parts parts;
        uint8_t plain[KEY_SEALED_MAX];
    } w;
    w.parts.form = GM_SM9_FORM_PKCS8_ENCRYPTED;
    gm_status status = take(&w.parts, key);
    if (status != GM_OK)
        goto out;
    size_t n = plain_pkcs8(w.plain, &w.parts);
    gmi_key_seal_init(&w.parts.sealed, n, iterations, prf, salt, iv);
    if (out_size < GM_SM9_SAVED_MAX) { /* a buffer that is too small is known before the long work */
        status = write_out(NULL, 0, out_len, text, &w.parts);
        if (*out_len > out_size)
            goto out;
    }
    status = gmi_key_seal(&w.parts.sealed, w.plain, n, password, password_len);
    if (status == GM_OK)
        status = write_out(out, out_size, out_len, text, &w.parts);
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_key_save_encrypted(const gm_sm9_any_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                    gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                    uint64_t iterations, gm_sm2_key_prf prf)
{
    uint8_t fresh[32];
    iterations = iterations != 0 ? iterations : GM_SM2_ITERATIONS_DEFAULT;
    if (!good_output(key, out, out_size, out_len, GM_SM9_FORM_PKCS8_ENCRYPTED, text) ||
        (key->kind & GM_SM9_KEY_SECRET) == 0 || (password == NULL && password_len > 0) ||
        iterations > GM_SM2_ITERATIONS_MAX || (prf != GM_SM2_PRF_SM3 && prf != GM_SM2_PRF_SM3_GM))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    gm_status status = gm_random_bytes(fresh, sizeof fresh);
    if (status != GM_OK)
        return status;
    return gmi_sm9_key_save_encrypted(key, out, out_size, out_len, text, password, password_len, iterations, prf, fresh,
                                      fresh + 16);
}
