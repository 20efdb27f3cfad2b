/* guomi sm9 convert: the same key, signature or ciphertext in another form. */
#include "sm9_verbs.h"

#include <stdlib.h>

#include <guomi/sm9_format.h>

#include "commands.h"
#include "error.h"
#include "sm9_key.h"
#include "sm9_mode.h"
#include "sm9_signature.h"
#include "sm9_what.h"
#include "text.h"
#include "value.h"

#define OUTPUT_HELP                                                       \
    "  -o, --output FILE      write to FILE instead of standard output\n" \
    "  -f, --force            replace FILE if it exists\n"
#define OPTIONS_OUTPUT {"output", required_argument, NULL, 'o'}, {"force", no_argument, NULL, 'f'}

enum {
    OPT_FOR = OPTION_OWN,
    OPT_STRUCTURE,
    OPT_FORMAT,
    OPT_ORDER,
    OPT_MODE,
    OPT_NEW_PASSWORD_FILE,
    OPT_NEW_PASSWORD_FD
};

static const char *operand(int argc, char **argv)
{
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    return optind < argc ? argv[optind] : "-";
}

/* ---- Keys ---- */

static const char key_help[] =
    "Usage: guomi sm9 convert key [OPTION]... [KEY]\n"
    "Write a key in another form. KEY, or standard input, holds a master key, a user's key or a master\n"
    "public key in any form. A secret one is encrypted, with the password that it had, unless\n"
    "--no-password is said.\n"
    "\n"
    "      --for USE          sign or encrypt: what a bare number or point is for, as it does not tell\n"
    "  -m, --master FILE      the master public key, to stand beside a user's key that does not hold it\n"
    "      --structure NAME   what der, base64 and hex hold instead: asn1 (GB/T 41389: INTEGER or BIT\n"
    "                         STRING) or sequence (as GmSSL); secret keys only with "
    "--no-password\n" SM2_PASSWORD_HELP SM9_TARGET_HELP
    "      --new-password-file FILE   encrypt with another password\n"
    "      --new-password-fd N    the same from descriptor N\n" OUTPUT_HELP "\n"
    "Examples:\n"
    "  guomi sm9 convert key --format hex sign.pub\n"
    "  guomi sm9 convert key --no-password --format der --structure asn1 -o alice.der alice.key\n";

static const struct option key_longs[] = {OPTIONS_OUTPUT,
                                          {"for", required_argument, NULL, OPT_FOR},
                                          {"master", required_argument, NULL, 'm'},
                                          {"structure", required_argument, NULL, OPT_STRUCTURE},
                                          {"new-password-file", required_argument, NULL, OPT_NEW_PASSWORD_FILE},
                                          {"new-password-fd", required_argument, NULL, OPT_NEW_PASSWORD_FD},
                                          OPTIONS_SM2_TARGET,
                                          OPTIONS_SM2_PASSWORD,
                                          OPTIONS_COMMON};

struct key_request {
    struct sm2_key_source source;
    struct sm2_key_target target;
    gm_sm9_key_form structure; /* NONE: as sm9_key_write() chooses */
    uint32_t kinds;
    const char *master, *output;
    unsigned flags;
};

static uint32_t kinds_for(const char *text)
{
    static const char *const uses[] = {"sign", "encrypt", NULL};
    return value_choice("--for", text, uses) == 0
               ? GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_SIGN_PUBLIC
               : GM_SM9_KEY_ENC_MASTER | GM_SM9_KEY_ENC_USER | GM_SM9_KEY_ENC_PUBLIC;
}

static gm_sm9_key_form structure(const char *text)
{
    static const char *const names[] = {"asn1", "sequence", NULL};
    return value_choice("--structure", text, names) == 0 ? GM_SM9_FORM_ASN1 : GM_SM9_FORM_SEQUENCE;
}

