/* SM2EnvelopedKey (GB/T 35276-2017, 7.4): a private key under SM4 in ECB, whose key is encrypted for another SM2 key.
 *
 *   SEQUENCE { AlgorithmIdentifier, SM2Cipher, BIT STRING public key, BIT STRING encrypted private key } */
#include <guomi/mem.h>
#include <guomi/random.h>
#include <guomi/sm2_encrypt.h>
#include <guomi/sm4.h>
#include <string.h>

#include "base/check.h"
#include "keyfile/keyfile_core.h"

#define SEALED_MAX 64  /* the number, or in the manner of GM/T 0016 as many zeros and the number */
#define CIPHER_MAX 160 /* SM2Cipher of an SM4 key */
#define DER_MAX 320

static const struct key_oid oid_sm4 = {7, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x68}}; /* 1.2.156.10197.1.104   */
static const struct key_oid oid_sm4_ecb = {
    8, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x68, 0x01}}; /* 1.2.156.10197.1.104.1 */

struct envelope {
    struct der cipher; /* the whole SM2Cipher */
    struct der point, sealed;
};

static gm_sm2_key_problem read_envelope(struct envelope *envelope, struct der in)
{
    struct der whole, algorithm, oid, content;
    if (!gmi_der_next(&in, DER_SEQUENCE, &whole) || !gmi_der_end(&in) ||
        !gmi_der_next(&whole, DER_SEQUENCE, &algorithm) || !gmi_der_next(&algorithm, DER_OID, &oid))
        return GM_SM2_PROBLEM_DAMAGED;
    if (!gmi_oid_is(&oid, &oid_sm4) && !gmi_oid_is(&oid, &oid_sm4_ecb))
        return GM_SM2_PROBLEM_ENCRYPTION;
    (void)gmi_der_null(&algorithm);
    envelope->cipher.p = whole.p;
    if (!gmi_der_end(&algorithm) || !gmi_der_next(&whole, DER_SEQUENCE, &content))
        return GM_SM2_PROBLEM_DAMAGED;
    envelope->cipher.len = (size_t)(whole.p - envelope->cipher.p);
    if (!gmi_der_bits(&whole, &envelope->point) || !gmi_der_bits(&whole, &envelope->sealed) || !gmi_der_end(&whole) ||
        (envelope->sealed.len != SEALED_MAX && envelope->sealed.len != SEALED_MAX / 2))
        return GM_SM2_PROBLEM_DAMAGED;
    return GM_SM2_PROBLEM_NONE;
}

struct work {
    gm_sm2_private_key recipient;
    struct key_found found;
    uint8_t sm4_bytes[CIPHER_MAX], number[SEALED_MAX];
    gm_sm4_key sm4;
};

static gm_sm2_key_problem open_envelope(struct work *w, gm_sm2_private_key *key, struct der in)
{
    static const uint8_t zeros[SEALED_MAX / 2];
    struct envelope envelope;
    size_t n;
    gmi_public(in.p, in.len); /* everything in it that is secret is encrypted */
    gm_sm2_key_problem problem = read_envelope(&envelope, in);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    gm_status status = gm_sm2_decrypt(&w->recipient, GM_SM2_DER, w->sm4_bytes, sizeof w->sm4_bytes, &n,
                                      envelope.cipher.p, envelope.cipher.len);
    if (status == GM_ERR_KEY)
        return GM_SM2_PROBLEM_RANGE;
    if (status == GM_ERR_VERIFY)
        return GM_SM2_PROBLEM_WRONG_RECIPIENT;
    if (status != GM_OK || n != GM_SM4_KEY_SIZE)
        return GM_SM2_PROBLEM_DAMAGED;
    const struct key_halves halves = {{w->number + envelope.sealed.len - 32, 32}, envelope.point};
    if (gm_sm4_key_init(&w->sm4, w->sm4_bytes) != GM_OK ||
        gm_sm4_ecb_decrypt(&w->sm4, w->number, envelope.sealed.p, envelope.sealed.len) != GM_OK ||
        (envelope.sealed.len == SEALED_MAX && !gm_equal(w->number, zeros, sizeof zeros)))
        return GM_SM2_PROBLEM_MISMATCH;
    return gmi_key_take_halves(key, &halves);
}

