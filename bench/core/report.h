/* One measurement as a line: JSON or a table for people. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stddef.h>
#include <stdio.h>

struct bench_line {
    const char *op;
    size_t bytes, items;
    const char *lib, *backend;
    const char *compiler; /* NULL: not known */
    double ns, p10, p90;  /* one execution: all items */
    double mhz;
    int disturbed; /* marked in the table */
    double ratio;  /* time over guomi's; 0: nothing to compare with */
};

/* The compiler this was built with, "gcc 12.2.0". */
const char *bench_compiler(void);

/* The rows that work for a room or two ("sm4+ghash"), as "avx512" or "avx512+vpclmul". */
const char *bench_backend(char *out, size_t size, const char *rooms);

void bench_print_json(FILE *f, const struct bench_line *line);
void bench_print_head(FILE *f);
void bench_print_row(FILE *f, const struct bench_line *line);

#endif
