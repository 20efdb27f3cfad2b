/* The key exchange and Diffie-Hellman: known answers with given nonces on all rows, both sides against each other, and
 * everything that must be refused. */
#include "encrypt_test.h"

static void exchange_block(const struct vec_block *b)
{
    const struct vec_field *ida = vec_need(b, "ida"), *idb = vec_need(b, "idb"), *k = vec_need(b, "k");
    gm_sm2_private_key da = vec_private(b, "da"), db = vec_private(b, "db");
    gm_sm2_public_key pa = vec_public(b, "pa"), pb = vec_public(b, "pb");
    u256 ra = vec_u256(b, "ra"), rb = vec_u256(b, "rb");
    CHECK_EQ(vec_number(b, "klen_bits_dec", 0), 8 * k->len);
    FOR_EACH_ENV(env)
    {
        gm_sm2_exchange a, z;
        struct sm2_nonces na = {&ra, 1}, nb = {&rb, 1};
        uint8_t qa[65], qb[65], key[200], s1[32], s2[32];
        memset(key, 0xa5, sizeof key);
        CHECK_OK(gmi_sm2_exchange_init(&env, &a, GM_SM2_INITIATOR, &na, qa, &da, ida->bytes, ida->len, &pb, idb->bytes,
                                       idb->len));
        CHECK_MEM(qa, vec_need(b, "qa")->bytes, 65);
        CHECK_OK(gmi_sm2_exchange_init(&env, &z, GM_SM2_RESPONDER, &nb, qb, &db, idb->bytes, idb->len, &pa, ida->bytes,
                                       ida->len));
        CHECK_MEM(qb, vec_need(b, "qb")->bytes, 65);
        CHECK_OK(gmi_sm2_exchange_derive(&env, &z, key, k->len, s1, qa, 65));
        CHECK_MEM(key, k->bytes, k->len);
        CHECK_MEM(s1, vec_need(b, "s1")->bytes, 32);
        CHECK_EQ(key[k->len], 0xa5);
        memset(key, 0xa5, sizeof key);
        CHECK_OK(gmi_sm2_exchange_derive(&env, &a, key, k->len, s2, qb, 65));
        CHECK_MEM(key, k->bytes, k->len);
        CHECK_MEM(s2, vec_need(b, "s2")->bytes, 32);
        CHECK_EQ(key[k->len], 0xa5);
        CHECK_OK(gm_sm2_exchange_confirm(&a, s1));
        CHECK_OK(gm_sm2_exchange_confirm(&z, s2));
        CHECK(all_zero((const uint8_t *)&a, sizeof a) && all_zero((const uint8_t *)&z, sizeof z));
    }
    /* The same with ephemeral pairs made before. */
    gm_sm2_private_key ea = vec_private(b, "ra"), eb = vec_private(b, "rb");
    gm_sm2_exchange a, z;
    uint8_t key[200], s1[32], s2[32];
    CHECK_OK(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, &ea, &da, ida->bytes, ida->len, &pb, idb->bytes, idb->len));
    CHECK_OK(gm_sm2_exchange_resume(&z, GM_SM2_RESPONDER, &eb, &db, idb->bytes, idb->len, &pa, ida->bytes, ida->len));
    CHECK_OK(gm_sm2_exchange_derive(&z, key, k->len, s1, vec_need(b, "qa")->bytes, 65));
    CHECK_MEM(key, k->bytes, k->len);
    memset(key, 0xa5, sizeof key);
    CHECK_OK(gm_sm2_exchange_derive(&a, key, k->len, s2, vec_need(b, "qb")->bytes, 65));
    CHECK_MEM(key, k->bytes, k->len);
    CHECK_OK(gm_sm2_exchange_confirm(&a, s1));
    CHECK_OK(gm_sm2_exchange_confirm(&z, s2));
    /* What is no key, no role, no ID. */
    memset(&ea, 0, sizeof ea);
    memset(&a, 0xa5, sizeof a);
    CHECK_EQ(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, &ea, &da, NULL, 0, &pb, NULL, 0), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, &eb, &ea, NULL, 0, &pb, NULL, 0), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, &eb, &da, NULL, 0, &ea.public_, NULL, 0), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_exchange_resume(&a, (gm_sm2_role)3, &eb, &da, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, &eb, &da, NULL, 1, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, &eb, &da, NULL, 0, &pb, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_resume(&a, GM_SM2_INITIATOR, NULL, &da, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK(((const uint8_t *)&a)[0] == 0xa5);
}

static void fail_block(const struct vec_block *b)
{
    const struct vec_field *ida = vec_need(b, "ida"), *idb = vec_need(b, "idb"), *qb = vec_need(b, "qb");
    gm_sm2_private_key da = vec_private(b, "da");
    gm_sm2_public_key pb = vec_public(b, "pb");
    u256 ra = vec_u256(b, "ra");
    FOR_EACH_ENV(env)
    {
        gm_sm2_exchange a;
        struct sm2_nonces na = {&ra, 1};
        uint8_t qa[65], key[16], s2[32];
        CHECK_OK(gmi_sm2_exchange_init(&env, &a, GM_SM2_INITIATOR, &na, qa, &da, ida->bytes, ida->len, &pb, idb->bytes,
                                       idb->len));
        memset(key, 0xa5, sizeof key);
        memset(s2, 0xa5, sizeof s2);
        CHECK_EQ(gmi_sm2_exchange_derive(&env, &a, key, 16, s2, qb->bytes, qb->len), GM_ERR_KEY);
        CHECK(all_zero(key, 16) && all_zero(s2, 32) && all_zero((const uint8_t *)&a, sizeof a));
        CHECK_EQ(gm_sm2_exchange_confirm(&a, s2), GM_ERR_STATE);
    }
}

static void ecdh_block(const struct vec_block *b)
{
    const struct vec_field *want = vec_need(b, "key");
    gm_sm2_private_key d = vec_private(b, "d");
    gm_sm2_public_key pub = vec_public(b, "pub");
    const struct sm2_receiver peer = gmi_sm2_receiver(&pub);
    uint8_t x[33], key[200];
    FOR_EACH_ENV(env)
    {
        memset(x, 0xa5, sizeof x);
        CHECK_OK(gmi_sm2_ecdh(&env, &d, x, &peer));
        CHECK_MEM(x, vec_need(b, "x")->bytes, 32);
        CHECK_EQ(x[32], 0xa5);
    }
    memset(x, 0xa5, sizeof x);
    CHECK_OK(gm_sm2_ecdh(&d, x, &pub));
    CHECK_MEM(x, vec_need(b, "x")->bytes, 32);
    memset(key, 0xa5, sizeof key);
    CHECK_OK(gm_sm2_ecdh_kdf(&d, key, want->len, &pub));
    CHECK_MEM(key, want->bytes, want->len);
    CHECK_EQ(key[want->len], 0xa5);
}

static void vector_files(void)
{
    sm2_report_missing_rows();
    static const char *const names[] = {"sm2.txt", "sm2-edge.txt", "generated-sm2-encrypt.txt"};
    static const unsigned least[][3] = {{5, 0, 0}, {1, 4, 0}, {6, 0, 5}};
    for (size_t f = 0; f < GM_COUNT(names); f++) {
        struct vec_file v = vec_open(names[f]);
        struct vec_block b = {.count = 0};
        unsigned exchanges = 0, fails = 0, ecdh = 0;
        while (vec_next(&v, &b)) {
            if (vec_is(&b, "op", "exchange"))
                exchange_block(&b), exchanges++;
            else if (vec_is(&b, "op", "exchange_fail"))
                fail_block(&b), fails++;
            else if (vec_is(&b, "op", "ecdh"))
                ecdh_block(&b), ecdh++;
        }
        CHECK_MSG(exchanges >= least[f][0] && fails >= least[f][1] && ecdh >= least[f][2], "%s: %u, %u, %u", names[f],
                  exchanges, fails, ecdh);
    }
}

/* Both sides with fresh nonces; IDs of many lengths; points in both lengths. */
static void both_sides(void)
{
    static const size_t ids[] = {0, 1, 16, 63, 64, 65, 1000, GM_SM2_ID_MAX, GM_SM2_ID_DEFAULT};
    static uint8_t id[2][GM_SM2_ID_MAX];
    rand_bytes(id, sizeof id);
    for (size_t i = 0; i < GM_COUNT(ids); i++)
        for (size_t j = 0; j < GM_COUNT(ids); j += 2) {
            gm_sm2_public_key pa, pb, q;
            gm_sm2_private_key da = key_pair(&pa), db = key_pair(&pb);
            gm_sm2_exchange a, b;
            uint8_t qa[65], qb[65], ka[300], kb[300], sa[32], sb[32], small[33];
            size_t n = 1 + rand_below(sizeof ka);
            CHECK_OK(gm_sm2_exchange_init(&a, GM_SM2_INITIATOR, qa, &da, ids[i] == 0 ? NULL : id[0], ids[i], &pb, id[1],
                                          ids[j]));
            CHECK_OK(gm_sm2_exchange_init(&b, GM_SM2_RESPONDER, qb, &db, id[1], ids[j], &pa, id[0], ids[i]));
            CHECK_OK(gm_sm2_public_key_read(&q, qa, 65));
            CHECK_OK(gm_sm2_public_key_write_compressed(&q, small));
            CHECK_OK(gm_sm2_exchange_derive(&b, kb, n, j % 4 == 0 ? NULL : sb, small, 33));
            CHECK_OK(gm_sm2_exchange_derive(&a, ka, n, sa, qb, 65));
            CHECK_MEM(ka, kb, n);
            if (j % 4 != 0)
                CHECK_OK(gm_sm2_exchange_confirm(&a, sb));
            CHECK_OK(gm_sm2_exchange_confirm(&b, sa));
        }
}

enum change { NOTHING, ROLES, ID, PEER_ID, PEER, POINT, CONFIRMATION };

/* One thing is different: the keys are too, and the confirmations fail. */
static void disagreements(void)
{
    for (int change = NOTHING; change <= CONFIRMATION; change++) {
        gm_sm2_public_key pa, pb, pc;
        gm_sm2_private_key da = key_pair(&pa), db = key_pair(&pb);
        gm_sm2_exchange a, b;
        uint8_t qa[65], qb[65], qc[65], ka[16], kb[16], sa[32], sb[32];
        (void)key_pair(&pc);
        CHECK_OK(gm_sm2_public_key_write(&pc, qc));
        CHECK_OK(
            gm_sm2_exchange_init(&a, GM_SM2_INITIATOR, qa, &da, (const uint8_t *)"A", 1, &pb, (const uint8_t *)"B", 1));
        CHECK_OK(gm_sm2_exchange_init(&b, change == ROLES ? GM_SM2_INITIATOR : GM_SM2_RESPONDER, qb, &db,
                                      (const uint8_t *)(change == ID ? "C" : "B"), 1, change == PEER ? &pc : &pa,
                                      (const uint8_t *)(change == PEER_ID ? "" : "A"), change == PEER_ID ? 0 : 1));
        CHECK_OK(gm_sm2_exchange_derive(&b, kb, 16, sb, change == POINT ? qc : qa, 65));
        CHECK_OK(gm_sm2_exchange_derive(&a, ka, 16, sa, qb, 65));
        int agreed = change == NOTHING || change == CONFIRMATION;
        CHECK_EQ(memcmp(ka, kb, 16) == 0, agreed);
        if (change == CONFIRMATION) {
            sa[31] ^= 1;
            sb[0] ^= 0x80;
        }
        CHECK_EQ(gm_sm2_exchange_confirm(&a, sb), change == NOTHING ? GM_OK : GM_ERR_VERIFY);
        CHECK_EQ(gm_sm2_exchange_confirm(&b, sa), change == NOTHING ? GM_OK : GM_ERR_VERIFY);
        CHECK(all_zero((const uint8_t *)&a, sizeof a) && all_zero((const uint8_t *)&b, sizeof b));
    }
}

static void refused(void)
{
    gm_sm2_public_key pa, pb, no_pub = {{0}, {0}, 0, {0}};
    gm_sm2_private_key da = key_pair(&pa), db = key_pair(&pb), no_key;
    gm_sm2_exchange a, moved;
    uint8_t q[65], bad[65], key[80], s[32];
    memset(&no_key, 0, sizeof no_key);
    memset(&a, 0, sizeof a);
    (void)db;
    CHECK_OK(gm_sm2_public_key_write(&pb, bad));
    CHECK_EQ(gm_sm2_exchange_derive(&a, key, 16, s, bad, 65), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_exchange_confirm(&a, s), GM_ERR_STATE);
#define INIT(ctx, role, q, key, id, n, peer, pid, m) gm_sm2_exchange_init(ctx, role, q, key, id, n, peer, pid, m)
    CHECK_EQ(INIT(NULL, GM_SM2_INITIATOR, q, &da, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, 0, q, &da, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, 3, q, &da, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, NULL, &da, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, NULL, NULL, 0, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &da, NULL, 1, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &da, q, 8192, &pb, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &da, NULL, 0, NULL, NULL, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &da, NULL, 0, &pb, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &da, NULL, 0, &pb, q, 8192), GM_ERR_ARGUMENT);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &no_key, NULL, 0, &pb, NULL, 0), GM_ERR_KEY);
    CHECK_EQ(INIT(&a, GM_SM2_INITIATOR, q, &da, NULL, 0, &no_pub, NULL, 0), GM_ERR_KEY);
