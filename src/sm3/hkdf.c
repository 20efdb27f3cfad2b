/* HKDF-SM3 (RFC 5869). */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

#define MAX_OUT (255 * GM_SM3_DIGEST_SIZE)

/* RFC 5869, 2.2. An empty key and 32 zero bytes are the same HMAC key. */
void gmi_hkdf_sm3_extract(const struct sm3_impl *row, uint8_t prk[32], const uint8_t *salt, size_t salt_len,
                          const uint8_t *ikm, size_t ikm_len)
{
    struct {
        gm_hmac_sm3_key key;
    } w;
    gmi_hmac_sm3_key(row, &w.key, salt, salt_len);
    gmi_hmac_sm3(row, &w.key, prk, ikm, ikm_len);
    gm_wipe(&w, sizeof w);
}

/* RFC 5869, 2.3: T(i) = HMAC(prk, T(i - 1) || info || i). */
void gmi_hkdf_sm3_expand(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                         const uint8_t *info, size_t info_len)
{
    struct {
        gm_hmac_sm3_key key;
        gm_hmac_sm3_ctx ctx;
        uint8_t t[32];
    } w;
    gmi_hmac_sm3_key(row, &w.key, prk, prk_len);
    for (uint8_t i = 1; out_len > 0; i++) {
        size_t part = out_len < 32 ? out_len : 32;
        gmi_hmac_sm3_start(&w.ctx, &w.key);
        gmi_sm3_absorb(row, &w.ctx.hash_, w.t, i > 1 ? 32 : 0);
        gmi_sm3_absorb(row, &w.ctx.hash_, info, info_len);
        gmi_sm3_absorb(row, &w.ctx.hash_, &i, 1);
        gmi_hmac_sm3_close(row, &w.ctx, w.t);
        memcpy(out, w.t, part);
        out += part;
        out_len -= part;
    }
    gm_wipe(&w, sizeof w);
}

static int given(const void *p, size_t len)
{
    return p != NULL || len == 0;
}

gm_status gm_hkdf_sm3_extract(uint8_t prk[GM_SM3_DIGEST_SIZE], const uint8_t *salt, size_t salt_len, const uint8_t *ikm,
                              size_t ikm_len)
{
    if (prk == NULL || !given(salt, salt_len) || !given(ikm, ikm_len) || !gmi_sm3_fits(0, salt_len) ||
        !gmi_sm3_fits(64, ikm_len))
        return GM_ERR_ARGUMENT;
    gmi_secret(ikm, ikm_len);
    gmi_hkdf_sm3_extract(gmi_sm3(), prk, salt, salt_len, ikm, ikm_len);
    return GM_OK;
}

/* 64 bytes of key, 32 of the last block and 1 of the counter are hashed with the info. */
static int expand_valid(const uint8_t *out, size_t out_len, const uint8_t *info, size_t info_len)
{
    return given(out, out_len) && out_len <= MAX_OUT && given(info, info_len) && gmi_sm3_fits(64 + 32 + 1, info_len);
}

gm_status gm_hkdf_sm3_expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len, const uint8_t *info,
                             size_t info_len)
{
    if (!expand_valid(out, out_len, info, info_len) || !given(prk, prk_len) || !gmi_sm3_fits(0, prk_len))
        return GM_ERR_ARGUMENT;
    gmi_secret(prk, prk_len);
    gmi_hkdf_sm3_expand(gmi_sm3(), out, out_len, prk, prk_len, info, info_len);
    return GM_OK;
}

gm_status gm_hkdf_sm3(uint8_t *out, size_t out_len, const uint8_t *salt, size_t salt_len, const uint8_t *ikm,
                      size_t ikm_len, const uint8_t *info, size_t info_len)
{
    struct {
        uint8_t prk[32];
    } w;
    if (!expand_valid(out, out_len, info, info_len))
        return GM_ERR_ARGUMENT;
    gm_status st = gm_hkdf_sm3_extract(w.prk, salt, salt_len, ikm, ikm_len);
    if (st != GM_OK)
        return st;
    gmi_hkdf_sm3_expand(gmi_sm3(), out, out_len, w.prk, sizeof w.prk, info, info_len);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}
