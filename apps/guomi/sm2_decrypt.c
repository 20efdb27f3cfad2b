/* guomi sm2 decrypt. What is small is decrypted in memory; of what is large nothing leaves before C3 was right. */
#include "sm2_verbs.h"

#include <stdlib.h>
#include <string.h>

#include <guomi/sm2_encrypt.h>

#include "aead_run.h"
#include "chunk_tags.h"
#include "coded.h"
#include "error.h"
#include "progress.h"
#include "secret.h"
#include "sm2_key.h"
#include "sm2_order.h"

static const char help[] =
    "Usage: guomi sm2 decrypt -k KEY [OPTION]... [FILE]\n"
    "Decrypt FILE, made by 'guomi sm2 encrypt' or another program by GB/T 32918.4, or standard input when\n"
    "there is none or it is '-'. Bytes are read, and hex digits or Base64 of less than 64 MiB.\n"
    "\n" SM2_PRIVATE_HELP "      --order ORDER      default: all are tried, and standard error tells which it was.\n"
    "                         One of: " SM2_ORDERS "\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "Nothing leaves before all of it was found authentic. More than 1 MiB is read twice, unless a\n"
    "file is written and the order is named; from a pipe it waits in a private temporary file, encrypted\n"
    "as it is.\n"
    "\n"
    "Example:\n"
    "  guomi sm2 decrypt -k my.key --order c1c3c2 -o session.key session.bin\n";

#define WHOLE_MAX ((size_t)1 << 20)
#define WHOLE_TEXT_MAX ((size_t)64 << 20)
#define ORDER_ANY ((gm_sm2_form)0)

enum { OPT_ORDER = OPTION_OWN };

static const struct option longs[] = {{"order", required_argument, NULL, OPT_ORDER},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      OPTIONS_SM2_KEY,
                                      OPTIONS_COMMON};

/* No order fits, or not the one that was named; `other` fits instead, if it is one. */
static _Noreturn void refuse(const struct input *in, gm_sm2_form order, gm_sm2_form other, enum coding coding,
                             const uint8_t *file, size_t len)
{
    static const char magic[] = "guomi\r\n\x1a";
    if (len == 0)
        die(EXIT_CHECK, "%s: expected a ciphertext, found nothing", input_shown(in));
    if (len >= 8 && memcmp(file, magic, 8) == 0)
        die(EXIT_CHECK, "%s: expected a bare SM2 ciphertext, found a file of 'guomi encrypt' (try 'guomi decrypt -i')",
            input_shown(in));
    if (other != ORDER_ANY)
        die(EXIT_CHECK, "%s: expected order %s, found %s%s (--order %s)", input_shown(in), sm2_order_name(order),
            sm2_order_name(other), coded_name(coding), sm2_order_name(other));
    die(EXIT_CHECK, "%s: expected an SM2 ciphertext for this key%s%s, found another or a damaged one", input_shown(in),
        order == ORDER_ANY ? "" : " in order ", order == ORDER_ANY ? "" : sm2_order_name(order));
}

static void tell(const struct input *in, gm_sm2_form order, enum coding coding)
{
    report("%s: order %s%s", input_shown(in), sm2_order_name(order), coded_name(coding));
}

/* ---- In memory ---- */

/* Try each coding; `order` is the one that fits. NULL if none does. */
static uint8_t *try_whole(const gm_sm2_private_key *key, gm_sm2_form *order, enum coding *coding, const uint8_t *file,
                          size_t len, size_t *text_len)
{
    for (int c = CODING_RAW; c < CODINGS; c++) {
        size_t n;
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, &n), *text;
        gm_status st;
        if (bytes == NULL)
            continue;
        text = secret_new(n + 1);
        if (*order != ORDER_ANY)
            st = gm_sm2_decrypt(key, *order, text, n, text_len, bytes, n);
        else
            st = gm_sm2_decrypt_detect(key, order, text, n, text_len, bytes, n);
        secret_free(bytes);
        if (st == GM_OK) {
            *coding = (enum coding)c;
            return text;
        }
        secret_free(text);
    }
    return NULL;
}

static void whole(const gm_sm2_private_key *key, gm_sm2_form order, const struct input *in, const uint8_t *file,
                  size_t len, struct output *out)
{
    gm_sm2_form found = order;
    enum coding coding = CODING_RAW;
    size_t n;
    uint8_t *text = try_whole(key, &found, &coding, file, len, &n);

    if (text == NULL) {
        found = ORDER_ANY;
        if (order != ORDER_ANY)
            secret_free(try_whole(key, &found, &coding, file, len, &n));
        refuse(in, order, found, coding, file, len);
    }
    if (order == ORDER_ANY)
        tell(in, found, coding);
    output_write(out, text, n);
    secret_free(text);
}

/* ---- In pieces ---- */

struct work {
    gm_sm2_cipher cipher;
    uint8_t in[IO_BUFFER], out[IO_BUFFER];
};

/* Read all, write the text to `out` unless that is NULL. Is it authentic? `head` is the file's beginning. `tags`,
 * unless NULL, are kept by the pass without output and bind the one with output to what that one read. */
static bool pass(struct work *w, const gm_sm2_private_key *key, const gm_sm2_layout *layout, const uint8_t *head,
                 struct input *in, struct output *out, struct chunk_tags *tags)
{
    bool before = layout->c3_at < layout->head_len;
    uint8_t c3[GM_SM2_C3_SIZE];
    uint64_t left = layout->c2_len;
    size_t head_len = (size_t)layout->head_len;

