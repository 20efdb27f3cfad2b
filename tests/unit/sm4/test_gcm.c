/* GCM: vectors, pieces, tag and IV lengths, counter wrap, limits, order of calls, refusals. */
#include "sm4test.h"

static const size_t tag_lens[] = {4, 8, 12, 13, 14, 15, 16};

static int tag_len_ok(size_t n)
{
    return n == 4 || n == 8 || (n >= 12 && n <= 16);
}

/* ---- vectors ---- */

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
        unsigned seen = 0;
        struct vec_block b = {.count = 0};
        struct vec_file v = vec_open(aead_files[f]);
        while (vec_next(&v, &b))
            if (vec_is(&b, "op", "gcm")) {
                check_vector(r, &b);
                seen++;
            }
        CHECK(seen > 20);
    }
}

static void vectors_through_every_pair_of_rows(void)
{
    every_pair_of_rows(vectors_of_rows);
}

/* ---- pieces ---- */

struct message {
    uint8_t key[16], iv[200], aad[400], text[1500], tag[16];
    size_t iv_len, aad_len, len, tag_len;
};

static void random_message(struct message *m)
{
    static const size_t lens[] = {0, 1, 15, 16, 17, 31, 32, 33, 64, 240, 255, 256, 257, 1024};
    rand_bytes(m, sizeof *m);
    m->iv_len = rand_below(2) ? 12 : 1 + rand_below(200);
    m->aad_len = rand_below(2) ? lens[rand_below(12)] : rand_below(400);
    m->len = rand_below(2) ? lens[rand_below(GM_COUNT(lens))] : rand_below(1500);
    m->tag_len = tag_lens[rand_below(GM_COUNT(tag_lens))];
}

static size_t random_piece(size_t left)
{
    static const size_t sizes[] = {0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 600};
    size_t n = rand_below(2) ? sizes[rand_below(GM_COUNT(sizes))] : rand_below(50);
    return n < left ? n : left;
}

static void run_pieces(struct rows r, gm_sm4_gcm_ctx *ctx, int decrypt, const struct message *m, uint8_t *out,
                       const uint8_t *in)
{
    for (size_t at = 0; at < m->aad_len;) {
        size_t n = random_piece(m->aad_len - at);
        uint8_t *source = exact_copy(m->aad + at, n);
        CHECK_OK(gmi_sm4_gcm_aad(r.ghash, ctx, source, n));
        free(source);
        at += n;
    }
    for (size_t at = 0; at < m->len;) {
        size_t n = random_piece(m->len - at);
        uint8_t *source = exact_copy(in + at, n), *target = rand_below(2) ? source : exact(n);
        CHECK_OK((decrypt ? gmi_sm4_gcm_decrypt_update_unverified : gmi_sm4_gcm_encrypt_update)(r.sm4, r.ghash, ctx,
                                                                                                target, source, n));
        memcpy(out + at, target, n);
        if (target != source)
            free(target);
        free(source);
        at += n;
    }
}

