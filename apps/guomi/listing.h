/* Lines of 'CHECKSUM  NAME', with names escaped as sha256sum does. */
#ifndef CLI_LISTING_H
#define CLI_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the name hold a backslash, a line feed or a carriage return? */
bool listing_escapes(const char *name);
/* Print a name on standard output, with \\, \n and \r for these if `escape`. */
void listing_name(const char *name, bool escape);
void listing_hex(const uint8_t *bytes, size_t len);
/* A whole line: hex digits, mark (two characters), name. */
void listing_line(const uint8_t *bytes, size_t len, const char *mark, const char *name);

/* The answer of a check: "NAME: TEXT". */
void listing_result(const char *name, const char *text);

#endif
