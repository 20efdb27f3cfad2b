/* HCTR by its definition, with GHASH bit by bit; arguments. Vectors are in test_modes. */
#include "sm4test.h"

static void multiply(uint8_t y[16], const uint8_t h[16])
{
    uint8_t v[16], z[16] = {0};
    memcpy(v, h, 16);
    for (int i = 0; i < 128; i++) {
        if (y[i / 8] >> (7 - i % 8) & 1)
            xor16(z, z, v);
        int carry = v[15] & 1;
        for (int j = 15; j > 0; j--)
            v[j] = (uint8_t)(v[j] >> 1 | v[j - 1] << 7);
        v[0] = (uint8_t)(v[0] >> 1 ^ (carry ? 0xe1 : 0));
    }
    memcpy(y, z, 16);
}

/* Hash of m || tweak, zeros, bit length. */
static void model_hash(uint8_t y[16], const uint8_t h[16], const uint8_t *m, size_t len, const uint8_t tweak[16])
{
    size_t all = len + 16, blocks = (all + 15) / 16;
    uint8_t *x = calloc(blocks + 1, 16);
    memcpy(x, m, len);
    memcpy(x + len, tweak, 16);
    store64be(x + 16 * blocks + 8, (uint64_t)all * 8);
    memset(y, 0, 16);
    for (size_t i = 0; i <= blocks; i++) {
        xor16(y, y, x + 16 * i);
        multiply(y, h);
    }
    free(x);
}

static void model(const gm_sm4_key *key, const uint8_t h[16], int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                  const uint8_t tweak[16])
{
    uint8_t z1[16], z2[16], s[16], x[16];
    const struct sm4_impl *row = gmi_sm4();
    model_hash(z1, h, in + 16, len - 16, tweak);
    xor16(z1, z1, in);
    row->block(decrypt ? key->dec_ : key->enc_, z2, z1);
    xor16(s, z1, z2);
    for (size_t i = 16; i < len; i++) {
        memcpy(x, s, 16);
        store64be(x + 8, load64be(x + 8) ^ (uint64_t)(i / 16));
        row->block(key->enc_, x, x);
        out[i] = in[i] ^ x[i % 16];
    }
    model_hash(x, h, out + 16, len - 16, tweak);
    xor16(out, z2, x);
}

static void lengths_of_rows(struct rows r)
{
    static uint8_t in[200], want[200], got[200], key[16], h[16], tweak[16];
    gm_sm4_key k;
    for (size_t len = 16; len <= 200; len += len < 100 ? 1 : 9) {
        rand_bytes(in, len);
        rand_bytes(key, 16);
        rand_bytes(h, 16);
        rand_bytes(tweak, 16);
        CHECK_OK(gmi_sm4_key_init(r.sm4, &k, key));
        for (int decrypt = 0; decrypt < 2; decrypt++) {
            model(&k, h, decrypt, want, in, len, tweak);
            gm_status (*run)(const struct sm4_impl *, const struct ghash_impl *, const gm_sm4_key *, const uint8_t *,
                             uint8_t *, const uint8_t *, size_t, const uint8_t *) =
                decrypt ? gmi_sm4_hctr_decrypt : gmi_sm4_hctr_encrypt;
            CHECK_OK(run(r.sm4, r.ghash, &k, h, got, in, len, tweak));
            CHECK_MEM(got, want, len);
            memcpy(got, in, len);
            CHECK_OK(run(r.sm4, r.ghash, &k, h, got, got, len, tweak));
            CHECK_MEM(got, want, len);
        }
    }
}

static void every_length_follows_the_definition(void)
{
    every_pair_of_rows(lengths_of_rows);
}

static void arguments(void)
{
    static uint8_t in[64], out[64], saved[64], h[16], tweak[16];
    gm_sm4_key k;
    CHECK_OK(gm_sm4_key_init(&k, in));
    memset(out, 0x5a, 64);
    memcpy(saved, out, 64);
#define REFUSED(k, h, out, in, len, tweak)                                         \
    do {                                                                           \
        CHECK_EQ(gm_sm4_hctr_encrypt(k, h, out, in, len, tweak), GM_ERR_ARGUMENT); \
        CHECK_EQ(gm_sm4_hctr_decrypt(k, h, out, in, len, tweak), GM_ERR_ARGUMENT); \
    } while (0)
    for (size_t len = 0; len < 16; len++)
        REFUSED(&k, h, out, in, len, tweak);
    REFUSED(NULL, h, out, in, 32, tweak);
    REFUSED(&k, NULL, out, in, 32, tweak);
    REFUSED(&k, h, NULL, in, 32, tweak);
    REFUSED(&k, h, out, NULL, 32, tweak);
    REFUSED(&k, h, out, in, 32, NULL);
    REFUSED(&k, h, out, out + 1, 32, tweak);
    REFUSED(&k, h, out + 17, out, 32, tweak);
#undef REFUSED
    CHECK_MEM(out, saved, 64);
    CHECK_OK(gm_sm4_hctr_encrypt(&k, h, out, out, 33, tweak));
    CHECK_OK(gm_sm4_hctr_decrypt(&k, h, out, out, 33, tweak));
    CHECK_MEM(out, saved, 64);
}

TEST_SUITE(hctr, CASE(every_length_follows_the_definition), CASE(arguments));