static void key_options(struct key_request *r, int argc, char **argv)
{
    int option;
    while ((option = options_next(argc, argv, "m:o:f", key_longs, key_help)) != -1) {
        if (sm2_key_option(option, &r->source) || sm2_target_option(option, &r->target))
            continue;
        if (option == OPT_FOR)
            r->kinds = kinds_for(optarg);
        else if (option == OPT_STRUCTURE)
            r->structure = structure(optarg);
        else if (option == OPT_NEW_PASSWORD_FILE)
            r->target.password.file = optarg;
        else if (option == OPT_NEW_PASSWORD_FD)
            r->target.password.fd = (int)value_number("--new-password-fd", optarg, 0, 1u << 20);
        else if (option == 'm')
            r->master = optarg;
        else if (option == 'o')
            r->output = optarg;
        else
            r->flags |= OUTPUT_FORCE;
    }
    r->source.file = operand(argc, argv);
    if (r->target.plain && (r->target.password.file != NULL || r->target.password.fd >= 0))
        die_usage("expected one of --no-password and a new password, found both");
    if (r->structure != GM_SM9_FORM_NONE &&
        (r->target.format == SM2_KEY_RAW || r->target.format == SM2_KEY_PEM || r->target.format == SM2_KEY_SEC1))
        die_usage("expected --format der, base64 or hex with --structure, found another");
}

/* Put the master's public key beside a user's key. */
static void add_master(const struct key_request *r, const char *name, gm_sm9_any_key *key)
{
    const char *role = "the master public key of this user's key";
    gm_sm9_any_key master;

    if (key->kind == GM_SM9_KEY_SIGN_USER) {
        sm9_public_file(r->master, role, GM_SM9_KEY_SIGN_PUBLIC, &master);
        key->u.sign_user.master = master.u.sign_public;
    } else if (key->kind == GM_SM9_KEY_ENC_USER) {
        sm9_public_file(r->master, role, GM_SM9_KEY_ENC_PUBLIC, &master);
        key->u.enc_user.master = master.u.enc_public;
    } else {
        die(EXIT_USAGE, "%s: expected a user's key with --master, found %s", name, gm_sm9_key_kind_text(key->kind));
    }
    key->has_master = 1;
}

static void write_structure(const struct key_request *r, const char *name, const gm_sm9_any_key *key,
                            struct output *out)
{
    uint8_t *text = secret_new(GM_SM9_SAVED_MAX);
    bool user = (key->kind & (GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_ENC_USER)) != 0;
    size_t len;

    if (r->structure == GM_SM9_FORM_SEQUENCE && user && !key->has_master)
        die(EXIT_USAGE, "%s: expected a user's key that holds the master public key, found none in it (-m names one)",
            name);
    must(gm_sm9_key_save(key, text, GM_SM9_SAVED_MAX, &len, r->structure, sm2_key_text(r->target.format)));
    sm2_key_write_text(out, r->target.format, text, len);
    secret_free(text);
}

static int convert_key(int argc, char **argv)
{
    struct key_request r = {.source = SM2_KEY_SOURCE_NONE, .target = SM9_KEY_TARGET_NONE, .kinds = GM_SM9_KEY_ANY};
    gm_sm9_any_key *key = secret_new(sizeof *key);
    struct output out;
    char name[300];
    uint8_t *file;
    bool secret;
    size_t len;

    r.target.password.ways = "--new-password-file, --new-password-fd, --no-password";
    key_options(&r, argc, argv);
    password_open(&r.source.password);
    password_open(&r.target.password);
    file = sm2_key_file(&r.source, "an SM9 key", name, &len);
    sm9_key_take(&r.source, name, "an SM9 key", r.kinds, file, len, key);
    secret_free(file);
    secret = (key->kind & GM_SM9_KEY_SECRET) != 0;
    if (r.master != NULL)
        add_master(&r, name, key);
    if (secret && r.structure != GM_SM9_FORM_NONE && !r.target.plain)
        die_usage("expected --no-password with --structure, which cannot be encrypted, as this key is secret");
    if (secret)
        sm9_target_check(&r.target);
    r.target.given = r.source.used;
    r.target.given_len = r.source.used_len;
    output_open(&out, r.output,
                r.flags | (secret ? OUTPUT_SECRET : 0) | (sm2_key_is_text(r.target.format) ? 0 : OUTPUT_BINARY), NULL);
    if (r.structure != GM_SM9_FORM_NONE)
        write_structure(&r, name, key, &out);
    else
        sm9_key_write(&out, &r.target, key);
    output_commit(&out);
    secret_free(r.source.used);
    secret_free(key);
    return 0;
}

