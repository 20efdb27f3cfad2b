/* PEM: the layouts of RFC 7468, headers of RFC 1421, broken blocks, and what is written. */
#include <guomi/codec.h>

#include "gmtest.h"

static int same(const char *part, size_t len, const char *want)
{
    return part != NULL && len == strlen(want) && memcmp(part, want, len) == 0;
}

/* The text from memory of its exact size. */
static gm_status next(gm_pem_block *block, size_t *at, const char *text)
{
    return gm_pem_next(block, at, text, strlen(text));
}

static void layouts(void)
{
    static const char *const texts[] = {
        "-----BEGIN A KEY-----\nQUJD\n-----END A KEY-----\n",
        "-----BEGIN A KEY-----\nQUJD\n-----END A KEY-----",
        "-----BEGIN A KEY-----\r\nQUJD\r\n-----END A KEY-----\r\n",
        "-----BEGIN A KEY-----\rQUJD\r-----END A KEY-----\r",
        "\xef\xbb\xbf-----BEGIN A KEY-----\nQUJD\n-----END A KEY-----\n",
        "\xef\xbb\xbf  -----BEGIN A KEY-----  \n QU JD \n -----END A KEY-----  \n",
        "\t-----BEGIN A KEY-----\n\n\n\tQUJD\n\n-----END A KEY-----\nafter it: text",
        ("Bag Attributes\n  name: x - y\n--- and -----BEGIN X here\n-----BEGIN A KEY-----\nQU\nJD\n-----END A "
         "KEY-----\n"),
        "-----BEGIN A KEY-----QUJD-----END A KEY-----",
        "----\n-----\n------BEGIN B-----\n-----BEGIN A KEY-----\nQUJD\n-----END A KEY-----\n",
    };
    for (size_t i = 0; i < GM_COUNT(texts); i++) {
        gm_pem_block block;
        uint8_t bytes[8];
        size_t at = 0, n;
        CHECK_OK(next(&block, &at, texts[i]));
        CHECK_MSG(same(block.label, block.label_len, "A KEY"), "text %zu", i);
        CHECK(block.headers == NULL);
        CHECK_OK(gm_base64_decode(bytes, sizeof bytes, &n, block.body, block.body_len));
        CHECK_EQ(n, 3);
        CHECK_MEM(bytes, "ABC", 3);
        CHECK_OK(next(&block, &at, texts[i]));
        CHECK(block.label == NULL && block.body == NULL);
        CHECK_EQ(at, strlen(texts[i]));
    }
}

static void several(void)
{
    static const char text[] = "-----BEGIN A-----\nQQ==\n-----END A-----\n-----BEGIN B-----\n-----END B-----\ntext\n"
                               "-----BEGIN C-----\nP: 4,X\nI: C,12-3\n more\n\nQQ==\n-----END C-----\n";
    gm_pem_block block;
    size_t at = 0;
    CHECK_OK(next(&block, &at, text));
    CHECK(same(block.label, block.label_len, "A") && same(block.body, block.body_len, "\nQQ==\n"));
    CHECK_OK(next(&block, &at, text));
    CHECK(same(block.label, block.label_len, "B") && same(block.body, block.body_len, "\n"));
    CHECK_OK(next(&block, &at, text));
    CHECK(same(block.label, block.label_len, "C"));
    CHECK(same(block.headers, block.headers_len, "P: 4,X\nI: C,12-3\n more\n"));
    CHECK(same(block.body, block.body_len, "\nQQ==\n"));
    CHECK_OK(next(&block, &at, text));
    CHECK(block.label == NULL);
    CHECK_OK(next(&block, &at, text));
    CHECK(block.label == NULL);
}

static void broken(void)
{
    char long_label[256] = "-----BEGIN ";
    static const char *const texts[] = {
        "-----BEGIN A-----\nQQ==\n",
        "-----BEGIN A-----\nQQ==\n-----END B-----\n",
        "-----BEGIN A-----\nQQ==\n-----END AB-----\n",
        "-----BEGIN AB-----\nQQ==\n-----END A-----\n",
        "-----BEGIN A-----\nQQ==\n-----END A----\n",
        "-----BEGIN A-----\nQQ==\n-----END A",
        "-----BEGIN A-----\nQQ==\n----",
        "-----BEGIN A-----\nQQ==\n--END A-----\n",
        "-----BEGIN A-----\nQQ==\n-----BEGIN A-----\nQQ==\n-----END A-----\n",
        "-----BEGIN A----\nQQ==\n-----END A-----\n",
        "-----BEGIN A",
        "-----BEGIN ",
        "-----BEGIN A-----\nX: y\nQQ==\n-----END A-----\n", /* headers without an end */
    };
    for (size_t i = 0; i < GM_COUNT(texts); i++) {
        gm_pem_block block = {"x", 1, NULL, 0, NULL, 0};
        size_t at = 0;
        CHECK_MSG(next(&block, &at, texts[i]) == GM_ERR_ENCODING, "text %zu", i);
        CHECK(block.label == NULL);
        CHECK_EQ(at, 0);
    }
    for (size_t n = 60; n < 70; n++) {
        gm_pem_block block;
        size_t at = 0;
        memset(long_label + 11, 'L', n);
        strcpy(long_label + 11 + n, "-----\n-----END ");
        memset(long_label + 11 + n + 15, 'L', n);
        strcpy(long_label + 11 + n + 15 + n, "-----");
        CHECK_EQ(next(&block, &at, long_label), n <= GM_PEM_LABEL_MAX ? GM_OK : GM_ERR_ENCODING);
    }
}

