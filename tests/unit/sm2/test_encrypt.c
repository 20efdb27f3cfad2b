/* Encryption and decryption of whole messages: known answers with given nonces in all forms and on all rows, round
 * trips, detection, and everything that must be refused. */
#include <guomi/mem.h>

#include "encrypt_test.h"

#define MOST 6000

static uint8_t ciphertext[MOST + 200], plain[MOST + 200], other[MOST + 200];

/* What each form of the vector's ciphertext is. */
static size_t expected(const struct vec_block *b, gm_sm2_form form, uint8_t *out)
{
    const struct vec_field *c2 = vec_need(b, "c2"), *der = vec_need(b, "der");
    if (form == GM_SM2_DER) {
        memcpy(out, der->bytes, der->len);
        return der->len;
    }
    return join(form, out, vec_need(b, "c1")->bytes, vec_need(b, "c3")->bytes, c2->bytes, c2->len);
}

static void encrypt_block(const struct vec_block *b)
{
    const struct vec_field *msg = vec_need(b, "msg");
    gm_sm2_private_key key = vec_private(b, "d");
    gm_sm2_public_key pub = vec_public(b, "pub");
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    u256 k = vec_u256(b, "k");
    size_t n;
    FOR_EACH_ENV(env)
    for (size_t f = 0; f < FORMS; f++) {
        struct sm2_nonces nonces = {&k, 1};
        size_t want = expected(b, all_forms[f], other);
        memset(ciphertext, 0xa5, sizeof ciphertext);
        CHECK_OK(
            gmi_sm2_encrypt(&env, &to, &nonces, all_forms[f], ciphertext, sizeof ciphertext, &n, msg->bytes, msg->len));
        CHECK_EQ(n, want);
        CHECK_MEM(ciphertext, other, want);
        CHECK_EQ(ciphertext[want], 0xa5);
        memset(plain, 0xa5, sizeof plain);
        CHECK_OK(gmi_sm2_decrypt(&env, &key, all_forms[f], plain, msg->len, &n, other, want));
        CHECK_EQ(n, msg->len);
        CHECK_MEM(plain, msg->bytes, msg->len);
        CHECK_EQ(plain[n], 0xa5);
    }
    for (size_t f = 0; f < FORMS; f++) {
        gm_sm2_form form = 0;
        size_t len = expected(b, all_forms[f], other);
        CHECK_OK(gm_sm2_decrypt_detect(&key, &form, plain, sizeof plain, &n, other, len));
        CHECK_EQ(form, all_forms[f]);
        CHECK_EQ(n, msg->len);
        CHECK_MEM(plain, msg->bytes, msg->len);
    }
}

/* The nonce of the block must be thrown away, and the next one taken. */
static void retry_block(const struct vec_block *b)
{
    const struct vec_field *msg = vec_need(b, "msg");
    gm_sm2_public_key pub = vec_public(b, "pub");
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    const u256 list[2] = {vec_u256(b, "k"), {{5}}};
    size_t n, m;
    uint8_t zero[200] = {0}, c1[65], c2[8];
    FOR_EACH_ENV(env)
    {
        struct sm2_nonces nonces = {list, 1};
        memset(ciphertext, 0xa5, sizeof ciphertext);
        CHECK_EQ(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, ciphertext, 98, &n, msg->bytes, msg->len),
                 GM_ERR_RANDOM);
        CHECK_EQ(n, 0);
        CHECK_MEM(ciphertext, zero, 98);
        nonces = (struct sm2_nonces){list, 2};
        CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, ciphertext, 98, &n, msg->bytes, msg->len));
        nonces = (struct sm2_nonces){list + 1, 1};
        CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C3C2, other, 98, &m, msg->bytes, msg->len));
        CHECK_EQ(n, m);
        CHECK_MEM(ciphertext, other, n);

        gm_sm2_cipher ctx;
        nonces = (struct sm2_nonces){list, 1};
        CHECK_OK(gmi_sm2_encrypt_init(&env, &ctx, &to, &nonces, c1));
        CHECK_OK(gmi_sm2_update(&env, &ctx, 0, c2, msg->bytes, msg->len));
        CHECK_MEM(c2, msg->bytes, msg->len);
        memset(ciphertext, 0xa5, 32);
        CHECK_EQ(gmi_sm2_encrypt_finish(&env, &ctx, ciphertext), GM_ERR_RANDOM);
        CHECK_MEM(ciphertext, zero, 32);
        nonces = (struct sm2_nonces){list, 0};
        CHECK_EQ(gmi_sm2_encrypt_init(&env, &ctx, &to, &nonces, c1), GM_ERR_RANDOM);
        CHECK_MEM(c1, zero, 65);
    }
}

