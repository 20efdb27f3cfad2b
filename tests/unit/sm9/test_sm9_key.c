/* Keys: numbers and hashes, extraction, forms, what is refused, whose key it is. */
#include <guomi/mem.h>

#include "sm9test.h"

#include "bn/wide.h"

/* ---- numbers ---- */

static void numbers(void)
{
    uint8_t in[GMI_SM9_WIDE_BYTES] = {0};
    u256 k, again, last, one = {{1}};
    CHECK(gmi_bn_wide_constant(gmi_sm9.n.m.w[3]) == UINT64_C(0x67980e0beb5759a6));
    gmi_sm9_number(&k, in);
    CHECK(u256_equal(&k, &one));
    (void)u256_sub(&last, &gmi_sm9.n.m, &one);
    /* N - 1 is 0 mod (N - 1), and N - 2 gives the greatest number. */
    u256_to_be(in + 16, &last);
    gmi_sm9_number(&k, in);
    CHECK(u256_equal(&k, &one));
    in[47]--;
    gmi_sm9_number(&k, in);
    CHECK(u256_equal(&k, &last));
    CHECK_OK(gmi_sm9_random_number(&k));
    CHECK_OK(gmi_sm9_random_number(&again));
    CHECK(!u256_equal(&k, &again) && gmi_sm9_number_valid(&k) && gmi_sm9_number_valid(&again));
    k = (u256){{0}};
    CHECK(!gmi_sm9_number_valid(&k) && gmi_sm9_number_valid(&one) && gmi_sm9_number_valid(&last));
    CHECK(!gmi_sm9_number_valid(&gmi_sm9.n.m));
}

static void hashes(const char *file, size_t least_h1, size_t least_h2)
{
    const struct sm9_env env = gmi_sm9_env();
    struct vec_walk w = {.seen = 0};
    while (vec_walk_next(&w, file, "h1")) {
        const struct vec_field *id = vec_need(&w.block, "id");
        u256 h, want = vec_u256(&w.block, "out");
        gmi_sm9_h1(&env, &h, id->bytes, id->len, vec_hid(&w.block));
        CHECK(u256_equal(&h, &want));
    }
    CHECK(w.seen >= least_h1);
    w = (struct vec_walk){.seen = 0};
    while (vec_walk_next(&w, file, "h2")) {
        const struct vec_field *msg = vec_need(&w.block, "msg");
        u256 h, want = vec_u256(&w.block, "out");
        struct sm9_gt f;
        gm_sm3_ctx hash;
        uint8_t bytes[GMI_SM9_GT_BYTES];
        sm9_gt_from(&f, vec_bytes(&w.block, "w", GMI_SM9_GT_BYTES));
        gmi_sm9_gt_write(bytes, &f);
        CHECK_MEM(bytes, vec_need(&w.block, "w")->bytes, sizeof bytes);
        gmi_sm9_hash(&env, &hash, msg->bytes, msg->len);
        gmi_sm9_h2(&env, &h, &hash, &f);
        CHECK(u256_equal(&h, &want));
        gmi_sm9_h2(&env, &h, &hash, &f); /* the hash was left as it was */
        CHECK(u256_equal(&h, &want));
    }
    CHECK(w.seen >= least_h2);
}

static void hash_to_range(void)
{
    hashes("sm9.txt", 1, 1);
    hashes("generated-sm9.txt", 20, 3);
}

/* ---- extraction ---- */

