/* Reading keys: what was found, opened if it is encrypted, taken apart, checked. */
#include <guomi/mem.h>
#include <string.h>

#include "base/check.h"
#include "keyfile/keyfile_core.h"

gm_status gmi_key_status(gm_sm2_key_problem problem)
{
    switch (problem) {
    case GM_SM2_PROBLEM_NONE:
        return GM_OK;
    case GM_SM2_PROBLEM_NO_KEY:
    case GM_SM2_PROBLEM_DAMAGED:
    case GM_SM2_PROBLEM_AMBIGUOUS:
    case GM_SM2_PROBLEM_TOO_LONG:
    case GM_SM2_PROBLEM_OTHER_FORM:
        return GM_ERR_ENCODING;
    case GM_SM2_PROBLEM_NO_PASSWORD:
    case GM_SM2_PROBLEM_RECIPIENT:
        return GM_ERR_STATE;
    case GM_SM2_PROBLEM_WRONG_PASSWORD:
    case GM_SM2_PROBLEM_WRONG_RECIPIENT:
        return GM_ERR_VERIFY;
    case GM_SM2_PROBLEM_ITERATIONS:
    case GM_SM2_PROBLEM_ENCRYPTION:
        return GM_ERR_UNSUPPORTED;
    default:
        return GM_ERR_KEY;
    }
}

/* A point of a form is public, also in the file of a private key. */
static gm_sm2_key_problem take_point(gm_sm2_public_key *key, const struct der *point)
{
    uint8_t octets[GM_SM2_PUBLIC_SIZE];
    if (point->len > sizeof octets)
        return GM_SM2_PROBLEM_DAMAGED;
    memcpy(octets, point->p, point->len);
    gmi_public(octets, sizeof octets); /* a public key */
    switch (gm_sm2_public_key_read(key, octets, point->len)) {
    case GM_OK:
        return GM_SM2_PROBLEM_NONE;
    case GM_ERR_KEY:
        return GM_SM2_PROBLEM_RANGE;
    default:
        return GM_SM2_PROBLEM_DAMAGED;
    }
}

gm_sm2_key_problem gmi_key_take_halves(gm_sm2_private_key *key, const struct key_halves *halves)
{
    gm_sm2_public_key written, computed;
    switch (gm_sm2_private_key_read(key, halves->number.p, halves->number.len)) {
    case GM_OK:
        break;
    case GM_ERR_KEY:
        return GM_SM2_PROBLEM_RANGE;
    default:
        return GM_SM2_PROBLEM_DAMAGED;
    }
    if (halves->point.p == NULL)
        return GM_SM2_PROBLEM_NONE;
    gm_sm2_key_problem problem = take_point(&written, &halves->point);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (gm_sm2_private_key_public(key, &computed) != GM_OK || !gm_sm2_public_key_equal(&written, &computed))
        return GM_SM2_PROBLEM_MISMATCH;
    return GM_SM2_PROBLEM_NONE;
}

static gm_sm2_key_problem parse_encrypted(struct pbes2 *pbes2, gm_sm2_key_info *info, struct der in)
{
    gmi_public(in.p, in.len); /* a file that is encrypted, with salt and parameters */
    gm_sm2_key_problem problem = gmi_pbes2_parse(pbes2, in);
    info->prf = (uint32_t)pbes2->prf;
    info->cipher = (uint32_t)pbes2->cipher;
    info->iterations = pbes2->iterations;
    return problem;
}

gm_sm2_key_problem gmi_key_parse_encrypted(gm_sm2_key_info *info, struct der in)
{
    struct pbes2 pbes2;
    return parse_encrypted(&pbes2, info, in);
}

