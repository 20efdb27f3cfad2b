#include "aead_run.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <guomi/codec.h>

#include "chunk_tags.h"
#include "error.h"
#include "progress.h"
#include "secret.h"

struct buffers {
    uint8_t in[IO_BUFFER + 16], out[IO_BUFFER + 16];
    uint8_t tag[16]; /* at the end of the input */
};

_Noreturn void aead_changed(const struct input *in)
{
    die(EXIT_IO, "%s: expected a file at rest, found it changed while it was read", input_shown(in));
}

void aead_give_tag(struct output *file, struct output *out, const uint8_t *tag, size_t tag_len)
{
    char line[2 * 16 + 1];

    if (file == NULL) {
        output_write(out, tag, tag_len);
        return;
    }
    must(gm_hex_encode(line, tag, tag_len));
    line[2 * tag_len] = '\n';
    output_write(file, line, 2 * tag_len + 1);
    output_commit(file);
}

/* Read all, write the text to `out` unless that is NULL. Is it authentic? `tags`, unless NULL, are
 * kept by the pass without output and bind the one with output to what that one read. */
static bool pass(const struct aead_mode *m, struct buffers *b, struct input *in, struct output *out, uint64_t size,
                 const uint8_t *known, struct chunk_tags *tags)
{
    size_t tail = m->tag == NULL ? m->tag_len : 0, have = 0, body;
    bool last;
    gm_status st;

    if (m->start(m->ctx, size - tail, known) != GM_OK)
        m->refuse(m->ctx, in);
    do {
        /* The last `tail` bytes seen may be the tag: they wait at the front of the buffer. */
        size_t n = input_read(in, b->in + have, IO_BUFFER);
        have += n;
        last = n < IO_BUFFER;
        if (have < tail)
            die(EXIT_CHECK, "%s: expected at least the %zu bytes of the tag, found %zu", input_shown(in), tail, have);
        body = have - tail;
        if (tags != NULL && out == NULL)
            chunk_tags_keep(tags, b->in, body);
        if (tags != NULL && out != NULL && !chunk_tags_match(tags, b->in, body))
            aead_changed(in);
        if (m->decrypt(m->ctx, b->out, b->in, body) != GM_OK)
            m->refuse(m->ctx, in);
        if (out != NULL)
            output_write(out, b->out, body);
        memmove(b->in, b->in + body, tail);
        have = tail;
        progress_add(n);
    } while (!last);
    st = m->check(m->ctx, m->tag != NULL ? m->tag : b->in);
    if (st != GM_OK && st != GM_ERR_VERIFY)
        aead_changed(in);
    return st == GM_OK;
}

void aead_decrypt(const struct aead_mode *m, struct input *in, struct output *out)
{
    struct buffers *b = secret_new(sizeof *b);
    struct chunk_tags *tags = out->direct ? chunk_tags_new() : NULL;
    size_t tail = m->tag == NULL ? m->tag_len : 0;
    const uint8_t *known = m->tag;
    struct stat before, after;
    uint64_t size;
    bool good;

    if (!in->seekable && (out->direct || m->whole_first))
        input_spool(in, NULL, 0);
    size = input_size(in);
    if (in->seekable && size < tail)
        die(EXIT_CHECK, "%s: expected at least the %zu bytes of the tag, found %" PRIu64, input_shown(in), tail, size);
    if (!in->seekable)
        size = tail; /* not known, and the mode does not ask */
    if (fstat(in->fd, &before) != 0)
        aead_changed(in);
    if (known == NULL && m->whole_first) {
        if (pread(in->fd, b->tag, tail, (off_t)(in->start + size - tail)) != (ssize_t)tail)
            aead_changed(in);
        known = b->tag;
    }
    progress_begin(out->direct ? "checking" : "decrypting", in->seekable ? size : 0);
    good = pass(m, b, in, out->direct ? NULL : out, size, known, tags);
    progress_end();
    if (!good && m->unauthentic != NULL)
        m->unauthentic(m->ctx, in);
    if (!good)
        die(EXIT_CHECK,
            "%s: authentication failed: expected a message under this key, IV and additional data, found another or "
            "a damaged one",
            input_shown(in));
    if (out->direct) {
        if (fstat(in->fd, &after) != 0 || before.st_size != after.st_size ||
            before.st_mtim.tv_sec != after.st_mtim.tv_sec || before.st_mtim.tv_nsec != after.st_mtim.tv_nsec)
            aead_changed(in);
        input_rewind(in);
        progress_begin("decrypting", size);
        if (!pass(m, b, in, out, size, known, tags))
            aead_changed(in);
        progress_end();
    }
    chunk_tags_free(tags);
    secret_free(b);
}
