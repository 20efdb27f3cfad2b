/* tests/cases that concern keys and signatures, by the C functions: 05, 17 and 23. */
#include "sm2test.h"

static uint8_t data[1 << 14];

static size_t read_case(const char *folder, const char *name, uint8_t *out, size_t most)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/cases/%s/%s", GM_TEST_ROOT, folder, name);
    FILE *f = fopen(path, "rb");
    CHECK_MSG(f != NULL, "%s", path);
    if (f == NULL)
        return 0;
    size_t n = fread(out, 1, most, f);
    CHECK(n < most);
    fclose(f);
    return n;
}

static size_t read_hex(const char *folder, const char *name, uint8_t *out, size_t most)
{
    static uint8_t text[1024];
    size_t n = read_case(folder, name, text, sizeof text), len = 0;
    for (size_t i = 0; i + 1 < n && vec_digit((char)text[i]) >= 0 && len < most; i += 2)
        out[len++] = (uint8_t)(vec_digit((char)text[i]) * 16 + vec_digit((char)text[i + 1]));
    return len;
}

static gm_sm2_public_key case_key(const char *folder)
{
    gm_sm2_public_key key;
    uint8_t pub[65];
    CHECK_EQ(read_hex(folder, "pub.hex", pub, sizeof pub), 65);
    CHECK_OK(gm_sm2_public_key_read(&key, pub, 65));
    return key;
}

static void short_private_keys(void)
{
    static const char folder[] = "05-short-private-key";
    static const struct {
        const char *name;
        size_t len;
    } forms[] = {{"key62.hex", 31}, {"key64.hex", 32}, {"key66.hex", 33}};
    gm_sm2_public_key want = case_key(folder);
    for (size_t i = 0; i < GM_COUNT(forms); i++) {
        gm_sm2_private_key key;
        uint8_t in[40], out[32], d[32];
        CHECK_EQ(read_hex(folder, forms[i].name, in, sizeof in), forms[i].len);
        CHECK_OK(gm_sm2_private_key_read(&key, in, forms[i].len));
        CHECK(gm_sm2_public_key_equal(&key.public_, &want));
        CHECK_OK(gm_sm2_private_key_write(&key, out));
        CHECK_EQ(read_hex(folder, "key64.hex", d, sizeof d), 32);
        CHECK_MEM(out, d, 32);
        memmove(in + 1, in, forms[i].len);
        in[0] = 1;
        CHECK_EQ(gm_sm2_private_key_read(&key, in, 33), GM_ERR_ENCODING);
        CHECK_EQ(gm_sm2_private_key_read(&key, in, 34), GM_ERR_ENCODING);
    }
}

static gm_status verify_der(const gm_sm2_public_key *key, const uint8_t *der, size_t len, const uint8_t *id,
                            size_t id_len, const uint8_t *msg, size_t msg_len)
{
    uint8_t signature[64];
    gm_status status = gm_sm2_signature_from_der(signature, der, len);
    return status == GM_OK ? gm_sm2_verify(key, signature, id, id_len, msg, msg_len) : status;
}

static void strict_der(void)
{
    static const char folder[] = "17-signature-der-strict";
    static const char *const bad[] = {
        "trailing.der",    "trailing-inside.der", "pad-s.der",     "neg-r.der",  "longlen.der",
        "longlen-int.der", "indef.der",           "missing-s.der", "octets.der", "set.der",
        "empty.der",       "zero-len-int.der",    "truncated.der"};
    gm_sm2_public_key key = case_key(folder);
    static uint8_t msg[1024];
    size_t msg_len = read_case(folder, "msg.txt", msg, sizeof msg), len = read_case(folder, "good.der", data, 200);
    CHECK_OK(verify_der(&key, data, len, NULL, GM_SM2_ID_DEFAULT, msg, msg_len));
    for (size_t i = 0; i < GM_COUNT(bad); i++) {
        len = read_case(folder, bad[i], data, 200);
        CHECK_MSG(verify_der(&key, data, len, NULL, GM_SM2_ID_DEFAULT, msg, msg_len) == GM_ERR_ENCODING, "%s", bad[i]);
    }
}

static void signer_ids(void)
{
    static const char folder[] = "23-signer-id-lengths";
    static const struct {
        const char *id, *sig; /* id NULL: the default */
        gm_status want;
    } table[] = {
        {"default.id", "default.sig", GM_OK},
        {"empty.id", "empty.sig", GM_OK},
        {"utf8.id", "utf8.sig", GM_OK},
        {"id8191.id", "id8191.sig", GM_OK},
        {"id8192.id", "id8192.sig", GM_ERR_ARGUMENT},
        {"nul.id", "nul.sig", GM_OK},
        {NULL, "default.sig", GM_OK},
        {NULL, "empty.sig", GM_ERR_VERIFY},
        {"default.id", "utf8.sig", GM_ERR_VERIFY},
        {"default.id", "noz.sig", GM_ERR_VERIFY},
    };
    gm_sm2_public_key key = case_key(folder);
    gm_sm2_private_key pair;
    static uint8_t msg[1024], sig[200];
    uint8_t d[32], e[32], signature[64];
    size_t msg_len = read_case(folder, "msg.txt", msg, sizeof msg);
    for (size_t i = 0; i < GM_COUNT(table); i++) {
        size_t sig_len = read_case(folder, table[i].sig, sig, sizeof sig);
        size_t id_len = table[i].id == NULL ? GM_SM2_ID_DEFAULT : read_case(folder, table[i].id, data, sizeof data);
        CHECK_EQ(verify_der(&key, sig, sig_len, data, id_len, msg, msg_len), table[i].want);
    }
    CHECK_EQ(read_hex(folder, "key.hex", d, sizeof d), 32);
    CHECK_OK(gm_sm2_private_key_read(&pair, d, 32));
    CHECK(gm_sm2_public_key_equal(&pair.public_, &key));
    CHECK_EQ(gm_sm2_sign(&pair, signature, data, read_case(folder, "id8192.id", data, sizeof data), msg, msg_len),
             GM_ERR_ARGUMENT);
    /* The signature of a bare hash is one of that digest, for those who ask so. */
    CHECK_OK(gm_sm3(e, msg, msg_len));
    CHECK_OK(gm_sm2_signature_from_der(signature, sig, read_case(folder, "noz.sig", sig, sizeof sig)));
    CHECK_OK(gm_sm2_verify_digest(&key, signature, e));
}

TEST_SUITE(sm2_cases, CASE(short_private_keys), CASE(strict_der), CASE(signer_ids));
