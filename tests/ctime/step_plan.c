/* Decoding: the straight-line code from an address, and which memory it touches as a
 * function of the registers at that address. The program under test is a fork of this
 * one, so its code is read here, in place. */
#include <stdlib.h>

#include "step.h"

static const ZydisRegister wide[16] = {
    ZYDIS_REGISTER_RAX, ZYDIS_REGISTER_RCX, ZYDIS_REGISTER_RDX, ZYDIS_REGISTER_RBX,
    ZYDIS_REGISTER_RSP, ZYDIS_REGISTER_RBP, ZYDIS_REGISTER_RSI, ZYDIS_REGISTER_RDI,
    ZYDIS_REGISTER_R8,  ZYDIS_REGISTER_R9,  ZYDIS_REGISTER_R10, ZYDIS_REGISTER_R11,
    ZYDIS_REGISTER_R12, ZYDIS_REGISTER_R13, ZYDIS_REGISTER_R14, ZYDIS_REGISTER_R15,
};

static int register_number(ZydisRegister r)
{
    ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
    for (int i = 0; i < 16; i++)
        if (wide[i] == whole)
            return i;
    return -1;
}

static ZydisDecoder *decoder(void)
{
    static ZydisDecoder d;
    static int ready;
    if (!ready)
        ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ready = 1;
    return &d;
}

int plan_decode(uint64_t at, ZydisDecodedInstruction *in, ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT])
{
    return ZYAN_SUCCESS(ZydisDecoderDecodeFull(decoder(), (const void *)(uintptr_t)at, 15, in, op)) ? 0 : -1;
}

/* ---- one instruction ---- */

/* A general register as a linear form of the registers at the start of a plan. */
struct form {
    int root; /* a slot, or ROOT_UNKNOWN */
    int64_t offset;
};
enum { ROOT_UNKNOWN = -1 };

static struct form now[16]; /* the registers, at the instruction looked at */

static struct event address(struct form base, struct form index, unsigned scale, int64_t displacement)
{
    return (struct event){(uint8_t)base.root, (uint8_t)index.root, (uint8_t)scale, 1,
                          (uint64_t)base.offset + (uint64_t)index.offset * scale + (uint64_t)displacement};
}

static int is_transfer(const ZydisDecodedInstruction *i)
{
    return i->meta.category == ZYDIS_CATEGORY_COND_BR || i->meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
           i->meta.category == ZYDIS_CATEGORY_CALL || i->meta.category == ZYDIS_CATEGORY_RET;
}

static int is_repeated(const ZydisDecodedInstruction *i)
{
    return (i->attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)) != 0;
}

/* Add the addresses of an instruction. 0 = done, 1 = an address register is not known, -1 = refused. */
static int add_addresses(struct plan *p, const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op, uint64_t at)
{
    const struct form none = {SLOT_NONE, 0};
    if (in->mnemonic == ZYDIS_MNEMONIC_NOP) /* has an operand for its length alone */
        return 0;
    for (int k = 0; k < in->operand_count; k++) {
        const ZydisDecodedOperand *o = op + k;
        if (o->type != ZYDIS_OPERAND_TYPE_MEMORY || o->mem.type == ZYDIS_MEMOP_TYPE_AGEN || o->actions == 0)
            continue;
        if (o->mem.type == ZYDIS_MEMOP_TYPE_VSIB)
            return -1;
        struct form base = none, index = none;
        if (o->mem.base == ZYDIS_REGISTER_RIP)
            base.offset = (int64_t)(at + in->length);
        else if (o->mem.base != ZYDIS_REGISTER_NONE)
            base = now[register_number(o->mem.base)];
        if (o->mem.index != ZYDIS_REGISTER_NONE)
            index = now[register_number(o->mem.index)];
        if (base.root == ROOT_UNKNOWN || index.root == ROOT_UNKNOWN)
            return 1;
        p->events[p->count++] = address(base, index, o->mem.scale, o->mem.disp.value);
        if (o->mem.segment == ZYDIS_REGISTER_FS || o->mem.segment == ZYDIS_REGISTER_GS) {
            struct form segment = {o->mem.segment == ZYDIS_REGISTER_FS ? SLOT_FS : SLOT_GS, 0};
            p->events[p->count++] = address(segment, none, 0, 0);
        }
    }
    if (is_repeated(in)) /* how often it repeats */
        p->events[p->count++] = address(now[SLOT_RCX], none, 0, 0);
    return 0;
}

