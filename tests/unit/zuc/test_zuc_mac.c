/* MACs: vectors on every row, rows against the definition bit by bit, pieces, bit lengths, errors. */
#include <guomi/mem.h>
#include <guomi/zuc.h>

#include "gmtest.h"
#include "vectors.h"
#include "zuc_rows.h"

static uint8_t message[6000];

/* The MAC as the standards write it: a window of key stream for each set bit. */
static void plain_mac(gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv, size_t mac_len, uint8_t *mac,
                      const uint8_t *data, size_t bits)
{
    static uint8_t stream[2200];
    uint32_t z[GMI_ZUC_STATE];
    size_t first = kind == GM_ZUC_256 ? 8 * mac_len : 0, words = (bits + 31) / 32 + 2 * mac_len;
    gmi_zuc_start(&gmi_zuc_portable, z, kind, key, iv, mac_len);
    gmi_zuc_portable.crypt(z, stream, NULL, words + mac_len / 4);
    for (size_t j = 0; j < 8 * mac_len; j++) {
        unsigned sum = 0;
#define STREAM_BIT(i) (stream[(i) / 8] >> (7 - (i) % 8) & 1u)
        for (size_t i = 0; i < bits; i++)
            if (data[i / 8] >> (7 - i % 8) & 1)
                sum ^= STREAM_BIT(first + i + j);
        sum ^= STREAM_BIT(first + bits + j);
        if (kind == GM_ZUC_256)
            sum ^= STREAM_BIT(j);
        else
            sum ^= STREAM_BIT(32 * ((bits + 31) / 32 + 1) + j);
        mac[j / 8] = (uint8_t)((mac[j / 8] & ~(0x80u >> j % 8)) | sum << (7 - j % 8));
    }
}

static void mac_on_row(const struct zuc_impl *row, gm_zuc_kind kind, const uint8_t *key, const uint8_t *iv,
                       size_t mac_len, uint8_t *mac, const uint8_t *data, uint64_t bits)
{
    gm_zuc_mac_ctx ctx;
    gmi_zuc_mac_init(row, &ctx, kind, key, iv, mac_len);
    gmi_zuc_mac_finish(row, &ctx, data, bits, mac);
}

static void eia3_vector(const struct vec_block *b)
{
    const struct vec_field *key = vec_need(b, "key"), *msg = vec_need(b, "msg"), *want = vec_need(b, "mac");
    uint32_t count = load32be(vec_need(b, "count")->bytes);
    uint8_t bearer = (uint8_t)vec_number(b, "bearer_dec", 0), direction = (uint8_t)vec_number(b, "direction_dec", 0);
    uint64_t bits = vec_number(b, "bits_dec", 0);
    uint8_t got[4];
    FOR_EACH_ROW(row)
    {
        gmi_zuc_eia3(row, key->bytes, count, bearer, direction, got, msg->bytes, bits);
        CHECK_MEM(got, want->bytes, 4);
    }
    CHECK_OK(gm_zuc_eia3(key->bytes, count, bearer, direction, got, msg->bytes, bits));
    CHECK_MEM(got, want->bytes, 4);
    CHECK_OK(gm_zuc_eia3_verify(key->bytes, count, bearer, direction, got, msg->bytes, bits));
    got[rand_below(4)] ^= (uint8_t)(1 << rand_below(8));
    CHECK_EQ(gm_zuc_eia3_verify(key->bytes, count, bearer, direction, got, msg->bytes, bits), GM_ERR_VERIFY);
}

