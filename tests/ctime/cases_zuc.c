/* ZUC: the seam, the stream, 3GPP's algorithms, MACs, and the authenticated modes. */
#include <string.h>

#include "ctime.h"
#include "zuc/zuc_core.h"

#define LONG 613

static uint8_t key[32], tag_key[32], hash_key[16], iv[24], aad[45], in[LONG + 64], out[LONG + 64], text[LONG], tag[16];
static uint8_t wrong[16];
static uint32_t state[GMI_ZUC_STATE];

static void prepare(void)
{
    ct_secret(key, sizeof key);
    ct_secret(tag_key, sizeof tag_key);
    ct_secret(hash_key, sizeof hash_key);
    ct_public(iv, sizeof iv);
    ct_public(aad, sizeof aad);
    ct_secret(in, sizeof in);
    memset(out, 0, sizeof out);
    memset(text, 0, sizeof text);
    memset(tag, 0, sizeof tag);
}

/* A state with secret cells, none of them 0. */
static void prepare_state(void)
{
    uint32_t random[GMI_ZUC_STATE];
    ct_secret(random, sizeof random);
    for (int i = 0; i < 16; i++)
        random[i] = (random[i] & 0x7ffffffe) | 1;
    memcpy(state, random, sizeof state);
}

static void init(const void *p)
{
    const struct zuc_impl *row = p;
    prepare();
    gmi_zuc128_load(state, key, iv);
    ct_begin();
    row->init(state);
    ct_end();
    ct_result(state, sizeof state);
}

static void crypt(const void *p)
{
    const struct zuc_impl *row = p;
    prepare_state();
    ct_public(in, sizeof in);
    memset(out, 0, sizeof out);
    ct_begin();
    row->crypt(state, out, in, 1);
    row->crypt(state, out + 4, in, 19);
    row->crypt(state, out + 80, NULL, 77);
    ct_end();
    ct_result(out, 388);
    ct_result(state, sizeof state);
}

static void lanes(const void *p)
{
    const struct zuc_impl *row = p;
    static struct zuc_lanes z;
    static uint8_t stream[GMI_ZUC_MAX_LANES][192];
    if (row->lanes == 0)
        return;
    for (int i = 0; i < GMI_ZUC_MAX_LANES; i++) {
        prepare_state();
        for (int k = 0; k < GMI_ZUC_STATE; k++)
            z.word[k][i] = state[k];
    }
    memset(stream, 0, sizeof stream);
    ct_begin();
    row->steps_many(&z, 0x5, stream[0], sizeof stream[0], 32);
    row->steps_many(&z, 0, stream[0], sizeof stream[0], 44);
    ct_end();
    for (unsigned i = 0; i < row->lanes; i++)
        ct_result(stream[i], sizeof stream[i]);
}

static void mac_sum(const void *p)
{
    const struct zuc_impl *row = p;
    uint64_t t[2] = {0, 0};
    prepare();
    ct_secret(text, sizeof text);
    ct_begin();
    row->mac(t, text, in, 7, 0);
    row->mac(t, text, in, 9, 1);
    ct_end();
    ct_result(t, sizeof t);
}

static void stream(const void *row)
{
    static gm_zuc_ctx ctx;
    prepare();
    ct_begin();
    gmi_zuc_init(row, &ctx, GM_ZUC_256, key, iv);
    gmi_zuc_crypt(row, &ctx, out, in, 7);
    gmi_zuc_crypt(row, &ctx, out + 7, in + 7, 100);
    gmi_zuc_seek(row, &ctx, 3);
    gmi_zuc_crypt(row, &ctx, out + 107, in, 93);
    ct_end();
    ct_result(out, 200);
}

static void eea3(const void *row)
{
    prepare();
    ct_begin();
    gmi_zuc_eea3(row, key, 5, 7, 1, out, in, 8 * LONG - 3);
    ct_end();
    ct_result(out, LONG - 1);
}

static void eia3(const void *row)
{
    prepare();
    ct_begin();
    gmi_zuc_eia3(row, key, 5, 7, 1, tag, in, 8 * LONG - 3);
    ct_end();
    ct_result(tag, 4);
}

