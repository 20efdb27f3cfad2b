/* Padding: every block that matters against a plain model; the vectors and the case files. */
#include "sm4test.h"

/* The data length of a padded block, or -1: written the obvious way. */
static int model_unpad(gm_sm4_padding padding, const uint8_t b[16])
{
    int n = b[15];
    switch (padding) {
    case GM_SM4_PAD_NONE:
        return 16;
    case GM_SM4_PAD_PKCS7:
    case GM_SM4_PAD_X923:
        if (n < 1 || n > 16)
            return -1;
        for (int i = 16 - n; i < 15; i++)
            if (b[i] != (padding == GM_SM4_PAD_PKCS7 ? n : 0))
                return -1;
        return 16 - n;
    default:
        for (n = 16; n > 0 && b[n - 1] == 0; n--)
            ;
        if (padding == GM_SM4_PAD_ZERO)
            return n;
        return n > 0 && b[n - 1] == 0x80 ? n - 1 : -1;
    }
}

static unsigned good_seen, bad_seen;

static void check_block(const uint8_t block[16])
{
    uint8_t copy[16];
    for (int p = GM_SM4_PAD_NONE; p <= GM_SM4_PAD_ZERO; p++) {
        int want = model_unpad((gm_sm4_padding)p, block);
        size_t got = 99;
        memcpy(copy, block, 16);
        CHECK_EQ(gm_sm4_unpad((gm_sm4_padding)p, &got, copy), want < 0 ? GM_ERR_VERIFY : GM_OK);
        CHECK_EQ(got, want < 0 ? 0 : want);
        CHECK_MEM(copy, block, 16);
        *(want < 0 ? &bad_seen : &good_seen) += 1;
    }
}

static void removal_agrees_with_the_model(void)
{
    uint8_t block[16], good[16];
    size_t n;
    good_seen = bad_seen = 0;
    for (int p = GM_SM4_PAD_PKCS7; p <= GM_SM4_PAD_ZERO; p++)
        for (size_t used = 0; used < 16; used++) {
            rand_bytes(good, 16);
            CHECK_OK(gm_sm4_pad((gm_sm4_padding)p, good, &n, used));
            check_block(good);
            for (size_t at = 0; at < 16; at++) /* every value of every byte */
                for (unsigned value = 0; value < 256; value++) {
                    memcpy(block, good, 16);
                    block[at] = (uint8_t)value;
                    check_block(block);
                }
        }
    for (unsigned value = 0; value < 256; value++) { /* blocks of one byte value */
        memset(block, (int)value, 16);
        check_block(block);
    }
    for (int i = 0; i < 20000; i++) { /* bytes that padding is made of */
        static const uint8_t bytes[] = {0, 0, 0, 1, 2, 3, 15, 16, 17, 0x80, 0x80, 0xff};
        for (size_t at = 0; at < 16; at++)
            block[at] = bytes[rand_below(GM_COUNT(bytes))];
        check_block(block);
    }
    CHECK(good_seen > 100000 && bad_seen > 100000);
}

