/* CCM: vectors, pieces, every nonce and tag length, limits, order of calls, refusals. */
#include "sm4test.h"

static int tag_len_ok(size_t n)
{
    return n >= 4 && n <= 16 && n % 2 == 0;
}

static void check_vector(struct rows r, const struct vec_block *b)
{
    gm_sm4_key key;
    const struct vec_field *iv = vec_need(b, "iv"), *aad = vec_need(b, "aad"), *ct = vec_need(b, "ct"),
                           *tag = vec_need(b, "tag"), *pt = vec_get(b, "pt");
    uint8_t got_tag[16], *out = exact(ct->len);
    CHECK_OK(gmi_sm4_key_init(r.sm4, &key, vec_need(b, "key")->bytes));
    if (vec_is(b, "result", "invalid")) {
        memset(out, 0xa5, ct->len);
        CHECK_EQ(gmi_sm4_ccm_decrypt(r.sm4, &key, out, ct->bytes, ct->len, tag->bytes, tag->len, iv->bytes, iv->len,
                                     aad->bytes, aad->len),
                 GM_ERR_VERIFY);
        for (size_t i = 0; i < ct->len; i++)
            CHECK_EQ(out[i], 0);
        free(out);
        return;
    }
    CHECK_OK(gmi_sm4_ccm_encrypt(r.sm4, &key, out, got_tag, tag->len, iv->bytes, iv->len, aad->bytes, aad->len,
                                 pt->bytes, pt->len));
    CHECK_BYTES(out, ct->bytes, ct->len);
    CHECK_MEM(got_tag, tag->bytes, tag->len);
    CHECK_OK(gmi_sm4_ccm_decrypt(r.sm4, &key, out, out, ct->len, tag->bytes, tag->len, iv->bytes, iv->len, aad->bytes,
                                 aad->len));
    CHECK_BYTES(out, pt->bytes, pt->len);
    free(out);
}

static void vectors_of_row(struct rows r)
{
    for (size_t f = 0; f < GM_COUNT(aead_files); f++) {
        unsigned seen = 0;
        struct vec_block b = {.count = 0};
        struct vec_file v = vec_open(aead_files[f]);
        while (vec_next(&v, &b))
            if (vec_is(&b, "op", "ccm")) {
                check_vector(r, &b);
                seen++;
            }
        CHECK(seen > 20);
    }
}

static void vectors_through_every_row(void)
{
    every_sm4_row(vectors_of_row);
}

struct message {
    uint8_t key[16], nonce[13], aad[400], text[1500], tag[16];
    size_t nonce_len, aad_len, len, tag_len;
};

static void random_message(struct message *m)
{
    static const size_t lens[] = {0, 1, 13, 14, 15, 16, 17, 30, 31, 32, 33, 64, 240, 255, 256, 257};
    rand_bytes(m, sizeof *m);
    m->nonce_len = 7 + rand_below(7);
    m->aad_len = rand_below(2) ? lens[rand_below(GM_COUNT(lens))] : rand_below(400);
    m->len = rand_below(2) ? lens[rand_below(GM_COUNT(lens))] : rand_below(600);
    m->tag_len = 4 + 2 * rand_below(7);
}

static size_t random_piece(size_t left)
{
    static const size_t sizes[] = {0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 600};
    size_t n = rand_below(2) ? sizes[rand_below(GM_COUNT(sizes))] : rand_below(50);
    return n < left ? n : left;
}

static void run_pieces(struct rows r, gm_sm4_ccm_ctx *ctx, int decrypt, const struct message *m, uint8_t *out,
                       const uint8_t *in)
{
    for (size_t at = 0; at < m->aad_len;) {
        size_t n = random_piece(m->aad_len - at);
        uint8_t *source = exact_copy(m->aad + at, n);
        CHECK_OK(gmi_sm4_ccm_aad(r.sm4, ctx, source, n));
        free(source);
        at += n;
    }
    for (size_t at = 0; at < m->len;) {
        size_t n = random_piece(m->len - at);
        uint8_t *source = exact_copy(in + at, n), *target = rand_below(2) ? source : exact(n);
        CHECK_OK((decrypt ? gmi_sm4_ccm_decrypt_update_unverified : gmi_sm4_ccm_encrypt_update)(r.sm4, ctx, target,
                                                                                                source, n));
        memcpy(out + at, target, n);
        if (target != source)
            free(target);
        free(source);
        at += n;
    }
}

