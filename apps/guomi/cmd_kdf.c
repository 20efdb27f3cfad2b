/* guomi kdf: PBKDF2, HKDF and the KDF of SM2, all with SM3. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include <guomi/sm3.h>

#include "error.h"
#include "options.h"
#include "output.h"
#include "text.h"
#include "value.h"

enum { OPT_SALT = OPTION_OWN, OPT_INFO, OPT_BITS, OPT_CONFIRM };

#define LENGTH_MAX ((uint64_t)1 << 30) /* the derived bytes are held in memory */
#define VALUE_MAX ((size_t)16 * 1024 * 1024)

#define OUTPUT_HELP                                                                        \
    "      --hex, --base64, --raw  how to write it (default hex on one line)\n"            \
    "  -o, --output FILE           write to FILE, mode 0600, instead of standard output\n" \
    "  -f, --force                 replace FILE if it exists\n"                            \
    "VALUE is hex digits, base64:…, text:…, file:FILE, hex-file:FILE or base64-file:FILE.\n"

#define KEY_HELP                                                     \
    "      --key-file FILE         as hex digits in FILE\n"          \
    "      --key-fd N              the same from descriptor N\n"     \
    "      --key HEX               itself; other users can see it\n" \
    "      --key-format FORM       FILE or descriptor hold hex (default), base64 or raw bytes\n"

static const char pbkdf2_help[] =
    "Usage: guomi kdf pbkdf2 --salt VALUE [OPTION]...\n"
    "Derive bytes from a password by PBKDF2-HMAC-SM3 (RFC 8018, GM/T 0091). Without a\n"
    "password option the terminal is asked, without echo.\n"
    "\n"
    "      --password-file FILE    the password; one final LF or CRLF is dropped\n"
    "      --password-fd N         the same from descriptor N\n"
    "      --confirm               ask the terminal twice\n"
    "      --salt VALUE            the salt\n"
    "  -c, --iterations N          default 1000000\n"
    "  -n, --length N              bytes to derive (default 32)\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  printf secret > pw; guomi kdf pbkdf2 --password-file pw --salt text:guomi -c 10000\n";

static const char hkdf_help[] =
    "Usage: guomi kdf hkdf KEY [--salt VALUE] [--info VALUE] [OPTION]...\n"
    "Derive bytes from a key by HKDF-SM3 (RFC 5869). KEY, the input keying material, comes\n" KEY_HELP
    "      --salt VALUE            default: none\n"
    "      --info VALUE            default: none\n"
    "  -n, --length N              bytes to derive, at most 8160 (default 32)\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  guomi rand -o master.key; guomi kdf hkdf --key-file master.key --info text:mail -n 16\n";

static const char sm2_help[] =
    "Usage: guomi kdf sm2 KEY [OPTION]...\n"
    "Derive bytes by the KDF of SM2 and SM9 (GB/T 32918.4, 5.4.3): SM3(Z || 00000001) || …\n"
    "KEY, the string Z, comes\n" KEY_HELP "  -n, --length N              bytes to derive (default 32)\n"
    "      --bits N                bits instead; unused low bits of the last byte are zero\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  guomi kdf sm2 --key 0102 -n 48\n";

struct request {
    struct key_source key;
    struct password_source password;
    const char *salt, *info, *path;
    uint64_t iterations, length, bits;
    bool confirm;
    unsigned flags;
    enum text_form form;
};

static void parse(struct request *r, int argc, char **argv, const struct option *longs, const char *letters,
                  const char *help, uint64_t length_max)
{
    static const struct key_source no_key = KEY_SOURCE_NONE;
    static const struct password_source no_password = PASSWORD_SOURCE_NONE;
    int c;

    memset(r, 0, sizeof *r);
    r->key = no_key;
    r->password = no_password;
    r->iterations = 1000000;
    r->length = 32;
    r->flags = OUTPUT_SECRET;
    while ((c = options_next(argc, argv, letters, longs, help)) != -1) {
        if (options_key(c, &r->key) || options_password(c, &r->password) || text_option(c, &r->form))
            continue;
        switch (c) {
        case OPT_SALT:
            r->salt = optarg;
            break;
        case OPT_INFO:
            r->info = optarg;
            break;
        case OPT_BITS:
            r->bits = value_number("--bits", optarg, 1, 8 * length_max);
            break;
        case OPT_CONFIRM:
            r->confirm = true;
            break;
        case 'c':
            r->iterations = value_number("--iterations", optarg, 1, UINT64_MAX);
            break;
        case 'n':
            r->length = value_size("--length", optarg, 1, length_max);
            break;
        case 'o':
            r->path = optarg;
            break;
        default:
            r->flags |= OUTPUT_FORCE;
        }
    }
    if (optind < argc)
        die_usage("expected no operand, found %s", shown(argv[optind]));
}

