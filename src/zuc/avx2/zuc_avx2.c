/* ZUC with AES-NI and AVX2: one stream, and 8 at once. */
#include "base/target.h"
#include "zuc/zuc_impl.h"

#if GM_BUILD_X86

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"

GMI_TARGET_PUSH("avx2,aes,pclmul,bmi,bmi2")

#define ZUC_S1_AES
#define NARROW_AVX2
#include "zuc/x86/narrow_impl.h"

#include "zuc/x86/stream_impl.h"

#include "zuc/x86/lanes_avx2.h"

#include "zuc/x86/lanes_impl.h"

#define MAC_WIDTH 128
#include "zuc/x86/mac_impl.h"

GMI_TARGET_POP

const struct zuc_impl gmi_zuc_avx2 = {
    .name = "avx2",
    .needs = GMI_CPU(AVX) | GMI_CPU(AVX2) | GMI_CPU(AESNI) | GMI_CPU(PCLMUL) | GMI_CPU(BMI1) | GMI_CPU(BMI2),
    .init = init,
    .crypt = crypt,
    .lanes = LANES,
    .steps_many = steps_many,
    .mac = mac,
};

#endif
