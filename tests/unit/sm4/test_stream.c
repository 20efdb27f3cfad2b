/* The running cipher against the whole-message functions: every row, mode, direction and padding, any
 * chunking; in place; the order of calls; buffers that are too small. */
#include "sm4test.h"

#define MAX 400

static const gm_sm4_padding paddings[] = {GM_SM4_PAD_PKCS7, GM_SM4_PAD_ISO7816, GM_SM4_PAD_X923, GM_SM4_PAD_ZERO};

static gm_status begin(struct rows r, gm_sm4_cipher *ctx, const struct text_mode *m, int decrypt,
                       gm_sm4_padding padding, const uint8_t *key, const uint8_t *iv)
{
    return gmi_sm4_cipher_init(r.sm4, ctx, m->mode, decrypt ? GM_SM4_DECRYPT : GM_SM4_ENCRYPT, padding, key, m->key_len,
                               iv, m->mode == GM_SM4_ECB ? 0 : 16);
}

static size_t random_piece(size_t left)
{
    static const size_t sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 255};
    size_t n = rand_below(3) == 0 ? rand_below(100) : sizes[rand_below(GM_COUNT(sizes))];
    return n < left ? n : left;
}

/* Feed a message in random pieces into out, which holds at least len + 32 bytes; total bytes written in *written. */
static gm_status feed(struct rows r, gm_sm4_cipher *ctx, uint8_t *out, size_t *written, const uint8_t *in, size_t len)
{
    size_t at = 0, n;
    *written = 0;
    while (at < len) {
        size_t piece = random_piece(len - at);
        uint8_t *source = exact_copy(in + at, piece), *target = exact(GM_SM4_CIPHER_OUT_SIZE(piece));
        gm_status st = gmi_sm4_cipher_update(r.sm4, ctx, target, GM_SM4_CIPHER_OUT_SIZE(piece), &n, source, piece);
        CHECK(n <= GM_SM4_CIPHER_OUT_SIZE(piece));
        memcpy(out + *written, target, n);
        *written += n;
        at += piece;
        free(source);
        free(target);
        if (st != GM_OK)
            return st;
    }
    gm_status st = gmi_sm4_cipher_finish(r.sm4, ctx, out + *written, 32, &n);
    *written += n;
    return st;
}

static void pieces_of_row(struct rows r)
{
    static uint8_t in[MAX], want[MAX], got[MAX + 64], key[32], iv[16];
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        if (m->mode == 0)
            continue;
        for (size_t len = m->least; len <= 320; len += len < 70 ? 1 : 1 + rand_below(30)) {
            if (len % m->unit != 0)
                continue;
            if ((m->mode == GM_SM4_CFB1 && len > 40) || (m->mode == GM_SM4_CFB8 && len > 100))
                break; /* a block for each bit or byte: slow */
            for (int decrypt = 0; decrypt < 2; decrypt++) {
                gm_sm4_cipher ctx;
                size_t n;
                rand_bytes(in, len);
                rand_bytes(key, 32);
                rand_bytes(iv, 16);
                CHECK_OK(m->run(r, decrypt, want, in, len, key, iv));
                CHECK_OK(begin(r, &ctx, m, decrypt, GM_SM4_PAD_NONE, key, iv));
                CHECK_OK(feed(r, &ctx, got, &n, in, len));
                CHECK_EQ(n, len);
                CHECK_BYTES(got, want, len);
            }
        }
    }
}

static void any_pieces_give_the_whole(void)
{
    every_sm4_row(pieces_of_row);
}

static void padded_of_row(struct rows r)
{
    static uint8_t in[MAX], want[MAX], got[MAX + 64], back[MAX + 64], key[32], iv[16];
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        for (size_t p = 0; m->unit == 16 && p < GM_COUNT(paddings); p++) {
            for (size_t len = 0; len <= 66; len++) {
                gm_sm4_cipher ctx;
                size_t n, whole = len - len % 16, last;
                rand_bytes(in, MAX);
                if (paddings[p] == GM_SM4_PAD_ZERO && len > 0)
                    in[len - 1] = 1; /* this padding cannot tell zeros of the data */
                rand_bytes(key, 32);
                rand_bytes(iv, 16);
                memcpy(got, in, len);
                CHECK_OK(gm_sm4_pad(paddings[p], got + whole, &last, len % 16));
                CHECK_OK(m->run(r, 0, want, got, whole + last, key, iv));
                CHECK_OK(begin(r, &ctx, m, 0, paddings[p], key, iv));
                CHECK_OK(feed(r, &ctx, got, &n, in, len));
                CHECK_EQ(n, whole + last);
                CHECK_BYTES(got, want, n);
                CHECK_OK(begin(r, &ctx, m, 1, paddings[p], key, iv));
                CHECK_OK(feed(r, &ctx, back, &n, got, whole + last));
                CHECK_EQ(n, len);
                CHECK_BYTES(back, in, len);
            }
        }
    }
}