static void pieces_of_rows(struct rows r)
{
    static struct message m;
    static uint8_t ct[1500], got[1500];
    for (int round = 0; round < 60; round++) {
        gm_sm4_gcm_key key;
        gm_sm4_gcm_ctx ctx;
        uint8_t want_tag[16], tag[16], zero[sizeof ctx] = {0};
        random_message(&m);
        CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &key, m.key));
        CHECK_OK(gmi_sm4_gcm_encrypt(&gmi_sm4_portable, &gmi_ghash_portable, &key, ct, want_tag, m.tag_len, m.iv,
                                     m.iv_len, m.aad, m.aad_len, m.text, m.len));
        /* whole */
        CHECK_OK(gmi_sm4_gcm_encrypt(r.sm4, r.ghash, &key, got, tag, m.tag_len, m.iv, m.iv_len, m.aad, m.aad_len,
                                     m.text, m.len));
        CHECK_BYTES(got, ct, m.len);
        CHECK_MEM(tag, want_tag, m.tag_len);
        CHECK_OK(gmi_sm4_gcm_decrypt(r.sm4, r.ghash, &key, got, ct, m.len, tag, m.tag_len, m.iv, m.iv_len, m.aad,
                                     m.aad_len));
        CHECK_BYTES(got, m.text, m.len);
        /* in pieces */
        CHECK_OK(gmi_sm4_gcm_init(r.sm4, r.ghash, &ctx, GM_SM4_ENCRYPT, &key, m.tag_len, m.iv, m.iv_len));
        run_pieces(r, &ctx, 0, &m, got, m.text);
        CHECK_OK(gmi_sm4_gcm_encrypt_finish(r.ghash, &ctx, tag, m.tag_len));
        CHECK_BYTES(got, ct, m.len);
        CHECK_MEM(tag, want_tag, m.tag_len);
        CHECK_MEM(&ctx, zero, sizeof ctx);
        CHECK_OK(gmi_sm4_gcm_init(r.sm4, r.ghash, &ctx, GM_SM4_DECRYPT, &key, m.tag_len, m.iv, m.iv_len));
        run_pieces(r, &ctx, 1, &m, got, ct);
        CHECK_OK(gmi_sm4_gcm_decrypt_finish(r.ghash, &ctx, tag, m.tag_len));
        CHECK_BYTES(got, m.text, m.len);
        CHECK_MEM(&ctx, zero, sizeof ctx);
    }
}

static void any_pieces_give_the_whole(void)
{
    every_pair_of_rows(pieces_of_rows);
}

/* ---- verification ---- */

/* A changed bit anywhere is found, and the whole output is zero afterwards. */
static void changed_bits_of_rows(struct rows r)
{
    static struct message m;
    static uint8_t ct[1500], got[1500];
    for (int round = 0; round < 40; round++) {
        gm_sm4_gcm_key key;
        gm_sm4_gcm_ctx ctx;
        random_message(&m);
        CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &key, m.key));
        CHECK_OK(gmi_sm4_gcm_encrypt(r.sm4, r.ghash, &key, ct, m.tag, m.tag_len, m.iv, m.iv_len, m.aad, m.aad_len,
                                     m.text, m.len));
        uint8_t bit = (uint8_t)(1 << rand_below(8));
        switch (round % 4) {
        case 0:
            m.tag[rand_below(m.tag_len)] ^= bit;
            break;
        case 1:
            m.iv[rand_below(m.iv_len)] ^= bit;
            break;
        case 2:
            if (m.aad_len == 0)
                continue;
            m.aad[rand_below(m.aad_len)] ^= bit;
            break;
        default:
            if (m.len == 0)
                continue;
            ct[rand_below(m.len)] ^= bit;
        }
        memset(got, 0xa5, sizeof got);
        CHECK_EQ(gmi_sm4_gcm_decrypt(r.sm4, r.ghash, &key, got, ct, m.len, m.tag, m.tag_len, m.iv, m.iv_len, m.aad,
                                     m.aad_len),
                 GM_ERR_VERIFY);
        for (size_t i = 0; i < m.len; i++)
            CHECK_EQ(got[i], 0);
        CHECK(m.len == sizeof got || got[m.len] == 0xa5);
        CHECK_OK(gmi_sm4_gcm_init(r.sm4, r.ghash, &ctx, GM_SM4_DECRYPT, &key, m.tag_len, m.iv, m.iv_len));
        run_pieces(r, &ctx, 1, &m, got, ct);
        CHECK_EQ(gmi_sm4_gcm_decrypt_finish(r.ghash, &ctx, m.tag, m.tag_len), GM_ERR_VERIFY);
    }
}

static void changed_bits_are_found(void)
{
    every_pair_of_rows(changed_bits_of_rows);
}

