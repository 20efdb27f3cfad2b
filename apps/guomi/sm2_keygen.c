/* guomi sm2 keygen and pubkey. */
#include "sm2_verbs.h"

#include "error.h"
#include "sm2_key.h"

static const char keygen_help[] =
    "Usage: guomi sm2 keygen [OPTION]...\n"
    "Make a key pair. The private key is encrypted with a password unless --no-password is said; its file\n"
    "can be read by its owner alone (mode 0600).\n"
    "\n"
    "      --password-file FILE   the password; else the terminal is asked, twice\n"
    "      --password-fd N    the same from descriptor N\n" SM2_TARGET_HELP
    "      --public-out FILE  write the public key too, in the same form\n"
    "  -o, --output FILE      write the private key to FILE instead of standard output\n"
    "  -f, --force            replace files that exist\n"
    "\n"
    "Examples:\n"
    "  guomi sm2 keygen -o my.key --public-out my.pub\n"
    "  guomi sm2 keygen --no-password --format hex\n";

enum { OPT_PUBLIC_OUT = OPTION_OWN, OPT_COMPRESSED };

static const struct option keygen_longs[] = {{"public-out", required_argument, NULL, OPT_PUBLIC_OUT},
                                             {"output", required_argument, NULL, 'o'},
                                             {"force", no_argument, NULL, 'f'},
                                             OPTIONS_SM2_TARGET,
                                             OPTIONS_PASSWORD,
                                             OPTIONS_COMMON};

int sm2_keygen(int argc, char **argv)
{
    struct sm2_key_target target = SM2_KEY_TARGET_NONE("--password-file, --password-fd, --no-password");
    const char *output = NULL, *public_output = NULL;
    unsigned flags = 0;
    gm_sm2_private_key *key = secret_new(sizeof *key);
    gm_sm2_public_key public_key;
    struct output out, public_out;
    int option;

    while ((option = options_next(argc, argv, "o:f", keygen_longs, keygen_help)) != -1) {
        if (sm2_target_option(option, &target) || options_password(option, &target.password))
            continue;
        if (option == OPT_PUBLIC_OUT)
            public_output = optarg;
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc > optind)
        die_usage("expected no operand, found %s (-o names the file)", shown(argv[optind]));
    if (target.plain && (target.password.file != NULL || target.password.fd >= 0))
        die_usage("expected one of --no-password and a password, found both");
    sm2_target_check(&target);
    password_open(&target.password);
    flags |= sm2_key_is_text(target.format) ? 0 : OUTPUT_BINARY;
    output_open(&out, output, flags | OUTPUT_SECRET, NULL);
    if (public_output != NULL)
        output_open(&public_out, public_output, flags, NULL);
    must(gm_sm2_keygen(key));
    must(gm_sm2_private_key_public(key, &public_key));
    sm2_private_write(&out, &target, key);
    if (public_output != NULL)
        sm2_public_write(&public_out, target.format, false, &public_key);
    output_commit(&out); /* a public key without its private one would be worse than the reverse */
    if (public_output != NULL)
        output_commit(&public_out);
    secret_free(key);
    return 0;
}

static const char pubkey_help[] =
    "Usage: guomi sm2 pubkey [OPTION]... [KEY]\n"
    "Write the public key of a private key, which is read from KEY in any form, or from standard input.\n"
    "\n" SM2_PASSWORD_HELP
    "      --format FORM      pem (default), der or base64: SubjectPublicKeyInfo; hex or raw: the\n"
    "                         point alone\n"
    "      --compressed       the point in its short form, which not every reader takes\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "\n"
    "Example:\n"
    "  guomi sm2 pubkey -o my.pub my.key\n";

static const struct option pubkey_longs[] = {{"format", required_argument, NULL, OPTION_KEY_OUT_FORMAT},
                                             {"compressed", no_argument, NULL, OPT_COMPRESSED},
                                             {"output", required_argument, NULL, 'o'},
                                             {"force", no_argument, NULL, 'f'},
                                             OPTIONS_SM2_PASSWORD,
                                             OPTIONS_COMMON};

int sm2_pubkey(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    enum sm2_key_format format = SM2_KEY_PEM;
    const char *output = NULL;
    unsigned flags = 0;
    bool compressed = false;
    gm_sm2_private_key *key = secret_new(sizeof *key);
    gm_sm2_public_key public_key;
    struct output out;
    int option;

    while ((option = options_next(argc, argv, "o:f", pubkey_longs, pubkey_help)) != -1) {
        if (sm2_key_option(option, &source))
            continue;
        if (option == OPTION_KEY_OUT_FORMAT)
            format = sm2_key_format(optarg);
        else if (option == OPT_COMPRESSED)
            compressed = true;
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc - optind > 1)
        die_usage("expected one key, found %d", argc - optind);
    source.file = optind < argc ? argv[optind] : "-";
    sm2_private_read(&source, key);
    must(gm_sm2_private_key_public(key, &public_key));
    output_open(&out, output, flags | (sm2_key_is_text(format) ? 0 : OUTPUT_BINARY), NULL);
    sm2_public_write(&out, format, compressed, &public_key);
    output_commit(&out);
    secret_free(key);
    return 0;
}
