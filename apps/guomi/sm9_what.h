/* What a file of SM9 is, by its content. */
#ifndef CLI_SM9_WHAT_H
#define CLI_SM9_WHAT_H

#include <stddef.h>
#include <stdint.h>

#include <guomi/sm9_encrypt.h>

#include "coded.h"

/* C1 || C3 || C2 and the mode of a file with the ASN.1 of a ciphertext, as bytes or as text, from secret_new(); NULL if
 * it holds something else. */
uint8_t *sm9_what_ciphertext(const uint8_t *file, size_t len, size_t *raw_len, gm_sm9_mode *mode, enum coding *coding);

/* The length of the key in a key package, as bytes or as text; 0 if it is none. */
size_t sm9_what_package(const uint8_t *file, size_t len, enum coding *coding);

/* What a file is that is not what was expected, for messages; NULL if that is not known. */
const char *sm9_what(const uint8_t *file, size_t len);

#endif
