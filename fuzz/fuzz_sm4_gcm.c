/* GCM: any pieces equal the whole, every pair of rows equals portable, a changed bit is found and the
 * output is then zero, arguments out of range are refused with nothing touched. */
/* covers: src/sm4/modes/gcm.c src/sm4/modes/gcm_stream.c src/sm4/modes/gmac.c */
#include <guomi/sm4.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm4/modes/modes.h"

#define MOST 1024

struct message {
    gm_sm4_gcm_key key;
    size_t tag_len;
    struct fuzz_input iv, aad, text;
    unsigned steer;
};

static void pieces(const struct sm4_impl *row, const struct ghash_impl *hash, const struct message *m, int decrypt,
                   uint8_t *out, const uint8_t *text, uint8_t tag[16])
{
    gm_sm4_gcm_ctx ctx;
    struct fuzz_input aad = m->aad, in = {text, m->text.size};
    FUZZ_CHECK(gmi_sm4_gcm_init(row, hash, &ctx, decrypt ? GM_SM4_DECRYPT : GM_SM4_ENCRYPT, &m->key, m->tag_len,
                                m->iv.data, m->iv.size) == GM_OK);
    while (aad.size > 0) {
        struct fuzz_input part = fuzz_part(&aad, 1 + aad.data[0] % (1 + m->steer));
        FUZZ_CHECK(gmi_sm4_gcm_aad(hash, &ctx, part.data, part.size) == GM_OK);
    }
    while (in.size > 0) {
        struct fuzz_input part = fuzz_part(&in, 1 + in.data[0] % (1 + 3 * m->steer));
        FUZZ_CHECK((decrypt ? gmi_sm4_gcm_decrypt_update_unverified
                            : gmi_sm4_gcm_encrypt_update)(row, hash, &ctx, out, part.data, part.size) == GM_OK);
        out += part.size;
    }
    if (decrypt)
        FUZZ_CHECK(gmi_sm4_gcm_decrypt_finish(hash, &ctx, tag, m->tag_len) == GM_OK);
    else
        FUZZ_CHECK(gmi_sm4_gcm_encrypt_finish(hash, &ctx, tag, m->tag_len) == GM_OK);
    FUZZ_CHECK(gmi_sm4_gcm_aad(hash, &ctx, NULL, 0) == GM_ERR_STATE);
}

