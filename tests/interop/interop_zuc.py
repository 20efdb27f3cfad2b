#!/usr/bin/env python3
"""interop_zuc.py LIBRARY: ZUC-128 and ZUC-256, streams and MACs, against BouncyCastle (Debian's libbcprov-java), where
that and a Java that runs source files are installed."""
import ctypes
import pathlib
import random
import shutil
import subprocess
import sys

JAR = pathlib.Path("/usr/share/java/bcprov.jar")
here = pathlib.Path(__file__).resolve().parent
size_t, u64 = ctypes.c_size_t, ctypes.c_uint64


def skip(reason):
    print("skipped: " + reason)
    print("0 passed, 0 failed, 1 skipped")
    sys.exit(77)


if shutil.which("java") is None or shutil.which("javac") is None:
    skip("no Java compiler here (openjdk-17-jdk-headless)")
if not JAR.exists():
    skip("no BouncyCastle here (libbcprov-java)")
lib, rng = ctypes.CDLL(sys.argv[1]), random.Random("guomi bouncycastle")
lines, ours = [], []
for i in range(400):
    kind = rng.choice([1, 2])
    key, data = rng.randbytes(16 * kind), rng.randbytes(rng.choice([rng.randrange(40), rng.randrange(700)]))
    values = rng.randbytes(16 if kind == 1 else 17) + bytes(rng.randrange(64) for _ in range(0 if kind == 1 else 8))
    iv = values
    if kind == 2:
        iv = ctypes.create_string_buffer(23)
        assert lib.gm_zuc256_pack_iv(iv, values) == 0
    bits = rng.choice([0, 32] if kind == 1 else [0, 32, 64, 128])
    n = len(data) if bits == 0 else bits // 8
    out = ctypes.create_string_buffer(max(n, 1))
    if bits == 0:
        assert lib.gm_zuc(kind, key, iv, out, data, size_t(n)) == 0
    else:
        assert lib.gm_zuc_mac(kind, key, iv, out, size_t(n), data, u64(8 * len(data))) == 0
    ours.append(out.raw[:n].hex())
    lines.append("%s %d %s %s %s" % (bits or "crypt", 128 * kind, key.hex(), values.hex(), data.hex()))
run = subprocess.run(["java", "-cp", str(JAR), str(here / "InteropZuc.java")], input="\n".join(lines) + "\n",
                     capture_output=True, text=True)
if run.returncode != 0:
    print(run.stderr)
theirs, failed = run.stdout.splitlines(), 0
for line, a, b in zip(lines, ours, theirs):
    if a != b:
        failed += 1
        print("%s: got %s, BouncyCastle says %s" % (line, a, b))
failed += len(theirs) != len(ours)
print("%d passed, %d failed, 0 skipped" % (len(theirs) - min(failed, len(theirs)), failed))
sys.exit(failed != 0)
