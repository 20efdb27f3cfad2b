/* CMAC, CBC-MAC and GMAC: vectors, any chunking, every tag length, verification, arguments. */
#include "sm4test.h"

static void vectors_of_file(struct rows r, const char *name)
{
    struct vec_block b = {.count = 0};
    struct vec_file v = vec_open(name);
    unsigned seen = 0;
    while (vec_next(&v, &b)) {
        int cmac = vec_is(&b, "op", "cmac");
        if (!cmac && !vec_is(&b, "op", "cbc-mac"))
            continue;
        seen++;
        const struct vec_field *msg = vec_need(&b, "msg"), *mac = vec_need(&b, "mac");
        gm_sm4_key key;
        uint8_t tag[16];
        CHECK_OK(gmi_sm4_key_init(r.sm4, &key, vec_need(&b, "key")->bytes));
        CHECK_OK((cmac ? gmi_sm4_cmac : gmi_sm4_cbcmac)(r.sm4, &key, tag, mac->len, msg->bytes, msg->len));
        CHECK_MEM(tag, mac->bytes, mac->len);
        CHECK_OK((cmac ? gmi_sm4_cmac_verify : gmi_sm4_cbcmac_verify)(r.sm4, &key, mac->bytes, mac->len, msg->bytes,
                                                                      msg->len));
    }
    CHECK(seen >= 10);
}

static void vectors_of_row(struct rows r)
{
    for (size_t f = 0; f < GM_COUNT(mode_files); f++)
        vectors_of_file(r, mode_files[f]);
}

static void vectors_through_every_row(void)
{
    every_sm4_row(vectors_of_row);
}

/* Any pieces; every tag length; every bit of the tag is checked. */
static void pieces_of_row(struct rows r)
{
    static uint8_t in[300];
    for (int cmac = 0; cmac < 2; cmac++)
        for (size_t len = cmac ? 0 : 16; len <= 300; len += cmac ? 1 + len / 20 : 16) {
            gm_sm4_key key;
            gm_sm4_mac_ctx ctx, checks, none;
            uint8_t tag[16], want[16], zero[sizeof ctx] = {0};
            size_t tag_len = 1 + rand_below(16), at = 0;
            rand_bytes(in, sizeof in);
            CHECK_OK(gmi_sm4_key_init(r.sm4, &key, in + 200));
            CHECK_OK((cmac ? gmi_sm4_cmac : gmi_sm4_cbcmac)(r.sm4, &key, want, 16, in, len));
            CHECK_OK((cmac ? gm_sm4_cmac_init : gm_sm4_cbcmac_init)(&ctx, &key));
            while (at < len) {
                size_t piece = rand_below(40);
                piece = piece < len - at ? piece : len - at;
                uint8_t *source = exact_copy(in + at, piece);
                CHECK_OK(gmi_sm4_mac_update(r.sm4, &ctx, source, piece));
                free(source);
                at += piece;
            }
            checks = ctx; /* copyable */
            none = ctx;
            memset(tag, 0x5a, 16);
            CHECK_OK(gmi_sm4_mac_finish(r.sm4, &ctx, tag, tag_len));
            CHECK_MEM(tag, want, tag_len);
            for (size_t i = tag_len; i < 16; i++)
                CHECK_EQ(tag[i], 0x5a);
            CHECK_MEM(&ctx, zero, sizeof ctx);
            CHECK_OK(gmi_sm4_mac_verify(r.sm4, &checks, want, tag_len));
            CHECK_MEM(&checks, zero, sizeof ctx);
            want[rand_below(tag_len)] ^= (uint8_t)(1 << rand_below(8));
            CHECK_EQ(gmi_sm4_mac_verify(r.sm4, &none, want, tag_len), GM_ERR_VERIFY);
            CHECK_MEM(&none, zero, sizeof ctx);
            CHECK_EQ((cmac ? gmi_sm4_cmac_verify : gmi_sm4_cbcmac_verify)(r.sm4, &key, want, tag_len, in, len),
                     GM_ERR_VERIFY);
        }
}

static void any_pieces_any_tag_length(void)
{
    every_sm4_row(pieces_of_row);
}

/* GMAC is GCM without text. */
static void gmac_of_rows(struct rows r)
{
    static uint8_t in[400], iv[60], tag[16], want[16];
    for (size_t len = 0; len <= 400; len += 1 + len / 10)
        for (size_t iv_len = 1; iv_len <= 60; iv_len += 11) { /* 12 among them */
            static const size_t tag_lens[] = {4, 8, 12, 13, 14, 15, 16};
            size_t tag_len = tag_lens[rand_below(7)];
            gm_sm4_gcm_key key;
            gm_sm4_gcm_ctx ctx;
            rand_bytes(in, sizeof in);
            rand_bytes(iv, sizeof iv);
            CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &key, in));
            CHECK_OK(gmi_sm4_gmac(r.sm4, r.ghash, &key, tag, tag_len, iv, iv_len, in, len));
            CHECK_OK(gmi_sm4_gcm_encrypt(&gmi_sm4_portable, &gmi_ghash_portable, &key, NULL, want, tag_len, iv, iv_len,
                                         in, len, NULL, 0));
            CHECK_MEM(tag, want, tag_len);
            CHECK_OK(gmi_sm4_gmac_verify(r.sm4, r.ghash, &key, tag, tag_len, iv, iv_len, in, len));
            CHECK_OK(gmi_sm4_gcm_init(r.sm4, r.ghash, &ctx, GM_SM4_ENCRYPT, &key, tag_len, iv, iv_len));
            CHECK_OK(gmi_sm4_gcm_aad(r.ghash, &ctx, in, len / 2));
            CHECK_OK(gmi_sm4_gcm_aad(r.ghash, &ctx, in + len / 2, len - len / 2));
            CHECK_OK(gmi_sm4_gcm_encrypt_finish(r.ghash, &ctx, tag, tag_len));
            CHECK_MEM(tag, want, tag_len);
            tag[rand_below(tag_len)] ^= 0x10;
            CHECK_EQ(gmi_sm4_gmac_verify(r.sm4, r.ghash, &key, tag, tag_len, iv, iv_len, in, len), GM_ERR_VERIFY);
        }
}

