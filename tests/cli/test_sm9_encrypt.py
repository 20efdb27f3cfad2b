"""guomi sm9 encrypt and decrypt: modes, orders, texts, detection, sizes, pipes, damage, guesses, the model."""
import os
import resource
import select
import subprocess

import clitest
import sm9
from clitest import GUOMI, bad, equal, good, read, run, true, write
from sm2keys import only
from sm9keys import masters, user

MODES = ["xor", "ecb", "cbc", "ofb", "cfb", "xor-hmac"]


def encrypt(*args, **more):
    return good(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", *args, **more)).out


def decrypt(*args, **more):
    return run("sm9", "decrypt", "-k", "bob.key", "--id", "bob", *args, **more)


def told(result, out, what):
    """A decryption that went well and said what it found."""
    true(result.code == 0 and result.err.endswith(b": %s\n" % what.encode()) and result.err.count(b"\n") == 1, "expected %s: %r" % (what, result))
    equal(result.out, out, "output")


def prepare():
    masters()
    user("bob", "bob", "enc")


def test_round_trips():
    prepare()
    for mode in MODES:
        for size in (1, 15, 16, 17, 1000, 262145):
            data = os.urandom(size)
            write("m", data)
            der, raw = encrypt("--mode", mode, "m"), encrypt("--mode", mode, "--order", "c1c3c2", stdin=data)
            for sealed in (der, raw):
                good(decrypt("--mode", mode, stdin=sealed), data)
            if mode == "xor-hmac":
                told(decrypt(stdin=der), data, "mode xor-hmac, asn1")
            else:
                good(decrypt(stdin=der), data)
            write("ct", der)
            good(decrypt("--mode", mode, "-f", "-o", "back", "ct"), b"")
            equal(read("back"), data)
    for mode in ("ecb", "cbc", "ofb", "cfb"):
        good(decrypt(stdin=encrypt("--mode", mode, stdin=b"")), b"")
    for mode in ("xor", "xor-hmac"):
        bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", mode, stdin=b""), 1, "%s encrypts no empty message (ecb does)" % mode)


def test_bare_bytes_do_not_name_their_mode():
    prepare()
    data = b"a message of 23 bytes.."
    told(decrypt(stdin=encrypt("--order", "c1c3c2", stdin=data)), data, "mode xor, c1c3c2")
    told(decrypt(stdin=encrypt("--order", "c1c3c2", "--mode", "xor-hmac", stdin=data)), data, "mode xor-hmac, c1c3c2")
    told(decrypt(stdin=encrypt("--mode", "hybrid", stdin=data)), data, "mode hybrid, c1c3c2")
    bad(decrypt(stdin=encrypt("--order", "c1c3c2", "--mode", "ofb", stdin=data)), 2,
        "expected --mode NAME, as bare bytes do not name their mode and several fit: ")
    good(decrypt("--mode", "ofb", stdin=encrypt("--order", "c1c3c2", "--mode", "ofb", stdin=data)), data)


def test_texts():
    prepare()
    data = os.urandom(3000)
    for form, name in (("hex", "hex"), ("base64", "Base64")):
        text = encrypt("--" + form, stdin=data)
        true(text.endswith(b"\n") and text.count(b"\n") == 1, "one line")
        good(decrypt(stdin=text), data)
        told(decrypt(stdin=encrypt("--order", "c1c3c2", "--" + form, stdin=data)), data, "mode xor, c1c3c2 in " + name)


def test_the_model_agrees():
    prepare()
    good(run("sm9", "extract", "-k", "enc.key", "--id", "bob", "--no-password", "--format", "hex", "-o", "hex"))
    de = sm9.g2_point(bytes.fromhex(read("hex").decode())[1:])
    for mode in ("xor", "ecb"):
        raw = encrypt("--order", "c1c3c2", "--mode", mode, stdin=b"message")
        equal(sm9.decrypt(de, b"bob", sm9.g1_point(raw[1:65]), raw[65:97], raw[97:], mode), b"message", "text")
    der = encrypt("--mode", "cbc", stdin=b"message")
    equal(der[3:10], bytes.fromhex("020102" + "03420004"), "type 2, C1")


def test_hybrid():
    prepare()
    for size in (0, 1, 262143, 262144, 262145, 3000000):
        data = os.urandom(size)
        write("m", data)
        sealed = encrypt("--mode", "hybrid", "m")
        equal(len(sealed), size + 81, "size")
        write("ct", sealed)
        for source in ({"stdin": sealed}, {}):
            name = () if source else ("ct",)
            good(decrypt("--mode", "hybrid", *name, **source), data)
            told(decrypt(*name, **source), data, "mode hybrid, c1c3c2")
            good(decrypt("--mode", "hybrid", "-f", "-o", "back", *name, **source), b"")
            equal(read("back"), data)
    for at in (0, 30, 65, 70, 1000000, len(sealed) - 1):
        changed = bytearray(sealed)
        changed[at] ^= 4
        write("changed", bytes(changed))
        for options in ((), ("-o", "x")):
            for named in ((), ("--mode", "hybrid")):
                bad(decrypt(*named, *options, "changed"), 1, "changed: expected an SM9 ciphertext for this key")
                bad(decrypt(*named, *options, stdin=bytes(changed)), 1, "standard input: expected an SM9 ciphertext for this key")
    for n in (0, 1, 64, 65, 80, len(sealed) - 1):
        true(decrypt("--mode", "hybrid", "-o", "x", stdin=sealed[:n]).code == 1, "cut")
    bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", "hybrid", "--hex", "m"), 2, "--mode hybrid writes bare bytes")
    bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", "hybrid", "--order", "asn1", "m"), 2, "--mode hybrid writes bare bytes")
    true(not os.path.exists("x"), "no output")


def test_long_files_are_for_hybrid():
    prepare()
    with open("m", "wb") as f:
        f.truncate((64 << 20) + 1)
    bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "-o", "x", "m"), 2, "expected at most 67108864 bytes in mode xor, found more (--mode hybrid")
    encrypt("--mode", "hybrid", "-o", "ct", "m")
    good(decrypt("-o", "back", "ct"), b"")
    equal(subprocess.run(["cmp", "m", "back"], check=False).returncode, 0, "the same")
    with open("ct", "rb") as f:
        good(decrypt("-f", "-o", "back", stdin=f), b"")
    equal(subprocess.run("cat ct | $GUOMI sm9 decrypt -k bob.key --id bob | cmp - m", shell=True, env=dict(os.environ, GUOMI=GUOMI),
                         check=False).returncode, 0, "through pipes")
    bad(decrypt("--mode", "ecb", "-o", "x", "ct"), 1, "expected at most 67108864 bytes in mode ecb, found more")


