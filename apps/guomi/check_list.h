/* `-c`: lists of checksums or MACs, checked as sha256sum does. */
#ifndef CLI_CHECK_LIST_H
#define CLI_CHECK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

struct check_list {
    const char *noun; /* in messages: "checksum" or "MAC"  */
    const char *tag;  /* as in check_line.h                */
    size_t size;      /* bytes of one                      */
    /* That of a file, `-` for standard input: 0 or an errno value. */
    int (*compute)(void *state, const char *path, uint8_t *digest);
    void *state;
    bool check, ignore_missing, quiet, status, strict, warn;
};

/* For the letters "cw" and these rows of a `struct option` table. */
#define OPTIONS_CHECK_LIST                                                                           \
    {"check", no_argument, NULL, 'c'}, {"ignore-missing", no_argument, NULL, OPTION_IGNORE_MISSING}, \
        {"quiet", no_argument, NULL, OPTION_QUIET}, {"status", no_argument, NULL, OPTION_STATUS},    \
        {"strict", no_argument, NULL, OPTION_STRICT}, {"warn", no_argument, NULL, 'w'}

/* If `option` is one of these, obey it and return true. */
bool check_list_option(int option, struct check_list *list);

/* Leave by die_usage() if one was given that has a meaning only beside -c, without -c. */
void check_list_only(const struct check_list *list);

/* Check the files that a list names; the list may be `-`. 0, EXIT_CHECK or EXIT_IO. */
int check_list(const struct check_list *list, const char *path);

#endif
