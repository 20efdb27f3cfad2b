/* The key exchange (GB/T 32918.3-2016). */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/check.h"
#include "sm2/encrypt_core.h"

enum { DEAD = 0, BEGUN = 1, DERIVED = 2 }; /* state_ */

/* x with its upper half replaced by a 1 at bit 127. */
static void half(u256 *r, const u256 *x)
{
    r->w[0] = x->w[0];
    r->w[1] = x->w[1] | UINT64_C(1) << 63;
    r->w[2] = r->w[3] = 0;
}

gm_status gmi_sm2_exchange_init(const struct sm2_env *env, gm_sm2_exchange *ctx, gm_sm2_role role,
                                struct sm2_nonces *nonces, uint8_t point[65], const gm_sm2_private_key *key,
                                const uint8_t *id, size_t id_len, const gm_sm2_public_key *peer, const uint8_t *peer_id,
                                size_t peer_id_len)
{
    struct {
        u256 r, d, t;
    } w;
    struct ec_point R;
    u256 x;
    if (ctx == NULL || (role != GM_SM2_INITIATOR && role != GM_SM2_RESPONDER) || point == NULL || key == NULL ||
        !gmi_sm2_id_valid(id, id_len) || peer == NULL || !gmi_sm2_id_valid(peer_id, peer_id_len))
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_is_key(env, peer) ? gmi_sm2_owner(env, key) : GM_ERR_KEY;
    if (status != GM_OK)
        return status;
    status = gmi_sm2_ephemeral(env, nonces, &w.r, &R);
    if (status != GM_OK) {
        gm_wipe(ctx, sizeof *ctx);
        memset(point, 0, 65);
        goto out;
    }
    memset(ctx, 0, sizeof *ctx);
    half(&x, &R.x);
    memcpy(w.d.w, key->d_, sizeof w.d.w);
    mod_mul(&w.t, &x, &w.r, &env->curve->n);
    mod_add(&w.t, &w.t, &w.d, &env->curve->n);
    memcpy(ctx->t_, w.t.w, sizeof ctx->t_);
    gmi_sm2_xy(ctx->point_, &R);
    ctx->peer_ = *peer;
    gmi_sm2_z(env, &key->public_, ctx->z_, id, id_len);
    gmi_sm2_z(env, peer, ctx->peer_z_, peer_id, peer_id_len);
    ctx->self_ = (uintptr_t)ctx;
    ctx->role_ = (uint8_t)role;
    ctx->state_ = BEGUN;
    gmi_sm2_point_write(point, &R);
out:
    gm_wipe(&w, sizeof w);
    return status;
}

/* V = t (P + x R): 0 if that is infinity. */
static int shared_point(const struct sm2_env *env, struct ec_point *V, const gm_sm2_exchange *ctx,
                        const struct ec_point *R)
{
    struct {
        u256 t;
    } w;
    struct ec_point P, sum;
    u256 x;
    int finite;
    half(&x, &R->x);
    gmi_sm2_point(&P, &ctx->peer_);
    memcpy(w.t.w, ctx->t_, sizeof w.t.w);
    uint64_t zero = u256_is_zero(&w.t);
    gmi_public(&zero, sizeof zero); /* the exchange fails, for all to see */
    finite = zero == 0 && env->row->mul_add_vartime(env->curve, &sum, &x, R, &P);
    if (finite)
        env->row->mul(env->curve, V, &w.t, &sum);
    gm_wipe(&w, sizeof w);
    return finite;
}

/* The confirmation that the initiator (3) or the responder (2) sends. */
static void confirm(const struct sm2_env *env, uint8_t out[32], uint8_t tag, const uint8_t y[32],
                    const uint8_t inner[32])
{
    struct {
        uint8_t text[1 + 32 + 32];
    } w;
    w.text[0] = tag;
    memcpy(w.text + 1, y, 32);
    memcpy(w.text + 33, inner, 32);
    gmi_sm3_hash(env->sm3, out, w.text, sizeof w.text);
    gm_wipe(&w, sizeof w);
}

