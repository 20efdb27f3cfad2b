/* SM9 keys in files, read and written with the options that SM2's have (sm2_key.h). */
#ifndef CLI_SM9_KEY_H
#define CLI_SM9_KEY_H

#include <guomi/sm9_keyfile.h>

#include "sm2_key.h"

/* Read a key of one of these kinds, from secret_new(). Leaves by die(): also when the file holds a key of another kind,
 * with a guess what was meant. The terminal is asked for a password if one is needed and no source was given. */
gm_sm9_any_key *sm9_key_read(struct sm2_key_source *source, const char *role, uint32_t kinds);

/* The same of a file that was read already; `name` is for messages. */
void sm9_key_take(struct sm2_key_source *source, const char *name, const char *role, uint32_t kinds,
                  const uint8_t *file, size_t len, gm_sm9_any_key *key);

/* A master's public key from a file of this name. */
void sm9_public_file(const char *path, const char *role, gm_sm9_key_kind kind, gm_sm9_any_key *key);

/* ---- Writing ---- */

#define SM9_KEY_TARGET_NONE {.password = PASSWORD_SOURCE_NONE, .prf = GM_SM2_PRF_SM3_GM}

#define SM9_TARGET_HELP                                                                                   \
    "      --format FORM      pem (default), der or base64: PKCS#8; hex or raw: the number or point\n"    \
    "                         alone, these two only with --no-password\n"                                 \
    "      --no-password      do not encrypt the key\n"                                                   \
    "      --iterations N     work factor of the password, 1 to 10000000 (default 1000000)\n"             \
    "      --prf NAME         sm3-gm (default) or sm3: the same function, as GM/T 0091 and GmSSL or as\n" \
    "                         OpenSSL call it\n"

/* Leave by die_usage() if the target cannot be. */
void sm9_target_check(const struct sm2_key_target *target);

/* The key as the target has it; a public key is not encrypted. Asks for the password, twice if it is the terminal. */
void sm9_key_write(struct output *out, struct sm2_key_target *target, const gm_sm9_any_key *key);

/* The public key of a master key, of the master of a user's key if it is known, or the key itself. */
bool sm9_key_public(const gm_sm9_any_key *key, gm_sm9_any_key *public_key);

#endif
