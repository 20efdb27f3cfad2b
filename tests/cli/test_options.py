"""Options, help at every level, keys, values, rand, cpu, version."""
import base64
import json
import os
import re
import resource
import shutil
import subprocess

import clitest
from clitest import GUOMI, Skip, bad, equal, good, read, run, true, write

KEY = "0123456789abcdeffedcba9876543210"
SM2 = ["keygen", "pubkey", "inspect", "convert", "sign", "verify", "encrypt", "decrypt", "exchange", "recover"]
SM9 = ["setup", "extract", "inspect", "convert", "sign", "verify", "encrypt", "decrypt", "exchange"]
LEVELS = [[], ["sm2"], *[["sm2", verb] for verb in SM2], ["sm2", "convert", "key"], ["sm2", "convert", "signature"],
          ["sm2", "convert", "ciphertext"], ["sm3"], ["hmac"], ["sm4"], ["sm4", "enc"], ["sm4", "dec"], ["sm4", "mac"],
          ["sm9"], *[["sm9", verb] for verb in SM9], *[["sm9", "convert", what] for what in ("key", "signature", "ciphertext")],
          ["kdf"], ["kdf", "pbkdf2"], ["kdf", "hkdf"], ["kdf", "sm2"], ["rand"], ["cpu"], ["version"]]


def test_help_at_every_level():
    for level in LEVELS:
        text = good(run(*level, "--help")).out.decode()
        true(text.startswith("Usage: guomi " + " ".join(level)) or level == [], "help of %r begins with its usage" % level)
        true("Example" in text, "help of %r has an example" % level)
        true(max(map(len, text.splitlines())) <= 100, "help of %r fits a terminal" % level)
        good(run(*level, "-h"), text.encode())
        if level:
            good(run(*level[:-1], "help", level[-1]), text.encode())
        else:
            true("guomi help COMMAND" in text, "the help tells of 'guomi help'")


def prepare_sm2():
    """The files that the examples of guomi sm2 speak of; those that they write are removed before."""
    for name in ("alice", "bob", "bob-once"):
        good(run("sm2", "keygen", "--no-password", "-o", name + ".key", "--public-out", name + ".pub"))
    write("letter.txt", b"Dear Bob")
    write("session.key", b"0123456789abcdef")
    good(run("sm2", "encrypt", "-k", "bob.pub", "--order", "c1c2c3", "-o", "old.bin", "session.key"))


def prepare_sm9():
    """The same for guomi sm9."""
    for use, files in (("sign", [("alice@example.org", "sign", "alice")]),
                       ("encrypt", [("bob@example.org", "encrypt", "bob"), ("alice", "exchange", "alice-exchange")])):
        good(run("sm9", "setup", "--for", use, "--no-password", "-o", use + ".key", "--public-out", use + ".pub"))
        for ident, hid, name in files:
            good(run("sm9", "extract", "-k", use + ".key", "--id", ident, "--hid", hid, "--no-password", "-f", "-o", name + ".key"))
    shutil.copy("sign.pub", "centre.pub")
    good(run("sm9", "exchange", "--role", "responder", "-m", "encrypt.pub", "--peer-id", "alice", "--ephemeral-out", "bob.once",
             "--point-out", "bob.point"))
    write("disk.img", bytes(300000))
    write("letter.txt", b"Dear Bob")
    write("session.key", b"0123456789abcdef")
    good(run("sm9", "sign", "-k", "alice.key", "-f", "-o", "letter.sig", "letter.txt"))
    good(run("sm9", "encrypt", "-m", "encrypt.pub", "--id", "bob@example.org", "-o", "session.der", "session.key"))


