"""Output files, input files and the ways they go wrong; each message is asserted."""
import os
import resource
import signal
import subprocess
import threading
import time

import clitest
from clitest import GUOMI, Skip, bad, equal, good, read, run, true, write

KEY = "0123456789abcdeffedcba9876543210"
CTR = ["sm4", "enc", "--mode", "ctr", "--key", KEY, "--iv", "00" * 16]
GCM = ["--mode", "gcm", "--key", KEY, "--iv", "00" * 12]
MUR = ["--mode", "mur", "--key", "01" * 48, "--iv", "02" * 16]


def leftovers(*known):
    return sorted(set(os.listdir(".")) - set(known))


def mode(name):
    return os.stat(name).st_mode & 0o7777


def same(name, error):
    return "guomi sm4 enc: %s: expected another file than the input %s, found the same" % (name, error)


def test_output_exists():
    write("in", b"data")
    write("out", b"old")
    bad(run(*CTR, "-o", "out", "in"), 2,
        "guomi sm4 enc: out: expected a new file, found an existing one (--force replaces it)")
    equal(read("out"), b"old")
    good(run(*CTR, "-f", "-o", "out", "in"))
    equal(len(read("out")), 4)
    equal(leftovers("in", "out"), [])


def test_output_is_the_input():
    write("in", b"data")
    os.link("in", "hard")
    os.symlink("in", "soft")
    for name in ("in", "hard", "soft", "./in"):
        for force in [], ["--force"]:
            bad(run(*CTR, *force, "-o", name, "in"), 2, same(name, "in"))
    with open("in", "r+b") as f:
        bad(run(*CTR, "in", stdout=f), 2, same("standard output", "in"), out=None)
    with open("in", "rb") as f:
        bad(run(*CTR, "-f", "-o", "in", stdin=f), 2, same("in", "standard input"))
    equal(read("in"), b"data")


def test_modes_are_kept():
    write("in", b"data")
    for m in (0o600, 0o640, 0o755):
        os.chmod("in", m)
        good(run(*CTR, "-o", "new%o" % m, "in"))
        equal(oct(mode("new%o" % m)), oct(m), "mode of a new file")
    write("out", b"old")
    os.chmod("out", 0o604)
    good(run(*CTR, "-f", "-o", "out", "in"))
    equal(oct(mode("out")), oct(0o604), "mode of a replaced file")
    good(run("rand", "-o", "key"))
    equal(oct(mode("key")), oct(0o600), "mode of a key")
    good(run("kdf", "sm2", "--key", "01", "-o", "derived"))
    equal(oct(mode("derived")), oct(0o600), "mode of derived bytes")
    for args in (["rand", "-f", "-o", "key"], ["kdf", "sm2", "-f", "--key", "01", "-o", "key"]):
        os.chmod("key", 0o644)
        good(run(*args))
        equal(oct(mode("key")), oct(0o600), "mode of a key that replaces a file")
    good(run(*CTR, "-o", "piped", stdin=b"x", preexec_fn=lambda: os.umask(0o027)))
    equal(oct(mode("piped")), oct(0o640), "mode by umask")


def test_links():
    write("in", b"data")
    write("target", b"old")
    os.symlink("target", "link")
    good(run(*CTR, "-f", "-o", "link", "in"))
    true(os.path.islink("link"), "the link stays")
    equal(len(read("target")), 4)
    os.symlink("nowhere", "dangling")
    bad(run(*CTR, "-f", "-o", "dangling", "in"), 3,
        "guomi sm4 enc: dangling: expected a new file, found a symbolic link that leads nowhere")


def test_folders_and_missing_places():
    os.mkdir("folder")
    write("in", b"data")
    bad(run(*CTR, "-f", "-o", "folder", "in"), 3, "guomi sm4 enc: folder: expected a file to write, found a directory")
    bad(run(*CTR, "-o", "no/where", "in"), 3,
        "guomi sm4 enc: no/where: cannot create a file in its folder: No such file or directory")
    bad(run(*CTR, "-o", "in/x", "in"), 3, "guomi sm4 enc: in/x: Not a directory")
    bad(run(*CTR, "folder"), 3, "guomi sm4 enc: folder: Is a directory")
    bad(run(*CTR, "-o", "out", "missing"), 3, "guomi sm4 enc: missing: No such file or directory")
    fd = os.open("folder", os.O_RDONLY)
    p = subprocess.run([GUOMI, *CTR], stdin=fd, capture_output=True, check=False)
    os.close(fd)
    equal((p.returncode, p.stderr), (3, b"guomi sm4 enc: standard input: Is a directory\n"))
    equal(leftovers("folder", "in"), [])


