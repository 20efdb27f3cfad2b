#include "core/measure.h"

#include <stdlib.h>

#include "core/clock.h"

enum { MAX_ROUNDS = 2000 };

const struct bench_effort bench_effort_full = {40e3, 40e6, 7};
const struct bench_effort bench_effort_quick = {20e3, 4e6, 3};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(double *values, size_t n, double q)
{
    qsort(values, n, sizeof values[0], by_value);
    double at = q * (double)(n - 1);
    size_t i = (size_t)at;
    return i + 1 < n ? values[i] + (values[i + 1] - values[i]) * (at - (double)i) : values[n - 1];
}

static double run_for(struct bench_job *job, size_t repeats)
{
    int bad = 0;
    double t = bench_now();
    for (size_t i = 0; i < repeats; i++)
        bad |= job->run(job->state);
    t = bench_now() - t - bench_now_cost();
    job->failed |= bad != 0;
    return t > 0 ? t : 0;
}

/* One sample. Other processes rarely get in the way of a short one, and the median forgets it; with an execution
 * of milliseconds they do so every time, so there the time counts that this thread had the processor. */
static double sample(struct bench_job *job, size_t repeats, double sample_ns)
{
    if (repeats > 1)
        return run_for(job, repeats) / (double)repeats;
    double cpu = bench_cpu_now(), t = run_for(job, 1);
    cpu = bench_cpu_now() - cpu;
    return t > 5 * sample_ns && cpu < t ? cpu : t;
}

/* Whose turn sample s is: another one begins each round, so that none always follows the same neighbour. */
static size_t turn(size_t s, size_t n)
{
    return (s % n + s / n) % n;
}

/* How often to run the job so that a sample takes long enough. */
static size_t find_repeats(struct bench_job *job, double sample_ns)
{
    size_t repeats = 1;
    for (;;) {
        double t = run_for(job, repeats);
        if (t >= sample_ns / 2) {
            double exact = sample_ns / t * (double)repeats;
            return exact < 1 ? 1 : (size_t)(exact + 0.5);
        }
        repeats *= 2;
    }
}

/* The width of an undisturbed core: the best that was seen, save for outliers. */
static double full_width;

/* Learn from n looks; returns their median clock. A look whose chain was interrupted, so that its clock is off,
 * seems wide and teaches nothing. scratch: n values. */
static double learn(const struct bench_look *looks, size_t n, double *scratch)
{
    for (size_t i = 0; i < n; i++)
        scratch[i] = looks[i].mhz;
    double mhz = bench_quantile(scratch, n, 0.5);
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (looks[i].mhz > 0.98 * mhz && looks[i].mhz < 1.02 * mhz)
            scratch[m++] = looks[i].width;
    if (m >= 50) {
        double w = bench_quantile(scratch, m, 0.9);
        if (w > full_width)
            full_width = w;
    }
    return mhz;
}

static int quiet(const struct bench_look *look)
{
    return look->width > 0.93 * full_width;
}

double bench_width(double ns)
{
    enum { LOOKS = 1000 };
    struct bench_look looks[LOOKS];
    double scratch[LOOKS], start = bench_now();
    do {
        size_t n = 0;
        while (n < LOOKS && (n < 100 || bench_now() - start < ns))
            looks[n++] = bench_look();
        (void)learn(looks, n, scratch);
    } while (bench_now() - start < ns);
    return full_width;
}

/* A sleeping core takes a while to reach its clock; meanwhile learn what it can do. */
static void wake_up(void)
{
    const char *known = getenv("BENCH_WIDTH");
    bench_width(20e6);
    if (known != NULL && atof(known) > full_width && atof(known) < 16)
        full_width = atof(known);
}

/* The jobs take turns until the time is over; returns the number of rounds. Sample s lies between looks s and s + 1. */
static size_t take_samples(struct bench_job *jobs, size_t n, const struct bench_effort *effort, const size_t *repeats,
                           double *samples, struct bench_look *looks)
{
    size_t round = 0, good = 0; /* good: undisturbed samples */
    double start = bench_now(), budget = effort->total_ns * (double)n;
    looks[0] = bench_look();
    for (;;) {
        double passed = bench_now() - start;
        int enough = round >= effort->min_rounds && passed >= budget;
        if (round == MAX_ROUNDS || (enough && (good * 2 >= round * n || passed >= 5 * budget)))
            return round;
        for (size_t k = 0; k < n; k++) {
            size_t s = round * n + k, i = turn(s, n);
            if (repeats[i] > 1)
                (void)run_for(&jobs[i], 1 + repeats[i] / 8); /* code, data and branches known again */
            samples[s] = sample(&jobs[i], repeats[i], effort->sample_ns);
            looks[s + 1] = bench_look();
            good += (size_t)(quiet(&looks[s]) && quiet(&looks[s + 1]));
        }
        round++;
    }
}

static void evaluate(struct bench_job *job, size_t i, size_t n, size_t rounds, const struct bench_effort *effort,
                     const double *samples, const struct bench_look *looks, double *mine)
{
    size_t count = 0;
    for (int all = 0; all < 2 && count < effort->min_rounds; all++) {
        count = 0;
        job->disturbed = all;
        for (size_t s = 0; s < rounds * n; s++)
            if (turn(s, n) == i && (all || (quiet(&looks[s]) && quiet(&looks[s + 1]))))
                mine[count++] = samples[s];
    }
    job->ns = bench_quantile(mine, count, 0.5);
    job->p10 = bench_quantile(mine, count, 0.1);
    job->p90 = bench_quantile(mine, count, 0.9);
}

double bench_measure(struct bench_job *jobs, size_t n, const struct bench_effort *effort)
{
    size_t total = n * MAX_ROUNDS;
    size_t *repeats = calloc(n, sizeof *repeats);
    double *samples = calloc(total, sizeof *samples), *sorted = calloc(total + 1, sizeof *sorted);
    struct bench_look *looks = calloc(total + 1, sizeof *looks);
    double mhz = 0;
    if (repeats != NULL && samples != NULL && sorted != NULL && looks != NULL) {
        if (full_width == 0)
            wake_up();
        for (size_t i = 0; i < n; i++) {
            jobs[i].failed = 0;
            repeats[i] = find_repeats(&jobs[i], effort->sample_ns);
        }
        size_t rounds = take_samples(jobs, n, effort, repeats, samples, looks);
        mhz = learn(looks, rounds * n + 1, sorted);
        for (size_t i = 0; i < n; i++)
            evaluate(&jobs[i], i, n, rounds, effort, samples, looks, sorted);
    }
    free(repeats);
    free(samples);
    free(sorted);
    free(looks);
    return mhz;
}