static void decrypt_block(const struct vec_block *b)
{
    const struct vec_field *raw = vec_get(b, "c1c3c2"), *c = raw != NULL ? raw : vec_need(b, "der");
    gm_sm2_private_key key = vec_private(b, "d");
    int valid = vec_is(b, "result", "valid");
    FOR_EACH_ENV(env)
    {
        size_t n = 99;
        memset(plain, 0xa5, 200);
        gm_status status =
            gmi_sm2_decrypt(&env, &key, raw != NULL ? GM_SM2_C1C3C2 : GM_SM2_DER, plain, 200, &n, c->bytes, c->len);
        CHECK_MSG(status == (valid ? GM_OK : GM_ERR_VERIFY), "block at line %zu: %d", b->line, (int)status);
        CHECK_EQ(n, valid ? vec_need(b, "msg")->len : 0);
        if (valid)
            CHECK_MEM(plain, vec_need(b, "msg")->bytes, n);
        else
            CHECK(all_zero(plain, 200));
    }
}

static void vector_files(void)
{
    sm2_report_missing_rows();
    static const char *const names[] = {"sm2.txt", "sm2-edge.txt", "generated-sm2-encrypt.txt"};
    static const size_t least[] = {13, 25, 25};
    for (size_t f = 0; f < GM_COUNT(names); f++) {
        struct vec_file v = vec_open(names[f]);
        struct vec_block b = {.count = 0};
        size_t seen = 0;
        while (vec_next(&v, &b)) {
            if (vec_is(&b, "op", "encrypt"))
                encrypt_block(&b);
            else if (vec_is(&b, "op", "encrypt_retry"))
                retry_block(&b);
            else if (vec_is(&b, "op", "decrypt"))
                decrypt_block(&b);
            else
                continue;
            seen++;
        }
        CHECK_MSG(seen >= least[f], "only %zu blocks in %s", seen, names[f]);
    }
}

/* Every length to and fro with nonces of the operating system, in every form; sizes are what is promised. */
static void round_trips(void)
{
    gm_sm2_public_key pub;
    gm_sm2_private_key key = key_pair(&pub);
    rand_bytes(other, sizeof other);
    for (size_t len = 1; len <= MOST; len += len < 70 ? 1 : 1 + rand_below(600))
        for (size_t f = len % 2; f < FORMS; f += len < 70 ? 2 : 1) {
            gm_sm2_form form = all_forms[f], found = 0;
            size_t n, m, size = gm_sm2_ciphertext_size(form, len);
            CHECK(size > len + 64);
            memset(ciphertext, 0xa5, sizeof ciphertext);
            CHECK_OK(gm_sm2_encrypt(&pub, form, ciphertext, size, &n, other, len));
            CHECK(form == GM_SM2_DER ? n <= size && n + 20 > size : n == size);
            CHECK_EQ(ciphertext[size], 0xa5);
            memset(plain, 0xa5, sizeof plain);
            CHECK_OK(gm_sm2_decrypt(&key, form, plain, len, &m, ciphertext, n));
            CHECK_EQ(m, len);
            CHECK_MEM(plain, other, len);
            CHECK_EQ(plain[len], 0xa5);
            CHECK_OK(gm_sm2_decrypt_detect(&key, &found, plain, sizeof plain, &m, ciphertext, n));
            CHECK_EQ(m, len);
            CHECK_EQ(found, form);
            CHECK_MEM(plain, other, len);
        }
}

