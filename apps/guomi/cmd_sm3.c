/* guomi sm3: what sha256sum does, for SM3. */
#include "commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/sm3.h>

#include "check_line.h"
#include "error.h"
#include "input.h"
#include "listing.h"
#include "options.h"
#include "progress.h"

enum { OPT_TAG = OPTION_OWN, OPT_STATUS, OPT_QUIET, OPT_STRICT, OPT_IGNORE_MISSING };

static const char help[] = "Usage: guomi sm3 [OPTION]... [FILE]...\n"
                           "Print or check SM3 checksums (GB/T 32905-2016); options, formats and messages are\n"
                           "those of sha256sum. Without FILE, or when FILE is -, read standard input.\n"
                           "\n"
                           "  -b, --binary          mark names with '*' (files are always read as they are)\n"
                           "  -t, --text            mark names with ' ' (default)\n"
                           "      --tag             print 'SM3 (NAME) = CHECKSUM'\n"
                           "  -z, --zero            end lines with NUL and escape no names\n"
                           "  -c, --check           read checksums from the FILEs and check them\n"
                           "\n"
                           "Only with --check:\n"
                           "      --ignore-missing  pass over files that do not exist\n"
                           "      --quiet           print no OK lines\n"
                           "      --status          print nothing, the exit status tells\n"
                           "      --strict          fail if any line is not properly formatted\n"
                           "  -w, --warn            name each line that is not properly formatted\n"
                           "\n"
                           "Exit status: 0 success; 1 a checksum differs, a listed file could not be read, or a\n"
                           "line is not properly formatted under --strict; 2 usage; 3 a FILE could not be read.\n"
                           "\n"
                           "Examples:\n"
                           "  printf abc | guomi sm3\n"
                           "  guomi sm3 *.tar > SM3SUMS && guomi sm3 -c SM3SUMS\n";

static struct {
    bool check, binary, text, tag, zero, ignore_missing, quiet, status, strict, warn;
    uint8_t *buffer;
} opt;

/* 0, or the errno value of what failed. */
static int hash_file(const char *path, uint8_t digest[GM_SM3_DIGEST_SIZE])
{
    struct input in;
    gm_sm3_ctx ctx;
    ptrdiff_t n;
    int e = input_try(&in, path);

    if (e != 0)
        return e;
    gm_sm3_init(&ctx);
    progress_begin(in.name, input_size(&in));
    for (;;) {
        n = input_try_read(&in, opt.buffer, IO_BUFFER);
        if (n <= 0)
            break;
        must(gm_sm3_update(&ctx, opt.buffer, (size_t)n));
        progress_add((uint64_t)n);
        if ((size_t)n < IO_BUFFER && in.seekable)
            break;
    }
    e = n < 0 ? errno : 0;
    progress_end();
    input_close(&in);
    must(gm_sm3_final(&ctx, digest));
    return e;
}

static int print_one(const char *path)
{
    uint8_t digest[GM_SM3_DIGEST_SIZE];
    bool escape = !opt.zero && listing_escapes(path);
    int e = hash_file(path, digest);

    if (e != 0) {
        report("%s: %s", shown(path), strerror(e));
        return EXIT_IO;
    }
    if (escape)
        putchar('\\');
    if (opt.tag) {
        fputs("SM3 (", stdout);
        listing_name(path, escape);
        fputs(") = ", stdout);
        listing_hex(digest, sizeof digest);
    } else {
        listing_hex(digest, sizeof digest);
        fputs(opt.binary ? " *" : "  ", stdout);
        listing_name(path, escape);
    }
    putchar(opt.zero ? '\0' : '\n');
    return 0;
}

/* ---- Checking ---- */

struct tally {
    uint64_t proper, improper, unreadable, wrong, right;
};

static void result(const char *name, const char *text)
{
    bool escape = strchr(name, '\n') != NULL; /* sha256sum escapes here only what would break the line */
    if (escape)
        putchar('\\');
    listing_name(name, escape);
    printf(": %s\n", text);
}

static void check_entry(struct tally *t, const char *name, const uint8_t *want)
{
    uint8_t digest[GM_SM3_DIGEST_SIZE];
    int e = hash_file(name, digest);

    if (e == ENOENT && opt.ignore_missing)
        return;
    if (e != 0) {
        report("%s: %s", shown(name), strerror(e));
        t->unreadable++;
        if (!opt.status)
            result(name, "FAILED open or read");
        return;
    }
    if (memcmp(digest, want, sizeof digest) != 0) {
        t->wrong++;
        if (!opt.status)
            result(name, "FAILED");
        return;
    }
    t->right++;
    if (!opt.status && !opt.quiet)
        result(name, "OK");
}

static void count_warning(uint64_t n, const char *one, const char *many)
{
    if (n != 0)
        report("WARNING: %" PRIu64 " %s", n, n == 1 ? one : many);
}