gm_status gm_sm2_envelope_open(gm_sm2_private_key *key, gm_sm2_key_info *info, const gm_sm2_private_key *recipient,
                               const uint8_t *data, size_t len)
{
    struct work w;
    gm_sm2_key_info said = {0};
    if (key == NULL || recipient == NULL || (data == NULL && len > 0))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    w.recipient = *recipient; /* key may be the same object */
    memset(key, 0, sizeof *key);
    gm_sm2_key_problem problem = gmi_key_find(&w.found, &said, data, len, WANT_PRIVATE, GM_SM2_KEY_ENVELOPED);
    if (problem == GM_SM2_PROBLEM_NONE && said.form != GM_SM2_KEY_ENVELOPED)
        problem = GM_SM2_PROBLEM_OTHER_FORM;
    if (problem == GM_SM2_PROBLEM_NONE)
        problem = open_envelope(&w, key, (struct der){w.found.p, w.found.len});
    said.problem = (uint32_t)problem;
    if (problem != GM_SM2_PROBLEM_NONE)
        gm_wipe(key, sizeof *key);
    if (info != NULL)
        *info = said;
    gm_wipe(&w, sizeof w);
    return gmi_key_status(problem);
}

static void put_envelope(struct der_writer *w, const uint8_t *cipher, size_t cipher_len, const uint8_t point[65],
                         const uint8_t sealed[32])
{
    size_t whole = w->len, since;
    gmi_der_put_bits(w, sealed, 32);
    gmi_der_put_bits(w, point, GM_SM2_PUBLIC_SIZE);
    gmi_der_put(w, cipher, cipher_len);
    since = w->len;
    gmi_der_put_element(w, DER_NULL, NULL, 0);
    gmi_oid_put(w, &oid_sm4_ecb);
    gmi_der_put_header(w, DER_SEQUENCE, since);
    gmi_der_put_header(w, DER_SEQUENCE, whole);
}

gm_status gm_sm2_envelope_seal(const gm_sm2_private_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                               const gm_sm2_public_key *recipient, gm_sm2_key_text text)
{
    struct {
        uint8_t number[32], sm4_bytes[GM_SM4_KEY_SIZE];
        gm_sm4_key sm4;
    } w;
    uint8_t cipher[CIPHER_MAX], point[GM_SM2_PUBLIC_SIZE], der[DER_MAX];
    gm_sm2_public_key own;
    size_t n = gm_sm2_ciphertext_size(GM_SM2_DER, GM_SM4_KEY_SIZE);
    struct der_writer writer = {NULL, 0};
    if (key == NULL || recipient == NULL || out_len == NULL || (out == NULL && out_size > 0) ||
        (text != GM_SM2_TEXT_NONE && text != GM_SM2_TEXT_HEX && text != GM_SM2_TEXT_BASE64))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    gm_status status = gm_sm2_private_key_write(key, w.number);
    if (status == GM_OK)
        status = gm_sm2_private_key_public(key, &own);
    if (status == GM_OK)
        status = gm_sm2_public_key_write(&own, point);
    if (status != GM_OK)
        goto out;
    put_envelope(&writer, cipher, n, point, w.number); /* the longest that it may become */
    GM_ASSERT(n <= sizeof cipher && writer.len <= sizeof der);
    if (out_size < gmi_key_text_size(text, NULL, writer.len)) {
        *out_len = gmi_key_text_size(text, NULL, writer.len);
        status = GM_ERR_BUFFER;
        goto out;
    }
    status = gm_random_bytes(w.sm4_bytes, sizeof w.sm4_bytes);
    if (status == GM_OK)
        status = gm_sm2_encrypt(recipient, GM_SM2_DER, cipher, sizeof cipher, &n, w.sm4_bytes, sizeof w.sm4_bytes);
    if (status == GM_OK)
        status = gm_sm4_key_init(&w.sm4, w.sm4_bytes);
    if (status == GM_OK)
        status = gm_sm4_ecb_encrypt(&w.sm4, w.number, w.number, sizeof w.number);
    if (status != GM_OK)
        goto out;
    gmi_public(w.number, sizeof w.number); /* now a ciphertext */
    writer = (struct der_writer){NULL, 0};
    put_envelope(&writer, cipher, n, point, w.number);
    size_t size = writer.len;
    writer = (struct der_writer){der + size, 0};
    put_envelope(&writer, cipher, n, point, w.number);
    status = gmi_key_put_text(out, out_size, out_len, text, NULL, der, size);
out:
    gm_wipe(&w, sizeof w);
    return status;
}
