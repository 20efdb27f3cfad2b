/* guomi sm9 decrypt. What is small is decrypted in memory; of what is large nothing leaves before its tag was right. */
#include "sm9_verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/sm9_format.h>

#include "aead_run.h"
#include "coded.h"
#include "error.h"
#include "sm9_id.h"
#include "sm9_key.h"
#include "sm9_mode.h"
#include "sm9_what.h"

static const char help[] =
    "Usage: guomi sm9 decrypt -k KEY --id TEXT [OPTION]... [FILE]\n"
    "Decrypt FILE, made by 'guomi sm9 encrypt' or another program by GB/T 38635.2, or standard input when\n"
    "there is none or it is '-': ASN.1 or the bare bytes, also in hex or Base64.\n"
    "\n"
    "  -k, --key-file FILE    the user's decryption key, in any form\n"
    "      --key-fd N         the same from descriptor N\n" SM9_OWN_ID_HELP SM2_PASSWORD_HELP
    "      --mode MODE        default: what ASN.1 says; of bare bytes the one that fits, if there is only\n"
    "                         one. One of: " SM9_MODES "\n"
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "Nothing leaves before all of it was found authentic. With --mode hybrid, and beyond 64 MiB, a file\n"
    "is read twice unless a file is written; from a pipe it waits in a private temporary file, encrypted\n"
    "as it is.\n"
    "\n"
    "Example:\n"
    "  guomi sm9 decrypt -k bob.key --id bob@example.org -o session.key session.der\n";

#define WHOLE_MAX ((size_t)64 << 20)

enum { OPT_MODE = OPTION_OWN };

static const struct option longs[] = {{"mode", required_argument, NULL, OPT_MODE},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      OPTIONS_ID,
                                      OPTIONS_SM2_KEY,
                                      OPTIONS_COMMON};

struct request {
    const gm_sm9_any_key *key;
    struct sm2_id id;
    gm_sm9_mode mode; /* or SM9_MODE_ANY */
};

/* What was found to be right. */
struct found {
    gm_sm9_mode mode;
    bool der;
    enum coding coding;
};

/* ---- Mistakes ---- */

/* Is the key that of the name at all? Follows a colon. */
static const char *guess(const struct request *r)
{
    const gm_sm9_any_key *key = r->key;
    bool belongs = false, as_encrypt = false;

    if (!key->has_master)
        return "";
    for (int hid = 0; hid <= GM_SM9_HID_ENCRYPT; hid++)
        if (gm_sm9_enc_user_key_check(&key->u.enc_user.key, &key->u.enc_user.master, r->id.bytes, r->id.len,
                                      (uint8_t)hid) == GM_OK) {
            belongs = true;
            as_encrypt = hid == GM_SM9_HID_ENCRYPT;
        }
    if (!belongs)
        return ": this key is not the one of this name";
    return as_encrypt ? "" : ": this key was not extracted with --hid encrypt, as is usual";
}

static _Noreturn void refuse(const struct request *r, const struct input *in, const uint8_t *file, size_t len)
{
    const char *what;
    if (len == 0)
        die(EXIT_CHECK, "%s: expected a ciphertext, found nothing", input_shown(in));
    what = sm9_what(file, len);
    if (what != NULL && strcmp(what, "an SM9 ciphertext") != 0)
        die(EXIT_CHECK, "%s: expected a bare SM9 ciphertext, found %s%s", input_shown(in), what,
            strstr(what, "'guomi encrypt'") != NULL ? " (try 'guomi decrypt -i')" : "");
    die(EXIT_CHECK, "%s: expected an SM9 ciphertext for this key%s%s, found another or a damaged one%s",
        input_shown(in), r->mode == SM9_MODE_ANY ? "" : " in mode ",
        r->mode == SM9_MODE_ANY ? "" : sm9_mode_name(r->mode), guess(r));
}

/* ---- In memory ---- */

