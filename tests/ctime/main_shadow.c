/* The cases under a tool that tracks secret bits: valgrind (GM_CTIME_VALGRIND) or
 * MemorySanitizer (GM_CTIME_MSAN). One line a case and row; the driver tools/ctime reads them:
 *   ok          watched, and the results were seen to be secret
 *   FAIL        a secret reached a branch or an address
 *   unfollowed  nothing was reported, but the tool did not see the results become secret
 *   absent      the row has no such entry
 *   cannot      the tool or the processor lacks an instruction set of the row */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "cpu/cpu.h"
#include "ctime.h"

#if defined(GM_CTIME_VALGRIND)
#include <valgrind/valgrind.h>
#define TOOL "valgrind"
/* What valgrind 3.19 can execute. */
#define CAN                                                                                              \
    (GMI_CPU(SSSE3) | GMI_CPU(SSE41) | GMI_CPU(AESNI) | GMI_CPU(PCLMUL) | GMI_CPU(AVX) | GMI_CPU(AVX2) | \
     GMI_CPU(BMI1) | GMI_CPU(BMI2))
#elif defined(GM_CTIME_MSAN)
#include <sys/wait.h>
#include <unistd.h>
#define TOOL "msan"
#define CAN (~UINT64_C(0))
#else
#error "build with GM_CTIME_VALGRIND or GM_CTIME_MSAN"
#endif

static int unfollowed, begun;
static uint64_t state = 1;

static uint8_t next_byte(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint8_t)(state >> 56);
}

void ct_public(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)p)[i] = next_byte();
}

void ct_secret(void *p, size_t n)
{
    ct_public(p, n);
    gmi_secret(p, n);
}

void ct_mark_secret(void *p, size_t n)
{
    gmi_secret(p, n);
}

void ct_release(void *p, size_t n)
{
    gmi_public(p, n);
}

unsigned ct_run(void)
{
    return 1;
}

void ct_begin(void)
{
    begun = 1;
}

void ct_end(void)
{
}

void ct_result(const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint8_t *byte = (const uint8_t *)p + i;
#if defined(GM_CTIME_VALGRIND)
        uint8_t bits = 0;
        (void)VALGRIND_GET_VBITS(byte, &bits, 1);
        unfollowed |= RUNNING_ON_VALGRIND && bits == 0;
#else
        unfollowed |= __msan_test_shadow(byte, 1) != 0;
#endif
    }
}

enum verdict { OK, LEAK, UNFOLLOWED, ABSENT };

static enum verdict judge(void (*function)(const void *), const void *row)
{
    unfollowed = begun = 0;
#if defined(GM_CTIME_VALGRIND)
    unsigned before = VALGRIND_COUNT_ERRORS;
    function(row);
    if (VALGRIND_COUNT_ERRORS != before)
        return LEAK;
    return !begun ? ABSENT : unfollowed ? UNFOLLOWED : OK;
#else
    /* MSan ends the process at its first report: each case has its own. */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        function(row);
        _exit(!begun ? ABSENT : unfollowed ? UNFOLLOWED : OK);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return LEAK;
    return WEXITSTATUS(status) <= ABSENT ? (enum verdict)WEXITSTATUS(status) : LEAK;
#endif
}

static void report(const char *room, const char *row, const char *name, const char *verdict)
{
    printf("ctime %s/%s/%s %s\n", room, row, name, verdict);
    fflush(stdout);
    fprintf(stderr, "ctime %s/%s/%s %s\n", room, row, name, verdict); /* beside the tool's own report */
}

static void run_room(const struct ct_room *room)
{
    static const char *const words[] = {"ok", "FAIL", "unfollowed", "absent"};
    for (size_t i = 0; i < room->rows(); i++)
        for (const struct ct_case *c = room->cases; c->name != NULL; c++) {
            uint64_t needs = room->row_needs(i);
            int able = (needs & ~(CAN | GMI_CPU(FAST_ZMM))) == 0 && (needs & ~gmi_cpu_detect()) == 0;
            report(room->name, room->row_name(i), c->name, able ? words[judge(c->function, room->row(i))] : "cannot");
        }
}

int main(void)
{
#if defined(GM_CTIME_VALGRIND)
    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "ctime: run this under valgrind\n");
        return 2;
    }
#endif
    for (int i = 0; i < CT_PLANTS; i++) {
        int clean = strcmp(ct_plants[i].name, "clean") == 0;
        int caught = judge(ct_plants[i].function, NULL) == LEAK;
        report("plant", TOOL, ct_plants[i].name, caught != clean ? "ok" : clean ? "FAIL" : "missed");
    }
    for (const struct ct_room *room = ct_rooms; room->name != NULL; room++)
        run_room(room);
    return 0;
}
