/* The key stream: vectors on every row, rows against portable, the register's corner, pieces, seeking, 128-EEA3. */
#include <guomi/zuc.h>

#include "gmtest.h"
#include "vectors.h"
#include "zuc_rows.h"

#include "zuc/lfsr.h"

static uint32_t big_endian(const struct vec_block *b, const char *name)
{
    const struct vec_field *f = vec_need(b, name);
    uint32_t x = 0;
    for (size_t i = 0; i < f->len; i++)
        x = x << 8 | f->bytes[i];
    return x;
}

static void keystream_vector(const struct vec_block *b, gm_zuc_kind kind)
{
    const struct vec_field *key = vec_need(b, "key"), *iv = vec_need(b, "iv"), *want = vec_need(b, "keystream");
    uint64_t skip = 4 * vec_number(b, "skip_words_dec", 0);
    uint8_t got[256];
    uint32_t words[64];
    gm_zuc_ctx ctx;
    CHECK(want->len <= sizeof got);
    FOR_EACH_ROW(row)
    {
        gmi_zuc_init(row, &ctx, kind, key->bytes, iv->bytes);
        gmi_zuc_seek(row, &ctx, skip);
        gmi_zuc_crypt(row, &ctx, got, NULL, want->len);
        CHECK_MEM(got, want->bytes, want->len);
    }
    CHECK_OK(gm_zuc_init(&ctx, kind, key->bytes, iv->bytes));
    CHECK_OK(gm_zuc_seek(&ctx, skip));
    CHECK_OK(gm_zuc_bytes(&ctx, got, want->len));
    CHECK_MEM(got, want->bytes, want->len);
    CHECK_OK(gm_zuc_seek(&ctx, skip));
    CHECK_OK(gm_zuc_words(&ctx, words, want->len / 4));
    for (size_t i = 0; i < want->len / 4; i++)
        CHECK_EQ(words[i], load32be(want->bytes + 4 * i));
}

static void crypt_vector(const struct vec_block *b, gm_zuc_kind kind)
{
    const struct vec_field *key = vec_need(b, "key"), *iv = vec_need(b, "iv"), *pt = vec_need(b, "pt");
    const struct vec_field *ct = vec_need(b, "ct");
    static uint8_t got[5000];
    gm_zuc_ctx ctx;
    CHECK(ct->len == pt->len && ct->len <= sizeof got);
    FOR_EACH_ROW(row)
    {
        memset(got, 0xa5, sizeof got);
        gmi_zuc_init(row, &ctx, kind, key->bytes, iv->bytes);
        gmi_zuc_crypt(row, &ctx, got, pt->bytes, pt->len);
        CHECK_MEM(got, ct->bytes, ct->len);
        CHECK_EQ(got[ct->len], 0xa5);
    }
    CHECK_OK(gm_zuc(kind, key->bytes, iv->bytes, got, pt->bytes, pt->len));
    CHECK_MEM(got, ct->bytes, ct->len);
    CHECK_OK(gm_zuc(kind, key->bytes, iv->bytes, got, got, pt->len));
    CHECK_MEM(got, pt->bytes, pt->len);
}

static void eea3_vector(const struct vec_block *b)
{
    const struct vec_field *key = vec_need(b, "key"), *pt = vec_need(b, "pt"), *ct = vec_need(b, "ct");
    uint32_t count = big_endian(b, "count");
    uint8_t bearer = (uint8_t)vec_number(b, "bearer_dec", 0), direction = (uint8_t)vec_number(b, "direction_dec", 0);
    uint64_t bits = vec_number(b, "bits_dec", 0);
    static uint8_t got[5000];
    FOR_EACH_ROW(row)
    {
        gmi_zuc_eea3(row, key->bytes, count, bearer, direction, got, pt->bytes, bits);
        CHECK_MEM(got, ct->bytes, ct->len);
    }
    CHECK_OK(gm_zuc_eea3(key->bytes, count, bearer, direction, got, pt->bytes, bits));
    CHECK_MEM(got, ct->bytes, ct->len);
}