def test_examples_of_the_help_run():
    shell = shutil.which("bash") or shutil.which("sh")
    os.mkdir("bin")
    os.symlink(GUOMI, "bin/guomi")
    write("backup.tar", b"x")
    prepare_sm2()
    environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"])
    listed = run("--help").out.decode().split("\nCommands:\n")[1].split("\n\n")[0]
    names = {line.split()[0] for line in listed.splitlines()}
    count = 0
    true({"sm3", "hmac", "sm4", "kdf", "rand", "cpu", "version"} <= names, "commands are listed")
    for level in LEVELS:
        if level == ["sm9"]:
            prepare_sm9()
        text = run(*level, "--help").out.decode()
        examples = re.split(r"\nExamples?:\n", text)[1].replace("\\\n", " ")
        for line in examples.splitlines():
            if "--confirm" in line.split() or re.search("sm2 keygen -o|sm9 setup|sm9 extract", line):
                continue  # asks the terminal
            for name in re.findall(r"(?:-o|--public-out|--confirmation-out|--ephemeral-out|--point-out) (\S+)", line):
                if os.path.exists(name):
                    os.remove(name)
            p = subprocess.run([shell, "-c", line], env=environment, capture_output=True, check=False,
                               stdin=subprocess.DEVNULL)
            equal((p.returncode, p.stderr), (0, b""), "answer of the example %r" % line)
            count += 1
    true(count > 15, "examples were found")


def test_commands_and_suggestions():
    bad(run(), 2, "version), found none (try 'guomi --help')")
    bad(run("sm33"), 2, "guomi: expected a command, found sm33, did you mean 'sm3'? (try 'guomi --help')")
    bad(run("xyzzy"), 2, "guomi: expected a command, found xyzzy (try 'guomi --help')")
    bad(run("sm4"), 2, "guomi sm4: expected a command (enc, dec, mac), found none (try 'guomi sm4 --help')")
    bad(run("sm4", "encrpyt"), 2, "guomi sm4: expected a command, found encrpyt")
    bad(run("sm4", "ecn"), 2, "guomi sm4: expected a command, found ecn, did you mean 'enc'? (try 'guomi sm4 --help')")
    bad(run("help", "sm5"), 2, "found sm5, did you mean 'sm")
    bad(run("kdf", "pbkdf"), 2, "did you mean 'pbkdf2'?")
    bad(run("--frob", "sm3"), 2, "guomi: unrecognized option '--frob' before the command")
    bad(run("sm4", "enc", "--mdoe", "gcm"), 2,
        "guomi sm4 enc: unrecognized option '--mdoe', did you mean '--mode'? (try 'guomi sm4 enc --help')")
    bad(run("rand", "--bytes"), 2, "guomi rand: option '--bytes' requires an argument")
    bad(run("rand", "-n"), 2, "guomi rand: option requires an argument -- 'n'")
    bad(run("rand", "-q"), 2, "guomi rand: invalid option -- 'q'")
    bad(run("rand", "--raw=3"), 2, "guomi rand: option '--raw' doesn't allow an argument")
    bad(run("rand", "16"), 2, "guomi rand: expected no operand, found 16 (the number of bytes goes to -n)")
    bad(run("cpu", "x"), 2, "guomi cpu: expected no operand, found x")


def test_version():
    text = good(run("version")).out
    true(re.fullmatch(rb"guomi \d+\.\d+\.\d+\n", text) is not None, "version is %r" % text)
    good(run("--version"), text)


def test_backend():
    rows = json.loads(good(run("--backend", "portable", "cpu", "--json")).out)["rows"]
    true({r["name"] for r in rows if r["chosen"]} <= {"portable", "portable64"}, "portable rows alone")
    equal(json.loads(good(run("cpu", "--json", "--backend", "portable")).out)["rows"], rows)
    bad(run("--backend", "avx3", "cpu"), 2,
        "guomi: --backend: expected one of portable, aesni, avx2, gfni-avx2, avx512, ifma, found avx3")
    bad(run("--backend"), 2, "guomi: option '--backend' requires an argument")
    a = good(run("sm3", "--backend", "portable", stdin=b"abc")).out
    good(run("sm3", stdin=b"abc"), a)


