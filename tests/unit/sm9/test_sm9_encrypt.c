/* Key encapsulation, encryption in all modes and hybrid encryption: known answers on all rows with given nonces, nonces
 * that must be thrown away, round trips, pieces, and everything that must be refused. */
#include "sm9test.h"

static uint8_t text[5000], out[5200], got[5200];
static const uint8_t *const bob = (const uint8_t *)"Bob";

static const gm_sm9_mode modes[] = {GM_SM9_XOR, GM_SM9_ECB, GM_SM9_CBC, GM_SM9_OFB, GM_SM9_CFB, GM_SM9_XOR_HMAC};

static int is_xor(gm_sm9_mode mode)
{
    return mode == GM_SM9_XOR || mode == GM_SM9_XOR_HMAC;
}

/* Both sides of a block. */
struct sides {
    gm_sm9_enc_public_key pub;
    gm_sm9_enc_user_key key;
    struct sm9_receiver to;
    struct sm9_owner owner;
    u256 r;
};

static void sides_of(struct sides *s, const struct vec_block *b)
{
    const struct vec_field *id = vec_need(b, "id");
    s->pub = vec_enc_public(b, "pub");
    s->key = vec_enc_user(b, "de");
    if (vec_get(b, "r") != NULL)
        s->r = vec_u256(b, "r");
    CHECK_OK(gmi_sm9_receiver_key(&s->to, &s->pub, id->bytes, id->len, vec_get(b, "hid") == NULL ? 3 : vec_hid(b)));
    CHECK_OK(gmi_sm9_owner_key(&s->owner, &s->key, id->bytes, id->len));
}

static void kem_block(const struct vec_block *b)
{
    struct sides s;
    const struct vec_field *k = vec_need(b, "k");
    uint8_t want[GM_SM9_C1_SIZE], c1[GM_SM9_C1_SIZE];
    sides_of(&s, b);
    vec_octets(b, "c", want, sizeof want);
    CHECK_EQ(8 * k->len, vec_number(b, "klen_bits_dec", 0));
    FOR_EACH_ENV(env)
    {
        struct sm9_nonces nonces = {&s.r, 1};
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm9_encapsulate(&env, &s.to, &nonces, c1, got, k->len));
        CHECK_MEM(c1, want, sizeof want);
        CHECK_MEM(got, k->bytes, k->len);
        CHECK_EQ(got[k->len], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm9_decapsulate(&env, &s.owner, got, k->len, want));
        CHECK_MEM(got, k->bytes, k->len);
        CHECK_EQ(got[k->len], 0xa5);
        CHECK_EQ(gmi_sm9_encapsulate(&env, &s.to, &nonces, c1, got, k->len), GM_ERR_RANDOM);
        CHECK(all_zero(c1, sizeof c1) && all_zero(got, k->len));
    }
}

static void decap_block(const struct vec_block *b)
{
    struct sides s = {.r = {{0}}};
    const struct vec_field *id = vec_need(b, "id");
    size_t len = (size_t)vec_number(b, "klen_bits_dec", 0) / 8;
    int valid = vec_is(b, "result", "valid");
    uint8_t c1[GM_SM9_C1_SIZE];
    s.key = vec_enc_user(b, "de");
    vec_octets(b, "c", c1, sizeof c1);
    memset(got, 0xa5, sizeof got);
    CHECK_EQ(gm_sm9_kem_decapsulate(&s.key, got, len, c1, id->bytes, id->len), valid ? GM_OK : GM_ERR_VERIFY);
    if (valid)
        CHECK_MEM(got, vec_bytes(b, "k", len), len);
    else
        CHECK(all_zero(got, len));
    CHECK_EQ(got[len], 0xa5);
}

/* C1 || C3 || C2 of a block that has them apart. */
static size_t parts(const struct vec_block *b, uint8_t *data)
{
    const struct vec_field *c2 = vec_need(b, "c2");
    vec_octets(b, "c1", data, 65);
    memcpy(data + 65, vec_bytes(b, "c3", 32), 32);
    memcpy(data + 97, c2->bytes, c2->len);
    return 97 + c2->len;
}

