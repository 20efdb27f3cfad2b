/* SHA-1, SHA-256, HMAC, PBKDF2 and AES-CBC decryption: the examples of FIPS 180-4, RFC 2202, RFC 4231, RFC 6070,
 * RFC 7914, FIPS 197 and SP 800-38A; every length around the blocks. */
#include "gmtest.h"
#include "legacy/legacy.h"

static size_t bytes_of(uint8_t *out, const char *hex)
{
    size_t n = strlen(hex) / 2;
    for (size_t i = 0; i < n; i++) {
        char two[3] = {hex[2 * i], hex[2 * i + 1], 0};
        out[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    return n;
}

static void check_hex(const uint8_t *got, const char *want)
{
    uint8_t bytes[64];
    size_t n = bytes_of(bytes, want);
    CHECK_MEM(got, bytes, n);
}

static void hashes(void)
{
    static const char long_text[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    uint8_t digest[32];
    gmi_legacy_hash(&gmi_legacy_sha1, digest, (const uint8_t *)"abc", 3);
    check_hex(digest, "a9993e364706816aba3e25717850c26c9cd0d89d");
    gmi_legacy_hash(&gmi_legacy_sha1, digest, (const uint8_t *)long_text, 56);
    check_hex(digest, "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    gmi_legacy_hash(&gmi_legacy_sha1, digest, NULL, 0);
    check_hex(digest, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    gmi_legacy_hash(&gmi_legacy_sha256, digest, (const uint8_t *)"abc", 3);
    check_hex(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    gmi_legacy_hash(&gmi_legacy_sha256, digest, (const uint8_t *)long_text, 56);
    check_hex(digest, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    gmi_legacy_hash(&gmi_legacy_sha256, digest, NULL, 0);
    check_hex(digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

/* The hash of the hashes of the first n bytes 00 01 02 …, for n from 0 to 200: every place of the padding. */
static void every_length(void)
{
    static const char *const want[] = {"30f906e3c78b841ee4b73d0cb2850660435758b3",
                                       "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021"};
    const struct legacy_hash *hashes[] = {&gmi_legacy_sha1, &gmi_legacy_sha256};
    for (size_t k = 0; k < 2; k++) {
        static uint8_t all[201 * 32];
        uint8_t data[200], digest[32];
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (uint8_t)i;
        for (size_t n = 0; n <= 200; n++)
            gmi_legacy_hash(hashes[k], all + n * hashes[k]->digest_size, data, n);
        gmi_legacy_hash(hashes[k], digest, all, 201 * hashes[k]->digest_size);
        check_hex(digest, want[k]);
    }
}

static void hmacs(void)
{
    uint8_t key[131], mac[32];
    static const char *const large = "Test Using Larger Than Block-Size Key - Hash Key First";
    gmi_legacy_hmac(&gmi_legacy_sha1, mac, (const uint8_t *)"Jefe", 4, (const uint8_t *)"what do ya want for nothing?",
                    28);
    check_hex(mac, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
    gmi_legacy_hmac(&gmi_legacy_sha256, mac, (const uint8_t *)"Jefe", 4,
                    (const uint8_t *)"what do ya want for nothing?", 28);
    check_hex(mac, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    gmi_legacy_hmac(&gmi_legacy_sha1, mac, key, 80, (const uint8_t *)large, strlen(large));
    check_hex(mac, "aa4ae5e15272d00e95705637ce8a3b55ed402112");
    gmi_legacy_hmac(&gmi_legacy_sha256, mac, key, 131, (const uint8_t *)large, strlen(large));
    check_hex(mac, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

static void key_derivation(void)
{
    uint8_t out[64];
    gmi_legacy_pbkdf2(&gmi_legacy_sha1, out, 20, (const uint8_t *)"password", 8, (const uint8_t *)"salt", 4, 1);
    check_hex(out, "0c60c80f961f0e71f3a9b524af6012062fe037a6");
    gmi_legacy_pbkdf2(&gmi_legacy_sha1, out, 20, (const uint8_t *)"password", 8, (const uint8_t *)"salt", 4, 4096);
    check_hex(out, "4b007901b765489abead49d926f721d065a429c1");
    gmi_legacy_pbkdf2(&gmi_legacy_sha1, out, 25, (const uint8_t *)"passwordPASSWORDpassword", 24,
                      (const uint8_t *)"saltSALTsaltSALTsaltSALTsaltSALTsalt", 36, 4096);
    check_hex(out, "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038");
    gmi_legacy_pbkdf2(&gmi_legacy_sha1, out, 16, (const uint8_t *)"pass\0word", 9, (const uint8_t *)"sa\0lt", 5, 4096);
    check_hex(out, "56fa6aa75548099dcc37d7f03425e0c3");
    gmi_legacy_pbkdf2(&gmi_legacy_sha256, out, 64, (const uint8_t *)"passwd", 6, (const uint8_t *)"salt", 4, 1);
    check_hex(out, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                   "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783");
}

static void aes_block(const char *key_hex, const char *cipher_hex, const char *plain_hex)
{
    static const uint8_t zero[16];
    uint8_t key[32], block[16];
    size_t key_len = bytes_of(key, key_hex);
    bytes_of(block, cipher_hex);
    gmi_legacy_aes_cbc_decrypt(block, block, 1, key, key_len, zero);
    check_hex(block, plain_hex);
}

/* FIPS 197, appendix C. */
static void aes_blocks(void)
{
    static const char *const plain = "00112233445566778899aabbccddeeff";
    aes_block("000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a", plain);
    aes_block("000102030405060708090a0b0c0d0e0f1011121314151617", "dda97ca4864cdfe06eaf70a0ec0d7191", plain);
    aes_block("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "8ea2b7ca516745bfeafc49904b496089",
              plain);
}

/* SP 800-38A, F.2.2, F.2.4, F.2.6; in place and not. */
static void aes_cbc(void)
{
    static const char *const keys[] = {"2b7e151628aed2a6abf7158809cf4f3c",
                                       "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
                                       "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"};
    static const char *const ciphers[] = {"7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
                                          "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7",
                                          "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a"
                                          "571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd",
                                          "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
                                          "39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b"};
    static const char *const plain = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
                                     "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
    for (size_t i = 0; i < 3; i++) {
        uint8_t key[32], iv[16], cipher[64], out[64];
        size_t key_len = bytes_of(key, keys[i]);
        bytes_of(iv, "000102030405060708090a0b0c0d0e0f");
        bytes_of(cipher, ciphers[i]);
        gmi_legacy_aes_cbc_decrypt(out, cipher, 4, key, key_len, iv);
        check_hex(out, plain);
        gmi_legacy_aes_cbc_decrypt(cipher, cipher, 4, key, key_len, iv);
        CHECK_MEM(cipher, out, 64);
    }
}

TEST_SUITE(legacy, CASE(hashes), CASE(every_length), CASE(hmacs), CASE(key_derivation), CASE(aes_blocks),
           CASE(aes_cbc));
