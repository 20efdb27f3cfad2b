"""SM4's S-box and the linear maps of bytes that the generators of its rows work with. A map is the list of its columns.

S(x) = A inv(A x + C) + C, inv being the inverse in GF(2)[t]/POLYNOMIAL (0 of 0).

Imported by the generators."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "models"))
import sm4  # noqa: E402

POLYNOMIAL = 0x1F5
SBOX = bytes(sm4.SBOX)
A = [0xCB, 0x97, 0x2F, 0x5E, 0xBC, 0x79, 0xF2, 0xE5]
C = 0xD3


def apply(columns, x):
    r = 0
    for i, c in enumerate(columns):
        r ^= c if x >> i & 1 else 0
    return r


def of(f):
    """The columns of a linear f."""
    columns = [f(1 << i) for i in range(8)]
    assert all(apply(columns, x) == f(x) for x in range(256))
    return columns


def inverse(columns):
    table = {apply(columns, x): x for x in range(256)}
    assert len(table) == 256
    return of(lambda x: table[x])


def rol(x, n):
    return (x << n | x >> (8 - n)) & 255
