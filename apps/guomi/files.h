/* Which files this run reads and writes: the one place that refuses to write what is read, to
 * write two things to one file, and to read two things from standard input. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/* A file is opened for reading as `role` ("the key", "--iv"); `name` is for messages, safe to print.
 * With `keep` it is remembered, so that later ones are compared with it. Leaves by die() when it cannot be. */
void files_reading(int fd, const struct stat *st, const char *role, const char *name, bool keep);

/* A file will be written: the existing one of `st`, or, when st is NULL, a new one of this path. */
void files_writing(const struct stat *st, const char *path, const char *name);

#endif
