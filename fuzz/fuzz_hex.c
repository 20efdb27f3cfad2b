/* Hex: what decodes encodes back to the same digits; all bytes survive the round trip. */
/* covers: src/codec/hex.c */
#include <guomi/codec.h>
#include <string.h>

#include "fuzz.h"

static int skipped(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void round_trip(const uint8_t *data, size_t size)
{
    char *text = malloc(GM_HEX_SIZE(size) + 1);
    uint8_t *back = malloc(size + 1);
    size_t n;
    FUZZ_CHECK(text != NULL && back != NULL);
    FUZZ_CHECK(gm_hex_encode(text, data, size) == GM_OK);
    FUZZ_CHECK(gm_hex_decode(back, size, &n, text, GM_HEX_SIZE(size)) == GM_OK);
    FUZZ_CHECK(n == size && memcmp(back, data, size) == 0);
    free(text);
    free(back);
}

static void decode(const char *text, size_t len, size_t room)
{
    uint8_t *out = malloc(room + 1);
    char *again = malloc(GM_HEX_SIZE(room) + 1);
    size_t n = 1, at = 0;
    FUZZ_CHECK(out != NULL && again != NULL);
    memset(out, 0xa5, room + 1);
    gm_status st = gm_hex_decode(out, room, &n, text, len);
    FUZZ_CHECK(out[room] == 0xa5);
    if (st == GM_OK) {
        FUZZ_CHECK(n <= room && gm_hex_encode(again, out, n) == GM_OK);
        for (size_t i = 0; i < len; i++) {
            char c = text[i] >= 'A' && text[i] <= 'F' ? (char)(text[i] + 'a' - 'A') : text[i];
            if (!skipped(c))
                FUZZ_CHECK(at < 2 * n && again[at++] == c);
        }
        FUZZ_CHECK(at == 2 * n);
    } else {
        FUZZ_CHECK((st == GM_ERR_ENCODING || st == GM_ERR_BUFFER) && n == 0);
        for (size_t i = 0; i < room; i++)
            FUZZ_CHECK(out[i] == 0);
    }
    free(out);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n;
    round_trip(data, size);
    decode((const char *)data, size, size / 2 + 1);
    decode((const char *)data, size, size > 0 ? data[size - 1] % 8 : 0);
    FUZZ_CHECK(gm_hex_encode(NULL, NULL, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_hex_decode(NULL, 1, &n, "00", 2) == GM_ERR_ARGUMENT);
    return 0;
}
