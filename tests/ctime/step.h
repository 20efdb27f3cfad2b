/* The native stepper: what one call does, as a list of instruction addresses and of the
 * memory addresses each of them touches. */
#ifndef CTIME_STEP_H
#define CTIME_STEP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <Zydis/Zydis.h>

/* ---- the registers of the watched program ---- */

/* Slots 0 to 15 are the general registers in the order of their encoding; SLOT_NONE is always 0. */
enum { SLOT_RCX = 1, SLOT_RSP = 4, SLOT_FS = 16, SLOT_GS = 17, SLOT_NONE = 18, SLOTS };

struct state { /* step_switch.S knows where the members lie */
    uint64_t slot[SLOTS];
    uint64_t rip, flags;
};

/* ---- step_plan.c: straight-line code, decoded once ---- */

/* One event: an instruction, or an address that it touches: slot[base] + slot[index] * scale + displacement,
 * with the registers at the start of the plan. For an instruction the displacement is where it lies. */
struct event {
    uint8_t base, index, scale, is_address;
    uint64_t displacement;
};

static inline uint64_t event_value(const struct event *e, const struct state *state)
{
    return state->slot[e->base] + state->slot[e->index] * e->scale + e->displacement;
}

enum plan_end {
    END_BRANCH, /* `stop` is a branch, call or return: `branch` describes it    */
    END_MEMORY, /* an address of the instruction at `stop` must be looked up    */
    END_MARK,   /* `stop` is an int3 of the test program                        */
    END_REFUSED /* a system call, a gather or something else that may not occur */
};

struct branch {
    enum { BRANCH_JUMP, BRANCH_CALL, BRANCH_RETURN } kind;
    ZydisMnemonic condition;
    uint64_t next;       /* the instruction after it                              */
    struct event target; /* with the registers at the branch; BRANCH_RETURN: none */
    int in_memory;       /* the target is read there                              */
    uint64_t dropped;    /* bytes that a return takes from the stack              */
};

struct plan {
    uint64_t start, stop;
    enum plan_end end;
    struct event *events;
    size_t count;
    struct branch branch;
    const void *copy; /* step_inside.c: what lies between start and stop, ready to run */
};

/* The plan that starts at an address of this program; limit = most instructions, 0 = any.
 * Kept for ever when there is no limit, else valid up to the next call. */
struct plan *plan_at(uint64_t start, size_t limit);

/* Decode one instruction of this program. 0 = done. */
int plan_decode(uint64_t at, ZydisDecodedInstruction *in, ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT]);

/* ---- lists ---- */

/* What child and parent share. The first run writes the list, the others are compared with it as they go. */
struct trace {
    int compare;
    size_t count;        /* events of this run so far                         */
    size_t length;       /* events of the first run                           */
    uint64_t at;         /* the last instruction before a difference, or the one refused */
    const char *refused; /* why the run cannot be judged                      */
    int status;          /* of the child, once it was waited for; -1 before   */
    uint64_t item[];
};

/* An empty list that forks share. */
struct trace *trace_new(void);

enum { TRACE_GOES_ON = 0, TRACE_DIFFERS = 1, TRACE_REFUSED = -1 };

/* Begin, add a plan's events, end. */
void trace_begin(struct trace *t);
int trace_add(struct trace *t, const struct plan *p, const struct state *state);
int trace_end(struct trace *t);

int trace_refuse(struct trace *t, const char *why, uint64_t at);

/* ---- step_inside.c: the process watches itself ---- */

/* From now on ct_begin_raw starts the watch, which ends at the next int3. What it finds goes to `t`; at a
 * difference or a refusal `stop` is called, which ends the process. */
void inside_watch(struct trace *t, void (*stop)(int how));

/* ---- step_outside.c: one PTRACE_SINGLESTEP an instruction, of a child ---- */

/* Take the child, which has called PTRACE_TRACEME and stopped itself. TRACE_REFUSED if that fails. */
int outside_attach(struct trace *t, pid_t pid);

/* Run up to the int3 at `mark`, then write down what follows up to the next one. */
int outside_watch(struct trace *t, pid_t pid, uint64_t mark);

#endif
