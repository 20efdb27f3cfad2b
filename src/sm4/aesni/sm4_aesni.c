/* SM4 through AES-NI on 128-bit registers. */
#include "base/target.h"
#include "sm4/sm4_impl.h"

#if GM_BUILD_X86

#include <string.h>

#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("aes,ssse3,sse4.1,avx")

#define AES_WIDTH 128
#include "sm4/aesni/aesni_impl.h"

GMI_TARGET_POP

const struct sm4_impl gmi_sm4_aesni = {
    .name = "aesni",
    .needs = GMI_CPU(AESNI) | GMI_CPU(SSSE3) | GMI_CPU(SSE41) | GMI_CPU(AVX),
    .expand_key = expand_key,
    AES_ENTRIES,
};

#endif
