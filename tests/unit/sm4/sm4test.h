/* What the SM4 tests share: every row (and pair of rows), and the plain modes behind one signature. */
#ifndef SM4TEST_H
#define SM4TEST_H

#include "gmtest.h"
#include "vectors.h"

#include <guomi/mem.h>

#include "base/bytes.h"
#include "cpu/cpu.h"
#include "sm4/modes/modes.h"

struct rows {
    const struct sm4_impl *sm4;
    const struct ghash_impl *ghash;
};

static const struct rows portable_rows = {&gmi_sm4_portable, &gmi_ghash_portable};

/* Each SM4 row once, with the GHASH row of the same rank or the last one. */
static inline void every_sm4_row(void (*check)(struct rows))
{
    for (size_t i = 0; i < gmi_sm4_rows; i++) {
        struct rows r = {gmi_sm4_table[i], gmi_ghash()};
        if (gmi_cpu_has(r.sm4->needs))
            check(r);
        else
            SKIP_PART(r.sm4->name);
    }
}

/* Each SM4 row with each GHASH row. */
static inline void every_pair_of_rows(void (*check)(struct rows))
{
    for (size_t i = 0; i < gmi_sm4_rows; i++)
        for (size_t j = 0; j < gmi_ghash_rows; j++) {
            struct rows r = {gmi_sm4_table[i], gmi_ghash_table[j]};
            if (gmi_cpu_has(r.sm4->needs) && gmi_cpu_has(r.ghash->needs))
                check(r);
            else
                SKIP_PART(gmi_cpu_has(r.sm4->needs) ? r.ghash->name : r.sm4->name);
        }
}

/* One mode without authentication: key is 16 bytes, 32 for XTS, and for HCTR the block key and
 * the hash key. iv is the IV or the tweak block. */
typedef gm_status run_mode(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len, const uint8_t *key,
                           const uint8_t *iv);

struct text_mode {
    const char *op;   /* name in the vector files               */
    run_mode *run;    /* whole message                          */
    gm_sm4_mode mode; /* for the running cipher, 0 if not there */
    unsigned unit;    /* lengths are multiples of this          */
    unsigned least;   /* the shortest text                      */
    unsigned key_len;
};

#define WITH_KEY                                     \
    gm_sm4_key k;                                    \
    gm_status st = gmi_sm4_key_init(r.sm4, &k, key); \
    if (st != GM_OK)                                 \
    return st

#define RUN_IV(name)                                                                                            \
    static inline gm_status run_##name(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len, \
                                       const uint8_t *key, const uint8_t *iv)                                   \
    {                                                                                                           \
        WITH_KEY;                                                                                               \
        return (decrypt ? gmi_sm4_##name##_decrypt : gmi_sm4_##name##_encrypt)(r.sm4, &k, out, in, len, iv);    \
    }
RUN_IV(cbc)
RUN_IV(cfb)
RUN_IV(cfb8)
RUN_IV(bc)
RUN_IV(ofbnlf)

static inline gm_status run_cfb1(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                 const uint8_t *key, const uint8_t *iv)
{
    WITH_KEY;
    return (decrypt ? gmi_sm4_cfb1_decrypt : gmi_sm4_cfb1_encrypt)(r.sm4, &k, out, in, (uint64_t)len * 8, iv);
}

static inline gm_status run_ecb(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                const uint8_t *key, const uint8_t *iv)
{
    (void)iv;
    WITH_KEY;
    return (decrypt ? gmi_sm4_ecb_decrypt : gmi_sm4_ecb_encrypt)(r.sm4, &k, out, in, len);
}

static inline gm_status run_ofb(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                const uint8_t *key, const uint8_t *iv)
{
    (void)decrypt;
    WITH_KEY;
    return gmi_sm4_ofb(r.sm4, &k, out, in, len, iv);
}

static inline gm_status run_ctr(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                const uint8_t *key, const uint8_t *iv)
{
    (void)decrypt;
    WITH_KEY;
    return gmi_sm4_ctr(r.sm4, &k, out, in, len, iv);
}

static inline gm_status run_xts(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                const uint8_t *key, const uint8_t *iv)
{
    gm_sm4_xts_key k;
    gm_status st = gmi_sm4_xts_key_init(r.sm4, &k, key);
    if (st != GM_OK)
        return st;
    return (decrypt ? gmi_sm4_xts_decrypt : gmi_sm4_xts_encrypt)(r.sm4, &k, GM_SM4_XTS_IEEE1619, out, in, len, iv);
}

static inline gm_status run_xts_gb(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                   const uint8_t *key, const uint8_t *iv)
{
    gm_sm4_xts_key k;
    gm_status st = gmi_sm4_xts_key_init(r.sm4, &k, key);
    if (st != GM_OK)
        return st;
    return (decrypt ? gmi_sm4_xts_decrypt : gmi_sm4_xts_encrypt)(r.sm4, &k, GM_SM4_XTS_GB17964, out, in, len, iv);
}

static inline gm_status run_hctr(struct rows r, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                 const uint8_t *key, const uint8_t *iv)
{
    WITH_KEY;
    return (decrypt ? gmi_sm4_hctr_decrypt : gmi_sm4_hctr_encrypt)(r.sm4, r.ghash, &k, key + 16, out, in, len, iv);
}

static const struct text_mode text_modes[] = {
    {"ecb", run_ecb, GM_SM4_ECB, 16, 0, 16},          {"cbc", run_cbc, GM_SM4_CBC, 16, 0, 16},
    {"cfb128", run_cfb, GM_SM4_CFB, 1, 0, 16},        {"cfb8", run_cfb8, GM_SM4_CFB8, 1, 0, 16},
    {"cfb1", run_cfb1, GM_SM4_CFB1, 1, 0, 16},        {"ofb", run_ofb, GM_SM4_OFB, 1, 0, 16},
    {"ctr", run_ctr, GM_SM4_CTR, 1, 0, 16},           {"bc", run_bc, GM_SM4_BC, 16, 0, 16},
    {"ofbnlf", run_ofbnlf, GM_SM4_OFBNLF, 16, 0, 16}, {"xts-ieee", run_xts, GM_SM4_XTS, 1, 16, 32},
    {"xts-gb", run_xts_gb, GM_SM4_XTS_GB, 1, 16, 32}, {"hctr", run_hctr, (gm_sm4_mode)0, 1, 16, 32},
};

static inline const struct text_mode *find_mode(const char *op)
{
    for (size_t i = 0; i < GM_COUNT(text_modes); i++)
        if (strcmp(op, text_modes[i].op) == 0)
            return &text_modes[i];
    return NULL;
}

/* A buffer of exactly len bytes on the heap, so that the sanitizers see every step beyond. */
static inline uint8_t *exact(size_t len)
{
    uint8_t *p = malloc(len > 0 ? len : 1);
    if (p == NULL)
        exit(2);
    return p;
}

static inline uint8_t *exact_copy(const uint8_t *from, size_t len)
{
    uint8_t *p = exact(len);
    if (len > 0)
        memcpy(p, from, len);
    return p;
}

#define CHECK_BYTES(got, want, len)    \
    do {                               \
        if ((len) > 0)                 \
            CHECK_MEM(got, want, len); \
    } while (0)

/* The vector files that hold blocks for the operations of SM4. */
static const char *const mode_files[] = {"sm4-modes.txt", "generated-sm4.txt"};
static const char *const aead_files[] = {"sm4-aead.txt", "generated-sm4.txt"};

#endif
