#include "container.h"

#include <string.h>

#define VERSION 1
#define STANZA_PASSWORD 1
/* salt, iterations, sealed file key, tag */
#define PASSWORD_BODY (CONTAINER_SALT + 4 + CONTAINER_FILE_KEY + CONTAINER_TAG)

static const uint8_t magic[8] = {'g', 'u', 'o', 'm', 'i', '\r', '\n', 0x1a};
static const uint8_t zero_nonce[12];

const char *container_text(container_status status)
{
    switch (status) {
    case CONTAINER_OK:
        return "success";
    case CONTAINER_MORE:
    case CONTAINER_TRUNCATED:
        return "the file ends too early: it was cut off";
    case CONTAINER_NOT_OURS:
        return "not a file that `guomi encrypt` made";
    case CONTAINER_VERSION:
        return "made by a newer version of guomi";
    case CONTAINER_STANZAS:
        return "expected 1 to 64 key stanzas in the header";
    case CONTAINER_MALFORMED:
        return "a key stanza of the header is malformed";
    case CONTAINER_ITERATIONS_TOO_MANY:
        return "asks for more password iterations than allowed (see --max-iterations)";
    case CONTAINER_NO_STANZA:
        return "not encrypted with a password";
    case CONTAINER_WRONG_KEY:
        return "wrong password";
    case CONTAINER_HEADER_MAC:
        return "the header was changed";
    case CONTAINER_CHUNK_BAD:
        return "the content was changed or cut short";
    case CONTAINER_TRAILING:
        return "there are bytes after the end of the content";
    case CONTAINER_EMPTY_LAST:
        return "the last chunk is empty, which no writer makes";
    case CONTAINER_TOO_LONG:
        return "longer than 2^32 chunks (256 TiB)";
    case CONTAINER_RANDOM:
        return "the operating system gave no randomness";
    }
    return "unknown error";
}

static void put16(uint8_t *p, size_t x)
{
    p[0] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)x;
}

static size_t get16(const uint8_t *p)
{
    return (size_t)p[0] << 8 | p[1];
}

static void put32(uint8_t *p, uint32_t x)
{
    put16(p, x >> 16);
    put16(p + 2, x & 0xffff);
}

static uint32_t get32(const uint8_t *p)
{
    return (uint32_t)(get16(p) << 16 | get16(p + 2));
}

/* HMAC-SM3 of the header under HKDF(file key, "header"). */
static int header_mac(uint8_t mac[GM_HMAC_SM3_SIZE], const uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *header,
                      size_t len)
{
    struct {
        uint8_t raw[32];
        gm_hmac_sm3_key key;
    } w;
    static const uint8_t info[] = "header";
    int good =
        gm_hkdf_sm3(w.raw, sizeof w.raw, NULL, 0, file_key, CONTAINER_FILE_KEY, info, sizeof info - 1) == GM_OK &&
        gm_hmac_sm3_key_init(&w.key, w.raw, sizeof w.raw) == GM_OK && gm_hmac_sm3(&w.key, mac, header, len) == GM_OK;
    gm_wipe(&w, sizeof w);
    return good;
}

/* The payload key: HKDF(file key, salt of the header, "payload"). */
static int payload_begin(container_payload *payload, const uint8_t file_key[CONTAINER_FILE_KEY],
                         const uint8_t salt[CONTAINER_SALT])
{
    uint8_t raw[GM_SM4_KEY_SIZE];
    static const uint8_t info[] = "payload";
    int good = gm_hkdf_sm3(raw, sizeof raw, salt, CONTAINER_SALT, file_key, CONTAINER_FILE_KEY, info,
                           sizeof info - 1) == GM_OK &&
               gm_sm4_gcm_key_init(&payload->key, raw) == GM_OK;
    payload->chunk = 0;
    payload->done = 0;
    gm_wipe(raw, sizeof raw);
    return good;
}

/* The key that wraps the file key in a password stanza. */
static int wrap_key(gm_sm4_gcm_key *key, container_password password, const uint8_t salt[CONTAINER_SALT],
                    uint32_t iterations)
{
    uint8_t raw[GM_SM4_KEY_SIZE];
    int good =
        gm_pbkdf2_hmac_sm3(raw, sizeof raw, password.bytes, password.len, salt, CONTAINER_SALT, iterations) == GM_OK &&
        gm_sm4_gcm_key_init(key, raw) == GM_OK;
    gm_wipe(raw, sizeof raw);
    return good;
}

