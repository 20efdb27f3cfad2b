/* guomi sm4 mac: CMAC, CBC-MAC and GMAC. */
#include "sm4_mac.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/mem.h>
#include <guomi/sm4.h>

#include "error.h"
#include "input.h"
#include "listing.h"
#include "options.h"
#include "progress.h"
#include "sm4_request.h"
#include "value.h"

enum { OPT_MODE = OPTION_OWN, OPT_IV, OPT_VERIFY, OPT_LENGTH };
enum { CMAC, CBCMAC, GMAC };

static const char help[] =
    "Usage: guomi sm4 mac --mode MODE KEY [OPTION]... [FILE]...\n"
    "Print the MAC of each FILE as hex digits, two spaces and the name, or check the MAC of one.\n"
    "Without FILE, or when FILE is -, read standard input.\n"
    "\n"
    "      --mode MODE        cmac, gmac (one FILE, needs --iv), or cbcmac (whole blocks; safe only\n"
    "                         where all messages have one length)\n"
    "      --key-file FILE    the key, 16 bytes, as hex digits in FILE\n"
    "      --key-fd N         the same from descriptor N\n"
    "      --key HEX          the key itself; other users can see it\n"
    "      --key-format FORM  FILE or descriptor hold hex (default), base64 or raw bytes\n"
    "      --iv VALUE         gmac: the IV, 1 byte or more, never used twice under a key\n"
    "      --mac-length N     the leftmost N bytes of the MAC (default 16)\n"
    "      --verify MAC       compare with MAC, which must have that length; print nothing\n"
    "VALUE and MAC are hex digits, base64:…, text:…, file:FILE, hex-file:FILE or base64-file:FILE;\n"
    "for MAC, hex-file takes a line that guomi sm4 mac printed, too.\n"
    "\n"
    "Example:\n"
    "  printf abc | guomi sm4 mac --mode cmac --key 0123456789abcdeffedcba9876543210\n";

struct state {
    int mode;
    gm_sm4_key key;
    gm_sm4_gcm_key gcm_key;
    gm_sm4_mac_ctx mac;
    gm_sm4_gcm_ctx gcm;
    uint8_t tag[16];
};

struct request {
    struct key_source key;
    const char *iv, *verify, *length;
    int mode;
    size_t tag_len, iv_len;
    uint8_t *iv_bytes, *want;
};

static void begin(struct state *s, const struct request *r)
{
    if (s->mode == GMAC)
        must(gm_sm4_gcm_init(&s->gcm, GM_SM4_ENCRYPT, &s->gcm_key, r->tag_len, r->iv_bytes, r->iv_len));
    else
        must(s->mode == CMAC ? gm_sm4_cmac_init(&s->mac, &s->key) : gm_sm4_cbcmac_init(&s->mac, &s->key));
}

/* 0, or an exit code after a message. */
static int one_file(struct state *s, const struct request *r, const char *path, uint8_t *buffer)
{
    struct input in;
    uint64_t total = 0;
    ptrdiff_t n = 0;
    gm_status st;
    int e = input_try(&in, path);

    begin(s, r);
    if (e == 0) {
        progress_begin(in.name, input_size(&in));
        while ((n = input_try_read(&in, buffer, IO_BUFFER)) > 0) {
            must(s->mode == GMAC ? gm_sm4_gcm_aad(&s->gcm, buffer, (size_t)n)
                                 : gm_sm4_mac_update(&s->mac, buffer, (size_t)n));
            total += (uint64_t)n;
            progress_add((uint64_t)n);
        }
        e = n < 0 ? errno : 0;
        progress_end();
        input_close(&in);
    }
    if (e != 0) {
        report("%s: %s", input_shown(&in), strerror(e));
        return EXIT_IO;
    }
    st = s->mode == GMAC ? gm_sm4_gcm_encrypt_finish(&s->gcm, s->tag, r->tag_len)
                         : gm_sm4_mac_finish(&s->mac, s->tag, r->tag_len);
    if (st == GM_ERR_ARGUMENT && s->mode == CBCMAC) {
        report("%s: expected whole blocks of 16 bytes, at least one, for mode cbcmac; found %" PRIu64 " bytes",
               input_shown(&in), total);
        return EXIT_CHECK;
    }
    must(st);
    if (r->want == NULL) {
        listing_line(s->tag, r->tag_len, "  ", path);
    } else if (!gm_equal(s->tag, r->want, r->tag_len)) {
        report("%s: the MAC differs: another key, or other data than were authenticated", input_shown(&in));
        return EXIT_CHECK;
    }
    return 0;
}

