/* Z, digests, IDs and messages in pieces. */
#include "sm2test.h"

static const char default_id[] = "1234567812345678";

static void vector_files(void)
{
    struct vec_walk w = {.seen = 0};
    while (vec_walk_next(&w, "sm2.txt", "sign")) {
        gm_sm2_private_key key = vec_private(&w.block, "d");
        const struct vec_field *id = vec_need(&w.block, "id"), *msg = vec_need(&w.block, "msg");
        uint8_t z[32], e[32], signature[64];
        CHECK_OK(gm_sm2_z(&key.public_, z, id->bytes, id->len));
        CHECK_MEM(z, vec_32(&w.block, "z"), 32);
        CHECK_OK(gm_sm2_digest(&key.public_, e, id->bytes, id->len, msg->bytes, msg->len));
        CHECK_MEM(e, vec_32(&w.block, "e"), 32);
        vec_signature(&w.block, signature);
        CHECK_OK(gm_sm2_verify(&key.public_, signature, id->bytes, id->len, msg->bytes, msg->len));
        if (id->len == 16 && memcmp(id->bytes, default_id, 16) == 0) {
            CHECK_OK(gm_sm2_z(&key.public_, z, NULL, GM_SM2_ID_DEFAULT));
            CHECK_MEM(z, vec_32(&w.block, "z"), 32);
        }
    }
    CHECK(w.seen >= 19);
}

/* Signatures of messages, raw or in DER, right and wrong. */
static void verify_vectors(void)
{
    struct vec_walk w = {.seen = 0};
    size_t refused = 0;
    while (vec_walk_next(&w, "sm2-edge.txt", "verify")) {
        gm_sm2_public_key key = vec_public(&w.block, "pub");
        const struct vec_field *id = vec_need(&w.block, "id"), *msg = vec_need(&w.block, "msg"),
                               *der = vec_get(&w.block, "der");
        int valid = vec_is(&w.block, "result", "valid"), ok = 1;
        uint8_t signature[64];
        refused += !valid;
        if (der != NULL)
            ok = gm_sm2_signature_from_der(signature, der->bytes, der->len) == GM_OK;
        else
            vec_signature(&w.block, signature);
        ok = ok && gm_sm2_verify(&key, signature, id->bytes, id->len, msg->bytes, msg->len) == GM_OK;
        CHECK_MSG(ok == valid, "line %zu", w.block.line);
    }
    CHECK(w.seen >= 15 && refused > 5);
}

/* The definition, over gm_sm3() alone. */
static void plain_z(uint8_t z[32], const gm_sm2_public_key *key, const uint8_t *id, size_t id_len)
{
    static uint8_t text[2 + GM_SM2_ID_MAX + 6 * 32 + 1];
    const struct ec_curve *c = &gmi_ec_sm2_curve;
    uint8_t point[65], *p = text + 2;
    text[0] = (uint8_t)(id_len >> 5);
    text[1] = (uint8_t)(id_len << 3);
    if (id_len > 0)
        memcpy(p, id, id_len);
    p += id_len;
    u256_to_be(p, &c->a);
    u256_to_be(p + 32, &c->b);
    u256_to_be(p + 64, &c->G.x);
    u256_to_be(p + 96, &c->G.y);
    CHECK_OK(gm_sm2_public_key_write(key, point));
    memcpy(p + 128, point + 1, 64);
    CHECK_OK(gm_sm3(z, text, 2 + id_len + 192));
}