container_status container_create_derand(uint8_t *header, size_t *header_len, container_payload *payload,
                                         container_password password, uint32_t iterations, const container_coins *coins)
{
    gm_sm4_gcm_key wrap;
    uint8_t *p = header;
    memcpy(p, magic, sizeof magic);
    p[8] = VERSION;
    p[9] = 1; /* stanzas */
    memcpy(p + 10, coins->payload_salt, CONTAINER_SALT);
    p += CONTAINER_FIXED;
    uint8_t *stanza = p;
    put16(p, STANZA_PASSWORD);
    put16(p + 2, PASSWORD_BODY);
    memcpy(p + 4, coins->password_salt, CONTAINER_SALT);
    put32(p + 4 + CONTAINER_SALT, iterations);
    p += 8 + CONTAINER_SALT;
    int good = wrap_key(&wrap, password, coins->password_salt, iterations) &&
               gm_sm4_gcm_encrypt(&wrap, p, p + CONTAINER_FILE_KEY, CONTAINER_TAG, zero_nonce, sizeof zero_nonce,
                                  stanza, (size_t)(p - stanza), coins->file_key, CONTAINER_FILE_KEY) == GM_OK;
    p += CONTAINER_FILE_KEY + CONTAINER_TAG;
    good = good && header_mac(p, coins->file_key, header, (size_t)(p - header)) &&
           payload_begin(payload, coins->file_key, coins->payload_salt);
    p += GM_HMAC_SM3_SIZE;
    gm_wipe(&wrap, sizeof wrap);
    *header_len = (size_t)(p - header);
    return good ? CONTAINER_OK : CONTAINER_MALFORMED;
}

container_status container_create(uint8_t *header, size_t *header_len, container_payload *payload,
                                  container_password password, uint32_t iterations)
{
    container_coins coins;
    if (gm_random_bytes((uint8_t *)&coins, sizeof coins) != GM_OK)
        return CONTAINER_RANDOM;
    container_status status = container_create_derand(header, header_len, payload, password, iterations, &coins);
    gm_wipe(&coins, sizeof coins);
    return status;
}

container_status container_measure(const uint8_t *in, size_t len, size_t *header_len)
{
    size_t known = len < sizeof magic ? len : sizeof magic;
    *header_len = CONTAINER_FIXED;
    if (memcmp(in, magic, known) != 0)
        return CONTAINER_NOT_OURS;
    if (len < CONTAINER_FIXED)
        return len > 8 && in[8] != VERSION ? CONTAINER_VERSION : CONTAINER_MORE;
    if (in[8] != VERSION)
        return CONTAINER_VERSION;
    if (in[9] == 0 || in[9] > CONTAINER_MAX_STANZAS)
        return CONTAINER_STANZAS;
    size_t at = CONTAINER_FIXED;
    for (unsigned i = 0; i < in[9]; i++) {
        *header_len = at + 4;
        if (len < at + 4)
            return CONTAINER_MORE;
        size_t body = get16(in + at + 2);
        if (body > CONTAINER_MAX_BODY || (get16(in + at) == STANZA_PASSWORD && body != PASSWORD_BODY))
            return CONTAINER_MALFORMED;
        at += 4 + body;
    }
    *header_len = at + GM_HMAC_SM3_SIZE;
    return len < *header_len ? CONTAINER_MORE : CONTAINER_OK;
}

/* The sum of the iterations of all password stanzas: the work that a reader may be asked to do. */
static container_status count_iterations(const uint8_t *header, uint64_t max, unsigned *stanzas)
{
    const uint8_t *p = header + CONTAINER_FIXED;
    uint64_t total = 0;
    *stanzas = 0;
    for (unsigned i = 0; i < header[9]; i++, p += 4 + get16(p + 2)) {
        if (get16(p) != STANZA_PASSWORD)
            continue; /* a type that this version does not know may stand beside one that it does */
        uint32_t iterations = get32(p + 4 + CONTAINER_SALT);
        if (iterations == 0)
            return CONTAINER_MALFORMED;
        total += iterations;
        ++*stanzas;
    }
    if (total > max)
        return CONTAINER_ITERATIONS_TOO_MANY;
    return *stanzas == 0 ? CONTAINER_NO_STANZA : CONTAINER_OK;
}