static int give(const struct request *r, uint8_t *bytes, size_t len)
{
    struct output out;
    output_open(&out, r->path, r->flags, NULL);
    text_write(&out, r->form, bytes, len);
    text_end(&out, r->form);
    secret_free(bytes);
    output_commit(&out);
    return 0;
}

#define OPTIONS_GIVE                                                                                  \
    {"length", required_argument, NULL, 'n'}, TEXT_OPTIONS, {"output", required_argument, NULL, 'o'}, \
        {"force", no_argument, NULL, 'f'}

static int pbkdf2(int argc, char **argv)
{
    static const struct option longs[] = {{"salt", required_argument, NULL, OPT_SALT},
                                          {"iterations", required_argument, NULL, 'c'},
                                          {"confirm", no_argument, NULL, OPT_CONFIRM},
                                          OPTIONS_PASSWORD,
                                          OPTIONS_GIVE,
                                          OPTIONS_COMMON};
    struct request r;
    uint8_t *password, *salt, *out;
    size_t password_len, salt_len;

    parse(&r, argc, argv, longs, "c:n:o:f", pbkdf2_help, LENGTH_MAX);
    if (r.salt == NULL)
        die_usage("expected --salt, found none");
    salt = value_bytes("--salt", r.salt, VALUE_MAX, &salt_len);
    password_open(&r.password);
    password = password_read(&r.password, r.confirm, &password_len);
    out = secret_new((size_t)r.length);
    must(gm_pbkdf2_hmac_sm3(out, (size_t)r.length, password, password_len, salt, salt_len, r.iterations));
    secret_free(password);
    secret_free(salt);
    return give(&r, out, (size_t)r.length);
}

static int hkdf(int argc, char **argv)
{
    static const struct option longs[] = {{"salt", required_argument, NULL, OPT_SALT},
                                          {"info", required_argument, NULL, OPT_INFO},
                                          OPTIONS_KEY,
                                          OPTIONS_GIVE,
                                          OPTIONS_COMMON};
    struct request r;
    uint8_t *key, *salt = NULL, *info = NULL, *out;
    size_t key_len, salt_len = 0, info_len = 0;

    parse(&r, argc, argv, longs, "n:o:f", hkdf_help, (uint64_t)255 * GM_SM3_DIGEST_SIZE);
    if (r.salt != NULL)
        salt = value_bytes("--salt", r.salt, VALUE_MAX, &salt_len);
    if (r.info != NULL)
        info = value_bytes("--info", r.info, VALUE_MAX, &info_len);
    key = key_read(&r.key, 0, &key_len);
    out = secret_new((size_t)r.length);
    must(gm_hkdf_sm3(out, (size_t)r.length, salt, salt_len, key, key_len, info, info_len));
    secret_free(key);
    secret_free(salt);
    secret_free(info);
    return give(&r, out, (size_t)r.length);
}

static int sm2(int argc, char **argv)
{
    static const struct option longs[] = {
        {"bits", required_argument, NULL, OPT_BITS}, OPTIONS_KEY, OPTIONS_GIVE, OPTIONS_COMMON};
    struct request r;
    uint8_t *z, *out;
    size_t z_len, len;

    parse(&r, argc, argv, longs, "n:o:f", sm2_help, LENGTH_MAX);
    len = r.bits != 0 ? (size_t)((r.bits + 7) / 8) : (size_t)r.length;
    z = key_read(&r.key, 0, &z_len);
    out = secret_new(len);
    must(r.bits != 0 ? gm_sm3_kdf_bits(out, r.bits, z, z_len) : gm_sm3_kdf(out, len, z, z_len));
    secret_free(z);
    return give(&r, out, len);
}

static const struct command table[] = {
    {"pbkdf2", "from a password: PBKDF2-HMAC-SM3", pbkdf2},
    {"hkdf", "from a key: HKDF-SM3", hkdf},
    {"sm2", "from a shared secret: the KDF of SM2 and SM9", sm2},
    {NULL, NULL, NULL},
};

int cmd_kdf(int argc, char **argv)
{
    return commands_run(table, "guomi kdf",
                        "Usage: guomi kdf FUNCTION [OPTION]...\n"
                        "Derive keys. Functions:\n",
                        "\nExample:\n  guomi kdf pbkdf2 --salt text:guomi --confirm\n  guomi kdf hkdf --help\n", argc,
                        argv);
}
