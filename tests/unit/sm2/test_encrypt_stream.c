/* Encryption and decryption in pieces: every cut gives what the whole gives, on every row of SM3 too, and calls out of
 * order, moved objects and wrong ends are refused. */
#include "encrypt_test.h"
#include "sm3_rows.h"

#define MOST 20000

static uint8_t text[MOST], whole[MOST + 97], got[MOST + 1];

static const struct sm3_impl *some_sm3(struct sm2_env *env)
{
    return env->sm3 = random_row();
}

/* Pieces of odd lengths, in place or not, each on another row of SM3. */
static void in_pieces(struct sm2_env env, gm_sm2_cipher *ctx, int decrypt, const uint8_t *in, size_t len, size_t piece)
{
    size_t at = 0;
    memset(got, 0xa5, sizeof got);
    while (at < len) {
        size_t n = 1 + rand_below(piece);
        n = n < len - at ? n : len - at;
        (void)some_sm3(&env);
        if (rand_below(2) == 0) {
            CHECK_OK(gmi_sm2_update(&env, ctx, decrypt, got + at, in + at, n));
        } else {
            memcpy(got + at, in + at, n);
            CHECK_OK(gmi_sm2_update(&env, ctx, decrypt, got + at, got + at, n));
        }
        if (rand_below(4) == 0)
            CHECK_OK(gmi_sm2_update(&env, ctx, decrypt, NULL, NULL, 0));
        at += n;
    }
    CHECK_EQ(got[len], 0xa5);
}

static void every_cut(void)
{
    static const size_t lengths[] = {1, 2, 31, 32, 33, 64, 65, 100, 511, 512, 513, 4095, 4096, 4097, 8192, 12345, MOST};
    gm_sm2_public_key pub;
    gm_sm2_private_key key = key_pair(&pub);
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    sm3_report_missing_rows();
    rand_bytes(text, sizeof text);
    for (size_t l = 0; l < GM_COUNT(lengths); l++)
        for (size_t round = 0; round < 6; round++) {
            struct sm2_env env = gmi_sm2_env();
            u256 k = {{rand_u64(), rand_u64(), rand_u64(), 5}};
            struct sm2_nonces nonces = {&k, 1};
            gm_sm2_cipher ctx;
            uint8_t c1[65], c3[32];
            size_t len = lengths[l], n, piece = round % 2 == 0 ? 1 + len / 3 : 1 + rand_below(200);
            gm_status status = gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, whole, sizeof whole, &n, text, len);
            if (status == GM_ERR_RANDOM && len <= 2)
                continue; /* a key stream of zeros */
            CHECK_OK(status);
            nonces = (struct sm2_nonces){&k, 1};
            CHECK_OK(gmi_sm2_encrypt_init(&env, &ctx, &to, &nonces, c1));
            CHECK_MEM(c1, whole, 65);
            in_pieces(env, &ctx, 0, text, len, piece);
            CHECK_MEM(got, whole + 97, len);
            CHECK_OK(gmi_sm2_encrypt_finish(&env, &ctx, c3));
            CHECK_MEM(c3, whole + 65, 32);
            CHECK(all_zero((const uint8_t *)&ctx, sizeof ctx));

            CHECK_OK(gmi_sm2_decrypt_init(&env, &ctx, &key, c1));
            in_pieces(env, &ctx, 1, whole + 97, len, piece);
            CHECK_MEM(got, text, len);
            CHECK_OK(gmi_sm2_decrypt_finish(&env, &ctx, c3));
            CHECK(all_zero((const uint8_t *)&ctx, sizeof ctx));
        }
}

/* The whole message on every row of SM3, with and without lanes. */
static void every_sm3_row(void)
{
    gm_sm2_public_key pub;
    const u256 k = {{9, 8, 7, 6}};
    size_t n;
    key_pair(&pub);
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    struct sm2_env env = gmi_sm2_env();
    for (size_t len = 3; len < MOST; len += 1 + rand_below(len < 200 ? 30 : 3000)) {
        static uint8_t first[MOST + 97];
        env.sm3 = &gmi_sm3_portable;
        struct sm2_nonces nonces = {&k, 1};
        CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, first, sizeof first, &n, text, len));
        FOR_EACH_ROW(row)
        {
            env.sm3 = row;
            nonces = (struct sm2_nonces){&k, 1};
            CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, whole, sizeof whole, &n, text, len));
            CHECK_MEM(whole, first, n);
        }
    }
}

