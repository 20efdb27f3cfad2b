/* A process that watches itself. Straight-line code needs no watching: its instructions are known from
 * where it starts, and its addresses from the registers there, unless an address register is computed
 * on the way, where it stops once more (step_plan.c). So each piece is copied, a jump to step_back
 * (step_switch.S) is put behind the copy, and the copy is run with the program's registers and stack.
 * Branches, calls and returns are carried out here, from the registers and flags; no copy holds one,
 * so return addresses and all else that the program can see are those of the original.
 *
 * A copy differs from its original in where it lies, which only RIP-relative operands can tell: they
 * are corrected. main_step.c compares lists with those of PTRACE_SINGLESTEP and each result with that
 * of an unwatched run. */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "step.h"

/* step_switch.S */
extern struct state step_state __attribute__((visibility("hidden")));
void step_run(const void *code);
void step_back(void);
void inside_run(void);

extern const char ct_mark_begin[];
extern int ct_inside;

static struct trace *trace;
static void (*stop)(int how);

static void refuse(const char *why, uint64_t at)
{
    stop(trace_refuse(trace, why, at));
}

/* ---- copies ---- */

/* Room for copies near the code that they are copied from, so that 32 bits lead to its data: one piece for
 * this program, others for shared libraries. */
#define AREA ((size_t)64 << 20)
static struct area {
    uint8_t *start;
    size_t used;
} areas[8];

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a < b ? b - a : a - b;
}

static struct area *area_near(uint64_t at)
{
    struct area *area = areas;
    for (; area < areas + sizeof areas / sizeof areas[0] && area->start != NULL; area++)
        if (distance((uintptr_t)area->start, at) < (uint64_t)1 << 30 && AREA - area->used > AREA / 8)
            return area;
    if (area == areas + sizeof areas / sizeof areas[0])
        refuse("too much code", at);
    for (uint64_t away = AREA; away < (uint64_t)1 << 30; away += AREA)
        for (int above = 0; above < 2; above++) {
            uint64_t hint = ((above ? at + away : at - away) + 0xfff) & ~(uint64_t)0xfff;
            void *got = mmap((void *)(uintptr_t)hint, AREA, PROT_READ | PROT_WRITE | PROT_EXEC,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
            if (got == (void *)(uintptr_t)hint) {
                area->start = got;
                return area;
            }
            if (got != MAP_FAILED)
                munmap(got, AREA);
        }
    refuse("no room for copies of the code", at);
    return NULL;
}

static const void *copy_of(const struct plan *p)
{
    static const uint8_t jump[6] = {0xff, 0x25}; /* jmp *0(%rip): to the address that follows */
    const uint64_t back = (uintptr_t)step_back;
    size_t size = p->stop - p->start;
    struct area *area = area_near(p->start);
    uint8_t *copy = area->start + area->used;
    if (size > AREA / 16)
        refuse("a block that is too long", p->start);
    area->used += (size + sizeof jump + sizeof back + 15) & ~(size_t)15;
    memcpy(copy, (const void *)(uintptr_t)p->start, size);
    for (size_t i = 0; i < size;) {
        ZydisDecodedInstruction in;
        ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
        if (plan_decode(p->start + i, &in, op) != 0)
            refuse("an instruction that cannot be copied", p->start + i);
        if ((in.attributes & ZYDIS_ATTRIB_IS_RELATIVE) != 0) {
            int64_t moved = (int64_t)in.raw.disp.value + (int64_t)(p->start - (uintptr_t)copy);
            int32_t narrow = (int32_t)moved;
            if (in.raw.disp.size != 32 || narrow != moved)
                refuse("an instruction that cannot be copied", p->start + i);
            memcpy(copy + i + in.raw.disp.offset, &narrow, 4);
        }
        i += in.length;
    }
    memcpy(copy + size, jump, sizeof jump);
    memcpy(copy + size + sizeof jump, &back, sizeof back);
    return copy;
}

/* ---- branches ---- */

static int condition(ZydisMnemonic m)
{
    uint64_t flags = step_state.flags;
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
        return step_state.slot[SLOT_RCX] == 0;
    case ZYDIS_MNEMONIC_JMP:
        return 1;
    default:
        return -1;
    }
}

static uint64_t *word(uint64_t at)
{
    return (uint64_t *)(uintptr_t)at;
}

static void take_branch(const struct plan *p)
{
    const struct branch *b = &p->branch;
    uint64_t *stack = &step_state.slot[SLOT_RSP];
    if (b->kind == BRANCH_RETURN) {
        step_state.rip = *word(*stack);
        *stack += b->dropped;
        return;
    }
    uint64_t target = event_value(&b->target, &step_state);
    if (b->in_memory)
        target = *word(target);
    int taken = b->kind == BRANCH_CALL ? 1 : condition(b->condition);
    if (taken < 0)
        refuse("a branch that the stepper does not know", p->stop);
    if (b->kind == BRANCH_CALL) {
        *stack -= 8;
        *word(*stack) = b->next;
    }
    step_state.rip = taken ? target : b->next;
}

/* ---- from the begin to the end ---- */

/* Called by step_capture. */
__attribute__((noreturn)) void inside_run(void)
{
    step_state.rip = (uintptr_t)ct_mark_begin + 1;
    trace_begin(trace);
    for (;;) {
        struct plan *p = plan_at(step_state.rip, 0);
        if (p->end == END_REFUSED)
            refuse("a gather, a system call or an unknown instruction", p->stop);
        int how = trace_add(trace, p, &step_state);
        if (how != TRACE_GOES_ON)
            stop(how);
        if (p->stop != p->start) {
            if (p->copy == NULL)
                p->copy = copy_of(p);
            step_run(p->copy);
            step_state.rip = p->stop;
        }
        if (p->end == END_BRANCH) {
            take_branch(p);
        } else if (p->end == END_MARK) {
            how = trace_end(trace);
            if (how != TRACE_GOES_ON)
                stop(how);
            step_run((const void *)(uintptr_t)(p->stop + 1)); /* for good: no copy, no way back */
        }
    }
}

void inside_watch(struct trace *t, void (*on_stop)(int how))
{
    uint64_t fs = 0, gs = 0;
    trace = t;
    stop = on_stop;
    (void)syscall(SYS_arch_prctl, ARCH_GET_FS, &fs);
    (void)syscall(SYS_arch_prctl, ARCH_GET_GS, &gs);
    step_state.slot[SLOT_FS] = fs;
    step_state.slot[SLOT_GS] = gs;
    ct_inside = 1;
}
