/* The forms of SM9's keys, told apart and taken apart. */
#include <string.h>

#include "keyfile/sm9_keyfile.h"

#define BOTH_MASTERS (GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_ENC_MASTER)

/* ---- forms ---- */

/* A SEQUENCE, by the tags of its first elements. */
static gm_sm9_key_form sequence_form(struct der in)
{
    struct der content;
    int tags[3] = {0, 0, 0}, n = 0;
    while (n < 3 && gmi_der_any(&in, &tags[n], &content))
        n++;
    if (tags[0] == DER_INTEGER && tags[1] == DER_SEQUENCE && tags[2] == DER_OCTET_STRING)
        return GM_SM9_FORM_PKCS8;
    if (tags[0] == DER_SEQUENCE)
        return tags[1] == DER_OCTET_STRING ? GM_SM9_FORM_PKCS8_ENCRYPTED
               : tags[1] == DER_BIT_STRING ? GM_SM9_FORM_SPKI
                                           : GM_SM9_FORM_NONE;
    if ((tags[0] == DER_INTEGER && tags[1] == DER_BIT_STRING) ||
        (tags[0] == DER_BIT_STRING && (n == 1 || tags[1] == DER_BIT_STRING)))
        return GM_SM9_FORM_SEQUENCE;
    return GM_SM9_FORM_NONE;
}

static gm_sm9_key_form element_form(const uint8_t *p, size_t len)
{
    struct der in = {p, len}, content;
    int tag;
    if (!gmi_der_any(&in, &tag, &content) || !gmi_der_end(&in))
        return GM_SM9_FORM_NONE;
    if (tag == DER_INTEGER || tag == DER_BIT_STRING)
        return GM_SM9_FORM_ASN1;
    return tag == DER_SEQUENCE ? sequence_form(content) : GM_SM9_FORM_NONE;
}

gm_sm9_key_form gmi_sm9_key_form(gm_sm2_key_problem *problem, const uint8_t *p, size_t len, uint32_t named)
{
    gm_sm9_key_form form = gmi_key_is_element(p, len) ? element_form(p, len) : GM_SM9_FORM_NONE;
    *problem = GM_SM2_PROBLEM_NONE;
    /* 32 bytes that are an INTEGER also are a number: one in 2^16 of either. */
    if (len == GM_SM9_MASTER_SIZE && form == GM_SM9_FORM_ASN1 && named != GM_SM9_FORM_ASN1 &&
        named != GM_SM9_FORM_RAW) {
        *problem = GM_SM2_PROBLEM_AMBIGUOUS;
        return GM_SM9_FORM_NONE;
    }
    if (len == GM_SM9_MASTER_SIZE && !(form == GM_SM9_FORM_ASN1 && named == GM_SM9_FORM_ASN1))
        return GM_SM9_FORM_RAW;
    if (form != GM_SM9_FORM_NONE)
        return form;
    if ((len == GM_SM9_G1_SIZE || len == GM_SM9_G2_SIZE) && gmi_key_first_is(p, 4, 4))
        return GM_SM9_FORM_RAW;
    *problem = GM_SM2_PROBLEM_NO_KEY;
    return GM_SM9_FORM_NONE;
}

/* ---- labels ---- */

static const struct label {
    uint32_t kind;
    gm_sm9_key_form form;
    const char *text;
} labels[] = {
    {GM_SM9_KEY_SIGN_MASTER, GM_SM9_FORM_PKCS8_ENCRYPTED, "ENCRYPTED SM9 SIGN MASTER KEY"},
    {GM_SM9_KEY_ENC_MASTER, GM_SM9_FORM_PKCS8_ENCRYPTED, "ENCRYPTED SM9 ENC MASTER KEY"},
    {GM_SM9_KEY_SIGN_USER, GM_SM9_FORM_PKCS8_ENCRYPTED, "ENCRYPTED SM9 SIGN PRIVATE KEY"},
    {GM_SM9_KEY_ENC_USER, GM_SM9_FORM_PKCS8_ENCRYPTED, "ENCRYPTED SM9 ENC PRIVATE KEY"},
    {GM_SM9_KEY_SIGN_PUBLIC, GM_SM9_FORM_SEQUENCE, "SM9 SIGN MASTER PUBLIC KEY"},
    {GM_SM9_KEY_ENC_PUBLIC, GM_SM9_FORM_SEQUENCE, "SM9 ENC MASTER PUBLIC KEY"},
    {GM_SM9_KEY_NONE, GM_SM9_FORM_PKCS8, "PRIVATE KEY"},
};

