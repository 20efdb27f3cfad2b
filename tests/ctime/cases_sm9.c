/* SM9: master keys, extraction, import of keys, signing, encryption, decryption of right and wrong ciphertexts, key
 * exchange. The rows of SM3 and SM4 have cases of their own. */
#include <string.h>

#include "ctime.h"
#include "sm9/many_core.h"

enum { TEXT = 100 };

static const uint8_t *const id = (const uint8_t *)"Bob";
static const u256 seven = {{7}};

static struct sm9_env env_of(const void *row)
{
    return (struct sm9_env){row, &gmi_sm3_portable};
}

/* A secret number in [1, N-1], whatever the run: another for each salt. */
static void secret_number(u256 *k, uint8_t salt)
{
    uint8_t bytes[32];
    ct_secret(bytes, 32);
    bytes[0] = 0x5a;
    bytes[1] ^= salt;
    ct_release(bytes, sizeof bytes);
    u256_from_be(k, bytes);
}

/* Public keys, the same in each run: of the number 7. */
static void public_keys(const struct sm9_env *env, gm_sm9_sign_master_key *sign, gm_sm9_enc_master_key *enc)
{
    gmi_sm9_sign_master_set(env, sign, &seven);
    gmi_sm9_enc_master_set(env, enc, &seven);
    ct_release(sign, sizeof *sign);
    ct_release(enc, sizeof *enc);
}

/* User keys that are others in each run. */
static void sign_user(const struct sm9_env *env, gm_sm9_sign_user_key *key)
{
    u256 k;
    secret_number(&k, 1);
    gmi_sm9_sign_user_set(env, key, &k);
    ct_release(key, sizeof *key);
    ct_mark_secret(key->x_, sizeof key->x_);
    ct_mark_secret(key->y_, sizeof key->y_);
}

static void enc_user(const struct sm9_env *env, gm_sm9_enc_user_key *key)
{
    u256 k;
    secret_number(&k, 2);
    gmi_sm9_enc_user_set(env, key, &k);
    ct_release(key, sizeof *key);
    ct_mark_secret(key->x_, sizeof key->x_);
    ct_mark_secret(key->y_, sizeof key->y_);
}

static void number(const void *row)
{
    uint8_t in[GMI_SM9_WIDE_BYTES];
    u256 r = {{0}};
    (void)row;
    ct_secret(in, sizeof in);
    ct_begin();
    gmi_sm9_number(&r, in);
    ct_end();
    ct_result(&r, sizeof r);
}

static void master_read(const void *row)
{
    const struct sm9_env env = env_of(row);
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    uint8_t bytes[32];
    u256 k;
    secret_number(&k, 0);
    u256_to_be(bytes, &k);
    ct_mark_secret(bytes, sizeof bytes);
    ct_begin();
    (void)gmi_sm9_sign_master_read(&env, &sign, bytes, sizeof bytes);
    (void)gmi_sm9_enc_master_read(&env, &enc, bytes, sizeof bytes);
    ct_end();
    ct_result(sign.s_, sizeof sign.s_);
    ct_result(enc.s_, sizeof enc.s_);
}

static void extract(const void *row)
{
    const struct sm9_env env = env_of(row);
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    gm_sm9_sign_user_key ds;
    gm_sm9_enc_user_key de;
    u256 k;
    public_keys(&env, &sign, &enc);
    secret_number(&k, 0);
    memcpy(sign.s_, k.w, sizeof sign.s_);
    memcpy(enc.s_, k.w, sizeof enc.s_);
    ct_mark_secret(sign.s_, sizeof sign.s_);
    ct_mark_secret(enc.s_, sizeof enc.s_);
    memset(&ds, 0, sizeof ds);
    memset(&de, 0, sizeof de);
    ct_begin();
    (void)gmi_sm9_sign_extract(&env, &ds, &sign, id, 3, 1);
    (void)gmi_sm9_enc_extract(&env, &de, &enc, id, 3, 3);
    ct_end();
    ct_result(ds.x_, sizeof ds.x_);
    ct_result(de.x_, sizeof de.x_);
}