/* A tag cut short is another tag length: the caller fixed the length, so it is refused. */
static void tag_lengths(void)
{
    gm_sm4_gcm_key key;
    gm_sm4_gcm_ctx ctx;
    uint8_t in[20] = {0}, out[20], tag[20], short_tag[16], iv[12] = {0};
    CHECK_OK(gm_sm4_gcm_key_init(&key, in));
    CHECK_OK(gm_sm4_gcm_encrypt(&key, out, tag, 16, iv, 12, NULL, 0, in, 20));
    for (size_t n = 0; n <= 20; n++) {
        gm_status want = tag_len_ok(n) ? GM_OK : GM_ERR_ARGUMENT;
        memset(short_tag, 0x5a, 16);
        CHECK_EQ(gm_sm4_gcm_encrypt(&key, in, tag_len_ok(n) ? short_tag : tag, n, iv, 12, NULL, 0, in, 0), want);
        for (size_t i = n; i < 16; i++)
            CHECK_EQ(short_tag[i], 0x5a);
        CHECK_EQ(gm_sm4_gcm_decrypt(&key, in, out, 20, tag, n, iv, 12, NULL, 0), want);
        CHECK_EQ(gm_sm4_gcm_init(&ctx, GM_SM4_DECRYPT, &key, n, iv, 12), want);
        if (want == GM_OK)
            for (size_t other = 0; other <= 17; other++)
                if (other != n) {
                    CHECK_EQ(gm_sm4_gcm_decrypt_finish(&ctx, tag, other), GM_ERR_ARGUMENT);
                    CHECK_EQ(gm_sm4_gcm_decrypt_finish(&ctx, NULL, other), GM_ERR_ARGUMENT);
                }
    }
    CHECK_EQ(gm_sm4_gcm_decrypt(&key, in, out, 20, NULL, 0, iv, 12, NULL, 0), GM_ERR_ARGUMENT);
}

/* ---- the counter ---- */

/* The text worker is called with J0 itself: an IV that gives a chosen J0 needs the inverse of H. */
static void j0_near_the_wrap(struct rows r)
{
    static uint8_t text[600], want[600], got[600];
    for (uint32_t back = 0; back < 40; back += 1 + back / 4) {
        gm_sm4_gcm_key key;
        uint8_t j0[16], x[16], stream[16], bytes[16];
        rand_bytes(bytes, 16);
        rand_bytes(text, sizeof text);
        rand_bytes(j0, 16);
        store32be(j0 + 12, UINT32_MAX - back);
        CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &key, bytes));
        for (size_t i = 0; i < sizeof text; i++) {
            if (i % 16 == 0) {
                memcpy(x, j0, 16);
                store32be(x + 12, load32be(j0 + 12) + (uint32_t)(i / 16) + 1);
                gmi_sm4()->block(key.key_.enc_, stream, x);
            }
            want[i] = text[i] ^ stream[i % 16];
        }
        uint8_t y[16] = {0};
        memcpy(x, j0, 16);
        store32be(x + 12, load32be(j0 + 12) + 1);
        gmi_sm4_gcm_blocks(r.sm4, r.ghash, &key, y, x, 0, got, text, sizeof text / 16);
        CHECK_MEM(got, want, sizeof text / 16 * 16);
        CHECK_EQ(load32be(x + 12), (uint32_t)(UINT32_MAX - back + 1 + sizeof text / 16));
        CHECK_MEM(x, j0, 12);
        uint8_t again[16] = {0}, hashed[16] = {0};
        gmi_ghash_portable.update(hashed, (const uint8_t(*)[16])key.h_, got, sizeof text / 16);
        CHECK_MEM(y, hashed, 16);
        store32be(x + 12, load32be(j0 + 12) + 1);
        gmi_sm4_gcm_blocks(r.sm4, r.ghash, &key, again, x, 1, got, got, sizeof text / 16);
        CHECK_MEM(got, text, sizeof text / 16 * 16);
        CHECK_MEM(again, hashed, 16);
    }
}

static void counter_wraps_in_32_bits(void)
{
    every_pair_of_rows(j0_near_the_wrap);
}

static size_t case_file(uint8_t *bytes, const char *name)
{
    char path[1024];
    uint8_t raw[8192];
    snprintf(path, sizeof path, "%s/cases/27-ctr-carry/%s", GM_TEST_ROOT, name);
    FILE *f = fopen(path, "rb");
    CHECK_MSG(f != NULL, "%s", path);
    if (f == NULL)
        return 0;
    size_t n = fread(raw, 1, sizeof raw, f), len = 0;
    fclose(f);
    if (strstr(name, ".hex") == NULL) {
        memcpy(bytes, raw, n);
        return n;
    }
    for (size_t i = 0; i + 1 < n && vec_digit((char)raw[i]) >= 0; i += 2)
        bytes[len++] = (uint8_t)(vec_digit((char)raw[i]) * 16 + vec_digit((char)raw[i + 1]));
    return len;
}

