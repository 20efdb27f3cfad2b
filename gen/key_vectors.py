#!/usr/bin/env python3
"""Writes tests/vectors/generated-keys.txt: key files of shapes that no writer of ours makes, good and bad; the files
of tests/cases/41-huge-iteration-count; and seeds for the fuzzer."""
import base64
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "models"))
import modes  # noqa: E402
import sm2  # noqa: E402
import sm3  # noqa: E402
from libder import NULL, bits, octets, oid, seq  # noqa: E402
from sm2 import der_int, encode_point, i2b, public_key, tlv  # noqa: E402

D = 0x3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8
NUMBER, POINT = i2b(D), encode_point(public_key(D))
OTHER = encode_point(public_key(D + 1))
SHORT = bytes([2 + POINT[64] % 2]) + POINT[1:33]
EC, SM2, P256 = oid("1.2.840.10045.2.1"), oid("1.2.156.10197.1.301"), oid("1.2.840.10045.3.1.7")
RSA = oid("1.2.840.113549.1.1.1")
PBES2, PBKDF2 = oid("1.2.840.113549.1.5.13"), oid("1.2.840.113549.1.5.12")
SM3, SM3_GM = oid("1.2.156.10197.1.401.3.1"), oid("1.2.156.10197.1.401.2")
SHA224 = oid("1.2.840.113549.2.8")
SM4_CBC, SM4_CTR = oid("1.2.156.10197.1.104.2"), oid("1.2.156.10197.1.104.7")
ALG = seq(EC, SM2)


C = sm2.P256


def curve(version=1, p=C.p, a=C.a, b=C.b, g=encode_point(C.g), n=C.n, cofactor=der_int(1), seed=b"",
          field="1.2.840.10045.1.1"):
    return seq(der_int(version), seq(oid(field), der_int(p)), seq(octets(i2b(a)), octets(i2b(b)), seed),
               octets(g), der_int(n), cofactor)


def sec1(number=NUMBER, parameters=b"", point=POINT, version=1):
    return seq(der_int(version), octets(number), tlv(0xA0, parameters) if parameters else b"",
               tlv(0xA1, bits(point)) if point else b"")


def pkcs8(inner=sec1(), algorithm=ALG, version=0, more=b""):
    return seq(der_int(version), algorithm, octets(inner), more)


def spki(algorithm=ALG, point=POINT, more=b""):
    return seq(algorithm, bits(point), more)


SALT, IV, PASSWORD = bytes(range(16)), bytes(range(16, 32)), b"guomi"


def encrypted(iterations=7, prf=seq(SM3, NULL), cipher=None, key_length=b"", scheme=PBES2, kdf=PBKDF2, salt=octets(SALT),
              plain=None, more=b"", count=None):
    plain = pkcs8() if plain is None else plain
    pad = 16 - len(plain) % 16
    # A count that no machine can do stands over data encrypted with few iterations.
    key = sm3.pbkdf2(PASSWORD, SALT, iterations, 16)
    data = modes.cbc_encrypt(key, IV, plain + bytes([pad]) * pad)
    count = der_int(iterations) if count is None else count
    return seq(seq(scheme, seq(seq(kdf, seq(salt, count, key_length, prf)), cipher or seq(SM4_CBC, octets(IV)))),
               octets(data), more)


