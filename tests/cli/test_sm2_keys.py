"""guomi sm2 keygen, pubkey, inspect, convert key: every form, passwords, modes, mistakes."""
import base64
import os
import re
import resource

import clitest
import sm2
from clitest import bad, equal, good, read, run, true, write
from sm2keys import mode, only, openssl, pair
from test_encrypt import on_terminal

FORMATS = ["pem", "der", "hex", "base64", "raw"]
FAST = ("--iterations", "2")


def number(name, *options):
    """The private number of a key file."""
    return good(run("sm2", "convert", "key", "--no-password", "--format", "hex", *options, name)).out.strip().decode()


def point(name):
    return good(run("sm2", "convert", "key", "--format", "hex", name)).out.strip().decode()


def test_the_verbs_are_listed():
    bad(run("sm2"), 2, "expected a command (keygen, pubkey, inspect, convert, sign, verify, encrypt, decrypt, exchange, recover)")
    bad(run("sm2", "convert"), 2, "guomi sm2 convert: expected a command (key, signature, ciphertext)")
    bad(run("sm2", "singn"), 2, "did you mean 'sign'?")


def test_a_key_pair_is_one():
    for form in FORMATS:
        pair(form, "--format", form)
        equal(mode(form + ".key"), 0o600, "mode of the private key")
        true(mode(form + ".pub") != 0o600, "the public key is for all")
        d = int(number(form + ".key"), 16)
        true(1 <= d <= sm2.P256.n - 2, "range")
        equal(bytes.fromhex(point(form + ".pub")), sm2.encode_point(sm2.public_key(d)), "public key")
    equal(len(set(number(form + ".key") for form in FORMATS)), len(FORMATS), "different keys")


def test_every_form_to_every_form():
    key, pub = pair()
    d, q = number(key), point(pub)
    for form in FORMATS + ["sec1"]:
        good(run("sm2", "convert", "key", "--no-password", "--format", form, "-o", form, key), b"")
        equal(mode(form), 0o600, "mode")
        equal(number(form), d, "number through " + form)
        good(run("sm2", "pubkey", "--format", form, "-o", form + ".p", form), b"")
        equal(point(form + ".p"), q, "point through " + form)
        for other in FORMATS:
            one = good(run("sm2", "convert", "key", "--format", other, form + ".p")).out
            equal(one, good(run("sm2", "convert", "key", "--format", other, pub)).out, "point from %s to %s" % (form, other))
    equal(read("hex").decode(), d + "\n")
    equal(read("raw").hex(), d)
    equal(base64.b64decode(read("base64")), read("der"))
    true(read("pem").startswith(b"-----BEGIN PRIVATE KEY-----\n"), "PKCS#8")
    true(read("sec1").startswith(b"-----BEGIN EC PRIVATE KEY-----\n"), "SEC 1")
    good(run("sm2", "convert", "key", "--no-password", "--format", "hex", stdin=read("pem")), read("hex"))
    short = good(run("sm2", "pubkey", "--compressed", "--format", "hex", key)).out.strip()
    equal(short.decode(), "%02x" % (2 + int(q[-1], 16) % 2) + q[2:66])
    good(run("sm2", "convert", "key", "--format", "hex", stdin=short), q.encode() + b"\n")