static void case_of_rows(struct rows r)
{
    static const char *const names[] = {"wrap8", "wrap32", "wrap64", "wrap128"};
    static const size_t pieces[] = {1, 15, 16, 17, 63, 64, 65, 255, 8192};
    static uint8_t key[64], iv[64], plain[8192], want[8192], got[8192], aad[8192], tag[64], got_tag[16];
    gm_sm4_key k;
    char name[32];
    size_t n, len = case_file(plain, "plain.bin");
    CHECK_EQ(case_file(key, "key.hex"), 16);
    CHECK_OK(gmi_sm4_key_init(r.sm4, &k, key));
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s.iv.hex", names[i]);
        CHECK_EQ(case_file(iv, name), 16);
        snprintf(name, sizeof name, "%s.ctr.bin", names[i]);
        CHECK_EQ(case_file(want, name), len);
        CHECK_OK(gmi_sm4_ctr(r.sm4, &k, got, plain, len, iv));
        CHECK_MEM(got, want, len);
        for (size_t p = 0; p < GM_COUNT(pieces); p++) {
            gm_sm4_cipher ctx;
            CHECK_OK(gmi_sm4_cipher_init(r.sm4, &ctx, GM_SM4_CTR, GM_SM4_ENCRYPT, GM_SM4_PAD_NONE, key, 16, iv, 16));
            for (size_t at = 0; at < len; at += n)
                CHECK_OK(gmi_sm4_cipher_update(r.sm4, &ctx, got + at, len - at, &n, plain + at,
                                               len - at < pieces[p] ? len - at : pieces[p]));
            CHECK_MEM(got, want, len);
        }
    }
    gm_sm4_gcm_key g;
    size_t iv_len = case_file(iv, "gcm.iv16.hex"), aad_len = case_file(aad, "gcm.aad.bin");
    size_t tag_len = case_file(tag, "gcm.tag.hex");
    CHECK_EQ(case_file(want, "gcm.ct.bin"), len);
    CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &g, key));
    CHECK_OK(gmi_sm4_gcm_encrypt(r.sm4, r.ghash, &g, got, got_tag, tag_len, iv, iv_len, aad, aad_len, plain, len));
    CHECK_MEM(got, want, len);
    CHECK_MEM(got_tag, tag, tag_len);
    for (size_t p = 0; p < GM_COUNT(pieces); p++) {
        gm_sm4_gcm_ctx ctx;
        CHECK_OK(gmi_sm4_gcm_init(r.sm4, r.ghash, &ctx, GM_SM4_ENCRYPT, &g, tag_len, iv, iv_len));
        CHECK_OK(gmi_sm4_gcm_aad(r.ghash, &ctx, aad, aad_len));
        for (size_t at = 0; at < len; at += n) {
            n = len - at < pieces[p] ? len - at : pieces[p];
            CHECK_OK(gmi_sm4_gcm_encrypt_update(r.sm4, r.ghash, &ctx, got + at, plain + at, n));
        }
        CHECK_OK(gmi_sm4_gcm_encrypt_finish(r.ghash, &ctx, got_tag, tag_len));
        CHECK_MEM(got, want, len);
        CHECK_MEM(got_tag, tag, tag_len);
    }
}

static void case_27_ctr_carry(void)
{
    every_pair_of_rows(case_of_rows);
}

/* ---- limits, order, arguments ---- */

