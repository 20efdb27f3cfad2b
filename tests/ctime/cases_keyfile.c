/* Key files, and what reading them rests on: DER, PEM, the legacy hashes and ciphers. The number of every key begins
 * with the same byte, so that it is valid and as long in each run. */
#include <guomi/codec.h>
#include <guomi/keyfile.h>
#include <guomi/sm4.h>
#include <guomi/sm9_format.h>
#include <string.h>

#include "codec/der.h"
#include "ctime.h"
#include "keyfile/sm9_keyfile.h"
#include "legacy/legacy.h"
#include "sm2/encrypt_core.h"

static uint8_t number[32], file[GM_SM2_SAVED_MAX], password[10];
static gm_sm2_private_key key;

/* A secret private key. */
static void make_key(void)
{
    memset(&key, 0, sizeof key);
    ct_secret(number, sizeof number);
    number[0] = 0x5a;
    (void)!gm_sm2_private_key_read(&key, number, sizeof number);
    ct_mark_secret(number, sizeof number);
}

/* ---- DER and PEM ---- */

static void der_read(const void *row)
{
    uint8_t der[34], out[32];
    (void)row;
    ct_secret(der, sizeof der);
    der[0] = DER_INTEGER;
    der[1] = 32;
    der[2] = 0x5a;
    ct_mark_secret(der, sizeof der);
    memset(out, 0, sizeof out);
    ct_begin();
    struct der in = {der, sizeof der};
    (void)gmi_der_uint256(&in, out);
    ct_end();
    ct_result(out, sizeof out);
}

static void der_write(const void *row)
{
    uint8_t out[34];
    (void)row;
    ct_secret(number, sizeof number);
    number[0] = 0x5a;
    ct_mark_secret(number, sizeof number);
    memset(out, 0, sizeof out);
    ct_begin();
    struct der_writer w = {out + sizeof out, 0};
    gmi_der_put_uint256(&w, number);
    ct_end();
    ct_result(out + 2, 32);
}

static void pem(const void *row)
{
    static char text[400];
    uint8_t data[100], back[100];
    size_t n, len, at = 0;
    gm_pem_block block;
    (void)row;
    memset(back, 0, sizeof back);
    ct_secret(data, sizeof data);
    ct_begin();
    (void)!gm_pem_encode(text, sizeof text, &n, "SOME DATA", data, sizeof data);
    (void)!gm_pem_next(&block, &at, text, n);
    (void)!gm_base64_decode(back, sizeof back, &len, block.body, block.body_len);
    ct_end();
    ct_result(back, sizeof back);
}

/* ---- legacy ---- */

static void pbkdf2(const struct legacy_hash *hash)
{
    uint8_t out[40], salt[8];
    ct_secret(password, sizeof password);
    ct_public(salt, sizeof salt);
    memset(out, 0, sizeof out);
    ct_begin();
    gmi_legacy_pbkdf2(hash, out, sizeof out, password, sizeof password, salt, sizeof salt, 3);
    ct_end();
    ct_result(out, sizeof out);
}

static void pbkdf2_sha1(const void *row)
{
    (void)row;
    pbkdf2(&gmi_legacy_sha1);
}

static void pbkdf2_sha256(const void *row)
{
    (void)row;
    pbkdf2(&gmi_legacy_sha256);
}

static void aes(const void *row)
{
    uint8_t aes_key[32], iv[16], in[48], out[48];
    (void)row;
    memset(out, 0, sizeof out);
    ct_secret(aes_key, sizeof aes_key);
    ct_public(iv, sizeof iv);
    ct_public(in, sizeof in);
    ct_begin();
    gmi_legacy_aes_cbc_decrypt(out, in, 1, aes_key, 16, iv);
    gmi_legacy_aes_cbc_decrypt(out + 16, in + 16, 1, aes_key, 24, iv);
    gmi_legacy_aes_cbc_decrypt(out + 32, in + 32, 1, aes_key, 32, iv);
    ct_end();
    ct_result(out, sizeof out);
}

/* ---- reading ---- */

/* Find a key in a file and take it apart: what gm_sm2_key_load() does before it computes on the curve, which the cases
 * of SM2 try, and one case here, from end to end. */