uint32_t gmi_sm9_label_kind(const char *label, size_t len)
{
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (len == strlen(labels[i].text) && memcmp(label, labels[i].text, len) == 0)
            return labels[i].kind;
    return GM_SM9_KEY_NONE;
}

const char *gmi_sm9_label(uint32_t kind, gm_sm9_key_form form)
{
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (labels[i].form == form && (labels[i].kind == kind || form == GM_SM9_FORM_PKCS8))
            return labels[i].text;
    return NULL;
}

/* ---- taking apart ---- */

/* Of which kinds can a point of that length be, in the file of a secret key or not? */
static uint32_t point_kinds(size_t len)
{
    switch (len) {
    case GM_SM9_G1_SIZE:
        return GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_ENC_PUBLIC;
    case GM_SM9_G2_SIZE:
        return GM_SM9_KEY_ENC_USER | GM_SM9_KEY_SIGN_PUBLIC;
    default:
        return GM_SM9_KEY_NONE;
    }
}

/* GmSSL's SEQUENCE: the number or the point, and the master's public key. */
static gm_sm2_key_problem take_sequence(struct sm9_halves *halves, struct der in)
{
    struct der all;
    uint32_t user;
    if (!gmi_der_next(&in, DER_SEQUENCE, &all) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    if (gmi_der_tag(&all) == DER_INTEGER) {
        if (!gmi_der_uint256(&all, halves->number) || !gmi_der_bits(&all, &halves->master) || !gmi_der_end(&all))
            return GM_SM2_PROBLEM_DAMAGED;
        halves->main = (struct der){halves->number, sizeof halves->number};
        halves->kinds = halves->master.len == GM_SM9_G2_SIZE   ? GM_SM9_KEY_SIGN_MASTER
                        : halves->master.len == GM_SM9_G1_SIZE ? GM_SM9_KEY_ENC_MASTER
                                                               : GM_SM9_KEY_NONE;
        return GM_SM2_PROBLEM_NONE;
    }
    if (!gmi_der_bits(&all, &halves->main))
        return GM_SM2_PROBLEM_DAMAGED;
    user = point_kinds(halves->main.len) & GM_SM9_KEY_SECRET;
    if (gmi_der_end(&all)) {
        halves->kinds = point_kinds(halves->main.len) & ~(uint32_t)GM_SM9_KEY_SECRET;
        return GM_SM2_PROBLEM_NONE;
    }
    if (!gmi_der_bits(&all, &halves->master) || !gmi_der_end(&all))
        return GM_SM2_PROBLEM_DAMAGED;
    /* The two points lie in different groups. */
    if (halves->main.len + halves->master.len == GM_SM9_G1_SIZE + GM_SM9_G2_SIZE)
        halves->kinds = user;
    return GM_SM2_PROBLEM_NONE;
}

/* GB/T 41389: INTEGER or BIT STRING. */
static gm_sm2_key_problem take_asn1(struct sm9_halves *halves, struct der in)
{
    if (gmi_der_tag(&in) == DER_INTEGER) {
        if (!gmi_der_uint256(&in, halves->number) || !gmi_der_end(&in))
            return GM_SM2_PROBLEM_DAMAGED;
        halves->main = (struct der){halves->number, sizeof halves->number};
        halves->kinds = BOTH_MASTERS;
        return GM_SM2_PROBLEM_NONE;
    }
    if (!gmi_der_bits(&in, &halves->main) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    halves->kinds = point_kinds(halves->main.len);
    return GM_SM2_PROBLEM_NONE;
}

/* The AlgorithmIdentifier: SM9 with the system as its parameter, for master keys; or the system alone or with NULL, for
 * users' keys. *kinds gets those that it allows, public ones too. */
static gm_sm2_key_problem take_algorithm(uint32_t *kinds, struct der *in)
{
    const uint32_t sign = GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_SIGN_PUBLIC;
    struct der algorithm, oid;
    uint32_t system = GM_SM9_KEY_ANY;
    int user;
    if (!gmi_der_next(in, DER_SEQUENCE, &algorithm) || !gmi_der_next(&algorithm, DER_OID, &oid))
        return GM_SM2_PROBLEM_DAMAGED;
    user = !gmi_oid_is(&oid, &gmi_oid_sm9);
    if (!user && gmi_der_tag(&algorithm) == DER_OID)
        (void)gmi_der_next(&algorithm, DER_OID, &oid);
    else
        (void)gmi_der_null(&algorithm);
    if (gmi_oid_is(&oid, &gmi_oid_sm9_sign))
        system = sign;
    else if (gmi_oid_is(&oid, &gmi_oid_sm9_encrypt) || gmi_oid_is(&oid, &gmi_oid_sm9_exchange))
        system = GM_SM9_KEY_ANY & ~sign;
    else if (!gmi_oid_is(&oid, &gmi_oid_sm9))
        return GM_SM2_PROBLEM_NOT_SM2;
    *kinds = user ? system & ~(uint32_t)BOTH_MASTERS : system;
    return gmi_der_end(&algorithm) ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_DAMAGED;
}

static gm_sm2_key_problem take_bare(struct sm9_halves *halves, struct der in)
{
    return gmi_der_tag(&in) == DER_SEQUENCE ? take_sequence(halves, in) : take_asn1(halves, in);
}

/* PrivateKeyInfo (RFC 5958), version 0; attributes are passed over. */
static gm_sm2_key_problem take_pkcs8(struct sm9_halves *halves, struct der in)
{
    struct der info, key, attributes;
    uint32_t kinds;
    gm_sm2_key_problem problem;
    if (!gmi_der_next(&in, DER_SEQUENCE, &info) || !gmi_der_end(&in) || !gmi_der_version(&info, 0))
        return GM_SM2_PROBLEM_DAMAGED;
    problem = take_algorithm(&kinds, &info);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (!gmi_der_next(&info, DER_OCTET_STRING, &key))
        return GM_SM2_PROBLEM_DAMAGED;
    problem = take_bare(halves, key);
    (void)gmi_der_next(&info, DER_EXPLICIT(0), &attributes);
    if (problem == GM_SM2_PROBLEM_NONE && !gmi_der_end(&info))
        problem = GM_SM2_PROBLEM_DAMAGED;
    halves->kinds &= kinds & GM_SM9_KEY_SECRET;
    return problem;
}

/* SubjectPublicKeyInfo: the point, or the BIT STRING of it once more. */
static gm_sm2_key_problem take_spki(struct sm9_halves *halves, struct der in)
{
    struct der info, again;
    uint32_t kinds;
    gm_sm2_key_problem problem;
    if (!gmi_der_next(&in, DER_SEQUENCE, &info) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    problem = take_algorithm(&kinds, &info);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (!gmi_der_bits(&info, &halves->main) || !gmi_der_end(&info))
        return GM_SM2_PROBLEM_DAMAGED;
    again = halves->main;
    if (gmi_der_tag(&again) == DER_BIT_STRING && (!gmi_der_bits(&again, &halves->main) || !gmi_der_end(&again)))
        return GM_SM2_PROBLEM_DAMAGED;
    halves->kinds = point_kinds(halves->main.len) & kinds & ~(uint32_t)GM_SM9_KEY_SECRET;
    return GM_SM2_PROBLEM_NONE;
}

gm_sm2_key_problem gmi_sm9_take_apart(struct sm9_halves *halves, gm_sm9_key_form form, struct der in)
{
    gm_sm2_key_problem problem;
    memset(halves, 0, sizeof *halves);
    switch (form) {
    case GM_SM9_FORM_RAW:
        halves->main = in;
        halves->kinds = in.len == GM_SM9_MASTER_SIZE ? (uint32_t)BOTH_MASTERS : point_kinds(in.len);
        return GM_SM2_PROBLEM_NONE;
    case GM_SM9_FORM_ASN1:
    case GM_SM9_FORM_SEQUENCE:
        problem = take_bare(halves, in);
        break;
    case GM_SM9_FORM_PKCS8:
        problem = take_pkcs8(halves, in);
        break;
    default:
        problem = take_spki(halves, in);
        break;
    }
    return problem == GM_SM2_PROBLEM_NONE && halves->kinds == GM_SM9_KEY_NONE ? GM_SM2_PROBLEM_DAMAGED : problem;
}