/* Bare bytes in one mode; *n is the text's length. */
static bool try_mode(const struct request *r, gm_sm9_mode mode, const uint8_t *raw, size_t len, uint8_t *text,
                     size_t *n)
{
    const gm_sm9_enc_user_key *key = &r->key->u.enc_user.key;
    if (mode != SM9_HYBRID)
        return gm_sm9_decrypt(key, mode, text, len, n, r->id.bytes, r->id.len, raw, len) == GM_OK;
    if (len < GM_SM9_HYBRID_OVERHEAD)
        return false;
    *n = len - GM_SM9_HYBRID_OVERHEAD;
    return gm_sm9_hybrid_decrypt(key, text, r->id.bytes, r->id.len, NULL, 0, raw, len) == GM_OK;
}

/* ASN.1: the mode that it names; type 0 has two. */
static bool try_der(const struct request *r, gm_sm9_mode mode, const uint8_t *raw, size_t len, uint8_t *text, size_t *n,
                    gm_sm9_mode *found)
{
    const gm_sm9_mode can_be[] = {mode, mode == GM_SM9_XOR ? GM_SM9_XOR_HMAC : mode};
    for (size_t i = 0; i < 2; i++) {
        *found = can_be[i];
        if ((r->mode == SM9_MODE_ANY || r->mode == *found) && try_mode(r, *found, raw, len, text, n))
            return true;
    }
    return false;
}

/* Bare bytes name no mode. The MAC tells XOR, hybrid and the rest apart, but the modes of SM4 share it: where several
 * fit, none is guessed. */
static bool try_bare(const struct request *r, const struct input *in, const uint8_t *bytes, size_t len, uint8_t *text,
                     size_t *n, gm_sm9_mode *found)
{
    char names[80] = "";
    size_t fit = 0;

    if (r->mode != SM9_MODE_ANY) {
        *found = r->mode;
        return try_mode(r, r->mode, bytes, len, text, n);
    }
    for (size_t i = 0; sm9_modes[i] != SM9_MODE_ANY; i++) {
        if (!try_mode(r, sm9_modes[i], bytes, len, text, n))
            continue;
        *found = sm9_modes[i];
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", fit++ > 0 ? ", " : "",
                 sm9_mode_name(*found));
    }
    if (fit > 1)
        die(EXIT_USAGE, "%s: expected --mode NAME, as bare bytes do not name their mode and several fit: %s",
            input_shown(in), names);
    return fit == 1 && try_mode(r, *found, bytes, len, text, n);
}

static bool try_bytes(const struct request *r, const struct input *in, const uint8_t *bytes, size_t len, uint8_t *text,
                      size_t *n, struct found *found)
{
    gm_sm9_mode named;
    uint8_t *raw = xmalloc(len);
    size_t raw_len;
    bool good = false;

    found->der = gm_sm9_ciphertext_from_der(raw, len, &raw_len, &named, bytes, len) == GM_OK;
    if (found->der) {
        if (r->mode != SM9_MODE_ANY && r->mode != named && !(named == GM_SM9_XOR && r->mode == GM_SM9_XOR_HMAC))
            die(EXIT_CHECK, "%s: expected mode %s, found %s (--mode %s)", input_shown(in), sm9_mode_name(r->mode),
                sm9_mode_name(named), sm9_mode_name(named));
        good = try_der(r, named, raw, raw_len, text, n, &found->mode);
    } else if (len > 0 && bytes[0] == 4) {
        good = try_bare(r, in, bytes, len, text, n, &found->mode);
    }
    free(raw);
    return good;
}

static void whole(const struct request *r, const struct input *in, const uint8_t *file, size_t len, struct output *out)
{
    for (int c = CODING_RAW; c < CODINGS; c++) {
        struct found found;
        size_t bytes_len, n;
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, &bytes_len), *text;
        bool good;
        if (bytes == NULL)
            continue;
        text = secret_new(bytes_len + 1);
        good = try_bytes(r, in, bytes, bytes_len, text, &n, &found);
        secret_free(bytes);
        if (good) {
            /* ASN.1 names its mode, but for one. */
            if (r->mode == SM9_MODE_ANY && (!found.der || found.mode == GM_SM9_XOR_HMAC))
                report("%s: mode %s, %s%s", input_shown(in), sm9_mode_name(found.mode), found.der ? "asn1" : "c1c3c2",
                       coded_name((enum coding)c));
            output_write(out, text, n);
        }
        secret_free(text);
        if (good)
            return;
    }
    refuse(r, in, file, len);
}

