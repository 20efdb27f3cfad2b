#!/usr/bin/env python3
"""models_sm4.py LIBRARY [SECONDS [SEED]]: every mode of SM4 in the shared library against the reference models, on
random inputs, for at most SECONDS (8)."""
import ctypes
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
import modes  # noqa: E402
from sm4 import SM4  # noqa: E402

lib = ctypes.CDLL(sys.argv[1])
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 8)
rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else "guomi sm4")
size_t, u64 = ctypes.c_size_t, ctypes.c_uint64
ENCRYPT, DECRYPT, VERIFY = 1, 2, -6


def some_bytes(most, least=0, unit=1):
    n = rng.choice([rng.randrange(least, most + 1), rng.randrange(least, min(most, least + 40) + 1),
                    max(least, min(most, 16 * rng.randrange(1, 20) + rng.randrange(-1, 2)))])
    n -= n % unit
    return rng.choice([rng.randbytes(n), rng.randbytes(n), bytes(n), b"\xff" * n])


def buffer(n):
    return ctypes.create_string_buffer(max(n, 1))


def call(function, *arguments, expect=0):
    status = getattr(lib, function)(*arguments)
    if status != expect:
        raise AssertionError("%s returned %d, not %d" % (function, status, expect))


def blob(data):
    return data, size_t(len(data))


