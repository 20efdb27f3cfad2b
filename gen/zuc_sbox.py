#!/usr/bin/env python3
"""Writes the S-boxes of ZUC as the rows of src/zuc need them: no row looks a secret up in memory.

S1(x) = M inv(x) + 0x55 in GF(2)[t]/0x18B: as gates for the portable row (libtower.py; --search tries all choices), and
through the field of AES, isomorphic to it, for GFNI (affine maps) and AESENCLAST (maps of nibbles).
S0 is a Feistel network over the halves h, l of a byte, turned left by 5 bits:
    a = h + P1[l], b = l + P2[a], c = a + P3[b], S0 = (c, b) <<< 5.
P1[0] = P2[0] = 0 may be chosen, since constants can be passed on to P3 and out of it. doc/zuc.md tells more.
Everything is proved here over all 256 values before anything is written.
"""
import pathlib
import sys

from libtower import Circuit, apply, circuit, inverse, lines, multiply, run, search

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "models"))
import zuc  # noqa: E402

S0, S1 = zuc.S0, zuc.S1
POLY, AES_POLY = 0x18B, 0x11B
UNIT = [1 << i for i in range(8)]
M = [0x97, 0x3E, 0x6D, 0xCB, 0xEE, 0xDD, 0xBB, 0x77]  # columns
C = 0x55
BOX = (POLY, UNIT, M)
CHOICE = (1, 62, 49)  # mu, the image of t, the scaling


def of(f):
    """The columns of a linear f."""
    columns = [f(1 << j) for j in range(8)]
    assert all(apply(columns, x) == f(x) for x in range(256))
    return columns


def rol(x, n):
    return (x << n | x >> (8 - n)) & 255


# ---- S1 in the field of AES ----

def isomorphism():
    """phi: the powers of a root of POLY in the field of AES."""
    for r in range(2, 256):
        powers = [1]
        for _ in range(8):
            powers.append(multiply(powers[-1], r, AES_POLY))
        total = 0
        for k in range(9):
            total ^= powers[k] if POLY >> k & 1 else 0
        if total == 0:
            return powers[:8]


def aes_inverse(x):
    r = 1
    for _ in range(254):
        r = multiply(r, x, AES_POLY)
    return r


PHI = isomorphism()
OUT = of(lambda x: apply(M, apply(inverse(PHI), x)))
AES_AFFINE = of(lambda x: x ^ rol(x, 1) ^ rol(x, 2) ^ rol(x, 3) ^ rol(x, 4))
AES_SUB = [apply(AES_AFFINE, aes_inverse(x)) ^ 0x63 for x in range(256)]
AES_OUT = of(lambda x: apply(OUT, apply(inverse(AES_AFFINE), x)))
AES_C = apply(AES_OUT, 0x63) ^ C
for x in range(256):
    assert S1[x] == apply(OUT, aes_inverse(apply(PHI, x))) ^ C
    assert S1[x] == apply(AES_OUT, AES_SUB[apply(PHI, x)]) ^ AES_C


# ---- S0 ----

def feistel():
    turned = [rol(y, 3) for y in S0]  # (c, b)
    p2 = [turned[a << 4] & 15 for a in range(16)]
    p1 = []
    for l in range(16):
        p1 += [p for p in range(16) if all((turned[h << 4 | l] ^ l) & 15 == p2[h ^ p] for h in range(16))]
    assert len(p1) == 16 and p1[0] == 0
    p3 = [None] * 16
    for x in range(256):
        a, b = x >> 4 ^ p1[x & 15], turned[x] & 15
        assert p3[b] in (None, turned[x] >> 4 ^ a)
        p3[b] = turned[x] >> 4 ^ a
    return p1, p2, p3


P1, P2, P3 = feistel()
B0 = P2[0]  # the gates compute b + B0, which has no constant
P2_GATES = [p ^ B0 for p in P2]
C3 = P3[B0]
P3_GATES = [P3[b ^ B0] ^ C3 for b in range(16)]
S0_C = rol(C3 << 4 | B0, 5)


def monomials(table, bit):
    """The algebraic normal form of one output bit: which products of input bits are summed."""
    f = [table[x] >> bit & 1 for x in range(16)]
    for i in range(4):
        for x in range(16):
            if x >> i & 1:
                f[x] ^= f[x ^ 1 << i]
    return {x for x in range(16) if f[x]}


def sums(c, targets):
    """Sums of signals; the pair that most targets share is added first."""
    targets = [set(t) for t in targets]
    while any(len(t) > 1 for t in targets):
        count = {}
        for t in targets:
            t = sorted(t)
            for i, a in enumerate(t):
                for b in t[:i]:
                    count[b, a] = count.get((b, a), 0) + 1
        a, b = max(sorted(count), key=lambda pair: count[pair])
        s = c.xor(a, b)
        for t in targets:
            if {a, b} <= t:
                t -= {a, b}
                t.add(s)
    return [t.pop() for t in targets]