/* ---- In pieces ---- */

struct stream {
    const struct request *request;
    gm_sm4_gcm_ctx gcm;
    uint8_t c1[GM_SM9_C1_SIZE];
};

static gm_status stream_start(void *ctx, uint64_t text, const uint8_t *tag)
{
    struct stream *s = ctx;
    const struct request *r = s->request;
    (void)text;
    (void)tag;
    return gm_sm9_hybrid_decrypt_init(&s->gcm, &r->key->u.enc_user.key, s->c1, r->id.bytes, r->id.len);
}

static gm_status stream_decrypt(void *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    struct stream *s = ctx;
    return gm_sm4_gcm_decrypt_update_unverified(&s->gcm, out, in, len);
}

static gm_status stream_check(void *ctx, const uint8_t *tag)
{
    struct stream *s = ctx;
    return gm_sm4_gcm_decrypt_finish(&s->gcm, tag, GM_SM9_HYBRID_TAG_SIZE);
}

static void stream_refuse(void *ctx, const struct input *in)
{
    struct stream *s = ctx;
    refuse(s->request, in, s->c1, sizeof s->c1);
}

static void pieces(const struct request *r, struct input *in, struct output *out)
{
    struct stream *s = secret_new(sizeof *s);
    struct aead_mode mode = {.ctx = s,
                             .start = stream_start,
                             .decrypt = stream_decrypt,
                             .check = stream_check,
                             .refuse = stream_refuse,
                             .tag_len = GM_SM9_HYBRID_TAG_SIZE,
                             .unauthentic = stream_refuse};
    size_t n = input_read(in, s->c1, sizeof s->c1);

    s->request = r;
    if (n < sizeof s->c1)
        refuse(r, in, s->c1, n);
    in->start += n; /* what is read twice begins behind C1 */
    aead_decrypt(&mode, in, out);
    secret_free(s);
}

int sm9_decrypt(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    struct request r = {.id = SM9_ID_NONE, .mode = SM9_MODE_ANY};
    const char *output = NULL;
    unsigned flags = 0;
    struct input in;
    struct output out;
    uint8_t *file;
    gm_sm9_any_key *key;
    size_t len;
    int option;

    while ((option = options_next(argc, argv, "k:o:f", longs, help)) != -1) {
        if (sm2_key_option(option, &source) || sm2_id_option(option, OPTION_ID, &r.id))
            continue;
        if (option == OPT_MODE)
            r.mode = sm9_mode(optarg);
        else if (option == 'o')
            output = optarg;
        else
            flags |= OUTPUT_FORCE;
    }
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    sm9_id_needed(r.id, "--id", "the receiver's name");
    r.key = key = sm9_key_read(&source, "a user's decryption key", GM_SM9_KEY_ENC_USER);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    output_open(&out, output, flags, &in);
    if (r.mode == SM9_HYBRID) {
        pieces(&r, &in, &out);
    } else {
        file = xmalloc(WHOLE_MAX + 1);
        len = input_read(&in, file, WHOLE_MAX + 1);
        if (len <= WHOLE_MAX) {
            whole(&r, &in, file, len, &out);
        } else {
            if (r.mode != SM9_MODE_ANY)
                die(EXIT_CHECK, "%s: expected at most %zu bytes in mode %s, found more", input_shown(&in), WHOLE_MAX,
                    sm9_mode_name(r.mode));
            if (in.seekable)
                input_rewind(&in);
            else
                input_spool(&in, file, len);
            pieces(&r, &in, &out);
        }
        free(file);
    }
    output_commit(&out);
    input_close(&in);
    secret_free(key);
    return 0;
}