def test_encrypted_keys():
    write("pw", "correct horse\n")
    write("other", "battery staple")
    good(run("sm2", "keygen", "--password-file", "pw", *FAST, "-o", "key", "--public-out", "pub"), b"")
    true(read("key").startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"), "encrypted")
    equal(mode("key"), 0o600, "mode")
    d = number("key", "--password-file", "pw")
    equal(bytes.fromhex(point("pub")), sm2.encode_point(sm2.public_key(int(d, 16))))
    bad(run("sm2", "pubkey", "--password-file", "other", "-o", "x", "key"), 1,
        "guomi sm2 pubkey: key: wrong password, or the key is damaged")
    bad(run("sm2", "pubkey", "-o", "x", "key", preexec_fn=os.setsid), 2, "a terminal to ask for the password, found none")
    r, w = os.pipe()
    os.write(w, b"correct horse")
    os.close(w)
    equal(good(run("sm2", "pubkey", "--password-fd", r, "key", pass_fds=(r,))).out, read("pub"))
    os.close(r)
    for form in ("der", "base64", "pem"):
        # The old password stays, or a new one comes.
        good(run("sm2", "convert", "key", "--password-file", "pw", *FAST, "--format", form, "-o", form, "key"), b"")
        equal(number(form, "--password-file", "pw"), d)
        good(run("sm2", "convert", "key", "--password-file", "pw", "--new-password-file", "other", *FAST, "--prf", "sm3-gm",
                 "--format", form, "-f", "-o", form, "key"), b"")
        equal(number(form, "--password-file", "other"), d)
        equal(mode(form), 0o600, "mode")
    for form in ("hex", "raw", "sec1"):
        bad(run("sm2", "keygen", "--format", form, "--password-file", "pw", "-o", "x"), 2, "expected --no-password too")
    bad(run("sm2", "convert", "key", "--no-password", "--new-password-file", "pw", "key"), 2, "found both")
    true(not os.path.exists("x"), "nothing was written")


def test_password_work_is_limited():
    write("pw", "x")
    good(run("sm2", "keygen", "--password-file", "pw", "--iterations", "5000", "-o", "key"), b"")
    bad(run("sm2", "pubkey", "--password-file", "pw", "--max-iterations", "4999", "key"), 1,
        "key: asks for 5000 password iterations, more than allowed (see --max-iterations)")
    good(run("sm2", "pubkey", "--password-file", "pw", "--max-iterations", "5000", "key"))
    bad(run("sm2", "keygen", "--password-file", "pw", "--iterations", "0"), 2, "--iterations")
    bad(run("sm2", "keygen", "--password-file", "pw", "--iterations", "10000001"), 2, "--iterations")


def test_the_terminal_is_asked():
    code, shown = on_terminal(["sm2", "keygen", *FAST, "-o", "key"], [b"pass word", b"pass word"])
    true(code == 0 and b"pass word" not in shown, "asked twice, without echo: %d %r" % (code, shown))
    equal(mode("key"), 0o600, "mode")
    code, shown = on_terminal(["sm2", "pubkey", "-o", "pub", "key"], [b"pass word"])
    true(code == 0 and b"pass word" not in shown, "asked once: %d %r" % (code, shown))
    code, shown = on_terminal(["sm2", "keygen", *FAST, "-o", "no"], [b"one", b"two"])
    true(code == 2 and not os.path.exists("no"), "two that differ: %d %r" % (code, shown))
    code, shown = on_terminal(["sm2", "keygen", "--no-password", "--format", "raw"], [])
    true(code == 2 and b"found a terminal" in shown, "no bytes on a terminal: %d %r" % (code, shown))


def test_openssl_reads_and_writes_our_keys():
    key, pub = pair()
    write("pw", "secret")
    for form, inform in (("pem", "PEM"), ("der", "DER")):
        good(run("sm2", "convert", "key", "--no-password", "--format", form, "-f", "-o", "k", key))
        equal(openssl("pkey", "-in", "k", "-inform", inform, "-pubout"), read(pub), "public key that OpenSSL derives")
    good(run("sm2", "convert", "key", "--no-password", "--format", "sec1", "-f", "-o", "k", key))
    equal(openssl("pkey", "-in", "k", "-pubout"), read(pub))
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:SM2", "-out", "theirs")
    theirs = openssl("pkey", "-in", "theirs", "-pubout")
    good(run("sm2", "pubkey", "theirs"), theirs)
    for form in ("uncompressed", "compressed"):
        write("p", openssl("ec", "-in", "theirs", "-pubout", "-conv_form", form))
        good(run("sm2", "convert", "key", "p"), theirs)
    for cipher in ("sm4-cbc", "aes-256-cbc"):
        openssl("pkcs8", "-topk8", "-in", "theirs", "-v2", cipher, "-passout", "pass:secret", "-out", "e")
        good(run("sm2", "pubkey", "--password-file", "pw", "e"), theirs)
    openssl("ec", "-in", "theirs", "-out", "old")
    good(run("sm2", "pubkey", "old"), theirs)
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "nist")
    bad(run("sm2", "pubkey", "nist"), 1, "nist: expected the private key, found")
    openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-out", "rsa")
    bad(run("sm2", "pubkey", "rsa"), 1, "rsa: expected the private key")