static void gmac_is_gcm_without_text(void)
{
    every_pair_of_rows(gmac_of_rows);
}

static void arguments(void)
{
    gm_sm4_key key;
    gm_sm4_gcm_key gkey;
    gm_sm4_mac_ctx ctx;
    uint8_t in[32] = {0}, tag[17], saved[17], zero[sizeof ctx] = {0};
    CHECK_OK(gm_sm4_key_init(&key, in));
    CHECK_OK(gm_sm4_gcm_key_init(&gkey, in));
    memset(tag, 0x5a, sizeof tag);
    memcpy(saved, tag, sizeof tag);
#define REFUSED(f, key, tag, tag_len, in, len)                                      \
    do {                                                                            \
        CHECK_EQ(gm_sm4_##f(key, tag, tag_len, in, len), GM_ERR_ARGUMENT);          \
        CHECK_EQ(gm_sm4_##f##_verify(key, tag, tag_len, in, len), GM_ERR_ARGUMENT); \
    } while (0)
    REFUSED(cmac, NULL, tag, 16, in, 32);
    REFUSED(cmac, &key, NULL, 16, in, 32);
    REFUSED(cmac, &key, NULL, 0, in, 32);
    REFUSED(cmac, &key, tag, 0, in, 32);
    REFUSED(cmac, &key, tag, 17, in, 32);
    REFUSED(cmac, &key, tag, 16, NULL, 1);
    REFUSED(cbcmac, NULL, tag, 16, in, 32);
    REFUSED(cbcmac, &key, NULL, 16, in, 32);
    REFUSED(cbcmac, &key, tag, 0, in, 32);
    REFUSED(cbcmac, &key, tag, 17, in, 32);
    REFUSED(cbcmac, &key, tag, 16, NULL, 16);
    REFUSED(cbcmac, &key, tag, 16, in, 0);
    REFUSED(cbcmac, &key, tag, 16, NULL, 0);
    for (size_t len = 1; len < 32; len++)
        if (len != 16)
            REFUSED(cbcmac, &key, tag, 16, in, len);
#undef REFUSED
    for (size_t tag_len = 0; tag_len <= 17; tag_len++)
        if (tag_len != 4 && tag_len != 8 && (tag_len < 12 || tag_len > 16)) {
            CHECK_EQ(gm_sm4_gmac(&gkey, tag, tag_len, in, 12, in, 32), GM_ERR_ARGUMENT);
            CHECK_EQ(gm_sm4_gmac_verify(&gkey, tag, tag_len, in, 12, in, 32), GM_ERR_ARGUMENT);
        }
    CHECK_EQ(gm_sm4_gmac(&gkey, tag, 16, in, 0, in, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_gmac_verify(&gkey, NULL, 0, in, 12, in, 32), GM_ERR_ARGUMENT);
    CHECK_MEM(tag, saved, sizeof tag);

    CHECK_EQ(gm_sm4_cmac_init(NULL, &key), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_cmac_init(&ctx, NULL), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, zero, sizeof ctx);
    CHECK_EQ(gm_sm4_mac_update(&ctx, in, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_mac_finish(&ctx, tag, 16), GM_ERR_STATE);
    CHECK_EQ(gm_sm4_mac_verify(&ctx, tag, 16), GM_ERR_STATE);
    CHECK_OK(gm_sm4_cmac_init(&ctx, &key));
    CHECK_EQ(gm_sm4_mac_update(NULL, in, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_mac_update(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_mac_update(&ctx, NULL, 0));
    CHECK_EQ(gm_sm4_mac_finish(&ctx, NULL, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_mac_finish(&ctx, tag, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_mac_finish(&ctx, tag, 17), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm4_mac_finish(&ctx, tag, 16)); /* the refusals changed nothing */
    CHECK_OK(gm_sm4_cmac_verify(&key, tag, 16, NULL, 0));
    CHECK_EQ(gm_sm4_mac_finish(&ctx, tag, 16), GM_ERR_STATE);
    for (size_t len = 0; len < 32; len += 5) { /* CBC-MAC of nothing, or of a part of a block */
        CHECK_OK(gm_sm4_cbcmac_init(&ctx, &key));
        CHECK_OK(gm_sm4_mac_update(&ctx, in, len));
        CHECK_EQ(gm_sm4_mac_finish(&ctx, tag, 16), GM_ERR_ARGUMENT);
        CHECK_MEM(&ctx, zero, sizeof ctx);
    }
}

TEST_SUITE(mac, CASE(vectors_through_every_row), CASE(any_pieces_any_tag_length), CASE(gmac_is_gcm_without_text),
           CASE(arguments));