static void pieces_of_row(struct rows r)
{
    static struct message m;
    static uint8_t ct[1500], got[1500];
    for (int round = 0; round < 80; round++) {
        gm_sm4_key key;
        gm_sm4_ccm_ctx ctx;
        uint8_t want_tag[16], tag[16], zero[sizeof ctx] = {0};
        random_message(&m);
        CHECK_OK(gmi_sm4_key_init(r.sm4, &key, m.key));
        CHECK_OK(gmi_sm4_ccm_encrypt(&gmi_sm4_portable, &key, ct, want_tag, m.tag_len, m.nonce, m.nonce_len, m.aad,
                                     m.aad_len, m.text, m.len));
        CHECK_OK(gmi_sm4_ccm_encrypt(r.sm4, &key, got, tag, m.tag_len, m.nonce, m.nonce_len, m.aad, m.aad_len, m.text,
                                     m.len));
        CHECK_BYTES(got, ct, m.len);
        CHECK_MEM(tag, want_tag, m.tag_len);
        CHECK_OK(
            gmi_sm4_ccm_decrypt(r.sm4, &key, got, ct, m.len, tag, m.tag_len, m.nonce, m.nonce_len, m.aad, m.aad_len));
        CHECK_BYTES(got, m.text, m.len);
        CHECK_OK(
            gmi_sm4_ccm_init(r.sm4, &ctx, GM_SM4_ENCRYPT, &key, m.tag_len, m.nonce, m.nonce_len, m.aad_len, m.len));
        run_pieces(r, &ctx, 0, &m, got, m.text);
        CHECK_OK(gmi_sm4_ccm_encrypt_finish(r.sm4, &ctx, tag, m.tag_len));
        CHECK_BYTES(got, ct, m.len);
        CHECK_MEM(tag, want_tag, m.tag_len);
        CHECK_MEM(&ctx, zero, sizeof ctx);
        CHECK_OK(
            gmi_sm4_ccm_init(r.sm4, &ctx, GM_SM4_DECRYPT, &key, m.tag_len, m.nonce, m.nonce_len, m.aad_len, m.len));
        run_pieces(r, &ctx, 1, &m, got, ct);
        CHECK_OK(gmi_sm4_ccm_decrypt_finish(r.sm4, &ctx, tag, m.tag_len));
        CHECK_BYTES(got, m.text, m.len);
        CHECK_MEM(&ctx, zero, sizeof ctx);
        /* and with one bit changed */
        tag[rand_below(m.tag_len)] ^= (uint8_t)(1 << rand_below(8));
        memset(got, 0xa5, sizeof got);
        CHECK_EQ(
            gmi_sm4_ccm_decrypt(r.sm4, &key, got, ct, m.len, tag, m.tag_len, m.nonce, m.nonce_len, m.aad, m.aad_len),
            GM_ERR_VERIFY);
        for (size_t i = 0; i < m.len; i++)
            CHECK_EQ(got[i], 0);
        CHECK_EQ(got[m.len], 0xa5);
        CHECK_OK(
            gmi_sm4_ccm_init(r.sm4, &ctx, GM_SM4_DECRYPT, &key, m.tag_len, m.nonce, m.nonce_len, m.aad_len, m.len));
        run_pieces(r, &ctx, 1, &m, got, ct);
        CHECK_EQ(gmi_sm4_ccm_decrypt_finish(r.sm4, &ctx, tag, m.tag_len), GM_ERR_VERIFY);
        CHECK_MEM(&ctx, zero, sizeof ctx);
    }
}

static void any_pieces_give_the_whole(void)
{
    every_sm4_row(pieces_of_row);
}

