/* Encrypted files. The reader on any bytes, with the password of the seeds, few iterations, and their private key: what
 * comes out is all or nothing of a chunk. The writer on texts of any length, for a password, a key or both: what it
 * makes the reader takes, and no wrong call of either goes through. */
/* covers: apps/guomi/container.c apps/guomi/container_stanza.c */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#include "../apps/guomi/container.c"
#include "../apps/guomi/container_stanza.c"

/* The recipient of the seeds, from gen/container_vectors.py. */
static const uint8_t number[32] = {0xbd, 0xd8, 0xba, 0xfa, 0x75, 0xdf, 0x85, 0x3a, 0x83, 0xd1, 0xff,
                                   0xc3, 0x2c, 0xc9, 0x28, 0x51, 0x58, 0x8b, 0xaf, 0xfd, 0xfc, 0x8b,
                                   0x69, 0xc1, 0x62, 0x47, 0x23, 0x42, 0x90, 0xa1, 0x08, 0x4c};
static gm_sm2_private_key key;
static gm_sm2_public_key public_key;

/* The centre of their names, and the key of alice. */
static const uint8_t centre[32] = {0x40, 0xcd, 0x4f, 0x6b, 0xb6, 0xc5, 0xb7, 0x48, 0x0c, 0x86, 0xdf,
                                   0xc6, 0xf2, 0x3a, 0x36, 0x77, 0x17, 0x1c, 0xcd, 0xdf, 0xee, 0xbe,
                                   0x13, 0x10, 0xfc, 0x71, 0xef, 0x3d, 0xff, 0x96, 0xd7, 0x87};
static gm_sm9_enc_user_key user;

#define PASSWORD {(const uint8_t *)"pw", 2}
#define SECRETS(n) (&(const container_secrets){.password = PASSWORD, .max_iterations = n})

/* Chunk `number` of a text of `len` bytes that repeats the input. */
static size_t fill(uint8_t *chunk, size_t len, uint64_t number, const uint8_t *data, size_t size)
{
    size_t from = (size_t)number * CONTAINER_CHUNK, n = len - from < CONTAINER_CHUNK ? len - from : CONTAINER_CHUNK;
    for (size_t i = 0; i < n; i++)
        chunk[i] = size > 0 ? data[(from + i) % size] : 0;
    return n;
}

static void wrong_calls(const container_payload *before, uint8_t *out, const uint8_t *text)
{
    container_payload payload = *before;
    FUZZ_CHECK(container_seal(&payload, out, text, CONTAINER_CHUNK - 1, 0) == CONTAINER_MALFORMED);
    FUZZ_CHECK(container_seal(&payload, out, text, CONTAINER_CHUNK + 1, 1) == CONTAINER_MALFORMED);
    FUZZ_CHECK(container_unseal(&payload, out, text, CONTAINER_SEALED - 1, 0) == CONTAINER_MALFORMED);
    FUZZ_CHECK(container_unseal(&payload, out, text, CONTAINER_TAG - 1, 1) == CONTAINER_TRUNCATED);
    payload.chunk = UINT64_C(1) << 32;
    FUZZ_CHECK(container_seal(&payload, out, text, 1, 1) == CONTAINER_TOO_LONG);
    FUZZ_CHECK(container_unseal(&payload, out, text, CONTAINER_TAG + 1, 1) == CONTAINER_TOO_LONG);
    payload.done = 1;
    FUZZ_CHECK(container_unseal(&payload, out, text, CONTAINER_TAG + 1, 1) == CONTAINER_TRAILING);
}

/* Three bytes of the input choose length, damage and iterations. */
static void round_trip(const uint8_t *data, size_t size)
{
    static uint8_t text[CONTAINER_CHUNK + 1], sealed[CONTAINER_SEALED], back[CONTAINER_SEALED], header[256];
    struct fuzz_input in = {data, size};
    unsigned steer = fuzz_byte(&in), damage = fuzz_byte(&in), iterations = 1 + fuzz_byte(&in) % 4;
    size_t len = steer < 250 ? steer : (steer - 249) / 2 * CONTAINER_CHUNK + steer % 2, header_len, whole;
    container_payload writer, reader;
    int last = 0;

    FUZZ_CHECK(container_create(header, &header_len, &writer,
                                &(container_readers){.password = PASSWORD, .iterations = iterations}) == CONTAINER_OK);
    FUZZ_CHECK(header_len <= sizeof header);
    FUZZ_CHECK(container_measure(header, header_len, &whole) == CONTAINER_OK && whole == header_len);
    FUZZ_CHECK(container_open(&reader, header, header_len - 1, SECRETS(4)) == CONTAINER_MORE);
    FUZZ_CHECK(container_open(&reader, header, header_len, SECRETS(iterations - 1)) == CONTAINER_ITERATIONS_TOO_MANY);
    header[header_len - 1] ^= 1;
    FUZZ_CHECK(container_open(&reader, header, header_len, SECRETS(4)) == CONTAINER_HEADER_MAC);
    header[header_len - 1] ^= 1;
    header[CONTAINER_FIXED + 4 + damage % CONTAINER_SALT] ^= 1;
    FUZZ_CHECK(container_open(&reader, header, header_len, SECRETS(4)) == CONTAINER_WRONG_PASSWORD);
    header[CONTAINER_FIXED + 4 + damage % CONTAINER_SALT] ^= 1;
    FUZZ_CHECK(container_open(&reader, header, header_len, SECRETS(4)) == CONTAINER_OK);
    wrong_calls(&writer, back, text);
    while (!last) {
        size_t n = fill(text, len, writer.chunk, in.data, in.size);
        container_payload other = reader;
        last = (size_t)writer.chunk * CONTAINER_CHUNK + n == len;
        FUZZ_CHECK(container_seal(&writer, sealed, text, n, last) == CONTAINER_OK);
        if (last || n == CONTAINER_CHUNK) { /* the file seems to go on, or to end here */
            container_status st = container_unseal(&other, back, sealed, n + CONTAINER_TAG, !last);
            FUZZ_CHECK(!last ? st == CONTAINER_TRUNCATED
                             : st == (n == CONTAINER_CHUNK ? CONTAINER_TRAILING : CONTAINER_MALFORMED));
        }
        sealed[damage % (n + CONTAINER_TAG)] ^= 1;
        FUZZ_CHECK(container_unseal(&other, back, sealed, n + CONTAINER_TAG, last) == CONTAINER_CHUNK_BAD);
        sealed[damage % (n + CONTAINER_TAG)] ^= 1;
        FUZZ_CHECK(container_unseal(&reader, back, sealed, n + CONTAINER_TAG, last) == CONTAINER_OK);
        FUZZ_CHECK(memcmp(back, text, n) == 0);
    }
    FUZZ_CHECK(reader.done && container_unseal(&reader, back, sealed, CONTAINER_TAG, 1) == CONTAINER_TRAILING);
    FUZZ_CHECK(container_seal(&writer, sealed, text, 1, 1) == CONTAINER_MALFORMED);
}

