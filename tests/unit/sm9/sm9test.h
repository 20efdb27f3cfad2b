/* What the tests of SM9 share: environments on every row, vectors as numbers, points and keys. */
#ifndef SM9TEST_H
#define SM9TEST_H

#include <guomi/sm9.h>

#include "sm9_rows.h"
#include "vectors.h"

#include "sm9/many_core.h"

/* Runs what follows in an environment on each row. */
#define FOR_EACH_ENV(env)   \
    FOR_EACH_ROW(env##_row) \
    for (struct sm9_env env = {env##_row, gmi_sm9_env().sm3}; env.row != NULL; env.row = NULL)

static inline int all_zero(const void *p, size_t len)
{
    const uint8_t *bytes = p;
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != 0)
            return 0;
    return 1;
}

static inline int all_are(const void *p, size_t len, uint8_t value)
{
    const uint8_t *bytes = p;
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != value)
            return 0;
    return 1;
}

/* Walks the blocks of a vector file with one op. */
struct vec_walk {
    struct vec_file file;
    struct vec_block block;
    size_t seen;
};

static inline int vec_walk_next(struct vec_walk *w, const char *name, const char *op)
{
    if (w->file.f == NULL)
        w->file = vec_open(name);
    while (vec_next(&w->file, &w->block))
        if (vec_is(&w->block, "op", op)) {
            w->seen++;
            return 1;
        }
    return 0;
}

/* The bytes of a field, which must be that many. */
static inline const uint8_t *vec_bytes(const struct vec_block *b, const char *name, size_t len)
{
    const struct vec_field *f = vec_need(b, name);
    CHECK_EQ(f->len, len);
    return f->bytes;
}

static inline u256 vec_u256(const struct vec_block *b, const char *name)
{
    u256 r;
    u256_from_be(&r, vec_bytes(b, name, 32));
    return r;
}

/* A point of a block, x || y or x1 || x0 || y1 || y0, as an octet string. */
static inline void vec_octets(const struct vec_block *b, const char *name, uint8_t *out, size_t size)
{
    out[0] = 4;
    memcpy(out + 1, vec_bytes(b, name, size - 1), size - 1);
}

static inline uint8_t vec_hid(const struct vec_block *b)
{
    return vec_bytes(b, "hid", 1)[0];
}

static inline gm_sm9_sign_public_key vec_sign_public(const struct vec_block *b, const char *name)
{
    gm_sm9_sign_public_key key;
    uint8_t octets[GM_SM9_G2_SIZE];
    vec_octets(b, name, octets, sizeof octets);
    CHECK_OK(gm_sm9_sign_public_key_read(&key, octets, sizeof octets));
    return key;
}

static inline gm_sm9_enc_public_key vec_enc_public(const struct vec_block *b, const char *name)
{
    gm_sm9_enc_public_key key;
    uint8_t octets[GM_SM9_G1_SIZE];
    vec_octets(b, name, octets, sizeof octets);
    CHECK_OK(gm_sm9_enc_public_key_read(&key, octets, sizeof octets));
    return key;
}

static inline gm_sm9_sign_user_key vec_sign_user(const struct vec_block *b, const char *name)
{
    gm_sm9_sign_user_key key;
    uint8_t octets[GM_SM9_G1_SIZE];
    vec_octets(b, name, octets, sizeof octets);
    CHECK_OK(gm_sm9_sign_user_key_read(&key, octets, sizeof octets));
    return key;
}

static inline gm_sm9_enc_user_key vec_enc_user(const struct vec_block *b, const char *name)
{
    gm_sm9_enc_user_key key;
    uint8_t octets[GM_SM9_G2_SIZE];
    vec_octets(b, name, octets, sizeof octets);
    CHECK_OK(gm_sm9_enc_user_key_read(&key, octets, sizeof octets));
    return key;
}

/* Master keys that are the same in every run of a seed. */
static inline gm_sm9_sign_master_key random_sign_master(void)
{
    const struct sm9_env env = gmi_sm9_env();
    gm_sm9_sign_master_key key;
    u256 s;
    sm9_random_scalar(&s);
    gmi_sm9_sign_master_set(&env, &key, &s);
    return key;
}

static inline gm_sm9_enc_master_key random_enc_master(void)
{
    const struct sm9_env env = gmi_sm9_env();
    gm_sm9_enc_master_key key;
    u256 s;
    sm9_random_scalar(&s);
    gmi_sm9_enc_master_set(&env, &key, &s);
    return key;
}

#endif
