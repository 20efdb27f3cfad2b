/* DER: reader and writer. What is read of a secret by branches is its tags and lengths alone. */
#include "codec/der.h"

#include <guomi/mem.h>
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

/* One octet of a tag or a length, which are public wherever they stand. */
static uint8_t octet(const struct der *in, size_t at)
{
    uint8_t x = in->p[at];
    gmi_public(&x, sizeof x); /* tags and lengths around a secret may be known */
    return x;
}

int gmi_der_tag(const struct der *in)
{
    return in->len == 0 ? -1 : octet(in, 0);
}

/* The length octets from in->p[1] on: *len is the length, the result how many octets there are, or 0. */
static size_t read_length(const struct der *in, size_t *len)
{
    size_t first, octets;
    if (in->len < 2)
        return 0;
    first = octet(in, 1);
    if (first < 0x80) {
        *len = first;
        return 1;
    }
    octets = first & 0x7f; /* 0 would be the indefinite form */
    if (octets == 0 || octets > sizeof *len || octets > in->len - 2 || octet(in, 2) == 0)
        return 0;
    *len = 0;
    for (size_t i = 0; i < octets; i++)
        *len = *len << 8 | octet(in, 2 + i);
    return *len < 0x80 ? 0 : 1 + octets;
}

int gmi_der_any(struct der *in, int *tag, struct der *content)
{
    size_t len, octets = read_length(in, &len);
    if (octets == 0 || len > in->len - 1 - octets)
        return 0;
    int found = octet(in, 0);
    if ((found & 0x1f) == 0x1f || found == 0) /* tags of several octets; the end mark of indefinite lengths */
        return 0;
    *tag = found;
    content->p = in->p + 1 + octets;
    content->len = len;
    in->p += 1 + octets + len;
    in->len -= 1 + octets + len;
    return 1;
}

int gmi_der_next(struct der *in, int tag, struct der *content)
{
    int found;
    return gmi_der_tag(in) == tag && gmi_der_any(in, &found, content);
}

/* The octets of an INTEGER that is not negative, is in the shortest form and has at most `most` octets beside a
 * sign octet; 0 fills the places before them in out. */
static int read_unsigned(struct der *in, uint8_t *out, size_t most)
{
    struct der rest = *in, value;
    if (!gmi_der_next(&rest, DER_INTEGER, &value) || value.len == 0 || value.len > most + 1)
        return 0;
    /* A first octet of 0 stands before a second of 128 or more, and nowhere else (but in 0 itself). */
    uint64_t zero = ~ct_nonzero(value.p[0]), negative = 0 - (uint64_t)(value.p[0] >> 7);
    uint64_t needed = value.len == 1 ? ~UINT64_C(0) : 0 - (uint64_t)(value.p[1] >> 7);
    uint64_t too_large = value.len > most ? ~zero : 0;
    uint64_t bad = negative | (zero & ~needed) | too_large;
    gmi_public(&bad, sizeof bad); /* that this is no DER, or no number of that size: then it is no secret */
    if (bad != 0)
        return 0;
    if (value.len > most) {
        value.p++;
        value.len--;
    }
    memset(out, 0, most - value.len);
    memcpy(out + most - value.len, value.p, value.len);
    *in = rest;
    return 1;
}

int gmi_der_uint256(struct der *in, uint8_t out[32])
{
    return read_unsigned(in, out, 32);
}

int gmi_der_uint64(struct der *in, uint64_t *value)
{
    uint8_t octets[8];
    if (!read_unsigned(in, octets, sizeof octets))
        return 0;
    *value = load64be(octets);
    return 1;
}

int gmi_der_version(struct der *in, uint8_t value)
{
    struct der rest = *in, content;
    if (!gmi_der_next(&rest, DER_INTEGER, &content) || !gmi_der_is(&content, &value, 1))
        return 0;
    *in = rest;
    return 1;
}

int gmi_der_bits(struct der *in, struct der *bytes)
{
    static const uint8_t whole = 0; /* how many bits of the last byte do not count */
    struct der rest = *in, content;
    if (!gmi_der_next(&rest, DER_BIT_STRING, &content) || content.len == 0)
        return 0;
    bytes->p = content.p + 1;
    bytes->len = content.len - 1;
    content.len = 1;
    if (!gmi_der_is(&content, &whole, 1))
        return 0;
    *in = rest;
    return 1;
}

int gmi_der_null(struct der *in)
{
    struct der rest = *in, content;
    if (!gmi_der_next(&rest, DER_NULL, &content) || content.len != 0)
        return 0;
    *in = rest;
    return 1;
}

int gmi_der_is(const struct der *content, const uint8_t *bytes, size_t len)
{
    return content->len == len && gm_equal(content->p, bytes, len);
}

void gmi_der_put(struct der_writer *w, const uint8_t *bytes, size_t len)
{
    w->len += len;
    if (w->end != NULL && len > 0)
        memcpy(w->end - w->len, bytes, len);
}

static void put_octet(struct der_writer *w, size_t value)
{
    uint8_t x = (uint8_t)value;
    gmi_der_put(w, &x, 1);
}

void gmi_der_put_header(struct der_writer *w, int tag, size_t since)
{
    size_t len = w->len - since, octets = 0;
    if (len < 0x80) {
        put_octet(w, len);
    } else {
        for (size_t rest = len; rest > 0; rest >>= 8, octets++)
            put_octet(w, rest);
        put_octet(w, 0x80 | octets);
    }
    put_octet(w, (size_t)tag);
}

void gmi_der_put_element(struct der_writer *w, int tag, const uint8_t *content, size_t len)
{
    size_t since = w->len;
    gmi_der_put(w, content, len);
    gmi_der_put_header(w, tag, since);
}

void gmi_der_put_uint256(struct der_writer *w, const uint8_t value[32])
{
    static const uint8_t sign = 0;
    size_t since = w->len;
    uint64_t len = 1, seen = 0;
    for (size_t i = 0; i < 32;
         i++) { /* from the first octet that is not 0, with a sign octet where its high bit is set */
        uint64_t first = ct_nonzero(value[i]) & ~seen;
        len = ct_select(first, 32 - i + (value[i] >> 7), len);
        seen |= first;
    }
    gmi_public(&len, sizeof len); /* the length of an encoding is public */
    gmi_der_put(w, value + 32 - (len < 32 ? len : 32), len < 32 ? (size_t)len : 32);
    if (len == 33)
        gmi_der_put(w, &sign, 1);
    gmi_der_put_header(w, DER_INTEGER, since);
}

void gmi_der_put_uint64(struct der_writer *w, uint64_t value)
{
    uint8_t wide[32] = {0};
    store64be(wide + 24, value);
    gmi_der_put_uint256(w, wide);
}

void gmi_der_put_bits(struct der_writer *w, const uint8_t *bytes, size_t len)
{
    size_t since = w->len;
    gmi_der_put(w, bytes, len);
    put_octet(w, 0);
    gmi_der_put_header(w, DER_BIT_STRING, since);
}
