/* SM4's key schedule and modes, padding and MACs, each with the row as an argument. */
#include <string.h>

#include "ctime.h"
#include "sm4/modes/modes.h"

#define LONG 613 /* 38 blocks and a piece */
#define WHOLE 608

static uint8_t raw[32], iv[16], in[LONG], out[LONG + 32], again[LONG + 32];
static gm_sm4_key key;

static void prepare(const struct sm4_impl *row)
{
    ct_secret(raw, sizeof raw);
    ct_public(iv, sizeof iv);
    ct_secret(in, sizeof in);
    memset(out, 0, sizeof out);
    memset(again, 0, sizeof again);
    (void)!gmi_sm4_key_init(row, &key, raw);
}

static void key_schedule(const void *row)
{
    static gm_sm4_xts_key pair;
    prepare(row);
    memset(&key, 0, sizeof key);
    ct_begin();
    (void)!gmi_sm4_key_init(row, &key, raw);
    (void)!gmi_sm4_xts_key_init(row, &pair, raw);
    ct_end();
    ct_result(&key, sizeof key);
    ct_result(&pair, sizeof pair);
}

static void one_block(const void *row)
{
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_encrypt_block(row, &key, out, in);
    (void)!gmi_sm4_decrypt_block(row, &key, again, in);
    ct_end();
    ct_result(out, 16);
    ct_result(again, 16);
}

/* One way and the other, with a secret text both times. */
#define MODE(name, encrypt, decrypt, len) \
    static void name(const void *row)     \
    {                                     \
        prepare(row);                     \
        ct_begin();                       \
        (void)!encrypt;                   \
        (void)!decrypt;                   \
        ct_end();                         \
        ct_result(out, len);              \
        ct_result(again, len);            \
    }
MODE(ecb, gmi_sm4_ecb_encrypt(row, &key, out, in, WHOLE), gmi_sm4_ecb_decrypt(row, &key, again, in, WHOLE), WHOLE)
MODE(cbc, gmi_sm4_cbc_encrypt(row, &key, out, in, 160, iv), gmi_sm4_cbc_decrypt(row, &key, again, in, WHOLE, iv), 160)
MODE(cfb, gmi_sm4_cfb_encrypt(row, &key, out, in, 167, iv), gmi_sm4_cfb_decrypt(row, &key, again, in, LONG, iv), 167)
MODE(cfb8, gmi_sm4_cfb8_encrypt(row, &key, out, in, 21, iv), gmi_sm4_cfb8_decrypt(row, &key, again, in, 40, iv), 21)
MODE(cfb1, gmi_sm4_cfb1_encrypt(row, &key, out, in, 24, iv), gmi_sm4_cfb1_decrypt(row, &key, again, in, 40, iv), 3)
MODE(ofb, gmi_sm4_ofb(row, &key, out, in, 167, iv), gmi_sm4_ofb(row, &key, again, in, 16, iv), 16)
MODE(ctr, gmi_sm4_ctr(row, &key, out, in, LONG, iv), gmi_sm4_ctr(row, &key, again, in, 77, iv), 77)
MODE(bc, gmi_sm4_bc_encrypt(row, &key, out, in, 160, iv), gmi_sm4_bc_decrypt(row, &key, again, in, 160, iv), 160)
MODE(ofbnlf, gmi_sm4_ofbnlf_encrypt(row, &key, out, in, 80, iv), gmi_sm4_ofbnlf_decrypt(row, &key, again, in, 80, iv),
     80)

static void xts_by(const struct sm4_impl *row, gm_sm4_xts_standard standard)
{
    static gm_sm4_xts_key pair;
    prepare(row);
    (void)!gmi_sm4_xts_key_init(row, &pair, raw);
    ct_begin();
    (void)!gmi_sm4_xts_encrypt(row, &pair, standard, out, in, LONG, iv);
    (void)!gmi_sm4_xts_decrypt(row, &pair, standard, again, in, LONG, iv);
    ct_end();
    ct_result(out, LONG);
    ct_result(again, LONG);
}

static void xts(const void *row)
{
    xts_by(row, GM_SM4_XTS_IEEE1619);
}

static void xts_gb(const void *row)
{
    xts_by(row, GM_SM4_XTS_GB17964);
}

/* The running cipher, in pieces that do not fit the blocks. */
static void stream_by(const struct sm4_impl *row, gm_sm4_mode mode, gm_sm4_direction direction)
{
    static gm_sm4_cipher ctx;
    static const size_t pieces[] = {5, 30, 1, 64, 124};
    int xts_mode = mode == GM_SM4_XTS || mode == GM_SM4_XTS_GB;
    size_t done = 0, n = 0, at = 0;
    prepare(row);
    ct_begin();
    (void)!gmi_sm4_cipher_init(row, &ctx, mode, direction, GM_SM4_PAD_NONE, raw, xts_mode ? 32 : 16, iv,
                               mode == GM_SM4_ECB ? 0 : 16);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        (void)!gmi_sm4_cipher_update(row, &ctx, out + done, sizeof out - done, &n, in + at, pieces[i]);
        at += pieces[i];
        done += n;
    }
    (void)!gmi_sm4_cipher_finish(row, &ctx, out + done, sizeof out - done, &n);
    ct_end();
    ct_result(out, done + n);
}

#define STREAM(name, mode)                      \
    static void name##_encrypt(const void *row) \
    {                                           \
        stream_by(row, mode, GM_SM4_ENCRYPT);   \
    }                                           \
    static void name##_decrypt(const void *row) \
    {                                           \
        stream_by(row, mode, GM_SM4_DECRYPT);   \
    }
