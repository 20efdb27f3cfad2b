/* Signing with given nonces: for tests, which reach it through the static library. */
#ifndef GMI_SM2_SIGN_DERAND_H
#define GMI_SM2_SIGN_DERAND_H

#include "sm2/sm2_core.h"

/* The nonces, each in [1, n-1], are tried in their order until one is not thrown away. GM_ERR_RANDOM and a
 * signature of zeros when all are. */
gm_status gmi_sm2_sign_digest_derand(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t signature[64],
                                     const uint8_t e[32], const uint8_t (*nonces)[32], size_t count);

#endif
