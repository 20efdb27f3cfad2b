"""Numbers of 256 bits as C writes them: what the generators of curves share."""

R = 1 << 256


def words(x):
    return "{{" + ", ".join("0x%016x" % (x >> 64 * i & (1 << 64) - 1) for i in range(4)) + "}}"


def mont_modulus(m):
    """The members of struct mont_modulus."""
    return "{%s,\n     %s,\n     %s,\n     0x%016x}" % (words(m), words(R * R % m), words(R % m),
                                                       -pow(m, -1, 1 << 64) % (1 << 64))


def modinv_modulus(m):
    """The members of struct modinv_modulus."""
    return "{%s, 0x%016x}" % (words(m), pow(m, -1, 1 << 64))
