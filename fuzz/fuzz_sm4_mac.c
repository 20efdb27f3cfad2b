/* CMAC and CBC-MAC: any pieces equal the whole, every row equals portable, the right tag is taken and no other. */
/* covers: src/sm4/modes/cmac.c src/sm4/modes/cbcmac.c src/sm4/modes/mac_stream.c */
#include <guomi/sm4.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm4/modes/modes.h"

static void one_row(const struct sm4_impl *row, const gm_sm4_key *key, int cmac, size_t tag_len, unsigned steer,
                    struct fuzz_input in, gm_status want, const uint8_t want_tag[16])
{
    gm_sm4_mac_ctx ctx;
    uint8_t tag[16];
    struct fuzz_input rest = in;
    FUZZ_CHECK((cmac ? gmi_sm4_cmac : gmi_sm4_cbcmac)(row, key, tag, tag_len, in.data, in.size) == want);
    FUZZ_CHECK(want != GM_OK || memcmp(tag, want_tag, tag_len) == 0);
    FUZZ_CHECK((cmac ? gm_sm4_cmac_init : gm_sm4_cbcmac_init)(&ctx, key) == GM_OK);
    while (rest.size > 0) {
        struct fuzz_input part = fuzz_part(&rest, 1 + rest.data[0] % (1 + steer));
        FUZZ_CHECK(gmi_sm4_mac_update(row, &ctx, part.data, part.size) == GM_OK);
    }
    gm_sm4_mac_ctx copy = ctx, wrong = ctx;
    FUZZ_CHECK(gmi_sm4_mac_finish(row, &ctx, tag, tag_len) == want);
    if (want != GM_OK)
        return;
    FUZZ_CHECK(memcmp(tag, want_tag, tag_len) == 0);
    FUZZ_CHECK(gmi_sm4_mac_finish(row, &ctx, tag, tag_len) == GM_ERR_STATE);
    FUZZ_CHECK(gmi_sm4_mac_verify(row, &copy, tag, tag_len) == GM_OK);
    FUZZ_CHECK((cmac ? gmi_sm4_cmac_verify : gmi_sm4_cbcmac_verify)(row, key, tag, tag_len, in.data, in.size) == GM_OK);
    tag[steer % tag_len] ^= (uint8_t)(1 << steer % 8);
    FUZZ_CHECK(gmi_sm4_mac_verify(row, &wrong, tag, tag_len) == GM_ERR_VERIFY);
    FUZZ_CHECK((cmac ? gmi_sm4_cmac_verify : gmi_sm4_cbcmac_verify)(row, key, tag, tag_len, in.data, in.size) ==
               GM_ERR_VERIFY);
}

/* The public functions agree with the workers; wrong calls are refused. */
static void public_ones(const gm_sm4_key *key, int cmac, size_t tag_len, struct fuzz_input in, gm_status want,
                        const uint8_t want_tag[16])
{
    gm_sm4_mac_ctx ctx;
    uint8_t tag[16] = {0};
    FUZZ_CHECK((cmac ? gm_sm4_cmac : gm_sm4_cbcmac)(key, tag, tag_len, in.data, in.size) == want);
    FUZZ_CHECK(want != GM_OK || memcmp(tag, want_tag, tag_len) == 0);
    FUZZ_CHECK((cmac ? gm_sm4_cmac_verify : gm_sm4_cbcmac_verify)(key, tag, tag_len, in.data, in.size) == want);
    FUZZ_CHECK((cmac ? gm_sm4_cmac_init : gm_sm4_cbcmac_init)(NULL, key) == GM_ERR_ARGUMENT);
    FUZZ_CHECK((cmac ? gm_sm4_cmac_init : gm_sm4_cbcmac_init)(&ctx, NULL) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_mac_update(&ctx, in.data, in.size) == GM_ERR_STATE);
    FUZZ_CHECK((cmac ? gm_sm4_cmac_init : gm_sm4_cbcmac_init)(&ctx, key) == GM_OK);
    FUZZ_CHECK(gm_sm4_mac_update(NULL, in.data, in.size) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_mac_update(&ctx, NULL, 1) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_mac_update(&ctx, NULL, 0) == GM_OK);
    FUZZ_CHECK(gm_sm4_mac_update(&ctx, in.data, in.size) == GM_OK);
    gm_sm4_mac_ctx copy = ctx;
    FUZZ_CHECK(gm_sm4_mac_verify(&ctx, NULL, tag_len) == GM_ERR_ARGUMENT);
    FUZZ_CHECK(gm_sm4_mac_verify(&ctx, tag, tag_len) == want);
    FUZZ_CHECK(gm_sm4_mac_finish(&copy, tag, tag_len) == want);
    FUZZ_CHECK(want != GM_OK || memcmp(tag, want_tag, tag_len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned steer = fuzz_byte(&in);
    size_t tag_len = fuzz_byte(&in) % 18;
    uint8_t bytes[16], want[16];
    gm_sm4_key key;
    for (size_t i = 0; i < 16; i++)
        bytes[i] = (uint8_t)fuzz_byte(&in);
    FUZZ_CHECK(gmi_sm4_key_init(&gmi_sm4_portable, &key, bytes) == GM_OK);
    for (int cmac = 0; cmac < 2; cmac++) {
        int fits = tag_len >= 1 && tag_len <= 16 && (cmac || (in.size > 0 && in.size % 16 == 0));
        gm_status st = (cmac ? gmi_sm4_cmac : gmi_sm4_cbcmac)(&gmi_sm4_portable, &key, want, tag_len, in.data, in.size);
        FUZZ_CHECK(st == (fits ? GM_OK : GM_ERR_ARGUMENT));
        for (size_t i = 0; i < gmi_sm4_rows; i++)
            if (gmi_cpu_has(gmi_sm4_table[i]->needs))
                one_row(gmi_sm4_table[i], &key, cmac, tag_len, steer, in, st, want);
        public_ones(&key, cmac, tag_len, in, st, want);
    }
    return 0;
}
