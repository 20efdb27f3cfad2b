/* GCM: vectors through every pair of rows, one-shot and running. */
#include "sm4test.h"

static void check_vector(struct rows r, const struct vec_block *b)
{
    gm_sm4_gcm_key key;
    const struct vec_field *iv = vec_need(b, "iv"), *aad = vec_need(b, "aad"), *ct = vec_need(b, "ct"),
                           *tag = vec_need(b, "tag"), *pt = vec_get(b, "pt");
    uint8_t got_tag[16], *out = exact(ct->len);
    CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &key, vec_need(b, "key")->bytes));
    if (vec_is(b, "result", "invalid")) {
        memset(out, 0xa5, ct->len);
        CHECK_EQ(gmi_sm4_gcm_decrypt(r.sm4, r.ghash, &key, out, ct->bytes, ct->len, tag->bytes, tag->len, iv->bytes,
                                     iv->len, aad->bytes, aad->len),
                 GM_ERR_VERIFY);
        for (size_t i = 0; i < ct->len; i++)
            CHECK_EQ(out[i], 0);
        free(out);
        return;
    }
    CHECK_OK(gmi_sm4_gcm_encrypt(r.sm4, r.ghash, &key, out, got_tag, tag->len, iv->bytes, iv->len, aad->bytes, aad->len,
                                 pt->bytes, pt->len));
    CHECK_BYTES(out, ct->bytes, ct->len);
    CHECK_MEM(got_tag, tag->bytes, tag->len);
    CHECK_OK(gmi_sm4_gcm_decrypt(r.sm4, r.ghash, &key, out, out, ct->len, tag->bytes, tag->len, iv->bytes, iv->len,
                                 aad->bytes, aad->len));
    CHECK_BYTES(out, pt->bytes, pt->len);
    free(out);
}

static void vectors_of_rows(struct rows r)
{
    for (size_t f = 0; f < GM_COUNT(aead_files); f++) {
        struct vec_block b = {.count = 0};
        struct vec_file v = vec_open(aead_files[f]);
        while (vec_next(&v, &b))
            if (vec_is(&b, "op", "gcm"))
                check_vector(r, &b);
    }
}

static void vectors_through_every_pair_of_rows(void)
{
    every_pair_of_rows(vectors_of_rows);
}

TEST_SUITE(gcm, CASE(vectors_through_every_pair_of_rows));
