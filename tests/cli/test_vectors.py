"""The known answers of tests/vectors through the command line."""
import base64
import os

import clitest
import vectors
from clitest import bad, equal, good, read, run, true, write

KEY_MODES = {"ecb": "ecb", "cbc": "cbc", "cfb128": "cfb", "cfb8": "cfb8", "cfb1": "cfb1", "ofb": "ofb", "ctr": "ctr",
             "bc": "bc", "ofbnlf": "ofbnlf", "cbc-pkcs7": "cbc", "ecb-pkcs7": "ecb", "xts-gb": "xts-gb",
             "xts-ieee": "xts", "hctr": "hctr"}


def blocks(*files):
    for name in files:
        for number, v in enumerate(vectors.load(name)):
            v["where"] = "%s, block %d" % (name, number)
            yield v


def test_sm3():
    count = 0
    for v in blocks("sm3.txt"):
        if v["op"] != "sm3":
            continue
        msg = v["msg"] if "msg" in v else v["msg_unit"] * v["msg_repeat_dec"]
        equal(good(run("sm3", stdin=msg)).out[:64].decode(), v["digest"].hex(), v["where"])
        count += 1
    true(count >= 30, "vectors were read")


def test_hmac():
    count = 0
    for v in blocks("kdf-mac.txt"):
        if v["op"] != "hmac":
            continue
        args = ["hmac", "--key", v["key"].hex(), "--mac-length", len(v["mac"]), "--verify", v["mac"].hex()]
        if not v["key"]:
            bad(run(*args, stdin=v["msg"]), 2, "--key: expected a key, found it empty")
            continue
        if not v["mac"]:
            bad(run(*args, stdin=v["msg"]), 2, "--mac-length: expected 1 to 32, found 0")
            continue
        if v.get("result") == "invalid":
            bad(run(*args, stdin=v["msg"]), 1, "guomi hmac: standard input: the MAC differs: another key, or other data")
        else:
            good(run(*args, stdin=v["msg"]), b"")
            good(run(*args[:5], stdin=v["msg"]), v["mac"].hex().encode() + b"  -\n")
        count += 1
    true(count >= 40, "vectors were read")


def test_kdf():
    count = 0
    for v in blocks("kdf-mac.txt"):
        if v["op"] == "kdf":
            if not v["z"] or v["klen_bits_dec"] == 0:
                continue
            args, want = ["sm2", "--key", v["z"].hex(), "--bits", v["klen_bits_dec"]], v["k"]
        elif v["op"] == "hkdf":
            if not v["ikm"]:
                continue
            args = ["hkdf", "--key", v["ikm"].hex(), "--salt", v["salt"].hex(), "--info", v["info"].hex(), "-n",
                    len(v["okm"])]
            want = v["okm"]
        elif v["op"] == "pbkdf2":
            if not v["password"] or v["iterations_dec"] > 20000:
                continue
            # The file's one final newline is dropped, so that any password passes.
            write("password", v["password"] + b"\n")
            args = ["pbkdf2", "--password-file", "password", "--salt", v["salt"].hex(), "-c", v["iterations_dec"], "-n",
                    len(v["dk"])]
            want = v["dk"]
        else:
            continue
        form = count % 3
        if form == 0:
            good(run("kdf", *args), want.hex().encode() + b"\n")
        elif form == 1:
            good(run("kdf", *args, "--raw"), want)
        else:
            good(run("kdf", *args, "--base64", "-o", "out", "-f"), b"")
            equal(read("out"), base64.b64encode(want) + b"\n", v["where"])
        count += 1
    true(count >= 40, "vectors were read")


def test_sm4_modes():
    count = 0
    for v in blocks("sm4-modes.txt"):
        if v["op"] not in KEY_MODES or v.get("bits_dec", 0) % 8 != 0:
            continue
        mode = KEY_MODES[v["op"]]
        args = ["--mode", mode, "--key", (v["key"] + v.get("hkey", b"")).hex()]
        if "iv" in v or "tweak" in v:
            args += ["--iv", v.get("iv", v.get("tweak", b"")).hex()]
        if mode in ("ecb", "cbc", "bc", "ofbnlf"):
            args += ["--padding", "pkcs7" if v["op"].endswith("-pkcs7") else "none"]
        if v.get("result") == "invalid":
            bad(run("sm4", "dec", *args, stdin=v["ct"]), 1, "guomi sm4 dec: standard input: expected ", out=None)
        else:
            good(run("sm4", "dec", *args, stdin=v["ct"]), v["pt"])
            good(run("sm4", "enc", *args, stdin=v["pt"]), v["ct"])
        count += 1
    true(count >= 100, "vectors were read")


def test_sm4_macs():
    count = 0
    for v in blocks("sm4-modes.txt"):
        if v["op"] not in ("cmac", "cbc-mac"):
            continue
        args = ["sm4", "mac", "--mode", v["op"].replace("-", ""), "--key", v["key"].hex(), "--mac-length", len(v["mac"])]
        good(run(*args, stdin=v["msg"]), v["mac"].hex().encode() + b"  -\n")
        good(run(*args, "--verify", v["mac"].hex(), stdin=v["msg"]), b"")
        bad(run(*args, "--verify", bytes([v["mac"][0] ^ 1, *v["mac"][1:]]).hex(), stdin=v["msg"]), 1,
            "guomi sm4 mac: standard input: the MAC differs: another key, or other data")
        count += 1
    equal(count, 12, "number of vectors")


def test_sm4_aead():
    """The ways in and out take turns: each vector is encrypted once and decrypted twice."""
    count = macs = 0
    for turn, v in enumerate(blocks("sm4-aead.txt")):
        args = ["--mode", v["op"], "--key", v["key"].hex(), "--iv", v["iv"].hex(), "--aad", v["aad"].hex(),
                "--tag-length", len(v["tag"])]
        count += 1
        whole, tag = turn % 2 == 0, v["tag"].hex()
        data = write("in", v["ct"] + v["tag"] if whole else v["ct"])
        dec = ["sm4", "dec", *args] + ([] if whole else ["--tag", tag])
        if v.get("result") == "invalid":
            for r in run(*dec, data), run(*dec, "-o", "out", data), run(*dec, stdin=read(data)):
                true(r.code in (1, 2) and r.out == b"" and r.err.count(b"\n") == 1, "%s: %r" % (v["where"], r))
                true(not os.path.exists("out"), "no output file")
            continue
        write("pt", v["pt"])
        if whole:
            good(run("sm4", "enc", *args, stdin=v["pt"]), read(data))
        else:
            good(run("sm4", "enc", *args, "-f", "-o", "ct", "--tag-out", "tag", "pt"), b"")
            equal((read("ct"), read("tag")), (v["ct"], tag.encode() + b"\n"), v["where"])
        if turn % 4 < 2:
            good(run(*dec, data), v["pt"])
            good(run(*dec, "-o", "out", stdin=read(data)), b"")
        else:
            good(run(*dec, stdin=read(data)), v["pt"])
            good(run(*dec, "-o", "out", data), b"")
        equal(read("out"), v["pt"], v["where"])
        os.remove("out")
        if v["op"] == "gcm" and not v["pt"]:
            mac = ["sm4", "mac", "--mode", "gmac", "--key", v["key"].hex(), "--iv", v["iv"].hex(), "--mac-length",
                   len(v["tag"])]
            good(run(*mac, stdin=v["aad"]), tag.encode() + b"  -\n")
            macs += 1
    true(count >= 100 and macs >= 2, "vectors were read")


if __name__ == "__main__":
    clitest.main(globals())
