"""What the tests of the command line share: run the program, check, count.

Each test_NAME.py defines functions test_…(t), run in a fresh folder, and ends in clitest.main(globals()).
The program is the environment's GUOMI. The last line printed is 'N passed, N failed, N skipped'."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GUOMI = os.path.abspath(os.environ.get("GUOMI", os.path.join(ROOT, "build/release/apps/guomi/guomi")))
sys.path.insert(0, os.path.join(ROOT, "tests", "models"))


class Skip(Exception):
    """The test cannot run here; the text is the reason."""


class Failure(Exception):
    pass


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __repr__(self):
        return "exit %d, out %r, err %r" % (self.code, self.out[:300], self.err[:600])


def run(*args, stdin=b"", env=None, program=None, timeout=60, **more):
    """Run guomi with these arguments; bytes in, bytes out."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", **(env or {}))
    argv = [program or GUOMI] + [a if isinstance(a, bytes) else str(a) for a in args]
    if not hasattr(stdin, "fileno") and stdin is not None and stdin is not subprocess.DEVNULL:
        more["input"] = stdin
    else:
        more["stdin"] = stdin
    more.setdefault("stdout", subprocess.PIPE)
    p = subprocess.run(argv, stderr=subprocess.PIPE, env=environment, timeout=timeout, **more)
    return Result(p.returncode, p.stdout, p.stderr)


def equal(got, want, what="value"):
    if got != want:
        raise Failure("%s is %r, not %r" % (what, got, want))


def true(condition, what):
    if not condition:
        raise Failure(what)


def good(result, out=None):
    """It went well, said nothing on standard error and printed `out`."""
    if result.code != 0 or result.err != b"":
        raise Failure("expected success: %r" % result)
    if out is not None:
        equal(result.out, out, "output")
    return result


def bad(result, code, message, out=b""):
    """It failed with this exit code and exactly one line, ending as given."""
    if isinstance(message, str):
        message = message.encode()
    if result.code != code or result.err.count(b"\n") != 1 or not result.err.endswith(b"\n"):
        raise Failure("expected exit %d and one line: %r" % (code, result))
    if message not in result.err:
        raise Failure("expected %r in the message: %r" % (message, result))
    if out is not None:
        equal(result.out, out, "output")
    return result


def write(name, data):
    with open(name, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())
    return name


def read(name):
    with open(name, "rb") as f:
        return f.read()


def unprivileged():
    """A function for preexec_fn that gives up root, so that file modes count."""
    def drop():
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    return drop if os.getuid() == 0 else None


def main(names):
    wanted = sys.argv[1:]
    passed = failed = skipped = 0
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name, test in list(names.items()):
        if not name.startswith("test_") or (wanted and name not in wanted):
            continue
        folder = tempfile.mkdtemp(prefix="guomi-cli-")
        here = os.getcwd()
        os.chdir(folder)
        os.chmod(folder, 0o755)
        try:
            test()
            passed += 1
            print("ok      " + name)
        except Skip as reason:
            skipped += 1
            print("skipped %s: %s" % (name, reason))
        except Exception as e:  # pylint: disable=broad-except
            failed += 1
            print("FAILED  " + name)
            if isinstance(e, Failure):
                where = [f for f in traceback.extract_tb(e.__traceback__) if f.filename == names.get("__file__")]
                print("  %s:%d: %s" % (os.path.basename(where[-1].filename), where[-1].lineno, e) if where else "  %s" % e)
            else:
                traceback.print_exc(file=sys.stdout)
        finally:
            os.chdir(here)
            shutil.rmtree(folder, ignore_errors=True)
        sys.stdout.flush()
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    sys.exit(1 if failed or not passed + skipped else 0)
