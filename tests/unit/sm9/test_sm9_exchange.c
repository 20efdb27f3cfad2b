/* The key exchange: known answers on all rows with given nonces, both sides with and without confirmation, a side that
 * begins again, and everything that must be refused. */
#include <guomi/mem.h>

#include "sm9test.h"

static const uint8_t *const ids[2] = {(const uint8_t *)"Alice", (const uint8_t *)"Bob"};
static const size_t id_lens[2] = {5, 3};

static void exchange_block(const struct vec_block *b)
{
    static const char *const names[2][4] = {{"ida", "dea", "ra", "ra_point"}, {"idb", "deb", "rb", "rb_point"}};
    const gm_sm9_enc_public_key pub = vec_enc_public(b, "pub");
    const struct vec_field *id[2], *k = vec_need(b, "k");
    gm_sm9_enc_user_key key[2];
    struct sm9_receiver to[2]; /* each side's peer */
    struct sm9_owner owner[2];
    uint8_t want[2][GM_SM9_G1_SIZE], shared[200], confirmation[32];
    u256 r[2];
    CHECK_EQ(8 * k->len, vec_number(b, "klen_bits_dec", 0));
    for (int i = 0; i < 2; i++) {
        id[i] = vec_need(b, names[i][0]);
        key[i] = vec_enc_user(b, names[i][1]);
        r[i] = vec_u256(b, names[i][2]);
        vec_octets(b, names[i][3], want[i], GM_SM9_G1_SIZE);
    }
    for (int i = 0; i < 2; i++) {
        CHECK_OK(gmi_sm9_receiver_key(&to[i], &pub, id[1 - i]->bytes, id[1 - i]->len, vec_hid(b)));
        CHECK_OK(gmi_sm9_owner_key(&owner[i], &key[i], id[i]->bytes, id[i]->len));
    }
    FOR_EACH_ENV(env)
    {
        for (int i = 0; i < 2; i++) {
            struct sm9_nonces nonces = {&r[i], 1};
            gm_sm9_exchange side;
            uint8_t point[GM_SM9_G1_SIZE];
            CHECK_OK(gmi_sm9_exchange_init(&env, &side, i == 0 ? GM_SM9_INITIATOR : GM_SM9_RESPONDER, &nonces, point,
                                           &to[i]));
            CHECK_MEM(point, want[i], sizeof point);
            if (vec_get(b, "g1") != NULL) {
                struct sm9_gt own, expected;
                sm9_gt_from(&expected, vec_bytes(b, i == 0 ? "g1" : "g2", GMI_SM9_GT_BYTES));
                memcpy(&own, side.own_, sizeof own);
                CHECK_MEM(&own, &expected, sizeof own);
            }
            memset(shared, 0xa5, sizeof shared);
            CHECK_OK(gmi_sm9_exchange_derive(&env, &side, shared, k->len, confirmation, &owner[i], id[1 - i]->bytes,
                                             id[1 - i]->len, want[1 - i]));
            CHECK_MEM(shared, k->bytes, k->len);
            CHECK_EQ(shared[k->len], 0xa5);
            CHECK_MEM(confirmation, vec_bytes(b, i == 0 ? "s_a" : "s_b", 32), 32);
            CHECK_OK(gm_sm9_exchange_confirm(&side, vec_bytes(b, i == 0 ? "s_b" : "s_a", 32)));
            CHECK(all_zero(&side, sizeof side));
            memset(&side, 0xa5, sizeof side);
            CHECK_EQ(gmi_sm9_exchange_init(&env, &side, GM_SM9_INITIATOR, &nonces, point, &to[i]), GM_ERR_RANDOM);
            CHECK(all_zero(&side, sizeof side) && all_zero(point, sizeof point));
        }
    }
}

static void vector_files(void)
{
    struct vec_walk w = {.seen = 0};
    sm9_report_missing_rows();
    while (vec_walk_next(&w, "sm9.txt", "exchange"))
        exchange_block(&w.block);
    CHECK(w.seen >= 4);
    w = (struct vec_walk){.seen = 0};
    while (vec_walk_next(&w, "generated-sm9.txt", "exchange"))
        exchange_block(&w.block);
    CHECK(w.seen >= 4);
}

/* Both sides, begun: keys, contexts, points. */
struct run {
    gm_sm9_enc_master_key master;
    gm_sm9_enc_user_key key[2];
    gm_sm9_exchange side[2];
    uint8_t point[2][GM_SM9_G1_SIZE];
};

static void begin(struct run *run)
{
    run->master = random_enc_master();
    for (int i = 0; i < 2; i++) {
        CHECK_OK(gm_sm9_enc_extract(&run->key[i], &run->master, ids[i], id_lens[i], GM_SM9_HID_EXCHANGE));
        CHECK_OK(gm_sm9_exchange_init(&run->side[i], i == 0 ? GM_SM9_INITIATOR : GM_SM9_RESPONDER, run->point[i],
                                      &run->master.public_, ids[1 - i], id_lens[1 - i], GM_SM9_HID_EXCHANGE));
    }
}

