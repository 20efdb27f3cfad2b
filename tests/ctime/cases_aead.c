/* GCM, CCM, GMAC and HCTR: a pair of rows as the argument. */
#include <string.h>

#include "ctime.h"
#include "sm4/modes/modes.h"

#define LONG 613

static uint8_t raw[16], hash_key[16], iv[20], aad[45], in[LONG], out[LONG], text[LONG], tag[16], wrong[16];
static gm_sm4_gcm_key key;

static void prepare(const struct ct_pair *row)
{
    ct_secret(raw, sizeof raw);
    ct_secret(hash_key, sizeof hash_key);
    ct_public(iv, sizeof iv);
    ct_public(aad, sizeof aad);
    ct_secret(in, sizeof in);
    memset(out, 0, sizeof out);
    memset(text, 0, sizeof text);
    memset(tag, 0, sizeof tag);
    (void)!gmi_sm4_gcm_key_init(row->sm4, row->ghash, &key, raw);
}

/* The tag as it was sent, or with a wrong bit in a place that changes from run to run. */
static void send(int good)
{
    memcpy(wrong, tag, sizeof wrong);
    if (!good)
        wrong[ct_run() % 16] ^= (uint8_t)(1 << ct_run() % 8);
    ct_release(out, sizeof out);
    ct_release(wrong, sizeof wrong);
}

static void gcm_key(const void *p)
{
    const struct ct_pair *row = p;
    prepare(row);
    memset(&key, 0, sizeof key);
    ct_begin();
    (void)!gmi_sm4_gcm_key_init(row->sm4, row->ghash, &key, raw);
    ct_end();
    ct_result(&key, sizeof key);
}

static void gcm_encrypt_by(const struct ct_pair *row, size_t iv_len, size_t len)
{
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_gcm_encrypt(row->sm4, row->ghash, &key, out, tag, 16, iv, iv_len, aad, sizeof aad, in, len);
    ct_end();
    ct_result(out, len);
    ct_result(tag, 16);
}

static void gcm_encrypt(const void *row)
{
    gcm_encrypt_by(row, 12, LONG);
}

static void gcm_encrypt_short(const void *row)
{
    gcm_encrypt_by(row, 12, 37);
}

static void gcm_encrypt_long_iv(const void *row)
{
    gcm_encrypt_by(row, 20, 300);
}

static void gcm_decrypt_by(const struct ct_pair *row, size_t len, int good)
{
    prepare(row);
    (void)!gmi_sm4_gcm_encrypt(row->sm4, row->ghash, &key, out, tag, 16, iv, 12, aad, sizeof aad, in, len);
    send(good);
    ct_begin();
    (void)!gmi_sm4_gcm_decrypt(row->sm4, row->ghash, &key, text, out, len, wrong, 16, iv, 12, aad, sizeof aad);
    ct_end();
    if (good)
        ct_result(text, len);
}

static void gcm_decrypt_good(const void *row)
{
    gcm_decrypt_by(row, LONG, 1);
}

static void gcm_decrypt_bad(const void *row)
{
    gcm_decrypt_by(row, LONG, 0);
}

static void gcm_decrypt_short_good(const void *row)
{
    gcm_decrypt_by(row, 37, 1);
}

static void gcm_decrypt_short_bad(const void *row)
{
    gcm_decrypt_by(row, 37, 0);
}

static void gcm_stream(const void *p)
{
    const struct ct_pair *row = p;
    static gm_sm4_gcm_ctx ctx;
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_gcm_init(row->sm4, row->ghash, &ctx, GM_SM4_ENCRYPT, &key, 16, iv, 12);
    (void)!gmi_sm4_gcm_aad(row->ghash, &ctx, aad, 7);
    (void)!gmi_sm4_gcm_aad(row->ghash, &ctx, aad + 7, sizeof aad - 7);
    (void)!gmi_sm4_gcm_encrypt_update(row->sm4, row->ghash, &ctx, out, in, 5);
    (void)!gmi_sm4_gcm_encrypt_update(row->sm4, row->ghash, &ctx, out + 5, in + 5, LONG - 5);
    (void)!gmi_sm4_gcm_encrypt_finish(row->ghash, &ctx, tag, 16);
    ct_end();
    ct_result(out, LONG);
    ct_result(tag, 16);
}

static void gcm_stream_decrypt_by(const struct ct_pair *row, int good)
{
    static gm_sm4_gcm_ctx ctx;
    prepare(row);
    (void)!gmi_sm4_gcm_encrypt(row->sm4, row->ghash, &key, out, tag, 16, iv, 12, aad, sizeof aad, in, 200);
    send(good);
    ct_begin();
    (void)!gmi_sm4_gcm_init(row->sm4, row->ghash, &ctx, GM_SM4_DECRYPT, &key, 16, iv, 12);
    (void)!gmi_sm4_gcm_aad(row->ghash, &ctx, aad, sizeof aad);
    (void)!gmi_sm4_gcm_decrypt_update_unverified(row->sm4, row->ghash, &ctx, text, out, 45);
    (void)!gmi_sm4_gcm_decrypt_update_unverified(row->sm4, row->ghash, &ctx, text + 45, out + 45, 155);
    (void)!gmi_sm4_gcm_decrypt_finish(row->ghash, &ctx, wrong, 16);
    ct_end();
    ct_result(text, 200);
}

static void gcm_stream_decrypt_good(const void *row)
{
    gcm_stream_decrypt_by(row, 1);
}

static void gcm_stream_decrypt_bad(const void *row)
{
    gcm_stream_decrypt_by(row, 0);
}

