/* guomi sm2 convert: the same key, signature or ciphertext in another form. */
#include "sm2_verbs.h"

#include <stdlib.h>

#include <guomi/sm2_encrypt.h>

#include "coded.h"
#include "commands.h"
#include "error.h"
#include "sm2_key.h"
#include "sm2_order.h"
#include "sm2_signature.h"
#include "text.h"
#include "value.h"

#define OUTPUT_HELP                                                       \
    "  -o, --output FILE      write to FILE instead of standard output\n" \
    "  -f, --force            replace FILE if it exists\n"
#define OPTIONS_OUTPUT {"output", required_argument, NULL, 'o'}, {"force", no_argument, NULL, 'f'}

enum { OPT_FORMAT = OPTION_OWN, OPT_FROM, OPT_ORDER, OPT_COMPRESSED, OPT_NEW_PASSWORD_FILE, OPT_NEW_PASSWORD_FD };

static const char *operand(int argc, char **argv)
{
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    return optind < argc ? argv[optind] : "-";
}

/* ---- Keys ---- */

static const char key_help[] =
    "Usage: guomi sm2 convert key [OPTION]... [KEY]\n"
    "Write a key in another form. KEY, or standard input, holds a private or a public key in any form. A\n"
    "private key is encrypted, with the password that it had, unless --no-password is said.\n"
    "\n" SM2_PASSWORD_HELP SM2_TARGET_HELP "      --new-password-file FILE   encrypt with another password\n"
    "      --new-password-fd N    the same from descriptor N\n"
    "      --compressed       public keys: the point in its short form, which not every reader takes\n" OUTPUT_HELP "\n"
    "Examples:\n"
    "  guomi sm2 convert key --no-password --format sec1 -o old.pem my.key\n"
    "  guomi sm2 convert key --format hex my.pub\n";

static const struct option key_longs[] = {OPTIONS_OUTPUT,
                                          {"compressed", no_argument, NULL, OPT_COMPRESSED},
                                          {"new-password-file", required_argument, NULL, OPT_NEW_PASSWORD_FILE},
                                          {"new-password-fd", required_argument, NULL, OPT_NEW_PASSWORD_FD},
                                          OPTIONS_SM2_TARGET,
                                          OPTIONS_SM2_PASSWORD,
                                          OPTIONS_COMMON};

static void convert_private(struct sm2_key_source *source, struct sm2_key_target *target, const char *name,
                            const uint8_t *file, size_t len, const char *output, unsigned flags)
{
    gm_sm2_private_key *key = secret_new(sizeof *key);
    struct output out;

    sm2_target_check(target);
    sm2_private_take(source, name, file, len, key);
    target->given = source->used;
    target->given_len = source->used_len;
    output_open(&out, output, flags | OUTPUT_SECRET, NULL);
    sm2_private_write(&out, target, key);
    output_commit(&out);
    secret_free(source->used);
    secret_free(key);
}

/* Is there a private key in it? It counts also where a public one stands before it. A damaged one is refused here, and
 * so are bytes that may be a key of either kind. */
static bool is_private(const char *name, const char *role, const uint8_t *file, size_t len)
{
    gm_sm2_private_key *key = secret_new(sizeof *key);
    gm_sm2_key_info info;
    bool good = gm_sm2_key_load(key, &info, file, len, NULL) == GM_OK;
    secret_free(key);
    if (!good && (info.problem == GM_SM2_PROBLEM_IS_PUBLIC || info.problem == GM_SM2_PROBLEM_NO_KEY))
        return false;
    if (!good && info.problem != GM_SM2_PROBLEM_NO_PASSWORD)
        sm2_key_refuse(name, role, &info);
    return true;
}