static void crypt_check(const struct vec_block *b, gm_sm9_mode mode, const uint8_t *iv, const uint8_t *want, size_t len)
{
    struct sides s;
    const struct vec_field *msg = vec_need(b, "msg");
    size_t n;
    sides_of(&s, b);
    CHECK_EQ(gm_sm9_ciphertext_size(mode, msg->len), len);
    FOR_EACH_ENV(env)
    {
        struct sm9_nonces nonces = {&s.r, 1};
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm9_encrypt(&env, &s.to, &nonces, iv, mode, got, len, &n, msg->bytes, msg->len));
        CHECK_EQ(n, len);
        CHECK_MEM(got, want, len);
        CHECK_EQ(got[len], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm9_decrypt(&env, &s.owner, mode, got, len, &n, want, len));
        CHECK_EQ(n, msg->len);
        CHECK_MEM(got, msg->bytes, msg->len);
        CHECK_EQ(got[len], 0xa5);
    }
}

static void decrypt_block(const struct vec_block *b)
{
    const struct vec_field *id = vec_need(b, "id");
    gm_sm9_enc_user_key key = vec_enc_user(b, "de");
    int valid = vec_is(b, "result", "valid");
    size_t len = parts(b, out), n;
    gm_sm9_mode mode = vec_is(b, "mode", "ecb") ? GM_SM9_ECB : GM_SM9_XOR;
    memset(got, 0xa5, sizeof got);
    CHECK_EQ(gm_sm9_decrypt(&key, mode, got, len, &n, id->bytes, id->len, out, len), valid ? GM_OK : GM_ERR_VERIFY);
    if (valid)
        CHECK_MEM(got, vec_need(b, "msg")->bytes, n);
    else
        CHECK(n == 0 && all_zero(got, len));
    CHECK_EQ(got[len], 0xa5);
}

static void hybrid_block(const struct vec_block *b)
{
    struct sides s;
    const struct vec_field *aad = vec_need(b, "aad"), *msg = vec_need(b, "msg"), *want = vec_need(b, "out");
    sides_of(&s, b);
    CHECK_EQ(want->len, msg->len + GM_SM9_HYBRID_OVERHEAD);
    FOR_EACH_ENV(env)
    {
        struct sm9_nonces nonces = {&s.r, 1};
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm9_hybrid_encrypt(&env, &s.to, &nonces, got, aad->bytes, aad->len, msg->bytes, msg->len));
        CHECK_MEM(got, want->bytes, want->len);
        CHECK_EQ(got[want->len], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gmi_sm9_hybrid_decrypt(&env, &s.owner, got, aad->bytes, aad->len, want->bytes, want->len));
        CHECK_MEM(got, msg->bytes, msg->len);
        CHECK_EQ(got[msg->len], 0xa5);
    }
}

static void known(const char *file, size_t least)
{
    struct vec_file v = vec_open(file);
    struct vec_block b = {.count = 0};
    size_t seen = 0;
    while (vec_next(&v, &b)) {
        seen++;
        if (vec_is(&b, "op", "kem")) {
            kem_block(&b);
        } else if (vec_is(&b, "op", "decap")) {
            decap_block(&b);
        } else if (vec_is(&b, "op", "encrypt")) {
            size_t len = parts(&b, out);
            crypt_check(&b, vec_is(&b, "mode", "ecb") ? GM_SM9_ECB : GM_SM9_XOR, NULL, out, len);
        } else if (vec_is(&b, "op", "crypt")) {
            const struct vec_field *want = vec_need(&b, "out");
            crypt_check(&b, (gm_sm9_mode)vec_number(&b, "mode_dec", 0), vec_need(&b, "iv")->bytes, want->bytes,
                        want->len);
        } else if (vec_is(&b, "op", "decrypt")) {
            decrypt_block(&b);
        } else if (vec_is(&b, "op", "hybrid")) {
            hybrid_block(&b);
        } else {
            seen--;
        }
    }
    CHECK(seen >= least);
}

