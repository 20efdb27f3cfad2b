"""guomi sm9 sign and verify: forms, sizes, streams, names, guesses, the model."""
import os
import resource

import clitest
import sm9
from clitest import bad, equal, good, read, run, true, write
from sm2keys import only
from sm9keys import masters, user


def verify(*args, **more):
    return run("sm9", "verify", "-m", "sign.pub", *args, **more)


def test_round_trips():
    masters()
    user("a", "alice")
    for size in (0, 1, 64, 262144, 262145, 1000000):
        data = os.urandom(size)
        write("m", data)
        for form in ("der", "raw", "hex", "base64"):
            good(run("sm9", "sign", "-k", "a.key", "--format", form, "-f", "-o", "sig", "m"), b"")
            good(verify("--id", "alice", "-s", "sig", "m"), b"sig: OK\n")
            good(verify("--id-hex", "616c696365", "-s", "sig", stdin=data), b"sig: OK\n")
        good(run("sm9", "sign", "-k", "a.key", "-f", "-o", "sig", stdin=data), b"")
        good(verify("--id", "alice", "-s", "sig", "m"), b"sig: OK\n")


def test_the_model_agrees():
    masters()
    user("a", "alice")
    write("m", "message")
    raw = good(run("sm9", "sign", "-k", "a.key", "--format", "raw", "m")).out
    good(run("sm9", "setup", "--for", "sign", "--no-password", "--format", "hex", "-o", "h.key"))
    der = good(run("sm9", "sign", "-k", "a.key", "m")).out
    equal((len(raw), len(der)), (97, 104))
    equal(der[:4] + der[36:39], bytes.fromhex("30660420" + "034200"))
    pub = bytes.fromhex(good(run("sm9", "inspect", "sign.pub")).out.decode().split()[-1])
    true(sm9.verify(sm9.g2_point(pub[1:]), b"alice", b"message", int.from_bytes(raw[:32], "big"), sm9.g1_point(raw[33:])), "verified")


def test_the_bare_key_needs_its_master():
    masters()
    good(run("sm9", "extract", "-k", "sign.key", "--id", "alice", "--no-password", "--format", "raw", "-o", "bare"))
    write("m", "message")
    bad(run("sm9", "sign", "-k", "bare", "m"), 2, "expected -m FILE with the master public key, which the user's key does not hold, found none")
    good(run("sm9", "sign", "-k", "bare", "-m", "sign.pub", "-o", "sig", "m"))
    good(verify("--id", "alice", "-s", "sig", "m"), b"sig: OK\n")
    bad(run("sm9", "sign", "-k", "bare", "-m", "enc.pub", "m"), 2, "signatures and encryption have different master keys")


def test_wrong_signatures():
    masters()
    user("a", "alice")
    user("x", "alice", "sign", "--hid", "exchange")
    write("m", "message")
    for name in ("a", "x"):
        good(run("sm9", "sign", "-k", name + ".key", "-o", name + ".sig", "m"))
    front = "guomi sm9 verify: a.sig: expected a signature of m by this name under this master key, found another"
    bad(verify("--id", "alicia", "-s", "a.sig", "m"), 1, front + "\n", b"a.sig: FAILED\n")
    bad(verify("--id", "alice ", "-s", "a.sig", "m"), 1, front + ", which was made for the name without the line end or space behind it",
        b"a.sig: FAILED\n")
    bad(verify("--id", "alice", "--hid", "7f", "-s", "a.sig", "m"), 1, front + ", which was made with --hid sign", b"a.sig: FAILED\n")
    bad(verify("--id", "alice", "-s", "x.sig", "m"), 1, "which was made with --hid exchange", b"x.sig: FAILED\n")
    good(verify("--id", "alice", "--hid", "02", "-s", "x.sig", "m"), b"x.sig: OK\n")
    result = verify("--id", "alice", "-s", "a.sig", "-s", "x.sig", "m")
    equal((result.code, result.out), (1, b"a.sig: OK\nx.sig: FAILED\n"))
    write("m2", "Message")
    bad(verify("--id", "alice", "-s", "a.sig", "m2"), 1, "found another\n", b"a.sig: FAILED\n")
    good(run("sm9", "setup", "--for", "sign", "--no-password", "-o", "other.key", "--public-out", "other.pub"))
    bad(run("sm9", "verify", "-m", "other.pub", "--id", "alice", "-s", "a.sig", "m"), 1, "found another\n", b"a.sig: FAILED\n")
    der = read("a.sig")
    for at in range(0, len(der), 5):
        changed = bytearray(der)
        changed[at] ^= 1 << at % 8
        write("changed", bytes(changed))
        equal(verify("--id", "alice", "-s", "changed", "m").code, 1, "changed at %d" % at)


