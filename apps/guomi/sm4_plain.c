/* Modes without authentication: streaming, XTS by data units, HCTR as a whole. */
#include "sm4_run.h"

#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "progress.h"
#include "secret.h"

static const char *verb(const struct sm4_request *r)
{
    return r->encrypt ? "encrypting" : "decrypting";
}

void sm4_run_stream(const struct sm4_request *r, struct input *in, struct output *out)
{
    struct state {
        gm_sm4_cipher cipher;
        uint8_t in[IO_BUFFER], out[GM_SM4_CIPHER_OUT_SIZE(IO_BUFFER)];
    } *s = secret_new(sizeof *s);
    uint64_t total = 0;
    size_t n, len;
    gm_status st;

    must(gm_sm4_cipher_init(&s->cipher, r->mode->cipher, r->encrypt ? GM_SM4_ENCRYPT : GM_SM4_DECRYPT, r->padding,
                            r->key, r->mode->key_len, r->iv, r->iv_len));
    progress_begin(verb(r), input_size(in));
    do {
        n = input_read(in, s->in, IO_BUFFER);
        must(gm_sm4_cipher_update(&s->cipher, s->out, sizeof s->out, &len, s->in, n));
        output_write(out, s->out, len);
        total += n;
        progress_add(n);
    } while (n == IO_BUFFER);
    progress_end();
    st = gm_sm4_cipher_finish(&s->cipher, s->out, sizeof s->out, &len);
    /* Lengths are public and may be named; of wrong padding only that it is wrong. */
    if (st == GM_ERR_ARGUMENT || (st == GM_ERR_VERIFY && (total == 0 || total % 16 != 0)))
        die(EXIT_CHECK, "%s: expected %s16 bytes (padding %s), found %" PRIu64 " bytes", input_shown(in),
            total == 0 ? "at least " : "a multiple of ", r->padding_name, total);
    if (st == GM_ERR_VERIFY)
        die(EXIT_CHECK, "%s: expected text with %s padding under this key, found none", input_shown(in),
            r->padding_name);
    must(st);
    output_write(out, s->out, len);
    secret_free(s);
}

void sm4_run_units(const struct sm4_request *r, struct input *in, struct output *out)
{
    struct state {
        gm_sm4_xts_key key;
        uint8_t tweak[16];
    } *s = secret_new(sizeof *s);
    gm_sm4_xts_standard standard = r->mode->cipher == GM_SM4_XTS ? GM_SM4_XTS_IEEE1619 : GM_SM4_XTS_GB17964;
    size_t most = (size_t)1 << 24; /* 2^20 blocks, the standards' limit */
    size_t unit = r->sector != 0 ? (size_t)r->sector : most, n, done;
    /* Whole units a read; one byte more tells whether a lone unit is too long. */
    size_t size = r->sector == 0 ? most + 1 : unit > IO_BUFFER ? unit : IO_BUFFER / unit * unit;
    uint8_t *buffer = secret_new(size);
    uint64_t number = r->first_unit;

    must(gm_sm4_xts_key_init(&s->key, r->key));
    progress_begin(verb(r), input_size(in));
    do {
        n = input_read(in, buffer, size);
        if (r->sector == 0 && n > most)
            die(EXIT_CHECK, "%s: expected at most %zu bytes in one data unit, found more (see --sector)",
                input_shown(in), most);
        for (done = 0; done < n || (r->sector == 0 && n == 0); done += unit, number++) {
            size_t len = n - done < unit ? n - done : unit;
            if (len < 16)
                die(EXIT_CHECK, "%s: expected at least 16 bytes in the last data unit, found %zu", input_shown(in),
                    len);
            if (r->iv != NULL)
                memcpy(s->tweak, r->iv, 16);
            else
                gm_sm4_xts_unit_tweak(s->tweak, number);
            if (number < r->first_unit)
                die(EXIT_CHECK, "%s: expected unit numbers below 2^64, found more units", input_shown(in));
            must(r->encrypt ? gm_sm4_xts_encrypt(&s->key, standard, buffer + done, buffer + done, len, s->tweak)
                            : gm_sm4_xts_decrypt(&s->key, standard, buffer + done, buffer + done, len, s->tweak));
        }
        output_write(out, buffer, n);
        progress_add(n);
    } while (n == size);
    progress_end();
    secret_free(buffer);
    secret_free(s);
}

void sm4_run_whole(const struct sm4_request *r, struct input *in, struct output *out)
{
    gm_sm4_key *key = secret_new(sizeof *key);
    size_t len;
    uint8_t *text = input_all(in, SIZE_MAX / 4, EXIT_USAGE, &len);

    if (len < 16)
        die(EXIT_CHECK, "%s: expected at least 16 bytes for mode hctr, found %zu", input_shown(in), len);
    must(gm_sm4_key_init(key, r->key));
    must(r->encrypt ? gm_sm4_hctr_encrypt(key, r->key + 16, text, text, len, r->iv)
                    : gm_sm4_hctr_decrypt(key, r->key + 16, text, text, len, r->iv));
    output_write(out, text, len);
    secret_free(text);
    secret_free(key);
}
