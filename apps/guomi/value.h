/* Values of options: numbers, choices, byte strings in hex, Base64 or a file. */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include <stddef.h>
#include <stdint.h>

/* Decimal digits, then nothing or K, M, G or T (powers of 1024). Returns 0, or -1 if the
 * text is no such number or is 2^64 or more. Pure. */
int number_parse(uint64_t *number, const char *text);

enum value_form { VALUE_HEX, VALUE_BASE64, VALUE_TEXT, VALUE_FILE, VALUE_HEX_FILE, VALUE_BASE64_FILE };

/* Split a value: hex:…, base64:…, text:…, file:PATH (its bytes), hex-file:PATH,
 * base64-file:PATH; without one of these heads it is hex. Returns the rest. Pure. */
const char *value_split(enum value_form *form, const char *text);

/* The rest leave by die() and name the option on a mistake. */

uint64_t value_number(const char *option, const char *text, uint64_t min, uint64_t max);

/* The index of the text in names (ends in NULL). */
int value_choice(const char *option, const char *text, const char *const *names);

/* The bytes of a value, at most `max`; from secret_new(). */
uint8_t *value_bytes(const char *option, const char *text, size_t max, size_t *len);

#endif
