/* Encryption and decryption of whole messages (GM/T 0044.4-2016, 7): K1 || K2 = KDF(C1 || g^r || id), C2 is the text
 * under K1, C3 the MAC of C2 under K2; C1 || C3 || C2. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "sm9/encrypt_core.h"

enum { C3_AT = GM_SM9_C1_SIZE, C2_AT = GM_SM9_C1_SIZE + GM_SM9_C3_SIZE, K1 = 16, K2 = 32, BLOCK = 16 };

#define CHUNK 4096

/* What tells the modes apart. */
struct mode {
    gm_sm9_mode mode;
    int hmac;               /* C3 = HMAC(K2, C2), not SM3(C2 || K2)       */
    gm_sm4_mode cipher;     /* 0: XOR                                      */
    size_t iv;              /* bytes in front of C2                        */
    gm_sm4_padding padding; /* how the last block is filled               */
};

static const struct mode *mode_of(gm_sm9_mode mode)
{
    static const struct mode modes[] = {
        {GM_SM9_XOR, 0, (gm_sm4_mode)0, 0, GM_SM4_PAD_NONE}, {GM_SM9_XOR_HMAC, 1, (gm_sm4_mode)0, 0, GM_SM4_PAD_NONE},
        {GM_SM9_ECB, 0, GM_SM4_ECB, 0, GM_SM4_PAD_PKCS7},    {GM_SM9_CBC, 0, GM_SM4_CBC, BLOCK, GM_SM4_PAD_PKCS7},
        {GM_SM9_OFB, 0, GM_SM4_OFB, BLOCK, GM_SM4_PAD_NONE}, {GM_SM9_CFB, 0, GM_SM4_CFB, BLOCK, GM_SM4_PAD_NONE},
    };
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (modes[i].mode == mode)
            return &modes[i];
    return NULL;
}

static int is_xor(const struct mode *m)
{
    return m->cipher == (gm_sm4_mode)0;
}

size_t gm_sm9_ciphertext_size(gm_sm9_mode mode, size_t len)
{
    const struct mode *m = mode_of(mode);
    if (m == NULL || (len == 0 && is_xor(m)) || len > GM_SM9_PLAINTEXT_MAX || len > SIZE_MAX - C2_AT - 2 * BLOCK)
        return 0;
    return C2_AT + m->iv + (m->padding == GM_SM4_PAD_NONE ? len : (len / BLOCK + 1) * BLOCK);
}

/* ---- the MAC ---- */

/* c3 = the MAC of C2 under K2. */
static void mac(const struct sm9_env *env, const struct mode *m, uint8_t c3[32], const uint8_t *c2, size_t len,
                const uint8_t k2[K2])
{
    struct {
        gm_sm3_ctx hash;
        gm_hmac_sm3_key key;
    } w;
    if (m->hmac) {
        gmi_hmac_sm3_key(env->sm3, &w.key, k2, K2);
        gmi_hmac_sm3(env->sm3, &w.key, c3, c2, len);
    } else {
        gm_sm3_init(&w.hash);
        gmi_sm3_absorb(env->sm3, &w.hash, c2, len);
        gmi_sm3_absorb(env->sm3, &w.hash, k2, K2);
        gmi_sm3_close(env->sm3, &w.hash, c3);
    }
    gm_wipe(&w, sizeof w);
}

/* ---- K1 as a key stream ---- */

/* out = in ^ K1, and K2, which follows K1 in the output of the KDF: all ones if K1 is not zero throughout. */
static uint64_t xor_text(const struct sm9_env *env, struct sm3_kdf *kdf, uint8_t *out, const uint8_t *in, size_t len,
                         uint8_t k2[K2])
{
    struct {
        uint8_t key[CHUNK];
    } w;
    const uint64_t total = (uint64_t)len + K2;
    uint64_t all = 0;
    for (uint64_t at = 0; at < total; at += CHUNK) {
        size_t n = total - at < CHUNK ? (size_t)(total - at) : CHUNK, text = 0;
        gmi_sm3_kdf_run(env->sm3, kdf, w.key, n, (uint32_t)(at / 32) + 1);
        if (at < len)
            text = len - at < n ? (size_t)(len - at) : n;
        for (size_t i = 0; i < text; i++) {
            all |= w.key[i];
            out[at + i] = in[at + i] ^ w.key[i];
        }
        if (n > text)
            memcpy(k2 + (at + text - len), w.key + text, n - text);
    }
    gm_wipe(&w, sizeof w);
    return ct_nonzero(all);
}

