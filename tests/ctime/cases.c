/* The list: every row of every table with its cases. */
#include <stdio.h>

#include "cpu/cpu.h"
#include "ctime.h"
#include "ec_sm2/ec_sm2_impl.h"
#include "ec_sm9/ec_sm9_impl.h"
#include "ghash/ghash_impl.h"
#include "sm3/sm3_impl.h"
#include "sm4/sm4_impl.h"
#include "zuc/zuc_impl.h"

#define TABLE(room)                              \
    static const void *room##_row(size_t i)      \
    {                                            \
        return gmi_##room##_table[i];            \
    }                                            \
    static const char *room##_row_name(size_t i) \
    {                                            \
        return gmi_##room##_table[i]->name;      \
    }                                            \
    static uint64_t room##_row_needs(size_t i)   \
    {                                            \
        return gmi_##room##_table[i]->needs;     \
    }
TABLE(sm3)
TABLE(sm4)
TABLE(ghash)
TABLE(ec_sm2)
TABLE(ec_sm9)
TABLE(zuc)
#undef TABLE

/* Pairs for GCM and HCTR: each SM4 row with the best GHASH row that needs nothing more, then each
 * GHASH row with the portable SM4 row, or, where it needs more than valgrind executes anyway,
 * with the best one. */
static const void *pair_row(size_t i)
{
    static struct ct_pair pair;
    if (i < gmi_sm4_rows) {
        const struct ghash_impl *const *hash = gmi_ghash_table;
        pair.sm4 = gmi_sm4_table[i];
        while (((*hash)->needs & ~pair.sm4->needs) != 0)
            hash++;
        pair.ghash = *hash;
    } else {
        pair.ghash = gmi_ghash_table[i - gmi_sm4_rows];
        pair.sm4 = (pair.ghash->needs & GMI_CPU(VPCLMUL)) != 0 ? gmi_sm4_table[0] : &gmi_sm4_portable;
    }
    return &pair;
}

static const char *pair_row_name(size_t i)
{
    static char name[64];
    const struct ct_pair *pair = pair_row(i);
    snprintf(name, sizeof name, "%s+%s", pair->sm4->name, pair->ghash->name);
    return name;
}

static uint64_t pair_row_needs(size_t i)
{
    const struct ct_pair *pair = pair_row(i);
    return pair->sm4->needs | pair->ghash->needs;
}

/* What has no rows: one implementation for all. */
static const void *common_row(size_t i)
{
    (void)i;
    return NULL;
}

static const char *common_row_name(size_t i)
{
    (void)i;
    return "portable";
}

static uint64_t common_row_needs(size_t i)
{
    (void)i;
    return 0;
}

static size_t sm3_rows(void)
{
    return gmi_sm3_rows;
}

static size_t sm4_rows(void)
{
    return gmi_sm4_rows;
}

static size_t ghash_rows(void)
{
    return gmi_ghash_rows;
}

static size_t ec_sm2_rows(void)
{
    return gmi_ec_sm2_rows;
}

static size_t ec_sm9_rows(void)
{
    return gmi_ec_sm9_rows;
}

static size_t zuc_rows(void)
{
    return gmi_zuc_rows;
}

static size_t pair_rows(void)
{
    return gmi_sm4_rows + gmi_ghash_rows;
}

/* The row for curves of the caller's is in no table. */
static const void *generic_row(size_t i)
{
    (void)i;
    return &gmi_ec_generic;
}

static const char *generic_row_name(size_t i)
{
    (void)i;
    return gmi_ec_generic.name;
}

static size_t one(void)
{
    return 1;
}

const struct ct_room ct_rooms[] = {
    {"common", one, common_row, common_row_name, common_row_needs, ct_common_cases},
    {"sm3", sm3_rows, sm3_row, sm3_row_name, sm3_row_needs, ct_sm3_cases},
    {"ghash", ghash_rows, ghash_row, ghash_row_name, ghash_row_needs, ct_ghash_cases},
    {"sm4", sm4_rows, sm4_row, sm4_row_name, sm4_row_needs, ct_sm4_cases},
    {"modes", sm4_rows, sm4_row, sm4_row_name, sm4_row_needs, ct_modes_cases},
    {"aead", pair_rows, pair_row, pair_row_name, pair_row_needs, ct_aead_cases},
    {"bn", one, common_row, common_row_name, common_row_needs, ct_bn_cases},
    {"ec_sm2", ec_sm2_rows, ec_sm2_row, ec_sm2_row_name, ec_sm2_row_needs, ct_ec_sm2_cases},
    {"sm2", ec_sm2_rows, ec_sm2_row, ec_sm2_row_name, ec_sm2_row_needs, ct_sm2_sign_cases},
    {"sm2", ec_sm2_rows, ec_sm2_row, ec_sm2_row_name, ec_sm2_row_needs, ct_sm2_encrypt_cases},
    {"ec_sm9", ec_sm9_rows, ec_sm9_row, ec_sm9_row_name, ec_sm9_row_needs, ct_ec_sm9_cases},
    {"sm9", ec_sm9_rows, ec_sm9_row, ec_sm9_row_name, ec_sm9_row_needs, ct_sm9_cases},
    {"gm_ec", one, generic_row, generic_row_name, common_row_needs, ct_curve_sign_cases},
    {"gm_ec", one, generic_row, generic_row_name, common_row_needs, ct_curve_encrypt_cases},
    {"keyfile", one, common_row, common_row_name, common_row_needs, ct_keyfile_cases},
    {"zuc", zuc_rows, zuc_row, zuc_row_name, zuc_row_needs, ct_zuc_cases},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
