/* Many packets at once: every row with lanes against one at a time, with all kinds of lengths. */
#include <guomi/zuc.h>

#include "gmtest.h"
#include "zuc_rows.h"

#define MOST 70

static uint8_t keys[MOST][16], in[MOST][1500], out[MOST][1504], want[1504], macs[MOST][4];
static gm_zuc_packet packets[MOST];

static void random_packets(size_t n, size_t longest)
{
    for (size_t i = 0; i < n; i++) {
        rand_bytes(keys[i], 16);
        rand_bytes(in[i], sizeof in[i]);
        memset(out[i], 0xa5, sizeof out[i]);
        uint64_t bits = rand_below(longest + 1);
        if (rand_below(3) == 0)
            bits -= bits % 8;
        if (rand_below(10) == 0)
            bits = 0;
        packets[i] = (gm_zuc_packet){.key = keys[i],
                                     .in = in[i],
                                     .out = out[i],
                                     .bits = bits,
                                     .count = (uint32_t)rand_u64(),
                                     .bearer = (uint8_t)rand_below(32),
                                     .direction = (uint8_t)rand_below(2)};
        if (bits == 0 && rand_below(2) == 0)
            packets[i].in = packets[i].out = NULL;
    }
}

static void check_packets(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const gm_zuc_packet *p = &packets[i];
        size_t len = (size_t)((p->bits + 7) / 8);
        uint8_t mac[4];
        gmi_zuc_eea3(&gmi_zuc_portable, p->key, p->count, p->bearer, p->direction, want, in[i], p->bits);
        CHECK_MEM(out[i], want, len);
        CHECK_EQ(out[i][len], 0xa5);
        gmi_zuc_eia3(&gmi_zuc_portable, p->key, p->count, p->bearer, p->direction, mac, in[i], p->bits);
        CHECK_MEM(macs[i], mac, 4);
    }
}

static void every_row(void)
{
    static const size_t longest[] = {40, 300, 2100, 12000};
    zuc_report_missing_rows();
    FOR_EACH_ROW(row)
    {
        for (int round = 0; round < 24; round++) {
            size_t n = round < 20 ? (size_t)round + (size_t)round / 7 : rand_below(MOST + 1);
            random_packets(n, longest[round % 4]);
            gmi_zuc_eea3_many(row, packets, n);
            gmi_zuc_eia3_many(row, macs, packets, n);
            check_packets(n);
        }
    }
}

static void same_length_and_in_place(void)
{
    for (size_t bits = 0; bits < 12000; bits += 1 + rand_below(700)) {
        size_t n = rand_below(34);
        random_packets(n, 0);
        for (size_t i = 0; i < n; i++) {
            packets[i].bits = bits;
            packets[i].in = packets[i].out = out[i];
            memcpy(out[i], in[i], (size_t)((bits + 7) / 8));
        }
        CHECK_OK(gm_zuc_eia3_many(macs, packets, n));
        CHECK_OK(gm_zuc_eea3_many(packets, n));
        check_packets(n);
    }
}

/* Lanes in different phases of one state: some initialised, others going on; those past the last left alone. */
static void lanes_of_rows(void)
{
    static struct zuc_lanes z, before;
    static uint8_t stream[GMI_ZUC_MAX_LANES][GMI_ZUC_PASS * GMI_ZUC_MAX_PASSES + 3], one[sizeof stream[0]];
    FOR_EACH_ROW(row)
    {
        for (int round = 0; row->lanes > 0 && round < 40; round++) {
            uint32_t some = (uint32_t)rand_u64() & 0xffff, state[GMI_ZUC_STATE];
            uint32_t init_lanes = round % 4 == 3 ? 0xffff : round % 2 ? some : 0;
            size_t steps = init_lanes != 0 ? 32 : 4 + 4 * rand_below(4 * GMI_ZUC_MAX_PASSES);
            for (size_t i = 0; i < GMI_ZUC_MAX_LANES; i++) {
                zuc_random_state(state);
                if (init_lanes >> i & 1)
                    state[GMI_ZUC_R1] = state[GMI_ZUC_R2] = 0;
                for (int k = 0; k < GMI_ZUC_STATE; k++)
                    z.word[k][i] = state[k];
            }
            before = z;
            row->steps_many(&z, init_lanes, stream[0] + 1, sizeof stream[0], steps);
            for (size_t i = 0; i < GMI_ZUC_MAX_LANES; i++) {
                for (int k = 0; k < GMI_ZUC_STATE; k++)
                    state[k] = before.word[k][i];
                if (i < row->lanes && (init_lanes >> i & 1)) {
                    gmi_zuc_portable.init(state);
                } else if (i < row->lanes) {
                    gmi_zuc_portable.crypt(state, one, NULL, steps);
                    CHECK_MEM(stream[i] + 1, one, 4 * steps);
                }
                for (int k = 0; k < GMI_ZUC_STATE; k++)
                    CHECK_MSG(z.word[k][i] == state[k], "row %s, lane %zu, word %d", row->name, i, k);
            }
        }
    }
}

static void bad_arguments(void)
{
    random_packets(20, 500);
    packets[19].bits = 100;
    packets[19].in = in[19];
    packets[19].out = out[19];
    const gm_zuc_packet good = packets[19];
    memset(macs, 0x5a, sizeof macs);
#define REFUSED_BY_BOTH(change)                                         \
    do {                                                                \
        packets[19] = good;                                             \
        packets[19].change;                                             \
        CHECK_EQ(gm_zuc_eea3_many(packets, 20), GM_ERR_ARGUMENT);       \
        CHECK_EQ(gm_zuc_eia3_many(macs, packets, 20), GM_ERR_ARGUMENT); \
    } while (0)
    REFUSED_BY_BOTH(key = NULL);
    REFUSED_BY_BOTH(in = NULL);
    REFUSED_BY_BOTH(bearer = 32);
    REFUSED_BY_BOTH(direction = 2);
    REFUSED_BY_BOTH(bits = UINT64_C(1) << 32);
    packets[19] = good;
    packets[19].out = NULL;
    CHECK_EQ(gm_zuc_eea3_many(packets, 20), GM_ERR_ARGUMENT);
    packets[19].out = in[19] + 1;
    CHECK_EQ(gm_zuc_eea3_many(packets, 20), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3_many(NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3_many(packets, SIZE_MAX), GM_ERR_ARGUMENT); /* more than memory holds */
    CHECK_EQ(gm_zuc_eia3_many(macs, packets, SIZE_MAX / sizeof packets[0] + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3_many(macs, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3_many(NULL, packets, 20), GM_ERR_ARGUMENT);
    for (size_t i = 0; i < 20; i++)
        CHECK_EQ(out[i][0] == 0xa5 && macs[i][0] == 0x5a, 1);
    CHECK_OK(gm_zuc_eea3_many(NULL, 0));
    CHECK_OK(gm_zuc_eia3_many(NULL, NULL, 0));
}

TEST_SUITE(zuc_many, CASE(every_row), CASE(same_length_and_in_place), CASE(lanes_of_rows), CASE(bad_arguments));
