/* Numbers, values, words almost right. */
#include "parse.h"

#include <string.h>

enum number_fault number_parse(uint64_t *number, const char *text, bool units)
{
    static const char letters[] = "KMGT";
    uint64_t n = 0;
    unsigned shift = 0;
    bool large = false;

    if (*text < '0' || *text > '9')
        return NUMBER_NONE;
    for (; *text >= '0' && *text <= '9'; text++) {
        unsigned digit = (unsigned)(*text - '0');
        large |= n > (UINT64_MAX - digit) / 10;
        n = 10 * n + digit;
    }
    if (*text != '\0') {
        const char *letter = strchr(letters, *text);
        if (!units || letter == NULL || text[1] != '\0')
            return NUMBER_TAIL;
        shift = 10 * (unsigned)(letter - letters + 1);
    }
    if (large || n > UINT64_MAX >> shift)
        return NUMBER_LARGE;
    *number = n << shift;
    return NUMBER_FINE;
}

const char *value_split(enum value_form *form, const char *text)
{
    static const char *const heads[] = {"hex:", "base64:", "text:", "file:", "hex-file:", "base64-file:"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        size_t len = strlen(heads[i]);
        if (strncmp(text, heads[i], len) == 0) {
            *form = (enum value_form)i;
            return text + len;
        }
    }
    *form = VALUE_HEX;
    return text;
}

/* Edits (insert, delete, replace, swap neighbours) that turn one word into the other. */
static unsigned distance(const char *a, const char *b)
{
    unsigned d[PARSE_WORD_MAX + 1][PARSE_WORD_MAX + 1];
    size_t la = strlen(a), lb = strlen(b);

    if (la > PARSE_WORD_MAX || lb > PARSE_WORD_MAX)
        return PARSE_WORD_MAX;
    for (size_t i = 0; i <= la; i++)
        for (size_t j = 0; j <= lb; j++) {
            unsigned best;
            if (i == 0 || j == 0) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[la][lb];
}

const char *closest(const char *word, const char *const *names)
{
    const char *best = NULL;
    unsigned best_distance = (unsigned)strlen(word) / 3 + 1;

    for (; *names != NULL; names++) {
        unsigned d = distance(word, *names);
        if (strlen(word) >= 2 && strncmp(word, *names, strlen(word)) == 0)
            d = 0;
        if (d < best_distance || (d == best_distance && best == NULL)) {
            best = *names;
            best_distance = d;
        }
    }
    return best;
}
