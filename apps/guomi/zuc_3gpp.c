/* guomi zuc mac, eea3, eia3: MACs, and the 3GPP algorithms with their parameters and lengths in bits. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include <guomi/mem.h>

#include "error.h"
#include "input.h"
#include "listing.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "secret.h"
#include "value.h"
#include "zuc_request.h"

enum { OPT_BITS = OPTION_OWN, OPT_IV, OPT_LENGTH, OPT_VERIFY, OPT_COUNT, OPT_BEARER, OPT_DIRECTION, OPT_MESSAGE_BITS };

#define HELP_KEY(size)                                                          \
    "      --key-file FILE    the key, " size " bytes, as hex digits in FILE\n" \
    "      --key-fd N         the same from descriptor N\n"                     \
    "      --key HEX          the key itself; other users can see it\n"         \
    "      --key-format FORM  FILE or descriptor hold hex (default), base64 or raw bytes\n"

#define HELP_3GPP                                                                                           \
    "      --count HEX        COUNT, 4 bytes (8 hex digits)\n"                                              \
    "      --bearer N         BEARER, 0 to 31\n"                                                            \
    "      --direction N      DIRECTION, 0 or 1\n"                                                          \
    "      --message-bits N   LENGTH of the message in bits; the input then has exactly as many bytes as\n" \
    "                         hold them (default: all bits of the input), below 2^32\n"

#define HELP_VERIFY(length) "      --verify MAC       compare with MAC, of exactly " length " bytes; print nothing\n"
#define HELP_FORMS \
    "hex digits, base64:…, file:FILE, hex-file:FILE (MAC: also with a printed line)\nor base64-file:FILE.\n"

static const char mac_help[] =
    "Usage: guomi zuc mac KEY --iv VALUE [OPTION]... [FILE]\n"
    "Print the ZUC MAC of FILE as hex digits, two spaces and the name, or check it. Without FILE, or\n"
    "when it is -, read standard input.\n"
    "\n"
    "      --bits N           128 (default; the computation of 128-EIA3) or 256\n" HELP_KEY(
        "16 or 32") "      --iv VALUE         initial vector, 16 bytes; for 256 bits 23, or 25 of which the last "
                    "eight\n"
                    "                         are below 64; never used twice under a key\n"
                    "      --mac-length N     4 bytes (default), for 256 bits also 8 or 16; MACs of different lengths\n"
                    "                         have nothing in common\n"
                    "      --message-bits N   length of the message in bits (default: all bits of the "
                    "input)\n" HELP_VERIFY(
                        "--mac-length") "VALUE and MAC are " HELP_FORMS "\n"
                                        "Example:\n"
                                        "  printf abc | guomi zuc mac --key 00000000000000000000000000000000 \\\n"
                                        "      --iv 00000000000000000000000000000000\n";

static const char eea3_help[] =
    "Usage: guomi zuc eea3 KEY --count HEX --bearer N --direction N [OPTION]... [INPUT]\n"
    "Encrypt or decrypt with 128-EEA3. Without INPUT, or when it is -, read standard input. Bits of\n"
    "the last byte behind the message come out as 0.\n"
    "\n" HELP_KEY("16") HELP_3GPP
    "  -o, --output FILE      write to FILE instead of standard output\n"
    "  -f, --force            replace FILE if it exists\n"
    "\n"
    "Example:\n"
    "  printf abc | guomi zuc eea3 --key 00000000000000000000000000000000 --count 00000001 --bearer 5 \\\n"
    "      --direction 0 | guomi sm3\n";

static const char eia3_help[] =
    "Usage: guomi zuc eia3 KEY --count HEX --bearer N --direction N [OPTION]... [FILE]\n"
    "Print the 128-EIA3 MAC of FILE as hex digits, two spaces and the name, or check it. Without\n"
    "FILE, or when it is -, read standard input. Bits of the last byte behind the message are ignored.\n"
    "\n" HELP_KEY("16") HELP_3GPP HELP_VERIFY(
        "4") "MAC is " HELP_FORMS "\n"
             "Example:\n"
             "  printf abc | guomi zuc eia3 --key 00000000000000000000000000000000 --count 00000001 --bearer 5 \\\n"
             "      --direction 0\n";

enum algorithm { MAC, EEA3, EIA3 };

struct request {
    enum algorithm algorithm;
    struct key_source source;
    gm_zuc_kind kind;
    const char *iv_text, *verify, *count_text, *input, *output;
    unsigned output_flags;
    uint8_t *key, *iv, *want;
    uint32_t count;
    uint8_t bearer, direction;
    bool has_bearer, has_direction, has_bits;
    uint64_t bits;
    size_t mac_len;
};

static void take(struct request *r, int option)
{
    switch (option) {
    case OPT_BITS:
        r->kind = zuc_kind(optarg);
        break;
    case OPT_IV:
        r->iv_text = optarg;
        break;
    case OPT_LENGTH:
        r->mac_len = (size_t)value_size("--mac-length", optarg, 4, 16);
        break;
    case OPT_VERIFY:
        r->verify = optarg;
        break;
    case OPT_COUNT:
        r->count_text = optarg;
        break;
    case OPT_BEARER:
        r->bearer = (uint8_t)value_number("--bearer", optarg, 0, 31);
        r->has_bearer = true;
        break;
    case OPT_DIRECTION:
        r->direction = (uint8_t)value_number("--direction", optarg, 0, 1);
        r->has_direction = true;
        break;
    case OPT_MESSAGE_BITS:
        r->bits = value_number("--message-bits", optarg, 0, r->algorithm == MAC ? (UINT64_C(1) << 63) - 1 : UINT32_MAX);
        r->has_bits = true;
        break;
    case 'o':
        r->output = optarg;
        break;
    default:
        r->output_flags |= OUTPUT_FORCE;
    }
}

static void parse_count(struct request *r)
{
    size_t len;
    uint8_t *count;

    if (r->count_text == NULL || !r->has_bearer || !r->has_direction)
        die_usage("expected --count, --bearer and --direction");
    count = value_bytes("--count", r->count_text, 4096, &len);
    if (len != 4)
        die_usage("--count: expected 4 bytes, found %zu", len);
    r->count = (uint32_t)count[0] << 24 | (uint32_t)count[1] << 16 | (uint32_t)count[2] << 8 | count[3];
    secret_free(count);
}

static void parse(struct request *r, enum algorithm algorithm, int argc, char **argv)
{
#define OPTIONS_3GPP                                                                                \
    {"count", required_argument, NULL, OPT_COUNT}, {"bearer", required_argument, NULL, OPT_BEARER}, \
        {"direction", required_argument, NULL, OPT_DIRECTION},                                      \
        {"message-bits", required_argument, NULL, OPT_MESSAGE_BITS}, OPTIONS_KEY
    static const struct option mac[] = {{"bits", required_argument, NULL, OPT_BITS},
                                        {"iv", required_argument, NULL, OPT_IV},
                                        {"mac-length", required_argument, NULL, OPT_LENGTH},
                                        {"message-bits", required_argument, NULL, OPT_MESSAGE_BITS},
                                        {"verify", required_argument, NULL, OPT_VERIFY},
                                        OPTIONS_KEY,
                                        OPTIONS_COMMON};
    static const struct option eea3[] = {
        OPTIONS_3GPP, {"output", required_argument, NULL, 'o'}, {"force", no_argument, NULL, 'f'}, OPTIONS_COMMON};
    static const struct option eia3[] = {OPTIONS_3GPP, {"verify", required_argument, NULL, OPT_VERIFY}, OPTIONS_COMMON};
    static const struct option *const longs[] = {mac, eea3, eia3};
    static const char *const help[] = {mac_help, eea3_help, eia3_help};
    static const struct key_source no_key = KEY_SOURCE_NONE;
    size_t len;
    int c;

    memset(r, 0, sizeof *r);
    r->algorithm = algorithm;
    r->kind = GM_ZUC_128;
    r->source = no_key;
    r->mac_len = 4;
    r->output_flags = OUTPUT_BINARY;
    while ((c = options_next(argc, argv, algorithm == EEA3 ? "o:f" : "", longs[algorithm], help[algorithm])) != -1)
        if (!options_key(c, &r->source))
            take(r, c);
    if (argc - optind > 1)
        die_usage("expected one input file, found %d", argc - optind);
    if (optind < argc)
        r->input = argv[optind];
    if (algorithm != MAC)
        parse_count(r);
    else if (r->iv_text == NULL)
        die_usage("expected --iv, found none");
    else
        r->iv = zuc_iv(r->kind, r->iv_text);
    if (r->kind == GM_ZUC_128 ? r->mac_len != 4 : r->mac_len != 4 && r->mac_len != 8 && r->mac_len != 16)
        die_usage("--mac-length: expected %s, found %zu", r->kind == GM_ZUC_128 ? "4" : "4, 8 or 16", r->mac_len);
    if (r->verify != NULL)
        r->want = value_mac("--verify", r->verify, r->mac_len, algorithm == MAC ? VALUE_MAC_LENGTH : "");
    r->key = key_read(&r->source, zuc_key_size(r->kind), &len);
}

static void request_free(struct request *r)
{
    secret_free(r->key);
    secret_free(r->iv);
    secret_free(r->want);
}

/* The bytes that hold the message. */
static uint64_t wanted_bytes(const struct request *r)
{
    return r->bits / 8 + (r->bits % 8 != 0);
}

