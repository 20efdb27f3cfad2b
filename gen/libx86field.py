"""Functions on numbers of 256 bits in MULX, ADCX and ADOX, as short programs: what the fields have in common."""
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
        if re.match(r"[rpq]\d+$", slot):
            base = {"r": "rdi", "p": "rsi", "q": "rcx"}[slot[0]]
            if slot[0] == "q":
                self.emit("movq @q, %rcx")
            return ["%d(%%%s)" % (32 * int(slot[1:]) + 8 * i, base) for i in range(4)]
        n = self.places.setdefault(slot, len(self.places))
        return ["%d(%%rsp)" % (32 * n + 8 * i) for i in range(4)]

    s = ["%" + x for x in S]
    low = ["%" + x for x in LOW]

    def chain(self, op, sources, targets):
        first, other = {"add": ("addq", "adcq"), "sub": ("subq", "sbbq")}[op]
        for i, (source, target) in enumerate(zip(sources, targets)):
            self.emit("%s %s, %s" % (other if i else first, source, target))

    def load(self, slot):
        self.emit(*("movq %s, %%%s" % x for x in zip(self.at(slot), S)))

    def store(self, slot):
        self.emit(*("movq %%%s, %s" % x for x in zip(S, self.at(slot))))

    # ---- LOW + 2^256 S = a b ----

    def product(self, a, b):
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

    def square(self, a):
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


TAIL = """
	.section .rodata, "a", @progbits
	.p2align 5
.Lp:
	.quad %s
%s
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


def quads(p):
    return ", ".join("0x%016x" % (p >> 64 * i & (1 << 64) - 1) for i in range(4))


def write(path, head, programs, p, words=()):
    """head is given the bytes of the stack; .Lp is p, each of words a name, a meaning and a number."""
    path = pathlib.Path(__file__).resolve().parent.parent / path
    path.parent.mkdir(exist_ok=True)
    more = "".join(".L%s: /* %s */\n\t.quad 0x%016x\n" % word for word in words)
    stack = max(32 * len(f.places) + 8 for f in programs)
    path.write_text(head % stack + "".join(f.text() for f in programs) + TAIL % (quads(p), more))
