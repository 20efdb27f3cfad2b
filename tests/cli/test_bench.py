"""guomi bench: the fields of a line, which operations there are, and mistakes."""
import json

import clitest
from clitest import equal, run, true

FIELDS = ["op", "bytes", "items", "lib", "backend", "compiler", "cycles", "ns", "cpb", "ratio", "p10", "p90", "mhz"]
MODES = "ecb cbc cfb cfb8 cfb1 xts xts-gb gcm ccm hctr bc ofbnlf".split()
OPS = ("sm3 sm3-many hmac-sm3 sm2-kdf pbkdf2-sm3 sm4-key sm4-block sm4-ofb sm4-ctr sm4-cmac sm4-gmac sm4-cbcmac".split()
       + ["sm4-%s-%s" % (mode, way) for mode in MODES for way in ("enc", "dec")])


def lines(*args):
    r = run("bench", "--quick", "--json", *args)
    equal(r.code, 0, "exit code")
    return [json.loads(line) for line in r.out.decode().splitlines()]


def check(line):
    equal(list(line), FIELDS, "fields")
    equal((line["lib"], line["ratio"]), ("guomi", None), "library and ratio")
    true(line["compiler"].split()[0] in ("gcc", "clang"), "compiler %r" % line["compiler"])
    true(line["backend"] != "", "the backend has a name")
    true(100 < line["mhz"] < 20000, "core clock %r" % line["mhz"])
    true(0 < line["p10"] <= line["cycles"] <= line["p90"], "percentiles of %r" % line)
    true(abs(line["cycles"] - line["ns"] * line["mhz"] / 1e3) <= 0.02 * line["cycles"] + 1, "cycles are ns * mhz")
    if line["bytes"] == 0:
        equal(line["cpb"], None, "cpb without bytes")
    else:
        true(abs(line["cpb"] - line["cycles"] / line["bytes"]) <= 0.01 * line["cpb"] + 0.01, "cpb of %r" % line)


def test_sm3_sizes():
    got = lines("--only", "^sm3$")
    equal([(l["op"], l["bytes"], l["items"]) for l in got], [("sm3", n, 1) for n in (64, 1024, 65536)], "lines")
    for line in got:
        check(line)


def test_found_anywhere_in_the_name():
    got = lines("--only", "sm3", "--bytes", "64")
    equal([l["op"] for l in got], ["sm3", "sm3-many", "hmac-sm3", "pbkdf2-sm3"], "operations")
    for line in got:
        check(line)
    true(got[1]["items"] > 1 and got[1]["bytes"] == 64, "sm3-many: bytes of one message, number of messages")
    equal(got[3]["bytes"], 0, "bytes of an operation without data")


def test_every_name_is_there():
    got = lines("--only", "^sm4-|^sm2-kdf", "--bytes", "32")
    equal(sorted(l["op"] for l in got), sorted(op for op in OPS if "sm3" not in op), "operations")
    for line in got:
        check(line)


def test_table():
    r = run("bench", "--quick", "--only", "^sm3$", "--bytes", "64")
    equal(r.code, 0, "exit code")
    text = r.out.decode().splitlines()
    equal(len(text), 2, "lines of %r" % text)
    true(text[0].startswith("operation") and text[1].startswith("sm3 "), "a head and a row")


def test_backend_portable():
    for line in lines("--only", "^sm3$", "--bytes", "64", "--backend", "portable"):
        equal(line["backend"], "portable", "backend")


def test_backend_that_is_lacking():
    for name in ("portable", "aesni", "avx2", "gfni-avx2", "avx512", "ifma"):
        r = run("bench", "--quick", "--only", "^sm3$", "--bytes", "64", "--backend", name)
        if r.code != 0:
            equal((r.code, r.out), (2, b""), "an error without output")
            true(name.encode() in r.err, "the message names it: %r" % r.err)


def test_mistakes():
    for args in (["--only", "("], ["--only", "no such"], ["--only"], ["--bytes", "0"], ["--bytes", "many"],
                 ["--bytes", "1000000000000"], ["--backend", "mmx"], ["--fast"], ["sm3"],
                 ["--only", "^sm4-ecb-enc$", "--bytes", "15"]):
        r = run("bench", *args)
        equal((r.code, r.out), (2, b""), "exit code and output of bench %r" % args)
        true(r.err.startswith(b"guomi bench: ") and r.err.count(b"\n") == 1, "one line: %r" % r.err)


def test_help():
    r = run("bench", "--help")
    equal((r.code, r.err), (0, b""), "exit code and messages")
    for word in ("--only", "--bytes", "--backend", "--quick", "--json", "Examples"):
        true(word.encode() in r.out, "%s is explained" % word)


def test_full_disk():
    with open("/dev/full", "wb") as full:
        r = run("bench", "--quick", "--only", "^sm3$", stdout=full)
    equal(r.code, 3, "exit code")


if __name__ == "__main__":
    clitest.main(globals())
