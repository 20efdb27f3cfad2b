#!/usr/bin/env python3
"""Writes src/sm3/*/sm3_compress_*.S, the single-stream SM3 kernels. doc/sm3_kernels.md explains them.

The order of the operations inside a round is data (ORDER below); --try lets a search write candidates elsewhere
without touching the committed files.
"""
import json
import pathlib
import sys

RING = 36            # words of W and of W' kept, a multiple of 3; see "Memory" in doc/sm3_kernels.md
STATE = ["eax", "ebx", "ecx", "edx", "r8d", "r9d", "r10d", "r11d"]
W_AT, WX_AT = 8, 168  # rsp offsets of slot 0 of W (16-byte stores begin at slot 2) and of W'
LEFT_AT = 320         # blocks left
FRAME = 328           # keeps rsp 16-byte aligned after six pushes and the return address

# Names of a round's operations in program order. "v" marks where vector work may go: it is spread evenly
# over all operations, so only the order of the scalar ones is written.
ORDER = {
    "early": "a12 s w0 w1 w2 hW hw t0 t1 t2 dX dt bR fR ss1 ss2 dA hT p9 p17 px py".split(),
    "late": "a12 s w0 w1 w2 w3 hW hw t0 t1 u0 u1 t2 dX du dt bR fR ss1 ss2 dA hT p9 p17 px py".split(),
    "split": "a12 s w0 w1 w2 w3 w4 w5 hW hw t0 t1 u0 u1 t2 dX du dt bR fR ss1 ss2 dA hT p9 p17 px py".split(),
}


def r64(r):
    return {"eax": "rax", "ebx": "rbx", "ecx": "rcx", "edx": "rdx", "ebp": "rbp"}.get(r, r.rstrip("d"))


def constant(j):
    t = 0x79CC4519 if j < 16 else 0x7A879D8A
    j %= 32
    k = (t << j | t >> (32 - j)) & 0xFFFFFFFF
    return k - (1 << 32) if k >> 31 else k


def w_at(j):
    return "%d(%%rsp)" % (W_AT + 4 * ((j + 2) % RING))


def wx_at(j):
    return "%d(%%rsp)" % (WX_AT + 4 * (j % RING))


def round_ops(j, split, next_split, order):
    """The scalar instructions of round j. In the split form su and sv = the parts of E from the round before."""
    n = -j % 4
    a, b, c, d = (STATE[(i + n) % 4] for i in range(4))
    e, f, g, h = (STATE[4 + (i + n) % 4] for i in range(4))
    su, sv, x, s, w = "r12d", "r13d", "r14d", "r15d", "ebp"
    t, u = (su, sv)
    late = j >= 16
    ops = {
        "a12": "rorx $20, %%%s, %%%s" % (a, x),
        "s": "leal %d(%%%s,%%%s), %%%s" % (constant(j), r64(x), r64(e), s),
        "ss1": "rorx $25, %%%s, %%%s" % (s, s),
        "ss2": "xorl %%%s, %%%s" % (s, x),
        "hW": "addl %s, %%%s" % (w_at(j), h),
        "dX": "addl %s, %%%s" % (wx_at(j), d),
        "hw": "addl %%%s, %%%s" % (sv if split else w, h),
        "dt": "addl %%%s, %%%s" % (t, d),
        "dA": "addl %%%s, %%%s" % (x, d),
        "hT": "addl %%%s, %%%s" % (s, h),
        "bR": "rorx $23, %%%s, %%%s" % (b, b),
        "fR": "rorx $13, %%%s, %%%s" % (f, f),
        "w0": "movl %%%s, %%%s" % (f, w),
        "w1": "xorl %%%s, %%%s" % (g, w),
        "t0": "movl %%%s, %%%s" % (b, t),
        "t1": "xorl %%%s, %%%s" % (c, t),
    }
    if late:
        ops["t2"] = "andl %%%s, %%%s" % (a, t)
        ops["u0"] = "movl %%%s, %%%s" % (b, u)
        ops["u1"] = "andl %%%s, %%%s" % (c, u)
        ops["du"] = "addl %%%s, %%%s" % (u, d)
        if split:
            ops["w2"] = "andl %%%s, %%%s" % (w, sv)
            ops["w3"] = "xorl %%%s, %%%s" % (g, sv)
            ops["w4"] = "andl %%%s, %%%s" % (w, su)
            ops["w5"] = "xorl %%%s, %%%s" % (su, sv)
        else:
            ops["w2"] = "andl %%%s, %%%s" % (e, w)
            ops["w3"] = "xorl %%%s, %%%s" % (g, w)
    else:
        ops["t2"] = "xorl %%%s, %%%s" % (a, t)
        ops["w2"] = "xorl %%%s, %%%s" % (e, w)
    ops["p17"] = "rorx $15, %%%s, %%%s" % (h, sv)
    ops["p9"] = "rorx $23, %%%s, %%%s" % (h, su)
    if next_split:
        ops["px"] = "xorl %%%s, %%%s" % (h, su)
        ops["py"] = "movl %%%s, %%%s\n\txorl %%%s, %%%s" % (su, h, sv, h)
    else:
        ops["px"] = "xorl %%%s, %%%s" % (su, h)
        ops["py"] = "xorl %%%s, %%%s" % (sv, h)
    assert sorted(order) == sorted(ops), set(order) ^ set(ops)
    return [ops[name] for name in order]


