/* guomi hmac */
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/sm3.h>

#include "error.h"
#include "input.h"
#include "listing.h"
#include "options.h"
#include "progress.h"
#include "value.h"

enum { OPT_VERIFY = OPTION_OWN, OPT_LENGTH };

static const char help[] = "Usage: guomi hmac KEY [--mac-length N] [--verify MAC] [FILE]...\n"
                           "Print HMAC-SM3 (GB/T 15852.2) of each FILE as hex digits, two spaces and the name, or\n"
                           "check the MAC of one. Without FILE, or when FILE is -, read standard input.\n"
                           "\n"
                           "      --key-file FILE    the key, any number of bytes, as hex digits in FILE\n"
                           "      --key-fd N         the same from descriptor N\n"
                           "      --key HEX          the key itself; other users can see it\n"
                           "      --key-format FORM  FILE or descriptor hold hex (default), base64 or raw bytes\n"
                           "      --mac-length N     the leftmost N bytes of the MAC, 1 to 32 (default 32)\n"
                           "      --verify MAC       compare with MAC, which must have that length; print nothing\n"
                           "                         (hex, base64:…, file:FILE, hex-file:FILE or base64-file:FILE;\n"
                           "                         hex-file takes a line that guomi hmac printed, too)\n"
                           "\n"
                           "Exit status: 0 success; 1 the MAC differs; 2 usage; 3 a file could not be read.\n"
                           "\n"
                           "Examples:\n"
                           "  guomi rand -n 32 -o mac.key\n"
                           "  printf abc | guomi hmac --key-file mac.key\n"
                           "  guomi hmac --key-file mac.key backup.tar > backup.mac\n"
                           "  guomi hmac --key-file mac.key --verify hex-file:backup.mac backup.tar\n";

struct state {
    gm_hmac_sm3_key key;
    gm_hmac_sm3_ctx ctx;
};

/* Absorb a file; 0 or EXIT_IO after a message. */
static int absorb(struct state *s, const char *path, uint8_t *buffer)
{
    struct input in;
    ptrdiff_t n;
    int e = input_try(&in, path);

    must(gm_hmac_sm3_init(&s->ctx, &s->key));
    if (e == 0) {
        progress_begin(in.name, input_size(&in));
        while ((n = input_try_read(&in, buffer, IO_BUFFER)) > 0) {
            must(gm_hmac_sm3_update(&s->ctx, buffer, (size_t)n));
            progress_add((uint64_t)n);
        }
        e = n < 0 ? errno : 0;
        progress_end();
        input_close(&in);
    }
    if (e != 0)
        report("%s: %s", input_shown(&in), strerror(e));
    return e != 0 ? EXIT_IO : 0;
}

int cmd_hmac(int argc, char **argv)
{
    static const struct option longs[] = {{"verify", required_argument, NULL, OPT_VERIFY},
                                          {"mac-length", required_argument, NULL, OPT_LENGTH},
                                          OPTIONS_KEY,
                                          OPTIONS_COMMON};
    static char *standard[] = {(char *)"-", NULL};
    struct key_source source = KEY_SOURCE_NONE;
    struct state *s;
    const char *verify = NULL;
    uint8_t *key, *want = NULL, *buffer, mac[GM_HMAC_SM3_SIZE];
    size_t key_len, mac_len = GM_HMAC_SM3_SIZE;
    int c, code = 0;

    while ((c = options_next(argc, argv, "", longs, help)) != -1) {
        if (options_key(c, &source))
            continue;
        if (c == OPT_VERIFY)
            verify = optarg;
        else
            mac_len = (size_t)value_size("--mac-length", optarg, 1, GM_HMAC_SM3_SIZE);
    }
    if (verify != NULL && argc - optind > 1)
        die_usage("--verify: expected one file, found %d", argc - optind);
    if (verify != NULL)
        want = value_mac("--verify", verify, mac_len);
    key = key_read(&source, 0, &key_len);
    s = secret_new(sizeof *s);
    buffer = xmalloc(IO_BUFFER);
    must(gm_hmac_sm3_key_init(&s->key, key, key_len));
    secret_free(key);
    for (argv = optind < argc ? argv + optind : standard; *argv != NULL; argv++) {
        int one = absorb(s, *argv, buffer);
        if (one != 0) {
            code = code == 0 ? one : code;
        } else if (want != NULL) {
            if (gm_hmac_sm3_final_verify(&s->ctx, want, mac_len) != GM_OK) {
                report("%s: the MAC differs: another key, or other data than were authenticated",
                       strcmp(*argv, "-") == 0 ? "standard input" : shown(*argv));
                code = EXIT_CHECK;
            }
        } else {
            must(gm_hmac_sm3_final(&s->ctx, mac));
            listing_line(mac, mac_len, "  ", *argv);
        }
    }
    free(buffer);
    secret_free(want);
    secret_free(s);
    return code;
}
