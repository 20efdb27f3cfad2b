"""What cannot be done at once: two outputs or an input and an output in one file, two things from standard input."""
import os
import subprocess

import clitest
from clitest import bad, equal, good, read, run, write

KEY = "0123456789abcdeffedcba9876543210"
GCM = ["sm4", "enc", "--mode", "gcm", "--key", KEY, "--iv", "00" * 12]


def same(name, other):
    return "%s: expected another file than %s, found the same" % (name, other)


def files():
    return sorted(os.listdir("."))


def test_both_outputs_in_one_file():
    write("in", b"data")
    os.mkdir("folder")
    os.symlink("folder", "link")
    write("folder/old", b"old")
    os.symlink("folder/old", "old")
    before = files()
    for out, tag in (("x", "x"), ("x", "./x"), ("folder/x", "link/x"), ("link/old", "folder/old"), ("old", "link/old")):
        for force in [], ["-f"]:
            r = run(*GCM, *force, "-o", out, "--tag-out", tag, "in")
            if out.endswith("old") and not force:
                bad(r, 2, "found an existing one")
            else:
                bad(r, 2, same("guomi sm4 enc: " + tag, "the other output " + out))
    equal((files(), os.listdir("folder"), read("folder/old")), (before, ["old"], b"old"))
    with open("folder/old", "r+b") as f:
        bad(run(*GCM, "-f", "--tag-out", "old", "in", stdout=f), 2, same("old", "the other output standard output"), out=None)
    equal(read("old"), b"old", "nothing was written")
    # Two files of one name in two folders are two.
    good(run(*GCM, "-o", "x", "--tag-out", "link/x", "in"))
    equal((len(read("x")), len(read("folder/x"))), (4, 33))


def test_a_tag_that_cannot_be_written_is_refused_before_the_message():
    write("in", b"data")
    write("tag", b"old")
    bad(run(*GCM, "--tag-out", "tag", "in"), 2, "tag: expected a new file, found an existing one")


def test_output_is_a_secret_that_is_read():
    write("in", b"data")
    write("key", KEY)
    write("pw", "correct horse\n")
    write("iv", "00" * 12)
    write("raw", bytes(12))
    os.link("pw", "hard")
    os.symlink("key", "soft")
    before = {name: read(name) for name in files()}
    enc = ["sm4", "enc", "-f", "--mode", "gcm"]
    for args, name, role in (
            ([*enc, "--key-file", "key", "--iv", "00" * 12, "-o", "key", "in"], "key", "the key key"),
            ([*enc, "--key-file", "key", "--iv", "00" * 12, "-o", "soft", "in"], "soft", "the key key"),
            ([*enc, "--key-file", "key", "--iv", "00" * 12, "-o", "out", "--tag-out", "key", "in"], "key", "the key key"),
            ([*enc, "--key", KEY, "--iv", "hex-file:iv", "-o", "iv", "in"], "iv", "--iv iv"),
            ([*enc, "--key", KEY, "--iv", "file:raw", "-o", "raw", "in"], "raw", "--iv raw"),
            ([*enc, "--key", KEY, "--iv", "00", "--aad", "file:raw", "-o", "out", "--tag-out", "raw", "in"], "raw", "--aad raw"),
            (["encrypt", "-f", "--password-file", "pw", "-o", "pw", "in"], "pw", "the password pw"),
            (["encrypt", "-f", "--password-file", "pw", "-o", "hard", "in"], "hard", "the password pw"),
            (["kdf", "sm2", "-f", "--key-file", "key", "-o", "key"], "key", "the key key"),
            (["kdf", "pbkdf2", "-f", "-c", "1", "--salt", "file:raw", "--password-file", "pw", "-o", "raw"], "raw", "--salt raw"),
            (["kdf", "pbkdf2", "-f", "-c", "1", "--salt", "00", "--password-file", "pw", "-o", "pw"], "pw", "the password pw")):
        bad(run(*args), 2, same(name, role))
    good(run("encrypt", "--password-file", "pw", "--iterations", "1", "-o", "sealed", "in"))
    bad(run("decrypt", "-f", "--password-file", "pw", "-o", "pw", "sealed"), 2, same("guomi decrypt: pw", "the password pw"))
    with open("pw", "rb") as f:
        bad(run("decrypt", "-f", "--password-fd", f.fileno(), "-o", "pw", "sealed", pass_fds=[f.fileno()]), 2,
            same("pw", "the password descriptor %d" % f.fileno()))
    os.remove("sealed")
    equal({name: read(name) for name in files()}, before, "the files")