static void vector_file(void)
{
    struct vec_file v = vec_open("zuc.txt");
    struct vec_block b = {.count = 0};
    size_t streams = 0, crypts = 0, eea3 = 0;
    zuc_report_missing_rows();
    while (vec_next(&v, &b)) {
        if (vec_is(&b, "op", "zuc128") || vec_is(&b, "op", "zuc256")) {
            keystream_vector(&b, vec_is(&b, "op", "zuc128") ? GM_ZUC_128 : GM_ZUC_256);
            streams++;
        } else if (vec_is(&b, "op", "zuc128-crypt") || vec_is(&b, "op", "zuc256-crypt")) {
            crypt_vector(&b, vec_is(&b, "op", "zuc128-crypt") ? GM_ZUC_128 : GM_ZUC_256);
            crypts++;
        } else if (vec_is(&b, "op", "eea3")) {
            eea3_vector(&b);
            eea3++;
        }
    }
    CHECK_MSG(streams >= 15 && crypts >= 10 && eea3 >= 5, "only %zu, %zu and %zu blocks", streams, crypts, eea3);
}

/* Every number of words, in place and not, with and without text; the state afterwards too. */
static void rows_agree_with_portable(void)
{
    static uint8_t in[1200], want[1200], got[1200];
    uint32_t start[GMI_ZUC_STATE], a[GMI_ZUC_STATE], b[GMI_ZUC_STATE];
    for (size_t n = 0; n <= 275; n++) {
        size_t at = rand_below(64), to = n % 3 == 0 ? at : rand_below(64);
        int text = n % 5 != 0;
        zuc_random_state(start);
        rand_bytes(in, sizeof in);
        memcpy(a, start, sizeof a);
        gmi_zuc_portable.crypt(a, want, text ? in + at : NULL, n);
        FOR_EACH_ROW(row)
        {
            memcpy(b, start, sizeof b);
            memcpy(got, in, sizeof got);
            row->crypt(b, got + to, !text ? NULL : to == at ? got + at : in + at, n);
            CHECK_MEM(got + to, want, 4 * n);
            CHECK_MEM(got, in, to);
            CHECK_MEM(got + to + 4 * n, in + to + 4 * n, sizeof in - to - 4 * n);
            CHECK_MEM(a, b, sizeof a);
        }
        memcpy(a, start, sizeof a);
        a[GMI_ZUC_R1] = a[GMI_ZUC_R2] = 0;
        memcpy(start, a, sizeof a);
        gmi_zuc_portable.init(a);
        FOR_EACH_ROW(row)
        {
            memcpy(b, start, sizeof b);
            row->init(b);
            CHECK_MEM(a, b, sizeof a);
        }
    }
}

/* Every alignment of the input and of the output, and in place, at the lengths where rows change their ways. */
static void every_alignment(void)
{
    static const size_t words[] = {1,  2,  3,  4,  5,  7,  8,  9,  15,  16,  17, 31,
                                   32, 33, 47, 48, 49, 63, 64, 65, 100, 129, 257};
    static uint8_t in[64 + 4 * 257], want[4 * 257], got[64 + 4 * 257 + 64], same[sizeof got];
    uint32_t start[GMI_ZUC_STATE], a[GMI_ZUC_STATE], b[GMI_ZUC_STATE];
    memset(same, 0xa5, sizeof same);
    for (size_t i = 0; i < GM_COUNT(words); i++) {
        size_t len = 4 * words[i];
        for (size_t at = 0; at < 64; at++) {
            size_t to = (5 * at + i) % 64; /* 5 has an inverse modulo 64: each value is taken once */
            zuc_random_state(start);
            rand_bytes(in, sizeof in);
            memcpy(a, start, sizeof a);
            gmi_zuc_portable.crypt(a, want, in + at, words[i]);
            FOR_EACH_ROW(row)
            {
                memcpy(b, start, sizeof b);
                memset(got, 0xa5, sizeof got);
                row->crypt(b, got + to, in + at, words[i]);
                CHECK_MEM(got + to, want, len);
                CHECK_MEM(got, same, to);
                CHECK_MEM(got + to + len, same, sizeof got - to - len);
                CHECK_MEM(b, a, sizeof a);
                memcpy(b, start, sizeof b);
                memcpy(got + at, in + at, len);
                row->crypt(b, got + at, got + at, words[i]);
                CHECK_MEM(got + at, want, len);
                CHECK_MEM(b, a, sizeof a);
            }
        }
    }
}

