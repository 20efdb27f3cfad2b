/* Signatures: known answers on all rows with given nonces, nonces that must be thrown away, messages in pieces, and
 * everything that must be refused. */
#include "sm9test.h"

static uint8_t text[300];

/* h || 04 || S of a block. */
static void vec_signature(const struct vec_block *b, uint8_t signature[GM_SM9_SIGNATURE_SIZE])
{
    memcpy(signature, vec_bytes(b, "h", 32), 32);
    vec_octets(b, "s", signature + 32, GM_SM9_G1_SIZE);
}

static void sign_block(const struct vec_block *b)
{
    const gm_sm9_sign_public_key pub = vec_sign_public(b, "pub");
    const gm_sm9_sign_user_key key = vec_sign_user(b, "ds");
    const struct vec_field *msg = vec_need(b, "msg"), *id = vec_need(b, "id");
    const u256 r = vec_u256(b, "r");
    uint8_t want[GM_SM9_SIGNATURE_SIZE], got[GM_SM9_SIGNATURE_SIZE];
    struct sm9_sign_master master;
    vec_signature(b, want);
    CHECK_OK(gmi_sm9_sign_master_key(&master, &pub));
    FOR_EACH_ENV(env)
    {
        struct sm9_nonces nonces = {&r, 1};
        gm_sm3_ctx hash;
        gmi_sm9_hash(&env, &hash, msg->bytes, msg->len);
        CHECK_OK(gmi_sm9_sign(&env, &key, &nonces, got, &master, &hash));
        CHECK_MEM(got, want, sizeof got);
        CHECK(gmi_sm9_verify(&env, &master, want, id->bytes, id->len, vec_hid(b), &hash));
        if (vec_get(b, "w") != NULL) {
            struct sm9_gt g, w;
            uint8_t bytes[GMI_SM9_GT_BYTES];
            env.row->pair(&g, &gmi_sm9.P1, &master.Q);
            env.row->gt_pow(&w, &g, &r);
            gmi_sm9_gt_write(bytes, &w);
            CHECK_MEM(bytes, vec_bytes(b, "w", sizeof bytes), sizeof bytes);
        }
        CHECK_EQ(gmi_sm9_sign(&env, &key, &nonces, got, &master, &hash), GM_ERR_RANDOM); /* the list is used up */
        CHECK(all_zero(got, sizeof got));
    }
}

static void verify_block(const struct vec_block *b)
{
    const gm_sm9_sign_public_key pub = vec_sign_public(b, "pub");
    const struct vec_field *msg = vec_need(b, "msg"), *id = vec_need(b, "id");
    uint8_t signature[GM_SM9_SIGNATURE_SIZE];
    struct sm9_sign_master master;
    vec_signature(b, signature);
    CHECK_OK(gmi_sm9_sign_master_key(&master, &pub));
    FOR_EACH_ENV(env)
    {
        gm_sm3_ctx hash;
        gmi_sm9_hash(&env, &hash, msg->bytes, msg->len);
        CHECK_EQ(gmi_sm9_verify(&env, &master, signature, id->bytes, id->len, vec_hid(b), &hash),
                 vec_is(b, "result", "valid"));
    }
    CHECK_EQ(gm_sm9_verify(&pub, signature, id->bytes, id->len, vec_hid(b), msg->bytes, msg->len),
             vec_is(b, "result", "valid") ? GM_OK : GM_ERR_VERIFY);
}

static void known(const char *file, size_t least_sign, size_t least_verify)
{
    struct vec_file v = vec_open(file);
    struct vec_block b = {.count = 0};
    size_t sign = 0, verify = 0;
    while (vec_next(&v, &b)) {
        if (vec_is(&b, "op", "sign"))
            sign_block(&b), sign++;
        else if (vec_is(&b, "op", "verify"))
            verify_block(&b), verify++;
    }
    CHECK(sign >= least_sign && verify >= least_verify);
}

static void vector_files(void)
{
    sm9_report_missing_rows();
    known("sm9.txt", 12, 9);
    known("generated-sm9.txt", 5, 0);
}

