/* One-line messages, exit codes and the quoting of file names in them. */
#include "error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"

static const char *command = "guomi";

void error_command(const char *name)
{
    command = name;
}

const char *error_command_name(void)
{
    return command;
}

/* Length of the well-formed UTF-8 sequence of a printable character at s; 0 if there is none. */
static size_t printable(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;
    uint32_t c = u[0];
    size_t len;

    if (c < 0x80)
        return c >= 0x20 && c != 0x7f;
    if (c >= 0xc2 && c < 0xe0)
        len = 2, c &= 0x1f;
    else if (c >= 0xe0 && c < 0xf0)
        len = 3, c &= 0x0f;
    else if (c >= 0xf0 && c < 0xf5)
        len = 4, c &= 0x07;
    else
        return 0;
    for (size_t i = 1; i < len; i++) {
        if ((u[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (u[i] & 0x3f);
    }
    /* C1 controls, over-long forms, surrogates, direction marks that turn a terminal line round. */
    if (c < 0xa0 || (len == 3 && c < 0x800) || (c >= 0xd800 && c < 0xe000) || (len == 4 && c < 0x10000) ||
        c > 0x10ffff || (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
        return 0;
    return len;
}

static void report_va(const char *format, va_list args, const char *tail)
{
    char line[4096];
    size_t at = (size_t)snprintf(line, sizeof line, "%s: ", command), end;
    int n;

    progress_hide();
    n = vsnprintf(line + at, sizeof line - at, format, args);
    at = n < 0 || (size_t)n >= sizeof line - at ? strlen(line) : at + (size_t)n;
    n = snprintf(line + at, sizeof line - at, "%s", tail);
    end = n < 0 || (size_t)n >= sizeof line - at ? strlen(line) : at + (size_t)n;
    for (size_t i = 0, len; i < end; i += len) {
        len = printable(line + i);
        if (len == 0) {
            line[i] = '?';
            len = 1;
        }
    }
    if (end == sizeof line - 1)
        end--;
    line[end++] = '\n';
    /* One write keeps the line whole among others; nobody is left to hear of an error here. */
    if (write(STDERR_FILENO, line, end) < 0)
        return;
}

void report(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_va(format, args, "");
    va_end(args);
}

_Noreturn void die(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_va(format, args, "");
    va_end(args);
    exit(code);
}

_Noreturn void die_usage(const char *format, ...)
{
    char tail[128];
    va_list args;
    snprintf(tail, sizeof tail, " (try '%s --help')", command);
    va_start(args, format);
    report_va(format, args, tail);
    va_end(args);
    exit(EXIT_USAGE);
}

void must(gm_status status)
{
    if (status == GM_ERR_RANDOM || status == GM_ERR_UNSUPPORTED)
        die(EXIT_IO, "%s", gm_status_text(status));
    if (status != GM_OK)
        die(EXIT_USAGE, "the library refused a parameter: %s", gm_status_text(status));
}

void *xmalloc(size_t size)
{
    void *p = malloc(size == 0 ? 1 : size);
    if (p == NULL)
        die(EXIT_IO, "expected %zu bytes of memory, found none", size);
    return p;
}

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

/* ---- Quoting ---- */

/* Bytes that are not printable stand between quotes as $'\n' or $'\303'. */
static void quote(char *out, const char *name)
{
    static const char letters[] = "abtnvfr"; /* 7 to 13 */
    bool inside = true;

    *out++ = '\'';
    for (const char *p = name; *p != '\0';) {
        unsigned char c = (unsigned char)*p;
        size_t len = printable(p);
        if (c == '\'' || len == 0) {
            if (inside)
                *out++ = '\'';
            if (c == '\'') {
                *out++ = '\\', *out++ = '\'';
                *out++ = '\'';
                inside = true;
            } else {
                if (inside) {
                    *out++ = '$', *out++ = '\'';
                    inside = false;
                }
                *out++ = '\\';
                if (c >= 7 && c <= 13)
                    *out++ = letters[c - 7];
                else
                    *out++ = (char)('0' + (c >> 6)), *out++ = (char)('0' + (c >> 3 & 7)),
                    *out++ = (char)('0' + (c & 7));
            }
            p++;
            continue;
        }
        if (!inside) {
            *out++ = '\'', *out++ = '\'';
            inside = true;
        }
        memcpy(out, p, len);
        out += len;
        p += len;
    }
    *out++ = '\'';
    *out = '\0';
}

static bool all_printable(const char *name)
{
    size_t len;
    for (const char *p = name; *p != '\0'; p += len)
        if ((len = printable(p)) == 0)
            return false;
    return true;
}

const char *shown(const char *name)
{
    static char *slots[4];
    static unsigned next;
    size_t len;
    bool plain = name[0] != '\0' && name[0] != '#' && name[0] != '~';
    char *out;

    for (const char *p = name; plain && *p != '\0'; p += len) {
        len = printable(p);
        plain = len > 0 && strchr(" !\"$&'()*;<=>?[\\^`|:", *p) == NULL;
    }
    if (plain)
        return name;
    out = xmalloc(7 * strlen(name) + 8);
    /* An apostrophe reads best within double quotes, if nothing else is special there. */
    if (strchr(name, '\'') != NULL && strpbrk(name, "\"$\\`!") == NULL && all_printable(name))
        sprintf(out, "\"%s\"", name);
    else
        quote(out, name);
    free(slots[next]);
    slots[next] = out;
    next = (next + 1) % 4;
    return out;
}
