"""guomi sm9 exchange: both sides, confirmations, the model, whatever can be wrong."""
import os
import resource

import clitest
import sm9
from clitest import bad, equal, good, read, run, true, write
from sm2keys import PRIVATE_MODE, mode, only
from sm9keys import masters, user

NAMES = {"initiator": ("alice", "bob"), "responder": ("bob", "alice")}


def prepare():
    masters()
    for name in ("alice", "bob"):
        user(name, name, "enc", "--hid", "exchange")
    for role, (own, peer) in NAMES.items():
        good(run("sm9", "exchange", "--role", role, "-m", "enc.pub", "--peer-id", peer, "--ephemeral-out", own + ".once",
                 "--point-out", own + ".point"), b"")


def side(role, *more, **changes):
    own, peer = NAMES[role]
    options = {"-k": own + ".key", "--id": own, "--peer-id": peer, "--ephemeral": own + ".once", "--peer-point": "hex-file:" + peer + ".point"}
    options.update(changes)
    return run("sm9", "exchange", "--role", role, *[x for kv in options.items() for x in kv], *more)


def test_both_sides_agree():
    prepare()
    equal(mode("alice.once"), PRIVATE_MODE, "mode")
    a = good(side("initiator", "--confirmation-out", "a.conf")).out
    b = good(side("responder", "--confirmation-out", "b.conf", "--peer-confirmation", "hex-file:a.conf")).out
    equal(a, b, "key")
    equal(len(bytes.fromhex(a.decode())), 16, "length")
    good(side("initiator", "--peer-confirmation", "hex-file:b.conf", "-o", "key", "--raw", "-n", "40"), b"")
    equal(mode("key"), PRIVATE_MODE, "mode")
    equal(read("key")[:16].hex(), a.decode().strip(), "the first bytes of a longer key are the same")
    good(side("responder", "-n", "40", "--base64"))


def test_the_model_agrees():
    prepare()
    text = good(run("sm9", "inspect", "enc.pub")).out.decode()
    pub = sm9.g1_point(bytes.fromhex(text.split()[-1])[1:])
    keys = {}
    for name in ("alice", "bob"):
        good(run("sm9", "extract", "-k", "enc.key", "--id", name, "--hid", "exchange", "--no-password", "--format", "hex", "-o", name))
        keys[name] = sm9.g2_point(bytes.fromhex(read(name).decode())[1:])
    r = {name: int(read(name + ".once"), 16) for name in ("alice", "bob")}
    answer = sm9.exchange(pub, b"alice", b"bob", keys["alice"], keys["bob"], r["alice"], r["bob"], 128)
    a = bytes.fromhex(good(side("initiator")).out.decode())
    flat = answer.values() if isinstance(answer, dict) else answer
    true(any(isinstance(x, bytes) and x == a for x in flat), "the key is the model's")


def test_mistakes():
    prepare()
    user("other", "alice", "enc")
    bad(run("sm9", "exchange", "--peer-id", "bob"), 2, "expected --role initiator or --role responder")
    bad(run("sm9", "exchange", "--role", "initiator", "--ephemeral-out", "x"), 2, "expected --peer-id TEXT or --peer-id-hex VALUE")
    bad(run("sm9", "exchange", "--role", "initiator", "--peer-id", "bob"), 2, "expected --ephemeral-out FILE (the first step) or --ephemeral FILE")
    bad(run("sm9", "exchange", "--role", "initiator", "--peer-id", "bob", "--ephemeral-out", "x"), 2, "expected --point-out FILE")
    bad(run("sm9", "exchange", "--role", "initiator", "--peer-id", "bob", "--ephemeral-out", "x", "--point-out", "y"), 2,
        "expected -m FILE with a master public key for encryption")
    bad(run("sm9", "exchange", "--role", "initiator", "--peer-id", "bob", "-m", "sign.pub", "--ephemeral-out", "x", "--point-out", "y"), 2,
        "found a master public key for signatures")
    bad(side("initiator", "--ephemeral-out", "x"), 2, "expected one of --ephemeral-out")
    bad(run("sm9", "exchange", "--role", "initiator", "--peer-id", "bob", "--ephemeral", "alice.once"), 2, "expected --peer-point VALUE")
    bad(side("initiator", **{"-k": "other.key"}), 1, "expected a key for --hid exchange, found one for --hid encrypt")
    bad(side("initiator", **{"--id": "carol"}), 1, "expected the key of the own name (--id) under this master key, found another")
    bad(side("initiator", **{"--peer-point": "hex-file:alice.point"}), 1, "expected the other side's point, found the own one")
    bad(side("initiator", **{"--peer-point": "04" + "00" * 64}), 1, "--peer-point: expected a point of the curve, found other bytes")
    bad(side("initiator", **{"--peer-point": "04"}), 2, "--peer-point: expected 65 bytes, found 1")
    write("zero", "00" * 32)
    bad(side("initiator", **{"--ephemeral": "zero"}), 1, "zero: expected what --ephemeral-out wrote, found another number")
    good(side("responder", "--confirmation-out", "b.conf"))
    for changes in ({"--peer-id": "bobby"},):
        bad(side("initiator", "--peer-confirmation", "hex-file:b.conf", "-o", "x", **changes), 1, "the other side has another key")
    bad(run("sm9", "exchange", "--role", "responder", "-k", "alice.key", "--id", "alice", "--peer-id", "bob", "--ephemeral", "alice.once",
            "--peer-point", "hex-file:bob.point", "--peer-confirmation", "hex-file:b.conf", "-o", "x"), 1, "the other side has another key")
    true(not os.path.exists("x"), "no output")


def test_nothing_half_written():
    prepare()
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
    bad(run("sm9", "exchange", "--role", "initiator", "-m", "enc.pub", "--peer-id", "bob", "--ephemeral-out", "x", "--point-out", "y",
            preexec_fn=limit), 3, "write error")
    with open("/dev/full", "wb") as full:
        bad(run("sm9", "exchange", "--role", "initiator", "-k", "alice.key", "--id", "alice", "--peer-id", "bob", "--ephemeral", "alice.once",
                "--peer-point", "hex-file:bob.point", stdout=full), 3, "No space left", None)
    only("sign.key", "sign.pub", "enc.key", "enc.pub", "alice.key", "bob.key", "alice.once", "alice.point", "bob.once", "bob.point")


if __name__ == "__main__":
    clitest.main(globals())