static void take_apart(size_t n)
{
    static struct key_found found;
    static gm_sm2_key_info info;
    struct key_halves halves = {{NULL, 0}, {NULL, 0}};
    uint8_t integer[32], out[32];
    memset(&info, 0, sizeof info);
    memset(out, 0, sizeof out);
    ct_begin();
    if (gmi_key_find(&found, &info, file, n, WANT_PRIVATE, GM_SM2_KEY_NONE) == GM_SM2_PROBLEM_NONE) {
        struct der in = {found.p, found.len};
        if (info.form == GM_SM2_KEY_RAW)
            halves.number = in;
        else if (info.form == GM_SM2_KEY_INTEGER)
            (void)gmi_key_integer(&halves, integer, in);
        else if (info.form == GM_SM2_KEY_SEC1)
            (void)gmi_key_sec1(&halves, in, 1);
        else
            (void)gmi_key_pkcs8(&halves, in);
        memcpy(out, halves.number.p, sizeof out);
    }
    ct_end();
    ct_result(out, sizeof out);
}

static void find_form(gm_sm2_key_form form, gm_sm2_key_text text)
{
    size_t n = 0;
    make_key();
    (void)!gm_sm2_key_save(&key, file, sizeof file, &n, form, text);
    ct_release(&n, sizeof n);
    ct_mark_secret(file, n);
    take_apart(n);
}

static size_t make_encrypted(void)
{
    static const uint8_t salt[32] = {1, 2, 3, 4};
    size_t n = 0;
    make_key();
    ct_secret(password, sizeof password);
    (void)!gmi_key_save_encrypted(&key, file, sizeof file, &n, GM_SM2_TEXT_PEM, password, sizeof password, 3,
                                  GM_SM2_PRF_SM3, salt, salt + 16);
    ct_release(&n, sizeof n);
    ct_release(file, n);
    return n;
}

/* From end to end. */
static void load_encrypted(const void *row)
{
    static gm_sm2_private_key read;
    (void)row;
    size_t n = make_encrypted();
    const gm_sm2_key_options options = {password, sizeof password, 0, 0, 0};
    memset(&read, 0, sizeof read);
    ct_begin();
    (void)!gm_sm2_key_load(&read, NULL, file, n, &options);
    ct_end();
    ct_result(read.d_, sizeof read.d_);
}

static void load_wrong_password(const void *row)
{
    gm_sm2_private_key read;
    (void)row;
    size_t n = make_encrypted();
    const gm_sm2_key_options options = {password, sizeof password, 0, 0, 0};
    password[3] ^= 1;
    ct_mark_secret(password, sizeof password);
    ct_begin();
    (void)!gm_sm2_key_load(&read, NULL, file, n, &options);
    ct_end();
}

/* An envelope as gm_sm2_envelope_seal() makes it, with a nonce that is the same in each run, as C1 is public. */
static size_t make_envelope(const gm_sm2_private_key *recipient)
{
    static const struct key_oid oid = {8, {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x68, 0x01}}; /* SM4 in ECB */
    const u256 k = {{12345, 6, 7, 8}};
    const struct sm2_env env = gmi_sm2_env();
    const struct sm2_receiver to = gmi_sm2_receiver(&recipient->public_);
    struct sm2_nonces nonces = {&k, 1};
    struct der_writer w = {file + sizeof file, 0};
    uint8_t sm4_bytes[16], cipher[160], point[65], sealed[32];
    gm_sm4_key sm4;
    size_t n;
    make_key();
    ct_release(number, sizeof number);
    ct_release(&key, sizeof key);
    ct_secret(sm4_bytes, sizeof sm4_bytes);
    ct_release(sm4_bytes, sizeof sm4_bytes);
    (void)!gm_sm4_key_init(&sm4, sm4_bytes);
    (void)!gm_sm4_ecb_encrypt(&sm4, sealed, number, sizeof number);
    (void)!gm_sm2_public_key_write(&key.public_, point);
    (void)!gmi_sm2_encrypt(&env, &to, &nonces, GM_SM2_DER, cipher, sizeof cipher, &n, sm4_bytes, sizeof sm4_bytes);
    gmi_der_put_bits(&w, sealed, sizeof sealed);
    gmi_der_put_bits(&w, point, sizeof point);
    gmi_der_put(&w, cipher, n);
    size_t since = w.len;
    gmi_der_put_element(&w, DER_NULL, NULL, 0);
    gmi_oid_put(&w, &oid);
    gmi_der_put_header(&w, DER_SEQUENCE, since);
    gmi_der_put_header(&w, DER_SEQUENCE, 0);
    memmove(file, file + sizeof file - w.len, w.len);
    ct_release(file, w.len);
    return w.len;
}

