/* SM4 and GHASH: every entry of the seams. */
#include <string.h>

#include "ctime.h"
#include "ghash/ghash_impl.h"
#include "sm4/sm4_impl.h"

/* Block counts on both sides of the widths of the rows: 4, 8, 16, 32, 64, 128 blocks. */
static const size_t counts[] = {1, 2, 3, 5, 9, 17, 33, 70, 140};
#define COUNTS (sizeof counts / sizeof counts[0])
#define MOST 140

static uint32_t rk[32];
static uint8_t chain[16], in[16 * MOST], out[16 * MOST];

static void prepare(void)
{
    ct_secret(rk, sizeof rk);
    ct_secret(chain, sizeof chain);
    ct_secret(in, sizeof in);
    memset(out, 0, sizeof out);
}

static void expand_key(const void *p)
{
    const struct sm4_impl *row = p;
    static uint32_t enc[32], dec[32];
    ct_secret(in, 16);
    memset(enc, 0, sizeof enc);
    memset(dec, 0, sizeof dec);
    ct_begin();
    row->expand_key(enc, dec, in);
    ct_end();
    ct_result(enc, sizeof enc);
    ct_result(dec, sizeof dec);
}

static void block(const void *p)
{
    const struct sm4_impl *row = p;
    prepare();
    ct_begin();
    row->block(rk, out, in);
    ct_end();
    ct_result(out, 16);
}

/* The key alone is secret: the data is public. */
static void key_only(const void *p)
{
    const struct sm4_impl *row = p;
    ct_secret(rk, sizeof rk);
    ct_public(in, sizeof in);
    memset(out, 0, sizeof out);
    ct_begin();
    row->block(rk, out, in);
    row->ecb(rk, out + 16, in + 16, MOST - 1);
    ct_end();
    ct_result(out, sizeof out);
}

static void ecb(const void *p)
{
    const struct sm4_impl *row = p;
    prepare();
    ct_begin();
    for (size_t i = 0; i < COUNTS; i++)
        row->ecb(rk, out, in, counts[i]);
    ct_end();
    ct_result(out, sizeof out);
}

/* Entries of the shape (rk, chain, out, in, nblocks). */
#define CHAINED(name)                                 \
    static void name(const void *p)                   \
    {                                                 \
        const struct sm4_impl *row = p;               \
        prepare();                                    \
        ct_begin();                                   \
        for (size_t i = 0; i < COUNTS; i++)           \
            row->name(rk, chain, out, in, counts[i]); \
        ct_end();                                     \
        ct_result(out, sizeof out);                   \
    }
/* GCM's counter is secret: it comes from H when the IV is not 12 bytes. */
CHAINED(ctr32)
CHAINED(cbc_decrypt)
CHAINED(cfb_decrypt)

/* A serial chain costs the same for every block: few are enough. */
#define SERIAL(name)                      \
    static void name(const void *p)       \
    {                                     \
        const struct sm4_impl *row = p;   \
        prepare();                        \
        ct_begin();                       \
        row->name(rk, chain, out, in, 1); \
        row->name(rk, chain, out, in, 6); \
        ct_end();                         \
        ct_result(out, 96);               \
    }
SERIAL(cbc_encrypt)
SERIAL(cfb_encrypt)
SERIAL(ofb)

/* CTR counts from a public IV; here through a carry into all its bytes. */
static void ctr(const void *p)
{
    const struct sm4_impl *row = p;
    prepare();
    memset(chain, 0xff, sizeof chain);
    ct_begin();
    for (size_t i = 0; i < COUNTS; i++)
        row->ctr(rk, chain, out, in, counts[i]);
    ct_end();
    ct_result(out, sizeof out);
}

static void xts_by(const struct sm4_impl *row, int gb)
{
    prepare();
    ct_begin();
    for (size_t i = 0; i < COUNTS; i++)
        row->xts(rk, chain, gb, out, in, counts[i]);
    ct_end();
    ct_result(out, sizeof out);
}

static void xts(const void *row)
{
    xts_by(row, 0);
}

