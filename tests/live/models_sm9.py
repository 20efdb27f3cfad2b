#!/usr/bin/env python3
"""models_sm9.py LIBRARY [SECONDS [SEED]]: SM9 keys, signatures, encapsulation, encryption and key exchange of the
shared library against the reference models, on random inputs, for at most SECONDS (8)."""
import ctypes
import functools
import itertools
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
import modes  # noqa: E402
import sm9  # noqa: E402
import sm9_more as more  # noqa: E402

lib = ctypes.CDLL(sys.argv[1])
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 8)
rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else "guomi sm9")
size_t = ctypes.c_size_t
sm9.pairing = functools.lru_cache(16)(sm9.pairing)


def call(function, size, *arguments):
    """The library's answer: what it left in the buffer of `size` bytes that is the argument None."""
    out = ctypes.create_string_buffer(size)
    status = getattr(lib, function)(*(out if a is None else a for a in arguments))
    if status != 0:
        raise AssertionError("%s returned %d" % (function, status))
    return out.raw


def blob(data):
    return data, size_t(len(data))


def byte(x):
    return ctypes.c_uint8(x)


def number():
    """A number in [1, N-1]; often with long runs, or near an end."""
    return rng.choice([rng.randrange(1, sm9.N), rng.randrange(1, 1 << rng.randrange(1, 256)),
                       sm9.N - 1 - rng.randrange(1 << rng.randrange(1, 200))])


def some_id():
    return rng.choice([b"", b"Alice", "\u5f20\u4e09".encode(), rng.randbytes(rng.randrange(1, 300))])


class Side:
    """A master key, a user and its key, in the model and in the library."""

    def __init__(self, sign, hid):
        name, size = ("sign", "gm_sm9_sign_%s_key_size") if sign else ("enc", "gm_sm9_enc_%s_key_size")
        self.master, self.id, self.hid = number(), some_id(), hid
        self.sizes = {x: getattr(lib, size % x)() for x in ("master", "public", "user")}
        key = call("gm_sm9_%s_master_key_read" % name, self.sizes["master"], None, *blob(sm9.i2b(self.master)))
        self.lib_public = call("gm_sm9_%s_master_key_public" % name, self.sizes["public"], key, None)
        self.lib_user = call("gm_sm9_%s_extract" % name, self.sizes["user"], None, key, *blob(self.id), byte(hid))
        self.public = (sm9.sign_master_public if sign else sm9.enc_master_public)(self.master)
        self.user = (sm9.sign_user_key if sign else sm9.enc_user_key)(self.master, self.id, hid)
        points = (sm9.g2_bytes, sm9.g1_bytes) if sign else (sm9.g1_bytes, sm9.g2_bytes)
        for what, held, point, encode in (("public", self.lib_public, self.public, points[0]),
                                          ("user", self.lib_user, self.user, points[1])):
            octets = b"\4" + encode(point)
            assert call("gm_sm9_%s_%s_key_write" % (name, what), len(octets), held, None) == octets
            assert call("gm_sm9_%s_%s_key_read" % (name, what), self.sizes[what], None, *blob(octets)) == held


def keys():
    Side(True, rng.randrange(256))
    Side(False, rng.randrange(256))


def signature():
    """The library's is right for the model, the model's for the library."""
    s, msg, r = Side(True, 1), rng.randbytes(rng.randrange(200)), number()
    out = call("gm_sm9_sign", 97, s.lib_user, None, s.lib_public, *blob(msg))
    assert out[32] == 4
    assert sm9.verify(s.public, s.id, msg, sm9.b2i(out[:32]), sm9.g1_point(out[33:]), 1)
    h, point = sm9.sign(s.public, s.user, msg, r)
    raw = sm9.i2b(h) + more.octets(point)
    arguments = s.lib_public, raw, *blob(s.id), byte(1)
    assert lib.gm_sm9_verify(*arguments, *blob(msg)) == 0
    assert lib.gm_sm9_verify(*arguments, *blob(msg + b"x")) == -6