static void gmac(const void *p)
{
    const struct ct_pair *row = p;
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_gmac(row->sm4, row->ghash, &key, tag, 16, iv, 12, in, 100);
    ct_end();
    ct_result(tag, 16);
}

static void gmac_by(const struct ct_pair *row, int good)
{
    prepare(row);
    (void)!gmi_sm4_gmac(row->sm4, row->ghash, &key, tag, 16, iv, 12, in, 100);
    send(good);
    memset(tag, 0, sizeof tag);
    ct_begin();
    (void)!gmi_sm4_gmac(row->sm4, row->ghash, &key, tag, 16, iv, 12, in, 100);
    (void)!gmi_sm4_gmac_verify(row->sm4, row->ghash, &key, wrong, 16, iv, 12, in, 100);
    ct_end();
    ct_result(tag, 16);
}

static void gmac_good(const void *row)
{
    gmac_by(row, 1);
}

static void gmac_bad(const void *row)
{
    gmac_by(row, 0);
}

static void hctr(const void *p)
{
    const struct ct_pair *row = p;
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_hctr_encrypt(row->sm4, row->ghash, &key.key_, hash_key, out, in, LONG, iv);
    (void)!gmi_sm4_hctr_decrypt(row->sm4, row->ghash, &key.key_, hash_key, text, in, LONG, iv);
    ct_end();
    ct_result(out, LONG);
    ct_result(text, LONG);
}

static void ccm_by(const struct ct_pair *row, int good)
{
    prepare(row);
    (void)!gmi_sm4_ccm_encrypt(row->sm4, &key.key_, out, tag, 16, iv, 12, aad, sizeof aad, in, 200);
    send(good);
    memset(tag, 0, sizeof tag);
    ct_begin();
    (void)!gmi_sm4_ccm_decrypt(row->sm4, &key.key_, text, out, 200, wrong, 16, iv, 12, aad, sizeof aad);
    (void)!gmi_sm4_ccm_encrypt(row->sm4, &key.key_, out, tag, 16, iv, 12, aad, sizeof aad, in, 200);
    ct_end();
    if (good)
        ct_result(text, 200);
    ct_result(out, 200);
    ct_result(tag, 16);
}

static void ccm_good(const void *row)
{
    ccm_by(row, 1);
}

static void ccm_bad(const void *row)
{
    ccm_by(row, 0);
}

static void ccm_stream(const void *p)
{
    const struct ct_pair *row = p;
    static gm_sm4_ccm_ctx ctx;
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_ccm_init(row->sm4, &ctx, GM_SM4_ENCRYPT, &key.key_, 16, iv, 12, sizeof aad, 100);
    (void)!gmi_sm4_ccm_aad(row->sm4, &ctx, aad, 7);
    (void)!gmi_sm4_ccm_aad(row->sm4, &ctx, aad + 7, sizeof aad - 7);
    (void)!gmi_sm4_ccm_encrypt_update(row->sm4, &ctx, out, in, 5);
    (void)!gmi_sm4_ccm_encrypt_update(row->sm4, &ctx, out + 5, in + 5, 95);
    (void)!gmi_sm4_ccm_encrypt_finish(row->sm4, &ctx, tag, 16);
    ct_end();
    ct_result(out, 100);
    ct_result(tag, 16);
}

static void ccm_stream_by(const struct ct_pair *row, int good)
{
    static gm_sm4_ccm_ctx ctx;
    prepare(row);
    (void)!gmi_sm4_ccm_encrypt(row->sm4, &key.key_, out, tag, 16, iv, 12, aad, sizeof aad, in, 100);
    send(good);
    ct_begin();
    (void)!gmi_sm4_ccm_init(row->sm4, &ctx, GM_SM4_DECRYPT, &key.key_, 16, iv, 12, sizeof aad, 100);
    (void)!gmi_sm4_ccm_aad(row->sm4, &ctx, aad, sizeof aad);
    (void)!gmi_sm4_ccm_decrypt_update_unverified(row->sm4, &ctx, text, out, 45);
    (void)!gmi_sm4_ccm_decrypt_update_unverified(row->sm4, &ctx, text + 45, out + 45, 55);
    (void)!gmi_sm4_ccm_decrypt_finish(row->sm4, &ctx, wrong, 16);
    ct_end();
    ct_result(text, 100);
}

static void ccm_stream_good(const void *row)
{
    ccm_stream_by(row, 1);
}

static void ccm_stream_bad(const void *row)
{
    ccm_stream_by(row, 0);
}

const struct ct_case ct_aead_cases[] = {
    {"gcm-key", gcm_key},
    {"gcm-encrypt", gcm_encrypt},
    {"gcm-encrypt-short", gcm_encrypt_short},
    {"gcm-encrypt-long-iv", gcm_encrypt_long_iv},
    {"gcm-decrypt-good", gcm_decrypt_good},
    {"gcm-decrypt-bad", gcm_decrypt_bad},
    {"gcm-decrypt-short-good", gcm_decrypt_short_good},
    {"gcm-decrypt-short-bad", gcm_decrypt_short_bad},
    {"gcm-stream", gcm_stream},
    {"gcm-stream-decrypt-good", gcm_stream_decrypt_good},
    {"gcm-stream-decrypt-bad", gcm_stream_decrypt_bad},
    {"gmac", gmac},
    {"gmac-good", gmac_good},
    {"gmac-bad", gmac_bad},
    {"hctr", hctr},
    {"ccm-good", ccm_good},
    {"ccm-bad", ccm_bad},
    {"ccm-stream", ccm_stream},
    {"ccm-stream-good", ccm_stream_good},
    {"ccm-stream-bad", ccm_stream_bad},
    {NULL, NULL},
};
