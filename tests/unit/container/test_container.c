/* The encrypted file: vectors of the model, and every way a file can be wrong. */
#include "gmtest.h"
#include "vectors.h"

#include "container.h"

static const container_password pw = {(const uint8_t *)"pw", 2};
#define READERS(n) (&(const container_readers){.password = pw, .iterations = n})
#define SECRETS(n) (&(const container_secrets){.password = pw, .max_iterations = n})

/* A whole file in memory: header, then chunks. */
struct file {
    uint8_t *bytes;
    size_t len, header_len;
};

static struct file make(const uint8_t *plain, size_t len)
{
    struct file f = {malloc(CONTAINER_MAX_HEADER + len + (len / CONTAINER_CHUNK + 1) * CONTAINER_TAG), 0, 0};
    container_payload payload;
    CHECK_OK(container_create(f.bytes, &f.header_len, &payload, READERS(2)));
    f.len = f.header_len;
    do {
        size_t n = len < CONTAINER_CHUNK ? len : CONTAINER_CHUNK;
        CHECK_OK(container_seal(&payload, f.bytes + f.len, plain, n, n == len));
        f.len += n + CONTAINER_TAG;
        plain += n;
        len -= n;
    } while (len > 0);
    CHECK(payload.done);
    return f;
}

/* Read a file as a program does; plain gets what came out before the first error. */
static container_status read_file(const uint8_t *file, size_t len, const container_secrets *secrets, uint8_t *plain,
                                  size_t *plain_len)
{
    size_t header_len;
    container_payload payload;
    container_status status = container_measure(file, len, &header_len);
    *plain_len = 0;
    if (status != CONTAINER_OK)
        return status;
    status = container_open(&payload, file, header_len, secrets);
    for (file += header_len, len -= header_len; status == CONTAINER_OK && !payload.done;) {
        size_t n = len < CONTAINER_SEALED ? len : CONTAINER_SEALED;
        status = container_unseal(&payload, plain + *plain_len, file, n, n == len);
        if (status == CONTAINER_OK)
            *plain_len += n - CONTAINER_TAG;
        file += n;
        len -= n;
    }
    return status;
}

static void model_vectors(void)
{
    struct vec_file v = vec_open("container.txt");
    struct vec_block b = {.count = 0};
    unsigned seen = 0;
    while (vec_next(&v, &b)) {
        if (vec_is(&b, "op", "container-key") || vec_is(&b, "op", "container-name"))
            continue;
        const struct vec_field *want = vec_need(&b, "file"), *plain = vec_need(&b, "plain");
        const struct vec_field *secret = vec_need(&b, "password");
        container_secrets secrets = {.password = {secret->bytes, secret->len}, .max_iterations = 1000};
        uint8_t got[65536];
        size_t len;
        seen++;
        if (vec_is(&b, "op", "container")) {
            container_readers readers = {.password = secrets.password,
                                         .iterations = (uint32_t)vec_number(&b, "iterations_dec", 0)};
            container_coins coins;
            container_payload payload;
            memcpy(&coins, vec_need(&b, "coins")->bytes, sizeof coins);
            CHECK_OK(container_create_derand(got, &len, &payload, &readers, &coins));
            CHECK_OK(container_seal(&payload, got + len, plain->bytes, plain->len, 1));
            CHECK_EQ(len + plain->len + CONTAINER_TAG, want->len);
            CHECK_MEM(got, want->bytes, want->len);
        }
        CHECK_OK(read_file(want->bytes, want->len, &secrets, got, &len));
        CHECK_EQ(len, plain->len);
        CHECK_MEM(got, plain->bytes, plain->len);
        secrets.password.len--;
        CHECK_EQ(read_file(want->bytes, want->len, &secrets, got, &len), CONTAINER_WRONG_PASSWORD);
    }
    CHECK_EQ(seen, 6);
}

