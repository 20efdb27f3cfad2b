#include "container.h"

#include <string.h>

#include "container_stanza.h"

#define VERSION 1

static const uint8_t magic[8] = {'g', 'u', 'o', 'm', 'i', '\r', '\n', 0x1a};

const char *container_text(container_status status)
{
    switch (status) {
    case CONTAINER_OK:
        return "success";
    case CONTAINER_MORE:
    case CONTAINER_TRUNCATED:
        return "the file ends too early: it was cut off";
    case CONTAINER_NOT_OURS:
        return "not a file that 'guomi encrypt' made";
    case CONTAINER_VERSION:
        return "made by a newer version of guomi";
    case CONTAINER_STANZAS:
        return "expected 1 to 64 key stanzas in the header";
    case CONTAINER_MALFORMED:
        return "a key stanza of the header is malformed";
    case CONTAINER_ITERATIONS_TOO_MANY:
        return "asks for more password iterations than allowed (see --max-iterations)";
    case CONTAINER_NO_PASSWORD:
        return "not encrypted with a password (it may be for a key: see -i)";
    case CONTAINER_NO_RECIPIENT:
        return "not encrypted for a key of this kind (it may be for another, or have a password)";
    case CONTAINER_WRONG_PASSWORD:
        return "wrong password";
    case CONTAINER_WRONG_KEY:
        return "not encrypted for this key";
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

static void put32(uint8_t *p, uint32_t x)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
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

container_status container_create_derand(uint8_t *header, size_t *header_len, container_payload *payload,
                                         const container_readers *readers, const container_coins *coins)
{
    size_t stanzas = readers->key_count + readers->name_count + (readers->password.bytes != NULL);
    container_status status = CONTAINER_OK;
    uint8_t *p = header;
    if (stanzas == 0 || stanzas > CONTAINER_MAX_STANZAS)
        return CONTAINER_STANZAS;
    memcpy(p, magic, sizeof magic);
    p[8] = VERSION;
    p[9] = (uint8_t)stanzas;
    memcpy(p + 10, coins->payload_salt, CONTAINER_SALT);
    p += CONTAINER_FIXED;
    for (size_t i = 0; i < readers->key_count && status == CONTAINER_OK; i++)
        status = stanza_seal_sm2(p, &p, coins->file_key, &readers->keys[i]);
    for (size_t i = 0; i < readers->name_count && status == CONTAINER_OK; i++)
        status = stanza_seal_sm9(p, &p, coins->file_key, readers->master, &readers->names[i]);
    if (readers->password.bytes != NULL && status == CONTAINER_OK)
        status =
            stanza_seal_password(p, &p, coins->file_key, readers->password, coins->password_salt, readers->iterations);
    if (status != CONTAINER_OK)
        return status;
    int good = header_mac(p, coins->file_key, header, (size_t)(p - header)) &&
               payload_begin(payload, coins->file_key, coins->payload_salt);
    *header_len = (size_t)(p - header) + GM_HMAC_SM3_SIZE;
    return good ? CONTAINER_OK : CONTAINER_MALFORMED;
}

container_status container_create(uint8_t *header, size_t *header_len, container_payload *payload,
                                  const container_readers *readers)
{
    container_coins coins;
    if (gm_random_bytes((uint8_t *)&coins, sizeof coins) != GM_OK)
        return CONTAINER_RANDOM;
    container_status status = container_create_derand(header, header_len, payload, readers, &coins);
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
        *header_len = at + STANZA_HEAD;
        if (len < at + STANZA_HEAD)
            return CONTAINER_MORE;
        size_t type = stanza_type(in + at), body = stanza_body(in + at);
        if (body > CONTAINER_MAX_BODY || (type == STANZA_PASSWORD && body != STANZA_PASSWORD_BODY) ||
            (type == STANZA_SM2 && body != STANZA_SM2_BODY) || (type == STANZA_SM9 && body < STANZA_SM9_BODY))
            return CONTAINER_MALFORMED;
        at += STANZA_HEAD + body;
    }
    *header_len = at + GM_HMAC_SM3_SIZE;
    return len < *header_len ? CONTAINER_MORE : CONTAINER_OK;
}

static const uint8_t *next_stanza(const uint8_t *stanza)
{
    return stanza + STANZA_HEAD + stanza_body(stanza);
}

/* Which types are there, and is the work that all password stanzas together ask for allowed? Types that this version
 * does not know may stand beside those that it does. */
static container_status survey(const uint8_t *header, const container_secrets *secrets)
{
    const uint8_t *p = header + CONTAINER_FIXED;
    uint64_t total = 0;
    unsigned passwords = 0, keys = 0, names = 0;
    for (unsigned i = 0; i < header[9]; i++, p = next_stanza(p)) {
        keys += stanza_type(p) == STANZA_SM2;
        names += stanza_type(p) == STANZA_SM9;
        if (stanza_type(p) != STANZA_PASSWORD)
            continue;
        if (stanza_iterations(p) == 0)
            return CONTAINER_MALFORMED;
        total += stanza_iterations(p);
        passwords++;
    }
    if (secrets->password.bytes != NULL && total > secrets->max_iterations)
        return CONTAINER_ITERATIONS_TOO_MANY;
    if ((secrets->password.bytes != NULL && passwords > 0) || (secrets->key_count > 0 && keys > 0) ||
        (secrets->user_count > 0 && names > 0))
        return CONTAINER_OK;
    return secrets->key_count + secrets->user_count > 0 ? CONTAINER_NO_RECIPIENT : CONTAINER_NO_PASSWORD;
}

/* Find the file key. The keys come first: they cost less than a password. */
static container_status unwrap(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *header,
                               const container_secrets *secrets)
{
    const uint8_t *p = header + CONTAINER_FIXED;
    for (unsigned i = 0; i < header[9]; i++, p = next_stanza(p))
        for (size_t k = 0; stanza_type(p) == STANZA_SM2 && k < secrets->key_count; k++)
            if (stanza_open_sm2(file_key, p, &secrets->keys[k]))
                return CONTAINER_OK;
    p = header + CONTAINER_FIXED;
    for (unsigned i = 0; i < header[9]; i++, p = next_stanza(p))
        for (size_t k = 0; stanza_type(p) == STANZA_SM9 && k < secrets->user_count; k++)
            if (stanza_open_sm9(file_key, p, &secrets->users[k]))
                return CONTAINER_OK;
    if (secrets->password.bytes == NULL)
        return CONTAINER_WRONG_KEY;
    p = header + CONTAINER_FIXED;
    for (unsigned i = 0; i < header[9]; i++, p = next_stanza(p))
        if (stanza_type(p) == STANZA_PASSWORD && stanza_open_password(file_key, p, secrets->password))
            return CONTAINER_OK;
    return CONTAINER_WRONG_PASSWORD;
}

container_status container_open(container_payload *payload, const uint8_t *header, size_t header_len,
                                const container_secrets *secrets)
{
    struct {
        uint8_t file_key[CONTAINER_FILE_KEY];
        uint8_t mac[GM_HMAC_SM3_SIZE];
    } w;
    size_t whole, signed_len = header_len - GM_HMAC_SM3_SIZE;
    container_status status = container_measure(header, header_len, &whole);
    if (status != CONTAINER_OK || whole != header_len)
        return status != CONTAINER_OK ? status : CONTAINER_MALFORMED;
    status = survey(header, secrets);
    if (status != CONTAINER_OK)
        return status;
    status = unwrap(w.file_key, header, secrets);
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
