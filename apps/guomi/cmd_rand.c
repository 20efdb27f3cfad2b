/* guomi rand */
#include "commands.h"

#include <guomi/codec.h>
#include <guomi/random.h>

#include "error.h"
#include "options.h"
#include "output.h"
#include "text.h"
#include "value.h"

#define CHUNK ((size_t)48 * 1024) /* a multiple of 3: Base64 goes on without padding */

static const char help[] = "Usage: guomi rand [-n N] [--hex|--base64|--raw] [-o FILE]\n"
                           "Write random bytes from the operating system, fit for keys.\n"
                           "\n"
                           "  -n, --bytes N      how many bytes, with K, M or G for powers of 1024 (default 32)\n"
                           "      --hex          as hex digits on one line (default)\n"
                           "      --base64       as Base64 on one line\n"
                           "      --raw          as they are\n"
                           "  -o, --output FILE  write to FILE, mode 0600, instead of standard output\n"
                           "  -f, --force        replace FILE if it exists\n"
                           "\n"
                           "Examples:\n"
                           "  guomi rand -n 16 -o sm4.key\n"
                           "  guomi rand --raw -n 1M | guomi sm3\n";

int cmd_rand(int argc, char **argv)
{
    static const struct option longs[] = {{"bytes", required_argument, NULL, 'n'},
                                          TEXT_OPTIONS,
                                          {"output", required_argument, NULL, 'o'},
                                          {"force", no_argument, NULL, 'f'},
                                          OPTIONS_COMMON};
    enum text_form form = TEXT_HEX;
    uint64_t left = 32;
    const char *path = NULL;
    unsigned flags = OUTPUT_SECRET;
    struct output out;
    uint8_t *bytes;
    int c;

    while ((c = options_next(argc, argv, "n:o:f", longs, help)) != -1) {
        if (text_option(c, &form))
            continue;
        if (c == 'n')
            left = value_size("--bytes", optarg, 0, UINT64_MAX);
        else if (c == 'o')
            path = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (optind < argc)
        die_usage("expected no operand, found %s (the number of bytes goes to -n)", shown(argv[optind]));
    output_open(&out, path, flags, NULL);
    bytes = secret_new(CHUNK);
    while (left > 0) {
        size_t n = left < CHUNK ? (size_t)left : CHUNK;
        if (gm_random_bytes(bytes, n) != GM_OK)
            die(EXIT_IO, "expected random bytes from the operating system, found no source");
        text_write(&out, form, bytes, n);
        left -= n;
    }
    text_end(&out, form);
    secret_free(bytes);
    output_commit(&out);
    return 0;
}
