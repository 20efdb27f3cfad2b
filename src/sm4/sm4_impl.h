/* The seam of the SM4 room: what a back end supplies.
 *
 * Everything that crosses it is canonical: rk[32] as the standard's words in the
 * order they are used (decryption passes them reversed), blocks as bytes. `out`
 * may equal `in`; they never overlap partly. nblocks may be 0 and has no upper
 * bound; each entry picks its own width by nblocks, so that no row loses to a
 * lesser one at any length. All entries are constant time in keys and data and
 * leave no secret on the stack that they can wipe.
 *
 * Optional entries are NULL where a row has nothing better than the generic code of
 * the modes, which is built from the mandatory ones. */
#ifndef GMI_SM4_SM4_IMPL_H
#define GMI_SM4_SM4_IMPL_H

#include <stddef.h>
#include <stdint.h>

struct sm4_impl {
    const char *name;
    uint64_t needs;

    /* ---- mandatory ---- */

    /* The encryption schedule rk[0..31] and, reversed, the decryption schedule. */
    void (*expand_key)(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16]);

    /* One block, lowest latency. */
    void (*block)(const uint32_t rk[32], uint8_t out[16], const uint8_t in[16]);

    /* Independent blocks. */
    void (*ecb)(const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t nblocks);

    /* out = in ^ E(counter), E(counter + 1), …; counter is a 128-bit big-endian number that
     * wraps, and is left at the next value. */
    void (*ctr)(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks);

    /* The same, but only the last 32 bits count and wrap (GCM). */
    void (*ctr32)(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks);

    /* out[i] = D(in[i]) ^ in[i-1], in[-1] = iv; iv becomes the last ciphertext block. rk is reversed. */
    void (*cbc_decrypt)(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks);

    /* out[i] = E(in[i-1]) ^ in[i], in[-1] = iv; iv becomes the last ciphertext block. */
    void (*cfb_decrypt)(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks);

    /* out[i] = C(in[i] ^ T[i]) ^ T[i]; T[0] = tweak, T[i+1] = T[i] * x in IEEE (gb = 0) or GB (gb = 1)
     * bit order; tweak becomes T[nblocks]. Decryption passes rk reversed. */
    void (*xts)(const uint32_t rk[32], uint8_t tweak[16], int gb, uint8_t *out, const uint8_t *in, size_t nblocks);

    /* out[i] = in[i] ^ E(s ^ (first + i)) with the index as a 128-bit big-endian number (HCTR). */
    void (*hctr_ctr)(const uint32_t rk[32], const uint8_t s[16], uint64_t first, uint8_t *out, const uint8_t *in,
                     size_t nblocks);

    /* ---- serial chains, lowest latency per block ---- */

    void (*cbc_encrypt)(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks);
    void (*cfb_encrypt)(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks);
    void (*ofb)(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks);
    /* mac = E(mac ^ in[i]) for each block. */
    void (*cbcmac)(const uint32_t rk[32], uint8_t mac[16], const uint8_t *in, size_t nblocks);

    /* ---- optional ---- */

    /* CCM text: CBC-MAC of the plaintext and CTR together; decrypt = 1: the plaintext is the output. */
    void (*ccm)(const uint32_t rk[32], uint8_t mac[16], uint8_t counter[16], int decrypt, uint8_t *out,
                const uint8_t *in, size_t nblocks);

    /* GCM text: ctr32 and GHASH of the ciphertext together; table as in ghash_impl.h. */
    void (*gcm)(const uint32_t rk[32], const uint8_t (*table)[16], uint8_t y[16], uint8_t counter[16], int decrypt,
                uint8_t *out, const uint8_t *in, size_t nblocks);
};

extern const struct sm4_impl gmi_sm4_portable;
extern const struct sm4_impl gmi_sm4_portable64;     /* the same over 64-bit words; not in the table */
extern const struct sm4_impl *const gmi_sm4_table[]; /* best first, portable last */
extern const size_t gmi_sm4_rows;

const struct sm4_impl *gmi_sm4(void);

#endif
