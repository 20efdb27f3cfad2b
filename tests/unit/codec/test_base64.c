/* Base64: RFC 4648's examples, every group, padding to the letter, white space, buffers. */
#include <guomi/codec.h>

#include "gmtest.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* RFC 4648, section 10. */
static void examples(void)
{
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < GM_COUNT(pairs); i++) {
        size_t len = strlen(pairs[i][0]), text_len = strlen(pairs[i][1]), n = 99;
        char text[9] = "!!!!!!!!";
        uint8_t back[8];
        CHECK_EQ(GM_BASE64_SIZE(len), text_len);
        CHECK_OK(gm_base64_encode(text, (const uint8_t *)pairs[i][0], len));
        CHECK_MEM(text, pairs[i][1], text_len);
        CHECK_EQ(text[text_len], text_len < 8 ? '!' : 0);
        CHECK(GM_BASE64_MAX_DECODED(text_len) >= len);
        CHECK_OK(gm_base64_decode(back, sizeof back, &n, pairs[i][1], text_len));
        CHECK_EQ(n, len);
        CHECK_MEM(back, pairs[i][0], len);
    }
}

/* The bits, one by one, for random bytes of every length up to 200. */
static void bit_by_bit(void)
{
    for (size_t len = 0; len <= 200; len++) {
        uint8_t in[200] = {0}, back[200];
        char text[272], want[272];
        size_t size = GM_BASE64_SIZE(len), n;
        rand_bytes(in, len);
        for (size_t i = 0; i < size; i++) {
            unsigned v = 0;
            for (size_t bit = 6 * i; bit < 6 * i + 6; bit++)
                v = v << 1 | (bit / 8 < len ? in[bit / 8] >> (7 - bit % 8) & 1 : 0);
            want[i] = 6 * i >= 8 * len ? '=' : alphabet[v];
        }
        CHECK_OK(gm_base64_encode(text, in, len));
        CHECK_MEM(text, want, size);
        CHECK_OK(gm_base64_decode(back, len, &n, text, size));
        CHECK_EQ(n, len);
        CHECK_MEM(back, in, len);
    }
}

/* Every character in every place of the last and of an inner group. */
static void every_character(void)
{
    for (int last = 0; last < 2; last++)
        for (int place = 0; place < 4; place++)
            for (int c = 0; c < 256; c++) {
                char text[] = "AAAABBBB";
                uint8_t out[6];
                size_t n;
                int space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
                const char *at = c != 0 ? strchr(alphabet, c) : NULL;
                int valid = at != NULL || (c == '=' && last && place == 3);
                /* "BBB=" is wrong for another reason: B leaves bits over. */
                if (c == '=' && last && place == 3)
                    text[6] = 'A' + 4;
                text[4 * last + place] = (char)c;
                gm_status st = gm_base64_decode(out, sizeof out, &n, text, 8);
                CHECK_MSG(st == (valid ? GM_OK : GM_ERR_ENCODING), "%d at %d: %d", c, 4 * last + place, st);
                if (at != NULL) {
                    unsigned bits = (unsigned)out[3 * last] << 16 | out[3 * last + 1] << 8 | out[3 * last + 2];
                    CHECK_EQ(bits >> (18 - 6 * place) & 63, at - alphabet);
                }
                if (space) /* seven characters are left */
                    CHECK_EQ(st, GM_ERR_ENCODING);
            }
}

