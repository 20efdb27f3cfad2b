/* The comparer catches what a library does wrong, and the measuring is sane. */
#include <guomi/sm3.h>

#include "core/args.h"
#include "core/measure.h"
#include "core/report.h"
#include "core/run.h"
#include "gmtest.h"

/* ---- Libraries that are right, wrong, and that fail ---- */

static enum { RIGHT, LAST_BIT, FIRST_BIT, FAILS, NO_OPEN, FAILS_LATER } how;
static int runs;

static void *open_it(const struct bench_work *w)
{
    return how == NO_OPEN ? NULL : (void *)(uintptr_t)w;
}

static int run_it(void *p)
{
    const struct bench_work *w = p;
    int st = gm_sm3(w->out, w->in, w->bytes);
    runs++;
    if (how == LAST_BIT)
        w->out[w->out_len - 1] ^= 1;
    if (how == FIRST_BIT)
        w->out[0] ^= 0x80;
    return how == FAILS || (how == FAILS_LATER && runs > 1) ? 1 : st;
}

static void close_it(void *p)
{
    (void)p;
}

static const char *version(void)
{
    return "1";
}

static const struct bench_lib_way ways[] = {{"sm3", {open_it, run_it, NULL, close_it}, NULL}};
static const struct bench_lib_way unknown_ways[] = {{"sm33", {open_it, run_it, NULL, close_it}, NULL}};
static const struct bench_lib lib = {"other", version, ways, 1}, unknown = {"other", version, unknown_ways, 1};

static size_t asked;

static int only_shorter(const struct bench_op *op, size_t bytes)
{
    (void)op;
    asked = bytes;
    return bytes < 100;
}

static const struct bench_lib_way short_ways[] = {{"sm3", {open_it, run_it, NULL, close_it}, only_shorter}};
static const struct bench_lib short_lib = {"other", version, short_ways, 1};

static int run_with(const struct bench_lib *l, int as)
{
    const struct bench_options o = {.program = "test", .only = "^sm3$", .bytes = 100, .quick = 1};
    how = as;
    runs = 0;
    return bench_run(&o, &l, 1);
}

static void right_output_passes(void)
{
    CHECK_EQ(run_with(&lib, RIGHT), BENCH_DONE);
    CHECK(runs > 10);
}

static void wrong_output_is_an_error(void)
{
    CHECK_EQ(run_with(&lib, LAST_BIT), BENCH_MISMATCH);
    CHECK_EQ(runs, 1); /* and nothing was timed */
    CHECK_EQ(run_with(&lib, FIRST_BIT), BENCH_MISMATCH);
    CHECK_EQ(runs, 1);
}

static void failure_is_an_error(void)
{
    CHECK_EQ(run_with(&lib, FAILS), BENCH_MISMATCH);
    CHECK_EQ(run_with(&lib, NO_OPEN), BENCH_MISMATCH);
    CHECK_EQ(run_with(&lib, FAILS_LATER), BENCH_MISMATCH);
}

static void unknown_operation_is_an_error(void)
{
    CHECK_EQ(run_with(&unknown, RIGHT), BENCH_MISMATCH);
}

static void size_not_offered_is_left_out(void)
{
    CHECK_EQ(run_with(&short_lib, LAST_BIT), BENCH_DONE);
    CHECK_EQ(asked, 100);
    CHECK_EQ(runs, 0);
}

/* ---- Options ---- */

static int parse(struct bench_options *o, int *code, int n, const char *const *words)
{
    char *argv[8] = {(char *)(uintptr_t)"test"};
    for (int i = 0; i < n; i++)
        argv[i + 1] = (char *)(uintptr_t)words[i];
    return bench_args(o, code, "test", n + 1, argv);
}

static void options(void)
{
    struct bench_options o;
    int code;
    CHECK(parse(&o, &code, 5, (const char *const[]){"--only", "x|y", "--bytes=17", "--quick", "--json"}));
    CHECK(strcmp(o.only, "x|y") == 0 && o.bytes == 17 && o.quick && o.json);
    CHECK(parse(&o, &code, 0, NULL));
    CHECK(o.only == NULL && o.bytes == 0 && !o.quick && !o.json);
    static const char *const bad[][2] = {{"--only", NULL},   {"--bytes", NULL},    {"--bytes", "0"},
                                         {"--bytes", "-1"},  {"--bytes", "12x"},   {"--bytes", "268435457"},
                                         {"--bytes", "9e9"}, {"--backend", "mmx"}, {"--fast", NULL},
                                         {"operand", NULL},  {"--quick=1", NULL},  {"--onlyx", "y"}};
    for (size_t i = 0; i < GM_COUNT(bad); i++) {
        CHECK_MSG(!parse(&o, &code, bad[i][1] != NULL ? 2 : 1, bad[i]), "%s is taken", bad[i][0]);
        CHECK_EQ(code, BENCH_USAGE);
    }
}