/* A sum that is 0 modulo 2^31 - 1 goes into the register as 2^31 - 1: once in 2^31 steps by chance, so made here. */
static void zero_is_written_as_p(void)
{
    const uint64_t p = 0x7fffffff;
    uint64_t inverse = 1, power = 257;
    for (uint64_t e = p - 2; e > 0; e >>= 1) {
        if (e & 1)
            inverse = inverse * power % p;
        power = power * power % p;
    }
    CHECK_EQ(257 * inverse % p, 1);
    for (int round = 0; round < 60; round++) {
        uint32_t z[GMI_ZUC_STATE], a[GMI_ZUC_STATE], b[GMI_ZUC_STATE];
        uint8_t want[4 * 40], got[4 * 40];
        zuc_random_state(z);
        if (round == 0)
            for (int i = 0; i < 16; i++)
                z[i] = 0x7fffffff;
        uint64_t rest = (zuc_feedback(z) - 257 * (uint64_t)z[0]) % p;
        z[0] = (uint32_t)((p - rest) % p * inverse % p);
        if (z[0] == 0)
            z[0] = 0x7fffffff;
        memcpy(a, z, sizeof a);
        gmi_zuc_portable.crypt(a, want, NULL, 1);
        CHECK_EQ(a[15], 0x7fffffff);
        gmi_zuc_portable.crypt(a, want + 4, NULL, 39);
        FOR_EACH_ROW(row)
        {
            memcpy(b, z, sizeof b);
            row->crypt(b, got, NULL, 40);
            CHECK_MEM(got, want, sizeof got);
            CHECK_MEM(b, a, sizeof a);
            if (row->lanes == 0)
                continue;
            static struct zuc_lanes lanes;
            static uint8_t out[GMI_ZUC_MAX_LANES][192];
            for (int k = 0; k < GMI_ZUC_STATE; k++)
                for (int i = 0; i < GMI_ZUC_MAX_LANES; i++)
                    lanes.word[k][i] = z[k];
            row->steps_many(&lanes, 0, out[0], sizeof out[0], 48);
            for (size_t i = 0; i < row->lanes; i++)
                CHECK_MEM(out[i], want, sizeof want);
        }
    }
}

static void any_pieces_and_seeks(void)
{
    static uint8_t key[32], iv[23], text[3000], whole[3000], got[3000];
    rand_bytes(key, sizeof key);
    rand_bytes(iv, sizeof iv);
    rand_bytes(text, sizeof text);
    for (int round = 0; round < 400; round++) {
        gm_zuc_kind kind = round % 2 ? GM_ZUC_128 : GM_ZUC_256;
        size_t len = rand_below(round % 10 == 0 ? sizeof text : 120), most = 1 + rand_below(round % 3 ? 9 : 300);
        gm_zuc_ctx ctx, copy;
        CHECK_OK(gm_zuc(kind, key, iv, whole, text, len));
        CHECK_OK(gm_zuc_init(&ctx, kind, key, iv));
        for (size_t at = 0; at < len;) {
            size_t part = rand_below(most + 1);
            part = part < len - at ? part : len - at;
            CHECK_OK(gm_zuc_crypt(&ctx, got + at, text + at, part));
            at += part;
        }
        CHECK_MEM(got, whole, len);
        copy = ctx;
        for (int i = 0; i < 4; i++) {
            size_t at = rand_below(len + 1), part = rand_below(len - at + 1);
            CHECK_OK(gm_zuc_seek(&copy, at));
            CHECK_OK(gm_zuc_crypt(&copy, got, text + at, part));
            CHECK_MEM(got, whole + at, part);
            CHECK_OK(gm_zuc_seek(&copy, at));
            CHECK_OK(gm_zuc_bytes(&copy, got, part));
            for (size_t k = 0; k < part; k++)
                CHECK_EQ(got[k] ^ text[at + k], whole[at + k]);
        }
    }
}

/* Each number of bits gives a prefix of the longest, with zeros behind, whatever the unused input bits are. */
static void eea3_bit_lengths(void)
{
    static uint8_t key[16], in[600], want[600], got[600];
    rand_bytes(key, sizeof key);
    rand_bytes(in, sizeof in);
    CHECK_OK(gm_zuc_eea3(key, 7, 31, 1, want, in, 8 * sizeof in));
    for (uint64_t bits = 0; bits <= 4200; bits++) {
        size_t len = (size_t)((bits + 7) / 8);
        memset(got, 0xa5, sizeof got);
        CHECK_OK(gm_zuc_eea3(key, 7, 31, 1, got, in, bits));
        CHECK_MEM(got, want, bits / 8);
        if (bits % 8 != 0)
            CHECK_EQ(got[len - 1], want[len - 1] & 0xff00 >> bits % 8 & 0xff);
        CHECK_EQ(got[len], 0xa5);
    }
}

