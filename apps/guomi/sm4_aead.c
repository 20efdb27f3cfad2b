/* GCM and CCM. */
#include "sm4_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <guomi/codec.h>

#include "chunk_tags.h"
#include "error.h"
#include "progress.h"
#include "secret.h"

/* One message in either mode. `text` is its length where the mode must know it (CCM). */
struct aead {
    bool gcm;
    union {
        gm_sm4_gcm_ctx gcm;
        gm_sm4_ccm_ctx ccm;
    } ctx;
    union {
        gm_sm4_gcm_key gcm;
        gm_sm4_key ccm;
    } key;
    uint8_t in[IO_BUFFER + 16], out[IO_BUFFER + 16];
};

static gm_status start(struct aead *a, const struct sm4_request *r, uint64_t text)
{
    gm_sm4_direction direction = r->encrypt ? GM_SM4_ENCRYPT : GM_SM4_DECRYPT;
    gm_status st;

    a->gcm = r->mode->kind == SM4_GCM;
    if (a->gcm) {
        must(gm_sm4_gcm_key_init(&a->key.gcm, r->key));
        must(gm_sm4_gcm_init(&a->ctx.gcm, direction, &a->key.gcm, r->tag_len, r->iv, r->iv_len));
        return gm_sm4_gcm_aad(&a->ctx.gcm, r->aad, r->aad_len);
    }
    must(gm_sm4_key_init(&a->key.ccm, r->key));
    st = gm_sm4_ccm_init(&a->ctx.ccm, direction, &a->key.ccm, r->tag_len, r->iv, r->iv_len, r->aad_len, text);
    return st != GM_OK ? st : gm_sm4_ccm_aad(&a->ctx.ccm, r->aad, r->aad_len);
}

static _Noreturn void too_long(const struct sm4_request *r, const struct input *in)
{
    if (r->mode->kind == SM4_GCM)
        die(EXIT_CHECK, "%s: expected at most 2^36 - 32 bytes for mode gcm, found more", input_shown(in));
    die(EXIT_CHECK, "%s: expected fewer than 2^%zu bytes for mode ccm with an IV of %zu bytes, found more",
        input_shown(in), 8 * (15 - r->iv_len), r->iv_len);
}

static _Noreturn void changed(const struct input *in)
{
    die(EXIT_IO, "%s: expected a file at rest, found it changed while it was read", input_shown(in));
}

/* ---- Encryption ---- */

static gm_status encrypt_piece(struct aead *a, const uint8_t *in, size_t n)
{
    return a->gcm ? gm_sm4_gcm_encrypt_update(&a->ctx.gcm, a->out, in, n)
                  : gm_sm4_ccm_encrypt_update(&a->ctx.ccm, a->out, in, n);
}

/* The tag follows the ciphertext or becomes a line of hex in a file of its own. */
static void give_tag(const struct sm4_request *r, struct output *file, struct output *out, const uint8_t *tag)
{
    char line[2 * 16 + 1];

    if (r->tag_out == NULL) {
        output_write(out, tag, r->tag_len);
        return;
    }
    must(gm_hex_encode(line, tag, r->tag_len));
    line[2 * r->tag_len] = '\n';
    output_write(file, line, 2 * r->tag_len + 1);
    output_commit(file);
}

