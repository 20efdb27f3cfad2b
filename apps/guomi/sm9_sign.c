/* guomi sm9 sign and verify: files of any size. */
#include "sm9_verbs.h"

#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "listing.h"
#include "progress.h"
#include "sm9_id.h"
#include "sm9_key.h"
#include "sm9_signature.h"

#define OPTIONS_MASTER {"master", required_argument, NULL, 'm'}

/* Absorb the message that `in` holds. */
static void read_message(struct input *in, gm_sm9_message *message)
{
    uint8_t *buffer = xmalloc(IO_BUFFER);
    size_t n;

    gm_sm9_message_init(message);
    progress_begin(in->name, input_size(in));
    do {
        n = input_read(in, buffer, IO_BUFFER);
        must(gm_sm9_message_update(message, buffer, n));
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    free(buffer);
}

static const char sign_help[] =
    "Usage: guomi sm9 sign -k KEY [-m MASTERPUB] [OPTION]... [FILE]\n"
    "Sign FILE, or standard input when there is none or it is '-', with a user's key. Whose signature\n"
    "it is is in the key: a name is needed only to check it.\n"
    "\n"
    "  -k, --key-file FILE    the user's signing key, in any form\n"
    "      --key-fd N         the same from descriptor N\n"
    "  -m, --master FILE      the master public key, if it is not in the user's key\n" SM2_PASSWORD_HELP
    "      --format FORM      " SM9_SIGNATURE_FORMS "\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "\n"
    "Example:\n"
    "  guomi sm9 sign -k alice.key -o letter.sig letter.txt\n";

enum { OPT_FORMAT = OPTION_OWN };

static const struct option sign_longs[] = {{"format", required_argument, NULL, OPT_FORMAT},
                                           {"output", required_argument, NULL, 'o'},
                                           {"force", no_argument, NULL, 'f'},
                                           OPTIONS_MASTER,
                                           OPTIONS_SM2_KEY,
                                           OPTIONS_COMMON};

int sm9_sign(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    enum sm9_signature_form form = SM9_SIGNATURE_DER;
    const char *output = NULL, *master_file = NULL;
    unsigned flags = 0;
    uint8_t signature[GM_SM9_SIGNATURE_SIZE];
    gm_sm9_message *message = secret_new(sizeof *message);
    gm_sm9_any_key *key, master;
    struct input in;
    struct output out;
    int option;

    while ((option = options_next(argc, argv, "k:m:o:f", sign_longs, sign_help)) != -1) {
        if (sm2_key_option(option, &source))
            continue;
        if (option == OPT_FORMAT)
            form = sm9_signature_form("--format", optarg);
        else if (option == 'm')
            master_file = optarg;
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    key = sm9_key_read(&source, "a user's signing key", GM_SM9_KEY_SIGN_USER);
    if (master_file != NULL || !sm9_key_public(key, &master))
        sm9_public_file(master_file, "the master public key, which the user's key does not hold",
                        GM_SM9_KEY_SIGN_PUBLIC, &master);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    output_open(&out, output, flags | (form <= SM9_SIGNATURE_RAW ? OUTPUT_BINARY : 0), NULL);
    read_message(&in, message);
    must(gm_sm9_message_sign(message, &key->u.sign_user.key, signature, &master.u.sign_public));
    sm9_signature_write(&out, form, signature);
    output_commit(&out);
    input_close(&in);
    secret_free(message);
    secret_free(key);
    return 0;
}

static const char verify_help[] =
    "Usage: guomi sm9 verify -m MASTERPUB --id TEXT -s SIGNATURE [-s SIGNATURE]... [OPTION]... [FILE]\n"
    "Check signatures of FILE, or of standard input when there is none or it is '-', and print OK or\n"
    "FAILED for each.\n"
    "\n"
    "  -s, --signature FILE   a signature in any form; may be given many times\n"
    "  -m, --master FILE      the centre's master public key for signatures\n" SM9_SIGNER_ID_HELP SM9_HID_SIGN_HELP "\n"
    "Exit status: 0 all signatures are right; 1 one is not; 2 usage; 3 a file could not be read.\n"
    "\n"
    "Example:\n"
    "  guomi sm9 verify -m sign.pub --id alice@example.org -s letter.sig letter.txt\n";

static const struct option verify_longs[] = {
    {"signature", required_argument, NULL, 's'}, OPTIONS_MASTER, OPTIONS_ID, OPTIONS_HID, OPTIONS_COMMON};

static bool fits(const gm_sm9_message *message, const gm_sm9_sign_public_key *master, const uint8_t *signature,
                 struct sm2_id id, int hid)
{
    gm_sm9_message copy = *message;
    return gm_sm9_message_verify(&copy, master, signature, id.bytes, id.len, (uint8_t)hid) == GM_OK;
}

/* A signature is wrong: under another hid, or with the ends of the name cut off, would it be right? */
static const char *guess(const gm_sm9_message *message, const gm_sm9_sign_public_key *master, const uint8_t *signature,
                         struct sm2_id id, int hid)
{
    static char text[64];
    for (int other = 0; other <= GM_SM9_HID_ENCRYPT; other++)
        if (other != hid && fits(message, master, signature, id, other)) {
            snprintf(text, sizeof text, ", which was made with --hid %s", sm9_hid_name((uint8_t)other));
            return text;
        }
    while (id.len > 0 && (id.bytes[id.len - 1] == '\n' || id.bytes[id.len - 1] == '\r' || id.bytes[id.len - 1] == ' '))
        if (id.len--, fits(message, master, signature, id, hid))
            return ", which was made for the name without the line end or space behind it";
    return "";
}

int sm9_verify(int argc, char **argv)
{
    struct sm2_id id = SM9_ID_NONE;
    const char **names = xmalloc((size_t)argc * sizeof *names), *master_file = NULL;
    uint8_t(*signatures)[GM_SM9_SIGNATURE_SIZE];
    gm_sm9_message message;
    gm_sm9_any_key master;
    size_t count = 0;
    struct input in;
    int option, hid = GM_SM9_HID_SIGN, code = 0;

    while ((option = options_next(argc, argv, "m:s:", verify_longs, verify_help)) != -1) {
        if (sm2_id_option(option, OPTION_ID, &id))
            continue;
        if (option == 's')
            names[count++] = optarg;
        else if (option == 'm')
            master_file = optarg;
        else
            hid = sm9_hid(optarg);
    }
    if (count == 0)
        die_usage("expected -s SIGNATURE, found none");
    sm9_id_needed(id, "--id", "the signer's name");
    if (argc - optind > 1)
        die_usage("expected one file, found %d (each signature after an -s of its own)", argc - optind);
    signatures = xmalloc(count * sizeof *signatures);
    sm9_public_file(master_file, "a master public key for signatures", GM_SM9_KEY_SIGN_PUBLIC, &master);
    for (size_t i = 0; i < count; i++)
        sm9_signature_read(signatures[i], names[i]);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    read_message(&in, &message);
    for (size_t i = 0; i < count; i++) {
        if (fits(&message, &master.u.sign_public, signatures[i], id, hid)) {
            listing_result(names[i], "OK");
            continue;
        }
        report("%s: expected a signature of %s by this name under this master key, found another%s", shown(names[i]),
               input_shown(&in), guess(&message, &master.u.sign_public, signatures[i], id, hid));
        listing_result(names[i], "FAILED");
        code = EXIT_CHECK;
    }
    input_close(&in);
    free(signatures);
    free(names);
    return code;
}
