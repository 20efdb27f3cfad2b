/* guomi zuc enc, dec: the stream cipher, GXM and MUR. */
#include <stddef.h>

#include <guomi/random.h>

#include "aead_run.h"
#include "error.h"
#include "progress.h"
#include "secret.h"
#include "spool.h"
#include "zuc_request.h"

struct work {
    const struct zuc_request *r;
    union {
        gm_zuc_ctx stream;
        gm_zuc_gxm_ctx gxm;
        gm_zuc_mur_ctx mur;
    } ctx;
    gm_zuc_ctx veil;
    uint8_t once[GM_ZUC256_KEY_SIZE + GM_ZUC256_IV_SIZE]; /* its key and IV */
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

/* For what cannot be read twice: a temporary file, which holds it encrypted under a key that dies with the command. */
static void veil_begin(struct work *w, struct input *spool)
{
    const struct input file = {.fd = spool_create(), .name = "the temporary file", .seekable = true};
    *spool = file;
    must(gm_random_bytes(w->once, sizeof w->once));
    must(gm_zuc_init(&w->veil, GM_ZUC_256, w->once, w->once + GM_ZUC256_KEY_SIZE));
}

/* The tag decides how the text is encrypted, so the text is read twice. */
static void encrypt_mur(struct work *w, struct input *in, struct output *out, uint8_t tag[16])
{
    const struct zuc_request *r = w->r;
    struct input spool, *again = in->seekable ? in : &spool;
    size_t n;

    if (again == &spool)
        veil_begin(w, &spool);
    must(gm_zuc_mur_encrypt_init(&w->ctx.mur, r->kind, hash_key(r), r->key, tag_key(r), r->iv, r->tag_len));
    must(gm_zuc_mur_aad(&w->ctx.mur, r->aad, r->aad_len));
    progress_begin("reading", input_size(in));
    do {
        n = input_read(in, w->buffer, IO_BUFFER);
        must(gm_zuc_mur_absorb(&w->ctx.mur, w->buffer, n));
        if (again == &spool) {
            must(gm_zuc_crypt(&w->veil, w->buffer, w->buffer, n));
            spool_write(spool.fd, w->buffer, n);
        }
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    must(gm_zuc_mur_tag(&w->ctx.mur, tag, r->tag_len));
    input_rewind(again);
    if (again == &spool)
        must(gm_zuc_seek(&w->veil, 0));
    progress_begin("encrypting", input_size(again));
    do {
        n = input_read(again, w->buffer, IO_BUFFER);
        if (again == &spool)
            must(gm_zuc_crypt(&w->veil, w->buffer, w->buffer, n));
        if (gm_zuc_mur_encrypt_update(&w->ctx.mur, w->buffer, w->buffer, n) != GM_OK)
            aead_changed(again); /* longer than it was */
        output_write(out, w->buffer, n);
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    if (gm_zuc_mur_encrypt_finish(&w->ctx.mur) != GM_OK)
        aead_changed(again);
    if (again == &spool)
        input_close(&spool);
}

static void encrypt(struct work *w, struct input *in, struct output *out)
{
    struct output tag_file;
    uint8_t tag[16];

    if (w->r->tag_out != NULL) /* now, so that nothing has left if it cannot be */
        output_open(&tag_file, w->r->tag_out, w->r->output_flags & OUTPUT_FORCE, in);
    if (w->r->mode == ZUC_GXM)
        encrypt_gxm(w, in, out, tag);
    else
        encrypt_mur(w, in, out, tag);
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
