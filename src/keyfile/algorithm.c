/* Object identifiers, and the ways to say "SM2's curve". */
#include <guomi/mem.h>

#include "keyfile/keyfile_core.h"

const struct key_oid gmi_oid_ec_public_key = {7, {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01}}; /* 1.2.840.10045.2.1 */
const struct key_oid gmi_oid_sm2 = {8, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2d}};     /* 1.2.156.10197.1.301 */
const struct key_oid gmi_oid_sm9 = {8, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2e}};     /* 1.2.156.10197.1.302 */
const struct key_oid gmi_oid_sm9_sign = {9, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2e, 0x01}}; /* .302.1 */
const struct key_oid gmi_oid_sm9_exchange = {9, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2e, 0x02}};
const struct key_oid gmi_oid_sm9_encrypt = {9, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2e, 0x03}};
static const struct key_oid prime_field = {7, {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x01, 0x01}}; /* 1.2.840.10045.1.1 */

int gmi_oid_is(const struct der *content, const struct key_oid *oid)
{
    return gmi_der_is(content, oid->bytes, oid->len);
}

void gmi_oid_put(struct der_writer *w, const struct key_oid *oid)
{
    gmi_der_put_element(w, DER_OID, oid->bytes, oid->len);
}

/* The curve of GB/T 32918.5-2017, 2: p, a, b, n, and G with x and y. */
static const uint8_t curve_p[32] = {0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00,
                                    0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static const uint8_t curve_a[32] = {0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00,
                                    0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc};
static const uint8_t curve_b[32] = {0x28, 0xe9, 0xfa, 0x9e, 0x9d, 0x9f, 0x5e, 0x34, 0x4d, 0x5a, 0x9e,
                                    0x4b, 0xcf, 0x65, 0x09, 0xa7, 0xf3, 0x97, 0x89, 0xf5, 0x15, 0xab,
                                    0x8f, 0x92, 0xdd, 0xbc, 0xbd, 0x41, 0x4d, 0x94, 0x0e, 0x93};
static const uint8_t curve_n[32] = {0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0xff, 0x72, 0x03, 0xdf, 0x6b, 0x21, 0xc6,
                                    0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x23};
static const uint8_t curve_g[64] = {0x32, 0xc4, 0xae, 0x2c, 0x1f, 0x19, 0x81, 0x19, 0x5f, 0x99, 0x04, 0x46, 0x6a,
                                    0x39, 0xc9, 0x94, 0x8f, 0xe3, 0x0b, 0xbf, 0xf2, 0x66, 0x0b, 0xe1, 0x71, 0x5a,
                                    0x45, 0x89, 0x33, 0x4c, 0x74, 0xc7, 0xbc, 0x37, 0x36, 0xa2, 0xf4, 0xf6, 0x77,
                                    0x9c, 0x59, 0xbd, 0xce, 0xe3, 0x6b, 0x69, 0x21, 0x53, 0xd0, 0xa9, 0x87, 0x7c,
                                    0xc6, 0x2a, 0x47, 0x40, 0x02, 0xdf, 0x32, 0xe5, 0x21, 0x39, 0xf0, 0xa0};
#define G_COMPRESSED 0x02 /* the first byte of G in 33 bytes: its y is even, */
#define G_HYBRID 0x06     /* and in the hybrid form */

static int is_number(struct der *in, const uint8_t want[32])
{
    uint8_t number[32];
    return gmi_der_uint256(in, number) && gm_equal(number, want, 32);
}

static int is_octets(struct der *in, const uint8_t *want, size_t len)
{
    struct der octets;
    return gmi_der_next(in, DER_OCTET_STRING, &octets) && gmi_der_is(&octets, want, len);
}

/* G in any form of a point. */
static int is_generator(struct der *in)
{
    static const uint8_t firsts[] = {0x04, G_COMPRESSED, G_HYBRID};
    struct der octets, first;
    int known = 0;
    if (!gmi_der_next(in, DER_OCTET_STRING, &octets) || (octets.len != 65 && octets.len != 33))
        return 0;
    first = (struct der){octets.p, 1};
    for (size_t i = 0; i < sizeof firsts; i++)
        known |= (firsts[i] == G_COMPRESSED) == (octets.len == 33) && gmi_der_is(&first, &firsts[i], 1);
    return known && gm_equal(octets.p + 1, curve_g, octets.len - 1);
}

/* The content of ECParameters (SEC 1, C.2): all of it SM2's, with the cofactor or without. */
static int is_sm2_in_full(struct der in)
{
    struct der field, curve, oid;
    if (!gmi_der_version(&in, 1) || !gmi_der_next(&in, DER_SEQUENCE, &field) || !gmi_der_next(&field, DER_OID, &oid) ||
        !gmi_oid_is(&oid, &prime_field) || !is_number(&field, curve_p) || !gmi_der_end(&field))
        return 0;
    if (!gmi_der_next(&in, DER_SEQUENCE, &curve) || !is_octets(&curve, curve_a, 32) ||
        !is_octets(&curve, curve_b, 32) || !gmi_der_end(&curve))
        return 0;
    if (!is_generator(&in) || !is_number(&in, curve_n))
        return 0;
    return gmi_der_end(&in) || (gmi_der_version(&in, 1) && gmi_der_end(&in));
}

gm_sm2_key_problem gmi_key_curve(struct der *in)
{
    struct der content;
    int tag, is_sm2;
    if (!gmi_der_any(in, &tag, &content))
        return GM_SM2_PROBLEM_DAMAGED;
    is_sm2 = tag == DER_OID ? gmi_oid_is(&content, &gmi_oid_sm2) : tag == DER_SEQUENCE && is_sm2_in_full(content);
    return is_sm2 ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_NOT_SM2;
}

gm_sm2_key_problem gmi_key_algorithm(struct der *in)
{
    gm_sm2_key_problem problem = GM_SM2_PROBLEM_NONE;
    struct der algorithm, oid;
    if (!gmi_der_next(in, DER_SEQUENCE, &algorithm) || !gmi_der_next(&algorithm, DER_OID, &oid))
        return GM_SM2_PROBLEM_DAMAGED;
    if (gmi_oid_is(&oid, &gmi_oid_sm2)) {
        /* The curve in the place of the algorithm says all; what follows may say it again. */
        if (!gmi_der_end(&algorithm) && !gmi_der_null(&algorithm))
            problem = gmi_key_curve(&algorithm);
    } else if (gmi_oid_is(&oid, &gmi_oid_ec_public_key)) {
        problem = gmi_key_curve(&algorithm);
    } else {
        problem = GM_SM2_PROBLEM_NOT_SM2;
    }
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    return gmi_der_end(&algorithm) ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_DAMAGED;
}

void gmi_key_put_algorithm(struct der_writer *w)
{
    size_t since = w->len;
    gmi_oid_put(w, &gmi_oid_sm2);
    gmi_oid_put(w, &gmi_oid_ec_public_key);
    gmi_der_put_header(w, DER_SEQUENCE, since);
}
