/* Input files: named ones and standard input ('-'). */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* Enough to hide the cost of a system call, little enough to stay in the second-level cache. */
#define IO_BUFFER ((size_t)256 * 1024)

struct input {
    int fd;
    const char *name; /* for messages: the path or "standard input" */
    bool standard;    /* it is standard input, or a descriptor given by its number */
    char number[32];  /* the name of such a descriptor */
    struct stat st;
    bool seekable;  /* a regular file or a block device: can be read twice */
    uint64_t start; /* where reading began, when seekable */
};

/* The name as it may stand in a message. */
const char *input_shown(const struct input *in);

/* The role of what a command works on, in messages. */
#define INPUT_MESSAGE "the input"

/* Open one of a list of files, or standard input when path is NULL or "-". Directories are refused.
 * Returns 0 or an errno value; says nothing, but leaves by die() when standard input is taken (files.h). */
int input_try(struct input *in, const char *path);

/* Open the one file of a role: INPUT_MESSAGE, "the key", "--iv"; leaves by die() on an error. */
void input_open(struct input *in, const char *path, const char *role);

/* Read from a descriptor that is open already. `in` must stay where it is: it holds its name. */
void input_descriptor(struct input *in, int fd, const char *role);

/* Fill the buffer: fewer bytes than `size` only at the end of the file. -1 on error, errno tells. */
ptrdiff_t input_try_read(struct input *in, void *buffer, size_t size);

/* The same, leaving by die() on an error. */
size_t input_read(struct input *in, void *buffer, size_t size);

/* Go back to where reading began (seekable inputs), leaving by die() if that fails. */
void input_rewind(struct input *in);

/* Bytes from where reading began to the end of a seekable input; 0 where unknown. */
uint64_t input_size(const struct input *in);

/* Put what is not seekable into a temporary file (spool.h) and read that from now on, from its start.
 * For ciphertext only. `begun`: the first `len` bytes, read already. */
void input_spool(struct input *in, const void *begun, size_t len);

void input_close(struct input *in);

/* A whole file of at most `max` bytes; with more this leaves by die(code).
 * It may be secret: the memory comes from secret_new(). */
uint8_t *input_all(struct input *in, size_t max, int code, size_t *len);

#endif
