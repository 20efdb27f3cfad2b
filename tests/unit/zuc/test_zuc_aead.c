/* GXM and MUR: vectors on every row, pieces, one use, wrong tags, errors. */
#include <guomi/zuc.h>

#include "gmtest.h"
#include "vectors.h"
#include "zuc_rows.h"

static uint8_t text[9000], sealed[9000], opened[9000];

static const struct ghash_impl *hash_row(size_t i)
{
    const struct ghash_impl *hash = gmi_ghash_table[i % gmi_ghash_rows];
    return gmi_cpu_has(hash->needs) ? hash : &gmi_ghash_portable;
}

/* One call of either mode in either direction. */
struct message {
    int mur;
    gm_zuc_kind kind;
    const uint8_t *h, *key, *tag_key, *iv, *aad;
    size_t aad_len, len, tag_len;
};

static gm_status seal(const struct zuc_impl *row, const struct ghash_impl *hash, const struct message *m, uint8_t *out,
                      const uint8_t *in, uint8_t *tag)
{
    return m->mur ? gmi_zuc_mur_encrypt(row, hash, m->kind, m->h, m->key, m->tag_key, m->iv, out, tag, m->tag_len,
                                        m->aad, m->aad_len, in, m->len)
                  : gmi_zuc_gxm_encrypt(row, hash, m->kind, m->h, m->key, m->iv, out, tag, m->tag_len, m->aad,
                                        m->aad_len, in, m->len);
}

static gm_status open_(const struct zuc_impl *row, const struct ghash_impl *hash, const struct message *m, uint8_t *out,
                       const uint8_t *in, const uint8_t *tag)
{
    return m->mur ? gmi_zuc_mur_decrypt(row, hash, m->kind, m->h, m->key, m->tag_key, m->iv, out, in, m->len, tag,
                                        m->tag_len, m->aad, m->aad_len)
                  : gmi_zuc_gxm_decrypt(row, hash, m->kind, m->h, m->key, m->iv, out, in, m->len, tag, m->tag_len,
                                        m->aad, m->aad_len);
}

static void vector_file(void)
{
    struct vec_file v = vec_open("zuc.txt");
    struct vec_block b = {.count = 0};
    size_t seen[2] = {0, 0};
    zuc_report_missing_rows();
    while (vec_next(&v, &b)) {
        int mur = vec_is(&b, "op", "zuc-mur");
        if (!mur && !vec_is(&b, "op", "zuc-gxm"))
            continue;
        const struct vec_field *pt = vec_need(&b, "pt"), *ct = vec_need(&b, "ct"), *aad = vec_need(&b, "aad");
        const struct vec_field *tag = vec_need(&b, "tag");
        struct message m = {.mur = mur,
                            .kind = GM_ZUC_128,
                            .h = vec_need(&b, "h")->bytes,
                            .key = vec_need(&b, mur ? "data_key" : "key")->bytes,
                            .iv = vec_need(&b, "iv")->bytes,
                            .aad = aad->bytes,
                            .aad_len = aad->len,
                            .len = pt->len,
                            .tag_len = tag->len};
        m.tag_key = mur ? vec_need(&b, "tag_key")->bytes : NULL;
        uint8_t got[16];
        seen[mur]++;
        FOR_EACH_ROW(row)
        {
            const struct ghash_impl *hash = hash_row(row_i);
            CHECK_OK(seal(row, hash, &m, sealed, pt->bytes, got));
            CHECK_MEM(sealed, ct->bytes, ct->len);
            CHECK_MEM(got, tag->bytes, tag->len);
            CHECK_OK(open_(row, hash, &m, sealed, sealed, got));
            CHECK_MEM(sealed, pt->bytes, pt->len);
        }
    }
    CHECK_MSG(seen[0] >= 3 && seen[1] >= 3, "only %zu and %zu blocks", seen[0], seen[1]);
}

static uint8_t secret[4][32], nonce[23], extra[100];

static struct message random_message(int round)
{
    rand_bytes(secret, sizeof secret);
    rand_bytes(nonce, sizeof nonce);
    rand_bytes(extra, sizeof extra);
    return (struct message){.mur = round & 1,
                            .kind = round & 2 ? GM_ZUC_128 : GM_ZUC_256,
                            .h = secret[0],
                            .key = secret[1],
                            .tag_key = secret[2],
                            .iv = nonce,
                            .aad = extra,
                            .aad_len = rand_below(rand_below(3) == 0 ? 1 : sizeof extra),
                            .len = rand_below(round % 20 == 0 ? sizeof text : 200),
                            .tag_len = 8 + rand_below(9)};
}

