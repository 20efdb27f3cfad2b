/* From a file to the bytes of its key: PEM, hex, Base64 or the bytes themselves. The file may be a private key, so
 * it is asked as a whole whether it is text of some kind; in PEM and bare text only what is no Base64 is looked at. */
#include <guomi/codec.h>
#include <guomi/mem.h>
#include <string.h>

#include "base/check.h"
#include "base/ct.h"
#include "keyfile/keyfile_core.h"

/* The longest raw form as text: 33 bytes in hex and a line end. PEM with a key is longer. */
#define SHORT_FILE 68
/* Hex digits of a number that lost a leading zero digit. */
#define ODD_MAX 63

int gmi_key_is_text(const uint8_t *data, size_t len)
{
    uint64_t other = 0;
    for (size_t i = 0; i < len; i++) {
        uint64_t c = data[i];
        other |=
            (ct_less(c, ' ') & ct_nonzero(c ^ '\t') & ct_nonzero(c ^ '\n') & ct_nonzero(c ^ '\r')) | ct_less('~', c);
    }
    gmi_public(&other, sizeof other); /* of what kind the file is */
    return other == 0;
}

static int same(const char *part, size_t len, const char *want)
{
    return len == strlen(want) && memcmp(part, want, len) == 0;
}

static int contains(const char *text, size_t len, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= len; i++)
        if (memcmp(text + i, what, n) == 0)
            return 1;
    return 0;
}

/* What the label of a block promises. */
static gm_sm2_key_form promised(const gm_pem_block *block)
{
    static const struct {
        const char *label;
        gm_sm2_key_form form;
    } labels[] = {
        {"PRIVATE KEY", GM_SM2_KEY_PKCS8},
        {"EC PRIVATE KEY", GM_SM2_KEY_SEC1},
        {"SM2 PRIVATE KEY", GM_SM2_KEY_SEC1}, /* so OpenSSL 3 names the same */
        {"ENCRYPTED PRIVATE KEY", GM_SM2_KEY_PKCS8_ENCRYPTED},
        {"PUBLIC KEY", GM_SM2_KEY_SPKI},
        {"EC PARAMETERS", GM_SM2_KEY_PARAMETERS},
        {"SM2 PARAMETERS", GM_SM2_KEY_PARAMETERS},
        {"CERTIFICATE", GM_SM2_KEY_CERTIFICATE},
        {"TRUSTED CERTIFICATE", GM_SM2_KEY_CERTIFICATE},
        {"X509 CERTIFICATE", GM_SM2_KEY_CERTIFICATE},
    };
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (same(block->label, block->label_len, labels[i].label))
            return labels[i].form;
    return GM_SM2_KEY_OTHER;
}

static gm_sm2_key_problem decoded(struct key_found *found, gm_status status)
{
    found->p = found->bytes;
    return status == GM_OK           ? GM_SM2_PROBLEM_NONE
           : status == GM_ERR_BUFFER ? GM_SM2_PROBLEM_TOO_LONG
                                     : GM_SM2_PROBLEM_DAMAGED;
}

gm_sm2_key_problem gmi_key_block(struct key_found *found, const char *body, size_t len)
{
    return decoded(found, gm_base64_decode(found->bytes, sizeof found->bytes, &found->len, body, len));
}

/* The key in a block whose label promises one. Which private form it is the content says: labels are mixed up. */
static gm_sm2_key_problem take_block(struct key_found *found, gm_sm2_key_info *info, const gm_pem_block *block,
                                     int is_private)
{
    gm_sm2_key_problem problem;
    gm_sm2_key_form form;
    if (block->headers != NULL && contains(block->headers, block->headers_len, "ENCRYPTED")) {
        info->form = GM_SM2_KEY_SEC1_ENCRYPTED;
        return GM_SM2_PROBLEM_NONE;
    }
    problem = gmi_key_block(found, block->body, block->body_len);
    if (problem != GM_SM2_PROBLEM_NONE)
        return problem;
    form = gmi_key_shape(found->bytes, found->len);
    if (is_private ? form != GM_SM2_KEY_SEC1 && form != GM_SM2_KEY_PKCS8 && form != GM_SM2_KEY_PKCS8_ENCRYPTED
                   : form != GM_SM2_KEY_SPKI)
        return GM_SM2_PROBLEM_DAMAGED;
    info->form = (uint32_t)form;
    return GM_SM2_PROBLEM_NONE;
}

/* The first block that is wanted. If there is none, info->form says what there is instead, keys before all else. */
static gm_sm2_key_problem find_block(struct key_found *found, gm_sm2_key_info *info, const char *text, size_t len,
                                     enum key_want want)
{
    gm_pem_block block;
    size_t at = 0;
    found->len = 0;
    for (;;) {
        if (gm_pem_next(&block, &at, text, len) != GM_OK)
            return GM_SM2_PROBLEM_DAMAGED;
        if (block.label == NULL)
            break;
        gm_sm2_key_form form = promised(&block);
        int is_private = form < GM_SM2_KEY_POINT, is_public = form == GM_SM2_KEY_SPKI;
        if ((is_private && want != WANT_PUBLIC) || (is_public && want != WANT_PRIVATE))
            return take_block(found, info, &block, is_private);
        if (is_private || is_public || info->form == GM_SM2_KEY_NONE || info->form == GM_SM2_KEY_OTHER)
            info->form = (uint32_t)form;
    }
    return info->form < GM_SM2_KEY_PARAMETERS ? GM_SM2_PROBLEM_NONE : GM_SM2_PROBLEM_NO_KEY;
}

