/* The KDF of SM2 and SM9 (GB/T 32918.4-2016, 5.4.3): block i of the output is the hash of z and
 * the counter i. Whole blocks of z are hashed once; what follows them differs in the counter
 * alone, and fills the lanes. */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

#define MAX_OUT (GMI_SM3_MAX_COUNTER * GM_SM3_DIGEST_SIZE)

/* out = the first `len` (at most 32) bytes of the digest h. */
static inline void put(uint8_t *out, size_t len, const uint32_t h[8])
{
    uint8_t digest[32];
    if (len >= 32) {
        gmi_sm3_store(out, h);
        return;
    }
    gmi_sm3_store(digest, h);
    memcpy(out, digest, len);
    gm_wipe(digest, sizeof digest);
}

void gmi_sm3_kdf(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    struct {
        uint32_t start[8];
        uint32_t h[GMI_SM3_MAX_LANES][8];
        uint8_t tail[GMI_SM3_MAX_LANES][128]; /* end of z, counter, padding */
    } w;
    size_t rest = z_len % 64, whole = z_len - rest;
    size_t lanes = gmi_sm3_lanes(row, (out_len + 31) / 32);
    const uint8_t *in[GMI_SM3_MAX_LANES];
    uint32_t counter = 1;

    if (out_len == 0)
        return;
    memcpy(w.start, gmi_sm3_iv, sizeof w.start);
    if (whole > 0)
        row->compress(w.start, z, whole / 64);
    if (rest > 0)
        memcpy(w.tail[0], z + whole, rest);
    size_t blocks = gmi_sm3_pad(w.tail[0], rest + 4, (uint64_t)z_len + 4);

    for (size_t i = 0; i < lanes; i++) {
        memcpy(w.tail[i], w.tail[0], 64 * blocks);
    }
    while (lanes > 0 && out_len > 32 * GMI_SM3_FEW) {
        size_t part = out_len < 32 * lanes ? out_len : 32 * lanes;
        for (size_t i = 0; i < lanes; i++) {
            store32be(w.tail[i] + rest, counter + (uint32_t)i);
            memcpy(w.h[i], w.start, 32);
            in[i] = 32 * i < part ? w.tail[i] : NULL;
        }
        row->compress_many(w.h, in, blocks);
        for (size_t i = 0; 32 * i < part; i++)
            put(out + 32 * i, part - 32 * i, w.h[i]);
        counter += (uint32_t)lanes;
        out += part;
        out_len -= part;
    }
    while (out_len > 0) {
        size_t part = out_len < 32 ? out_len : 32;
        store32be(w.tail[0] + rest, counter++);
        memcpy(w.h[0], w.start, 32);
        row->compress(w.h[0], w.tail[0], blocks);
        put(out, part, w.h[0]);
        out += part;
        out_len -= part;
    }
    gm_wipe(&w, sizeof w);
}

/* The counter takes 4 bytes of the hashed message. */
static int arguments_valid(const uint8_t *out, uint64_t out_len, const uint8_t *z, size_t z_len)
{
    return (out != NULL || out_len == 0) && (z != NULL || z_len == 0) && gmi_sm3_fits(4, z_len) && out_len <= MAX_OUT &&
           out_len <= SIZE_MAX;
}

gm_status gm_sm3_kdf(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    if (!arguments_valid(out, out_len, z, z_len))
        return GM_ERR_ARGUMENT;
    gmi_secret(z, z_len);
    gmi_sm3_kdf(gmi_sm3(), out, out_len, z, z_len);
    return GM_OK;
}

gm_status gm_sm3_kdf_bits(uint8_t *out, uint64_t out_bits, const uint8_t *z, size_t z_len)
{
    uint64_t out_len = out_bits / 8 + (out_bits % 8 != 0);
    if (!arguments_valid(out, out_len, z, z_len))
        return GM_ERR_ARGUMENT;
    gmi_secret(z, z_len);
    gmi_sm3_kdf(gmi_sm3(), out, (size_t)out_len, z, z_len);
    if (out_bits % 8 != 0)
        out[out_len - 1] &= (uint8_t)(0xff00 >> (out_bits % 8));
    return GM_OK;
}