static void public_functions(void)
{
    gm_sm2_public_key pub;
    gm_sm2_private_key key = key_pair(&pub);
    gm_sm2_layout layout;
    gm_sm2_cipher ctx;
    uint8_t c1[65], c3[32];
    size_t n;
    for (size_t f = 0; f < FORMS; f++) {
        /* Put together as the layout says, decrypted as a whole. */
        CHECK_OK(gm_sm2_encrypt_init(&ctx, &pub, c1));
        CHECK_OK(gm_sm2_layout_write(&layout, all_forms[f], c1, 1000));
        memcpy(whole, layout.head, (size_t)layout.head_len);
        CHECK_OK(gm_sm2_encrypt_update(&ctx, whole + layout.head_len, text, 10));
        CHECK_OK(gm_sm2_encrypt_update(&ctx, whole + layout.head_len + 10, text + 10, 990));
        CHECK_OK(gm_sm2_encrypt_finish(&ctx, whole + layout.c3_at));
        CHECK_OK(gm_sm2_decrypt(&key, all_forms[f], got, sizeof got, &n, whole, (size_t)layout.size));
        CHECK_EQ(n, 1000);
        CHECK_MEM(got, text, n);
        /* And the reverse. */
        CHECK_OK(gm_sm2_encrypt(&pub, all_forms[f], whole, sizeof whole, &n, text, 777));
        CHECK_OK(gm_sm2_layout_read(&layout, all_forms[f], whole, GM_SM2_LAYOUT_HEAD_MAX, n));
        CHECK_OK(gm_sm2_decrypt_init(&ctx, &key, layout.c1));
        CHECK_OK(gm_sm2_decrypt_update_unverified(&ctx, got, whole + layout.head_len, (size_t)layout.c2_len));
        memcpy(c3, whole + layout.c3_at, 32);
        CHECK_OK(gm_sm2_decrypt_finish(&ctx, c3));
        CHECK_MEM(got, text, 777);
    }
    CHECK_EQ(gm_sm2_cipher_size(), sizeof ctx);
}

static void wrong_ends(void)
{
    gm_sm2_public_key pub, stranger;
    gm_sm2_private_key key = key_pair(&pub), wrong = key_pair(&stranger);
    gm_sm2_cipher ctx;
    uint8_t c1[65], c3[32], c2[40], bad[65];
    CHECK_OK(gm_sm2_encrypt_init(&ctx, &pub, c1));
    CHECK_OK(gm_sm2_encrypt_update(&ctx, c2, text, 40));
    CHECK_OK(gm_sm2_encrypt_finish(&ctx, c3));
    for (unsigned bit = 0; bit < 256; bit++) {
        c3[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_OK(gm_sm2_decrypt_init(&ctx, &key, c1));
        CHECK_OK(gm_sm2_decrypt_update_unverified(&ctx, got, c2, 40));
        CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_VERIFY);
        CHECK(all_zero((const uint8_t *)&ctx, sizeof ctx));
        c3[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    CHECK_OK(gm_sm2_decrypt_init(&ctx, &key, c1));
    CHECK_OK(gm_sm2_decrypt_update_unverified(&ctx, got, c2, 39));
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_VERIFY);
    CHECK_OK(gm_sm2_decrypt_init(&ctx, &wrong, c1));
    CHECK_OK(gm_sm2_decrypt_update_unverified(&ctx, got, c2, 40));
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_VERIFY);
    for (unsigned bit = 0; bit < 520; bit++) {
        memcpy(bad, c1, 65);
        bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
        memset(&ctx, 0xa5, sizeof ctx);
        CHECK_EQ(gm_sm2_decrypt_init(&ctx, &key, bad), GM_ERR_VERIFY);
        CHECK(all_zero((const uint8_t *)&ctx, sizeof ctx));
    }
    /* Nothing at all. */
    CHECK_OK(gm_sm2_encrypt_init(&ctx, &pub, c1));
    memset(c3, 0xa5, 32);
    CHECK_EQ(gm_sm2_encrypt_finish(&ctx, c3), GM_ERR_ARGUMENT);
    CHECK(all_zero(c3, 32) && all_zero((const uint8_t *)&ctx, sizeof ctx));
    CHECK_OK(gm_sm2_decrypt_init(&ctx, &key, c1));
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_VERIFY);
    /* x2 || y2 hashed without a message. */
    uint8_t xy[64];
    struct ec_point C1;
    const struct sm2_env env = gmi_sm2_env();
    CHECK_OK(gmi_sm2_point_read(&env, &C1, c1, 65));
    gmi_sm2_shared_receive(&env, xy, &key, &C1);
    CHECK_OK(gm_sm3(c3, xy, 64));
    CHECK_OK(gm_sm2_decrypt_init(&ctx, &key, c1));
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_VERIFY);
}