static void padding_round_trips(void)
{
    every_sm4_row(padded_of_row);
}

/* Stream modes at any pieces; block modes and XTS where nothing is held back. */
static void in_place(void)
{
    static uint8_t in[MAX], want[MAX], buffer[MAX], key[32], iv[16];
    struct rows r = {gmi_sm4(), gmi_ghash()};
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        int stream = m->unit == 1 && m->key_len == 16;
        for (int round = 0; m->mode != 0 && round < 60; round++) {
            gm_sm4_cipher ctx;
            int decrypt = round % 2;
            size_t n, at = 0, written = 0, len = 16 + rand_below(m->mode == GM_SM4_CFB1 ? 50 : MAX - 16);
            len -= len % m->unit;
            rand_bytes(in, len);
            rand_bytes(key, 32);
            rand_bytes(iv, 16);
            memcpy(buffer, in, len);
            CHECK_OK(m->run(r, decrypt, want, in, len, key, iv));
            CHECK_OK(begin(r, &ctx, m, decrypt, GM_SM4_PAD_NONE, key, iv));
            while (at < len) {
                size_t piece = stream             ? random_piece(len - at)
                               : m->key_len == 32 ? len
                                                  : (random_piece(len - at) & ~15u);
                CHECK_OK(gm_sm4_cipher_update(&ctx, buffer + at, MAX - at, &n, buffer + at, piece));
                if (m->key_len == 16)
                    CHECK_EQ(n, piece);
                at += piece;
                written += n;
            }
            CHECK_OK(gm_sm4_cipher_finish(&ctx, buffer + written, MAX - written, &n));
            CHECK_EQ(written + n, len);
            CHECK_MEM(buffer, want, len);
        }
    }
}

static void overlaps_are_refused(void)
{
    uint8_t buffer[128], saved[128], key[16] = {0}, iv[16] = {0};
    gm_sm4_cipher ctx;
    size_t n;
    rand_bytes(buffer, sizeof buffer);
    memcpy(saved, buffer, sizeof buffer);
    CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16));
    CHECK_EQ(gm_sm4_cipher_update(&ctx, buffer + 1, 64, &n, buffer, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_cipher_update(&ctx, buffer, 64, &n, buffer + 31, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(n, 0);
    CHECK_MEM(buffer, saved, sizeof buffer);
    CHECK_OK(gm_sm4_cipher_update(&ctx, buffer + 64, 64, &n, buffer, 5));
    CHECK_EQ(n, 0);
    /* Five bytes wait: in place would overwrite input not yet read. */
    CHECK_EQ(gm_sm4_cipher_update(&ctx, buffer, 64, &n, buffer, 32), GM_ERR_ARGUMENT);
    CHECK_MEM(buffer, saved, sizeof buffer);
    CHECK_OK(gm_sm4_cipher_update(&ctx, buffer + 64, 64, &n, buffer, 32));
    CHECK_EQ(n, 32);
    /* A stream mode in place is fine with a block begun, partly overlapping it is not. */
    CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_CTR, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16));
    CHECK_OK(gm_sm4_cipher_update(&ctx, buffer, 64, &n, buffer, 5));
    CHECK_OK(gm_sm4_cipher_update(&ctx, buffer, 64, &n, buffer, 64));
    CHECK_EQ(gm_sm4_cipher_update(&ctx, buffer + 1, 64, &n, buffer, 32), GM_ERR_ARGUMENT);
}

