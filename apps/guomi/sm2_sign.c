/* guomi sm2 sign. */
#include "sm2_verbs.h"

#include "error.h"
#include "sm2_key.h"
#include "sm2_message.h"
#include "sm2_signature.h"

static const char help[] =
    "Usage: guomi sm2 sign -k KEY [OPTION]... [FILE]\n"
    "Sign FILE, or standard input when there is none or it is '-'.\n"
    "\n" SM2_PRIVATE_HELP SM2_ID_HELP
    "      --digest           FILE is a ready digest: 32 bytes, 64 hex digits or a line of 'guomi sm3'\n"
    "      --deterministic    no random bytes: the same file gives the same signature\n"
    "      --format FORM      der (default), raw (r || s, 64 bytes), hex, base64, der-hex or raw-base64\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "Without an ID the default one is signed, 1234567812345678.\n"
    "\n"
    "Example:\n"
    "  guomi sm2 sign -k my.key -o letter.sig letter.txt\n";

enum { OPT_DIGEST = OPTION_OWN, OPT_DETERMINISTIC, OPT_FORMAT };

static const struct option longs[] = {{"digest", no_argument, NULL, OPT_DIGEST},
                                      {"deterministic", no_argument, NULL, OPT_DETERMINISTIC},
                                      {"format", required_argument, NULL, OPT_FORMAT},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      OPTIONS_ID,
                                      OPTIONS_SM2_KEY,
                                      OPTIONS_COMMON};

int sm2_sign(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    struct sm2_id id = SM2_ID_DEFAULT;
    enum sm2_signature_form form = SM2_SIGNATURE_DER;
    const char *output = NULL;
    unsigned flags = 0;
    bool digest = false, deterministic = false;
    uint8_t e[GM_SM3_DIGEST_SIZE], signature[GM_SM2_SIGNATURE_SIZE];
    gm_sm2_private_key *key = secret_new(sizeof *key);
    gm_sm2_public_key public_key;
    struct input in;
    struct output out;
    int option;

    while ((option = options_next(argc, argv, "k:o:f", longs, help)) != -1) {
        if (sm2_key_option(option, &source) || sm2_id_option(option, OPTION_ID, &id))
            continue;
        if (option == OPT_DIGEST)
            digest = true;
        else if (option == OPT_DETERMINISTIC)
            deterministic = true;
        else if (option == OPT_FORMAT)
            form = sm2_signature_form("--format", optarg);
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (digest && id.len != SM2_ID_DEFAULT.len)
        die_usage("expected one of --digest and an ID, found both: a ready digest holds the ID already");
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    sm2_private_read(&source, key);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    output_open(&out, output, flags | (sm2_signature_is_text(form) ? 0 : OUTPUT_BINARY), NULL);
    must(gm_sm2_private_key_public(key, &public_key));
    if (digest)
        sm2_digest_read(&in, e, SM2_DIGEST_GUESS);
    else
        sm2_message_read(&in, &public_key, id, e);
    must(deterministic ? gm_sm2_sign_digest_deterministic(key, signature, e) : gm_sm2_sign_digest(key, signature, e));
    sm2_signature_write(&out, form, signature);
    output_commit(&out);
    input_close(&in);
    secret_free(key);
    return 0;
}
