/* The DER form of signatures: one encoding, and a table of what is near it. */
#include "sm2test.h"

#define R32 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static size_t from_hex(uint8_t *out, const char *hex)
{
    size_t n = 0;
    for (; hex[0] != 0; hex += 2)
        out[n++] = (uint8_t)(vec_digit(hex[0]) * 16 + vec_digit(hex[1]));
    return n;
}

/* r, s as short hex; the one encoding. */
static void good(void)
{
    static const struct {
        const char *r, *s, *der;
    } table[] = {
        {"01", "02", "3006020101020102"},
        {"00", "00", "3006020100020100"},
        {"7f", "80", "300702017f02020080"},
        {"ff", "0100", "3008020200ff02020100"},
        {"80000000", "7fffffff", "300d0205008000000002047fffffff"},
        {"7f112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "01",
         "302502207f112233445566778899aabbccddeeff00112233445566778899aabbccddeeff020101"},
        {"80112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "01",
         "302602210080112233445566778899aabbccddeeff00112233445566778899aabbccddeeff020101"},
    };
    for (size_t i = 0; i < GM_COUNT(table); i++) {
        uint8_t signature[64] = {0}, again[64], der[GM_SM2_SIGNATURE_DER_MAX], want[80], number[40];
        size_t len = 0, want_len = from_hex(want, table[i].der), n = from_hex(number, table[i].r);
        memcpy(signature + 32 - n, number, n);
        n = from_hex(number, table[i].s);
        memcpy(signature + 64 - n, number, n);
        CHECK_OK(gm_sm2_signature_to_der(der, &len, signature));
        CHECK_EQ(len, want_len);
        CHECK_MEM(der, want, want_len);
        CHECK_OK(gm_sm2_signature_from_der(again, want, want_len));
        CHECK_MEM(again, signature, 64);
    }
}

/* Around 3006020101020102. */
static void bad(void)
{
    static const char *const table[] = {
        "",                                 /* nothing                              */
        "30",                               /* no length                            */
        "3006",                             /* no content                           */
        "300602010102010200",               /* a byte after the sequence            */
        "300702010102010200",               /* a byte after s                       */
        "3009020101020102020103",           /* a third number                       */
        "3003020101",                       /* no s                                 */
        "3000",                             /* neither                              */
        "30060201010201",                   /* cut                                  */
        "3106020101020102",                 /* a set                                */
        "3006040101020102",                 /* r is an octet string                 */
        "3006020101040102",                 /* s is an octet string                 */
        "a006020101020102",                 /* a context tag                        */
        "300702020001020102",               /* r padded                             */
        "300702010102020002",               /* s padded                             */
        "30060201ff020102",                 /* r negative                           */
        "3006020101020180",                 /* s negative                           */
        "30050200020102",                   /* r of no bytes                        */
        "30050201010200",                   /* s of no bytes                        */
        "308106020101020102",               /* sequence: length in long form        */
        "30820006020101020102",             /* and longer                           */
        "30800201010201020000",             /* indefinite                           */
        "300702810101020102",               /* r: length in long form               */
        "30080282000101020102",             /* and longer                           */
        "3084ffffffff020101020102",         /* a length that is not there           */
        "30880000000000000006020101020102", /* a length of eight bytes            */
        "302702220000" R32 "020101",        /* r of 34 bytes                        */
        "3026022101" R32 "020101",          /* r has 257 bits                       */
    };
    for (size_t i = 0; i < GM_COUNT(table); i++) {
        uint8_t der[100], signature[64], before[64];
        size_t len = from_hex(der, table[i]);
        memset(signature, 0x5a, 64);
        memcpy(before, signature, 64);
        CHECK_MSG(gm_sm2_signature_from_der(signature, der, len) == GM_ERR_ENCODING, "%s", table[i]);
        CHECK_MEM(signature, before, 64);
    }
}

/* Any signature comes back; every shorter string and every changed header is refused. */
static void random_ones(void)
{
    for (int i = 0; i < 400; i++) {
        uint8_t signature[64], again[64], der[GM_SM2_SIGNATURE_DER_MAX + 1];
        size_t len;
        rand_bytes(signature, 64);
        memset(signature, 0, rand_below(33));
        memset(signature + 32, 0, rand_below(33));
        CHECK_OK(gm_sm2_signature_to_der(der, &len, signature));
        CHECK(len >= 8 && len <= GM_SM2_SIGNATURE_DER_MAX);
        CHECK_OK(gm_sm2_signature_from_der(again, der, len));
        CHECK_MEM(again, signature, 64);
        for (size_t shorter = 0; shorter < len; shorter++)
            CHECK_EQ(gm_sm2_signature_from_der(again, der, shorter), GM_ERR_ENCODING);
        der[len] = 0;
        CHECK_EQ(gm_sm2_signature_from_der(again, der, len + 1), GM_ERR_ENCODING);
        size_t at = rand_below(2);
        der[at] ^= (uint8_t)(1 << rand_below(8));
        CHECK_EQ(gm_sm2_signature_from_der(again, der, len), GM_ERR_ENCODING);
    }
    /* In place. */
    uint8_t buffer[GM_SM2_SIGNATURE_DER_MAX], signature[64];
    size_t len;
    rand_bytes(signature, 64);
    CHECK_OK(gm_sm2_signature_to_der(buffer, &len, signature));
    CHECK_OK(gm_sm2_signature_from_der(buffer, buffer, len));
    CHECK_MEM(buffer, signature, 64);
}

static void refused(void)
{
    uint8_t signature[64] = {0}, der[GM_SM2_SIGNATURE_DER_MAX];
    size_t len = 7;
    CHECK_EQ(gm_sm2_signature_to_der(NULL, &len, signature), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_signature_to_der(der, NULL, signature), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_signature_to_der(der, &len, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(len, 7);
    CHECK_EQ(gm_sm2_signature_from_der(NULL, der, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_signature_from_der(signature, NULL, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_signature_from_der(signature, NULL, 0), GM_ERR_ENCODING);
}

TEST_SUITE(sm2_signature_der, CASE(good), CASE(bad), CASE(random_ones), CASE(refused));
