/* The key exchange (GM/T 0044.3-2016): of three elements of the third group, each side raises one that all know to
 * its own number, pairs the other side's point with its key, and raises that to its number. */
#include <guomi/mem.h>

#include "sm9/exchange_core.h"

enum { DEAD = 0, BEGUN = 1, DERIVED = 2 }; /* state_ */

gm_status gmi_sm9_exchange_init(const struct sm9_env *env, gm_sm9_exchange *ctx, gm_sm9_role role,
                                struct sm9_nonces *nonces, uint8_t point[GM_SM9_G1_SIZE], const struct sm9_receiver *to)
{
    struct {
        u256 r;
        struct sm9_gt own;
    } w;
    struct sm9_target target;
    struct sm9_g1 R;
    u256 h;
    if (ctx == NULL || (role != GM_SM9_INITIATOR && role != GM_SM9_RESPONDER) || point == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_target(env, &target, to);
    if (status != GM_OK)
        return status;
    status = gmi_sm9_ephemeral(env, &target, nonces, &w.r, &R, &w.own);
    if (status != GM_OK) {
        gm_wipe(ctx, sizeof *ctx);
        memset(point, 0, GM_SM9_G1_SIZE);
        goto out;
    }
    gmi_sm9_h1(env, &h, to->id, to->id_len, to->hid);
    gmi_sm9_g1_write(point, &R);
    memset(ctx, 0, sizeof *ctx);
    memcpy(ctx->r_, w.r.w, sizeof ctx->r_);
    for (int i = 0; i < 12; i++)
        memcpy(ctx->own_[i], w.own.c[i].w, sizeof ctx->own_[i]);
    memcpy(ctx->peer_, h.w, sizeof ctx->peer_);
    memcpy(ctx->point_, point + 1, sizeof ctx->point_);
    ctx->hid_ = to->hid;
    ctx->self_ = (uintptr_t)ctx;
    ctx->role_ = (uint8_t)role;
    ctx->state_ = BEGUN;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

static int begun(const gm_sm9_exchange *ctx)
{
    return ctx->state_ == BEGUN && ctx->self_ == (uintptr_t)ctx;
}

/* IDA || IDB || RA || RB, which both hashes have. */
struct names {
    const uint8_t *id[2];
    size_t id_len[2];
    const uint8_t *point[2];
};

static void absorb_names(const struct sm9_env *env, gm_sm3_ctx *hash, const struct names *names)
{
    for (int i = 0; i < 2; i++)
        gmi_sm3_absorb(env->sm3, hash, names->id[i], names->id_len[i]);
    for (int i = 0; i < 2; i++)
        gmi_sm3_absorb(env->sm3, hash, names->point[i], 64);
}

/* The confirmation of one side: SM3(tag || g1 || inner). */
static void confirm(const struct sm9_env *env, uint8_t out[32], uint8_t tag, const uint8_t g1[GMI_SM9_GT_BYTES],
                    const uint8_t inner[32])
{
    struct {
        gm_sm3_ctx hash;
    } w;
    gm_sm3_init(&w.hash);
    gmi_sm3_absorb(env->sm3, &w.hash, &tag, 1);
    gmi_sm3_absorb(env->sm3, &w.hash, g1, GMI_SM9_GT_BYTES);
    gmi_sm3_absorb(env->sm3, &w.hash, inner, 32);
    gmi_sm3_close(env->sm3, &w.hash, out);
    gm_wipe(&w, sizeof w);
}

static int buffers_ok(const uint8_t *shared, size_t shared_len, const uint8_t *confirmation,
                      const struct sm9_owner *owner, const uint8_t *peer_id, size_t peer_id_len, const uint8_t *point)
{
    const struct {
        const uint8_t *p;
        size_t len;
    } out[2] = {{shared, shared_len}, {confirmation, confirmation == NULL ? 0 : GM_SM3_DIGEST_SIZE}};
    for (int i = 0; i < 2; i++)
        if (overlaps(out[i].p, out[i].len, owner->id, owner->id_len) ||
            overlaps(out[i].p, out[i].len, peer_id, peer_id_len) ||
            overlaps(out[i].p, out[i].len, point, GM_SM9_G1_SIZE))
            return 0;
    return shared != NULL && shared_len > 0 && shared_len <= GM_SM9_SHARED_MAX && point != NULL &&
           gmi_sm9_id_valid(peer_id, peer_id_len) && !overlaps(out[0].p, out[0].len, out[1].p, out[1].len);
}

gm_status gmi_sm9_exchange_derive(const struct sm9_env *env, gm_sm9_exchange *ctx, uint8_t *shared, size_t shared_len,
                                  uint8_t *confirmation, const struct sm9_owner *owner, const uint8_t *peer_id,
                                  size_t peer_id_len, const uint8_t peer_point[GM_SM9_G1_SIZE])
{
    struct {
        struct sm9_gt own, theirs, both;
        u256 r;
        uint8_t g[3][GMI_SM9_GT_BYTES], inner[32]; /* g1, g2, g3 */
        gm_sm3_ctx hash;
        struct sm3_kdf kdf;
    } w;
    struct sm9_g1 R;
    u256 h, peer;
    gm_status status = GM_OK;
    if (ctx == NULL || !buffers_ok(shared, shared_len, confirmation, owner, peer_id, peer_id_len, peer_point))
        return GM_ERR_ARGUMENT;
    if (!begun(ctx))
        return GM_ERR_STATE;
    gmi_sm9_h1(env, &h, peer_id, peer_id_len, ctx->hid_);
    memcpy(peer.w, ctx->peer_, sizeof peer.w);
    if (!u256_equal(&h, &peer))
        return GM_ERR_ARGUMENT;
    if (gmi_sm9_g1_read(env, &R, peer_point, GM_SM9_G1_SIZE) != GM_OK) {
        gm_wipe(shared, shared_len);
        if (confirmation != NULL)
            gm_wipe(confirmation, GM_SM3_DIGEST_SIZE);
        gm_wipe(ctx, sizeof *ctx);
        status = GM_ERR_VERIFY;
        goto out;
    }
    const int own = ctx->role_ == GM_SM9_INITIATOR ? 0 : 1, other = 1 - own; /* places among two */
    struct names names;
    names.id[own] = owner->id, names.id_len[own] = owner->id_len, names.point[own] = ctx->point_;
    names.id[other] = peer_id, names.id_len[other] = peer_id_len, names.point[other] = peer_point + 1;

    memcpy(w.r.w, ctx->r_, sizeof w.r.w);
    for (int i = 0; i < 12; i++)
        memcpy(w.own.c[i].w, ctx->own_[i], sizeof w.own.c[i].w);
    gmi_sm9_owner_pair(env, &w.theirs, owner, &R);
    env->row->gt_pow(&w.both, &w.theirs, &w.r);
    gmi_sm9_gt_write(w.g[own], &w.own);
    gmi_sm9_gt_write(w.g[other], &w.theirs);
    gmi_sm9_gt_write(w.g[2], &w.both);

    gm_sm3_init(&w.hash);
    absorb_names(env, &w.hash, &names);
    gmi_sm3_absorb(env->sm3, &w.hash, w.g[0], sizeof w.g);
    gmi_sm9_kdf_start(&w.kdf, &w.hash);
    gmi_sm3_kdf_run(env->sm3, &w.kdf, shared, shared_len, 1);

    gm_sm3_init(&w.hash);
    gmi_sm3_absorb(env->sm3, &w.hash, w.g[1], 2 * sizeof w.g[1]);
    absorb_names(env, &w.hash, &names);
    gmi_sm3_close(env->sm3, &w.hash, w.inner);
    if (confirmation != NULL)
        confirm(env, confirmation, own == 0 ? 0x83 : 0x82, w.g[0], w.inner);
    confirm(env, ctx->expected_, own == 0 ? 0x82 : 0x83, w.g[0], w.inner);
    gm_wipe(ctx->r_, sizeof ctx->r_);
    gm_wipe(ctx->own_, sizeof ctx->own_);
    ctx->state_ = DERIVED;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

size_t gm_sm9_exchange_size(void)
{
    return sizeof(gm_sm9_exchange);
}

gm_status gm_sm9_exchange_init(gm_sm9_exchange *ctx, gm_sm9_role role, uint8_t point[GM_SM9_G1_SIZE],
                               const gm_sm9_enc_public_key *master, const uint8_t *peer_id, size_t peer_id_len,
                               uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_key(&to, master, peer_id, peer_id_len, hid);
    return status != GM_OK ? status : gmi_sm9_exchange_init(&env, ctx, role, &nonces, point, &to);
}

gm_status gm_sm9_exchange_ephemeral(const gm_sm9_exchange *ctx, uint8_t ephemeral[GM_SM9_EPHEMERAL_SIZE])
{
    struct {
        u256 r;
    } w;
    if (ctx == NULL || ephemeral == NULL)
        return GM_ERR_ARGUMENT;
    if (!begun(ctx))
        return GM_ERR_STATE;
    memcpy(w.r.w, ctx->r_, sizeof w.r.w);
    u256_to_be(ephemeral, &w.r);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gm_sm9_exchange_resume(gm_sm9_exchange *ctx, gm_sm9_role role, uint8_t point[GM_SM9_G1_SIZE],
                                 const uint8_t ephemeral[GM_SM9_EPHEMERAL_SIZE], const gm_sm9_enc_public_key *master,
                                 const uint8_t *peer_id, size_t peer_id_len, uint8_t hid)
{
    const struct sm9_env env = gmi_sm9_env();
    struct {
        u256 r;
    } w;
    struct sm9_receiver to;
    uint64_t valid;
    if (ephemeral == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm9_receiver_key(&to, master, peer_id, peer_id_len, hid);
    if (status != GM_OK)
        return status;
    gmi_secret(ephemeral, GM_SM9_EPHEMERAL_SIZE);
    u256_from_be(&w.r, ephemeral);
    valid = gmi_sm9_number_valid(&w.r);
    gmi_public(&valid, sizeof valid); /* whether it is a number of the range: the outcome of the call */
    struct sm9_nonces nonces = {&w.r, 1};
    status = valid != 0 ? gmi_sm9_exchange_init(&env, ctx, role, &nonces, point, &to) : GM_ERR_KEY;
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_exchange_derive(gm_sm9_exchange *ctx, uint8_t *shared, size_t shared_len, uint8_t *confirmation,
                                 const gm_sm9_enc_user_key *key, const uint8_t *id, size_t id_len,
                                 const uint8_t *peer_id, size_t peer_id_len, const uint8_t peer_point[GM_SM9_G1_SIZE])
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_key(&owner, key, id, id_len);
    return status != GM_OK ? status
                           : gmi_sm9_exchange_derive(&env, ctx, shared, shared_len, confirmation, &owner, peer_id,
                                                     peer_id_len, peer_point);
}

gm_status gm_sm9_exchange_confirm(gm_sm9_exchange *ctx, const uint8_t confirmation[GM_SM3_DIGEST_SIZE])
{
    if (ctx == NULL || confirmation == NULL)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != DERIVED || ctx->self_ != (uintptr_t)ctx)
        return GM_ERR_STATE;
    int right = gm_equal(ctx->expected_, confirmation, sizeof ctx->expected_);
    gm_wipe(ctx, sizeof *ctx);
    return right ? GM_OK : GM_ERR_VERIFY;
}
