/* Every row against the portable one through every mode: all lengths from 0 to 1100, all alignments, in place
 * and out of place, and nothing written beyond the end. */
#include "sm4test.h"

#define MAX 1100
#define GUARD 32

/* Two buffers at any alignment, each with a guard on both sides. */
static uint8_t in_space[MAX + 2 * GUARD + 64], out_space[MAX + 2 * GUARD + 64];
static uint8_t in[MAX], want[MAX], key[32], iv[16];

static void check_guards(const uint8_t *out, size_t len)
{
    for (size_t i = 1; i <= GUARD; i++) {
        CHECK_EQ(out[-(ptrdiff_t)i], 0xa5);
        CHECK_EQ(out[len + i - 1], 0xa5);
    }
}

static void check_text(struct rows r, const struct text_mode *m, int decrypt, size_t len, size_t in_shift,
                       size_t out_shift)
{
    uint8_t *source = in_space + GUARD + in_shift, *out = out_space + GUARD + out_shift;
    memset(out_space, 0xa5, sizeof out_space);
    if (len > 0)
        memcpy(source, in, len);
    CHECK_OK(m->run(r, decrypt, out, source, len, key, iv));
    CHECK_BYTES(out, want, len);
    CHECK_BYTES(source, in, len);
    check_guards(out, len);
    memset(out_space, 0xa5, sizeof out_space);
    if (len > 0)
        memcpy(out, in, len);
    CHECK_OK(m->run(r, decrypt, out, out, len, key, iv));
    CHECK_BYTES(out, want, len);
    check_guards(out, len);
}

static void lengths_of_row(struct rows r)
{
    if (r.sm4 == &gmi_sm4_portable)
        return; /* the vectors hold it to the standard */
    for (size_t i = 0; i < GM_COUNT(text_modes); i++) {
        const struct text_mode *m = &text_modes[i];
        unsigned failures = gmtest_failures;
        for (int decrypt = 0; decrypt < 2; decrypt++)
            for (size_t len = m->least; len <= MAX; len++) {
                if (len % m->unit != 0 || (m->mode == GM_SM4_CFB1 && len > 80 && len % 41 != 0))
                    continue;
                rand_bytes(in, len);
                rand_bytes(key, sizeof key);
                rand_bytes(iv, sizeof iv);
                CHECK_OK(m->run(portable_rows, decrypt, want, in, len, key, iv));
                check_text(r, m, decrypt, len, rand_below(64), rand_below(64));
            }
        if (gmtest_failures != failures)
            printf("  in mode %s of row %s\n", m->op, r.sm4->name);
    }
}

static void every_length(void)
{
    every_sm4_row(lengths_of_row);
}

static void alignments_of_row(struct rows r)
{
    static const size_t lens[] = {16, 48, 256, 272, 1024, 1072, 17, 63, 337, 1099};
    for (size_t i = 0; i < GM_COUNT(text_modes); i++)
        for (size_t l = 0; l < GM_COUNT(lens); l++) {
            const struct text_mode *m = &text_modes[i];
            if (lens[l] % m->unit != 0 || (m->mode == GM_SM4_CFB1 && lens[l] > 64))
                continue;
            rand_bytes(in, lens[l]);
            rand_bytes(key, sizeof key);
            rand_bytes(iv, sizeof iv);
            CHECK_OK(m->run(portable_rows, (int)l % 2, want, in, lens[l], key, iv));
            for (size_t shift = 0; shift < 64; shift++)
                check_text(r, m, (int)l % 2, lens[l], shift, (shift * 7 + l) % 64);
        }
}

static void every_alignment(void)
{
    every_sm4_row(alignments_of_row);
}

/* Counters that carry over every border on the way. */
static void carries_of_row(struct rows r)
{
    for (int ones = 0; ones <= 16; ones++)
        for (unsigned back = 0; back < 70; back += 1 + back / 3) {
            gm_sm4_key k;
            rand_bytes(in, 1024);
            rand_bytes(key, 16);
            rand_bytes(iv, 16);
            memset(iv + 16 - ones, 0xff, (size_t)ones);
            iv[15] = (uint8_t)(255 - back);
            CHECK_OK(gmi_sm4_key_init(r.sm4, &k, key));
            CHECK_OK(gmi_sm4_ctr(&gmi_sm4_portable, &k, want, in, 1024, iv));
            CHECK_OK(gmi_sm4_ctr(r.sm4, &k, in, in, 1024, iv));
            CHECK_MEM(in, want, 1024);
        }
}

static void counters_carry(void)
{
    every_sm4_row(carries_of_row);
}