static gm_status derive(struct run *run, int i, uint8_t *shared, size_t len, uint8_t *confirmation)
{
    return gm_sm9_exchange_derive(&run->side[i], shared, len, confirmation, &run->key[i], ids[i], id_lens[i],
                                  ids[1 - i], id_lens[1 - i], run->point[1 - i]);
}

static void both_sides(void)
{
    static uint8_t shared[2][600];
    struct run run;
    uint8_t s[2][32], number[GM_SM9_EPHEMERAL_SIZE], point[GM_SM9_G1_SIZE];
    for (size_t len = 1; len < sizeof shared[0]; len += 1 + len) {
        begin(&run);
        CHECK_OK(derive(&run, 0, shared[0], len, s[0]));
        CHECK_OK(derive(&run, 1, shared[1], len, s[1]));
        CHECK_MEM(shared[0], shared[1], len);
        CHECK(memcmp(s[0], s[1], 32) != 0);
        CHECK_OK(gm_sm9_exchange_confirm(&run.side[0], s[1]));
        CHECK_OK(gm_sm9_exchange_confirm(&run.side[1], s[0]));
        CHECK(all_zero(run.side, sizeof run.side));
        CHECK_EQ(gm_sm9_exchange_confirm(&run.side[0], s[1]), GM_ERR_STATE);
    }
    /* Wrong confirmations; none at all. */
    begin(&run);
    CHECK_OK(derive(&run, 0, shared[0], 32, s[0]));
    CHECK_OK(derive(&run, 1, shared[1], 32, NULL));
    CHECK_MEM(shared[0], shared[1], 32);
    CHECK_EQ(gm_sm9_exchange_confirm(&run.side[0], s[0]), GM_ERR_VERIFY);
    CHECK(all_zero(&run.side[0], sizeof run.side[0]));
    CHECK_OK(gm_sm9_exchange_confirm(&run.side[1], s[0]));
    /* A side that begins again with its number. */
    begin(&run);
    CHECK_OK(gm_sm9_exchange_ephemeral(&run.side[0], number));
    gm_wipe(&run.side[0], sizeof run.side[0]);
    CHECK_OK(gm_sm9_exchange_resume(&run.side[0], GM_SM9_INITIATOR, point, number, &run.master.public_, ids[1],
                                    id_lens[1], GM_SM9_HID_EXCHANGE));
    CHECK_MEM(point, run.point[0], sizeof point);
    CHECK_OK(derive(&run, 0, shared[0], 32, s[0]));
    CHECK_OK(derive(&run, 1, shared[1], 32, s[1]));
    CHECK_MEM(shared[0], shared[1], 32);
    CHECK_OK(gm_sm9_exchange_confirm(&run.side[0], s[1]));
    CHECK_EQ(gm_sm9_exchange_ephemeral(&run.side[1], number), GM_ERR_STATE);
    /* Another key than the identity's: nothing fails, but nothing agrees. */
    begin(&run);
    run.key[1] = run.key[0];
    CHECK_OK(derive(&run, 0, shared[0], 32, s[0]));
    CHECK_OK(derive(&run, 1, shared[1], 32, s[1]));
    CHECK(memcmp(shared[0], shared[1], 32) != 0);
    CHECK_EQ(gm_sm9_exchange_confirm(&run.side[0], s[1]), GM_ERR_VERIFY);
}

static void wrong_points(void)
{
    struct run run;
    uint8_t shared[32], s[32];
    for (size_t k = 0; k < GM_SM9_G1_SIZE; k++) {
        if (k % 8 == 0)
            begin(&run);
        else
            CHECK_OK(gm_sm9_exchange_init(&run.side[0], GM_SM9_INITIATOR, run.point[0], &run.master.public_, ids[1],
                                          id_lens[1], GM_SM9_HID_EXCHANGE));
        run.point[1][k] ^= 1;
        memset(shared, 0xa5, sizeof shared);
        memset(s, 0xa5, sizeof s);
        CHECK_EQ(derive(&run, 0, shared, sizeof shared, s), GM_ERR_VERIFY);
        CHECK(all_zero(shared, sizeof shared) && all_zero(s, sizeof s) && all_zero(&run.side[0], sizeof run.side[0]));
        run.point[1][k] ^= 1;
    }
}