static void hedged_nonces(void)
{
    struct vec_walk w = {.seen = 0};
    const struct sm9_env env = gmi_sm9_env();
    while (vec_walk_next(&w, "generated-sm9.txt", "hedged")) {
        const struct vec_field *msg = vec_need(&w.block, "msg");
        u256 r, want = vec_u256(&w.block, "r");
        struct sm9_g1 ds;
        gm_sm3_ctx hash;
        sm9_g1_from(&ds, vec_bytes(&w.block, "ds", 64));
        gmi_sm9_hash(&env, &hash, msg->bytes, msg->len);
        gmi_sm9_hedged_nonce(&env, &r, vec_bytes(&w.block, "random", 32), &ds, &hash);
        CHECK(u256_equal(&r, &want));
    }
    CHECK(w.seen >= 3);
}

/* ---- l = 0: a row whose pairings are all the same gives every nonce one h, which is then a nonce ---- */

static struct sm9_gt same;

static void same_pairing(struct sm9_gt *r, const struct sm9_g1 *P, const struct sm9_g2 *Q)
{
    (void)P;
    (void)Q;
    *r = same;
}

static void nonce_thrown_away(void)
{
    struct ec_sm9_impl row = *gmi_sm9_env().row;
    const struct sm9_env env = {&row, gmi_sm9_env().sm3};
    gm_sm9_sign_master_key master = random_sign_master();
    struct sm9_sign_master with;
    gm_sm9_sign_user_key key;
    struct sm9_g1 ds, S;
    gm_sm3_ctx hash;
    u256 list[2], l;
    uint8_t got[GM_SM9_SIGNATURE_SIZE], want[GM_SM9_SIGNATURE_SIZE];
    row.pair = same_pairing;
    CHECK_OK(gmi_sm9_sign_master_key(&with, &master.public_));
    CHECK_OK(gmi_sm9_sign_extract(&env, &key, &master, (const uint8_t *)"A", 1, 1));
    gmi_sm9_hash(&env, &hash, text, 10);
    gmi_sm9_env().row->pair(&same, &gmi_sm9.P1, &with.Q);
    gmi_sm9_h2(&env, &list[0], &hash, &same);
    sm9_random_scalar(&list[1]);
    struct sm9_nonces nonces = {list, 1};
    memset(got, 0xa5, sizeof got);
    CHECK_EQ(gmi_sm9_sign(&env, &key, &nonces, got, &with, &hash), GM_ERR_RANDOM);
    CHECK(all_zero(got, sizeof got));
    nonces = (struct sm9_nonces){list, 2};
    CHECK_OK(gmi_sm9_sign(&env, &key, &nonces, got, &with, &hash));
    CHECK_EQ(nonces.left, 0);
    mod_sub(&l, &list[1], &list[0], &gmi_sm9.n);
    gmi_sm9_sign_user(&ds, &key);
    row.g1_mul(&S, &l, &ds);
    u256_to_be(want, &list[0]);
    gmi_sm9_g1_write(want + 32, &S);
    CHECK_MEM(got, want, sizeof got);
}

/* ---- round trips ---- */