static void vector_files(void)
{
    sm9_report_missing_rows();
    known("sm9.txt", 35);
    known("generated-sm9.txt", 50);
}

/* A user under a fresh master key. */
static gm_sm9_enc_user_key user(gm_sm9_enc_public_key *pub)
{
    gm_sm9_enc_master_key master = random_enc_master();
    gm_sm9_enc_user_key key;
    *pub = master.public_;
    CHECK_OK(gm_sm9_enc_extract(&key, &master, bob, 3, 3));
    return key;
}

/* A nonce that gives a key of one zero byte: by trying. The sender takes the next, the receiver refuses. */
static void nonce_thrown_away(void)
{
    const struct sm9_env mine = gmi_sm9_env();
    struct sm9_nonces nonces;
    struct sm9_receiver to;
    gm_sm9_enc_public_key pub;
    gm_sm9_enc_user_key key = user(&pub);
    u256 list[2] = {{{0}}, {{0x1234567}}};
    uint8_t c1[GM_SM9_C1_SIZE], again[GM_SM9_C1_SIZE], zero[GM_SM9_C1_SIZE];
    size_t n;
    CHECK_OK(gmi_sm9_receiver_key(&to, &pub, bob, 3, 3));
    do {
        list[0].w[0]++;
        nonces = (struct sm9_nonces){list, 1};
    } while (gmi_sm9_encapsulate(&mine, &to, &nonces, c1, got, 1) == GM_OK && list[0].w[0] < 20000);
    CHECK(list[0].w[0] < 20000);
    FOR_EACH_ENV(env)
    {
        memset(c1, 0xa5, sizeof c1);
        memset(got, 0xa5, 2);
        nonces = (struct sm9_nonces){list, 1};
        CHECK_EQ(gmi_sm9_encapsulate(&env, &to, &nonces, c1, got, 1), GM_ERR_RANDOM);
        CHECK(all_zero(c1, sizeof c1) && got[0] == 0 && got[1] == 0xa5);
        nonces = (struct sm9_nonces){list, 2};
        CHECK_OK(gmi_sm9_encapsulate(&env, &to, &nonces, c1, got, 1));
        CHECK_EQ(nonces.left, 0);
        nonces = (struct sm9_nonces){list + 1, 1};
        CHECK_OK(gmi_sm9_encapsulate(&env, &to, &nonces, again, got + 1, 1));
        CHECK(memcmp(c1, again, sizeof c1) == 0 && got[0] == got[1]);
        nonces = (struct sm9_nonces){list, 1};
        CHECK_OK(gmi_sm9_encapsulate(&env, &to, &nonces, zero, got, 2)); /* 0, then another byte */
        CHECK(got[0] == 0 && got[1] != 0);
        for (size_t i = 0; i < GM_COUNT(modes); i++) {
            if (!is_xor(modes[i]))
                continue;
            memset(out, 0xa5, sizeof out);
            nonces = (struct sm9_nonces){list, 1};
            CHECK_EQ(gmi_sm9_encrypt(&env, &to, &nonces, NULL, modes[i], out, 98, &n, text, 1), GM_ERR_RANDOM);
            CHECK(n == 0 && all_zero(out, 98) && out[98] == 0xa5);
            nonces = (struct sm9_nonces){list, 2};
            CHECK_OK(gmi_sm9_encrypt(&env, &to, &nonces, NULL, modes[i], out, 98, &n, text, 1));
            CHECK(n == 98 && memcmp(out, again, 65) == 0);
        }
    }
    memset(got, 0xa5, sizeof got);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, 1, zero, bob, 3), GM_ERR_VERIFY);
    CHECK(got[0] == 0 && got[1] == 0xa5);
    CHECK_OK(gm_sm9_kem_decapsulate(&key, got, 2, zero, bob, 3));
}

