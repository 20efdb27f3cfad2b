/* The portable rows, over each word type, against SM4 written plainly here: a table and loops. */
#include "gmtest.h"

#include "base/bytes.h"
#include "cpu/cpu.h"
#include "sm4/sm4_impl.h"

static const uint8_t sbox[256] = {
    0xd6, 0x90, 0xe9, 0xfe, 0xcc, 0xe1, 0x3d, 0xb7, 0x16, 0xb6, 0x14, 0xc2, 0x28, 0xfb, 0x2c, 0x05, 0x2b, 0x67, 0x9a,
    0x76, 0x2a, 0xbe, 0x04, 0xc3, 0xaa, 0x44, 0x13, 0x26, 0x49, 0x86, 0x06, 0x99, 0x9c, 0x42, 0x50, 0xf4, 0x91, 0xef,
    0x98, 0x7a, 0x33, 0x54, 0x0b, 0x43, 0xed, 0xcf, 0xac, 0x62, 0xe4, 0xb3, 0x1c, 0xa9, 0xc9, 0x08, 0xe8, 0x95, 0x80,
    0xdf, 0x94, 0xfa, 0x75, 0x8f, 0x3f, 0xa6, 0x47, 0x07, 0xa7, 0xfc, 0xf3, 0x73, 0x17, 0xba, 0x83, 0x59, 0x3c, 0x19,
    0xe6, 0x85, 0x4f, 0xa8, 0x68, 0x6b, 0x81, 0xb2, 0x71, 0x64, 0xda, 0x8b, 0xf8, 0xeb, 0x0f, 0x4b, 0x70, 0x56, 0x9d,
    0x35, 0x1e, 0x24, 0x0e, 0x5e, 0x63, 0x58, 0xd1, 0xa2, 0x25, 0x22, 0x7c, 0x3b, 0x01, 0x21, 0x78, 0x87, 0xd4, 0x00,
    0x46, 0x57, 0x9f, 0xd3, 0x27, 0x52, 0x4c, 0x36, 0x02, 0xe7, 0xa0, 0xc4, 0xc8, 0x9e, 0xea, 0xbf, 0x8a, 0xd2, 0x40,
    0xc7, 0x38, 0xb5, 0xa3, 0xf7, 0xf2, 0xce, 0xf9, 0x61, 0x15, 0xa1, 0xe0, 0xae, 0x5d, 0xa4, 0x9b, 0x34, 0x1a, 0x55,
    0xad, 0x93, 0x32, 0x30, 0xf5, 0x8c, 0xb1, 0xe3, 0x1d, 0xf6, 0xe2, 0x2e, 0x82, 0x66, 0xca, 0x60, 0xc0, 0x29, 0x23,
    0xab, 0x0d, 0x53, 0x4e, 0x6f, 0xd5, 0xdb, 0x37, 0x45, 0xde, 0xfd, 0x8e, 0x2f, 0x03, 0xff, 0x6a, 0x72, 0x6d, 0x6c,
    0x5b, 0x51, 0x8d, 0x1b, 0xaf, 0x92, 0xbb, 0xdd, 0xbc, 0x7f, 0x11, 0xd9, 0x5c, 0x41, 0x1f, 0x10, 0x5a, 0xd8, 0x0a,
    0xc1, 0x31, 0x88, 0xa5, 0xcd, 0x7b, 0xbd, 0x2d, 0x74, 0xd0, 0x12, 0xb8, 0xe5, 0xb4, 0xb0, 0x89, 0x69, 0x97, 0x4a,
    0x0c, 0x96, 0x77, 0x7e, 0x65, 0xb9, 0xf1, 0x09, 0xc5, 0x6e, 0xc6, 0x84, 0x18, 0xf0, 0x7d, 0xec, 0x3a, 0xdc, 0x4d,
    0x20, 0x79, 0xee, 0x5f, 0x3e, 0xd7, 0xcb, 0x39, 0x48,
};

static uint32_t tau(uint32_t x)
{
    return (uint32_t)sbox[x >> 24] << 24 | (uint32_t)sbox[x >> 16 & 255] << 16 | (uint32_t)sbox[x >> 8 & 255] << 8 |
           sbox[x & 255];
}

static void expand_key(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16])
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    uint32_t k[36];
    for (int i = 0; i < 4; i++)
        k[i] = load32be(key + 4 * i) ^ fk[i];
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t ck = 0;
        for (uint32_t j = 0; j < 4; j++)
            ck = ck << 8 | ((4 * i + j) * 7 & 0xff);
        uint32_t b = tau(k[i + 1] ^ k[i + 2] ^ k[i + 3] ^ ck);
        k[i + 4] = enc[i] = dec[31 - i] = k[i] ^ b ^ rol32(b, 13) ^ rol32(b, 23);
    }
}

