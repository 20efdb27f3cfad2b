#!/usr/bin/env python3
"""Writes src/ec_sm9/tables/: the constants of SM9's curve (GM/T 0044.5-2016, clause 3) and what follows from them.

sm9_params.inc holds the members of struct sm9_params, sm9_q.inc the modulus of the field alone, so that compilers see
it, sm9_field.inc the members of struct sm9_field, sm9_split2.inc and sm9_split4.inc those of struct sm9_split,
sm9_loop.inc the digits of the Miller loop, sm9_base.c multiples of the generators. What doc/sm9_pairing.md says of these numbers is proved here, or nothing is
written.
"""
import math
import pathlib
import sys

from libwords import R, modinv_modulus, mont_modulus, words

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "models"))
from sm9 import G1, G2, GAMMA, N, P1, P2, Q, T, mul  # noqa: E402

WINDOW = 4  # bits of a digit of the ladders
COMB = 5    # the same of prepared tables


def mont(x):
    return words(x * R % Q)


def matrix(rows, form):
    return "{%s}" % ",\n     ".join("{%s}" % ",\n      ".join(form(x) for x in row) for row in rows)


# ---- splitting scalars ----
#
# A lattice of the vectors v with sum v_i LAMBDA^i = 0 mod N. Of its basis: k = k e_0 - sum floor(k g_i / 2^256) b_i
# + the sum of some b_i that makes all entries odd + the offset that makes them positive.

def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * determinant([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))


def inverse_mod_2(m):
    n = len(m)
    a = [[x % 2 for x in row] + [int(i == j) for j in range(n)] for i, row in enumerate(m)]
    for i in range(n):
        p = next(r for r in range(i, n) if a[r][i])
        a[i], a[p] = a[p], a[i]
        for r in range(n):
            if r != i and a[r][i]:
                a[r] = [x ^ y for x, y in zip(a[r], a[i])]
    return [row[n:] for row in a]


