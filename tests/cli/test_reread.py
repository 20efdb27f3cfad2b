"""A file that changes between the two readings of `sm4 dec`: no unauthenticated byte leaves."""
import os
import select
import subprocess

import clitest
from clitest import GUOMI, Skip, equal, good, read, run, true, write

KEY = "0123456789abcdeffedcba9876543210"
GCM = ["--mode", "gcm", "--key", KEY, "--iv", "00" * 12]
CCM = ["--mode", "ccm", "--key", KEY, "--iv", "00" * 11]
CHUNK = 256 * 1024  # the program reads so much at once
SIZE = 3 << 20
TEXT = os.urandom(SIZE)
LINE = b"guomi sm4 dec: %s: expected a file at rest, found it changed while it was read\n"


def second_pass(args, change, **more):
    """Decrypt to a pipe; change(process) is called when the second reading stands still because
    the pipe is full. The status, all that came out and what was said."""
    p = subprocess.Popen([GUOMI, "sm4", "dec", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **more)
    true(select.select([p.stdout], [], [], 60)[0], "the second reading begins")
    out = p.stdout.read(1)
    equal(out, TEXT[:1], "first byte")
    change(p)
    while piece := p.stdout.read(1 << 20):
        out += piece
    err = p.stderr.read()
    p.stdout.close()
    p.stderr.close()
    return p.wait(60), out, err


def overwrite(name, at, data):
    with open(name, "r+b") as f:
        f.seek(at)
        f.write(data)


def message(mode):
    """The message with its tag in a file; its bytes."""
    write("in", TEXT)
    good(run("sm4", "enc", *mode, "--force", "-o", "message", "in"))
    return read("message")


def fails(result, whole, name=b"message"):
    """It failed with its one line, and what came out is right and ends before `whole`."""
    code, out, err = result
    equal((code, err), (3, LINE % name))
    true(len(out) <= whole, "%d bytes came out where %d are authentic" % (len(out), whole))
    true(out == TEXT[:len(out)], "every byte that came out is right")
    return len(out)


def test_a_file_at_rest():
    for mode in GCM, CCM:
        message(mode)
        equal(second_pass([*mode, "message"], lambda p: None), (0, TEXT, b""))


def test_overwritten_bytes():
    for mode in GCM, CCM:
        data = message(mode)
        # The rest; one bit after the first chunk, in the middle, of the last byte.
        for at, end in (CHUNK, SIZE), (CHUNK, CHUNK + 1), (SIZE // 2, SIZE // 2 + 1), (SIZE - 1, SIZE):
            wrong = bytes(b ^ 1 for b in data[at:end])
            came = fails(second_pass([*mode, "message"], lambda p: overwrite("message", at, wrong)), at)
            true(came > at - 2 * CHUNK, "what is before the change came out")
            write("message", data)


def test_swapped_and_repeated_chunks():
    data = message(GCM)
    # What may be the tag waits for the next read, so chunks end 16 bytes before a multiple.
    at = 2 * CHUNK - 16
    this, other = data[at:at + CHUNK], data[at + CHUNK:at + 2 * CHUNK]
    for pieces in other + this, other, data[at - CHUNK:at]:
        equal(fails(second_pass([*GCM, "message"], lambda p: overwrite("message", at, pieces)), at), at)
        write("message", data)


def test_shorter_and_longer():
    for mode in GCM, CCM:
        data = message(mode)
        for size in (CHUNK, CHUNK + 5, 2 * CHUNK, SIZE - 1, SIZE, SIZE + 15):
            fails(second_pass([*mode, "message"], lambda p: os.truncate("message", size)), size)
            write("message", data)
        for more in (1, 16, CHUNK, 3 * CHUNK):
            fails(second_pass([*mode, "message"], lambda p: overwrite("message", len(data), bytes(more))), SIZE)
            write("message", data)


def test_tag_apart():
    data = message(GCM)
    write("text", data[:-16])
    args = [*GCM, "--tag", data[-16:].hex(), "text"]
    equal(second_pass(args, lambda p: None), (0, TEXT, b""))
    fails(second_pass(args, lambda p: overwrite("text", SIZE - 1, b"%c" % (data[SIZE - 1] ^ 1))), SIZE - 1, b"text")
    # The text is whole chunks; one more stands where the first reading found the end.
    write("text", data[:-16])
    fails(second_pass(args, lambda p: overwrite("text", SIZE, bytes(CHUNK))), SIZE, b"text")


def test_standard_input():
    message(GCM)
    with open("message", "rb") as f:
        fails(second_pass(GCM, lambda p: overwrite("message", CHUNK, bytes(CHUNK)), stdin=f), CHUNK, b"standard input")


def test_spooled_pipe():
    # The temporary file has no name, but root and the user reach it through /proc.
    if not os.path.isdir("/proc/self/fd"):
        raise Skip("no /proc/PID/fd here")
    data = message(GCM)

    def change(p):
        folder = "/proc/%d/fd" % p.pid
        spool = [f for f in os.listdir(folder) if "/guomi-" in os.readlink(os.path.join(folder, f))
                 and os.readlink(os.path.join(folder, f)).endswith(" (deleted)")]
        equal(len(spool), 1, "temporary files")
        overwrite(os.path.join(folder, spool[0]), SIZE // 2, bytes(CHUNK))

    os.mkdir("spool")
    with subprocess.Popen(["cat", "message"], stdout=subprocess.PIPE) as cat:
        fails(second_pass(GCM, change, stdin=cat.stdout, env=dict(os.environ, TMPDIR="spool")), SIZE // 2,
              b"standard input")
    equal(read("message"), data)


if __name__ == "__main__":
    clitest.main(globals())