def nibble(c, table, x, plus):
    """plus + table[x], in gates."""
    forms = [monomials(table, bit) for bit in range(4)]
    signal = {1 << i: x[i] for i in range(4)}
    for m in sorted(set().union(*forms), key=lambda m: bin(m).count("1")):
        if m not in signal:
            parts = [(a, m ^ a) for a in sorted(signal, reverse=True) if a & m == a and m ^ a in signal]
            if not parts:  # a product of three or four whose parts are no monomial themselves
                low = m & -m
                rest = m ^ low
                pair = (rest & -rest) | low
                signal[pair] = c.both(signal[low], signal[rest & -rest])
                parts = [(pair, m ^ pair)] if m ^ pair in signal else [(low, rest)]
            a, b = parts[0]
            signal[m] = c.both(signal[a], signal[b])
    return sums(c, [{signal[m] for m in f} | {p} for f, p in zip(forms, plus)])


def s0_circuit():
    c = Circuit()
    x = ["x[%d]" % i for i in range(8)]
    a = nibble(c, P1, x[:4], x[4:])
    b = nibble(c, P2_GATES, a, x[:4])
    d = nibble(c, P3_GATES, b, a)
    return c.gates, [(b + d)[(i - 5) % 8] for i in range(8)]


def nibble_tables(columns, constant):
    return [apply(columns, x) ^ constant for x in range(16)], [apply(columns, x << 4) for x in range(16)]


T1 = [rol(a << 4, 5) for a in range(16)]
T2 = [rol(P3[b] << 4 | b, 5) for b in range(16)]
for x in range(256):
    a = x >> 4 ^ P1[x & 15]
    b = x & 15 ^ P2[a]
    assert S0[x] == rol((a ^ P3[b]) << 4 | b, 5) == T1[a] ^ T2[b]


# ---- what is written ----

def gates_file(name, gates, outputs, box, constant):
    for x in range(256):
        assert box[x] == run(gates, outputs, x) ^ constant
    ands = sum(op == "&" for _, op, _, _ in gates)
    text = "/* GENERATED by gen/zuc_sbox.py, proved there over all 256 values. Do not edit.\n"
    text += " * %d gates (%d AND, %d XOR): y = %s(x) ^ 0x%02x, bit i of every byte in x[i], y[i]. */\n" % (
        len(gates), ands, len(gates) - ands, name.upper(), constant)
    (root / "src" / "zuc" / "portable" / ("zuc_%s_circuit.inc" % name)).write_text(text + lines(gates, outputs))


def gfni(columns):
    """The 64-bit operand of GF2P8AFFINEQB: row i in byte 7 - i."""
    rows = [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]
    return sum(r << 8 * (7 - i) for i, r in enumerate(rows))


def table(name, values, comment):
    rows = [", ".join("0x%02x" % v for v in values[i:i + 16]) for i in range(0, len(values), 16)]
    return "/* %s */\nstatic const uint8_t %s[%d] = {\n    %s,\n};\n" % (comment, name, len(values), ",\n    ".join(rows))


def main():
    if "--search" in sys.argv:
        search(BOX)
        return
    gates, outputs = circuit(BOX, CHOICE)
    gates_file("s1", gates, outputs, S1, C)
    gates, outputs = s0_circuit()
    gates_file("s0", gates, outputs, S0, S0_C)
    text = "/* GENERATED by gen/zuc_sbox.py, proved there over all 256 values. Do not edit.\n"
    text += " * A file takes a part by defining ZUC_S1_GFNI, ZUC_S1_AES, ZUC_S0_NIBBLES or ZUC_S0_BYTES. */\n"
    text += "/* clang-format off */\n"
    text += "#if defined(ZUC_S1_GFNI)\n/* S1(x) = OUT inv(IN x) + C in the field of AES. */\n"
    text += "#define ZUC_S1_IN 0x%016x\n#define ZUC_S1_OUT 0x%016x\n#define ZUC_S1_C 0x%02x\n" % (gfni(PHI), gfni(OUT), C)
    text += "#endif\n#if defined(ZUC_S1_AES)\n"
    low, high = nibble_tables(PHI, 0)
    text += table("s1_in_low", low, "into the field of AES, by nibbles") + table("s1_in_high", high, "the same")
    low, high = nibble_tables(AES_OUT, AES_C)
    text += table("s1_out_low", low, "from SubBytes to S1, by nibbles") + table("s1_out_high", high, "the same")
    text += "#endif\n#if defined(ZUC_S0_NIBBLES)\n"
    text += table("s0_p1", P1, "a = h + P1[l]") + table("s0_p2", P2, "b = l + P2[a]")
    text += table("s0_t1", T1, "S0 = T1[a] + T2[b]: the third round and the turn") + table("s0_t2", T2, "the same")
    text += "#endif\n#if defined(ZUC_S0_BYTES)\n" + table("s0_bytes", list(S0), "for permutations of whole registers") + "#endif\n"
    text += "/* clang-format on */\n"
    (root / "src" / "zuc" / "x86" / "zuc_sbox_tables.inc").write_text(text)


main()
