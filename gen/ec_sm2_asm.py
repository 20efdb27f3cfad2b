#!/usr/bin/env python3
"""Writes src/ec_sm2/x86_bmi2/sm2_field_bmi2.S: the field of SM2's curve and its group law in MULX, ADCX and ADOX.

doc/sm2_curve.md explains the formulas and proves the bounds. A function is a short program over numbers of 256 bits
in memory; one of them at a time, S, is in registers.
"""
import pathlib
import re

S = ["r12", "r13", "r14", "r15"]
LOW = ["r8", "r9", "r10", "r11"]  # below S in a product of eight words
SAVED = ["rbx", "rbp", "r12", "r13", "r14", "r15"]


class Program:
    """Slots: "r0", "p1", "q2" are elements of the arrays that the arguments r, p and q point to; all other names are
    places on the stack."""

    def __init__(self, name, arguments, meaning):
        self.name, self.arguments, self.meaning = name, arguments, meaning
        self.lines, self.places = [], {}

    def emit(self, *lines):
        self.lines += lines

    def at(self, slot):
        """The operands of the four words of a slot. r is in rdi and p in rsi; q, where needed, comes to rcx."""
        if re.match(r"[rpq]\d", slot):
            base = {"r": "rdi", "p": "rsi", "q": "rcx"}[slot[0]]
            if slot[0] == "q":
                self.emit("movq @q, %rcx")
            return ["%d(%%%s)" % (32 * int(slot[1:]) + 8 * i, base) for i in range(4)]
        n = self.places.setdefault(slot, len(self.places))
        return ["%d(%%rsp)" % (32 * n + 8 * i) for i in range(4)]

    def chain(self, op, sources, targets):
        first, other = {"add": ("addq", "adcq"), "sub": ("subq", "sbbq")}[op]
        for i in range(4):
            self.emit("%s %s, %s" % (other if i else first, sources[i], targets[i]))

    def load(self, slot):
        self.emit(*("movq %s, %%%s" % x for x in zip(self.at(slot), S)))

    def store(self, slot):
        self.emit(*("movq %%%s, %s" % x for x in zip(S, self.at(slot))))

    # ---- sums: operands are below p and so is the result, unless said otherwise ----

    s = ["%" + x for x in S]
    low = ["%" + x for x in LOW]

    def reduce(self):
        """S, with the carry flag on top, is below 2 p: S - p if that is not negative."""
        t = ["%rax", "%rbx", "%rbp", "%rdx"]
        self.emit("sbbl %ecx, %ecx")
        self.emit(*("movq %s, %s" % x for x in zip(self.s, t)))
        self.chain("sub", ["$-1", ".Lp+8(%rip)", "$-1", ".Lp+24(%rip)"], t)
        self.emit("sbbl $0, %ecx")
        self.emit(*("cmovncq %s, %s" % x for x in zip(t, self.s)))

    def masked_p(self):
        """p or 0, by the mask in rax."""
        self.emit("movq %rax, %rbx", "shlq $32, %rbx", "movq .Lp+24(%rip), %rbp", "andq %rax, %rbp")
        return ["%rax", "%rbx", "%rax", "%rbp"]

    def fold(self):
        """S, with the carry flag on top, is below 2 p: S - p if there is a carry. The result is below 2^256."""
        self.emit("sbbq %rax, %rax")
        self.chain("sub", self.masked_p(), self.s)

    def borrow(self):
        """S, with the carry flag as its sign, is above -p: S + p if it is negative."""
        self.emit("sbbq %rax, %rax")
        self.chain("add", self.masked_p(), self.s)

    def add(self, slot, lazy=False):
        self.chain("add", self.at(slot), self.s)
        if lazy:
            self.fold()
        else:
            self.reduce()

    def sub(self, slot):
        self.chain("sub", self.at(slot), self.s)
        self.borrow()

    def sub_from(self, slot):
        """S = slot - S."""
        self.emit(*("movq %s, %s" % x for x in zip(self.at(slot), self.low)))
        self.chain("sub", self.s, self.low)
        self.emit(*("movq %s, %s" % x for x in zip(self.low, self.s)))
        self.borrow()

    def half(self):
        """S = S / 2, or (S + p) / 2 where S is odd."""
        self.emit("movl %r12d, %eax", "andl $1, %eax", "negq %rax")
        self.chain("add", self.masked_p(), self.s)
        self.emit("sbbq %rdx, %rdx")
        self.emit(*("shrdq $1, %s, %s" % x for x in zip(self.s[1:] + ["%rdx"], self.s)))

    # ---- products: S = a b / 2^256 mod p, below p if one of a and b is; the other is below 2^256 ----

    def mul(self, a, b):
        x, y, t = self.at(a), self.at(b), self.low + self.s
        self.emit("movq %s, %%rdx" % x[0], "mulxq %s, %s, %s" % (y[0], t[0], t[1]))
        for j in (1, 2, 3):
            self.emit("mulxq %s, %%rax, %s" % (y[j], t[j + 1]), "%s %%rax, %s" % ("adcq" if j > 1 else "addq", t[j]))
        self.emit("adcq $0, %s" % t[4])
        for i in (1, 2, 3):
            self.emit("xorl %sd, %sd" % (t[i + 4], t[i + 4]), "movq %s, %%rdx" % x[i])
            for j in range(4):
                self.emit("mulxq %s, %%rax, %%rbx" % y[j])
                self.emit("adcxq %%rax, %s" % t[i + j], "adoxq %%rbx, %s" % t[i + j + 1])
            self.emit("adcq $0, %s" % t[i + 4])
        self.montgomery()

    def sqr(self, a):
        """The six products of different words, doubled while the four squares are added."""
        x, t = self.at(a), self.low + self.s
        self.emit("movq %s, %%rdx" % x[0])
        self.emit("mulxq %s, %%r9, %%r10" % x[1])
        self.emit("mulxq %s, %%rax, %%r11" % x[2], "addq %rax, %r10")
        self.emit("mulxq %s, %%rax, %%r12" % x[3], "adcq %rax, %r11", "adcq $0, %r12")
        self.emit("xorl %r13d, %r13d", "movq %s, %%rdx" % x[1])
        self.emit("mulxq %s, %%rax, %%rbx" % x[2], "adcxq %rax, %r11", "adoxq %rbx, %r12")
        self.emit("mulxq %s, %%rax, %%rbx" % x[3], "adcxq %rax, %r12", "adoxq %rbx, %r13")
        self.emit("movq %s, %%rdx" % x[2], "movl $0, %ebx")
        self.emit("mulxq %s, %%rax, %%r14" % x[3], "adcxq %rax, %r13", "adoxq %rbx, %r14", "adcq $0, %r14")
        self.emit("xorl %r15d, %r15d", "movq %s, %%rdx" % x[0])
        self.emit("mulxq %rdx, %r8, %rax", "adcxq %r9, %r9", "adoxq %rax, %r9")
        for i in (1, 2, 3):
            lo, hi = t[2 * i], t[2 * i + 1]
            self.emit("movq %s, %%rdx" % x[i], "mulxq %rdx, %rax, %rbx")
            self.emit("adcxq %s, %s" % (lo, lo), "adoxq %%rax, %s" % lo)
            self.emit("adcxq %s, %s" % (hi, hi), "adoxq %%rbx, %s" % hi)
        self.montgomery()

    def montgomery(self):
        """S = (LOW + 2^256 S) / 2^256 mod p: the multiple of p that clears two words of LOW, twice, then the sum."""
        self.emit("movl $32, %ecx")
        for m0, m1, t2, t3 in (self.low, self.low[2:] + self.low[:2]):
            self.emit("shlxq %%rcx, %s, %%rax" % m0, "shrxq %%rcx, %s, %%rbx" % m0)
            self.emit("movq %rax, %rdx", "movq %rbx, %rbp")
            self.emit("subq %s, %%rdx" % m0, "sbbq $0, %rbp", "subq %%rdx, %s" % m1)
            self.emit("shlxq %%rcx, %s, %%rdx" % m1, "leaq (%rbp,%rdx), %rbp", "leaq (%rbx,%rdx), %rbx")
            self.emit("shrxq %%rcx, %s, %%rdx" % m1, "leaq (%rax,%rdx), %rax")
            self.emit("sbbq %%rbp, %s" % t2, "sbbq %%rax, %s" % t3, "sbbq %%rbx, %s" % m0)
            self.emit("movq %s, %%rbp" % m1, "sbbq %%rdx, %s" % m1)
            self.emit("addq %%rbp, %s" % t2, "adcq $0, %s" % t3, "adcq $0, %s" % m0, "adcq $0, %s" % m1)
        self.chain("add", self.low, self.s)
        self.reduce()

    # ---- the function ----

    def text(self):
        lines, cfa, frame = [], 8, 32 * len(self.places)
        q_uses = [i for i, line in enumerate(self.lines) if line == "movq @q, %rcx"]
        body = list(self.lines)
        if q_uses == [0]:
            body[0] = "movq %rdx, %rcx"
        elif q_uses:
            body = ["movq %%rdx, %d(%%rsp)" % frame] + [line.replace("@q", "%d(%%rsp)" % frame) for line in body]
            frame += 8
        wiped = frame // 8
        frame += -(frame + 56) % 16
        for r in SAVED:
            cfa += 8
            lines += ["pushq %%%s" % r, ".cfi_adjust_cfa_offset 8", ".cfi_offset %%%s, -%d" % (r, cfa)]
        if frame:
            lines += ["subq $%d, %%rsp" % frame, ".cfi_adjust_cfa_offset %d" % frame]
        lines += body
        if frame:
            lines += ["addq $%d, %%rsp" % frame, ".cfi_adjust_cfa_offset -%d" % frame]
        for r in reversed(SAVED):
            lines += ["popq %%%s" % r, ".cfi_adjust_cfa_offset -8", ".cfi_restore %%%s" % r]
        text = "\n/* void %s(%s): %s */\n" % (self.name, self.arguments, self.meaning)
        text += "\t.p2align 6\n\t.globl {0}\n\t.hidden {0}\n\t.type {0}, @function\n{0}:\n".format(self.name)
        text += "\t.cfi_startproc\n\tendbr64\n" + "".join("\t%s\n" % line for line in lines)
        return text + "\tret\n\t.cfi_endproc\n\t.size {0}, .-{0}\n".format(self.name)


