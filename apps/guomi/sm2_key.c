/* SM2 keys in files. */
#include "sm2_key.h"

#include <inttypes.h>
#include <stdio.h>

#include "error.h"
#include "input.h"
#include "value.h"

/* PEM may have any text around it. */
#define FILE_MAX ((size_t)256 * 1024)

bool sm2_key_option(int option, struct sm2_key_source *source)
{
    if (options_password(option, &source->password))
        return true;
    switch (option) {
    case 'k':
        source->file = optarg;
        return true;
    case OPTION_KEY_FD:
        source->fd = (int)value_number("--key-fd", optarg, 0, 1u << 20);
        return true;
    case OPTION_KEY_ITERATIONS:
        source->max_iterations = value_number("--max-iterations", optarg, 1, UINT64_MAX);
        return true;
    default:
        return false;
    }
}

/* ---- Reading ---- */

uint8_t *sm2_key_file(const struct sm2_key_source *source, const char *role, char name[300], size_t *len)
{
    struct input in;
    uint8_t *file;

    if (source->file != NULL)
        input_open(&in, source->file, role);
    else if (source->fd >= 0)
        input_descriptor(&in, source->fd, role);
    else
        die_usage("expected -k FILE or --key-fd N with %s, found neither", role);
    snprintf(name, 300, "%s", input_shown(&in));
    file = input_all(&in, FILE_MAX, EXIT_CHECK, len);
    input_close(&in);
    if (*len == 0)
        die(EXIT_CHECK, "%s: expected %s, found it empty", name, role);
    return file;
}

_Noreturn void sm2_key_refuse(const char *name, const char *role, const gm_sm2_key_info *info)
{
    const char *found = gm_sm2_key_form_text(info->form);
    switch (info->problem) {
    case GM_SM2_PROBLEM_IS_PUBLIC:
        if (info->form == GM_SM2_KEY_CERTIFICATE)
            die(EXIT_USAGE, "%s: expected %s, found a certificate: the private key is in another file", name, role);
        die(EXIT_USAGE, "%s: expected %s, found a public key: the private one is in another file", name, role);
    case GM_SM2_PROBLEM_IS_PRIVATE:
        if (info->form == GM_SM2_KEY_CFCA || info->form == GM_SM2_KEY_PKCS12)
            die(EXIT_USAGE, "%s: expected %s, found %s, which holds a private key", name, role, found);
        die(EXIT_USAGE, "%s: expected %s, found a private key ('guomi sm2 pubkey' takes the public one out)", name,
            role);
    case GM_SM2_PROBLEM_NO_KEY:
        if (info->form == GM_SM2_KEY_CERTIFICATE)
            die(EXIT_CHECK, "%s: expected %s, found a certificate ('openssl x509 -noout -pubkey' takes its key out)",
                name, role);
        die(EXIT_CHECK, "%s: expected %s, found %s", name, role, info->form == 0 ? "no key" : found);
    case GM_SM2_PROBLEM_DAMAGED:
        if (info->form == 0)
            die(EXIT_CHECK, "%s: expected %s, found a damaged one", name, role);
        break;
    case GM_SM2_PROBLEM_AMBIGUOUS:
        die(EXIT_CHECK,
            "%s: expected %s, found bytes that fit two forms of a key (write a private one as 66 hex digits that begin "
            "with 00, a public one uncompressed)",
            name, role);
    case GM_SM2_PROBLEM_WRONG_PASSWORD:
        die(EXIT_CHECK, "%s: wrong password, or the key is damaged", name);
    case GM_SM2_PROBLEM_ITERATIONS:
        die(EXIT_CHECK, "%s: asks for %" PRIu64 " password iterations, more than allowed (see --max-iterations)", name,
            info->iterations);
    case GM_SM2_PROBLEM_ENCRYPTION:
        if (info->form == GM_SM2_KEY_SEC1_ENCRYPTED)
            die(EXIT_CHECK, "%s: expected %s, found %s ('openssl pkcs8 -topk8' writes it in a form that is read)", name,
                role, found);
        if (info->form != GM_SM2_KEY_PKCS8_ENCRYPTED)
            break;
        die(EXIT_CHECK,
            "%s: expected %s encrypted by PBKDF2 with HMAC-SM3, -SHA256 or -SHA1 and SM4-CBC or AES-CBC, found %s of "
            "another kind",
            name, role, found);
    default:
        break;
    }
    die(EXIT_CHECK, "%s: expected %s, found %s: %s", name, role, found, gm_sm2_key_problem_text(info->problem));
}

static const char private_role[] = "the private key";

void sm2_private_take(struct sm2_key_source *source, const char *name, const uint8_t *file, size_t len,
                      gm_sm2_private_key *key)
{
    gm_sm2_key_options options = {.max_iterations = source->max_iterations};
    const char *role = source->role != NULL ? source->role : private_role;
    gm_sm2_key_info info;
    gm_status st = gm_sm2_key_load(key, &info, file, len, &options);

    if (st != GM_OK && info.problem == GM_SM2_PROBLEM_NO_PASSWORD) {
        if (source->plain)
            die(EXIT_USAGE, "%s: expected %s, not encrypted, found %s", name, role, gm_sm2_key_form_text(info.form));
        if (source->used == NULL)
            source->used = password_read(&source->password, false, &source->used_len);
        options.password = source->used;
        options.password_len = source->used_len;
        st = gm_sm2_key_load(key, &info, file, len, &options);
    }
    if (st != GM_OK)
        sm2_key_refuse(name, role, &info);
}

void sm2_private_read(struct sm2_key_source *source, gm_sm2_private_key *key)
{
    char name[300];
    size_t len;
    uint8_t *file;

    password_open(&source->password);
    file = sm2_key_file(source, source->role != NULL ? source->role : private_role, name, &len);
    sm2_private_take(source, name, file, len, key);
    secret_free(file);
}

