/* Numbers below n from longer strings: no value is more likely than another by more than 2^-128. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "bn/wide.h"
#include "sm2/sm2_core.h"

void gmi_sm2_wide(const struct sm2_env *env, u256 *r, const uint8_t in[GMI_SM2_WIDE_BYTES], uint64_t less)
{
    const u256 part = {{less}};
    u256 m;
    (void)u256_sub(&m, &env->curve->n.m, &part);
    gmi_bn_wide(r, in, 2, &m, env->wide);
}

void gmi_sm2_nonce(const struct sm2_env *env, u256 *k, const uint8_t in[GMI_SM2_WIDE_BYTES])
{
    const u256 one = {{1}};
    gmi_sm2_wide(env, k, in, 1);
    (void)u256_add(k, k, &one);
}

gm_status gmi_sm2_random_nonce(const struct sm2_env *env, u256 *k)
{
    struct {
        uint8_t random[GMI_SM2_WIDE_BYTES];
    } w;
    gm_status status = gm_random_bytes(w.random, sizeof w.random);
    if (status == GM_OK)
        gmi_sm2_nonce(env, k, w.random);
    else
        memset(k, 0, sizeof *k);
    gm_wipe(&w, sizeof w);
    return status;
}
