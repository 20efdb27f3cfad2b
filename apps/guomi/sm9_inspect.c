/* guomi sm9 inspect: what a file is, and whose. Nothing secret is shown. */
#include "sm9_verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <guomi/sm9_format.h>

#include "coded.h"
#include "error.h"
#include "listing.h"
#include "sm9_id.h"
#include "sm9_key.h"
#include "sm9_mode.h"
#include "sm9_signature.h"
#include "sm9_what.h"

static const char help[] =
    "Usage: guomi sm9 inspect [OPTION]... [FILE]\n"
    "Say what FILE is, or standard input: an SM9 key in any form, a signature or a ciphertext. Nothing\n"
    "secret is shown. An encrypted key is opened only if a password is given. With a name, say whether a\n"
    "user's key is that user's.\n"
    "\n" SM9_USER_ID_HELP SM9_HID_KEY_HELP
    "  -m, --master FILE      the master public key, if it is not in the user's key\n" SM2_PASSWORD_HELP
    "      --public-out FILE  write the master public key, also out of a user's key that holds it\n"
    "  -f, --force            replace FILE if it exists\n"
    "\n"
    "Exit status: 0 it is one of these; 1 it is not, it is damaged, or it is another user's; 2 usage;\n"
    "3 it could not be read.\n"
    "\n"
    "Examples:\n"
    "  guomi sm9 inspect alice.key\n"
    "  guomi sm9 inspect --id alice@example.org alice.key\n";

enum { OPT_PUBLIC_OUT = OPTION_OWN };

static const struct option longs[] = {{"master", required_argument, NULL, 'm'},
                                      {"public-out", required_argument, NULL, OPT_PUBLIC_OUT},
                                      {"force", no_argument, NULL, 'f'},
                                      OPTIONS_ID,
                                      OPTIONS_HID,
                                      OPTIONS_SM2_PASSWORD,
                                      OPTIONS_COMMON};

/* What is larger is looked at by its beginning alone. */
#define FILE_MAX ((size_t)1 << 20)

struct request {
    struct sm2_key_source source;
    struct sm2_id id;
    int hid; /* -1: by the key */
    const char *master, *public_out;
    unsigned flags;
};

static void line(const char *name, const char *value)
{
    printf("%-12s %s\n", name, value);
}

static void line_hex(const char *name, const uint8_t *bytes, size_t len)
{
    printf("%-12s ", name);
    listing_hex(bytes, len);
    putchar('\n');
}

/* ---- Keys ---- */

static bool is_user(const gm_sm9_any_key *key)
{
    return key->kind == GM_SM9_KEY_SIGN_USER || key->kind == GM_SM9_KEY_ENC_USER;
}

/* Is it the key of that user? Prints and returns the answer. */
static bool show_owner(const struct request *r, const gm_sm9_any_key *key)
{
    bool sign = key->kind == GM_SM9_KEY_SIGN_USER;
    uint8_t hid = r->hid >= 0 ? (uint8_t)r->hid : sign ? GM_SM9_HID_SIGN : GM_SM9_HID_ENCRYPT;
    gm_sm9_any_key master;
    gm_status st;

    if (r->master != NULL || !sm9_key_public(key, &master))
        sm9_public_file(r->master, "the master public key, which the user's key does not hold",
                        sign ? GM_SM9_KEY_SIGN_PUBLIC : GM_SM9_KEY_ENC_PUBLIC, &master);
    if (sign)
        st = gm_sm9_sign_user_key_check(&key->u.sign_user.key, &master.u.sign_public, r->id.bytes, r->id.len, hid);
    else
        st = gm_sm9_enc_user_key_check(&key->u.enc_user.key, &master.u.enc_public, r->id.bytes, r->id.len, hid);
    printf("%-12s %s, hid %s\n", "owner", st == GM_OK ? "the name given" : "another than the name given",
           sm9_hid_name(hid));
    return st == GM_OK;
}

