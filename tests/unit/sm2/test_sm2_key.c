/* Keys: ranges, forms, what is refused, and that every row derives the same. */
#include "sm2test.h"

#include "bn/mont.h"

static void private_ranges(void)
{
    struct vec_walk w = {.seen = 0};
    sm2_report_missing_rows();
    while (vec_walk_next(&w, "sm2-edge.txt", "private")) {
        int valid = vec_is(&w.block, "result", "valid");
        gm_sm2_private_key key, zero = {.d_ = {0}};
        uint8_t out[32];
        memset(&key, 0x55, sizeof key);
        CHECK_EQ(gm_sm2_private_key_read(&key, vec_32(&w.block, "d"), 32), valid ? GM_OK : GM_ERR_KEY);
        if (valid) {
            CHECK_OK(gm_sm2_private_key_write(&key, out));
            CHECK_MEM(out, vec_32(&w.block, "d"), 32);
        } else {
            CHECK_MEM(&key, &zero, sizeof key);
            CHECK_EQ(gm_sm2_private_key_write(&key, out), GM_ERR_KEY);
        }
    }
    CHECK(w.seen >= 7);
}

/* The derived half of a key: its public key, and an inverse of 1 + d. */
static void check_derived(const struct sm2_env *env, const gm_sm2_private_key *key)
{
    const u256 one = {{1}};
    struct ec_point P;
    u256 d, inverse, product;
    memcpy(d.w, key->d_, 32);
    memcpy(inverse.w, key->inverse_, 32);
    (void)u256_add(&d, &d, &one);
    mont_mul(&product, &d, &inverse, &env->curve->n); /* the inverse is kept times R */
    CHECK(u256_equal(&product, &one));
    gmi_sm2_point(&P, &key->public_);
    CHECK(env->row->on_curve_vartime(env->curve, &P));
}

static void key_pairs(void)
{
    struct vec_walk w = {.seen = 0};
    while (vec_walk_next(&w, "sm2.txt", "keypair")) {
        gm_sm2_private_key key = vec_private(&w.block, "d");
        gm_sm2_public_key key_public, again = vec_public(&w.block, "pub"),
                                      again_c = vec_public(&w.block, "pub_compressed");
        uint8_t full[65], compressed[33];
        CHECK_OK(gm_sm2_private_key_public(&key, &key_public));
        CHECK_OK(gm_sm2_public_key_write(&key_public, full));
        CHECK_MEM(full, vec_need(&w.block, "pub")->bytes, 65);
        CHECK_OK(gm_sm2_public_key_write_compressed(&key_public, compressed));
        CHECK_MEM(compressed, vec_need(&w.block, "pub_compressed")->bytes, 33);
        CHECK(gm_sm2_public_key_equal(&again, &key_public) && gm_sm2_public_key_equal(&again_c, &key_public));
        FOR_EACH_ENV(env)
        {
            gm_sm2_private_key other;
            CHECK_OK(gmi_sm2_private_read(&env, &other, vec_32(&w.block, "d"), 32));
            CHECK_MEM(&other, &key, sizeof key);
            check_derived(&env, &other);
        }
    }
    CHECK(w.seen >= 5);
}

static void generated_keys(void)
{
    struct vec_walk w = {.seen = 0};
    while (vec_walk_next(&w, "generated-sm2.txt", "keygen")) {
        FOR_EACH_ENV(env)
        {
            gm_sm2_private_key key;
            uint8_t out[65];
            const struct vec_field *random = vec_need(&w.block, "random");
            CHECK_EQ(random->len, GMI_SM2_WIDE_BYTES);
            gmi_sm2_keygen_derand(&env, &key, random->bytes);
            check_derived(&env, &key);
            CHECK_OK(gm_sm2_private_key_write(&key, out));
            CHECK_MEM(out, vec_32(&w.block, "d"), 32);
            CHECK_OK(gm_sm2_public_key_write(&key.public_, out));
            CHECK_MEM(out, vec_need(&w.block, "pub")->bytes, 65);
        }
    }
    CHECK(w.seen >= 16);
}