def test_standard_input_is_read_once():
    both = "standard input cannot be both %s and %s"
    sources = [["--key-fd", "0"], ["--key-file", "-"], ["--key-file", "/dev/stdin"]]
    for key in sources:
        enc = ["sm4", "enc", "--mode", "ctr", *key, "--iv"]
        bad(run(*enc, "00" * 16, stdin=KEY.encode()), 2, "guomi sm4 enc: " + both % ("the key", "the input"))
        bad(run(*enc, "00" * 16, "/dev/stdin", stdin=KEY.encode()), 2, both % ("the key", "the input"))
        bad(run(*enc, "hex-file:-", "/dev/null", stdin=KEY.encode()), 2, both % ("--iv", "the key"))
        bad(run("hmac", *key, stdin=KEY.encode()), 2, "guomi hmac: " + both % ("the key", "the input"))
        bad(run("sm4", "mac", "--mode", "cmac", *key, "-", stdin=KEY.encode()), 2, both % ("the key", "the input"))
        bad(run("kdf", "hkdf", *key, "--salt", "file:/dev/stdin", stdin=KEY.encode()), 2, both % ("--salt", "the key"))
        write("in", b"data")
        good(run(*enc, "00" * 16, "in", stdin=KEY.encode()))
    bad(run(*GCM[:-2], "--iv", "file:-", stdin=bytes(12)), 2, both % ("--iv", "the input"))
    bad(run(*GCM[:-2], "--iv", "file:-", "--aad", "file:-", "in", stdin=bytes(12)), 2, both % ("--iv", "--aad"))
    for password in (["--password-fd", "0"], ["--password-file", "-"], ["--password-file", "/dev/stdin"]):
        for command in "encrypt", "decrypt":
            bad(run(command, *password, "-o", "out", stdin=b"pw"), 2, both % ("the password", "the input"))
        good(run("encrypt", *password, "--iterations", "1", "in", stdin=b"pw"))
        bad(run("kdf", "pbkdf2", "--salt", "file:-", *password, stdin=b"pw"), 2, both % ("--salt", "the password"))
    equal(files(), ["in"])
    good(run(*GCM, "--aad", "file:/dev/null", stdin=subprocess.DEVNULL))
    good(run("sm3", "-", "-", stdin=b"abc"))


def test_output_is_the_pipe_that_is_read():
    for out in "/dev/stdin", "/dev/fd/0":
        bad(run(*GCM, "-o", out, stdin=b"data"), 2, same(out, "the input standard input"))
    r, w = os.pipe()
    bad(run(*GCM, stdin=os.fdopen(r, "rb"), stdout=w), 2, same("standard output", "the input standard input"), out=None)
    os.close(w)
    os.mkfifo("fifo")
    writer = os.open("fifo", os.O_RDWR)  # so that opening it to read does not wait
    bad(run(*GCM, "-o", "fifo", "fifo"), 2, same("fifo", "the input fifo"))
    os.close(writer)


def test_no_name_for_the_output():
    for args in (GCM, ["rand"], ["kdf", "sm2", "--key", KEY], [*GCM, "-o", "x", "--tag-out"]):
        option = [] if args[-1] == "--tag-out" else ["-o"]
        bad(run(*args, *option, "", stdin=b""), 2, "expected the name of a file to write, found an empty one")
    equal(files(), [])


if __name__ == "__main__":
    clitest.main(globals())
