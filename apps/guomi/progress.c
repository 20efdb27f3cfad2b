/* The progress line. */
#include "progress.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct {
    const char *what;
    uint64_t total, done;
    double begun, drawn;
    int width; /* characters on the screen */
    bool on;
} p;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void amount(char *out, size_t size, double bytes)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB"};
    unsigned u = 0;
    while (bytes >= 999.5 && u < 5) {
        bytes /= 1000;
        u++;
    }
    snprintf(out, size, u == 0 || bytes >= 99.95 ? "%.0f %s" : "%.1f %s", bytes, units[u]);
}

static void duration(char *out, size_t size, double seconds)
{
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s < 60)
        snprintf(out, size, "%" PRIu64 " s", s);
    else if (s < 3600)
        snprintf(out, size, "%" PRIu64 " min %02" PRIu64 " s", s / 60, s % 60);
    else
        snprintf(out, size, "%" PRIu64 " h %02" PRIu64 " min", s / 3600, s / 60 % 60);
}

static void put(const char *text, size_t len)
{
    if (write(STDERR_FILENO, text, len) < 0)
        p.on = false;
}

void progress_begin(const char *what, uint64_t total)
{
    p.what = what;
    p.total = total;
    p.done = 0;
    p.width = 0;
    p.on = isatty(STDERR_FILENO) == 1;
    p.begun = p.drawn = p.on ? now() : 0;
}

void progress_hide(void)
{
    char blank[200];
    if (p.width == 0)
        return;
    memset(blank, ' ', sizeof blank);
    blank[0] = '\r';
    blank[p.width + 1] = '\r';
    put(blank, (size_t)p.width + 2);
    p.width = 0;
}

void progress_add(uint64_t bytes)
{
    char line[200], rate[32], done[32], left[48];
    double t, speed;
    int n;

    p.done += bytes;
    if (!p.on)
        return;
    t = now();
    if (t - p.begun < 1.0 || (t - p.drawn < 0.25 && p.width != 0))
        return;
    p.drawn = t;
    speed = (double)p.done / (t - p.begun);
    amount(rate, sizeof rate, speed);
    amount(done, sizeof done, (double)p.done);
    if (p.total > 0 && speed > 0) {
        double rest = p.total > p.done ? (double)(p.total - p.done) : 0;
        duration(left, sizeof left, rest / speed);
        n = snprintf(line, 80, "\r%.30s: %3.0f %%, %s, %s/s, %s left", p.what,
                     100.0 * (double)p.done / ((double)p.done + rest), done, rate, left);
    } else {
        n = snprintf(line, 80, "\r%.30s: %s, %s/s", p.what, done, rate);
    }
    if (n > 79)
        n = 79;
    for (; n - 1 < p.width; n++) /* what a longer line before left behind */
        line[n] = ' ';
    put(line, (size_t)n);
    p.width = n - 1;
}

void progress_end(void)
{
    progress_hide();
    p.on = false;
}