static void model_vectors_with_keys(void)
{
    struct vec_file v = vec_open("container.txt");
    struct vec_block b = {.count = 0};
    gm_sm2_private_key keys[2]; /* a stranger's, the recipient's */
    unsigned seen = 0;
    CHECK_OK(gm_sm2_keygen(&keys[0]));
    while (vec_next(&v, &b)) {
        if (!vec_is(&b, "op", "container-key"))
            continue;
        const struct vec_field *file = vec_need(&b, "file"), *plain = vec_need(&b, "plain");
        const struct vec_field *password = vec_get(&b, "password");
        container_secrets secrets = {.keys = keys, .key_count = 2};
        uint8_t got[65536];
        size_t len;
        seen++;
        CHECK_OK(gm_sm2_private_key_read(&keys[1], vec_need(&b, "private")->bytes, 32));
        CHECK_OK(read_file(file->bytes, file->len, &secrets, got, &len));
        CHECK_EQ(len, plain->len);
        CHECK_MEM(got, plain->bytes, plain->len);
        secrets.key_count = 1;
        CHECK_EQ(read_file(file->bytes, file->len, &secrets, got, &len), CONTAINER_WRONG_KEY);
        if (password == NULL) {
            CHECK_EQ(read_file(file->bytes, file->len, SECRETS(10), got, &len), CONTAINER_NO_PASSWORD);
            continue;
        }
        /* The stranger's key beside the right password, and a password alone. */
        secrets.password = (container_password){password->bytes, password->len};
        CHECK_EQ(read_file(file->bytes, file->len, &secrets, got, &len), CONTAINER_ITERATIONS_TOO_MANY);
        secrets.max_iterations = 2;
        CHECK_OK(read_file(file->bytes, file->len, &secrets, got, &len));
        secrets.key_count = 0;
        CHECK_OK(read_file(file->bytes, file->len, &secrets, got, &len));
        CHECK_MEM(got, plain->bytes, plain->len);
        secrets.password.len--;
        CHECK_EQ(read_file(file->bytes, file->len, &secrets, got, &len), CONTAINER_WRONG_PASSWORD);
    }
    CHECK_EQ(seen, 5);
}

/* SM9 names: as the model has them, and as the writer makes them. */
static void names(void)
{
    static uint8_t header[CONTAINER_MAX_HEADER], long_name[CONTAINER_MAX_NAME + 1], got[65536];
    struct vec_file v = vec_open("container.txt");
    struct vec_block b = {.count = 0};
    gm_sm9_enc_master_key master, other;
    gm_sm9_enc_user_key users[2]; /* a stranger's, and the right one */
    container_payload payload, reader;
    unsigned seen = 0;
    size_t len;
    CHECK_OK(gm_sm9_enc_keygen(&master));
    CHECK_OK(gm_sm9_enc_keygen(&other));
    CHECK_OK(gm_sm9_enc_extract(&users[0], &master, long_name, 3, 3));
    while (vec_next(&v, &b)) {
        if (!vec_is(&b, "op", "container-name"))
            continue;
        const struct vec_field *file = vec_need(&b, "file"), *plain = vec_need(&b, "plain"),
                               *user = vec_need(&b, "user");
        container_secrets secrets = {.users = users, .user_count = 2};
        seen++;
        CHECK_OK(gm_sm9_enc_user_key_read(&users[1], user->bytes, user->len));
        CHECK_OK(read_file(file->bytes, file->len, &secrets, got, &len));
        CHECK_EQ(len, plain->len);
        CHECK_MEM(got, plain->bytes, plain->len);
        secrets.user_count = 1;
        CHECK_EQ(read_file(file->bytes, file->len, &secrets, got, &len), CONTAINER_WRONG_KEY);
        CHECK_EQ(read_file(file->bytes, file->len, SECRETS(10), got, &len), CONTAINER_NO_PASSWORD);
    }
    CHECK_EQ(seen, 4);
    const container_name all[] = {{long_name, 0}, {long_name, CONTAINER_MAX_NAME}, {(const uint8_t *)"alice", 5}};
    container_readers readers = {.iterations = 2, .master = &master.public_, .names = all, .name_count = 3};
    for (int password = 0; password < 2; password++) {
        readers.password = password ? pw : (container_password){NULL, 0};
        CHECK_OK(container_create(header, &len, &payload, &readers));
        CHECK_EQ(len, CONTAINER_FIXED + 3 * 118 + CONTAINER_MAX_NAME + 5 + (password ? 88 : 0) + 32);
        for (size_t i = 0; i < 3; i++) {
            container_secrets secrets = {.users = users, .user_count = 2};
            CHECK_OK(gm_sm9_enc_extract(&users[1], &master, all[i].bytes, all[i].len, GM_SM9_HID_ENCRYPT));
            CHECK_OK(container_open(&reader, header, len, &secrets));
            CHECK_MEM(&reader.key, &payload.key, sizeof payload.key);
            /* Of the same name under another hid, and under another master key. */
            CHECK_OK(gm_sm9_enc_extract(&users[1], &master, all[i].bytes, all[i].len, GM_SM9_HID_EXCHANGE));
            CHECK_EQ(container_open(&reader, header, len, &secrets), CONTAINER_WRONG_KEY);
            CHECK_OK(gm_sm9_enc_extract(&users[1], &other, all[i].bytes, all[i].len, GM_SM9_HID_ENCRYPT));
            CHECK_EQ(container_open(&reader, header, len, &secrets), CONTAINER_WRONG_KEY);
        }
        CHECK_EQ(container_open(&reader, header, len, SECRETS(2)), password ? CONTAINER_OK : CONTAINER_NO_PASSWORD);
    }
    const container_name too_long = {long_name, CONTAINER_MAX_NAME + 1};
    readers.names = &too_long;
    readers.name_count = 1;
    CHECK_EQ(container_create(header, &len, &payload, &readers), CONTAINER_MALFORMED);
    /* A changed byte of the stanza is as good as no stanza; a shorter one is none at all. */
    readers.names = &all[2];
    readers.password = (container_password){NULL, 0};
    CHECK_OK(gm_sm9_enc_extract(&users[1], &master, all[2].bytes, all[2].len, GM_SM9_HID_ENCRYPT));
    CHECK_OK(container_create(header, &len, &payload, &readers));
    container_secrets secrets = {.users = &users[1], .user_count = 1};
    for (size_t i = CONTAINER_FIXED + 4; i < CONTAINER_FIXED + 123; i++) {
        header[i] ^= 1;
        CHECK_EQ(container_open(&reader, header, len, &secrets), CONTAINER_WRONG_KEY);
        header[i] ^= 1;
    }
    CHECK_OK(container_open(&reader, header, len, &secrets));
    header[CONTAINER_FIXED + 3] = 113;
    CHECK_EQ(container_measure(header, len, &len), CONTAINER_MALFORMED);
}