/* GCM, CCM, CMAC, CBC-MAC: every length of the text, and of the data that is only authenticated. */
static void aead_of_rows(struct rows r)
{
    static uint8_t aad[MAX], got[MAX];
    uint8_t tag[16], want_tag[16];
    if (r.sm4 == &gmi_sm4_portable && r.ghash == &gmi_ghash_portable)
        return;
    for (size_t len = 0; len <= MAX; len++) {
        gm_sm4_gcm_key k, portable_key;
        size_t aad_len = len % 3 == 0 ? rand_below(MAX) : len % 3 == 1 ? rand_below(40) : 0;
        size_t iv_len = len % 2 ? 12 : 1 + rand_below(16), shift = rand_below(64);
        uint8_t *source = in_space + GUARD + shift;
        rand_bytes(in, len);
        rand_bytes(aad, aad_len);
        rand_bytes(key, sizeof key);
        rand_bytes(iv, sizeof iv);
        CHECK_OK(gmi_sm4_gcm_key_init(r.sm4, r.ghash, &k, key));
        CHECK_OK(gmi_sm4_gcm_key_init(&gmi_sm4_portable, &gmi_ghash_portable, &portable_key, key));
        CHECK_MEM(&k, &portable_key, sizeof k); /* what crosses the seam is the same in all rows */
        if (len > 0)
            memcpy(source, in, len);
        CHECK_OK(gmi_sm4_gcm_encrypt(&gmi_sm4_portable, &gmi_ghash_portable, &k, want, want_tag, 16, iv, iv_len, aad,
                                     aad_len, in, len));
        CHECK_OK(gmi_sm4_gcm_encrypt(r.sm4, r.ghash, &k, source, tag, 16, iv, iv_len, aad, aad_len, source, len));
        CHECK_BYTES(source, want, len);
        CHECK_MEM(tag, want_tag, 16);
        CHECK_OK(gmi_sm4_gcm_decrypt(r.sm4, r.ghash, &k, got, source, len, tag, 16, iv, iv_len, aad, aad_len));
        CHECK_BYTES(got, in, len);
    }
}

static void gcm_of_every_pair(void)
{
    every_pair_of_rows(aead_of_rows);
}

static void macs_of_row(struct rows r)
{
    static uint8_t aad[MAX], got[MAX];
    uint8_t tag[16], want_tag[16];
    if (r.sm4 == &gmi_sm4_portable)
        return;
    for (size_t len = 0; len <= MAX; len++) {
        gm_sm4_key k;
        size_t aad_len = len % 3 == 0 ? rand_below(200) : len % 3 == 1 ? rand_below(40) : 0;
        size_t nonce_len = 7 + rand_below(7), shift = rand_below(64);
        uint8_t *source = in_space + GUARD + shift;
        rand_bytes(in, len);
        rand_bytes(aad, aad_len);
        rand_bytes(key, sizeof key);
        rand_bytes(iv, sizeof iv);
        CHECK_OK(gmi_sm4_key_init(r.sm4, &k, key));
        if (len > 0)
            memcpy(source, in, len);
        CHECK_OK(gmi_sm4_cmac(&gmi_sm4_portable, &k, want_tag, 16, in, len));
        CHECK_OK(gmi_sm4_cmac(r.sm4, &k, tag, 16, source, len));
        CHECK_MEM(tag, want_tag, 16);
        if (len > 0 && len % 16 == 0) {
            CHECK_OK(gmi_sm4_cbcmac(&gmi_sm4_portable, &k, want_tag, 16, in, len));
            CHECK_OK(gmi_sm4_cbcmac(r.sm4, &k, tag, 16, source, len));
            CHECK_MEM(tag, want_tag, 16);
        }
        CHECK_OK(gmi_sm4_ccm_encrypt(&gmi_sm4_portable, &k, want, want_tag, 16, iv, nonce_len, aad, aad_len, in, len));
        CHECK_OK(gmi_sm4_ccm_encrypt(r.sm4, &k, source, tag, 16, iv, nonce_len, aad, aad_len, source, len));
        CHECK_BYTES(source, want, len);
        CHECK_MEM(tag, want_tag, 16);
        CHECK_OK(gmi_sm4_ccm_decrypt(r.sm4, &k, got, source, len, tag, 16, iv, nonce_len, aad, aad_len));
        CHECK_BYTES(got, in, len);
    }
}

static void macs_and_ccm_of_every_row(void)
{
    every_sm4_row(macs_of_row);
}

TEST_SUITE(mode_rows, CASE(every_length), CASE(every_alignment), CASE(counters_carry), CASE(gcm_of_every_pair),
           CASE(macs_and_ccm_of_every_row));
