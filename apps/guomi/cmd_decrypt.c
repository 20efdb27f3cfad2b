/* guomi decrypt: opens what guomi encrypt made. Nothing leaves before it was authenticated. */
#include "commands.h"

#include <stdlib.h>

#include "container.h"
#include "error.h"
#include "input.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "secret.h"
#include "sm2_key.h"
#include "sm9_key.h"
#include "value.h"

static const char help[] =
    "Usage: guomi decrypt [OPTION]... [FILE]\n"
    "Open FILE, made by guomi encrypt, or standard input when there is none or it is '-'.\n"
    "\n"
    "  -i, --identity FILE   open it with the SM2 private key or the SM9 user's key in FILE; may be\n"
    "                        given many times\n"
    "  -o, --output FILE     write to FILE, which appears when all of it is authentic; default: standard output\n"
    "  -f, --force           replace an existing output file\n"
    "      --password        ask for the password on the terminal (the default without -i)\n"
    "      --password-file FILE   take the password from FILE (one final LF or CRLF is dropped)\n"
    "      --password-fd N   take the password from descriptor N, likewise\n"
    "      --max-iterations N     refuse files that ask for more password work (default 10000000)\n"
    "      --backend NAME    limit the processor features used (see guomi cpu)\n"
    "      --help            show this text\n"
    "\n"
    "With -i the password options are for the key file, if that is encrypted; else for FILE.\n"
    "To a pipe, authentic chunks leave as they come: if the exit status is not 0, throw away what came.\n"
    "\n"
    "Examples:\n"
    "  guomi decrypt -o letter.txt letter.gm\n"
    "  guomi decrypt -i my.key -o letter.txt letter.gm\n";

enum { OPTION_PASSWORD = OPTION_OWN, OPTION_MAX_ITERATIONS };

static const struct option longs[] = {{"identity", required_argument, NULL, 'i'},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      {"password", no_argument, NULL, OPTION_PASSWORD},
                                      {"max-iterations", required_argument, NULL, OPTION_MAX_ITERATIONS},
                                      OPTIONS_PASSWORD,
                                      OPTIONS_COMMON};

/* Everything secret of a run, in memory that is wiped however the process ends. */
struct work {
    container_payload payload;
    uint8_t text[CONTAINER_CHUNK];
};

static void check(container_status status, const char *name)
{
    if (status != CONTAINER_OK)
        die(EXIT_CHECK, "%s: %s", name, container_text(status));
}

/* Read exactly the header, which says piece by piece how long it is. */
static size_t read_header(struct input *in, uint8_t header[CONTAINER_MAX_HEADER])
{
    size_t have = 0, want;
    container_status status;
    while ((status = container_measure(header, have, &want)) == CONTAINER_MORE) {
        size_t got = input_read(in, header + have, want - have);
        have += got;
        if (have < want) { /* the end: a foreign file is told as such, also a short one */
            status = container_measure(header, have, &want);
            break;
        }
    }
    if (status == CONTAINER_MORE && have == 0)
        die(EXIT_CHECK, "%s: expected an encrypted file, found nothing", input_shown(in));
    check(status, input_shown(in));
    return want;
}

static void decrypt(struct work *w, struct input *in, struct output *out)
{
    uint8_t sealed[2][CONTAINER_SEALED];
    size_t len[2] = {input_read(in, sealed[0], CONTAINER_SEALED), 0};
    for (int here = 0; !w->payload.done; here = !here) {
        /* A chunk is the last one when nothing follows it. */
        len[!here] = len[here] == CONTAINER_SEALED ? input_read(in, sealed[!here], CONTAINER_SEALED) : 0;
        check(container_unseal(&w->payload, w->text, sealed[here], len[here], len[!here] == 0), input_shown(in));
        output_write(out, w->text, len[here] - CONTAINER_TAG);
        progress_add(len[here]);
    }
}

/* The keys of -i. */
struct keys {
    gm_sm2_private_key *keys;
    gm_sm9_enc_user_key *users;
    size_t key_count, user_count;
};

