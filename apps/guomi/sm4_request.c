/* Options of `guomi sm4 enc|dec`. */
#include "sm4_request.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "options.h"
#include "output.h"
#include "value.h"

enum {
    OPT_MODE = OPTION_OWN,
    OPT_IV,
    OPT_AAD,
    OPT_TAG,
    OPT_TAG_OUT,
    OPT_TAG_LENGTH,
    OPT_PADDING,
    OPT_SECTOR,
    OPT_FIRST_UNIT
};

static const struct sm4_mode modes[] = {
    {"ecb", SM4_STREAM, GM_SM4_ECB, 16, 0, 0, true},         {"cbc", SM4_STREAM, GM_SM4_CBC, 16, 16, 16, true},
    {"cfb", SM4_STREAM, GM_SM4_CFB, 16, 16, 16, false},      {"cfb8", SM4_STREAM, GM_SM4_CFB8, 16, 16, 16, false},
    {"cfb1", SM4_STREAM, GM_SM4_CFB1, 16, 16, 16, false},    {"ofb", SM4_STREAM, GM_SM4_OFB, 16, 16, 16, false},
    {"ctr", SM4_STREAM, GM_SM4_CTR, 16, 16, 16, false},      {"bc", SM4_STREAM, GM_SM4_BC, 16, 16, 16, true},
    {"ofbnlf", SM4_STREAM, GM_SM4_OFBNLF, 16, 16, 16, true}, {"xts", SM4_UNITS, GM_SM4_XTS, 32, 16, 16, false},
    {"xts-gb", SM4_UNITS, GM_SM4_XTS_GB, 32, 16, 16, false}, {"gcm", SM4_GCM, GM_SM4_ECB, 16, 1, SM4_IV_MAX, false},
    {"ccm", SM4_CCM, GM_SM4_ECB, 16, 7, 13, false},          {"hctr", SM4_WHOLE, GM_SM4_ECB, 32, 16, 16, false},
};
#define MODES (sizeof modes / sizeof modes[0])

#define HELP_COMMON                                                                                      \
    "\n"                                                                                                 \
    "      --mode MODE        ecb, cbc, cfb, cfb8, cfb1, ofb, ctr, bc, ofbnlf, xts, xts-gb, gcm,\n"      \
    "                         ccm or hctr; gcm is the best choice for most uses\n"                       \
    "      --key-file FILE    the key as hex digits in FILE: 16 bytes; xts and xts-gb 32 (data key,\n"   \
    "                         tweak key), hctr 32 (key, hash key); the halves of an xts key may\n"       \
    "                         be equal, but both standards advise against it\n"                          \
    "      --key-fd N         the same from descriptor N\n"                                              \
    "      --key HEX          the key itself; other users can see it\n"                                  \
    "      --key-format FORM  FILE or descriptor hold hex (default), base64 or raw bytes\n"              \
    "      --iv VALUE         initial vector, 16 bytes; none for ecb; 1 or more for gcm (12 is\n"        \
    "                         best), 7 to 13 for ccm; the tweak block of hctr, and of xts in one unit\n" \
    "      --padding NAME     pkcs7 (default), iso7816, x923, zero or none; ecb, cbc, bc and\n"          \
    "                         ofbnlf only\n"                                                             \
    "      --sector N         xts: data units of N bytes, 16 to 16M\n"                                   \
    "      --first-unit U     xts: number of the first unit (default 0 with --sector)\n"                 \
    "      --aad VALUE        gcm, ccm: additional data that is authenticated too\n"                     \
    "      --tag-length N     gcm, ccm: bytes of the tag (default 16)\n"

#define HELP_TAIL                                                         \
    "  -o, --output FILE      write to FILE instead of standard output\n" \
    "  -f, --force            replace FILE if it exists\n"                \
    "VALUE is hex digits, base64:…, text:…, file:FILE, hex-file:FILE or base64-file:FILE.\n"