def encapsulation():
    s, n, r = Side(False, 3), rng.randrange(1, 200), number()
    c1 = ctypes.create_string_buffer(65)
    shared = call("gm_sm9_kem_encapsulate", n, s.lib_public, c1, None, size_t(n), *blob(s.id), byte(3))
    assert sm9.decapsulate(s.user, s.id, sm9.g1_point(c1.raw), 8 * n) == shared
    made = sm9.encapsulate(s.public, s.id, r, 8 * n)
    if made is not None:
        found = call("gm_sm9_kem_decapsulate", n, s.lib_user, None, size_t(n), more.octets(made[1]), *blob(s.id))
        assert found == made[0]


def encryption():
    s, msg, r = Side(False, 3), rng.randbytes(rng.randrange(1, 300)), number()
    for mode in (more.XOR, more.ECB, more.CBC, more.OFB, more.CFB, more.XOR_HMAC):
        data = more.encrypt(s.public, s.id, msg, r, mode, rng.randbytes(16))
        if data is None:
            continue
        length = size_t(0)
        out = call("gm_sm9_decrypt", len(data), s.lib_user, mode, None, size_t(len(data)), ctypes.byref(length),
                   *blob(s.id), *blob(data))
        assert out[:length.value] == msg
    mode = rng.choice([more.XOR, more.ECB])
    length, size = size_t(0), len(msg) + 97 + 16
    out = call("gm_sm9_encrypt", size, s.lib_public, mode, None, size_t(size), ctypes.byref(length), *blob(s.id),
               byte(3), *blob(msg))[:length.value]
    assert sm9.decrypt(s.user, s.id, sm9.g1_point(out[1:65]), out[65:97], out[97:],
                       "xor" if mode == more.XOR else "ecb") == msg


def hybrid():
    s, msg, aad, r = Side(False, 3), rng.randbytes(rng.randrange(300)), rng.randbytes(rng.randrange(30)), number()
    data = more.hybrid_encrypt(s.public, s.id, r, aad, msg)
    got = call("gm_sm9_hybrid_decrypt", len(msg) + 1, s.lib_user, None, *blob(s.id), *blob(aad), *blob(data))
    assert got[:-1] == msg
    out = call("gm_sm9_hybrid_encrypt", len(msg) + 81, s.lib_public, None, *blob(s.id), byte(3), *blob(aad), *blob(msg))
    secret = sm9.decapsulate(s.user, s.id, sm9.g1_point(out[:65]), 8 * 28)
    assert modes.gcm_decrypt(secret[:16], secret[16:], aad, out[65:-16], out[-16:]) == msg


def exchange():
    """The library is one of the sides, its number known."""
    a, n, initiator = Side(False, 2), rng.randrange(1, 100), rng.randrange(2) == 0
    peer, ra, rb = some_id(), number(), number()
    key = sm9.enc_user_key(a.master, peer, 2)
    ctx, point = ctypes.create_string_buffer(lib.gm_sm9_exchange_size()), ctypes.create_string_buffer(65)
    own = ra if initiator else rb
    assert lib.gm_sm9_exchange_resume(ctx, 1 if initiator else 2, point, sm9.i2b(own), a.lib_public, *blob(peer),
                                      byte(2)) == 0
    if initiator:
        want = sm9.exchange(a.public, a.id, peer, a.user, key, ra, rb, 8 * n)
        theirs, mine, confirmed, expected = want["rb_point"], want["ra_point"], want["s_a"], want["s_b"]
    else:
        want = sm9.exchange(a.public, peer, a.id, key, a.user, ra, rb, 8 * n)
        theirs, mine, confirmed, expected = want["ra_point"], want["rb_point"], want["s_b"], want["s_a"]
    assert point.raw == more.octets(mine)
    confirmation = ctypes.create_string_buffer(32)
    shared = call("gm_sm9_exchange_derive", n, ctx, None, size_t(n), confirmation, a.lib_user, *blob(a.id), *blob(peer),
                  more.octets(theirs))
    assert shared == want["k"] and confirmation.raw == confirmed
    assert lib.gm_sm9_exchange_confirm(ctx, expected) == 0


done = 0
for case in itertools.cycle((keys, signature, encapsulation, encryption, exchange, hybrid)):
    case()
    done += 1
    if time.monotonic() > limit and done >= 6:
        break
print("%d comparisons with the models, all equal" % done)
