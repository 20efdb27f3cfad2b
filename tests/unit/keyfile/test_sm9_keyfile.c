/* SM9 keys in files, signatures, ciphertexts and key packages in DER: vectors, every form there and back, and damage.
 */
#include <guomi/mem.h>
#include <guomi/sm9_format.h>
#include <guomi/sm9_keyfile.h>

#include "gmtest.h"
#include "keyfile/sm9_keyfile.h"
#include "vectors.h"

static const uint8_t password[] = "guomi";

/* Load from memory of the exact size. */
static gm_status load(gm_sm9_any_key *key, gm_sm9_key_info *info, const void *data, size_t len,
                      const gm_sm9_key_options *options)
{
    uint8_t *copy = malloc(len > 0 ? len : 1);
    if (len > 0)
        memcpy(copy, data, len);
    gm_status status = gm_sm9_key_load(key, info, copy, len, options);
    free(copy);
    return status;
}

static int all_zero(const void *p, size_t len)
{
    const uint8_t *bytes = p;
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != 0)
            return 0;
    return 1;
}

static uint32_t number(const struct vec_block *b, const char *name)
{
    return (uint32_t)strtoul(vec_need(b, name)->text, NULL, 10);
}

/* ---- vectors ---- */

/* The key's number or point, and the master's point, by the writers of sm9.h. */
static void check_parts(const gm_sm9_any_key *key, const struct vec_field *want, const struct vec_field *master)
{
    uint8_t out[GM_SM9_G2_SIZE];
    size_t n;
    CHECK_OK(gm_sm9_key_save(key, out, sizeof out, &n, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE));
    CHECK_EQ(n, want->len);
    CHECK_MEM(out, want->bytes, n);
    if (key->kind == GM_SM9_KEY_SIGN_USER || key->kind == GM_SM9_KEY_ENC_USER) {
        CHECK_EQ(key->has_master, master->len > 0);
        if (key->has_master && key->kind == GM_SM9_KEY_SIGN_USER)
            CHECK_OK(gm_sm9_sign_public_key_write(&key->u.sign_user.master, out));
        else if (key->has_master)
            CHECK_OK(gm_sm9_enc_public_key_write(&key->u.enc_user.master, out));
        CHECK_MEM(out, master->bytes, key->has_master ? master->len : 0);
    } else {
        CHECK_EQ(key->has_master, 0);
    }
}

/* What others write we write alike, byte for byte, where it is a form of ours. */
static void check_written(const gm_sm9_any_key *key, const gm_sm9_key_info *info, const struct vec_field *file)
{
    uint8_t out[GM_SM9_SAVED_MAX];
    size_t n;
    int same = key->has_master || info->kind == GM_SM9_KEY_SIGN_MASTER || info->kind == GM_SM9_KEY_ENC_MASTER;
    if (info->text != GM_SM2_TEXT_NONE || info->form == GM_SM9_FORM_SPKI || !same)
        return;
    if (info->form != GM_SM9_FORM_PKCS8_ENCRYPTED) {
        CHECK_OK(gm_sm9_key_save(key, out, sizeof out, &n, (gm_sm9_key_form)info->form, GM_SM2_TEXT_NONE));
        /* 1.2.156.10197.1.302.2, of key exchange, is read and written as .3. */
        if (n == file->len && (info->form != GM_SM9_FORM_PKCS8 || file->bytes[18] != 2))
            CHECK_MEM(out, file->bytes, n);
        return;
    }
    struct pbes2 pbes2;
    CHECK_EQ(gmi_pbes2_parse(&pbes2, (struct der){file->bytes, file->len}), 0);
    CHECK_OK(gmi_sm9_key_save_encrypted(key, out, sizeof out, &n, GM_SM2_TEXT_NONE, password, 5, pbes2.iterations,
                                        pbes2.prf, pbes2.salt.p, pbes2.iv.p));
    CHECK_EQ(n, file->len);
    CHECK_MEM(out, file->bytes, n);
}

