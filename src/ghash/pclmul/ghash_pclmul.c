/* GHASH by PCLMULQDQ: one block a register, one reduction for 8 blocks. */
#include "base/target.h"
#include "ghash/ghash_impl.h"

#if GM_BUILD_X86

#include <string.h>

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("pclmul,ssse3")

#define GH_WIDTH 128
#include "ghash/clmul_impl.h"

static void powers(uint8_t table[GMI_GHASH_POWERS][16], const uint8_t h[16])
{
    gh_row_powers(table, h);
}

static void update(uint8_t y[16], const uint8_t (*table)[16], const uint8_t *in, size_t nblocks)
{
    gh_row_update(y, table, in, nblocks);
}

GMI_TARGET_POP

const struct ghash_impl gmi_ghash_pclmul = {
    .name = "pclmul",
    .needs = GMI_CPU(PCLMUL) | GMI_CPU(SSSE3),
    .powers = powers,
    .update = update,
};

#endif