STREAM(stream_cbc, GM_SM4_CBC)
STREAM(stream_cfb, GM_SM4_CFB)
STREAM(stream_cfb8, GM_SM4_CFB8)
STREAM(stream_ctr, GM_SM4_CTR)
STREAM(stream_xts, GM_SM4_XTS)

/* Decryption that ends in the removal of right or wrong padding. */
static void unpad_stream(const struct sm4_impl *row, gm_sm4_padding padding, int good)
{
    static gm_sm4_cipher ctx;
    size_t n = 0, last = 0;
    uint8_t padded[48];
    prepare(row);
    memset(padded, 'a', sizeof padded);
    (void)!gm_sm4_pad(padding, padded + 32, &n, 11);
    if (!good)
        padded[47] = (uint8_t)(0x30 + ct_run());
    (void)!gmi_sm4_cbc_encrypt(row, &key, in, padded, 48, iv);
    ct_begin();
    (void)!gmi_sm4_cipher_init(row, &ctx, GM_SM4_CBC, GM_SM4_DECRYPT, padding, raw, 16, iv, 16);
    (void)!gmi_sm4_cipher_update(row, &ctx, out, sizeof out, &n, in, 48);
    (void)!gmi_sm4_cipher_finish(row, &ctx, out + n, sizeof out - n, &last);
    ct_end();
    ct_result(out, 32);
}

#define UNPAD(name, padding)                 \
    static void name##_good(const void *row) \
    {                                        \
        unpad_stream(row, padding, 1);       \
    }                                        \
    static void name##_bad(const void *row)  \
    {                                        \
        unpad_stream(row, padding, 0);       \
    }
UNPAD(unpad_pkcs7, GM_SM4_PAD_PKCS7)
UNPAD(unpad_iso7816, GM_SM4_PAD_ISO7816)
UNPAD(unpad_x923, GM_SM4_PAD_X923)

/* The MACs, and their check against a right and a wrong tag. */
static void mac_by(const struct sm4_impl *row, int cmac, int good)
{
    size_t len = cmac ? 167 : 160;
    uint8_t tag[16];
    prepare(row);
    memset(tag, 0, sizeof tag);
    if (cmac)
        (void)!gmi_sm4_cmac(row, &key, tag, 16, in, len);
    else
        (void)!gmi_sm4_cbcmac(row, &key, tag, 16, in, len);
    if (!good)
        tag[ct_run() % 16] ^= (uint8_t)(1 << ct_run() % 8);
    ct_begin();
    if (cmac) {
        (void)!gmi_sm4_cmac(row, &key, out, 16, in, len);
        (void)!gmi_sm4_cmac_verify(row, &key, tag, 16, in, len);
    } else {
        (void)!gmi_sm4_cbcmac(row, &key, out, 16, in, len);
        (void)!gmi_sm4_cbcmac_verify(row, &key, tag, 16, in, len);
    }
    ct_end();
    ct_result(out, 16);
}

static void cmac_good(const void *row)
{
    mac_by(row, 1, 1);
}

static void cmac_bad(const void *row)
{
    mac_by(row, 1, 0);
}

static void cbcmac_good(const void *row)
{
    mac_by(row, 0, 1);
}

static void cbcmac_bad(const void *row)
{
    mac_by(row, 0, 0);
}

static void cmac_stream(const void *row)
{
    static gm_sm4_mac_ctx ctx;
    prepare(row);
    (void)!gm_sm4_cmac_init(&ctx, &key);
    ct_begin();
    (void)!gmi_sm4_mac_update(row, &ctx, in, 21);
    (void)!gmi_sm4_mac_update(row, &ctx, in + 21, 75);
    (void)!gmi_sm4_mac_finish(row, &ctx, out, 16);
    ct_end();
    ct_result(out, 16);
}

const struct ct_case ct_modes_cases[] = {
    {"key-schedule", key_schedule},
    {"one-block", one_block},
    {"ecb", ecb},
    {"cbc", cbc},
    {"cfb", cfb},
    {"cfb8", cfb8},
    {"cfb1", cfb1},
    {"ofb", ofb},
    {"ctr", ctr},
    {"bc", bc},
    {"ofbnlf", ofbnlf},
    {"xts", xts},
    {"xts-gb", xts_gb},
    {"stream-cbc-encrypt", stream_cbc_encrypt},
    {"stream-cbc-decrypt", stream_cbc_decrypt},
    {"stream-cfb-encrypt", stream_cfb_encrypt},
    {"stream-cfb-decrypt", stream_cfb_decrypt},
    {"stream-cfb8-encrypt", stream_cfb8_encrypt},
    {"stream-cfb8-decrypt", stream_cfb8_decrypt},
    {"stream-ctr-encrypt", stream_ctr_encrypt},
    {"stream-ctr-decrypt", stream_ctr_decrypt},
    {"stream-xts-encrypt", stream_xts_encrypt},
    {"stream-xts-decrypt", stream_xts_decrypt},
    {"unpad-pkcs7-good", unpad_pkcs7_good},
    {"unpad-pkcs7-bad", unpad_pkcs7_bad},
    {"unpad-iso7816-good", unpad_iso7816_good},
    {"unpad-iso7816-bad", unpad_iso7816_bad},
    {"unpad-x923-good", unpad_x923_good},
    {"unpad-x923-bad", unpad_x923_bad},
    {"cmac-good", cmac_good},
    {"cmac-bad", cmac_bad},
    {"cbcmac-good", cbcmac_good},
    {"cbcmac-bad", cbcmac_bad},
    {"cmac-stream", cmac_stream},
    {NULL, NULL},
};
