#!/usr/bin/env python3
"""Writes src/ec_sm9/tables/ifma_constants.inc: what the row of AVX-512 IFMA computes with (doc/sm9_ifma.md).

The bounds of that page are asserted here, in exact arithmetic, before anything is written.
"""
import pathlib
import sys
from fractions import Fraction

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "models"))
from sm9 import G1, G2, GAMMA, P1, P2, Q, T, f2_conj, f2_mul, f2_sub  # noqa: E402

R = 1 << 260
MASK = (1 << 52) - 1
OUT = []


def limbs(x):
    """Those of a negative number are none above 0, mod 2^64."""
    assert abs(x) < R
    return [x >> 52 * i & MASK for i in range(5)] if x >= 0 else [-l % 2**64 for l in limbs(-x)]


def row(values):
    return "{" + ", ".join("0x%013x" % v for v in values) + "}"


def constant(name, x):
    OUT.append("static const uint64_t %s[5] = %s;" % (name, row(limbs(x))))


def lanes(name, numbers, comment=""):
    """Limb by limb: the numbers of the lanes."""
    columns = list(zip(*(limbs(x) for x in numbers)))
    OUT.append("static const _Alignas(64) uint64_t %s[5][%d] = {%s" % (name, len(numbers), comment))
    OUT.extend("    %s," % row(c) for c in columns)
    OUT.append("};")


def mont(x):
    return x * R % Q


# ---- the reduction ----
K = ((-pow(Q, -1, 2**52)) % 2**52 * Q + 1) >> 52  # m K = (m + m (-1/q mod 2^52) q) / 2^52 for any m
assert K < Q
constant("fe_q", Q)
OUT.append("#define FE_QINV UINT64_C(0x%013x) /* -1/q mod 2^52 */" % (-pow(Q, -1, 2**52) % 2**52))
OUT.append("static const uint64_t fe_reduction[11] = %s; /* K, q, -1/q mod 2^52 */" %
           row(limbs(K) + limbs(Q) + [-pow(Q, -1, 2**52) % 2**52]))