def test_guesses():
    prepare()
    user("alice", "alice", "enc")
    user("x", "bob", "enc", "--hid", "exchange")
    user("signer", "bob", "sign")
    write("m", "message")
    encrypt("-o", "ct", "m")
    front = "guomi sm9 decrypt: ct: expected an SM9 ciphertext for this key, found another or a damaged one"
    bad(run("sm9", "decrypt", "-k", "alice.key", "--id", "alice", "-o", "y", "ct"), 1, front + "\n")
    bad(run("sm9", "decrypt", "-k", "alice.key", "--id", "bob", "-o", "y", "ct"), 1, front + ": this key is not the one of this name")
    bad(run("sm9", "decrypt", "-k", "x.key", "--id", "bob", "-o", "y", "ct"), 1, front + ": this key was not extracted with --hid encrypt")
    bad(run("sm9", "decrypt", "-k", "signer.key", "--id", "bob", "-o", "y", "ct"), 2, "found a user's signing key: signatures and encryption")
    bad(run("sm9", "decrypt", "-k", "enc.key", "--id", "bob", "-o", "y", "ct"), 2, "'guomi sm9 extract' makes a user's key out of it")
    bad(decrypt("--mode", "cbc", "-o", "y", "ct"), 1, "ct: expected mode cbc, found xor (--mode xor)")
    bad(run("sm9", "decrypt", "-k", "bob.key", "ct"), 2, "expected --id TEXT or --id-hex VALUE, the receiver's name")
    bad(run("sm9", "encrypt", "-m", "enc.pub", "m"), 2, "expected --id TEXT or --id-hex VALUE, the receiver's name")
    bad(run("sm9", "encrypt", "-m", "sign.pub", "--id", "bob", "m"), 2, "found a master public key for signatures: signatures and encryption")
    bad(run("sm9", "encrypt", "-m", "enc.key", "--id", "bob", "m"), 2, "this key is the centre's secret ('guomi sm9 inspect --public-out'")
    bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", "xro", "m"), 2, "did you mean xor?")
    good(run("sm2", "keygen", "--no-password", "-o", "sm2.key", "--public-out", "sm2.pub"))
    good(run("encrypt", "-r", "sm2.pub", "-o", "gm", "m"))
    bad(decrypt("-o", "y", "gm"), 1, "found a file of 'guomi encrypt' (try 'guomi decrypt -i')")
    bad(decrypt(stdin=b""), 1, "expected a ciphertext, found nothing")
    good(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--hid", "exchange", "-o", "ct2", "m"))
    good(run("sm9", "decrypt", "-k", "x.key", "--id", "bob", "ct2"), b"message")
    true(not os.path.exists("y"), "no output")


def test_damage():
    prepare()
    for mode, order in (("xor", "asn1"), ("cbc", "asn1"), ("ecb", "c1c3c2")):
        sealed = encrypt("--mode", mode, "--order", order, stdin=os.urandom(50))
        for at in range(0, len(sealed), 7):
            changed = bytearray(sealed)
            changed[at] ^= 1 << at % 8
            write("ct", bytes(changed))
            result = decrypt("--mode", mode, "-o", "x", "ct")
            true(result.code == 1 and result.err.count(b"\n") == 1, "%d: %r" % (at, result))
        for n in (1, 64, 65, 97, len(sealed) - 1):
            bad(decrypt("--mode", mode, "-o", "x", stdin=sealed[:n]), 1, "expected an SM9 ciphertext")
    true(not os.path.exists("x"), "no output")


def test_a_short_one_is_no_signature_by_chance():
    prepare()
    cut = bytearray(encrypt("--mode", "ecb", "--order", "c1c3c2", stdin=b"message")[:97])
    cut[32] = 4  # where the point S of a bare signature begins
    write("cut", bytes(cut))
    bad(decrypt("--mode", "ecb", stdin=bytes(cut)), 1, "expected an SM9 ciphertext for this key")
    true(b"signature" not in run("sm9", "inspect", "cut").out, "inspect sees no signature")


def test_outputs():
    prepare()
    write("m", os.urandom(300000))
    with open("/dev/full", "wb") as full:
        for mode in ("xor", "hybrid"):
            bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", mode, "m", stdout=full), 3, "No space left", None)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    for mode in ("xor", "hybrid"):
        bad(run("sm9", "encrypt", "-m", "enc.pub", "--id", "bob", "--mode", mode, "-o", "x", "m", preexec_fn=limit), 3, "write error")
        encrypt("--mode", mode, "-o", mode, "m")
        bad(decrypt("--mode", mode, "-o", "x", mode, preexec_fn=limit), 3, "write error")
        r, w = os.pipe()
        os.close(r)
        equal(decrypt("--mode", mode, mode, stdout=w).code, 3, "exit code of a closed pipe")
        os.close(w)
    bad(decrypt("--mode", "hybrid", stdin=read("hybrid"), env={"TMPDIR": "/no/such/folder"}), 3, "TMPDIR")
    bad(decrypt("-f", "-o", "xor", "xor"), 2, "found the same")
    bad(decrypt("-f", "-o", "bob.key", "xor"), 2, "found the same")
    bad(decrypt("-o", "m", "xor"), 2, "m: expected a new file")
    bad(decrypt("-o", "x", "missing"), 3, "missing")
    only("sign.key", "sign.pub", "enc.key", "enc.pub", "bob.key", "m", "xor", "hybrid")


def test_a_file_that_changes_between_the_readings():
    prepare()
    data = os.urandom(3 << 20)
    sealed = encrypt("--mode", "hybrid", stdin=data)
    for at in (65 + (1 << 20), len(sealed) - 1):
        write("ct", sealed)
        p = subprocess.Popen([GUOMI, "sm9", "decrypt", "--mode", "hybrid", "-k", "bob.key", "--id", "bob", "ct"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, bufsize=0)
        true(select.select([p.stdout], [], [], 60)[0], "the second reading begins")
        with open("ct", "r+b") as f:
            f.seek(at)
            f.write(b"%c" % (sealed[at] ^ 1))
        out, err = p.communicate(timeout=60)
        true(data.startswith(out), "every byte that came out is right")
        equal((p.returncode, err), (3, b"guomi sm9 decrypt: ct: expected a file at rest, found it changed while it was read\n"))


if __name__ == "__main__":
    clitest.main(globals())
