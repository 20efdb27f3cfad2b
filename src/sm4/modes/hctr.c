/* HCTR (GB/T 17964-2021, 11): a wide block of any length from 16 bytes.
 *
 * P = P1 || R: Z1 = P1 ^ hash(R), Z2 = E(Z1), S = Z1 ^ Z2; C_R = R ^ E(S ^ 1) E(S ^ 2) …,
 * C1 = Z2 ^ hash(C_R). Decryption has D from Z1 to Z2 and E elsewhere. */
#include <guomi/mem.h>

#include "base/check.h"
#include "sm4/modes/args.h"
#include "sm4/modes/modes.h"

/* y = hash of m || tweak, padded with zeros after the tweak, then its bit length (128 bits). */
static void hash_text(const struct ghash_impl *hash, const uint8_t (*powers)[16], uint8_t y[16], const uint8_t *m,
                      size_t len, const uint8_t tweak[16])
{
    struct {
        uint8_t last[48]; /* rest of m, tweak, zeros, length */
    } w;
    size_t tail = len % 16, blocks = tail == 0 ? 1 : 2;
    memset(y, 0, 16);
    if (len >= 16)
        hash->update(y, powers, m, len / 16);
    memset(w.last, 0, sizeof w.last);
    if (tail != 0)
        memcpy(w.last, m + len - tail, tail);
    memcpy(w.last + tail, tweak, 16);
    uint64_t bytes = (uint64_t)len + 16; /* no overflow: len is that of memory, less 16 */
    store64be(w.last + 16 * blocks, bytes >> 61);
    store64be(w.last + 16 * blocks + 8, bytes << 3);
    hash->update(y, powers, w.last, blocks + 1);
    gm_wipe(&w, sizeof w);
}

static gm_status crypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_key *key,
                       const uint8_t hash_key[16], int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                       const uint8_t tweak[16])
{
    struct {
        uint8_t powers[GMI_GHASH_POWERS][16];
        uint8_t y[16], z1[16], z2[16], s[16], tweak[16], stream[16];
    } w;
    if (key == NULL || hash_key == NULL || tweak == NULL || len < 16 || !text_ok(out, in, len))
        return GM_ERR_ARGUMENT;
    gmi_secret(hash_key, 16);
    gmi_secret(in, len);
    const uint8_t(*powers)[16] = (const uint8_t(*)[16])w.powers;
    size_t rest = len - 16, n = rest / 16, tail = rest % 16;

    hash->powers(w.powers, hash_key);
    memcpy(w.tweak, tweak, 16);
    hash_text(hash, powers, w.y, in + 16, rest, w.tweak);
    xor16(w.z1, in, w.y);
    row->block(decrypt ? key->dec_ : key->enc_, w.z2, w.z1);
    xor16(w.s, w.z1, w.z2);
    row->hctr_ctr(key->enc_, w.s, 1, out + 16, in + 16, n);
    if (tail != 0) {
        memset(w.stream, 0, 16);
        row->hctr_ctr(key->enc_, w.s, (uint64_t)n + 1, w.stream, w.stream, 1);
        xor_bytes(out + 16 + 16 * n, in + 16 + 16 * n, w.stream, tail);
    }
    hash_text(hash, powers, w.y, out + 16, rest, w.tweak);
    xor16(out, w.z2, w.y);
    gm_wipe(&w, sizeof w);
    return GM_OK;
}

gm_status gmi_sm4_hctr_encrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_key *key,
                               const uint8_t hash_key[16], uint8_t *out, const uint8_t *in, size_t len,
                               const uint8_t tweak[16])
{
    return crypt(row, hash, key, hash_key, 0, out, in, len, tweak);
}

gm_status gmi_sm4_hctr_decrypt(const struct sm4_impl *row, const struct ghash_impl *hash, const gm_sm4_key *key,
                               const uint8_t hash_key[16], uint8_t *out, const uint8_t *in, size_t len,
                               const uint8_t tweak[16])
{
    return crypt(row, hash, key, hash_key, 1, out, in, len, tweak);
}

gm_status gm_sm4_hctr_encrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t tweak[16])
{
    return crypt(gmi_sm4(), gmi_ghash(), key, hash_key, 0, out, in, len, tweak);
}

gm_status gm_sm4_hctr_decrypt(const gm_sm4_key *key, const uint8_t hash_key[16], uint8_t *out, const uint8_t *in,
                              size_t len, const uint8_t tweak[16])
{
    return crypt(gmi_sm4(), gmi_ghash(), key, hash_key, 1, out, in, len, tweak);
}
