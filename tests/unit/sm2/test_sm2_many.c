/* Bulk calls: on every row, for any number of items, they say and make what single calls do. */
#include <guomi/sm2_many.h>

#include "sm2test.h"

#include "sm2/sign_derand.h"
#include "sm2/sm2_many.h"

enum { MOST = 27 };

/* One bulk call's worth of inputs. */
static gm_sm2_private_key key[MOST];
static const gm_sm2_private_key *keys[MOST];
static const gm_sm2_public_key *publics[MOST];
static uint8_t digests[MOST][32], randoms[MOST][32], message[MOST][90], name[MOST][40];
static const uint8_t *data[MOST], *ids[MOST];
static size_t lens[MOST], id_lens[MOST];
static uint8_t signatures[MOST][64], singles[MOST][64];
static gm_status results[MOST];

static void make_items(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i < 9 || rand_below(4) == 0)
            key[i] = random_key();
        else
            key[i] = key[rand_below(i)];
        keys[i] = &key[i];
        publics[i] = &key[i].public_;
        rand_bytes(digests[i], 32);
        rand_bytes(randoms[i], 32);
        rand_bytes(message[i], sizeof message[i]);
        rand_bytes(name[i], sizeof name[i]);
        data[i] = message[i];
        lens[i] = rand_below(sizeof message[i] + 1);
        ids[i] = name[i];
        id_lens[i] = rand_below(3) == 0 ? GM_SM2_ID_DEFAULT : rand_below(sizeof name[i] + 1);
    }
}

/* The single call with given randomness. */
static void sign_one(const struct sm2_env *env, uint8_t signature[64], const gm_sm2_private_key *k,
                     const uint8_t random[32], const uint8_t e[32])
{
    u256 nonce;
    gmi_sm2_hedged_nonce(env, &nonce, random, k, e);
    CHECK(gmi_sm2_sign_once(env, k, signature, e, &nonce));
}

static void sign_equals_single(void)
{
    sm2_report_missing_rows();
    for (size_t n = 0; n <= MOST; n += n < 10 ? 1 : 1 + rand_below(9)) {
        make_items(n);
        FOR_EACH_ENV(env)
        {
            const struct sm2_items bare = {.digests = digests[0]}, whole = {NULL, ids, id_lens, data, lens};
            for (int way = 0; way < 2 && n > 0; way++) {
                memcpy(signatures, randoms, 32 * n);
                CHECK(gmi_sm2_sign_many(&env, signatures, results, keys, way == 0 ? &bare : &whole, n));
                for (size_t i = 0; i < n; i++) {
                    uint8_t e[32];
                    memcpy(e, digests[i], 32);
                    if (way == 1)
                        gmi_sm2_digest(&env, publics[i], e, ids[i], id_lens[i], data[i], lens[i]);
                    sign_one(&env, singles[i], keys[i], randoms[i], e);
                    CHECK_EQ(results[i], GM_OK);
                }
                CHECK_MEM(signatures, singles, 64 * n);
                CHECK(gmi_sm2_verify_many(&env, results, publics, signatures[0], way == 0 ? &bare : &whole, n));
            }
        }
    }
}

static void keygen_equals_single(void)
{
    static gm_sm2_private_key many[MOST], one;
    static uint8_t bytes[MOST][GMI_SM2_WIDE_BYTES];
    for (size_t n = 1; n <= MOST; n += n < 10 ? 1 : 1 + rand_below(9)) {
        rand_bytes(bytes, sizeof bytes);
        FOR_EACH_ENV(env)
        {
            memset(many, 0x66, sizeof many);
            memcpy(many, bytes, n * sizeof bytes[0]);
            gmi_sm2_keygen_many(&env, many, n);
            for (size_t i = 0; i < n; i++) {
                gmi_sm2_keygen_derand(&env, &one, bytes[i]);
                CHECK_MEM(&many[i], &one, sizeof one);
            }
        }
    }
}

