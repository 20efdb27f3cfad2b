/* Two clocks: wall time, and the core clock, which hardware counters would tell
 * but are not available everywhere. A core runs a chain of dependent additions at
 * one a cycle, so timing such a chain gives cycles per second at that moment. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

/* Nanoseconds since some fixed moment. */
double bench_now(void);

/* The same for the time that this thread had the processor, where the system counts it. A call takes longer. */
double bench_cpu_now(void);

/* What two calls of bench_now() with nothing between them say, in nanoseconds. */
double bench_now_cost(void);

/* One look at the core, about 8 microseconds long. Single looks are disturbed as any
 * timing is: take the median of many. */
struct bench_look {
    double mhz;   /* a chain of dependent additions: one a cycle                     */
    double width; /* independent additions for one dependent one. It falls when another
                     thread runs on the same core (which the chain does not feel). */
};
struct bench_look bench_look(void);

#endif