static void padding_writes_what_it_says(void)
{
    static const uint8_t last[5] = {0, 11, 0, 11, 0};
    uint8_t block[16], saved[16];
    size_t n;
    for (int p = GM_SM4_PAD_NONE; p <= GM_SM4_PAD_ZERO; p++) {
        for (size_t used = 0; used < 16; used++) {
            rand_bytes(saved, 16);
            memcpy(block, saved, 16);
            n = 99;
            if (p == GM_SM4_PAD_NONE && used > 0) {
                CHECK_EQ(gm_sm4_pad(GM_SM4_PAD_NONE, block, &n, used), GM_ERR_ARGUMENT);
                CHECK_EQ(n, 99);
                CHECK_MEM(block, saved, 16);
                continue;
            }
            CHECK_OK(gm_sm4_pad((gm_sm4_padding)p, block, &n, used));
            if (used == 0 && (p == GM_SM4_PAD_NONE || p == GM_SM4_PAD_ZERO)) {
                CHECK_EQ(n, 0);
                CHECK_MEM(block, saved, 16);
                continue;
            }
            CHECK_EQ(n, 16);
            CHECK_BYTES(block, saved, used);
            if (used == 5)
                CHECK_EQ(block[15], last[p]);
            if (p == GM_SM4_PAD_ISO7816)
                CHECK_EQ(block[used], 0x80);
            if (p != GM_SM4_PAD_ZERO)
                CHECK_EQ(model_unpad((gm_sm4_padding)p, block), used);
        }
        CHECK_EQ(gm_sm4_pad((gm_sm4_padding)p, block, &n, 16), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm4_pad((gm_sm4_padding)p, NULL, &n, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm4_pad((gm_sm4_padding)p, block, NULL, 0), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm4_unpad((gm_sm4_padding)p, NULL, block), GM_ERR_ARGUMENT);
        n = 99;
        CHECK_EQ(gm_sm4_unpad((gm_sm4_padding)p, &n, NULL), GM_ERR_ARGUMENT);
        CHECK_EQ(n, 0);
    }
    CHECK_EQ(gm_sm4_pad((gm_sm4_padding)5, block, &n, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_unpad((gm_sm4_padding)5, &n, block), GM_ERR_ARGUMENT);
}

/* Through the running cipher, all at once; *n bytes written. */
static gm_status crypt(struct rows r, gm_sm4_mode mode, int decrypt, gm_sm4_padding padding, const uint8_t *key,
                       const uint8_t *iv, uint8_t *out, size_t *n, const uint8_t *in, size_t len)
{
    gm_sm4_cipher ctx;
    size_t last;
    CHECK_OK(gmi_sm4_cipher_init(r.sm4, &ctx, mode, decrypt ? GM_SM4_DECRYPT : GM_SM4_ENCRYPT, padding, key, 16, iv,
                                 mode == GM_SM4_ECB ? 0 : 16));
    CHECK_OK(gmi_sm4_cipher_update(r.sm4, &ctx, out, len + 32, n, in, len));
    gm_status st = gmi_sm4_cipher_finish(r.sm4, &ctx, out + *n, 32, &last);
    *n += last;
    return st;
}

static void vectors_of_file(struct rows r, const char *name)
{
    struct vec_block b = {.count = 0};
    struct vec_file v = vec_open(name);
    unsigned seen = 0;
    while (vec_next(&v, &b)) {
        int cbc = vec_is(&b, "op", "cbc-pkcs7");
        if (!cbc && !vec_is(&b, "op", "ecb-pkcs7"))
            continue;
        seen++;
        gm_sm4_mode mode = cbc ? GM_SM4_CBC : GM_SM4_ECB;
        const struct vec_field *pt = vec_get(&b, "pt"), *ct = vec_need(&b, "ct");
        const uint8_t *key = vec_need(&b, "key")->bytes, *iv = cbc ? vec_need(&b, "iv")->bytes : NULL;
        uint8_t *out = exact(ct->len + 64);
        size_t n;
        if (vec_is(&b, "result", "invalid")) {
            CHECK_EQ(crypt(r, mode, 1, GM_SM4_PAD_PKCS7, key, iv, out, &n, ct->bytes, ct->len), GM_ERR_VERIFY);
        } else {
            CHECK_OK(crypt(r, mode, 0, GM_SM4_PAD_PKCS7, key, iv, out, &n, pt->bytes, pt->len));
            CHECK_EQ(n, ct->len);
            CHECK_MEM(out, ct->bytes, ct->len);
            CHECK_OK(crypt(r, mode, 1, GM_SM4_PAD_PKCS7, key, iv, out, &n, ct->bytes, ct->len));
            CHECK_EQ(n, pt->len);
            CHECK_BYTES(out, pt->bytes, pt->len);
        }
        free(out);
    }
    CHECK(seen >= 10);
}

static void vectors_of_row(struct rows r)
{
    for (size_t f = 0; f < GM_COUNT(mode_files); f++)
        vectors_of_file(r, mode_files[f]);
}

static void vectors_through_every_row(void)
{
    every_sm4_row(vectors_of_row);
}

/* A file of the case folder; .hex files are decoded. */
static size_t case_file(uint8_t *bytes, size_t size, const char *name)
{
    char path[1024];
    uint8_t raw[512];
    snprintf(path, sizeof path, "%s/cases/29-cbc-padding/%s", GM_TEST_ROOT, name);
    FILE *f = fopen(path, "rb");
    CHECK_MSG(f != NULL, "%s", path);
    if (f == NULL)
        return 0;
    size_t n = fread(raw, 1, sizeof raw, f), hex = strstr(name, ".hex") != NULL;
    fclose(f);
    if (!hex) {
        CHECK(n <= size);
        memcpy(bytes, raw, n);
        return n;
    }
    size_t len = 0;
    for (size_t i = 0; i + 1 < n && vec_digit((char)raw[i]) >= 0; i += 2)
        bytes[len++] = (uint8_t)(vec_digit((char)raw[i]) * 16 + vec_digit((char)raw[i + 1]));
    return len;
}

static void case_of_row(struct rows r)
{
    static const char *const lengths[] = {"0", "1", "15", "16", "17", "31", "32"};
    static const char *const bad[] = {"pad00.bin", "pad11.bin", "pad-uneven.bin", "padff.bin", "len15.bin", "len0.bin"};
    uint8_t key[64], iv[64], in[128], want[128], out[192];
    char name[32];
    size_t n;
    CHECK_EQ(case_file(key, 64, "key.hex"), 16);
    CHECK_EQ(case_file(iv, 64, "iv.hex"), 16);
    for (size_t i = 0; i < GM_COUNT(lengths); i++) {
        snprintf(name, sizeof name, "p%s.bin", lengths[i]);
        size_t in_len = case_file(in, 128, name);
        snprintf(name, sizeof name, "cbc%s.bin", lengths[i]);
        size_t want_len = case_file(want, 128, name);
        CHECK_OK(crypt(r, GM_SM4_CBC, 0, GM_SM4_PAD_PKCS7, key, iv, out, &n, in, in_len));
        CHECK_EQ(n, want_len);
        CHECK_MEM(out, want, n);
        CHECK_OK(crypt(r, GM_SM4_CBC, 1, GM_SM4_PAD_PKCS7, key, iv, out, &n, want, want_len));
        CHECK_EQ(n, in_len);
        CHECK_BYTES(out, in, n);
    }
    size_t len = case_file(in, 128, "p32.bin");
    size_t want_len = case_file(want, 128, "nopad32.bin");
    CHECK_OK(crypt(r, GM_SM4_CBC, 0, GM_SM4_PAD_NONE, key, iv, out, &n, in, len));
    CHECK_EQ(n, want_len);
    CHECK_MEM(out, want, n);
    want_len = case_file(want, 128, "ecb32.bin");
    CHECK_OK(crypt(r, GM_SM4_ECB, 0, GM_SM4_PAD_PKCS7, key, NULL, out, &n, in, len));
    CHECK_EQ(n, want_len);
    CHECK_MEM(out, want, n);
    len = case_file(in, 128, "p17.bin");
    CHECK_EQ(crypt(r, GM_SM4_CBC, 0, GM_SM4_PAD_NONE, key, iv, out, &n, in, len), GM_ERR_ARGUMENT);
    for (size_t i = 0; i < GM_COUNT(bad); i++) {
        len = case_file(in, 128, bad[i]);
        CHECK_EQ(crypt(r, GM_SM4_CBC, 1, GM_SM4_PAD_PKCS7, key, iv, out, &n, in, len), GM_ERR_VERIFY);
    }
}

static void case_29_cbc_padding(void)
{
    every_sm4_row(case_of_row);
}

TEST_SUITE(padding, CASE(removal_agrees_with_the_model), CASE(padding_writes_what_it_says),
           CASE(vectors_through_every_row), CASE(case_29_cbc_padding));
