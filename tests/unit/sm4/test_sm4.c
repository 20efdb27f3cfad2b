/* SM4 keys and single blocks: the standard's examples through every row. */
#include "sm4test.h"

#include <time.h>

static void iterate(struct rows r, const struct vec_block *b, uint64_t n)
{
    gm_sm4_key key;
    uint8_t x[16];
    CHECK_OK(gmi_sm4_key_init(r.sm4, &key, vec_need(b, "key")->bytes));
    memcpy(x, vec_need(b, "pt")->bytes, 16);
    for (uint64_t i = 0; i < n; i++)
        r.sm4->block(key.enc_, x, x);
    CHECK_MEM(x, vec_need(b, "ct")->bytes, 16);
    for (uint64_t i = 0; i < n; i++)
        r.sm4->block(key.dec_, x, x);
    CHECK_MEM(x, vec_need(b, "pt")->bytes, 16);
}

static void check_round_keys(struct rows r, const struct vec_block *b)
{
    gm_sm4_key key;
    const struct vec_field *rk = vec_get(b, "rk");
    if (rk == NULL)
        return;
    CHECK_EQ(rk->len, 128);
    CHECK_OK(gmi_sm4_key_init(r.sm4, &key, vec_need(b, "key")->bytes));
    for (size_t i = 0; i < 32; i++) {
        CHECK_EQ(key.enc_[i], load32be(rk->bytes + 4 * i));
        CHECK_EQ(key.dec_[31 - i], key.enc_[i]);
    }
}

static void vectors_of_row(struct rows r)
{
    struct vec_block b = {.count = 0};
    struct vec_file v = vec_open("sm4.txt");
    while (vec_next(&v, &b)) {
        uint64_t n = vec_number(&b, "iterations_dec", 1);
        check_round_keys(r, &b);
        if (n < 1000)
            iterate(r, &b, n);
    }
}

static void vectors_through_every_row(void)
{
    every_sm4_row(vectors_of_row);
}

/* Does one block take less than 10 microseconds? Not so under valgrind, nor at -O0. */
static int is_fast(const struct sm4_impl *row)
{
    uint32_t rk[32] = {0};
    uint8_t x[16] = {0};
    clock_t begin = clock();
    for (int i = 0; i < 200; i++)
        row->block(rk, x, x);
    return (double)(clock() - begin) / CLOCKS_PER_SEC < 200 * 10e-6;
}

static void million_of_row(struct rows r)
{
    struct vec_block b = {.count = 0};
    struct vec_file v = vec_open("sm4.txt");
    int fast = is_fast(r.sm4);
    if (!fast)
        SKIP_PART("1 000 000 iterations: too slow here");
    while (vec_next(&v, &b))
        if (fast && vec_number(&b, "iterations_dec", 1) >= 1000)
            iterate(r, &b, vec_number(&b, "iterations_dec", 1));
}

static void million_iterations(void)
{
    every_sm4_row(million_of_row);
}

static void public_functions(void)
{
    static const uint8_t bytes[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                      0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    static const uint8_t want[16] = {0x68, 0x1e, 0xdf, 0x34, 0xd2, 0x06, 0x96, 0x5e,
                                     0x86, 0xb3, 0xe9, 0x4f, 0x53, 0x6e, 0x42, 0x46};
    gm_sm4_key key;
    uint8_t x[16];
    CHECK_OK(gm_sm4_key_init(&key, bytes));
    CHECK_OK(gm_sm4_encrypt_block(&key, x, bytes));
    CHECK_MEM(x, want, 16);
    CHECK_OK(gm_sm4_decrypt_block(&key, x, x));
    CHECK_MEM(x, bytes, 16);
    CHECK_EQ(gm_sm4_key_init(NULL, bytes), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_key_init(&key, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_encrypt_block(NULL, x, x), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_encrypt_block(&key, NULL, x), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_encrypt_block(&key, x, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_decrypt_block(NULL, x, x), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_decrypt_block(&key, NULL, x), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm4_decrypt_block(&key, x, NULL), GM_ERR_ARGUMENT);
}

static void partly_overlapping_blocks_are_refused(void)
{
    gm_sm4_key key;
    uint8_t x[32] = {0}, zero[32] = {0};
    CHECK_OK(gm_sm4_key_init(&key, zero));
    for (size_t shift = 1; shift < 16; shift++) {
        CHECK_EQ(gm_sm4_encrypt_block(&key, x, x + shift), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm4_decrypt_block(&key, x + shift, x), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(x, zero, 32);
    CHECK_OK(gm_sm4_encrypt_block(&key, x, x + 16));
}

TEST_SUITE(sm4, CASE(vectors_through_every_row), CASE(million_iterations), CASE(public_functions),
           CASE(partly_overlapping_blocks_are_refused));
