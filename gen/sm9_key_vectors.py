#!/usr/bin/env python3
"""Writes tests/vectors/generated-sm9-keys.txt: SM9's keys, signatures and ciphertexts in all forms, good and bad; and
seeds for the fuzzer."""
import base64
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "models"))
import modes  # noqa: E402
import sm3  # noqa: E402
import sm9  # noqa: E402
import vectors  # noqa: E402
from libder import NULL, bits, octets, oid, seq  # noqa: E402
from sm2 import der_int, tlv  # noqa: E402

SIGN_MASTER, ENC_MASTER, SIGN_USER, ENC_USER, SIGN_PUBLIC, ENC_PUBLIC = 1, 2, 4, 8, 16, 32
SECRET, ANY = 15, 63
RAW, ASN1, SEQUENCE, PKCS8, ENCRYPTED, SPKI = 1, 2, 3, 4, 5, 6
PROBLEMS = {"": 0, "no-key": 1, "damaged": 2, "ambiguous": 3, "not-sm9": 7, "range": 8, "mismatch": 9,
            "wrong-password": 11, "iterations": 12, "encryption": 13, "other-kind": 17}

KS = 0x130E78459D78545CB54C587E02CF480CE0B66340F319F348A1D5B1F2DC5F4
KE = 0x1EDEE3778F441F8DEA3D9FA0ACC4E07EE36C93F9A08618AF4AD85CEDE1C22
ID = "alice@example.org".encode()
S, E = sm9.i2b(KS), sm9.i2b(KE)
SPUB = b"\4" + sm9.g2_bytes(sm9.sign_master_public(KS))
EPUB = b"\4" + sm9.g1_bytes(sm9.enc_master_public(KE))
DS = b"\4" + sm9.g1_bytes(sm9.sign_user_key(KS, ID))
DE = b"\4" + sm9.g2_bytes(sm9.enc_user_key(KE, ID))
SPUB2 = b"\4" + sm9.g2_bytes(sm9.sign_master_public(KS + 1))
EPUB2 = b"\4" + sm9.g1_bytes(sm9.enc_master_public(KE + 1))


def off_curve(point):
    return point[:-1] + bytes([point[-1] ^ 1])