static void vectors(void)
{
    static struct vec_block b;
    struct vec_file file = vec_open("generated-sm9-keys.txt");
    size_t good = 0, bad = 0;
    while (vec_next(&file, &b)) {
        if (!vec_is(&b, "op", "key"))
            continue;
        const struct vec_field *data = vec_need(&b, "file");
        gm_sm9_key_options options = {password, 5, 100, number(&b, "wanted_dec"), 0};
        gm_sm9_any_key key;
        gm_sm9_key_info info;
        gm_status status = load(&key, &info, data->bytes, data->len, &options);
        CHECK_MSG(info.problem == number(&b, "problem_dec"), "line %zu: problem %u", b.line, info.problem);
        CHECK_MSG(info.form == number(&b, "form_dec"), "line %zu: form %u", b.line, info.form);
        CHECK_MSG(info.kind == number(&b, "kind_dec"), "line %zu: kind %u", b.line, info.kind);
        CHECK_EQ(info.text, number(&b, "text_dec"));
        CHECK_EQ(status == GM_OK, info.problem == 0);
        if (status != GM_OK) {
            bad++;
            CHECK(all_zero(&key, sizeof key));
            CHECK_EQ(load(&key, NULL, data->bytes, data->len, &options), status);
            continue;
        }
        good++;
        CHECK_EQ(key.kind, info.kind);
        check_parts(&key, vec_need(&b, "main"), vec_need(&b, "master"));
        check_written(&key, &info, data);
    }
    CHECK(good >= 35 && bad >= 35);
}

