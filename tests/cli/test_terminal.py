"""On a terminal: password prompts, warnings, progress, refusals. A pseudo-terminal stands in for it."""
import os
import pty
import select
import signal
import termios
import time

import clitest
from clitest import GUOMI, Failure, bad, equal, good, read, run, true, write

KEY = "0123456789abcdeffedcba9876543210"


class Terminal:
    """guomi with a terminal as standard error and controlling terminal, files as the rest."""

    def __init__(self, *args, stdin=os.devnull, stdout="stdout"):
        self.seen = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.dup2(os.open(stdin, os.O_RDONLY), 0)
                if stdout:
                    os.dup2(os.open(stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 1)
                os.execv(GUOMI, ["guomi", *[str(a) for a in args]])
            finally:
                os._exit(99)

    def read_some(self, seconds):
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            return False
        self.seen += data
        return data != b""

    def expect(self, text):
        """Wait for text; what was seen up to it is dropped."""
        end = time.time() + 20
        while text not in self.seen:
            if time.time() > end or not self.read_some(20):
                raise Failure("waited for %r, saw %r" % (text, self.seen))
        before, _, self.seen = self.seen.partition(text)
        return before

    def say(self, text):
        os.write(self.fd, text)

    def echo(self):
        return bool(termios.tcgetattr(self.fd)[3] & termios.ECHO)

    def end(self):
        """All that is still said, and the exit status as of os.waitstatus_to_exitcode()."""
        while self.read_some(20):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return self.seen, os.waitstatus_to_exitcode(status)


PBKDF2 = ["kdf", "pbkdf2", "--salt", "text:salt", "-c", "10"]


def derived(password):
    write("password", password)
    return good(run(*PBKDF2, "--password-file", "password")).out


def test_password_once():
    t = Terminal(*PBKDF2)
    t.expect(b"Password: ")
    true(not t.echo(), "echo is off")
    t.say("密码 phrase\n".encode())
    equal(t.end(), (b"\r\n", 0))
    equal(read("stdout"), derived("密码 phrase"))


def test_password_twice():
    t = Terminal(*PBKDF2, "--confirm")
    t.expect(b"Password: ")
    t.say(b"one\n")
    t.expect(b"Password again: ")
    true(not t.echo(), "echo is off")
    t.say(b"one\n")
    equal(t.end(), (b"\r\n", 0))
    equal(read("stdout"), derived("one"))


def test_passwords_that_differ():
    t = Terminal(*PBKDF2, "--confirm")
    t.expect(b"Password: ")
    t.say(b"one\n")
    t.expect(b"Password again: ")
    t.say(b"two\n")
    equal(t.end(), (b"\r\nguomi kdf pbkdf2: terminal: expected the same password twice, found two that differ\r\n", 2))
    equal(read("stdout"), b"")


def test_empty_and_ended_passwords():
    t = Terminal(*PBKDF2, "--confirm")
    t.expect(b"Password: ")
    t.say(b"\n")
    equal(t.end(), (b"\r\nguomi kdf pbkdf2: terminal: expected a password, found it empty\r\n", 2))
    t = Terminal(*PBKDF2)
    t.expect(b"Password: ")
    t.say(b"\x04")
    equal(t.end(), (b"guomi kdf pbkdf2: terminal: expected a password, found the end of input\r\n", 3))


def test_interrupt_switches_echo_on_again():
    # A shell keeps the terminal open, so that its state can be seen after the program has died.
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp("sh", ["sh", "-c", 'trap : INT; "$0" "$@"; printf "status %s " $?; stty -a | tr " " "\\n" | grep -x -e echo -e -echo',
                         GUOMI, *[str(a) for a in PBKDF2]])
    seen = b""
    while b"Password: " not in seen:
        seen += os.read(fd, 4096)
    os.write(fd, b"half\x03")
    try:
        while True:
            data = os.read(fd, 4096)
            if not data:
                break
            seen += data
    except OSError:
        pass
    os.waitpid(pid, 0)
    os.close(fd)
    true(b"status %d" % (128 + signal.SIGINT) in seen, "the program died of the signal: %r" % seen)
    true(b"\necho\r" in seen or b" echo\r" in seen, "echo is on again: %r" % seen)
    true(b"half" not in seen, "the password was not shown")


def test_no_terminal():
    r = run(*PBKDF2, start_new_session=True)
    bad(r, 2, "guomi kdf pbkdf2: expected --password-file, --password-fd or a terminal to ask for the password, found none")


def test_password_sources_drop_one_newline():
    for raw, text in ((b"pw\n", b"pw"), (b"pw", b"pw"), (b"pw\n\n", b"pw\n"), (b"pw\r\n", b"pw\r")):
        write("file", raw)
        out = good(run(*PBKDF2, "--password-file", "file")).out
        equal(out, derived(text + b"\n"))
        with open("file", "rb") as f:
            good(run(*PBKDF2, "--password-fd", f.fileno(), pass_fds=[f.fileno()]), out)
        good(run(*PBKDF2, "--password-file", "-", stdin=raw), out)


def test_warning_of_a_visible_key():
    write("in", b"x")
    t = Terminal("hmac", "--key", KEY, "in")
    said, code = t.end()
    equal((said, code), (b"guomi hmac: warning: other users can see a key given by --key in the list of processes; "
                         b"--key-file and --key-fd hide it\r\n", 0))
    equal(read("stdout"), good(run("hmac", "--key", KEY, "in")).out)


def test_binary_is_not_poured_on_a_terminal():
    write("key", KEY)
    write("in", b"x")
    args = ["sm4", "enc", "--mode", "ecb", "--key-file", "key"]
    t = Terminal(*args, "in", stdout=None)
    equal(t.end(), (b"guomi sm4 enc: standard output: expected a file or a pipe for binary data, found a terminal "
                    b"(-o FILE, or -o -)\r\n", 2))
    t = Terminal(*args, "-o", "-", "in", stdout=None)
    equal(t.end()[1], 0)


def test_progress():
    # Sparse: takes no space, and several seconds with the portable row.
    with open("big", "wb") as f:
        f.truncate(400 << 20)
    t = Terminal("--backend", "portable", "sm3", "big")
    line = t.expect(b" left")
    true(line.startswith(b"\rbig: ") and b" %, " in line and b"/s, " in line, "progress is %r" % line)
    said, code = t.end()
    equal(code, 0)
    true(said.endswith(b"\r"), "the line goes away: %r" % said[-100:])
    # Not for what is quick, and not when standard error is no terminal.
    write("small", b"x")
    equal(Terminal("sm3", "small").end(), (b"", 0))
    good(run("--backend", "portable", "sm3", "big"))


if __name__ == "__main__":
    clitest.main(globals())