static void extract_many(const void *row)
{
    const struct sm9_env env = env_of(row);
    enum { USERS = 7 }; /* enough for the lanes of a row */
    static gm_sm9_sign_user_key ds[USERS];
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    gm_status results[USERS];
    const uint8_t *ids[USERS] = {id, id, id, id, id, id, id};
    const size_t id_lens[USERS] = {3, 2, 1, 0, 3, 2, 1};
    const struct sm9_items items = {.ids = ids, .id_lens = id_lens, .hid = 1};
    u256 k;
    public_keys(&env, &sign, &enc);
    secret_number(&k, 0);
    memcpy(sign.s_, k.w, sizeof sign.s_);
    ct_mark_secret(sign.s_, sizeof sign.s_);
    ct_begin();
    (void)gmi_sm9_sign_extract_many(&env, ds, results, &sign, &items, USERS);
    ct_end();
    for (int i = 0; i < USERS; i++)
        ct_result(ds[i].x_, sizeof ds[i].x_);
}

static void user_read(const void *row)
{
    const struct sm9_env env = env_of(row);
    gm_sm9_sign_user_key ds;
    gm_sm9_enc_user_key de;
    struct sm9_g1 P;
    struct sm9_g2 Q;
    uint8_t g1[GM_SM9_G1_SIZE], g2[GM_SM9_G2_SIZE];
    sign_user(&env, &ds);
    enc_user(&env, &de);
    gmi_sm9_sign_user(&P, &ds);
    gmi_sm9_enc_user(&Q, &de);
    gmi_sm9_g1_write(g1, &P);
    gmi_sm9_g2_write(g2, &Q);
    ct_release(g1, sizeof g1);
    ct_release(g2, sizeof g2);
    ct_mark_secret(g1 + 1, sizeof g1 - 1);
    ct_mark_secret(g2 + 1, sizeof g2 - 1);
    memset(&ds, 0, sizeof ds);
    memset(&de, 0, sizeof de);
    ct_begin();
    (void)gmi_sm9_sign_user_read(&env, &ds, g1, sizeof g1);
    (void)gmi_sm9_enc_user_read(&env, &de, g2, sizeof g2);
    ct_end();
    ct_result(ds.x_, sizeof ds.x_);
    ct_result(de.x_, sizeof de.x_);
}

static void user_check(const void *row)
{
    const struct sm9_env env = env_of(row);
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    gm_sm9_sign_user_key ds;
    gm_sm9_enc_user_key de;
    public_keys(&env, &sign, &enc);
    sign_user(&env, &ds);
    enc_user(&env, &de);
    ct_begin();
    (void)gmi_sm9_sign_user_check(&env, &ds, &sign.public_, id, 3, 1);
    (void)gmi_sm9_enc_user_check(&env, &de, &enc.public_, id, 3, 3);
    ct_end();
    ct_result(ds.x_, sizeof ds.x_); /* the answers are public */
}

static void hedged_nonce(const void *row)
{
    const struct sm9_env env = env_of(row);
    gm_sm9_sign_user_key key;
    struct sm9_g1 ds;
    gm_sm3_ctx hash;
    uint8_t random[32], text[TEXT];
    u256 r = {{0}};
    sign_user(&env, &key);
    gmi_sm9_sign_user(&ds, &key);
    ct_secret(random, sizeof random);
    ct_secret(text, sizeof text);
    ct_begin();
    gmi_sm9_hash(&env, &hash, text, sizeof text);
    gmi_sm9_hedged_nonce(&env, &r, random, &ds, &hash);
    ct_end();
    ct_result(&r, sizeof r);
}

static void sign(const void *row)
{
    const struct sm9_env env = env_of(row);
    gm_sm9_sign_master_key master;
    gm_sm9_enc_master_key enc;
    gm_sm9_sign_user_key key;
    struct sm9_sign_master with;
    gm_sm3_ctx hash;
    uint8_t text[TEXT], signature[GM_SM9_SIGNATURE_SIZE];
    u256 r;
    struct sm9_nonces nonces = {&r, 1};
    public_keys(&env, &master, &enc);
    (void)gmi_sm9_sign_master_key(&with, &master.public_);
    sign_user(&env, &key);
    secret_number(&r, 3);
    ct_mark_secret(&r, sizeof r);
    ct_secret(text, sizeof text);
    ct_begin();
    gmi_sm9_hash(&env, &hash, text, sizeof text);
    (void)gmi_sm9_sign(&env, &key, &nonces, signature, &with, &hash);
    ct_end();
    ct_result(key.x_, sizeof key.x_); /* the signature is public */
}

