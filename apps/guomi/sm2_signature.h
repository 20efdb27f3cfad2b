/* Signatures in files: DER or r || s, as they are, in hex or in Base64. */
#ifndef CLI_SM2_SIGNATURE_H
#define CLI_SM2_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include <guomi/sm2.h>

#include "output.h"

/* The forms that --format names; SM2_SIGNATURE_ANY is for reading. */
enum sm2_signature_form {
    SM2_SIGNATURE_DER,
    SM2_SIGNATURE_RAW,
    SM2_SIGNATURE_HEX,    /* written: r || s in hex; read: either            */
    SM2_SIGNATURE_BASE64, /* written: DER in Base64; read: either            */
    SM2_SIGNATURE_DER_HEX,
    SM2_SIGNATURE_RAW_BASE64,
    SM2_SIGNATURE_ANY
};
#define SM2_SIGNATURE_FORMS "der, raw (r || s, 64 bytes), hex, base64, der-hex or raw-base64"

enum sm2_signature_form sm2_signature_form(const char *option, const char *text);

/* Is it one, in this form? *found is the one it has. */
bool sm2_signature_parse(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum sm2_signature_form form, const uint8_t *file,
                         size_t len, enum sm2_signature_form *found);
/* Read one from a file; if there is none, say what was found instead and return false. */
bool sm2_signature_try(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum sm2_signature_form form, const char *path);
/* The same, but leave with EXIT_CHECK if there is none. */
void sm2_signature_read(uint8_t signature[GM_SM2_SIGNATURE_SIZE], enum sm2_signature_form form, const char *path);
void sm2_signature_write(struct output *out, enum sm2_signature_form form,
                         const uint8_t signature[GM_SM2_SIGNATURE_SIZE]);
/* Would it be binary on a terminal? */
bool sm2_signature_is_text(enum sm2_signature_form form);

/* The name of a form, for people. */
const char *sm2_signature_form_text(enum sm2_signature_form form);

#endif
