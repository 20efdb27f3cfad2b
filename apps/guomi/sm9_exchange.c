/* guomi sm9 exchange: each side runs it twice, first to make its point, then with the other's. All that is secret
 * between the two is the ephemeral number, a file like any key. */
#include "sm9_verbs.h"

#include <stdio.h>
#include <string.h>

#include <guomi/mem.h>
#include <guomi/sm9_exchange.h>

#include "error.h"
#include "sm9_id.h"
#include "sm9_key.h"
#include "text.h"
#include "value.h"

static const char help[] =
    "Usage: guomi sm9 exchange --role initiator|responder -m MASTERPUB --peer-id TEXT \\\n"
    "           --ephemeral-out EPHEMERAL --point-out POINT [OPTION]...\n"
    "       guomi sm9 exchange --role initiator|responder -k KEY --id TEXT --peer-id TEXT \\\n"
    "           --ephemeral EPHEMERAL --peer-point VALUE [OPTION]...\n"
    "Agree on a secret key with another side (GB/T 38635.2). First make a point for the other side,\n"
    "then, with the other side's point, print the key. Both sides have users' keys of one centre for\n"
    "encryption, with the same hid.\n"
    "\n"
    "      --role ROLE        who begins is the initiator, the other is the responder\n"
    "  -m, --master FILE      the master public key for encryption, if it is not in the user's key\n"
    "      --peer-id TEXT     the other side's name\n"
    "      --peer-id-hex VALUE    the same as hex digits, or file:FILE and so on\n" SM9_HID_EXCHANGE_HELP
    "      --ephemeral-out FILE   write the secret of this one exchange (mode 0600); delete it afterwards\n"
    "      --point-out FILE   write the point for the other side, as hex digits\n"
    "\n"
    "  -k, --key-file FILE    the user's key, in any form\n"
    "      --key-fd N         the same from descriptor N\n" SM9_OWN_ID_HELP SM2_PASSWORD_HELP
    "      --ephemeral FILE   the secret that was written in the first step\n"
    "      --peer-point VALUE the other side's point, hex digits or hex-file:FILE\n"
    "      --confirmation-out FILE  write what proves to the other side that the key is right\n"
    "      --peer-confirmation VALUE  what the other side wrote there, hex digits or hex-file:FILE;\n"
    "                         the key is given out only if it is right\n"
    "  -n, --length N         bytes of the key (default 16)\n"
    "      --hex, --base64, --raw  form of the key; default hex\n"
    "  -o, --output FILE      write the key to FILE (mode 0600) instead of standard output\n"
    "  -f, --force            replace files that exist\n"
    "\n"
    "Examples:\n"
    "  guomi sm9 exchange --role initiator -m encrypt.pub --peer-id bob \\\n"
    "      --ephemeral-out once --point-out alice.point\n"
    "  guomi sm9 exchange --role initiator -k alice-exchange.key --id alice --peer-id bob \\\n"
    "      --ephemeral once --peer-point hex-file:bob.point -o shared.key\n";

enum {
    OPT_ROLE = OPTION_OWN,
    OPT_EPHEMERAL,
    OPT_EPHEMERAL_OUT,
    OPT_POINT_OUT,
    OPT_PEER_POINT,
    OPT_CONFIRMATION_OUT,
    OPT_PEER_CONFIRMATION
};

static const struct option longs[] = {{"role", required_argument, NULL, OPT_ROLE},
                                      {"master", required_argument, NULL, 'm'},
                                      {"ephemeral", required_argument, NULL, OPT_EPHEMERAL},
                                      {"ephemeral-out", required_argument, NULL, OPT_EPHEMERAL_OUT},
                                      {"point-out", required_argument, NULL, OPT_POINT_OUT},
                                      {"peer-point", required_argument, NULL, OPT_PEER_POINT},
                                      {"confirmation-out", required_argument, NULL, OPT_CONFIRMATION_OUT},
                                      {"peer-confirmation", required_argument, NULL, OPT_PEER_CONFIRMATION},
                                      {"length", required_argument, NULL, 'n'},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      OPTIONS_ID,
                                      OPTIONS_PEER_ID,
                                      OPTIONS_HID,
                                      OPTIONS_SM2_KEY,
                                      TEXT_OPTIONS,
                                      OPTIONS_COMMON};

#define KEY_MAX ((size_t)1 << 20)

struct request {
    gm_sm9_role role;
    struct sm2_key_source key;
    const char *master, *ephemeral, *ephemeral_out, *point_out, *peer_point, *confirmation_out, *peer_confirmation,
        *output;
    struct sm2_id id, peer_id;
    int hid;
    enum text_form form;
    size_t len;
    unsigned flags;
};

