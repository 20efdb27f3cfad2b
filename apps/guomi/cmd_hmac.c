/* guomi hmac */
#include "commands.h"

#include <errno.h>
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
#include "value.h"

enum { OPT_VERIFY = OPTION_OWN, OPT_LENGTH };

static const char help[] = "Usage: guomi hmac KEY [--mac-length N] [--verify MAC] [FILE]...\n"
                           "  or:  guomi hmac KEY [--mac-length N] -c [OPTION]... [FILE]...\n"
                           "Print HMAC-SM3 (GB/T 15852.2) of each FILE as hex digits, two spaces and the name, or\n"
                           "check the MAC of one, or a list of MACs. Without FILE, or when FILE is -, read standard\n"
                           "input.\n"
                           "\n"
                           "      --key-file FILE    the key, any number of bytes, as hex digits in FILE\n"
                           "      --key-fd N         the same from descriptor N\n"
                           "      --key HEX          the key itself; other users can see it\n"
                           "      --key-format FORM  FILE or descriptor hold hex (default), base64 or raw bytes\n"
                           "      --mac-length N     the leftmost N bytes of the MAC, 1 to 32 (default 32)\n"
                           "      --verify MAC       compare with MAC, which must have that length; print nothing\n"
                           "                         (hex, base64:…, file:FILE, hex-file:FILE or base64-file:FILE;\n"
                           "                         hex-file takes a line that guomi hmac printed, too)\n"
                           "  -c, --check            read MACs from the FILEs, as guomi hmac printed them, and check\n"
                           "                         the files that they name\n"
                           "\n"
                           "Only with --check, as in guomi sm3:\n"
                           "      --ignore-missing   pass over files that do not exist\n"
                           "      --quiet            print no OK lines\n"
                           "      --status           print nothing, the exit status tells\n"
                           "      --strict           fail if any line is not properly formatted\n"
                           "  -w, --warn             name each line that is not properly formatted\n"
                           "\n"
                           "Exit status: 0 success; 1 a MAC differs, a listed file could not be read, or a line is\n"
                           "not properly formatted under --strict; 2 usage; 3 a FILE could not be read.\n"
                           "\n"
                           "Examples:\n"
                           "  guomi rand -n 32 -o mac.key\n"
                           "  printf abc | guomi hmac --key-file mac.key\n"
                           "  guomi hmac --key-file mac.key backup.tar > backup.mac\n"
                           "  guomi hmac --key-file mac.key --verify hex-file:backup.mac backup.tar\n"
                           "  guomi hmac --key-file mac.key *.tar > MACS && guomi hmac --key-file mac.key -c MACS\n";

struct state {
    gm_hmac_sm3_key key;
    gm_hmac_sm3_ctx ctx;
    size_t mac_len;
};

static uint8_t *buffer;

/* Absorb a file; 0 or an errno value. */
static int absorb(struct state *s, const char *path)
{
    struct input in;
    ptrdiff_t n;
    int e = input_try(&in, path);

    if (e != 0)
        return e;
    must(gm_hmac_sm3_init(&s->ctx, &s->key));
    progress_begin(in.name, input_size(&in));
    while ((n = input_try_read(&in, buffer, IO_BUFFER)) > 0) {
        must(gm_hmac_sm3_update(&s->ctx, buffer, (size_t)n));
        progress_add((uint64_t)n);
    }
    e = n < 0 ? errno : 0;
    progress_end();
    input_close(&in);
    return e;
}

static int compute(void *state, const char *path, uint8_t *mac)
{
    struct state *s = state;
    uint8_t whole[GM_HMAC_SM3_SIZE];
    int e = absorb(s, path);

    if (e == 0) {
        must(gm_hmac_sm3_final(&s->ctx, whole));
        memcpy(mac, whole, s->mac_len);
    }
    return e;
}

static const char *shown_operand(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : shown(path);
}

/* Print the MAC of a file, or compare it with `want`. */
static int print_or_verify(struct state *s, const char *path, const uint8_t *want)
{
    uint8_t mac[GM_HMAC_SM3_SIZE];
    int e = want == NULL ? compute(s, path, mac) : absorb(s, path);

    if (e != 0) {
        report("%s: %s", shown_operand(path), strerror(e));
        return EXIT_IO;
    }
    if (want == NULL) {
        listing_line(mac, s->mac_len, "  ", path);
    } else if (gm_hmac_sm3_final_verify(&s->ctx, want, s->mac_len) != GM_OK) {
        report("%s: the MAC differs: another key, or other data than were authenticated", shown_operand(path));
        return EXIT_CHECK;
    }
    return 0;
}

int cmd_hmac(int argc, char **argv)
{
    static const struct option longs[] = {{"verify", required_argument, NULL, OPT_VERIFY},
                                          {"mac-length", required_argument, NULL, OPT_LENGTH},
                                          OPTIONS_CHECK_LIST,
                                          OPTIONS_KEY,
                                          OPTIONS_COMMON};
    static char *standard[] = {(char *)"-", NULL};
    struct key_source source = KEY_SOURCE_NONE;
    struct check_list list = {.noun = "MAC", .size = GM_HMAC_SM3_SIZE, .compute = compute};
    struct state *s;
    const char *verify = NULL;
    uint8_t *key, *want = NULL;
    size_t key_len;
    int c, code = 0;

    while ((c = options_next(argc, argv, "cw", longs, help)) != -1) {
        if (options_key(c, &source) || check_list_option(c, &list))
            continue;
        if (c == OPT_VERIFY)
            verify = optarg;
        else
            list.size = (size_t)value_size("--mac-length", optarg, 1, GM_HMAC_SM3_SIZE);
    }
    check_list_only(&list);
    if (verify != NULL && argc - optind > 1)
        die_usage("--verify: expected one file, found %d", argc - optind);
    if (verify != NULL)
        want = value_mac("--verify", verify, list.size, VALUE_MAC_LENGTH);
    key = key_read(&source, 0, &key_len);
    list.state = s = secret_new(sizeof *s);
    buffer = xmalloc(IO_BUFFER);
    s->mac_len = list.size;
    must(gm_hmac_sm3_key_init(&s->key, key, key_len));
    secret_free(key);
    for (argv = optind < argc ? argv + optind : standard; *argv != NULL; argv++) {
        int one = list.check ? check_list(&list, *argv) : print_or_verify(s, *argv, want);
        if (one != 0 && code != EXIT_CHECK) /* a failed check outweighs a missing file */
            code = one;
    }
    free(buffer);
    secret_free(want);
    secret_free(s);
    return code;
}
