"""Nonces of SM2 signatures as guomi makes them: hedged, and deterministic after RFC 6979, 3.2, with HMAC-SM3."""
from sm2 import P256, b2i, i2b
from sm3 import hmac_sm3, kdf


def reduced(text, m):
    """1 + (the number of these bytes mod m)."""
    return 1 + b2i(text) % m


def hedged(random, d, e, c=P256):
    return reduced(kdf(random + i2b(d) + e, 48), c.n - 1)


def private_key(random, c=P256):
    """d from 48 random bytes."""
    return reduced(random, c.n - 2)


def rfc6979(d, e, c=P256):
    """The nonces, one after another. All sizes are 256 bits here."""
    seed = i2b(d) + i2b(b2i(e) % c.n)
    v, k = b"\x01" * 32, bytes(32)
    for octet in (b"\x00", b"\x01"):
        k = hmac_sm3(k, v + octet + seed)
        v = hmac_sm3(k, v)
    while True:
        v = hmac_sm3(k, v)
        if 1 <= b2i(v) < c.n:
            yield b2i(v)
        k = hmac_sm3(k, v + b"\x00")
        v = hmac_sm3(k, v)