/* ---- Signatures ---- */

static const char signature_help[] =
    "Usage: guomi sm9 convert signature --format FORM [OPTION]... [SIGNATURE]\n"
    "Write a signature in another form. It is read in any form, and not checked.\n"
    "\n"
    "      --format FORM      der, raw (h || S, 97 bytes), hex (of the same) or base64 (of DER)\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  guomi sm9 convert signature --format hex letter.sig\n";

static const struct option signature_longs[] = {
    OPTIONS_OUTPUT, {"format", required_argument, NULL, OPT_FORMAT}, OPTIONS_COMMON};

static int convert_signature(int argc, char **argv)
{
    enum sm9_signature_form to = SM9_SIGNATURE_DER;
    uint8_t signature[GM_SM9_SIGNATURE_SIZE];
    const char *output = NULL;
    unsigned flags = 0;
    bool named = false;
    struct output out;
    int option;

    while ((option = options_next(argc, argv, "o:f", signature_longs, signature_help)) != -1) {
        if (option == OPT_FORMAT) {
            to = sm9_signature_form("--format", optarg);
            named = true;
        } else if (option == 'o') {
            output = optarg;
        } else {
            flags |= OUTPUT_FORCE;
        }
    }
    if (!named)
        die_usage("expected --format FORM, found none");
    sm9_signature_read(signature, operand(argc, argv));
    output_open(&out, output, flags | (to <= SM9_SIGNATURE_RAW ? OUTPUT_BINARY : 0), NULL);
    sm9_signature_write(&out, to, signature);
    output_commit(&out);
    return 0;
}

/* ---- Ciphertexts ---- */

static const char ciphertext_help[] =
    "Usage: guomi sm9 convert ciphertext --order ORDER [OPTION]... [FILE]\n"
    "Write an SM9 ciphertext in another order; no key is needed. Bytes, hex digits and Base64 are read,\n"
    "64 MiB at most. Without the key its check value is not checked; that its point is on the curve is.\n"
    "\n"
    "      --order ORDER      asn1: GB/T 41389, which names the mode; c1c3c2: the bare bytes\n"
    "      --mode MODE        the mode of bare bytes, which do not name it: xor, ecb, cbc, ofb, cfb, or\n"
    "                         xor-hmac, which asn1 does not tell from xor\n"
    "      --hex, --base64    write text\n"
    "      --raw              write bytes (default)\n" OUTPUT_HELP "\n"
    "Example:\n"
    "  guomi sm9 convert ciphertext --order c1c3c2 --mode xor -o session.raw session.der\n";

static const struct option ciphertext_longs[] = {OPTIONS_OUTPUT,
                                                 {"order", required_argument, NULL, OPT_ORDER},
                                                 {"mode", required_argument, NULL, OPT_MODE},
                                                 TEXT_OPTIONS,
                                                 OPTIONS_COMMON};

#define CIPHERTEXT_MAX ((size_t)64 << 20)
enum order { ORDER_NONE, ORDER_ASN1, ORDER_BARE };

/* Bare bytes, which begin with a point; NULL if there are none. */
static uint8_t *bare(const uint8_t *file, size_t len, size_t *raw_len)
{
    for (int c = CODING_RAW; c < CODINGS; c++) {
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, raw_len);
        if (bytes != NULL && *raw_len >= GM_SM9_CIPHERTEXT_RAW_OVERHEAD && bytes[0] == 4)
            return bytes;
        secret_free(bytes);
    }
    return NULL;
}

