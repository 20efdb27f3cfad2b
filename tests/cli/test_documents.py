"""Help, man pages and completions tell of the same options; man pages are clean, completions work."""
import glob
import os
import re
import shutil
import subprocess

import clitest
from clitest import Skip, equal, good, run, true

APP = os.path.join(clitest.ROOT, "apps", "guomi")
TWO = {"sm2": ["keygen", "pubkey", "inspect", "convert key", "convert signature", "convert ciphertext", "sign", "verify",
               "encrypt", "decrypt", "exchange", "recover"],
       "sm9": ["setup", "extract", "inspect", "convert key", "convert signature", "convert ciphertext", "sign", "verify", "encrypt", "decrypt", "exchange"],
       "sm4": ["enc", "dec", "mac"], "zuc": ["enc", "dec", "mac", "eea3", "eia3"], "kdf": ["pbkdf2", "hkdf", "sm2"]}


def text(*path):
    with open(os.path.join(APP, *path), encoding="utf-8") as f:
        return f.read()


def commands():
    listed = run("--help").out.decode().split("\nCommands:\n")[1].split("\n\n")[0]
    for line in listed.splitlines():
        name = line.split()[0]
        yield from ([name, *second.split()] for second in TWO.get(name, []))
        if name not in TWO:
            yield [name]


def options(command):
    # Options of a command begin its lines; examples may show those of others.
    usage = re.split(r"\nExamples?:\n", good(run(*command, "--help")).out.decode())[0]
    found = set()
    for line in usage.splitlines():
        if re.match(r"\s+(-\w, )?--", line):
            found |= set(re.findall(r"--[a-z][a-z0-9-]*", re.split(r"  +(?=[^-\s])", line.strip())[0]))
    return found - {"--help", "--backend", "--version"}


def manual(command):
    page = text("man", "guomi-%s.1" % command[0]) + text("man", "guomi.1")
    return re.sub(r"\\-", "-", page).replace("Fl -", "--").replace(", -", ", --").replace("| -", "| --")


def test_every_option_is_in_the_manual():
    for command in commands():
        page = manual(command)
        for option in options(command):
            true(re.search(re.escape(option) + r"\b", page) is not None, "%s of %r is in the manual" % (option, command))


def test_encrypt_says_that_it_needs_a_password():
    clitest.bad(run("encrypt", stdin=b"x"), 2, "expected --password (or --password-file, --password-fd) or -r PUBKEY")
    page = manual(["encrypt"])
    synopsis = page.split(".Sh SYNOPSIS")[1].split(".Sh")[0]
    usage = run("encrypt", "--help").out.decode().splitlines()[0]
    for option in ("--password", "--password-file", "--password-fd"):
        for place in (synopsis, usage):
            true(re.search(re.escape(option) + r"(?![-\w])", place) is not None, "%s is in %r" % (option, place))
            true(re.search(r"(\[|Op )" + option, place) is None, "%s is not optional in %r" % (option, place))


def bash_words(*words):
    script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _guomi 2>/dev/null; printf "%s\\n" "${COMPREPLY[@]}"'
    p = subprocess.run(["bash", "-c", script, os.path.join(APP, "completion", "guomi.bash"), *words],
                       capture_output=True, check=True)
    return set(p.stdout.decode().split())


def test_bash_completion():
    if shutil.which("bash") is None:
        raise Skip("no bash here")
    equal(bash_words("guomi", "sm") , {"sm2", "sm3", "sm4", "sm9"})
    equal(bash_words("guomi", "sm4", "e"), {"enc"})
    equal(bash_words("guomi", "--backend", "avx"), {"avx2", "avx512"})
    equal(bash_words("guomi", "sm4", "enc", "--mode", "g"), {"gcm"})
    equal(bash_words("guomi", "sm4", "mac", "--mode", "g"), {"gmac"})
    with open("file", "wb"):
        pass
    equal(bash_words("guomi", "sm3", "fi"), {"file"})
    listed = {c[0] for c in commands()}
    true(listed <= bash_words("guomi", ""), "all commands are offered")
    for command in commands():
        offered = bash_words("guomi", *command, "--") - {"--help", "--backend"}
        equal(sorted(offered), sorted(options(command)), "options offered for %r" % command)
        offered = bash_words("guomi", "--backend", "avx2", *command, "--") - {"--help", "--backend"}
        equal(sorted(offered), sorted(options(command)), "options offered for %r after --backend" % command)


def test_zsh_completion():
    script = text("completion", "_guomi")
    for command in commands():
        for option in options(command):
            true(option in script, "%s is in the completion for zsh" % option)
        true("%s)" % command[0] in script or command == ["version"], "%r is in the completion for zsh" % command)
    if shutil.which("zsh") is None:
        raise Skip("no zsh here; the names were compared")
    subprocess.run(["zsh", "-n", os.path.join(APP, "completion", "_guomi")], check=True)


def test_manual_is_clean():
    folder = os.path.join(APP, "man")
    pages = sorted(os.path.basename(p) for p in glob.glob(os.path.join(folder, "*.1")))
    for command in commands():
        true("guomi-%s.1" % command[0] in pages, "guomi %s has a page" % command[0])
    if shutil.which("mandoc") is None:
        raise Skip("no mandoc here; the names of the pages were compared")
    p = subprocess.run(["mandoc", "-Tlint", "-Wstyle", *pages], capture_output=True, check=False, cwd=folder)
    # Pages of other packages need not be installed.
    found = [line for line in p.stdout.decode().splitlines() if not re.search(r"not found: Xr (getrandom|sha256sum) ", line)]
    equal(found, [], "what mandoc finds")


if __name__ == "__main__":
    clitest.main(globals())
