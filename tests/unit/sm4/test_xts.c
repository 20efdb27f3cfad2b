/* XTS: ciphertext stealing, the two bit orders, limits, arguments. Vectors are in test_modes. */
#include "sm4test.h"

/* The definition, block by block, from single-block calls: T[i+1] = T[i] * x, bit by bit. */
static void model_double(uint8_t t[16], int gb)
{
    uint8_t out[16] = {0};
    for (int i = 0; i < 128; i++) { /* coefficient of x^i */
        int byte = i / 8, bit = gb ? 7 - i % 8 : i % 8, j = i + 1;
        if ((t[byte] >> bit & 1) == 0)
            continue;
        if (j < 128) {
            out[j / 8] ^= (uint8_t)(1 << (gb ? 7 - j % 8 : j % 8));
        } else { /* x^128 = x^7 + x^2 + x + 1 */
            static const int low[] = {0, 1, 2, 7};
            for (int k = 0; k < 4; k++)
                out[0] ^= (uint8_t)(1 << (gb ? 7 - low[k] : low[k]));
        }
    }
    memcpy(t, out, 16);
}

static void one(const uint32_t *rk, const uint8_t t[16], uint8_t *out, const uint8_t *in)
{
    uint8_t x[16];
    xor16(x, in, t);
    gmi_sm4()->block(rk, x, x);
    xor16(out, x, t);
}

static void model(const gm_sm4_xts_key *key, int gb, uint8_t *out, const uint8_t *in, size_t len,
                  const uint8_t tweak[16])
{
    uint8_t t[16], cc[16];
    gmi_sm4()->block(key->tweak_.enc_, t, tweak);
    size_t full = len / 16, tail = len % 16;
    for (size_t i = 0; i < full; i++) {
        one(key->data_.enc_, t, out + 16 * i, in + 16 * i);
        model_double(t, gb);
    }
    if (tail != 0) {
        uint8_t *before = out + 16 * full - 16;
        memcpy(cc, before, 16);
        memcpy(out + 16 * full, cc, tail);
        memcpy(cc, in + 16 * full, tail);
        one(key->data_.enc_, t, before, cc);
    }
}

static void lengths_of_row(struct rows r)
{
    static uint8_t in[600], want[600], got[600], key[32], tweak[16];
    gm_sm4_xts_key k;
    rand_bytes(key, 32);
    rand_bytes(in, sizeof in);
    CHECK_OK(gmi_sm4_xts_key_init(r.sm4, &k, key));
    for (size_t len = 16; len <= 600; len += len < 100 ? 1 : 7)
        for (int gb = 0; gb < 2; gb++) {
            gm_sm4_xts_standard standard = gb ? GM_SM4_XTS_GB17964 : GM_SM4_XTS_IEEE1619;
            rand_bytes(tweak, 16);
            model(&k, gb, want, in, len, tweak);
            CHECK_OK(gmi_sm4_xts_encrypt(r.sm4, &k, standard, got, in, len, tweak));
            CHECK_MEM(got, want, len);
            CHECK_OK(gmi_sm4_xts_decrypt(r.sm4, &k, standard, got, got, len, tweak));
            CHECK_MEM(got, in, len);
            memcpy(got, in, len);
            CHECK_OK(gmi_sm4_xts_encrypt(r.sm4, &k, standard, got, got, len, tweak));
            CHECK_MEM(got, want, len);
        }
}

static void every_length_follows_the_definition(void)
{
    every_sm4_row(lengths_of_row);
}

static void arguments(void)
{
    static uint8_t in[64], out[64], saved[64], key[32], tweak[16];
    gm_sm4_xts_key k;
    CHECK_OK(gm_sm4_xts_key_init(&k, key)); /* equal halves are the caller's matter */
    CHECK_EQ(gm_sm4_xts_key_init(NULL, key), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_xts_key_init(&k, NULL), GM_ERR_ARGUMENT);
    memset(out, 0x5a, 64);
    memcpy(saved, out, 64);
#define REFUSED(k, s, out, in, len, tweak)                                        \
    do {                                                                          \
        CHECK_EQ(gm_sm4_xts_encrypt(k, s, out, in, len, tweak), GM_ERR_ARGUMENT); \
        CHECK_EQ(gm_sm4_xts_decrypt(k, s, out, in, len, tweak), GM_ERR_ARGUMENT); \
    } while (0)
    for (size_t len = 0; len < 16; len++)
        REFUSED(&k, GM_SM4_XTS_GB17964, out, in, len, tweak);
    REFUSED(NULL, GM_SM4_XTS_GB17964, out, in, 32, tweak);
    REFUSED(&k, (gm_sm4_xts_standard)0, out, in, 32, tweak);
    REFUSED(&k, (gm_sm4_xts_standard)3, out, in, 32, tweak);
    REFUSED(&k, GM_SM4_XTS_GB17964, NULL, in, 32, tweak);
    REFUSED(&k, GM_SM4_XTS_GB17964, out, NULL, 32, tweak);
    REFUSED(&k, GM_SM4_XTS_GB17964, out, in, 32, NULL);
    REFUSED(&k, GM_SM4_XTS_GB17964, out, out + 1, 32, tweak);
    REFUSED(&k, GM_SM4_XTS_GB17964, out + 16, out, 32, tweak);
#undef REFUSED
    CHECK_MEM(out, saved, 64);
}

/* 2^20 blocks are a whole unit; one byte more is refused. */
static void longest_unit(void)
{
    size_t most = (size_t)16 << 20;
    uint8_t *p = exact(most + 1), key[32] = {1}, tweak[16] = {2};
    gm_sm4_xts_key k;
    memset(p, 0x3c, most + 1);
    CHECK_OK(gm_sm4_xts_key_init(&k, key));
    CHECK_EQ(gm_sm4_xts_encrypt(&k, GM_SM4_XTS_IEEE1619, p, p, most + 1, tweak), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_xts_decrypt(&k, GM_SM4_XTS_IEEE1619, p, p, most + 1, tweak), GM_ERR_ARGUMENT);
    CHECK_EQ(p[0], 0x3c);
    CHECK_EQ(p[most], 0x3c);
    if (gmi_sm4() == &gmi_sm4_portable) {
        free(p);
        SKIP("16 MiB on the portable row");
    }
    CHECK_OK(gm_sm4_xts_encrypt(&k, GM_SM4_XTS_IEEE1619, p, p, most, tweak));
    CHECK(p[most - 1] != 0x3c || p[most - 2] != 0x3c || p[most - 3] != 0x3c);
    CHECK_OK(gm_sm4_xts_decrypt(&k, GM_SM4_XTS_IEEE1619, p, p, most, tweak));
    for (size_t i = 0; i <= most; i++)
        if (p[i] != 0x3c) {
            CHECK_EQ(i, -1);
            break;
        }
    free(p);
}

static void unit_numbers(void)
{
    static const uint8_t want[16] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf1};
    uint8_t tweak[16];
    memset(tweak, 0xff, 16);
    gm_sm4_xts_unit_tweak(tweak, UINT64_C(0xf1debc9a78563412));
    CHECK_MEM(tweak, want, 16);
}

TEST_SUITE(xts, CASE(every_length_follows_the_definition), CASE(arguments), CASE(longest_unit), CASE(unit_numbers));