static void ids(void)
{
    static uint8_t id[GM_SM2_ID_MAX + 1];
    gm_sm2_private_key key = random_key();
    uint8_t z[32], want[32], other[32];
    rand_bytes(id, sizeof id);
    for (size_t len = 0; len <= GM_SM2_ID_MAX; len += len < 200 ? 1 : 1 + rand_below(900)) {
        CHECK_OK(gm_sm2_z(&key.public_, z, id, len));
        plain_z(want, &key.public_, id, len);
        CHECK_MEM(z, want, 32);
    }
    CHECK_OK(gm_sm2_z(&key.public_, z, id, GM_SM2_ID_MAX));
    plain_z(want, &key.public_, id, GM_SM2_ID_MAX);
    CHECK_MEM(z, want, 32);
    memset(z, 1, 32);
    CHECK_EQ(gm_sm2_z(&key.public_, z, id, GM_SM2_ID_MAX + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_z(&key.public_, z, NULL, 1), GM_ERR_ARGUMENT);
    CHECK(z[0] == 1 && z[31] == 1);
    /* None, the default and the default in full. */
    CHECK_OK(gm_sm2_z(&key.public_, want, (const uint8_t *)default_id, 16));
    CHECK_OK(gm_sm2_z(&key.public_, z, NULL, GM_SM2_ID_DEFAULT));
    CHECK_OK(gm_sm2_z(&key.public_, other, NULL, 0));
    CHECK_MEM(z, want, 32);
    CHECK(memcmp(z, other, 32) != 0);
    CHECK_OK(gm_sm2_z(&key.public_, want, id, 0));
    CHECK_MEM(other, want, 32);
}

/* However a message is cut, its digest is that of the whole; and both ways agree with SM3 over Z || message. */
static void pieces(void)
{
    static uint8_t data[32 + 700];
    gm_sm2_private_key key = random_key();
    rand_bytes(data, sizeof data);
    for (size_t len = 0; len <= 700; len += 1 + rand_below(9)) {
        size_t id_len = rand_below(3) == 0 ? GM_SM2_ID_DEFAULT : rand_below(60);
        gm_sm2_message message, copy;
        uint8_t want[32], e[32], signature[64];
        CHECK_OK(gm_sm2_z(&key.public_, data, data + 100, id_len));
        CHECK_OK(gm_sm3(want, data, 32 + len));
        CHECK_OK(gm_sm2_digest(&key.public_, e, data + 100, id_len, data + 32, len));
        CHECK_MEM(e, want, 32);
        CHECK_OK(gm_sm2_message_init(&message, &key.public_, data + 100, id_len));
        for (size_t at = 0; at < len;) {
            size_t part = 1 + rand_below(len - at);
            CHECK_OK(gm_sm2_message_update(&message, data + 32 + at, part));
            at += part;
        }
        copy = message;
        CHECK_OK(gm_sm2_message_digest(&message, e));
        CHECK_MEM(e, want, 32);
        message = copy;
        CHECK_OK(gm_sm2_message_sign(&message, &key, signature));
        CHECK_OK(gm_sm2_verify(&key.public_, signature, data + 100, id_len, data + 32, len));
        message = copy;
        CHECK_OK(gm_sm2_message_verify(&message, signature));
        message = copy;
        signature[rand_below(64)] ^= 1;
        CHECK_EQ(gm_sm2_message_verify(&message, signature), GM_ERR_VERIFY);
        CHECK_EQ(gm_sm2_message_verify(&message, signature), GM_ERR_STATE);
    }
}

static void whole_messages(void)
{
    static uint8_t data[300];
    gm_sm2_private_key key = random_key();
    rand_bytes(data, sizeof data);
    for (size_t len = 0; len <= sizeof data; len += 1 + rand_below(40)) {
        uint8_t a[64], b[64];
        CHECK_OK(gm_sm2_sign(&key, a, NULL, GM_SM2_ID_DEFAULT, data, len));
        CHECK_OK(gm_sm2_verify(&key.public_, a, (const uint8_t *)default_id, 16, data, len));
        CHECK_EQ(gm_sm2_verify(&key.public_, a, NULL, 0, data, len), GM_ERR_VERIFY);
        CHECK_OK(gm_sm2_sign_deterministic(&key, a, data, 5, data, len));
        CHECK_OK(gm_sm2_sign_deterministic(&key, b, data, 5, data, len));
        CHECK_MEM(a, b, 64);
        CHECK_OK(gm_sm2_verify(&key.public_, a, data, 5, data, len));
        if (len > 0)
            CHECK_EQ(gm_sm2_verify(&key.public_, a, data, 5, data, len - 1), GM_ERR_VERIFY);
    }
}

static void refused(void)
{
    gm_sm2_private_key key = random_key(), other = random_key(), none = {.d_ = {0}};
    gm_sm2_message message = {.key_ = {.x_ = {0}}}, before;
    uint8_t out[64], data[8] = {0};
    /* Nothing is too long where size_t has 32 bits. */
    const size_t too_long = GMI_SM3_LIMIT - 32 <= SIZE_MAX ? (size_t)(GMI_SM3_LIMIT - 32) : 0;
    CHECK_EQ(gm_sm2_z(NULL, out, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_z(&key.public_, NULL, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_z(&none.public_, out, data, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_digest(NULL, out, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_digest(&key.public_, NULL, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_digest(&key.public_, out, data, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_digest(&key.public_, out, NULL, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_digest(&none.public_, out, data, 1, data, 1), GM_ERR_KEY);
    if (too_long > 0)
        CHECK_EQ(gm_sm2_digest(&key.public_, out, data, 1, data, too_long), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign(NULL, out, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign(&key, NULL, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign(&key, out, data, GM_SM2_ID_MAX + 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign(&none, out, data, 1, data, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_sign_deterministic(NULL, out, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_deterministic(&key, NULL, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_sign_deterministic(&none, out, data, 1, data, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_verify(NULL, out, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify(&key.public_, NULL, data, 1, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_verify(&none.public_, out, data, 1, data, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_message_init(NULL, &key.public_, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_init(&message, NULL, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_init(&message, &key.public_, data, GM_SM2_ID_MAX + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_init(&message, &none.public_, data, 1), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_message_update(&message, data, 1), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_message_digest(&message, out), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_message_sign(&message, &key, out), GM_ERR_STATE);
    CHECK_EQ(gm_sm2_message_verify(&message, out), GM_ERR_STATE);
    CHECK_OK(gm_sm2_message_init(&message, &key.public_, data, 1));
    before = message;
    CHECK_EQ(gm_sm2_message_update(NULL, data, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_update(&message, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_digest(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_digest(&message, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_sign(NULL, &key, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_sign(&message, NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_sign(&message, &key, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_sign(&message, &other, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_sign(&message, &none, out), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_message_verify(NULL, out), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_message_verify(&message, NULL), GM_ERR_ARGUMENT);
    CHECK_MEM(&message, &before, sizeof message);
    CHECK_EQ(sizeof message, 224);
    CHECK_EQ(gm_sm2_message_size(), sizeof message);
}

TEST_SUITE(sm2_message, CASE(vector_files), CASE(verify_vectors), CASE(ids), CASE(pieces), CASE(whole_messages),
           CASE(refused));