static void sign_key_block(const struct vec_block *b)
{
    const struct vec_field *id = vec_need(b, "id");
    FOR_EACH_ENV(env)
    {
        gm_sm9_sign_master_key master;
        gm_sm9_sign_user_key key, again;
        uint8_t out[GM_SM9_G2_SIZE], number[32];
        CHECK_OK(gmi_sm9_sign_master_read(&env, &master, vec_bytes(b, "ks", 32), 32));
        CHECK_OK(gm_sm9_sign_master_key_write(&master, number));
        CHECK_MEM(number, vec_need(b, "ks")->bytes, 32);
        CHECK_OK(gm_sm9_sign_public_key_write(&master.public_, out));
        CHECK_EQ(out[0], 4);
        CHECK_MEM(out + 1, vec_bytes(b, "pub", 128), 128);
        memset(&key, 0xa5, sizeof key);
        CHECK_OK(gmi_sm9_sign_extract(&env, &key, &master, id->bytes, id->len, vec_hid(b)));
        CHECK_OK(gm_sm9_sign_user_key_write(&key, out));
        CHECK_EQ(out[0], 4);
        CHECK_MEM(out + 1, vec_bytes(b, "ds", 64), 64);
        CHECK(gmi_sm9_sign_user_check(&env, &key, &master.public_, id->bytes, id->len, vec_hid(b)));
        CHECK(!gmi_sm9_sign_user_check(&env, &key, &master.public_, id->bytes, id->len, vec_hid(b) ^ 4));
        CHECK_OK(gmi_sm9_sign_user_read(&env, &again, out, GM_SM9_G1_SIZE));
        CHECK_MEM(&again, &key, sizeof key);
    }
}

static void enc_key_block(const struct vec_block *b)
{
    const struct vec_field *id = vec_need(b, "id");
    FOR_EACH_ENV(env)
    {
        gm_sm9_enc_master_key master;
        gm_sm9_enc_user_key key, again;
        uint8_t out[GM_SM9_G2_SIZE], number[32];
        CHECK_OK(gmi_sm9_enc_master_read(&env, &master, vec_bytes(b, "ke", 32), 32));
        CHECK_OK(gm_sm9_enc_master_key_write(&master, number));
        CHECK_MEM(number, vec_need(b, "ke")->bytes, 32);
        CHECK_OK(gm_sm9_enc_public_key_write(&master.public_, out));
        CHECK_MEM(out + 1, vec_bytes(b, "pub", 64), 64);
        memset(&key, 0xa5, sizeof key);
        CHECK_OK(gmi_sm9_enc_extract(&env, &key, &master, id->bytes, id->len, vec_hid(b)));
        CHECK_OK(gm_sm9_enc_user_key_write(&key, out));
        CHECK_EQ(out[0], 4);
        CHECK_MEM(out + 1, vec_bytes(b, "de", 128), 128);
        CHECK(gmi_sm9_enc_user_check(&env, &key, &master.public_, id->bytes, id->len, vec_hid(b)));
        CHECK(!gmi_sm9_enc_user_check(&env, &key, &master.public_, id->bytes, id->len, vec_hid(b) ^ 4));
        CHECK_OK(gmi_sm9_enc_user_read(&env, &again, out, GM_SM9_G2_SIZE));
        CHECK_MEM(&again, &key, sizeof key);
    }
}

/* t1 = 0: nobody's keys, and no point for that identity either. */
static void fail_block(const struct vec_block *b, int sign)
{
    const struct vec_field *id = vec_need(b, "id");
    const uint8_t *s = vec_bytes(b, sign ? "ks" : "ke", 32);
    FOR_EACH_ENV(env)
    {
        if (sign) {
            gm_sm9_sign_master_key master;
            gm_sm9_sign_user_key key;
            CHECK_OK(gmi_sm9_sign_master_read(&env, &master, s, 32));
            memset(&key, 0xa5, sizeof key);
            CHECK_EQ(gmi_sm9_sign_extract(&env, &key, &master, id->bytes, id->len, vec_hid(b)), GM_ERR_UNSUPPORTED);
            CHECK(all_zero(&key, sizeof key));
            CHECK_OK(gmi_sm9_sign_extract(&env, &key, &master, id->bytes, id->len, vec_hid(b) ^ 8));
            CHECK(!gmi_sm9_sign_user_check(&env, &key, &master.public_, id->bytes, id->len, vec_hid(b)));
        } else {
            gm_sm9_enc_master_key master;
            gm_sm9_enc_user_key key;
            CHECK_OK(gmi_sm9_enc_master_read(&env, &master, s, 32));
            memset(&key, 0xa5, sizeof key);
            CHECK_EQ(gmi_sm9_enc_extract(&env, &key, &master, id->bytes, id->len, vec_hid(b)), GM_ERR_UNSUPPORTED);
            CHECK(all_zero(&key, sizeof key));
            CHECK_OK(gmi_sm9_enc_extract(&env, &key, &master, id->bytes, id->len, vec_hid(b) ^ 8));
            CHECK(!gmi_sm9_enc_user_check(&env, &key, &master.public_, id->bytes, id->len, vec_hid(b)));
        }
    }
}

