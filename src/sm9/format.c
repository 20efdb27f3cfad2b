/* Signatures, ciphertexts and key packages in DER (GM/T 0080-2020). */
#include <guomi/sm9_format.h>
#include <string.h>

#include "base/check.h"
#include "codec/der.h"

static void describe_signature(struct der_writer *w, const uint8_t *signature)
{
    gmi_der_put_bits(w, signature + 32, GM_SM9_G1_SIZE);
    gmi_der_put_element(w, DER_OCTET_STRING, signature, 32);
    gmi_der_put_header(w, DER_SEQUENCE, 0);
}

gm_status gm_sm9_signature_to_der(uint8_t der[GM_SM9_SIGNATURE_DER_SIZE],
                                  const uint8_t signature[GM_SM9_SIGNATURE_SIZE])
{
    if (der == NULL || signature == NULL)
        return GM_ERR_ARGUMENT;
    struct der_writer w = {der + GM_SM9_SIGNATURE_DER_SIZE, 0};
    describe_signature(&w, signature);
    return GM_OK;
}

/* A BIT STRING that holds a point of the first group as 04 || x || y. */
static int read_point(struct der *in, struct der *point)
{
    return gmi_der_bits(in, point) && point->len == GM_SM9_G1_SIZE && point->p[0] == 4;
}

static int read_octets(struct der *in, struct der *octets, size_t len)
{
    return gmi_der_next(in, DER_OCTET_STRING, octets) && octets->len == len;
}

gm_status gm_sm9_signature_from_der(uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *der, size_t der_len)
{
    struct der in = {der, der_len}, sequence, h, point;
    if (signature == NULL || (der == NULL && der_len > 0))
        return GM_ERR_ARGUMENT;
    if (!gmi_der_next(&in, DER_SEQUENCE, &sequence) || !gmi_der_end(&in) || !read_octets(&sequence, &h, 32) ||
        !read_point(&sequence, &point) || !gmi_der_end(&sequence))
        return GM_ERR_ENCODING;
    memcpy(signature, h.p, 32);
    memcpy(signature + 32, point.p, GM_SM9_G1_SIZE);
    return GM_OK;
}

static int is_mode(uint64_t mode)
{
    return mode == GM_SM9_XOR || mode == GM_SM9_ECB || mode == GM_SM9_CBC || mode == GM_SM9_OFB || mode == GM_SM9_CFB;
}

static void describe_ciphertext(struct der_writer *w, uint64_t type, const uint8_t *in, size_t len)
{
    const uint8_t *c3 = in + GM_SM9_C1_SIZE, *c2 = c3 + GM_SM9_C3_SIZE;
    gmi_der_put_element(w, DER_OCTET_STRING, c2, len - GM_SM9_CIPHERTEXT_RAW_OVERHEAD);
    gmi_der_put_element(w, DER_OCTET_STRING, c3, GM_SM9_C3_SIZE);
    gmi_der_put_bits(w, in, GM_SM9_C1_SIZE);
    gmi_der_put_uint64(w, type);
    gmi_der_put_header(w, DER_SEQUENCE, 0);
}

gm_status gm_sm9_ciphertext_to_der(uint8_t *der, size_t der_size, size_t *der_len, gm_sm9_mode mode, const uint8_t *in,
                                   size_t len)
{
    struct der_writer count = {NULL, 0}, w = {NULL, 0};
    uint64_t type = mode == GM_SM9_XOR_HMAC ? GM_SM9_XOR : (uint64_t)mode;
    if (der_len == NULL || (der == NULL && der_size > 0) || (in == NULL && len > 0) || !is_mode(type) ||
        len > SIZE_MAX - GM_SM9_CIPHERTEXT_DER_OVERHEAD)
        return GM_ERR_ARGUMENT;
    *der_len = 0;
    if (len < GM_SM9_CIPHERTEXT_RAW_OVERHEAD || in[0] != 4)
        return GM_ERR_ENCODING;
    describe_ciphertext(&count, type, in, len);
    *der_len = count.len;
    if (der_size < count.len)
        return GM_ERR_BUFFER;
    w.end = der + count.len;
    describe_ciphertext(&w, type, in, len);
    return GM_OK;
}

