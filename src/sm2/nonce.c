/* Nonces for signatures: hedged, and deterministic after RFC 6979. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm2/sm2_core.h"

void gmi_sm2_hedged_nonce(const struct sm2_env *env, u256 *k, const uint8_t random[32], const gm_sm2_private_key *key,
                          const uint8_t e[32])
{
    struct {
        u256 d;
        uint8_t z[96], long_number[GMI_SM2_WIDE_BYTES];
    } w;
    memcpy(w.z, random, 32);
    memcpy(w.d.w, key->d_, sizeof key->d_);
    u256_to_be(w.z + 32, &w.d);
    memcpy(w.z + 64, e, 32);
    gmi_sm3_kdf(env->sm3, w.long_number, sizeof w.long_number, w.z, sizeof w.z);
    gmi_sm2_nonce(env, k, w.long_number);
    gm_wipe(&w, sizeof w);
}

/* ---- RFC 6979, 3.2, with HMAC-SM3: digest, key and n all have 256 bits, so T is one V, and bits2int takes it
 * whole ---- */

/* K = HMAC_K(V || octet || more), V = HMAC_K(V): steps d to g, and h.3 with no more. */
static void stir(const struct sm2_env *env, struct sm2_rfc6979 *g, uint8_t octet, const uint8_t *more, size_t more_len)
{
    struct {
        gm_hmac_sm3_key key;
        uint8_t text[32 + 1 + 64];
    } w;
    memcpy(w.text, g->v, 32);
    w.text[32] = octet;
    if (more_len > 0)
        memcpy(w.text + 33, more, more_len);
    gmi_hmac_sm3_key(env->sm3, &w.key, g->k, sizeof g->k);
    gmi_hmac_sm3(env->sm3, &w.key, g->k, w.text, 33 + more_len);
    gmi_hmac_sm3_key(env->sm3, &w.key, g->k, sizeof g->k);
    gmi_hmac_sm3(env->sm3, &w.key, g->v, g->v, sizeof g->v);
    gm_wipe(&w, sizeof w);
}

void gmi_sm2_rfc6979_start(const struct sm2_env *env, struct sm2_rfc6979 *g, const gm_sm2_private_key *key,
                           const uint8_t e[32])
{
    struct {
        u256 number;
        uint8_t seed[64]; /* int2octets(d) || bits2octets(e) */
    } w;
    memcpy(w.number.w, key->d_, sizeof key->d_);
    u256_to_be(w.seed, &w.number);
    u256_from_be(&w.number, e);
    mod_reduce(&w.number, &w.number, &env->curve->n);
    u256_to_be(w.seed + 32, &w.number);
    memset(g->k, 0, sizeof g->k);
    memset(g->v, 1, sizeof g->v);
    g->again = 0;
    stir(env, g, 0, w.seed, sizeof w.seed);
    stir(env, g, 1, w.seed, sizeof w.seed);
    gm_wipe(&w, sizeof w);
}

void gmi_sm2_rfc6979_next(const struct sm2_env *env, struct sm2_rfc6979 *g, u256 *k)
{
    struct {
        gm_hmac_sm3_key key;
    } w;
    uint64_t valid;
    do {
        if (g->again)
            stir(env, g, 0, NULL, 0);
        g->again = 1;
        gmi_hmac_sm3_key(env->sm3, &w.key, g->k, sizeof g->k);
        gmi_hmac_sm3(env->sm3, &w.key, g->v, g->v, sizeof g->v);
        u256_from_be(k, g->v);
        valid = ~u256_is_zero(k) & u256_less(k, &env->curve->n.m);
        gmi_public(&valid, sizeof valid); /* that a candidate nonce is rejected; it tells nothing about the next */
    } while (valid == 0);
    gm_wipe(&w, sizeof w);
}