static void keys_of(const char *file, size_t least_sign, size_t least_enc, size_t least_fail)
{
    struct vec_file v = vec_open(file);
    struct vec_block b = {.count = 0};
    size_t sign = 0, enc = 0, fail = 0;
    while (vec_next(&v, &b)) {
        if (vec_is(&b, "op", "sign-key"))
            sign_key_block(&b), sign++;
        else if (vec_is(&b, "op", "enc-key"))
            enc_key_block(&b), enc++;
        else if (vec_is(&b, "op", "sign-key-fail") || vec_is(&b, "op", "enc-key-fail"))
            fail_block(&b, vec_is(&b, "op", "sign-key-fail")), fail++;
    }
    CHECK(sign >= least_sign && enc >= least_enc && fail >= least_fail);
}

static void extraction(void)
{
    sm9_report_missing_rows();
    keys_of("sm9.txt", 7, 9, 2);
    keys_of("generated-sm9.txt", 6, 6, 0);
}

/* ---- points ---- */

static void points(void)
{
    struct vec_walk w = {.seen = 0};
    uint8_t octets[GM_SM9_G2_SIZE];
    while (vec_walk_next(&w, "sm9.txt", "g1-point")) {
        const struct vec_field *f = vec_need(&w.block, "point");
        gm_status want = vec_is(&w.block, "result", "valid") ? GM_OK : GM_ERR_KEY;
        octets[0] = 4;
        CHECK_EQ(f->len, 64);
        memcpy(octets + 1, f->bytes, 64);
        FOR_EACH_ENV(env)
        {
            gm_sm9_enc_public_key pub;
            gm_sm9_sign_user_key user;
            CHECK_EQ(gmi_sm9_enc_public_read(&env, &pub, octets, 65), want);
            CHECK_EQ(gmi_sm9_sign_user_read(&env, &user, octets, 65), want);
            CHECK(want == GM_OK || (all_zero(&pub, sizeof pub) && all_zero(&user, sizeof user)));
        }
    }
    CHECK(w.seen >= 4);
    w = (struct vec_walk){.seen = 0};
    while (vec_walk_next(&w, "sm9.txt", "g2-point")) {
        const struct vec_field *f = vec_need(&w.block, "point");
        gm_status want = vec_is(&w.block, "result", "valid") ? GM_OK : GM_ERR_KEY;
        octets[0] = 4;
        CHECK_EQ(f->len, 128);
        memcpy(octets + 1, f->bytes, 128);
        FOR_EACH_ENV(env)
        {
            gm_sm9_sign_public_key pub;
            gm_sm9_enc_user_key user;
            CHECK_EQ(gmi_sm9_sign_public_read(&env, &pub, octets, 129), want);
            CHECK_EQ(gmi_sm9_enc_user_read(&env, &user, octets, 129), want);
            CHECK(want == GM_OK || (all_zero(&pub, sizeof pub) && all_zero(&user, sizeof user)));
        }
    }
    CHECK(w.seen >= 5);
}