static void padding(void)
{
    static const struct {
        const char *text;
        gm_status st;
    } cases[] = {
        {"Zg==", GM_OK},
        {"Zg=", GM_ERR_ENCODING},
        {"Zg", GM_ERR_ENCODING},
        {"Z", GM_ERR_ENCODING},
        {"=", GM_ERR_ENCODING},
        {"====", GM_ERR_ENCODING},
        {"Z===", GM_ERR_ENCODING},
        {"Zg=A", GM_ERR_ENCODING},
        {"Zh==", GM_ERR_ENCODING}, /* bits that belong to no byte */
        {"Zm9=", GM_ERR_ENCODING},
        {"Zm8=", GM_OK},
        {"Zg==Zg==", GM_ERR_ENCODING},
        {"Zg==\n", GM_OK},
        {"Zm9v====", GM_ERR_ENCODING},
        {"Zm9v=", GM_ERR_ENCODING},
        {"Zm9vZ", GM_ERR_ENCODING},
        {"Zm-_", GM_ERR_ENCODING}, /* the URL alphabet is another encoding */
        {" Z m\t9\r\nv ", GM_OK},
        {"Zg=\n=", GM_OK},
        {" \n\t\r", GM_OK},
    };
    for (size_t i = 0; i < GM_COUNT(cases); i++) {
        uint8_t out[16];
        size_t n;
        gm_status st = gm_base64_decode(out, sizeof out, &n, cases[i].text, strlen(cases[i].text));
        CHECK_MSG(st == cases[i].st, "'%s' gives %d", cases[i].text, st);
    }
    /* The spare bits of each kind of end: only zeros pass. */
    for (int v = 0; v < 64; v++) {
        char one[4] = {'A', alphabet[v], '=', '='}, two[4] = {'A', 'A', alphabet[v], '='};
        uint8_t out[3];
        size_t n;
        CHECK_EQ(gm_base64_decode(out, 3, &n, one, 4), v % 16 == 0 ? GM_OK : GM_ERR_ENCODING);
        CHECK_EQ(gm_base64_decode(out, 3, &n, two, 4), v % 4 == 0 ? GM_OK : GM_ERR_ENCODING);
    }
}

/* White space sprinkled anywhere changes nothing. */
static void white_space(void)
{
    for (int round = 0; round < 500; round++) {
        uint8_t in[60], out[60];
        char text[80], spaced[400];
        size_t len = rand_below(61), size = GM_BASE64_SIZE(len), at = 0, n;
        rand_bytes(in, len);
        CHECK_OK(gm_base64_encode(text, in, len));
        for (size_t i = 0; i <= size; i++) {
            for (size_t k = rand_below(4); k > 0; k--)
                spaced[at++] = " \t\r\n"[rand_below(4)];
            if (i < size)
                spaced[at++] = text[i];
        }
        CHECK_OK(gm_base64_decode(out, sizeof out, &n, spaced, at));
        CHECK_EQ(n, len);
        CHECK_MEM(out, in, len);
    }
}

static void buffers(void)
{
    for (size_t len = 1; len <= 20; len++)
        for (size_t size = 0; size < len; size++) {
            uint8_t in[20], out[21];
            static const uint8_t zeros[20];
            char text[28];
            size_t n = 5;
            rand_bytes(in, len);
            CHECK_OK(gm_base64_encode(text, in, len));
            memset(out, 0xee, sizeof out);
            CHECK_EQ(gm_base64_decode(out, size, &n, text, GM_BASE64_SIZE(len)), GM_ERR_BUFFER);
            CHECK_EQ(n, 0);
            CHECK_MEM(out, zeros, size);
            CHECK_EQ(out[size], 0xee);
            text[0] = '*'; /* bad text comes first */
            CHECK_EQ(gm_base64_decode(out, size, &n, text, GM_BASE64_SIZE(len)), GM_ERR_ENCODING);
        }
}

static void bad_arguments(void)
{
    uint8_t byte = 1;
    char text[4] = {'x', 'y', 'z', 'w'};
    size_t n = 7;
    CHECK_EQ(gm_base64_encode(NULL, &byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_base64_encode(text, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_base64_encode(text, &byte, SIZE_MAX / 2 + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_base64_decode(NULL, 1, &n, "AA==", 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_base64_decode(&byte, 1, NULL, "AA==", 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_base64_decode(&byte, 1, &n, NULL, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(byte, 1);
    CHECK_EQ(n, 7);
    CHECK_EQ(text[0], 'x');
    CHECK_OK(gm_base64_encode(NULL, NULL, 0));
    CHECK_OK(gm_base64_decode(NULL, 0, &n, NULL, 0));
    CHECK_EQ(n, 0);
}

TEST_SUITE(base64, CASE(examples), CASE(bit_by_bit), CASE(every_character), CASE(padding), CASE(white_space),
           CASE(buffers), CASE(bad_arguments));
