/* What has one implementation for all machines: comparison, wiping, hex, Base64, padding. */
#include <guomi/codec.h>
#include <guomi/mem.h>
#include <guomi/sm4.h>
#include <string.h>

#include "ctime.h"

static uint8_t bytes[70];
static char text[140];
static size_t length;

/* Public noise that differs from run to run. */
static uint64_t noise;

static unsigned next(void)
{
    noise = noise * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(noise >> 40);
}

static void start(void)
{
    noise = 77 + ct_run();
    memset(bytes, 0, sizeof bytes);
    memset(text, 0, sizeof text);
}

/* Two secrets that are equal, or that differ in a place that changes from run to run. */
static void compare(int same)
{
    static uint8_t a[40], b[40];
    volatile int result;
    ct_secret(a, sizeof a);
    memcpy(b, a, sizeof b);
    if (!same)
        b[(5 + 7 * ct_run()) % sizeof b] ^= (uint8_t)(1 << ct_run() % 8);
    ct_begin();
    result = gm_equal(a, b, sizeof a);
    ct_end();
    (void)result;
}

static void equal(const void *row)
{
    (void)row;
    compare(1);
}

static void unequal(const void *row)
{
    (void)row;
    compare(0);
}

static void wipe(const void *row)
{
    (void)row;
    ct_secret(bytes, sizeof bytes);
    ct_begin();
    gm_wipe(bytes, sizeof bytes);
    ct_end();
}

/* ---- text ---- */

static const char hex_digits[] = "0123456789abcdefABCDEF";
static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* n characters of an alphabet, with a space here and there as the codec allows. */
static size_t write_text(const char *alphabet, size_t n)
{
    size_t at = 0, count = strlen(alphabet);
    for (size_t i = 0; i < n; i++) {
        text[at++] = alphabet[next() % count];
        if (i % 20 == 19)
            text[at++] = '\n';
    }
    return at;
}

static void hex_encode(const void *row)
{
    (void)row;
    start();
    ct_secret(bytes, 33);
    ct_begin();
    (void)!gm_hex_encode(text, bytes, 33);
    ct_end();
    ct_result(text, 66);
}

static void hex_decode(const void *row)
{
    (void)row;
    start();
    size_t n = write_text(hex_digits, 80);
    ct_mark_secret(text, n);
    ct_begin();
    (void)!gm_hex_decode(bytes, sizeof bytes, &length, text, n);
    ct_end();
    ct_result(bytes, 40);
}

static void hex_decode_bad(const void *row)
{
    (void)row;
    start();
    size_t n = write_text(hex_digits, 80);
    text[ct_run() % 20] = "ghxz!@/:`G"[ct_run() % 10];
    ct_mark_secret(text, n);
    ct_begin();
    (void)!gm_hex_decode(bytes, sizeof bytes, &length, text, n);
    ct_end();
}

static void base64_encode(const void *row)
{
    (void)row;
    start();
    ct_secret(bytes, 34);
    ct_begin();
    (void)!gm_base64_encode(text, bytes, 34);
    ct_end();
    ct_result(text, 46); /* two places of padding follow */
}

static void base64_decode(const void *row)
{
    (void)row;
    start();
    size_t n = write_text(base64_digits, 84);
    ct_mark_secret(text, n);
    ct_begin();
    (void)!gm_base64_decode(bytes, sizeof bytes, &length, text, n);
    ct_end();
    ct_result(bytes, 63);
}

static void base64_decode_bad(const void *row)
{
    (void)row;
    start();
    size_t n = write_text(base64_digits, 84);
    text[ct_run() % 20] = "!-_.*[{@`:"[ct_run() % 10];
    ct_mark_secret(text, n);
    ct_begin();
    (void)!gm_base64_decode(bytes, sizeof bytes, &length, text, n);
    ct_end();
}

/* ---- padding ---- */

/* Right padding of every length in turn, and padding that is wrong in turning places:
 * within one of the two classes the runs must be alike. */
static void unpad(gm_sm4_padding padding, int good)
{
    size_t used = (5 * ct_run() + 3) % 16;
    start();
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(next() | 1);
    (void)!gm_sm4_pad(padding, bytes, &length, used);
    if (!good && padding == GM_SM4_PAD_PKCS7 && used < 15 && ct_run() % 2)
        bytes[14] ^= 0x40;
    else if (!good)
        bytes[15] = (uint8_t)(17 + 3 * ct_run());
    ct_mark_secret(bytes, 16);
    ct_begin();
    (void)!gm_sm4_unpad(padding, &length, bytes);
    ct_end();
}

#define UNPAD(name, padding)                 \
    static void name##_good(const void *row) \
    {                                        \
        (void)row;                           \
        unpad(padding, 1);                   \
    }                                        \
    static void name##_bad(const void *row)  \
    {                                        \
        (void)row;                           \
        unpad(padding, 0);                   \
    }
UNPAD(unpad_pkcs7, GM_SM4_PAD_PKCS7)
UNPAD(unpad_iso7816, GM_SM4_PAD_ISO7816)
UNPAD(unpad_x923, GM_SM4_PAD_X923)
UNPAD(unpad_zero, GM_SM4_PAD_ZERO)

const struct ct_case ct_common_cases[] = {
    {"equal", equal},
    {"unequal", unequal},
    {"wipe", wipe},
    {"hex-encode", hex_encode},
    {"hex-decode", hex_decode},
    {"hex-decode-bad", hex_decode_bad},
    {"base64-encode", base64_encode},
    {"base64-decode", base64_decode},
    {"base64-decode-bad", base64_decode_bad},
    {"unpad-pkcs7-good", unpad_pkcs7_good},
    {"unpad-pkcs7-bad", unpad_pkcs7_bad},
    {"unpad-iso7816-good", unpad_iso7816_good},
    {"unpad-iso7816-bad", unpad_iso7816_bad},
    {"unpad-x923-good", unpad_x923_good},
    {"unpad-x923-bad", unpad_x923_bad},
    {"unpad-zero-good", unpad_zero_good},
    {"unpad-zero-any", unpad_zero_bad},

    {NULL, NULL},
};
