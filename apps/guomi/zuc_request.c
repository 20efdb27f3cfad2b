/* Options of `guomi zuc enc|dec`. */
#include "zuc_request.h"

#include <string.h>

#include "error.h"
#include "options.h"
#include "output.h"
#include "value.h"

enum { OPT_MODE = OPTION_OWN, OPT_BITS, OPT_IV, OPT_AAD, OPT_TAG, OPT_TAG_OUT, OPT_TAG_LENGTH };

#define AAD_MAX ((size_t)256 * 1024 * 1024)

#define HELP_COMMON                                                                                       \
    "\n"                                                                                                  \
    "      --mode MODE        stream (default), or with authentication gxm or mur (GM/T 0001.4)\n"        \
    "      --bits N           128 (default) or 256: ZUC-128 or ZUC-256, with keys of 16 or 32 bytes\n"    \
    "      --key-file FILE    the key as hex digits in FILE; for gxm followed by the hash key of 16\n"    \
    "                         bytes; for mur the data key, the tag key, and the hash key of 16 bytes\n"   \
    "      --key-fd N         the same from descriptor N\n"                                               \
    "      --key HEX          the key itself; other users can see it\n"                                   \
    "      --key-format FORM  FILE or descriptor hold hex (default), base64 or raw bytes\n"               \
    "      --iv VALUE         initial vector, 16 bytes; for 256 bits 23 bytes, or 25 of which the last\n" \
    "                         eight are below 64\n"                                                       \
    "      --aad VALUE        gxm, mur: additional data that is authenticated too\n"                      \
    "      --tag-length N     gxm, mur: bytes of the tag, 8 to 16 (default 16)\n"

#define HELP_TAIL                                                         \
    "  -o, --output FILE      write to FILE instead of standard output\n" \
    "  -f, --force            replace FILE if it exists\n"                \
    "VALUE is hex digits, base64:…, text:…, file:FILE, hex-file:FILE or base64-file:FILE.\n"

static const char enc_help[] =
    "Usage: guomi zuc enc KEY --iv VALUE [OPTION]... [INPUT]\n"
    "Encrypt with ZUC. Without INPUT, or when it is -, read standard input." HELP_COMMON
    "      --tag-out FILE     write the tag as a line of hex to FILE; else it follows the\n"
    "                         ciphertext\n" HELP_TAIL
    "Never use an IV twice under a key, except with mur, which then shows no more than whether two\n"
    "messages are the same. mur reads a file twice; what comes from a pipe waits in a private\n"
    "temporary file, encrypted.\n"
    "\n"
    "Examples:\n"
    "  guomi rand -n 32 -o zuc.key\n"
    "  guomi rand -n 16 -o m.iv; printf abc > m\n"
    "  guomi zuc enc --mode gxm --key-file zuc.key --iv hex-file:m.iv -o m.enc m\n";

static const char dec_help[] =
    "Usage: guomi zuc dec KEY --iv VALUE [OPTION]... [INPUT]\n"
    "Decrypt with ZUC. Without INPUT, or when it is -, read standard input." HELP_COMMON
    "      --tag VALUE        the tag, of exactly --tag-length bytes; else the input ends in it\n" HELP_TAIL
    "With gxm and mur nothing leaves before it is authenticated: a file appears when it is whole; to a\n"
    "pipe, a file as input is read twice, and a pipe as input waits in a private temporary file,\n"
    "encrypted as it is. If the input changes between the two readings, the command fails before the\n"
    "first piece that is not as it was; this takes 64 MiB of memory a TiB.\n"
    "\n"
    "Example:\n"
    "  guomi zuc dec --key 00000000000000000000000000000000 \\\n"
    "      --iv 00000000000000000000000000000000 /dev/null\n";

gm_zuc_kind zuc_kind(const char *text)
{
    static const char *const names[] = {"128", "256", NULL};
    return value_choice("--bits", text, names) == 0 ? GM_ZUC_128 : GM_ZUC_256;
}

size_t zuc_key_size(gm_zuc_kind kind)
{
    return kind == GM_ZUC_128 ? GM_ZUC128_KEY_SIZE : GM_ZUC256_KEY_SIZE;
}

uint8_t *zuc_iv(gm_zuc_kind kind, const char *text)
{
    size_t want = kind == GM_ZUC_128 ? GM_ZUC128_IV_SIZE : GM_ZUC256_IV_SIZE, len;
    uint8_t *iv = value_bytes("--iv", text, 4096, &len), packed[GM_ZUC256_IV_SIZE];

    if (kind == GM_ZUC_256 && len == 25) {
        if (gm_zuc256_pack_iv(packed, iv) != GM_OK)
            die_usage("--iv: expected values below 64 in bytes 17 to 24 of 25, found a larger one");
        memcpy(iv, packed, sizeof packed);
    } else if (len != want) {
        die_usage("--iv: expected %s bytes with --bits %s, found %zu", kind == GM_ZUC_128 ? "16" : "23 or 25",
                  kind == GM_ZUC_128 ? "128" : "256", len);
    }
    return iv;
}