class Vector:
    """The message expansion in xmm registers: X[k] = W[3k + 16 .. 3k + 18], Y[k] = W[3k + 3 .. 3k + 5]."""

    def __init__(self, vl):
        self.vl = vl
        self.free = ["xmm%d" % i for i in range(15, -1, -1)]
        self.at = {}
        self.swap, self.swap_last = self.free.pop(), self.free.pop()
        self.rol8 = None if vl else self.free.pop()

    def reg(self, name):
        return "%" + self.at[name]

    def new(self, name):
        self.at[name] = self.free.pop()
        return "%" + self.at[name]

    def drop(self, name):
        self.free.append(self.at.pop(name))

    def constants(self):
        out = ["vmovdqa .Lbytes(%%rip), %%%s" % self.swap, "vmovdqa .Lbytes+16(%%rip), %%%s" % self.swap_last]
        if self.rol8:
            out.append("vmovdqa .Lbytes+32(%%rip), %%%s" % self.rol8)
        return out

    # Where each quantity lies at the start of a block; load() leaves them there.
    START = ["X-1", "X-2", "X-3", "Y-1", "Y0", "Y1", "Y2", "Y3"]

    def load(self, base):
        """Read a block: W[0..15] and W'[0..11] to memory, the first X and Y to registers."""
        out = []
        swap = "%" + self.swap
        vec = [self.new(n) for n in ("Y-1", "V1", "V2", "Y3")]
        for i, v in enumerate(vec):
            out.append("vmovdqu %d(%s), %s" % (16 * i, base, v))
            out.append("vpshufb %s, %s, %s" % (swap, v, v))
            out.append("vmovdqu %s, %s" % (v, w_at(4 * i)))
            if i > 0:
                t = self.new("t")
                out.append("vpxor %s, %s, %s" % (vec[i - 1], v, t))
                out.append("vmovdqu %s, %s" % (t, wx_at(4 * (i - 1))))
                self.drop("t")
        self.drop("V1")
        self.drop("V2")
        for name, word in (("Y0", 3), ("Y1", 6), ("Y2", 9), ("X-3", 7), ("X-2", 10)):
            r = self.new(name)
            out.append("vmovdqu %d(%s), %s" % (4 * word, base, r))
            out.append("vpshufb %s, %s, %s" % (swap, r, r))
        r = self.new("X-1")  # not from 52: that would read past the block
        out.append("vmovdqu 48(%s), %s" % (base, r))
        out.append("vpshufb %%%s, %s, %s" % (self.swap_last, r, r))
        return out

    def rol(self, n, x, t, out):
        """Instructions that make x <<< n in `out`; t is free and may be x where x is not needed any more."""
        if self.vl:
            return ["vprold $%d, %s, %s" % (n, x, out)]
        return ["vpslld $%d, %s, %s" % (n, x, out), "vpsrld $%d, %s, %s" % (32 - n, x, t),
                "vpxor %s, %s, %s" % (t, out, out)]

    def step(self, k):
        """W[3k + 16 ..] from what came before; stores W[3k + 16 ..] and W'[3k + 12 ..]."""
        out = []
        t, u = self.new("t"), self.new("u")
        if k >= 1:
            y = self.new("Y%d" % (k + 3))
            out.append("vpshufd $0x80, %s, %s" % (self.reg("X%d" % (k - 2)), y))
            out.append("vpalignr $12, %s, %s, %s" % (y, self.reg("X%d" % (k - 1)), y))
        x1, x2, x3 = (self.reg("X%d" % (k - i)) for i in (1, 2, 3))
        y16, y13 = self.reg("Y%d" % (k - 1)), self.reg("Y%d" % k)
        if self.vl:
            out.append("vprold $15, %s, %s" % (x1, t))
            out.append("vpternlogd $0x96, %s, %s, %s" % (y16, x3, t))
            out.append("vprold $15, %s, %s" % (t, u))
            out.append("vprold $23, %s, %s" % (t, y16))
            out.append("vpternlogd $0x96, %s, %s, %s" % (u, y16, t))
            out.append("vprold $7, %s, %s" % (y13, u))
            self.drop("X%d" % (k - 3))
            self.drop("Y%d" % (k - 1))
            x = self.new("X%d" % k)
            out.append("vpternlogd $0x96, %s, %s, %s" % (u, x2, t))
            # t becomes the result: swap the names instead of moving
            self.at["X%d" % k], self.at["t"] = self.at["t"], self.at["X%d" % k]
        else:
            out.append("vpslld $15, %s, %s" % (x1, t))
            out.append("vpsrld $17, %s, %s" % (x1, u))
            out.append("vpxor %s, %s, %s" % (y16, x3, x3))  # both die here
            out.append("vpxor %s, %s, %s" % (t, u, t))
            out.append("vpxor %s, %s, %s" % (x3, t, t))
            out.append("vpslld $7, %s, %s" % (y13, y16))
            out.append("vpsrld $25, %s, %s" % (y13, x3))
            out.append("vpshufb %%%s, %s, %s" % (self.rol8, t, u))
            out.append("vpxor %s, %s, %s" % (y16, x3, x3))
            out.append("vpxor %s, %s, %s" % (t, u, u))      # P1(t) = t ^ rol15(t ^ rol8 t)
            out.append("vpxor %s, %s, %s" % (x2, x3, x3))
            out.append("vpxor %s, %s, %s" % (t, x3, x3))
            out.append("vpslld $15, %s, %s" % (u, t))
            out.append("vpsrld $17, %s, %s" % (u, u))
            out.append("vpxor %s, %s, %s" % (t, x3, x3))
            out.append("vpxor %s, %s, %s" % (u, x3, x3))
            self.at["X%d" % k] = self.at.pop("X%d" % (k - 3))
            self.drop("Y%d" % (k - 1))
        x = self.reg("X%d" % k)
        if k <= 15:
            out.append("vmovdqu %s, %s" % (x, w_at(3 * k + 16)))
        out.append("vpxor %s, %s, %s" % (x, self.reg("Y%d" % (k + 3)), self.reg("u")))
        out.append("vmovdqu %s, %s" % (self.reg("u"), wx_at(3 * k + 12)))
        self.drop("t")
        self.drop("u")
        return out

    def end(self):
        """All quantities of a block die; returns the map to restore for the next one."""
        for name in list(self.at):
            self.drop(name)


