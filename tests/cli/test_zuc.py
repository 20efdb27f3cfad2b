"""guomi zuc: vectors, lengths in bits, authentication before output, mistakes."""
import os
import sys

import clitest
from clitest import bad, equal, good, read, run, true, write

sys.path.insert(0, os.path.join(clitest.ROOT, "tests", "models"))
import vectors  # noqa: E402
import zuc as model  # noqa: E402

KEY, KEY2, IV, IV2 = "00112233445566778899aabbccddeeff", "0f" * 32, "5a" * 16, "c3" * 23
THREE = ["--count", "561eb2dc", "--bearer", "7", "--direction", "1"]


def blocks(*ops):
    return [b for b in vectors.load("zuc.txt") if b["op"] in ops]


def aead(b, key_names):
    key = b"".join(b[name] for name in key_names) + b["h"]
    return ["--mode", b["op"][4:], "--key", key.hex(), "--iv", b["iv"].hex(), "--aad", b["aad"].hex(), "--tag-length",
            str(len(b["tag"]))]


def test_stream_vectors():
    seen = 0
    for b in blocks("zuc128-crypt", "zuc256-crypt"):
        args = ["--bits", b["op"][3:6], "--key", b["key"].hex(), "--iv", b["iv"].hex()]
        good(run("zuc", "enc", *args, stdin=b["pt"]), b["ct"])
        good(run("zuc", "dec", *args, stdin=b["ct"]), b["pt"])
        seen += 1
    true(seen >= 10, "blocks")


def test_aead_vectors():
    seen = 0
    for b in blocks("zuc-gxm", "zuc-mur"):
        args = aead(b, ["key"] if b["op"] == "zuc-gxm" else ["data_key", "tag_key"])
        write("m", b["pt"])
        good(run("zuc", "enc", *args, stdin=b["pt"]), b["ct"] + b["tag"])
        good(run("zuc", "enc", *args, "m"), b["ct"] + b["tag"])
        good(run("zuc", "dec", *args, stdin=b["ct"] + b["tag"]), b["pt"])
        good(run("zuc", "enc", *args, "--tag-out", "tag", "-o", "c", "m"), b"")
        equal(read("tag"), b["tag"].hex().encode() + b"\n", "tag")
        equal(read("c"), b["ct"], "ciphertext")
        good(run("zuc", "dec", *args, "--tag", "hex-file:tag", "-o", "p", "c"), b"")
        equal(read("p"), b["pt"], "plaintext")
        for name in ("tag", "c", "p"):
            os.remove(name)
        seen += 1
    true(seen >= 6, "blocks")


def test_mac_vectors():
    for b in blocks("zuc128-mac", "zuc256-mac"):
        msg = model.message(b)
        args = ["--bits", b["op"][3:6], "--key", b["key"].hex(), "--iv", b["iv"].hex(), "--mac-length",
                str(len(b["mac"])), "--message-bits", str(b.get("bits_dec", 8 * len(msg)))]
        good(run("zuc", "mac", *args, stdin=msg), b["mac"].hex().encode() + b"  -\n")
        good(run("zuc", "mac", *args, "--verify", b["mac"].hex(), stdin=msg), b"")


def test_case_35():
    folder = os.path.join(clitest.ROOT, "tests", "cases", "35-zuc-bit-lengths")
    key, seen = os.path.join(folder, "key.hex"), 0
    for line in read(os.path.join(folder, "zuc.txt")).decode().splitlines()[1:]:
        bits, count, bearer, direction, message, eea3, eia3 = line.split()
        args = ["--key-file", key, "--count", count, "--bearer", bearer, "--direction", direction, "--message-bits", bits]
        message = bytes.fromhex(message)
        unused = bytes([message[-1] | 0xFF >> int(bits) % 8 if int(bits) % 8 else message[-1]])
        for text in (message, message[:-1] + unused):
            good(run("zuc", "eea3", *args, stdin=text), bytes.fromhex(eea3))
            good(run("zuc", "eia3", *args, stdin=text), eia3.encode() + b"  -\n")
            good(run("zuc", "eia3", *args, "--verify", eia3, stdin=text), b"")
        seen += 1
    equal(seen, 12, "lines")
    usual = ["--count", "00000000"]
    bad(run("zuc", "eea3", "--key-file", key, *usual, "--bearer", "32", "--direction", "0", stdin=b"x"), 2, "--bearer")
    bad(run("zuc", "eea3", "--key-file", key, *usual, "--bearer", "3", "--direction", "2", stdin=b"x"), 2,
        "--direction")
    bad(run("zuc", "eea3", "--key", "00" * 15, *usual, "--bearer", "3", "--direction", "1", "-o", "out", stdin=b"x"), 2,
        "--key")
    true(not os.path.exists("out"), "nothing is left behind")


