/* guomi sm2 encrypt. */
#include "sm2_verbs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <guomi/sm2_encrypt.h>

#include "error.h"
#include "progress.h"
#include "secret.h"
#include "sm2_key.h"
#include "sm2_order.h"
#include "spool.h"
#include "text.h"

static const char help[] =
    "Usage: guomi sm2 encrypt -k PUBKEY [OPTION]... [FILE]\n"
    "Encrypt FILE, or standard input when there is none or it is '-', as GB/T 32918.4 has it. The file is\n"
    "for programs that know this form; to encrypt files for people, use 'guomi encrypt -r'.\n"
    "\n" SM2_PUBLIC_HELP "      --order ORDER      default asn1. One of: " SM2_ORDERS "\n"
    "      --hex, --base64    write text; the message is then held in memory, 64 MiB at most\n"
    "      --raw              write bytes (default)\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "An empty message cannot be encrypted. Where the check value stands before the text (not with\n"
    "c1c2c3), long ciphertext waits in a private temporary file until that value is known.\n"
    "\n"
    "Example:\n"
    "  guomi sm2 encrypt -k my.pub --order c1c3c2 -o session.bin session.key\n";

#define WHOLE_TEXT_MAX ((size_t)64 << 20)

enum { OPT_ORDER = OPTION_OWN };

static const struct option longs[] = {{"order", required_argument, NULL, OPT_ORDER},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      TEXT_OPTIONS,
                                      OPTIONS_SM2_PUBLIC,
                                      OPTIONS_COMMON};

static _Noreturn void empty(const struct input *in)
{
    die(EXIT_CHECK, "%s: expected at least one byte, found none: SM2 encrypts no empty message", input_shown(in));
}

static void whole(const gm_sm2_public_key *key, gm_sm2_form order, enum text_form form, const uint8_t *text, size_t len,
                  struct output *out)
{
    size_t size = gm_sm2_ciphertext_size(order, len), n;
    uint8_t *ciphertext = xmalloc(size);
    must(gm_sm2_encrypt(key, order, ciphertext, size, &n, text, len));
    text_write(out, form, ciphertext, n);
    text_end(out, form);
    free(ciphertext);
}

static bool check_value_is_last(gm_sm2_form order)
{
    return order == GM_SM2_C1C2C3 || order == GM_SM2_C1C2C3_COMPRESSED || order == GM_SM2_C1C2C3_BARE;
}

/* Write what comes before C2: for the orders in which C3 is last its length does not matter. */
static void write_head(struct output *out, gm_sm2_form order, const uint8_t *c1, uint64_t len, const uint8_t *c3)
{
    gm_sm2_layout layout;
    must(gm_sm2_layout_write(&layout, order, c1, len));
    if (c3 != NULL)
        memcpy(layout.head + layout.c3_at, c3, GM_SM2_C3_SIZE);
    output_write(out, layout.head, (size_t)layout.head_len);
}

static void copy_spool(int spool, uint8_t *buffer, struct output *out)
{
    struct input in = {.fd = spool, .name = "the temporary file", .seekable = true};
    size_t n;
    input_rewind(&in);
    while ((n = input_read(&in, buffer, IO_BUFFER)) > 0)
        output_write(out, buffer, n);
    close(spool);
}

/* `text` has the first IO_BUFFER bytes; it is used up. */
static void pieces(const gm_sm2_public_key *key, gm_sm2_form order, struct input *in, uint8_t *text, struct output *out)
{
    gm_sm2_cipher *cipher = secret_new(sizeof *cipher);
    uint8_t c1[GM_SM2_C1_SIZE], c3[GM_SM2_C3_SIZE], *ciphertext = xmalloc(IO_BUFFER);
    bool last = check_value_is_last(order);
    int spool = last ? -1 : spool_create();
    uint64_t total = 0;
    size_t n = IO_BUFFER;

    must(gm_sm2_encrypt_init(cipher, key, c1));
    if (last)
        write_head(out, order, c1, 1, NULL);
    progress_begin(in->name, input_size(in));
    for (; n > 0; n = n < IO_BUFFER ? 0 : input_read(in, text, IO_BUFFER)) {
        if (gm_sm2_encrypt_update(cipher, ciphertext, text, n) != GM_OK)
            die(EXIT_CHECK, "%s: expected fewer than 2^37 bytes, found more", input_shown(in));
        if (last)
            output_write(out, ciphertext, n);
        else
            spool_write(spool, ciphertext, n);
        total += n;
        progress_add(n);
    }
    progress_end();
    must(gm_sm2_encrypt_finish(cipher, c3));
    if (last) {
        output_write(out, c3, sizeof c3);
    } else {
        write_head(out, order, c1, total, c3);
        copy_spool(spool, ciphertext, out);
    }
    free(ciphertext);
    secret_free(cipher);
}

int sm2_encrypt(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    gm_sm2_form order = GM_SM2_DER;
    enum text_form form = TEXT_RAW;
    const char *output = NULL;
    unsigned flags = 0;
    gm_sm2_public_key key;
    struct input in;
    struct output out;
    uint8_t *text;
    size_t len;
    int option;

    while ((option = options_next(argc, argv, "k:o:f", longs, help)) != -1) {
        if (sm2_key_option(option, &source) || text_option(option, &form))
            continue;
        if (option == OPT_ORDER)
            order = sm2_order("--order", optarg);
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    sm2_public_read(&source, "the public key", &key);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    output_open(&out, output, flags | (form == TEXT_RAW ? OUTPUT_BINARY : 0), &in);
    if (form != TEXT_RAW) {
        text = input_all(&in, WHOLE_TEXT_MAX, EXIT_USAGE, &len);
    } else {
        text = secret_new(IO_BUFFER);
        len = input_read(&in, text, IO_BUFFER);
    }
    if (len == 0)
        empty(&in);
    if (form == TEXT_RAW && len == IO_BUFFER)
        pieces(&key, order, &in, text, &out);
    else
        whole(&key, order, form, text, len, &out);
    output_commit(&out);
    input_close(&in);
    secret_free(text);
    return 0;
}
