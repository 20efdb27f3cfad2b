/* A whole benchmark: options, the check of all outputs, timing, report. */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include <stddef.h>

#include "core/ops.h"

/* Another library: ways to do some of the operations, found by name. */
struct bench_lib {
    const char *name;
    const char *(*version)(void);
    const struct bench_lib_way {
        const char *op;
        struct bench_way way;
        /* NULL: always; else whether this version can do it for messages of that many bytes. If not, it is left out. */
        int (*offered)(const struct bench_op *op, size_t bytes);
    } *ways;
    size_t count;
};

enum {
    BENCH_DONE = 0,
    BENCH_MISMATCH = 1, /* a library failed, or its output is not guomi's */
    BENCH_USAGE = 2,
    BENCH_IO = 3
};

struct bench_options {
    const char *program; /* leads messages                                             */
    const char *only;    /* extended regular expression found in the name; NULL: all    */
    size_t bytes;        /* length of a message, where it can be chosen; 0: three lengths */
    int quick, json;
};

enum { BENCH_MAX_BYTES = 1 << 28 };

/* Measure guomi, and libs[0..count-1] beside it; lines on stdout, messages on stderr. Returns the exit code.
 * A stdout that cannot be written ends it with BENCH_IO and no message. */
int bench_run(const struct bench_options *options, const struct bench_lib *const *libs, size_t count);

#endif
