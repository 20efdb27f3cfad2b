#include "sm2_message.h"

#include <stdlib.h>
#include <string.h>

#include "check_line.h"
#include "coded.h"
#include "error.h"
#include "progress.h"
#include "secret.h"

/* More is no digest in any form. */
#define DIGEST_FILE_MAX ((size_t)8192)

void sm2_message_read(struct input *in, const gm_sm2_public_key *key, struct sm2_id id, uint8_t e[GM_SM3_DIGEST_SIZE])
{
    gm_sm2_message *message = secret_new(sizeof *message);
    uint8_t *buffer = xmalloc(IO_BUFFER);
    size_t n;

    must(gm_sm2_message_init(message, key, id.bytes, id.len));
    progress_begin(in->name, input_size(in));
    do {
        n = input_read(in, buffer, IO_BUFFER);
        must(gm_sm2_message_update(message, buffer, n));
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    must(gm_sm2_message_digest(message, e));
    secret_free(message);
    free(buffer);
}

bool sm2_digest_parse(uint8_t e[GM_SM3_DIGEST_SIZE], const uint8_t *file, size_t len)
{
    struct check_lines lines = {GM_SM3_DIGEST_SIZE, "SM3", CHECK_FORM_OPEN};
    size_t n;
    uint8_t *bytes;
    char *line, *name;
    bool good;

    if (len == GM_SM3_DIGEST_SIZE) {
        memcpy(e, file, len);
        return true;
    }
    if (len > DIGEST_FILE_MAX)
        return false;
    bytes = coded_bytes(CODING_HEX, file, len, &n);
    good = bytes != NULL && n == GM_SM3_DIGEST_SIZE;
    if (good)
        memcpy(e, bytes, n);
    secret_free(bytes);
    if (good || len == 0 || memchr(file, '\n', len - 1) != NULL) /* several lines */
        return good;
    line = xmalloc(len + 1);
    memcpy(line, file, len);
    good = check_line(&lines, line, len - (file[len - 1] == '\n'), e, &name) == 1;
    free(line);
    return good;
}

void sm2_digest_read(struct input *in, uint8_t e[GM_SM3_DIGEST_SIZE], const char *guess)
{
    uint8_t *file = secret_new(DIGEST_FILE_MAX + 1);
    size_t len = input_read(in, file, DIGEST_FILE_MAX + 1);

    if (!sm2_digest_parse(e, file, len))
        die(EXIT_CHECK,
            "%s: expected a digest (32 bytes, 64 hex digits or a line of 'guomi sm3'), found %s%zu bytes; %s",
            input_shown(in), len > DIGEST_FILE_MAX ? "more than " : "", len - (len > DIGEST_FILE_MAX), guess);
    secret_free(file);
}

/* ---- Guessing ---- */

static bool fits(const gm_sm2_public_key *key, const uint8_t *e, const uint8_t *signature)
{
    return gm_sm2_verify_digest(key, signature, e) == GM_OK;
}

/* The digest that `in` would have if it were signed otherwise. */
static bool fits_id(struct input *in, const gm_sm2_public_key *key, struct sm2_id id, const uint8_t *signature)
{
    uint8_t e[GM_SM3_DIGEST_SIZE];
    input_rewind(in);
    sm2_message_read(in, key, id, e);
    return fits(key, e, signature);
}

static bool fits_bare_hash(struct input *in, const gm_sm2_public_key *key, const uint8_t *signature)
{
    gm_sm3_ctx ctx;
    uint8_t e[GM_SM3_DIGEST_SIZE], *buffer = xmalloc(IO_BUFFER);
    size_t n;

    input_rewind(in);
    gm_sm3_init(&ctx);
    do {
        n = input_read(in, buffer, IO_BUFFER);
        must(gm_sm3_update(&ctx, buffer, n));
    } while (n == IO_BUFFER);
    must(gm_sm3_final(&ctx, e));
    free(buffer);
    return fits(key, e, signature);
}

static bool fits_digest(struct input *in, const gm_sm2_public_key *key, const uint8_t *signature)
{
    uint8_t e[GM_SM3_DIGEST_SIZE], file[DIGEST_FILE_MAX + 1];
    input_rewind(in);
    return sm2_digest_parse(e, file, input_read(in, file, sizeof file)) && fits(key, e, signature);
}

const char *sm2_signature_guess(struct input *in, const gm_sm2_public_key *key, struct sm2_id id, bool digest,
                                const uint8_t e[GM_SM3_DIGEST_SIZE], const uint8_t signature[GM_SM2_SIGNATURE_SIZE])
{
    static const struct sm2_id empty = {(const uint8_t *)"", 0};
    uint8_t swapped[GM_SM2_SIGNATURE_SIZE];

    memcpy(swapped, signature + 32, 32);
    memcpy(swapped + 32, signature, 32);
    if (fits(key, e, swapped))
        return ", whose r and s have changed places";
    if (!in->seekable)
        return "";
    if (digest)
        return fits_id(in, key, SM2_ID_DEFAULT, signature) ? ", which signs it as a message: leave --digest out" : "";
    if (id.bytes != NULL && fits_id(in, key, SM2_ID_DEFAULT, signature))
        return ", which was made with the default ID: leave the ID out";
    if (fits_id(in, key, empty, signature))
        return ", which was made with the empty ID: --id ''";
    if (fits_digest(in, key, signature))
        return ", which signs the digest that the file holds: --digest";
    if (fits_bare_hash(in, key, signature))
        return ", which signs the bare SM3 hash of the file, without ID and key: pipe 'guomi sm3' into --digest";
    return "";
}
