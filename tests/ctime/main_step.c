/* The cases under the stepper: each is run twice for each secret, without and with watching. Every
 * watched run must execute the same instructions at the same addresses, and compute what the
 * unwatched one has computed.
 *
 *   ctime_step [--secrets N] [--single] [--skip-below] [--only PATTERN] [--without PATTERN]
 *
 * --single watches by PTRACE_SINGLESTEP. --skip-below leaves out the rows that valgrind can execute; --only keeps and
 * --without drops the cases whose room/row/case contains PATTERN. Lines as in main_shadow.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/target.h"
#include "cpu/cpu.h"
#include "ctime.h"
#include "step.h"

#define VALGRIND_CAN                                                                                     \
    (GMI_CPU(SSSE3) | GMI_CPU(SSE41) | GMI_CPU(AESNI) | GMI_CPU(PCLMUL) | GMI_CPU(AVX) | GMI_CPU(AVX2) | \
     GMI_CPU(BMI1) | GMI_CPU(BMI2) | GMI_CPU(FAST_ZMM))

/* ---- in the child ---- */

static unsigned run_number;
static int begun;
static uint64_t secret_state, public_state;

static uint8_t next_byte(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint8_t)(*state >> 56);
}

void ct_secret(void *p, size_t n)
{
    uint8_t *byte = p;
    for (size_t i = 0; i < n; i++)
        switch (run_number) {
        case 0:
            byte[i] = 0;
            break;
        case 1:
            byte[i] = 0xff;
            break;
        case 2:
            byte[i] = i == 0;
            break;
        case 3:
            byte[i] = i == n - 1 ? 0x80 : 0;
            break;
        default:
            byte[i] = next_byte(&secret_state);
        }
}

void ct_public(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)p)[i] = next_byte(&public_state);
}

void ct_mark_secret(void *p, size_t n)
{
    (void)p, (void)n;
}

void ct_release(void *p, size_t n)
{
    (void)p, (void)n;
}

static uint64_t result; /* a digest of what the run has computed */

void ct_result(const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        result = (result ^ ((const uint8_t *)p)[i]) * UINT64_C(0x100000001b3);
}

unsigned ct_run(void)
{
    return run_number;
}

/* The marks: int3 under a name. The first gives way to step_inside.c where the process watches itself. */
int ct_inside;
__asm__(".text\n"
        ".globl ct_mark_begin, ct_mark_end, ct_begin_raw, ct_end_raw\n"
        ".type ct_begin_raw, @function\n.type ct_end_raw, @function\n"
        "ct_begin_raw:\ncmpl $0, ct_inside(%rip)\njne step_capture\n"
        "ct_mark_begin: int3\nret\n"
        "ct_end_raw:\nct_mark_end: int3\nret\n");
extern const char ct_mark_begin[], ct_mark_end[];
void ct_begin_raw(void);
void ct_end_raw(void);

static int watched;

void ct_begin(void)
{
    begun = 1;
    if (watched)
        ct_begin_raw();
}

void ct_end(void)
{
    if (watched)
        ct_end_raw();
}

enum verdict { OK, LEAK, REFUSED, ABSENT }; /* also the child's exit status */

static void stop_child(int how)
{
    _exit(how == TRACE_DIFFERS ? LEAK : REFUSED);
}

static void run_child(const struct ct_case *c, const void *row, unsigned secrets, int single, struct trace *t)
{
    if (!single) {
        inside_watch(t, stop_child);
    } else {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(REFUSED);
        raise(SIGSTOP);
    }
    for (unsigned i = 0; i < secrets; i++) {
        uint64_t unwatched = 0;
        run_number = i;
        for (watched = 0; watched < 2; watched++) {
            secret_state = 0x5eed + i;
            public_state = 42;
            result = 1;
            c->function(row); /* the first time also chooses rows and resolves symbols */
            if (!begun)
                _exit(ABSENT);
            if (!watched)
                unwatched = result;
        }
        if (result != unwatched)
            stop_child(trace_refuse(t, "the watched run has computed something else", 0));
    }
    _exit(OK);
}

/* ---- in the parent ---- */

static void where(char *text, size_t size, uint64_t at)
{
    Dl_info info;
    if (dladdr((void *)(uintptr_t)at, &info) != 0 && info.dli_fbase != NULL)
        snprintf(text, size, "%s+0x%llx", info.dli_fname, (unsigned long long)(at - (uintptr_t)info.dli_fbase));
    else
        snprintf(text, size, "0x%llx", (unsigned long long)at);
}

