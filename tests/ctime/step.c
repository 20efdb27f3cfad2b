/* Running a stopped child and writing down what it executes.
 *
 * Straight-line code needs no stop inside: its instructions are known from where it
 * starts, and its addresses from the registers there, unless an address register is
 * computed on the way, where the child stops once more (step_plan.c). Branches, calls and
 * returns are carried out here, from the child's registers and flags. So the list equals
 * that of PTRACE_SINGLESTEP, at one stop a branch; `single` takes the latter instead, and
 * main_step.c compares the two. */
#define _GNU_SOURCE
#include "step.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static void append(struct trace *t, uint64_t x)
{
    if (t->count == t->room) {
        t->room = t->room == 0 ? 1 << 16 : 2 * t->room;
        t->item = realloc(t->item, t->room * sizeof *t->item);
        if (t->item == NULL)
            abort();
    }
    t->item[t->count++] = x;
}

static int refuse(struct stepper *s, const char *why, uint64_t at)
{
    s->refused = why;
    s->refused_at = at;
    return -1;
}

static int get(struct stepper *s, struct user_regs_struct *regs)
{
    return ptrace(PTRACE_GETREGS, s->pid, NULL, regs) == 0 ? 0 : refuse(s, "the child is gone", 0);
}

/* Let the child run until it stops with SIGTRAP. */
static int go(struct stepper *s, int how)
{
    int status;
    if (ptrace((enum __ptrace_request)how, s->pid, NULL, NULL) != 0)
        return refuse(s, "ptrace cannot continue", 0);
    while (waitpid(s->pid, &status, 0) < 0)
        if (errno != EINTR)
            return refuse(s, "the child is gone", 0);
    if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) {
        struct user_regs_struct regs;
        uint64_t at = WIFSTOPPED(status) && ptrace(PTRACE_GETREGS, s->pid, NULL, &regs) == 0 ? regs.rip : 0;
        return refuse(s, WIFSTOPPED(status) ? "the child got a signal" : "the child ended", at);
    }
    return 0;
}

static int poke(struct stepper *s, uint64_t at, uint8_t byte)
{
    return pwrite(s->memory, &byte, 1, (off_t)at) == 1 ? 0 : refuse(s, "cannot write the child's code", at);
}

static int peek64(struct stepper *s, uint64_t at, uint64_t *x)
{
    return pread(s->memory, x, 8, (off_t)at) == 8 ? 0 : refuse(s, "cannot read the child's memory", at);
}

/* Up to the instruction at `stop`, where a breakpoint is put for the time. */
static int run_up_to(struct stepper *s, uint64_t stop, struct user_regs_struct *regs)
{
    if (regs->rip != stop) {
        uint8_t original = *(const uint8_t *)(uintptr_t)stop; /* the same code lies here */
        if (ptrace(PTRACE_SETREGS, s->pid, NULL, regs) != 0 || poke(s, stop, 0xcc) != 0 || go(s, PTRACE_CONT) != 0 ||
            poke(s, stop, original) != 0 || get(s, regs) != 0)
            return -1;
        if (regs->rip != stop + 1)
            return refuse(s, "the child stopped elsewhere", regs->rip);
        regs->rip = stop;
    }
    return 0;
}

/* ---- branches ---- */

static int condition(ZydisMnemonic m, uint64_t flags, uint64_t rcx)
{
    int c = flags & 1, p = flags >> 2 & 1, z = flags >> 6 & 1, sign = flags >> 7 & 1, o = flags >> 11 & 1;
    switch ((int)m) {
    case ZYDIS_MNEMONIC_JO:
        return o;
    case ZYDIS_MNEMONIC_JNO:
        return !o;
    case ZYDIS_MNEMONIC_JB:
        return c;
    case ZYDIS_MNEMONIC_JNB:
        return !c;
    case ZYDIS_MNEMONIC_JZ:
        return z;
    case ZYDIS_MNEMONIC_JNZ:
        return !z;
    case ZYDIS_MNEMONIC_JBE:
        return c || z;
    case ZYDIS_MNEMONIC_JNBE:
        return !c && !z;
    case ZYDIS_MNEMONIC_JS:
        return sign;
    case ZYDIS_MNEMONIC_JNS:
        return !sign;
    case ZYDIS_MNEMONIC_JP:
        return p;
    case ZYDIS_MNEMONIC_JNP:
        return !p;
    case ZYDIS_MNEMONIC_JL:
        return sign != o;
    case ZYDIS_MNEMONIC_JNL:
        return sign == o;
    case ZYDIS_MNEMONIC_JLE:
        return z || sign != o;
    case ZYDIS_MNEMONIC_JNLE:
        return !z && sign == o;
    case ZYDIS_MNEMONIC_JRCXZ:
        return rcx == 0;
    case ZYDIS_MNEMONIC_JMP:
        return 1;
    default:
        return -1;
    }
}