def test_cpu():
    text = good(run("cpu")).out.decode()
    data = json.loads(good(run("cpu", "--json")).out)
    true(all(isinstance(v, bool) for v in data["features"].values()), "features are true or false")
    rooms = {r["room"] for r in data["rows"]}
    true({"sm3", "sm4", "ghash"} <= rooms, "rooms are %r" % rooms)
    for room in rooms:
        equal(sum(r["chosen"] for r in data["rows"] if r["room"] == room), 1, "rows chosen of " + room)
    for r in data["rows"]:
        true(re.search(r"^%s +%s " % (r["room"], re.escape(r["name"])), text, re.M) is not None, "%r is in the text" % r)


def test_rand():
    seen = set()
    for n, args in ((32, []), (16, ["-n", "16"]), (1, ["--bytes=1"]), (2048, ["-n", "2K"]), (100000, ["-n100000"])):
        out = good(run("rand", *args)).out
        true(re.fullmatch(rb"[0-9a-f]{%d}\n" % (2 * n), out) is not None, "hex of %d bytes" % n)
        seen.add(out)
        equal(len(good(run("rand", "--raw", *args)).out), n)
        out = good(run("rand", "--base64", *args)).out
        equal(len(base64.b64decode(out[:-1], validate=True)), n)
    equal(len(seen), 5)
    good(run("rand", "-n", "0", "--raw"), b"")
    for text, found in (("x", "x"), ("", "nothing"), ("-1", "-1"), ("K", "K")):
        bad(run("rand", "-n", text), 2, "guomi rand: --bytes: expected a number, found " + found)
    for text in ("1.5", "3X", "1KK", "1k", "18446744073709551616X", "0x10", "1KB"):
        bad(run("rand", "-n", text), 2, "guomi rand: --bytes: expected a number, alone or with K, M, G or T, found " + text)
    for text in ("18446744073709551616", "16777216T", "99999999999999999999999999", "99999999999999999999T"):
        bad(run("rand", "-n", text), 2,
            "guomi rand: --bytes: expected at most 18446744073709551615, found more: " + text)


def test_units_only_where_bytes_are_counted():
    write("pw", "pw")
    good(run("kdf", "sm2", "--key", "00", "-n", "1K", "--raw"))
    for command, option in (
            (["kdf", "pbkdf2", "--salt", "00", "--password-file", "pw"], "--iterations"), (["kdf", "sm2", "--key", "00"], "--bits"),
            (["kdf", "sm2"], "--key-fd"), (["encrypt"], "--password-fd"), (["encrypt", "--password-file", "pw"], "--iterations"),
            (["decrypt", "--password-file", "pw"], "--max-iterations"),
            (["sm4", "enc", "--mode", "xts", "--key", KEY * 2], "--first-unit")):
        bad(run(*command, option, "1K"), 2, "%s: expected a number alone, found 1K" % option)
    bad(run("kdf", "hkdf", "--key", "00", "-n", "18446744073709551616"), 2, "--length: expected at most 8160, found more: 18446744073709551616")