static gm_status seal_in_pieces(const struct message *m, uint8_t *out, const uint8_t *in, uint8_t *tag, size_t most)
{
    gm_zuc_gxm_ctx gxm;
    gm_zuc_mur_ctx mur;
    size_t part;
    if (m->mur)
        CHECK_OK(gm_zuc_mur_encrypt_init(&mur, m->kind, m->h, m->key, m->tag_key, m->iv, m->tag_len));
    else
        CHECK_OK(gm_zuc_gxm_init(&gxm, GM_ZUC_ENCRYPT, m->kind, m->h, m->key, m->iv, m->tag_len));
    for (size_t at = 0; at < m->aad_len; at += part) {
        part = rand_below(most + 1);
        part = part < m->aad_len - at ? part : m->aad_len - at;
        CHECK_OK(m->mur ? gm_zuc_mur_aad(&mur, m->aad + at, part) : gm_zuc_gxm_aad(&gxm, m->aad + at, part));
    }
    for (int reading = m->mur ? 0 : 1; reading < 2; reading++) {
        for (size_t at = 0; at < m->len; at += part) {
            part = rand_below(most + 1);
            part = part < m->len - at ? part : m->len - at;
            if (!m->mur)
                CHECK_OK(gm_zuc_gxm_encrypt_update(&gxm, out + at, in + at, part));
            else if (reading == 0)
                CHECK_OK(gm_zuc_mur_absorb(&mur, in + at, part));
            else
                CHECK_OK(gm_zuc_mur_encrypt_update(&mur, out + at, in + at, part));
        }
        if (m->mur && reading == 0)
            CHECK_OK(gm_zuc_mur_tag(&mur, tag, m->tag_len));
    }
    return m->mur ? gm_zuc_mur_encrypt_finish(&mur) : gm_zuc_gxm_encrypt_finish(&gxm, tag, m->tag_len);
}

static gm_status open_in_pieces(const struct message *m, uint8_t *out, const uint8_t *in, const uint8_t *tag,
                                size_t most)
{
    gm_zuc_gxm_ctx gxm;
    gm_zuc_mur_ctx mur;
    size_t part;
    if (m->mur) {
        CHECK_OK(gm_zuc_mur_decrypt_init(&mur, m->kind, m->h, m->key, m->tag_key, m->iv, tag, m->tag_len));
        CHECK_OK(gm_zuc_mur_aad(&mur, m->aad, m->aad_len));
    } else {
        CHECK_OK(gm_zuc_gxm_init(&gxm, GM_ZUC_DECRYPT, m->kind, m->h, m->key, m->iv, m->tag_len));
        CHECK_OK(gm_zuc_gxm_aad(&gxm, m->aad, m->aad_len));
    }
    for (size_t at = 0; at < m->len; at += part) {
        part = rand_below(most + 1);
        part = part < m->len - at ? part : m->len - at;
        CHECK_OK(m->mur ? gm_zuc_mur_decrypt_update_unverified(&mur, out + at, in + at, part)
                        : gm_zuc_gxm_decrypt_update_unverified(&gxm, out + at, in + at, part));
    }
    return m->mur ? gm_zuc_mur_decrypt_finish(&mur) : gm_zuc_gxm_decrypt_finish(&gxm, tag, m->tag_len);
}

/* Whole against pieces, both ways, and every part of the message tampered with. */
static void any_pieces_and_any_damage(void)
{
    for (int round = 0; round < 400; round++) {
        struct message m = random_message(round);
        uint8_t tag[16], again[16];
        const size_t most = round % 3 ? 20 : 700;
        static uint8_t zero[sizeof text];
        rand_bytes(text, m.len);
        CHECK_OK(seal(gmi_zuc(), gmi_ghash(), &m, sealed, text, tag));
        CHECK_OK(seal_in_pieces(&m, opened, text, again, most));
        CHECK_MEM(opened, sealed, m.len);
        CHECK_MEM(again, tag, m.tag_len);
        CHECK_OK(open_in_pieces(&m, opened, sealed, tag, most));
        CHECK_MEM(opened, text, m.len);
        CHECK_OK(open_(&gmi_zuc_portable, &gmi_ghash_portable, &m, opened, sealed, tag));
        CHECK_MEM(opened, text, m.len);
        uint8_t *damaged = rand_below(2) || m.len == 0 ? tag + rand_below(m.tag_len) : sealed + rand_below(m.len);
        if (m.aad_len > 0 && rand_below(3) == 0)
            damaged = extra + rand_below(m.aad_len);
        *damaged ^= (uint8_t)(1 << rand_below(8));
        memset(opened, 0xa5, m.len);
        CHECK_EQ(open_(gmi_zuc(), gmi_ghash(), &m, opened, sealed, tag), GM_ERR_VERIFY);
        CHECK_MEM(opened, zero, m.len);
        CHECK_EQ(open_in_pieces(&m, opened, sealed, tag, most), GM_ERR_VERIFY);
    }
}

