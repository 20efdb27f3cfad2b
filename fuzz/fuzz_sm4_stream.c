/* The running SM4 cipher: any pieces equal one piece, decryption gives the message back, every row
 * equals portable, wrong padding is refused and nothing else happens. */
/* covers: src/sm4/modes/cipher.c */
#include <guomi/sm4.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm4/modes/modes.h"

#define MOST 1024

struct setting {
    gm_sm4_mode mode;
    gm_sm4_padding padding;
    uint8_t key[32], iv[16];
    unsigned steer;
};

static gm_status begin(const struct sm4_impl *row, gm_sm4_cipher *ctx, const struct setting *s, gm_sm4_direction d)
{
    int ecb = s->mode == GM_SM4_ECB;
    return gmi_sm4_cipher_init(row, ctx, s->mode, d, s->padding, s->key, s->mode >= GM_SM4_XTS ? 32 : 16,
                               ecb ? NULL : s->iv, ecb ? 0 : 16);
}

/* In pieces whose lengths follow from the input itself and `steer`; 0: all at once. */
static gm_status run(const struct sm4_impl *row, const struct setting *s, gm_sm4_direction d, unsigned steer,
                     uint8_t *out, size_t *len, const uint8_t *data, size_t size)
{
    gm_sm4_cipher ctx;
    struct fuzz_input in = {data, size};
    size_t n;
    *len = 0;
    FUZZ_CHECK(begin(row, &ctx, s, d) == GM_OK);
    while (in.size > 0) {
        struct fuzz_input part = fuzz_part(&in, steer == 0 ? size : 1 + (in.data[0] ^ steer) % (2 * steer));
        size_t room = GM_SM4_CIPHER_OUT_SIZE(part.size);
        gm_status st = gmi_sm4_cipher_update(row, &ctx, out + *len, room, &n, part.data, part.size);
        FUZZ_CHECK(st == GM_OK && n <= room);
        *len += n;
    }
    gm_status st = gmi_sm4_cipher_finish(row, &ctx, out + *len, GM_SM4_CIPHER_OUT_SIZE(0), &n);
    FUZZ_CHECK(n == 0 || st == GM_OK);
    *len += n;
    FUZZ_CHECK(gmi_sm4_cipher_finish(row, &ctx, out, 0, &n) == GM_ERR_STATE);
    return st;
}

