/* Command line options: getopt_long() with one kind of message, --help and --backend
 * everywhere, and the options that several commands share. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "secret.h"

/* Values of long options without a letter; a command's own begin at OPTION_OWN. */
enum {
    OPTION_HELP = 256,
    OPTION_BACKEND,
    OPTION_KEY,
    OPTION_KEY_FILE,
    OPTION_KEY_FD,
    OPTION_KEY_FORMAT,
    OPTION_PASSWORD_FILE,
    OPTION_PASSWORD_FD,
    OPTION_STATUS,
    OPTION_QUIET,
    OPTION_STRICT,
    OPTION_IGNORE_MISSING,
    OPTION_OWN = 300
};

/* Rows for the `struct option` tables of commands. */
#define OPTIONS_COMMON \
    {"help", no_argument, NULL, OPTION_HELP}, {"backend", required_argument, NULL, OPTION_BACKEND}, {NULL, 0, NULL, 0}
#define OPTIONS_KEY                                                                                       \
    {"key", required_argument, NULL, OPTION_KEY}, {"key-file", required_argument, NULL, OPTION_KEY_FILE}, \
        {"key-fd", required_argument, NULL, OPTION_KEY_FD},                                               \
    {                                                                                                     \
        "key-format", required_argument, NULL, OPTION_KEY_FORMAT                                          \
    }
#define OPTIONS_PASSWORD                                              \
    {"password-file", required_argument, NULL, OPTION_PASSWORD_FILE}, \
    {                                                                 \
        "password-fd", required_argument, NULL, OPTION_PASSWORD_FD    \
    }

/* The next option of a command, or -1 after the last (optind is then the first operand).
 * letters: as for getopt(), without a leading ':'. longs ends in OPTIONS_COMMON.
 * --help prints `help` and leaves; --backend is obeyed; mistakes leave by die_usage(): so does an option
 * whose value was given before, and one that contradicts another. */
int options_next(int argc, char **argv, const char *letters, const struct option *longs, const char *help);

/* If `option` is one of OPTIONS_KEY (OPTIONS_PASSWORD), take optarg and return true. */
bool options_key(int option, struct key_source *source);
bool options_password(int option, struct password_source *source);

/* --backend NAME: limit the processor features, or leave by die(). */
void options_backend(const char *name);

#endif
