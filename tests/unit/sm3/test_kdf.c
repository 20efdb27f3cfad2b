/* The KDF of SM2 and SM9 in bytes and bits, on every row. */
#include <guomi/sm3.h>

#include "gmtest.h"
#include "sm3_rows.h"
#include "vectors.h"

#include "sm3/sm3_core.h"

#define MOST (32 * 40)

/* 5.4.3 over gm_sm3() alone. */
static void plain_kdf(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    static uint8_t msg[1024];
    if (z_len > 0)
        memcpy(msg, z, z_len);
    for (uint32_t counter = 1; out_len > 0; counter++) {
        uint8_t digest[32];
        size_t part = out_len < 32 ? out_len : 32;
        for (int i = 0; i < 4; i++)
            msg[z_len + i] = (uint8_t)(counter >> (24 - 8 * i));
        CHECK_OK(gm_sm3(digest, msg, z_len + 4));
        memcpy(out, digest, part);
        out += part;
        out_len -= part;
    }
}

static void vector_files(void)
{
    sm3_report_missing_rows();
    static const char *const names[] = {"kdf-mac.txt", "generated-sm3.txt"};
    static uint8_t got[65600 / 8 + 1];
    for (size_t f = 0; f < GM_COUNT(names); f++) {
        struct vec_file v = vec_open(names[f]);
        struct vec_block b = {.count = 0};
        size_t seen = 0;
        while (vec_next(&v, &b)) {
            if (!vec_is(&b, "op", "kdf"))
                continue;
            const struct vec_field *z = vec_need(&b, "z"), *k = vec_need(&b, "k");
            uint64_t bits = vec_number(&b, "klen_bits_dec", 0);
            seen++;
            CHECK_EQ((bits + 7) / 8, k->len);
            memset(got, 0xa5, sizeof got);
            CHECK_OK(gm_sm3_kdf_bits(got, bits, z->bytes, z->len));
            CHECK_MEM(got, k->bytes, k->len);
            CHECK_EQ(got[k->len], 0xa5);
            FOR_EACH_ROW(row)
            {
                memset(got, 0xa5, sizeof got);
                gmi_sm3_kdf(row, got, k->len, z->bytes, z->len);
                CHECK_MEM(got, k->bytes, bits / 8);
                CHECK_EQ(got[k->len], 0xa5);
            }
        }
        CHECK_MSG(seen >= 15, "only %zu blocks in %s", seen, names[f]);
    }
}

static void every_z_length(void)
{
    static uint8_t z[300], got[MOST + 1], want[MOST];
    rand_bytes(z, sizeof z);
    for (size_t z_len = 0; z_len <= 260; z_len++) {
        size_t out_len = rand_below(MOST + 1), at = rand_below(40);
        plain_kdf(want, out_len, z + at, z_len);
        FOR_EACH_ROW(row)
        {
            memset(got, 0xa5, sizeof got);
            gmi_sm3_kdf(row, got, out_len, z + at, z_len);
            CHECK_MEM(got, want, out_len);
            CHECK_EQ(got[out_len], 0xa5);
        }
    }
}

static void every_output_length(void)
{
    static uint8_t z[100], got[MOST + 1], want[MOST];
    rand_bytes(z, sizeof z);
    for (size_t z_len = 40; z_len <= 64; z_len += 24) {
        plain_kdf(want, sizeof want, z, z_len);
        for (size_t out_len = 0; out_len <= MOST; out_len++) {
            memset(got, 0xa5, sizeof got);
            CHECK_OK(gm_sm3_kdf(got, out_len, z, z_len));
            CHECK_MEM(got, want, out_len);
            CHECK_EQ(got[out_len], 0xa5);
        }
        FOR_EACH_ROW(row)
        for (size_t out_len = 0; out_len <= MOST; out_len += 1 + rand_below(9)) {
            memset(got, 0xa5, sizeof got);
            gmi_sm3_kdf(row, got, out_len, z, z_len);
            CHECK_MEM(got, want, out_len);
            CHECK_EQ(got[out_len], 0xa5);
        }
    }
}

/* The leading bits of the byte form, the rest of the last byte zero. */
static void every_bit_length(void)
{
    static uint8_t z[64], got[200], whole[200];
    rand_bytes(z, sizeof z);
    CHECK_OK(gm_sm3_kdf(whole, sizeof whole, z, sizeof z));
    for (size_t bits = 0; bits <= 8 * (sizeof got - 1); bits++) {
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gm_sm3_kdf_bits(got, bits, z, sizeof z));
        for (size_t i = 0; i < (bits + 7) / 8 * 8; i++) {
            int want = i < bits ? whole[i / 8] >> (7 - i % 8) & 1 : 0;
            CHECK_EQ(got[i / 8] >> (7 - i % 8) & 1, want);
        }
        CHECK_EQ(got[(bits + 7) / 8], 0xa5);
    }
}

/* The counter is a 32-bit big-endian number: block 70 000 needs its third byte. */
static void counter_carries(void)
{
    static uint8_t out[32 * 70001];
    uint8_t z[7], msg[7 + 4], want[32];
    static const uint32_t counters[] = {1, 255, 256, 257, 65535, 65536, 65537, 70001};
    rand_bytes(z, sizeof z);
    CHECK_OK(gm_sm3_kdf(out, sizeof out, z, sizeof z));
    memcpy(msg, z, sizeof z);
    for (size_t i = 0; i < GM_COUNT(counters); i++) {
        store32be(msg + 7, counters[i]);
        CHECK_OK(gm_sm3(want, msg, sizeof msg));
        CHECK_MEM(out + 32 * (size_t)(counters[i] - 1), want, 32);
    }
}

static void bad_arguments(void)
{
    uint8_t out[8] = {1, 2, 3, 4, 5, 6, 7, 8}, same[8];
    static const uint8_t z[1];
    memcpy(same, out, sizeof out);
    CHECK_OK(gm_sm3_kdf(NULL, 0, z, 1));
    CHECK_OK(gm_sm3_kdf(NULL, 0, NULL, 0));
    CHECK_OK(gm_sm3_kdf_bits(NULL, 0, NULL, 0));
    CHECK_EQ(gm_sm3_kdf(NULL, 1, z, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_kdf(out, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_kdf_bits(NULL, 1, z, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_kdf_bits(out, 1, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_kdf_bits(out, UINT64_C(0xffffffff) * 256 + 1, z, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_sm3_kdf_bits(out, UINT64_MAX, z, 1), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4) {
        CHECK_EQ(gm_sm3_kdf(out, (size_t)(UINT64_C(0xffffffff) * 32 + 1), z, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm3_kdf(out, SIZE_MAX, z, 1), GM_ERR_ARGUMENT);
        CHECK_EQ(gm_sm3_kdf(out, 8, z, (size_t)GMI_SM3_LIMIT - 4), GM_ERR_ARGUMENT);
    }
    CHECK_MEM(out, same, sizeof out);
}

TEST_SUITE(kdf, CASE(vector_files), CASE(every_z_length), CASE(every_output_length), CASE(every_bit_length),
           CASE(counter_carries), CASE(bad_arguments));
