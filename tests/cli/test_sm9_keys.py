"""guomi sm9 setup, extract, inspect: formats, passwords, modes of files, names, mistakes, the model."""
import os
import resource

import clitest
import sm9
from clitest import bad, equal, good, read, run, true, write
from sm2keys import PRIVATE_MODE, mode, only
from sm9keys import masters, user
from test_encrypt import on_terminal

FAST = ("--iterations", "2")
UTF8 = "李明@例子.cn"


def raw(name):
    """The bare bytes of a key: hex is a key's raw form in this program."""
    return bytes.fromhex(read(name).decode())


def test_the_model_agrees():
    for use, public, make, h in (("sign", sm9.sign_master_public, sm9.sign_user_key, 1), ("encrypt", sm9.enc_master_public, sm9.enc_user_key, 3)):
        good(run("sm9", "setup", "--for", use, "--no-password", "--format", "hex", "-o", "m.key", "--public-out", "m.pub", "-f"))
        s = int.from_bytes(raw("m.key"), "big")
        to_bytes = [sm9.g2_bytes, sm9.g1_bytes] if use == "sign" else [sm9.g1_bytes, sm9.g2_bytes]
        equal(raw("m.pub"), b"\4" + to_bytes[0](public(s)), "public key")
        for options, ident, hid in ((("--id", UTF8), UTF8.encode(), h), (("--id", ""), b"", h),
                                    (("--id-hex", "00ff0a"), b"\0\xff\n", h), (("--id", "x", "--hid", "exchange"), b"x", 2),
                                    (("--id", "x", "--hid", "7f"), b"x", 0x7f)):
            good(run("sm9", "extract", "--for", use, "-k", "m.key", *options, "--no-password", "--format", "hex", "-f", "-o", "u.key"))
            equal(raw("u.key"), b"\4" + to_bytes[1](make(s, ident, hid)), "user's key")


def test_formats_and_passwords():
    write("pw", "secret")
    write("pw2", "other")
    for use in ("sign", "encrypt"):
        for form in ("pem", "der", "base64"):
            for options in (("--no-password",), ("--password-file", "pw", *FAST), ("--password-file", "pw", *FAST, "--prf", "sm3")):
                good(run("sm9", "setup", "--for", use, "--format", form, *options, "-f", "-o", "m.key", "--public-out", "m.pub"), b"")
                equal(mode("m.key"), PRIVATE_MODE, "mode")
                given = ("--password-file", "pw") if "--password-file" in options else ()
                good(run("sm9", "extract", "-k", "m.key", *given, "--id", "a", "--new-password-file", "pw2", *FAST, "--format", form,
                         "-f", "-o", "u.key"), b"")
                equal(mode("u.key"), PRIVATE_MODE, "mode")
                shown = good(run("sm9", "inspect", "--password-file", "pw2", "--id", "a", "u.key")).out.decode()
                true("owner        the name given" in shown and "2 iterations" in shown, "inspected: %r" % shown)
                bad(run("sm9", "inspect", "--password-file", "pw", "u.key"), 1, "wrong password")
                closed = good(run("sm9", "inspect", "u.key")).out.decode()
                true("encryption   PBKDF2 with HMAC-SM3 (OID of GM/T 0091), 2 iterations, SM4-CBC" in closed, "closed: %r" % closed)
    text = read("m.key")
    true(b"secret" not in text, "no password in the file")
    good(run("sm9", "setup", "--for", "sign", "--password-file", "pw", *FAST, "-o", "pem"))
    true(read("pem").startswith(b"-----BEGIN ENCRYPTED SM9 SIGN MASTER KEY-----\n"), "GmSSL's label")
    bad(run("sm9", "extract", "-k", "pem", "--id", "a", "--password-file", "pw2", "--no-password"), 1, "pem: wrong password, or the key is damaged")
    bad(run("sm9", "extract", "-k", "pem", "--id", "a", "--password-file", "pw", "--max-iterations", "1", "--no-password"), 1,
        "pem: asks for 2 password iterations, more than allowed")
    bad(run("sm9", "extract", "-k", "pem", "--id", "a", "--no-password", preexec_fn=os.setsid), 2, "a terminal to ask for the password")


def test_terminal():
    code, shown = on_terminal(["sm9", "setup", "--for", "sign", *FAST, "-o", "m.key"], [b"one", b"one"])
    true(code == 0, "%d %r" % (code, shown))
    code, shown = on_terminal(["sm9", "extract", "-k", "m.key", "--id", "a", *FAST, "-o", "u.key"], [b"one", b"two", b"two"])
    true(code == 0, "%d %r" % (code, shown))
    write("pw", "two")
    good(run("sm9", "inspect", "--password-file", "pw", "--id", "a", "u.key"))