/* ---- encryption ---- */

/* C2 under a key of the KDF: all ones, or 0 if this key is zero and must not be used. */
static uint64_t seal(const struct sm9_env *env, const struct mode *m, struct sm3_kdf *kdf, uint8_t *out,
                     const uint8_t *iv, const uint8_t *in, size_t len)
{
    struct {
        uint8_t key[K1 + K2];
        gm_sm4_cipher cipher;
    } w;
    size_t c2_len = m->iv + (m->padding == GM_SM4_PAD_NONE ? len : (len / BLOCK + 1) * BLOCK), n = 0, last = 0;
    uint64_t some;
    if (is_xor(m)) {
        some = xor_text(env, kdf, out + C2_AT, in, len, w.key + K1);
    } else {
        uint8_t *c2 = out + C2_AT;
        gmi_sm3_kdf_run(env->sm3, kdf, w.key, sizeof w.key, 1);
        some = gmi_sm9_some(w.key, K1);
        if (m->iv > 0)
            memcpy(c2, iv, m->iv);
        c2 += m->iv;
        /* These cannot fail: the arguments are right, and there is room for all that comes out. */
        gm_status status = gm_sm4_cipher_init(&w.cipher, m->cipher, GM_SM4_ENCRYPT, m->padding, w.key, K1, iv, m->iv);
        if (status == GM_OK)
            status = gm_sm4_cipher_update(&w.cipher, c2, c2_len - m->iv, &n, in, len);
        if (status == GM_OK)
            status = gm_sm4_cipher_finish(&w.cipher, c2 + n, c2_len - m->iv - n, &last);
        GM_ASSERT(status == GM_OK && n + last == c2_len - m->iv);
        (void)status;
    }
    mac(env, m, out + C3_AT, out + C2_AT, c2_len, w.key + K1);
    gm_wipe(&w, sizeof w);
    return some;
}

