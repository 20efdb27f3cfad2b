/* SM4 on 256-bit registers, their halves through AES-NI. */
#include "base/target.h"
#include "sm4/sm4_impl.h"

#if GM_BUILD_X86

#include <string.h>

#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("aes,avx2")

#define AES_WIDTH 256
#define AES_VAES 0
#include "sm4/aesni/aesni_impl.h"

GMI_TARGET_POP

const struct sm4_impl gmi_sm4_avx2 = {
    .name = "avx2",
    .needs = GMI_CPU(AESNI) | GMI_CPU(SSSE3) | GMI_CPU(SSE41) | GMI_CPU(AVX) | GMI_CPU(AVX2),
    .expand_key = expand_key,
    AES_ENTRIES,
};

#endif