    input_rewind(in);
    if (input_read(in, w->in, head_len) != head_len || memcmp(w->in, head, head_len) != 0)
        aead_changed(in);
    must(gm_sm2_decrypt_init(&w->cipher, key, layout->c1));
    while (left > 0) {
        size_t n = left < IO_BUFFER ? (size_t)left : IO_BUFFER;
        if (input_read(in, w->in, n) != n || (out != NULL && tags != NULL && !chunk_tags_match(tags, w->in, n)))
            aead_changed(in);
        if (out == NULL && tags != NULL)
            chunk_tags_keep(tags, w->in, n);
        must(gm_sm2_decrypt_update_unverified(&w->cipher, w->out, w->in, n));
        if (out != NULL)
            output_write(out, w->out, n);
        left -= n;
        progress_add(n);
    }
    if (before)
        memcpy(c3, head + layout->c3_at, sizeof c3);
    else if (input_read(in, c3, sizeof c3) != sizeof c3)
        aead_changed(in);
    return gm_sm2_decrypt_finish(&w->cipher, c3) == GM_OK;
}

/* The first order, `order` alone or of all, in which the file is authentic; ORDER_ANY if there is none. */
static gm_sm2_form find(struct work *w, const gm_sm2_private_key *key, gm_sm2_form order, const uint8_t *head,
                        struct input *in, gm_sm2_layout *layout, struct chunk_tags **tags)
{
    for (int o = GM_SM2_DER; o <= GM_SM2_C1C2C3_BARE; o++) {
        bool good;
        if (order != ORDER_ANY && o != (int)order)
            continue;
        if (gm_sm2_layout_read(layout, (gm_sm2_form)o, head, GM_SM2_LAYOUT_HEAD_MAX, input_size(in)) != GM_OK)
            continue;
        chunk_tags_free(*tags);
        *tags = chunk_tags_new();
        progress_begin("checking", layout->c2_len);
        good = pass(w, key, layout, head, in, NULL, *tags);
        progress_end();
        if (good)
            return (gm_sm2_form)o;
    }
    return ORDER_ANY;
}

/* Straight into a file that has no name yet. */
static bool once(struct work *w, const gm_sm2_private_key *key, gm_sm2_form order, const uint8_t *head,
                 struct input *in, struct output *out)
{
    gm_sm2_layout layout;
    bool good;
    if (gm_sm2_layout_read(&layout, order, head, GM_SM2_LAYOUT_HEAD_MAX, input_size(in)) != GM_OK)
        return false;
    progress_begin("decrypting", layout.c2_len);
    good = pass(w, key, &layout, head, in, out, NULL);
    progress_end();
    return good;
}

static void pieces(const gm_sm2_private_key *key, gm_sm2_form order, struct input *in, struct output *out)
{
    struct work *w = secret_new(sizeof *w);
    struct chunk_tags *tags = NULL;
    uint8_t head[GM_SM2_LAYOUT_HEAD_MAX];
    gm_sm2_layout layout;
    gm_sm2_form found;

    input_rewind(in);
    if (input_read(in, head, sizeof head) != sizeof head)
        aead_changed(in);
    if (order != ORDER_ANY && !out->direct) {
        /* The file gets its name only if all is authentic: one reading will do. */
        found = once(w, key, order, head, in, out) ? order : ORDER_ANY;
    } else {
        found = find(w, key, order, head, in, &layout, &tags);
    }
    if (found == ORDER_ANY)
        refuse(in, order, order == ORDER_ANY ? ORDER_ANY : find(w, key, ORDER_ANY, head, in, &layout, &tags),
               CODING_RAW, head, sizeof head);
    if (order == ORDER_ANY)
        tell(in, found, CODING_RAW);
    if (tags != NULL) {
        progress_begin("decrypting", layout.c2_len);
        if (!pass(w, key, &layout, head, in, out, tags))
            aead_changed(in);
        progress_end();
    }
    chunk_tags_free(tags);
    secret_free(w);
}

/* Does it begin as text in hex or Base64? */
static bool is_text(const uint8_t *file, size_t len)
{
    static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n\t ";
    for (size_t i = 0; i < len; i++)
        if (memchr(set, file[i], sizeof set - 1) == NULL)
            return false;
    return true;
}

int sm2_decrypt(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    gm_sm2_form order = ORDER_ANY;
    const char *output = NULL;
    unsigned flags = 0;
    gm_sm2_private_key *key = secret_new(sizeof *key);
    struct input in;
    struct output out;
    uint8_t *file;
    size_t len;
    bool text;
    int option;

    while ((option = options_next(argc, argv, "k:o:f", longs, help)) != -1) {
        if (sm2_key_option(option, &source))
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
    sm2_private_read(&source, key);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    output_open(&out, output, flags, &in);
    file = xmalloc(WHOLE_MAX + 1);
    len = input_read(&in, file, WHOLE_MAX + 1);
    text = len > WHOLE_MAX && is_text(file, 4096);
    if (text) {
        file = realloc(file, WHOLE_TEXT_MAX);
        if (file == NULL)
            die(EXIT_IO, "expected %zu bytes of memory, found none", WHOLE_TEXT_MAX);
        len += input_read(&in, file + len, WHOLE_TEXT_MAX - len);
    }
    if (len <= WHOLE_MAX || (text && len < WHOLE_TEXT_MAX)) {
        whole(key, order, &in, file, len, &out);
    } else {
        if (!in.seekable)
            input_spool(&in, file, len);
        pieces(key, order, &in, &out);
    }
    free(file);
    output_commit(&out);
    input_close(&in);
    secret_free(key);
    return 0;
}
