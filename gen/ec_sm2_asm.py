#!/usr/bin/env python3
"""Writes src/ec_sm2/x86_bmi2/sm2_field_bmi2.S: the field of SM2's curve and its group law in MULX, ADCX and ADOX.

doc/sm2_curve.md explains the formulas and proves the bounds. A function is a short program over numbers of 256 bits
in memory; one of them at a time, S, is in registers.
"""
import libx86field

P = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF


class Program(libx86field.Program):
    # ---- sums: operands are below p and so is the result, unless said otherwise ----

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
        self.product(a, b)
        self.montgomery()

    def sqr(self, a):
        self.square(a)
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

libx86field.write("src/ec_sm2/x86_bmi2/sm2_field_bmi2.S", HEAD, list(functions()), P)
