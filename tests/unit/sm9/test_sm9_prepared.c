/* Prepared keys: every operation with them against the same without, on all rows; memory and objects that are refused.
 */
#include "sm9test.h"

static uint8_t memory[1 << 21], more[1 << 20], text[100];
static const uint8_t *const id = (const uint8_t *)"Bob";

static void *aligned(void *p)
{
    return (uint8_t *)p + (0 - (uintptr_t)p) % GMI_SM9_ALIGN;
}

/* The same nonce with and without tables gives the same bytes. */
static void same_bytes(void)
{
    sm9_report_missing_rows();
    rand_bytes(text, sizeof text);
    FOR_EACH_ENV(env)
    {
        gm_sm9_sign_master_key sign = random_sign_master();
        gm_sm9_enc_master_key enc = random_enc_master();
        gm_sm9_sign_user_key ds;
        gm_sm9_enc_user_key de;
        CHECK_OK(gm_sm9_sign_extract(&ds, &sign, id, 3, 1));
        CHECK_OK(gm_sm9_enc_extract(&de, &enc, id, 3, 3));
        CHECK(gmi_sm9_sign_master_bytes(&env) < sizeof memory - 64 && gmi_sm9_enc_user_bytes(&env) < sizeof more - 64);

        gm_sm9_sign_master_prepared *ps = aligned(memory);
        struct sm9_sign_master plain, with;
        memset(memory, 0xa5, sizeof memory);
        gmi_sm9_sign_master_prepare(&env, ps, &sign.public_);
        CHECK_EQ(((uint8_t *)ps)[gmi_sm9_sign_master_bytes(&env)], 0xa5);
        CHECK_OK(gmi_sm9_sign_master_key(&plain, &sign.public_));
        CHECK_OK(gmi_sm9_sign_master_of(&env, &with, ps));
        for (int i = 0; i < 6; i++) {
            uint8_t a[GM_SM9_SIGNATURE_SIZE], b[GM_SM9_SIGNATURE_SIZE];
            gm_sm3_ctx hash;
            u256 r;
            if (i == 0)
                r = (u256){{1}};
            else
                sm9_random_scalar(&r);
            struct sm9_nonces one = {&r, 1}, two = {&r, 1};
            gmi_sm9_hash(&env, &hash, text, sizeof text);
            CHECK_OK(gmi_sm9_sign(&env, &ds, &one, a, &plain, &hash));
            CHECK_OK(gmi_sm9_sign(&env, &ds, &two, b, &with, &hash));
            CHECK_MEM(a, b, sizeof a);
            CHECK(gmi_sm9_verify(&env, &with, a, id, 3, 1, &hash) && gmi_sm9_verify(&env, &plain, a, id, 3, 1, &hash));
            CHECK(!gmi_sm9_verify(&env, &with, a, id, 3, 2, &hash) && !gmi_sm9_verify(&env, &with, a, id, 2, 1, &hash));
            a[i] ^= 1;
            CHECK(!gmi_sm9_verify(&env, &with, a, id, 3, 1, &hash));
        }

        gm_sm9_enc_master_prepared *pe = aligned(memory);
        gm_sm9_enc_user_prepared *pd = aligned(more);
        struct sm9_receiver to, to_with;
        struct sm9_owner owner, owner_with;
        memset(memory, 0xa5, sizeof memory);
        memset(more, 0xa5, sizeof more);
        gmi_sm9_enc_master_prepare(&env, pe, &enc.public_);
        gmi_sm9_enc_user_prepare(&env, pd, &de);
        CHECK_EQ(((uint8_t *)pe)[gmi_sm9_enc_master_bytes(&env)], 0xa5);
        CHECK_EQ(((uint8_t *)pd)[gmi_sm9_enc_user_bytes(&env)], 0xa5);
        CHECK_OK(gmi_sm9_receiver_key(&to, &enc.public_, id, 3, 3));
        CHECK_OK(gmi_sm9_receiver_of(&env, &to_with, pe, id, 3, 3));
        CHECK_OK(gmi_sm9_owner_key(&owner, &de, id, 3));
        CHECK_OK(gmi_sm9_owner_of(&env, &owner_with, pd, id, 3));
        for (int i = 0; i < 6; i++) {
            uint8_t c1[GM_SM9_C1_SIZE], d1[GM_SM9_C1_SIZE], k[40], l[40];
            u256 r;
            sm9_random_scalar(&r);
            struct sm9_nonces one = {&r, 1}, two = {&r, 1};
            CHECK_OK(gmi_sm9_encapsulate(&env, &to, &one, c1, k, sizeof k));
            CHECK_OK(gmi_sm9_encapsulate(&env, &to_with, &two, d1, l, sizeof l));
            CHECK_MEM(c1, d1, sizeof c1);
            CHECK_MEM(k, l, sizeof k);
            memset(l, 0, sizeof l);
            CHECK_OK(gmi_sm9_decapsulate(&env, &owner_with, l, sizeof l, c1));
            CHECK_MEM(k, l, sizeof k);
            CHECK_OK(gmi_sm9_decapsulate(&env, &owner, l, sizeof l, c1));
            CHECK_MEM(k, l, sizeof k);
        }
    }
}