static void out_of_order(void)
{
    gm_sm2_public_key pub, no_pub = {{0}, {0}, 0, {0}};
    gm_sm2_private_key key = key_pair(&pub), no_key;
    gm_sm2_cipher ctx, moved;
    uint8_t c1[65], c3[32], out[64];
    memset(&no_key, 0, sizeof no_key);
    memset(&ctx, 0, sizeof ctx);
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, text, 5), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_decrypt_update_unverified(&ctx, out, text, 5), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_finish(&ctx, c3), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_STATE);

    CHECK_EQ(gm_sm2_encrypt_init(NULL, &pub, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_init(&ctx, NULL, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_init(&ctx, &pub, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_init(&ctx, &no_pub, c1), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_decrypt_init(NULL, &key, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_init(&ctx, NULL, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_init(&ctx, &key, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_init(&ctx, &no_key, c1), GM_ERR_KEY);

    CHECK_OK(gm_sm2_encrypt_init(&ctx, &pub, c1));
    moved = ctx;
    CHECK_EQ(gm_sm2_encrypt_update(&moved, out, text, 5), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_finish(&moved, c3), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_decrypt_update_unverified(&ctx, out, text, 5), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, c3), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_update(NULL, out, text, 5), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, NULL, text, 5), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, NULL, 5), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out + 1, out, 5), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt_finish(&ctx, NULL), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4)
        CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, out, (size_t)GM_SM2_PLAINTEXT_MAX + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(memcmp(&moved, &ctx, sizeof ctx), 0);
    /* The limit counts what has come before. */
    ctx.total_ = GM_SM2_PLAINTEXT_MAX - 32;
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, text, 33), GM_ERR_ARGUMENT);
    CHECK_OK(gm_sm2_encrypt_update(&ctx, out, text, 32));
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, text, 1), GM_ERR_ARGUMENT);
    /* The last block has the counter 2^32 - 1. */
    uint8_t block[68] = {0}, digest[32];
    struct ec_point C1;
    const struct sm2_env env = gmi_sm2_env();
    CHECK_OK(gmi_sm2_point_read(&env, &C1, c1, 65));
    gmi_sm2_shared_receive(&env, block, &key, &C1);
    memset(block + 64, 0xff, 4);
    CHECK_OK(gm_sm3(digest, block, 68));
    for (size_t i = 0; i < 32; i++)
        digest[i] ^= text[i];
    CHECK_MEM(out, digest, 32);
    CHECK_OK(gm_sm2_encrypt_finish(&ctx, c3));
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_finish(&ctx, c3), GM_ERR_STATE);

    CHECK_OK(gm_sm2_decrypt_init(&ctx, &key, c1));
    moved = ctx;
    CHECK_EQ(gm_sm2_decrypt_update_unverified(&moved, out, text, 5), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_decrypt_finish(&moved, c3), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_update(&ctx, out, text, 5), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_encrypt_finish(&ctx, c3), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_decrypt_update_unverified(NULL, out, text, 5), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_update_unverified(&ctx, out + 1, out, 5), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_finish(&ctx, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(memcmp(&moved, &ctx, sizeof ctx), 0);
}

TEST_SUITE(encrypt_stream, CASE(every_cut), CASE(every_sm3_row), CASE(public_functions), CASE(wrong_ends),
           CASE(out_of_order));