/* Files for 1, 2 and 64 keys, with and without a password: every recipient opens them, a stranger does not. */
static void recipients(void)
{
    static const size_t counts[] = {1, 2, 63, 64};
    static gm_sm2_private_key keys[CONTAINER_MAX_STANZAS];
    static gm_sm2_public_key public_keys[CONTAINER_MAX_STANZAS];
    static uint8_t header[CONTAINER_MAX_HEADER];
    gm_sm2_private_key stranger;
    container_payload payload, reader;
    size_t len;
    CHECK_OK(gm_sm2_keygen(&stranger));
    for (size_t i = 0; i < CONTAINER_MAX_STANZAS; i++) {
        CHECK_OK(gm_sm2_keygen(&keys[i]));
        CHECK_OK(gm_sm2_private_key_public(&keys[i], &public_keys[i]));
    }
    for (size_t c = 0; c < GM_COUNT(counts); c++)
        for (int password = 0; password < 2; password++) {
            container_readers readers = {.password = {password ? pw.bytes : NULL, 2},
                                         .iterations = 2,
                                         .keys = public_keys,
                                         .key_count = counts[c]};
            if (counts[c] + (size_t)password > CONTAINER_MAX_STANZAS) {
                CHECK_EQ(container_create(header, &len, &payload, &readers), CONTAINER_STANZAS);
                continue;
            }
            CHECK_OK(container_create(header, &len, &payload, &readers));
            CHECK_EQ(len, CONTAINER_FIXED + 117 * counts[c] + (password ? 88 : 0) + 32);
            for (size_t i = 0; i < counts[c]; i += 1 + rand_below(20)) {
                container_secrets secrets = {.keys = &keys[i], .key_count = 1};
                CHECK_OK(container_open(&reader, header, len, &secrets));
                CHECK_MEM(&reader.key, &payload.key, sizeof payload.key);
            }
            container_secrets secrets = {.keys = &stranger, .key_count = 1};
            CHECK_EQ(container_open(&reader, header, len, &secrets), CONTAINER_WRONG_KEY);
            CHECK_EQ(container_open(&reader, header, len, SECRETS(2)), password ? CONTAINER_OK : CONTAINER_NO_PASSWORD);
        }
    CHECK_EQ(container_create(header, &len, &payload, &(container_readers){.keys = NULL}), CONTAINER_STANZAS);
    CHECK_OK(container_create(header, &len, &payload, READERS(1)));
    CHECK_EQ(container_open(&reader, header, len, &(container_secrets){.keys = keys, .key_count = 1}),
             CONTAINER_NO_RECIPIENT);
}

