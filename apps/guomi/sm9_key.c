/* SM9 keys in files. */
#include "sm9_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "sm9_what.h"

#define SIGN (GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_SIGN_PUBLIC)
#define MASTERS (GM_SM9_KEY_SIGN_MASTER | GM_SM9_KEY_ENC_MASTER)
#define USERS (GM_SM9_KEY_SIGN_USER | GM_SM9_KEY_ENC_USER)

/* ---- Reading ---- */

/* What the mistake may have been; follows a colon. */
static const char *guess(uint32_t kinds, uint32_t found)
{
    bool wants_public = (kinds & GM_SM9_KEY_SECRET) == 0, is_public = (found & GM_SM9_KEY_SECRET) == 0;
    if (found == GM_SM9_KEY_NONE)
        return "";
    if (wants_public && (found & MASTERS) != 0)
        return ": this key is the centre's secret ('guomi sm9 inspect --public-out' takes the public one out)";
    if (wants_public && !is_public)
        return ": this key is a user's secret, keep it";
    if (!wants_public && is_public)
        return ": the secret one is in another file";
    if ((kinds & USERS) != 0 && (found & MASTERS) != 0)
        return ": 'guomi sm9 extract' makes a user's key out of it";
    if ((kinds & MASTERS) != 0 && (found & USERS) != 0)
        return ": it is the centre's key that is needed";
    if (((kinds & SIGN) != 0) != ((found & SIGN) != 0))
        return ": signatures and encryption have different master keys, and different users' keys";
    return "";
}

static _Noreturn void refuse(const char *name, const char *role, uint32_t kinds, const gm_sm9_key_info *info,
                             const uint8_t *file, size_t len)
{
    const char *what;
    switch (info->problem) {
    case GM_SM2_PROBLEM_OTHER_KIND:
        die(EXIT_USAGE, "%s: expected %s, found %s%s", name, role, gm_sm9_key_kind_text(info->kind),
            guess(kinds, info->kind));
    case GM_SM2_PROBLEM_NO_KEY:
    case GM_SM2_PROBLEM_DAMAGED:
    case GM_SM2_PROBLEM_TOO_LONG:
        what = sm9_what(file, len);
        if (what != NULL)
            die(EXIT_USAGE, "%s: expected %s, found %s", name, role, what);
        if (info->problem == GM_SM2_PROBLEM_NO_KEY)
            die(EXIT_CHECK, "%s: expected %s, found no SM9 key", name, role);
        die(EXIT_CHECK, "%s: expected %s: %s", name, role, gm_sm9_key_problem_text(info->problem));
    case GM_SM2_PROBLEM_NOT_SM2:
        die(EXIT_USAGE, "%s: expected %s, found a key of another algorithm", name, role);
    case GM_SM2_PROBLEM_AMBIGUOUS:
        die(EXIT_USAGE, "%s: expected %s, found bytes that may be a key of signatures or of encryption (try --for)",
            name, role);
    case GM_SM2_PROBLEM_WRONG_PASSWORD:
        die(EXIT_CHECK, "%s: wrong password, or the key is damaged", name);
    case GM_SM2_PROBLEM_ITERATIONS:
        die(EXIT_CHECK, "%s: asks for %" PRIu64 " password iterations, more than allowed (see --max-iterations)", name,
            info->iterations);
    default:
        die(EXIT_CHECK, "%s: expected %s: %s", name, role, gm_sm9_key_problem_text(info->problem));
    }
}

void sm9_key_take(struct sm2_key_source *source, const char *name, const char *role, uint32_t kinds,
                  const uint8_t *file, size_t len, gm_sm9_any_key *key)
{
    gm_sm9_key_options options = {.max_iterations = source->max_iterations, .kinds = kinds};
    gm_sm9_key_info info;
    gm_status st = gm_sm9_key_load(key, &info, file, len, &options);

    if (st != GM_OK && info.problem == GM_SM2_PROBLEM_NO_PASSWORD) {
        if (source->used == NULL)
            source->used = password_read(&source->password, false, &source->used_len);
        options.password = source->used;
        options.password_len = source->used_len;
        st = gm_sm9_key_load(key, &info, file, len, &options);
    }
    if (st != GM_OK)
        refuse(name, role, kinds, &info, file, len);
}

gm_sm9_any_key *sm9_key_read(struct sm2_key_source *source, const char *role, uint32_t kinds)
{
    gm_sm9_any_key *key = secret_new(sizeof *key);
    char name[300];
    size_t len;
    uint8_t *file;

    password_open(&source->password);
    file = sm2_key_file(source, role, name, &len);
    sm9_key_take(source, name, role, kinds, file, len, key);
    secret_free(file);
    return key;
}

void sm9_public_file(const char *path, const char *role, gm_sm9_key_kind kind, gm_sm9_any_key *key)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    gm_sm9_any_key *read;

    if (path == NULL)
        die_usage("expected -m FILE with %s, found none", role);
    source.file = path;
    read = sm9_key_read(&source, role, (uint32_t)kind);
    *key = *read;
    secret_free(read);
}

bool sm9_key_public(const gm_sm9_any_key *key, gm_sm9_any_key *public_key)
{
    bool sign = (key->kind & SIGN) != 0;

    memset(public_key, 0, sizeof *public_key);
    public_key->kind = sign ? GM_SM9_KEY_SIGN_PUBLIC : GM_SM9_KEY_ENC_PUBLIC;
    switch (key->kind) {
    case GM_SM9_KEY_SIGN_MASTER:
        return gm_sm9_sign_master_key_public(&key->u.sign_master, &public_key->u.sign_public) == GM_OK;
    case GM_SM9_KEY_ENC_MASTER:
        return gm_sm9_enc_master_key_public(&key->u.enc_master, &public_key->u.enc_public) == GM_OK;
    case GM_SM9_KEY_SIGN_USER:
        public_key->u.sign_public = key->u.sign_user.master;
        return key->has_master != 0;
    case GM_SM9_KEY_ENC_USER:
        public_key->u.enc_public = key->u.enc_user.master;
        return key->has_master != 0;
    default:
        *public_key = *key;
        return true;
    }
}

/* ---- Writing ---- */

void sm9_target_check(const struct sm2_key_target *target)
{
    if (target->format == SM2_KEY_SEC1)
        die_usage("--format: expected pem, der, base64, hex or raw, found sec1, which is for SM2 keys");
    sm2_target_check(target);
}

void sm9_key_write(struct output *out, struct sm2_key_target *target, const gm_sm9_any_key *key)
{
    uint8_t *text = secret_new(GM_SM9_SAVED_MAX), *read = NULL;
    bool secret = (key->kind & GM_SM9_KEY_SECRET) != 0;
    gm_sm9_key_form form = sm2_key_is_bare(target->format) ? GM_SM9_FORM_RAW
                           : secret                        ? GM_SM9_FORM_PKCS8
                                                           : GM_SM9_FORM_SEQUENCE;
    gm_sm2_key_text as = sm2_key_text(target->format);
    const uint8_t *password;
    size_t len, password_len;

    if (target->plain || !secret) {
        must(gm_sm9_key_save(key, text, GM_SM9_SAVED_MAX, &len, form, as));
    } else {
        password = sm2_target_password(target, &read, &password_len);
        must(gm_sm9_key_save_encrypted(key, text, GM_SM9_SAVED_MAX, &len, as, password, password_len,
                                       target->iterations, target->prf));
        secret_free(read);
    }
    sm2_key_write_text(out, target->format, text, len);
    secret_free(text);
}
