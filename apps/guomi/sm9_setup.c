/* guomi sm9 setup and extract: the centre's work. */
#include "sm9_verbs.h"

#include <string.h>

#include "error.h"
#include "sm9_id.h"
#include "sm9_key.h"
#include "value.h"

static const char setup_help[] =
    "Usage: guomi sm9 setup --for sign|encrypt [OPTION]...\n"
    "Make a master key. Who has it can make every user's key, so guard it; it is encrypted with a\n"
    "password unless --no-password is said, and its file can be read by its owner alone (mode 0600).\n"
    "Everybody else needs its public key.\n"
    "\n"
    "      --for USE          sign, or encrypt (also for key exchange): the two need keys of their own\n"
    "      --password-file FILE   the password; else the terminal is asked, twice\n"
    "      --password-fd N    the same from descriptor N\n" SM9_TARGET_HELP
    "      --public-out FILE  write the public key too, in the same form\n"
    "  -o, --output FILE      write the master key to FILE instead of standard output\n"
    "  -f, --force            replace files that exist\n"
    "\n"
    "Examples:\n"
    "  guomi sm9 setup --for sign -o sign.key --public-out sign.pub\n"
    "  guomi sm9 setup --for encrypt -o encrypt.key --public-out encrypt.pub\n";

enum { OPT_FOR = OPTION_OWN, OPT_PUBLIC_OUT, OPT_NEW_PASSWORD_FILE, OPT_NEW_PASSWORD_FD };

static const struct option setup_longs[] = {{"for", required_argument, NULL, OPT_FOR},
                                            {"public-out", required_argument, NULL, OPT_PUBLIC_OUT},
                                            {"output", required_argument, NULL, 'o'},
                                            {"force", no_argument, NULL, 'f'},
                                            OPTIONS_SM2_TARGET,
                                            OPTIONS_PASSWORD,
                                            OPTIONS_COMMON};

static uint32_t kind_for(const char *text)
{
    static const char *const uses[] = {"sign", "encrypt", NULL};
    return value_choice("--for", text, uses) == 0 ? GM_SM9_KEY_SIGN_MASTER : GM_SM9_KEY_ENC_MASTER;
}

int sm9_setup(int argc, char **argv)
{
    struct sm2_key_target target = SM9_KEY_TARGET_NONE;
    const char *output = NULL, *public_output = NULL;
    unsigned flags = 0;
    gm_sm9_any_key *key = secret_new(sizeof *key), public_key;
    struct output out, public_out;
    int option;

    while ((option = options_next(argc, argv, "o:f", setup_longs, setup_help)) != -1) {
        if (sm2_target_option(option, &target) || options_password(option, &target.password))
            continue;
        if (option == OPT_FOR)
            key->kind = kind_for(optarg);
        else if (option == OPT_PUBLIC_OUT)
            public_output = optarg;
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc > optind)
        die_usage("expected no operand, found %s (-o names the file)", shown(argv[optind]));
    if (key->kind == GM_SM9_KEY_NONE)
        die_usage("expected --for sign or --for encrypt, found neither");
    if (target.plain && (target.password.file != NULL || target.password.fd >= 0))
        die_usage("expected one of --no-password and a password, found both");
    sm9_target_check(&target);
    password_open(&target.password);
    flags |= sm2_key_is_text(target.format) ? 0 : OUTPUT_BINARY;
    output_open(&out, output, flags | OUTPUT_SECRET, NULL);
    if (public_output != NULL)
        output_open(&public_out, public_output, flags, NULL);
    if (key->kind == GM_SM9_KEY_SIGN_MASTER)
        must(gm_sm9_sign_keygen(&key->u.sign_master));
    else
        must(gm_sm9_enc_keygen(&key->u.enc_master));
    sm9_key_write(&out, &target, key);
    if (public_output != NULL && sm9_key_public(key, &public_key))
        sm9_key_write(&public_out, &target, &public_key);
    output_commit(&out); /* a public key without its private one would be worse than the reverse */
    if (public_output != NULL)
        output_commit(&public_out);
    secret_free(key);
    return 0;
}