static void encrypt(const void *row)
{
    const struct sm9_env env = env_of(row);
    static uint8_t text[TEXT], out[TEXT + 97];
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key master;
    struct sm9_receiver to;
    u256 r;
    struct sm9_nonces nonces = {&r, 1};
    size_t n;
    public_keys(&env, &sign, &master);
    (void)gmi_sm9_receiver_key(&to, &master.public_, id, 3, 3);
    secret_number(&r, 4);
    ct_mark_secret(&r, sizeof r);
    ct_secret(text, sizeof text);
    memset(out, 0, sizeof out);
    ct_begin();
    (void)gmi_sm9_encrypt(&env, &to, &nonces, NULL, GM_SM9_XOR, out, sizeof out, &n, text, sizeof text);
    ct_end();
    ct_result(out + 65, 32 + TEXT);
}

/* What is decrypted: C1 is the same in each run, the rest is right for the run's key. */
struct sealed {
    gm_sm9_enc_user_key key;
    struct sm9_owner owner;
    uint8_t text[TEXT + 16], bytes[TEXT + 97 + 16];
    size_t len;
};

static void seal(const struct sm9_env *env, struct sealed *s, gm_sm9_mode mode, uint8_t spoil)
{
    struct sm9_g1 C;
    struct sm9_gt f;
    gm_sm3_ctx hash;
    struct sm3_kdf kdf;
    gm_sm4_key sm4;
    uint8_t k[TEXT + 32], bytes[GMI_SM9_GT_BYTES], mac[TEXT + 16 + 32];
    const size_t k1 = mode == GM_SM9_XOR ? TEXT : 16, c2 = mode == GM_SM9_XOR ? TEXT : TEXT / 16 * 16 + 16;
    enc_user(env, &s->key);
    (void)gmi_sm9_owner_key(&s->owner, &s->key, id, 3);
    ct_secret(s->text, TEXT);
    env->row->g1_mul_base(&C, &seven);
    gmi_sm9_g1_write(s->bytes, &C);
    gmi_sm9_owner_pair(env, &f, &s->owner, &C);
    gmi_sm9_gt_write(bytes, &f);
    gm_sm3_init(&hash);
    gmi_sm3_absorb(env->sm3, &hash, s->bytes + 1, 64);
    gmi_sm3_absorb(env->sm3, &hash, bytes, sizeof bytes);
    gmi_sm3_absorb(env->sm3, &hash, id, 3);
    gmi_sm9_kdf_start(&kdf, &hash);
    gmi_sm3_kdf_run(env->sm3, &kdf, k, k1 + 32, 1);
    if (mode == GM_SM9_XOR) {
        for (size_t i = 0; i < TEXT; i++)
            mac[i] = s->text[i] ^ k[i];
    } else {
        memset(s->text + TEXT, 12, 12);
        if (gm_sm4_key_init(&sm4, k) == GM_OK && gm_sm4_ecb_encrypt(&sm4, mac, s->text, c2) != GM_OK)
            s->len = 0; /* cannot be: the case would find no ciphertext */
    }
    memcpy(mac + c2, k + k1, 32);
    memcpy(s->bytes + 97, mac, c2);
    gmi_sm3_hash(env->sm3, s->bytes + 65, mac, c2 + 32);
    s->len = 97 + c2;
    ct_release(s->bytes, sizeof s->bytes);
    s->bytes[80] ^= spoil;
    memset(s->text, 0, sizeof s->text);
    ct_release(s->text, sizeof s->text);
    ct_mark_secret(s->key.x_, sizeof s->key.x_);
    ct_mark_secret(s->key.y_, sizeof s->key.y_);
}

static void decrypt_mode(const void *row, gm_sm9_mode mode)
{
    const struct sm9_env env = env_of(row);
    static struct sealed s;
    size_t n;
    seal(&env, &s, mode, 0);
    ct_begin();
    gm_status status = gmi_sm9_decrypt(&env, &s.owner, mode, s.text, sizeof s.text, &n, s.bytes, s.len);
    ct_end();
    if (status == GM_OK)
        ct_result(s.text, TEXT);
}