/* Is it a key of SM9? Of an encrypted one only its password tells, unless its label does. */
static bool is_sm9(struct sm2_key_source *source, const uint8_t *file, size_t len)
{
    gm_sm9_any_key *key = secret_new(sizeof *key);
    gm_sm9_key_options options = {.max_iterations = source->max_iterations, .kinds = GM_SM9_KEY_SECRET};
    gm_sm9_key_info info;
    gm_status st = gm_sm9_key_load(key, &info, file, len, &options);

    if (st != GM_OK && info.problem == GM_SM2_PROBLEM_NO_PASSWORD && info.kind == GM_SM9_KEY_NONE) {
        if (source->used == NULL)
            source->used = password_read(&source->password, false, &source->used_len);
        options.password = source->used;
        options.password_len = source->used_len;
        st = gm_sm9_key_load(key, &info, file, len, &options);
    }
    secret_free(key);
    /* What is a number alone is SM2's, whose keys are met more often. */
    return info.kind != GM_SM9_KEY_NONE && (st == GM_OK || info.form != GM_SM9_FORM_RAW);
}

/* Read the keys of -i. One password serves for all that are encrypted: it is asked for once. Was there such a one? */
static bool read_keys(struct keys *keys, char *const *names, size_t count, struct sm2_key_source *source)
{
    char name[300];
    size_t len;
    bool encrypted;
    for (size_t i = 0; i < count; i++) {
        source->file = names[i];
        uint8_t *file = sm2_key_file(source, source->role, name, &len);
        if (is_sm9(source, file, len)) {
            gm_sm9_any_key *key = secret_new(sizeof *key);
            sm9_key_take(source, name, "a user's decryption key", GM_SM9_KEY_ENC_USER, file, len, key);
            keys->users[keys->user_count++] = key->u.enc_user.key;
            secret_free(key);
        } else {
            sm2_private_take(source, name, file, len, &keys->keys[keys->key_count++]);
        }
        secret_free(file);
    }
    encrypted = source->used != NULL;
    secret_free(source->used);
    source->used = NULL;
    return encrypted;
}

int cmd_decrypt(int argc, char **argv)
{
    struct sm2_key_source source = {.fd = -1, .password = PASSWORD_SOURCE_NONE, .role = "a private key"};
    const char *output = NULL;
    char **identities = xmalloc((size_t)argc * sizeof *identities);
    unsigned flags = 0;
    bool password = false;
    size_t count = 0;
    struct keys keys = {.key_count = 0};
    container_secrets secrets = {.max_iterations = CONTAINER_MAX_ITERATIONS};
    int option;
    while ((option = options_next(argc, argv, "i:o:f", longs, help)) != -1) {
        if (options_password(option, &source.password) || option == OPTION_PASSWORD)
            password = true;
        else if (option == OPTION_MAX_ITERATIONS)
            source.max_iterations = secrets.max_iterations = value_number("--max-iterations", optarg, 1, UINT64_MAX);
        else if (option == 'i')
            identities[count++] = optarg;
        else if (option == 'o')
            output = optarg;
        else if (option == 'f')
            flags |= OUTPUT_FORCE;
    }
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);

    struct input in;
    struct output out;
    uint8_t *header = xmalloc(CONTAINER_MAX_HEADER);
    struct work *w = secret_new(sizeof *w);
    keys.keys = secret_new(count * sizeof *keys.keys);
    keys.users = secret_new(count * sizeof *keys.users);
    password_open(&source.password);
    if (read_keys(&keys, identities, count, &source))
        password = false; /* it was for a key */
    secrets.keys = keys.keys;
    secrets.key_count = keys.key_count;
    secrets.users = keys.users;
    secrets.user_count = keys.user_count;
    input_open(&in, argv[optind], INPUT_MESSAGE);
    size_t header_len = read_header(&in, header);
    output_open(&out, output, flags, &in);
    if (password || count == 0)
        secrets.password.bytes = password_read(&source.password, false, &secrets.password.len);
    check(container_open(&w->payload, header, header_len, &secrets), input_shown(&in));
    uint64_t size = input_size(&in);
    progress_begin(in.name, size > header_len ? size - header_len : 0);
    decrypt(w, &in, &out);
    progress_end();
    output_commit(&out);
    input_close(&in);
    secret_free(keys.users);
    secret_free(keys.keys);
    secret_free(w);
    free(header);
    free(identities);
    return 0;
}
