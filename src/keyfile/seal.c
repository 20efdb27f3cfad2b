/* Encrypting PKCS#8 with a password, for every kind of key: PBES2 with PBKDF2-HMAC-SM3 and SM4-CBC. */
#include <guomi/mem.h>
#include <guomi/sm3.h>
#include <guomi/sm4.h>
#include <string.h>

#include "base/check.h"
#include "keyfile/keyfile_core.h"

/* EncryptedPrivateKeyInfo. Each PRF has the look that its users give it: keyLength is written beside the OID of
 * GM/T 0006, and left away, as OpenSSL does it, beside the other. */
void gmi_key_put_sealed(struct der_writer *w, const struct key_sealed *sealed)
{
    size_t whole = w->len;
    gmi_der_put_element(w, DER_OCTET_STRING, sealed->bytes, sealed->len);
    size_t algorithm = w->len;
    gmi_der_put_element(w, DER_OCTET_STRING, sealed->iv, sizeof sealed->iv);
    gmi_oid_put(w, &gmi_oid_cipher[GM_SM2_CIPHER_SM4]);
    gmi_der_put_header(w, DER_SEQUENCE, algorithm);
    size_t kdf = w->len;
    gmi_der_put_element(w, DER_NULL, NULL, 0);
    gmi_oid_put(w, &gmi_oid_prf[sealed->prf]);
    gmi_der_put_header(w, DER_SEQUENCE, kdf);
    if (sealed->prf == GM_SM2_PRF_SM3_GM)
        gmi_der_put_uint64(w, GM_SM4_KEY_SIZE);
    gmi_der_put_uint64(w, sealed->iterations);
    gmi_der_put_element(w, DER_OCTET_STRING, sealed->salt, sizeof sealed->salt);
    gmi_der_put_header(w, DER_SEQUENCE, kdf);
    gmi_oid_put(w, &gmi_oid_pbkdf2);
    gmi_der_put_header(w, DER_SEQUENCE, kdf);
    gmi_der_put_header(w, DER_SEQUENCE, algorithm);
    gmi_oid_put(w, &gmi_oid_pbes2);
    gmi_der_put_header(w, DER_SEQUENCE, algorithm);
    gmi_der_put_header(w, DER_SEQUENCE, whole);
}

void gmi_key_seal_init(struct key_sealed *sealed, size_t n, uint64_t iterations, gm_sm2_key_prf prf,
                       const uint8_t salt[16], const uint8_t iv[16])
{
    memset(sealed, 0, sizeof *sealed);
    sealed->iterations = iterations;
    sealed->prf = prf;
    sealed->len = n / 16 * 16 + 16;
    GM_ASSERT(sealed->len <= sizeof sealed->bytes);
    memcpy(sealed->salt, salt, sizeof sealed->salt);
    memcpy(sealed->iv, iv, sizeof sealed->iv);
}

gm_status gmi_key_seal(struct key_sealed *sealed, uint8_t plain[KEY_SEALED_MAX], size_t n, const uint8_t *password,
                       size_t password_len)
{
    struct {
        uint8_t key[GM_SM4_KEY_SIZE];
        gm_sm4_key sm4;
    } w;
    size_t padded = n / 16 * 16 + 16;
    GM_ASSERT(padded <= KEY_SEALED_MAX);
    memset(plain + n, (int)(padded - n), padded - n);
    gm_status status = gm_pbkdf2_hmac_sm3(w.key, sizeof w.key, password, password_len, sealed->salt,
                                          sizeof sealed->salt, sealed->iterations);
    if (status == GM_OK)
        status = gm_sm4_key_init(&w.sm4, w.key);
    if (status == GM_OK)
        status = gm_sm4_cbc_encrypt(&w.sm4, sealed->bytes, plain, padded, sealed->iv);
    sealed->len = padded;
    gmi_public(sealed->bytes, padded); /* a ciphertext */
    gm_wipe(&w, sizeof w);
    return status;
}
