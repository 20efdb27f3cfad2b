"""The encrypted file of `guomi encrypt` (doc/file-format.md), in plain Python: oracle for tests and vectors."""
import sm2
import sm2_hybrid
import sm3
import sm9
from modes import gcm_encrypt, gcm_decrypt

MAGIC = b"guomi\r\n\x1a"
CHUNK = 65536


def password_stanza(password, salt, iterations, file_key):
    head = b"\x00\x01\x00\x54" + salt + iterations.to_bytes(4, "big")
    wrap = sm3.pbkdf2(password, salt, iterations, 16)
    sealed, tag = gcm_encrypt(wrap, bytes(12), head, file_key)
    return head + sealed + tag


def hkdf(key, salt, info, n):
    return sm3.hkdf_expand(sm3.hkdf_extract(salt, key), info, n)


def sm2_stanza(pub, k, file_key):
    """For the owner of a public key (a point); k is the nonce of the encapsulation."""
    c1, secret = sm2_hybrid.encapsulate(pub, k, 32)
    wrap = hkdf(secret, c1 + sm2.encode_point(pub), b"sm2", 16)
    head = b"\x00\x02\x00\x71" + c1
    sealed, tag = gcm_encrypt(wrap, bytes(12), head, file_key)
    return head + sealed + tag


def sm9_stanza(pub, ident, r, file_key, hid=3):
    """For the user of a name; pub is the master public key, r the nonce of the encapsulation."""
    secret, c1 = sm9.encapsulate(pub, ident, r, 256, hid)
    c1 = b"\4" + sm9.g1_bytes(c1)
    head = b"\0\3" + (114 + len(ident)).to_bytes(2, "big") + bytes([hid]) + ident + c1
    sealed, tag = gcm_encrypt(hkdf(secret, c1, b"sm9", 16), bytes(12), head, file_key)
    return head + sealed + tag


def header(stanzas, payload_salt, file_key):
    text = MAGIC + bytes([1, len(stanzas)]) + payload_salt + b"".join(stanzas)
    return text + sm3.hmac_sm3(hkdf(file_key, b"", b"header", 32), text)


def payload(file_key, payload_salt, data, chunk=CHUNK):
    key = hkdf(file_key, payload_salt, b"payload", 16)
    pieces = [data[i:i + chunk] for i in range(0, len(data), chunk)] or [b""]
    out = b""
    for i, piece in enumerate(pieces):
        out += b"".join(gcm_encrypt(key, i.to_bytes(11, "big") + bytes([i == len(pieces) - 1]), b"", piece))
    return out


def encrypt(password, iterations, file_key, payload_salt, password_salt, data):
    stanza = password_stanza(password, password_salt, iterations, file_key)
    return header([stanza], payload_salt, file_key) + payload(file_key, payload_salt, data)