static void limits(void)
{
    gm_sm4_gcm_key key;
    gm_sm4_gcm_ctx ctx;
    uint8_t p[64] = {0}, tag[16];
    CHECK_OK(gm_sm4_gcm_key_init(&key, p));
#if SIZE_MAX > UINT32_MAX
    /* Refused before a byte is touched; far-off buffers do not meet. */
    uint8_t *far = (uint8_t *)((uintptr_t)p ^ (UINT64_C(1) << 46));
    CHECK_EQ(gm_sm4_gcm_encrypt(&key, far, tag, 16, p, 12, NULL, 0, p, ((size_t)1 << 36) - 31), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_decrypt(&key, far, p, ((size_t)1 << 36) - 31, tag, 16, p, 12, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_encrypt(&key, NULL, tag, 16, p, 12, p, (size_t)1 << 61, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_encrypt(&key, NULL, tag, 16, p, (size_t)1 << 61, p, 1, NULL, 0), GM_ERR_ARGUMENT);
#endif
    CHECK_OK(gm_sm4_gcm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, p, 12));
    CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, p, p, 16));
    ctx.text_len_ = (UINT64_C(1) << 36) - 32 - 16; /* as if so much had gone through */
    CHECK_EQ(gm_sm4_gcm_encrypt_update(&ctx, p, p, 17), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, p, p, 16));
    CHECK_EQ(gm_sm4_gcm_encrypt_update(&ctx, p, p, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_encrypt_finish(&ctx, tag, 16));
    CHECK_OK(gm_sm4_gcm_init(&ctx, GM_SM4_DECRYPT, &key, 16, p, 12));
    ctx.aad_len_ = (UINT64_C(1) << 61) - 17;
    CHECK_EQ(gm_sm4_gcm_aad(&ctx, p, 17), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_aad(&ctx, p, 16));
    CHECK_EQ(gm_sm4_gcm_aad(&ctx, p, 1), GM_ERR_ARGUMENT);
}

