/* Encrypted PKCS#8: PBES2 with PBKDF2 and a cipher in CBC (RFC 8018, 6.2; GM/T 0091-2020). */
#include <guomi/mem.h>
#include <guomi/sm3.h>
#include <guomi/sm4.h>
#include <string.h>

#include "base/check.h"
#include "base/ct.h"
#include "keyfile/keyfile_core.h"
#include "legacy/legacy.h"

const struct key_oid gmi_oid_pbes2 = {
    9, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d}}; /* 1.2.840.113549.1.5.13 */
const struct key_oid gmi_oid_pbkdf2 = {
    9, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c}}; /* 1.2.840.113549.1.5.12 */

/* By gm_sm2_key_prf. */
const struct key_oid gmi_oid_prf[5] = {
    {0, {0}},
    {10, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x83, 0x11, 0x03, 0x01}}, /* 1.2.156.10197.1.401.3.1 */
    {9, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x83, 0x11, 0x02}},        /* 1.2.156.10197.1.401.2   */
    {8, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x07}},              /* 1.2.840.113549.2.7      */
    {8, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09}},              /* 1.2.840.113549.2.9      */
};

/* By gm_sm2_key_cipher. */
const struct key_oid gmi_oid_cipher[5] = {
    {0, {0}},
    {8, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x68, 0x02}},       /* 1.2.156.10197.1.104.2     */
    {9, {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x02}}, /* 2.16.840.1.101.3.4.1.2  */
    {9, {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x16}}, /* 2.16.840.1.101.3.4.1.22 */
    {9, {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a}}, /* 2.16.840.1.101.3.4.1.42 */
};

/* Bytes of a cipher's key. */
static size_t key_size(gm_sm2_key_cipher cipher)
{
    return cipher == GM_SM2_CIPHER_AES256 ? 32 : cipher == GM_SM2_CIPHER_AES192 ? 24 : 16;
}

/* Which of a list of five is it? 0: none. */
static int which(const struct der *content, const struct key_oid list[5])
{
    for (int i = 1; i < 5; i++)
        if (gmi_oid_is(content, &list[i]))
            return i;
    return 0;
}

/* The AlgorithmIdentifier of the function under PBKDF2: its parameters are absent or NULL. */
static gm_sm2_key_problem read_prf(struct pbes2 *pbes2, struct der *in)
{
    struct der algorithm, oid;
    if (gmi_der_end(in)) {
        pbes2->prf = GM_SM2_PRF_SHA1; /* RFC 8018, A.2: what is meant where nothing is said */
        return GM_SM2_PROBLEM_NONE;
    }
    if (!gmi_der_next(in, DER_SEQUENCE, &algorithm) || !gmi_der_next(&algorithm, DER_OID, &oid) || !gmi_der_end(in))
        return GM_SM2_PROBLEM_DAMAGED;
    pbes2->prf = (gm_sm2_key_prf)which(&oid, gmi_oid_prf);
    if (pbes2->prf == GM_SM2_PRF_NONE)
        return GM_SM2_PROBLEM_ENCRYPTION;
    (void)gmi_der_null(&algorithm);
    return gmi_der_end(&algorithm) ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_DAMAGED;
}

/* The number of iterations. One that is too large even for 64 bits is no damage, but too large. */
static int read_iterations(struct pbes2 *pbes2, struct der *in)
{
    struct der content;
    if (gmi_der_uint64(in, &pbes2->iterations))
        return pbes2->iterations > 0;
    pbes2->iterations = UINT64_MAX;
    return gmi_der_next(in, DER_INTEGER, &content) && content.len > 8 && content.p[0] < 0x80;
}

