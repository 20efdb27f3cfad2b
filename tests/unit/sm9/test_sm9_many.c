/* Many at once: each item's result and output are those of the single call, whatever the mixture. */
#include "sm9test.h"

enum { MOST = 21 };

static uint8_t memory[1 << 21], text[MOST][100], signatures[MOST][GM_SM9_SIGNATURE_SIZE];
static uint8_t long_id[GM_SM9_ID_MAX + 1];
static const uint8_t *ids[MOST], *data[MOST];
static size_t id_lens[MOST], lens[MOST];

/* Identities and messages of all kinds, also none. */
static void inputs(void)
{
    rand_bytes(text, sizeof text);
    rand_bytes(long_id, sizeof long_id);
    for (size_t i = 0; i < MOST; i++) {
        id_lens[i] = i % 5 == 0 ? 0 : i % 7 == 3 ? GM_SM9_ID_MAX : rand_below(80);
        ids[i] = id_lens[i] == 0 ? NULL : long_id + (id_lens[i] == GM_SM9_ID_MAX ? 0 : i);
        lens[i] = i % 6 == 0 ? 0 : rand_below(sizeof text[0] + 1);
        data[i] = lens[i] == 0 ? NULL : text[i];
    }
}

static void verify(void)
{
    gm_sm9_sign_master_key master = random_sign_master();
    sm9_report_missing_rows();
    inputs();
    for (size_t i = 0; i < MOST; i++) {
        gm_sm9_sign_user_key key;
        CHECK_OK(gm_sm9_sign_extract(&key, &master, ids[i], id_lens[i], 1));
        CHECK_OK(gm_sm9_sign(&key, signatures[i], &master.public_, data[i], lens[i]));
    }
    FOR_EACH_ENV(env)
    {
        gm_sm9_sign_master_prepared *p = (void *)(memory + (0 - (uintptr_t)memory) % 64);
        struct sm9_sign_master with;
        const struct sm9_items items = {ids, id_lens, 1, data, lens};
        gm_status results[MOST + 1];
        gmi_sm9_sign_master_prepare(&env, p, &master.public_);
        CHECK_OK(gmi_sm9_sign_master_of(&env, &with, p));
        for (size_t n = 1; n <= MOST; n++) { /* all right */
            memset(results, 0x55, sizeof results);
            CHECK_EQ(gmi_sm9_verify_many(&env, results, &with, signatures[0], &items, n), 1);
            for (size_t i = 0; i < n; i++)
                CHECK_EQ(results[i], GM_OK);
            CHECK_EQ(results[n], 0x55555555);
        }
        for (int round = 0; round < 12; round++) { /* some wrong in some way */
            static uint8_t bad[MOST][GM_SM9_SIGNATURE_SIZE];
            const uint8_t *bad_ids[MOST];
            size_t bad_lens[MOST];
            const struct sm9_items wrong = {bad_ids, bad_lens, 1, data, lens};
            gm_status want[MOST];
            u256 number;
            int all = 1;
            memcpy(bad, signatures, sizeof bad);
            for (size_t i = 0; i < MOST; i++) {
                bad_ids[i] = ids[i];
                bad_lens[i] = id_lens[i];
                switch (rand_below(11)) {
                case 0:
                    bad[i][rand_below(GM_SM9_SIGNATURE_SIZE)] ^= (uint8_t)(1 << rand_below(8));
                    break;
                case 1:
                    memset(bad[i], round % 2 ? 0 : 0xff, 32);
                    break;
                case 2:
                    memset(bad[i] + 33, 0, 64);
                    break;
                case 3:
                    bad_ids[i] = long_id;
                    bad_lens[i] = sizeof long_id;
                    break;
                case 4:
                    memcpy(bad[i], signatures[(i + 1) % MOST], GM_SM9_SIGNATURE_SIZE);
                    break;
                case 5: /* h = N - 1, then N */
                    number = gmi_sm9.n.m;
                    number.w[0] -= (uint64_t)(round % 2 == 0);
                    u256_to_be(bad[i], &number);
                    break;
                case 6: /* -S, then a point that is not on the curve */
                    u256_from_be(&number, bad[i] + 65);
                    mod_neg(&number, &number, &gmi_sm9.q);
                    number.w[0] ^= (uint64_t)(round % 2);
                    u256_to_be(bad[i] + 65, &number);
                    break;
                default:
                    break;
                }
                want[i] = gm_sm9_verify(&master.public_, bad[i], bad_ids[i], bad_lens[i], 1, data[i], lens[i]);
                all &= want[i] == GM_OK;
            }
            CHECK_EQ(gmi_sm9_verify_many(&env, results, &with, bad[0], &wrong, MOST), all);
            for (size_t i = 0; i < MOST; i++)
                CHECK_EQ(results[i], want[i]);
        }
    }
}

