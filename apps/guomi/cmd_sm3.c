/* guomi sm3: what sha256sum does, for SM3. */
#include "commands.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/sm3.h>

#include "check_list.h"
#include "error.h"
#include "input.h"
#include "listing.h"
#include "options.h"
#include "progress.h"

enum { OPT_TAG = OPTION_OWN };

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
    bool binary, text, tag, zero;
    uint8_t *buffer;
} opt;

/* 0, or the errno value of what failed. */
static int hash_file(void *unused, const char *path, uint8_t *digest)
{
    struct input in;
    gm_sm3_ctx ctx;
    ptrdiff_t n;
    int e = input_try(&in, path);

    (void)unused;
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
    int e = hash_file(NULL, path, digest);

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

static void check_options(const struct check_list *list)
{
    if (opt.tag && opt.text)
        die_usage("--tag does not support --text mode");
    if (list->check) {
        if (opt.tag)
            die_usage("the --tag option is meaningless when verifying checksums");
        if (opt.zero)
            die_usage("the --zero option is not supported when verifying checksums");
        if (opt.binary || opt.text)
            die_usage("the --binary and --text options are meaningless when verifying checksums");
    }
    check_list_only(list);
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
    case 'z':
        opt.zero = true;
        break;
    default:
        opt.tag = true;
        opt.binary = true;
        opt.text = false;
    }
}

int cmd_sm3(int argc, char **argv)
{
    static const struct option longs[] = {{"binary", no_argument, NULL, 'b'},
                                          {"tag", no_argument, NULL, OPT_TAG},
                                          {"text", no_argument, NULL, 't'},
                                          {"zero", no_argument, NULL, 'z'},
                                          OPTIONS_CHECK_LIST,
                                          OPTIONS_COMMON};
    struct check_list list = {.noun = "checksum", .tag = "SM3", .size = GM_SM3_DIGEST_SIZE, .compute = hash_file};
    static char *standard[] = {(char *)"-", NULL};
    int c, code = 0;

    while ((c = options_next(argc, argv, "bctwz", longs, help)) != -1)
        if (!check_list_option(c, &list))
            take(c);
    check_options(&list);
    opt.buffer = xmalloc(IO_BUFFER);
    for (argv = optind < argc ? argv + optind : standard; *argv != NULL; argv++) {
        int one = list.check ? check_list(&list, *argv) : print_one(*argv);
        if (one != 0 && code != EXIT_CHECK) /* a failed check outweighs a missing file */
            code = one;
    }
    free(opt.buffer);
    return code;
}