/* Every cut of a text: no block, or an error, or (where only what follows is missing) the block. */
static void every_cut(void)
{
    static const char text[] = "text\n-----BEGIN A-----\nX-Y: z\n\nQQ==\n-----END A-----\n";
    for (size_t len = 0; len < sizeof text; len++) {
        char *copy = malloc(len + 1);
        gm_pem_block block;
        size_t at = 0;
        memcpy(copy, text, len);
        gm_status st = gm_pem_next(&block, &at, copy, len);
        if (len < strlen("text\n-----BEGIN ") || len >= sizeof text - 2)
            CHECK_EQ(st, GM_OK);
        else
            CHECK_EQ(st, GM_ERR_ENCODING);
        CHECK_EQ(st == GM_OK && block.label != NULL, len >= sizeof text - 2);
        free(copy);
    }
}

static void written(void)
{
    uint8_t bytes[200], back[200];
    char text[400];
    for (size_t len = 0; len <= sizeof bytes; len++) {
        size_t n = 0, size = GM_PEM_SIZE(9, len), at = 0, longest = 0, line = 0, decoded;
        gm_pem_block block;
        rand_bytes(bytes, len);
        memset(text, 0x7e, sizeof text);
        CHECK_EQ(gm_pem_encode(NULL, 0, &n, "SOME DATA", bytes, len), GM_ERR_BUFFER);
        CHECK_EQ(n, size);
        CHECK_EQ(gm_pem_encode(text, size - 1, &n, "SOME DATA", bytes, len), GM_ERR_BUFFER);
        CHECK_EQ(text[0], 0x7e);
        CHECK_OK(gm_pem_encode(text, size, &n, "SOME DATA", bytes, len));
        CHECK_EQ(n, size);
        CHECK_EQ(text[size], 0x7e);
        CHECK_EQ(text[size - 1], '\n');
        CHECK_OK(gm_pem_next(&block, &at, text, size));
        CHECK(same(block.label, block.label_len, "SOME DATA"));
        CHECK_OK(gm_base64_decode(back, sizeof back, &decoded, block.body, block.body_len));
        CHECK_EQ(decoded, len);
        CHECK_MEM(back, bytes, len);
        for (size_t i = 0; i < size; i++) {
            line = text[i] == '\n' ? 0 : line + 1;
            longest = line > longest ? line : longest;
        }
        CHECK(longest <= 64 && (len < 48 || longest == 64));
    }
}

static void bad_arguments(void)
{
    static const char label[] = "LLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLL"; /* 65 */
    gm_pem_block block = {"x", 1, NULL, 0, NULL, 0};
    size_t at = 2, n = 7;
    char out[200];
    CHECK_EQ(gm_pem_next(NULL, &at, "abc", 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pem_next(&block, NULL, "abc", 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pem_next(&block, &at, NULL, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pem_next(&block, &at, "a", 1), GM_ERR_ARGUMENT);
    CHECK_EQ(block.label_len, 1);
    CHECK_EQ(at, 2);
    at = 0;
    CHECK_OK(gm_pem_next(&block, &at, NULL, 0));
    CHECK(block.label == NULL);
    CHECK_EQ(gm_pem_encode(out, sizeof out, NULL, "A", NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pem_encode(out, sizeof out, &n, NULL, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pem_encode(out, sizeof out, &n, "A", NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_pem_encode(NULL, 1, &n, "A", NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(n, 7);
    CHECK_EQ(gm_pem_encode(out, sizeof out, &n, label, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(n, 0);
    CHECK_EQ(gm_pem_encode(out, sizeof out, &n, "A", (const uint8_t *)label, SIZE_MAX / 4 + 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_pem_encode(out, sizeof out, &n, label + 1, NULL, 0));
    CHECK_EQ(n, GM_PEM_SIZE(64, 0));
    /* What is written is one block, and is read as it was written. */
    static const char *const labels[] = {"",     "A",    "A B-C",     "X.509,",   "A\nB",  "A\r",
                                         "A\tB", " A",   "A ",        "A  B",     "-A",    "A-",
                                         "A--B", "A- B", "A-----\nB", "\xc3\xa9", "A\x7f", "-"};
    for (size_t i = 0; i < GM_COUNT(labels); i++) {
        gm_status status = gm_pem_encode(out, sizeof out, &n, labels[i], NULL, 0);
        CHECK_EQ(status, i < 4 ? GM_OK : GM_ERR_ARGUMENT);
        CHECK_EQ(n, i < 4 ? GM_PEM_SIZE(strlen(labels[i]), 0) : 0);
        at = 0;
        if (status == GM_OK)
            CHECK_OK(gm_pem_next(&block, &at, out, n));
        if (status == GM_OK)
            CHECK_MEM(block.label, labels[i], strlen(labels[i]));
    }
}

TEST_SUITE(pem, CASE(layouts), CASE(several), CASE(broken), CASE(every_cut), CASE(written), CASE(bad_arguments));
