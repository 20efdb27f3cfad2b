/* guomi sm2 exchange: both sides run it with what the other sent, in any order and as often as needed. All that is
 * secret between two runs is the ephemeral key, which is a file like any key. */
#include "sm2_verbs.h"

#include <string.h>

#include <guomi/sm2_exchange.h>

#include "error.h"
#include "sm2_id.h"
#include "sm2_key.h"
#include "text.h"
#include "value.h"

static const char help[] =
    "Usage: guomi sm2 exchange --role initiator|responder -k KEY --ephemeral EPHEMERAL \\\n"
    "           --peer PUBKEY --peer-ephemeral PUBEPHEMERAL [OPTION]...\n"
    "Agree on a secret key with another side (GB/T 32918.3); print it. Both sides know each other's\n"
    "public keys, make an ephemeral key pair for this one exchange, and send each other its public half.\n"
    "\n"
    "      --role ROLE        who begins is the initiator, the other is the responder\n"
    "      --ephemeral FILE   the own ephemeral private key, not encrypted; delete it afterwards\n"
    "      --peer FILE        the other side's public key\n"
    "      --peer-ephemeral FILE  the other side's ephemeral public key\n" SM2_PRIVATE_HELP
    "      --id TEXT          the own ID; default 1234567812345678; '' is the empty ID\n"
    "      --id-hex VALUE     the same as hex digits, or file:FILE and so on\n"
    "      --peer-id TEXT     the other side's ID, likewise\n"
    "      --peer-id-hex VALUE    the same as hex digits, or file:FILE and so on\n"
    "      --confirmation-out FILE  write what proves to the other side that the key is right\n"
    "      --peer-confirmation VALUE  what the other side wrote there, hex digits or hex-file:FILE;\n"
    "                         the key is given out only if it is right\n"
    "  -n, --length N         bytes of the key (default 16)\n"
    "      --hex, --base64, --raw  form of the key; default hex\n"
    "  -o, --output FILE      write to FILE (mode 0600) instead of standard output\n"
    "  -f, --force            replace files that exist\n"
    "\n"
    "Both sides do the same, the other one as responder; once.pub and alice.conf are sent over.\n"
    "\n"
    "Examples:\n"
    "  guomi sm2 keygen --no-password -o once.key --public-out once.pub\n"
    "  guomi sm2 exchange --role initiator -k alice.key --ephemeral once.key --peer bob.pub \\\n"
    "      --peer-ephemeral bob-once.pub --confirmation-out alice.conf -o shared.key\n";

enum {
    OPT_ROLE = OPTION_OWN,
    OPT_EPHEMERAL,
    OPT_PEER,
    OPT_PEER_EPHEMERAL,
    OPT_CONFIRMATION_OUT,
    OPT_PEER_CONFIRMATION
};

static const struct option longs[] = {{"role", required_argument, NULL, OPT_ROLE},
                                      {"ephemeral", required_argument, NULL, OPT_EPHEMERAL},
                                      {"peer", required_argument, NULL, OPT_PEER},
                                      {"peer-ephemeral", required_argument, NULL, OPT_PEER_EPHEMERAL},
                                      {"confirmation-out", required_argument, NULL, OPT_CONFIRMATION_OUT},
                                      {"peer-confirmation", required_argument, NULL, OPT_PEER_CONFIRMATION},
                                      {"length", required_argument, NULL, 'n'},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      OPTIONS_ID,
                                      OPTIONS_PEER_ID,
                                      OPTIONS_SM2_KEY,
                                      TEXT_OPTIONS,
                                      OPTIONS_COMMON};

#define KEY_MAX ((size_t)1 << 20)

struct request {
    gm_sm2_role role;
    struct sm2_key_source key, ephemeral;
    const char *peer, *peer_ephemeral, *confirmation_out, *peer_confirmation, *output;
    struct sm2_id id, peer_id;
    enum text_form form;
    size_t len;
    unsigned flags;
};