def sqrt2(a):
    """A square root in the field of q^2 elements, or None: the norm's root gives the real part."""
    q, inv2 = sm9.Q, pow(2, -1, sm9.Q)

    def root1(x):
        # q = 5 mod 8
        r = pow(x, (q + 3) // 8, q)
        for k in (1, pow(2, (q - 1) // 4, q)):
            if r * k * r * k % q == x % q:
                return r * k % q
        return None
    n = root1(a[0] * a[0] + 2 * a[1] * a[1])
    if n is None:
        return None
    for m in (n, q - n):
        x = root1((a[0] + m) * inv2)
        if x:
            y = a[1] * inv2 * pow(x, -1, q) % q
            if ((x * x - 2 * y * y) % q, 2 * x * y % q) == (a[0] % q, a[1] % q):
                return x, y
    return None


def outside():
    """A point of the twist that is not in the group of order N."""
    for i in range(1, 100):
        x = (i, 1)
        b = sm9.f2_add(sm9.f2_mul(sm9.f2_mul(sm9.f2(*x), sm9.f2(*x)), sm9.f2(*x)), sm9.f2(0, 5))
        y = sqrt2(b)
        if y is not None:
            assert sm9.f2_mul(sm9.f2(*y), sm9.f2(*y)) == b
            return b"\4" + sm9.i2b(x[1]) + sm9.i2b(x[0]) + sm9.i2b(y[1]) + sm9.i2b(y[0])
    raise ValueError


OUT = outside()
SM9, SIGN, EXCHANGE, ENC = (oid("1.2.156.10197.1.302" + s) for s in ("", ".1", ".2", ".3"))
SM2 = oid("1.2.156.10197.1.301")
PBES2, PBKDF2 = oid("1.2.840.113549.1.5.13"), oid("1.2.840.113549.1.5.12")
SM3, SM3_GM, SM4_CBC = (oid("1.2.156.10197.1." + s) for s in ("401.3.1", "401.2", "104.2"))
PASSWORD, SALT, IV = b"guomi", bytes(range(16)), bytes(range(16, 32))


def pkcs8(algorithm, inner, version=0, more=b""):
    return seq(der_int(version), algorithm, octets(inner), more)


def encrypted(plain, iterations=7, prf=SM3_GM, key_length=der_int(16)):
    pad = 16 - len(plain) % 16
    data = modes.cbc_encrypt(sm3.pbkdf2(PASSWORD, SALT, iterations, 16), IV, plain + bytes([pad]) * pad)
    return seq(seq(PBES2, seq(seq(PBKDF2, seq(octets(SALT), der_int(iterations), key_length, seq(prf, NULL))),
                              seq(SM4_CBC, octets(IV)))), octets(data))


def pem(label, data):
    text = base64.b64encode(data).decode()
    lines = [text[i:i + 64] for i in range(0, len(text), 64)]
    return ("-----BEGIN %s-----\n%s\n-----END %s-----\n" % (label, "\n".join(lines), label)).encode()


SM = pkcs8(seq(SM9, SIGN), seq(der_int(KS), bits(SPUB)))
EM = pkcs8(seq(SM9, ENC), seq(der_int(KE), bits(EPUB)))
SU = pkcs8(seq(SIGN), seq(bits(DS), bits(SPUB)))
EU = pkcs8(seq(ENC), seq(bits(DE), bits(EPUB)))

# Keys as others published them: GmSSL's master public key, and a master key, a user's key and a public key of go-cryptobin.
GMSSL = base64.b64decode(
    "MIGFA4GCAARvTUvk1ztAlmjlUK0kP3zdFEVHHr8HUL4sUbcnFoQPukP0AjurnySyf1MY0Plzt4lZ5u0/6GC4zUjYEcjWiYV+bV9Y"
    "CnOGVQAYfPr/a+4/alewf43qBJuXRi1gDhueE6gkoeZ4HHUu1wfhRbKRF8okwSO933f/ZSpLlYu1P7/ckw==")
CB_MASTER = base64.b64decode(
    "MIHIAgEAMBUGCCqBHM9VAYIuBgkqgRzPVQGCLgEEgaswgagCIQCt2w7B+ssh8vR4vOnMdO6w6o6h5Jj1SNu3In1N60REwgOBggAE"
    "Nxeldd01leE9ne+7EZbPUsVIXYL6FUcqqJGJF++fJgMY5E7BBDkwMOuDJftYXaicSx408p0BBOi2iRgi+K3s77NiIwP0T4bYhUcM"
    "NQvL1vEeTrMhik8kGIUu00Tt701Na+OiGQK4cdYfQuuyBSZDj0+cAVvy7ueXAMrYjf9KXtI=")
CB_USER = base64.b64decode(
    "MIHhAgEAMA0GCSqBHM9VAYIuAQUABIHMMIHJA0IABFWXlXTTQH4yglrTuUKqLAafAvSVOTRy/jdiYtX2wvQyKfqBde6Y6BfHZT85"
    "p1PjXHeEG8IMRuDy0eAKmq7/y0oDgYIABDcXpXXdNZXhPZ3vuxGWz1LFSF2C+hVHKqiRiRfvnyYDGOROwQQ5MDDrgyX7WF2onEse"
    "NPKdAQTotokYIvit7O+zYiMD9E+G2IVHDDULy9bxHk6zIYpPJBiFLtNE7e9NTWvjohkCuHHWH0LrsgUmQ49PnAFb8u7nlwDK2I3/"
    "Sl7S")
CB_PUBLIC = base64.b64decode(
    "MIGgMBUGCCqBHM9VAYIuBgkqgRzPVQGCLgEDgYYAA4GCAAQ3F6V13TWV4T2d77sRls9SxUhdgvoVRyqokYkX758mAxjkTsEEOTAw"
    "64Ml+1hdqJxLHjTynQEE6LaJGCL4rezvs2IjA/RPhtiFRww1C8vW8R5OsyGKTyQYhS7TRO3vTU1r46IZArhx1h9C67IFJkOPT5wB"
    "W/Lu55cAytiN/0pe0g==")

# name, file, kinds to take, kind, form, text, problem, number or point, the master's point
KEYS = [
    ("a signing master key", SM, ANY, SIGN_MASTER, PKCS8, 0, "", S, SPUB),
    ("an encryption master key", EM, ANY, ENC_MASTER, PKCS8, 0, "", E, EPUB),
    ("a signing key", SU, ANY, SIGN_USER, PKCS8, 0, "", DS, SPUB),
    ("a decryption key", EU, ANY, ENC_USER, PKCS8, 0, "", DE, EPUB),
    ("of key exchange", pkcs8(seq(EXCHANGE), seq(bits(DE), bits(EPUB))), ANY, ENC_USER, PKCS8, 0, "", DE, EPUB),
    ("with NULL", pkcs8(seq(SIGN, NULL), seq(bits(DS), bits(SPUB))), ANY, SIGN_USER, PKCS8, 0, "", DS, SPUB),
    ("a bare point inside", pkcs8(seq(SIGN, NULL), bits(DS)), ANY, SIGN_USER, PKCS8, 0, "", DS, b""),
    ("a bare number inside", pkcs8(seq(SM9, ENC), der_int(KE)), ANY, ENC_MASTER, PKCS8, 0, "", E, b""),
    ("with attributes", pkcs8(seq(ENC), bits(DE), more=tlv(0xA0, seq())), ANY, ENC_USER, PKCS8, 0, "", DE, b""),
    ("SM9 without a system", pkcs8(seq(SM9), der_int(KS)), ANY, 0, PKCS8, 0, "ambiguous", b"", b""),
    ("the same, named", pkcs8(seq(SM9), der_int(KS)), SIGN_MASTER, SIGN_MASTER, PKCS8, 0, "", S, b""),
    ("the system and the key disagree", pkcs8(seq(SM9, ENC), seq(der_int(KS), bits(SPUB))), ANY, 0, PKCS8, 0, "damaged",
     b"", b""),
    ("a user's algorithm around a master key", pkcs8(seq(SIGN), seq(der_int(KS), bits(SPUB))), ANY, 0, PKCS8, 0,
     "damaged", b"", b""),
    ("SM2's algorithm", pkcs8(seq(SM2), der_int(KS)), ANY, 0, PKCS8, 0, "not-sm9", b"", b""),
    ("version 1", pkcs8(seq(SIGN), bits(DS), version=1), ANY, 0, PKCS8, 0, "damaged", b"", b""),
    ("something behind", pkcs8(seq(SIGN), bits(DS), more=NULL), ANY, 0, PKCS8, 0, "damaged", b"", b""),
    ("a byte behind", SU + b"\0", ANY, 0, 0, 0, "no-key", b"", b""),
    ("a long length", b"\x30\x82\0" + bytes([len(SU) - 3]) + SU[3:], ANY, 0, 0, 0, "no-key", b"", b""),
    ("a byte behind the inner key", pkcs8(seq(SIGN), seq(bits(DS), bits(SPUB)) + b"\0"), ANY, 0, PKCS8, 0, "damaged",
     b"", b""),
    ("another master's public key", pkcs8(seq(SM9, SIGN), seq(der_int(KS), bits(SPUB2))), ANY, SIGN_MASTER, PKCS8, 0,
     "mismatch", b"", b""),
    ("the same for encryption", seq(der_int(KE), bits(EPUB2)), ANY, ENC_MASTER, SEQUENCE, 0, "mismatch", b"", b""),
    ("a number of 0", pkcs8(seq(SM9, SIGN), der_int(0)), ANY, SIGN_MASTER, PKCS8, 0, "range", b"", b""),
    ("a number of N", pkcs8(seq(SM9, ENC), der_int(sm9.N)), ANY, ENC_MASTER, PKCS8, 0, "range", b"", b""),
    ("N - 1", pkcs8(seq(SM9, ENC), der_int(sm9.N - 1)), ANY, ENC_MASTER, PKCS8, 0, "", sm9.i2b(sm9.N - 1), b""),
    ("a negative number", pkcs8(seq(SM9, SIGN), tlv(2, b"\xff" * 32)), ANY, 0, PKCS8, 0, "damaged", b"", b""),
    ("a padded number", pkcs8(seq(SM9, SIGN), tlv(2, b"\0\0" + S[2:])), ANY, 0, PKCS8, 0, "damaged", b"", b""),
    ("a key off the curve", pkcs8(seq(SIGN), bits(off_curve(DS))), ANY, SIGN_USER, PKCS8, 0, "range", b"", b""),
    ("a key off the twist", pkcs8(seq(ENC), bits(off_curve(DE))), ANY, ENC_USER, PKCS8, 0, "range", b"", b""),
    ("a key outside the group", pkcs8(seq(ENC), bits(OUT)), ANY, ENC_USER, PKCS8, 0, "range", b"", b""),
    ("a master outside the group", pkcs8(seq(SIGN), seq(bits(DS), bits(OUT))), ANY, SIGN_USER, PKCS8, 0, "range", b"",
     b""),
    ("a coordinate of q and more", pkcs8(seq(SIGN), bits(b"\4" + b"\xff" * 32 + DS[33:])), ANY, SIGN_USER, PKCS8, 0,
     "range", b"", b""),
    ("bits left over", pkcs8(seq(SIGN), tlv(3, b"\1" + DS)), ANY, 0, PKCS8, 0, "damaged", b"", b""),
    ("a point without 04", pkcs8(seq(SIGN), bits(DS[1:])), ANY, 0, PKCS8, 0, "damaged", b"", b""),
    ("a point with 06", pkcs8(seq(SIGN), bits(b"\6" + DS[1:])), ANY, SIGN_USER, PKCS8, 0, "damaged", b"", b""),
    ("encrypted", encrypted(SM), ANY, SIGN_MASTER, ENCRYPTED, 0, "", S, SPUB),
    ("encrypted", encrypted(EU, prf=SM3, key_length=b""), ANY, ENC_USER, ENCRYPTED, 0, "", DE, EPUB),
    ("encrypted, of another system", encrypted(EU), SIGN_USER, ENC_USER, ENCRYPTED, 0, "other-kind", b"", b""),
    ("encrypted nonsense", encrypted(seq(b"nonsense")), ANY, 0, ENCRYPTED, 0, "wrong-password", b"", b""),
    ("too many iterations", encrypted(SM, 200), ANY, 0, ENCRYPTED, 0, "iterations", b"", b""),
    ("GmSSL's labels", pem("ENCRYPTED SM9 SIGN MASTER KEY", encrypted(SM)), ANY, SIGN_MASTER, ENCRYPTED, 3, "", S, SPUB),
    ("GmSSL's labels", pem("ENCRYPTED SM9 ENC MASTER KEY", encrypted(EM)), ANY, ENC_MASTER, ENCRYPTED, 3, "", E, EPUB),
    ("GmSSL's labels", pem("ENCRYPTED SM9 SIGN PRIVATE KEY", encrypted(SU)), ANY, SIGN_USER, ENCRYPTED, 3, "", DS, SPUB),
    ("GmSSL's labels", pem("ENCRYPTED SM9 ENC PRIVATE KEY", encrypted(EU)), ANY, ENC_USER, ENCRYPTED, 3, "", DE, EPUB),
    ("GmSSL's older label", pem("ENCRYPTED PRIVATE KEY", encrypted(EU)), ANY, ENC_USER, ENCRYPTED, 3, "", DE, EPUB),
    ("other labels", pem("SM9 SIGN PRIVATE KEY", SU), ANY, SIGN_USER, PKCS8, 3, "", DS, SPUB),
    ("PKCS#8 in PEM", b"text\r\n" + pem("PRIVATE KEY", EU).replace(b"\n", b"\r\n"), ANY, ENC_USER, PKCS8, 3, "", DE, EPUB),
    ("after other things", pem("CERTIFICATE", b"abc") + pem("SM9 ENC MASTER PUBLIC KEY", seq(bits(EPUB))), ANY, ENC_PUBLIC,
     SEQUENCE, 3, "", EPUB, b""),
    ("GmSSL's public key", pem("SM9 SIGN MASTER PUBLIC KEY", seq(bits(SPUB))), ANY, SIGN_PUBLIC, SEQUENCE, 3, "", SPUB, b""),
    ("PEM of nonsense", pem("PRIVATE KEY", b"nonsense"), ANY, 0, 0, 3, "damaged", b"", b""),
    ("PEM of other things", pem("CERTIFICATE", SU), ANY, 0, 0, 3, "no-key", b"", b""),
    ("an SPKI", seq(seq(SM9, SIGN), bits(SPUB)), ANY, SIGN_PUBLIC, SPKI, 0, "", SPUB, b""),
    ("an SPKI with the BIT STRING inside", seq(seq(SM9, ENC), bits(bits(EPUB))), ANY, ENC_PUBLIC, SPKI, 0, "", EPUB, b""),
    ("an SPKI of the other system", seq(seq(SM9, SIGN), bits(EPUB)), ANY, 0, SPKI, 0, "damaged", b"", b""),
    ("a public key outside the group", seq(bits(OUT)), ANY, SIGN_PUBLIC, SEQUENCE, 0, "range", b"", b""),
    ("infinity", seq(bits(b"\0")), ANY, 0, SEQUENCE, 0, "damaged", b"", b""),
    ("all zeros", seq(bits(b"\4" + bytes(64))), ANY, ENC_PUBLIC, SEQUENCE, 0, "range", b"", b""),
    ("SEQUENCE of a signing key", seq(bits(DS), bits(SPUB)), ANY, SIGN_USER, SEQUENCE, 0, "", DS, SPUB),
    ("SEQUENCE of a decryption key", seq(bits(DE), bits(EPUB)), ANY, ENC_USER, SEQUENCE, 0, "", DE, EPUB),
    ("SEQUENCE of two points of one group", seq(bits(DS), bits(EPUB)), ANY, 0, SEQUENCE, 0, "damaged", b"", b""),
    ("SEQUENCE of three points", seq(bits(DS), bits(SPUB), bits(DS)), ANY, 0, SEQUENCE, 0, "damaged", b"", b""),
    ("an INTEGER", der_int(KS), SIGN_MASTER, SIGN_MASTER, ASN1, 0, "", S, b""),
    ("an INTEGER of any system", der_int(KS), ANY, 0, ASN1, 0, "ambiguous", b"", b""),
    ("an INTEGER in place of a user's key", der_int(KS), SIGN_USER, 0, ASN1, 0, "other-kind", b"", b""),
    ("a BIT STRING", bits(DS), SECRET, SIGN_USER, ASN1, 0, "", DS, b""),
    ("the same as a public key", bits(EPUB), ANY - SECRET, ENC_PUBLIC, ASN1, 0, "", EPUB, b""),
    ("the same of any kind", bits(DS), ANY, 0, ASN1, 0, "ambiguous", b"", b""),
    ("a BIT STRING of the twist", bits(DE), SECRET, ENC_USER, ASN1, 0, "", DE, b""),
    ("a raw number", E, ENC_MASTER, ENC_MASTER, RAW, 0, "", E, b""),
    ("a raw number in hex", E.hex().encode() + b"\n", ENC_MASTER, ENC_MASTER, RAW, 1, "", E, b""),
    ("a raw point", SPUB, SIGN_PUBLIC, SIGN_PUBLIC, RAW, 0, "", SPUB, b""),
    ("a raw secret point", DE, SECRET, ENC_USER, RAW, 0, "", DE, b""),
    ("a raw point in Base64", base64.b64encode(DS), SECRET, SIGN_USER, RAW, 2, "", DS, b""),
    ("an INTEGER of 32 bytes in all", der_int(1 << 236), SIGN_MASTER, 0, 0, 0, "ambiguous", b"", b""),
    ("GmSSL's own", pem("SM9 SIGN MASTER PUBLIC KEY", GMSSL), ANY, SIGN_PUBLIC, SEQUENCE, 3, "", GMSSL[-129:], b""),
    ("go-cryptobin's master key", pem("SM9 SIGN MASTER PRIVATE KEY", CB_MASTER), ANY, SIGN_MASTER, PKCS8, 3, "",
     CB_MASTER[-165:-133], CB_MASTER[-129:]),
    ("go-cryptobin's user key", pem("SM9 SIGN PRIVATE KEY", CB_USER), ANY, SIGN_USER, PKCS8, 3, "", CB_USER[-198:-133],
     CB_USER[-129:]),
    ("go-cryptobin's public key", pem("SM9 SIGN MASTER PUBLIC KEY", CB_PUBLIC), ANY, SIGN_PUBLIC, SPKI, 3, "",
     CB_PUBLIC[-129:], b""),
    ("nothing", b"", ANY, 0, 0, 0, "no-key", b"", b""),
    ("32 characters, in hex", b"0123456789abcdef0123456789abcdef", SIGN_MASTER, 0, 0, 1, "no-key", b"", b""),
    ("32 characters, a short INTEGER in Base64", base64.b64encode(der_int(1 << 158)), SIGN_MASTER, SIGN_MASTER, ASN1, 2, "",
     (1 << 158).to_bytes(32, "big"), b""),
    ("other bytes", bytes(100), ANY, 0, 0, 0, "no-key", b"", b""),
    ("other text", b"not a key!\n", ANY, 0, 0, 0, "no-key", b"", b""),
]

H, C3 = sm3.sm3(b"h"), sm3.sm3(b"c3")
SIGNATURE = seq(octets(H), bits(DS))
SIGNATURES = [
    ("good", SIGNATURE, H + DS),
    ("a byte behind", SIGNATURE + b"\0", b""),
    ("a byte behind, inside", seq(octets(H), bits(DS), b"\0\0"), b""),
    ("a short h", seq(octets(H[1:]), bits(DS)), b""),
    ("an INTEGER", seq(tlv(2, H), bits(DS)), b""),
    ("a compressed S", seq(octets(H), bits(b"\2" + DS[1:33])), b""),
    ("an S of the other group", seq(octets(H), bits(DE)), b""),
    ("bits left over", seq(octets(H), tlv(3, b"\1" + DS)), b""),
    ("a long length", b"\x30\x81" + SIGNATURE[1:], b""),
    ("cut", SIGNATURE[:-1], b""),
]


def cipher(kind, c2=b"text", c1=bits(EPUB), c3=octets(C3), more=b""):
    return seq(der_int(kind), c1, c3, octets(c2), more)


RAW_C = EPUB + C3
CIPHERTEXTS = [(mode, cipher(mode, c2), RAW_C + c2) for mode in (0, 1, 2, 4, 8)
               for c2 in (b"", b"text", bytes(200), bytes(300))]
CIPHERTEXTS += [(0, bad, b"") for bad in (
    cipher(3), cipher(9), cipher(256), cipher(0) + b"\0", cipher(0, more=NULL), cipher(0, c3=octets(C3[1:])),
    cipher(0, c1=bits(EPUB[1:])), cipher(0, c1=bits(b"\2" + EPUB[1:33])), cipher(0, c1=octets(EPUB)), cipher(0)[:-1],
    seq(tlv(2, b"\0\1"), bits(EPUB), octets(C3), octets(b"x")), seq(tlv(2, b"\xff"), bits(EPUB), octets(C3), octets(b"")))]

out = ["# GENERATED by gen/sm9_key_vectors.py. Do not edit.\n"
       "# key: main and master as octet strings or a number, problem_dec as gm_sm2_key_problem, the password is \"guomi\",\n"
       "# at most 100 iterations are allowed. signature, ciphertext: raw is empty where the DER must be refused.\n\n"]
for name, file, wanted, kind, form, text, problem, main, master in KEYS:
    out.append(vectors.block(name, op="key", wanted_dec=wanted, kind_dec=kind, form_dec=form, text_dec=text,
                             problem_dec=PROBLEMS[problem], main=main, master=master, file=file))
for name, der, raw in SIGNATURES:
    out.append(vectors.block(name, op="signature", raw=raw, der=der))
for mode, der, raw in CIPHERTEXTS:
    out.append(vectors.block("", op="ciphertext", mode_dec=mode, raw=raw, der=der))
(root / "tests/vectors/generated-sm9-keys.txt").write_text("".join(out))

corpus = root / "fuzz/corpus/sm9_format"
corpus.mkdir(parents=True, exist_ok=True)
SEEDS = {"pkcs8-sign-master": SM, "pkcs8-enc-master": EM, "pkcs8-sign-user": SU, "pkcs8-enc-user": EU,
         "encrypted": encrypted(EU), "pem": pem("ENCRYPTED SM9 SIGN PRIVATE KEY", encrypted(SU)),
         "public": pem("SM9 ENC MASTER PUBLIC KEY", seq(bits(EPUB))), "spki": seq(seq(SM9, SIGN), bits(SPUB)),
         "bits": bits(DS), "bits-twist": bits(DE), "integer": der_int(KS), "raw": E, "raw-point": SPUB,
         "sequence": seq(bits(DS), bits(SPUB)), "hex": E.hex().encode(), "signature": SIGNATURE, "ciphertext": cipher(1)}
for name, data in SEEDS.items():
    (corpus / name).write_bytes(data)