static void contexts_serve_once(void)
{
    struct message m = random_message(0);
    static const gm_zuc_gxm_ctx no_gxm;
    static const gm_zuc_mur_ctx no_mur;
    gm_zuc_gxm_ctx g, g2;
    gm_zuc_mur_ctx u, u2;
    uint8_t tag[16], out[32];
    CHECK_OK(gm_zuc_gxm_init(&g, GM_ZUC_ENCRYPT, m.kind, m.h, m.key, m.iv, 16));
    g2 = g; /* moved */
    CHECK_EQ(gm_zuc_gxm_aad(&g2, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_gxm_encrypt_update(&g2, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_gxm_encrypt_finish(&g2, tag, 16), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_gxm_decrypt_update_unverified(&g, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_gxm_decrypt_finish(&g, tag, 16), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_gxm_encrypt_finish(&g, tag, 15), GM_ERR_ARGUMENT);
    CHECK_OK(gm_zuc_gxm_encrypt_update(&g, NULL, NULL, 0));
    CHECK_EQ(gm_zuc_gxm_aad(&g, text, 1), GM_ERR_STATE);
    CHECK_OK(gm_zuc_gxm_encrypt_finish(&g, tag, 16));
    CHECK_MEM(&g, &no_gxm, sizeof g);
    CHECK_EQ(gm_zuc_gxm_encrypt_update(&g, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_gxm_encrypt_finish(&g, tag, 16), GM_ERR_STATE);

    CHECK_OK(gm_zuc_mur_encrypt_init(&u, m.kind, m.h, m.key, m.tag_key, m.iv, 12));
    u2 = u;
    CHECK_EQ(gm_zuc_mur_absorb(&u2, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_tag(&u2, tag, 12), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_encrypt_update(&u, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_encrypt_finish(&u), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_decrypt_update_unverified(&u, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_decrypt_finish(&u), GM_ERR_STATE);
    CHECK_OK(gm_zuc_mur_absorb(&u, text, 20));
    CHECK_EQ(gm_zuc_mur_aad(&u, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_tag(&u, tag, 13), GM_ERR_ARGUMENT);
    CHECK_OK(gm_zuc_mur_tag(&u, tag, 12));
    CHECK_EQ(gm_zuc_mur_tag(&u, tag, 12), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_absorb(&u, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_encrypt_update(&u, out, text, 21), GM_ERR_ARGUMENT);
    CHECK_OK(gm_zuc_mur_encrypt_update(&u, out, text, 20));
    CHECK_OK(gm_zuc_mur_encrypt_finish(&u));
    CHECK_MEM(&u, &no_mur, sizeof u);
    CHECK_EQ(gm_zuc_mur_encrypt_finish(&u), GM_ERR_STATE);

    /* A second reading that is shorter, or another text. */
    for (size_t len = 19; len <= 20; len++) {
        CHECK_OK(gm_zuc_mur_encrypt_init(&u, m.kind, m.h, m.key, m.tag_key, m.iv, 12));
        CHECK_OK(gm_zuc_mur_absorb(&u, text, 20));
        CHECK_OK(gm_zuc_mur_tag(&u, tag, 12));
        CHECK_OK(gm_zuc_mur_encrypt_update(&u, out, len == 20 ? text + 1 : text, len));
        CHECK_EQ(gm_zuc_mur_encrypt_finish(&u), GM_ERR_VERIFY);
        CHECK_MEM(&u, &no_mur, sizeof u);
    }
    CHECK_OK(gm_zuc_mur_decrypt_init(&u, m.kind, m.h, m.key, m.tag_key, m.iv, tag, 12));
    CHECK_EQ(gm_zuc_mur_absorb(&u, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_tag(&u, tag, 12), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_encrypt_update(&u, out, text, 1), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_decrypt_finish(&u), GM_ERR_VERIFY);
    CHECK_MEM(&u, &no_mur, sizeof u);
}

static void bad_arguments(void)
{
    struct message m = random_message(0);
    uint8_t tag[17] = {0}, before[sizeof tag] = {0};
    gm_zuc_gxm_ctx g;
    gm_zuc_mur_ctx u;
    m.len = 20;
    m.aad_len = 3;
    m.tag_len = 12;
    memset(sealed, 0xa5, 40);
    for (int mur = 0; mur < 2; mur++) {
        m.mur = mur;
#define REFUSED(change)                                                                     \
    do {                                                                                    \
        struct message bad_ = m;                                                            \
        bad_.change;                                                                        \
        CHECK_EQ(seal(gmi_zuc(), gmi_ghash(), &bad_, sealed, text, tag), GM_ERR_ARGUMENT);  \
        CHECK_EQ(open_(gmi_zuc(), gmi_ghash(), &bad_, sealed, text, tag), GM_ERR_ARGUMENT); \
    } while (0)
        REFUSED(kind = (gm_zuc_kind)0);
        REFUSED(h = NULL);
        REFUSED(key = NULL);
        REFUSED(iv = NULL);
        REFUSED(aad = NULL);
        REFUSED(tag_len = 7);
        REFUSED(tag_len = 17);
        REFUSED(tag_len = 0);
        REFUSED(aad = sealed + 19);
        REFUSED(iv = sealed);
        CHECK_EQ(seal(gmi_zuc(), gmi_ghash(), &m, NULL, text, tag), GM_ERR_ARGUMENT);
        CHECK_EQ(seal(gmi_zuc(), gmi_ghash(), &m, sealed, NULL, tag), GM_ERR_ARGUMENT);
        CHECK_EQ(seal(gmi_zuc(), gmi_ghash(), &m, sealed, sealed + 1, tag), GM_ERR_ARGUMENT);
        CHECK_EQ(seal(gmi_zuc(), gmi_ghash(), &m, sealed, text, NULL), GM_ERR_ARGUMENT);
        CHECK_EQ(seal(gmi_zuc(), gmi_ghash(), &m, sealed, text, sealed + 10), GM_ERR_ARGUMENT);
        CHECK_EQ(open_(gmi_zuc(), gmi_ghash(), &m, sealed, text, NULL), GM_ERR_ARGUMENT);
    }
    REFUSED(tag_key = NULL);
    CHECK_EQ(sealed[0], 0xa5);
    CHECK_MEM(tag, before, sizeof tag);
    CHECK_EQ(gm_zuc_gxm_init(NULL, GM_ZUC_ENCRYPT, m.kind, m.h, m.key, m.iv, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_gxm_init(&g, (gm_zuc_direction)0, m.kind, m.h, m.key, m.iv, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_gxm_init(&g, GM_ZUC_DECRYPT, m.kind, m.h, m.key, m.iv, 7), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_gxm_decrypt_finish(&g, tag, 16), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_encrypt_init(NULL, m.kind, m.h, m.key, m.tag_key, m.iv, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mur_encrypt_init(&u, m.kind, m.h, m.key, NULL, m.iv, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mur_decrypt_init(&u, m.kind, m.h, m.key, m.tag_key, m.iv, NULL, 16), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mur_decrypt_finish(&u), GM_ERR_STATE);
    CHECK_EQ(gm_zuc_mur_encrypt_finish(NULL), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_mur_decrypt_finish(NULL), GM_ERR_ARGUMENT);
    CHECK_OK(gm_zuc_gxm_init(&g, GM_ZUC_ENCRYPT, m.kind, m.h, m.key, m.iv, 16));
    CHECK_EQ(gm_zuc_gxm_aad(&g, NULL, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_gxm_encrypt_update(&g, NULL, text, 1), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_gxm_encrypt_update(&g, sealed, sealed + 1, 2), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_zuc_gxm_encrypt_finish(&g, NULL, 16), GM_ERR_ARGUMENT);
    CHECK_OK(gm_zuc_gxm_encrypt_finish(&g, tag, 16));
}

TEST_SUITE(zuc_aead, CASE(vector_file), CASE(any_pieces_and_any_damage), CASE(contexts_serve_once),
           CASE(bad_arguments));
