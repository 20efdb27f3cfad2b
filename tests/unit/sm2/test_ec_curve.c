/* SM2 on other curves: the curve of the standard's first examples, P-256, what is refused, keys that stay apart. */
#include <guomi/ec.h>

#include "sm2test.h"

#include "sm2/curve_env.h"
#include "sm2/encrypt_core.h"
#include "sm2/sign_derand.h"

struct numbers {
    uint8_t n[6][32]; /* p, a, b, xG, yG, order */
};

static const char *const example[6] = {"8542d69e4c044f18e8b92435bf6ff7de457283915c45517d722edb8b08f1dfc3",
                                       "787968b4fa32c3fd2417842e73bbfeff2f3c848b6831d7e0ec65228b3937e498",
                                       "63e4c6d3b23b0c849cf84241484bfe48f61d59a5b16ba06e6e12d1da27c5249a",
                                       "421debd61b62eab6746434ebc3cc315e32220b3badd50bdc4c4e6c147fedd43d",
                                       "0680512bcbb42c07d47349d2153b70c4e5d7fdfcbfa36ea1a85841b9e46e09a2",
                                       "8542d69e4c044f18e8b92435bf6ff7dd297720630485628d5ae74ee7c32e79b7"};
/* FIPS 186-4, D.1.2.3. */
static const char *const p256[6] = {"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
                                    "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
                                    "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
                                    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                                    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
                                    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"};

static struct numbers from_hex(const char *const text[6])
{
    struct numbers x;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 32; k++)
            x.n[i][k] = (uint8_t)(vec_digit(text[i][2 * k]) * 16 + vec_digit(text[i][2 * k + 1]));
    return x;
}

static gm_status init(gm_ec_curve *curve, const struct numbers *x)
{
    return gm_ec_curve_init(curve, x->n[0], x->n[1], x->n[2], x->n[3], x->n[4], x->n[5]);
}

static gm_ec_curve curve_of(const char *const text[6])
{
    gm_ec_curve curve;
    struct numbers x = from_hex(text);
    CHECK_OK(init(&curve, &x));
    return curve;
}

static gm_ec_private_key private_of(const gm_ec_curve *curve, const struct vec_block *b, const char *name)
{
    gm_ec_private_key key;
    CHECK_OK(gm_ec_private_key_read(curve, &key, vec_32(b, name), 32));
    return key;
}

static void check_public(const gm_ec_curve *curve, const gm_ec_private_key *key, const struct vec_block *b,
                         const char *name)
{
    const struct vec_field *want = vec_need(b, name);
    gm_ec_public_key half, again;
    uint8_t out[65];
    CHECK_OK(gm_ec_private_key_public(curve, &half, key));
    CHECK_OK(gm_ec_public_key_write(curve, out, &half));
    CHECK_MEM(out, want->bytes, 65);
    CHECK_OK(gm_ec_public_key_read(curve, &again, want->bytes, want->len));
    CHECK_MEM(&again, &half, sizeof half);
}

static void example_signature(void)
{
    struct vec_walk w = {.seen = 0};
    gm_ec_curve curve = curve_of(example);
    struct sm2_curve copy;
    struct sm2_env env;
    CHECK(gmi_sm2_curve_env(&env, &copy, &curve));
    while (vec_walk_next(&w, "sm2-testcurve.txt", "sign")) {
        gm_ec_private_key key = private_of(&curve, &w.block, "d");
        gm_ec_public_key half;
        const struct vec_field *id = vec_need(&w.block, "id"), *msg = vec_need(&w.block, "msg");
        uint8_t e[32], z[32], got[64], want[64];
        check_public(&curve, &key, &w.block, "pub");
        CHECK_OK(gm_ec_private_key_public(&curve, &half, &key));
        gmi_sm2_z(&env, &half.key_, z, id->bytes, id->len);
        CHECK_MEM(z, vec_32(&w.block, "z"), 32);
        CHECK_OK(gm_ec_digest(&curve, &half, e, id->bytes, id->len, msg->bytes, msg->len));
        CHECK_MEM(e, vec_32(&w.block, "e"), 32);
        vec_signature(&w.block, want);
        CHECK_OK(gmi_sm2_sign_digest_derand(&env, &key.key_, got, e, (const uint8_t(*)[32])vec_32(&w.block, "k"), 1));
        CHECK_MEM(got, want, 64);
        CHECK_OK(gm_ec_verify(&curve, &half, want, id->bytes, id->len, msg->bytes, msg->len));
        want[40] ^= 1;
        CHECK_EQ(gm_ec_verify(&curve, &half, want, id->bytes, id->len, msg->bytes, msg->len), GM_ERR_VERIFY);
    }
    CHECK(w.seen >= 1);
}