static void ecdh_equals_single(void)
{
    static uint8_t shared[MOST][32];
    const gm_sm2_public_key *peers[MOST];
    for (size_t n = 1; n <= MOST; n += n < 10 ? 1 : 1 + rand_below(9)) {
        make_items(n);
        for (size_t i = 0; i < n; i++)
            peers[i] = publics[rand_below(n)];
        FOR_EACH_ENV(env)
        {
            CHECK(gmi_sm2_ecdh_many(&env, shared, results, keys, peers, n));
            for (size_t i = 0; i < n; i++) {
                struct ec_point P;
                uint8_t want[32];
                u256 d;
                memcpy(d.w, keys[i]->d_, 32);
                gmi_sm2_point(&P, peers[i]);
                env.row->mul(env.curve, &P, &d, &P);
                u256_to_be(want, &P.x);
                CHECK_MEM(shared[i], want, 32);
                CHECK_EQ(results[i], GM_OK);
            }
        }
    }
}

/* Wrong items among right ones, anywhere: each result is that of the single call. */
static void single_failures(void)
{
    static uint8_t long_id[GM_SM2_ID_MAX + 1];
    static const gm_sm2_private_key none;
    for (int round = 0; round < 12; round++) {
        size_t n = 1 + rand_below(MOST);
        gm_status want[MOST];
        int all = 1;
        make_items(n);
        for (size_t i = 0; i < n; i++) {
            if (rand_below(5) == 0) {
                keys[i] = &none;
                publics[i] = &none.public_;
            } else if (rand_below(6) == 0) {
                ids[i] = long_id;
                id_lens[i] = sizeof long_id;
            }
        }
        memset(signatures, 0x44, sizeof signatures);
        gm_status status = gm_sm2_sign_many(signatures, results, keys, ids, id_lens, data, lens, n);
        for (size_t i = 0; i < n; i++) {
            uint8_t signature[64] = {0};
            want[i] = gm_sm2_sign(keys[i], signature, ids[i], id_lens[i], data[i], lens[i]);
            CHECK_EQ(results[i], want[i]);
            all &= want[i] == GM_OK;
            if (want[i] != GM_OK)
                CHECK_MEM(signatures[i], signature, 64);
            else
                CHECK_OK(gm_sm2_verify(publics[i], signatures[i], ids[i], id_lens[i], data[i], lens[i]));
        }
        CHECK_EQ(status, all ? GM_OK : GM_ERR_VERIFY);
        for (size_t i = 0; i < n; i++) {
            if (want[i] == GM_OK && rand_below(4) == 0)
                signatures[i][rand_below(64)] ^= 1;
            want[i] = gm_sm2_verify(publics[i], signatures[i], ids[i], id_lens[i], data[i], lens[i]);
        }
        FOR_EACH_ENV(env)
        {
            const struct sm2_items whole = {NULL, ids, id_lens, data, lens};
            (void)gmi_sm2_verify_many(&env, results, publics, signatures[0], &whole, n);
            for (size_t i = 0; i < n; i++)
                CHECK_EQ(results[i], want[i]);
        }
        status = gm_sm2_verify_many(results, publics, signatures[0], ids, id_lens, data, lens, n);
        all = 1;
        for (size_t i = 0; i < n; i++)
            all &= want[i] == GM_OK;
        CHECK_EQ(status, all ? GM_OK : GM_ERR_VERIFY);
        uint8_t shared[MOST][32], zero[32] = {0};
        status = gm_sm2_ecdh_many(shared, results, keys, publics, n);
        all = 1;
        for (size_t i = 0; i < n; i++) {
            CHECK_EQ(results[i], keys[i] == &none ? GM_ERR_KEY : GM_OK);
            all &= keys[i] != &none;
            if (keys[i] == &none)
                CHECK_MEM(shared[i], zero, 32);
        }
        CHECK_EQ(status, all ? GM_OK : GM_ERR_VERIFY);
    }
}

