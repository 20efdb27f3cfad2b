/* Walking the ZUC rows in tests. Besides the rows of the build there are three that exist in tests only: the portable
 * row behind 3, 8 and 16 lanes, so that what is built on lanes is tried on every machine and with odd lane counts. */
#ifndef ZUC_ROWS_H
#define ZUC_ROWS_H

#include "gmtest.h"

#include "cpu/cpu.h"
#include "zuc/zuc_core.h"

static void zuc_fake_init(uint32_t *z)
{
    gmi_zuc_portable.init(z);
}

static void zuc_fake_crypt(uint32_t *z, uint8_t *out, const uint8_t *in, size_t nwords)
{
    gmi_zuc_portable.crypt(z, out, in, nwords);
}

static void zuc_fake_mac(uint64_t t[2], const uint8_t *stream, const uint8_t *in, size_t nblocks, int wide)
{
    gmi_zuc_portable.mac(t, stream, in, nblocks, wide);
}

static void zuc_fake_steps(size_t lanes, struct zuc_lanes *z, uint32_t init_lanes, uint8_t *out, size_t stride,
                           size_t steps)
{
    for (size_t i = 0; i < lanes; i++) {
        uint32_t state[GMI_ZUC_STATE];
        for (int k = 0; k < GMI_ZUC_STATE; k++)
            state[k] = z->word[k][i];
        if (init_lanes >> i & 1) {
            gmi_zuc_portable.init(state);
            memset(out + i * stride, 0xdd, 4 * steps);
        } else {
            gmi_zuc_portable.crypt(state, out + i * stride, NULL, steps);
        }
        for (int k = 0; k < GMI_ZUC_STATE; k++)
            z->word[k][i] = state[k];
    }
}

#define ZUC_FAKE_ROW(count)                                                                                   \
    static void zuc_fake_steps_##count(struct zuc_lanes *z, uint32_t init_lanes, uint8_t *out, size_t stride, \
                                       size_t steps)                                                          \
    {                                                                                                         \
        zuc_fake_steps(count, z, init_lanes, out, stride, steps);                                             \
    }                                                                                                         \
    static const struct zuc_impl zuc_fake_##count = {                                                         \
        .name = "test-" #count "-lanes",                                                                      \
        .init = zuc_fake_init,                                                                                \
        .crypt = zuc_fake_crypt,                                                                              \
        .lanes = count,                                                                                       \
        .steps_many = zuc_fake_steps_##count,                                                                 \
        .mac = zuc_fake_mac,                                                                                  \
    }
ZUC_FAKE_ROW(3);
ZUC_FAKE_ROW(8);
ZUC_FAKE_ROW(16);

static const struct zuc_impl *const zuc_fake_rows[] = {&zuc_fake_3, &zuc_fake_8, &zuc_fake_16};

/* The i-th row that runs here, fakes last; NULL past the end. */
static inline const struct zuc_impl *zuc_row(size_t i)
{
    for (size_t j = 0; j < gmi_zuc_rows; j++)
        if (gmi_cpu_has(gmi_zuc_table[j]->needs) && i-- == 0)
            return gmi_zuc_table[j];
    return i < GM_COUNT(zuc_fake_rows) ? zuc_fake_rows[i] : NULL;
}

#define FOR_EACH_ROW(row)                                         \
    for (size_t row##_i = 0; zuc_row(row##_i) != NULL; row##_i++) \
        for (const struct zuc_impl *row = zuc_row(row##_i); row != NULL; row = NULL)

/* Say which rows of the build cannot run here: once in each suite. */
static inline void zuc_report_missing_rows(void)
{
    for (size_t j = 0; j < gmi_zuc_rows; j++)
        if (!gmi_cpu_has(gmi_zuc_table[j]->needs))
            SKIP_PART(gmi_zuc_table[j]->name);
}

/* A state with random cells, some of them 2^31 - 1, which stands for 0. */
static inline void zuc_random_state(uint32_t z[GMI_ZUC_STATE])
{
    for (int i = 0; i < 16; i++)
        z[i] = rand_below(8) == 0 ? 0x7fffffffu : 1 + (uint32_t)rand_below(0x7fffffffu);
    z[GMI_ZUC_R1] = (uint32_t)rand_u64();
    z[GMI_ZUC_R2] = (uint32_t)rand_u64();
}

#endif
