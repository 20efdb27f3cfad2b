/* OFBNLF (GB/T 17964-2021, 13): K[i] = E_K(K[i-1]), K[0] = IV; C[i] = E of P[i] under the key K[i].
 * Every block has a key schedule of its own. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

void gmi_sm4_ofbnlf_blocks(const struct sm4_impl *row, const uint32_t rk[32], uint8_t k[16], int decrypt, uint8_t *out,
                           const uint8_t *in, size_t nblocks)
{
    struct {
        uint32_t enc[32], dec[32];
    } w;
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        row->block(rk, k, k);
        row->expand_key(w.enc, w.dec, k);
        row->block(decrypt ? w.dec : w.enc, out, in);
    }
    gm_wipe(&w, sizeof w);
}

static gm_status crypt(const struct sm4_impl *row, const gm_sm4_key *key, int decrypt, uint8_t *out, const uint8_t *in,
                       size_t len, const uint8_t iv[16])
{
    uint8_t k[16];
    if (key == NULL || iv == NULL || !blocks_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(in, len);
    memcpy(k, iv, 16);
    gmi_sm4_ofbnlf_blocks(row, key->enc_, k, decrypt, out, in, len / 16);
    gm_wipe(k, sizeof k);
    return GM_OK;
}

gm_status gmi_sm4_ofbnlf_encrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                 size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 0, out, in, len, iv);
}

gm_status gmi_sm4_ofbnlf_decrypt(const struct sm4_impl *row, const gm_sm4_key *key, uint8_t *out, const uint8_t *in,
                                 size_t len, const uint8_t iv[16])
{
    return crypt(row, key, 1, out, in, len, iv);
}

gm_status gm_sm4_ofbnlf_encrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 0, out, in, len, iv);
}

gm_status gm_sm4_ofbnlf_decrypt(const gm_sm4_key *key, uint8_t *out, const uint8_t *in, size_t len,
                                const uint8_t iv[16])
{
    return crypt(gmi_sm4(), key, 1, out, in, len, iv);
}