/* The prefix of long additional data, from the definition: 2 bytes, FFFE and 4, FFFF and 8. */
static void head_of_the_mac(void)
{
    uint8_t b0[16], a0[16], prefix[10], nonce[13];
    static const uint8_t six[6] = {0xff, 0xfe, 0x00, 0x00, 0xff, 0x00};
    static const uint8_t six_top[6] = {0xff, 0xfe, 0xff, 0xff, 0xff, 0xff};
    static const uint8_t ten[10] = {0xff, 0xff, 0, 0, 0, 1, 0, 0, 0, 0};
    rand_bytes(nonce, 13);
    CHECK_EQ(gmi_sm4_ccm_head(b0, a0, prefix, 16, nonce, 12, 0, 5), 0);
    CHECK_EQ(b0[0], 8 * 7 + 2);
    CHECK_EQ(a0[0], 2);
    CHECK_MEM(b0 + 1, nonce, 12);
    CHECK_EQ(b0[13] << 16 | b0[14] << 8 | b0[15], 5);
    CHECK_EQ(gmi_sm4_ccm_head(b0, a0, prefix, 4, nonce, 7, 0xfeff, UINT64_C(0x0102030405060708)), 2);
    CHECK_EQ(b0[0], 64 + 8 * 1 + 7);
    CHECK_MEM(b0 + 1, nonce, 7);
    CHECK_EQ(b0[8], 1);
    CHECK_EQ(b0[15], 8);
    CHECK_EQ(prefix[0] << 8 | prefix[1], 0xfeff);
    CHECK_EQ(gmi_sm4_ccm_head(b0, a0, prefix, 4, nonce, 13, 0xff00, 0xffff), 6);
    CHECK_MEM(prefix, six, 6);
    CHECK_EQ(b0[14] << 8 | b0[15], 0xffff);
    CHECK_EQ(gmi_sm4_ccm_head(b0, a0, prefix, 4, nonce, 13, UINT32_MAX, 1), 6);
    CHECK_MEM(prefix, six_top, 6);
    CHECK_EQ(gmi_sm4_ccm_head(b0, a0, prefix, 4, nonce, 13, UINT64_C(1) << 32, 1), 10);
    CHECK_MEM(prefix, ten, 10);
}

/* 65 279, 65 280 and 65 281 bytes of additional data, where the prefix grows: one-shot against pieces. */
static void long_additional_data(void)
{
    static uint8_t aad[65300], nonce[12], tag[16], want[16];
    gm_sm4_key key;
    rand_bytes(aad, sizeof aad);
    CHECK_OK(gm_sm4_key_init(&key, aad));
    for (size_t len = 65279; len <= 65281; len++) {
        gm_sm4_ccm_ctx ctx;
        CHECK_OK(gm_sm4_ccm_encrypt(&key, NULL, want, 16, nonce, 12, aad, len, NULL, 0));
        CHECK_OK(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, nonce, 12, len, 0));
        CHECK_OK(gm_sm4_ccm_aad(&ctx, aad, 1001));
        CHECK_OK(gm_sm4_ccm_aad(&ctx, aad + 1001, len - 1001));
        CHECK_OK(gm_sm4_ccm_encrypt_finish(&ctx, tag, 16));
        CHECK_MEM(tag, want, 16);
    }
}