def test_key_sources():
    cmac = ["sm4", "mac", "--mode", "cmac"]
    want = good(run(*cmac, "--key", KEY, stdin=b"x")).out
    write("hex", KEY.upper() + "\r\n")
    write("lines", KEY[:8] + "\n" + KEY[8:] + "\n\n")
    write("b64", base64.b64encode(bytes.fromhex(KEY)) + b"\n")
    write("raw", bytes.fromhex(KEY))
    for args in (["--key-file", "hex"], ["--key-file", "lines"], ["--key-file", "b64", "--key-format", "base64"],
                 ["--key-file", "raw", "--key-format", "raw"]):
        good(run(*cmac, *args, stdin=b"x"), want)
    with open("hex", "rb") as f:
        good(run(*cmac, "--key-fd", f.fileno(), stdin=b"x", pass_fds=[f.fileno()]), want)
    good(run(*cmac, "--key-file", "-", write("x", b"x"), stdin=KEY.encode()), want.replace(b"-", b"x"))
    bad(run(*cmac, stdin=b"x"), 2, "guomi sm4 mac: expected one of --key-file, --key-fd and --key, found none")
    bad(run(*cmac, "--key", KEY, "--key-file", "hex"), 2, "expected one of --key and --key-file, found both")
    bad(run(*cmac, "--key-file", "raw"), 2, "raw: expected a key in hex digits, found other text of 16 bytes (see --key-format)")
    bad(run(*cmac, "--key-file", "hex", "--key-format", "base64"), 2, "hex: expected a key of 16 bytes, found 24")
    bad(run(*cmac, "--key", KEY[:-2]), 2, "--key: expected a key of 16 bytes, found 15")
    bad(run(*cmac, "--key", KEY[:-1]), 2, "--key: expected a key in hex digits, found other text of 31 bytes")
    bad(run(*cmac, "--key-file", write("empty", b"")), 2, "empty: expected a key of 16 bytes, found 0")
    bad(run(*cmac, "--key-file", "missing"), 3, "guomi sm4 mac: missing: No such file or directory")
    bad(run(*cmac, "--key-fd", "77"), 3, "guomi sm4 mac: descriptor 77: read error: Bad file descriptor")
    bad(run(*cmac, "--key-fd", "x"), 2, "--key-fd: expected a number, found x")
    bad(run(*cmac, "--key-file", "hex", "--key-format", "hexx"), 2,
        "--key-format: expected one of hex, base64, raw; found hexx, did you mean hex?")
    bad(run("sm4", "enc", "--mode", "xts", "--sector", "512", "--key", KEY), 2, "expected a key of 32 bytes, found 16")