/* The public functions, prepared on one side and not on the other. */
static void round_trips(void)
{
    static uint8_t third[1 << 20];
    gm_sm9_sign_master_key sign = random_sign_master();
    gm_sm9_enc_master_key enc = random_enc_master();
    gm_sm9_sign_master_prepared *ps;
    gm_sm9_enc_master_prepared *pe;
    gm_sm9_enc_user_prepared *pd;
    gm_sm9_sign_user_key ds;
    gm_sm9_enc_user_key de;
    gm_sm9_sign_public_key sign_public;
    gm_sm9_enc_public_key enc_public;
    gm_sm9_message message;
    uint8_t s[GM_SM9_SIGNATURE_SIZE], out[300], got[300];
    size_t n;
    CHECK_OK(gm_sm9_sign_extract(&ds, &sign, id, 3, 1));
    CHECK_OK(gm_sm9_enc_extract(&de, &enc, id, 3, 3));
    for (size_t shift = 0; shift < 2; shift++) { /* memory of any alignment, and of exactly the size */
        size_t size = gm_sm9_sign_master_prepared_size();
        CHECK(size + shift < sizeof memory);
        memory[shift + size] = 0xa5;
        CHECK_OK(gm_sm9_sign_master_prepare(&ps, memory + shift, size, &sign.public_));
        CHECK_EQ(memory[shift + size], 0xa5);
        CHECK_OK(gm_sm9_enc_master_prepare(&pe, more + shift, gm_sm9_enc_master_prepared_size(), &enc.public_));
        CHECK_OK(gm_sm9_enc_user_prepare(&pd, third + shift, gm_sm9_enc_user_prepared_size(), &de));
        CHECK(((uintptr_t)ps | (uintptr_t)pe | (uintptr_t)pd) % 64 == 0);
    }
    CHECK_OK(gm_sm9_sign_master_prepared_key(ps, &sign_public));
    CHECK_OK(gm_sm9_enc_master_prepared_key(pe, &enc_public));
    CHECK(gm_sm9_sign_public_key_equal(&sign_public, &sign.public_) &&
          gm_sm9_enc_public_key_equal(&enc_public, &enc.public_));

    CHECK_OK(gm_sm9_sign_prepared(&ds, s, ps, text, sizeof text));
    CHECK_OK(gm_sm9_verify(&sign.public_, s, id, 3, 1, text, sizeof text));
    CHECK_OK(gm_sm9_verify_prepared(ps, s, id, 3, 1, text, sizeof text));
    CHECK_EQ(gm_sm9_verify_prepared(ps, s, id, 3, 1, text, sizeof text - 1), GM_ERR_VERIFY);
    gm_sm9_message_init(&message);
    CHECK_OK(gm_sm9_message_update(&message, text, sizeof text));
    CHECK_OK(gm_sm9_message_sign_prepared(&message, &ds, s, ps));
    CHECK_OK(gm_sm9_verify(&sign.public_, s, id, 3, 1, text, sizeof text));
    gm_sm9_message_init(&message);
    CHECK_OK(gm_sm9_message_update(&message, text, sizeof text));
    CHECK_OK(gm_sm9_message_verify_prepared(&message, ps, s, id, 3, 1));

    CHECK_OK(gm_sm9_encrypt_prepared(pe, GM_SM9_CBC, out, sizeof out, &n, id, 3, 3, text, sizeof text));
    CHECK_OK(gm_sm9_decrypt(&de, GM_SM9_CBC, got, sizeof got, &n, id, 3, out, n));
    CHECK_MEM(got, text, sizeof text);
    CHECK_OK(gm_sm9_encrypt(&enc.public_, GM_SM9_XOR, out, sizeof out, &n, id, 3, 3, text, sizeof text));
    CHECK_OK(gm_sm9_decrypt_prepared(pd, GM_SM9_XOR, got, sizeof got, &n, id, 3, out, n));
    CHECK_MEM(got, text, sizeof text);
    CHECK_OK(gm_sm9_kem_encapsulate_prepared(pe, out, out + 100, 32, id, 3, 3));
    CHECK_OK(gm_sm9_kem_decapsulate_prepared(pd, got, 32, out, id, 3));
    CHECK_MEM(got, out + 100, 32);
    CHECK_OK(gm_sm9_hybrid_encrypt_prepared(pe, out, id, 3, 3, NULL, 0, text, sizeof text));
    CHECK_OK(gm_sm9_hybrid_decrypt_prepared(pd, got, id, 3, NULL, 0, out, sizeof text + GM_SM9_HYBRID_OVERHEAD));
    CHECK_MEM(got, text, sizeof text);
    gm_sm4_gcm_ctx ctx;
    CHECK_OK(gm_sm9_hybrid_encrypt_init_prepared(&ctx, pe, out, id, 3, 3));
    CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, out + 65, text, sizeof text));
    CHECK_OK(gm_sm4_gcm_encrypt_finish(&ctx, out + 65 + sizeof text, 16));
    CHECK_OK(gm_sm9_hybrid_decrypt_init_prepared(&ctx, pd, out, id, 3));
    CHECK_OK(gm_sm4_gcm_decrypt_update_unverified(&ctx, got, out + 65, sizeof text));
    CHECK_OK(gm_sm4_gcm_decrypt_finish(&ctx, out + 65 + sizeof text, 16));
    CHECK_MEM(got, text, sizeof text);

    gm_sm9_enc_user_key other;
    gm_sm9_exchange a, b;
    uint8_t ra[65], rb[65], sa[32];
    CHECK_OK(gm_sm9_enc_extract(&other, &enc, text, 9, 3));
    CHECK_OK(gm_sm9_exchange_init_prepared(&a, GM_SM9_INITIATOR, ra, pe, text, 9, 3));
    CHECK_OK(gm_sm9_exchange_init(&b, GM_SM9_RESPONDER, rb, &enc.public_, id, 3, 3));
    CHECK_OK(gm_sm9_exchange_derive_prepared(&a, out, 48, sa, pd, id, 3, text, 9, rb));
    CHECK_OK(gm_sm9_exchange_derive(&b, got, 48, NULL, &other, text, 9, id, 3, ra));
    CHECK_MEM(got, out, 48);
    CHECK_OK(gm_sm9_exchange_confirm(&b, sa));
}

