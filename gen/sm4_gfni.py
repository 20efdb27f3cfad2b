#!/usr/bin/env python3
"""Writes src/sm4/gfni/sm4_gfni_constants.inc: SM4 as the GFNI instructions need it.

doc/sm4_gfni.md tells the algebra. Every identity is proved here before anything is
written: the S-box over all 256 values, both linear maps over all 256 values of each
byte, and a whole block in the kernel's form against tests/models/sm4.py.
A map of bytes is a list of eight rows: bit i of M x is the parity of rows[i] & x.
"""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "models"))
import sm4  # noqa: E402

SM4_POLY, AES_POLY = 0x1F5, 0x11B


def multiply(a, b, poly):
    r = 0
    while b:
        if b & 1:
            r ^= a
        a <<= 1
        if a & 0x100:
            a ^= poly
        b >>= 1
    return r


def apply(m, x):
    return sum((bin(m[i] & x).count("1") & 1) << i for i in range(8))


def from_function(f):
    """The matrix of a linear f."""
    columns = [f(1 << j) for j in range(8)]
    m = [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]
    assert all(apply(m, x) == f(x) for x in range(256))
    return m


def compose(*ms):
    """compose(a, b) x = a (b x)."""
    def f(x):
        for m in reversed(ms):
            x = apply(m, x)
        return x
    return from_function(f)


def add(a, b):
    return [x ^ y for x, y in zip(a, b)]


def inverse(m):
    table = {apply(m, x): x for x in range(256)}
    assert len(table) == 256
    return from_function(lambda y: table[y])


def qword(m):
    """As GF2P8AFFINEQB takes it: the row of bit i is byte 7 - i."""
    return sum(m[i] << 8 * (7 - i) for i in range(8))


# The affine map of the standard's S-box, S(x) = A inv(A x + C) + C over GF(2)[x]/SM4_POLY.
C = 0xD3
A = [(0xA7 << i | 0xA7 >> 8 - i) & 0xFF for i in range(8)]

# The isomorphism into the AES field: x goes to a root of SM4_POLY there. There are eight; the least is taken.


def power_sum(r):
    total, power = 0, 1
    for i in range(9):
        if SM4_POLY >> i & 1:
            total ^= power
        power = multiply(power, r, AES_POLY)
    return total


theta = min(r for r in range(2, 256) if power_sum(r) == 0)


def into_aes(x):
    total, power = 0, 1
    for i in range(8):
        if x >> i & 1:
            total ^= power
        power = multiply(power, theta, AES_POLY)
    return total


Phi = from_function(into_aes)
for a in range(256):
    for b in range(256):
        assert apply(Phi, multiply(a, b, SM4_POLY)) == multiply(apply(Phi, a), apply(Phi, b), AES_POLY)

aes_inv = [0] * 256
for a in range(1, 256):
    aes_inv[a] = next(b for b in range(1, 256) if multiply(a, b, AES_POLY) == 1)

# S(x) = A2 inv(A1 x + c1) + C, inv now the AES field's.
A1 = compose(Phi, A)
c1 = apply(Phi, C)
A2 = compose(A, inverse(Phi))
A1i = inverse(A1)
for x in range(256):
    assert sm4.SBOX[x] == apply(A2, aes_inv[apply(A1, x) ^ c1]) ^ C

I = from_function(lambda x: x)
zero = [0] * 8


def shl(n):
    return from_function(lambda x: x << n & 0xFF)


def shr(n):
    return from_function(lambda x: x >> n)


def rol(n):
    return add(shl(n), shr(8 - n))


# L(B)_i = U b_i + V b_(i+1) + V b_(i+2) + W b_(i+3), byte 0 the highest, indices modulo 4.
U, V = add(I, shl(2)), rol(2)
W = add(U, V)
assert W == add(I, shr(6))
# L'(B)_i = b_i + shl5 b_(i+1) + (shr3 + shl7) b_(i+2) + shr1 b_(i+3): the key schedule's.
K = [I, shl(5), add(shr(3), shl(7)), shr(1)]


def bytes_of(word):
    return [word >> s & 0xFF for s in (24, 16, 8, 0)]


for place in range(4):
    for value in range(256):
        b = [value if i == place else 0 for i in range(4)]
        word = int.from_bytes(bytes(b), "big")
        want = word ^ sm4.rol(word, 2) ^ sm4.rol(word, 10) ^ sm4.rol(word, 18) ^ sm4.rol(word, 24)
        got = [apply(U, b[i]) ^ apply(V, b[(i + 1) % 4]) ^ apply(V, b[(i + 2) % 4]) ^ apply(W, b[(i + 3) % 4])
               for i in range(4)]
        assert got == bytes_of(want)
        # The byte-sliced form: u = U b, v = V b.
        u, v = [apply(U, x) for x in b], [apply(V, x) for x in b]
        assert got == [u[i] ^ u[(i + 3) % 4] ^ v[(i + 1) % 4] ^ v[(i + 2) % 4] ^ v[(i + 3) % 4] for i in range(4)]
        want = word ^ sm4.rol(word, 13) ^ sm4.rol(word, 23)
        got = [0] * 4
        for i in range(4):
            for j in range(4):
                got[i] ^= apply(K[j], b[(i + j) % 4])
        assert got == bytes_of(want)

