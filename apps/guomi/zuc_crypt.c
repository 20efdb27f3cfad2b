/* guomi zuc enc, dec: the stream cipher, GXM and MUR. */
#include <stddef.h>

#include "aead_run.h"
#include "error.h"
#include "progress.h"
#include "secret.h"
#include "zuc_request.h"

struct work {
    const struct zuc_request *r;
    union {
        gm_zuc_ctx stream;
        gm_zuc_gxm_ctx gxm;
        gm_zuc_mur_ctx mur;
    } ctx;
    uint8_t buffer[IO_BUFFER];
};

static const uint8_t *tag_key(const struct zuc_request *r)
{
    return r->key + zuc_key_size(r->kind);
}

static const uint8_t *hash_key(const struct zuc_request *r)
{
    return r->key + zuc_key_size(r->kind) * (r->mode == ZUC_MUR ? 2 : 1);
}

static void run_stream(struct work *w, struct input *in, struct output *out)
{
    const struct zuc_request *r = w->r;
    size_t n;

    must(gm_zuc_init(&w->ctx.stream, r->kind, r->key, r->iv));
    progress_begin(r->encrypt ? "encrypting" : "decrypting", input_size(in));
    do {
        n = input_read(in, w->buffer, IO_BUFFER);
        must(gm_zuc_crypt(&w->ctx.stream, w->buffer, w->buffer, n));
        output_write(out, w->buffer, n);
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
}

/* ---- Encryption with authentication ---- */

static void encrypt_gxm(struct work *w, struct input *in, struct output *out, uint8_t tag[16])
{
    const struct zuc_request *r = w->r;
    size_t n;

    must(gm_zuc_gxm_init(&w->ctx.gxm, GM_ZUC_ENCRYPT, r->kind, hash_key(r), r->key, r->iv, r->tag_len));
    must(gm_zuc_gxm_aad(&w->ctx.gxm, r->aad, r->aad_len));
    progress_begin("encrypting", input_size(in));
    do {
        n = input_read(in, w->buffer, IO_BUFFER);
        must(gm_zuc_gxm_encrypt_update(&w->ctx.gxm, w->buffer, w->buffer, n));
        output_write(out, w->buffer, n);
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    must(gm_zuc_gxm_encrypt_finish(&w->ctx.gxm, tag, r->tag_len));
}

static void begin_mur(struct work *w)
{
    const struct zuc_request *r = w->r;
    must(gm_zuc_mur_encrypt_init(&w->ctx.mur, r->kind, hash_key(r), r->key, tag_key(r), r->iv, r->tag_len));
    must(gm_zuc_mur_aad(&w->ctx.mur, r->aad, r->aad_len));
}

/* What cannot be read twice waits in memory, because it must not touch the disk. */
static void encrypt_mur_held(struct work *w, struct input *in, struct output *out, uint8_t tag[16])
{
    size_t len;
    uint8_t *text = input_all(in, SIZE_MAX / 4, EXIT_USAGE, &len);

    begin_mur(w);
    must(gm_zuc_mur_absorb(&w->ctx.mur, text, len));
    must(gm_zuc_mur_tag(&w->ctx.mur, tag, w->r->tag_len));
    must(gm_zuc_mur_encrypt_update(&w->ctx.mur, text, text, len));
    must(gm_zuc_mur_encrypt_finish(&w->ctx.mur));
    output_write(out, text, len);
    secret_free(text);
}

static void encrypt_mur(struct work *w, struct input *in, struct output *out, uint8_t tag[16])
{
    size_t n;

    begin_mur(w);
    progress_begin("reading", input_size(in));
    do {
        n = input_read(in, w->buffer, IO_BUFFER);
        must(gm_zuc_mur_absorb(&w->ctx.mur, w->buffer, n));
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    must(gm_zuc_mur_tag(&w->ctx.mur, tag, w->r->tag_len));
    input_rewind(in);
    progress_begin("encrypting", input_size(in));
    do {
        n = input_read(in, w->buffer, IO_BUFFER);
        if (gm_zuc_mur_encrypt_update(&w->ctx.mur, w->buffer, w->buffer, n) != GM_OK)
            aead_changed(in); /* longer than it was */
        output_write(out, w->buffer, n);
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    if (gm_zuc_mur_encrypt_finish(&w->ctx.mur) != GM_OK)
        aead_changed(in);
}

static void encrypt(struct work *w, struct input *in, struct output *out)
{
    struct output tag_file;
    uint8_t tag[16];

    if (w->r->tag_out != NULL) /* now, so that nothing has left if it cannot be */
        output_open(&tag_file, w->r->tag_out, w->r->output_flags & OUTPUT_FORCE, in);
    if (w->r->mode == ZUC_GXM)
        encrypt_gxm(w, in, out, tag);
    else if (in->seekable)
        encrypt_mur(w, in, out, tag);
    else
        encrypt_mur_held(w, in, out, tag);
    aead_give_tag(w->r->tag_out != NULL ? &tag_file : NULL, out, tag, w->r->tag_len);
}

/* ---- Decryption with authentication ---- */

static gm_status begin(void *ctx, uint64_t text, const uint8_t *tag)
{
    struct work *w = ctx;
    const struct zuc_request *r = w->r;

    (void)text;
    if (r->mode == ZUC_GXM) {
        must(gm_zuc_gxm_init(&w->ctx.gxm, GM_ZUC_DECRYPT, r->kind, hash_key(r), r->key, r->iv, r->tag_len));
        return gm_zuc_gxm_aad(&w->ctx.gxm, r->aad, r->aad_len);
    }
    must(gm_zuc_mur_decrypt_init(&w->ctx.mur, r->kind, hash_key(r), r->key, tag_key(r), r->iv, tag, r->tag_len));
    return gm_zuc_mur_aad(&w->ctx.mur, r->aad, r->aad_len);
}

static gm_status decrypt_piece(void *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    struct work *w = ctx;
    return w->r->mode == ZUC_GXM ? gm_zuc_gxm_decrypt_update_unverified(&w->ctx.gxm, out, in, len)
                                 : gm_zuc_mur_decrypt_update_unverified(&w->ctx.mur, out, in, len);
}

static gm_status check(void *ctx, const uint8_t *tag)
{
    struct work *w = ctx;
    return w->r->mode == ZUC_GXM ? gm_zuc_gxm_decrypt_finish(&w->ctx.gxm, tag, w->r->tag_len)
                                 : gm_zuc_mur_decrypt_finish(&w->ctx.mur);
}

static void refuse(void *ctx, const struct input *in)
{
    (void)ctx;
    die(EXIT_CHECK, "%s: expected fewer than 2^61 bytes, found more", input_shown(in));
}

static int run(bool encrypting, int argc, char **argv)
{
    struct work *w;
    struct zuc_request r;
    struct input in;
    struct output out;

    zuc_request_parse(&r, encrypting, argc, argv);
    input_open(&in, r.input, INPUT_MESSAGE);
    output_open(&out, r.output, r.output_flags, &in);
    w = secret_new(sizeof *w);
    w->r = &r;
    if (r.mode == ZUC_STREAM) {
        run_stream(w, &in, &out);
    } else if (encrypting) {
        encrypt(w, &in, &out);
    } else {
        const struct aead_mode mode = {.ctx = w,
                                       .start = begin,
                                       .decrypt = decrypt_piece,
                                       .check = check,
                                       .refuse = refuse,
                                       .tag_len = r.tag_len,
                                       .tag = r.tag,
                                       .whole_first = r.mode == ZUC_MUR && r.tag == NULL};
        aead_decrypt(&mode, &in, &out);
    }
    output_commit(&out);
    input_close(&in);
    secret_free(w);
    zuc_request_free(&r);
    return 0;
}

int zuc_enc(int argc, char **argv)
{
    return run(true, argc, argv);
}

int zuc_dec(int argc, char **argv)
{
    return run(false, argc, argv);
}
