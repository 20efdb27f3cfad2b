"""DER as the generators of key files write it."""
from sm2 import tlv

NULL = tlv(5, b"")


def oid(dotted):
    n = [int(x) for x in dotted.split(".")]
    out = b""
    for v in [40 * n[0] + n[1]] + n[2:]:
        b = bytes([v & 127])
        while v > 127:
            v >>= 7
            b = bytes([v & 127 | 128]) + b
        out += b
    return tlv(6, out)


def seq(*parts):
    return tlv(0x30, b"".join(parts))


def octets(b):
    return tlv(4, b)


def bits(b):
    return tlv(3, b"\0" + b)
