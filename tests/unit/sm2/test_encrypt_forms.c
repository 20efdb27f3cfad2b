/* The forms of a ciphertext: converters between all, layouts, sizes, and a table of encodings that must be refused. */
#include "encrypt_test.h"

static uint8_t made[FORMS][700], got[800];
static size_t made_len[FORMS];

/* One ciphertext in all forms, by the encryption with one nonce. */
static void make_all(const u256 *k, size_t len)
{
    gm_sm2_public_key pub;
    uint8_t text[512];
    key_pair(&pub);
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    const struct sm2_env env = gmi_sm2_env();
    rand_bytes(text, sizeof text);
    for (size_t f = 0; f < FORMS; f++) {
        struct sm2_nonces nonces = {k, 1};
        gm_status status =
            gmi_sm2_encrypt(&env, &to, &nonces, all_forms[f], made[f], sizeof made[f], &made_len[f], text, len);
        CHECK(status == GM_OK || (status == GM_ERR_RANDOM && len < 4));
        if (status != GM_OK) { /* a key stream of zeros: another receiver */
            key_pair(&pub);
            make_all(k, len);
            return;
        }
    }
}

static void between_all_forms(void)
{
    static const size_t lengths[] = {1, 2, 30, 31, 32, 33, 60, 100, 127, 128, 129, 200, 255, 256, 300, 512};
    for (size_t l = 0; l < GM_COUNT(lengths); l++) {
        u256 k = {{1 + rand_u64() / 2, l % 3 == 0 ? 0 : rand_u64(), 0, 0}};
        make_all(&k, lengths[l]);
        for (size_t from = 0; from < FORMS; from++)
            for (size_t to = 0; to < FORMS; to++) {
                size_t n = 0;
                memset(got, 0xa5, sizeof got);
                CHECK_OK(gm_sm2_ciphertext_convert(all_forms[to], got, made_len[to], &n, all_forms[from], made[from],
                                                   made_len[from]));
                CHECK_EQ(n, made_len[to]);
                CHECK_MEM(got, made[to], n);
                CHECK_EQ(got[n], 0xa5);
                memset(got, 0xa5, sizeof got);
                CHECK_EQ(gm_sm2_ciphertext_convert(all_forms[to], got, made_len[to] - 1, &n, all_forms[from],
                                                   made[from], made_len[from]),
                         GM_ERR_BUFFER);
                CHECK_EQ(n, 0);
                CHECK_EQ(got[0], 0xa5);
            }
    }
}

/* Coordinates with leading zeros: nonces whose C1 has them. */
static void short_coordinates(void)
{
    const struct sm2_env env = gmi_sm2_env();
    unsigned short_x = 0, short_y = 0, padded = 0;
    for (uint64_t i = 1; i < 3000 && (short_x < 3 || short_y < 3 || padded < 3); i++) {
        const u256 k = {{i, 0, 0, 0}};
        struct ec_point C1;
        env.row->mul_base(env.curve, &C1, &k);
        unsigned x = C1.x.w[3] >> 56 == 0, y = C1.y.w[3] >> 56 == 0;
        if (!x && !y && padded >= 3)
            continue;
        short_x += x, short_y += y, padded += C1.x.w[3] >> 63 != 0;
        make_all(&k, 40);
        for (size_t from = 0; from < FORMS; from++) {
            size_t n = 0;
            CHECK_OK(gm_sm2_ciphertext_convert(GM_SM2_DER, got, sizeof got, &n, all_forms[from], made[from],
                                               made_len[from]));
            CHECK_EQ(n, made_len[0]);
            CHECK_MEM(got, made[0], n);
            CHECK_OK(gm_sm2_ciphertext_convert(GM_SM2_C1C3C2, got, sizeof got, &n, all_forms[from], made[from],
                                               made_len[from]));
            CHECK_EQ(n, made_len[1]);
            CHECK_MEM(got, made[1], n);
        }
    }
    CHECK(short_x >= 3 && short_y >= 3 && padded >= 3);
}

