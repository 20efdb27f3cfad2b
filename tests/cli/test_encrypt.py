"""guomi encrypt and decrypt: every way in, every way out, and nothing half-written."""
import os
import pty
import resource
import select
import signal
import stat
import subprocess
import time

import clitest
from clitest import GUOMI, Failure, bad, equal, good, read, run, true, unprivileged, write

FAST = ("--iterations", "2")


def password():
    return write("pw", "correct horse\n")


def encrypt(data, name="file.gm"):
    write("plain", data)
    good(run("encrypt", "--password-file", password(), *FAST, "-o", name, "plain"), b"")
    return read(name)


def decrypt(*args, **more):
    return run("decrypt", "--password-file", "pw", *args, **more)


def test_round_trips():
    for size in (0, 1, 65535, 65536, 65537, 131072, 300000):
        data = os.urandom(size)
        sealed = encrypt(data, "f%d" % size)
        equal(len(sealed), 162 + size + 16 * max(1, -(-size // 65536)), "size of the file")
        good(decrypt("f%d" % size), data)
        good(decrypt(stdin=sealed), data)
        good(decrypt("-", stdin=sealed), data)
        good(decrypt("f%d" % size, "-o", "out%d" % size), b"")
        equal(read("out%d" % size), data)
        true(good(run("encrypt", "--password-file", "pw", *FAST, stdin=data)).out != sealed, "never the same file twice")


def test_the_models_files_open():
    import vectors
    os.environ["GUOMI_VECTORS"] = os.path.join(clitest.ROOT, "tests", "vectors")
    count = 0
    for block in vectors.load("container.txt"):
        if "password" in block:
            write("p", block["password"])
            good(run("decrypt", "--password-file", "p", stdin=block["file"]), block["plain"])
            count += 1
        if "private" in block:
            write("key", block["private"].hex())
            good(run("decrypt", "-i", "key", stdin=block["file"]), block["plain"])
            count += 1
    equal(count, 12, "files opened")


def test_one_final_line_end_of_the_password_is_dropped():
    sealed = encrypt(b"data")
    for text in (b"correct horse", b"correct horse\n", b"correct horse\r\n"):
        write("pw", text)
        good(decrypt(stdin=sealed), b"data")
    for text in (b"correct horse\n\n", b"correct horse\r", b"correct horse\r\n\r\n", b"correct horse\n\r\n"):
        write("pw", text)
        bad(decrypt(stdin=sealed), 1, "wrong password")
    for text in (b"\n", b"\r\n"):
        write("pw", text)
        bad(decrypt(stdin=sealed), 2, "pw: expected a password, found it empty")


def test_password_from_a_descriptor():
    sealed = encrypt(b"data")
    r, w = os.pipe()
    os.write(w, b"correct horse\n")
    os.close(w)
    good(run("decrypt", "--password-fd", r, stdin=sealed, pass_fds=(r,)), b"data")
    os.close(r)


def test_changed_files():
    data = os.urandom(150000)
    sealed = bytearray(encrypt(data))
    size = len(sealed)
    for at, message, out in (
            (0, "not a file that 'guomi encrypt' made", b""), (8, "newer version", b""), (9, "key stanza", b""),
            (20, "the header was changed", b""), (60, "wrong password", b""), (140, "the header was changed", b""),
            (170, "the content was changed or cut short", b""), (size - 1, "the content was changed or cut short", data[:131072])):
        changed = bytearray(sealed)
        changed[at] ^= 0x80
        write("changed", bytes(changed))
        for args in (("changed",), ("changed", "-o", "out")):
            r = decrypt(*args)
            bad(r, 1, message, None)
            true("changed" in r.err.decode(), "the message names the file")
            true(r.out == (out if len(args) == 1 else b""), "only authentic chunks leave")
            true(not os.path.exists("out"), "no output file")


def test_cut_and_lengthened_files():
    data = os.urandom(131072)
    sealed = encrypt(data)
    for n in (0, 1, 9, 41, 100, 161):
        bad(decrypt("-o", "out", stdin=sealed[:n]), 1, "nothing" if n == 0 else "cut off")
    bad(decrypt(stdin=sealed[:162]), 1, "cut off")
    bad(decrypt(stdin=sealed[:162 + 65552]), 1, "cut off")
    bad(decrypt("-o", "out", stdin=sealed[:-1]), 1, "the content was changed or cut short")
    bad(decrypt("-o", "out", stdin=sealed + b"x"), 1, "after the end")
    bad(decrypt("-o", "out", stdin=sealed + sealed), 1, "after the end")
    equal(sorted(os.listdir(".")), ["file.gm", "plain", "pw"], "files")


def test_iterations():
    write("plain", "x")
    password()
    bad(run("encrypt", "--password-file", "pw", "--iterations", "0", "plain"), 2, "--iterations")
    bad(run("encrypt", "--password-file", "pw", "--iterations", "10000001", "plain"), 2, "--iterations")
    sealed = good(run("encrypt", "--password-file", "pw", "--iterations", "5000", "plain")).out
    bad(decrypt("--max-iterations", "4999", stdin=sealed), 1, "--max-iterations")
    good(decrypt("--max-iterations", "5000", stdin=sealed), b"x")
    hostile = bytearray(sealed)
    hostile[78:82] = b"\xff\xff\xff\xff"
    started = time.monotonic()
    bad(decrypt(stdin=bytes(hostile)), 1, "more password iterations than allowed")
    true(time.monotonic() - started < 5, "refused before the work")


def test_output_files():
    sealed = encrypt(b"data")
    write("there", "old")
    bad(decrypt("file.gm", "-o", "there"), 2, "there")
    equal(read("there"), b"old")
    os.chmod("there", 0o640)
    good(decrypt("file.gm", "-f", "-o", "there"), b"")
    equal(read("there"), b"data")
    equal(stat.S_IMODE(os.stat("there").st_mode), 0o640, "mode")
    bad(decrypt("file.gm", "-f", "-o", "file.gm"), 2, "file.gm")
    os.link("file.gm", "same")
    bad(decrypt("file.gm", "-f", "-o", "same"), 2, "same")
    equal(read("file.gm"), sealed)
    bad(decrypt("file.gm", "-o", "no/such/folder"), 3, "no/such/folder")
    bad(decrypt("-o", "out", "missing"), 3, "missing")
    os.mkdir("folder")
    bad(decrypt("-o", "out", "folder"), 3, "folder")
    bad(run("encrypt", "--password-file", "pw", "folder"), 3, "folder")
    bad(decrypt("file.gm", "-o", "folder"), 3, "folder")
    os.chmod("file.gm", 0)
    drop = unprivileged()
    bad(decrypt("file.gm", preexec_fn=drop), 3, "file.gm")
    bad(decrypt("file.gm", "file.gm"), 2, "one file")


def test_full_disk_and_closed_pipe():
    write("plain", os.urandom(300000))
    password()
    with open("/dev/full", "wb") as full:
        bad(run("encrypt", "--password-file", "pw", *FAST, "plain", stdout=full), 3, "No space left", None)
    bad(run("encrypt", "--password-file", "pw", *FAST, "plain", "-o", "/dev/full"), 3, "/dev/full")
    r, w = os.pipe()
    os.close(r)
    result = run("encrypt", "--password-file", "pw", *FAST, "plain", stdout=w)
    os.close(w)
    equal(result.code, 3, "exit code of a closed pipe")


def test_limited_file_size_leaves_nothing():
    write("plain", os.urandom(300000))
    password()
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    bad(run("encrypt", "--password-file", "pw", *FAST, "-o", "out", "plain", preexec_fn=limit), 3, "out")
    equal(sorted(os.listdir(".")), ["plain", "pw"], "files")


def test_a_signal_leaves_nothing():
    password()
    child = subprocess.Popen([GUOMI, "encrypt", "--password-file", "pw", *FAST, "-o", "out"], stdin=subprocess.PIPE)
    child.stdin.write(os.urandom(200000))
    child.stdin.flush()
    deadline = time.monotonic() + 20
    while len(os.listdir(".")) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    true(len(os.listdir(".")) == 2, "the temporary file is there")
    child.send_signal(signal.SIGTERM)
    child.stdin.close()
    equal(child.wait(), -signal.SIGTERM, "exit status")
    equal(os.listdir("."), ["pw"], "files")


def test_constant_memory():
    password()
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (48 << 20, 48 << 20))
    if b"asan" in subprocess.run(["ldd", GUOMI], capture_output=True).stdout or "asan" in GUOMI:
        raise clitest.Skip("a sanitizer needs more address space than the limit")
    enc = subprocess.Popen([GUOMI, "encrypt", "--password-file", "pw", *FAST], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, preexec_fn=limit)
    dec = subprocess.Popen([GUOMI, "decrypt", "--password-file", "pw"], stdin=enc.stdout, stdout=subprocess.PIPE,
                           preexec_fn=limit)
    enc.stdout.close()
    counter = subprocess.Popen(["wc", "-c"], stdin=dec.stdout, stdout=subprocess.PIPE)
    dec.stdout.close()
    for _ in range(64):
        enc.stdin.write(bytes(1 << 20))
    enc.stdin.close()
    equal(counter.communicate()[0].strip(), b"67108864", "bytes")
    equal((enc.wait(), dec.wait()), (0, 0), "exit codes")


def test_usage():
    bad(run("encrypt", stdin=b"x"), 2, "--password")
    bad(run("encrypt", "--pasword", stdin=b"x"), 2, "--pasword")
    good(run("encrypt", "--help"))
    good(run("decrypt", "--help"))
    write("empty", "")
    bad(run("encrypt", "--password-file", "empty", stdin=b"x"), 2, "empty", None)
    bad(run("encrypt", "--password-file", "missing", stdin=b"x"), 3, "missing")


def on_terminal(args, answers):
    """Run guomi with a terminal of its own; returns the exit code and what it showed."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(GUOMI, [GUOMI, *args])
    shown, waiting, deadline = b"", list(answers), time.monotonic() + 30
    while time.monotonic() < deadline:
        ready, _, _ = select.select([fd], [], [], 0.1)
        if ready:
            try:
                piece = os.read(fd, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
            if waiting and shown.rstrip(b" ").endswith(b":"):
                time.sleep(0.05)
                os.write(fd, waiting.pop(0) + b"\n")
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    return os.waitstatus_to_exitcode(status), shown


def test_prompts():
    write("plain", "secret text")
    code, shown = on_terminal(["encrypt", "--password", *FAST, "-o", "out", "plain"], [b"pass word", b"pass word"])
    true(code == 0 and b"pass word" not in shown, "asked twice, without echo: %d %r" % (code, shown))
    write("pw", "pass word")
    good(decrypt("out"), b"secret text")
    code, shown = on_terminal(["encrypt", "--password", *FAST, "-o", "other", "plain"], [b"one", b"two"])
    true(code == 2 and not os.path.exists("other"), "two different passwords: %d %r" % (code, shown))
    code, shown = on_terminal(["decrypt", "-o", "back", "out"], [b"pass word"])
    true(code == 0, "one question to decrypt: %d %r" % (code, shown))
    equal(read("back"), b"secret text")
    code, shown = on_terminal(["encrypt", "--password", *FAST, "plain"], [b"x", b"x"])
    true(code == 2 and b"terminal" in shown, "no binary on a terminal: %d %r" % (code, shown))


if __name__ == "__main__":
    clitest.main(globals())