static void round_trips(void)
{
    static const size_t lens[] = {0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 255, 4063, 4064, 4065, 4096, 4097, 4999};
    gm_sm9_enc_public_key pub, stranger;
    gm_sm9_enc_user_key key = user(&pub), wrong = user(&stranger);
    rand_bytes(text, sizeof text);
    for (size_t i = 0; i < GM_COUNT(modes); i++)
        for (size_t j = 0; j < GM_COUNT(lens); j++) {
            size_t len = lens[j], n, size = gm_sm9_ciphertext_size(modes[i], len);
            const uint8_t *in = len == 0 ? NULL : text;
            if (len == 0 && is_xor(modes[i])) {
                CHECK_EQ(size, 0);
                continue;
            }
            memset(out, 0xa5, sizeof out);
            CHECK_EQ(gm_sm9_encrypt(&pub, modes[i], out, size - 1, &n, bob, 3, 3, in, len), GM_ERR_BUFFER);
            CHECK(n == 0 && out[0] == 0xa5);
            CHECK_OK(gm_sm9_encrypt(&pub, modes[i], out, size, &n, bob, 3, 3, in, len));
            CHECK_EQ(n, size);
            CHECK_EQ(out[size], 0xa5);
            memset(got, 0xa5, sizeof got);
            CHECK_OK(gm_sm9_decrypt(&key, modes[i], len == 0 ? NULL : got, len, &n, bob, 3, out, size)); /* just fits */
            CHECK_EQ(n, len);
            CHECK_MEM(got, text, len);
            CHECK_EQ(got[len], 0xa5);
            if (len > 0) {
                CHECK_EQ(gm_sm9_decrypt(&key, modes[i], got, len - 1, &n, bob, 3, out, size), GM_ERR_BUFFER);
                CHECK_EQ(n, 0);
            }
            memset(got, 0xa5, size + 1);
            CHECK_EQ(gm_sm9_decrypt(&wrong, modes[i], got, size, &n, bob, 3, out, size), GM_ERR_VERIFY);
            CHECK(n == 0 && all_zero(got, size) && got[size] == 0xa5);
            CHECK_EQ(gm_sm9_decrypt(&key, modes[i], got, size, &n, bob, 2, out, size), GM_ERR_VERIFY);
            /* As another mode: K2 has another place, but for texts of 16 bytes, or the MAC is another. */
            gm_sm9_mode other = is_xor(modes[i]) ? GM_SM9_CFB : GM_SM9_XOR_HMAC;
            if (len != 16)
                CHECK_EQ(gm_sm9_decrypt(&key, other, got, size, &n, bob, 3, out, size), GM_ERR_VERIFY);
        }
}

/* Every byte of a ciphertext counts, and every length but the right one is refused. */
static void wrong_ciphertexts(void)
{
    gm_sm9_enc_public_key pub;
    gm_sm9_enc_user_key key = user(&pub);
    for (size_t i = 0; i < GM_COUNT(modes); i++) {
        size_t len = 20, n, size = gm_sm9_ciphertext_size(modes[i], len);
        CHECK_OK(gm_sm9_encrypt(&pub, modes[i], out, size, &n, bob, 3, 3, text, len));
        for (size_t k = 0; k < size; k++) {
            out[k] ^= (uint8_t)(1 << k % 8);
            memset(got, 0xa5, size + 1);
            CHECK_EQ(gm_sm9_decrypt(&key, modes[i], got, size, &n, bob, 3, out, size), GM_ERR_VERIFY);
            CHECK(n == 0 && all_zero(got, size) && got[size] == 0xa5);
            out[k] ^= (uint8_t)(1 << k % 8);
        }
        for (size_t cut = 0; cut < size; cut++) {
            uint8_t *exact = malloc(cut + 1);
            memcpy(exact + 1, out, cut);
            CHECK_EQ(gm_sm9_decrypt(&key, modes[i], got, size, &n, bob, 3, exact + 1, cut), GM_ERR_VERIFY);
            free(exact);
        }
        out[size] = 0;
        CHECK_EQ(gm_sm9_decrypt(&key, modes[i], got, size + 1, &n, bob, 3, out, size + 1), GM_ERR_VERIFY);
        CHECK_OK(gm_sm9_decrypt(&key, modes[i], got, size, &n, bob, 3, out, size));
    }
    size_t n;
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, NULL, 0, &n, bob, 3, NULL, 0), GM_ERR_VERIFY);
}

