/* Encryption and decryption of whole messages (GB/T 32918.4-2016). */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "sm2/encrypt_core.h"

gm_status gmi_sm2_ephemeral(const struct sm2_env *env, struct sm2_nonces *nonces, u256 *k, struct ec_point *C1)
{
    if (nonces->list == NULL) {
        gm_status status = gmi_sm2_random_nonce(env, k);
        if (status != GM_OK)
            return status;
    } else {
        if (nonces->left == 0)
            return GM_ERR_RANDOM;
        *k = *nonces->list++;
        nonces->left--;
    }
    gmi_secret(k, sizeof *k);
    env->row->mul_base(env->curve, C1, k);
    gmi_public(C1, sizeof *C1); /* it is sent */
    return GM_OK;
}

void gmi_sm2_shared_send(const struct sm2_env *env, uint8_t xy[64], const u256 *k, const struct sm2_receiver *to)
{
    struct {
        struct ec_point S;
    } w;
    if (to->table != NULL)
        env->row->mul_table(env->curve, &w.S, k, to->table, to->width);
    else
        env->row->mul(env->curve, &w.S, k, &to->P);
    gmi_sm2_xy(xy, &w.S);
    gm_wipe(&w, sizeof w);
}

void gmi_sm2_shared_receive(const struct sm2_env *env, uint8_t xy[64], const gm_sm2_private_key *key,
                            const struct ec_point *C1)
{
    struct {
        u256 d;
        struct ec_point S;
    } w;
    memcpy(w.d.w, key->d_, sizeof w.d.w);
    env->row->mul(env->curve, &w.S, &w.d, C1);
    gmi_sm2_xy(xy, &w.S);
    gm_wipe(&w, sizeof w);
}

