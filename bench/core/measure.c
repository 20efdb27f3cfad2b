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

/* A sleeping core takes a while to reach its clock. */
static void wake_up(void)
{
    static int awake;
    double start = bench_now();
    while (!awake && bench_now() - start < 20e6)
        (void)bench_core_mhz();
    awake = 1;
}

double bench_measure(struct bench_job *jobs, size_t n, const struct bench_effort *effort)
{
    size_t *repeats = calloc(n, sizeof *repeats);
    double *samples = calloc(n * MAX_ROUNDS, sizeof *samples), *clocks = calloc(n * MAX_ROUNDS, sizeof *clocks);
    double mhz = 0;
    size_t round = 0, looks = 0;
    if (repeats == NULL || samples == NULL || clocks == NULL)
        goto out;
    wake_up();
    for (size_t i = 0; i < n; i++) {
        jobs[i].failed = 0;
        repeats[i] = find_repeats(&jobs[i], effort->sample_ns);
    }
    double start = bench_now();
    while (round < MAX_ROUNDS && (round < effort->min_rounds || bench_now() - start < effort->total_ns * (double)n)) {
        for (size_t k = 0; k < n; k++) {
            /* Another one begins each time: none always follows the same neighbour. */
            size_t i = (k + round) % n;
            clocks[looks++] = bench_core_mhz();
            if (repeats[i] > 1)
                (void)run_for(&jobs[i], 1); /* its code and data back into the caches */
            samples[i * MAX_ROUNDS + round] = run_for(&jobs[i], repeats[i]) / (double)repeats[i];
        }
        round++;
    }
    mhz = bench_quantile(clocks, looks, 0.5);
    for (size_t i = 0; i < n; i++) {
        double *mine = samples + i * MAX_ROUNDS;
        jobs[i].ns = bench_quantile(mine, round, 0.5);
        jobs[i].p10 = bench_quantile(mine, round, 0.1);
        jobs[i].p90 = bench_quantile(mine, round, 0.9);
    }
out:
    free(repeats);
    free(samples);
    free(clocks);
    return mhz;
}
