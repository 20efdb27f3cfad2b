/* Bytes that may stand in a file as they are, as hex digits or as Base64. */
#ifndef CLI_CODED_H
#define CLI_CODED_H

#include <stddef.h>
#include <stdint.h>

enum coding { CODING_RAW, CODING_HEX, CODING_BASE64, CODINGS };

/* The bytes that a file's `len` bytes stand for, from secret_new(); NULL if they are no text of that coding. */
uint8_t *coded_bytes(enum coding coding, const uint8_t *file, size_t len, size_t *bytes_len);

/* For messages: "", " in hex", " in Base64". */
const char *coded_name(enum coding coding);

#endif
