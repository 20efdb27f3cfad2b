"""guomi sm3: side by side with sha256sum, whose digests are replaced by SM3's of the same file."""
import hashlib
import os
import random
import re
import shutil

import clitest
from clitest import Skip, bad, equal, good, run, true, write
from sm3 import sm3

CONTENTS = {
    b"a": b"abc", b"b c": b"", b"new\nline": b"x" * 1000, b"back\\slash": b"y", b"cr\rname": b"z", b"quote'd": b"q",
    b"q'\"$": b"r", b"-dash": b"s", b"#hash": b"t", "国密".encode(): b"u", b" lead": b"v", b"(p) = q": b"w",
    b"*star": b"k", b"x": b"1", b"t\tab": b"m",
}
DIGESTS = {hashlib.sha256(d).hexdigest().encode(): sm3(d).hex().encode() for d in CONTENTS.values()}


def make():
    for name, data in CONTENTS.items():
        write(name, data)
    os.mkdir("folder")


def to_sm3(text):
    for sha, ours in DIGESTS.items():
        text = text.replace(sha, ours).replace(sha.upper(), ours.upper())
    text = re.sub(rb"sha256sum --help", b"guomi sm3 --help", text)
    return text.replace(b"SHA256", b"SM3").replace(b"sha256sum", b"guomi sm3")


def sha256sum(*args, **more):
    if shutil.which("sha256sum") is None:
        raise Skip("no sha256sum here")
    r = run(*args, program="sha256sum", **more)
    r.out, r.err = to_sm3(r.out), to_sm3(r.err)
    # Our messages are one line each.
    r.err = re.sub(rb"\nTry '([^']*)' for more information.", rb" (try '\1')", r.err)
    return r


def compare(*args, ours=None, code=None, **more):
    """Both programs say the same; exit codes agree but where `code` says ours."""
    theirs = sha256sum(*args, **more)
    mine = run("sm3", *(ours or args), **more)
    equal(mine.out, theirs.out, "output of sm3 %r" % (args,))
    equal(mine.err, theirs.err, "messages of sm3 %r" % (args,))
    equal(mine.code, theirs.code if code is None else code, "exit code of sm3 %r" % (args,))
    return mine


def test_standard_vectors():
    good(run("sm3", stdin=b"abc"), b"66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0  -\n")
    good(run("sm3", stdin=b"abcd" * 16), b"debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732  -\n")


def test_every_length_through_files():
    data = bytes(range(256)) * 5
    names = []
    for n in [*range(0, 130), 1000, 1279]:
        names.append(write("f%d" % n, data[:n]))
    r = good(run("sm3", *names))
    for line, name in zip(r.out.splitlines(), names):
        equal(line, sm3(data[:int(name[1:])]).hex().encode() + b"  " + name.encode())


def test_printing():
    make()
    names = sorted(CONTENTS)
    for options in [], ["-b"], ["-t"], ["--tag"], ["-z"], ["--zero", "--tag"], ["-b", "-z"], ["--tag", "-b"], ["-tb"], \
            ["-b", "-t"], ["--binary"], ["--text"]:
        compare(*options, "--", *names)
    compare("a", "x")
    compare("-", "a", stdin=b"abc")
    compare(stdin=b"abc")
    compare("-", "-", stdin=CONTENTS[b"b c"])


def test_missing_and_folder_among_many():
    make()
    mine = compare("a", "nope", "folder", "x", code=3)
    equal(mine.out.count(b"\n"), 2)
    bad(run("sm3", "nope"), 3, "guomi sm3: nope: No such file or directory")
    bad(run("sm3", "folder"), 3, "guomi sm3: folder: Is a directory")
    compare("no such", "it's", "do$lar\"'", "ctrl\x01", "new\nline?", "a:b", "#x", "~y", "tab\there", code=3)


def test_names_that_would_trick_a_terminal():
    r = run("sm3", b"no\x1b[31m", "\u202e\u200e".encode(), b"\xff\xfe", "国密文件".encode())
    equal(r.code, 3)
    equal(r.err.splitlines()[0], b"guomi sm3: 'no'$'\\033''[31m': No such file or directory")
    true(b"\\342\\200\\256" in r.err.splitlines()[1], "direction marks are escaped")
    true(b"\\377\\376" in r.err.splitlines()[2], "stray bytes are escaped")
    equal(r.err.splitlines()[3], "guomi sm3: 国密文件: No such file or directory".encode())