static void bad_beginnings(void)
{
    uint8_t key[32] = {0}, iv[16] = {0}, zero[sizeof(gm_sm4_cipher)] = {0};
    gm_sm4_cipher c;
#define REFUSED(mode, direction, padding, key, key_len, iv, iv_len)                                            \
    do {                                                                                                       \
        memset(&c, 0x5a, sizeof c);                                                                            \
        CHECK_EQ(gm_sm4_cipher_init(&c, mode, direction, padding, key, key_len, iv, iv_len), GM_ERR_ARGUMENT); \
        CHECK_MEM(&c, zero, sizeof c);                                                                         \
    } while (0)
    REFUSED((gm_sm4_mode)0, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16);
    REFUSED((gm_sm4_mode)12, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16);
    REFUSED(GM_SM4_CBC, (gm_sm4_direction)0, GM_SM4_PAD_NONE, key, 16, iv, 16);
    REFUSED(GM_SM4_CBC, (gm_sm4_direction)3, GM_SM4_PAD_NONE, key, 16, iv, 16);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, (gm_sm4_padding)5, key, 16, iv, 16);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, NULL, 16, iv, 16);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 15, iv, 16);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 32, iv, 16);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, NULL, 16);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 12);
    REFUSED(GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, NULL, 0);
    REFUSED(GM_SM4_ECB, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16);
    REFUSED(GM_SM4_CTR, GM_SM4_ENCRYPT, GM_SM4_PAD_PKCS7, key, 16, iv, 16);
    REFUSED(GM_SM4_XTS, GM_SM4_ENCRYPT, GM_SM4_PAD_PKCS7, key, 32, iv, 16);
    REFUSED(GM_SM4_XTS, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16);
#undef REFUSED
    CHECK_EQ(gm_sm4_cipher_init(NULL, GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16), GM_ERR_ARGUMENT);
}

static void short_buffers_lose_nothing(void)
{
    uint8_t key[32] = {0}, iv[16] = {0}, in[64], out[96], want[96];
    gm_sm4_key k;
    size_t n;
    gm_sm4_cipher ctx;
    rand_bytes(in, sizeof in);
    CHECK_OK(gm_sm4_key_init(&k, key));
    memcpy(want, in, 40);
    CHECK_OK(gm_sm4_pad(GM_SM4_PAD_PKCS7, want + 32, &n, 8));
    CHECK_OK(gm_sm4_cbc_encrypt(&k, want, want, 48, iv));
    CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_CBC, GM_SM4_ENCRYPT, GM_SM4_PAD_PKCS7, key, 16, iv, 16));
    memset(out, 0x5a, sizeof out);
    CHECK_EQ(gm_sm4_cipher_update(&ctx, out, 31, &n, in, 40), GM_ERR_BUFFER);
    CHECK_EQ(n, 0);
    CHECK_EQ(out[0], 0x5a);
    CHECK_OK(gm_sm4_cipher_update(&ctx, out, 32, &n, in, 40));
    CHECK_EQ(n, 32);
    CHECK_EQ(gm_sm4_cipher_finish(&ctx, out + 32, 15, &n), GM_ERR_BUFFER);
    CHECK_EQ(n, 0);
    CHECK_EQ(gm_sm4_cipher_finish(&ctx, NULL, 16, &n), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_cipher_finish(&ctx, out + 32, 16, &n));
    CHECK_EQ(n, 16);
    CHECK_MEM(out, want, 48);
}

