/* Hex: every byte, every character in every place, white space, bad input, buffers. */
#include <guomi/codec.h>

#include "gmtest.h"

static void every_byte(void)
{
    uint8_t bytes[256], back[256];
    char text[513], want[513], upper[513];
    size_t n;
    for (int i = 0; i < 256; i++) {
        bytes[i] = (uint8_t)i;
        snprintf(want + 2 * i, 3, "%02x", (unsigned)i);
        snprintf(upper + 2 * i, 3, "%02X", (unsigned)i);
    }
    text[512] = '!';
    CHECK_OK(gm_hex_encode(text, bytes, 256));
    CHECK_MEM(text, want, 512);
    CHECK_EQ(text[512], '!');
    CHECK_OK(gm_hex_decode(back, sizeof back, &n, text, 512));
    CHECK_EQ(n, 256);
    CHECK_MEM(back, bytes, 256);
    CHECK_OK(gm_hex_decode(back, sizeof back, &n, upper, 512));
    CHECK_EQ(n, 256);
    CHECK_MEM(back, bytes, 256);
}

static int is_digit(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* All pairs of characters. */
static void every_pair(void)
{
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            char text[3] = {(char)a, (char)b, 0};
            uint8_t byte = 0xee;
            size_t n = 9;
            int space_a = a == ' ' || (a >= 9 && a <= 13 && a != 11 && a != 12);
            int space_b = b == ' ' || (b >= 9 && b <= 13 && b != 11 && b != 12);
            gm_status st = gm_hex_decode(&byte, 1, &n, text, 2);
            if (is_digit(a) && is_digit(b)) {
                CHECK_EQ(st, GM_OK);
                CHECK_EQ(n, 1);
                CHECK_EQ(byte, strtoul(text, NULL, 16));
            } else if (space_a && space_b) {
                CHECK_EQ(st, GM_OK);
                CHECK_EQ(n, 0);
                CHECK_EQ(byte, 0xee);
            } else {
                CHECK_MSG(st == GM_ERR_ENCODING, "%d %d gives %d", a, b, st);
                CHECK_EQ(n, 0);
                CHECK_EQ(byte, 0);
            }
        }
}

static void white_space(void)
{
    static const char good[] = " \t\r\n01\n02  03\r\n\t04 ";
    static const uint8_t want[] = {1, 2, 3, 4};
    uint8_t out[8];
    size_t n;
    CHECK_OK(gm_hex_decode(out, sizeof out, &n, good, sizeof good - 1));
    CHECK_EQ(n, 4);
    CHECK_MEM(out, want, 4);
    CHECK_EQ(gm_hex_decode(out, sizeof out, &n, "0 1", 3), GM_ERR_ENCODING);
    CHECK_EQ(gm_hex_decode(out, sizeof out, &n, "01 0", 4), GM_ERR_ENCODING);
    CHECK_EQ(gm_hex_decode(out, sizeof out, &n, "01 0 ", 5), GM_ERR_ENCODING);
    CHECK_EQ(gm_hex_decode(out, sizeof out, &n, "01\v02", 5), GM_ERR_ENCODING);
    CHECK_EQ(gm_hex_decode(out, sizeof out, &n, "01\0", 3), GM_ERR_ENCODING);
}

/* One wrong character anywhere spoils the whole, and nothing of the bytes stays. */
static void one_wrong_character(void)
{
    for (size_t len = 1; len <= 40; len++)
        for (size_t at = 0; at < 2 * len; at++) {
            uint8_t bytes[40], out[50];
            static const uint8_t zeros[50];
            char text[80];
            size_t n = 1;
            rand_bytes(bytes, len);
            CHECK_OK(gm_hex_encode(text, bytes, len));
            text[at] = "g/:@G`\x80\xff"[rand_below(8)];
            memset(out, 0xee, sizeof out);
            CHECK_EQ(gm_hex_decode(out, sizeof out, &n, text, 2 * len), GM_ERR_ENCODING);
            CHECK_EQ(n, 0);
            CHECK_MEM(out, zeros, sizeof out);
        }
}

static void buffers(void)
{
    uint8_t out[5];
    static const uint8_t zeros[5];
    size_t n = 7;
    CHECK_OK(gm_hex_decode(out, 4, &n, "01020304", 8));
    CHECK_EQ(n, 4);
    memset(out, 0xee, sizeof out);
    CHECK_EQ(gm_hex_decode(out, 3, &n, "01020304", 8), GM_ERR_BUFFER);
    CHECK_EQ(n, 0);
    CHECK_MEM(out, zeros, 3);
    CHECK_EQ(out[3], 0xee);
    CHECK_EQ(gm_hex_decode(NULL, 0, &n, "01", 2), GM_ERR_BUFFER);
    CHECK_EQ(gm_hex_decode(NULL, 0, &n, "0g", 2), GM_ERR_ENCODING); /* bad text comes first */
    CHECK_OK(gm_hex_decode(NULL, 0, &n, " ", 1));
    CHECK_OK(gm_hex_decode(NULL, 0, &n, NULL, 0));
    CHECK_EQ(n, 0);
    CHECK_OK(gm_hex_encode(NULL, NULL, 0));
}

static void bad_arguments(void)
{
    uint8_t byte = 1;
    char text[2] = {'x', 'y'};
    size_t n = 7;
    CHECK_EQ(gm_hex_encode(NULL, &byte, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hex_encode(text, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hex_encode(text, &byte, SIZE_MAX / 2 + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hex_decode(NULL, 1, &n, "00", 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hex_decode(&byte, 1, NULL, "00", 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_hex_decode(&byte, 1, &n, NULL, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(byte, 1);
    CHECK_EQ(n, 7);
    CHECK_EQ(text[0], 'x');
}

TEST_SUITE(hex, CASE(every_byte), CASE(every_pair), CASE(white_space), CASE(one_wrong_character), CASE(buffers),
           CASE(bad_arguments));
