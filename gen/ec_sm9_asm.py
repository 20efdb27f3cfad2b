#!/usr/bin/env python3
"""Writes src/ec_sm9/x86_bmi2/sm9_field_bmi2.S: SM9's field and its square, F_q2, in MULX, ADCX and ADOX.

doc/sm9_pairing.md explains the formulas and proves the bounds. A function is a short program over numbers of 256 bits
in memory; one number at a time, S, is in registers, with LOW below it where it has 512 bits.
"""
import libx86field

Q = 0xB640000002A3A6F1D603AB4FF58EC74521F2934B1A7AEEDBE56F9B27E351457D
WORDS = [".Lp+%d(%%rip)" % (8 * i) for i in range(4)]


class Program(libx86field.Program):
    # ---- sums: operands are below q and so is the result ----

    def reduce(self):
        """S, with the carry flag on top, is below 2 q: S - q if that is not negative."""
        t = ["%rax", "%rbx", "%rbp", "%rdx"]
        self.emit("sbbl %ecx, %ecx")
        self.emit(*("movq %s, %s" % x for x in zip(self.s, t)))
        self.chain("sub", WORDS, t)
        self.emit("sbbl $0, %ecx")
        self.emit(*("cmovncq %s, %s" % x for x in zip(t, self.s)))

    def borrow(self):
        """S, with the carry flag as its sign, is above -q: S + q if it is negative."""
        t = ["%rbx", "%rbp", "%rdx", "%rcx"]
        self.emit("sbbq %rax, %rax")
        self.emit(*("movq %s, %s" % x for x in zip(WORDS, t)))
        self.emit(*("andq %%rax, %s" % x for x in t))
        self.chain("add", t, self.s)

    def add(self, slot):
        self.chain("add", self.at(slot), self.s)
        self.reduce()

    def sub(self, slot):
        self.chain("sub", self.at(slot), self.s)
        self.borrow()

    # ---- numbers of 512 bits, below 2^256 q ----

    def wide(self, name):
        return self.at(name + " low") + self.at(name + " high")

    def store_wide(self, name):
        self.emit(*("movq %s, %s" % x for x in zip(self.low + self.s, self.wide(name))))

    def load_wide(self, name):
        self.emit(*("movq %s, %s" % x for x in zip(self.wide(name), self.low + self.s)))

    def sub_wide(self, *names):
        """The difference, plus 2^256 q if it is negative; one after the other."""
        for name in names:
            self.chain("sub", self.wide(name), self.low + self.s)
            self.borrow()

    def add_wide(self, name):
        """The sum, minus 2^256 q if it is not below that."""
        self.chain("add", self.wide(name), self.low + self.s)
        self.reduce()

    def montgomery(self):
        """S = (LOW + 2^256 S) / 2^256 mod q, for a number below 2^256 q. Multiples of q clear LOW from the lowest word
        on and leave at most q above it, which is added to S: that is below 2 q."""
        t = list(self.low)
        for _ in range(4):
            self.emit("movq .Lm(%rip), %rdx", "imulq %s, %%rdx" % t[0], "xorl %ecx, %ecx")
            for j in range(4):
                self.emit("mulxq %s, %%rax, %%rbx" % WORDS[j])
                self.emit("adcxq %%rax, %s" % t[j], "adoxq %%rbx, %s" % t[(j + 1) % 4])
            self.emit("adcxq %%rcx, %s" % t[0])
            t = t[1:] + t[:1]
        self.chain("add", self.low, self.s)
        self.reduce()

    def mul(self, a, b):
        self.product(a, b)
        self.montgomery()

    def sqr(self, a):
        self.square(a)
        self.montgomery()


class Square(Program):
    """Elements of F_q2, as pairs of slots; a wide one is `name 0` and `name 1`."""

    def sum2(self, name, a, b):
        for i in (0, 1):
            self.load(a[i])
            self.add(b[i])
            self.store(name + str(i))
        return name + "0", name + "1"

    def sums(self, a, b):
        self.load(a[0])
        self.add(a[1])
        self.store("s")
        self.load(b[0])
        self.add(b[1])
        self.store("t")

    def parts(self, a, b):
        """a0 b0 and a1 b1 in places, (a0 + a1) (b0 + b1) minus both in registers."""
        self.sums(a, b)
        self.product(a[0], b[0])
        self.store_wide("a")
        self.product(a[1], b[1])
        self.store_wide("b")
        self.product("s", "t")
        self.sub_wide("a", "b")

    def product2(self, name, a, b):
        self.parts(a, b)
        self.store_wide(name + " 1")
        self.load_wide("a")
        self.sub_wide("b", "b")
        self.store_wide(name + " 0")

    def mul2(self, r, a, b):
        self.parts(a, b)
        self.montgomery()
        self.store(r[1])
        self.load_wide("a")
        self.sub_wide("b", "b")
        self.montgomery()
        self.store(r[0])

    def square2(self, name, a):
        """(a0 + a1) (a0 - 2 a1) = a0^2 - 2 a1^2 - a0 a1."""
        self.load(a[0])
        self.add(a[1])
        self.store("s")
        self.load(a[0])
        self.sub(a[1])
        self.sub(a[1])
        self.store("t")
        self.product(a[0], a[1])
        self.store_wide("a")
        self.add_wide("a")
        self.store_wide(name + " 1")
        self.product("s", "t")
        self.add_wide("a")
        self.store_wide(name + " 0")

    def result(self, r, plus, minus, times_u=()):
        """r = a sum of wide elements: the first of plus is loaded; those in times_u (name, sign) come multiplied by u:
        u (x + y u) = -2 y + x u."""
        for i in (0, 1):
            self.load_wide("%s %d" % (plus[0], i))
            for name in plus[1:]:
                self.add_wide("%s %d" % (name, i))
            for name in minus:
                self.sub_wide("%s %d" % (name, i))
            for name, sign in times_u:
                for _ in range(2 - i):
                    if (i == 1) == (sign > 0):
                        self.add_wide("%s %d" % (name, 1 - i))
                    else:
                        self.sub_wide("%s %d" % (name, 1 - i))
            self.montgomery()
            self.store(r[i])


