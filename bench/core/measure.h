/* Timing of several jobs against each other.
 *
 * The jobs take turns in short samples, so that a change of the clock or a noisy
 * neighbour meets them all; looks at the core lie between the samples. Samples beside
 * a look that found another thread on the core are dropped, and time is added to make
 * up for them. What is reported are medians, with the 10th and 90th percentile to
 * judge them by. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stddef.h>

struct bench_job {
    int (*run)(void *state); /* one execution; 0 = success */
    void *state;

    /* Filled by bench_measure(), nanoseconds for one execution. */
    double ns, p10, p90;
    int failed;    /* an execution returned something else than 0    */
    int disturbed; /* too few undisturbed samples: all of them are in */
};

struct bench_effort {
    double sample_ns; /* repeat an execution until a sample takes this long */
    double total_ns;  /* time for each job, all samples together (five times that when disturbed) */
    size_t min_rounds;
};

extern const struct bench_effort bench_effort_full, bench_effort_quick;

/* The q-quantile (0 to 1) of n values, which are sorted by the call. */
double bench_quantile(double *values, size_t n, double q);

/* Look at the core for some time: how many independent additions it does in a cycle when nothing else runs on it.
 * A process that begins while another thread is on its core learns too little; the environment's BENCH_WIDTH,
 * where it is more, counts instead. */
double bench_width(double ns);

/* Time n jobs. Returns the core clock in MHz (median of all looks), or 0 when memory ran out. */
double bench_measure(struct bench_job *jobs, size_t n, const struct bench_effort *effort);

#endif