static void limits(void)
{
    gm_sm4_key key;
    gm_sm4_ccm_ctx ctx;
    static uint8_t p[65536], zero[sizeof ctx];
    uint8_t tag[16], nonce[14] = {0};
    CHECK_OK(gm_sm4_key_init(&key, p));
    for (size_t n = 0; n <= 14; n++) { /* nonce lengths */
        gm_status want = n >= 7 && n <= 13 ? GM_OK : GM_ERR_ARGUMENT;
        CHECK_EQ(gm_sm4_ccm_encrypt(&key, p, tag, 16, nonce, n, NULL, 0, p, 1), want);
        CHECK_EQ(gm_sm4_ccm_decrypt(&key, p, p, 1, tag, 16, nonce, n, NULL, 0), want);
        CHECK_EQ(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, nonce, n, 0, 1), want);
        if (want != GM_OK)
            continue;
        for (unsigned q = 15 - (unsigned)n; q < 8; q = 8) { /* text lengths: the first that does not fit */
            CHECK_OK(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, nonce, n, 0, (UINT64_C(1) << 8 * q) - 1));
            CHECK_EQ(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, nonce, n, 0, UINT64_C(1) << 8 * q),
                     GM_ERR_ARGUMENT);
            CHECK_MEM(&ctx, zero, sizeof ctx);
        }
    }
    CHECK_OK(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, nonce, 7, 0, UINT64_MAX));
    CHECK_EQ(gm_sm4_ccm_encrypt(&key, p, tag, 16, nonce, 13, NULL, 0, p, 65536), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_decrypt(&key, p, p, 65536, tag, 16, nonce, 13, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_ccm_encrypt(&key, p, tag, 16, nonce, 13, NULL, 0, p, 65535));
    CHECK_OK(gm_sm4_ccm_decrypt(&key, p, p, 65535, tag, 16, nonce, 13, NULL, 0));
    for (size_t n = 0; n <= 18; n++) { /* tag lengths */
        gm_status want = tag_len_ok(n) ? GM_OK : GM_ERR_ARGUMENT;
        CHECK_EQ(gm_sm4_ccm_encrypt(&key, p + 64, p, n, nonce, 12, NULL, 0, p + 64, 1), want);
        CHECK_EQ(gm_sm4_ccm_decrypt(&key, p + 64, p + 64, 1, p, n, nonce, 12, NULL, 0), want);
        CHECK_EQ(gm_sm4_ccm_init(&ctx, GM_SM4_DECRYPT, &key, n, nonce, 12, 0, 0), want);
        for (size_t other = 0; want == GM_OK && other <= 17; other++)
            if (other != n) {
                CHECK_EQ(gm_sm4_ccm_decrypt_finish(&ctx, p, other), GM_ERR_ARGUMENT);
            }
    }
    CHECK_EQ(gm_sm4_ccm_decrypt(&key, p, p, 1, NULL, 0, nonce, 12, NULL, 0), GM_ERR_ARGUMENT);
}

