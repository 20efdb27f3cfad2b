"""guomi sm2 exchange: both sides agree, confirm each other, and refuse what is wrong."""
import os

import clitest
from clitest import bad, equal, good, read, run, true, write
from sm2keys import mode, only, pair


def four():
    for name in ("alice", "bob", "a", "b"):
        pair(name)


def alice(*args):
    return run("sm2", "exchange", "--role", "initiator", "-k", "alice.key", "--ephemeral", "a.key", "--peer", "bob.pub",
               "--peer-ephemeral", "b.pub", *args)


def bob(*args):
    return run("sm2", "exchange", "--role", "responder", "-k", "bob.key", "--ephemeral", "b.key", "--peer", "alice.pub",
               "--peer-ephemeral", "a.pub", *args)


def test_both_sides_have_the_same_key():
    four()
    for n in (1, 16, 32, 1000):
        key = good(alice("-n", n)).out
        good(bob("-n", n), key)
        equal(len(key), 2 * n + 1)
    for form in ("--base64", "--raw"):
        good(bob(form), good(alice(form)).out)
    ids = ("--id", "alice", "--peer-id", "")
    key = good(alice(*ids)).out
    good(bob("--id", "", "--peer-id-hex", b"alice".hex()), key)
    true(good(bob()).out != key, "IDs count")


def test_confirmation():
    four()
    good(bob("--confirmation-out", "sb", "-o", "kb"), b"")
    good(alice("--peer-confirmation", "hex-file:sb", "--confirmation-out", "sa", "-o", "ka"), b"")
    good(bob("--peer-confirmation", "hex-file:sa", "-f", "-o", "kb"), b"")
    equal(read("ka"), read("kb"), "key")
    equal((mode("ka"), mode("kb")), (0o600, 0o600), "modes")
    true(read("sa") != read("sb"), "the confirmations differ")
    good(bob("--peer-confirmation", read("sa").strip().decode()), read("ka"))
    for args in (("--peer-confirmation", "hex-file:sa"), ("--peer-confirmation", "00" * 32), ("--id", "x", "--peer-confirmation", "hex-file:sb")):
        bad(alice("-o", "x", *args), 1, "--peer-confirmation: the other side has another key")
    bad(alice("--peer-confirmation", "00"), 2, "--peer-confirmation: expected 32 bytes, found 1")
    true(not os.path.exists("x"), "no output")


def test_a_stranger_gets_another_key():
    four()
    pair("eve")
    key = good(alice()).out
    true(good(run("sm2", "exchange", "--role", "responder", "-k", "eve.key", "--ephemeral", "b.key", "--peer", "alice.pub",
                  "--peer-ephemeral", "a.pub")).out != key, "another key")
    true(good(run("sm2", "exchange", "--role", "initiator", "-k", "bob.key", "--ephemeral", "b.key", "--peer", "alice.pub",
                  "--peer-ephemeral", "a.pub")).out != key, "the roles count")


def test_usage():
    four()
    bad(run("sm2", "exchange", "-k", "alice.key"), 2, "who begins is the initiator")
    bad(run("sm2", "exchange", "--role", "initiatr"), 2, "did you mean initiator?")
    bad(run("sm2", "exchange", "--role", "initiator", "-k", "alice.key"), 2, "expected --ephemeral FILE")
    bad(run("sm2", "exchange", "--role", "initiator", "--ephemeral", "a.key"), 2, "expected --peer FILE")
    bad(run("sm2", "exchange", "--role", "initiator", "--ephemeral", "a.key", "--peer", "bob.pub"), 2, "expected --peer-ephemeral")
    bad(run("sm2", "exchange", "--role", "initiator", "-k", "alice.key", "--ephemeral", "a.pub", "--peer", "bob.pub",
            "--peer-ephemeral", "b.pub"), 2, "a.pub: expected the ephemeral private key, found a public key")
    write("pw", "x")
    good(run("sm2", "keygen", "--password-file", "pw", "--iterations", "1", "-o", "locked"))
    bad(run("sm2", "exchange", "--role", "initiator", "-k", "alice.key", "--ephemeral", "locked", "--peer", "bob.pub",
            "--peer-ephemeral", "b.pub", "--password-file", "pw"), 2,
        "locked: expected the ephemeral private key, not encrypted, found an encrypted PKCS#8 private key")
    os.remove("pw")
    os.remove("locked")
    bad(alice("-n", "0"), 2, "--length")
    write("old", "x")
    bad(alice("-o", "old"), 2, "old: expected a new file")
    bad(alice("-f", "-o", "a.key"), 2, "found the same")
    with open("/dev/full", "wb") as full:
        bad(run("sm2", "exchange", "--role", "responder", "-k", "bob.key", "--ephemeral", "b.key", "--peer", "alice.pub",
                "--peer-ephemeral", "a.pub", "--confirmation-out", "c", stdout=full), 3, "No space left", None)
    only("old", *(name + end for name in ("alice", "bob", "a", "b") for end in (".key", ".pub")))


if __name__ == "__main__":
    clitest.main(globals())
