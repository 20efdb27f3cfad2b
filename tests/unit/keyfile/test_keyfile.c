/* Key files: vectors, cases, every form there and back, and whatever damage can be done to them. */
#include <guomi/codec.h>
#include <guomi/keyfile.h>
#include <guomi/mem.h>

#include "gmtest.h"
#include "keyfile/keyfile_core.h"
#include "vectors.h"

static const uint8_t example_d[32] = {0x39, 0x45, 0x20, 0x8f, 0x7b, 0x21, 0x44, 0xb1, 0x3f, 0x36, 0xe3,
                                      0x8a, 0xc6, 0xd3, 0x9f, 0x95, 0x88, 0x93, 0x93, 0x69, 0x28, 0x60,
                                      0xb5, 0x1a, 0x42, 0xfb, 0x81, 0xef, 0x4d, 0xf7, 0xc5, 0xb8};

static gm_sm2_private_key key_of(const uint8_t d[32])
{
    gm_sm2_private_key key;
    CHECK_OK(gm_sm2_private_key_read(&key, d, 32));
    return key;
}

/* Load from memory of the exact size. */
static gm_status load(gm_sm2_private_key *key, gm_sm2_key_info *info, const void *data, size_t len,
                      const gm_sm2_key_options *options)
{
    uint8_t *copy = malloc(len > 0 ? len : 1);
    memcpy(copy, data, len);
    gm_status status = gm_sm2_key_load(key, info, copy, len, options);
    free(copy);
    return status;
}

static gm_status load_public(gm_sm2_public_key *key, gm_sm2_key_info *info, const void *data, size_t len)
{
    uint8_t *copy = malloc(len > 0 ? len : 1);
    memcpy(copy, data, len);
    gm_status status = gm_sm2_key_load_public(key, info, copy, len, NULL);
    free(copy);
    return status;
}

static void check_private(const gm_sm2_private_key *key, const uint8_t d[32])
{
    uint8_t number[32];
    CHECK_OK(gm_sm2_private_key_write(key, number));
    CHECK_MEM(number, d, 32);
}

/* ---- vectors ---- */

static void vectors(void)
{
    struct vec_file file = vec_open("formats.txt");
    static struct vec_block b;
    unsigned seen[5] = {0, 0, 0, 0, 0};
    while (vec_next(&file, &b)) {
        const struct vec_field *der = vec_need(&b, "der"), *d = vec_get(&b, "d");
        gm_sm2_private_key key;
        gm_sm2_public_key public_key;
        gm_sm2_key_info info;
        uint8_t out[GM_SM2_SAVED_MAX], point[65];
        size_t n;
        if (vec_is(&b, "op", "sm2-spki")) {
            seen[0]++;
            CHECK_OK(load_public(&public_key, &info, der->bytes, der->len));
            CHECK_EQ(info.form, GM_SM2_KEY_SPKI);
            CHECK_OK(gm_sm2_public_key_write(&public_key, point));
            CHECK_MEM(point, vec_need(&b, "pub")->bytes, 65);
            CHECK_OK(gm_sm2_key_save_public(&public_key, out, sizeof out, &n, GM_SM2_KEY_SPKI, GM_SM2_TEXT_NONE, 0));
            CHECK_EQ(n, der->len);
            CHECK_MEM(out, der->bytes, n);
        }
        if (vec_is(&b, "op", "sm2-sec1") || vec_is(&b, "op", "sm2-pkcs8")) {
            gm_sm2_key_form form = vec_is(&b, "op", "sm2-sec1") ? GM_SM2_KEY_SEC1 : GM_SM2_KEY_PKCS8;
            seen[form == GM_SM2_KEY_SEC1 ? 1 : 2]++;
            CHECK_OK(load(&key, &info, der->bytes, der->len, NULL));
            CHECK_EQ(info.form, form);
            check_private(&key, d->bytes);
            CHECK_OK(gm_sm2_key_save(&key, out, sizeof out, &n, form, GM_SM2_TEXT_NONE));
            CHECK_EQ(n, der->len);
            CHECK_MEM(out, der->bytes, n);
        }
        if (vec_is(&b, "op", "sm2-enveloped-key")) {
            gm_sm2_private_key recipient = key_of(vec_need(&b, "recipient_d")->bytes);
            seen[4]++;
            CHECK_OK(gm_sm2_envelope_open(&key, &info, &recipient, der->bytes, der->len));
            CHECK_EQ(info.form, GM_SM2_KEY_ENVELOPED);
            check_private(&key, d->bytes);
            CHECK_EQ(load(&key, &info, der->bytes, der->len, NULL), GM_ERR_STATE);
            CHECK_EQ(info.problem, GM_SM2_PROBLEM_RECIPIENT);
        }
        if (vec_is(&b, "op", "sm2-pkcs8-encrypted")) {
            const struct vec_field *password = vec_need(&b, "password");
            gm_sm2_key_options options = {password->bytes, password->len, 0, 0, 0};
            struct pbes2 pbes2;
            seen[3]++;
            CHECK_OK(load(&key, &info, der->bytes, der->len, &options));
            CHECK_EQ(info.form, GM_SM2_KEY_PKCS8_ENCRYPTED);
            CHECK_EQ(info.cipher, GM_SM2_CIPHER_SM4);
            check_private(&key, d->bytes);
            /* Written again under the same salt and IV: byte for byte the same, where the salt has 16 bytes. */
            CHECK_EQ(gmi_pbes2_parse(&pbes2, (struct der){der->bytes, der->len}), 0);
            CHECK_EQ(info.iterations, pbes2.iterations);
            CHECK_EQ(info.prf, pbes2.prf);
            if (pbes2.salt.len == 16) {
                CHECK_OK(gmi_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_NONE, password->bytes,
                                                password->len, pbes2.iterations, pbes2.prf, pbes2.salt.p, pbes2.iv.p));
                CHECK_EQ(n, der->len);
                CHECK_MEM(out, der->bytes, n);
            }
        }
    }
    CHECK_EQ(seen[0], 1);
    CHECK_EQ(seen[1], 1);
    CHECK_EQ(seen[2], 1);
    CHECK_EQ(seen[3], 2);
    CHECK_EQ(seen[4], 1);
}

