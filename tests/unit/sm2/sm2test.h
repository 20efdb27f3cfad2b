/* What the tests of SM2 share: environments on every row, and vectors as numbers and keys. */
#ifndef SM2TEST_H
#define SM2TEST_H

#include <guomi/sm2.h>

#include "gmtest.h"
#include "vectors.h"

#include "cpu/cpu.h"
#include "sm2/sm2_core.h"

/* The i-th row that runs here, then the row for any curve, which must do SM2's as well; NULL past the end. */
static inline const struct ec_sm2_impl *sm2_row(size_t i)
{
    for (size_t j = 0; j < gmi_ec_sm2_rows; j++)
        if (gmi_cpu_has(gmi_ec_sm2_table[j]->needs) && i-- == 0)
            return gmi_ec_sm2_table[j];
    return i == 0 ? &gmi_ec_generic : NULL;
}

static inline struct sm2_env sm2_env_of(const struct ec_sm2_impl *row)
{
    struct sm2_env env = gmi_sm2_env();
    if (row != NULL)
        env.row = row;
    return env;
}

/* Runs what follows in an environment on each row. */
#define FOR_EACH_ENV(env)                                         \
    for (size_t env##_i = 0; sm2_row(env##_i) != NULL; env##_i++) \
        for (struct sm2_env env = sm2_env_of(sm2_row(env##_i)); env.row != NULL; env.row = NULL)

/* Say which rows of the build cannot run here: once in each suite. */
static inline void sm2_report_missing_rows(void)
{
    for (size_t j = 0; j < gmi_ec_sm2_rows; j++)
        if (!gmi_cpu_has(gmi_ec_sm2_table[j]->needs))
            SKIP_PART(gmi_ec_sm2_table[j]->name);
}

/* A field of 32 bytes. */
static inline const uint8_t *vec_32(const struct vec_block *b, const char *name)
{
    const struct vec_field *f = vec_need(b, name);
    CHECK_EQ(f->len, 32);
    return f->bytes;
}

static inline u256 vec_u256(const struct vec_block *b, const char *name)
{
    u256 r;
    u256_from_be(&r, vec_32(b, name));
    return r;
}

/* r || s of a block. */
static inline void vec_signature(const struct vec_block *b, uint8_t signature[64])
{
    memcpy(signature, vec_32(b, "r"), 32);
    memcpy(signature + 32, vec_32(b, "s"), 32);
}

static inline gm_sm2_private_key vec_private(const struct vec_block *b, const char *name)
{
    gm_sm2_private_key key;
    CHECK_OK(gm_sm2_private_key_read(&key, vec_32(b, name), 32));
    return key;
}

static inline gm_sm2_public_key vec_public(const struct vec_block *b, const char *name)
{
    const struct vec_field *f = vec_need(b, name);
    gm_sm2_public_key key;
    CHECK_OK(gm_sm2_public_key_read(&key, f->bytes, f->len));
    return key;
}

/* A key that is the same in every run of a seed. */
static inline gm_sm2_private_key random_key(void)
{
    const struct sm2_env env = gmi_sm2_env();
    gm_sm2_private_key key;
    uint8_t bytes[GMI_SM2_WIDE_BYTES];
    u256 d;
    rand_bytes(bytes, sizeof bytes);
    gmi_sm2_wide(&env, &d, bytes, 2);
    d.w[0] |= 1;
    gmi_sm2_private_set(&env, &key, &d);
    return key;
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

#endif