/* The public functions refuse wrong calls, which change nothing, and then agree with the workers. */
static void refused(const struct setting *s, gm_sm4_direction d, struct fuzz_input text, gm_status want,
                    const uint8_t *want_text, size_t want_len)
{
    static uint8_t out[MOST + 64];
    gm_sm4_cipher ctx;
    size_t n, last, keys = s->mode >= GM_SM4_XTS ? 32 : 16, ivs = s->mode == GM_SM4_ECB ? 0 : 16;
    FUZZ_CHECK(gm_sm4_cipher_init(NULL, s->mode, d, s->padding, s->key, keys, s->iv, ivs) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_cipher_init(&ctx, s->mode, d, s->padding, s->key, keys + 1, s->iv, ivs) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_cipher_finish(&ctx, out, sizeof out, &n) == GM_ERR_STATE);
    FUZZ_CHECK(gm_sm4_cipher_init(&ctx, s->mode, d, s->padding, s->key, keys, s->iv, ivs) == GM_OK);
    FUZZ_CHECK(gm_sm4_cipher_update(&ctx, out, sizeof out, NULL, text.data, text.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_cipher_update(NULL, out, sizeof out, &n, text.data, text.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_cipher_update(&ctx, out, sizeof out, &n, NULL, 1) == GM_ERR_ARGUMENT);
    gm_status st = gm_sm4_cipher_update(&ctx, NULL, 0, &n, text.data, text.size);
    FUZZ_CHECK((st == GM_OK || st == GM_ERR_BUFFER) && n == 0);
    if (st == GM_ERR_BUFFER) {
        FUZZ_CHECK(gm_sm4_cipher_update(&ctx, NULL, sizeof out, &n, text.data, text.size) == GM_ERR_ARGUMENT);
        FUZZ_CHECK(gm_sm4_cipher_update(&ctx, out, sizeof out, &n, text.data, text.size) == GM_OK);
    }
    FUZZ_CHECK(gm_sm4_cipher_finish(&ctx, out + n, sizeof out - n, NULL) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_cipher_finish(NULL, out + n, sizeof out - n, &last) == GM_ERR_ARGUMENT);
    gm_sm4_cipher copy = ctx;
    if (gm_sm4_cipher_finish(&copy, NULL, 0, &last) == GM_ERR_BUFFER)
        FUZZ_CHECK(last == 0 && gm_sm4_cipher_finish(&copy, NULL, 32, &last) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_cipher_finish(&ctx, out + n, sizeof out - n, &last) == want);
    FUZZ_CHECK(n + last == want_len && memcmp(out, want_text, want_len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t want[MOST + 64], got[MOST + 64], back[MOST + 128];
    struct fuzz_input in = {data, size};
    struct setting s;
    size_t want_len, got_len, back_len;
    memset(&s, 0, sizeof s);
    s.mode = (gm_sm4_mode)(fuzz_byte(&in) % 13);
    s.padding = (gm_sm4_padding)(fuzz_byte(&in) % 6);
    s.steer = fuzz_byte(&in);
    for (size_t i = 0; i < 32; i++)
        s.key[i] = (uint8_t)fuzz_byte(&in);
    for (size_t i = 0; i < 16; i++)
        s.iv[i] = (uint8_t)fuzz_byte(&in);
    struct fuzz_input text = fuzz_part(&in, MOST);

    gm_sm4_cipher ctx;
    if (begin(gmi_sm4(), &ctx, &s, GM_SM4_ENCRYPT) != GM_OK) { /* no such mode, or it takes no padding */
        FUZZ_CHECK(gm_sm4_cipher_update(&ctx, got, sizeof got, &got_len, text.data, text.size) == GM_ERR_STATE);
        return 0;
    }
    gm_status st = run(&gmi_sm4_portable, &s, GM_SM4_ENCRYPT, 0, want, &want_len, text.data, text.size);
    gm_status unst = run(&gmi_sm4_portable, &s, GM_SM4_DECRYPT, 0, back, &back_len, text.data, text.size);
    FUZZ_CHECK(unst != GM_ERR_VERIFY || s.padding != GM_SM4_PAD_NONE);
    for (size_t i = 0; i < gmi_sm4_rows; i++) {
        const struct sm4_impl *row = gmi_sm4_table[i];
        if (!gmi_cpu_has(row->needs))
            continue;
        FUZZ_CHECK(run(row, &s, GM_SM4_ENCRYPT, s.steer, got, &got_len, text.data, text.size) == st);
        FUZZ_CHECK(got_len == want_len && memcmp(got, want, got_len) == 0);
        FUZZ_CHECK(run(row, &s, GM_SM4_DECRYPT, s.steer, got, &got_len, text.data, text.size) == unst);
        FUZZ_CHECK(got_len == back_len && memcmp(got, back, got_len) == 0);
    }
    refused(&s, GM_SM4_ENCRYPT, text, st, want, want_len);
    refused(&s, GM_SM4_DECRYPT, text, unst, back, back_len);
    if (st != GM_OK)
        return 0;
    FUZZ_CHECK(run(gmi_sm4(), &s, GM_SM4_DECRYPT, s.steer, back, &back_len, want, want_len) == GM_OK);
    if (s.padding == GM_SM4_PAD_ZERO) { /* its own trailing zeros are gone with the padding */
        FUZZ_CHECK(back_len <= text.size && text.size - back_len <= 16);
        for (size_t i = back_len; i < text.size; i++)
            FUZZ_CHECK(text.data[i] == 0);
    } else {
        FUZZ_CHECK(back_len == text.size);
    }
    FUZZ_CHECK(back_len == 0 || memcmp(back, text.data, back_len) == 0);
    return 0;
}
