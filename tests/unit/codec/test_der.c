/* DER: every header, INTEGERs at their borders, everything that is BER and not DER, the writer against the reader. */
#include "codec/der.h"
#include "gmtest.h"

/* The input as a cursor over memory of its exact size. */
static struct der from(uint8_t *copy, const uint8_t *bytes, size_t len)
{
    memcpy(copy, bytes, len);
    return (struct der){copy, len};
}

#define DER(...) from(buffer, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* A refusal leaves the cursor where it stood. */
#define REFUSED(call, cursor)                \
    do {                                     \
        struct der before_ = cursor;         \
        CHECK_EQ(call, 0);                   \
        CHECK(before_.p == (cursor).p);      \
        CHECK_EQ((cursor).len, before_.len); \
    } while (0)

static void headers(void)
{
    static uint8_t in[70000];
    static const size_t lens[] = {0, 1, 127, 128, 255, 256, 257, 65535, 65536, 66000};
    for (size_t i = 0; i < GM_COUNT(lens); i++) {
        size_t len = lens[i], head = len < 128 ? 2 : len < 256 ? 3 : len < 65536 ? 4 : 5;
        struct der_writer w = {in + head + len, 0};
        struct der cursor = {in, head + len}, content;
        rand_bytes(in, sizeof in);
        w.len = len;
        gmi_der_put_header(&w, DER_OCTET_STRING, 0);
        CHECK_EQ(w.len, head + len);
        CHECK_EQ(gmi_der_tag(&cursor), DER_OCTET_STRING);
        REFUSED(gmi_der_next(&cursor, DER_SEQUENCE, &content), cursor);
        cursor.len--;
        REFUSED(gmi_der_next(&cursor, DER_OCTET_STRING, &content), cursor);
        cursor.len += 2; /* what follows is left alone */
        CHECK(gmi_der_next(&cursor, DER_OCTET_STRING, &content));
        CHECK(content.p == in + head);
        CHECK_EQ(content.len, len);
        CHECK_EQ(cursor.len, 1);
        CHECK(!gmi_der_end(&cursor));
    }
}

/* All pairs of first octets, against the rules written down once more. */
static void all_headers(void)
{
    for (unsigned tag = 0; tag < 256; tag++)
        for (unsigned first = 0; first < 256; first++) {
            uint8_t in[2 + 130] = {(uint8_t)tag, (uint8_t)first};
            struct der cursor = {in, sizeof in}, content = {0};
            int found = -2;
            if (first == 0x81)
                in[2] = 128;
            if (first == 0x82)
                in[2] = 1; /* more than there is */
            int good = tag != 0 && (tag & 31) != 31 && (first < 0x80 || first == 0x81);
            if (!good) {
                REFUSED(gmi_der_any(&cursor, &found, &content), cursor);
                continue;
            }
            CHECK(gmi_der_any(&cursor, &found, &content));
            CHECK_EQ(found, tag);
            CHECK_EQ(content.len, first < 0x80 ? first : 128);
            CHECK(content.p + content.len == cursor.p);
            CHECK(cursor.p + cursor.len == in + sizeof in);
        }
}

