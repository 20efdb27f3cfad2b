/* SM2 by libgcrypt, whose keys, digests and results are S-expressions, made anew by each call. What it made is checked
 * by guomi. */
#include "peers/libgcrypt_sm2.h"

#include <gcrypt.h>
#include <guomi/sm2.h>
#include <guomi/sm2_encrypt.h>
#include <stdlib.h>
#include <string.h>

struct state {
    const struct bench_work *w;
    gm_sm2_private_key ours;
    gcry_sexp_t number, point, digest, text;
    gcry_sexp_t how, new_key, signature, sealed, opened;
};

void bench_libgcrypt_sm2_close(void *p)
{
    struct state *s = p;
    gcry_sexp_t all[] = {s->number,  s->point,     s->digest, s->text,  s->how,
                         s->new_key, s->signature, s->sealed, s->opened};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        gcry_sexp_release(all[i]);
    free(s);
}

static int set_up(struct state *s)
{
    uint8_t q[GM_SM2_PUBLIC_SIZE];
    int length = (int)sizeof q, bytes = (int)s->w->bytes;
    return gm_sm2_private_key_read(&s->ours, s->w->key, 32) == GM_OK &&
           gm_sm2_public_key_write(&s->ours.public_, q) == GM_OK &&
           gcry_sexp_build(&s->number, NULL, "(private-key (ecc (curve sm2p256v1)(q %b)(d %b)))", length, q, 32,
                           s->w->key) == 0 &&
           gcry_sexp_build(&s->point, NULL, "(public-key (ecc (curve sm2p256v1)(q %b)))", length, q) == 0 &&
           gcry_sexp_build(&s->digest, NULL, "(data (flags sm2)(hash sm3 %b))", 32, s->w->in) == 0 &&
           gcry_sexp_build(&s->text, NULL, "(data (flags sm2)(value %b))", bytes, s->w->in) == 0 &&
           gcry_sexp_build(&s->how, NULL, "(genkey (ecc (curve sm2p256v1)(flags sm2)))") == 0;
}

void *bench_libgcrypt_sm2_open(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    bench_libgcrypt_start();
    if (s == NULL)
        return NULL;
    s->w = w;
    if (set_up(s) && bench_libgcrypt_sm2_sign(s) == 0 && bench_libgcrypt_sm2_encrypt(s) == 0)
        return s;
    bench_libgcrypt_sm2_close(s);
    return NULL;
}

int bench_libgcrypt_sm2_keygen(void *p)
{
    struct state *s = p;
    gcry_sexp_release(s->new_key);
    return gcry_pk_genkey(&s->new_key, s->how) != 0;
}

int bench_libgcrypt_sm2_sign(void *p)
{
    struct state *s = p;
    gcry_sexp_release(s->signature);
    return gcry_pk_sign(&s->signature, s->digest, s->number) != 0;
}

int bench_libgcrypt_sm2_verify(void *p)
{
    struct state *s = p;
    return gcry_pk_verify(s->signature, s->digest, s->point) != 0;
}

int bench_libgcrypt_sm2_encrypt(void *p)
{
    struct state *s = p;
    gcry_sexp_release(s->sealed);
    return gcry_pk_encrypt(&s->sealed, s->text, s->point) != 0;
}

int bench_libgcrypt_sm2_decrypt(void *p)
{
    struct state *s = p;
    gcry_sexp_release(s->opened);
    return gcry_pk_decrypt(&s->opened, s->sealed, s->number) != 0;
}

/* The value called `name`, as `len` bytes: it may come with a zero byte too many, or without leading ones. */
static int take(uint8_t *out, size_t len, gcry_sexp_t from, const char *name)
{
    gcry_sexp_t token = gcry_sexp_find_token(from, name, 0);
    size_t n = 0;
    const char *value = token != NULL ? gcry_sexp_nth_data(token, 1, &n) : NULL;
    int good = value != NULL && (n <= len || (n == len + 1 && value[0] == 0));
    memset(out, 0, len);
    if (good && n <= len)
        memcpy(out + len - n, value, n);
    else if (good)
        memcpy(out, value + 1, len);
    gcry_sexp_release(token);
    return good;
}

static int say(const struct state *s, int good)
{
    memset(s->w->out, good, s->w->out_len);
    return !good;
}

int bench_libgcrypt_sm2_verified(void *p)
{
    return say(p, 1); /* the run itself said so */
}

int bench_libgcrypt_sm2_signed(void *p)
{
    struct state *s = p;
    uint8_t signature[GM_SM2_SIGNATURE_SIZE];
    return say(s, take(signature, 32, s->signature, "r") && take(signature + 32, 32, s->signature, "s") &&
                      gm_sm2_verify_digest(&s->ours.public_, signature, s->w->in) == GM_OK);
}

int bench_libgcrypt_sm2_usable(void *p)
{
    struct state *s = p;
    gm_sm2_private_key key;
    uint8_t d[32];
    return say(s, take(d, sizeof d, s->new_key, "d") && gm_sm2_private_key_read(&key, d, sizeof d) == GM_OK);
}

int bench_libgcrypt_sm2_encrypted(void *p)
{
    struct state *s = p;
    size_t n = s->w->bytes + GM_SM2_C1_SIZE + GM_SM2_C3_SIZE;
    uint8_t *sealed = malloc(n);
    int good = sealed != NULL && take(sealed, GM_SM2_C1_SIZE, s->sealed, "a") &&
               take(sealed + GM_SM2_C1_SIZE, GM_SM2_C3_SIZE, s->sealed, "b") &&
               take(sealed + GM_SM2_C1_SIZE + GM_SM2_C3_SIZE, s->w->bytes, s->sealed, "c") &&
               gm_sm2_decrypt(&s->ours, GM_SM2_C1C3C2, s->w->out, s->w->out_len, &(size_t){0}, sealed, n) == GM_OK;
    free(sealed);
    return !good;
}

int bench_libgcrypt_sm2_decrypted(void *p)
{
    struct state *s = p;
    return !take(s->w->out, s->w->out_len, s->opened, "value");
}