static void parse(struct request *r, int argc, char **argv)
{
    static const char *const roles[] = {"initiator", "responder", NULL};
    int option;

    while ((option = options_next(argc, argv, "k:n:o:f", longs, help)) != -1) {
        if (sm2_key_option(option, &r->key) || sm2_id_option(option, OPTION_ID, &r->id) ||
            sm2_id_option(option, OPTION_PEER_ID, &r->peer_id) || text_option(option, &r->form))
            continue;
        switch (option) {
        case OPT_ROLE:
            r->role = value_choice("--role", optarg, roles) == 0 ? GM_SM2_INITIATOR : GM_SM2_RESPONDER;
            break;
        case OPT_EPHEMERAL:
            r->ephemeral.file = optarg;
            break;
        case OPT_PEER:
            r->peer = optarg;
            break;
        case OPT_PEER_EPHEMERAL:
            r->peer_ephemeral = optarg;
            break;
        case OPT_CONFIRMATION_OUT:
            r->confirmation_out = optarg;
            break;
        case OPT_PEER_CONFIRMATION:
            r->peer_confirmation = optarg;
            break;
        case 'n':
            r->len = (size_t)value_size("--length", optarg, 1, KEY_MAX);
            break;
        case 'o':
            r->output = optarg;
            break;
        default:
            r->flags |= OUTPUT_FORCE;
        }
    }
    if (argc > optind)
        die_usage("expected no operand, found %s", shown(argv[optind]));
    if (r->role == 0)
        die_usage("expected --role initiator or --role responder: who begins is the initiator");
    if (r->ephemeral.file == NULL || r->peer == NULL || r->peer_ephemeral == NULL)
        die_usage("expected %s, found none", r->ephemeral.file == NULL ? "--ephemeral FILE"
                                             : r->peer == NULL         ? "--peer FILE"
                                                                       : "--peer-ephemeral FILE");
}

int sm2_exchange(int argc, char **argv)
{
    struct request r = {
        .key = SM2_KEY_SOURCE_NONE,
        .ephemeral = {.fd = -1, .password = PASSWORD_SOURCE_NONE, .role = "the ephemeral private key", .plain = true},
        .id = SM2_ID_DEFAULT,
        .peer_id = SM2_ID_DEFAULT,
        .form = TEXT_HEX,
        .len = 16};
    struct {
        gm_sm2_private_key key, ephemeral;
        gm_sm2_exchange exchange;
    } *w = secret_new(sizeof *w);
    gm_sm2_public_key peer, peer_ephemeral;
    uint8_t point[GM_SM2_PUBLIC_SIZE], confirmation[GM_SM3_DIGEST_SIZE], *shared, *expected = NULL;
    struct output out, confirmation_out;
    size_t n = GM_SM3_DIGEST_SIZE;

    parse(&r, argc, argv);
    sm2_private_read(&r.key, &w->key);
    sm2_private_read(&r.ephemeral, &w->ephemeral);
    sm2_public_file(r.peer, "the other side's public key", &peer);
    sm2_public_file(r.peer_ephemeral, "the other side's ephemeral public key", &peer_ephemeral);
    if (r.peer_confirmation != NULL)
        expected = value_bytes("--peer-confirmation", r.peer_confirmation, 4096, &n);
    if (n != GM_SM3_DIGEST_SIZE)
        die_usage("--peer-confirmation: expected %d bytes, found %zu", GM_SM3_DIGEST_SIZE, n);
    must(gm_sm2_public_key_write(&peer_ephemeral, point));
    must(gm_sm2_exchange_resume(&w->exchange, r.role, &w->ephemeral, &w->key, r.id.bytes, r.id.len, &peer,
                                r.peer_id.bytes, r.peer_id.len));
    shared = secret_new(r.len);
    if (gm_sm2_exchange_derive(&w->exchange, shared, r.len, confirmation, point, sizeof point) != GM_OK)
        die(EXIT_CHECK, "%s: expected an ephemeral key that leads to a shared one, found one that does not",
            shown(r.peer_ephemeral));
    if (expected != NULL && gm_sm2_exchange_confirm(&w->exchange, expected) != GM_OK)
        die(EXIT_CHECK, "--peer-confirmation: the other side has another key: its keys, IDs or role are not those "
                        "given here");
    output_open(&out, r.output, r.flags | OUTPUT_SECRET | (r.form == TEXT_RAW ? OUTPUT_BINARY : 0), NULL);
    if (r.confirmation_out != NULL) {
        output_open(&confirmation_out, r.confirmation_out, r.flags, NULL);
        text_write(&confirmation_out, TEXT_HEX, confirmation, sizeof confirmation);
        text_end(&confirmation_out, TEXT_HEX);
    }
    text_write(&out, r.form, shared, r.len);
    text_end(&out, r.form);
    output_commit(&out);
    if (r.confirmation_out != NULL)
        output_commit(&confirmation_out);
    secret_free(expected);
    secret_free(shared);
    secret_free(w);
    return 0;
}