static void iv_of_25_values(void)
{
    uint8_t values[25], iv[23], before[23];
    rand_bytes(values, sizeof values);
    for (int i = 17; i < 25; i++)
        values[i] &= 63;
    CHECK_OK(gm_zuc256_pack_iv(iv, values));
    CHECK_MEM(iv, values, 17);
    for (int i = 0; i < 8; i++) {
        unsigned got = 0;
        for (int k = 0; k < 6; k++)
            got = got << 1 | (iv[17 + (6 * i + k) / 8] >> (7 - (6 * i + k) % 8) & 1);
        CHECK_EQ(got, values[17 + i]);
    }
    memcpy(before, iv, sizeof iv);
    for (int i = 17; i < 25; i++) {
        values[i] ^= 64;
        CHECK_EQ(gm_zuc256_pack_iv(iv, values), GM_ERR_ARGUMENT);
        values[i] ^= 64;
    }
    CHECK_EQ(gm_zuc256_pack_iv(NULL, values), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc256_pack_iv(iv, NULL), GM_ERR_ARGUMENT);
    CHECK_MEM(iv, before, sizeof iv);
}

static void bad_arguments(void)
{
    static const uint8_t key[32], iv[23];
    static const gm_zuc_ctx zero;
    uint8_t out[40], same[40];
    gm_zuc_ctx ctx, kept;
    rand_bytes(out, sizeof out);
    memcpy(same, out, sizeof out);
    CHECK_EQ(gm_zuc((gm_zuc_kind)0, key, iv, out, same, 40), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc((gm_zuc_kind)3, key, iv, out, same, 40), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc(GM_ZUC_128, NULL, iv, out, same, 40), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc(GM_ZUC_128, key, NULL, out, same, 40), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc(GM_ZUC_128, key, iv, NULL, same, 40), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc(GM_ZUC_128, key, iv, out, NULL, 40), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc(GM_ZUC_128, key, iv, out, out + 1, 39), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(NULL, 0, 0, 0, out, same, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(key, 0, 32, 0, out, same, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(key, 0, 0, 2, out, same, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(key, 0, 0, 0, NULL, same, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(key, 0, 0, 0, out, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(key, 0, 0, 0, out, same, UINT64_C(1) << 32), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_eea3(key, 0, 0, 0, out, out + 1, 16), GM_ERR_ARGUMENT);
    CHECK_MEM(out, same, sizeof out);
    CHECK_OK(gm_zuc_eea3(key, 0, 0, 0, NULL, NULL, 0));
    CHECK_OK(gm_zuc(GM_ZUC_128, key, iv, NULL, NULL, 0));

    CHECK_EQ(gm_zuc_init(NULL, GM_ZUC_128, key, iv), GM_ERR_ARGUMENT);
    rand_bytes(&ctx, sizeof ctx);
    CHECK_EQ(gm_zuc_init(&ctx, GM_ZUC_128, NULL, iv), GM_ERR_ARGUMENT);
    CHECK_MEM(&ctx, &zero, sizeof ctx);
    CHECK_EQ(gm_zuc_crypt(&ctx, out, same, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_bytes(&ctx, out, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_words(&ctx, (uint32_t[1]){0}, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_seek(&ctx, 0), GM_ERR_STATE);
    CHECK_OK(gm_zuc_init(&ctx, GM_ZUC_256, key, iv));
    kept = ctx;
    CHECK_EQ(gm_zuc_crypt(NULL, out, same, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_crypt(&ctx, NULL, same, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_crypt(&ctx, out, out + 4, 8), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_bytes(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_words(&ctx, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_words(&ctx, (uint32_t[1]){0}, SIZE_MAX / 4 + 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_seek(NULL, 0), GM_ERR_ARGUMENT);
    CHECK_OK(gm_zuc_crypt(&ctx, NULL, NULL, 0));
    CHECK_MEM(&ctx, &kept, sizeof ctx);
    CHECK_MEM(out, same, sizeof out);
}

static void sizes_are_abi(void)
{
    CHECK_EQ(sizeof(gm_zuc_ctx), 184);
    CHECK_EQ(sizeof(gm_zuc_mac_ctx), 176);
    if (sizeof(void *) == 8) {
        CHECK_EQ(sizeof(gm_zuc_hash), 320);
        CHECK_EQ(sizeof(gm_zuc_gxm_ctx), 552);
        CHECK_EQ(sizeof(gm_zuc_mur_ctx), 688);
        CHECK_EQ(sizeof(gm_zuc_packet), 40);
    }
}

TEST_SUITE(zuc_stream, CASE(vector_file), CASE(rows_agree_with_portable), CASE(every_alignment),
           CASE(zero_is_written_as_p), CASE(any_pieces_and_seeks), CASE(eea3_bit_lengths), CASE(iv_of_25_values),
           CASE(bad_arguments), CASE(sizes_are_abi));
