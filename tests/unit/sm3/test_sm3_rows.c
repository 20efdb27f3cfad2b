/* Every SM3 row against the portable one. */
#include "gmtest.h"

#include "cpu/cpu.h"
#include "sm3/sm3_impl.h"

static void check_row(const struct sm3_impl *row)
{
    static uint8_t in[64 * 20 + 64];
    for (size_t blocks = 0; blocks <= 20; blocks++) {
        uint32_t got[8], want[8];
        size_t shift = rand_below(64);
        rand_bytes(in, sizeof in);
        rand_bytes(got, sizeof got);
        memcpy(want, got, sizeof want);
        row->compress(got, in + shift, blocks);
        gmi_sm3_portable.compress(want, in + shift, blocks);
        CHECK_MEM(got, want, sizeof got);
    }
    for (size_t blocks = 0; row->lanes > 0 && blocks <= 5; blocks++) {
        uint32_t got[GMI_SM3_MAX_LANES][8], want[GMI_SM3_MAX_LANES][8];
        const uint8_t *ptr[GMI_SM3_MAX_LANES];
        rand_bytes(in, sizeof in);
        rand_bytes(got, sizeof got);
        memcpy(want, got, sizeof want);
        for (unsigned i = 0; i < row->lanes; i++) {
            ptr[i] = in + rand_below(sizeof in - 64 * 5);
            gmi_sm3_portable.compress(want[i], ptr[i], blocks);
        }
        row->compress_many(got, ptr, blocks);
        CHECK_MEM(got, want, 32 * row->lanes);
    }
}

static void rows_agree_with_portable(void)
{
    for (size_t i = 0; i < gmi_sm3_rows; i++)
        if (gmi_cpu_has(gmi_sm3_table[i]->needs))
            check_row(gmi_sm3_table[i]);
        else
            SKIP_PART(gmi_sm3_table[i]->name);
}

TEST_SUITE(sm3_rows, CASE(rows_agree_with_portable));