/* The vectors of a verification, eight and more at a time. */
static void vector_file(void)
{
    static gm_sm2_public_key key_of[MOST];
    struct vec_walk w = {.seen = 0};
    gm_status want[MOST];
    size_t n = 0;
    while (n < MOST && vec_walk_next(&w, "sm2-edge.txt", "verify_e")) {
        const struct vec_field *pub = vec_need(&w.block, "pub");
        if (gm_sm2_public_key_read(&key_of[n], pub->bytes, pub->len) != GM_OK)
            continue;
        publics[n] = &key_of[n];
        vec_signature(&w.block, signatures[n]);
        memcpy(digests[n], vec_32(&w.block, "e"), 32);
        want[n++] = vec_is(&w.block, "result", "valid") ? GM_OK : GM_ERR_VERIFY;
    }
    CHECK(n >= 17);
    FOR_EACH_ENV(env)
    {
        const struct sm2_items bare = {.digests = digests[0]};
        CHECK(!gmi_sm2_verify_many(&env, results, publics, signatures[0], &bare, n));
        for (size_t i = 0; i < n; i++)
            CHECK_MSG(results[i] == want[i], "item %zu on %s", i, env.row->name);
    }
}

static void fresh(void)
{
    make_items(MOST);
    CHECK_OK(gm_sm2_keygen_many(key, results, MOST));
    for (size_t i = 0; i < MOST; i++) {
        uint8_t d[32];
        gm_sm2_private_key again;
        CHECK_EQ(results[i], GM_OK);
        CHECK_OK(gm_sm2_private_key_write(&key[i], d));
        CHECK_OK(gm_sm2_private_key_read(&again, d, 32));
        CHECK_MEM(&again, &key[i], sizeof again);
    }
    CHECK_OK(gm_sm2_sign_digest_many(signatures, results, keys, digests[0], MOST));
    CHECK_OK(gm_sm2_verify_digest_many(results, publics, signatures[0], digests[0], MOST));
    CHECK_OK(gm_sm2_sign_digest_many(singles, results, keys, digests[0], MOST));
    for (size_t i = 0; i < MOST; i++)
        CHECK(memcmp(signatures[i], singles[i], 32) != 0);
    CHECK_OK(gm_sm2_sign_many(signatures, results, keys, NULL, NULL, data, lens, MOST));
    CHECK_OK(gm_sm2_verify_many(results, publics, signatures[0], NULL, NULL, data, lens, MOST));
    for (size_t i = 0; i < MOST; i++)
        CHECK_OK(gm_sm2_verify(publics[i], signatures[i], NULL, GM_SM2_ID_DEFAULT, data[i], lens[i]));
}

