"""guomi sm2 sign, verify, recover, convert signature: forms, IDs, digests, guesses, OpenSSL, files and pipes."""
import os
import resource
import subprocess

import clitest
import sm2
import sm3
from clitest import GUOMI, bad, equal, good, read, run, true, write
from sm2keys import only, openssl, pair

FORMS = ["der", "raw", "hex", "base64", "der-hex", "raw-base64"]


def sign(*args, **more):
    return good(run("sm2", "sign", "-k", "my.key", *args, **more)).out


def verify(*args, **more):
    return run("sm2", "verify", "-k", "my.pub", *args, **more)


def rs(name):
    raw = good(run("sm2", "convert", "signature", "--format", "raw", name)).out
    return sm2.b2i(raw[:32]), sm2.b2i(raw[32:])


def public(name="my.pub"):
    return sm2.decode_point(bytes.fromhex(good(run("sm2", "convert", "key", "--format", "hex", name)).out.decode()))


def test_round_trips_and_the_model():
    pair()
    for size in (0, 1, 55, 56, 64, 1000, 262143, 262144, 262145, 1000000):
        data = os.urandom(size)
        write("m", data)
        sign("-f", "-o", "sig", "m")
        good(verify("-s", "sig", "m"), b"sig: OK\n")
        good(verify("-s", "sig", stdin=data), b"sig: OK\n")
        good(verify("-s", "sig", "-", stdin=data), b"sig: OK\n")
        true(sm2.verify(public(), data, *rs("sig")), "the model agrees")
        write("sig", sign(stdin=data))
        good(verify("-s", "sig", "m"), b"sig: OK\n")
    true(sign(stdin=b"x") != sign(stdin=b"x"), "a new nonce each time")
    equal(sign("--deterministic", stdin=b"x"), sign("--deterministic", stdin=b"x"))


def test_forms():
    pair()
    write("m", "message")
    for form in FORMS:
        sign("--format", form, "-o", form, "m")
        good(verify("-s", form, "m"), b"%s: OK\n" % form.encode())
        good(verify("-s", form, "--format", form, "m"), b"%s: OK\n" % form.encode())
        for other in FORMS:
            good(run("sm2", "convert", "signature", "--format", other, "-f", "-o", "x", form), b"")
            equal(rs("x"), rs(form), "from %s to %s" % (form, other))
            good(run("sm2", "convert", "signature", "--from", other, "--format", form, "x"), read(form))
    equal((len(read("raw")), len(read("hex")), read("hex")[-1:]), (64, 129, b"\n"))
    bad(verify("-s", "raw", "--format", "der", "m"), 1, "raw: expected a signature (DER), found one as r || s", b"raw: FAILED\n")
    bad(verify("-s", "der-hex", "--format", "base64", "m"), 1, "found one as DER in hex", b"der-hex: FAILED\n")
    bad(run("sm2", "convert", "signature", "der"), 2, "expected --format FORM")
    upper = read("hex").upper().strip()
    write("spaced", b"\r\n".join(upper[i:i + 32] for i in range(0, 128, 32)))
    good(verify("-s", "spaced", "m"), b"spaced: OK\n")


def test_several_signatures():
    pair()
    pair("other")
    write("m", "message")
    names = ["s%d" % i for i in range(20)]
    for name in names:
        sign("-o", name, "m")
    many = [x for name in names for x in ("-s", name)]
    good(verify(*many, "m"), b"".join(b"%s: OK\n" % n.encode() for n in names))
    good(run("sm2", "sign", "-k", "other.key", "-o", "wrong", "m"))
    r = verify("-s", "s0", "-s", "wrong", "-s", "s1", "m")
    bad(r, 1, "guomi sm2 verify: wrong: expected a signature of m under this key and ID, found another\n", None)
    equal(r.out, b"s0: OK\nwrong: FAILED\ns1: OK\n")
    write("none", "hello")
    r = verify("-s", "s0", "-s", "none", "-s", "s1", "m")
    bad(r, 1, "guomi sm2 verify: none: expected a signature (DER or r || s of 64 bytes, also in hex or Base64), found 5", None)
    equal(r.out, b"s0: OK\nnone: FAILED\ns1: OK\n")
    bad(verify("m"), 2, "expected -s SIGNATURE, found none")
    bad(verify("-s", "s0", "s1", "m"), 2, "each signature after an -s of its own")
    bad(verify("-s", "missing", "m"), 3, "missing: No such file")


