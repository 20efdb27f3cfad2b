/* Keys for the targets of SM9: the same for all inputs, made once. */
#ifndef FUZZ_SM9_H
#define FUZZ_SM9_H

#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "sm9/many_core.h"

#define FUZZ_ID ((const uint8_t *)"Bob")

static gm_sm9_sign_master_key sign_master;
static gm_sm9_enc_master_key enc_master;
static gm_sm9_sign_user_key sign_user;
static gm_sm9_enc_user_key enc_user;

static inline void fuzz_keys(void)
{
    static const uint8_t number[32] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x11, 0x22};
    if (sign_master.public_.kind_ != 0)
        return;
    FUZZ_CHECK(gm_sm9_sign_master_key_read(&sign_master, number, sizeof number) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_master_key_read(&enc_master, number, sizeof number) == GM_OK);
    FUZZ_CHECK(gm_sm9_sign_extract(&sign_user, &sign_master, FUZZ_ID, 3, 1) == GM_OK);
    FUZZ_CHECK(gm_sm9_enc_extract(&enc_user, &enc_master, FUZZ_ID, 3, 3) == GM_OK);
}

/* A number below 2^248 that is not 0: up to 31 bytes off the front. */
static inline u256 fuzz_nonce(struct fuzz_input *in)
{
    uint8_t bytes[32] = {0};
    struct fuzz_input part = fuzz_part(in, 31);
    u256 r;
    if (part.size > 0)
        memcpy(bytes + 1, part.data, part.size);
    bytes[31] |= 1;
    u256_from_be(&r, bytes);
    return r;
}

/* The environment of the i-th row; 0 where it cannot run. */
static inline int fuzz_env(struct sm9_env *env, size_t i)
{
    *env = gmi_sm9_env();
    env->row = gmi_ec_sm9_table[i];
    return gmi_cpu_has(env->row->needs);
}

#endif