PRIVATE = [
    ("PKCS#8", pkcs8(), None),
    ("PKCS#8 without a public key", pkcs8(sec1(point=b"")), None),
    ("PKCS#8 with a compressed public key", pkcs8(sec1(point=SHORT)), None),
    ("PKCS#8 with the curve inside as well", pkcs8(sec1(parameters=SM2)), None),
    ("PKCS#8 with another curve inside", pkcs8(sec1(parameters=P256)), "not-sm2"),
    ("PKCS#8 with the curve as the algorithm", pkcs8(algorithm=seq(SM2)), None),
    ("the same with NULL", pkcs8(algorithm=seq(SM2, NULL)), None),
    ("the same with the curve again", pkcs8(algorithm=seq(SM2, SM2)), None),
    ("the same with the curve in full", pkcs8(algorithm=seq(SM2, curve())), None),
    ("the same with another curve", pkcs8(algorithm=seq(SM2, P256)), "not-sm2"),
    ("the same with two curves", pkcs8(algorithm=seq(SM2, SM2, SM2)), "damaged"),
    ("PKCS#8 with NULL for the curve", pkcs8(algorithm=seq(EC, NULL)), "not-sm2"),
    ("PKCS#8 without a curve", pkcs8(algorithm=seq(EC)), "damaged"),
    ("PKCS#8 of P-256", pkcs8(algorithm=seq(EC, P256)), "not-sm2"),
    ("PKCS#8 of RSA", pkcs8(algorithm=seq(RSA, NULL)), "not-sm2"),
    ("PKCS#8 with attributes", pkcs8(more=tlv(0xA0, seq(oid("2.5.29.15"), tlv(0x31, tlv(3, b"\4\x10"))))), None),
    ("PKCS#8 version 1", pkcs8(sec1(point=b""), version=1, more=tlv(0x81, b"\0" + POINT)), None),
    ("PKCS#8 version 1 with both public keys", pkcs8(version=1, more=tlv(0x81, b"\0" + POINT)), None),
    ("PKCS#8 version 1 with two public keys", pkcs8(version=1, more=tlv(0x81, b"\0" + OTHER)), "mismatch"),
    ("PKCS#8 version 1 with another public key", pkcs8(sec1(point=b""), version=1, more=tlv(0x81, b"\0" + OTHER)),
     "mismatch"),
    ("PKCS#8 version 1 with bits left over", pkcs8(sec1(point=b""), version=1, more=tlv(0x81, b"\1" + POINT)), "damaged"),
    ("PKCS#8 version 1 with an empty public key", pkcs8(sec1(point=b""), version=1, more=tlv(0x81, b"")), "damaged"),
    ("PKCS#8 version 1 without one", pkcs8(version=1), None),
    ("PKCS#8 version 0 with a public key of version 1", pkcs8(more=tlv(0x81, b"\0" + POINT)), "damaged"),
    ("PKCS#8 version 2", pkcs8(version=2), "damaged"),
    ("PKCS#8 with something after", pkcs8(more=NULL), "damaged"),
    ("PKCS#8 with an INTEGER inside", pkcs8(der_int(D)), "damaged"),
    ("PKCS#8 with bytes after the inner key", pkcs8(sec1() + b"\0"), "damaged"),
    ("SEC1", sec1(parameters=SM2), None),
    ("SEC1 without a public key", sec1(parameters=SM2, point=b""), None),
    ("SEC1 with the curve in full", sec1(parameters=curve()), None),
    ("SEC1 whose public key proves the curve", sec1(), None),
    ("SEC1 that does not say its curve", sec1(point=b""), "not-sm2"),
    ("SEC1 of P-256", sec1(parameters=P256), "not-sm2"),
    ("SEC1 with two curves", sec1(parameters=SM2 + SM2), "damaged"),
    ("SEC1 version 2", sec1(parameters=SM2, version=2), "damaged"),
    ("SEC1 with another public key", sec1(parameters=SM2, point=OTHER), "mismatch"),
    ("SEC1 with a point beside the curve", sec1(parameters=SM2, point=POINT[:64] + bytes([POINT[64] ^ 1])), "range"),
    ("SEC1 with a point cut short", sec1(parameters=SM2, point=POINT[:64]), "damaged"),
    ("SEC1 with a point too long", sec1(parameters=SM2, point=POINT + b"\0"), "damaged"),
    ("SEC1 with infinity", sec1(parameters=SM2, point=b"\0"), "damaged"),
    ("SEC1, the number in 33 bytes", sec1(b"\0" + NUMBER, SM2), None),
    ("SEC1, the number in 34 bytes", sec1(b"\0\0" + NUMBER, SM2), "damaged"),
    ("SEC1, the number in 33 bytes, not 0 first", sec1(b"\1" + NUMBER, SM2), "damaged"),
    ("SEC1 without a number", sec1(b"", SM2), "damaged"),
    ("SEC1, 0", sec1(i2b(0), SM2, b""), "range"),
    ("SEC1, 0 in one byte", sec1(b"\0", SM2, b""), "range"),
    ("SEC1, n - 1", sec1(i2b(C.n - 1), SM2, b""), "range"),
    ("SEC1, n", sec1(i2b(C.n), SM2, b""), "range"),
    ("SEC1, the largest number", sec1(b"\xff" * 32, SM2, b""), "range"),
    ("INTEGER", der_int(D), None),
    ("INTEGER with a zero too many", tlv(2, b"\0" + NUMBER), "damaged"),
    ("negative INTEGER", tlv(2, b"\x80" + NUMBER[1:]), "damaged"),
    ("INTEGER of 33 bytes", tlv(2, b"\1" + NUMBER), "damaged"),
    ("INTEGER, n", der_int(C.n), "range"),
    ("INTEGER and a byte", der_int(D) + b"\0", "no-key"),
    ("a signature", seq(der_int(D), der_int(D)), "no-key"),
    ("SPKI", spki(), "is-public"),
    ("BIT STRING", bits(POINT), "is-public"),
    ("a point", POINT, "is-public"),
    ("a compressed point", SHORT, "is-public"),
    ("encrypted", encrypted(), None),
    ("encrypted, no NULL", encrypted(prf=seq(SM3)), None),
    ("encrypted, other OID", encrypted(prf=seq(SM3_GM, NULL)), None),
    ("encrypted, other OID, no NULL, length", encrypted(prf=seq(SM3_GM), key_length=der_int(16)), None),
    ("encrypted, once", encrypted(1), None),
    ("encrypted SEC1", encrypted(plain=sec1(parameters=SM2)), "wrong-password"),
    ("encrypted P-256", encrypted(plain=pkcs8(algorithm=seq(EC, P256))), "not-sm2"),
    ("encrypted, empty", encrypted(plain=b""), "wrong-password"),
    ("encrypted, large", encrypted(plain=pkcs8(more=tlv(0xA0, octets(bytes(300))))), None),
    ("encrypted, key length 0", encrypted(key_length=der_int(0)), "damaged"),
    ("encrypted, key length 32", encrypted(key_length=der_int(32)), "damaged"),
    ("encrypted, negative count", encrypted(count=tlv(2, b"\x80")), "damaged"),
    ("encrypted, HMAC-SHA224", encrypted(prf=seq(SHA224, NULL)), "encryption"),
    ("encrypted, prf with a parameter", encrypted(prf=seq(SM3, SM3)), "damaged"),
    ("encrypted, two prf", encrypted(prf=seq(SM3) + seq(SM3)), "damaged"),
    ("encrypted, SM4-CTR", encrypted(cipher=seq(SM4_CTR, octets(IV))), "encryption"),
    ("encrypted, IV of 15", encrypted(cipher=seq(SM4_CBC, octets(IV[:15]))), "damaged"),
    ("encrypted, no IV", encrypted(cipher=seq(SM4_CBC)), "damaged"),
    ("encrypted, PBES1", encrypted(scheme=oid("1.2.840.113549.1.5.3")), "encryption"),
    ("encrypted, scrypt", encrypted(kdf=oid("1.3.6.1.4.1.11591.4.11")), "encryption"),
    ("encrypted, salt by algorithm", encrypted(salt=seq(SM3)), "encryption"),
    ("encrypted, more after", encrypted(more=NULL), "damaged"),
]

