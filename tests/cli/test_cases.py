"""Every MUST line of the cases that pass through the command line, read from their expect.txt."""
import os
import re

import clitest
from clitest import Failure, bad, equal, good, read, run, true

CASES = os.path.join(clitest.ROOT, "tests", "cases")


def operation(folder, name, values):
    """Our command line for an operation of expect.txt."""
    def path(what):
        return os.path.join(folder, values[what])

    match = re.fullmatch(r"sm4-(ecb|cbc|ctr|gcm)(?:-(encrypt|decrypt))?", name)
    true(match is not None, "operation %s is not known" % name)
    mode, way = match.group(1), match.group(2) or "encrypt"
    args = ["sm4", {"encrypt": "enc", "decrypt": "dec"}[way], "--mode", mode, "--key-file", path("key")]
    if "iv" in values:
        args += ["--iv", "hex-file:" + path("iv")]
    if "aad" in values:
        args += ["--aad", "file:" + path("aad")]
    if "padding" in values:
        args += ["--padding", values["padding"]]
    return args, path("in")


def lines(case):
    with open(os.path.join(CASES, case, "expect.txt"), encoding="utf-8") as f:
        for line in f:
            if line.startswith("MUST "):
                yield line.split("(pieces")[0].strip()


def check(case):
    folder = os.path.join(CASES, case)
    count = 0
    for line in lines(case):
        match = re.match(r"MUST (accept|reject) (\S+)((?: \w+=\S+)*)(?: -> (\S+?)(?:, tag (\S+))?(?= |$)( +\(and back\))?)?", line)
        true(match is not None, "cannot read: " + line)
        verdict, name, values, result, tag, back = match.groups()
        values = dict(v.split("=") for v in values.split())
        args, source = operation(folder, name, values)
        count += 1
        try:
            if verdict == "reject":
                true(result is None, "a rejected line has no result: " + line)
                bad(run(*args, "-o", "out", source), 1, os.path.basename(source))
                true(not os.path.exists("out") and os.listdir(".") == [], "nothing is left behind")
                continue
            want = read(os.path.join(folder, result))
            extra = ["--tag-out", "tag"] if tag else []
            good(run(*args, *extra, "-o", "out", source), b"")
            equal(read("out"), want, "result")
            if tag:
                equal(read("tag"), read(os.path.join(folder, tag)), "tag")
                os.remove("tag")
                extra = ["--tag", "hex-file:" + os.path.join(folder, tag)]
            # From a pipe to a pipe the same.
            if not tag:
                good(run(*args, stdin=read(source)), want)
            if back or tag or "-ctr" in name:
                args[1] = "dec"
                good(run(*args, *extra, "out"), read(source))
                good(run(*args, *extra, stdin=want), read(source))
            os.remove("out")
        except Failure as e:
            raise Failure("%s: %s" % (line, e)) from e
    return count


def test_case_27_counter_carry():
    equal(check("27-ctr-carry"), 5, "number of lines")


def test_case_29_padding():
    equal(check("29-cbc-padding"), 16, "number of lines")


def test_case_29_bad_paddings_say_the_same():
    folder = os.path.join(CASES, "29-cbc-padding")
    said = set()
    for name in ("pad00.bin", "pad11.bin", "pad-uneven.bin", "padff.bin"):
        r = run("sm4", "dec", "--mode", "cbc", "--key-file", "key.hex", "--iv", "hex-file:iv.hex", stdin=read(
            os.path.join(folder, name)), cwd=folder)
        said.add((r.code, r.err))
    equal(len(said), 1, "number of different answers")


def test_case_29_pass_phrase_is_no_key():
    with open("phrase", "w", encoding="ascii") as f:
        f.write("correct horse 16")
    bad(run("sm4", "enc", "--mode", "ecb", "--key-file", "phrase", stdin=b"x"), 2,
        "guomi sm4 enc: phrase: expected a key in hex digits, found other text of 16 bytes (see --key-format)")
    bad(run("sm4", "enc", "--mode", "ecb", "--key", "correct horse 16", stdin=b"x"), 2,
        "guomi sm4 enc: --key: expected a key in hex digits")


if __name__ == "__main__":
    clitest.main(globals())
