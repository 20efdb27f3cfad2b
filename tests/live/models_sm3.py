#!/usr/bin/env python3
"""models_sm3.py LIBRARY [SECONDS [SEED]]: SM3, HMAC, KDF, HKDF, PBKDF2 and the many forms of the shared library
against the reference model, on random inputs, for at most SECONDS (6)."""
import ctypes
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
import sm3 as model  # noqa: E402

lib = ctypes.CDLL(sys.argv[1])
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 6)
rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else "guomi sm3")
size_t, u64 = ctypes.c_size_t, ctypes.c_uint64


def some_bytes(most):
    n = rng.choice([rng.randrange(most + 1), rng.randrange(min(most, 70) + 1), min(most, 64 * rng.randrange(1, 4)),
                    min(most, 64 * rng.randrange(1, 4) - 9 + rng.randrange(3))])
    return rng.choice([rng.randbytes(n), bytes(n), b"\xff" * n])


def call(function, *arguments):
    """The library's answer to a call whose output buffer is the argument given as an int (its size)."""
    out, args = None, []
    for a in arguments:
        if isinstance(a, int):
            out = ctypes.create_string_buffer(a)
            args.append(out)
        else:
            args.append(a)
    status = getattr(lib, function)(*args)
    if status != 0:
        raise AssertionError("%s returned %d" % (function, status))
    return out.raw


def blob(data):
    return data, size_t(len(data))


def prepared(key):
    raw = ctypes.create_string_buffer(64)
    assert lib.gm_hmac_sm3_key_init(raw, *blob(key)) == 0
    return raw


def check_hash():
    msg = some_bytes(1000)
    return call("gm_sm3", 32, *blob(msg)), model.sm3(msg)


def check_stream():
    msg, at = some_bytes(700), 0
    ctx = (u64 * 16)()
    lib.gm_sm3_init(ctx)
    while at < len(msg):
        part = msg[at:at + rng.randrange(130)]
        assert lib.gm_sm3_update(ctx, *blob(part)) == 0
        at += len(part)
    return call("gm_sm3_final", ctx, 32), model.sm3(msg)


def check_hmac():
    key, msg = some_bytes(150), some_bytes(600)
    return call("gm_hmac_sm3", prepared(key), 32, *blob(msg)), model.hmac_sm3(key, msg)


def check_kdf():
    z, bits = some_bytes(200), 1 + rng.randrange(256 * 24)
    return call("gm_sm3_kdf_bits", (bits + 7) // 8, u64(bits), *blob(z)), model.kdf_bits(z, bits)


def check_hkdf():
    salt, ikm, info, n = some_bytes(90), some_bytes(90), some_bytes(90), 1 + rng.randrange(200)
    return (call("gm_hkdf_sm3", n, size_t(n), *blob(salt), *blob(ikm), *blob(info)),
            model.hkdf_expand(model.hkdf_extract(salt, ikm), info, n))


def check_pbkdf2():
    password, salt, n, rounds = some_bytes(90), some_bytes(90), 1 + rng.randrange(320), 1 + rng.randrange(4)
    return (call("gm_pbkdf2_hmac_sm3", n, size_t(n), *blob(password), *blob(salt), u64(rounds)),
            model.pbkdf2(password, salt, rounds, n))


def check_many():
    messages = [some_bytes(rng.choice([70, 300])) for _ in range(rng.randrange(41))]
    n, keys = len(messages), [prepared(some_bytes(70)) for _ in range(3)]
    pointers = (ctypes.c_char_p * (n + 1))(*messages)
    lens = (size_t * (n + 1))(*map(len, messages))
    used = [rng.randrange(3) for _ in messages]
    handles = (ctypes.c_void_p * (n + 1))(*(ctypes.addressof(keys[k]) for k in used))
    if rng.randrange(2):
        got = call("gm_sm3_many", 32 * n, pointers, lens, size_t(n))
        return got, b"".join(map(model.sm3, messages))
    got = call("gm_hmac_sm3_many", 32 * n, handles, pointers, lens, size_t(n))
    one = [call("gm_hmac_sm3", keys[k], 32, *blob(m)) for k, m in zip(used, messages)]
    return got, b"".join(one)


checks = [check_hash, check_stream, check_hmac, check_kdf, check_hkdf, check_pbkdf2, check_many]
count, failed = dict.fromkeys(checks, 0), 0
while time.monotonic() < limit and min(count.values()) < 400:
    check = checks[sum(count.values()) % len(checks)]
    got, want = check()
    count[check] += 1
    if got != want:
        failed += 1
        print("%s number %d: got %s, model says %s" % (check.__name__, count[check], got.hex(), want.hex()))
for check, n in count.items():
    print("%-14s %4d random inputs" % (check.__name__, n))
    failed += n == 0
print("%d passed, %d failed, 0 skipped" % (sum(count.values()) - failed, failed))
sys.exit(failed != 0)