/* A changed byte of a stanza for a key is as good as no stanza; of another length it is no stanza at all. */
static void changed_recipient_stanzas(void)
{
    static uint8_t header[CONTAINER_MAX_HEADER];
    gm_sm2_private_key key;
    gm_sm2_public_key public_key;
    container_payload payload;
    size_t len, need;
    CHECK_OK(gm_sm2_keygen(&key));
    CHECK_OK(gm_sm2_private_key_public(&key, &public_key));
    container_secrets secrets = {.keys = &key, .key_count = 1};
    CHECK_OK(container_create(header, &len, &payload, &(container_readers){.keys = &public_key, .key_count = 1}));
    for (size_t i = CONTAINER_FIXED + 4; i < CONTAINER_FIXED + 117; i++) {
        header[i] ^= (uint8_t)(1 << rand_below(8));
        uint8_t changed = header[i];
        CHECK_EQ(container_open(&payload, header, len, &secrets), CONTAINER_WRONG_KEY);
        CHECK_EQ(header[i], changed);
        CHECK_OK(container_create(header, &len, &payload, &(container_readers){.keys = &public_key, .key_count = 1}));
    }
    header[len - 1] ^= 1;
    CHECK_EQ(container_open(&payload, header, len, &secrets), CONTAINER_HEADER_MAC);
    header[len - 1] ^= 1;
    header[CONTAINER_FIXED + 3] = 112;
    CHECK_EQ(container_measure(header, len, &need), CONTAINER_MALFORMED);
    header[CONTAINER_FIXED + 3] = 114;
    CHECK_EQ(container_measure(header, len, &need), CONTAINER_MALFORMED);
}

static void round_trips(void)
{
    static const size_t sizes[] = {0, 1, 15, 16, 65535, 65536, 65537, 131072, 200001};
    for (size_t i = 0; i < GM_COUNT(sizes); i++) {
        uint8_t *plain = malloc(sizes[i] + 1), *got = malloc(sizes[i] + CONTAINER_SEALED);
        size_t len;
        rand_bytes(plain, sizes[i]);
        struct file f = make(plain, sizes[i]);
        CHECK_OK(read_file(f.bytes, f.len, SECRETS(1000), got, &len));
        CHECK_EQ(len, sizes[i]);
        CHECK_MEM(got, plain, sizes[i]);
        free(f.bytes), free(plain), free(got);
    }
}

static void every_changed_byte_is_refused(void)
{
    uint8_t plain[40] = {7}, got[4096];
    size_t len;
    rand_bytes(plain, sizeof plain);
    struct file f = make(plain, sizeof plain);
    for (size_t i = 0; i < f.len; i++) {
        uint8_t *copy = malloc(f.len); /* exact size: a read past the end is seen by ASan */
        memcpy(copy, f.bytes, f.len);
        copy[i] ^= (uint8_t)(1 << rand_below(8));
        CHECK(read_file(copy, f.len, SECRETS(1000), got, &len) != CONTAINER_OK);
        CHECK_EQ(len, 0);
        free(copy);
    }
    free(f.bytes);
}

static void every_cut_is_refused(void)
{
    uint8_t plain[40] = {7}, got[4096];
    size_t len, need;
    struct file f = make(plain, sizeof plain);
    for (size_t n = 0; n < f.len; n++) {
        uint8_t *copy = malloc(n + 1);
        memcpy(copy, f.bytes, n);
        container_status status = read_file(copy, n, SECRETS(1000), got, &len);
        if (n < f.header_len) {
            CHECK_EQ(status, CONTAINER_MORE);
            CHECK_EQ(container_measure(copy, n, &need), CONTAINER_MORE);
            CHECK(need > n && need <= f.header_len);
        } else {
            CHECK(status == CONTAINER_TRUNCATED || status == CONTAINER_CHUNK_BAD);
        }
        CHECK_EQ(len, 0);
        free(copy);
    }
    free(f.bytes);
}

static void chunks_keep_their_places(void)
{
    const size_t three = 3 * CONTAINER_CHUNK;
    uint8_t *plain = malloc(three), *got = malloc(three + 2 * CONTAINER_SEALED), *t = malloc(CONTAINER_SEALED);
    size_t len;
    rand_bytes(plain, three);
    struct file f = make(plain, three);
    uint8_t *first = f.bytes + f.header_len, *second = first + CONTAINER_SEALED;
    /* cut at a chunk border */
    CHECK_EQ(read_file(f.bytes, f.len - CONTAINER_SEALED, SECRETS(1000), got, &len), CONTAINER_TRUNCATED);
    CHECK_EQ(len, CONTAINER_CHUNK); /* the first chunk was good, the second was not the last */
    CHECK_EQ(read_file(f.bytes, f.header_len, SECRETS(1000), got, &len), CONTAINER_TRUNCATED);
    /* a byte more */
    uint8_t *longer = malloc(f.len + 1);
    memcpy(longer, f.bytes, f.len);
    longer[f.len] = 0;
    CHECK_EQ(read_file(longer, f.len + 1, SECRETS(1000), got, &len), CONTAINER_TRAILING);
    CHECK_EQ(len, 2 * CONTAINER_CHUNK);
    free(longer);
    /* two chunks change places */
    memcpy(t, first, CONTAINER_SEALED);
    memcpy(first, second, CONTAINER_SEALED);
    memcpy(second, t, CONTAINER_SEALED);
    CHECK_EQ(read_file(f.bytes, f.len, SECRETS(1000), got, &len), CONTAINER_CHUNK_BAD);
    CHECK_EQ(len, 0);
    free(f.bytes), free(plain), free(got), free(t);
}

