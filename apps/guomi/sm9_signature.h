/* SM9 signatures in files: DER or h || S, as they are, in hex or in Base64. */
#ifndef CLI_SM9_SIGNATURE_H
#define CLI_SM9_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include <guomi/sm9.h>

#include "output.h"

enum sm9_signature_form { SM9_SIGNATURE_DER, SM9_SIGNATURE_RAW, SM9_SIGNATURE_HEX, SM9_SIGNATURE_BASE64 };
#define SM9_SIGNATURE_FORMS "der (default), raw (h || S, 97 bytes), hex (of the same) or base64 (of DER)"

enum sm9_signature_form sm9_signature_form(const char *option, const char *text);

/* Is it one, in any form? *text says which, for people. To be sure that 97 bare bytes are one, S must be a point: what
 * should be a signature may be a damaged one, what should be something else may look like one by chance. */
bool sm9_signature_parse(uint8_t signature[GM_SM9_SIGNATURE_SIZE], const uint8_t *file, size_t len, bool sure,
                         const char **text);
/* Read one from a file; leaves by die(), which says what was found instead. */
void sm9_signature_read(uint8_t signature[GM_SM9_SIGNATURE_SIZE], const char *path);
void sm9_signature_write(struct output *out, enum sm9_signature_form form,
                         const uint8_t signature[GM_SM9_SIGNATURE_SIZE]);

#endif
