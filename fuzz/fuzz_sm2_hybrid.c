/* Hybrid encryption: what is encrypted comes back; a changed bit, a cut, other additional data and random bytes are
 * refused and leave zeros. */
/* covers: src/sm2/hybrid.c src/sm2/kem.c */
#include <string.h>

#include "fuzz.h"

#include "sm2/encrypt_core.h"

#define MOST 1500

static uint8_t sealed[MOST + 100], plain[MOST + 100];

static void refused(const gm_sm2_private_key *key, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    size_t text = len < GM_SM2_HYBRID_OVERHEAD ? 0 : len - GM_SM2_HYBRID_OVERHEAD;
    memset(plain, 0xa5, text + 1);
    FUZZ_CHECK(gm_sm2_hybrid_decrypt(key, plain, aad, aad_len, in, len) == GM_ERR_VERIFY);
    for (size_t i = 0; i < text; i++)
        FUZZ_CHECK(plain[i] == 0);
    FUZZ_CHECK(plain[text] == 0xa5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t d[32] = {0x27, 0x18, 0x28};
    static gm_sm2_private_key key;
    struct fuzz_input in = {data, size < MOST ? size : MOST};
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces;
    uint8_t shared[2][100];
    u256 k = {{0}};
    if (gm_sm2_private_key_read(&key, d, sizeof d) != GM_OK)
        return 0;
    refused(&key, NULL, 0, in.data, in.size);

    size_t aad_len = fuzz_byte(&in) % 40, where = fuzz_byte(&in) + 256 * fuzz_byte(&in), bit = where % 8;
    k.w[0] = 1 + fuzz_byte(&in);
    k.w[2] = fuzz_byte(&in);
    struct fuzz_input aad = fuzz_part(&in, aad_len);
    const struct sm2_receiver to = gmi_sm2_receiver(&key.public_);
    size_t n = in.size + GM_SM2_HYBRID_OVERHEAD, secret = 1 + where % sizeof shared[0];
    nonces = (struct sm2_nonces){&k, 1};
    FUZZ_CHECK(gmi_sm2_hybrid_encrypt(&env, &to, &nonces, sealed, aad.data, aad.size, in.data, in.size) == GM_OK);
    FUZZ_CHECK(gm_sm2_hybrid_decrypt(&key, plain, aad.data, aad.size, sealed, n) == GM_OK);
    FUZZ_CHECK(in.size == 0 || memcmp(plain, in.data, in.size) == 0);
    sealed[where % n] ^= (uint8_t)(1 << bit);
    refused(&key, aad.data, aad.size, sealed, n);
    sealed[where % n] ^= (uint8_t)(1 << bit);
    refused(&key, aad.data, aad.size, sealed, where % n);
    if (aad.size > 0)
        refused(&key, aad.data, aad.size - 1, sealed, n);

    nonces = (struct sm2_nonces){&k, 1};
    if (gmi_sm2_encapsulate(&env, &to, &nonces, sealed, shared[0], secret) == GM_OK) { /* not a secret of zeros */
        FUZZ_CHECK(gm_sm2_kem_decapsulate(&key, shared[1], secret, sealed) == GM_OK);
        FUZZ_CHECK(memcmp(shared[0], shared[1], secret) == 0);
    }
    return 0;
}