/* AlgorithmIdentifier of PBKDF2; *length is the keyLength in it, or 0. */
static gm_sm2_key_problem read_kdf(struct pbes2 *pbes2, struct der in, uint64_t *length)
{
    struct der oid, parameters;
    *length = 0;
    if (!gmi_der_next(&in, DER_OID, &oid))
        return GM_SM2_PROBLEM_DAMAGED;
    if (!gmi_oid_is(&oid, &gmi_oid_pbkdf2))
        return GM_SM2_PROBLEM_ENCRYPTION;
    if (!gmi_der_next(&in, DER_SEQUENCE, &parameters) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    if (gmi_der_tag(&parameters) == DER_SEQUENCE) /* the salt by an algorithm, which nobody has defined */
        return GM_SM2_PROBLEM_ENCRYPTION;
    if (!gmi_der_next(&parameters, DER_OCTET_STRING, &pbes2->salt) || !read_iterations(pbes2, &parameters))
        return GM_SM2_PROBLEM_DAMAGED;
    if (gmi_der_tag(&parameters) == DER_INTEGER && (!gmi_der_uint64(&parameters, length) || *length == 0))
        return GM_SM2_PROBLEM_DAMAGED;
    return read_prf(pbes2, &parameters);
}

gm_sm2_key_problem gmi_pbes2_parse(struct pbes2 *pbes2, struct der in)
{
    struct der whole, algorithm, oid, parameters, kdf, cipher;
    uint64_t length;
    memset(pbes2, 0, sizeof *pbes2);
    if (!gmi_der_next(&in, DER_SEQUENCE, &whole) || !gmi_der_end(&in) ||
        !gmi_der_next(&whole, DER_SEQUENCE, &algorithm) || !gmi_der_next(&whole, DER_OCTET_STRING, &pbes2->data) ||
        !gmi_der_end(&whole) || !gmi_der_next(&algorithm, DER_OID, &oid))
        return GM_SM2_PROBLEM_DAMAGED;
    if (!gmi_oid_is(&oid, &gmi_oid_pbes2))
        return GM_SM2_PROBLEM_ENCRYPTION;
    if (!gmi_der_next(&algorithm, DER_SEQUENCE, &parameters) || !gmi_der_end(&algorithm) ||
        !gmi_der_next(&parameters, DER_SEQUENCE, &kdf) || !gmi_der_next(&parameters, DER_SEQUENCE, &cipher) ||
        !gmi_der_end(&parameters))
        return GM_SM2_PROBLEM_DAMAGED;
    gm_sm2_key_problem problem = read_kdf(pbes2, kdf, &length);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (!gmi_der_next(&cipher, DER_OID, &oid))
        return GM_SM2_PROBLEM_DAMAGED;
    pbes2->cipher = (gm_sm2_key_cipher)which(&oid, gmi_oid_cipher);
    if (pbes2->cipher == GM_SM2_CIPHER_NONE)
        return GM_SM2_PROBLEM_ENCRYPTION;
    if (!gmi_der_next(&cipher, DER_OCTET_STRING, &pbes2->iv) || pbes2->iv.len != 16 || !gmi_der_end(&cipher) ||
        (length != 0 && length != key_size(pbes2->cipher)) || pbes2->data.len == 0 || pbes2->data.len % 16 != 0)
        return GM_SM2_PROBLEM_DAMAGED;
    return GM_SM2_PROBLEM_NONE;
}

/* Is this a SEQUENCE that ends where PKCS#7 padding begins? *len is then the length of the former. Padding and header
 * are judged together, so that it never comes out that the padding alone is right. */
static uint64_t opened(const uint8_t *p, size_t n, uint64_t *len)
{
    uint64_t pad = p[n - 1], good = ct_nonzero(pad) & ct_less(pad, 17);
    for (size_t i = 1; i < 16; i++)
        good &= ~(ct_less(i, pad) & ct_nonzero(p[n - 1 - i] ^ pad));
    *len = n - (pad & good);
    uint64_t two = (uint64_t)p[2] << 8 | p[3];
    uint64_t fits = (ct_less(p[1], 0x80) & ~ct_nonzero((p[1] + UINT64_C(2)) ^ *len)) |
                    (~ct_nonzero(p[1] ^ UINT64_C(0x81)) & ~ct_nonzero((p[2] + UINT64_C(3)) ^ *len)) |
                    (~ct_nonzero(p[1] ^ UINT64_C(0x82)) & ~ct_nonzero((two + 4) ^ *len));
    return good & fits & ~ct_nonzero(p[0] ^ (uint64_t)DER_SEQUENCE);
}

static gm_status derive(const struct pbes2 *pbes2, uint8_t key[32], const uint8_t *password, size_t password_len)
{
    size_t len = key_size(pbes2->cipher);
    const struct legacy_hash *hash = pbes2->prf == GM_SM2_PRF_SHA1 ? &gmi_legacy_sha1 : &gmi_legacy_sha256;
    if (pbes2->prf == GM_SM2_PRF_SM3 || pbes2->prf == GM_SM2_PRF_SM3_GM)
        return gm_pbkdf2_hmac_sm3(key, len, password, password_len, pbes2->salt.p, pbes2->salt.len, pbes2->iterations);
    gmi_legacy_pbkdf2(hash, key, len, password, password_len, pbes2->salt.p, pbes2->salt.len, pbes2->iterations);
    return GM_OK;
}

gm_sm2_key_problem gmi_pbes2_open(const struct pbes2 *pbes2, uint8_t *out, size_t *out_len, const uint8_t *password,
                                  size_t password_len)
{
    struct {
        uint8_t key[32];
        gm_sm4_key sm4;
    } w;
    gm_sm2_key_problem problem = GM_SM2_PROBLEM_WRONG_PASSWORD;
    size_t n = pbes2->data.len;
    uint64_t good = 0, len;
    *out_len = 0;
    if (derive(pbes2, w.key, password, password_len) != GM_OK)
        goto out;
    if (pbes2->cipher != GM_SM2_CIPHER_SM4)
        gmi_legacy_aes_cbc_decrypt(out, pbes2->data.p, n / 16, w.key, key_size(pbes2->cipher), pbes2->iv.p);
    else if (gm_sm4_key_init(&w.sm4, w.key) != GM_OK ||
             gm_sm4_cbc_decrypt(&w.sm4, out, pbes2->data.p, n, pbes2->iv.p) != GM_OK)
        goto out;
    good = opened(out, n, &len);
    gmi_public(&good, sizeof good); /* success or failure of the decryption as a whole */
    if (good != 0) {
        gmi_public(&len, sizeof len); /* how much was encrypted */
        *out_len = (size_t)len;
        problem = GM_SM2_PROBLEM_NONE;
    }
out:
    gm_wipe(&w, sizeof w);
    return problem;
}
