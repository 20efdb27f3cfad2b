/* Verification (GM/T 0044.2-2016, 7.1): with w' = e(S, [h1] P2 + Ppub-s) g^h, is H2(M || w') = h? All is public. */
#include <guomi/mem.h>

#include "sm9/sm9_core.h"

int gmi_sm9_signature_vartime(const struct sm9_env *env, u256 *h, struct sm9_g1 *S,
                              const uint8_t signature[GM_SM9_SIGNATURE_SIZE])
{
    u256_from_be(h, signature);
    return gmi_sm9_number_valid(h) != 0 && gmi_sm9_g1_read(env, S, signature + 32, GM_SM9_G1_SIZE) == GM_OK;
}

int gmi_sm9_verify(const struct sm9_env *env, const struct sm9_sign_master *master,
                   const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len, uint8_t hid,
                   const gm_sm3_ctx *hash)
{
    struct sm9_g1 S;
    struct sm9_gt f;
    u256 h, h1, h2;
    int found;
    if (!gmi_sm9_signature_vartime(env, &h, &S, signature))
        return 0;
    gmi_sm9_h1(env, &h1, id, id_len, hid);
    if (master->table != NULL)
        found = env->row->verify_tables_vartime(&f, &S, &h, &h1, &master->Q, master->lines, master->table);
    else
        found = env->row->verify_vartime(&f, &S, &h, &h1, &master->Q);
    if (!found)
        return 0;
    gmi_sm9_h2(env, &h2, hash, &f);
    return u256_equal(&h, &h2) != 0;
}

gm_status gmi_sm9_verify_data(const struct sm9_env *env, const struct sm9_sign_master *master,
                              const uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *id, size_t id_len,
                              uint8_t hid, const uint8_t *data, size_t len)
{
    gm_sm3_ctx hash;
    if (signature == NULL || !gmi_sm9_id_valid(id, id_len) || !gmi_sm9_data_valid(data, len))
        return GM_ERR_ARGUMENT;
    gmi_sm9_hash(env, &hash, data, len);
    int right = gmi_sm9_verify(env, master, signature, id, id_len, hid, &hash);
    gm_wipe(&hash, sizeof hash);
    return right ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm9_verify(const gm_sm9_sign_public_key *master, const uint8_t signature[GM_SM9_SIGNATURE_SIZE],
                        const uint8_t *id, size_t id_len, uint8_t hid, const uint8_t *data, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_sign_master with;
    gm_status status = gmi_sm9_sign_master_key(&with, master);
    return status == GM_OK ? gmi_sm9_verify_data(&env, &with, signature, id, id_len, hid, data, len) : status;
}