/* An authentic C2 whose padding is wrong: made with the keys that only both sides know. */
static void wrong_padding(void)
{
    const struct sm9_env env = gmi_sm9_env();
    gm_sm9_enc_public_key pub;
    gm_sm9_enc_user_key key = user(&pub);
    gm_sm4_key sm4;
    uint8_t shared[48];
    size_t n;
    for (int value = 0; value < 256; value += 1 + (value > 17) * 40) {
        uint8_t block[16], mac_in[48];
        CHECK_OK(gm_sm9_kem_encapsulate(&pub, out, shared, sizeof shared, bob, 3, 3));
        memset(block, value, sizeof block);
        block[3] = 0x55; /* wrong for PKCS#7 of 16, and no matter for less than 13 */
        CHECK_OK(gm_sm4_key_init(&sm4, shared));
        CHECK_OK(gm_sm4_ecb_encrypt(&sm4, out + 97, block, 16));
        memcpy(mac_in, out + 97, 16);
        memcpy(mac_in + 16, shared + 16, 32);
        gmi_sm3_hash(env.sm3, out + 65, mac_in, sizeof mac_in);
        int good = value >= 1 && value <= 12;
        memset(got, 0xa5, 17);
        CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_ECB, got, 16, &n, bob, 3, out, 113), good ? GM_OK : GM_ERR_VERIFY);
        CHECK_EQ(n, good ? 16 - value : 0);
        CHECK(good || all_zero(got, 16));
        CHECK_EQ(got[16], 0xa5);
    }
}

static void kem_round_trips(void)
{
    gm_sm9_enc_public_key pub, stranger;
    gm_sm9_enc_user_key key = user(&pub), wrong = user(&stranger);
    uint8_t c1[GM_SM9_C1_SIZE], bad[GM_SM9_C1_SIZE];
    for (size_t len = 1; len < sizeof got; len += 1 + len / 3) {
        CHECK_OK(gm_sm9_kem_encapsulate(&pub, c1, out, len, bob, 3, 3));
        CHECK_OK(gm_sm9_kem_decapsulate(&key, got, len, c1, bob, 3));
        CHECK_MEM(got, out, len);
        if (len < 16)
            continue;
        CHECK_OK(gm_sm9_kem_decapsulate(&wrong, got, len, c1, bob, 3));
        CHECK(memcmp(got, out, len) != 0);
        CHECK_OK(gm_sm9_kem_decapsulate(&key, got, len, c1, bob, 2));
        CHECK(memcmp(got, out, len) != 0);
        CHECK_OK(gm_sm9_kem_encapsulate(&pub, c1, got, len, bob, 3, 2)); /* another hid */
        CHECK_OK(gm_sm9_kem_decapsulate(&key, out, len, c1, bob, 3));
        CHECK(memcmp(got, out, len) != 0);
    }
    CHECK_OK(gm_sm9_kem_encapsulate(&pub, c1, out, 32, bob, 3, 3));
    for (size_t bit = 0; bit < 8 * sizeof c1; bit++) {
        memcpy(bad, c1, sizeof c1);
        bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
        memset(got, 0xa5, 33);
        CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, 32, bad, bob, 3), GM_ERR_VERIFY);
        CHECK(all_zero(got, 32) && got[32] == 0xa5);
    }
}

