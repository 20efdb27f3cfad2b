/* The cases under the stepper: each is run once without watching, then once for each
 * secret, and every run must execute the same instructions at the same addresses.
 *
 *   ctime_step [--secrets N] [--single] [--skip-below] [--only PATTERN] [--without PATTERN]
 *
 * --skip-below leaves out the rows that valgrind can execute; --only keeps and --without
 * drops the cases whose room/row/case contains PATTERN. Lines as in main_shadow.c. */
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

void ct_result(const void *p, size_t n)
{
    (void)p, (void)n;
}

unsigned ct_run(void)
{
    return run_number;
}

/* The marks: int3 under a name. */
__asm__(".text\n"
        ".globl ct_mark_begin, ct_mark_end, ct_begin_raw, ct_end_raw\n"
        ".type ct_begin_raw, @function\n.type ct_end_raw, @function\n"
        "ct_begin_raw:\nct_mark_begin: int3\nret\n"
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

static void run_child(const struct ct_case *c, const void *row, unsigned secrets)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(1);
    raise(SIGSTOP);
    /* once unwatched: rows are chosen, symbols resolved */
    for (unsigned i = 0; i <= secrets; i++) {
        run_number = i == 0 ? 0 : i - 1;
        secret_state = 0x5eed + i;
        public_state = 42;
        watched = i > 0;
        c->function(row);
    }
    _exit(0);
}

/* ---- in the parent ---- */

enum verdict { OK, LEAK, REFUSED, ABSENT };

static size_t instructions; /* events of the last case */

static void where(char *text, size_t size, uint64_t at)
{
    Dl_info info;
    if (dladdr((void *)(uintptr_t)at, &info) != 0 && info.dli_fbase != NULL)
        snprintf(text, size, "%s+0x%llx", info.dli_fname, (unsigned long long)(at - (uintptr_t)info.dli_fbase));
    else
        snprintf(text, size, "0x%llx", (unsigned long long)at);
}

static void explain(const struct trace *want, const struct trace *got, const char *name, unsigned run)
{
    size_t i = 0;
    char here[512] = "the start";
    while (i < want->count && i < got->count && want->item[i] == got->item[i])
        i++;
    /* the last instruction both agree on: the nearest event that lies in code */
    for (size_t k = i; k-- > 0;) {
        Dl_info info;
        if (dladdr((void *)(uintptr_t)want->item[k], &info) != 0 && plan_at(want->item[k], 1)->count > 0) {
            where(here, sizeof here, want->item[k]);
            break;
        }
    }
    fprintf(stderr, "%s: secret %u differs from secret 0 at event %zu of %zu, at or after %s\n", name, run, i,
            want->count, here);
}

static enum verdict judge(const struct ct_case *c, const void *row, const char *name, unsigned secrets, int single,
                          struct trace *first)
{
    /* absent entries are found without ptrace */
    pid_t probe = fork();
    if (probe == 0) {
        c->function(row);
        _exit(begun ? 0 : 1);
    }
    int status = 0;
    waitpid(probe, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
        return ABSENT;

    static struct trace other;
    struct stepper s = {.single = single};
    enum verdict verdict = OK;
    pid_t pid = fork();
    if (pid == 0)
        run_child(c, row, secrets);
    if (stepper_attach(&s, pid) != 0)
        verdict = REFUSED;
    for (unsigned i = 0; verdict == OK && i < secrets; i++) {
        struct trace *t = i == 0 ? first : &other;
        if (stepper_run_to(&s, (uintptr_t)ct_mark_begin) != 0 || stepper_trace(&s, t) != 0)
            verdict = REFUSED;
        else if (i > 0 && (t->count != first->count || memcmp(t->item, first->item, 8 * t->count) != 0)) {
            explain(first, t, name, i);
            verdict = LEAK;
        }
    }
    if (verdict == REFUSED) {
        char here[512];
        where(here, sizeof here, s.refused_at);
        fprintf(stderr, "%s: %s, %s\n", name, s.refused, here);
    }
    instructions = first->count;
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    close(s.memory);
    return verdict;
}

/* Both ways of stepping must give the same list. */
static int same_both_ways(const struct ct_case *c, const void *row)
{
    struct trace a = {NULL, 0, 0}, b = {NULL, 0, 0};
    enum verdict by_branch = judge(c, row, "self-check", 1, 0, &a), by_step = judge(c, row, "self-check", 1, 1, &b);
    int same = by_branch == OK && by_step == OK && a.count == b.count && memcmp(a.item, b.item, 8 * a.count) == 0;
    if (!same && by_branch == OK && by_step == OK)
        explain(&a, &b, "self-check", 1);
    free(a.item);
    free(b.item);
    return same;
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
    struct trace first = {NULL, 0, 0};
    for (int i = 0; i < CT_PLANTS; i++) {
        enum verdict v = judge(ct_plants + i, NULL, ct_plants[i].name, secrets, single, &first);
        enum verdict want = strcmp(ct_plants[i].name, "clean") == 0 ? OK : LEAK;
        printf("ctime plant/step/%s %s\n", ct_plants[i].name, v == want ? "ok" : want == OK ? "FAIL" : "missed");
    }
    int same = same_both_ways(ct_plants, NULL) && same_both_ways(ct_sm3_cases, ct_rooms[1].row(ct_rooms[1].rows() - 1));
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
                enum verdict v = judge(c, room->row(i), name, secrets, single, &first);
                printf("ctime %s %s", name, words[v]);
                if (v == OK)
                    printf(" %zu", instructions);
                printf("\n");
                fflush(stdout);
            }
    return 0;
}