/* Reading a layout from the head alone, and writing one, agree with the whole ciphertext. */
static void layouts(void)
{
    static const size_t lengths[] = {1, 31, 90, 128, 200, 400, 512};
    for (size_t l = 0; l < GM_COUNT(lengths); l++) {
        u256 k = {{rand_u64(), rand_u64(), 1, 0}};
        make_all(&k, lengths[l]);
        for (size_t f = 0; f < FORMS; f++) {
            gm_sm2_layout read, written;
            size_t head = made_len[f] < GM_SM2_LAYOUT_HEAD_MAX ? made_len[f] : GM_SM2_LAYOUT_HEAD_MAX;
            memset(&written, 0xa5, sizeof written);
            CHECK_OK(gm_sm2_layout_read(&read, all_forms[f], made[f], head, made_len[f]));
            CHECK_OK(gm_sm2_layout_write(&written, all_forms[f], read.c1, lengths[l]));
            CHECK_MEM(&read, &written, sizeof read);
            CHECK_MEM(read.c1, made[1], 65);
            CHECK_EQ(read.size, made_len[f]);
            CHECK_EQ(read.c2_len, lengths[l]);
            CHECK_MEM(made[f] + read.head_len, made[1] + 97, lengths[l]);
            CHECK_MEM(made[f] + read.c3_at, made[1] + 65, 32);
            /* What is not C2 or C3 is the head. */
            memcpy(got, read.head, (size_t)read.head_len);
            memcpy(got + read.c3_at, made[1] + 65, 32);
            memcpy(got + read.head_len, made[1] + 97, lengths[l]);
            CHECK_MEM(got, made[f], made_len[f]);
            CHECK_EQ(read.head_len + read.c2_len + (read.c3_at < read.head_len ? 0 : 32), read.size);

            /* One byte less of the head where it is too short, another size, other arguments. */
            size_t need = f == 0 ? (size_t)read.head_len : f < 3 ? 65 : f < 5 ? 33 : 64;
            CHECK_OK(gm_sm2_layout_read(&written, all_forms[f], made[f], need, made_len[f]));
            memset(&written, 0xa5, sizeof written);
            for (size_t n = 0; n < need; n++)
                CHECK_EQ(gm_sm2_layout_read(&written, all_forms[f], n > 0 ? made[f] : NULL, n, made_len[f]),
                         GM_ERR_ENCODING);
            if (f == 0) {
                CHECK_EQ(gm_sm2_layout_read(&written, GM_SM2_DER, made[0], need, made_len[0] + 1), GM_ERR_ENCODING);
                CHECK_EQ(gm_sm2_layout_read(&written, GM_SM2_DER, made[0], need, made_len[0] - 1),
                         lengths[l] == 1 ? GM_ERR_ENCODING : GM_ERR_ENCODING);
            }
            CHECK_EQ(gm_sm2_layout_read(&written, all_forms[f], made[f], need, need - 1), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_read(NULL, all_forms[f], made[f], need, made_len[f]), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_read(&written, all_forms[f], NULL, need, made_len[f]), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_read(&written, 0, made[f], need, made_len[f]), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_write(NULL, all_forms[f], read.c1, 1), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_write(&written, all_forms[f], NULL, 1), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_write(&written, all_forms[f], read.c1, 0), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_write(&written, all_forms[f], read.c1, GM_SM2_PLAINTEXT_MAX + 1), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm2_layout_write(&written, 0, read.c1, 1), GM_ERR_ARGUMENT);
            read.c1[20] ^= 1;
            CHECK_EQ(gm_sm2_layout_write(&written, all_forms[f], read.c1, 1), GM_ERR_ENCODING);
            read.c1[20] ^= 1;
            read.c1[0] = 6;
            CHECK_EQ(gm_sm2_layout_write(&written, all_forms[f], read.c1, 1), GM_ERR_ENCODING);
            memset(got, 0xa5, sizeof written);
            CHECK_MEM(&written, got, sizeof written);
        }
    }
}

