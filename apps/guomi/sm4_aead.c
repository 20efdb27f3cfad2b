/* GCM and CCM. */
#include "sm4_run.h"

#include "aead_run.h"
#include "error.h"
#include "progress.h"
#include "secret.h"

/* One message in either mode. `text` is its length where the mode must know it (CCM). */
struct aead {
    bool gcm, started;
    union {
        gm_sm4_gcm_ctx gcm;
        gm_sm4_ccm_ctx ccm;
    } ctx;
    union {
        gm_sm4_gcm_key gcm;
        gm_sm4_key ccm;
    } key;
    uint8_t in[IO_BUFFER], out[IO_BUFFER]; /* of encryption */
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
    a->started = false;
    must(gm_sm4_key_init(&a->key.ccm, r->key));
    st = gm_sm4_ccm_init(&a->ctx.ccm, direction, &a->key.ccm, r->tag_len, r->iv, r->iv_len, r->aad_len, text);
    a->started = st == GM_OK;
    return st != GM_OK ? st : gm_sm4_ccm_aad(&a->ctx.ccm, r->aad, r->aad_len);
}

static _Noreturn void too_long(const struct sm4_request *r, const struct input *in)
{
    if (r->mode->kind == SM4_GCM)
        die(EXIT_CHECK, "%s: expected at most 2^36 - 32 bytes for mode gcm, found more", input_shown(in));
    die(EXIT_CHECK, "%s: expected fewer than 2^%zu bytes for mode ccm with an IV of %zu bytes, found more",
        input_shown(in), 8 * (15 - r->iv_len), r->iv_len);
}

/* ---- Encryption ---- */

static gm_status encrypt_piece(struct aead *a, const uint8_t *in, size_t n)
{
    return a->gcm ? gm_sm4_gcm_encrypt_update(&a->ctx.gcm, a->out, in, n)
                  : gm_sm4_ccm_encrypt_update(&a->ctx.ccm, a->out, in, n);
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
        held = input_all(in, SIZE_MAX / 4, EXIT_USAGE, &held_len);
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
            aead_changed(in); /* longer than it was a moment ago */
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
        aead_changed(in);
    aead_give_tag(r->tag_out != NULL ? &tag_file : NULL, out, tag, r->tag_len);
    secret_free(held);
    secret_free(a);
}

/* ---- Decryption ---- */

struct decryption {
    struct aead a;
    const struct sm4_request *r;
};

static gm_status begin(void *ctx, uint64_t text, const uint8_t *tag)
{
    struct decryption *d = ctx;
    (void)tag;
    return start(&d->a, d->r, text);
}

static gm_status decrypt_piece(void *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    struct decryption *d = ctx;
    return d->a.gcm ? gm_sm4_gcm_decrypt_update_unverified(&d->a.ctx.gcm, out, in, len)
                    : gm_sm4_ccm_decrypt_update_unverified(&d->a.ctx.ccm, out, in, len);
}

static gm_status check(void *ctx, const uint8_t *tag)
{
    struct decryption *d = ctx;
    return d->a.gcm ? gm_sm4_gcm_decrypt_finish(&d->a.ctx.gcm, tag, d->r->tag_len)
                    : gm_sm4_ccm_decrypt_finish(&d->a.ctx.ccm, tag, d->r->tag_len);
}

/* CCM is told the length at the start: what comes later can only be a change. */
static void refuse(void *ctx, const struct input *in)
{
    struct decryption *d = ctx;
    if (!d->a.gcm && d->a.started)
        aead_changed(in);
    too_long(d->r, in);
}

void sm4_run_decrypt_aead(const struct sm4_request *r, struct input *in, struct output *out)
{
    struct decryption *d = secret_new(sizeof *d);
    const struct aead_mode mode = {.ctx = d,
                                   .start = begin,
                                   .decrypt = decrypt_piece,
                                   .check = check,
                                   .refuse = refuse,
                                   .tag_len = r->tag_len,
                                   .tag = r->tag,
                                   .whole_first = r->mode->kind == SM4_CCM};

    d->r = r;
    aead_decrypt(&mode, in, out);
    secret_free(d);
}