def test_mistakes():
    masters()
    user("a", "alice")
    user("b", "bob", "enc")
    write("m", "message")
    good(run("sm9", "sign", "-k", "a.key", "-o", "sig", "m"))
    bad(run("sm9", "sign", "-k", "b.key", "m"), 2, "b.key: expected a user's signing key, found a user's decryption key: signatures and encryption")
    bad(run("sm9", "sign", "-k", "sign.key", "m"), 2, "found a master key for signatures: 'guomi sm9 extract' makes a user's key out of it")
    bad(run("sm9", "sign", "-k", "sign.pub", "m"), 2, "found a master public key for signatures: the secret one is in another file")
    bad(run("sm9", "verify", "-m", "a.key", "--id", "alice", "-s", "sig", "m"), 2, "found a user's signing key: this key is a user's secret, keep it")
    bad(run("sm9", "verify", "-m", "sign.key", "--id", "alice", "-s", "sig", "m"), 2, "this key is the centre's secret")
    bad(run("sm9", "verify", "-m", "enc.pub", "--id", "alice", "-s", "sig", "m"), 2, "found a master public key for encryption: signatures")
    bad(run("sm9", "verify", "--id", "alice", "-s", "sig", "m"), 2, "expected -m FILE with a master public key for signatures, found none")
    bad(verify("-s", "sig", "m"), 2, "expected --id TEXT or --id-hex VALUE, the signer's name, found neither")
    bad(verify("--id", "alice", "m"), 2, "expected -s SIGNATURE, found none")
    bad(verify("--id", "alice", "-s", "sig", "m", "sig2"), 2, "each signature after an -s of its own")
    bad(verify("--id", "alice", "-s", "m", "m"), 1, "m: expected a signature (DER or h || S of 97 bytes, also in hex or Base64), found 7 other bytes")
    bad(verify("--id", "alice", "-s", "/dev/null", "m"), 1, "found an empty file")
    bad(verify("--id", "alice", "-s", "missing", "m"), 3, "missing")
    good(run("sm2", "keygen", "--no-password", "-o", "sm2.key"))
    good(run("sm2", "sign", "-k", "sm2.key", "-o", "sm2.sig", "m"))
    bad(verify("--id", "alice", "-s", "sm2.sig", "m"), 1, "found one of SM2 (see 'guomi sm2 verify')")
    bad(run("sm9", "sign", "-k", "a.key", "-o", "x", "missing"), 3, "missing")
    bad(run("sm9", "sign", "-k", "a.key", "-f", "-o", "a.key", "m"), 2, "found the same")
    true(not os.path.exists("x"), "no output")


def test_nothing_half_written():
    masters()
    user("a", "alice")
    with open("/dev/full", "wb") as full:
        bad(run("sm9", "sign", "-k", "a.key", stdin=b"m", stdout=full), 3, "No space left", None)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
    bad(run("sm9", "sign", "-k", "a.key", "-o", "x", stdin=b"m", preexec_fn=limit), 3, "write error")
    r, w = os.pipe()
    os.close(r)
    equal(run("sm9", "sign", "-k", "a.key", stdin=b"m", stdout=w).code, 3, "exit code of a closed pipe")
    os.close(w)
    only("sign.key", "sign.pub", "enc.key", "enc.pub", "a.key")


if __name__ == "__main__":
    clitest.main(globals())