static void envelope_open(const void *row)
{
    static gm_sm2_private_key recipient, read;
    (void)row;
    make_key();
    recipient = key;
    ct_release(&recipient, sizeof recipient);
    size_t n = make_envelope(&recipient);
    ct_mark_secret(recipient.d_, sizeof recipient.d_);
    ct_mark_secret(recipient.inverse_, sizeof recipient.inverse_);
    memset(&read, 0, sizeof read);
    ct_begin();
    (void)!gm_sm2_envelope_open(&read, NULL, &recipient, file, n);
    ct_end();
    ct_result(read.d_, sizeof read.d_);
}

#define FIND(name, form, text)        \
    static void name(const void *row) \
    {                                 \
        (void)row;                    \
        find_form(form, text);        \
    }
FIND(find_raw, GM_SM2_KEY_RAW, GM_SM2_TEXT_NONE)
FIND(find_hex, GM_SM2_KEY_RAW, GM_SM2_TEXT_HEX)
FIND(find_integer, GM_SM2_KEY_INTEGER, GM_SM2_TEXT_NONE)
FIND(find_sec1, GM_SM2_KEY_SEC1, GM_SM2_TEXT_NONE)
FIND(find_sec1_pem, GM_SM2_KEY_SEC1, GM_SM2_TEXT_PEM)
FIND(find_pkcs8, GM_SM2_KEY_PKCS8, GM_SM2_TEXT_NONE)
FIND(find_pkcs8_pem, GM_SM2_KEY_PKCS8, GM_SM2_TEXT_PEM)
FIND(find_pkcs8_base64, GM_SM2_KEY_PKCS8, GM_SM2_TEXT_BASE64)

/* ---- writing ---- */

static void save(const void *row)
{
    static uint8_t raw[32], sec1[GM_SM2_SAVED_MAX], text[GM_SM2_SAVED_MAX];
    size_t n = 0;
    (void)row;
    make_key();
    memset(raw, 0, sizeof raw);
    ct_begin();
    (void)!gm_sm2_key_save(&key, raw, sizeof raw, &n, GM_SM2_KEY_RAW, GM_SM2_TEXT_NONE);
    (void)!gm_sm2_key_save(&key, text, sizeof text, &n, GM_SM2_KEY_INTEGER, GM_SM2_TEXT_HEX);
    (void)!gm_sm2_key_save(&key, sec1, sizeof sec1, &n, GM_SM2_KEY_SEC1, GM_SM2_TEXT_NONE);
    (void)!gm_sm2_key_save(&key, text, sizeof text, &n, GM_SM2_KEY_PKCS8, GM_SM2_TEXT_PEM);
    ct_end();
    ct_result(raw, sizeof raw);
    ct_result(sec1 + 7, 32);
}

static void save_encrypted(const void *row)
{
    static const uint8_t salt[32] = {1, 2, 3, 4};
    size_t n = 0;
    (void)row;
    make_key();
    ct_secret(password, sizeof password);
    ct_begin();
    (void)!gmi_key_save_encrypted(&key, file, sizeof file, &n, GM_SM2_TEXT_NONE, password, sizeof password, 3,
                                  GM_SM2_PRF_SM3, salt, salt + 16);
    ct_end();
}

/* ---- SM9 ---- */

/* A master key of encryption with a secret number, or the key that it gives to a user, in a file. */
static size_t sm9_file(int user, gm_sm9_key_form form, gm_sm2_key_text text)
{
    static uint8_t id[5];
    static gm_sm9_any_key any;
    static gm_sm9_enc_master_key master;
    size_t n = 0;
    ct_secret(number, sizeof number);
    number[0] = 0x5a;
    ct_public(id, sizeof id);
    memset(&any, 0, sizeof any);
    (void)!gm_sm9_enc_master_key_read(&master, number, sizeof number);
    any.kind = user ? GM_SM9_KEY_ENC_USER : GM_SM9_KEY_ENC_MASTER;
    any.u.enc_master = master;
    if (user) {
        any.has_master = 1;
        any.u.enc_user.master = master.public_;
        (void)!gm_sm9_enc_extract(&any.u.enc_user.key, &master, id, sizeof id, 3);
    }
    (void)!gm_sm9_key_save(&any, file, sizeof file, &n, form, text);
    ct_release(&n, sizeof n);
    return n;
}

