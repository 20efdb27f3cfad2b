/* The portable row over a word type: define SLICE_BITS before including. One block and the key
 * schedule run through the same circuit, four bytes in one 32-bit word. */
#ifndef GMI_SM4_PORTABLE_ROW_IMPL_H
#define GMI_SM4_PORTABLE_ROW_IMPL_H

#include "sm4/portable/tau_impl.h"

#include "sm4/portable/wide_impl.h"

#define WIDE_FROM 2

struct chain {
    uint32_t rk[32];
};

static void prepare_chain(struct chain *c, const uint32_t rk[32])
{
    memcpy(c->rk, rk, sizeof c->rk);
}

static void narrow(const struct chain *c, uint8_t out[16], const uint8_t in[16])
{
    tau_block(c->rk, out, in);
}

static void expand_key(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16])
{
    tau_expand_key(enc, dec, key);
}

#include "sm4/sm4_body_impl.h"

#endif
