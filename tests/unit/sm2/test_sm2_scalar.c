/* Long numbers reduced below n, against the model and against plain long division. */
#include "sm2test.h"

#include "bn/wide.h"

static void vector_file(void)
{
    struct vec_walk w = {.seen = 0};
    const struct sm2_env env = gmi_sm2_env();
    while (vec_walk_next(&w, "generated-sm2.txt", "wide")) {
        u256 r, want = vec_u256(&w.block, "r");
        CHECK_EQ(vec_need(&w.block, "in")->len, GMI_SM2_WIDE_BYTES);
        gmi_sm2_wide(&env, &r, vec_need(&w.block, "in")->bytes, vec_number(&w.block, "less_dec", 9));
        CHECK_MSG(u256_equal(&r, &want) != 0, "line %zu", w.block.line);
    }
    CHECK(w.seen >= 60);
}

/* in mod m, one bit after another. */
static u256 divided(const uint8_t in[48], const u256 *m)
{
    u256 r = {{0}};
    for (int i = 0; i < 384; i++) {
        uint64_t carry = r.w[3] >> 63;
        const u256 bit = {{(uint64_t)(in[i / 8] >> (7 - i % 8)) & 1}};
        (void)u256_add(&r, &r, &r);
        (void)u256_add(&r, &r, &bit);
        if (carry || !u256_less(&r, m))
            (void)u256_sub(&r, &r, m);
    }
    return r;
}

/* Other orders: the least and the greatest top words, and words that make estimates worst. */
static void any_order(void)
{
    static struct ec_curve curve;
    static const uint64_t words[] = {0, 1, 2, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1};
    struct sm2_env env = gmi_sm2_env();
    env.curve = &curve;
    for (int i = 0; i < 20000; i++) {
        uint8_t in[48];
        for (int k = 0; k < 4; k++)
            curve.n.m.w[k] = rand_below(2) ? words[rand_below(GM_COUNT(words))] : rand_u64();
        curve.n.m.w[3] |= UINT64_C(1) << 63;
        curve.n.m.w[0] |= 3;
        env.wide = gmi_bn_wide_constant(curve.n.m.w[3]);
        rand_bytes(in, sizeof in);
        if (rand_below(2))
            for (int k = 0; k < 6; k++)
                store64be(in + 8 * k, rand_below(3) ? words[rand_below(GM_COUNT(words))] : rand_u64());
        if (rand_below(4) == 0) { /* a multiple of n begins like n */
            for (int k = 0; k < 4; k++)
                store64be(in + 8 * k, curve.n.m.w[3 - k]);
            in[31] -= (uint8_t)rand_below(3);
        }
        uint64_t less = rand_below(3);
        u256 m = curve.n.m, r, want;
        m.w[0] -= less;
        want = divided(in, &m);
        gmi_sm2_wide(&env, &r, in, less);
        CHECK(u256_equal(&r, &want));
    }
}

static void constant(void)
{
    CHECK(gmi_bn_wide_constant(gmi_ec_sm2_curve.n.m.w[3]) == GMI_SM2_WIDE);
}

static void nonces(void)
{
    const struct sm2_env env = gmi_sm2_env();
    uint8_t in[48] = {0};
    u256 k, again, one = {{1}};
    gmi_sm2_nonce(&env, &k, in);
    CHECK(u256_equal(&k, &one));
    CHECK_OK(gmi_sm2_random_nonce(&env, &k));
    CHECK_OK(gmi_sm2_random_nonce(&env, &again));
    CHECK(!u256_equal(&k, &again) && u256_less(&k, &env.curve->n.m) && !u256_is_zero(&k));
}

TEST_SUITE(sm2_scalar, CASE(vector_file), CASE(any_order), CASE(constant), CASE(nonces));
