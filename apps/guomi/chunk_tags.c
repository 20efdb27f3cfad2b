/* Chunk tags: GMAC with SM4 under a key of this run, the IV is the number of the chunk. A key
 * tags each number once, so a changed chunk passes with probability below 2^-113 (a chunk of
 * 256 KiB has 2^14 blocks). */
#include "chunk_tags.h"

#include <stdlib.h>
#include <string.h>

#include <guomi/mem.h>
#include <guomi/random.h>
#include <guomi/sm4.h>

#include "error.h"
#include "secret.h"

#define TAG ((size_t)16)

struct chunk_tags {
    gm_sm4_gcm_key key;
    size_t kept, room, matched; /* in tags */
};

/* The tags, no secret. A process decrypts one message; here an early exit does not lose sight of them. */
static uint8_t *table;

struct chunk_tags *chunk_tags_new(void)
{
    struct chunk_tags *t = secret_new(sizeof *t);
    uint8_t key[16];

    must(gm_random_bytes(key, sizeof key));
    must(gm_sm4_gcm_key_init(&t->key, key));
    gm_wipe(key, sizeof key);
    return t;
}

void chunk_tags_free(struct chunk_tags *t)
{
    free(table);
    table = NULL;
    secret_free(t);
}

static void number_iv(uint8_t iv[12], size_t number)
{
    memset(iv, 0, 12);
    memcpy(iv, &number, sizeof number); /* any byte order: it lives as long as the process */
}

void chunk_tags_keep(struct chunk_tags *t, const uint8_t *chunk, size_t len)
{
    uint8_t iv[12];

    if (t->kept == t->room) {
        uint8_t *more;
        t->room = t->room == 0 ? 64 : 2 * t->room;
        more = realloc(table, t->room * TAG);
        if (more == NULL)
            die(EXIT_IO, "expected %zu bytes of memory, found none", t->room * TAG);
        table = more;
    }
    number_iv(iv, t->kept);
    must(gm_sm4_gmac(&t->key, table + TAG * t->kept, TAG, iv, sizeof iv, chunk, len));
    t->kept++;
}

bool chunk_tags_match(struct chunk_tags *t, const uint8_t *chunk, size_t len)
{
    uint8_t iv[12];

    if (t->matched == t->kept)
        return false;
    number_iv(iv, t->matched);
    return gm_sm4_gmac_verify(&t->key, table + TAG * t->matched++, TAG, iv, sizeof iv, chunk, len) == GM_OK;
}