def test_key_leaves_the_list_of_processes():
    if not os.path.exists("/proc/self/cmdline"):
        raise Skip("no /proc")
    p = subprocess.Popen([GUOMI, "hmac", "--key", KEY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    p.stdin.write(b"x" * 300000)
    p.stdin.flush()  # the program reads more than the pipe holds, so it is past its options now
    line = read("/proc/%d/cmdline" % p.pid)
    p.stdin.close()
    p.stdout.read()
    p.stdout.close()
    p.wait()
    true(b"hmac" in line and KEY.encode() not in line, "the arguments read %r" % line)


def test_values():
    enc = ["sm4", "enc", "--mode", "ctr", "--key", KEY]
    iv = bytes(range(16))
    want = good(run(*enc, "--iv", iv.hex(), stdin=b"text")).out
    write("raw", iv)
    write("hex", iv.hex() + "\n")
    write("b64", base64.b64encode(iv) + b"\n")
    for v in ("hex:" + iv.hex().upper(), "base64:" + base64.b64encode(iv).decode(), "file:raw", "hex-file:hex",
              "base64-file:b64"):
        good(run(*enc, "--iv", v, stdin=b"text"), want)
    good(run(*enc, "--iv", "text:0123456789abcdef", stdin=b"text"),
         good(run(*enc, "--iv", b"0123456789abcdef".hex(), stdin=b"text")).out)
    bad(run(*enc, "--iv", "zz"), 2, "guomi sm4 enc: --iv: expected hex digits, found other text of 2 characters")
    bad(run(*enc, "--iv", "base64:!"), 2, "--iv: expected Base64, found other text of 1 characters")
    bad(run(*enc, "--iv", "hex-file:raw"), 2, "--iv raw: expected hex digits, found other text of 16 characters")
    bad(run(*enc, "--iv", "file:missing"), 3, "guomi sm4 enc: missing: No such file or directory")
    bad(run(*enc, "--iv", "00"), 2, "--iv: expected 16 bytes for mode ctr, found 1")
    bad(run("sm4", "enc", "--mode", "ccm", "--key", KEY, "--iv", "00"), 2, "--iv: expected 7 to 13 bytes for mode ccm, found 1")
    bad(run("sm4", "enc", "--mode", "gcm", "--key", KEY, "--iv", ""), 2, "--iv: expected 1 to 1048576 bytes for mode gcm, found 0")


def test_options_that_do_not_fit():
    for mode, more, message in (
            ("ecb", ["--iv", "00" * 16], "--iv: not for mode ecb"), ("ctr", [], "mode ctr: expected --iv, found none"),
            ("ctr", ["--iv", "00" * 16, "--padding", "pkcs7"], "--padding: not for mode ctr"),
            ("cbc", ["--iv", "00" * 16, "--aad", "00"], "--aad: not for mode cbc"),
            ("cbc", ["--iv", "00" * 16, "--tag-length", "12"], "--tag-length: not for mode cbc"),
            ("cbc", ["--iv", "00" * 16, "--tag-out", "t"], "--tag-out: not for mode cbc"),
            ("cbc", ["--iv", "00" * 16, "--sector", "512"], "--sector: not for mode cbc"),
            ("gcm", ["--iv", "00" * 12, "--first-unit", "1"], "--first-unit: not for mode gcm"),
            ("xts", ["--sector", "15"], "--sector: expected 16 to 16777216, found 15"),
            ("xts", ["--sector", "512", "--iv", "00" * 16], "mode xts: expected --iv for one data unit, or --sector or --first-unit; found both"),
            ("cbc", ["--iv", "00" * 16, "--padding", "pkcs5"],
             "--padding: expected one of none, pkcs7, iso7816, x923, zero; found pkcs5, did you mean pkcs7?"),
            ("ccm", ["--iv", "00" * 12, "--tag-length", "5"], "--tag-length: expected 4, 6, 8, 10, 12, 14 or 16, found 5"),
            ("cbc", ["--iv", "00" * 16, "a", "b"], "expected one input file, found 2"),
            ("gmc", [], "--mode: expected one of ecb, cbc, cfb, cfb8, cfb1, ofb, ctr, bc, ofbnlf, xts, xts-gb, gcm, ccm, hctr; found gmc, did you mean gcm?")):
        bad(run("sm4", "enc", "--mode", mode, "--key", KEY, *more), 2, "guomi sm4 enc: " + message)
    bad(run("sm4", "enc", "--key", KEY), 2, "guomi sm4 enc: expected --mode, found none")
    mac = ["sm4", "mac", "--key", KEY, "--mode"]
    bad(run(*mac[:-1]), 2, "guomi sm4 mac: expected --mode, found none")
    bad(run(*mac, "gmac"), 2, "mode gmac: expected an --iv")
    bad(run(*mac, "cmac", "--iv", "00"), 2, "mode cmac: expected no --iv")
    bad(run(*mac, "gmac", "--iv", "00", "--mac-length", "5"), 2, "--mac-length: expected 4, 8 or 12 to 16 for mode gmac, found 5")
    bad(run(*mac, "cbcmac", stdin=b"x"), 1, "standard input: expected whole blocks of 16 bytes, at least one, for mode cbcmac; found 1 bytes")
    bad(run(*mac, "cmac", "--verify", "00"), 2, "--verify: expected a MAC of 16 bytes (see --mac-length), found 1")
    bad(run(*mac, "cmac", "--verify", "00" * 16, "a", "b"), 2, "--verify: expected one file, found 2")
    bad(run("hmac", "--key", "01", "--verify", "00"), 2, "--verify: expected a MAC of 32 bytes (see --mac-length), found 1")
    bad(run("kdf", "pbkdf2"), 2, "guomi kdf pbkdf2: expected --salt, found none")
    bad(run("kdf", "pbkdf2", "--salt", "", "-c", "0"), 2, "--iterations: expected 1 to 18446744073709551615, found 0")
    bad(run("kdf", "hkdf", "--key", "01", "-n", "8161"), 2, "--length: expected 1 to 8160, found 8161")
    bad(run("kdf", "pbkdf2", "--salt", "", "--password-file", write("p", b"\n")), 2, "p: expected a password, found it empty")
    bad(run("kdf", "pbkdf2", "--salt", "", "--password-file", "p", "--password-fd", "0"), 2,
        "expected one of --password-file and --password-fd, found both")


def test_options_given_twice_or_against_each_other():
    write("key", KEY)
    write("pw", "pw")
    aead = ["--mode", "gcm", "--key", KEY, "--iv", "00" * 12]
    for command, twice in (
            (["sm4", "enc", *aead], {"--mode": "ccm", "--key": KEY, "--iv": "00", "--aad": "00", "--tag-length": "16",
                                     "--tag-out": "tag", "--output": "out"}),
            (["sm4", "dec", *aead], {"--tag": "00" * 16}),
            (["sm4", "enc", "--mode", "xts"], {"--sector": "512", "--first-unit": "1", "--key-file": "key", "--key-fd": "9",
                                               "--key-format": "hex"}),
            (["sm4", "mac"], {"--mode": "cmac", "--mac-length": "16", "--verify": "00"}),
            (["hmac"], {"--key": "00", "--mac-length": "16", "--verify": "00"}),
            (["kdf", "pbkdf2"], {"--salt": "00", "--iterations": "9", "--length": "9", "--output": "out", "--password-file": "pw",
                                 "--password-fd": "9"}),
            (["kdf", "hkdf"], {"--info": "00"}), (["kdf", "sm2"], {"--bits": "9"}), (["rand"], {"--bytes": "9"}),
            (["encrypt"], {"--iterations": "9", "--output": "out", "--password-file": "pw"}),
            (["decrypt"], {"--max-iterations": "9"}), (["bench"], {"--only": "sm3", "--bytes": "9"})):
        for option, value in twice.items():
            more = [option, value] * (1 if option in command else 2)
            bad(run(*command, *more), 2, "guomi %s: %s: expected once, found twice" % (" ".join(command[:2 if command[0] in ("sm4", "kdf") else 1]), option))
    bad(run("rand", "-n1", "-n", "1"), 2, "--bytes: expected once, found twice")
    bad(run("rand", "-o", "a", "--out=b"), 2, "--output: expected once, found twice")
    both = "expected one of %s and %s, found both"
    for a, b in ("--hex", "--base64"), ("--base64", "--raw"), ("--raw", "--hex"):
        for command in (["rand"], ["kdf", "sm2", "--key", "00"]):
            bad(run(*command, a, b), 2, both % (a, b))
    for a, b in (["--key", KEY], ["--key-file", "key"]), (["--key-file", "key"], ["--key-fd", "0"]), (["--key-fd", "0"], ["--key", KEY]), (
            ["--key", KEY], ["--key-format", "hex"]):
        for command in (["hmac"], ["sm4", "enc", "--mode", "ecb"]):
            bad(run(*command, *a, *b), 2, both % (a[0], b[0]))
    bad(run("kdf", "sm2", "--key", "00", "--bits", "9", "-n", "2"), 2, both % ("--bits", "--length"))
    for command in (["kdf", "pbkdf2", "--salt", "00"], ["encrypt"], ["decrypt"]):
        bad(run(*command, "--password-fd", "0", "--password-file", "pw"), 2, both % ("--password-fd", "--password-file"))
    bad(run("kdf", "pbkdf2", "--salt", "00", "--password-file", "pw", "--confirm"), 2, both % ("--password-file", "--confirm"))
    # Said twice, flags say the same.
    good(run("rand", "--raw", "--raw", "-f", "-f", "-n", "0"), b"")
    good(run("encrypt", "--password-file", "pw", "--iterations", "1", stdin=b"x"))
    for command in "encrypt", "decrypt":
        bad(run(command, "--password", "--password-file", "pw"), 2, both % ("--password", "--password-file"))
    for a in ["--iterations", "9"], ["--prf", "sm3"]:
        for command in ["keygen"], ["convert", "key"]:
            bad(run("sm2", *command, "--no-password", *a), 2, both % ("--no-password", a[0]))
    bad(run("encrypt", "-r", "pub", "--iterations", "9"), 2, "--iterations: expected a password too")
    equal(sorted(os.listdir(".")), ["key", "pw"])


def test_messages_are_printable():
    for word in (b"--\xff\x9b31m\x1b[31m", b"-\xff", b"\xff\n", b"--\xe2\x80\xae"):
        for command in [], ["sm3"], ["sm2"], ["sm2", "sign"], ["zuc", "enc"]:
            r = run(*command, word)
            equal((r.code, r.err.count(b"\n")) if command != ["sm3"] or word[:1] == b"-" else (2, 1), (2, 1))
            true(r.err.decode("utf-8").strip("\n").isprintable(), "printable UTF-8: %r" % r.err)
    r = run("sm2", "sign", "--ключ") # letters stay
    true("--ключ".encode() in r.err, "letters of other scripts stay: %r" % r.err)


def test_a_printed_line_verifies():
    write("key", KEY)
    for name in ("data", "new\nline", "ab  cd", "face"):
        write(name, b"text")
        for command in (["hmac"], ["sm4", "mac", "--mode", "cmac"], ["hmac", "--mac-length", "4"]):
            line = good(run(*command, "--key-file", "key", name)).out
            verify = [*command, "--key-file", "key", "--verify", "hex-file:mac"]
            for text in (line, line[:-1], line.split(b"  ")[0].lstrip(b"\\") + b"\n"):
                write("mac", text)
                good(run(*verify, name), b"")
            bad(run(*verify, "key"), 1, "the MAC differs")
            for text in (line + line, line.replace(b"  ", b" ", 1), b"x" + line, line + b"x"):
                write("mac", text)
                true(run(*verify, name).code == 2, "%r is refused" % text)
    write("mac", good(run("hmac", "--key-file", "key", stdin=b"text")).out)
    good(run("hmac", "--key-file", "key", "--verify", "hex-file:mac", stdin=b"text"), b"")
    bad(run("hmac", "--key-file", "mac"), 2, "mac: expected a key in hex digits")


def test_many_files_of_macs():
    write("a", b"a")
    write("new\nline", b"b")
    for args in (["hmac", "--key", "01"], ["sm4", "mac", "--mode", "cmac", "--key", KEY]):
        r = run(*args, "a", "missing", "new\nline")
        equal((r.code, r.out.count(b"\n")), (3, 2))
        true(r.err.endswith(b": missing: No such file or directory\n"), "the missing file is named")
        true(r.out.splitlines()[1].startswith(b"\\") and r.out.endswith(b"  new\\nline\n"), "names are escaped")


def test_lists_of_macs():
    key = ["hmac", "--key-file", "key"]
    write("key", b"0102030405")
    for name in (b"a", b"new\nline", b" lead", b"*star"):
        write(name, b"content of " + name)
    for length in ([], ["--mac-length", "4"], ["--mac-length", "1"]):
        lines = good(run(*key, *length, "--", "a", "new\nline", " lead", "*star")).out
        write("list", lines)
        good(run(*key, *length, "-c", "list"), b"a: OK\n\\new\\nline: OK\n lead: OK\n*star: OK\n")
        good(run(*key, *length, "-c", stdin=lines), b"a: OK\n\\new\\nline: OK\n lead: OK\n*star: OK\n")
        good(run(*key, *length, "--check", "--quiet", "list"), b"")
        good(run(*key, *length, "-c", "--status", "list"), b"")
    full = good(run(*key, "a")).out
    write("list", full)
    write("list", b"\xef\xbb\xbf" + full.replace(b"\n", b"\r\n")) # as Windows editors save it
    good(run(*key, "-c", "--strict", "list"), b"a: OK\n")
    write("list", full + b"\xef\xbb\xbf" + full)
    bad(run(*key, "-c", "--strict", "list"), 1, "1 line is improperly formatted", b"a: OK\n")
    write("list", full)
    bad(run(*key, "--mac-length", "31", "-c", "list"), 1, "list: no properly formatted MAC lines found")
    bad(run("hmac", "--key", "00", "-c", "list"), 1, "guomi hmac: WARNING: 1 computed MAC did NOT match", out=b"a: FAILED\n")
    write("a", b"other content")
    r = run(*key, "-c", "list", "list")
    equal((r.code, r.out, r.err), (1, b"a: FAILED\n" * 2, b"guomi hmac: WARNING: 1 computed MAC did NOT match\n" * 2))
    r = run(*key, "-c", "--status", "list")
    equal((r.code, r.out, r.err), (1, b"", b""))
    write("a", b"content of a")
    write("list", full + b"nonsense\n# comment\nSM3 (a) = " + full[:64] + b"\n" + full.replace(b"  a", b"  gone"))
    r = run(*key, "-c", "-w", "list")
    equal((r.code, r.out), (1, b"a: OK\ngone: FAILED open or read\n"))
    equal(r.err.splitlines(), [b"guomi hmac: list: 2: improperly formatted MAC line",
                               b"guomi hmac: list: 4: improperly formatted MAC line",
                               b"guomi hmac: gone: No such file or directory",
                               b"guomi hmac: WARNING: 2 lines are improperly formatted",
                               b"guomi hmac: WARNING: 1 listed file could not be read"])
    good(run(*key, "-c", "--ignore-missing", "--status", "list"), b"")
    bad(run(*key, "-c", "--ignore-missing", "--strict", "list"), 1, "2 lines are improperly formatted", out=b"a: OK\n")
    bad(run(*key, "-c", "missing"), 3, "guomi hmac: missing: No such file or directory")
    bad(run(*key, "--strict", "a"), 2, "the --strict option is meaningful only when verifying MACs")
    bad(run(*key, "-c", "--verify", "00", "a"), 2, "expected one of --check and --verify, found both")
    bad(run("hmac", "--key-fd", "0", "-c", stdin=b"01"), 2, "standard input cannot be both the key and the input")


def test_lists_with_lines_without_end():
    write("a", b"a")
    key = ["hmac", "--key", "01"]
    line = good(run(*key, "a")).out
    for command, proper in ([*key, "-c"], line), (["sm3", "-c"], good(run("sm3", "a")).out):
        for n in (65400, 65535 - 67, 65535, 65536, 65537, 200000):
            write("list", b"x" * n + b"\n" + proper)
            r = run(*command, "--strict", "list")
            equal((r.code, r.out), (1, b"a: OK\n"))
            true(b"1 line is improperly formatted" in r.err, "the long line: %r" % r.err)
    if "asan" in GUOMI:
        return  # a sanitizer needs more address space than the limit
    with open("list", "wb") as f:
        f.truncate(200 << 20)
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (48 << 20, 48 << 20))
    bad(run(*key, "-c", "list", preexec_fn=limit), 1, "list: no properly formatted MAC lines found")


def test_paddings():
    for padding in ("pkcs7", "iso7816", "x923", "zero"):
        for mode in ("cbc", "ecb", "bc", "ofbnlf"):
            args = ["--mode", mode, "--key", KEY, "--padding", padding] + ([] if mode == "ecb" else ["--iv", "00" * 16])
            for n in (1, 15, 16, 17):
                ct = good(run("sm4", "enc", *args, stdin=b"a" * n)).out
                equal(len(ct), (n + 15) // 16 * 16 if padding == "zero" else n // 16 * 16 + 16)
                good(run("sm4", "dec", *args, stdin=ct), b"a" * n)
    args = ["--mode", "cbc", "--key", KEY, "--iv", "00" * 16]
    bad(run("sm4", "enc", *args, "--padding", "none", stdin=b"a" * 17), 1,
        "guomi sm4 enc: standard input: expected a multiple of 16 bytes (padding none), found 17 bytes", out=None)
    bad(run("sm4", "dec", *args, stdin=b""), 1, "expected at least 16 bytes (padding pkcs7), found 0 bytes")
    bad(run("sm4", "dec", *args, stdin=b"a" * 16), 1, "expected text with pkcs7 padding under this key, found none")


if __name__ == "__main__":
    clitest.main(globals())
