/* GXM and MUR: any pieces equal the whole, every row equals portable, a changed bit is found and the output is then
 * zero, calls out of order and arguments out of range are refused. */
/* covers: src/zuc/gxm.c src/zuc/mur.c src/zuc/aead.h */
#include <guomi/zuc.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "zuc/zuc_core.h"

#define MOST 1024

struct message {
    gm_zuc_kind kind;
    uint8_t key[32], tag_key[32], h[16], iv[23];
    size_t tag_len;
    struct fuzz_input aad, text;
    unsigned steer;
};

static gm_status seal(const struct zuc_impl *row, const struct message *m, int mur, uint8_t *out, uint8_t *tag)
{
    return mur ? gmi_zuc_mur_encrypt(row, gmi_ghash(), m->kind, m->h, m->key, m->tag_key, m->iv, out, tag, m->tag_len,
                                     m->aad.data, m->aad.size, m->text.data, m->text.size)
               : gmi_zuc_gxm_encrypt(row, gmi_ghash(), m->kind, m->h, m->key, m->iv, out, tag, m->tag_len, m->aad.data,
                                     m->aad.size, m->text.data, m->text.size);
}

static gm_status open_sealed(const struct zuc_impl *row, const struct message *m, int mur, uint8_t *out,
                             const uint8_t *in, const uint8_t *tag)
{
    return mur ? gmi_zuc_mur_decrypt(row, gmi_ghash(), m->kind, m->h, m->key, m->tag_key, m->iv, out, in, m->text.size,
                                     tag, m->tag_len, m->aad.data, m->aad.size)
               : gmi_zuc_gxm_decrypt(row, gmi_ghash(), m->kind, m->h, m->key, m->iv, out, in, m->text.size, tag,
                                     m->tag_len, m->aad.data, m->aad.size);
}

static struct fuzz_input next(struct fuzz_input *in, unsigned steer)
{
    return fuzz_part(in, 1 + in->data[0] % (1 + 3 * steer));
}

static void gxm_pieces(const struct message *m, int decrypt, uint8_t *out, const uint8_t *text, uint8_t *tag)
{
    gm_zuc_gxm_ctx ctx;
    struct fuzz_input aad = m->aad, in = {text, m->text.size};
    FUZZ_CHECK(gm_zuc_gxm_init(&ctx, decrypt ? GM_ZUC_DECRYPT : GM_ZUC_ENCRYPT, m->kind, m->h, m->key, m->iv,
                               m->tag_len) == GM_OK);
    while (aad.size > 0) {
        struct fuzz_input part = next(&aad, m->steer);
        FUZZ_CHECK(gm_zuc_gxm_aad(&ctx, part.data, part.size) == GM_OK);
    }
    while (in.size > 0) {
        struct fuzz_input part = next(&in, m->steer);
        FUZZ_CHECK((decrypt ? gm_zuc_gxm_decrypt_update_unverified : gm_zuc_gxm_encrypt_update)(&ctx, out, part.data,
                                                                                                part.size) == GM_OK);
        out += part.size;
        FUZZ_CHECK(gm_zuc_gxm_aad(&ctx, NULL, 0) == GM_ERR_STATE);
    }
    FUZZ_CHECK((decrypt ? gm_zuc_gxm_decrypt_finish(&ctx, tag, m->tag_len)
                        : gm_zuc_gxm_encrypt_finish(&ctx, tag, m->tag_len)) == GM_OK);
    FUZZ_CHECK(gm_zuc_gxm_encrypt_update(&ctx, NULL, NULL, 0) == GM_ERR_STATE);
}

