/* A test harness that runs wherever the library does (MSan, valgrind, wasm):
 * named cases in one table, checks that say what they got, a seed that repeats a run.
 *
 *   static void adds(void) { CHECK_EQ(1 + 1, 2); }
 *   TEST_SUITE(sums, CASE(adds))
 *
 * Usage: test_x [--seed N] [CASE…]. The last line is 'N passed, N failed, N skipped'. */
#ifndef GMTEST_H
#define GMTEST_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GM_COUNT(array) (sizeof(array) / sizeof(array)[0])

struct gmtest_case {
    const char *name;
    void (*run)(void);
};

static unsigned gmtest_failures;  /* of the running case */
static const char *gmtest_skip;   /* reason, if the running case was skipped */
static const char *gmtest_unable; /* why no case can run here */
static uint64_t gmtest_random_state;

#define CASE(function) {#function, function}

#define CHECK_MSG(condition, ...)                                        \
    do {                                                                 \
        if (!(condition)) {                                              \
            gmtest_failures++;                                           \
            if (gmtest_failures <= 10) {                                 \
                printf("  %s:%d: %s: ", __FILE__, __LINE__, #condition); \
                printf(__VA_ARGS__);                                     \
                printf("\n");                                            \
            }                                                            \
        }                                                                \
    } while (0)
#define CHECK(condition) CHECK_MSG(condition, "false")
#define CHECK_EQ(got, want)                                                  \
    do {                                                                     \
        long long got_ = (long long)(got), want_ = (long long)(want);        \
        CHECK_MSG(got_ == want_, "%s is %lld, not %lld", #got, got_, want_); \
    } while (0)
#define CHECK_OK(call) CHECK_EQ(call, 0)
#define CHECK_MEM(got, want, len)                                      \
    do {                                                               \
        if (memcmp(got, want, len) != 0) {                             \
            gmtest_failures++;                                         \
            if (gmtest_failures <= 10)                                 \
                gmtest_show(__FILE__, __LINE__, #got, got, want, len); \
        }                                                              \
    } while (0)
/* The rest of the case does not run; the reason is printed and the case counted as skipped. */
#define SKIP(reason)          \
    do {                      \
        gmtest_skip = reason; \
        return;               \
    } while (0)
/* Part of a case (a row this processor lacks) does not run: printed, and counted as a skip. */
#define SKIP_PART(what) (gmtest_parts_skipped++, (void)printf("  skipped: %s\n", what))
static unsigned gmtest_parts_skipped;

static inline void gmtest_show(const char *file, int line, const char *what, const void *got, const void *want,
                               size_t len)
{
    const uint8_t *g = got, *w = want;
    size_t at = 0;
    while (g[at] == w[at])
        at++;
    printf("  %s:%d: %s differs first at byte %zu of %zu:\n    got  ", file, line, what, at, len);
    for (size_t i = at; i < len && i < at + 32; i++)
        printf("%02x", g[i]);
    printf("\n    want ");
    for (size_t i = at; i < len && i < at + 32; i++)
        printf("%02x", w[i]);
    printf("\n");
}

/* splitmix64: repeatable, good enough to vary inputs. */
static inline uint64_t rand_u64(void)
{
    uint64_t z = gmtest_random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline size_t rand_below(size_t n)
{
    return (size_t)(rand_u64() % n);
}

static inline void rand_bytes(void *p, size_t len)
{
    for (uint8_t *b = p; len > 0; len--)
        *b++ = (uint8_t)rand_u64();
}

static inline int gmtest_main(const char *suite, const struct gmtest_case *cases, size_t n, int argc, char **argv)
{
    unsigned passed = 0, failed = 0, skipped = 0;
    uint64_t seed = 1;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--seed") == 0) {
        seed = strtoull(argv[2], NULL, 0);
        first = 3;
    }
    printf("%s, seed %" PRIu64 "\n", suite, seed);
    for (size_t i = 0; i < n; i++) {
        int wanted = first >= argc;
        for (int a = first; a < argc; a++)
            wanted |= strcmp(argv[a], cases[i].name) == 0;
        if (!wanted)
            continue;
        gmtest_failures = 0;
        gmtest_skip = gmtest_unable;
        gmtest_random_state = seed;
        if (gmtest_unable == NULL)
            cases[i].run();
        if (gmtest_failures != 0) {
            failed++;
            printf("FAILED  %s (%u checks)\n", cases[i].name, gmtest_failures);
        } else if (gmtest_skip != NULL) {
            skipped++;
            printf("skipped %s: %s\n", cases[i].name, gmtest_skip);
        } else {
            passed++;
            printf("ok      %s\n", cases[i].name);
        }
        fflush(stdout);
    }
    skipped += gmtest_parts_skipped;
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed != 0 || passed + skipped == 0;
}

#define TEST_SUITE(suite, ...) TEST_SUITE_IF(suite, 1, NULL, __VA_ARGS__)
/* Its cases are compiled for processors that this one may not be: even to enter them may be too much. */
#define TEST_SUITE_IF(suite, able, reason, ...)                         \
    int main(int argc, char **argv)                                     \
    {                                                                   \
        static const struct gmtest_case cases[] = {__VA_ARGS__};        \
        gmtest_unable = (able) ? NULL : (reason);                       \
        return gmtest_main(#suite, cases, GM_COUNT(cases), argc, argv); \
    }                                                                   \
    typedef int gmtest_needs_semicolon_##suite

#endif
