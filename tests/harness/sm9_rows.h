/* Walking the rows of SM9's curve in tests, and its points and elements in tests. */
#ifndef SM9_ROWS_H
#define SM9_ROWS_H

#include "gmtest.h"

#include "cpu/cpu.h"
#include "ec_sm9/params.h"

/* Each row that runs here. */
#define FOR_EACH_ROW(row)                                                                                       \
    for (size_t row##_i = 0; row##_i < gmi_ec_sm9_rows; row##_i++)                                              \
        for (const struct ec_sm9_impl *row = gmi_ec_sm9_table[row##_i]; row != NULL && gmi_cpu_has(row->needs); \
             row = NULL)

/* Say which rows of the build cannot run here: once in each suite. */
static inline void sm9_report_missing_rows(void)
{
    for (size_t i = 0; i < gmi_ec_sm9_rows; i++)
        if (!gmi_cpu_has(gmi_ec_sm9_table[i]->needs))
            SKIP_PART(gmi_ec_sm9_table[i]->name);
}

static inline void sm9_g1_from(struct sm9_g1 *r, const uint8_t bytes[64])
{
    u256_from_be(&r->x, bytes);
    u256_from_be(&r->y, bytes + 32);
}

static inline void sm9_g2_from(struct sm9_g2 *r, const uint8_t bytes[128])
{
    for (int i = 0; i < 2; i++) {
        u256_from_be(&r->x[1 - i], bytes + 32 * i);
        u256_from_be(&r->y[1 - i], bytes + 64 + 32 * i);
    }
}

/* As the standard writes it: w^2, w, 1; in each v, 1; in each u, 1. */
static inline void sm9_gt_from(struct sm9_gt *r, const uint8_t bytes[384])
{
    for (int k = 2; k >= 0; k--)
        for (int j = 1; j >= 0; j--)
            for (int i = 1; i >= 0; i--, bytes += 32)
                u256_from_be(&r->c[6 * i + 3 * j + k], bytes);
}

/* Random in [1, N - 1]; now and then with long runs of equal bits. */
static inline void sm9_random_scalar(u256 *r)
{
    do {
        for (int i = 0; i < 4; i++) {
            uint64_t x = rand_u64();
            r->w[i] = x % 5 == 0 ? 0 : x % 5 == 1 ? ~UINT64_C(0) : rand_u64();
        }
        mod_reduce(r, r, &gmi_sm9.n);
    } while (u256_is_zero(r));
}

#endif