/* Every single change of a byte makes another point or none; other lengths and first bytes are no encoding. */
static void forms(void)
{
    gm_sm9_sign_master_key sign = random_sign_master();
    gm_sm9_enc_master_key enc = random_enc_master();
    uint8_t g1[GM_SM9_G1_SIZE + 1], g2[GM_SM9_G2_SIZE + 1], out[GM_SM9_G2_SIZE], compressed[33];
    gm_sm9_sign_public_key sign_public;
    gm_sm9_enc_public_key enc_public;
    gm_sm9_sign_user_key sign_user;
    gm_sm9_enc_user_key enc_user;
    CHECK_OK(gm_sm9_sign_public_key_write(&sign.public_, g2));
    CHECK_OK(gm_sm9_enc_public_key_write(&enc.public_, g1));
    for (size_t i = 0; i < 65; i++) {
        g1[i] ^= 1;
        CHECK_EQ(gm_sm9_enc_public_key_read(&enc_public, g1, 65), i == 0 ? GM_ERR_ENCODING : GM_ERR_KEY);
        CHECK_EQ(gm_sm9_sign_user_key_read(&sign_user, g1, 65), i == 0 ? GM_ERR_ENCODING : GM_ERR_KEY);
        g1[i] ^= 1;
    }
    for (size_t i = 0; i < 129; i++) {
        g2[i] ^= 1;
        CHECK_EQ(gm_sm9_sign_public_key_read(&sign_public, g2, 129), i == 0 ? GM_ERR_ENCODING : GM_ERR_KEY);
        CHECK_EQ(gm_sm9_enc_user_key_read(&enc_user, g2, 129), i == 0 ? GM_ERR_ENCODING : GM_ERR_KEY);
        g2[i] ^= 1;
    }
    for (size_t len = 0; len <= 130; len++) {
        uint8_t *exact = malloc(len + 1);
        memset(exact, 4, len + 1);
        memcpy(exact, g2, len < 129 ? len : 129);
        memset(&sign_public, 0xa5, sizeof sign_public);
        CHECK_EQ(gm_sm9_sign_public_key_read(&sign_public, exact, len), len == 129 ? GM_OK : GM_ERR_ENCODING);
        CHECK(len == 129 || all_zero(&sign_public, sizeof sign_public));
        CHECK_EQ(gm_sm9_enc_user_key_read(&enc_user, exact, len), len == 129 ? GM_OK : GM_ERR_ENCODING);
        memcpy(exact, g1, len < 65 ? len : 65);
        CHECK_EQ(gm_sm9_enc_public_key_read(&enc_public, exact, len), len == 65 ? GM_OK : GM_ERR_ENCODING);
        CHECK_EQ(gm_sm9_sign_user_key_read(&sign_user, exact, len), len == 65 ? GM_OK : GM_ERR_ENCODING);
        free(exact);
    }
    /* The short form, of public keys alone. */
    for (int flip = 0; flip < 2; flip++) {
        compressed[0] = (uint8_t)(2 + ((g1[64] ^ flip) & 1));
        memcpy(compressed + 1, g1 + 1, 32);
        CHECK_OK(gm_sm9_enc_public_key_read(&enc_public, compressed, 33));
        CHECK_EQ(gm_sm9_enc_public_key_equal(&enc_public, &enc.public_), !flip);
        CHECK_OK(gm_sm9_enc_public_key_write(&enc_public, out));
        CHECK_MEM(out, g1, 33);
    }
    CHECK_EQ(gm_sm9_sign_user_key_read(&sign_user, compressed, 33), GM_ERR_ENCODING);
    memset(compressed + 1, 0xff, 32);
    CHECK_EQ(gm_sm9_enc_public_key_read(&enc_public, compressed, 33), GM_ERR_KEY);
    u256_to_be(compressed + 1, &gmi_sm9.q.m); /* 0 has a y, but q is not how it is written */
    CHECK_EQ(gm_sm9_enc_public_key_read(&enc_public, compressed, 33), GM_ERR_KEY);
}