static const char extract_help[] =
    "Usage: guomi sm9 extract -k MASTER --id TEXT [OPTION]...\n"
    "Make the key of the user with this name. It holds the master's public key too. Give it to nobody but\n"
    "that user; it is encrypted with a password of its own unless --no-password is said.\n"
    "\n"
    "  -k, --key-file FILE    the master key, in any form\n"
    "      --key-fd N         the same from descriptor N\n"
    "      --for USE          sign or encrypt: what the master key is for, if its file does not tell\n" SM9_USER_ID_HELP
        SM9_HID_KEY_HELP SM2_PASSWORD_HELP
    "      --new-password-file FILE   the password of the new key; else the terminal is asked, twice\n"
    "      --new-password-fd N    the same from descriptor N\n" SM9_TARGET_HELP
    "  -o, --output FILE      write the user's key to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "\n"
    "Examples:\n"
    "  guomi sm9 extract -k sign.key --id alice@example.org -o alice.key\n"
    "  guomi sm9 extract -k encrypt.key --id alice --hid exchange -o alice-exchange.key\n";

static const struct option extract_longs[] = {{"for", required_argument, NULL, OPT_FOR},
                                              {"new-password-file", required_argument, NULL, OPT_NEW_PASSWORD_FILE},
                                              {"new-password-fd", required_argument, NULL, OPT_NEW_PASSWORD_FD},
                                              {"output", required_argument, NULL, 'o'},
                                              {"force", no_argument, NULL, 'f'},
                                              OPTIONS_ID,
                                              OPTIONS_HID,
                                              OPTIONS_SM2_TARGET,
                                              OPTIONS_SM2_KEY,
                                              OPTIONS_COMMON};

static void extract(gm_sm9_any_key *user, const gm_sm9_any_key *master, struct sm2_id id, uint8_t hid)
{
    gm_status st;
    user->has_master = 1;
    if (master->kind == GM_SM9_KEY_SIGN_MASTER) {
        user->kind = GM_SM9_KEY_SIGN_USER;
        st = gm_sm9_sign_extract(&user->u.sign_user.key, &master->u.sign_master, id.bytes, id.len, hid);
        must(gm_sm9_sign_master_key_public(&master->u.sign_master, &user->u.sign_user.master));
    } else {
        user->kind = GM_SM9_KEY_ENC_USER;
        st = gm_sm9_enc_extract(&user->u.enc_user.key, &master->u.enc_master, id.bytes, id.len, hid);
        must(gm_sm9_enc_master_key_public(&master->u.enc_master, &user->u.enc_user.master));
    }
    if (st == GM_ERR_UNSUPPORTED)
        die(EXIT_CHECK, "this master key has no key for this name: the standard has the master key replaced");
    must(st);
}

int sm9_extract(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    struct sm2_key_target target = SM9_KEY_TARGET_NONE;
    struct sm2_id id = SM9_ID_NONE;
    const char *output = NULL;
    unsigned flags = 0;
    uint32_t kinds = GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_ENC_MASTER;
    gm_sm9_any_key *master, *user = secret_new(sizeof *user);
    struct output out;
    int option, hid = -1;

    while ((option = options_next(argc, argv, "k:o:f", extract_longs, extract_help)) != -1) {
        if (sm2_target_option(option, &target) || sm2_key_option(option, &source) ||
            sm2_id_option(option, OPTION_ID, &id))
            continue;
        if (option == OPT_FOR)
            kinds = kind_for(optarg);
        else if (option == OPTION_HID)
            hid = sm9_hid(optarg);
        else if (option == OPT_NEW_PASSWORD_FILE)
            target.password.file = optarg;
        else if (option == OPT_NEW_PASSWORD_FD)
            target.password.fd = (int)value_number("--new-password-fd", optarg, 0, 1u << 20);
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc > optind)
        die_usage("expected no operand, found %s (-o names the file)", shown(argv[optind]));
    sm9_id_needed(id, "--id", "the user's name");
    if (target.plain && (target.password.file != NULL || target.password.fd >= 0))
        die_usage("expected one of --no-password and a new password, found both");
    sm9_target_check(&target);
    password_open(&target.password);
    master = sm9_key_read(&source, "a master key", kinds);
    secret_free(source.used);
    if (hid < 0)
        hid = master->kind == GM_SM9_KEY_SIGN_MASTER ? GM_SM9_HID_SIGN : GM_SM9_HID_ENCRYPT;
    flags |= sm2_key_is_text(target.format) ? 0 : OUTPUT_BINARY;
    output_open(&out, output, flags | OUTPUT_SECRET, NULL);
    extract(user, master, id, (uint8_t)hid);
    secret_free(master);
    sm9_key_write(&out, &target, user);
    output_commit(&out);
    secret_free(user);
    return 0;
}
