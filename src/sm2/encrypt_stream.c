/* Encryption and decryption of messages that come in pieces. */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/check.h"
#include "sm2/encrypt_core.h"

enum { DEAD = 0, ENCRYPT = 1, DECRYPT = 2 }; /* state_ */

/* Is this the object that init was given, alive, in this direction? */
static int alive(const gm_sm2_cipher *ctx, int state)
{
    return ctx->state_ == state && ctx->self_ == (uintptr_t)ctx;
}

static void begin(const struct sm2_env *env, gm_sm2_cipher *ctx, int state, const uint8_t xy[64])
{
    gmi_sm2_cipher_start(env, ctx, xy);
    ctx->self_ = (uintptr_t)ctx;
    ctx->state_ = (uint8_t)state;
}

gm_status gmi_sm2_encrypt_init(const struct sm2_env *env, gm_sm2_cipher *ctx, const struct sm2_receiver *to,
                               struct sm2_nonces *nonces, uint8_t c1[65])
{
    struct {
        u256 k;
        uint8_t xy[64];
    } w;
    struct ec_point C1;
    if (ctx == NULL || c1 == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = gmi_sm2_ephemeral(env, nonces, &w.k, &C1);
    if (status != GM_OK) {
        gm_wipe(ctx, sizeof *ctx);
        memset(c1, 0, 65);
        goto out;
    }
    gmi_sm2_shared_send(env, w.xy, &w.k, to);
    begin(env, ctx, ENCRYPT, w.xy);
    gmi_sm2_point_write(c1, &C1);
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm2_decrypt_init(const struct sm2_env *env, gm_sm2_cipher *ctx, const gm_sm2_private_key *key,
                               const uint8_t c1[65])
{
    struct {
        uint8_t xy[64];
    } w;
    struct ec_point C1;
    if (ctx == NULL || c1 == NULL)
        return GM_ERR_ARGUMENT;
    if (c1[0] != 4 || gmi_sm2_point_read(env, &C1, c1, 65) != GM_OK) {
        gm_wipe(ctx, sizeof *ctx);
        return GM_ERR_VERIFY;
    }
    gmi_sm2_shared_receive(env, w.xy, key, &C1);
    begin(env, ctx, DECRYPT, w.xy);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gmi_sm2_update(const struct sm2_env *env, gm_sm2_cipher *ctx, int decrypt, uint8_t *out, const uint8_t *in,
                         size_t len)
{
    if (ctx == NULL || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, decrypt ? DECRYPT : ENCRYPT))
        return GM_ERR_STATE;
    if (len > GMI_SM2_PLAINTEXT_MAX - ctx->total_)
        return GM_ERR_ARGUMENT;
    if (!decrypt)
        gmi_secret(in, len);
    gmi_sm2_cipher_crypt(env, ctx, decrypt, out, in, len);
    return GM_OK;
}

gm_status gmi_sm2_encrypt_finish(const struct sm2_env *env, gm_sm2_cipher *ctx, uint8_t c3[32])
{
    if (ctx == NULL || c3 == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, ENCRYPT))
        return GM_ERR_STATE;
    int empty = ctx->total_ == 0;
    uint64_t some = gmi_sm2_cipher_end(env, ctx, c3);
    gmi_public(&some, sizeof some); /* that this encryption is thrown away tells nothing of the next one */
    if (empty || some == 0) {
        gm_wipe(c3, 32);
        return empty ? GM_ERR_ARGUMENT : GM_ERR_RANDOM;
    }
    return GM_OK;
}

gm_status gmi_sm2_decrypt_finish(const struct sm2_env *env, gm_sm2_cipher *ctx, const uint8_t c3[32])
{
    struct {
        uint8_t c3[32];
    } w;
    if (ctx == NULL || c3 == NULL)
        return GM_ERR_ARGUMENT;
    if (!alive(ctx, DECRYPT))
        return GM_ERR_STATE;
    uint64_t good = gmi_sm2_cipher_end(env, ctx, w.c3); /* nothing decrypted: no key stream either */
    for (size_t i = 0; i < 32; i++)
        w.c3[i] ^= c3[i];
    good &= ~gmi_sm2_some(w.c3, 32);
    gm_wipe(&w, sizeof w);
    gmi_public(&good, sizeof good); /* success or failure of the whole decryption is the caller's to know */
    return good != 0 ? GM_OK : GM_ERR_VERIFY;
}

gm_status gm_sm2_encrypt_init(gm_sm2_cipher *ctx, const gm_sm2_public_key *key, uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_key(&env, &to, key);
    return status != GM_OK ? status : gmi_sm2_encrypt_init(&env, ctx, &to, &nonces, c1);
}

gm_status gm_sm2_encrypt_init_prepared(gm_sm2_cipher *ctx, const gm_sm2_prepared *prepared, uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_prepared(&env, &to, prepared);
    return status != GM_OK ? status : gmi_sm2_encrypt_init(&env, ctx, &to, &nonces, c1);
}

gm_status gm_sm2_encrypt_update(gm_sm2_cipher *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    return gmi_sm2_update(&env, ctx, 0, out, in, len);
}

gm_status gm_sm2_encrypt_finish(gm_sm2_cipher *ctx, uint8_t c3[GM_SM2_C3_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    return gmi_sm2_encrypt_finish(&env, ctx, c3);
}

gm_status gm_sm2_decrypt_init(gm_sm2_cipher *ctx, const gm_sm2_private_key *key, const uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    gm_status status = gmi_sm2_owner(&env, key);
    return status != GM_OK ? status : gmi_sm2_decrypt_init(&env, ctx, key, c1);
}

gm_status gm_sm2_decrypt_update_unverified(gm_sm2_cipher *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    return gmi_sm2_update(&env, ctx, 1, out, in, len);
}

gm_status gm_sm2_decrypt_finish(gm_sm2_cipher *ctx, const uint8_t c3[GM_SM2_C3_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    return gmi_sm2_decrypt_finish(&env, ctx, c3);
}

size_t gm_sm2_cipher_size(void)
{
    return sizeof(gm_sm2_cipher);
}