static void signatures(void)
{
    static struct vec_block b;
    struct vec_file file = vec_open("generated-sm9-keys.txt");
    size_t seen = 0;
    while (vec_next(&file, &b)) {
        if (!vec_is(&b, "op", "signature"))
            continue;
        const struct vec_field *der = vec_need(&b, "der"), *raw = vec_need(&b, "raw");
        uint8_t signature[GM_SM9_SIGNATURE_SIZE], out[GM_SM9_SIGNATURE_DER_SIZE];
        gm_status status = gm_sm9_signature_from_der(signature, der->bytes, der->len);
        CHECK_EQ(status, raw->len > 0 ? GM_OK : GM_ERR_ENCODING);
        seen++;
        if (raw->len == 0)
            continue;
        CHECK_MEM(signature, raw->bytes, sizeof signature);
        CHECK_OK(gm_sm9_signature_to_der(out, signature));
        CHECK_EQ(der->len, sizeof out);
        CHECK_MEM(out, der->bytes, sizeof out);
        CHECK_EQ(gm_sm9_signature_from_der(NULL, out, sizeof out), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_signature_from_der(signature, NULL, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_signature_from_der(signature, NULL, 0), GM_ERR_ENCODING);
        CHECK_EQ(gm_sm9_signature_to_der(NULL, signature), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm9_signature_to_der(out, NULL), GM_ERR_ARGUMENT);
        for (size_t i = 0; i < sizeof out; i++) /* cut anywhere */
            CHECK_EQ(gm_sm9_signature_from_der(signature, out, i), GM_ERR_ENCODING);
    }
    CHECK(seen >= 10);
}

static void ciphertexts(void)
{
    static struct vec_block b;
    static uint8_t raw_out[70200], der_out[70200];
    struct vec_file file = vec_open("generated-sm9-keys.txt");
    size_t seen = 0, n;
    gm_sm9_mode mode;
    while (vec_next(&file, &b)) {
        if (!vec_is(&b, "op", "ciphertext"))
            continue;
        const struct vec_field *der = vec_need(&b, "der"), *raw = vec_need(&b, "raw");
        seen++;
        gm_status status = gm_sm9_ciphertext_from_der(raw_out, sizeof raw_out, &n, &mode, der->bytes, der->len);
        CHECK_EQ(status, raw->len > 0 ? GM_OK : GM_ERR_ENCODING);
        CHECK_EQ(n, raw->len);
        if (raw->len == 0)
            continue;
        CHECK_EQ(mode, number(&b, "mode_dec"));
        CHECK_MEM(raw_out, raw->bytes, n);
        CHECK_EQ(gm_sm9_ciphertext_from_der(raw_out, n - 1, &n, &mode, der->bytes, der->len), GM_ERR_BUFFER);
        CHECK_EQ(n, raw->len);
        CHECK_OK(gm_sm9_ciphertext_to_der(der_out, der->len, &n, mode, raw->bytes, raw->len));
        CHECK_EQ(n, der->len);
        CHECK_MEM(der_out, der->bytes, n);
        CHECK(n <= raw->len + GM_SM9_CIPHERTEXT_DER_OVERHEAD);
        CHECK_EQ(gm_sm9_ciphertext_to_der(der_out, n - 1, &n, mode, raw->bytes, raw->len), GM_ERR_BUFFER);
        CHECK_EQ(n, der->len);
    }
    CHECK(seen >= 30);
    memset(raw_out, 4, sizeof raw_out);
    CHECK_EQ(gm_sm9_ciphertext_to_der(der_out, sizeof der_out, &n, GM_SM9_XOR, raw_out, 96), GM_ERR_ENCODING);
    CHECK_OK(gm_sm9_ciphertext_to_der(der_out, sizeof der_out, &n, GM_SM9_CBC, raw_out, 70100));
    CHECK_OK(gm_sm9_ciphertext_from_der(raw_out, sizeof raw_out, &n, &mode, der_out, n));
    CHECK(n == 70100 && mode == GM_SM9_CBC);
    CHECK_OK(gm_sm9_ciphertext_to_der(der_out, sizeof der_out, &n, GM_SM9_XOR_HMAC, raw_out, 97));
    CHECK_EQ(der_out[4], 0); /* 30 len 02 01 00 */
    CHECK_EQ(gm_sm9_ciphertext_to_der(der_out, sizeof der_out, &n, (gm_sm9_mode)3, raw_out, 97), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_ciphertext_to_der(der_out, sizeof der_out, NULL, GM_SM9_XOR, raw_out, 97), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_ciphertext_from_der(NULL, 1, &n, &mode, der_out, 10), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_ciphertext_from_der(raw_out, 1, &n, NULL, der_out, 10), GM_ERR_ARGUMENT);
    raw_out[0] = 2;
    CHECK_EQ(gm_sm9_ciphertext_to_der(der_out, sizeof der_out, &n, GM_SM9_XOR, raw_out, 97), GM_ERR_ENCODING);
}

/* Lengths of keys around those where the DER of a length grows; the form byte by byte; what is refused. */
static void packages(void)
{
    static const size_t lens[] = {1, 16, 31, 32, 55, 56, 57, 127, 128, 185, 186, 255, 256, 65535, 65536, 70000};
    static uint8_t key[70000], back[70000], der[70000 + GM_SM9_KEY_PACKAGE_OVERHEAD];
    uint8_t c1[GM_SM9_C1_SIZE], c1_back[GM_SM9_C1_SIZE];
    size_t n, m;
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(i * 7 + 1);
    for (size_t i = 0; i < sizeof c1; i++)
        c1[i] = (uint8_t)(4 + i);
    for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
        CHECK_OK(gm_sm9_key_package_to_der(der, lens[i] + GM_SM9_KEY_PACKAGE_OVERHEAD, &n, key, lens[i], c1));
        memset(back, 0, sizeof back);
        CHECK_OK(gm_sm9_key_package_from_der(back, lens[i], &m, c1_back, der, n));
        CHECK_EQ(m, lens[i]);
        CHECK_MEM(back, key, m);
        CHECK_MEM(c1_back, c1, sizeof c1);
        CHECK_EQ(gm_sm9_key_package_to_der(der, n - 1, &m, key, lens[i], c1), GM_ERR_BUFFER);
        CHECK_EQ(m, n);
        CHECK_EQ(gm_sm9_key_package_from_der(NULL, 0, &m, c1_back, der, n), GM_ERR_BUFFER);
        CHECK_EQ(m, lens[i]);
    }
    /* 30 56, 04 10 K, 03 42 00 C */
    CHECK_OK(gm_sm9_key_package_to_der(der, sizeof der, &n, key, 16, c1));
    CHECK_EQ(n, 88);
    CHECK(der[0] == 0x30 && der[1] == 86 && der[2] == 4 && der[3] == 16 && memcmp(der + 4, key, 16) == 0);
    CHECK(der[20] == 3 && der[21] == 66 && der[22] == 0 && memcmp(der + 23, c1, sizeof c1) == 0);
    for (size_t i = 0; i < n; i++) /* cut anywhere */
        CHECK_EQ(gm_sm9_key_package_from_der(back, sizeof back, &m, c1_back, der, i), GM_ERR_ENCODING);
    CHECK_EQ(gm_sm9_key_package_from_der(back, sizeof back, &m, c1_back, der, n + 1), GM_ERR_ENCODING);
    static const uint8_t frame[] = {0, 1, 2, 3, 20, 21, 22, 23}; /* tags, lengths, unused bits, 04 */
    for (size_t i = 0; i < sizeof frame; i++) {
        der[frame[i]] ^= 1;
        CHECK_EQ(gm_sm9_key_package_from_der(back, sizeof back, &m, c1_back, der, n), GM_ERR_ENCODING);
        CHECK_EQ(m, 0);
        der[frame[i]] ^= 1;
    }
    static const uint8_t empty[] = {0x30, 0x46, 0x04, 0x00, 0x03, 0x42, 0x00};
    memcpy(der, empty, sizeof empty);
    memcpy(der + sizeof empty, c1, sizeof c1);
    CHECK_EQ(gm_sm9_key_package_from_der(back, sizeof back, &m, c1_back, der, sizeof empty + sizeof c1),
             GM_ERR_ENCODING);
    CHECK_EQ(gm_sm9_key_package_to_der(der, sizeof der, &n, key, 0, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_to_der(der, sizeof der, &n, NULL, 1, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_to_der(der, sizeof der, &n, key, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_to_der(der, sizeof der, NULL, key, 1, c1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_to_der(NULL, 1, &n, key, 1, c1), GM_ERR_ARGUMENT);
    c1[0] = 2;
    CHECK_EQ(gm_sm9_key_package_to_der(der, sizeof der, &n, key, 1, c1), GM_ERR_ENCODING);
    CHECK_EQ(n, 0);
    CHECK_EQ(gm_sm9_key_package_from_der(NULL, 1, &m, c1, der, 88), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_from_der(back, 1, NULL, c1, der, 88), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_from_der(back, 1, &m, NULL, der, 88), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_package_from_der(back, 1, &m, c1, NULL, 88), GM_ERR_ARGUMENT);
}

/* ---- there and back ---- */

static const gm_sm9_key_kind kinds[] = {GM_SM9_KEY_SIGN_MASTER, GM_SM9_KEY_ENC_MASTER,  GM_SM9_KEY_SIGN_USER,
                                        GM_SM9_KEY_ENC_USER,    GM_SM9_KEY_SIGN_PUBLIC, GM_SM9_KEY_ENC_PUBLIC};

static gm_sm9_any_key fresh(gm_sm9_key_kind kind, int with_master)
{
    static const uint8_t id[] = "alice";
    gm_sm9_any_key key;
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
    memset(&key, 0, sizeof key);
    key.kind = (uint32_t)kind;
    CHECK_OK(gm_sm9_sign_keygen(&sign));
    CHECK_OK(gm_sm9_enc_keygen(&enc));
    switch (kind) {
    case GM_SM9_KEY_SIGN_MASTER:
        key.u.sign_master = sign;
        break;
    case GM_SM9_KEY_ENC_MASTER:
        key.u.enc_master = enc;
        break;
    case GM_SM9_KEY_SIGN_USER:
        key.has_master = with_master != 0;
        CHECK_OK(gm_sm9_sign_extract(&key.u.sign_user.key, &sign, id, 5, 1));
        CHECK_OK(gm_sm9_sign_master_key_public(&sign, &key.u.sign_user.master));
        break;
    case GM_SM9_KEY_ENC_USER:
        key.has_master = with_master != 0;
        CHECK_OK(gm_sm9_enc_extract(&key.u.enc_user.key, &enc, id, 5, 3));
        CHECK_OK(gm_sm9_enc_master_key_public(&enc, &key.u.enc_user.master));
        break;
    case GM_SM9_KEY_SIGN_PUBLIC:
        CHECK_OK(gm_sm9_sign_master_key_public(&sign, &key.u.sign_public));
        break;
    default:
        CHECK_OK(gm_sm9_enc_master_key_public(&enc, &key.u.enc_public));
        break;
    }
    return key;
}

/* Are they the same key? */
static int same(const gm_sm9_any_key *a, const gm_sm9_any_key *b)
{
    uint8_t raw[2][GM_SM9_G2_SIZE];
    size_t n[2];
    CHECK_OK(gm_sm9_key_save(a, raw[0], sizeof raw[0], &n[0], GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE));
    CHECK_OK(gm_sm9_key_save(b, raw[1], sizeof raw[1], &n[1], GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE));
    return a->kind == b->kind && n[0] == n[1] && memcmp(raw[0], raw[1], n[0]) == 0;
}

static int writes(const gm_sm9_any_key *key, gm_sm9_key_form form, gm_sm2_key_text text)
{
    int user = key->kind == GM_SM9_KEY_SIGN_USER || key->kind == GM_SM9_KEY_ENC_USER;
    int secret = (key->kind & GM_SM9_KEY_SECRET) != 0;
    if (text == GM_SM2_TEXT_PEM)
        return secret ? form == GM_SM9_FORM_PKCS8 : form == GM_SM9_FORM_SEQUENCE;
    return form == GM_SM9_FORM_RAW || form == GM_SM9_FORM_ASN1 ||
           (form == GM_SM9_FORM_SEQUENCE && (!user || key->has_master)) || (form == GM_SM9_FORM_PKCS8 && secret);
}

static void one_round_trip(const gm_sm9_any_key *key, gm_sm9_key_form form, gm_sm2_key_text text)
{
    gm_sm9_key_options options = {NULL, 0, 0, key->kind, (uint32_t)form};
    uint8_t out[GM_SM9_SAVED_MAX];
    gm_sm9_any_key back;
    gm_sm9_key_info info;
    size_t n;
    gm_status status = gm_sm9_key_save(key, out, sizeof out, &n, form, text);
    if (!writes(key, form, text)) {
        CHECK_EQ(status, GM_ERR_ARGUMENT);
        return;
    }
    CHECK_OK(status);
    CHECK_OK(load(&back, &info, out, n, &options));
    CHECK(same(key, &back));
    CHECK_EQ(info.form, form);
    CHECK_EQ(info.text, text);
    CHECK_EQ(back.has_master, key->has_master && (form == GM_SM9_FORM_SEQUENCE || form == GM_SM9_FORM_PKCS8));
    CHECK_EQ(gm_sm9_key_save(key, out, n - 1, &n, form, text), GM_ERR_BUFFER);
    options.form = form == GM_SM9_FORM_SPKI ? GM_SM9_FORM_RAW : GM_SM9_FORM_SPKI;
    CHECK_OK(gm_sm9_key_save(key, out, sizeof out, &n, form, text));
    CHECK_EQ(load(&back, &info, out, n, &options), GM_ERR_ENCODING);
    CHECK_EQ(info.problem, GM_SM2_PROBLEM_OTHER_FORM);
    for (size_t i = 0; text == GM_SM2_TEXT_NONE && i < n; i += 7) { /* cut anywhere: never a key */
        options.form = 0;
        status = load(&back, &info, out, i, &options);
        CHECK_MSG(status != GM_OK || i == 32, "%zu of %zu bytes, form %d", i, n, form);
    }
}

static void round_trips(void)
{
    for (size_t k = 0; k < GM_COUNT(kinds); k++)
        for (int with_master = 0; with_master < 2; with_master++) {
            gm_sm9_any_key key = fresh(kinds[k], with_master);
            for (int form = GM_SM9_FORM_RAW; form <= GM_SM9_FORM_SPKI; form++)
                for (int text = GM_SM2_TEXT_NONE; text <= GM_SM2_TEXT_PEM; text++)
                    one_round_trip(&key, (gm_sm9_key_form)form, (gm_sm2_key_text)text);
        }
}

static void encrypted(void)
{
    gm_sm9_key_options options = {password, 5, 0, 0, 0};
    uint8_t out[GM_SM9_SAVED_MAX];
    gm_sm9_any_key back;
    gm_sm9_key_info info;
    size_t n;
    for (size_t k = 0; k < GM_COUNT(kinds); k++)
        for (int text = GM_SM2_TEXT_NONE; text <= GM_SM2_TEXT_PEM; text++) {
            gm_sm9_any_key key = fresh(kinds[k], text & 1);
            gm_sm2_key_prf prf = text & 2 ? GM_SM2_PRF_SM3 : GM_SM2_PRF_SM3_GM;
            gm_status status =
                gm_sm9_key_save_encrypted(&key, out, sizeof out, &n, (gm_sm2_key_text)text, password, 5, 3, prf);
            if ((kinds[k] & GM_SM9_KEY_SECRET) == 0) {
                CHECK_EQ(status, GM_ERR_ARGUMENT);
                continue;
            }
            CHECK_OK(status);
            options.password = password;
            options.password_len = 5;
            CHECK_OK(load(&back, &info, out, n, &options));
            CHECK(same(&key, &back) && key.has_master == back.has_master);
            CHECK_EQ(info.iterations, 3);
            CHECK_EQ(info.prf, prf);
            CHECK_EQ(info.cipher, GM_SM2_CIPHER_SM4);
            options.password_len = 4;
            CHECK_EQ(load(&back, &info, out, n, &options), GM_ERR_VERIFY);
            CHECK_EQ(info.problem, GM_SM2_PROBLEM_WRONG_PASSWORD);
            options = (gm_sm9_key_options){NULL, 0, 0, 0, 0};
            CHECK_EQ(load(&back, &info, out, n, &options), GM_ERR_STATE);
            CHECK_EQ(info.problem, GM_SM2_PROBLEM_NO_PASSWORD);
            CHECK_EQ(info.kind, text == GM_SM2_TEXT_PEM ? (uint32_t)kinds[k] : GM_SM9_KEY_NONE);
            CHECK_EQ(gm_sm9_key_save_encrypted(&key, out, n - 1, &n, (gm_sm2_key_text)text, password, 5, 3, prf),
                     GM_ERR_BUFFER);
        }
}

/* A byte changed anywhere: a key of another number or point at most, never a crash; of a point hardly ever a key. */
static void changed(void)
{
    for (size_t k = 0; k < GM_COUNT(kinds); k++) {
        gm_sm9_any_key key = fresh(kinds[k], 1), back;
        gm_sm9_key_form form = kinds[k] & GM_SM9_KEY_SECRET ? GM_SM9_FORM_PKCS8 : GM_SM9_FORM_SEQUENCE;
        uint8_t out[GM_SM9_SAVED_MAX];
        size_t n, accepted = 0;
        CHECK_OK(gm_sm9_key_save(&key, out, sizeof out, &n, form, GM_SM2_TEXT_NONE));
        for (size_t i = 0; i < n; i++) {
            out[i] ^= 1;
            accepted += load(&back, NULL, out, n, NULL) == GM_OK;
            out[i] ^= 1;
        }
        CHECK_MSG(accepted <= 1, "%zu changes of kind %d were accepted", accepted, kinds[k]);
    }
}

static void arguments(void)
{
    gm_sm9_any_key key = fresh(GM_SM9_KEY_SIGN_USER, 1), none;
    gm_sm9_key_options options = {NULL, 1, 0, 0, 0};
    uint8_t out[GM_SM9_SAVED_MAX];
    size_t n = 77;
    CHECK_EQ(gm_sm9_any_key_size(), sizeof key);
    CHECK_EQ(sizeof key, 272);
    CHECK_EQ(sizeof(gm_sm9_key_info), 64);
    CHECK_EQ(gm_sm9_key_load(NULL, NULL, out, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_load(&none, NULL, NULL, 1, NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_load(&none, NULL, out, 1, &options), GM_ERR_ARGUMENT);
    options = (gm_sm9_key_options){NULL, 0, 0, 64, 0};
    CHECK_EQ(gm_sm9_key_load(&none, NULL, out, 1, &options), GM_ERR_ARGUMENT);
    options = (gm_sm9_key_options){NULL, 0, 0, 0, 7};
    CHECK_EQ(gm_sm9_key_load(&none, NULL, out, 1, &options), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_load(&none, NULL, NULL, 0, NULL), GM_ERR_ENCODING);
    CHECK_EQ(gm_sm9_key_save(NULL, out, sizeof out, &n, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_save(&key, NULL, 1, &n, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_save(&key, out, sizeof out, NULL, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_save(&key, out, sizeof out, &n, (gm_sm9_key_form)9, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_save(&key, out, sizeof out, &n, GM_SM9_FORM_RAW, (gm_sm2_key_text)9), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_NONE, NULL, 1, 1, GM_SM2_PRF_SM3),
             GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm9_key_save_encrypted(&key, out, sizeof out, &n, GM_SM2_TEXT_NONE, password, 5, 1, GM_SM2_PRF_SHA1),
             GM_ERR_ARGUMENT);
    CHECK_EQ(n, 77);
    memset(&none, 0, sizeof none);
    CHECK_EQ(gm_sm9_key_save(&none, out, sizeof out, &n, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE), GM_ERR_ARGUMENT);
    for (size_t k = 0; k < GM_COUNT(kinds); k++) {
        none.kind = (uint32_t)kinds[k];
        CHECK_EQ(gm_sm9_key_save(&none, out, sizeof out, &n, GM_SM9_FORM_RAW, GM_SM2_TEXT_NONE), GM_ERR_KEY);
        CHECK_EQ(n, 0);
        CHECK(strlen(gm_sm9_key_kind_text(none.kind)) > 10);
    }
    for (uint32_t i = 0; i < 20; i++)
        CHECK(gm_sm9_key_form_text(i) != NULL && gm_sm9_key_problem_text(i) != NULL &&
              strstr(gm_sm9_key_problem_text(i), "SM2") == NULL);
}

TEST_SUITE(sm9_keyfile, CASE(vectors), CASE(signatures), CASE(ciphertexts), CASE(packages), CASE(round_trips),
           CASE(encrypted), CASE(changed), CASE(arguments));