static void order_of_calls(void)
{
    gm_sm4_gcm_key key;
    gm_sm4_gcm_ctx ctx, moved;
    uint8_t p[64] = {0}, tag[16], zero[sizeof ctx] = {0};
    CHECK_OK(gm_sm4_gcm_key_init(&key, p));
    memset(&ctx, 0, sizeof ctx);
    CHECK_EQ(gm_sm4_gcm_aad(&ctx, p, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_gcm_encrypt_update(&ctx, p, p, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_gcm_encrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_gcm_decrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
    for (int direction = GM_SM4_ENCRYPT; direction <= GM_SM4_DECRYPT; direction++) {
        int enc = direction == GM_SM4_ENCRYPT;
        CHECK_OK(gm_sm4_gcm_init(&ctx, (gm_sm4_direction)direction, &key, 16, p, 12));
        moved = ctx;
        CHECK_EQ(gm_sm4_gcm_aad(&moved, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_gcm_encrypt_update(&moved, p, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_gcm_decrypt_update_unverified(&moved, p, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_gcm_encrypt_finish(&moved, tag, 16), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_gcm_decrypt_finish(&moved, tag, 16), GM_ERR_STATE);
        CHECK_EQ((enc ? gm_sm4_gcm_decrypt_update_unverified : gm_sm4_gcm_encrypt_update)(&ctx, p, p, 1), GM_ERR_STATE);
        CHECK_EQ(enc ? gm_sm4_gcm_decrypt_finish(&ctx, tag, 16) : gm_sm4_gcm_encrypt_finish(&ctx, tag, 16),
                 GM_ERR_STATE);
        CHECK_OK(gm_sm4_gcm_aad(&ctx, p, 5));
        CHECK_OK((enc ? gm_sm4_gcm_encrypt_update : gm_sm4_gcm_decrypt_update_unverified)(&ctx, p, p, 7));
        CHECK_EQ(gm_sm4_gcm_aad(&ctx, p, 1), GM_ERR_STATE);
        if (enc)
            CHECK_OK(gm_sm4_gcm_encrypt_finish(&ctx, tag, 16));
        else
            CHECK_EQ(gm_sm4_gcm_decrypt_finish(&ctx, zero, 16), GM_ERR_VERIFY);
        CHECK_MEM(&ctx, zero, sizeof ctx);
        CHECK_EQ(gm_sm4_gcm_aad(&ctx, p, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_gcm_encrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
        CHECK_EQ(gm_sm4_gcm_decrypt_finish(&ctx, tag, 16), GM_ERR_STATE);
    }
}

static void arguments(void)
{
    gm_sm4_gcm_key key;
    gm_sm4_gcm_ctx ctx;
    uint8_t p[128], saved[128], tag[16], zero[sizeof ctx] = {0};
    rand_bytes(p, sizeof p);
    memcpy(saved, p, sizeof p);
    memset(tag, 0x5a, 16);
    CHECK_OK(gm_sm4_gcm_key_init(&key, p));
    CHECK_EQ(gm_sm4_gcm_key_init(NULL, p), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_key_init(&key, NULL), GM_ERR_ARGUMENT);
#define REFUSED(key, out, tag, iv, iv_len, aad, aad_len, in, len)                                            \
    do {                                                                                                     \
        CHECK_EQ(gm_sm4_gcm_encrypt(key, out, tag, 16, iv, iv_len, aad, aad_len, in, len), GM_ERR_ARGUMENT); \
        CHECK_EQ(gm_sm4_gcm_decrypt(key, out, in, len, tag, 16, iv, iv_len, aad, aad_len), GM_ERR_ARGUMENT); \
    } while (0)
    REFUSED(NULL, p, tag, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, NULL, tag, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, NULL, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, NULL, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 64, 0, NULL, 0, p, 32); /* an empty IV */
    REFUSED(&key, p, tag, NULL, 0, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, NULL, 1, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, NULL, 0, NULL, 32);
    REFUSED(&key, p, tag, p + 64, 12, NULL, 0, p + 1, 32);
    REFUSED(&key, p + 31, tag, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, p + 31, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, p, p + 64, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 31, 12, NULL, 0, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, p + 31, 9, p, 32);
    REFUSED(&key, p, tag, p + 64, 12, p, 9, p, 32);
#undef REFUSED
    CHECK_MEM(p, saved, sizeof p);
    for (size_t i = 0; i < 16; i++)
        CHECK_EQ(tag[i], 0x5a);
#define REFUSED(direction, key, tag_len, iv, iv_len)                                           \
    do {                                                                                       \
        memset(&ctx, 0x5a, sizeof ctx);                                                        \
        CHECK_EQ(gm_sm4_gcm_init(&ctx, direction, key, tag_len, iv, iv_len), GM_ERR_ARGUMENT); \
        CHECK_MEM(&ctx, zero, sizeof ctx);                                                     \
    } while (0)
    REFUSED((gm_sm4_direction)0, &key, 16, p, 12);
    REFUSED((gm_sm4_direction)3, &key, 16, p, 12);
    REFUSED(GM_SM4_ENCRYPT, NULL, 16, p, 12);
    REFUSED(GM_SM4_ENCRYPT, &key, 0, p, 12);
    REFUSED(GM_SM4_ENCRYPT, &key, 5, p, 12);
    REFUSED(GM_SM4_ENCRYPT, &key, 17, p, 12);
    REFUSED(GM_SM4_ENCRYPT, &key, 16, p, 0);
    REFUSED(GM_SM4_ENCRYPT, &key, 16, NULL, 12);
#undef REFUSED
    CHECK_EQ(gm_sm4_gcm_init(NULL, GM_SM4_ENCRYPT, &key, 16, p, 12), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_init(&ctx, GM_SM4_ENCRYPT, &key, 16, p, 12));
    CHECK_EQ(gm_sm4_gcm_aad(NULL, p, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_aad(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_aad(&ctx, NULL, 0));
    CHECK_EQ(gm_sm4_gcm_encrypt_update(NULL, p, p, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_encrypt_update(&ctx, NULL, p, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_encrypt_update(&ctx, p, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_encrypt_update(&ctx, p + 1, p, 2), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, NULL, NULL, 0));
    CHECK_EQ(gm_sm4_gcm_encrypt_finish(&ctx, NULL, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gcm_encrypt_finish(&ctx, tag, 12), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_gcm_encrypt_finish(&ctx, tag, 16));
    uint8_t want[16];
    CHECK_OK(gm_sm4_gmac(&key, want, 16, p, 12, NULL, 0));
    CHECK_MEM(tag, want, 16); /* the refusals changed nothing */
}

TEST_SUITE(gcm, CASE(vectors_through_every_pair_of_rows), CASE(any_pieces_give_the_whole), CASE(changed_bits_are_found),
           CASE(tag_lengths), CASE(counter_wraps_in_32_bits), CASE(case_27_ctr_carry), CASE(limits),
           CASE(order_of_calls), CASE(arguments));
