/* SM2 keys in files: read in every form that the library knows, written in the form that is asked for. */
#ifndef CLI_SM2_KEY_H
#define CLI_SM2_KEY_H

#include <stdbool.h>

#include <guomi/keyfile.h>
#include <guomi/sm2.h>

#include "options.h"
#include "output.h"
#include "secret.h"

/* ---- Reading ---- */

/* Where a key comes from, and what opens it if it is encrypted. */
struct sm2_key_source {
    const char *file; /* --key-file or an operand; "-": standard input */
    int fd;           /* --key-fd; -1: not given                       */
    struct password_source password;
    uint64_t max_iterations; /* 0: the library's limit */
    const char *role;        /* what messages call the key; NULL: the private key */
    bool plain;              /* an encrypted one will not do                      */
    /* out: the password that opened the key, from secret_new(), NULL if it was not encrypted */
    uint8_t *used;
    size_t used_len;
};
#define SM2_KEY_SOURCE_NONE {.fd = -1, .password = PASSWORD_SOURCE_NONE}

enum { OPTION_KEY_ITERATIONS = 280 };
#define OPTIONS_SM2_PUBLIC                               \
    {"key-file", required_argument, NULL, 'k'},          \
    {                                                    \
        "key-fd", required_argument, NULL, OPTION_KEY_FD \
    }
#define OPTIONS_SM2_PASSWORD {"max-iterations", required_argument, NULL, OPTION_KEY_ITERATIONS}, OPTIONS_PASSWORD
#define OPTIONS_SM2_KEY OPTIONS_SM2_PUBLIC, OPTIONS_SM2_PASSWORD

#define SM2_PRIVATE_HELP                                      \
    "  -k, --key-file FILE    the private key, in any form\n" \
    "      --key-fd N         the same from descriptor N\n" SM2_PASSWORD_HELP
#define SM2_PASSWORD_HELP                                                                         \
    "      --password-file FILE   the password of an encrypted key; else the terminal is asked\n" \
    "      --password-fd N    the same from descriptor N\n"                                       \
    "      --max-iterations N refuse keys that ask for more password work (default 10000000)\n"
#define SM2_PUBLIC_HELP                                      \
    "  -k, --key-file FILE    the public key, in any form\n" \
    "      --key-fd N         the same from descriptor N\n"

/* If `option` is one of OPTIONS_SM2_KEY, take optarg and return true. */
bool sm2_key_option(int option, struct sm2_key_source *source);

/* The file of a key, from secret_new(). `name` becomes what messages call it. */
uint8_t *sm2_key_file(const struct sm2_key_source *source, const char *role, char name[300], size_t *len);

/* Leave by die(): why a file is not the key that was expected, and what to do. */
_Noreturn void sm2_key_refuse(const char *name, const char *role, const gm_sm2_key_info *info);

/* Read the private key. `key` lies in secret memory. Leaves by die(): also when the file holds a public key. The
 * terminal is asked for a password if one is needed and no source was given. */
void sm2_private_read(struct sm2_key_source *source, gm_sm2_private_key *key);

/* The same of a file that was read already; `name` is for messages. */
void sm2_private_take(struct sm2_key_source *source, const char *name, const uint8_t *file, size_t len,
                      gm_sm2_private_key *key);

/* Read the public key; leaves by die(), also when the file holds a private key. `role` is for messages. */
void sm2_public_read(const struct sm2_key_source *source, const char *role, gm_sm2_public_key *key);
void sm2_public_take(const char *name, const char *role, const uint8_t *file, size_t len, gm_sm2_public_key *key);
/* The same from a file of this name. */
void sm2_public_file(const char *path, const char *role, gm_sm2_public_key *key);

/* ---- Writing ---- */

enum sm2_key_format { SM2_KEY_PEM, SM2_KEY_DER, SM2_KEY_HEX, SM2_KEY_BASE64, SM2_KEY_RAW, SM2_KEY_SEC1 };

enum sm2_key_format sm2_key_format(const char *text);

/* How a private key is written. */
struct sm2_key_target {
    enum sm2_key_format format;
    bool plain;                      /* --no-password                       */
    struct password_source password; /* else from here, or from the terminal */
    const uint8_t *given;            /* or, if neither is named, this one; NULL: none */
    size_t given_len;
    uint64_t iterations; /* 0: the library's choice             */
    gm_sm2_key_prf prf;
};
/* `options`: those that name a password or make one needless. */
#define SM2_KEY_TARGET_NONE(options) {.password = {.fd = -1, .ways = options}, .prf = GM_SM2_PRF_SM3}

enum { OPTION_KEY_OUT_FORMAT = 282, OPTION_NO_PASSWORD, OPTION_ITERATIONS_OUT, OPTION_PRF };
#define OPTIONS_SM2_TARGET                                              \
    {"format", required_argument, NULL, OPTION_KEY_OUT_FORMAT},         \
        {"no-password", no_argument, NULL, OPTION_NO_PASSWORD},         \
        {"iterations", required_argument, NULL, OPTION_ITERATIONS_OUT}, \
    {                                                                   \
        "prf", required_argument, NULL, OPTION_PRF                      \
    }

#define SM2_TARGET_HELP                                                                                 \
    "      --format FORM      pem (default), der or base64: PKCS#8; sec1: PEM of the older form;\n"     \
    "                         hex or raw: the number alone; the last three only with --no-password\n"   \
    "      --no-password      do not encrypt the private key\n"                                         \
    "      --iterations N     work factor of the password, 1 to 10000000 (default 1000000)\n"           \
    "      --prf NAME         sm3 (default) or sm3-gm: the same function, as OpenSSL or as GM/T 0091\n" \
    "                         and GmSSL call it\n"

/* If `option` is one of OPTIONS_SM2_TARGET, take optarg and return true. */
bool sm2_target_option(int option, struct sm2_key_target *target);

/* Leave by die_usage() if the key shall be encrypted in a format that cannot be. */
void sm2_target_check(const struct sm2_key_target *target);

/* The private key as the target has it. Asks for the password, twice if it is the terminal. */
void sm2_private_write(struct output *out, struct sm2_key_target *target, const gm_sm2_private_key *key);
void sm2_public_write(struct output *out, enum sm2_key_format format, bool compressed, const gm_sm2_public_key *key);

/* The password to encrypt with, as the target has it; *read is to be freed, or NULL. */
const uint8_t *sm2_target_password(struct sm2_key_target *target, uint8_t **read, size_t *len);

/* What a format is made of: how its bytes are written down, and whether they are the number or point alone. */
gm_sm2_key_text sm2_key_text(enum sm2_key_format format);
bool sm2_key_is_bare(enum sm2_key_format format);
void sm2_key_write_text(struct output *out, enum sm2_key_format format, const uint8_t *text, size_t len);

/* Is it text, fit for a terminal? */
bool sm2_key_is_text(enum sm2_key_format format);

#endif
