/* The middle of encryption and decryption: the key stream of the shared point, and C3. Both go over the data in
 * chunks that stay in the first-level cache, the key stream through the lanes of SM3. */
#include <guomi/mem.h>

#include "sm2/encrypt_core.h"

#define CHUNK 4096

void gmi_sm2_cipher_start(const struct sm2_env *env, gm_sm2_cipher *ctx, const uint8_t xy[64])
{
    struct {
        struct sm3_kdf kdf;
    } w;
    gmi_sm3_kdf_start(env->sm3, &w.kdf, xy, 64);
    memset(ctx, 0, sizeof *ctx);
    memcpy(ctx->kdf_, w.kdf.start, sizeof ctx->kdf_);
    memcpy(ctx->y_, xy + 32, 32);
    gm_sm3_init(&ctx->c3_);
    gmi_sm3_absorb(env->sm3, &ctx->c3_, xy, 32);
    gm_wipe(&w, sizeof w);
}

/* out = in ^ key over len bytes; gives the OR of the key bytes. */
static uint64_t add_key(uint8_t *out, const uint8_t *in, const uint8_t *key, size_t len)
{
    uint64_t all = 0, x, k;
    size_t i = 0;
    for (; i + 8 <= len; i += 8) {
        memcpy(&x, in + i, 8);
        memcpy(&k, key + i, 8);
        all |= k;
        x ^= k;
        memcpy(out + i, &x, 8);
    }
    for (; i < len; i++) {
        all |= key[i];
        out[i] = in[i] ^ key[i];
    }
    return all;
}

/* A run of bytes with their key stream. */
static void crypt(const struct sm2_env *env, gm_sm2_cipher *ctx, int decrypt, uint8_t *out, const uint8_t *in,
                  const uint8_t *key, size_t len)
{
    if (!decrypt)
        gmi_sm3_absorb(env->sm3, &ctx->c3_, in, len);
    ctx->some_ |= add_key(out, in, key, len);
    if (decrypt)
        gmi_sm3_absorb(env->sm3, &ctx->c3_, out, len);
    ctx->total_ += len;
}

void gmi_sm2_cipher_crypt(const struct sm2_env *env, gm_sm2_cipher *ctx, int decrypt, uint8_t *out, const uint8_t *in,
                          size_t len)
{
    struct {
        struct sm3_kdf kdf;
        uint8_t key[CHUNK];
    } w;
    size_t held = (size_t)(ctx->total_ % 32);
    if (len == 0)
        return;
    if (held != 0) {
        size_t n = len < 32 - held ? len : 32 - held;
        crypt(env, ctx, decrypt, out, in, ctx->held_ + held, n);
        in += n, out += n, len -= n;
    }
    if (len == 0)
        return;
    memcpy(w.kdf.start, ctx->kdf_, sizeof w.kdf.start);
    gmi_sm3_kdf_tail(&w.kdf, NULL, 64);
    while (len > 0) {
        size_t n = len < CHUNK ? len : CHUNK, blocks = (n + 31) / 32;
        gmi_sm3_kdf_run(env->sm3, &w.kdf, w.key, 32 * blocks, (uint32_t)(ctx->total_ / 32) + 1);
        if (n % 32 != 0)
            memcpy(ctx->held_, w.key + 32 * (blocks - 1), 32);
        crypt(env, ctx, decrypt, out, in, w.key, n);
        in += n, out += n, len -= n;
    }
    gm_wipe(&w, sizeof w);
}

uint64_t gmi_sm2_cipher_end(const struct sm2_env *env, gm_sm2_cipher *ctx, uint8_t c3[32])
{
    uint64_t some = ct_nonzero(ctx->some_);
    gmi_sm3_absorb(env->sm3, &ctx->c3_, ctx->y_, 32);
    gmi_sm3_close(env->sm3, &ctx->c3_, c3);
    gm_wipe(ctx, sizeof *ctx);
    return some;
}
