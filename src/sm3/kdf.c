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

void gmi_sm3_kdf_tail(struct sm3_kdf *kdf, const uint8_t *rest, size_t z_len)
{
    kdf->at = z_len % 64;
    if (kdf->at > 0)
        memcpy(kdf->tail, rest, kdf->at);
    memset(kdf->tail + kdf->at, 0, 4);
    kdf->blocks = gmi_sm3_pad(kdf->tail, kdf->at + 4, (uint64_t)z_len + 4);
}

void gmi_sm3_kdf_start(const struct sm3_impl *row, struct sm3_kdf *kdf, const uint8_t *z, size_t z_len)
{
    size_t whole = z_len & ~(size_t)63;
    memcpy(kdf->start, gmi_sm3_iv, sizeof kdf->start);
    if (whole > 0)
        row->compress(kdf->start, z, whole / 64);
    gmi_sm3_kdf_tail(kdf, z_len > whole ? z + whole : NULL, z_len);
}

void gmi_sm3_kdf_run(const struct sm3_impl *row, struct sm3_kdf *kdf, uint8_t *out, size_t out_len, uint32_t first)
{
    struct {
        uint32_t h[8];
        uint8_t last[32];
    } w;
    size_t done = from_lanes(row, out_len);
    if (done > 0) {
        memset(kdf->tail + kdf->at, 0, 4);
        row->compress_numbered(out, done, kdf->start, kdf->tail, kdf->blocks, kdf->at, first);
    }
    for (; done < out_len; done += 32) {
        size_t part = out_len - done < 32 ? out_len - done : 32;
        store32be(kdf->tail + kdf->at, first + (uint32_t)(done / 32));
        memcpy(w.h, kdf->start, 32);
        row->compress(w.h, kdf->tail, kdf->blocks);
        gmi_sm3_store(part == 32 ? out + done : w.last, w.h);
        if (part < 32)
            memcpy(out + done, w.last, part);
    }
    gm_wipe(&w, sizeof w);
}

void gmi_sm3_kdf(const struct sm3_impl *row, uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    struct sm3_kdf w;
    if (out_len == 0)
        return;
    gmi_sm3_kdf_start(row, &w, z, z_len);
    gmi_sm3_kdf_run(row, &w, out, out_len, 1);
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
