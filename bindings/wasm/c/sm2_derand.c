/* SM2 with nonces that a test gives, in a module that is not in the package: the published one has nothing of it but
 * wasm_sm2_sign_with_point() (sm2_glue.c). Nonces are 32 bytes each, big-endian, in [1, n-1], tried in their order. */
#include "bn/u256.h"
#include "sm2/encrypt_core.h"
#include "sm2/sign_derand.h"

#define EXPORT __attribute__((visibility("default")))

enum { MANY = 8 };

static struct sm2_nonces nonces_of(u256 list[MANY], const uint8_t (*bytes)[32], size_t count)
{
    count = count < MANY ? count : MANY;
    for (size_t i = 0; i < count; i++)
        u256_from_be(&list[i], bytes[i]);
    return (struct sm2_nonces){list, count};
}

EXPORT void wasm_sm2_keygen_derand(gm_sm2_private_key *key, const uint8_t random[GMI_SM2_WIDE_BYTES])
{
    struct sm2_env env = gmi_sm2_env();
    gmi_sm2_keygen_derand(&env, key, random);
}

EXPORT gm_status wasm_sm2_sign_derand(const gm_sm2_private_key *key, uint8_t signature[64], const uint8_t e[32],
                                      const uint8_t (*bytes)[32], size_t count)
{
    struct sm2_env env = gmi_sm2_env();
    return gmi_sm2_sign_digest_derand(&env, key, signature, e, bytes, count);
}

EXPORT gm_status wasm_sm2_encrypt_derand(const gm_sm2_public_key *key, const uint8_t (*bytes)[32], size_t count,
                                         gm_sm2_form form, uint8_t *out, size_t out_size, size_t *out_len,
                                         const uint8_t *in, size_t len)
{
    struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to = gmi_sm2_receiver(key);
    u256 list[MANY];
    struct sm2_nonces nonces = nonces_of(list, bytes, count);
    return gmi_sm2_encrypt(&env, &to, &nonces, form, out, out_size, out_len, in, len);
}

EXPORT gm_status wasm_sm2_encapsulate_derand(const gm_sm2_public_key *key, const uint8_t (*bytes)[32], size_t count,
                                             uint8_t c1[65], uint8_t *shared, size_t shared_len)
{
    struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to = gmi_sm2_receiver(key);
    u256 list[MANY];
    struct sm2_nonces nonces = nonces_of(list, bytes, count);
    return gmi_sm2_encapsulate(&env, &to, &nonces, c1, shared, shared_len);
}

EXPORT gm_status wasm_sm2_hybrid_encrypt_derand(const gm_sm2_public_key *key, const uint8_t (*bytes)[32], size_t count,
                                                uint8_t *out, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                                size_t len)
{
    struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to = gmi_sm2_receiver(key);
    u256 list[MANY];
    struct sm2_nonces nonces = nonces_of(list, bytes, count);
    return gmi_sm2_hybrid_encrypt(&env, &to, &nonces, out, aad, aad_len, in, len);
}
