/* What other people's key files need and this library offers to nobody: SHA-1 and SHA-256 under HMAC and PBKDF2,
 * and AES-CBC decryption. Portable, constant time, slow, and used by the keyfile room alone. */
#ifndef GMI_LEGACY_LEGACY_H
#define GMI_LEGACY_LEGACY_H

#include <stddef.h>
#include <stdint.h>

#define LEGACY_BLOCK 64
#define LEGACY_DIGEST_MAX 32

/* A hash that works on blocks of 64 bytes, ends them with the length in 64 big-endian bits, and has words of 32 bits.
 */
struct legacy_hash {
    size_t digest_size; /* a multiple of 4 */
    uint32_t start[8];
    void (*compress)(uint32_t h[8], const uint8_t block[LEGACY_BLOCK]);
};

extern const struct legacy_hash gmi_legacy_sha1, gmi_legacy_sha256;

/* The hash of a message. */
void gmi_legacy_hash(const struct legacy_hash *hash, uint8_t *digest, const uint8_t *data, size_t len);

/* HMAC (RFC 2104). */
void gmi_legacy_hmac(const struct legacy_hash *hash, uint8_t *mac, const uint8_t *key, size_t key_len,
                     const uint8_t *data, size_t len);

/* PBKDF2 (RFC 8018, 5.2); iterations and out_len at least 1. Password secret, all else public. */
void gmi_legacy_pbkdf2(const struct legacy_hash *hash, uint8_t *out, size_t out_len, const uint8_t *password,
                       size_t password_len, const uint8_t *salt, size_t salt_len, uint64_t iterations);

/* AES-CBC (FIPS 197, SP 800-38A), decryption of whole blocks; key_len is 16, 24 or 32. In place or disjoint. */
void gmi_legacy_aes_cbc_decrypt(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *key, size_t key_len,
                                const uint8_t iv[16]);

#endif