/* ---- master keys ---- */

static void master_ranges(void)
{
    const u256 one = {{1}};
    uint8_t in[34] = {0}, out[32];
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    u256 last;
    for (size_t len = 0; len <= 34; len++) { /* zero, and no length */
        gm_status want = len == 0 || len == 34 ? GM_ERR_ENCODING : GM_ERR_KEY;
        memset(&sign, 0xa5, sizeof sign);
        memset(&enc, 0xa5, sizeof enc);
        CHECK_EQ(gm_sm9_sign_master_key_read(&sign, in, len), want);
        CHECK_EQ(gm_sm9_enc_master_key_read(&enc, in, len), want);
        CHECK(all_zero(&sign, sizeof sign) && all_zero(&enc, sizeof enc));
    }
    for (size_t len = 1; len <= 33; len++) { /* the number 1 in all lengths */
        memset(in, 0, sizeof in);
        in[len - 1] = 1;
        CHECK_OK(gm_sm9_sign_master_key_read(&sign, in, len));
        CHECK_OK(gm_sm9_enc_master_key_read(&enc, in, len));
        CHECK(u256_equal(&(u256){{sign.s_[0], sign.s_[1], sign.s_[2], sign.s_[3]}}, &one));
        CHECK(memcmp(enc.public_.x_, gmi_sm9.P1.x.w, 32) == 0 &&
              memcmp(sign.public_.x_[0], gmi_sm9.P2.x[0].w, 32) == 0);
    }
    memset(in, 0, sizeof in);
    in[0] = 1;
    CHECK_EQ(gm_sm9_sign_master_key_read(&sign, in, 33), GM_ERR_ENCODING);
    CHECK_EQ(gm_sm9_enc_master_key_read(&enc, in, 33), GM_ERR_ENCODING);
    (void)u256_sub(&last, &gmi_sm9.n.m, &one);
    u256_to_be(in, &last);
    CHECK_OK(gm_sm9_sign_master_key_read(&sign, in, 32));
    CHECK_OK(gm_sm9_enc_master_key_read(&enc, in, 32));
    CHECK_OK(gm_sm9_enc_master_key_write(&enc, out));
    CHECK_MEM(out, in, 32);
    u256_to_be(in, &gmi_sm9.n.m);
    CHECK_EQ(gm_sm9_sign_master_key_read(&sign, in, 32), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_master_key_read(&enc, in, 32), GM_ERR_KEY);
    memset(in, 0xff, sizeof in);
    CHECK_EQ(gm_sm9_sign_master_key_read(&sign, in, 32), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_master_key_read(&enc, in, 32), GM_ERR_KEY);
}

static void fresh_keys(void)
{
    gm_sm9_sign_master_key a, b;
    gm_sm9_enc_master_key c, d;
    gm_sm9_sign_public_key sign_public;
    gm_sm9_enc_public_key enc_public;
    CHECK_OK(gm_sm9_sign_keygen(&a));
    CHECK_OK(gm_sm9_sign_keygen(&b));
    CHECK_OK(gm_sm9_enc_keygen(&c));
    CHECK_OK(gm_sm9_enc_keygen(&d));
    CHECK_OK(gm_sm9_sign_master_key_public(&a, &sign_public));
    CHECK_OK(gm_sm9_enc_master_key_public(&c, &enc_public));
    CHECK(gm_sm9_sign_public_key_equal(&sign_public, &a.public_) &&
          gm_sm9_enc_public_key_equal(&enc_public, &c.public_));
    CHECK(!gm_sm9_sign_public_key_equal(&a.public_, &b.public_) &&
          !gm_sm9_enc_public_key_equal(&c.public_, &d.public_));
    CHECK(memcmp(a.s_, b.s_, 32) != 0 && memcmp(c.s_, d.s_, 32) != 0);
}