/* Find the file key: CONTAINER_OK, or CONTAINER_WRONG_KEY when no stanza opens. */
static container_status unwrap(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *header, container_password password)
{
    const uint8_t *p = header + CONTAINER_FIXED;
    container_status status = CONTAINER_WRONG_KEY;
    gm_sm4_gcm_key wrap;
    for (unsigned i = 0; i < header[9] && status != CONTAINER_OK; i++, p += 4 + get16(p + 2)) {
        const uint8_t *salt = p + 4, *sealed = salt + CONTAINER_SALT + 4;
        if (get16(p) == STANZA_PASSWORD && wrap_key(&wrap, password, salt, get32(salt + CONTAINER_SALT)) &&
            gm_sm4_gcm_decrypt(&wrap, file_key, sealed, CONTAINER_FILE_KEY, sealed + CONTAINER_FILE_KEY, CONTAINER_TAG,
                               zero_nonce, sizeof zero_nonce, p, 8 + CONTAINER_SALT) == GM_OK)
            status = CONTAINER_OK;
    }
    gm_wipe(&wrap, sizeof wrap);
    return status;
}

container_status container_open(container_payload *payload, const uint8_t *header, size_t header_len,
                                container_password password, uint64_t max_iterations)
{
    struct {
        uint8_t file_key[CONTAINER_FILE_KEY];
        uint8_t mac[GM_HMAC_SM3_SIZE];
    } w;
    size_t whole, signed_len = header_len - GM_HMAC_SM3_SIZE;
    unsigned stanzas;
    container_status status = container_measure(header, header_len, &whole);
    if (status != CONTAINER_OK || whole != header_len)
        return status != CONTAINER_OK ? status : CONTAINER_MALFORMED;
    status = count_iterations(header, max_iterations, &stanzas);
    if (status != CONTAINER_OK)
        return status;
    status = unwrap(w.file_key, header, password);
    if (status != CONTAINER_OK)
        goto out;
    status = CONTAINER_HEADER_MAC;
    if (!header_mac(w.mac, w.file_key, header, signed_len) || !gm_equal(w.mac, header + signed_len, sizeof w.mac))
        goto out;
    status = payload_begin(payload, w.file_key, header + 10) ? CONTAINER_OK : CONTAINER_MALFORMED;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

/* nonce = 11-byte big-endian chunk number, then 1 for the last chunk and 0 for others. */
static void chunk_nonce(uint8_t nonce[12], uint64_t chunk, int last)
{
    memset(nonce, 0, 12);
    put32(nonce + 3, (uint32_t)(chunk >> 32));
    put32(nonce + 7, (uint32_t)chunk);
    nonce[11] = last != 0;
}

container_status container_seal(container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last)
{
    uint8_t nonce[12];
    if (payload->chunk >> 32 != 0)
        return CONTAINER_TOO_LONG;
    if (payload->done || len > CONTAINER_CHUNK || (!last && len != CONTAINER_CHUNK) ||
        (last && len == 0 && payload->chunk != 0))
        return CONTAINER_MALFORMED;
    chunk_nonce(nonce, payload->chunk, last);
    if (gm_sm4_gcm_encrypt(&payload->key, out, out + len, CONTAINER_TAG, nonce, sizeof nonce, NULL, 0, in, len) !=
        GM_OK)
        return CONTAINER_MALFORMED;
    payload->chunk++;
    payload->done = last != 0;
    return CONTAINER_OK;
}

static int opens(const container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last)
{
    uint8_t nonce[12];
    chunk_nonce(nonce, payload->chunk, last);
    return gm_sm4_gcm_decrypt(&payload->key, out, in, len, in + len, CONTAINER_TAG, nonce, sizeof nonce, NULL, 0) ==
           GM_OK;
}

container_status container_unseal(container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last)
{
    if (payload->done)
        return CONTAINER_TRAILING;
    if (payload->chunk >> 32 != 0)
        return CONTAINER_TOO_LONG;
    if (len > CONTAINER_SEALED || (!last && len != CONTAINER_SEALED))
        return CONTAINER_MALFORMED;
    if (len < CONTAINER_TAG)
        return CONTAINER_TRUNCATED;
    size_t text = len - CONTAINER_TAG;
    if (!opens(payload, out, in, text, last)) {
        /* The other flag tells a cut or lengthened file from a changed one; nothing of it is given out. */
        int other = (last ? text == CONTAINER_CHUNK : 1) && opens(payload, out, in, text, !last);
        gm_wipe(out, text);
        return !other ? CONTAINER_CHUNK_BAD : last ? CONTAINER_TRUNCATED : CONTAINER_TRAILING;
    }
    if (last && text == 0 && payload->chunk != 0)
        return CONTAINER_EMPTY_LAST;
    payload->chunk++;
    payload->done = last != 0;
    return CONTAINER_OK;
}
