"""What guomi has to reach (bar) and where it should end (limit), in core cycles: a byte, or whole ones for
operations marked "cycles". doc/performance.md says where the numbers come from. One entry: the words of the
table, the operations it binds, bytes of a message, the class of processor features (None: all), unit, bar, limit."""

BARS = [
    ("SM3, one stream", ["sm3"], 65536, None, "cpb", 6.8, 6.5),
    ("SM3, one stream", ["sm3"], 65536, "avx2", "cpb", 7.0, 6.5),
    ("SM3, one stream", ["sm3"], 1024, None, "cpb", 7.4, 7.0),
    ("SM3, one message, whole call", ["sm3"], 64, None, "cycles", 1000, 900),
    ("HMAC-SM3, key kept", ["hmac-sm3"], 1024, None, "cpb", 8.4, 7.8),
    ("SM3, many messages, 16 lanes", ["sm3-many"], 65536, None, "cpb", 1.08, 0.85),
    ("SM3, many messages, 8 lanes", ["sm3-many"], 65536, "avx2", "cpb", 2.0, 1.7),
    ("KDF of SM2", ["sm2-kdf"], 65536, None, "cpb", 1.9, 1.5),
    ("PBKDF2, 10 000 iterations", ["pbkdf2-sm3"], 0, None, "cycles", 9.5e6, 8.8e6),
    ("SM4, independent blocks", ["sm4-ecb-enc", "sm4-ctr", "sm4-cbc-dec", "sm4-cfb-dec"], 65536, None, "cpb", 0.80, 0.50),
    ("SM4, independent blocks", ["sm4-ecb-enc", "sm4-ctr", "sm4-cbc-dec", "sm4-cfb-dec"], 1024, None, "cpb", 0.92, 0.65),
    ("SM4, serial modes", ["sm4-cbc-enc", "sm4-cfb-enc", "sm4-ofb", "sm4-cbcmac", "sm4-cmac"], 65536, None, "cpb", 17.5, 16),
    ("SM4-GCM", ["sm4-gcm-enc", "sm4-gcm-dec"], 65536, None, "cpb", 0.95, 0.75),
    ("SM4-GCM", ["sm4-gcm-enc", "sm4-gcm-dec"], 1024, None, "cpb", 1.6, 1.2),
    ("SM4-CCM", ["sm4-ccm-enc", "sm4-ccm-dec"], 65536, None, "cpb", 18, 16.5),
    ("SM4-XTS", ["sm4-xts-enc", "sm4-xts-dec", "sm4-xts-gb-enc", "sm4-xts-gb-dec"], 65536, None, "cpb", 0.95, 0.70),
    ("SM4-XTS", ["sm4-xts-enc", "sm4-xts-dec", "sm4-xts-gb-enc", "sm4-xts-gb-dec"], 1024, None, "cpb", 1.3, 1.0),
    ("SM4-HCTR", ["sm4-hctr-enc", "sm4-hctr-dec"], 65536, None, "cpb", 1.8, 1.3),
    ("SM4 key schedule", ["sm4-key"], 0, None, "cycles", 400, 300),
    ("SM4, one block", ["sm4-block"], 16, None, "cycles", 300, 260),
    ("SM4, AES-NI and AVX2", ["sm4-ctr", "sm4-ecb-enc", "sm4-cbc-dec"], 65536, "avx2", "cpb", 2.3, 1.9),
    ("SM4, GFNI and AVX2", ["sm4-ctr", "sm4-ecb-enc", "sm4-cbc-dec"], 65536, "gfni-avx2", "cpb", 1.6, 1.1),
    ("SM4, portable C with 16-byte vectors", ["sm4-ctr"], 65536, "portable", "cpb", 6.3, 5.4),
    ("GHASH, portable", ["sm4-gmac"], 65536, "portable", "cpb", 8.2, 6.9),
]
