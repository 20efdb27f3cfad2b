/* Walking the rows of the curve in tests, and points in tests. */
#ifndef EC_ROWS_H
#define EC_ROWS_H

#include "gmtest.h"

#include "cpu/cpu.h"
#include "ec_sm2/curve.h"

/* Each row that runs here. */
#define FOR_EACH_ROW(row)                                                                                       \
    for (size_t row##_i = 0; row##_i < gmi_ec_sm2_rows; row##_i++)                                              \
        for (const struct ec_sm2_impl *row = gmi_ec_sm2_table[row##_i]; row != NULL && gmi_cpu_has(row->needs); \
             row = NULL)

/* Say which rows of the build cannot run here: once in each suite. */
static inline void ec_report_missing_rows(void)
{
    for (size_t i = 0; i < gmi_ec_sm2_rows; i++)
        if (!gmi_cpu_has(gmi_ec_sm2_table[i]->needs))
            SKIP_PART(gmi_ec_sm2_table[i]->name);
}

static inline void ec_point_from(struct ec_point *r, const uint8_t bytes[64])
{
    u256_from_be(&r->x, bytes);
    u256_from_be(&r->y, bytes + 32);
}

/* Random below m; now and then with long runs of equal bits. */
static inline void ec_random_below(u256 *r, const struct mont_modulus *m)
{
    for (int i = 0; i < 4; i++) {
        uint64_t x = rand_u64();
        r->w[i] = x % 5 == 0 ? 0 : x % 5 == 1 ? ~UINT64_C(0) : rand_u64();
    }
    mod_reduce(r, r, m);
}

/* The same, not 0. */
static inline void ec_random_scalar(u256 *r, const struct ec_curve *c)
{
    do
        ec_random_below(r, &c->n);
    while (u256_is_zero(r));
}

#endif
