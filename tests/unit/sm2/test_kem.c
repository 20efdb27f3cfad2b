/* Key encapsulation and hybrid encryption: the model's answers with given nonces on all rows, round trips, pieces,
 * and everything that must be refused. */
#include "encrypt_test.h"

static uint8_t text[5000], out[5200], got[5200];

static void kem_block(const struct vec_block *b)
{
    gm_sm2_private_key key = vec_private(b, "d");
    gm_sm2_public_key pub = vec_public(b, "pub");
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    const struct vec_field *shared = vec_need(b, "shared");
    u256 k = vec_u256(b, "k");
    uint8_t c1[65];
    FOR_EACH_ENV(env)
    {
        struct sm2_nonces nonces = {&k, 1};
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm2_encapsulate(&env, &to, &nonces, c1, got, shared->len));
        CHECK_MEM(c1, vec_need(b, "c1")->bytes, 65);
        CHECK_MEM(got, shared->bytes, shared->len);
        CHECK_EQ(got[shared->len], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm2_decapsulate(&env, &key, got, shared->len, c1));
        CHECK_MEM(got, shared->bytes, shared->len);
        CHECK_EQ(got[shared->len], 0xa5);
    }
}

static void kem_retry_block(const struct vec_block *b)
{
    gm_sm2_private_key key = vec_private(b, "d");
    gm_sm2_public_key pub = vec_public(b, "pub");
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    const u256 list[2] = {vec_u256(b, "k"), {{11}}};
    size_t n = (size_t)vec_number(b, "n_dec", 0);
    uint8_t c1[65], second[65];
    FOR_EACH_ENV(env)
    {
        struct sm2_nonces nonces = {list, 1};
        memset(c1, 0xa5, sizeof c1);
        memset(got, 0xa5, sizeof got);
        CHECK_EQ(gmi_sm2_encapsulate(&env, &to, &nonces, c1, got, n), GM_ERR_RANDOM);
        CHECK(all_zero(c1, 65) && all_zero(got, n));
        nonces = (struct sm2_nonces){list, 2};
        CHECK_OK(gmi_sm2_encapsulate(&env, &to, &nonces, c1, got, n));
        nonces = (struct sm2_nonces){list + 1, 1};
        CHECK_OK(gmi_sm2_encapsulate(&env, &to, &nonces, second, out, n));
        CHECK_MEM(c1, second, 65);
        CHECK_MEM(got, out, n);
        memset(got, 0xa5, sizeof got);
        CHECK_EQ(gmi_sm2_decapsulate(&env, &key, got, n, vec_need(b, "c1")->bytes), GM_ERR_VERIFY);
        CHECK(all_zero(got, n));
    }
}

static void hybrid_block(const struct vec_block *b)
{
    gm_sm2_private_key key = vec_private(b, "d");
    gm_sm2_public_key pub = vec_public(b, "pub");
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    const struct vec_field *aad = vec_need(b, "aad"), *msg = vec_need(b, "msg"), *want = vec_need(b, "out");
    u256 k = vec_u256(b, "k");
    FOR_EACH_ENV(env)
    {
        struct sm2_nonces nonces = {&k, 1};
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm2_hybrid_encrypt(&env, &to, &nonces, got, aad->bytes, aad->len, msg->bytes, msg->len));
        CHECK_EQ(want->len, msg->len + GM_SM2_HYBRID_OVERHEAD);
        CHECK_MEM(got, want->bytes, want->len);
        CHECK_EQ(got[want->len], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm2_hybrid_decrypt(&env, &key, got, aad->bytes, aad->len, want->bytes, want->len));
        CHECK_MEM(got, msg->bytes, msg->len);
        CHECK_EQ(got[msg->len], 0xa5);
    }
}

static void vector_file(void)
{
    sm2_report_missing_rows();
    struct vec_file v = vec_open("generated-sm2-encrypt.txt");
    struct vec_block b = {.count = 0};
    size_t kem = 0, retry = 0, hybrid = 0;
    while (vec_next(&v, &b)) {
        if (vec_is(&b, "op", "kem"))
            kem_block(&b), kem++;
        else if (vec_is(&b, "op", "kem_retry"))
            kem_retry_block(&b), retry++;
        else if (vec_is(&b, "op", "hybrid"))
            hybrid_block(&b), hybrid++;
    }
    CHECK(kem >= 10 && retry >= 1 && hybrid >= 8);
}

