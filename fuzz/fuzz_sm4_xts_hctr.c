/* XTS in both bit orders and HCTR: decryption gives the text back, the length is kept, in place equals
 * out of place, every row equals portable, short texts are refused. */
/* covers: src/sm4/modes/xts.c src/sm4/modes/hctr.c */
#include <guomi/sm4.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm4/modes/modes.h"

#define MOST 1024

struct keys {
    gm_sm4_xts_key xts;
    uint8_t bytes[32], tweak[16];
};

/* kind 0 and 1: XTS in the two bit orders; 2: HCTR. */
static gm_status run(const struct sm4_impl *row, const struct ghash_impl *hash, const struct keys *k, int kind,
                     int decrypt, uint8_t *out, const uint8_t *in, size_t len)
{
    gm_sm4_xts_standard standard = kind == 0 ? GM_SM4_XTS_IEEE1619 : GM_SM4_XTS_GB17964;
    if (kind == 2)
        return (decrypt ? gmi_sm4_hctr_decrypt : gmi_sm4_hctr_encrypt)(row, hash, &k->xts.data_, k->bytes + 16, out, in,
                                                                       len, k->tweak);
    return (decrypt ? gmi_sm4_xts_decrypt : gmi_sm4_xts_encrypt)(row, &k->xts, standard, out, in, len, k->tweak);
}

/* The public functions agree with the workers; missing arguments are refused. */
static void public_ones(const struct keys *k, int kind, const uint8_t *text, size_t n, const uint8_t *want)
{
    static uint8_t got[MOST];
    gm_sm4_xts_standard standard = kind == 0 ? GM_SM4_XTS_IEEE1619 : GM_SM4_XTS_GB17964;
    const gm_sm4_key *key = &k->xts.data_;
    const uint8_t *hash_key = k->bytes + 16;
    uint8_t tweak[16];
    if (kind == 2) {
        FUZZ_CHECK(gm_sm4_hctr_encrypt(key, hash_key, got, text, n, k->tweak) == GM_OK && memcmp(got, want, n) == 0);
        FUZZ_CHECK(gm_sm4_hctr_decrypt(key, hash_key, got, got, n, k->tweak) == GM_OK && memcmp(got, text, n) == 0);
        FUZZ_CHECK(gm_sm4_hctr_encrypt(NULL, hash_key, got, text, n, k->tweak) == GM_ERR_ARGUMENT);
        return;
    }
    FUZZ_CHECK(gm_sm4_xts_encrypt(&k->xts, standard, got, text, n, k->tweak) == GM_OK && memcmp(got, want, n) == 0);
    FUZZ_CHECK(gm_sm4_xts_decrypt(&k->xts, standard, got, got, n, k->tweak) == GM_OK && memcmp(got, text, n) == 0);
    FUZZ_CHECK(gm_sm4_xts_encrypt(NULL, standard, got, text, n, k->tweak) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_xts_key_init(NULL, k->bytes) == GM_ERR_ARGUMENT);
    gm_sm4_xts_unit_tweak(tweak, n);
    FUZZ_CHECK(tweak[0] == (uint8_t)n && tweak[1] == (uint8_t)(n >> 8) && tweak[15] == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t want[MOST], unwant[MOST], got[MOST];
    struct fuzz_input in = {data, size};
    struct keys k;
    for (size_t i = 0; i < 32; i++)
        k.bytes[i] = (uint8_t)fuzz_byte(&in);
    for (size_t i = 0; i < 16; i++)
        k.tweak[i] = (uint8_t)fuzz_byte(&in);
    struct fuzz_input text = fuzz_part(&in, MOST);
    size_t n = text.size;
    FUZZ_CHECK(gm_sm4_xts_key_init(&k.xts, k.bytes) == GM_OK);
    for (int kind = 0; kind < 3; kind++) {
        gm_status st = run(&gmi_sm4_portable, &gmi_ghash_portable, &k, kind, 0, want, text.data, n);
        FUZZ_CHECK(st == (n < 16 ? GM_ERR_ARGUMENT : GM_OK));
        if (st != GM_OK)
            continue;
        FUZZ_CHECK(run(&gmi_sm4_portable, &gmi_ghash_portable, &k, kind, 1, unwant, text.data, n) == GM_OK);
        public_ones(&k, kind, text.data, n, want);
        for (size_t i = 0; i < gmi_sm4_rows; i++) {
            const struct sm4_impl *row = gmi_sm4_table[i];
            const struct ghash_impl *hash = gmi_ghash_table[i % gmi_ghash_rows];
            if (!gmi_cpu_has(row->needs) || !gmi_cpu_has(hash->needs))
                continue;
            FUZZ_CHECK(run(row, hash, &k, kind, 0, got, text.data, n) == GM_OK && memcmp(got, want, n) == 0);
            FUZZ_CHECK(run(row, hash, &k, kind, 1, got, got, n) == GM_OK && memcmp(got, text.data, n) == 0);
            FUZZ_CHECK(run(row, hash, &k, kind, 1, got, got, n) == GM_OK && memcmp(got, unwant, n) == 0);
        }
    }
    return 0;
}