static void not_der(void)
{
    uint8_t buffer[32];
    struct der in, content;
    int tag;
    static const struct {
        const char *what;
        uint8_t bytes[12];
        size_t len;
    } bad[] = {
        {"nothing", {0}, 0},
        {"a tag alone", {0x30}, 1},
        {"no content", {0x30, 1}, 2},
        {"indefinite length", {0x30, 0x80, 0, 0}, 4},
        {"long form of 1", {0x30, 0x81, 1, 0}, 4},
        {"long form of 127 cut", {0x30, 0x81, 127}, 3},
        {"length with a leading 0", {0x30, 0x82, 0, 3, 1, 2, 3}, 7},
        {"length cut", {0x30, 0x82, 1}, 3},
        {"length of eight octets", {0x30, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, 10},
        {"length of nine octets", {0x30, 0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0}, 11},
        {"length 127 octets long", {0x30, 0xff, 1, 1}, 4},
        {"a tag of two octets", {0x3f, 0x81, 0x01, 0}, 4},
    };
    for (size_t i = 0; i < GM_COUNT(bad); i++) {
        in = from(buffer, bad[i].bytes, bad[i].len);
        CHECK_MSG(!gmi_der_any(&in, &tag, &content), "%s", bad[i].what);
        CHECK(in.p == buffer);
        CHECK_EQ(in.len, bad[i].len);
    }
    in = (struct der){buffer, 0};
    CHECK_EQ(gmi_der_tag(&in), -1);
    CHECK(gmi_der_end(&in));
}

static void numbers(void)
{
    uint8_t buffer[48], out[32], want[32] = {0};
    uint64_t value = 7;
    struct der in;
    in = DER(2, 1, 0);
    CHECK(gmi_der_uint256(&in, out));
    CHECK_MEM(out, want, 32);
    CHECK(gmi_der_end(&in));
    in = DER(2, 1, 127, 9);
    CHECK(gmi_der_uint256(&in, out));
    want[31] = 127;
    CHECK_MEM(out, want, 32);
    CHECK_EQ(in.len, 1);
    in = DER(2, 2, 0, 128);
    CHECK(gmi_der_uint64(&in, &value));
    CHECK_EQ(value, 128);
    in = DER(2, 9, 0, 255, 255, 255, 255, 255, 255, 255, 255);
    CHECK(gmi_der_uint64(&in, &value));
    CHECK(value == UINT64_MAX);
    in = DER(2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    REFUSED(gmi_der_uint64(&in, &value), in);
    in = DER(2, 10, 0, 128, 0, 0, 0, 0, 0, 0, 0, 0);
    REFUSED(gmi_der_uint64(&in, &value), in);
    in = DER(2, 0);
    REFUSED(gmi_der_uint64(&in, &value), in);
    in = DER(2, 1, 128); /* -128 */
    REFUSED(gmi_der_uint64(&in, &value), in);
    in = DER(2, 2, 255, 1); /* negative */
    REFUSED(gmi_der_uint256(&in, out), in);
    in = DER(2, 2, 0, 127); /* a zero too many */
    REFUSED(gmi_der_uint256(&in, out), in);
    in = DER(2, 2, 0, 0);
    REFUSED(gmi_der_uint256(&in, out), in);
    in = DER(4, 1, 1);
    REFUSED(gmi_der_uint256(&in, out), in);
    in = DER(2, 1, 3);
    REFUSED(gmi_der_version(&in, 2), in);
    CHECK(gmi_der_version(&in, 3));
    in = DER(2, 2, 0, 3);
    REFUSED(gmi_der_version(&in, 3), in);
}

/* Numbers of every bit length, there and back; each in the shortest form, which is compared by hand. */
static void every_bit_length(void)
{
    for (unsigned bits = 0; bits <= 256; bits++) {
        uint8_t value[32] = {0}, out[32], der[35];
        rand_bytes(value, sizeof value);
        for (unsigned i = 0; i < 256; i++) { /* bit i counted from the highest */
            unsigned left = 256 - i;
            if (left > bits)
                value[i / 8] &= (uint8_t)~(0x80 >> i % 8);
            if (left == bits)
                value[i / 8] |= (uint8_t)(0x80 >> i % 8);
        }
        size_t len = bits / 8 + 1; /* with room for the sign */
        struct der_writer count = {NULL, 0};
        gmi_der_put_uint256(&count, value);
        CHECK_EQ(count.len, 2 + len);
        struct der_writer w = {der + count.len, 0};
        gmi_der_put_uint256(&w, value);
        CHECK_EQ(w.len, count.len);
        CHECK_EQ(der[0], 2);
        CHECK_EQ(der[1], len);
        CHECK_EQ(der[2], len == 33 ? 0 : value[32 - len]);
        struct der in = {der, count.len};
        CHECK(gmi_der_uint256(&in, out));
        CHECK(gmi_der_end(&in));
        CHECK_MEM(out, value, 32);
        if (bits <= 64) {
            uint64_t number = 0, back;
            for (int i = 24; i < 32; i++)
                number = number << 8 | value[i];
            struct der_writer small = {der + count.len, 0};
            gmi_der_put_uint64(&small, number);
            CHECK_EQ(small.len, count.len);
            in = (struct der){der, count.len};
            CHECK(gmi_der_uint64(&in, &back));
            CHECK(back == number);
        }
    }
    /* 2^256 and more. */
    uint8_t buffer[40] = {2, 33, 1};
    uint8_t out[32];
    struct der in = {buffer, 35};
    REFUSED(gmi_der_uint256(&in, out), in);
    buffer[1] = 34;
    buffer[2] = 0;
    buffer[3] = 0x80;
    in.len = 36;
    REFUSED(gmi_der_uint256(&in, out), in);
}

static void small_types(void)
{
    uint8_t buffer[16];
    static const uint8_t oid[] = {0x2a, 0x81, 0x1c};
    struct der in, content;
    in = DER(3, 3, 0, 0xaa, 0xbb);
    CHECK(gmi_der_bits(&in, &content));
    CHECK_EQ(content.len, 2);
    CHECK_EQ(content.p[0], 0xaa);
    in = DER(3, 1, 0);
    CHECK(gmi_der_bits(&in, &content));
    CHECK_EQ(content.len, 0);
    in = DER(3, 0);
    REFUSED(gmi_der_bits(&in, &content), in);
    for (unsigned unused = 1; unused < 256; unused++) {
        in = DER(3, 2, (uint8_t)unused, 0);
        REFUSED(gmi_der_bits(&in, &content), in);
    }
    in = DER(0x23, 4, 3, 2, 0, 1); /* a constructed string is BER */
    REFUSED(gmi_der_bits(&in, &content), in);
    in = DER(5, 0);
    CHECK(gmi_der_null(&in));
    in = DER(5, 1, 0);
    REFUSED(gmi_der_null(&in), in);
    in = DER(6, 3, 0x2a, 0x81, 0x1c);
    CHECK(gmi_der_next(&in, DER_OID, &content));
    CHECK(gmi_der_is(&content, oid, 3));
    CHECK(!gmi_der_is(&content, oid, 2));
    buffer[4] ^= 1;
    CHECK(!gmi_der_is(&content, oid, 3));
}

/* A nest of elements, described once and run twice. */
static void describe(struct der_writer *w, const uint8_t *bytes)
{
    size_t whole = w->len;
    gmi_der_put_bits(w, bytes, 200);
    size_t inner = w->len;
    gmi_der_put_element(w, DER_OCTET_STRING, bytes, 3);
    gmi_der_put_uint64(w, 300);
    gmi_der_put_header(w, DER_EXPLICIT(1), inner);
    gmi_der_put_element(w, DER_NULL, NULL, 0);
    gmi_der_put_header(w, DER_SEQUENCE, whole);
}

static void nested(void)
{
    uint8_t bytes[200], out[256];
    uint64_t number;
    struct der in, sequence, inner, content;
    rand_bytes(bytes, sizeof bytes);
    struct der_writer count = {NULL, 0};
    describe(&count, bytes);
    CHECK_EQ(count.len, 3 + 2 + (2 + 4 + 5) + 3 + 201);
    memset(out, 0xee, sizeof out);
    struct der_writer w = {out + count.len, 0};
    describe(&w, bytes);
    CHECK_EQ(out[count.len], 0xee);
    in = (struct der){out, count.len};
    CHECK(gmi_der_next(&in, DER_SEQUENCE, &sequence) && gmi_der_end(&in));
    CHECK(gmi_der_null(&sequence));
    CHECK(gmi_der_next(&sequence, DER_EXPLICIT(1), &inner));
    CHECK(gmi_der_uint64(&inner, &number));
    CHECK_EQ(number, 300);
    CHECK(gmi_der_next(&inner, DER_OCTET_STRING, &content) && gmi_der_end(&inner));
    CHECK_MEM(content.p, bytes, 3);
    CHECK(gmi_der_bits(&sequence, &content) && gmi_der_end(&sequence));
    CHECK_EQ(content.len, 200);
    CHECK_MEM(content.p, bytes, 200);
}

TEST_SUITE(der, CASE(headers), CASE(all_headers), CASE(not_der), CASE(numbers), CASE(every_bit_length),
           CASE(small_types), CASE(nested));
