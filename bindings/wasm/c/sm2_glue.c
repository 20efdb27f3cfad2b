/* What the layers that imitate other packages need and nobody else should: signing with a nonce and its point that the
 * caller computed before, and a shared point with its y. */
#include <guomi/mem.h>

#include "bn/u256.h"
#include "sm2/encrypt_core.h"
#include "sm2/sm2_core.h"

#define EXPORT __attribute__((visibility("default")))

/** Sign a digest with a nonce that the user of an imitated package made: whoever uses one twice gives the private key
 *  away.
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

/** The point d P.
 *
 *  Returns GM_OK; GM_ERR_KEY: one of the keys is none. */
EXPORT gm_status wasm_sm2_shared_point(const gm_sm2_private_key *key, uint8_t xy[64], const gm_sm2_public_key *peer)
{
    struct sm2_env env = gmi_sm2_env();
    struct sm2_receiver to;
    u256 d;
    gm_status st = gmi_sm2_owner(&env, key);
    if (st == GM_OK)
        st = gmi_sm2_receiver_key(&env, &to, peer);
    if (st != GM_OK)
        return st;
    memcpy(d.w, key->d_, sizeof d.w);
    gmi_sm2_shared_send(&env, xy, &d, &to);
    gm_wipe(&d, sizeof d);
    return st;
}