def test_inspection():
    masters()
    user("a", "alice")
    user("b", "bob", "enc")
    for name, kind in (("sign.key", "a master key for signatures"), ("enc.key", "a master key for encryption"), ("a.key", "a user's signing key"),
                       ("b.key", "a user's decryption key"), ("sign.pub", "a master public key for signatures"),
                       ("enc.pub", "a master public key for encryption")):
        shown = good(run("sm9", "inspect", name)).out.decode()
        true(shown.startswith("kind         %s\n" % kind), "%s: %r" % (name, shown))
        good(run("sm9", "inspect", "-f", "--public-out", "out.pub", name))
        equal(read("out.pub"), read("enc.pub" if kind.endswith("encryption") or "decryption" in kind else "sign.pub"), "public key of " + name)
        good(run("sm9", "inspect", stdin=read(name)), shown.encode())
    shown = run("sm9", "inspect", "--id", "alicia", "a.key")
    equal(shown.code, 1)
    true(b"owner        another than the name given, hid sign" in shown.out, "another")
    good(run("sm9", "extract", "-k", "sign.key", "--id", "alice", "--no-password", "--format", "hex", "-o", "bare"))
    shown = good(run("sm9", "inspect", "bare")).out.decode()
    true("kind         a user's signing key\nor           a master public key for encryption\n" in shown, "either: %r" % shown)
    bad(run("sm9", "inspect", "--id", "alice", "enc.pub"), 2, "expected a user's key with --id", None)
    bad(run("sm9", "inspect", stdin=b"nonsense"), 1, "expected an SM9 key, signature or ciphertext, found something else")
    bad(run("sm9", "inspect", stdin=b""), 1, "found nothing")
    good(run("sm2", "keygen", "--no-password", "-o", "sm2.key"))
    bad(run("sm9", "inspect", "sm2.key"), 1, "found a key of another algorithm than SM9")


def test_mistakes():
    masters()
    user("a", "alice")
    good(run("sm2", "keygen", "--no-password", "-o", "sm2.key"))
    extract = ("sm9", "extract", "--no-password", "-o", "x")
    bad(run("sm9", "setup", "--no-password"), 2, "expected --for sign or --for encrypt, found neither")
    bad(run("sm9", "setup", "--for", "sing", "--no-password"), 2, "did you mean sign?")
    bad(run("sm9", "setup", "--for", "sign", "--format", "hex"), 2, "--format hex: cannot be encrypted: expected --no-password too")
    bad(run("sm9", "setup", "--for", "sign", "--format", "sec1", "--no-password"), 2, "found sec1, which is for SM2 keys")
    bad(run("sm9", "setup", "--for", "sign", "--no-password", "--password-file", "a.key"), 2, "expected one of --no-password and a password")
    bad(run("sm9", "setup", "--for", "sign", "--no-password", "name"), 2, "expected no operand, found name")
    bad(run("sm9", "setup", "--for", "sign", "--no-password", "-o", "a.key"), 2, "a.key: expected a new file")
    bad(run(*extract, "-k", "sign.key"), 2, "expected --id TEXT or --id-hex VALUE, the user's name, found neither")
    bad(run(*extract, "--id", "a"), 2, "expected -k FILE or --key-fd N with a master key, found neither")
    bad(run(*extract, "-k", "sign.pub", "--id", "a"), 2, "found a master public key for signatures: the secret one is in another file")
    bad(run(*extract, "-k", "a.key", "--id", "a"), 2, "found a user's signing key: it is the centre's key that is needed")
    bad(run(*extract, "-k", "sm2.key", "--id", "a"), 2, "found a key of another algorithm")
    bad(run(*extract, "-k", "sign.key", "--id", "a" * 8192), 2, "--id: expected an ID of at most 8191 bytes, found 8192")
    bad(run(*extract, "-k", "sign.key", "--id", "a", "--hid", "sing"), 2, "did you mean sign?")
    bad(run(*extract, "-k", "sign.key", "--id", "a", "--id-hex", "00"), 2, "expected one of --id and --id-hex, found both")
    bad(run(*extract, "-k", "missing", "--id", "a"), 3, "missing")
    good(run("sm9", "setup", "--for", "sign", "--no-password", "--format", "raw", "-o", "raw"))
    bad(run(*extract, "-k", "raw", "--id", "a"), 2, "bytes that may be a key of signatures or of encryption (try --for)")
    good(run(*extract, "-k", "raw", "--for", "sign", "--id", "a" * 8191))
    only("sign.key", "sign.pub", "enc.key", "enc.pub", "a.key", "sm2.key", "raw", "x")


def test_damage():
    masters()
    user("a", "alice")
    good(run("sm9", "extract", "-k", "sign.key", "--id", "alice", "--no-password", "--format", "der", "-o", "der"))
    sealed = read("der")
    for at in range(0, len(sealed), 9):
        changed = bytearray(sealed)
        changed[at] ^= 1 << at % 8
        write("changed", bytes(changed))
        result = run("sm9", "sign", "-k", "changed", "-o", "x", stdin=b"m")
        true(result.code in (1, 2) and result.err.count(b"\n") == 1, "%d: %r" % (at, result))
    for n in (0, 1, 33, 100, len(sealed) - 1):
        true(run("sm9", "sign", "-k", "-", "-o", "x", "a.key", stdin=sealed[:n]).code in (1, 2), "cut")
    true(not os.path.exists("x"), "no output")


def test_nothing_half_written():
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    bad(run("sm9", "setup", "--for", "sign", "--no-password", "-o", "x", "--public-out", "y", preexec_fn=limit), 3, "write error")
    with open("/dev/full", "wb") as full:
        bad(run("sm9", "setup", "--for", "sign", "--no-password", stdout=full), 3, "No space left", None)
    only()


if __name__ == "__main__":
    clitest.main(globals())