static void an_empty_last_chunk_must_be_alone(void)
{
    uint8_t header[CONTAINER_MAX_HEADER], tag[CONTAINER_TAG], nonce[12] = {0};
    uint8_t *plain = calloc(1, CONTAINER_CHUNK), *sealed = malloc(CONTAINER_SEALED);
    size_t len;
    container_payload payload, reader;
    CHECK_OK(container_create(header, &len, &payload, READERS(1)));
    CHECK_OK(container_open(&reader, header, len, SECRETS(1)));
    CHECK_OK(container_seal(&payload, sealed, plain, CONTAINER_CHUNK, 0));
    CHECK_EQ(container_seal(&payload, tag, plain, 0, 1), CONTAINER_MALFORMED); /* our writer does not make it */
    nonce[10] = 1, nonce[11] = 1;
    CHECK_OK(gm_sm4_gcm_encrypt(&payload.key, NULL, tag, 16, nonce, 12, NULL, 0, NULL, 0));
    CHECK_OK(container_unseal(&reader, plain, sealed, CONTAINER_SEALED, 0));
    CHECK_EQ(container_unseal(&reader, plain, tag, CONTAINER_TAG, 1), CONTAINER_EMPTY_LAST);
    free(plain), free(sealed);
}

static void headers_that_are_refused(void)
{
    uint8_t h[CONTAINER_MAX_HEADER];
    size_t len, need;
    container_payload payload;
    CHECK_OK(container_create(h, &len, &payload, READERS(1000)));
    CHECK_EQ(container_open(&payload, h, len, SECRETS(999)), CONTAINER_ITERATIONS_TOO_MANY);
    CHECK_OK(container_open(&payload, h, len, SECRETS(1000)));
    h[9] = 0;
    CHECK_EQ(container_measure(h, len, &need), CONTAINER_STANZAS);
    h[9] = 65;
    CHECK_EQ(container_measure(h, len, &need), CONTAINER_STANZAS);
    h[9] = 64;
    CHECK(container_measure(h, len, &need) != CONTAINER_OK);
    h[9] = 1;
    h[8] = 2;
    CHECK_EQ(container_measure(h, len, &need), CONTAINER_VERSION);
    CHECK_EQ(container_measure(h, 9, &need), CONTAINER_VERSION);
    h[8] = 1;
    h[45]++; /* length of the stanza */
    CHECK_EQ(container_measure(h, len, &need), CONTAINER_MALFORMED);
    h[45]--;
    h[43] = 9; /* an unknown type alone */
    CHECK_EQ(container_open(&payload, h, len, SECRETS(1000)), CONTAINER_NO_PASSWORD);
    h[43] = 1;
    memset(h + 46 + CONTAINER_SALT, 0, 4); /* no iterations */
    CHECK_EQ(container_open(&payload, h, len, SECRETS(1000)), CONTAINER_MALFORMED);
    h[0] ^= 1;
    CHECK_EQ(container_measure(h, 1, &need), CONTAINER_NOT_OURS);
}

static void a_changed_header_is_no_wrong_password(void)
{
    uint8_t h[CONTAINER_MAX_HEADER];
    size_t len;
    container_payload payload;
    CHECK_OK(container_create(h, &len, &payload, READERS(1)));
    h[10] ^= 1; /* the payload salt: no stanza depends on it */
    CHECK_EQ(container_open(&payload, h, len, SECRETS(1)), CONTAINER_HEADER_MAC);
    h[10] ^= 1;
    h[len - 1] ^= 1;
    CHECK_EQ(container_open(&payload, h, len, SECRETS(1)), CONTAINER_HEADER_MAC);
}

TEST_SUITE(container, CASE(model_vectors), CASE(model_vectors_with_keys), CASE(names), CASE(recipients),
           CASE(changed_recipient_stanzas), CASE(round_trips), CASE(every_changed_byte_is_refused),
           CASE(every_cut_is_refused), CASE(chunks_keep_their_places), CASE(an_empty_last_chunk_must_be_alone),
           CASE(headers_that_are_refused), CASE(a_changed_header_is_no_wrong_password));
