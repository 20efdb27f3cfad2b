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

double bench_cpu_now(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
#else
    return bench_now();
#endif
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

/* clang-format off */
/* Register operands: some cores do additions of a constant at renaming, for nothing. */
#if defined(__x86_64__)
#define ADD(x) __asm__ volatile("add %1, %0" : "+r"(x) : "r"(y))
#elif defined(__aarch64__)
#define ADD(x) __asm__ volatile("add %0, %0, %1" : "+r"(x) : "r"(y))
#elif defined(__GNUC__)
#define ADD(x) (x) += y; __asm__ volatile("" : "+r"(x), "+r"(y)) /* not to be merged */
#else
#define ADD(x) (x) += y
#endif
#define CHAIN ADD(a); ADD(a); ADD(a); ADD(a); ADD(a); ADD(a); ADD(a); ADD(a)
#define ACROSS ADD(a); ADD(b); ADD(c); ADD(d); ADD(e); ADD(f); ADD(g); ADD(h)
#define TIMES8(what) what; what; what; what; what; what; what; what
/* clang-format on */

struct bench_look bench_look(void)
{
    enum { LOOPS = 300 };
    static volatile uint64_t sink = 1;
    uint64_t y = sink, a = y, b = y, c = y, d = y, e = y, f = y, g = y, h = y;
    double start = bench_now();
    for (int i = 0; i < LOOPS; i++) {
        TIMES8(CHAIN);
    }
    double middle = bench_now();
    for (int i = 0; i < LOOPS; i++) {
        TIMES8(ACROSS);
    }
    double end = bench_now(), cost = bench_now_cost();
    sink = a + b + c + d + e + f + g + h;
    double chain = middle - start - cost, across = end - middle - cost;
    struct bench_look look = {LOOPS * 64 / chain * 1e3, chain / across};
    return look;
}