static void refused(void)
{
    static uint8_t long_id[GM_SM9_ID_MAX + 1];
    struct run run, before;
    gm_sm9_exchange moved;
    gm_sm9_enc_public_key no_pub;
    gm_sm9_enc_user_key no_key;
    gm_sm9_enc_master_key useless;
    uint8_t shared[80], s[32], number[32] = {0}, point[GM_SM9_G1_SIZE];
    const struct sm9_env env = gmi_sm9_env();
    u256 h;
    memset(&no_pub, 0, sizeof no_pub);
    memset(&no_key, 0, sizeof no_key);
    begin(&run);
    before = run;
    const gm_sm9_enc_public_key *pub = &run.master.public_;
    memset(shared, 0xa5, sizeof shared);
    memset(s, 0xa5, sizeof s);
    memset(point, 0xa5, sizeof point);
    memset(&moved, 0xa5, sizeof moved);
    CHECK_EQ(gm_sm9_exchange_init(NULL, GM_SM9_INITIATOR, point, pub, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, (gm_sm9_role)0, point, pub, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, (gm_sm9_role)3, point, pub, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, GM_SM9_INITIATOR, NULL, pub, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, GM_SM9_INITIATOR, point, NULL, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, GM_SM9_INITIATOR, point, pub, NULL, 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, GM_SM9_INITIATOR, point, pub, long_id, sizeof long_id, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_init(&moved, GM_SM9_INITIATOR, point, &no_pub, ids[1], 3, 2), GM_ERR_KEY);
    gmi_sm9_h1(&env, &h, ids[1], 3, 2);
    mod_neg(&h, &h, &gmi_sm9.n);
    gmi_sm9_enc_master_set(&env, &useless, &h);
    CHECK_EQ(gm_sm9_exchange_init(&moved, GM_SM9_INITIATOR, point, &useless.public_, ids[1], 3, 2), GM_ERR_UNSUPPORTED);
    CHECK_EQ(gm_sm9_exchange_resume(&moved, GM_SM9_INITIATOR, point, NULL, pub, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_resume(&moved, GM_SM9_INITIATOR, point, number, pub, ids[1], 3, 2), GM_ERR_KEY);
    u256_to_be(number, &gmi_sm9.n.m);
    CHECK_EQ(gm_sm9_exchange_resume(&moved, GM_SM9_INITIATOR, point, number, pub, ids[1], 3, 2), GM_ERR_KEY);
    number[31]--;
    CHECK_EQ(gm_sm9_exchange_resume(&moved, (gm_sm9_role)9, point, number, pub, ids[1], 3, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_resume(&moved, GM_SM9_INITIATOR, point, number, &no_pub, ids[1], 3, 2), GM_ERR_KEY);
    CHECK(all_are(&moved, sizeof moved, 0xa5) && all_are(point, sizeof point, 0xa5));
    CHECK_EQ(gm_sm9_exchange_ephemeral(NULL, number), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_ephemeral(&run.side[0], NULL), GM_ERR_ARGUMENT);

    moved = run.side[0];
    CHECK_EQ(gm_sm9_exchange_ephemeral(&moved, number), GM_ERR_STATE);
    CHECK_EQ(gm_sm9_exchange_derive(&moved, shared, 32, s, &run.key[0], ids[0], 5, ids[1], 3, run.point[1]),
             GM_ERR_STATE);
    gm_sm9_exchange *side = &run.side[0];
    const gm_sm9_enc_user_key *key = &run.key[0];
    const uint8_t *R = run.point[1];
    CHECK_EQ(gm_sm9_exchange_derive(NULL, shared, 32, s, key, ids[0], 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, NULL, 32, s, key, ids[0], 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 0, s, key, ids[0], 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, shared + 31, key, ids[0], 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, NULL, ids[0], 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, &no_key, ids[0], 5, ids[1], 3, R), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, NULL, 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, ids[0], 8192, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, ids[0], 5, NULL, 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, ids[0], 5, long_id, sizeof long_id, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, ids[0], 5, ids[1], 2, R), GM_ERR_ARGUMENT); /* another */
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, ids[0], 5, ids[1], 3, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, shared, 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, shared, 32, s, key, ids[0], 5, s, 3, R), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_derive(side, run.point[1], 32, s, key, ids[0], 5, ids[1], 3, R), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4)
        CHECK_EQ(gm_sm9_exchange_derive(side, shared, (size_t)GM_SM9_SHARED_MAX + 1, s, key, ids[0], 5, ids[1], 3, R),
                 GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_confirm(side, s), GM_ERR_STATE);
    CHECK_EQ(gm_sm9_exchange_confirm(NULL, s), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_exchange_confirm(side, NULL), GM_ERR_ARGUMENT);
    CHECK_MEM(&run, &before, sizeof run);
    CHECK(all_are(shared, sizeof shared, 0xa5) && all_are(s, sizeof s, 0xa5));
    CHECK_OK(derive(&run, 0, shared, 32, s));
    CHECK_EQ(derive(&run, 0, shared, 32, s), GM_ERR_STATE);
    moved = run.side[0];
    CHECK_EQ(gm_sm9_exchange_confirm(&moved, s), GM_ERR_STATE);
    CHECK_EQ(gm_sm9_exchange_size(), sizeof moved);
}

TEST_SUITE(sm9_exchange, CASE(vector_files), CASE(both_sides), CASE(wrong_points), CASE(refused));
