/* Padding: removal agrees with the obvious way to write it, and takes what adding gave. */
/* covers: src/sm4/modes/padding.c */
#include <guomi/sm4.h>
#include <string.h>

#include "fuzz.h"

/* The data length, or -1. */
static int obvious(gm_sm4_padding padding, const uint8_t b[16])
{
    int n = b[15];
    switch (padding) {
    case GM_SM4_PAD_NONE:
        return 16;
    case GM_SM4_PAD_PKCS7:
    case GM_SM4_PAD_X923:
        if (n < 1 || n > 16)
            return -1;
        for (int i = 16 - n; i < 15; i++)
            if (b[i] != (padding == GM_SM4_PAD_PKCS7 ? n : 0))
                return -1;
        return 16 - n;
    default:
        for (n = 16; n > 0 && b[n - 1] == 0; n--)
            ;
        if (padding == GM_SM4_PAD_ZERO)
            return n;
        return n > 0 && b[n - 1] == 0x80 ? n - 1 : -1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    gm_sm4_padding padding = (gm_sm4_padding)(fuzz_byte(&in) % 6);
    size_t used = fuzz_byte(&in) % 18, len = 99, block_len = 99;
    uint8_t block[16], padded[16];
    for (size_t i = 0; i < 16; i++)
        block[i] = (uint8_t)fuzz_byte(&in);
    memcpy(padded, block, 16);
    gm_status st = gm_sm4_unpad(padding, &len, block);
    if (padding > GM_SM4_PAD_ZERO) {
        FUZZ_CHECK(st == GM_ERR_ARGUMENT && len == 0);
        FUZZ_CHECK(gm_sm4_pad(padding, padded, &block_len, used) == GM_ERR_ARGUMENT && block_len == 99);
        return 0;
    }
    int want = obvious(padding, block);
    FUZZ_CHECK(st == (want < 0 ? GM_ERR_VERIFY : GM_OK));
    FUZZ_CHECK(len == (size_t)(want < 0 ? 0 : want));
    FUZZ_CHECK(memcmp(block, padded, 16) == 0);

    st = gm_sm4_pad(padding, padded, &block_len, used);
    int fits = used < 16 && (padding != GM_SM4_PAD_NONE || used == 0);
    FUZZ_CHECK(st == (fits ? GM_OK : GM_ERR_ARGUMENT));
    if (!fits || block_len == 0) {
        FUZZ_CHECK(memcmp(block, padded, 16) == 0);
        return 0;
    }
    FUZZ_CHECK(block_len == 16 && memcmp(padded, block, used) == 0);
    FUZZ_CHECK(gm_sm4_unpad(padding, &len, padded) == GM_OK);
    FUZZ_CHECK(len == used || (padding == GM_SM4_PAD_ZERO && len < used && block[used - 1] == 0));
    return 0;
}