static void round_trips(void)
{
    gm_sm9_sign_master_key master = random_sign_master(), other = random_sign_master();
    static uint8_t id[GM_SM9_ID_MAX];
    static const size_t id_lens[] = {0, 1, 30, 8191};
    uint8_t a[GM_SM9_SIGNATURE_SIZE], b[GM_SM9_SIGNATURE_SIZE];
    rand_bytes(text, sizeof text);
    rand_bytes(id, sizeof id);
    for (size_t i = 0; i < 12; i++) {
        size_t id_len = id_lens[i % 4], len = i == 0 ? 0 : 1 + rand_below(sizeof text - 1);
        uint8_t hid = (uint8_t)(i % 3);
        const uint8_t *p = id_len == 0 ? NULL : id, *data = len == 0 ? NULL : text;
        gm_sm9_sign_user_key key;
        gm_sm9_message message;
        CHECK_OK(gm_sm9_sign_extract(&key, &master, p, id_len, hid));
        CHECK_OK(gm_sm9_sign(&key, a, &master.public_, data, len));
        CHECK_OK(gm_sm9_sign(&key, b, &master.public_, data, len));
        CHECK(memcmp(a, b, 32) != 0 && memcmp(a + 33, b + 33, 64) != 0); /* another nonce */
        CHECK_OK(gm_sm9_verify(&master.public_, a, p, id_len, hid, data, len));
        CHECK_OK(gm_sm9_verify(&master.public_, b, p, id_len, hid, data, len));
        CHECK_EQ(gm_sm9_verify(&master.public_, a, p, id_len, hid ^ 1, data, len), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_verify(&other.public_, a, p, id_len, hid, data, len), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_verify(&master.public_, a, id, id_len ^ 1, hid, data, len), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_verify(&master.public_, a, p, id_len, hid, text, len ^ 1), GM_ERR_VERIFY);
        memcpy(b + 32, a + 32, 65);
        CHECK_EQ(gm_sm9_verify(&master.public_, b, p, id_len, hid, data, len), GM_ERR_VERIFY);
        /* In pieces: signed and checked. */
        gm_sm9_message_init(&message);
        size_t first = rand_below(len + 1);
        CHECK_OK(gm_sm9_message_update(&message, data, first));
        CHECK_OK(gm_sm9_message_update(&message, text + first, len - first));
        CHECK_OK(gm_sm9_message_sign(&message, &key, b, &master.public_));
        CHECK(all_zero(&message, sizeof message));
        CHECK_OK(gm_sm9_verify(&master.public_, b, p, id_len, hid, data, len));
        for (int wrong = 0; wrong < 2; wrong++) {
            gm_sm9_message_init(&message);
            for (size_t k = 0; k < len; k++)
                CHECK_OK(gm_sm9_message_update(&message, text + k, 1));
            a[31] ^= (uint8_t)wrong;
            CHECK_EQ(gm_sm9_message_verify(&message, &master.public_, a, p, id_len, hid),
                     wrong ? GM_ERR_VERIFY : GM_OK);
            CHECK(all_zero(&message, sizeof message));
        }
        /* With another master key than the user key's own, the signature is wrong. */
        CHECK_OK(gm_sm9_sign(&key, b, &other.public_, data, len));
        CHECK_EQ(gm_sm9_verify(&master.public_, b, p, id_len, hid, data, len), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_verify(&other.public_, b, p, id_len, hid, data, len), GM_ERR_VERIFY);
    }
}

/* Every bit of a signature counts, and h has a range. */
static void wrong_signatures(void)
{
    const gm_sm9_sign_master_key master = random_sign_master();
    const uint8_t *id = (const uint8_t *)"id";
    const u256 one = {{1}};
    gm_sm9_sign_user_key key;
    uint8_t s[GM_SM9_SIGNATURE_SIZE], bad[GM_SM9_SIGNATURE_SIZE];
    u256 h;
    CHECK_OK(gm_sm9_sign_extract(&key, &master, id, 2, 1));
    CHECK_OK(gm_sm9_sign(&key, s, &master.public_, text, 20));
    for (unsigned bit = 0; bit < 8 * sizeof s; bit += bit < 256 ? 5 : 1) {
        memcpy(bad, s, sizeof s);
        bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_EQ(gm_sm9_verify(&master.public_, bad, id, 2, 1, text, 20), GM_ERR_VERIFY);
    }
    for (int i = 0; i < 5; i++) { /* 0, 1, N - 1, N, 2^256 - 1 */
        memcpy(bad, s, sizeof s);
        h = i < 2 ? (u256){{(uint64_t)i}} : gmi_sm9.n.m;
        if (i == 2)
            (void)u256_sub(&h, &h, &one);
        u256_to_be(bad, &h);
        if (i == 4)
            memset(bad, 0xff, 32);
        CHECK_EQ(gm_sm9_verify(&master.public_, bad, id, 2, 1, text, 20), GM_ERR_VERIFY);
    }
    u256_from_be(&h, s);
    if (u256_add(&h, &h, &gmi_sm9.n.m) == 0) { /* the same number mod N */
        memcpy(bad, s, sizeof s);
        u256_to_be(bad, &h);
        CHECK_EQ(gm_sm9_verify(&master.public_, bad, id, 2, 1, text, 20), GM_ERR_VERIFY);
    }
    memcpy(bad, s, 32);
    memset(bad + 33, 0, 64); /* what some write for infinity */
    for (int first = 0; first < 256; first++) {
        bad[32] = (uint8_t)first;
        CHECK_EQ(gm_sm9_verify(&master.public_, bad, id, 2, 1, text, 20), GM_ERR_VERIFY);
    }
    CHECK_OK(gm_sm9_verify(&master.public_, s, id, 2, 1, text, 20));
}