static void mac_vector(const struct vec_block *b, gm_zuc_kind kind)
{
    const struct vec_field *key = vec_need(b, "key"), *iv = vec_need(b, "iv"), *want = vec_need(b, "mac");
    const struct vec_field *msg = vec_get(b, "msg"), *unit = vec_get(b, "msg_unit");
    const uint8_t *data = message;
    size_t len = 0;
    uint8_t got[16];
    if (unit != NULL) {
        for (uint64_t i = vec_number(b, "msg_repeat_dec", 0); i > 0; i--, len += unit->len)
            memcpy(message + len, unit->bytes, unit->len);
    } else {
        data = msg->bytes;
        len = msg->len;
    }
    uint64_t bits = vec_number(b, "bits_dec", 8 * (uint64_t)len);
    FOR_EACH_ROW(row)
    {
        mac_on_row(row, kind, key->bytes, iv->bytes, want->len, got, data, bits);
        CHECK_MEM(got, want->bytes, want->len);
    }
    CHECK_OK(gm_zuc_mac(kind, key->bytes, iv->bytes, got, want->len, data, bits));
    CHECK_MEM(got, want->bytes, want->len);
}

static void vector_file(void)
{
    struct vec_file v = vec_open("zuc.txt");
    struct vec_block b = {.count = 0};
    size_t eia3 = 0, macs = 0;
    zuc_report_missing_rows();
    while (vec_next(&v, &b)) {
        if (vec_is(&b, "op", "eia3")) {
            eia3_vector(&b);
            eia3++;
        } else if (vec_is(&b, "op", "zuc128-mac") || vec_is(&b, "op", "zuc256-mac")) {
            mac_vector(&b, vec_is(&b, "op", "zuc128-mac") ? GM_ZUC_128 : GM_ZUC_256);
            macs++;
        }
    }
    CHECK_MSG(eia3 >= 5 && macs >= 10, "only %zu and %zu blocks", eia3, macs);
}

/* The case of bit lengths: each line has bits, count, bearer, direction, message, results of EEA3 and EIA3. */
static void case_35(void)
{
    char line[4096], message_[2048], eea3[2048], eia3[32], path[1024];
    uint8_t key[16], in[600], want[600], got[600], mac[4];
    unsigned bits, count, bearer, direction;
    size_t seen = 0;
    snprintf(path, sizeof path, "%s/cases/35-zuc-bit-lengths/key.hex", GM_TEST_ROOT);
    FILE *f = fopen(path, "r");
    CHECK(f != NULL && fgets(line, sizeof line, f) != NULL);
    fclose(f);
    for (int i = 0; i < 16; i++)
        key[i] = (uint8_t)(vec_digit(line[2 * i]) * 16 + vec_digit(line[2 * i + 1]));
    snprintf(path, sizeof path, "%s/cases/35-zuc-bit-lengths/zuc.txt", GM_TEST_ROOT);
    f = fopen(path, "r");
    CHECK(f != NULL);
    while (fgets(line, sizeof line, f) != NULL) {
        if (sscanf(line, "%u %x %u %u %2047s %2047s %31s", &bits, &count, &bearer, &direction, message_, eea3, eia3) !=
            7)
            continue;
        size_t len = (bits + 7) / 8;
        seen++;
        for (size_t i = 0; i < len; i++) {
            in[i] = (uint8_t)(vec_digit(message_[2 * i]) * 16 + vec_digit(message_[2 * i + 1]));
            want[i] = (uint8_t)(vec_digit(eea3[2 * i]) * 16 + vec_digit(eea3[2 * i + 1]));
        }
        for (int set = 0; set < 2; set++) {
            if (set && bits % 8 != 0)
                in[len - 1] |= (uint8_t)(0xff >> bits % 8);
            CHECK_OK(gm_zuc_eea3(key, count, (uint8_t)bearer, (uint8_t)direction, got, in, bits));
            CHECK_MEM(got, want, len);
            CHECK_OK(gm_zuc_eia3(key, count, (uint8_t)bearer, (uint8_t)direction, mac, in, bits));
            for (int i = 0; i < 4; i++)
                CHECK_EQ(mac[i], vec_digit(eia3[2 * i]) * 16 + vec_digit(eia3[2 * i + 1]));
        }
    }
    fclose(f);
    CHECK_MSG(seen == 12, "%zu lines", seen);
    CHECK_EQ(gm_zuc_eea3(key, 0, 32, 0, got, in, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 32, 0, mac, in, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 0, 2, mac, in, 8), GM_ERR_ARGUMENT);
}