static void many(const void *row)
{
    enum { N = 19 };
    static gm_zuc_packet packets[N];
    static uint8_t macs[N][4];
    prepare();
    for (size_t i = 0; i < N; i++)
        packets[i] = (gm_zuc_packet){.key = key + i % 16, .in = in + i, .out = out + 30 * i, .bits = 7 + 11 * i};
    memset(macs, 0, sizeof macs);
    ct_begin();
    gmi_zuc_eea3_many(row, packets, N);
    gmi_zuc_eia3_many(row, macs, packets, N);
    ct_end();
    for (size_t i = 0; i < N; i++)
        ct_result(out + 30 * i, (7 + 11 * i) / 8);
    ct_result(macs, sizeof macs);
}

static void mac_256(const void *row)
{
    static gm_zuc_mac_ctx ctx;
    prepare();
    ct_begin();
    gmi_zuc_mac_init(row, &ctx, GM_ZUC_256, key, iv, 16);
    gmi_zuc_mac_update(row, &ctx, in, 21);
    gmi_zuc_mac_update(row, &ctx, in + 21, 200);
    gmi_zuc_mac_finish(row, &ctx, in + 221, 77, tag);
    ct_end();
    ct_result(tag, 16);
}

/* The best GHASH row that needs no more than this one. */
static const struct ghash_impl *hash_for(const void *p)
{
    const struct zuc_impl *row = p;
    const struct ghash_impl *const *hash = gmi_ghash_table;
    while (((*hash)->needs & ~row->needs) != 0)
        hash++;
    return *hash;
}

static gm_status gxm_seal(const void *row)
{
    return gmi_zuc_gxm_encrypt(row, hash_for(row), GM_ZUC_128, hash_key, key, iv, out, tag, 15, aad, sizeof aad, in,
                               LONG);
}

static gm_status mur_seal(const void *row)
{
    return gmi_zuc_mur_encrypt(row, hash_for(row), GM_ZUC_256, hash_key, key, tag_key, iv, out, tag, 16, aad,
                               sizeof aad, in, LONG);
}

static void gxm_encrypt(const void *row)
{
    prepare();
    ct_begin();
    (void)!gxm_seal(row);
    ct_end();
    ct_result(out, LONG);
    ct_result(tag, 15);
}

/* Not its tag: that is made public, for it becomes an IV. */
static void mur_encrypt(const void *row)
{
    prepare();
    ct_begin();
    (void)!mur_seal(row);
    ct_end();
    ct_result(out, LONG);
}

/* The tag as it was sent, or with a wrong bit in a place that changes from run to run. */
static void send(int good)
{
    memcpy(wrong, tag, sizeof wrong);
    if (!good)
        wrong[ct_run() % 15] ^= (uint8_t)(1 << ct_run() % 8);
    ct_release(out, sizeof out);
    ct_release(wrong, sizeof wrong);
}

static void gxm_decrypt(const void *row, int good)
{
    prepare();
    (void)!gxm_seal(row);
    send(good);
    ct_begin();
    (void)!gmi_zuc_gxm_decrypt(row, hash_for(row), GM_ZUC_128, hash_key, key, iv, text, out, LONG, wrong, 15, aad,
                               sizeof aad);
    ct_end();
    if (good)
        ct_result(text, LONG);
}

static void mur_decrypt(const void *row, int good)
{
    prepare();
    (void)!mur_seal(row);
    send(good);
    ct_begin();
    (void)!gmi_zuc_mur_decrypt(row, hash_for(row), GM_ZUC_256, hash_key, key, tag_key, iv, text, out, LONG, wrong, 16,
                               aad, sizeof aad);
    ct_end();
    if (good)
        ct_result(text, LONG);
}

static void gxm_decrypt_good(const void *row)
{
    gxm_decrypt(row, 1);
}

static void gxm_decrypt_wrong(const void *row)
{
    gxm_decrypt(row, 0);
}

static void mur_decrypt_good(const void *row)
{
    mur_decrypt(row, 1);
}

static void mur_decrypt_wrong(const void *row)
{
    mur_decrypt(row, 0);
}

const struct ct_case ct_zuc_cases[] = {
    {"init", init},
    {"crypt", crypt},
    {"steps_many", lanes},
    {"mac", mac_sum},
    {"stream", stream},
    {"eea3", eea3},
    {"eia3", eia3},
    {"many", many},
    {"zuc256-mac", mac_256},
    {"gxm-encrypt", gxm_encrypt},
    {"gxm-decrypt", gxm_decrypt_good},
    {"gxm-decrypt-wrong", gxm_decrypt_wrong},
    {"mur-encrypt", mur_encrypt},
    {"mur-decrypt", mur_decrypt_good},
    {"mur-decrypt-wrong", mur_decrypt_wrong},
    {NULL, NULL},
};