void sm2_public_take(const char *name, const char *role, const uint8_t *file, size_t len, gm_sm2_public_key *key)
{
    gm_sm2_key_info info;
    if (gm_sm2_key_load_public(key, &info, file, len, NULL) != GM_OK)
        sm2_key_refuse(name, role, &info);
}

void sm2_public_read(const struct sm2_key_source *source, const char *role, gm_sm2_public_key *key)
{
    char name[300];
    size_t len;
    uint8_t *file = sm2_key_file(source, role, name, &len);

    sm2_public_take(name, role, file, len, key);
    secret_free(file);
}

void sm2_public_file(const char *path, const char *role, gm_sm2_public_key *key)
{
    struct sm2_key_source source = SM2_KEY_SOURCE_NONE;
    source.file = path;
    sm2_public_read(&source, role, key);
}

/* ---- Writing ---- */

static const struct format {
    const char *name;
    gm_sm2_key_form private_form, public_form;
    gm_sm2_key_text text;
    bool encrypts;
} formats[] = {
    [SM2_KEY_PEM] = {"pem", GM_SM2_KEY_PKCS8, GM_SM2_KEY_SPKI, GM_SM2_TEXT_PEM, true},
    [SM2_KEY_DER] = {"der", GM_SM2_KEY_PKCS8, GM_SM2_KEY_SPKI, GM_SM2_TEXT_NONE, true},
    [SM2_KEY_HEX] = {"hex", GM_SM2_KEY_RAW, GM_SM2_KEY_POINT, GM_SM2_TEXT_HEX, false},
    [SM2_KEY_BASE64] = {"base64", GM_SM2_KEY_PKCS8, GM_SM2_KEY_SPKI, GM_SM2_TEXT_BASE64, true},
    [SM2_KEY_RAW] = {"raw", GM_SM2_KEY_RAW, GM_SM2_KEY_POINT, GM_SM2_TEXT_NONE, false},
    [SM2_KEY_SEC1] = {"sec1", GM_SM2_KEY_SEC1, GM_SM2_KEY_SPKI, GM_SM2_TEXT_PEM, false},
};
#define FORMATS (sizeof formats / sizeof formats[0])

enum sm2_key_format sm2_key_format(const char *text)
{
    const char *names[FORMATS + 1];
    for (size_t i = 0; i < FORMATS; i++)
        names[i] = formats[i].name;
    names[FORMATS] = NULL;
    return (enum sm2_key_format)value_choice("--format", text, names);
}

bool sm2_key_is_text(enum sm2_key_format format)
{
    return formats[format].text != GM_SM2_TEXT_NONE;
}

bool sm2_target_option(int option, struct sm2_key_target *target)
{
    static const char *const prfs[] = {"sm3", "sm3-gm", NULL};
    switch (option) {
    case OPTION_KEY_OUT_FORMAT:
        target->format = sm2_key_format(optarg);
        return true;
    case OPTION_NO_PASSWORD:
        target->plain = true;
        return true;
    case OPTION_ITERATIONS_OUT:
        target->iterations = value_number("--iterations", optarg, 1, GM_SM2_ITERATIONS_MAX);
        return true;
    case OPTION_PRF:
        target->prf = value_choice("--prf", optarg, prfs) == 0 ? GM_SM2_PRF_SM3 : GM_SM2_PRF_SM3_GM;
        return true;
    default:
        return false;
    }
}

void sm2_target_check(const struct sm2_key_target *target)
{
    if (!target->plain && !formats[target->format].encrypts)
        die_usage("--format %s: cannot be encrypted: expected --no-password too", formats[target->format].name);
}

gm_sm2_key_text sm2_key_text(enum sm2_key_format format)
{
    return formats[format].text;
}

bool sm2_key_is_bare(enum sm2_key_format format)
{
    return formats[format].private_form == GM_SM2_KEY_RAW;
}

void sm2_key_write_text(struct output *out, enum sm2_key_format format, const uint8_t *text, size_t len)
{
    output_write(out, text, len);
    if (formats[format].text == GM_SM2_TEXT_HEX || formats[format].text == GM_SM2_TEXT_BASE64)
        output_write(out, "\n", 1);
}

const uint8_t *sm2_target_password(struct sm2_key_target *target, uint8_t **read, size_t *len)
{
    if (target->given == NULL || target->password.file != NULL || target->password.fd >= 0)
        return *read = password_read(&target->password, true, len);
    *len = target->given_len;
    return target->given;
}

void sm2_private_write(struct output *out, struct sm2_key_target *target, const gm_sm2_private_key *key)
{
    const struct format *format = &formats[target->format];
    uint8_t *text = secret_new(GM_SM2_SAVED_MAX), *read = NULL;
    const uint8_t *password;
    size_t len, password_len;

    if (target->plain) {
        must(gm_sm2_key_save(key, text, GM_SM2_SAVED_MAX, &len, format->private_form, format->text));
    } else {
        password = sm2_target_password(target, &read, &password_len);
        must(gm_sm2_key_save_encrypted(key, text, GM_SM2_SAVED_MAX, &len, format->text, password, password_len,
                                       target->iterations, target->prf));
        secret_free(read);
    }
    sm2_key_write_text(out, target->format, text, len);
    secret_free(text);
}

void sm2_public_write(struct output *out, enum sm2_key_format format, bool compressed, const gm_sm2_public_key *key)
{
    uint8_t text[GM_SM2_SAVED_MAX];
    size_t len;

    must(gm_sm2_key_save_public(key, text, sizeof text, &len, formats[format].public_form, formats[format].text,
                                compressed));
    sm2_key_write_text(out, format, text, len);
}
