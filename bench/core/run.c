#include "core/run.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/measure.h"
#include "core/report.h"

enum { MAX_LIBS = 8 };

static const size_t default_sizes[] = {64, 1024, 65536};

static const struct bench_way *find_way(const struct bench_lib *lib, const struct bench_op *op, size_t bytes)
{
    for (size_t i = 0; i < lib->count; i++) {
        const struct bench_lib_way *w = &lib->ways[i];
        if (strcmp(w->op, op->name) == 0)
            return w->offered == NULL || w->offered(op, bytes) ? &w->way : NULL;
    }
    return NULL;
}

/* A way to do what is not in the list would never be measured. */
static int known(const struct bench_options *o, const struct bench_lib *const *libs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < libs[i]->count; k++) {
            if (bench_op_find(libs[i]->ways[k].op) == NULL) {
                fprintf(stderr, "%s: %s: no operation is called %s\n", o->program, libs[i]->name, libs[i]->ways[k].op);
                return BENCH_MISMATCH;
            }
        }
    }
    return BENCH_DONE;
}

/* Everyone who takes part in one measurement. */
struct race {
    const char *name[MAX_LIBS + 1], *version[MAX_LIBS + 1];
    const struct bench_way *way[MAX_LIBS + 1];
    struct bench_job job[MAX_LIBS + 1];
    size_t n;
};

static void join(struct race *r, const char *name, const char *version, const struct bench_way *way)
{
    r->name[r->n] = name;
    r->version[r->n] = version;
    r->way[r->n++] = way;
}

/* Each output must be guomi's, byte for byte. */
static int check(const struct bench_options *o, const struct race *r, const struct bench_work *w)
{
    uint8_t *want = malloc(w->out_len + 1);
    int st = BENCH_DONE;
    if (want == NULL)
        return BENCH_IO;
    for (size_t i = 0; i < r->n && st == BENCH_DONE; i++) {
        memset(w->out, 0xa5, w->out_len);
        if (bench_way_once(r->way[i], w) != 0) {
            fprintf(stderr, "%s: %s of %zu bytes failed in %s\n", o->program, w->op->name, w->bytes, r->name[i]);
            st = BENCH_MISMATCH;
        } else if (i == 0) {
            memcpy(want, w->out, w->out_len);
        } else if (memcmp(want, w->out, w->out_len) != 0) {
            size_t at = 0;
            while (want[at] == w->out[at])
                at++;
            fprintf(stderr, "%s: MISMATCH: %s of %zu bytes: byte %zu of %zu is %02x in %s and %02x in guomi\n",
                    o->program, w->op->name, w->bytes, at, w->out_len, w->out[at], r->name[i], want[at]);
            st = BENCH_MISMATCH;
        }
    }
    free(want);
    return st;
}

static int report(const struct bench_options *o, const struct race *r, const struct bench_work *w, double mhz)
{
    char backend[128];
    for (size_t i = 0; i < r->n; i++) {
        const struct bench_job *job = &r->job[i];
        struct bench_line line = {w->op->name, w->bytes, w->items, r->name[i], r->version[i],  NULL,
                                  job->ns,     job->p10, job->p90, mhz,        job->disturbed, 0};
        if (i == 0) {
            line.backend = bench_backend(backend, sizeof backend, w->op->room);
            line.compiler = bench_compiler();
        }
        if (r->n > 1)
            line.ratio = r->job[i].ns / r->job[0].ns;
        if (o->json && job->disturbed)
            fprintf(stderr, "%s: %s of %zu bytes in %s was disturbed\n", o->program, line.op, line.bytes, line.lib);
        (o->json ? bench_print_json : bench_print_row)(stdout, &line);
    }
    return ferror(stdout) ? BENCH_IO : BENCH_DONE;
}

static int measure(const struct bench_options *o, const struct bench_op *op, size_t bytes,
                   const struct bench_lib *const *libs, size_t count)
{
    struct race r = {.n = 0};
    struct bench_work *w = bench_work_open(op, bytes);
    int st = BENCH_MISMATCH;
    if (w == NULL)
        return st;
    join(&r, "guomi", NULL, &op->guomi);
    for (size_t i = 0; i < count; i++) {
        const struct bench_way *way = find_way(libs[i], op, bytes);
        if (way != NULL)
            join(&r, libs[i]->name, libs[i]->version(), way);
    }
    st = check(o, &r, w);
    size_t opened = 0;
    while (st == BENCH_DONE && opened < r.n) {
        r.job[opened].run = r.way[opened]->run;
        if ((r.job[opened].state = r.way[opened]->open(w)) == NULL)
            st = BENCH_MISMATCH;
        else
            opened++;
    }
    if (st == BENCH_DONE) {
        double mhz = bench_measure(r.job, r.n, o->quick ? &bench_effort_quick : &bench_effort_full);
        st = mhz > 0 ? BENCH_DONE : BENCH_IO;
        for (size_t i = 0; i < r.n; i++) {
            if (!r.job[i].failed)
                continue;
            fprintf(stderr, "%s: %s of %zu bytes failed in %s\n", o->program, op->name, bytes, r.name[i]);
            st = BENCH_MISMATCH;
        }
        if (st == BENCH_DONE)
            st = report(o, &r, w, mhz);
    }
    for (size_t i = 0; i < opened; i++)
        r.way[i]->close(r.job[i].state);
    bench_work_close(w);
    return st;
}

int bench_run(const struct bench_options *o, const struct bench_lib *const *libs, size_t count)
{
    regex_t pattern;
    if (regcomp(&pattern, o->only != NULL ? o->only : "", REG_EXTENDED | REG_NOSUB) != 0) {
        fprintf(stderr, "%s: --only: '%s' is no extended regular expression\n", o->program, o->only);
        return BENCH_USAGE;
    }
    size_t done = 0, found = 0;
    int st = known(o, libs, count);
    const struct bench_op *op;
    for (size_t i = 0; st == BENCH_DONE && (op = bench_op_get(i)) != NULL; i++) {
        if (regexec(&pattern, op->name, 0, NULL, 0) != 0)
            continue;
        found++;
        size_t n = op->sizes != BENCH_ANY || o->bytes != 0 ? 1 : sizeof default_sizes / sizeof default_sizes[0];
        for (size_t k = 0; k < n && st == BENCH_DONE; k++) {
            size_t bytes = op->sizes == BENCH_ANY ? default_sizes[k] : op->least;
            if (op->sizes != BENCH_FIXED && o->bytes != 0)
                bytes = o->bytes;
            if (!bench_op_takes(op, bytes)) {
                fprintf(stderr, "%s: %s does not take %zu bytes: left out\n", o->program, op->name, bytes);
                continue;
            }
            if (done++ == 0 && !o->json)
                bench_print_head(stdout);
            st = measure(o, op, bytes, libs, count);
        }
    }
    regfree(&pattern);
    if (st == BENCH_DONE && done == 0) {
        if (found == 0)
            fprintf(stderr, "%s: --only: no operation matches '%s'\n", o->program, o->only);
        return BENCH_USAGE;
    }
    return st;
}
