/* Walking the SM3 rows in tests. Besides the rows of the build there are four that exist in
 * tests only: portable compression behind 1, 3, 8 and 16 lanes, so that what is built on
 * lanes is tried on every machine and with odd lane counts. */
#ifndef SM3_ROWS_H
#define SM3_ROWS_H

#include "gmtest.h"

#include "cpu/cpu.h"
#include "sm3/sm3_impl.h"

/* compress_numbered, one after another. */
static void sm3_fake_numbered(uint8_t *out, size_t out_len, const uint32_t start[8], const uint8_t *in, size_t nblocks,
                              size_t at, uint32_t first)
{
    uint8_t text[128];
    CHECK(nblocks == 1 || nblocks == 2);
    for (uint32_t i = 0; 32 * (size_t)i < out_len; i++) {
        uint32_t h[8];
        memcpy(text, in, 64 * nblocks);
        memcpy(h, start, 32);
        for (size_t k = 0; k < 4; k++)
            text[at + k] ^= (uint8_t)((first + i) >> (24 - 8 * k));
        gmi_sm3_portable.compress(h, text, nblocks);
        for (size_t k = 0; k < 32 && 32 * (size_t)i + k < out_len; k++)
            out[32 * (size_t)i + k] = (uint8_t)(h[k / 4] >> (24 - 8 * (k % 4)));
    }
}

#define SM3_FAKE_ROW(count)                                                                      \
    static void sm3_fake_many_##count(uint32_t(*h)[8], const uint8_t *const *in, size_t nblocks) \
    {                                                                                            \
        for (int i = 0; i < count; i++)                                                          \
            if (in[i] != NULL)                                                                   \
                gmi_sm3_portable.compress(h[i], in[i], nblocks);                                 \
    }                                                                                            \
    static void sm3_fake_one_##count(uint32_t h[8], const uint8_t *in, size_t nblocks)           \
    {                                                                                            \
        gmi_sm3_portable.compress(h, in, nblocks);                                               \
    }                                                                                            \
    static const struct sm3_impl sm3_fake_##count = {                                            \
        .name = "test-" #count "-lanes",                                                         \
        .compress = sm3_fake_one_##count,                                                        \
        .lanes = count,                                                                          \
        .compress_many = sm3_fake_many_##count,                                                  \
        .compress_numbered = sm3_fake_numbered,                                                  \
    }
SM3_FAKE_ROW(1);
SM3_FAKE_ROW(3);
SM3_FAKE_ROW(8);
SM3_FAKE_ROW(16);

static const struct sm3_impl *const sm3_fake_rows[] = {&sm3_fake_1, &sm3_fake_3, &sm3_fake_8, &sm3_fake_16};

/* The i-th row that runs here, fakes last; NULL past the end. */
static inline const struct sm3_impl *sm3_row(size_t i)
{
    for (size_t j = 0; j < gmi_sm3_rows; j++)
        if (gmi_cpu_has(gmi_sm3_table[j]->needs) && i-- == 0)
            return gmi_sm3_table[j];
    return i < GM_COUNT(sm3_fake_rows) ? sm3_fake_rows[i] : NULL;
}

#define FOR_EACH_ROW(row)                                         \
    for (size_t row##_i = 0; sm3_row(row##_i) != NULL; row##_i++) \
        for (const struct sm3_impl *row = sm3_row(row##_i); row != NULL; row = NULL)

/* Say which rows of the build cannot run here: once in each suite. */
static inline void sm3_report_missing_rows(void)
{
    for (size_t j = 0; j < gmi_sm3_rows; j++)
        if (!gmi_cpu_has(gmi_sm3_table[j]->needs))
            SKIP_PART(gmi_sm3_table[j]->name);
}

static inline const struct sm3_impl *random_row(void)
{
    size_t n = 0;
    while (sm3_row(n) != NULL)
        n++;
    return sm3_row(rand_below(n));
}

#endif
