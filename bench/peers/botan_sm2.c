/* SM2 by Botan 2: digests under the hash "Raw", messages under SM3 with the default ID, ciphertexts in DER. What it
 * made is checked by guomi. */
#include "peers/botan_sm2.h"

#include <botan/ffi.h>
#include <guomi/sm2.h>
#include <guomi/sm2_encrypt.h>
#include <stdlib.h>
#include <string.h>

#define CURVE "sm2p256v1"
#define EXTRA 128 /* of a ciphertext in DER */

struct state {
    const struct bench_work *w;
    gm_sm2_private_key ours;
    botan_rng_t rng;
    botan_privkey_t number;
    botan_pubkey_t point;
    botan_pk_op_sign_t sign;
    botan_pk_op_verify_t verify;
    botan_pk_op_encrypt_t encrypt;
    botan_pk_op_decrypt_t decrypt;
    uint8_t signature[GM_SM2_SIGNATURE_SIZE];
    uint8_t *sealed;
    size_t sealed_len;
};

void bench_botan_sm2_close(void *p)
{
    struct state *s = p;
    botan_pk_op_sign_destroy(s->sign);
    botan_pk_op_verify_destroy(s->verify);
    botan_pk_op_encrypt_destroy(s->encrypt);
    botan_pk_op_decrypt_destroy(s->decrypt);
    botan_pubkey_destroy(s->point);
    botan_privkey_destroy(s->number);
    botan_rng_destroy(s->rng);
    free(s->sealed);
    free(s);
}

static int is_message(const struct state *s)
{
    return strcmp(s->w->op->name, "sm2-sign-message") == 0;
}

static int set_up(struct state *s)
{
    const char *how = is_message(s) ? "1234567812345678,SM3" : "1234567812345678,Raw";
    botan_mp_t d = NULL;
    int bad = botan_rng_init(&s->rng, "system") || botan_mp_init(&d) || botan_mp_from_bin(d, s->w->key, 32) ||
              botan_privkey_load_sm2(&s->number, d, CURVE) || botan_privkey_export_pubkey(&s->point, s->number) ||
              botan_pk_op_sign_create(&s->sign, s->number, how, 0) ||
              botan_pk_op_verify_create(&s->verify, s->point, how, 0) ||
              botan_pk_op_encrypt_create(&s->encrypt, s->point, "SM3", 0) ||
              botan_pk_op_decrypt_create(&s->decrypt, s->number, "SM3", 0);
    botan_mp_destroy(d);
    return !bad;
}

void *bench_botan_sm2_open(const struct bench_work *w)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->w = w;
    s->sealed = malloc(w->bytes + EXTRA);
    if (s->sealed != NULL && gm_sm2_private_key_read(&s->ours, w->key, 32) == GM_OK && set_up(s) &&
        bench_botan_sm2_sign(s) == 0 && bench_botan_sm2_encrypt(s) == 0)
        return s;
    bench_botan_sm2_close(s);
    return NULL;
}

int bench_botan_sm2_keygen(void *p)
{
    struct state *s = p;
    botan_privkey_destroy(s->number);
    s->number = NULL;
    return botan_privkey_create(&s->number, "SM2", CURVE, s->rng);
}

int bench_botan_sm2_sign(void *p)
{
    struct state *s = p;
    size_t n = sizeof s->signature;
    return botan_pk_op_sign_update(s->sign, s->w->in, is_message(s) ? s->w->bytes : 32) ||
           botan_pk_op_sign_finish(s->sign, s->rng, s->signature, &n) || n != sizeof s->signature;
}

int bench_botan_sm2_verify(void *p)
{
    struct state *s = p;
    return botan_pk_op_verify_update(s->verify, s->w->in, is_message(s) ? s->w->bytes : 32) ||
           botan_pk_op_verify_finish(s->verify, s->signature, sizeof s->signature);
}

int bench_botan_sm2_encrypt(void *p)
{
    struct state *s = p;
    s->sealed_len = s->w->bytes + EXTRA;
    return botan_pk_op_encrypt(s->encrypt, s->rng, s->sealed, &s->sealed_len, s->w->in, s->w->bytes);
}

int bench_botan_sm2_decrypt(void *p)
{
    struct state *s = p;
    size_t n = s->w->out_len;
    return botan_pk_op_decrypt(s->decrypt, s->w->out, &n, s->sealed, s->sealed_len);
}

static int say(const struct state *s, int good)
{
    memset(s->w->out, good, s->w->out_len);
    return !good;
}

int bench_botan_sm2_verified(void *p)
{
    return say(p, 1); /* the run itself said so */
}

int bench_botan_sm2_signed(void *p)
{
    struct state *s = p;
    const gm_sm2_public_key *key = &s->ours.public_;
    gm_status status = is_message(s) ? gm_sm2_verify(key, s->signature, NULL, GM_SM2_ID_DEFAULT, s->w->in, s->w->bytes)
                                     : gm_sm2_verify_digest(key, s->signature, s->w->in);
    return say(s, status == GM_OK);
}

int bench_botan_sm2_usable(void *p)
{
    struct state *s = p;
    gm_sm2_private_key key;
    uint8_t d[32];
    botan_mp_t number = NULL;
    int good = botan_mp_init(&number) == 0 && botan_privkey_get_field(number, s->number, "x") == 0;
    size_t n = 0;
    memset(d, 0, sizeof d);
    good = good && botan_mp_num_bytes(number, &n) == 0 && n <= sizeof d &&
           botan_mp_to_bin(number, d + sizeof d - n) == 0 && gm_sm2_private_key_read(&key, d, sizeof d) == GM_OK;
    botan_mp_destroy(number);
    return say(s, good);
}

int bench_botan_sm2_encrypted(void *p)
{
    struct state *s = p;
    size_t n;
    return gm_sm2_decrypt(&s->ours, GM_SM2_DER, s->w->out, s->w->out_len, &n, s->sealed, s->sealed_len) != GM_OK;
}
