/* Messages of the command line: one line each, on standard error, led by the
 * name of the command, naming the file, what was expected and what was found. */
#ifndef CLI_ERROR_H
#define CLI_ERROR_H

#include <guomi/base.h>

/* What the process says of itself; 0 is success. Documented in guomi(1). */
enum {
    EXIT_CHECK = 1, /* a check failed: checksum, tag, padding, damaged or unfit data */
    EXIT_USAGE = 2, /* the command line asks for something that cannot be            */
    EXIT_IO = 3     /* a file, the terminal or the system refused to read or write   */
};

/* The name that leads each message from now on, as "guomi sm3". Kept, not copied. */
void error_command(const char *name);
const char *error_command_name(void);

/* Print one line; control characters in it are replaced. */
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* report(), then leave with `code` by exit(): temporary files go, secrets are wiped. */
_Noreturn void die(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As die(EXIT_USAGE), ending in a pointer to the command's --help. */
_Noreturn void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Leave if a call of the library that only fails for a reason of the machine failed. */
void must(gm_status status);

/* A file name as it may stand in a message: as it is when harmless, else quoted for a
 * shell. The text stays valid until the fourth next call. */
const char *shown(const char *name);

/* malloc() that leaves by die() when there is no memory. */
void *xmalloc(size_t size);
char *xstrdup(const char *text);

#endif
