#include "core/clock.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

double bench_now(void)
{
    struct timespec t;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_now_cost(void)
{
    static double cost = -1;
    if (cost < 0) {
        double d[301];
        for (int i = 0; i < 301; i++) {
            double t = bench_now();
            d[i] = bench_now() - t;
        }
        qsort(d, 301, sizeof d[0], by_value);
        cost = d[150];
    }
    return cost;
}

/* Register operands: some cores do additions of a constant at renaming, for nothing. */
#if defined(__x86_64__)
#define ADD __asm__ volatile("add %1, %0" : "+r"(x) : "r"(y))
#elif defined(__aarch64__)
#define ADD __asm__ volatile("add %0, %0, %1" : "+r"(x) : "r"(y))
#elif defined(__GNUC__)
#define ADD \
    x += y; \
    __asm__ volatile("" : "+r"(x), "+r"(y))
#else
#define ADD x += y
#endif
#define ADD8 \
    ADD;     \
    ADD;     \
    ADD;     \
    ADD;     \
    ADD;     \
    ADD;     \
    ADD;     \
    ADD
#define ADD64 \
    ADD8;     \
    ADD8;     \
    ADD8;     \
    ADD8;     \
    ADD8;     \
    ADD8;     \
    ADD8;     \
    ADD8

double bench_core_mhz(void)
{
    enum { LOOPS = 300 };
    static volatile uint64_t sink;
    uint64_t x = sink, y = sink | 1;
    double t = bench_now();
    for (int i = 0; i < LOOPS; i++) {
        ADD64;
    }
    t = bench_now() - t - bench_now_cost();
    sink = x;
    return LOOPS * 64 / t * 1e3;
}