static enum verdict judge(const struct ct_case *c, const void *row, const char *name, unsigned secrets, int single,
                          struct trace *t)
{
    char here[512];
    int how = TRACE_GOES_ON;
    t->refused = NULL;
    t->at = 0;
    t->status = -1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        run_child(c, row, secrets, single, t);
    if (single) {
        how = outside_attach(t, pid);
        for (unsigned i = 0; how == TRACE_GOES_ON && i < secrets; i++)
            how = outside_watch(t, pid, (uintptr_t)ct_mark_begin);
        if (how == TRACE_GOES_ON)
            ptrace(PTRACE_DETACH, pid, NULL, NULL);
        else
            kill(pid, SIGKILL);
    }
    if (t->status == -1)
        waitpid(pid, &t->status, 0);
    enum verdict verdict = how == TRACE_DIFFERS   ? LEAK
                           : WIFEXITED(t->status) ? (enum verdict)WEXITSTATUS(t->status)
                                                  : REFUSED;
    where(here, sizeof here, t->at);
    if (verdict == LEAK)
        fprintf(stderr, "%s: differs from secret 0 at event %zu of %zu, after %s\n", name, t->count, t->length, here);
    if (verdict == REFUSED)
        fprintf(stderr, "%s: %s, %s\n", name, t->refused != NULL ? t->refused : "the child got a signal", here);
    return verdict;
}

/* Both ways of watching must give the same list: the second's is compared with the first's. */
static int same_both_ways(const struct ct_case *c, const void *row, struct trace *t)
{
    t->compare = 0;
    return judge(c, row, "self-check", 1, 0, t) == OK && judge(c, row, "self-check", 1, 1, t) == OK;
}

int main(int argc, char **argv)
{
    unsigned secrets = 16;
    int single = 0, skip_below = 0;
    const char *only = "", *without = "//";
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--secrets") == 0 && i + 1 < argc)
            secrets = (unsigned)atoi(argv[++i]);
        else if (strcmp(argv[i], "--single") == 0)
            single = 1;
        else if (strcmp(argv[i], "--skip-below") == 0)
            skip_below = 1;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--without") == 0 && i + 1 < argc)
            without = argv[++i];
        else
            return fprintf(stderr, "ctime_step: unknown argument %s\n", argv[i]), 2;
    struct trace *trace = trace_new();
    if (trace == NULL)
        return fprintf(stderr, "ctime_step: no memory\n"), 2;
    for (int i = 0; i < CT_PLANTS; i++) {
        trace->compare = 0;
        enum verdict v = judge(ct_plants + i, NULL, ct_plants[i].name, secrets, single, trace);
        enum verdict want = strcmp(ct_plants[i].name, "clean") == 0 ? OK : LEAK;
        printf("ctime plant/step/%s %s\n", ct_plants[i].name, v == want ? "ok" : want == OK ? "FAIL" : "missed");
    }
    int same = same_both_ways(&ct_self_check, NULL, trace);
    for (int i = 0; i < CT_PLANTS; i++)
        same &= same_both_ways(ct_plants + i, NULL, trace);
    same &= same_both_ways(ct_sm3_cases, ct_rooms[1].row(ct_rooms[1].rows() - 1), trace);
    printf("ctime plant/step/self-check %s\n", same ? "ok" : "FAIL");
    for (const struct ct_room *room = ct_rooms; room->name != NULL; room++)
        for (size_t i = 0; i < room->rows(); i++)
            for (const struct ct_case *c = room->cases; c->name != NULL; c++) {
                char name[200];
                uint64_t needs = room->row_needs(i);
                snprintf(name, sizeof name, "%s/%s/%s", room->name, room->row_name(i), c->name);
                if (strstr(name, only) == NULL || strstr(name, without) != NULL ||
                    (skip_below && (needs & ~VALGRIND_CAN) == 0))
                    continue;
                if ((needs & ~gmi_cpu_detect()) != 0) {
                    printf("ctime %s cannot\n", name);
                    continue;
                }
                static const char *const words[] = {"ok", "FAIL", "FAIL", "absent"};
                trace->compare = 0;
                enum verdict v = judge(c, room->row(i), name, secrets, single, trace);
                printf("ctime %s %s", name, words[v]);
                if (v == OK)
                    printf(" %zu", trace->length);
                printf("\n");
                fflush(stdout);
            }
    return 0;
}