static int take_branch(struct stepper *s, const struct plan *p, struct user_regs_struct *regs)
{
    const ZydisDecodedInstruction *in = &p->branch;
    const ZydisDecodedOperand *op = p->operands;
    uint64_t next = p->stop + in->length, target = 0;
    if (in->meta.category == ZYDIS_CATEGORY_RET) {
        if (peek64(s, regs->rsp, &target) != 0)
            return -1;
        regs->rsp += 8 + (op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? op[0].imm.value.u : 0);
        regs->rip = target;
        return 0;
    }
    int taken = in->meta.category == ZYDIS_CATEGORY_CALL ? 1 : condition(in->mnemonic, regs->eflags, regs->rcx);
    if (taken < 0)
        return refuse(s, "a branch that the stepper does not know", p->stop);
    if (op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        target = next + op[0].imm.value.u;
    } else if (op[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
        target = form_value((struct form){register_number(op[0].reg.value), 0}, regs);
    } else {
        uint64_t at = (uint64_t)op[0].mem.disp.value;
        if (op[0].mem.base == ZYDIS_REGISTER_RIP)
            at += next;
        else if (op[0].mem.base != ZYDIS_REGISTER_NONE)
            at += form_value((struct form){register_number(op[0].mem.base), 0}, regs);
        if (op[0].mem.index != ZYDIS_REGISTER_NONE)
            at += form_value((struct form){register_number(op[0].mem.index), 0}, regs) * op[0].mem.scale;
        if (peek64(s, at, &target) != 0)
            return -1;
    }
    if (in->meta.category == ZYDIS_CATEGORY_CALL) {
        regs->rsp -= 8;
        if (pwrite(s->memory, &next, 8, (off_t)regs->rsp) != 8)
            return refuse(s, "cannot write the child's stack", p->stop);
    }
    regs->rip = taken ? target : next;
    return 0;
}

/* ---- the two ways of tracing ---- */

static void note(const struct plan *p, const struct user_regs_struct *regs, struct trace *t)
{
    for (size_t i = 0; i < p->count; i++)
        append(t, event_address(p->events + i, regs));
}

static int trace_by_branch(struct stepper *s, struct trace *t)
{
    struct user_regs_struct regs;
    if (get(s, &regs) != 0)
        return -1;
    for (;;) {
        const struct plan *p = plan_at(regs.rip, 0);
        struct user_regs_struct start = regs;
        if (p->end == END_REFUSED)
            return refuse(s, "a gather, a system call or an unknown instruction", p->stop);
        note(p, &start, t);
        if (run_up_to(s, p->stop, &regs) != 0)
            return -1;
        if (p->end == END_BRANCH && take_branch(s, p, &regs) != 0)
            return -1;
        if (p->end == END_MARK) {
            regs.rip++;
            return ptrace(PTRACE_SETREGS, s->pid, NULL, &regs) == 0 ? 0 : refuse(s, "the child is gone", 0);
        }
    }
}

static int trace_by_step(struct stepper *s, struct trace *t)
{
    uint64_t last = 0;
    for (;;) {
        struct user_regs_struct regs;
        if (get(s, &regs) != 0)
            return -1;
        const struct plan *p = plan_at(regs.rip, 1);
        if (p->end == END_REFUSED)
            return refuse(s, "a gather, a system call or an unknown instruction", p->stop);
        if (p->end == END_MARK && p->stop == regs.rip) {
            regs.rip++;
            return ptrace(PTRACE_SETREGS, s->pid, NULL, &regs) == 0 ? 0 : refuse(s, "the child is gone", 0);
        }
        if (regs.rip != last) /* a repeated string instruction stops at each turn */
            note(p, &regs, t);
        last = regs.rip;
        if (go(s, PTRACE_SINGLESTEP) != 0)
            return -1;
    }
}

int stepper_trace(struct stepper *s, struct trace *t)
{
    t->count = 0;
    return s->single ? trace_by_step(s, t) : trace_by_branch(s, t);
}

int stepper_run_to(struct stepper *s, uint64_t mark)
{
    struct user_regs_struct regs;
    do
        if (go(s, PTRACE_CONT) != 0 || get(s, &regs) != 0)
            return -1;
    while (regs.rip != mark + 1);
    return 0;
}

int stepper_attach(struct stepper *s, pid_t pid)
{
    char path[64];
    int status;
    s->pid = pid;
    s->refused = NULL;
    snprintf(path, sizeof path, "/proc/%ld/mem", (long)pid);
    if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        return refuse(s, "the child did not stop (is ptrace allowed here?)", 0);
    ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)(uintptr_t)PTRACE_O_EXITKILL);
    s->memory = open(path, O_RDWR | O_CLOEXEC);
    return s->memory >= 0 ? 0 : refuse(s, "cannot open the child's memory", 0);
}