RECIPIENT, SESSION = 0x123456789, bytes(range(100, 116))


def envelope(algorithm=oid("1.2.156.10197.1.104.1") + NULL, session=SESSION, point=POINT, sealed=NUMBER, to=RECIPIENT,
             more=b""):
    c1, c3, c2 = sm2.encrypt(public_key(to), session, 0x1234567)
    data = modes.ecb_encrypt(SESSION, sealed)
    return seq(seq(algorithm), sm2.der_cipher(c1, c3, c2), bits(point), bits(data), more)


ENVELOPED = [
    ("an envelope", envelope(), None),
    ("OID of SM4 without a mode", envelope(oid("1.2.156.10197.1.104")), None),
    ("the number behind 32 zeros", envelope(sealed=bytes(32) + NUMBER), None),
    ("behind 31 zeros and a one", envelope(sealed=bytes(31) + b"\1" + NUMBER), "mismatch"),
    ("a compressed point", envelope(point=SHORT), None),
    ("another point", envelope(point=OTHER), "mismatch"),
    ("another number", envelope(sealed=i2b(D + 1)), "mismatch"),
    ("a number out of range", envelope(sealed=i2b(C.n)), "range"),
    ("for another key", envelope(to=RECIPIENT + 1), "wrong-recipient"),
    ("SM4-CBC", envelope(oid("1.2.156.10197.1.104.2") + NULL), "encryption"),
    ("an SM4 key too long", envelope(session=SESSION + b"\0"), "damaged"),
    ("an SM4 key too short", envelope(session=SESSION[:15]), "damaged"),
    ("a number of 48 bytes", envelope(sealed=bytes(16) + NUMBER), "damaged"),
    ("parameters of another kind", envelope(oid("1.2.156.10197.1.104.1") + octets(IV)), "damaged"),
    ("more after", envelope(more=NULL), "damaged"),
    ("a private key", pkcs8(), "other-form"),
]

