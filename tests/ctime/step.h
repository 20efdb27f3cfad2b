/* The native stepper: what one call does, as a list of instruction addresses and of the
 * memory addresses each of them touches. */
#ifndef CTIME_STEP_H
#define CTIME_STEP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

#include <Zydis/Zydis.h>

/* ---- step_plan.c: straight-line code, decoded once ---- */

/* A general register as a linear form of the registers at the start of a plan. */
struct form {
    int root; /* 0 to 15 as in the encoding; ROOT_NONE: a constant; ROOT_UNKNOWN */
    int64_t offset;
};
enum { ROOT_NONE = -1, ROOT_UNKNOWN = -2, ROOT_FS = 16, ROOT_GS = 17 };

/* One event: an instruction, or an address that it touches. */
struct event {
    int is_address;
    struct form base, index; /* index.root = ROOT_NONE when there is none */
    int scale;
    int64_t displacement; /* for an instruction: where it lies */
};

enum plan_end {
    END_BRANCH, /* `stop` is a branch, call or return: `branch` describes it   */
    END_MEMORY, /* an address of the instruction at `stop` must be looked up    */
    END_MARK,   /* `stop` is an int3 of the test program                        */
    END_REFUSED /* a system call, a gather or something else that may not occur */
};

struct plan {
    uint64_t start, stop;
    enum plan_end end;
    struct event *events;
    size_t count;
    ZydisDecodedInstruction branch;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

/* The plan that starts at an address of this program; limit = most instructions, 0 = any.
 * Kept for ever when there is no limit, else valid up to the next call. */
const struct plan *plan_at(uint64_t start, size_t limit);

/* The value of a form, and the address of an event. */
uint64_t form_value(struct form form, const struct user_regs_struct *regs);
uint64_t event_address(const struct event *e, const struct user_regs_struct *regs);

/* Register numbers of Zydis to ours, -1 if it is no general register. */
int register_number(ZydisRegister r);

/* ---- step.c: running it ---- */

struct trace {
    uint64_t *item;
    size_t count, room;
};

/* A stopped child that runs this program, under ptrace. */
struct stepper {
    pid_t pid;
    int memory; /* /proc/PID/mem */
    int single; /* one PTRACE_SINGLESTEP an instruction instead of one stop a branch */
    const char *refused;
    uint64_t refused_at;
};

/* Take the child, which has called PTRACE_TRACEME and stopped itself. */
int stepper_attach(struct stepper *s, pid_t pid);

/* Run up to the int3 at `mark` without watching. 0 if it was reached, -1 if the child ended. */
int stepper_run_to(struct stepper *s, uint64_t mark);

/* From the instruction after the last mark up to the next int3, writing the trace.
 * 0 = done, -1 = refused (see refused, refused_at) or the child ended. */
int stepper_trace(struct stepper *s, struct trace *t);

#endif