/* Sizes beyond what a message in memory reaches. */
static void long_layouts(void)
{
    gm_sm2_layout read, written;
    static const uint64_t lengths[] = {65535,      65536,       16777215,     16777216,
                                       0xfffffff0, 0x100000000, 0x123456789a, GM_SM2_PLAINTEXT_MAX};
    const u256 k = {{77, 1, 0, 0}};
    make_all(&k, 5);
    for (size_t l = 0; l < GM_COUNT(lengths); l++)
        for (size_t f = 0; f < FORMS; f++) {
            if (lengths[l] > SIZE_MAX - 200) {
                CHECK_EQ(gm_sm2_layout_write(&written, all_forms[f], made[1], lengths[l]), GM_ERR_ARGUMENT);
                continue;
            }
            CHECK_OK(gm_sm2_layout_write(&written, all_forms[f], made[1], lengths[l]));
            CHECK_OK(gm_sm2_layout_read(&read, all_forms[f], written.head, (size_t)written.head_len, written.size));
            CHECK_MEM(&read, &written, sizeof read);
            CHECK_EQ(read.c2_len, lengths[l]);
            if (lengths[l] == GM_SM2_PLAINTEXT_MAX)
                CHECK_EQ(
                    gm_sm2_layout_read(&read, all_forms[f], written.head, (size_t)written.head_len, written.size + 1),
                    GM_ERR_ENCODING);
        }
}

static void sizes(void)
{
    static const size_t overhead[FORMS] = {0, 97, 97, 65, 65, 96, 96};
    for (size_t f = 1; f < FORMS; f++) {
        CHECK_EQ(gm_sm2_ciphertext_size(all_forms[f], 1), overhead[f] + 1);
        CHECK_EQ(gm_sm2_ciphertext_size(all_forms[f], 12345), overhead[f] + 12345);
    }
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_DER, 1), 2 + 35 + 35 + 34 + 3);
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_DER, 19), 2 + 35 + 35 + 34 + 2 + 19); /* 125 of content */
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_DER, 22), 3 + 35 + 35 + 34 + 2 + 22); /* 128 */
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_DER, 128), 4 + 35 + 35 + 34 + 3 + 128 - 1 + 0);
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_DER, 0), 0);
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_C1C3C2, 0), 0);
    CHECK_EQ(gm_sm2_ciphertext_size(0, 10), 0);
    CHECK_EQ(gm_sm2_ciphertext_size(8, 10), 0);
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_C1C3C2, SIZE_MAX), 0);
    CHECK_EQ(gm_sm2_ciphertext_size(GM_SM2_DER, SIZE_MAX), 0);
    CHECK_EQ(sizeof(gm_sm2_layout), 256);
}

/* ---- what must be refused ---- */

struct bytes {
    uint8_t p[400];
    size_t len;
};

static void put(struct bytes *b, const void *p, size_t len)
{
    memcpy(b->p + b->len, p, len);
    b->len += len;
}

static void put_element(struct bytes *b, uint8_t tag, const uint8_t *p, size_t len)
{
    const uint8_t head[2] = {tag, (uint8_t)len};
    put(b, head, 2);
    put(b, p, len);
}

/* SEQUENCE of these, 128 to 255 bytes or below 128. */
static struct bytes sequence(const struct bytes *content)
{
    struct bytes b = {.len = 0};
    const uint8_t head[3] = {0x30, content->len < 128 ? (uint8_t)content->len : 0x81, (uint8_t)content->len};
    put(&b, head, content->len < 128 ? 2 : 3);
    put(&b, content->p, content->len);
    return b;
}

static gm_sm2_private_key table_key;

static void refuse(const char *what, gm_sm2_form form, const struct bytes *b)
{
    size_t n = 5;
    uint8_t out[400], zero[400] = {0};
    gm_sm2_layout layout;
    memset(out, 0xa5, sizeof out);
    gm_status status = gm_sm2_decrypt(&table_key, form, out, sizeof out, &n, b->p, b->len);
    CHECK_MSG(status == GM_ERR_VERIFY && n == 0, "%s: decrypted with %d", what, (int)status);
    CHECK_MEM(out, zero, sizeof out);
    memset(out, 0xa5, sizeof out);
    status = gm_sm2_ciphertext_convert(GM_SM2_C1C2C3_COMPRESSED, out, sizeof out, &n, form, b->p, b->len);
    CHECK_MSG(status == GM_ERR_ENCODING && n == 0 && out[0] == 0xa5, "%s: converted with %d", what, (int)status);
    status = gm_sm2_layout_read(&layout, form, b->p, b->len, b->len);
    CHECK_MSG(status == GM_ERR_ENCODING, "%s: layout with %d", what, (int)status);
}

