/* The parsers of the command line that work on strings alone: no file, no message, no exit. */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer words are never close to anything. */
#define PARSE_WORD_MAX 32

enum number_fault {
    NUMBER_FINE,
    NUMBER_NONE,  /* it does not begin with a digit           */
    NUMBER_TAIL,  /* after the digits come other things       */
    NUMBER_LARGE, /* 2^64 or more                             */
};

/* Decimal digits, then nothing or, with `units`, K, M, G or T (powers of 1024). */
enum number_fault number_parse(uint64_t *number, const char *text, bool units);

enum value_form { VALUE_HEX, VALUE_BASE64, VALUE_TEXT, VALUE_FILE, VALUE_HEX_FILE, VALUE_BASE64_FILE };

/* Split a value: hex:…, base64:…, text:…, file:PATH (its bytes), hex-file:PATH,
 * base64-file:PATH; without one of these heads it is hex. Returns the rest. */
const char *value_split(enum value_form *form, const char *text);

/* The entry of `names` (ends in NULL) closest to a mistyped word, or NULL if none is close. */
const char *closest(const char *word, const char *const *names);

#endif
