/* The command line of a benchmark that is a program of its own. */
#ifndef BENCH_ARGS_H
#define BENCH_ARGS_H

#include <stdio.h>

#include "core/run.h"

/* Read [--only REGEX] [--bytes N] [--backend NAME] [--quick] [--json] into *options and limit the process to
 * the backend. Returns 1 to go on; 0 when it is over (--help, a mistake) with *code what to return. */
int bench_args(struct bench_options *options, int *code, const char *program, int argc, char **argv);

/* The names of all operations, over lines of at most 80 columns indented by two. */
void bench_list_ops(FILE *f);

/* The last thing: `code`, unless stdout could not be written. */
int bench_leave(const char *program, int code);

#endif
