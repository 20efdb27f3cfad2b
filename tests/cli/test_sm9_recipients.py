"""guomi encrypt --to and decrypt -i with SM9 keys: names, keys and passwords together."""
import os

import clitest
from clitest import bad, equal, good, read, run, true, write
from sm2keys import only, pair
from sm9keys import masters, user

FAST = ("--iterations", "2")
TO = ("--sm9-master", "enc.pub", "--to")


def prepare():
    masters()
    for name in ("alice", "bob"):
        user(name, name, "enc")


def test_round_trips():
    prepare()
    for size in (0, 1, 65536, 200000):
        data = os.urandom(size)
        write("m", data)
        good(run("encrypt", *TO, "alice", "-f", "-o", "gm", "m"), b"")
        equal(len(read("gm")), 42 + 118 + 5 + 32 + size + 16 * max(1, -(-size // 65536)), "size of the file")
        good(run("decrypt", "-i", "alice.key", "gm"), data)
        good(run("decrypt", "-i", "alice.key", stdin=read("gm")), data)
        good(run("decrypt", "-i", "bob.key", "-i", "alice.key", "-f", "-o", "back", "gm"), b"")
        equal(read("back"), data)
        bad(run("decrypt", "-i", "bob.key", "-o", "x", "gm"), 1, "gm: not encrypted for this key")
    true(not os.path.exists("x"), "no output")


def test_names_keys_and_a_password():
    prepare()
    pair()
    write("pw", "correct horse")
    write("m", "message")
    user("odd", "odd", "enc")
    good(run("sm9", "extract", "-k", "enc.key", "--id-hex", "00ff", "--no-password", "-f", "-o", "odd.key"))
    good(run("encrypt", *TO, "alice", "--to", "bob", "--to-hex", "00ff", "-r", "my.pub", "--password-file", "pw", *FAST, "-o", "gm", "m"))
    for key in ("alice.key", "bob.key", "odd.key", "my.key"):
        good(run("decrypt", "-i", key, "gm"), b"message")
    good(run("decrypt", "--password-file", "pw", "gm"), b"message")
    shown = good(run("sm2", "inspect", "gm")).out.decode()
    true("opened by    3 SM9 names\n" in shown and "opened by    1 SM2 key " in shown, "inspected: %r" % shown)
    many = [x for i in range(64) for x in ("--to", "n%d" % i)]
    user("n63", "n63", "enc")
    good(run("decrypt", "-i", "n63.key", stdin=good(run("encrypt", "--sm9-master", "enc.pub", *many, "m")).out), b"message")
    bad(run("encrypt", "--sm9-master", "enc.pub", *many, "-r", "my.pub", "m"), 2, "at most 64 recipients")
    bad(run("encrypt", "--sm9-master", "enc.pub", *many, "--password-file", "pw", "m"), 2, "at most 63 recipients beside a password")


def test_forms_of_keys():
    prepare()
    write("pw", "secret")
    write("no", "wrong")
    write("m", "message")
    good(run("encrypt", *TO, "alice", "-o", "gm", "m"))
    for form in ("pem", "der", "base64"):
        good(run("sm9", "extract", "-k", "enc.key", "--id", "alice", "--format", form, "--new-password-file", "pw", *FAST, "-f", "-o", "k"))
        good(run("decrypt", "-i", "k", "--password-file", "pw", "gm"), b"message")
        bad(run("decrypt", "-i", "k", "--password-file", "no", "-o", "x", "gm"), 1, "k: wrong password, or the key is damaged")
    for form in ("hex", "raw"):
        good(run("sm9", "extract", "-k", "enc.key", "--id", "alice", "--format", form, "--no-password", "-f", "-o", "k"))
        good(run("decrypt", "-i", "k", "gm"), b"message")
    # An SM2 key that is encrypted still opens its files.
    good(run("sm2", "keygen", "--password-file", "pw", *FAST, "-o", "sm2.key", "--public-out", "sm2.pub"))
    good(run("encrypt", "-r", "sm2.pub", "-o", "gm2", "m"))
    good(run("decrypt", "-i", "sm2.key", "--password-file", "pw", "gm2"), b"message")
    bad(run("decrypt", "-i", "k", "-o", "x", "gm2"), 1, "gm2: not encrypted for a key of this kind")


def test_mistakes():
    prepare()
    user("signer", "alice")
    write("m", "message")
    bad(run("encrypt", "--to", "alice", "m"), 2, "expected --to TEXT and --sm9-master FILE together, found only --to")
    bad(run("encrypt", "--sm9-master", "enc.pub", "m"), 2, "together, found only --sm9-master")
    bad(run("encrypt", "--sm9-master", "sign.pub", "--to", "alice", "-o", "x", "m"), 2, "found a master public key for signatures")
    bad(run("encrypt", "--sm9-master", "alice.key", "--to", "alice", "-o", "x", "m"), 2, "this key is a user's secret")
    bad(run("encrypt", *TO, "n" * 911, "-o", "x", "m"), 2, "--to: expected a name of at most 910 bytes, found 911")
    good(run("encrypt", *TO, "n" * 910, "-o", "long", "m"))
    good(run("encrypt", *TO, "alice", "-o", "gm", "m"))
    bad(run("decrypt", "-i", "signer.key", "-o", "x", "gm"), 2, "expected a user's decryption key, found a user's signing key")
    bad(run("decrypt", "-i", "enc.key", "-o", "x", "gm"), 2, "'guomi sm9 extract' makes a user's key out of it")
    bad(run("decrypt", "-i", "missing", "-o", "x", "gm"), 3, "missing")
    only("sign.key", "sign.pub", "enc.key", "enc.pub", "alice.key", "bob.key", "signer.key", "m", "gm", "long")


if __name__ == "__main__":
    clitest.main(globals())