/* From the file to the number or the point; what sm9.h does with these the cases of SM9 try. */
static void sm9_take_apart(int user, gm_sm9_key_form form)
{
    static struct sm9_halves halves;
    static uint8_t out[GM_SM9_G2_SIZE];
    gm_sm2_key_problem problem;
    size_t n = sm9_file(user, form, GM_SM2_TEXT_NONE), len = user ? GM_SM9_G2_SIZE : GM_SM9_MASTER_SIZE;
    ct_mark_secret(file, n);
    memset(out, 0, sizeof out);
    ct_begin();
    if (gmi_sm9_key_form(&problem, file, n, GM_SM9_FORM_NONE) == form &&
        gmi_sm9_take_apart(&halves, form, (struct der){file, n}) == GM_SM2_PROBLEM_NONE)
        memcpy(out, halves.main.p, len);
    ct_end();
    ct_result(out + (user ? 1 : 0), user ? GM_SM9_G2_SIZE - 1 : GM_SM9_MASTER_SIZE);
}

/* From end to end. */
static void sm9_load(const void *row)
{
    static gm_sm9_any_key read;
    const gm_sm9_key_options options = {NULL, 0, 0, GM_SM9_KEY_ENC_MASTER, 0};
    (void)row;
    size_t n = sm9_file(0, GM_SM9_FORM_RAW, GM_SM2_TEXT_HEX);
    ct_mark_secret(file, n);
    memset(&read, 0, sizeof read);
    ct_begin();
    (void)!gm_sm9_key_load(&read, NULL, file, n, &options);
    ct_end();
    ct_result(read.u.enc_master.s_, sizeof read.u.enc_master.s_);
}

/* A key package there and back: K is the secret. */
static void sm9_package(const void *row)
{
    static uint8_t shared[40], back[40], c1[GM_SM9_C1_SIZE], c1_back[GM_SM9_C1_SIZE];
    size_t n = 0;
    (void)row;
    memset(shared, 0x5a, sizeof shared);
    memset(back, 0, sizeof back);
    memset(c1, 4, sizeof c1);
    ct_mark_secret(shared, sizeof shared);
    ct_begin();
    if (gm_sm9_key_package_to_der(file, sizeof file, &n, shared, sizeof shared, c1) == GM_OK)
        (void)!gm_sm9_key_package_from_der(back, sizeof back, &n, c1_back, file, n);
    ct_end();
    ct_result(back, sizeof back);
}

#define SM9_TAKE(name, user, form)    \
    static void name(const void *row) \
    {                                 \
        (void)row;                    \
        sm9_take_apart(user, form);   \
    }
SM9_TAKE(sm9_raw, 0, GM_SM9_FORM_RAW)
SM9_TAKE(sm9_integer, 0, GM_SM9_FORM_ASN1)
SM9_TAKE(sm9_master_pkcs8, 0, GM_SM9_FORM_PKCS8)
SM9_TAKE(sm9_user_raw, 1, GM_SM9_FORM_RAW)
SM9_TAKE(sm9_user_pkcs8, 1, GM_SM9_FORM_PKCS8)

const struct ct_case ct_keyfile_cases[] = {
    {"der-read", der_read},
    {"der-write", der_write},
    {"pem", pem},
    {"legacy-pbkdf2-sha1", pbkdf2_sha1},
    {"legacy-pbkdf2-sha256", pbkdf2_sha256},
    {"legacy-aes", aes},
    {"find-raw", find_raw},
    {"find-hex", find_hex},
    {"find-integer", find_integer},
    {"find-sec1", find_sec1},
    {"find-sec1-pem", find_sec1_pem},
    {"find-pkcs8", find_pkcs8},
    {"find-pkcs8-pem", find_pkcs8_pem},
    {"find-pkcs8-base64", find_pkcs8_base64},
    {"load-encrypted", load_encrypted},
    {"load-wrong-password", load_wrong_password},
    {"envelope-open", envelope_open},
    {"save", save},
    {"save-encrypted", save_encrypted},
    {"sm9-raw", sm9_raw},
    {"sm9-integer", sm9_integer},
    {"sm9-master-pkcs8", sm9_master_pkcs8},
    {"sm9-user-raw", sm9_user_raw},
    {"sm9-user-pkcs8", sm9_user_pkcs8},
    {"sm9-load", sm9_load},
    {"sm9-key-package", sm9_package},
    {NULL, NULL},
};