PUBLIC = [
    ("SPKI", spki(), None),
    ("SPKI, compressed", spki(point=SHORT), None),
    ("SPKI, hybrid", spki(point=bytes([6 + POINT[64] % 2]) + POINT[1:]), None),
    ("SPKI, hybrid, wrong parity", spki(point=bytes([7 - POINT[64] % 2]) + POINT[1:]), "range"),
    ("SPKI, the curve as algorithm", spki(seq(SM2)), None),
    ("SPKI, the same with NULL", spki(seq(SM2, NULL)), None),
    ("SPKI, the same twice", spki(seq(SM2, SM2)), None),
    ("SPKI in full", spki(seq(EC, curve())), None),
    ("SPKI in full, compressed G", spki(seq(EC, curve(g=b"\2" + i2b(C.g[0])))), None),
    ("SPKI in full, hybrid G", spki(seq(EC, curve(g=b"\6" + encode_point(C.g)[1:]))), None),
    ("SPKI in full, hybrid G of the other parity", spki(seq(EC, curve(g=b"\7" + encode_point(C.g)[1:]))), "not-sm2"),
    ("SPKI in full, no cofactor", spki(seq(EC, curve(cofactor=b""))), None),
    ("SPKI in full, G of the other parity", spki(seq(EC, curve(g=b"\3" + i2b(C.g[0])))), "not-sm2"),
    ("SPKI in full, -G", spki(seq(EC, curve(g=encode_point((C.g[0], C.p - C.g[1]))))), "not-sm2"),
    ("SPKI in full, cofactor 2", spki(seq(EC, curve(cofactor=der_int(2)))), "not-sm2"),
    ("SPKI in full, version 2", spki(seq(EC, curve(version=2))), "not-sm2"),
    ("SPKI in full, another p", spki(seq(EC, curve(p=C.p + 2))), "not-sm2"),
    ("SPKI in full, another a", spki(seq(EC, curve(a=C.a - 1))), "not-sm2"),
    ("SPKI in full, another b", spki(seq(EC, curve(b=C.b + 1))), "not-sm2"),
    ("SPKI in full, another n", spki(seq(EC, curve(n=C.n - 2))), "not-sm2"),
    ("SPKI in full, a seed", spki(seq(EC, curve(seed=bits(bytes(20))))), "not-sm2"),
    ("SPKI in full, a binary field", spki(seq(EC, curve(field="1.2.840.10045.1.2"))), "not-sm2"),
    ("SPKI of P-256", spki(seq(EC, P256)), "not-sm2"),
    ("SPKI of RSA", spki(seq(RSA, NULL)), "not-sm2"),
    ("SPKI, bits left over", seq(ALG, tlv(3, b"\1" + POINT)), "damaged"),
    ("SPKI, more after", spki(more=NULL), "damaged"),
    ("SPKI, infinity", spki(point=b"\0"), "damaged"),
    ("SPKI, no point", spki(point=b""), "damaged"),
    ("SPKI, beside the curve", spki(point=POINT[:64] + bytes([POINT[64] ^ 1])), "range"),
    ("SPKI, x = p", spki(point=b"\4" + i2b(C.p) + POINT[33:]), "range"),
    ("BIT STRING", bits(POINT), None),
    ("BIT STRING, compressed", bits(SHORT), None),
    ("BIT STRING, 64 bytes", bits(POINT[1:]), "damaged"),
    ("a point", POINT, None),
    ("a point without 04", POINT[1:], None),
    ("a compressed point", SHORT, None),
    ("PKCS#8", pkcs8(), "is-private"),
    ("SEC1", sec1(parameters=SM2), "is-private"),
    ("encrypted", encrypted(), "is-private"),
    ("a number", NUMBER, "is-private"),
    ("an INTEGER", der_int(D), "is-private"),
]


