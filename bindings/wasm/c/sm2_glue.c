/* Signing with a nonce and its point that the caller computed before, for the layers that imitate other packages:
 * there a user makes the points and hands each over once. Whoever uses one twice gives the private key away. */
#include <guomi/mem.h>

#include "bn/u256.h"
#include "sm2/sm2_core.h"

#define EXPORT __attribute__((visibility("default")))

/** Sign a digest.
 *
 *  nonce, x  in: 32 bytes each, big-endian: k in [1, n-1], and the x coordinate of k G.
 *
 *  Returns GM_OK; GM_ERR_ARGUMENT: a number is out of range; GM_ERR_KEY: key holds no key; GM_ERR_STATE: with this k
 *  there is no signature, take another. signature is untouched on an error. */
EXPORT gm_status wasm_sm2_sign_with_point(const gm_sm2_private_key *key, uint8_t signature[64], const uint8_t e[32],
                                          const uint8_t nonce[32], const uint8_t x[32])
{
    struct sm2_env env = gmi_sm2_env();
    gm_status st = gmi_sm2_owner(&env, key);
    struct {
        u256 k, x;
    } w;
    if (st != GM_OK)
        return st;
    u256_from_be(&w.k, nonce);
    u256_from_be(&w.x, x);
    uint64_t good = u256_less(&w.k, &env.curve->n.m) & ~u256_is_zero(&w.k) & u256_less(&w.x, &env.curve->p.m);
    if (good == 0)
        st = GM_ERR_ARGUMENT;
    else if (!gmi_sm2_sign_with(&env, key, signature, e, &w.k, &w.x))
        st = GM_ERR_STATE;
    gm_wipe(&w, sizeof w);
    return st;
}
