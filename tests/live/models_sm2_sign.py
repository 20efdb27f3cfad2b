#!/usr/bin/env python3
"""models_sm2_sign.py LIBRARY [SECONDS [SEED]]: SM2 keys, Z, signatures and recovery of the shared library against the
reference models, on random inputs, for at most SECONDS (6)."""
import ctypes
import itertools
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
import sm2  # noqa: E402
import sm2_nonce  # noqa: E402

lib = ctypes.CDLL(sys.argv[1])
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 6)
rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else "guomi sm2")
size_t, N = ctypes.c_size_t, sm2.P256.n
DEFAULT, ERR_VERIFY, ERR_KEY = size_t(-1), -6, -5


def call(function, size, *arguments):
    """The library's answer: what it left in the buffer of `size` bytes that is the argument None."""
    out = ctypes.create_string_buffer(size)
    status = getattr(lib, function)(*(out if a is None else a for a in arguments))
    if status != 0:
        raise AssertionError("%s returned %d" % (function, status))
    return out.raw


def blob(data):
    return data, size_t(len(data))


def number():
    """A number below n; often with long runs, or near an end."""
    return rng.choice([rng.randrange(1, N - 1), rng.randrange(1, 1 << rng.randrange(1, 256)),
                       N - 2 - rng.randrange(1 << rng.randrange(1, 200))])


def private(d):
    return call("gm_sm2_private_key_read", lib.gm_sm2_private_key_size(), None, *blob(sm2.i2b(d)))


def public(point, compressed=False):
    return call("gm_sm2_public_key_read", lib.gm_sm2_public_key_size(), None,
                *blob(sm2.encode_point(point, compressed)))


def some_id():
    """An ID, and the library's arguments for it."""
    if rng.randrange(3) == 0:
        return sm2.DEFAULT_ID, (None_pointer, DEFAULT)
    ident = rng.randbytes(rng.choice([0, 1, 16, 40, 60, 200]))
    return ident, blob(ident)


None_pointer = ctypes.c_void_p(None)


def check_key():
    d = number()
    key = private(d)
    pub = call("gm_sm2_private_key_public", lib.gm_sm2_public_key_size(), key, None)
    form = rng.randrange(2)
    got = call("gm_sm2_public_key_write" + ("_compressed" if form else ""), 33 if form else 65, pub, None)
    return got, sm2.encode_point(sm2.public_key(d), form == 1)


def check_point():
    """Compressed points, half of which are none."""
    text = bytes([2 + rng.randrange(2)]) + rng.randbytes(32)
    out = ctypes.create_string_buffer(lib.gm_sm2_public_key_size())
    status, want = lib.gm_sm2_public_key_read(out, *blob(text)), sm2.decode_point(text)
    if want is None:
        return status, ERR_KEY
    return call("gm_sm2_public_key_write", 65, out, None), sm2.encode_point(want)


def check_digest():
    d, msg = number(), rng.randbytes(rng.randrange(200))
    ident, arguments = some_id()
    point = sm2.public_key(d)
    return call("gm_sm2_digest", 32, public(point), None, *arguments, *blob(msg)), sm2.digest(ident, point, msg)


def check_deterministic():
    d, msg = number(), rng.randbytes(rng.randrange(200))
    ident, arguments = some_id()
    e = sm2.digest(ident, sm2.public_key(d), msg)
    r, s = next(filter(None, (sm2.sign_e(d, sm2.b2i(e), k) for k in sm2_nonce.rfc6979(d, e))))
    got = call("gm_sm2_sign_deterministic", 64, private(d), None, *arguments, *blob(msg))
    return got, sm2.i2b(r) + sm2.i2b(s)


def check_sign():
    """Fresh signatures: the model verifies them."""
    d, e = number(), rng.randbytes(32)
    got = call("gm_sm2_sign_digest", 64, private(d), None, e)
    return sm2.verify_e(sm2.public_key(d), sm2.b2i(e), sm2.b2i(got[:32]), sm2.b2i(got[32:])), True


def check_verify():
    d, e, k = number(), sm2.b2i(rng.randbytes(32)), number()
    point, signature = sm2.public_key(d), sm2.sign_e(d, e, k)
    if signature is None:
        return None, None
    r, s = signature
    if rng.randrange(2):
        r, s = rng.choice([(r ^ 1 << rng.randrange(256), s), (r, s ^ 1 << rng.randrange(256)), (r, N - s), (s, r)])
    want = sm2.verify_e(point, e, r, s)
    got = lib.gm_sm2_verify_digest(public(point, rng.randrange(2) == 1), sm2.i2b(r) + sm2.i2b(s), sm2.i2b(e))
    return got, 0 if want else ERR_VERIFY


def check_recover():
    d, e, k = number(), sm2.b2i(rng.randbytes(32)), number()
    r, s = sm2.sign_e(d, e, k)
    if rng.randrange(2):
        r = rng.randrange(1, N)
    size, count = lib.gm_sm2_public_key_size(), size_t(0)
    out = ctypes.create_string_buffer(4 * size)
    status = lib.gm_sm2_recover(out, ctypes.byref(count), sm2.i2b(r) + sm2.i2b(s), sm2.i2b(e))
    got = {call("gm_sm2_public_key_write", 65, out.raw[i * size:(i + 1) * size], None) for i in range(count.value)}
    want, t = set(), (r + s) % N
    for x, odd in itertools.product(((r - e) % N, (r - e) % N + N), (0, 1)):
        point = sm2.P256.lift_x(x, odd) if x < sm2.P256.p and t else None
        key = point and sm2.P256.mul(pow(t, -1, N), sm2.P256.add(point, sm2.P256.neg(sm2.P256.mul(s, sm2.P256.g))))
        if key:
            want.add(sm2.encode_point(key))
    return (status, got), (0 if want else ERR_VERIFY, want)


def check_der():
    r, s = (rng.randrange(1 << rng.randrange(1, 257)) for _ in range(2))
    n = size_t(0)
    raw = sm2.i2b(r) + sm2.i2b(s)
    got = call("gm_sm2_signature_to_der", 72, None, ctypes.byref(n), raw)[:n.value]
    text = bytearray(got)
    if rng.randrange(2):
        text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
    back = ctypes.create_string_buffer(64)
    status, want = lib.gm_sm2_signature_from_der(back, *blob(bytes(text))), sm2.parse_signature(bytes(text))
    if want is not None and max(want) >> 256 == 0:
        return (got, back.raw), (sm2.der_signature(r, s), sm2.i2b(want[0]) + sm2.i2b(want[1]))
    return (got, status), (sm2.der_signature(r, s), -4)


checks = [check_key, check_point, check_digest, check_deterministic, check_sign, check_verify, check_recover, check_der]
count, failed = dict.fromkeys(checks, 0), 0
while time.monotonic() < limit and min(count.values()) < 200:
    check = checks[sum(count.values()) % len(checks)]
    got, want = check()
    count[check] += 1
    if got != want:
        failed += 1
        print("%s number %d: got %s, model says %s" % (check.__name__, count[check], got, want))
for check, n in count.items():
    print("%-20s %4d random inputs" % (check.__name__, n))
    failed += n == 0
print("%d passed, %d failed, 0 skipped" % (sum(count.values()) - failed, failed))
sys.exit(failed != 0)
