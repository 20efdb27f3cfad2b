/* The workers behind <guomi/sm3.h>. Each takes the row as its first argument, so that
 * tests walk all rows; only the public functions ask gmi_sm3(). No argument is checked
 * here but by GM_ASSERT. */
#ifndef GMI_SM3_SM3_CORE_H
#define GMI_SM3_SM3_CORE_H

#include <guomi/sm3.h>
#include <string.h>

#include "base/bytes.h"
#include "base/ct.h"
#include "base/target.h"
#include "sm3/sm3_impl.h"

/* A message must stay below this many bytes: its length in bits is a 64-bit number. */
#define GMI_SM3_LIMIT (UINT64_C(1) << 61)

/* The most blocks of 32 bytes that a 32-bit counter starting at 1 can number. */
#define GMI_SM3_MAX_COUNTER UINT64_C(0xffffffff)

/* state_ of a context between start and finish; a finished one is all zeros. */
#define GMI_SM3_RUNNING 1

extern const uint32_t gmi_sm3_iv[8];

/* Two words, big-endian, in one store. The barrier stands after the swap: without it compilers pack
 * words into vectors first, or store byte by byte, and a KDF pass takes a quarter longer. */
GMI_INLINE void gmi_sm3_store2(uint8_t *p, uint32_t a, uint32_t b)
{
    uint64_t x = (uint64_t)a << 32 | b;
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = ct_barrier(__builtin_bswap64(x));
    memcpy(p, &x, sizeof x);
#else
    store64be(p, x);
#endif
}

/* digest = the eight words of h, big-endian. */
GMI_INLINE void gmi_sm3_store(uint8_t digest[32], const uint32_t h[8])
{
    gmi_sm3_store2(digest, h[0], h[1]);
    gmi_sm3_store2(digest + 8, h[2], h[3]);
    gmi_sm3_store2(digest + 16, h[4], h[5]);
    gmi_sm3_store2(digest + 24, h[6], h[7]);
}

/* Pad the `have` bytes already at the start of tail: the mark, zeros, and the length of the whole
 * message of `total` bytes in bits (GB/T 32905-2016, 5.2). Gives the number of blocks then there. */
GMI_INLINE size_t gmi_sm3_pad(uint8_t *tail, size_t have, uint64_t total)
{
    size_t blocks = (have + 8) / 64 + 1;
    tail[have] = 0x80;
    memset(tail + have + 1, 0, 64 * blocks - 8 - have - 1);
    store64be(tail + 64 * blocks - 8, total << 3);
    return blocks;
}

/* A pass over all lanes costs about as much as this many blocks in one stream: with no more
 * messages left than that, the single-stream compression is at least as fast. */
#define GMI_SM3_FEW 2

/* Lanes worth filling for n messages; 0 = go one by one. */
GMI_INLINE size_t gmi_sm3_lanes(const struct sm3_impl *row, uint64_t n)
{
    return row->lanes > GMI_SM3_FEW && n > GMI_SM3_FEW ? row->lanes : 0;
}

/* Absorb the last `len` bytes of a message into h, with padding; `before` bytes, a multiple
 * of 64, are already in h. */
void gmi_sm3_finish(const struct sm3_impl *row, uint32_t h[8], uint64_t before, const uint8_t *data, size_t len);

void gmi_sm3_hash(const struct sm3_impl *row, uint8_t digest[32], const uint8_t *data, size_t len);
void gmi_sm3_absorb(const struct sm3_impl *row, gm_sm3_ctx *ctx, const uint8_t *data, size_t len);
void gmi_sm3_close(const struct sm3_impl *row, gm_sm3_ctx *ctx, uint8_t digest[32]); /* wipes ctx */
void gmi_sm3_many(const struct sm3_impl *row, uint8_t (*digests)[32], const uint8_t *const *data, const size_t *lens,
                  size_t n);

/* May `len` more bytes follow `before`? */
GMI_INLINE int gmi_sm3_fits(uint64_t before, uint64_t len)
{
    return len < GMI_SM3_LIMIT - before;
}

void gmi_hmac_sm3_key(const struct sm3_impl *row, gm_hmac_sm3_key *key, const uint8_t *data, size_t len);
void gmi_hmac_sm3(const struct sm3_impl *row, const gm_hmac_sm3_key *key, uint8_t mac[32], const uint8_t *data,
                  size_t len);
void gmi_hmac_sm3_start(gm_hmac_sm3_ctx *ctx, const gm_hmac_sm3_key *key);
void gmi_hmac_sm3_close(const struct sm3_impl *row, gm_hmac_sm3_ctx *ctx, uint8_t mac[32]); /* wipes ctx */
void gmi_hmac_sm3_many(const struct sm3_impl *row, uint8_t (*macs)[32], const gm_hmac_sm3_key *const *keys,
                       const uint8_t *const *data, const size_t *lens, size_t n);

/* h = the outer hash over the inner digest in h: one block, as 64 + 32 bytes were hashed. */
void gmi_hmac_sm3_outer(const struct sm3_impl *row, uint32_t h[8], const uint32_t outer[8]);

/* The KDF in pieces: whole blocks of z are hashed into `start`; `tail` is the padded end of z and counter, which
 * stands at `at`. */
struct sm3_kdf {
    uint32_t start[8];
    uint8_t tail[128];
    size_t blocks, at;
};

/* Begin; and the tail alone, where `start` is kept elsewhere: rest = the z_len % 64 last bytes of z. */
void gmi_sm3_kdf_start(const struct sm3_impl *row, struct sm3_kdf *kdf, const uint8_t *z, size_t z_len);
void gmi_sm3_kdf_tail(struct sm3_kdf *kdf, const uint8_t *rest, size_t z_len);
/* out = out_len bytes from the block with counter `first` on. */
void gmi_sm3_kdf_run(const struct sm3_impl *row, struct sm3_kdf *kdf, uint8_t *out, size_t out_len, uint32_t first);
void gmi_sm3_kdf(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len);
void gmi_hkdf_sm3_extract(const struct sm3_impl *row, uint8_t prk[32], const uint8_t *salt, size_t salt_len,
                          const uint8_t *ikm, size_t ikm_len);
void gmi_hkdf_sm3_expand(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                         const uint8_t *info, size_t info_len);
void gmi_pbkdf2_hmac_sm3(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *password,
                         size_t password_len, const uint8_t *salt, size_t salt_len, uint64_t iterations);

#endif
