"""Inversion in a field of 256 elements as gates, through the tower GF(((2^2)^2)^2) in normal bases.

Imported by the generators of bitsliced S-boxes. An S-box A2 inv(A1 x) is linear maps around an inversion:
32 AND and 30 XOR between two linear layers. For every tower (8 values of mu), isomorphism into it (8 roots of
the field's polynomial) and scaling (255: inv(x) = s inv(s x)) the two layers are different matrices; search()
tries all of them (some minutes). doc/sm4_bitslice.md tells the algebra.
"""
import random


def multiply(a, b, poly):
    r = 0
    while b:
        r ^= a * (b & 1)
        a = a << 1 ^ (poly if a & 0x80 else 0)
        b >>= 1
    return r


def apply(columns, x):
    r = 0
    for i, c in enumerate(columns):
        r ^= c if x >> i & 1 else 0
    return r


def inverse(columns):
    table = {apply(columns, x): x for x in range(256)}
    assert len(table) == 256
    return [table[1 << i] for i in range(8)]


# ---- the tower: h w + l w^2 over GF(2), then h z + l z^4 with norm w^2, then h y + l y^16 with norm mu ----

def times4(a, b):
    e = (a >> 1 ^ a) & (b >> 1 ^ b) & 1
    return ((a & b) >> 1 ^ e) << 1 | (a & b & 1) ^ e


def times16(a, b):
    p, q, r, s = a >> 2, a & 3, b >> 2, b & 3
    e = times4(1, times4(p ^ q, r ^ s))
    return (times4(p, r) ^ e) << 2 | times4(q, s) ^ e


def times256(a, b, mu):
    p, q, r, s = a >> 4, a & 15, b >> 4, b & 15
    e = times16(mu, times16(p ^ q, r ^ s))
    return (times16(p, r) ^ e) << 4 | times16(q, s) ^ e


NORMS = [mu for mu in range(16) if all(times16(t, t) ^ t ^ mu for t in range(16))]


def roots(mu, poly):
    """The elements of the tower that the polynomial sends to 0."""
    for r in range(256):
        total, power = 0, 0xFF  # all ones is 1 in a normal basis
        for k in range(9):
            total ^= power if poly >> k & 1 else 0
            power = times256(power, r, mu)
        if total == 0:
            yield r


PRODUCTS = [8, 4, 12, 2, 1, 3, 15, 10, 5]  # where each of the nine ANDs of a GF(16) product goes: see middle()


def layers(box, mu, r, s):
    """box: the polynomial, the columns of A1 and of A2; mu, r, s: tower, image of t, scaling.

    The top layer: 22 sums of input bits. The bottom layer: for each of the 18 last ANDs the output bits it enters.
    """
    poly, inner, outer = box
    isomorphism = [0xFF]
    for _ in range(7):
        isomorphism.append(times256(isomorphism[-1], r, mu))
    back = inverse(isomorphism)
    entry = [apply(isomorphism, multiply(s, a, poly)) for a in inner]
    square = [times16(mu, times16(v >> 4 ^ v & 15, v >> 4 ^ v & 15)) for v in entry]

    def rows(columns, bits):
        return [sum((columns[i] >> k & 1) << i for i in range(8)) for k in bits]

    top = []
    for base in (4, 0):
        q0, q1, q2, q3 = rows(entry, range(base, base + 4))
        top += [q3, q2, q3 ^ q2, q1, q0, q1 ^ q0, q3 ^ q1, q2 ^ q0, q3 ^ q1 ^ q2 ^ q0]
    top += rows(square, range(4))
    bottom = [apply(outer, multiply(s, apply(back, p << half), poly)) for half in (4, 0) for p in PRODUCTS]
    return top, bottom


# ---- linear programs: lists of (a, b): signal 8 + i is the sum of signals a and b, 0..7 are the inputs ----

def shortest(targets, rng):
    """Greedy, after Boyar and Peralta: add the sum that brings the targets nearest, the longest norm of distances first."""
    count = [bin(x).count("1") for x in range(256)]  # how many signals must be added up to form x
    base, program = [1 << i for i in range(8)], []
    while any(count[t] > 1 for t in targets):
        goals = {t for t in targets if count[t] == 2}
        best, ties = None, []
        for i in range(len(base)):
            for j in range(i):
                c = base[i] ^ base[j]
                if count[c] < 2 or (goals and c not in goals):
                    continue
                d = [min(count[t], count[t ^ c] + 1) - 1 for t in targets]
                key = (sum(d), -sum(v * v for v in d))
                if best is None or key < best:
                    best, ties = key, []
                if key == best:
                    ties.append((j, i))
        a, b = rng.choice(ties)
        c = base[a] ^ base[b]
        program.append((a, b))
        base.append(c)
        count = [min(count[x], count[x ^ c] + 1) for x in range(256)]
        count[0] = 0
    return program, [base.index(t) for t in targets]


