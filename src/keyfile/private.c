/* The private forms that are not encrypted, taken apart: where the number and the point lie. */
#include "keyfile/keyfile_core.h"

gm_sm2_key_problem gmi_key_integer(struct key_halves *halves, uint8_t number[32], struct der in)
{
    if (!gmi_der_uint256(&in, number) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    halves->number = (struct der){number, 32};
    halves->point.p = NULL;
    return GM_SM2_PROBLEM_NONE;
}

/* ECPrivateKey (RFC 5915). Inside of PKCS#8 the curve is named outside; alone it may be missing only where a public
 * key is there to prove which curve it is. */
gm_sm2_key_problem gmi_key_sec1(struct key_halves *halves, struct der in, int curve_needed)
{
    struct der key, curve, point;
    halves->point.p = NULL;
    if (!gmi_der_next(&in, DER_SEQUENCE, &key) || !gmi_der_end(&in) || !gmi_der_version(&key, 1) ||
        !gmi_der_next(&key, DER_OCTET_STRING, &halves->number))
        return GM_SM2_PROBLEM_DAMAGED;
    if (gmi_der_next(&key, DER_EXPLICIT(0), &curve)) {
        gm_sm2_key_problem problem = gmi_key_curve(&curve);
        if (problem != GM_SM2_PROBLEM_NONE)
            return problem;
        if (!gmi_der_end(&curve))
            return GM_SM2_PROBLEM_DAMAGED;
        curve_needed = 0;
    }
    if (gmi_der_next(&key, DER_EXPLICIT(1), &point)) {
        if (!gmi_der_bits(&point, &halves->point) || !gmi_der_end(&point))
            return GM_SM2_PROBLEM_DAMAGED;
        curve_needed = 0;
    }
    if (!gmi_der_end(&key))
        return GM_SM2_PROBLEM_DAMAGED;
    return curve_needed ? GM_SM2_PROBLEM_NOT_SM2 : GM_SM2_PROBLEM_NONE;
}

/* PrivateKeyInfo (RFC 5958): version 0, or version 1 with a public key at the end; attributes are passed over. */
gm_sm2_key_problem gmi_key_pkcs8(struct key_halves *halves, struct der in)
{
    struct der info, key, attributes, again;
    int version_1;
    gm_sm2_key_problem problem;
    halves->point.p = NULL;
    if (!gmi_der_next(&in, DER_SEQUENCE, &info) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    version_1 = gmi_der_version(&info, 1);
    if (!version_1 && !gmi_der_version(&info, 0))
        return GM_SM2_PROBLEM_DAMAGED;
    problem = gmi_key_algorithm(&info);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (!gmi_der_next(&info, DER_OCTET_STRING, &key))
        return GM_SM2_PROBLEM_DAMAGED;
    problem = gmi_key_sec1(halves, key, 0);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    (void)gmi_der_next(&info, DER_EXPLICIT(0), &attributes);
    if (version_1 && gmi_der_next(&info, DER_IMPLICIT(1), &again)) {
        static const uint8_t whole = 0; /* bits that do not count */
        const struct der first = {again.p, 1};
        if (again.len == 0 || !gmi_der_is(&first, &whole, 1))
            return GM_SM2_PROBLEM_DAMAGED;
        again.p++;
        again.len--;
        /* Where the key is given twice, it must be twice the same. */
        if (halves->point.p != NULL && !gmi_der_is(&again, halves->point.p, halves->point.len))
            return GM_SM2_PROBLEM_MISMATCH;
        halves->point = again;
    }
    return gmi_der_end(&info) ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_DAMAGED;
}
