/* guomi encrypt: a file that only the holders of a password, of some SM2 keys or of some names can read, of any size in
 * constant memory. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

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
    "Usage: guomi encrypt -r PUBKEY|--password|--password-file FILE|--password-fd N [OPTION]... [FILE]\n"
    "       guomi encrypt --sm9-master MASTERPUB --to TEXT [--to TEXT]... [OPTION]... [FILE]\n"
    "Encrypt and authenticate FILE, or standard input when there is none or it is '-'. Every recipient can\n"
    "open it, and everyone who knows the password, if there is one too.\n"
    "\n"
    "  -r, --recipient FILE  for the owner of the SM2 public key in FILE; may be given many times, 64 at most\n"
    "      --to TEXT         for the user of this SM9 name; may be given many times\n"
    "      --to-hex VALUE    the same as hex digits, or file:FILE and so on\n"
    "      --sm9-master FILE the master public key of these names\n"
    "  -o, --output FILE     write to FILE, which appears when it is whole; default: standard output\n"
    "  -f, --force           replace an existing output file\n"
    "      --password        ask for a password on the terminal, twice\n"
    "      --password-file FILE   take the password from FILE (one final LF or CRLF is dropped)\n"
    "      --password-fd N   take the password from descriptor N, likewise\n"
    "      --iterations N    work factor of the password, 1 to 10000000 (default 1000000)\n"
    "      --backend NAME    limit the processor features used (see guomi cpu)\n"
    "      --help            show this text\n"
    "\n"
    "The file does not prove who made it, and does not tell for whom it is, but for the names of --to;\n"
    "guomi decrypt opens it.\n"
    "\n"
    "Examples:\n"
    "  guomi encrypt -r alice.pub -r bob.pub -o letter.gm letter.txt\n"
    "  guomi encrypt --sm9-master encrypt.pub --to alice@example.org -o letter.gm letter.txt\n"
    "  guomi encrypt --password -o letter.gm letter.txt\n";

enum { OPTION_PASSWORD = OPTION_OWN, OPTION_ITERATIONS, OPTION_SM9_MASTER, OPTION_TO, OPTION_TO_HEX };

static const struct option longs[] = {{"recipient", required_argument, NULL, 'r'},
                                      {"sm9-master", required_argument, NULL, OPTION_SM9_MASTER},
                                      {"to", required_argument, NULL, OPTION_TO},
                                      {"to-hex", required_argument, NULL, OPTION_TO_HEX},
                                      {"output", required_argument, NULL, 'o'},
                                      {"force", no_argument, NULL, 'f'},
                                      {"password", no_argument, NULL, OPTION_PASSWORD},
                                      {"iterations", required_argument, NULL, OPTION_ITERATIONS},
                                      OPTIONS_PASSWORD,
                                      OPTIONS_COMMON};

/* Everything secret of a run, in memory that is wiped however the process ends. */
struct work {
    container_payload payload;
    uint8_t here[CONTAINER_CHUNK], next[CONTAINER_CHUNK];
    uint8_t sealed[CONTAINER_SEALED];
};

static void check(container_status status, const char *name)
{
    if (status == CONTAINER_RANDOM)
        die(EXIT_IO, "%s", container_text(status));
    if (status != CONTAINER_OK)
        die(EXIT_CHECK, "%s: %s", name, container_text(status));
}

static void encrypt(struct work *w, struct input *in, struct output *out)
{
    uint8_t *here = w->here, *next = w->next;
    size_t len = input_read(in, here, CONTAINER_CHUNK), next_len;
    int last;
    do { /* a chunk is the last one when nothing follows it */
        next_len = len == CONTAINER_CHUNK ? input_read(in, next, CONTAINER_CHUNK) : 0;
        last = next_len == 0;
        check(container_seal(&w->payload, w->sealed, here, len, last), input_shown(in));
        output_write(out, w->sealed, len + CONTAINER_TAG);
        progress_add(len);
        uint8_t *t = here;
        here = next;
        next = t;
        len = next_len;
    } while (!last);
}