static const char enc_help[] =
    "Usage: guomi sm4 enc --mode MODE KEY [OPTION]... [INPUT]\n"
    "Encrypt with SM4. Without INPUT, or when it is -, read standard input." HELP_COMMON
    "      --tag-out FILE     write the tag as a line of hex to FILE; else it follows the\n"
    "                         ciphertext\n" HELP_TAIL
    "Never use an IV twice under a key with gcm, ccm, ctr or ofb. ccm from a pipe, and hctr, hold\n"
    "the whole message in memory.\n"
    "\n"
    "Examples:\n"
    "  guomi rand -n 16 -o sm4.key\n"
    "  printf abc > m; guomi sm4 enc --mode gcm --key-file sm4.key --iv $(guomi rand -n 12) -o m.enc m\n"
    "  guomi sm4 enc --mode cbc --key-file sm4.key --iv $(guomi rand -n 16) m | guomi sm3\n";

static const char dec_help[] =
    "Usage: guomi sm4 dec --mode MODE KEY [OPTION]... [INPUT]\n"
    "Decrypt with SM4. Without INPUT, or when it is -, read standard input." HELP_COMMON
    "      --tag VALUE        the tag, of exactly --tag-length bytes; else the input ends in it\n" HELP_TAIL
    "With gcm and ccm nothing leaves before it is authenticated: a file appears when it is whole; to\n"
    "a pipe, a file as input is read twice, and a pipe as input waits in a private temporary file,\n"
    "encrypted as it is. If the input changes between the two readings, the command fails before the\n"
    "first piece that is not as it was; this takes 64 MiB of memory a TiB. hctr holds the whole\n"
    "message in memory.\n"
    "\n"
    "Example:\n"
    "  guomi sm4 dec --mode cbc --key 0123456789abcdeffedcba9876543210 \\\n"
    "      --iv 000102030405060708090a0b0c0d0e0f --padding none /dev/null\n";

static const struct sm4_mode *find_mode(const char *text)
{
    const char *names[MODES + 1];
    for (size_t i = 0; i < MODES; i++)
        names[i] = modes[i].name;
    names[MODES] = NULL;
    return &modes[value_choice("--mode", text, names)];
}

/* What the command line said, as text, before the mode is known. */
struct given {
    struct key_source key;
    const char *iv, *aad, *tag, *padding, *tag_length;
    bool sector;
};

static void refuse(bool given, const char *option, const struct sm4_mode *mode)
{
    if (given)
        die_usage("%s: not for mode %s", option, mode->name);
}

/* Options that the mode or the direction does not take would be ignored silently: say so. */
static void check_fit(const struct sm4_request *r, const struct given *g)
{
    bool aead = r->mode->kind == SM4_GCM || r->mode->kind == SM4_CCM, units = r->mode->kind == SM4_UNITS;

    refuse(g->iv != NULL && r->mode->iv_max == 0, "--iv", r->mode);
    refuse(g->padding != NULL && !r->mode->pads, "--padding", r->mode);
    refuse(g->aad != NULL && !aead, "--aad", r->mode);
    refuse(g->tag != NULL && !aead, "--tag", r->mode);
    refuse(g->tag_length != NULL && !aead, "--tag-length", r->mode);
    refuse(r->tag_out != NULL && !aead, "--tag-out", r->mode);
    refuse(g->sector && !units, "--sector", r->mode);
    refuse(r->has_unit && !units, "--first-unit", r->mode);
    if (units && (g->iv != NULL) == (g->sector || r->has_unit))
        die_usage("mode %s: expected --iv for one data unit, or --sector or --first-unit; found %s", r->mode->name,
                  g->iv != NULL ? "both" : "neither");
    if (!units && g->iv == NULL && r->mode->iv_max != 0)
        die_usage("mode %s: expected --iv, found none", r->mode->name);
}

static void take_tag(struct sm4_request *r, const struct given *g)
{
    bool gcm = r->mode->kind == SM4_GCM;
    size_t len;

    r->tag_len = 16;
    if (g->tag_length != NULL) {
        r->tag_len = (size_t)value_size("--tag-length", g->tag_length, 4, 16);
        if (gcm ? r->tag_len < 12 && r->tag_len != 4 && r->tag_len != 8 : r->tag_len % 2 != 0)
            die_usage("--tag-length: expected %s, found %zu", gcm ? "4, 8 or 12 to 16" : "4, 6, 8, 10, 12, 14 or 16",
                      r->tag_len);
    }
    if (g->tag != NULL) {
        r->tag = value_bytes("--tag", g->tag, 4096, &len);
        if (len != r->tag_len)
            die_usage("--tag: expected %zu bytes (see --tag-length), found %zu", r->tag_len, len);
    }
}