/* C1 || C3 || C2 of a ciphertext in either order. *mode is the one that was said, and becomes that of the file. */
static uint8_t *read_ciphertext(const struct input *in, const uint8_t *file, size_t len, enum order to,
                                gm_sm9_mode *mode, size_t *raw_len)
{
    enum coding coding;
    gm_sm9_mode found;
    gm_sm9_enc_public_key point;
    uint8_t *raw = sm9_what_ciphertext(file, len, raw_len, &found, &coding);
    const char *what;

    if (raw != NULL) {
        if (*mode != SM9_MODE_ANY && *mode != found && !(found == GM_SM9_XOR && *mode == GM_SM9_XOR_HMAC))
            die(EXIT_CHECK, "%s: expected mode %s, found %s", input_shown(in), sm9_mode_name(*mode),
                sm9_mode_name(found));
        if (*mode == SM9_MODE_ANY && to == ORDER_BARE)
            report("%s: mode %s, which the bare bytes do not name", input_shown(in), sm9_mode_name(found));
        *mode = found;
    } else {
        raw = bare(file, len, raw_len);
        if (raw == NULL) {
            what = len == 0 ? "nothing" : sm9_what(file, len);
            die(EXIT_CHECK, "%s: expected an SM9 ciphertext, found %s", input_shown(in),
                what != NULL ? what : "something else, or a damaged one");
        }
        if (*mode == SM9_MODE_ANY && to == ORDER_ASN1)
            die_usage("%s: expected --mode MODE, as bare bytes do not name their mode, found none", input_shown(in));
    }
    if (gm_sm9_enc_public_key_read(&point, raw, GM_SM9_C1_SIZE) != GM_OK)
        die(EXIT_CHECK, "%s: expected a point of the curve as C1, found other bytes", input_shown(in));
    return raw;
}

static int convert_ciphertext(int argc, char **argv)
{
    static const char *const orders[] = {"asn1", "c1c3c2", NULL};
    gm_sm9_mode mode = SM9_MODE_ANY;
    enum order to = ORDER_NONE;
    enum text_form form = TEXT_RAW;
    const char *output = NULL;
    unsigned flags = 0;
    struct input in;
    struct output out;
    uint8_t *file, *raw, *der;
    size_t len, n;
    int option;

    while ((option = options_next(argc, argv, "o:f", ciphertext_longs, ciphertext_help)) != -1) {
        if (text_option(option, &form))
            continue;
        if (option == OPT_ORDER)
            to = value_choice("--order", optarg, orders) == 0 ? ORDER_ASN1 : ORDER_BARE;
        else if (option == OPT_MODE)
            mode = sm9_mode(optarg);
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (to == ORDER_NONE)
        die_usage("expected --order ORDER, found none");
    if (mode == SM9_HYBRID)
        die_usage("--mode hybrid has one form alone, the bare bytes: expected another mode");
    input_open(&in, operand(argc, argv), INPUT_MESSAGE);
    file = input_all(&in, CIPHERTEXT_MAX, EXIT_CHECK, &len);
    raw = read_ciphertext(&in, file, len, to, &mode, &n);
    output_open(&out, output, flags | (form == TEXT_RAW ? OUTPUT_BINARY : 0), &in);
    if (to == ORDER_ASN1) {
        der = xmalloc(n + GM_SM9_CIPHERTEXT_DER_OVERHEAD);
        must(gm_sm9_ciphertext_to_der(der, n + GM_SM9_CIPHERTEXT_DER_OVERHEAD, &n, mode, raw, n));
        text_write(&out, form, der, n);
        free(der);
    } else {
        text_write(&out, form, raw, n);
    }
    text_end(&out, form);
    output_commit(&out);
    input_close(&in);
    secret_free(raw);
    secret_free(file);
    return 0;
}

static const struct command table[] = {
    {"key", "a master key, a user's key or a master public key", convert_key},
    {"signature", "a signature", convert_signature},
    {"ciphertext", "a ciphertext", convert_ciphertext},
    {NULL, NULL, NULL},
};

int sm9_convert(int argc, char **argv)
{
    return commands_run(table, "guomi sm9 convert",
                        "Usage: guomi sm9 convert COMMAND [OPTION]... [FILE]\n"
                        "Write in another form:\n",
                        "\nExamples:\n"
                        "  guomi sm9 convert key --format hex sign.pub\n"
                        "  guomi sm9 convert signature --format hex letter.sig\n"
                        "  guomi sm9 convert ciphertext --order c1c3c2 --mode xor -o session.raw session.der\n",
                        argc, argv);
}