def test_unreadable_and_unwritable():
    os.mkdir("closed")
    write("in", b"x")
    write("secret", b"x")
    os.chmod("secret", 0)
    os.chmod("closed", 0o555)
    drop = clitest.unprivileged()
    bad(run(*CTR, "secret", preexec_fn=drop), 3, "guomi sm4 enc: secret: Permission denied")
    bad(run("hmac", "--key-file", "secret", preexec_fn=drop), 3, "guomi hmac: secret: Permission denied")
    bad(run(*CTR, "-o", "closed/out", "in", preexec_fn=drop), 3,
        "guomi sm4 enc: closed/out: cannot create a file in its folder: Permission denied")


def test_full_disk():
    with open("/dev/full", "wb") as full:
        for args in (["sm3", "in"], ["rand"], ["cpu"], ["version"], ["--help"], ["sm3", "--help"], [*CTR, "in"],
                     ["hmac", "--key", "01", "in"], ["kdf", "sm2", "--key", "01"]):
            write("in", b"data")
            r = run(*args, stdout=full)
            bad(r, 3, "standard output: write error: No space left on device", out=None)
    bad(run(*CTR, "-o", "/dev/full", "in"), 3, "guomi sm4 enc: /dev/full: write error: No space left on device")
    # A file that hits a limit: the temporary one goes.
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    write("big", bytes(300000))
    bad(run(*CTR, "-o", "out", "big", preexec_fn=limit), 3, "guomi sm4 enc: out: write error: File too large")
    equal(leftovers("in", "big"), [])
    if os.getuid() != 0:
        raise Skip("a small file system needs root; /dev/full and a size limit were tried")
    os.mkdir("tiny")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "tiny"], capture_output=True,
                      check=False).returncode != 0:
        raise Skip("no tmpfs can be mounted here; /dev/full and a size limit were tried")
    try:
        bad(run(*CTR, "-o", "tiny/out", "big"), 3, "guomi sm4 enc: tiny/out: write error: No space left on device")
        equal(os.listdir("tiny"), [], "what is left behind")
    finally:
        subprocess.run(["umount", "tiny"], check=False)


def test_closed_pipe():
    write("big", bytes(1 << 20))
    for args in ([*CTR, "big"], ["rand", "--raw", "-n", "1M"], ["sm3", *["big"] * 3]):
        r, w = os.pipe()
        os.close(r)
        result = run(*args, stdout=w)
        os.close(w)
        bad(result, 3, "standard output: write error: Broken pipe", out=None)


def test_closed_descriptors():
    write("in", b"abc")
    r = run("sm3", "in", stdout=None, preexec_fn=lambda: os.close(1))
    bad(r, 3, "guomi sm3: standard output: write error: Bad file descriptor", out=None)
    r = run("sm3", stdin=None, preexec_fn=lambda: os.close(0))
    bad(r, 3, "guomi sm3: -: Bad file descriptor")
    # Without a standard error a new file must not become descriptor 2 and catch messages.
    r = run(*CTR, "-o", "out", "in", preexec_fn=lambda: os.close(2))
    equal((r.code, len(read("out"))), (0, 3))
    equal(run("sm3", "nope", preexec_fn=lambda: os.close(2)).code, 3)


def test_devices_and_fifos_are_written_directly():
    write("in", b"data")
    good(run(*CTR, "-o", "/dev/null", "in"))
    os.mkfifo("fifo")
    got = []
    reader = threading.Thread(target=lambda: got.append(read("fifo")))
    reader.start()
    good(run(*CTR, "-o", "fifo", "in"))
    reader.join(10)
    equal(len(got[0]), 4)
    true(os.path.exists("fifo"), "the FIFO stays")


