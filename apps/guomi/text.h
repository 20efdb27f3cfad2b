/* Bytes as output: hex or Base64 on one line, or as they are. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"
#include "output.h"

enum text_form { TEXT_HEX, TEXT_BASE64, TEXT_RAW };

enum { OPTION_TEXT = 290 };
#define TEXT_OPTIONS                                                                         \
    {"hex", no_argument, NULL, OPTION_TEXT}, {"base64", no_argument, NULL, OPTION_TEXT + 1}, \
        {"raw", no_argument, NULL, OPTION_TEXT + 2}

/* If `option` is one of TEXT_OPTIONS, set the form and return true. */
bool text_option(int option, enum text_form *form);

/* Write bytes in a form; for Base64 all pieces but the last have a multiple of 3 bytes. */
void text_write(struct output *out, enum text_form form, const uint8_t *bytes, size_t len);
/* End the line (not after raw bytes). */
void text_end(struct output *out, enum text_form form);

#endif
