/* SHA-1 and SHA-256 (FIPS 180-4): the compression functions. */
#include "base/bytes.h"
#include "legacy/legacy.h"

#include <guomi/mem.h>

static uint32_t choose(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

static uint32_t majority(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) | (z & (x | y));
}

/* FIPS 180-4, 6.1.2 */
static void compress_sha1(uint32_t h[8], const uint8_t block[LEGACY_BLOCK])
{
    struct {
        uint32_t w[80], a, b, c, d, e, t;
    } w;
    for (int i = 0; i < 16; i++)
        w.w[i] = load32be(block + 4 * i);
    for (int i = 16; i < 80; i++)
        w.w[i] = rol32(w.w[i - 3] ^ w.w[i - 8] ^ w.w[i - 14] ^ w.w[i - 16], 1);
    w.a = h[0], w.b = h[1], w.c = h[2], w.d = h[3], w.e = h[4];
    for (int i = 0; i < 80; i++) {
        w.t = rol32(w.a, 5) + w.e + w.w[i];
        if (i < 20)
            w.t += choose(w.b, w.c, w.d) + 0x5a827999;
        else if (i < 40)
            w.t += (w.b ^ w.c ^ w.d) + 0x6ed9eba1;
        else if (i < 60)
            w.t += majority(w.b, w.c, w.d) + 0x8f1bbcdc;
        else
            w.t += (w.b ^ w.c ^ w.d) + 0xca62c1d6;
        w.e = w.d, w.d = w.c, w.c = rol32(w.b, 30), w.b = w.a, w.a = w.t;
    }
    h[0] += w.a, h[1] += w.b, h[2] += w.c, h[3] += w.d, h[4] += w.e;
    gm_wipe(&w, sizeof w);
}

const struct legacy_hash gmi_legacy_sha1 = {
    20, {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0, 0, 0, 0}, compress_sha1};

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
static const uint32_t k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* FIPS 180-4, 6.2.2 */
static void compress_sha256(uint32_t h[8], const uint8_t block[LEGACY_BLOCK])
{
    struct {
        uint32_t w[64], s[8], t1, t2;
    } w;
    for (int i = 0; i < 16; i++)
        w.w[i] = load32be(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t x = w.w[i - 15], y = w.w[i - 2];
        w.w[i] = w.w[i - 16] + (rol32(x, 25) ^ rol32(x, 14) ^ x >> 3);
        w.w[i] += w.w[i - 7] + (rol32(y, 15) ^ rol32(y, 13) ^ y >> 10);
    }
    memcpy(w.s, h, sizeof w.s);
    for (int i = 0; i < 64; i++) {
        uint32_t a = w.s[0], e = w.s[4];
        w.t1 = w.s[7] + (rol32(e, 26) ^ rol32(e, 21) ^ rol32(e, 7)) + choose(e, w.s[5], w.s[6]) + k256[i] + w.w[i];
        w.t2 = (rol32(a, 30) ^ rol32(a, 19) ^ rol32(a, 10)) + majority(a, w.s[1], w.s[2]);
        memmove(w.s + 1, w.s, 7 * sizeof w.s[0]);
        w.s[4] += w.t1;
        w.s[0] = w.t1 + w.t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += w.s[i];
    gm_wipe(&w, sizeof w);
}

const struct legacy_hash gmi_legacy_sha256 = {
    32,
    {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
    compress_sha256};
