/* Signing and verifying digests: vectors on every row, nonces, retries, adversarial signatures. */
#include "sm2test.h"

#include "sm2/sign_derand.h"

/* Signatures with given nonces, from messages. */
static void given_nonces(void)
{
    struct vec_walk w = {.seen = 0};
    sm2_report_missing_rows();
    while (vec_walk_next(&w, "sm2.txt", "sign")) {
        uint8_t want[64], got[64];
        gm_sm2_private_key key = vec_private(&w.block, "d");
        vec_signature(&w.block, want);
        const uint8_t(*k)[32] = (const uint8_t(*)[32])vec_32(&w.block, "k");
        FOR_EACH_ENV(env)
        {
            CHECK_OK(gmi_sm2_sign_digest_derand(&env, &key, got, vec_32(&w.block, "e"), k, 1));
            CHECK_MEM(got, want, 64);
            CHECK(gmi_sm2_verify_digest(&env, &key.public_, want, vec_32(&w.block, "e")));
        }
    }
    CHECK(w.seen >= 19);
}

/* Nonces that must be thrown away, alone and before a good one; a digest at the edges. */
static void thrown_away(void)
{
    struct vec_walk w = {.seen = 0};
    size_t retries = 0;
    while (vec_walk_next(&w, "sm2-edge.txt", "sign_e")) {
        gm_sm2_private_key key = vec_private(&w.block, "d");
        const uint8_t *e = vec_32(&w.block, "e");
        uint8_t got[64], want[64], zero[64] = {0}, nonces[3][32];
        int retry = vec_is(&w.block, "result", "retry");
        retries += (size_t)retry;
        memcpy(nonces[0], vec_32(&w.block, "k"), 32);
        memcpy(nonces[1], nonces[0], 32);
        memset(nonces[2], 0x31, 32);
        FOR_EACH_ENV(env)
        {
            CHECK_EQ(gmi_sm2_sign_digest_derand(&env, &key, got, e, (const uint8_t(*)[32])nonces, 1),
                     retry ? GM_ERR_RANDOM : GM_OK);
            if (retry) {
                CHECK_MEM(got, zero, 64);
                CHECK_OK(gmi_sm2_sign_digest_derand(&env, &key, want, e, (const uint8_t(*)[32])(nonces + 2), 1));
                CHECK_OK(gmi_sm2_sign_digest_derand(&env, &key, got, e, (const uint8_t(*)[32])nonces, 3));
            } else {
                vec_signature(&w.block, want);
            }
            CHECK_MEM(got, want, 64);
            CHECK(gmi_sm2_verify_digest(&env, &key.public_, got, e));
        }
    }
    CHECK(w.seen >= 13 && retries == 3);
}

static void verify_file(const char *name, size_t least)
{
    struct vec_walk w = {.seen = 0};
    while (vec_walk_next(&w, name, "verify_e")) {
        const struct vec_field *pub = vec_need(&w.block, "pub");
        int valid = vec_is(&w.block, "result", "valid");
        uint8_t signature[64];
        gm_sm2_public_key key;
        vec_signature(&w.block, signature);
        if (gm_sm2_public_key_read(&key, pub->bytes, pub->len) != GM_OK) {
            CHECK(!valid);
            continue;
        }
        FOR_EACH_ENV(env)
        CHECK_MSG(gmi_sm2_verify_digest(&env, &key, signature, vec_32(&w.block, "e")) == valid, "%s line %zu on %s",
                  name, w.block.line, env.row->name);
        CHECK_EQ(gm_sm2_verify_digest(&key, signature, vec_32(&w.block, "e")), valid ? GM_OK : GM_ERR_VERIFY);
    }
    CHECK(w.seen >= least);
}

static void digest_vectors(void)
{
    verify_file("sm2.txt", 2);
    verify_file("sm2-edge.txt", 19);
}

static void hedged(void)
{
    struct vec_walk w = {.seen = 0};
    const struct sm2_env env = gmi_sm2_env();
    while (vec_walk_next(&w, "generated-sm2.txt", "hedged")) {
        gm_sm2_private_key key = vec_private(&w.block, "d");
        u256 k, want = vec_u256(&w.block, "k");
        gmi_sm2_hedged_nonce(&env, &k, vec_32(&w.block, "random"), &key, vec_32(&w.block, "e"));
        CHECK(u256_equal(&k, &want));
    }
    CHECK(w.seen >= 20);
}

static void rfc6979(void)
{
    struct vec_walk w = {.seen = 0};
    const struct sm2_env env = gmi_sm2_env();
    while (vec_walk_next(&w, "generated-sm2.txt", "rfc6979")) {
        static const char *const names[] = {"k1", "k2", "k3"};
        gm_sm2_private_key key = vec_private(&w.block, "d");
        struct sm2_rfc6979 g;
        gmi_sm2_rfc6979_start(&env, &g, &key, vec_32(&w.block, "e"));
        for (int i = 0; i < 3; i++) {
            u256 k, want = vec_u256(&w.block, names[i]);
            gmi_sm2_rfc6979_next(&env, &g, &k);
            CHECK(u256_equal(&k, &want));
        }
    }
    CHECK(w.seen >= 20);
}

