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

TEST_SUITE(modes, CASE(vectors_through_every_row));
