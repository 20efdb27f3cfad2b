/* Secrets: memory that is wiped however the process ends, keys and passwords. */
#ifndef CLI_SECRET_H
#define CLI_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input.h"

/* Zeroed memory for a secret, kept from swap where the system allows it; wiped by
 * secret_free() and at exit. Leaves by die() when there is none. */
void *secret_new(size_t size);
void secret_free(void *p);

/* ---- Keys ---- */

enum key_format { KEY_HEX, KEY_BASE64, KEY_RAW };

/* Where a key comes from; options_key() in options.h fills it. */
struct key_source {
    const char *file; /* --key-file                */
    int fd;           /* --key-fd; -1: not given   */
    char *hex;        /* --key                     */
    enum key_format format;
};
#define KEY_SOURCE_NONE {NULL, -1, NULL, KEY_HEX}

/* Read the key: exactly `want` bytes, or any number from 1 to 1 MiB when want is 0.
 * The answer is from secret_new(). --key is wiped from the arguments. Leaves by die(). */
uint8_t *key_read(struct key_source *source, size_t want, size_t *len);

/* ---- Passwords ---- */

struct password_source {
    const char *file; /* --password-file: one final LF or CRLF is dropped */
    int fd;           /* --password-fd, likewise; -1: not given           */
    const char *ways; /* what a message names where there is no terminal; NULL: these two */
    struct input in;  /* either of them, once open                        */
};
#define PASSWORD_SOURCE_NONE {.fd = -1}

/* Open the file or descriptor, if one is given; before the message is opened, so that nothing is read
 * from standard input that is wanted twice. */
void password_open(struct password_source *source);

/* Read the password; from the terminal, without echo, when no source is given, and then twice
 * when `confirm` is set. An empty one is refused. From secret_new(). Leaves by die(). */
uint8_t *password_read(struct password_source *source, bool confirm, size_t *len);

#endif