def test_ids():
    pair()
    write("m", "message")
    ids = {"default": (), "same": ("--id", "1234567812345678"), "empty": ("--id", ""), "alice": ("--id", "alice@example.com"),
           "chinese": ("--id", "国密用户"), "nul": ("--id-hex", "61006200"), "longest": ("--id-hex", "ab" * 8191)}
    write("id", "alice@example.com")
    for name, options in ids.items():
        sign(*options, "-o", name, "m")
        for other, others in ids.items():
            right = name == other or {name, other} == {"default", "same"}
            equal(verify(*others, "-s", name, "m").code, 0 if right else 1, "ID %s checked as %s" % (name, other))
    good(verify("--id-hex", "file:id", "-s", "alice", "m"), b"alice: OK\n")
    true(sm2.verify(public(), b"message", *rs("chinese"), ident="国密用户".encode()), "the model agrees")
    for command in (("sign", "-k", "my.key"), ("verify", "-k", "my.pub", "-s", "default")):
        bad(run("sm2", *command, "--id-hex", "ab" * 8192, "m"), 2, "expected an ID of at most 8191 bytes")
    bad(run("sm2", "sign", "-k", "my.key", "--id", "a", "--id-hex", "61", "m"), 2, "found both")
    bad(run("sm2", "sign", "-k", "my.key", "--id", "a", "--id", "a", "m"), 2, "found twice")
    bad(run("sm2", "sign", "-k", "my.key", "--digest", "--id", "a", "m"), 2, "a ready digest holds the ID already")


def test_guesses():
    pair()
    write("m", "message")
    write("digest", sm3.sm3(b"message"))
    sign("--id", "", "-o", "empty", "m")
    sign("-o", "default", "m")
    sign("--digest", "-o", "bare", "digest")
    sign("-o", "of-digest", "digest")
    raw = good(run("sm2", "convert", "signature", "--format", "raw", "default")).out
    write("swapped", raw[32:] + raw[:32])
    write("zeros", bytes(64))
    head = "expected a signature of %s under this key%s, found another%s\n"
    for options, name, file, guess in (
            ((), "empty", "m", ", which was made with the empty ID: --id ''"),
            (("--id", "x"), "default", "m", ", which was made with the default ID: leave the ID out"),
            ((), "bare", "digest", ", which signs the digest that the file holds: --digest"),
            ((), "bare", "m", ", which signs the bare SM3 hash of the file, without ID and key: pipe 'guomi sm3' into --digest"),
            (("--digest",), "of-digest", "digest", ", which signs it as a message: leave --digest out"),
            ((), "swapped", "m", ", whose r and s have changed places"),
            ((), "zeros", "m", "")):
        want = head % (file, "" if options == ("--digest",) else " and ID", guess)
        bad(verify(*options, "-s", name, file), 1, name + ": " + want, None)
    bad(verify("-s", "empty", stdin=b"message"), 1, "found another\n", None)


def test_digests():
    pair()
    write("m", "message")
    digest = sm3.sm3(b"message")
    forms = {"raw": digest, "hex": digest.hex(), "line": good(run("sm3", "m")).out, "tag": good(run("sm3", "--tag", "m")).out}
    for name, data in forms.items():
        write(name, data)
    for name in forms:
        sign("--digest", "-f", "-o", "sig", name)
        true(sm2.verify_e(public(), sm2.b2i(digest), *rs("sig")), "the model agrees")
        for other in forms:
            good(verify("--digest", "-s", "sig", other), b"sig: OK\n")
    for data in (b"", b"message", digest[:31], digest + b"\n", digest.hex()[:-2].encode(), bytes(10000)):
        bad(run("sm2", "sign", "-k", "my.key", "--digest", stdin=data), 1, "is it a message? Then without --digest")