def spread(scalar, vector):
    """The vector instructions at even distances among the scalar ones."""
    out, done = [], 0
    for i, op in enumerate(scalar):
        out.append(op)
        want = (i + 1) * len(vector) // len(scalar)
        out += vector[done:want]
        done = want
    return out


def kernel(vl, orders, split_of):
    vec = Vector(vl)
    out = vec.constants()
    free = list(vec.free)
    out += vec.load("%rsi")
    start = {n: vec.at[n] for n in Vector.START}
    out += ["movl %d(%%rdi), %%%s" % (4 * i, r) for i, r in enumerate(STATE)]
    out += ["jmp 1f", ".p2align 6", "1:"]
    # The next block, or this one again when it is the last: its bytes are read and not used.
    out += ["leaq 64(%rsi), %r12", "subq $1, %d(%%rsp)" % LEFT_AT, "cmovneq %r12, %rsi"]
    rounds = []
    for j in range(64):
        kind = "early" if j < 16 else "split" if split_of(j) else "late"
        rounds.append(round_ops(j, kind == "split", j + 1 < 64 and j + 1 >= 16 and split_of(j + 1), orders[kind]))
    for k in range(18):
        scalar = sum(rounds[3 * k:3 * k + 3], [])
        out += spread(scalar, vec.step(k))
    vec.end()
    vec.free = free
    load = vec.load("%rsi")
    assert start == {n: vec.at[n] for n in Vector.START}
    out += spread(sum(rounds[54:64], []), load)
    for i, r in enumerate(STATE):
        out.append("xorl %d(%%rdi), %%%s" % (4 * i, r))
    for i, r in enumerate(STATE):
        out.append("movl %%%s, %d(%%rdi)" % (r, 4 * i))
    out += ["cmpq $0, %d(%%rsp)" % LEFT_AT, "jne 1b"]
    return out