def functions():
    two, three = "u256 *r, const u256 *p", "u256 *r, const u256 *p, const u256 *q"

    f = Program("gmi_ec_sm2_mul_bmi2", three, "r = p q / 2^256 mod p")
    f.mul("p0", "q0")
    f.store("r0")
    yield f

    f = Program("gmi_ec_sm2_sqr_bmi2", two, "r = p^2 / 2^256 mod p")
    f.sqr("p0")
    f.store("r0")
    yield f

    f = Program("gmi_ec_sm2_double_bmi2", two, "r = 2 p, Jacobian (x, y, z)")
    f.sqr("p2")
    f.store("d")
    f.add("p0", lazy=True)
    f.store("v")
    f.sqr("p1")
    f.store("g")
    f.load("p0")
    f.sub("d")
    f.store("u")
    f.mul("p0", "g")
    f.store("b")
    f.mul("u", "v")
    f.store("u")
    f.half()
    f.add("u")
    f.store("a")
    f.mul("p1", "p2")
    f.store("r2")
    f.sqr("a")
    f.sub("b")
    f.sub("b")
    f.store("r0")
    f.sub_from("b")
    f.store("u")
    f.sqr("g")
    f.store("g")
    f.mul("u", "a")
    f.sub("g")
    f.store("r1")
    yield f

    f = Program("gmi_ec_sm2_add_bmi2", three, "r = p + q, Jacobian, q with z^2 and z^3")
    f.sqr("p2")
    f.store("zz")
    f.mul("p0", "q3")
    f.store("u")
    f.mul("p2", "zz")
    f.store("zzz")
    f.mul("q0", "zz")
    f.sub("u")
    f.store("h")
    f.mul("p1", "q4")
    f.store("s")
    f.mul("q1", "zzz")
    f.sub("s")
    f.store("d")
    f.mul("p2", "q2")
    f.store("t")
    f.sqr("h")
    f.store("hh")
    f.mul("t", "h")
    f.store("r2")
    f.mul("u", "hh")
    f.store("u")
    f.mul("h", "hh")
    f.store("hh")
    finish(f, "r1")
    yield f

    f = Program("gmi_ec_sm2_add_affine_bmi2", three, "r = p + q, p Jacobian, q affine")
    f.sqr("p2")
    f.store("zz")
    f.mul("q0", "zz")
    f.sub("p0")
    f.store("h")
    f.mul("p2", "zz")
    f.store("zzz")
    f.sqr("h")
    f.store("hh")
    f.mul("q1", "zzz")
    f.sub("p1")
    f.store("d")
    f.mul("p0", "hh")
    f.store("u")
    f.load("p1")
    f.store("s")
    f.mul("p2", "h")
    f.store("r2")
    f.mul("h", "hh")
    f.store("hh")
    finish(f, "r1")
    yield f

    f = Program("gmi_ec_sm2_add_table_bmi2", three, "r = p + q, p as (x, y, zz, zzz), q affine")
    f.mul("q0", "p2")
    f.sub("p0")
    f.store("h")
    f.mul("q1", "p3")
    f.sub("p1")
    f.store("d")
    f.sqr("h")
    f.store("hh")
    f.load("p1")
    f.store("s")
    f.mul("p0", "hh")
    f.store("u")
    f.mul("h", "hh")
    f.store("t")
    f.mul("p2", "hh")
    f.store("r2")
    f.mul("p3", "t")
    f.store("r3")
    f.load("t")
    f.store("hh")
    finish(f, "r1")
    yield f

    f = Program("gmi_ec_sm2_add_known_bmi2", three, "r = p + q, all affine; r0 is 1 / (q0 - p0) before")
    f.load("q1")
    f.sub("p1")
    f.store("l")
    f.mul("l", "r0")
    f.store("l")
    f.sqr("l")
    f.sub("p0")
    f.sub("q0")
    f.store("r0")
    f.sub_from("p0")
    f.store("t")
    f.mul("t", "l")
    f.sub("p1")
    f.store("r1")
    yield f