def expanded(bytes_, kind="gm_sm4_key_init", size=256):
    key = (u64 * (size // 8))()
    call(kind, key, bytes_)
    return key


def one_shot(name, key, data, *more):
    out = buffer(len(data))
    call(name, key, out, data, size_t(len(data)), *more)
    return out.raw[:len(data)]


def both(name, key, iv, data, encrypted, decrypted):
    more = () if iv is None else (iv,)
    return (one_shot(name + "_encrypt", key, data, *more) + one_shot(name + "_decrypt", key, data, *more),
            encrypted + decrypted)


def check_ecb():
    k, d = rng.randbytes(16), some_bytes(300, 0, 16)
    return both("gm_sm4_ecb", expanded(k), None, d, modes.ecb_encrypt(k, d), modes.ecb_decrypt(k, d))


def check_cbc():
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(300, 0, 16)
    return both("gm_sm4_cbc", expanded(k), v, d, modes.cbc_encrypt(k, v, d), modes.cbc_decrypt(k, v, d))


def check_cfb():
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(300)
    return both("gm_sm4_cfb", expanded(k), v, d, modes.cfb(k, v, d), modes.cfb(k, v, d, True))


def check_cfb8():
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(90)
    return both("gm_sm4_cfb8", expanded(k), v, d, modes.cfb(k, v, d, False, 8), modes.cfb(k, v, d, True, 8))


def check_cfb1():
    k, v, bits = rng.randbytes(16), rng.randbytes(16), rng.randrange(1, 200)
    d, key, got = rng.randbytes((bits + 7) // 8), expanded(k), b""
    for name in ("gm_sm4_cfb1_encrypt", "gm_sm4_cfb1_decrypt"):
        out = buffer(len(d))
        call(name, key, out, d, u64(bits), v)
        got += out.raw[:len(d)]
    return got, modes.cfb1(k, v, d, bits) + modes.cfb1(k, v, d, bits, True)


def check_ofb():
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(300)
    return one_shot("gm_sm4_ofb", expanded(k), d, v), modes.ofb(k, v, d)


def check_ctr():
    k, ones, d = rng.randbytes(16), rng.randrange(17), some_bytes(300)
    v = (int.from_bytes(rng.randbytes(16 - ones) + b"\xff" * ones, "big") - rng.randrange(9)) % (1 << 128)
    v = v.to_bytes(16, "big")
    return one_shot("gm_sm4_ctr", expanded(k), d, v), modes.ctr(k, v, d)


def check_bc():
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(300, 0, 16)
    return both("gm_sm4_bc", expanded(k), v, d, modes.bc(k, v, d), modes.bc(k, v, d, True))


def check_ofbnlf():
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(200, 0, 16)
    return both("gm_sm4_ofbnlf", expanded(k), v, d, modes.ofbnlf(k, v, d), modes.ofbnlf(k, v, d, True))


def check_xts():
    k, v, d, gb = rng.randbytes(32), rng.randbytes(16), some_bytes(300, 16), rng.randrange(2)
    key, got = expanded(k, "gm_sm4_xts_key_init", 512), b""
    for name in ("gm_sm4_xts_encrypt", "gm_sm4_xts_decrypt"):
        out = buffer(len(d))
        call(name, key, 1 + gb, out, d, size_t(len(d)), v)
        got += out.raw[:len(d)]
    return got, modes.xts(k, v, d, False, gb) + modes.xts(k, v, d, True, gb)


def check_hctr():
    k, h, v, d = rng.randbytes(16), rng.randbytes(16), rng.randbytes(16), some_bytes(300, 16)
    key, got = expanded(k), b""
    for name in ("gm_sm4_hctr_encrypt", "gm_sm4_hctr_decrypt"):
        out = buffer(len(d))
        call(name, key, h, out, d, size_t(len(d)), v)
        got += out.raw[:len(d)]
    return got, modes.hctr(k, h, v, d) + modes.hctr(k, h, v, d, True)


def aead(name, key, iv, aad, data, tag_len, want):
    out, tag, back = buffer(len(data)), buffer(tag_len), buffer(len(data))
    call(name + "_encrypt", key, out, tag, size_t(tag_len), *blob(iv), *blob(aad), *blob(data))
    ct, tag = out.raw[:len(data)], tag.raw[:tag_len]
    call(name + "_decrypt", key, back, *blob(ct), *blob(tag), *blob(iv), *blob(aad))
    assert back.raw[:len(data)] == data
    bad = bytes([tag[0] ^ 1 << rng.randrange(8)]) + tag[1:]
    call(name + "_decrypt", key, back, *blob(ct), *blob(bad), *blob(iv), *blob(aad), expect=VERIFY)
    assert not any(back.raw[:len(data)])
    return ct + tag, want[0] + want[1]


def check_gcm():
    k, aad, d, n = rng.randbytes(16), some_bytes(100), some_bytes(300), rng.choice([4, 8, 12, 13, 14, 15, 16])
    iv = rng.choice([rng.randbytes(12), some_bytes(200, 1)])
    key = expanded(k, "gm_sm4_gcm_key_init", 512)
    return aead("gm_sm4_gcm", key, iv, aad, d, n, modes.gcm_encrypt(k, iv, aad, d, n))


def check_gcm_pieces():
    k, iv, aad, d = rng.randbytes(16), some_bytes(40, 1), some_bytes(100), some_bytes(300)
    ctx, tag, got, at = (u64 * 80)(), buffer(16), b"", 0
    call("gm_sm4_gcm_init", ctx, ENCRYPT, expanded(k, "gm_sm4_gcm_key_init", 512), size_t(16), *blob(iv))
    cut = rng.randrange(len(aad) + 1)
    call("gm_sm4_gcm_aad", ctx, *blob(aad[:cut]))
    call("gm_sm4_gcm_aad", ctx, *blob(aad[cut:]))
    while at < len(d):
        part = d[at:at + rng.randrange(1, 50)]
        got += one_shot("gm_sm4_gcm_encrypt_update", ctx, part)
        at += len(part)
    call("gm_sm4_gcm_encrypt_finish", ctx, tag, size_t(16))
    return got + tag.raw, b"".join(modes.gcm_encrypt(k, iv, aad, d))


def check_ccm():
    k, nonce, aad, d = rng.randbytes(16), rng.randbytes(rng.randrange(7, 14)), some_bytes(100), some_bytes(300)
    n = rng.randrange(4, 17, 2)
    return aead("gm_sm4_ccm", expanded(k), nonce, aad, d, n, modes.ccm_encrypt(k, nonce, aad, d, n))


def mac(name, key, data, n):
    out = buffer(n)
    call(name, key, out, size_t(n), *blob(data))
    call(name + "_verify", key, out, size_t(n), *blob(data))
    return out.raw[:n]


def check_cmac():
    k, d, n = rng.randbytes(16), some_bytes(300), rng.randrange(1, 17)
    return mac("gm_sm4_cmac", expanded(k), d, n), modes.cmac(k, d)[:n]


def check_cbcmac():
    k, d, n = rng.randbytes(16), some_bytes(300, 16, 16), rng.randrange(1, 17)
    return mac("gm_sm4_cbcmac", expanded(k), d, n), modes.cbc_mac(k, d)[:n]


def check_gmac():
    k, iv, d = rng.randbytes(16), some_bytes(30, 1), some_bytes(300)
    tag = buffer(16)
    call("gm_sm4_gmac", expanded(k, "gm_sm4_gcm_key_init", 512), tag, size_t(16), *blob(iv), *blob(d))
    return tag.raw, modes.gcm_encrypt(k, iv, d, b"")[1]


def check_cipher():
    """The running cipher in pieces, CBC with PKCS#7."""
    k, v, d = rng.randbytes(16), rng.randbytes(16), some_bytes(200)
    ctx, n, got, at = (u64 * 44)(), size_t(), b"", 0
    call("gm_sm4_cipher_init", ctx, 2, ENCRYPT, 1, *blob(k), *blob(v))
    while at < len(d):
        part = d[at:at + rng.randrange(1, 50)]
        out = buffer(len(part) + 32)
        call("gm_sm4_cipher_update", ctx, out, size_t(len(part) + 32), ctypes.byref(n), *blob(part))
        got += out.raw[:n.value]
        at += len(part)
    out = buffer(32)
    call("gm_sm4_cipher_finish", ctx, out, size_t(32), ctypes.byref(n))
    return got + out.raw[:n.value], modes.cbc_encrypt(k, v, modes.pkcs7_pad(d))


def check_block():
    k, d = rng.randbytes(16), rng.randbytes(16)
    key, out, back = expanded(k), buffer(16), buffer(16)
    call("gm_sm4_encrypt_block", key, out, d)
    call("gm_sm4_decrypt_block", key, back, d)
    return out.raw + back.raw, SM4(k).encrypt(d) + SM4(k).decrypt(d)


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
    print("%-18s %4d random inputs" % (check.__name__, n))
    failed += n == 0
print("%d passed, %d failed, 0 skipped" % (sum(count.values()) - failed, failed))
sys.exit(failed != 0)
