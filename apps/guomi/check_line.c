/* The parser of lines of checksums and MACs. */
#include "check_line.h"

#include <string.h>

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Exactly the digits of a digest at s; what follows is the caller's. A list is public. */
static int read_digest(uint8_t *digest, size_t size, const char *s, size_t len)
{
    if (len < 2 * size)
        return -1;
    for (size_t i = 0; i < size; i++) {
        int high = digit(s[2 * i]), low = digit(s[2 * i + 1]);
        if (high < 0 || low < 0)
            return -1;
        digest[i] = (uint8_t)(high << 4 | low);
    }
    return 0;
}

/* Undo the escapes in place; the new length, or -1. */
static ptrdiff_t unescape(char *s, size_t len)
{
    size_t to = 0;
    for (size_t i = 0; i < len; i++) {
        char c = s[i];
        if (c == '\0')
            return -1;
        if (c == '\\') {
            if (++i == len)
                return -1;
            if (s[i] == 'n')
                c = '\n';
            else if (s[i] == 'r')
                c = '\r';
            else if (s[i] != '\\')
                return -1;
        }
        s[to++] = c;
    }
    return (ptrdiff_t)to;
}

static int take_name(char *s, size_t len, int escaped, char **name)
{
    ptrdiff_t n = (ptrdiff_t)len;
    if (escaped)
        n = unescape(s, len);
    if (n < 0)
        return -1;
    s[n] = '\0';
    *name = s;
    return 1;
}

/* "(NAME) = DIGEST", s after the parenthesis. The last closing one ends the name. */
static int tagged(char *s, size_t len, int escaped, uint8_t *digest, size_t size, char **name)
{
    size_t close = len, at;
    while (close > 0 && s[close - 1] != ')')
        close--;
    if (close == 0)
        return -1;
    close--;
    at = close + 1;
    while (at < len && is_blank(s[at]))
        at++;
    if (at == len || s[at] != '=')
        return -1;
    at++;
    while (at < len && is_blank(s[at]))
        at++;
    if (len - at != 2 * size || read_digest(digest, size, s + at, len - at) != 0)
        return -1;
    return take_name(s, close, escaped, name);
}

int check_line(struct check_lines *lines, char *line, size_t len, uint8_t *digest, char **name)
{
    const size_t tag_len = lines->tag != NULL ? strlen(lines->tag) : 0;
    int escaped = 0;
    char *s = line, *end;

    if (len > 0 && line[0] == '#')
        return 0;
    if (len > 0 && line[len - 1] == '\r')
        len--;
    if (len == 0)
        return 0;
    end = line + len;
    *end = '\0';
    while (s < end && is_blank(*s))
        s++;
    if (s < end && *s == '\\') {
        escaped = 1;
        s++;
    }
    if (tag_len > 0 && (size_t)(end - s) >= tag_len && memcmp(s, lines->tag, tag_len) == 0) {
        s += tag_len;
        if (s < end && *s == ' ')
            s++;
        if (s < end && *s == '(')
            return tagged(s + 1, (size_t)(end - s - 1), escaped, digest, lines->size, name);
        return -1;
    }
    if (read_digest(digest, lines->size, s, (size_t)(end - s)) != 0)
        return -1;
    s += 2 * lines->size;
    if (s == end || !is_blank(*s))
        return -1;
    s++;
    if (end - s == 1 || (s < end && *s != ' ' && *s != '*')) {
        if (lines->form == CHECK_FORM_TWO_CHARACTERS)
            return -1;
        lines->form = CHECK_FORM_ONE_SPACE;
    } else if (lines->form != CHECK_FORM_ONE_SPACE) {
        if (s == end)
            return -1;
        lines->form = CHECK_FORM_TWO_CHARACTERS;
        s++;
    }
    if (s == end)
        return -1;
    return take_name(s, (size_t)(end - s), escaped, name);
}