gm_sm2_key_problem gmi_key_open_encrypted(uint8_t *plain, size_t *plain_len, gm_sm2_key_info *info, struct der in,
                                          const gm_sm2_key_options *options)
{
    uint64_t most = options->max_iterations != 0 ? options->max_iterations : GM_SM2_ITERATIONS_MAX;
    struct pbes2 pbes2;
    gm_sm2_key_problem problem = parse_encrypted(&pbes2, info, in);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (options->password == NULL)
        return GM_SM2_PROBLEM_NO_PASSWORD;
    if (pbes2.iterations > most)
        return GM_SM2_PROBLEM_ITERATIONS;
    return gmi_pbes2_open(&pbes2, plain, plain_len, options->password, options->password_len);
}

struct work {
    struct key_found found;
    uint8_t plain[GM_SM2_LOADED_MAX];
    uint8_t number[32];
};

static gm_sm2_key_problem open_encrypted(struct work *w, struct key_halves *halves, gm_sm2_key_info *info,
                                         struct der in, const gm_sm2_key_options *options)
{
    struct der plain = {w->plain, 0};
    gm_sm2_key_problem problem = gmi_key_open_encrypted(w->plain, &plain.len, info, in, options);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    problem = gmi_key_pkcs8(halves, plain);
    return problem == GM_SM2_PROBLEM_DAMAGED ? GM_SM2_PROBLEM_WRONG_PASSWORD : problem;
}

/* Whether the form is the one that was asked for, and of the right kind. */
static gm_sm2_key_problem check_form(const gm_sm2_key_info *info, uint32_t form, int is_private)
{
    int found_private = info->form < GM_SM2_KEY_POINT;
    if (found_private != is_private)
        return found_private ? GM_SM2_PROBLEM_IS_PRIVATE : GM_SM2_PROBLEM_IS_PUBLIC;
    return form == GM_SM2_KEY_NONE || form == info->form ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_OTHER_FORM;
}

/* A file without a key of the kind asked for may still have something to say. */
static gm_sm2_key_problem nothing_found(const gm_sm2_key_info *info, gm_sm2_key_problem problem)
{
    return problem == GM_SM2_PROBLEM_NO_KEY && info->form == GM_SM2_KEY_CERTIFICATE ? GM_SM2_PROBLEM_IS_PUBLIC
                                                                                    : problem;
}

static gm_sm2_key_problem load(struct work *w, gm_sm2_private_key *key, gm_sm2_key_info *info, const uint8_t *data,
                               size_t len, const gm_sm2_key_options *options)
{
    struct key_halves halves = {{NULL, 0}, {NULL, 0}};
    gm_sm2_key_problem problem = gmi_key_find(&w->found, info, data, len, WANT_PRIVATE, options->form);
    struct der in = {w->found.p, w->found.len};
    if (problem == GM_SM2_PROBLEM_NONE && info->form < GM_SM2_KEY_PARAMETERS)
        problem = check_form(info, options->form, 1);
    else if (problem == GM_SM2_PROBLEM_NONE)
        problem = GM_SM2_PROBLEM_NO_KEY;
    if (problem != GM_SM2_PROBLEM_NONE)
        return nothing_found(info, problem);
    switch (info->form) {
    case GM_SM2_KEY_RAW:
        halves.number = in;
        break;
    case GM_SM2_KEY_INTEGER:
        problem = gmi_key_integer(&halves, w->number, in);
        break;
    case GM_SM2_KEY_SEC1:
        problem = gmi_key_sec1(&halves, in, 1);
        break;
    case GM_SM2_KEY_PKCS8:
        problem = gmi_key_pkcs8(&halves, in);
        break;
    case GM_SM2_KEY_PKCS8_ENCRYPTED:
        problem = open_encrypted(w, &halves, info, in, options);
        break;
    case GM_SM2_KEY_ENVELOPED:
        problem = GM_SM2_PROBLEM_RECIPIENT;
        break;
    default:
        problem = GM_SM2_PROBLEM_ENCRYPTION;
        break;
    }
    return problem == GM_SM2_PROBLEM_NONE ? gmi_key_take_halves(key, &halves) : problem;
}

static const gm_sm2_key_options no_options;

