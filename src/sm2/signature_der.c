/* The DER form of a signature, SEQUENCE { INTEGER r, INTEGER s } (GM/T 0009-2012, 7.3). */
#include "codec/der.h"
#include "sm2/sm2_core.h"

static void describe(struct der_writer *w, const uint8_t signature[64])
{
    gmi_der_put_uint256(w, signature + 32);
    gmi_der_put_uint256(w, signature);
    gmi_der_put_header(w, DER_SEQUENCE, 0);
}

gm_status gm_sm2_signature_to_der(uint8_t der[GM_SM2_SIGNATURE_DER_MAX], size_t *der_len,
                                  const uint8_t signature[GM_SM2_SIGNATURE_SIZE])
{
    struct der_writer count = {NULL, 0}, w = {NULL, 0};
    if (der == NULL || der_len == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    describe(&count, signature);
    w.end = der + count.len;
    describe(&w, signature);
    *der_len = count.len;
    return GM_OK;
}

gm_status gm_sm2_signature_from_der(uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t *der, size_t der_len)
{
    struct der in = {der, der_len}, sequence;
    uint8_t numbers[GM_SM2_SIGNATURE_SIZE];
    if (signature == NULL || (der == NULL && der_len > 0))
        return GM_ERR_ARGUMENT;
    if (!gmi_der_next(&in, DER_SEQUENCE, &sequence) || !gmi_der_end(&in) || !gmi_der_uint256(&sequence, numbers) ||
        !gmi_der_uint256(&sequence, numbers + 32) || !gmi_der_end(&sequence))
        return GM_ERR_ENCODING;
    memcpy(signature, numbers, sizeof numbers);
    return GM_OK;
}
