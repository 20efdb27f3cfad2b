/* Hybrid encryption: a key encapsulated for the receiver, the data under SM4-GCM (doc/sm2_hybrid.md). */
#include <guomi/mem.h>
#include <guomi/sm4.h>

#include "base/bytes.h"
#include "sm2/encrypt_core.h"

enum { KEY = 16, IV = 12, TAG = GM_SM2_HYBRID_TAG_SIZE, TEXT_AT = GM_SM2_C1_SIZE };

static int buffers_ok(const uint8_t *out, size_t out_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                      size_t len)
{
    return bytes_ok(out, out_len) && bytes_ok(in, len) && bytes_ok(aad, aad_len) && (uint64_t)aad_len < GMI_SM3_LIMIT &&
           !overlaps(out, out_len, in, len) && !overlaps(out, out_len, aad, aad_len);
}

/* What one key encapsulation gives: the key and the IV of one GCM message. */
struct session {
    uint8_t shared[KEY + IV];
    gm_sm4_gcm_key gcm;
};

static gm_status session_to(const struct sm2_env *env, struct session *s, const struct sm2_receiver *to,
                            struct sm2_nonces *nonces, uint8_t c1[65])
{
    gm_status status = gmi_sm2_encapsulate(env, to, nonces, c1, s->shared, sizeof s->shared);
    return status != GM_OK ? status : gm_sm4_gcm_key_init(&s->gcm, s->shared);
}

static gm_status session_from(const struct sm2_env *env, struct session *s, const gm_sm2_private_key *key,
                              const uint8_t c1[65])
{
    gm_status status = gmi_sm2_decapsulate(env, key, s->shared, sizeof s->shared, c1);
    return status != GM_OK ? status : gm_sm4_gcm_key_init(&s->gcm, s->shared);
}

gm_status gmi_sm2_hybrid_encrypt(const struct sm2_env *env, const struct sm2_receiver *to, struct sm2_nonces *nonces,
                                 uint8_t *out, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    struct session w;
    if (len > GM_SM2_HYBRID_TEXT_MAX || len > SIZE_MAX - GM_SM2_HYBRID_OVERHEAD || out == NULL ||
        !buffers_ok(out, len + GM_SM2_HYBRID_OVERHEAD, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    gm_status status = session_to(env, &w, to, nonces, out);
    if (status == GM_OK)
        status = gm_sm4_gcm_encrypt(&w.gcm, out + TEXT_AT, out + TEXT_AT + len, TAG, w.shared + KEY, IV, aad, aad_len,
                                    in, len);
    gm_wipe(&w, sizeof w);
    if (status != GM_OK)
        gm_wipe(out, len + GM_SM2_HYBRID_OVERHEAD);
    return status;
}

gm_status gmi_sm2_hybrid_decrypt(const struct sm2_env *env, const gm_sm2_private_key *key, uint8_t *out,
                                 const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len)
{
    struct session w;
    size_t text = len < GM_SM2_HYBRID_OVERHEAD ? 0 : len - GM_SM2_HYBRID_OVERHEAD;
    if (text > GM_SM2_HYBRID_TEXT_MAX || !buffers_ok(out, text, aad, aad_len, in, len))
        return GM_ERR_ARGUMENT;
    if (len < GM_SM2_HYBRID_OVERHEAD)
        return GM_ERR_VERIFY;
    gm_status status = session_from(env, &w, key, in);
    if (status == GM_OK)
        status = gm_sm4_gcm_decrypt(&w.gcm, out, in + TEXT_AT, text, in + TEXT_AT + text, TAG, w.shared + KEY, IV, aad,
                                    aad_len);
    gm_wipe(&w, sizeof w);
    if (status != GM_OK)
        gm_wipe(out, text);
    return status;
}

gm_status gmi_sm2_hybrid_encrypt_init(const struct sm2_env *env, gm_sm4_gcm_ctx *ctx, const struct sm2_receiver *to,
                                      struct sm2_nonces *nonces, uint8_t c1[65])
{
    struct session w;
    if (ctx == NULL || c1 == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = session_to(env, &w, to, nonces, c1);
    if (status == GM_OK)
        status = gm_sm4_gcm_init(ctx, GM_SM4_ENCRYPT, &w.gcm, TAG, w.shared + KEY, IV);
    else
        gm_wipe(ctx, sizeof *ctx);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm2_hybrid_decrypt_init(const struct sm2_env *env, gm_sm4_gcm_ctx *ctx, const gm_sm2_private_key *key,
                                      const uint8_t c1[65])
{
    struct session w;
    if (ctx == NULL || c1 == NULL)
        return GM_ERR_ARGUMENT;
    gm_status status = session_from(env, &w, key, c1);
    if (status == GM_OK)
        status = gm_sm4_gcm_init(ctx, GM_SM4_DECRYPT, &w.gcm, TAG, w.shared + KEY, IV);
    else
        gm_wipe(ctx, sizeof *ctx);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm2_hybrid_encrypt(const gm_sm2_public_key *key, uint8_t *out, const uint8_t *aad, size_t aad_len,
                                const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_key(&env, &to, key);
    return status != GM_OK ? status : gmi_sm2_hybrid_encrypt(&env, &to, &nonces, out, aad, aad_len, in, len);
}

gm_status gm_sm2_hybrid_encrypt_prepared(const gm_sm2_prepared *prepared, uint8_t *out, const uint8_t *aad,
                                         size_t aad_len, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_prepared(&env, &to, prepared);
    return status != GM_OK ? status : gmi_sm2_hybrid_encrypt(&env, &to, &nonces, out, aad, aad_len, in, len);
}

gm_status gm_sm2_hybrid_decrypt(const gm_sm2_private_key *key, uint8_t *out, const uint8_t *aad, size_t aad_len,
                                const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    gm_status status = gmi_sm2_owner(&env, key);
    return status != GM_OK ? status : gmi_sm2_hybrid_decrypt(&env, key, out, aad, aad_len, in, len);
}

gm_status gm_sm2_hybrid_encrypt_init(gm_sm4_gcm_ctx *ctx, const gm_sm2_public_key *key, uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_key(&env, &to, key);
    return status != GM_OK ? status : gmi_sm2_hybrid_encrypt_init(&env, ctx, &to, &nonces, c1);
}

gm_status gm_sm2_hybrid_encrypt_init_prepared(gm_sm4_gcm_ctx *ctx, const gm_sm2_prepared *prepared,
                                              uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_prepared(&env, &to, prepared);
    return status != GM_OK ? status : gmi_sm2_hybrid_encrypt_init(&env, ctx, &to, &nonces, c1);
}

gm_status gm_sm2_hybrid_decrypt_init(gm_sm4_gcm_ctx *ctx, const gm_sm2_private_key *key,
                                     const uint8_t c1[GM_SM2_C1_SIZE])
{
    const struct sm2_env env = gmi_sm2_env();
    gm_status status = gmi_sm2_owner(&env, key);
    return status != GM_OK ? status : gmi_sm2_hybrid_decrypt_init(&env, ctx, key, c1);
}
