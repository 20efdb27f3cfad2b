/* guomi sm2 verify. */
#include "sm2_verbs.h"

#include <stdlib.h>

#include "error.h"
#include "listing.h"
#include "sm2_key.h"
#include "sm2_message.h"
#include "sm2_signature.h"

static const char help[] =
    "Usage: guomi sm2 verify -k PUBKEY -s SIGNATURE [-s SIGNATURE]... [OPTION]... [FILE]\n"
    "Check signatures of FILE, or of standard input when there is none or it is '-', and print OK or\n"
    "FAILED for each.\n"
    "\n"
    "  -s, --signature FILE   a signature in any form; may be given many times\n" SM2_PUBLIC_HELP SM2_ID_HELP
    "      --digest           FILE is a ready digest: 32 bytes, 64 hex digits or a line of 'guomi sm3'\n"
    "      --format FORM      take signatures of this form alone: der, raw (r || s, 64 bytes), hex,\n"
    "                         base64, der-hex or raw-base64\n"
    "Without an ID the default one is taken, 1234567812345678.\n"
    "\n"
    "Exit status: 0 all signatures are right; 1 one is not; 2 usage; 3 a file could not be read.\n"
    "\n"
    "Example:\n"
    "  guomi sm2 verify -k my.pub -s letter.sig letter.txt\n";

enum { OPT_DIGEST = OPTION_OWN, OPT_FORMAT };

static const struct option longs[] = {{"signature", required_argument, NULL, 's'},
                                      {"digest", no_argument, NULL, OPT_DIGEST},
                                      {"format", required_argument, NULL, OPT_FORMAT},
                                      OPTIONS_ID,
                                      OPTIONS_SM2_PUBLIC,
                                      OPTIONS_COMMON};

int sm2_verify(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    struct sm2_id id = SM2_ID_DEFAULT;
    enum sm2_signature_form form = SM2_SIGNATURE_ANY;
    const char **names = xmalloc((size_t)argc * sizeof *names);
    uint8_t e[GM_SM3_DIGEST_SIZE], (*signatures)[GM_SM2_SIGNATURE_SIZE];
    bool *known;
    gm_sm2_public_key key;
    size_t count = 0;
    struct input in;
    bool digest = false;
    int option, code = 0;

    while ((option = options_next(argc, argv, "k:s:", longs, help)) != -1) {
        if (sm2_key_option(option, &source) || sm2_id_option(option, OPTION_ID, &id))
            continue;
        if (option == 's')
            names[count++] = optarg;
        else if (option == OPT_DIGEST)
            digest = true;
        else
            form = sm2_signature_form("--format", optarg);
    }
    if (count == 0)
        die_usage("expected -s SIGNATURE, found none");
    if (digest && id.len != SM2_ID_DEFAULT.len)
        die_usage("expected one of --digest and an ID, found both: a ready digest holds the ID already");
    if (argc - optind > 1)
        die_usage("expected one file, found %d (each signature after an -s of its own)", argc - optind);
    signatures = xmalloc(count * sizeof *signatures);
    known = xmalloc(count * sizeof *known);
    sm2_public_read(&source, "the public key", &key);
    for (size_t i = 0; i < count; i++)
        known[i] = sm2_signature_try(signatures[i], form, names[i]);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    if (digest)
        sm2_digest_read(&in, e, SM2_DIGEST_GUESS);
    else
        sm2_message_read(&in, &key, id, e);
    for (size_t i = 0; i < count; i++) {
        if (known[i] && gm_sm2_verify_digest(&key, signatures[i], e) == GM_OK) {
            listing_result(names[i], "OK");
            continue;
        }
        if (known[i])
            report("%s: expected a signature of %s under this key%s, found another%s", shown(names[i]),
                   input_shown(&in), digest ? "" : " and ID",
                   sm2_signature_guess(&in, &key, id, digest, e, signatures[i]));
        listing_result(names[i], "FAILED");
        code = EXIT_CHECK;
    }
    input_close(&in);
    free(known);
    free(signatures);
    free(names);
    return code;
}