/* ---- cases ---- */

struct file {
    uint8_t bytes[4096];
    size_t len;
};

static struct file read_file(const char *name)
{
    char path[1024];
    struct file file = {{0}, 0};
    snprintf(path, sizeof path, "%s/cases/%s", GM_TEST_ROOT, name);
    FILE *f = fopen(path, "rb");
    CHECK_MSG(f != NULL, "%s", path);
    if (f != NULL) {
        file.len = fread(file.bytes, 1, sizeof file.bytes, f);
        fclose(f);
    }
    return file;
}

#define CASE_05 "05-short-private-key/"
#define CASE_07 "07-ec-parameters-block/"
#define CASE_09 "09-explicit-parameters/"
#define CASE_11 "11-pem-windows-and-text/"
#define CASE_13 "13-encrypted-pkcs8-hmac-sm3/"
#define CASE_15 "15-traditional-encrypted-ec-key/"
#define CASE_33 "33-cfca-sm2-file/"
#define CASE_HUGE "41-huge-iteration-count/"

/* The MUST lines of the cases: a file, what it needs, what comes out. */
static const struct {
    const char *file, *password, *key; /* key: a file with hex, or NULL */
    gm_status status;
    gm_sm2_key_problem problem;
    gm_sm2_key_form form;
} private_cases[] = {
    {CASE_05 "key62.hex", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_RAW},
    {CASE_05 "key64.hex", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_RAW},
    {CASE_05 "key66.hex", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_RAW},
    {CASE_05 "sec1.31.pem", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_SEC1},
    {CASE_05 "p8.31.pem", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_05 "p8.32.pem", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_05 "p8.33.pem", NULL, CASE_05 "key64.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_05 "pub.hex", NULL, NULL, GM_ERR_KEY, GM_SM2_PROBLEM_IS_PUBLIC, GM_SM2_KEY_POINT},
    {CASE_07 "ecparam.pem", NULL, CASE_07 "key.hex", GM_OK, 0, GM_SM2_KEY_SEC1},
    {CASE_07 "keyfirst.pem", NULL, CASE_07 "key.hex", GM_OK, 0, GM_SM2_KEY_SEC1},
    {CASE_07 "pubthenkey.pem", NULL, CASE_07 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_07 "onlyparams.pem", NULL, NULL, GM_ERR_ENCODING, GM_SM2_PROBLEM_NO_KEY, GM_SM2_KEY_PARAMETERS},
    {CASE_09 "full.p8.pem", NULL, CASE_09 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_09 "full.sec1.pem", NULL, CASE_09 "key.hex", GM_OK, 0, GM_SM2_KEY_SEC1},
    {CASE_09 "full.pub.pem", NULL, NULL, GM_ERR_KEY, GM_SM2_PROBLEM_IS_PUBLIC, GM_SM2_KEY_SPKI},
    {CASE_11 "crlf.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "bom.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "bagattrs.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "nonl.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "trailingspace.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "after.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "blanklines.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "cr.pem", NULL, CASE_11 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8},
    {CASE_11 "badb64.pem", NULL, NULL, GM_ERR_ENCODING, GM_SM2_PROBLEM_DAMAGED, GM_SM2_KEY_NONE},
    {CASE_11 "noend.pem", NULL, NULL, GM_ERR_ENCODING, GM_SM2_PROBLEM_DAMAGED, GM_SM2_KEY_NONE},
    {CASE_11 "mismatch.pem", NULL, NULL, GM_ERR_ENCODING, GM_SM2_PROBLEM_DAMAGED, GM_SM2_KEY_NONE},
    {CASE_13 "sm3-kl.pem", CASE_13 "password.txt", CASE_13 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "sm3-nokl-null.pem", CASE_13 "password.txt", CASE_13 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "sm3-it1.pem", CASE_13 "password.txt", CASE_13 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "sha256.pem", CASE_13 "password.txt", CASE_13 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "sha1-default.pem", CASE_13 "password.txt", CASE_13 "key.hex", GM_OK, 0, GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "sm3-kl.pem", CASE_13 "key.hex", NULL, GM_ERR_VERIFY, GM_SM2_PROBLEM_WRONG_PASSWORD,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "sm3-kl.pem", NULL, NULL, GM_ERR_STATE, GM_SM2_PROBLEM_NO_PASSWORD, GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_13 "it-zero.pem", CASE_13 "password.txt", NULL, GM_ERR_ENCODING, GM_SM2_PROBLEM_DAMAGED,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_15 "legacy.pem", CASE_15 "password.txt", NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ENCRYPTION,
     GM_SM2_KEY_SEC1_ENCRYPTED},
    {CASE_15 "legacy.pem", NULL, NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ENCRYPTION, GM_SM2_KEY_SEC1_ENCRYPTED},
    {CASE_33 "user.sm2", CASE_33 "password.txt", NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ENCRYPTION, GM_SM2_KEY_CFCA},
    {CASE_33 "user.sm2.der", NULL, NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ENCRYPTION, GM_SM2_KEY_CFCA},
    {CASE_33 "user-104-2.sm2.der", NULL, NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ENCRYPTION, GM_SM2_KEY_CFCA},
    {CASE_33 "othercert.sm2.der", NULL, NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ENCRYPTION, GM_SM2_KEY_CFCA},
    {CASE_HUGE "over.pem", CASE_13 "password.txt", NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ITERATIONS,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_HUGE "2-63.pem", CASE_13 "password.txt", NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ITERATIONS,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_HUGE "2-64.pem", CASE_13 "password.txt", NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ITERATIONS,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_HUGE "2-1000.pem", CASE_13 "password.txt", NULL, GM_ERR_UNSUPPORTED, GM_SM2_PROBLEM_ITERATIONS,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
    {CASE_HUGE "negative.pem", CASE_13 "password.txt", NULL, GM_ERR_ENCODING, GM_SM2_PROBLEM_DAMAGED,
     GM_SM2_KEY_PKCS8_ENCRYPTED},
};

static void cases_private(void)
{
    static const gm_sm2_private_key nothing;
    for (size_t i = 0; i < GM_COUNT(private_cases); i++) {
        struct file file = read_file(private_cases[i].file), password = {{0}, 0};
        gm_sm2_key_options options = {NULL, 0, 0, 0, 0};
        gm_sm2_private_key key;
        gm_sm2_key_info info, detected;
        if (private_cases[i].password != NULL) {
            password = read_file(private_cases[i].password);
            options.password = password.bytes;
            options.password_len = password.len;
        }
        memset(&key, 0xa5, sizeof key);
        gm_status status = load(&key, &info, file.bytes, file.len, &options);
        CHECK_MSG(status == private_cases[i].status && info.problem == (uint32_t)private_cases[i].problem &&
                      info.form == (uint32_t)private_cases[i].form,
                  "%s: status %d, problem %u, form %u", private_cases[i].file, status, info.problem, info.form);
        if (private_cases[i].key != NULL) {
            struct file hex = read_file(private_cases[i].key);
            uint8_t d[32];
            size_t n;
            CHECK_OK(gm_hex_decode(d, sizeof d, &n, (const char *)hex.bytes, hex.len));
            check_private(&key, d);
            CHECK_OK(gm_sm2_key_detect(&detected, file.bytes, file.len));
            /* The first key of a file with several may be a public one. */
            CHECK(detected.form == info.form || detected.form == GM_SM2_KEY_SPKI);
            CHECK_EQ(detected.text, info.text);
            CHECK_EQ(detected.iterations, info.iterations);
        } else {
            CHECK_MEM(&key, &nothing, sizeof key);
        }
    }
}

static void cases_public(void)
{
    static const char *const names[][2] = {
        {CASE_05 "pub.hex", CASE_05 "pub.hex"},
        {CASE_09 "full.pub.pem", CASE_09 "pub.hex"},
        {CASE_09 "nocofactor.pub.pem", CASE_09 "pub.hex"},
        {CASE_09 "compressed-g.pub.pem", CASE_09 "pub.hex"},
        {CASE_13 "by-gmssl.pub.pem", NULL},
        {CASE_07 "pubthenkey.pem", NULL},
    };
    for (size_t i = 0; i < GM_COUNT(names); i++) {
        struct file file = read_file(names[i][0]);
        gm_sm2_public_key key;
        gm_sm2_key_info info;
        uint8_t point[65], want[65];
        size_t n;
        CHECK_MSG(load_public(&key, &info, file.bytes, file.len) == GM_OK, "%s: %u", names[i][0], info.problem);
        CHECK_EQ(info.problem, 0);
        if (names[i][1] != NULL) {
            struct file hex = read_file(names[i][1]);
            CHECK_OK(gm_sm2_public_key_write(&key, point));
            CHECK_OK(gm_hex_decode(want, sizeof want, &n, (const char *)hex.bytes, hex.len));
            CHECK_MEM(point, want, 65);
        }
    }
    static const char *const no_public[] = {CASE_05 "key64.hex", CASE_07 "keyfirst.pem", CASE_13 "sm3-kl.pem",
                                            CASE_15 "legacy.pem"};
    for (size_t i = 0; i < GM_COUNT(no_public); i++) {
        struct file file = read_file(no_public[i]);
        gm_sm2_public_key key;
        gm_sm2_key_info info;
        CHECK_EQ(load_public(&key, &info, file.bytes, file.len), GM_ERR_KEY);
        CHECK_MSG(info.problem == GM_SM2_PROBLEM_IS_PRIVATE, "%s: %u", no_public[i], info.problem);
    }
}

static void case_13_by_gmssl(void)
{
    struct file file = read_file(CASE_13 "by-gmssl.pem"), password = read_file(CASE_13 "by-gmssl.password.txt"),
                point = read_file(CASE_13 "by-gmssl.pub.pem");
    gm_sm2_key_options options = {password.bytes, password.len, 0, 0, 0};
    gm_sm2_private_key key;
    gm_sm2_public_key computed, written;
    gm_sm2_key_info info;
    CHECK_OK(load(&key, &info, file.bytes, file.len, &options));
    CHECK_EQ(info.iterations, 65536);
    CHECK_EQ(info.prf, GM_SM2_PRF_SM3_GM);
    CHECK_OK(load_public(&written, NULL, point.bytes, point.len));
    CHECK_OK(gm_sm2_private_key_public(&key, &computed));
    CHECK(gm_sm2_public_key_equal(&computed, &written));
}

/* ---- there and back ---- */

static const gm_sm2_key_form private_forms[] = {GM_SM2_KEY_RAW, GM_SM2_KEY_INTEGER, GM_SM2_KEY_SEC1, GM_SM2_KEY_PKCS8};
static const gm_sm2_key_form public_forms[] = {GM_SM2_KEY_POINT, GM_SM2_KEY_BIT_STRING, GM_SM2_KEY_SPKI};
static const uint8_t password[] = "a password";

static int has_pem(gm_sm2_key_form form)
{
    return form == GM_SM2_KEY_SEC1 || form == GM_SM2_KEY_PKCS8 || form == GM_SM2_KEY_SPKI;
}

/* A number with `zeros` leading bytes of 0. */
static gm_sm2_private_key random_key(size_t zeros)
{
    uint8_t d[32] = {0};
    rand_bytes(d + zeros, 32 - zeros);
    d[zeros] &= 0x7f;
    d[31] |= 1;
    return key_of(d);
}

static void round_trips(void)
{
    for (int round = 0; round < 40; round++) {
        gm_sm2_private_key key = random_key((size_t)(round % 4)), back;
        gm_sm2_public_key point, point_back;
        gm_sm2_key_info info;
        uint8_t out[GM_SM2_SAVED_MAX + 1], d[32];
        size_t n, again;
        CHECK_OK(gm_sm2_private_key_write(&key, d));
        CHECK_OK(gm_sm2_private_key_public(&key, &point));
        for (size_t f = 0; f < GM_COUNT(private_forms); f++)
            for (int text = GM_SM2_TEXT_NONE; text <= (has_pem(private_forms[f]) ? 3 : 2); text++) {
                gm_sm2_key_options options = {NULL, 0, 0, (uint32_t)private_forms[f], 0};
                memset(out, 0x5a, sizeof out);
                CHECK_OK(gm_sm2_key_save(&key, out, GM_SM2_SAVED_MAX, &n, private_forms[f], (gm_sm2_key_text)text));
                CHECK_EQ(out[n], 0x5a);
                memset(out, 0x5a, sizeof out);
                CHECK_EQ(gm_sm2_key_save(&key, out, n - 1, &again, private_forms[f], (gm_sm2_key_text)text),
                         GM_ERR_BUFFER);
                CHECK_EQ(again, n);
                CHECK_EQ(out[0], 0x5a);
                CHECK_OK(gm_sm2_key_save(&key, out, n, &again, private_forms[f], (gm_sm2_key_text)text));
                CHECK_OK(load(&back, &info, out, n, &options));
                CHECK_EQ(info.form, private_forms[f]);
                CHECK_EQ(info.text, text);
                check_private(&back, d);
                options.form = 0;
                gm_status status = load(&back, &info, out, n, &options);
                if (private_forms[f] == GM_SM2_KEY_INTEGER && (round % 4 == 1 || round % 4 == 2)) {
                    CHECK_EQ(status, GM_ERR_ENCODING);
                    CHECK_EQ(info.problem, GM_SM2_PROBLEM_AMBIGUOUS);
                } else {
                    CHECK_OK(status);
                    check_private(&back, d);
                }
                /* Taken for a public key: the INTEGER of 31 bytes looks like a compressed point. */
                status = load_public(&point_back, &info, out, n);
                if (private_forms[f] == GM_SM2_KEY_INTEGER && round % 4 == 1)
                    CHECK(status == GM_OK || info.problem == GM_SM2_PROBLEM_RANGE);
                else
                    CHECK(info.problem == GM_SM2_PROBLEM_IS_PRIVATE || info.problem == GM_SM2_PROBLEM_AMBIGUOUS);
            }
        for (size_t f = 0; f < GM_COUNT(public_forms); f++)
            for (int text = GM_SM2_TEXT_NONE; text <= (has_pem(public_forms[f]) ? 3 : 2); text++)
                for (int compressed = 0; compressed < 2; compressed++) {
                    CHECK_OK(gm_sm2_key_save_public(&point, out, sizeof out, &n, public_forms[f], (gm_sm2_key_text)text,
                                                    compressed));
                    CHECK_OK(load_public(&point_back, &info, out, n));
                    CHECK_EQ(info.form, public_forms[f]);
                    CHECK_EQ(info.text, text);
                    CHECK(gm_sm2_public_key_equal(&point, &point_back));
                    CHECK_EQ(gm_sm2_key_save_public(&point, out, n - 1, &again, public_forms[f], (gm_sm2_key_text)text,
                                                    compressed),
                             GM_ERR_BUFFER);
                    CHECK_EQ(again, n);
                    gm_status status = load(&back, &info, out, n, NULL);
                    CHECK(status == GM_ERR_KEY || info.problem == GM_SM2_PROBLEM_AMBIGUOUS);
                    CHECK(info.problem == GM_SM2_PROBLEM_IS_PUBLIC || info.problem == GM_SM2_PROBLEM_AMBIGUOUS);
                }
    }
}

static void encrypted_round_trips(void)
{
    for (int text = GM_SM2_TEXT_NONE; text <= GM_SM2_TEXT_PEM; text++)
        for (int prf = GM_SM2_PRF_SM3; prf <= GM_SM2_PRF_SM3_GM; prf++)
            for (size_t len = 0; len <= sizeof password; len += 5) {
                gm_sm2_private_key key = random_key(len % 3), back;
                gm_sm2_key_options options = {password, len, 0, 0, 0};
                gm_sm2_key_info info;
                uint8_t out[GM_SM2_SAVED_MAX], twice[GM_SM2_SAVED_MAX], d[32];
                size_t n, m, again;
                CHECK_OK(gm_sm2_private_key_write(&key, d));
                CHECK_OK(gm_sm2_key_save_encrypted(&key, out, sizeof out, &n, (gm_sm2_key_text)text, password, len,
                                                   1000 + len, (gm_sm2_key_prf)prf));
                CHECK_EQ(gm_sm2_key_save_encrypted(&key, twice, n - 1, &again, (gm_sm2_key_text)text, password, len,
                                                   1000 + len, (gm_sm2_key_prf)prf),
                         GM_ERR_BUFFER);
                CHECK_EQ(again, n);
                CHECK_OK(gm_sm2_key_save_encrypted(&key, twice, n, &m, (gm_sm2_key_text)text, password, len, 1000 + len,
                                                   (gm_sm2_key_prf)prf));
                CHECK(m == n && memcmp(out, twice, n) != 0); /* salt and IV are fresh */
                CHECK_OK(load(&back, &info, out, n, &options));
                CHECK_EQ(info.prf, prf);
                CHECK_EQ(info.iterations, 1000 + len);
                check_private(&back, d);
                options.password_len = (len + 1) % sizeof password;
                options.max_iterations = 1000 + len;
                CHECK_EQ(load(&back, &info, out, n, &options), GM_ERR_VERIFY);
                options.max_iterations--;
                CHECK_EQ(load(&back, &info, out, n, &options), GM_ERR_UNSUPPORTED);
                CHECK_EQ(info.problem, GM_SM2_PROBLEM_ITERATIONS);
            }
}

/* More iterations than usual are read when the caller allows them. */
static void iterations_allowed(void)
{
    gm_sm2_private_key key = key_of(example_d), back;
    uint8_t out[GM_SM2_SAVED_MAX], salt[32] = {7};
    gm_sm2_key_options options = {password, 5, 0, 0, 0};
    size_t n;
    CHECK_OK(gmi_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_NONE, password, 5, 5000, GM_SM2_PRF_SM3,
                                    salt, salt + 16));
    options.max_iterations = 4999;
    CHECK_EQ(load(&back, NULL, out, n, &options), GM_ERR_UNSUPPORTED);
    options.max_iterations = 5000;
    CHECK_OK(load(&back, NULL, out, n, &options));
}

static void envelopes(void)
{
    for (int round = 0; round < 40; round++) {
        gm_sm2_private_key key = random_key((size_t)(round % 3)), recipient = random_key(0), back;
        gm_sm2_public_key to;
        gm_sm2_key_info info;
        uint8_t out[GM_SM2_SAVED_MAX], d[32];
        size_t n, most;
        gm_sm2_key_text text = (gm_sm2_key_text)(round % 3);
        CHECK_OK(gm_sm2_private_key_write(&key, d));
        CHECK_OK(gm_sm2_private_key_public(&recipient, &to));
        CHECK_EQ(gm_sm2_envelope_seal(&key, NULL, 0, &most, &to, text), GM_ERR_BUFFER);
        CHECK(most <= GM_SM2_SAVED_MAX);
        CHECK_EQ(gm_sm2_envelope_seal(&key, out, most - 1, &n, &to, text), GM_ERR_BUFFER);
        CHECK_OK(gm_sm2_envelope_seal(&key, out, most, &n, &to, text));
        CHECK(n <= most);
        CHECK_OK(gm_sm2_envelope_open(&back, &info, &recipient, out, n));
        CHECK_EQ(info.text, text);
        check_private(&back, d);
        CHECK_EQ(gm_sm2_envelope_open(&back, &info, &key, out, n), GM_ERR_VERIFY);
        CHECK_EQ(info.problem, GM_SM2_PROBLEM_WRONG_RECIPIENT);
        if (text != GM_SM2_TEXT_NONE)
            continue;
        for (int k = 0; k < 60; k++) {
            size_t bit = rand_below(8 * n);
            out[bit / 8] ^= (uint8_t)(1 << bit % 8);
            if (gm_sm2_envelope_open(&back, &info, &recipient, out, n) == GM_OK)
                check_private(&back, d);
            out[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK(gm_sm2_envelope_open(&back, &info, &recipient, out, rand_below(n)) != GM_OK);
        }
        /* Opened into the object that holds the recipient. */
        CHECK_OK(gm_sm2_envelope_open(&recipient, NULL, &recipient, out, n));
        check_private(&recipient, d);
    }
}

/* ---- damage ---- */

/* What is read of damaged bytes is an error or the same key; forms that hold a number and nothing to check it by can
 * give another one, and are tried for crashes alone. */
static void try_damaged(const uint8_t *data, size_t len, const uint8_t d[32], int checked, const char *what, size_t at)
{
    gm_sm2_key_options options = {password, 5, 3000, 0, 0};
    static const gm_sm2_private_key nothing;
    gm_sm2_private_key key;
    gm_sm2_public_key public_key;
    gm_sm2_key_info info;
    gm_status status = load(&key, &info, data, len, &options);
    CHECK_EQ(status == GM_OK, info.problem == GM_SM2_PROBLEM_NONE);
    if (status != GM_OK) {
        CHECK_MEM(&key, &nothing, sizeof key);
    } else if (checked) {
        uint8_t number[32];
        CHECK_OK(gm_sm2_private_key_write(&key, number));
        CHECK_MSG(memcmp(number, d, 32) == 0, "%s, damage at %zu", what, at);
    }
    status = load_public(&public_key, &info, data, len);
    CHECK_EQ(status == GM_OK, info.problem == GM_SM2_PROBLEM_NONE);
}

static size_t save(uint8_t out[GM_SM2_SAVED_MAX], const gm_sm2_private_key *key, gm_sm2_key_form form,
                   gm_sm2_key_text text)
{
    static const uint8_t salt[32] = {1, 2, 3};
    gm_sm2_public_key point;
    size_t n = 0;
    CHECK_OK(gm_sm2_private_key_public(key, &point));
    if (form == GM_SM2_KEY_PKCS8_ENCRYPTED)
        CHECK_OK(gmi_key_save_encrypted(key, out, GM_SM2_SAVED_MAX, &n, text, password, 5, 2, GM_SM2_PRF_SM3, salt,
                                        salt + 16));
    else if (form >= GM_SM2_KEY_POINT)
        CHECK_OK(gm_sm2_key_save_public(&point, out, GM_SM2_SAVED_MAX, &n, form, text, 0));
    else
        CHECK_OK(gm_sm2_key_save(key, out, GM_SM2_SAVED_MAX, &n, form, text));
    return n;
}

static const struct {
    gm_sm2_key_form form;
    gm_sm2_key_text text;
    int checked;
} damaged[] = {
    {GM_SM2_KEY_RAW, GM_SM2_TEXT_NONE, 0},
    {GM_SM2_KEY_RAW, GM_SM2_TEXT_HEX, 0},
    {GM_SM2_KEY_INTEGER, GM_SM2_TEXT_NONE, 0},
    {GM_SM2_KEY_SEC1, GM_SM2_TEXT_NONE, 1},
    {GM_SM2_KEY_SEC1, GM_SM2_TEXT_PEM, 1},
    {GM_SM2_KEY_PKCS8, GM_SM2_TEXT_NONE, 1},
    {GM_SM2_KEY_PKCS8, GM_SM2_TEXT_BASE64, 1},
    {GM_SM2_KEY_PKCS8, GM_SM2_TEXT_PEM, 1},
    {GM_SM2_KEY_PKCS8_ENCRYPTED, GM_SM2_TEXT_NONE, 1},
    {GM_SM2_KEY_PKCS8_ENCRYPTED, GM_SM2_TEXT_PEM, 1},
    {GM_SM2_KEY_POINT, GM_SM2_TEXT_NONE, 0},
    {GM_SM2_KEY_SPKI, GM_SM2_TEXT_NONE, 1},
    {GM_SM2_KEY_SPKI, GM_SM2_TEXT_PEM, 1},
    {GM_SM2_KEY_SEC1, GM_SM2_TEXT_HEX, 1},
    {GM_SM2_KEY_PKCS8, GM_SM2_TEXT_HEX, 1},
    {GM_SM2_KEY_PKCS8_ENCRYPTED, GM_SM2_TEXT_HEX, 1},
    {GM_SM2_KEY_SPKI, GM_SM2_TEXT_HEX, 1},
    {GM_SM2_KEY_BIT_STRING, GM_SM2_TEXT_NONE, 1},
    {GM_SM2_KEY_BIT_STRING, GM_SM2_TEXT_HEX, 1},
    {GM_SM2_KEY_BIT_STRING, GM_SM2_TEXT_BASE64, 1},
};

static void every_flip(void)
{
    gm_sm2_private_key key = key_of(example_d);
    for (size_t i = 0; i < GM_COUNT(damaged); i++) {
        uint8_t out[GM_SM2_SAVED_MAX];
        size_t n = save(out, &key, damaged[i].form, damaged[i].text);
        for (size_t bit = 0; bit < 8 * n; bit++) {
            out[bit / 8] ^= (uint8_t)(1 << bit % 8);
            try_damaged(out, n, example_d, damaged[i].checked, "flip", bit);
            out[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

/* A part of a file is never a key, but for what is left of bare numbers, and PEM without its last line end. */
static void every_cut(void)
{
    gm_sm2_private_key key = key_of(example_d), back;
    gm_sm2_public_key point;
    for (size_t i = 0; i < GM_COUNT(damaged); i++) {
        uint8_t out[GM_SM2_SAVED_MAX];
        size_t n = save(out, &key, damaged[i].form, damaged[i].text);
        gm_sm2_key_options options = {password, 5, 3000, 0, 0};
        for (size_t len = 0; len < n; len++) {
            try_damaged(out, len, example_d, damaged[i].checked, "cut", len);
            if (!damaged[i].checked || (damaged[i].text == GM_SM2_TEXT_PEM && len == n - 1))
                continue;
            CHECK_MSG(load(&back, NULL, out, len, &options) != GM_OK, "form %d cut to %zu", damaged[i].form, len);
            CHECK_MSG(load_public(&point, NULL, out, len) != GM_OK, "form %d cut to %zu", damaged[i].form, len);
        }
        if (damaged[i].text == GM_SM2_TEXT_NONE && damaged[i].form != GM_SM2_KEY_RAW) {
            memset(out + n, 0, 1); /* and what follows a key is no part of it */
            CHECK(load(&back, NULL, out, n + 1, &options) != GM_OK);
            CHECK(load_public(&point, NULL, out, n + 1) != GM_OK);
        }
    }
}

/* Every byte of PKCS#8 replaced by some others. */
static void random_damage(void)
{
    gm_sm2_private_key key = key_of(example_d);
    for (int round = 0; round < 3000; round++) {
        uint8_t out[GM_SM2_SAVED_MAX];
        size_t i = rand_below(GM_COUNT(damaged)), n = save(out, &key, damaged[i].form, damaged[i].text);
        for (size_t k = 1 + rand_below(4); k > 0; k--)
            out[rand_below(n)] = (uint8_t)rand_u64();
        try_damaged(out, n, example_d, damaged[i].checked, "bytes", (size_t)round);
    }
}

/* ---- rules for bare numbers ---- */

static void raw_rules(void)
{
    uint8_t d[40] = {0};
    for (size_t len = 1; len <= 36; len++)
        for (int first = 0; first < 3; first++) {
            static const uint8_t firsts[] = {0, 0x7e, 1};
            char hex[80];
            gm_sm2_private_key key;
            gm_sm2_key_info info;
            gm_sm2_key_options named = {NULL, 0, 0, GM_SM2_KEY_RAW, 0};
            rand_bytes(d, sizeof d);
            d[0] = firsts[first];
            d[1] &= 0x7f;
            d[len - 1] |= 1;
            if (len == 1)
                d[0] |= 1;
            CHECK_OK(gm_hex_encode(hex, d, len));
            int good = (len >= 28 && len <= 32) || (len == 33 && d[0] == 0);
            gm_status status = load(&key, &info, hex, 2 * len, NULL);
            CHECK_MSG(status == (good ? GM_OK : GM_ERR_ENCODING), "%zu bytes, first %u: %d", len, d[0], status);
            status = load(&key, &info, d, len, NULL);
            CHECK_MSG(status == (good ? GM_OK : GM_ERR_ENCODING), "%zu bytes, first %u: %d", len, d[0], status);
            /* Named, shorter ones are read as well; as bytes only if they are no text. */
            status = load(&key, &info, hex, 2 * len, &named);
            CHECK_EQ(status, len <= 32 || good ? GM_OK : GM_ERR_ENCODING);
        }
}

static void odd_digits(void)
{
    gm_sm2_private_key key;
    static const char *const texts[] = {
        "945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8",
        "945208f7b2144b13f36e38ac6d39f95 \n889393692860b51a42fb81ef4df7c5b8\r\n",
        "0945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8",
        ("\xef\xbb\xbf"
         "0945208F7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8\n"),
    };
    uint8_t d[32];
    memcpy(d, example_d, 32);
    d[0] = 0x09;
    for (size_t i = 0; i < GM_COUNT(texts); i++) {
        CHECK_MSG(load(&key, NULL, texts[i], strlen(texts[i]), NULL) == GM_OK, "text %zu", i);
        check_private(&key, d);
    }
}

static void limits_of_the_number(void)
{
    /* n - 1, n - 2, n, 0, 1 */
    uint8_t d[32] = {0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                     0x72, 0x03, 0xdf, 0x6b, 0x21, 0xc6, 0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x22};
    gm_sm2_private_key key;
    gm_sm2_key_info info;
    CHECK_EQ(load(&key, &info, d, 32, NULL), GM_ERR_KEY);
    CHECK_EQ(info.problem, GM_SM2_PROBLEM_RANGE);
    d[31]--;
    CHECK_OK(load(&key, &info, d, 32, NULL));
    d[31] += 2;
    CHECK_EQ(load(&key, &info, d, 32, NULL), GM_ERR_KEY);
    memset(d, 0, 32);
    CHECK_EQ(load(&key, &info, d, 32, NULL), GM_ERR_KEY);
    d[31] = 1;
    CHECK_OK(load(&key, &info, d, 32, NULL));
}

/* A pass phrase of 32 characters is no key. */
static void no_keys(void)
{
    static const char *const texts[] = {"this is not a key file at all...",
                                        "abcdefghijklmnopqrstuvwxyz123456",
                                        "",
                                        " ",
                                        "\n",
                                        "-----BEGIN-----",
                                        "0x1234",
                                        "zz",
                                        "==",
                                        "AAAA"};
    gm_sm2_private_key key;
    gm_sm2_public_key point;
    gm_sm2_key_info info;
    for (size_t i = 0; i < GM_COUNT(texts); i++) {
        CHECK_MSG(load(&key, &info, texts[i], strlen(texts[i]), NULL) == GM_ERR_ENCODING, "'%s'", texts[i]);
        CHECK_EQ(info.problem, GM_SM2_PROBLEM_NO_KEY);
        CHECK_EQ(load_public(&point, &info, texts[i], strlen(texts[i])), GM_ERR_ENCODING);
        CHECK_EQ(gm_sm2_key_detect(&info, (const uint8_t *)texts[i], strlen(texts[i])), GM_ERR_ENCODING);
        CHECK_EQ(info.form, GM_SM2_KEY_NONE);
    }
}

/* ---- shapes that the writers do not make ---- */

static gm_sm2_key_problem problem_of(const char *word)
{
    static const struct {
        const char *word;
        gm_sm2_key_problem problem;
    } words[] = {
        {"none", GM_SM2_PROBLEM_NONE},
        {"no-key", GM_SM2_PROBLEM_NO_KEY},
        {"damaged", GM_SM2_PROBLEM_DAMAGED},
        {"is-public", GM_SM2_PROBLEM_IS_PUBLIC},
        {"is-private", GM_SM2_PROBLEM_IS_PRIVATE},
        {"not-sm2", GM_SM2_PROBLEM_NOT_SM2},
        {"range", GM_SM2_PROBLEM_RANGE},
        {"mismatch", GM_SM2_PROBLEM_MISMATCH},
        {"wrong-password", GM_SM2_PROBLEM_WRONG_PASSWORD},
        {"encryption", GM_SM2_PROBLEM_ENCRYPTION},
        {"wrong-recipient", GM_SM2_PROBLEM_WRONG_RECIPIENT},
        {"other-form", GM_SM2_PROBLEM_OTHER_FORM},
    };
    for (size_t i = 0; i < GM_COUNT(words); i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].problem;
    CHECK_MSG(0, "unknown problem %s", word);
    return GM_SM2_PROBLEM_NONE;
}

static void generated(void)
{
    struct vec_file file = vec_open("generated-keys.txt");
    static struct vec_block b;
    uint8_t numbers[200][32], points[200][65];
    static const uint8_t recipient_d[32] = {[27] = 0x01, 0x23, 0x45, 0x67, 0x89};
    size_t private_keys = 0, public_keys = 0, ends = 0;
    while (vec_next(&file, &b)) {
        gm_sm2_private_key key;
        gm_sm2_public_key point;
        gm_sm2_key_info info;
        gm_sm2_key_options options = {(const uint8_t *)"guomi", 5, 0, 0, 0};
        if (vec_is(&b, "op", "key")) { /* the last block */
            for (size_t i = 0; i < private_keys; i++)
                CHECK_MEM(numbers[i], vec_need(&b, "d")->bytes, 32);
            for (size_t i = 0; i < public_keys; i++)
                CHECK_MEM(points[i], vec_need(&b, "point")->bytes, 65);
            CHECK_MEM(recipient_d, vec_need(&b, "recipient")->bytes, 32);
            ends++;
            continue;
        }
        const struct vec_field *data = vec_need(&b, "data");
        gm_sm2_key_problem want = problem_of(vec_need(&b, "problem")->text);
        gm_status status;
        if (vec_is(&b, "op", "key-enveloped")) {
            gm_sm2_private_key recipient = key_of(recipient_d);
            status = gm_sm2_envelope_open(&key, &info, &recipient, data->bytes, data->len);
            if (status == GM_OK)
                CHECK_OK(gm_sm2_private_key_write(&key, numbers[private_keys++]));
        } else if (vec_is(&b, "op", "key-private")) {
            status = load(&key, &info, data->bytes, data->len, &options);
            if (status == GM_OK)
                CHECK_OK(gm_sm2_private_key_write(&key, numbers[private_keys++]));
        } else {
            status = load_public(&point, &info, data->bytes, data->len);
            if (status == GM_OK)
                CHECK_OK(gm_sm2_public_key_write(&point, points[public_keys++]));
        }
        CHECK_EQ(status == GM_OK, want == GM_SM2_PROBLEM_NONE);
        CHECK_MSG(info.problem == (uint32_t)want, "line %zu: %s (form %u)", b.line,
                  gm_sm2_key_problem_text(info.problem), info.form);
    }
    CHECK_EQ(ends, 1);
    CHECK(private_keys >= 20 && public_keys >= 10);
}

/* The curve with one parameter changed, in each place. */
static void other_curves(void)
{
    struct file file = read_file(CASE_09 "full.pub.pem");
    gm_pem_block block;
    gm_sm2_public_key key;
    gm_sm2_key_info info;
    uint8_t der[512];
    size_t at = 0, n;
    CHECK_OK(gm_pem_next(&block, &at, (const char *)file.bytes, file.len));
    CHECK_OK(gm_base64_decode(der, sizeof der, &n, block.body, block.body_len));
    CHECK_OK(load_public(&key, &info, der, n));
    for (size_t i = 0; i < n - 68; i++) { /* up to the point */
        der[i] ^= 1;
        CHECK_MSG(load_public(&key, &info, der, n) != GM_OK, "byte %zu", i);
        der[i] ^= 1;
    }
    CHECK_OK(load_public(&key, &info, der, n));
}

/* ---- arguments ---- */

static void bad_arguments(void)
{
    gm_sm2_private_key key = key_of(example_d), none = {{0}, {0}, {{0}, {0}, 0, {0}}, {0}};
    gm_sm2_public_key point;
    gm_sm2_key_options options = {NULL, 1, 0, 0, 0};
    gm_sm2_key_info info;
    uint8_t out[GM_SM2_SAVED_MAX];
    size_t n = 7;
    memset(&info, 0x33, sizeof info);
    CHECK_EQ(gm_sm2_key_load(NULL, &info, out, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_load(&key, &info, NULL, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_load(&key, &info, out, 1, &options), GM_ERR_ARGUMENT);
    options.password_len = 0;
    options.form = GM_SM2_KEY_CERTIFICATE;
    CHECK_EQ(gm_sm2_key_load(&key, &info, out, 1, &options), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_load_public(NULL, &info, out, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_load_public(&point, &info, NULL, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_load_public(&point, &info, out, 1, &options), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_detect(NULL, out, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_detect(&info, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(info.form, 0x33333333);
    check_private(&key, example_d);
    CHECK_EQ(gm_sm2_key_save(NULL, out, sizeof out, &n, GM_SM2_KEY_RAW, GM_SM2_TEXT_HEX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save(&key, NULL, 1, &n, GM_SM2_KEY_RAW, GM_SM2_TEXT_HEX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save(&key, out, sizeof out, NULL, GM_SM2_KEY_RAW, GM_SM2_TEXT_HEX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save(&key, out, sizeof out, &n, GM_SM2_KEY_RAW, GM_SM2_TEXT_PEM), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save(&key, out, sizeof out, &n, GM_SM2_KEY_INTEGER, GM_SM2_TEXT_PEM), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save(&key, out, sizeof out, &n, GM_SM2_KEY_SPKI, GM_SM2_TEXT_HEX), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save(&key, out, sizeof out, &n, GM_SM2_KEY_RAW, (gm_sm2_key_text)4), GM_ERR_ARGUMENT);
    CHECK_EQ(n, 7);
    CHECK_EQ(gm_sm2_key_save(&none, out, sizeof out, &n, GM_SM2_KEY_RAW, GM_SM2_TEXT_HEX), GM_ERR_KEY);
    CHECK_EQ(n, 0);
    CHECK_EQ(gm_sm2_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_PEM, NULL, 1, 0, GM_SM2_PRF_SM3),
             GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_PEM, NULL, 0, GM_SM2_ITERATIONS_MAX + 1,
                                       GM_SM2_PRF_SM3),
             GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_PEM, NULL, 0, 1, GM_SM2_PRF_SHA256),
             GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save_encrypted(&none, out, sizeof out, &n, GM_SM2_TEXT_PEM, NULL, 0, 1, GM_SM2_PRF_SM3),
             GM_ERR_KEY);
    CHECK_OK(gm_sm2_private_key_public(&key, &point));
    CHECK_EQ(gm_sm2_key_save_public(&point, out, sizeof out, &n, GM_SM2_KEY_SEC1, GM_SM2_TEXT_HEX, 0), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_key_save_public(&point, out, sizeof out, &n, GM_SM2_KEY_POINT, GM_SM2_TEXT_HEX, 2),
             GM_ERR_ARGUMENT);
    memset(&point, 0, sizeof point);
    CHECK_EQ(gm_sm2_key_save_public(&point, out, sizeof out, &n, GM_SM2_KEY_POINT, GM_SM2_TEXT_HEX, 0), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_envelope_open(NULL, &info, &key, out, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_envelope_open(&key, &info, NULL, out, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_envelope_open(&key, &info, &key, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_envelope_seal(NULL, out, sizeof out, &n, &point, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_envelope_seal(&key, out, sizeof out, &n, NULL, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_envelope_seal(&key, out, sizeof out, &n, &point, GM_SM2_TEXT_PEM), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm2_envelope_seal(&none, out, sizeof out, &n, &point, GM_SM2_TEXT_NONE), GM_ERR_KEY);
    CHECK_EQ(gm_sm2_envelope_seal(&key, out, sizeof out, &n, &point, GM_SM2_TEXT_NONE),
             GM_ERR_KEY); /* point is empty */
    for (uint32_t i = 0; i < 70; i++)
        CHECK(gm_sm2_key_form_text(i)[0] != 0 && gm_sm2_key_problem_text(i)[0] != 0);
    CHECK_EQ(sizeof(gm_sm2_key_info), 64);
}

TEST_SUITE(keyfile, CASE(vectors), CASE(cases_private), CASE(cases_public), CASE(case_13_by_gmssl), CASE(round_trips),
           CASE(encrypted_round_trips), CASE(iterations_allowed), CASE(envelopes), CASE(every_flip), CASE(every_cut),
           CASE(random_damage), CASE(raw_rules), CASE(odd_digits), CASE(limits_of_the_number), CASE(no_keys),
           CASE(generated), CASE(other_curves), CASE(bad_arguments));
