/* Public keys from a signature: of s G + t P = R with t = r + s, the point R has x = r - e mod n, which stands for
 * one or two numbers below p, each with two y. Then P = t^-1 (R - s G). All is public. */
#include "sm2/sm2_core.h"

/* Adds the key that belongs to R, if it is one, is right and is not there yet. */
static size_t add_candidate(const struct sm2_env *env, gm_sm2_public_key *keys, size_t count, const u256 *s,
                            const u256 *t_inverse, const struct ec_point *R, const uint8_t signature[64],
                            const uint8_t e[32])
{
    const struct mont_modulus *n = &env->curve->n;
    struct ec_point P;
    gm_sm2_public_key key;
    u256 u;
    mod_mul(&u, s, t_inverse, n);
    mod_neg(&u, &u, n);
    if (!env->row->mul2_vartime(env->curve, &P, &u, t_inverse, R))
        return count; /* R = s G: the key would be infinity */
    gmi_sm2_public_set(env, &key, &P);
    for (size_t i = 0; i < count; i++)
        if (memcmp(&keys[i], &key, sizeof key) == 0)
            return count;
    if (!gmi_sm2_verify_digest(env, &key, signature, e))
        return count;
    keys[count] = key;
    return count + 1;
}

size_t gmi_sm2_recover(const struct sm2_env *env, gm_sm2_public_key keys[GM_SM2_RECOVER_MAX],
                       const uint8_t signature[64], const uint8_t e[32])
{
    const struct ec_curve *c = env->curve;
    struct ec_point R;
    u256 s, t, x;
    size_t count = 0;
    uint64_t carry = 0;
    if (!gmi_sm2_signature_vartime(env, &s, &t, &x, signature, e))
        return 0;
    gmi_mod_inv_vartime(&t, &t, &c->n_inv);
    /* n > 2^255 and, by Hasse's bound, p < n + 2^129: so x and x + n are all there is. */
    for (int i = 0; i < 2 && carry == 0 && u256_less(&x, &c->p.m); i++) {
        if (env->row->lift_x_vartime(c, &R, &x, 0)) {
            count = add_candidate(env, keys, count, &s, &t, &R, signature, e);
            mod_neg(&R.y, &R.y, &c->p);
            count = add_candidate(env, keys, count, &s, &t, &R, signature, e);
        }
        carry = u256_add(&x, &x, &c->n.m);
    }
    return count;
}

gm_status gm_sm2_recover(gm_sm2_public_key keys[GM_SM2_RECOVER_MAX], size_t *count,
                         const uint8_t signature[GM_SM2_SIGNATURE_SIZE], const uint8_t e[GM_SM3_DIGEST_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    if (keys == NULL || count == NULL || signature == NULL || e == NULL)
        return GM_ERR_ARGUMENT;
    *count = gmi_sm2_recover(&env, keys, signature, e);
    return *count > 0 ? GM_OK : GM_ERR_VERIFY;
}