/* What the command line said, as text, before mode and kind are known. */
struct given {
    struct key_source key;
    const char *iv, *aad, *tag, *tag_length;
};

static void check_fit(const struct zuc_request *r, const struct given *g)
{
    const char *option = g->aad != NULL          ? "--aad"
                         : g->tag != NULL        ? "--tag"
                         : g->tag_length != NULL ? "--tag-length"
                         : r->tag_out != NULL    ? "--tag-out"
                                                 : NULL;
    if (r->mode == ZUC_STREAM && option != NULL)
        die_usage("%s: not for mode stream", option);
    if (g->iv == NULL)
        die_usage("expected --iv, found none");
}

static void fill(struct zuc_request *r, struct given *g)
{
    size_t len, key = zuc_key_size(r->kind);

    r->iv = zuc_iv(r->kind, g->iv);
    if (g->aad != NULL)
        r->aad = value_bytes("--aad", g->aad, AAD_MAX, &r->aad_len);
    r->tag_len = g->tag_length == NULL ? 16 : (size_t)value_size("--tag-length", g->tag_length, 8, 16);
    if (g->tag != NULL) {
        r->tag = value_bytes("--tag", g->tag, 4096, &len);
        if (len != r->tag_len)
            die_usage("--tag: expected %zu bytes (see --tag-length), found %zu", r->tag_len, len);
    }
    r->key = key_read(&g->key, r->mode == ZUC_STREAM ? key : r->mode == ZUC_GXM ? key + 16 : 2 * key + 16, &len);
}

static void take(struct zuc_request *r, struct given *g, int option)
{
    static const char *const modes[] = {"stream", "gxm", "mur", NULL};

    switch (option) {
    case OPT_MODE:
        r->mode = (enum zuc_mode)value_choice("--mode", optarg, modes);
        break;
    case OPT_BITS:
        r->kind = zuc_kind(optarg);
        break;
    case OPT_IV:
        g->iv = optarg;
        break;
    case OPT_AAD:
        g->aad = optarg;
        break;
    case OPT_TAG:
        g->tag = optarg;
        break;
    case OPT_TAG_OUT:
        r->tag_out = optarg;
        break;
    case OPT_TAG_LENGTH:
        g->tag_length = optarg;
        break;
    case 'o':
        r->output = optarg;
        break;
    default:
        r->output_flags |= OUTPUT_FORCE;
    }
}

#define OPTIONS_BOTH                                                                                       \
    {"mode", required_argument, NULL, OPT_MODE}, {"bits", required_argument, NULL, OPT_BITS},              \
        {"iv", required_argument, NULL, OPT_IV}, {"aad", required_argument, NULL, OPT_AAD},                \
        {"tag-length", required_argument, NULL, OPT_TAG_LENGTH}, {"output", required_argument, NULL, 'o'}, \
        {"force", no_argument, NULL, 'f'}, OPTIONS_KEY, OPTIONS_COMMON

void zuc_request_parse(struct zuc_request *r, bool encrypt, int argc, char **argv)
{
    static const struct option enc[] = {{"tag-out", required_argument, NULL, OPT_TAG_OUT}, OPTIONS_BOTH};
    static const struct option dec[] = {{"tag", required_argument, NULL, OPT_TAG}, OPTIONS_BOTH};
    struct given g = {KEY_SOURCE_NONE, NULL, NULL, NULL, NULL};
    int c;

    memset(r, 0, sizeof *r);
    r->kind = GM_ZUC_128;
    r->encrypt = encrypt;
    r->output_flags = encrypt ? OUTPUT_BINARY : 0;
    while ((c = options_next(argc, argv, "o:f", encrypt ? enc : dec, encrypt ? enc_help : dec_help)) != -1)
        if (!options_key(c, &g.key))
            take(r, &g, c);
    if (argc - optind > 1)
        die_usage("expected one input file, found %d", argc - optind);
    if (optind < argc)
        r->input = argv[optind];
    check_fit(r, &g);
    fill(r, &g);
}

void zuc_request_free(struct zuc_request *r)
{
    secret_free(r->key);
    secret_free(r->iv);
    secret_free(r->aad);
    secret_free(r->tag);
}