static void parse(struct request *r, int argc, char **argv)
{
    static const struct option longs[] = {{"mode", required_argument, NULL, OPT_MODE},
                                          {"iv", required_argument, NULL, OPT_IV},
                                          {"verify", required_argument, NULL, OPT_VERIFY},
                                          {"mac-length", required_argument, NULL, OPT_LENGTH},
                                          OPTIONS_KEY,
                                          OPTIONS_COMMON};
    static const char *const modes[] = {"cmac", "cbcmac", "gmac", NULL};
    static const struct key_source no_key = KEY_SOURCE_NONE;
    int c;

    memset(r, 0, sizeof *r);
    r->key = no_key;
    r->mode = -1;
    r->tag_len = 16;
    while ((c = options_next(argc, argv, "", longs, help)) != -1) {
        if (options_key(c, &r->key))
            continue;
        if (c == OPT_MODE)
            r->mode = value_choice("--mode", optarg, modes);
        else if (c == OPT_IV)
            r->iv = optarg;
        else if (c == OPT_VERIFY)
            r->verify = optarg;
        else
            r->tag_len = (size_t)value_size("--mac-length", optarg, 1, 16);
    }
    if (r->mode < 0)
        die_usage("expected --mode, found none");
    if ((r->mode == GMAC) != (r->iv != NULL))
        die_usage("mode %s: expected %s --iv", modes[r->mode], r->mode == GMAC ? "an" : "no");
    if (r->mode == GMAC && r->tag_len < 12 && r->tag_len != 4 && r->tag_len != 8)
        die_usage("--mac-length: expected 4, 8 or 12 to 16 for mode gmac, found %zu", r->tag_len);
    if (argc - optind > 1 && (r->mode == GMAC || r->verify != NULL))
        die_usage("%s: expected one file, found %d", r->verify != NULL ? "--verify" : "mode gmac", argc - optind);
    if (r->iv != NULL) {
        r->iv_bytes = value_bytes("--iv", r->iv, SM4_IV_MAX, &r->iv_len);
        if (r->iv_len == 0)
            die_usage("--iv: expected at least 1 byte, found 0");
    }
    if (r->verify != NULL)
        r->want = value_mac("--verify", r->verify, r->tag_len, VALUE_MAC_LENGTH);
}

int sm4_mac(int argc, char **argv)
{
    static char *standard[] = {(char *)"-", NULL};
    struct state *s = secret_new(sizeof *s);
    struct request r;
    uint8_t *buffer, *key;
    size_t key_len;
    int code = 0;

    parse(&r, argc, argv);
    key = key_read(&r.key, GM_SM4_KEY_SIZE, &key_len);
    s->mode = r.mode;
    must(gm_sm4_key_init(&s->key, key));
    must(gm_sm4_gcm_key_init(&s->gcm_key, key));
    secret_free(key);
    buffer = xmalloc(IO_BUFFER);
    for (argv = optind < argc ? argv + optind : standard; *argv != NULL; argv++) {
        int one = one_file(s, &r, *argv, buffer);
        if (one != 0 && code != EXIT_CHECK)
            code = one;
    }
    free(buffer);
    secret_free(r.iv_bytes);
    secret_free(r.want);
    secret_free(s);
    return code;
}
