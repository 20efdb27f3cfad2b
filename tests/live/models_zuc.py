#!/usr/bin/env python3
"""models_zuc.py LIBRARY [SECONDS [SEED]]: ZUC-128 and ZUC-256, EEA3, EIA3, MACs, GXM and MUR of the shared library
against the reference model, on random inputs of 0 to 4200 bits, for at most SECONDS (8)."""
import ctypes
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
import zuc as model  # noqa: E402

lib = ctypes.CDLL(sys.argv[1])
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 8)
rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else "guomi zuc")
size_t, u64, u32, u8 = ctypes.c_size_t, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint8
START = {1: model.zuc128, 2: model.zuc256}
VERIFY = -6


class Packet(ctypes.Structure):
    _fields_ = [("key", ctypes.c_char_p), ("in_", ctypes.c_char_p), ("out", ctypes.c_void_p), ("bits", u64),
                ("count", u32), ("bearer", u8), ("direction", u8), ("reserved", u8 * 2)]


def call(function, *arguments, expect=0):
    status = getattr(lib, function)(*arguments)
    if status != expect:
        raise AssertionError("%s returned %d, not %d" % (function, status, expect))


def buffer(n):
    return ctypes.create_string_buffer(max(n, 1))


def some_bytes(n):
    return rng.choice([rng.randbytes(n), rng.randbytes(n), bytes(n), b"\xff" * n])


def some_bits():
    bits = rng.choice([rng.randrange(4201), rng.randrange(300), 8 * rng.randrange(526)])
    return bits, some_bytes((bits + 7) // 8)


def some_kind():
    kind = rng.choice([1, 2])
    return kind, some_bytes(16 * kind), some_bytes(16 if kind == 1 else 23)


def check_crypt():
    kind, key, iv = some_kind()
    data = some_bytes(rng.randrange(525))
    out = buffer(len(data))
    call("gm_zuc", kind, key, iv, out, data, size_t(len(data)))
    return out.raw[:len(data)], model.crypt(START[kind](key, iv), data)


def check_eea3():
    key, count, bearer, direction = some_bytes(16), rng.getrandbits(32), rng.randrange(32), rng.randrange(2)
    bits, data = some_bits()
    out = buffer(len(data))
    call("gm_zuc_eea3", key, u32(count), u8(bearer), u8(direction), out, data, u64(bits))
    return out.raw[:len(data)], model.eea3(key, count, bearer, direction, data, bits)


def check_eia3():
    key, count, bearer, direction = some_bytes(16), rng.getrandbits(32), rng.randrange(32), rng.randrange(2)
    bits, data = some_bits()
    mac = buffer(4)
    call("gm_zuc_eia3", key, u32(count), u8(bearer), u8(direction), mac, data, u64(bits))
    return mac.raw, model.eia3(key, count, bearer, direction, data, bits)


def check_mac():
    kind, key, iv = some_kind()
    n = 4 if kind == 1 else rng.choice([4, 8, 16])
    bits, data = some_bits()
    mac = buffer(n)
    call("gm_zuc_mac", kind, key, iv, mac, size_t(n), data, u64(bits))
    if kind == 1:
        return mac.raw, model.eia3_mac(model.zuc128(key, iv), data, bits)
    return mac.raw, model.zuc256_mac(key, iv, data, bits, 8 * n)


def check_many():
    n, macs = rng.randrange(1, 40), rng.randrange(2)
    packets, results, want = (Packet * n)(), [], b""
    for p in packets:
        bits = rng.randrange(4201) if rng.randrange(10) == 0 else rng.randrange(300)
        key, data = some_bytes(16), some_bytes((bits + 7) // 8)
        results.append(buffer(len(data)))
        p.key, p.in_, p.out, p.bits = key, data, ctypes.addressof(results[-1]), bits
        p.count, p.bearer, p.direction = rng.getrandbits(32), rng.randrange(32), rng.randrange(2)
        want += (model.eia3 if macs else model.eea3)(key, p.count, p.bearer, p.direction, data, bits)
    if macs:
        got = buffer(4 * n)
        call("gm_zuc_eia3_many", got, packets, size_t(n))
        return got.raw, want
    call("gm_zuc_eea3_many", packets, size_t(n))
    return b"".join(r.raw[:(p.bits + 7) // 8] for p, r in zip(packets, results)), want


def check_aead():
    kind, key, iv = some_kind()
    h, tag_key, aad = some_bytes(16), some_bytes(16 * kind), some_bytes(rng.randrange(60))
    data, n, mur = some_bytes(rng.randrange(300)), rng.randrange(8, 17), rng.randrange(2)
    out, tag, back = buffer(len(data)), buffer(n), buffer(len(data))
    name, keys = ("gm_zuc_mur_", (key, tag_key)) if mur else ("gm_zuc_gxm_", (key,))
    blob, more = (data, size_t(len(data))), (aad, size_t(len(aad)))
    call(name + "encrypt", kind, h, *keys, iv, out, tag, size_t(n), *more, *blob)
    ct = out.raw[:len(data)]
    call(name + "decrypt", kind, h, *keys, iv, back, ct, size_t(len(ct)), tag, size_t(n), *more)
    assert back.raw[:len(data)] == data
    bad = bytes([tag.raw[0] ^ 1 << rng.randrange(8)]) + tag.raw[1:n]
    call(name + "decrypt", kind, h, *keys, iv, back, ct, size_t(len(ct)), bad, size_t(n), *more, expect=VERIFY)
    assert not any(back.raw[:len(data)])
    if mur:
        want = model.mur_seal(h, key, tag_key, iv, aad, data, n, START[kind])
    else:
        want = model.gxm_seal(h, key, iv, aad, data, n, START[kind])
    return ct + tag.raw[:n], want[0] + want[1]


checks = [f for name, f in sorted(globals().items()) if name.startswith("check_")]
count, failed = dict.fromkeys(checks, 0), 0
while time.monotonic() < limit and min(count.values()) < 300:
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
