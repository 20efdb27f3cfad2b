/* The plain modes: vectors through every row, in place and out of place; arguments that must be refused. */
#include "sm4test.h"

/* key || hash key of a vector block. */
static void block_key(uint8_t key[32], const struct vec_block *b)
{
    const struct vec_field *k = vec_need(b, "key"), *h = vec_get(b, "hkey");
    memcpy(key, k->bytes, k->len);
    if (h != NULL)
        memcpy(key + 16, h->bytes, 16);
}

static void check_text(struct rows r, const struct text_mode *m, int decrypt, const uint8_t *key, const uint8_t *iv,
                       const uint8_t *in, const uint8_t *want, size_t len)
{
    uint8_t *source = exact_copy(in, len), *out = exact(len);
    CHECK_OK(m->run(r, decrypt, out, source, len, key, iv));
    CHECK_BYTES(out, want, len);
    CHECK_BYTES(source, in, len);
    CHECK_OK(m->run(r, decrypt, source, source, len, key, iv));
    CHECK_BYTES(source, want, len);
    free(source);
    free(out);
}

static void check_bits(struct rows r, const struct vec_block *b, const uint8_t *key)
{
    gm_sm4_key k;
    uint64_t bits = vec_number(b, "bits_dec", 0);
    const struct vec_field *pt = vec_need(b, "pt"), *ct = vec_need(b, "ct"), *iv = vec_need(b, "iv");
    uint8_t *out = exact(pt->len);
    CHECK_EQ(pt->len, (bits + 7) / 8);
    CHECK_OK(gmi_sm4_key_init(r.sm4, &k, key));
    CHECK_OK(gmi_sm4_cfb1_encrypt(r.sm4, &k, out, pt->bytes, bits, iv->bytes));
    CHECK_MEM(out, ct->bytes, ct->len);
    CHECK_OK(gmi_sm4_cfb1_decrypt(r.sm4, &k, out, ct->bytes, bits, iv->bytes));
    CHECK_MEM(out, pt->bytes, pt->len);
    free(out);
}

static void vectors_of_row(struct rows r)
{
    for (size_t f = 0; f < GM_COUNT(mode_files); f++) {
        struct vec_block b = {.count = 0};
        struct vec_file v = vec_open(mode_files[f]);
        while (vec_next(&v, &b)) {
            const struct text_mode *m = find_mode(vec_need(&b, "op")->text);
            const struct vec_field *iv = vec_get(&b, "iv");
            uint8_t key[32];
            if (m == NULL)
                continue; /* padding and MACs have tests of their own */
            block_key(key, &b);
            if (iv == NULL)
                iv = vec_get(&b, "tweak");
            const struct vec_field *pt = vec_need(&b, "pt"), *ct = vec_need(&b, "ct");
            if (vec_get(&b, "bits_dec") != NULL) {
                check_bits(r, &b, key);
                continue;
            }
            check_text(r, m, 0, key, iv == NULL ? NULL : iv->bytes, pt->bytes, ct->bytes, pt->len);
            check_text(r, m, 1, key, iv == NULL ? NULL : iv->bytes, ct->bytes, pt->bytes, pt->len);
        }
    }
}

static void vectors_through_every_row(void)
{
    every_sm4_row(vectors_of_row);
}

/* CFB1 over any number of bits, against single bits by the definition. */
static void single_bits(void)
{
    for (unsigned bits = 0; bits <= 150; bits++) {
        uint8_t in[19], want[19] = {0}, got[19], key[16], iv[16], reg[16], stream[16];
        gm_sm4_key k;
        size_t len = (bits + 7) / 8;
        rand_bytes(in, sizeof in);
        rand_bytes(key, sizeof key);
        rand_bytes(iv, sizeof iv);
        CHECK_OK(gm_sm4_key_init(&k, key));
        memcpy(reg, iv, 16);
        for (unsigned i = 0; i < bits; i++) {
            CHECK_OK(gm_sm4_encrypt_block(&k, stream, reg));
            int c = (in[i / 8] >> (7 - i % 8) & 1) ^ stream[0] >> 7;
            want[i / 8] = (uint8_t)(want[i / 8] | c << (7 - i % 8));
            for (int j = 0; j < 16; j++)
                reg[j] = (uint8_t)(reg[j] << 1 | (j < 15 ? reg[j + 1] >> 7 : c));
        }
        memset(got, 0x5a, sizeof got);
        CHECK_OK(gm_sm4_cfb1_encrypt(&k, got, in, bits, iv));
        CHECK_BYTES(got, want, len);
        CHECK(len == sizeof got || got[len] == 0x5a);
        got[len > 0 ? len - 1 : 0] |= len > 0 ? 0xff >> 1 >> ((bits - 1) % 8) : 0; /* unused bits do not matter */
        CHECK_OK(gm_sm4_cfb1_decrypt(&k, got, got, bits, iv));
        if (bits % 8 != 0)
            in[len - 1] &= (uint8_t)(0xff << (8 - bits % 8));
        CHECK_BYTES(got, in, len);
    }
}