def finish(f, y):
    """r0 = d^2 - hh - 2 u, y = d (u - r0) - s hh: the end that all additions share."""
    f.sqr("d")
    f.sub("hh")
    f.sub("u")
    f.sub("u")
    f.store("r0")
    f.sub_from("u")
    f.store("u")
    f.mul("s", "hh")
    f.store("s")
    f.mul("u", "d")
    f.sub("s")
    f.store(y)


HEAD = """/* GENERATED by gen/ec_sm2_asm.py: do not edit. doc/sm2_curve.md explains every choice.
 *
 * The field of SM2's curve, p = 2^256 - 2^224 - 2^96 + 2^64 - 1, and the group law, for processors with BMI2 and ADX.
 * Numbers are four words, lowest first, below p and times 2^256 mod p.
 *
 * Precondition  BMI2 and ADX. Results may be the same objects as operands, but not overlap them otherwise.
 * Registers     System V: rdi = r, rsi = p, rdx = q. rbx, rbp, r12-r15 are kept.
 * Timing        no branch, and no address depends on the numbers.
 * Stack         up to %d bytes of values that follow from the operands. The caller wipes below its frame.
 */
#include "base/target.h"

#if GM_BUILD_X86_ELF

	.text
"""

TAIL = """
	.section .rodata, "a", @progbits
	.p2align 5
.Lp:
	.quad 0xffffffffffffffff, 0xffffffff00000000, 0xffffffffffffffff, 0xfffffffeffffffff

	/* Indirect-branch tracking and shadow stacks are respected. */
	.section .note.gnu.property, "a"
	.p2align 3
	.long 4, 16, 5
	.asciz "GNU"
	.long 0xc0000002, 4, 3, 0

#endif

#if defined(__ELF__)
	.section .note.GNU-stack, "", @progbits
#endif
"""


def main():
    path = pathlib.Path(__file__).resolve().parent.parent / "src/ec_sm2/x86_bmi2/sm2_field_bmi2.S"
    path.parent.mkdir(exist_ok=True)
    programs = list(functions())
    stack = max(32 * len(f.places) + 8 for f in programs)
    path.write_text(HEAD % stack + "".join(f.text() for f in programs) + TAIL)


main()
