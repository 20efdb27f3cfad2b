#!/usr/bin/env python3
"""models_sm2_encrypt.py LIBRARY [SECONDS [SEED]]: SM2 encryption, key encapsulation, hybrid encryption, key exchange and
Diffie-Hellman of the shared library, each way with the reference models, on random inputs, for at most SECONDS (8)."""
import ctypes
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
import sm2  # noqa: E402
import sm2_hybrid as hybrid  # noqa: E402

lib = ctypes.CDLL(sys.argv[1])
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 8)
rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else "guomi sm2 encryption")
size_t, C = ctypes.c_size_t, sm2.P256
ERR_VERIFY = -6


def blob(data):
    return data, size_t(len(data))


def ok(function, *arguments):
    status = getattr(lib, function)(*arguments)
    if status != 0:
        raise AssertionError("%s returned %d" % (function, status))


def buffer(size):
    return ctypes.create_string_buffer(size)


def number():
    return rng.choice([rng.randrange(1, C.n - 1), rng.randrange(1, 1 << rng.randrange(1, 256)),
                       C.n - 2 - rng.randrange(1 << rng.randrange(1, 200))])


def pair():
    """d and P, as numbers and as the library's objects."""
    d = number()
    key, pub = buffer(lib.gm_sm2_private_key_size()), buffer(lib.gm_sm2_public_key_size())
    ok("gm_sm2_private_key_read", key, *blob(sm2.i2b(d)))
    ok("gm_sm2_private_key_public", key, pub)
    return d, sm2.public_key(d), key, pub


def text(most):
    return rng.randbytes(rng.choice([1 + rng.randrange(most), 1 + rng.randrange(70)]))


def sized(function, before, room, after):
    """A call with output, room and length in the middle."""
    out, n = buffer(room), size_t(0)
    ok(function, *before, out, size_t(room), ctypes.byref(n), *after)
    return out.raw[:n.value]


def check_encrypt():
    d, _, _, pub = pair()
    msg, form = text(400), rng.randrange(1, 8)
    data = sized("gm_sm2_encrypt", (pub, form), len(msg) + 140, blob(msg))
    raw = sized("gm_sm2_ciphertext_convert", (hybrid.C1C3C2,), len(msg) + 97, (form, *blob(data)))
    assert form != hybrid.DER or sm2.parse_cipher(data) is not None
    return sm2.decrypt(d, sm2.decode_point(raw[:65]), raw[65:97], raw[97:]), msg


def check_decrypt():
    _, point, key, _ = pair()
    msg, form, parts = text(400), rng.randrange(1, 8), None
    while parts is None:
        parts = sm2.encrypt(point, msg, number())
    data = hybrid.write_form(form, *parts)
    found = ctypes.c_int(0)
    one = sized("gm_sm2_decrypt", (key, form), len(data), blob(data))
    two = sized("gm_sm2_decrypt_detect", (key, ctypes.byref(found)), len(data), blob(data))
    return (one, two, found.value), (msg, msg, form)


def check_convert():
    """Between any two forms; the model needs no key for it."""
    c1, c3, c2 = C.mul(number(), C.g), rng.randbytes(32), text(300)
    one, two = rng.randrange(1, 8), rng.randrange(1, 8)
    data = hybrid.write_form(one, c1, c3, c2)
    return (sized("gm_sm2_ciphertext_convert", (two,), len(data) + 64, (one, *blob(data))),
            hybrid.write_form(two, c1, c3, c2))


def check_damaged():
    _, point, key, _ = pair()
    msg, form, parts = text(60), rng.randrange(1, 8), None
    while parts is None:
        parts = sm2.encrypt(point, msg, number())
    data = bytearray(hybrid.write_form(form, *parts))
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    out, n = buffer(400), size_t(1)
    status = lib.gm_sm2_decrypt(key, form, out, size_t(400), ctypes.byref(n), *blob(bytes(data)))
    return (status, out.raw, n.value), (ERR_VERIFY, bytes(400), 0)


def check_kem():
    d, point, key, pub = pair()
    c1, n = buffer(65), 2 + rng.randrange(100)
    shared, again = buffer(n), buffer(n)
    ok("gm_sm2_kem_encapsulate", pub, c1, shared, size_t(n))
    octets, secret = hybrid.encapsulate(point, number(), n) or (None, None)
    if octets is None:
        return 0, 0
    ok("gm_sm2_kem_decapsulate", key, again, size_t(n), octets)
    return (shared.raw, again.raw), (hybrid.decapsulate(d, c1.raw, n), secret)


def check_hybrid():
    d, point, key, pub = pair()
    aad, msg = rng.randbytes(rng.randrange(40)), rng.randbytes(rng.randrange(300))
    out, plain = buffer(len(msg) + 81), buffer(len(msg) + 1)
    ok("gm_sm2_hybrid_encrypt", pub, out, *blob(aad), *blob(msg))
    data = hybrid.hybrid_encrypt(point, number(), aad, msg)
    ok("gm_sm2_hybrid_decrypt", key, plain, *blob(aad), *blob(data))
    return (hybrid.hybrid_decrypt(d, aad, out.raw), plain.raw[:-1]), (msg, msg)


def check_exchange():
    """One side is the library's, the other the model's."""
    da, pa, key, _ = pair()
    _, pb, _, peer = pair_b = pair()
    ours, theirs, n, role = rng.randbytes(rng.randrange(60)), rng.randbytes(rng.randrange(60)), 1 + rng.randrange(80), \
        1 + rng.randrange(2)
    ctx, point, shared, confirmation = buffer(lib.gm_sm2_exchange_size()), buffer(65), buffer(n), buffer(32)
    ok("gm_sm2_exchange_init", ctx, role, point, key, *blob(ours), peer, *blob(theirs))
    r = number()
    model = sm2.exchange(role == 2, pair_b[0], r, theirs, pb, pa, ours, sm2.decode_point(point.raw), 8 * n)
    octets = sm2.encode_point(C.mul(r, C.g), rng.randrange(2) == 0)
    ok("gm_sm2_exchange_derive", ctx, shared, size_t(n), confirmation, *blob(octets))
    status = lib.gm_sm2_exchange_confirm(ctx, model["s1" if role == 1 else "s2"])
    return (shared.raw, confirmation.raw, status), (model["k"], model["s2" if role == 1 else "s1"], 0)


def check_ecdh():
    d, _, key, _ = pair()
    _, point, _, peer = pair()
    n = 1 + rng.randrange(80)
    x, shared = buffer(32), buffer(n)
    ok("gm_sm2_ecdh", key, x, peer)
    ok("gm_sm2_ecdh_kdf", key, shared, size_t(n), peer)
    return (x.raw, shared.raw), (hybrid.ecdh(d, point), hybrid.ecdh_kdf(d, point, n))


checks = [check_encrypt, check_decrypt, check_convert, check_damaged, check_kem, check_hybrid, check_exchange, check_ecdh]
count, failed = dict.fromkeys(checks, 0), 0
while time.monotonic() < limit and min(count.values()) < 200:
    check = checks[sum(count.values()) % len(checks)]
    got, want = check()
    count[check] += 1
    if got != want:
        failed += 1
        print("%s number %d: got %s, model says %s" % (check.__name__, count[check], got, want))
for check, n in count.items():
    print("%-16s %4d random inputs" % (check.__name__, n))
    failed += n == 0
print("%d passed, %d failed, 0 skipped" % (sum(count.values()) - failed, failed))
sys.exit(failed != 0)
