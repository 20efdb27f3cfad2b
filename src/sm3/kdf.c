/* The KDF of SM2 and SM9 (GB/T 32918.4-2016, 5.4.3): block i of the output is the hash of z and
 * the counter i. Whole blocks of z are hashed once; what follows them differs in the counter
 * alone, and fills the lanes. */
#include <guomi/mem.h>
#include <guomi/sm3.h>

#include "base/check.h"
#include "sm3/sm3_core.h"

#define MAX_OUT (GMI_SM3_MAX_COUNTER * GM_SM3_DIGEST_SIZE)

/* Of `len` bytes of output, those that come out of the lanes; the rest is hashed one by one. */
static size_t from_lanes(const struct sm3_impl *row, size_t len)
{
    size_t wanted = len / 32 + (len % 32 != 0);
    if (gmi_sm3_lanes(row, wanted) == 0)
        return 0;
    size_t few = wanted % row->lanes;
    return few == 0 || few > GMI_SM3_FEW ? len : 32 * (wanted - few);
}

void gmi_sm3_kdf(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    struct {
        uint32_t start[8], h[8];
        uint8_t tail[128]; /* end of z, counter, padding */
        uint8_t last[32];
    } w;
    size_t rest = z_len % 64, whole = z_len - rest;

    if (out_len == 0)
        return;
    memcpy(w.start, gmi_sm3_iv, sizeof w.start);
    if (whole > 0)
        row->compress(w.start, z, whole / 64);
    if (rest > 0)
        memcpy(w.tail, z + whole, rest);
    memset(w.tail + rest, 0, 4);
    size_t blocks = gmi_sm3_pad(w.tail, rest + 4, (uint64_t)z_len + 4);

    size_t done = from_lanes(row, out_len);
    if (done > 0)
        row->compress_numbered(out, done, w.start, w.tail, blocks, rest, 1);
    for (; done < out_len; done += 32) {
        size_t part = out_len - done < 32 ? out_len - done : 32;
        store32be(w.tail + rest, (uint32_t)(done / 32 + 1));
        memcpy(w.h, w.start, 32);
        row->compress(w.h, w.tail, blocks);
        gmi_sm3_store(part == 32 ? out + done : w.last, w.h);
        if (part < 32)
            memcpy(out + done, w.last, part);
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