def test_inspect():
    key, pub = pair()
    write("pw", "x")
    good(run("sm2", "convert", "key", "--new-password-file", "pw", *FAST, "-o", "enc", key))
    q, d = point(pub), number(key)
    for name in (key, pub):
        text = good(run("sm2", "inspect", name)).out.decode()
        true(q in text and "PEM" in text and d not in text, "what inspect says of %s" % name)
        z = re.search(r"^Z +(\w+)$", text, re.M).group(1)
        equal(z, sm2.z_value(sm2.DEFAULT_ID, sm2.decode_point(bytes.fromhex(q))).hex(), "Z")
    text = good(run("sm2", "inspect", "enc")).out.decode()
    true("HMAC-SM3, 2 iterations, SM4-CBC" in text and q not in text, "an encrypted key: " + text)
    true(q in good(run("sm2", "inspect", "--password-file", "pw", "enc")).out.decode(), "opened")
    write("letter", "x")
    good(run("sm2", "sign", "-k", key, "-o", "sig", "letter"))
    true("an SM2 signature" in good(run("sm2", "inspect", "sig")).out.decode(), "a signature")
    for order in ("asn1", "c1c3c2", "c1c2c3-no04"):
        good(run("sm2", "encrypt", "-k", pub, "--order", order, "-f", "-o", "ct", "letter"))
        text = good(run("sm2", "inspect", "ct")).out.decode()
        true("may be       %s, of 1 bytes of text\n" % order in text, "a ciphertext: " + text)
    good(run("encrypt", "-r", pub, "-r", pub, "--password-file", "pw", *FAST, "-o", "gm", "letter"))
    text = good(run("sm2", "inspect", "gm")).out.decode()
    true("2 SM2 keys" in text and "a password, 2 iterations" in text, "an encrypted file: " + text)
    bad(run("sm2", "inspect", "letter"), 1, "letter: expected an SM2 key, signature or ciphertext, found something else")
    bad(run("sm2", "inspect", stdin=b""), 1, "standard input: expected an SM2 key, signature or ciphertext, found nothing")


def test_mistakes():
    key, pub = pair()
    bad(run("sm2", "pubkey", pub), 2, "guomi sm2 pubkey: my.pub: expected the private key, found a public key")
    bad(run("sm2", "verify", "-k", key, "-s", "sig"), 2, "my.key: expected the public key, found a private key ('guomi sm2 pubkey'")
    bad(run("sm2", "sign"), 2, "expected -k FILE or --key-fd N with the private key, found neither")
    bad(run("sm2", "sign", "-k", key, "--key-fd", "3"), 2, "found both")
    write("empty", "")
    bad(run("sm2", "pubkey", "empty"), 1, "empty: expected the private key, found it empty")
    write("huge", bytes(300000))
    bad(run("sm2", "pubkey", "huge"), 1, "huge: expected at most 262144 bytes, found more")
    os.remove("huge")
    write("text", "this is no key\n")
    bad(run("sm2", "pubkey", "text"), 1, "text: expected the private key")
    bad(run("sm2", "pubkey", "missing"), 3, "missing: No such file")
    bad(run("sm2", "pubkey", "."), 3, "Is a directory")
    bad(run("sm2", "pubkey", key, key), 2, "expected one key, found 2")
    bad(run("sm2", "keygen", "file"), 2, "-o names the file")
    bad(run("sm2", "keygen", "--no-password", "-o", key), 2, "my.key: expected a new file")
    bad(run("sm2", "pubkey", "-f", "-o", key, key), 2, "found the same")
    bad(run("sm2", "keygen", "--no-password", "-o", "a", "--public-out", "a"), 2, "the other output")
    bad(run("sm2", "keygen", "--no-password", "--password-file", key), 2, "expected one of --no-password and a password")
    bad(run("sm2", "keygen", "--format", "pme"), 2, "did you mean pem?")
    for zero in ("0" * 64, "f" * 64, "%064x" % (sm2.P256.n - 1)):
        write("bad", zero)
        bad(run("sm2", "pubkey", "bad"), 1, "bad: expected the private key")
    write("off", "04" + "11" * 64)
    bad(run("sm2", "convert", "key", "off"), 1, "off: expected a key")
    only(key, pub, "empty", "text", "bad", "off")