static void mur_pieces(const struct message *m, int decrypt, uint8_t *out, const uint8_t *text, uint8_t *tag)
{
    gm_zuc_mur_ctx ctx;
    struct fuzz_input in = {text, m->text.size};
    FUZZ_CHECK((decrypt
                    ? gm_zuc_mur_decrypt_init(&ctx, m->kind, m->h, m->key, m->tag_key, m->iv, tag, m->tag_len)
                    : gm_zuc_mur_encrypt_init(&ctx, m->kind, m->h, m->key, m->tag_key, m->iv, m->tag_len)) == GM_OK);
    FUZZ_CHECK(gm_zuc_mur_aad(&ctx, m->aad.data, m->aad.size) == GM_OK);
    if (!decrypt) {
        while (in.size > 0) {
            struct fuzz_input part = next(&in, m->steer);
            FUZZ_CHECK(gm_zuc_mur_absorb(&ctx, part.data, part.size) == GM_OK);
        }
        FUZZ_CHECK(gm_zuc_mur_encrypt_finish(&ctx) == GM_ERR_STATE);
        FUZZ_CHECK(gm_zuc_mur_tag(&ctx, tag, m->tag_len) == GM_OK);
        in = (struct fuzz_input){text, m->text.size};
    }
    while (in.size > 0) {
        struct fuzz_input part = next(&in, m->steer);
        FUZZ_CHECK((decrypt ? gm_zuc_mur_decrypt_update_unverified : gm_zuc_mur_encrypt_update)(&ctx, out, part.data,
                                                                                                part.size) == GM_OK);
        out += part.size;
    }
    FUZZ_CHECK((decrypt ? gm_zuc_mur_decrypt_finish(&ctx) : gm_zuc_mur_encrypt_finish(&ctx)) == GM_OK);
    FUZZ_CHECK(gm_zuc_mur_aad(&ctx, NULL, 0) == GM_ERR_STATE);
}

static void one_mode(const struct message *m, int mur)
{
    static uint8_t want[MOST], got[MOST], zero[MOST];
    uint8_t want_tag[16], tag[16];
    size_t n = m->text.size;
    gm_status st = seal(&gmi_zuc_portable, m, mur, want, want_tag);
    FUZZ_CHECK(st == (m->tag_len >= 8 && m->tag_len <= 16 ? GM_OK : GM_ERR_ARGUMENT));
    if (st != GM_OK) {
        FUZZ_CHECK(open_sealed(&gmi_zuc_portable, m, mur, got, m->text.data, want_tag) == GM_ERR_ARGUMENT);
        return;
    }
    for (size_t i = 0; i < gmi_zuc_rows; i++) {
        const struct zuc_impl *row = gmi_zuc_table[i];
        if (!gmi_cpu_has(row->needs))
            continue;
        FUZZ_CHECK(seal(row, m, mur, got, tag) == GM_OK);
        FUZZ_CHECK(memcmp(got, want, n) == 0 && memcmp(tag, want_tag, m->tag_len) == 0);
        FUZZ_CHECK(open_sealed(row, m, mur, got, got, tag) == GM_OK);
        FUZZ_CHECK(n == 0 || memcmp(got, m->text.data, n) == 0);
    }
    (mur ? mur_pieces : gxm_pieces)(m, 0, got, m->text.data, tag);
    FUZZ_CHECK(memcmp(got, want, n) == 0 && memcmp(tag, want_tag, m->tag_len) == 0);
    (mur ? mur_pieces : gxm_pieces)(m, 1, got, want, tag);
    FUZZ_CHECK(n == 0 || memcmp(got, m->text.data, n) == 0);
    tag[m->steer % m->tag_len] ^= (uint8_t)(1 << m->steer % 8);
    FUZZ_CHECK(open_sealed(gmi_zuc(), m, mur, got, want, tag) == GM_ERR_VERIFY);
    FUZZ_CHECK(memcmp(got, zero, n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct message m;
    m.steer = fuzz_byte(&in);
    m.kind = fuzz_byte(&in) % 2 ? GM_ZUC_128 : GM_ZUC_256;
    m.tag_len = 6 + fuzz_byte(&in) % 13;
    size_t aad_len = fuzz_byte(&in) * (m.steer % 3);
    for (size_t i = 0; i < 32; i++) {
        m.key[i] = (uint8_t)fuzz_byte(&in);
        m.tag_key[i] = (uint8_t)(m.key[i] ^ 0x5a);
        m.h[i % 16] = (uint8_t)(m.key[i] + 3);
        m.iv[i % 23] = (uint8_t)(m.key[i] * 5);
    }
    m.aad = fuzz_part(&in, aad_len);
    m.text = fuzz_part(&in, MOST);
    one_mode(&m, 0);
    one_mode(&m, 1);
    return 0;
}
