#include "container_stanza.h"

#include <string.h>

static const uint8_t zero_nonce[12];

static void put16(uint8_t *p, size_t x)
{
    p[0] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)x;
}

static size_t get16(const uint8_t *p)
{
    return (size_t)p[0] << 8 | p[1];
}

size_t stanza_type(const uint8_t *stanza)
{
    return get16(stanza);
}

size_t stanza_body(const uint8_t *stanza)
{
    return get16(stanza + 2);
}

uint32_t stanza_iterations(const uint8_t *stanza)
{
    const uint8_t *p = stanza + STANZA_HEAD + CONTAINER_SALT;
    return (uint32_t)(get16(p) << 16 | get16(p + 2));
}

/* Seal the file key at p, with all of the stanza before p as additional data. */
static int seal(const gm_sm4_gcm_key *wrap, const uint8_t *stanza, uint8_t *p, const uint8_t *file_key)
{
    return gm_sm4_gcm_encrypt(wrap, p, p + CONTAINER_FILE_KEY, CONTAINER_TAG, zero_nonce, sizeof zero_nonce, stanza,
                              (size_t)(p - stanza), file_key, CONTAINER_FILE_KEY) == GM_OK;
}

static int unseal(const gm_sm4_gcm_key *wrap, const uint8_t *stanza, const uint8_t *p, uint8_t *file_key)
{
    return gm_sm4_gcm_decrypt(wrap, file_key, p, CONTAINER_FILE_KEY, p + CONTAINER_FILE_KEY, CONTAINER_TAG, zero_nonce,
                              sizeof zero_nonce, stanza, (size_t)(p - stanza)) == GM_OK;
}

/* ---- Passwords ---- */

static int password_key(gm_sm4_gcm_key *key, container_password password, const uint8_t salt[CONTAINER_SALT],
                        uint32_t iterations)
{
    uint8_t raw[GM_SM4_KEY_SIZE];
    int good =
        gm_pbkdf2_hmac_sm3(raw, sizeof raw, password.bytes, password.len, salt, CONTAINER_SALT, iterations) == GM_OK &&
        gm_sm4_gcm_key_init(key, raw) == GM_OK;
    gm_wipe(raw, sizeof raw);
    return good;
}

container_status stanza_seal_password(uint8_t *stanza, uint8_t **end, const uint8_t file_key[CONTAINER_FILE_KEY],
                                      container_password password, const uint8_t salt[CONTAINER_SALT],
                                      uint32_t iterations)
{
    gm_sm4_gcm_key wrap;
    uint8_t *p = stanza + STANZA_HEAD;
    put16(stanza, STANZA_PASSWORD);
    put16(stanza + 2, STANZA_PASSWORD_BODY);
    memcpy(p, salt, CONTAINER_SALT);
    put16(p + CONTAINER_SALT, iterations >> 16);
    put16(p + CONTAINER_SALT + 2, iterations & 0xffff);
    int good = password_key(&wrap, password, salt, iterations) && seal(&wrap, stanza, p + CONTAINER_SALT + 4, file_key);
    gm_wipe(&wrap, sizeof wrap);
    *end = p + STANZA_PASSWORD_BODY;
    return good ? CONTAINER_OK : CONTAINER_MALFORMED;
}

int stanza_open_password(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *stanza, container_password password)
{
    gm_sm4_gcm_key wrap;
    const uint8_t *salt = stanza + STANZA_HEAD;
    int good = password_key(&wrap, password, salt, stanza_iterations(stanza)) &&
               unseal(&wrap, stanza, salt + CONTAINER_SALT + 4, file_key);
    gm_wipe(&wrap, sizeof wrap);
    return good;
}

/* ---- SM2 ---- */

/* HKDF(K, C1 || the recipient's point, "sm2"): bound to both, so that a stanza cannot be made to fit another key. */
static int sm2_key(gm_sm4_gcm_key *key, const uint8_t shared[32], const uint8_t c1[GM_SM2_C1_SIZE],
                   const gm_sm2_public_key *recipient)
{
    static const uint8_t info[] = "sm2";
    uint8_t raw[GM_SM4_KEY_SIZE], salt[GM_SM2_C1_SIZE + GM_SM2_PUBLIC_SIZE];
    memcpy(salt, c1, GM_SM2_C1_SIZE);
    int good = gm_sm2_public_key_write(recipient, salt + GM_SM2_C1_SIZE) == GM_OK &&
               gm_hkdf_sm3(raw, sizeof raw, salt, sizeof salt, shared, 32, info, sizeof info - 1) == GM_OK &&
               gm_sm4_gcm_key_init(key, raw) == GM_OK;
    gm_wipe(raw, sizeof raw);
    return good;
}

