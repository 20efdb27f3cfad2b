/* Checking lists. */
#include "check_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/mem.h>

#include "check_line.h"
#include "error.h"
#include "input.h"
#include "listing.h"

bool check_list_option(int option, struct check_list *list)
{
    switch (option) {
    case 'c':
        list->check = true;
        return true;
    case 'w': /* of these three the last one counts */
        list->warn = true;
        list->status = list->quiet = false;
        return true;
    case OPTION_STATUS:
        list->status = true;
        list->warn = list->quiet = false;
        return true;
    case OPTION_QUIET:
        list->quiet = true;
        list->warn = list->status = false;
        return true;
    case OPTION_STRICT:
        list->strict = true;
        return true;
    case OPTION_IGNORE_MISSING:
        list->ignore_missing = true;
        return true;
    default:
        return false;
    }
}

void check_list_only(const struct check_list *list)
{
    const char *name = list->ignore_missing ? "ignore-missing"
                       : list->status       ? "status"
                       : list->warn         ? "warn"
                       : list->quiet        ? "quiet"
                       : list->strict       ? "strict"
                                            : NULL;
    if (!list->check && name != NULL)
        die_usage("the --%s option is meaningful only when verifying %ss", name, list->noun);
}

struct tally {
    uint64_t proper, improper, unreadable, wrong, right;
};

static void check_entry(const struct check_list *list, struct tally *t, const char *name, const uint8_t *want)
{
    uint8_t digest[CHECK_DIGEST_MAX];
    int e = list->compute(list->state, name, digest);

    if (e == ENOENT && list->ignore_missing)
        return;
    if (e != 0) {
        report("%s: %s", shown(name), strerror(e));
        t->unreadable++;
        if (!list->status)
            listing_result(name, "FAILED open or read");
        return;
    }
    if (!gm_equal(digest, want, list->size)) {
        t->wrong++;
        if (!list->status)
            listing_result(name, "FAILED");
        return;
    }
    t->right++;
    if (!list->status && !list->quiet)
        listing_result(name, "OK");
}

/* A longer line is not held in memory: no name is that long. */
#define LINE_ROOM ((size_t)64 * 1024)

/* The next line with its end: how long it is, 0 if there is none. Of one that is too long the rest is passed over. */
static size_t next_line(FILE *f, char *line, bool *too_long)
{
    size_t len = 0;
    int c = 0;

    *too_long = false;
    while (c != '\n' && (c = getc_unlocked(f)) != EOF) {
        if (len < LINE_ROOM)
            line[len++] = (char)c;
        else
            *too_long = true;
    }
    return ferror(f) != 0 ? 0 : len;
}

int check_list(const struct check_list *list, const char *path)
{
    bool std = strcmp(path, "-") == 0;
    FILE *f = stdin;
    struct tally t = {0, 0, 0, 0, 0};
    struct check_lines lines = {list->size, list->tag, CHECK_FORM_OPEN};
    struct input in;
    int e = input_try(&in, path); /* for standard input, reading will tell */
    char *line;
    size_t len;
    uint64_t number = 0;
    bool bad, too_long;

    if (!std) {
        f = e == 0 ? fdopen(in.fd, "r") : NULL;
        if (f == NULL) {
            report("%s: %s", shown(path), strerror(e != 0 ? e : errno));
            return EXIT_IO;
        }
    }
    line = xmalloc(LINE_ROOM + 1);
    errno = 0;
    while ((len = next_line(f, line, &too_long)) > 0) {
        uint8_t want[CHECK_DIGEST_MAX];
        char *name;
        int is;
        char *text = line;
        number++;
        if (line[len - 1] == '\n')
            len--;
        if (number == 1 && len >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark */
            text += 3;
            len -= 3;
        }
        is = too_long ? -1 : check_line(&lines, text, len, want, &name);
        if (is > 0 && std && strcmp(name, "-") == 0)
            is = -1; /* the list itself comes from there */
        if (is < 0) {
            t.improper++;
            if (list->warn)
                report("%s: %" PRIu64 ": improperly formatted %s%s%s line", std ? "'standard input'" : shown(path),
                       number, list->tag != NULL ? list->tag : "", list->tag != NULL ? " " : "", list->noun);
        } else if (is > 0) {
            t.proper++;
            check_entry(list, &t, name, want);
        }
        errno = 0;
    }
    bad = ferror(f) != 0;
    if (bad)
        report("%s: read error: %s", std ? "'standard input'" : shown(path), strerror(errno));
    free(line);
    if (!std)
        fclose(f);
    if (bad)
        return EXIT_IO;
    if (t.proper == 0) {
        report("%s: no properly formatted %s lines found", std ? "'standard input'" : shown(path), list->noun);
        return EXIT_CHECK;
    }
    if (!list->status) {
        if (t.improper != 0)
            report("WARNING: %" PRIu64 " %s improperly formatted", t.improper,
                   t.improper == 1 ? "line is" : "lines are");
        if (t.unreadable != 0)
            report("WARNING: %" PRIu64 " listed file%s could not be read", t.unreadable, t.unreadable == 1 ? "" : "s");
        if (t.wrong != 0)
            report("WARNING: %" PRIu64 " computed %s%s did NOT match", t.wrong, list->noun, t.wrong == 1 ? "" : "s");
        if (list->ignore_missing && t.right == 0)
            report("%s: no file was verified", std ? "'standard input'" : shown(path));
    }
    return t.wrong == 0 && t.unreadable == 0 && (!list->strict || t.improper == 0) &&
                   (!list->ignore_missing || t.right > 0)
               ? 0
               : EXIT_CHECK;
}