/* The input ended after `total` bytes, or had that many and more. */
static void check_length(const struct request *r, const struct input *in, uint64_t total)
{
    if (r->has_bits && total != wanted_bytes(r))
        die(EXIT_CHECK, "%s: expected %" PRIu64 " bytes for --message-bits %" PRIu64 ", found %s%" PRIu64,
            input_shown(in), wanted_bytes(r), r->bits, total > wanted_bytes(r) ? "at least " : "", total);
    if (!r->has_bits && r->algorithm != MAC && total > UINT32_MAX / 8)
        die(EXIT_CHECK, "%s: expected fewer than 2^32 bits, found more", input_shown(in));
}

/* The same before anything is read or written, of a file whose size is known. */
static void check_size(const struct request *r, const struct input *in)
{
    uint64_t size = input_size(in);
    if (size > 0) /* files of the kernel's making say 0 */
        check_length(r, in, size);
}

int zuc_eea3(int argc, char **argv)
{
    struct state {
        gm_zuc_ctx zuc;
        uint8_t buffer[IO_BUFFER];
    } *s = secret_new(sizeof *s);
    struct request r;
    struct input in;
    struct output out;
    uint8_t iv[16];
    uint64_t total = 0;
    size_t n;

    parse(&r, EEA3, argc, argv);
    input_open(&in, r.input, INPUT_MESSAGE);
    check_size(&r, &in);
    output_open(&out, r.output, r.output_flags, &in);
    /* COUNT || BEARER || DIRECTION || 0…, twice (GM/T 0001.2-2012, 4.3) */
    memset(iv, 0, sizeof iv);
    for (int i = 0; i < 4; i++)
        iv[i] = iv[8 + i] = (uint8_t)(r.count >> (24 - 8 * i));
    iv[4] = iv[12] = (uint8_t)(r.bearer << 3 | r.direction << 2);
    must(gm_zuc_init(&s->zuc, GM_ZUC_128, r.key, iv));
    progress_begin("encrypting", input_size(&in));
    do {
        n = input_read(&in, s->buffer, IO_BUFFER);
        must(gm_zuc_crypt(&s->zuc, s->buffer, s->buffer, n));
        total += n;
        if (r.has_bits ? total > wanted_bytes(&r) : total > UINT32_MAX / 8)
            check_length(&r, &in, total);
        if (r.has_bits && r.bits % 8 != 0 && total == wanted_bytes(&r) && n > 0)
            s->buffer[n - 1] &= (uint8_t)(0xff00u >> r.bits % 8);
        output_write(&out, s->buffer, n);
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    check_length(&r, &in, total);
    output_commit(&out);
    input_close(&in);
    request_free(&r);
    secret_free(s);
    return 0;
}

static int mac(enum algorithm algorithm, int argc, char **argv)
{
    struct state {
        gm_zuc_mac_ctx mac;
        uint8_t tag[16];
        uint8_t buffer[IO_BUFFER + 1];
    } *s = secret_new(sizeof *s);
    struct request r;
    struct input in;
    uint64_t total = 0;
    size_t n, held = 0, last;
    int code = 0;

    parse(&r, algorithm, argc, argv);
    input_open(&in, r.input, INPUT_MESSAGE);
    check_size(&r, &in);
    if (algorithm == EIA3)
        must(gm_zuc_eia3_init(&s->mac, r.key, r.count, r.bearer, r.direction));
    else
        must(gm_zuc_mac_init(&s->mac, r.kind, r.key, r.iv, r.mac_len));
    progress_begin(in.name, input_size(&in));
    do { /* the last byte waits: not all of it may belong to the message */
        n = input_read(&in, s->buffer + held, IO_BUFFER);
        total += n;
        if (r.has_bits ? total > wanted_bytes(&r) : algorithm == EIA3 && total > UINT32_MAX / 8)
            check_length(&r, &in, total);
        last = held + n > 0 ? 1 : 0;
        must(gm_zuc_mac_update(&s->mac, s->buffer, held + n - last));
        if (last > 0)
            s->buffer[0] = s->buffer[held + n - 1];
        held = last;
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    check_length(&r, &in, total);
    must(gm_zuc_mac_finish(&s->mac, s->buffer,
                           held == 0    ? 0
                           : r.has_bits ? (r.bits + 7) % 8 + 1
                                        : 8,
                           s->tag, r.mac_len));
    if (r.want == NULL) {
        listing_line(s->tag, r.mac_len, "  ", r.input != NULL ? r.input : "-");
    } else if (!gm_equal(s->tag, r.want, r.mac_len)) {
        report("%s: the MAC differs: another key, or other data than were authenticated", input_shown(&in));
        code = EXIT_CHECK;
    }
    input_close(&in);
    request_free(&r);
    secret_free(s);
    return code;
}

int zuc_mac(int argc, char **argv)
{
    return mac(MAC, argc, argv);
}

int zuc_eia3(int argc, char **argv)
{
    return mac(EIA3, argc, argv);
}