static void kem_round_trips(void)
{
    gm_sm2_public_key pub, stranger;
    gm_sm2_private_key key = key_pair(&pub), wrong = key_pair(&stranger);
    uint8_t c1[65], other[65];
    for (size_t len = 1; len < sizeof got; len += 1 + len / 4) {
        CHECK_OK(gm_sm2_kem_encapsulate(&pub, c1, out, len));
        CHECK_OK(gm_sm2_kem_decapsulate(&key, got, len, c1));
        CHECK_MEM(got, out, len);
        if (len < 16)
            continue;
        CHECK_OK(gm_sm2_kem_decapsulate(&wrong, got, len, c1));
        CHECK(memcmp(got, out, len) != 0);
        CHECK_OK(gm_sm2_kem_encapsulate(&pub, other, got, len));
        CHECK(memcmp(got, out, len) != 0 && memcmp(c1, other, 65) != 0);
    }
    /* The same secret for the same numbers is not the key stream of an encryption. */
    const u256 k = {{1, 2, 3, 4}};
    const struct sm2_env env = gmi_sm2_env();
    const struct sm2_receiver to = gmi_sm2_receiver(&pub);
    struct sm2_nonces nonces = {&k, 1};
    size_t n;
    memset(text, 0, 32);
    CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_C1C2C3, out, sizeof out, &n, text, 32));
    nonces = (struct sm2_nonces){&k, 1};
    CHECK_OK(gmi_sm2_encapsulate(&env, &to, &nonces, c1, got, 32));
    CHECK_MEM(c1, out, 65);
    CHECK(memcmp(got, out + 65, 32) != 0);
}