#undef INIT
    /* Each change of the peer's point ends the exchange; lengths and first bytes that are no point too. */
    for (unsigned i = 0; i < 520 + 60; i++) {
        uint8_t r[70];
        size_t len = 65;
        memcpy(r, bad, 65);
        if (i < 520)
            r[i / 8] ^= (uint8_t)(1 << i % 8);
        else
            len = i - 520;
        if (i < 8 && r[0] == (6 | (r[64] & 1)))
            continue; /* a hybrid point, and the right one */
        CHECK_OK(gm_sm2_exchange_init(&a, GM_SM2_INITIATOR, q, &da, NULL, 0, &pb, NULL, 0));
        memset(key, 0xa5, sizeof key);
        CHECK_EQ(gm_sm2_exchange_derive(&a, key, 48, s, r, len), GM_ERR_KEY);
        CHECK(all_zero(key, 48) && all_zero(s, 32) && all_zero((const uint8_t *)&a, sizeof a));
        CHECK_EQ(key[48], 0xa5);
    }
    CHECK_OK(gm_sm2_exchange_init(&a, GM_SM2_INITIATOR, q, &da, NULL, 0, &pb, NULL, 0));
    moved = a;
    CHECK_EQ(gm_sm2_exchange_confirm(&a, s), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_exchange_derive(&moved, key, 16, s, bad, 65), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_exchange_derive(NULL, key, 16, s, bad, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_derive(&a, NULL, 16, s, bad, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_derive(&a, key, 0, s, bad, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_derive(&a, key, 16, s, NULL, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_derive(&a, bad + 50, 16, s, bad, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_derive(&a, key, 48, key + 20, bad, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_derive(&a, key, 48, bad + 60, bad, 65), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4)
        CHECK_EQ(gm_sm2_exchange_derive(&a, key, (size_t)GM_SM2_PLAINTEXT_MAX + 1, s, bad, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(memcmp(&moved, &a, sizeof a), 0);
    CHECK_OK(gm_sm2_exchange_derive(&a, key, 16, NULL, bad, 65));
    CHECK_EQ(gm_sm2_exchange_derive(&a, key, 16, NULL, bad, 65), GM_ERR_STATE);
    moved = a;
    CHECK_EQ(gm_sm2_exchange_confirm(NULL, s), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_confirm(&a, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_exchange_confirm(&moved, s), GM_ERR_STATE);
    CHECK_EQ(memcmp(&moved, &a, sizeof a), 0);
    CHECK_EQ(gm_sm2_exchange_confirm(&a, s), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm2_exchange_confirm(&a, s), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_exchange_size(), sizeof a);
}

static void ecdh(void)
{
    gm_sm2_public_key pa, pb, no_pub = {{0}, {0}, 0, {0}};
    gm_sm2_private_key da = key_pair(&pa), db = key_pair(&pb), no_key;
    uint8_t xa[32], xb[32], ka[100], kb[100], same[32];
    memset(&no_key, 0, sizeof no_key);
    for (int i = 0; i < 50; i++) {
        da = key_pair(&pa);
        CHECK_OK(gm_sm2_ecdh(&da, xa, &pb));
        CHECK_OK(gm_sm2_ecdh(&db, xb, &pa));
        CHECK_MEM(xa, xb, 32);
        CHECK_OK(gm_sm2_ecdh_kdf(&da, ka, (size_t)i + 1, &pb));
        CHECK_OK(gm_sm3_kdf(kb, (size_t)i + 1, xa, 32));
        CHECK_MEM(ka, kb, (size_t)i + 1);
    }
    memset(xa, 0xa5, 32);
    memcpy(same, xa, 32);
    CHECK_EQ(gm_sm2_ecdh(NULL, xa, &pb), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh(&da, NULL, &pb), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh(&da, xa, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh(&no_key, xa, &pb), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_ecdh(&da, xa, &no_pub), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_ecdh_kdf(NULL, xa, 32, &pb), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_kdf(&da, NULL, 32, &pb), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_kdf(&da, xa, 0, &pb), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_kdf(&da, xa, 32, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_ecdh_kdf(&no_key, xa, 32, &pb), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_ecdh_kdf(&da, xa, 32, &no_pub), GM_ERR_KEY);
    CHECK_MEM(xa, same, 32);
}

TEST_SUITE(exchange, CASE(vector_files), CASE(both_sides), CASE(disagreements), CASE(refused), CASE(ecdh));