static void extract(void)
{
    static gm_sm9_sign_user_key ds[MOST + 1];
    static gm_sm9_enc_user_key de[MOST + 1];
    gm_status results[MOST + 1];
    inputs();
    FOR_EACH_ENV(env)
    {
        for (size_t n = 1; n <= MOST; n += n < 10 ? 1 : 11) {
            gm_sm9_sign_master_key sign = random_sign_master();
            gm_sm9_enc_master_key enc = random_enc_master();
            size_t none = rand_below(n), too_long = rand_below(n);
            const uint8_t *some_ids[MOST];
            size_t some_lens[MOST];
            const struct sm9_items items = {.ids = some_ids, .id_lens = some_lens, .hid = 3};
            if (n % 3 != 0) { /* one of the identities has no key */
                u256 h;
                gmi_sm9_h1(&env, &h, ids[none], id_lens[none], 3);
                mod_neg(&h, &h, &gmi_sm9.n);
                gmi_sm9_sign_master_set(&env, &sign, &h);
                gmi_sm9_enc_master_set(&env, &enc, &h);
            }
            for (size_t i = 0; i < n; i++) {
                some_ids[i] = i == too_long ? long_id : ids[i];
                some_lens[i] = i == too_long && n % 4 == 0 ? sizeof long_id : i == too_long ? 3 : id_lens[i];
            }
            for (int kind = 0; kind < 2; kind++) {
                int all = 1, got;
                memset(ds, 0xa5, sizeof ds);
                memset(de, 0xa5, sizeof de);
                memset(results, 0x55, sizeof results);
                got = kind == 0 ? gmi_sm9_sign_extract_many(&env, ds, results, &sign, &items, n)
                                : gmi_sm9_enc_extract_many(&env, de, results, &enc, &items, n);
                for (size_t i = 0; i < n; i++) {
                    gm_sm9_sign_user_key s;
                    gm_sm9_enc_user_key e;
                    memset(&s, 0, sizeof s);
                    memset(&e, 0, sizeof e);
                    gm_status want = kind == 0 ? gm_sm9_sign_extract(&s, &sign, some_ids[i], some_lens[i], 3)
                                               : gm_sm9_enc_extract(&e, &enc, some_ids[i], some_lens[i], 3);
                    CHECK_EQ(results[i], want);
                    all &= want == GM_OK;
                    if (kind == 0)
                        CHECK_MEM(&ds[i], &s, sizeof s);
                    else
                        CHECK_MEM(&de[i], &e, sizeof e);
                }
                CHECK_EQ(got, all);
                CHECK_EQ(results[n], 0x55555555);
                CHECK(all_are(kind == 0 ? (void *)&ds[n] : (void *)&de[n], kind == 0 ? sizeof ds[n] : sizeof de[n],
                              0xa5));
            }
        }
    }
}

static void public_functions(void)
{
    gm_sm9_sign_master_key sign = random_sign_master(), no_sign;
    gm_sm9_enc_master_key enc = random_enc_master(), no_enc;
    gm_sm9_sign_user_key ds[MOST];
    gm_sm9_enc_user_key de[MOST];
    gm_sm9_sign_master_prepared *p;
    gm_status results[MOST], same[MOST];
    memset(&no_sign, 0, sizeof no_sign);
    memset(&no_enc, 0, sizeof no_enc);
    inputs();
    CHECK_OK(gm_sm9_sign_master_prepare(&p, memory, sizeof memory, &sign.public_));
    CHECK_OK(gm_sm9_sign_extract_many(ds, results, &sign, ids, id_lens, 1, MOST));
    CHECK_OK(gm_sm9_enc_extract_many(de, results, &enc, ids, id_lens, 3, MOST));
    for (size_t i = 0; i < MOST; i++) {
        CHECK_OK(results[i]);
        CHECK_OK(gm_sm9_enc_user_key_check(&de[i], &enc.public_, ids[i], id_lens[i], 3));
        CHECK_OK(gm_sm9_sign_prepared(&ds[i], signatures[i], p, data[i], lens[i]));
    }
    CHECK_OK(gm_sm9_verify_many(results, p, signatures[0], ids, id_lens, 1, data, lens, MOST));
    signatures[3][4] ^= 1;
    CHECK_EQ(gm_sm9_verify_many(results, p, signatures[0], ids, id_lens, 1, data, lens, MOST), GM_ERR_VERIFY);
    for (size_t i = 0; i < MOST; i++)
        CHECK_EQ(results[i], i == 3 ? GM_ERR_VERIFY : GM_OK);

    CHECK_OK(gm_sm9_verify_many(NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, 0));
    CHECK_OK(gm_sm9_sign_extract_many(NULL, NULL, NULL, NULL, NULL, 1, 0));
    CHECK_OK(gm_sm9_enc_extract_many(NULL, NULL, NULL, NULL, NULL, 1, 0));
    memset(results, 0x55, sizeof results);
    memcpy(same, results, sizeof same);
    const uint8_t *s = signatures[0], *holes[2] = {NULL, NULL};
    size_t full[2] = {1, 1};
    CHECK_EQ(gm_sm9_verify_many(NULL, p, s, ids, id_lens, 1, data, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, NULL, s, ids, id_lens, 1, data, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, NULL, ids, id_lens, 1, data, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, NULL, id_lens, 1, data, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, ids, NULL, 1, data, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, ids, id_lens, 1, NULL, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, ids, id_lens, 1, data, NULL, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, holes, full, 1, data, lens, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, ids, id_lens, 1, holes, full, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, (uint8_t *)results, ids, id_lens, 1, data, lens, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_many(results, p, s, ids, id_lens, 1, data, lens, SIZE_MAX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(NULL, results, &sign, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, NULL, &sign, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, results, NULL, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, results, &sign, NULL, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, results, &sign, ids, NULL, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, results, &sign, holes, full, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, (gm_status *)(void *)ds, &sign, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract_many(ds, results, &no_sign, ids, id_lens, 1, 2), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_extract_many(NULL, results, &enc, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract_many(de, NULL, &enc, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract_many(de, results, NULL, ids, id_lens, 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract_many(de, results, &enc, ids, id_lens, 1, SIZE_MAX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract_many(de, results, &no_enc, ids, id_lens, 1, 2), GM_ERR_KEY);
    p->tag_++;
    CHECK_EQ(gm_sm9_verify_many(results, p, s, ids, id_lens, 1, data, lens, 2), GM_ERR_STATE);
    CHECK_MEM(results, same, sizeof results);
}

TEST_SUITE(sm9_many, CASE(verify), CASE(extract), CASE(public_functions));