static void deterministic(void)
{
    struct vec_walk w = {.seen = 0};
    while (vec_walk_next(&w, "generated-sm2.txt", "sign_deterministic")) {
        gm_sm2_private_key key = vec_private(&w.block, "d");
        const struct vec_field *id = vec_need(&w.block, "id"), *msg = vec_need(&w.block, "msg");
        uint8_t want[64], got[64];
        vec_signature(&w.block, want);
        CHECK_OK(gm_sm2_sign_deterministic(&key, got, id->bytes, id->len, msg->bytes, msg->len));
        CHECK_MEM(got, want, 64);
        FOR_EACH_ENV(env)
        {
            gmi_sm2_sign_digest_deterministic(&env, &key, got, vec_32(&w.block, "e"));
            CHECK_MEM(got, want, 64);
        }
        CHECK_OK(gm_sm2_verify(&key.public_, got, id->bytes, id->len, msg->bytes, msg->len));
    }
    CHECK(w.seen >= 12);
}

/* Fresh signatures differ, are right, and any change makes them wrong. */
static void round_trip(void)
{
    for (int i = 0; i < 12; i++) {
        gm_sm2_private_key key = random_key(), other = random_key();
        uint8_t e[32], a[64], b[64], in_place[64];
        rand_bytes(e, sizeof e);
        FOR_EACH_ENV(env)
        {
            CHECK_OK(gmi_sm2_sign_digest(&env, &key, a, e));
            CHECK(gmi_sm2_verify_digest(&env, &key.public_, a, e));
        }
        CHECK_OK(gm_sm2_sign_digest(&key, b, e));
        CHECK(memcmp(a, b, 64) != 0 && memcmp(a, b, 32) != 0);
        CHECK_OK(gm_sm2_verify_digest(&key.public_, b, e));
        CHECK_EQ(gm_sm2_verify_digest(&other.public_, b, e), GM_ERR_VERIFY);
        memcpy(in_place, e, 32);
        CHECK_OK(gm_sm2_sign_digest(&key, in_place, in_place));
        CHECK_OK(gm_sm2_verify_digest(&key.public_, in_place, e));
        for (int k = 0; k < 6; k++) {
            size_t at = rand_below(96);
            uint8_t *byte = at < 64 ? &b[at] : &e[at - 64];
            uint8_t flip = (uint8_t)(1 << rand_below(8));
            *byte ^= flip;
            CHECK_EQ(gm_sm2_verify_digest(&key.public_, b, e), GM_ERR_VERIFY);
            *byte ^= flip;
        }
    }
}

/* r or s of 0, n and more; r and n - s; r + s = n; r and s exchanged. */
static void out_of_range(void)
{
    const u256 *n = &gmi_ec_sm2_curve.n.m, one = {{1}};
    gm_sm2_private_key key = random_key();
    uint8_t e[32], good[64], bad[64];
    u256 x;
    rand_bytes(e, sizeof e);
    CHECK_OK(gm_sm2_sign_digest(&key, good, e));
#define REFUSED(env) CHECK(!gmi_sm2_verify_digest(&env, &key.public_, bad, e))
    FOR_EACH_ENV(env)
    {
        for (int half = 0; half < 64; half += 32) {
            memcpy(bad, good, 64);
            memset(bad + half, 0, 32);
            REFUSED(env);
            u256_to_be(bad + half, n);
            REFUSED(env);
            (void)u256_add(&x, n, &one);
            u256_to_be(bad + half, &x);
            REFUSED(env);
            memset(bad + half, 0xff, 32);
            REFUSED(env);
            u256_from_be(&x, good + half);
            (void)u256_sub(&x, n, &x);
            u256_to_be(bad + half, &x);
            REFUSED(env);
        }
        memcpy(bad, good, 32);
        u256_from_be(&x, good);
        (void)u256_sub(&x, n, &x);
        u256_to_be(bad + 32, &x);
        REFUSED(env);
        memcpy(bad, good + 32, 32);
        memcpy(bad + 32, good, 32);
        REFUSED(env);
    }
#undef REFUSED
}

/* e counts modulo n: a digest and the digest plus n have the same signatures. */
static void digests_modulo_n(void)
{
    const u256 *n = &gmi_ec_sm2_curve.n.m;
    gm_sm2_private_key key = random_key();
    uint8_t small[32] = {0}, large[32], a[64], b[64];
    small[31] = 77;
    u256 x;
    u256_from_be(&x, small);
    CHECK_EQ(u256_add(&x, &x, n), 0);
    u256_to_be(large, &x);
    CHECK_OK(gm_sm2_sign_digest_deterministic(&key, a, small));
    CHECK_OK(gm_sm2_sign_digest_deterministic(&key, b, large));
    CHECK_MEM(a, b, 64);
    CHECK_OK(gm_sm2_verify_digest(&key.public_, a, large));
}

static void refused(void)
{
    gm_sm2_private_key key = random_key(), none = {.d_ = {0}};
    uint8_t e[32] = {0}, signature[64], before[64];
    memset(signature, 0x77, 64);
    memcpy(before, signature, 64);
    CHECK_EQ(gm_sm2_sign_digest(NULL, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest(&key, NULL, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest(&key, signature, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest(&none, signature, e), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_sign_digest_deterministic(NULL, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_deterministic(&key, NULL, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_deterministic(&key, signature, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_digest_deterministic(&none, signature, e), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_verify_digest(NULL, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest(&key.public_, NULL, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest(&key.public_, signature, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify_digest(&none.public_, signature, e), GM_ERR_KEY);
    CHECK_MEM(signature, before, 64);
}

TEST_SUITE(sm2_sign, CASE(given_nonces), CASE(thrown_away), CASE(digest_vectors), CASE(hedged), CASE(rfc6979),
           CASE(deterministic), CASE(round_trip), CASE(out_of_range), CASE(digests_modulo_n), CASE(refused));