int gmi_key_has_pem(const char *text, size_t len)
{
    gm_pem_block block;
    size_t at = 0;
    return gm_pem_next(&block, &at, text, len) != GM_OK || block.label != NULL;
}

/* An odd number of hex digits: a number whose leading zero digit is missing, unless they begin as a longer form and
 * it is the end that is missing. */
static gm_status odd_hex(struct key_found *found, const char *text, size_t len)
{
    struct {
        char digits[ODD_MAX + 1];
    } w;
    size_t n = 1;
    gm_status status = GM_ERR_ENCODING;
    w.digits[0] = '0';
    for (size_t i = 0; i < len && n <= sizeof w.digits; i++) {
        uint64_t c = (unsigned char)text[i];
        uint64_t space = ~(ct_nonzero(c ^ ' ') & ct_nonzero(c ^ '\t') & ct_nonzero(c ^ '\n') & ct_nonzero(c ^ '\r'));
        gmi_public(&space, sizeof space); /* places of white space are public */
        if (space == 0 && n < sizeof w.digits)
            w.digits[n] = text[i];
        n += space == 0;
    }
    if (n <= sizeof w.digits && n % 2 == 0) {
        status = gm_hex_decode(found->bytes, sizeof found->bytes, &found->len, w.digits + 1, n - 2);
        if (status == GM_OK && gmi_key_is_cut(found->bytes, found->len))
            status = GM_ERR_ENCODING;
        else if (status == GM_OK)
            status = gm_hex_decode(found->bytes, sizeof found->bytes, &found->len, w.digits, n);
    }
    gm_wipe(&w, sizeof w);
    return status;
}

gm_sm2_key_problem gmi_key_bare_text(struct key_found *found, uint32_t *text, const char *in, size_t len)
{
    gm_status status = gm_hex_decode(found->bytes, sizeof found->bytes, &found->len, in, len);
    if (status == GM_ERR_ENCODING)
        status = odd_hex(found, in, len);
    *text = GM_SM2_TEXT_HEX;
    if (status == GM_ERR_ENCODING) {
        *text = GM_SM2_TEXT_BASE64;
        status = gm_base64_decode(found->bytes, sizeof found->bytes, &found->len, in, len);
    }
    if (status == GM_ERR_ENCODING) {
        *text = GM_SM2_TEXT_NONE;
        return GM_SM2_PROBLEM_NO_KEY;
    }
    return decoded(found, status);
}

size_t gmi_key_mark(const uint8_t *data, size_t len)
{
    static const uint8_t mark[3] = {0xef, 0xbb, 0xbf}; /* in UTF-8 */
    return len >= sizeof mark && gm_equal(data, mark, sizeof mark) ? sizeof mark : 0;
}

gm_sm2_key_problem gmi_key_find(struct key_found *found, gm_sm2_key_info *info, const uint8_t *data, size_t len,
                                enum key_want want, uint32_t form)
{
    gm_sm2_key_problem problem = GM_SM2_PROBLEM_NO_KEY;
    found->p = data;
    found->len = len;
    if (len == 0)
        return problem;
    if (len > SHORT_FILE) {
        info->form = (uint32_t)gmi_key_form(&problem, data, len, want);
        if (info->form != GM_SM2_KEY_NONE)
            return len > GM_SM2_LOADED_MAX ? GM_SM2_PROBLEM_TOO_LONG : GM_SM2_PROBLEM_NONE;
        if (gmi_key_has_pem((const char *)data, len)) {
            info->text = GM_SM2_TEXT_PEM;
            return find_block(found, info, (const char *)data, len, want);
        }
    }
    size_t skip = gmi_key_mark(data, len);
    if (gmi_key_is_text(data + skip, len - skip)) {
        problem = gmi_key_bare_text(found, &info->text, (const char *)data + skip, len - skip);
        if (problem != GM_SM2_PROBLEM_NONE)
            return problem;
    }
    info->form = (uint32_t)gmi_key_form(&problem, found->p, found->len, want);
    if (info->form != GM_SM2_KEY_NONE || form == GM_SM2_KEY_NONE)
        return problem;
    /* The caller's word counts where the bytes do not tell. */
    if (problem == GM_SM2_PROBLEM_AMBIGUOUS
            ? form == GM_SM2_KEY_INTEGER || form == (found->len == 32 ? GM_SM2_KEY_RAW : GM_SM2_KEY_POINT)
            : form == GM_SM2_KEY_RAW && found->len > 0 && found->len <= 33) {
        info->form = form;
        problem = GM_SM2_PROBLEM_NONE;
    }
    return problem;
}