static int convert_key(int argc, char **argv)
{
    struct sm2_key_source source = {.fd = -1, .password = PASSWORD_SOURCE_NONE, .role = "a key"};
    struct sm2_key_target target = SM2_KEY_TARGET_NONE("--new-password-file, --new-password-fd, --no-password");
    const char *output = NULL;
    unsigned flags = 0;
    bool compressed = false;
    gm_sm2_public_key public_key;
    struct output out;
    char name[300];
    uint8_t *file;
    size_t len;
    int option;

    while ((option = options_next(argc, argv, "o:f", key_longs, key_help)) != -1) {
        if (sm2_key_option(option, &source) || sm2_target_option(option, &target))
            continue;
        if (option == OPT_NEW_PASSWORD_FILE)
            target.password.file = optarg;
        else if (option == OPT_NEW_PASSWORD_FD)
            target.password.fd = (int)value_number("--new-password-fd", optarg, 0, 1u << 20);
        else if (option == OPT_COMPRESSED)
            compressed = true;
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (target.plain && (target.password.file != NULL || target.password.fd >= 0))
        die_usage("expected one of --no-password and a new password, found both");
    source.file = operand(argc, argv);
    password_open(&source.password);
    password_open(&target.password);
    file = sm2_key_file(&source, source.role, name, &len);
    flags |= sm2_key_is_text(target.format) ? 0 : OUTPUT_BINARY;
    if (is_private(name, source.role, file, len)) {
        convert_private(&source, &target, name, file, len, output, flags);
    } else {
        sm2_public_take(name, source.role, file, len, &public_key);
        output_open(&out, output, flags, NULL);
        sm2_public_write(&out, target.format, compressed, &public_key);
        output_commit(&out);
    }
    secret_free(file);
    return 0;
}

/* ---- Signatures ---- */

static const char signature_help[] =
    "Usage: guomi sm2 convert signature --format FORM [OPTION]... [SIGNATURE]\n"
    "Write a signature in another form. It is read in any form, and not checked.\n"
    "\n"
    "      --format FORM      der, raw (r || s, 64 bytes), hex (of r || s), base64 (of DER), der-hex or\n"
    "                         raw-base64\n"
    "      --from FORM        take this form alone\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  guomi sm2 convert signature --format hex letter.sig\n";

static const struct option signature_longs[] = {OPTIONS_OUTPUT,
                                                {"format", required_argument, NULL, OPT_FORMAT},
                                                {"from", required_argument, NULL, OPT_FROM},
                                                OPTIONS_COMMON};

static int convert_signature(int argc, char **argv)
{
    enum sm2_signature_form from = SM2_SIGNATURE_ANY, to = SM2_SIGNATURE_ANY;
    uint8_t signature[GM_SM2_SIGNATURE_SIZE];
    const char *output = NULL;
    unsigned flags = 0;
    struct output out;
    int option;

    while ((option = options_next(argc, argv, "o:f", signature_longs, signature_help)) != -1) {
        if (option == OPT_FORMAT)
            to = sm2_signature_form("--format", optarg);
        else if (option == OPT_FROM)
            from = sm2_signature_form("--from", optarg);
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (to == SM2_SIGNATURE_ANY)
        die_usage("expected --format FORM, found none");
    sm2_signature_read(signature, from, operand(argc, argv));
    output_open(&out, output, flags | (sm2_signature_is_text(to) ? 0 : OUTPUT_BINARY), NULL);
    sm2_signature_write(&out, to, signature);
    output_commit(&out);
    return 0;
}

/* ---- Ciphertexts ---- */

static const char ciphertext_help[] =
    "Usage: guomi sm2 convert ciphertext --order ORDER [OPTION]... [FILE]\n"
    "Write an SM2 ciphertext in another order; no key is needed. Bytes, hex digits and Base64 are read,\n"
    "64 MiB at most. Without the key its check value is not checked; that its point is on the curve is.\n"
    "\n"
    "      --order ORDER      the order to write. One of: " SM2_ORDERS "\n"
    "      --from ORDER       the order that it has; needed unless that is asn1\n"
    "      --hex, --base64    write text\n"
    "      --raw              write bytes (default)\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  guomi sm2 convert ciphertext --from c1c2c3 --order asn1 -o new.bin old.bin\n";

static const struct option ciphertext_longs[] = {OPTIONS_OUTPUT,
                                                 {"order", required_argument, NULL, OPT_ORDER},
                                                 {"from", required_argument, NULL, OPT_FROM},
                                                 TEXT_OPTIONS,
                                                 OPTIONS_COMMON};

#define CIPHERTEXT_MAX ((size_t)64 << 20)

static int convert_ciphertext(int argc, char **argv)
{
    gm_sm2_form from = GM_SM2_DER, to = (gm_sm2_form)0;
    enum text_form form = TEXT_RAW;
    const char *output = NULL;
    bool named = false, good = false;
    unsigned flags = 0;
    struct input in;
    struct output out;
    uint8_t *file, *result;
    size_t len, result_len = 0;
    int option;

    while ((option = options_next(argc, argv, "o:f", ciphertext_longs, ciphertext_help)) != -1) {
        if (text_option(option, &form))
            continue;
        if (option == OPT_ORDER) {
            to = sm2_order("--order", optarg);
        } else if (option == OPT_FROM) {
            from = sm2_order("--from", optarg);
            named = true;
        } else if (option == 'o') {
            output = optarg;
        } else {
            flags |= OUTPUT_FORCE;
        }
    }
    if (to == 0)
        die_usage("expected --order ORDER, found none");
    input_open(&in, operand(argc, argv), INPUT_MESSAGE);
    file = input_all(&in, CIPHERTEXT_MAX, EXIT_CHECK, &len);
    result = xmalloc(len + 64);
    for (int c = CODING_RAW; c < CODINGS && !good; c++) {
        size_t n;
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, &n);
        good = bytes != NULL && gm_sm2_ciphertext_convert(to, result, len + 64, &result_len, from, bytes, n) == GM_OK;
        secret_free(bytes);
    }
    if (!good)
        die(EXIT_CHECK, "%s: expected a ciphertext in order %s, found none%s", input_shown(&in), sm2_order_name(from),
            named ? "" : " (--from names another order)");
    output_open(&out, output, flags | (form == TEXT_RAW ? OUTPUT_BINARY : 0), &in);
    text_write(&out, form, result, result_len);
    text_end(&out, form);
    output_commit(&out);
    input_close(&in);
    free(result);
    secret_free(file);
    return 0;
}

static const struct command table[] = {
    {"key", "a private or a public key", convert_key},
    {"signature", "a signature", convert_signature},
    {"ciphertext", "a ciphertext", convert_ciphertext},
    {NULL, NULL, NULL},
};

int sm2_convert(int argc, char **argv)
{
    return commands_run(table, "guomi sm2 convert",
                        "Usage: guomi sm2 convert COMMAND [OPTION]... [FILE]\n"
                        "Write in another form:\n",
                        "\nExamples:\n"
                        "  guomi sm2 convert key --format hex my.pub\n"
                        "  guomi sm2 convert signature --format hex letter.sig\n"
                        "  guomi sm2 convert ciphertext --from c1c2c3 --order asn1 -o new.bin old.bin\n",
                        argc, argv);
}
