#include "core/run.h"

#include <errno.h>
#include <guomi/cpu.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/measure.h"
#include "core/report.h"

enum { MAX_LIBS = 8, MAX_BYTES = 1 << 28 };

struct options {
    const char *program;
    const char *only, *backend;
    size_t bytes;
    int bytes_given, quick, json, help;
    regex_t pattern;
};

static const size_t default_sizes[] = {64, 1024, 65536};

static void usage(FILE *f, const char *program)
{
    fprintf(f,
            "Usage: %s [--only REGEX] [--bytes N] [--backend NAME] [--quick] [--json]\n"
            "\n"
            "  --only REGEX    the operations whose name the extended regular expression finds\n"
            "  --bytes N       messages of N bytes instead of 64, 1024 and 65536\n"
            "  --backend NAME  use no more of the processor than",
            program);
    for (size_t i = 0; gm_cpu_class(i) != NULL; i++)
        fprintf(f, " %s", gm_cpu_class(i));
    fprintf(f, "\n"
               "  --quick         shorter and less exact\n"
               "  --json          one JSON object a line\n"
               "\n"
               "Operations:");
    const struct bench_op *op;
    size_t column = 80;
    for (size_t i = 0; (op = bench_op_get(i)) != NULL; i++) {
        size_t n = strlen(op->name) + 1;
        if (column + n > 78) {
            fprintf(f, "\n ");
            column = 1;
        }
        fprintf(f, " %s", op->name);
        column += n;
    }
    fprintf(f, "\n\nRun it alone on the machine and pinned to one core: taskset -c 1 %s\n", program);
}

static int wrong(const struct options *o, const char *format, const char *what)
{
    fprintf(stderr, "%s: ", o->program);
    fprintf(stderr, format, what);
    fprintf(stderr, "; see %s --help\n", o->program);
    return BENCH_USAGE;
}

static int parse_bytes(struct options *o, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || n > MAX_BYTES)
        return wrong(o, "--bytes takes a number up to 268435456, not '%s'", text);
    o->bytes = (size_t)n;
    o->bytes_given = 1;
    return BENCH_DONE;
}

static int parse(struct options *o, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *value = NULL;
        size_t n = strcspn(word, "=");
        int takes = 0;
        static const char *const valued[] = {"--only", "--bytes", "--backend"};
        for (size_t k = 0; k < 3; k++)
            takes |= strlen(valued[k]) == n && strncmp(word, valued[k], n) == 0;
        if (takes) {
            value = word[n] == '=' ? word + n + 1 : ++i < argc ? argv[i] : NULL;
            if (value == NULL)
                return wrong(o, "%s needs a value", word);
        }
        if (strcmp(word, "--quick") == 0)
            o->quick = 1;
        else if (strcmp(word, "--json") == 0)
            o->json = 1;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            o->help = 1;
        else if (!takes)
            return wrong(o, "unexpected '%s'", word);
        else if (word[2] == 'o')
            o->only = value;
        else if (word[3] == 'a')
            o->backend = value;
        else if (parse_bytes(o, value) != BENCH_DONE)
            return BENCH_USAGE;
    }
    return BENCH_DONE;
}

static const struct bench_way *find_way(const struct bench_lib *lib, const struct bench_op *op)
{
    for (size_t i = 0; i < lib->count; i++) {
        const struct bench_lib_way *w = &lib->ways[i];
        if (strcmp(w->op, op->name) == 0)
            return w->offered == NULL || w->offered(op) ? &w->way : NULL;
    }
    return NULL;
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
static int check(const struct options *o, const struct race *r, const struct bench_work *w)
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

static void report(const struct options *o, const struct race *r, const struct bench_work *w, double mhz)
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
        (o->json ? bench_print_json : bench_print_row)(stdout, &line);
    }
}

static int measure(const struct options *o, const struct bench_op *op, size_t bytes,
                   const struct bench_lib *const *libs, size_t count)
{
    struct race r = {.n = 0};
    struct bench_work *w = bench_work_open(op, bytes);
    int st = BENCH_MISMATCH;
    if (w == NULL)
        return st;
    join(&r, "guomi", NULL, &op->guomi);
    for (size_t i = 0; i < count; i++) {
        const struct bench_way *way = find_way(libs[i], op);
        if (way != NULL)
            join(&r, libs[i]->name, libs[i]->version(), way);
    }
    st = check(o, &r, w);
    size_t opened = 0;
    while (st == BENCH_DONE && opened < r.n) {
        r.job[opened].run = r.way[opened]->run;
        if ((r.job[opened].state = r.way[opened]->open(w)) == NULL)
            st = BENCH_IO;
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
            report(o, &r, w, mhz);
    }
    for (size_t i = 0; i < opened; i++)
        r.way[i]->close(r.job[i].state);
    bench_work_close(w);
    return st;
}

static int limit(const struct options *o)
{
    if (o->backend == NULL)
        return BENCH_DONE;
    switch (gm_cpu_limit(o->backend)) {
    case GM_OK:
        return BENCH_DONE;
    case GM_ERR_UNSUPPORTED:
        return wrong(o, "this processor or this build lacks the backend '%s'", o->backend);
    case GM_ERR_ARGUMENT:
        return wrong(o, "no backend is called '%s'", o->backend);
    default:
        return wrong(o, "too late to limit this process to '%s'", o->backend);
    }
}

int bench_run(const char *program, int argc, char **argv, const struct bench_lib *const *libs, size_t count)
{
    struct options o = {.program = program};
    int st = parse(&o, argc, argv);
    if (st != BENCH_DONE)
        return st;
    if (o.help) {
        usage(stdout, program);
        return BENCH_DONE;
    }
    if (regcomp(&o.pattern, o.only != NULL ? o.only : "", REG_EXTENDED | REG_NOSUB) != 0)
        return wrong(&o, "'%s' is no extended regular expression", o.only);
    st = limit(&o);

    size_t done = 0, found = 0;
    const struct bench_op *op;
    for (size_t i = 0; st == BENCH_DONE && (op = bench_op_get(i)) != NULL; i++) {
        if (regexec(&o.pattern, op->name, 0, NULL, 0) != 0)
            continue;
        found++;
        size_t n = op->sizes == BENCH_FIXED || o.bytes_given ? 1 : sizeof default_sizes / sizeof default_sizes[0];
        for (size_t k = 0; k < n && st == BENCH_DONE; k++) {
            size_t bytes = op->sizes == BENCH_FIXED ? op->least : o.bytes_given ? o.bytes : default_sizes[k];
            if (!bench_op_takes(op, bytes)) {
                fprintf(stderr, "%s: %s does not take %zu bytes: left out\n", program, op->name, bytes);
                continue;
            }
            if (done++ == 0 && !o.json)
                bench_print_head(stdout);
            st = measure(&o, op, bytes, libs, count);
        }
    }
    regfree(&o.pattern);
    if (st == BENCH_DONE && found == 0)
        st = wrong(&o, "no operation matches '%s'", o.only);
    else if (st == BENCH_DONE && done == 0)
        st = wrong(&o, "nothing to measure%s", "");
    if (st == BENCH_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        fprintf(stderr, "%s: cannot write to standard output\n", program);
        st = BENCH_IO;
    }
    return st;
}