/* Identities: none, the longest, too long; and other users, hids and masters. */
static void identities(void)
{
    gm_sm9_sign_master_key sign = random_sign_master(), other_sign = random_sign_master();
    gm_sm9_enc_master_key enc = random_enc_master(), other_enc = random_enc_master();
    static uint8_t id[GM_SM9_ID_MAX + 1];
    static const size_t lens[] = {0, 1, 62, 63, 64, 8191};
    rand_bytes(id, sizeof id);
    for (size_t i = 0; i < GM_COUNT(lens); i++) {
        gm_sm9_sign_user_key ds;
        gm_sm9_enc_user_key de;
        const uint8_t *p = lens[i] == 0 ? NULL : id;
        CHECK_OK(gm_sm9_sign_extract(&ds, &sign, p, lens[i], GM_SM9_HID_SIGN));
        CHECK_OK(gm_sm9_enc_extract(&de, &enc, p, lens[i], GM_SM9_HID_ENCRYPT));
        CHECK_OK(gm_sm9_sign_user_key_check(&ds, &sign.public_, p, lens[i], GM_SM9_HID_SIGN));
        CHECK_OK(gm_sm9_enc_user_key_check(&de, &enc.public_, p, lens[i], GM_SM9_HID_ENCRYPT));
        CHECK_EQ(gm_sm9_sign_user_key_check(&ds, &other_sign.public_, p, lens[i], GM_SM9_HID_SIGN), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_enc_user_key_check(&de, &other_enc.public_, p, lens[i], GM_SM9_HID_ENCRYPT), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_sign_user_key_check(&ds, &sign.public_, p, lens[i], GM_SM9_HID_ENCRYPT), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_enc_user_key_check(&de, &enc.public_, p, lens[i], GM_SM9_HID_EXCHANGE), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_sign_user_key_check(&ds, &sign.public_, id + 1, 20, GM_SM9_HID_SIGN), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm9_enc_user_key_check(&de, &enc.public_, id + 1, 20, GM_SM9_HID_ENCRYPT), GM_ERR_VERIFY);
    }
}

