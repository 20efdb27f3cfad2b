"""What the tests of guomi sm9 share: master keys, users' keys."""
from clitest import good, run


def masters():
    """Master keys sign.key and enc.key with sign.pub and enc.pub, not encrypted."""
    for name, use in (("sign", "sign"), ("enc", "encrypt")):
        good(run("sm9", "setup", "--for", use, "--no-password", "-o", name + ".key", "--public-out", name + ".pub"), b"")


def user(name, ident, master="sign", *options):
    """The key name.key of a user."""
    good(run("sm9", "extract", "-k", master + ".key", "--id", ident, "--no-password", "-o", name + ".key", *options), b"")
    return name + ".key"