static void block(const uint32_t rk[32], uint8_t out[16], const uint8_t in[16])
{
    uint32_t x[4];
    for (int i = 0; i < 4; i++)
        x[i] = load32be(in + 4 * i);
    for (int i = 0; i < 32; i++) {
        uint32_t b = tau(x[1] ^ x[2] ^ x[3] ^ rk[i]);
        uint32_t y = x[0] ^ b ^ rol32(b, 2) ^ rol32(b, 10) ^ rol32(b, 18) ^ rol32(b, 24);
        x[0] = x[1], x[1] = x[2], x[2] = x[3], x[3] = y;
    }
    for (int i = 0; i < 4; i++)
        store32be(out + 4 * i, x[3 - i]);
}

static void ecb(const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16, out += 16)
        block(rk, out, in);
}

static void count(uint8_t counter[16], int bytes)
{
    for (int i = 15; i >= 16 - bytes && ++counter[i] == 0; i--)
        ;
}

static void ctr(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint8_t stream[16];
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        block(rk, stream, counter);
        xor16(out, in, stream);
        count(counter, 16);
    }
}

static void ctr32(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint8_t stream[16];
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        block(rk, stream, counter);
        xor16(out, in, stream);
        count(counter, 4);
    }
}

static void cbc_decrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint8_t c[16], x[16];
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        memcpy(c, in, 16);
        block(rk, x, c);
        xor16(out, x, iv);
        memcpy(iv, c, 16);
    }
}

static void cfb_decrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint8_t x[16];
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        block(rk, x, iv);
        memcpy(iv, in, 16);
        xor16(out, x, iv);
    }
}

static void xts(const uint32_t rk[32], uint8_t tweak[16], int gb, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint8_t x[16];
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        xor16(x, in, tweak);
        block(rk, x, x);
        xor16(out, x, tweak);
        if (gb) {
            uint64_t hi = load64be(tweak), lo = load64be(tweak + 8), carry = 0 - (lo & 1);
            store64be(tweak + 8, lo >> 1 | hi << 63);
            store64be(tweak, hi >> 1 ^ (carry & UINT64_C(0xe1) << 56));
        } else {
            uint64_t lo = load64le(tweak), hi = load64le(tweak + 8), carry = 0 - (hi >> 63);
            store64le(tweak + 8, hi << 1 | lo >> 63);
            store64le(tweak, lo << 1 ^ (carry & 0x87));
        }
    }
}

static void hctr_ctr(const uint32_t rk[32], const uint8_t s[16], uint64_t first, uint8_t *out, const uint8_t *in,
                     size_t nblocks)
{
    uint8_t x[16];
    for (; nblocks > 0; nblocks--, first++, in += 16, out += 16) {
        memcpy(x, s, 16);
        store64be(x + 8, load64be(s + 8) ^ first);
        block(rk, x, x);
        xor16(out, in, x);
    }
}

static void cbc_encrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        xor16(iv, iv, in);
        block(rk, iv, iv);
        memcpy(out, iv, 16);
    }
}

static void cfb_encrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        block(rk, iv, iv);
        xor16(iv, iv, in);
        memcpy(out, iv, 16);
    }
}

static void ofb(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        block(rk, iv, iv);
        xor16(out, in, iv);
    }
}

static void cbcmac(const uint32_t rk[32], uint8_t mac[16], const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16) {
        xor16(mac, mac, in);
        block(rk, mac, mac);
    }
}

static const struct sm4_impl plain = {
    .name = "plain",
    .expand_key = expand_key,
    .block = block,
    .ecb = ecb,
    .ctr = ctr,
    .ctr32 = ctr32,
    .cbc_decrypt = cbc_decrypt,
    .cfb_decrypt = cfb_decrypt,
    .xts = xts,
    .hctr_ctr = hctr_ctr,
    .cbc_encrypt = cbc_encrypt,
    .cfb_encrypt = cfb_encrypt,
    .ofb = ofb,
    .cbcmac = cbcmac,
};

#define MOST 150 /* blocks: more than two groups of the widest body, and a part */