def test_what_is_no_key_is_named():
    key, pub = pair()
    wanted = "an SM2 key, signature or ciphertext"
    # A SM2PrivateKey of 32 bytes is a bare number as well.
    write("two", bytes([2, 30]) + bytes([5]) * 30)
    for command in ("inspect", wanted), ("pubkey", "the private key"):
        bad(run("sm2", command[0], "two"), 1, "two: expected %s, found bytes that fit two forms of a key (write" % command[1])
    bad(run("sm2", "convert", "key", "two"), 1, "two: expected a key, found bytes that fit two forms of a key (write")
    # One of 31 bytes may be a compressed point.
    write("two", bytes([2, 31]) + bytes([5]) * 31)
    bad(run("sm2", "convert", "key", "-o", "x", "two"), 1, "two: expected a key, found bytes that fit two forms of a key")
    text = read(key)
    write("damaged", text.replace(b"M", b"*", 1))
    for command, role in ("pubkey", "the private key"), ("inspect", wanted):
        bad(run("sm2", command, "damaged"), 1, "damaged: expected %s, found " % role)
    write("part", good(run("sm2", "convert", "key", "--format", "der", pub)).out[:64])
    for name in "damaged", "part":
        for format in "pem", "hex":
            bad(run("sm2", "convert", "key", "--format", format, "-o", "x", name), 1, name + ": expected a key, found a damaged one")
    true(not os.path.exists("x"), "no output")
    write("one", "00021e" + "05" * 30)
    good(run("sm2", "pubkey", "one"))
    for curve, name in ("prime256v1", "an EC private key"), ("secp256k1", "an EC private key"):
        write("other", openssl("ecparam", "-genkey", "-noout", "-name", curve))
        bad(run("sm2", "inspect", "other"), 1, "other: expected %s, found %s: the key is of another algorithm or curve" % (wanted, name))
    write("parameters", openssl("ecparam", "-name", "prime256v1"))
    bad(run("sm2", "inspect", "parameters"), 1, "parameters: expected %s, found the parameters of a curve" % wanted)
    bad(run("sm2", "pubkey", "parameters"), 1, "parameters: expected the private key, found the parameters of a curve")
    write("rsa", openssl("genrsa", "1024"))
    subject = ("req", "-x509", "-new", "-key", "rsa", "-subj", "/CN=gm.example")
    write("cert", openssl(*subject))
    write("cert.der", openssl(*subject, "-outform", "DER"))
    for name in "cert", "cert.der":
        bad(run("sm2", "inspect", name), 1, "%s: expected %s, found a certificate" % (name, wanted))
        bad(run("sm2", "pubkey", name), 2, name + ": expected the private key, found a certificate: the private key is in another file")
        bad(run("sm2", "encrypt", "-k", name, key), 1, name + ": expected the public key, found a certificate ('openssl x509")
    write("p12", openssl("pkcs12", "-export", "-inkey", "rsa", "-in", "cert", "-passout", "pass:x"))
    write("pw", "x")
    bad(run("sm2", "pubkey", "--password-file", "pw", "p12"), 1, "p12: expected the private key, found a PKCS#12 file")
    folder = os.path.join(clitest.ROOT, "tests/cases/33-cfca-sm2-file")
    for name in "user.sm2", "user.sm2.der", "user-104-2.sm2.der", "othercert.sm2.der":
        name = os.path.join(folder, name)
        bad(run("sm2", "pubkey", "--password-file", "pw", name), 1, "found a CFCA file of a key and its certificate (.sm2): the key is "
            "encrypted in a way that is not supported")
        bad(run("sm2", "encrypt", "-k", name, key), 2, "expected the public key, found a CFCA file of a key and its "
            "certificate (.sm2), which holds a private key")
        true(b"a CFCA file" in good(run("sm2", "inspect", name)).out, "inspect")


