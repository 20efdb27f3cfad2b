/* Key encapsulation: a fresh secret for the owner of a public key (doc/sm2_hybrid.md). */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/check.h"
#include "sm2/encrypt_core.h"

static int secret_ok(const uint8_t *shared, size_t shared_len, const uint8_t c1[65])
{
    return shared != NULL && shared_len > 0 && shared_len <= GMI_SM2_PLAINTEXT_MAX &&
           !overlaps(c1, GM_SM2_C1_SIZE, shared, shared_len);
}

/* shared = KDF(x2 || y2 || x1 || y1 || xB || yB): all ones if it is not zero throughout. */
static uint64_t derive(const struct sm2_env *env, uint8_t *shared, size_t shared_len, uint8_t z[192],
                       const struct ec_point *C1, const struct ec_point *P)
{
    gmi_sm2_xy(z + 64, C1);
    gmi_sm2_xy(z + 128, P);
    gmi_sm3_kdf(env->sm3, shared, shared_len, z, 192);
    return gmi_sm2_some(shared, shared_len);
}

gm_status gmi_sm2_encapsulate(const struct sm2_env *env, const struct sm2_receiver *to, struct sm2_nonces *nonces,
                              uint8_t c1[65], uint8_t *shared, size_t shared_len)
{
    struct {
        u256 k;
        uint8_t z[192];
    } w;
    struct ec_point C1;
    gm_status status;
    uint64_t some;
    if (c1 == NULL || !secret_ok(shared, shared_len, c1))
        return GM_ERR_ARGUMENT;
    do {
        status = gmi_sm2_ephemeral(env, nonces, &w.k, &C1);
        if (status != GM_OK) {
            memset(c1, 0, 65);
            gm_wipe(shared, shared_len);
            goto out;
        }
        gmi_sm2_shared_send(env, w.z, &w.k, to);
        some = derive(env, shared, shared_len, w.z, &C1, &to->P);
        gmi_public(&some, sizeof some); /* that a nonce is thrown away tells nothing of the next one */
    } while (some == 0);
    gmi_sm2_point_write(c1, &C1);
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm2_decapsulate(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t *shared,
                              size_t shared_len, const uint8_t c1[65])
{
    struct {
        uint8_t z[192];
    } w;
    struct ec_point C1, P;
    uint64_t some;
    if (c1 == NULL || !secret_ok(shared, shared_len, c1))
        return GM_ERR_ARGUMENT;
    if (c1[0] != 4 || gmi_sm2_point_read(env, &C1, c1, 65) != GM_OK) {
        gm_wipe(shared, shared_len);
        return GM_ERR_VERIFY;
    }
    gmi_sm2_point(&P, &key->public_);
    gmi_sm2_shared_receive(env, w.z, key, &C1);
    some = derive(env, shared, shared_len, w.z, &C1, &P);
    gmi_public(&some, sizeof some); /* success or failure of the whole call is the caller's to know */
    gm_wipe(&w, sizeof w);
    return some != 0 ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm2_kem_encapsulate(const gm_sm2_public_key *key, uint8_t c1[GM_SM2_C1_SIZE], uint8_t *shared,
                                 size_t shared_len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_key(&env, &to, key);
    return status != GM_OK ? status : gmi_sm2_encapsulate(&env, &to, &nonces, c1, shared, shared_len);
}

gm_status gm_sm2_kem_encapsulate_prepared(const gm_sm2_prepared *prepared, uint8_t c1[GM_SM2_C1_SIZE], uint8_t *shared,
                                          size_t shared_len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_prepared(&env, &to, prepared);
    return status != GM_OK ? status : gmi_sm2_encapsulate(&env, &to, &nonces, c1, shared, shared_len);
}

gm_status gm_sm2_kem_decapsulate(const gm_sm2_private_key *key, uint8_t *shared, size_t shared_len,
                                 const uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    gm_status status = gmi_sm2_owner(&env, key);
    return status != GM_OK ? status : gmi_sm2_decapsulate(&env, key, shared, shared_len, c1);
}