static void show_public(const gm_sm9_any_key *key)
{
    gm_sm9_any_key public_key;
    uint8_t point[GM_SM9_G2_SIZE];
    size_t n;

    if (!sm9_key_public(key, &public_key))
        return;
    must(gm_sm9_key_save(&public_key, point, sizeof point, &n, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE));
    line_hex(is_user(key) ? "master key" : "public key", point, n);
}

static void show_encryption(const gm_sm9_key_info *info)
{
    static const char *const prfs[] = {"an unknown function", "HMAC-SM3", "HMAC-SM3 (OID of GM/T 0091)", "HMAC-SHA1",
                                       "HMAC-SHA256"};
    static const char *const ciphers[] = {"an unknown cipher", "SM4-CBC", "AES-128-CBC", "AES-192-CBC", "AES-256-CBC"};
    printf("%-12s PBKDF2 with %s, %" PRIu64 " iterations, %s\n", "encryption", prfs[info->prf <= 4 ? info->prf : 0],
           info->iterations, ciphers[info->cipher <= 4 ? info->cipher : 0]);
}

static void write_public(const struct request *r, const char *name, const gm_sm9_any_key *key)
{
    struct sm2_key_target target = SM9_KEY_TARGET_NONE;
    gm_sm9_any_key public_key;
    struct output out;

    if (!sm9_key_public(key, &public_key))
        die(EXIT_CHECK, "%s: expected a key that holds the master public key, found %s without it", name,
            gm_sm9_key_kind_text(key->kind));
    output_open(&out, r->public_out, r->flags, NULL);
    sm9_key_write(&out, &target, &public_key);
    output_commit(&out);
}

/* Bytes without a frame may be of two kinds. */
static bool show_either(const uint8_t *file, size_t len)
{
    gm_sm9_any_key *key = secret_new(sizeof *key);
    bool any = false;

    for (uint32_t kind = GM_SM9_KEY_SIGN_MASTER; kind <= GM_SM9_KEY_ENC_PUBLIC; kind *= 2) {
        gm_sm9_key_options options = {.kinds = kind};
        if (gm_sm9_key_load(key, NULL, file, len, &options) != GM_OK)
            continue;
        line(any ? "or" : "kind", gm_sm9_key_kind_text(kind));
        any = true;
    }
    secret_free(key);
    return any;
}

/* Is it a key? *good is set to 0 if it is another user's. */
static bool show_key(struct request *r, const char *name, const uint8_t *file, size_t len, bool *good)
{
    static const char *const texts[] = {"binary", "hex", "Base64", "PEM"};
    gm_sm9_any_key *key = secret_new(sizeof *key);
    gm_sm9_key_info info;
    bool known = gm_sm9_key_load(key, &info, file, len, NULL) == GM_OK, named = r->id.len != GM_SM2_ID_DEFAULT;
    bool closed = info.problem == GM_SM2_PROBLEM_NO_PASSWORD;

    if (closed && (r->source.password.file != NULL || r->source.password.fd >= 0)) {
        sm9_key_take(&r->source, name, "an SM9 key", GM_SM9_KEY_ANY, file, len, key);
        info.kind = key->kind;
        known = true;
        closed = false;
    }
    if (named && !is_user(key) && (known || closed || info.problem == GM_SM2_PROBLEM_AMBIGUOUS))
        die(EXIT_USAGE, "%s: expected a user's key with --id, found %s", name,
            known    ? gm_sm9_key_kind_text(info.kind)
            : closed ? "one that is encrypted (a password option opens it)"
                     : "bytes that may be of two kinds ('guomi sm9 convert key --for' writes the one meant)");
    if (info.problem == GM_SM2_PROBLEM_AMBIGUOUS)
        known = show_either(file, len);
    else if (known)
        line("kind", gm_sm9_key_kind_text(info.kind));
    else if (closed)
        line("kind", info.kind != 0 ? gm_sm9_key_kind_text(info.kind) : "a key that is encrypted: of SM9 or another");
    if (known || closed) {
        line("form", gm_sm9_key_form_text(info.form));
        line("text", texts[info.text <= GM_SM2_TEXT_PEM ? info.text : 0]);
    }
    if (info.form == GM_SM9_FORM_PKCS8_ENCRYPTED && (known || closed))
        show_encryption(&info);
    if (known && key->kind != 0)
        show_public(key);
    if (named && is_user(key))
        *good = show_owner(r, key);
    if (r->public_out != NULL && key->kind == 0)
        die(EXIT_USAGE, "%s: expected a key with --public-out, found another file or one that is closed", name);
    if (r->public_out != NULL)
        write_public(r, name, key);
    secret_free(key);
    return known || closed;
}