static void order_of_calls(void)
{
    uint8_t key[32] = {0}, iv[16] = {0}, in[64] = {0}, out[96], zero[sizeof(gm_sm4_cipher)] = {0};
    size_t n;
    gm_sm4_cipher ctx;
    memset(&ctx, 0, sizeof ctx);
    CHECK_EQ(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 16), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_cipher_finish(&ctx, out, 96, &n), GM_ERR_STATE);
    for (int mode = GM_SM4_ECB; mode <= GM_SM4_XTS_GB; mode++) {
        size_t key_len = mode >= GM_SM4_XTS ? 32 : 16, iv_len = mode == GM_SM4_ECB ? 0 : 16;
        CHECK_OK(
            gm_sm4_cipher_init(&ctx, (gm_sm4_mode)mode, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, key_len, iv, iv_len));
        CHECK_OK(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 32));
        CHECK_OK(gm_sm4_cipher_finish(&ctx, out, 96, &n));
        CHECK_MEM(&ctx, zero, sizeof ctx); /* nothing secret is left */
        CHECK_EQ(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 16), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_cipher_finish(&ctx, out, 96, &n), GM_ERR_STATE);
    }
    CHECK_EQ(gm_sm4_cipher_update(NULL, out, 96, &n, in, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_cipher_finish(NULL, out, 96, &n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_cipher_update(&ctx, out, 96, NULL, in, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_cipher_finish(&ctx, out, 96, NULL), GM_ERR_ARGUMENT);
}

static void lengths_the_modes_do_not_take(void)
{
    uint8_t key[32] = {0}, iv[16] = {0}, in[64] = {0}, out[96], zero[sizeof(gm_sm4_cipher)] = {0};
    size_t n;
    gm_sm4_cipher ctx;
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        size_t bad = m->least > 0 ? m->least - 1 : 17;
        if (m->mode == 0 || (m->unit == 1 && m->least == 0))
            continue;
        for (int decrypt = 0; decrypt < 2; decrypt++) {
            CHECK_OK(begin((struct rows){gmi_sm4(), gmi_ghash()}, &ctx, m, decrypt, GM_SM4_PAD_NONE, key, iv));
            CHECK_OK(gm_sm4_cipher_update(&ctx, out, 96, &n, in, bad));
            CHECK_EQ(gm_sm4_cipher_finish(&ctx, out, 96, &n), GM_ERR_ARGUMENT);
            CHECK_EQ(n, 0);
            CHECK_MEM(&ctx, zero, sizeof ctx);
        }
    }
    for (size_t p = 0; p < GM_COUNT(paddings); p++)
        for (size_t bad = 0; bad < 40; bad += bad == 0 ? 1 : 14) { /* 0, 1, 15, 29 */
            int empty_is_right = bad == 0 && paddings[p] == GM_SM4_PAD_ZERO;
            CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_ECB, GM_SM4_DECRYPT, paddings[p], key, 16, NULL, 0));
            CHECK_OK(gm_sm4_cipher_update(&ctx, out, 96, &n, in, bad));
            CHECK_EQ(gm_sm4_cipher_finish(&ctx, out, 96, &n), empty_is_right ? GM_OK : GM_ERR_VERIFY);
            CHECK_EQ(n, 0);
        }
}

static void xts_unit_has_an_end(void)
{
    uint8_t key[32] = {1}, iv[16] = {0}, in[64] = {0}, out[96];
    size_t n;
    gm_sm4_cipher ctx;
    CHECK_OK(gm_sm4_cipher_init(&ctx, GM_SM4_XTS, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 32, iv, 16));
    ctx.total_ = (UINT64_C(16) << 20) - 33; /* as if so many had gone through */
    CHECK_EQ(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 34), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 33));
    CHECK_EQ(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_cipher_update(&ctx, out, 96, &n, in, 0));
    CHECK_OK(gm_sm4_cipher_finish(&ctx, out, 96, &n));
}

/* A context is plain data: a copy goes on by itself. */
static void copies_go_on(void)
{
    static uint8_t in[100], one[132], two[132], key[32], iv[16];
    size_t n, a, b;
    rand_bytes(in, sizeof in);
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        gm_sm4_cipher ctx, copy;
        if (m->mode == 0)
            continue;
        CHECK_OK(begin((struct rows){gmi_sm4(), gmi_ghash()}, &ctx, m, 0,
                       m->unit == 16 ? GM_SM4_PAD_PKCS7 : GM_SM4_PAD_NONE, key, iv));
        CHECK_OK(gm_sm4_cipher_update(&ctx, one, 132, &n, in, 37));
        memcpy(two, one, n);
        copy = ctx;
        CHECK_OK(gm_sm4_cipher_update(&ctx, one + n, 132 - n, &a, in + 37, 63));
        CHECK_OK(gm_sm4_cipher_finish(&ctx, one + n + a, 132 - n - a, &b));
        a += b;
        CHECK_OK(gm_sm4_cipher_update(&copy, two + n, 132 - n, &b, in + 37, 63));
        CHECK_MEM(two, one, n + b);
        gm_wipe(&copy, sizeof copy);
    }
}

TEST_SUITE(stream, CASE(any_pieces_give_the_whole), CASE(padding_round_trips), CASE(in_place),
           CASE(overlaps_are_refused), CASE(bad_beginnings), CASE(short_buffers_lose_nothing), CASE(order_of_calls),
           CASE(lengths_the_modes_do_not_take), CASE(xts_unit_has_an_end), CASE(copies_go_on));