static void fresh_keys(void)
{
    const struct sm2_env env = gmi_sm2_env();
    gm_sm2_private_key a, b;
    uint8_t out[32];
    CHECK_OK(gm_sm2_keygen(&a));
    CHECK_OK(gm_sm2_keygen(&b));
    CHECK(!gm_sm2_public_key_equal(&a.public_, &b.public_));
    check_derived(&env, &a);
    check_derived(&env, &b);
    CHECK_OK(gm_sm2_private_key_write(&a, out));
    CHECK_OK(gm_sm2_private_key_read(&b, out, 32));
    CHECK_MEM(&a, &b, sizeof a);
    CHECK_EQ(gm_sm2_keygen(NULL), GM_ERR_ARGUMENT);
}

static void private_lengths(void)
{
    gm_sm2_private_key key, want, zero = {.d_ = {0}};
    uint8_t in[40] = {0};
    rand_bytes(in + 8, 32);
    in[8] = 0x7f;
    for (size_t len = 1; len <= 32; len++) {
        uint8_t full[32] = {0};
        memcpy(full + 32 - len, in + 8, len);
        CHECK_OK(gm_sm2_private_key_read(&want, full, 32));
        CHECK_OK(gm_sm2_private_key_read(&key, in + 8, len));
        CHECK_MEM(&key, &want, sizeof key);
    }
    CHECK_OK(gm_sm2_private_key_read(&key, in + 7, 33));
    CHECK_MEM(&key, &want, sizeof key);
    in[7] = 1;
    CHECK_EQ(gm_sm2_private_key_read(&key, in + 7, 33), GM_ERR_ENCODING);
    CHECK_MEM(&key, &zero, sizeof key);
    in[7] = 0;
    CHECK_EQ(gm_sm2_private_key_read(&key, in + 6, 34), GM_ERR_ENCODING);
    CHECK_EQ(gm_sm2_private_key_read(&key, in, 0), GM_ERR_ENCODING);
    CHECK_OK(gm_sm2_private_key_read(&key, in + 7, 33));
    CHECK_EQ(gm_sm2_private_key_read(&key, NULL, 32), GM_ERR_ARGUMENT);
    CHECK_MEM(&key, &zero, sizeof key);
    CHECK_EQ(gm_sm2_private_key_read(NULL, in, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_private_key_read(&key, in, 1), GM_ERR_KEY);
}

static void points(void)
{
    struct vec_walk w = {.seen = 0};
    size_t refused = 0;
    while (vec_walk_next(&w, "sm2-edge.txt", "point")) {
        const struct vec_field *in = vec_need(&w.block, "pub");
        int valid = vec_is(&w.block, "result", "valid");
        gm_sm2_public_key key, zero = {.x_ = {0}};
        refused += !valid;
        CHECK_MSG((gm_sm2_public_key_read(&key, in->bytes, in->len) == GM_OK) == valid, "line %zu", w.block.line);
        if (!valid)
            CHECK_MEM(&key, &zero, sizeof key);
        if (valid && vec_get(&w.block, "x") != NULL) {
            uint8_t out[65];
            CHECK_OK(gm_sm2_public_key_write(&key, out));
            CHECK_MEM(out + 1, vec_32(&w.block, "x"), 32);
            CHECK_MEM(out + 33, vec_32(&w.block, "y"), 32);
        }
        FOR_EACH_ENV(env)
        {
            struct ec_point P;
            CHECK_EQ(gmi_sm2_point_read(&env, &P, in->bytes, in->len) == GM_OK, valid);
        }
    }
    CHECK(w.seen >= 17 && refused >= 5);
}

/* Every first byte and every length, from a good key. */
static void point_forms(void)
{
    gm_sm2_private_key pair = random_key();
    gm_sm2_public_key key;
    uint8_t in[80] = {0};
    CHECK_OK(gm_sm2_public_key_write(&pair.public_, in));
    int odd = in[64] & 1;
    for (int first = 0; first < 256; first++) {
        in[0] = (uint8_t)first;
        int hybrid = first == 6 || first == 7, compressed = first == 2 || first == 3;
        CHECK_EQ(gm_sm2_public_key_read(&key, in, 65), first == 4 || first == 6 + odd ? GM_OK
                                                       : hybrid                       ? GM_ERR_KEY
                                                                                      : GM_ERR_ENCODING);
        CHECK_EQ(gm_sm2_public_key_read(&key, in, 33), compressed ? GM_OK : GM_ERR_ENCODING);
        if (compressed)
            CHECK_EQ(gm_sm2_public_key_equal(&key, &pair.public_), first == 2 + odd);
    }
    for (size_t len = 0; len <= sizeof in; len++) {
        in[0] = 4;
        CHECK_EQ(gm_sm2_public_key_read(&key, in, len) == GM_OK, len == 65);
        in[0] = 2;
        CHECK_EQ(gm_sm2_public_key_read(&key, in, len) == GM_OK, len == 33);
    }
    in[0] = 4;
    CHECK_OK(gm_sm2_public_key_read(&key, in, 65));
    CHECK_EQ(gm_sm2_public_key_read(&key, NULL, 65), GM_ERR_ARGUMENT);
    for (size_t i = 0; i < sizeof key; i++)
        CHECK_EQ(((const uint8_t *)&key)[i], 0);
    CHECK_EQ(gm_sm2_public_key_read(NULL, in, 65), GM_ERR_ARGUMENT);
}

/* Compressed points: half of all x have one, each parity comes back, and it is on the curve. */
static void random_points(void)
{
    unsigned found = 0;
    for (int i = 0; i < 60; i++) {
        gm_sm2_public_key key;
        uint8_t in[33], out[33], full[65];
        rand_bytes(in, sizeof in);
        in[0] = (uint8_t)(2 | (in[0] & 1));
        gm_status status = gm_sm2_public_key_read(&key, in, 33);
        CHECK(status == GM_OK || status == GM_ERR_KEY);
        if (status != GM_OK)
            continue;
        found++;
        CHECK_OK(gm_sm2_public_key_write_compressed(&key, out));
        CHECK_MEM(out, in, 33);
        CHECK_OK(gm_sm2_public_key_write(&key, full));
        CHECK_OK(gm_sm2_public_key_read(&key, full, 65));
        full[64] ^= 2;
        CHECK_EQ(gm_sm2_public_key_read(&key, full, 65), GM_ERR_KEY);
    }
    CHECK(found > 10 && found < 50);
}

static void no_keys(void)
{
    gm_sm2_private_key key = {.d_ = {0}};
    gm_sm2_public_key one = {.x_ = {0}}, other = random_key().public_;
    uint8_t out[65];
    CHECK_EQ(gm_sm2_public_key_write(&one, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_public_key_write_compressed(&one, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_private_key_public(&key, &other), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_public_key_equal(&one, &one), 0);
    CHECK_EQ(gm_sm2_public_key_equal(&one, &other), 0);
    CHECK_EQ(gm_sm2_public_key_equal(&other, &one), 0);
    CHECK_EQ(gm_sm2_public_key_equal(&other, NULL), 0);
    CHECK_EQ(gm_sm2_public_key_equal(NULL, &other), 0);
    CHECK_EQ(gm_sm2_public_key_equal(&other, &other), 1);
    CHECK_EQ(gm_sm2_public_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_public_key_write(&other, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_public_key_write_compressed(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_public_key_write_compressed(&other, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_private_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_private_key_write(&key, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_private_key_public(NULL, &other), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_private_key_public(&key, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_private_key_size(), sizeof key);
    CHECK_EQ(gm_sm2_public_key_size(), sizeof one);
    CHECK_EQ(sizeof key, 192);
    CHECK_EQ(sizeof one, 96);
}

TEST_SUITE(sm2_key, CASE(private_ranges), CASE(key_pairs), CASE(generated_keys), CASE(fresh_keys),
           CASE(private_lengths), CASE(points), CASE(point_forms), CASE(random_points), CASE(no_keys));
