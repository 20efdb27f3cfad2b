"""What sm9.py, which holds to the standard, does not have: nonces, the ciphertexts of other libraries, and hybrid
encryption."""
import modes
import sm9
from sm3 import hmac_sm3, kdf, sm3

# The numbers of gm_sm9_mode.
XOR, ECB, CBC, OFB, CFB, XOR_HMAC = 0, 1, 2, 4, 8, 256


def hedged_nonce(random, ds, msg):
    """The r of a signature (doc/sm9.md)."""
    return 1 + sm9.b2i(kdf(random + sm9.g1_bytes(ds) + sm3(b"\2" + msg), 48)) % (sm9.N - 1)


def octets(c):
    return b"\4" + sm9.g1_bytes(c)


def encrypt(pub, ident, msg, r, mode, iv=b"", hid=sm9.HID_ENCRYPT):
    """C1 || C3 || C2, or None when this r has to be thrown away."""
    n1 = len(msg) if mode in (XOR, XOR_HMAC) else 16
    found = sm9.encapsulate(pub, ident, r, 8 * (n1 + 32), hid)
    if found is None or not any(found[0][:n1]):
        return None
    (k, c1), k1, k2 = found, found[0][:n1], found[0][n1:]
    if mode in (XOR, XOR_HMAC):
        c2 = modes.xor(msg, k1)
    elif mode == ECB:
        c2 = modes.ecb_encrypt(k1, modes.pkcs7_pad(msg))
    elif mode == CBC:
        c2 = iv + modes.cbc_encrypt(k1, iv, modes.pkcs7_pad(msg))
    elif mode == OFB:
        c2 = iv + modes.ofb(k1, iv, msg)
    else:
        c2 = iv + modes.cfb(k1, iv, msg)
    return octets(c1) + (hmac_sm3(k2, c2) if mode == XOR_HMAC else sm3(c2 + k2)) + c2


def hybrid_encrypt(pub, ident, r, aad, msg, hid=sm9.HID_ENCRYPT):
    secret, c1 = sm9.encapsulate(pub, ident, r, 8 * 28, hid)
    text, tag = modes.gcm_encrypt(secret[:16], secret[16:], aad, msg)
    return octets(c1) + text + tag
