/* PEM: every block lies in the text, in order; the body has no dash; written again it is found again. */
/* covers: src/codec/pem.c */
#include <guomi/codec.h>
#include <string.h>

#include "fuzz.h"

static void within(const char *part, size_t part_len, const char *from, const char *to)
{
    FUZZ_CHECK(part >= from && part <= to && part_len <= (size_t)(to - part));
}

static void again(const gm_pem_block *block)
{
    char label[GM_PEM_LABEL_MAX + 1];
    size_t room = GM_BASE64_MAX_DECODED(block->body_len), n, size, at = 0;
    uint8_t *bytes = malloc(room);
    FUZZ_CHECK(bytes != NULL);
    memcpy(label, block->label, block->label_len);
    label[block->label_len] = 0;
    if (gm_base64_decode(bytes, room, &n, block->body, block->body_len) == GM_OK && strlen(label) == block->label_len) {
        char *text = malloc(GM_PEM_SIZE(block->label_len, n));
        gm_pem_block found;
        FUZZ_CHECK(text != NULL);
        FUZZ_CHECK(gm_pem_encode(text, GM_PEM_SIZE(block->label_len, n), &size, label, bytes, n) == GM_OK);
        FUZZ_CHECK(size == GM_PEM_SIZE(block->label_len, n));
        FUZZ_CHECK(gm_pem_next(&found, &at, text, size) == GM_OK && at == size - 1);
        FUZZ_CHECK(found.label_len == block->label_len && memcmp(found.label, label, found.label_len) == 0);
        free(text);
    }
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *from = text;
    size_t at = 0;
    gm_pem_block block;
    for (;;) {
        size_t before = at;
        gm_status st = gm_pem_next(&block, &at, text, size);
        if (st != GM_OK) {
            FUZZ_CHECK(st == GM_ERR_ENCODING && block.label == NULL && at == before);
            break;
        }
        FUZZ_CHECK(at >= before && at <= size);
        if (block.label == NULL) {
            FUZZ_CHECK(at == size && block.body == NULL && block.headers == NULL);
            break;
        }
        within(block.label, block.label_len, from, text + at);
        FUZZ_CHECK(block.label_len <= GM_PEM_LABEL_MAX);
        from = block.label + block.label_len;
        if (block.headers != NULL) {
            within(block.headers, block.headers_len, from, text + at);
            from = block.headers + block.headers_len;
        }
        within(block.body, block.body_len, from, text + at);
        FUZZ_CHECK(block.body_len == 0 || memchr(block.body, '-', block.body_len) == NULL);
        again(&block);
        from = text + at;
    }
    return 0;
}