/* What an instruction does to the forms: a few kinds exactly, all else makes its results unknown. */
static void follow(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op)
{
    struct form result = {ROOT_UNKNOWN, 0};
    int target = -1, count = in->operand_count_visible;
    int is_wide = count >= 1 && op[0].type == ZYDIS_OPERAND_TYPE_REGISTER && op[0].size == 64;
    if (is_wide)
        target = register_number(op[0].reg.value);
    if (target >= 0 && count >= 2) {
        int immediate = op[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
        int other = op[1].type == ZYDIS_OPERAND_TYPE_REGISTER ? register_number(op[1].reg.value) : -1;
        if (in->mnemonic == ZYDIS_MNEMONIC_ADD && immediate) {
            result = now[target];
            result.offset += op[1].imm.value.s;
        } else if (in->mnemonic == ZYDIS_MNEMONIC_SUB && immediate) {
            result = now[target];
            result.offset -= op[1].imm.value.s;
        } else if (in->mnemonic == ZYDIS_MNEMONIC_MOV && immediate) {
            result.root = SLOT_NONE;
            result.offset = op[1].imm.value.s;
        } else if (in->mnemonic == ZYDIS_MNEMONIC_MOV && other >= 0) {
            result = now[other];
        } else if (in->mnemonic == ZYDIS_MNEMONIC_LEA && op[1].mem.index == ZYDIS_REGISTER_NONE &&
                   register_number(op[1].mem.base) >= 0) {
            result = now[register_number(op[1].mem.base)];
            result.offset += op[1].mem.disp.value;
        }
    }
    struct form stack = now[SLOT_RSP];
    for (int k = 0; k < in->operand_count; k++)
        if (op[k].type == ZYDIS_OPERAND_TYPE_REGISTER && (op[k].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0) {
            int number = register_number(op[k].reg.value);
            if (number >= 0)
                now[number].root = ROOT_UNKNOWN;
        }
    if (target >= 0 && result.root != ROOT_UNKNOWN)
        now[target] = result;
    if (in->mnemonic == ZYDIS_MNEMONIC_PUSH || in->mnemonic == ZYDIS_MNEMONIC_POP) {
        int popped_to_stack = in->mnemonic == ZYDIS_MNEMONIC_POP && target == SLOT_RSP;
        if (!popped_to_stack && stack.root != ROOT_UNKNOWN) {
            now[SLOT_RSP] = stack;
            now[SLOT_RSP].offset += in->mnemonic == ZYDIS_MNEMONIC_PUSH ? -8 : 8;
        }
    }
}

/* ---- plans ---- */

static int describe_branch(struct branch *b, const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                           uint64_t next)
{
    *b = (struct branch){.condition = in->mnemonic, .next = next};
    b->target = (struct event){SLOT_NONE, SLOT_NONE, 0, 1, 0};
    b->kind = in->meta.category == ZYDIS_CATEGORY_RET    ? BRANCH_RETURN
              : in->meta.category == ZYDIS_CATEGORY_CALL ? BRANCH_CALL
                                                         : BRANCH_JUMP;
    if (b->kind == BRANCH_RETURN) {
        b->dropped = 8 + (op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? op[0].imm.value.u : 0);
    } else if (op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        b->target.displacement = next + op[0].imm.value.u;
    } else if (op[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
        b->target.base = (uint8_t)register_number(op[0].reg.value);
    } else {
        b->in_memory = 1;
        b->target.displacement = (uint64_t)op[0].mem.disp.value;
        b->target.scale = op[0].mem.scale;
        if (op[0].mem.base == ZYDIS_REGISTER_RIP)
            b->target.displacement += next;
        else if (op[0].mem.base != ZYDIS_REGISTER_NONE)
            b->target.base = (uint8_t)register_number(op[0].mem.base);
        if (op[0].mem.index != ZYDIS_REGISTER_NONE)
            b->target.index = (uint8_t)register_number(op[0].mem.index);
        if (op[0].mem.segment == ZYDIS_REGISTER_FS || op[0].mem.segment == ZYDIS_REGISTER_GS)
            return -1;
    }
    return 0;
}

static struct plan *build(uint64_t start, size_t limit)
{
    struct plan *p = calloc(1, sizeof *p);
    size_t room = 64;
    p->events = malloc(room * sizeof *p->events);
    p->start = start;
    for (int i = 0; i < 16; i++)
        now[i] = (struct form){i, 0};
    uint64_t at = start;
    for (size_t n = 0;; n++) {
        ZydisDecodedInstruction in;
        ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
        p->stop = at;
        if (p->count + 16 > room) {
            room *= 2;
            p->events = realloc(p->events, room * sizeof *p->events);
        }
        if (plan_decode(at, &in, op) != 0) {
            p->end = END_REFUSED;
            return p;
        }
        if (in.mnemonic == ZYDIS_MNEMONIC_INT3) {
            p->end = END_MARK;
            return p;
        }
        if (in.meta.category == ZYDIS_CATEGORY_SYSCALL || in.meta.category == ZYDIS_CATEGORY_INTERRUPT) {
            p->end = END_REFUSED;
            return p;
        }
        if (limit > 0 && n == limit) {
            p->end = END_MEMORY;
            return p;
        }
        if (is_repeated(&in) && n > 0) { /* its counts are read where it starts */
            p->end = END_MEMORY;
            return p;
        }
        size_t before = p->count;
        p->events[p->count++] = (struct event){SLOT_NONE, SLOT_NONE, 0, 0, at};
        int known = add_addresses(p, &in, op, at);
        if (known != 0) {
            p->count = before;
            p->end = known > 0 ? END_MEMORY : END_REFUSED;
            return p;
        }
        if (is_transfer(&in)) {
            p->end = describe_branch(&p->branch, &in, op, at + in.length) == 0 ? END_BRANCH : END_REFUSED;
            return p;
        }
        follow(&in, op);
        at += in.length;
    }
}

static struct plan *cache[1 << 18];

struct plan *plan_at(uint64_t start, size_t limit)
{
    static struct plan *last;
    if (limit > 0) {
        if (last != NULL) {
            free(last->events);
            free(last);
        }
        last = build(start, limit);
        return last;
    }
    size_t slots = sizeof cache / sizeof cache[0];
    size_t slot = (size_t)(start * UINT64_C(0x9e3779b97f4a7c15) >> 46);
    while (cache[slot] != NULL && cache[slot]->start != start)
        slot = (slot + 1) % slots;
    if (cache[slot] == NULL)
        cache[slot] = build(start, 0);
    return cache[slot];
}
