/* Hex digits by arithmetic: no table, no branch on a digit. */
#include <guomi/codec.h>
#include <guomi/mem.h>

#include "base/check.h"
#include "codec/text.h"

static char digit(uint64_t nibble)
{
    return (char)('0' + nibble + (ct_less(9, nibble) & ('a' - '0' - 10)));
}

/* The value of a digit; *bad becomes nonzero for any other character. */
static uint64_t value(char character, uint64_t *bad)
{
    uint64_t c = (unsigned char)character, lower = c | 0x20;
    uint64_t is_number = char_in(c, '0', '9'), is_letter = char_in(lower, 'a', 'f');
    *bad |= ~(is_number | is_letter);
    return (is_number & (c - '0')) | (is_letter & (lower - 'a' + 10));
}

gm_status gm_hex_encode(char *out, const uint8_t *in, size_t len)
{
    if (((out == NULL || in == NULL) && len > 0) || len > SIZE_MAX / 2)
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = digit(in[i] >> 4);
        out[2 * i + 1] = digit(in[i] & 15);
    }
    return GM_OK;
}

gm_status gm_hex_decode(uint8_t *out, size_t out_size, size_t *out_len, const char *in, size_t len)
{
    size_t count = 0;
    uint64_t bad = 0;
    if (out_len == NULL || (out == NULL && out_size > 0) || (in == NULL && len > 0))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    *out_len = 0;
    for (size_t i = 0; i < len; i++) {
        if (is_space(in[i]))
            continue;
        uint64_t byte = value(in[i], &bad) << 4;
        if (++i == len || is_space(in[i])) { /* half a byte */
            bad = 1;
            break;
        }
        byte |= value(in[i], &bad);
        if (count < out_size)
            out[count] = (uint8_t)byte;
        count++;
    }
    gmi_public(&bad, sizeof bad); /* only now: that some character was wrong, not which */
    if (bad == 0 && count <= out_size) {
        *out_len = count;
        return GM_OK;
    }
    gm_wipe(out, out_size);
    return bad != 0 ? GM_ERR_ENCODING : GM_ERR_BUFFER;
}
