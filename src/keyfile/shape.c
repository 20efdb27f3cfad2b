/* Telling forms apart. Of bytes that may be a bare private number only single facts are asked, by masks: whether
 * they are one DER element, whether a first byte is 0. */
#include "base/check.h"
#include "base/ct.h"
#include "keyfile/keyfile_core.h"

/* A number shorter than this is more likely a longer one that was cut: an honest key is, once in 2^32. */
#define RAW_MIN 28

static uint64_t is(uint64_t x, uint64_t what)
{
    return ~ct_nonzero(x ^ what);
}

int gmi_key_is_element(const uint8_t *p, size_t len)
{
    uint64_t known, fits;
    if (len < 2)
        return 0;
    known = is(p[0], DER_SEQUENCE) | is(p[0], DER_INTEGER) | is(p[0], DER_BIT_STRING) | is(p[0], DER_OID);
    if (len < 0x82)
        fits = is(p[1], len - 2);
    else if (len < 0x103)
        fits = is(p[1], 0x81) & is(p[2], len - 3);
    else
        fits = is(p[1], 0x82) & is((uint64_t)p[2] << 8 | p[3], len - 4);
    known &= fits;
    gmi_public(&known, sizeof known); /* then it is DER, of which tags and lengths are public */
    return known != 0;
}

/* The BIT STRING of a point, uncompressed or compressed, goes on where the bytes end. */
static uint64_t point_is_cut(const uint8_t *p, size_t len)
{
    uint64_t whole = is(p[1], 66) & is(p[3], 4), compressed = is(p[1], 34) & (is(p[3], 2) | is(p[3], 3));
    return is(p[0], DER_BIT_STRING) & is(p[2], 0) & (whole | compressed) & ct_less(len - 2, p[1]);
}

int gmi_key_is_cut(const uint8_t *p, size_t len)
{
    uint64_t cut = len >= 4 ? point_is_cut(p, len) : 0;
    for (size_t head = 2; head <= 4 && len >= head + 3; head++) {
        const uint8_t *content = p + head;
        uint64_t inside = (is(content[0], DER_INTEGER) & is(content[1], 1)) |
                          (is(content[0], DER_SEQUENCE) & is(content[2], DER_OID));
        uint64_t longer = head == 2   ? ct_less(len - 2, p[1]) & ct_less(p[1], 0x80)
                          : head == 3 ? is(p[1], 0x81) & ct_less(len - 3, p[2])
                                      : is(p[1], 0x82) & ct_less(len - 4, (uint64_t)p[2] << 8 | p[3]);
        cut |= is(p[0], DER_SEQUENCE) & longer & inside;
    }
    gmi_public(&cut, sizeof cut); /* then it is a part of a file, and refused */
    return cut != 0;
}

int gmi_key_first_is(const uint8_t *p, uint64_t a, uint64_t b)
{
    uint64_t found = is(p[0], a) | is(p[0], b);
    gmi_public(&found, sizeof found); /* the form */
    return found != 0;
}

/* What comes behind a version, with a certificate: told by the type of its first part. */
static gm_sm2_key_form bundle_shape(struct der first)
{
    static const struct key_oid cfca_data = {10, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x06, 0x01, 0x04, 0x02, 0x01}};
    static const struct key_oid pkcs7_data = {9, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01}};
    struct der type;
    if (!gmi_der_next(&first, DER_OID, &type))
        return GM_SM2_KEY_NONE;
    return gmi_oid_is(&type, &cfca_data)    ? GM_SM2_KEY_CFCA
           : gmi_oid_is(&type, &pkcs7_data) ? GM_SM2_KEY_PKCS12
                                            : GM_SM2_KEY_NONE;
}

static gm_sm2_key_form sequence_shape(struct der in)
{
    struct der first, second, content;
    int tags[4], n = 0, tag;
    if (!gmi_der_any(&in, &tags[0], &first) || !gmi_der_any(&in, &tags[1], &second))
        return GM_SM2_KEY_NONE;
    for (n = 2; n < 4 && gmi_der_any(&in, &tags[n], &content); n++)
        ;
    if (tags[0] == DER_INTEGER)
        return tags[1] == DER_OCTET_STRING            ? GM_SM2_KEY_SEC1
               : tags[1] != DER_SEQUENCE              ? GM_SM2_KEY_NONE
               : n > 2 && tags[2] == DER_OCTET_STRING ? GM_SM2_KEY_PKCS8
                                                      : bundle_shape(second);
    if (tags[0] != DER_SEQUENCE)
        return GM_SM2_KEY_NONE;
    if (tags[1] == DER_OCTET_STRING)
        return GM_SM2_KEY_PKCS8_ENCRYPTED;
    if (tags[1] == DER_BIT_STRING)
        return GM_SM2_KEY_SPKI;
    if (tags[1] != DER_SEQUENCE || n < 3 || tags[2] != DER_BIT_STRING)
        return GM_SM2_KEY_NONE;
    tag = gmi_der_tag(&first);
    if (n == 4 && tags[3] == DER_BIT_STRING && tag == DER_OID)
        return GM_SM2_KEY_ENVELOPED;
    return n == 3 && tag != DER_OID ? GM_SM2_KEY_CERTIFICATE : GM_SM2_KEY_NONE;
}

gm_sm2_key_form gmi_key_shape(const uint8_t *p, size_t len)
{
    struct der in = {p, len}, content;
    int tag;
    if (!gmi_der_any(&in, &tag, &content) || !gmi_der_end(&in))
        return GM_SM2_KEY_NONE;
    switch (tag) {
    case DER_INTEGER:
        return GM_SM2_KEY_INTEGER;
    case DER_BIT_STRING:
        return GM_SM2_KEY_BIT_STRING;
    case DER_OID:
        return GM_SM2_KEY_PARAMETERS;
    case DER_SEQUENCE:
        return sequence_shape(content);
    default:
        return GM_SM2_KEY_NONE;
    }
}

gm_sm2_key_form gmi_key_form(gm_sm2_key_problem *problem, const uint8_t *p, size_t len, enum key_want want)
{
    gm_sm2_key_form form = gmi_key_is_element(p, len) ? gmi_key_shape(p, len) : GM_SM2_KEY_NONE;
    *problem = GM_SM2_PROBLEM_NONE;
    /* A short INTEGER looks like the number itself, or like a compressed point whose x begins with that length. */
    if (form == GM_SM2_KEY_INTEGER && (len == 32 || (len == 33 && want != WANT_PUBLIC))) {
        *problem = GM_SM2_PROBLEM_AMBIGUOUS;
        return GM_SM2_KEY_NONE;
    }
    if (form != GM_SM2_KEY_NONE && !(form == GM_SM2_KEY_INTEGER && len == 33))
        return form;
    if (gmi_key_is_cut(p, len)) {
        *problem = GM_SM2_PROBLEM_DAMAGED;
        return GM_SM2_KEY_NONE;
    }
    if ((len >= RAW_MIN && len <= 32) || (len == 33 && gmi_key_first_is(p, 0, 0)))
        return GM_SM2_KEY_RAW;
    if (len == 64 || (len == 33 && gmi_key_first_is(p, 2, 3)) ||
        (len == 65 && (gmi_key_first_is(p, 4, 4) || gmi_key_first_is(p, 6, 7))))
        return GM_SM2_KEY_POINT;
    *problem = GM_SM2_PROBLEM_NO_KEY;
    return GM_SM2_KEY_NONE;
}
