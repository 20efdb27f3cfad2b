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
#include "value.h"

static const char help[] =
    "Usage: guomi decrypt [OPTION]... [FILE]\n"
    "Open FILE, made by guomi encrypt, or standard input when there is none or it is '-'.\n"
    "\n"
    "  -i, --identity FILE   open it with the SM2 private key in FILE; may be given many times\n"
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

/* Read the keys of -i. One password serves for all that are encrypted: it is asked for once. Was there such a one? */
static bool read_keys(gm_sm2_private_key *keys, char *const *names, size_t count, struct sm2_key_source *source)
{
    char name[300];
    size_t len;
    bool encrypted;
    for (size_t i = 0; i < count; i++) {
        source->file = names[i];
        uint8_t *file = sm2_key_file(source, source->role, name, &len);
        sm2_private_take(source, name, file, len, &keys[i]);
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
    container_secrets secrets = {.max_iterations = CONTAINER_MAX_ITERATIONS};
    int option;
    while ((option = options_next(argc, argv, "i:o:f", longs, help)) != -1) {
        if (options_password(option, &source.password) || option == OPTION_PASSWORD)
            password = true;
        else if (option == OPTION_MAX_ITERATIONS)
            source.max_iterations = secrets.max_iterations = value_number("--max-iterations", optarg, 1, UINT64_MAX);
        else if (option == 'i')
            identities[secrets.key_count++] = optarg;
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
    gm_sm2_private_key *keys = secret_new(secrets.key_count * sizeof *keys);
    secrets.keys = keys;
    password_open(&source.password);
    if (read_keys(keys, identities, secrets.key_count, &source))
        password = false; /* it was for a key */
    input_open(&in, argv[optind], INPUT_MESSAGE);
    size_t header_len = read_header(&in, header);
    output_open(&out, output, flags, &in);
    if (password || secrets.key_count == 0)
        secrets.password.bytes = password_read(&source.password, false, &secrets.password.len);
    check(container_open(&w->payload, header, header_len, &secrets), input_shown(&in));
    uint64_t size = input_size(&in);
    progress_begin(in.name, size > header_len ? size - header_len : 0);
    decrypt(w, &in, &out);
    progress_end();
    output_commit(&out);
    input_close(&in);
    secret_free(keys);
    secret_free(w);
    free(header);
    free(identities);
    return 0;
}
