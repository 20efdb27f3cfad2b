/* Base64 (RFC 4648, section 4) by arithmetic: no table, no branch on a character. */
#include <guomi/codec.h>
#include <guomi/mem.h>

#include "base/check.h"
#include "codec/text.h"

/* 0-25 A-Z, 26-51 a-z, 52-61 0-9, 62 +, 63 /: each step corrects the jump to the next stretch. */
static char character(uint64_t v)
{
    uint64_t c = 'A' + v;
    c += ct_less(25, v) & ('a' - 'A' - 26);
    c -= ct_less(51, v) & ('a' + 26 - '0');
    c -= ct_less(61, v) & ('0' + 10 - '+');
    c += ct_less(62, v) & ('/' - '+' - 1);
    return (char)c;
}

/* The value of a character; *valid is all ones for one of the 64, else 0. */
static uint64_t value(uint64_t c, uint64_t *valid)
{
    uint64_t upper = char_in(c, 'A', 'Z'), lower = char_in(c, 'a', 'z'), number = char_in(c, '0', '9');
    uint64_t plus = char_in(c, '+', '+'), slash = char_in(c, '/', '/');
    *valid = upper | lower | number | plus | slash;
    return (upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (number & (c - '0' + 52)) | (plus & 62) | (slash & 63);
}

gm_status gm_base64_encode(char *out, const uint8_t *in, size_t len)
{
    if (((out == NULL || in == NULL) && len > 0) || len > SIZE_MAX / 2)
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    for (; len > 0; out += 4) {
        size_t part = len < 3 ? len : 3;
        uint64_t bits = (uint64_t)in[0] << 16;
        bits |= part > 1 ? (uint64_t)in[1] << 8 : 0;
        bits |= part > 2 ? in[2] : 0;
        out[0] = character(bits >> 18);
        out[1] = character(bits >> 12 & 63);
        out[2] = part > 1 ? character(bits >> 6 & 63) : '=';
        out[3] = part > 2 ? character(bits & 63) : '=';
        in += part;
        len -= part;
    }
    return GM_OK;
}

/* One group of four characters. */
struct group {
    uint64_t bits; /* 24 of them */
    uint64_t bad;  /* not 0: a character that is none of the 64 (in the last group: nor padding) */
    uint64_t pads; /* '=' at the end; counted in the last group only */
};

/* Read on from *at over white space. */
static struct group read_group(const char *in, size_t *at, int last)
{
    struct group g = {0, 0, 0};
    for (int k = 0; k < 4; k++) {
        while (is_space(in[*at]))
            (*at)++;
        uint64_t c = (unsigned char)in[(*at)++], valid;
        g.bits = g.bits << 6 | value(c, &valid);
        uint64_t pad = last && k >= 2 ? char_in(c, '=', '=') : 0;
        g.bad |= ~(valid | pad);
        g.bad |= ct_nonzero(g.pads) & ~pad; /* nothing follows padding but padding */
        g.pads += pad & 1;
    }
    /* One '=' leaves 16 bits of 18, two leave 8 of 12: the others must be zero. */
    g.bad |= ct_nonzero(g.pads) & ct_nonzero(g.bits & 0xff);
    g.bad |= ct_nonzero(g.pads & 2) & ct_nonzero(g.bits & 0xffff);
    return g;
}

gm_status gm_base64_decode(uint8_t *out, size_t out_size, size_t *out_len, const char *in, size_t len)
{
    size_t characters = 0, at = 0, count = 0;
    uint64_t bad = 0;
    struct group g = {0, 0, 0};
    if (out_len == NULL || (out == NULL && out_size > 0) || (in == NULL && len > 0))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    *out_len = 0;
    for (size_t i = 0; i < len; i++)
        characters += !is_space(in[i]);
    for (size_t groups = characters / 4; groups > 0; groups--) {
        g = read_group(in, &at, groups == 1);
        bad |= g.bad;
        for (int k = 0; k < 3 && groups > 1; k++, count++)
            if (count < out_size)
                out[count] = (uint8_t)(g.bits >> (16 - 8 * k));
    }
    bad |= characters % 4;
    gmi_public(&bad, sizeof bad);       /* only now: that some character was wrong, not which */
    gmi_public(&g.pads, sizeof g.pads); /* the length of the result */
    if (bad == 0 && characters > 0)
        for (uint64_t k = 0; k < 3 - g.pads; k++, count++)
            if (count < out_size)
                out[count] = (uint8_t)(g.bits >> (16 - 8 * k));
    gm_wipe(&g, sizeof g);
    if (bad == 0 && count <= out_size) {
        *out_len = count;
        return GM_OK;
    }
    gm_wipe(out, out_size);
    return bad != 0 ? GM_ERR_ENCODING : GM_ERR_BUFFER;
}