/* What is not there, too small, of another back end, or moved to a place that will not do. */
static void refused(void)
{
    gm_sm9_sign_master_key sign = random_sign_master();
    gm_sm9_enc_master_key enc = random_enc_master();
    gm_sm9_sign_master_prepared *ps, *ps2 = (void *)1;
    gm_sm9_enc_master_prepared *pe, *pe2 = (void *)1;
    gm_sm9_enc_user_prepared *pd, *pd2 = (void *)1;
    static uint8_t third[1 << 20];
    gm_sm9_sign_user_key ds;
    gm_sm9_enc_user_key de, no_de;
    gm_sm9_sign_public_key sign_public, no_sign;
    gm_sm9_enc_public_key enc_public, no_enc;
    uint8_t s[GM_SM9_SIGNATURE_SIZE], out[300];
    size_t n, size_s = gm_sm9_sign_master_prepared_size(), size_e = gm_sm9_enc_master_prepared_size(),
              size_d = gm_sm9_enc_user_prepared_size();
    memset(&no_sign, 0, sizeof no_sign);
    memset(&no_enc, 0, sizeof no_enc);
    memset(&no_de, 0, sizeof no_de);
    CHECK_OK(gm_sm9_sign_extract(&ds, &sign, id, 3, 1));
    CHECK_OK(gm_sm9_enc_extract(&de, &enc, id, 3, 3));
    CHECK_EQ(gm_sm9_sign_master_prepare(NULL, memory, size_s, &sign.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_prepare(&ps2, NULL, size_s, &sign.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_prepare(&ps2, memory, size_s, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_prepare(&ps2, memory, size_s - 1, &sign.public_), GM_ERR_BUFFER);
    CHECK_EQ(gm_sm9_sign_master_prepare(&ps2, memory, size_s, &no_sign), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_master_prepare(NULL, more, size_e, &enc.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_prepare(&pe2, NULL, size_e, &enc.public_), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_prepare(&pe2, more, size_e, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_prepare(&pe2, more, size_e - 1, &enc.public_), GM_ERR_BUFFER);
    CHECK_EQ(gm_sm9_enc_master_prepare(&pe2, more, size_e, &no_enc), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_user_prepare(NULL, third, size_d, &de), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_prepare(&pd2, NULL, size_d, &de), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_prepare(&pd2, third, size_d, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_prepare(&pd2, third, size_d - 1, &de), GM_ERR_BUFFER);
    CHECK_EQ(gm_sm9_enc_user_prepare(&pd2, third, size_d, &no_de), GM_ERR_KEY);
    CHECK(ps2 == NULL && pe2 == NULL && pd2 == NULL);
    CHECK_OK(gm_sm9_sign_master_prepare(&ps, memory, size_s, &sign.public_));
    CHECK_OK(gm_sm9_enc_master_prepare(&pe, more, size_e, &enc.public_));
    CHECK_OK(gm_sm9_enc_user_prepare(&pd, third, size_d, &de));
    CHECK_EQ(gm_sm9_sign_master_prepared_key(NULL, &sign_public), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_prepared_key(ps, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_prepared_key(NULL, &enc_public), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_prepared_key(pe, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_prepared(&ds, s, NULL, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_verify_prepared(NULL, s, id, 3, 1, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt_prepared(NULL, GM_SM9_XOR, out, 300, &n, id, 3, 3, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt_prepared(NULL, GM_SM9_XOR, out, 300, &n, id, 3, text, 100), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt_prepared(pe, GM_SM9_XOR, out, 300, &n, NULL, 3, 3, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt_prepared(pd, GM_SM9_XOR, out, 300, &n, NULL, 3, text, 100), GM_ERR_ARGUMENT);

    /* Moved by 8 bytes; of another back end; wiped. */
    for (int how = 0; how < 3; how++) {
        if (how == 0) {
            memmove((uint8_t *)ps + 8, ps, gm_sm9_sign_master_prepared_size() - 72);
            memmove((uint8_t *)pe + 8, pe, gm_sm9_enc_master_prepared_size() - 72);
            memmove((uint8_t *)pd + 8, pd, gm_sm9_enc_user_prepared_size() - 72);
            ps = (void *)((uint8_t *)ps + 8), pe = (void *)((uint8_t *)pe + 8), pd = (void *)((uint8_t *)pd + 8);
        } else {
            CHECK_OK(gm_sm9_sign_master_prepare(&ps, memory, size_s, &sign.public_));
            CHECK_OK(gm_sm9_enc_master_prepare(&pe, more, size_e, &enc.public_));
            CHECK_OK(gm_sm9_enc_user_prepare(&pd, third, size_d, &de));
            if (how == 1)
                ps->tag_++, pe->tag_++, pd->tag_++;
            else
                memset(ps, 0, sizeof *ps), memset(pe, 0, sizeof *pe), memset(pd, 0, sizeof *pd);
        }
        CHECK_EQ(gm_sm9_sign_master_prepared_key(ps, &sign_public), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_enc_master_prepared_key(pe, &enc_public), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_sign_prepared(&ds, s, ps, text, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_verify_prepared(ps, s, id, 3, 1, text, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_encrypt_prepared(pe, GM_SM9_XOR, out, 300, &n, id, 3, 3, text, 1), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_kem_encapsulate_prepared(pe, out, out + 100, 32, id, 3, 3), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_decrypt_prepared(pd, GM_SM9_XOR, out, 300, &n, id, 3, text, 100), GM_ERR_STATE);
        CHECK_EQ(gm_sm9_kem_decapsulate_prepared(pd, out, 32, out + 100, id, 3), GM_ERR_STATE);
    }
}

TEST_SUITE(sm9_prepared, CASE(same_bytes), CASE(round_trips), CASE(refused));
