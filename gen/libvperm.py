"""Inversion in a field of 256 elements by lookups of nibbles, as byte shuffles do them (doc/performance.md, WebAssembly).

The field is F16[t] / (t^2 + t + z), an element i t + j (t + 1). Its norm is N = z (i + j)^2 + i j, and with a = 1/z
and k = i + j

    1 / (1/i + a/k) + j = a N / (k + a i),    1 / (1/j + a/k) + i = a N / (k + a j).

So the inverse, (j t + i (t + 1)) / N, is a sum of linear maps of the inverses of the left sides. All nibbles are looked up
in 16 entries: 1/x, a/x, and two tables for the last step. Infinity is 0x80, an index that looks up 0. An element is kept
as a byte, i above, k below.

Imported by the generators of the rows for WebAssembly's vectors."""

INFINITY = 0x80


def times16(a, b):
    r = 0
    while b:
        r ^= a * (b & 1)
        a = a << 1 ^ (0x13 if a & 8 else 0)
        b >>= 1
    return r


def inverse16(x):
    return next(y for y in range(1, 16) if times16(x, y) == 1)


Z = next(z for z in range(1, 16) if all(times16(x, x) ^ x ^ z for x in range(16)))
RATIO = inverse16(Z)
INVERSE = [INFINITY] + [inverse16(x) for x in range(1, 16)]
OVER = [INFINITY] + [times16(RATIO, inverse16(x)) for x in range(1, 16)]


def multiply(a, b):
    """The product of two elements as bytes."""
    i, j, u, v = a >> 4, a >> 4 ^ a & 15, b >> 4, b >> 4 ^ b & 15
    # t^2 = t + z, t (t + 1) = z, (t + 1)^2 = (t + 1) + z; z = z t + z (t + 1)
    mixed = times16(Z, times16(i, u) ^ times16(i, v) ^ times16(j, u) ^ times16(j, v))
    high, low = times16(i, u) ^ mixed, times16(j, v) ^ mixed
    return high << 4 | high ^ low


ONE = 0x10  # t + (t + 1)
assert all(multiply(ONE, x) == x for x in range(256))


def look(table, x):
    return table[x] if x < 16 else 0


def halves(x):
    """The indices of the last step, for an element."""
    i, k = x >> 4, x & 15
    j, ak = i ^ k, look(OVER, k)
    return (look(INVERSE, look(INVERSE, i) ^ ak) ^ j, look(INVERSE, look(INVERSE, j) ^ ak) ^ i)


def inverse(x):
    if x == 0:
        return 0
    r = ONE
    for _ in range(254):
        r = multiply(r, x)
    return r


INVERSES = [inverse(x) for x in range(256)]


def isomorphism(poly):
    """The powers of an element of this field that the polynomial sends to 0: the columns of a map into it."""
    for r in range(2, 256):
        powers = [ONE]
        for _ in range(8):
            powers.append(multiply(powers[-1], r))
        total = 0
        for k in range(9):
            total ^= powers[k] if poly >> k & 1 else 0
        if total == 0:
            return powers[:8]


def last(f):
    """Two tables whose sum is f(1/x) for the halves of every x; f is linear."""
    u, v = [None] * 16, [None] * 16
    want = {halves(x): f(INVERSES[x]) for x in range(256)}
    assert len(want) == 256
    # One entry is free: where u and v are joined by no x with an infinite half, a constant can move between them.
    for (p, q), value in want.items():
        if p >= 16 and q < 16:
            v[q] = value
        if q >= 16 and p < 16:
            u[p] = value
    changed = True
    while changed:
        changed = False
        for (p, q), value in want.items():
            if p < 16 and q < 16 and (u[p] is None) != (v[q] is None):
                changed = True
                if u[p] is None:
                    u[p] = value ^ v[q]
                else:
                    v[q] = value ^ u[p]
    u, v = [x or 0 for x in u], [x or 0 for x in v]
    for x in range(256):
        p, q = halves(x)
        assert look(u, p) ^ look(v, q) == f(INVERSES[x])
    return u, v