def best_program(targets, tries):
    return min((shortest(targets, random.Random(i)) for i in range(tries)), key=lambda p: len(p[0]))


def search(box):
    best = 99
    for mu in NORMS:
        for r in roots(mu, box[0]):
            for s in range(1, 256):
                top, bottom = (len(best_program(t, 1)[0]) for t in layers(box, mu, r, s))
                if top + bottom <= best:
                    best = top + bottom
                    print("mu %d, root %d, scaling %d: %d + 62 + %d gates" % (mu, r, s, top, bottom + 10), flush=True)


# ---- the circuit: a list of (name, operator, left, right) ----

class Circuit:
    def __init__(self):
        self.gates = []

    def gate(self, op, a, b):
        name = "g%d" % len(self.gates)
        self.gates.append((name, op, a, b))
        return name

    def xor(self, a, b):
        return self.gate("^", a, b)

    def both(self, a, b):
        return self.gate("&", a, b)


def invert16(c, d):
    """Bits 3..0 of 1 / (d3 d2 d1 d0) in GF(16): 5 AND and 11 XOR."""
    d0, d1, d2, d3 = d
    s = c.xor(d0, d1)
    p = c.both(d0, d2)
    u = c.xor(d3, p)
    r3 = c.xor(c.both(s, u), d1)
    v = c.xor(d2, d3)
    r1 = c.xor(c.both(c.xor(d1, p), v), d3)
    w = c.xor(u, r1)
    x = c.both(d3, w)
    r0 = c.xor(x, c.xor(d2, r1))
    r2 = c.xor(s, c.both(r3, c.xor(u, x)))
    return [r0, r1, r2, r3]


def middle(c, top):
    """From the 22 sums to the 18 products whose sums are the output."""
    high, low, square = top[:9], top[9:18], top[18:]
    x1, y1, z1, x0, y0, z0, xe, ye, ze = (c.both(a, b) for a, b in zip(high, low))
    # P R + e and Q S + e with e = w^2 (P + Q)(R + S): the sums of the last product are shared.
    eh, el = c.xor(xe, ye), c.xor(xe, ze)
    d = [c.xor(c.xor(c.xor(y0, z0), el), square[0]), c.xor(c.xor(c.xor(x0, z0), eh), square[1]),
         c.xor(c.xor(c.xor(y1, z1), el), square[2]), c.xor(c.xor(c.xor(x1, z1), eh), square[3])]
    r0, r1, r2, r3 = invert16(c, d)
    h, l = c.xor(r3, r1), c.xor(r2, r0)
    forms = [r3, r2, c.xor(r3, r2), r1, r0, c.xor(r1, r0), h, l, c.xor(h, l)]
    return [c.both(a, b) for a, b in zip(low, forms)] + [c.both(a, b) for a, b in zip(high, forms)]


def transposed(c, program, ends, inputs):
    """The program for 8 -> 18 sums, run backwards: 18 inputs to 8 outputs (18 - 8 XOR more)."""
    total = {}

    def add(k, signal):
        total[k] = c.xor(total[k], signal) if k in total else signal

    for end, signal in zip(ends, inputs):
        add(end, signal)
    for i in reversed(range(len(program))):
        a, b = program[i]
        add(a, total[8 + i])
        add(b, total[8 + i])
    return [total[k] for k in range(8)]


def circuit(box, choice):
    top, bottom = layers(box, *choice)
    c = Circuit()
    program, ends = best_program(top, 40)
    signals = ["x[%d]" % i for i in range(8)]
    for a, b in program:
        signals.append(c.xor(signals[a], signals[b]))
    products = middle(c, [signals[e] for e in ends])
    program, ends = best_program(bottom, 40)
    return c.gates, transposed(c, program, ends, products)


def run(gates, outputs, x):
    v = {"x[%d]" % i: x >> i & 1 for i in range(8)}
    for name, op, a, b in gates:
        v[name] = v[a] ^ v[b] if op == "^" else v[a] & v[b]
    return sum(v[o] << i for i, o in enumerate(outputs))


def lines(gates, outputs):
    """The gates as C: y = circuit(x) over words of bits."""
    return "".join("const word %s = %s %s %s;\n" % (n, a, op, b) for n, op, a, b in gates) + "".join(
        "y[%d] = %s;\n" % (i, o) for i, o in enumerate(outputs))
