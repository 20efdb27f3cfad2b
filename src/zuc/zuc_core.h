/* The workers behind <guomi/zuc.h>. Each takes its rows as the first arguments, so that tests walk all of them; only
 * the public functions ask gmi_zuc() and gmi_ghash(). */
#ifndef GMI_ZUC_ZUC_CORE_H
#define GMI_ZUC_ZUC_CORE_H

#include <guomi/zuc.h>
#include <string.h>

#include "base/bytes.h"
#include "ghash/ghash_impl.h"
#include "zuc/zuc_impl.h"

/* LENGTH of 128-EEA3 and 128-EIA3 is a number of 32 bits. */
#define GMI_ZUC_3GPP_BITS UINT64_C(0xffffffff)

/* Bytes of a MAC's message, and bytes of additional data or text. */
#define GMI_ZUC_MAC_LIMIT (UINT64_C(1) << 60)
#define GMI_ZUC_AEAD_LIMIT (UINT64_C(1) << 61)

/* ---- arguments ---- */

static inline int gmi_zuc_kind_ok(gm_zuc_kind kind)
{
    return kind == GM_ZUC_128 || kind == GM_ZUC_256;
}

static inline int gmi_zuc_mac_ok(gm_zuc_kind kind, size_t mac_len)
{
    return mac_len == 4 ? gmi_zuc_kind_ok(kind) : kind == GM_ZUC_256 && (mac_len == 8 || mac_len == 16);
}

static inline int gmi_zuc_3gpp_ok(uint8_t bearer, uint8_t direction)
{
    return bearer < 32 && direction < 2;
}

static inline int gmi_zuc_bytes_ok(const uint8_t *p, uint64_t len)
{
    return len <= SIZE_MAX && (p != NULL || len == 0);
}

static inline uint64_t gmi_zuc_whole_bytes(uint64_t bits)
{
    return bits / 8 + (bits % 8 != 0);
}

/* Clear what lies behind the last of `bits` bits, bits % 8 of them, in their last byte. */
static inline uint8_t gmi_zuc_last_byte(uint8_t byte, uint64_t bits)
{
    return (uint8_t)(byte & 0xff00u >> bits % 8);
}

static inline size_t gmi_zuc_key_size(gm_zuc_kind kind)
{
    return kind == GM_ZUC_128 ? GM_ZUC128_KEY_SIZE : GM_ZUC256_KEY_SIZE;
}

static inline size_t gmi_zuc_iv_size(gm_zuc_kind kind)
{
    return kind == GM_ZUC_128 ? GM_ZUC128_IV_SIZE : GM_ZUC256_IV_SIZE;
}

/* ---- loading ---- */

/* The cells as key and IV fill them; R1 = R2 = 0. tag_len: 0 for encryption, else that of ZUC-256's MAC. */
void gmi_zuc128_load(uint32_t z[GMI_ZUC_STATE], const uint8_t key[16], const uint8_t iv[16]);
void gmi_zuc256_load(uint32_t z[GMI_ZUC_STATE], const uint8_t key[32], const uint8_t iv[23], size_t tag_len);

void gmi_zuc_eea3_iv(uint8_t iv[16], uint32_t count, uint8_t bearer, uint8_t direction);
void gmi_zuc_eia3_iv(uint8_t iv[16], uint32_t count, uint8_t bearer, uint8_t direction);

/* A state ready for key stream. */
void gmi_zuc_start(const struct zuc_impl *row, uint32_t z[GMI_ZUC_STATE], gm_zuc_kind kind, const uint8_t *key,
                   const uint8_t *iv, size_t tag_len);

/* ---- stream ---- */

/* out = in ^ key stream, from a word's border; a last part of a word uses it up. in may be NULL. */
void gmi_zuc_run(const struct zuc_impl *row, uint32_t z[GMI_ZUC_STATE], uint8_t *out, const uint8_t *in, size_t len);

void gmi_zuc_init(const struct zuc_impl *row, gm_zuc_ctx *ctx, gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv);
/* in may be NULL. */
void gmi_zuc_crypt(const struct zuc_impl *row, gm_zuc_ctx *ctx, uint8_t *out, const uint8_t *in, size_t len);
void gmi_zuc_seek(const struct zuc_impl *row, gm_zuc_ctx *ctx, uint64_t at);

void gmi_zuc_eea3(const struct zuc_impl *row, const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                  uint8_t *out, const uint8_t *in, uint64_t bits);
void gmi_zuc_eea3_many(const struct zuc_impl *row, const gm_zuc_packet *packets, size_t n);

/* ---- MAC ---- */

void gmi_zuc_mac_init(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, gm_zuc_kind kind, const uint8_t *key,
                      const uint8_t *iv, size_t mac_len);
void gmi_zuc_mac_update(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, const uint8_t *data, size_t len);
void gmi_zuc_mac_finish(const struct zuc_impl *row, gm_zuc_mac_ctx *ctx, const uint8_t *data, uint64_t bits,
                        uint8_t *mac); /* wipes ctx */

/* What a MAC adds at its end. stream: the 32 bytes of key stream from the border of the message's last whole block
 * of 128 bits on; rest: the bits after it. */
void gmi_zuc_mac_close(uint64_t t[2], const uint8_t stream[32], size_t rest, int words);

void gmi_zuc_eia3(const struct zuc_impl *row, const uint8_t key[16], uint32_t count, uint8_t bearer, uint8_t direction,
                  uint8_t mac[4], const uint8_t *data, uint64_t bits);
void gmi_zuc_eia3_many(const struct zuc_impl *row, uint8_t (*macs)[4], const gm_zuc_packet *packets, size_t n);

/* ---- authenticated modes; arguments are checked here ---- */

gm_status gmi_zuc_gxm_encrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *key, const uint8_t *iv, uint8_t *out, uint8_t *tag,
                              size_t tag_len, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t len);
gm_status gmi_zuc_gxm_decrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *key, const uint8_t *iv, uint8_t *out,
                              const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len, const uint8_t *aad,
                              size_t aad_len);
gm_status gmi_zuc_mur_encrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key, const uint8_t *iv,
                              uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *aad, size_t aad_len,
                              const uint8_t *in, size_t len);
gm_status gmi_zuc_mur_decrypt(const struct zuc_impl *row, const struct ghash_impl *hash, gm_zuc_kind kind,
                              const uint8_t h[16], const uint8_t *data_key, const uint8_t *tag_key, const uint8_t *iv,
                              uint8_t *out, const uint8_t *in, size_t len, const uint8_t *tag, size_t tag_len,
                              const uint8_t *aad, size_t aad_len);

#endif