static void refused(void)
{
    gm_sm9_sign_master_key sign = random_sign_master(), no_sign;
    gm_sm9_enc_master_key enc = random_enc_master(), no_enc;
    gm_sm9_sign_user_key ds, no_ds;
    gm_sm9_enc_user_key de, no_de;
    gm_sm9_sign_public_key sign_public;
    gm_sm9_enc_public_key enc_public;
    uint8_t out[GM_SM9_G2_SIZE], in[GM_SM9_G2_SIZE] = {4};
    static uint8_t id[GM_SM9_ID_MAX + 1];
    memset(out, 0xa5, sizeof out);
    memset(&no_sign, 0, sizeof no_sign);
    memset(&no_enc, 0, sizeof no_enc);
    memset(&no_ds, 0, sizeof no_ds);
    memset(&no_de, 0, sizeof no_de);
    memset(&ds, 0xa5, sizeof ds);
    memset(&de, 0xa5, sizeof de);
    CHECK_EQ(gm_sm9_sign_keygen(NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_keygen(NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_read(NULL, in, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_read(&no_sign, NULL, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_key_read(NULL, in, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_key_read(&no_enc, NULL, 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_public_key_read(NULL, in, 129), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_public_key_read(&sign_public, NULL, 129), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_public_key_read(NULL, in, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_public_key_read(&enc_public, NULL, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_read(NULL, in, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_read(&ds, NULL, 65), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_read(NULL, in, 129), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_read(&de, NULL, 129), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_write(&sign, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_write(&no_sign, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_master_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_key_write(&enc, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_key_write(&no_enc, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_sign_public_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_public_key_write(&sign.public_, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_public_key_write(&no_sign.public_, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_public_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_public_key_write(&enc.public_, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_public_key_write(&no_enc.public_, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_sign_user_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_write(&no_ds, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_user_key_write(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_write(&no_de, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_sign_master_key_public(NULL, &sign_public), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_public(&sign, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_master_key_public(&no_sign, &sign_public), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_master_key_public(NULL, &enc_public), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_key_public(&enc, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_master_key_public(&no_enc, &enc_public), GM_ERR_KEY);
    CHECK(!gm_sm9_sign_public_key_equal(NULL, &sign.public_) && !gm_sm9_sign_public_key_equal(&sign.public_, NULL));
    CHECK(!gm_sm9_sign_public_key_equal(&no_sign.public_, &no_sign.public_));
    CHECK(!gm_sm9_enc_public_key_equal(NULL, &enc.public_) && !gm_sm9_enc_public_key_equal(&enc.public_, NULL));
    CHECK(!gm_sm9_enc_public_key_equal(&no_enc.public_, &no_enc.public_));
    CHECK_EQ(gm_sm9_sign_extract(NULL, &sign, id, 3, 1), GM_ERR_ARGUMENT);
    memset(&ds, 0xa5, sizeof ds);
    CHECK_EQ(gm_sm9_sign_extract(&ds, NULL, id, 3, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract(&ds, &sign, NULL, 3, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract(&ds, &sign, id, sizeof id, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_extract(&ds, &no_sign, id, 3, 1), GM_ERR_KEY);
    CHECK(all_are(&ds, sizeof ds, 0xa5));
    CHECK_EQ(gm_sm9_enc_extract(NULL, &enc, id, 3, 3), GM_ERR_ARGUMENT);
    memset(&de, 0xa5, sizeof de);
    CHECK_EQ(gm_sm9_enc_extract(&de, NULL, id, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract(&de, &enc, NULL, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract(&de, &enc, id, sizeof id, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_extract(&de, &no_enc, id, 3, 3), GM_ERR_KEY);
    CHECK(all_are(&de, sizeof de, 0xa5) && all_are(out, sizeof out, 0xa5));
    CHECK_OK(gm_sm9_sign_extract(&ds, &sign, id, 3, 1));
    CHECK_OK(gm_sm9_enc_extract(&de, &enc, id, 3, 3));
    CHECK_EQ(gm_sm9_sign_user_key_write(&ds, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_write(&de, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_check(NULL, &sign.public_, id, 3, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_check(&ds, NULL, id, 3, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_check(&ds, &sign.public_, NULL, 3, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_check(&ds, &sign.public_, id, sizeof id, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_sign_user_key_check(&no_ds, &sign.public_, id, 3, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_sign_user_key_check(&ds, &no_sign.public_, id, 3, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_user_key_check(NULL, &enc.public_, id, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_check(&de, NULL, id, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_check(&de, &enc.public_, NULL, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_check(&de, &enc.public_, id, sizeof id, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_enc_user_key_check(&no_de, &enc.public_, id, 3, 3), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_enc_user_key_check(&de, &no_enc.public_, id, 3, 3), GM_ERR_KEY);
    CHECK(gm_sm9_sign_public_key_size() == sizeof sign.public_ && gm_sm9_sign_master_key_size() == sizeof sign);
    CHECK(gm_sm9_enc_public_key_size() == sizeof enc.public_ && gm_sm9_enc_master_key_size() == sizeof enc);
    CHECK(gm_sm9_sign_user_key_size() == sizeof ds && gm_sm9_enc_user_key_size() == sizeof de);
    CHECK(sizeof sign == 192 && sizeof sign.public_ == 160 && sizeof ds == 96);
    CHECK(sizeof enc == 128 && sizeof enc.public_ == 96 && sizeof de == 160);
}

TEST_SUITE(sm9_key, CASE(numbers), CASE(hash_to_range), CASE(extraction), CASE(points), CASE(forms),
           CASE(master_ranges), CASE(fresh_keys), CASE(identities), CASE(refused));
