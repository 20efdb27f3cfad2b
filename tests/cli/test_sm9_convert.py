"""guomi sm9 convert: every form of keys, signatures and ciphertexts into every other; what files are taken for."""
import base64
import os

import clitest
import sm9
from clitest import bad, equal, good, read, run, true, write
from sm2keys import only
from sm9keys import masters, user

FAST = ("--iterations", "2")
BARE = {"sign.key": 32, "enc.key": 32, "a.key": 65, "b.key": 129, "sign.pub": 129, "enc.pub": 65}
USE = {"sign.key": "sign", "a.key": "sign", "sign.pub": "sign", "enc.key": "encrypt", "b.key": "encrypt", "enc.pub": "encrypt"}


def prepare():
    masters()
    user("a", "alice")
    user("b", "bob", "enc")


def key(*args, **more):
    return run("sm9", "convert", "key", *args, **more)


def plain(name):
    return [] if name.endswith(".pub") else ["--no-password"]


def forms(name):
    for form in ("pem", "der", "base64", "hex", "raw"):
        yield ["--format", form]
    for structure in ("asn1", "sequence"):
        for form in ("der", "base64", "hex"):
            yield ["--format", form, "--structure", structure]


def test_every_form_of_keys():
    prepare()
    for name, size in BARE.items():
        raw = good(key(*plain(name), "--format", "raw", name)).out
        equal(len(raw), size)
        for form in forms(name):
            good(key(*plain(name), *form, "-f", "-o", "x", name), b"")
            if not name.endswith(".pub"):
                equal(os.stat("x").st_mode & 0o777, 0o600, "mode of a secret key")
            bare = good(key("--for", USE[name], *plain(name), "--format", "raw", "x")).out
            true(bare == raw, "%s by %r is the same" % (name, form))
            bare = good(key("--for", USE[name], *plain(name), "--format", "raw", stdin=read("x"))).out
            true(bare == raw, "%s by %r through a pipe is the same" % (name, form))
    # The forms byte by byte.
    point = good(key("--format", "raw", "enc.pub")).out
    equal(good(key("--format", "der", "--structure", "asn1", "enc.pub")).out, bytes.fromhex("034200") + point)
    equal(good(key("--format", "hex", "--structure", "sequence", "enc.pub")).out, (bytes.fromhex("3044034200") + point).hex().encode() + b"\n")
    point = good(key("--no-password", "--format", "raw", "b.key")).out
    equal(base64.b64decode(good(key("--no-password", "--format", "base64", "--structure", "asn1", "b.key")).out), bytes.fromhex("03818200") + point)
    number = good(key("--no-password", "--format", "raw", "enc.key")).out.lstrip(b"\0")
    number = b"\0" * (number[0] >> 7) + number
    equal(good(key("--no-password", "--format", "der", "--structure", "asn1", "enc.key")).out, bytes([2, len(number)]) + number)


def test_passwords_and_masters():
    prepare()
    write("pw", "correct")
    write("new", "horse")
    good(key("--new-password-file", "pw", *FAST, "-o", "locked", "a.key"))
    true(read("locked").startswith(b"-----BEGIN ENCRYPTED SM9 SIGN PRIVATE KEY-----"), "encrypted PEM")
    bad(key("--password-file", "new", "-o", "x", "locked"), 1, "locked: wrong password, or the key is damaged")
    good(key("--password-file", "pw", *FAST, "-o", "same", "locked"))
    good(key("--password-file", "pw", "--new-password-file", "new", *FAST, "-o", "other", "same"))
    equal(good(key("--password-file", "new", "--no-password", "other")).out, read("a.key"))
    bad(key("a.key"), 2, "expected --new-password-file, --new-password-fd, --no-password or a terminal to ask for the password, found none")
    bad(key("--no-password", "--new-password-file", "new", "a.key"), 2, "expected one of --no-password and a new password, found both")
    bad(key("--format", "raw", "--new-password-file", "new", "a.key"), 2, "--no-password")
    good(key("--no-password", "--format", "raw", "-o", "bare", "a.key"))
    bad(key("--for", "sign", "--no-password", "--structure", "sequence", "--format", "der", "-o", "x", "bare"), 2,
        "bare: expected a user's key that holds the master public key, found none in it (-m names one)")
    good(key("--for", "sign", "-m", "sign.pub", "--no-password", "-o", "whole", "bare"))
    equal(read("whole"), read("a.key"), "the master public key stands beside it again")
    bad(key("--for", "sign", "-m", "enc.pub", "--no-password", "-o", "x", "bare"), 2, "signatures and encryption have different master keys")
    bad(key("-m", "enc.pub", "--no-password", "-o", "x", "enc.key"), 2, "enc.key: expected a user's key with --master, found a master key")
    bad(key("--no-password", "bare"), 2, "bytes that may be a key of signatures or of encryption (try --for)")
    bad(key("--no-password", "--structure", "asn1", "a.key"), 2, "expected --format der, base64 or hex with --structure, found another")
    bad(key("--structure", "asn1", "--format", "der", "a.key"), 2, "expected --no-password with --structure")
    bad(key("--format", "sec1", "a.key"), 2, "--format: expected pem, der, base64, hex or raw, found sec1")
    true(not os.path.exists("x"), "no output")