/* Two encryptions of the same message have nothing in common. */
static void fresh_nonces(void)
{
    gm_sm2_public_key pub;
    size_t n;
    key_pair(&pub);
    CHECK_OK(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, ciphertext, 200, &n, plain, 64));
    CHECK_OK(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, other, 200, &n, plain, 64));
    CHECK(memcmp(ciphertext + 1, other + 1, 32) != 0);
    CHECK(memcmp(ciphertext + 65, other + 65, 32) != 0);
    CHECK(memcmp(ciphertext + 97, other + 97, 64) != 0);
}

/* A ciphertext that is not right gives one answer and no byte. */
static void refused(const gm_sm2_private_key *key, gm_sm2_form form, const uint8_t *in, size_t len)
{
    size_t n = 1;
    gm_sm2_form found = 0;
    memset(plain, 0xa5, 300);
    CHECK_EQ(gm_sm2_decrypt(key, form, plain, 300, &n, in, len), GM_ERR_VERIFY);
    CHECK_EQ(n, 0);
    CHECK(all_zero(plain, 300));
    CHECK_EQ(plain[300], 0xa5);
    if (rand_below(8) == 0) { /* one in so many, as it takes longer */
        memset(plain, 0xa5, 300);
        CHECK_EQ(gm_sm2_decrypt_detect(key, &found, plain, 300, &n, in, len), GM_ERR_VERIFY);
        CHECK_EQ(n, 0);
        CHECK_EQ(found, 0);
        CHECK(all_zero(plain, 300));
    }
}

