"""guomi sm2 encrypt, decrypt, convert ciphertext: every order, detection, sizes, pipes, OpenSSL, damage."""
import os
import resource
import select
import subprocess

import clitest
import sm2
from clitest import GUOMI, bad, equal, good, read, run, true, write
from sm2keys import mode, only, openssl, pair, told

ORDERS = ["asn1", "c1c3c2", "c1c2c3", "c1c3c2-compressed", "c1c2c3-compressed", "c1c3c2-no04", "c1c2c3-no04"]
SIZES = (1, 2, 31, 32, 33, 1000, 262143, 262144, 262145, 1048000, 1500000)


def encrypt(*args, **more):
    return good(run("sm2", "encrypt", "-k", "my.pub", *args, **more)).out


def decrypt(*args, **more):
    return run("sm2", "decrypt", "-k", "my.key", *args, **more)


def test_round_trips():
    pair()
    for order in ORDERS:
        for size in SIZES if order in ("asn1", "c1c2c3") else (1, 33, 262144, 1500000):
            data = os.urandom(size)
            write("m", data)
            sealed = encrypt("--order", order, "m")
            write("ct", sealed)
            good(decrypt("--order", order, "ct"), data)
            good(decrypt("--order", order, stdin=sealed), data)
            told(decrypt("ct"), data, order)
            told(decrypt(stdin=sealed), data, order)
            told(decrypt("-f", "-o", "back", "ct"), b"", order)
            equal(read("back"), data)
            good(decrypt("--order", order, stdin=encrypt("--order", order, stdin=data)), data)


def test_the_model_agrees():
    pair()
    d = int(good(run("sm2", "convert", "key", "--no-password", "--format", "hex", "my.key")).out, 16)
    for size in (1, 32, 100):
        data = os.urandom(size)
        ct = encrypt("--order", "c1c3c2", stdin=data)
        point = sm2.P256.mul(d, sm2.decode_point(ct[:65]))
        stream = sm2.kdf(sm2.xy(point), size)
        equal(bytes(a ^ b for a, b in zip(stream, ct[97:])), data, "text")
        equal(sm2.sm3(sm2.i2b(point[0]) + data + sm2.i2b(point[1])), ct[65:97], "C3")


def test_text_forms():
    pair()
    data = os.urandom(3000)
    for order in ORDERS:
        for form in ("hex", "base64"):
            text = encrypt("--order", order, "--" + form, stdin=data)
            true(text.endswith(b"\n") and text.count(b"\n") == 1, "one line")
            good(decrypt("--order", order, stdin=text), data)
            told(decrypt(stdin=text), data, order + " in " + {"hex": "hex", "base64": "Base64"}[form])
    big = os.urandom(2000000)
    text = encrypt("--hex", "--order", "c1c3c2", stdin=big)
    good(decrypt("--order", "c1c3c2", stdin=text), big)


def test_conversions():
    pair()
    made = {}
    write("m", "message")
    write("asn1", encrypt("m"))
    for order in ORDERS:
        good(run("sm2", "convert", "ciphertext", "--order", order, "-f", "-o", order, "asn1") if order != "asn1" else
             run("sm2", "convert", "ciphertext", "--order", order, "asn1"))
        made[order] = read(order)
        good(decrypt("--order", order, order), b"message")
    for order in ORDERS:
        for other in ORDERS:
            good(run("sm2", "convert", "ciphertext", "--from", order, "--order", other, order), made[other])
        hexed = good(run("sm2", "convert", "ciphertext", "--from", order, "--order", "asn1", "--hex", order)).out
        equal(bytes.fromhex(hexed.decode()), made["asn1"])
        good(run("sm2", "convert", "ciphertext", "--order", order, stdin=hexed), made[order])
    bad(run("sm2", "convert", "ciphertext", "--order", "asn1", "c1c2c3"), 1, "expected a ciphertext in order asn1, found none (--from names another order)")
    bad(run("sm2", "convert", "ciphertext", "asn1"), 2, "expected --order ORDER")


def test_guesses():
    pair()
    pair("other")
    write("m", "message")
    for size in (7, 1500000):
        write("m", os.urandom(size))
        encrypt("--order", "c1c2c3", "-f", "-o", "ct", "m")
        bad(decrypt("--order", "c1c3c2", "-o", "x", "ct"), 1,
            "guomi sm2 decrypt: ct: expected order c1c3c2, found c1c2c3 (--order c1c2c3)")
        bad(run("sm2", "decrypt", "-k", "other.key", "-o", "x", "ct"), 1,
            "ct: expected an SM2 ciphertext for this key, found another or a damaged one")
        bad(run("sm2", "decrypt", "-k", "other.key", "--order", "asn1", "-o", "x", "ct"), 1,
            "ct: expected an SM2 ciphertext for this key in order asn1, found another or a damaged one")
    good(run("encrypt", "-r", "my.pub", "-o", "gm", "m"))
    bad(decrypt("gm"), 1, "gm: expected a bare SM2 ciphertext, found a file of 'guomi encrypt' (try 'guomi decrypt -i')")
    bad(decrypt(stdin=b""), 1, "standard input: expected a ciphertext, found nothing")
    bad(run("sm2", "encrypt", "-k", "my.pub", stdin=b""), 1, "SM2 encrypts no empty message")
    bad(run("sm2", "encrypt", "-k", "my.key", "m"), 2, "expected the public key, found a private key")
    bad(run("sm2", "decrypt", "-k", "my.pub", "ct"), 2, "expected the private key, found a public key")
    bad(run("sm2", "encrypt", "-k", "my.pub", "--order", "c1c3", "m"), 2, "did you mean c1c3c2?")
    true(not os.path.exists("x"), "no output")