def test_usage_messages():
    make()
    for args in (["--tag", "-t", "a"], ["-c", "--tag", "a"], ["-c", "-z", "a"], ["--status", "a"], ["--quiet", "a"],
                 ["--strict", "a"], ["-w", "a"], ["--warn", "a"], ["--ignore-missing", "a"], ["-c", "-b", "a"],
                 ["-c", "-t", "a"], ["-Q"], ["--status=3"], ["--quiet", "--status", "a"]):
        compare(*args, code=2)
    bad(run("sm3", "--chekc"), 2, "unrecognized option '--chekc', did you mean '--check'? (try 'guomi sm3 --help')")
    bad(run("sm3", "--st"), 2, "option '--st' is ambiguous: --status, --strict")


def both_lists(*lines):
    """The same check file for both programs."""
    data = b"".join(lines)
    write("list", data)
    write("ours", to_sm3(data))


def compare_check(*options, code=None, **more):
    theirs = sha256sum("-c", *options, "list", **more)
    mine = run("sm3", "-c", *options, "ours", **more)
    theirs.err = theirs.err.replace(b"guomi sm3: list:", b"guomi sm3: ours:")
    equal(mine.out, theirs.out, "output of sm3 -c %r" % (options,))
    equal(mine.err, theirs.err, "messages of sm3 -c %r" % (options,))
    equal(mine.code, theirs.code if code is None else code, "exit code of sm3 -c %r" % (options,))
    return mine


OPTION_SETS = [[], ["-w"], ["--quiet"], ["--status"], ["--strict"], ["--ignore-missing"], ["-w", "--strict"],
               ["--ignore-missing", "--quiet"], ["--status", "-w"], ["-w", "--status"], ["--quiet", "--ignore-missing", "-w"],
               ["--ignore-missing", "--status"]]


def sha(data):
    return hashlib.sha256(data).hexdigest().encode()


def test_check_round_trips():
    make()
    for options in [], ["-b"], ["--tag"]:
        listing = run("sm3", *options, "--", *sorted(CONTENTS))
        r = good(run("sm3", "-c", stdin=listing.out))
        equal(r.out.count(b": OK\n"), len(CONTENTS))
        both_lists(sha256sum_raw(*options, "--", *sorted(CONTENTS)))
        for o in OPTION_SETS:
            compare_check(*o)


def sha256sum_raw(*args):
    if shutil.which("sha256sum") is None:
        raise Skip("no sha256sum here")
    return run(*args, program="sha256sum").out


def test_check_failures():
    make()
    a, empty, wrong = sha(b"abc"), sha(b""), sha(b"x")
    cases = [
        [a + b"  a\n"], [wrong + b"  a\n"], [a + b"  nope\n"], [a + b"  folder\n"], [b"rubbish\n"], [b""], [b"\n\n"],
        [a + b"  a"], [a + b"  a\r\n"], [a.upper() + b"  a\n"], [b"  " + a + b"  a\n"], [b"\t" + a + b" *a\n"],
        [a + b" a\n"], [a + b" a\n", wrong + b"  x\n"], [wrong + b"  x\n", a + b" a\n"], [a + b"\ta\n"],
        [a + b" \ta\n"], [a + b"  \n"], [a + b" \n"], [a + b"\n"], [a[:-1] + b"  a\n"], [a + b"0  a\n"], [b"#" + a + b"  a\n"],
        [b"\\" + a + b"  a\n"], [b"\\" + sha(b"x" * 1000) + b"  new\\nline\n"], [b"\\" + a + b"  bad\\escape\n"],
        [b"\\" + a + b"  end\\\n"], [b"SHA256 (a) = " + a + b"\n"], [b"SHA256 (a)= " + a + b"\n"],
        [b"SHA256 (a) =" + a + b"\n"], [b"SHA256(a) = " + a + b"\n"], [b"SHA256  (a) = " + a + b"\n"],
        [b"SHA256 (a) = " + a + b" \n"], [b"SHA256 (a = " + a + b"\n"], [b"SHA256 ((p) = q) = " + sha(b"w") + b"\n"],
        [b"\\SHA256 (new\\nline) = " + sha(b"x" * 1000) + b"\n"], [b"MD5 (a) = " + a + b"\n"], [b"SHA256 () = " + a + b"\n"],
        [a + b"  -\n"], [a + b"  a\n", b"bad\n", wrong + b"  x\n", wrong + b"  a\n", a + b"  nope\n", a + b"  gone\n", b"bad\n"],
        [a + b"  a\x00b\n"], [a + b"   lead\n", sha(b"v") + b"   lead\n"], [sha(b"k") + b"  *star\n"], [sha(b"k") + b" **star\n"],
        [empty + b"  b c\n"], [a + b"  a\n\n\n#c\n" + b"  \n"], [b"  # " + a + b"  a\n"], [a + b"  a\n\x00\n"],
        [b"SHA256\n"], [b"SHA256 \n"], [b"SHA256 (\n"], [b"SHA256 (a) \n"], [b"\\\n"], [a + b"  folder/\n"], [a + b" *\n"],
        [b"SHA256 (a)\t=\t" + a + b"\n"], [a + b" x\n", a + b" y z\n"], [b"\xff\xfe" + a + b"  a\n"],
    ]
    for lines in cases:
        both_lists(*lines)
        for options in OPTION_SETS:
            compare_check(*options, stdin=b"")