/* Each of them would be right but for one thing. */
static void table_of_encodings(void)
{
    gm_sm2_public_key pub;
    uint8_t text[40], raw[200], x[33], y[33], c3[32], c2[40], zeros[32] = {0};
    size_t n;
    const struct sm2_env env = gmi_sm2_env();
    table_key = key_pair(&pub);
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    rand_bytes(text, sizeof text);
    for (u256 k = {{1, 0, 0, 0}};; k.w[0]++) { /* x with its high bit set, y without */
        struct sm2_nonces nonces = {&k, 1};
        CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, raw, sizeof raw, &n, text, sizeof text));
        if (raw[1] >= 0x80 && raw[1] < 0xff && raw[33] < 0x80 && raw[33] > 0)
            break;
    }
    x[0] = y[0] = 0;
    memcpy(x + 1, raw + 1, 32);
    memcpy(y + 1, raw + 33, 32);
    memcpy(c3, raw + 65, 32);
    memcpy(c2, raw + 97, 40);

    struct bytes c, b;
#define DER(xp, xn, yp, yn, c3n, c2n)                                                                \
    (c.len = 0, put_element(&c, 2, xp, xn), put_element(&c, 2, yp, yn), put_element(&c, 4, c3, c3n), \
     put_element(&c, 4, c2, c2n), b = sequence(&c))
    DER(x, 33, y + 1, 32, 32, 40);
    CHECK_OK(gm_sm2_decrypt(&table_key, GM_SM2_DER, got, sizeof got, &n, b.p, b.len));
    CHECK_MEM(got, text, 40);
    const struct bytes good = b;

    DER(x + 1, 32, y + 1, 32, 32, 40);
    refuse("x negative", GM_SM2_DER, &b);
    DER(x, 33, y, 33, 32, 40);
    refuse("y with a needless zero", GM_SM2_DER, &b);
    DER(x, 33, y + 2, 31, 32, 40);
    refuse("y cut at the front", GM_SM2_DER, &b);
    DER(x, 32, y + 1, 32, 32, 40);
    refuse("x cut at the end", GM_SM2_DER, &b);
    DER(x, 0, y + 1, 32, 32, 40);
    refuse("x of no bytes", GM_SM2_DER, &b);
    DER(x, 33, y + 1, 32, 31, 40);
    refuse("C3 of 31 bytes", GM_SM2_DER, &b);
    DER(x, 33, y + 1, 32, 0, 40);
    refuse("C3 of no bytes", GM_SM2_DER, &b);
    DER(x, 33, y + 1, 32, 32, 0);
    refuse("C2 of no bytes", GM_SM2_DER, &b);
    DER(zeros, 1, zeros, 1, 32, 40);
    refuse("(0, 0)", GM_SM2_DER, &b);

    c.len = 0;
    put_element(&c, 2, x, 33);
    put_element(&c, 2, y + 1, 32);
    put_element(&c, 4, c2, 40);
    put_element(&c, 4, c3, 32);
    b = sequence(&c);
    refuse("C2 before C3", GM_SM2_DER, &b);
    c.len = 0;
    put_element(&c, 2, y + 1, 32);
    put_element(&c, 2, x, 33);
    put_element(&c, 4, c3, 32);
    put_element(&c, 4, c2, 40);
    b = sequence(&c);
    refuse("y before x", GM_SM2_DER, &b);
    static const struct {
        const char *what;
        size_t at;
        uint8_t value;
    } changes[] = {{"SET", 0, 0x31},
                   {"primitive", 0, 0x10},
                   {"x as an OCTET STRING", 3, 4},
                   {"y as an ENUMERATED", 38, 10},
                   {"C3 as a BIT STRING", 72, 3},
                   {"C3 constructed", 72, 0x24},
                   {"C2 as a BIT STRING", 106, 3},
                   {"C2 longer than the rest", 107, 41},
                   {"C2 shorter than the rest", 107, 39},
                   {"sequence longer", 2, 0x92},
                   {"sequence shorter", 2, 0x90},
                   {"indefinite", 1, 0x80},
                   {"length of 127 octets", 1, 0xff},
                   {"C2 indefinite", 107, 0x80}};
    for (size_t i = 0; i < GM_COUNT(changes); i++) {
        b = good;
        CHECK(b.p[changes[i].at] != changes[i].value);
        b.p[changes[i].at] = changes[i].value;
        refuse(changes[i].what, GM_SM2_DER, &b);
    }
    b = good;
    b.p[b.len++] = 0;
    refuse("a byte after the end", GM_SM2_DER, &b);
    b.p[2]++;
    refuse("a byte at the end of the sequence", GM_SM2_DER, &b);
    b.len = 0;
    put(&b, "\x30\x82\x00\x91", 4);
    put(&b, good.p + 3, good.len - 3);
    refuse("length in two octets", GM_SM2_DER, &b);
    c = good;
    memmove(c.p, c.p + 3, c.len -= 3);
    memmove(c.p + 105, c.p + 104, c.len - 104);
    c.p[104] = 0x81;
    c.len++;
    b = sequence(&c);
    refuse("C2's length in long form", GM_SM2_DER, &b);
    b.len = 0;
    refuse("nothing", GM_SM2_DER, &b);
    b.p[b.len++] = 0x30;
    refuse("one byte", GM_SM2_DER, &b);
    b.p[b.len++] = 0;
    refuse("empty sequence", GM_SM2_DER, &b);
    b = good;
    refuse("DER as C1C3C2", GM_SM2_C1C3C2, &b);
    refuse("DER as compressed", GM_SM2_C1C3C2_COMPRESSED, &b);
    refuse("DER as bare", GM_SM2_C1C3C2_BARE, &b);

    /* x + p still has 32 bytes for x below 2^256 - p; y likewise. Here p itself, 2^256 - 1, infinity. */
    u256 big;
    for (int what = 0; what < 4; what++) {
        memcpy(b.p, raw, b.len = 137);
        big = env.curve->p.m;
        if (what % 2 == 1)
            big = (u256){{~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}};
        u256_to_be(b.p + (what < 2 ? 1 : 33), &big);
        refuse("coordinate not below p", GM_SM2_C1C3C2, &b);
        memmove(b.p, b.p + 1, --b.len);
        refuse("bare coordinate not below p", GM_SM2_C1C3C2_BARE, &b);
    }
    memset(b.p, 0, 137);
    b.len = 137;
    refuse("zeros", GM_SM2_C1C3C2, &b);
    refuse("bare zeros", GM_SM2_C1C3C2_BARE, &b);
    b.p[0] = 4;
    refuse("04 and zeros", GM_SM2_C1C3C2, &b);
    for (unsigned first = 0; first < 256; first++) {
        memcpy(b.p, raw, b.len = 137);
        b.p[0] = (uint8_t)first;
        if (first != 4)
            refuse("another first byte", GM_SM2_C1C3C2, &b);
        if (first != 2 && first != 3)
            refuse("another first byte, compressed", GM_SM2_C1C3C2_COMPRESSED, &b);
    }
    /* x without a point. */
    struct ec_point none;
    u256 at = {{2, 0, 0, 0}};
    while (env.row->lift_x_vartime(env.curve, &none, &at, 0))
        at.w[0]++;
    memset(b.p, 0x11, sizeof b.p);
    b.len = 100;
    b.p[0] = 2;
    u256_to_be(b.p + 1, &at);
    refuse("x without a point", GM_SM2_C1C3C2_COMPRESSED, &b);
    u256_to_be(b.p + 1, &env.curve->p.m);
    refuse("x = p, compressed", GM_SM2_C1C2C3_COMPRESSED, &b);
#undef DER
}

static void bad_arguments(void)
{
    const u256 k = {{3, 0, 0, 0}};
    size_t n = 77;
    make_all(&k, 50);
    CHECK_EQ(gm_sm2_ciphertext_convert(0, got, 300, &n, GM_SM2_DER, made[0], made_len[0]), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, got, 300, &n, 8, made[0], made_len[0]), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, NULL, 300, &n, GM_SM2_DER, made[0], made_len[0]), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, got, 300, NULL, GM_SM2_DER, made[0], made_len[0]), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, got, 300, &n, GM_SM2_DER, NULL, made_len[0]), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, made[0], 300, &n, GM_SM2_DER, made[0], made_len[0]),
             GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, NULL, 0, &n, GM_SM2_DER, NULL, 0), GM_ERR_ENCODING);
    CHECK_EQ(gm_sm2_ciphertext_convert(GM_SM2_DER, NULL, 0, &n, GM_SM2_DER, made[0], made_len[0]), GM_ERR_BUFFER);
}

TEST_SUITE(encrypt_forms, CASE(between_all_forms), CASE(short_coordinates), CASE(layouts), CASE(long_layouts),
           CASE(sizes), CASE(table_of_encodings), CASE(bad_arguments));