static void xts_gb(const void *row)
{
    xts_by(row, 1);
}

static void hctr_ctr(const void *p)
{
    const struct sm4_impl *row = p;
    prepare();
    ct_begin();
    for (size_t i = 0; i < COUNTS; i++)
        row->hctr_ctr(rk, chain, 1, out, in, counts[i]);
    ct_end();
    ct_result(out, sizeof out);
}

static void cbcmac(const void *p)
{
    const struct sm4_impl *row = p;
    prepare();
    ct_begin();
    row->cbcmac(rk, chain, in, 1);
    row->cbcmac(rk, chain, in, 6);
    ct_end();
    ct_result(chain, sizeof chain);
}

static void ccm_by(const struct sm4_impl *row, int decrypt)
{
    uint8_t counter[16];
    if (row->ccm == NULL)
        return;
    prepare();
    ct_public(counter, sizeof counter);
    ct_begin();
    row->ccm(rk, chain, counter, decrypt, out, in, 1);
    row->ccm(rk, chain, counter, decrypt, out, in, 22);
    ct_end();
    ct_result(out, 16 * 22);
    ct_result(chain, sizeof chain);
}

static void ccm_encrypt(const void *row)
{
    ccm_by(row, 0);
}

static void ccm_decrypt(const void *row)
{
    ccm_by(row, 1);
}

static void gcm_by(const struct sm4_impl *row, int decrypt)
{
    static uint8_t powers[GMI_GHASH_POWERS][16];
    uint8_t counter[16];
    if (row->gcm == NULL)
        return;
    prepare();
    ct_secret(powers, sizeof powers);
    ct_secret(counter, sizeof counter); /* J0 of an IV that is not 12 bytes comes from H */
    ct_begin();
    for (size_t i = 0; i < COUNTS; i++)
        row->gcm(rk, (const uint8_t(*)[16])powers, chain, counter, decrypt, out, in, counts[i]);
    ct_end();
    ct_result(out, sizeof out);
    ct_result(chain, sizeof chain);
}

static void gcm_encrypt(const void *row)
{
    gcm_by(row, 0);
}

static void gcm_decrypt(const void *row)
{
    gcm_by(row, 1);
}

const struct ct_case ct_sm4_cases[] = {
    {"expand-key", expand_key},
    {"block", block},
    {"key-only", key_only},
    {"ecb", ecb},
    {"ctr", ctr},
    {"ctr32", ctr32},
    {"cbc-decrypt", cbc_decrypt},
    {"cfb-decrypt", cfb_decrypt},
    {"xts", xts},
    {"xts-gb", xts_gb},
    {"hctr-ctr", hctr_ctr},
    {"cbc-encrypt", cbc_encrypt},
    {"cfb-encrypt", cfb_encrypt},
    {"ofb", ofb},
    {"cbcmac", cbcmac},
    {"ccm-encrypt", ccm_encrypt},
    {"ccm-decrypt", ccm_decrypt},
    {"gcm-encrypt", gcm_encrypt},
    {"gcm-decrypt", gcm_decrypt},
    {NULL, NULL},
};

static void powers(const void *p)
{
    const struct ghash_impl *row = p;
    static uint8_t table[GMI_GHASH_POWERS][16];
    ct_secret(in, 16);
    memset(table, 0, sizeof table);
    ct_begin();
    row->powers(table, in);
    ct_end();
    ct_result(table, sizeof table);
}

static void update(const void *p)
{
    const struct ghash_impl *row = p;
    static uint8_t table[GMI_GHASH_POWERS][16];
    ct_secret(table, sizeof table);
    ct_secret(in, sizeof in);
    memset(chain, 0, sizeof chain);
    ct_begin();
    for (size_t i = 0; i < COUNTS; i++)
        row->update(chain, (const uint8_t(*)[16])table, in, counts[i]);
    ct_end();
    ct_result(chain, sizeof chain);
}

const struct ct_case ct_ghash_cases[] = {
    {"powers", powers},
    {"update", update},
    {NULL, NULL},
};