static void set(struct request *r, int option)
{
    static const char *const roles[] = {"initiator", "responder", NULL};
    switch (option) {
    case OPT_ROLE:
        r->role = value_choice("--role", optarg, roles) == 0 ? GM_SM9_INITIATOR : GM_SM9_RESPONDER;
        break;
    case 'm':
        r->master = optarg;
        break;
    case OPT_EPHEMERAL:
        r->ephemeral = optarg;
        break;
    case OPT_EPHEMERAL_OUT:
        r->ephemeral_out = optarg;
        break;
    case OPT_POINT_OUT:
        r->point_out = optarg;
        break;
    case OPT_PEER_POINT:
        r->peer_point = optarg;
        break;
    case OPT_CONFIRMATION_OUT:
        r->confirmation_out = optarg;
        break;
    case OPT_PEER_CONFIRMATION:
        r->peer_confirmation = optarg;
        break;
    case OPTION_HID:
        r->hid = sm9_hid(optarg);
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

static void parse(struct request *r, int argc, char **argv)
{
    int option;
    while ((option = options_next(argc, argv, "k:m:n:o:f", longs, help)) != -1)
        if (!sm2_key_option(option, &r->key) && !sm2_id_option(option, OPTION_ID, &r->id) &&
            !sm2_id_option(option, OPTION_PEER_ID, &r->peer_id) && !text_option(option, &r->form))
            set(r, option);
    if (argc > optind)
        die_usage("expected no operand, found %s", shown(argv[optind]));
    if (r->role == 0)
        die_usage("expected --role initiator or --role responder: who begins is the initiator");
    sm9_id_needed(r->peer_id, "--peer-id", "the other side's name");
    if (r->ephemeral != NULL && r->ephemeral_out != NULL)
        die_usage("expected one of --ephemeral-out, in the first step, and --ephemeral, in the second, found both");
    if (r->ephemeral == NULL && r->ephemeral_out == NULL)
        die_usage("expected --ephemeral-out FILE (the first step) or --ephemeral FILE (the second), found neither");
    if (r->ephemeral_out != NULL && r->point_out == NULL)
        die_usage("expected --point-out FILE, found none");
    if (r->ephemeral != NULL && r->peer_point == NULL)
        die_usage("expected --peer-point VALUE, found none");
}

static void hex_line(struct output *out, const uint8_t *bytes, size_t len)
{
    text_write(out, TEXT_HEX, bytes, len);
    text_end(out, TEXT_HEX);
}

static void begun(gm_status status)
{
    if (status == GM_ERR_UNSUPPORTED)
        die(EXIT_CHECK, "this master key cannot serve the other side's name: the standard has the master key replaced");
    must(status);
}

/* The first step. */
static void begin(const struct request *r)
{
    struct {
        gm_sm9_exchange exchange;
        uint8_t ephemeral[GM_SM9_EPHEMERAL_SIZE];
    } *w = secret_new(sizeof *w);
    uint8_t point[GM_SM9_G1_SIZE];
    gm_sm9_any_key master;
    struct output secret, out;

    sm9_public_file(r->master, "a master public key for encryption", GM_SM9_KEY_ENC_PUBLIC, &master);
    output_open(&secret, r->ephemeral_out, r->flags | OUTPUT_SECRET, NULL);
    output_open(&out, r->point_out, r->flags, NULL);
    begun(gm_sm9_exchange_init(&w->exchange, r->role, point, &master.u.enc_public, r->peer_id.bytes, r->peer_id.len,
                               (uint8_t)r->hid));
    must(gm_sm9_exchange_ephemeral(&w->exchange, w->ephemeral));
    hex_line(&secret, w->ephemeral, sizeof w->ephemeral);
    hex_line(&out, point, sizeof point);
    output_commit(&secret);
    output_commit(&out);
    secret_free(w);
}

/* A key that is not that of the own name leads to another secret than the other side's. */
static void check_own(const struct request *r, const gm_sm9_any_key *key, const gm_sm9_any_key *master)
{
    const char *name = r->key.file != NULL ? shown(r->key.file) : "the key";
    char wanted[16];

    for (int hid = 0; hid <= GM_SM9_HID_ENCRYPT + 1; hid++) {
        uint8_t as = hid == 0 ? (uint8_t)r->hid : (uint8_t)(hid - 1); /* the one that was asked for comes first */
        if (gm_sm9_enc_user_key_check(&key->u.enc_user.key, &master->u.enc_public, r->id.bytes, r->id.len, as) != GM_OK)
            continue;
        if (hid == 0)
            return;
        snprintf(wanted, sizeof wanted, "%s", sm9_hid_name((uint8_t)r->hid));
        die(EXIT_CHECK, "%s: expected a key for --hid %s, found one for --hid %s", name, wanted, sm9_hid_name(as));
    }
    die(EXIT_CHECK, "%s: expected the key of the own name (--id) under this master key, found another", name);
}

static uint8_t *value_of(const char *option, const char *text, size_t want)
{
    size_t n;
    uint8_t *bytes = value_bytes(option, text, 4096, &n);
    if (n != want)
        die_usage("%s: expected %zu bytes, found %zu", option, want, n);
    return bytes;
}

/* The second step. */
static void finish(struct request *r)
{
    struct key_source ephemeral_source = KEY_SOURCE_NONE;
    gm_sm9_exchange *exchange = secret_new(sizeof *exchange);
    uint8_t point[GM_SM9_G1_SIZE], confirmation[GM_SM3_DIGEST_SIZE], *ephemeral, *peer_point, *expected = NULL, *shared;
    gm_sm9_any_key *key, master;
    struct output out, confirmation_out;
    size_t n;

    sm9_id_needed(r->id, "--id", "the own name");
    key = sm9_key_read(&r->key, "a user's key for exchange", GM_SM9_KEY_ENC_USER);
    if (r->master != NULL || !sm9_key_public(key, &master))
        sm9_public_file(r->master, "the master public key, which the user's key does not hold", GM_SM9_KEY_ENC_PUBLIC,
                        &master);
    ephemeral_source.file = r->ephemeral;
    ephemeral = key_read(&ephemeral_source, GM_SM9_EPHEMERAL_SIZE, &n);
    peer_point = value_of("--peer-point", r->peer_point, GM_SM9_G1_SIZE);
    if (r->peer_confirmation != NULL)
        expected = value_of("--peer-confirmation", r->peer_confirmation, GM_SM3_DIGEST_SIZE);
    check_own(r, key, &master);
    gm_status st = gm_sm9_exchange_resume(exchange, r->role, point, ephemeral, &master.u.enc_public, r->peer_id.bytes,
                                          r->peer_id.len, (uint8_t)r->hid);
    if (st == GM_ERR_KEY)
        die(EXIT_CHECK, "%s: expected what --ephemeral-out wrote, found another number", shown(r->ephemeral));
    begun(st);
    if (gm_equal(point, peer_point, sizeof point))
        die(EXIT_CHECK, "--peer-point: expected the other side's point, found the own one");
    shared = secret_new(r->len);
    st = gm_sm9_exchange_derive(exchange, shared, r->len, confirmation, &key->u.enc_user.key, r->id.bytes, r->id.len,
                                r->peer_id.bytes, r->peer_id.len, peer_point);
    if (st == GM_ERR_VERIFY)
        die(EXIT_CHECK, "--peer-point: expected a point of the curve, found other bytes");
    must(st);
    if (expected != NULL && gm_sm9_exchange_confirm(exchange, expected) != GM_OK)
        die(EXIT_CHECK, "--peer-confirmation: the other side has another key: its key, the names, the hid or the roles "
                        "are not those given here");
    output_open(&out, r->output, r->flags | OUTPUT_SECRET | (r->form == TEXT_RAW ? OUTPUT_BINARY : 0), NULL);
    if (r->confirmation_out != NULL) {
        output_open(&confirmation_out, r->confirmation_out, r->flags, NULL);
        hex_line(&confirmation_out, confirmation, sizeof confirmation);
    }
    text_write(&out, r->form, shared, r->len);
    text_end(&out, r->form);
    output_commit(&out);
    if (r->confirmation_out != NULL)
        output_commit(&confirmation_out);
    secret_free(expected);
    secret_free(peer_point);
    secret_free(ephemeral);
    secret_free(shared);
    secret_free(exchange);
    secret_free(key);
}

int sm9_exchange(int argc, char **argv)
{
    struct request r = {.key = SM2_KEY_SOURCE_NONE,
                        .id = SM9_ID_NONE,
                        .peer_id = SM9_ID_NONE,
                        .hid = GM_SM9_HID_EXCHANGE,
                        .form = TEXT_HEX,
                        .len = 16};
    parse(&r, argc, argv);
    if (r.ephemeral_out != NULL)
        begin(&r);
    else
        finish(&r);
    return 0;
}
