/* PEM (RFC 7468). The body of a block may be a secret, so the text is searched by what no Base64 holds:
 * dashes and colons, and white space, whose places are public anyway. */
#include <guomi/codec.h>
#include <string.h>

#include "base/check.h"
#include "codec/text.h"

#define DASHES 5
#define LINE 64 /* characters of Base64 in a line */

/* Is it that character, which is none of Base64? */
static int is(char character, char what)
{
    uint64_t same = char_in((unsigned char)character, (unsigned char)what, (unsigned char)what);
    gmi_public(&same, sizeof same); /* places of such characters are the form of the text, not its content */
    return same != 0;
}

static int is_line_end(char c)
{
    return is(c, '\n') || is(c, '\r');
}

/* Do these characters stand at text[at]? Asked of what follows dashes alone. */
static int stands(const char *text, size_t len, size_t at, const char *what)
{
    size_t n = strlen(what);
    if (n > len - at)
        return 0;
    gmi_public(text + at, n); /* a BEGIN or END line, or a text that is no PEM */
    return memcmp(text + at, what, n) == 0;
}

static int dashes_at(const char *text, size_t len, size_t at)
{
    for (size_t i = 0; i < DASHES; i++)
        if (at + i >= len || !is(text[at + i], '-'))
            return 0;
    return 1;
}

/* Is text[at] the first character of its line that is no blank? */
static int starts_line(const char *text, size_t at)
{
    while (at > 0 && (is(text[at - 1], ' ') || is(text[at - 1], '\t')))
        at--;
    if (at == 0 || is_line_end(text[at - 1]))
        return 1;
    return at == 3 && is(text[0], '\xef') && is(text[1], '\xbb') && is(text[2], '\xbf'); /* byte order mark */
}

/* The first place from `at` on where "-----BEGIN " starts a line, or len. */
static size_t find_begin(const char *text, size_t len, size_t at)
{
    for (; at < len; at++)
        if (is(text[at], '-') && dashes_at(text, len, at) && starts_line(text, at) &&
            stands(text, len, at, "-----BEGIN "))
            return at;
    return len;
}

/* The end of the line that text[at] is in. */
static size_t line_end(const char *text, size_t len, size_t at)
{
    while (at < len && !is_line_end(text[at]))
        at++;
    return at;
}

/* The start of the next line. */
static size_t next_line(const char *text, size_t len, size_t at)
{
    at = line_end(text, len, at);
    if (at + 1 < len && is(text[at], '\r') && is(text[at + 1], '\n'))
        at++;
    return at < len ? at + 1 : len;
}

static int blank(const char *text, size_t from, size_t to)
{
    while (from < to && is_space(text[from]))
        from++;
    return from == to;
}

/* Headers are there if the first line that is not blank has a colon; a blank line ends them. */
static void take_headers(gm_pem_block *block, const char *text, size_t len, size_t *at)
{
    size_t start = *at, end;
    while (start < len && is_space(text[start]))
        start++;
    size_t colon = start;
    for (end = line_end(text, len, start); colon < end && !is(text[colon], ':'); colon++)
        ;
    if (colon == end)
        return;
    for (end = start; end < len && !blank(text, end, line_end(text, len, end)); end = next_line(text, len, end))
        ;
    gmi_public(text + start, end - start); /* headers name an algorithm and an IV */
    block->headers = text + start;
    block->headers_len = end - start;
    *at = end;
}

gm_status gm_pem_next(gm_pem_block *block, size_t *at, const char *text, size_t len)
{
    static const gm_pem_block nothing = {NULL, 0, NULL, 0, NULL, 0};
    if (block == NULL || at == NULL || (text == NULL && len > 0) || *at > len)
        return GM_ERR_ARGUMENT;
    gmi_secret(text, len);
    *block = nothing;
    size_t begin = find_begin(text, len, *at), label = begin + 11, end = label;
    if (begin == len) {
        *at = len;
        return GM_OK;
    }
    while (end < len && end - label <= GM_PEM_LABEL_MAX && !is_line_end(text[end]) && !dashes_at(text, len, end))
        end++;
    if (end - label > GM_PEM_LABEL_MAX || !dashes_at(text, len, end))
        return GM_ERR_ENCODING;
    gm_pem_block found = {text + label, end - label, NULL, 0, NULL, 0};
    gmi_public(found.label, found.label_len); /* what kind of thing it is */
    size_t body = end + DASHES;
    take_headers(&found, text, len, &body);
    for (end = body; end < len && !is(text[end], '-'); end++)
        ;
    found.body = text + body;
    found.body_len = end - body;
    /* -----END label----- */
    if (!dashes_at(text, len, end) || !stands(text, len, end, "-----END "))
        return GM_ERR_ENCODING;
    end += 9;
    if (len - end < found.label_len)
        return GM_ERR_ENCODING;
    gmi_public(text + end, found.label_len); /* the label once more */
    if (memcmp(text + end, found.label, found.label_len) != 0 || !dashes_at(text, len, end + found.label_len))
        return GM_ERR_ENCODING;
    *block = found;
    *at = end + found.label_len + DASHES;
    return GM_OK;
}

/* Is it a label of RFC 7468: printable, a hyphen or a space only single and inside? Such a label is read as it was
 * written, and nothing else is smuggled into the text with it. */
static int is_label(const char *label, size_t len)
{
    int joint = 1; /* before the first character, and after a hyphen or a space */
    for (size_t i = 0; i < len; i++) {
        int joins = label[i] == '-' || label[i] == ' ';
        if (label[i] < ' ' || label[i] > '~' || (joins && joint))
            return 0;
        joint = joins;
    }
    return len == 0 || !joint;
}

static char *put(char *out, const char *text, size_t len)
{
    memcpy(out, text, len);
    return out + len;
}

static char *put_border(char *out, const char *word, const char *label)
{
    out = put(out, "-----", DASHES);
    out = put(out, word, strlen(word));
    out = put(out, label, strlen(label));
    return put(out, "-----\n", DASHES + 1);
}

gm_status gm_pem_encode(char *out, size_t out_size, size_t *out_len, const char *label, const uint8_t *in, size_t len)
{
    if (out_len == NULL || label == NULL || (in == NULL && len > 0) || (out == NULL && out_size > 0))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (strlen(label) > GM_PEM_LABEL_MAX || !is_label(label, strlen(label)) || len > SIZE_MAX / 4)
        return GM_ERR_ARGUMENT;
    *out_len = GM_PEM_SIZE(strlen(label), len);
    if (out_size < *out_len)
        return GM_ERR_BUFFER;
    out = put_border(out, "BEGIN ", label);
    while (len > 0) {
        size_t part = len < LINE / 4 * 3 ? len : LINE / 4 * 3;
        gm_status st = gm_base64_encode(out, in, part);
        GM_ASSERT(st == GM_OK);
        (void)st;
        out += GM_BASE64_SIZE(part);
        *out++ = '\n';
        in += part;
        len -= part;
    }
    put_border(out, "END ", label);
    return GM_OK;
}
