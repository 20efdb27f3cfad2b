/* guomi sm2 inspect: what a file is. Nothing secret is shown. */
#include "sm2_verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guomi/sm2_encrypt.h>

#include "coded.h"
#include "container_stanza.h"
#include "error.h"
#include "listing.h"
#include "sm2_key.h"
#include "sm2_order.h"
#include "sm2_signature.h"

static const char help[] =
    "Usage: guomi sm2 inspect [OPTION]... [FILE]\n"
    "Say what FILE is, or standard input: a key in any form, a signature, an SM2 ciphertext, or a file\n"
    "that 'guomi encrypt' made. Nothing secret is shown. An encrypted key is opened only if a password\n"
    "is given.\n"
    "\n"
    "      --password-file FILE   the password of an encrypted key\n"
    "      --password-fd N    the same from descriptor N\n"
    "      --max-iterations N refuse keys that ask for more password work (default 10000000)\n"
    "\n"
    "Exit status: 0 it is one of these; 1 it is not, or it is damaged; 2 usage; 3 it could not be read.\n"
    "\n"
    "Example:\n"
    "  guomi sm2 inspect my.key\n";

static const struct option longs[] = {OPTIONS_SM2_PASSWORD, OPTIONS_COMMON};

/* What is larger is looked at by its beginning alone. */
#define FILE_MAX ((size_t)1 << 20)

static void line(const char *name, const char *value)
{
    printf("%-12s %s\n", name, value);
}

static void line_hex(const char *name, const uint8_t *bytes, size_t len)
{
    printf("%-12s ", name);
    listing_hex(bytes, len);
    putchar('\n');
}

/* ---- Keys ---- */

static void show_public(const gm_sm2_public_key *key)
{
    uint8_t bytes[GM_SM2_PUBLIC_SIZE];
    must(gm_sm2_public_key_write(key, bytes));
    line_hex("public key", bytes, GM_SM2_PUBLIC_SIZE);
    must(gm_sm2_public_key_write_compressed(key, bytes));
    line_hex("compressed", bytes, GM_SM2_PUBLIC_COMPRESSED_SIZE);
    must(gm_sm2_z(key, bytes, NULL, GM_SM2_ID_DEFAULT));
    line_hex("Z", bytes, GM_SM3_DIGEST_SIZE);
}

static void show_encryption(const gm_sm2_key_info *info)
{
    static const char *const prfs[] = {"an unknown function", "HMAC-SM3", "HMAC-SM3 (OID of GM/T 0091)", "HMAC-SHA1",
                                       "HMAC-SHA256"};
    static const char *const ciphers[] = {"an unknown cipher", "SM4-CBC", "AES-128-CBC", "AES-192-CBC", "AES-256-CBC"};
    if (info->prf == GM_SM2_PRF_NONE && info->iterations == 0) {
        line("encryption", "another than PBKDF2, which is not read here");
        return;
    }
    printf("%-12s PBKDF2 with %s, %" PRIu64 " iterations, %s\n", "encryption", prfs[info->prf <= 4 ? info->prf : 0],
           info->iterations, ciphers[info->cipher <= 4 ? info->cipher : 0]);
}

/* Known, but not opened here. */
static bool only_named(uint32_t form)
{
    return form == GM_SM2_KEY_ENVELOPED || form == GM_SM2_KEY_SEC1_ENCRYPTED || form == GM_SM2_KEY_CFCA ||
           form == GM_SM2_KEY_PKCS12;
}

/* Is it a key? Some bytes can be a bare number or point as well as a signature: only what is a sound key counts. */
static bool show_key(struct sm2_key_source *source, const char *name, const uint8_t *file, size_t len)
{
    static const char *const texts[] = {"binary", "hex", "Base64", "PEM"};
    gm_sm2_private_key *key = secret_new(sizeof *key);
    gm_sm2_public_key public_key;
    gm_sm2_key_info info;
    bool encrypted, good;

    if (gm_sm2_key_detect(&info, file, len) != GM_OK || info.form >= GM_SM2_KEY_PARAMETERS)
        return false;
    encrypted = info.form == GM_SM2_KEY_PKCS8_ENCRYPTED;
    if (encrypted)
        good = source->password.file != NULL || source->password.fd >= 0;
    else if (info.form < GM_SM2_KEY_POINT)
        good = gm_sm2_key_load(key, NULL, file, len, NULL) == GM_OK;
    else
        good = gm_sm2_key_load_public(&public_key, NULL, file, len, NULL) == GM_OK;
    if (!good && !encrypted && !only_named(info.form))
        return false;
    if (encrypted && good)
        sm2_private_take(source, name, file, len, key);
    if (good && info.form < GM_SM2_KEY_POINT)
        must(gm_sm2_private_key_public(key, &public_key));
    line("kind", gm_sm2_key_form_text(info.form));
    line("text", texts[info.text <= GM_SM2_TEXT_PEM ? info.text : 0]);
    if (encrypted)
        show_encryption(&info);
    if (good)
        show_public(&public_key);
    secret_free(key);
    return true;
}

