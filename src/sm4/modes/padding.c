/* Padding of the last block (GB/T 17964-2021, annex; RFC 5652, 6.3; ISO 9797-1; ANSI X9.23).
 *
 * Removal looks at all 16 bytes and decides by masks: the time says nothing about the
 * data, nor about which check failed. */
#include "base/check.h"
#include "base/ct.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

gm_status gm_sm4_pad(gm_sm4_padding padding, uint8_t block[16], size_t *block_len, size_t used)
{
    if (block == NULL || block_len == NULL || used > 15)
        return GM_ERR_ARGUMENT;
    size_t n = 16 - used; /* bytes to add */
    int adds = 1;
    switch (padding) {
    case GM_SM4_PAD_NONE:
        if (used != 0)
            return GM_ERR_ARGUMENT;
        adds = 0;
        break;
    case GM_SM4_PAD_PKCS7:
        memset(block + used, (int)n, n);
        break;
    case GM_SM4_PAD_ISO7816:
        memset(block + used, 0, n);
        block[used] = 0x80;
        break;
    case GM_SM4_PAD_X923:
        memset(block + used, 0, n);
        block[15] = (uint8_t)n;
        break;
    case GM_SM4_PAD_ZERO:
        adds = used != 0;
        if (adds)
            memset(block + used, 0, n);
        break;
    default:
        return GM_ERR_ARGUMENT;
    }
    *block_len = adds ? 16 : 0;
    return GM_OK;
}

/* n bytes of padding that say n: PKCS#7 repeats it, X9.23 fills with zeros before the last byte. */
static uint64_t unpad_counted(uint64_t *data_len, const uint8_t block[16], int repeated)
{
    uint64_t n = block[15], good = ct_less(n, 17) & ct_nonzero(n);
    for (unsigned i = 1; i < 16; i++) { /* the i-th byte before the last is padding if i < n */
        uint64_t wrong = ct_nonzero((uint64_t)block[15 - i] ^ (repeated ? n : 0));
        good &= ~(ct_less(i, n) & wrong);
    }
    *data_len = 16 - n;
    return good;
}

/* The place of the last byte that is not zero, plus one; *last is that byte. 0 and 0 if all are zero. */
static uint64_t trim_zeros(uint64_t *last, const uint8_t block[16])
{
    uint64_t end = 0, value = 0;
    for (unsigned i = 0; i < 16; i++) {
        uint64_t set = ct_nonzero(block[i]);
        end = ct_select(set, i + 1, end);
        value = ct_select(set, block[i], value);
    }
    *last = value;
    return end;
}

gm_status gm_sm4_unpad(gm_sm4_padding padding, size_t *data_len, const uint8_t block[16])
{
    if (data_len == NULL)
        return GM_ERR_ARGUMENT;
    *data_len = 0;
    if (block == NULL)
        return GM_ERR_ARGUMENT;
    gmi_secret(block, 16);
    uint64_t n = 0, last, good = 0;
    switch (padding) {
    case GM_SM4_PAD_NONE:
        n = 16;
        good = ~UINT64_C(0);
        break;
    case GM_SM4_PAD_PKCS7:
        good = unpad_counted(&n, block, 1);
        break;
    case GM_SM4_PAD_X923:
        good = unpad_counted(&n, block, 0);
        break;
    case GM_SM4_PAD_ISO7816:
        n = trim_zeros(&last, block) - 1;
        good = ~ct_nonzero(last ^ 0x80);
        break;
    case GM_SM4_PAD_ZERO:
        n = trim_zeros(&last, block);
        good = ~UINT64_C(0);
        break;
    default:
        return GM_ERR_ARGUMENT;
    }
    size_t len = (size_t)(n & good);
    int ok = (int)(good & 1);
    /* These two are what the caller asks for; nothing else about the block is released. */
    gmi_public(&ok, sizeof ok);   /* whether the padding was right */
    gmi_public(&len, sizeof len); /* how long the data is */
    *data_len = len;
    return ok ? GM_OK : GM_ERR_VERIFY;
}
