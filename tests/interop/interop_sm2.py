#!/usr/bin/env python3
"""interop_sm2.py LIBRARY PEERS [ITEMS]: SM2 signatures and ciphertexts both ways with BouncyCastle (Debian's
libbcprov-java, a Java that runs source files) and the npm packages sm-crypto and sm-crypto-v2 (node; installed into the
folder PEERS by tools/setup), those that are here. In three of five items something begins with a zero byte: a
coordinate of the key, r or s, a coordinate of C1."""
import ctypes
import pathlib
import random
import shutil
import subprocess
import sys

JAR = pathlib.Path("/usr/share/java/bcprov.jar")
C1C3C2, C1C2C3, ERR_VERIFY = 2, 3, -6
here = pathlib.Path(__file__).resolve().parent
peers = pathlib.Path(sys.argv[2]).resolve()
items = int(sys.argv[3]) if len(sys.argv) > 3 else 10
size_t = ctypes.c_size_t
lib, rng = ctypes.CDLL(sys.argv[1]), random.Random("guomi sm2 interop")
passed = failed = skipped = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED " + what)


def blob(data):
    return data, size_t(len(data))


def buffer(size):
    return ctypes.create_string_buffer(size)


def ok(name, *arguments):
    status = getattr(lib, name)(*arguments)
    if status != 0:
        raise AssertionError("%s returned %d" % (name, status))


def sought(make, wanted, at):
    """What make() gives; if wanted, one with a zero byte at one of the places."""
    while True:
        out = make()
        if not wanted or any(out[i] == 0 for i in at):
            return out


class Item:
    def __init__(self, kind):
        self.key, self.pub = buffer(lib.gm_sm2_private_key_size()), buffer(lib.gm_sm2_public_key_size())
        self.message = rng.randbytes(8 + rng.randrange(200))  # not so short that its key stream may be 0
        self.id = bytes(rng.choices(range(32, 127), k=rng.randrange(40)))
        self.order = rng.choice([C1C3C2, C1C2C3])
        self.point = sought(self.new_key, kind == 1, (1, 33))
        self.d = buffer(32)
        ok("gm_sm2_private_key_write", self.key, self.d)
        self.signature = sought(self.sign, kind == 2, (0, 32))
        self.sealed = sought(self.encrypt, kind == 3, (1, 33))

    def new_key(self):
        out = buffer(65)
        ok("gm_sm2_keygen", self.key)
        ok("gm_sm2_private_key_public", self.key, self.pub)
        ok("gm_sm2_public_key_write", self.pub, out)
        return out.raw

    def sign(self):
        out = buffer(64)
        ok("gm_sm2_sign", self.key, out, *blob(self.id), *blob(self.message))
        return out.raw

    def encrypt(self):
        out, n = buffer(len(self.message) + 97), size_t(0)
        ok("gm_sm2_encrypt", self.pub, self.order, out, size_t(len(out)), ctypes.byref(n), *blob(self.message))
        return out.raw[:n.value]

    def verify(self, signature):
        return lib.gm_sm2_verify(self.pub, signature, *blob(self.id), *blob(self.message))

    def decrypt(self, sealed):
        out, n = buffer(len(sealed)), size_t(0)
        status = lib.gm_sm2_decrypt(self.key, self.order, out, size_t(len(out)), ctypes.byref(n), *blob(sealed))
        return out.raw[:n.value] if status == 0 else None

    def line(self):
        return " ".join([self.d.raw.hex(), self.point.hex(), self.id.hex(), self.message.hex(), self.signature.hex(),
                         spoiled(self.signature).hex(), "1" if self.order == C1C3C2 else "0", self.sealed.hex()])


def spoiled(data):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]


def ask(name, command):
    """All items in one run of the peer."""
    work = [Item(i % 5) for i in range(items)]
    lines = [item.line() for item in work]
    run = subprocess.run(command, input="".join(line + "\n" for line in lines), capture_output=True, text=True)
    answers = run.stdout.splitlines()
    check(run.returncode == 0 and len(answers) == len(lines), "%s: %s" % (name, run.stderr))
    zeros = 0
    for item, line, answer in zip(work, lines, answers):
        signature, good, damaged, text, sealed = answer.split(" ")
        signature, sealed, about = bytes.fromhex(signature), bytes.fromhex(sealed), "%s: %s" % (name, line)
        zeros += 0 in (signature[0], signature[32], sealed[1], sealed[33])
        check(good == "1", "its answer to our signature, " + about)
        check(damaged == "0", "its answer to our signature, damaged, " + about)
        check(text == item.message.hex(), "what it decrypted, " + about)
        check(item.verify(signature) == 0, "our answer to its signature %s, %s" % (signature.hex(), about))
        check(item.verify(spoiled(signature)) == ERR_VERIFY, "its signature, damaged, " + about)
        check(item.decrypt(sealed) == item.message, "what we decrypted of %s, %s" % (sealed.hex(), about))
        check(item.decrypt(spoiled(sealed)) is None, "its ciphertext, damaged, " + about)
    check(items < 1000 or zeros > 0, "%s: nothing of it began with a zero byte" % name)


def skip(reason):
    global skipped
    skipped += 1
    print("skipped: " + reason)


if shutil.which("java") is None or shutil.which("javac") is None:
    skip("no Java compiler here (openjdk-17-jdk-headless)")
elif not JAR.exists():
    skip("no BouncyCastle here (libbcprov-java)")
else:
    ask("BouncyCastle", ["java", "-cp", str(JAR), str(here / "InteropSm2.java")])
for package in ("sm-crypto", "sm-crypto-v2"):
    if shutil.which("node") is None:
        skip("no node here, for " + package)
    elif not (peers / "node_modules" / package).is_dir():
        skip("%s is not in %s (tools/setup check, with npm)" % (package, peers))
    else:
        ask(package, ["node", str(here / "interop_sm2.js"), package, str(peers)])
print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
sys.exit(1 if failed else 0 if passed else 77)