static void known_answer(const struct sm4_impl *row)
{
    /* GB/T 32907-2016, annex A.1. */
    static const uint8_t key[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                    0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    static const uint8_t want[16] = {0x68, 0x1e, 0xdf, 0x34, 0xd2, 0x06, 0x96, 0x5e,
                                     0x86, 0xb3, 0xe9, 0x4f, 0x53, 0x6e, 0x42, 0x46};
    uint32_t enc[32], dec[32];
    uint8_t got[16];
    row->expand_key(enc, dec, key);
    row->block(enc, got, key);
    CHECK_MEM(got, want, 16);
    row->block(dec, got, got);
    CHECK_MEM(got, key, 16);
}

static void keys(const struct sm4_impl *row)
{
    for (int i = 0; i < 300; i++) {
        uint8_t key[16];
        uint32_t got[2][32], want[2][32];
        rand_bytes(key, sizeof key);
        row->expand_key(got[0], got[1], key);
        plain.expand_key(want[0], want[1], key);
        CHECK_MEM(got, want, sizeof got);
    }
}

/* Every value of every byte of the last word goes through the S-box of the first round. */
static void all_bytes(const struct sm4_impl *row)
{
    uint32_t rk[32];
    static uint8_t in[256][16], got[256][16], want[256][16];
    rand_bytes(rk, sizeof rk);
    for (int i = 0; i < 256; i++)
        memset(in[i], i, 16);
    row->ecb(rk, got[0], in[0], 256);
    plain.ecb(rk, want[0], in[0], 256);
    CHECK_MEM(got, want, sizeof got);
    for (int i = 0; i < 256; i++)
        row->block(rk, got[i], in[i]);
    CHECK_MEM(got, want, sizeof got);
}

/* All entries with the shape (rk, state[16], out, in, n). */
static void call(const struct sm4_impl *row, int which, const uint32_t rk[32], uint8_t s[16], uint8_t *out,
                 const uint8_t *in, size_t n)
{
    switch (which) {
    case 0:
        row->ecb(rk, out, in, n);
        break;
    case 1:
        row->ctr(rk, s, out, in, n);
        break;
    case 2:
        row->ctr32(rk, s, out, in, n);
        break;
    case 3:
        row->cbc_decrypt(rk, s, out, in, n);
        break;
    case 4:
        row->cfb_decrypt(rk, s, out, in, n);
        break;
    case 5:
        row->xts(rk, s, 0, out, in, n);
        break;
    case 6:
        row->xts(rk, s, 1, out, in, n);
        break;
    case 7:
        row->hctr_ctr(rk, s, load64be(s) >> 7, out, in, n);
        break;
    case 8:
        row->cbc_encrypt(rk, s, out, in, n);
        break;
    case 9:
        row->cfb_encrypt(rk, s, out, in, n);
        break;
    case 10:
        row->ofb(rk, s, out, in, n);
        break;
    default:
        row->cbcmac(rk, s, in, n);
        break;
    }
}

static void modes(const struct sm4_impl *row)
{
    static uint8_t in[16 * MOST + 16], got[16 * MOST + 16], want[16 * MOST + 16];
    for (int which = 0; which < 12; which++)
        for (size_t n = 0; n <= MOST; n++) {
            uint32_t rk[32];
            uint8_t start[16], s1[16], s2[16];
            size_t at = rand_below(16);
            rand_bytes(rk, sizeof rk);
            rand_bytes(in, sizeof in);
            rand_bytes(got, sizeof got);
            rand_bytes(start, sizeof start);
            if (n % 3 == 0)
                memset(start + n % 12, 0xff, 16 - n % 12); /* counters that wrap, carries in XTS */
            if (n % 3 != 2)
                start[15] = (uint8_t)(0 - rand_below(n + 1));
            memcpy(want, got, sizeof want);
            memcpy(s1, start, 16);
            memcpy(s2, start, 16);
            call(row, which, rk, s1, got + at, in + at, n);
            call(&plain, which, rk, s2, want + at, in + at, n);
            CHECK_MEM(got, want, sizeof got);
            CHECK_MEM(s1, s2, 16);
            if (which == 11)
                continue;
            memcpy(s1, start, 16);
            call(row, which, rk, s1, in + at, in + at, n);
            CHECK_MEM(in + at, want + at, 16 * n);
            CHECK_MEM(s1, s2, 16);
        }
}

/* Key streams longer than what any row keeps of the upper part of a counter, around every carry. */
static void long_streams(const struct sm4_impl *row)
{
    enum { LONG = 800 };
    static uint8_t in[16 * LONG], got[16 * LONG], want[16 * LONG];
    uint32_t rk[32];
    rand_bytes(rk, sizeof rk);
    rand_bytes(in, sizeof in);
    for (int which = 1; which <= 2; which++)
        for (int ones = 0; ones < 16; ones++) {
            const size_t n = LONG - rand_below(70);
            uint8_t start[16], s1[16], s2[16];
            rand_bytes(start, sizeof start);
            memset(start + 16 - ones, 0xff, (size_t)ones);
            if (ones > 1)
                start[14] = (uint8_t)(0xfd + rand_below(3)); /* the carry is in the first, second or third 256 */
            start[15] = (uint8_t)rand_below(256);
            memcpy(s1, start, 16);
            memcpy(s2, start, 16);
            call(row, which, rk, s1, got, in, n);
            call(&plain, which, rk, s2, want, in, n);
            CHECK_MEM(got, want, 16 * n);
            CHECK_MEM(s1, s2, 16);
        }
}

static void check(const struct sm4_impl *row)
{
    known_answer(row);
    keys(row);
    all_bytes(row);
    modes(row);
    long_streams(row);
}

static void portable(void)
{
    check(&gmi_sm4_portable);
}

static void over_64_bit_words(void)
{
    check(&gmi_sm4_portable64);
}

static void table(void)
{
    for (size_t i = 0; i < gmi_sm4_rows; i++)
        if (gmi_cpu_has(gmi_sm4_table[i]->needs))
            check(gmi_sm4_table[i]);
        else
            SKIP_PART(gmi_sm4_table[i]->name);
}

TEST_SUITE(sm4_portable, CASE(portable), CASE(over_64_bit_words), CASE(table));
