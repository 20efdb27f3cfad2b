/* guomi sm2 recover. */
#include "sm2_verbs.h"

#include <stdio.h>

#include "error.h"
#include "listing.h"
#include "options.h"
#include "sm2_message.h"
#include "sm2_signature.h"

static const char help[] =
    "Usage: guomi sm2 recover -s SIGNATURE [OPTION]... [DIGEST]\n"
    "Print every public key under which SIGNATURE is a signature of a digest, one a line as 130 hex\n"
    "digits. DIGEST is a file, or standard input: 32 bytes, 64 hex digits or a line of 'guomi sm3'. A\n"
    "message will not do: it is hashed together with the key that is sought.\n"
    "\n"
    "  -s, --signature FILE   the signature, in any form\n"
    "      --format FORM      take a signature of this form alone: der, raw (r || s, 64 bytes), hex,\n"
    "                         base64, der-hex or raw-base64\n"
    "      --compressed       print the keys in their short form, 66 digits\n"
    "\n"
    "Exit status: 0 there are such keys; 1 there is none; 2 usage; 3 a file could not be read.\n"
    "\n"
    "Example:\n"
    "  guomi sm3 letter.txt | guomi sm2 sign --digest -k my.key -o letter.sig\n"
    "  guomi sm3 letter.txt | guomi sm2 recover -s letter.sig\n";

enum { OPT_FORMAT = OPTION_OWN, OPT_COMPRESSED };

static const struct option longs[] = {{"signature", required_argument, NULL, 's'},
                                      {"format", required_argument, NULL, OPT_FORMAT},
                                      {"compressed", no_argument, NULL, OPT_COMPRESSED},
                                      OPTIONS_COMMON};

int sm2_recover(int argc, char **argv)
{
    enum sm2_signature_form form = SM2_SIGNATURE_ANY;
    const char *name = NULL;
    uint8_t e[GM_SM3_DIGEST_SIZE], signature[GM_SM2_SIGNATURE_SIZE], point[GM_SM2_PUBLIC_SIZE];
    gm_sm2_public_key keys[GM_SM2_RECOVER_MAX];
    bool compressed = false;
    struct input in;
    size_t count;
    int option;

    while ((option = options_next(argc, argv, "s:", longs, help)) != -1) {
        if (option == 's' && name != NULL)
            die_usage("--signature: expected once, found twice");
        if (option == 's')
            name = optarg;
        else if (option == OPT_FORMAT)
            form = sm2_signature_form("--format", optarg);
        else
            compressed = true;
    }
    if (name == NULL)
        die_usage("expected -s SIGNATURE, found none");
    if (argc - optind > 1)
        die_usage("expected one digest, found %d", argc - optind);
    sm2_signature_read(signature, form, name);
    input_open(&in, argv[optind], "the digest");
    sm2_digest_read(&in, e, "a message will not do");
    if (gm_sm2_recover(keys, &count, signature, e) != GM_OK)
        die(EXIT_CHECK, "%s: expected a signature of this digest by some key, found one that no key makes",
            shown(name));
    for (size_t i = 0; i < count; i++) {
        must(compressed ? gm_sm2_public_key_write_compressed(&keys[i], point)
                        : gm_sm2_public_key_write(&keys[i], point));
        listing_hex(point, compressed ? GM_SM2_PUBLIC_COMPRESSED_SIZE : GM_SM2_PUBLIC_SIZE);
        putchar('\n');
    }
    input_close(&in);
    return 0;
}