/* Every bit length up to 700, then some up to 4200, with all tag lengths; unused bits of the last byte set at random.
 */
static void every_bit_length(void)
{
    static const size_t lens[] = {4, 4, 8, 16};
    uint8_t key[32], iv[23], want[16], got[16];
    rand_bytes(key, sizeof key);
    rand_bytes(iv, sizeof iv);
    for (size_t bits = 0; bits <= 4200; bits += bits < 700 ? 1 : 1 + rand_below(60)) {
        size_t k = bits < 700 ? rand_below(4) : bits % 4, at = rand_below(64);
        gm_zuc_kind kind = k == 0 ? GM_ZUC_128 : GM_ZUC_256;
        rand_bytes(message + at, (bits + 7) / 8);
        plain_mac(kind, key, iv, lens[k], want, message + at, bits);
        FOR_EACH_ROW(row)
        {
            mac_on_row(row, kind, key, iv, lens[k], got, message + at, bits);
            CHECK_MEM(got, want, lens[k]);
        }
    }
}

/* The sum of windows alone: every number of blocks, and for some every alignment. */
static void windows(size_t n, size_t a, size_t b, int wide)
{
    static uint8_t stream[64 + 16 * 80], in[64 + 16 * 80];
    uint64_t start[2] = {rand_u64(), rand_u64()}, want[2], got[2];
    rand_bytes(stream, sizeof stream);
    rand_bytes(in, sizeof in);
    memcpy(want, start, sizeof want);
    gmi_zuc_portable.mac(want, stream + a, in + b, n, wide);
    FOR_EACH_ROW(row)
    {
        memcpy(got, start, sizeof got);
        row->mac(got, stream + a, in + b, n, wide);
        CHECK_MEM(got, want, wide ? 16u : 8u);
    }
}

static void rows_agree_with_portable(void)
{
    static const size_t blocks[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64};
    for (size_t n = 0; n < 78; n++)
        windows(n, rand_below(64), rand_below(64), (int)(n % 2));
    for (size_t i = 0; i < GM_COUNT(blocks); i++)
        for (size_t a = 0; a < 64; a++)
            for (int wide = 0; wide < 2; wide++)
                windows(blocks[i], a, (5 * a + i) % 64, wide);
}

static void any_pieces(void)
{
    static const size_t lens[] = {4, 4, 8, 16};
    uint8_t key[32], iv[23], want[16], got[16];
    rand_bytes(key, sizeof key);
    rand_bytes(iv, sizeof iv);
    rand_bytes(message, sizeof message);
    for (int round = 0; round < 1500; round++) {
        size_t k = rand_below(4), bits = rand_below(round % 20 == 0 ? 8 * sizeof message : 900), at = 0;
        size_t most = 1 + rand_below(round % 2 ? 20 : 400);
        gm_zuc_kind kind = k == 0 ? GM_ZUC_128 : GM_ZUC_256;
        gm_zuc_mac_ctx ctx, copy;
        CHECK_OK(gm_zuc_mac(kind, key, iv, want, lens[k], message, bits));
        CHECK_OK(gm_zuc_mac_init(&ctx, kind, key, iv, lens[k]));
        while (at < bits / 8 && rand_below(8) != 0) {
            size_t part = rand_below(most + 1);
            part = part < bits / 8 - at ? part : bits / 8 - at;
            CHECK_OK(gm_zuc_mac_update(&ctx, message + at, part));
            at += part;
        }
        copy = ctx;
        CHECK_OK(gm_zuc_mac_finish(&ctx, message + at, bits - 8 * at, got, lens[k]));
        CHECK_MEM(got, want, lens[k]);
        ctx = copy;
        CHECK_OK(gm_zuc_mac_verify(&ctx, message + at, bits - 8 * at, want, lens[k]));
        want[rand_below(lens[k])] ^= (uint8_t)(1 << rand_below(8));
        CHECK_EQ(gm_zuc_mac_verify(&copy, message + at, bits - 8 * at, want, lens[k]), GM_ERR_VERIFY);
    }
    for (size_t bits = 0; bits < 500; bits++) {
        gm_zuc_mac_ctx ctx;
        CHECK_OK(gm_zuc_eia3(key, 77, 3, 1, want, message, bits));
        CHECK_OK(gm_zuc_eia3_init(&ctx, key, 77, 3, 1));
        CHECK_OK(gm_zuc_mac_update(&ctx, message, bits / 16));
        CHECK_OK(gm_zuc_mac_verify(&ctx, message + bits / 16, bits - bits / 16 * 8, want, 4));
    }
}

