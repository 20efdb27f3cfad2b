/* Values of options: numbers, choices, byte strings in hex, Base64 or a file. */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include <stddef.h>
#include <stdint.h>

/* All leave by die() and name the option on a mistake. */

uint64_t value_number(const char *option, const char *text, uint64_t min, uint64_t max);

/* A number of bytes, which may end in K, M, G or T. */
uint64_t value_size(const char *option, const char *text, uint64_t min, uint64_t max);

/* The index of the text in names (ends in NULL). */
int value_choice(const char *option, const char *text, const char *const *names);

/* The bytes of a value, at most `max`; from secret_new(). */
uint8_t *value_bytes(const char *option, const char *text, size_t max, size_t *len);

/* The same for a MAC of exactly `len` bytes; hex-file: may also hold the line that `guomi hmac` prints. A message says
 * with `see` what chose the length: VALUE_MAC_LENGTH, or "" where nothing does. */
uint8_t *value_mac(const char *option, const char *text, size_t len, const char *see);
#define VALUE_MAC_LENGTH " (see --mac-length)"

#endif