/* ---- The rest ---- */

static bool show_signature(const uint8_t *file, size_t len)
{
    uint8_t signature[GM_SM9_SIGNATURE_SIZE];
    const char *text;
    if (len > 4096 || !sm9_signature_parse(signature, file, len, true, &text))
        return false;
    line("kind", "an SM9 signature");
    line("form", text);
    line_hex("h", signature, 32);
    line_hex("S", signature + 32, GM_SM9_G1_SIZE);
    return true;
}

static bool show_ciphertext(const uint8_t *file, size_t len)
{
    enum coding coding;
    gm_sm9_mode mode;
    size_t n;
    uint8_t *raw = sm9_what_ciphertext(file, len, &n, &mode, &coding);

    if (raw == NULL)
        return false;
    printf("%-12s an SM9 ciphertext%s\n", "kind", coded_name(coding));
    printf("%-12s %s%s\n", "mode", sm9_mode_name(mode), mode == GM_SM9_XOR ? " (or xor-hmac, by GmSSL)" : "");
    printf("%-12s %zu bytes\n", "C2", n - GM_SM9_CIPHERTEXT_RAW_OVERHEAD);
    secret_free(raw);
    return true;
}

static bool show_package(const uint8_t *file, size_t len)
{
    enum coding coding;
    size_t n = sm9_what_package(file, len, &coding);

    if (n == 0)
        return false;
    printf("%-12s an SM9 key package%s: it holds a secret key\n", "kind", coded_name(coding));
    printf("%-12s %zu bytes\n", "K", n);
    return true;
}

int sm9_inspect(int argc, char **argv)
{
    struct request r = {.source = SM2_KEY_SOURCE_NONE, .id = SM9_ID_NONE, .hid = -1};
    struct input in;
    uint8_t *file = secret_new(FILE_MAX); /* it may be a secret key */
    const char *what;
    bool good = true;
    size_t len;
    int option;

    while ((option = options_next(argc, argv, "m:f", longs, help)) != -1) {
        if (sm2_key_option(option, &r.source) || sm2_id_option(option, OPTION_ID, &r.id))
            continue;
        if (option == OPTION_HID)
            r.hid = sm9_hid(optarg);
        else if (option == 'm')
            r.master = optarg;
        else if (option == OPT_PUBLIC_OUT)
            r.public_out = optarg;
        else
            r.flags |= OUTPUT_FORCE;
    }
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    password_open(&r.source.password);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    len = input_read(&in, file, FILE_MAX);
    if (!show_signature(file, len) && !show_ciphertext(file, len) && !show_package(file, len) &&
        !show_key(&r, input_shown(&in), file, len, &good)) {
        what = len == 0 ? "nothing" : sm9_what(file, len);
        die(EXIT_CHECK, "%s: expected an SM9 key, signature or ciphertext, found %s%s", input_shown(&in),
            what != NULL ? what : "something else, or a damaged one",
            what != NULL && strstr(what, "'guomi encrypt'") != NULL ? " (try 'guomi sm2 inspect')" : "");
    }
    input_close(&in);
    secret_free(file);
    return good ? 0 : EXIT_CHECK;
}