/* Calls out of order, in the wrong direction or with wrong lengths are refused and change nothing. */
static void refused(const struct message *m, int decrypt, uint8_t *out)
{
    gm_sm4_gcm_ctx ctx, moved;
    const uint8_t *text = m->text.data;
    uint8_t byte = 0, tag[16], want[16];
    size_t aad = m->aad.size, n = m->text.size;
    gm_status (*right)(gm_sm4_gcm_ctx *, uint8_t *, const uint8_t *, size_t) =
        decrypt ? gm_sm4_gcm_decrypt_update_unverified : gm_sm4_gcm_encrypt_update;
    gm_status (*wrong)(gm_sm4_gcm_ctx *, uint8_t *, const uint8_t *, size_t) =
        decrypt ? gm_sm4_gcm_encrypt_update : gm_sm4_gcm_decrypt_update_unverified;

    FUZZ_CHECK(gm_sm4_gcm_init(NULL, GM_SM4_ENCRYPT, &m->key, m->tag_len, m->iv.data, m->iv.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_gcm_init(&ctx, decrypt ? GM_SM4_DECRYPT : GM_SM4_ENCRYPT, &m->key, m->tag_len, m->iv.data,
                               m->iv.size) == GM_OK);
    moved = ctx;
    FUZZ_CHECK(gm_sm4_gcm_aad(&moved, NULL, 0) == GM_ERR_STATE);
    FUZZ_CHECK(gm_sm4_gcm_aad(NULL, NULL, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_gcm_aad(&ctx, NULL, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_gcm_aad(&ctx, m->aad.data, aad) == GM_OK);
    FUZZ_CHECK(gm_sm4_gcm_aad(&ctx, NULL, 0) == GM_OK);
    FUZZ_CHECK(gm_sm4_gcm_aad(&ctx, &byte, SIZE_MAX) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(wrong(&ctx, NULL, NULL, 0) == GM_ERR_STATE);
    FUZZ_CHECK(right(NULL, out, text, n) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(right(&ctx, NULL, &byte, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(right(&ctx, out, text, n) == GM_OK);
    FUZZ_CHECK(right(&ctx, NULL, NULL, 0) == GM_OK);
    FUZZ_CHECK(gm_sm4_gcm_aad(&ctx, NULL, 0) == GM_ERR_STATE);
    if (decrypt) {
        FUZZ_CHECK(gm_sm4_gcm_encrypt_finish(&ctx, tag, m->tag_len) == GM_ERR_STATE);
        FUZZ_CHECK(gm_sm4_gcm_decrypt_finish(&ctx, tag, m->tag_len - 1) == GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_gcm_encrypt(&m->key, out, want, m->tag_len, m->iv.data, m->iv.size, m->aad.data, aad, out,
                                      n) == GM_OK);
        want[m->steer % m->tag_len] ^= 1;
        FUZZ_CHECK(gm_sm4_gcm_decrypt_finish(&ctx, want, m->tag_len) == GM_ERR_VERIFY);
    } else {
        FUZZ_CHECK(gm_sm4_gcm_decrypt_finish(&ctx, tag, m->tag_len) == GM_ERR_STATE);
        FUZZ_CHECK(gm_sm4_gcm_encrypt_finish(&ctx, NULL, m->tag_len) == GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_gcm_encrypt_finish(&ctx, tag, m->tag_len) == GM_OK);
        FUZZ_CHECK(gm_sm4_gcm_decrypt(&m->key, out, out, n, tag, m->tag_len, m->iv.data, m->iv.size, m->aad.data,
                                      aad) == GM_OK);
    }
    FUZZ_CHECK(right(&ctx, NULL, NULL, 0) == GM_ERR_STATE);
}

static void one_pair(const struct sm4_impl *row, const struct ghash_impl *hash, const struct message *m,
                     const uint8_t *want, const uint8_t *want_tag)
{
    static uint8_t got[MOST], zero[MOST];
    uint8_t tag[16];
    size_t n = m->text.size;
    FUZZ_CHECK(gmi_sm4_gcm_encrypt(row, hash, &m->key, got, tag, m->tag_len, m->iv.data, m->iv.size, m->aad.data,
                                   m->aad.size, m->text.data, n) == GM_OK);
    FUZZ_CHECK(memcmp(got, want, n) == 0 && memcmp(tag, want_tag, m->tag_len) == 0);
    FUZZ_CHECK(gmi_sm4_gcm_decrypt(row, hash, &m->key, got, got, n, tag, m->tag_len, m->iv.data, m->iv.size,
                                   m->aad.data, m->aad.size) == GM_OK);
    FUZZ_CHECK(n == 0 || memcmp(got, m->text.data, n) == 0);
    pieces(row, hash, m, 0, got, m->text.data, tag);
    FUZZ_CHECK(memcmp(got, want, n) == 0 && memcmp(tag, want_tag, m->tag_len) == 0);
    pieces(row, hash, m, 1, got, want, tag);
    FUZZ_CHECK(n == 0 || memcmp(got, m->text.data, n) == 0);
    tag[m->steer % m->tag_len] ^= (uint8_t)(1 << m->steer % 8);
    FUZZ_CHECK(gmi_sm4_gcm_decrypt(row, hash, &m->key, got, want, n, tag, m->tag_len, m->iv.data, m->iv.size,
                                   m->aad.data, m->aad.size) == GM_ERR_VERIFY);
    FUZZ_CHECK(memcmp(got, zero, n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t want[MOST];
    struct fuzz_input in = {data, size};
    struct message m;
    uint8_t bytes[16], want_tag[16];
    m.steer = fuzz_byte(&in);
    m.tag_len = fuzz_byte(&in) % 19;
    size_t iv_len = fuzz_byte(&in), aad_len = fuzz_byte(&in) * (m.steer % 3);
    for (size_t i = 0; i < 16; i++)
        bytes[i] = (uint8_t)fuzz_byte(&in);
    m.iv = fuzz_part(&in, iv_len);
    m.aad = fuzz_part(&in, aad_len);
    m.text = fuzz_part(&in, MOST);
    FUZZ_CHECK(gmi_sm4_gcm_key_init(&gmi_sm4_portable, &gmi_ghash_portable, &m.key, bytes) == GM_OK);

    gm_status st = gmi_sm4_gcm_encrypt(&gmi_sm4_portable, &gmi_ghash_portable, &m.key, want, want_tag, m.tag_len,
                                       m.iv.data, m.iv.size, m.aad.data, m.aad.size, m.text.data, m.text.size);
    int fits = m.iv.size > 0 && (m.tag_len == 4 || m.tag_len == 8 || (m.tag_len >= 12 && m.tag_len <= 16));
    FUZZ_CHECK(st == (fits ? GM_OK : GM_ERR_ARGUMENT));
    if (!fits) {
        gm_sm4_gcm_ctx ctx;
        FUZZ_CHECK(gm_sm4_gcm_init(&ctx, GM_SM4_ENCRYPT, &m.key, m.tag_len, m.iv.data, m.iv.size) == GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_gcm_decrypt(&m.key, want, m.text.data, m.text.size, want_tag, m.tag_len, m.iv.data, m.iv.size,
                                      m.aad.data, m.aad.size) == GM_ERR_ARGUMENT);
        return 0;
    }
    for (size_t i = 0; i < gmi_sm4_rows; i++)
        for (size_t j = 0; j < gmi_ghash_rows; j++)
            if (gmi_cpu_has(gmi_sm4_table[i]->needs) && gmi_cpu_has(gmi_ghash_table[j]->needs))
                one_pair(gmi_sm4_table[i], gmi_ghash_table[j], &m, want, want_tag);
    refused(&m, 0, want);
    refused(&m, 1, want);
    uint8_t mac[16];
    FUZZ_CHECK(gm_sm4_gmac(&m.key, mac, m.tag_len, m.iv.data, m.iv.size, m.text.data, m.text.size) == GM_OK);
    FUZZ_CHECK(gm_sm4_gmac_verify(&m.key, mac, m.tag_len, m.iv.data, m.iv.size, m.text.data, m.text.size) == GM_OK);
    return 0;
}