def test_long_streams():
    text = os.urandom(700001)
    want = model.crypt(model.zuc128(bytes.fromhex(KEY), bytes.fromhex(IV)), text[:2000])
    write("m", text)
    good(run("zuc", "enc", "--key", KEY, "--iv", IV, "-o", "c", "m"), b"")
    equal(read("c")[:2000], want, "beginning")
    good(run("zuc", "dec", "--key", KEY, "--iv", IV, "c"), text)
    for mode, keys in (("gxm", 1), ("mur", 2)):
        args = ["--mode", mode, "--bits", "256", "--key", KEY2 * keys + KEY, "--iv", IV2, "--aad", "text:head"]
        good(run("zuc", "enc", *args, "-o", "s", "m"), b"")
        sealed = read("s")
        equal(run("zuc", "enc", *args, stdin=text).out, sealed, "from a pipe")
        good(run("zuc", "dec", *args, "s"), text)
        good(run("zuc", "dec", *args, stdin=sealed), text)
        good(run("zuc", "dec", *args, "-o", "p", stdin=sealed), b"")
        equal(read("p"), text, "plaintext in a file")
        os.remove("p")
        for at in (0, 300000, len(text) - 1, len(text), len(sealed) - 1):
            write("bad", sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1:])
            for more in ([], ["-o", "p"]):
                r = run("zuc", "dec", *args, *more, "bad")
                bad(r, 1, "authentication failed")
                equal(r.out, b"", "output")
                true(not os.path.exists("p"), "no file")
        bad(run("zuc", "dec", *args[:-1], "text:tail", "s"), 1, "authentication failed")
        bad(run("zuc", "dec", *args, stdin=sealed[:15]), 1, "16 bytes of the tag")
        os.remove("s")


def test_iv_of_25_values():
    values = bytes(range(17)) + bytes([63, 0, 1, 32, 5, 6, 7, 62])
    tail = 0
    for v in values[17:]:
        tail = tail << 6 | v
    packed = values[:17] + tail.to_bytes(6, "big")
    args = ["zuc", "enc", "--bits", "256", "--key", KEY2, "--iv"]
    equal(run(*args, values.hex(), stdin=b"text").out, run(*args, packed.hex(), stdin=b"text").out, "ciphertext")
    bad(run(*args, (values[:24] + b"\x40").hex(), stdin=b"text"), 2, "below 64")
    bad(run(*args, "00" * 24, stdin=b"text"), 2, "expected 23 or 25 bytes")


def test_hints_name_what_there_is():
    three = ("--key", "00" * 16, "--count", "00000000", "--bearer", "0", "--direction", "0")
    r = bad(run("zuc", "eia3", *three, "--verify", "00"), 2, "--verify: expected a MAC of 4 bytes, found 1")
    true(b"--mac-length" not in r.err, "eia3 has no such option")
    bad(run("zuc", "mac", "--key", "00" * 16, "--iv", "00" * 16, "--verify", "00"), 2, "expected a MAC of 4 bytes (see --mac-length), found 1")


def test_a_file_of_another_size_is_refused_before_anything_is_written():
    three = ("--key", "00" * 16, "--count", "00000000", "--bearer", "0", "--direction", "0")
    write("m", bytes(300000))
    for bits, found in (8 * 300000 + 1, "found 300000"), (2 ** 32 - 1, "found 300000"), (8 * 299999, "found at least 300000"):
        for verb in "eea3", "eia3":
            bad(run("zuc", verb, *three, "--message-bits", bits, "m"), 1, found)
    with open("large", "wb") as f:
        f.truncate(2 ** 29)
    bad(run("zuc", "eea3", *three, "large"), 1, "large: expected fewer than 2^32 bits, found more")
    equal(len(good(run("zuc", "eea3", *three, "/proc/self/status")).out) > 0, True, "a file that says that it is empty")


def test_mistakes():
    key = ["--key", KEY]
    bad(run("zuc", "enc", *key, stdin=b"x"), 2, "expected --iv")
    bad(run("zuc", "enc", *key, "--iv", "00", stdin=b"x"), 2, "expected 16 bytes")
    bad(run("zuc", "enc", *key, "--iv", IV, "--aad", "00", stdin=b"x"), 2, "--aad: not for mode stream")
    bad(run("zuc", "enc", *key, "--iv", IV, "--bits", "192", stdin=b"x"), 2, "--bits")
    bad(run("zuc", "enc", *key, "--iv", IV, "--mode", "gxm", stdin=b"x"), 2, "--key")
    bad(run("zuc", "enc", "--key", KEY * 2, "--iv", IV, "--mode", "gxm", "--tag-length", "7", stdin=b"x"), 2,
        "--tag-length")
    bad(run("zuc", "dec", "--key", KEY * 2, "--iv", IV, "--mode", "gxm", "--tag", "00", stdin=b"x"), 2, "--tag")
    bad(run("zuc", "mac", *key, stdin=b"x"), 2, "expected --iv")
    bad(run("zuc", "mac", *key, "--iv", IV, "--mac-length", "8", stdin=b"x"), 2, "--mac-length: expected 4")
    bad(run("zuc", "mac", *key, "--iv", IV, "--verify", "00000000", stdin=b"x"), 1, "the MAC differs")
    bad(run("zuc", "eea3", *key, stdin=b"x"), 2, "expected --count")
    bad(run("zuc", "eea3", *key, "--count", "00", "--bearer", "1", "--direction", "1", stdin=b"x"), 2, "--count")
    for command in ("eea3", "eia3"):
        for text, found in ((b"", "found 0"), (b"x", "found 1"), (b"xyz", "found at least 3")):
            bad(run("zuc", command, *key, *THREE, "--message-bits", "9", *(["-o", "out"] if command == "eea3" else []),
                    stdin=text), 1, "expected 2 bytes for --message-bits 9, " + found)
            true(not os.path.exists("out"), "no file")
    bad(run("zuc", "eia3", *key, *THREE, "--message-bits", "4294967296", stdin=b"x"), 2, "--message-bits")
    equal(run("zuc", "eia3", *key, *THREE, stdin=b"").out,
          model.eia3(bytes.fromhex(KEY), 0x561eb2dc, 7, 1, b"", 0).hex().encode() + b"  -\n", "MAC of nothing")


if __name__ == "__main__":
    clitest.main(globals())