def pem(label, der):
    text = base64.b64encode(der).decode()
    lines = [text[i:i + 64] for i in range(0, len(text), 64)]
    return "\n".join(["-----BEGIN %s-----" % label, *lines, "-----END %s-----" % label]) + "\n"


def vectors():
    out = ["# GENERATED by gen/key_vectors.py. Key files: data is read by gm_sm2_key_load (op key-private, password",
           "# \"guomi\"), gm_sm2_key_load_public (op key-public) or gm_sm2_envelope_open (op key-enveloped; the",
           "# recipient is in the last block); problem is the gm_sm2_key_problem, or none.", ""]
    for op, table in (("key-private", PRIVATE), ("key-public", PUBLIC), ("key-enveloped", ENVELOPED)):
        for what, data, problem in table:
            out += ["# " + what, "op = " + op, "data = " + data.hex(), "problem = " + (problem or "none"), ""]
    out += ["# what the good ones hold", "op = key", "d = " + NUMBER.hex(), "point = " + POINT.hex(),
            "recipient = " + i2b(RECIPIENT).hex(), ""]
    return "\n".join(out)


def huge(count):
    return pem("ENCRYPTED PRIVATE KEY", encrypted(1, count=count))


(root / "tests/vectors/generated-keys.txt").write_text(vectors())
case = root / "tests/cases/41-huge-iteration-count"
for name, count in (("over", der_int(10000001)), ("2-63", der_int((1 << 63) - 1)), ("2-64", der_int(1 << 64)),
                    ("2-1000", tlv(2, b"\1" + bytes(125))), ("negative", tlv(2, b"\xff" * 16))):
    (case / (name + ".pem")).write_text(huge(count))
corpus = root / "fuzz/corpus/key"
for name, data in (("pkcs8", pkcs8()), ("sec1", sec1(parameters=curve())), ("integer", der_int(D)), ("raw", NUMBER),
                   ("encrypted", encrypted(1)), ("spki", spki(seq(EC, curve()))), ("bits", bits(POINT)),
                   ("point", POINT), ("short", SHORT), ("version1", pkcs8(sec1(point=b""), version=1,
                                                                        more=tlv(0x81, b"\0" + POINT))),
                   ("pem", pem("PRIVATE KEY", pkcs8()).encode()), ("hex", NUMBER.hex().encode()),
                   ("base64", base64.b64encode(sec1(parameters=SM2))),
                   ("two", (pem("EC PARAMETERS", SM2) + pem("EC PRIVATE KEY", sec1(parameters=SM2))).encode()),
                   ("enveloped", envelope()), ("sealed-pem", pem("ENCRYPTED PRIVATE KEY", encrypted(1, prf=seq(SM3_GM))).encode())):
    (corpus / name).write_bytes(data)
