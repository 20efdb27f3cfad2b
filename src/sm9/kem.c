/* Key encapsulation (GM/T 0044.4-2016, 6): C = [r] Q, K = KDF(C || g^r || id); the receiver finds g^r as e(C, de).
 * Without a table of powers the sender computes it as e([r] Ppub-e, P2). */
#include <guomi/mem.h>

#include "sm9/encrypt_core.h"

gm_status gmi_sm9_target(const struct sm9_env *env, struct sm9_target *target, const struct sm9_receiver *to)
{
    u256 h;
    target->to = to;
    gmi_sm9_h1(env, &h, to->id, to->id_len, to->hid);
    return env->row->g1_base_add_vartime(&target->Q, &h, &to->P) ? GM_OK : GM_ERR_UNSUPPORTED;
}

gm_status gmi_sm9_ephemeral(const struct sm9_env *env, const struct sm9_target *target, struct sm9_nonces *nonces,
                            u256 *r, struct sm9_g1 *C, struct sm9_gt *f)
{
    struct {
        struct sm9_g1 R;
    } w;
    gm_status status = gmi_sm9_nonce(nonces, r);
    if (status != GM_OK)
        return status;
    env->row->g1_mul(C, r, &target->Q);
    gmi_public(C, sizeof *C); /* it is sent */
    if (target->to->table != NULL) {
        env->row->gt_pow_table(f, target->to->table, r);
        return GM_OK;
    }
    env->row->g1_mul(&w.R, r, &target->to->P);
    env->row->pair(f, &w.R, &gmi_sm9.P2);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

void gmi_sm9_owner_pair(const struct sm9_env *env, struct sm9_gt *f, const struct sm9_owner *owner,
                        const struct sm9_g1 *C)
{
    struct {
        struct sm9_g2 de;
    } w;
    if (owner->lines != NULL) {
        env->row->pair_lines(f, C, owner->lines);
        return;
    }
    gmi_sm9_enc_user(&w.de, owner->key);
    env->row->pair(f, C, &w.de);
    gm_wipe(&w, sizeof w);
}

/* KDF(x || y || f || id). */
static void kdf_start(const struct sm9_env *env, struct sm3_kdf *kdf, const uint8_t c1[GM_SM9_C1_SIZE],
                      const struct sm9_gt *f, const uint8_t *id, size_t id_len)
{
    struct {
        gm_sm3_ctx hash;
        uint8_t bytes[GMI_SM9_GT_BYTES];
    } w;
    gmi_sm9_gt_write(w.bytes, f);
    gm_sm3_init(&w.hash);
    gmi_sm3_absorb(env->sm3, &w.hash, c1 + 1, GM_SM9_C1_SIZE - 1);
    gmi_sm3_absorb(env->sm3, &w.hash, w.bytes, sizeof w.bytes);
    gmi_sm3_absorb(env->sm3, &w.hash, id, id_len);
    gmi_sm9_kdf_start(kdf, &w.hash);
    gm_wipe(&w, sizeof w);
}

gm_status gmi_sm9_kdf_to(const struct sm9_env *env, struct sm3_kdf *kdf, const struct sm9_target *target,
                         struct sm9_nonces *nonces, uint8_t c1[GM_SM9_C1_SIZE])
{
    struct {
        u256 r;
        struct sm9_gt f;
    } w;
    struct sm9_g1 C;
    gm_status status = gmi_sm9_ephemeral(env, target, nonces, &w.r, &C, &w.f);
    if (status == GM_OK) {
        gmi_sm9_g1_write(c1, &C);
        kdf_start(env, kdf, c1, &w.f, target->to->id, target->to->id_len);
    }
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_kdf_from(const struct sm9_env *env, struct sm3_kdf *kdf, const struct sm9_owner *owner,
                           const uint8_t c1[GM_SM9_C1_SIZE])
{
    struct {
        struct sm9_gt f;
    } w;
    struct sm9_g1 C;
    if (gmi_sm9_g1_read(env, &C, c1, GM_SM9_C1_SIZE) != GM_OK)
        return GM_ERR_VERIFY;
    gmi_sm9_owner_pair(env, &w.f, owner, &C);
    kdf_start(env, kdf, c1, &w.f, owner->id, owner->id_len);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

static int secret_ok(const uint8_t *shared, size_t shared_len, const uint8_t *c1, const uint8_t *id, size_t id_len)
{
    return shared != NULL && c1 != NULL && shared_len > 0 && shared_len <= GM_SM9_SHARED_MAX &&
           !overlaps(c1, GM_SM9_C1_SIZE, shared, shared_len) && !overlaps(id, id_len, shared, shared_len);
}

gm_status gmi_sm9_encapsulate(const struct sm9_env *env, const struct sm9_receiver *to, struct sm9_nonces *nonces,
                              uint8_t c1[GM_SM9_C1_SIZE], uint8_t *shared, size_t shared_len)
{
    struct {
        struct sm3_kdf kdf;
    } w;
    struct sm9_target target;
    uint64_t some;
    if (!secret_ok(shared, shared_len, c1, to->id, to->id_len) || overlaps(c1, GM_SM9_C1_SIZE, to->id, to->id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_target(env, &target, to);
    if (status != GM_OK)
        return status;
    do {
        status = gmi_sm9_kdf_to(env, &w.kdf, &target, nonces, c1);
        if (status != GM_OK) {
            memset(c1, 0, GM_SM9_C1_SIZE);
            gm_wipe(shared, shared_len);
            break;
        }
        gmi_sm3_kdf_run(env->sm3, &w.kdf, shared, shared_len, 1);
        some = gmi_sm9_some(shared, shared_len);
        gmi_public(&some, sizeof some); /* that a nonce is thrown away tells nothing of the next one */
    } while (some == 0);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_decapsulate(const struct sm9_env *env, const struct sm9_owner *owner, uint8_t *shared,
                              size_t shared_len, const uint8_t c1[GM_SM9_C1_SIZE])
{
    struct {
        struct sm3_kdf kdf;
    } w;
    uint64_t some;
    if (!secret_ok(shared, shared_len, c1, owner->id, owner->id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_kdf_from(env, &w.kdf, owner, c1);
    if (status != GM_OK) {
        gm_wipe(shared, shared_len);
        goto out;
    }
    gmi_sm3_kdf_run(env->sm3, &w.kdf, shared, shared_len, 1);
    some = gmi_sm9_some(shared, shared_len);
    gmi_public(&some, sizeof some); /* success or failure of the whole call is the caller's to know */
    status = some != 0 ? GM_OK : GM_ERR_VERIFY;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_kem_encapsulate(const gm_sm9_enc_public_key *master, uint8_t c1[GM_SM9_C1_SIZE], uint8_t *shared,
                                 size_t shared_len, const uint8_t *id, size_t id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_key(&to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_encapsulate(&env, &to, &nonces, c1, shared, shared_len);
}

gm_status gm_sm9_kem_decapsulate(const gm_sm9_enc_user_key *key, uint8_t *shared, size_t shared_len,
                                 const uint8_t c1[GM_SM9_C1_SIZE], const uint8_t *id, size_t id_len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_key(&owner, key, id, id_len);
    return status != GM_OK ? status : gmi_sm9_decapsulate(&env, &owner, shared, shared_len, c1);
}