static void kem_refused(void)
{
    gm_sm2_public_key pub, no_pub = {{0}, {0}, 0, {0}};
    gm_sm2_private_key key = key_pair(&pub), no_key;
    uint8_t c1[65], bad[65], same[65];
    memset(&no_key, 0, sizeof no_key);
    CHECK_OK(gm_sm2_kem_encapsulate(&pub, c1, out, 32));
    for (unsigned bit = 0; bit < 520; bit++) {
        memcpy(bad, c1, 65);
        bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
        memset(got, 0xa5, 33);
        CHECK_EQ(gm_sm2_kem_decapsulate(&key, got, 32, bad), GM_ERR_VERIFY);
        CHECK(all_zero(got, 32));
        CHECK_EQ(got[32], 0xa5);
    }
    memset(bad, 0xa5, sizeof bad);
    memcpy(same, bad, sizeof bad);
    memset(got, 0xa5, 65);
    CHECK_EQ(gm_sm2_kem_encapsulate(NULL, bad, got, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate(&pub, NULL, got, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate(&pub, bad, NULL, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate(&pub, bad, got, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate(&pub, bad, bad + 64, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_encapsulate(&no_pub, bad, got, 32), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_kem_decapsulate(NULL, got, 32, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_decapsulate(&key, NULL, 32, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_decapsulate(&key, got, 0, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_decapsulate(&key, got, 32, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_decapsulate(&key, c1 + 40, 32, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_kem_decapsulate(&no_key, got, 32, c1), GM_ERR_KEY);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm2_kem_encapsulate(&pub, bad, got, (size_t)GM_SM2_PLAINTEXT_MAX + 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm2_kem_decapsulate(&key, got, (size_t)GM_SM2_PLAINTEXT_MAX + 1, c1), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(bad, same, 65);
    CHECK_MEM(got, same, 65);
}

static void hybrid_round_trips(void)
{
    gm_sm2_public_key pub;
    gm_sm2_private_key key = key_pair(&pub);
    uint8_t aad[40];
    rand_bytes(text, sizeof text);
    rand_bytes(aad, sizeof aad);
    for (size_t len = 0; len <= sizeof text; len += 1 + len / 5) {
        gm_sm4_gcm_ctx ctx;
        uint8_t tag[16];
        size_t aad_len = len % 2 == 0 ? 0 : rand_below(sizeof aad), first = rand_below(len + 1);
        const uint8_t *in = len == 0 ? NULL : text, *data = aad_len == 0 ? NULL : aad;
        memset(out, 0xa5, sizeof out);
        CHECK_OK(gm_sm2_hybrid_encrypt(&pub, out, data, aad_len, in, len));
        CHECK_EQ(out[len + GM_SM2_HYBRID_OVERHEAD], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gm_sm2_hybrid_decrypt(&key, len == 0 ? NULL : got, data, aad_len, out, len + GM_SM2_HYBRID_OVERHEAD));
        CHECK_MEM(got, text, len);
        CHECK_EQ(got[len], 0xa5);
        /* The whole, decrypted in pieces; and pieces, decrypted as a whole. */
        CHECK_OK(gm_sm2_hybrid_decrypt_init(&ctx, &key, out));
        CHECK_OK(gm_sm4_gcm_aad(&ctx, data, aad_len));
        CHECK_OK(gm_sm4_gcm_decrypt_update_unverified(&ctx, got, out + 65, first));
        CHECK_OK(gm_sm4_gcm_decrypt_update_unverified(&ctx, got + first, out + 65 + first, len - first));
        CHECK_OK(gm_sm4_gcm_decrypt_finish(&ctx, out + 65 + len, GM_SM2_HYBRID_TAG_SIZE));
        CHECK_MEM(got, text, len);
        CHECK_OK(gm_sm2_hybrid_encrypt_init(&ctx, &pub, out));
        CHECK_OK(gm_sm4_gcm_aad(&ctx, data, aad_len));
        CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, out + 65, text, first));
        CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, out + 65 + first, text + first, len - first));
        CHECK_OK(gm_sm4_gcm_encrypt_finish(&ctx, tag, sizeof tag));
        memcpy(out + 65 + len, tag, sizeof tag);
        memset(got, 0, sizeof got);
        CHECK_OK(gm_sm2_hybrid_decrypt(&key, got, data, aad_len, out, len + GM_SM2_HYBRID_OVERHEAD));
        CHECK_MEM(got, text, len);
    }
}

static void hybrid_refused(void)
{
    gm_sm2_public_key pub, stranger, no_pub = {{0}, {0}, 0, {0}};
    gm_sm2_private_key key = key_pair(&pub), wrong = key_pair(&stranger), no_key;
    gm_sm4_gcm_ctx ctx;
    uint8_t aad[3] = {1, 2, 3};
    size_t len = 20, n = len + GM_SM2_HYBRID_OVERHEAD;
    memset(&no_key, 0, sizeof no_key);
    CHECK_OK(gm_sm2_hybrid_encrypt(&pub, out, aad, 3, text, len));
    for (size_t bit = 0; bit < 8 * n; bit++) {
        out[bit / 8] ^= (uint8_t)(1 << bit % 8);
        memset(got, 0xa5, len + 1);
        CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, aad, 3, out, n), GM_ERR_VERIFY);
        CHECK(all_zero(got, len));
        CHECK_EQ(got[len], 0xa5);
        out[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t cut = 0; cut < n; cut++) {
        uint8_t *exact = malloc(cut + 1);
        memcpy(exact + 1, out, cut);
        CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, aad, 3, exact + 1, cut), GM_ERR_VERIFY);
        free(exact);
    }
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, aad, 2, out, n), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, NULL, 0, out, n), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&wrong, got, aad, 3, out, n), GM_ERR_VERIFY);
    CHECK(all_zero(got, len));
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, NULL, NULL, 0, NULL, 0), GM_ERR_VERIFY);
    out[0] = 3;
    memset(&ctx, 0xa5, sizeof ctx);
    CHECK_EQ(gm_sm2_hybrid_decrypt_init(&ctx, &key, out), GM_ERR_VERIFY);
    CHECK(all_zero((const uint8_t *)&ctx, sizeof ctx));
    out[0] = 4;

    memset(got, 0xa5, sizeof got);
    CHECK_EQ(gm_sm2_hybrid_encrypt(NULL, got, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, NULL, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, NULL, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, aad, 3, NULL, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, aad, 3, got, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, got + 100, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&no_pub, got, aad, 3, text, len), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, aad, 3, text, SIZE_MAX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt(NULL, got, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, NULL, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, NULL, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, aad, 3, NULL, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&key, out, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt(&no_key, got, aad, 3, out, n), GM_ERR_KEY);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, aad, 3, text, (size_t)GM_SM2_HYBRID_TEXT_MAX + 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm2_hybrid_decrypt(&key, got, aad, 3, text, (size_t)GM_SM2_HYBRID_TEXT_MAX + 82), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm2_hybrid_encrypt(&pub, got, aad, (size_t)1 << 61, text, len), GM_ERR_ARGUMENT);
    }
    CHECK_EQ(got[0], 0xa5);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init(NULL, &pub, got), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init(&ctx, NULL, got), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init(&ctx, &pub, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_encrypt_init(&ctx, &no_pub, got), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_hybrid_decrypt_init(NULL, &key, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt_init(&ctx, NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt_init(&ctx, &key, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_hybrid_decrypt_init(&ctx, &no_key, out), GM_ERR_KEY);
}

TEST_SUITE(kem, CASE(vector_file), CASE(kem_round_trips), CASE(kem_refused), CASE(hybrid_round_trips),
           CASE(hybrid_refused));
