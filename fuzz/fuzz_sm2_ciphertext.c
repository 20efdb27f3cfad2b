/* Bytes as a ciphertext of each form: reading a layout, converting and decrypting agree about what is one; what is
 * converted and converted back is the same; nothing random is decrypted. */
/* covers: src/sm2/layout.c src/sm2/encrypt.c */
#include <guomi/sm2_encrypt.h>
#include <string.h>

#include "fuzz.h"

#define MOST 2000

static const gm_sm2_form forms[] = {
    GM_SM2_DER,         GM_SM2_C1C3C2,     GM_SM2_C1C2C3, GM_SM2_C1C3C2_COMPRESSED, GM_SM2_C1C2C3_COMPRESSED,
    GM_SM2_C1C3C2_BARE, GM_SM2_C1C2C3_BARE};
#define FORMS (sizeof forms / sizeof forms[0])

static uint8_t out[MOST + 200], back[MOST + 200];

static void converted(gm_sm2_form from, const uint8_t *data, size_t size, const gm_sm2_layout *layout)
{
    for (size_t to = 0; to < FORMS; to++) {
        size_t n, m;
        gm_sm2_layout other;
        FUZZ_CHECK(gm_sm2_ciphertext_convert(forms[to], out, sizeof out, &n, from, data, size) == GM_OK);
        FUZZ_CHECK(n <= gm_sm2_ciphertext_size(forms[to], (size_t)layout->c2_len));
        FUZZ_CHECK(gm_sm2_layout_read(&other, forms[to], out, n, n) == GM_OK);
        FUZZ_CHECK(other.c2_len == layout->c2_len && memcmp(other.c1, layout->c1, GM_SM2_C1_SIZE) == 0);
        FUZZ_CHECK(memcmp(out + other.head_len, data + layout->head_len, (size_t)layout->c2_len) == 0);
        FUZZ_CHECK(memcmp(out + other.c3_at, data + layout->c3_at, GM_SM2_C3_SIZE) == 0);
        FUZZ_CHECK(gm_sm2_ciphertext_convert(from, back, size, &m, forms[to], out, n) == GM_OK);
        FUZZ_CHECK(m == size && memcmp(back, data, size) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t number[32] = {0x31, 0x41, 0x59, 0x26};
    static gm_sm2_private_key key;
    static int ready;
    if (size > MOST)
        return 0;
    if (!ready)
        ready = gm_sm2_private_key_read(&key, number, sizeof number) == GM_OK;
    for (size_t f = 0; f < FORMS; f++) {
        gm_sm2_layout layout, whole;
        size_t n = 1;
        size_t head = size < GM_SM2_LAYOUT_HEAD_MAX ? size : GM_SM2_LAYOUT_HEAD_MAX;
        gm_status read = gm_sm2_layout_read(&layout, forms[f], data, head, size);
        FUZZ_CHECK(read == GM_OK || read == GM_ERR_ENCODING);
        FUZZ_CHECK(gm_sm2_layout_read(&whole, forms[f], data, size, size) == read);
        FUZZ_CHECK(gm_sm2_ciphertext_convert(forms[f], out, sizeof out, &n, forms[f], data, size) == read);
        memset(out, 0xa5, size + 1);
        gm_status status = gm_sm2_decrypt(&key, forms[f], out, size, &n, data, size);
        FUZZ_CHECK(status == GM_ERR_VERIFY || (status == GM_OK && read == GM_OK));
        FUZZ_CHECK(status == GM_OK ? n == layout.c2_len : n == 0);
        for (size_t i = 0; status != GM_OK && i < size; i++)
            FUZZ_CHECK(out[i] == 0);
        FUZZ_CHECK(out[size] == 0xa5);
        if (status == GM_OK) {
            gm_sm2_form found;
            FUZZ_CHECK(gm_sm2_decrypt_detect(&key, &found, back, sizeof back, &n, data, size) == GM_OK);
            FUZZ_CHECK(found == forms[f] && n == layout.c2_len && memcmp(out, back, n) == 0);
        }
        if (read == GM_OK) {
            FUZZ_CHECK(memcmp(&layout, &whole, sizeof layout) == 0);
            converted(forms[f], data, size, &layout);
        }
    }
    return 0;
}
