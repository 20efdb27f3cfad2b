"""What the tests of guomi sm2 share: key pairs, OpenSSL."""
import os
import shutil
import stat
import subprocess

import clitest
from clitest import Failure, Skip, equal, good, read, run, true

PRIVATE_MODE = 0o600


def pair(name="my", *options):
    """A key pair in name.key and name.pub, not encrypted."""
    good(run("sm2", "keygen", "--no-password", "-o", name + ".key", "--public-out", name + ".pub", *options), b"")
    return name + ".key", name + ".pub"


def mode(name):
    return stat.S_IMODE(os.stat(name).st_mode)


def openssl(*args, stdin=b""):
    """Run OpenSSL; its output. A test that cannot have it is skipped."""
    if shutil.which("openssl") is None:
        raise Skip("no openssl here")
    p = subprocess.run(["openssl", *args], input=stdin, capture_output=True, check=False, timeout=60)
    if p.returncode != 0:
        raise Failure("openssl %s: %r" % (" ".join(args), p.stderr))
    return p.stdout


def told(result, out, order):
    """A decryption that went well and said which order it found."""
    true(result.code == 0 and result.err.endswith(b": order %s\n" % order.encode()) and result.err.count(b"\n") == 1,
         "expected order %s: %r" % (order, result))
    equal(result.out, out, "output")


def only(*names):
    equal(sorted(os.listdir(".")), sorted(names), "files")