# The premultiplied rounds: inputs t' = A1 t + c1; outputs A1 L(S(t)).
MU, MV, MW = (compose(A1, m, A2) for m in (U, V, W))
MK = [compose(A1, m, A2) for m in K]
# S's constant C through L: U C + V C + V C + W C = V C, once a byte; in the byte-sliced form likewise 3 V C = V C.
cl = apply(A1, apply(V, C))
assert apply(V, C) == apply(U, C) ^ apply(W, C)
ck = 0
for m in K:
    ck ^= apply(A1, apply(m, C))


def in_form(words, constant=0):
    """A1 on every byte of the words, plus a constant byte."""
    return [int.from_bytes(bytes(apply(A1, b) ^ constant for b in bytes_of(w)), "big") for w in words]


def round_form(x, rk, maps, constant):
    t = [aes_inv[b] for b in bytes_of(x[1] ^ x[2] ^ x[3] ^ rk)]
    y = [constant] * 4
    for i in range(4):
        for j in range(4):
            y[i] ^= apply(maps[j], t[(i + j) % 4])
    return x[1:] + [x[0] ^ int.from_bytes(bytes(y), "big")]


def out_form(words):
    return [int.from_bytes(bytes(apply(A1i, b) for b in bytes_of(w)), "big") for w in words]


CK_FORM = in_form(sm4.CK, c1)
FK_FORM = in_form(sm4.FK)
for seed in range(8):
    key = bytes((seed * 37 + i * 91 + i * i * seed) & 0xFF for i in range(16)) if seed else bytes.fromhex(
        "0123456789abcdeffedcba9876543210")
    rk = sm4.expand_key(key)
    k = [a ^ b for a, b in zip(in_form([int.from_bytes(key[i:i + 4], "big") for i in range(0, 16, 4)]), FK_FORM)]
    x = in_form([int.from_bytes(key[i:i + 4], "big") for i in range(0, 16, 4)])
    for i in range(32):
        k = round_form(k, CK_FORM[i], MK, ck)
        assert out_form(k[3:]) == [rk[i]]
        x = round_form(x, in_form([rk[i]], c1)[0], [MU, MV, MV, MW], cl)
    assert b"".join(w.to_bytes(4, "big") for w in reversed(out_form(x))) == sm4.crypt(rk, key)

REVERSE = from_function(lambda x: int("{:08b}".format(x)[::-1], 2))


def memory_order(w):
    return int.from_bytes(w.to_bytes(4, "big"), "little")


lines = [
    "/* GENERATED by gen/sm4_gfni.py, which proves what it writes; the algebra is in doc/sm4_gfni.md. Do not edit.",
    " * Matrices as GF2P8AFFINEQB takes them; words in memory order (the standard's first byte lowest). */",
    "/* clang-format off */",
]


def define(name, value, digits, remark):
    text = "UINT64_C(0x%0*x)" % (digits, value) if digits == 16 else "0x%0*x" % (digits, value)
    lines.append("#define %-12s %s /* %s */" % (name, text, remark))


define("SM4_IN", qword(A1), 16, "x' = A1 x")
define("SM4_IN_C", c1, 2, "round keys: A1 rk + c1")
define("SM4_OUT", qword(A1i), 16, "x = A1^-1 x'")
define("SM4_U", qword(MU), 16, "A1 (I + shl2) A2, after inversion")
define("SM4_V", qword(MV), 16, "A1 rol2 A2")
define("SM4_W", qword(MW), 16, "their sum")
define("SM4_L_C", cl, 2, "the S-box constant through L")
for j in range(4):
    define("SM4_K%d" % j, qword(MK[j]), 16, "A1 K%d A2 of the key schedule's L'" % j)
define("SM4_K_C", ck, 2, "the S-box constant through L'")
define("SM4_REVERSE", qword(REVERSE), 16, "the bits of a byte in the other order")
lines.append("static const uint32_t sm4_fk_form[4] = {%s};" % ", ".join("0x%08x" % memory_order(w) for w in FK_FORM))
lines.append("static const uint32_t sm4_ck_form[36] = {")
for i in range(0, 32, 4):
    lines.append("    %s," % ", ".join("0x%08x" % memory_order(w) for w in CK_FORM[i:i + 4]))
lines.append("};")
lines.append("/* clang-format on */")
(root / "src/sm4/gfni/sm4_gfni_constants.inc").write_text("\n".join(lines) + "\n")