def element(array, i):
    return "%s%d" % (array, 2 * i), "%s%d" % (array, 2 * i + 1)


def functions():
    two, three = "u256 *r, const u256 *p", "u256 *r, const u256 *p, const u256 *q"

    f = Program("gmi_ec_sm9_mul_bmi2", three, "r = p q / 2^256 mod q")
    f.mul("p0", "q0")
    f.store("r0")
    yield f

    f = Program("gmi_ec_sm9_sqr_bmi2", two, "r = p^2 / 2^256 mod q")
    f.sqr("p0")
    f.store("r0")
    yield f

    f = Square("gmi_ec_sm9_mul2_bmi2", three, "the same in F_q2: r = p q / 2^256")
    f.mul2(element("r", 0), element("p", 0), element("q", 0))
    yield f

    f = Program("gmi_ec_sm9_sqr2_bmi2", two, "the same of squares: (p0 + p1) (p0 - 2 p1) = p0^2 - 2 p1^2 - p0 p1")
    f.load("p0")
    f.add("p1")
    f.store("s")
    f.load("p0")
    f.sub("p1")
    f.sub("p1")
    f.store("t")
    f.mul("p0", "p1")
    f.store("m")
    f.add("m")
    f.store("r1")
    f.mul("s", "t")
    f.add("m")
    f.store("r0")
    yield f

    p, q, r = ([element(x, i) for i in range(3)] for x in "pqr")
    f = Square("gmi_ec_sm9_mul6_bmi2", three, "the same in F_q6: three elements of F_q2 each")
    for i in range(3):
        f.product2("p%d%d" % (i, i), p[i], q[i])
    for i, j in ((1, 2), (0, 1), (0, 2)):
        f.product2("x%d%d" % (i, j), f.sum2("l", p[i], p[j]), f.sum2("m", q[i], q[j]))
    f.result(r[0], ["p00"], [], [("x12", 1), ("p11", -1), ("p22", -1)])
    f.result(r[1], ["x01"], ["p00", "p11"], [("p22", 1)])
    f.result(r[2], ["x02", "p11"], ["p00", "p22"])
    yield f

    f = Square("gmi_ec_sm9_mul6_two_bmi2", three, "the same where the third element of q is 0, and is not there")
    f.product2("p00", p[0], q[0])
    f.product2("p11", p[1], q[1])
    f.product2("x01", f.sum2("l", p[0], p[1]), f.sum2("m", q[0], q[1]))
    f.product2("p20", p[2], q[0])
    f.product2("p21", p[2], q[1])
    f.result(r[0], ["p00"], [], [("p21", 1)])
    f.result(r[1], ["x01"], ["p00", "p11"])
    f.result(r[2], ["p11", "p20"], [])
    yield f

    f = Square("gmi_ec_sm9_sqr4_bmi2", three, "r0 + r1 v = (p + q v)^2, v^2 = u: elements of F_q2")
    f.square2("pp", p[0])
    f.square2("qq", q[0])
    f.square2("ss", f.sum2("l", p[0], q[0]))
    f.result(r[0], ["pp"], [], [("qq", 1)])
    f.result(r[1], ["ss"], ["pp", "qq"])
    yield f


HEAD = """/* GENERATED by gen/ec_sm9_asm.py: do not edit. doc/sm9_pairing.md explains every choice.
 *
 * SM9's field F_q and F_q2 = F_q[u]/(u^2 + 2) for processors with BMI2 and ADX. Numbers are four words, lowest first,
 * below q and times 2^256 mod q; elements of F_q2 two numbers, the coefficient of u second.
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

libx86field.write("src/ec_sm9/x86_bmi2/sm9_field_bmi2.S", HEAD, list(functions()), Q,
                  [("m", "-1/q mod 2^64", -pow(Q, -1, 1 << 64) % (1 << 64))])