gm_status gmi_sm9_encrypt(const struct sm9_env *env, const struct sm9_receiver *to, struct sm9_nonces *nonces,
                          const uint8_t *iv, gm_sm9_mode mode, uint8_t *out, size_t out_size, size_t *out_len,
                          const uint8_t *in, size_t len)
{
    struct {
        struct sm3_kdf kdf;
    } w;
    const struct mode *m = mode_of(mode);
    struct sm9_target target;
    uint8_t fresh[BLOCK];
    gm_status status;
    uint64_t some;

    size_t size = gm_sm9_ciphertext_size(mode, len);
    if (out == NULL || out_len == NULL || size == 0 || !bytes_ok(in, len) || overlaps(out, out_size, in, len) ||
        overlaps(out, out_size, to->id, to->id_len))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    if (out_size < size)
        return GM_ERR_BUFFER;
    status = gmi_sm9_target(env, &target, to);
    if (status != GM_OK)
        return status;
    gmi_secret(in, len);
    if (m->iv > 0 && iv == NULL) {
        status = gm_random_bytes(fresh, sizeof fresh);
        iv = fresh;
    }
    do {
        if (status == GM_OK)
            status = gmi_sm9_kdf_to(env, &w.kdf, &target, nonces, out);
        if (status != GM_OK) {
            gm_wipe(out, out_size);
            goto out;
        }
        some = seal(env, m, &w.kdf, out, iv, in, len);
        gmi_public(&some, sizeof some); /* that a nonce is thrown away tells nothing of the next one */
    } while (some == 0);
    *out_len = size;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

/* ---- decryption ---- */

/* The text of C2, in out, and its length: GM_OK, GM_ERR_VERIFY or GM_ERR_BUFFER; what is then in out is to be wiped. */
static gm_status open_text(const struct sm9_env *env, const struct mode *m, struct sm3_kdf *kdf, uint8_t *out,
                           size_t out_size, size_t *out_len, const uint8_t *c3, const uint8_t *c2, size_t c2_len)
{
    struct {
        uint8_t key[K1 + K2], c3[32], last[BLOCK];
        gm_sm4_cipher cipher;
    } w;
    size_t n = c2_len, last = 0;
    uint64_t good;
    gm_status status = GM_OK;
    if (is_xor(m)) {
        good = xor_text(env, kdf, out, c2, c2_len, w.key + K1);
    } else {
        gmi_sm3_kdf_run(env->sm3, kdf, w.key, sizeof w.key, 1);
        good = gmi_sm9_some(w.key, K1);
    }
    mac(env, m, w.c3, c2, c2_len, w.key + K1);
    for (size_t i = 0; i < 32; i++)
        w.c3[i] ^= c3[i];
    good &= ~gmi_sm9_some(w.c3, 32);
    gmi_public(&good, sizeof good); /* whether the ciphertext is authentic: the outcome of the call */
    if (good == 0) {
        status = GM_ERR_VERIFY;
    } else if (!is_xor(m)) {
        status = gm_sm4_cipher_init(&w.cipher, m->cipher, GM_SM4_DECRYPT, m->padding, w.key, K1, c2, m->iv);
        if (status == GM_OK)
            status = gm_sm4_cipher_update(&w.cipher, out, out_size, &n, c2 + m->iv, c2_len - m->iv);
        if (status == GM_OK)
            status = gm_sm4_cipher_finish(&w.cipher, w.last, sizeof w.last, &last);
        if (status == GM_OK && last > out_size - n)
            status = GM_ERR_BUFFER;
        if (status == GM_OK && last > 0)
            memcpy(out + n, w.last, last);
    }
    *out_len = status == GM_OK ? n + last : 0;
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_decrypt(const struct sm9_env *env, const struct sm9_owner *owner, gm_sm9_mode mode, uint8_t *out,
                          size_t out_size, size_t *out_len, const uint8_t *in, size_t len)
{
    struct {
        struct sm3_kdf kdf;
    } w;
    const struct mode *m = mode_of(mode);
    gm_status status = GM_ERR_VERIFY;

    if (out_len == NULL || m == NULL || !bytes_ok(out, out_size) || !bytes_ok(in, len) ||
        overlaps(out, out_size, in, len) || overlaps(out, out_size, owner->id, owner->id_len))
        return GM_ERR_ARGUMENT;
    *out_len = 0;
    size_t c2_len = len < C2_AT ? 0 : len - C2_AT, text = c2_len < m->iv ? 0 : c2_len - m->iv;
    int padded = m->padding != GM_SM4_PAD_NONE;
    if (len < C2_AT || c2_len < m->iv || text > GM_SM9_PLAINTEXT_MAX + BLOCK || (text == 0 && (is_xor(m) || padded)) ||
        (padded && text % BLOCK != 0)) {
        gm_wipe(out, out_size);
        return status;
    }
    if (out_size < text - (padded ? BLOCK : 0))
        return GM_ERR_BUFFER;
    status = gmi_sm9_kdf_from(env, &w.kdf, owner, in);
    if (status == GM_OK)
        status = open_text(env, m, &w.kdf, out, out_size, out_len, in + C3_AT, in + C2_AT, c2_len);
    if (status != GM_OK)
        gm_wipe(out, out_size);
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gm_sm9_encrypt(const gm_sm9_enc_public_key *master, gm_sm9_mode mode, uint8_t *out, size_t out_size,
                         size_t *out_len, const uint8_t *id, size_t id_len, uint8_t hid, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_nonces nonces = {NULL, 0};
    struct sm9_receiver to;
    gm_status status = gmi_sm9_receiver_key(&to, master, id, id_len, hid);
    return status != GM_OK ? status : gmi_sm9_encrypt(&env, &to, &nonces, NULL, mode, out, out_size, out_len, in, len);
}

gm_status gm_sm9_decrypt(const gm_sm9_enc_user_key *key, gm_sm9_mode mode, uint8_t *out, size_t out_size,
                         size_t *out_len, const uint8_t *id, size_t id_len, const uint8_t *in, size_t len)
{
    const struct sm9_env env = gmi_sm9_env();
    struct sm9_owner owner;
    gm_status status = gmi_sm9_owner_key(&owner, key, id, id_len);
    return status != GM_OK ? status : gmi_sm9_decrypt(&env, &owner, mode, out, out_size, out_len, in, len);
}