def interrupted(number, args, **more):
    """Start, wait for the temporary file, send a signal; the exit status."""
    p = subprocess.Popen([GUOMI, *args], stdin=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    p.stdin.write(bytes(1 << 20))
    p.stdin.flush()
    for _ in range(1000):
        if any(n.startswith(".guomi-") for n in os.listdir(".")):
            break
        time.sleep(0.01)
    else:
        p.kill()
        raise clitest.Failure("no temporary file appeared")
    p.send_signal(number)
    try:
        p.stdin.close()
    except BrokenPipeError:
        pass
    err = p.stderr.read()
    return p.wait(20), err


def test_interrupted_runs_leave_nothing():
    write("out", b"old")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1):
        equal(interrupted(number, [*CTR, "-f", "-o", "out"]), (-number, b""), "end by signal %d" % number)
        equal(leftovers("out"), [])
        equal(read("out"), b"old")


def test_ignored_hangup_stays_ignored():
    code, _ = interrupted(signal.SIGHUP, [*CTR, "-o", "out"],
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    equal(code, 0)
    equal(os.path.getsize("out"), 1 << 20)


def test_file_that_appears_meanwhile_is_not_replaced():
    p = subprocess.Popen([GUOMI, *CTR, "-o", "out"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    while not leftovers() and p.poll() is None:
        time.sleep(0.01)
    write("out", b"theirs")
    p.stdin.close()
    err = p.stderr.read()
    equal((p.wait(), err), (3, b"guomi sm4 enc: out: cannot give the file its name: File exists\n"))
    equal(read("out"), b"theirs")
    equal(leftovers("out"), [])


def peak(args, **more):
    """Peak resident memory of a run, in KiB."""
    p = subprocess.Popen([GUOMI, *args], stdin=more.pop("stdin", subprocess.DEVNULL), stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, **more)
    p.stdout.read()
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = status
    p.stdout.close()
    p.stderr.close()
    equal(status, 0, "status of %r" % args)
    return usage.ru_maxrss


def test_constant_memory():
    with open("big", "wb") as f:
        f.truncate(48 << 20)
    small = write("small", b"x" * 64)
    key2 = KEY + "ff" * 16
    good(run("sm4", "enc", *GCM, "-o", "gcm", "big"))
    good(run("sm4", "enc", *GCM, "-o", "gcm-small", small))
    for args, big, little in (
            (["sm3"], "big", small), (["hmac", "--key", "01"], "big", small), ([*CTR, "-o", "/dev/null"], "big", small),
            (["sm4", "enc", *GCM, "-o", "/dev/null"], "big", small), (["sm4", "dec", *GCM, "-o", "/dev/null"], "gcm", "gcm-small"),
            (["sm4", "enc", "--mode", "ccm", "--key", KEY, "--iv", "00" * 7, "-o", "/dev/null"], "big", small),
            (["sm4", "mac", "--mode", "cmac", "--key", KEY], "big", small),
            (["sm4", "enc", "--mode", "xts", "--key", key2, "--sector", "512", "-o", "/dev/null"], "big", small)):
        a, b = peak([*args, little]), peak([*args, big])
        true(b < a + 2048, "%r: %d KiB for a small file, %d for a big one" % (args, a, b))
    # Ciphertext from a pipe is spooled, not held.
    a = peak(["sm4", "dec", *GCM], stdin=open("gcm-small", "rb"))
    p = subprocess.Popen(["cat", "gcm"], stdout=subprocess.PIPE)
    b = peak(["sm4", "dec", *GCM, "-o", "/dev/null"], stdin=p.stdout)
    p.wait()
    true(b < a + 2048, "%d KiB for a small message in a pipe, %d for a big one" % (a, b))
    # So is the plaintext of MUR, which is read twice: encrypted, under a key of its own.
    a = peak(["zuc", "enc", *MUR], stdin=open("small", "rb"))
    p = subprocess.Popen(["cat", "big"], stdout=subprocess.PIPE)
    b = peak(["zuc", "enc", *MUR, "-o", "/dev/null"], stdin=p.stdout)
    p.wait()
    true(b < a + 2048, "%d KiB for a small message in a pipe, %d for a big one" % (a, b))


def test_spool_folder():
    message = good(run("sm4", "enc", *GCM, stdin=b"text")).out
    good(run("sm4", "dec", *GCM, stdin=message, env={"TMPDIR": "."}), b"text")
    equal(leftovers(), [])
    bad(run("sm4", "dec", *GCM, stdin=message, env={"TMPDIR": "missing"}), 3,
        "guomi sm4 dec: missing: expected a folder for a temporary file (TMPDIR): No such file or directory")
    # Written to a file no spool is needed.
    good(run("sm4", "dec", *GCM, "-o", "out", stdin=message, env={"TMPDIR": "missing"}), b"")
    # While it waits the spool has no name.
    p = subprocess.Popen([GUOMI, "sm4", "dec", *GCM], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         env=dict(os.environ, TMPDIR="."))
    p.stdin.write(message)
    p.stdin.flush()
    time.sleep(0.2)
    equal(leftovers("out"), [])
    p.stdin.close()
    equal(p.stdout.read(), b"text")
    p.stdout.close()
    p.wait()


def test_the_spool_of_mur_is_encrypted():
    text = bytes(3 << 18) + b"end"
    p = subprocess.Popen([GUOMI, "zuc", "enc", *MUR], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         env=dict(os.environ, TMPDIR="."))
    p.stdin.write(text[:-3])
    p.stdin.flush()
    equal(leftovers(), [])
    folder, held = "/proc/%d/fd/" % p.pid, b""
    for _ in range(100):
        spools = [folder + n for n in os.listdir(folder) if os.readlink(folder + n).endswith(" (deleted)")]
        held = read(spools[0]) if spools else b""
        if len(held) >= 2 << 18:
            break
        time.sleep(0.05)
    equal(len(spools), 1, "temporary files")
    true(len(held) >= 2 << 18, "%d bytes held" % len(held))
    true(bytes(16) not in held, "the plaintext is in the temporary file")
    p.stdin.write(text[-3:])
    p.stdin.close()
    sealed = p.stdout.read()
    p.stdout.close()
    equal(p.wait(), 0)
    write("m", text)
    good(run("zuc", "enc", *MUR, "m"), sealed)
    bad(run("zuc", "enc", *MUR, stdin=text, env={"TMPDIR": "missing"}), 3, "expected a folder for a temporary file")


def test_nothing_unauthenticated_leaves():
    text = os.urandom(1 << 20)
    write("in", text)
    good(run("sm4", "enc", *GCM, "-o", "whole", "in"))
    message = read("whole")
    failed = "authentication failed: expected a message under this key, IV and additional data, found another or a damaged one"
    for at in (0, 1 << 19, len(message) - 17, len(message) - 1):
        broken = bytearray(message)
        broken[at] ^= 1
        write("broken", bytes(broken))
        bad(run("sm4", "dec", *GCM, "broken"), 1, "guomi sm4 dec: broken: " + failed)
        bad(run("sm4", "dec", *GCM, stdin=bytes(broken)), 1, "guomi sm4 dec: standard input: " + failed)
        bad(run("sm4", "dec", *GCM, "-o", "out", "broken"), 1, "guomi sm4 dec: broken: " + failed)
        bad(run("sm4", "dec", *GCM, "-o", "out", stdin=bytes(broken)), 1, "guomi sm4 dec: standard input: " + failed)
    for cut in (len(message) - 1, 1000, 16):
        bad(run("sm4", "dec", *GCM, stdin=message[:cut]), 1, failed)
    for short in (b"", message[:15]):
        bad(run("sm4", "dec", *GCM, stdin=short), 1,
            "guomi sm4 dec: standard input: expected at least the 16 bytes of the tag, found %d" % len(short))
        bad(run("sm4", "dec", *GCM, "-o", "out", stdin=short), 1, "expected at least the 16 bytes of the tag")
    for wrong in ({"--key": "11" * 16}, {"--iv": "11" * 12}, {"--aad": "00"}, {"--tag-length": "15"}):
        options = dict(zip(GCM[::2], GCM[1::2]), **wrong)
        bad(run("sm4", "dec", *(word for pair in options.items() for word in pair), "whole"), 1, failed)
    equal(leftovers("in", "whole", "broken"), [])
    # Descriptor to a file that is read from its middle: both passes begin there.
    write("later", b"skip" + message)
    with open("later", "rb") as f:
        os.lseek(f.fileno(), 4, os.SEEK_SET)
        good(run("sm4", "dec", *GCM, stdin=f), text)


def test_tags():
    text = b"text"
    message = good(run("sm4", "enc", *GCM, stdin=text)).out
    write("ct", message[:4])
    bad(run("sm4", "dec", *GCM, "--tag", "", "ct"), 2, "guomi sm4 dec: --tag: expected 16 bytes (see --tag-length), found 0")
    bad(run("sm4", "dec", *GCM, "--tag", message[4:16].hex(), "ct"), 2, "--tag: expected 16 bytes (see --tag-length), found 12")
    good(run("sm4", "dec", *GCM, "--tag-length", 12, "--tag", message[4:16].hex(), "ct"), text)
    bad(run("sm4", "dec", *GCM, "--tag-length", 5, "ct"), 2, "--tag-length: expected 4, 8 or 12 to 16, found 5")
    bad(run("sm4", "dec", *GCM, "--tag-length", 0, "ct"), 2, "--tag-length: expected 4 to 16, found 0")
    bad(run("sm4", "enc", *GCM, "--tag-out", "ct", stdin=text), 2, "ct: expected a new file, found an existing one", out=None)


def test_xts_units():
    key = KEY + "ff" * 16
    text = os.urandom(512 * 700 + 100)
    write("in", text)
    whole = good(run("sm4", "enc", "--mode", "xts", "--key", key, "--sector", 512, "--first-unit", 5, "in")).out
    equal(len(whole), len(text))
    for unit in (0, 1, 511, 512, 513, 699, 700):
        piece = text[512 * unit:512 * unit + 512]
        args = ["sm4", "enc", "--mode", "xts", "--key", key]
        good(run(*args, "--first-unit", 5 + unit, stdin=piece), whole[512 * unit:512 * unit + 512])
        tweak = (5 + unit).to_bytes(16, "little").hex()
        good(run(*args, "--iv", tweak, stdin=piece), whole[512 * unit:512 * unit + 512])
    good(run("sm4", "dec", "--mode", "xts", "--key", key, "--sector", 512, "--first-unit", 5, stdin=whole), text)
    good(run("sm4", "enc", "--mode", "xts-gb", "--key", key, "--sector", "1M", "-o", "gb", "in"))
    good(run("sm4", "dec", "--mode", "xts-gb", "--key", key, "--sector", "1M", "gb"), text)
    bad(run("sm4", "enc", "--mode", "xts", "--key", key, "--sector", 512, stdin=text[:515]), 1,
        "expected at least 16 bytes in the last data unit, found 3", out=None)
    bad(run("sm4", "enc", "--mode", "xts", "--key", key, stdin=text), 2, "mode xts: expected --iv for one data unit")
    bad(run("sm4", "enc", "--mode", "xts", "--key", key, "--iv", "00" * 16, stdin=bytes((1 << 24) + 1)), 1,
        "expected at most 16777216 bytes in one data unit, found more (see --sector)")


def test_large_hctr_and_ccm_from_a_pipe():
    text = os.urandom(700000)
    args = ["--mode", "hctr", "--key", KEY * 2, "--iv", "01" * 16]
    good(run("sm4", "dec", *args, stdin=good(run("sm4", "enc", *args, stdin=text)).out), text)
    args = ["--mode", "ccm", "--key", KEY, "--iv", "01" * 12]
    write("in", text)
    message = good(run("sm4", "enc", *args, stdin=text)).out
    good(run("sm4", "enc", *args, "in"), message)
    good(run("sm4", "dec", *args, stdin=message), text)
    bad(run("sm4", "enc", "--mode", "ccm", "--key", KEY, "--iv", "01" * 13, "in"), 1,
        "in: expected fewer than 2^16 bytes for mode ccm with an IV of 13 bytes, found more")


def test_slow_pipe_in_small_pieces():
    r, w = os.pipe()
    p = subprocess.Popen([GUOMI, "sm3"], stdin=r, stdout=subprocess.PIPE)
    os.close(r)
    for piece in (b"a", b"b", b"c"):
        os.write(w, piece)
        time.sleep(0.02)
    os.close(w)
    equal(p.stdout.read()[:8], b"66c7f0f4")
    p.stdout.close()
    p.wait()


if __name__ == "__main__":
    clitest.main(globals())
