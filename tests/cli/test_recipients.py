"""guomi encrypt -r and decrypt -i: one and many recipients, with and without a password."""
import os
import resource

import clitest
from clitest import bad, equal, good, read, run, true, write
from sm2keys import mode, only, pair
from test_encrypt import on_terminal

FAST = ("--iterations", "2")


def test_round_trips():
    pair()
    for size in (0, 1, 65536, 200000):
        data = os.urandom(size)
        write("m", data)
        good(run("encrypt", "-r", "my.pub", "-f", "-o", "gm", "m"), b"")
        equal(len(read("gm")), 42 + 117 + 32 + size + 16 * max(1, -(-size // 65536)), "size of the file")
        good(run("decrypt", "-i", "my.key", "gm"), data)
        good(run("decrypt", "-i", "my.key", stdin=read("gm")), data)
        good(run("decrypt", "-i", "my.key", "-f", "-o", "back", "gm"), b"")
        equal(read("back"), data)
        good(run("decrypt", "-i", "my.key", stdin=good(run("encrypt", "-r", "my.pub", stdin=data)).out), data)


def test_many_recipients_and_a_password():
    names = ["k%d" % i for i in range(12)]
    for i, name in enumerate(names):
        pair(name, "--format", ["pem", "der", "hex", "base64", "raw"][i % 5])
    pair("stranger")
    write("pw", "correct horse")
    write("m", "message")
    keys = [x for name in names for x in ("-r", name + ".pub")]
    good(run("encrypt", *keys, "-o", "keys", "m"))
    good(run("encrypt", *keys, "--password-file", "pw", *FAST, "-o", "both", "m"))
    for file in ("keys", "both"):
        for name in names:
            good(run("decrypt", "-i", name + ".key", file), b"message")
        good(run("decrypt", "-i", "stranger.key", "-i", "k7.key", file), b"message")
        bad(run("decrypt", "-i", "stranger.key", "-o", "x", file), 1, "guomi decrypt: %s: not encrypted for this key" % file)
    good(run("decrypt", "--password-file", "pw", "both"), b"message")
    bad(run("decrypt", "--password-file", "pw", "-o", "x", "keys"), 1,
        "keys: not encrypted with a password (it may be for a key: see -i)")
    good(run("encrypt", "--password-file", "pw", *FAST, "-o", "password", "m"))
    bad(run("decrypt", "-i", "k1.key", "-o", "x", "password"), 1, "password: not encrypted for a key of this kind (it may be for another, or have a password)")
    many = ["-r", "k1.pub"] * 64
    good(run("decrypt", "-i", "k1.key", stdin=good(run("encrypt", *many, "m")).out), b"message")
    bad(run("encrypt", *many, "-r", "k1.pub", "m"), 2, "at most 64 recipients")
    bad(run("encrypt", *many, "--password-file", "pw", "m"), 2, "at most 63 recipients beside a password")
    true(not os.path.exists("x"), "no output")


def test_a_password_that_no_key_wants_is_for_the_file():
    pair()
    pair("stranger")
    write("pw", "correct horse")
    write("no", "wrong")
    write("m", "message")
    good(run("encrypt", "-r", "my.pub", "--password-file", "pw", *FAST, "-o", "both", "m"))
    good(run("decrypt", "-i", "stranger.key", "--password-file", "pw", "both"), b"message")
    good(run("decrypt", "-i", "my.key", "--password-file", "no", "both"), b"message")
    bad(run("decrypt", "-i", "stranger.key", "--password-file", "no", "-o", "x", "both"), 1, "both: wrong password")
    good(run("sm2", "convert", "key", "--new-password-file", "no", *FAST, "-o", "locked.key", "stranger.key"))
    bad(run("decrypt", "-i", "locked.key", "--password-file", "no", "-o", "x", "both"), 1, "both: not encrypted for this key")
    code, shown = on_terminal(["decrypt", "-i", "stranger.key", "--password", "-o", "back", "both"], [b"correct horse"])
    true(code == 0, "asked for the password of the file: %d %r" % (code, shown))
    equal(read("back"), b"message")


def test_no_password_is_asked_for():
    pair()
    write("m", "message")
    # No terminal and no password option: -i alone opens it.
    good(run("encrypt", "-r", "my.pub", "-o", "gm", "m", preexec_fn=os.setsid), b"")
    good(run("decrypt", "-i", "my.key", "gm", preexec_fn=os.setsid), b"message")
    bad(run("decrypt", "gm", preexec_fn=os.setsid), 2, "a terminal to ask for the password, found none")


def test_encrypted_identities():
    write("pw", "key password")
    write("no", "wrong")
    for name in ("a", "b"):
        good(run("sm2", "keygen", "--password-file", "pw", *FAST, "-o", name + ".key", "--public-out", name + ".pub"))
    write("m", "message")
    good(run("encrypt", "-r", "b.pub", "-o", "gm", "m"))
    good(run("decrypt", "-i", "a.key", "-i", "b.key", "--password-file", "pw", "gm"), b"message")
    bad(run("decrypt", "-i", "b.key", "--password-file", "no", "gm"), 1, "b.key: wrong password, or the key is damaged")
    code, shown = on_terminal(["decrypt", "-i", "b.key", "-o", "back", "gm"], [b"key password"])
    true(code == 0, "asked for the password of the key: %d %r" % (code, shown))
    equal(read("back"), b"message")


def test_mistakes():
    pair()
    write("m", "message")
    bad(run("encrypt", "m"), 2, "expected --password (or --password-file, --password-fd) or -r PUBKEY")
    bad(run("encrypt", "-r", "my.key", "-o", "x", "m"), 2, "my.key: expected a recipient's public key, found a private key")
    bad(run("encrypt", "-r", "m", "-o", "x", "m"), 1, "m: expected a recipient's public key, found no key")
    bad(run("encrypt", "-r", "missing", "-o", "x", "m"), 3, "missing")
    good(run("encrypt", "-r", "my.pub", "-o", "gm", "m"))
    bad(run("decrypt", "-i", "my.pub", "-o", "x", "gm"), 2, "my.pub: expected a private key, found a public key")
    bad(run("decrypt", "-i", "missing", "-o", "x", "gm"), 3, "missing")
    write("two\nlines", "x")
    bad(run("decrypt", "-i", "my.key", "-o", "x", "two\nlines"), 1, r"'two'$'\n''lines': not a file that 'guomi encrypt' made")
    os.remove("two\nlines")
    bad(run("encrypt", "-r", "my.pub", "-f", "-o", "my.pub", "m"), 2, "found the same")
    bad(run("decrypt", "-i", "my.key", "-f", "-o", "my.key", "gm"), 2, "found the same")
    bad(run("decrypt", "-i", "-", "-"), 1, "found it empty")
    bad(run("decrypt", "-i", "-", "-", stdin=read("my.key")), 2, "standard input cannot be both")
    only("my.key", "my.pub", "m", "gm")


def test_damage():
    pair()
    data = os.urandom(70000)
    write("m", data)
    good(run("encrypt", "-r", "my.pub", "-o", "gm", "m"))
    sealed = read("gm")
    for at, message in ((8, "newer version"), (20, "the header was changed"), (45, "malformed"), (50, "not encrypted for this key"),
                        (120, "not encrypted for this key"), (158, "not encrypted for this key"), (170, "the header was changed"),
                        (200, "the content was changed"), (len(sealed) - 1, "the content was changed")):
        changed = bytearray(sealed)
        changed[at] ^= 1
        write("changed", bytes(changed))
        bad(run("decrypt", "-i", "my.key", "-o", "x", "changed"), 1, "changed: ", None)
        true(message in run("decrypt", "-i", "my.key", "-o", "x", "changed").err.decode(), "%s at %d" % (message, at))
    for n in (0, 100, 190, 65000, len(sealed) - 1):
        bad(run("decrypt", "-i", "my.key", "-o", "x", stdin=sealed[:n]), 1, "standard input: ")
    true(not os.path.exists("x"), "no output")


def test_nothing_half_written():
    pair()
    write("m", os.urandom(300000))
    with open("/dev/full", "wb") as full:
        bad(run("encrypt", "-r", "my.pub", "m", stdout=full), 3, "No space left", None)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    bad(run("encrypt", "-r", "my.pub", "-o", "x", "m", preexec_fn=limit), 3, "x: write error")
    good(run("encrypt", "-r", "my.pub", "-o", "gm", "m"))
    bad(run("decrypt", "-i", "my.key", "-o", "x", "gm", preexec_fn=limit), 3, "x: write error")
    os.chmod("gm", 0o640)
    good(run("decrypt", "-i", "my.key", "-o", "back", "gm"))
    equal(mode("back"), 0o640, "mode")
    only("my.key", "my.pub", "m", "gm", "back")


if __name__ == "__main__":
    clitest.main(globals())