def test_damage():
    pair()
    write("m", os.urandom(50))
    for order in ("asn1", "c1c3c2", "c1c2c3-compressed", "c1c2c3-no04"):
        sealed = encrypt("--order", order, "m")
        for i in range(0, len(sealed), 5):
            changed = bytearray(sealed)
            changed[i] ^= 1 << i % 8
            write("ct", bytes(changed))
            bad(decrypt("-o", "x", "ct"), 1, "ct: expected")
            bad(decrypt("--order", order, stdin=bytes(changed)), 1, "standard input: expected")
        for n in (1, 20, 64, 65, 97, len(sealed) - 1):
            bad(decrypt("-o", "x", stdin=sealed[:n]), 1, "expected an SM2 ciphertext")
    big = bytearray(encrypt("--order", "c1c3c2", stdin=os.urandom(2000000)))
    for at in (0, 64, 70, 100, 1000000, len(big) - 1):
        big[at] ^= 4
        write("ct", bytes(big))
        bad(decrypt("--order", "c1c3c2", "ct"), 1, "ct: expected")
        bad(decrypt(stdin=bytes(big)), 1, "standard input: expected")
        bad(decrypt("-o", "x", "ct"), 1, "ct: expected")
        big[at] ^= 4
    bad(decrypt(stdin=bytes(big[:-1])), 1, "standard input: expected")
    true(not os.path.exists("x"), "no output")


def test_openssl():
    pair()
    for size in (1, 16, 200):
        write("m", os.urandom(size))
        openssl("pkeyutl", "-encrypt", "-pubin", "-inkey", "my.pub", "-in", "m", "-out", "theirs")
        told(decrypt("theirs"), read("m"), "asn1")
        encrypt("-f", "-o", "ours", "m")
        equal(openssl("pkeyutl", "-decrypt", "-inkey", "my.key", "-in", "ours"), read("m"))


def test_modes_and_outputs():
    pair()
    write("m", "message")
    os.chmod("m", 0o640)
    encrypt("-o", "ct", "m")
    equal(mode("ct"), 0o640, "mode")
    bad(decrypt("-o", "m", "ct"), 2, "m: expected a new file")
    bad(decrypt("-f", "-o", "ct", "ct"), 2, "found the same")
    bad(decrypt("-f", "-o", "my.key", "ct"), 2, "found the same")
    bad(run("sm2", "encrypt", "-k", "my.pub", "-o", "x", "missing"), 3, "missing")
    bad(decrypt("-o", "x", "missing"), 3, "missing")
    write("big", bytes(600000))
    with open("/dev/full", "wb") as full:
        for name in ("m", "big"):
            bad(run("sm2", "encrypt", "-k", "my.pub", name, stdout=full), 3, "No space left", None)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    for order in ("asn1", "c1c2c3"):
        bad(run("sm2", "encrypt", "-k", "my.pub", "--order", order, "-o", "x", "big", preexec_fn=limit), 3, "write error")
    encrypt("-o", "big.ct", "big")
    bad(decrypt("--order", "asn1", "-o", "x", "big.ct", preexec_fn=limit), 3, "write error")
    bad(decrypt("--order", "asn1", stdin=bytes(2 << 20), env={"TMPDIR": "/no/such/folder"}), 3, "TMPDIR")
    r, w = os.pipe()
    os.close(r)
    equal(decrypt("--order", "asn1", "big.ct", stdout=w).code, 3, "exit code of a closed pipe")
    os.close(w)
    only("my.key", "my.pub", "m", "ct", "big", "big.ct")


def test_a_file_that_changes_between_the_readings():
    pair()
    data = os.urandom(3 << 20)
    sealed = encrypt("--order", "c1c3c2", stdin=data)
    for at in (0, 70, 97 + (1 << 20), len(sealed) - 1):
        write("ct", sealed)
        p = subprocess.Popen([GUOMI, "sm2", "decrypt", "-k", "my.key", "--order", "c1c3c2", "ct"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, bufsize=0)
        true(select.select([p.stdout], [], [], 60)[0], "the second reading begins")
        with open("ct", "r+b") as f:
            f.seek(at)
            f.write(b"%c" % (sealed[at] ^ 1))
        out, err = p.communicate(timeout=60)
        true(data.startswith(out), "every byte that came out is right")
        if at > 97: # the beginning was read before it changed
            equal((p.returncode, err), (3, b"guomi sm2 decrypt: ct: expected a file at rest, found it changed while it was read\n"))
            true(len(out) <= at - 97, "what came out ends before the change")


def test_constant_memory():
    if b"asan" in subprocess.run(["ldd", GUOMI], capture_output=True).stdout or "asan" in GUOMI:
        raise clitest.Skip("a sanitizer needs more address space than the limit")
    pair()
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (96 << 20, 96 << 20))
    with open("m", "wb") as f:
        f.truncate(128 << 20)
    for order in ("asn1", "c1c2c3"):
        encrypt("--order", order, "-f", "-o", "ct", "m", preexec_fn=limit)
        good(decrypt("--order", order, "-f", "-o", "back", "ct", preexec_fn=limit), b"")
        equal(subprocess.run(["cmp", "m", "back"], check=False).returncode, 0, "the same")


if __name__ == "__main__":
    clitest.main(globals())