static void decrypt(const void *row)
{
    decrypt_mode(row, GM_SM9_XOR);
}

static void decrypt_ecb(const void *row)
{
    decrypt_mode(row, GM_SM9_ECB);
}

static void decrypt_wrong(const void *row)
{
    const struct sm9_env env = env_of(row);
    static struct sealed s;
    size_t n;
    seal(&env, &s, GM_SM9_XOR, 0x10);
    ct_begin();
    (void)gmi_sm9_decrypt(&env, &s.owner, GM_SM9_XOR, s.text, sizeof s.text, &n, s.bytes, s.len);
    ct_end();
    ct_result(s.key.x_, sizeof s.key.x_); /* the output is wiped */
}

static void decapsulate_prepared(const void *row)
{
    static _Alignas(64) uint8_t memory[1 << 16];
    const struct sm9_env env = env_of(row);
    gm_sm9_enc_user_prepared *prepared = (void *)memory;
    gm_sm9_enc_user_key key;
    struct sm9_owner owner;
    struct sm9_g1 C;
    uint8_t c1[GM_SM9_C1_SIZE], shared[40] = {0};
    env.row->g1_mul_base(&C, &seven);
    gmi_sm9_g1_write(c1, &C);
    ct_release(c1, sizeof c1);
    enc_user(&env, &key);
    ct_begin();
    gmi_sm9_enc_user_prepare(&env, prepared, &key);
    (void)gmi_sm9_owner_of(&env, &owner, prepared, id, 3);
    (void)gmi_sm9_decapsulate(&env, &owner, shared, sizeof shared, c1);
    ct_end();
    ct_result(shared, sizeof shared);
}

static void exchange_role(const void *row, gm_sm9_role role)
{
    const struct sm9_env env = env_of(row);
    static gm_sm9_exchange ctx;
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key master;
    gm_sm9_enc_user_key key;
    struct sm9_receiver to;
    struct sm9_owner owner;
    struct sm9_g1 R;
    uint8_t point[GM_SM9_G1_SIZE], theirs[GM_SM9_G1_SIZE], shared[40] = {0}, confirmation[32] = {0};
    u256 r;
    struct sm9_nonces nonces = {&r, 1};
    public_keys(&env, &sign, &master);
    env.row->g1_mul_base(&R, &seven);
    gmi_sm9_g1_write(theirs, &R);
    ct_release(theirs, sizeof theirs);
    enc_user(&env, &key);
    (void)gmi_sm9_receiver_key(&to, &master.public_, id, 2, 2);
    (void)gmi_sm9_owner_key(&owner, &key, id, 3);
    secret_number(&r, 5);
    ct_mark_secret(&r, sizeof r);
    ct_begin();
    (void)gmi_sm9_exchange_init(&env, &ctx, role, &nonces, point, &to);
    (void)gmi_sm9_exchange_derive(&env, &ctx, shared, sizeof shared, confirmation, &owner, id, 2, theirs);
    gm_status status = gm_sm9_exchange_confirm(&ctx, point); /* a wrong one */
    ct_end();
    (void)status;
    ct_result(shared, sizeof shared);
    ct_result(confirmation, sizeof confirmation);
}

static void exchange_initiator(const void *row)
{
    exchange_role(row, GM_SM9_INITIATOR);
}

static void exchange_responder(const void *row)
{
    exchange_role(row, GM_SM9_RESPONDER);
}

const struct ct_case ct_sm9_cases[] = {
    {"number", number},
    {"master-read", master_read},
    {"extract", extract},
    {"extract-many", extract_many},
    {"user-read", user_read},
    {"user-check", user_check},
    {"hedged-nonce", hedged_nonce},
    {"sign", sign},
    {"encrypt", encrypt},
    {"decrypt", decrypt},
    {"decrypt-ecb", decrypt_ecb},
    {"decrypt-wrong", decrypt_wrong},
    {"decapsulate-prepared", decapsulate_prepared},
    {"exchange-initiator", exchange_initiator},
    {"exchange-responder", exchange_responder},
    {NULL, NULL},
};