/* ---- The list of operations ---- */

static void names_are_unique_and_found(void)
{
    const struct bench_op *op;
    for (size_t i = 0; (op = bench_op_get(i)) != NULL; i++)
        CHECK_MSG(bench_op_find(op->name) == op, "%s", op->name);
    CHECK(bench_op_find("sm3-") == NULL);
}

/* Each decryption that is given a ciphertext gives the text back that went into its encryption. */
static void decryption_undoes_encryption(void)
{
    const struct bench_op *op;
    unsigned count = 0;
    for (size_t i = 0; (op = bench_op_get(i)) != NULL; i++) {
        char name[64];
        size_t n = strlen(op->name);
        if (op->sizes != BENCH_ANY || n < 4 || strcmp(op->name + n - 4, "-dec") != 0)
            continue;
        snprintf(name, sizeof name, "%.*s-enc", (int)(n - 4), op->name);
        const struct bench_op *enc = bench_op_find(name);
        CHECK(enc != NULL);
        struct bench_work *dec = bench_work_open(op, 48), *plain = enc != NULL ? bench_work_open(enc, 48) : NULL;
        CHECK(dec != NULL && plain != NULL);
        if (dec != NULL && plain != NULL) {
            CHECK_EQ(bench_way_once(&op->guomi, dec), 0);
            CHECK_MEM(dec->out, plain->in, 48);
            CHECK(memcmp(dec->in, plain->in, 48) != 0);
            count++;
        }
        if (dec != NULL)
            bench_work_close(dec);
        if (plain != NULL)
            bench_work_close(plain);
    }
    CHECK(count >= 12);
}

/* ---- Measuring ---- */

static void quantiles(void)
{
    double v[] = {5, 1, 4, 2, 3};
    CHECK(bench_quantile(v, 5, 0.5) == 3);
    CHECK(bench_quantile(v, 5, 0) == 1);
    CHECK(bench_quantile(v, 5, 1) == 5);
    CHECK(bench_quantile(v, 5, 0.125) == 1.5);
    CHECK(bench_quantile(v, 1, 0.9) == 1);
}

static int spin(void *state)
{
    for (volatile unsigned i = 0; i < *(unsigned *)state; i++)
        ;
    return 0;
}

/* Ten times the work takes about ten times as long. */
static void longer_takes_longer(void)
{
    unsigned few = 500, many = 5000;
    struct bench_job jobs[2] = {{.run = spin, .state = &few}, {.run = spin, .state = &many}};
    double mhz = bench_measure(jobs, 2, &bench_effort_quick);
    CHECK(mhz > 50 && mhz < 20000);
    double ratio = jobs[1].ns / jobs[0].ns;
    CHECK_MSG(ratio > 5 && ratio < 20, "ratio %f", ratio);
    for (int i = 0; i < 2; i++)
        CHECK(jobs[i].p10 <= jobs[i].ns && jobs[i].ns <= jobs[i].p90);
}

static void json_line(void)
{
    char got[512];
    FILE *f = tmpfile();
    CHECK(f != NULL);
    if (f == NULL)
        return;
    struct bench_line line = {"x-many", 64, 2, "a\"b", "row", NULL, 100, 90, 110, 2000, 0, 0};
    bench_print_json(f, &line);
    rewind(f);
    CHECK(fgets(got, sizeof got, f) != NULL);
    fclose(f);
    const char *want = "{\"op\": \"x-many\", \"bytes\": 64, \"items\": 2, \"lib\": \"a\\\"b\", \"backend\": \"row\", "
                       "\"compiler\": null, \"cycles\": 100.0, \"ns\": 50.00, \"cpb\": 1.5625, \"ratio\": null, "
                       "\"p10\": 90.0, \"p90\": 110.0, \"mhz\": 2000}\n";
    CHECK_MSG(strcmp(got, want) == 0, "%s", got);
}

TEST_SUITE(bench_run, CASE(right_output_passes), CASE(wrong_output_is_an_error), CASE(failure_is_an_error),
           CASE(unknown_operation_is_an_error), CASE(size_not_offered_is_left_out), CASE(options),
           CASE(names_are_unique_and_found), CASE(decryption_undoes_encryption), CASE(quantiles),
           CASE(longer_takes_longer), CASE(json_line));
