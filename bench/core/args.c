#include "core/args.h"

#include <errno.h>
#include <guomi/cpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/measure.h"

void bench_list_ops(FILE *f)
{
    const struct bench_op *op;
    size_t column = 0;
    for (size_t i = 0; (op = bench_op_get(i)) != NULL; i++) {
        size_t n = strlen(op->name) + 1;
        if (column + n > 78)
            column = 0;
        if (column == 0)
            fprintf(f, i == 0 ? " " : "\n ");
        fprintf(f, " %s", op->name);
        column += n;
    }
    fprintf(f, "\n");
}

static void usage(const char *program)
{
    printf("Usage: %s [--only REGEX] [--bytes N] [--backend NAME] [--quick] [--json]\n"
           "\n"
           "  --only REGEX    the operations whose name the extended regular expression finds\n"
           "  --bytes N       messages of N bytes instead of 64, 1024 and 65536\n"
           "  --backend NAME  use no more of the processor than this class:",
           program);
    for (size_t i = 0; gm_cpu_class(i) != NULL; i++)
        printf(" %s", gm_cpu_class(i));
    printf("\n"
           "  --quick         shorter and less exact\n"
           "  --json          one JSON object a line\n"
           "  --width         print how many additions a cycle the undisturbed core does, for\n"
           "                  the environment's BENCH_WIDTH; finds disturbed samples better\n"
           "\n"
           "Run it alone on the machine and pinned to one core: taskset -c 1 %s\n"
           "A figure marked ~ was disturbed: run it again.\n"
           "\n"
           "Operations:\n",
           program);
    bench_list_ops(stdout);
}

static int wrong(const char *program, const char *format, const char *what)
{
    fprintf(stderr, "%s: ", program);
    fprintf(stderr, format, what);
    fprintf(stderr, " (try '%s --help')\n", program);
    return 0;
}

static int parse_bytes(struct bench_options *o, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || n == 0 || n > BENCH_MAX_BYTES)
        return wrong(o->program, "--bytes: expected a number from 1 to 268435456, found '%s'", text);
    o->bytes = (size_t)n;
    return 1;
}

static int limit(const char *program, const char *backend)
{
    switch (gm_cpu_limit(backend)) {
    case GM_OK:
        return 1;
    case GM_ERR_UNSUPPORTED:
        return wrong(program, "--backend %s: this processor or this build lacks it", backend);
    case GM_ERR_STATE:
        return wrong(program, "--backend %s: expected once", backend);
    default:
        return wrong(program, "--backend: no class is called '%s'", backend);
    }
}

int bench_args(struct bench_options *o, int *code, const char *program, int argc, char **argv)
{
    static const char *const valued[] = {"--only", "--bytes", "--backend"};
    *o = (struct bench_options){.program = program};
    *code = BENCH_USAGE;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = NULL;
        size_t n = strcspn(word, "="), which = 0;
        while (which < 3 && (strlen(valued[which]) != n || strncmp(word, valued[which], n) != 0))
            which++;
        if (which < 3) {
            value = word[n] == '=' ? word + n + 1 : ++i < argc ? argv[i] : NULL;
            if (value == NULL)
                return wrong(program, "option '%s' requires an argument", word);
        }
        if (which == 0) {
            o->only = value;
        } else if (which == 1) {
            if (!parse_bytes(o, value))
                return 0;
        } else if (which == 2) {
            if (!limit(program, value))
                return 0;
        } else if (strcmp(word, "--quick") == 0) {
            o->quick = 1;
        } else if (strcmp(word, "--json") == 0) {
            o->json = 1;
        } else if (strcmp(word, "--width") == 0) {
            printf("%.3f\n", bench_width(500e6));
            *code = bench_leave(program, BENCH_DONE);
            return 0;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            usage(program);
            *code = bench_leave(program, BENCH_DONE);
            return 0;
        } else {
            return wrong(program, "unexpected '%s'", word);
        }
    }
    return 1;
}

int bench_leave(const char *program, int code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: cannot write to standard output\n", program);
        return code != BENCH_DONE ? code : BENCH_IO;
    }
    return code;
}