def test_other_encryptions_are_named():
    key, pub = pair()
    write("pw", "x")
    for options, shown in ((("-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"), "PBKDF2 with an unknown function, 2048 iterations"),
                           (("-v2", "des3"), "an unknown cipher"), (("-scrypt", "-scrypt_N", "16"), "another than PBKDF2"),
                           (("-v1", "PBE-SHA1-3DES"), "another than PBKDF2")):
        write("enc", openssl("pkcs8", "-topk8", "-in", key, "-passout", "file:pw", *options))
        bad(run("sm2", "pubkey", "--password-file", "pw", "enc"), 1, "enc: expected the private key encrypted by PBKDF2 with HMAC-SM3, "
            "-SHA256 or -SHA1 and SM4-CBC or AES-CBC, found an encrypted PKCS#8 private key of another kind")
        true(shown in good(run("sm2", "inspect", "enc")).out.decode(), "what inspect shows of " + " ".join(options))


def test_no_terminal():
    key, pub = pair()
    write("pw", "x")
    for args, ways in ((("keygen",), "--password-file, --password-fd, --no-password"),
                       (("convert", "key", "--password-file", "pw", key), "--new-password-file, --new-password-fd, --no-password"),
                       (("convert", "key", key), "--new-password-file, --new-password-fd, --no-password")):
        bad(run("sm2", *args, preexec_fn=os.setsid), 2, "expected %s or a terminal to ask for the password, found none" % ways)


def test_damaged_keys_are_refused():
    key, pub = pair("my", "--format", "der")
    for name, command in ((key, ("sm2", "pubkey")), (pub, ("sm2", "convert", "key"))):
        data = read(name)
        for n in list(range(0, len(data), 7)) + [len(data) - 1]:
            write("cut", data[:n])
            r = run(*command, "-o", "out", "cut")
            # Some beginnings have the size of a bare number or point, and are none.
            bad(r, 1, "cut: expected")
        for i in range(0, len(data) - 65, 3):
            changed = bytearray(data)
            changed[i] ^= 0x41
            write("changed", bytes(changed))
            bad(run(*command, "-o", "out", "changed"), 1, "changed: expected")
        write("longer", data + b"\0")
        bad(run(*command, "-o", "out", "longer"), 1, "longer: expected")
    true(not os.path.exists("out"), "no output")


def test_nothing_half_written():
    with open("/dev/full", "wb") as full:
        bad(run("sm2", "keygen", "--no-password", stdout=full), 3, "No space left", None)
    bad(run("sm2", "keygen", "--no-password", "-o", "/dev/full"), 3, "/dev/full")
    bad(run("sm2", "keygen", "--no-password", "-o", "no/such/folder"), 3, "no/such/folder")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    bad(run("sm2", "keygen", "--no-password", "-o", "key", "--public-out", "pub", preexec_fn=limit), 3, "write error")
    r, w = os.pipe()
    os.close(r)
    equal(run("sm2", "keygen", "--no-password", stdout=w).code, 3, "exit code of a closed pipe")
    os.close(w)
    only()
    write("key", "old")
    os.chmod("key", 0o644)
    good(run("sm2", "keygen", "--no-password", "-f", "-o", "key"), b"")
    equal(mode("key"), 0o600, "mode of a replaced file")


if __name__ == "__main__":
    clitest.main(globals())