static void damaged(void)
{
    gm_sm2_public_key pub, stranger;
    gm_sm2_private_key key = key_pair(&pub), wrong = key_pair(&stranger);
    static const size_t lengths[] = {1, 19};
    memset(plain, 0xa5, sizeof plain);
    for (size_t l = 0; l < GM_COUNT(lengths); l++)
        for (size_t f = 0; f < FORMS; f++) {
            gm_sm2_form form = all_forms[f];
            size_t n;
            rand_bytes(other, lengths[l]);
            CHECK_OK(gm_sm2_encrypt(&pub, form, ciphertext, sizeof ciphertext, &n, other, lengths[l]));
            for (size_t len = 0; len < n; len++) { /* from a buffer of its own, for the sanitizer */
                uint8_t *exact = malloc(len + 1);
                memcpy(exact + 1, ciphertext, len);
                refused(&key, form, exact + 1, len);
                free(exact);
            }
            ciphertext[n] = 0;
            refused(&key, form, ciphertext, n + 1);
            for (size_t bit = 0; bit < 8 * n; bit += l == 0 ? 1 : 1 + rand_below(5)) {
                ciphertext[bit / 8] ^= (uint8_t)(1 << bit % 8);
                refused(&key, form, ciphertext, n);
                ciphertext[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
            refused(&wrong, form, ciphertext, n);
            for (size_t g = 0; g < FORMS; g++) {
                memset(plain, 0xa5, 300);
                gm_status status = gm_sm2_decrypt(&key, all_forms[g], plain, 300, &(size_t){0}, ciphertext, n);
                CHECK_EQ(status, g == f ? GM_OK : GM_ERR_VERIFY);
                if (g != f)
                    CHECK(all_zero(plain, 300));
            }
        }
}

/* A first byte decides nothing: bare ciphertexts whose x begins like another form. */
static void misleading_first_bytes(void)
{
    gm_sm2_public_key pub;
    gm_sm2_private_key key = key_pair(&pub);
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    const struct sm2_env env = gmi_sm2_env();
    static const uint8_t first[] = {0x04, 0x02, 0x03, 0x30};
    unsigned found[GM_COUNT(first)] = {0};
    u256 k = {{rand_u64(), rand_u64(), 0, 1}};
    for (unsigned tries = 0; tries < 6000; tries++) {
        struct ec_point C1;
        k.w[0]++;
        env.row->mul_base(env.curve, &C1, &k);
        for (size_t i = 0; i < GM_COUNT(first); i++)
            if (C1.x.w[3] >> 56 == first[i] && found[i] < 4) {
                struct sm2_nonces nonces = {&k, 1};
                gm_sm2_form form = found[i]++ % 2 == 0 ? GM_SM2_C1C3C2_BARE : GM_SM2_C1C2C3_BARE, got = 0;
                size_t n, len = 1 + rand_below(100);
                rand_bytes(other, len);
                gm_status status = gmi_sm2_encrypt(&env, &to, &nonces, form, ciphertext, 300, &n, other, len);
                if (status == GM_ERR_RANDOM)
                    continue; /* a short key stream of zeros */
                CHECK_OK(status);
                CHECK_OK(gm_sm2_decrypt_detect(&key, &got, plain, 300, &n, ciphertext, n));
                CHECK_EQ(got, form);
                CHECK_EQ(n, len);
                CHECK_MEM(plain, other, len);
            }
    }
    for (size_t i = 0; i < GM_COUNT(first); i++)
        CHECK_MSG(found[i] > 0, "no x begins with %02x", first[i]);
}

static void bad_arguments(void)
{
    gm_sm2_public_key pub, no_pub = {{0}, {0}, 0, {0}};
    gm_sm2_private_key key = key_pair(&pub), no_key;
    gm_sm2_form form = 0;
    uint8_t out[200], same[200], in[200], text[20] = {1};
    size_t n = 77, len;
    memset(&no_key, 0, sizeof no_key);
    memset(out, 0xa5, sizeof out);
    memcpy(same, out, sizeof out);
    CHECK_OK(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, in, sizeof in, &len, text, 20));

    CHECK_EQ(gm_sm2_encrypt(NULL, GM_SM2_C1C3C2, out, 200, &n, text, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, 0, out, 200, &n, text, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, 8, out, 200, &n, text, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, NULL, 200, &n, text, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, NULL, text, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, NULL, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, text, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, out + 150, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, out, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_encrypt(&no_pub, GM_SM2_C1C3C2, out, 200, &n, text, 20), GM_ERR_KEY);
    CHECK_EQ(n, 77);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, text, (size_t)GM_SM2_PLAINTEXT_MAX + 1),
                 GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 200, &n, text, SIZE_MAX), GM_ERR_ARGUMENT);
    }
    CHECK_EQ(gm_sm2_encrypt(&pub, GM_SM2_C1C3C2, out, 116, &n, text, 20), GM_ERR_BUFFER);
    CHECK_EQ(n, 0);
    CHECK_MEM(out, same, sizeof out);

    n = 77;
    CHECK_EQ(gm_sm2_decrypt(NULL, GM_SM2_C1C3C2, out, 200, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt(&key, 0, out, 200, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, NULL, 200, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, out, 200, NULL, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, out, 200, &n, NULL, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, in + 20, 20, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt(&no_key, GM_SM2_C1C3C2, out, 200, &n, in, len), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_decrypt_detect(NULL, &form, out, 200, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_detect(&key, NULL, out, 200, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_detect(&key, &form, NULL, 200, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_detect(&key, &form, out, 200, NULL, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_detect(&key, &form, out, 200, &n, NULL, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_detect(&key, &form, in, 20, &n, in, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_decrypt_detect(&no_key, &form, out, 200, &n, in, len), GM_ERR_KEY);
    CHECK_EQ(n, 77);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, out, 19, &n, in, len), GM_ERR_BUFFER);
    CHECK_EQ(n, 0);
    n = 77;
    CHECK_EQ(gm_sm2_decrypt_detect(&key, &form, out, 19, &n, in, len), GM_ERR_BUFFER);
    CHECK_EQ(n, 0);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, NULL, 0, &n, in, len), GM_ERR_BUFFER);
    CHECK_MEM(out, same, sizeof out);
    CHECK_EQ(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, NULL, 0, &n, NULL, 0), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm2_decrypt_detect(&key, &form, NULL, 0, &n, NULL, 0), GM_ERR_VERIFY);
    CHECK_EQ(form, 0);
    CHECK_OK(gm_sm2_decrypt(&key, GM_SM2_C1C3C2, out, 20, &n, in, len));
    CHECK_MEM(out, text, 20);
}

TEST_SUITE(encrypt, CASE(vector_files), CASE(round_trips), CASE(fresh_nonces), CASE(damaged),
           CASE(misleading_first_bytes), CASE(bad_arguments));