static void example_encryption(void)
{
    struct vec_walk w = {.seen = 0};
    gm_ec_curve curve = curve_of(example);
    struct sm2_curve copy;
    struct sm2_env env;
    CHECK(gmi_sm2_curve_env(&env, &copy, &curve));
    while (vec_walk_next(&w, "sm2-testcurve.txt", "encrypt")) {
        gm_ec_private_key key = private_of(&curve, &w.block, "d");
        const struct vec_field *msg = vec_need(&w.block, "msg"), *der = vec_need(&w.block, "der");
        const u256 k = vec_u256(&w.block, "k");
        struct sm2_nonces nonces = {&k, 1};
        uint8_t out[200], plain[200];
        size_t len = 0;
        check_public(&curve, &key, &w.block, "pub");
        const struct sm2_receiver to = gmi_sm2_receiver(&key.key_.public_);
        CHECK_OK(gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_DER, out, sizeof out, &len, msg->bytes, msg->len));
        CHECK_EQ(len, der->len);
        CHECK_MEM(out, der->bytes, len);
        CHECK_OK(gm_ec_decrypt(&curve, &key, GM_SM2_DER, plain, sizeof plain, &len, der->bytes, der->len));
        CHECK_EQ(len, msg->len);
        CHECK_MEM(plain, msg->bytes, len);
        out[der->len - 1] ^= 1;
        CHECK_EQ(gm_ec_decrypt(&curve, &key, GM_SM2_DER, plain, sizeof plain, &len, out, der->len), GM_ERR_VERIFY);
    }
    CHECK(w.seen >= 1);
}

static void example_exchange(void)
{
    struct vec_walk w = {.seen = 0};
    gm_ec_curve curve = curve_of(example);
    struct sm2_curve copy;
    struct sm2_env env;
    CHECK(gmi_sm2_curve_env(&env, &copy, &curve));
    while (vec_walk_next(&w, "sm2-testcurve.txt", "exchange")) {
        gm_ec_private_key a = private_of(&curve, &w.block, "da"), b = private_of(&curve, &w.block, "db");
        const u256 ra = vec_u256(&w.block, "ra"), rb = vec_u256(&w.block, "rb");
        struct sm2_nonces from_a = {&ra, 1}, from_b = {&rb, 1};
        const struct vec_field *ida = vec_need(&w.block, "ida"), *idb = vec_need(&w.block, "idb"),
                               *k = vec_need(&w.block, "k");
        gm_ec_exchange one, two;
        uint8_t qa[65], qb[65], ka[64], kb[64], sa[32], sb[32];
        check_public(&curve, &a, &w.block, "pa");
        check_public(&curve, &b, &w.block, "pb");
        CHECK_OK(gmi_sm2_exchange_init(&env, &one.exchange_, GM_SM2_INITIATOR, &from_a, qa, &a.key_, ida->bytes,
                                       ida->len, &b.key_.public_, idb->bytes, idb->len));
        CHECK_OK(gmi_sm2_exchange_init(&env, &two.exchange_, GM_SM2_RESPONDER, &from_b, qb, &b.key_, idb->bytes,
                                       idb->len, &a.key_.public_, ida->bytes, ida->len));
        CHECK_MEM(qa, vec_need(&w.block, "qa")->bytes, 65);
        CHECK_MEM(qb, vec_need(&w.block, "qb")->bytes, 65);
        CHECK_OK(gm_ec_exchange_derive(&curve, &one, ka, k->len, sa, qb, 65));
        CHECK_OK(gm_ec_exchange_derive(&curve, &two, kb, k->len, sb, qa, 65));
        CHECK_EQ(gm_ec_exchange_derive(&curve, &two, kb, k->len, sb, qa, 65), GM_ERR_STATE);
        CHECK_MEM(ka, k->bytes, k->len);
        CHECK_MEM(kb, k->bytes, k->len);
        CHECK_MEM(sb, vec_32(&w.block, "s1"), 32);
        CHECK_MEM(sa, vec_32(&w.block, "s2"), 32);
        CHECK_OK(gm_ec_exchange_confirm(&one, sb));
        sa[0] ^= 1;
        CHECK_EQ(gm_ec_exchange_confirm(&two, sa), GM_ERR_VERIFY);
    }
    CHECK(w.seen >= 1);
}

