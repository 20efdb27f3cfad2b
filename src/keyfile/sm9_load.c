/* Reading SM9's keys: out of their text, opened if they are encrypted, taken apart, checked. */
#include <guomi/codec.h>
#include <guomi/mem.h>
#include <string.h>

#include "base/check.h"
#include "keyfile/sm9_keyfile.h"

struct work {
    struct key_found found;
    uint8_t plain[GM_SM2_LOADED_MAX];
    struct sm9_halves halves;
};

/* ---- text ---- */

static int contains(const char *text, size_t len, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= len; i++)
        if (memcmp(text + i, what, n) == 0)
            return 1;
    return 0;
}

static int is_label(const gm_pem_block *block, const char *label)
{
    return block->label_len == strlen(label) && memcmp(block->label, label, block->label_len) == 0;
}

/* The first block that may hold a key of SM9: what it is its content says. */
static gm_sm2_key_problem find_block(struct key_found *found, gm_sm9_key_info *info, const char *text, size_t len)
{
    gm_pem_block block;
    size_t at = 0;
    for (;;) {
        if (gm_pem_next(&block, &at, text, len) != GM_OK)
            return GM_SM2_PROBLEM_DAMAGED;
        if (block.label == NULL)
            return GM_SM2_PROBLEM_NO_KEY;
        if (contains(block.label, block.label_len, "SM9") || is_label(&block, "PRIVATE KEY") ||
            is_label(&block, "ENCRYPTED PRIVATE KEY") || is_label(&block, "PUBLIC KEY"))
            break;
    }
    info->kind = gmi_sm9_label_kind(block.label, block.label_len);
    return gmi_key_block(found, block.body, block.body_len);
}

/* The bytes of a key in a file: info gets text and form, and the kind that a label names. */
static gm_sm2_key_problem find(struct key_found *found, gm_sm9_key_info *info, const uint8_t *data, size_t len,
                               uint32_t named)
{
    gm_sm2_key_problem problem;
    size_t skip = gmi_key_mark(data, len);
    found->p = data;
    found->len = len;
    if (len == 0)
        return GM_SM2_PROBLEM_NO_KEY;
    info->form = (uint32_t)gmi_sm9_key_form(&problem, data, len, named);
    /* No number that was drawn at random is 32 printable characters: they are text, or nothing. */
    if (info->form == GM_SM9_FORM_RAW && len == GM_SM9_MASTER_SIZE && gmi_key_is_text(data, len)) {
        info->form = GM_SM9_FORM_NONE;
        problem = GM_SM2_PROBLEM_NO_KEY;
    }
    if (info->form != GM_SM9_FORM_NONE || problem == GM_SM2_PROBLEM_AMBIGUOUS)
        return len > GM_SM2_LOADED_MAX ? GM_SM2_PROBLEM_TOO_LONG : problem;
    if (gmi_key_has_pem((const char *)data, len)) {
        info->text = GM_SM2_TEXT_PEM;
        problem = find_block(found, info, (const char *)data, len);
    } else if (gmi_key_is_text(data + skip, len - skip)) {
        problem = gmi_key_bare_text(found, &info->text, (const char *)data + skip, len - skip);
    }
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    info->form = (uint32_t)gmi_sm9_key_form(&problem, found->p, found->len, named);
    return problem == GM_SM2_PROBLEM_NO_KEY && info->text == GM_SM2_TEXT_PEM ? GM_SM2_PROBLEM_DAMAGED : problem;
}

/* ---- keys ---- */

static gm_sm2_key_problem problem_of(gm_status status)
{
    return status == GM_OK ? GM_SM2_PROBLEM_NONE : status == GM_ERR_KEY ? GM_SM2_PROBLEM_RANGE : GM_SM2_PROBLEM_DAMAGED;
}

/* A public point, which may stand in the file of a secret key. */
static gm_sm2_key_problem sign_public(gm_sm9_sign_public_key *key, const struct der *point)
{
    uint8_t octets[GM_SM9_G2_SIZE];
    memcpy(octets, point->p, sizeof octets);
    gmi_public(octets, sizeof octets); /* a public key */
    return problem_of(gm_sm9_sign_public_key_read(key, octets, sizeof octets));
}

static gm_sm2_key_problem enc_public(gm_sm9_enc_public_key *key, const struct der *point)
{
    uint8_t octets[GM_SM9_G1_SIZE];
    memcpy(octets, point->p, sizeof octets);
    gmi_public(octets, sizeof octets); /* a public key */
    return problem_of(gm_sm9_enc_public_key_read(key, octets, sizeof octets));
}

static gm_sm2_key_problem sign_master(gm_sm9_sign_master_key *key, const struct sm9_halves *halves)
{
    gm_sm9_sign_public_key written, computed;
    gm_sm2_key_problem problem = problem_of(gm_sm9_sign_master_key_read(key, halves->main.p, halves->main.len));
    if (problem != GM_SM2_PROBLEM_NONE || halves->master.p == NULL)
        return problem;
    problem = sign_public(&written, &halves->master);
    if (problem == GM_SM2_PROBLEM_NONE &&
        (gm_sm9_sign_master_key_public(key, &computed) != GM_OK || !gm_sm9_sign_public_key_equal(&written, &computed)))
        problem = GM_SM2_PROBLEM_MISMATCH;
    return problem;
}

