/* Every GHASH row: known answers, a bit-by-bit reference written here, and each other. */
#include "gmtest.h"

#include "cpu/cpu.h"
#include "ghash/ghash_impl.h"

/* Multiplication of SP 800-38D, algorithm 1, one bit at a time. */
static void reference_multiply(uint8_t x[16], const uint8_t y[16])
{
    uint8_t z[16] = {0}, v[16];
    memcpy(v, y, 16);
    for (int i = 0; i < 128; i++) {
        if (x[i / 8] >> (7 - i % 8) & 1)
            for (int j = 0; j < 16; j++)
                z[j] ^= v[j];
        int carry = v[15] & 1;
        for (int j = 15; j > 0; j--)
            v[j] = (uint8_t)(v[j] >> 1 | v[j - 1] << 7);
        v[0] = (uint8_t)(v[0] >> 1 ^ (carry ? 0xe1 : 0));
    }
    memcpy(x, z, 16);
}

static void reference(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t nblocks)
{
    for (; nblocks > 0; nblocks--, in += 16) {
        for (int j = 0; j < 16; j++)
            y[j] ^= in[j];
        reference_multiply(y, h);
    }
}

static void for_each_row(void (*check)(const struct ghash_impl *row))
{
    for (size_t i = 0; i < gmi_ghash_rows; i++)
        if (gmi_cpu_has(gmi_ghash_table[i]->needs))
            check(gmi_ghash_table[i]);
        else
            SKIP_PART(gmi_ghash_table[i]->name);
}

/* The GHASH values of test cases 2 and 4 of the GCM submission (McGrew and Viega). */
static void known(const struct ghash_impl *row)
{
    static const uint8_t h2[16] = {0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b,
                                   0x88, 0x4c, 0xfa, 0x59, 0xca, 0x34, 0x2b, 0x2e};
    static const uint8_t in2[32] = {0x03, 0x88, 0xda, 0xce, 0x60, 0xb6, 0xa3, 0x92, 0xf3, 0x28, 0xc2,
                                    0xb9, 0x71, 0xb2, 0xfe, 0x78, 0,    0,    0,    0,    0,    0,
                                    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x80};
    static const uint8_t out2[16] = {0xf3, 0x8c, 0xbb, 0x1a, 0xd6, 0x92, 0x23, 0xdc,
                                     0xc3, 0x45, 0x7a, 0xe5, 0xb6, 0xb0, 0xf8, 0x85};
    static const uint8_t h4[16] = {0xb8, 0x3b, 0x53, 0x37, 0x08, 0xbf, 0x53, 0x5d,
                                   0x0a, 0xa6, 0xe5, 0x29, 0x80, 0xd5, 0x3b, 0x78};
    static const uint8_t in4[112] = {
        0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef, 0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef,
        0xab, 0xad, 0xda, 0xd2, 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
        0x42, 0x83, 0x1e, 0xc2, 0x21, 0x77, 0x74, 0x24, 0x4b, 0x72, 0x21, 0xb7, 0x84, 0xd0, 0xd4, 0x9c,
        0xe3, 0xaa, 0x21, 0x2f, 0x2c, 0x02, 0xa4, 0xe0, 0x35, 0xc1, 0x7e, 0x23, 0x29, 0xac, 0xa1, 0x2e,
        0x21, 0xd5, 0x14, 0xb2, 0x54, 0x66, 0x93, 0x1c, 0x7d, 0x8f, 0x6a, 0x5a, 0xac, 0x84, 0xaa, 0x05,
        0x1b, 0xa3, 0x0b, 0x39, 0x6a, 0x0a, 0xac, 0x97, 0x3d, 0x58, 0xe0, 0x91, 0,    0,    0,    0,
        0,    0,    0,    0,    0,    0,    0,    0xa0, 0,    0,    0,    0,    0,    0,    0x01, 0xe0};
    static const uint8_t out4[16] = {0x69, 0x8e, 0x57, 0xf7, 0x0e, 0x6e, 0xcc, 0x7f,
                                     0xd9, 0x46, 0x3b, 0x72, 0x60, 0xa9, 0xae, 0x5f};
    uint8_t table[GMI_GHASH_POWERS][16], y[16] = {0};
    row->powers(table, h2);
    row->update(y, (const uint8_t(*)[16])table, in2, 2);
    CHECK_MEM(y, out2, 16);
    memset(y, 0, 16);
    row->powers(table, h4);
    row->update(y, (const uint8_t(*)[16])table, in4, 7);
    CHECK_MEM(y, out4, 16);
}

static void known_answers(void)
{
    for_each_row(known);
}

static void powers(const struct ghash_impl *row)
{
    for (int repeat = 0; repeat < 20; repeat++) {
        uint8_t h[16], want[16], table[GMI_GHASH_POWERS][16];
        rand_bytes(h, sizeof h);
        if (repeat < 3)
            memset(h, repeat == 0 ? 0 : repeat == 1 ? 0xff : 0x01, sizeof h);
        row->powers(table, h);
        memcpy(want, h, 16);
        for (int i = 0; i < GMI_GHASH_POWERS; i++) {
            CHECK_MEM(table[i], want, 16);
            reference_multiply(want, h);
        }
    }
}

static void powers_are_the_reference(void)
{
    for_each_row(powers);
}

static void counts(const struct ghash_impl *row)
{
    static uint8_t buffer[70 * 16 + 64];
    for (size_t n = 0; n <= 70; n++)
        for (size_t shift = 0; shift < 64; shift += n % 16 == 0 ? 1 : 7) {
            uint8_t h[16], got[16], want[16], table[GMI_GHASH_POWERS][16];
            rand_bytes(h, sizeof h);
            rand_bytes(got, sizeof got);
            rand_bytes(buffer, sizeof buffer);
            memcpy(want, got, 16);
            row->powers(table, h);
            row->update(got, (const uint8_t(*)[16])table, buffer + shift, n);
            reference(want, h, buffer + shift, n);
            CHECK_MEM(got, want, 16);
            row->update(got, (const uint8_t(*)[16])table, buffer, 3);
            gmi_ghash_portable.update(want, (const uint8_t(*)[16])table, buffer, 3);
            CHECK_MEM(got, want, 16);
        }
}

static void all_counts_and_alignments(void)
{
    for_each_row(counts);
}

/* All ones everywhere fills every column of the portable row's products. */
static void full(const struct ghash_impl *row)
{
    uint8_t h[16], in[16 * 16], got[16] = {0}, want[16] = {0}, table[GMI_GHASH_POWERS][16];
    memset(in, 0xff, sizeof in);
    memset(h, 0xff, sizeof h);
    row->powers(table, h);
    for (int i = 0; i < GMI_GHASH_POWERS; i++)
        memset(table[i], 0xff, 16);
    row->update(got, (const uint8_t(*)[16])table, in, 1);
    reference(want, h, in, 1);
    CHECK_MEM(got, want, 16);
}

static void full_columns(void)
{
    for_each_row(full);
}

TEST_SUITE(ghash_rows, CASE(known_answers), CASE(powers_are_the_reference), CASE(all_counts_and_alignments),
           CASE(full_columns));
