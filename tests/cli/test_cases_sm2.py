"""Every line of the SM2 cases (01 to 23, 41) through the command line, read from their expect.txt."""
import os
import re

import clitest
from clitest import Failure, bad, equal, good, read, run, true, write

CASES = os.path.join(clitest.ROOT, "tests", "cases")
ORDERS = {"der": "asn1"}


def lines(case, word="MUST"):
    with open(os.path.join(CASES, case, "expect.txt"), encoding="utf-8") as f:
        for line in f:
            if line.startswith(word + " "):
                yield re.sub(r"\s{2,}\(.*|\(should\).*", "", line.strip())


class Line:
    """MUST accept|reject OPERATION name=value… -> results."""

    def __init__(self, case, text):
        self.folder = os.path.join(CASES, case)
        match = re.match(r"(?:MUST (accept|reject)|MAY) +(\S+) *(.*?)(?: *-> *(.*))?$", text)
        true(match is not None, "cannot read: " + text)
        self.verdict, self.operation, values, self.results = match.groups()
        self.values = dict(re.findall(r"(\w+)=(\S+)", values))

    def path(self, name):
        return os.path.join(self.folder, self.values[name])

    def file(self, name):
        return read(os.path.join(self.folder, name))

    def password(self):
        if "password" not in self.values:
            return ()
        value = self.values["password"]
        write("pw", value.strip('"') if value.startswith('"') else read(self.path("password")))
        return ("--password-file", "pw")


def refused(result, line, *left):
    """With a clear line of its own and nothing half-written."""
    true(result.code in (1, 2), "refused as wrong, not as a failure of the machine: %r" % result)
    bad(result, result.code, b"guomi sm2 ")
    equal(set(os.listdir(".")) - {"pw"}, set(left), "files")


def key_load(line):
    if "in" not in line.values:
        raise Failure("no file")
    source, password = line.path("in"), line.password()
    convert = ("sm2", "convert", "key", "--no-password", "--format", "hex", *password, source)
    if line.verdict == "reject":
        refused(run(*convert, "-o", "out"), line)
        refused(run("sm2", "pubkey", *password, "-o", "out", source), line)
        refused(run("sm2", "sign", "-k", source, *password, "-o", "out", stdin=b"x"), line)
        return
    wanted = dict(re.findall(r"(private|public) (\S+?)(?:,|$|\s)", line.results + " "))
    true(wanted, "something is expected")
    if "private" in wanted:
        good(run(*convert), line.file(wanted["private"]))
    if "public" in wanted:
        name = os.path.join(line.folder, wanted["public"])
        point = good(run("sm2", "convert", "key", "--format", "hex", name)).out
        good(run("sm2", "pubkey", "--format", "hex", *password, source), point)


def key_write(line):
    want = line.file(line.results.split()[0])
    good(run("sm2", "convert", "key", "--no-password", line.path("in")), want)


def pub_load(line):
    good(run("sm2", "convert", "key", "--format", "hex", line.path("in")), line.file(line.results))


def decrypt(line):
    order = line.values["form"]
    options = () if order == "auto" else ("--order", ORDERS.get(order, order))
    command = ("sm2", "decrypt", "-k", line.path("key"), *options)
    source = line.path("in")
    if line.verdict == "reject":
        for args in ((), ("-o", "out")):
            refused(run(*command, *args, source), line)
            refused(run(*command, *args, stdin=read(source)), line)
        return
    plain = line.file(line.results)
    for result in (run(*command, source), run(*command, stdin=read(source))):
        equal((result.code, result.out), (0, plain), "result")
    # Found without being told too.
    result = run("sm2", "decrypt", "-k", line.path("key"), source)
    equal((result.code, result.out), (0, plain), "result without an order")
    true(order == "auto" or b": order " + ORDERS.get(order, order).encode() in result.err, "the order is told: %r" % result.err)


def convert(line):
    orders = [ORDERS.get(line.values[name], line.values[name]) for name in ("from", "to")]
    good(run("sm2", "convert", "ciphertext", "--from", orders[0], "--order", orders[1], line.path("in")), line.file(line.results))


def id_options(line):
    if "idfile" in line.values:
        return ("--id-hex", "file:" + line.path("idfile"))
    return ("--id", line.values["id"]) if "id" in line.values else ()


