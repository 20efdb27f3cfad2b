/* Every SM4 row against the portable one: all entries, numbers of blocks, alignments, in place and not. */
#include "gmtest.h"

#include "cpu/cpu.h"
#include "ghash/ghash_impl.h"
#include "sm4/sm4_impl.h"

#define MOST 200 /* blocks */
#define ROOM (16 * MOST + 128)

enum entry {
    ECB,
    CTR,
    CTR32,
    CBC_DECRYPT,
    CFB_DECRYPT,
    XTS,
    XTS_GB,
    HCTR_CTR,
    CBC_ENCRYPT,
    CFB_ENCRYPT,
    OFB,
    CBCMAC,
    CCM,
    CCM_DECRYPT,
    GCM,
    GCM_DECRYPT,
    ENTRIES
};

static const char *const names[ENTRIES] = {
    "ecb",         "ctr",         "ctr32", "cbc_decrypt", "cfb_decrypt", "xts ieee", "xts gb", "hctr_ctr",
    "cbc_encrypt", "cfb_encrypt", "ofb",   "cbcmac",      "ccm",         "ccm dec",  "gcm",    "gcm dec",
};

struct call {
    uint32_t enc[32], dec[32];
    uint8_t state[16], counter[16], y[16], table[GMI_GHASH_POWERS][16];
    uint64_t first;
};

/* The entry of a row, or where it has none, what the modes do without. */
static void run(const struct sm4_impl *row, enum entry e, struct call *c, uint8_t *out, const uint8_t *in, size_t n)
{
    static uint8_t plain[16 * MOST];
    switch (e) {
    case ECB:
        row->ecb(c->enc, out, in, n);
        break;
    case CTR:
        row->ctr(c->enc, c->counter, out, in, n);
        break;
    case CTR32:
        row->ctr32(c->enc, c->counter, out, in, n);
        break;
    case CBC_DECRYPT:
        row->cbc_decrypt(c->dec, c->state, out, in, n);
        break;
    case CFB_DECRYPT:
        row->cfb_decrypt(c->enc, c->state, out, in, n);
        break;
    case XTS:
    case XTS_GB:
        row->xts(c->dec, c->state, e == XTS_GB, out, in, n);
        break;
    case HCTR_CTR:
        row->hctr_ctr(c->enc, c->state, c->first, out, in, n);
        break;
    case CBC_ENCRYPT:
        row->cbc_encrypt(c->enc, c->state, out, in, n);
        break;
    case CFB_ENCRYPT:
        row->cfb_encrypt(c->enc, c->state, out, in, n);
        break;
    case OFB:
        row->ofb(c->enc, c->state, out, in, n);
        break;
    case CBCMAC:
        row->cbcmac(c->enc, c->state, in, n);
        break;
    case CCM:
    case CCM_DECRYPT:
        if (row->ccm != NULL) {
            row->ccm(c->enc, c->state, c->counter, e == CCM_DECRYPT, out, in, n);
            break;
        }
        memcpy(plain, in, 16 * n);
        row->ctr(c->enc, c->counter, out, in, n);
        row->cbcmac(c->enc, c->state, e == CCM ? plain : out, n);
        break;
    case GCM:
    case GCM_DECRYPT:
        if (row->gcm != NULL) {
            row->gcm(c->enc, (const uint8_t(*)[16])c->table, c->y, c->counter, e == GCM_DECRYPT, out, in, n);
            break;
        }
        memcpy(plain, in, 16 * n);
        row->ctr32(c->enc, c->counter, out, in, n);
        gmi_ghash_portable.update(c->y, (const uint8_t(*)[16])c->table, e == GCM ? out : plain, n);
        break;
    case ENTRIES:
        break;
    }
}

static void random_call(struct call *c)
{
    uint8_t key[16];
    rand_bytes(key, 16);
    gmi_sm4_portable.expand_key(c->enc, c->dec, key);
    rand_bytes(c->state, 16);
    rand_bytes(c->counter, 16);
    rand_bytes(c->y, 16);
    c->first = rand_u64() >> rand_below(64);
    rand_bytes(key, 16);
    gmi_ghash_portable.powers(c->table, key);
}

/* One call on both rows; whole buffers are compared, so a byte written outside shows. */
static void compare(const struct sm4_impl *row, enum entry e, const struct call *c, size_t n, size_t in_shift,
                    size_t out_shift, int in_place)
{
    static uint8_t in[ROOM], got[ROOM], want[ROOM];
    struct call a = *c, b = *c;
    rand_bytes(in, sizeof in);
    memcpy(got, in, sizeof got);
    memcpy(want, in, sizeof want);
    if (in_place) {
        run(row, e, &a, got + in_shift, got + in_shift, n);
        run(&gmi_sm4_portable, e, &b, want + in_shift, want + in_shift, n);
    } else {
        run(row, e, &a, got + out_shift, in + in_shift, n);
        run(&gmi_sm4_portable, e, &b, want + out_shift, in + in_shift, n);
    }
    unsigned before = gmtest_failures;
    CHECK_MEM(got, want, sizeof got);
    CHECK_MEM(a.state, b.state, 16);
    CHECK_MEM(a.counter, b.counter, 16);
    CHECK_MEM(a.y, b.y, 16);
    if (gmtest_failures != before && before < 10)
        printf("  row %s, %s, %zu blocks, in place %d\n", row->name, names[e], n, in_place);
}