/* Fresh keys, all operations, on both curves. */
static void round_trips(void)
{
    static const char *const *const curves[] = {example, p256};
    for (size_t i = 0; i < GM_COUNT(curves); i++) {
        gm_ec_curve curve = curve_of(curves[i]);
        gm_ec_private_key a, b, again;
        gm_ec_public_key pa, pb;
        gm_ec_exchange one, two;
        uint8_t d[32], e[32], signature[64], msg[40], out[200], plain[200], qa[65], qb[65], ka[20], kb[20], sa[32],
            sb[32];
        size_t len = 0;
        CHECK_OK(gm_ec_keygen(&curve, &a));
        CHECK_OK(gm_ec_keygen(&curve, &b));
        CHECK_OK(gm_ec_private_key_write(&curve, d, &a));
        CHECK_OK(gm_ec_private_key_read(&curve, &again, d, 32));
        CHECK_MEM(&a, &again, sizeof a);
        CHECK_OK(gm_ec_private_key_public(&curve, &pa, &a));
        CHECK_OK(gm_ec_private_key_public(&curve, &pb, &b));
        rand_bytes(e, sizeof e);
        rand_bytes(msg, sizeof msg);
        CHECK_OK(gm_ec_sign_digest(&curve, &a, signature, e));
        CHECK_OK(gm_ec_verify_digest(&curve, &pa, signature, e));
        CHECK_EQ(gm_ec_verify_digest(&curve, &pb, signature, e), GM_ERR_VERIFY);
        CHECK_OK(gm_ec_sign(&curve, &a, signature, NULL, GM_SM2_ID_DEFAULT, msg, sizeof msg));
        CHECK_OK(gm_ec_verify(&curve, &pa, signature, (const uint8_t *)"1234567812345678", 16, msg, sizeof msg));
        CHECK_OK(gm_ec_encrypt(&curve, &pa, GM_SM2_C1C3C2, out, sizeof out, &len, msg, sizeof msg));
        CHECK_OK(gm_ec_decrypt(&curve, &a, GM_SM2_C1C3C2, plain, sizeof plain, &len, out, len));
        CHECK_EQ(len, sizeof msg);
        CHECK_MEM(plain, msg, sizeof msg);
        CHECK_OK(gm_ec_exchange_init(&curve, &one, GM_SM2_INITIATOR, qa, &a, NULL, 0, &pb, NULL, 0));
        CHECK_OK(gm_ec_exchange_init(&curve, &two, GM_SM2_RESPONDER, qb, &b, NULL, 0, &pa, NULL, 0));
        CHECK_OK(gm_ec_exchange_derive(&curve, &one, ka, sizeof ka, sa, qb, 65));
        CHECK_OK(gm_ec_exchange_derive(&curve, &two, kb, sizeof kb, sb, qa, 65));
        CHECK_MEM(ka, kb, sizeof ka);
        CHECK_OK(gm_ec_exchange_confirm(&one, sb));
        CHECK_OK(gm_ec_exchange_confirm(&two, sa));
    }
}

/* SM2's own curve through the general row is the same curve. */
static void own_curve(void)
{
    const struct ec_curve *c = &gmi_ec_sm2_curve;
    struct numbers x;
    gm_ec_curve curve;
    gm_sm2_private_key key = random_key();
    gm_ec_private_key other;
    gm_ec_public_key half;
    uint8_t d[32], e[32], f[32], signature[64], full[65], point[65];
    u256_to_be(x.n[0], &c->p.m);
    u256_to_be(x.n[1], &c->a);
    u256_to_be(x.n[2], &c->b);
    u256_to_be(x.n[3], &c->G.x);
    u256_to_be(x.n[4], &c->G.y);
    u256_to_be(x.n[5], &c->n.m);
    CHECK_OK(init(&curve, &x));
    CHECK_OK(gm_sm2_private_key_write(&key, d));
    CHECK_OK(gm_ec_private_key_read(&curve, &other, d, 32));
    CHECK_OK(gm_ec_private_key_public(&curve, &half, &other));
    CHECK_OK(gm_ec_public_key_write(&curve, point, &half));
    CHECK_OK(gm_sm2_public_key_write(&key.public_, full));
    CHECK_MEM(point, full, 65);
    CHECK_OK(gm_ec_digest(&curve, &half, e, NULL, GM_SM2_ID_DEFAULT, d, 20));
    CHECK_OK(gm_sm2_digest(&key.public_, f, NULL, GM_SM2_ID_DEFAULT, d, 20));
    CHECK_MEM(e, f, 32);
    CHECK_OK(gm_ec_sign_digest(&curve, &other, signature, e));
    CHECK_OK(gm_sm2_verify_digest(&key.public_, signature, e));
    /* But its keys are keys of that curve object, not of SM2. */
    CHECK_EQ(gm_sm2_verify_digest(&half.key_, signature, e), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_sign_digest(&other.key_, signature, e), GM_ERR_KEY);
}