def verify(line):
    sig = line.path("sig")
    for form in ((), ("--format", "der")):
        r = run("sm2", "verify", "-k", line.path("pub"), *id_options(line), *form, "-s", sig, line.path("msg"))
        if line.verdict == "reject":
            true(r.code in (1, 2) and r.err.count(b"\n") == 1 and b"OK" not in r.out, "refused: %r" % r)
        else:
            good(r, sig.encode() + b": OK\n")


def sign(line):
    refused(run("sm2", "sign", "-k", line.path("key"), *id_options(line), "-o", "out", line.path("msg")), line)


def verify_digest(line):
    message = re.fullmatch(r"SM3\((.*)\)", line.values["digest"]).group(1)
    digest = good(run("sm3", os.path.join(line.folder, message))).out
    good(run("sm2", "verify", "--digest", "-k", line.path("pub"), "-s", line.path("sig"), stdin=digest))


OPERATIONS = {"key-load": key_load, "key-write": key_write, "pub-load": pub_load, "sm2-decrypt": decrypt, "sm2-convert": convert,
              "sm2-verify": verify, "sm2-sign": sign, "sm2-verify-digest": verify_digest}


def check(case, count, word="MUST"):
    seen = 0
    for text in lines(case, word):
        if "34-byte scalar" in text:  # no file: test_case_05_wrong_lengths makes them
            continue
        line = Line(case, text)
        try:
            OPERATIONS[line.operation](line)
        except Failure as e:
            raise Failure("%s: %s" % (text, e)) from e
        seen += 1
    equal(seen, count, "number of lines")


def test_case_01_leading_zero():
    check("01-c1x-leading-zero", 8)


def test_case_03_no_prefix():
    check("03-no04-but-x-starts-04", 5)


def test_case_05_short_private_keys():
    check("05-short-private-key", 8)


def test_case_05_wrong_lengths():
    for name, data in (("34", bytes(33) + b"\5"), ("33", b"\1" + bytes(31) + b"\5")):
        for text in (data.hex(), data):
            write(name, text)
            bad(run("sm2", "pubkey", "-o", "out", name), 1, name + ": expected the private key")
    true(not os.path.exists("out"), "no output")


def test_case_07_parameters():
    check("07-ec-parameters-block", 4)


def test_case_09_explicit_parameters():
    check("09-explicit-parameters", 5)


def test_case_11_pem():
    check("11-pem-windows-and-text", 10)


def test_case_11_mac_line_ends():
    check("11-pem-windows-and-text", 1, "MAY")


def test_case_13_encrypted():
    check("13-encrypted-pkcs8-hmac-sm3", 8)


def test_case_15_traditional():
    check("15-traditional-encrypted-ec-key", 2)
    folder = os.path.join(CASES, "15-traditional-encrypted-ec-key")
    r = run("sm2", "pubkey", "--password-file", os.path.join(folder, "password.txt"), "-o", "out", os.path.join(folder, "legacy.pem"))
    bad(r, 1, "legacy.pem: expected the private key, found ")
    true(b"RFC 1421" in r.err or b"traditional" in r.err or b"old" in r.err, "the format is named: %r" % r.err)


def test_case_17_strict_der():
    check("17-signature-der-strict", 14)


def test_case_19_invalid_points():
    check("19-invalid-curve-ciphertext", 10)


def test_case_21_short_ciphertexts():
    check("21-short-and-broken-ciphertext", 26)


def test_case_23_ids():
    check("23-signer-id-lengths", 11)
    check("23-signer-id-lengths", 1, "MAY")


def test_case_33_cfca_files_are_named():
    folder = os.path.join(CASES, "33-cfca-sm2-file")
    for name in "user.sm2", "user.sm2.der", "user-104-2.sm2.der", "othercert.sm2.der":
        bad(run("sm2", "pubkey", "--password-file", os.path.join(folder, "password.txt"), "-o", "out", os.path.join(folder, name)), 1,
            "a CFCA file of a key and its certificate (.sm2)")
    true(not os.path.exists("out"), "no output")


def test_case_41_huge_iteration_counts():
    check("41-huge-iteration-count", 5)


if __name__ == "__main__":
    clitest.main(globals())