static void refused(void)
{
    static uint8_t shared[MOST][32];
    const size_t n = 4;
    gm_status before[MOST];
    make_items(n);
    memset(results, 0x21, sizeof results);
    memcpy(before, results, sizeof results);
#define REFUSED(call) CHECK_EQ(call, GM_ERR_ARGUMENT)
    REFUSED(gm_sm2_keygen_many(NULL, results, n));
    REFUSED(gm_sm2_keygen_many(key, NULL, n));
    REFUSED(gm_sm2_keygen_many(key, (gm_status *)(void *)&key[1], n));
    REFUSED(gm_sm2_sign_digest_many(NULL, results, keys, digests[0], n));
    REFUSED(gm_sm2_sign_digest_many(signatures, NULL, keys, digests[0], n));
    REFUSED(gm_sm2_sign_digest_many(signatures, results, NULL, digests[0], n));
    REFUSED(gm_sm2_sign_digest_many(signatures, results, keys, NULL, n));
    REFUSED(gm_sm2_sign_digest_many(signatures, results, keys, signatures[1], n));
    REFUSED(gm_sm2_sign_digest_many((uint8_t(*)[64])(void *)key, results, keys, digests[0], n));
    REFUSED(gm_sm2_sign_digest_many((uint8_t(*)[64])(void *)keys, results, keys, digests[0], n));
    REFUSED(gm_sm2_sign_digest_many((uint8_t(*)[64])(void *)results, results, keys, digests[0], n));
    REFUSED(gm_sm2_sign_many(signatures, results, keys, ids, NULL, data, lens, n));
    REFUSED(gm_sm2_sign_many(signatures, results, keys, ids, id_lens, NULL, lens, n));
    REFUSED(gm_sm2_sign_many(signatures, results, keys, ids, id_lens, data, NULL, n));
    data[2] = signatures[1] + 3;
    lens[2] = 1;
    REFUSED(gm_sm2_sign_many(signatures, results, keys, ids, id_lens, data, lens, n));
    data[2] = NULL;
    REFUSED(gm_sm2_sign_many(signatures, results, keys, ids, id_lens, data, lens, n));
    REFUSED(gm_sm2_verify_many(results, publics, signatures[0], ids, id_lens, data, lens, n));
    data[2] = message[2];
    ids[1] = (const uint8_t *)&results[3];
    id_lens[1] = 1;
    REFUSED(gm_sm2_sign_many(signatures, results, keys, ids, id_lens, data, lens, n));
    REFUSED(gm_sm2_verify_many(results, publics, signatures[0], ids, id_lens, data, lens, n));
    REFUSED(gm_sm2_verify_digest_many(NULL, publics, signatures[0], digests[0], n));
    REFUSED(gm_sm2_verify_digest_many(results, NULL, signatures[0], digests[0], n));
    REFUSED(gm_sm2_verify_digest_many(results, publics, NULL, digests[0], n));
    REFUSED(gm_sm2_verify_digest_many(results, publics, signatures[0], NULL, n));
    REFUSED(gm_sm2_verify_digest_many(results, publics, (uint8_t *)results, digests[0], n));
    REFUSED(gm_sm2_ecdh_many(NULL, results, keys, publics, n));
    REFUSED(gm_sm2_ecdh_many(shared, NULL, keys, publics, n));
    REFUSED(gm_sm2_ecdh_many(shared, results, NULL, publics, n));
    REFUSED(gm_sm2_ecdh_many(shared, results, keys, NULL, n));
    REFUSED(gm_sm2_ecdh_many((uint8_t(*)[32])(void *)publics, results, keys, publics, n));
    REFUSED(gm_sm2_ecdh_many((uint8_t(*)[32])(void *)key, results, keys, publics, n));
    REFUSED(gm_sm2_ecdh_many((uint8_t(*)[32])(void *)results, results, keys, publics, n));
    keys[3] = NULL;
    publics[3] = NULL;
    REFUSED(gm_sm2_sign_digest_many(signatures, results, keys, digests[0], n));
    REFUSED(gm_sm2_verify_digest_many(results, publics, signatures[0], digests[0], n));
    REFUSED(gm_sm2_ecdh_many(shared, results, keys, publics, n));
#undef REFUSED
    CHECK_MEM(results, before, sizeof results);
    CHECK_OK(gm_sm2_keygen_many(NULL, NULL, 0));
    CHECK_OK(gm_sm2_sign_digest_many(NULL, NULL, NULL, NULL, 0));
    CHECK_OK(gm_sm2_sign_many(NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0));
    CHECK_OK(gm_sm2_verify_digest_many(NULL, NULL, NULL, NULL, 0));
    CHECK_OK(gm_sm2_verify_many(NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0));
    CHECK_OK(gm_sm2_ecdh_many(NULL, NULL, NULL, NULL, 0));
}

TEST_SUITE(sm2_many, CASE(sign_equals_single), CASE(keygen_equals_single), CASE(ecdh_equals_single),
           CASE(single_failures), CASE(vector_file), CASE(fresh), CASE(refused));