def split(eigenvalue, basis, positive, digits):
    """The members of struct sm9_split; digits = windows of the ladder."""
    n = len(basis)
    assert all(sum(c * pow(eigenvalue, i, N) for i, c in enumerate(v)) % N == 0 for v in basis + [positive])
    det = determinant(basis)
    assert abs(det) == N
    # e_0 = sum (c_i / det) b_i
    cofactors = [(-1) ** i * determinant([row[1:] for k, row in enumerate(basis) if k != i]) for i in range(n)]
    assert [sum(c * b[j] for c, b in zip(cofactors, basis)) for j in range(n)] == [det] + [0] * (n - 1)
    for i in range(n):
        if cofactors[i] * det < 0:
            cofactors[i], basis[i] = -cofactors[i], [-x for x in basis[i]]
    g = [abs(c) * R // N for c in cofactors]
    # The vector is sum e_i b_i with 0 <= e_i < 2 by the two floors, below 3 with the b_i that make it odd.
    low = [3 * sum(min(b[j], 0) for b in basis) for j in range(n)]
    high = [3 * sum(max(b[j], 0) for b in basis) for j in range(n)]
    times = max(-(low[j] // positive[j]) for j in range(n)) + 1
    offset = [times * x for x in positive]
    assert all(low[j] + offset[j] > 0 and high[j] + offset[j] < 1 << WINDOW * digits for j in range(n))
    odd = inverse_mod_2([[basis[i][j] for i in range(n)] for j in range(n)])  # rows: which parities choose b_i
    for k in (1, 2, N - 1, N - 2, N // 2, N // 3, 0x123456789 ** 7 % N, R % N):
        v = [k] + [0] * (n - 1)
        for i in range(n):
            v = [x - (k * g[i] // R) * y for x, y in zip(v, basis[i])]
        v = [x + y for x, y in zip(v, offset)]
        even = [1 - x % 2 for x in v]
        for i in range(n):
            if sum(x * y for x, y in zip(odd[i], even)) % 2:
                v = [x + y for x, y in zip(v, basis[i])]
        assert all(x % 2 and 0 < x < 1 << WINDOW * digits for x in v)
        assert sum(x * pow(eigenvalue, i, N) for i, x in enumerate(v)) % N == k
    # No two points that the ladder adds before its last two windows are the same or opposite, and no sum is infinity:
    # a vector of the lattice that is not 0 has absolute values that add up to at least the n-th root of N.
    for m in range(2, digits):
        assert (n * ((1 << WINDOW * (digits - m)) - 1) + (1 << WINDOW)) ** n < N
    # The same of combs, where the windows come from the lowest on.
    combs = -(-WINDOW * digits // COMB)
    for m in range(combs - 2):
        assert (n * (1 << COMB * (m + 1))) ** n < N
    mask = ["0x%x" % sum(x << j for j, x in enumerate(row)) for row in odd]
    return ".g = {%s},\n.basis = %s,\n.offset = {%s},\n.odd = {%s},\n.n = %d,\n" % (
        ",\n     ".join(words(x) for x in g), matrix(basis, lambda x: words(x % R)),
        ",\n     ".join(words(x) for x in offset), ", ".join(mask), n)


# The Frobenius map of order 12, on G2 and GT: X^4 - X^2 + 1 = 0 and X = q mod N.
assert (pow(Q, 4, N) - Q * Q + 1) % N == 0
v = [2 * T + 1, -T, -T - 1, -T]
four = []
for _ in range(4):
    four.append(v)
    v = [-v[3], v[0], v[1] + v[3], v[2]]
split4 = split(Q % N, four, [2 * T, 2 * T + 1, 2 * T + 1, 2 * T + 1], 17)

# The map (x, y) -> (beta x, y) of order 3, on G1: X^2 + X + 1 = 0.
beta = next(b for b in (pow(g, (Q - 1) // 3, Q) for g in range(2, 9)) if b != 1)
image = (beta * P1[0] % Q, P1[1])
cube = next(x for x in (pow(g, (N - 1) // 3, N) for g in range(2, 9)) if x != 1)
if mul(G1, cube, P1) != image:
    cube = N - 1 - cube
assert mul(G1, cube, P1) == image and (cube * cube + cube + 1) % N == 0
a, b = (N, 0), (-cube % N, 1)
while True:  # Gauss
    m = round((a[0] * b[0] + a[1] * b[1]) * 2 // (b[0] ** 2 + b[1] ** 2) + 1) // 2
    a = a[0] - m * b[0], a[1] - m * b[1]
    if a[0] ** 2 + a[1] ** 2 >= b[0] ** 2 + b[1] ** 2:
        break
    a, b = b, a
two = [list(a), list(b)]
positive = next([x * a[0] + y * b[0], x * a[1] + y * b[1]] for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1))
                if x * a[0] + y * b[0] > 0 and x * a[1] + y * b[1] > 0)
split2 = split(cube, two, positive, 33)

# Membership in G2: (t + 1) Q + t p(Q) + t p^2(Q) = 2 t p^3(Q), where p^2 - (6 t^2 + 1) p + q = 0 on the whole twist. With
# v(X) = t + 1 + t X + t X^2 - 2 t X^3 the order of Q divides the resultant of the two and the order of the twist.
trace, order = 6 * T * T + 1, N * (2 * Q - N)
c0 = c1 = 0
for c in (-2 * T, T, T, T + 1):
    c0, c1 = c - c1 * Q, c0 + c1 * trace
assert math.gcd(c0 * c0 + c0 * c1 * trace + c1 * c1 * Q, order) == N
# Membership in GT: f^q = f^(6 t^2) says f^N = 1.
assert Q - 6 * T * T == N


def multiples(group, base, windows):
    """Entry j of window i: (2 j + 1) 2^(COMB i) base."""
    rows = []
    for i in range(windows):
        twice, q, row = group.add(base, base), base, []
        for j in range(1 << COMB - 1):
            row.append("{%s}" % ",\n      ".join(mont(c) for e in q for c in (e if isinstance(e, tuple) else (e,))))
            q = group.add(q, twice)
        rows.append("{%s}" % ",\n     ".join(row))
        base = mul(group, 1 << COMB, base)
    return "{\n    %s,\n};\n" % ",\n    ".join(rows)


point = "{%s,\n     %s}"
HEAD = "/* GENERATED by gen/ec_sm9_params.py: do not edit. %s */\n"
params = HEAD % "The members of struct sm9_params."
for name, value in [("q", mont_modulus(Q)), ("n", mont_modulus(N)), ("q_inv", modinv_modulus(Q)),
                    ("n_inv", modinv_modulus(N)), ("P1", point % tuple(words(x) for x in P1)),
                    ("P2", point % tuple("{%s,\n      %s}" % tuple(words(x) for x in c) for c in P2))]:
    params += ".%s = %s,\n" % (name, value)

inverse = pow(GAMMA, -1, Q)
field = HEAD % "The members of struct sm9_field."
for name, value in [("five", mont(5)), ("beta", mont(beta)),
                    ("frobenius", matrix([[pow(GAMMA, n * k, Q) for k in range(6)] for n in (1, 2, 3)], mont)),
                    ("twist", matrix([[pow(inverse, n * e, Q) for e in (2, 3)] for n in (1, 2, 3)], mont))]:
    field += ".%s = %s,\n" % (name, value)

# 6 t + 2 without adjacent digits, lowest first.
loop, x = [], 6 * T + 2
while x:
    loop.append(2 - x % 4 if x % 2 else 0)
    x = (x - loop[-1]) // 2
assert len(loop) == 66 and sum(d != 0 for d in loop) == 11

out = root / "src/ec_sm9/tables"
out.mkdir(exist_ok=True)
(out / "sm9_params.inc").write_text(params)
(out / "sm9_q.inc").write_text(HEAD % "The modulus q." + mont_modulus(Q)[1:-1] + "\n")
(out / "sm9_field.inc").write_text(field)
(out / "sm9_split2.inc").write_text(HEAD % "The members of struct sm9_split for G1." + split2)
(out / "sm9_split4.inc").write_text(HEAD % "The members of struct sm9_split for G2 and GT." + split4)
(out / "sm9_loop.inc").write_text(HEAD % "The digits of 6 t + 2 below 2^65." + ", ".join(map(str, loop[-2::-1])) + ",\n")
base = HEAD % "Multiples of P1 and P2." + '#include "ec_sm9/constants.h"\n\n'
for i, (group, p, windows) in enumerate(((G1, P1, 27), (G2, P2, 14))):
    base += "_Alignas(64) const u256 gmi_ec_sm9_base%d[SM9_COMB%d][1 << (SM9_COMB_WIDTH - 1)][%d] = %s" % (
        i + 1, 2 * i + 2, 2 * i + 2, multiples(group, p, windows))
(out / "sm9_base.c").write_text(base)