def test_signatures():
    prepare()
    write("m", "message")
    good(run("sm9", "sign", "-k", "a.key", "-o", "sig", "m"))
    for first in ("der", "raw", "hex", "base64"):
        good(run("sm9", "convert", "signature", "--format", first, "-f", "-o", "x", "sig"))
        good(run("sm9", "verify", "-m", "sign.pub", "--id", "alice", "-s", "x", "m"), b"x: OK\n")
        for second in ("der", "raw", "hex", "base64"):
            equal(good(run("sm9", "convert", "signature", "--format", second, "x")).out,
                  good(run("sm9", "convert", "signature", "--format", second, stdin=read("sig"))).out, "%s to %s" % (first, second))
    good(run("sm9", "convert", "signature", "--format", "der", "x"), read("sig"))
    bad(run("sm9", "convert", "signature", "sig"), 2, "expected --format FORM, found none")
    bad(run("sm9", "convert", "signature", "--format", "der", "m"), 1, "m: expected a signature")
    bad(run("sm9", "convert", "signature", "--format", "der", "sig", "m"), 2, "expected one file, found 2")


def test_ciphertexts():
    prepare()
    write("m", "message")
    convert = ("sm9", "convert", "ciphertext")
    for mode in ("xor", "ecb", "cbc", "ofb", "cfb", "xor-hmac"):
        good(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", mode, "-f", "-o", "der", "m"))
        raw = run(*convert, "--order", "c1c3c2", "der")
        equal((raw.code, raw.err), (0, b"guomi sm9 convert ciphertext: der: mode %s, which the bare bytes do not name\n" % (
            b"xor" if mode == "xor-hmac" else mode.encode())))
        good(run(*convert, "--order", "c1c3c2", "--mode", mode, "-f", "-o", "raw", "der"), b"")
        equal(read("raw"), raw.out)
        for text in ("--hex", "--base64", "--raw"):
            good(run(*convert, "--order", "c1c3c2", "--mode", mode, text, "-f", "-o", "t", "der"), b"")
            good(run(*convert, "--order", "asn1", "--mode", mode, "t"), read("der"))
            good(run(*convert, "--order", "asn1", text, "-f", "-o", "t", "der"), b"")
            good(run(*convert, "--order", "asn1", stdin=read("t")), read("der"))
        good(run("sm9", "decrypt", "-k", "b.key", "--id", "bob", "--mode", mode, "raw"), b"message")
    bad(run(*convert, "--order", "asn1", "raw"), 2, "raw: expected --mode MODE, as bare bytes do not name their mode, found none")
    bad(run(*convert, "der"), 2, "expected --order ORDER, found none")
    bad(run(*convert, "--order", "asn1", "--mode", "hybrid", "raw"), 2, "--mode hybrid has one form alone")
    bad(run(*convert, "--order", "asn1", "--mode", "cbc", "der"), 1, "der: expected mode cbc, found xor")
    bad(run(*convert, "--order", "asn1", "m"), 1, "m: expected an SM9 ciphertext, found something else, or a damaged one")
    bad(run(*convert, "--order", "asn1", "/dev/null"), 1, "/dev/null: expected an SM9 ciphertext, found nothing")
    bad(run(*convert, "--order", "asn1", "missing"), 3, "missing")
    damaged = bytearray(read("raw"))
    damaged[40] ^= 1
    write("off", bytes(damaged))
    bad(run(*convert, "--order", "asn1", "--mode", "xor", "off"), 1, "off: expected a point of the curve as C1, found other bytes")
    der = read("der")
    for wrong in (der + b"\0", der[:-1], b"\x30\x81" + der[1:], der[:4] + b"\3" + der[5:]): # trailing, cut, long length, type 3
        write("wrong", wrong)
        bad(run(*convert, "--order", "asn1", "-o", "x", "wrong"), 1, "wrong: expected an SM9 ciphertext, found something else")
    with open("/dev/full", "wb") as full:
        bad(run(*convert, "--order", "asn1", "der", stdout=full), 3, "No space left", None)
    true(not os.path.exists("x"), "no output")


def test_files_are_taken_for_what_they_are():
    prepare()
    write("m", "message")
    good(run("sm2", "keygen", "--no-password", "-o", "sm2.key", "--public-out", "sm2.pub"))
    good(run("sm9", "sign", "-k", "a.key", "-o", "sig", "m"))
    good(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "-o", "ct", "m"))
    good(run("encrypt", "--sm9-master", "enc.pub", "--to", "bob", "-o", "gm", "m"))
    package = bytes.fromhex("30560410") + bytes(range(16)) + bytes.fromhex("034200") + read("ct")[8:73]
    write("package", package)
    others = {"sig": "an SM9 signature", "ct": "an SM9 ciphertext", "gm": "a file of 'guomi encrypt'", "package": "an SM9 key package"}
    for name, text in others.items():
        bad(run("sm9", "sign", "-k", name, "m"), 2, "%s: expected a user's signing key, found %s" % (name, text))
        bad(run("sm9", "encrypt", "-m", name, "--id", "bob", "m"), 2, "%s: expected a master public key for encryption, found %s" % (name, text))
        bad(key("--no-password", name), 2, "%s: expected an SM9 key, found %s" % (name, text))
    keys = {"a.key": "a user's signing key", "enc.pub": "a master public key for encryption", "sm2.key": "a key of another algorithm than SM9"}
    for name, text in [*others.items(), *keys.items()]:
        if name != "sig":
            bad(run("sm9", "verify", "-m", "sign.pub", "--id", "alice", "-s", name, "m"), 1, "%s: expected a signature, found %s" % (name, text))
        if name != "ct":
            bad(run("sm9", "decrypt", "-k", "b.key", "--id", "bob", "-o", "x", name), 1, "%s: expected a bare SM9 ciphertext, found %s" % (name, text))
            bad(run("sm9", "convert", "ciphertext", "--order", "asn1", "-o", "x", name), 1, "%s: expected an SM9 ciphertext, found %s" % (name, text))
    good(run("sm9", "inspect", "package"), b"kind         an SM9 key package: it holds a secret key\nK            16 bytes\n")
    good(run("sm9", "inspect", stdin=package.hex().encode()), b"kind         an SM9 key package in hex: it holds a secret key\nK            16 bytes\n")
    for name, text in (("gm", "found a file of 'guomi encrypt' (try 'guomi sm2 inspect')"), ("sm2.key", "found a key of another algorithm than SM9"),
                       ("m", "found something else, or a damaged one"), ("/dev/null", "found nothing")):
        bad(run("sm9", "inspect", name), 1, name + ": expected an SM9 key, signature or ciphertext, " + text)
    for name, text in (("sign.key", "a master key for signatures"), ("enc.pub", "a master public key for encryption")):
        bad(run("sm9", "inspect", "--id", "bob", name), 2, "%s: expected a user's key with --id, found %s" % (name, text), b"")
    good(key("--no-password", "--format", "raw", "-o", "bare", "a.key"))
    bad(run("sm9", "inspect", "--id", "alice", "bare"), 2, "found bytes that may be of two kinds", b"")
    good(run("sm9", "exchange", "--role", "initiator", "-m", "enc.pub", "--peer-id", "bob", "--ephemeral-out", "once", "--point-out", "point"))
    step = ("sm9", "exchange", "--role", "responder", "--peer-id", "alice", "--ephemeral", "once", "--peer-point", "hex-file:point")
    bad(run(*step, "-k", "b.key", "--id", "bob"), 1, "b.key: expected a key for --hid exchange, found one for --hid encrypt")
    bad(run(*step, "-k", "b.key", "--id", "bill"), 1, "b.key: expected the key of the own name (--id) under this master key, found another")