/* NULL pointers, lengths and overlaps that a mode does not take: refused, and out untouched. */
static void arguments(void)
{
    static uint8_t buffer[160], saved[160], key[32], iv[16];
    gm_sm4_key k;
    rand_bytes(buffer, sizeof buffer);
    memcpy(saved, buffer, sizeof buffer);
    CHECK_OK(gm_sm4_key_init(&k, key));
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        struct rows r = {gmi_sm4(), gmi_ghash()};
        for (int decrypt = 0; decrypt < 2; decrypt++) {
            CHECK_EQ(m->run(r, decrypt, NULL, buffer, 32, key, iv), GM_ERR_ARGUMENT);
            CHECK_EQ(m->run(r, decrypt, buffer, NULL, 32, key, iv), GM_ERR_ARGUMENT);
            if (m->mode != GM_SM4_ECB)
                CHECK_EQ(m->run(r, decrypt, buffer, buffer, 32, key, NULL), GM_ERR_ARGUMENT);
            for (size_t shift = 1; shift < 48; shift++) {
                CHECK_EQ(m->run(r, decrypt, buffer, buffer + shift, 48, key, iv), GM_ERR_ARGUMENT);
                CHECK_EQ(m->run(r, decrypt, buffer + shift, buffer, 48, key, iv), GM_ERR_ARGUMENT);
            }
            for (size_t len = 1; m->unit == 16 && len < 64; len++)
                if (len % 16 != 0)
                    CHECK_EQ(m->run(r, decrypt, buffer + 80, buffer, len, key, iv), GM_ERR_ARGUMENT);
            if (m->least == 0)
                CHECK_OK(m->run(r, decrypt, NULL, NULL, 0, key, iv));
        }
    }
    CHECK_MEM(buffer, saved, sizeof buffer);
#define NO_KEY(call) CHECK_EQ(call, GM_ERR_ARGUMENT)
    NO_KEY(gm_sm4_ecb_encrypt(NULL, buffer, buffer, 16));
    NO_KEY(gm_sm4_ecb_decrypt(NULL, buffer, buffer, 16));
    NO_KEY(gm_sm4_cbc_encrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cbc_decrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cfb_encrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cfb_decrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cfb8_encrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cfb8_decrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cfb1_encrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_cfb1_decrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_ofb(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_ctr(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_bc_encrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_bc_decrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_ofbnlf_encrypt(NULL, buffer, buffer, 16, iv));
    NO_KEY(gm_sm4_ofbnlf_decrypt(NULL, buffer, buffer, 16, iv));
#undef NO_KEY
    CHECK_EQ(gm_sm4_cfb1_encrypt(&k, buffer, buffer + 1, 17, iv), GM_ERR_ARGUMENT);
    CHECK_MEM(buffer, saved, sizeof buffer);
}

/* The public names run what the workers run. */
static void public_functions(void)
{
    static uint8_t in[64], want[64], got[64], key[32], iv[16];
    struct rows r = {gmi_sm4(), gmi_ghash()};
    gm_sm4_key k;
    gm_sm4_xts_key xk;
    rand_bytes(in, sizeof in);
    rand_bytes(key, sizeof key);
    rand_bytes(iv, sizeof iv);
    CHECK_OK(gm_sm4_key_init(&k, key));
    CHECK_OK(gm_sm4_xts_key_init(&xk, key));
#define SAME(op, encrypt, decrypt)                                 \
    do {                                                           \
        CHECK_OK(find_mode(op)->run(r, 0, want, in, 64, key, iv)); \
        CHECK_OK(encrypt);                                         \
        CHECK_MEM(got, want, 64);                                  \
        CHECK_OK(decrypt);                                         \
        CHECK_MEM(got, in, 64);                                    \
    } while (0)
    SAME("ecb", gm_sm4_ecb_encrypt(&k, got, in, 64), gm_sm4_ecb_decrypt(&k, got, got, 64));
    SAME("cbc", gm_sm4_cbc_encrypt(&k, got, in, 64, iv), gm_sm4_cbc_decrypt(&k, got, got, 64, iv));
    SAME("cfb128", gm_sm4_cfb_encrypt(&k, got, in, 64, iv), gm_sm4_cfb_decrypt(&k, got, got, 64, iv));
    SAME("cfb8", gm_sm4_cfb8_encrypt(&k, got, in, 64, iv), gm_sm4_cfb8_decrypt(&k, got, got, 64, iv));
    SAME("cfb1", gm_sm4_cfb1_encrypt(&k, got, in, 512, iv), gm_sm4_cfb1_decrypt(&k, got, got, 512, iv));
    SAME("ofb", gm_sm4_ofb(&k, got, in, 64, iv), gm_sm4_ofb(&k, got, got, 64, iv));
    SAME("ctr", gm_sm4_ctr(&k, got, in, 64, iv), gm_sm4_ctr(&k, got, got, 64, iv));
    SAME("bc", gm_sm4_bc_encrypt(&k, got, in, 64, iv), gm_sm4_bc_decrypt(&k, got, got, 64, iv));
    SAME("ofbnlf", gm_sm4_ofbnlf_encrypt(&k, got, in, 64, iv), gm_sm4_ofbnlf_decrypt(&k, got, got, 64, iv));
    SAME("xts-ieee", gm_sm4_xts_encrypt(&xk, GM_SM4_XTS_IEEE1619, got, in, 64, iv),
         gm_sm4_xts_decrypt(&xk, GM_SM4_XTS_IEEE1619, got, got, 64, iv));
    SAME("xts-gb", gm_sm4_xts_encrypt(&xk, GM_SM4_XTS_GB17964, got, in, 64, iv),
         gm_sm4_xts_decrypt(&xk, GM_SM4_XTS_GB17964, got, got, 64, iv));
    SAME("hctr", gm_sm4_hctr_encrypt(&k, key + 16, got, in, 64, iv),
         gm_sm4_hctr_decrypt(&k, key + 16, got, got, 64, iv));
#undef SAME
}

TEST_SUITE(modes, CASE(vectors_through_every_row), CASE(single_bits), CASE(arguments), CASE(public_functions));
