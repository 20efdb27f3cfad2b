/* CCM: any pieces equal the whole, every row equals portable, a changed bit is found and the output is
 * then zero, arguments out of range are refused. */
/* covers: src/sm4/modes/ccm.c src/sm4/modes/ccm_stream.c */
#include <guomi/sm4.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm4/modes/modes.h"

#define MOST 1024

struct message {
    gm_sm4_key key;
    size_t tag_len;
    struct fuzz_input nonce, aad, text;
    unsigned steer;
};

static void pieces(const struct sm4_impl *row, const struct message *m, int decrypt, uint8_t *out, const uint8_t *text,
                   uint8_t tag[16])
{
    gm_sm4_ccm_ctx ctx;
    struct fuzz_input aad = m->aad, in = {text, m->text.size};
    FUZZ_CHECK(gmi_sm4_ccm_init(row, &ctx, decrypt ? GM_SM4_DECRYPT : GM_SM4_ENCRYPT, &m->key, m->tag_len,
                                m->nonce.data, m->nonce.size, aad.size, in.size) == GM_OK);
    while (aad.size > 0) {
        struct fuzz_input part = fuzz_part(&aad, 1 + aad.data[0] % (1 + m->steer));
        FUZZ_CHECK(gmi_sm4_ccm_aad(row, &ctx, part.data, part.size) == GM_OK);
    }
    while (in.size > 0) {
        struct fuzz_input part = fuzz_part(&in, 1 + in.data[0] % (1 + 3 * m->steer));
        FUZZ_CHECK((decrypt ? gmi_sm4_ccm_decrypt_update_unverified
                            : gmi_sm4_ccm_encrypt_update)(row, &ctx, out, part.data, part.size) == GM_OK);
        out += part.size;
    }
    if (decrypt)
        FUZZ_CHECK(gmi_sm4_ccm_decrypt_finish(row, &ctx, tag, m->tag_len) == GM_OK);
    else
        FUZZ_CHECK(gmi_sm4_ccm_encrypt_finish(row, &ctx, tag, m->tag_len) == GM_OK);
    FUZZ_CHECK(gmi_sm4_ccm_aad(row, &ctx, NULL, 0) == GM_ERR_STATE);
}

