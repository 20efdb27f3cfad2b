/* ZUC with AES-NI, SSSE3 and SSE4.1: one stream. */
#include "base/target.h"
#include "zuc/zuc_impl.h"

#if GM_BUILD_X86

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("ssse3,sse4.1,aes,pclmul")

#define ZUC_S1_AES
#include "zuc/x86/narrow_impl.h"

#include "zuc/x86/stream_impl.h"

#define MAC_WIDTH 128
#include "zuc/x86/mac_impl.h"

GMI_TARGET_POP

const struct zuc_impl gmi_zuc_aesni = {
    .name = "aesni",
    .needs = GMI_CPU(SSSE3) | GMI_CPU(SSE41) | GMI_CPU(AESNI) | GMI_CPU(PCLMUL),
    .init = init,
    .crypt = crypt,
    .mac = mac,
};

#endif