gm_status gmi_sm2_encrypt(const struct sm2_env *env, const struct sm2_receiver *to, struct sm2_nonces *nonces,
                          gm_sm2_form form, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                          size_t len)
{
    struct {
        u256 k;
        uint8_t xy[64];
        gm_sm2_cipher cipher;
    } w;
    gm_sm2_layout layout;
    struct ec_point C1;
    gm_status status;
    uint64_t some = 0;

    size_t size = gm_sm2_ciphertext_size(form, len);
    if (out == NULL || out_len == NULL || in == NULL || size == 0 || overlaps(out, out_size, in, len))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (out_size < size)
        return GM_ERR_BUFFER;
    gmi_secret(in, len);
    do {
        status = gmi_sm2_ephemeral(env, nonces, &w.k, &C1);
        if (status != GM_OK) {
            gm_wipe(out, out_size);
            goto out;
        }
        (void)gmi_sm2_layout_write(&layout, form, &C1, len); /* fits: the size was asked for above */
        gmi_sm2_shared_send(env, w.xy, &w.k, to);
        gmi_sm2_cipher_start(env, &w.cipher, w.xy);
        memcpy(out, layout.head, layout.head_len);
        gmi_sm2_cipher_crypt(env, &w.cipher, 0, out + layout.head_len, in, len);
        some = gmi_sm2_cipher_end(env, &w.cipher, out + layout.c3_at);
        gmi_public(&some, sizeof some); /* that a nonce is thrown away tells nothing of the next one */
    } while (some == 0);
    *out_len = (size_t)layout.size;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

/* The buffers of a decryption. */
static int buffers_ok(const uint8_t *out, size_t out_size, const uint8_t *in, size_t len)
{
    return bytes_ok(out, out_size) && bytes_ok(in, len) && !overlaps(out, out_size, in, len);
}

/* C2 to out: all ones if C3 is right and the key stream was not zero. */
static uint64_t open_parts(const struct sm2_env *env, const uint8_t xy[64], uint8_t *out, const uint8_t *c2, size_t len,
                           const uint8_t c3[32])
{
    struct {
        gm_sm2_cipher cipher;
        uint8_t c3[32];
    } w;
    gmi_sm2_cipher_start(env, &w.cipher, xy);
    gmi_sm2_cipher_crypt(env, &w.cipher, 1, out, c2, len);
    uint64_t good = gmi_sm2_cipher_end(env, &w.cipher, w.c3);
    for (size_t i = 0; i < 32; i++)
        w.c3[i] ^= c3[i];
    good &= ~gmi_sm2_some(w.c3, 32);
    gm_wipe(&w, sizeof w);
    return good;
}

gm_status gmi_sm2_decrypt(const struct sm2_env *env, const gm_sm2_private_key *key, gm_sm2_form form, uint8_t *out,
                          size_t out_size, size_t *out_len, const uint8_t *in, size_t len)
{
    struct {
        uint8_t xy[64];
    } w;
    gm_sm2_layout layout;
    struct ec_point C1;

    if (out_len == NULL || gmi_sm2_form_c1(form) == SM2_C1_NONE || !buffers_ok(out, out_size, in, len))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (!gmi_sm2_layout_read(env, &layout, &C1, form, in, len, len)) {
        gm_wipe(out, out_size);
        return GM_ERR_VERIFY;
    }
    if (out_size < layout.c2_len)
        return GM_ERR_BUFFER;
    gmi_sm2_shared_receive(env, w.xy, key, &C1);
    uint64_t good = open_parts(env, w.xy, out, in + layout.head_len, (size_t)layout.c2_len, in + layout.c3_at);
    gmi_public(&good, sizeof good); /* success or failure of the whole decryption is the caller's to know */
    gm_wipe(&w, sizeof w);
    if (good == 0) {
        gm_wipe(out, out_size);
        return GM_ERR_VERIFY;
    }
    *out_len = (size_t)layout.c2_len;
    return GM_OK;
}

/* What detection tries: each way to find C1, with the orders that it has. */
static const struct {
    gm_sm2_form form, other; /* the same for one order alone */
} guesses[] = {
    {GM_SM2_DER, GM_SM2_DER},
    {GM_SM2_C1C3C2, GM_SM2_C1C2C3},
    {GM_SM2_C1C3C2_COMPRESSED, GM_SM2_C1C2C3_COMPRESSED},
    {GM_SM2_C1C3C2_BARE, GM_SM2_C1C2C3_BARE},
};
#define GUESSES (sizeof guesses / sizeof guesses[0])

gm_status gmi_sm2_decrypt_detect(const struct sm2_env *env, const gm_sm2_private_key *key, gm_sm2_form *form,
                                 uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in, size_t len)
{
    struct {
        uint8_t xy[64];
    } w;
    gm_sm2_layout layout[GUESSES];
    struct ec_point C1[GUESSES];
    gm_status status = GM_ERR_VERIFY;
    int possible[GUESSES];

    if (form == NULL || out_len == NULL || !buffers_ok(out, out_size, in, len))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    for (size_t i = 0; i < GUESSES; i++) {
        possible[i] = gmi_sm2_layout_read(env, &layout[i], &C1[i], guesses[i].form, in, len, len);
        if (possible[i] && out_size < layout[i].c2_len)
            return GM_ERR_BUFFER;
    }
    for (size_t i = 0; i < GUESSES && status != GM_OK; i++) {
        if (!possible[i])
            continue;
        gmi_sm2_shared_receive(env, w.xy, key, &C1[i]);
        for (int other = 0; other <= (guesses[i].form != guesses[i].other) && status != GM_OK; other++) {
            gm_sm2_form now = other ? guesses[i].other : guesses[i].form;
            (void)gmi_sm2_layout_write(&layout[i], now, &C1[i], layout[i].c2_len);
            uint64_t good =
                open_parts(env, w.xy, out, in + layout[i].head_len, (size_t)layout[i].c2_len, in + layout[i].c3_at);
            gmi_public(&good, sizeof good); /* which form it was is asked for; so is failure in all */
            if (good != 0) {
                *form = now;
                *out_len = (size_t)layout[i].c2_len;
                status = GM_OK;
            }
        }
    }
    gm_wipe(&w, sizeof w);
    if (status != GM_OK)
        gm_wipe(out, out_size);
    return status;
}

gm_status gm_sm2_encrypt(const gm_sm2_public_key *key, gm_sm2_form form, uint8_t *out, size_t out_size, size_t *out_len,
                         const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_key(&env, &to, key);
    return status != GM_OK ? status : gmi_sm2_encrypt(&env, &to, &nonces, form, out, out_size, out_len, in, len);
}

gm_status gm_sm2_encrypt_prepared(const gm_sm2_prepared *prepared, gm_sm2_form form, uint8_t *out, size_t out_size,
                                  size_t *out_len, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct sm2_nonces nonces = {NULL, 0};
    struct sm2_receiver to;
    gm_status status = gmi_sm2_receiver_prepared(&env, &to, prepared);
    return status != GM_OK ? status : gmi_sm2_encrypt(&env, &to, &nonces, form, out, out_size, out_len, in, len);
}

gm_status gm_sm2_decrypt(const gm_sm2_private_key *key, gm_sm2_form form, uint8_t *out, size_t out_size,
                         size_t *out_len, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    gm_status status = gmi_sm2_owner(&env, key);
    return status != GM_OK ? status : gmi_sm2_decrypt(&env, key, form, out, out_size, out_len, in, len);
}

gm_status gm_sm2_decrypt_detect(const gm_sm2_private_key *key, gm_sm2_form *form, uint8_t *out, size_t out_size,
                                size_t *out_len, const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    gm_status status = gmi_sm2_owner(&env, key);
    return status != GM_OK ? status : gmi_sm2_decrypt_detect(&env, key, form, out, out_size, out_len, in, len);
}