/* Calls out of order, in the wrong direction or with wrong lengths are refused and change nothing. */
static void refused(const struct message *m, int decrypt, uint8_t *out)
{
    gm_sm4_ccm_ctx ctx, moved;
    const uint8_t *text = m->text.data;
    uint8_t byte = 0, tag[16], want[16];
    size_t aad = m->aad.size, n = m->text.size;
    gm_status (*right)(gm_sm4_ccm_ctx *, uint8_t *, const uint8_t *, size_t) =
        decrypt ? gm_sm4_ccm_decrypt_update_unverified : gm_sm4_ccm_encrypt_update;
    gm_status (*wrong)(gm_sm4_ccm_ctx *, uint8_t *, const uint8_t *, size_t) =
        decrypt ? gm_sm4_ccm_encrypt_update : gm_sm4_ccm_decrypt_update_unverified;

    FUZZ_CHECK(gm_sm4_ccm_init(NULL, GM_SM4_ENCRYPT, &m->key, m->tag_len, m->nonce.data, m->nonce.size, aad, n) ==
               GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_ccm_init(&ctx, decrypt ? GM_SM4_DECRYPT : GM_SM4_ENCRYPT, &m->key, m->tag_len, m->nonce.data,
                               m->nonce.size, aad, n) == GM_OK);
    moved = ctx;
    FUZZ_CHECK(gm_sm4_ccm_aad(&moved, NULL, 0) == GM_ERR_STATE);
    FUZZ_CHECK(gm_sm4_ccm_aad(NULL, NULL, 0) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_ccm_aad(&ctx, NULL, 1) == GM_ERR_ARGUMENT);
    if (aad > 0) {
        FUZZ_CHECK(right(&ctx, NULL, NULL, 0) == GM_ERR_STATE);
        FUZZ_CHECK(gm_sm4_ccm_aad(&ctx, m->aad.data, aad) == GM_OK);
    }
    FUZZ_CHECK(gm_sm4_ccm_aad(&ctx, &byte, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(wrong(&ctx, NULL, NULL, 0) == GM_ERR_STATE);
    FUZZ_CHECK(right(NULL, out, text, n) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(right(&ctx, NULL, &byte, 1) == GM_ERR_ARGUMENT);
    if (n > 0)
        FUZZ_CHECK((decrypt ? gm_sm4_ccm_decrypt_finish(&ctx, tag, m->tag_len)
                            : gm_sm4_ccm_encrypt_finish(&ctx, tag, m->tag_len)) == GM_ERR_STATE);
    FUZZ_CHECK(right(&ctx, out, text, n) == GM_OK);
    FUZZ_CHECK(right(&ctx, &byte, &byte, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(right(&ctx, NULL, NULL, 0) == GM_OK);
    if (decrypt) {
        FUZZ_CHECK(gm_sm4_ccm_decrypt_finish(&ctx, tag, m->tag_len - 1) == GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_ccm_encrypt(&m->key, out, want, m->tag_len, m->nonce.data, m->nonce.size, m->aad.data, aad,
                                      out, n) == GM_OK);
        want[m->steer % m->tag_len] ^= 1;
        FUZZ_CHECK(gm_sm4_ccm_decrypt_finish(&ctx, want, m->tag_len) == GM_ERR_VERIFY);
    } else {
        FUZZ_CHECK(gm_sm4_ccm_encrypt_finish(&ctx, NULL, m->tag_len) == GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_ccm_encrypt_finish(&ctx, tag, m->tag_len) == GM_OK);
        FUZZ_CHECK(gm_sm4_ccm_decrypt(&m->key, out, out, n, tag, m->tag_len, m->nonce.data, m->nonce.size, m->aad.data,
                                      aad) == GM_OK);
    }
    FUZZ_CHECK(right(&ctx, NULL, NULL, 0) == GM_ERR_STATE);
}

static void one_row(const struct sm4_impl *row, const struct message *m, const uint8_t *want, const uint8_t *want_tag)
{
    static uint8_t got[MOST], zero[MOST];
    uint8_t tag[16];
    size_t n = m->text.size;
    FUZZ_CHECK(gmi_sm4_ccm_encrypt(row, &m->key, got, tag, m->tag_len, m->nonce.data, m->nonce.size, m->aad.data,
                                   m->aad.size, m->text.data, n) == GM_OK);
    FUZZ_CHECK(memcmp(got, want, n) == 0 && memcmp(tag, want_tag, m->tag_len) == 0);
    FUZZ_CHECK(gmi_sm4_ccm_decrypt(row, &m->key, got, got, n, tag, m->tag_len, m->nonce.data, m->nonce.size,
                                   m->aad.data, m->aad.size) == GM_OK);
    FUZZ_CHECK(n == 0 || memcmp(got, m->text.data, n) == 0);
    pieces(row, m, 0, got, m->text.data, tag);
    FUZZ_CHECK(memcmp(got, want, n) == 0 && memcmp(tag, want_tag, m->tag_len) == 0);
    pieces(row, m, 1, got, want, tag);
    FUZZ_CHECK(n == 0 || memcmp(got, m->text.data, n) == 0);
    tag[m->steer % m->tag_len] ^= (uint8_t)(1 << m->steer % 8);
    FUZZ_CHECK(gmi_sm4_ccm_decrypt(row, &m->key, got, want, n, tag, m->tag_len, m->nonce.data, m->nonce.size,
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
    size_t nonce_len = fuzz_byte(&in) % 16, aad_len = fuzz_byte(&in) * (m.steer % 3);
    for (size_t i = 0; i < 16; i++)
        bytes[i] = (uint8_t)fuzz_byte(&in);
    m.nonce = fuzz_part(&in, nonce_len);
    m.aad = fuzz_part(&in, aad_len);
    m.text = fuzz_part(&in, MOST);
    FUZZ_CHECK(gmi_sm4_key_init(&gmi_sm4_portable, &m.key, bytes) == GM_OK);

    gm_status st = gmi_sm4_ccm_encrypt(&gmi_sm4_portable, &m.key, want, want_tag, m.tag_len, m.nonce.data, m.nonce.size,
                                       m.aad.data, m.aad.size, m.text.data, m.text.size);
    int fits = m.nonce.size >= 7 && m.nonce.size <= 13 && m.tag_len >= 4 && m.tag_len <= 16 && m.tag_len % 2 == 0;
    FUZZ_CHECK(st == (fits ? GM_OK : GM_ERR_ARGUMENT));
    if (!fits) {
        gm_sm4_ccm_ctx ctx;
        FUZZ_CHECK(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &m.key, m.tag_len, m.nonce.data, m.nonce.size, 0, 0) ==
                   GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_ccm_decrypt(&m.key, want, m.text.data, m.text.size, want_tag, m.tag_len, m.nonce.data,
                                      m.nonce.size, m.aad.data, m.aad.size) == GM_ERR_ARGUMENT);
        return 0;
    }
    for (size_t i = 0; i < gmi_sm4_rows; i++)
        if (gmi_cpu_has(gmi_sm4_table[i]->needs))
            one_row(gmi_sm4_table[i], &m, want, want_tag);
    refused(&m, 0, want);
    refused(&m, 1, want);
    return 0;
}
