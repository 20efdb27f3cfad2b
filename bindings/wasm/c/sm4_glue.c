/* Whole messages in the plain modes of SM4, padding included, in one crossing of the boundary. */
#include <guomi/mem.h>
#include <guomi/sm4.h>

#define EXPORT __attribute__((visibility("default")))

typedef gm_status crypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16]);

static gm_status ecb_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    (void)iv;
    return gm_sm4_ecb_encrypt(key, out, in, len);
}

static gm_status ecb_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    (void)iv;
    return gm_sm4_ecb_decrypt(key, out, in, len);
}

static gm_status cfb1_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return gm_sm4_cfb1_encrypt(key, out, in, (uint64_t)len * 8, iv);
}

static gm_status cfb1_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len, const uint8_t iv[16])
{
    return gm_sm4_cfb1_decrypt(key, out, in, (uint64_t)len * 8, iv);
}

static const struct {
    crypt *encrypt, *decrypt;
    int pads;
} modes[] = {
    [GM_SM4_ECB] = {ecb_encrypt, ecb_decrypt, 1},
    [GM_SM4_CBC] = {gm_sm4_cbc_encrypt, gm_sm4_cbc_decrypt, 1},
    [GM_SM4_CFB] = {gm_sm4_cfb_encrypt, gm_sm4_cfb_decrypt, 0},
    [GM_SM4_CFB8] = {gm_sm4_cfb8_encrypt, gm_sm4_cfb8_decrypt, 0},
    [GM_SM4_CFB1] = {cfb1_encrypt, cfb1_decrypt, 0},
    [GM_SM4_OFB] = {gm_sm4_ofb, gm_sm4_ofb, 0},
    [GM_SM4_CTR] = {gm_sm4_ctr, gm_sm4_ctr, 0},
    [GM_SM4_BC] = {gm_sm4_bc_encrypt, gm_sm4_bc_decrypt, 1},
    [GM_SM4_OFBNLF] = {gm_sm4_ofbnlf_encrypt, gm_sm4_ofbnlf_decrypt, 1},
};

static int is_mode(uint32_t mode, uint32_t padding)
{
    return mode >= GM_SM4_ECB && mode <= GM_SM4_OFBNLF && (padding == GM_SM4_PAD_NONE || modes[mode].pads);
}

/** Encrypt in place. data has room for 16 bytes more than len; *out_len of them are the ciphertext.
 *  Returns GM_OK or GM_ERR_ARGUMENT. */
EXPORT gm_status wasm_sm4_encrypt(const gm_sm4_key *key, uint32_t mode, uint32_t padding, const uint8_t *iv,
                                  uint8_t *data, size_t len, size_t *out_len)
{
    size_t tail = 0;
    if (!is_mode(mode, padding))
        return GM_ERR_ARGUMENT;
    if (padding != GM_SM4_PAD_NONE) {
        size_t used = len % 16;
        gm_status st = gm_sm4_pad((gm_sm4_padding)padding, data + (len - used), &tail, used);
        if (st != GM_OK)
            return st;
        len -= used;
    }
    *out_len = len + tail;
    return modes[mode].encrypt(key, data, data, len + tail, iv);
}

/** Decrypt in place: *out_len bytes of data are the plaintext.
 *  Returns GM_OK, GM_ERR_ARGUMENT, or GM_ERR_VERIFY: the padding, or the length of padded text, is wrong. */
EXPORT gm_status wasm_sm4_decrypt(const gm_sm4_key *key, uint32_t mode, uint32_t padding, const uint8_t *iv,
                                  uint8_t *data, size_t len, size_t *out_len)
{
    size_t kept = 0;
    if (!is_mode(mode, padding))
        return GM_ERR_ARGUMENT;
    if (padding != GM_SM4_PAD_NONE && (len % 16 != 0 || (len == 0 && padding != GM_SM4_PAD_ZERO)))
        return GM_ERR_VERIFY;
    gm_status st = modes[mode].decrypt(key, data, data, len, iv);
    *out_len = len;
    if (st != GM_OK || padding == GM_SM4_PAD_NONE || len == 0)
        return st;
    st = gm_sm4_unpad((gm_sm4_padding)padding, &kept, data + len - 16);
    *out_len = len - 16 + kept;
    return st;
}