static void order_of_calls(void)
{
    gm_sm4_key key;
    gm_sm4_ccm_ctx ctx, moved;
    uint8_t p[64] = {0}, tag[16], zero[sizeof ctx] = {0};
    CHECK_OK(gm_sm4_key_init(&key, p));
    memset(&ctx, 0, sizeof ctx);
    CHECK_EQ(gm_sm4_ccm_aad(&ctx, p, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_ccm_encrypt_update(&ctx, p, p, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_ccm_encrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
    for (int direction = GM_SM4_ENCRYPT; direction <= GM_SM4_DECRYPT; direction++) {
        int enc = direction == GM_SM4_ENCRYPT;
        CHECK_OK(gm_sm4_ccm_init(&ctx, (gm_sm4_direction)direction, &key, 16, p, 12, 5, 7));
        moved = ctx;
        CHECK_EQ(gm_sm4_ccm_aad(&moved, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_ccm_encrypt_update(&moved, p, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_ccm_decrypt_update_unverified(&moved, p, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_ccm_encrypt_finish(&moved, tag, 16), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_ccm_decrypt_finish(&moved, tag, 16), GM_ERR_STATE);
        CHECK_EQ((enc ? gm_sm4_ccm_encrypt_update : gm_sm4_ccm_decrypt_update_unverified)(&ctx, p, p, 7),
                 GM_ERR_STATE); /* the additional data is not there yet */
        CHECK_EQ(gm_sm4_ccm_aad(&ctx, p, 6), GM_ERR_ARGUMENT);
        CHECK_OK(gm_sm4_ccm_aad(&ctx, p, 5));
        CHECK_EQ(gm_sm4_ccm_aad(&ctx, p, 1), GM_ERR_ARGUMENT);
        CHECK_EQ((enc ? gm_sm4_ccm_decrypt_update_unverified : gm_sm4_ccm_encrypt_update)(&ctx, p, p, 7), GM_ERR_STATE);
        CHECK_EQ((enc ? gm_sm4_ccm_encrypt_update : gm_sm4_ccm_decrypt_update_unverified)(&ctx, p, p, 8),
                 GM_ERR_ARGUMENT);
        CHECK_OK((enc ? gm_sm4_ccm_encrypt_update : gm_sm4_ccm_decrypt_update_unverified)(&ctx, p, p, 6));
        CHECK_EQ(gm_sm4_ccm_aad(&ctx, p, 0), GM_ERR_STATE);
        CHECK_EQ(enc ? gm_sm4_ccm_encrypt_finish(&ctx, tag, 16) : gm_sm4_ccm_decrypt_finish(&ctx, tag, 16),
                 GM_ERR_STATE); /* a byte of text is missing */
        CHECK_OK((enc ? gm_sm4_ccm_encrypt_update : gm_sm4_ccm_decrypt_update_unverified)(&ctx, p, p, 1));
        CHECK_EQ(enc ? gm_sm4_ccm_decrypt_finish(&ctx, tag, 16) : gm_sm4_ccm_encrypt_finish(&ctx, tag, 16),
                 GM_ERR_STATE);
        if (enc)
            CHECK_OK(gm_sm4_ccm_encrypt_finish(&ctx, tag, 16));
        else
            CHECK_EQ(gm_sm4_ccm_decrypt_finish(&ctx, zero, 16), GM_ERR_VERIFY);
        CHECK_MEM(&ctx, zero, sizeof ctx);
        CHECK_EQ(gm_sm4_ccm_encrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_ccm_decrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
    }
}

static void arguments(void)
{
    gm_sm4_key key;
    gm_sm4_ccm_ctx ctx;
    uint8_t p[128], saved[128], tag[16], zero[sizeof ctx] = {0};
    rand_bytes(p, sizeof p);
    memcpy(saved, p, sizeof p);
    memset(tag, 0x5a, 16);
    CHECK_OK(gm_sm4_key_init(&key, p));
#define REFUSED(key, out, tag, iv, iv_len, aad, aad_len, in, len)                                            \
    do {                                                                                                     \
        CHECK_EQ(gm_sm4_ccm_encrypt(key, out, tag, 16, iv, iv_len, aad, aad_len, in, len), GM_ERR_ARGUMENT); \
        CHECK_EQ(gm_sm4_ccm_decrypt(key, out, in, len, tag, 16, iv, iv_len, aad, aad_len), GM_ERR_ARGUMENT); \
    } while (0)
    REFUSED(NULL, p, tag, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, NULL, tag, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, NULL, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, NULL, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, NULL, 1, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, NULL, 0, NULL, 32);
    REFUSED(&key, p, tag, p + 64, 12, NULL, 0, p + 1, 32);
    REFUSED(&key, p, p + 31, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 31, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, p + 31, 9, p, 32);
#undef REFUSED
    CHECK_MEM(p, saved, sizeof p);
    for (size_t i = 0; i < 16; i++)
        CHECK_EQ(tag[i], 0x5a);
    memset(&ctx, 0x5a, sizeof ctx);
    CHECK_EQ(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, NULL, 16, p, 12, 0, 0), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, zero, sizeof ctx);
    CHECK_EQ(gm_sm4_ccm_init(&ctx, (gm_sm4_direction)0, &key, 16, p, 12, 0, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, NULL, 12, 0, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_init(NULL, GM_SM4_ENCRYPT, &key, 16, p, 12, 0, 0), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_ccm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, p, 12, 0, 2));
    CHECK_EQ(gm_sm4_ccm_aad(NULL, p, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_aad(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_ccm_aad(&ctx, NULL, 0));
    CHECK_EQ(gm_sm4_ccm_encrypt_update(NULL, p, p, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_encrypt_update(&ctx, NULL, p, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_encrypt_update(&ctx, p + 1, p, 2), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_ccm_encrypt_update(&ctx, p, p, 2));
    CHECK_EQ(gm_sm4_ccm_encrypt_finish(&ctx, NULL, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_ccm_encrypt_finish(&ctx, tag, 12), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_ccm_encrypt_finish(&ctx, tag, 16));
}

TEST_SUITE(ccm, CASE(vectors_through_every_row), CASE(any_pieces_give_the_whole), CASE(head_of_the_mac),
           CASE(long_additional_data), CASE(limits), CASE(order_of_calls), CASE(arguments));