static gm_sm2_key_problem enc_master(gm_sm9_enc_master_key *key, const struct sm9_halves *halves)
{
    gm_sm9_enc_public_key written, computed;
    gm_sm2_key_problem problem = problem_of(gm_sm9_enc_master_key_read(key, halves->main.p, halves->main.len));
    if (problem != GM_SM2_PROBLEM_NONE || halves->master.p == NULL)
        return problem;
    problem = enc_public(&written, &halves->master);
    if (problem == GM_SM2_PROBLEM_NONE &&
        (gm_sm9_enc_master_key_public(key, &computed) != GM_OK || !gm_sm9_enc_public_key_equal(&written, &computed)))
        problem = GM_SM2_PROBLEM_MISMATCH;
    return problem;
}

/* The key of a kind out of its parts. It is wiped by the caller on a problem. */
static gm_sm2_key_problem take(gm_sm9_any_key *key, uint32_t kind, const struct sm9_halves *halves)
{
    gm_sm2_key_problem problem;
    key->kind = kind;
    switch (kind) {
    case GM_SM9_KEY_SIGN_MASTER:
        return sign_master(&key->u.sign_master, halves);
    case GM_SM9_KEY_ENC_MASTER:
        return enc_master(&key->u.enc_master, halves);
    case GM_SM9_KEY_SIGN_PUBLIC:
        return sign_public(&key->u.sign_public, &halves->main);
    case GM_SM9_KEY_ENC_PUBLIC:
        return enc_public(&key->u.enc_public, &halves->main);
    default:
        break;
    }
    key->has_master = halves->master.p != NULL;
    if (kind == GM_SM9_KEY_SIGN_USER) {
        problem = problem_of(gm_sm9_sign_user_key_read(&key->u.sign_user.key, halves->main.p, halves->main.len));
        if (problem == GM_SM2_PROBLEM_NONE && key->has_master)
            problem = sign_public(&key->u.sign_user.master, &halves->master);
    } else {
        problem = problem_of(gm_sm9_enc_user_key_read(&key->u.enc_user.key, halves->main.p, halves->main.len));
        if (problem == GM_SM2_PROBLEM_NONE && key->has_master)
            problem = enc_public(&key->u.enc_user.master, &halves->master);
    }
    return problem;
}

static int is_one(uint32_t kinds)
{
    return kinds != 0 && (kinds & (kinds - 1)) == 0;
}

/* PKCS#8 out of its encryption, into w->plain. */
static gm_sm2_key_problem open_encrypted(struct work *w, struct der *in, gm_sm9_key_info *info,
                                         const gm_sm9_key_options *options)
{
    const gm_sm2_key_options with = {options->password, options->password_len, options->max_iterations, 0, 0};
    gm_sm2_key_info said = {0};
    struct der plain = {w->plain, 0};
    gm_sm2_key_problem problem = gmi_key_open_encrypted(w->plain, &plain.len, &said, *in, &with);
    info->prf = said.prf;
    info->cipher = said.cipher;
    info->iterations = said.iterations;
    *in = plain;
    return problem;
}

static gm_sm2_key_problem load(struct work *w, gm_sm9_any_key *key, gm_sm9_key_info *info, const uint8_t *data,
                               size_t len, const gm_sm9_key_options *options)
{
    gm_sm2_key_problem problem = find(&w->found, info, data, len, options->form);
    struct der in = {w->found.p, w->found.len};
    int encrypted = info->form == GM_SM9_FORM_PKCS8_ENCRYPTED;
    uint32_t wanted = options->kinds != 0 ? options->kinds : (uint32_t)GM_SM9_KEY_ANY, fit;
    if (problem == GM_SM2_PROBLEM_NONE && options->form != 0 && options->form != info->form)
        problem = GM_SM2_PROBLEM_OTHER_FORM;
    if (problem == GM_SM2_PROBLEM_NONE && encrypted)
        problem = open_encrypted(w, &in, info, options);
    if (problem == GM_SM2_PROBLEM_NO_PASSWORD && info->kind != 0 && (info->kind & wanted) == 0)
        problem = GM_SM2_PROBLEM_OTHER_KIND; /* its label says so: no password will help */
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    problem = gmi_sm9_take_apart(&w->halves, encrypted ? GM_SM9_FORM_PKCS8 : (gm_sm9_key_form)info->form, in);
    if (problem == GM_SM2_PROBLEM_DAMAGED && encrypted)
        problem = GM_SM2_PROBLEM_WRONG_PASSWORD;
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    fit = w->halves.kinds & wanted;
    if (!is_one(fit)) {
        info->kind = is_one(w->halves.kinds) ? w->halves.kinds : GM_SM9_KEY_NONE;
        return fit == 0 ? GM_SM2_PROBLEM_OTHER_KIND : GM_SM2_PROBLEM_AMBIGUOUS;
    }
    info->kind = fit;
    return take(key, fit, &w->halves);
}

gm_status gm_sm9_key_load(gm_sm9_any_key *key, gm_sm9_key_info *info, const uint8_t *data, size_t len,
                          const gm_sm9_key_options *options)
{
    static const gm_sm9_key_options no_options;
    struct work w;
    gm_sm9_key_info said = {0};
    options = options != NULL ? options : &no_options;
    if (key == NULL || (data == NULL && len > 0) || (options->password == NULL && options->password_len > 0) ||
        (options->kinds & ~(uint32_t)GM_SM9_KEY_ANY) != 0 || options->form > GM_SM9_FORM_SPKI)
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    memset(key, 0, sizeof *key);
    gm_sm2_key_problem problem = load(&w, key, &said, data, len, options);
    said.problem = (uint32_t)problem;
    if (problem != GM_SM2_PROBLEM_NONE)
        gm_wipe(key, sizeof *key);
    if (info != NULL)
        *info = said;
    gm_wipe(&w, sizeof w);
    return gmi_key_status(problem);
}