static int sensible(const gm_sm2_key_options *options)
{
    return (options->password != NULL || options->password_len == 0) && options->form < GM_SM2_KEY_PARAMETERS;
}

gm_status gm_sm2_key_load(gm_sm2_private_key *key, gm_sm2_key_info *info, const uint8_t *data, size_t len,
                          const gm_sm2_key_options *options)
{
    struct work w;
    gm_sm2_key_info said = {0};
    options = options != NULL ? options : &no_options;
    if (key == NULL || (data == NULL && len > 0) || !sensible(options))
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

/* SubjectPublicKeyInfo (RFC 5280, 4.1). */
static gm_sm2_key_problem read_spki(struct der *point, struct der in)
{
    struct der whole;
    if (!gmi_der_next(&in, DER_SEQUENCE, &whole) || !gmi_der_end(&in))
        return GM_SM2_PROBLEM_DAMAGED;
    gm_sm2_key_problem problem = gmi_key_algorithm(&whole);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    return gmi_der_bits(&whole, point) && gmi_der_end(&whole) ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_DAMAGED;
}

static gm_sm2_key_problem load_public(struct work *w, gm_sm2_public_key *key, gm_sm2_key_info *info,
                                      const uint8_t *data, size_t len, const gm_sm2_key_options *options)
{
    gm_sm2_key_problem problem = gmi_key_find(&w->found, info, data, len, WANT_PUBLIC, options->form);
    struct der in = {w->found.p, w->found.len}, point = in;
    if (problem == GM_SM2_PROBLEM_NONE && info->form < GM_SM2_KEY_PARAMETERS)
        problem = check_form(info, options->form, 0);
    else if (problem == GM_SM2_PROBLEM_NONE)
        problem = GM_SM2_PROBLEM_NO_KEY;
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (info->form == GM_SM2_KEY_SPKI)
        problem = read_spki(&point, in);
    else if (info->form == GM_SM2_KEY_BIT_STRING && (!gmi_der_bits(&in, &point) || !gmi_der_end(&in)))
        problem = GM_SM2_PROBLEM_DAMAGED;
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    if (info->form == GM_SM2_KEY_POINT && point.len == 64) { /* the 04 in front was left away */
        w->plain[0] = 4;
        memcpy(w->plain + 1, point.p, 64);
        point = (struct der){w->plain, 65};
    }
    return take_point(key, &point);
}

gm_status gm_sm2_key_load_public(gm_sm2_public_key *key, gm_sm2_key_info *info, const uint8_t *data, size_t len,
                                 const gm_sm2_key_options *options)
{
    struct work w;
    gm_sm2_key_info said = {0};
    options = options != NULL ? options : &no_options;
    if (key == NULL || (data == NULL && len > 0) || !sensible(options))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    memset(key, 0, sizeof *key);
    gm_sm2_key_problem problem = load_public(&w, key, &said, data, len, options);
    said.problem = (uint32_t)problem;
    if (problem != GM_SM2_PROBLEM_NONE)
        memset(key, 0, sizeof *key);
    if (info != NULL)
        *info = said;
    gm_wipe(&w, sizeof w); /* it may have been a private key */
    return gmi_key_status(problem);
}

gm_status gm_sm2_key_detect(gm_sm2_key_info *info, const uint8_t *data, size_t len)
{
    struct work w;
    gm_sm2_key_info said = {0};
    if (info == NULL || (data == NULL && len > 0))
        return GM_ERR_ARGUMENT;
    gmi_secret(data, len);
    gm_sm2_key_problem problem = gmi_key_find(&w.found, &said, data, len, WANT_ANY, GM_SM2_KEY_NONE);
    if (problem == GM_SM2_PROBLEM_NONE && said.form == GM_SM2_KEY_PKCS8_ENCRYPTED)
        (void)gmi_key_parse_encrypted(&said, (struct der){w.found.p, w.found.len});
    said.problem = (uint32_t)problem;
    *info = said;
    gm_wipe(&w, sizeof w);
    return gmi_key_status(problem);
}