/* ---- The rest ---- */

static bool show_signature(const uint8_t *file, size_t len)
{
    uint8_t signature[GM_SM2_SIGNATURE_SIZE];
    enum sm2_signature_form form;
    if (!sm2_signature_parse(signature, SM2_SIGNATURE_ANY, file, len, &form))
        return false;
    line("kind", "an SM2 signature");
    line("form", sm2_signature_form_text(form));
    line_hex("r", signature, 32);
    line_hex("s", signature + 32, 32);
    return true;
}

static bool show_ciphertext(const uint8_t *bytes, size_t len, uint64_t size, enum coding coding)
{
    gm_sm2_layout layout;
    bool any = false;
    for (int order = GM_SM2_DER; order <= GM_SM2_C1C2C3_BARE; order++) {
        size_t head = len < GM_SM2_LAYOUT_HEAD_MAX ? len : GM_SM2_LAYOUT_HEAD_MAX;
        if (gm_sm2_layout_read(&layout, (gm_sm2_form)order, bytes, head, size) != GM_OK)
            continue;
        if (!any)
            printf("%-12s an SM2 ciphertext%s\n", "kind", coded_name(coding));
        any = true;
        printf("%-12s %s, of %" PRIu64 " bytes of text\n", "may be", sm2_order_name((gm_sm2_form)order), layout.c2_len);
    }
    return any;
}

static bool show_container(const uint8_t *file, size_t len)
{
    const uint8_t *p = file + CONTAINER_FIXED;
    size_t header_len;
    unsigned keys = 0, names = 0;
    if (container_measure(file, len, &header_len) != CONTAINER_OK)
        return false;
    line("kind", "a file of 'guomi encrypt'");
    for (unsigned i = 0; i < file[9]; i++, p += STANZA_HEAD + stanza_body(p)) {
        keys += stanza_type(p) == STANZA_SM2;
        names += stanza_type(p) == STANZA_SM9;
        if (stanza_type(p) == STANZA_PASSWORD)
            printf("%-12s a password, %" PRIu32 " iterations\n", "opened by", stanza_iterations(p));
    }
    if (names > 0)
        printf("%-12s %u SM9 %s\n", "opened by", names, names == 1 ? "name" : "names");
    if (keys > 0)
        printf("%-12s %u SM2 %s (the file does not tell whose)\n", "opened by", keys, keys == 1 ? "key" : "keys");
    return true;
}

static bool show_coded(const uint8_t *file, size_t len, uint64_t size)
{
    bool known = show_ciphertext(file, len, size, CODING_RAW);
    for (int c = CODING_HEX; c < CODINGS && !known; c++) {
        size_t n;
        uint8_t *bytes = coded_bytes((enum coding)c, file, len, &n);
        known = bytes != NULL && show_ciphertext(bytes, n, n, (enum coding)c);
        secret_free(bytes);
    }
    return known;
}

/* Say what it is instead, and of a key why it is none. */
static _Noreturn void refuse(const char *name, const uint8_t *file, size_t len)
{
    static const char role[] = "an SM2 key, signature or ciphertext";
    gm_sm2_private_key *key = secret_new(sizeof *key);
    gm_sm2_public_key public_key;
    gm_sm2_key_info info;
    gm_status status = gm_sm2_key_detect(&info, file, len);
    if (info.form >= GM_SM2_KEY_PARAMETERS)
        die(EXIT_CHECK, "%s: expected %s, found %s", name, role, gm_sm2_key_form_text(info.form));
    if (status == GM_OK)
        status = info.form < GM_SM2_KEY_POINT ? gm_sm2_key_load(key, &info, file, len, NULL)
                                              : gm_sm2_key_load_public(&public_key, &info, file, len, NULL);
    if (status != GM_OK && info.problem != GM_SM2_PROBLEM_NO_KEY)
        sm2_key_refuse(name, role, &info);
    die(EXIT_CHECK, "%s: expected %s, found %s", name, role, len == 0 ? "nothing" : "something else");
}

int sm2_inspect(int argc, char **argv)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    struct input in;
    uint8_t *file = secret_new(FILE_MAX); /* it may be a private key */
    uint64_t size;
    size_t len;
    int option;

    while ((option = options_next(argc, argv, "", longs, help)) != -1)
        sm2_key_option(option, &source);
    if (argc - optind > 1)
        die_usage("expected one file, found %d", argc - optind);
    password_open(&source.password);
    input_open(&in, argv[optind], INPUT_MESSAGE);
    len = input_read(&in, file, FILE_MAX);
    size = in.seekable ? input_size(&in) : len;
    if (!show_container(file, len) && !show_key(&source, input_shown(&in), file, len) && !show_signature(file, len) &&
        !show_coded(file, len, size > len ? size : len)) {
        refuse(input_shown(&in), file, len);
    }
    input_close(&in);
    secret_free(file);
    return 0;
}
