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
        int (*offered)(const struct bench_op *op); /* NULL: always; else whether this version can do it */
    } *ways;
    size_t count;
};

enum {
    BENCH_DONE = 0,
    BENCH_MISMATCH = 1, /* a library failed, or its output is not guomi's */
    BENCH_USAGE = 2,
    BENCH_IO = 3
};

/* The words after the program's name: [--only REGEX] [--bytes N] [--backend NAME] [--quick] [--json].
 * `program` begins messages and the usage text. Measures guomi, and libs[0..count-1] beside it, on stdout;
 * returns the exit code. Call it before any other use of the library: --backend limits the process. */
int bench_run(const char *program, int argc, char **argv, const struct bench_lib *const *libs, size_t count);

#endif