/* A header for one key, with a password or without, and one bit of it changed. */
static void recipient(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned steer = fuzz_byte(&in), at = fuzz_byte(&in), bit = fuzz_byte(&in) % 8;
    container_readers readers = {.password = PASSWORD, .iterations = 1, .keys = &public_key, .key_count = 1};
    container_secrets secrets = {.keys = &key, .key_count = 1};
    uint8_t header[512];
    size_t header_len;
    container_payload writer, reader;

    if (steer % 2 != 0)
        readers.password.bytes = NULL;
    FUZZ_CHECK(container_create(header, &header_len, &writer, &readers) == CONTAINER_OK);
    FUZZ_CHECK(container_open(&reader, header, header_len, &secrets) == CONTAINER_OK);
    FUZZ_CHECK(memcmp(&reader.key, &writer.key, sizeof writer.key) == 0);
    FUZZ_CHECK(container_open(&reader, header, header_len, SECRETS(1)) ==
               (steer % 2 != 0 ? CONTAINER_NO_PASSWORD : CONTAINER_OK));
    header[CONTAINER_FIXED + STANZA_HEAD + at % STANZA_SM2_BODY] ^= (uint8_t)(1u << bit);
    FUZZ_CHECK(container_open(&reader, header, header_len, &secrets) == CONTAINER_WRONG_KEY);
    secrets.password = (container_password)PASSWORD;
    secrets.max_iterations = 1;
    FUZZ_CHECK(container_open(&reader, header, header_len, &secrets) ==
               (steer % 2 != 0 ? CONTAINER_WRONG_PASSWORD : CONTAINER_HEADER_MAC));
}

static void messages(void)
{
    for (int st = CONTAINER_OK; st <= CONTAINER_RANDOM + 1; st++)
        FUZZ_CHECK(container_text((container_status)st)[0] != '\0');
}

static void read_any(const uint8_t *data, size_t size)
{
    size_t header_len, shorter;
    container_payload payload;
    container_status status = container_measure(data, size, &header_len);
    for (size_t n = 0; n < size && n < 64; n++) { /* a prefix never says more than the whole */
        container_status part = container_measure(data, n, &shorter);
        if (part == CONTAINER_OK ? status != CONTAINER_OK : part == CONTAINER_MORE && shorter <= n)
            abort();
    }
    if (status != CONTAINER_OK)
        return;
    if (header_len > size || header_len > CONTAINER_MAX_HEADER)
        abort();
    status = container_open(
        &payload, data, header_len,
        &(container_secrets){
            .password = PASSWORD, .max_iterations = 40, .keys = &key, .key_count = 1, .users = &user, .user_count = 1});
    if (status != CONTAINER_OK)
        return;
    for (data += header_len, size -= header_len; !payload.done;) {
        size_t n = size < CONTAINER_SEALED ? size : CONTAINER_SEALED;
        size_t text = n < CONTAINER_TAG ? 0 : n - CONTAINER_TAG;
        uint8_t *out = malloc(text + 1);
        memset(out, 0xa5, text + 1);
        status = container_unseal(&payload, out, data, n, n == size);
        for (size_t i = 0; i < text; i++)
            if (status != CONTAINER_OK && status != CONTAINER_EMPTY_LAST && out[i] != 0)
                abort();
        if (out[text] != 0xa5)
            abort();
        free(out);
        if (status != CONTAINER_OK)
            return;
        data += n;
        size -= n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t header_len;
    gm_sm9_enc_master_key master;
    FUZZ_CHECK(gm_sm2_private_key_read(&key, number, sizeof number) == GM_OK);
    FUZZ_CHECK(gm_sm2_private_key_public(&key, &public_key) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_master_key_read(&master, centre, sizeof centre) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_extract(&user, &master, (const uint8_t *)"alice", 5, GM_SM9_HID_ENCRYPT) == GM_OK);
    messages();
    read_any(data, size);
    if (container_measure(data, size, &header_len) == CONTAINER_NOT_OURS)
        round_trip(data, size), recipient(data, size);
    return 0;
}