static void hybrid_round_trips(void)
{
    gm_sm9_enc_public_key pub;
    gm_sm9_enc_user_key key = user(&pub);
    uint8_t aad[40];
    rand_bytes(text, sizeof text);
    rand_bytes(aad, sizeof aad);
    for (size_t len = 0; len <= sizeof text; len += 1 + len / 3) {
        gm_sm4_gcm_ctx ctx;
        uint8_t tag[16];
        size_t aad_len = len % 2 == 0 ? 0 : rand_below(sizeof aad), first = rand_below(len + 1);
        const uint8_t *in = len == 0 ? NULL : text, *data = aad_len == 0 ? NULL : aad;
        memset(out, 0xa5, sizeof out);
        CHECK_OK(gm_sm9_hybrid_encrypt(&pub, out, bob, 3, 3, data, aad_len, in, len));
        CHECK_EQ(out[len + GM_SM9_HYBRID_OVERHEAD], 0xa5);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gm_sm9_hybrid_decrypt(&key, len == 0 ? NULL : got, bob, 3, data, aad_len, out,
                                       len + GM_SM9_HYBRID_OVERHEAD));
        CHECK_MEM(got, text, len);
        CHECK_EQ(got[len], 0xa5);
        /* The whole, decrypted in pieces; and pieces, decrypted as a whole. */
        CHECK_OK(gm_sm9_hybrid_decrypt_init(&ctx, &key, out, bob, 3));
        CHECK_OK(gm_sm4_gcm_aad(&ctx, data, aad_len));
        CHECK_OK(gm_sm4_gcm_decrypt_update_unverified(&ctx, got, out + 65, first));
        CHECK_OK(gm_sm4_gcm_decrypt_update_unverified(&ctx, got + first, out + 65 + first, len - first));
        CHECK_OK(gm_sm4_gcm_decrypt_finish(&ctx, out + 65 + len, GM_SM9_HYBRID_TAG_SIZE));
        CHECK_MEM(got, text, len);
        CHECK_OK(gm_sm9_hybrid_encrypt_init(&ctx, &pub, out, bob, 3, 3));
        CHECK_OK(gm_sm4_gcm_aad(&ctx, data, aad_len));
        CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, out + 65, text, first));
        CHECK_OK(gm_sm4_gcm_encrypt_update(&ctx, out + 65 + first, text + first, len - first));
        CHECK_OK(gm_sm4_gcm_encrypt_finish(&ctx, tag, sizeof tag));
        memcpy(out + 65 + len, tag, sizeof tag);
        memset(got, 0, sizeof got);
        CHECK_OK(gm_sm9_hybrid_decrypt(&key, got, bob, 3, data, aad_len, out, len + GM_SM9_HYBRID_OVERHEAD));
        CHECK_MEM(got, text, len);
    }
}