BANNER = """/* GENERATED by gen/sm3_asm.py: do not edit. doc/sm3_kernels.md explains every choice.
 *
 * SM3 compression, one message (GB/T 32905-2016, 5.3): for each of nblocks blocks B at in,
 *     h = CF(h, B).
 *
 *     void %(name)s(uint32_t h[8], const uint8_t *in, size_t nblocks);
 *
 * Precondition  %(cpu)s; h is 8 words in native order; in need not be aligned; h and in are
 *               disjoint; nblocks may be 0. Reads no byte outside in[0 .. 64 nblocks).
 * Registers     System V: rdi = h, rsi = in, rdx = nblocks. rbx, rbp, r12-r15 are kept.
 * Timing        depends on nblocks only: no branch and no address depends on h or the message.
 * Stack         %(frame)d bytes hold W; they, and the vector registers, are zeroed at the end.
 */
#include "base/target.h"

#if GM_BUILD_X86_ELF

"""


def emit(name, vl, cpu, orders, split_of):
    text = BANNER % {"name": name, "cpu": cpu, "frame": LEFT_AT - W_AT}
    lines = []
    saved = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
    cfa = 8
    for r in saved:
        cfa += 8
        lines += ["pushq %%%s" % r, ".cfi_adjust_cfa_offset 8", ".cfi_offset %%%s, -%d" % (r, cfa)]
    lines += ["subq $%d, %%rsp" % FRAME, ".cfi_adjust_cfa_offset %d" % FRAME, "movq %%rdx, %d(%%rsp)" % LEFT_AT]
    lines += kernel(vl, orders, split_of)
    lines += ["vpxor %xmm0, %xmm0, %xmm0"]
    lines += ["vmovdqu %%ymm0, %d(%%rsp)" % at for at in range(0, LEFT_AT, 32)]
    lines += ["vpxor %%xmm%d, %%xmm%d, %%xmm%d" % (i, i, i) for i in range(1, 16)] + ["vzeroupper"]
    lines += ["xorl %%%s, %%%s" % (r, r) for r in STATE]
    lines += ["addq $%d, %%rsp" % FRAME, ".cfi_adjust_cfa_offset -%d" % FRAME]
    for r in reversed(saved):
        lines += ["popq %%%s" % r, ".cfi_adjust_cfa_offset -8", ".cfi_restore %%%s" % r]
    text += "\t.text\n\t.p2align 6\n\t.globl %(n)s\n\t.hidden %(n)s\n\t.type %(n)s, @function\n%(n)s:\n" % {"n": name}
    text += "\t.cfi_startproc\n\tendbr64\n\ttestq %rdx, %rdx\n\tje 2f\n"
    for line in lines:
        text += line + "\n" if line.endswith(":") else "\t" + line + "\n"
    text += "2:\n\tret\n\t.cfi_endproc\n\t.size %(n)s, .-%(n)s\n" % {"n": name}
    text += """
	.section .rodata, "a", @progbits
	.p2align 4
.Lbytes:	/* big-endian words; the same, one word down; words rotated by 8 */
	.byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
	.byte 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0
	.byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14

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
    return text


# Which late rounds are split, and orders other than those above. Processors without AVX-512 have four integer pipes.
FILES = {
    "src/sm3/bmi2/sm3_compress_bmi2.S":
        ("gmi_sm3_compress_bmi2", False, "AVX, BMI1 and BMI2", "none",
         {"early": "a12 s w0 w2 w1 hW hw t0 t1 t2 dX dt bR fR ss1 ss2 dA hT p9 p17 px py".split()}),
    "src/sm3/avx512/sm3_compress_avx512.S":
        ("gmi_sm3_compress_avx512", True, "AVX-512F with VL, and BMI2", "all", {}),
}
SPLITS = {"all": lambda j: True, "none": lambda j: False, "two of three": lambda j: j % 3 != 0}


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    given = {}
    args = sys.argv[1:]
    if args and args[0] == "--try":  # --try OUTPUT_FOLDER JSON
        root = pathlib.Path(args[1])
        given = json.loads(args[2]) if len(args) > 2 else {}
    tried = given.pop("splits", None)
    for path, (name, vl, cpu, splits, orders) in FILES.items():
        split = SPLITS[tried or splits]
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(emit(name, vl, cpu, {**ORDER, **orders, **given}, split))


main()