def test_points_outside_the_group():
    """A point of the twist that has another order, one off the curve, infinity, coordinates that are not reduced."""
    prepare()
    q = sm9.Q
    for x in range(1, 200): # x = x in F_q: y^2 = x^3 + 5u
        y = sqrt2((pow(x, 3, q), 5), q)
        if y is not None:
            break
    odd = bytes([4]) + (0).to_bytes(32, "big") + x.to_bytes(32, "big") + y[1].to_bytes(32, "big") + y[0].to_bytes(32, "big")
    good_point = good(key("--format", "raw", "sign.pub")).out
    off = good_point[:-1] + bytes([good_point[-1] ^ 1])
    for wrong in (odd, off, bytes([4]) + bytes(128), bytes([4]) + b"\xff" * 128, bytes([4]) + q.to_bytes(32, "big") + good_point[33:]):
        for body in (wrong, bytes.fromhex("03818200") + wrong, bytes.fromhex("308185" + "03818200") + wrong):
            write("p", body)
            bad(run("sm9", "verify", "-m", "p", "--id", "alice", "-s", "a.key", "sign.pub"), 1, "p: expected a master public key for signatures: "
                "the number or the point is no valid SM9 key")
    n = sm9.N
    for number in (0, n, n + 1, 2**256 - 1):
        write("n", number.to_bytes(32, "big"))
        bad(run("sm9", "extract", "-k", "n", "--for", "sign", "--id", "a", "--no-password"), 1, "no valid SM9 key")


def sqrt2(a, q):
    """A square root (constant, coefficient of u) in F_q[u]/(u^2 + 2), or None."""
    def sqrt(v):
        v %= q
        r = pow(v, (q + 3) // 8, q)
        if r * r % q != v:
            r = r * pow(2, (q - 1) // 4, q) % q
        return r if r * r % q == v else None
    norm = sqrt(a[0] * a[0] + 2 * a[1] * a[1])
    if norm is None:
        return None
    half = pow(2, -1, q)
    for sign in (norm, -norm):
        r = sqrt((a[0] + sign) * half)
        if r:
            s = a[1] * pow(2 * r, -1, q) % q
            if (r * r - 2 * s * s - a[0]) % q == 0 and (2 * r * s - a[1]) % q == 0:
                return r, s
    return None


if __name__ == "__main__":
    clitest.main(globals())
