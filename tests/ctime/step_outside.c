/* Watching a child from outside, with PTRACE_SINGLESTEP: slow, and as direct as can be. What
 * step_inside.c finds is compared with it (main_step.c). */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "step.h"

static int get(struct trace *t, pid_t pid, struct state *state)
{
    struct user_regs_struct r;
    if (ptrace(PTRACE_GETREGS, pid, NULL, &r) != 0)
        return trace_refuse(t, "the child is gone", 0);
    *state = (struct state){
        {r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11, r.r12, r.r13, r.r14, r.r15,
         r.fs_base, r.gs_base, 0},
        r.rip,
        r.eflags,
    };
    return 0;
}

/* Let the child run until it stops with SIGTRAP. */
static int go(struct trace *t, pid_t pid, int how)
{
    int status;
    struct state state;
    if (ptrace((enum __ptrace_request)how, pid, NULL, NULL) != 0)
        return trace_refuse(t, "ptrace cannot continue", 0);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return trace_refuse(t, "the child is gone", 0);
    if (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP)
        return 0;
    if (!WIFSTOPPED(status)) {
        t->status = status;
        return trace_refuse(t, "the child ended", 0);
    }
    return get(t, pid, &state) != 0 ? -1 : trace_refuse(t, "the child got a signal", state.rip);
}

int outside_watch(struct trace *t, pid_t pid, uint64_t mark)
{
    struct state state;
    uint64_t last = 0;
    do
        if (go(t, pid, PTRACE_CONT) != 0 || get(t, pid, &state) != 0)
            return TRACE_REFUSED;
    while (state.rip != mark + 1);
    trace_begin(t);
    for (;;) {
        const struct plan *p = plan_at(state.rip, 1);
        if (p->end == END_REFUSED)
            return trace_refuse(t, "a gather, a system call or an unknown instruction", p->stop);
        if (p->end == END_MARK && p->stop == state.rip)
            break;
        if (state.rip != last) { /* a repeated string instruction stops at each turn */
            int differs = trace_add(t, p, &state);
            if (differs != TRACE_GOES_ON)
                return differs;
        }
        last = state.rip;
        if (go(t, pid, PTRACE_SINGLESTEP) != 0 || get(t, pid, &state) != 0)
            return TRACE_REFUSED;
    }
    /* the mark itself is left out */
    if (ptrace(PTRACE_POKEUSER, pid, offsetof(struct user, regs.rip), (void *)(uintptr_t)(state.rip + 1)) != 0)
        return trace_refuse(t, "the child is gone", 0);
    return trace_end(t);
}

int outside_attach(struct trace *t, pid_t pid)
{
    int status;
    if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        return trace_refuse(t, "the child did not stop (is ptrace allowed here?)", 0);
    ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)(uintptr_t)PTRACE_O_EXITKILL);
    return 0;
}
