/* What SHA-1 and SHA-256 have in common: padding, HMAC (RFC 2104) and PBKDF2 (RFC 8018). */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "legacy/legacy.h"

/* A hash that runs. The room has no other users than whole messages of a few parts. */
struct run {
    uint32_t h[8];
    uint64_t bytes;
    uint8_t block[LEGACY_BLOCK];
};

static void start(struct run *run, const uint32_t h[8], uint64_t bytes)
{
    memcpy(run->h, h, sizeof run->h);
    run->bytes = bytes;
}

static void absorb(const struct legacy_hash *hash, struct run *run, const uint8_t *data, size_t len)
{
    while (len > 0) {
        size_t used = (size_t)(run->bytes % LEGACY_BLOCK), part = LEGACY_BLOCK - used;
        part = len < part ? len : part;
        memcpy(run->block + used, data, part);
        run->bytes += part;
        data += part;
        len -= part;
        if (used + part == LEGACY_BLOCK)
            hash->compress(run->h, run->block);
    }
}

static void store(const struct legacy_hash *hash, uint8_t *digest, const uint32_t h[8])
{
    for (size_t i = 0; i < hash->digest_size / 4; i++)
        store32be(digest + 4 * i, h[i]);
}

/* Padding after `used` bytes of a block: the mark, zeros, and the length of the message. */
static void pad(uint8_t block[LEGACY_BLOCK], size_t used, uint64_t bytes)
{
    block[used] = 0x80;
    memset(block + used + 1, 0, LEGACY_BLOCK - 8 - used - 1);
    store64be(block + LEGACY_BLOCK - 8, bytes * 8);
}

static void finish(const struct legacy_hash *hash, struct run *run, uint8_t *digest)
{
    size_t used = (size_t)(run->bytes % LEGACY_BLOCK);
    if (used > LEGACY_BLOCK - 9) { /* the length goes to a block of its own */
        run->block[used] = 0x80;
        memset(run->block + used + 1, 0, LEGACY_BLOCK - used - 1);
        hash->compress(run->h, run->block);
        memset(run->block, 0, LEGACY_BLOCK - 8);
        store64be(run->block + LEGACY_BLOCK - 8, run->bytes * 8);
    } else {
        pad(run->block, used, run->bytes);
    }
    hash->compress(run->h, run->block);
    store(hash, digest, run->h);
}

void gmi_legacy_hash(const struct legacy_hash *hash, uint8_t *digest, const uint8_t *data, size_t len)
{
    struct run run;
    start(&run, hash->start, 0);
    absorb(hash, &run, data, len);
    finish(hash, &run, digest);
    gm_wipe(&run, sizeof run);
}

/* The states after the two key blocks of HMAC. */
struct hmac_key {
    uint32_t inner[8], outer[8];
};

static void one_pad(const struct legacy_hash *hash, uint32_t h[8], uint8_t block[LEGACY_BLOCK], uint8_t mask)
{
    for (int i = 0; i < LEGACY_BLOCK; i++)
        block[i] ^= mask;
    memcpy(h, hash->start, sizeof hash->start);
    hash->compress(h, block);
}

static void hmac_key(const struct legacy_hash *hash, struct hmac_key *key, const uint8_t *data, size_t len)
{
    uint8_t block[LEGACY_BLOCK] = {0};
    if (len > LEGACY_BLOCK)
        gmi_legacy_hash(hash, block, data, len);
    else if (len > 0)
        memcpy(block, data, len);
    one_pad(hash, key->inner, block, 0x36);
    one_pad(hash, key->outer, block, 0x36 ^ 0x5c);
    gm_wipe(block, sizeof block);
}

/* Finish the inner hash and make the outer one. */
static void hmac_finish(const struct legacy_hash *hash, const struct hmac_key *key, struct run *run, uint8_t *mac)
{
    finish(hash, run, mac);
    start(run, key->outer, LEGACY_BLOCK);
    absorb(hash, run, mac, hash->digest_size);
    finish(hash, run, mac);
}

void gmi_legacy_hmac(const struct legacy_hash *hash, uint8_t *mac, const uint8_t *key, size_t key_len,
                     const uint8_t *data, size_t len)
{
    struct {
        struct hmac_key key;
        struct run run;
    } w;
    hmac_key(hash, &w.key, key, key_len);
    start(&w.run, w.key.inner, LEGACY_BLOCK);
    absorb(hash, &w.run, data, len);
    hmac_finish(hash, &w.key, &w.run, mac);
    gm_wipe(&w, sizeof w);
}

/* One block of output: U_1 ^ U_2 ^ …. The message of each hash after the first is one digest, so its block is laid
 * out once, and an iteration is two compressions. */
static void pbkdf2_block(const struct legacy_hash *hash, uint8_t *out, const struct hmac_key *key, const uint8_t *salt,
                         size_t salt_len, uint32_t counter, uint64_t iterations)
{
    struct {
        struct run run;
        uint8_t block[LEGACY_BLOCK], number[4];
        uint32_t h[8];
    } w;
    /* gcc -O3 warns of what a longer digest would overwrite. */
    const size_t size = hash->digest_size < LEGACY_DIGEST_MAX ? hash->digest_size : LEGACY_DIGEST_MAX;
    store32be(w.number, counter);
    start(&w.run, key->inner, LEGACY_BLOCK);
    absorb(hash, &w.run, salt, salt_len);
    absorb(hash, &w.run, w.number, sizeof w.number);
    hmac_finish(hash, key, &w.run, w.block);
    memcpy(out, w.block, hash->digest_size);
    pad(w.block, hash->digest_size, LEGACY_BLOCK + hash->digest_size);
    while (--iterations > 0) {
        memcpy(w.h, key->inner, sizeof w.h);
        hash->compress(w.h, w.block);
        store(hash, w.block, w.h);
        memcpy(w.h, key->outer, sizeof w.h);
        hash->compress(w.h, w.block);
        store(hash, w.block, w.h);
        for (size_t i = 0; i < size; i++)
            out[i] ^= w.block[i];
    }
    gm_wipe(&w, sizeof w);
}

void gmi_legacy_pbkdf2(const struct legacy_hash *hash, uint8_t *out, size_t out_len, const uint8_t *password,
                       size_t password_len, const uint8_t *salt, size_t salt_len, uint64_t iterations)
{
    struct {
        struct hmac_key key;
        uint8_t made[LEGACY_DIGEST_MAX];
    } w;
    hmac_key(hash, &w.key, password, password_len);
    for (uint32_t counter = 1; out_len > 0; counter++) {
        size_t part = out_len < hash->digest_size ? out_len : hash->digest_size;
        pbkdf2_block(hash, w.made, &w.key, salt, salt_len, counter, iterations);
        memcpy(out, w.made, part);
        out += part;
        out_len -= part;
    }
    gm_wipe(&w, sizeof w);
}