#define FOR_ROWS(row)                                                                    \
    for (size_t row_i = 0; row_i < gmi_sm4_rows; row_i++)                                \
        for (const struct sm4_impl *row = gmi_sm4_table[row_i]; row != NULL; row = NULL) \
            if (row == &gmi_sm4_portable)                                                \
                ;                                                                        \
            else if (!gmi_cpu_has(row->needs))                                           \
                SKIP_PART(row->name);                                                    \
            else

static void keys_and_single_blocks(void)
{
    FOR_ROWS(row)
    for (int i = 0; i < 200; i++) {
        uint8_t key[16], in[16], got[16], want[16];
        uint32_t enc[2][32], dec[2][32];
        rand_bytes(key, 16);
        rand_bytes(in, 16);
        row->expand_key(enc[0], dec[0], key);
        gmi_sm4_portable.expand_key(enc[1], dec[1], key);
        CHECK_MEM(enc[0], enc[1], sizeof enc[0]);
        CHECK_MEM(dec[0], dec[1], sizeof dec[0]);
        row->block(enc[1], got, in);
        gmi_sm4_portable.block(enc[1], want, in);
        CHECK_MEM(got, want, 16);
        row->block(dec[1], got, got);
        CHECK_MEM(got, in, 16);
    }
}

/* Each single byte value at each place of the key and of the block: the whole S-box is met. */
static void every_byte_value(void)
{
    FOR_ROWS(row)
    for (int value = 0; value < 256; value++) {
        uint8_t in[64 * 16], got[64 * 16], want[64 * 16], key[16];
        uint32_t enc[2][32], dec[2][32];
        memset(key, value, 16);
        row->expand_key(enc[0], dec[0], key);
        gmi_sm4_portable.expand_key(enc[1], dec[1], key);
        CHECK_MEM(enc[0], enc[1], sizeof enc[0]);
        memset(in, 0, sizeof in);
        for (int i = 0; i < 16; i++)
            in[16 * (value % 48 + i) + i] = (uint8_t)value;
        row->ecb(enc[1], got, in, 64);
        gmi_sm4_portable.ecb(enc[1], want, in, 64);
        CHECK_MEM(got, want, sizeof got);
    }
}

static void all_lengths(void)
{
    static const size_t longer[] = {96, 97, 127, 128, 129, 160, 191, 192, 193, 200};
    FOR_ROWS(row)
    for (int e = 0; e < ENTRIES; e++)
        for (size_t i = 0; i <= 70 + GM_COUNT(longer); i++) {
            struct call c;
            size_t n = i <= 70 ? i : longer[i - 71];
            random_call(&c);
            compare(row, (enum entry)e, &c, n, rand_below(64), rand_below(64), 0);
            compare(row, (enum entry)e, &c, n, rand_below(64), 0, 1);
        }
}

static void all_alignments(void)
{
    static const size_t sizes[] = {3, 11, 24, 45, 64};
    FOR_ROWS(row)
    for (int e = 0; e < ENTRIES; e++)
        for (size_t shift = 0; shift < 64; shift++) {
            struct call c;
            random_call(&c);
            compare(row, (enum entry)e, &c, sizes[shift % 5], shift, rand_below(64), 0);
            compare(row, (enum entry)e, &c, sizes[(shift + 1) % 5], rand_below(64), shift, 0);
            compare(row, (enum entry)e, &c, sizes[(shift + 2) % 5], shift, 0, 1);
        }
}

/* Counters that wrap after 1 to 70 blocks at each of their bytes. */
static void counters_wrap(void)
{
    static const enum entry counting[] = {CTR, CTR32, HCTR_CTR, CCM, CCM_DECRYPT, GCM};
    static const size_t sizes[] = {4, 16, 32, 64, 100};
    FOR_ROWS(row)
    for (size_t j = 0; j < GM_COUNT(counting); j++)
        for (size_t bytes = 1; bytes <= 16; bytes++)
            for (size_t i = 0; i < GM_COUNT(sizes); i++) {
                struct call c;
                random_call(&c);
                memset(c.counter + 16 - bytes, 0xff, bytes);
                c.counter[15] = (uint8_t)(255 - rand_below(sizes[i]));
                /* Never over 2^64 itself: the caller's lengths keep HCTR's index far below. */
                c.first = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 - rand_below(sizes[i]) : c.first >> 1;
                compare(row, counting[j], &c, sizes[i], rand_below(64), rand_below(64), 0);
            }
}

/* A state carried from call to call is the same as one call. */
static void pieces(void)
{
    FOR_ROWS(row)
    for (int e = 0; e < ENTRIES; e++)
        for (int i = 0; i < 20 && e != HCTR_CTR; i++) {
            static uint8_t in[16 * MOST], got[16 * MOST], want[16 * MOST];
            struct call a, b;
            random_call(&a);
            b = a;
            rand_bytes(in, sizeof in);
            memset(got, 0, sizeof got);
            memset(want, 0, sizeof want);
            run(row, (enum entry)e, &b, want, in, MOST);
            for (size_t at = 0, n; at < MOST; at += n) {
                n = rand_below(at % 3 == 0 ? 10 : 80);
                n = n < MOST - at ? n : MOST - at;
                run(row, (enum entry)e, &a, got + 16 * at, in + 16 * at, n);
            }
            CHECK_MEM(got, want, sizeof got);
            CHECK_MEM(a.state, b.state, 16);
            CHECK_MEM(a.counter, b.counter, 16);
            CHECK_MEM(a.y, b.y, 16);
        }
}

TEST_SUITE(sm4_rows, CASE(keys_and_single_blocks), CASE(every_byte_value), CASE(all_lengths), CASE(all_alignments),
           CASE(counters_wrap), CASE(pieces));