static int check_file(const char *path)
{
    bool std = strcmp(path, "-") == 0;
    FILE *f = stdin;
    struct tally t = {0, 0, 0, 0, 0};
    enum check_form form = CHECK_FORM_OPEN;
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    uint64_t number = 0;
    bool bad;

    if (!std) {
        struct input in;
        int e = input_try(&in, path);
        f = e == 0 ? fdopen(in.fd, "r") : NULL;
        if (f == NULL) {
            report("%s: %s", shown(path), strerror(e != 0 ? e : errno));
            return EXIT_IO;
        }
    }
    errno = 0;
    while ((len = getline(&line, &size, f)) > 0) {
        uint8_t want[CHECK_DIGEST_SIZE];
        char *name;
        int is;
        number++;
        if (line[len - 1] == '\n')
            len--;
        is = check_line(&form, line, (size_t)len, want, &name);
        if (is > 0 && std && strcmp(name, "-") == 0)
            is = -1; /* the list itself comes from there */
        if (is < 0) {
            t.improper++;
            if (opt.warn)
                report("%s: %" PRIu64 ": improperly formatted SM3 checksum line",
                       std ? "'standard input'" : shown(path), number);
        } else if (is > 0) {
            t.proper++;
            check_entry(&t, name, want);
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
        report("%s: no properly formatted checksum lines found", std ? "'standard input'" : shown(path));
        return EXIT_CHECK;
    }
    if (!opt.status) {
        count_warning(t.improper, "line is improperly formatted", "lines are improperly formatted");
        count_warning(t.unreadable, "listed file could not be read", "listed files could not be read");
        count_warning(t.wrong, "computed checksum did NOT match", "computed checksums did NOT match");
        if (opt.ignore_missing && t.right == 0)
            report("%s: no file was verified", std ? "'standard input'" : shown(path));
    }
    return t.wrong == 0 && t.unreadable == 0 && (!opt.strict || t.improper == 0) && (!opt.ignore_missing || t.right > 0)
               ? 0
               : EXIT_CHECK;
}

static void check_options(void)
{
    static const char only[] = "the --%s option is meaningful only when verifying checksums";
    if (opt.tag && opt.text)
        die_usage("--tag does not support --text mode");
    if (opt.check) {
        if (opt.tag)
            die_usage("the --tag option is meaningless when verifying checksums");
        if (opt.zero)
            die_usage("the --zero option is not supported when verifying checksums");
        if (opt.binary || opt.text)
            die_usage("the --binary and --text options are meaningless when verifying checksums");
        return;
    }
    if (opt.ignore_missing)
        die_usage(only, "ignore-missing");
    if (opt.status)
        die_usage(only, "status");
    if (opt.warn)
        die_usage(only, "warn");
    if (opt.quiet)
        die_usage(only, "quiet");
    if (opt.strict)
        die_usage(only, "strict");
}

static void take(int option)
{
    switch (option) {
    case 'b':
        opt.binary = true;
        opt.text = false;
        break;
    case 't':
        opt.text = true;
        opt.binary = false;
        break;
    case 'c':
        opt.check = true;
        break;
    case 'z':
        opt.zero = true;
        break;
    case 'w': /* of these three the last one counts */
        opt.warn = true;
        opt.status = opt.quiet = false;
        break;
    case OPT_STATUS:
        opt.status = true;
        opt.warn = opt.quiet = false;
        break;
    case OPT_QUIET:
        opt.quiet = true;
        opt.warn = opt.status = false;
        break;
    case OPT_TAG:
        opt.tag = true;
        opt.binary = true;
        opt.text = false;
        break;
    case OPT_STRICT:
        opt.strict = true;
        break;
    default:
        opt.ignore_missing = true;
    }
}

int cmd_sm3(int argc, char **argv)
{
    static const struct option longs[] = {{"binary", no_argument, NULL, 'b'},
                                          {"check", no_argument, NULL, 'c'},
                                          {"ignore-missing", no_argument, NULL, OPT_IGNORE_MISSING},
                                          {"quiet", no_argument, NULL, OPT_QUIET},
                                          {"status", no_argument, NULL, OPT_STATUS},
                                          {"strict", no_argument, NULL, OPT_STRICT},
                                          {"tag", no_argument, NULL, OPT_TAG},
                                          {"text", no_argument, NULL, 't'},
                                          {"warn", no_argument, NULL, 'w'},
                                          {"zero", no_argument, NULL, 'z'},
                                          OPTIONS_COMMON};
    static char *standard[] = {(char *)"-", NULL};
    int c, code = 0;

    while ((c = options_next(argc, argv, "bctwz", longs, help)) != -1)
        take(c);
    check_options();
    opt.buffer = xmalloc(IO_BUFFER);
    for (argv = optind < argc ? argv + optind : standard; *argv != NULL; argv++) {
        int one = opt.check ? check_file(*argv) : print_one(*argv);
        if (one != 0 && code != EXIT_CHECK) /* a failed check outweighs a missing file */
            code = one;
    }
    free(opt.buffer);
    return code;
}