static void hybrid_refused(void)
{
    gm_sm9_enc_public_key pub, stranger, no_pub;
    gm_sm9_enc_user_key key = user(&pub), wrong = user(&stranger), no_key;
    gm_sm4_gcm_ctx ctx;
    uint8_t aad[3] = {1, 2, 3};
    size_t len = 20, n = len + GM_SM9_HYBRID_OVERHEAD;
    memset(&no_pub, 0, sizeof no_pub);
    memset(&no_key, 0, sizeof no_key);
    CHECK_OK(gm_sm9_hybrid_encrypt(&pub, out, bob, 3, 3, aad, 3, text, len));
    for (size_t k = 0; k < n; k++) {
        out[k] ^= (uint8_t)(1 << k % 8);
        memset(got, 0xa5, len + 1);
        CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 3, aad, 3, out, n), GM_ERR_VERIFY);
        CHECK(all_zero(got, len) && got[len] == 0xa5);
        out[k] ^= (uint8_t)(1 << k % 8);
    }
    for (size_t cut = 0; cut < n; cut++) {
        uint8_t *exact = malloc(cut + 1);
        memcpy(exact + 1, out, cut);
        CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 3, aad, 3, exact + 1, cut), GM_ERR_VERIFY);
        free(exact);
    }
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 3, aad, 2, out, n), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 2, aad, 3, out, n), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&wrong, got, bob, 3, aad, 3, out, n), GM_ERR_VERIFY);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, NULL, bob, 3, NULL, 0, NULL, 0), GM_ERR_VERIFY);
    out[0] = 3;
    memset(&ctx, 0xa5, sizeof ctx);
    CHECK_EQ(gm_sm9_hybrid_decrypt_init(&ctx, &key, out, bob, 3), GM_ERR_VERIFY);
    CHECK(all_zero(&ctx, sizeof ctx));
    out[0] = 4;
    memset(got, 0xa5, sizeof got);
    memset(&ctx, 0xa5, sizeof ctx);
    CHECK_EQ(gm_sm9_hybrid_encrypt(NULL, got, bob, 3, 3, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, NULL, bob, 3, 3, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, NULL, 3, 3, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 8192, 3, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, NULL, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, aad, 3, NULL, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, aad, 3, got, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, got + 100, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, got + 100, 3, 3, aad, 3, text, len), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&no_pub, got, bob, 3, 3, aad, 3, text, len), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, aad, 3, text, SIZE_MAX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(NULL, got, bob, 3, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, NULL, bob, 3, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, NULL, 3, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, got + 1, 3, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 3, NULL, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 3, aad, 3, NULL, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&key, out, bob, 3, aad, 3, out, n), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt(&no_key, got, bob, 3, aad, 3, out, n), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_hybrid_encrypt_init(NULL, &pub, got, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt_init(&ctx, NULL, got, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt_init(&ctx, &pub, NULL, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt_init(&ctx, &pub, got, NULL, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_encrypt_init(&ctx, &no_pub, got, bob, 3, 3), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_hybrid_decrypt_init(NULL, &key, out, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt_init(&ctx, NULL, out, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt_init(&ctx, &key, NULL, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt_init(&ctx, &key, out, NULL, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_hybrid_decrypt_init(&ctx, &no_key, out, bob, 3), GM_ERR_KEY);
    CHECK(all_are(got, sizeof got, 0xa5) && all_are(&ctx, sizeof ctx, 0xa5));
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, aad, 3, text, (size_t)GM_SM9_HYBRID_TEXT_MAX + 1),
                 GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_hybrid_decrypt(&key, got, bob, 3, aad, 3, text, (size_t)GM_SM9_HYBRID_TEXT_MAX + 82),
                 GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_hybrid_encrypt(&pub, got, bob, 3, 3, aad, (size_t)1 << 61, text, len), GM_ERR_ARGUMENT);
    }
}

static void refused(void)
{
    gm_sm9_enc_public_key pub, no_pub;
    gm_sm9_enc_user_key key = user(&pub), no_key;
    uint8_t c1[GM_SM9_C1_SIZE];
    size_t n = 77;
    memset(&no_pub, 0, sizeof no_pub);
    memset(&no_key, 0, sizeof no_key);
    memset(c1, 0xa5, sizeof c1);
    memset(got, 0xa5, sizeof got);
    CHECK_EQ(gm_sm9_kem_encapsulate(NULL, c1, got, 32, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, NULL, got, 32, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, NULL, 32, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, got, 0, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, c1 + 64, 32, bob, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, got, 32, NULL, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, got, 32, got + 31, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, got, 32, c1, 3, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, got, 32, bob, 8192, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_encapsulate(&no_pub, c1, got, 32, bob, 3, 3), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_kem_decapsulate(NULL, got, 32, c1, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, NULL, 32, c1, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, 0, c1, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, 32, NULL, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, c1 + 40, 32, c1, bob, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, 32, c1, got + 2, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, 32, c1, NULL, 3), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_kem_decapsulate(&no_key, got, 32, c1, bob, 3), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_XOR, 0), 0);
    CHECK_EQ(gm_sm9_ciphertext_size((gm_sm9_mode)3, 10), 0);
    CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_CFB, SIZE_MAX), 0);
    CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_CFB, 0), 97 + 16);
    CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_ECB, 0), 97 + 16);
    CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_CBC, 16), 97 + 48);
    CHECK_EQ(gm_sm9_encrypt(NULL, GM_SM9_XOR, got, 200, &n, bob, 3, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, (gm_sm9_mode)3, got, 200, &n, bob, 3, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, NULL, 200, &n, bob, 3, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, NULL, bob, 3, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, &n, NULL, 3, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, &n, bob, 8192, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, &n, bob, 3, 3, NULL, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, &n, bob, 3, 3, text, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, &n, bob, 3, 3, got + 199, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&pub, GM_SM9_XOR, got, 200, &n, got, 3, 3, text, 9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_encrypt(&no_pub, GM_SM9_XOR, got, 200, &n, bob, 3, 3, text, 9), GM_ERR_KEY);
    CHECK_EQ(gm_sm9_decrypt(NULL, GM_SM9_XOR, got, 200, &n, bob, 3, out, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, (gm_sm9_mode)3, got, 200, &n, bob, 3, out, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, NULL, 200, &n, bob, 3, out, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, got, 200, NULL, bob, 3, out, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, got, 200, &n, NULL, 3, out, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, got, 200, &n, got + 9, 3, out, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, got, 200, &n, bob, 3, NULL, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&key, GM_SM9_XOR, got, 200, &n, bob, 3, got + 1, 120), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_decrypt(&no_key, GM_SM9_XOR, got, 200, &n, bob, 3, out, 120), GM_ERR_KEY);
    CHECK_EQ(n, 77);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm9_kem_encapsulate(&pub, c1, got, (size_t)GM_SM9_SHARED_MAX + 1, bob, 3, 3), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_kem_decapsulate(&key, got, (size_t)GM_SM9_SHARED_MAX + 1, c1, bob, 3), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_XOR, (size_t)GM_SM9_PLAINTEXT_MAX), (size_t)GM_SM9_PLAINTEXT_MAX + 97);
        CHECK_EQ(gm_sm9_ciphertext_size(GM_SM9_ECB, (size_t)GM_SM9_PLAINTEXT_MAX + 1), 0);
    }
    CHECK(all_are(c1, sizeof c1, 0xa5) && all_are(got, sizeof got, 0xa5));
}

