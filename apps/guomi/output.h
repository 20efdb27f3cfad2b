/* Output files that appear only when they are whole. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "input.h"

enum {
    OUTPUT_FORCE = 1,  /* an existing file may be replaced                    */
    OUTPUT_SECRET = 2, /* the file gets mode 0600, also one that is replaced  */
    OUTPUT_BINARY = 4  /* not for people's eyes: refused on a terminal as standard output */
};

struct output {
    int fd;
    char *name;             /* for messages, safe to print                         */
    char *path, *temporary; /* NULL when bytes go straight out                     */
    int slot;
    bool direct; /* standard output, a device or a FIFO: what is written has left */
    bool force;
    mode_t mode;
};

/* Begin an output file; standard output when path is NULL or "-".
 *
 * A regular file is written as a temporary one in the same folder and takes its name in
 * output_commit(). Devices and FIFOs are written directly (out->direct). The mode is 0600 for OUTPUT_SECRET, else that
 * of the file replaced, else that of `from` if that is a regular file, else the usual one. `from` may be NULL. An
 * output that is the same file as one that is read, or as another output, is refused (files.h). All functions leave by
 * die() on an error; the temporary file then goes too, as it does on a signal. */
void output_open(struct output *out, const char *path, unsigned flags, const struct input *from);
void output_write(struct output *out, const void *data, size_t len);

/* All is written and right: sync, set the mode, take the name. */
void output_commit(struct output *out);

/* Give up: the temporary file goes, what was there before stays. */
void output_abort(struct output *out);

#endif