def test_recover():
    pair()
    write("digest", sm3.sm3(b"message"))
    sign("--digest", "-o", "sig", "digest")
    mine = good(run("sm2", "convert", "key", "--format", "hex", "my.pub")).out
    lines = good(run("sm2", "recover", "-s", "sig", "digest")).out.splitlines(keepends=True)
    true(mine in lines and 1 <= len(lines) <= 4, "the key is among them")
    for line in lines:
        write("p", line)
        good(run("sm2", "verify", "--digest", "-k", "p", "-s", "sig", "digest"), b"sig: OK\n")
    short = good(run("sm2", "recover", "--compressed", "-s", "sig", stdin=read("digest"))).out.splitlines()
    equal([line[2:66] for line in lines], [s[2:] for s in short])
    write("zeros", bytes(64))
    bad(run("sm2", "recover", "-s", "zeros", "digest"), 1, "zeros: expected a signature of this digest by some key")
    bad(run("sm2", "recover", "-s", "sig", stdin=b"message"), 1, "found 7 bytes; a message will not do")
    bad(run("sm2", "recover", "-s", "none", "digest"), 3, "none: No such file")
    write("none", bytes(5000))
    bad(run("sm2", "recover", "-s", "none", "digest"), 1, "none: expected a signature (DER or r || s of 64 bytes, also in hex or "
        "Base64), found more than 4096 bytes")
    bad(run("sm2", "recover", "digest"), 2, "expected -s SIGNATURE")
    bad(run("sm2", "recover", "-s", "sig", "-s", "sig", "digest"), 2, "found twice")


def test_openssl():
    pair()
    write("m", os.urandom(1000))
    for ident in ("1234567812345678", "alice@example.com"):
        option = ("-pkeyopt", "distid:" + ident)
        openssl("pkeyutl", "-sign", "-inkey", "my.key", "-rawin", "-digest", "sm3", "-in", "m", "-out", "theirs", *option)
        good(verify("--id", ident, "-s", "theirs", "m"), b"theirs: OK\n")
        sign("--id", ident, "-f", "-o", "ours", "m")
        true(b"Verified Successfully" in openssl("pkeyutl", "-verify", "-pubin", "-inkey", "my.pub", "-rawin", "-digest",
                                                 "sm3", "-in", "m", "-sigfile", "ours", *option), "OpenSSL agrees")


def test_signatures_that_are_none():
    pair()
    write("m", "message")
    sign("-o", "sig", "m")
    good_der = read("sig")
    for data, message in ((b"", "found an empty file"), (good_der + b"\0", "begin as DER but are not the one way to write two numbers"),
                          (good_der[:-1], "begin as DER but are not the one way to write two numbers"), (b"hello", "found 5 other bytes"),
                          (bytes(5000), "found more"), (b"00" * 63, "found 126 other bytes")):
        write("x", data)
        bad(verify("-s", "x", "m"), 1, message, b"x: FAILED\n")
        bad(run("sm2", "convert", "signature", "--format", "hex", "-o", "y", "x"), 1, message)
    true(not os.path.exists("y"), "no output")


def test_nothing_half_written():
    pair()
    write("m", "message")
    with open("/dev/full", "wb") as full:
        bad(run("sm2", "sign", "-k", "my.key", "m", stdout=full), 3, "No space left", None)
        equal(verify("-s", "m", "m", stdout=full).code, 1, "exit code of a failed check that cannot be told")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
    bad(run("sm2", "sign", "-k", "my.key", "-o", "sig", "m", preexec_fn=limit), 3, "sig: write error")
    bad(run("sm2", "sign", "-k", "my.key", "-f", "-o", "m", "m"), 2, "found the same")
    bad(run("sm2", "sign", "-k", "my.key", "-f", "-o", "my.key", "m"), 2, "found the same")
    bad(run("sm2", "sign", "-k", "-", "-", stdin=read("my.key")), 2, "standard input cannot be both the private key and the input")
    bad(run("sm2", "sign", "-k", "my.key", "-o", "sig", "missing"), 3, "missing: No such file")
    r, w = os.pipe()
    os.close(r)
    equal(run("sm2", "sign", "-k", "my.key", "m", stdout=w).code, 3, "exit code of a closed pipe")
    os.close(w)
    only("my.key", "my.pub", "m")
    sign("-o", "sig", "m")
    with open("/dev/full", "wb") as full:
        bad(verify("-s", "sig", "m", stdout=full), 3, "write error", None)


def test_constant_memory():
    if b"asan" in subprocess.run(["ldd", GUOMI], capture_output=True).stdout or "asan" in GUOMI:
        raise clitest.Skip("a sanitizer needs more address space than the limit")
    pair()
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (48 << 20, 48 << 20))
    p = subprocess.Popen([GUOMI, "sm2", "sign", "-k", "my.key", "-o", "sig"], stdin=subprocess.PIPE, preexec_fn=limit)
    for _ in range(64):
        p.stdin.write(bytes(1 << 20))
    p.stdin.close()
    equal(p.wait(), 0, "exit code")
    with open("m", "wb") as f:
        f.truncate(64 << 20)
    good(verify("-s", "sig", "m", preexec_fn=limit), b"sig: OK\n")


if __name__ == "__main__":
    clitest.main(globals())