static void refused_curves(void)
{
    gm_ec_curve curve, zero = {{0}};
    struct numbers good = from_hex(example), x;
    CHECK_OK(init(&curve, &good));
    for (int i = 0; i < 6; i++) {
        x = good; /* another number: no such curve, point or order */
        x.n[i][31] ^= 2;
        memset(&curve, 1, sizeof curve);
        CHECK_EQ(init(&curve, &x), GM_ERR_UNSUPPORTED);
        CHECK_MEM(&curve, &zero, sizeof curve);
        x = good; /* an even p or order; another parity elsewhere */
        x.n[i][31] ^= 1;
        CHECK_EQ(init(&curve, &x), GM_ERR_UNSUPPORTED);
        x = good; /* too large or too small */
        memset(x.n[i], 0xff, 32);
        CHECK_EQ(init(&curve, &x), GM_ERR_UNSUPPORTED);
        memset(x.n[i], 0, 32);
        CHECK_EQ(init(&curve, &x), GM_ERR_UNSUPPORTED);
    }
    x = good; /* the order of one curve with the rest of another */
    memcpy(x.n[5], from_hex(p256).n[5], 32);
    CHECK_EQ(init(&curve, &x), GM_ERR_UNSUPPORTED);
    CHECK_EQ(init(NULL, &good), GM_ERR_ARGUMENT);
    memset(&curve, 1, sizeof curve);
    CHECK_EQ(gm_ec_curve_init(&curve, NULL, good.n[1], good.n[2], good.n[3], good.n[4], good.n[5]), GM_ERR_ARGUMENT);
    CHECK_MEM(&curve, &(gm_ec_curve){{0}}, sizeof curve);
    CHECK_EQ(gm_ec_curve_init(&curve, good.n[0], good.n[1], good.n[2], good.n[3], good.n[4], NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_curve_size(), sizeof curve);
    CHECK_EQ(sizeof curve, 640);
}

/* Keys of one curve mean nothing on another, and a curve of zeros is none. */
static void kept_apart(void)
{
    gm_ec_curve one = curve_of(example), two = curve_of(p256), none = {{0}};
    gm_ec_private_key key, other;
    gm_ec_public_key half;
    gm_ec_exchange ctx;
    uint8_t e[32] = {0}, signature[64], out[200], point[65];
    size_t len = 0;
    CHECK_OK(gm_ec_keygen(&one, &key));
    CHECK_OK(gm_ec_keygen(&two, &other));
    CHECK_OK(gm_ec_private_key_public(&one, &half, &key));
    CHECK_EQ(gm_ec_sign_digest(&two, &key, signature, e), GM_ERR_KEY);
    CHECK_EQ(gm_ec_sign(&two, &key, signature, NULL, 0, e, 1), GM_ERR_KEY);
    CHECK_EQ(gm_ec_verify_digest(&two, &half, signature, e), GM_ERR_KEY);
    CHECK_EQ(gm_ec_verify(&two, &half, signature, NULL, 0, e, 1), GM_ERR_KEY);
    CHECK_EQ(gm_ec_digest(&two, &half, e, NULL, 0, e, 1), GM_ERR_KEY);
    CHECK_EQ(gm_ec_private_key_write(&two, e, &key), GM_ERR_KEY);
    CHECK_EQ(gm_ec_private_key_public(&two, &half, &key), GM_ERR_KEY);
    CHECK_EQ(gm_ec_public_key_write(&two, point, &half), GM_ERR_KEY);
    CHECK_EQ(gm_ec_encrypt(&two, &half, GM_SM2_DER, out, sizeof out, &len, e, 1), GM_ERR_KEY);
    CHECK_EQ(gm_ec_decrypt(&two, &key, GM_SM2_DER, out, sizeof out, &len, e, 1), GM_ERR_KEY);
    CHECK_EQ(gm_ec_exchange_init(&one, &ctx, GM_SM2_INITIATOR, point, &other, NULL, 0, &half, NULL, 0), GM_ERR_KEY);
    CHECK_OK(gm_ec_exchange_init(&one, &ctx, GM_SM2_INITIATOR, point, &key, NULL, 0, &half, NULL, 0));
    CHECK_EQ(gm_ec_exchange_derive(&two, &ctx, out, 16, NULL, point, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_keygen(&none, &key), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_keygen(NULL, &key), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_keygen(&one, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_private_key_read(&none, &key, e, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_public_key_read(&none, &half, point, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_sign_digest(&none, &key, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_verify_digest(&none, &half, signature, e), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_ec_exchange_confirm(NULL, e), GM_ERR_ARGUMENT);
}

TEST_SUITE(ec_curve, CASE(example_signature), CASE(example_encryption), CASE(example_exchange), CASE(round_trips),
           CASE(own_curve), CASE(refused_curves), CASE(kept_apart));