gm_status gm_sm9_ciphertext_from_der(uint8_t *out, size_t out_size, size_t *out_len, gm_sm9_mode *mode,
                                     const uint8_t *der, size_t der_len)
{
    struct der in = {der, der_len}, sequence, c1, c3, c2;
    uint64_t type;
    if (out_len == NULL || mode == NULL || (out == NULL && out_size > 0) || (der == NULL && der_len > 0))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (!gmi_der_next(&in, DER_SEQUENCE, &sequence) || !gmi_der_end(&in) || !gmi_der_uint64(&sequence, &type) ||
        !is_mode(type) || !read_point(&sequence, &c1) || !read_octets(&sequence, &c3, GM_SM9_C3_SIZE) ||
        !gmi_der_next(&sequence, DER_OCTET_STRING, &c2) || !gmi_der_end(&sequence))
        return GM_ERR_ENCODING;
    *mode = (gm_sm9_mode)type;
    *out_len = GM_SM9_CIPHERTEXT_RAW_OVERHEAD + c2.len;
    if (out_size < *out_len)
        return GM_ERR_BUFFER;
    memcpy(out, c1.p, c1.len);
    memcpy(out + c1.len, c3.p, c3.len);
    if (c2.len > 0)
        memcpy(out + GM_SM9_CIPHERTEXT_RAW_OVERHEAD, c2.p, c2.len);
    return GM_OK;
}

static void describe_package(struct der_writer *w, const uint8_t *shared, size_t shared_len, const uint8_t *c1)
{
    gmi_der_put_bits(w, c1, GM_SM9_C1_SIZE);
    gmi_der_put_element(w, DER_OCTET_STRING, shared, shared_len);
    gmi_der_put_header(w, DER_SEQUENCE, 0);
}

gm_status gm_sm9_key_package_to_der(uint8_t *der, size_t der_size, size_t *der_len, const uint8_t *shared,
                                    size_t shared_len, const uint8_t c1[GM_SM9_C1_SIZE])
{
    struct der_writer count = {NULL, 0}, w = {NULL, 0};
    if (der_len == NULL || (der == NULL && der_size > 0) || shared == NULL || shared_len == 0 ||
        shared_len > GM_SM9_SHARED_MAX || shared_len > SIZE_MAX - GM_SM9_KEY_PACKAGE_OVERHEAD || c1 == NULL)
        return GM_ERR_ARGUMENT;
    *der_len = 0;
    if (c1[0] != 4)
        return GM_ERR_ENCODING;
    gmi_secret(shared, shared_len);
    describe_package(&count, shared, shared_len, c1);
    *der_len = count.len;
    if (der_size < count.len)
        return GM_ERR_BUFFER;
    w.end = der + count.len;
    describe_package(&w, shared, shared_len, c1);
    return GM_OK;
}

gm_status gm_sm9_key_package_from_der(uint8_t *shared, size_t shared_size, size_t *shared_len,
                                      uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *der, size_t der_len)
{
    struct der in = {der, der_len}, sequence, key, point;
    uint8_t first;
    if (shared_len == NULL || (shared == NULL && shared_size > 0) || c1 == NULL || (der == NULL && der_len > 0))
        return GM_ERR_ARGUMENT;
    gmi_secret(der, der_len);
    *shared_len = 0;
    if (!gmi_der_next(&in, DER_SEQUENCE, &sequence) || !gmi_der_end(&in) ||
        !gmi_der_next(&sequence, DER_OCTET_STRING, &key) || key.len == 0 || !gmi_der_bits(&sequence, &point) ||
        point.len != GM_SM9_C1_SIZE || !gmi_der_end(&sequence))
        return GM_ERR_ENCODING;
    first = point.p[0];
    gmi_public(&first, sizeof first); /* C is public */
    if (first != 4)
        return GM_ERR_ENCODING;
    *shared_len = key.len;
    if (shared_size < key.len)
        return GM_ERR_BUFFER;
    memcpy(shared, key.p, key.len);
    memcpy(c1, point.p, GM_SM9_C1_SIZE);
    gmi_public(c1, GM_SM9_C1_SIZE); /* C is public */
    return GM_OK;
}