static void bad_arguments(void)
{
    static const uint8_t key[32], iv[23];
    static const gm_zuc_mac_ctx zero;
    uint8_t mac[16], same[16];
    gm_zuc_mac_ctx ctx, kept;
    rand_bytes(mac, sizeof mac);
    memcpy(same, mac, sizeof mac);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_128, key, iv, mac, 8, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_256, key, iv, mac, 12, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac((gm_zuc_kind)0, key, iv, mac, 4, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_256, NULL, iv, mac, 4, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_256, key, NULL, mac, 4, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_256, key, iv, NULL, 4, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_256, key, iv, mac, 4, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac(GM_ZUC_256, key, iv, mac, 4, key, UINT64_C(1) << 63), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(NULL, 0, 0, 0, mac, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 32, 0, mac, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 0, 2, mac, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 0, 0, NULL, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 0, 0, mac, NULL, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3(key, 0, 0, 0, mac, key, UINT64_C(1) << 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3_verify(key, 0, 0, 0, NULL, key, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3_verify(NULL, 0, 0, 0, mac, key, 8), GM_ERR_ARGUMENT);
    CHECK_MEM(mac, same, sizeof mac);
    CHECK_OK(gm_zuc_eia3(key, 0, 0, 0, mac, NULL, 0));

    CHECK_EQ(gm_zuc_mac_init(NULL, GM_ZUC_128, key, iv, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eia3_init(NULL, key, 0, 0, 0), GM_ERR_ARGUMENT);
    rand_bytes(&ctx, sizeof ctx);
    CHECK_EQ(gm_zuc_mac_init(&ctx, GM_ZUC_128, key, iv, 16), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &zero, sizeof ctx);
    CHECK_EQ(gm_zuc_mac_update(&ctx, key, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mac_finish(&ctx, key, 1, mac, 4), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mac_verify(&ctx, key, 1, mac, 4), GM_ERR_STATE);
    rand_bytes(&ctx, sizeof ctx);
    CHECK_EQ(gm_zuc_eia3_init(&ctx, key, 0, 0, 2), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &zero, sizeof ctx);
    CHECK_OK(gm_zuc_eia3_init(&ctx, key, 0, 0, 1));
    kept = ctx;
    CHECK_EQ(gm_zuc_mac_update(NULL, key, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac_update(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    if (sizeof(size_t) > 4) /* 2^32 bits are one too many */
        CHECK_EQ(gm_zuc_mac_update(&ctx, key, (size_t)1 << 29), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac_finish(&ctx, key, 8, mac, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac_finish(&ctx, key, UINT64_C(1) << 32, mac, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac_finish(&ctx, NULL, 1, mac, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac_finish(&ctx, key, 1, NULL, 4), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mac_verify(&ctx, key, 1, mac, 3), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &kept, sizeof ctx);
    CHECK_OK(gm_zuc_mac_finish(&ctx, NULL, 0, mac, 4));
    CHECK_MEM(&ctx, &zero, sizeof ctx);
    CHECK_EQ(gm_zuc_mac_finish(&ctx, NULL, 0, mac, 4), GM_ERR_STATE);
}

TEST_SUITE(zuc_mac, CASE(vector_file), CASE(case_35), CASE(every_bit_length), CASE(rows_agree_with_portable),
           CASE(any_pieces), CASE(bad_arguments));