static void fill(struct sm4_request *r, struct given *g)
{
    static const char *const paddings[] = {"none", "pkcs7", "iso7816", "x923", "zero", NULL};
    size_t key_len;

    r->padding = GM_SM4_PAD_NONE;
    if (r->mode->pads)
        r->padding =
            g->padding == NULL ? GM_SM4_PAD_PKCS7 : (gm_sm4_padding)value_choice("--padding", g->padding, paddings);
    r->padding_name = paddings[r->padding];
    if (g->iv != NULL) {
        r->iv = value_bytes("--iv", g->iv, SM4_IV_MAX, &r->iv_len);
        if (r->iv_len < r->mode->iv_min || r->iv_len > r->mode->iv_max) {
            if (r->mode->iv_min == r->mode->iv_max)
                die_usage("--iv: expected %zu bytes for mode %s, found %zu", r->mode->iv_min, r->mode->name, r->iv_len);
            die_usage("--iv: expected %zu to %zu bytes for mode %s, found %zu", r->mode->iv_min, r->mode->iv_max,
                      r->mode->name, r->iv_len);
        }
    }
    if (g->aad != NULL)
        r->aad = value_bytes("--aad", g->aad, SM4_AAD_MAX, &r->aad_len);
    if (r->mode->kind == SM4_GCM || r->mode->kind == SM4_CCM)
        take_tag(r, g);
    r->key = key_read(&g->key, r->mode->key_len, &key_len);
}

static void take(struct sm4_request *r, struct given *g, int option)
{
    switch (option) {
    case OPT_MODE:
        r->mode = find_mode(optarg);
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
    case OPT_PADDING:
        g->padding = optarg;
        break;
    case OPT_SECTOR:
        g->sector = true;
        r->sector = value_size("--sector", optarg, 16, (uint64_t)1 << 24);
        break;
    case OPT_FIRST_UNIT:
        r->has_unit = true;
        r->first_unit = value_number("--first-unit", optarg, 0, UINT64_MAX);
        break;
    case 'o':
        r->output = optarg;
        break;
    default:
        r->output_flags |= OUTPUT_FORCE;
    }
}

#define OPTIONS_BOTH                                                                                        \
    {"mode", required_argument, NULL, OPT_MODE}, {"iv", required_argument, NULL, OPT_IV},                   \
        {"aad", required_argument, NULL, OPT_AAD}, {"tag-length", required_argument, NULL, OPT_TAG_LENGTH}, \
        {"padding", required_argument, NULL, OPT_PADDING}, {"sector", required_argument, NULL, OPT_SECTOR}, \
        {"first-unit", required_argument, NULL, OPT_FIRST_UNIT}, {"output", required_argument, NULL, 'o'},  \
        {"force", no_argument, NULL, 'f'}, OPTIONS_KEY, OPTIONS_COMMON

void sm4_request_parse(struct sm4_request *r, bool encrypt, int argc, char **argv)
{
    static const struct option enc[] = {{"tag-out", required_argument, NULL, OPT_TAG_OUT}, OPTIONS_BOTH};
    static const struct option dec[] = {{"tag", required_argument, NULL, OPT_TAG}, OPTIONS_BOTH};
    struct given g = {KEY_SOURCE_NONE, NULL, NULL, NULL, NULL, NULL, false};
    int c;

    memset(r, 0, sizeof *r);
    r->encrypt = encrypt;
    r->output_flags = encrypt ? OUTPUT_BINARY : 0;
    while ((c = options_next(argc, argv, "o:f", encrypt ? enc : dec, encrypt ? enc_help : dec_help)) != -1)
        if (!options_key(c, &g.key))
            take(r, &g, c);
    if (r->mode == NULL)
        die_usage("expected --mode, found none");
    if (argc - optind > 1)
        die_usage("expected one input file, found %d", argc - optind);
    if (optind < argc)
        r->input = argv[optind];
    check_fit(r, &g);
    fill(r, &g);
}

void sm4_request_free(struct sm4_request *r)
{
    secret_free(r->key);
    secret_free(r->iv);
    secret_free(r->aad);
    secret_free(r->tag);
}