/* An identity that a master key cannot serve. */
static void no_such_user(void)
{
    const struct sm9_env env = gmi_sm9_env();
    gm_sm9_enc_master_key master;
    gm_sm4_gcm_ctx ctx;
    uint8_t c1[GM_SM9_C1_SIZE];
    u256 h1, ke;
    size_t n;
    gmi_sm9_h1(&env, &h1, bob, 3, 3);
    mod_neg(&ke, &h1, &gmi_sm9.n);
    gmi_sm9_enc_master_set(&env, &master, &ke);
    memset(got, 0xa5, sizeof got);
    memset(c1, 0xa5, sizeof c1);
    memset(&ctx, 0xa5, sizeof ctx);
    CHECK_EQ(gm_sm9_kem_encapsulate(&master.public_, c1, got, 32, bob, 3, 3), GM_ERR_UNSUPPORTED);
    CHECK_EQ(gm_sm9_encrypt(&master.public_, GM_SM9_CBC, got, 200, &n, bob, 3, 3, text, 9), GM_ERR_UNSUPPORTED);
    CHECK_EQ(n, 0);
    CHECK_EQ(gm_sm9_hybrid_encrypt(&master.public_, got, bob, 3, 3, NULL, 0, text, 9), GM_ERR_UNSUPPORTED);
    CHECK_EQ(gm_sm9_hybrid_encrypt_init(&ctx, &master.public_, c1, bob, 3, 3), GM_ERR_UNSUPPORTED);
    CHECK(all_are(c1, sizeof c1, 0xa5) && all_are(got, sizeof got, 0xa5) && all_are(&ctx, sizeof ctx, 0xa5));
    CHECK_OK(gm_sm9_kem_encapsulate(&master.public_, c1, got, 32, bob, 3, 2));
}

TEST_SUITE(sm9_encrypt, CASE(vector_files), CASE(nonce_thrown_away), CASE(round_trips), CASE(wrong_ciphertexts),
           CASE(wrong_padding), CASE(kem_round_trips), CASE(hybrid_round_trips), CASE(hybrid_refused), CASE(refused),
           CASE(no_such_user));
