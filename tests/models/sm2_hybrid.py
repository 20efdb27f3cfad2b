"""Key encapsulation, hybrid encryption, Diffie-Hellman and the forms of a ciphertext (doc/sm2_hybrid.md): what
sm2.py, which holds to the standard, does not have."""
import modes
import sm2
from sm3 import kdf


def encapsulate(pub, k, n, c=sm2.P256):
    """(C1, shared secret of n bytes), or None when this k has to be thrown away."""
    c1, shared = c.mul(k, c.g), c.mul(k, pub)
    secret = kdf(sm2.xy(shared) + sm2.xy(c1) + sm2.xy(pub), n)
    return (sm2.encode_point(c1), secret) if any(secret) else None


def decapsulate(d, octets, n, c=sm2.P256):
    """The shared secret, or None."""
    c1 = sm2.decode_point(octets, c) if octets[:1] == b"\x04" else None
    if c1 is None:
        return None
    secret = kdf(sm2.xy(c.mul(d, c1)) + sm2.xy(c1) + sm2.xy(sm2.public_key(d, c)), n)
    return secret if any(secret) else None


def hybrid_encrypt(pub, k, aad, msg, c=sm2.P256):
    c1, secret = encapsulate(pub, k, 28, c)
    text, tag = modes.gcm_encrypt(secret[:16], secret[16:], aad, msg)
    return c1 + text + tag


def hybrid_decrypt(d, aad, data, c=sm2.P256):
    if len(data) < 65 + 16:
        return None
    secret = decapsulate(d, data[:65], 28, c)
    return secret and modes.gcm_decrypt(secret[:16], secret[16:], aad, data[65:-16], data[-16:])


def ecdh(d, pub, c=sm2.P256):
    return sm2.i2b(c.mul(d, pub)[0])


def ecdh_kdf(d, pub, n, c=sm2.P256):
    return kdf(ecdh(d, pub, c), n)


# The numbers of gm_sm2_form.
DER, C1C3C2, C1C2C3, C1C3C2_COMPRESSED, C1C2C3_COMPRESSED, C1C3C2_BARE, C1C2C3_BARE = range(1, 8)


def write_form(form, c1, c3, c2):
    if form == DER:
        return sm2.der_cipher(c1, c3, c2)
    point = sm2.encode_point(c1, form in (C1C3C2_COMPRESSED, C1C2C3_COMPRESSED))
    if form in (C1C3C2_BARE, C1C2C3_BARE):
        point = point[1:]
    return point + (c3 + c2 if form % 2 == 0 else c2 + c3)