container_status stanza_seal_sm2(uint8_t *stanza, uint8_t **end, const uint8_t file_key[CONTAINER_FILE_KEY],
                                 const gm_sm2_public_key *key)
{
    struct {
        uint8_t shared[32];
        gm_sm4_gcm_key wrap;
    } w;
    uint8_t *c1 = stanza + STANZA_HEAD;
    put16(stanza, STANZA_SM2);
    put16(stanza + 2, STANZA_SM2_BODY);
    gm_status st = gm_sm2_kem_encapsulate(key, c1, w.shared, sizeof w.shared);
    int good =
        st == GM_OK && sm2_key(&w.wrap, w.shared, c1, key) && seal(&w.wrap, stanza, c1 + GM_SM2_C1_SIZE, file_key);
    gm_wipe(&w, sizeof w);
    *end = c1 + STANZA_SM2_BODY;
    return good ? CONTAINER_OK : st == GM_ERR_RANDOM ? CONTAINER_RANDOM : CONTAINER_MALFORMED;
}

int stanza_open_sm2(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *stanza, const gm_sm2_private_key *key)
{
    struct {
        uint8_t shared[32];
        gm_sm4_gcm_key wrap;
    } w;
    gm_sm2_public_key own;
    const uint8_t *c1 = stanza + STANZA_HEAD;
    int good = c1[0] == 4 && gm_sm2_private_key_public(key, &own) == GM_OK &&
               gm_sm2_kem_decapsulate(key, w.shared, sizeof w.shared, c1) == GM_OK &&
               sm2_key(&w.wrap, w.shared, c1, &own) && unseal(&w.wrap, stanza, c1 + GM_SM2_C1_SIZE, file_key);
    gm_wipe(&w, sizeof w);
    return good;
}

/* ---- SM9 ---- */

container_name stanza_name(const uint8_t *stanza)
{
    return (container_name){stanza + STANZA_HEAD + 1, stanza_body(stanza) - STANZA_SM9_BODY};
}

/* HKDF(K, C1, "sm9"): K is bound to the name, and to the master key by the pairing. */
static int sm9_key(gm_sm4_gcm_key *key, const uint8_t shared[32], const uint8_t c1[GM_SM9_C1_SIZE])
{
    static const uint8_t info[] = "sm9";
    uint8_t raw[GM_SM4_KEY_SIZE];
    int good = gm_hkdf_sm3(raw, sizeof raw, c1, GM_SM9_C1_SIZE, shared, 32, info, sizeof info - 1) == GM_OK &&
               gm_sm4_gcm_key_init(key, raw) == GM_OK;
    gm_wipe(raw, sizeof raw);
    return good;
}

container_status stanza_seal_sm9(uint8_t *stanza, uint8_t **end, const uint8_t file_key[CONTAINER_FILE_KEY],
                                 const gm_sm9_enc_public_key *master, const container_name *name)
{
    struct {
        uint8_t shared[32];
        gm_sm4_gcm_key wrap;
    } w;
    uint8_t *c1 = stanza + STANZA_HEAD + 1 + name->len;
    *end = stanza;
    if (name->len > CONTAINER_MAX_NAME)
        return CONTAINER_MALFORMED;
    put16(stanza, STANZA_SM9);
    put16(stanza + 2, STANZA_SM9_BODY + name->len);
    stanza[STANZA_HEAD] = GM_SM9_HID_ENCRYPT;
    if (name->len > 0)
        memcpy(stanza + STANZA_HEAD + 1, name->bytes, name->len);
    gm_status st =
        gm_sm9_kem_encapsulate(master, c1, w.shared, sizeof w.shared, name->bytes, name->len, GM_SM9_HID_ENCRYPT);
    int good = st == GM_OK && sm9_key(&w.wrap, w.shared, c1) && seal(&w.wrap, stanza, c1 + GM_SM9_C1_SIZE, file_key);
    gm_wipe(&w, sizeof w);
    *end = stanza + STANZA_HEAD + stanza_body(stanza);
    return good ? CONTAINER_OK : st == GM_ERR_RANDOM ? CONTAINER_RANDOM : CONTAINER_MALFORMED;
}

int stanza_open_sm9(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *stanza, const gm_sm9_enc_user_key *key)
{
    struct {
        uint8_t shared[32];
        gm_sm4_gcm_key wrap;
    } w;
    container_name name = stanza_name(stanza);
    const uint8_t *c1 = name.bytes + name.len;
    int good = gm_sm9_kem_decapsulate(key, w.shared, sizeof w.shared, c1, name.bytes, name.len) == GM_OK &&
               sm9_key(&w.wrap, w.shared, c1) && unseal(&w.wrap, stanza, c1 + GM_SM9_C1_SIZE, file_key);
    gm_wipe(&w, sizeof w);
    return good;
}