constant("fe_r2", R * R % Q)
constant("fe_one_limbs", mont(1))
assert all((e << 256) % Q > 2**219 for e in range(1, 16))
lanes("fe_multiples", [(i << 256) // Q * Q for i in range(16)], " /* [..][i]: the multiple of q next below 2^256 i */")

settle = [((e << 256) - 2**219) // Q * Q for e in list(range(4)) + list(range(-4, 0))]
assert all(0 < (e << 256) - 2**219 - settle[e] < Q for e in range(-4, 4))
lanes("fe_nearest", settle, " /* [..][e mod 8]: the multiple of q next below 2^256 e - 2^219 */")

# ---- multiples of q in the lanes that are added where a result could be negative ----
def bias(name, *multiples):
    lanes(name, [m * Q for m in multiples * (8 // len(multiples))])


bias("bias_all2", 2)
bias("bias_all3", 3)
bias("bias_all5", 5)
bias("bias_all6", 6)
bias("bias_all7", 7)
bias("bias_line", 0, 0, 17, 17, 0, 3, 0, 0)
for group, a, b, y, s, v in (("g2", (0, 0, 16, 0, 0, 0, 11, 0), (0, 9, 16, 0, 0, 0, 11, 0), (0, 0, 8, 8, 0, 0, 0, 0),
                              (0, 0, 0, 0, 6, 0, 0, 3), (0, 0, 7, 7, 7, 0, 0, 0)),
                             ("g1", (0,), (7, 0, 0, 0), (0, 7, 0, 0), (0, 0, 0, 3), (0, 5, 0, 0))):
    for name, value in zip("abysv", (a, b, y, s, v)):
        bias("%s_bias_%s" % (group, name), *value)

# ---- the bounds of doc/sm9_ifma.md, in units of q ----
TIDY = Fraction(2**256 + Q + 2**219, Q)
TOP, BOTTOM = Fraction(16 * 2**256 - 2**219, Q), Fraction(2**219, Q)  # what fe_tidy takes


def reduced(*terms):
    """The bound of acc_reduce for a sum of products, each term (count, bound, bound)."""
    c = sum(n * a * b for n, a, b in terms)
    assert c * Q * Q < 2**520
    return c * Fraction(Q, R) + Fraction(K * (2**52 + 1), 2**52 * Q) + 1


def takes(high, low=0):
    """A value from low to high may be tidied; low < 0 is none. Where multiples of q were added it keeps clear of 0."""
    assert high < TOP and (low == 0 or low > BOTTOM)


MINUS, TWICE = Fraction(5), 2 * TIDY  # 5 q - 2 a, 2 a
assert MINUS - 2 * TIDY > BOTTOM and max(MINUS, TWICE) * Q < R
takes(2 * reduced((12, TIDY, MINUS)))  # an element's product: each half of y is at most that
takes(reduced((1, TIDY, TIDY), (5, MINUS, TWICE), (1, MINUS, TIDY)))  # a square
takes(3 * reduced((1, TIDY, TIDY), (1, MINUS, TWICE), (1, MINUS, TIDY)) + MINUS)  # in the cyclotomic subgroup
takes(3 * reduced((2, MINUS, TWICE)) + TWICE)
takes(3, 3 - TIDY)  # an opposite
even, odd = reduced((1, TIDY, TIDY), (1, TIDY, MINUS)), reduced((2, TIDY, TIDY))  # of a product in F_q2
two_even, two_odd = reduced((2, TIDY, TIDY), (2, TIDY, MINUS)), reduced((4, TIDY, TIDY))
one, two = reduced((1, TIDY, TIDY)), reduced((2, TIDY, TIDY))  # and in F_q
# Twice a point of G2: the rows are 4XY, 2B + 3C, 4B, 2C, 2B - 3C, 8YZ and then Y; C = u Z^2 is {-2 odd, even}.
takes(4 * even)
takes(16 + 2 * even, 16 - 6 * odd)
takes(2 * odd + 3 * even)
takes(11, 11 - 4 * odd)
takes(2 * even + 6 * odd)
takes(9 + 2 * odd, 9 - 3 * even)
takes(8 * even)
takes(8 + even, 8 - 3 * even)
# A sum in G2: 2t3, 2t1 +- u t2, 6t0, -2t4, u t5.
takes(2 * two_even)
takes(6 + 2 * even, 6 - 2 * odd)
takes(2 * even + 2 * odd)
takes(3 + 2 * odd, 3 - even)
takes(2 * odd + even)
takes(6 * even)
takes(7, 7 - 2 * two_even)
takes(7, 7 - 2 * two_odd)
takes(reduced((2, TIDY, TIDY), (2, TIDY, MINUS)))
# The same in G1.
takes(8 * one)
takes(2 * one + 3 * one)
takes(7 + 2 * one, 7 - 3 * one)
takes(2 * two)
takes(3 + 2 * one, 3 - one)
takes(6 * one)
takes(5, 5 - 2 * two)
# Lines: 4YZ, -6X^2, 2B - C; in an addition the multiples of 6 q.
takes(17, 17 - 6 * even)
takes(2 * even + 2 * odd)
takes(3 + 2 * odd, 3 - even)
takes(6 + TIDY, 6 - even)
takes(6, 6 - TIDY)
takes(6 + even, 6 - even)
takes(6 + 2 * even, 6 - 2 * even)  # E + F - 2G
takes(6 + 3 * even, 6 - 2 * even)  # 3G - E - F
# Checks: y^2 + 3 q - x^3 - u/6, a^2 + 2 b^2.
takes(3 + even + 1, 3 - even)
takes(3 * one)

# ---- eight numbers, one in each lane ----
SETTLES = 4 * Fraction(2**256, Q) - BOTTOM


def settles(low, high, *terms):
    """fe_settle takes what acc_reduce makes of unreduced sums from low to high, each in units of q^2, plus terms."""
    bottom = Fraction(low * Q, R) + sum(t[0] for t in terms)
    top = reduced((1, Fraction(high), 1)) + sum(t[1] for t in terms)
    assert -SETTLES < bottom and top < SETTLES


def f2_range(*products):
    """Real and imaginary part of a sum of products in F_q2 (count, and whether times u): their ranges in TIDY^2."""
    re_low = sum(-2 * n if not u else -4 * n for n, u in products)
    re_high = sum(n if not u else 0 for n, u in products)
    im_low = sum(0 if not u else -2 * n for n, u in products)
    im_high = sum(2 * n if not u else n for n, u in products)
    return [(x * TIDY**2, y * TIDY**2) for x, y in ((re_low, re_high), (im_low, im_high))]


assert reduced((1, TIDY, TIDY)) < TIDY  # a product of two is tidy by carries alone
assert 8 * TIDY * Q < R  # factors: sums of sums of two
assert 2 * TIDY < SETTLES  # sums, differences, opposites, -2 a
settles(0, 2 * TIDY**2)
settles(0, TIDY**2 + MINUS * TIDY)  # squares in F_q2
settles(0, TWICE * TIDY)
# Cyclotomic squares: three times a sum and 2 a, or 5 q - 2 a.
takes(3 * reduced((1, TIDY, TIDY), (1, MINUS, TIDY), (1, 2 * MINUS, TIDY)) + MINUS)
takes(3 * reduced((1, TWICE, TIDY), (1, TIDY, TIDY), (1, MINUS, TIDY)) + MINUS)
takes(3 * reduced((1, TWICE, TIDY), (1, 2 * MINUS, TIDY)) + TWICE)
takes(3 * reduced((2, TIDY, 2 * MINUS)) + TWICE)
takes(3 * reduced((2, TWICE, TIDY)) + TWICE)
assert MINUS > 2 * TIDY
for products in ([(1, 0)], [(1, 0), (2, 1)], [(2, 0), (1, 1)], [(3, 0)]):  # in F_q2; of F_q6
    for bounds in f2_range(*products):
        settles(*bounds)
U_TERM, TERM = [(2 - 2 * TIDY, 2), (0, TIDY)], [(0, TIDY), (0, TIDY)]  # u a with the bias, a
for products, terms in (([(1, 0), (1, 1)], U_TERM), ([(2, 0)], U_TERM), ([(2, 0)], TERM)):  # of a line
    for bounds, term in zip(f2_range(*products), terms):
        settles(*bounds, term)
# Points of G1: twice a point; a sum.
takes(8 * one)
takes(7 + 2 * one, 7 - 3 * one)
takes(2 * one + 3 * one)
takes(6 * one)
takes(3 + 2 * one, 3 - one)
settles(0, 2 * TWICE * TIDY)
settles(0, TWICE * TIDY + MINUS * TIDY)

# ---- Frobenius: w^m to the power q^k ----
for k in (1, 2, 3):
    lanes("gt_frobenius%d" % k, [mont(pow(GAMMA, k * m, Q)) for m in list(range(12)) + list(range(8, 12))])
# On the twist, of {X, Y, Z, Y}, conjugated first where k is odd.
GI = pow(GAMMA, -1, Q)
for k in (1, 2, 3):
    lanes("g2_map%d" % k, [mont(pow(GI, k * e, Q)) for e in (2, 2, 3, 3, 0, 0, 3, 3)])
lanes("g2_minus_map2", [mont(pow(GI, e, Q)) for e in (4, 4, 0, 0, 4, 4, 0, 0)])
assert pow(GI, 6, Q) == Q - 1

# ---- the twist on which a Miller loop runs: y^2 = x^3 + u/6, by x mu^2 and y mu^3 with mu^6 = 1/30 ----


def cube_root(a):
    """Of a cube, q = 1 mod 3."""
    assert pow(a, (Q - 1) // 3, Q) == 1
    s, m = 0, Q - 1
    while m % 3 == 0:
        s, m = s + 1, m // 3
    r = pow(a, pow(3, -1, m), Q)  # r^3 = a up to a root of unity of order 3^s
    c = next(x for x in range(2, 99) if pow(x, (Q - 1) // 3, Q) != 1)
    z, e = pow(c, m, Q), 1
    for _ in range(3**s):
        if pow(r * e, 3, Q) == a % Q:
            return r * e % Q
        e = e * z % Q
    raise AssertionError


def square_root(a):
    assert pow(a, (Q - 1) // 2, Q) == 1 and Q % 8 == 5
    r = pow(a, (Q + 3) // 8, Q)
    return r if r * r % Q == a % Q else r * pow(2, (Q - 1) // 4, Q) % Q


MU2 = cube_root(pow(30, -1, Q))
MU = square_root(MU2) if pow(MU2, (Q - 1) // 2, Q) == 1 else None
assert MU is not None and pow(MU, 6, Q) * 30 % Q == 1
MU3 = MU * MU2 % Q
lanes("g2_isomorphism", [mont(x) for x in (MU2, MU2, MU3, MU3) * 2])
# Products that bring {y, y, x, x, 1, 1, 1, 1} of P to what lines are multiplied by.
lanes("g1_isomorphism", [mont(x) for x in (MU3, MU3, MU2, MU2, 1, 1, 1, 1)])

# ---- points in and out, as {X, Y, Z, -} ----
BETA = next(b for b in (pow(g, (Q - 1) // 3, Q) for g in range(2, 9)) if b != 1)  # that of gen/ec_sm9_params.py
constant("fe_beta", mont(BETA))
lanes("g1_in", [mont(x) for x in (MU2, MU3, 1, 1, BETA * MU2, MU3, 1, 1)])
lanes("g1_out", [mont(pow(x, -1, Q)) for x in (MU2, MU3, 1, 1) * 2])
lanes("g2_out", [mont(pow(x, -1, Q)) for x in (MU2, MU2, MU3, MU3, 1, 1, 1, 1)])
lanes("g2_minus_constant", [mont(x) for x in (0, -pow(6, -1, Q)) * 4])

tables = root / "src/ec_sm9/tables"
(tables / "ifma_constants.inc").write_text(
    "/* GENERATED by gen/ec_sm9_ifma.py: do not edit. Numbers as limbs of 52 bits; those that stand for elements\n"
    " * of the field, times 2^260 mod q. */\n/* clang-format off */\n" + "\n".join(OUT) + "\n")

# ---- multiples of the generators: row m, entry i is (2 i + 1) 16^(4 m) P ----
WINDOW, STRIDE, ENTRIES = 4, 4, 8
G1_ROWS, G2_ROWS = -(-33 // STRIDE), -(-17 // STRIDE)


def g1_lanes(p):
    x, y = p[0] * MU2, p[1] * MU3
    return [mont(v) for v in (x, y, 1, 1, BETA * x, y, 1, 1)]


def g2_lanes(p):
    return [mont(v) for v in (p[0][0] * MU2, p[0][1] * MU2, p[1][0] * MU3, p[1][1] * MU3, 1, 0, p[1][0] * MU3,
                              p[1][1] * MU3)]


def multiples(name, group, p, rows, form):
    out = ["_Alignas(64) const uint64_t %s[%d][5][8] = {" % (name, rows * ENTRIES)]
    for _ in range(rows):
        twice, q = group.add(p, p), p
        for _ in range(ENTRIES):
            out.append("    {%s}," % ",\n     ".join(row(c) for c in zip(*(limbs(x) for x in form(q)))))
            q = group.add(q, twice)
        for _ in range(WINDOW * STRIDE):
            p = group.add(p, p)
    return "\n".join(out) + "\n};\n"


# ---- the lines of P2: b and c of w^3 + b x/y w^2 + c/y, with b = -slope and c = slope x - y of the twist's point ----


def naf(k):
    """Digits -1, 0, 1, the highest first."""
    digits = []
    while k > 0:
        d = 0 if k % 2 == 0 else 2 - k % 4
        digits.append(d)
        k = (k - d) // 2
    return digits[::-1]


def minus(p):
    return p[0], f2_sub((0, 0), p[1])


def frobenius(p, k):
    """The image of p, on the loop's twist, under the map q^k."""
    c = [f2_conj(x) if k % 2 else x for x in p]
    return tuple(tuple(pow(GI, k * e, Q) * y % Q for y in x) for x, e in zip(c, (2, 3)))


def lines(q):
    t, out = q, []

    def add(p):
        nonlocal t
        slope = G2.slope(t, p)
        out.append(f2_sub((0, 0), slope) + f2_sub(f2_mul(slope, t[0]), t[1]))
        t = G2.add(t, p)

    for d in naf(6 * T + 2)[1:]:
        add(t)
        if d != 0:
            add(q if d > 0 else minus(q))
    add(frobenius(q, 1))
    add(minus(frobenius(q, 2)))
    return out


LINES = lines(tuple(tuple(x * m % Q for x in c) for c, m in zip(P2, (MU2, MU3))))
assert len(LINES) == 77

def places(name, p, rows):
    """The same of P1, row by row x, beta x and y, limb by limb those of the eight entries."""
    out = ["_Alignas(64) const uint64_t %s[%d][3][5][8] = {" % (name, rows)]
    for _ in range(rows):
        twice, q, entries = G1.add(p, p), p, []
        for _ in range(ENTRIES):
            entries.append([mont(v) for v in (q[0] * MU2, BETA * q[0] * MU2, q[1] * MU3)])
            q = G1.add(q, twice)
        numbers = ["{%s}" % ",\n      ".join(row(c) for c in zip(*(limbs(x) for x in n))) for n in zip(*entries)]
        out.append("    {%s}," % ",\n     ".join(numbers))
        for _ in range(WINDOW * STRIDE):
            p = G1.add(p, p)
    return "\n".join(out) + "\n};\n"


HEAD = "/* GENERATED by gen/ec_sm9_ifma.py: do not edit. "
(tables / "ifma_base.c").write_text(
    HEAD + """Entry %d m + i: (2 i + 1) 16^(%d m) times P1, then P2,
 * limb by limb the eight lanes, in the coordinates and the form of src/ec_sm9/avx512ifma/points_impl.h. Then those
 * of P1 once more, limb by limb the eight entries of a row, and the lines {1, b, c} of P2, limb by limb b and c. */
#include "ec_sm9/tables/ifma_base.h"

/* clang-format off */
""" % (ENTRIES, STRIDE) + multiples("gmi_ec_sm9_ifma_g1", G1, P1, G1_ROWS, g1_lanes)
    + multiples("gmi_ec_sm9_ifma_g2", G2, P2, G2_ROWS, g2_lanes)
    + places("gmi_ec_sm9_ifma_places", P1, G1_ROWS)
    + "_Alignas(64) const uint64_t gmi_ec_sm9_ifma_lines[%d][5][4] = {\n" % len(LINES)
    + "".join("    {%s},\n" % ",\n     ".join(row(c) for c in zip(*(limbs(mont(x)) for x in l))) for l in LINES)
    + "};\n")
(tables / "ifma_base.h").write_text(HEAD + """Multiples of P1 and P2 and lines of P2, for the row of AVX-512 IFMA. */
#ifndef GMI_EC_SM9_IFMA_BASE_H
#define GMI_EC_SM9_IFMA_BASE_H

#include <stdint.h>

#define IFMA_STRIDE %d
#define IFMA_G1_ROWS %d
#define IFMA_G2_ROWS %d

extern const uint64_t gmi_ec_sm9_ifma_g1[IFMA_G1_ROWS * %d][5][8];
extern const uint64_t gmi_ec_sm9_ifma_g2[IFMA_G2_ROWS * %d][5][8];
extern const uint64_t gmi_ec_sm9_ifma_places[IFMA_G1_ROWS][3][5][8];
extern const uint64_t gmi_ec_sm9_ifma_lines[%d][5][4];

#endif
""" % (STRIDE, G1_ROWS, G2_ROWS, ENTRIES, ENTRIES, len(LINES)))