def test_check_many_random_lines():
    make()
    rng = random.Random(20)
    names = [*CONTENTS, b"nope", b"", b"folder"]
    for _ in range(150):
        lines = []
        for _ in range(rng.randrange(1, 5)):
            data = rng.choice(list(CONTENTS.values()))
            line = rng.choice([b"", b"", b"", b"\\", b" ", b"#", b"\\\\"])
            name = rng.choice(names).replace(b"\n", rng.choice([b"\\n", b"\n"]))
            if rng.random() < 0.3:
                line += b"SHA256" + rng.choice([b" ", b"", b"  "]) + b"(" + name + b")" + rng.choice([b" = ", b"=", b" ="])
                line += sha(data)
            else:
                line += sha(data) + rng.choice([b"  ", b" *", b" ", b"\t", b" \t", b"   ", b""]) + name
            if rng.random() < 0.15:
                at = rng.randrange(len(line) + 1)
                line = line[:at] + rng.choice([b"", b" ", b"\\", b"g", b"*", b")"]) + line[at + rng.randrange(2):]
            if to_sm3(line).count(b"SM3") + len(re.findall(rb"[0-9a-f]{64}", line)) == 0 or not any(
                    d in line for d in DIGESTS):
                continue  # a cut digest would not be replaced alike
            lines.append(line + rng.choice([b"\n", b"\n", b"\n", b"\r\n"]))
        both_lists(*lines)
        for options in ([], ["-w"], ["--ignore-missing", "--strict"]):
            compare_check(*options)


def test_check_file_itself():
    make()
    bad(run("sm3", "-c", "nope"), 3, "guomi sm3: nope: No such file or directory")
    bad(run("sm3", "-c", "folder"), 3, "guomi sm3: folder: Is a directory")
    theirs = sha256sum("-c", stdin=b"rubbish\n")
    mine = run("sm3", "-c", stdin=b"rubbish\n")
    equal((mine.out, mine.err, mine.code), (theirs.out, theirs.err, theirs.code))
    write("good", sm3(b"abc").hex() + "  a\n")
    r = run("sm3", "-c", "nope", "good", "good")
    equal(r.out, b"a: OK\na: OK\n")
    equal(r.code, 3)
    write("wrong", sm3(b"x").hex() + "  a\n")
    equal(run("sm3", "-c", "nope", "wrong").code, 1, "a failed check outweighs a missing list")


def test_unreadable_file():
    if os.getuid() != 0 and os.name != "posix":
        raise Skip("needs a POSIX system")
    write("secret", b"x")
    os.chmod("secret", 0)
    bad(run("sm3", "secret", preexec_fn=clitest.unprivileged()), 3, "guomi sm3: secret: Permission denied")


def test_large_input_from_file_and_pipe():
    data = os.urandom(1 << 20) * 3 + b"tail"
    write("big", data)
    a, b = run("sm3", "big").out[:64], run("sm3", stdin=data).out[:64]
    equal(a, b)
    for backend in ("portable", "avx2"):
        r = run("--backend", backend, "sm3", "big")
        if r.code == 0:
            equal(r.out[:64], a)
        else:
            bad(r, 2, "this processor or this build lacks it")


if __name__ == "__main__":
    clitest.main(globals())