/* A name of --to or --to-hex. */
static void take_name(container_name *name, bool hex)
{
    const char *option = hex ? "--to-hex" : "--to";
    name->bytes = (const uint8_t *)optarg;
    name->len = hex ? 0 : strlen(optarg);
    if (hex)
        name->bytes = value_bytes(option, optarg, 4 * CONTAINER_MAX_NAME, &name->len);
    if (name->len > CONTAINER_MAX_NAME)
        die_usage("%s: expected a name of at most %d bytes, found %zu", option, CONTAINER_MAX_NAME, name->len);
}

int cmd_encrypt(int argc, char **argv)
{
    struct password_source source = PASSWORD_SOURCE_NONE;
    const char *output = NULL, *recipients[CONTAINER_MAX_STANZAS], *master_file = NULL;
    gm_sm2_public_key keys[CONTAINER_MAX_STANZAS];
    container_name names[CONTAINER_MAX_STANZAS];
    gm_sm9_any_key master;
    container_readers readers = {.iterations = CONTAINER_ITERATIONS, .keys = keys, .names = names};
    unsigned flags = OUTPUT_BINARY;
    bool password = false, iterations = false;
    int option;
    while ((option = options_next(argc, argv, "r:o:f", longs, help)) != -1) {
        if (options_password(option, &source) || option == OPTION_PASSWORD)
            password = true;
        else if (option == OPTION_ITERATIONS) {
            readers.iterations = (uint32_t)value_number("--iterations", optarg, 1, CONTAINER_MAX_ITERATIONS);
            iterations = true;
        } else if ((option == 'r' || option == OPTION_TO || option == OPTION_TO_HEX) &&
                   readers.key_count + readers.name_count == CONTAINER_MAX_STANZAS)
            die_usage("expected at most %d recipients, found more", CONTAINER_MAX_STANZAS);
        else if (option == 'r')
            recipients[readers.key_count++] = optarg;
        else if (option == OPTION_TO || option == OPTION_TO_HEX)
            take_name(&names[readers.name_count++], option == OPTION_TO_HEX);
        else if (option == OPTION_SM9_MASTER)
            master_file = optarg;
        else if (option == 'o')
            output = optarg;
        else if (option == 'f')
            flags |= OUTPUT_FORCE;
    }
    if ((readers.name_count > 0) != (master_file != NULL))
        die_usage("expected --to TEXT and --sm9-master FILE together, found only %s",
                  master_file == NULL ? "--to" : "--sm9-master");
    if (!password && readers.key_count + readers.name_count == 0)
        die_usage("expected --password (or --password-file, --password-fd) or -r PUBKEY: who shall be able to read "
                  "the file?");
    if (iterations && !password)
        die_usage("--iterations: expected a password too: keys take none");
    if (password && readers.key_count + readers.name_count == CONTAINER_MAX_STANZAS)
        die_usage("expected at most %d recipients beside a password, found more", CONTAINER_MAX_STANZAS - 1);
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);

    struct input in;
    struct output out;
    uint8_t *header = xmalloc(CONTAINER_MAX_HEADER);
    size_t header_len;
    struct work *w = secret_new(sizeof *w);
    password_open(&source);
    for (size_t i = 0; i < readers.key_count; i++)
        sm2_public_file(recipients[i], "a recipient's public key", &keys[i]);
    if (master_file != NULL) {
        sm9_public_file(master_file, "a master public key for encryption", GM_SM9_KEY_ENC_PUBLIC, &master);
        readers.master = &master.u.enc_public;
    }
    input_open(&in, argv[optind], INPUT_MESSAGE);
    output_open(&out, output, flags, &in);
    if (password)
        readers.password.bytes = password_read(&source, true, &readers.password.len);
    check(container_create(header, &header_len, &w->payload, &readers), input_shown(&in));
    output_write(&out, header, header_len);
    progress_begin(in.name, input_size(&in));
    encrypt(w, &in, &out);
    progress_end();
    output_commit(&out);
    input_close(&in);
    secret_free(w);
    free(header);
    return 0;
}