gm_status gmi_sm2_exchange_derive(const struct sm2_env *env, gm_sm2_exchange *ctx, uint8_t *shared, size_t shared_len,
                                  uint8_t *confirmation, const uint8_t *peer_point, size_t peer_point_len)
{
    struct {
        struct ec_point V;
        uint8_t z[64 + 32 + 32], text[32 + 64 + 128], inner[32];
    } w;
    struct ec_point R;
    uint8_t r[64];
    gm_status status = GM_OK;
    if (ctx == NULL || shared == NULL || shared_len == 0 || shared_len > GMI_SM2_PLAINTEXT_MAX || peer_point == NULL ||
        overlaps(shared, shared_len, peer_point, peer_point_len) ||
        (confirmation != NULL && (overlaps(confirmation, GM_SM3_DIGEST_SIZE, shared, shared_len) ||
                                  overlaps(confirmation, GM_SM3_DIGEST_SIZE, peer_point, peer_point_len))))
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != BEGUN || ctx->self_ != (uintptr_t)ctx)
        return GM_ERR_STATE;
    if (!gmi_sm2_is_key(env, &ctx->peer_))
        return GM_ERR_ARGUMENT; /* begun on another curve */
    const int initiator = ctx->role_ == GM_SM2_INITIATOR;

    if (gmi_sm2_point_read(env, &R, peer_point, peer_point_len) != GM_OK || !shared_point(env, &w.V, ctx, &R)) {
        gm_wipe(shared, shared_len);
        if (confirmation != NULL)
            gm_wipe(confirmation, 32);
        gm_wipe(ctx, sizeof *ctx);
        status = GM_ERR_KEY;
        goto out;
    }
    gmi_sm2_xy(w.z, &w.V);
    memcpy(w.z + 64, initiator ? ctx->z_ : ctx->peer_z_, 32);
    memcpy(w.z + 96, initiator ? ctx->peer_z_ : ctx->z_, 32);
    gmi_sm3_kdf(env->sm3, shared, shared_len, w.z, sizeof w.z);

    gmi_sm2_xy(r, &R);
    memcpy(w.text, w.z, 32);
    memcpy(w.text + 32, w.z + 64, 64);
    memcpy(w.text + 96, initiator ? ctx->point_ : r, 64);
    memcpy(w.text + 160, initiator ? r : ctx->point_, 64);
    gmi_sm3_hash(env->sm3, w.inner, w.text, sizeof w.text);
    if (confirmation != NULL)
        confirm(env, confirmation, initiator ? 3 : 2, w.z + 32, w.inner);
    gm_wipe(ctx->t_, sizeof ctx->t_);
    confirm(env, ctx->expected_, initiator ? 2 : 3, w.z + 32, w.inner);
    ctx->state_ = DERIVED;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_exchange_init(gm_sm2_exchange *ctx, gm_sm2_role role, uint8_t point[GM_SM2_PUBLIC_SIZE],
                               const gm_sm2_private_key *key, const uint8_t *id, size_t id_len,
                               const gm_sm2_public_key *peer, const uint8_t *peer_id, size_t peer_id_len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    return gmi_sm2_exchange_init(&env, ctx, role, &nonces, point, key, id, id_len, peer, peer_id, peer_id_len);
}

gm_status gm_sm2_exchange_resume(gm_sm2_exchange *ctx, gm_sm2_role role, const gm_sm2_private_key *ephemeral,
                                 const gm_sm2_private_key *key, const uint8_t *id, size_t id_len,
                                 const gm_sm2_public_key *peer, const uint8_t *peer_id, size_t peer_id_len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct {
        u256 r;
    } w;
    uint8_t point[GM_SM2_PUBLIC_SIZE];
    gm_status status = gmi_sm2_owner(&env, ephemeral);
    if (status != GM_OK)
        return status;
    memcpy(w.r.w, ephemeral->d_, sizeof w.r.w);
    struct sm2_nonces nonces = {&w.r, 1};
    status = gmi_sm2_exchange_init(&env, ctx, role, &nonces, point, key, id, id_len, peer, peer_id, peer_id_len);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_exchange_derive(gm_sm2_exchange *ctx, uint8_t *shared, size_t shared_len, uint8_t *confirmation,
                                 const uint8_t *peer_point, size_t peer_point_len)
{
    const struct sm2_env env = gmi_sm2_env();
    return gmi_sm2_exchange_derive(&env, ctx, shared, shared_len, confirmation, peer_point, peer_point_len);
}

gm_status gm_sm2_exchange_confirm(gm_sm2_exchange *ctx, const uint8_t confirmation[GM_SM3_DIGEST_SIZE])
{
    if (ctx == NULL || confirmation == NULL)
        return GM_ERR_ARGUMENT;
    if (ctx->state_ != DERIVED || ctx->self_ != (uintptr_t)ctx)
        return GM_ERR_STATE;
    int right = gm_equal(ctx->expected_, confirmation, sizeof ctx->expected_);
    gm_wipe(ctx, sizeof *ctx);
    return right ? GM_OK : GM_ERR_VERIFY;
}

size_t gm_sm2_exchange_size(void)
{
    return sizeof(gm_sm2_exchange);
}
