/* guomi sm9 encrypt. */
#include "sm9_verbs.h"

#include <stdlib.h>
#include <string.h>

#include <guomi/sm9_format.h>

#include "error.h"
#include "progress.h"
#include "sm9_id.h"
#include "sm9_key.h"
#include "sm9_mode.h"
#include "text.h"
#include "value.h"

static const char help[] =
    "Usage: guomi sm9 encrypt -m MASTERPUB --id TEXT [OPTION]... [FILE]\n"
    "Encrypt FILE, or standard input when there is none or it is '-', for the user of this name, as\n"
    "GB/T 38635.2 has it.\n"
    "\n"
    "  -m, --master FILE      the centre's master public key for encryption\n" SM9_RECEIVER_ID_HELP SM9_HID_ENCRYPT_HELP
    "      --mode MODE        default xor. One of: " SM9_MODES "\n"
    "      --order ORDER      asn1 (default): GB/T 41389, which names the mode; c1c3c2: the bare bytes,\n"
    "                         as hybrid always writes them\n"
    "      --hex, --base64    write text\n"
    "      --raw              write bytes (default)\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "All modes but hybrid hold the message in memory, 64 MiB at most; xor cannot encrypt an empty one.\n"
    "\n"
    "Examples:\n"
    "  guomi sm9 encrypt -m encrypt.pub --id bob@example.org -o session.der session.key\n"
    "  guomi sm9 encrypt -m encrypt.pub --id bob@example.org --mode hybrid -o disk.sm9 disk.img\n";

#define WHOLE_MAX ((size_t)64 << 20)

enum { OPT_MODE = OPTION_OWN, OPT_ORDER };

static const struct option longs[] = {{"master", required_argument, NULL, 'm'},
                                      {"mode", required_argument, NULL, OPT_MODE},
                                      {"order", required_argument, NULL, OPT_ORDER},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      TEXT_OPTIONS,
                                      OPTIONS_ID,
                                      OPTIONS_HID,
                                      OPTIONS_COMMON};

struct request {
    gm_sm9_any_key master;
    struct sm2_id id;
    int hid;
    gm_sm9_mode mode;
    bool bare; /* not ASN.1 */
    enum text_form form;
};

/* This master key has no point for that name: nobody meets it by chance. */
static void encrypted(gm_status status)
{
    if (status == GM_ERR_UNSUPPORTED)
        die(EXIT_CHECK, "this master key cannot encrypt for this name: the standard has the master key replaced");
    must(status);
}

static void whole(const struct request *r, struct input *in, struct output *out)
{
    const gm_sm9_enc_public_key *master = &r->master.u.enc_public;
    size_t len, size, n;
    uint8_t *text = input_all(in, WHOLE_MAX, EXIT_USAGE, &len), *raw, *der;

    if (len == 0 && (r->mode == GM_SM9_XOR || r->mode == GM_SM9_XOR_HMAC))
        die(EXIT_CHECK, "%s: expected at least one byte, found none: %s encrypts no empty message (ecb does)",
            input_shown(in), sm9_mode_name(r->mode));
    size = gm_sm9_ciphertext_size(r->mode, len);
    raw = xmalloc(size + GM_SM9_CIPHERTEXT_DER_OVERHEAD);
    encrypted(gm_sm9_encrypt(master, r->mode, raw, size, &n, r->id.bytes, r->id.len, (uint8_t)r->hid, text, len));
    if (r->bare) {
        text_write(out, r->form, raw, n);
    } else {
        der = xmalloc(n + GM_SM9_CIPHERTEXT_DER_OVERHEAD);
        must(gm_sm9_ciphertext_to_der(der, n + GM_SM9_CIPHERTEXT_DER_OVERHEAD, &n, r->mode, raw, n));
        text_write(out, r->form, der, n);
        free(der);
    }
    text_end(out, r->form);
    free(raw);
    secret_free(text);
}

/* C1, the text, the tag; any length. */
static void hybrid(const struct request *r, struct input *in, struct output *out)
{
    struct {
        gm_sm4_gcm_ctx gcm;
        uint8_t in[IO_BUFFER], out[IO_BUFFER];
    } *w = secret_new(sizeof *w);
    uint8_t c1[GM_SM9_C1_SIZE], tag[GM_SM9_HYBRID_TAG_SIZE];
    size_t n;

    encrypted(
        gm_sm9_hybrid_encrypt_init(&w->gcm, &r->master.u.enc_public, c1, r->id.bytes, r->id.len, (uint8_t)r->hid));
    output_write(out, c1, sizeof c1);
    progress_begin(in->name, input_size(in));
    do {
        n = input_read(in, w->in, IO_BUFFER);
        if (gm_sm4_gcm_encrypt_update(&w->gcm, w->out, w->in, n) != GM_OK)
            die(EXIT_CHECK, "%s: expected fewer than 2^36 bytes, found more", input_shown(in));
        output_write(out, w->out, n);
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    must(gm_sm4_gcm_encrypt_finish(&w->gcm, tag, sizeof tag));
    output_write(out, tag, sizeof tag);
    secret_free(w);
}

int sm9_encrypt(int argc, char **argv)
{
    static const char *const orders[] = {"asn1", "c1c3c2", NULL};
    struct request r = {.id = SM9_ID_NONE, .hid = GM_SM9_HID_ENCRYPT, .mode = GM_SM9_XOR, .form = TEXT_RAW};
    const char *output = NULL, *master_file = NULL;
    unsigned flags = 0;
    bool named = false;
    struct input in;
    struct output out;
    int option;

    while ((option = options_next(argc, argv, "m:o:f", longs, help)) != -1) {
        if (sm2_id_option(option, OPTION_ID, &r.id) || text_option(option, &r.form))
            continue;
        if (option == OPTION_HID) {
            r.hid = sm9_hid(optarg);
        } else if (option == OPT_MODE) {
            r.mode = sm9_mode(optarg);
        } else if (option == OPT_ORDER) {
            r.bare = value_choice("--order", optarg, orders) == 1;
            named = true;
        } else if (option == 'm') {
            master_file = optarg;
        } else if (option == 'o') {
            output = optarg;
        } else {
            flags |= OUTPUT_FORCE;
        }
    }
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    sm9_id_needed(r.id, "--id", "the receiver's name");
    if (r.mode == SM9_HYBRID && (r.form != TEXT_RAW || (named && !r.bare)))
        die_usage("--mode hybrid writes bare bytes: expected no %s",
                  r.form != TEXT_RAW ? "--hex or --base64" : "--order asn1");
    sm9_public_file(master_file, "a master public key for encryption", GM_SM9_KEY_ENC_PUBLIC, &r.master);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    if (r.mode != SM9_HYBRID && input_size(&in) > WHOLE_MAX)
        die(EXIT_USAGE, "%s: expected at most %zu bytes in mode %s, found more (--mode hybrid has no such limit)",
            input_shown(&in), WHOLE_MAX, sm9_mode_name(r.mode));
    output_open(&out, output, flags | (r.form == TEXT_RAW ? OUTPUT_BINARY : 0), &in);
    if (r.mode == SM9_HYBRID)
        hybrid(&r, &in, &out);
    else
        whole(&r, &in, &out);
    output_commit(&out);
    input_close(&in);
    return 0;
}