/* A master key and an identity for which there is no user key: [h1] P2 + Ppub-s is infinity. */
static void no_such_user(void)
{
    const uint8_t *id = (const uint8_t *)"Alice";
    const struct sm9_env mine = gmi_sm9_env();
    gm_sm9_sign_master_key master;
    gm_sm9_sign_user_key key;
    uint8_t s[GM_SM9_SIGNATURE_SIZE];
    u256 h1, ks;
    gmi_sm9_h1(&mine, &h1, id, 5, 1);
    mod_neg(&ks, &h1, &gmi_sm9.n);
    gmi_sm9_sign_master_set(&mine, &master, &ks);
    CHECK_EQ(gm_sm9_sign_extract(&key, &master, id, 5, 1), GM_ERR_UNSUPPORTED);
    CHECK_OK(gm_sm9_sign_extract(&key, &master, id, 4, 1));
    CHECK_OK(gm_sm9_sign(&key, s, &master.public_, text, 20));
    CHECK_OK(gm_sm9_verify(&master.public_, s, id, 4, 1, text, 20));
    CHECK_EQ(gm_sm9_verify(&master.public_, s, id, 5, 1, text, 20), GM_ERR_VERIFY);
}

static void refused(void)
{
    const gm_sm9_sign_master_key master = random_sign_master();
    static uint8_t id[GM_SM9_ID_MAX + 1];
    gm_sm9_sign_public_key none;
    gm_sm9_sign_user_key key, no_key;
    gm_sm9_message message, dead, before;
    uint8_t s[GM_SM9_SIGNATURE_SIZE];
    memset(&none, 0, sizeof none);
    memset(&no_key, 0, sizeof no_key);
    memset(&dead, 0, sizeof dead);
    memset(s, 0xa5, sizeof s);
    CHECK_OK(gm_sm9_sign_extract(&key, &master, id, 2, 1));
    CHECK_EQ(gm_sm9_sign(NULL, s, &master.public_, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign(&key, NULL, &master.public_, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign(&key, s, NULL, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign(&key, s, &master.public_, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign(&no_key, s, &master.public_, text, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_sign(&key, s, &none, text, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_verify(NULL, s, id, 2, 1, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify(&master.public_, NULL, id, 2, 1, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify(&master.public_, s, NULL, 2, 1, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify(&master.public_, s, id, sizeof id, 1, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify(&master.public_, s, id, 2, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify(&none, s, id, 2, 1, text, 1), GM_ERR_KEY);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm9_sign(&key, s, &master.public_, text, ((size_t)1 << 61) - 512), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_verify(&master.public_, s, id, 2, 1, text, ((size_t)1 << 61) - 512), GM_ERR_ARGUMENT);
    }
    gm_sm9_message_init(NULL);
    gm_sm9_message_init(&message);
    CHECK_EQ(gm_sm9_message_update(NULL, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_update(&message, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_update(&dead, text, 1), GM_ERR_STATE);
    CHECK_OK(gm_sm9_message_update(&message, NULL, 0));
    CHECK_OK(gm_sm9_message_update(&message, text, 1));
    if (sizeof(size_t) > 4)
        CHECK_EQ(gm_sm9_message_update(&message, text, ((size_t)1 << 61) - 513), GM_ERR_ARGUMENT);
    before = message;
    CHECK_EQ(gm_sm9_message_sign(NULL, &key, s, &master.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_sign(&message, NULL, s, &master.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_sign(&message, &key, NULL, &master.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_sign(&message, &key, s, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_sign(&message, &no_key, s, &master.public_), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_message_sign(&message, &key, s, &none), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_message_sign(&dead, &key, s, &master.public_), GM_ERR_STATE);
    CHECK_EQ(gm_sm9_message_verify(NULL, &master.public_, s, id, 2, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_verify(&message, NULL, s, id, 2, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_verify(&message, &master.public_, NULL, id, 2, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_verify(&message, &master.public_, s, NULL, 2, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_verify(&message, &master.public_, s, id, sizeof id, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_message_verify(&message, &none, s, id, 2, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_message_verify(&dead, &master.public_, s, id, 2, 1), GM_ERR_STATE);
    CHECK_MEM(&message, &before, sizeof message);
    CHECK(all_are(s, sizeof s, 0xa5));
    CHECK(gm_sm9_message_size() == sizeof message && sizeof message == 136);
}

TEST_SUITE(sm9_sign, CASE(vector_files), CASE(hedged_nonces), CASE(nonce_thrown_away), CASE(round_trips),
           CASE(wrong_signatures), CASE(no_such_user), CASE(refused));