void sm4_run_encrypt_aead(const struct sm4_request *r, struct input *in, struct output *out)
{
    struct aead *a = secret_new(sizeof *a);
    struct output tag_file;
    uint8_t tag[16], *held = NULL;
    uint64_t size = input_size(in), total = 0;
    size_t n, held_len = 0;
    gm_status st;

    if (r->tag_out != NULL) /* now, so that nothing has left if it cannot be */
        output_open(&tag_file, r->tag_out, r->output_flags & OUTPUT_FORCE, in);
    /* CCM's first block holds the length of the text: what comes through a pipe waits in
     * memory, because it must not touch the disk. */
    if (r->mode->kind == SM4_CCM && !in->seekable) {
        held = input_all(in, SIZE_MAX / 4, &held_len);
        size = held_len;
    }
    if (start(a, r, size) != GM_OK)
        too_long(r, in);
    progress_begin("encrypting", size);
    do {
        const uint8_t *piece = a->in;
        if (held != NULL) {
            n = held_len - (size_t)total < IO_BUFFER ? held_len - (size_t)total : IO_BUFFER;
            piece = held + total;
        } else {
            n = input_read(in, a->in, IO_BUFFER);
        }
        st = encrypt_piece(a, piece, n);
        if (st != GM_OK && !a->gcm)
            changed(in); /* longer than it was a moment ago */
        if (st != GM_OK)
            too_long(r, in);
        output_write(out, a->out, n);
        total += n;
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    st = a->gcm ? gm_sm4_gcm_encrypt_finish(&a->ctx.gcm, tag, r->tag_len)
                : gm_sm4_ccm_encrypt_finish(&a->ctx.ccm, tag, r->tag_len);
    if (st != GM_OK)
        changed(in);
    give_tag(r, &tag_file, out, tag);
    secret_free(held);
    secret_free(a);
}

/* ---- Decryption ---- */

/* Read all, write the text to `out` unless that is NULL. Is it authentic? `tags`, unless NULL, are
 * kept by the pass without output and bind the one with output to what that one read. */
static bool decrypt_pass(struct aead *a, const struct sm4_request *r, struct input *in, struct output *out,
                         uint64_t size, struct chunk_tags *tags)
{
    size_t tail = r->tag == NULL ? r->tag_len : 0, have = 0, body;
    bool last;
    gm_status st;

    if (start(a, r, size - tail) != GM_OK)
        too_long(r, in);
    do {
        /* The last `tail` bytes seen may be the tag: they wait at the front of the buffer. */
        size_t n = input_read(in, a->in + have, IO_BUFFER);
        have += n;
        last = n < IO_BUFFER;
        if (have < tail)
            die(EXIT_CHECK, "%s: expected at least the %zu bytes of the tag, found %zu", input_shown(in), tail, have);
        body = have - tail;
        if (tags != NULL && out == NULL)
            chunk_tags_keep(tags, a->in, body);
        if (tags != NULL && out != NULL && !chunk_tags_match(tags, a->in, body))
            changed(in);
        st = a->gcm ? gm_sm4_gcm_decrypt_update_unverified(&a->ctx.gcm, a->out, a->in, body)
                    : gm_sm4_ccm_decrypt_update_unverified(&a->ctx.ccm, a->out, a->in, body);
        if (st != GM_OK && !a->gcm)
            changed(in);
        if (st != GM_OK)
            too_long(r, in);
        if (out != NULL)
            output_write(out, a->out, body);
        memmove(a->in, a->in + body, tail);
        have = tail;
        progress_add(n);
    } while (!last);
    st = a->gcm ? gm_sm4_gcm_decrypt_finish(&a->ctx.gcm, r->tag != NULL ? r->tag : a->in, r->tag_len)
                : gm_sm4_ccm_decrypt_finish(&a->ctx.ccm, r->tag != NULL ? r->tag : a->in, r->tag_len);
    if (st != GM_OK && st != GM_ERR_VERIFY)
        changed(in);
    return st == GM_OK;
}

void sm4_run_decrypt_aead(const struct sm4_request *r, struct input *in, struct output *out)
{
    struct aead *a = secret_new(sizeof *a);
    struct chunk_tags *tags = out->direct ? chunk_tags_new() : NULL;
    size_t tail = r->tag == NULL ? r->tag_len : 0;
    struct stat before, after;
    uint64_t size;
    bool good;

    /* What is written straight out must be known to be authentic, so it is read twice, the second
     * time no byte but those of the first; and CCM needs the length of the text first. */
    if (!in->seekable && (out->direct || r->mode->kind == SM4_CCM))
        input_spool(in);
    size = input_size(in);
    if (in->seekable && size < tail)
        die(EXIT_CHECK, "%s: expected at least the %zu bytes of the tag, found %" PRIu64, input_shown(in), tail, size);
    if (!in->seekable)
        size = tail; /* not known, and GCM does not ask */
    if (fstat(in->fd, &before) != 0)
        changed(in);
    progress_begin(out->direct ? "checking" : "decrypting", in->seekable ? size : 0);
    good = decrypt_pass(a, r, in, out->direct ? NULL : out, size, tags);
    progress_end();
    if (!good)
        die(EXIT_CHECK,
            "%s: authentication failed: expected a message under this key, IV and additional data, found another or "
            "a damaged one",
            input_shown(in));
    if (out->direct) {
        if (fstat(in->fd, &after) != 0 || before.st_size != after.st_size ||
            before.st_mtim.tv_sec != after.st_mtim.tv_sec || before.st_mtim.tv_nsec != after.st_mtim.tv_nsec)
            changed(in);
        input_rewind(in);
        progress_begin("decrypting", size);
        if (!decrypt_pass(a, r, in, out, size, tags))
            changed(in);
        progress_end();
    }
    chunk_tags_free(tags);
    secret_free(a);
}
